// What second looks have found where pairs of meshes are at the end of a substep. V grows by no more than |g| times how
// much closer bodies come (to first order, dV = g·dx), so that the mean depth V/|g| grows by no more than that. A pair
// that was less deep than is minded, and goes elsewhere by less than that lacks, need not be looked at again.

import { B_RADIUS, BODY_STRIDE } from '../../bodies/layout.js';
import type { BodyStore } from '../../bodies/store.js';
import { grownF64, grownI32 } from '../../memory/grown.js';

/** Of a pair: velocities of both bodies, the greatest mean depth by these. */
const MOST = 12;
const STRIDE = 13;

export class LookNotes {
  #f: Float64Array = new Float64Array(0);
  #stamps: Int32Array = new Int32Array(0);
  #stamp = 0;

  /** A new substep: nobody has looked. */
  begin(): void {
    this.#stamp++;
  }

  /** The mean depth at the end of h that the pair in a slot, bodies a and b, has at most; Infinity: not known. */
  most(slot: number, { f, v }: BodyStore, a: number, b: number, h: number): number {
    if (!(this.#stamps[slot] === this.#stamp)) return Infinity;
    const o = STRIDE * slot;
    let way = 0;
    let turnA = 0;
    let turnB = 0;
    for (let k = 0; k < 3; k++) {
      const x = this.#off(o + k, v.data[6 * a + k]) - this.#off(o + 6 + k, v.data[6 * b + k]);
      const p = this.#off(o + 3 + k, v.data[6 * a + 3 + k]);
      const q = this.#off(o + 9 + k, v.data[6 * b + 3 + k]);
      way += x * x;
      turnA += p * p;
      turnB += q * q;
    }
    const turned =
      Math.sqrt(turnA) * f.data[a * BODY_STRIDE + B_RADIUS] + Math.sqrt(turnB) * f.data[b * BODY_STRIDE + B_RADIUS];
    return this.#f[o + MOST] + h * (Math.sqrt(way) + turned);
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

  /** What a number is off the one noted at k. */
  #off(k: number, x: number): number {
    return x - this.#f[k];
  }
}
