// LDLᵀ of a symmetric positive semi-definite matrix of any size, kept row by row from each row's first entry that is
// not zero. Fill stays within these rows (the envelope), so the cost follows the structure: linear in the length of a
// chain.
//
// As in factor.ts a pivot that falls to `RANK` of its own diagonal is rounding: its row is dropped and its unknown is
// zero, which picks one of the solutions of a consistent system. Here rounding has gathered over many rows, hence the
// larger threshold. Verified in test/solver/skyline.test.ts.

import type { Arena, F64Slab, I32Slab } from '../memory/arena.js';

const RANK = 1e-11;

export class Skyline {
  /** Rows of the matrix. */
  size = 0;
  /** Entries in use. */
  used = 0;
  /** Entry (r, c), first(r) ≤ c ≤ r, lies at data[at(r) + c]: S before `factor`, L below the diagonal after it. */
  readonly entries: F64Slab;
  readonly #begin: I32Slab;
  readonly #offset: I32Slab;
  /** 1/D, 0 for a dropped row. */
  readonly #pivots: F64Slab;

  constructor(arena: Arena) {
    this.entries = arena.f64(64);
    this.#begin = arena.i32(16);
    this.#offset = arena.i32(16);
    this.#pivots = arena.f64(16);
  }

  clear(): void {
    this.size = 0;
    this.used = 0;
  }

  /** Appends a row whose first entry is in column `first`, zeroed; returns where entry (r, 0) would lie. */
  addRow(first: number): number {
    const r = this.size++;
    this.#begin.reserve(this.size);
    this.#offset.reserve(this.size);
    this.#pivots.reserve(this.size);
    const start = this.used;
    this.used += r + 1 - first;
    this.entries.reserve(this.used);
    const e = this.entries.data;
    for (let k = start; k < this.used; k++) e[k] = 0;
    this.#begin.data[r] = first;
    this.#offset.data[r] = start - first;
    return start - first;
  }

  at(r: number): number {
    return this.#offset.data[r];
  }

  factor(): void {
    const e = this.entries.data;
    const begin = this.#begin.data;
    const offset = this.#offset.data;
    const pivots = this.#pivots.data;
    for (let r = 0; r < this.size; r++) {
      const first = begin[r];
      const at = offset[r];
      for (let c = first; c < r; c++) {
        const ac = offset[c];
        let sum = e[at + c];
        // L_rn D_n is kept in the row until it is complete.
        for (let n = first > begin[c] ? first : begin[c]; n < c; n++) sum -= e[at + n] * e[ac + n];
        e[at + c] = sum;
      }
      let d = e[at + r];
      const limit = RANK * d;
      for (let c = first; c < r; c++) {
        const ld = e[at + c];
        const l = ld * pivots[c];
        d -= l * ld;
        e[at + c] = l;
      }
      if (d > limit) {
        pivots[r] = 1 / d;
      } else {
        pivots[r] = 0;
        for (let c = first; c < r; c++) e[at + c] = 0;
      }
    }
  }

  /** x ← S⁻¹ x. */
  solve(x: Float64Array): void {
    const e = this.entries.data;
    const begin = this.#begin.data;
    const offset = this.#offset.data;
    const pivots = this.#pivots.data;
    for (let r = 0; r < this.size; r++) {
      const at = offset[r];
      let sum = x[r];
      for (let c = begin[r]; c < r; c++) sum -= e[at + c] * x[c];
      x[r] = sum;
    }
    for (let r = 0; r < this.size; r++) x[r] *= pivots[r];
    for (let r = this.size - 1; r > 0; r--) {
      const at = offset[r];
      const xr = x[r];
      for (let c = begin[r]; c < r; c++) x[c] -= e[at + c] * xr;
    }
  }
}
