// The kernel of kernels/shared.ts as a world sees it: it sweeps tapes as CrowdKernel does, with the bits of that, and
// shares large ones with whoever is awake of its workers. One memory is for all worlds that the workers are lent to: a
// tape is written anew for its sweeps, and a step ends before another begins.

import {
  type CorrectionTape,
  CrowdKernel,
  type CrowdTape,
  growTo,
  MANY,
  type SweepExports,
  type SweepKernel,
} from '../src/shared-sweeps.js';

/** kernels/shared.ts. */
const READY = 0;
const TO_PREPARE = 1;
const COLD = 2;

export interface SharedExports extends SweepExports {
  lead(mayNap: boolean, isPatient: boolean): void;
  dismiss(worker: number): void;
  planEnd(at: number, records: number, bodies: number, workers: number): number;
  rouse(workers: number): void;
  solveShared(...all: [...Parameters<SweepExports['solve']>, plan: number, workers: number, left: number]): number;
  correctShared(
    ...all: [...Parameters<SweepExports['correct']>, bodies: number, plan: number, workers: number]
  ): number;
}

export class SharedKernel implements SweepKernel {
  /** Workers that it may count on. */
  workers = 0;
  readonly memory: WebAssembly.Memory;
  readonly #exports: SharedExports;
  readonly #alone: CrowdKernel;
  /** What is left to do before the tape is swept (kernels/shared.ts): nothing, S, or that and to apply impulses. */
  #left = READY;

  constructor(memory: WebAssembly.Memory, exports: SharedExports) {
    this.memory = memory;
    this.#exports = exports;
    this.#alone = new CrowdKernel({ memory, exports });
  }

  get worst(): number {
    return this.#alone.worst;
  }

  expect(records: number): void {
    if (this.#isShared(records)) this.#exports.rouse(this.workers);
  }

  complete(tape: CrowdTape, from: number, to: number, h: number, warmStart: boolean): void {
    this.#alone.complete(tape, from, to, h, warmStart);
  }

  prepare(tape: CrowdTape, from: number, to: number, isCold: boolean): void {
    this.#left = this.#isShared(tape.count) ? (isCold ? COLD : TO_PREPARE) : READY;
    if (this.#left === READY) this.#alone.prepare(tape, from, to, isCold);
  }

  solve(
    tape: CrowdTape,
    done: number,
    most: number,
    limit: number,
    pauses: number,
    byMomentum: boolean,
    patience: number,
  ): number {
    const left = this.#left;
    if (!this.#isShared(tape.count) || !byMomentum) {
      if (left !== READY) this.#alone.prepare(tape, 0, tape.count, left === COLD);
      this.#left = READY;
      return this.#alone.solve(tape, done, most, limit, pauses, byMomentum, patience);
    }
    // S is with those who sweep: for the next time it is to be written again.
    if (left === COLD) this.#left = TO_PREPARE;
    const plan = this.#room(tape.ints, tape.count, tape.bodyCount);
    return this.#exports.solveShared(
      tape.count,
      tape.records.byteOffset,
      tape.ints.byteOffset,
      tape.bodies.byteOffset,
      tape.outline.byteOffset,
      tape.rest.byteOffset,
      tape.lambda.byteOffset,
      tape.past.byteOffset,
      tape.history.byteOffset + 8 * done,
      most,
      limit,
      pauses,
      tape.bodyCount,
      tape.motions.byteOffset,
      1,
      patience,
      plan,
      this.workers,
      left,
    );
  }

  correct(tape: CorrectionTape, from: number, to: number, most: number, enough: number): number {
    if (!this.#isShared(to - from)) return this.#alone.correct(tape, from, to, most, enough);
    const plan = this.#room(tape.ints, to - from, tape.bodyCount);
    return this.#exports.correctShared(
      from,
      to,
      tape.records.byteOffset,
      tape.ints.byteOffset,
      tape.bodies.byteOffset,
      tape.outline.byteOffset,
      tape.lambda.byteOffset,
      tape.before.byteOffset,
      tape.direction.byteOffset,
      most,
      enough,
      tape.bodyCount,
      plan,
      this.workers,
    );
  }

  /** Fewer are mixed by Anderson's method, and are too few to share. */
  #isShared(records: number): boolean {
    return this.workers > 0 && records >= MANY;
  }

  /** Room for a plan behind the tape, whose last part these are. */
  #room(last: Int32Array, records: number, bodies: number): number {
    const plan = (last.byteOffset + last.byteLength + 63) & ~63;
    growTo(this.memory, this.#exports.planEnd(plan, records, bodies, this.workers));
    return plan;
  }
}
