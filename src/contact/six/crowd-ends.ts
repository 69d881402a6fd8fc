// What is done once with a crowd's tape before its sweeps, and once after them.
//
// Before: S of the patches from their directions and arms, and its factor. With α the angular parts of the six rows for
// one body, r×n, t₁, t₂, r×u, r×w, n, and those of n, u, w for both,
//     S = Σ over both bodies of α·I⁻¹α, + n, u, w over both masses, + C.
// And the impulses that the sweeps begin with, applied to the bodies.
// After: whether all impulses together take energy out, as solver/dissipation.ts asks it of blocks.
// The kernel in WebAssembly (kernels/crowd-ends.ts), for what comes before, has both bodies in the two lanes of a
// vector. Verified in test/contact/crowd-tape.test.ts against the blocks' own, and the kernel against this.

import { factorLdl } from '../../solver/factor.js';
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
    factor(t, o, x);
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

/** L and 1/D of S. */
function factor(t: Float64Array, o: number, x: Float64Array): void {
  for (let r = 0, s = o + T_S; r < 6; r++) for (let c = r; c < 6; c++) x[6 * c + r] = t[s++];
  factorLdl(x, 0, x, 36, 6);
  for (let r = 0, l = o + T_L; r < 6; r++) {
    for (let c = 0; c < r; c++) t[l++] = x[36 + 6 * r + c];
    t[o + T_D + r] = x[36 + 7 * r];
  }
}

/** Where in the tape's motions the velocities without any impulse begin: behind those of sweeps that are mixed. */
export function startOf(bodyCount: number): number {
  return MIXED * 6 * bodyCount;
}

/**
 * Whether the impulses that led from the velocities there to those of the bodies take energy out: with what rows ask
 * for, λ·(J (v₀ + v) + 2 b + C λ) ≤ 0 (solver/dissipation.ts), where λ·J (v₀ + v) is twice what bodies gain. False, too,
 * where that is not known: locked axes have no inertia.
 */
export function takesOut({ count, bodyCount, records: t, ints: q, bodies: y, lambda, motions }: CrowdTape): boolean {
  let sum = 0;
  for (let k = 0; k < count; k++) {
    const isRow = q[k * TAPE_INTS + TI_KIND] === KIND_ROW;
    const b = k * T_STRIDE + (isRow ? T_ROW_RHS : T_RHS);
    const c = k * T_STRIDE + (isRow ? T_ROW_COMPLIANCE : T_COMPLIANCE);
    for (let m = 0; m < (isRow ? 1 : 6); m++) {
      const x = lambda[6 * k + m];
      sum += x * (2 * t[b + m] + t[c + m] * x);
    }
  }
  const start = startOf(bodyCount);
  for (let k = 0; k < bodyCount; k++) {
    const p = k * TB_STRIDE;
    const v = start + 6 * k;
    for (let m = 0; m < 3; m++) {
      const change = y[p + m] - motions[v + m];
      if (change !== 0) sum += (change * (y[p + m] + motions[v + m])) / y[p + TB_INV_MASS + m];
    }
    const x = y[p + 3] - motions[v + 3];
    const z = y[p + 4] - motions[v + 4];
    const w = y[p + 5] - motions[v + 5];
    if (x === 0 && z === 0 && w === 0) continue;
    const i = p + TB_INV_INERTIA;
    const a0 = y[i + 3] * y[i + 5] - y[i + 4] * y[i + 4];
    const a1 = y[i + 2] * y[i + 4] - y[i + 1] * y[i + 5];
    const a2 = y[i + 1] * y[i + 4] - y[i + 2] * y[i + 3];
    const a3 = y[i] * y[i + 5] - y[i + 2] * y[i + 2];
    const a4 = y[i + 1] * y[i + 2] - y[i] * y[i + 4];
    const a5 = y[i] * y[i + 3] - y[i + 1] * y[i + 1];
    sum +=
      ((a0 * x + a1 * z + a2 * w) * (y[p + 3] + motions[v + 3]) +
        (a1 * x + a3 * z + a4 * w) * (y[p + 4] + motions[v + 4]) +
        (a2 * x + a4 * z + a5 * w) * (y[p + 5] + motions[v + 5])) /
      (y[i] * a0 + y[i + 1] * a1 + y[i + 2] * a2);
  }
  return sum <= 0;
}
