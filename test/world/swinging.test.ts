// What swings on two corners that are points is a pendulum, and nothing rubs there. It sleeps once its energy is less than what lifts it
// by its target depth, and not before; what slides on does not.

import { expect, test } from 'vitest';
import { type BodyDescription, World } from '../../src/index.js';

const TIP = [
  [-0.02, 0.03, -0.02],
  [0.02, 0.03, -0.02],
  [0.02, 0.03, 0.02],
  [-0.02, 0.03, 0.02],
  [0, 0, 0],
] as [number, number, number][];

/** A bar that stands on two pillars with a tip at each end, and has a weight below: it swings about the line through both. */
function pendulum(): World {
  const pillar = (x: number): BodyDescription => ({
    type: 'static',
    shape: { type: 'box', size: [0.1, 1, 0.1] },
    position: [x, -0.5, 0],
  });
  return new World({
    contact: { hardness: null },
    bodies: [
      pillar(-0.4),
      pillar(0.4),
      {
        name: 'swing',
        density: 500,
        shape: {
          type: 'compound',
          parts: [
            { shape: { type: 'box', size: [1, 0.05, 0.2] }, position: [0, 0.055, 0] },
            { shape: { type: 'convex', points: TIP }, position: [-0.4, 0, 0] },
            { shape: { type: 'convex', points: TIP }, position: [0.4, 0, 0] },
            { shape: { type: 'box', size: [0.3, 0.2, 0.2] }, position: [0, -0.3, 0] },
          ],
        },
        position: [0, 0, 0],
      },
    ],
  });
}

/** Lets it come to rest, and gives it so many times the energy that lifts it by its target depth. */
function swung(share: number): { world: World; energy: () => number } {
  const world = pendulum();
  const body = world.body('swing')!;
  for (let k = 0; k < 60; k++) world.step();
  const low = world.energy().potential;
  // Thickness 0.2 m; about the tips, where y = 0.
  const unit = body.mass * 9.81 * 2e-5 * 0.2;
  const y = body.centerOfMass[1]!;
  const inertia = body.inertia[0]! + body.mass * y * y;
  const w = Math.sqrt((2 * share * unit) / inertia);
  body.angularVelocity = [w, 0, 0];
  body.linearVelocity = [0, 0, w * y];
  return {
    world,
    energy: () => {
      const { kinetic, potential } = world.energy();
      return (kinetic + potential - low) / unit;
    },
  };
}

test('a swing that could not lift its body by its target depth falls asleep', () => {
  const { world, energy } = swung(0.5);
  const body = world.body('swing')!;
  expect(energy()).toBeCloseTo(0.5, 3);
  let fastest = 0;
  let k = 0;
  for (; k < 600 && !body.asleep; k++) {
    world.step();
    // Its lowest point.
    fastest = Math.max(fastest, 0.4 * Math.hypot(...body.angularVelocity));
  }
  // What counts as still is slower.
  expect(fastest).toBeGreaterThan(0.005);
  expect(body.asleep).toBe(true);
  for (k = 0; k < 60; k++) world.step();
  expect(body.asleep).toBe(true);
});

test('a swing of more energy goes on, and keeps it', () => {
  const { world, energy } = swung(4);
  const body = world.body('swing')!;
  for (let k = 0; k < 1200; k++) world.step();
  expect(body.asleep).toBe(false);
  // Nothing rubs: a step loses by h ω² (docs/decisions/six-heaps.md), some 1e-4 of it a second.
  expect(energy()).toBeGreaterThan(3.9);
});

test('what slides as slowly, with nothing that rubs, goes on', () => {
  const world = new World({
    contact: { friction: 0 },
    bodies: [
      { type: 'static', shape: { type: 'half-space' } },
      { name: 'box', density: 500, shape: { type: 'box', size: [1, 1, 1] }, position: [0, 0.5, 0] },
    ],
  });
  const box = world.body('box')!;
  for (let k = 0; k < 10; k++) world.step();
  // A sixth of the energy that lifts it by 2e-5 of its size.
  box.linearVelocity = [0.008, 0, 0];
  for (let k = 0; k < 600; k++) world.step();
  expect(box.asleep).toBe(false);
  expect(box.linearVelocity[0]).toBeCloseTo(0.008, 9);
});
