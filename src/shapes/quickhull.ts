// The convex hull of points.
//
// C. B. Barber, D. P. Dobkin, H. Huhdanpaa, "The Quickhull algorithm for convex hulls", ACM TOMS 22 (1996), on
// triangles: every point outside lies in the list of one face that sees it; the farthest point of a face replaces all
// faces that see it by a fan over their horizon. Deviation: "sees" is decided exactly (orientation.ts) instead of with
// thick planes, and coplanar means unseen. Then what a point sees is always one disc, its horizon one loop and no
// new triangle degenerate, whatever the input, so the walk has no special cases and cannot fail. What rounding did to
// faces that were meant to be flat is settled afterwards, in hull-faces.ts, which merges triangles into polygons.
//
// Tolerance: 1e-12 of the extent, plus 8 ulp of the largest coordinate (what rounding does to a cube given far from
// its origin). Points closer than that are one point; faces flat to within it are one face; a set thinner than ten
// times that is refused as flat. Every input point lies within twice the tolerance inside all planes.
// Verified in test/shapes/quickhull.test.ts.

import { crossOfTriangle } from '../math/triangle.js';
import { ShapeError } from './errors.js';
import { facesFromTriangles } from './hull-faces.js';
import { Orientation } from './orientation.js';
import type { Polyhedron } from './polyhedron.js';
import { joinPoints } from './weld.js';

/** Slack of `computeHull`, as a share of the extent, for points that are as exact as numbers can be. */
const ROUNDING = 1e-12;

/** Slack of `computeHull` for these points, in their unit. */
export function hullTolerance(points: Float64Array, share = ROUNDING): number {
  let extent = 0;
  let largest = 0;
  for (let k = 0; k < 3; k++) {
    let low = Infinity;
    let high = -Infinity;
    for (let i = k; i < points.length; i += 3) {
      low = Math.min(low, points[i]);
      high = Math.max(high, points[i]);
    }
    extent = Math.max(extent, high - low);
    largest = Math.max(largest, -low, high);
  }
  return share * extent + 8 * 2.220446049250313e-16 * largest;
}

/**
 * The convex hull of points (x, y, z each) with polygonal faces. Vertices are input points, in input order. Throws a
 * ShapeError for fewer than four points and for points that lie (nearly) in a plane, on a line or at one place.
 * `share`: how exact they are, as a share of the extent.
 */
export function computeHull(points: Float64Array, share = ROUNDING): Polyhedron {
  const n = points.length / 3;
  if (n < 4) throw new ShapeError(`convex hull needs at least 4 points, got ${n}`);
  let largest = 0;
  for (let i = 0; i < points.length; i++) {
    const a = Math.abs(points[i]);
    if (!(a < Infinity)) throw new ShapeError(`convex hull point ${Math.floor(i / 3)} is not finite`);
    if (a > largest) largest = a;
  }
  if (largest === 0) throw new ShapeError('convex hull points all lie at one place: no volume');
  // Scaled by a power of two, which is exact, to below 1; what lies below 2⁻²⁰⁰ of that would underflow in the
  // predicates.
  const scale = scaleBelowOne(largest);
  const scaled = new Float64Array(points.length);
  for (let i = 0; i < points.length; i++) {
    const x = points[i] * scale;
    scaled[i] = Math.abs(x) < 6.223015277861142e-61 ? 0 : x;
  }
  const tolerance = hullTolerance(scaled, share);
  const joined = joinPoints(scaled, tolerance);
  const kept: number[] = [];
  for (let i = 0; i < n; i++) if (joined[i] === i) kept.push(i);
  const simplex = firstSimplex(scaled, kept, 10 * tolerance);
  const hull = new TriangleHull(scaled);
  hull.start(simplex, kept);
  hull.grow();
  return facesFromTriangles(points, scaled, 1 / scale, hull.triangles(), tolerance);
}

function scaleBelowOne(largest: number): number {
  let scale = 1;
  while (largest * scale >= 1) scale *= 0.5;
  while (largest * scale < 0.5 && scale < 1e300) scale *= 2;
  return scale;
}

/** Four points that span as much as is easily found, the last one above the first three. */
function firstSimplex(p: Float64Array, kept: readonly number[], flat: number): [number, number, number, number] {
  // The widest of the three axes, then the farthest from that line, then from that plane.
  let a = kept[0];
  let b = kept[0];
  let widest = -1;
  for (let k = 0; k < 3; k++) {
    let low = kept[0];
    let high = kept[0];
    for (const i of kept) {
      if (p[3 * i + k] < p[3 * low + k]) low = i;
      if (p[3 * i + k] > p[3 * high + k]) high = i;
    }
    if (p[3 * high + k] - p[3 * low + k] > widest) {
      widest = p[3 * high + k] - p[3 * low + k];
      a = low;
      b = high;
    }
  }
  if (!(widest > flat)) throw new ShapeError('convex hull points all lie at one place: no volume');
  const ux = p[3 * b] - p[3 * a];
  const uy = p[3 * b + 1] - p[3 * a + 1];
  const uz = p[3 * b + 2] - p[3 * a + 2];
  const uu = ux * ux + uy * uy + uz * uz;
  const normal = new Float64Array(3);
  let c = a;
  let best = 0;
  for (const i of kept) {
    crossOfTriangle(normal, p, 3 * a, 3 * b, 3 * i);
    const [x, y, z] = normal;
    const area = x * x + y * y + z * z;
    if (area > best) {
      best = area;
      c = i;
    }
  }
  if (!(Math.sqrt(best / uu) > flat)) {
    throw new ShapeError('convex hull points all lie on one line: no volume');
  }
  // In a needle the rounding of u × v alone would tip the plane by more than its width: take the exact product.
  const orientation = new Orientation(p);
  orientation.cross(normal, a, b, c);
  const [nx, ny, nz] = normal;
  const k = 1 / Math.sqrt(nx * nx + ny * ny + nz * nz);
  let d = a;
  let height = 0;
  for (const i of kept) {
    const h =
      k * (nx * (p[3 * i] - p[3 * a]) + ny * (p[3 * i + 1] - p[3 * a + 1]) + nz * (p[3 * i + 2] - p[3 * a + 2]));
    if (Math.abs(h) > Math.abs(height)) {
      height = h;
      d = i;
    }
  }
  if (!(Math.abs(height) > flat)) {
    throw new ShapeError('convex hull points all lie in one plane: no volume');
  }
  return orientation.side(a, b, c, d) > 0 ? [a, b, c, d] : [a, c, b, d];
}

class TriangleHull {
  /**
   * Three vertices a face, counter-clockwise from outside; and the face across the edge from each vertex to the next.
   */
  readonly #corners: number[] = [];
  readonly #neighbors: number[] = [];
  readonly #alive: boolean[] = [];
  /** First of the points that this face holds, -1: none; they are chained by nextPoint. */
  readonly #outside: number[] = [];
  readonly #nextPoint: Int32Array;
  readonly #visited: number[] = [];
  readonly #newFaceAt: Int32Array;
  readonly #pending: number[] = [];
  readonly #orientation: Orientation;
  readonly #cross = new Float64Array(3);
  #stamp = 0;

  readonly #points: Float64Array;

  constructor(points: Float64Array) {
    this.#points = points;
    const n = points.length / 3;
    this.#orientation = new Orientation(points);
    this.#nextPoint = new Int32Array(n);
    this.#newFaceAt = new Int32Array(n);
  }

  start([a, b, c, d]: readonly [number, number, number, number], kept: readonly number[]): void {
    // d lies above a, b, c: outside is below.
    this.#addFace(a, c, b, 3, 2, 1);
    this.#addFace(a, b, d, 0, 2, 3);
    this.#addFace(b, c, d, 0, 3, 1);
    this.#addFace(c, a, d, 0, 1, 2);
    for (const i of kept) if (i !== a && i !== b && i !== c && i !== d) this.#assign(i, 0, 4);
  }

  grow(): void {
    // Faces are taken in the order in which they were made; new ones join the end.
    for (let next = 0; next < this.#pending.length; next++) {
      const face = this.#pending[next];
      if (this.#alive[face] && this.#outside[face] >= 0) this.#addPoint(face);
    }
  }

  /** The surface, three vertices a triangle. */
  triangles(): Int32Array {
    const out: number[] = [];
    for (let f = 0; f < this.#alive.length; f++) {
      if (this.#alive[f]) out.push(this.#corners[3 * f], this.#corners[3 * f + 1], this.#corners[3 * f + 2]);
    }
    return Int32Array.from(out);
  }

  #addFace(a: number, b: number, c: number, ab: number, bc: number, ca: number): number {
    const face = this.#alive.length;
    this.#corners.push(a, b, c);
    this.#neighbors.push(ab, bc, ca);
    this.#alive.push(true);
    this.#outside.push(-1);
    this.#visited.push(0);
    return face;
  }

  #sees(point: number, face: number): boolean {
    const c = this.#corners;
    return this.#orientation.side(c[3 * face], c[3 * face + 1], c[3 * face + 2], point) > 0;
  }

  /** Give a point to the first of the faces [from, to) that it sees; a point that sees none is inside for good. */
  #assign(point: number, from: number, to: number): void {
    for (let f = from; f < to; f++) {
      if (!this.#sees(point, f)) continue;
      if (this.#outside[f] < 0) this.#pending.push(f);
      this.#nextPoint[point] = this.#outside[f];
      this.#outside[f] = point;
      return;
    }
  }

  #farthest(face: number): number {
    const p = this.#points;
    const a = 3 * this.#corners[3 * face];
    const b = 3 * this.#corners[3 * face + 1];
    const c = 3 * this.#corners[3 * face + 2];
    const n = this.#cross;
    crossOfTriangle(n, p, a, b, c);
    let best = -Infinity;
    let found = this.#outside[face];
    for (let i = found; i >= 0; i = this.#nextPoint[i]) {
      const h = n[0] * (p[3 * i] - p[a]) + n[1] * (p[3 * i + 1] - p[a + 1]) + n[2] * (p[3 * i + 2] - p[a + 2]);
      if (h > best) {
        best = h;
        found = i;
      }
    }
    return found;
  }

  #addPoint(face: number): void {
    const apex = this.#farthest(face);
    const corners = this.#corners;
    const neighbors = this.#neighbors;
    this.#stamp++;
    const seen = [face];
    this.#visited[face] = this.#stamp;
    const firstNew = this.#alive.length;
    for (let s = 0; s < seen.length; s++) {
      const f = seen[s];
      for (let e = 0; e < 3; e++) {
        const g = neighbors[3 * f + e];
        if (this.#visited[g] === this.#stamp) continue;
        if (this.#sees(apex, g)) {
          this.#visited[g] = this.#stamp;
          seen.push(g);
        }
      }
    }
    for (const f of seen) {
      this.#alive[f] = false;
      for (let e = 0; e < 3; e++) {
        const g = neighbors[3 * f + e];
        if (this.#visited[g] === this.#stamp) continue;
        const a = corners[3 * f + e];
        const b = corners[3 * f + ((e + 1) % 3)];
        const made = this.#addFace(a, b, apex, g, -1, -1);
        this.#newFaceAt[a] = made;
        for (let k = 0; k < 3; k++) if (corners[3 * g + k] === b) neighbors[3 * g + k] = made;
      }
    }
    const lastNew = this.#alive.length;
    for (let f = firstNew; f < lastNew; f++) {
      const g = this.#newFaceAt[corners[3 * f + 1]];
      neighbors[3 * f + 1] = g;
      neighbors[3 * g + 2] = f;
    }
    for (const f of seen) {
      let i = this.#outside[f];
      while (i >= 0) {
        const following = this.#nextPoint[i];
        if (i !== apex) this.#assign(i, firstNew, lastNew);
        i = following;
      }
    }
  }
}
