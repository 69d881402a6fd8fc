// Sweeps over a crowd's tape in WebAssembly with SIMD (kernels/crowd.ts), and over that of its correction
// (kernels/correct.ts): the same bits as crowd-solve.ts and correct-sweeps.ts, which is what they are held against and
// what runs where a host has none. Verified in test/contact/crowd-tape.test.ts and correct-sweeps.test.ts.
// Both tapes lie in the same memory, one over the other: each is written anew for its sweeps, and done with after them.

import type { GrowingMemory } from '../../memory/arena.js';
import { instantiate, type WasmHost, type WasmInstance } from '../../memory/wasm.js';
import type { CorrectionTape } from './correct-tape.js';
import type { CrowdTape } from './crowd-tape.js';
import { MEAN_OVER_ROOT } from './crowd-visit.js';
import { CROWD_WASM } from './crowd-wasm.js';

interface Exports {
  begin(meanOverRoot: number): void;
  /** See kernels/crowd.ts: addresses are bytes. */
  solve(
    count: number,
    records: number,
    ints: number,
    bodies: number,
    outline: number,
    lambda: number,
    weights: number,
    past: number,
    history: number,
    most: number,
    limit: number,
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

/** Pressure on the curved patch of record k for the e in n[0…2]: N there instead; false: it opens. */
type PressCurved = (k: number, n: Float64Array) => boolean;

export class CrowdKernel {
  readonly #instance: WasmInstance<Exports>;

  private constructor(instance: WasmInstance<Exports>) {
    this.#instance = instance;
  }

  /** Null where the host cannot. */
  static make(host: WasmHost, pressCurved: PressCurved): CrowdKernel | null {
    const n = new Float64Array(3);
    // Made anew only where the memory has grown: this is asked thousands of times a step.
    let shared: Float64Array = new Float64Array(0);
    const press = (k: number, at: number): number => {
      const { buffer } = instance!.memory;
      if (shared.buffer !== buffer || shared.byteOffset !== at) shared = new Float64Array(buffer, at, 3);
      for (let m = 0; m < 3; m++) n[m] = shared[m];
      if (!pressCurved(k, n)) return 0;
      for (let m = 0; m < 3; m++) shared[m] = n[m];
      return 1;
    };
    const instance = instantiate<Exports>(host, CROWD_WASM, { crowd: { pressCurved: press } });
    instance?.exports.begin(MEAN_OVER_ROOT);
    return instance && new CrowdKernel(instance);
  }

  /** Where the tape must lie. */
  get memory(): GrowingMemory {
    return this.#instance.memory;
  }

  solve(tape: CrowdTape, most: number, limit: number): number {
    return this.#instance.exports.solve(
      tape.count,
      tape.records.byteOffset,
      tape.ints.byteOffset,
      tape.bodies.byteOffset,
      tape.outline.byteOffset,
      tape.lambda.byteOffset,
      tape.weights.byteOffset,
      tape.past.byteOffset,
      tape.history.byteOffset,
      most,
      limit,
    );
  }

  /** As CorrectionSweeps.run. */
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

  /** How far the last sweep of `correct` has moved any gap (m). */
  get worst(): number {
    return this.#instance.exports.worstMove();
  }
}
