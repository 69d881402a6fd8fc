// How far the impulses are from the law, in units of velocity, whatever method found them.
//
// For a block with impulses λ and local solution P(e) (projections.ts) the error is |S (λ - P(e))|: by how much the
// block's velocity would change if it alone were put right (m/s; rows that turn count in rad/s). With ρ = 1/|W_ii| it
// is the natural-map error (λ - Π(λ - ρu))/ρ with the exact local solve in place of the step -ρu: both are zero for the
// same λ, and for a block that feels no bounds S (λ - P) is the residual u itself. Laws that are no projection
// (tipping, spin limits) have it too. The error of a set of blocks is that of its worst block, so that sizes compare.
// The update norm of sweeps says how fast they still move, not how far they are: on a tower it is hundreds of times
// smaller. Verified in test/solver/residual.test.ts.

import {
  atLambda,
  atSchur,
  BLOCK_INTS,
  type BlockStore,
  K_DATA,
  K_ISLAND,
  K_PROJECTION,
  K_ROWS,
  K_SUBJECT,
} from './blocks.js';
import type { SweepTools } from './sweeps.js';

/** The largest error of any block (m/s) at these velocities of its movers. */
export function naturalError(blocks: BlockStore, v: Float64Array, { projections, kernels, r }: SweepTools): number {
  const f = blocks.f.data;
  const i = blocks.i.data;
  let worst = 0;
  for (let k = 0; k < blocks.count; k++) {
    const h = k * BLOCK_INTS;
    if (i[h + K_ISLAND] < 0) continue;
    const m = i[h + K_ROWS];
    const o = i[h + K_DATA];
    kernels.residual(f, i, h, v, r);
    projections[i[h + K_PROJECTION]](f, o, m, r, i[h + K_SUBJECT]);
    worst = Math.max(worst, blockError(f, o, m, r));
  }
  return worst;
}

/** |S (λ - p)|. */
export function blockError(f: Float64Array, o: number, m: number, p: Float64Array): number {
  const s = o + atSchur;
  let sum = 0;
  for (let row = 0; row < m; row++) {
    let u = 0;
    for (let c = 0; c < m; c++) u += f[s + row * m + c] * (f[o + atLambda + c] - p[c]);
    sum += u * u;
  }
  return Math.sqrt(sum);
}
