// Which point, edge or area of a patch bears, for friction that is known: what src/contact/six/normal-law.ts does, and
// src/math/matrix3.ts, operation by operation.

import { LAW_BLOCK, LAW_OUTLINE } from '../src/contact/six/law-layout';
import { W_SHARP } from '../src/contact/six/layout';
import { setThree } from './law-limit';
import { A, E, N, Z } from './law-memory';
import { contains } from './press';

const RANK: f64 = 1e-12;
const LOCKED: f64 = 1e-9;
const ROUNDING: f64 = 1e-13;
const EDGE_ROUNDS: i32 = 8;
const EDGE_SETTLED: f64 = 1e-13;
const SHARP: usize = LAW_BLOCK + 8 * W_SHARP;

/** How many vertices the outline has, and where it ends. */
let count: i32 = 0;
let end: usize = 0;

export let tips: bool = false;
export let isStill: bool = false;
export let alongU: f64 = 0;
export let alongW: f64 = 0;
/** What bears: a vertex, or the edge from it to the second (0: none), and its bearing point. */
let first: usize = 0;
let second: usize = 0;
let qu: f64 = 0;
let qw: f64 = 0;
let m11: f64 = 0;
let m12: f64 = 0;

export function takeOutline(n: i32): void {
  count = n;
  end = LAW_OUTLINE + ((<usize>n) << 4);
}

/** How sharply the patch ends on x's side: `at` 0 for u, 16 for w. */
// @inline
function sharpAt(at: usize, x: f64): f64 {
  return load<f64>(SHARP + at + ((<usize>!(x >= 0)) << 3));
}

export function bearing(at: usize, x: f64): f64 {
  return x * sharpAt(at, x);
}

export function inPatch(u: f64, w: f64): bool {
  return contains(LAW_OUTLINE, count, u, w);
}

/** out = A⁻¹; false where A is singular. `out` must not be `a`. */
export function invertMatrix(out: usize, a: usize): bool {
  const a0 = load<f64>(a);
  const a1 = load<f64>(a, 8);
  const a2 = load<f64>(a, 16);
  const a3 = load<f64>(a, 24);
  const a4 = load<f64>(a, 32);
  const a5 = load<f64>(a, 40);
  const a6 = load<f64>(a, 48);
  const a7 = load<f64>(a, 56);
  const a8 = load<f64>(a, 64);
  const c0 = a4 * a8 - a5 * a7;
  const c1 = a5 * a6 - a3 * a8;
  const c2 = a3 * a7 - a4 * a6;
  const det = a0 * c0 + a1 * c1 + a2 * c2;
  if (!(abs<f64>(det) > 0)) return false;
  const k = 1 / det;
  setThree(out, k * c0, k * (a2 * a7 - a1 * a8), k * (a1 * a5 - a2 * a4));
  setThree(out + 24, k * c1, k * (a0 * a8 - a2 * a6), k * (a2 * a3 - a0 * a5));
  setThree(out + 48, k * c2, k * (a1 * a6 - a0 * a7), k * (a0 * a4 - a1 * a3));
  return true;
}

/** out = A B. */
export function multiplyMatrices(out: usize, a: usize, b: usize): void {
  const b0 = load<f64>(b);
  const b1 = load<f64>(b, 8);
  const b2 = load<f64>(b, 16);
  const b3 = load<f64>(b, 24);
  const b4 = load<f64>(b, 32);
  const b5 = load<f64>(b, 40);
  const b6 = load<f64>(b, 48);
  const b7 = load<f64>(b, 56);
  const b8 = load<f64>(b, 64);
  for (let i: usize = 0; i < 72; i += 24) {
    const x = load<f64>(a + i);
    const y = load<f64>(a + i, 8);
    const z = load<f64>(a + i, 16);
    setThree(out + i, x * b0 + y * b3 + z * b6, x * b1 + y * b4 + z * b7, x * b2 + y * b5 + z * b8);
  }
}

/** out = A x. */
export function transformVector(out: usize, a: usize, x: usize): void {
  const x0 = load<f64>(x);
  const x1 = load<f64>(x, 8);
  const x2 = load<f64>(x, 16);
  setThree(
    out,
    load<f64>(a) * x0 + load<f64>(a, 8) * x1 + load<f64>(a, 16) * x2,
    load<f64>(a, 24) * x0 + load<f64>(a, 32) * x1 + load<f64>(a, 40) * x2,
    load<f64>(a, 48) * x0 + load<f64>(a, 56) * x1 + load<f64>(a, 64) * x2,
  );
}

/** N for the system in A and E; false: the patch opens. */
export function solveNormal(): bool {
  tips = false;
  store<f64>(N, 0);
  let a4 = load<f64>(A, 32);
  let a8 = load<f64>(A, 64);
  if (!(a4 * a8 - load<f64>(A, 40) * load<f64>(A, 56) > RANK * a4 * a8)) {
    const give = LOCKED * (a4 + a8) + (a4 + a8 > 0 ? 0.0 : load<f64>(A));
    a4 += give;
    a8 += give;
    store<f64>(A, a4, 32);
    store<f64>(A, a8, 64);
  }
  if (invertMatrix(Z, A)) {
    for (let k = Z; k < Z + 72; k += 8) store<f64>(k, -load<f64>(k));
    transformVector(N, Z, E);
    const n0 = load<f64>(N);
    if (n0 > 0 && inPatch(load<f64>(N, 8) / n0, load<f64>(N, 16) / n0)) return true;
  } else for (let k = Z; k < Z + 72; k += 8) store<f64>(k, 0);
  tips = true;
  return walk();
}

/** Z for the solution in hand. */
export function respondNormal(): void {
  isStill = tips && second === 0;
  alongU = alongW = 0;
  if (!tips) return;
  const a0 = load<f64>(A);
  const a1 = load<f64>(A, 8);
  const a2 = load<f64>(A, 16);
  const a3 = load<f64>(A, 24);
  const a4 = load<f64>(A, 32);
  const a5 = load<f64>(A, 40);
  const a6 = load<f64>(A, 48);
  const a7 = load<f64>(A, 56);
  const a8 = load<f64>(A, 64);
  const u1 = load<f64>(first);
  const w1 = load<f64>(first, 8);
  const p1 = a3 + a4 * u1 + a5 * w1;
  const p2 = a6 + a7 * u1 + a8 * w1;
  if (second === 0) {
    setProduct(0, -1 / (a0 + a1 * u1 + a2 * w1 + p1 * qu + p2 * qw), u1, w1, 1, qu, qw);
    return;
  }
  const u2 = load<f64>(second);
  const w2 = load<f64>(second, 8);
  const tu = u2 - u1;
  const tw = w2 - w1;
  alongU = tu;
  alongW = tw;
  const r1 = a3 + a4 * u2 + a5 * w2;
  const r2 = a6 + a7 * u2 + a8 * w2;
  const m21 = p1 * tu + p2 * tw;
  const m22 = r1 * tu + r2 * tw;
  const k = -1 / (m11 * m22 - m12 * m21);
  setProduct(0, k, u1, w1, m22, m22 * qu - m12 * tu, m22 * qw - m12 * tw);
  setProduct(1, k, u2, w2, -m21, m11 * tu - m21 * qu, m11 * tw - m21 * qw);
}

/** Z = keep·Z + k (1, u, w)ᵀ(r0, r1, r2). */
function setProduct(keep: f64, k: f64, u: f64, w: f64, r0: f64, r1: f64, r2: f64): void {
  for (let i: usize = 0; i < 3; i++) {
    const b = k * (i === 0 ? 1.0 : i === 1 ? u : w);
    const z = Z + 24 * i;
    setThree(z, keep * load<f64>(z) + b * r0, keep * load<f64>(z, 8) + b * r1, keep * load<f64>(z, 16) + b * r2);
  }
}

/** The vertex that approaches fastest with the velocities at e, or 0: none bears. */
export function fastest(e: usize): usize {
  const e0 = load<f64>(e);
  const e1 = load<f64>(e, 8);
  const e2 = load<f64>(e, 16);
  let found: usize = 0;
  let least: f64 = 0;
  let speed = Infinity;
  for (let v: usize = LAW_OUTLINE; v < end; v += 16) {
    const u = load<f64>(v);
    const w = load<f64>(v, 8);
    const there = e0 + e1 * u + e2 * w;
    if (there < speed) {
      found = v;
      speed = there;
    }
    least = min<f64>(least, e0 + e1 * bearing(0, u) + e2 * bearing(16, w));
  }
  return least < 0 ? found : 0;
}

/** A last resort: N at the vertex that approaches fastest. */
export function pushAtFastest(): void {
  const at = fastest(E);
  const u = at === 0 ? NaN : load<f64>(at);
  const w = at === 0 ? NaN : load<f64>(at, 8);
  const c =
    load<f64>(A) +
    (load<f64>(A, 8) + load<f64>(A, 24)) * u +
    (load<f64>(A, 16) + load<f64>(A, 48)) * w +
    load<f64>(A, 32) * u * u +
    (load<f64>(A, 40) + load<f64>(A, 56)) * u * w +
    load<f64>(A, 64) * w * w;
  const push: f64 = c > 0 ? max<f64>(0, -(load<f64>(E) + load<f64>(E, 8) * u + load<f64>(E, 16) * w) / c) : 0;
  setThree(N, push, push * u, push * w);
  tips = true;
}

function walk(): bool {
  first = LAW_OUTLINE;
  second = 0;
  qu = qw = 0;
  const n0 = load<f64>(N);
  let from: usize = 0;
  if (!(n0 > 0 && load<f64>(E) < 0)) {
    from = fastest(E);
    if (from === 0) return false;
  }
  if (n0 > 0) from = farthest(load<f64>(N, 8), load<f64>(N, 16));
  const at = <i32>((from - LAW_OUTLINE) >> 4);
  for (let away = 0; 2 * away <= count; away++) {
    const i = (at + away) % count;
    const j = (at + count - away) % count;
    if (vertexBears(i)) return true;
    if (count > 1 && edgeBears(i)) return true;
    if (away > 0 && vertexBears(j)) return true;
    if (count > 2 && edgeBears((j + count - 1) % count)) return true;
  }
  return false;
}

function farthest(x: f64, y: f64): usize {
  let found: usize = LAW_OUTLINE;
  let most = -Infinity;
  for (let v: usize = LAW_OUTLINE; v < end; v += 16) {
    const along = x * load<f64>(v) + y * load<f64>(v, 8);
    if (!(along > most)) continue;
    most = along;
    found = v;
  }
  return found;
}

function vertexBears(i: i32): bool {
  const at = LAW_OUTLINE + ((<usize>i) << 4);
  const u = load<f64>(at);
  const w = load<f64>(at, 8);
  const e0 = load<f64>(E);
  const e1 = load<f64>(E, 8);
  const e2 = load<f64>(E, 16);
  const bu = bearing(0, u);
  const bw = bearing(16, w);
  const c0 = load<f64>(A) + load<f64>(A, 8) * u + load<f64>(A, 16) * w;
  const c1 = load<f64>(A, 24) + load<f64>(A, 32) * u + load<f64>(A, 40) * w;
  const c2 = load<f64>(A, 48) + load<f64>(A, 56) * u + load<f64>(A, 64) * w;
  const push = -(e0 + e1 * bu + e2 * bw) / (c0 + c1 * bu + c2 * bw);
  if (!(push > 0) || push === Infinity) return false;
  setThree(N, push, push * u, push * w);
  const gu = e1 + c1 * push;
  const gw = e2 + c2 * push;
  const su = ROUNDING * (abs<f64>(e1) + abs<f64>(c1 * push));
  const sw = ROUNDING * (abs<f64>(e2) + abs<f64>(c2 * push));
  first = at;
  second = 0;
  qu = bu;
  qw = bw;
  for (let side = 1; side < 3; side++) {
    const m = LAW_OUTLINE + ((<usize>((side === 1 ? i + 1 : i + count - 1) % count)) << 4);
    const du = load<f64>(m) - u;
    const dw = load<f64>(m, 8) - w;
    if (gu * du + gw * dw < -su * abs<f64>(du) - sw * abs<f64>(dw)) return false;
  }
  return true;
}

function edgeBears(i: i32): bool {
  const at = LAW_OUTLINE + ((<usize>i) << 4);
  const to = LAW_OUTLINE + ((<usize>((i + 1) % count)) << 4);
  const a0 = load<f64>(A);
  const a1 = load<f64>(A, 8);
  const a2 = load<f64>(A, 16);
  const a3 = load<f64>(A, 24);
  const a4 = load<f64>(A, 32);
  const a5 = load<f64>(A, 40);
  const a6 = load<f64>(A, 48);
  const a7 = load<f64>(A, 56);
  const a8 = load<f64>(A, 64);
  const e0 = load<f64>(E);
  const e1 = load<f64>(E, 8);
  const e2 = load<f64>(E, 16);
  const u1 = load<f64>(at);
  const w1 = load<f64>(at, 8);
  const u2 = load<f64>(to);
  const w2 = load<f64>(to, 8);
  const tu = u2 - u1;
  const tw = w2 - w1;
  const p0 = a0 + a1 * u1 + a2 * w1;
  const p1 = a3 + a4 * u1 + a5 * w1;
  const p2 = a6 + a7 * u1 + a8 * w1;
  const r0 = a0 + a1 * u2 + a2 * w2;
  const r1 = a3 + a4 * u2 + a5 * w2;
  const r2 = a6 + a7 * u2 + a8 * w2;
  const m21 = p1 * tu + p2 * tw;
  const m22 = r1 * tu + r2 * tw;
  const b2 = -(e1 * tu + e2 * tw);
  let f1: f64 = 0;
  let f2: f64 = 0;
  let x: f64 = 0.5;
  for (let round = 0; round < EDGE_ROUNDS; round++) {
    const u = u1 + x * tu;
    const w = w1 + x * tw;
    const su = sharpAt(0, u);
    const sw = sharpAt(16, w);
    const k11 = p0 + p1 * su * u + p2 * sw * w;
    const k12 = r0 + r1 * su * u + r2 * sw * w;
    const slope: f64 =
      su === sw || !(f1 + f2 > 0)
        ? 0
        : (su * tu * (e1 + p1 * f1 + r1 * f2) + sw * tw * (e2 + p2 * f1 + r2 * f2)) / (f1 + f2);
    const n11 = k11 - x * slope;
    const n12 = k12 + (1 - x) * slope;
    const b1 = -(e0 + e1 * su * u + e2 * sw * w);
    const det = n11 * m22 - n12 * m21;
    if (det === 0) return false;
    f1 = (b1 * m22 - n12 * b2) / det;
    f2 = (n11 * b2 - m21 * b1) / det;
    qu = su * u;
    qw = sw * w;
    m11 = n11;
    m12 = n12;
    if (su === sw && sharpAt(0, u1) === su) break;
    const last = x;
    x = min<f64>(1, max<f64>(0, f2 / (f1 + f2)));
    if (!(abs<f64>(x - last) > EDGE_SETTLED)) break;
  }
  if (!(f1 >= 0 && f2 >= 0 && f1 + f2 > 0)) return false;
  setThree(N, f1 + f2, f1 * u1 + f2 * u2, f1 * w1 + f2 * w2);
  first = at;
  second = to;
  if (count === 2) return true;
  const cu = p1 * f1 + r1 * f2;
  const cw = p2 * f1 + r2 * f2;
  const slack = abs<f64>(tw) * (abs<f64>(e1) + abs<f64>(cu)) + abs<f64>(tu) * (abs<f64>(e2) + abs<f64>(cw));
  return (e2 + cw) * tu - (e1 + cu) * tw >= -ROUNDING * slack;
}
