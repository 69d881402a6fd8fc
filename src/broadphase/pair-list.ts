// The persistent pairs: ascending by (a, b) with a < b, each with a slot that it keeps for as long as it lives.
//
// An update brings every overlapping pair of which at least one proxy is dirty (the candidates), in any order. They are
// sorted by two counting passes over the dense ids, then merged with the pairs that are there: no hash table, so that
// the pairs and their order depend on boxes and filter alone, never on history. Slots do depend on history (a freed one
// is used again, last freed first), and are saved with it.

import type { Arena, I32Slab } from '../memory/arena.js';

/** The proxy's pairs are to be found again. */
export const DIRTY = 1;
/** The proxy came or went since the last update: pairs that bear its id belong to another body. */
export const FRESH = 2;
/** The filter is to be asked again about pairs that exist. */
export const REFILTER = 4;

/** May these two proxies pair? a < b. Must answer the same until `refilter` is called for one of them. */
export type PairFilter = (a: number, b: number) => boolean;

export class PairList {
  /** Number of pairs. */
  count = 0;
  /** Pair k is (pairs[2k], pairs[2k+1]), its slot slots[k]. */
  pairs: I32Slab;
  slots: I32Slab;
  /** One past the largest slot ever used: what a cache by slot needs to hold. */
  slotEnd = 0;
  /** Pairs that began in the last update: a, b, slot each, ascending. */
  readonly begun: I32Slab;
  begunCount = 0;
  /** Pairs that ended in the last update: a, b, slot each, ascending. Their slots may already serve begun pairs. */
  readonly ended: I32Slab;
  endedCount = 0;
  #nextPairs: I32Slab;
  #nextSlots: I32Slab;
  readonly #freeSlots: I32Slab;
  #freeCount = 0;
  readonly #tally: I32Slab;

  constructor(arena: Arena) {
    this.pairs = arena.i32(64);
    this.slots = arena.i32(32);
    this.begun = arena.i32(48);
    this.ended = arena.i32(48);
    this.#nextPairs = arena.i32(64);
    this.#nextSlots = arena.i32(32);
    this.#freeSlots = arena.i32(32);
    this.#tally = arena.i32(32);
  }

  /** Position of the pair in the list, or −1. */
  find(a: number, b: number): number {
    const pairs = this.pairs.data;
    const low = a < b ? a : b;
    const high = a < b ? b : a;
    let from = 0;
    let to = this.count - 1;
    while (from <= to) {
      const k = (from + to) >> 1;
      const order = pairs[2 * k] - low || pairs[2 * k + 1] - high;
      if (order === 0) return k;
      if (order < 0) from = k + 1;
      else to = k - 1;
    }
    return -1;
  }

  /** Nothing changed since the last update. */
  settle(): void {
    this.begunCount = 0;
    this.endedCount = 0;
  }

  /**
   * Take in the n candidates (pairs with a < b, each once, all overlapping pairs of dirty proxies): pairs of dirty
   * proxies that are not among them end, candidates that the filter admits begin. flags holds DIRTY, FRESH, REFILTER
   * per id < idEnd.
   */
  merge(candidates: I32Slab, n: number, flags: Int32Array, idEnd: number, filter: PairFilter): void {
    this.#sort(candidates, n, idEnd);
    this.settle();
    // Room first, so that the loop writes without checking; no more than it takes.
    const both = this.count + n;
    if (this.#nextSlots.data.length < both || this.#nextPairs.data.length < 2 * both) {
      const most = this.#countOfBoth(candidates.data, n);
      this.#nextPairs.reserve(2 * most);
      this.#nextSlots.reserve(most);
    }
    const old = this.pairs.data;
    const oldSlots = this.slots.data;
    const found = candidates.data;
    const next = this.#nextPairs.data;
    const nextSlots = this.#nextSlots.data;
    let count = 0;
    let i = 0;
    const oldCount = this.count;
    for (let j = 0; j <= n; j++) {
      // The next candidate, or behind all pairs.
      const a = j < n ? found[2 * j] : idEnd;
      const b = j < n ? found[2 * j + 1] : idEnd;
      // Pairs before it stay, unless they should be among the candidates.
      for (; i < oldCount; i++) {
        const c = old[2 * i];
        const d = old[2 * i + 1];
        if (c > a || (c === a && d >= b)) break;
        if ((flags[c] | flags[d]) !== 0) this.#end(c, d, oldSlots[i]);
        else {
          next[2 * count] = c;
          next[2 * count + 1] = d;
          nextSlots[count++] = oldSlots[i];
        }
      }
      if (j === n) break;
      const flag = flags[a] | flags[b];
      const isThere = i < oldCount && old[2 * i] === a && old[2 * i + 1] === b;
      let slot = -1;
      if (isThere) {
        slot = oldSlots[i++];
        if ((flag & FRESH) !== 0 || ((flag & REFILTER) !== 0 && !filter(a, b))) {
          this.#end(a, b, slot);
          slot = -1;
        }
      }
      // A pair that the filter has just ended must not begin again at once.
      if (slot < 0 && (!isThere || (flag & FRESH) !== 0) && filter(a, b)) slot = this.#begin(a, b);
      if (slot >= 0) {
        next[2 * count] = a;
        next[2 * count + 1] = b;
        nextSlots[count++] = slot;
      }
    }
    this.count = count;
    const pairs = this.pairs;
    this.pairs = this.#nextPairs;
    this.#nextPairs = pairs;
    const slots = this.slots;
    this.slots = this.#nextSlots;
    this.#nextSlots = slots;
  }

  /** Pairs that there are or that are candidates. */
  #countOfBoth(found: Int32Array, n: number): number {
    const old = this.pairs.data;
    let count = 0;
    for (let i = 0, j = 0; i < this.count || j < n; count++) {
      const order =
        i === this.count ? 1 : j === n ? -1 : old[2 * i] - found[2 * j] || old[2 * i + 1] - found[2 * j + 1];
      if (order <= 0) i++;
      if (order >= 0) j++;
    }
    return count;
  }

  save(): Int32Array[] {
    return [
      Int32Array.of(this.count, this.slotEnd, this.#freeCount),
      this.pairs.data.slice(0, 2 * this.count),
      this.slots.data.slice(0, this.count),
      this.#freeSlots.data.slice(0, this.#freeCount),
    ];
  }

  load(state: readonly Int32Array[]): void {
    const [header, pairs, slots, freeSlots] = state;
    this.pairs.load(pairs);
    this.slots.load(slots);
    this.#freeSlots.load(freeSlots);
    this.count = header[0];
    this.slotEnd = header[1];
    this.#freeCount = header[2];
    this.settle();
  }

  #begin(a: number, b: number): number {
    const slot = this.#freeCount > 0 ? this.#freeSlots.data[--this.#freeCount] : this.slotEnd++;
    const at = 3 * this.begunCount++;
    this.begun.reserve(at + 3);
    const out = this.begun.data;
    out[at] = a;
    out[at + 1] = b;
    out[at + 2] = slot;
    return slot;
  }

  #end(a: number, b: number, slot: number): void {
    this.#freeSlots.reserve(this.#freeCount + 1);
    this.#freeSlots.data[this.#freeCount++] = slot;
    const at = 3 * this.endedCount++;
    this.ended.reserve(at + 3);
    const out = this.ended.data;
    out[at] = a;
    out[at + 1] = b;
    out[at + 2] = slot;
  }

  /**
   * Sort pairs in place, ascending by (a, b): counting sort by b, then, stably, by a. O(n + idEnd). The room of the next
   * pairs serves as scratch.
   */
  #sort(candidates: I32Slab, n: number, idEnd: number): void {
    if (n < 2) return;
    this.#nextPairs.reserve(2 * n);
    this.#tally.reserve(idEnd + 1);
    countingPass(candidates.data, this.#nextPairs.data, n, 1, this.#tally.data, idEnd);
    countingPass(this.#nextPairs.data, candidates.data, n, 0, this.#tally.data, idEnd);
  }
}

function countingPass(from: Int32Array, to: Int32Array, n: number, key: 0 | 1, tally: Int32Array, idEnd: number): void {
  tally.fill(0, 0, idEnd + 1);
  for (let k = 0; k < n; k++) tally[from[2 * k + key] + 1]++;
  for (let id = 1; id <= idEnd; id++) tally[id] += tally[id - 1];
  for (let k = 0; k < n; k++) {
    const place = tally[from[2 * k + key]]++;
    to[2 * place] = from[2 * k];
    to[2 * place + 1] = from[2 * k + 1];
  }
}
