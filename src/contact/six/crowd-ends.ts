// What is done once with a crowd's tape before its sweeps, and once after them.
//
// Before: S of the patches from their directions and arms, and its factor. With α the angular parts of the six rows for
// one body, r×n, t₁, t₂, r×u, r×w, n, and those of n, u, w for both,
//     S = Σ over both bodies of α·I⁻¹α, + n, u, w over both masses, + C.
// And the impulses that the sweeps begin with, applied to the bodies.
// After: whether all impulses together take energy out, as solver/dissipation.ts asks it of blocks.
// The kernel in WebAssembly (kernels/crowd-ends.ts) has both bodies in the two lanes of a vector. Verified in
// test/contact/crowd-tape.test.ts against the blocks' own S, and the kernel against this.

import type { CrowdTape } from './crowd-tape.js';
import { applyPatch, applySingle } from './crowd-visit.js';
import { MIXED } from './mixing.js';
import {
  KIND_ROW,
  T_ARM_A,
  T_ARM_B,
  T_COMPLIANCE,
  T_D,
  T_L,
  T_NORMAL,
  T_RHS,
  T_ROW,
  T_ROW_COMPLIANCE,
  T_ROW_RHS,
  T_S,
  T_STRIDE,
  T_TILT_1,
  T_TILT_2,
  T_U,
  T_W,
  TAPE_INTS,
  TB_INV_INERTIA,
  TB_INV_MASS,
  TB_STRIDE,
  TI_A,
  TI_B,
  TI_KIND,
} from './tape-layout.js';

/** As in solver/factor.ts: pivots below this share of their diagonal are rounding. */
const RANK = 1e-13;
/** As in solver/dissipation.ts. */
const ROUNDING = 1e-6;
/** Where α and I⁻¹α of both bodies are in the scratch: a number for each body in turn. */
const ALPHA = 0;
const BETA = 36;
export const ENDS_SCRATCH = 72;

/** Writes S, factors and weights of all patches; `isCold`: their impulses are not in the velocities yet. */
export function prepare(tape: CrowdTape, isCold: boolean, x: Float64Array): void {
  const { count, records: t, ints: q, bodies: y, lambda, weights } = tape;
  for (let k = 0; k < count; k++) {
    const o = k * T_STRIDE;
    const a = q[k * TAPE_INTS + TI_A];
    const b = q[k * TAPE_INTS + TI_B];
    if (q[k * TAPE_INTS + TI_KIND] === KIND_ROW) {
      if (isCold) applySingle(t, o, y, a, b, lambda, 6 * k);
      continue;
    }
    writeSchur(t, o, y, a, b, x);
    factor(t, o);
    for (let r = 0, at = o + T_S; r < 6; at += 6 - r, r++) weights[6 * k + r] = t[at];
    if (isCold && lambda[6 * k] !== 0) applyPatch(t, o, y, a, b, lambda, 6 * k);
  }
}

function writeSchur(t: Float64Array, o: number, y: Float64Array, a: number, b: number, x: Float64Array): void {
  for (let side = 0; side < 2; side++) {
    const r = o + (side === 0 ? T_ARM_A : T_ARM_B);
    for (let m = 0; m < 3; m++) {
      const at = ALPHA + 2 * m + side;
      const r1 = t[r + ((m + 1) % 3)];
      const r2 = t[r + ((m + 2) % 3)];
      const e1 = o + ((m + 1) % 3);
      const e2 = o + ((m + 2) % 3);
      x[at] = r1 * t[e2 + T_NORMAL] - r2 * t[e1 + T_NORMAL];
      x[at + 6] = t[o + T_TILT_1 + m];
      x[at + 12] = t[o + T_TILT_2 + m];
      x[at + 18] = r1 * t[e2 + T_U] - r2 * t[e1 + T_U];
      x[at + 24] = r1 * t[e2 + T_W] - r2 * t[e1 + T_W];
      x[at + 30] = t[o + T_NORMAL + m];
    }
    const i = (side === 0 ? a : b) + TB_INV_INERTIA;
    for (let at = ALPHA + side; at < ALPHA + 36; at += 6) {
      x[at + BETA] = y[i] * x[at] + y[i + 1] * x[at + 2] + y[i + 2] * x[at + 4];
      x[at + BETA + 2] = y[i + 1] * x[at] + y[i + 3] * x[at + 2] + y[i + 4] * x[at + 4];
      x[at + BETA + 4] = y[i + 2] * x[at] + y[i + 4] * x[at + 2] + y[i + 5] * x[at + 4];
    }
  }
  let s = o + T_S;
  for (let r = ALPHA; r < ALPHA + 36; r += 6)
    for (let c = r + BETA; c < BETA + 36; c += 6)
      t[s++] =
        x[r] * x[c] +
        x[r + 2] * x[c + 2] +
        x[r + 4] * x[c + 4] +
        (x[r + 1] * x[c + 1] + x[r + 3] * x[c + 3] + x[r + 5] * x[c + 5]);
  s = o + T_S;
  const m0 = y[a + TB_INV_MASS] + y[b + TB_INV_MASS];
  const m1 = y[a + TB_INV_MASS + 1] + y[b + TB_INV_MASS + 1];
  const m2 = y[a + TB_INV_MASS + 2] + y[b + TB_INV_MASS + 2];
  const n0 = m0 * t[o + T_NORMAL];
  const n1 = m1 * t[o + T_NORMAL + 1];
  const n2 = m2 * t[o + T_NORMAL + 2];
  const u0 = t[o + T_U];
  const u1 = t[o + T_U + 1];
  const u2 = t[o + T_U + 2];
  const w0 = t[o + T_W];
  const w1 = t[o + T_W + 1];
  const w2 = t[o + T_W + 2];
  t[s] += n0 * t[o + T_NORMAL] + n1 * t[o + T_NORMAL + 1] + n2 * t[o + T_NORMAL + 2];
  t[s + 3] += n0 * u0 + n1 * u1 + n2 * u2;
  t[s + 4] += n0 * w0 + n1 * w1 + n2 * w2;
  t[s + 15] += m0 * u0 * u0 + m1 * u1 * u1 + m2 * u2 * u2;
  t[s + 16] += m0 * u0 * w0 + m1 * u1 * w1 + m2 * u2 * w2;
  t[s + 18] += m0 * w0 * w0 + m1 * w1 * w1 + m2 * w2 * w2;
  for (let r = 0; r < 6; s += 6 - r, r++) t[s] += t[o + T_COMPLIANCE + r];
}

/** L and 1/D of S, as solver/factor.ts. */
function factor(t: Float64Array, o: number): void {
  for (let r = 0, row = o + T_L; r < 6; row += r, r++) {
    let d = 0;
    for (let c = 0, s = o + T_S + r, other = o + T_L; c <= r; s += 5 - c, other += c, c++) {
      let sum = t[s];
      if (c === r) d = sum;
      else {
        for (let n = 0; n < c; n++) sum -= t[row + n] * t[other + n];
        t[row + c] = sum;
      }
    }
    const limit = RANK * d;
    for (let c = 0; c < r; c++) {
      const ld = t[row + c];
      const l = ld * t[o + T_D + c];
      d -= l * ld;
      t[row + c] = l;
    }
    const isSure = d > limit;
    t[o + T_D + r] = isSure ? 1 / d : 0;
    for (let c = 0; c < r && !isSure; c++) t[row + c] = 0;
  }
}

/** Where in the tape's motions the velocities without any impulse begin: behind those of sweeps that are mixed. */
export function startOf(bodyCount: number): number {
  return MIXED * 6 * bodyCount;
}

/** Whether the impulses that led from the velocities there to those of the bodies take energy out. */
export function takesOut(tape: CrowdTape): boolean {
  const { count, bodyCount, ints: q, bodies: y, motions } = tape;
  const start = startOf(bodyCount);
  let before = 0;
  let after = 0;
  for (let k = 0; k < count; k++) {
    const a = q[k * TAPE_INTS + TI_A];
    const b = q[k * TAPE_INTS + TI_B];
    before += workOf(tape, k, motions, start + (a / TB_STRIDE) * 6, start + (b / TB_STRIDE) * 6, 0);
    after += workOf(tape, k, y, a, b, 1);
  }
  return before + after <= 0 && after - before >= ROUNDING * before;
}

/** λ·(b + J v) of record k, velocities at v[a…] and v[b…]; with C λ if `soft` is 1. */
function workOf(tape: CrowdTape, k: number, v: Float64Array, a: number, b: number, soft: number): number {
  const { records: t, ints: q, lambda } = tape;
  const o = k * T_STRIDE;
  const l = 6 * k;
  const l0 = lambda[l];
  let x = 0;
  if (q[k * TAPE_INTS + TI_KIND] === KIND_ROW) {
    for (let m = 0; m < 6; m++) x += t[o + T_ROW + m] * v[a + m] + t[o + T_ROW + 6 + m] * v[b + m];
    return l0 * (t[o + T_ROW_RHS] + soft * t[o + T_ROW_COMPLIANCE] * l0 + x);
  }
  if (l0 === 0) return 0;
  const l1 = lambda[l + 1];
  const l2 = lambda[l + 2];
  const l3 = lambda[l + 3];
  const l4 = lambda[l + 4];
  const l5 = lambda[l + 5];
  for (let m = 0; m < 3; m++) {
    const m1 = (m + 1) % 3;
    const m2 = (m + 2) % 3;
    const f = t[o + T_NORMAL + m] * l0 + t[o + T_U + m] * l3 + t[o + T_W + m] * l4;
    const f1 = t[o + T_NORMAL + m1] * l0 + t[o + T_U + m1] * l3 + t[o + T_W + m1] * l4;
    const f2 = t[o + T_NORMAL + m2] * l0 + t[o + T_U + m2] * l3 + t[o + T_W + m2] * l4;
    const turn = t[o + T_TILT_1 + m] * l1 + t[o + T_TILT_2 + m] * l2 + t[o + T_NORMAL + m] * l5;
    const ta = turn + (t[o + T_ARM_A + m1] * f2 - t[o + T_ARM_A + m2] * f1);
    const tb = turn + (t[o + T_ARM_B + m1] * f2 - t[o + T_ARM_B + m2] * f1);
    x += f * (v[a + m] - v[b + m]) + (ta * v[a + 3 + m] - tb * v[b + 3 + m]);
  }
  for (let m = 0; m < 6; m++) {
    const lm = lambda[l + m];
    x += lm * t[o + T_RHS + m] + soft * lm * t[o + T_COMPLIANCE + m] * lm;
  }
  return x;
}
