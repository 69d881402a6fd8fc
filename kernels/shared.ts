// Sweeps of crowds and of correction that several threads share, on a memory that all of them see: the visits are those
// of crowd.ts and correct.ts, and so are the bits, for any number of threads. plan.ts says who visits what and waits for
// whom. Sums are taken by every thread for itself, in the order of the tape, so that all decide the same.
//
// Built by scripts/build-kernels.js into workers/shared-wasm.ts. Verified in test/workers/workers.test.ts.

import { C_INTS, C_STRIDE, CB_MOVED, CI_A, CI_B } from '../src/contact/six/correct-layout';
import { T_STRIDE, TAPE_INTS, TI_A, TI_B, TI_GROUP_END } from '../src/contact/six/tape-layout';
import {
  accelerate,
  beginCorrection,
  correct,
  NEXT_TO_NOTHING,
  setWorst,
  shareOfLast,
  sweepRecord,
  turnRound,
  wayAlong,
  wayOf,
} from './correct';
import { begin, carryMotions, goOn, PROGRESS, solve, sweepGroup } from './crowd';
import { ASTRAY, beginMixing, goesOn, keepMotion, keepPart, next, wayOn } from './mixing';
import {
  copyOf,
  doneAt,
  findLevels,
  headOf,
  layPlan,
  placedAt,
  recordsOf,
  shareFrom,
  shareOut,
  standsStill,
  sumsAt,
  waitsFor,
} from './plan';
import { scratchAt } from './press';
import {
  barrier,
  claim,
  endShare,
  enter,
  JOB,
  nextShare,
  publish,
  rouse,
  standingOf,
  start,
  waitFor,
  workOf,
} from './threads';

export { correct, worstMove } from './correct';
export { begin, prepare, solve } from './crowd';
export { setStill } from './mixing';
export { dismiss, lead } from './threads';

const SWEEPS: i32 = 1;

/** The job: what it is, threads, records, bodies, sweeps at most, then addresses, then two numbers. */
function jobInt(k: i32): i32 {
  return load<i32>(JOB + ((<usize>k) << 2));
}

function setJob(k: i32, x: i32): void {
  store<i32>(JOB + ((<usize>k) << 2), x);
}

/** A worker is there; false: it is to end at once. */
export function arrive(w: i32, meanOverRoot: f64): bool {
  begin(meanOverRoot);
  scratchAt((<usize>w) << 7);
  return enter(w);
}

/** Works until there is nothing to do; false: it is to end, else to sleep until its cell (cellOf) is not ASLEEP. */
export function serve(w: i32): bool {
  let rank = nextShare(w);
  for (; rank > 0; rank = nextShare(w)) {
    work(rank);
    endShare(w);
  }
  return rank === 0;
}

function work(rank: i32): i32 {
  const copies = layPlan(<usize>jobInt(15), jobInt(2), jobInt(3));
  return jobInt(0) === SWEEPS ? sweepShare(rank, tapeFrom(copies, jobInt(3), jobInt(1))) : correctShare(rank);
}

/** Before a group: those that it depends on. */
function awaits(place: i32, walk: i32, isBack: bool): i32 {
  const a = waitsFor(place, 0, isBack);
  const b = waitsFor(place, 1, isBack);
  let waits = 0;
  if (a !== 0) waits += a > 0 ? waitFor(doneAt(a - 1), walk) : waitFor(doneAt(-a - 1), walk - 1);
  if (b !== 0) waits += b > 0 ? waitFor(doneAt(b - 1), walk) : waitFor(doneAt(-b - 1), walk - 1);
  return waits;
}

/** A tape of shares one after the other, behind the plan: records, integers, impulses, weights. */
const PLACED: usize = T_STRIDE * 8 + TAPE_INTS * 4 + 96;

/** Where the memory ends that a plan takes from `at` on. */
export function planEnd(at: usize, count: i32, bodyCount: i32, workers: i32): usize {
  return tapeFrom(layPlan(at, count, bodyCount), bodyCount, workers + 1) + <usize>count * PLACED;
}

/** Behind the copies of bodies. */
function tapeFrom(copies: usize, bodyCount: i32, threads: i32): usize {
  return copies + 128 * <usize>bodyCount * <usize>threads;
}

/** As `solve`, with up to so many workers. What a plan takes from `plan` on (planEnd) must be there. */
export function solveShared(
  count: i32,
  t: usize,
  q: usize,
  y: usize,
  v: usize,
  lambda: usize,
  weights: usize,
  past: usize,
  history: usize,
  most: i32,
  limit: f64,
  pauses: f64,
  bodyCount: i32,
  motions: usize,
  byMomentum: bool,
  patience: i32,
  plan: usize,
  workers: i32,
): i32 {
  // They wake while levels are found.
  rouse(workers);
  layPlan(plan, count, bodyCount);
  findLevels(count, q, TAPE_INTS * 4, TI_GROUP_END * 4, false, y, bodyCount);
  const threads = claim(workers);
  // biome-ignore format: one line a thought
  if (threads === 1)
    return solve(
      count, t, q, y, v, lambda, weights, past, history, most, limit, pauses, bodyCount, motions, byMomentum, patience,
    );
  shareOut(q, TAPE_INTS * 4, TI_GROUP_END * 4, threads);
  setJob(0, SWEEPS);
  setJob(1, threads);
  setJob(2, count);
  setJob(3, bodyCount);
  setJob(4, most);
  setJob(5, <i32>t);
  setJob(6, <i32>q);
  setJob(7, <i32>y);
  setJob(8, <i32>v);
  setJob(9, <i32>lambda);
  setJob(10, <i32>weights);
  setJob(11, <i32>past);
  setJob(12, <i32>history);
  setJob(13, <i32>motions);
  setJob(14, patience);
  setJob(15, <i32>plan);
  store<f64>(JOB, limit, 64);
  store<f64>(JOB, pauses, 72);
  start(workers);
  return work(0);
}

/** Not at once: a thread may not know yet how far another has let memory grow. */
function copy(to: usize, from: usize, bytes: usize): void {
  for (let m: usize = 0; m < bytes; m += 16) v128.store(to + m, v128.load(from + m));
}

/**
 * A thread's records as it will visit them, one after the other, from t, q, lambda and weights on: levels go to and fro
 * on the tape. What stands still is its own copy: all would write it at the same time, if only what it was.
 */
function take(rank: i32, t: usize, q: usize, lambda: usize, weights: usize): void {
  const threads = jobInt(1);
  const y = <usize>jobInt(7);
  for (let b = 0; b < jobInt(3); b++) if (standsStill(b)) copy(copyOf(b, rank, threads), y + ((<usize>b) << 7), 128);
  for (let p = shareFrom(rank), to = shareFrom(rank + 1); p < to; p++) {
    for (let m = 0; m < recordsOf(p); m++) {
      const k = <usize>(headOf(p) + m);
      const at = <usize>(placedAt(p) + m);
      copy(t + at * (T_STRIDE * 8), <usize>jobInt(5) + k * (T_STRIDE * 8), T_STRIDE * 8);
      copy(q + at * (TAPE_INTS * 4), <usize>jobInt(6) + k * (TAPE_INTS * 4), TAPE_INTS * 4);
      copy(lambda + at * 48, <usize>jobInt(9) + k * 48, 48);
      copy(weights + at * 48, <usize>jobInt(10) + k * 48, 48);
      for (let side = TI_A; side <= TI_B; side++) {
        const cell = q + at * (TAPE_INTS * 4) + ((<usize>side) << 2);
        const b = load<i32>(cell) >> 4;
        if (standsStill(b)) store<i32>(cell, <i32>((copyOf(b, rank, threads) - y) >> 3));
      }
    }
  }
}

function sweepShare(rank: i32, tape: usize): i32 {
  const threads = jobInt(1);
  const count = jobInt(2);
  const most = jobInt(4);
  const y = <usize>jobInt(7);
  const v = <usize>jobInt(8);
  const history = <usize>jobInt(12);
  const patience = jobInt(14);
  const limit = load<f64>(JOB, 64);
  const pauses = load<f64>(JOB, 72);
  const from = shareFrom(rank);
  const to = shareFrom(rank + 1);
  const t = tape;
  const lambda = t + <usize>count * (T_STRIDE * 8);
  const weights = lambda + <usize>count * 48;
  const q = weights + <usize>count * 48;
  take(rank, t, q, lambda, weights);
  // Of the bodies, too, each thread has a part: the mixing of velocities goes body by body.
  const bodies = jobInt(3);
  const first = (bodies * rank) / threads;
  const end = (bodies * (rank + 1)) / threads;
  beginMixing(<usize>jobInt(11), count, <usize>jobInt(13), bodies, true);
  let iterations = 0;
  let least: f64 = Infinity;
  let since = 0;
  let last: f64 = 0;
  let walk = 0;
  let visits = 0;
  let waits = 0;
  while (iterations < most) {
    const parity = iterations & 1;
    const pause = (pauses * last) / <f64>count;
    walk++;
    for (let p = from; p < to; p++) {
      const n = placedAt(p);
      const end = n + recordsOf(p);
      keepPart(lambda, <usize>n * 48, <usize>(end - n) * 48);
      waits += awaits(p, walk, false);
      let norm = sweepGroup(n, end, t, q, y, v, lambda, pause);
      publish(doneAt(p), walk);
      let sums = sumsAt(parity, headOf(p));
      for (let k = n; k < end; k++) {
        store<f64>(sums, norm);
        store<f64>(sums, wayOn(lambda, weights, <usize>k * 48), 8);
        norm = 0;
        sums += 16;
      }
      visits += end - n;
    }
    barrier(threads);
    let norm: f64 = 0;
    let way: f64 = 0;
    for (let p = sumsAt(parity, 0), end = sumsAt(parity, count); p < end; p += 16) {
      norm += load<f64>(p);
      way += load<f64>(p, 8);
    }
    last = norm;
    if (rank === 0) store<f64>(history + ((<usize>iterations) << 3), sqrt<f64>(norm));
    iterations++;
    if (norm < PROGRESS * least) {
      least = norm;
      since = iterations;
    }
    if (norm <= limit || iterations === most || (iterations - since >= patience && norm <= ASTRAY * least)) break;
    const isMixed = goesOn(way) && iterations < most - 1;
    if (isMixed) carryMotions(first, end, y);
    else keepMotion(y, first, end);
    // Nobody visits a body before its velocity is taken down.
    barrier(threads);
    if (isMixed) {
      walk++;
      for (let p = from; p < to; p++) {
        const n = placedAt(p);
        waits += awaits(p, walk, false);
        goOn(n, n + recordsOf(p), t, q, y, lambda);
        publish(doneAt(p), walk);
      }
    }
    next();
  }
  for (let p = from; p < to; p++)
    copy(<usize>jobInt(9) + <usize>headOf(p) * 48, lambda + <usize>placedAt(p) * 48, <usize>recordsOf(p) * 48);
  countWork(rank, visits, waits);
  barrier(threads);
  return iterations;
}

function countWork(rank: i32, visits: i32, waits: i32): void {
  const at = workOf(rank);
  store<i32>(at, load<i32>(at, 16) + visits, 16);
  store<i32>(at, load<i32>(at, 20) + waits, 20);
  store<i32>(at, load<i32>(at, 24) + 1, 24);
}

/** As `correct`, likewise. */
export function correctShared(
  from: i32,
  to: i32,
  t: usize,
  q: usize,
  y: usize,
  v: usize,
  lambda: usize,
  before: usize,
  direction: usize,
  most: i32,
  enough: f64,
  bodyCount: i32,
  plan: usize,
  workers: i32,
): i32 {
  rouse(workers);
  const first = <usize>from;
  const count = to - from;
  const own = q + first * (C_INTS * 4);
  layPlan(plan, count, bodyCount);
  findLevels(count, own, C_INTS * 4, 0, true, y, bodyCount);
  const threads = claim(workers);
  if (threads === 1) return correct(from, to, t, q, y, v, lambda, before, direction, most, enough);
  shareOut(own, C_INTS * 4, 0, threads);
  for (let rank = 0; rank < threads; rank++) memory.copy(standingOf(rank), y, 128);
  setJob(0, 0);
  setJob(1, threads);
  setJob(2, count);
  setJob(3, bodyCount);
  setJob(4, most);
  setJob(5, <i32>(t + first * (C_STRIDE * 8)));
  setJob(6, <i32>own);
  setJob(7, <i32>y);
  setJob(8, <i32>v);
  setJob(9, <i32>(lambda + first * 24));
  setJob(10, <i32>(before + first * 24));
  setJob(11, <i32>(direction + first * 24));
  setJob(15, <i32>plan);
  store<f64>(JOB, enough, 64);
  start(workers);
  return work(0);
}

/** Where a body of correction is for this thread: what stands still is one body, and everybody's own. */
function placeOf(y: usize, at: i32, standing: usize): usize {
  return at === 0 ? standing : y + ((<usize>at) << 3);
}

function correctShare(rank: i32): i32 {
  const threads = jobInt(1);
  const count = jobInt(2);
  const most = jobInt(4);
  const t = <usize>jobInt(5);
  const q = <usize>jobInt(6);
  const y = <usize>jobInt(7);
  const v = <usize>jobInt(8);
  const lambda = <usize>jobInt(9);
  const before = <usize>jobInt(10);
  const direction = <usize>jobInt(11);
  const enough = load<f64>(JOB, 64);
  const from = shareFrom(rank);
  const to = shareFrom(rank + 1);
  const standing = standingOf(rank);
  for (let p = from; p < to; p++)
    for (let m: usize = 0; m < 24; m += 8) store<f64>(direction + <usize>headOf(p) * 24 + m, 0);
  beginCorrection();
  let sweeps = 0;
  let time: f64 = 0;
  let walk = 0;
  let visits = 0;
  let waits = 0;
  let worst: f64 = 0;
  while (true) {
    const parity = sweeps & 1;
    const isBack = parity === 1;
    worst = 0;
    walk++;
    for (let m = from; m < to; m++) {
      const p = isBack ? from + to - 1 - m : m;
      const n = headOf(p);
      const k = <usize>n;
      const o = q + k * (C_INTS * 4);
      const a = placeOf(y, load<i32>(o, CI_A * 4), standing);
      const b = placeOf(y, load<i32>(o, CI_B * 4), standing);
      for (let m = k * 24; m < k * 24 + 24; m += 8) store<f64>(before + m, load<f64>(lambda + m));
      waits += awaits(p, walk, isBack);
      const now = time + <f64>(isBack ? count - n : n + 1);
      const change = sweepRecord(k, t, q, a, b, v, lambda, now, NEXT_TO_NOTHING * enough);
      publish(doneAt(p), walk);
      if (change > 0) {
        store<f64>(standing, 0, CB_MOVED * 8);
        if (change > worst) worst = change;
      }
      store<f64>(sumsAt(parity, n), wayOf(n, t, lambda, before));
      store<f64>(sumsAt(parity, n), wayAlong(n, t, lambda, before, direction), 8);
      visits++;
    }
    time += <f64>count;
    store<f64>(workOf(rank) + ((<usize>parity) << 3), worst);
    barrier(threads);
    for (let other = 0; other < threads; other++) {
      const their = load<f64>(workOf(other) + ((<usize>parity) << 3));
      if (their > worst) worst = their;
    }
    sweeps++;
    if (!(worst > enough) || sweeps >= most) break;
    time += 1;
    let sum: f64 = 0;
    let along: f64 = 0;
    for (let p = sumsAt(parity, 0), end = sumsAt(parity, count); p < end; p += 16) {
      sum += load<f64>(p);
      along += load<f64>(p, 8);
    }
    const beta = shareOfLast(sum, along);
    if (!(beta < 0)) walk++;
    for (let p = from; p < to; p++) {
      const n = headOf(p);
      if (beta < 0) {
        turnRound(n, n + 1, lambda, before, direction);
        continue;
      }
      const o = q + <usize>n * (C_INTS * 4);
      const a = placeOf(y, load<i32>(o, CI_A * 4), standing);
      const b = placeOf(y, load<i32>(o, CI_B * 4), standing);
      waits += awaits(p, walk, false);
      accelerate(n, t, a, b, lambda, before, direction, beta, time);
      publish(doneAt(p), walk);
    }
    store<f64>(standing, 0, CB_MOVED * 8);
  }
  setWorst(worst);
  countWork(rank, visits, waits);
  barrier(threads);
  return sweeps;
}
