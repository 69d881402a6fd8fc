// Anderson acceleration of a crowd's sweeps: src/contact/six/mixing.ts, operation by operation. Built with crowd.ts.

import { T_S, T_STRIDE, TB_INV_INERTIA, TB_INV_MASS, TB_STRIDE } from '../src/contact/six/tape-layout';

const MIXED: i32 = 4;
export const UNCHANGED: i32 = MIXED - 1;
const DIFFERS: f64 = 1e-8;
export const ASTRAY: f64 = 4;

let past: usize = 0;
let bytes: usize = 0;
/** Diagonals of S. */
let weights: usize = 0;
let motions: usize = 0;
let motionBytes: usize = 0;
let slot: i32 = 0;
let older: i32 = 0;
let isMixed = false;
let isTakenBack = false;
let last: f64 = 0;
let x0: f64 = 0;
let x1: f64 = 0;
let x2: f64 = 0;
let aa: f64 = 0;
let ab: f64 = 0;
let ac: f64 = 0;
let bb: f64 = 0;
let bc: f64 = 0;
let cc: f64 = 0;

/** The past of the impulses of so many records at `t` lies at `at`, that of the velocities of so many bodies at `motionsAt`. */
export function beginMixing(at: usize, count: i32, motionsAt: usize, bodies: i32, t: usize): void {
  past = at;
  bytes = <usize>count * 48;
  motions = motionsAt;
  motionBytes = <usize>bodies * 48;
  slot = 0;
  older = 0;
  isMixed = false;
  isTakenBack = false;
  last = Infinity;
  weights = at + 2 * <usize>MIXED * bytes;
  for (let w = weights, to = w + bytes; w < to; w += 48, t += T_STRIDE * 8)
    for (let m: usize = 0; m < 48; m += 16) v128.store(w + m, v128.load(t + m, T_S * 8));
}

function placeOf(ago: i32): usize {
  const at = slot - ago;
  return <usize>(at < 0 ? at + MIXED : at < MIXED ? at : 0);
}

export function changeAt(ago: i32): usize {
  return past + 2 * bytes * placeOf(ago);
}

export function pointAt(ago: i32): usize {
  return changeAt(ago < older ? ago : older) + bytes;
}

export function motionAt(ago: i32): usize {
  return motions + motionBytes * placeOf(ago < older ? ago : older);
}

/** The velocities of all bodies after a sweep. */
export function keepMotion(y: usize, bodies: i32): void {
  for (let k = 0, at = motionAt(0); k < bodies; k++, at += 48, y += TB_STRIDE * 8) {
    v128.store(at, v128.load(y));
    v128.store(at, v128.load(y, 16), 16);
    v128.store(at, v128.load(y, 32), 32);
  }
}

/** From where the last sweep ended to the mixture of the last ones; takes down that the next begins there. */
export function mixPoints(lambda: usize): void {
  const f = changeAt(-1);
  const a = f64x2.splat(x0);
  const b = f64x2.splat(x1);
  const c = f64x2.splat(x2);
  const ga = pointAt(1);
  const gb = pointAt(2);
  const gc = pointAt(3);
  for (let k: usize = 0; k < bytes; k += 16) {
    const g = v128.load(lambda + k);
    const x = f64x2.add(g, way(g, ga + k, gb + k, gc + k, a, b, c));
    v128.store(lambda + k, x);
    v128.store(f + k, x);
  }
}

/** The velocities of all bodies likewise; takes down those that the sweep led to. */
export function mixMotions(y: usize): void {
  const a = f64x2.splat(x0);
  const b = f64x2.splat(x1);
  const c = f64x2.splat(x2);
  const ga = motionAt(1);
  const gb = motionAt(2);
  const gc = motionAt(3);
  const g = motionAt(0);
  for (let k: usize = 0; k < motionBytes; k += 48, y += TB_STRIDE * 8)
    for (let m: usize = 0; m < 48; m += 16) {
      const now = v128.load(y + m);
      v128.store(g + k + m, now);
      v128.store(y + m, f64x2.add(now, way(now, ga + k + m, gb + k + m, gc + k + m, a, b, c)));
    }
}

/** How far g goes to the mixture with what lay at `ga`, `gb` and `gc`, by the shares a, b and c. */
function way(g: v128, ga: usize, gb: usize, gc: usize, a: v128, b: v128, c: v128): v128 {
  return f64x2.add(
    f64x2.add(f64x2.mul(a, f64x2.sub(v128.load(ga), g)), f64x2.mul(b, f64x2.sub(v128.load(gb), g))),
    f64x2.mul(c, f64x2.sub(v128.load(gc), g)),
  );
}

export function keep(lambda: usize): void {
  memory.copy(changeAt(0), lambda, bytes);
}

export function mix(lambda: usize): bool {
  const f = changeAt(0);
  const g = pointAt(0);
  const fa = changeAt(1);
  const fb = changeAt(2);
  const fc = changeAt(3);
  let ss = f64x2.splat(0);
  let as = f64x2.splat(0);
  let bs = f64x2.splat(0);
  let cs = f64x2.splat(0);
  for (let k: usize = 0; k < bytes; k += 16) {
    const now = v128.load(lambda + k);
    const x = f64x2.sub(now, v128.load(f + k));
    v128.store(f + k, x);
    v128.store(g + k, now);
    const u = f64x2.mul(v128.load(weights + k), x);
    ss = f64x2.add(ss, f64x2.mul(u, x));
    as = f64x2.add(as, f64x2.mul(u, v128.load(fa + k)));
    bs = f64x2.add(bs, f64x2.mul(u, v128.load(fb + k)));
    cs = f64x2.add(cs, f64x2.mul(u, v128.load(fc + k)));
  }
  const size = sum(ss);
  isTakenBack = isMixed && !(size <= ASTRAY * last);
  if (isTakenBack) {
    x0 = 1;
    x1 = x2 = 0;
  } else share(size, sum(as), sum(bs), sum(cs));
  isMixed = !isTakenBack && older > 0;
  return older > 0;
}

function sum(x: v128): f64 {
  return f64x2.extract_lane(x, 0) + f64x2.extract_lane(x, 1);
}

function share(ff: f64, fa: f64, fb: f64, fc: f64): void {
  if (!(ff <= last)) older = 0;
  const n = older;
  const m0: f64 = n > 0 ? aa - fa - fa + ff : 0;
  const m1: f64 = n > 1 ? ab - fa - fb + ff : 0;
  const m2: f64 = n > 2 ? ac - fa - fc + ff : 0;
  const m3: f64 = n > 1 ? bb - fb - fb + ff : 0;
  const m4: f64 = n > 2 ? bc - fb - fc + ff : 0;
  const m5: f64 = n > 2 ? cc - fc - fc + ff : 0;
  const least = DIFFERS * ff;
  const d0: f64 = m0 > least ? 1 / m0 : 0;
  const k1 = m1 * d0;
  const k2 = m2 * d0;
  const e1 = m3 - k1 * m1;
  const d1: f64 = e1 > least && e1 > DIFFERS * m3 ? 1 / e1 : 0;
  const k = m4 - k1 * m2;
  const k3 = k * d1;
  const e2 = m5 - k2 * m2 - k3 * k;
  const d2: f64 = e2 > least && e2 > DIFFERS * m5 ? 1 / e2 : 0;
  const h0: f64 = n > 0 ? ff - fa : 0;
  const h1: f64 = (n > 1 ? ff - fb : 0) - k1 * h0;
  const h2: f64 = (n > 2 ? ff - fc : 0) - k2 * h0 - k3 * h1;
  x2 = h2 * d2;
  x1 = h1 * d1 - k3 * x2;
  x0 = h0 * d0 - k1 * x1 - k2 * x2;
  cc = bb;
  bc = ab;
  bb = aa;
  ac = fb;
  ab = fa;
  aa = ff;
  last = ff;
}

/** CrowdTape.still. */
let still: f64 = 0;

export function setStill(x: f64): void {
  still = x;
}

export function isStill(y: usize): bool {
  if (!(still > 0)) return false;
  let v = motions + motionBytes * placeOf(UNCHANGED);
  let sum: f64 = 0;
  for (const end = v + motionBytes; v < end; v += 48, y += TB_STRIDE * 8) {
    for (let m: usize = 0; m < 24; m += 8) {
      const change = load<f64>(y + m) - load<f64>(v + m);
      if (change !== 0) sum += (change * change) / load<f64>(y + m, TB_INV_MASS * 8);
    }
    const x = load<f64>(y, 24) - load<f64>(v, 24);
    const z = load<f64>(y, 32) - load<f64>(v, 32);
    const w = load<f64>(y, 40) - load<f64>(v, 40);
    if (x === 0 && z === 0 && w === 0) continue;
    const i0 = load<f64>(y, TB_INV_INERTIA * 8);
    const i1 = load<f64>(y, (TB_INV_INERTIA + 1) * 8);
    const i2 = load<f64>(y, (TB_INV_INERTIA + 2) * 8);
    const i3 = load<f64>(y, (TB_INV_INERTIA + 3) * 8);
    const i4 = load<f64>(y, (TB_INV_INERTIA + 4) * 8);
    const i5 = load<f64>(y, (TB_INV_INERTIA + 5) * 8);
    const a0 = i3 * i5 - i4 * i4;
    const a1 = i2 * i4 - i1 * i5;
    const a2 = i1 * i4 - i2 * i3;
    const a3 = i0 * i5 - i2 * i2;
    const a4 = i1 * i2 - i0 * i4;
    const a5 = i0 * i3 - i1 * i1;
    sum +=
      ((a0 * x + a1 * z + a2 * w) * x + (a1 * x + a3 * z + a4 * w) * z + (a2 * x + a4 * z + a5 * w) * w) /
      (i0 * a0 + i1 * a1 + i2 * a2);
  }
  return sum <= still;
}

export function forget(): void {
  isTakenBack = true;
  isMixed = false;
  last = Infinity;
}

export function next(): void {
  slot = (slot + 1) % MIXED;
  if (isTakenBack) older = 0;
  else if (older < MIXED - 1) older++;
}
