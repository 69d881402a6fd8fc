// The hull round a mesh that is not convex, and what of the mesh lies in the faces of that hull.
//
// Where the hulls of two solids do not overlap, the solids touch only where their hulls do, and there with what lies in
// the faces of these: a table with its feet, a bracket with its flat side, a star that stands on two of its tips with
// two edges. That is cut into convex *pieces*, polygons and segments, so that each of them can be met as the face of a
// hull is. A face with corners that neither reach (vertices that stick out, as those of rough or scanned meshes do) has
// no pieces.
// Simplifications: what would be more than MOST_PIECES in a face is covered by the hull of each connected part, and
// rubs as that does. Finely tessellated meshes have none of this: see convex-mesh.ts.
// Verified in test/shapes/mesh-cover.test.ts.

import { Random } from '../math/random.js';
import { boundsOfPoints, boundsSize } from './bounds.js';
import { MOST_FACES, MOST_VERTICES, SHARE } from './convex-mesh.js';
import { convex, createPolyhedron } from './kinds/convex.js';
import type { TriangleMesh } from './mesh.js';
import { farthest } from './polyhedron.js';
import type { ConvexShape, ShapeDescription } from './shape.js';

/** Vertices of a mesh that is looked at. */
const MOST_POINTS = 8_000;
/** Directions in which a mesh with more vertices than a hull may have is asked for its farthest one. */
const DIRECTIONS = 4 * MOST_VERTICES;
/** Pieces of a face, at most. */
export const MOST_PIECES = 24;
/** Triangles of a connected part of a face that is cut into pieces. */
const MOST_TRIANGLES = 256;
/** Areas that differ by less than this share are one. */
const SAME_AREA = 1e-5;
/** Corners that turn by less than this (share of the face's size squared) go straight on. */
const STRAIGHT = 1e-9;

export interface MeshCover {
  readonly hull: ConvexShape;
  /** Face f of the hull has pieces faceStart[f] … faceStart[f + 1]; none: it is not met this way. */
  readonly faceStart: Int32Array;
  /**
   * Piece k has corners (x, y, z each) cornerStart[k] … cornerStart[k + 1], counter-clockwise seen from outside; of a
   * segment two.
   */
  readonly cornerStart: Int32Array;
  readonly corners: Float64Array;
}

/** The cover of a mesh; null: it is too fine for one. */
export function coverMesh(mesh: TriangleMesh, description: ShapeDescription): MeshCover | null {
  const { positions: p, indices } = mesh;
  if (p.length > 3 * MOST_POINTS || isRoundish(p)) return null;
  const hull = createPolyhedron(convex, p, description, SHARE);
  const { planes, vertices, faceStart: loopStart, faceVertices } = hull.polyhedron;
  const faces = planes.length / 4;
  if (faces > MOST_FACES || vertices.length > 3 * MOST_VERTICES) return null;
  const slack = 2 * SHARE * boundsSize(boundsOfPoints(p));
  const faceStart = new Int32Array(faces + 1);
  const cornerStart = [0];
  const corners: number[] = [];
  for (let f = 0; f < faces; f++) {
    const face = new FlatFace(planes, 4 * f);
    const loop: number[] = [];
    for (let m = loopStart[f]; m < loopStart[f + 1]; m++) loop.push(face.add(vertices, 3 * faceVertices[m]));
    const inPlane = trianglesIn(p, indices, planes, 4 * f, slack);
    const parts = connected(inPlane.triangles);
    let pieces = parts.flatMap((part) => face.piecesOf(p, part));
    if (pieces.length > MOST_PIECES) pieces = parts.map((part) => face.hullOf(part.map((v) => face.take(p, v))));
    const whole = (1 - SAME_AREA) * face.area(loop);
    if (!(face.area(face.hullOf(pieces.flat())) >= whole)) pieces.push(...face.segmentsOf(p, inPlane.edges));
    const isWhole = pieces.length <= MOST_PIECES && face.area(face.hullOf(pieces.flat())) >= whole;
    for (const piece of isWhole ? pieces : []) {
      for (const v of piece) face.place(corners, v);
      cornerStart.push(corners.length / 3);
    }
    faceStart[f + 1] = cornerStart.length - 1;
  }
  return {
    hull,
    faceStart,
    cornerStart: Int32Array.from(cornerStart),
    corners: Float64Array.from(corners),
  };
}

/**
 * Whether the hull of the points surely has too many vertices: as many are farthest out in some direction. A hull of
 * thousands takes a tenth of a second, to be dropped.
 */
function isRoundish(p: Float64Array): boolean {
  if (p.length <= 3 * MOST_VERTICES) return false;
  const random = new Random(1);
  const extremes = new Set<number>();
  for (let n = 0; n < DIRECTIONS && extremes.size <= MOST_VERTICES; n++) {
    const [x, y, z] = random.direction();
    extremes.add(farthest(p, x, y, z));
  }
  return extremes.size > MOST_VERTICES;
}

/** Corners of the triangles that lie in a plane, three numbers of vertices each, and of the edges that do alone. */
function trianglesIn(
  p: Float64Array,
  indices: Int32Array,
  plane: Float64Array,
  o: number,
  slack: number,
): { triangles: number[]; edges: number[] } {
  const [nx, ny, nz, d] = [plane[o], plane[o + 1], plane[o + 2], plane[o + 3]];
  const isIn = (v: number): boolean => Math.abs(nx * p[3 * v] + ny * p[3 * v + 1] + nz * p[3 * v + 2] - d) <= slack;
  const triangles: number[] = [];
  const edges: number[] = [];
  const bordering = new Set<string>();
  for (let t = 0; t < indices.length; t += 3) {
    const corners = [indices[t], indices[t + 1], indices[t + 2]];
    if (corners.every(isIn)) {
      triangles.push(...corners);
      corners.forEach((a, c) => {
        bordering.add(`${corners[(c + 1) % 3]} ${a}`).add(`${a} ${corners[(c + 1) % 3]}`);
      });
    } else
      corners.forEach((a, c) => {
        const b = corners[(c + 1) % 3]!;
        if (a < b && isIn(a) && isIn(b)) edges.push(a, b);
      });
  }
  return { triangles, edges: edges.filter((_, k) => !bordering.has(`${edges[k & ~1]} ${edges[k | 1]}`)) };
}

/** Parts of the triangles that hang together by edges. */
function connected(triangles: number[]): number[][] {
  const count = triangles.length / 3;
  const root = Array.from({ length: count }, (_, t) => t);
  const find = (t: number): number => {
    let r = t;
    while (root[r] !== r) r = root[r]!;
    return r;
  };
  const sides = new Map<string, number>();
  for (let s = 0; s < triangles.length; s++) {
    const a = triangles[s]!;
    const b = triangles[s % 3 === 2 ? s - 2 : s + 1]!;
    const other = sides.get(`${b} ${a}`);
    sides.set(`${a} ${b}`, Math.floor(s / 3));
    if (other !== undefined) root[find(Math.floor(s / 3))] = find(other);
  }
  const parts = new Map<number, number[]>();
  for (let t = 0; t < count; t++) {
    const r = find(t);
    const part = parts.get(r) ?? [];
    parts.set(r, part);
    part.push(triangles[3 * t]!, triangles[3 * t + 1]!, triangles[3 * t + 2]!);
  }
  return [...parts.values()];
}

/** Polygons in the plane of a face: lists of points, counter-clockwise seen from outside. */
class FlatFace {
  readonly #x: number[] = [];
  readonly #y: number[] = [];
  readonly #known = new Map<number, number>();
  /** Normal, offset, and two axes across. */
  readonly #axes = new Float64Array(10);
  #size = 0;

  constructor(planes: Float64Array, o: number) {
    const axes = this.#axes;
    for (let m = 0; m < 4; m++) axes[m] = planes[o + m];
    const [nx, ny, nz] = [Math.abs(axes[0]), Math.abs(axes[1]), Math.abs(axes[2])];
    const k = nx <= ny && nx <= nz ? 0 : ny <= nz ? 1 : 2;
    const l = 1 / Math.sqrt(1 - axes[k] * axes[k]);
    for (let m = 0; m < 3; m++) axes[4 + m] = ((m === k ? 1 : 0) - axes[k] * axes[m]) * l;
    for (let m = 0; m < 3; m++) {
      const [i, j] = [(m + 1) % 3, (m + 2) % 3];
      axes[7 + m] = axes[i] * axes[4 + j] - axes[j] * axes[4 + i];
    }
  }

  /** The number of the point at p[i…]. */
  add(p: Float64Array, i: number): number {
    const axes = this.#axes;
    const x = this.#x;
    const y = this.#y;
    x.push(axes[4] * p[i] + axes[5] * p[i + 1] + axes[6] * p[i + 2]);
    y.push(axes[7] * p[i] + axes[8] * p[i + 1] + axes[9] * p[i + 2]);
    const n = x.length - 1;
    this.#size = Math.max(this.#size, Math.abs(x[n]! - x[0]!), Math.abs(y[n]! - y[0]!));
    return n;
  }

  /** The number of vertex v of a mesh. */
  take(p: Float64Array, v: number): number {
    let n = this.#known.get(v);
    if (n === undefined) {
      n = this.add(p, 3 * v);
      this.#known.set(v, n);
    }
    return n;
  }

  /** Appends the point, in the face's plane. */
  place(out: number[], v: number): void {
    const axes = this.#axes;
    const x = this.#x;
    const y = this.#y;
    for (let m = 0; m < 3; m++) out.push(axes[3] * axes[m] + x[v]! * axes[4 + m] + y[v]! * axes[7 + m]);
  }

  #cross(a: number, b: number, c: number): number {
    const x = this.#x;
    const y = this.#y;
    return (x[b]! - x[a]!) * (y[c]! - y[a]!) - (y[b]! - y[a]!) * (x[c]! - x[a]!);
  }

  area(loop: readonly number[]): number {
    let sum = 0;
    for (let k = 1; k + 1 < loop.length; k++) sum += this.#cross(loop[0]!, loop[k]!, loop[k + 1]!);
    return 0.5 * sum;
  }

  /** Convex hull of points: Andrew's monotone chain (1979). */
  hullOf(points: readonly number[]): number[] {
    const x = this.#x;
    const y = this.#y;
    const sorted = [...new Set(points)].sort((a, b) => x[a]! - x[b]! || y[a]! - y[b]! || a - b);
    const least = STRAIGHT * this.#size * this.#size;
    const half = (order: readonly number[]): number[] => {
      const chain: number[] = [];
      for (const v of order) {
        while (chain.length > 1 && this.#cross(chain.at(-2)!, chain.at(-1)!, v) <= least) chain.pop();
        chain.push(v);
      }
      return chain.slice(0, -1);
    };
    return sorted.length < 3 ? sorted : [...half(sorted), ...half(sorted.reverse())];
  }

  /** Convex polygons that make up a connected part, given by its triangles. */
  piecesOf(p: Float64Array, part: readonly number[]): number[][] {
    const triangles: number[][] = [];
    let sum = 0;
    for (let t = 0; t < part.length; t += 3) {
      const triangle = [this.take(p, part[t]!), this.take(p, part[t + 1]!), this.take(p, part[t + 2]!)];
      sum += this.area(triangle);
      triangles.push(triangle);
    }
    // What faces inwards is no face.
    if (!(sum > 0)) return [];
    const hull = this.hullOf(triangles.flat());
    if (this.area(hull) <= (1 + SAME_AREA) * sum || triangles.length > MOST_TRIANGLES) return [hull];
    return this.#merged(triangles)
      .map((loop) => this.#straightened(loop))
      .filter((loop) => loop.length > 2);
  }

  /** The segments that edges of a mesh make up; those that go straight on are one. */
  segmentsOf(p: Float64Array, edges: readonly number[]): number[][] {
    const segments: number[][] = [];
    for (let e = 0; e < edges.length; e += 2) segments.push([this.take(p, edges[e]!), this.take(p, edges[e + 1]!)]);
    const least = STRAIGHT * this.#size * this.#size;
    for (let i = 0; i < segments.length; i++)
      for (let j = i + 1; j < segments.length; j++) {
        const four = [...segments[i]!, ...segments[j]!];
        const ends = four.filter((v) => four.filter((w) => w === v).length === 1);
        if (ends.length !== 2) continue;
        const middle = four.find((v) => !ends.includes(v))!;
        if (Math.abs(this.#cross(ends[0]!, middle, ends[1]!)) > least) continue;
        segments[i] = ends;
        segments.splice(j, 1);
        j = i;
      }
    return segments;
  }

  /** Leaves out inner edges as long as what they part is convex without them (Hertel and Mehlhorn 1983). */
  #merged(polygons: number[][]): number[][] {
    let isChanged = true;
    while (isChanged) {
      isChanged = false;
      for (let i = 0; i < polygons.length; i++)
        for (let j = i + 1; j < polygons.length; j++) {
          const joined = this.#joined(polygons[i]!, polygons[j]!);
          if (joined === null) continue;
          polygons[i] = joined;
          polygons.splice(j--, 1);
          isChanged = true;
        }
    }
    return polygons;
  }

  /** Two polygons with a common edge as one, if that is convex; else null. */
  #joined(a: readonly number[], b: readonly number[]): number[] | null {
    for (let i = 0; i < a.length; i++) {
      const [from, to] = [a[i]!, a[(i + 1) % a.length]!];
      const j = b.findIndex((v, k) => v === to && b[(k + 1) % b.length] === from);
      if (j < 0) continue;
      const loop: number[] = [];
      for (let k = 1; k <= a.length; k++) loop.push(a[(i + k) % a.length]!);
      for (let k = 2; k < b.length; k++) loop.push(b[(j + k) % b.length]!);
      // Further edges that both have, there and back.
      for (let k = 0; k < loop.length && loop.length > 2; k++) {
        const n = loop.length;
        if (loop[(k + n - 1) % n] !== loop[(k + 1) % n]) continue;
        const next = (k + 1) % n;
        loop.splice(Math.max(k, next), 1);
        loop.splice(Math.min(k, next), 1);
        k = -1;
      }
      return this.#isConvex(loop) ? loop : null;
    }
    return null;
  }

  #isConvex(loop: readonly number[]): boolean {
    const n = loop.length;
    const least = -STRAIGHT * this.#size * this.#size;
    for (let k = 0; k < n; k++) if (this.#cross(loop[k]!, loop[(k + 1) % n]!, loop[(k + 2) % n]!) < least) return false;
    return n > 2;
  }

  /** Leaves out corners that go straight on. */
  #straightened(loop: readonly number[]): number[] {
    const least = STRAIGHT * this.#size * this.#size;
    const out = [...loop];
    for (let k = 0; k < out.length && out.length > 2; k++) {
      const n = out.length;
      if (this.#cross(out[(k + n - 1) % n]!, out[k]!, out[(k + 1) % n]!) > least) continue;
      out.splice(k, 1);
      k = Math.max(-1, k - 2);
    }
    return out;
  }
}
