// A world in which nothing stirs: its steps are passed over, and nobody can tell (src/world/standing.ts).

import { describe, expect, test } from 'vitest';
import { type BodyDescription, type SceneDescription, World } from '../../src/index.js';

const ground: BodyDescription = { name: 'ground', type: 'static', shape: { type: 'half-space' } };
const block = (name: string, x: number, y: number, more: Partial<BodyDescription> = {}): BodyDescription => ({
  name,
  shape: { type: 'box', size: [0.3, 0.2, 0.4] },
  mass: 2,
  position: [x, y, 0],
  ...more,
});
const towers = (sleep: boolean): SceneDescription => ({
  sleep,
  bodies: [
    ground,
    ...[0, 1, 2].flatMap((n) => [0, 1, 2, 3].map((k) => block(`box${n}${k}`, n + 0.01 * k, 0.1 + 0.2 * k))),
    block('lift', 6, 0.1, { type: 'kinematic' }),
    block('rider', 6, 0.3),
    block('shelf', -4, 0.5, { type: 'static' }),
  ],
});

/** Counts how often a step asks for the time: a step that is passed over does not. */
function watched(scene: SceneDescription): { world: World; asked: () => number } {
  let count = 0;
  const world = new World(scene, { clock: () => count++ });
  return {
    world,
    asked: () => {
      const before = count;
      world.step();
      return count - before;
    },
  };
}

describe.each([false, true])('a world in which nothing stirs (sleep: %s)', (sleep) => {
  test('passes its steps over', () => {
    const { world, asked } = watched(towers(sleep));
    for (let k = 0; k < 120; k++) world.step();
    expect(asked()).toBe(0);
    expect(world.time).toBeCloseTo(121 / 60, 12);
  });

  test('has the bytes that steps in full give it, whatever is done to it', () => {
    const { world } = watched(towers(sleep));
    let touches = 0;
    world.on('begin', () => touches++);
    world.on('end', () => touches++);
    const deeds: ((world: World) => void)[] = [
      () => {},
      (w) => w.body('box11').applyForce([30, 0, 0]),
      (w) => w.body('lift').set({ linearVelocity: [0, 0.3, 0] }),
      (w) => w.body('lift').set({ linearVelocity: [0, 0, 0] }),
      (w) => w.body('shelf').set({ position: [-4, 0.6, 0] }),
      (w) => w.body('shelf').set({ position: [0.1, 0.95, 0.1] }),
      (w) => w.addBody(block('late', 1, 1.2)),
      (w) => w.addBody(block('wall', 3, 0.1, { type: 'static' })),
      (w) => w.removeBody(w.body('box20')),
      (w) => w.body('ground').set({ friction: 0.2 }),
      (w) => {
        w.gravity = [0.3, -9.81, 0];
      },
      (w) => w.addJoint({ type: 'ball', a: 'box00', b: 'box10', anchor: [0.5, 0.1, 0] }),
    ];
    for (let k = 0; k < 120; k++) world.step();
    for (const [n, deed] of deeds.entries()) {
      // The same world, step by step in full: what was just restored has nothing to take over.
      let full = World.restore(world.snapshot());
      deed(world);
      deed(full);
      for (let k = 0; k < 90; k++) {
        const h = k === 60 ? 0.01 : 1 / 60;
        world.step(h);
        full.step(h);
        if (world.hash() !== full.hash()) throw new Error(`deed ${n}, step ${k}: other bits`);
        const bytes = full.snapshot();
        expect(Buffer.compare(bytes, world.snapshot()), `deed ${n}, step ${k}`).toBe(0);
        full = World.restore(bytes);
      }
    }
    expect(touches).toBeGreaterThan(0);
  });

  test('goes on with its events and reports', () => {
    const { world, asked } = watched(towers(sleep));
    for (let k = 0; k < 120; k++) world.step();
    const contacts = JSON.stringify(world.contacts().map(({ point, force, depth }) => ({ point, force, depth })));
    let persists = 0;
    world.on('persist', () => persists++);
    expect(asked()).toBe(0);
    // What sleeps is not told of; what is at rest is, by pairs: twelve boxes of towers on what is below them, a rider on
    // its lift, which is held by nothing.
    expect(persists).toBe(sleep ? 0 : 13);
    expect(JSON.stringify(world.contacts().map(({ point, force, depth }) => ({ point, force, depth })))).toBe(contacts);
  });
});

test('what must be asked in every step is', () => {
  const { world, asked } = watched(towers(false));
  for (let k = 0; k < 60; k++) world.step();
  expect(asked()).toBe(0);
  let asks = 0;
  world.contactHook = () => {
    asks++;
    return undefined;
  };
  world.step();
  world.step();
  expect(asked()).toBeGreaterThan(0);
  expect(asks).toBeGreaterThan(0);
});

test('a force given to who is put to sleep with it does not wait for who wakes', () => {
  const { world } = watched(towers(false));
  for (let k = 0; k < 60; k++) world.step();
  const full = World.restore(world.snapshot());
  for (const one of [world, full]) {
    const body = one.body('box03');
    body.applyForce([200, 0, 0]);
    body.sleep();
    one.step();
    one.step();
    body.wake();
    one.step();
  }
  expect(world.hash()).toBe(full.hash());
  expect(Math.abs(world.body('box03').linearVelocity[0])).toBeLessThan(1e-3);
});
