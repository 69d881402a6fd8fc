// The contacts of a world from step to step.
//
// A contact stays where it is for as long as its pair keeps it: of a world at rest nothing is moved. What a pair gets
// anew is added behind all others, with its old contacts still there to take over from. `settle` then puts it where
// these were, or into a gap that another pair has left: a world in which everything moves needs no room for two of each.
// When gaps become many all the same, or contacts no longer lie in the order in which pairs are gone through, which is
// what caches are good at, they are put into that order.
//
// Where a contact lies has no influence on what comes next: a step goes through contacts in the order in which their
// blocks were made, and a snapshot has them in the order of their pairs.
// Verified in test/contact/store.test.ts.

import type { Arena, I32Slab } from '../memory/arena.js';
import { arrange } from './arrange.js';
import { ContactPool } from './pool.js';

/** Gaps that the pool may have at the start of a step for every contact, and beside these. */
const GAPS_PER_CONTACT = 0.125;
const FEW_GAPS = 16;
/** The share of contacts that may lie before the one that was found before them. */
const ASTRAY = 1 / 32;

export interface SavedContacts {
  h: number;
  span: number;
  f: Float64Array;
  i: Int32Array;
  ranges: Int32Array;
}

export class ContactStore {
  /** Length of the substep that the impulses belong to (s). */
  h = 0;
  /** Length of the whole step, for which contacts are found (s). */
  span = 0;
  /** Where the contacts are: until a pair has been settled, those that it had in the step before. */
  readonly now: ContactPool;
  /** The contacts that bear in this step, and their blocks, in the order of these: contact, block, contact, block… */
  readonly bearing: I32Slab;
  bearingCount = 0;
  /** By place: which record goes there. */
  protected readonly order: I32Slab;
  readonly #impulses: number;
  /** Gaps that `settle` may fill, the last one first. */
  readonly #gaps: I32Slab;
  #gapCount = 0;
  /** By contact: 0, it is a gap. */
  readonly #owned: I32Slab;
  /** Pairs that have got contacts in the step, in that order, where they lie, and how many of these lie astray. */
  readonly #found: I32Slab;
  #foundCount = 0;
  #last = 0;
  #astray = 0;

  /** Records begin with `impulses` numbers that are impulses. */
  constructor(arena: Arena, stride: number, ints: number, impulses: number) {
    this.now = new ContactPool(arena, stride, ints);
    this.bearing = arena.i32(32);
    this.#gaps = arena.i32(32);
    this.#owned = arena.i32(32);
    this.#found = arena.i32(32);
    this.order = arena.i32(32);
    this.#impulses = impulses;
  }

  /** A step of `span`, in substeps of h. */
  begin(span: number, h: number): void {
    if (this.h > 0 && h !== this.h) this.#stretch(h / this.h);
    this.h = h;
    this.span = span;
    this.bearingCount = 0;
    this.tidy();
  }

  /** What contacts bear, they bear in a longer step for longer. */
  #stretch(factor: number): void {
    const { count, stride, f } = this.now;
    for (let k = 0; k < count; k++) for (let m = 0; m < this.#impulses; m++) f.data[k * stride + m] *= factor;
  }

  /** Finds the gaps, or puts contacts in order. True: it did so. */
  protected tidy(): boolean {
    const { now } = this;
    const isAstray = this.#astray > ASTRAY * this.#foundCount + FEW_GAPS;
    this.#gapCount = this.#astray = this.#last = 0;
    if (now.count === now.owned && !isAstray) {
      this.#foundCount = 0;
      return false;
    }
    this.#owned.reserve(now.count);
    const owned = this.#owned.data;
    const ranges = now.ranges.data;
    owned.fill(0, 0, now.count);
    let end = 0;
    for (let r = 0; r < ranges.length; r += 2) {
      const to = ranges[r] + ranges[r + 1];
      for (let k = ranges[r]; k < to; k++) owned[k] = 1;
      if (to > end && ranges[r + 1] > 0) end = to;
    }
    now.count = end;
    const isSorted = isAstray || end - now.owned > GAPS_PER_CONTACT * now.owned + FEW_GAPS;
    if (isSorted) this.#sort();
    else for (let k = end - 1; k >= 0; k--) if (owned[k] === 0) this.#leave(k);
    this.#foundCount = 0;
    return isSorted;
  }

  /** Contacts in the order in which pairs have got them, and behind these those that were kept; no gaps. */
  #sort(): void {
    const { now } = this;
    const n = now.owned;
    const ranges = now.ranges.data;
    this.order.reserve(n);
    const from = this.order.data;
    const owned = this.#owned.data;
    let to = 0;
    for (let m = -this.#foundCount; 2 * m < ranges.length; m++) {
      const pair = m < 0 ? this.#found.data[m + this.#foundCount] : m;
      const start = now.startOf(pair);
      // More than 1: it has its place.
      if (now.countOf(pair) === 0 || owned[start] > 1) continue;
      owned[start] = 2 + to;
      for (let k = start; k < start + now.countOf(pair); k++) from[to++] = k;
    }
    for (let r = 0; r < ranges.length; r += 2) if (ranges[r + 1] > 0) ranges[r] = owned[ranges[r]] - 2;
    const spare = now.add();
    arrange(now, from, n, owned, spare);
    now.count = n;
  }

  #leave(k: number): void {
    this.#gaps.reserve(this.#gapCount + 1);
    this.#gaps.data[this.#gapCount++] = k;
  }

  /** The contacts from `start` on, the last ones, are the pair's, in place of those that it had. */
  settle(pair: number, start: number): void {
    const { now } = this;
    const n = now.count - start;
    const from = now.startOf(pair);
    const had = now.countOf(pair);
    let to = start;
    if (n > 0 && n <= had) to = from;
    else if (n === 1 && this.#gapCount > 0) to = this.#gaps.data[--this.#gapCount];
    if (to !== start) {
      for (let m = 0; m < n; m++) now.move(start + m, to + m);
      now.count = start;
    }
    for (let k = to === from ? from + n : from; k < from + had; k++) this.#leave(k);
    now.setRange(pair, to, n);
    if (n > 0) this.note(pair, to);
  }

  /** The pair has got contacts from `to` on. */
  note(pair: number, to: number): void {
    if (this.#foundCount > this.now.owned) return;
    this.#found.reserve(this.#foundCount + 1);
    this.#found.data[this.#foundCount++] = pair;
    if (to < this.#last) this.#astray++;
    this.#last = to;
  }

  /** Contact k is block `block` of this step. */
  bear(k: number, block: number): void {
    this.bearing.reserve(2 * this.bearingCount + 2);
    this.bearing.data[2 * this.bearingCount] = k;
    this.bearing.data[2 * this.bearingCount + 1] = block;
    this.bearingCount++;
  }

  /** Everything that outlives a step: contacts in the order of their pairs and without gaps. */
  save(): SavedContacts {
    const { now } = this;
    const { owned, stride, ints } = now;
    let end = now.ranges.data.length >> 1;
    while (end > 0 && now.countOf(end - 1) === 0) end--;
    const saved: SavedContacts = {
      h: this.h,
      span: this.span,
      f: new Float64Array(owned * stride),
      i: new Int32Array(owned * ints),
      ranges: new Int32Array(2 * end),
    };
    let at = 0;
    for (let pair = 0; pair < end; pair++) {
      const count = now.countOf(pair);
      if (count === 0) continue;
      const from = now.startOf(pair);
      saved.f.set(now.f.data.subarray(from * stride, (from + count) * stride), at * stride);
      saved.i.set(now.i.data.subarray(from * ints, (from + count) * ints), at * ints);
      saved.ranges[2 * pair] = at;
      saved.ranges[2 * pair + 1] = count;
      at += count;
    }
    return saved;
  }

  load(saved: unknown): void {
    const s = saved as SavedContacts;
    const { now } = this;
    this.h = s.h;
    this.span = s.span;
    now.f.load(s.f);
    now.i.load(s.i);
    now.count = s.f.length / now.stride;
    for (let pair = 0; 2 * pair < s.ranges.length; pair++)
      now.setRange(pair, s.ranges[2 * pair], s.ranges[2 * pair + 1]);
  }
}
