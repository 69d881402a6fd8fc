// The persistent pairs: ascending by (a, b) with a < b, each with a slot that it keeps for as long as it lives.
//
// An update brings every overlapping pair of which at least one proxy is dirty (the candidates), in any order. They are
// sorted by two counting passes over the dense ids, then merged with the pairs that are there: no hash table, so that
// the pairs and their order depend on boxes and filter alone, never on history. Slots do depend on history (a freed one
// is used again, last freed first), and are saved with it.

import type { Arena, I32Slab } from '../memory/arena.js';
import type { Workspace } from '../memory/wasm.js';

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
  readonly pairs: I32Slab;
  readonly slots: I32Slab;
  /** One past the largest slot ever used: what a cache by slot needs to hold. */
  slotEnd = 0;
  /** Pairs that began in the last update: a, b, slot each, ascending. */
  readonly begun: I32Slab;
  begunCount = 0;
  /** Pairs that ended in the last update: a, b, slot each, ascending. Their slots may already serve begun pairs. */
  readonly ended: I32Slab;
  endedCount = 0;
  readonly #freeSlots: I32Slab;
  #freeCount = 0;
  readonly #tally: I32Slab;
  readonly #workspace: Workspace;

  constructor(arena: Arena, workspace: Workspace) {
    this.#workspace = workspace;
    this.pairs = arena.i32(64);
    this.slots = arena.i32(32);
    this.begun = arena.i32(48);
    this.ended = arena.i32(48);
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
    const both = this.count + n;
    const old = this.pairs.data;
    const oldSlots = this.slots.data;
    const found = candidates.data;
    // Pair and slot each.
    const next = this.#workspace.integers(3 * both);
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
          const at = 3 * count++;
          next[at] = c;
          next[at + 1] = d;
          next[at + 2] = oldSlots[i];
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
        const at = 3 * count++;
        next[at] = a;
        next[at + 1] = b;
        next[at + 2] = slot;
      }
    }
    this.count = count;
    this.pairs.reserve(2 * count);
    this.slots.reserve(count);
    const pairs = this.pairs.data;
    const slots = this.slots.data;
    for (let k = 0, at = 0; k < count; k++, at += 3) {
      pairs[2 * k] = next[at];
      pairs[2 * k + 1] = next[at + 1];
      slots[k] = next[at + 2];
    }
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
   * Sort pairs in place, ascending by (a, b): counting sort by b, then, stably, by a. O(n + idEnd).
   */
  #sort(candidates: I32Slab, n: number, idEnd: number): void {
    if (n < 2) return;
    this.#tally.reserve(idEnd + 1);
    const between = this.#workspace.integers(2 * n);
    countingPass(candidates.data, between, n, 1, this.#tally.data, idEnd);
    countingPass(between, candidates.data, n, 0, this.#tally.data, idEnd);
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
