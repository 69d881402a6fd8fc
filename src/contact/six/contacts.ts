// The patch contacts of this step and of the one before, and the patches they stand on.

import type { Arena } from '../../memory/arena.js';
import { PatchBuffer } from '../../patch/patch.js';
import { ContactPool } from '../pool.js';
import { SI_BLOCK, SI_HEIR, SI_PATCH, SIX_INTS, SIX_STRIDE } from './layout.js';

export class PatchContacts {
  /** Length of the step that they bear in (s). */
  h = 0;
  current: ContactPool;
  previous: ContactPool;
  patches = new PatchBuffer();
  private oldPatches = new PatchBuffer();

  constructor(arena: Arena) {
    this.current = new ContactPool(arena, SIX_STRIDE, SIX_INTS);
    this.previous = new ContactPool(arena, SIX_STRIDE, SIX_INTS);
  }

  begin(h: number): void {
    this.h = h;
    const pool = this.current;
    this.current = this.previous;
    this.previous = pool;
    this.current.clear();
    const patches = this.patches;
    this.patches = this.oldPatches;
    this.oldPatches = patches;
    this.patches.clear();
  }

  /** Takes over the pair's contacts of the step before. */
  keep(pair: number): void {
    const { current, previous } = this;
    const start = current.count;
    const from = previous.startOf(pair);
    const to = from + previous.countOf(pair);
    for (let n = from; n < to; n++) this.keepOne(n);
    current.setRange(pair, start, current.count - start);
  }

  /** Takes over contact n of the step before; returns its index. */
  keepOne(n: number): number {
    const k = this.current.copyFrom(this.previous, n);
    const i = this.current.i.data;
    i[k * SIX_INTS + SI_BLOCK] = -1;
    i[k * SIX_INTS + SI_HEIR] = 0;
    i[k * SIX_INTS + SI_PATCH] = this.patches.copy(this.oldPatches, i[k * SIX_INTS + SI_PATCH]);
    return k;
  }

  save(): unknown {
    return { h: this.h, contacts: this.current.save(), patches: this.patches.save() };
  }

  load(saved: unknown): void {
    const s = saved as { h: number; contacts: unknown; patches: unknown };
    this.h = s.h;
    this.current.load(s.contacts);
    this.patches.load(s.patches);
  }
}
