// The contacts of a world from step to step.
//
// A contact stays where it is for as long as its pair keeps it: of a world at rest nothing is moved. What a pair gets
// anew is added behind all others, with its old contacts still there to take over from; these are gaps from then on.
// When gaps become many, the step's contacts go to the other one of two pools: those that are kept are copied there,
// and those that are found anew cost nothing extra. So a world in which everything moves uses the two in turns, and
// both stay small enough for the caches.
//
// Where a contact lies has no influence on what comes next: a step goes through contacts in the order in which their
// blocks were made, and a snapshot has them in the order of their pairs.
// Verified in test/contact/store.test.ts.

import type { Arena, I32Slab } from '../memory/arena.js';
import { ContactPool } from './pool.js';

/** Gaps that a pool may get for every contact, and beside these. */
const GAPS_PER_CONTACT = 0.5;
const FEW_GAPS = 16;

interface SavedContacts {
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
  /** Where the step's contacts are, and where those of the step before are: the same pool, unless they are moving. */
  now: ContactPool;
  before: ContactPool;
  /** The contacts that bear in this step, and their blocks, in the order of these: contact, block, contact, block… */
  readonly bearing: I32Slab;
  bearingCount = 0;
  #spare: ContactPool;
  readonly #impulses: number;
  /** Records of the step that were not found in it: all at its start, and copies. */
  #old = 0;

  /** Records begin with `impulses` numbers that are impulses. */
  constructor(arena: Arena, stride: number, ints: number, impulses: number) {
    this.now = new ContactPool(arena, stride, ints);
    this.before = this.now;
    this.#spare = new ContactPool(arena, stride, ints);
    this.bearing = arena.i32(32);
    this.#impulses = impulses;
  }

  /** A step of `span`, in substeps of h. */
  begin(span: number, h: number): void {
    if (this.h > 0 && h !== this.h) this.#stretch(h / this.h);
    this.h = h;
    this.span = span;
    this.bearingCount = 0;
    this.before = this.now;
    const { count, owned } = this.now;
    // What this step leaves behind is likely to be as much as the last one found.
    const gaps = count - owned + (count - this.#old);
    this.#old = count;
    if (gaps > GAPS_PER_CONTACT * owned + FEW_GAPS) this.move();
  }

  /** What contacts bear, they bear in a longer step for longer. */
  #stretch(factor: number): void {
    const { count, stride, f } = this.now;
    for (let k = 0; k < count; k++) for (let m = 0; m < this.#impulses; m++) f.data[k * stride + m] *= factor;
  }

  /** From here on `now` is the other pool, empty. */
  protected move(): void {
    this.before = this.now;
    this.now = this.#spare;
    this.#spare = this.before;
    this.now.clear();
    this.#old = 0;
  }

  /** The pair has the same contacts as before. */
  keep(pair: number): void {
    const { now, before } = this;
    if (now === before) return;
    const start = now.count;
    const from = before.startOf(pair);
    const to = from + before.countOf(pair);
    for (let n = from; n < to; n++) this.keepOne(n);
    now.setRange(pair, start, now.count - start);
  }

  /** Adds a copy of contact n of before; returns its index. */
  keepOne(n: number): number {
    this.#old++;
    return this.now.copyFrom(this.before, n);
  }

  /** Contact k is block `block` of this step. */
  bear(k: number, block: number): void {
    this.bearing.reserve(2 * this.bearingCount + 2);
    this.bearing.data[2 * this.bearingCount] = k;
    this.bearing.data[2 * this.bearingCount + 1] = block;
    this.bearingCount++;
  }

  /**
   * Everything that outlives a step. Moves the contacts, between steps, into the order of their pairs and without gaps.
   */
  save(): unknown {
    this.move();
    const { now, before } = this;
    let end = 0;
    for (let pair = 0; 2 * pair < before.ranges.data.length; pair++) {
      if (before.countOf(pair) === 0) continue;
      this.keep(pair);
      end = pair + 1;
    }
    const saved: SavedContacts = {
      h: this.h,
      span: this.span,
      f: now.f.data.slice(0, now.count * now.stride),
      i: now.i.data.slice(0, now.count * now.ints),
      ranges: now.ranges.data.slice(0, 2 * end),
    };
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
    this.#old = now.count;
    for (let pair = 0; 2 * pair < s.ranges.length; pair++)
      now.setRange(pair, s.ranges[2 * pair], s.ranges[2 * pair + 1]);
  }
}
