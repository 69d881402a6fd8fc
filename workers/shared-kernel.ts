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

export interface SharedExports extends SweepExports {
  lead(mayNap: boolean, isPatient: boolean): void;
  dismiss(worker: number): void;
  planEnd(at: number, records: number, bodies: number, workers: number): number;
  solveShared(...all: [...Parameters<SweepExports['solve']>, plan: number, workers: number]): number;
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

  constructor(memory: WebAssembly.Memory, exports: SharedExports) {
    this.memory = memory;
    this.#exports = exports;
    this.#alone = new CrowdKernel({ memory, exports });
  }

  get worst(): number {
    return this.#alone.worst;
  }

  prepare(tape: CrowdTape, isCold: boolean): void {
    this.#alone.prepare(tape, isCold);
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
    // Fewer are mixed by Anderson's method, and are too few to share.
    if (this.workers === 0 || tape.count < MANY || !byMomentum)
      return this.#alone.solve(tape, done, most, limit, pauses, byMomentum, patience);
    const plan = this.#room(tape.ints, tape.count, tape.bodyCount);
    return this.#exports.solveShared(
      tape.count,
      tape.records.byteOffset,
      tape.ints.byteOffset,
      tape.bodies.byteOffset,
      tape.outline.byteOffset,
      tape.lambda.byteOffset,
      tape.weights.byteOffset,
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
    );
  }

  correct(tape: CorrectionTape, from: number, to: number, most: number, enough: number): number {
    if (this.workers === 0 || to - from < MANY) return this.#alone.correct(tape, from, to, most, enough);
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

  /** Room for a plan behind the tape, whose last part these are. */
  #room(last: Int32Array, records: number, bodies: number): number {
    const plan = (last.byteOffset + last.byteLength + 63) & ~63;
    growTo(this.memory, this.#exports.planEnd(plan, records, bodies, this.workers));
    return plan;
  }
}
