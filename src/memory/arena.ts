// The one place that creates typed views.
//
// Body state and solver blocks live in packed arrays that an Arena hands out by name. Arrays grow only between steps
// (`reserve`), keep their contents, and may move: whoever holds one re-reads it from its `Slab` after a reserve.
// Backed by plain ArrayBuffers; a WebAssembly.Memory can take their place without callers changing, since nobody else
// calls `new Float64Array` for state. Nothing has to be freed: an arena lives and dies with its world.

import { grownF64, grownI32 } from './grown.js';

/** A growable array of doubles. `data` changes identity when the slab grows. */
export class F64Slab {
  data: Float64Array;

  constructor(initial: number) {
    this.data = new Float64Array(initial);
  }

  /** Make room for at least n doubles, keeping what is there. Growth doubles, so that adding is amortised O(1). */
  reserve(n: number): void {
    if (n <= this.data.length) return;
    this.data = grownF64(this.data, Math.max(n, this.data.length * 2));
  }

  /** Begin with these values. */
  load(values: Float64Array): void {
    this.reserve(values.length);
    this.data.set(values);
  }
}

/** A growable array of 32-bit integers. */
export class I32Slab {
  data: Int32Array;

  constructor(initial: number) {
    this.data = new Int32Array(initial);
  }

  reserve(n: number): void {
    if (n <= this.data.length) return;
    this.data = grownI32(this.data, Math.max(n, this.data.length * 2));
  }

  load(values: Int32Array): void {
    this.reserve(values.length);
    this.data.set(values);
  }
}

export class Arena {
  f64(initial: number): F64Slab {
    return new F64Slab(initial);
  }

  i32(initial: number): I32Slab {
    return new I32Slab(initial);
  }
}
