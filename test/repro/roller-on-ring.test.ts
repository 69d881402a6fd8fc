// A cylinder that rolls with its mantle over a level ring stays level, so that correction has nothing to lift. It held the
// rim of each patch, which goes down with the body that rolls, where the law of the step holds its centre.

import { expect, test } from 'vitest';
import { World } from '../../src/index.js';

test.each([0.02, 0.2, 2])('size %f: a cylinder that rolls over a ring is not lifted', (size) => {
  const ring = 0.35 * size;
  const tube = 0.12 * size;
  const radius = 0.3 * size;
  const spin = 0.9 / Math.sqrt(size);
  const world = new World({
    sleep: false,
    contact: { friction: 0.6 },
    bodies: [
      { type: 'static', shape: { type: 'torus', radius: ring, tube } },
      {
        name: 'roller',
        shape: { type: 'cylinder', radius, height: 1.5 * size },
        density: 500,
        position: [0, tube + radius, 0],
        rotation: [0, 0, Math.SQRT1_2, Math.SQRT1_2],
        angularVelocity: [spin, 0, 0],
        linearVelocity: [0, 0, spin * radius],
      },
    ],
  });
  for (let k = 0; k < 60; k++) world.step();
  const { mass, position } = world.body('roller');
  expect(position[2]).toBeGreaterThan(0.05 * size);
  // Less than would lift it once by its target depth, 2e-5 of the tube.
  expect(world.energy().correctionWork).toBeLessThan(2e-5 * 2 * tube * mass * 9.81);
});
