// Of which parts of which bodies a look has found contacts: lists of those whose bodies share a place, since to go
// through all that it has found for each contact takes the square of their number. Verified in
// test/contact/found-parts.test.ts.

import type { Arena, I32Slab } from '../../memory/arena.js';
import type { ContactPool } from '../pool.js';
import { SI_BODY_A, SI_BODY_B, SI_PARTS, SIX_INTS } from './layout.js';

/** Neighbours in a row of bodies have places of their own. */
const APART = 31;

export class FoundParts {
  readonly #pool: ContactPool;
  /** By place: the last look that has found a contact there, and which one it found last. */
  readonly #looks: I32Slab;
  readonly #last: I32Slab;
  /** By contact, from `start` on: the one before it at its place; -1: it is the first. */
  readonly #before: I32Slab;
  #look = 0;
  #start = 0;
  #end = 0;
  #mask = 0;

  constructor(pool: ContactPool, arena: Arena) {
    this.#pool = pool;
    this.#looks = arena.i32(16);
    this.#last = arena.i32(16);
    this.#before = arena.i32(16);
  }

  /** A new look, among so many bodies: it adds contacts from `start` on. */
  begin(start: number, bodies: number): void {
    if (bodies > this.#mask) {
      this.#mask = 15;
      while (this.#mask < bodies) this.#mask = 2 * this.#mask + 1;
      this.#looks.reserve(this.#mask + 1);
      this.#last.reserve(this.#mask + 1);
    }
    this.#look++;
    this.#start = this.#end = start;
  }

  /** Whether it has found one of the same parts as contact k. */
  has(k: number): boolean {
    const { count, i } = this.#pool;
    while (this.#end < count) this.#enter(this.#end++);
    const at = this.#placeOf(k);
    if (this.#looks.data[at] !== this.#look) return false;
    const n = k * SIX_INTS;
    for (let c = this.#last.data[at]; c >= 0; c = this.#before.data[c - this.#start]) {
      const m = c * SIX_INTS;
      if (i.data[m + SI_PARTS] !== i.data[n + SI_PARTS]) continue;
      if (i.data[m + SI_BODY_A] === i.data[n + SI_BODY_A] && i.data[m + SI_BODY_B] === i.data[n + SI_BODY_B])
        return true;
    }
    return false;
  }

  #enter(k: number): void {
    const at = this.#placeOf(k);
    const m = k - this.#start;
    this.#before.reserve(m + 1);
    this.#before.data[m] = this.#looks.data[at] === this.#look ? this.#last.data[at] : -1;
    this.#looks.data[at] = this.#look;
    this.#last.data[at] = k;
  }

  #placeOf(k: number): number {
    const i = this.#pool.i.data;
    return (i[k * SIX_INTS + SI_BODY_A] + APART * i[k * SIX_INTS + SI_BODY_B]) & this.#mask;
  }
}
