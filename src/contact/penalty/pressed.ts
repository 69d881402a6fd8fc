// The pressure over a footprint, and what it bears: normal force and torque, and friction of any slip.
//
// Hasegawa & Sato 2004, Eq. 5–17. At a point x of the plane the springs and dampers press with
//
//   p(x) = (k d(x) + b ḋ(x)) / S_c,    ḋ = -n·v(x),  v the velocity of A against B
//
// which is linear over a cell. Where the damper would pull, p is cut off at zero, unless it may: the paper is silent,
// and a surface that pulls the other one back as it leaves is glue. Cut at the zero line, so what is left is still a
// polygon with a linear pressure. Friction is μ p against the slip at every point: exactly, by the integrals of
// patch/slip.ts, or by the paper's interpolation from the corners of triangles (Eq. 14).
//
// Symbols: k (N/m), b (N·s/m), S_c footprint of the pair (m²), d depth (m), p (Pa); frame (n, u, w) of the piece.
// Verified in test/contact/penalty-integrals.test.ts.

import { grownF64, grownI32 } from '../../memory/grown.js';
import { LOAD_AREA, PressureLoad } from '../../patch/load.js';
import { evaluateSlip } from '../../patch/slip.js';
import { SLIP_STRIDE } from '../../patch/slip-record.js';
import { CELL_STRIDE, type Footprint, PI_CELLS, PI_POINTS, PIECE_INTS, POINT_STRIDE } from './cells.js';
import { addCornerFriction, addLinear } from './integrals.js';

/** Doubles per pressed point: u, w, force. */
const PRESSED_STRIDE = 3;

export class PressedPiece {
  /** Normal force, ∫p u, ∫p w. */
  readonly load = new Float64Array(3);
  /** Dissipation rate of unit friction, and minus its force (u, w) and torque about the origin on A. */
  readonly friction = new Float64Array(4);
  #loads: PressureLoad[] = [];
  #cells = 0;
  #start = new Int32Array(17);
  #xy = new Float64Array(2 * 64);
  #pressure = new Float64Array(64);
  #points = new Float64Array(PRESSED_STRIDE * 64);
  #pointCount = 0;
  readonly #work = new Float64Array(SLIP_STRIDE);
  readonly #sums = new Float64Array(3);
  readonly #slip = new Float64Array(3);
  readonly #exact: boolean;

  constructor(exact: boolean) {
    this.#exact = exact;
  }

  /**
   * Pressure stiffness·d + damping·(v0 + vu·u + vw·w) over piece k, both divided by S_c already; v is the rate of
   * approach.
   */
  press(
    footprint: Footprint,
    k: number,
    stiffness: number,
    damping: number,
    v0: number,
    vu: number,
    vw: number,
    pull: boolean,
  ): void {
    const { load } = this;
    const { ints, cells, cellStart, xy, points } = footprint;
    const i = k * PIECE_INTS;
    load.fill(0);
    this.#cells = 0;
    this.#pointCount = 0;
    for (let c = ints[i + PI_CELLS]; c < ints[i + PI_CELLS + 1]; c++) {
      const p0 = stiffness * cells[CELL_STRIDE * c] + damping * v0;
      const pu = stiffness * cells[CELL_STRIDE * c + 1] + damping * vu;
      const pw = stiffness * cells[CELL_STRIDE * c + 2] + damping * vw;
      if (pull) this.#addPull(xy, cellStart[c], cellStart[c + 1], p0, pu, pw);
      this.#addCell(xy, cellStart[c], cellStart[c + 1], p0, pu, pw, !pull);
    }
    for (let m = ints[i + PI_POINTS]; m < ints[i + PI_POINTS + 1]; m++) {
      const q = POINT_STRIDE * m;
      const u = points[q];
      const w = points[q + 1];
      const p = points[q + 2] * (stiffness * points[q + 3] + damping * (v0 + vu * u + vw * w));
      if (pull || p > 0) {
        load[0] += p;
        load[1] += p * u;
        load[2] += p * w;
      }
      if (!(p > 0)) continue;
      const o = PRESSED_STRIDE * this.#pointCount++;
      if (o + PRESSED_STRIDE > this.#points.length) this.#points = grownF64(this.#points);
      this.#points[o] = u;
      this.#points[o + 1] = w;
      this.#points[o + 2] = p;
    }
  }

  /** The whole of a linear pressure, of either sign. */
  #addPull(xy: Float64Array, from: number, to: number, p0: number, pu: number, pw: number): void {
    this.#reserveCorners(to);
    const pressure = this.#pressure;
    for (let m = from; m < to; m++) pressure[m] = p0 + pu * xy[2 * m] + pw * xy[2 * m + 1];
    for (let m = from + 2; m < to; m++) addLinear(this.load, 0, xy, pressure, from, m - 1, m);
  }

  #reserveCorners(n: number): void {
    while (n > this.#pressure.length) {
      this.#pressure = grownF64(this.#pressure);
      this.#xy = grownF64(this.#xy);
    }
  }

  /** The part of a cell under positive pressure; adds it to the load if asked to. */
  #addCell(from: Float64Array, first: number, end: number, p0: number, pu: number, pw: number, counts: boolean): void {
    const begin = this.#start[this.#cells];
    this.#reserveCorners(begin + end - first + 2);
    const xy = this.#xy;
    const pressure = this.#pressure;
    const sums = this.#sums;
    let at = begin;
    let bu = from[2 * end - 2];
    let bw = from[2 * end - 1];
    let before = p0 + pu * bu + pw * bw;
    for (let m = first; m < end; m++) {
      const u = from[2 * m];
      const w = from[2 * m + 1];
      const p = p0 + pu * u + pw * w;
      if (p > 0 !== before > 0) {
        const t = before / (before - p);
        xy[2 * at] = bu + t * (u - bu);
        xy[2 * at + 1] = bw + t * (w - bw);
        pressure[at++] = 0;
      }
      if (p > 0) {
        xy[2 * at] = u;
        xy[2 * at + 1] = w;
        pressure[at++] = p;
      }
      bu = u;
      bw = w;
      before = p;
    }
    if (at - begin < 3) return;
    sums.fill(0);
    for (let m = begin + 2; m < at; m++) addLinear(sums, 0, xy, pressure, begin, m - 1, m);
    const force = sums[0];
    if (!(force > 0)) return;
    if (counts) for (let m = 0; m < 3; m++) this.load[m] += sums[m];
    const c = this.#cells++;
    if (this.#cells >= this.#start.length) this.#start = grownI32(this.#start);
    this.#start[this.#cells] = at;
    if (!this.#exact) return;
    if (c === this.#loads.length) this.#loads.push(new PressureLoad());
    const load = this.#loads[c]!;
    load.copU = sums[1] / force;
    load.copW = sums[2] / force;
    load.force = force;
    load.partCount = 0;
    load.kind = LOAD_AREA;
    load.setArea(xy, 2 * begin, at - begin, load.copU, load.copW);
    load.alpha = (p0 + pu * load.copU + pw * load.copW) / force;
    load.betaU = pu / force;
    load.betaW = pw / force;
  }

  /** Friction of unit coefficient for the slip (vu, vw) at the origin and ω about the normal, into `friction`. */
  slide(vu: number, vw: number, omega: number): void {
    const { friction: f } = this;
    const work = this.#work;
    const slip = this.#slip;
    const points = this.#points;
    f.fill(0);
    if (this.#exact) {
      for (let c = 0; c < this.#cells; c++) {
        const load = this.#loads[c]!;
        const u = load.copU;
        const w = load.copW;
        evaluateSlip(work, 0, load, vu - omega * w, vw + omega * u, omega, false);
        const n = load.force;
        f[0] += n * work[0];
        f[1] += n * work[1];
        f[2] += n * work[2];
        f[3] += n * (work[3] + u * work[2] - w * work[1]);
      }
    } else {
      slip[0] = vu;
      slip[1] = vw;
      slip[2] = omega;
      for (let c = 0; c < this.#cells; c++) {
        const from = this.#start[c];
        for (let m = from + 2; m < this.#start[c + 1]; m++)
          addCornerFriction(f, 0, this.#xy, this.#pressure, from, m - 1, m, slip);
      }
    }
    for (let m = 0; m < PRESSED_STRIDE * this.#pointCount; m += PRESSED_STRIDE) {
      const u = points[m];
      const w = points[m + 1];
      const su = vu - omega * w;
      const sw = vw + omega * u;
      const s = Math.sqrt(su * su + sw * sw);
      if (!(s > 0)) continue;
      const p = points[m + 2] / s;
      f[0] += points[m + 2] * s;
      f[1] += p * su;
      f[2] += p * sw;
      f[3] += p * (u * sw - w * su);
    }
  }
}
