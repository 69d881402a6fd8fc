// The normal law of a patch that ends in curves, where A is symmetric: press.ts for sides that roll.
//
// Where p is the centre of pressure, such a patch bears at q, each coordinate of p times how sharp the patch is on that
// side (X_SHARP: 1 at an edge, less where it is curved; it lies before the outline). The law is that of normal-law.ts: p in the patch and nothing
// turns, or p on the boundary where v_n is least and v_n(q) = 0. What bore at the last visit is asked first, then
// vertices and edges outwards both ways from the one towards which p tends. Patches that end in curves have up to 32
// corners: from the one that approaches fastest, half of them are gone round. Verified in test/contact/press.test.ts
// against normal-law.ts.

import { BEARS_FLAT, BEARS_NOT, contains, ON_EDGE, ON_VERTEX, P_A, P_E, P_FACTOR, P_N, P_SURE } from './press.js';
import { EXTRAS, X_SHARP } from './tape-layout.js';
import { ROUNDING, UNSURE } from './tolerances.js';

/** Where that is, from the outline on. */
const SHARP = X_SHARP - EXTRAS;
/** Rounds for where on an edge p is, and when it is known, as a share of the edge. */
const EDGE_ROUNDS = 8;
const EDGE_SETTLED = 1e-13;

/**
 * N for e, A and factor in w, on the outline of vn corners at v[vs…], as sharp as stands before them; returns what
 * bears, as `press` does.
 */
export function pressCurved(v: Float64Array, vs: number, vn: number, last: number, w: Float64Array): number {
  w[P_SURE] = ROUNDING;
  if (last > 0) {
    const i = (last - 1) >> 1;
    if ((last & 1) === 1 ? vertexBears(v, vs, vn, i, w) : edgeBears(v, vs, vn, i, w)) return last;
  }
  const e0 = w[P_E];
  const e1 = w[P_E + 1];
  const e2 = w[P_E + 2];
  let z1 = e1 - w[P_FACTOR] * e0;
  const z2 = (e2 - w[P_FACTOR + 1] * e0 - w[P_FACTOR + 2] * z1) * w[P_FACTOR + 5];
  z1 = z1 * w[P_FACTOR + 4] - w[P_FACTOR + 2] * z2;
  const z0 = e0 * w[P_FACTOR + 3] - w[P_FACTOR] * z1 - w[P_FACTOR + 1] * z2;
  if (z0 < 0 && contains(v, vs, vn, z1 / z0, z2 / z0)) {
    w[P_N] = -z0;
    w[P_N + 1] = -z1;
    w[P_N + 2] = -z2;
    return BEARS_FLAT;
  }
  // Towards p, or where there is none to the corner that approaches fastest.
  let first = 0;
  let most = -Infinity;
  let closes = z0 < 0 && e0 < 0;
  for (let k = 0; k < vn; k++) {
    const u = v[vs + 2 * k];
    const x = v[vs + 2 * k + 1];
    const far = z0 < 0 ? -(z1 * u + z2 * x) : -(e1 * u + e2 * x);
    if (far > most) {
      most = far;
      first = k;
    }
    if (!closes && e0 + e1 * u * v[vs + SHARP + (u >= 0 ? 0 : 1)] + e2 * x * v[vs + SHARP + (x >= 0 ? 2 : 3)] < 0)
      closes = true;
  }
  if (!closes) return BEARS_NOT;
  for (; w[P_SURE] < UNSURE; w[P_SURE] *= 1e3) {
    for (let away = 0; 2 * away <= vn; away++) {
      let i = first + away;
      if (i >= vn) i -= vn;
      let j = first - away;
      if (j < 0) j += vn;
      if (vertexBears(v, vs, vn, i, w)) return ON_VERTEX + 2 * i;
      if (vn > 1 && edgeBears(v, vs, vn, i, w)) return ON_EDGE + 2 * i;
      if (away > 0 && vertexBears(v, vs, vn, j, w)) return ON_VERTEX + 2 * j;
      const k = j > 0 ? j - 1 : vn - 1;
      if (vn > 2 && edgeBears(v, vs, vn, k, w)) return ON_EDGE + 2 * k;
    }
  }
  return BEARS_NOT;
}

/** All force at vertex i: it pushes, and v_n grows towards both neighbours. Sets N. */
function vertexBears(v: Float64Array, vs: number, vn: number, i: number, w: Float64Array): boolean {
  const u1 = v[vs + 2 * i];
  const w1 = v[vs + 2 * i + 1];
  const qu = u1 * v[vs + SHARP + (u1 >= 0 ? 0 : 1)];
  const qw = w1 * v[vs + SHARP + (w1 >= 0 ? 2 : 3)];
  const e1 = w[P_E + 1];
  const e2 = w[P_E + 2];
  const c0 = w[P_A] + w[P_A + 1] * u1 + w[P_A + 2] * w1;
  const c1 = w[P_A + 1] + w[P_A + 3] * u1 + w[P_A + 4] * w1;
  const c2 = w[P_A + 2] + w[P_A + 4] * u1 + w[P_A + 5] * w1;
  const push = -(w[P_E] + e1 * qu + e2 * qw) / (c0 + c1 * qu + c2 * qw);
  if (!(push > 0) || push === Infinity) return false;
  const gu = e1 + c1 * push;
  const gw = e2 + c2 * push;
  const su = w[P_SURE] * (Math.abs(e1) + Math.abs(c1 * push));
  const sw = w[P_SURE] * (Math.abs(e2) + Math.abs(c2 * push));
  const next = vs + 2 * (i + 1 < vn ? i + 1 : 0);
  const last = vs + 2 * (i > 0 ? i - 1 : vn - 1);
  const du = v[next] - u1;
  const dw = v[next + 1] - w1;
  if (gu * du + gw * dw < -su * Math.abs(du) - sw * Math.abs(dw)) return false;
  const bu = v[last] - u1;
  const bw = v[last + 1] - w1;
  if (gu * bu + gw * bw < -su * Math.abs(bu) - sw * Math.abs(bw)) return false;
  w[P_N] = push;
  w[P_N + 1] = push * u1;
  w[P_N + 2] = push * w1;
  return true;
}

/** Force at both ends of the edge from vertex i on: both push, v_n is the same at both, and grows inwards. Sets N. */
function edgeBears(v: Float64Array, vs: number, vn: number, i: number, w: Float64Array): boolean {
  const at = vs + 2 * i;
  const to = vs + 2 * (i + 1 < vn ? i + 1 : 0);
  const u1 = v[at];
  const w1 = v[at + 1];
  const u2 = v[to];
  const w2 = v[to + 1];
  const tu = u2 - u1;
  const tw = w2 - w1;
  const e0 = w[P_E];
  const e1 = w[P_E + 1];
  const e2 = w[P_E + 2];
  const p0 = w[P_A] + w[P_A + 1] * u1 + w[P_A + 2] * w1;
  const p1 = w[P_A + 1] + w[P_A + 3] * u1 + w[P_A + 4] * w1;
  const p2 = w[P_A + 2] + w[P_A + 4] * u1 + w[P_A + 5] * w1;
  const q0 = w[P_A] + w[P_A + 1] * u2 + w[P_A + 2] * w2;
  const q1 = w[P_A + 1] + w[P_A + 3] * u2 + w[P_A + 4] * w2;
  const q2 = w[P_A + 2] + w[P_A + 4] * u2 + w[P_A + 5] * w2;
  const m21 = p1 * tu + p2 * tw;
  const m22 = q1 * tu + q2 * tw;
  const b2 = -(e1 * tu + e2 * tw);
  let f1 = 0;
  let f2 = 0;
  let x = 0.5;
  // v_n(q) depends on where p is only in so far as the sides are not equally sharp: mostly one round does.
  for (let round = 0; round < EDGE_ROUNDS; round++) {
    const u = u1 + x * tu;
    const y = w1 + x * tw;
    const su = v[vs + SHARP + (u >= 0 ? 0 : 1)];
    const sw = v[vs + SHARP + (y >= 0 ? 2 : 3)];
    // How v_n(q) changes along the edge, per force: q moves with p.
    const slope =
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
    if (su === sw && v[vs + SHARP + (u1 >= 0 ? 0 : 1)] === su) break;
    const before = x;
    x = f2 / (f1 + f2);
    x = x > 0 ? (x < 1 ? x : 1) : 0;
    if (!(Math.abs(x - before) > EDGE_SETTLED)) break;
  }
  if (!(f1 >= 0 && f2 >= 0 && f1 + f2 > 0)) return false;
  if (vn > 2) {
    const cu = p1 * f1 + q1 * f2;
    const cw = p2 * f1 + q2 * f2;
    // Counter-clockwise: inwards is (-t_w, t_u).
    const slack = Math.abs(tw) * (Math.abs(e1) + Math.abs(cu)) + Math.abs(tu) * (Math.abs(e2) + Math.abs(cw));
    if (!((e2 + cw) * tu - (e1 + cu) * tw >= -w[P_SURE] * slack)) return false;
  }
  w[P_N] = f1 + f2;
  w[P_N + 1] = f1 * u1 + f2 * u2;
  w[P_N + 2] = f1 * w1 + f2 * w2;
  return true;
}
