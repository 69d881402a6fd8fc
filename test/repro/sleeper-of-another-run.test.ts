// Who sleeps keeps its row of the table of bodies. A world that is restored in place from another run may have the same
// body asleep in an island of the same number, elsewhere.

import { expect, test } from 'vitest';
import { World } from '../../src/index.js';

function settled(x: number): World {
  const world = new World({
    bodies: [
      { type: 'static', shape: { type: 'half-space' } },
      { name: 'sleeper', shape: { type: 'box', size: [1, 1, 1] }, density: 1, position: [x, 0.5, 0] },
      { name: 'faller', shape: { type: 'box', size: [0.4, 0.4, 0.4] }, density: 1, position: [5, 8, 0] },
    ],
  });
  for (let k = 0; k < 60; k++) world.step();
  expect(world.body('sleeper')!.asleep).toBe(true);
  return world;
}

test('what falls on it meets it where it is', () => {
  const world = settled(0);
  const other = settled(5).snapshot();
  const fresh = World.restore(other);
  world.restore(other);
  for (let k = 0; k < 120; k++) {
    world.step();
    fresh.step();
  }
  expect(world.body('faller')!.position[1]).toBeCloseTo(1.2, 3);
  expect(world.snapshot()).toEqual(fresh.snapshot());
});
