// A hierarchy of spheres over samples: the nearest sample, and where two clouds come nearest to each other.
//
// M. Pauly, D. K. Pai, L. J. Guibas, "Quasi-rigid objects in contact", SCA 2004, §4.1: spheres around samples and around
// spheres, of which those that cannot hold what is looked for are passed over. Here a binary tree, halved along the
// longest side, with up to LEAF samples in its leaves; a node's left child stands behind it.
// Verified in test/shapes/sphere-tree.test.ts against all samples.

import { rotateVector, unrotateVector } from '../../math/quaternion.js';

const LEAF = 8;
/** Centre and radius of a node. */
const SPHERE = 4;
/** Deepest: halves of 2^31 samples, two nodes each. */
const STACK = 128;

export class SphereTree {
  readonly spheres: Float64Array;
  /** Of a leaf: first sample in `order` and how many; of others: right child, and 0. */
  readonly first: Int32Array;
  readonly count: Int32Array;
  readonly order: Int32Array;
  readonly #positions: Float64Array;
  #nodes = 0;
  readonly #stack = new Int32Array(2 * STACK);
  readonly #bounds = new Float64Array(STACK);
  readonly #v = new Float64Array(3);
  readonly #w = new Float64Array(3);

  /** Over positions in triples, at least one. */
  constructor(positions: Float64Array) {
    const n = positions.length / 3;
    this.#positions = positions;
    this.order = Int32Array.from({ length: n }, (_, k) => k);
    // Halving never leaves a leaf with less than half of LEAF.
    const most = Math.max(1, Math.ceil((4 * n) / LEAF));
    this.spheres = new Float64Array(SPHERE * most);
    this.first = new Int32Array(most);
    this.count = new Int32Array(most);
    this.#build(0, n);
  }

  #build(from: number, to: number): number {
    const node = this.#nodes++;
    const { order, spheres } = this;
    const p = this.#positions;
    const low = [Infinity, Infinity, Infinity];
    const high = [-Infinity, -Infinity, -Infinity];
    for (let k = from; k < to; k++)
      for (let m = 0; m < 3; m++) {
        const x = p[3 * order[k] + m];
        if (x < low[m]!) low[m] = x;
        if (x > high[m]!) high[m] = x;
      }
    const o = SPHERE * node;
    for (let m = 0; m < 3; m++) spheres[o + m] = 0.5 * (low[m]! + high[m]!);
    let rr = 0;
    for (let k = from; k < to; k++) {
      const s = 3 * order[k];
      const dx = p[s] - spheres[o];
      const dy = p[s + 1] - spheres[o + 1];
      const dz = p[s + 2] - spheres[o + 2];
      rr = Math.max(rr, dx * dx + dy * dy + dz * dz);
    }
    spheres[o + 3] = Math.sqrt(rr);
    if (to - from <= LEAF) {
      this.first[node] = from;
      this.count[node] = to - from;
      return node;
    }
    const size = [0, 1, 2].map((m) => high[m]! - low[m]!);
    const axis = size[0]! >= size[1]! && size[0]! >= size[2]! ? 0 : size[1]! >= size[2]! ? 1 : 2;
    const middle = (from + to) >> 1;
    this.#select(from, to - 1, middle, axis);
    this.#build(from, middle);
    this.first[node] = this.#build(middle, to);
    return node;
  }

  /** Puts what belongs at place k along an axis there, smaller ones before it and larger ones behind (C. Hoare). */
  #select(from: number, to: number, k: number, axis: number): void {
    const { order } = this;
    const p = this.#positions;
    let [low, high] = [from, to];
    while (low < high) {
      const pivot = p[3 * order[(low + high) >> 1] + axis];
      let i = low;
      let j = high;
      while (i <= j) {
        while (p[3 * order[i] + axis] < pivot) i++;
        while (p[3 * order[j] + axis] > pivot) j--;
        if (i > j) break;
        const swap = order[i];
        order[i++] = order[j];
        order[j--] = swap;
      }
      if (k <= j) high = j;
      else if (k >= i) low = i;
      else return;
    }
  }

  /** The sample nearest to a point, nearer than `reach`; -1 if there is none. */
  nearest(x: number, y: number, z: number, reach: number): number {
    const { first, count, order } = this;
    const p = this.#positions;
    const stack = this.#stack;
    let best = reach;
    let found = -1;
    let top = 0;
    stack[top++] = 0;
    while (top > 0) {
      const node = stack[--top];
      if (this.#away(node, x, y, z) >= best) continue;
      if (count[node] === 0) {
        const left = node + 1;
        const right = first[node];
        // The nearer one is looked at first.
        const isLeft = this.#away(left, x, y, z) <= this.#away(right, x, y, z);
        stack[top++] = isLeft ? right : left;
        stack[top++] = isLeft ? left : right;
        continue;
      }
      for (let k = first[node]; k < first[node] + count[node]; k++) {
        const s = 3 * order[k];
        const dx = x - p[s];
        const dy = y - p[s + 1];
        const dz = z - p[s + 2];
        const d = Math.sqrt(dx * dx + dy * dy + dz * dz);
        if (d < best || (d === best && found >= 0 && order[k] < found)) {
          best = d;
          found = order[k];
        }
      }
    }
    return found;
  }

  /** How far a point is from a node's sphere; negative inside. */
  #away(node: number, x: number, y: number, z: number): number {
    const s = this.spheres;
    const o = SPHERE * node;
    const dx = x - s[o];
    const dy = y - s[o + 1];
    const dz = z - s[o + 2];
    return Math.sqrt(dx * dx + dy * dy + dz * dz) - s[o + 3];
  }

  /**
   * The samples of this cloud at pose p[i…] and of another one at q[j…] that are nearest to each other, nearer than
   * `reach`: their numbers into `out`. False if there are none.
   */
  nearestPair(
    p: Float64Array,
    i: number,
    other: SphereTree,
    q: Float64Array,
    j: number,
    reach: number,
    out: Int32Array,
  ): boolean {
    const stack = this.#stack;
    const bounds = this.#bounds;
    let best = reach;
    let found = false;
    let top = 0;
    stack[0] = 0;
    stack[1] = 0;
    bounds[0] = this.#between(0, p, i, other, 0, q, j);
    top = 1;
    while (top > 0) {
      top--;
      const a = stack[2 * top];
      const b = stack[2 * top + 1];
      if (bounds[top] >= best) continue;
      const isLeafA = this.count[a] > 0;
      const isLeafB = other.count[b] > 0;
      if (isLeafA && isLeafB) {
        const d = this.#compare(a, p, i, other, b, q, j, best, out);
        if (d < best) {
          best = d;
          found = true;
        }
        continue;
      }
      // The larger sphere is opened; the nearer half is looked at first.
      const opensA = isLeafB || (!isLeafA && this.spheres[SPHERE * a + 3] >= other.spheres[SPHERE * b + 3]);
      const [a0, b0] = opensA ? [a + 1, b] : [a, b + 1];
      const [a1, b1] = opensA ? [this.first[a], b] : [a, other.first[b]];
      const d0 = this.#between(a0, p, i, other, b0, q, j);
      const d1 = this.#between(a1, p, i, other, b1, q, j);
      const isFirst = d0 <= d1;
      if (top + 2 > STACK) continue;
      stack[2 * top] = isFirst ? a1 : a0;
      stack[2 * top + 1] = isFirst ? b1 : b0;
      bounds[top++] = isFirst ? d1 : d0;
      stack[2 * top] = isFirst ? a0 : a1;
      stack[2 * top + 1] = isFirst ? b0 : b1;
      bounds[top++] = isFirst ? d0 : d1;
    }
    return found;
  }

  /** How far two nodes' spheres are apart; negative if they overlap. */
  #between(a: number, p: Float64Array, i: number, other: SphereTree, b: number, q: Float64Array, j: number): number {
    const s = this.spheres;
    const t = other.spheres;
    const v = this.#v;
    const w = this.#w;
    place(v, p, i, s, SPHERE * a);
    place(w, q, j, t, SPHERE * b);
    const x = v[0] - w[0];
    const y = v[1] - w[1];
    const z = v[2] - w[2];
    return Math.sqrt(x * x + y * y + z * z) - s[SPHERE * a + 3] - t[SPHERE * b + 3];
  }

  /** The nearest samples of two leaves, if nearer than `best`; their distance. */
  #compare(
    a: number,
    p: Float64Array,
    i: number,
    other: SphereTree,
    b: number,
    q: Float64Array,
    j: number,
    best: number,
    out: Int32Array,
  ): number {
    const w = this.#w;
    let least = best;
    for (let n = other.first[b]; n < other.first[b] + other.count[b]; n++) {
      // In this cloud's frame.
      place(w, q, j, other.#positions, 3 * other.order[n]);
      unrotateVector(w, 0, p, i + 3, w[0] - p[i], w[1] - p[i + 1], w[2] - p[i + 2]);
      for (let k = this.first[a]; k < this.first[a] + this.count[a]; k++) {
        const s = 3 * this.order[k];
        const x = this.#positions[s] - w[0];
        const y = this.#positions[s + 1] - w[1];
        const z = this.#positions[s + 2] - w[2];
        const d = Math.sqrt(x * x + y * y + z * z);
        if (!(d < least)) continue;
        least = d;
        out[0] = this.order[k];
        out[1] = other.order[n];
      }
    }
    return least;
  }
}

/** Point x[o…] of a shape at pose p[i…], in the world. */
function place(out: Float64Array, p: Float64Array, i: number, x: Float64Array, o: number): void {
  rotateVector(out, 0, p, i + 3, x[o], x[o + 1], x[o + 2]);
  for (let m = 0; m < 3; m++) out[m] += p[i + m];
}
