// What src/contact/six/press-curved.ts does, operation by operation: the normal law of a patch that ends in curves.

import { EXTRAS, X_SHARP } from '../src/contact/six/tape-layout';
import { contains, N } from './press';

const ROUNDING: f64 = 1e-13;
const UNSURE: f64 = 1e-6;
/** The share of their terms to which signs are sure. */
let sure: f64 = ROUNDING;
const EDGE_ROUNDS: i32 = 8;
const EDGE_SETTLED: f64 = 1e-13;

/** How sharp the patch with the outline at `v` is at a coordinate of u (`side` 0) or w (16). */
export function sharpAt(v: usize, p: f64, side: usize): f64 {
  const at = v + side - EXTRAS * 8;
  return p >= 0 ? load<f64>(at, X_SHARP * 8) : load<f64>(at, (X_SHARP + 1) * 8);
}

function vertexBears(
  v: usize,
  vn: i32,
  i: i32,
  e0: f64,
  e1: f64,
  e2: f64,
  a0: f64,
  a1: f64,
  a2: f64,
  a3: f64,
  a4: f64,
  a5: f64,
): bool {
  const at = v + ((<usize>i) << 4);
  const u1 = load<f64>(at);
  const w1 = load<f64>(at, 8);
  const qu = u1 * sharpAt(v, u1, 0);
  const qw = w1 * sharpAt(v, w1, 16);
  const c0 = a0 + a1 * u1 + a2 * w1;
  const c1 = a1 + a3 * u1 + a4 * w1;
  const c2 = a2 + a4 * u1 + a5 * w1;
  const push = -(e0 + e1 * qu + e2 * qw) / (c0 + c1 * qu + c2 * qw);
  if (!(push > 0) || push === Infinity) return false;
  const gu = e1 + c1 * push;
  const gw = e2 + c2 * push;
  const su = sure * (abs<f64>(e1) + abs<f64>(c1 * push));
  const sw = sure * (abs<f64>(e2) + abs<f64>(c2 * push));
  const next = v + ((<usize>(i + 1 < vn ? i + 1 : 0)) << 4);
  const last = v + ((<usize>(i > 0 ? i - 1 : vn - 1)) << 4);
  const du = load<f64>(next) - u1;
  const dw = load<f64>(next, 8) - w1;
  if (gu * du + gw * dw < -su * abs<f64>(du) - sw * abs<f64>(dw)) return false;
  const bu = load<f64>(last) - u1;
  const bw = load<f64>(last, 8) - w1;
  if (gu * bu + gw * bw < -su * abs<f64>(bu) - sw * abs<f64>(bw)) return false;
  store<f64>(N, push);
  store<f64>(N, push * u1, 8);
  store<f64>(N, push * w1, 16);
  return true;
}

function edgeBears(
  v: usize,
  vn: i32,
  i: i32,
  e0: f64,
  e1: f64,
  e2: f64,
  a0: f64,
  a1: f64,
  a2: f64,
  a3: f64,
  a4: f64,
  a5: f64,
): bool {
  const at = v + ((<usize>i) << 4);
  const to = v + ((<usize>(i + 1 < vn ? i + 1 : 0)) << 4);
  const u1 = load<f64>(at);
  const w1 = load<f64>(at, 8);
  const u2 = load<f64>(to);
  const w2 = load<f64>(to, 8);
  const tu = u2 - u1;
  const tw = w2 - w1;
  const p0 = a0 + a1 * u1 + a2 * w1;
  const p1 = a1 + a3 * u1 + a4 * w1;
  const p2 = a2 + a4 * u1 + a5 * w1;
  const q0 = a0 + a1 * u2 + a2 * w2;
  const q1 = a1 + a3 * u2 + a4 * w2;
  const q2 = a2 + a4 * u2 + a5 * w2;
  const m21 = p1 * tu + p2 * tw;
  const m22 = q1 * tu + q2 * tw;
  const b2 = -(e1 * tu + e2 * tw);
  let f1: f64 = 0;
  let f2: f64 = 0;
  let x: f64 = 0.5;
  for (let round = 0; round < EDGE_ROUNDS; round++) {
    const u = u1 + x * tu;
    const y = w1 + x * tw;
    const su = sharpAt(v, u, 0);
    const sw = sharpAt(v, y, 16);
    const slope: f64 =
      su === sw || !(f1 + f2 > 0)
        ? 0
        : (su * tu * (e1 + p1 * f1 + q1 * f2) + sw * tw * (e2 + p2 * f1 + q2 * f2)) / (f1 + f2);
    const n11 = p0 + p1 * su * u + p2 * sw * y - x * slope;
    const n12 = q0 + q1 * su * u + q2 * sw * y + (1 - x) * slope;
    const b1 = -(e0 + e1 * su * u + e2 * sw * y);
    const det = n11 * m22 - n12 * m21;
    if (det === 0) return false;
    f1 = (b1 * m22 - n12 * b2) / det;
    f2 = (n11 * b2 - m21 * b1) / det;
    if (su === sw && sharpAt(v, u1, 0) === su) break;
    const before = x;
    x = f2 / (f1 + f2);
    x = x > 0 ? (x < 1 ? x : 1) : 0;
    if (!(abs<f64>(x - before) > EDGE_SETTLED)) break;
  }
  if (!(f1 >= 0 && f2 >= 0 && f1 + f2 > 0)) return false;
  if (vn > 2) {
    const cu = p1 * f1 + q1 * f2;
    const cw = p2 * f1 + q2 * f2;
    const slack = abs<f64>(tw) * (abs<f64>(e1) + abs<f64>(cu)) + abs<f64>(tu) * (abs<f64>(e2) + abs<f64>(cw));
    if (!((e2 + cw) * tu - (e1 + cu) * tw >= -sure * slack)) return false;
  }
  store<f64>(N, f1 + f2);
  store<f64>(N, f1 * u1 + f2 * u2, 8);
  store<f64>(N, f1 * w1 + f2 * w2, 16);
  return true;
}

/** As `press`, for an outline with how sharp it is before it. */
export function pressCurved(
  v: usize,
  vn: i32,
  last: i32,
  e0: f64,
  e1: f64,
  e2: f64,
  a0: f64,
  a1: f64,
  a2: f64,
  a3: f64,
  a4: f64,
  a5: f64,
  l0: f64,
  l1: f64,
  l2: f64,
  d0: f64,
  d1: f64,
  d2: f64,
): i32 {
  sure = ROUNDING;
  if (last > 0) {
    const i = (last - 1) >> 1;
    if (last & 1) {
      if (vertexBears(v, vn, i, e0, e1, e2, a0, a1, a2, a3, a4, a5)) return last;
    } else if (edgeBears(v, vn, i, e0, e1, e2, a0, a1, a2, a3, a4, a5)) return last;
  }
  let z1 = e1 - l0 * e0;
  const z2 = (e2 - l1 * e0 - l2 * z1) * d2;
  z1 = z1 * d1 - l2 * z2;
  const z0 = e0 * d0 - l0 * z1 - l1 * z2;
  if (z0 < 0 && contains(v, vn, z1 / z0, z2 / z0)) {
    store<f64>(N, -z0);
    store<f64>(N, -z1, 8);
    store<f64>(N, -z2, 16);
    return 0;
  }
  let first = 0;
  let most: f64 = -Infinity;
  let closes = z0 < 0 && e0 < 0;
  for (let k = 0; k < vn; k++) {
    const at = v + ((<usize>k) << 4);
    const u = load<f64>(at);
    const x = load<f64>(at, 8);
    const far = z0 < 0 ? -(z1 * u + z2 * x) : -(e1 * u + e2 * x);
    if (far > most) {
      most = far;
      first = k;
    }
    if (!closes && e0 + e1 * u * sharpAt(v, u, 0) + e2 * x * sharpAt(v, x, 16) < 0) closes = true;
  }
  if (!closes) return -1;
  for (; sure < UNSURE; sure *= 1e3) {
    for (let away = 0; 2 * away <= vn; away++) {
      let i = first + away;
      if (i >= vn) i -= vn;
      let j = first - away;
      if (j < 0) j += vn;
      if (vertexBears(v, vn, i, e0, e1, e2, a0, a1, a2, a3, a4, a5)) return 1 + 2 * i;
      if (vn > 1 && edgeBears(v, vn, i, e0, e1, e2, a0, a1, a2, a3, a4, a5)) return 2 + 2 * i;
      if (away > 0 && vertexBears(v, vn, j, e0, e1, e2, a0, a1, a2, a3, a4, a5)) return 1 + 2 * j;
      const k = j > 0 ? j - 1 : vn - 1;
      if (vn > 2 && edgeBears(v, vn, k, e0, e1, e2, a0, a1, a2, a3, a4, a5)) return 2 + 2 * k;
    }
  }
  return -1;
}
