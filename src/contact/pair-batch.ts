// The pairs that a stage of the step works on, all at once, as packed integers: a batch can go to another kernel as it
// is.

import type { Arena, I32Slab } from '../memory/arena.js';

/** Slot that stays the pair's while the broad phase keeps it. */
export const PB_SLOT = 0;
/** The two bodies: a is the dynamic one, or the one with the lower slot. */
export const PB_BODY_A = 1;
export const PB_BODY_B = 2;
/** Whether the pair has contacts: `find` says so. */
export const PB_FOUND = 3;
export const PAIR_INTS = 4;

export class PairBatch {
  count = 0;
  readonly i: I32Slab;

  constructor(arena: Arena) {
    this.i = arena.i32(64 * PAIR_INTS);
  }

  clear(): void {
    this.count = 0;
  }

  /** Appends a pair that has not been looked at. */
  add(slot: number, a: number, b: number): void {
    const o = this.count++ * PAIR_INTS;
    this.i.reserve(o + PAIR_INTS);
    const i = this.i.data;
    i[o + PB_SLOT] = slot;
    i[o + PB_BODY_A] = a;
    i[o + PB_BODY_B] = b;
    i[o + PB_FOUND] = 0;
  }
}
