// The pressure on a convex patch whose resultant is a unit force at a given point: what src/patch/pressure.ts,
// pressure-line.ts and pressure-clip.ts do with a patch that is no union, setArea of load.ts and projectToPolygon of
// polygon.ts, operation by operation.

import {
  EDGE,
  FIRST_CLIP,
  FIRST_SUMS,
  L_ALPHA,
  L_BETA_U,
  L_BETA_W,
  L_COP_U,
  L_COP_W,
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
  LOAD_POINT,
  LOCAL,
  PROJECTION,
  SECOND_CLIP,
  SECOND_SUMS,
  SOLUTION,
} from './law-memory';
import { updateSpin } from './law-slip';
import { contains } from './press';

const LINE_WIDTH: f64 = 1e-5;
const SLENDER: f64 = 1e-6;
const TOLERANCE: f64 = 1e-13;
const LINE_DISTANCE: f64 = 1e-6;

/** ∫ 1, x, y, xx, xy, yy over where there is pressure, x along this axis from the centre, times this scale. */
let sums: usize = FIRST_SUMS;
let axisU: f64 = 1;
let axisW: f64 = 0;
let unit: f64 = 1;

/** The load of a unit force at (pu, pw) on the n pairs at `poly`, whose moments are at `m`. */
export function pressOn(p: usize, poly: usize, n: i32, m: usize, pu: f64, pw: f64, spins: bool): void {
  store<f64>(p, pu, L_COP_U);
  store<f64>(p, pw, L_COP_W);
  if (n === 0) {
    setPoint(p);
    return;
  }
  const area = load<f64>(m);
  const juu = load<f64>(m, 24);
  const juw = load<f64>(m, 32);
  const jww = load<f64>(m, 40);
  const det = juu * jww - juw * juw;
  const half = 0.5 * (juu + jww);
  if (n < 3 || !(area > 0) || !(det > LINE_WIDTH * LINE_WIDTH * 4 * half * half)) slenderLoad(p, poly, n, m);
  else if (!(det > SLENDER * 4 * half * half) || !kern(p, poly, n, m, pu, pw, area, juu, juw, jww, det))
    eccentric(p, poly, n);
  if (spins) updateSpin(p);
}

/** Where there is pressure everywhere; false where there is not. */
function kern(
  p: usize,
  poly: usize,
  n: i32,
  m: usize,
  pu: f64,
  pw: f64,
  area: f64,
  juu: f64,
  juw: f64,
  jww: f64,
  det: f64,
): bool {
  const ou = pu - load<f64>(m, 8);
  const ow = pw - load<f64>(m, 16);
  const bu = (jww * ou - juw * ow) / det;
  const bw = (juu * ow - juw * ou) / det;
  const alpha = 1 / area + bu * ou + bw * ow;
  const end = poly + ((<usize>n) << 4);
  for (let k = poly; k < end; k += 16)
    if (alpha + bu * (load<f64>(k) - pu) + bw * (load<f64>(k, 8) - pw) < 0) return false;
  sums = FIRST_SUMS;
  store<f64>(sums, area);
  store<f64>(sums, -area * ou, 8);
  store<f64>(sums, -area * ow, 16);
  store<f64>(sums, juu + area * ou * ou, 24);
  store<f64>(sums, juw + area * ou * ow, 32);
  store<f64>(sums, jww + area * ow * ow, 40);
  axisU = unit = 1;
  axisW = 0;
  store<f64>(p, alpha, L_ALPHA);
  store<f64>(p, bu, L_BETA_U);
  store<f64>(p, bw, L_BETA_W);
  setArea(p, poly, n, pu, pw);
  return true;
}

function setPoint(p: usize): void {
  store<i32>(p, LOAD_POINT, L_KIND);
  store<i32>(p, 0, L_COUNT);
  store<f64>(p, 0, L_SIZE);
  store<f64>(p, 0, L_SPIN);
  store<f64>(p, 0, L_LEAN_U);
  store<f64>(p, 0, L_LEAN_W);
}

function setArea(p: usize, poly: usize, n: i32, ou: f64, ow: f64): void {
  const end = poly + ((<usize>n) << 4);
  let far: f64 = 0;
  for (let k = poly; k < end; k += 16) {
    const u = load<f64>(k) - ou;
    const w = load<f64>(k, 8) - ow;
    const rr = u * u + w * w;
    if (rr > far) far = rr;
  }
  const size = sqrt<f64>(far);
  const first = p + L_EDGES;
  let e = first;
  let longest: f64 = 0;
  let au = load<f64>(poly) - ou;
  let aw = load<f64>(poly, 8) - ow;
  for (let k = poly; k < end; k += 16) {
    const next = k + 16 < end ? k + 16 : poly;
    const bu = load<f64>(next) - ou;
    const bw = load<f64>(next, 8) - ow;
    const du = bu - au;
    const dw = bw - aw;
    const length = sqrt<f64>(du * du + dw * dw);
    if (!(length > 1e-15 * size)) continue;
    const tu = du / length;
    const tw = dw / length;
    store<f64>(e, au);
    store<f64>(e, aw, 8);
    store<f64>(e, tu, 16);
    store<f64>(e, tw, 24);
    store<f64>(e, length, 32);
    store<f64>(e, tw * au - tu * aw, 40);
    e += EDGE;
    if (length > longest) {
      longest = length;
      store<f64>(p, tu, L_TU);
      store<f64>(p, tw, L_TW);
    }
    au = bu;
    aw = bw;
  }
  const tu = load<f64>(p, L_TU);
  const tw = load<f64>(p, L_TW);
  let low = Infinity;
  let high = -Infinity;
  for (let k = first; k < e; k += EDGE) {
    const y = tu * load<f64>(k, 8) - tw * load<f64>(k);
    if (y < low) low = y;
    if (y > high) high = y;
  }
  store<f64>(p, high - low, L_WIDTH);
  store<f64>(p, 0.5 * (high + low), L_MIDDLE);
  store<i32>(p, LOAD_AREA, L_KIND);
  store<f64>(p, size, L_SIZE);
  store<i32>(p, <i32>((e - first) / EDGE), L_COUNT);
}

function slenderLoad(p: usize, poly: usize, n: i32, m: usize): void {
  const end = poly + ((<usize>n) << 4);
  let cu = load<f64>(poly);
  let cw = load<f64>(poly, 8);
  let eu = cu;
  let ew = cw;
  for (let pass = 0; pass < 2; pass++) {
    let far: f64 = -1;
    let best = poly;
    for (let k = poly; k < end; k += 16) {
      const u = load<f64>(k) - cu;
      const w = load<f64>(k, 8) - cw;
      const d = u * u + w * w;
      if (d > far) {
        far = d;
        best = k;
      }
    }
    eu = cu;
    ew = cw;
    cu = load<f64>(best);
    cw = load<f64>(best, 8);
  }
  let tu = cu - eu;
  let tw = cw - ew;
  const length = sqrt<f64>(tu * tu + tw * tw);
  if (!(length > 0)) {
    store<f64>(p, cu, L_COP_U);
    store<f64>(p, cw, L_COP_W);
    setPoint(p);
    return;
  }
  tu /= length;
  tw /= length;
  const along = tu * (load<f64>(p, L_COP_U) - eu) + tw * (load<f64>(p, L_COP_W) - ew);
  const at: f64 = along > 0 ? (along < length ? along : length) : 0;
  const across = tu * (load<f64>(m, 16) - ew) - tw * (load<f64>(m, 8) - eu);
  store<f64>(p, eu + at * tu - across * tw, L_COP_U);
  store<f64>(p, ew + at * tw + across * tu, L_COP_W);
  store<f64>(p, tu, L_TU);
  store<f64>(p, tw, L_TW);
  setLine(p, -at, length - at, false);
}

function setLine(p: usize, from: f64, to: f64, squared: bool): void {
  store<f64>(p, from, L_S0);
  store<f64>(p, to, L_S1);
  const half = 0.5 * (to - from);
  const s0: f64 = from < 0 ? from : 0;
  const s1: f64 = to > 0 ? to : 0;
  const middle = 0.5 * (s0 + s1);
  const near = min<f64>(-s0, s1);
  if (!(near > LINE_DISTANCE * half)) {
    setPoint(p);
    return;
  }
  const t = -middle / half;
  const limit: f64 = squared ? 0.5 : 1.0 / 3.0;
  let a: f64 = 0;
  let b: f64 = 0;
  let c: f64 = 0;
  let start = s0;
  let end = s1;
  if (abs<f64>(t) <= limit) {
    const k = squared ? (3 * t) / (1 + sqrt<f64>(1 - 3 * t * t)) : 3 * t;
    a = 1 - (k * middle) / half;
    b = k / half;
    c = 1 / (half * (squared ? 2 + (2 * k * k) / 3 : 2.0));
  } else {
    const reach = (squared ? 4.0 : 3.0) * near;
    const side: f64 = t > 0 ? 1 : -1;
    if (side > 0) start = s1 - reach;
    else end = s0 + reach;
    a = 1 - near / reach;
    b = side / reach;
    c = (squared ? 3.0 : 2.0) / reach;
  }
  store<f64>(p, start, L_S0);
  store<f64>(p, end, L_S1);
  store<f64>(p, squared ? c * a * a : c * a, L_Q0);
  store<f64>(p, squared ? 2 * c * a * b : c * b, L_Q1);
  store<f64>(p, squared ? c * b * b : 0, L_Q2);
  store<i32>(p, LOAD_LINE, L_KIND);
  store<i32>(p, 0, L_COUNT);
  store<f64>(p, max<f64>(-start, end), L_SIZE);
}

/** The closest point of the polygon into PROJECTION; false where (x, y) lies in it. */
function projectToPolygon(poly: usize, n: i32, x: f64, y: f64): bool {
  if (contains(poly, n, x, y)) return false;
  const end = poly + ((<usize>n) << 4);
  let best = Infinity;
  let from = poly;
  let along: f64 = 0;
  let ax = load<f64>(poly);
  let ay = load<f64>(poly, 8);
  for (let k = poly; k < end; k += 16) {
    const next = k + 16 < end ? k + 16 : poly;
    const bx = load<f64>(next);
    const by = load<f64>(next, 8);
    const ex = bx - ax;
    const ey = by - ay;
    const rx = x - ax;
    const ry = y - ay;
    const ee = ex * ex + ey * ey;
    let t: f64 = ee > 0 ? (ex * rx + ey * ry) / ee : 0;
    t = t > 0 ? (t < 1 ? t : 1) : 0;
    const qx = rx - t * ex;
    const qy = ry - t * ey;
    const distance = qx * qx + qy * qy;
    if (distance < best) {
      best = distance;
      from = k;
      along = t;
    }
    ax = bx;
    ay = by;
  }
  store<f64>(PROJECTION, x);
  store<f64>(PROJECTION, y, 8);
  if (!(best < Infinity)) return true;
  const to = from + 16 < end ? from + 16 : poly;
  const fx = load<f64>(from);
  const fy = load<f64>(from, 8);
  const tx = load<f64>(to);
  const ty = load<f64>(to, 8);
  const ex = tx - fx;
  const ey = ty - fy;
  store<f64>(PROJECTION, along < 0.5 ? fx + along * ex : tx - (1 - along) * ex);
  store<f64>(PROJECTION, along < 0.5 ? fy + along * ey : ty - (1 - along) * ey, 8);
  return true;
}

function eccentric(p: usize, poly: usize, n: i32): void {
  if (projectToPolygon(poly, n, load<f64>(p, L_COP_U), load<f64>(p, L_COP_W))) {
    store<f64>(p, load<f64>(PROJECTION), L_COP_U);
    store<f64>(p, load<f64>(PROJECTION, 8), L_COP_W);
  }
  const pu = load<f64>(p, L_COP_U);
  const pw = load<f64>(p, L_COP_W);
  const end = poly + ((<usize>n) << 4);
  let nearest = Infinity;
  let far: f64 = 0;
  let a = poly;
  for (let k = poly; k < end; k += 16) {
    const next = k + 16 < end ? k + 16 : poly;
    const ku = load<f64>(k);
    const kw = load<f64>(k, 8);
    const au = ku - pu;
    const aw = kw - pw;
    const eu = load<f64>(next) - ku;
    const ew = load<f64>(next, 8) - kw;
    const length = sqrt<f64>(eu * eu + ew * ew);
    const distance = (aw === 0 && au === 0 ? 0.0 : ew * au - eu * aw) / length;
    far = max<f64>(far, au * au + aw * aw);
    if (distance < nearest) {
      nearest = distance;
      a = k;
    }
  }
  const size = sqrt<f64>(far);
  const b = a + 16 < end ? a + 16 : poly;
  const eu = load<f64>(b) - load<f64>(a);
  const ew = load<f64>(b, 8) - load<f64>(a, 8);
  const length = sqrt<f64>(eu * eu + ew * ew);
  const isAnyNear = nearest < Infinity;
  const tu: f64 = isAnyNear ? eu / length : 1;
  const tw: f64 = isAnyNear ? ew / length : 0;
  if (!(nearest > LINE_DISTANCE * size)) {
    store<f64>(p, tu, L_TU);
    store<f64>(p, tw, L_TW);
    const s0: f64 = isAnyNear ? tu * (load<f64>(a) - pu) + tw * (load<f64>(a, 8) - pw) : 0;
    const s1: f64 = isAnyNear ? tu * (load<f64>(b) - pu) + tw * (load<f64>(b, 8) - pw) : 0;
    setLine(p, s0, s1, true);
    return;
  }
  newton(p, poly, n, a - poly, tu, tw, nearest, size);
}

function newton(p: usize, poly: usize, n: i32, edge: usize, tu: f64, tw: f64, nearest: f64, size: f64): void {
  const bytes = (<usize>n) << 4;
  const scale = 1 / size;
  const floor = -nearest * scale;
  const pu = load<f64>(p, L_COP_U);
  const pw = load<f64>(p, L_COP_W);
  for (let k: usize = 0; k < bytes; k += 16) {
    const u = (load<f64>(poly + k) - pu) * scale;
    const w = (load<f64>(poly + k, 8) - pw) * scale;
    store<f64>(LOCAL + k, tu * u + tw * w);
    const y = tu * w - tw * u;
    store<f64>(LOCAL + k, y < floor * (1 - 1e-6) ? floor : y, 8);
  }
  let clipped = FIRST_CLIP;
  let trial = SECOND_CLIP;
  sums = FIRST_SUMS;
  let trialSums = SECOND_SUMS;
  guess(n, edge, floor);
  let a = load<f64>(SOLUTION);
  let bx = load<f64>(SOLUTION, 8);
  let by = load<f64>(SOLUTION, 16);
  let count = clipPressed(n, a, bx, by, clipped, sums);
  let clippedCount = count;
  let phi = 0.5 * quadratic(sums, a, bx, by) - a;
  for (let step = 0; step < 60; step++) {
    const m1 = load<f64>(sums, 8);
    const m2 = load<f64>(sums, 16);
    const m4 = load<f64>(sums, 32);
    const r0 = load<f64>(sums) * a + m1 * bx + m2 * by - 1;
    const r1 = m1 * a + load<f64>(sums, 24) * bx + m4 * by;
    const r2 = m2 * a + m4 * bx + load<f64>(sums, 40) * by;
    if (abs<f64>(r0) < TOLERANCE && abs<f64>(r1) < TOLERANCE && abs<f64>(r2) < -TOLERANCE * floor) break;
    if (!solveMoments(1, 0, 0)) break;
    let da = load<f64>(SOLUTION) - a;
    let dx = load<f64>(SOLUTION, 8) - bx;
    let dy = load<f64>(SOLUTION, 16) - by;
    let slope = r0 * da + r1 * dx + r2 * dy;
    const decrement = -slope;
    let taken = false;
    for (let k = 0; k < 30; k++) {
      count = clipPressed(n, a + da, bx + dx, by + dy, trial, trialSums);
      const value = 0.5 * quadratic(trialSums, a + da, bx + dx, by + dy) - (a + da);
      if (value <= phi + 0.1 * slope + 1e-14 * abs<f64>(phi)) {
        taken = true;
        phi = value;
        break;
      }
      da *= 0.5;
      dx *= 0.5;
      dy *= 0.5;
      slope *= 0.5;
    }
    if (!taken) break;
    const settled = decrement <= 1e-22 * abs<f64>(phi);
    a += da;
    bx += dx;
    by += dy;
    const swapSums = sums;
    sums = trialSums;
    trialSums = swapSums;
    const swap = clipped;
    clipped = trial;
    trial = swap;
    clippedCount = count;
    if (settled) break;
  }
  const end = clipped + ((<usize>clippedCount) << 4);
  for (let k = clipped; k < end; k += 16) {
    const x = load<f64>(k) * size;
    const y = load<f64>(k, 8) * size;
    store<f64>(k, tu * x - tw * y);
    store<f64>(k, tw * x + tu * y, 8);
  }
  axisU = tu;
  axisW = tw;
  unit = scale;
  setPressure(p, a, bx, by);
  setArea(p, clipped, clippedCount, 0, 0);
}

/** As PressureSolver.differentiate. */
export function differentiate(p: usize, du: f64, dw: f64): bool {
  if (!solveMoments(0, unit * (axisU * du + axisW * dw), unit * (axisU * dw - axisW * du))) return false;
  setPressure(p, load<f64>(SOLUTION), load<f64>(SOLUTION, 8), load<f64>(SOLUTION, 16));
  return true;
}

function setPressure(p: usize, a: f64, bx: f64, by: f64): void {
  const ss = unit * unit;
  store<f64>(p, a * ss, L_ALPHA);
  store<f64>(p, (axisU * bx - axisW * by) * ss * unit, L_BETA_U);
  store<f64>(p, (axisW * bx + axisU * by) * ss * unit, L_BETA_W);
}

function guess(n: i32, edge: usize, floor: f64): void {
  let best = score(n, 1, 0, 0, -1);
  best = score(n, 2.0 / 3.0, 0, 1 / (3 * floor), best);
  const last = ((<usize>n) << 4) - 16;
  for (let side = 0; side < 2; side++) {
    const k = side === 0 ? (edge > 0 ? edge - 16 : last) : edge < last ? edge + 16 : 0;
    const next = k < last ? k + 16 : 0;
    const ax = load<f64>(LOCAL + k);
    const ay = load<f64>(LOCAL + k, 8);
    const ex = load<f64>(LOCAL + next) - ax;
    const ey = load<f64>(LOCAL + next, 8) - ay;
    const distance = ey * ax - ex * ay;
    if (distance > 0) best = score(n, 0.5, (0.25 * ey) / distance, 0.25 / floor - (0.25 * ex) / distance, best);
  }
  const t = best / load<f64>(SOLUTION);
  store<f64>(SOLUTION, load<f64>(SOLUTION) * t);
  store<f64>(SOLUTION, load<f64>(SOLUTION, 8) * t, 8);
  store<f64>(SOLUTION, load<f64>(SOLUTION, 16) * t, 16);
}

function score(n: i32, a: f64, bx: f64, by: f64, best: f64): f64 {
  clipPressed(n, a, bx, by, SECOND_CLIP, SECOND_SUMS);
  const square = quadratic(SECOND_SUMS, a, bx, by);
  if (!(square > 0) || !((a * a) / square > best)) return best;
  store<f64>(SOLUTION, a);
  store<f64>(SOLUTION, bx, 8);
  store<f64>(SOLUTION, by, 16);
  return (a * a) / square;
}

function clipPressed(n: i32, a: f64, bx: f64, by: f64, out: usize, s: usize): i32 {
  const end = LOCAL + ((<usize>n) << 4);
  let to = out;
  let px = load<f64>(end - 16);
  let py = load<f64>(end - 8);
  let pv = a + bx * px + by * py;
  for (let k = LOCAL; k < end; k += 16) {
    const x = load<f64>(k);
    const y = load<f64>(k, 8);
    const v = a + bx * x + by * y;
    if (v >= 0 !== pv >= 0) {
      const t = pv / (pv - v);
      store<f64>(to, px + t * (x - px));
      store<f64>(to, py + t * (y - py), 8);
      to += 16;
    }
    if (v >= 0) {
      store<f64>(to, x);
      store<f64>(to, y, 8);
      to += 16;
    }
    px = x;
    py = y;
    pv = v;
  }
  let s0: f64 = 0;
  let sx: f64 = 0;
  let sy: f64 = 0;
  let sxx: f64 = 0;
  let sxy: f64 = 0;
  let syy: f64 = 0;
  const ox = load<f64>(out);
  const oy = load<f64>(out, 8);
  for (let k = out + 16; k + 16 < to; k += 16) {
    const x1 = load<f64>(k);
    const y1 = load<f64>(k, 8);
    const x2 = load<f64>(k, 16);
    const y2 = load<f64>(k, 24);
    const twice = (x1 - ox) * (y2 - oy) - (y1 - oy) * (x2 - ox);
    const tx = ox + x1 + x2;
    const ty = oy + y1 + y2;
    s0 += twice;
    sx += twice * tx;
    sy += twice * ty;
    sxx += twice * (ox * ox + x1 * x1 + x2 * x2 + tx * tx);
    sxy += twice * (ox * oy + x1 * y1 + x2 * y2 + tx * ty);
    syy += twice * (oy * oy + y1 * y1 + y2 * y2 + ty * ty);
  }
  store<f64>(s, s0 / 2);
  store<f64>(s, sx / 6, 8);
  store<f64>(s, sy / 6, 16);
  store<f64>(s, sxx / 24, 24);
  store<f64>(s, sxy / 24, 32);
  store<f64>(s, syy / 24, 40);
  return <i32>((to - out) >> 4);
}

function quadratic(s: usize, a: f64, bx: f64, by: f64): f64 {
  return (
    a * (load<f64>(s) * a + 2 * (load<f64>(s, 8) * bx + load<f64>(s, 16) * by)) +
    bx * (load<f64>(s, 24) * bx + 2 * load<f64>(s, 32) * by) +
    load<f64>(s, 40) * by * by
  );
}

function solveMoments(r0: f64, r1: f64, r2: f64): bool {
  const h0 = load<f64>(sums);
  const h1 = load<f64>(sums, 8);
  const h2 = load<f64>(sums, 16);
  if (!(h0 > 0)) return false;
  const l1 = h1 / h0;
  const l2 = h2 / h0;
  const d1 = load<f64>(sums, 24) - l1 * h1;
  if (!(d1 > 0)) return false;
  const e = load<f64>(sums, 32) - l1 * h2;
  const l3 = e / d1;
  const d2 = load<f64>(sums, 40) - l2 * h2 - l3 * e;
  if (!(d2 > 0)) return false;
  const t1 = r1 - l1 * r0;
  const y2 = (r2 - l2 * r0 - l3 * t1) / d2;
  const y1 = t1 / d1 - l3 * y2;
  store<f64>(SOLUTION, y2, 16);
  store<f64>(SOLUTION, y1, 8);
  store<f64>(SOLUTION, r0 / h0 - l1 * y1 - l2 * y2);
  return true;
}
