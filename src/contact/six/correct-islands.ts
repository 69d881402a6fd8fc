// Islands of correction: bodies that joints and contacts to be corrected hold together, whether a solve knew of these or
// not.

import { isActive } from '../../bodies/activity.js';
import type { BodyStore } from '../../bodies/store.js';
import type { Arena, I32Slab } from '../../memory/arena.js';
import { BLOCK_INTS, type BlockStore, K_BODY_A, K_BODY_B, K_PROJECTION } from '../../solver/blocks.js';
import { rootOf, unite } from '../../solver/islands.js';
import { PROJECT_BILATERAL } from '../../solver/projections.js';
import type { PatchContacts } from './contacts.js';
import { SI_BODY_A, SI_BODY_B, SIX_INTS } from './layout.js';

export class CorrectionIslands {
  /** Of every contact that is corrected, in their order: the lowest slot of its island; -1: both sides stand still. */
  readonly of: I32Slab;
  readonly #parent: I32Slab;

  constructor(arena: Arena) {
    this.of = arena.i32(32);
    this.#parent = arena.i32(16);
  }

  find(
    { bearing, bearingCount: all, now }: PatchContacts,
    { i: ints, count }: BodyStore,
    { i: joints, count: blocks }: BlockStore,
  ): void {
    this.of.reserve(all);
    this.#parent.reserve(count);
    const of = this.of.data;
    const parent = this.#parent.data;
    for (let b = 0; b < count; b++) parent[b] = b;
    for (let h = 0; h < blocks * BLOCK_INTS; h += BLOCK_INTS) {
      const a = joints.data[h + K_BODY_A];
      const b = joints.data[h + K_BODY_B];
      if (joints.data[h + K_PROJECTION] !== PROJECT_BILATERAL) continue;
      if (isActive(ints.data, a) && isActive(ints.data, b)) unite(parent, a, b);
    }
    for (let m = 0; m < all; m++) {
      const n = bearing.data[2 * m] * SIX_INTS;
      const a = now.i.data[n + SI_BODY_A];
      const b = now.i.data[n + SI_BODY_B];
      of[m] = isActive(ints.data, a) ? a : isActive(ints.data, b) ? b : -1;
      if (of[m] === a && isActive(ints.data, b)) unite(parent, a, b);
    }
    for (let m = 0; m < all; m++) if (of[m] >= 0) of[m] = rootOf(parent, of[m]);
  }

  /** The island of a body. */
  ofBody(slot: number): number {
    return rootOf(this.#parent.data, slot);
  }
}
