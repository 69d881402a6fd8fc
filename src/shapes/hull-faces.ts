// From a triangulated convex hull to one with polygonal faces.
//
// Triangles that lie in one plane to within the tolerance become one face. A region grows from the largest free
// triangle over neighbours whose vertices lie near its plane, and is taken only if what comes out is a face: one simple
// loop, convex, its vertices near its own plane, and the whole hull beneath that plane, all to within the tolerance.
// Where a region fails (points that straddle the tolerance), it grows again with a smaller one, at last with exact
// coplanarity, for which all of that is a theorem. Vertices left with two faces lie on a straight edge and go; a face
// left with two corners was a sliver along an edge and goes too. What remains is checked to be a closed surface obeying
// Euler's formula; if ever it is not, the triangles themselves are the answer, which always are. Verified in
// test/shapes/quickhull.test.ts.

import { Orientation } from './orientation.js';
import type { Polyhedron } from './polyhedron.js';
import { edgesOfFaces } from './polyhedron.js';

/** Fractions of the tolerance that are tried in turn; 0 stands for exactly coplanar. */
const LADDER = [1, 0.125, 0.015625, 0];

/**
 * `points` as given, `scaled` the same ones in the working scale, `unscale` the factor back; `triangles` over them,
 * closed.
 */
export function facesFromTriangles(
  points: Float64Array,
  scaled: Float64Array,
  unscale: number,
  triangles: Int32Array,
  tolerance: number,
): Polyhedron {
  const merger = new FaceMerger(scaled, triangles, tolerance);
  for (const rungs of [LADDER, [0]]) {
    const polyhedron = assemble(points, unscale, merger.merge(rungs));
    if (polyhedron !== null) return polyhedron;
  }
  return assemble(points, unscale, merger.unmerged())!;
}

interface Face {
  loop: number[];
  /** Unit normal and offset, in the working scale. */
  plane: readonly [number, number, number, number];
}

class FaceMerger {
  readonly #orientation: Orientation;
  readonly #count: number;
  readonly #neighbors: Int32Array;
  readonly #hullVertices: number[];
  /** Unit normal and offset of each triangle. */
  readonly #planes: Float64Array;
  /** Triangles from the largest to the smallest. */
  readonly #order: Int32Array;
  readonly #areas: Float64Array;
  readonly #cross = new Float64Array(3);
  readonly #plane = new Float64Array(4);

  readonly #points: Float64Array;
  readonly #triangles: Int32Array;
  readonly #tolerance: number;

  constructor(points: Float64Array, triangles: Int32Array, tolerance: number) {
    this.#points = points;
    this.#triangles = triangles;
    this.#tolerance = tolerance;
    this.#orientation = new Orientation(points);
    this.#count = triangles.length / 3;
    this.#neighbors = neighborsOf(triangles, points.length / 3);
    const used = new Uint8Array(points.length / 3);
    for (let i = 0; i < triangles.length; i++) used[triangles[i]] = 1;
    this.#hullVertices = [];
    for (let i = 0; i < used.length; i++) if (used[i]) this.#hullVertices.push(i);
    this.#planes = new Float64Array(4 * this.#count);
    this.#areas = new Float64Array(this.#count);
    const order: number[] = [];
    for (let t = 0; t < this.#count; t++) {
      this.#areas[t] = this.#planeOf([triangles[3 * t], triangles[3 * t + 1], triangles[3 * t + 2]]);
      this.#planes.set(this.#plane, 4 * t);
      order.push(t);
    }
    const areas = this.#areas;
    order.sort((s, t) => areas[t] - areas[s] || s - t);
    this.#order = Int32Array.from(order);
  }

  /** Every triangle a face. */
  unmerged(): Face[] {
    return Array.from({ length: this.#count }, (_, t) => this.#triangleFace(t));
  }

  merge(rungs: readonly number[]): Face[] {
    const faces: Face[] = [];
    const owner = new Int32Array(this.#count).fill(-1);
    for (const seed of this.#order) {
      if (owner[seed] >= 0) continue;
      const made = this.#faceFrom(seed, owner, rungs);
      for (const t of made.region) owner[t] = faces.length;
      faces.push(made.face);
    }
    return faces;
  }

  #triangleFace(t: number): Face {
    const p = this.#planes;
    return {
      loop: [this.#triangles[3 * t], this.#triangles[3 * t + 1], this.#triangles[3 * t + 2]],
      plane: [p[4 * t], p[4 * t + 1], p[4 * t + 2], p[4 * t + 3]],
    };
  }

  #faceFrom(seed: number, owner: Int32Array, rungs: readonly number[]): { region: number[]; face: Face } {
    for (const rung of rungs) {
      const slack = rung * this.#tolerance;
      this.#plane.set(this.#planes.subarray(4 * seed, 4 * seed + 4));
      let region = this.#growRegion(seed, owner, slack);
      if (region.length === 1) continue;
      // The plane of the whole region is better known than that of its first triangle: fit and grow again.
      let loop = this.#loopOf(region);
      for (let pass = 0; pass < 3 && loop !== null && rung > 0; pass++) {
        this.#planeOf(loop);
        const again = this.#growRegion(seed, owner, slack);
        const settled = again.length === region.length && again.every((t, i) => t === region[i]);
        region = again;
        loop = this.#loopOf(region);
        if (settled) break;
      }
      if (loop === null || region.length === 1) continue;
      this.#planeOf(loop);
      if (!this.#isFace(region, loop)) continue;
      const [nx, ny, nz, d] = this.#plane;
      return { region, face: { loop, plane: [nx, ny, nz, d] } };
    }
    return { region: [seed], face: this.#triangleFace(seed) };
  }

  /** The free triangles around the seed that lie within `slack` of the current plane; exactly coplanar for slack 0. */
  #growRegion(seed: number, owner: Int32Array, slack: number): number[] {
    const triangles = this.#triangles;
    const neighbors = this.#neighbors;
    const points = this.#points;
    const [nx, ny, nz, d] = this.#plane;
    const region = [seed];
    const taken = new Set(region);
    for (let r = 0; r < region.length; r++) {
      for (let e = 0; e < 3; e++) {
        const g = neighbors[3 * region[r] + e];
        if (owner[g] >= 0 || taken.has(g)) continue;
        let near = true;
        for (let k = 0; k < 3 && near; k++) {
          const v = triangles[3 * g + k];
          near =
            slack > 0
              ? Math.abs(nx * points[3 * v] + ny * points[3 * v + 1] + nz * points[3 * v + 2] - d) <= slack
              : this.#orientation.side(triangles[3 * seed], triangles[3 * seed + 1], triangles[3 * seed + 2], v) === 0;
        }
        if (!near) continue;
        taken.add(g);
        region.push(g);
      }
    }
    return region;
  }

  /** The boundary of a region, counter-clockwise; null unless it is one simple loop. */
  #loopOf(region: readonly number[]): number[] | null {
    const inside = new Set(region);
    const next = new Map<number, number>();
    let sides = 0;
    for (const t of region) {
      for (let e = 0; e < 3; e++) {
        if (inside.has(this.#neighbors[3 * t + e])) continue;
        next.set(this.#triangles[3 * t + e], this.#triangles[3 * t + ((e + 1) % 3)]);
        sides++;
      }
    }
    if (next.size !== sides) return null;
    const first = next.keys().next().value;
    if (first === undefined) return null;
    const loop = [first];
    for (let v = next.get(first)!; v !== first; v = next.get(v)!) {
      loop.push(v);
      if (loop.length > sides) return null;
    }
    return loop.length === sides ? loop : null;
  }

  /**
   * Fit `plane` to a loop (Newell's normal, from exactly rounded products: slivers need it) and return twice the area.
   */
  #planeOf(loop: readonly number[]): number {
    let nx = 0;
    let ny = 0;
    let nz = 0;
    for (let i = 1; i + 1 < loop.length; i++) {
      this.#orientation.cross(this.#cross, loop[0], loop[i], loop[i + 1]);
      nx += this.#cross[0];
      ny += this.#cross[1];
      nz += this.#cross[2];
    }
    // Scaled before squaring: the area of a sliver squared may underflow.
    const largest = Math.max(Math.abs(nx), Math.abs(ny), Math.abs(nz));
    nx /= largest;
    ny /= largest;
    nz /= largest;
    const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
    nx /= length;
    ny /= length;
    nz /= length;
    let d = -Infinity;
    for (const v of loop) {
      d = Math.max(d, nx * this.#points[3 * v] + ny * this.#points[3 * v + 1] + nz * this.#points[3 * v + 2]);
    }
    this.#plane[0] = nx;
    this.#plane[1] = ny;
    this.#plane[2] = nz;
    this.#plane[3] = d;
    return largest * length;
  }

  #isFace(region: readonly number[], loop: readonly number[]): boolean {
    const points = this.#points;
    const tolerance = this.#tolerance;
    const triangles = this.#triangles;
    const [nx, ny, nz, d] = this.#plane;
    if (!(nx * nx + ny * ny + nz * nz > 0.5)) return false;
    for (const v of this.#hullVertices) {
      if (nx * points[3 * v] + ny * points[3 * v + 1] + nz * points[3 * v + 2] > d + tolerance) return false;
    }
    for (const t of region) {
      for (let k = 0; k < 3; k++) {
        const v = 3 * triangles[3 * t + k];
        if (nx * points[v] + ny * points[v + 1] + nz * points[v + 2] < d - 2 * tolerance) return false;
      }
    }
    return this.#isConvex(loop);
  }

  /** In the current plane: no vertex bends inwards, and the loop fills its own convex hull, to within the tolerance. */
  #isConvex(loop: readonly number[]): boolean {
    const [nx, ny, nz] = this.#plane;
    const sign = nz >= 0 ? 1 : -1;
    const a = -1 / (sign + nz);
    const ux = 1 + sign * nx * nx * a;
    const uy = sign * nx * ny * a;
    const uz = -sign * nx;
    const wx = nx * ny * a;
    const wy = sign + ny * ny * a;
    const wz = -ny;
    const n = loop.length;
    const xs = new Float64Array(n);
    const ys = new Float64Array(n);
    const o = 3 * loop[0];
    for (let i = 0; i < n; i++) {
      const dx = this.#points[3 * loop[i]] - this.#points[o];
      const dy = this.#points[3 * loop[i] + 1] - this.#points[o + 1];
      const dz = this.#points[3 * loop[i] + 2] - this.#points[o + 2];
      xs[i] = ux * dx + uy * dy + uz * dz;
      ys[i] = wx * dx + wy * dy + wz * dz;
    }
    let area = 0;
    let perimeter = 0;
    for (let i = 0; i < n; i++) {
      const j = i + 1 < n ? i + 1 : 0;
      const k = j + 1 < n ? j + 1 : 0;
      const chord = Math.sqrt((xs[k] - xs[i]) * (xs[k] - xs[i]) + (ys[k] - ys[i]) * (ys[k] - ys[i]));
      const turn = (xs[j] - xs[i]) * (ys[k] - ys[j]) - (ys[j] - ys[i]) * (xs[k] - xs[j]);
      if (turn < -this.#tolerance * chord) return false;
      area += xs[i] * ys[j] - xs[j] * ys[i];
      perimeter += Math.sqrt((xs[j] - xs[i]) * (xs[j] - xs[i]) + (ys[j] - ys[i]) * (ys[j] - ys[i]));
    }
    return hullArea(xs, ys) - area <= 2 * this.#tolerance * perimeter;
  }
}

/** Twice the area of the convex hull of points in the plane (monotone chain). */
function hullArea(xs: Float64Array, ys: Float64Array): number {
  const order = [...xs.keys()];
  order.sort((i, j) => xs[i] - xs[j] || ys[i] - ys[j] || i - j);
  let area = 0;
  for (let side = 0; side < 2; side++) {
    const chain: number[] = [];
    for (const i of order) {
      while (chain.length > 1) {
        const p = chain[chain.length - 2];
        const q = chain[chain.length - 1];
        if ((xs[q] - xs[p]) * (ys[i] - ys[p]) - (ys[q] - ys[p]) * (xs[i] - xs[p]) > 0) break;
        chain.pop();
      }
      chain.push(i);
    }
    for (let k = 0; k + 1 < chain.length; k++) {
      area += xs[chain[k]] * ys[chain[k + 1]] - xs[chain[k + 1]] * ys[chain[k]];
    }
    order.reverse();
  }
  return area;
}

/** Drop the vertices and faces that merging left without a purpose; null if the result is not a closed polyhedron. */
function assemble(points: Float64Array, unscale: number, faces: Face[]): Polyhedron | null {
  for (let changed = true; changed; ) {
    changed = false;
    const degree = new Map<number, number>();
    for (const f of faces) for (const v of f.loop) degree.set(v, (degree.get(v) ?? 0) + 1);
    for (const f of faces) {
      const corners = f.loop.filter((v) => degree.get(v)! > 2);
      if (corners.length !== f.loop.length) changed = true;
      f.loop = corners;
    }
    const before = faces.length;
    faces = faces.filter((f) => f.loop.length > 2);
    if (faces.length !== before) changed = true;
  }
  if (faces.length < 4) return null;
  const used = faces.flatMap((f) => f.loop);
  const kept = [...new Set(used)].sort((i, j) => i - j);
  const renumbered = new Map<number, number>();
  const vertices = new Float64Array(3 * kept.length);
  for (let i = 0; i < kept.length; i++) {
    renumbered.set(kept[i], i);
    for (let k = 0; k < 3; k++) vertices[3 * i + k] = points[3 * kept[i] + k];
  }
  const faceStart = new Int32Array(faces.length + 1);
  const faceVertices = new Int32Array(used.length);
  const planes = new Float64Array(4 * faces.length);
  let at = 0;
  for (let f = 0; f < faces.length; f++) {
    const { loop, plane } = faces[f];
    for (const v of loop) faceVertices[at++] = renumbered.get(v)!;
    faceStart[f + 1] = at;
    planes.set(plane, 4 * f);
    planes[4 * f + 3] *= unscale;
  }
  const edges = edgesOfFaces(faceStart, faceVertices, kept.length);
  if (edges === null || kept.length - edges.length / 4 + faces.length !== 2) return null;
  return { vertices, faceStart, faceVertices, planes, edges };
}

function neighborsOf(triangles: Int32Array, vertexCount: number): Int32Array {
  const sideAt = new Map<number, number>();
  for (let s = 0; s < triangles.length; s++) {
    const b = triangles[s % 3 === 2 ? s - 2 : s + 1];
    sideAt.set(triangles[s] * vertexCount + b, s);
  }
  const neighbors = new Int32Array(triangles.length);
  for (let s = 0; s < triangles.length; s++) {
    const b = triangles[s % 3 === 2 ? s - 2 : s + 1];
    neighbors[s] = Math.floor(sideAt.get(b * vertexCount + triangles[s])! / 3);
  }
  return neighbors;
}
