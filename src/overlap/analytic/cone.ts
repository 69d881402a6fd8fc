// A cone cut by a plane: slices of constant distance τ from the apex, each a circular segment, a whole disc or nothing.
//
// Apex at t = +h, base at τ = H = 2h, slice radius κ τ with κ = R/H. With δ = d - c h the depth of the apex, the
// lowest and the highest generator lie at depths δ + v τ and δ - u τ, u = sκ - c, v = sκ + c. A segment's height P = r
// + y_p and its rest Q = r - y_p are P = (δ + v τ)/s, Q = (u τ - δ)/s, its half-angle β = 2 atan √(P/Q), r = (P + Q)/2.
//   apex below (δ ≥ 0): whole discs up to τ_a = δ/u (Q = 0), then segments, to the base or to P = 0
//   apex above (δ < 0): nothing up to τ_a = -δ/v (P = 0), then segments, to the base or to Q = 0, then whole discs
// With X = (τ - τ_a)/s, which is the distance along the section, one of P, Q is B X and the other 2κτ_a + F X. No
// difference is left that could cancel, and s → 0 is no special case.
//
// The section is an ellipse where F < 0, from X = 0 to L = 2κτ_a/|F|: X = L sin²(φ/2) removes both square roots. A
// hyperbola, a parabola or an ellipse that ends far beyond the base: X = x². The apex (r = 0) is the only singularity
// left, at φ = ±iμ, tanh(μ/2) = √(τ_a/τ_L), or at x = ±i√(τ_a/s): panels that grow by 3 from there keep 16 Gauss nodes
// at 1e-14. Verified in test/overlap/analytic-*.test.ts.

import { atan2, cos, PI, sin } from '../../math/trig.js';
import { type PlaneCut, sampleScale } from './plane-cut.js';
import { SAMPLE_STEP, SAMPLES } from './samples.js';
import { GAUSS, GAUSS_W, GAUSS_X, GAUSS3_W, GAUSS3_X, SEG_0, SEG_1, SEG_2, SEG_Z, segmentMoments } from './segment.js';

/** An ellipse is treated as one up to this many heights of the cone. */
const FAR = 4;
const HALF_STEP_COS = cos(0.5 * SAMPLE_STEP);
const HALF_STEP_SIN = sin(0.5 * SAMPLE_STEP);

/** Cone against half-space; `setAxis` has been called without mirroring. False: none. */
export function cutCone(cut: PlaneCut, R: number, h: number): boolean {
  const { c, s } = cut;
  const H = 2 * h;
  const kappa = R / H;
  const u = s * kappa - c;
  const v = s * kappa + c;
  const delta = cut.d - c * h;
  const rim = delta + v * H;
  if (!(Math.max(delta, rim) > cut.least)) return false;
  const below = delta >= 0;
  if (below && u * H <= delta) {
    cut.xi0 = s * h;
    addDiscs(cut, kappa, delta, 0, H, 0);
    addRim(cut, R, h, PI);
    cut.addPoint(h, 0, 0);
    return true;
  }
  const B = below ? u : v;
  const F = below ? v : u;
  const start = below ? delta / u : -delta / v;
  // What is left from there to the base; without cancellation where only the rim is below the plane.
  const left = below ? H - start : rim / v;
  const radius = kappa * start;
  const chord = below ? radius : -radius;
  cut.xi0 = s * (h - start) - c * chord;
  if (below && start > 0) addDiscs(cut, kappa, delta, 0, start, c * chord + s * start);
  // To the end of the ellipse, along the section and along the axis.
  const L = F < 0 ? (2 * radius) / -F : Infinity;
  const end = s * L;
  if (start + end < FAR * H) {
    addEllipse(cut, below, B, start, radius, L, end > left ? left / end : 1);
    if (!below && end < left) addDiscs(cut, kappa, delta, start + end, H, c * chord + s * start);
  } else {
    addOpen(cut, below, B, F, start, radius, left);
  }
  addOutline(cut, R, h, below, B, F, radius, left, L);
  return true;
}

/** Whole discs for τ in [from, to]; `xi` is their axis' ξ - ξ₀ at τ = 0. Polynomials of degree ≤ 4. */
function addDiscs(cut: PlaneCut, kappa: number, delta: number, from: number, to: number, xi: number): void {
  const { c, s } = cut;
  const length = to - from;
  for (let i = 0; i < 3; i++) {
    const tau = from + length * GAUSS3_X[i];
    const r = kappa * tau;
    const w = length * GAUSS3_W[i] * PI * r * r;
    cut.addDisc(w, delta + c * tau, xi - s * tau, 0.25 * r * r, c);
  }
}

/** Segments from X = 0 to the share `part` of the ellipse's length L. */
function addEllipse(
  cut: PlaneCut,
  below: boolean,
  B: number,
  start: number,
  radius: number,
  L: number,
  part: number,
): void {
  const last = part < 1 ? 2 * atan2(Math.sqrt(part), Math.sqrt(1 - part)) : PI;
  let low = 0;
  let high = Math.max(4 * Math.sqrt(start / (start + cut.s * L)), 1e-4);
  while (low < last) {
    if (1.3 * high > last) high = last;
    const length = high - low;
    for (let i = 0; i < GAUSS; i++) {
      const phi = low + length * GAUSS_X[i];
      const sh = sin(0.5 * phi);
      const ch = cos(0.5 * phi);
      const X = L * sh * sh;
      const near = B * X;
      const far = 2 * radius * ch * ch;
      addSegment(cut, below ? far : near, below ? near : far, X, length * GAUSS_W[i] * L * sh * ch);
    }
    low = high;
    high = 3 * low;
  }
}

/** Segments from X = 0 to the base, where the section ends far beyond it or never. */
function addOpen(
  cut: PlaneCut,
  below: boolean,
  B: number,
  F: number,
  start: number,
  radius: number,
  left: number,
): void {
  const last = Math.sqrt(left / cut.s);
  let low = 0;
  let high = Math.max(2 * Math.sqrt(start / cut.s), 1e-4 * last);
  while (low < last) {
    if (1.3 * high > last) high = last;
    const length = high - low;
    for (let i = 0; i < GAUSS; i++) {
      const x = low + length * GAUSS_X[i];
      const X = x * x;
      const near = B * X;
      const far = 2 * radius + F * X;
      addSegment(cut, below ? far : near, below ? near : far, X, length * GAUSS_W[i] * 2 * x);
    }
    low = high;
    high = 3 * low;
  }
}

/** The slice at ξ = ξ₀ - X with P = r + y_p and Q = r - y_p; dX its extent along the section. */
function addSegment(cut: PlaneCut, P: number, Q: number, X: number, dX: number): void {
  const { c, s, f } = cut;
  const p = Math.sqrt(P);
  const q = Math.sqrt(Q);
  segmentMoments(f, 2 * atan2(p, q));
  const r = 0.5 * (P + Q);
  const w = s * dX * r * r;
  const w0 = w * f[SEG_0];
  const w1 = w * r * f[SEG_1];
  const w2 = w * r * r * f[SEG_2];
  cut.add(
    w0,
    s * w1,
    c * w1 - X * w0,
    s * s * w2,
    s * (c * w2 - X * w1),
    X * X * w0 - c * (2 * X * w1 - c * w2),
    w * r * r * f[SEG_Z],
  );
  const S = 2 * p * q * dX;
  cut.section += S;
  cut.sectionXi -= X * S;
}

/**
 * The section, the part of the rim below the plane, the apex if below: their hull, seen along m, is that of the
 * overlap.
 */
function addOutline(
  cut: PlaneCut,
  R: number,
  h: number,
  below: boolean,
  B: number,
  F: number,
  radius: number,
  left: number,
  L: number,
): void {
  const { s } = cut;
  const open = s * L > left;
  const end = open ? left / s : L;
  const k = sampleScale(PI);
  const first = 0.5 * cut.firstSample();
  let sh = sin(first);
  let ch = cos(first);
  for (let i = 0; i < SAMPLES; i++) {
    // As on an ellipse, also where the base cuts it off: about its middle, a little outside.
    const X = end * (0.5 + k * (sh * sh - 0.5));
    const x = end * sh * sh;
    const far = open ? 2 * radius + F * x : 2 * radius * (1 - sh * sh);
    const z = k * Math.sqrt(Math.max(B * x * far, 0));
    cut.addPlanePoint(cut.d, cut.xi0 - (open ? Math.min(X, end) : X), sh < 0 ? -z : z);
    const next = sh * HALF_STEP_COS + ch * HALF_STEP_SIN;
    ch = ch * HALF_STEP_COS - sh * HALF_STEP_SIN;
    sh = next;
  }
  if (below) cut.addPoint(h, 0, 0);
  // The rim: P and Q at the base.
  const near = B * end;
  const far = 2 * radius + F * end;
  if (open)
    addRim(cut, R, h, below ? 2 * atan2(Math.sqrt(far), Math.sqrt(near)) : 2 * atan2(Math.sqrt(near), Math.sqrt(far)));
  else if (!below) addRim(cut, R, h, PI);
}

/** The rim within the angle `reach` of its lowest point. */
function addRim(cut: PlaneCut, R: number, h: number, reach: number): void {
  const k = R * sampleScale(reach);
  const most = reach < PI ? -R * cos(reach) : k;
  const share = reach / PI;
  const first = share * cut.firstSample();
  const turnCos = cos(share * SAMPLE_STEP);
  const turnSin = sin(share * SAMPLE_STEP);
  let cosPsi = cos(first);
  let sinPsi = sin(first);
  for (let i = 0; i < SAMPLES; i++) {
    cut.addPoint(-h, Math.min(-k * cosPsi, most), k * sinPsi);
    const next = cosPsi * turnCos - sinPsi * turnSin;
    sinPsi = sinPsi * turnCos + cosPsi * turnSin;
    cosPsi = next;
  }
  if (reach >= PI) return;
  const z = R * sin(reach);
  cut.addPoint(-h, most, z);
  cut.addPoint(-h, most, -z);
}
