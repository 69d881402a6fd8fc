// What records of a crowd's tape have besides what is copied to them from their contacts: what ask of asked-gap.ts,
// readWrench of wrench.ts, writeDirections of rows.ts and writeSpread of patch/spread.ts do, operation by operation. Built
// with crowd.ts.

import {
  R_AXIS,
  R_DEPTH,
  R_GAP,
  R_LATER,
  R_MOMENTS,
  R_WRENCH,
  RAW,
  T_CENTER,
  T_NORMAL,
  T_REACH,
  T_RHS,
  T_STRIDE,
  T_TILT_1,
  T_TILT_2,
  T_U,
  T_VARIANCE,
  T_W,
  TAPE_INTS,
  TI_BEARS,
  TI_COUNT,
  TI_START,
  TRIES_REST,
} from '../src/contact/six/tape-layout';

const STEEPEST: f64 = 0.1;
let g0: f64 = 0;
let g1: f64 = 0;
let g2: f64 = 0;

/**
 * Completes those of the records from `from` to `to` that are raw, for a step of h; `flush` and `rounding`: tolerances
 * of that name.
 */
export function complete(
  from: i32,
  to: i32,
  t: usize,
  q: usize,
  v: usize,
  lambda: usize,
  h: f64,
  isWarm: i32,
  flush: f64,
  rounding: f64,
): void {
  for (let k = <usize>from; k < <usize>to; k++) {
    const ints = q + k * (TAPE_INTS * 4);
    if (load<i32>(ints, TI_BEARS * 4) !== RAW) continue;
    store<i32>(ints, TRIES_REST, TI_BEARS * 4);
    const r = t + k * (T_STRIDE * 8);
    const start = v + ((<usize>load<i32>(ints, TI_START * 4)) << 3);
    const end = start + ((<usize>load<i32>(ints, TI_COUNT * 4)) << 4);
    writeTilt(r, T_TILT_1 * 8, T_W * 8, -1);
    writeTilt(r, T_TILT_2 * 8, T_U * 8, 1);
    ask(r, start, end, h, flush, rounding);
    readWrench(r, lambda + k * 48, isWarm !== 0);
    writeSpread(r, start, end);
  }
}

function writeTilt(r: usize, at: usize, e: usize, sign: f64): void {
  let x = sign * load<f64>(r + e);
  let y = sign * load<f64>(r + e, 8);
  let z = sign * load<f64>(r + e, 16);
  const ax = load<f64>(r, R_AXIS * 8);
  const ay = load<f64>(r, (R_AXIS + 1) * 8);
  const az = load<f64>(r, (R_AXIS + 2) * 8);
  const along = x * ax + y * ay + z * az;
  if (along !== 0) {
    x -= along * ax;
    y -= along * ay;
    z -= along * az;
  }
  store<f64>(r + at, x);
  store<f64>(r + at, y, 8);
  store<f64>(r + at, z, 16);
}

function ask(r: usize, start: usize, end: usize, h: f64, flush: f64, rounding: f64): void {
  g0 = load<f64>(r, R_GAP * 8);
  g1 = load<f64>(r, (R_GAP + 1) * 8);
  g2 = load<f64>(r, (R_GAP + 2) * 8);
  let least: f64 = Infinity;
  for (let p = start; p < end; p += 16) {
    const g = g0 + g1 * load<f64>(p) + g2 * load<f64>(p, 8);
    if (g < least) least = g;
  }
  g0 -= min<f64>(0, least);
  if (
    load<f64>(r, R_WRENCH * 8) !== 0 ||
    load<f64>(r, (R_WRENCH + 1) * 8) !== 0 ||
    load<f64>(r, (R_WRENCH + 2) * 8) !== 0
  )
    close(start, end, flush * load<f64>(r, R_DEPTH * 8), rounding);
  g0 -= load<f64>(r, R_LATER * 8);
  store<f64>(r, g0 / h, T_RHS * 8);
  store<f64>(r, g1 / h, (T_RHS + 1) * 8);
  store<f64>(r, g2 / h, (T_RHS + 2) * 8);
  for (let m: usize = 0; m < 24; m += 8) store<f64>(r + m, 0, (T_RHS + 3) * 8);
}

function close(start: usize, end: usize, most: f64, rounding: f64): void {
  let closed: usize = 0;
  let lowest: f64 = Infinity;
  let at = start;
  for (let p = start; p < end; p += 16) {
    const here = g0 + g1 * load<f64>(p) + g2 * load<f64>(p, 8);
    if (here <= most) closed += 16;
    if (here < lowest) {
      lowest = here;
      at = p;
    }
  }
  if (closed === 0) return;
  if (closed === end - start) {
    g0 = g1 = g2 = 0;
    return;
  }
  const u = load<f64>(at);
  const w = load<f64>(at, 8);
  for (let side = 0; side < 2 && end - start > 16; side++) {
    const p = side === 0 ? (at + 16 < end ? at + 16 : start) : at > start ? at - 16 : end - 16;
    const du = load<f64>(p) - u;
    const dw = load<f64>(p, 8) - w;
    const rise = g1 * du + g2 * dw;
    if (!(lowest + rise <= most)) continue;
    const k = rise / (du * du + dw * dw);
    const gu = g1 - k * du;
    const gw = g2 - k * dw;
    let least: f64 = 0;
    for (let m = start; m < end; m += 16) least = min<f64>(least, gu * (load<f64>(m) - u) + gw * (load<f64>(m, 8) - w));
    if (least < -rounding * most) continue;
    g1 = gu;
    g2 = gw;
    break;
  }
  g0 = -(g1 * u + g2 * w);
}

/** 0 + e·x, e the direction at r + e, x at r + R_WRENCH + side. */
// @inline
function along(r: usize, e: usize, side: usize): f64 {
  return (
    0 +
    load<f64>(r + e) * load<f64>(r + side, R_WRENCH * 8) +
    load<f64>(r + e, 8) * load<f64>(r + side, (R_WRENCH + 1) * 8) +
    load<f64>(r + e, 16) * load<f64>(r + side, (R_WRENCH + 2) * 8)
  );
}

/** The same of an axis of the contact and a direction, without the 0. */
// @inline
function axisAlong(r: usize, e: usize): f64 {
  return (
    load<f64>(r, R_AXIS * 8) * load<f64>(r + e) +
    load<f64>(r, (R_AXIS + 1) * 8) * load<f64>(r + e, 8) +
    load<f64>(r, (R_AXIS + 2) * 8) * load<f64>(r + e, 16)
  );
}

function readWrench(r: usize, lam: usize, isWarm: bool): void {
  let l0: f64 = 0;
  let l1: f64 = 0;
  let l2: f64 = 0;
  let l3: f64 = 0;
  let l4: f64 = 0;
  let l5: f64 = 0;
  if (isWarm) l0 = along(r, T_NORMAL * 8, 0);
  if (l0 > 0) {
    l1 =
      0 -
      load<f64>(r, T_W * 8) * load<f64>(r, (R_WRENCH + 3) * 8) -
      load<f64>(r, (T_W + 1) * 8) * load<f64>(r, (R_WRENCH + 4) * 8) -
      load<f64>(r, (T_W + 2) * 8) * load<f64>(r, (R_WRENCH + 5) * 8);
    l2 = along(r, T_U * 8, 24);
    l3 = along(r, T_U * 8, 0);
    l4 = along(r, T_W * 8, 0);
    l5 = along(r, T_NORMAL * 8, 24);
    const an = axisAlong(r, T_NORMAL * 8);
    if (an * an > STEEPEST) {
      const au = axisAlong(r, T_U * 8);
      const aw = axisAlong(r, T_W * 8);
      const c = (au * l2 - aw * l1) / (an * an);
      l1 -= aw * c;
      l2 += au * c;
      l5 += an * c;
    }
  } else l0 = 0;
  store<f64>(lam, l0);
  store<f64>(lam, l1, 8);
  store<f64>(lam, l2, 16);
  store<f64>(lam, l3, 24);
  store<f64>(lam, l4, 32);
  store<f64>(lam, l5, 40);
}

function writeSpread(r: usize, start: usize, end: usize): void {
  let left = load<f64>(start);
  let right = left;
  let low = load<f64>(start, 8);
  let high = low;
  for (let p = start + 16; p < end; p += 16) {
    const u = load<f64>(p);
    const w = load<f64>(p, 8);
    if (u < left) left = u;
    else if (u > right) right = u;
    if (w < low) low = w;
    else if (w > high) high = w;
  }
  const area = load<f64>(r, R_MOMENTS * 8);
  const isFlat = !(area > 0);
  const cu = isFlat ? 0.5 * (left + right) : load<f64>(r, (R_MOMENTS + 1) * 8);
  const cw = isFlat ? 0.5 * (low + high) : load<f64>(r, (R_MOMENTS + 2) * 8);
  store<f64>(r, cu, T_CENTER * 8);
  store<f64>(r, cw, (T_CENTER + 1) * 8);
  const uu = isFlat ? (right - left) * (right - left) * (1.0 / 12.0) : load<f64>(r, (R_MOMENTS + 3) * 8) / area;
  const ww = isFlat ? (high - low) * (high - low) * (1.0 / 12.0) : load<f64>(r, (R_MOMENTS + 5) * 8) / area;
  store<f64>(r, uu, T_VARIANCE * 8);
  store<f64>(r, ww, (T_VARIANCE + 1) * 8);
  store<f64>(r, 1 / (left - cu), T_REACH * 8);
  store<f64>(r, 1 / (right - cu), (T_REACH + 1) * 8);
  store<f64>(r, 1 / (low - cw), (T_REACH + 2) * 8);
  store<f64>(r, 1 / (high - cw), (T_REACH + 3) * 8);
}
