// The visits of a crowd on its tape, and accelerated sweeps of them: what src/contact/six/crowd-visit.ts, press.ts,
// mixing.ts and crowd-solve.ts do, operation by operation in the same order, so that every bit is the same. Written in
// AssemblyScript: two numbers at a time where they are independent (f64x2), everything else one by one.
//
// Built by scripts/build-kernels.js into src/contact/six/crowd-wasm.ts. Held against TypeScript in
// test/contact/crowd-tape.test.ts.

import {
  EXTRAS,
  KIND_CURVED,
  KIND_EDGED,
  KIND_ROW,
  REST_D,
  REST_STRIDE,
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
  T_STRIDE,
  T_TILT_1,
  T_TILT_2,
  T_U,
  T_VARIANCE,
  T_W,
  TAPE_INTS,
  TB_INV_INERTIA,
  TB_INV_MASS,
  TB_STRIDE,
  TI_A,
  TI_B,
  TI_BEARS,
  TI_COUNT,
  TI_GROUP_END,
  TI_KIND,
  TI_PAUSE,
  TI_START,
  TRIES_REST,
} from '../src/contact/six/tape-layout';
import { factor, writeSchur } from './crowd-ends';
import {
  ASTRAY,
  beginMixing,
  changeAt,
  forget,
  isStill,
  keep,
  keepMotion,
  mix,
  mixMotions,
  mixPoints,
  next,
  UNCHANGED,
} from './mixing';
import { beginMomentum, carry, carryMotions, goesOn, hold, keepAt, stay, stayMotion, wayOn } from './momentum';
import { contains, N, press } from './press';
import { pressCurved, sharpAt } from './press-curved';

const GROUP_PASSES: i32 = 4;
const WORTH_A_PASS: f64 = 1e-4;
export const PROGRESS: f64 = 0.5;
const PAUSE: i32 = 3;
const DRIFT: f64 = 64;
const STEPS: i32 = 12;
const NEAR: f64 = 1e-6;
const LOCKED: f64 = 1e-13;
/** (2/3)²: see MEAN_OVER_ROOT of crowd-visit.ts. Set from there. */
let meanOverRootSquare: f64 = 0;

export { correct, worstMove } from './correct';
export { complete } from './crowd-raw';
export { setStill } from './mixing';

/** Scratch, behind N of press.ts: what a visit changes. */
const CHANGE: usize = 32;

export function begin(mean: f64): void {
  meanOverRootSquare = mean * mean;
}

function pressEdged(t: usize, v: usize, vn: i32, last: i32, e0: f64, e1: f64, e2: f64): i32 {
  return press(
    v,
    vn,
    last,
    e0,
    e1,
    e2,
    load<f64>(t, T_S * 8),
    load<f64>(t, T_ABOVE * 8),
    load<f64>(t, (T_ABOVE + 1) * 8),
    load<f64>(t, (T_S + 1) * 8),
    load<f64>(t, (T_ABOVE + 5) * 8),
    load<f64>(t, (T_S + 2) * 8),
    load<f64>(t, T_L * 8),
    load<f64>(t, (T_L + 1) * 8),
    load<f64>(t, (T_L + 2) * 8),
    load<f64>(t, T_D * 8),
    load<f64>(t, (T_D + 1) * 8),
    load<f64>(t, (T_D + 2) * 8),
  );
}

function pressRound(t: usize, v: usize, vn: i32, last: i32, e0: f64, e1: f64, e2: f64): i32 {
  return pressCurved(
    v,
    vn,
    last,
    e0,
    e1,
    e2,
    load<f64>(t, T_S * 8),
    load<f64>(t, T_ABOVE * 8),
    load<f64>(t, (T_ABOVE + 1) * 8),
    load<f64>(t, (T_S + 1) * 8),
    load<f64>(t, (T_ABOVE + 5) * 8),
    load<f64>(t, (T_S + 2) * 8),
    load<f64>(t, T_L * 8),
    load<f64>(t, (T_L + 1) * 8),
    load<f64>(t, (T_L + 2) * 8),
    load<f64>(t, T_D * 8),
    load<f64>(t, (T_D + 1) * 8),
    load<f64>(t, (T_D + 2) * 8),
  );
}

function armSquare(t: usize, qu: f64, qw: f64): f64 {
  const u = qu - load<f64>(t, T_CENTER * 8);
  const w = qw - load<f64>(t, (T_CENTER + 1) * 8);
  const x = u * load<f64>(t + ((<usize>!(u < 0)) << 3), T_REACH * 8);
  const z = w * load<f64>(t + ((<usize>!(w < 0)) << 3), (T_REACH + 2) * 8);
  const a: f64 = 3 * x <= 1 ? 1 - 3 * x * x : x < 1 ? 1.5 * (1 - x) * (1 - x) : 0;
  const b: f64 = 3 * z <= 1 ? 1 - 3 * z * z : z < 1 ? 1.5 * (1 - z) * (1 - z) : 0;
  const square = a * load<f64>(t, T_VARIANCE * 8) + b * load<f64>(t, (T_VARIANCE + 1) * 8);
  return square > 0 ? meanOverRootSquare * square : 0;
}

function sharp(v: usize, p: f64, side: usize): f64 {
  return p * sharpAt(v, p, side);
}

/** Applies the six impulses at `x` along the rows of the patch at `t` to the bodies at `a` and `b`. */
function applyPatch(t: usize, a: usize, b: usize, x: usize): void {
  applyImpulses(
    t,
    a,
    b,
    load<f64>(x),
    load<f64>(x, 8),
    load<f64>(x, 16),
    load<f64>(x, 24),
    load<f64>(x, 32),
    load<f64>(x, 40),
  );
}

/** The same of six numbers. */
function applyImpulses(t: usize, a: usize, b: usize, x0: f64, x1: f64, x2: f64, x3: f64, x4: f64, x5: f64): void {
  const d0 = f64x2.splat(x0);
  const d1 = f64x2.splat(x1);
  const d2 = f64x2.splat(x2);
  const d3 = f64x2.splat(x3);
  const d4 = f64x2.splat(x4);
  const d5 = f64x2.splat(x5);
  const n = v128.load(t, T_NORMAL * 8);
  const nz = v128.load64_splat(t, (T_NORMAL + 2) * 8);
  const f = f64x2.add(
    f64x2.add(f64x2.mul(n, d0), f64x2.mul(v128.load(t, T_U * 8), d3)),
    f64x2.mul(v128.load(t, T_W * 8), d4),
  );
  const fz = f64x2.add(
    f64x2.add(f64x2.mul(nz, d0), f64x2.mul(v128.load64_splat(t, (T_U + 2) * 8), d3)),
    f64x2.mul(v128.load64_splat(t, (T_W + 2) * 8), d4),
  );
  const m = f64x2.add(
    f64x2.add(f64x2.mul(v128.load(t, T_TILT_1 * 8), d1), f64x2.mul(v128.load(t, T_TILT_2 * 8), d2)),
    f64x2.mul(n, d5),
  );
  const mz = f64x2.add(
    f64x2.add(
      f64x2.mul(v128.load64_splat(t, (T_TILT_1 + 2) * 8), d1),
      f64x2.mul(v128.load64_splat(t, (T_TILT_2 + 2) * 8), d2),
    ),
    f64x2.mul(nz, d5),
  );
  const fzx = v128.shuffle<f64>(fz, f, 0, 2);
  const fyz = v128.shuffle<f64>(f, fz, 1, 2);
  applySide(t + T_ARM_A * 8, a, f, fz, fzx, fyz, m, mz, 1);
  applySide(t + T_ARM_B * 8, b, f, fz, fzx, fyz, m, mz, -1);
}

/** What applyPatch does to one body: `arm` from its centre; force and moment, the third of them twice. */
// @inline
function applySide(arm: usize, y: usize, f: v128, fz: v128, fzx: v128, fyz: v128, m: v128, mz: v128, sign: f64): void {
  const rxy = v128.load(arm);
  const ryz = v128.load(arm, 8);
  const rzx = v128.shuffle<f64>(ryz, rxy, 1, 2);
  // (x, y) and z of m + r × f.
  const t = f64x2.add(m, f64x2.sub(f64x2.mul(ryz, fzx), f64x2.mul(rzx, fyz)));
  const cross = f64x2.mul(rxy, v128.shuffle<f64>(f, f, 1, 0));
  const tz = f64x2.add(mz, f64x2.splat(f64x2.extract_lane(cross, 0) - f64x2.extract_lane(cross, 1)));
  const tx = v128.shuffle<f64>(t, t, 0, 0);
  const ty = v128.shuffle<f64>(t, t, 1, 1);
  const i01 = v128.load(y, TB_INV_INERTIA * 8);
  const i12 = v128.load(y, (TB_INV_INERTIA + 1) * 8);
  const i34 = v128.load(y, (TB_INV_INERTIA + 3) * 8);
  const i24 = v128.shuffle<f64>(i12, i34, 1, 3);
  const turn = f64x2.add(
    f64x2.add(f64x2.mul(i01, tx), f64x2.mul(v128.shuffle<f64>(i12, i34, 0, 2), ty)),
    f64x2.mul(i24, tz),
  );
  const last = f64x2.mul(i24, t);
  const turnZ =
    f64x2.extract_lane(last, 0) +
    f64x2.extract_lane(last, 1) +
    load<f64>(y, (TB_INV_INERTIA + 5) * 8) * f64x2.extract_lane(tz, 0);
  const move = f64x2.mul(v128.load(y, TB_INV_MASS * 8), f);
  const moveZ = load<f64>(y, (TB_INV_MASS + 2) * 8) * f64x2.extract_lane(fz, 0);
  if (sign > 0) {
    v128.store(y, f64x2.add(v128.load(y), move));
    store<f64>(y, load<f64>(y, 16) + moveZ, 16);
    v128.store(y, f64x2.add(v128.load(y, 24), turn), 24);
    store<f64>(y, load<f64>(y, 40) + turnZ, 40);
  } else {
    v128.store(y, f64x2.sub(v128.load(y), move));
    store<f64>(y, load<f64>(y, 16) - moveZ, 16);
    v128.store(y, f64x2.sub(v128.load(y, 24), turn), 24);
    store<f64>(y, load<f64>(y, 40) - turnZ, 40);
  }
}

function applySingle(t: usize, a: usize, b: usize, d: f64): void {
  const dd = f64x2.splat(d);
  for (let m: usize = 0; m < 48; m += 16) {
    v128.store(a + m, f64x2.add(v128.load(a + m), f64x2.mul(dd, v128.load(t + m, T_ANSWER * 8))));
    v128.store(b + m, f64x2.add(v128.load(b + m), f64x2.mul(dd, v128.load(t + m, (T_ANSWER + 6) * 8))));
  }
}

/** Visits the row at `t`; returns the square of its change. */
function visitSingle(t: usize, a: usize, b: usize, lam: usize): f64 {
  const l = load<f64>(lam);
  let r = load<f64>(t, T_ROW_RHS * 8) + load<f64>(t, T_ROW_COMPLIANCE * 8) * l;
  for (let m: usize = 0; m < 48; m += 8)
    r += load<f64>(t + m, T_ROW * 8) * load<f64>(a + m) + load<f64>(t + m, (T_ROW + 6) * 8) * load<f64>(b + m);
  let x = l - r * load<f64>(t, T_ROW_INVERSE * 8);
  const low = load<f64>(t, T_LOW * 8);
  const high = load<f64>(t, T_HIGH * 8);
  if (x < low) x = low;
  else if (x > high) x = high;
  const d = x - l;
  if (d === 0) return 0;
  store<f64>(lam, x);
  applySingle(t, a, b, d);
  return d * d;
}

/** w × r of a body at y, arm r: x and y. */
function crossXY(y: usize, r: usize): v128 {
  const wxy = v128.load(y, 24);
  const wyz = v128.load(y, 32);
  const rxy = v128.load(r);
  const ryz = v128.load(r, 8);
  return f64x2.sub(
    f64x2.mul(wyz, v128.shuffle<f64>(ryz, rxy, 1, 2)),
    f64x2.mul(v128.shuffle<f64>(wyz, wxy, 1, 2), ryz),
  );
}

/** Residuals of two rows whose directions lie one after the other at `e`, their compliance at `x`: rhs + C λ + e·c. */
function twoRows(t: usize, row: usize, e: usize, x: usize, lam: usize, c: v128, cz: f64): v128 {
  const p = v128.load(e);
  const q = v128.load(e, 16);
  const r = v128.load(e, 32);
  const along = f64x2.add(
    f64x2.add(
      f64x2.mul(v128.shuffle<f64>(p, q, 0, 3), v128.shuffle<f64>(c, c, 0, 0)),
      f64x2.mul(v128.shuffle<f64>(p, r, 1, 2), v128.shuffle<f64>(c, c, 1, 1)),
    ),
    f64x2.mul(v128.shuffle<f64>(q, r, 0, 3), f64x2.splat(cz)),
  );
  const asked = f64x2.add(v128.load(t + row, T_RHS * 8), f64x2.mul(v128.load(x + row), v128.load(lam + row)));
  return f64x2.add(asked, along);
}

/**
 * Visits the patch at `t` and `q`, its outline vn corners at `v`, its compliance at `x`, the rest of its factor at `rest`;
 * returns the square of its change.
 */
function visit(
  t: usize,
  q: usize,
  a: usize,
  b: usize,
  v: usize,
  vn: i32,
  x: usize,
  isCurved: bool,
  rest: usize,
  lam: usize,
): f64 {
  const c = f64x2.sub(
    f64x2.add(f64x2.sub(v128.load(a), v128.load(b)), crossXY(a, t + T_ARM_A * 8)),
    crossXY(b, t + T_ARM_B * 8),
  );
  const wax = load<f64>(a, 24);
  const way = load<f64>(a, 32);
  const wbx = load<f64>(b, 24);
  const wby = load<f64>(b, 32);
  const cz =
    load<f64>(a, 16) -
    load<f64>(b, 16) +
    (wax * load<f64>(t, (T_ARM_A + 1) * 8) - way * load<f64>(t, T_ARM_A * 8)) -
    (wbx * load<f64>(t, (T_ARM_B + 1) * 8) - wby * load<f64>(t, T_ARM_B * 8));
  const turn = f64x2.sub(v128.load(a, 24), v128.load(b, 24));
  const oz = load<f64>(a, 40) - load<f64>(b, 40);
  const nx = load<f64>(t, T_NORMAL * 8);
  const ny = load<f64>(t, (T_NORMAL + 1) * 8);
  const nz = load<f64>(t, (T_NORMAL + 2) * 8);
  const l0 = load<f64>(lam);
  const r0 =
    load<f64>(t, T_RHS * 8) +
    load<f64>(x) * l0 +
    (nx * f64x2.extract_lane(c, 0) + ny * f64x2.extract_lane(c, 1) + nz * cz);
  const tilts = twoRows(t, 8, t + T_TILT_1 * 8, x, lam, turn, oz);
  const r1 = f64x2.extract_lane(tilts, 0);
  const r2 = f64x2.extract_lane(tilts, 1);
  if (l0 === 0) {
    let isOpen = true;
    for (let p = v, end = v + ((<usize>vn) << 4); p < end; p += 16) {
      const there = r0 + r1 * load<f64>(p) + r2 * load<f64>(p, 8);
      if (there < 0) {
        isOpen = false;
        break;
      }
    }
    if (isOpen) return 0;
  }
  const l1 = load<f64>(lam, 8);
  const l2 = load<f64>(lam, 16);
  const l3 = load<f64>(lam, 24);
  const l4 = load<f64>(lam, 32);
  const l5 = load<f64>(lam, 40);
  const slides = twoRows(t, 24, t + T_U * 8, x, lam, c, cz);
  const r3 = f64x2.extract_lane(slides, 0);
  const r4 = f64x2.extract_lane(slides, 1);
  const r5 =
    load<f64>(t, (T_RHS + 5) * 8) +
    load<f64>(x, 40) * l5 +
    (nx * f64x2.extract_lane(turn, 0) + ny * f64x2.extract_lane(turn, 1) + nz * oz);

  const mu = load<f64>(t, T_FRICTION * 8);
  const last = load<i32>(q, TI_BEARS * 4);
  let x0: f64 = 0;
  let x1: f64 = 0;
  let x2: f64 = 0;
  let x3: f64 = 0;
  let x4: f64 = 0;
  let x5: f64 = 0;
  let rests = false;
  if (last === TRIES_REST) {
    // All six rows at rest.
    const L00 = load<f64>(t, T_L * 8);
    const L01 = load<f64>(t, (T_L + 1) * 8);
    const L02 = load<f64>(t, (T_L + 2) * 8);
    const L03 = load<f64>(rest);
    const L04 = load<f64>(rest, 1 * 8);
    const L05 = load<f64>(rest, 2 * 8);
    const L06 = load<f64>(rest, 3 * 8);
    const L07 = load<f64>(rest, 4 * 8);
    const L08 = load<f64>(rest, 5 * 8);
    const L09 = load<f64>(rest, 6 * 8);
    const L10 = load<f64>(rest, 7 * 8);
    const L11 = load<f64>(rest, 8 * 8);
    const L12 = load<f64>(rest, 9 * 8);
    const L13 = load<f64>(rest, 10 * 8);
    const L14 = load<f64>(rest, 11 * 8);
    let z1 = r1 - L00 * r0;
    let z2 = r2 - L01 * r0 - L02 * z1;
    let z3 = r3 - L03 * r0 - L04 * z1 - L05 * z2;
    let z4 = r4 - L06 * r0 - L07 * z1 - L08 * z2 - L09 * z3;
    let z5 = r5 - L10 * r0 - L11 * z1 - L12 * z2 - L13 * z3 - L14 * z4;
    let z0 = r0 * load<f64>(t, T_D * 8);
    z5 *= load<f64>(rest, (REST_D + 2) * 8);
    z4 = z4 * load<f64>(rest, (REST_D + 1) * 8) - L14 * z5;
    z3 = z3 * load<f64>(rest, REST_D * 8) - L09 * z4 - L13 * z5;
    z2 = z2 * load<f64>(t, (T_D + 2) * 8) - L05 * z3 - L08 * z4 - L12 * z5;
    z1 = z1 * load<f64>(t, (T_D + 1) * 8) - L02 * z2 - L04 * z3 - L07 * z4 - L11 * z5;
    z0 -= L00 * z1 + L01 * z2 + L03 * z3 + L06 * z4 + L10 * z5;
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
      rests = contains(v, vn, pu, pw);
      if (rests) {
        const limit = mu * x0;
        const size = x3 * x3 + x4 * x4;
        rests = size <= limit * limit;
        if (rests) {
          const qu = isCurved ? sharp(v, pu, 0) : pu;
          const qw = isCurved ? sharp(v, pw, 16) : pw;
          const torque = x5 - qu * x4 + qw * x3;
          const square = armSquare(t, qu, qw);
          rests = size * square + torque * torque <= limit * limit * square;
        }
      }
    }
  }
  if (!rests) {
    x0 = x1 = x2 = x3 = x4 = x5 = 0;
    const s0 = load<f64>(t, T_S * 8);
    const s1 = load<f64>(t, T_ABOVE * 8);
    const s2 = load<f64>(t, (T_ABOVE + 1) * 8);
    const s6 = load<f64>(t, (T_S + 1) * 8);
    const s7 = load<f64>(t, (T_ABOVE + 5) * 8);
    const e0 = r0 - (s0 * l0 + s1 * l1 + s2 * l2);
    const e1 = r1 - (s1 * l0 + s6 * l1 + s7 * l2);
    const e2 = r2 - (s2 * l0 + s7 * l1 + load<f64>(t, (T_S + 2) * 8) * l2);
    const bears = isCurved ? pressRound(t, v, vn, last, e0, e1, e2) : pressEdged(t, v, vn, last, e0, e1, e2);
    let next = bears;
    if (bears >= 0) {
      x0 = load<f64>(N);
      x1 = load<f64>(N, 8);
      x2 = load<f64>(N, 16);
      const limit = mu * x0;
      if (limit > 0) {
        const pu = x1 / x0;
        const pw = x2 / x0;
        const qu = isCurved ? sharp(v, pu, 0) : pu;
        const qw = isCurved ? sharp(v, pw, 16) : pw;
        const arm = sqrt<f64>(armSquare(t, qu, qw));
        const uu = load<f64>(t, (T_S + 3) * 8);
        const uw = load<f64>(t, (T_ABOVE + 12) * 8);
        const ut = load<f64>(t, (T_ABOVE + 13) * 8);
        const ww = load<f64>(t, (T_S + 4) * 8);
        const wt = load<f64>(t, (T_ABOVE + 14) * 8);
        const tt = load<f64>(t, (T_S + 5) * 8);
        const m0 = uu - 2 * qw * ut + qw * qw * tt;
        const m1 = uw + qu * ut - qw * wt - qu * qw * tt;
        const m2 = arm * (ut - qw * tt);
        const m3 = ww + 2 * qu * wt + qu * qu * tt;
        const m4 = arm * (wt + qu * tt);
        const m5 = arm * arm * tt;
        const n0 = x0 - l0;
        const n1 = x1 - l1;
        const n2 = x2 - l2;
        const gu =
          r3 +
          load<f64>(t, (T_ABOVE + 2) * 8) * n0 +
          load<f64>(t, (T_ABOVE + 6) * 8) * n1 +
          load<f64>(t, (T_ABOVE + 9) * 8) * n2 -
          (uu * l3 + uw * l4 + ut * l5);
        const gw =
          r4 +
          load<f64>(t, (T_ABOVE + 3) * 8) * n0 +
          load<f64>(t, (T_ABOVE + 7) * 8) * n1 +
          load<f64>(t, (T_ABOVE + 10) * 8) * n2 -
          (uw * l3 + ww * l4 + wt * l5);
        const gt =
          r5 +
          load<f64>(t, (T_ABOVE + 4) * 8) * n0 +
          load<f64>(t, (T_ABOVE + 8) * 8) * n1 +
          load<f64>(t, (T_ABOVE + 11) * 8) * n2 -
          (ut * l3 + wt * l4 + tt * l5);
        const g0 = gu - qw * gt;
        const g1 = gw + qu * gt;
        const g2 = arm * gt;
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
        let scale: f64 = 0;
        if (det > 0 && square <= limit * det * (limit * det)) {
          scale = -1 / det;
          store<f64>(t, 0, T_GAMMA * 8);
          if (bears === 0) next = TRIES_REST;
        } else {
          const minors = b0 + b3 + b5;
          const trace = a0 + a3 + a5;
          const c0 = a3 + a5;
          const c3 = a0 + a5;
          const c5 = a0 + a3;
          const h0 = c0 * g0 - m1 * g1 - m2 * g2;
          const h1 = c3 * g1 - m1 * g0 - m4 * g2;
          const h2 = c5 * g2 - m2 * g0 - m4 * g1;
          let gamma = load<f64>(t, T_GAMMA * 8);
          let isNear = false;
          for (let step = 0; ; step++) {
            k0 = (gamma * g0 + h0) * gamma + j0;
            k1 = (gamma * g1 + h1) * gamma + j1;
            k2 = (gamma * g2 + h2) * gamma + j2;
            square = k0 * k0 + k1 * k1 + k2 * k2;
            if (isNear || step === STEPS) break;
            const most = limit * (((gamma + trace) * gamma + minors) * gamma + det);
            const f0 = (gamma + c0) * gamma + b0;
            const f1 = b1 - gamma * m1;
            const f2 = b2 - gamma * m2;
            const f3 = (gamma + c3) * gamma + b3;
            const f4 = b4 - gamma * m4;
            const f5 = (gamma + c5) * gamma + b5;
            const bend =
              k0 * (f0 * k0 + f1 * k1 + f2 * k2) +
              k1 * (f1 * k0 + f3 * k1 + f4 * k2) +
              k2 * (f2 * k0 + f4 * k1 + f5 * k2);
            const off = sqrt<f64>(square) - most;
            const more = gamma + off * (square / (limit * bend));
            gamma = more > 0 ? more : 0;
            isNear = abs<f64>(off) <= NEAR * most;
          }
          store<f64>(t, gamma, T_GAMMA * 8);
          const size = sqrt<f64>(square);
          scale = size > 0 ? -limit / size : 0;
        }
        if (scale < 0) {
          x3 = scale * k0;
          x4 = scale * k1;
          x5 = scale * (arm * k2 - qw * k0 + qu * k1);
        }
      }
    }
    store<i32>(q, next, TI_BEARS * 4);
  }
  const d0 = x0 - l0;
  const d1 = x1 - l1;
  const d2 = x2 - l2;
  const d3 = x3 - l3;
  const d4 = x4 - l4;
  const d5 = x5 - l5;
  const square = d0 * d0 + d1 * d1 + d2 * d2 + d3 * d3 + d4 * d4 + d5 * d5;
  if (square === 0) return 0;
  store<f64>(lam, x0);
  store<f64>(lam, x1, 8);
  store<f64>(lam, x2, 16);
  store<f64>(lam, x3, 24);
  store<f64>(lam, x4, 32);
  store<f64>(lam, x5, 40);
  applyImpulses(t, a, b, d0, d1, d2, d3, d4, d5);
  return square;
}

/** Where what lies before `corners` begins in the outlines at `v`. */
// @inline
function extrasOf(kind: i32, v: usize, corners: usize): usize {
  return kind === KIND_EDGED ? v : corners - EXTRAS * 8;
}

/**
 * Visits the group of records n to end, several times where it has several; returns the square of what that changes. A
 * group that changes by less than `least` pauses.
 */
export function sweepGroup(
  n: i32,
  end: i32,
  t: usize,
  q: usize,
  y: usize,
  v: usize,
  rest: usize,
  lambda: usize,
  least: f64,
): f64 {
  const g = q + <usize>n * (TAPE_INTS * 4);
  const left = load<i32>(g, TI_PAUSE * 4);
  if (left > 0) {
    store<i32>(g, left - 1, TI_PAUSE * 4);
    return 0;
  }
  let all: f64 = 0;
  const passes = end > n + 1 ? GROUP_PASSES : 1;
  let first: f64 = 0;
  for (let pass = 0; pass < passes; pass++) {
    let sum: f64 = 0;
    for (let k = n; k < end; k++) {
      const o = q + <usize>k * (TAPE_INTS * 4);
      const kind = load<i32>(o, TI_KIND * 4);
      const a = y + ((<usize>load<i32>(o, TI_A * 4)) << 3);
      const b = y + ((<usize>load<i32>(o, TI_B * 4)) << 3);
      const r = t + <usize>k * (T_STRIDE * 8);
      const l = lambda + <usize>k * 48;
      if (kind === KIND_ROW) sum += visitSingle(r, a, b, l);
      else {
        const corners = v + ((<usize>load<i32>(o, TI_START * 4)) << 3);
        const factor = rest + <usize>k * (REST_STRIDE * 8);
        const x = extrasOf(kind, v, corners);
        sum += visit(r, o, a, b, corners, load<i32>(o, TI_COUNT * 4), x, kind === KIND_CURVED, factor, l);
      }
    }
    all += sum;
    if (pass === 0) first = sum;
    else if (sum <= WORTH_A_PASS * first) break;
  }
  if (all < least) store<i32>(g, PAUSE, TI_PAUSE * 4);
  return all;
}

function sweep(count: i32, t: usize, q: usize, y: usize, v: usize, rest: usize, lambda: usize, least: f64): f64 {
  let norm: f64 = 0;
  let n = 0;
  while (n < count) {
    const end = load<i32>(q + <usize>n * (TAPE_INTS * 4), TI_GROUP_END * 4);
    norm += sweepGroup(n, end, t, q, y, v, rest, lambda, least);
    n = end;
  }
  return norm;
}

/** The way of all groups in the last sweep by momentum. */
let way: f64 = 0;

/** A sweep by momentum; at `begun` there is room for the impulses of a group. */
function sweepOn(
  count: i32,
  t: usize,
  q: usize,
  y: usize,
  v: usize,
  rest: usize,
  lambda: usize,
  begun: usize,
  least: f64,
): f64 {
  let norm: f64 = 0;
  way = 0;
  let n = 0;
  while (n < count) {
    const end = load<i32>(q + <usize>n * (TAPE_INTS * 4), TI_GROUP_END * 4);
    const goes = pauseOf(n, q) === 0;
    const from = <usize>n * 48;
    const to = <usize>end * 48;
    if (goes) keepAt(begun, lambda + from, to - from);
    norm += sweepGroup(n, end, t, q, y, v, rest, lambda, least);
    let r = t + <usize>n * (T_STRIDE * 8);
    for (let l = from; goes && l < to; l += 48, r += T_STRIDE * 8) way += wayOn(r, lambda, l, begun + l - from);
    n = end;
  }
  return norm;
}

/** Whether the next sweep passes over the group at n. */
export function isPassedOver(n: i32, q: usize): bool {
  return pauseOf(n, q) > 0;
}

/** Whether the group at n has begun to pause in the last sweep. */
export function beginsToPause(n: i32, q: usize): bool {
  return pauseOf(n, q) === PAUSE;
}

// @inline
function pauseOf(n: i32, q: usize): i32 {
  return load<i32>(q + <usize>n * (TAPE_INTS * 4), TI_PAUSE * 4);
}

/** Impulses of the group of records n to end go on by momentum, but for what pauses. */
export function goOn(n: i32, end: i32, q: usize, lambda: usize): void {
  if (pauseOf(n, q) === 0) carry(lambda, <usize>n * 48, <usize>end * 48);
}

/** What has begun to pause is taken out of the velocities of the bodies at i and j again. */
export function takeOut(n: i32, end: i32, t: usize, q: usize, i: usize, j: usize, lambda: usize): void {
  for (let k = n; k < end; k++) {
    hold(lambda, <usize>k * 48, N + CHANGE);
    applyChange(k, t, q, i, j);
  }
}

/** DRIFT times the change of the last sweep, at once. */
function drift(count: i32, t: usize, q: usize, y: usize, lambda: usize): void {
  const f = changeAt(0);
  const times = f64x2.splat(DRIFT);
  for (let k = 0; k < count; k++) {
    const l = <usize>k * 48;
    for (let m: usize = 0; m < 48; m += 16) {
      const g = v128.load(lambda + l + m);
      const x = f64x2.mul(times, f64x2.sub(g, v128.load(f + l + m)));
      v128.store(lambda + l + m, f64x2.add(g, x));
      v128.store(N + m, x, CHANGE);
    }
    applyChange(k, t, q, bodyOf(k, q, TI_A, y), bodyOf(k, q, TI_B, y));
  }
}

// @inline
function bodyOf(k: i32, q: usize, side: usize, y: usize): usize {
  return y + ((<usize>load<i32>(q + <usize>k * (TAPE_INTS * 4) + side * 4)) << 3);
}

/** Applies what lies at CHANGE to the bodies of record k, at i and j. */
function applyChange(k: i32, t: usize, q: usize, i: usize, j: usize): void {
  const r = t + <usize>k * (T_STRIDE * 8);
  const p = q + <usize>k * (TAPE_INTS * 4);
  if (load<i32>(p, TI_KIND * 4) === KIND_ROW) applySingle(r, i, j, load<f64>(N, CHANGE));
  else applyPatch(r, i, j, N + CHANGE);
}

/** All groups go on by momentum. */
function goOnAll(count: i32, t: usize, q: usize, y: usize, lambda: usize): void {
  for (let n = 0; n < count; ) {
    const end = load<i32>(q + <usize>n * (TAPE_INTS * 4), TI_GROUP_END * 4);
    const pause = pauseOf(n, q);
    if (pause === PAUSE) {
      takeOut(n, end, t, q, bodyOf(n, q, TI_A, y), bodyOf(n, q, TI_B, y), lambda);
      stay(lambda, <usize>n * 48, <usize>end * 48);
    } else if (pause === 0) carry(lambda, <usize>n * 48, <usize>end * 48);
    n = end;
  }
}

/** S and factors of all patches; `isCold`: their impulses are applied to the bodies. */
export function prepare(
  count: i32,
  t: usize,
  q: usize,
  y: usize,
  v: usize,
  rest: usize,
  lambda: usize,
  isCold: i32,
): void {
  for (let k = 0; k < count; k++, t += T_STRIDE * 8, q += TAPE_INTS * 4, rest += REST_STRIDE * 8, lambda += 48) {
    const a = y + ((<usize>load<i32>(q, TI_A * 4)) << 3);
    const b = y + ((<usize>load<i32>(q, TI_B * 4)) << 3);
    prepareRecord(t, q, a, b, v, rest);
    if (isCold) applyRecord(t, q, a, b, lambda);
  }
}

export function prepareRecord(t: usize, q: usize, a: usize, b: usize, v: usize, rest: usize): void {
  const kind = load<i32>(q, TI_KIND * 4);
  if (kind === KIND_ROW) return;
  writeSchur(t, a, b, extrasOf(kind, v, v + ((<usize>load<i32>(q, TI_START * 4)) << 3)));
  factor(t, rest);
}

export function applyRecord(t: usize, q: usize, a: usize, b: usize, lam: usize): void {
  if (load<i32>(q, TI_KIND * 4) === KIND_ROW) applySingle(t, a, b, load<f64>(lam));
  else if (load<f64>(lam) !== 0) applyPatch(t, a, b, lam);
}

/**
 * Up to `most` sweeps over the `count` records of the tape whose parts lie at these addresses, until the square of what
 * one changes is at most `limit`. Groups that change by less than `pauses` of the mean (squares) pause. Returns how
 * many, and leaves the norm of each at `history`. At `past` and `motions`: room as src/contact/six/crowd-tape.ts has it.
 */
export function solve(
  count: i32,
  t: usize,
  q: usize,
  y: usize,
  v: usize,
  rest: usize,
  lambda: usize,
  past: usize,
  history: usize,
  most: i32,
  limit: f64,
  pauses: f64,
  bodies: i32,
  motions: usize,
  byMomentum: bool,
  patience: i32,
): i32 {
  if (byMomentum) beginMomentum(past, motions);
  else {
    beginMixing(past, count, motions, bodies, t);
    keep(lambda);
  }
  const begun = past + <usize>count * 48;
  let iterations = 0;
  let hasDrifted = false;
  let least: f64 = Infinity;
  let since = 0;
  let last: f64 = 0;
  while (iterations < most) {
    const little = (pauses * last) / <f64>count;
    const norm: f64 = byMomentum
      ? sweepOn(count, t, q, y, v, rest, lambda, begun, little)
      : sweep(count, t, q, y, v, rest, lambda, little);
    last = norm;
    store<f64>(history + ((<usize>iterations) << 3), sqrt<f64>(norm));
    iterations++;
    if (norm < PROGRESS * least) {
      least = norm;
      since = iterations;
    }
    if (norm <= limit || iterations === most || (iterations - since >= patience && norm <= ASTRAY * least)) break;
    // The last one is a plain sweep.
    const isLast = iterations >= most - 1;
    if (byMomentum) {
      if (goesOn(way) && !isLast) {
        carryMotions(y, bodies);
        goOnAll(count, t, q, y, lambda);
      } else {
        stay(lambda, 0, <usize>count * 48);
        for (let k = 0; k < bodies; k++) stayMotion(y + <usize>k * (TB_STRIDE * 8), k);
      }
      continue;
    }
    if (iterations - since >= UNCHANGED && norm <= ASTRAY * least && isStill(y)) {
      if (hasDrifted) break;
      hasDrifted = true;
      least = Infinity;
      keepMotion(y, bodies);
      drift(count, t, q, y, lambda);
      forget();
      next();
      keep(lambda);
      continue;
    }
    if (mix(lambda) && !isLast) {
      mixMotions(y);
      mixPoints(lambda);
      next();
    } else {
      keepMotion(y, bodies);
      next();
      keep(lambda);
    }
  }
  return iterations;
}
