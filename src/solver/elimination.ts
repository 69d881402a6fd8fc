// In which order to eliminate the nodes of a graph, and which entries the factors then have.
//
// Minimum degree (Tinney and Walker 1967; George and Liu 1989): eliminate the node with the fewest neighbours left, tie
// its neighbours to each other, go on; ties go to the lowest number, so that the order is the same everywhere. Chains
// and trees come out without fill. The graph is kept as one row of bits a node: for the islands that a direct solve
// pays for (up to some thousand bodies) joining two rows of bits is cheaper than any cleverer structure.
// An analysis is reused as long as the graph is the same, edge by edge.
// Verified in test/solver/newton-linear.test.ts.

import type { Arena, I32Slab } from '../memory/arena.js';

export class Elimination {
  count = 0;
  /** node → its place in the order, and place → node. */
  readonly place: I32Slab;
  readonly node: I32Slab;
  /** Place k is tied to the later places later[start[k] … start[k+1]), ascending. */
  readonly start: I32Slab;
  readonly later: I32Slab;
  readonly #edges: I32Slab;
  #edgeCount = -1;
  readonly #bits: I32Slab;
  readonly #degree: I32Slab;

  constructor(arena: Arena) {
    this.place = arena.i32(16);
    this.node = arena.i32(16);
    this.start = arena.i32(16);
    this.later = arena.i32(64);
    this.#edges = arena.i32(64);
    this.#bits = arena.i32(64);
    this.#degree = arena.i32(16);
  }

  /** Entries above the diagonal. */
  get fill(): number {
    return this.start.data[this.count];
  }

  /** Multiplications that factors with blocks of this size take, about. */
  work(size: number): number {
    const start = this.start.data;
    let sum = 0;
    for (let k = 0; k < this.count; k++) sum += (start[k + 1] - start[k] + 1) * (start[k + 1] - start[k] + 1);
    return size * size * size * sum;
  }

  /** Analyses the graph with edges (pairs[2k], pairs[2k+1]), unless it is the one analysed last. True: it was new. */
  analyse(count: number, pairs: Int32Array, edgeCount: number): boolean {
    if (this.#isSame(count, pairs, edgeCount)) return false;
    this.count = count;
    this.#edgeCount = edgeCount;
    this.#edges.reserve(2 * edgeCount);
    for (let k = 0; k < 2 * edgeCount; k++) this.#edges.data[k] = pairs[k];
    this.place.reserve(count);
    this.node.reserve(count);
    this.start.reserve(count + 1);
    this.#degree.reserve(count);
    const words = (count + 31) >> 5;
    this.#bits.reserve(words * count);
    const bits = this.#bits.data;
    bits.fill(0, 0, words * count);
    for (let k = 0; k < edgeCount; k++) {
      const a = pairs[2 * k];
      const b = pairs[2 * k + 1];
      if (a === b) continue;
      bits[a * words + (b >> 5)] |= 1 << (b & 31);
      bits[b * words + (a >> 5)] |= 1 << (a & 31);
    }
    const degree = this.#degree.data;
    for (let k = 0; k < count; k++) degree[k] = countBits(bits, k * words, words);
    let used = 0;
    for (let k = 0; k < count; k++) {
      let best = -1;
      for (let n = 0; n < count; n++) if (degree[n] >= 0 && (best < 0 || degree[n] < degree[best])) best = n;
      this.place.data[best] = k;
      this.node.data[k] = best;
      this.start.data[k] = used;
      used = this.#eliminate(best, words, used);
      degree[best] = -1;
    }
    this.start.data[count] = used;
    this.#sortByPlace();
    return true;
  }

  #isSame(count: number, pairs: Int32Array, edgeCount: number): boolean {
    if (count !== this.count || edgeCount !== this.#edgeCount) return false;
    const known = this.#edges.data;
    for (let k = 0; k < 2 * edgeCount; k++) if (known[k] !== pairs[k]) return false;
    return true;
  }

  /** Takes a node out of the graph and ties its neighbours; their list goes to later[used…]. */
  #eliminate(k: number, words: number, used: number): number {
    const bits = this.#bits.data;
    const from = used;
    this.later.reserve(used + this.#degree.data[k]);
    const later = this.later.data;
    for (let w = 0; w < words; w++) {
      let word = bits[k * words + w];
      while (word !== 0) {
        const bit = 31 - Math.clz32(word & -word);
        word &= word - 1;
        later[used++] = 32 * w + bit;
      }
    }
    for (let n = from; n < used; n++) {
      const j = later[n];
      for (let w = 0; w < words; w++) bits[j * words + w] |= bits[k * words + w];
      bits[j * words + (j >> 5)] &= ~(1 << (j & 31));
      bits[j * words + (k >> 5)] &= ~(1 << (k & 31));
      this.#degree.data[j] = countBits(bits, j * words, words);
    }
    return used;
  }

  #sortByPlace(): void {
    const later = this.later.data;
    for (let k = 0; k < this.count; k++) {
      const from = this.start.data[k];
      const to = this.start.data[k + 1];
      for (let n = from; n < to; n++) {
        const p = this.place.data[later[n]];
        let at = n;
        for (; at > from && later[at - 1] > p; at--) later[at] = later[at - 1];
        later[at] = p;
      }
    }
  }
}

function countBits(bits: Int32Array, at: number, words: number): number {
  let sum = 0;
  for (let w = 0; w < words; w++) {
    let x = bits[at + w];
    x -= (x >>> 1) & 0x55555555;
    x = (x & 0x33333333) + ((x >>> 2) & 0x33333333);
    x = (x + (x >>> 4)) & 0x0f0f0f0f;
    sum += Math.imul(x, 0x01010101) >>> 24;
  }
  return sum;
}
