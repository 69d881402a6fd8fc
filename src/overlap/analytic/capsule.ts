// A capsule cut by a plane: its cylinder (cylinder.ts) and two half-balls.
//
// Half-ball: centre on the axis, τ ≥ 0 along the outward axis a', c' = m·a', plane at d' from the centre. The plane
// meets the ball in a circle of radius a = √(R² - d'²), at τ = c' d' + s ξ' (ξ' in the plane, along e_t' = (a' - c'
// m)/s).
//   - The circle misses τ < 0: a whole cap, or a half-ball less the opposite cap: closed forms.
//   - It misses τ > 0: all or nothing.
//   - Else slices of constant τ, circular segments of half-angle β = atan2(a sin φ, -y_p), radius² = y_p² + a² sin²φ,
//     with ξ' = a cos φ and chord y_p = s d' - c' ξ', for φ from 0 to φ₀ (τ = 0), and whole discs up to the pole if
//     that is below the plane.
// The slices are analytic in φ but where the radius vanishes, φ = ±iμ, cosh μ = (R - c'd')/(s a): the plane then
// passes the pole. Panels [0, 2μ], [2μ, 6μ], … keep 16 Gauss nodes at 1e-14; for shallow contacts one panel is enough.
//
// Patch: the outlines of both end balls and the section's arcs between them. On its side: a stadium.
// Verified in test/overlap/analytic-*.test.ts.

import { atan2, cos, PI, sin } from '../../math/trig.js';
import { addCylinder, addPair, rimAngle, upperEnd } from './cylinder.js';
import { type PlaneCut, sampleScale } from './plane-cut.js';
import { SAMPLE_STEP, SAMPLES } from './samples.js';
import { GAUSS, GAUSS_W, GAUSS_X, GAUSS3_W, GAUSS3_X, SEG_0, SEG_1, SEG_2, SEG_Z, segmentMoments } from './segment.js';
import { addBallOutline, addCap } from './sphere.js';

/** Capsule against half-space; `setAxis` has been called. False: none. */
export function cutCapsule(cut: PlaneCut, R: number, h: number): boolean {
  const { c, s } = cut;
  const low = cut.d + c * h;
  if (!(low + R > cut.least)) return false;
  // About the lower ball's centre.
  cut.xi0 = -s * h;
  addHalfBall(cut, R, -c, low, 0, -1);
  addHalfBall(cut, R, c, cut.d - c * h, 2 * s * h, 1);
  const eta0 = low + s * R;
  if (h > 0 && eta0 > 0) addCylinder(cut, R, h, eta0, c * R);
  addBallOutline(cut, R, low, -c * h, -s * h);
  addBallOutline(cut, R, cut.d - c * h, c * h, s * h);
  if (h > 0 && eta0 > 0) addArcs(cut, R, h, eta0);
  return true;
}

/** The half-ball about ξ = ξ₀ + xi, outward axis of slope ce = c' and direction `sign` along e_t, plane at de. */
function addHalfBall(cut: PlaneCut, R: number, ce: number, de: number, xi: number, sign: number): void {
  const s = cut.s;
  if (de <= -R) return;
  if (de >= R) {
    addDiscs(cut, R, ce, de, xi, sign, 0);
    return;
  }
  const straddle = (s * R - de) * (s * R + de);
  const along = ce * de;
  if (straddle > 0) {
    addStraddling(cut, R, ce, de, xi, sign, Math.sqrt(straddle), along);
    return;
  }
  if (along >= 0) {
    if (ce < 0) {
      addCap(cut, R, R + de, xi, 1);
      return;
    }
    addDiscs(cut, R, ce, de, xi, sign, 0);
    addCap(cut, R, R - de, xi, -1);
    return;
  }
  if (de - ce * R > 0) addDiscs(cut, R, ce, de, xi, sign, 0);
}

/** Whole discs from τ = from to the pole. The integrands are polynomials of degree ≤ 4. */
function addDiscs(cut: PlaneCut, R: number, ce: number, de: number, xi: number, sign: number, from: number): void {
  const s = cut.s;
  const length = R - from;
  for (let i = 0; i < 3; i++) {
    const tau = from + length * GAUSS3_X[i];
    const rr = (R - tau) * (R + tau);
    const w = length * GAUSS3_W[i] * PI * rr;
    cut.addDisc(w, de - ce * tau, xi + sign * s * tau, 0.25 * rr, sign * ce);
  }
}

/** root = √(s²R² - d'²) = √((s a)² - (c'd')²). */
function addStraddling(
  cut: PlaneCut,
  R: number,
  ce: number,
  de: number,
  xi: number,
  sign: number,
  root: number,
  along: number,
): void {
  const { s, f } = cut;
  const a = Math.sqrt((R - de) * (R + de));
  const phi0 = atan2(root, -along);
  const reach = R - along;
  // 2μ from below: tanh(μ/2) = √((cosh μ - 1)/(cosh μ + 1)) ≤ μ/2. Below 1e-4 the pole's share is beyond the last
  // digit.
  const first = Math.max(4 * Math.sqrt(Math.max(reach - s * a, 0) / (reach + s * a)), 1e-4);
  let V = 0;
  let E = 0;
  let X = 0;
  let EE = 0;
  let EX = 0;
  let XX = 0;
  let ZZ = 0;
  let low = 0;
  let high = first;
  while (low < phi0) {
    if (1.3 * high > phi0) high = phi0;
    const length = high - low;
    for (let i = 0; i < GAUSS; i++) {
      const phi = low + length * GAUSS_X[i];
      const across = sin(phi);
      const z = a * across;
      const ksi = a * cos(phi);
      const chord = s * de - ce * ksi;
      const rr = z * z + chord * chord;
      const r = Math.sqrt(rr);
      segmentMoments(f, atan2(z, -chord));
      const w = length * GAUSS_W[i] * s * z * rr;
      const w0 = w * f[SEG_0];
      const w1 = w * r * f[SEG_1];
      const w2 = w * rr * f[SEG_2];
      V += w0;
      E += w1;
      X += ksi * w0 + ce * w1;
      EE += w2;
      EX += ksi * w1 + ce * w2;
      XX += ksi * ksi * w0 + ce * (2 * ksi * w1 + ce * w2);
      ZZ += w * rr * f[SEG_Z];
    }
    low = high;
    high = 3 * low;
  }
  cut.add(V, s * E, xi * V + sign * X, s * s * EE, s * (xi * E + sign * EX), xi * xi * V + 2 * xi * sign * X + XX, ZZ);
  segmentMoments(f, phi0);
  const S = a * a * f[SEG_0];
  const q = sin(phi0);
  cut.section += S;
  cut.sectionXi += xi * S + sign * (2 / 3) * a * a * a * q * q * q;
  const pole = along + s * a;
  if (de - ce * R > 0 && pole < R) addDiscs(cut, R, ce, de, xi, sign, Math.max(pole, 0));
}

/** The section of the cylinder where its side faces down; beyond it the balls' outlines take over. */
function addArcs(cut: PlaneCut, R: number, h: number, eta0: number): void {
  const { c, s } = cut;
  const psiT = rimAngle(eta0 - 2 * c * h, 2 * s * R);
  const psiB = rimAngle(eta0, 2 * s * R);
  const from = Math.min(psiT, 0.5 * PI);
  const to = Math.min(psiB, 0.5 * PI);
  // Ends of the straight sides, exactly.
  if (psiT > 0) addPair(cut, R, from, h);
  addPair(cut, R, to, -h);
  if (psiT < 0.5 * PI && psiB > 0.5 * PI) addPair(cut, R, 0.5 * PI, upperEnd(c, h, eta0 - s * R));
  if (c < 1e-9 && c * h < 1e-9 * eta0) return;
  const first = cut.firstSample();
  const k = R * sampleScale(2 * (to - from));
  for (let i = 0; i < SAMPLES; i++) {
    const angle = first + SAMPLE_STEP * i;
    const size = Math.abs(angle);
    if (size > 0.5 * PI) continue;
    const psi = from + ((to - from) * size) / (0.5 * PI);
    const y = -k * cos(psi);
    const z = k * sin(psi);
    cut.addPoint(upperEnd(c, h, eta0 - s * (y + R)), y, angle < 0 ? -z : z);
  }
}
