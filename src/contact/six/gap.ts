// The gap of a facing contact while its bodies move.
//
// Both faces are planes of their bodies. Over a point x of the patch, along its normal n, they are apart by
//   s(x) = s₀ + s_u x_u + s_w x_w = height of A's plane - height of B's plane + target depth.
// x is a label: it stays with the corners of the face as its body moves and turns, however steep that face is, and s
// is exact for any poses. What the law asks of a step is s(x)/h + v_n(x) ≥ 0 on the whole patch; what correction asks
// is s(x) ≥ 0.

import { B_CENTER, B_ROTATION, BODY_STRIDE } from '../../bodies/layout.js';
import { RIM_AREA } from '../../distance/face-towards.js';
import type { FacingRegion } from '../../distance/facing.js';
import { rotateInto } from '../../math/quaternion.js';
import { atan2, cos, PI } from '../../math/trig.js';
import type { PatchBuffer } from '../../patch/patch.js';
import { FeatureGap, PLACES } from './features.js';
import {
  S_AXIS,
  S_DEPTH,
  S_FACE_A,
  S_FACE_B,
  S_FRAME,
  S_OF_A,
  S_ROUND,
  SI_BODY_A,
  SI_BODY_B,
  SI_KIND,
} from './layout.js';
import { notePose } from './motion.js';

/** Slices of a ring whose areas are added. */
const SLICES = 64;

/** Least of the affine function gap[gi…] on patch k. */
export function leastGap(gap: Float64Array, gi: number, patches: PatchBuffer, k: number): number {
  const v = patches.vertices;
  const start = patches.outlineStart[k];
  let least = Infinity;
  for (let m = start, e = start + 2 * patches.outlineCount[k]; m < e; m += 2) {
    const g = gap[gi] + gap[gi + 1] * v[m] + gap[gi + 2] * v[m + 1];
    if (g < least) least = g;
  }
  return least;
}

export class GapMeter {
  /** What measured a contact of features. */
  readonly features = new FeatureGap();
  readonly #place = new Float64Array(PLACES);
  /** Points of both faces over the patch's centre, and how they go on along u and w, as their bodies lie. */
  readonly #x = new Float64Array(18);

  /**
   * Writes s₀, s_u, s_w of the contact at f[o…] (its integers at i[n…]) at the bodies' present poses to out[at…]. The
   * patch goes with the body whose face it is, corner by corner: a corner of A is measured over the plane of B, one of
   * B under the plane of A. Where it has corners of both, and crossings of edges, these go with both bodies, and are
   * apart by what the two have moved against each other along n.
   */
  measure(out: Float64Array, at: number, f: Float64Array, o: number, i: Int32Array, n: number, d: Float64Array): void {
    const x = this.#x;
    const pa = i[n + SI_BODY_A] * BODY_STRIDE;
    const pb = i[n + SI_BODY_B] * BODY_STRIDE;
    if (i[n + SI_KIND] !== 0) {
      out[at + 1] = out[at + 2] = 0;
      notePose(this.#place, 0, d, pa);
      notePose(this.#place, 7, d, pb);
      if (this.features.at(f, o, i[n + SI_KIND], this.#place)) out[at] = this.features.gap;
      return;
    }
    for (let m = 0; m < 9; m += 3) {
      rotateInto(x, m, d, pa + B_ROTATION, f, o + S_FACE_A + m);
      rotateInto(x, 9 + m, d, pb + B_ROTATION, f, o + S_FACE_B + m);
    }
    if (f[o + S_ROUND] !== 0) this.#leaveOutSpin(f, o, f[o + S_ROUND] === 1 ? 3 : 12);
    const e = o + S_FRAME;
    let nx = f[e];
    let ny = f[e + 1];
    let nz = f[e + 2];
    const share = f[o + S_OF_A];
    if (share !== 0.5) {
      // The normal of the plane that the other face lies in.
      const s = share > 0.5 ? 12 : 3;
      const px = x[s + 1] * x[s + 5] - x[s + 2] * x[s + 4];
      const py = x[s + 2] * x[s + 3] - x[s] * x[s + 5];
      const pz = x[s] * x[s + 4] - x[s + 1] * x[s + 3];
      const k = 1 / (px * nx + py * ny + pz * nz);
      nx = k * px;
      ny = k * py;
      nz = k * pz;
    }
    out[at] =
      nx * (x[0] - x[9] + (d[pa + B_CENTER] - d[pb + B_CENTER])) +
      ny * (x[1] - x[10] + (d[pa + B_CENTER + 1] - d[pb + B_CENTER + 1])) +
      nz * (x[2] - x[11] + (d[pa + B_CENTER + 2] - d[pb + B_CENTER + 2])) +
      f[o + S_DEPTH];
    // Of the plane itself nothing is left along its normal.
    out[at + 1] = nx * (x[3] - x[12]) + ny * (x[4] - x[13]) + nz * (x[5] - x[14]);
    out[at + 2] = nx * (x[6] - x[15]) + ny * (x[7] - x[16]) + nz * (x[8] - x[17]);
  }

  /**
   * A round face that has turned about its axis is the same: how it goes on along u and w, at x[s…], is what it was,
   * leant over with the axis by the shortest turn.
   */
  #leaveOutSpin(f: Float64Array, o: number, s: number): void {
    const x = this.#x;
    const a = o + S_AXIS;
    const e = o + S_FRAME;
    let px = x[s + 1] * x[s + 5] - x[s + 2] * x[s + 4];
    let py = x[s + 2] * x[s + 3] - x[s] * x[s + 5];
    let pz = x[s] * x[s + 4] - x[s + 1] * x[s + 3];
    let c = px * f[a] + py * f[a + 1] + pz * f[a + 2];
    const length = (c < 0 ? -1 : 1) / Math.sqrt(px * px + py * py + pz * pz);
    px *= length;
    py *= length;
    pz *= length;
    c *= length;
    // k = axis × where it is now; the turn of v is v + k×v + k×(k×v)/(1 + c).
    const kx = f[a + 1] * pz - f[a + 2] * py;
    const ky = f[a + 2] * px - f[a] * pz;
    const kz = f[a] * py - f[a + 1] * px;
    const along = f[a] * f[e] + f[a + 1] * f[e + 1] + f[a + 2] * f[e + 2];
    for (let m = 3; m < 9; m += 3) {
      const rise = -(f[a] * f[e + m] + f[a + 1] * f[e + m + 1] + f[a + 2] * f[e + m + 2]) / along;
      const vx = f[e + m] + rise * f[e];
      const vy = f[e + m + 1] + rise * f[e + 1];
      const vz = f[e + m + 2] + rise * f[e + 2];
      const tx = ky * vz - kz * vy;
      const ty = kz * vx - kx * vz;
      const tz = kx * vy - ky * vx;
      x[s + m - 3] = vx + tx + (ky * tz - kz * ty) / (1 + c);
      x[s + m - 2] = vy + ty + (kz * tx - kx * tz) / (1 + c);
      x[s + m - 1] = vz + tz + (kx * ty - ky * tx) / (1 + c);
    }
  }
}

/** The part of a facing region on which its bodies are inside each other. */
export class Overlapped {
  /** Its corners, (u, w) in the region's frame about its centre; area and volume. */
  readonly outline: [number, number][] = [];
  area = 0;
  volume = 0;

  measure(region: FacingRegion): void {
    const { gap, vertices: v, count: n, hasRim } = region;
    const { outline } = this;
    outline.length = 0;
    const at = (m: number) => gap[0] + gap[1] * v[2 * m] + gap[2] * v[2 * m + 1];
    for (let m = 0; m < n; m++) {
      const j = (m + 1) % n;
      const here = at(m);
      const next = at(j);
      if (here <= 0) outline.push([v[2 * m], v[2 * m + 1]]);
      if (here < 0 === next < 0) continue;
      const t = here / (here - next);
      if (t > 0 && t < 1)
        outline.push([v[2 * m] + t * (v[2 * j] - v[2 * m]), v[2 * m + 1] + t * (v[2 * j + 1] - v[2 * m + 1])]);
    }
    this.area = 0;
    this.volume = 0;
    for (let m = 1; m + 1 < outline.length; m++) {
      const a = outline[0]!;
      const b = outline[m]!;
      const c = outline[m + 1]!;
      const area = 0.5 * ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]));
      const u = (a[0] + b[0] + c[0]) / 3;
      const w = (a[1] + b[1] + c[1]) / 3;
      this.area += area;
      this.volume -= area * (gap[0] + gap[1] * u + gap[2] * w);
    }
    if (region.tube > 0) this.#measureRing(region);
    if (!hasRim || region.tube > 0) return;
    this.area *= RIM_AREA;
    this.volume *= RIM_AREA;
  }

  /**
   * A torus has nothing within its ring. Its gap is a + b cos φ round that, and every slice of it a segment of a disc.
   * Exact but for the quadrature where it lies flat.
   */
  #measureRing({ gap, least, ring, tube: r }: FacingRegion): void {
    const a = gap[0];
    const b = a - least;
    this.area = this.volume = 0;
    if (!(least < 0)) return;
    // From the lowest point up to where it comes out.
    const end = a + b <= 0 ? PI : atan2(Math.sqrt((b - a) * (b + a)), a);
    for (let k = 0; k < SLICES; k++) {
      const depth = b * cos(((k + 0.5) * end) / SLICES) - a;
      const half = Math.sqrt(depth * (2 * r - depth));
      this.area += 2 * half;
      this.volume += r * r * atan2(half, r - depth) - half * (r - depth);
    }
    this.area *= (2 * end * ring) / SLICES;
    this.volume *= (2 * end * ring) / SLICES;
  }
}
