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

import { LOAD_AREA, LOAD_LINE, type PressureLoad } from './load.js';
import { farArea, farLine, slipOfPoint } from './slip-far.js';
import { nearArea, nearLine, nearStrip } from './slip-near.js';
import { clear } from './slip-record.js';

const FAR = 20;
/** Loads narrower than this share of their size are strips when the centre of rotation is STRIP_FAR widths away. */
const STRIP = 0.02;
const STRIP_FAR = 30;

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
