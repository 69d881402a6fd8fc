// Where a convex polyhedron A faces the triangles of a static mesh: one region with an affine gap for each triangle
// that it touches or may touch (facing.ts), along an axis that is a direction of contact on the *mesh*, not only on the
// triangle.
//
// On its own a triangle has edges that a body could catch on. On the mesh most are none: a direction m is one in which
// the mesh can be touched at a vertex if the vertex is the mesh's highest along m among its neighbours, at an edge if
// both corners across it are lower. So the axis of a triangle T is the one along which A is farthest from it (least
// inside it) among
//   n      T's own normal,
//   m      normals of A's faces, where T's highest corner along m is a local summit of the mesh,
//   c      common perpendiculars of an edge of A and one of T that is a ridge along c.
// Neighbouring triangles in one plane, and valleys, leave n alone: nothing catches on internal edges.
//
// What is dropped, of the regions found:
//   - slivers, no wider than `thin`, that are deeper than that: walls of a step that is no higher than bodies rest
//     deep;
//   - deep ones that are no wider, along the axis of a shallower one, than that one is deep: they are only there
//     because the body is inside the other triangle;
//   - what is on the far side of the mesh: deeper than `deepest` while something else is less deep;
//   - summits and ridges that another triangle with the same axis has already.
// Simplification: A faces each triangle with one face. Verified in test/distance/ground.test.ts and
// test/contact/terrain.test.ts.

import type { MeshShape, SimpleShape } from '../shapes/shape.js';
import { MAX_TREE_DEPTH } from '../shapes/triangle-tree.js';
import { CoveredRegion } from './covered.js';
import { FlatHull } from './flat-hull.js';
import { GroundAxis, OWN } from './ground-axis.js';

/** Axes that enclose less than this (cosine) are one. */
const ALIKE = 0.9999;
/** Value of `faces`: T's own normal, on a flat face whose regions do not make a convex one. */
const ALONE = -3;
/** The hull of regions may be larger than they are by this share of their area. */
const CONVEX = 1e-6;

export class GroundFacing {
  /** The regions that are left: triangle, axis (world, from the mesh to A), A's face or -1, least gap. */
  count = 0;
  triangles = new Int32Array(16);
  axes = new Float64Array(48);
  faces = new Int32Array(16);
  /** What tells contacts apart from step to step: the triangle, or the number of triangles and the face's first one. */
  places = new Int32Array(16);
  gaps = new Float64Array(16);
  readonly region = new CoveredRegion();

  readonly #axis = new GroundAxis();
  readonly #stack = new Int32Array(MAX_TREE_DEPTH + 2);
  #found = new Int32Array(64);
  /** For each region how many corners of its triangle are its highest; 3: it is flat. */
  #tops = new Int32Array(16);
  readonly #u = new Float64Array(6);
  readonly #hull = new FlatHull();
  /** Half-width of the patch of a round solid, as a length to be turned into one: its target depth (m). */
  #depth = 0;

  /**
   * Regions of `sa` and the mesh `sb`, at poses[0…] and poses[7…], with a gap of at most `reach`; returns the least, or
   * Infinity.
   */
  find(
    sa: SimpleShape,
    sb: SimpleShape,
    poses: Float64Array,
    reach: number,
    depth: number,
    thin: number,
    deepest: number,
  ): number {
    this.#depth = depth;
    this.#place(sa, sb, poses, reach);
    const near = this.#collect();
    this.count = 0;
    for (let k = 0; k < near; k++) this.#tryTriangle(this.#found[k], reach, thin);
    this.#drop(thin, deepest);
    this.#mergeFaces();
    let least = Infinity;
    for (let k = 0; k < this.count; k++) least = Math.min(least, this.gaps[k]);
    return least;
  }

  /** Region k of the last `find`, at the same or at other poses; false: they do not face each other there. */
  take(sa: SimpleShape, sb: SimpleShape, poses: Float64Array, k: number): boolean {
    const x = 3 * k;
    // Of a flat face the first region stands for all.
    for (let j = 0; j < k; j++) if (this.places[j] === this.places[k]) return false;
    this.#place(sa, sb, poses, 0);
    if (this.places[k] !== this.triangles[k]) {
      if (!this.#merge(k)) return false;
    } else {
      const width = this.#measure(this.triangles[k], this.axes[x], this.axes[x + 1], this.axes[x + 2], this.faces[k]);
      if (width < 0) return false;
    }
    this.region.finishTriangle();
    return true;
  }

  /** The region of a triangle or flat face (`places`) at the poses given, along the best axis there; false: none. */
  takePlace(sa: SimpleShape, sb: SimpleShape, poses: Float64Array, place: number, depth: number): boolean {
    this.#depth = depth;
    this.#place(sa, sb, poses, sa.kind.size(sa));
    const { facets } = this.#axis.links;
    const most = facets.length;
    if (place >= 2 * most) return false;
    this.count = 0;
    if (place < most) {
      this.#tryTriangle(place, Infinity, 0);
      this.places[0] = place;
    } else {
      const near = this.#collect();
      for (let k = 0; k < near; k++)
        if (facets[this.#found[k]] === place - most) this.#tryTriangle(this.#found[k], Infinity, 0);
      this.#mergeFaces();
    }
    for (let k = 0; k < this.count; k++) if (this.places[k] === place) return this.take(sa, sb, poses, k);
    return false;
  }

  /**
   * Regions on one flat face whose union is convex are one: a body on a floor of many triangles faces the floor, not
   * them.
   */
  #mergeFaces(): void {
    const { triangles, faces, places, count } = this;
    const { facets } = this.#axis.links;
    for (let k = 0; k < count; k++) places[k] = triangles[k];
    for (let k = 0; k < count; k++) {
      if (places[k] !== triangles[k] || faces[k] !== OWN) continue;
      const place = facets.length + facets[triangles[k]];
      let n = 0;
      for (let j = k; j < count; j++) {
        if (faces[j] !== OWN || facets[triangles[j]] !== facets[triangles[k]]) continue;
        places[j] = place;
        n++;
      }
      if (n > 1 && this.#merge(k)) continue;
      for (let j = k; j < count; j++) if (places[j] === place) places[j] = triangles[j];
      if (n === 1) continue;
      // None of them is asked again.
      for (let j = k + 1; j < count; j++)
        if (facets[triangles[j]] === facets[triangles[k]] && faces[j] === OWN) faces[j] = ALONE;
      faces[k] = ALONE;
    }
  }

  /** Puts the union of all regions with the place of region k in hand; false: it is not convex. */
  #merge(k: number): boolean {
    const { region, axes } = this;
    const u = this.#u;
    const hull = this.#hull;
    let sum = 0;
    hull.clear();
    for (let j = 0; j < this.count; j++) {
      if (this.places[j] !== this.places[k]) continue;
      const width = this.#measure(this.triangles[j], axes[3 * k], axes[3 * k + 1], axes[3 * k + 2], this.faces[j]);
      if (width < 0) continue;
      const { frame, center, vertices: v } = region;
      if (sum === 0) for (let m = 0; m < 6; m++) u[m] = frame[3 + m];
      sum += region.area;
      for (let c = 0; c < 2 * region.count; c += 2) {
        let x = 0;
        let y = 0;
        for (let m = 0; m < 3; m++) {
          const p = center[m] + v[c] * frame[3 + m] + v[c + 1] * frame[6 + m];
          x += p * u[m];
          y += p * u[3 + m];
        }
        hull.add(x, y);
      }
    }
    if (!(sum > 0) || hull.close() > sum * (1 + CONVEX)) return false;
    region.replace(u, hull.points, hull.count);
    return true;
  }

  #place(sa: SimpleShape, sb: SimpleShape, poses: Float64Array, reach: number): void {
    this.#axis.place(sa, sb as MeshShape, poses, reach);
    this.region.placePair(sa, sb, poses);
  }

  /** The triangles whose boxes meet A's, in the order of the tree. */
  #collect(): number {
    const { box, shape } = this.#axis;
    const { tree } = shape.mesh;
    const stack = this.#stack;
    let count = 0;
    let top = 1;
    stack[0] = 0;
    while (top > 0) {
      const node = stack[--top];
      const o = 6 * node;
      const { bounds } = tree;
      if (bounds[o] > box[3] || bounds[o + 1] > box[4] || bounds[o + 2] > box[5]) continue;
      if (bounds[o + 3] < box[0] || bounds[o + 4] < box[1] || bounds[o + 5] < box[2]) continue;
      if (tree.count[node] === 0) {
        stack[top++] = tree.first[node];
        stack[top++] = node + 1;
        continue;
      }
      for (let k = tree.first[node]; k < tree.first[node] + tree.count[node]; k++) {
        if (count === this.#found.length) this.#found = grown(this.#found);
        this.#found[count++] = tree.order[k];
      }
    }
    return count;
  }

  /** Width of A's region on a triangle along a world axis; -1: none. */
  #measure(triangle: number, x: number, y: number, z: number, face: number): number {
    const axis = this.#axis;
    const { normals } = axis.links;
    const n = 3 * triangle;
    axis.takeCorners(triangle);
    const of = face >= 0 ? face : -1;
    const { corners } = axis;
    return this.region.findOnTriangle(corners, normals[n], normals[n + 1], normals[n + 2], x, y, z, of, this.#depth);
  }

  #tryTriangle(triangle: number, reach: number, thin: number): void {
    if (!this.#axis.find(triangle, reach)) return;
    const { region } = this;
    const { axis, corners, face, b } = this.#axis;
    const { r } = b;
    const x = r[0] * axis[0] + r[1] * axis[1] + r[2] * axis[2];
    const y = r[3] * axis[0] + r[4] * axis[1] + r[5] * axis[2];
    const z = r[6] * axis[0] + r[7] * axis[1] + r[8] * axis[2];
    const width = this.#measure(triangle, x, y, z, face);
    if (width < 0) return;
    region.finishTriangle();
    if (region.least > reach || (!(width > thin) && region.least < -thin)) return;
    if (this.count === this.triangles.length) this.#grow();
    const k = this.count++;
    let top = -Infinity;
    for (let c = 0; c < 9; c += 3) top = Math.max(top, along(axis, corners, c));
    let tops = 0;
    for (let c = 0; c < 9; c += 3) if (top - along(axis, corners, c) <= thin) tops++;
    this.triangles[k] = triangle;
    this.axes[3 * k] = x;
    this.axes[3 * k + 1] = y;
    this.axes[3 * k + 2] = z;
    this.faces[k] = face;
    this.gaps[k] = region.least;
    this.#tops[k] = face === OWN ? 3 : tops;
  }

  /** Drops what the head of this file names. */
  #drop(thin: number, deepest: number): void {
    const { gaps } = this;
    let shallowest = -Infinity;
    for (let k = 0; k < this.count; k++) shallowest = Math.max(shallowest, gaps[k]);
    for (let k = 0; k < this.count; k++) {
      if (!(gaps[k] < -thin)) continue;
      if ((gaps[k] < -deepest && shallowest > gaps[k]) || this.#isOfAnother(k, thin)) this.triangles[k] = -1;
    }
    for (let tops = 2; tops >= 1; tops--)
      for (let k = 0; k < this.count; k++)
        if (this.#tops[k] === tops && this.triangles[k] >= 0 && this.#isHad(k, thin)) this.triangles[k] = -1;
    let n = 0;
    for (let k = 0; k < this.count; k++) if (this.triangles[k] >= 0) this.move(k, n++);
    this.count = n;
  }

  /** Region `from` becomes region `to`. */
  move(from: number, to: number): void {
    this.triangles[to] = this.triangles[from];
    this.faces[to] = this.faces[from];
    this.places[to] = this.places[from];
    this.gaps[to] = this.gaps[from];
    for (let m = 0; m < 3; m++) this.axes[3 * to + m] = this.axes[3 * from + m];
  }

  /** Whether region k would be gone if the body left another triangle, in which it is less deep. */
  #isOfAnother(k: number, thin: number): boolean {
    const { axes, gaps, region } = this;
    let isMeasured = false;
    for (let j = 0; j < this.count; j++) {
      if (j === k || this.triangles[j] < 0 || !(gaps[j] > gaps[k])) continue;
      if (!isMeasured) this.#measure(this.triangles[k], axes[3 * k], axes[3 * k + 1], axes[3 * k + 2], this.faces[k]);
      isMeasured = true;
      const { frame, vertices: v } = region;
      const cu = frame[3] * axes[3 * j] + frame[4] * axes[3 * j + 1] + frame[5] * axes[3 * j + 2];
      const cw = frame[6] * axes[3 * j] + frame[7] * axes[3 * j + 1] + frame[8] * axes[3 * j + 2];
      let low = Infinity;
      let high = -Infinity;
      for (let m = 0; m < 2 * region.count; m += 2) {
        const h = cu * v[m] + cw * v[m + 1];
        if (h < low) low = h;
        if (h > high) high = h;
      }
      // Seen edge-on it is no region.
      if (cu * cu + cw * cw > 0.01 && high - low <= thin + Math.max(0, -gaps[j])) return true;
    }
    return false;
  }

  /** Whether the summit or ridge that region k touches belongs to another region with the same axis, too. */
  #isHad(k: number, thin: number): boolean {
    const { axes, triangles } = this;
    const tops = this.#tops;
    const { indices, positions } = this.#axis.shape.mesh;
    const { r } = this.#axis.b;
    const x = r[0] * axes[3 * k] + r[3] * axes[3 * k + 1] + r[6] * axes[3 * k + 2];
    const y = r[1] * axes[3 * k] + r[4] * axes[3 * k + 1] + r[7] * axes[3 * k + 2];
    const z = r[2] * axes[3 * k] + r[5] * axes[3 * k + 1] + r[8] * axes[3 * k + 2];
    let most = -Infinity;
    const height = (v: number): number => x * positions[3 * v] + y * positions[3 * v + 1] + z * positions[3 * v + 2];
    for (let c = 0; c < 3; c++) most = Math.max(most, height(indices[3 * triangles[k] + c]));
    for (let j = 0; j < this.count; j++) {
      if (j === k || triangles[j] < 0 || tops[j] < tops[k] || (tops[j] === tops[k] && j > k)) continue;
      const same = axes[3 * k] * axes[3 * j] + axes[3 * k + 1] * axes[3 * j + 1] + axes[3 * k + 2] * axes[3 * j + 2];
      if (same < ALIKE) continue;
      let shared = 0;
      for (let c = 0; c < 3; c++) {
        const v = indices[3 * triangles[k] + c];
        if (most - height(v) > thin) continue;
        for (let d = 0; d < 3; d++) if (indices[3 * triangles[j] + d] === v) shared++;
      }
      if (shared >= tops[k]) return true;
    }
    return false;
  }

  #grow(): void {
    this.triangles = grown(this.triangles);
    this.faces = grown(this.faces);
    this.places = grown(this.places);
    this.#tops = grown(this.#tops);
    this.axes = grownFloats(this.axes);
    this.gaps = grownFloats(this.gaps);
  }
}

function along(n: Float64Array, p: Float64Array, i: number): number {
  return n[0] * p[i] + n[1] * p[i + 1] + n[2] * p[i + 2];
}

function grown(a: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(2 * a.length);
  larger.set(a);
  return larger;
}

function grownFloats(a: Float64Array): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(2 * a.length);
  larger.set(a);
  return larger;
}
