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

import { B_VELOCITY, BODY_STRIDE } from '../bodies/layout.js';
import {
  atCompliance,
  atJacobian,
  atLambda,
  atRhs,
  BLOCK_INTS,
  type BlockStore,
  K_BODY_A,
  K_BODY_B,
  K_DATA,
  K_PROJECTION,
  K_ROWS,
} from './blocks.js';
import type { Projection } from './projections.js';

/** Adds B λ of the blocks in `order` to the velocities: what warm starting begins with. */
export function applyImpulses(
  blocks: BlockStore,
  order: Int32Array,
  from: number,
  to: number,
  bodies: Float64Array,
): void {
  const f = blocks.f.data;
  const i = blocks.i.data;
  for (let n = from; n < to; n++) {
    const h = order[n] * BLOCK_INTS;
    const m = i[h + K_ROWS];
    const o = i[h + K_DATA];
    const va = i[h + K_BODY_A] * BODY_STRIDE + B_VELOCITY;
    const vb = i[h + K_BODY_B] * BODY_STRIDE + B_VELOCITY;
    let b = o + atJacobian + 12 * m;
    for (let r = 0; r < m; r++, b += 12)
      if (f[o + atLambda + r] !== 0) addRow(bodies, va, vb, f, b, f, o + atLambda + r);
  }
}

/** Visits of a group of blocks between the same two bodies, at most. */
const GROUP_PASSES = 4;
/** A further pass is worth its time while the last one changed more than this share (squared) of the first. */
const WORTH_A_PASS = 1e-4;

/**
 * One sweep over order[from…to); returns the squared 2-norm of the changes of impulses. In one piece, since what an inner
 * function returned for every group of blocks would be allocated.
 */
export function sweep(
  blocks: BlockStore,
  order: Int32Array,
  from: number,
  to: number,
  bodies: Float64Array,
  projections: readonly Projection[],
  r: Float64Array,
): number {
  const f = blocks.f.data;
  const i = blocks.i.data;
  let norm = 0;
  let n = from;
  while (n < to) {
    const end = endOfGroup(i, order, n, to);
    const passes = end > n + 1 ? GROUP_PASSES : 1;
    let first = 0;
    for (let pass = 0; pass < passes; pass++) {
      let change = 0;
      for (let k = n; k < end; k++) {
        const h = order[k] * BLOCK_INTS;
        const m = i[h + K_ROWS];
        const o = i[h + K_DATA];
        const va = i[h + K_BODY_A] * BODY_STRIDE + B_VELOCITY;
        const vb = i[h + K_BODY_B] * BODY_STRIDE + B_VELOCITY;
        residual(f, o, m, bodies, va, vb, r);
        projections[i[h + K_PROJECTION]](f, o, m, r);
        let b = o + atJacobian + 12 * m;
        const l = o + atLambda;
        for (let row = 0; row < m; row++, b += 12) {
          const d = r[row] - f[l + row];
          if (d === 0) continue;
          f[l + row] = r[row];
          change += d * d;
          r[row] = d;
          addRow(bodies, va, vb, f, b, r, row);
        }
      }
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

/** r = J v + C λ + b. */
export function residual(
  f: Float64Array,
  o: number,
  m: number,
  bodies: Float64Array,
  va: number,
  vb: number,
  r: Float64Array,
): void {
  const a0 = bodies[va];
  const a1 = bodies[va + 1];
  const a2 = bodies[va + 2];
  const a3 = bodies[va + 3];
  const a4 = bodies[va + 4];
  const a5 = bodies[va + 5];
  const b0 = bodies[vb];
  const b1 = bodies[vb + 1];
  const b2 = bodies[vb + 2];
  const b3 = bodies[vb + 3];
  const b4 = bodies[vb + 4];
  const b5 = bodies[vb + 5];
  let j = o + atJacobian;
  for (let k = 0; k < m; k++, j += 12) {
    r[k] =
      f[o + atRhs + k] +
      f[o + atCompliance + k] * f[o + atLambda + k] +
      (f[j] * a0 + f[j + 1] * a1 + f[j + 2] * a2 + f[j + 3] * a3 + f[j + 4] * a4 + f[j + 5] * a5) +
      (f[j + 6] * b0 + f[j + 7] * b1 + f[j + 8] * b2 + f[j + 9] * b3 + f[j + 10] * b4 + f[j + 11] * b5);
  }
}

/** Adds the row at b times impulses[k]: in an array, since as an argument every impulse would be allocated. */
function addRow(
  v: Float64Array,
  va: number,
  vb: number,
  f: Float64Array,
  b: number,
  impulses: Float64Array,
  k: number,
): void {
  const x = impulses[k];
  v[va] += x * f[b];
  v[va + 1] += x * f[b + 1];
  v[va + 2] += x * f[b + 2];
  v[va + 3] += x * f[b + 3];
  v[va + 4] += x * f[b + 4];
  v[va + 5] += x * f[b + 5];
  v[vb] += x * f[b + 6];
  v[vb + 1] += x * f[b + 7];
  v[vb + 2] += x * f[b + 8];
  v[vb + 3] += x * f[b + 9];
  v[vb + 4] += x * f[b + 10];
  v[vb + 5] += x * f[b + 11];
}

export interface SolverOptions {
  /** Sweeps at most. */
  iterations: number;
  /** Stop when the 2-norm of a sweep's change of impulses (N·s) is at most this. */
  tolerance: number;
  warmStart: boolean;
}
