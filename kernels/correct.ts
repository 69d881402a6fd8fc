// Sweeps of correction: what src/contact/six/correct-sweeps.ts does, operation by operation in the same order.

import {
  C_A,
  C_FACTOR,
  C_GAP,
  C_INTS,
  C_MOST,
  C_NORMAL,
  C_STRIDE,
  C_TILT_1,
  C_TILT_2,
  C_TURN_A,
  C_TURN_B,
  C_VISITED,
  CB_INV_INERTIA,
  CB_INV_MASS,
  CB_MOVED,
  CI_A,
  CI_B,
  CI_BEARS,
  CI_COUNT,
  CI_START,
} from '../src/contact/six/correct-layout';
import { N, press } from './press';

export const NEXT_TO_NOTHING: f64 = 0.01;

let time: f64 = 0;
let size: f64 = 0;
/** How far the last sweep has moved any gap. */
let worst: f64 = 0;

export function beginCorrection(): void {
  size = 0;
  time = 0;
}

/** For who sweeps in several threads. */
export function setWorst(x: f64): void {
  worst = x;
}

/** r · (x, y, z). */
function dot(r: usize, x: f64, y: f64, z: f64): f64 {
  return load<f64>(r) * x + load<f64>(r, 8) * y + load<f64>(r, 16) * z;
}

/** Moves the bodies at `a` and `b` by the pushes x, u, z along the rows of the record at `t`. */
function move(t: usize, a: usize, b: usize, x: f64, u: f64, z: f64): void {
  const xx = f64x2.splat(x);
  const uu = f64x2.splat(u);
  const zz = f64x2.splat(z);
  const f = f64x2.mul(xx, v128.load(t, C_NORMAL * 8));
  const fz = x * load<f64>(t, (C_NORMAL + 2) * 8);
  v128.store(a, f64x2.add(v128.load(a), f64x2.mul(v128.load(a, CB_INV_MASS * 8), f)));
  store<f64>(a, load<f64>(a, 16) + load<f64>(a, (CB_INV_MASS + 2) * 8) * fz, 16);
  v128.store(b, f64x2.sub(v128.load(b), f64x2.mul(v128.load(b, CB_INV_MASS * 8), f)));
  store<f64>(b, load<f64>(b, 16) - load<f64>(b, (CB_INV_MASS + 2) * 8) * fz, 16);
  const m = f64x2.add(f64x2.mul(uu, v128.load(t, C_TILT_1 * 8)), f64x2.mul(zz, v128.load(t, C_TILT_2 * 8)));
  const mz = u * load<f64>(t, (C_TILT_1 + 2) * 8) + z * load<f64>(t, (C_TILT_2 + 2) * 8);
  turn(a, f64x2.add(f64x2.mul(xx, v128.load(t, C_TURN_A * 8)), m), x * load<f64>(t, (C_TURN_A + 2) * 8) + mz);
  turn(b, f64x2.sub(f64x2.mul(xx, v128.load(t, C_TURN_B * 8)), m), x * load<f64>(t, (C_TURN_B + 2) * 8) - mz);
}

/** Turns the body at `y` by its inverse inertia times the moment (m, mz). */
function turn(y: usize, m: v128, mz: f64): void {
  const mx = v128.shuffle<f64>(m, m, 0, 0);
  const my = v128.shuffle<f64>(m, m, 1, 1);
  const i01 = v128.load(y, CB_INV_INERTIA * 8);
  const i12 = v128.load(y, (CB_INV_INERTIA + 1) * 8);
  const i34 = v128.load(y, (CB_INV_INERTIA + 3) * 8);
  const i24 = v128.shuffle<f64>(i12, i34, 1, 3);
  const turned = f64x2.add(
    f64x2.add(f64x2.mul(i01, mx), f64x2.mul(v128.shuffle<f64>(i12, i34, 0, 2), my)),
    f64x2.mul(i24, f64x2.splat(mz)),
  );
  const last = f64x2.mul(i24, m);
  v128.store(y, f64x2.add(v128.load(y, 24), turned), 24);
  store<f64>(
    y,
    load<f64>(y, 40) +
      (f64x2.extract_lane(last, 0) + f64x2.extract_lane(last, 1) + load<f64>(y, (CB_INV_INERTIA + 5) * 8) * mz),
    40,
  );
}

/**
 * Visits the record at `t` and `q`, its outline vn corners at `v`; returns how far it has moved the gap at any corner.
 */
function visit(t: usize, q: usize, a: usize, b: usize, v: usize, vn: i32, lam: usize): f64 {
  const ax = load<f64>(a, 24);
  const ay = load<f64>(a, 32);
  const az = load<f64>(a, 40);
  const bx = load<f64>(b, 24);
  const by = load<f64>(b, 32);
  const bz = load<f64>(b, 40);
  const s0 =
    load<f64>(t, C_GAP * 8) +
    dot(
      t + C_NORMAL * 8,
      load<f64>(a) - load<f64>(b),
      load<f64>(a, 8) - load<f64>(b, 8),
      load<f64>(a, 16) - load<f64>(b, 16),
    ) +
    dot(t + C_TURN_A * 8, ax, ay, az) +
    dot(t + C_TURN_B * 8, bx, by, bz);
  const ox = ax - bx;
  const oy = ay - by;
  const oz = az - bz;
  const s1 = load<f64>(t, (C_GAP + 1) * 8) + dot(t + C_TILT_1 * 8, ox, oy, oz);
  const s2 = load<f64>(t, (C_GAP + 2) * 8) + dot(t + C_TILT_2 * 8, ox, oy, oz);
  const x = load<f64>(lam);
  const u = load<f64>(lam, 8);
  const z = load<f64>(lam, 16);
  const end = v + ((<usize>vn) << 4);
  if (x === 0 && u === 0 && z === 0) {
    let isOpen = true;
    for (let m = v; m < end; m += 16)
      if (s0 + s1 * load<f64>(m) + s2 * load<f64>(m, 8) < 0) {
        isOpen = false;
        break;
      }
    if (isOpen) return 0;
  }
  const a0 = load<f64>(t, C_A * 8);
  if (!(a0 > 0)) return 0;
  const a1 = load<f64>(t, (C_A + 1) * 8);
  const a2 = load<f64>(t, (C_A + 2) * 8);
  const a3 = load<f64>(t, (C_A + 3) * 8);
  const a4 = load<f64>(t, (C_A + 4) * 8);
  const a5 = load<f64>(t, (C_A + 5) * 8);
  const bears = press(
    v,
    vn,
    load<i32>(q, CI_BEARS * 4),
    s0 - (a0 * x + a1 * u + a2 * z),
    s1 - (a1 * x + a3 * u + a4 * z),
    s2 - (a2 * x + a4 * u + a5 * z),
    a0,
    a1,
    a2,
    a3,
    a4,
    a5,
    load<f64>(t, C_FACTOR * 8),
    load<f64>(t, (C_FACTOR + 1) * 8),
    load<f64>(t, (C_FACTOR + 2) * 8),
    load<f64>(t, (C_FACTOR + 3) * 8),
    load<f64>(t, (C_FACTOR + 4) * 8),
    load<f64>(t, (C_FACTOR + 5) * 8),
  );
  store<i32>(q, bears, CI_BEARS * 4);
  const isPressed = bears >= 0;
  let dx = (isPressed ? load<f64>(N) : 0) - x;
  let du = (isPressed ? load<f64>(N, 8) : 0) - u;
  let dz = (isPressed ? load<f64>(N, 16) : 0) - z;
  const g0 = a0 * dx + a1 * du + a2 * dz;
  const g1 = a1 * dx + a3 * du + a4 * dz;
  const g2 = a2 * dx + a4 * du + a5 * dz;
  let change: f64 = 0;
  for (let m = v; m < end; m += 16) {
    const g = abs<f64>(g0 + g1 * load<f64>(m) + g2 * load<f64>(m, 8));
    if (g > change) change = g;
  }
  const most = load<f64>(t, C_MOST * 8);
  if (change > most) {
    const share = most / change;
    dx = share * dx;
    du = share * du;
    dz = share * dz;
    change = most;
  }
  store<f64>(lam, x + dx);
  store<f64>(lam, u + du, 8);
  store<f64>(lam, z + dz, 16);
  move(t, a, b, dx, du, dz);
  return change;
}

/**
 * Visits record k at time `now`, with its bodies at `a` and `b`, if one of them has moved since; returns how far that has
 * moved the gap, 0 if it is no more than `least`.
 */
export function sweepRecord(
  k: usize,
  t: usize,
  q: usize,
  a: usize,
  b: usize,
  v: usize,
  lambda: usize,
  now: f64,
  least: f64,
): f64 {
  const o = q + k * (C_INTS * 4);
  const r = t + k * (C_STRIDE * 8);
  const visited = load<f64>(r, C_VISITED * 8);
  if (visited >= load<f64>(a, CB_MOVED * 8) && visited >= load<f64>(b, CB_MOVED * 8)) return 0;
  store<f64>(r, now, C_VISITED * 8);
  const change = visit(
    r,
    o,
    a,
    b,
    v + ((<usize>load<i32>(o, CI_START * 4)) << 3),
    load<i32>(o, CI_COUNT * 4),
    lambda + k * 24,
  );
  if (!(change > least)) return 0;
  store<f64>(a, now, CB_MOVED * 8);
  store<f64>(b, now, CB_MOVED * 8);
  return change;
}

/** Times: a sweep over n records has n of them, in its order, and what accelerates it one more. */
function sweep(
  from: i32,
  to: i32,
  t: usize,
  q: usize,
  y: usize,
  v: usize,
  lambda: usize,
  isBack: bool,
  least: f64,
): void {
  worst = 0;
  for (let m = from; m < to; m++) {
    const k = <usize>(isBack ? from + to - 1 - m : m);
    const o = q + k * (C_INTS * 4);
    const a = y + ((<usize>load<i32>(o, CI_A * 4)) << 3);
    const b = y + ((<usize>load<i32>(o, CI_B * 4)) << 3);
    time += 1;
    const change = sweepRecord(k, t, q, a, b, v, lambda, time, least);
    if (!(change > 0)) continue;
    store<f64>(y, 0, CB_MOVED * 8);
    if (change > worst) worst = change;
  }
}

/** How far the sweep went, squared, and along the direction of those before: what record m adds to both. */
export function wayOf(m: i32, t: usize, lambda: usize, before: usize): f64 {
  const l = <usize>m * 24;
  const o = t + <usize>m * (C_STRIDE * 8);
  const x = load<f64>(lambda + l) - load<f64>(before + l);
  const u = load<f64>(lambda + l, 8) - load<f64>(before + l, 8);
  const v = load<f64>(lambda + l, 16) - load<f64>(before + l, 16);
  return load<f64>(o, C_A * 8) * x * x + load<f64>(o, (C_A + 3) * 8) * u * u + load<f64>(o, (C_A + 5) * 8) * v * v;
}

export function wayAlong(m: i32, t: usize, lambda: usize, before: usize, p: usize): f64 {
  const l = <usize>m * 24;
  const o = t + <usize>m * (C_STRIDE * 8);
  const x = load<f64>(lambda + l) - load<f64>(before + l);
  const u = load<f64>(lambda + l, 8) - load<f64>(before + l, 8);
  const v = load<f64>(lambda + l, 16) - load<f64>(before + l, 16);
  return (
    load<f64>(o, C_A * 8) * x * load<f64>(p + l) +
    load<f64>(o, (C_A + 3) * 8) * u * load<f64>(p + l, 8) +
    load<f64>(o, (C_A + 5) * 8) * v * load<f64>(p + l, 16)
  );
}

/** The share of the last direction that the next sweep begins with, by the sums of both; negative: it begins anew. */
export function shareOfLast(sum: f64, along: f64): f64 {
  const beta: f64 = size > 0 ? sum / size : 2;
  size = sum;
  return beta > 1 || along < 0 ? -1 : beta;
}

/** Begins the direction anew: records from to to. */
export function turnRound(from: i32, to: i32, lambda: usize, before: usize, p: usize): void {
  for (let k = <usize>from * 24, end = <usize>to * 24; k < end; k += 8)
    store<f64>(p + k, load<f64>(lambda + k) - load<f64>(before + k));
}

/**
 * Record m, at `r`, goes on by `beta` of the last direction, at `from`, at time `now`. `isOwn`: its pushes and its
 * direction, at `to`, go on, too, and not only its bodies.
 */
export function accelerate(
  m: i32,
  r: usize,
  a: usize,
  b: usize,
  lambda: usize,
  before: usize,
  from: usize,
  to: usize,
  beta: f64,
  now: f64,
  isOwn: bool,
): void {
  const l = <usize>m * 24;
  const px = beta * load<f64>(from + l);
  const pu = beta * load<f64>(from + l, 8);
  const pv = beta * load<f64>(from + l, 16);
  if (isOwn) {
    const x = load<f64>(lambda + l);
    const u = load<f64>(lambda + l, 8);
    const v = load<f64>(lambda + l, 16);
    store<f64>(to + l, px + (x - load<f64>(before + l)));
    store<f64>(to + l, pu + (u - load<f64>(before + l, 8)), 8);
    store<f64>(to + l, pv + (v - load<f64>(before + l, 16)), 16);
    if (px === 0 && pu === 0 && pv === 0) return;
    store<f64>(lambda + l, x + px);
    store<f64>(lambda + l, u + pu, 8);
    store<f64>(lambda + l, v + pv, 16);
  } else if (px === 0 && pu === 0 && pv === 0) return;
  move(r, a, b, px, pu, pv);
  store<f64>(a, now, CB_MOVED * 8);
  store<f64>(b, now, CB_MOVED * 8);
}

function accelerateSweeps(
  from: i32,
  to: i32,
  t: usize,
  q: usize,
  y: usize,
  lambda: usize,
  before: usize,
  p: usize,
): void {
  let sum: f64 = 0;
  let along: f64 = 0;
  for (let m = from; m < to; m++) {
    sum += wayOf(m, t, lambda, before);
    along += wayAlong(m, t, lambda, before, p);
  }
  const beta = shareOfLast(sum, along);
  if (beta < 0) {
    turnRound(from, to, lambda, before, p);
    return;
  }
  for (let m = from; m < to; m++) {
    const o = q + <usize>m * (C_INTS * 4);
    const a = y + ((<usize>load<i32>(o, CI_A * 4)) << 3);
    const b = y + ((<usize>load<i32>(o, CI_B * 4)) << 3);
    accelerate(m, t + <usize>m * (C_STRIDE * 8), a, b, lambda, before, p, p, beta, time, true);
  }
}

/**
 * Up to `most` sweeps over records `from` to `to` of the tape whose parts lie at these addresses, until one moves no
 * gap farther than `enough`. Returns how many; `worstMove` says how far the last one moved any.
 */
export function correct(
  from: i32,
  to: i32,
  t: usize,
  q: usize,
  y: usize,
  v: usize,
  lambda: usize,
  before: usize,
  direction: usize,
  most: i32,
  enough: f64,
): i32 {
  const first = <usize>from * 24;
  const bytes = <usize>(to - from) * 24;
  memory.fill(direction + first, 0, bytes);
  beginCorrection();
  let sweeps = 0;
  while (true) {
    memory.copy(before + first, lambda + first, bytes);
    sweep(from, to, t, q, y, v, lambda, (sweeps & 1) === 1, NEXT_TO_NOTHING * enough);
    sweeps++;
    if (!(worst > enough) || sweeps >= most) return sweeps;
    time += 1;
    accelerateSweeps(from, to, t, q, y, lambda, before, direction);
    store<f64>(y, 0, CB_MOVED * 8);
  }
}

export function worstMove(): f64 {
  return worst;
}
