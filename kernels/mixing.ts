// Anderson acceleration of a crowd's sweeps: src/contact/six/mixing.ts, operation by operation. Built with crowd.ts.

import { TB_STRIDE } from '../src/contact/six/tape-layout';

const MIXED: i32 = 4;
const DIFFERS: f64 = 1e-8;
export const ASTRAY: f64 = 4;
const MOMENTUM: f64 = 0.95;

const CARRIED: i32 = 2;

let past: usize = 0;
let bytes: usize = 0;
let motions: usize = 0;
let motionBytes: usize = 0;
let slots: i32 = 0;
let slot: i32 = 0;
let older: i32 = 0;
let run: i32 = 0;
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

/** The past of so many impulses lies at `at`, that of the velocities of so many bodies at `motionsAt`. */
export function beginMixing(at: usize, count: i32, motionsAt: usize, bodies: i32, byMomentum: bool): void {
  past = at;
  bytes = <usize>count * 48;
  motions = motionsAt;
  motionBytes = <usize>bodies * 48;
  slots = byMomentum ? CARRIED : MIXED;
  slot = 0;
  older = 0;
  run = 0;
  isMixed = false;
  isTakenBack = false;
  last = Infinity;
}

function placeOf(ago: i32): usize {
  const at = slot - ago;
  return <usize>(at < 0 ? at + slots : at);
}

function changeAt(ago: i32): usize {
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
  for (let k = 0; k < bodies; k++, y += TB_STRIDE * 8) keepMotionOf(y, k);
}

/** Those of the body at `y`, the k-th to be kept. */
export function keepMotionOf(y: usize, k: i32): void {
  const at = motionAt(0) + <usize>k * 48;
  v128.store(at, v128.load(y));
  v128.store(at, v128.load(y, 16), 16);
  v128.store(at, v128.load(y, 32), 32);
}

export function shareOf(ago: i32): f64 {
  return ago === 0 ? x0 : ago === 1 ? x1 : x2;
}

export function keep(lambda: usize): void {
  memory.copy(changeAt(0), lambda, bytes);
}

/** The same of so many bytes at `l`; not at once, since a thread may not know yet how far another has let memory grow. */
export function keepPart(lambda: usize, l: usize, size: usize): void {
  const f = changeAt(0);
  for (let k = l; k < l + size; k += 16) v128.store(f + k, v128.load(lambda + k));
}

export function mix(lambda: usize, weights: usize): bool {
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

export function carry(lambda: usize, weights: usize): bool {
  let all: f64 = 0;
  for (let l: usize = 0; l < bytes; l += 48) all += wayOn(lambda, weights, l);
  return goesOn(all);
}

/** The way that the sweep took the record at `l` bytes along the way since the one before; takes down where it is. */
export function wayOn(lambda: usize, weights: usize, l: usize): f64 {
  const f = changeAt(0);
  const g = pointAt(0);
  const ga = pointAt(1);
  let ss = f64x2.splat(0);
  for (let k = l; k < l + 48; k += 16) {
    const now = v128.load(lambda + k);
    const way = f64x2.mul(v128.load(weights + k), f64x2.sub(now, v128.load(f + k)));
    ss = f64x2.add(ss, f64x2.mul(way, f64x2.sub(now, v128.load(ga + k))));
    v128.store(g + k, now);
  }
  return sum(ss);
}

/** Momentum, by the sum of all `wayOn`; false: none. */
export function goesOn(all: f64): bool {
  const hasTurned = older > 0 && all < 0;
  x0 = hasTurned ? 0 : -(MOMENTUM * <f64>run) / (<f64>run + 3);
  x1 = x2 = 0;
  run = hasTurned ? 0 : run + 1;
  return x0 !== 0;
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

export function next(): void {
  slot = (slot + 1) % slots;
  if (isTakenBack) older = 0;
  else if (older < slots - 1) older++;
}
