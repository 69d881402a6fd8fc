// What stands in the world stands here: for as long as one cares to look, at default settings, awake.

import { expect, test } from 'vitest';
import { deepest, fastest, largestMove, make, positions, runTo } from './support.js';

test.each([
  ['card-house', { storeys: 5 }],
  ['arch', { stones: 25 }],
  ['pyramid', { base: 20 }],
] as const)('%s stands for 20 s', (name, parameters) => {
  const world = make(name, parameters);
  // At first each contact sinks to its target depth, a few ten-thousandths of a body.
  runTo(world, 1);
  const settled = positions(world);
  runTo(world, 20);
  // Nothing drives what has come to rest: what is left is the solver's tolerance, 1e-9 N·s, less than 1e-6 m/s for the
  // lightest card if it pointed the same way throughout. It does not.
  expect(largestMove(world, settled)).toBeLessThan(1e-5);
  expect(fastest(world)).toBeLessThan(1e-7);
  expect(world.solverStatistics.error).toBeLessThan(1e-7);
});

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
