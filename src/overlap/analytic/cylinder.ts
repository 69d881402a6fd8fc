// A cylinder cut by a plane at any tilt: slabs of constant y, each a rectangle in (t, z), summed over ψ with y = -R
// cos ψ.
//
// Axis turned so that c ≥ 0 (plane-cut.ts). The deepest point is on the lower rim (t = -h, y = -R), at depth
// η₀ = d + c h + s R. With T = t + h and Y = y + R = 2R sin²(ψ/2) the depth is η = η₀ - c T - s Y, so a slab reaches
// from T = 0 to
//   T_e = 2h                   where the upper rim is below the plane:  ψ < ψ_t, sin²(ψ_t/2) = (η₀ - 2 c h)/(2 s R)
//   T_e = (η₀ - s Y)/c         up to where the lower rim leaves it:     ψ < ψ_b, sin²(ψ_b/2) = η₀/(2 s R)
// The integrands are trigonometric polynomials of degree ≤ 6 on each piece: 16 Gauss nodes leave some 1e-14. No
// division by c or s: T_e and the section are interpolated between their values at the ends of the piece, which are
// known exactly.
//
// Patch: seen along m the overlap is bounded by the section where the side faces down (y ≤ 0), by the upper
// rim beyond it, by the lower rim where the side faces up, and by straight lines between these. On its side: a
// rectangle. Verified in test/overlap/analytic-*.test.ts.

import { atan2, cos, PI, sin } from '../../math/trig.js';
import { type PlaneCut, sampleScale } from './plane-cut.js';
import { SAMPLE_STEP, SAMPLES } from './samples.js';
import { GAUSS, GAUSS_W, GAUSS_X } from './segment.js';

/** 2 asin √(x / full), π from `full` on. */
export function rimAngle(x: number, full: number): number {
  if (!(x > 0)) return 0;
  return x < full ? 2 * atan2(Math.sqrt(x), Math.sqrt(full - x)) : PI;
}

/**
 * Add a cylinder of which the deepest point lies at depth eta0 > 0 and at ξ = ξ₀ + xi. Also the middle part of a
 * capsule, therefore without points.
 */
export function addCylinder(cut: PlaneCut, R: number, h: number, eta0: number, xi: number): void {
  const { c, s } = cut;
  const psiT = rimAngle(eta0 - 2 * c * h, 2 * s * R);
  const psiB = rimAngle(eta0, 2 * s * R);
  if (psiT > 0) addLong(cut, R, h, eta0, xi, psiT);
  if (psiT >= PI) return;
  // The part with the section on it. T at its ends; equal where the axis stands on the plane.
  const T1 = eta0 < 2 * c * h ? eta0 / c : 2 * h;
  const over = eta0 - 2 * s * R;
  const T2 = over > 0 ? (over < 2 * c * h ? over / c : 2 * h) : 0;
  const x = 0.5 * (psiB - psiT);
  const middle = sin(0.5 * (psiT + psiB));
  const sx = sin(x);
  // Length of the section along ξ: from whichever of its two projections is the longer.
  const length = c > s ? (2 * R * middle * sx) / c : (T1 - T2) / s;
  if (!(middle > 0) || !(length > 0)) return;
  const stretch = x > 0 ? x / sx : 1;
  const cc = c * c;
  const ss = s * s;
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
    const half = x * GAUSS_X[i];
    const psi = psiT + 2 * half;
    const sinHalf = sin(0.5 * psi);
    const sinPsi = 2 * sinHalf * cos(0.5 * psi);
    const Y = 2 * R * sinHalf * sinHalf;
    const z = R * sinPsi;
    // Share of the way in y from one end to the other: sin(ψ_t + half) sin(half).
    const share =
      psiT === 0
        ? (sinHalf * sinHalf) / (middle * sx)
        : (sin(psiT + half) * (x > 0 ? sin(half) / sx : GAUSS_X[i])) / middle;
    const T = T1 + (T2 - T1) * share;
    const eta = 0.5 * c * T;
    const ksi = xi + 0.5 * s * T - c * Y;
    const variance = (T * T) / 12;
    const w = 4 * x * GAUSS_W[i] * z * z * T;
    V += w;
    E += w * eta;
    X += w * ksi;
    EE += w * (eta * eta + cc * variance);
    EX += w * (eta * ksi - c * s * variance);
    XX += w * (ksi * ksi + ss * variance);
    ZZ += (w * z * z) / 3;
    const a = GAUSS_W[i] * length * 2 * z * stretch * (sinPsi / middle);
    S += a;
    SX += a * (xi + s * T - c * Y);
  }
  cut.add(V, E, X, EE, EX, XX, ZZ);
  cut.section += S;
  cut.sectionXi += SX;
}

/** The slabs that are below the plane over the whole length of the cylinder. */
function addLong(cut: PlaneCut, R: number, h: number, eta0: number, xi: number, psiT: number): void {
  const { c, s } = cut;
  const variance = (h * h) / 3;
  let V = 0;
  let E = 0;
  let X = 0;
  let EE = 0;
  let EX = 0;
  let XX = 0;
  let ZZ = 0;
  for (let i = 0; i < GAUSS; i++) {
    const psi = psiT * GAUSS_X[i];
    const sinHalf = sin(0.5 * psi);
    const Y = 2 * R * sinHalf * sinHalf;
    const z = 2 * R * sinHalf * cos(0.5 * psi);
    const eta = eta0 - s * Y - c * h;
    const ksi = xi + s * h - c * Y;
    const w = 4 * psiT * GAUSS_W[i] * z * z * h;
    V += w;
    E += w * eta;
    X += w * ksi;
    EE += w * (eta * eta + c * c * variance);
    EX += w * (eta * ksi - c * s * variance);
    XX += w * (ksi * ksi + s * s * variance);
    ZZ += (w * z * z) / 3;
  }
  cut.add(V, E, X, EE, EX, XX, ZZ);
}

/** Cylinder against half-space; `setAxis` has been called. False: none. */
export function cutCylinder(cut: PlaneCut, R: number, h: number): boolean {
  const { c, s } = cut;
  const eta0 = cut.d + c * h + s * R;
  if (!(eta0 > cut.least)) return false;
  cut.xi0 = c * R - s * h;
  addCylinder(cut, R, h, eta0, 0);
  addOutline(cut, R, h, eta0);
  return true;
}

function addOutline(cut: PlaneCut, R: number, h: number, eta0: number): void {
  const { c, s } = cut;
  const psiB = rimAngle(eta0, 2 * s * R);
  const psiT = rimAngle(eta0 - 2 * c * h, 2 * s * R);
  if (psiB < PI) addPair(cut, R, psiB, -h);
  if (psiT > 0 && psiT < PI) addPair(cut, R, Math.min(psiT, 0.5 * PI), h);
  if (psiB > 0.5 * PI) {
    addPair(cut, R, 0.5 * PI, -h);
    if (psiT < 0.5 * PI) addPair(cut, R, 0.5 * PI, upperEnd(c, h, eta0 - s * R));
  }
  // On its side: the corners are all there is. Else the arcs bulge by less than 1e-9 of the patch's length.
  if (c < 1e-9 && c * h < 1e-9 * eta0) return;
  const k = R * sampleScale(psiB);
  const most = s * R > 0 && psiB < PI ? eta0 / s - R : k;
  // On its side the patch is as wide as its straight sides are apart; only its round ends lie outside.
  const wide = (R + (k - R) * c) * sin(Math.min(psiB, 0.5 * PI));
  const share = psiB / PI;
  const first = share * cut.firstSample();
  const turnCos = cos(share * SAMPLE_STEP);
  const turnSin = sin(share * SAMPLE_STEP);
  let cosPsi = cos(first);
  let sinPsi = sin(first);
  for (let i = 0; i < SAMPLES; i++) {
    const z = Math.min(Math.max(k * sinPsi, -wide), wide);
    const y = Math.min(-k * cosPsi, most);
    cut.addPoint(y > 0 ? -h : upperEnd(c, h, eta0 - s * (y + R)), y, z);
    const next = cosPsi * turnCos - sinPsi * turnSin;
    sinPsi = sinPsi * turnCos + cosPsi * turnSin;
    cosPsi = next;
  }
}

/** t where the line of depth `depth` at t = -h leaves the half-space or the cylinder. */
export function upperEnd(c: number, h: number, depth: number): number {
  if (!(depth > 0)) return -h;
  return depth < 2 * c * h ? depth / c - h : h;
}

/** The two points of the side at the angle ±ψ from its lowest line. */
export function addPair(cut: PlaneCut, R: number, psi: number, t: number): void {
  const y = -R * cos(psi);
  const z = R * sin(psi);
  cut.addPoint(t, y, z);
  cut.addPoint(t, y, -z);
}
