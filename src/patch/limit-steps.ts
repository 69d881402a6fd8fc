// Small steps of limit-surface.ts: a test that decides most wrenches, derivatives at a multiple of a slip, the slip that
// a change of the wrench is, and 3 × 3 equations.

import type { PressureLoad } from './load.js';

/** +1: certainly inside, -1: certainly outside, 0: not decided. */
export function quickTest(load: PressureLoad, c: number, fu: number, fw: number, torque: number): number {
  if (!(c > 0)) return fu === 0 && fw === 0 && torque === 0 ? 1 : -1;
  const limit = c * load.spin;
  const turn = Math.abs(torque);
  if (fu * fu + fw * fw > c * c * (1 + 1e-14) || turn > limit * (1 + 1e-14)) return -1;
  if (turn === 0) return 1;
  if (!(limit > 0)) return -1;
  // On the segment between the disc and ±∇D(0, 0, 1) = ±(-lean_w, lean_u, spin).
  const share = torque / limit;
  const ru = fu + share * c * load.leanW;
  const rw = fw - share * c * load.leanU;
  const rest = c * (1 - Math.abs(share));
  return ru * ru + rw * rw <= rest * rest ? 1 : 0;
}

/** D(tη) and its derivatives from those at η, t > 0. */
export function rescale(r: Float64Array, t: number): void {
  r[0] *= t;
  const k = 1 / t;
  for (let m = 4; m < 10; m++) r[m] *= k;
}

/** Sets the wrench (fu, fw, torque), and the slip that takes it there from (gu, gw, gt): S of their difference. */
export function setSlip(
  wrench: Float64Array,
  wi: number,
  slip: Float64Array,
  pi: number,
  s: Float64Array,
  si: number,
  fu: number,
  fw: number,
  torque: number,
  gu: number,
  gw: number,
  gt: number,
): void {
  wrench[wi] = fu;
  wrench[wi + 1] = fw;
  wrench[wi + 2] = torque;
  const a = fu - gu;
  const b = fw - gw;
  const t = torque - gt;
  slip[pi] = s[si] * a + s[si + 1] * b + s[si + 2] * t;
  slip[pi + 1] = s[si + 1] * a + s[si + 3] * b + s[si + 4] * t;
  slip[pi + 2] = s[si + 2] * a + s[si + 4] * b + s[si + 5] * t;
}

/** Symmetric positive definite 3×3 by Cholesky; false where it is not. */
export function solve3(
  out: Float64Array,
  a: number,
  b: number,
  c: number,
  d: number,
  e: number,
  f: number,
  x: number,
  y: number,
  z: number,
): boolean {
  if (!(a > 0)) return false;
  const l1 = b / a;
  const l2 = c / a;
  const d1 = d - l1 * b;
  if (!(d1 > 0)) return false;
  const e1 = e - l1 * c;
  const l3 = e1 / d1;
  const d2 = f - l2 * c - l3 * e1;
  if (!(d2 > 0)) return false;
  const y1 = y - l1 * x;
  const y2 = z - l2 * x - l3 * y1;
  out[2] = y2 / d2;
  out[1] = y1 / d1 - l3 * out[2];
  out[0] = x / a - l1 * out[1] - l2 * out[2];
  return true;
}
