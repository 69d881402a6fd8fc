// Momentum of a crowd's sweeps: src/contact/six/momentum.ts, operation by operation. Built with crowd.ts.

import { T_S, TB_STRIDE } from '../src/contact/six/tape-layout';

const MOMENTUM: f64 = 0.95;

let past: usize = 0;
let motions: usize = 0;
let share: f64 = 0;
let run: i32 = 0;
let isFirst = true;

/** Where sweeps end is kept at these, impulses and velocities. */
export function beginMomentum(pastAt: usize, motionsAt: usize): void {
  past = pastAt;
  motions = motionsAt;
  run = 0;
  isFirst = true;
}

/**
 * Where so many bytes of impulses are; not at once, since a thread may not know yet how far another has let memory grow.
 */
export function keepAt(to: usize, lambda: usize, size: usize): void {
  for (let k: usize = 0; k < size; k += 16) v128.store(to + k, v128.load(lambda + k));
}

/**
 * The way that the sweep took the record at `t`, whose impulses lie `l` bytes behind `lambda` and began at `begun`, along
 * the way since the sweep before.
 */
export function wayOn(t: usize, lambda: usize, l: usize, begun: usize): f64 {
  let sum = f64x2.splat(0);
  for (let k: usize = 0; k < 48; k += 16) {
    const now = v128.load(lambda + l + k);
    const way = f64x2.mul(v128.load(t + k, T_S * 8), f64x2.sub(now, v128.load(begun + k)));
    sum = f64x2.add(sum, f64x2.mul(way, f64x2.sub(now, v128.load(past + l + k))));
  }
  return f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1);
}

/** By the sum of all `wayOn`; false: the next sweep begins where this one ended. */
export function goesOn(all: f64): bool {
  const hasTurned = !isFirst && all < 0;
  share = hasTurned ? 0 : -(MOMENTUM * <f64>run) / (<f64>run + 3);
  run = hasTurned ? 0 : run + 1;
  isFirst = false;
  return share !== 0;
}

/** It does: the impulses from `l` to `to` bytes behind `lambda` are taken down. */
export function stay(lambda: usize, l: usize, to: usize): void {
  keepAt(past + l, lambda + l, to - l);
}

/** The velocities of the body at `y`, the k-th, likewise. */
export function stayMotion(y: usize, k: i32): void {
  keepAt(motions + <usize>k * 48, y, 48);
}

/** The body at `y`, the k-th, goes on from where the sweep led it, which is taken down. */
export function carryMotion(y: usize, k: i32): void {
  carryFrom(y, motions + <usize>k * 48, 48, f64x2.splat(share));
}

export function carryMotions(y: usize, bodies: i32): void {
  const a = f64x2.splat(share);
  for (let at = motions, to = motions + <usize>bodies * 48; at < to; at += 48, y += TB_STRIDE * 8)
    carryFrom(y, at, 48, a);
}

/** Impulses from `l` to `to` bytes behind `lambda` likewise. */
export function carry(lambda: usize, l: usize, to: usize): void {
  carryFrom(lambda + l, past + l, to - l, f64x2.splat(share));
}

// @inline
function carryFrom(at: usize, before: usize, size: usize, a: v128): void {
  for (let m: usize = 0; m < size; m += 16) {
    const now = v128.load(at + m);
    v128.store(at + m, f64x2.add(now, f64x2.mul(a, f64x2.sub(v128.load(before + m), now))));
    v128.store(before + m, now);
  }
}

/** How far the impulses `l` bytes behind `lambda` do not go on since they pause, to `x`. */
export function hold(lambda: usize, l: usize, x: usize): void {
  const a = f64x2.splat(share);
  for (let m: usize = 0; m < 48; m += 16) {
    const way = f64x2.mul(a, f64x2.sub(v128.load(past + l + m), v128.load(lambda + l + m)));
    v128.store(x + m, f64x2.neg(way));
  }
}
