// The contacts of model six, and the patches they stand on.

import type { Arena } from '../../memory/arena.js';
import { PatchBuffer } from '../../patch/patch.js';
import { ContactStore } from '../store.js';
import { SI_MATCHED, SI_PATCH, SIX_INTS, SIX_STRIDE } from './layout.js';

export class PatchContacts extends ContactStore {
  /** Go with `now` and `before`. */
  readonly patches: PatchBuffer;
  readonly #oldPatches: PatchBuffer;

  constructor(arena: Arena) {
    super(arena, SIX_STRIDE, SIX_INTS, 6);
    this.patches = new PatchBuffer(arena);
    this.#oldPatches = new PatchBuffer(arena);
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
