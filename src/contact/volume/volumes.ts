// The overlap of one pair by cells: volume, gradient with respect to what each solid moves with, contact frame.
//
// Allard et al. 2010, §4 and §5, with p the points of the surfaces and q what moves them (Eq. 13, 14 and the chain
// rule):
//   g_A = Σ ∂V/∂p over A's surface (m²), g_B = -g_A;  n = -g_A/|g_A|, from B to A;  area a = |g_A|; mean depth V/a
//   A_k = n·∂V/∂p_k (Eq. 20): weights of friction; both sides sum to zero, so each side is divided by its own sum.
// A rigid solid takes its share as force and torque about its centre of mass; a surface of triangles by vertices, which
// carry it on to the nodes of a soft solid. Verified in test/contact/volume/volumes.test.ts.

import type { ColumnReceiver } from './columns.js';
import { KeyedSums } from './sums.js';

/** Numbers of one cell. */
export const C_VOLUME = 0;
/** Σ x over the volume (m⁴), each direction of rays with its share. */
export const C_MOMENT = 1;
/**
 * For A, then for B: area vector, torque of unit pressure about the solid's reference point, Σ p ⊗ amount (by axis).
 */
export const C_SIDE = 4;
export const S_AREA = 0;
export const S_TORQUE = 3;
export const S_FIRST = 6;
export const SIDE_STRIDE = 15;
/**
 * Cross-sections of the overlap along the rays' three axes (m²), and its footprint along the normal, Σ |n_k| S_k: the
 * area where the overlap is thin, and more where its two sides look the same way in part. V over it is the mean length
 * along the normal, which stays bounded when the area goes to nothing.
 */
export const C_SECTION = C_SIDE + 2 * SIDE_STRIDE;
export const C_FOOTPRINT = C_SECTION + 3;
/** Longest stretches along the three axes (m), and how deep the overlap is at its deepest, along the normal. */
export const C_LONGEST = C_FOOTPRINT + 1;
export const C_DEEPEST = C_LONGEST + 3;
export const CELL_STRIDE = C_DEEPEST + 1;

/** Triangles of a solid in the world frame, if it is a surface that its vertices move. */
export interface MovedSurface {
  readonly positions: Float64Array;
  readonly indices: Int32Array;
}

export class PairVolumes implements ColumnReceiver {
  cells = 0;
  data = new Float64Array(CELL_STRIDE * 16);
  /** ix, iy, iz of each cell. */
  keys = new Int32Array(3 * 16);
  /** ∂V/∂p by cell and vertex of A's and of B's surface. */
  readonly vertices: readonly [KeyedSums, KeyedSums] = [new KeyedSums(), new KeyedSums()];
  readonly surfaces: [MovedSurface | null, MovedSurface | null] = [null, null];
  /** What the numbers of cells count along each axis, see pair.ts. */
  readonly halved = new Uint8Array(3);
  /** Where torques are taken about: three numbers for A, three for B. */
  readonly reference = new Float64Array(6);
  readonly #bary = new Float64Array(3);
  readonly #point = new Float64Array(3);
  #last = -1;

  clear(): void {
    this.cells = 0;
    this.#last = -1;
    this.vertices[0].clear();
    this.vertices[1].clear();
  }

  /** To be called when all rays are in, before the sums are turned. */
  close(): void {
    const { data } = this;
    for (let c = 0; c < this.cells; c++) {
      const o = CELL_STRIDE * c;
      let along = 0;
      let square = 0;
      let main = 0;
      for (let k = 0; k < 3; k++) {
        const g = data[o + C_SIDE + S_AREA + k];
        along += Math.abs(g) * data[o + C_SECTION + k];
        square += g * g;
        if (Math.abs(g) > Math.abs(data[o + C_SIDE + S_AREA + main])) main = k;
      }
      const area = Math.sqrt(square);
      if (!(area > 0)) continue;
      data[o + C_FOOTPRINT] = Math.max(area, along / area);
      data[o + C_DEEPEST] = (data[o + C_LONGEST + main] * Math.abs(data[o + C_SIDE + S_AREA + main])) / area;
    }
  }

  /** Turns all sums, and the reference points, from the frame in which the rays ran: m leads to the world, by rows. */
  turn(m: Float64Array): void {
    for (let c = 0; c < this.cells; c++) {
      const o = CELL_STRIDE * c;
      turnVector(this.data, o + C_MOMENT, m);
      for (let s = 0; s < 2; s++) {
        const side = o + C_SIDE + SIDE_STRIDE * s;
        turnVector(this.data, side + S_AREA, m);
        turnVector(this.data, side + S_TORQUE, m);
        turnTensor(this.data, side + S_FIRST, m);
      }
    }
    for (const { count, value } of this.vertices) for (let e = 0; e < count; e++) turnVector(value, 3 * e, m);
    turnVector(this.reference, 0, m);
    turnVector(this.reference, 3, m);
  }

  /** Number of the cell with this key, the latest if there are several, or -1. */
  find(keys: Int32Array, at: number): number {
    for (let c = this.cells - 1; c >= 0; c--)
      if (
        this.keys[3 * c] === keys[at] &&
        this.keys[3 * c + 1] === keys[at + 1] &&
        this.keys[3 * c + 2] === keys[at + 2]
      )
        return c;
    return -1;
  }

  /** Appends a cell of another pair's sums as it is; returns its number here. */
  copy(from: PairVolumes, cell: number): number {
    const c = this.#append(from.keys[3 * cell], from.keys[3 * cell + 1], from.keys[3 * cell + 2]);
    for (let k = 0; k < CELL_STRIDE; k++) this.data[CELL_STRIDE * c + k] = from.data[CELL_STRIDE * cell + k];
    for (let s = 0; s < 2; s++) {
      const sums = from.vertices[s as 0 | 1];
      for (let e = 0; e < sums.count; e++) {
        if (sums.first[e] !== cell) continue;
        for (let k = 0; k < 3; k++) this.vertices[s as 0 | 1].add(c, sums.second[e], k, sums.value[3 * e + k]);
      }
    }
    return c;
  }

  #cell(ix: number, iy: number, iz: number): number {
    const { keys } = this;
    const l = 3 * this.#last;
    if (this.#last >= 0 && keys[l] === ix && keys[l + 1] === iy && keys[l + 2] === iz) return this.#last;
    for (let c = this.cells - 1; c >= 0; c--) {
      if (keys[3 * c] === ix && keys[3 * c + 1] === iy && keys[3 * c + 2] === iz) {
        this.#last = c;
        return c;
      }
    }
    return this.#append(ix, iy, iz);
  }

  #append(ix: number, iy: number, iz: number): number {
    const { keys } = this;
    const c = this.cells++;
    if (3 * this.cells > keys.length) {
      this.keys = new Int32Array(2 * keys.length);
      this.keys.set(keys);
      const data = new Float64Array(2 * this.data.length);
      data.set(this.data);
      this.data = data;
    }
    this.keys[3 * c] = ix;
    this.keys[3 * c + 1] = iy;
    this.keys[3 * c + 2] = iz;
    this.data.fill(0, CELL_STRIDE * c, CELL_STRIDE * (c + 1));
    this.#last = c;
    return c;
  }

  addStretch(
    ix: number,
    iy: number,
    iz: number,
    axis: number,
    u: number,
    v: number,
    low: number,
    high: number,
    area: number,
    directions: number,
  ): void {
    const o = CELL_STRIDE * this.#cell(ix, iy, iz);
    const { data } = this;
    const w = (area * (high - low)) / directions;
    data[o + C_VOLUME] += w;
    data[o + C_SECTION + axis] += area;
    if (high - low > data[o + C_LONGEST + axis]) data[o + C_LONGEST + axis] = high - low;
    data[o + C_MOMENT + axis] += w * 0.5 * (low + high);
    data[o + C_MOMENT + (axis === 2 ? 0 : axis + 1)] += w * u;
    data[o + C_MOMENT + (axis === 0 ? 2 : axis - 1)] += w * v;
  }

  addEnd(
    ix: number,
    iy: number,
    iz: number,
    solid: number,
    code: number,
    axis: number,
    u: number,
    v: number,
    at: number,
    amount: number,
  ): void {
    const c = this.#cell(ix, iy, iz);
    const { data, reference } = this;
    const point = this.#point;
    const o = CELL_STRIDE * c + C_SIDE + SIDE_STRIDE * solid;
    const ku = axis === 2 ? 0 : axis + 1;
    const kv = axis === 0 ? 2 : axis - 1;
    point[axis] = at;
    point[ku] = u;
    point[kv] = v;
    data[o + S_AREA + axis] += amount;
    // (p - r) × e_axis: along u by p_v, along v by -p_u.
    data[o + S_TORQUE + ku] += amount * (v - reference[3 * solid + kv]);
    data[o + S_TORQUE + kv] -= amount * (u - reference[3 * solid + ku]);
    for (let k = 0; k < 3; k++) data[o + S_FIRST + 3 * axis + k] += amount * point[k];
    const surface = this.surfaces[solid];
    if (surface !== null) this.#share(surface, solid, c, code, axis, ku, kv, u, v, amount);
  }

  /** Barycentric shares of an end on a triangle (Eq. 12). */
  #share(
    surface: MovedSurface,
    solid: number,
    c: number,
    triangle: number,
    axis: number,
    ku: number,
    kv: number,
    u: number,
    v: number,
    amount: number,
  ): void {
    const { positions: p, indices } = surface;
    const bary = this.#bary;
    const t = 3 * triangle;
    const ia = 3 * indices[t];
    const ib = 3 * indices[t + 1];
    const ic = 3 * indices[t + 2];
    const ax = p[ia + ku] - u;
    const ay = p[ia + kv] - v;
    const bx = p[ib + ku] - u;
    const by = p[ib + kv] - v;
    const cx = p[ic + ku] - u;
    const cy = p[ic + kv] - v;
    bary[0] = bx * cy - by * cx;
    bary[1] = cx * ay - cy * ax;
    bary[2] = ax * by - ay * bx;
    const sum = bary[0] + bary[1] + bary[2];
    // Seen edge-on, the shares are lost in rounding: equal ones keep the sum.
    const k = sum !== 0 ? 1 / sum : 0;
    let a = bary[0] * k;
    let b = bary[1] * k;
    if (!(a > -1 && b > -1 && a + b < 2)) a = b = 1 / 3;
    const sums = this.vertices[solid as 0 | 1];
    sums.add(c, indices[t], axis, amount * a);
    sums.add(c, indices[t + 1], axis, amount * b);
    sums.add(c, indices[t + 2], axis, amount * (1 - a - b));
  }
}

function turnVector(d: Float64Array, o: number, m: Float64Array): void {
  const x = d[o];
  const y = d[o + 1];
  const z = d[o + 2];
  for (let k = 0; k < 3; k++) d[o + k] = m[3 * k] * x + m[3 * k + 1] * y + m[3 * k + 2] * z;
}

/** M T Mᵀ: each row as a vector, then the rows among themselves. */
function turnTensor(d: Float64Array, o: number, m: Float64Array): void {
  for (let i = 0; i < 3; i++) turnVector(d, o + 3 * i, m);
  for (let k = 0; k < 3; k++) {
    const x = d[o + k];
    const y = d[o + 3 + k];
    const z = d[o + 6 + k];
    for (let i = 0; i < 3; i++) d[o + 3 * i + k] = m[3 * i] * x + m[3 * i + 1] * y + m[3 * i + 2] * z;
  }
}
