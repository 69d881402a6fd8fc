// Cheap visits of contact patches, for islands that are in full motion: pressure first, friction after it. They work on
// a crowd's tape, with everything that stays the same over the sweeps taken out of them, and each is one function
// without calls that pass numbers (those would be allocated).
//
// Rows, signs and the frame are those of wrench-law.ts. That law finds pressure and friction together, on the limit
// surface of the patch, in 16 integrals; here, in one pass (as Box2D's and Jolt's manifolds are visited: normal rows,
// then one central friction block and a twist row), after what is open and stays open:
//   1. All six rows at rest. If the pressure lies in the patch and friction within its limit, that is the answer.
//   2. Friction F as the last visit left it: the normal law for it (normal-law.ts), all three rows at rest or the
//      vertex or edge that bears.
//   3. That N: friction of three rows, (f_u, f_w, τ about the bearing point q) on the ellipsoid
//          f_u² + f_w² + (τ/ρ)² ≤ (μ f_n)²,
//      slipping by maximum dissipation: with y = (f_u, f_w, τ/ρ) it is the minimum of ½yᵀM y + g·y over the ball |y| ≤
//      μ f_n, a trust-region problem whose multiplier γ ≥ 0 Newton's method on 1/|y| finds in a few steps (Moré and
//      Sorensen 1983). M + γ is inverted by its adjugate, a square polynomial of γ, and not by a factor: a step is then
//      one root beside one division, where a factor is three divisions that wait for each other, two more and a root.
//      As its coefficients are positive matrices, nothing cancels. Pulling the sticking friction back onto the
//      ellipsoid instead would keep its direction, which opposes the slip only where M is a multiple of 1.
//
// ρ, the arm of spinning friction, is the mean distance from q under an affine pressure with its centre at q. On a
// rectangle of half-lengths a the variance along each axis is a²/3 - q² while |q| ≤ a/3 and (a - |q|)²/2 beyond; other
// patches are taken for rectangles, scaled to their own variance and reach. The mean distance is 0.94 of the root of
// the sum for a square and a disc, 0.87 for a line, and 0.93 serves for all.
//
// Simplifications: an ellipsoid lies inside the limit surface of a patch. A disc that slides and spins goes 1.39 m
// instead of 1.578 m with it, and by the exact law its answers are off by tenths of m/s while bodies slip and spin at
// once. So it is used where a sweep is one of many through a crowd that falls, never where an island is small or comes
// to rest (island-solver.ts). And friction in step 2 is the last visit's: the fixed point of visits is the law's, one
// visit alone is not.
// A visit begins where the last one ended. All six rows are tried again once pressure was flat and nothing slipped:
// where they are the answer, visits come there by themselves. What bore is asked first. The multiplier γ of slipping
// goes on from the last visit's. (To 1e-3 of the limit, a step of Newton's method a visit, a pile at rest does not
// settle; to 1e-7, mixed bodies do not.) Verified in test/contact/crowd-tape.test.ts against the same law on blocks
// (test/contact/split-visit.ts), and that in split-visit.test.ts.

import { BEARS_FLAT, BEARS_NOT, contains, P_A, P_E, P_FACTOR, P_N, PRESS_NUMBERS, press } from './press.js';
import { pressCurved } from './press-curved.js';
import {
  EXTRAS,
  KIND_CURVED,
  KIND_EDGED,
  REST_D,
  T_ABOVE,
  T_ANSWER,
  T_ARM_A,
  T_ARM_B,
  T_CENTER,
  T_D,
  T_FRICTION,
  T_GAMMA,
  T_HIGH,
  T_L,
  T_LOW,
  T_NORMAL,
  T_REACH,
  T_RHS,
  T_ROW,
  T_ROW_COMPLIANCE,
  T_ROW_INVERSE,
  T_ROW_RHS,
  T_S,
  T_TILT_1,
  T_TILT_2,
  T_U,
  T_VARIANCE,
  T_W,
  TB_INV_INERTIA,
  TB_INV_MASS,
  TI_BEARS,
  TI_KIND,
  TRIES_REST,
  X_SHARP,
} from './tape-layout.js';

/** Mean distance over root mean square distance. */
export const MEAN_OVER_ROOT = 0.93;
/**
 * Newton steps for the multiplier of slipping at most, and how near friction is to its limit before the last, which
 * leaves the square of that: less than what sweeps of a crowd that comes to rest are asked for (SETTLED of crowd.ts).
 */
const STEPS = 12;
const NEAR = 1e-6;
/** Give of a locked direction, as a share of the others'. */
const LOCKED = 1e-13;

/** Scratch of visits: what press.ts needs; what a visit changes; the square of all changes. */
export const CHANGE = PRESS_NUMBERS;
export const SUM = PRESS_NUMBERS + 6;
export const VISIT_SCRATCH = PRESS_NUMBERS + 7;

/** Applies the six impulses x[xi…] along the rows of the patch at t[o…] to the bodies at y[pa…] and y[pb…]. */
export function applyPatch(
  t: Float64Array,
  o: number,
  y: Float64Array,
  pa: number,
  pb: number,
  x: Float64Array,
  xi: number,
): void {
  const d0 = x[xi];
  const d1 = x[xi + 1];
  const d2 = x[xi + 2];
  const d3 = x[xi + 3];
  const d4 = x[xi + 4];
  const d5 = x[xi + 5];
  const fx = t[o + T_NORMAL] * d0 + t[o + T_U] * d3 + t[o + T_W] * d4;
  const fy = t[o + T_NORMAL + 1] * d0 + t[o + T_U + 1] * d3 + t[o + T_W + 1] * d4;
  const fz = t[o + T_NORMAL + 2] * d0 + t[o + T_U + 2] * d3 + t[o + T_W + 2] * d4;
  const mx = t[o + T_TILT_1] * d1 + t[o + T_TILT_2] * d2 + t[o + T_NORMAL] * d5;
  const my = t[o + T_TILT_1 + 1] * d1 + t[o + T_TILT_2 + 1] * d2 + t[o + T_NORMAL + 1] * d5;
  const mz = t[o + T_TILT_1 + 2] * d1 + t[o + T_TILT_2 + 2] * d2 + t[o + T_NORMAL + 2] * d5;
  const ax = mx + (t[o + T_ARM_A + 1] * fz - t[o + T_ARM_A + 2] * fy);
  const ay = my + (t[o + T_ARM_A + 2] * fx - t[o + T_ARM_A] * fz);
  const az = mz + (t[o + T_ARM_A] * fy - t[o + T_ARM_A + 1] * fx);
  const bx = mx + (t[o + T_ARM_B + 1] * fz - t[o + T_ARM_B + 2] * fy);
  const by = my + (t[o + T_ARM_B + 2] * fx - t[o + T_ARM_B] * fz);
  const bz = mz + (t[o + T_ARM_B] * fy - t[o + T_ARM_B + 1] * fx);
  y[pa] += y[pa + TB_INV_MASS] * fx;
  y[pa + 1] += y[pa + TB_INV_MASS + 1] * fy;
  y[pa + 2] += y[pa + TB_INV_MASS + 2] * fz;
  const i = pa + TB_INV_INERTIA;
  y[pa + 3] += y[i] * ax + y[i + 1] * ay + y[i + 2] * az;
  y[pa + 4] += y[i + 1] * ax + y[i + 3] * ay + y[i + 4] * az;
  y[pa + 5] += y[i + 2] * ax + y[i + 4] * ay + y[i + 5] * az;
  y[pb] -= y[pb + TB_INV_MASS] * fx;
  y[pb + 1] -= y[pb + TB_INV_MASS + 1] * fy;
  y[pb + 2] -= y[pb + TB_INV_MASS + 2] * fz;
  const j = pb + TB_INV_INERTIA;
  y[pb + 3] -= y[j] * bx + y[j + 1] * by + y[j + 2] * bz;
  y[pb + 4] -= y[j + 1] * bx + y[j + 3] * by + y[j + 4] * bz;
  y[pb + 5] -= y[j + 2] * bx + y[j + 4] * by + y[j + 5] * bz;
}

/** Applies the impulse x[xi] along the row at t[o…]. */
export function applySingle(
  t: Float64Array,
  o: number,
  y: Float64Array,
  pa: number,
  pb: number,
  x: Float64Array,
  xi: number,
): void {
  const d = x[xi];
  for (let m = 0; m < 6; m++) {
    y[pa + m] += d * t[o + T_ANSWER + m];
    y[pb + m] += d * t[o + T_ANSWER + 6 + m];
  }
}

/** Visits the row at t[o…]; its impulse is lam[l]. */
export function visitSingle(
  t: Float64Array,
  o: number,
  y: Float64Array,
  pa: number,
  pb: number,
  lam: Float64Array,
  l: number,
  scratch: Float64Array,
): void {
  let r = t[o + T_ROW_RHS] + t[o + T_ROW_COMPLIANCE] * lam[l];
  for (let m = 0; m < 6; m++) r += t[o + T_ROW + m] * y[pa + m] + t[o + T_ROW + 6 + m] * y[pb + m];
  let x = lam[l] - r * t[o + T_ROW_INVERSE];
  if (x < t[o + T_LOW]) x = t[o + T_LOW];
  else if (x > t[o + T_HIGH]) x = t[o + T_HIGH];
  const d = x - lam[l];
  if (d === 0) return;
  lam[l] = x;
  scratch[SUM] += d * d;
  scratch[CHANGE] = d;
  applySingle(t, o, y, pa, pb, scratch, CHANGE);
}

/**
 * Visits the patch at t[o…] and q[p…], its outline vn corners from v[vs…], its impulses lam[l…], the rest of its factor
 * rest[R…]; adds the square of what it changes to scratch[SUM].
 */
export function visitPatch(
  t: Float64Array,
  o: number,
  q: Int32Array,
  p: number,
  y: Float64Array,
  pa: number,
  pb: number,
  v: Float64Array,
  vs: number,
  vn: number,
  lam: Float64Array,
  l: number,
  rest: Float64Array,
  R: number,
  scratch: Float64Array,
): void {
  const x = q[p + TI_KIND] === KIND_EDGED ? 0 : vs - EXTRAS;
  // Residuals: velocity at the patch's centre and turning, of A against B, along the rows.
  const wax = y[pa + 3];
  const way = y[pa + 4];
  const waz = y[pa + 5];
  const wbx = y[pb + 3];
  const wby = y[pb + 4];
  const wbz = y[pb + 5];
  const ax = t[o + T_ARM_A];
  const ay = t[o + T_ARM_A + 1];
  const az = t[o + T_ARM_A + 2];
  const bx = t[o + T_ARM_B];
  const by = t[o + T_ARM_B + 1];
  const bz = t[o + T_ARM_B + 2];
  const cx = y[pa] - y[pb] + (way * az - waz * ay) - (wby * bz - wbz * by);
  const cy = y[pa + 1] - y[pb + 1] + (waz * ax - wax * az) - (wbz * bx - wbx * bz);
  const cz = y[pa + 2] - y[pb + 2] + (wax * ay - way * ax) - (wbx * by - wby * bx);
  const ox = wax - wbx;
  const oy = way - wby;
  const oz = waz - wbz;
  const nx = t[o + T_NORMAL];
  const ny = t[o + T_NORMAL + 1];
  const nz = t[o + T_NORMAL + 2];
  const l0 = lam[l];
  const l1 = lam[l + 1];
  const l2 = lam[l + 2];
  const r0 = t[o + T_RHS] + v[x] * l0 + (nx * cx + ny * cy + nz * cz);
  const r1 =
    t[o + T_RHS + 1] + v[x + 1] * l1 + (t[o + T_TILT_1] * ox + t[o + T_TILT_1 + 1] * oy + t[o + T_TILT_1 + 2] * oz);
  const r2 =
    t[o + T_RHS + 2] + v[x + 2] * l2 + (t[o + T_TILT_2] * ox + t[o + T_TILT_2 + 1] * oy + t[o + T_TILT_2 + 2] * oz);
  if (l0 === 0) {
    // Open, and nowhere closing: it stays so.
    let least = Infinity;
    for (let k = vs, end = vs + 2 * vn; k < end; k += 2) {
      const there = r0 + r1 * v[k] + r2 * v[k + 1];
      if (there < least) least = there;
    }
    if (least >= 0) return;
  }
  const l3 = lam[l + 3];
  const l4 = lam[l + 4];
  const l5 = lam[l + 5];
  const r3 = t[o + T_RHS + 3] + v[x + 3] * l3 + (t[o + T_U] * cx + t[o + T_U + 1] * cy + t[o + T_U + 2] * cz);
  const r4 = t[o + T_RHS + 4] + v[x + 4] * l4 + (t[o + T_W] * cx + t[o + T_W + 1] * cy + t[o + T_W + 2] * cz);
  const r5 = t[o + T_RHS + 5] + v[x + 5] * l5 + (nx * ox + ny * oy + nz * oz);

  const L = o + T_L;
  const D = o + T_D;
  const mu = t[o + T_FRICTION];
  let x0 = 0;
  let x1 = 0;
  let x2 = 0;
  let x3 = 0;
  let x4 = 0;
  let x5 = 0;
  let rests = false;
  if (q[p + TI_BEARS] === TRIES_REST) {
    // All six rows at rest.
    let z1 = r1 - t[L] * r0;
    let z2 = r2 - t[L + 1] * r0 - t[L + 2] * z1;
    let z3 = r3 - rest[R] * r0 - rest[R + 1] * z1 - rest[R + 2] * z2;
    let z4 = r4 - rest[R + 3] * r0 - rest[R + 4] * z1 - rest[R + 5] * z2 - rest[R + 6] * z3;
    let z5 = r5 - rest[R + 7] * r0 - rest[R + 8] * z1 - rest[R + 9] * z2 - rest[R + 10] * z3 - rest[R + 11] * z4;
    let z0 = r0 * t[D];
    z5 *= rest[R + REST_D + 2];
    z4 = z4 * rest[R + REST_D + 1] - rest[R + 11] * z5;
    z3 = z3 * rest[R + REST_D] - rest[R + 6] * z4 - rest[R + 10] * z5;
    z2 = z2 * t[D + 2] - rest[R + 2] * z3 - rest[R + 5] * z4 - rest[R + 9] * z5;
    z1 = z1 * t[D + 1] - t[L + 2] * z2 - rest[R + 1] * z3 - rest[R + 4] * z4 - rest[R + 8] * z5;
    z0 -= t[L] * z1 + t[L + 1] * z2 + rest[R] * z3 + rest[R + 3] * z4 + rest[R + 7] * z5;
    x0 = l0 - z0;
    x1 = l1 - z1;
    x2 = l2 - z2;
    x3 = l3 - z3;
    x4 = l4 - z4;
    x5 = l5 - z5;
    rests = x0 > 0;
    if (rests) {
      const pu = x1 / x0;
      const pw = x2 / x0;
      rests = contains(v, vs, vn, pu, pw);
      if (rests) {
        const c = mu * x0;
        const size = x3 * x3 + x4 * x4;
        rests = size <= c * c;
        if (rests) {
          const qu = pu * v[x + X_SHARP + (pu >= 0 ? 0 : 1)];
          const qw = pw * v[x + X_SHARP + 2 + (pw >= 0 ? 0 : 1)];
          const torque = x5 - qu * x4 + qw * x3;
          const square = armSquare(t, o, qu, qw);
          rests = size * square + torque * torque <= c * c * square;
        }
      }
    }
  }
  if (!rests) {
    const sd = o + T_S;
    const s = o + T_ABOVE;
    x0 = x1 = x2 = x3 = x4 = x5 = 0;
    // Pressure, with friction as it was: e = r - A N of the normal rows.
    scratch[P_E] = r0 - (t[sd] * l0 + t[s] * l1 + t[s + 1] * l2);
    scratch[P_E + 1] = r1 - (t[s] * l0 + t[sd + 1] * l1 + t[s + 5] * l2);
    scratch[P_E + 2] = r2 - (t[s + 1] * l0 + t[s + 5] * l1 + t[sd + 2] * l2);
    scratch[P_A] = t[sd];
    scratch[P_A + 1] = t[s];
    scratch[P_A + 2] = t[s + 1];
    scratch[P_A + 3] = t[sd + 1];
    scratch[P_A + 4] = t[s + 5];
    scratch[P_A + 5] = t[sd + 2];
    // The factor of A is the beginning of that of S.
    scratch[P_FACTOR] = t[L];
    scratch[P_FACTOR + 1] = t[L + 1];
    scratch[P_FACTOR + 2] = t[L + 2];
    scratch[P_FACTOR + 3] = t[D];
    scratch[P_FACTOR + 4] = t[D + 1];
    scratch[P_FACTOR + 5] = t[D + 2];
    const bears =
      q[p + TI_KIND] === KIND_CURVED
        ? pressCurved(v, vs, vn, q[p + TI_BEARS], scratch)
        : press(v, vs, vn, q[p + TI_BEARS], scratch);
    let next = bears;
    if (bears !== BEARS_NOT) {
      x0 = scratch[P_N];
      x1 = scratch[P_N + 1];
      x2 = scratch[P_N + 2];
      const c = mu * x0;
      if (c > 0) {
        const pu = x1 / x0;
        const pw = x2 / x0;
        const qu = pu * v[x + X_SHARP + (pu >= 0 ? 0 : 1)];
        const qw = pw * v[x + X_SHARP + 2 + (pw >= 0 ? 0 : 1)];
        const arm = Math.sqrt(armSquare(t, o, qu, qw));
        // F = B y about the patch's centre, B = [1 0 0; 0 1 0; -qw qu ρ]: M = Bᵀ S_FF B, g = Bᵀ (e_F + S_FN N).
        const uu = t[sd + 3];
        const uw = t[s + 12];
        const ut = t[s + 13];
        const ww = t[sd + 4];
        const wt = t[s + 14];
        const tt = t[sd + 5];
        const m0 = uu - 2 * qw * ut + qw * qw * tt;
        const m1 = uw + qu * ut - qw * wt - qu * qw * tt;
        const m2 = arm * (ut - qw * tt);
        const m3 = ww + 2 * qu * wt + qu * qu * tt;
        const m4 = arm * (wt + qu * tt);
        const m5 = arm * arm * tt;
        const n0 = x0 - l0;
        const n1 = x1 - l1;
        const n2 = x2 - l2;
        const gu = r3 + t[s + 2] * n0 + t[s + 6] * n1 + t[s + 9] * n2 - (uu * l3 + uw * l4 + ut * l5);
        const gw = r4 + t[s + 3] * n0 + t[s + 7] * n1 + t[s + 10] * n2 - (uw * l3 + ww * l4 + wt * l5);
        const gt = r5 + t[s + 4] * n0 + t[s + 8] * n1 + t[s + 11] * n2 - (ut * l3 + wt * l4 + tt * l5);
        const g0 = gu - qw * gt;
        const g1 = gw + qu * gt;
        const g2 = arm * gt;
        // The least of ½yᵀM y + g·y with |y| ≤ c: y = -k/det(M + γ), k = adj(M + γ) g = γ² g + γ (tr M - M) g + adj(M) g.
        const give = LOCKED * (m0 + m3 + m5);
        const a0 = m0 + give;
        const a3 = m3 + give;
        const a5 = m5 + give;
        const b0 = a3 * a5 - m4 * m4;
        const b1 = m2 * m4 - m1 * a5;
        const b2 = m1 * m4 - m2 * a3;
        const b3 = a0 * a5 - m2 * m2;
        const b4 = m1 * m2 - a0 * m4;
        const b5 = a0 * a3 - m1 * m1;
        const det = a0 * b0 + m1 * b1 + m2 * b2;
        const j0 = b0 * g0 + b1 * g1 + b2 * g2;
        const j1 = b1 * g0 + b3 * g1 + b4 * g2;
        const j2 = b2 * g0 + b4 * g1 + b5 * g2;
        let k0 = j0;
        let k1 = j1;
        let k2 = j2;
        let square = j0 * j0 + j1 * j1 + j2 * j2;
        let scale = 0;
        if (det > 0 && square <= c * det * (c * det)) {
          scale = -1 / det;
          t[o + T_GAMMA] = 0;
          if (bears === BEARS_FLAT) next = TRIES_REST;
        } else {
          const minors = b0 + b3 + b5;
          const trace = a0 + a3 + a5;
          const c0 = a3 + a5;
          const c3 = a0 + a5;
          const c5 = a0 + a3;
          const h0 = c0 * g0 - m1 * g1 - m2 * g2;
          const h1 = c3 * g1 - m1 * g0 - m4 * g2;
          const h2 = c5 * g2 - m2 * g0 - m4 * g1;
          let gamma = t[o + T_GAMMA];
          let isNear = false;
          for (let step = 0; ; step++) {
            k0 = (gamma * g0 + h0) * gamma + j0;
            k1 = (gamma * g1 + h1) * gamma + j1;
            k2 = (gamma * g2 + h2) * gamma + j2;
            square = k0 * k0 + k1 * k1 + k2 * k2;
            if (isNear || step === STEPS) break;
            const limit = c * (((gamma + trace) * gamma + minors) * gamma + det);
            const f0 = (gamma + c0) * gamma + b0;
            const f1 = b1 - gamma * m1;
            const f2 = b2 - gamma * m2;
            const f3 = (gamma + c3) * gamma + b3;
            const f4 = b4 - gamma * m4;
            const f5 = (gamma + c5) * gamma + b5;
            // 1/|y| is nearly straight in γ, and bends so that every step ends below what is sought.
            const bend =
              k0 * (f0 * k0 + f1 * k1 + f2 * k2) +
              k1 * (f1 * k0 + f3 * k1 + f4 * k2) +
              k2 * (f2 * k0 + f4 * k1 + f5 * k2);
            const off = Math.sqrt(square) - limit;
            const more = gamma + off * (square / (c * bend));
            gamma = more > 0 ? more : 0;
            isNear = Math.abs(off) <= NEAR * limit;
          }
          t[o + T_GAMMA] = gamma;
          const size = Math.sqrt(square);
          scale = size > 0 ? -c / size : 0;
        }
        if (scale < 0) {
          x3 = scale * k0;
          x4 = scale * k1;
          x5 = scale * (arm * k2 - qw * k0 + qu * k1);
        }
      }
    }
    q[p + TI_BEARS] = next;
  }
  const d0 = x0 - l0;
  const d1 = x1 - l1;
  const d2 = x2 - l2;
  const d3 = x3 - l3;
  const d4 = x4 - l4;
  const d5 = x5 - l5;
  const square = d0 * d0 + d1 * d1 + d2 * d2 + d3 * d3 + d4 * d4 + d5 * d5;
  if (square === 0) return;
  lam[l] = x0;
  lam[l + 1] = x1;
  lam[l + 2] = x2;
  lam[l + 3] = x3;
  lam[l + 4] = x4;
  lam[l + 5] = x5;
  scratch[CHANGE] = d0;
  scratch[CHANGE + 1] = d1;
  scratch[CHANGE + 2] = d2;
  scratch[CHANGE + 3] = d3;
  scratch[CHANGE + 4] = d4;
  scratch[CHANGE + 5] = d5;
  scratch[SUM] += square;
  applyPatch(t, o, y, pa, pb, scratch, CHANGE);
}

/** Square of the mean distance from (qu, qw) at which the patch is pressed. */
function armSquare(t: Float64Array, o: number, qu: number, qw: number): number {
  const u = qu - t[o + T_CENTER];
  const w = qw - t[o + T_CENTER + 1];
  const x = u * t[o + T_REACH + (u < 0 ? 0 : 1)];
  const z = w * t[o + T_REACH + (w < 0 ? 2 : 3)];
  const a = 3 * x <= 1 ? 1 - 3 * x * x : x < 1 ? 1.5 * (1 - x) * (1 - x) : 0;
  const b = 3 * z <= 1 ? 1 - 3 * z * z : z < 1 ? 1.5 * (1 - z) * (1 - z) : 0;
  const square = a * t[o + T_VARIANCE] + b * t[o + T_VARIANCE + 1];
  return square > 0 ? MEAN_OVER_ROOT * MEAN_OVER_ROOT * square : 0;
}
