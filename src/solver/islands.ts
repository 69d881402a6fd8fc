// Islands: bodies that can move, held together by blocks or other ties, directly or through others. Static and
// kinematic bodies tie nothing.

import { BODY_INTS, I_TYPE, TYPE_DYNAMIC, TYPE_OTHER } from '../bodies/layout.js';
import type { Arena, I32Slab } from '../memory/arena.js';
import { BLOCK_INTS, type BlockStore, K_BODY_A, K_BODY_B, K_ISLAND } from './blocks.js';
import type { Ties } from './ties.js';

export class Islands {
  count = 0;
  /** Island k owns blocks order[start[k] … start[k+1]), in the order in which they were added. */
  readonly start: I32Slab;
  readonly order: I32Slab;
  /** Island of each body slot, or -1. */
  readonly ofBody: I32Slab;
  readonly #parent: I32Slab;

  constructor(arena: Arena) {
    this.start = arena.i32(16);
    this.order = arena.i32(64);
    this.ofBody = arena.i32(64);
    this.#parent = arena.i32(64);
  }

  /** Groups the blocks. Islands are numbered by their lowest body slot. */
  build(blocks: BlockStore, ties: Ties, bodyInts: Int32Array, bodyCount: number): void {
    this.#parent.reserve(bodyCount);
    this.ofBody.reserve(bodyCount);
    this.start.reserve(bodyCount + 2);
    this.order.reserve(blocks.count);
    const parent = this.#parent.data;
    for (let b = 0; b < bodyCount; b++) parent[b] = b;
    const bi = blocks.i.data;
    for (let k = 0; k < blocks.count; k++) {
      const a = bi[k * BLOCK_INTS + K_BODY_A];
      const b = bi[k * BLOCK_INTS + K_BODY_B];
      if (canMove(bodyInts, a) && canMove(bodyInts, b)) unite(parent, a, b);
    }
    for (let k = 0; k < ties.count; k++) {
      const a = ties.i.data[2 * k];
      const b = ties.i.data[2 * k + 1];
      if (canMove(bodyInts, a) && canMove(bodyInts, b)) unite(parent, a, b);
    }
    const ofBody = this.ofBody.data;
    this.count = 0;
    for (let b = 0; b < bodyCount; b++) {
      // Roots are the lowest slot of their tree, so a root is numbered before its members ask.
      if (!canMove(bodyInts, b)) ofBody[b] = -1;
      else if (rootOf(parent, b) === b) ofBody[b] = this.count++;
      else ofBody[b] = ofBody[rootOf(parent, b)];
    }
    const start = this.start.data;
    start.fill(0, 0, this.count + 2);
    for (let k = 0; k < blocks.count; k++) {
      const o = k * BLOCK_INTS;
      const island = Math.max(ofBody[bi[o + K_BODY_A]], ofBody[bi[o + K_BODY_B]]);
      bi[o + K_ISLAND] = island;
      if (island >= 0) start[island + 1]++;
    }
    for (let n = 0; n < this.count; n++) start[n + 1] += start[n];
    const order = this.order.data;
    for (let k = 0; k < blocks.count; k++) {
      const island = bi[k * BLOCK_INTS + K_ISLAND];
      if (island >= 0) order[start[island]++] = k;
    }
    for (let n = this.count; n > 0; n--) start[n] = start[n - 1];
    start[0] = 0;
  }
}

function canMove(bodyInts: Int32Array, slot: number): boolean {
  const type = bodyInts[slot * BODY_INTS + I_TYPE];
  return type === TYPE_DYNAMIC || type === TYPE_OTHER;
}

/** The lowest slot of the tree that slot b is in. */
export function rootOf(parent: Int32Array, b: number): number {
  while (parent[b] !== b) {
    parent[b] = parent[parent[b]];
    b = parent[b];
  }
  return b;
}

export function unite(parent: Int32Array, a: number, b: number): void {
  const ra = rootOf(parent, a);
  const rb = rootOf(parent, b);
  if (ra < rb) parent[rb] = ra;
  else parent[ra] = rb;
}
