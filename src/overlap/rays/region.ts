// The box in which the overlap lies, as small as can be had cheaply: everything later costs rays in it.
//
// Start: the overlap of the two solids' boxes. Then, in turn, each solid cuts the box down to what of it the solid can
// fill. A mesh: let S be the bounds of its surface inside the box. A slab of the box beyond S has no surface in it, so
// it lies inside the solid or outside throughout, and one ray tells which; outside, it is cut off. S is found by a walk
// down the tree that skips nodes inside the bounds found so far, clipping triangles exactly, so that the box follows
// the pose continuously. Spheres and half-spaces have closed forms, tori the balls about their ring (region-torus.ts),
// smooth solids their support function (region-convex.ts), other primitives their own box.
//
// As a by-product each side of the box knows which solids end there: beyond it, rays are outside of them.

import { updateBounds } from '../../shapes/bounds.js';
import { LEAF_VERTICES, PACKED_BITS, PACKED_LINK, PACKED_STRIDE, type PackedTree } from '../../shapes/packed-tree.js';
import type { SimpleShape } from '../../shapes/shape.js';
import { LEAF, MAX_TREE_DEPTH } from '../../shapes/triangle-tree.js';
import { ConvexTrim } from './region-convex.js';
import { TorusTrim } from './region-torus.js';

/** Smallest side, relative to the largest coordinate, for which boxes count as overlapping. */
export const FLAT = 1e-12;

export type IsInside = (solid: 0 | 1, x: number, y: number, z: number) => boolean;

export class Region {
  /** Min and max in the frame. */
  readonly bounds = new Float64Array(6);
  /** outside[6·solid + side] = 1: rays through this side of the box are outside the solid there. */
  readonly outside = new Uint8Array(12);
  /** filled[solid] = 1: the whole box lies inside the solid. */
  readonly filled = new Uint8Array(2);
  /** Largest coordinate of the box: what rounding is measured by. */
  scale = 0;
  /** Boxes of the two solids, six numbers each. */
  readonly solidBounds = new Float64Array(12);
  readonly #torus = new TorusTrim();
  readonly #convex = new ConvexTrim();
  readonly #node = new Float64Array(6);
  readonly #surface = new Float64Array(6);
  /** Vertices of a leaf in the frame. */
  readonly #corners = new Float64Array(9 * LEAF);
  readonly #polygon = new Float64Array(3 * 12);
  readonly #clipped = new Float64Array(3 * 12);
  readonly #stack = new Int32Array(2 * MAX_TREE_DEPTH);

  /** Overlap of the two boxes; false if there is none. `places`: rotation by rows and position of each solid. */
  start(a: SimpleShape, placeA: Float64Array, b: SimpleShape, placeB: Float64Array): boolean {
    const { bounds, outside, solidBounds } = this;
    this.filled[0] = this.filled[1] = 0;
    updateBounds(solidBounds, 0, a, placeA, 0, placeA[9], placeA[10], placeA[11]);
    updateBounds(solidBounds, 6, b, placeB, 0, placeB[9], placeB[10], placeB[11]);
    for (let k = 0; k < 3; k++) {
      const lowA = solidBounds[k];
      const lowB = solidBounds[6 + k];
      const highA = solidBounds[3 + k];
      const highB = solidBounds[9 + k];
      bounds[k] = Math.max(lowA, lowB);
      bounds[k + 3] = Math.min(highA, highB);
      outside[k] = lowA >= lowB ? 1 : 0;
      outside[6 + k] = lowB >= lowA ? 1 : 0;
      outside[3 + k] = highA <= highB ? 1 : 0;
      outside[9 + k] = highB <= highA ? 1 : 0;
    }
    return this.isSolid();
  }

  /** A smaller box inside this one; sides that moved are no longer known to bound anything. */
  crop(box: Float64Array, at: number): void {
    const { bounds, outside } = this;
    for (let k = 0; k < 3; k++) {
      if (box[at + k] > bounds[k]) {
        bounds[k] = box[at + k];
        outside[k] = outside[6 + k] = 0;
      }
      if (box[at + k + 3] < bounds[k + 3]) {
        bounds[k + 3] = box[at + k + 3];
        outside[k + 3] = outside[k + 9] = 0;
      }
    }
  }

  /** False where the box has no inside to working precision, or is not finite (two half-spaces). */
  isSolid(): boolean {
    const b = this.bounds;
    let scale = 0;
    for (let k = 0; k < 6; k++) scale = Math.max(scale, Math.abs(b[k]));
    this.scale = scale;
    if (!(scale < Number.POSITIVE_INFINITY)) return false;
    return b[3] - b[0] > FLAT * scale && b[4] - b[1] > FLAT * scale && b[5] - b[2] > FLAT * scale;
  }

  /** Let one solid cut the box; false if nothing is left. */
  trim(solid: 0 | 1, shape: SimpleShape, place: Float64Array, isInside: IsInside): boolean {
    const { bounds } = this;
    const surface = this.#surface;
    switch (shape.type) {
      case 'mesh': {
        if (!this.#boundSurface(shape.mesh.packed, place)) {
          const x = 0.5 * (bounds[0] + bounds[3]);
          const y = 0.5 * (bounds[1] + bounds[4]);
          const z = 0.5 * (bounds[2] + bounds[5]);
          if (!isInside(solid, x, y, z)) return false;
          this.filled[solid] = 1;
          return true;
        }
        for (let k = 0; k < 3; k++) {
          const slack = FLAT * (bounds[k + 3] - bounds[k]);
          if (surface[k] > bounds[k] + slack) {
            if (this.#isSlabOutside(solid, k, 0.5 * (bounds[k] + surface[k]), isInside))
              this.#cut(solid, k, surface[k]);
          } else this.outside[6 * solid + k] |= bounds[k] <= this.solidBounds[6 * solid + k] ? 1 : 0;
          if (surface[k + 3] < bounds[k + 3] - slack) {
            if (this.#isSlabOutside(solid, k, 0.5 * (bounds[k + 3] + surface[k + 3]), isInside)) {
              this.#cut(solid, k + 3, surface[k + 3]);
            }
          } else this.outside[6 * solid + k + 3] |= bounds[k + 3] >= this.solidBounds[6 * solid + k + 3] ? 1 : 0;
        }
        break;
      }
      case 'sphere': {
        // Farthest along one axis the ball gets while the other two coordinates stay within the box.
        const rr = shape.radius * shape.radius;
        for (let k = 0; k < 3; k++) {
          let left = rr;
          for (let i = 1; i < 3; i++) {
            const l = (k + i) % 3;
            const gap = Math.max(0, bounds[l] - place[9 + l], place[9 + l] - bounds[l + 3]);
            left -= gap * gap;
          }
          if (!(left > 0)) return false;
          const reach = Math.sqrt(left);
          if (place[9 + k] - reach > bounds[k]) this.#cut(solid, k, place[9 + k] - reach);
          if (place[9 + k] + reach < bounds[k + 3]) this.#cut(solid, k + 3, place[9 + k] + reach);
        }
        break;
      }
      case 'half-space': {
        // n·(x - p) ≤ 0 with n the half-space's Y axis: the lowest corner decides how far each side may reach.
        for (let k = 0; k < 3; k++) {
          const nk = place[3 * k + 1];
          if (Math.abs(nk) < 1e-9) continue;
          let rest = 0;
          for (let i = 1; i < 3; i++) {
            const l = (k + i) % 3;
            const n = place[3 * l + 1];
            rest += n * ((n > 0 ? bounds[l] : bounds[l + 3]) - place[9 + l]);
          }
          const limit = place[9 + k] - rest / nk;
          if (nk > 0 && limit < bounds[k + 3]) this.#cut(solid, k + 3, limit);
          if (nk < 0 && limit > bounds[k]) this.#cut(solid, k, limit);
        }
        break;
      }
      case 'torus':
        if (!this.#torus.trim(bounds, place, shape.radius, shape.tube)) return false;
        this.#cutTo(solid, this.#torus.filled);
        break;
      case 'smooth':
        if (!this.#convex.trim(bounds, place, shape)) return false;
        this.#cutTo(solid, this.#convex.filled);
        break;
      default:
        break;
    }
    return this.isSolid();
  }

  #cutTo(solid: 0 | 1, filled: Float64Array): void {
    const { bounds } = this;
    for (let k = 0; k < 3; k++) {
      if (filled[k] > bounds[k]) this.#cut(solid, k, filled[k]);
      if (filled[k + 3] < bounds[k + 3]) this.#cut(solid, k + 3, filled[k + 3]);
    }
  }

  #cut(solid: 0 | 1, side: number, at: number): void {
    this.bounds[side] = at;
    this.outside[side] = this.outside[6 + side] = 0;
    this.outside[6 * solid + side] = 1;
  }

  #isSlabOutside(solid: 0 | 1, k: number, at: number, isInside: IsInside): boolean {
    const b = this.bounds;
    const x = k === 0 ? at : 0.5 * (b[0] + b[3]);
    const y = k === 1 ? at : 0.5 * (b[1] + b[4]);
    const z = k === 2 ? at : 0.5 * (b[2] + b[5]);
    return !isInside(solid, x, y, z);
  }

  /** Bounds of the mesh's surface inside the box into `surface`; false if no surface is inside. */
  #boundSurface(tree: PackedTree, place: Float64Array): boolean {
    const { nodes } = tree;
    const { bounds } = this;
    const surface = this.#surface;
    const stack = this.#stack;
    const box = this.#node;
    surface[0] = surface[1] = surface[2] = Number.POSITIVE_INFINITY;
    surface[3] = surface[4] = surface[5] = Number.NEGATIVE_INFINITY;
    // One greedy descent to each side first: with the extremes known, the walk prunes nearly everything.
    for (let side = 0; side < 6; side++) this.#descend(tree, place, side);
    let top = 0;
    stack[top++] = 0;
    while (top > 0) {
      const node = stack[--top];
      this.#placeNode(tree, place, node);
      if (box[0] > bounds[3] || box[1] > bounds[4] || box[2] > bounds[5]) continue;
      if (box[3] < bounds[0] || box[4] < bounds[1] || box[5] < bounds[2]) continue;
      if (
        Math.max(box[0], bounds[0]) >= surface[0] &&
        Math.max(box[1], bounds[1]) >= surface[1] &&
        Math.max(box[2], bounds[2]) >= surface[2] &&
        Math.min(box[3], bounds[3]) <= surface[3] &&
        Math.min(box[4], bounds[4]) <= surface[4] &&
        Math.min(box[5], bounds[5]) <= surface[5]
      ) {
        continue;
      }
      const link = nodes[PACKED_STRIDE * node + PACKED_LINK];
      if (link >= 0) {
        stack[top++] = link + 1;
        stack[top++] = link;
      } else this.#includeLeaf(tree, place, -1 - link);
    }
    return surface[0] <= surface[3];
  }

  /** Go down to a leaf, always to the child that reaches farther towards the side within the box. */
  #descend(tree: PackedTree, place: Float64Array, side: number): void {
    let link = tree.nodes[PACKED_LINK];
    while (link >= 0) {
      const left = this.#reach(tree, place, link, side);
      const right = this.#reach(tree, place, link + 1, side);
      if (left === Number.NEGATIVE_INFINITY && right === Number.NEGATIVE_INFINITY) return;
      link = tree.nodes[PACKED_STRIDE * (left >= right ? link : link + 1) + PACKED_LINK];
    }
    this.#includeLeaf(tree, place, -1 - link);
  }

  /** How far towards a side the node reaches within the box; -∞ where it lies outside. */
  #reach(tree: PackedTree, place: Float64Array, node: number, side: number): number {
    const { bounds } = this;
    const box = this.#node;
    this.#placeNode(tree, place, node);
    for (let k = 0; k < 3; k++) {
      if (box[k] > bounds[k + 3] || box[k + 3] < bounds[k]) return Number.NEGATIVE_INFINITY;
    }
    return side < 3 ? -Math.max(box[side], bounds[side]) : Math.min(box[side], bounds[side]);
  }

  /** Box of a tree node in the frame into `node`. */
  #placeNode(tree: PackedTree, place: Float64Array, node: number): void {
    const { nodes, grid } = tree;
    const box = this.#node;
    const xy = nodes[PACKED_STRIDE * node];
    const zx = nodes[PACKED_STRIDE * node + 1];
    const yz = nodes[PACKED_STRIDE * node + 2];
    const x = grid[0] + grid[3] * (xy & 0xffff);
    const y = grid[1] + grid[4] * (xy >>> 16);
    const z = grid[2] + grid[5] * (zx & 0xffff);
    const ex = grid[3] * (zx >>> 16);
    const ey = grid[4] * (yz & 0xffff);
    const ez = grid[5] * (yz >>> 16);
    for (let k = 0; k < 3; k++) {
      const r0 = place[3 * k];
      const r1 = place[3 * k + 1];
      const r2 = place[3 * k + 2];
      const mid = r0 * x + r1 * y + r2 * z + place[9 + k];
      const half = Math.abs(r0) * ex + Math.abs(r1) * ey + Math.abs(r2) * ez;
      box[k] = mid - half;
      box[k + 3] = mid + half;
    }
  }

  #includeLeaf(tree: PackedTree, place: Float64Array, leaf: number): void {
    const { vertices, heads, triangles } = tree;
    const corners = this.#corners;
    const polygon = this.#polygon;
    const head = heads[2 * leaf + 1];
    for (let i = 0, o = leaf + LEAF_VERTICES; i < 3 * (head >> 3); i += 3, o += 3) {
      const x = vertices[o];
      const y = vertices[o + 1];
      const z = vertices[o + 2];
      corners[i] = place[0] * x + place[1] * y + place[2] * z + place[9];
      corners[i + 1] = place[3] * x + place[4] * y + place[5] * z + place[10];
      corners[i + 2] = place[6] * x + place[7] * y + place[8] * z + place[11];
    }
    for (let k = 0; k < (head & 7); k++) {
      let names = triangles[4 * leaf + 4 + k];
      for (let c = 0; c < 9; c += 3, names >>= PACKED_BITS) {
        const p = 3 * (names & ((1 << PACKED_BITS) - 1));
        polygon[c] = corners[p];
        polygon[c + 1] = corners[p + 1];
        polygon[c + 2] = corners[p + 2];
      }
      this.#includeTriangle();
    }
  }

  /** Clip the triangle in `polygon` to the box (Sutherland–Hodgman) and let `surface` grow to it. */
  #includeTriangle(): void {
    const { bounds } = this;
    const surface = this.#surface;
    let from = this.#polygon;
    let to = this.#clipped;
    let n = 3;
    let within = true;
    for (let k = 0; k < 3; k++) {
      const low = Math.min(from[k], from[3 + k], from[6 + k]);
      const high = Math.max(from[k], from[3 + k], from[6 + k]);
      if (low > bounds[k + 3] || high < bounds[k]) return;
      if (Math.max(low, bounds[k]) < surface[k] || Math.min(high, bounds[k + 3]) > surface[k + 3]) within = false;
    }
    if (within) return;
    for (let side = 0; side < 6; side++) {
      const k = side < 3 ? side : side - 3;
      const sign = side < 3 ? 1 : -1;
      const limit = bounds[side];
      let m = 0;
      for (let i = 0; i < n; i++) {
        const p = 3 * i;
        const q = i + 1 < n ? p + 3 : 0;
        const dp = sign * (from[p + k] - limit);
        const dq = sign * (from[q + k] - limit);
        if (dp >= 0) {
          to[m] = from[p];
          to[m + 1] = from[p + 1];
          to[m + 2] = from[p + 2];
          m += 3;
        }
        if (dp >= 0 !== dq >= 0) {
          const s = dp / (dp - dq);
          to[m] = from[p] + s * (from[q] - from[p]);
          to[m + 1] = from[p + 1] + s * (from[q + 1] - from[p + 1]);
          to[m + 2] = from[p + 2] + s * (from[q + 2] - from[p + 2]);
          to[m + k] = limit;
          m += 3;
        }
      }
      n = m / 3;
      if (n === 0) return;
      const swap = from;
      from = to;
      to = swap;
    }
    for (let i = 0; i < 3 * n; i += 3) {
      for (let k = 0; k < 3; k++) {
        const x = from[i + k];
        if (x < surface[k]) surface[k] = x;
        if (x > surface[k + 3]) surface[k + 3] = x;
      }
    }
  }
}
