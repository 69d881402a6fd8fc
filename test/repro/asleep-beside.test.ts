// A body that the solver moves towards one that sleeps beside it, in the same step, was found inside it: contacts that do
// not press let what sleeps lie, and nobody asked again. (Random heap 614215: 0.13 of a table's leg.)

import { expect, test } from 'vitest';
import { World } from '../../src/index.js';

test('what is struck wakes what sleeps a hair beside it, and is held by it, in the step of the blow', () => {
  const box = { type: 'box', size: [1, 1, 1] } as const;
  const world = new World({
    bodies: [
      { type: 'static', shape: { type: 'half-space' } },
      { shape: box, density: 1000, position: [0, 0.5, 0] },
      { shape: box, density: 1000, position: [1.0002, 0.5, 0] },
      { shape: { type: 'sphere', radius: 0.1 }, density: 3000, position: [1.65, 0.5, 0], linearVelocity: [-20, 0, 0] },
    ],
  });
  const [, sleeper, struck] = [...world.bodies()];
  sleeper!.sleep();
  world.step();
  expect(sleeper!.asleep).toBe(false);
  // Bodies rest 2e-5 of the thinner one inside each other; rounding of positions of 1 m is below 1e-15.
  expect(struck!.position[0]! - sleeper!.position[0]!).toBeGreaterThan(1 - 2e-5 - 1e-12);
});
