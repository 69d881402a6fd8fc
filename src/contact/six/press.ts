// The normal law of a patch that ends at edges all round, where A is symmetric: which point, edge or area of it bears.
//
// The same law as normal-law.ts, for sweeps that ask it thousands of times a step: numbers go by an array (as arguments
// or results they would be allocated), and the factor of A is made once. All flat if the centre of pressure lies in the
// patch; otherwise the vertex or edge that bears, looked for from the vertex that approaches fastest outwards both
// ways. What bore at the last visit is asked first: A is positive, so that only one of them can be the answer, in
// whatever order. Where rounding denies them all (p lies on an edge to the last digit, and forces at the ends of a
// short edge have lost some), the walk is gone again with less faith in signs: one of them is the answer, and to let go
// of what bears would let fall what lies on it. Verified in test/contact/press.test.ts against normal-law.ts.

import { RANK, ROUNDING, UNSURE } from './tolerances.js';

/**
 * In the array: N, the answer; e; A (upper triangle by rows); its factor l₁₀, l₂₀, l₂₁, 1/d₀, 1/d₁, 1/d₂; the share of
 * their terms to which signs are sure.
 */
export const P_N = 0;
export const P_E = 3;
export const P_A = 6;
export const P_FACTOR = 12;
export const P_SURE = 18;
export const PRESS_NUMBERS = 19;

/** What bears: nothing; all of it; vertex i is ON_VERTEX + 2 i, the edge from it on ON_EDGE + 2 i. */
export const BEARS_NOT = -1;
export const BEARS_FLAT = 0;
export const ON_VERTEX = 1;
export const ON_EDGE = 2;

/** Factors the A at w[a…] into w[f…]. */
export function factorPress(w: Float64Array, a: number, f: number): void {
  const d0 = w[a] > 0 ? 1 / w[a] : 0;
  const l10 = w[a + 1] * d0;
  const l20 = w[a + 2] * d0;
  const p1 = w[a + 3] - l10 * w[a + 1];
  const d1 = p1 > RANK * w[a + 3] ? 1 / p1 : 0;
  const k = w[a + 4] - l10 * w[a + 2];
  const l21 = k * d1;
  const p2 = w[a + 5] - l20 * w[a + 2] - l21 * k;
  w[f] = l10;
  w[f + 1] = l20;
  w[f + 2] = l21;
  w[f + 3] = d0;
  w[f + 4] = d1;
  w[f + 5] = p2 > RANK * w[a + 5] ? 1 / p2 : 0;
}

/**
 * N for e, A and factor in w, on the outline of vn corners at v[vs…]; returns what bears, BEARS_NOT: it opens, and N is
 * as it was. `last`: what bore before.
 */
export function press(v: Float64Array, vs: number, vn: number, last: number, w: Float64Array): number {
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
  let first = 0;
  let least = Infinity;
  for (let k = 0; k < vn; k++) {
    const there = e0 + e1 * v[vs + 2 * k] + e2 * v[vs + 2 * k + 1];
    if (there < least) {
      least = there;
      first = k;
    }
  }
  if (!(least < 0)) return BEARS_NOT;
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
  const e1 = w[P_E + 1];
  const e2 = w[P_E + 2];
  const c0 = w[P_A] + w[P_A + 1] * u1 + w[P_A + 2] * w1;
  const c1 = w[P_A + 1] + w[P_A + 3] * u1 + w[P_A + 4] * w1;
  const c2 = w[P_A + 2] + w[P_A + 4] * u1 + w[P_A + 5] * w1;
  const push = -(w[P_E] + e1 * u1 + e2 * w1) / (c0 + c1 * u1 + c2 * w1);
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

/** Force at both ends of the edge from vertex i on: both push, v_n is none at both, and grows inwards. Sets N. */
function edgeBears(v: Float64Array, vs: number, vn: number, i: number, w: Float64Array): boolean {
  const at = vs + 2 * i;
  const to = vs + 2 * (i + 1 < vn ? i + 1 : 0);
  const u1 = v[at];
  const w1 = v[at + 1];
  const u2 = v[to];
  const w2 = v[to + 1];
  const e0 = w[P_E];
  const e1 = w[P_E + 1];
  const e2 = w[P_E + 2];
  const p0 = w[P_A] + w[P_A + 1] * u1 + w[P_A + 2] * w1;
  const p1 = w[P_A + 1] + w[P_A + 3] * u1 + w[P_A + 4] * w1;
  const p2 = w[P_A + 2] + w[P_A + 4] * u1 + w[P_A + 5] * w1;
  const q0 = w[P_A] + w[P_A + 1] * u2 + w[P_A + 2] * w2;
  const q1 = w[P_A + 1] + w[P_A + 3] * u2 + w[P_A + 4] * w2;
  const q2 = w[P_A + 2] + w[P_A + 4] * u2 + w[P_A + 5] * w2;
  // v_n half-way, and how it grows along the edge: as a difference of both ends' it would lose its digits.
  const tu = u2 - u1;
  const tw = w2 - w1;
  const u = 0.5 * (u1 + u2);
  const y = 0.5 * (w1 + w2);
  const b1 = -(e0 + e1 * u + e2 * y);
  const b2 = -(e1 * tu + e2 * tw);
  const m11 = p0 + p1 * u + p2 * y;
  const m12 = q0 + q1 * u + q2 * y;
  const m21 = p1 * tu + p2 * tw;
  const m22 = q1 * tu + q2 * tw;
  const det = m11 * m22 - m12 * m21;
  if (!(det > 0)) return false;
  const f1 = (b1 * m22 - m12 * b2) / det;
  const f2 = (m11 * b2 - m21 * b1) / det;
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

/** polygonContains, where it can be inlined. */
export function contains(v: Float64Array, vs: number, vn: number, x: number, y: number): boolean {
  if (vn === 1) return v[vs] === x && v[vs + 1] === y;
  let ax = v[vs + 2 * vn - 2];
  let ay = v[vs + 2 * vn - 1];
  for (let k = vs, end = vs + 2 * vn; k < end; k += 2) {
    const bx = v[k];
    const by = v[k + 1];
    if ((bx - ax) * (y - ay) - (by - ay) * (x - ax) < 0) return false;
    ax = bx;
    ay = by;
  }
  if (vn > 2) return true;
  const tu = ax - v[vs];
  const tw = ay - v[vs + 1];
  const along = (x - v[vs]) * tu + (y - v[vs + 1]) * tw;
  return along >= 0 && along <= tu * tu + tw * tw;
}
