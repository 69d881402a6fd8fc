// Islands in full motion: sweeps over the visits of a tape, a counted number of them, accelerated by Anderson's method
// (mixing.ts). The kernel in WebAssembly (crowd-kernel.ts) does the same with the same bits where the host has it.

import type { Arena, F64Slab } from '../../memory/arena.js';
import { Workspace } from '../../memory/wasm.js';
import type { PatchBuffer } from '../../patch/patch.js';
import type { Island } from '../../solver/island.js';
import type { Kernels } from '../../solver/kernels.js';
import type { CrowdSolver } from '../../solver/projections.js';
import { GROUP_PASSES, WORTH_A_PASS } from '../../solver/sweeps.js';
import { ENDS_SCRATCH, prepare, takesOut } from './crowd-ends.js';
import { CrowdKernel, type SweepKernel } from './crowd-kernel.js';
import { CrowdTape, type ThinSource } from './crowd-tape.js';
import { applyPatch, applySingle, CHANGE, SUM, VISIT_SCRATCH, visitPatch, visitSingle } from './crowd-visit.js';
import { ASTRAY, MANY, Mixing, UNCHANGED, way } from './mixing.js';
import { Momentum } from './momentum.js';
import {
  KIND_ROW,
  REST_STRIDE,
  T_S,
  T_STRIDE,
  TAPE_INTS,
  TB_STRIDE,
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
 * before. Where they may not end there, momentum goes on: contacts that open and close by turns lead Anderson's method
 * round and round, and momentum only delays them.
 */
const STALLED = 32;
const PROGRESS = 0.5;
/**
 * Of bodies that are jammed one may be held up by a hair: sweeps then change impulses by the same amount each time,
 * along what moves nothing, towards a lift-off hundreds of sweeps away. Where UNCHANGED of them without progress have
 * left velocities as they were, so many more of the same are made at once; where they are still once more, sweeps end.
 * As they were: by no more, in energy, than this many times the share of what impulses exchange that a sweep may change
 * when it has arrived, the ARRIVED of solver/crowd.ts.
 */
const DRIFT = 64;
const STILL = 5;
/**
 * In crowds of MANY blocks what hardly changes pauses: a group of blocks that a sweep changes by less than this share
 * (squared) of the mean of the sweep before is passed over by the next PAUSE ones, and goes nowhere by momentum. What is
 * in motion is left worse by more than a tenth; what is calm but for a few bodies that still fall is not. Smaller crowds
 * have no pauses: a change that is left out spoils Anderson's method.
 */
const PAUSE = 3;
const PAUSES_IN_MOTION = 0.01;
const PAUSES_CALM = 0.1;

/**
 * Sweeps that have changed impulses by so much more than what they ended with (1 over it) leave velocities that are off
 * by rounding, 1e-10 of the momentum: whether they take energy out is then asked of the impulses (dissipation.ts).
 */
const ASTRAY_SHARE = 1e-6;

export class CrowdSolve implements CrowdSolver {
  iterations = 0;
  norm = 0;
  share = 0;
  takesOut = false;
  readonly history: F64Slab;
  readonly #patches: PatchBuffer;
  readonly #arena: Arena;
  readonly #kernels: Kernels;
  readonly #workspace: Workspace;
  readonly #source: ThinSource | null;
  readonly #mixing = new Mixing();
  readonly #momentum = new Momentum();
  readonly #scratch = new Float64Array(VISIT_SCRATCH);
  readonly #ends = new Float64Array(ENDS_SCRATCH);
  /** Made with the first crowd: a memory of WebAssembly is too dear for worlds that have none. */
  #tape!: CrowdTape;
  #kernel: SweepKernel | null = null;
  #isReady = false;

  constructor(
    patches: PatchBuffer,
    arena: Arena,
    kernels: Kernels,
    workspace = new Workspace(),
    source: ThinSource | null = null,
  ) {
    this.#patches = patches;
    this.#arena = arena;
    this.#kernels = kernels;
    this.#workspace = workspace;
    this.#source = source;
    this.history = arena.f64(64);
  }

  solve(island: Island, most: number, tolerance: number, share = 0, enough = Infinity): boolean {
    if (!this.#load(island, most)) return false;
    const tape = this.#tape;
    this.history.reserve(most);
    const size = this.#size();
    const limit = Math.max(tolerance * tolerance, share * share * size);
    const still = STILL * UNCHANGED * share;
    tape.still = enough === Infinity ? still * still * this.#exchanged() : 0;
    const pauses = tape.count < MANY ? 0 : share > 0 ? PAUSES_CALM : PAUSES_IN_MOTION;
    this.#sweepOn(0, most, limit, pauses, tape.count >= MANY, STALLED);
    if (this.iterations < most && this.norm > enough * Math.sqrt(this.#size()) && this.norm * this.norm > limit)
      this.#sweepOn(this.iterations, most, limit, 0, true, most);
    let greatest = 0;
    for (let n = 0; n < this.iterations; n++) {
      this.history.data[n] = tape.history[n];
      greatest = Math.max(greatest, tape.history[n]);
    }
    this.share = size > 0 ? this.norm / Math.sqrt(size) : 0;
    const isSure = !(ASTRAY_SHARE * greatest > Math.sqrt(this.#size()));
    this.takesOut = tape.isCold && isSure && takesOut(tape, island.start);
    tape.store(island);
    return true;
  }

  fill(block: number): void {
    this.#source!.fill(block);
  }

  #load(island: Island, most: number): boolean {
    if (!this.#isReady) this.#prepare();
    const tape = this.#tape;
    this.#kernel?.expect(island.to - island.from);
    if (!tape.load(island, most, this.#kernel && this.#hand)) return false;
    if (this.#kernel === null) prepare(tape, tape.isCold, this.#ends);
    return true;
  }

  /** Hands records of the tape to the kernel. */
  readonly #hand = (from: number, to: number): void => {
    const tape = this.#tape;
    const source = this.#source;
    if (source !== null) this.#kernel!.complete(tape, from, to, source.h, source.warmStart);
    this.#kernel!.prepare(tape, from, to, tape.isCold);
  };

  /** Of all impulses on the tape: the sum of their squares. */
  #size(): number {
    const { lambda, count } = this.#tape;
    let size = 0;
    for (let k = 0; k < 6 * count; k++) size += lambda[k] * lambda[k];
    return size;
  }

  /** Twice the energy that all impulses on the tape would exchange each by itself. */
  #exchanged(): number {
    const { lambda, records: t, count } = this.#tape;
    let sum = 0;
    for (let k = 0, l = 0; k < count; k++)
      for (let d = k * T_STRIDE + T_S, end = d + 6; d < end; d++, l++) sum += t[d] * lambda[l] * lambda[l];
    return sum;
  }

  #sweepOn(done: number, most: number, limit: number, pauses: number, byMomentum: boolean, patience: number): void {
    const kernel = this.#kernel;
    const tape = this.#tape;
    const sweeps =
      kernel === null
        ? this.#run(done, most - done, limit, pauses, byMomentum, patience)
        : kernel.solve(tape, done, most - done, limit, pauses, byMomentum, patience);
    this.iterations = done + sweeps;
    this.norm = this.iterations > 0 ? tape.history[this.iterations - 1] : 0;
  }

  /** The kernel that it sweeps with, if the host has one. */
  get ownKernel(): SweepKernel | null {
    if (!this.#isReady) this.#prepare();
    return this.#kernel;
  }

  #prepare(): void {
    this.#isReady = true;
    const { wasm, shared } = this.#kernels;
    this.#kernel = shared.sweeps ?? (wasm && CrowdKernel.make(wasm, this.#workspace));
    this.#tape = new CrowdTape(this.#patches, this.#arena, this.#kernel?.memory ?? null, this.#source);
  }

  /**
   * Sweeps until one changes no more than `limit` (its square), `most` at most; returns how many. `patience`: ends
   * after so many that get on no more. The history of these begins at `done`. `pauses`: see above.
   */
  #run(done: number, most: number, limit: number, pauses: number, byMomentum: boolean, patience: number): number {
    const mixing = this.#mixing;
    const momentum = byMomentum ? this.#momentum : null;
    const { history, count } = this.#tape;
    if (momentum) momentum.begin(this.#tape);
    else mixing.begin(this.#tape);
    let hasDrifted = false;
    let n = 0;
    let least = Infinity;
    let since = 0;
    let last = 0;
    while (n < most) {
      if (momentum) momentum.beginSweep();
      else mixing.keep();
      const norm = this.#sweep((pauses * last) / count, momentum);
      last = norm;
      history[done + n++] = Math.sqrt(norm);
      if (norm < PROGRESS * least) {
        least = norm;
        since = n;
      }
      if (norm <= limit || n === most || (n - since >= patience && norm <= ASTRAY * least)) break;
      if (momentum) {
        // The last one is a plain sweep.
        if (momentum.goesOn() && n < most - 1) this.#carryOn();
        else momentum.stay();
        continue;
      }
      if (n - since >= UNCHANGED && norm <= ASTRAY * least && mixing.isStill()) {
        if (hasDrifted) break;
        hasDrifted = true;
        least = Infinity;
        mixing.keepMotion();
        this.#drift();
        mixing.forget();
        mixing.next();
        continue;
      }
      mixing.keepMotion();
      if (mixing.mix() && n < most - 1) this.#mix();
      mixing.next();
    }
    return n;
  }

  /** Groups that change by less than `least` (squared) pause. */
  #sweep(least: number, momentum: Momentum | null): number {
    const tape = this.#tape;
    const scratch = this.#scratch;
    const { count, records: t, ints: q, bodies: y, lambda, outline: v, rest } = tape;
    let norm = 0;
    let n = 0;
    while (n < count) {
      const end = q[n * TAPE_INTS + TI_GROUP_END];
      if (q[n * TAPE_INTS + TI_PAUSE] > 0) {
        q[n * TAPE_INTS + TI_PAUSE]--;
        n = end;
        continue;
      }
      momentum?.keep(n, end);
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
              rest,
              REST_STRIDE * k,
              scratch,
            );
        }
        all += scratch[SUM];
        if (pass === 0) first = scratch[SUM];
        else if (scratch[SUM] <= WORTH_A_PASS * first) break;
      }
      norm += all;
      momentum?.add(n, end);
      if (all < least) q[n * TAPE_INTS + TI_PAUSE] = PAUSE;
      n = end;
    }
    return norm;
  }

  /** From where the last sweep ended to the mixture of the last ones. Nothing pauses then. */
  #mix(): void {
    const { count, bodyCount, lambda, past, bodies: y, motions } = this.#tape;
    const mixing = this.#mixing;
    const { state } = mixing;
    const va = mixing.motionAt(1);
    const vb = mixing.motionAt(2);
    const vc = mixing.motionAt(3);
    for (let b = 0; b < bodyCount; b++)
      for (let m = 0, k = 6 * b, at = b * TB_STRIDE; m < 6; m++, k++, at++)
        y[at] += way(motions, va + k, vb + k, vc + k, y[at], state);
    const ga = mixing.pointAt(1);
    const gb = mixing.pointAt(2);
    const gc = mixing.pointAt(3);
    for (let m = 0; m < 6 * count; m++) lambda[m] += way(past, ga + m, gb + m, gc + m, lambda[m], state);
  }

  /**
   * On from where the last sweep ended, by momentum, but for what pauses: what began to in that sweep is taken out of
   * the velocities again, and what paused before it has gone nowhere.
   */
  #carryOn(): void {
    const { count, ints: q } = this.#tape;
    const momentum = this.#momentum;
    const scratch = this.#scratch;
    momentum.carryMotions();
    let n = 0;
    while (n < count) {
      const end = q[n * TAPE_INTS + TI_GROUP_END];
      const left = q[n * TAPE_INTS + TI_PAUSE];
      if (left === 0) momentum.carry(n, end);
      for (let k = n; left === PAUSE && k < end; k++) {
        momentum.hold(k, scratch, CHANGE);
        this.#applyChange(k);
      }
      n = end;
    }
  }

  /** DRIFT times the change of the last sweep, at once. */
  #drift(): void {
    const { count, lambda, past } = this.#tape;
    const scratch = this.#scratch;
    const from = this.#mixing.changeAt(0);
    for (let k = 0; k < count; k++) {
      for (let m = 0, l = 6 * k; m < 6; m++, l++) {
        scratch[CHANGE + m] = DRIFT * (lambda[l] - past[from + l]);
        lambda[l] += scratch[CHANGE + m];
      }
      this.#applyChange(k);
    }
  }

  /** Applies what lies at CHANGE to the bodies of record k. */
  #applyChange(k: number): void {
    const { records: t, ints: q, bodies: y } = this.#tape;
    const o = k * TAPE_INTS;
    if (q[o + TI_KIND] === KIND_ROW) applySingle(t, k * T_STRIDE, y, q[o + TI_A], q[o + TI_B], this.#scratch, CHANGE);
    else applyPatch(t, k * T_STRIDE, y, q[o + TI_A], q[o + TI_B], this.#scratch, CHANGE);
  }
}
