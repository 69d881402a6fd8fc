// LU of a sparse matrix of square blocks, all of one size, with a symmetric pattern and values of any kind.
//
// The blocks of a node's row and column lie beside each other; the pattern and order come from an Elimination. Pivots
// are whole diagonal blocks, factored with partial pivoting inside (not inverted: a pivot of a body that is held
// stiffly in some directions and not in others has a condition of 1e9, and its inverse loses that twice); between
// blocks the order is fixed beforehand. That is safe for what the solver puts in (a mass matrix plus what dissipates,
// never far from symmetric positive definite) and checked afterwards all the same: the caller refines against the true
// matrix and looks at what it gets. Values are nonsymmetric because Coulomb's friction is: an LDLᵀ would have to bend
// it. Verified in test/solver/newton-linear.test.ts against dense elimination.

import type { Arena, F64Slab, I32Slab } from '../memory/arena.js';
import type { Elimination } from './elimination.js';

export class BlockLu {
  readonly size: number;
  /** Row by row: the diagonal blocks, by place (after `factor`: their own LU factors). */
  readonly diagonal: F64Slab;
  /** Entry n of the pattern, between places k < j: block (k, j) at n·size². */
  readonly upper: F64Slab;
  /** … and block (j, k); after `factor`: L_jk. */
  readonly lower: F64Slab;
  #elimination: Elimination | null = null;
  readonly #at: I32Slab;
  readonly #scratch: Float64Array;
  /** Row order of each diagonal block's factors. */
  readonly #pivots: I32Slab;
  readonly #x: F64Slab;

  constructor(arena: Arena, size: number) {
    this.size = size;
    this.diagonal = arena.f64(64);
    this.upper = arena.f64(64);
    this.lower = arena.f64(64);
    this.#at = arena.i32(16);
    this.#x = arena.f64(16);
    this.#scratch = new Float64Array(size);
    this.#pivots = arena.i32(16);
  }

  /** Zeroes the matrix. */
  begin(elimination: Elimination): void {
    this.#elimination = elimination;
    const n = elimination.count;
    const q = this.size * this.size;
    this.diagonal.reserve(n * q);
    this.upper.reserve(elimination.fill * q);
    this.lower.reserve(elimination.fill * q);
    this.#at.reserve(n);
    this.#pivots.reserve(n * this.size);
    this.#x.reserve(n * this.size);
    zero(this.diagonal.data, n * q);
    zero(this.upper.data, elimination.fill * q);
    zero(this.lower.data, elimination.fill * q);
  }

  /** Entry of the pattern between two different places. */
  entry(k: number, j: number): number {
    const { start, later } = this.#elimination!;
    const low = k < j ? k : j;
    const high = k < j ? j : k;
    let from = start.data[low];
    let to = start.data[low + 1] - 1;
    while (from < to) {
      const middle = (from + to) >> 1;
      if (later.data[middle] < high) from = middle + 1;
      else to = middle;
    }
    return from;
  }

  /** False where a pivot is singular: then the factors are worth nothing. */
  factor(): boolean {
    const e = this.#elimination!;
    const { size } = this;
    const q = size * size;
    const start = e.start.data;
    const later = e.later.data;
    const d = this.diagonal.data;
    const u = this.upper.data;
    const l = this.lower.data;
    const at = this.#at.data;
    const subtract = size === 6 ? subtractProduct6 : size === 3 ? subtractProduct3 : subtractProduct;
    for (let k = 0; k < e.count; k++) {
      if (!factorBlock(d, k * q, size, this.#pivots.data, k * size)) return false;
      const from = start[k];
      const to = start[k + 1];
      for (let n = from; n < to; n++) this.#divide(l, n * q, d, k * q, k * size);
      for (let n = from; n < to; n++) {
        const i = later[n];
        subtract(d, i * q, l, n * q, u, n * q, size);
        for (let w = start[i]; w < start[i + 1]; w++) at[later[w]] = w;
        for (let w = n + 1; w < to; w++) {
          const target = at[later[w]] * q;
          subtract(u, target, l, n * q, u, w * q, size);
          subtract(l, target, l, w * q, u, n * q, size);
        }
      }
    }
    return true;
  }

  /** x ← A⁻¹ x, blocks by node. */
  solve(x: Float64Array): void {
    const e = this.#elimination!;
    const { size } = this;
    const q = size * size;
    const start = e.start.data;
    const later = e.later.data;
    const node = e.node.data;
    const y = this.#x.data;
    const d = this.diagonal.data;
    const u = this.upper.data;
    const l = this.lower.data;
    for (let k = 0; k < e.count; k++) for (let r = 0; r < size; r++) y[k * size + r] = x[node[k] * size + r];
    for (let k = 0; k < e.count; k++)
      for (let n = start[k]; n < start[k + 1]; n++) subtractVector(y, later[n] * size, l, n * q, y, k * size, size);
    for (let k = e.count - 1; k >= 0; k--) {
      for (let n = start[k]; n < start[k + 1]; n++) subtractVector(y, k * size, u, n * q, y, later[n] * size, size);
      this.#solveBlock(y, k * size, d, k * q, k * size);
      for (let r = 0; r < size; r++) x[node[k] * size + r] = y[k * size + r];
    }
  }

  /** y ← D⁻¹ y with the factors at di. */
  #solveBlock(y: Float64Array, yi: number, d: Float64Array, di: number, pi: number): void {
    const { size } = this;
    const scratch = this.#scratch;
    const pivots = this.#pivots.data;
    for (let r = 0; r < size; r++) {
      let sum = y[yi + pivots[pi + r]];
      for (let c = 0; c < r; c++) sum -= d[di + r * size + c] * scratch[c];
      scratch[r] = sum;
    }
    for (let r = size - 1; r >= 0; r--) {
      let sum = scratch[r];
      for (let c = r + 1; c < size; c++) sum -= d[di + r * size + c] * scratch[c];
      scratch[r] = sum / d[di + r * size + r];
    }
    for (let r = 0; r < size; r++) y[yi + r] = scratch[r];
  }

  /** a ← a D⁻¹ for one block, row by row: z U = a, w L = z, and the columns put back in their order. */
  #divide(a: Float64Array, ai: number, d: Float64Array, di: number, pi: number): void {
    const { size } = this;
    const scratch = this.#scratch;
    const pivots = this.#pivots.data;
    for (let row = ai; row < ai + size * size; row += size) {
      for (let c = 0; c < size; c++) {
        let sum = a[row + c];
        for (let n = 0; n < c; n++) sum -= scratch[n] * d[di + n * size + c];
        scratch[c] = sum / d[di + c * size + c];
      }
      for (let c = size - 2; c >= 0; c--) {
        let sum = scratch[c];
        for (let n = c + 1; n < size; n++) sum -= scratch[n] * d[di + n * size + c];
        scratch[c] = sum;
      }
      for (let c = 0; c < size; c++) a[row + pivots[pi + c]] = scratch[c];
    }
  }
}

/** LU of one block in place with row pivoting; false where singular. */
function factorBlock(d: Float64Array, di: number, size: number, pivots: Int32Array, pi: number): boolean {
  for (let r = 0; r < size; r++) pivots[pi + r] = r;
  for (let k = 0; k < size; k++) {
    let best = k;
    for (let r = k + 1; r < size; r++) if (Math.abs(d[di + r * size + k]) > Math.abs(d[di + best * size + k])) best = r;
    if (best !== k) {
      const p = pivots[pi + k];
      pivots[pi + k] = pivots[pi + best];
      pivots[pi + best] = p;
      for (let c = 0; c < size; c++) {
        const swap = d[di + k * size + c];
        d[di + k * size + c] = d[di + best * size + c];
        d[di + best * size + c] = swap;
      }
    }
    const inverse = 1 / d[di + k * size + k];
    if (!(Math.abs(inverse) < Infinity)) return false;
    for (let r = k + 1; r < size; r++) {
      const x = d[di + r * size + k] * inverse;
      d[di + r * size + k] = x;
      if (x === 0) continue;
      for (let c = k + 1; c < size; c++) d[di + r * size + c] -= x * d[di + k * size + c];
    }
  }
  return true;
}

function zero(a: Float64Array, n: number): void {
  for (let k = 0; k < n; k++) a[k] = 0;
}

function subtractVector(
  y: Float64Array,
  yi: number,
  a: Float64Array,
  ai: number,
  x: Float64Array,
  xi: number,
  size: number,
): void {
  for (let r = 0; r < size; r++) {
    let sum = 0;
    for (let c = 0; c < size; c++) sum += a[ai + r * size + c] * x[xi + c];
    y[yi + r] -= sum;
  }
}

/** t -= a b, blocks of any size. */
function subtractProduct(
  t: Float64Array,
  ti: number,
  a: Float64Array,
  ai: number,
  b: Float64Array,
  bi: number,
  size: number,
): void {
  for (let r = 0; r < size; r++)
    for (let c = 0; c < size; c++) {
      let sum = 0;
      for (let n = 0; n < size; n++) sum += a[ai + r * size + n] * b[bi + n * size + c];
      t[ti + r * size + c] -= sum;
    }
}

function subtractProduct3(t: Float64Array, ti: number, a: Float64Array, ai: number, b: Float64Array, bi: number): void {
  const b0 = b[bi];
  const b1 = b[bi + 1];
  const b2 = b[bi + 2];
  const b3 = b[bi + 3];
  const b4 = b[bi + 4];
  const b5 = b[bi + 5];
  const b6 = b[bi + 6];
  const b7 = b[bi + 7];
  const b8 = b[bi + 8];
  for (let r = 0; r < 9; r += 3) {
    const x = a[ai + r];
    const y = a[ai + r + 1];
    const z = a[ai + r + 2];
    t[ti + r] -= x * b0 + y * b3 + z * b6;
    t[ti + r + 1] -= x * b1 + y * b4 + z * b7;
    t[ti + r + 2] -= x * b2 + y * b5 + z * b8;
  }
}

function subtractProduct6(t: Float64Array, ti: number, a: Float64Array, ai: number, b: Float64Array, bi: number): void {
  for (let c = 0; c < 6; c++) {
    const b0 = b[bi + c];
    const b1 = b[bi + c + 6];
    const b2 = b[bi + c + 12];
    const b3 = b[bi + c + 18];
    const b4 = b[bi + c + 24];
    const b5 = b[bi + c + 30];
    const o = ti + c;
    t[o] -= a[ai] * b0 + a[ai + 1] * b1 + a[ai + 2] * b2 + a[ai + 3] * b3 + a[ai + 4] * b4 + a[ai + 5] * b5;
    t[o + 6] -= a[ai + 6] * b0 + a[ai + 7] * b1 + a[ai + 8] * b2 + a[ai + 9] * b3 + a[ai + 10] * b4 + a[ai + 11] * b5;
    t[o + 12] -=
      a[ai + 12] * b0 + a[ai + 13] * b1 + a[ai + 14] * b2 + a[ai + 15] * b3 + a[ai + 16] * b4 + a[ai + 17] * b5;
    t[o + 18] -=
      a[ai + 18] * b0 + a[ai + 19] * b1 + a[ai + 20] * b2 + a[ai + 21] * b3 + a[ai + 22] * b4 + a[ai + 23] * b5;
    t[o + 24] -=
      a[ai + 24] * b0 + a[ai + 25] * b1 + a[ai + 26] * b2 + a[ai + 27] * b3 + a[ai + 28] * b4 + a[ai + 29] * b5;
    t[o + 30] -=
      a[ai + 30] * b0 + a[ai + 31] * b1 + a[ai + 32] * b2 + a[ai + 33] * b3 + a[ai + 34] * b4 + a[ai + 35] * b5;
  }
}

/**
 * a ← a⁻¹ by Gauss–Jordan with row pivoting; false where singular. `work` holds size². A column that is done has the
 * inverse's in its place, so that nothing is multiplied that is known to be zero.
 */
export function invert(a: Float64Array, ai: number, size: number, work: Float64Array, pivot: Int32Array): boolean {
  for (let k = 0; k < size * size; k++) work[k] = a[ai + k];
  for (let r = 0; r < size; r++) pivot[r] = r;
  for (let k = 0; k < size; k++) {
    let best = k;
    let most = Math.abs(work[pivot[k] * size + k]);
    for (let r = k + 1; r < size; r++) {
      const x = Math.abs(work[pivot[r] * size + k]);
      if (!(x > most)) continue;
      most = x;
      best = r;
    }
    const p = pivot[best];
    pivot[best] = pivot[k];
    pivot[k] = p;
    const at = p * size;
    const d = 1 / work[at + k];
    if (!(Math.abs(d) < Infinity)) return false;
    work[at + k] = 1;
    for (let c = 0; c < size; c++) work[at + c] *= d;
    for (let r = 0; r < size; r++) {
      const row = r * size;
      const x = work[row + k];
      if (r === p || x === 0) continue;
      work[row + k] = 0;
      for (let c = 0; c < size; c++) work[row + c] -= x * work[at + c];
    }
  }
  for (let k = 0; k < size; k++) for (let c = 0; c < size; c++) a[ai + k * size + pivot[c]] = work[pivot[k] * size + c];
  return true;
}
