// What is done once with a crowd's tape before its sweeps, and once after them.
//
// Before: S = J M⁻¹Jᵀ + C of the patches from their directions and arms, and its factor. Summed for each body by itself:
// the kernel in WebAssembly (kernels/crowd-ends.ts) has both in the two lanes of a vector.
// And the impulses that the sweeps begin with, applied to the bodies.
// After: whether all impulses together take energy out, as solver/dissipation.ts asks it of blocks.
// Verified in test/contact/crowd-tape.test.ts against the blocks' own, and the kernel against this.

import { B_INV_MASS } from '../../bodies/layout.js';
import { factorLdl } from '../../solver/factor.js';
import { applyInverseMass } from '../../solver/movers.js';
import type { CrowdTape } from './crowd-tape.js';
import { applyPatch, applySingle } from './crowd-visit.js';
import { writeRows } from './rows.js';
import {
  EXTRAS,
  KIND_EDGED,
  KIND_ROW,
  REST_D,
  REST_STRIDE,
  T_ABOVE,
  T_D,
  T_L,
  T_RHS,
  T_ROW_COMPLIANCE,
  T_ROW_RHS,
  T_S,
  T_STRIDE,
  TAPE_INTS,
  TB_INV_INERTIA,
  TB_INV_MASS,
  TB_STRIDE,
  TI_A,
  TI_B,
  TI_KIND,
  TI_START,
} from './tape-layout.js';

/** Numbers of scratch: J, B, S and its factor. */
export const ENDS_SCRATCH = 216;
/** From where a body of the tape is to where its record would be for who asks it for its inverse masses. */
const AS_BODY = TB_INV_MASS - B_INV_MASS;

/** Writes S and factors of all patches; `isCold`: their impulses are not in the velocities yet. */
export function prepare(tape: CrowdTape, isCold: boolean, x: Float64Array): void {
  const { count, records: t, ints: q, bodies: y, lambda, outline, rest } = tape;
  for (let k = 0; k < count; k++) {
    const o = k * T_STRIDE;
    const a = q[k * TAPE_INTS + TI_A];
    const b = q[k * TAPE_INTS + TI_B];
    if (q[k * TAPE_INTS + TI_KIND] === KIND_ROW) {
      if (isCold) applySingle(t, o, y, a, b, lambda, 6 * k);
      continue;
    }
    writeSchur(t, o, y, a, b, outline, extrasOf(q, k), x);
    writeFactor(t, o, rest, k * REST_STRIDE, x);
    if (isCold && lambda[6 * k] !== 0) applyPatch(t, o, y, a, b, lambda, 6 * k);
  }
}

/** Where what lies before the corners of record k begins in the outline. */
function extrasOf(q: Int32Array, k: number): number {
  const o = k * TAPE_INTS;
  return q[o + TI_KIND] === KIND_EDGED ? 0 : q[o + TI_START] - EXTRAS;
}

/** S of the patch at t[o…], whose compliance is c[ci…], and its factor in the scratch. */
function writeSchur(
  t: Float64Array,
  o: number,
  y: Float64Array,
  a: number,
  b: number,
  c: Float64Array,
  ci: number,
  x: Float64Array,
): void {
  writeRows(x, 0, t, o);
  for (let r = 0; r < 72; r += 12) {
    applyInverseMass(x, 72 + r, x, r, y, a + AS_BODY);
    applyInverseMass(x, 78 + r, x, r + 6, y, b + AS_BODY);
  }
  let s = o + T_ABOVE;
  for (let r = 0; r < 6; r++)
    for (let n = r; n < 6; n++) {
      let one = 0;
      let other = 0;
      for (let k = 12 * r, j = 72 + 12 * n; k < 12 * r + 6; k++, j++) {
        one += x[k] * x[j];
        other += x[k + 6] * x[j + 6];
      }
      const sum = one + other + (r === n ? c[ci + r] : 0);
      t[r === n ? o + T_S + r : s++] = x[144 + 6 * n + r] = sum;
    }
  factorLdl(x, 144, x, 180, 6);
}

/** The factor in the scratch to the patch at t[o…] and the rest at f[at…]. */
function writeFactor(t: Float64Array, o: number, f: Float64Array, at: number, x: Float64Array): void {
  for (let r = 0, l = o + T_L; r < 3; r++) {
    for (let c = 0; c < r; c++) t[l++] = x[180 + 6 * r + c];
    t[o + T_D + r] = x[180 + 7 * r];
  }
  for (let r = 3, l = at; r < 6; r++) {
    for (let c = 0; c < r; c++) f[l++] = x[180 + 6 * r + c];
    f[at + REST_D + r - 3] = x[180 + 7 * r];
  }
}

/**
 * Whether the impulses that led from the velocities there, which are those of `start`, to those of the bodies take energy out: with what rows ask
 * for, λ·(J (v₀ + v) + 2 b + C λ) ≤ 0 (solver/dissipation.ts), where λ·J (v₀ + v) is twice what bodies gain. False, too,
 * where that is not known: locked axes have no inertia.
 */
export function takesOut(tape: CrowdTape, start: Float64Array): boolean {
  const { count, bodyCount, records: t, ints: q, bodies: y, lambda, outline } = tape;
  const places = tape.places.data;
  let sum = 0;
  for (let k = 0; k < count; k++) {
    const isRow = q[k * TAPE_INTS + TI_KIND] === KIND_ROW;
    const b = k * T_STRIDE + (isRow ? T_ROW_RHS : T_RHS);
    const soft = isRow ? t : outline;
    const c = isRow ? k * T_STRIDE + T_ROW_COMPLIANCE : extrasOf(q, k);
    for (let m = 0; m < (isRow ? 1 : 6); m++) {
      const x = lambda[6 * k + m];
      sum += x * (2 * t[b + m] + soft[c + m] * x);
    }
  }
  for (let k = 0; k < bodyCount; k++) {
    const p = k * TB_STRIDE;
    const v = places[k];
    for (let m = 0; m < 3; m++) {
      const change = y[p + m] - start[v + m];
      if (change !== 0) sum += (change * (y[p + m] + start[v + m])) / y[p + TB_INV_MASS + m];
    }
    const x = y[p + 3] - start[v + 3];
    const z = y[p + 4] - start[v + 4];
    const w = y[p + 5] - start[v + 5];
    if (x === 0 && z === 0 && w === 0) continue;
    const i = p + TB_INV_INERTIA;
    const a0 = y[i + 3] * y[i + 5] - y[i + 4] * y[i + 4];
    const a1 = y[i + 2] * y[i + 4] - y[i + 1] * y[i + 5];
    const a2 = y[i + 1] * y[i + 4] - y[i + 2] * y[i + 3];
    const a3 = y[i] * y[i + 5] - y[i + 2] * y[i + 2];
    const a4 = y[i + 1] * y[i + 2] - y[i] * y[i + 4];
    const a5 = y[i] * y[i + 3] - y[i + 1] * y[i + 1];
    sum +=
      ((a0 * x + a1 * z + a2 * w) * (y[p + 3] + start[v + 3]) +
        (a1 * x + a3 * z + a4 * w) * (y[p + 4] + start[v + 4]) +
        (a2 * x + a4 * z + a5 * w) * (y[p + 5] + start[v + 5])) /
      (y[i] * a0 + y[i + 1] * a1 + y[i + 2] * a2);
  }
  return sum <= 0;
}
