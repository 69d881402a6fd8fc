// The contacts of model six, and the patches they stand on.

import type { Arena, F64Slab } from '../../memory/arena.js';
import { PatchBuffer } from '../../patch/patch.js';
import { ContactStore } from '../store.js';
import { SI_MATCHED, SI_PATCH, SIX_INTS, SIX_STRIDE } from './layout.js';

/** Numbers of a measured contact. */
export const MEASURED = 4;

export class PatchContacts extends ContactStore {
  /** Go with `now` and `before`. */
  readonly patches: PatchBuffer;
  readonly #oldPatches: PatchBuffer;
  /**
   * While `measuredCount` is beyond its number, of a contact: its gap where bodies are (gap.ts), and the least of that on
   * its patch, NaN where nobody has asked.
   */
  readonly measured: F64Slab;
  measuredCount = 0;

  constructor(arena: Arena) {
    super(arena, SIX_STRIDE, SIX_INTS, 6);
    this.patches = new PatchBuffer(arena);
    this.#oldPatches = new PatchBuffer(arena);
    this.measured = arena.f64(64);
  }

  /** Bodies are where they are corrected from: gaps that are measured from now on are good until one is moved. */
  beginMeasuring(): void {
    const { count } = this.now;
    this.measured.reserve(MEASURED * count);
    const m = this.measured.data;
    for (let k = 0; k < count; k++) m[MEASURED * k + 3] = NaN;
    this.measuredCount = count;
  }

  protected override move(): void {
    super.move();
    this.patches.swap(this.#oldPatches);
    this.patches.clear();
  }

  override keepOne(n: number): number {
    const k = super.keepOne(n);
    const i = this.now.i.data;
    i[k * SIX_INTS + SI_MATCHED] = 0;
    if (this.now !== this.before)
      i[k * SIX_INTS + SI_PATCH] = this.patches.copy(this.#oldPatches, i[k * SIX_INTS + SI_PATCH]);
    return k;
  }

  override save(): unknown {
    return { contacts: super.save(), patches: this.patches.save() };
  }

  override load(saved: unknown): void {
    const s = saved as { contacts: unknown; patches: unknown };
    super.load(s.contacts);
    this.patches.load(s.patches);
  }
}
