// A dynamic tree of boxes over proxies (dense ids), in packed arrays.
//
// A leaf is inserted beside the node where the summed area of all inner boxes grows least, found by one descent with
// lower bounds (surface area heuristic; E. Catto, "Dynamic Bounding Volume Hierarchies", GDC 2019). On the way back up
// rotations keep the heights of siblings within LARGEST_LEAN of each other, as in an AVL tree, which bounds depth by
// 2.47 log2 n whatever comes in, ten thousand coincident boxes included. (Box2D 2.4 allows a lean of 1 and rotates once
// per ancestor; a leaf beside a high subtree needs more, hence the recursion in `balance`, the join of two AVL trees.)
// `rebuild` (tree-build.ts, with its own bound on depth) lays the whole tree out afresh: what to do when much has
// moved.
//
// A proxy that moved may also stay where it hangs (`enlarge`): its ancestors grow to hold it, answers stay right, and
// `reinsert` or `rebuild` tidy up later, all moved proxies together.
//
// Node i: bounds[6i…6i+5]; links[4i…4i+3] = parent, first child, second child, height.
// Leaf: height 0, first = proxy id, second = −1. Free node: height −1, parent = next free node.
//
// Answers (sets of ids) do not depend on the shape of the tree; the order in which a ray meets boxes does.
// Verified in test/broadphase/box-tree.test.ts against plain lists.

import type { Arena, F64Slab, I32Slab } from '../memory/arena.js';
import { SCRATCH, type Workspace } from '../memory/wasm.js';
import { enterBox } from '../shapes/enter-box.js';
import { buildTree, refit } from './tree-build.js';

export const NO_NODE = -1;

/**
 * Measured on 10,000 unit boxes inserted one by one, summed area against that of a rebuilt tree and time to query all:
 * lean 1: 2.39, 24 ms; 2: 2.23, 21 ms; 3: 1.48, 11 ms; 5: 1.40, 10 ms; 8: 1.43, 10 ms; rebuilt: 1, 5.5 ms.
 */
const LARGEST_LEAN = 4;

/** Given a proxy and the fraction up to which the ray still looks, returns the new such fraction; below 0 ends it. */
export type RayVisitor = (id: number, maxFraction: number) => number;

export interface BoxTreeState {
  readonly f64: Float64Array[];
  readonly i32: Int32Array[];
}

export class BoxTree {
  /** The three arrays below are for reading by tree-build.ts and tests; they change identity when the tree grows. */
  readonly bounds: F64Slab;
  readonly links: I32Slab;
  /** The leaf of each proxy id, or NO_NODE. */
  readonly leafOf: I32Slab;
  root = NO_NODE;
  /** Number of proxies. */
  count = 0;
  /** One past the largest proxy id ever seen. */
  idEnd = 0;
  #nodeEnd = 0;
  #freeNode = NO_NODE;
  readonly #stack: I32Slab;
  #stackTop = 0;
  readonly #workspace: Workspace;
  /** What a tree is built with, in the workspace. */
  #nextBounds: Float64Array = new Float64Array(0);
  #nextLinks: Int32Array = new Int32Array(0);
  #order: Int32Array = new Int32Array(0);
  #centres: Float64Array = new Float64Array(0);
  readonly #areas = new Float64Array(4);

  constructor(arena: Arena, workspace: Workspace) {
    this.#workspace = workspace;
    this.bounds = arena.f64(6 * 32);
    this.links = arena.i32(4 * 32);
    this.leafOf = arena.i32(16);
    this.#stack = arena.i32(64);
  }

  has(id: number): boolean {
    return id >= 0 && id < this.idEnd && this.leafOf.data[id] !== NO_NODE;
  }

  /** Height of the tree: 0 for a single proxy, −1 for none. */
  get height(): number {
    return this.root === NO_NODE ? -1 : this.links.data[4 * this.root + 3];
  }

  /** Add a proxy that is not in the tree. Its box must be finite, with min ≤ max (see boxKind). */
  insert(id: number, box: Float64Array, at: number): void {
    if (id >= this.idEnd) {
      this.leafOf.reserve(id + 1);
      this.leafOf.data.fill(NO_NODE, this.idEnd, id + 1);
      this.idEnd = id + 1;
    }
    const leaf = this.#takeNode();
    const b = this.bounds.data;
    for (let k = 0; k < 6; k++) b[6 * leaf + k] = box[at + k];
    const links = this.links.data;
    links[4 * leaf + 1] = id;
    links[4 * leaf + 2] = NO_NODE;
    links[4 * leaf + 3] = 0;
    this.leafOf.data[id] = leaf;
    this.count++;
    this.#hang(leaf);
  }

  remove(id: number): void {
    const leaf = this.leafOf.data[id];
    this.#unhang(leaf);
    this.#releaseNode(leaf);
    this.leafOf.data[id] = NO_NODE;
    this.count--;
  }

  /** Give a proxy a new box where it hangs; boxes above it grow as far as needed. */
  enlarge(id: number, box: Float64Array, at: number): void {
    const b = this.bounds.data;
    const links = this.links.data;
    const leaf = this.leafOf.data[id];
    for (let k = 0; k < 6; k++) b[6 * leaf + k] = box[at + k];
    for (let node = links[4 * leaf]; node !== NO_NODE; node = links[4 * node]) {
      let grew = false;
      for (let k = 0; k < 3; k++) {
        const i = 6 * node + k;
        if (box[at + k] < b[i]) {
          b[i] = box[at + k];
          grew = true;
        }
        if (box[at + 3 + k] > b[i + 3]) {
          b[i + 3] = box[at + 3 + k];
          grew = true;
        }
      }
      if (!grew) return;
    }
  }

  /** Hang a proxy where its box fits best now. */
  reinsert(id: number): void {
    const leaf = this.leafOf.data[id];
    this.#unhang(leaf);
    this.#hang(leaf);
  }

  /** Lay the whole tree out afresh. The result depends on the boxes alone, not on history. */
  rebuild(): void {
    if (this.count === 0) return;
    const nodes = 2 * this.count - 1;
    this.#makeRoom(nodes);
    const order = this.#order;
    const leafOf = this.leafOf.data;
    let n = 0;
    for (let id = 0; id < this.idEnd; id++) if (leafOf[id] !== NO_NODE) order[n++] = id;
    buildTree(order, n, this.bounds.data, leafOf, this.#centres, this.#nextBounds, this.#nextLinks);
    this.bounds.load(this.#nextBounds);
    this.links.load(this.#nextLinks);
    this.root = 0;
    this.#nodeEnd = 2 * n - 1;
    this.#freeNode = NO_NODE;
  }

  /** Room for a tree of so many nodes, and what it is built with. */
  #makeRoom(nodes: number): void {
    const doubles = 6 * nodes + 3 * this.idEnd;
    const buffer = this.#workspace.lend(8 * doubles + 4 * (4 * nodes + this.count));
    const isThere = this.#nextBounds.length === 6 * nodes && this.#centres.length === 3 * this.idEnd;
    if (isThere && this.#nextBounds.buffer === buffer) return;
    const behind = SCRATCH + 8 * doubles;
    this.#nextBounds = new Float64Array(buffer, SCRATCH, 6 * nodes);
    this.#centres = new Float64Array(buffer, SCRATCH + 48 * nodes, 3 * this.idEnd);
    this.#nextLinks = new Int32Array(buffer, behind, 4 * nodes);
    this.#order = new Int32Array(buffer, behind + 16 * nodes, this.count);
  }

  /** Write the ids of proxies whose boxes overlap the given box to `out` from `start`; returns one past the last. */
  collect(box: Float64Array, at: number, out: I32Slab, start = 0): number {
    let count = start;
    if (this.root === NO_NODE) return count;
    const b = this.bounds.data;
    const links = this.links.data;
    const x0 = box[at];
    const y0 = box[at + 1];
    const z0 = box[at + 2];
    const x1 = box[at + 3];
    const y1 = box[at + 4];
    const z1 = box[at + 5];
    this.#stack.reserve(this.#stackTop + this.height + 2);
    const stack = this.#stack.data;
    let ids = out.data;
    const base = this.#stackTop;
    let top = base;
    stack[top++] = this.root;
    while (top > base) {
      const node = stack[--top];
      const i = 6 * node;
      if (b[i] <= x1 && b[i + 3] >= x0 && b[i + 1] <= y1 && b[i + 4] >= y0 && b[i + 2] <= z1 && b[i + 5] >= z0) {
        const l = 4 * node;
        const second = links[l + 2];
        if (second === NO_NODE) {
          if (count === ids.length) {
            out.reserve(count + 1);
            ids = out.data;
          }
          ids[count++] = links[l + 1];
        } else {
          stack[top++] = second;
          stack[top++] = links[l + 1];
        }
      }
    }
    return count;
  }

  /**
   * Visit the proxies whose boxes the ray o + t d enters at some t in [0, maxFraction], nearer subtrees first; returns
   * what is left of maxFraction (below 0 when the visitor ended it). The visitor may ask the tree, not change it.
   */
  castRay(
    ox: number,
    oy: number,
    oz: number,
    dx: number,
    dy: number,
    dz: number,
    maxFraction: number,
    visit: RayVisitor,
  ): number {
    if (this.root === NO_NODE) return maxFraction;
    const inverseX = 1 / dx;
    const inverseY = 1 / dy;
    const inverseZ = 1 / dz;
    const base = this.#stackTop;
    this.#stack.reserve(base + this.height + 2);
    let stack = this.#stack.data;
    let top = base;
    stack[top++] = this.root;
    try {
      while (top > base) {
        const node = stack[--top];
        const b = this.bounds.data;
        const links = this.links.data;
        // Tested again on popping: the limit may have shrunk since the node was pushed.
        if (enterBox(b, 6 * node, ox, oy, oz, inverseX, inverseY, inverseZ, maxFraction) < 0) continue;
        const first = links[4 * node + 1];
        const second = links[4 * node + 2];
        if (second === NO_NODE) {
          this.#stackTop = top; // a visitor that asks again works above what is still to do
          maxFraction = visit(first, maxFraction);
          if (!(maxFraction >= 0)) return -1;
          stack = this.#stack.data;
          continue;
        }
        const t1 = enterBox(b, 6 * first, ox, oy, oz, inverseX, inverseY, inverseZ, maxFraction);
        const t2 = enterBox(b, 6 * second, ox, oy, oz, inverseX, inverseY, inverseZ, maxFraction);
        if (t1 >= 0 && t2 >= 0) {
          stack[top++] = t1 <= t2 ? second : first;
          stack[top++] = t1 <= t2 ? first : second;
        } else if (t1 >= 0) stack[top++] = first;
        else if (t2 >= 0) stack[top++] = second;
      }
    } finally {
      this.#stackTop = base;
    }
    return maxFraction;
  }

  save(): BoxTreeState {
    return {
      f64: [this.bounds.data.slice(0, 6 * this.#nodeEnd)],
      i32: [
        Int32Array.of(this.root, this.count, this.idEnd, this.#nodeEnd, this.#freeNode),
        this.links.data.slice(0, 4 * this.#nodeEnd),
        this.leafOf.data.slice(0, this.idEnd),
      ],
    };
  }

  load(state: BoxTreeState): void {
    const [header, links, leafOf] = state.i32;
    this.bounds.load(state.f64[0]);
    this.links.load(links);
    this.leafOf.load(leafOf);
    this.root = header[0];
    this.count = header[1];
    this.idEnd = header[2];
    this.#nodeEnd = header[3];
    this.#freeNode = header[4];
    this.#stackTop = 0;
  }

  #takeNode(): number {
    let node = this.#freeNode;
    if (node !== NO_NODE) {
      this.#freeNode = this.links.data[4 * node];
      return node;
    }
    node = this.#nodeEnd++;
    this.bounds.reserve(6 * this.#nodeEnd);
    this.links.reserve(4 * this.#nodeEnd);
    return node;
  }

  #releaseNode(node: number): void {
    this.links.data[4 * node] = this.#freeNode;
    this.links.data[4 * node + 3] = -1;
    this.#freeNode = node;
  }

  /** The node beside which a leaf adds least to the summed area of inner boxes. */
  #findSibling(leaf: number): number {
    const b = this.bounds.data;
    const links = this.links.data;
    const areas = this.#areas;
    let node = this.root;
    halfAreas(b, 6 * leaf, 6 * leaf, areas, 0);
    const leafArea = areas[0];
    halfAreas(b, 6 * node, 6 * leaf, areas, 0);
    let area = areas[0];
    let direct = areas[1];
    let inherited = 0; // by how much the boxes above `node` grow
    let best = node;
    let bestCost = direct;
    while (links[4 * node + 2] !== NO_NODE) {
      if (direct + inherited < bestCost) {
        bestCost = direct + inherited;
        best = node;
      }
      inherited += direct - area;
      const first = links[4 * node + 1];
      const second = links[4 * node + 2];
      halfAreas(b, 6 * first, 6 * leaf, areas, 0);
      halfAreas(b, 6 * second, 6 * leaf, areas, 2);
      const area1 = areas[0];
      const area2 = areas[2];
      const direct1 = areas[1];
      const direct2 = areas[3];
      // A lower bound on the cost of any place below an inner child; the exact cost of hanging beside a leaf.
      const isLeaf1 = links[4 * first + 2] === NO_NODE;
      const isLeaf2 = links[4 * second + 2] === NO_NODE;
      const bound1 = inherited + direct1 + (isLeaf1 ? 0 : Math.min(leafArea - area1, 0));
      const bound2 = inherited + direct2 + (isLeaf2 ? 0 : Math.min(leafArea - area2, 0));
      if (bestCost <= bound1 && bestCost <= bound2) break;
      // Ties (coincident boxes) go to the lower subtree, which spares rotations.
      const takeFirst = bound1 < bound2 || (bound1 === bound2 && links[4 * first + 3] <= links[4 * second + 3]);
      node = takeFirst ? first : second;
      area = takeFirst ? area1 : area2;
      direct = takeFirst ? direct1 : direct2;
    }
    return direct + inherited < bestCost ? node : best;
  }

  #hang(leaf: number): void {
    if (this.root === NO_NODE) {
      this.root = leaf;
      this.links.data[4 * leaf] = NO_NODE;
      return;
    }
    const sibling = this.#findSibling(leaf);
    const parent = this.#takeNode();
    const links = this.links.data;
    const grandparent = links[4 * sibling];
    links[4 * parent] = grandparent;
    links[4 * parent + 1] = sibling;
    links[4 * parent + 2] = leaf;
    links[4 * sibling] = parent;
    links[4 * leaf] = parent;
    if (grandparent === NO_NODE) this.root = parent;
    else this.#replaceChild(grandparent, sibling, parent);
    this.#refitUpwards(parent);
  }

  #unhang(leaf: number): void {
    const links = this.links.data;
    const parent = links[4 * leaf];
    if (parent === NO_NODE) {
      this.root = NO_NODE;
      return;
    }
    const sibling = links[4 * parent + 1] === leaf ? links[4 * parent + 2] : links[4 * parent + 1];
    const grandparent = links[4 * parent];
    links[4 * sibling] = grandparent;
    if (grandparent === NO_NODE) this.root = sibling;
    else this.#replaceChild(grandparent, parent, sibling);
    this.#releaseNode(parent);
    if (grandparent !== NO_NODE) this.#refitUpwards(grandparent);
  }

  #replaceChild(parent: number, child: number, by: number): void {
    const links = this.links.data;
    if (links[4 * parent + 1] === child) links[4 * parent + 1] = by;
    else links[4 * parent + 2] = by;
  }

  #refitUpwards(node: number): void {
    const links = this.links.data;
    while (node !== NO_NODE) {
      node = links[4 * this.#balance(node)];
    }
  }

  #refit(node: number): void {
    refit(this.bounds.data, this.links.data, node);
  }

  /**
   * Refit a; if one of its children is too much higher than the other, let that child take a's place, and
   * balance a below it. Returns what stands in a's place.
   */
  #balance(a: number): number {
    const links = this.links.data;
    const first = links[4 * a + 1];
    const second = links[4 * a + 2];
    const lean = links[4 * second + 3] - links[4 * first + 3];
    if (lean >= -LARGEST_LEAN && lean <= LARGEST_LEAN) {
      this.#refit(a);
      return a;
    }
    const up = lean > 0 ? second : first;
    const u1 = links[4 * up + 1];
    const u2 = links[4 * up + 2];
    // The higher child of `up` stays with it, the lower one goes to a; between equals the smaller area decides.
    let giveFirst = links[4 * u1 + 3] < links[4 * u2 + 3];
    if (links[4 * u1 + 3] === links[4 * u2 + 3]) {
      const b = this.bounds.data;
      const kept = lean > 0 ? first : second;
      const areas = this.#areas;
      halfAreas(b, 6 * kept, 6 * u1, areas, 0);
      halfAreas(b, 6 * kept, 6 * u2, areas, 2);
      giveFirst = areas[1] < areas[3];
    }
    const given = giveFirst ? u1 : u2;
    const stays = giveFirst ? u2 : u1;
    const parent = links[4 * a];
    links[4 * up] = parent;
    if (parent === NO_NODE) this.root = up;
    else this.#replaceChild(parent, a, up);
    links[4 * up + 1] = a;
    links[4 * up + 2] = stays;
    links[4 * a] = up;
    links[4 * given] = a;
    this.#replaceChild(a, up, given);
    this.#balance(a);
    this.#refit(up);
    return up;
  }
}

/**
 * Half the surface of the box at b[i…], and of the box round it and that at b[j…], to out[o…]: a number that is returned
 * by a function that is not inlined is allocated.
 */
function halfAreas(b: Float64Array, i: number, j: number, out: Float64Array, o: number): void {
  const dx = b[i + 3] - b[i];
  const dy = b[i + 4] - b[i + 1];
  const dz = b[i + 5] - b[i + 2];
  out[o] = dx * dy + dy * dz + dz * dx;
  const x = (b[i + 3] > b[j + 3] ? b[i + 3] : b[j + 3]) - (b[i] < b[j] ? b[i] : b[j]);
  const y = (b[i + 4] > b[j + 4] ? b[i + 4] : b[j + 4]) - (b[i + 1] < b[j + 1] ? b[i + 1] : b[j + 1]);
  const z = (b[i + 5] > b[j + 5] ? b[i + 5] : b[j + 5]) - (b[i + 2] < b[j + 2] ? b[i + 2] : b[j + 2]);
  out[o + 1] = x * y + y * z + z * x;
}
