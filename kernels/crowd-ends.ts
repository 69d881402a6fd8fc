// What is done once with a crowd's tape before its sweeps: src/contact/six/crowd-ends.ts, operation by operation; of S
// the two bodies in two lanes. Built with crowd.ts.

import {
  T_ARM_A,
  T_ARM_B,
  T_COMPLIANCE,
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
/** Scratch: α and I⁻¹α, behind what visits have. */
const ALPHA: usize = 128;
const BETA: usize = ALPHA + 288;

/** A number of body a, and the same of b. */
function both(a: usize, b: usize): v128 {
  return f64x2.replace_lane(v128.load64_splat(a), 1, load<f64>(b));
}

function dot(x: v128, y: v128, z: v128, u: v128, v: v128, w: v128): v128 {
  return f64x2.add(f64x2.add(f64x2.mul(x, u), f64x2.mul(y, v)), f64x2.mul(z, w));
}

/** r × e of both bodies to `out`, e of the patch. */
function writeCross(out: usize, x: v128, y: v128, z: v128, e: usize): void {
  const ex = v128.load64_splat(e);
  const ey = v128.load64_splat(e, 8);
  const ez = v128.load64_splat(e, 16);
  v128.store(out, f64x2.sub(f64x2.mul(y, ez), f64x2.mul(z, ey)));
  v128.store(out, f64x2.sub(f64x2.mul(z, ex), f64x2.mul(x, ez)), 16);
  v128.store(out, f64x2.sub(f64x2.mul(x, ey), f64x2.mul(y, ex)), 32);
}

function writeSame(out: usize, e: usize): void {
  for (let m: usize = 0; m < 3; m++) v128.store(out + 16 * m, v128.load64_splat(e + 8 * m));
}

function add(at: usize, x: f64): void {
  store<f64>(at, load<f64>(at) + x);
}

/** S of the patch at `t` between the bodies at `a` and `b`. */
export function writeSchur(t: usize, a: usize, b: usize): void {
  const rx = both(t + T_ARM_A * 8, t + T_ARM_B * 8);
  const ry = both(t + (T_ARM_A + 1) * 8, t + (T_ARM_B + 1) * 8);
  const rz = both(t + (T_ARM_A + 2) * 8, t + (T_ARM_B + 2) * 8);
  writeCross(ALPHA, rx, ry, rz, t + T_NORMAL * 8);
  writeSame(ALPHA + 48, t + T_TILT_1 * 8);
  writeSame(ALPHA + 96, t + T_TILT_2 * 8);
  writeCross(ALPHA + 144, rx, ry, rz, t + T_U * 8);
  writeCross(ALPHA + 192, rx, ry, rz, t + T_W * 8);
  writeSame(ALPHA + 240, t + T_NORMAL * 8);
  const i = a + TB_INV_INERTIA * 8;
  const j = b + TB_INV_INERTIA * 8;
  const i0 = both(i, j);
  const i1 = both(i + 8, j + 8);
  const i2 = both(i + 16, j + 16);
  const i3 = both(i + 24, j + 24);
  const i4 = both(i + 32, j + 32);
  const i5 = both(i + 40, j + 40);
  for (let r = ALPHA; r < BETA; r += 48) {
    const x = v128.load(r);
    const y = v128.load(r, 16);
    const z = v128.load(r, 32);
    v128.store(r, dot(i0, i1, i2, x, y, z), 288);
    v128.store(r, dot(i1, i3, i4, x, y, z), 304);
    v128.store(r, dot(i2, i4, i5, x, y, z), 320);
  }
  let s = t + T_S * 8;
  for (let r = ALPHA; r < BETA; r += 48) {
    const x = v128.load(r);
    const y = v128.load(r, 16);
    const z = v128.load(r, 32);
    for (let c = r + 288; c < BETA + 288; c += 48, s += 8) {
      const sum = dot(x, y, z, v128.load(c), v128.load(c, 16), v128.load(c, 32));
      store<f64>(s, f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1));
    }
  }
  s = t + T_S * 8;
  const m0 = load<f64>(a, TB_INV_MASS * 8) + load<f64>(b, TB_INV_MASS * 8);
  const m1 = load<f64>(a, (TB_INV_MASS + 1) * 8) + load<f64>(b, (TB_INV_MASS + 1) * 8);
  const m2 = load<f64>(a, (TB_INV_MASS + 2) * 8) + load<f64>(b, (TB_INV_MASS + 2) * 8);
  const x0 = load<f64>(t, T_NORMAL * 8);
  const x1 = load<f64>(t, (T_NORMAL + 1) * 8);
  const x2 = load<f64>(t, (T_NORMAL + 2) * 8);
  const n0 = m0 * x0;
  const n1 = m1 * x1;
  const n2 = m2 * x2;
  const u0 = load<f64>(t, T_U * 8);
  const u1 = load<f64>(t, (T_U + 1) * 8);
  const u2 = load<f64>(t, (T_U + 2) * 8);
  const w0 = load<f64>(t, T_W * 8);
  const w1 = load<f64>(t, (T_W + 1) * 8);
  const w2 = load<f64>(t, (T_W + 2) * 8);
  add(s, n0 * x0 + n1 * x1 + n2 * x2);
  add(s + 24, n0 * u0 + n1 * u1 + n2 * u2);
  add(s + 32, n0 * w0 + n1 * w1 + n2 * w2);
  add(s + 120, m0 * u0 * u0 + m1 * u1 * u1 + m2 * u2 * u2);
  add(s + 128, m0 * u0 * w0 + m1 * u1 * w1 + m2 * u2 * w2);
  add(s + 144, m0 * w0 * w0 + m1 * w1 * w1 + m2 * w2 * w2);
  for (let r: usize = 0; r < 6; s += 48 - 8 * r, r++) add(s, load<f64>(t + 8 * r, T_COMPLIANCE * 8));
}

/** L and 1/D of S of the patch at `t`. */
export function factor(t: usize): void {
  let row = t + T_L * 8;
  for (let r: usize = 0; r < 6; row += 8 * r, r++) {
    let s = t + T_S * 8 + 8 * r;
    let other = t + T_L * 8;
    for (let c: usize = 0; c < r; s += 40 - 8 * c, other += 8 * c, c++) {
      let sum = load<f64>(s);
      for (let n: usize = 0; n < c; n++) sum -= load<f64>(row + 8 * n) * load<f64>(other + 8 * n);
      store<f64>(row + 8 * c, sum);
    }
    let d = load<f64>(s);
    const limit = RANK * d;
    for (let c: usize = 0; c < r; c++) {
      const ld = load<f64>(row + 8 * c);
      const l = ld * load<f64>(t + 8 * c, T_D * 8);
      d -= l * ld;
      store<f64>(row + 8 * c, l);
    }
    const isSure = d > limit;
    store<f64>(t + 8 * r, isSure ? 1 / d : 0, T_D * 8);
    for (let c: usize = 0; c < r && !isSure; c++) store<f64>(row + 8 * c, 0);
  }
}
