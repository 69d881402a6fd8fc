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
