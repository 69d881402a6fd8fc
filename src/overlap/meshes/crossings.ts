// Where the surfaces of two closed meshes cross: edges of one through triangles of the other, and the pieces of curve
// between them.
//
// Both box trees are walked together. Of two triangles that may cross, signs of determinants decide: of each corner
// against the other's plane, and of each edge against each edge of the other. Each sign is computed from the same
// numbers in the same order by everybody who asks, and zero counts as above: so neighbours agree on what passes between
// them. In general position two triangles have no crossing or two, the ends of one piece of curve. What rounding makes
// of nearly degenerate ones may be something else: `isSound` is then false, and somebody else has to find the overlap.
// Verified in test/overlap/meshes.test.ts.

import { grownF64, grownI32 } from '../../memory/grown.js';
import type { MeshTopology, TriangleMesh } from '../../shapes/mesh.js';
import { LEAF, MAX_TREE_DEPTH, type TriangleTree } from '../../shapes/triangle-tree.js';

/** Boxes count as overlapping if they are this share of the coordinates apart. */
const SLACK = 1e-13;

/** One of the two meshes, in the frame. */
export class PlacedMesh {
  mesh!: TriangleMesh;
  topology!: MeshTopology;
  /** x, y, z of vertices, of those that were asked for. */
  positions: Float64Array = new Float64Array(0);
  #place!: Float64Array;
  #isThere = false;
  #placed: Float64Array = new Float64Array(0);
  #marks = new Int32Array(0);
  /** The first crossing along an edge, where `edgeMarks` has the stamp. */
  heads = new Int32Array(0);
  edgeMarks = new Int32Array(0);
  /** Edges that cross the other mesh. */
  crossed = new Int32Array(256);
  crossedCount = 0;
  stamp = 0;

  /** `place`: rotation by rows and position; `isThere`: it is the frame's own. */
  begin(mesh: TriangleMesh, topology: MeshTopology, place: Float64Array, isThere: boolean): void {
    const vertices = mesh.positions.length / 3;
    this.mesh = mesh;
    this.topology = topology;
    this.#place = place;
    this.#isThere = isThere;
    if (vertices > this.#marks.length) {
      this.#marks = new Int32Array(vertices);
      this.#placed = new Float64Array(3 * vertices);
    }
    const edges = this.topology.ends.length / 2;
    if (edges > this.heads.length) {
      this.heads = new Int32Array(edges);
      this.edgeMarks = new Int32Array(edges);
    }
    this.positions = isThere ? mesh.positions : this.#placed;
    this.stamp++;
    this.crossedCount = 0;
  }

  /** Makes sure that vertex v is in `positions`. */
  put(v: number): void {
    if (this.#isThere || this.#marks[v] === this.stamp) return;
    this.#marks[v] = this.stamp;
    const m = this.#place;
    const p = this.mesh.positions;
    const x = p[3 * v];
    const y = p[3 * v + 1];
    const z = p[3 * v + 2];
    this.#placed[3 * v] = m[0] * x + m[1] * y + m[2] * z + m[9];
    this.#placed[3 * v + 1] = m[3] * x + m[4] * y + m[5] * z + m[10];
    this.#placed[3 * v + 2] = m[6] * x + m[7] * y + m[8] * z + m[11];
  }

  /** The first crossing along edge e, or -1. */
  first(e: number): number {
    return this.edgeMarks[e] === this.stamp ? this.heads[e] : -1;
  }
}

export class Crossings {
  /** False: surfaces do not cross as surfaces do. */
  isSound = true;
  count = 0;
  /** Of a crossing: which triangle of the other mesh, where along its edge, the next one there; 1: it goes in. */
  triangle = new Int32Array(256);
  along = new Float64Array(256);
  next = new Int32Array(256);
  enters = new Uint8Array(256);
  /** x, y, z in the frame. */
  points = new Float64Array(3 * 256);
  pieces = 0;
  /**
   * Of a piece: triangles of both meshes, and the crossings that it leads from and to, with the overlap of mesh 0 left.
   */
  piece = new Int32Array(4 * 256);
  readonly meshes = [new PlacedMesh(), new PlacedMesh()] as const;
  #stack = new Int32Array(8 * MAX_TREE_DEPTH);
  readonly #r = new Float64Array(12);
  /** Corners of two triangles, distances from the other's plane, signs of edges against edges. */
  readonly #a = new Float64Array(9);
  readonly #b = new Float64Array(9);
  readonly #da = new Float64Array(3);
  readonly #db = new Float64Array(3);
  readonly #signs = new Int8Array(9);
  /** Boxes of the triangles of a leaf of mesh 1, and that of one of mesh 0. */
  readonly #boxes = new Float64Array(6 * (LEAF + 1));

  /** Crossings of meshes 0 and 1, which have begun; `place` is that of mesh `turned`, the other is the frame's own. */
  find(place: Float64Array, turned: 0 | 1): void {
    this.isSound = true;
    this.count = 0;
    this.pieces = 0;
    this.#r.set(place);
    const own = this.meshes[1 - turned]!.mesh.tree;
    const other = this.meshes[turned]!.mesh.tree;
    let stack = this.#stack;
    let top = 0;
    stack[top++] = 0;
    stack[top++] = 0;
    while (top > 0 && this.isSound) {
      const j = stack[--top];
      const i = stack[--top];
      if (this.#areApart(own.bounds, 6 * i, other.bounds, 6 * j)) continue;
      const n = own.count[i];
      const m = other.count[j];
      if (n > 0 && m > 0) {
        if (turned === 1) this.#crossLeaves(own, i, other, j);
        else this.#crossLeaves(other, j, own, i);
        continue;
      }
      if (top + 4 > stack.length) {
        this.#stack = grownI32(stack, 2 * stack.length);
        stack = this.#stack;
      }
      if (m > 0 || (n === 0 && size(own.bounds, 6 * i) >= size(other.bounds, 6 * j))) {
        stack[top++] = own.first[i];
        stack[top++] = j;
        stack[top++] = i + 1;
        stack[top++] = j;
      } else {
        stack[top++] = i;
        stack[top++] = other.first[j];
        stack[top++] = i;
        stack[top++] = j + 1;
      }
    }
  }

  /** Whether a box of the frame's mesh and one of the other are apart along one of the axes of either. */
  #areApart(a: Float64Array, i: number, b: Float64Array, j: number): boolean {
    const r = this.#r;
    const ax = 0.5 * (a[i + 3] - a[i]);
    const ay = 0.5 * (a[i + 4] - a[i + 1]);
    const az = 0.5 * (a[i + 5] - a[i + 2]);
    const bx = 0.5 * (b[j + 3] - b[j]);
    const by = 0.5 * (b[j + 4] - b[j + 1]);
    const bz = 0.5 * (b[j + 5] - b[j + 2]);
    const cx = 0.5 * (b[j + 3] + b[j]);
    const cy = 0.5 * (b[j + 4] + b[j + 1]);
    const cz = 0.5 * (b[j + 5] + b[j + 2]);
    const dx = r[0] * cx + r[1] * cy + r[2] * cz + r[9] - 0.5 * (a[i] + a[i + 3]);
    const dy = r[3] * cx + r[4] * cy + r[5] * cz + r[10] - 0.5 * (a[i + 1] + a[i + 4]);
    const dz = r[6] * cx + r[7] * cy + r[8] * cz + r[11] - 0.5 * (a[i + 2] + a[i + 5]);
    const slack = SLACK * (Math.abs(dx) + Math.abs(dy) + Math.abs(dz) + ax + ay + az + bx + by + bz);
    const m0 = Math.abs(r[0]);
    const m1 = Math.abs(r[1]);
    const m2 = Math.abs(r[2]);
    if (Math.abs(dx) > ax + m0 * bx + m1 * by + m2 * bz + slack) return true;
    const m3 = Math.abs(r[3]);
    const m4 = Math.abs(r[4]);
    const m5 = Math.abs(r[5]);
    if (Math.abs(dy) > ay + m3 * bx + m4 * by + m5 * bz + slack) return true;
    const m6 = Math.abs(r[6]);
    const m7 = Math.abs(r[7]);
    const m8 = Math.abs(r[8]);
    if (Math.abs(dz) > az + m6 * bx + m7 * by + m8 * bz + slack) return true;
    if (Math.abs(r[0] * dx + r[3] * dy + r[6] * dz) > bx + m0 * ax + m3 * ay + m6 * az + slack) return true;
    if (Math.abs(r[1] * dx + r[4] * dy + r[7] * dz) > by + m1 * ax + m4 * ay + m7 * az + slack) return true;
    return Math.abs(r[2] * dx + r[5] * dy + r[8] * dz) > bz + m2 * ax + m5 * ay + m8 * az + slack;
  }

  /** The triangles of leaf i of mesh 0 and those of leaf j of mesh 1. */
  #crossLeaves(a: TriangleTree, i: number, b: TriangleTree, j: number): void {
    const [m, n] = this.meshes;
    const boxes = this.#boxes;
    const { first: fa, order: oa } = a;
    const { first: fb, order: ob } = b;
    for (let l = 0; l < b.count[j]; l++) corners(n, ob[fb[j] + l], this.#b, boxes, 6 * l);
    for (let k = 0; k < a.count[i]; k++) {
      corners(m, oa[fa[i] + k], this.#a, boxes, 6 * LEAF);
      for (let l = 0; l < b.count[j]; l++) {
        const o = 6 * l;
        if (
          boxes[o] <= boxes[6 * LEAF + 3] &&
          boxes[o + 1] <= boxes[6 * LEAF + 4] &&
          boxes[o + 2] <= boxes[6 * LEAF + 5] &&
          boxes[o + 3] >= boxes[6 * LEAF] &&
          boxes[o + 4] >= boxes[6 * LEAF + 1] &&
          boxes[o + 5] >= boxes[6 * LEAF + 2]
        )
          this.#cross(oa[fa[i] + k], ob[fb[j] + l]);
      }
    }
  }

  /** Triangle s of mesh 0, whose corners are in `a`, and t of mesh 1. */
  #cross(s: number, t: number): void {
    const [m, n] = this.meshes;
    const a = this.#a;
    const b = this.#b;
    const da = this.#da;
    const db = this.#db;
    const { indices } = n.mesh;
    for (let c = 0; c < 3; c++) {
      const v = 3 * indices[3 * t + c];
      b[3 * c] = n.positions[v];
      b[3 * c + 1] = n.positions[v + 1];
      b[3 * c + 2] = n.positions[v + 2];
    }
    if (heights(da, b, a) || heights(db, a, b)) return;
    this.#compareEdges(s, t);
    const signs = this.#signs;
    let from = -1;
    let to = -1;
    let found = 0;
    for (let k = 0; k < 3; k++) {
      const l = k === 2 ? 0 : k + 1;
      // Side k of s through t.
      if (da[k] >= 0 !== da[l] >= 0 && signs[3 * k] === signs[3 * k + 1] && signs[3 * k] === signs[3 * k + 2]) {
        const c = this.#crossing(m, m.topology.edges[3 * s + k], t, m.mesh.indices[3 * s + k], da[k], da[l]);
        if (da[k] >= 0) to = c;
        else from = c;
        found++;
      }
      // Side k of t through s: seen from mesh 1 the piece runs the other way.
      if (db[k] >= 0 !== db[l] >= 0 && signs[k] === signs[3 + k] && signs[k] === signs[6 + k]) {
        const c = this.#crossing(n, n.topology.edges[3 * t + k], s, n.mesh.indices[3 * t + k], db[k], db[l]);
        if (db[k] >= 0) from = c;
        else to = c;
        found++;
      }
    }
    if (found === 0) return;
    if (found !== 2 || from < 0 || to < 0) {
      this.isSound = false;
      return;
    }
    if (4 * this.pieces === this.piece.length) this.piece = grownI32(this.piece, 8 * this.pieces);
    const o = 4 * this.pieces++;
    this.piece[o] = s;
    this.piece[o + 1] = t;
    this.piece[o + 2] = from;
    this.piece[o + 3] = to;
  }

  /**
   * On which side of each side of t each side of s passes, as these run; in signs[3 · side of s + side of t]. Computed
   * along the edges as the meshes have them, whichever triangle asks.
   */
  #compareEdges(s: number, t: number): void {
    const [m, n] = this.meshes;
    const a = this.#a;
    const b = this.#b;
    for (let k = 0; k < 3; k++) {
      const isAlong = m.topology.ends[2 * m.topology.edges[3 * s + k]] === m.mesh.indices[3 * s + k];
      const next = k === 2 ? 0 : 3 * k + 3;
      const p = isAlong ? 3 * k : next;
      const q = isAlong ? next : 3 * k;
      const ux = a[q] - a[p];
      const uy = a[q + 1] - a[p + 1];
      const uz = a[q + 2] - a[p + 2];
      for (let l = 0; l < 3; l++) {
        const isToo = n.topology.ends[2 * n.topology.edges[3 * t + l]] === n.mesh.indices[3 * t + l];
        const after = l === 2 ? 0 : 3 * l + 3;
        const f = isToo ? 3 * l : after;
        const g = isToo ? after : 3 * l;
        const x = b[f] - a[p];
        const y = b[f + 1] - a[p + 1];
        const z = b[f + 2] - a[p + 2];
        const vx = b[g] - b[f];
        const vy = b[g + 1] - b[f + 1];
        const vz = b[g + 2] - b[f + 2];
        const above = x * (uy * vz - uz * vy) + y * (uz * vx - ux * vz) + z * (ux * vy - uy * vx) >= 0;
        this.#signs[3 * k + l] = above === (isAlong === isToo) ? 1 : 0;
      }
    }
  }

  /**
   * The crossing of edge e of a mesh, which begins at vertex v with height d and ends at height f, through a triangle.
   */
  #crossing(mesh: PlacedMesh, e: number, triangle: number, v: number, d: number, f: number): number {
    const { ends } = mesh.topology;
    const first = mesh.first(e);
    for (let c = first; c >= 0; c = this.next[c]) if (this.triangle[c] === triangle) return c;
    const isAlong = ends[2 * e] === v;
    const low = isAlong ? d : f;
    const high = isAlong ? f : d;
    if (this.count === this.next.length) this.#grow();
    const c = this.count++;
    const x = mesh.positions;
    const p = 3 * ends[2 * e];
    const q = 3 * ends[2 * e + 1];
    const s = low / (low - high);
    this.triangle[c] = triangle;
    this.along[c] = s;
    this.enters[c] = low >= 0 ? 1 : 0;
    for (let k = 0; k < 3; k++) this.points[3 * c + k] = x[p + k] + s * (x[q + k] - x[p + k]);
    // In the order in which the edge passes them.
    let before = -1;
    let after = first;
    while (after >= 0 && this.along[after] < s) {
      before = after;
      after = this.next[after];
    }
    this.next[c] = after;
    if (before >= 0) this.next[before] = c;
    else {
      if (first < 0) {
        if (mesh.crossedCount === mesh.crossed.length) mesh.crossed = grownI32(mesh.crossed, 2 * mesh.crossedCount);
        mesh.crossed[mesh.crossedCount++] = e;
        mesh.edgeMarks[e] = mesh.stamp;
      }
      mesh.heads[e] = c;
    }
    return c;
  }

  #grow(): void {
    const size = 2 * this.next.length;
    this.triangle = grownI32(this.triangle, size);
    this.next = grownI32(this.next, size);
    this.along = grownF64(this.along, size);
    this.points = grownF64(this.points, 3 * size);
    const enters = new Uint8Array(size);
    enters.set(this.enters);
    this.enters = enters;
  }
}

function size(b: Float64Array, o: number): number {
  return b[o + 3] - b[o] + (b[o + 4] - b[o + 1]) + (b[o + 5] - b[o + 2]);
}

/** Corners of triangle t into `to`, and its box into box[o…]. */
function corners(m: PlacedMesh, t: number, to: Float64Array, box: Float64Array, o: number): void {
  const { indices } = m.mesh;
  for (let c = 0; c < 3; c++) {
    const v = indices[3 * t + c];
    m.put(v);
    to[3 * c] = m.positions[3 * v];
    to[3 * c + 1] = m.positions[3 * v + 1];
    to[3 * c + 2] = m.positions[3 * v + 2];
  }
  for (let k = 0; k < 3; k++) {
    const x = to[k];
    const y = to[3 + k];
    const z = to[6 + k];
    box[o + k] = x < y ? (x < z ? x : z) : y < z ? y : z;
    box[o + 3 + k] = x > y ? (x > z ? x : z) : y > z ? y : z;
  }
}

/** Heights of the corners at p over the triangle at t, times twice its area. True: all lie on one side. */
function heights(out: Float64Array, t: Float64Array, p: Float64Array): boolean {
  const ux = t[3] - t[0];
  const uy = t[4] - t[1];
  const uz = t[5] - t[2];
  const vx = t[6] - t[0];
  const vy = t[7] - t[1];
  const vz = t[8] - t[2];
  const x = uy * vz - uz * vy;
  const y = uz * vx - ux * vz;
  const z = ux * vy - uy * vx;
  for (let c = 0; c < 3; c++) out[c] = x * (p[3 * c] - t[0]) + y * (p[3 * c + 1] - t[1]) + z * (p[3 * c + 2] - t[2]);
  return out[0] >= 0 === out[1] >= 0 && out[0] >= 0 === out[2] >= 0;
}
