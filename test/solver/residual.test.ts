// The error in m/s: what it is by hand, and that it does not depend on the method.

import { expect, test } from 'vitest';
import { type SolverMethod, World } from '../../src/index.js';

function ball(method: SolverMethod, iterations = 100): World {
  return new World({
    sleep: false,
    contact: { model: 'point' },
    solver: { method, iterations },
    bodies: [
      { type: 'static', shape: { type: 'half-space' } },
      { shape: { type: 'sphere', radius: 0.5 }, mass: 2, position: [0, 0.5, 0], linearVelocity: [0, -3, 0] },
      { shape: { type: 'sphere', radius: 0.5 }, mass: 2, position: [0, 1.5, 0] },
    ],
  });
}

test.each(['auto', 'gauss-seidel', 'nncg', 'newton'] as const)('%s: zero when solved', (method) => {
  const world = ball(method);
  world.step();
  expect(world.solverStatistics.error).toBeLessThan(1e-9);
});

test('one sweep over two balls leaves the speed that the second one lends to the first', () => {
  const world = ball('gauss-seidel', 1);
  world.step();
  // The sweep stops the lower ball (v = 0), then lets the upper one, which falls at g h, share its speed with it: both
  // move at g h/2 less what the target depth leaves free. The lower contact is violated by the whole of it.
  const fall = 9.81 / 60;
  const { error } = world.solverStatistics;
  expect(error).toBeGreaterThan(0.3 * fall);
  expect(error).toBeLessThan(0.5 * fall + 1e-12);
});

test('nothing to solve, no error', () => {
  expect(new World({}).solverStatistics.error).toBe(0);
});
