// What second looks have found where pairs of meshes are at the end of a substep. V grows by no more than |g| times how
// much closer bodies come (to first order, dV = g·dx), and while an overlap is shallow |g| grows with it: so the mean
// depth V/|g| grows by no more than that. A pair that was less deep than is minded (a tenth of the thinner body at
// most), and goes elsewhere by less than that lacks, need not be looked at again. Where bodies are half inside each
// other |g| shrinks, and it does not hold. Verified in test/contact/look-notes.test.ts.

import type { BodyStore } from '../../bodies/store.js';
import { grownF64, grownI32 } from '../../memory/grown.js';
import { closer } from '../approach.js';

/** Of a pair: velocities of both bodies, the greatest mean depth by these. */
const MOST = 12;
const STRIDE = 13;

export class LookNotes {
  #f: Float64Array = new Float64Array(0);
  #stamps: Int32Array = new Int32Array(0);
  #stamp = 0;
  /** How the velocities of both bodies have changed. */
  readonly #w = new Float64Array(12);

  /** A new substep: nobody has looked. */
  begin(): void {
    this.#stamp++;
  }

  /** The mean depth at the end of h that the pair in a slot, bodies a and b, has at most; Infinity: not known. */
  most(slot: number, { f, v }: BodyStore, a: number, b: number, h: number): number {
    if (!(this.#stamps[slot] === this.#stamp)) return Infinity;
    const w = this.#w;
    const o = STRIDE * slot;
    for (let k = 0; k < 6; k++) {
      w[k] = v.data[6 * a + k] - this.#f[o + k];
      w[6 + k] = v.data[6 * b + k] - this.#f[o + 6 + k];
    }
    return this.#f[o + MOST] + closer(w, 0, 6, f.data, a, b, h);
  }

  note(slot: number, { v }: BodyStore, a: number, b: number, most: number): void {
    if (slot >= this.#stamps.length) {
      this.#stamps = grownI32(this.#stamps, 2 * slot + 16);
      this.#f = grownF64(this.#f, STRIDE * this.#stamps.length);
    }
    const o = STRIDE * slot;
    this.#stamps[slot] = this.#stamp;
    for (let k = 0; k < 6; k++) {
      this.#f[o + k] = v.data[6 * a + k];
      this.#f[o + 6 + k] = v.data[6 * b + k];
    }
    this.#f[o + MOST] = most;
  }
}
