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
// Each integrand is a sum of homogeneous functions f of degree k, and div(z f) = (2+k) f turns it into a sum over
// edges, ∫ f dA = Σ h/(2+k) ∫ f ds with h the edge's distance: one square root and one logarithm per edge, exact
// wherever the centre of rotation lies. (The polar integral about that centre, done in closed form in both variables.)
// Far away (beyond FAR patch sizes) the edges cancel by (distance/size)³; there v̂ is nearly constant and
// a rule of degree 5 on the triangles of a fan is exact to (1/FAR)⁵/1000. Strips (the pressure of a body about to tip
// over its edge) cancel by (distance/width)² and are integrated as a stack of lines. Relative errors: some 1e-9 at
// worst.
//
// Verified in test/patch/slip.test.ts against brute-force quadrature and closed forms.

import { log } from '../math/trig.js';
import { EDGE_STRIDE, LOAD_AREA, LOAD_LINE, type PressureLoad } from './load.js';

/** Offsets in a slip record: D, ∂D/∂V_u, ∂D/∂V_w, ∂D/∂ω, then ∇²D: uu, uw, uω, ww, wω, ωω. */
export const SLIP_DISSIPATION = 0;
export const SLIP_GRADIENT = 1;
export const SLIP_HESSIAN = 4;
export const SLIP_STRIDE = 10;

// Gauss–Legendre, five points.
const G1 = 0.5384693101056831;
const G2 = 0.906179845938664;
const H0 = 0.28444444444444444;
const H1 = 0.23931433524968324;
const H2 = 0.11846344252809454;

const FAR = 20;
/** Loads narrower than this share of their size are strips when the centre of rotation is STRIP_FAR widths away. */
const STRIP = 0.02;
const STRIP_FAR = 30;

/** A loop: `fill` costs more than ten stores. */
function clear(out: Float64Array, oi: number): void {
  for (let k = oi; k < oi + SLIP_STRIDE; k++) out[k] = 0;
}

/** ∫ ds/r along an edge at distance h, from s1 to s2 with radii r1, r2. No cancellation on either side. */
function logarithm(h: number, s1: number, s2: number, r1: number, r2: number): number {
  if (s1 >= 0) return log((s2 + r2) / (s1 + r1));
  if (s2 <= 0) return log((r1 - s1) / (r2 - s2));
  return log((s2 + r2) * ((r1 - s1) / (h * h)));
}

/**
 * Dissipation and its gradient for the slip (vu, vw, omega) at the centre of pressure, per unit μ f_n, into out[oi…];
 * with
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
    clear(out, oi);
    return;
  }
  if (load.partCount > 0) {
    addParts(out, oi, load, vu, vw, omega, curvature);
    return;
  }
  if (speed >= FAR * turn * load.size) {
    if (load.kind === LOAD_AREA) farArea(out, oi, load, vu, vw, omega, curvature);
    else if (load.kind === LOAD_LINE) farLine(out, oi, load, vu, vw, omega, curvature);
    else slipOfPoint(out, oi, vu, vw, speed);
    return;
  }
  // Centre of rotation relative to the centre of pressure: V + ω n×z = 0.
  const cu = -vw / omega;
  const cw = vu / omega;
  if (load.kind !== LOAD_AREA) nearLine(out, oi, load, cu, cw);
  else if (
    load.width < STRIP * load.size &&
    Math.abs(load.tu * cw - load.tw * cu - load.middle) > STRIP_FAR * load.width
  ) {
    nearStrip(out, oi, load, cu, cw);
  } else nearArea(out, oi, load, cu, cw, curvature);
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
  if (load.partCount > 0) {
    addParts(work, 0, load, 0, 0, 1, false);
    load.spin = work[0];
    load.leanU = work[2];
    load.leanW = -work[1];
    return;
  }
  if (load.kind === LOAD_AREA) nearArea(work, 0, load, 0, 0, false);
  else if (load.kind === LOAD_LINE) nearLine(work, 0, load, 0, 0);
  else clear(work, 0);
  load.spin = work[0];
  load.leanU = work[1];
  load.leanW = work[2];
}

/** The record of a load in parts: each has its own centre of pressure, where it slips by V + ω n×y. */
function addParts(
  out: Float64Array,
  oi: number,
  load: PressureLoad,
  vu: number,
  vw: number,
  omega: number,
  curvature: boolean,
): void {
  clear(out, oi);
  for (let k = 0; k < load.partCount; k++) {
    const part = load.parts[k]!;
    if (part.kind !== LOAD_AREA) continue;
    const r = part.work;
    const u = part.copU - load.copU;
    const w = part.copW - load.copW;
    evaluateSlip(r, 0, part, vu - omega * w, vw + omega * u, omega, curvature);
    out[oi] += r[0];
    out[oi + 1] += r[1];
    out[oi + 2] += r[2];
    out[oi + 3] += r[3] + u * r[2] - w * r[1];
    if (!curvature) continue;
    const hu = r[6] - w * r[4] + u * r[5];
    const hw = r[8] - w * r[5] + u * r[7];
    out[oi + 4] += r[4];
    out[oi + 5] += r[5];
    out[oi + 6] += hu;
    out[oi + 7] += r[7];
    out[oi + 8] += hw;
    out[oi + 9] += r[9] - w * (r[6] + hu) + u * (r[8] + hw);
  }
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

/** The same for a line load. */
function nearLine(out: Float64Array, oi: number, load: PressureLoad, cu: number, cw: number): void {
  clear(out, oi);
  const { tu, tw } = load;
  addLine(out, oi, tu, tw, tu * cw - tw * cu, tu * cu + tw * cw, load.s0, load.s1, load.q0, load.q1, load.q2);
}

/**
 * Add the line from s0 to s1 along (tu, tw), at distance h from the centre of rotation towards (tw, -tu), with the
 * density q0 + q1 s + q2 s²; the centre of rotation's foot is at s = foot. These are the edge integrals themselves.
 */
function addLine(
  out: Float64Array,
  oi: number,
  tu: number,
  tw: number,
  h: number,
  foot: number,
  s0: number,
  s1: number,
  q0: number,
  q1: number,
  q2: number,
): void {
  // On the line itself ∇²D grows like ln h: keep it finite.
  const least = 1e-12 * (s1 - s0);
  if (Math.abs(h) < least) h = h < 0 ? -least : least;
  const a = s0 - foot;
  const b = s1 - foot;
  // A short line far away: the closed form cancels by (distance/length)³, and Gauss is exact to (16)⁻¹⁰.
  if (Math.max(Math.abs(h), a, -b) > 8 * (s1 - s0)) {
    const middle = 0.5 * (s0 + s1);
    const half = 0.5 * (s1 - s0);
    addSample(out, oi, tu, tw, h, foot, middle, 2 * half * H0, q0, q1, q2);
    addSample(out, oi, tu, tw, h, foot, middle - half * G1, 2 * half * H1, q0, q1, q2);
    addSample(out, oi, tu, tw, h, foot, middle + half * G1, 2 * half * H1, q0, q1, q2);
    addSample(out, oi, tu, tw, h, foot, middle - half * G2, 2 * half * H2, q0, q1, q2);
    addSample(out, oi, tu, tw, h, foot, middle + half * G2, 2 * half * H2, q0, q1, q2);
    return;
  }
  const hh = h * h;
  const p0 = q0 + foot * (q1 + foot * q2);
  const p1 = q1 + 2 * foot * q2;
  const r1 = Math.sqrt(hh + a * a);
  const r2 = Math.sqrt(hh + b * b);
  const l = logarithm(h, a, b, r1, r2);
  const dr = ((b + a) * (b - a)) / (r1 + r2);
  const sr = b * r2 - a * r1;
  const r0 = 0.5 * (sr + hh * l); // ∫ r
  const s2r = 0.5 * (sr - hh * l); // ∫ s²/r
  const cube = (dr * (r1 * r1 + r1 * r2 + r2 * r2)) / 3; // ∫ s r
  const s3r = cube - hh * dr; // ∫ s³/r
  const ssr = 0.25 * (b * r2 * r2 * r2 - a * r1 * r1 * r1 - hh * r0); // ∫ s² r
  out[oi] += p0 * r0 + p1 * cube + q2 * ssr;
  const across = h * (p0 * l + p1 * dr + q2 * s2r);
  const tangent = p0 * dr + p1 * s2r + q2 * s3r;
  out[oi + 1] += tw * across + tu * tangent;
  out[oi + 2] += tw * tangent - tu * across;
  const q = b / r2 - a / r1;
  const d = dr / (r1 * r2);
  const nn = p0 * q + hh * (p1 * d + q2 * (l - q));
  const nt = h * (p0 * d + p1 * (l - q) + q2 * (dr - hh * d));
  const tt = p0 * (l - q) + p1 * (dr - hh * d) + q2 * (r0 - 2 * hh * l + hh * q);
  out[oi + 4] += tw * tw * nn + 2 * tu * tw * nt + tu * tu * tt;
  out[oi + 5] += tu * tw * (tt - nn) + (tw * tw - tu * tu) * nt;
  out[oi + 6] += tu * tu * nn - 2 * tu * tw * nt + tw * tw * tt;
}

/** One point s of such a line, times weight. */
function addSample(
  out: Float64Array,
  oi: number,
  tu: number,
  tw: number,
  h: number,
  foot: number,
  s: number,
  weight: number,
  q0: number,
  q1: number,
  q2: number,
): void {
  const q = weight * (q0 + s * (q1 + s * q2));
  const zu = tw * h + tu * (s - foot);
  const zw = tw * (s - foot) - tu * h;
  const r = Math.sqrt(zu * zu + zw * zw);
  const k = q / r;
  const c = k / (r * r);
  out[oi] += q * r;
  out[oi + 1] += k * zu;
  out[oi + 2] += k * zw;
  out[oi + 4] += c * zu * zu;
  out[oi + 5] += c * zu * zw;
  out[oi + 6] += c * zw * zw;
}

/**
 * The same for a strip and a centre of rotation many widths away from it, where the edges cancel by (distance/width)²:
 * three Gauss lines that divide the width evenly, in columns between the vertices. On each the density per length is
 * pressure times width, a quadratic, and addLine is exact.
 */
function nearStrip(out: Float64Array, oi: number, load: PressureLoad, cu: number, cw: number): void {
  clear(out, oi);
  const { edges: e, columns, tu, tw } = load;
  const end = EDGE_STRIDE * load.edgeCount;
  let n = 0;
  for (let j = 0; j < end; j += EDGE_STRIDE) {
    const x = tu * e[j] + tw * e[j + 1];
    let k = n++;
    for (; k > 0 && columns[k - 1] > x; k--) columns[k] = columns[k - 1];
    columns[k] = x;
  }
  const bx = tu * load.betaU + tw * load.betaW;
  const by = tu * load.betaW - tw * load.betaU;
  for (let k = 1; k < n; k++) {
    const from = columns[k - 1];
    const to = columns[k];
    if (!(to - from > 1e-15 * load.size)) continue;
    const mid = 0.5 * (from + to);
    // Lower and upper edge of the column, at both its ends; y is towards (-tw, tu).
    let low0 = 0;
    let low1 = 0;
    let high0 = 0;
    let high1 = 0;
    for (let j = 0; j < end; j += EDGE_STRIDE) {
      const next = j + EDGE_STRIDE < end ? j + EDGE_STRIDE : 0;
      const xa = tu * e[j] + tw * e[j + 1];
      const xb = tu * e[next] + tw * e[next + 1];
      if (xa > mid === xb > mid) continue;
      const ya = tu * e[j + 1] - tw * e[j];
      const slope = (tu * e[next + 1] - tw * e[next] - ya) / (xb - xa);
      const y0 = ya + (from - xa) * slope;
      const y1 = ya + (to - xa) * slope;
      if (xb > xa) {
        low0 = y0;
        low1 = y1;
      } else {
        high0 = y0;
        high1 = y1;
      }
    }
    for (let g = -1; g <= 1; g++) {
      const share = 0.5 * (1 + g * 0.7745966692414834);
      const y0 = low0 + share * (high0 - low0);
      const y1 = low1 + share * (high1 - low1);
      const dx = to - from;
      const dy = y1 - y0;
      const length = Math.sqrt(dx * dx + dy * dy);
      // Line direction in (u, w), pressure and width along it from its start.
      const du = (tu * dx - tw * dy) / length;
      const dw = (tw * dx + tu * dy) / length;
      const p0 = load.alpha + bx * from + by * y0;
      const p1 = (bx * dx + by * dy) / length;
      const weight = ((g === 0 ? 4 / 9 : 5 / 18) * dx) / length;
      const w0 = weight * (high0 - low0);
      const w1 = (weight * (high1 - low1 - high0 + low0)) / length;
      const su = tu * from - tw * y0 - cu;
      const sw = tw * from + tu * y0 - cw;
      const h = dw * su - du * sw;
      const foot = -(du * su + dw * sw);
      addLine(out, oi, du, dw, h, foot, 0, length, p0 * w0, p0 * w1 + p1 * w0, p1 * w1);
    }
  }
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
  curvature: boolean,
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
  if (!curvature) return;
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

function farArea(
  out: Float64Array,
  oi: number,
  load: PressureLoad,
  vu: number,
  vw: number,
  omega: number,
  curvature: boolean,
): void {
  clear(out, oi);
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
    // One call for all seven points: it is taken into this loop, and its numbers never reach the heap.
    for (let point = 0; point < 7; point++) {
      let weight = 0.225 * area;
      let yu = su / 3;
      let yw = sw / 3;
      if (point > 0) {
        const share = point < 4 ? RA : RB;
        const corner = point < 4 ? point : point - 3;
        weight = (point < 4 ? WA : WB) * area;
        yu = share * su + (1 - 3 * share) * (corner === 1 ? ou : corner === 2 ? au : bu);
        yw = share * sw + (1 - 3 * share) * (corner === 1 ? ow : corner === 2 ? aw : bw);
      }
      addPoint(out, oi, weight * (load.alpha + load.betaU * yu + load.betaW * yw), yu, yw, vu, vw, omega, curvature);
    }
  }
}

function farLine(
  out: Float64Array,
  oi: number,
  load: PressureLoad,
  vu: number,
  vw: number,
  omega: number,
  curvature: boolean,
): void {
  clear(out, oi);
  const middle = 0.5 * (load.s0 + load.s1);
  const half = 0.5 * (load.s1 - load.s0);
  linePoint(out, oi, load, 2 * half * H0, middle, vu, vw, omega, curvature);
  linePoint(out, oi, load, 2 * half * H1, middle - half * G1, vu, vw, omega, curvature);
  linePoint(out, oi, load, 2 * half * H1, middle + half * G1, vu, vw, omega, curvature);
  linePoint(out, oi, load, 2 * half * H2, middle - half * G2, vu, vw, omega, curvature);
  linePoint(out, oi, load, 2 * half * H2, middle + half * G2, vu, vw, omega, curvature);
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
  curvature: boolean,
): void {
  const q = load.q0 + s * (load.q1 + s * load.q2);
  addPoint(out, oi, weight * q, s * load.tu, s * load.tw, vu, vw, omega, curvature);
}

function slipOfPoint(out: Float64Array, oi: number, vu: number, vw: number, speed: number): void {
  clear(out, oi);
  if (speed > 0) addPoint(out, oi, 1, 0, 0, vu, vw, 0, true);
}
