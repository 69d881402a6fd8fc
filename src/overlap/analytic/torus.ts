// A torus cut by a plane at any tilt: slices through the axis, each a disc of the tube cut by a line.
//
// Ring of radius R, tube of radius r, axis turned so that c ≥ 0 (plane-cut.ts). φ runs around the ring from its deepest
// side; x outward and t along the axis are about the tube's centre:
//   y = -(R + x) cos φ    z = (R + x) sin φ    dV = (R + x) dx dt dφ
//   η = p + s cos φ x - c t,  p = d + s R cos φ      |grad| = k = √(c² + s² cos²φ)
// so the part of a slice below the plane is a circular segment of half-angle β, cos β = -p/(k r) (segment.ts). With q
// the distance from the line, ζ along it, w = r cos β the line's distance from the tube's centre:
//   η = k q    R + x = ρ + (s cos φ/k) q + (c/k) ζ,  ρ = R + (s cos φ/k) w
//   ξ - cR = -(s c sin²φ/k)(w + q) - 2 c R sin²(φ/2) + (cos φ/k) ζ
// The factor R + x asks for segment moments of third order. Section: dV/dd = ∫ dφ/k ∫ (R + x) dζ over the chords.
//
// In u = s cos φ a line touches the disc where (R² - r²) u² + 2 d R u + d² - r² c² = 0: below the first root u₀ slices
// are dry, above the second, u₁, drowned; so what is wet is always one piece about φ = 0. In δ = s - u, with η₀ = d + s
// R + r the greatest depth, (R² - r²) δ² + 2 B δ = η₀ (2r - η₀), B = r² s + R (r - η₀), which thin contacts do not
// cancel in; nor does β from k² r² - p² = (R² - r²)(u - u₀)(u₁ - u).
//
// Quadrature: 16 Gauss nodes on panels that are as short as the nearest singularity asks, but for one at an end:
// u₀ and u₁ and their images, where β has a root (quadratic substitution where a panel ends on one; complex where the
// whole ring is wet, or none drowned), and u = ±ic, where k vanishes. A panel or two as a rule, a dozen where the far
// side of a torus that lies nearly flat just touches. Errors below 1e-13 of the whole.
//
// Verified in test/overlap/analytic-torus.test.ts; patch: torus-outline.ts.

import { asin, atan2, cos, log, PI, sin } from '../../math/trig.js';
import { rimAngle } from './cylinder.js';
import type { PlaneCut } from './plane-cut.js';
import {
  GAUSS,
  GAUSS_W,
  GAUSS_X,
  SEG_0,
  SEG_1,
  SEG_2,
  SEG_3,
  SEG_KZ,
  SEG_Z,
  segmentMoments,
  segmentThirds,
} from './segment.js';
import { addTorusOutline } from './torus-outline.js';

/**
 * Panels may ignore singularities nearer than this share of the range: what they get wrong is beyond the last digit.
 */
const FINEST = 1e-9;
/** Never reached; against rounding that would not let a range end. */
const MOST_PANELS = 99;
/**
 * Within this of standing upright with its centre on the plane, in units of R: the section's slices, a disc each, would
 * span no angle. The section's area is even in d, so that a plane this far off has the same area to 1e-14.
 */
const BALANCED = 1e-7;

export class TorusCut {
  #R = 0;
  #r = 0;
  #d = 0;
  /** Wet slices are |φ| < φ₀, drowned ones |φ| < φ₁; φ₀ - φ₁ by itself. */
  #phi0 = 0;
  #phi1 = 0;
  #span = 0;
  /** δ of the roots u₀, u₁, and the roots. */
  #delta0 = 0;
  #delta1 = 0;
  #u0 = 0;
  #u1 = 0;
  /** Singularities: φ - φ₁, and height above the real axis. */
  readonly #place = new Float64Array(5);
  readonly #height = new Float64Array(5);
  #singular = 0;

  /** Torus against half-space; `setAxis` has been called. False: none. */
  cut(cut: PlaneCut, R: number, r: number): boolean {
    const { c, s } = cut;
    const eta0 = cut.d + s * R + r;
    if (!(eta0 > cut.least)) return false;
    this.#R = R;
    this.#r = r;
    cut.xi0 = c * R;
    this.#setPlane(cut, cut.d);
    if (this.#phi1 > 0) this.#addDrowned(cut);
    this.#addCut(cut, true);
    if (Math.abs(cut.d) + c * R < BALANCED * R) {
      cut.clearSection();
      this.#setPlane(cut, BALANCED * R);
      this.#addCut(cut, false);
    }
    addTorusOutline(cut, R, r, eta0);
    return true;
  }

  /** Which slices are wet, drowned, and where their sums are singular, for the plane at d. */
  #setPlane(cut: PlaneCut, d: number): void {
    const { c, s } = cut;
    const R = this.#R;
    const r = this.#r;
    const eta0 = d + s * R + r;
    const D = (R - r) * (R + r);
    // -(s D + d R) is the same, and either may cancel.
    const B =
      s * D + Math.abs(d) * R < r * r * s + R * Math.abs(r - eta0) ? -(s * D + d * R) : r * r * s + R * (r - eta0);
    const Q = r * Math.sqrt(d * d + D * c * c);
    // η₀ - 2r, which thick tubes need to the digits of R - r.
    const over = r > 0.5 * R ? R - r + (d - (R * c * c) / (1 + s)) : eta0 - 2 * r;
    if (B > 0) {
      this.#delta0 = -(eta0 * over) / (B + Q);
      this.#delta1 = -(B + Q) / D;
    } else {
      this.#delta0 = (Q - B) / D;
      this.#delta1 = (eta0 * over) / (Q - B);
    }
    const product = (d - r * c) * (d + r * c);
    this.#u0 = d > 0 ? -(d * R + Q) / D : product / (Q - d * R);
    this.#u1 = d > 0 ? -product / (d * R + Q) : (Q - d * R) / D;
    // Far from the deepest side u is what has the digits.
    if (Math.abs(this.#u0) < 0.5 * s) this.#delta0 = s - this.#u0;
    if (Math.abs(this.#u1) < 0.5 * s) this.#delta1 = s - this.#u1;
    const delta0 = this.#delta0;
    const delta1 = this.#delta1;
    const phi0 = rimAngle(delta0, 2 * s);
    const phi1 = rimAngle(delta1, 2 * s);
    this.#d = d;
    this.#phi0 = phi0;
    this.#phi1 = phi1;
    this.#span = phi0 - phi1;
    if (phi1 > 0 && phi0 < PI && this.#span < 0.5)
      this.#span = 2 * asin(Math.min(Q / (D * s * sin(0.5 * (phi0 + phi1))), 1));
    this.#singular = 0;
    if (!(s > 0)) return;
    // From φ₁ without cancellation: near balance both are within a hair of a quarter turn.
    const slope = c / s;
    const quarter = phi1 > 0 && phi1 < PI ? asin(Math.max(-1, Math.min(1, this.#u1 / s))) : 0.5 * PI - phi1;
    this.#addSingular(quarter, slope < 1e-4 ? slope : log(slope + Math.sqrt(1 + slope * slope)));
    if (phi0 < PI) {
      this.#addSingular(-phi0 - phi1, 0);
      this.#addSingular(2 * PI - phi0 - phi1, 0);
    } else this.#addSingular(PI - phi1, beyondOne((delta0 - 2 * s) / s));
    if (phi1 > 0) this.#addSingular(-2 * phi1, 0);
    else this.#addSingular(0, beyondOne(-delta1 / s));
  }

  #addSingular(place: number, height: number): void {
    this.#place[this.#singular] = place;
    this.#height[this.#singular++] = height;
  }

  /** Slices that are below the plane as a whole: trigonometric polynomials. */
  #addDrowned(cut: PlaneCut): void {
    const { c, s } = cut;
    const R = this.#R;
    const r = this.#r;
    const phi1 = this.#phi1;
    const d = this.#d;
    const variance = 0.25 * r * r;
    for (let i = 0; i < GAUSS; i++) {
      const phi = phi1 * GAUSS_X[i];
      const sinHalf = sin(0.5 * phi);
      const sinPhi = sin(phi);
      const cosPhi = cos(phi);
      const w = 2 * phi1 * GAUSS_W[i] * PI * r * r;
      const p = d + s * R * cosPhi;
      const ksi = -2 * c * R * sinHalf * sinHalf;
      const etaX = s * cosPhi;
      const ksiX = c * cosPhi;
      cut.add(
        w * R,
        w * (R * p + etaX * variance),
        w * (R * ksi + ksiX * variance),
        w * (R * (p * p + (etaX * etaX + c * c) * variance) + 2 * p * etaX * variance),
        w * (R * (p * ksi + (etaX * ksiX - c * s) * variance) + (p * ksiX + ksi * etaX) * variance),
        w * (R * (ksi * ksi + (ksiX * ksiX + s * s) * variance) + 2 * ksi * ksiX * variance),
        w * sinPhi * sinPhi * R * (R * R + 3 * variance),
      );
    }
  }

  /** Slices that the plane cuts; without `sums` only their section. */
  #addCut(cut: PlaneCut, sums: boolean): void {
    const span = this.#span;
    let from = 0;
    for (let n = 0; from < span; n++) {
      const length = n < MOST_PANELS ? this.#panel(from) : span - from;
      this.#addPanel(cut, from, length, sums);
      // To the bit: what is left must not be a last sliver of rounding.
      from = length === span - from ? span : from + length;
    }
  }

  /** Length of the panel from φ₁ + from on. */
  #panel(from: number): number {
    const span = this.#span;
    const phi0 = this.#phi0;
    const phi1 = this.#phi1;
    const place = this.#place;
    const height = this.#height;
    const singular = this.#singular;
    const left = span - from;
    let length = left;
    for (;;) {
      if (length <= FINEST * span) return Math.min(left, FINEST * span);
      // Twice the distance of a singularity before or behind the panel, once that of one beside it; those at the
      // range's own ends do not count where the panel ends on them.
      let most = phi1 > 0 && from > 0 ? 2 * from : Infinity;
      if (phi0 < PI) {
        if (length < left) most = Math.min(most, 2 * (left - length));
        else if (phi1 > 0 && from === 0) most = 0;
      }
      for (let i = 0; i < singular; i++) {
        const low = from - place[i];
        const beside = 2 * Math.max(low, -low - length, 0);
        most = Math.min(most, Math.sqrt(beside * beside + height[i] * height[i]));
      }
      if (length <= most) return length;
      length *= 0.7;
    }
  }

  #addPanel(cut: PlaneCut, from: number, length: number, sums: boolean): void {
    const { c, s, f } = cut;
    const R = this.#R;
    const r = this.#r;
    const d = this.#d;
    const phi0 = this.#phi0;
    const phi1 = this.#phi1;
    const span = this.#span;
    const delta0 = this.#delta0;
    const delta1 = this.#delta1;
    const u0 = this.#u0;
    const u1 = this.#u1;
    const D = (R - r) * (R + r);
    const cc = c * c;
    const rr = r * r;
    const closed = phi0 >= PI;
    const rootHigh = !closed && length === span - from;
    const rootLow = phi1 > 0 && from === 0;
    let V = 0;
    let E = 0;
    let X = 0;
    let EE = 0;
    let EX = 0;
    let XX = 0;
    let ZZ = 0;
    let S = 0;
    let SX = 0;
    for (let i = 0; i < GAUSS; i++) {
      const v = GAUSS_X[i];
      let weight = 2 * length * GAUSS_W[i];
      /** Angles from φ₁ (or 0) and to φ₀. */
      let since = from + length * v;
      if (rootLow) {
        since = length * v * v;
        weight *= 2 * v;
      }
      let until = span - since;
      if (rootHigh) {
        until = length * v * v;
        since = span - until;
        weight *= 2 * v;
      }
      const phi = phi1 + since;
      const sinHalf = sin(0.5 * phi);
      const cosHalf = cos(0.5 * phi);
      const sinPhi = 2 * sinHalf * cosHalf;
      const cosPhi = 1 - 2 * sinHalf * sinHalf;
      const above = closed
        ? delta0 - 2 * s + 2 * s * cosHalf * cosHalf
        : 2 * s * sin(0.5 * until) * sin(phi0 - 0.5 * until);
      const below = phi1 > 0 ? 2 * s * sin(0.5 * since) * sin(phi1 + 0.5 * since) : 2 * s * sinHalf * sinHalf - delta1;
      // Near balance u and c are small, and the root that is nearer knows u to its last digit.
      let u = s * cosPhi;
      if (phi1 > 0 && (closed || since < until)) u = u1 - below;
      else if (!closed) u = u0 + above;
      const kk = cc + u * u;
      const k = Math.sqrt(kk);
      const p = d + R * u;
      const root = Math.sqrt(Math.max(D * above * below, 0));
      const out = u / k;
      const along = c / k;
      const rho = R - (out * p) / k;
      const a = (-s * c * sinPhi * sinPhi) / k;
      const b = cosPhi / k;
      const ksi = (-a * p) / k - 2 * c * R * sinHalf * sinHalf;
      const half = root / k;
      const chord = (weight * 2 * half) / k;
      S += chord * rho;
      SX += chord * (rho * ksi + (along * b * half * half) / 3);
      if (!sums) continue;
      const beta = atan2(root, -p);
      segmentMoments(f, beta);
      segmentThirds(f, beta);
      const w2 = weight * rr;
      const w3 = w2 * r;
      const w4 = w2 * rr;
      const w5 = w4 * r;
      // ∫ q^j and ∫ q^j ζ^i, weighed by R + x.
      const m0 = rho * w2 * f[SEG_0] + out * w3 * f[SEG_1];
      const m1 = rho * w3 * f[SEG_1] + out * w4 * f[SEG_2];
      const m2 = rho * w4 * f[SEG_2] + out * w5 * f[SEG_3];
      const n0 = along * w4 * f[SEG_Z];
      const n1 = along * w5 * f[SEG_KZ];
      const n2 = rho * w4 * f[SEG_Z] + out * w5 * f[SEG_KZ];
      const first = a * m1 + b * n0;
      V += m0;
      E += k * m1;
      X += ksi * m0 + first;
      EE += kk * m2;
      EX += k * (ksi * m1 + a * m2 + b * n1);
      XX += ksi * (ksi * m0 + 2 * first) + a * (a * m2 + 2 * b * n1) + b * b * n2;
      ZZ +=
        sinPhi *
        sinPhi *
        (rho * (rho * m0 + 2 * (out * m1 + along * n0)) + out * (out * m2 + 2 * along * n1) + along * along * n2);
    }
    cut.add(V, E, X, EE, EX, XX, ZZ);
    cut.section += S;
    cut.sectionXi += SX;
  }
}

/** acosh(1 + e). */
function beyondOne(e: number): number {
  return e > 0 ? log(1 + e + Math.sqrt(e * (2 + e))) : 0;
}
