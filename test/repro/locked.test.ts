// A cone that may neither move along z nor turn about x fell on the floor and became NaN: its patch had a singular S.

import { expect, test } from 'vitest';
import { World } from '../../src/index.js';

test.each([
  [['z', 'rx'], 0.3, 1],
  [['z', 'rx'], 2.4, 4],
  [['x', 'ry'], 0.3, 1],
  [['x', 'z', 'rx'], 1, 2],
  [['rx', 'ry', 'rz'], 1.7, 3],
] as const)('a cone with %j locked lands and stays finite, and gains no energy', (locked, angle, about) => {
  const s = Math.sin(angle);
  const world = new World({
    bodies: [
      { type: 'static', shape: { type: 'half-space' } },
      {
        name: 'cone',
        shape: { type: 'cone', radius: 0.3, height: 0.5 },
        mass: 1,
        position: [0, 0.7, 0],
        rotation: [s * Math.cos(about), s * Math.sin(about), 0, Math.cos(angle)],
        angularVelocity: [1, 2, 3],
        locked,
      },
    ],
  });
  const { kinetic, potential } = world.energy();
  for (let step = 0; step < 120; step++) world.step();
  expect(world.findNonFinite()).toBe(null);
  const now = world.energy();
  expect(now.kinetic + now.potential - now.correctionWork).toBeLessThan(kinetic + potential);
});

test('what flies far in a step to where it lands does not turn about a locked axis on its way', () => {
  const world = new World({
    timeStep: 1 / 30,
    bodies: [
      { type: 'static', shape: { type: 'half-space' } },
      {
        name: 'roller',
        shape: { type: 'cylinder', radius: 0.004, height: 0.014 },
        density: 2000,
        position: [0, 0.09, 0],
        rotation: [0.2, 0.4, 0.4, 0.8],
        linearVelocity: [0, -1.5, 0],
        angularVelocity: [0, -13, -47],
        locked: ['rx'],
      },
    ],
  });
  for (let step = 0; step < 60; step++) {
    world.step();
    expect(world.body('roller').angularVelocity[0]).toBe(0);
  }
});
