// Conjugate gradients over sweeps: the same answer as sweeps, in fewer of them.

import { expect, test } from 'vitest';
import { type BodyDescription, type SolverMethod, World } from '../../src/index.js';
import { Random } from '../../src/math/random.js';
import { Arena } from '../../src/memory/arena.js';
import { NncgSolver } from '../../src/solver/nncg.js';
import { PROJECT_CONE } from '../../src/solver/projections.js';
import { randomSystem, tools, worstViolation } from './newton-support.js';

function stackOf(count: number, method: SolverMethod): World {
  const bodies: BodyDescription[] = [{ type: 'static', shape: { type: 'half-space' } }];
  for (let k = 0; k < count; k++)
    bodies.push({ shape: { type: 'box', size: [1, 1, 1] }, mass: 1, position: [0, k + 0.5, 0] });
  return new World({
    sleep: false,
    contact: { model: 'six' },
    bodies,
    solver: { method, tolerance: 1e-12, iterations: 5000, warmStart: false },
  });
}

test('a cold stack in less than a third of the sweeps', () => {
  const sweeps = stackOf(15, 'gauss-seidel');
  const nncg = stackOf(15, 'nncg');
  for (let k = 0; k < 3; k++) {
    sweeps.step();
    nncg.step();
    expect(nncg.solverStatistics.iterations).toBeLessThan(sweeps.solverStatistics.iterations / 3);
    expect(nncg.solverStatistics.error).toBeLessThan(1e-11);
  }
  const top = [...nncg.bodies()][15]!.position[1];
  expect(Math.abs(top - [...sweeps.bodies()][15]!.position[1])).toBeLessThan(1e-9);
});

test('laws hold in what it returns', () => {
  const random = new Random(3);
  for (let trial = 0; trial < 50; trial++) {
    const system = randomSystem(random, 4, [PROJECT_CONE, PROJECT_CONE, PROJECT_CONE, 0, 1]);
    const nncg = new NncgSolver(tools(), new Arena());
    nncg.solve(system.island, 3000, 1e-13);
    expect(worstViolation(system), `trial ${trial}`).toBeLessThan(1e-10);
  }
});
