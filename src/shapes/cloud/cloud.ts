// A surface as a cloud of points with normals: which samples are near, and the smooth surface that they mean.
//
// M. Pauly, M. Gross, L. Kobbelt, "Efficient simplification of point-sampled surfaces", 2002, and M. Pauly, D. K. Pai,
// L. J. Guibas, "Quasi-rigid objects in contact", SCA 2004, §2.2 and §4.1: moving least squares in the linear variant,
// with a radius that follows the local spacing:
//   f(x) = Σ w_i n_i·(x - p_i) / Σ w_i,   n(x) = Σ w_i n_i / |…|,   w_i = (1 - |x - p_i|²/4r²)⁴
//   r = SPREAD × the distance of the NEIGHBOURS-th sample
// The weights are those of exp(-|x - p_i|²/r²) near by, and end at 2r: a Gaussian that is cut off somewhere makes steps.
// f is the signed distance from the local least-squares plane through the weighted mean of samples, with the mean of
// their normals as its own: the projection of x is x - f n, iterated. Where no sample is near, the sign is that of the
// closest sample's plane. Simplification: the plane's normal is the mean of the normals that are given, not fitted.
// Consequence: normals that are off by a random angle average out; normals that are all wrong give a wrong surface.
// Samples of a neighbourhood are found by a grid of the samples' own spacing, the closest one by the paper's tree of
// spheres (sphere-tree.ts). Verified in test/shapes/points.test.ts.

import { SphereTree } from './sphere-tree.js';

const NEIGHBOURS = 8;
const SPREAD = 0.75;
/** Samples per cell of the grid, about. */
const PER_CELL = 6;
/** In spacings: how far a point may move with the samples that it has, and steps that end the search. */
const NEARBY = 0.25;
const MET = 1e-4;
/** Cells around that of a point that are looked at, at most, and rows of them. */
const MOST_RINGS = 3;
const MOST_ROWS = (2 * MOST_RINGS + 1) * (2 * MOST_RINGS + 1);

export class PointCloud {
  readonly positions: Float64Array;
  readonly normals: Float64Array;
  readonly count: number;
  /** Mean distance between neighbouring samples (m). */
  readonly spacing: number;
  readonly low = new Float64Array(3);
  readonly high = new Float64Array(3);
  readonly #cell: number;
  readonly #columns = new Int32Array(3);
  readonly #start: Int32Array;
  /** Positions and normals in the order of the grid's cells: what is near in space is read in one go. */
  readonly #sorted: Float64Array;
  /** Scratch: the nearest samples' distances squared, and what evaluate found. */
  readonly #near = new Float64Array(NEIGHBOURS);
  readonly normal = new Float64Array(3);
  /** Rows of cells that were asked for last: first sample and the one behind the last, in the grid's order. */
  readonly #ranges = new Int32Array(2 * MOST_ROWS);
  #listed = 0;
  #built: SphereTree | null = null;

  constructor(positions: Float64Array, normals: Float64Array) {
    this.positions = positions;
    this.normals = normals;
    this.count = positions.length / 3;
    this.low.fill(Infinity);
    this.high.fill(-Infinity);
    for (let k = 0; k < positions.length; k++) {
      const axis = k % 3;
      if (positions[k] < this.low[axis]) this.low[axis] = positions[k];
      if (positions[k] > this.high[axis]) this.high[axis] = positions[k];
    }
    const [x, y, z] = [0, 1, 2].map((k) => this.high[k] - this.low[k]) as [number, number, number];
    // Of a closed surface about as large as its box.
    this.spacing = Math.sqrt((2 * (x * y + y * z + z * x)) / (3 * this.count)) || 1;
    this.#cell = Math.max(this.spacing * Math.sqrt(PER_CELL), Math.max(x, y, z) / 400);
    for (let k = 0; k < 3; k++) this.#columns[k] = Math.floor((this.high[k] - this.low[k]) / this.#cell) + 1;
    const cells = this.#columns[0] * this.#columns[1] * this.#columns[2];
    this.#start = new Int32Array(cells + 1);
    const order = new Int32Array(this.count);
    const at = new Int32Array(this.count);
    for (let k = 0; k < this.count; k++) {
      at[k] = this.#cellOf(positions[3 * k], positions[3 * k + 1], positions[3 * k + 2]);
      this.#start[at[k] + 1]++;
    }
    for (let c = 0; c < cells; c++) this.#start[c + 1] += this.#start[c];
    const next = this.#start.slice();
    for (let k = 0; k < this.count; k++) order[next[at[k]]++] = k;
    this.#sorted = new Float64Array(6 * this.count);
    for (let k = 0; k < this.count; k++)
      for (let m = 0; m < 3; m++) {
        this.#sorted[6 * k + m] = positions[3 * order[k] + m];
        this.#sorted[6 * k + 3 + m] = normals[3 * order[k] + m];
      }
  }

  #cellOf(x: number, y: number, z: number): number {
    return (this.#column(z, 2) * this.#columns[1] + this.#column(y, 1)) * this.#columns[0] + this.#column(x, 0);
  }

  #column(x: number, axis: number): number {
    const c = Math.floor((x - this.low[axis]) / this.#cell);
    return c < 0 ? 0 : c >= this.#columns[axis] ? this.#columns[axis] - 1 : c;
  }

  /** Lists the rows of cells around (x, y, z), `rings` wide; returns how many samples they hold. */
  #gather(x: number, y: number, z: number, rings: number): number {
    const columns = this.#columns;
    const start = this.#start;
    const ranges = this.#ranges;
    const cx = this.#column(x, 0);
    const cy = this.#column(y, 1);
    const cz = this.#column(z, 2);
    const i0 = Math.max(0, cx - rings);
    const i1 = Math.min(columns[0] - 1, cx + rings);
    let count = 0;
    let rows = 0;
    for (let k = Math.max(0, cz - rings); k <= Math.min(columns[2] - 1, cz + rings); k++)
      for (let j = Math.max(0, cy - rings); j <= Math.min(columns[1] - 1, cy + rings); j++) {
        // Cells of a row lie side by side.
        const row = (k * columns[1] + j) * columns[0];
        const from = start[row + i0];
        const to = start[row + i1 + 1];
        if (from === to) continue;
        ranges[rows++] = from;
        ranges[rows++] = to;
        count += to - from;
      }
    this.#listed = rows;
    return count;
  }

  /** Spheres around all samples, made when they are first asked for. */
  get tree(): SphereTree {
    this.#built ??= new SphereTree(this.positions);
    return this.#built;
  }

  /** The sample nearest to a point, within `reach`; -1 if there is none. */
  closest(x: number, y: number, z: number, reach: number): number {
    return this.tree.nearest(x, y, z, reach);
  }

  /** Signed distance from the plane of the closest sample (§4.1); NaN where none is within `reach`. */
  signedDistance(x: number, y: number, z: number, reach: number): number {
    const k = this.closest(x, y, z, reach);
    if (k < 0) return Number.NaN;
    const p = this.positions;
    const n = this.normals;
    for (let m = 0; m < 3; m++) this.normal[m] = n[3 * k + m];
    return n[3 * k] * (x - p[3 * k]) + n[3 * k + 1] * (y - p[3 * k + 1]) + n[3 * k + 2] * (z - p[3 * k + 2]);
  }

  /** f(x) of the smooth surface, with its normal in `normal`; NaN where fewer than four samples are near. */
  evaluate(x: number, y: number, z: number): number {
    const rr = this.#radius(x, y, z);
    return rr > 0 ? this.#average(x, y, z, rr) : Number.NaN;
  }

  /** Lists the samples that count at (x, y, z); (2r)², or 0 where fewer than four are near. */
  #radius(x: number, y: number, z: number): number {
    const near = this.#near;
    const p = this.#sorted;
    const ranges = this.#ranges;
    let count = this.#gather(x, y, z, 1);
    if (count < NEIGHBOURS) count = this.#gather(x, y, z, MOST_RINGS);
    if (count < 4) return 0;
    near.fill(Infinity);
    for (let k = 0; k < this.#listed; k += 2)
      for (let o = 6 * ranges[k]; o < 6 * ranges[k + 1]; o += 6) {
        const dx = x - p[o];
        const dy = y - p[o + 1];
        const dz = z - p[o + 2];
        const d = dx * dx + dy * dy + dz * dz;
        if (!(d < near[NEIGHBOURS - 1])) continue;
        let at = NEIGHBOURS - 1;
        for (; at > 0 && near[at - 1] > d; at--) near[at] = near[at - 1];
        near[at] = d;
      }
    const rr = 4 * SPREAD * SPREAD * near[Math.min(count, NEIGHBOURS) - 1];
    // Where samples are sparse, cells farther away hold some that count.
    if (rr > this.#cell * this.#cell)
      this.#gather(x, y, z, Math.min(MOST_RINGS, Math.ceil(Math.sqrt(rr) / this.#cell)));
    return rr;
  }

  /** f and the normal from the samples that are listed. */
  #average(x: number, y: number, z: number, rr: number): number {
    const { normal: out } = this;
    const p = this.#sorted;
    const ranges = this.#ranges;
    const listed = this.#listed;
    const share = 1 / rr;
    let sum = 0;
    let f = 0;
    let nx = 0;
    let ny = 0;
    let nz = 0;
    for (let k = 0; k < listed; k += 2)
      for (let o = 6 * ranges[k]; o < 6 * ranges[k + 1]; o += 6) {
        const dx = x - p[o];
        const dy = y - p[o + 1];
        const dz = z - p[o + 2];
        const left = 1 - share * (dx * dx + dy * dy + dz * dz);
        if (!(left > 0)) continue;
        const w = left * left * left * left;
        const mx = p[o + 3];
        const my = p[o + 4];
        const mz = p[o + 5];
        sum += w;
        f += w * (mx * dx + my * dy + mz * dz);
        nx += w * mx;
        ny += w * my;
        nz += w * mz;
      }
    const size = Math.sqrt(nx * nx + ny * ny + nz * nz);
    if (!(sum > 0) || !(size > 0)) return Number.NaN;
    out[0] = nx / size;
    out[1] = ny / size;
    out[2] = nz / size;
    return f / sum;
  }

  /**
   * Where the line o + t d meets the smooth surface near t, by Newton's method; `t` itself where it does not settle
   * within `most` of it. The direction is a unit vector.
   */
  meet(ox: number, oy: number, oz: number, dx: number, dy: number, dz: number, t: number, most: number): number {
    let at = t;
    let from = Infinity;
    let rr = 0;
    for (let k = 0; k < 6; k++) {
      const x = ox + at * dx;
      const y = oy + at * dy;
      const z = oz + at * dz;
      // Which samples count changes little over a part of their spacing.
      if (!(Math.abs(at - from) < NEARBY * this.spacing)) {
        rr = this.#radius(x, y, z);
        from = at;
      }
      if (!(rr > 0)) return t;
      const f = this.#average(x, y, z, rr);
      const slope = this.normal[0] * dx + this.normal[1] * dy + this.normal[2] * dz;
      if (!(Math.abs(slope) > 0.1)) return t;
      const step = f / slope;
      at -= step;
      if (!(Math.abs(at - t) < most)) return t;
      // A step leaves less than a tenth of itself.
      if (Math.abs(step) < MET * this.spacing) break;
    }
    return at;
  }
}
