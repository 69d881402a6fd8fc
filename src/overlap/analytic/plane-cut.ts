// What a plane cuts off a round solid: the frame in which it is summed up, the sums, and the record made of them.
//
// The solid's origin is the origin. m is the plane's unit normal, out of the half-space m·x ≤ d; a the solid's axis:
//
//   c = m·a    s = |a×m|    e_t = (a - c m)/s in the plane    e_3 = e_t × m = (a×m)/s    e_2 = s m - c e_t
//   x = t a + y e_2 + z e_3 = (d - η) m + ξ e_t + z e_3       η = d - c t - s y, ξ = s t - c y
//
// η is the depth below the plane. Everything is even in z, so seven sums describe the overlap: 1, η, ξ, η², ηξ, ξ², z².
// They are taken about the plane (η = 0) and a point ξ₀ at the overlap, so that thin overlaps keep their digits.
// Where the axis stands on the plane (s → 0) the direction e_t is noise, but only s e_t matters to the result.
//
// Gradient: the boundary of the overlap is closed, so ∫_{∂A∩B} n_A = -∫_{∂B∩A} n_B: only the area S and the centroid
// ξ_S of the flat section are needed: g = -S m, turn = -S (ξ_S - ξ_c) e_3 for a round A; the opposite for a round B.
//
// Patch points have directions that are fixed to the plane's own frame (u, w): the outline of a disc does
// not turn with the disc. Where the outline is only an arc, all of the samples are squeezed onto it, so that they move
// smoothly when the arc closes. Curved outlines are sampled slightly outside (`sampleScale`), so that the polygon has
// the area of the disc or ellipse.

import { atan2, PI, sin } from '../../math/trig.js';
import { grownF64 } from '../../memory/grown.js';
import {
  OV_AREA_VECTOR,
  OV_CENTER,
  OV_FACE_NORMAL,
  OV_MOMENT,
  OV_TURN,
  OV_VOLUME,
  type OverlapBuffer,
} from '../overlap.js';
import { SAMPLE_STEP, SAMPLES } from './samples.js';

/** A depth below this times the numbers it is the difference of is rounding: no overlap. */
export const TOUCH = 2 ** -50;
/** Below this |a×m| the direction of e_t is rounding and the plane's own direction serves as well. */
const UPRIGHT = 1e-15;

export class PlaneCut {
  mx = 0;
  my = 1;
  mz = 0;
  /** Plane offset from the solid's origin, and the least depth that counts. */
  d = 0;
  least = 0;
  /** The plane's own directions: u square to m, w = u × m. */
  ux = 1;
  uy = 0;
  uz = 0;
  wx = 0;
  wy = 0;
  wz = 1;
  c = 0;
  s = 0;
  tx = 1;
  ty = 0;
  tz = 0;
  ex = 0;
  ey = 0;
  ez = 1;

  // The sums, ξ about ξ₀.
  volume = 0;
  eta = 0;
  xi = 0;
  etaEta = 0;
  etaXi = 0;
  xiXi = 0;
  zz = 0;
  /** Area of the section and ∫ (ξ - ξ₀) over it. */
  section = 0;
  sectionXi = 0;
  xi0 = 0;
  /** Scratch of segment moments. */
  readonly f = new Float64Array(6);

  points = new Float64Array(3 * 8);
  pointCount = 0;

  /** The plane m·x = d in world axes about the solid's origin, with a direction u of its own, square to m. */
  setPlane(mx: number, my: number, mz: number, d: number, size: number, ux: number, uy: number, uz: number): void {
    this.mx = mx;
    this.my = my;
    this.mz = mz;
    this.d = d;
    this.least = TOUCH * size;
    this.ux = ux;
    this.uy = uy;
    this.uz = uz;
    this.wx = uy * mz - uz * my;
    this.wy = uz * mx - ux * mz;
    this.wz = ux * my - uy * mx;
    this.volume = this.eta = this.xi = this.etaEta = this.etaXi = this.xiXi = this.zz = 0;
    this.clearSection();
    this.xi0 = 0;
    this.pointCount = 0;
  }

  /** For a solid wholly below the plane: rounding must not leave a trace of a section. */
  clearSection(): void {
    this.section = this.sectionXi = 0;
  }

  /** Adds to the sums, in their order. */
  add(volume: number, eta: number, xi: number, etaEta: number, etaXi: number, xiXi: number, zz: number): void {
    this.volume += volume;
    this.eta += eta;
    this.xi += xi;
    this.etaEta += etaEta;
    this.etaXi += etaXi;
    this.xiXi += xiXi;
    this.zz += zz;
  }

  /**
   * Adds a slice across the axis, of volume w and centre (η, ξ): a disc with the variance q; `c` the slope of its axis.
   */
  addDisc(w: number, eta: number, xi: number, q: number, c: number): void {
    const { s } = this;
    const across = w * (eta * xi + s * c * q);
    this.add(w, w * eta, w * xi, w * (eta * eta + s * s * q), across, w * (xi * xi + c * c * q), w * q);
  }

  /** Directions for a solid that has no axis. */
  setNoAxis(): void {
    this.c = 1;
    this.s = 0;
    this.#setTangent(this.ux, this.uy, this.uz);
  }

  /** Directions for a solid of axis (ax, ay, az); `mirror`: its ends are alike, and c ≥ 0 by turning the axis round. */
  setAxis(ax: number, ay: number, az: number, mirror: boolean): void {
    const { mx, my, mz } = this;
    let c = ax * mx + ay * my + az * mz;
    let vx = ay * mz - az * my;
    let vy = az * mx - ax * mz;
    let vz = ax * my - ay * mx;
    if (mirror && c < 0) {
      c = -c;
      vx = -vx;
      vy = -vy;
      vz = -vz;
    }
    const s = Math.sqrt(vx * vx + vy * vy + vz * vz);
    this.c = c;
    this.s = s;
    if (s < UPRIGHT) this.#setTangent(this.ux, this.uy, this.uz);
    else this.#setTangent((my * vz - mz * vy) / s, (mz * vx - mx * vz) / s, (mx * vy - my * vx) / s);
  }

  /** e_t near (x, y, z), square to m; e_3 = e_t × m. */
  #setTangent(x: number, y: number, z: number): void {
    const { mx, my, mz } = this;
    const along = x * mx + y * my + z * mz;
    const px = x - along * mx;
    const py = y - along * my;
    const pz = z - along * mz;
    const k = 1 / Math.sqrt(px * px + py * py + pz * pz);
    this.tx = px * k;
    this.ty = py * k;
    this.tz = pz * k;
    this.ex = this.ty * mz - this.tz * my;
    this.ey = this.tz * mx - this.tx * mz;
    this.ez = this.tx * my - this.ty * mx;
  }

  /**
   * The samples' directions are fixed to u; seen from e_t, towards e_3, they are this angle in [-π, -π + SAMPLE_STEP)
   * and those at every SAMPLE_STEP from there.
   */
  firstSample(): number {
    const { tx, ty, tz } = this;
    const phase = atan2(this.wx * tx + this.wy * ty + this.wz * tz, this.ux * tx + this.uy * ty + this.uz * tz);
    const steps = -phase / SAMPLE_STEP;
    return (steps - Math.floor(steps)) * SAMPLE_STEP - PI;
  }

  /** The point t a + y e_2 + z e_3. */
  addPoint(t: number, y: number, z: number): void {
    this.addPlanePoint(this.c * t + this.s * y, this.s * t - this.c * y, z);
  }

  /** The point `height` m + ξ e_t + z e_3, ξ not about ξ₀. */
  addPlanePoint(height: number, xi: number, z: number): void {
    const i = 3 * this.pointCount++;
    if (i + 3 > this.points.length) this.points = grownF64(this.points);
    this.points[i] = height * this.mx + xi * this.tx + z * this.ex;
    this.points[i + 1] = height * this.my + xi * this.ty + z * this.ey;
    this.points[i + 2] = height * this.mz + xi * this.tz + z * this.ez;
  }

  /** Write component 0 of `out`; the solid's origin lies at (ox, oy, oz) from out.origin. */
  write(out: OverlapBuffer, roundIsA: boolean, ox: number, oy: number, oz: number): void {
    const { mx, my, mz, tx, ty, tz, ex, ey, ez } = this;
    const r = out.records;
    const V = this.volume;
    const eta = this.eta / V;
    const xi = this.xi / V;
    const height = this.d - eta;
    const along = this.xi0 + xi;
    r[OV_VOLUME] = V;
    r[OV_CENTER] = ox + height * mx + along * tx;
    r[OV_CENTER + 1] = oy + height * my + along * ty;
    r[OV_CENTER + 2] = oz + height * mz + along * tz;
    const nn = positive(this.etaEta - eta * this.eta);
    const nt = xi * this.eta - this.etaXi;
    const tt = positive(this.xiXi - xi * this.xi);
    const zz = this.zz;
    r[OV_MOMENT] = nn * mx * mx + 2 * nt * mx * tx + tt * tx * tx + zz * ex * ex;
    r[OV_MOMENT + 1] = nn * mx * my + nt * (mx * ty + my * tx) + tt * tx * ty + zz * ex * ey;
    r[OV_MOMENT + 2] = nn * mx * mz + nt * (mx * tz + mz * tx) + tt * tx * tz + zz * ex * ez;
    r[OV_MOMENT + 3] = nn * my * my + 2 * nt * my * ty + tt * ty * ty + zz * ey * ey;
    r[OV_MOMENT + 4] = nn * my * mz + nt * (my * tz + mz * ty) + tt * ty * tz + zz * ey * ez;
    r[OV_MOMENT + 5] = nn * mz * mz + 2 * nt * mz * tz + tt * tz * tz + zz * ez * ez;
    const n = roundIsA ? 1 : -1;
    setVector(r, OV_AREA_VECTOR, -n * this.section, mx, my, mz);
    setVector(r, OV_TURN, -n * (this.sectionXi - xi * this.section), ex, ey, ez);
    setVector(r, OV_FACE_NORMAL, n, mx, my, mz);
    this.writePoints(out, ox, oy, oz);
  }

  /** The outline as that of component 0. */
  writePoints(out: OverlapBuffer, ox: number, oy: number, oz: number): void {
    const count = 3 * this.pointCount;
    if (out.points.length < count) out.points = new Float64Array(2 * count);
    for (let i = 0; i < count; i += 3) {
      out.points[i] = ox + this.points[i];
      out.points[i + 1] = oy + this.points[i + 1];
      out.points[i + 2] = oz + this.points[i + 2];
    }
    out.pointStart[0] = 0;
    out.pointStart[1] = this.pointCount;
    out.count = 1;
  }
}

/** r[at…] = k (x, y, z). */
export function setVector(r: Float64Array, at: number, k: number, x: number, y: number, z: number): void {
  r[at] = k * x;
  r[at + 1] = k * y;
  r[at + 2] = k * z;
}

function positive(x: number): number {
  return x > 0 ? x : 0;
}

/**
 * By how much samples that are 2 reach/SAMPLES apart on a circle must lie outside it for their polygon to have its
 * area: 1.0032 for a whole circle of 32.
 */
export function sampleScale(reach: number): number {
  const step = (2 * reach) / SAMPLES;
  return step > 1e-4 ? Math.sqrt(step / sin(step)) : 1;
}
