// Islands in full motion: sweeps of the visits of a tape with momentum (Nesterov, 1983), a counted number of them. Before
// each sweep impulses go on the way that they have gone, the farther the longer nothing turned back. The kernel in
// WebAssembly (crowd-kernel.ts) does the same with the same bits where the host has it.
// In motion most of what a sweep changes is in few places (where a row of dominoes falls, where something has just
// landed): a group that has changed next to nothing is passed over in the next sweeps, and goes along no direction
// meanwhile.

import type { Arena, F64Slab } from '../../memory/arena.js';
import type { PatchBuffer } from '../../patch/patch.js';
import type { Island } from '../../solver/island.js';
import type { Kernels } from '../../solver/kernels.js';
import type { CrowdSolver } from '../../solver/projections.js';
import { GROUP_PASSES, WORTH_A_PASS } from '../../solver/sweeps.js';
import { CrowdKernel } from './crowd-kernel.js';
import { CrowdTape } from './crowd-tape.js';
import { applyPatch, applySingle, CHANGE, CrowdVisit, SUM, VISIT_SCRATCH, visitSingle } from './crowd-visit.js';
import { NormalLaw } from './normal-law.js';
import {
  KIND_CURVED,
  KIND_ROW,
  T_DUE,
  T_STRIDE,
  TAPE_INTS,
  TI_A,
  TI_B,
  TI_COUNT,
  TI_GROUP_END,
  TI_KIND,
  TI_PATCH,
  TI_START,
} from './tape-layout.js';

/**
 * Sweeps that go round in circles end: so many without one that changes less than this share (squared) of the least
 * before.
 */
const STALLED = 32;
const PROGRESS = 0.5;
/**
 * In motion what changes by less than a tenth (here its square) of the mean of the sweep before is left alone until the
 * fourth sweep from then. Correction has no more to do with it (pile of 1000 after 140 steps: 509 J instead of 510 J);
 * with a third, 686 J, and 586 J with eight sweeps instead of four.
 */
const QUIET = 1e-2;
const PAUSE = 4;
/** The most of the last way that impulses go on before a sweep. */
const MOMENTUM = 0.95;

export class CrowdSolve implements CrowdSolver {
  iterations = 0;
  norm = 0;
  share = 0;
  readonly history: F64Slab;
  readonly #patches: PatchBuffer;
  readonly #arena: Arena;
  readonly #kernels: Kernels;
  readonly #visits: CrowdVisit;
  readonly #scratch = new Float64Array(VISIT_SCRATCH);
  /** Made with the first crowd: a memory of WebAssembly is too dear for worlds that have none. */
  #tape!: CrowdTape;
  #kernel: CrowdKernel | null = null;
  #isReady = false;

  constructor(patches: PatchBuffer, arena: Arena, kernels: Kernels) {
    this.#patches = patches;
    this.#arena = arena;
    this.#kernels = kernels;
    this.#visits = new CrowdVisit(new NormalLaw(patches));
    this.history = arena.f64(64);
  }

  solve(island: Island, most: number, tolerance: number, share = 0): boolean {
    if (!this.#isReady) this.#prepare();
    const tape = this.#tape;
    if (!tape.load(island, most)) return false;
    this.history.reserve(most);
    let size = 0;
    for (let k = 0; k < 6 * tape.count; k++) size += tape.lambda[k] * tape.lambda[k];
    const limit = Math.max(tolerance * tolerance, share * share * size);
    const quiet = share > 0 ? 0 : QUIET / tape.count;
    this.iterations =
      this.#kernel === null ? this.#run(most, limit, quiet) : this.#kernel.solve(tape, most, limit, quiet);
    for (let n = 0; n < this.iterations; n++) this.history.data[n] = tape.history[n];
    this.norm = this.iterations > 0 ? tape.history[this.iterations - 1] : 0;
    this.share = size > 0 ? this.norm / Math.sqrt(size) : 0;
    tape.store(island);
    return true;
  }

  /** The kernel that it sweeps with, if the host has one. */
  get ownKernel(): CrowdKernel | null {
    if (!this.#isReady) this.#prepare();
    return this.#kernel;
  }

  #prepare(): void {
    this.#isReady = true;
    const { wasm } = this.#kernels;
    // Asked for by the kernel alone, when there is a tape.
    const curved = (k: number, n: Float64Array) =>
      this.#visits.pressCurved(this.#tape.records, k * T_STRIDE, this.#tape.ints[k * TAPE_INTS + TI_PATCH], n);
    this.#kernel = wasm === null ? null : CrowdKernel.make(wasm, curved);
    this.#tape = new CrowdTape(this.#patches, this.#arena, this.#kernel?.memory ?? null);
  }

  /**
   * Sweeps until one changes no more than `limit` (its square), `most` at most; returns how many. What changes by less
   * than `quiet` of the square of the last sweep pauses.
   */
  #run(most: number, limit: number, quiet: number): number {
    const tape = this.#tape;
    const { before, direction: last, lambda, history } = tape;
    const numbers = 6 * tape.count;
    for (let k = 0; k < numbers; k++) last[k] = lambda[k];
    let run = 0;
    let n = 0;
    let least = Infinity;
    let since = 0;
    let norm = 0;
    while (n < most) {
      for (let k = 0; k < numbers; k++) before[k] = lambda[k];
      norm = this.#sweep(n, quiet * norm);
      history[n++] = Math.sqrt(norm);
      if (norm < PROGRESS * least) {
        least = norm;
        since = n;
      }
      if (norm <= limit || n === most || n - since === STALLED) break;
      run = this.#accelerate(n, run) ? run + 1 : 0;
    }
    return n;
  }

  #sweep(at: number, quiet: number): number {
    const tape = this.#tape;
    const scratch = this.#scratch;
    const visits = this.#visits;
    const { count, records: t, ints: q, bodies: y, lambda, outline: v } = tape;
    let norm = 0;
    let n = 0;
    while (n < count) {
      const end = q[n * TAPE_INTS + TI_GROUP_END];
      if (t[n * T_STRIDE + T_DUE] > at) {
        n = end;
        continue;
      }
      const before = norm;
      const passes = end > n + 1 ? GROUP_PASSES : 1;
      let first = 0;
      for (let pass = 0; pass < passes; pass++) {
        scratch[SUM] = 0;
        for (let k = n; k < end; k++) {
          const o = k * TAPE_INTS;
          const kind = q[o + TI_KIND];
          if (kind === KIND_ROW) visitSingle(t, k * T_STRIDE, y, q[o + TI_A], q[o + TI_B], lambda, 6 * k, scratch);
          else
            visits.visit(
              t,
              k * T_STRIDE,
              q,
              o,
              y,
              q[o + TI_A],
              q[o + TI_B],
              v,
              q[o + TI_START],
              q[o + TI_COUNT],
              kind === KIND_CURVED ? q[o + TI_PATCH] : -1,
              lambda,
              6 * k,
              scratch,
            );
        }
        norm += scratch[SUM];
        if (pass === 0) first = scratch[SUM];
        else if (scratch[SUM] <= WORTH_A_PASS * first) break;
      }
      if (norm - before < quiet) for (let k = n; k < end; k++) t[k * T_STRIDE + T_DUE] = at + PAUSE;
      n = end;
    }
    return norm;
  }

  /**
   * Before sweep `at`, the n-th since momentum began anew: goes on the way that impulses went since the sweep before.
   * False: the sweep has turned back, and momentum begins anew.
   */
  #accelerate(at: number, n: number): boolean {
    const tape = this.#tape;
    const numbers = 6 * tape.count;
    const { lambda, weights, before, direction: last, records: t, ints: q, bodies: y } = tape;
    const scratch = this.#scratch;
    let along = 0;
    for (let k = 0; k < numbers; k++) along += weights[k] * (lambda[k] - before[k]) * (lambda[k] - last[k]);
    const share = along < 0 ? 0 : (MOMENTUM * n) / (n + 3);
    for (let k = 0; k < tape.count; k++) {
      const l = 6 * k;
      const pauses = share === 0 || t[k * T_STRIDE + T_DUE] > at;
      for (let m = l; m < l + 6; m++) {
        const x = share * (lambda[m] - last[m]);
        last[m] = lambda[m];
        if (pauses) continue;
        scratch[CHANGE + m - l] = x;
        lambda[m] += x;
      }
      if (pauses) continue;
      const o = k * TAPE_INTS;
      if (q[o + TI_KIND] === KIND_ROW) applySingle(t, k * T_STRIDE, y, q[o + TI_A], q[o + TI_B], scratch, CHANGE);
      else applyPatch(t, k * T_STRIDE, y, q[o + TI_A], q[o + TI_B], scratch, CHANGE);
    }
    return !(along < 0);
  }
}
