// Pairs that stay apart in this step as they move, and may yet meet if a solve turns or stops one of them.
//
// Along a fixed axis n, from B to A, bodies that are s apart come closer within h by no more than
//
//   h (n·(v_B - v_A) + q_A + q_B),   q = r (|n×ω| + h ω²/2)
//
// (m; v of the centres of mass, r the radii about them, the last term what turning bends): below s they are apart on
// all of their way. Of a crowd that falls, a third of the pairs near each other are such. They get no region, no patch
// and no contact, but are asked again at the velocities that each solve finds, and then become the contacts that they
// would have been from the start.
// What has touched is none of them, nor what hardly moves: its contacts are reused (matching.ts).
// Verified in test/contact/six-waiting.test.ts.

import { B_RADIUS, BODY_STRIDE } from '../../bodies/layout.js';
import type { BodyStore } from '../../bodies/store.js';
import type { Arena, F64Slab, I32Slab } from '../../memory/arena.js';
import { pullOf } from '../approach.js';

/** Record of a pair: n, s, and how far its contacts were looked for (m). */
const SEPARATION = 3;
const REACH = 4;
const STRIDE = 5;
/** What rounding may take off a separation. */
const SURE = 1 - 1e-6;

export class Waiting {
  readonly #f: F64Slab;
  /** Of a record: whose it is. By pair: 1 + its record, or 0. */
  readonly #pairs: I32Slab;
  readonly #places: I32Slab;
  #count = 0;
  readonly #bodies: BodyStore;

  constructor(bodies: BodyStore, arena: Arena) {
    this.#bodies = bodies;
    this.#f = arena.f64(STRIDE * 16);
    this.#pairs = arena.i32(16);
    this.#places = arena.i32(32);
  }

  clear(): void {
    const places = this.#places.data;
    for (let k = 0; k < this.#count; k++) places[this.#pairs.data[k]] = 0;
    this.#count = 0;
  }

  has(pair: number): boolean {
    return pair < this.#places.data.length && this.#places.data[pair] > 0;
  }

  /**
   * Adds a pair whose bodies are `apart` along n[0…] and were looked for within `reach`, if they stay so within h by
   * their velocities, and if either of them is held against this step's forces. True: it did.
   */
  add(pair: number, a: number, b: number, n: Float64Array, apart: number, reach: number, h: number): boolean {
    if (!(apart > 0) || !staysApart(this.#bodies, a, b, n, 0, apart - pullOf(this.#bodies, a, b, n, 0, h), h))
      return false;
    const o = this.#add(pair);
    const f = this.#f.data;
    for (let m = 0; m < 3; m++) f[o + m] = n[m];
    f[o + SEPARATION] = apart;
    f[o + REACH] = reach;
    return true;
  }

  /** Adds a pair with the record at from[at…], which somebody else has found to stay apart. */
  put(pair: number, from: Float64Array, at: number): void {
    const o = this.#add(pair);
    const f = this.#f.data;
    for (let m = 0; m < STRIDE; m++) f[o + m] = from[at + m];
  }

  /** Where the record of a pair that did not wait begins. */
  #add(pair: number): number {
    const k = this.#count++;
    this.#f.reserve(this.#count * STRIDE);
    this.#pairs.reserve(this.#count);
    this.#places.reserve(pair + 1);
    this.#pairs.data[k] = pair;
    this.#places.data[pair] = 1 + k;
    return k * STRIDE;
  }

  /** Whether the bodies of a pair that waits stay apart within h by their present velocities, and moved by so much. */
  holds(pair: number, a: number, b: number, h: number, moved = 0): boolean {
    const o = (this.#places.data[pair] - 1) * STRIDE;
    const f = this.#f.data;
    return staysApart(this.#bodies, a, b, f, o, f[o + SEPARATION] - moved, h);
  }

  /** Takes out a pair that waits; returns how far its contacts were looked for. */
  take(pair: number): number {
    const o = (this.#places.data[pair] - 1) * STRIDE;
    this.#places.data[pair] = 0;
    return this.#f.data[o + REACH];
  }
}

/** Whether bodies that are `apart` along n[ni…] stay so within h by their present velocities. */
export function staysApart(
  bodies: BodyStore,
  a: number,
  b: number,
  n: Float64Array,
  ni: number,
  apart: number,
  h: number,
): boolean {
  if (!(apart > 0)) return false;
  const v = bodies.v.data;
  const va = 6 * a;
  const vb = 6 * b;
  const closing = n[ni] * (v[vb] - v[va]) + n[ni + 1] * (v[vb + 1] - v[va + 1]) + n[ni + 2] * (v[vb + 2] - v[va + 2]);
  return SURE * apart > h * (closing + swing(bodies, a, n, ni, h) + swing(bodies, b, n, ni, h));
}

/** How fast any point of a body comes along ±n by turning, at most, within h (m/s). */
function swing(bodies: BodyStore, body: number, n: Float64Array, ni: number, h: number): number {
  const v = bodies.v.data;
  const w = 6 * body + 3;
  const square = v[w] * v[w] + v[w + 1] * v[w + 1] + v[w + 2] * v[w + 2];
  if (square === 0) return 0;
  const radius = bodies.f.data[body * BODY_STRIDE + B_RADIUS];
  // A half-space has no radius: what turns with it may be anywhere.
  if (!(radius > 0)) return Infinity;
  const along = n[ni] * v[w] + n[ni + 1] * v[w + 1] + n[ni + 2] * v[w + 2];
  return radius * (Math.sqrt(Math.max(0, square - along * along)) + 0.5 * h * square);
}
