// Parts that pass each other, or only graze, by the velocities before this step's forces have no contact: the next tile
// of a floor is no wall to what slides over it (speculative.ts). Gravity may bring them together all the same, and so may
// a solve that stops one of two that fall alike. So they are asked again at the velocities that each solve finds: what
// slides is held up by its own tile then, and still grazes the next.
// What bounces does so off what it meets by this step's forces alone: a bounce is told by the velocities without impulses
// (rebound.ts). What a solve brings together strikes after the last look (world/step.ts).
// Verified in test/contact/six-landing.test.ts.

import type { BodyStore } from '../../bodies/store.js';
import type { Arena } from '../../memory/arena.js';
import { ContactPool } from '../pool.js';
import { staysApart } from './waiting.js';

/** Record of two parts: normal, how far they are apart along it (m), and 1 where forces alone bring them together. */
const SEPARATION = 3;
const FALLS = 4;
const STRIDE = 5;

export class Grazing {
  readonly #pool: ContactPool;
  readonly #bodies: BodyStore;
  #start = 0;

  constructor(bodies: BodyStore, arena: Arena) {
    this.#bodies = bodies;
    this.#pool = new ContactPool(arena, STRIDE, 1);
  }

  clear(): void {
    this.#pool.clear();
  }

  /** From now on parts of another pair are added. */
  begin(): void {
    this.#start = this.#pool.count;
  }

  /** Two parts of the pair that are `apart` along n[ni…]; `falls`: forces alone bring them together within the step. */
  add(pair: number, n: Float64Array, ni: number, apart: number, falls: boolean): void {
    const k = this.#pool.add();
    const f = this.#pool.f.data;
    for (let m = 0; m < 3; m++) f[k * STRIDE + m] = n[ni + m];
    f[k * STRIDE + SEPARATION] = apart;
    f[k * STRIDE + FALLS] = falls ? 1 : 0;
    this.#pool.setRange(pair, this.#start, k + 1 - this.#start);
  }

  has(pair: number): boolean {
    return this.#pool.countOf(pair) > 0;
  }

  /** Whether any parts of a pair, or of those that fall, may come together within h by their bodies' present velocities. */
  mayMeet(pair: number, a: number, b: number, h: number, ifFalling: boolean): boolean {
    const from = this.#pool.startOf(pair);
    const f = this.#pool.f.data;
    for (let k = from; k < from + this.#pool.countOf(pair); k++) {
      if (ifFalling && f[k * STRIDE + FALLS] === 0) continue;
      if (!staysApart(this.#bodies, a, b, f, k * STRIDE, f[k * STRIDE + SEPARATION], h)) return true;
    }
    return false;
  }
}
