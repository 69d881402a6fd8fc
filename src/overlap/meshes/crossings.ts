// Where the surfaces of two closed meshes cross: edges of one through triangles of the other, and the pieces of curve
// between them.
//
// Both box trees are walked together, in WebAssembly where the host has it (walk.ts; there nodes also know how flat they
// are). Of two triangles that may cross, signs of determinants decide: of each corner against the other's plane, and of each edge against each edge of the other. Each sign is computed from the same
// numbers in the same order by everybody who asks, and zero counts as above: so neighbours agree on what passes between
// them. In general position two triangles have no crossing or two, the ends of one piece of curve. What rounding makes
// of nearly degenerate ones may be something else: `isSound` is then false, and somebody else has to find the overlap.
// Verified in test/overlap/meshes.test.ts and crossings.test.ts.

import { grownF64, grownI32 } from '../../memory/grown.js';
import type { WasmHost } from '../../memory/wasm.js';
import { LEAF, MAX_TREE_DEPTH } from '../../shapes/triangle-tree.js';
import { P_ALONG, P_EXTENT, PlacedMesh, T_BOX, T_NORMAL } from './placed-mesh.js';
import { MeshWalk } from './walk.js';
import { W_HEIGHTS, W_PAIR, W_SIGNS } from './walk-layout.js';

/** Boxes count as overlapping if they are this share of the coordinates apart. */
const SLACK = 1e-13;

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
  /** How the turned mesh is turned, and the absolute values of that. */
  readonly #r = new Float64Array(18);
  /** Where the triangles of a leaf of mesh 1 are. */
  readonly #places = new Int32Array(LEAF);
  /** Distances of the corners of two triangles from the other's plane, signs of edges against edges. */
  readonly #da = new Float64Array(3);
  readonly #db = new Float64Array(3);
  readonly #signs = new Int8Array(9);
  /** Null: what is here does it. */
  readonly fast: MeshWalk | null;

  constructor(host?: WasmHost | null) {
    this.fast = MeshWalk.make(host);
  }

  /** Crossings of meshes 0 and 1, which have begun; `place` is that of mesh `turned`, the other is the frame's own. */
  find(place: Float64Array, turned: 0 | 1): void {
    this.isSound = true;
    this.count = 0;
    this.pieces = 0;
    if (this.fast) this.#crossAll(this.fast, place, turned);
    else this.#walk(place, turned);
  }

  /** By the walk in WebAssembly, which leaves only pairs that cross. */
  #crossAll(fast: MeshWalk, place: Float64Array, turned: 0 | 1): void {
    const count = fast.find(this.meshes[1 - turned]!.mesh, this.meshes[turned]!.mesh, place, turned === 1);
    const { pairs, heights } = fast;
    for (let k = 0; k < count && this.isSound; k++) {
      const o = (W_PAIR >> 2) * k;
      const signs = pairs[o + (W_SIGNS >> 2)];
      const h = (W_PAIR >> 3) * k + (W_HEIGHTS >> 3);
      for (let c = 0; c < 3; c++) {
        this.#da[c] = heights[h + c];
        this.#db[c] = heights[h + 3 + c];
      }
      for (let c = 0; c < 9; c++) this.#signs[c] = (signs >> c) & 1;
      this.#cross(pairs[o], pairs[o + 1]);
    }
  }

  #walk(place: Float64Array, turned: 0 | 1): void {
    for (let k = 0; k < 9; k++) {
      this.#r[k] = place[k];
      this.#r[9 + k] = Math.abs(place[k]);
    }
    const own = this.meshes[1 - turned]!;
    const other = this.meshes[turned]!;
    const { first, count } = own.mesh.tree;
    const { first: firstOther, count: countOther } = other.mesh.tree;
    const turn = this.#r;
    let stack = this.#stack;
    let top = 0;
    stack[top++] = 0;
    stack[top++] = 0;
    while (top > 0 && this.isSound) {
      const j = stack[--top];
      const i = stack[--top];
      const p = own.node(i);
      const q = other.node(j);
      if (areApart(own.nodes, p, other.nodes, q, turn)) continue;
      const n = count[i];
      const m = countOther[j];
      if (n > 0 && m > 0) {
        if (turned === 1) this.#crossLeaves(i, j);
        else this.#crossLeaves(j, i);
        continue;
      }
      if (top + 4 > stack.length) {
        this.#stack = grownI32(stack, 2 * stack.length);
        stack = this.#stack;
      }
      if (m > 0 || (n === 0 && size(own.nodes, p) >= size(other.nodes, q))) {
        stack[top++] = first[i];
        stack[top++] = j;
        stack[top++] = i + 1;
        stack[top++] = j;
      } else {
        stack[top++] = i;
        stack[top++] = firstOther[j];
        stack[top++] = i;
        stack[top++] = j + 1;
      }
    }
  }

  /** The triangles of leaf i of mesh 0 and those of leaf j of mesh 1. */
  #crossLeaves(i: number, j: number): void {
    const [m, n] = this.meshes;
    const { first: fa, count: ca, order: oa } = m.mesh.tree;
    const { first: fb, count: cb, order: ob } = n.mesh.tree;
    const places = this.#places;
    const count = cb[j];
    for (let l = 0; l < count; l++) places[l] = n.triangle(ob[fb[j] + l]);
    const { triangles: b } = n;
    for (let k = fa[i]; k < fa[i] + ca[i]; k++) {
      const o = m.triangle(oa[k]);
      const { triangles: a } = m;
      const x = a[o + T_BOX];
      const y = a[o + T_BOX + 1];
      const z = a[o + T_BOX + 2];
      const right = a[o + T_BOX + 3];
      const top = a[o + T_BOX + 4];
      const front = a[o + T_BOX + 5];
      for (let l = 0; l < count; l++) {
        const q = places[l];
        if (b[q + T_BOX] > right || b[q + T_BOX + 1] > top || b[q + T_BOX + 2] > front) continue;
        if (b[q + T_BOX + 3] < x || b[q + T_BOX + 4] < y || b[q + T_BOX + 5] < z) continue;
        if (heights(this.#da, b, q, a, o) || heights(this.#db, a, o, b, q)) continue;
        this.#compareEdges(oa[k], o, ob[fb[j] + l], q);
        this.#cross(oa[k], ob[fb[j] + l]);
      }
    }
  }

  /** Triangle s of mesh 0 and t of mesh 1, of which heights and signs are known. */
  #cross(s: number, t: number): void {
    const [m, n] = this.meshes;
    const da = this.#da;
    const db = this.#db;
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
    const p = 4 * this.pieces++;
    this.piece[p] = s;
    this.piece[p + 1] = t;
    this.piece[p + 2] = from;
    this.piece[p + 3] = to;
  }

  /**
   * On which side of each side of t each side of s passes, as these run; in signs[3 · side of s + side of t]. Computed
   * along the edges as the meshes have them, whichever triangle asks.
   */
  #compareEdges(s: number, o: number, t: number, r: number): void {
    const [m, n] = this.meshes;
    const { triangles: a } = m;
    const { triangles: b } = n;
    for (let k = 0; k < 3; k++) {
      const isAlong = m.topology.ends[2 * m.topology.edges[3 * s + k]] === m.mesh.indices[3 * s + k];
      const next = k === 2 ? o : o + 3 * k + 3;
      const p = isAlong ? o + 3 * k : next;
      const q = isAlong ? next : o + 3 * k;
      const ux = a[q] - a[p];
      const uy = a[q + 1] - a[p + 1];
      const uz = a[q + 2] - a[p + 2];
      for (let l = 0; l < 3; l++) {
        const isToo = n.topology.ends[2 * n.topology.edges[3 * t + l]] === n.mesh.indices[3 * t + l];
        const after = l === 2 ? r : r + 3 * l + 3;
        const f = isToo ? r + 3 * l : after;
        const g = isToo ? after : r + 3 * l;
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
    mesh.put(ends[2 * e]);
    mesh.put(ends[2 * e + 1]);
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

/**
 * Whether the box at a[i…], of the frame's mesh, and the one at b[j…], turned by r, are apart along one of the axes of
 * either.
 */
function areApart(a: Float64Array, i: number, b: Float64Array, j: number, r: Float64Array): boolean {
  const ax = a[i + P_EXTENT];
  const ay = a[i + P_EXTENT + 1];
  const az = a[i + P_EXTENT + 2];
  const bx = b[j + P_EXTENT];
  const by = b[j + P_EXTENT + 1];
  const bz = b[j + P_EXTENT + 2];
  const dx = b[j] - a[i];
  const dy = b[j + 1] - a[i + 1];
  const dz = b[j + 2] - a[i + 2];
  const slack = SLACK * (Math.abs(dx) + Math.abs(dy) + Math.abs(dz) + ax + ay + az + bx + by + bz);
  if (Math.abs(dx) > ax + b[j + P_ALONG] + slack) return true;
  if (Math.abs(dy) > ay + b[j + P_ALONG + 1] + slack) return true;
  if (Math.abs(dz) > az + b[j + P_ALONG + 2] + slack) return true;
  if (Math.abs(r[0] * dx + r[3] * dy + r[6] * dz) > bx + r[9] * ax + r[12] * ay + r[15] * az + slack) return true;
  if (Math.abs(r[1] * dx + r[4] * dy + r[7] * dz) > by + r[10] * ax + r[13] * ay + r[16] * az + slack) return true;
  if (Math.abs(r[2] * dx + r[5] * dy + r[8] * dz) > bz + r[11] * ax + r[14] * ay + r[17] * az + slack) return true;
  return false;
}

function size(b: Float64Array, o: number): number {
  return b[o + P_EXTENT] + b[o + P_EXTENT + 1] + b[o + P_EXTENT + 2];
}

/** Heights of the corners at p[q…] over the triangle at t[o…], times twice its area. True: all lie on one side. */
function heights(out: Float64Array, t: Float64Array, o: number, p: Float64Array, q: number): boolean {
  const x = t[o + T_NORMAL];
  const y = t[o + T_NORMAL + 1];
  const z = t[o + T_NORMAL + 2];
  for (let c = 0; c < 3; c++)
    out[c] = x * (p[q + 3 * c] - t[o]) + y * (p[q + 3 * c + 1] - t[o + 1]) + z * (p[q + 3 * c + 2] - t[o + 2]);
  return out[0] >= 0 === out[1] >= 0 && out[0] >= 0 === out[2] >= 0;
}
