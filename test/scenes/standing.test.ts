// What stands in the world stands here: for as long as one cares to look, at default settings, awake.

import { expect, test } from 'vitest';
import { deepest, expectToStand, largestMove, make, positions, runTo } from './support.js';

test.each([
  ['card-house', { storeys: 5 }],
  ['arch', { stones: 25 }],
  ['pyramid', { base: 10 }],
] as const)('%s stands for 20 s', expectToStand);

test('a pile that has come to rest stays at rest, solved by its warm start', () => {
  const world = make('pile', { boxes: 20 }, { solver: { tolerance: 1e-8 } });
  const steps = Math.round(4 / world.timeStep);
  runTo(world, 4);
  const [settled, energy] = [positions(world), world.energy().kinetic];
  const forces = world.contacts().map(({ force }) => force);
  let most = 0;
  while (world.stepCount < 2 * steps) {
    world.step();
    most = Math.max(most, world.solverStatistics.iterations);
    expect(world.solverStatistics.residual).toBeLessThan(1e-8);
  }
  // Bodies that are held all round have stresses that nothing determines; they must not wander.
  expect(most).toBeLessThan(5);
  expect(energy).toBeLessThan(1e-12);
  expect(largestMove(world, settled)).toBeLessThan(1e-6);
  world.contacts().forEach(({ force }, k) => {
    for (let i = 0; i < 3; i++) expect(Math.abs(force[i]! - forces[k]![i]!)).toBeLessThan(1e-4);
  });
  expect(deepest(world)).toBeLessThan(1e-3);
});
