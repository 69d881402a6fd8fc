// A box tree over the triangles of a mesh.
//
// Built from the top by the surface area heuristic over bins (I. Wald, "On fast construction of SAH-based bounding
// volume hierarchies", 2007): a node is split between two of BINS slabs of triangle centres so that area × count,
// summed over the halves, is least over all three axes. Ties fall to the lower axis and slab, so the tree depends on
// the mesh only. Deviation: a node is always split while it holds more than LEAF triangles; and below SAH_DEPTH, which
// only contrived meshes reach, at the median of its order, so that no path is longer than MAX_TREE_DEPTH and walks need
// no growing stack. Verified in test/shapes/triangle-tree.test.ts.

import { grownF64, grownI32 } from '../memory/grown.js';

/**
 * A box tree over triangles in packed arrays. Node i: bounds[6i…6i+5] = min xyz, max xyz.
 * Leaf: count[i] > 0 triangles, order[first[i] … first[i]+count[i]). Inner: count[i] = 0, children i+1 and first[i].
 */
export interface TriangleTree {
  readonly bounds: Float64Array;
  readonly first: Int32Array;
  readonly count: Int32Array;
  readonly order: Int32Array;
}

const BINS = 12;
/**
 * Small nodes, which are most of them, are tried along their widest axis only and with fewer slabs: half the build
 * time.
 */
const SMALL = 32;
const SMALL_BINS = 8;
/** Most triangles of a leaf. */
export const LEAF = 4;
const SAH_DEPTH = 40;
/** No node lies deeper: room for this many nodes on the stack is enough for any walk. */
export const MAX_TREE_DEPTH = 72;

export function buildTriangleTree(positions: Float64Array, indices: Int32Array): TriangleTree {
  return new TreeBuilder(positions, indices).build();
}

class TreeBuilder {
  readonly #n: number;
  /** Boxes of the triangles, kept in the order of `order`: a node reads one stretch of memory. */
  readonly #boxes: Float64Array;
  readonly #order: Int32Array;
  #bounds: Float64Array;
  #first: Int32Array;
  #count: Int32Array;
  readonly #centers = new Float64Array(6);
  readonly #binBounds = new Float64Array(6 * BINS);
  readonly #binCount = new Int32Array(BINS);
  readonly #rightArea = new Float64Array(BINS);
  readonly #sweep = new Float64Array(6);
  #bins = BINS;
  #splitAxis = 0;
  #splitBin = 0;

  constructor(positions: Float64Array, indices: Int32Array) {
    const n = indices.length / 3;
    this.#n = n;
    this.#order = new Int32Array(n);
    this.#boxes = new Float64Array(6 * n);
    const b = this.#boxes;
    for (let t = 0; t < n; t++) {
      this.#order[t] = t;
      const i = 3 * indices[3 * t];
      const j = 3 * indices[3 * t + 1];
      const k = 3 * indices[3 * t + 2];
      for (let c = 0; c < 3; c++) {
        const x = positions[i + c];
        const y = positions[j + c];
        const z = positions[k + c];
        b[6 * t + c] = x < y ? (x < z ? x : z) : y < z ? y : z;
        b[6 * t + 3 + c] = x > y ? (x > z ? x : z) : y > z ? y : z;
      }
    }
    // Leaves hold about two triangles, so there are about as many nodes as triangles; grown in the rare case of more.
    const nodes = Math.max(1, n);
    this.#bounds = new Float64Array(6 * nodes);
    this.#first = new Int32Array(nodes);
    this.#count = new Int32Array(nodes);
  }

  build(): TriangleTree {
    const stack = new Int32Array(4 * (MAX_TREE_DEPTH + 2));
    let top = 0;
    let nodes = 0;
    if (this.#n > 0) {
      stack[0] = 0;
      stack[1] = this.#n;
      stack[2] = -1;
      stack[3] = 0;
      top = 4;
    }
    while (top > 0) {
      top -= 4;
      const from = stack[top];
      const to = stack[top + 1];
      const parent = stack[top + 2];
      const depth = stack[top + 3];
      const node = nodes++;
      if (node === this.#first.length) this.#growNodes();
      if (parent >= 0) this.#first[parent] = node;
      this.#boundNode(node, from, to);
      if (to - from <= LEAF) {
        this.#first[node] = from;
        this.#count[node] = to - from;
        continue;
      }
      this.#count[node] = 0;
      let middle = (from + to) >> 1;
      if (depth < SAH_DEPTH && this.#chooseSplit(from, to)) middle = this.#partition(from, to);
      // The left child is made next and needs no link.
      stack[top] = middle;
      stack[top + 1] = to;
      stack[top + 2] = node;
      stack[top + 3] = depth + 1;
      stack[top + 4] = from;
      stack[top + 5] = middle;
      stack[top + 6] = -1;
      stack[top + 7] = depth + 1;
      top += 8;
    }
    return {
      bounds: this.#bounds.slice(0, 6 * nodes),
      first: this.#first.slice(0, nodes),
      count: this.#count.slice(0, nodes),
      order: this.#order,
    };
  }

  #growNodes(): void {
    const nodes = 2 * this.#first.length;
    this.#bounds = grownF64(this.#bounds, 6 * nodes);
    this.#first = grownI32(this.#first, nodes);
    this.#count = grownI32(this.#count, nodes);
  }

  /** Bounds of the node's triangles, and of their (doubled) centres. */
  #boundNode(node: number, from: number, to: number): void {
    const b = this.#boxes;
    const bounds = this.#bounds;
    const centers = this.#centers;
    for (let k = 0; k < 3; k++) {
      let low = Infinity;
      let high = -Infinity;
      let first = Infinity;
      let last = -Infinity;
      for (let i = 6 * from + k; i < 6 * to; i += 6) {
        const x = b[i];
        const y = b[i + 3];
        if (x < low) low = x;
        if (y > high) high = y;
        const center = x + y;
        if (center < first) first = center;
        if (center > last) last = center;
      }
      bounds[6 * node + k] = low;
      bounds[6 * node + 3 + k] = high;
      centers[k] = first;
      centers[3 + k] = last;
    }
  }

  /** The best axis and slab into splitAxis and splitBin; false where all centres coincide. */
  #chooseSplit(from: number, to: number): boolean {
    const c = this.#centers;
    let firstAxis = 0;
    let endAxis = 3;
    this.#bins = BINS;
    if (to - from <= SMALL) {
      this.#bins = SMALL_BINS;
      const x = c[3] - c[0];
      const y = c[4] - c[1];
      const z = c[5] - c[2];
      firstAxis = x >= y && x >= z ? 0 : y >= z ? 1 : 2;
      endAxis = firstAxis + 1;
    }
    let best = Infinity;
    for (let axis = firstAxis; axis < endAxis; axis++) {
      const width = c[axis + 3] - c[axis];
      if (!(width > 0)) continue;
      best = this.#binCosts(from, to, axis, c[axis], binScale(this.#bins, width), best);
    }
    return best < Infinity;
  }

  #binCosts(from: number, to: number, axis: number, low: number, scale: number, best: number): number {
    const b = this.#boxes;
    const bins = this.#binBounds;
    const counts = this.#binCount;
    const n = this.#bins;
    for (let i = 0; i < n; i++) {
      counts[i] = 0;
      for (let k = 0; k < 3; k++) {
        bins[6 * i + k] = Infinity;
        bins[6 * i + 3 + k] = -Infinity;
      }
    }
    for (let i = from; i < to; i++) {
      const t = 6 * i;
      const bin = ((b[t + axis] + b[t + axis + 3] - low) * scale) | 0;
      counts[bin]++;
      grow(bins, 6 * bin, b, t);
    }
    const box = this.#sweep;
    box.fill(Infinity, 0, 3).fill(-Infinity, 3, 6);
    for (let i = n - 1; i > 0; i--) this.#rightArea[i] = widen(box, bins, 6 * i);
    box.fill(Infinity, 0, 3).fill(-Infinity, 3, 6);
    let left = 0;
    for (let i = 0; i < n - 1; i++) {
      const area = widen(box, bins, 6 * i);
      left += counts[i];
      const right = to - from - left;
      if (left === 0 || right === 0) continue;
      const cost = left * area + right * this.#rightArea[i + 1];
      if (cost < best) {
        best = cost;
        this.#splitAxis = axis;
        this.#splitBin = i;
      }
    }
    return best;
  }

  /** Triangles of the slabs up to splitBin first. */
  #partition(from: number, to: number): number {
    const order = this.#order;
    const boxes = this.#boxes;
    const axis = this.#splitAxis;
    const splitBin = this.#splitBin;
    const low = this.#centers[axis];
    const scale = binScale(this.#bins, this.#centers[axis + 3] - low);
    let i = from;
    let j = to - 1;
    while (i <= j) {
      const t = 6 * i;
      if ((((boxes[t + axis] + boxes[t + axis + 3] - low) * scale) | 0) <= splitBin) {
        i++;
      } else {
        const swap = order[i];
        order[i] = order[j];
        order[j] = swap;
        for (let k = 0; k < 6; k++) {
          const side = boxes[t + k];
          boxes[t + k] = boxes[6 * j + k];
          boxes[6 * j + k] = side;
        }
        j--;
      }
    }
    return i;
  }
}

/** Slabs per unit of doubled centre; a little narrow, so that the last centre falls into the last slab. */
function binScale(bins: number, width: number): number {
  const scale = (bins * (1 - 1e-9)) / width;
  return scale < Infinity ? scale : 0;
}

/** Grow the box at a[i…] by the one at b[j…]. */
function grow(a: Float64Array, i: number, b: Float64Array, j: number): void {
  if (b[j] < a[i]) a[i] = b[j];
  if (b[j + 1] < a[i + 1]) a[i + 1] = b[j + 1];
  if (b[j + 2] < a[i + 2]) a[i + 2] = b[j + 2];
  if (b[j + 3] > a[i + 3]) a[i + 3] = b[j + 3];
  if (b[j + 4] > a[i + 4]) a[i + 4] = b[j + 4];
  if (b[j + 5] > a[i + 5]) a[i + 5] = b[j + 5];
}

/** Grow the box by another and return half its surface. */
function widen(box: Float64Array, bins: Float64Array, o: number): number {
  grow(box, 0, bins, o);
  const x = box[3] - box[0];
  const y = box[4] - box[1];
  const z = box[5] - box[2];
  return x >= 0 ? x * y + y * z + z * x : 0;
}
