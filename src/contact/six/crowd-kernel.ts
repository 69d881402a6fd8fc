// Sweeps over a crowd's tape in WebAssembly with SIMD (kernels/crowd.ts), and over that of its correction
// (kernels/correct.ts): the same bits as crowd-solve.ts and correct-sweeps.ts, which is what they are held against and
// what runs where a host has none. Verified in test/contact/crowd-tape.test.ts and correct-sweeps.test.ts.
// Both tapes lie in the same memory, one over the other: each is written anew for its sweeps, and done with after them.

import type { GrowingMemory } from '../../memory/arena.js';
import { instantiate, type WasmHost, type WasmInstance, type Workspace } from '../../memory/wasm.js';
import type { CorrectionTape } from './correct-tape.js';
import type { CrowdTape } from './crowd-tape.js';
import { MEAN_OVER_ROOT } from './crowd-visit.js';
import { CROWD_WASM } from './crowd-wasm.js';
import { REST_STRIDE, T_STRIDE, TAPE_INTS } from './tape-layout.js';
import { FLUSH, FLUSH_ROUNDING } from './tolerances.js';

/** What sweeps over both tapes. */
export interface SweepKernel {
  /** Where the tape must lie. */
  readonly memory: GrowingMemory;
  /** So many records are about to be written and swept: who sleeps until there is something to do may wake. */
  expect(records: number): void;
  /** Completes those that are raw (tape-layout.ts) of the records from `from` to `to`, for a step of h. */
  complete(tape: CrowdTape, from: number, to: number, h: number, warmStart: boolean): void;
  /** As `prepare` of crowd-ends.ts, of these records, at the latest when it sweeps. */
  prepare(tape: CrowdTape, from: number, to: number, isCold: boolean): void;
  /** As CrowdSolve does itself where there is none: how many sweeps it made. */
  solve(
    tape: CrowdTape,
    done: number,
    most: number,
    limit: number,
    pauses: number,
    byMomentum: boolean,
    patience: number,
  ): number;
  /** As CorrectionSweeps.run. */
  correct(tape: CorrectionTape, from: number, to: number, most: number, enough: number): number;
  /** How far the last sweep of `correct` has moved any gap (m). */
  readonly worst: number;
}

declare module '../../solver/kernels.js' {
  interface SharedKernels {
    readonly sweeps?: SweepKernel;
  }
}

export interface SweepExports {
  begin(meanOverRoot: number): void;
  /** See kernels/crowd-raw.ts. */
  complete(
    from: number,
    to: number,
    records: number,
    ints: number,
    outline: number,
    lambda: number,
    h: number,
    isWarm: number,
    flush: number,
    rounding: number,
  ): void;
  /** See kernels/crowd.ts: addresses are bytes. */
  prepare(
    count: number,
    records: number,
    ints: number,
    bodies: number,
    outline: number,
    rest: number,
    lambda: number,
    isCold: number,
  ): void;
  /** Of the tape that is solved next: its `still`. */
  setStill(still: number): void;
  solve(
    count: number,
    records: number,
    ints: number,
    bodies: number,
    outline: number,
    rest: number,
    lambda: number,
    past: number,
    history: number,
    most: number,
    limit: number,
    pauses: number,
    bodyCount: number,
    motions: number,
    byMomentum: number,
    patience: number,
  ): number;
  /** See kernels/correct.ts. */
  correct(
    from: number,
    to: number,
    records: number,
    ints: number,
    bodies: number,
    outline: number,
    lambda: number,
    before: number,
    direction: number,
    most: number,
    enough: number,
  ): number;
  worstMove(): number;
}

export class CrowdKernel implements SweepKernel {
  readonly #instance: WasmInstance<SweepExports>;

  constructor(instance: WasmInstance<SweepExports>) {
    this.#instance = instance;
  }

  /** Null where the host cannot. */
  static make(host: WasmHost, workspace?: Workspace): CrowdKernel | null {
    const instance = instantiate<SweepExports>(host, CROWD_WASM, workspace);
    instance?.exports.begin(MEAN_OVER_ROOT);
    return instance && new CrowdKernel(instance);
  }

  get memory(): GrowingMemory {
    return this.#instance.memory;
  }

  expect(): void {}

  complete(tape: CrowdTape, from: number, to: number, h: number, warmStart: boolean): void {
    this.#instance.exports.complete(
      from,
      to,
      tape.records.byteOffset,
      tape.ints.byteOffset,
      tape.outline.byteOffset,
      tape.lambda.byteOffset,
      h,
      warmStart ? 1 : 0,
      FLUSH,
      FLUSH_ROUNDING,
    );
  }

  prepare(tape: CrowdTape, from: number, to: number, isCold: boolean): void {
    this.#instance.exports.prepare(
      to - from,
      tape.records.byteOffset + 8 * T_STRIDE * from,
      tape.ints.byteOffset + 4 * TAPE_INTS * from,
      tape.bodies.byteOffset,
      tape.outline.byteOffset,
      tape.rest.byteOffset + 8 * REST_STRIDE * from,
      tape.lambda.byteOffset + 48 * from,
      isCold ? 1 : 0,
    );
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
    this.#instance.exports.setStill(tape.still);
    return this.#instance.exports.solve(
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
      byMomentum ? 1 : 0,
      patience,
    );
  }

  correct(tape: CorrectionTape, from: number, to: number, most: number, enough: number): number {
    return this.#instance.exports.correct(
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
    );
  }

  get worst(): number {
    return this.#instance.exports.worstMove();
  }
}
