// Bodies that hold on to each other by something that is not a block (a force of a contact model): islands and sleep
// count them like blocks.

import type { Arena, I32Slab } from '../memory/arena.js';

export class Ties {
  count = 0;
  /** Two body slots each. */
  readonly i: I32Slab;

  constructor(arena: Arena) {
    this.i = arena.i32(64);
  }

  clear(): void {
    this.count = 0;
  }

  add(a: number, b: number): void {
    const o = 2 * this.count++;
    this.i.reserve(o + 2);
    this.i.data[o] = a;
    this.i.data[o + 1] = b;
  }
}
