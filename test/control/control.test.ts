// Characters and wheels, against the mathematics of slopes, steps and springs.

import { describe, expect, test } from 'vitest';
import { Character, Wheel } from '../../src/control.js';
import { type BodyDescription, type Vec3, World } from '../../src/index.js';
import { box, G, ground, H, turn } from '../world/support.js';

function walk(bodies: BodyDescription[], velocity: Vec3, steps: number, position: Vec3 = [0, 0, 0]) {
  const world = new World({ bodies: [ground, ...bodies] });
  const hero = new Character(world, { name: 'hero', position });
  for (let k = 0; k < steps; k++) {
    hero.walk(velocity, H);
    world.step(H);
  }
  return { world, hero };
}
const block = (size: Vec3, position: Vec3, more: Partial<BodyDescription> = {}): BodyDescription => ({
  name: 'block',
  type: 'static',
  shape: { type: 'box', size },
  position,
  ...more,
});

describe('a character', () => {
  test('walks on the level at its speed, and stands', () => {
    const { hero } = walk([], [1.5, 0, 0], 60);
    expect(hero.feet[0]).toBeCloseTo(1.5, 6);
    expect(hero.feet[1]).toBeCloseTo(0, 6);
    expect(hero.ground!.body.name).toBe('ground');
  });

  test('stops at a wall and slides along it', () => {
    const { hero } = walk([block([1, 3, 20], [2, 1.5, 0])], [1, 0, 1], 240);
    // The wall begins at 1.5 m, the capsule is 0.3 m thick and leaves a centimetre.
    expect(hero.feet[0]).toBeCloseTo(1.5 - 0.3 - 0.01, 2);
    expect(hero.feet[2]).toBeCloseTo(4, 1);
  });

  test('climbs a low step and not a high one', () => {
    expect(walk([block([4, 0.25, 4], [3, 0.125, 0])], [1, 0, 0], 180).hero.feet[1]).toBeCloseTo(0.25, 3);
    const high = walk([block([4, 0.5, 4], [3, 0.25, 0])], [1, 0, 0], 180).hero;
    expect(high.feet[1]).toBeCloseTo(0, 3);
    expect(high.feet[0]).toBeLessThan(0.8);
  });

  test('walks up and down a gentle slope and not up a steep one', () => {
    const slope = (angle: number): BodyDescription =>
      block(
        [10, 1, 4],
        [1 + 5 * Math.cos(angle) + 0.5 * Math.sin(angle), 5 * Math.sin(angle) - 0.5 * Math.cos(angle), 0],
        { rotation: turn('z', angle) },
      );
    const gentle = walk([slope(0.4)], [1, 0, 0], 180);
    expect(gentle.hero.feet[1]).toBeGreaterThan(0.5);
    const top = gentle.hero.feet[1];
    for (let k = 0; k < 60; k++) {
      gentle.hero.walk([-1, 0, 0], H);
      gentle.world.step(H);
      // It keeps to the ground instead of hopping down.
      expect(gentle.hero.ground).not.toBe(null);
    }
    expect(gentle.hero.feet[1]).toBeLessThan(top - 0.2);
    expect(walk([slope(1.1)], [1, 0, 0], 180).hero.feet[1]).toBeLessThan(0.2);
  });

  test('falls as stones do, jumps to v²/2g, rides on platforms and pushes crates', () => {
    const { world, hero } = walk([], [0, 0, 0], 30, [0, 5, 0]);
    expect(hero.feet[1]).toBeCloseTo(5 - 0.5 * G * 0.25, 0);
    for (let k = 0; k < 90; k++) {
      hero.walk([0, 0, 0], H);
      world.step(H);
    }
    expect(hero.feet[1]).toBeCloseTo(0, 2);
    hero.jump(4);
    let top = 0;
    for (let k = 0; k < 60; k++) {
      hero.walk([0, 0, 0], H);
      world.step(H);
      top = Math.max(top, hero.feet[1]);
    }
    // Semi-implicit Euler loses half a step of the speed: 4·h/2 = 3 cm.
    expect(Math.abs(top - 16 / (2 * G))).toBeLessThan(0.04);
    const lift = block([3, 0.2, 3], [0, 0, 0], { name: 'lift', type: 'kinematic', linearVelocity: [0.5, 0, 0] });
    const riding = walk([lift], [0, 0, 0], 60, [0, 0.1, 0]).hero;
    expect(riding.feet[0]).toBeCloseTo(0.5, 1);
    const pushing = walk([box([0.5, 0.5, 0.5], [1, 0.25, 0], { name: 'crate', mass: 10 })], [1, 0, 0], 180);
    expect(pushing.world.body('crate').position[0]).toBeGreaterThan(1.2);
  });
});

describe('a character and its world', () => {
  const steps = [0, 1, 2].map((k) =>
    block([1, 0.25 * (k + 1), 2], [1.5 + k, 0.125 * (k + 1), 0], { name: `step${k}` }),
  );
  const capsule: BodyDescription = {
    name: 'hero',
    type: 'kinematic',
    shape: { type: 'capsule', radius: 0.3, height: 1.2 },
    position: [0, 0.91, 0],
  };

  test('walks with a capsule that is there, as with one of its own', () => {
    const { hero } = walk(steps, [1.5, 0, 0], 150);
    const world = new World({ bodies: [ground, ...steps, capsule] });
    const other = new Character(world, { body: 'hero' });
    for (let k = 0; k < 150; k++) {
      other.walk([1.5, 0, 0], H);
      world.step(H);
    }
    // The same but for rounding, which may put a stride over an edge a step later.
    for (const k of [0, 1, 2] as const) expect(other.feet[k]).toBeCloseTo(hero.feet[k], 1);
    expect(() => new Character(world, { body: 'hero', radius: 1 })).toThrow('character.radius is given with');
    expect(() => new Character(world, { body: 'step0' })).toThrow('a kinematic body whose shape is a capsule');
  });

  test('goes back with its world, in the air and on the ground, to the same bits', () => {
    const world = new World({ bodies: [ground, ...steps, capsule] });
    const hero = new Character(world, { body: 'hero' });
    const play = (who: Character, where: World, from: number, to: number) => {
      for (let k = from; k < to; k++) {
        if (k === 60) who.jump(4);
        who.walk([1.5, 0, 0], H);
        where.step(H);
      }
      return where.hash();
    };
    play(hero, world, 0, 75);
    expect(hero.ground).toBe(null);
    const [bytes, saved] = [world.snapshot(), structuredClone(hero.save())];
    const end = play(hero, world, 75, 160);
    expect(hero.ground?.body.name).toMatch('step');
    world.restore(bytes);
    hero.load(saved);
    expect(play(hero, world, 75, 160)).toBe(end);
    const copy = World.restore(bytes);
    const twin = new Character(copy, { body: 'hero' });
    twin.load(saved);
    expect(play(twin, copy, 75, 160)).toBe(end);
  });

  test('goes round on a turntable and stays where it stands', () => {
    const disc: BodyDescription = {
      name: 'disc',
      type: 'kinematic',
      shape: { type: 'cylinder', radius: 4, height: 0.2 },
      position: [0, 0.1, 0],
      angularVelocity: [0, 0.5, 0],
    };
    const { hero } = walk([disc], [0, 0, 0], Math.round(Math.PI / 0.5 / H), [2, 0.2, 0]);
    // Half a turn; the first step it falls a little instead.
    expect(Math.hypot(hero.feet[0], hero.feet[2])).toBeCloseTo(2, 4);
    expect(hero.feet[0]).toBeCloseTo(-2, 2);
    expect(() => new Character(null as never)).toThrow('character: world is null; give the World');
    expect(() => new Wheel(new World(), null as never, { position: [0, 0, 0], radius: 1, stiffness: 1 })).toThrow(
      'give a World and a Body of it',
    );
  });

  test('falls as its world does, and passes through what its body would not touch', () => {
    const world = new World({ gravity: [0, -1.62, 0], bodies: [ground] });
    const hero = new Character(world, { position: [0, 5, 0] });
    for (let k = 0; k < 60; k++) {
      hero.walk([0, 0, 0], H);
      world.step(H);
    }
    // Semi-implicit Euler: half a step's speed more than free fall.
    expect(5 - hero.feet[1]).toBeCloseTo(0.5 * 1.62 * (1 + H), 6);
    const ghost = walk([block([1, 3, 20], [2, 1.5, 0], { mask: 0 })], [1, 0, 0], 240);
    expect(ghost.hero.feet[0]).toBeCloseTo(4, 6);
  });
});

describe('wheels', () => {
  const car = (controls = {}, steps = 300, friction = 1) => {
    const world = new World({
      sleep: false,
      bodies: [
        ground,
        { name: 'car', shape: { type: 'box', size: [3, 0.5, 1.5] }, mass: 1000, position: [0, 0.54, 0] },
      ],
    });
    const chassis = world.body('car');
    const wheels = [-1, 1].flatMap((x) =>
      [-1, 1].map(
        (z) =>
          new Wheel(world, chassis, {
            position: [1.2 * x, -0.3, 0.7 * z],
            radius: 0.3,
            stiffness: 40_000,
            damping: 4000,
            friction,
          }),
      ),
    );
    for (let k = 0; k < steps; k++) {
      for (const wheel of wheels) wheel.update(H, controls);
      world.step(H);
    }
    return { world, chassis, wheels };
  };

  test('at rest each bears a quarter and its spring is pressed by m g/4k', () => {
    const { wheels, chassis } = car();
    for (const wheel of wheels) {
      expect(wheel.load).toBeCloseTo((1000 * G) / 4, 3);
      expect(wheel.compression).toBeCloseTo((1000 * G) / 4 / 40_000, 6);
    }
    expect(chassis.linearVelocity[1]).toBeCloseTo(0, 6);
  });

  test('drive is force over mass, and tyres give no more than friction', () => {
    const { chassis, wheels } = car({ drive: 500 }, 180);
    // 4 · 500 N on 1000 kg for 3 s.
    expect(chassis.linearVelocity[0]).toBeCloseTo(6, 1);
    expect(Math.abs(chassis.linearVelocity[2])).toBeLessThan(1e-6);
    for (const wheel of wheels) expect(Math.abs(wheel.grip[0])).toBeLessThanOrEqual(wheel.load + 1e-9);
    const slippery = car({ drive: 5000 }, 180, 0.1).chassis;
    expect(slippery.linearVelocity[0]).toBeCloseTo(0.1 * G * 3, 0);
  });

  test('centre and turning are those of a wheel that rolls', () => {
    const { chassis, wheels } = car({ drive: 500 }, 180);
    const [x] = chassis.position;
    for (const wheel of wheels) {
      expect(wheel.center[1]).toBeCloseTo(0.3, 2);
      // It has rolled as far as the car has come, but for a step.
      expect(-wheel.angle * 0.3).toBeGreaterThan(x - 0.15);
      expect(-wheel.angle * 0.3).toBeLessThan(x + 0.15);
    }
  });

  test('a tyre holds as well where things weigh less, and the ground is what the chassis would touch', () => {
    const slide = (gravity: Vec3, mask: number) => {
      const world = new World({
        gravity,
        sleep: false,
        bodies: [
          { ...ground, mask },
          { name: 'car', shape: { type: 'box', size: [3, 0.5, 1.5] }, mass: 1000, position: [0, 0.59, 0] },
        ],
      });
      const chassis = world.body('car');
      chassis.linearVelocity = [0, 0, 0.02];
      const wheels = [-1, 1].flatMap((x) =>
        [-1, 1].map(
          (z) =>
            new Wheel(world, chassis, {
              position: [1.2 * x, -0.3, 0.7 * z],
              radius: 0.3,
              stiffness: 40_000,
              damping: 4000,
            }),
        ),
      );
      for (let k = 0; k < 120; k++) {
        for (const wheel of wheels) wheel.update(H);
        world.step(H);
      }
      return { side: chassis.linearVelocity[2], loads: wheels.map(({ load }) => load) };
    };
    for (const g of [1.62, 9.81]) {
      const { side, loads } = slide([0, -g, 0], 4294967295);
      expect(loads.reduce((sum, load) => sum + load, 0)).toBeCloseTo(1000 * g, 0);
      expect(Math.abs(side)).toBeLessThan(1e-4);
    }
    expect(slide([0, -9.81, 0], 0).loads).toEqual([0, 0, 0, 0]);
  });
});
