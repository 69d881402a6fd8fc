// The surface of a soft solid: as fine as it came, carried along by the elements that it lies in (trilinear weights).
//
// What touches and is drawn is this surface. Triangles longer than a cell are cut down to cells first, so that a box of
// twelve triangles bends with its lattice. A vertex belongs to the element whose material is nearest to it; one that
// lies beyond all cells is extrapolated. The tree over the triangles is made once, at rest, and refitted as the surface
// moves. Verified in test/soft/parts.test.ts.

import { crossOfTriangle } from '../math/triangle.js';
import type { PackedTree } from '../shapes/packed-tree.js';
import { CELLS, LEAF_VERTICES, PACKED_BITS, PACKED_LINK, PACKED_STRIDE, packTree } from '../shapes/packed-tree.js';
import { buildTriangleTree } from '../shapes/triangle-tree.js';
import { writeShape } from './hexahedron.js';
import type { Lattice } from './lattice.js';

/** Surfaces are not cut beyond this many triangles. */
const MOST_TRIANGLES = 200_000;

export class EmbeddedSurface {
  /** Vertices in the world frame, as last updated. */
  readonly positions: Float64Array;
  /** Least and greatest coordinates of these. */
  readonly bounds = new Float64Array(6);
  #treeOf: PackedTree | null = null;
  #boxes = new Float64Array(0);
  /** By node of the tree: the vertices of a leaf, from `positions` to those of the tree. */
  #leafStart = new Int32Array(0);
  #leafFrom = new Int32Array(0);
  #leafTo = new Int32Array(0);
  #isFitted = false;
  #normals = new Float64Array(0);
  #areas = new Float64Array(0);
  readonly #cross = new Float64Array(3);
  /** Where the nodes are taken to be. */
  #at = new Float64Array(0);

  constructor(
    /** At rest, in the body's frame. */
    readonly rest: Float64Array,
    readonly indices: Int32Array,
    /** Nodes that carry each vertex, `carriers` of them, and their weights. */
    readonly carriers: number,
    readonly nodes: Int32Array,
    readonly weights: Float64Array,
  ) {
    this.positions = rest.slice();
  }

  get vertexCount(): number {
    return this.rest.length / 3;
  }

  /** Positions from x + h v of the nodes. */
  update(x: Float64Array, v: Float64Array, h: number): void {
    const { positions, nodes, weights, carriers, bounds } = this;
    this.#isFitted = false;
    if (this.#at.length !== x.length) this.#at = new Float64Array(x.length);
    const at = this.#at;
    for (let k = 0; k < x.length; k++) at[k] = x[k] + h * v[k];
    let [lowX, lowY, lowZ, highX, highY, highZ] = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
    for (let p = 0, c = 0; p < positions.length; p += 3) {
      let px = 0;
      let py = 0;
      let pz = 0;
      for (let k = 0; k < carriers; k++, c++) {
        const w = weights[c];
        const n = 3 * nodes[c];
        px += w * at[n];
        py += w * at[n + 1];
        pz += w * at[n + 2];
      }
      positions[p] = px;
      positions[p + 1] = py;
      positions[p + 2] = pz;
      if (px < lowX) lowX = px;
      if (py < lowY) lowY = py;
      if (pz < lowZ) lowZ = pz;
      if (px > highX) highX = px;
      if (py > highY) highY = py;
      if (pz > highZ) highZ = pz;
    }
    bounds[0] = lowX;
    bounds[1] = lowY;
    bounds[2] = lowZ;
    bounds[3] = highX;
    bounds[4] = highY;
    bounds[5] = highZ;
  }

  /** Positions as they are in a turned frame: m leads from there to the frame of those that are given, by rows. */
  turnFrom({ positions: from }: EmbeddedSurface, m: Float64Array): void {
    const { positions: p, bounds } = this;
    this.#isFitted = false;
    bounds.fill(Infinity, 0, 3);
    bounds.fill(-Infinity, 3, 6);
    for (let v = 0; v < p.length; v += 3) {
      for (let k = 0; k < 3; k++) {
        const at = m[k] * from[v] + m[3 + k] * from[v + 1] + m[6 + k] * from[v + 2];
        p[v + k] = at;
        if (at < bounds[k]) bounds[k] = at;
        if (at > bounds[3 + k]) bounds[3 + k] = at;
      }
    }
  }

  /** Moves every face outwards by `skin`, to first order; edges and corners by as much more as their faces need. */
  inflate(skin: number): void {
    const { positions: p, indices, bounds } = this;
    if (this.#normals.length === 0) this.#normals = new Float64Array(p.length);
    if (this.#areas.length === 0) this.#areas = new Float64Array(p.length / 3);
    const n = this.#normals;
    const areas = this.#areas;
    const cross = this.#cross;
    n.fill(0);
    areas.fill(0);
    for (let t = 0; t < indices.length; t += 3) {
      const a = 3 * indices[t];
      const b = 3 * indices[t + 1];
      const c = 3 * indices[t + 2];
      crossOfTriangle(cross, p, a, b, c);
      const x = cross[0];
      const y = cross[1];
      const z = cross[2];
      const area = Math.sqrt(x * x + y * y + z * z);
      n[a] += x;
      n[a + 1] += y;
      n[a + 2] += z;
      areas[indices[t]] += area;
      n[b] += x;
      n[b + 1] += y;
      n[b + 2] += z;
      areas[indices[t + 1]] += area;
      n[c] += x;
      n[c + 1] += y;
      n[c + 2] += z;
      areas[indices[t + 2]] += area;
    }
    // Σ A n over a vertex' faces is shorter than Σ A by the cosine between the mean normal and theirs.
    for (let v = 0; v < n.length; v += 3) {
      const square = n[v] * n[v] + n[v + 1] * n[v + 1] + n[v + 2] * n[v + 2];
      const all = areas[v / 3];
      if (!(square > 0.1 * all * all)) continue;
      const s = (skin * all) / square;
      p[v] += s * n[v];
      p[v + 1] += s * n[v + 1];
      p[v + 2] += s * n[v + 2];
    }
    for (let k = 0; k < 3; k++) {
      bounds[k] -= 2 * skin;
      bounds[3 + k] += 2 * skin;
    }
  }

  /** The tree over the triangles, fitted to the present positions. */
  refit(): PackedTree {
    if (this.#treeOf === null) {
      this.#treeOf = packTree(buildTriangleTree(this.rest, this.indices), this.rest, this.indices);
      this.#boxes = new Float64Array((6 * this.#treeOf.nodes.length) / PACKED_STRIDE);
      this.#listLeaves(this.#treeOf);
    }
    const tree = this.#treeOf;
    if (this.#isFitted) return tree;
    this.#isFitted = true;
    const { nodes, grid, vertices } = tree;
    const { bounds, positions } = this;
    const boxes = this.#boxes;
    const leafStart = this.#leafStart;
    const leafFrom = this.#leafFrom;
    const leafTo = this.#leafTo;
    for (let k = 0; k < 3; k++) {
      grid[k] = bounds[k];
      grid[3 + k] = ((0.5 * (bounds[3 + k] - bounds[k])) / CELLS) * (1 + 1e-12);
    }
    const cellsX = grid[3] > 0 ? 0.5 / grid[3] : 0;
    const cellsY = grid[4] > 0 ? 0.5 / grid[4] : 0;
    const cellsZ = grid[5] > 0 ? 0.5 / grid[5] : 0;
    const gx = grid[0];
    const gy = grid[1];
    const gz = grid[2];
    // Children come behind their parents.
    for (let i = nodes.length / PACKED_STRIDE - 1; i >= 0; i--) {
      if (i === 1) continue;
      const link = nodes[PACKED_STRIDE * i + PACKED_LINK];
      const b = 6 * i;
      let x0 = Infinity;
      let y0 = Infinity;
      let z0 = Infinity;
      let x1 = -Infinity;
      let y1 = -Infinity;
      let z1 = -Infinity;
      if (link < 0) {
        const end = leafStart[i + 1];
        for (let n = leafStart[i]; n < end; n++) {
          const p = leafFrom[n];
          const o = leafTo[n];
          const x = positions[p];
          const y = positions[p + 1];
          const z = positions[p + 2];
          vertices[o] = x;
          vertices[o + 1] = y;
          vertices[o + 2] = z;
          if (x < x0) x0 = x;
          if (x > x1) x1 = x;
          if (y < y0) y0 = y;
          if (y > y1) y1 = y;
          if (z < z0) z0 = z;
          if (z > z1) z1 = z;
        }
      } else {
        const c = 6 * link;
        x0 = boxes[c] < boxes[c + 6] ? boxes[c] : boxes[c + 6];
        y0 = boxes[c + 1] < boxes[c + 7] ? boxes[c + 1] : boxes[c + 7];
        z0 = boxes[c + 2] < boxes[c + 8] ? boxes[c + 2] : boxes[c + 8];
        x1 = boxes[c + 3] > boxes[c + 9] ? boxes[c + 3] : boxes[c + 9];
        y1 = boxes[c + 4] > boxes[c + 10] ? boxes[c + 4] : boxes[c + 10];
        z1 = boxes[c + 5] > boxes[c + 11] ? boxes[c + 5] : boxes[c + 11];
      }
      boxes[b] = x0;
      boxes[b + 1] = y0;
      boxes[b + 2] = z0;
      boxes[b + 3] = x1;
      boxes[b + 4] = y1;
      boxes[b + 5] = z1;
      const lowX = Math.max(0, Math.floor((x0 - gx) * cellsX - 1e-3)) | 0;
      const highX = Math.min(CELLS, Math.ceil((x1 - gx) * cellsX + 1e-3)) | 0;
      const lowY = Math.max(0, Math.floor((y0 - gy) * cellsY - 1e-3)) | 0;
      const highY = Math.min(CELLS, Math.ceil((y1 - gy) * cellsY + 1e-3)) | 0;
      const lowZ = Math.max(0, Math.floor((z0 - gz) * cellsZ - 1e-3)) | 0;
      const highZ = Math.min(CELLS, Math.ceil((z1 - gz) * cellsZ + 1e-3)) | 0;
      // As packTree lays them out: sums x, y, z, then differences.
      const at = PACKED_STRIDE * i;
      nodes[at] = (lowX + highX) | ((lowY + highY) << 16);
      nodes[at + 1] = (lowZ + highZ) | ((highX - lowX) << 16);
      nodes[at + 2] = (highY - lowY) | ((highZ - lowZ) << 16);
    }
    return tree;
  }

  /** Where the vertices of every leaf come from and go to, each once. */
  #listLeaves({ nodes, heads, triangles, order }: PackedTree): void {
    const count = nodes.length / PACKED_STRIDE;
    const [from, to]: [number[], number[]] = [[], []];
    this.#leafStart = new Int32Array(count + 1);
    for (let i = 0; i < count; i++) {
      const link = i === 1 ? 0 : nodes[PACKED_STRIDE * i + PACKED_LINK];
      const leaf = -1 - link;
      const seen = new Set<number>();
      for (let t = 0; link < 0 && t < (heads[2 * leaf + 1] & 7); t++) {
        let names = triangles[4 * leaf + 4 + t];
        for (let c = 0; c < 3; c++, names >>= PACKED_BITS) {
          const o = leaf + LEAF_VERTICES + 3 * (names & ((1 << PACKED_BITS) - 1));
          if (seen.has(o)) continue;
          seen.add(o);
          from.push(3 * this.indices[3 * order[heads[2 * leaf] + t] + c]);
          to.push(o);
        }
      }
      this.#leafStart[i + 1] = from.length;
    }
    this.#leafFrom = Int32Array.from(from);
    this.#leafTo = Int32Array.from(to);
  }

  /** Volume that the surface encloses (m³). */
  volume(): number {
    const { positions: p, indices } = this;
    const [ox, oy, oz] = [p[0], p[1], p[2]];
    let sum = 0;
    for (let t = 0; t < indices.length; t += 3) {
      const a = 3 * indices[t];
      const b = 3 * indices[t + 1];
      const c = 3 * indices[t + 2];
      const ax = p[a] - ox;
      const ay = p[a + 1] - oy;
      const az = p[a + 2] - oz;
      const bx = p[b] - ox;
      const by = p[b + 1] - oy;
      const bz = p[b + 2] - oz;
      const cx = p[c] - ox;
      const cy = p[c + 1] - oy;
      const cz = p[c + 2] - oz;
      sum += ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
    }
    return sum / 6;
  }
}

/**
 * Cuts edges longer than `longest`, over and over; neighbours cut them alike, so the surface stays closed. Edges are
 * halved; those between two triangles that are thin (their shortest edge need not be cut: sides of cylinders and bars)
 * are cut into all their parts at once. Halved, a thin triangle becomes three that are as thin, and a capsule's side
 * eight times as many as it needs.
 */
export function refineSurface(
  positions: Float64Array,
  indices: Int32Array,
  longest: number,
): { positions: Float64Array; indices: Int32Array } {
  const points = Array.from(positions);
  let triangles = Array.from(indices);
  for (let round = 0; round < 12 && triangles.length / 3 < MOST_TRIANGLES; round++) {
    const edges = new Map<number, { parts: number; inner: number[] }>();
    const keyOf = (a: number, b: number): number => Math.min(a, b) * 4194304 + Math.max(a, b);
    for (let t = 0; t < triangles.length; t += 3) {
      const v = [triangles[t]!, triangles[t + 1]!, triangles[t + 2]!];
      const parts = [0, 1, 2].map((k) => partsOf(points, v[k]!, v[(k + 1) % 3]!, longest));
      const isThin = Math.min(...parts) === 1;
      for (let k = 0; k < 3; k++) {
        if (parts[k] === 1) continue;
        const key = keyOf(v[k]!, v[(k + 1) % 3]!);
        const edge = edges.get(key) ?? { parts: parts[k]!, inner: [] };
        if (!isThin) edge.parts = 2;
        edges.set(key, edge);
      }
    }
    if (edges.size === 0) break;
    /** The points from a to b, both of them included. */
    const chain = (a: number, b: number): number[] => {
      const edge = edges.get(keyOf(a, b));
      if (!edge) return [a, b];
      const [low, high] = [Math.min(a, b), Math.max(a, b)];
      for (let n = edge.inner.length + 1; n < edge.parts; n++) {
        edge.inner.push(points.length / 3);
        const s = n / edge.parts;
        for (let k = 0; k < 3; k++) points.push((1 - s) * points[3 * low + k]! + s * points[3 * high + k]!);
      }
      return a < b ? [a, ...edge.inner, b] : [a, ...edge.inner.slice().reverse(), b];
    };
    const next: number[] = [];
    for (let t = 0; t < triangles.length; t += 3) {
      const v = [triangles[t]!, triangles[t + 1]!, triangles[t + 2]!];
      const c = [chain(v[0]!, v[1]!), chain(v[1]!, v[2]!), chain(v[2]!, v[0]!)];
      const whole = c.findIndex((points) => points.length === 2);
      if (whole >= 0) {
        zip(next, c[(whole + 1) % 3]!.slice().reverse(), c[(whole + 2) % 3]!);
      } else {
        const [a, b, d] = [c[0]![1]!, c[1]![1]!, c[2]![1]!];
        next.push(v[0]!, a, d, a, v[1]!, b, d, b, v[2]!, a, b, d);
      }
    }
    triangles = next;
  }
  return { positions: Float64Array.from(points), indices: Int32Array.from(triangles) };
}
/** Into how many parts the edge from a to b has to be cut. */
function partsOf(points: readonly number[], a: number, b: number, longest: number): number {
  const dx = points[3 * a]! - points[3 * b]!;
  const dy = points[3 * a + 1]! - points[3 * b + 1]!;
  const dz = points[3 * a + 2]! - points[3 * b + 2]!;
  return Math.max(1, Math.ceil(Math.sqrt(dx * dx + dy * dy + dz * dz) / longest - 1e-9));
}

/**
 * Triangles between two chains of points that start at one corner: `left` and `right` as seen from outside, looking
 * from that corner.
 */
function zip(into: number[], left: readonly number[], right: readonly number[]): void {
  const [n, m] = [left.length - 1, right.length - 1];
  into.push(left[1]!, left[0]!, right[1]!);
  for (let i = 1, j = 1; i < n || j < m; ) {
    if (j === m || (i < n && (i + 1) * m <= (j + 1) * n)) {
      into.push(left[i + 1]!, left[i]!, right[j]!);
      i++;
    } else {
      into.push(left[i]!, right[j]!, right[j + 1]!);
      j++;
    }
  }
}

/** Hangs a surface (at rest, in the body's frame) on the elements of a lattice. */
export function embedInLattice(
  positions: Float64Array,
  indices: Int32Array,
  lattice: Lattice,
  mayCarry?: (element: number, vertex: number) => boolean,
): EmbeddedSurface {
  const { cells, origin, edge } = lattice;
  const elementsOf = new Map<number, number[]>();
  for (let e = 0; e < lattice.elementCount; e++) {
    const list = elementsOf.get(lattice.cellOf[e]);
    if (list) list.push(e);
    else elementsOf.set(lattice.cellOf[e], [e]);
  }
  const inwards = inwardNormals(positions, indices);
  const count = positions.length / 3;
  const nodes = new Int32Array(8 * count);
  const weights = new Float64Array(8 * count);
  const xi = new Float64Array(3);
  const shape = new Float64Array(32);
  for (let v = 0; v < count; v++) {
    const at = [0, 1, 2].map((k) => (positions[3 * v + k] + 1e-3 * edge * inwards[3 * v + k] - origin[k]) / edge);
    const e = nearestElement(lattice, elementsOf, at, mayCarry ? (i) => mayCarry(i, v) : null);
    const c = lattice.cellOf[e];
    const low = [c % cells[0], ((c / cells[0]) | 0) % cells[1], (c / (cells[0] * cells[1])) | 0];
    for (let k = 0; k < 3; k++) xi[k] = 2 * ((positions[3 * v + k] - origin[k]) / edge - low[k]!) - 1;
    writeShape(xi, 0, shape);
    for (let i = 0; i < 8; i++) {
      nodes[8 * v + i] = lattice.nodes[8 * e + i];
      weights[8 * v + i] = shape[4 * i];
    }
  }
  return new EmbeddedSurface(positions, indices, 8, nodes, weights);
}

/**
 * Of the elements in the cell of `at` (in cells), or in the nearest cells that have some, the one with the nearest
 * material.
 */
export function nearestElement(
  lattice: Lattice,
  elementsOf: Map<number, number[]>,
  at: readonly number[],
  allowed: ((element: number) => boolean) | null,
): number {
  const { cells, pointStart, points, cellOf } = lattice;
  const home = at.map((x, k) => Math.min(Math.max(Math.floor(x), 0), cells[k] - 1));
  const most = Math.max(cells[0], cells[1], cells[2]);
  for (let reach = 0; reach <= most; reach++) {
    let best = -1;
    let least = Infinity;
    for (let z = Math.max(home[2]! - reach, 0); z <= Math.min(home[2]! + reach, cells[2] - 1); z++) {
      for (let y = Math.max(home[1]! - reach, 0); y <= Math.min(home[1]! + reach, cells[1] - 1); y++) {
        for (let x = Math.max(home[0]! - reach, 0); x <= Math.min(home[0]! + reach, cells[0] - 1); x++) {
          const list = elementsOf.get(x + cells[0] * (y + cells[1] * z));
          if (!list) continue;
          if (reach === 0 && list.length === 1 && (!allowed || allowed(list[0]!))) return list[0]!;
          for (const e of list) {
            if (allowed && !allowed(e)) continue;
            const c = cellOf[e];
            const low = [c % cells[0], ((c / cells[0]) | 0) % cells[1], (c / (cells[0] * cells[1])) | 0];
            for (let p = pointStart[e]; p < pointStart[e + 1]; p++) {
              let d = 0;
              for (let k = 0; k < 3; k++) {
                const gap = low[k]! + 0.5 * (points[4 * p + k] + 1) - at[k]!;
                d += gap * gap;
              }
              if (d < least) {
                least = d;
                best = e;
              }
            }
          }
        }
      }
    }
    if (best >= 0) return best;
  }
  return 0;
}

function inwardNormals(p: Float64Array, indices: Int32Array): Float64Array {
  const n = new Float64Array(p.length);
  const cross = new Float64Array(3);
  for (let t = 0; t < indices.length; t += 3) {
    const a = 3 * indices[t];
    const b = 3 * indices[t + 1];
    const c = 3 * indices[t + 2];
    crossOfTriangle(cross, p, a, b, c);
    const x = cross[0];
    const y = cross[1];
    const z = cross[2];
    for (const v of [a, b, c]) {
      n[v] -= x;
      n[v + 1] -= y;
      n[v + 2] -= z;
    }
  }
  for (let v = 0; v < n.length; v += 3) {
    const size = Math.sqrt(n[v] * n[v] + n[v + 1] * n[v + 1] + n[v + 2] * n[v + 2]);
    if (!(size > 0)) continue;
    n[v] /= size;
    n[v + 1] /= size;
    n[v + 2] /= size;
  }
  return n;
}
