// What correction does again where it has pushed something into something else: of a large island only what is around
// that. Among 8000 boxes there are three such contacts in nearly every step, and to sweep all 22,000 for them was three
// quarters of the sweeps; the more bodies, the likelier.
//
// An island is large if it has more contacts than the fewest sweeps have visits for. It has had its sweeps by then. So
// many contacts round those that were found have as many again: from body to body outwards, as far as these suffice.
// Bodies farther out stand still. Consequence: what they are pushed into at the rim is left to the next step, as is all
// that sweeps do not get done. Verified in test/contact/correct-region.test.ts.

import { isActive } from '../../bodies/activity.js';
import type { BodyStore } from '../../bodies/store.js';
import type { Arena, I32Slab } from '../../memory/arena.js';
import type { PatchContacts } from './contacts.js';
import { SI_BODY_A, SI_BODY_B, SIX_INTS } from './layout.js';
import { CORRECTION_FEWEST, CORRECTION_VISITS } from './tolerances.js';

const LARGE = CORRECTION_VISITS / CORRECTION_FEWEST;

export class CorrectionRegion {
  /** By slot: how far it is from what was found, from 1 on; 0: it is farther, or in no large island. */
  readonly #marks: I32Slab;
  /** By island: its contacts, and those of bodies with a mark. */
  readonly #sizes: I32Slab;
  readonly #reached: I32Slab;
  #isAll = true;

  constructor(arena: Arena) {
    this.#marks = arena.i32(16);
    this.#sizes = arena.i32(16);
    this.#reached = arena.i32(16);
  }

  /** All of every island. */
  takeAll(): void {
    this.#isAll = true;
  }

  /**
   * Of large islands only what is around the contacts from number `found` on. `of`: the island of each; -1 from now on
   * for those that are left out.
   */
  find(of: Int32Array, { bearing, bearingCount: all, now }: PatchContacts, bodies: BodyStore, found: number): void {
    const { count } = bodies;
    this.#isAll = false;
    this.#marks.reserve(count);
    this.#sizes.reserve(count);
    this.#reached.reserve(count);
    const marks = this.#marks.data.fill(0, 0, count);
    const sizes = this.#sizes.data.fill(0, 0, count);
    const reached = this.#reached.data.fill(0, 0, count);
    const i = now.i.data;
    for (let m = 0; m < all; m++) if (of[m] >= 0) sizes[of[m]]++;
    for (let m = found; m < all; m++) {
      if (of[m] < 0 || sizes[of[m]] <= LARGE) continue;
      const n = bearing.data[2 * m] * SIX_INTS;
      marks[i[n + SI_BODY_A]] = marks[i[n + SI_BODY_B]] = 1;
    }
    // What stands still carries nothing on.
    for (let b = 0; b < count; b++) if (!isActive(bodies.i.data, b)) marks[b] = 0;
    for (let far = 1, isGrowing = true; isGrowing; far++) {
      isGrowing = false;
      reached.fill(0, 0, count);
      for (let m = 0; m < all; m++) {
        if (of[m] < 0) continue;
        const n = bearing.data[2 * m] * SIX_INTS;
        if (marks[i[n + SI_BODY_A]] + marks[i[n + SI_BODY_B]] > 0) reached[of[m]]++;
      }
      for (let m = 0; m < all; m++) {
        if (of[m] < 0 || reached[of[m]] >= LARGE) continue;
        const n = bearing.data[2 * m] * SIX_INTS;
        const a = i[n + SI_BODY_A];
        const b = i[n + SI_BODY_B];
        const next = marks[a] === far && marks[b] === 0 ? b : marks[b] === far && marks[a] === 0 ? a : -1;
        if (next < 0 || !isActive(bodies.i.data, next)) continue;
        marks[next] = far + 1;
        isGrowing = true;
      }
    }
    for (let m = 0; m < all; m++) {
      if (of[m] < 0 || sizes[of[m]] <= LARGE) continue;
      const n = bearing.data[2 * m] * SIX_INTS;
      if (marks[i[n + SI_BODY_A]] + marks[i[n + SI_BODY_B]] === 0) of[m] = -1;
    }
  }

  /** Whether a body of an island is left where it is. */
  holds(slot: number, island: number): boolean {
    return !this.#isAll && this.#sizes.data[island] > LARGE && this.#marks.data[slot] === 0;
  }
}
