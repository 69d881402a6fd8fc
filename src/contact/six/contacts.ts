// The contacts of model six, and the patches they stand on.

import type { Arena, F64Slab, I32Slab } from '../../memory/arena.js';
import { PatchBuffer } from '../../patch/patch.js';
import { arrange } from '../arrange.js';
import { ContactStore, type SavedContacts } from '../store.js';
import { SI_MATCHED, SI_PATCH, SIX_INTS, SIX_STRIDE } from './layout.js';

/** Numbers of a measured contact. */
export const MEASURED = 4;
/** Patches that may be nobody's at the start of a step for every contact, and beside these. */
const FREE_PER_CONTACT = 0.125;
const FEW_FREE = 16;

export class PatchContacts extends ContactStore {
  readonly patches: PatchBuffer;
  /**
   * While `measuredCount` is beyond its number, of a contact: its gap where bodies are (gap.ts), and the least of that on
   * its patch, NaN where nobody has asked.
   */
  readonly measured: F64Slab;
  measuredCount = 0;
  /** Patches that are nobody's, for `settle`, the last one first. */
  readonly #free: I32Slab;
  #freeCount = 0;
  /** By patch: 1, it is a contact's. */
  readonly #taken: I32Slab;

  constructor(arena: Arena) {
    super(arena, SIX_STRIDE, SIX_INTS, 6);
    this.patches = new PatchBuffer(arena);
    this.#free = arena.i32(32);
    this.#taken = arena.i32(32);
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

  protected override tidy(): boolean {
    const isSorted = super.tidy();
    this.#freeCount = 0;
    const { now, patches } = this;
    if (patches.count === now.owned && !isSorted) return false;
    this.#taken.reserve(patches.count);
    const taken = this.#taken.data;
    const ranges = now.ranges.data;
    const i = now.i.data;
    taken.fill(0, 0, patches.count);
    let end = 0;
    let count = 0;
    for (let r = 0; r < ranges.length; r += 2)
      for (let k = ranges[r]; k < ranges[r] + ranges[r + 1]; k++) {
        const patch = i[k * SIX_INTS + SI_PATCH];
        if (taken[patch] === 0) count++;
        taken[patch] = 1;
        if (patch >= end) end = patch + 1;
      }
    patches.cut(end);
    if (isSorted && patches.areAlike && count === now.owned) this.#sortPatches();
    else if (end - now.owned > FREE_PER_CONTACT * now.owned + FEW_FREE) this.#movePatchesUp(end);
    else for (let k = end - 1; k >= 0; k--) if (taken[k] === 0) this.#leavePatch(k);
    return isSorted;
  }

  /** Patches in the order of contacts, which lie without gaps. */
  #sortPatches(): void {
    const { now, patches } = this;
    const n = now.owned;
    this.order.reserve(n);
    const from = this.order.data;
    for (let k = 0; k < n; k++) {
      from[k] = now.i.data[k * SIX_INTS + SI_PATCH];
      now.i.data[k * SIX_INTS + SI_PATCH] = k;
    }
    arrange(patches, from, n, this.#taken.data, patches.addRoom());
    patches.cut(n);
  }

  #movePatchesUp(end: number): void {
    const { now, patches } = this;
    const places = this.#taken.data;
    let to = 0;
    for (let k = 0; k < end; k++) if (places[k] === 1) places[k] = patches.moveUp(k, to++);
    patches.cut(to);
    const ranges = now.ranges.data;
    for (let r = 0; r < ranges.length; r += 2)
      for (let k = ranges[r]; k < ranges[r] + ranges[r + 1]; k++) {
        const n = k * SIX_INTS + SI_PATCH;
        now.i.data[n] = places[now.i.data[n]];
      }
  }

  #leavePatch(k: number): void {
    this.#free.reserve(this.#freeCount + 1);
    this.#free.data[this.#freeCount++] = k;
  }

  /** Likewise patches, which were found from `patch` on. */
  override settle(pair: number, start: number, patch = this.patches.count): void {
    const { now, patches } = this;
    const i = now.i.data;
    const from = now.startOf(pair);
    const to = from + now.countOf(pair);
    for (let k = from; k < to; k++)
      if (!this.#isKept(i[k * SIX_INTS + SI_PATCH], start)) this.#leavePatch(i[k * SIX_INTS + SI_PATCH]);
    let end = patch;
    for (let k = start; k < now.count; k++) {
      const n = k * SIX_INTS + SI_PATCH;
      if (i[n] < patch) continue;
      if (this.#freeCount > 0 && patches.move(i[n], this.#free.data[this.#freeCount - 1]))
        i[n] = this.#free.data[--this.#freeCount];
      else end = i[n] + 1;
    }
    patches.cut(end);
    super.settle(pair, start);
  }

  /** Whether a contact from `start` on has this patch. */
  #isKept(patch: number, start: number): boolean {
    const { i, count } = this.now;
    for (let k = start; k < count; k++) if (i.data[k * SIX_INTS + SI_PATCH] === patch) return true;
    return false;
  }

  /** Adds a copy of contact n, on the same patch; returns its index. */
  keepOne(n: number): number {
    const k = this.now.copyFrom(this.now, n);
    this.now.i.data[k * SIX_INTS + SI_MATCHED] = 0;
    return k;
  }

  /** As `save` has it, with the patches that are used, in the order of their contacts. */
  saveAll(): unknown {
    const contacts = super.save();
    const patches = new PatchBuffer();
    for (let n = 0; n < contacts.i.length; n += SIX_INTS) {
      contacts.i[n + SI_MATCHED] = 0;
      contacts.i[n + SI_PATCH] = patches.copy(this.patches, contacts.i[n + SI_PATCH]);
    }
    return { contacts, patches: patches.save() };
  }

  loadAll(saved: unknown): void {
    const s = saved as { contacts: SavedContacts; patches: unknown };
    super.load(s.contacts);
    this.patches.load(s.patches);
  }
}
