// What is done once with a crowd's tape before its sweeps: src/contact/six/crowd-ends.ts, operation by operation; of S
// the two bodies in two lanes. Built with crowd.ts.

import {
  REST_D,
  T_ABOVE,
  T_ARM_A,
  T_ARM_B,
  T_D,
  T_L,
  T_NORMAL,
  T_S,
  T_TILT_1,
  T_TILT_2,
  T_U,
  T_W,
  TB_INV_INERTIA,
  TB_INV_MASS,
} from '../src/contact/six/tape-layout';

const RANK: f64 = 1e-13;
/** Scratch: rows and M⁻¹ of them, six numbers a row, each of both bodies. Behind what visits have, for one thread. */
const ROWS: usize = 128;
export const ROWS_BYTES: usize = 1152;
const ANSWERS: usize = 576;
let rows: usize = ROWS;

/** What this thread has for it begins here; 0: where that of one thread does. */
export function rowsAt(at: usize): void {
  rows = at === 0 ? ROWS : at;
}

/** A number of body a, and the same of b. */
function both(a: usize, b: usize): v128 {
  return f64x2.replace_lane(v128.load64_splat(a), 1, load<f64>(b));
}

/** The row along the direction at `e`, and what turning it is: r × e, or where it moves nothing e itself. */
function writeRow(row: usize, t: usize, e: usize, moves: bool): void {
  const x = v128.load64_splat(e);
  const y = v128.load64_splat(e, 8);
  const z = v128.load64_splat(e, 16);
  if (!moves) {
    v128.store(row, x, 48);
    v128.store(row, y, 64);
    v128.store(row, z, 80);
    return;
  }
  const rx = both(t + T_ARM_A * 8, t + T_ARM_B * 8);
  const ry = both(t + (T_ARM_A + 1) * 8, t + (T_ARM_B + 1) * 8);
  const rz = both(t + (T_ARM_A + 2) * 8, t + (T_ARM_B + 2) * 8);
  v128.store(row, x);
  v128.store(row, y, 16);
  v128.store(row, z, 32);
  v128.store(row, f64x2.sub(f64x2.mul(ry, z), f64x2.mul(rz, y)), 48);
  v128.store(row, f64x2.sub(f64x2.mul(rz, x), f64x2.mul(rx, z)), 64);
  v128.store(row, f64x2.sub(f64x2.mul(rx, y), f64x2.mul(ry, x)), 80);
}

/** Whether row r moves bodies: 0, 3 and 4 do. */
// @inline
function isLinear(r: i32): bool {
  return ((0x19 >> r) & 1) !== 0;
}

/** S of the patch at `t` between the bodies at `a` and `b`, with the compliance at `x`. */
export function writeSchur(t: usize, a: usize, b: usize, x: usize): void {
  const first = rows;
  writeRow(first, t, t + T_NORMAL * 8, true);
  writeRow(first + 96, t, t + T_TILT_1 * 8, false);
  writeRow(first + 192, t, t + T_TILT_2 * 8, false);
  writeRow(first + 288, t, t + T_U * 8, true);
  writeRow(first + 384, t, t + T_W * 8, true);
  writeRow(first + 480, t, t + T_NORMAL * 8, false);
  for (let r = 0; r < 6; r++) {
    const row = first + 96 * <usize>r;
    for (let m: usize = 0; m < 3; m++) {
      if (isLinear(r)) {
        const mass = both(a + 8 * m + TB_INV_MASS * 8, b + 8 * m + TB_INV_MASS * 8);
        v128.store(row + 16 * m, f64x2.mul(mass, v128.load(row + 16 * m)), 576);
      }
      // Of the symmetric inertia: xx, xy, xz, yy, yz, zz.
      const i = TB_INV_INERTIA * 8 + 8 * m;
      const j = TB_INV_INERTIA * 8 + (m === 0 ? 8 : 8 * m + 16);
      const k = TB_INV_INERTIA * 8 + (m === 0 ? 16 : 8 * m + 24);
      v128.store(
        row + 16 * m,
        f64x2.add(
          f64x2.add(
            f64x2.mul(both(a + i, b + i), v128.load(row, 48)),
            f64x2.mul(both(a + j, b + j), v128.load(row, 64)),
          ),
          f64x2.mul(both(a + k, b + k), v128.load(row, 80)),
        ),
        624,
      );
    }
  }
  let s = t + T_ABOVE * 8;
  for (let r: usize = 0; r < 6; r++)
    for (let c = r; c < 6; c++) {
      let sum = f64x2.splat(0);
      const k = first + 96 * r;
      const j = first + ANSWERS + 96 * c;
      // What only turns has nothing in common with what moves but how that turns.
      if (isLinear(<i32>r) && isLinear(<i32>c)) {
        sum = f64x2.add(sum, f64x2.mul(v128.load(k), v128.load(j)));
        sum = f64x2.add(sum, f64x2.mul(v128.load(k, 16), v128.load(j, 16)));
        sum = f64x2.add(sum, f64x2.mul(v128.load(k, 32), v128.load(j, 32)));
      }
      sum = f64x2.add(sum, f64x2.mul(v128.load(k, 48), v128.load(j, 48)));
      sum = f64x2.add(sum, f64x2.mul(v128.load(k, 64), v128.load(j, 64)));
      sum = f64x2.add(sum, f64x2.mul(v128.load(k, 80), v128.load(j, 80)));
      let y = f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1);
      y += r === c ? load<f64>(x + 8 * r) : 0;
      if (r === c) store<f64>(t + 8 * r, y, T_S * 8);
      else {
        store<f64>(s, y);
        s += 8;
      }
    }
}

/** Where row r of L begins: of the first three in the record, of the others in the rest of it. */
// @inline
function rowOf(t: usize, rest: usize, r: usize): usize {
  return (r < 3 ? t + T_L * 8 : rest - 24) + ((r * (r - 1)) >> 1) * 8;
}

/** Where 1/D of row r is. */
// @inline
function pivotOf(t: usize, rest: usize, r: usize): usize {
  return (r < 3 ? t + T_D * 8 : rest + (REST_D - 3) * 8) + 8 * r;
}

/** L and 1/D of S of the patch at `t`. */
export function factor(t: usize, rest: usize): void {
  for (let r: usize = 0; r < 6; r++) {
    const row = rowOf(t, rest, r);
    let s = t + (T_ABOVE - 1) * 8 + 8 * r;
    for (let c: usize = 0; c < r; s += 32 - 8 * c, c++) {
      const other = rowOf(t, rest, c);
      let sum = load<f64>(s);
      for (let n: usize = 0; n < c; n++) sum -= load<f64>(row + 8 * n) * load<f64>(other + 8 * n);
      store<f64>(row + 8 * c, sum);
    }
    let d = load<f64>(t + 8 * r, T_S * 8);
    const limit = RANK * d;
    for (let c: usize = 0; c < r; c++) {
      const ld = load<f64>(row + 8 * c);
      const l = ld * load<f64>(pivotOf(t, rest, c));
      d -= l * ld;
      store<f64>(row + 8 * c, l);
    }
    const isSure = d > limit;
    store<f64>(pivotOf(t, rest, r), isSure ? 1 / d : 0);
    for (let c: usize = 0; c < r && !isSure; c++) store<f64>(row + 8 * c, 0);
  }
}
