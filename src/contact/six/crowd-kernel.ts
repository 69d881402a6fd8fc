// Sweeps over a crowd's tape in WebAssembly with SIMD (kernels/crowd.ts): the same bits as crowd-solve.ts, which is what
// it is held against and what runs where a host has none. Verified in test/contact/crowd-tape.test.ts.

import type { GrowingMemory } from '../../memory/arena.js';
import { instantiate, type WasmHost, type WasmInstance } from '../../memory/wasm.js';
import type { CrowdTape } from './crowd-tape.js';
import { CROWD_WASM } from './crowd-wasm.js';
import { MEAN_OVER_ROOT } from './split-visit.js';

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
    before: number,
    direction: number,
    change: number,
    history: number,
    most: number,
    limit: number,
  ): number;
}

/** Pressure on the curved patch of record k for the e in n[0…2]: N there instead; false: it opens. */
type PressCurved = (k: number, n: Float64Array) => boolean;

export class CrowdKernel {
  private readonly instance: WasmInstance<Exports>;

  private constructor(instance: WasmInstance<Exports>) {
    this.instance = instance;
  }

  /** Null where the host cannot. */
  static make(host: WasmHost, pressCurved: PressCurved): CrowdKernel | null {
    const n = new Float64Array(3);
    const press = (k: number, at: number): number => {
      const shared = new Float64Array(instance!.memory.buffer, at, 3);
      n.set(shared);
      if (!pressCurved(k, n)) return 0;
      shared.set(n);
      return 1;
    };
    const instance = instantiate<Exports>(host, CROWD_WASM, { crowd: { pressCurved: press } });
    instance?.exports.begin(MEAN_OVER_ROOT);
    return instance && new CrowdKernel(instance);
  }

  /** Where the tape must lie. */
  get memory(): GrowingMemory {
    return this.instance.memory;
  }

  solve(tape: CrowdTape, most: number, limit: number): number {
    return this.instance.exports.solve(
      tape.count,
      tape.records.byteOffset,
      tape.ints.byteOffset,
      tape.bodies.byteOffset,
      tape.outline.byteOffset,
      tape.lambda.byteOffset,
      tape.weights.byteOffset,
      tape.before.byteOffset,
      tape.direction.byteOffset,
      tape.change.byteOffset,
      tape.history.byteOffset,
      most,
      limit,
    );
  }
}
