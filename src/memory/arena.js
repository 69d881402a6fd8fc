// The one place that creates typed views.
//
// Body state and solver blocks live in packed arrays that an Arena hands out by name. Arrays grow only between steps
// (`reserve`), keep their contents, and may move: whoever holds one re-reads it from its `Slab` after a reserve.
// Backed by plain ArrayBuffers; a WebAssembly.Memory can take their place without callers changing, since nobody else
// calls `new Float64Array` for state. Nothing has to be freed: an arena lives and dies with its world.
/** A growable array of doubles. `data` changes identity when the slab grows. */
export class F64Slab {
  data;
  constructor(initial) {
    this.data = new Float64Array(initial);
  }
  /** Make room for at least n doubles, keeping what is there. Growth doubles, so that adding is amortised O(1). */
  reserve(n) {
    if (n <= this.data.length) return;
    const grown = new Float64Array(Math.max(n, this.data.length * 2));
    grown.set(this.data);
    this.data = grown;
  }
}
/** A growable array of 32-bit integers. */
export class I32Slab {
  data;
  constructor(initial) {
    this.data = new Int32Array(initial);
  }
  reserve(n) {
    if (n <= this.data.length) return;
    const grown = new Int32Array(Math.max(n, this.data.length * 2));
    grown.set(this.data);
    this.data = grown;
  }
}
export class Arena {
  f64(initial) {
    return new F64Slab(initial);
  }
  i32(initial) {
    return new I32Slab(initial);
  }
}
