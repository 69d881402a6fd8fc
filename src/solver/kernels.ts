// The kernels that all methods are made of, each written once, behind one table that is chosen when a world is made.
// These are the reference in TypeScript; whatever is faster has to give the same bits.
//
// A kernel sees packed arrays and offsets alone: f and i of the blocks, h where the block's integers begin, v the
// velocities. Between rigid bodies rows have twelve numbers, and loops over them are unrolled.

import { BODY_STRIDE } from '../bodies/layout.js';
import { type WasmHost, wasmOfHost } from '../memory/wasm.js';
import {
  atCompliance,
  atFactor,
  atJacobian,
  atLambda,
  atResponse,
  atRhs,
  atSchur,
  BLOCK_INTS,
  type BlockStore,
  K_AT_A,
  K_AT_B,
  K_BODY_A,
  K_BODY_B,
  K_DATA,
  K_END_A,
  K_END_B,
  K_FIRST_A,
  K_FIRST_B,
  K_PROJECTION,
  K_READY,
  K_ROWS,
  K_SUBJECT,
  K_WIDTH,
  K_WIDTH_A,
  RIGID_WIDTH,
} from './blocks.js';
import { factorLdl } from './factor.js';
import { applyInverseMass } from './movers.js';
import type { Projection } from './projections.js';

export interface Kernels {
  /** B = M⁻¹Jᵀ and S of block k, unless it is ready. `bodies`: records of the rigid ones. */
  assemble(blocks: BlockStore, k: number, bodies: Float64Array): void;
  /** The factor of S of block k, likewise. */
  factor(blocks: BlockStore, k: number): void;
  /** r = J v + C λ + b. */
  residual(f: Float64Array, i: Int32Array, h: number, v: Float64Array, r: Float64Array): void;
  /** v += B x, with x[xi…] a number for every row. */
  apply(f: Float64Array, i: Int32Array, h: number, v: Float64Array, x: Float64Array, xi: number): void;
  /**
   * Residual, local solve, and what it changes applied at once; adds the square of the change of λ to sum[0]. r is
   * scratch.
   */
  visit(
    f: Float64Array,
    i: Int32Array,
    h: number,
    v: Float64Array,
    projections: readonly Projection[],
    r: Float64Array,
    sum: Float64Array,
  ): void;
  /** For laws that have kernels of their own in WebAssembly; null: they are to do without. */
  readonly wasm: WasmHost | null;
  /** Those of them that threads share. */
  readonly shared: SharedKernels;
}

/**
 * Kernels in memory that threads share, as `sixfold/workers` makes them. A room that has one says here what it is, and
 * does without where there is none.
 */
// biome-ignore lint/suspicious/noEmptyInterface: rooms add to it
export interface SharedKernels {}

export const typescriptKernels: Kernels = { assemble, factor, residual, apply, visit, wasm: null, shared: {} };

/** With all that the host can do, and threads that were lent. */
export function fastestKernels(shared: SharedKernels = {}): Kernels {
  return { ...typescriptKernels, wasm: wasmOfHost(), shared };
}

function assemble(blocks: BlockStore, k: number, bodies: Float64Array): void {
  const f = blocks.f.data;
  const i = blocks.i.data;
  const h = k * BLOCK_INTS;
  if (i[h + K_READY] > 0) return;
  const o = i[h + K_DATA];
  const m = i[h + K_ROWS];
  const w = i[h + K_WIDTH];
  const j = o + atJacobian(m);
  const b = o + atResponse(m, w);
  if (w === RIGID_WIDTH) {
    const pa = i[h + K_BODY_A] * BODY_STRIDE;
    const pb = i[h + K_BODY_B] * BODY_STRIDE;
    for (let r = 0; r < m; r++) {
      applyInverseMass(f, b + 12 * r, f, j + 12 * r, bodies, pa);
      applyInverseMass(f, b + 12 * r + 6, f, j + 12 * r + 6, bodies, pb);
    }
  } else {
    const wa = i[h + K_WIDTH_A];
    for (let r = 0; r < m; r++) {
      respond(blocks, i[h + K_BODY_A], f, b + w * r, j + w * r, bodies);
      respond(blocks, i[h + K_BODY_B], f, b + w * r + wa, j + w * r + wa, bodies);
    }
  }
  const s = o + atSchur;
  for (let r = 0; r < m; r++) {
    if (w === RIGID_WIDTH) writeRigidSums(f, j + 12 * r, b, s, r, m);
    else writeSums(f, i, h, j + w * r, b, s, r, m, w);
    f[s + r * m + r] += f[o + atCompliance + r];
  }
}

/** Row r of J B, from its diagonal on, and the same as a column; J's row is at j. */
function writeSums(
  f: Float64Array,
  i: Int32Array,
  h: number,
  j: number,
  b: number,
  s: number,
  r: number,
  m: number,
  w: number,
): void {
  for (let c = r; c < m; c++) {
    const bc = b + w * c;
    let sum = 0;
    for (let n = i[h + K_FIRST_A]; n < i[h + K_END_A]; n++) sum += f[j + n] * f[bc + n];
    for (let n = i[h + K_FIRST_B]; n < i[h + K_END_B]; n++) sum += f[j + n] * f[bc + n];
    f[s + r * m + c] = sum;
    f[s + c * m + r] = sum;
  }
}

function writeRigidSums(f: Float64Array, j: number, b: number, s: number, r: number, m: number): void {
  const j0 = f[j];
  const j1 = f[j + 1];
  const j2 = f[j + 2];
  const j3 = f[j + 3];
  const j4 = f[j + 4];
  const j5 = f[j + 5];
  const j6 = f[j + 6];
  const j7 = f[j + 7];
  const j8 = f[j + 8];
  const j9 = f[j + 9];
  const j10 = f[j + 10];
  const j11 = f[j + 11];
  for (let c = r, o = b + 12 * r; c < m; c++, o += 12) {
    const sum =
      j0 * f[o] +
      j1 * f[o + 1] +
      j2 * f[o + 2] +
      j3 * f[o + 3] +
      j4 * f[o + 4] +
      j5 * f[o + 5] +
      j6 * f[o + 6] +
      j7 * f[o + 7] +
      j8 * f[o + 8] +
      j9 * f[o + 9] +
      j10 * f[o + 10] +
      j11 * f[o + 11];
    f[s + r * m + c] = sum;
    f[s + c * m + r] = sum;
  }
}

function respond(
  blocks: BlockStore,
  slot: number,
  f: Float64Array,
  out: number,
  x: number,
  bodies: Float64Array,
): void {
  const response = blocks.movers.responseOf(slot);
  if (response) response.respond(f, out, f, x);
  else applyInverseMass(f, out, f, x, bodies, slot * BODY_STRIDE);
}

function factor(blocks: BlockStore, k: number): void {
  const i = blocks.i.data;
  const h = k * BLOCK_INTS;
  if (i[h + K_READY] > 0) return;
  const m = i[h + K_ROWS];
  const o = i[h + K_DATA];
  factorLdl(blocks.f.data, o + atSchur, blocks.f.data, o + atFactor(m), m);
}

function residual(f: Float64Array, i: Int32Array, h: number, v: Float64Array, r: Float64Array): void {
  const m = i[h + K_ROWS];
  const o = i[h + K_DATA];
  const va = i[h + K_AT_A];
  const vb = i[h + K_AT_B];
  let j = o + atJacobian(m);
  if (i[h + K_WIDTH] !== RIGID_WIDTH) {
    const w = i[h + K_WIDTH];
    const endA = i[h + K_END_A];
    const endB = i[h + K_END_B];
    const offB = vb - i[h + K_WIDTH_A];
    for (let k = 0; k < m; k++, j += w) {
      let sum = f[o + atRhs + k] + f[o + atCompliance + k] * f[o + atLambda + k];
      for (let n = i[h + K_FIRST_A]; n < endA; n++) sum += f[j + n] * v[va + n];
      for (let n = i[h + K_FIRST_B]; n < endB; n++) sum += f[j + n] * v[offB + n];
      r[k] = sum;
    }
    return;
  }
  const a0 = v[va];
  const a1 = v[va + 1];
  const a2 = v[va + 2];
  const a3 = v[va + 3];
  const a4 = v[va + 4];
  const a5 = v[va + 5];
  const b0 = v[vb];
  const b1 = v[vb + 1];
  const b2 = v[vb + 2];
  const b3 = v[vb + 3];
  const b4 = v[vb + 4];
  const b5 = v[vb + 5];
  for (let k = 0; k < m; k++, j += 12) {
    r[k] =
      f[o + atRhs + k] +
      f[o + atCompliance + k] * f[o + atLambda + k] +
      (f[j] * a0 + f[j + 1] * a1 + f[j + 2] * a2 + f[j + 3] * a3 + f[j + 4] * a4 + f[j + 5] * a5) +
      (f[j + 6] * b0 + f[j + 7] * b1 + f[j + 8] * b2 + f[j + 9] * b3 + f[j + 10] * b4 + f[j + 11] * b5);
  }
}

function apply(f: Float64Array, i: Int32Array, h: number, v: Float64Array, x: Float64Array, xi: number): void {
  const m = i[h + K_ROWS];
  const w = i[h + K_WIDTH];
  let b = i[h + K_DATA] + atResponse(m, w);
  for (let r = 0; r < m; r++, b += w) if (x[xi + r] !== 0) applyRow(f, i, h, b, v, x, xi + r);
}

/** v += the row at b times impulses[k]: in an array, since as an argument every impulse would be allocated. */
function applyRow(
  f: Float64Array,
  i: Int32Array,
  h: number,
  b: number,
  v: Float64Array,
  impulses: Float64Array,
  k: number,
): void {
  const x = impulses[k];
  const va = i[h + K_AT_A];
  const vb = i[h + K_AT_B];
  if (i[h + K_WIDTH] !== RIGID_WIDTH) {
    const wa = i[h + K_WIDTH_A];
    const w = i[h + K_WIDTH];
    for (let n = 0; n < wa; n++) v[va + n] += x * f[b + n];
    for (let n = wa; n < w; n++) v[vb + n - wa] += x * f[b + n];
    return;
  }
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

/** v[at + n] += Σ x[r] f[b + w r + n], n from `from` to `to`, over the m rows: up to three of them in one walk. */
function applyWide(
  f: Float64Array,
  b: number,
  w: number,
  at: number,
  from: number,
  to: number,
  v: Float64Array,
  x: Float64Array,
  m: number,
): void {
  let r = 0;
  for (; r + 2 < m; r += 3) {
    const x0 = x[r];
    const x1 = x[r + 1];
    const x2 = x[r + 2];
    if (x0 === 0 && x1 === 0 && x2 === 0) continue;
    const b0 = b + w * r;
    const b1 = b0 + w;
    const b2 = b1 + w;
    for (let n = from; n < to; n++) v[at + n] = v[at + n] + x0 * f[b0 + n] + x1 * f[b1 + n] + x2 * f[b2 + n];
  }
  for (; r < m; r++) {
    const x0 = x[r];
    const b0 = b + w * r;
    if (x0 !== 0) for (let n = from; n < to; n++) v[at + n] += x0 * f[b0 + n];
  }
}

function visit(
  f: Float64Array,
  i: Int32Array,
  h: number,
  v: Float64Array,
  projections: readonly Projection[],
  r: Float64Array,
  sum: Float64Array,
): void {
  const m = i[h + K_ROWS];
  const o = i[h + K_DATA];
  const w = i[h + K_WIDTH];
  residual(f, i, h, v, r);
  projections[i[h + K_PROJECTION]](f, o, m, r, i[h + K_SUBJECT]);
  let b = o + atResponse(m, w);
  const l = o + atLambda;
  if (w !== RIGID_WIDTH) {
    for (let row = 0; row < m; row++) {
      const d = r[row] - f[l + row];
      f[l + row] = r[row];
      sum[0] += d * d;
      r[row] = d;
    }
    applyWide(f, b, w, i[h + K_AT_A], 0, i[h + K_WIDTH_A], v, r, m);
    applyWide(f, b, w, i[h + K_AT_B] - i[h + K_WIDTH_A], i[h + K_WIDTH_A], w, v, r, m);
    return;
  }
  if (m === 6 && i[h + K_AT_A] !== i[h + K_AT_B] && changesAll(f, l, r)) {
    for (let row = 0; row < 6; row++) {
      const d = r[row] - f[l + row];
      f[l + row] = r[row];
      sum[0] += d * d;
      r[row] = d;
    }
    applySix(f, b, v, i[h + K_AT_A], r);
    applySix(f, b + 6, v, i[h + K_AT_B], r);
    return;
  }
  for (let row = 0; row < m; row++, b += w) {
    const d = r[row] - f[l + row];
    if (d === 0) continue;
    f[l + row] = r[row];
    sum[0] += d * d;
    r[row] = d;
    applyRow(f, i, h, b, v, r, row);
  }
}

/** Whether none of the six impulses r is the one at f[l…]. */
function changesAll(f: Float64Array, l: number, r: Float64Array): boolean {
  for (let k = 0; k < 6; k++) if (r[k] - f[l + k] === 0) return false;
  return true;
}

/** v[at…] += the six columns at b of rows of twelve times x, one row after the other, without storing in between. */
function applySix(f: Float64Array, b: number, v: Float64Array, at: number, x: Float64Array): void {
  const x0 = x[0];
  const x1 = x[1];
  const x2 = x[2];
  const x3 = x[3];
  const x4 = x[4];
  const x5 = x[5];
  for (let k = 0; k < 6; k++, b++)
    v[at + k] =
      v[at + k] + x0 * f[b] + x1 * f[b + 12] + x2 * f[b + 24] + x3 * f[b + 36] + x4 * f[b + 48] + x5 * f[b + 60];
}
