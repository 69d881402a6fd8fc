// Islands of correction: those of the solve, and what contacts that no solve knew of tie together.

import { isActive } from '../../bodies/activity.js';
import type { BodyStore } from '../../bodies/store.js';
import type { Arena, I32Slab } from '../../memory/arena.js';
import { BLOCK_INTS, type BlockStore, K_ISLAND } from '../../solver/blocks.js';
import type { PatchContacts } from './contacts.js';
import { NO_BLOCK, SI_BODY_A, SI_BODY_B, SIX_INTS } from './layout.js';

export class CorrectionIslands {
  /** Of every contact that is corrected, in their order: its island; -1: both of its sides stand still. */
  readonly of: I32Slab;
  readonly #ofBody: I32Slab;
  readonly #parent: I32Slab;
  readonly #bodies: BodyStore;
  readonly #blocks: BlockStore;

  constructor(bodies: BodyStore, blocks: BlockStore, arena: Arena) {
    this.#bodies = bodies;
    this.#blocks = blocks;
    this.of = arena.i32(32);
    this.#ofBody = arena.i32(16);
    this.#parent = arena.i32(16);
  }

  /** Finds them; returns a number that is above all of theirs. */
  find({ bearing, bearingCount: all, now }: PatchContacts): number {
    this.of.reserve(all);
    const of = this.of.data;
    const blocks = this.#blocks.i.data;
    let count = 0;
    let others = 0;
    for (let m = 0; m < all; m++) {
      const block = bearing.data[2 * m + 1];
      if (block === NO_BLOCK) others++;
      else {
        of[m] = blocks[block * BLOCK_INTS + K_ISLAND];
        if (of[m] >= count) count = of[m] + 1;
      }
    }
    if (others === 0) return count;
    const i = now.i.data;
    this.#ofBody.reserve(this.#bodies.count);
    this.#ofBody.data.fill(-1, 0, this.#bodies.count);
    for (let m = 0; m < all; m++) {
      if (bearing.data[2 * m + 1] === NO_BLOCK) continue;
      for (let side = SI_BODY_A; side <= SI_BODY_B; side++) {
        const slot = i[bearing.data[2 * m] * SIX_INTS + side];
        if (isActive(this.#bodies.i.data, slot)) this.#ofBody.data[slot] = of[m];
      }
    }
    this.#parent.reserve(count + 2 * others);
    const parent = this.#parent.data;
    for (let n = 0; n < count + 2 * others; n++) parent[n] = n;
    for (let m = 0; m < all; m++) {
      if (bearing.data[2 * m + 1] !== NO_BLOCK) continue;
      of[m] = -1;
      for (let side = SI_BODY_A; side <= SI_BODY_B; side++) {
        const slot = i[bearing.data[2 * m] * SIX_INTS + side];
        if (!isActive(this.#bodies.i.data, slot)) continue;
        if (this.#ofBody.data[slot] < 0) this.#ofBody.data[slot] = count++;
        const root = rootOf(parent, this.#ofBody.data[slot]);
        if (of[m] >= 0) parent[root] = rootOf(parent, of[m]);
        of[m] = root;
      }
    }
    for (let m = 0; m < all; m++) if (of[m] >= 0) of[m] = rootOf(parent, of[m]);
    return count;
  }
}

function rootOf(parent: Int32Array, n: number): number {
  while (parent[n] !== n) {
    parent[n] = parent[parent[n]];
    n = parent[n];
  }
  return n;
}
