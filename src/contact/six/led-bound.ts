// How far correction may lead bodies in a step, whatever their contacts ask for.
//
// A contact asks for a gap along its normal, and for no more of it than its share of the thinner body. What that moves is
// another matter: what a slider holds nearly across the normal goes gap / cos of it, an overlap whose gradient is next to
// nothing is opened by going far, and what was led out of one contact comes into the next, which asks anew. So no point of
// a body is led farther in a step than twice the share that its contacts may have, and as far as it came; what would be is
// scaled down with its whole island, so that joints hold, and goes on in the next step.
// Verified in test/repro/rack-on-tooth.test.ts.

import { B_RADIUS, BODY_STRIDE } from '../../bodies/layout.js';
import type { Arena, F64Slab } from '../../memory/arena.js';

/** What is given to bodies over the share of their contacts: they are pushed by more than one. */
const FARTHER = 2;

export class LedBound {
  /** By slot: how far its contacts may lead it in a step (m), -1: it has none; how far it came in parts before; in this. */
  readonly #most: F64Slab;
  readonly #before: F64Slab;
  readonly #came: F64Slab;
  /** How far its points have been led in the step, at most (m). */
  readonly #led: F64Slab;

  constructor(arena: Arena) {
    this.#most = arena.f64(16);
    this.#before = arena.f64(16);
    this.#came = arena.f64(16);
    this.#led = arena.f64(16);
  }

  /** A new step. */
  beginStep(count: number): void {
    this.#most.reserve(count);
    this.#before.reserve(count);
    this.#came.reserve(count);
    this.#led.reserve(count);
    this.#most.data.fill(-1, 0, count);
    this.#before.data.fill(0, 0, count);
    this.#came.data.fill(0, 0, count);
    this.#led.data.fill(0, 0, count);
  }

  /** A new substep of it: bodies come farther. */
  begin(count: number): void {
    for (let slot = 0; slot < count; slot++) {
      this.#before.data[slot] += this.#came.data[slot];
      this.#came.data[slot] = 0;
    }
  }

  /** A body has a contact that may be moved by `most` in the step, and `came` so far in the substep. */
  allow(slot: number, most: number, came: number): void {
    this.#most.data[slot] = Math.max(this.#most.data[slot], FARTHER * most);
    this.#came.data[slot] = Math.max(this.#came.data[slot], came);
  }

  /** The share, up to `share`, of the move y[p…] that the body in a slot may make. */
  shareOf(d: Float64Array, slot: number, y: Float64Array, p: number, share: number): number {
    const most = this.#most.data[slot];
    if (most < 0) return share;
    const left = Math.max(0, most + this.#before.data[slot] + this.#came.data[slot] - this.#led.data[slot]);
    const way = wayOf(d, slot, y, p);
    return way * share > left ? left / way : share;
  }

  /** The move y[p…] was made. */
  lead(d: Float64Array, slot: number, y: Float64Array, p: number): void {
    this.#led.data[slot] += wayOf(d, slot, y, p);
  }
}

/** How far the move y[p…] takes points of a body, at most. */
function wayOf(d: Float64Array, slot: number, y: Float64Array, p: number): number {
  const way = Math.sqrt(y[p] * y[p] + y[p + 1] * y[p + 1] + y[p + 2] * y[p + 2]);
  const turn = Math.sqrt(y[p + 3] * y[p + 3] + y[p + 4] * y[p + 4] + y[p + 5] * y[p + 5]);
  return way + turn * d[slot * BODY_STRIDE + B_RADIUS];
}
