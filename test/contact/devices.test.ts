// Devices: bodies that people hold, under every model.

import { describe, expect, it } from 'vitest';
import { shovels } from '../../scenes/shovels.js';
import { poseOnPath } from '../../src/contact/devices/path.js';
import { type SceneDescription, SixfoldError, World } from '../../src/index.js';
import { penalty } from '../../src/penalty.js';

const models = [penalty];
const tip = {
  name: 'tip',
  type: 'kinematic',
  shape: { type: 'box', size: [0.1, 0.1, 0.1] },
  position: [0, 0.06, 0],
} as const;
const ground = { name: 'ground', type: 'static', shape: { type: 'half-space' } } as const;
const still = (y: number) => [[0, 0, y, 0, 0, 0, 0, 1]];
const scene = (device: object = {}, more: object = {}): SceneDescription => ({
  timeStep: 0.001,
  contact: { model: 'penalty', stiffness: 2000 },
  bodies: [ground, tip],
  devices: [{ name: 'left', type: 'hand', body: 'tip', path: still(0.04), ...device }],
  ...more,
});

function messageOf(use: () => unknown): string {
  try {
    use();
  } catch (error) {
    expect(error).toBeInstanceOf(SixfoldError);
    expect((error as Error).message).not.toMatch(/\n/);
    return (error as Error).message;
  }
  return '';
}

describe('what is read', () => {
  it('refuses what cannot be, in one line', () => {
    const refusal = (device: object) => messageOf(() => new World(scene(device), { models }));
    expect(refusal({ body: 'hammer' })).toBe('devices[0].body is "hammer"; no body has that name');
    expect(refusal({ body: 'ground' })).toContain('must be of type "kinematic"');
    expect(refusal({ type: 'glove' })).toContain('devices[0].type is "glove"');
    expect(refusal({ mass: 0 })).toContain('devices[0].mass is 0');
    expect(refusal({ stifness: 3 })).toContain('did you mean "stiffness"');
    expect(refusal({ path: [[0, 1, 2]] })).toContain('devices[0].path[0]');
    expect(refusal({ path: [...still(0), ...still(1)] })).toContain('more than the time before it');
    const twice = { devices: [scene().devices![0]!, { ...scene().devices![0]!, name: 'right' }] };
    expect(messageOf(() => new World(scene({}, twice), { models }))).toContain('holds already');
    expect(messageOf(() => new World(scene({}, { contact: {} })))).toContain('devices');
  });
});

describe('a path', () => {
  it('is straight between its points, also in rotation', () => {
    const half = Math.SQRT1_2;
    const path = Float64Array.of(1, 0, 0, 0, 0, 0, 0, 1, 3, 2, 0, 4, 0, half, 0, half);
    const out = new Float64Array(7);
    poseOnPath(out, path, 0);
    expect([...out]).toEqual([0, 0, 0, 0, 0, 0, 1]);
    poseOnPath(out, path, 2);
    expect(out[0]).toBeCloseTo(1, 12);
    expect(out[2]).toBeCloseTo(2, 12);
    expect(out[4]).toBeCloseTo(Math.sin(Math.PI / 8), 12);
    poseOnPath(out, path, 9);
    expect(out[2]).toBe(4);
  });
});

describe('a simulated hand', () => {
  it('moves as its mass, spring and damper say where nothing is in the way', () => {
    const world = new World(scene({ path: [[0, 0, 1, 0, 0, 0, 0, 1]], mass: 0.5, stiffness: 200, damping: 4 }), {
      models,
    });
    // A step response: x'' = 400 (1 - x) - 8 x', critically far from critical: ω_d = √(400 - 16).
    const start = 0.06;
    for (let k = 0; k < 200; k++) world.step();
    const [t, wd] = [0.2, Math.sqrt(400 - 16)];
    const left = Math.exp(-4 * t) * (Math.cos(wd * t) + (4 / wd) * Math.sin(wd * t));
    // Implicit Euler damps by ω²h/2 = 0.2/s more: 4 % of what swings.
    expect(Math.abs(world.body('tip').position[1] - (1 - (1 - start) * left))).toBeLessThan(0.06);
  });

  it('feels no more than it may, and reports what the command line needs', () => {
    const world = new World(scene({ maxForce: 2, stiffness: 1e5 }), { models, clock: () => 0 });
    for (let k = 0; k < 500; k++) world.step();
    expect(Math.hypot(...world.device('left').force)).toBeLessThanOrEqual(2 + 1e-12);
    expect(Object.keys((world.report([]) as { devices: object }).devices)).toEqual(['left']);
  });

  it('rests 10 mm off by two springs under every model, as stiff as its wall is', () => {
    for (const model of ['six', 'point'] as const) {
      const world = new World(scene({}, { contact: { model } }), { models });
      for (let k = 0; k < 2000; k++) world.step();
      // The wall's springs are chosen from the hand's mass: hundreds of times stiffer than the hand, so nearly all of 5
      // N.
      expect(world.device('left').force[1], model).toBeGreaterThan(4.9);
      expect(world.device('left').force[1], model).toBeLessThan(5);
    }
  });

  it('presses on what moves, under every model', () => {
    for (const contact of [{ model: 'penalty' }, { model: 'six' }, { model: 'point' }] as const) {
      const world = new World(
        {
          timeStep: 0.001,
          gravity: [0, 0, 0],
          contact,
          bodies: [
            tip,
            { name: 'puck', shape: { type: 'box', size: [0.1, 0.1, 0.1] }, mass: 1, position: [0.2, 0.06, 0] },
          ],
          devices: [
            {
              name: 'left',
              type: 'hand',
              body: 'tip',
              path: [
                [0, 0, 0.06, 0, 0, 0, 0, 1],
                [2, 0.4, 0.06, 0, 0, 0, 0, 1],
              ],
            },
          ],
        },
        { models },
      );
      for (let k = 0; k < 1000; k++) world.step();
      expect(world.body('puck').linearVelocity[0], contact.model).toBeGreaterThan(0.15);
    }
  });
});

describe('devices from outside', () => {
  it('go where they are put, with velocity, and not through walls of their own size', () => {
    const world = new World(scene({ type: 'socket', path: undefined, scale: 2 }), { models });
    const device = world.device('left');
    device.setPose([0, 0.05, 0], [0, 0, 0, 1]);
    world.step();
    expect(world.body('tip').position[1]).toBeCloseTo(0.1, 12);
    expect(world.body('tip').linearVelocity[1]).toBeCloseTo(40, 6);
    device.setPose([0, 100, 0], [0, 0, 0, 1]);
    world.step();
    expect(world.body('tip').position[1]).toBeLessThan(0.2);
    expect(messageOf(() => device.setPose([0, Number.NaN, 0], [0, 0, 0, 1]))).toContain('position');
  });

  it('come and go', () => {
    const world = new World(scene({}, { devices: [] }), { models });
    const device = world.addDevice({ name: 'a', type: 'socket', body: 'tip' });
    expect(messageOf(() => world.addDevice({ name: 'a', type: 'socket', body: 'tip' }))).toContain('unique');
    device.setPose([0, 0.045, 0], [0, 0, 0, 1]);
    for (let k = 0; k < 20; k++) world.step();
    expect(device.force[1]).toBeCloseTo(10, 3);
    world.removeDevice('a');
    expect(messageOf(() => world.device('a'))).toBe('no device is named "a"');
    world.step();
    world.addDevice({ name: 'b', type: 'socket', body: 'tip' });
    world.removeBody(world.body('tip'));
    world.step();
    expect(messageOf(() => world.device('b'))).toBe('no device is named "b"');
    expect(messageOf(() => new World().addDevice({ name: 'a', type: 'hand', body: 'x' }))).toContain('sixfold/penalty');
  });
});

describe('snapshots', () => {
  it('go on with the same bits, hands and springs included', () => {
    for (const contact of [undefined, { model: 'six' } as const]) {
      const world = new World({ ...shovels.make(), ...(contact ? { contact } : {}) }, { models });
      for (let k = 0; k < 2600; k++) world.step();
      const copy = World.restore(world.snapshot(), { models });
      expect(copy.hash()).toBe(world.hash());
      for (const one of [world, copy]) for (let k = 0; k < 300; k++) one.step();
      expect(copy.hash()).toBe(world.hash());
      expect(copy.report([])).toEqual(world.report([]));
    }
  });
});

describe('two shovels and six blocks', () => {
  it('the block is taken, handed over and carried on', () => {
    const world = new World(shovels.make(), { models });
    const block = world.body('block-2');
    const at = (t: number) => {
      while (world.time < t - 1e-9) world.step();
      return block.position;
    };
    expect(at(2)[1]).toBeCloseTo(0.069, 2);
    // Left has it, 11 cm higher; then Right does, and Left feels nothing.
    expect(at(5)[1]).toBeGreaterThan(0.17);
    expect(world.device('left').force[1]).toBeCloseTo(-0.981, 2);
    expect(at(10)[1]).toBeGreaterThan(0.21);
    expect(world.device('left').force[1]).toBe(0);
    expect(world.device('right').force[1]).toBeCloseTo(-0.981, 2);
    expect(at(15)[0]).toBeGreaterThan(0.25);
    for (const k of [0, 1, 3, 4, 5]) expect(world.body(`block-${k}`).position[0]).toBeCloseTo(0, 3);
  });
});
