// Friction of a pressed patch that slips, for unit μ f_n: what src/patch/slip.ts, slip-near.ts and slip-far.ts do with
// one load, and log of src/math/trig.ts, operation by operation, so that every bit is the same.

import {
  COLUMNS,
  EDGE,
  L_ALPHA,
  L_BETA_U,
  L_BETA_W,
  L_COUNT,
  L_EDGES,
  L_KIND,
  L_LEAN_U,
  L_LEAN_W,
  L_MIDDLE,
  L_Q0,
  L_Q1,
  L_Q2,
  L_S0,
  L_S1,
  L_SIZE,
  L_SPIN,
  L_TU,
  L_TW,
  L_WIDTH,
  LOAD_AREA,
  LOAD_LINE,
  WORK,
} from './law-memory';

const FAR: f64 = 20;
const STRIP: f64 = 0.02;
const STRIP_FAR: f64 = 30;

// Gauss–Legendre, five points; Radon's rule of degree 5 with seven.
const G1: f64 = 0.5384693101056831;
const G2: f64 = 0.906179845938664;
const H0: f64 = 0.28444444444444444;
const H1: f64 = 0.23931433524968324;
const H2: f64 = 0.11846344252809454;
const RA: f64 = 0.10128650732345634;
const RB: f64 = 0.4701420641051151;
const WA: f64 = 0.12593918054482715;
const WB: f64 = 0.13239415278850619;

const LN2_HI: f64 = 6.9314718036912381649e-1;
const LN2_LO: f64 = 1.90821492927058770002e-10;

function clear(out: usize): void {
  const zero = f64x2.splat(0);
  v128.store(out, zero);
  v128.store(out, zero, 16);
  v128.store(out, zero, 32);
  v128.store(out, zero, 48);
  v128.store(out, zero, 64);
}

/** The same mantissa and exponent as halving and doubling find: both are exact. */
function log(x: f64): f64 {
  if (x !== x || x < 0) return NaN;
  if (x === 0) return -Infinity;
  if (x === Infinity) return Infinity;
  let k: i32 = 0;
  let y = x;
  if (y < 2.2250738585072014e-308) {
    y *= 18014398509481984;
    k = -54;
  }
  const bits = reinterpret<u64>(y);
  k += <i32>(bits >> 52) - 1023;
  let m = reinterpret<f64>((bits & 0xfffffffffffff) | 0x3ff0000000000000);
  if (m >= 1.4142135623730951) {
    m *= 0.5;
    k++;
  }
  const f = m - 1;
  const s = f / (2 + f);
  const z = s * s;
  const w = z * z;
  const t1 = w * (3.999999999940941908e-1 + w * (2.222219843214978396e-1 + w * 1.531383769920937332e-1));
  const t2 =
    z *
    (6.66666666666673513e-1 +
      w * (2.857142874366239149e-1 + w * (1.818357216161805012e-1 + w * 1.479819860511658591e-1)));
  const hfsq = 0.5 * f * f;
  const e = <f64>k;
  return e * LN2_HI - (hfsq - (s * (hfsq + t1 + t2) + e * LN2_LO) - f);
}

function ratio(h: f64, s1: f64, s2: f64, r1: f64, r2: f64): f64 {
  if (s1 >= 0) return (s2 + r2) / (s1 + r1);
  if (s2 <= 0) return (r1 - s1) / (r2 - s2);
  return (s2 + r2) * ((r1 - s1) / (h * h));
}

/** The record of the slip (vu, vw, omega) at `out`. */
export function evaluateSlip(out: usize, p: usize, vu: f64, vw: f64, omega: f64, curvature: bool): void {
  const speed = sqrt<f64>(vu * vu + vw * vw);
  const turn = abs<f64>(omega);
  const size = load<f64>(p, L_SIZE);
  if (!(speed + turn * size > 0)) {
    clear(out);
    return;
  }
  const kind = load<i32>(p, L_KIND);
  if (speed >= FAR * turn * size) {
    if (kind === LOAD_AREA) farArea(out, p, vu, vw, omega, curvature);
    else if (kind === LOAD_LINE) farLine(out, p, vu, vw, omega, curvature);
    else {
      clear(out);
      if (speed > 0) addPoint(out, 1, 0, 0, vu, vw, 0, true);
    }
    return;
  }
  const cu = -vw / omega;
  const cw = vu / omega;
  if (kind !== LOAD_AREA) nearLine(out, p, cu, cw);
  else if (
    load<f64>(p, L_WIDTH) < STRIP * size &&
    abs<f64>(load<f64>(p, L_TU) * cw - load<f64>(p, L_TW) * cu - load<f64>(p, L_MIDDLE)) >
      STRIP_FAR * load<f64>(p, L_WIDTH)
  ) {
    nearStrip(out, p, cu, cw);
  } else nearArea(out, p, cu, cw, curvature);
  const mean = load<f64>(out);
  const mu = load<f64>(out, 8);
  const mw = load<f64>(out, 16);
  const sign: f64 = omega > 0 ? 1 : -1;
  store<f64>(out, turn * mean);
  store<f64>(out, -sign * mw, 8);
  store<f64>(out, sign * mu, 16);
  store<f64>(out, sign * (mean + cu * mu + cw * mw), 24);
  if (!curvature) return;
  const k = 1 / turn;
  const tuu = load<f64>(out, 32) * k;
  const tuw = load<f64>(out, 40) * k;
  const tww = load<f64>(out, 48) * k;
  const qu = vu / omega;
  const qw = vw / omega;
  const au = tuu * qu + tuw * qw;
  const aw = tuw * qu + tww * qw;
  store<f64>(out, tuu, 32);
  store<f64>(out, tuw, 40);
  store<f64>(out, -au, 48);
  store<f64>(out, tww, 56);
  store<f64>(out, -aw, 64);
  store<f64>(out, au * qu + aw * qw, 72);
}

/** Mean |y| and mean y/|y| of a load, stored in it. */
export function updateSpin(p: usize): void {
  const kind = load<i32>(p, L_KIND);
  if (kind === LOAD_AREA) nearArea(WORK, p, 0, 0, false);
  else if (kind === LOAD_LINE) nearLine(WORK, p, 0, 0);
  else clear(WORK);
  store<f64>(p, load<f64>(WORK), L_SPIN);
  store<f64>(p, load<f64>(WORK, 8), L_LEAN_U);
  store<f64>(p, load<f64>(WORK, 16), L_LEAN_W);
}

function nearArea(out: usize, p: usize, cu: f64, cw: f64, curvature: bool): void {
  const first = p + L_EDGES;
  const count = <usize>load<i32>(p, L_COUNT);
  const end = first + EDGE * count;
  const bu = load<f64>(p, L_BETA_U);
  const bw = load<f64>(p, L_BETA_W);
  const a = load<f64>(p, L_ALPHA) + bu * cu + bw * cw;
  let mean: f64 = 0;
  let mu: f64 = 0;
  let mw: f64 = 0;
  let tuu: f64 = 0;
  let tuw: f64 = 0;
  let tww: f64 = 0;
  const zu = load<f64>(first) - cu;
  const zw = load<f64>(first, 8) - cw;
  const start = sqrt<f64>(zu * zu + zw * zw);
  let r1 = start;
  for (let e = first; e < end; e += EDGE) {
    const tu = load<f64>(e, 16);
    const tw = load<f64>(e, 24);
    const length = load<f64>(e, 32);
    const h = load<f64>(e, 40) - tw * cu + tu * cw;
    const s1 = tu * (load<f64>(e) - cu) + tw * (load<f64>(e, 8) - cw);
    const s2 = s1 + length;
    const hh = h * h;
    const r2 = e + EDGE < end ? sqrt<f64>(hh + s2 * s2) : start;
    // An edge through the centre of rotation contributes h ln h → 0.
    if (hh > 1e-30 * length * length) {
      const l = log(ratio(h, s1, s2, r1, r2));
      const dr = ((s2 + s1) * length) / (r1 + r2);
      const sr = s2 * r2 - s1 * r1;
      const r0 = 0.5 * (sr + hh * l);
      const s2r = 0.5 * (sr - hh * l);
      const cube = (dr * (r1 * r1 + r1 * r2 + r2 * r2)) / 3;
      const bn = (tw * bu - tu * bw) * h;
      const bt = tu * bu + tw * bw;
      mean += h * ((a / 3 + bn / 4) * r0 + (bt / 4) * cube);
      const along = a / 2 + bn / 3;
      const across = h * (along * l + (bt / 3) * dr);
      const tangent = along * dr + (bt / 3) * s2r;
      mu += h * (tw * across + tu * tangent);
      mw += h * (tw * tangent - tu * across);
      if (curvature) {
        const q = s2 / r2 - s1 / r1;
        const d = dr / (r1 * r2);
        const c = a + bn / 2;
        const b = bt / 2;
        const nn = h * (c * q + b * hh * d);
        const nt = hh * (c * d + b * (l - q));
        const tt = h * (c * (l - q) + b * (dr - hh * d));
        tuu += tw * tw * nn + 2 * tu * tw * nt + tu * tu * tt;
        tuw += tu * tw * (tt - nn) + (tw * tw - tu * tu) * nt;
        tww += tu * tu * nn - 2 * tu * tw * nt + tw * tw * tt;
      }
    }
    r1 = r2;
  }
  store<f64>(out, mean);
  store<f64>(out, mu, 8);
  store<f64>(out, mw, 16);
  store<f64>(out, tuu, 32);
  store<f64>(out, tuw, 40);
  store<f64>(out, tww, 48);
}

function nearLine(out: usize, p: usize, cu: f64, cw: f64): void {
  clear(out);
  const tu = load<f64>(p, L_TU);
  const tw = load<f64>(p, L_TW);
  addLine(
    out,
    tu,
    tw,
    tu * cw - tw * cu,
    tu * cu + tw * cw,
    load<f64>(p, L_S0),
    load<f64>(p, L_S1),
    load<f64>(p, L_Q0),
    load<f64>(p, L_Q1),
    load<f64>(p, L_Q2),
  );
}

// @inline
function add(out: usize, x: f64): void {
  store<f64>(out, load<f64>(out) + x);
}

function addLine(
  out: usize,
  tu: f64,
  tw: f64,
  height: f64,
  foot: f64,
  s0: f64,
  s1: f64,
  q0: f64,
  q1: f64,
  q2: f64,
): void {
  let h = height;
  const least = 1e-12 * (s1 - s0);
  if (abs<f64>(h) < least) h = h < 0 ? -least : least;
  const a = s0 - foot;
  const b = s1 - foot;
  if (max<f64>(max<f64>(abs<f64>(h), a), -b) > 8 * (s1 - s0)) {
    const middle = 0.5 * (s0 + s1);
    const half = 0.5 * (s1 - s0);
    addSample(out, tu, tw, h, foot, middle, 2 * half * H0, q0, q1, q2);
    addSample(out, tu, tw, h, foot, middle - half * G1, 2 * half * H1, q0, q1, q2);
    addSample(out, tu, tw, h, foot, middle + half * G1, 2 * half * H1, q0, q1, q2);
    addSample(out, tu, tw, h, foot, middle - half * G2, 2 * half * H2, q0, q1, q2);
    addSample(out, tu, tw, h, foot, middle + half * G2, 2 * half * H2, q0, q1, q2);
    return;
  }
  const hh = h * h;
  const p0 = q0 + foot * (q1 + foot * q2);
  const p1 = q1 + 2 * foot * q2;
  const r1 = sqrt<f64>(hh + a * a);
  const r2 = sqrt<f64>(hh + b * b);
  const l = log(ratio(h, a, b, r1, r2));
  const dr = ((b + a) * (b - a)) / (r1 + r2);
  const sr = b * r2 - a * r1;
  const r0 = 0.5 * (sr + hh * l);
  const s2r = 0.5 * (sr - hh * l);
  const cube = (dr * (r1 * r1 + r1 * r2 + r2 * r2)) / 3;
  const s3r = cube - hh * dr;
  const ssr = 0.25 * (b * r2 * r2 * r2 - a * r1 * r1 * r1 - hh * r0);
  add(out, p0 * r0 + p1 * cube + q2 * ssr);
  const across = h * (p0 * l + p1 * dr + q2 * s2r);
  const tangent = p0 * dr + p1 * s2r + q2 * s3r;
  add(out + 8, tw * across + tu * tangent);
  add(out + 16, tw * tangent - tu * across);
  const q = b / r2 - a / r1;
  const d = dr / (r1 * r2);
  const nn = p0 * q + hh * (p1 * d + q2 * (l - q));
  const nt = h * (p0 * d + p1 * (l - q) + q2 * (dr - hh * d));
  const tt = p0 * (l - q) + p1 * (dr - hh * d) + q2 * (r0 - 2 * hh * l + hh * q);
  add(out + 32, tw * tw * nn + 2 * tu * tw * nt + tu * tu * tt);
  add(out + 40, tu * tw * (tt - nn) + (tw * tw - tu * tu) * nt);
  add(out + 48, tu * tu * nn - 2 * tu * tw * nt + tw * tw * tt);
}

function addSample(
  out: usize,
  tu: f64,
  tw: f64,
  h: f64,
  foot: f64,
  s: f64,
  weight: f64,
  q0: f64,
  q1: f64,
  q2: f64,
): void {
  const q = weight * (q0 + s * (q1 + s * q2));
  const zu = tw * h + tu * (s - foot);
  const zw = tw * (s - foot) - tu * h;
  const r = sqrt<f64>(zu * zu + zw * zw);
  const k = q / r;
  const c = k / (r * r);
  add(out, q * r);
  add(out + 8, k * zu);
  add(out + 16, k * zw);
  add(out + 32, c * zu * zu);
  add(out + 40, c * zu * zw);
  add(out + 48, c * zw * zw);
}

function nearStrip(out: usize, p: usize, cu: f64, cw: f64): void {
  clear(out);
  const first = p + L_EDGES;
  const end = first + EDGE * <usize>load<i32>(p, L_COUNT);
  const tu = load<f64>(p, L_TU);
  const tw = load<f64>(p, L_TW);
  let last = COLUMNS;
  for (let e = first; e < end; e += EDGE) {
    const x = tu * load<f64>(e) + tw * load<f64>(e, 8);
    let k = last;
    last += 8;
    for (; k > COLUMNS && load<f64>(k - 8) > x; k -= 8) store<f64>(k, load<f64>(k - 8));
    store<f64>(k, x);
  }
  const bu = load<f64>(p, L_BETA_U);
  const bw = load<f64>(p, L_BETA_W);
  const bx = tu * bu + tw * bw;
  const by = tu * bw - tw * bu;
  for (let k = COLUMNS + 8; k < last; k += 8) {
    const from = load<f64>(k - 8);
    const to = load<f64>(k);
    if (!(to - from > 1e-15 * load<f64>(p, L_SIZE))) continue;
    const mid = 0.5 * (from + to);
    let low0: f64 = 0;
    let low1: f64 = 0;
    let high0: f64 = 0;
    let high1: f64 = 0;
    for (let e = first; e < end; e += EDGE) {
      const next = e + EDGE < end ? e + EDGE : first;
      const xa = tu * load<f64>(e) + tw * load<f64>(e, 8);
      const xb = tu * load<f64>(next) + tw * load<f64>(next, 8);
      if (xa > mid === xb > mid) continue;
      const ya = tu * load<f64>(e, 8) - tw * load<f64>(e);
      const slope = (tu * load<f64>(next, 8) - tw * load<f64>(next) - ya) / (xb - xa);
      const y0 = ya + (from - xa) * slope;
      const y1 = ya + (to - xa) * slope;
      if (xb > xa) {
        low0 = y0;
        low1 = y1;
      } else {
        high0 = y0;
        high1 = y1;
      }
    }
    for (let g: i32 = -1; g <= 1; g++) {
      const share = 0.5 * (1 + <f64>g * 0.7745966692414834);
      const y0 = low0 + share * (high0 - low0);
      const y1 = low1 + share * (high1 - low1);
      const dx = to - from;
      const dy = y1 - y0;
      const length = sqrt<f64>(dx * dx + dy * dy);
      const du = (tu * dx - tw * dy) / length;
      const dw = (tw * dx + tu * dy) / length;
      const p0 = load<f64>(p, L_ALPHA) + bx * from + by * y0;
      const p1 = (bx * dx + by * dy) / length;
      const weight = ((g === 0 ? 4.0 / 9.0 : 5.0 / 18.0) * dx) / length;
      const w0 = weight * (high0 - low0);
      const w1 = (weight * (high1 - low1 - high0 + low0)) / length;
      const su = tu * from - tw * y0 - cu;
      const sw = tw * from + tu * y0 - cw;
      const h = dw * su - du * sw;
      const foot = -(du * su + dw * sw);
      addLine(out, du, dw, h, foot, 0, length, p0 * w0, p0 * w1 + p1 * w0, p1 * w1);
    }
  }
}

function addPoint(out: usize, weight: f64, yu: f64, yw: f64, vu: f64, vw: f64, omega: f64, curvature: bool): void {
  const pu = vu - omega * yw;
  const pw = vw + omega * yu;
  const speed = sqrt<f64>(pu * pu + pw * pw);
  const k = 1 / speed;
  const du = pu * k;
  const dw = pw * k;
  add(out, weight * speed);
  add(out + 8, weight * du);
  add(out + 16, weight * dw);
  add(out + 24, weight * (yu * dw - yw * du));
  if (!curvature) return;
  const b = yu * du + yw * dw;
  const c = weight * k;
  add(out + 32, c * dw * dw);
  store<f64>(out, load<f64>(out, 40) - c * du * dw, 40);
  store<f64>(out, load<f64>(out, 48) - c * dw * b, 48);
  add(out + 56, c * du * du);
  add(out + 64, c * du * b);
  add(out + 72, c * b * b);
}

function farArea(out: usize, p: usize, vu: f64, vw: f64, omega: f64, curvature: bool): void {
  clear(out);
  const e = p + L_EDGES;
  const end = e + EDGE * <usize>(load<i32>(p, L_COUNT) - 1);
  const ou = load<f64>(e);
  const ow = load<f64>(e, 8);
  for (let j = e + EDGE; j < end; j += EDGE) {
    const au = load<f64>(j);
    const aw = load<f64>(j, 8);
    const bu = load<f64>(j, EDGE);
    const bw = load<f64>(j, EDGE + 8);
    const area = 0.5 * ((au - ou) * (bw - ow) - (aw - ow) * (bu - ou));
    const su = ou + au + bu;
    const sw = ow + aw + bw;
    for (let point: i32 = 0; point < 7; point++) {
      let weight = 0.225 * area;
      let yu = su / 3;
      let yw = sw / 3;
      if (point > 0) {
        const share = point < 4 ? RA : RB;
        const corner = point < 4 ? point : point - 3;
        weight = (point < 4 ? WA : WB) * area;
        yu = share * su + (1 - 3 * share) * (corner === 1 ? ou : corner === 2 ? au : bu);
        yw = share * sw + (1 - 3 * share) * (corner === 1 ? ow : corner === 2 ? aw : bw);
      }
      const pressure = load<f64>(p, L_ALPHA) + load<f64>(p, L_BETA_U) * yu + load<f64>(p, L_BETA_W) * yw;
      addPoint(out, weight * pressure, yu, yw, vu, vw, omega, curvature);
    }
  }
}

function farLine(out: usize, p: usize, vu: f64, vw: f64, omega: f64, curvature: bool): void {
  clear(out);
  const s0 = load<f64>(p, L_S0);
  const s1 = load<f64>(p, L_S1);
  const middle = 0.5 * (s0 + s1);
  const half = 0.5 * (s1 - s0);
  linePoint(out, p, 2 * half * H0, middle, vu, vw, omega, curvature);
  linePoint(out, p, 2 * half * H1, middle - half * G1, vu, vw, omega, curvature);
  linePoint(out, p, 2 * half * H1, middle + half * G1, vu, vw, omega, curvature);
  linePoint(out, p, 2 * half * H2, middle - half * G2, vu, vw, omega, curvature);
  linePoint(out, p, 2 * half * H2, middle + half * G2, vu, vw, omega, curvature);
}

function linePoint(out: usize, p: usize, weight: f64, s: f64, vu: f64, vw: f64, omega: f64, curvature: bool): void {
  const q = load<f64>(p, L_Q0) + s * (load<f64>(p, L_Q1) + s * load<f64>(p, L_Q2));
  addPoint(out, weight * q, s * load<f64>(p, L_TU), s * load<f64>(p, L_TW), vu, vw, omega, curvature);
}
