// Nonsmooth nonlinear conjugate gradient over the sweep (Silcowitz-Hansen, Niebe and Erleben 2010, "A nonsmooth
// nonlinear conjugate gradient method for interactive contact force problems").
//
// A sweep's change of impulses plays the part of the negative gradient, g_k = λ_k - sweep(λ_k). After a sweep
//     β = |g_k|²/|g_{k-1}|²  (Fletcher–Reeves);  β > 1: restart, p = 0;  else λ += β p_{k-1},  p_k = β p_{k-1} - g_k.
// Deviations: norms are weighted with the diagonal of S (forces and torques have different units, and the paper's are
// all forces); p is dropped too when it no longer points along the sweep's change; and the answer is always what a
// sweep left, never an extrapolated point, so that every block's law holds.
// Verified in test/solver/nncg.test.ts.

import type { Arena, F64Slab } from '../memory/arena.js';
import { atLambda, atSchur, BLOCK_INTS, K_DATA, K_ROWS } from './blocks.js';
import type { Island } from './island.js';
import { type SweepTools, sweep } from './sweeps.js';

export class NncgSolver {
  /** Of the last island: sweeps, and the 2-norm of the last sweep's change (N·s). */
  iterations = 0;
  norm = 0;
  readonly history: F64Slab;
  readonly #tools: SweepTools;
  readonly #before: F64Slab;
  readonly #direction: F64Slab;
  readonly #change: F64Slab;

  constructor(tools: SweepTools, arena: Arena) {
    this.#tools = tools;
    this.history = arena.f64(64);
    this.#before = arena.f64(64);
    this.#direction = arena.f64(64);
    this.#change = arena.f64(64);
  }

  /** As NewtonSolver.solve: from the impulses in the blocks, which the velocities already hold; with these laws. */
  solve(island: Island, most: number, tolerance: number): void {
    const { blocks, order, from, to } = island;
    const f = blocks.f.data;
    const i = blocks.i.data;
    let rows = 0;
    for (let n = from; n < to; n++) rows += i[order[n] * BLOCK_INTS + K_ROWS];
    this.#before.reserve(rows);
    this.#direction.reserve(rows);
    this.#change.reserve(rows);
    this.history.reserve(most);
    const before = this.#before.data;
    const p = this.#direction.data;
    for (let k = 0; k < rows; k++) p[k] = 0;
    const limit = tolerance * tolerance;
    let last = 0;
    this.iterations = 0;
    this.norm = 0;
    while (this.iterations < most) {
      this.#read(island, before);
      const norm = sweep(island, this.#tools);
      this.norm = Math.sqrt(norm);
      this.history.data[this.iterations++] = this.norm;
      if (norm <= limit || this.iterations === most) return;
      let size = 0;
      let along = 0;
      let at = 0;
      for (let n = from; n < to; n++) {
        const h = order[n] * BLOCK_INTS;
        const m = i[h + K_ROWS];
        const o = i[h + K_DATA];
        for (let k = 0; k < m; k++, at++) {
          const change = f[o + atLambda + k] - before[at];
          const weight = f[o + atSchur + k * m + k];
          size += weight * change * change;
          along += weight * change * p[at];
        }
      }
      const beta = last > 0 ? size / last : 2;
      last = size;
      if (beta > 1 || along < 0) this.#restart(island);
      else this.#extrapolate(island, beta);
    }
  }

  #read({ blocks, order, from, to }: Island, into: Float64Array): void {
    const f = blocks.f.data;
    const i = blocks.i.data;
    let at = 0;
    for (let n = from; n < to; n++) {
      const h = order[n] * BLOCK_INTS;
      const l = i[h + K_DATA] + atLambda;
      for (let k = 0; k < i[h + K_ROWS]; k++) into[at++] = f[l + k];
    }
  }

  #restart({ blocks, order, from, to }: Island): void {
    const f = blocks.f.data;
    const i = blocks.i.data;
    let at = 0;
    for (let n = from; n < to; n++) {
      const h = order[n] * BLOCK_INTS;
      const l = i[h + K_DATA] + atLambda;
      for (let k = 0; k < i[h + K_ROWS]; k++, at++) this.#direction.data[at] = f[l + k] - this.#before.data[at];
    }
  }

  #extrapolate({ blocks, order, from, to, v }: Island, beta: number): void {
    const f = blocks.f.data;
    const i = blocks.i.data;
    const p = this.#direction.data;
    const change = this.#change.data;
    let at = 0;
    for (let n = from; n < to; n++) {
      const h = order[n] * BLOCK_INTS;
      const m = i[h + K_ROWS];
      const l = i[h + K_DATA] + atLambda;
      const start = at;
      for (let r = 0; r < m; r++, at++) {
        const x = beta * p[at];
        p[at] = x + (f[l + r] - this.#before.data[at]);
        change[at] = x;
        if (x !== 0) f[l + r] += x;
      }
      this.#tools.kernels.apply(f, i, h, v, change, start);
    }
  }
}
