// Islands in full motion: sweeps over the visits of a tape, a counted number of them, accelerated by Anderson's method
// (mixing.ts). The kernel in WebAssembly (crowd-kernel.ts) does the same with the same bits where the host has it.

import type { Arena, F64Slab } from '../../memory/arena.js';
import type { PatchBuffer } from '../../patch/patch.js';
import type { Island } from '../../solver/island.js';
import type { Kernels } from '../../solver/kernels.js';
import type { CrowdSolver } from '../../solver/projections.js';
import { GROUP_PASSES, WORTH_A_PASS } from '../../solver/sweeps.js';
import { CrowdKernel, type SweepKernel } from './crowd-kernel.js';
import { CrowdTape } from './crowd-tape.js';
import { applyPatch, applySingle, CHANGE, SUM, VISIT_SCRATCH, visitPatch, visitSingle } from './crowd-visit.js';
import { ASTRAY, MANY, Mixing } from './mixing.js';
import {
  KIND_ROW,
  T_STRIDE,
  TAPE_INTS,
  TI_A,
  TI_B,
  TI_COUNT,
  TI_GROUP_END,
  TI_KIND,
  TI_PAUSE,
  TI_START,
} from './tape-layout.js';

/**
 * Sweeps that go round in circles end: so many without one that changes less than this share (squared) of the least
 * before.
 */
const STALLED = 32;
const PROGRESS = 0.5;
/**
 * In crowds of MANY blocks what hardly changes pauses: a group of blocks that a sweep changes by less than this share
 * (squared) of the mean of the sweep before is passed over by the next PAUSE ones, and goes nowhere by momentum. What is
 * in motion is left worse by more than a tenth; what is calm but for a few bodies that still fall is not. Smaller crowds
 * have no pauses: a change that is left out spoils Anderson's method.
 */
const PAUSE = 3;
const PAUSES_IN_MOTION = 0.01;
const PAUSES_CALM = 0.1;

export class CrowdSolve implements CrowdSolver {
  iterations = 0;
  norm = 0;
  share = 0;
  readonly history: F64Slab;
  readonly #patches: PatchBuffer;
  readonly #arena: Arena;
  readonly #kernels: Kernels;
  readonly #mixing = new Mixing();
  readonly #scratch = new Float64Array(VISIT_SCRATCH);
  /** Made with the first crowd: a memory of WebAssembly is too dear for worlds that have none. */
  #tape!: CrowdTape;
  #kernel: SweepKernel | null = null;
  #isReady = false;

  constructor(patches: PatchBuffer, arena: Arena, kernels: Kernels) {
    this.#patches = patches;
    this.#arena = arena;
    this.#kernels = kernels;
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
    const pauses = tape.count < MANY ? 0 : share > 0 ? PAUSES_CALM : PAUSES_IN_MOTION;
    this.iterations =
      this.#kernel === null ? this.#run(most, limit, pauses) : this.#kernel.solve(tape, most, limit, pauses);
    for (let n = 0; n < this.iterations; n++) this.history.data[n] = tape.history[n];
    this.norm = this.iterations > 0 ? tape.history[this.iterations - 1] : 0;
    this.share = size > 0 ? this.norm / Math.sqrt(size) : 0;
    tape.store(island);
    return true;
  }

  /** The kernel that it sweeps with, if the host has one. */
  get ownKernel(): SweepKernel | null {
    if (!this.#isReady) this.#prepare();
    return this.#kernel;
  }

  #prepare(): void {
    this.#isReady = true;
    const { wasm, shared } = this.#kernels;
    this.#kernel = shared.sweeps ?? (wasm && CrowdKernel.make(wasm));
    this.#tape = new CrowdTape(this.#patches, this.#arena, this.#kernel?.memory ?? null);
  }

  /**
   * Sweeps until one changes no more than `limit` (its square), `most` at most; returns how many. `pauses`: see above.
   */
  #run(most: number, limit: number, pauses: number): number {
    const mixing = this.#mixing;
    const { history, count } = this.#tape;
    mixing.begin(this.#tape);
    const isCrowd = count >= MANY;
    let n = 0;
    let least = Infinity;
    let since = 0;
    let last = 0;
    while (n < most) {
      mixing.keep();
      const norm = this.#sweep((pauses * last) / count);
      last = norm;
      history[n++] = Math.sqrt(norm);
      if (norm < PROGRESS * least) {
        least = norm;
        since = n;
      }
      if (norm <= limit || n === most || (n - since >= STALLED && norm <= ASTRAY * least)) break;
      // The last one is a plain sweep.
      if ((isCrowd ? mixing.carry() : mixing.mix()) && n < most - 1) this.#goOn();
      mixing.next();
    }
    return n;
  }

  /** Groups that change by less than `least` (squared) pause. */
  #sweep(least: number): number {
    const tape = this.#tape;
    const scratch = this.#scratch;
    const { count, records: t, ints: q, bodies: y, lambda, outline: v } = tape;
    let norm = 0;
    let n = 0;
    while (n < count) {
      const end = q[n * TAPE_INTS + TI_GROUP_END];
      if (q[n * TAPE_INTS + TI_PAUSE] > 0) {
        q[n * TAPE_INTS + TI_PAUSE]--;
        n = end;
        continue;
      }
      let all = 0;
      const passes = end > n + 1 ? GROUP_PASSES : 1;
      let first = 0;
      for (let pass = 0; pass < passes; pass++) {
        scratch[SUM] = 0;
        for (let k = n; k < end; k++) {
          const o = k * TAPE_INTS;
          const kind = q[o + TI_KIND];
          if (kind === KIND_ROW) visitSingle(t, k * T_STRIDE, y, q[o + TI_A], q[o + TI_B], lambda, 6 * k, scratch);
          else
            visitPatch(
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
              lambda,
              6 * k,
              scratch,
            );
        }
        all += scratch[SUM];
        if (pass === 0) first = scratch[SUM];
        else if (scratch[SUM] <= WORTH_A_PASS * first) break;
      }
      norm += all;
      if (all < least) q[n * TAPE_INTS + TI_PAUSE] = PAUSE;
      n = end;
    }
    return norm;
  }

  /** From where the last sweep ended to the mixture of the last ones. */
  #goOn(): void {
    const tape = this.#tape;
    const mixing = this.#mixing;
    const { lambda, past, records: t, ints: q, bodies: y } = tape;
    const scratch = this.#scratch;
    const ga = mixing.pointAt(1);
    const gb = mixing.pointAt(2);
    const gc = mixing.pointAt(3);
    const a = mixing.state[0];
    const b = mixing.state[1];
    const c = mixing.state[2];
    for (let k = 0; k < tape.count; k++) {
      const o = k * TAPE_INTS;
      if (q[o + TI_PAUSE] > 0) continue;
      const l = 6 * k;
      for (let m = l; m < l + 6; m++) {
        const g = lambda[m];
        const x = a * (past[ga + m] - g) + b * (past[gb + m] - g) + c * (past[gc + m] - g);
        scratch[CHANGE + m - l] = x;
        lambda[m] = g + x;
      }
      if (q[o + TI_KIND] === KIND_ROW) applySingle(t, k * T_STRIDE, y, q[o + TI_A], q[o + TI_B], scratch, CHANGE);
      else applyPatch(t, k * T_STRIDE, y, q[o + TI_A], q[o + TI_B], scratch, CHANGE);
    }
  }
}
