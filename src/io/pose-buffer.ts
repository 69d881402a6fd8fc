// Numbers that one thread publishes and others read, without locks: the latest of two copies.
//
// Publication n lies in copy n mod 2, and its number is stored when it is whole. A reader copies it and looks at the
// number again: while that has not moved on, the writer was at work in the other copy. A writer never waits; a reader
// tries again at most as often as the writer publishes meanwhile. With a SharedArrayBuffer the two may be in different
// threads; with a plain ArrayBuffer it serves one, and its bytes can go by message.
// Verified in test/io/paced-loop.test.ts.

const HEADER = 8;

export class PoseBuffer {
  readonly memory: ArrayBufferLike;
  /** Numbers of one publication. */
  readonly width: number;
  readonly #count: Int32Array;
  readonly #data: Float64Array;

  constructor(memory: ArrayBufferLike, width: number) {
    this.memory = memory;
    this.width = width;
    this.#count = new Int32Array(memory, 0, 1);
    this.#data = new Float64Array(memory, HEADER, 2 * width);
  }

  /** Bytes that a buffer of that width needs. */
  static bytes(width: number): number {
    return HEADER + 16 * width;
  }

  /** How often something was published, modulo 2³¹. */
  get published(): number {
    return Atomics.load(this.#count, 0);
  }

  publish(values: ArrayLike<number>): void {
    // Never back to zero, which means "nothing yet"; two steps at the end keep the copies in turn.
    const last = this.#count[0];
    const n = last >= 0x7ffffffe ? 2 - (last & 1) : last + 1;
    const from = (n & 1) * this.width;
    for (let k = 0; k < this.width; k++) this.#data[from + k] = values[k]!;
    Atomics.store(this.#count, 0, n);
  }

  /** The latest publication; false, and nothing is written, where there is none yet. */
  read(out: Float64Array): boolean {
    for (;;) {
      const n = Atomics.load(this.#count, 0);
      if (n === 0) return false;
      const from = (n & 1) * this.width;
      for (let k = 0; k < this.width; k++) out[k] = this.#data[from + k];
      if (Atomics.load(this.#count, 0) === n) return true;
    }
  }
}
