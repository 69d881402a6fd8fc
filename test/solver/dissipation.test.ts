// Impulses that were solved badly put no energy in; those that were solved well are left alone.

import { expect, test } from 'vitest';
import { Random } from '../../src/math/random.js';
import { Arena } from '../../src/memory/arena.js';
import { atJacobian, atLambda, atRhs, BLOCK_INTS, K_AT_A, K_AT_B, K_DATA, K_ROWS } from '../../src/solver/blocks.js';
import { boundEnergy } from '../../src/solver/dissipation.js';
import { NewtonSolver } from '../../src/solver/newton.js';
import { applyImpulses } from '../../src/solver/sweeps.js';
import { randomSystem, type System, tools } from './newton-support.js';

/** λ·(J (v + v₀)/2 + b): what the impulses put in, beside what they are asked for. */
function gained({ blocks, movers }: System, start: Float64Array): number {
  const f = blocks.f.data;
  const i = blocks.i.data;
  const v = movers.v.data;
  let sum = 0;
  for (let k = 0; k < blocks.count; k++) {
    const h = k * BLOCK_INTS;
    const rows = i[h + K_ROWS]!;
    const o = i[h + K_DATA]!;
    for (let r = 0; r < rows; r++) {
      let along = f[o + atRhs + r]!;
      for (let n = 0; n < 6; n++) {
        const a = i[h + K_AT_A]! + n;
        const b = i[h + K_AT_B]! + n;
        const j = o + atJacobian(rows) + 12 * r + n;
        along += 0.5 * (f[j]! * (v[a]! + start[a]!) + f[j + 6]! * (v[b]! + start[b]!));
      }
      sum += f[o + atLambda + r]! * along;
    }
  }
  return sum;
}

test.each([1, 3, 1e3, 1e18, NaN])('impulses %s times as large as they should be', (factor) => {
  const random = new Random(5);
  let scaled = 0;
  for (let trial = 0; trial < 200; trial++) {
    const kinds = Array.from({ length: 1 + (trial % 8) }, () => Math.floor(random.between(0, 3)));
    const system = randomSystem(random, 1 + (trial % 5), kinds);
    const { island, blocks, movers } = system;
    const start = movers.v.data.slice();
    island.start = start;
    new NewtonSolver(tools(), new Arena()).solve(island, 200, 1e-13, 0);
    const solved = movers.v.data.slice();
    if (factor !== 1) {
      for (let k = 0; k < blocks.count; k++) {
        const o = blocks.dataOf(k) + atLambda;
        for (let r = 0; r < 3; r++) blocks.f.data[o + r]! *= factor * random.between(0.5, 1);
      }
      movers.v.data.set(start);
      applyImpulses(island, tools().kernels);
    }
    if (boundEnergy(island, tools()) !== 1) scaled++;
    if (factor === 1) expect(movers.v.data).toEqual(solved);
    expect(gained(system, start), `trial ${trial}`).toBeLessThan(1e-12);
  }
  if (factor === 1) expect(scaled).toBe(0);
  else expect(scaled).toBeGreaterThan(100);
});
