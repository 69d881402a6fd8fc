// Where blocks contradict each other Newton's method winds up no stress: a step along it would be as long as the
// contradiction over the proximal term, and its rounding throws bodies when the contradiction ends.

import { expect, test } from 'vitest';
import { B_INV_INERTIA, B_INV_MASS, BODY_STRIDE } from '../../src/bodies/layout.js';
import { Arena } from '../../src/memory/arena.js';
import { atJacobian, atLambda, atRhs, BlockStore } from '../../src/solver/blocks.js';
import { Island } from '../../src/solver/island.js';
import { typescriptKernels } from '../../src/solver/kernels.js';
import { Movers } from '../../src/solver/movers.js';
import { NewtonSolver } from '../../src/solver/newton.js';
import { BASE_PROJECTIONS, BOUND_HIGH, PROJECT_BILATERAL, PROJECT_BOUNDS } from '../../src/solver/projections.js';
import { SweepTools } from '../../src/solver/sweeps.js';

test('a body of 1 kg that is held still, and pushed at 1 cm/s by what never gives way', () => {
  const arena = new Arena();
  const v = arena.f64(12);
  v.data[6] = 0.1;
  const movers = new Movers(arena, v);
  movers.begin(2);
  const blocks = new BlockStore(arena, movers);
  const bodies = new Float64Array(2 * BODY_STRIDE);
  bodies.fill(1, BODY_STRIDE + B_INV_MASS, BODY_STRIDE + B_INV_MASS + 3);
  for (const k of [0, 3, 5]) bodies[BODY_STRIDE + B_INV_INERTIA + k] = 1;
  const rows = [
    { law: PROJECT_BILATERAL, sign: 1, asks: 0 },
    { law: PROJECT_BOUNDS, sign: -1, asks: -0.01 },
    { law: PROJECT_BOUNDS, sign: 1, asks: -0.02 },
  ];
  for (const { law, sign, asks } of rows) {
    const k = blocks.add(1, 0, 1, law);
    const o = blocks.dataOf(k);
    blocks.f.data[o + atJacobian(1)] = sign;
    blocks.f.data[o + atRhs] = asks;
    if (law === PROJECT_BOUNDS) blocks.f.data[o + BOUND_HIGH] = Infinity;
    typescriptKernels.assemble(blocks, k, bodies);
    typescriptKernels.factor(blocks, k);
  }
  const island = new Island(blocks).look(Int32Array.from([0, 1, 2]), 0, 3, bodies);
  const newton = new NewtonSolver(new SweepTools(BASE_PROJECTIONS, typescriptKernels), arena);
  newton.solve(island, 40, 1e-9, 0);
  // The root of 1e8 times the energy of 0.1 m/s, and of what is asked for: 1e4 times 0.1 N·s, and a few times that.
  for (let k = 0; k < 3; k++)
    expect(Math.abs(blocks.f.data[blocks.dataOf(k) + atLambda]!), `block ${k}`).toBeLessThan(1e4);
});
