// A lattice of cubes about any closed surface, without a mesher.
//
// Cells start at the low corner of the surface's box. Each is sampled at Gauss points of its part inside that box
// (exact for a box along the axes); rays in the three directions say which samples are inside and which neighbours see
// each other through material. Samples of a cell that hang together inside the cell are one *element*; a cell with two
// pieces of material that do not touch in it is two elements. Two elements in neighbouring cells share the four nodes
// of the face between them where material passes through it. Hence a gap thinner than a cell, or than a sample's
// spacing, still parts what it parts; and cutting only has to break links. (The virtual nodes of N. Molino, Z. Bao, R.
// Fedkiw, "A virtual node algorithm for changing mesh topology", 2004.)
//
// Simplifications: material that passes between the samples has no cell of its own (its surface follows the nearest
// one); single samples of curved rims that hang on to nothing are left out. Masses are scaled so that the whole is the
// surface's exact volume. Verified in test/soft/parts.test.ts.

import { type ColumnHits, castColumns } from './rays.js';

/** Samples along a cell's edge, by what the whole lattice then holds. */
const FINEST = 4;
const MOST_SAMPLES = 6_000_000;
export const MOST_CELLS = 200_000;

export interface Lattice {
  readonly edge: number;
  /** Low corner, and cells along each axis. */
  readonly origin: Float64Array;
  readonly cells: Int32Array;
  readonly elementCount: number;
  /** Cell of each element: its number ix + nx (iy + ny iz). */
  readonly cellOf: Int32Array;
  /** Eight nodes an element, by the bits x, y, z of the corner. */
  readonly nodes: Int32Array;
  readonly nodeCount: number;
  /** Rest positions (m), three a node. */
  readonly rest: Float64Array;
  /**
   * Points of quadrature of element e: pointStart[e] … pointStart[e + 1), four numbers each: ξ, η, ζ, share of the
   * cell.
   */
  readonly pointStart: Int32Array;
  readonly points: Float64Array;
  /**
   * Samples along a cell's edge; of each point its place among all samples, and the axes (bits 1, 2, 4) along which it
   * holds on to the next.
   */
  readonly finest: number;
  readonly samples: Int32Array;
  readonly links: Uint8Array;
}

export interface LatticeSize {
  readonly edge: number;
  readonly origin: Float64Array;
  readonly cells: Int32Array;
}

/** Cells along the longest side of the surface's box: `resolution`. */
export function latticeSize(positions: Float64Array, resolution: number): LatticeSize {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < positions.length; i++) {
    const k = i % 3;
    low[k] = Math.min(low[k]!, positions[i]);
    high[k] = Math.max(high[k]!, positions[i]);
  }
  const longest = Math.max(high[0]! - low[0]!, high[1]! - low[1]!, high[2]! - low[2]!);
  const edge = longest / resolution;
  // A side that is whole cells but for rounding gets no cell for the rounding.
  const cells = Int32Array.from(low, (x, k) => Math.max(1, Math.ceil((high[k]! - x) / edge - 1e-6)));
  return { edge, origin: Float64Array.from(low), cells };
}

export function buildLattice(positions: Float64Array, indices: Int32Array, size: LatticeSize, volume: number): Lattice {
  return new Builder(positions, indices, size, volume).build();
}

class Builder {
  readonly #q: number;
  readonly #n: Int32Array;
  readonly #at: Float64Array[] = [];
  readonly #weight: Float64Array[] = [];
  /** Bit k: linked with the next sample along axis k. */
  readonly #links: Uint8Array;
  readonly #inside: Uint8Array;

  readonly #positions: Float64Array;
  readonly #indices: Int32Array;
  readonly #size: LatticeSize;
  readonly #volume: number;

  constructor(positions: Float64Array, indices: Int32Array, size: LatticeSize, volume: number) {
    this.#positions = positions;
    this.#indices = indices;
    this.#size = size;
    this.#volume = volume;
    const { cells } = size;
    const whole = cells[0] * cells[1] * cells[2];
    let q = FINEST;
    while (q > 2 && whole * q * q * q > MOST_SAMPLES) q -= 2;
    this.#q = q;
    this.#n = cells.map((c) => c * q);
    const total = this.#n[0] * this.#n[1] * this.#n[2];
    this.#links = new Uint8Array(total);
    this.#inside = new Uint8Array(total);
  }

  build(): Lattice {
    this.#place();
    this.#sample();
    return this.#collect();
  }

  /** Coordinates and weights of the samples along each axis. */
  #place(): void {
    const size = this.#size;
    const q = this.#q;
    const g = Math.sqrt(1 / 3);
    for (let k = 0; k < 3; k++) {
      let high = -Infinity;
      for (let i = k; i < this.#positions.length; i += 3) high = Math.max(high, this.#positions[i]);
      const at = new Float64Array(size.cells[k] * q);
      const weight = new Float64Array(size.cells[k] * q);
      for (let c = 0; c < size.cells[k]; c++) {
        const low = size.origin[k] + c * size.edge;
        const end = c === size.cells[k] - 1 ? Math.min(low + size.edge, high) : low + size.edge;
        const half = (end - low) / q;
        for (let s = 0; s < q; s += 2) {
          const mid = low + (s + 1) * half;
          at[c * q + s] = mid - g * half;
          at[c * q + s + 1] = mid + g * half;
          weight[c * q + s] = weight[c * q + s + 1] = half / size.edge;
        }
      }
      this.#at.push(at);
      this.#weight.push(weight);
    }
  }

  #sample(): void {
    const n = this.#n;
    const positions = this.#positions;
    const indices = this.#indices;
    const at = this.#at;
    const strides = [1, n[0], n[0] * n[1]];
    for (let axis = 0; axis < 3; axis++) {
      const u = (axis + 1) % 3;
      const v = (axis + 2) % 3;
      const hits = castColumns(positions, indices, axis, at[u], at[v]);
      for (let j = 0; j < n[v]; j++)
        for (let i = 0; i < n[u]; i++)
          this.#walk(hits, j * n[u] + i, axis, i * strides[u]! + j * strides[v]!, strides[axis]!);
    }
  }

  /** Samples along one ray: inside or not (first axis), and links where nothing lies between neighbours. */
  #walk(hits: ColumnHits, ray: number, axis: number, base: number, stride: number): void {
    const xs = this.#at[axis];
    const inside = this.#inside;
    const links = this.#links;
    let k = hits.start[ray];
    const end = hits.start[ray + 1];
    let winding = 0;
    let last = -1;
    for (let i = 0; i < xs.length; i++) {
      while (k < end && hits.depth[k] <= xs[i]) {
        winding += hits.sign[k++];
        if (winding <= 0) last = -1;
      }
      const s = base + i * stride;
      if (axis === 0) inside[s] = winding > 0 ? 1 : 0;
      if (winding > 0 && inside[s] === 1) {
        if (last >= 0) links[last] |= 1 << axis;
        last = s;
      } else last = -1;
    }
  }

  #collect(): Lattice {
    const n = this.#n;
    const q = this.#q;
    const links = this.#links;
    const inside = this.#inside;
    const size = this.#size;
    const lattice = collectElements(size, q, inside, links, (s, out, o) => {
      const at = [s % n[0], ((s / n[0]) | 0) % n[1], (s / (n[0] * n[1])) | 0];
      let w = 1;
      for (let k = 0; k < 3; k++) {
        const low = size.origin[k] + ((at[k]! / q) | 0) * size.edge;
        out[o + k] = (2 * (this.#at[k][at[k]!] - low)) / size.edge - 1;
        w *= this.#weight[k][at[k]!];
      }
      out[o + 3] = w;
    });
    const { points } = lattice;
    let sum = 0;
    for (let o = 3; o < points.length; o += 4) sum += points[o];
    const scale = sum > 0 ? this.#volume / (sum * size.edge * size.edge * size.edge) : 1;
    // A box's own samples are exact: leave the last bits alone.
    if (Math.abs(scale - 1) > 1e-12) for (let o = 3; o < points.length; o += 4) points[o] *= scale;
    return lattice;
  }
}

/** The same material with other links, by point: what a cut leaves. */
export function relinkLattice(old: Lattice, links: Uint8Array): Lattice {
  const q = old.finest;
  const total = old.cells[0] * old.cells[1] * old.cells[2] * q * q * q;
  const inside = new Uint8Array(total);
  const all = new Uint8Array(total);
  const pointOf = new Int32Array(total);
  for (let p = 0; p < old.samples.length; p++) {
    inside[old.samples[p]] = 1;
    all[old.samples[p]] = links[p];
    pointOf[old.samples[p]] = p;
  }
  return collectElements(
    old,
    q,
    inside,
    all,
    (s, out, o) => {
      for (let k = 0; k < 4; k++) out[o + k] = old.points[4 * pointOf[s] + k];
    },
    true,
  );
}

/** Elements, nodes and points of quadrature from samples and their links. `keepAll`: no sample is left out. */
function collectElements(
  size: LatticeSize,
  q: number,
  inside: Uint8Array,
  links: Uint8Array,
  writePoint: (sample: number, out: Float64Array, o: number) => void,
  keepAll = false,
): Lattice {
  const n = size.cells.map((c) => c * q);
  const parent = new Int32Array(inside.length);
  const [nx, ny, nz] = [n[0], n[1], n[2]];
  const strides = [1, nx, nx * ny];
  const { cells } = size;
  for (let s = 0; s < parent.length; s++) parent[s] = s;
  const cellAt = (x: number, y: number, z: number) =>
    ((x / q) | 0) + cells[0] * (((y / q) | 0) + cells[1] * ((z / q) | 0));
  const last = [nx, ny, nz];
  const each = (visit: (s: number, x: number, y: number, z: number) => void): void => {
    for (let z = 0; z < nz; z++)
      for (let y = 0; y < ny; y++)
        for (let x = 0; x < nx; x++) {
          const s = x + nx * (y + ny * z);
          if (inside[s] === 1) visit(s, x, y, z);
        }
  };
  each((s, x, y, z) => {
    const at = [x, y, z];
    for (let k = 0; k < 3; k++) {
      const next = at[k]! + 1;
      if ((links[s] >> k) & 1 && next < last[k]! && next % q !== 0) unite(parent, s, s + strides[k]!);
    }
  });
  // Whether a piece hangs on to a neighbour, and how many samples it has.
  const tied = new Uint8Array(parent.length);
  const sizes = new Int32Array(parent.length);
  each((s, x, y, z) => {
    const root = find(parent, s);
    sizes[root]++;
    const at = [x, y, z];
    for (let k = 0; k < 3; k++) {
      const next = at[k]! + 1;
      if ((links[s] >> k) & 1 && next < last[k]! && next % q === 0)
        tied[root] = tied[find(parent, s + strides[k]!)] = 1;
    }
  });
  const whole = cells[0] * cells[1] * cells[2];
  const largest = new Int32Array(whole);
  each((s, x, y, z) => {
    const c = cellAt(x, y, z);
    const root = find(parent, s);
    largest[c] = Math.max(largest[c], sizes[root]);
  });
  // Elements in the order of their cells.
  const elementOf = new Int32Array(parent.length).fill(-1);
  const roots: number[][] = Array.from({ length: whole }, () => []);
  each((s, x, y, z) => {
    if (find(parent, s) !== s) return;
    const c = cellAt(x, y, z);
    // A few samples of a rim that hang on to nothing are no piece of their own.
    if (!keepAll && tied[s] === 0 && sizes[s] * 20 < q * q * q && (sizes[s] < largest[c] || whole > 1)) return;
    roots[c]!.push(s);
  });
  const cellOf: number[] = [];
  for (let c = 0; c < whole; c++) {
    for (const root of roots[c]!) {
      elementOf[root] = cellOf.length;
      cellOf.push(c);
    }
  }
  const count = cellOf.length;
  // Corners of elements, joined where material passes a face.
  const corner = new Int32Array(8 * count);
  for (let i = 0; i < corner.length; i++) corner[i] = i;
  each((s, x, y, z) => {
    const e = elementOf[find(parent, s)];
    if (e < 0) return;
    const at = [x, y, z];
    for (let k = 0; k < 3; k++) {
      const next = at[k]! + 1;
      if (!((links[s] >> k) & 1) || next >= last[k]! || next % q !== 0) continue;
      const f = elementOf[find(parent, s + strides[k]!)];
      if (f < 0) continue;
      for (let i = 0; i < 8; i++) if ((i >> k) & 1) unite(corner, 8 * e + i, 8 * f + (i ^ (1 << k)));
    }
  });
  const nodes = new Int32Array(8 * count);
  const number = new Int32Array(8 * count).fill(-1);
  const rest: number[] = [];
  for (let i = 0; i < corner.length; i++) {
    const root = find(corner, i);
    if (number[root] < 0) {
      number[root] = rest.length / 3;
      const c = cellOf[i >> 3]!;
      const ix = c % cells[0];
      const iy = ((c / cells[0]) | 0) % cells[1];
      const iz = (c / (cells[0] * cells[1])) | 0;
      rest.push(
        size.origin[0] + (ix + (i & 1)) * size.edge,
        size.origin[1] + (iy + ((i >> 1) & 1)) * size.edge,
        size.origin[2] + (iz + ((i >> 2) & 1)) * size.edge,
      );
    }
    nodes[i] = number[root];
  }
  // Points of quadrature.
  const pointStart = new Int32Array(count + 1);
  each((s) => {
    const e = elementOf[find(parent, s)];
    if (e >= 0) pointStart[e + 1]++;
  });
  for (let e = 0; e < count; e++) pointStart[e + 1] += pointStart[e];
  const points = new Float64Array(4 * pointStart[count]);
  const fill = pointStart.slice();
  const samples = new Int32Array(pointStart[count]);
  const kept = new Uint8Array(pointStart[count]);
  each((s) => {
    const e = elementOf[find(parent, s)];
    if (e < 0) return;
    const p = fill[e]++;
    writePoint(s, points, 4 * p);
    samples[p] = s;
    kept[p] = links[s];
  });
  return {
    edge: size.edge,
    origin: size.origin,
    cells,
    elementCount: count,
    cellOf: Int32Array.from(cellOf),
    nodes,
    nodeCount: rest.length / 3,
    rest: Float64Array.from(rest),
    pointStart,
    points,
    finest: q,
    samples,
    links: kept,
  };
}

function find(parent: Int32Array, i: number): number {
  while (parent[i] !== i) {
    parent[i] = parent[parent[i]];
    i = parent[i];
  }
  return i;
}

function unite(parent: Int32Array, a: number, b: number): void {
  const ra = find(parent, a);
  const rb = find(parent, b);
  if (ra < rb) parent[rb] = ra;
  else parent[ra] = rb;
}
