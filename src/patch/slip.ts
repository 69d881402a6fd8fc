// Friction of a pressed patch that slips: dissipation, wrench and their derivatives, for unit μ f_n.
//
// Coulomb friction at every point of a patch under pressure p (total 1) with the slip velocity v(y) = V + ω n×y,
// V at the centre of pressure (Contensou 1963; Leine & Glocker 2003):
//
//   D(V, ω) = ∫ p |v|                      dissipation rate, the support function of the limit surface
//   wrench on A = -∇D                      force -∫ p v/|v|, torque about the centre of pressure -∫ p y×v/|v|
//   ∇²D = ∫ p k kᵀ/|v|,  k = (n×v̂, y·v̂)    semi-definite; (V, ω) is its null direction
//
// With z the position relative to the instantaneous centre of rotation, v = ω n×z, and everything follows from
//   E = ∫ p |z|,   m = ∫ p z/|z|,   T = ∫ p z zᵀ/|z|³,     p = a + β·z.
// Each integrand is a sum of homogeneous functions f of degree k, and div(z f) = (2+k) f turns it into a sum over edges,
// ∫ f dA = Σ h/(2+k) ∫ f ds with h the edge's distance: one square root and one logarithm per edge, exact wherever the centre
// of rotation lies. (The polar integral about that centre, done in closed form in both variables.)
// Far away (beyond FAR patch sizes) the edges cancel by (distance/size)³; there v̂ is nearly constant and
// a rule of degree 5 on the triangles of a fan is exact to (1/FAR)⁵/1000. Relative errors: below 1e-10 on both sides.
//
// Verified in test/patch/slip.test.ts against brute-force quadrature and closed forms.

import { log } from '../math/trig.js';
import { EDGE_STRIDE, LOAD_AREA, LOAD_LINE, type PressureLoad } from './load.js';

/** Offsets in a slip record: D, ∂D/∂V_u, ∂D/∂V_w, ∂D/∂ω, then ∇²D: uu, uw, uω, ww, wω, ωω. */
export const SLIP_DISSIPATION = 0;
export const SLIP_GRADIENT = 1;
export const SLIP_HESSIAN = 4;
export const SLIP_STRIDE = 10;

const FAR = 20;

/** ∫ ds/r along an edge at distance h, from s1 to s2 with radii r1, r2. No cancellation on either side. */
function logarithm(h: number, s1: number, s2: number, r1: number, r2: number): number {
  if (s1 >= 0) return log((s2 + r2) / (s1 + r1));
  if (s2 <= 0) return log((r1 - s1) / (r2 - s2));
  return log((s2 + r2) * ((r1 - s1) / (h * h)));
}

/**
 * Dissipation and its gradient for the slip (vu, vw, omega) at the centre of pressure, per unit μ f_n, into out[oi…]; with
 * `curvature` also the second derivatives. The friction wrench on A is minus the gradient. No slip: zeros.
 * Out has room for SLIP_STRIDE doubles.
 */
export function evaluateSlip(
  out: Float64Array,
  oi: number,
  load: PressureLoad,
  vu: number,
  vw: number,
  omega: number,
  curvature: boolean,
): void {
  const speed = Math.sqrt(vu * vu + vw * vw);
  const turn = Math.abs(omega);
  if (!(speed + turn * load.size > 0)) {
    out.fill(0, oi, oi + SLIP_STRIDE);
    return;
  }
  if (speed >= FAR * turn * load.size) {
    if (load.kind === LOAD_AREA) farArea(out, oi, load, vu, vw, omega);
    else if (load.kind === LOAD_LINE) farLine(out, oi, load, vu, vw, omega);
    else slipOfPoint(out, oi, vu, vw, speed);
    return;
  }
  // Centre of rotation relative to the centre of pressure: V + ω n×z = 0.
  const cu = -vw / omega;
  const cw = vu / omega;
  if (load.kind === LOAD_AREA) nearArea(out, oi, load, cu, cw, curvature);
  else nearLine(out, oi, load, cu, cw);
  const mean = out[oi];
  const mu = out[oi + 1];
  const mw = out[oi + 2];
  const sign = omega > 0 ? 1 : -1;
  out[oi] = turn * mean;
  out[oi + 1] = -sign * mw;
  out[oi + 2] = sign * mu;
  // y×v̂ = sgn ω (|z| - e·z/|z|), e = -c the centre of pressure seen from the centre of rotation.
  out[oi + 3] = sign * (mean + cu * mu + cw * mw);
  if (!curvature) return;
  // k = ∓(ẑ, -(V/ω)·ẑ)
  const k = 1 / turn;
  const tuu = out[oi + 4] * k;
  const tuw = out[oi + 5] * k;
  const tww = out[oi + 6] * k;
  const qu = vu / omega;
  const qw = vw / omega;
  const au = tuu * qu + tuw * qw;
  const aw = tuw * qu + tww * qw;
  out[oi + 4] = tuu;
  out[oi + 5] = tuw;
  out[oi + 6] = -au;
  out[oi + 7] = tww;
  out[oi + 8] = -aw;
  out[oi + 9] = au * qu + aw * qw;
}

/** Mean |y| (the spin bound) and mean y/|y| (the lean) of a load, stored in it. */
export function updateSpin(load: PressureLoad): void {
  const { work } = load;
  if (load.kind === LOAD_AREA) nearArea(work, 0, load, 0, 0, false);
  else if (load.kind === LOAD_LINE) nearLine(work, 0, load, 0, 0);
  else work.fill(0);
  load.spin = work[0];
  load.leanU = work[1];
  load.leanW = work[2];
}

/** E, m_u, m_w, -, T_uu, T_uw, T_ww about the centre of rotation (cu, cw), by edges. */
function nearArea(out: Float64Array, oi: number, load: PressureLoad, cu: number, cw: number, curvature: boolean): void {
  const e = load.edges;
  const end = EDGE_STRIDE * load.edgeCount;
  const bu = load.betaU;
  const bw = load.betaW;
  const a = load.alpha + bu * cu + bw * cw;
  let mean = 0;
  let mu = 0;
  let mw = 0;
  let tuu = 0;
  let tuw = 0;
  let tww = 0;
  let zu = e[0] - cu;
  let zw = e[1] - cw;
  const first = Math.sqrt(zu * zu + zw * zw);
  let r1 = first;
  for (let j = 0; j < end; j += EDGE_STRIDE) {
    const tu = e[j + 2];
    const tw = e[j + 3];
    const length = e[j + 4];
    const h = e[j + 5] - tw * cu + tu * cw;
    zu = e[j] - cu;
    zw = e[j + 1] - cw;
    const s1 = tu * zu + tw * zw;
    const s2 = s1 + length;
    const r2 = j + EDGE_STRIDE < end ? Math.sqrt(h * h + s2 * s2) : first;
    const hh = h * h;
    // An edge through the centre of rotation contributes h ln h → 0.
    if (hh > 1e-30 * length * length) {
      const l = logarithm(h, s1, s2, r1, r2);
      const dr = ((s2 + s1) * length) / (r1 + r2);
      const sr = s2 * r2 - s1 * r1;
      const r0 = 0.5 * (sr + hh * l); // ∫ r
      const s2r = 0.5 * (sr - hh * l); // ∫ s²/r
      const cube = (dr * (r1 * r1 + r1 * r2 + r2 * r2)) / 3; // ∫ s r
      const bn = (tw * bu - tu * bw) * h;
      const bt = tu * bu + tw * bw;
      mean += h * ((a / 3 + bn / 4) * r0 + (bt / 4) * cube);
      const along = a / 2 + bn / 3;
      const across = h * (along * l + (bt / 3) * dr);
      const tangent = along * dr + (bt / 3) * s2r;
      mu += h * (tw * across + tu * tangent);
      mw += h * (tw * tangent - tu * across);
      if (curvature) {
        const q = s2 / r2 - s1 / r1;
        const d = dr / (r1 * r2); // -[1/r]
        const c = a + bn / 2;
        const b = bt / 2;
        const nn = h * (c * q + b * hh * d);
        const nt = hh * (c * d + b * (l - q));
        const tt = h * (c * (l - q) + b * (dr - hh * d));
        tuu += tw * tw * nn + 2 * tu * tw * nt + tu * tu * tt;
        tuw += tu * tw * (tt - nn) + (tw * tw - tu * tu) * nt;
        tww += tu * tu * nn - 2 * tu * tw * nt + tw * tw * tt;
      }
    }
    r1 = r2;
  }
  out[oi] = mean;
  out[oi + 1] = mu;
  out[oi + 2] = mw;
  out[oi + 4] = tuu;
  out[oi + 5] = tuw;
  out[oi + 6] = tww;
}

/** The same for a line load: the edge integrals themselves, with the quadratic density moved to the foot of (cu, cw). */
function nearLine(out: Float64Array, oi: number, load: PressureLoad, cu: number, cw: number): void {
  const { tu, tw } = load;
  const foot = tu * cu + tw * cw;
  // Distance along the normal (tw, -tu). On the line itself ∇²D grows like ln h: keep it finite.
  const least = 1e-12 * load.size;
  let h = tu * cw - tw * cu;
  if (Math.abs(h) < least) h = h < 0 ? -least : least;
  const hh = h * h;
  const s1 = load.s0 - foot;
  const s2 = load.s1 - foot;
  const q0 = load.q0 + foot * (load.q1 + foot * load.q2);
  const q1 = load.q1 + 2 * foot * load.q2;
  const q2 = load.q2;
  const r1 = Math.sqrt(hh + s1 * s1);
  const r2 = Math.sqrt(hh + s2 * s2);
  const l = logarithm(h, s1, s2, r1, r2);
  const dr = ((s2 + s1) * (s2 - s1)) / (r1 + r2);
  const sr = s2 * r2 - s1 * r1;
  const r0 = 0.5 * (sr + hh * l);
  const s2r = 0.5 * (sr - hh * l);
  const cube = (dr * (r1 * r1 + r1 * r2 + r2 * r2)) / 3;
  const s3r = cube - hh * dr; // ∫ s³/r
  const ssr = 0.25 * (s2 * r2 * r2 * r2 - s1 * r1 * r1 * r1 - hh * r0); // ∫ s² r
  out[oi] = q0 * r0 + q1 * cube + q2 * ssr;
  const across = h * (q0 * l + q1 * dr + q2 * s2r);
  const tangent = q0 * dr + q1 * s2r + q2 * s3r;
  out[oi + 1] = tw * across + tu * tangent;
  out[oi + 2] = tw * tangent - tu * across;
  const q = s2 / r2 - s1 / r1;
  const d = dr / (r1 * r2);
  const nn = q0 * q + hh * (q1 * d + q2 * (l - q));
  const nt = h * (q0 * d + q1 * (l - q) + q2 * (dr - hh * d));
  const tt = q0 * (l - q) + q1 * (dr - hh * d) + q2 * (r0 - 2 * hh * l + hh * q);
  out[oi + 4] = tw * tw * nn + 2 * tu * tw * nt + tu * tu * tt;
  out[oi + 5] = tu * tw * (tt - nn) + (tw * tw - tu * tu) * nt;
  out[oi + 6] = tu * tu * nn - 2 * tu * tw * nt + tw * tw * tt;
}

/** Add weight·(integrands at (yu, yw)) to the slip record at out[oi…]. */
function addPoint(
  out: Float64Array,
  oi: number,
  weight: number,
  yu: number,
  yw: number,
  vu: number,
  vw: number,
  omega: number,
): void {
  const pu = vu - omega * yw;
  const pw = vw + omega * yu;
  const speed = Math.sqrt(pu * pu + pw * pw);
  const k = 1 / speed;
  const du = pu * k;
  const dw = pw * k;
  out[oi] += weight * speed;
  out[oi + 1] += weight * du;
  out[oi + 2] += weight * dw;
  out[oi + 3] += weight * (yu * dw - yw * du);
  const b = yu * du + yw * dw;
  const c = weight * k;
  out[oi + 4] += c * dw * dw;
  out[oi + 5] -= c * du * dw;
  out[oi + 6] -= c * dw * b;
  out[oi + 7] += c * du * du;
  out[oi + 8] += c * du * b;
  out[oi + 9] += c * b * b;
}

// Radon's rule of degree 5 with seven points: (6 ± √15)/21 and weights (155 ± √15)/1200.
const RA = 0.10128650732345634;
const RB = 0.4701420641051151;
const WA = 0.12593918054482715;
const WB = 0.13239415278850619;

function farArea(out: Float64Array, oi: number, load: PressureLoad, vu: number, vw: number, omega: number): void {
  out.fill(0, oi, oi + SLIP_STRIDE);
  const e = load.edges;
  const ou = e[0];
  const ow = e[1];
  for (let j = EDGE_STRIDE; j < EDGE_STRIDE * (load.edgeCount - 1); j += EDGE_STRIDE) {
    const au = e[j];
    const aw = e[j + 1];
    const bu = e[j + EDGE_STRIDE];
    const bw = e[j + EDGE_STRIDE + 1];
    const area = 0.5 * ((au - ou) * (bw - ow) - (aw - ow) * (bu - ou));
    const su = ou + au + bu;
    const sw = ow + aw + bw;
    farPoint(out, oi, load, 0.225 * area, su / 3, sw / 3, vu, vw, omega);
    const pu = RA * su;
    const pw = RA * sw;
    const ra = 1 - 3 * RA;
    farPoint(out, oi, load, WA * area, pu + ra * ou, pw + ra * ow, vu, vw, omega);
    farPoint(out, oi, load, WA * area, pu + ra * au, pw + ra * aw, vu, vw, omega);
    farPoint(out, oi, load, WA * area, pu + ra * bu, pw + ra * bw, vu, vw, omega);
    const qu = RB * su;
    const qw = RB * sw;
    const rb = 1 - 3 * RB;
    farPoint(out, oi, load, WB * area, qu + rb * ou, qw + rb * ow, vu, vw, omega);
    farPoint(out, oi, load, WB * area, qu + rb * au, qw + rb * aw, vu, vw, omega);
    farPoint(out, oi, load, WB * area, qu + rb * bu, qw + rb * bw, vu, vw, omega);
  }
}

function farPoint(
  out: Float64Array,
  oi: number,
  load: PressureLoad,
  weight: number,
  yu: number,
  yw: number,
  vu: number,
  vw: number,
  omega: number,
): void {
  addPoint(out, oi, weight * (load.alpha + load.betaU * yu + load.betaW * yw), yu, yw, vu, vw, omega);
}

// Gauss–Legendre, five points.
const G1 = 0.5384693101056831;
const G2 = 0.906179845938664;
const H0 = 0.28444444444444444;
const H1 = 0.23931433524968324;
const H2 = 0.11846344252809454;

function farLine(out: Float64Array, oi: number, load: PressureLoad, vu: number, vw: number, omega: number): void {
  out.fill(0, oi, oi + SLIP_STRIDE);
  const middle = 0.5 * (load.s0 + load.s1);
  const half = 0.5 * (load.s1 - load.s0);
  linePoint(out, oi, load, 2 * half * H0, middle, vu, vw, omega);
  linePoint(out, oi, load, 2 * half * H1, middle - half * G1, vu, vw, omega);
  linePoint(out, oi, load, 2 * half * H1, middle + half * G1, vu, vw, omega);
  linePoint(out, oi, load, 2 * half * H2, middle - half * G2, vu, vw, omega);
  linePoint(out, oi, load, 2 * half * H2, middle + half * G2, vu, vw, omega);
}

function linePoint(
  out: Float64Array,
  oi: number,
  load: PressureLoad,
  weight: number,
  s: number,
  vu: number,
  vw: number,
  omega: number,
): void {
  const q = load.q0 + s * (load.q1 + s * load.q2);
  addPoint(out, oi, weight * q, s * load.tu, s * load.tw, vu, vw, omega);
}

function slipOfPoint(out: Float64Array, oi: number, vu: number, vw: number, speed: number): void {
  out.fill(0, oi, oi + SLIP_STRIDE);
  if (speed > 0) addPoint(out, oi, 1, 0, 0, vu, vw, 0);
}
