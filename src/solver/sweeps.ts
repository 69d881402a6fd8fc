// Block Gauss–Seidel with warm start (Bouchard et al. 2015, §3 and §6.1.8).
//
// A sweep visits the blocks of an island in their order. A visit computes the block's residual from the current
// velocities, asks the projection for new impulses, and applies the change at once. The sweep stops when the 2-norm of
// its change of impulses, all blocks together, falls to the tolerance: no product with the whole matrix is needed.
//
// Consecutive blocks between the same two bodies (the points of one pair) are visited together, up to GROUP_PASSES
// times, before the sweep goes on. Four points under a box are redundant, and visited once each they pass load among
// themselves as slowly as the whole stack does: a tower of 20 boxes swayed by half a metre at 50 sweeps, and still at
// 200, where four passes at 50 sweeps keep it within 30 µm (docs/decisions/point-groups.md).

import { atLambda, BLOCK_INTS, K_BODY_A, K_BODY_B, K_DATA, K_WIDTH, MOST_ROWS, RIGID_WIDTH } from './blocks.js';
import type { Island } from './island.js';
import type { Kernels } from './kernels.js';
import type { Projection } from './projections.js';

/** Adds B λ of the island's blocks to the velocities: what warm starting begins with. */
export function applyImpulses(island: Island, kernels: Kernels): void {
  const { blocks, order, from, to, v } = island;
  const f = blocks.f.data;
  const i = blocks.i.data;
  for (let n = from; n < to; n++) {
    const h = order[n] * BLOCK_INTS;
    kernels.apply(f, i, h, v, f, i[h + K_DATA] + atLambda);
  }
}

/** Visits of a group of blocks between the same two bodies, at most. */
export const GROUP_PASSES = 4;
/** A further pass is worth its time while the last one changed more than this share (squared) of the first. */
export const WORTH_A_PASS = 1e-4;

/** What a sweep needs beside its island: the laws, the kernels, and room for one block. */
export class SweepTools {
  readonly projections: readonly Projection[];
  readonly kernels: Kernels;
  readonly r = new Float64Array(MOST_ROWS);
  readonly sum = new Float64Array(1);

  constructor(projections: readonly Projection[], kernels: Kernels) {
    this.projections = projections;
    this.kernels = kernels;
  }
}

/** One sweep over the island; returns the squared 2-norm of the changes of impulses. */
export function sweep(island: Island, tools: SweepTools): number {
  const { blocks, order, from, to, v } = island;
  const { projections, kernels, r, sum } = tools;
  const f = blocks.f.data;
  const i = blocks.i.data;
  let norm = 0;
  let n = from;
  while (n < to) {
    const end = endOfGroup(i, order, n, to);
    const passes = end > n + 1 && i[order[n] * BLOCK_INTS + K_WIDTH] === RIGID_WIDTH ? GROUP_PASSES : 1;
    let first = 0;
    for (let pass = 0; pass < passes; pass++) {
      sum[0] = 0;
      for (let k = n; k < end; k++) kernels.visit(f, i, order[k] * BLOCK_INTS, v, projections, r, sum);
      const change = sum[0];
      norm += change;
      if (pass === 0) first = change;
      else if (change <= WORTH_A_PASS * first) break;
    }
    n = end;
  }
  return norm;
}

function endOfGroup(i: Int32Array, order: Int32Array, n: number, to: number): number {
  const a = i[order[n] * BLOCK_INTS + K_BODY_A];
  const b = i[order[n] * BLOCK_INTS + K_BODY_B];
  let end = n + 1;
  while (end < to && i[order[end] * BLOCK_INTS + K_BODY_A] === a && i[order[end] * BLOCK_INTS + K_BODY_B] === b) end++;
  return end;
}

export interface SolverOptions {
  /** Sweeps at most. */
  iterations: number;
  /** Stop when the 2-norm of a sweep's change of impulses (N·s) is at most this. */
  tolerance: number;
  warmStart: boolean;
}
