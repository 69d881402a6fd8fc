// Blocks: all that the solver knows of joints and contacts.
//
// A block couples one or two bodies by up to six rows. With J its Jacobian (rows × 12: twist of a, twist of b), λ its
// impulses (N·s, N·m·s), C a diagonal compliance and b a right-hand side, it asks for
//     J v + C λ + b = 0,   λ ∈ K(λ),
// where the projection, an opaque number to the solver, says what K is. After assembly a block holds
//     B = M⁻¹ Jᵀ,  S = J M⁻¹ Jᵀ + C,  and the factor of S.
// Blocks are rebuilt every step in a defined order; what must outlive the step (λ) belongs to whoever made the block.

import { B_INV_INERTIA, B_INV_MASS, BODY_STRIDE } from '../bodies/layout.js';
import type { Arena, F64Slab, I32Slab } from '../memory/arena.js';
import { factorLdl } from './factor.js';

export const K_BODY_A = 0;
export const K_BODY_B = 1;
export const K_ROWS = 2;
export const K_PROJECTION = 3;
/** Where the block's doubles begin. */
export const K_DATA = 4;
export const K_ISLAND = 5;
export const BLOCK_INTS = 6;

export const MOST_ROWS = 6;
/** Numbers that belong to the projection (friction, bounds…). */
export const PARAMETERS = 16;

// Offsets within a block's doubles, for m rows: parameters first, so that a projection finds them without m.
export const atRhs = PARAMETERS;
export const atLambda = PARAMETERS + MOST_ROWS;
export const atCompliance = PARAMETERS + 2 * MOST_ROWS;
export const atJacobian = PARAMETERS + 3 * MOST_ROWS;
export const atSchur = (m: number): number => atJacobian + 24 * m;
export const atFactor = (m: number): number => atJacobian + 24 * m + m * m;
export const blockSize = (m: number): number => atJacobian + 24 * m + 2 * m * m;

export class BlockStore {
  readonly f: F64Slab;
  readonly i: I32Slab;
  count = 0;
  rows = 0;
  private used = 0;

  constructor(arena: Arena) {
    this.f = arena.f64(4096);
    this.i = arena.i32(256);
  }

  clear(): void {
    this.count = 0;
    this.rows = 0;
    this.used = 0;
  }

  /** Appends a block with zeroed numbers; returns its index. Its doubles begin at `dataOf(index)`. */
  add(bodyA: number, bodyB: number, rows: number, projection: number): number {
    const k = this.count++;
    const size = blockSize(rows);
    this.f.reserve(this.used + size);
    this.i.reserve(this.count * BLOCK_INTS);
    const i = this.i.data;
    const o = k * BLOCK_INTS;
    i[o + K_BODY_A] = bodyA;
    i[o + K_BODY_B] = bodyB;
    i[o + K_ROWS] = rows;
    i[o + K_PROJECTION] = projection;
    i[o + K_DATA] = this.used;
    this.f.data.fill(0, this.used, this.used + atJacobian + 12 * rows);
    this.used += size;
    this.rows += rows;
    return k;
  }

  dataOf(k: number): number {
    return this.i.data[k * BLOCK_INTS + K_DATA];
  }

  /** Doubles in use. */
  get size(): number {
    return this.used;
  }
}

/** B = M⁻¹Jᵀ and S for block k, from the bodies' world inverse masses. */
export function assembleBlock(blocks: BlockStore, k: number, bodies: Float64Array): void {
  const f = blocks.f.data;
  const i = blocks.i.data;
  const h = k * BLOCK_INTS;
  const o = i[h + K_DATA];
  const m = i[h + K_ROWS];
  const j = o + atJacobian;
  const b = j + 12 * m;
  const s = b + 12 * m;
  const pa = i[h + K_BODY_A] * BODY_STRIDE;
  const pb = i[h + K_BODY_B] * BODY_STRIDE;
  for (let r = 0; r < m; r++) {
    applyInverseMass(f, b + 12 * r, f, j + 12 * r, bodies, pa);
    applyInverseMass(f, b + 12 * r + 6, f, j + 12 * r + 6, bodies, pb);
  }
  for (let r = 0; r < m; r++) {
    const jr = j + 12 * r;
    for (let c = r; c < m; c++) {
      const bc = b + 12 * c;
      let sum = f[jr] * f[bc];
      for (let n = 1; n < 12; n++) sum += f[jr + n] * f[bc + n];
      f[s + r * m + c] = sum;
      f[s + c * m + r] = sum;
    }
    f[s + r * m + r] += f[o + atCompliance + r];
  }
}

/** out = M⁻¹ x for one body's six numbers. */
export function applyInverseMass(
  out: Float64Array,
  oi: number,
  x: Float64Array,
  xi: number,
  bodies: Float64Array,
  p: number,
): void {
  out[oi] = bodies[p + B_INV_MASS] * x[xi];
  out[oi + 1] = bodies[p + B_INV_MASS + 1] * x[xi + 1];
  out[oi + 2] = bodies[p + B_INV_MASS + 2] * x[xi + 2];
  const k = p + B_INV_INERTIA;
  const a = x[xi + 3];
  const b = x[xi + 4];
  const c = x[xi + 5];
  out[oi + 3] = bodies[k] * a + bodies[k + 1] * b + bodies[k + 2] * c;
  out[oi + 4] = bodies[k + 1] * a + bodies[k + 3] * b + bodies[k + 4] * c;
  out[oi + 5] = bodies[k + 2] * a + bodies[k + 4] * b + bodies[k + 5] * c;
}

export function factorBlock(blocks: BlockStore, k: number): void {
  const m = blocks.i.data[k * BLOCK_INTS + K_ROWS];
  const o = blocks.i.data[k * BLOCK_INTS + K_DATA];
  factorLdl(blocks.f.data, o + atSchur(m), blocks.f.data, o + atFactor(m), m);
}
