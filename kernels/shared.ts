// Sweeps of crowds and of correction that several threads share, on a memory that all of them see: the visits are those
// of crowd.ts and correct.ts, and so are the bits, for any number of threads. plan.ts says who visits what and waits for
// whom. Sums are taken by every thread for itself, in the order of the tape, so that all decide the same.
//
// Built by scripts/build-kernels.js into workers/shared-wasm.ts. Verified in test/workers/workers.test.ts.

import { C_A, C_INTS, C_STRIDE, CB_MOVED, CI_A, CI_B, CI_BEARS } from '../src/contact/six/correct-layout';
import {
  REST_STRIDE,
  T_GAMMA,
  T_STRIDE,
  TAPE_INTS,
  TI_A,
  TI_B,
  TI_BEARS,
  TI_GROUP_END,
  TI_PAUSE,
} from '../src/contact/six/tape-layout';
import {
  accelerate,
  beginCorrection,
  correct,
  NEXT_TO_NOTHING,
  setWorst,
  shareOfLast,
  sweepRecord,
  wayAlong,
  wayOf,
} from './correct';
import {
  applyRecord,
  begin,
  beginsToPause,
  goOn,
  isPassedOver,
  PROGRESS,
  prepare,
  prepareRecord,
  solve,
  sweepGroup,
  takeOut,
} from './crowd';
import { rowsAt } from './crowd-ends';
import { ASTRAY } from './mixing';
import { beginMomentum, carryMotion, goesOn, keepAt, stay, stayMotion, wayOn } from './momentum';
import {
  bodiesFrom,
  bodyReached,
  doneAt,
  fetchSums,
  findLevels,
  findWaits,
  headOf,
  isAwaited,
  layPlan,
  placedAt,
  readTape,
  recordsOf,
  roomFor,
  roomOf,
  scratchOf,
  shareFrom,
  shareOut,
  sumsAt,
  sumsOf,
  touchedBy,
  touchedCount,
  waitsFor,
} from './plan';
import { scratchAt } from './press';
import {
  barrier,
  claim,
  endShare,
  enter,
  JOB,
  looksInVain,
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
export { complete } from './crowd-raw';
export { setStill } from './mixing';
export { dismiss, lead, rouse } from './threads';

const SWEEPS: i32 = 1;

/**
 * The job: what it is, threads, records, bodies, sweeps at most, then addresses, threads at most, for which the plan is
 * laid out, and what is left to do before sweeps; then two numbers.
 */
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
  const tape = layPlan(<usize>jobInt(15), jobInt(2), jobInt(3), jobInt(16));
  const isSolve = jobInt(0) === SWEEPS;
  readTape(<usize>jobInt(6), isSolve ? TAPE_INTS * 4 : C_INTS * 4, isSolve ? TI_GROUP_END * 4 : 0);
  findWaits(rank, jobInt(1));
  return isSolve ? sweepShare(rank, tape) : correctShare(rank, tape);
}

/** Before a group: those that it depends on. */
function awaits(place: i32, walk: i32, isBack: bool): i32 {
  const a = waitsFor(place, 0, isBack);
  const b = waitsFor(place, 1, isBack);
  let waits = 0;
  if (a !== 0) waits += waitFor(doneAt(a - 1), walk);
  if (b !== 0) waits += waitFor(doneAt(b - 1), walk);
  return waits;
}

/** After it. */
function isDone(place: i32, walk: i32): void {
  if (isAwaited(place)) publish(doneAt(place), walk);
}

/** A tape of shares one after the other, behind the plan: records, the rest of their factors, integers,
 * impulses, and where these began. */
const PLACED: usize = T_STRIDE * 8 + REST_STRIDE * 8 + TAPE_INTS * 4 + 96;

/** Where the memory ends that a plan takes from `at` on. */
export function planEnd(at: usize, count: i32, bodyCount: i32, workers: i32): usize {
  return layPlan(at, count, bodyCount, workers + 1) + <usize>count * PLACED;
}

/** What is left to do before sweeps: nothing; S; S, and impulses are applied to the bodies. */
const READY: i32 = 0;
const COLD: i32 = 2;

/**
 * As `solve`, with up to so many workers, and `prepare` before it if that is left to do. What a plan takes from `plan` on
 * (planEnd) must be there.
 */
export function solveShared(
  count: i32,
  t: usize,
  q: usize,
  y: usize,
  v: usize,
  rest: usize,
  lambda: usize,
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
  left: i32,
): i32 {
  // They wake while levels are found.
  rouse(workers);
  layPlan(plan, count, bodyCount, workers + 1);
  readTape(q, TAPE_INTS * 4, TI_GROUP_END * 4);
  findLevels(count, false, y, bodyCount);
  const threads = claim(workers);
  if (threads === 1) {
    if (left !== READY) prepare(count, t, q, y, v, rest, lambda, left === COLD ? 1 : 0);
    // biome-ignore format: one line a thought
    return solve(
      count, t, q, y, v, rest, lambda, past, history, most, limit, pauses, bodyCount, motions, byMomentum, patience,
    );
  }
  shareOut(count, threads);
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
  setJob(10, <i32>rest);
  setJob(11, <i32>past);
  setJob(12, <i32>history);
  setJob(13, <i32>motions);
  setJob(14, patience);
  setJob(15, <i32>plan);
  setJob(16, workers + 1);
  setJob(17, left);
  store<f64>(JOB, limit, 72);
  store<f64>(JOB, pauses, 80);
  start(workers);
  return work(0);
}

/** Not at once: a thread may not know yet how far another has let memory grow. */
function copy(to: usize, from: usize, bytes: usize): void {
  for (let m: usize = 0; m < bytes; m += 16) v128.store(to + m, v128.load(from + m));
}

/** The same of bytes that are no whole vectors. */
function copyNumbers(to: usize, from: usize, bytes: usize): void {
  for (let m: usize = 0; m < bytes; m += 8) store<f64>(to + m, load<f64>(from + m));
}

/** The bodies of a thread's part lie together, too: what is next to one that another visits would come along with it. */
function takeBodies(rank: i32, y: usize): void {
  for (let k = bodiesFrom(rank), end = bodiesFrom(rank + 1); k < end; k++)
    copy(roomOf(k), y + ((<usize>bodyReached(k)) << 7), 128);
}

/** Their velocities, and in correction how far they were moved and when. */
function giveBodies(rank: i32, y: usize): void {
  for (let k = bodiesFrom(rank), end = bodiesFrom(rank + 1); k < end; k++) {
    const body = y + ((<usize>bodyReached(k)) << 7);
    copy(body, roomOf(k), 48);
    store<f64>(body, load<f64>(roomOf(k), CB_MOVED * 8), CB_MOVED * 8);
  }
}

/**
 * A thread's records as it will visit them, one after the other, from t, q, rest and lambda on: levels go to and fro on
 * the tape.
 */
function take(rank: i32, t: usize, q: usize, rest: usize, lambda: usize): void {
  const y = <usize>jobInt(7);
  const isReady = jobInt(17) === READY;
  takeBodies(rank, y);
  rowsAt(scratchOf(rank));
  for (let p = shareFrom(rank), to = shareFrom(rank + 1); p < to; p++) {
    for (let m = 0; m < recordsOf(p); m++) {
      const k = <usize>(headOf(p) + m);
      const at = <usize>(placedAt(p) + m);
      copy(t + at * (T_STRIDE * 8), <usize>jobInt(5) + k * (T_STRIDE * 8), T_STRIDE * 8);
      copy(q + at * (TAPE_INTS * 4), <usize>jobInt(6) + k * (TAPE_INTS * 4), TAPE_INTS * 4);
      copy(lambda + at * 48, <usize>jobInt(9) + k * 48, 48);
      if (!isReady) {
        const o = q + at * (TAPE_INTS * 4);
        const a = y + ((<usize>load<i32>(o, TI_A * 4)) << 3);
        const b = y + ((<usize>load<i32>(o, TI_B * 4)) << 3);
        prepareRecord(t + at * (T_STRIDE * 8), o, a, b, <usize>jobInt(8), rest + at * (REST_STRIDE * 8));
      } else copyNumbers(rest + at * (REST_STRIDE * 8), <usize>jobInt(10) + k * (REST_STRIDE * 8), REST_STRIDE * 8);
      for (let side = TI_A; side <= TI_B; side++) {
        const cell = q + at * (TAPE_INTS * 4) + ((<usize>side) << 2);
        const b = load<i32>(cell) >> 4;
        const own = roomFor(b, rank);
        store<i32>(cell, <i32>((own - roomOf(0)) >> 3));
        if (own >= roomOf(jobInt(3))) copy(own, y + ((<usize>b) << 7), 128);
      }
    }
  }
  rowsAt(0);
}

/** Impulses of the groups that touch its bodies, on these: of others' bodies there is one that does not matter. */
function applyTouched(rank: i32, t: usize, q: usize, y: usize, lambda: usize): void {
  for (let k = 0; k < touchedCount(); k++) {
    const touched = touchedBy(rank, k);
    const n = placedAt(touched >> 2);
    const a = touched & 1 ? bodyAt(q, n, TI_A, y) : standingOf(rank);
    const b = touched & 2 ? bodyAt(q, n, TI_B, y) : standingOf(rank);
    for (let m = n; m < n + recordsOf(touched >> 2); m++) {
      const r = <usize>m;
      applyRecord(t + r * (T_STRIDE * 8), q + r * (TAPE_INTS * 4), a, b, lambda + r * 48);
    }
  }
}

function bodyAt(q: usize, n: i32, side: i32, y: usize): usize {
  return y + ((<usize>load<i32>(q + ((<usize>(n * TAPE_INTS + side)) << 2))) << 3);
}

/** What sweeps have changed of them: others may follow on the same tape. */
function giveBack(rank: i32, t: usize, q: usize, lambda: usize): void {
  for (let p = shareFrom(rank), to = shareFrom(rank + 1); p < to; p++) {
    for (let m = 0; m < recordsOf(p); m++) {
      const k = <usize>(headOf(p) + m);
      const at = <usize>(placedAt(p) + m);
      copy(<usize>jobInt(9) + k * 48, lambda + at * 48, 48);
      const ints = <usize>jobInt(6) + k * (TAPE_INTS * 4);
      store<i32>(ints, load<i32>(q + at * (TAPE_INTS * 4), TI_BEARS * 4), TI_BEARS * 4);
      store<i32>(ints, load<i32>(q + at * (TAPE_INTS * 4), TI_PAUSE * 4), TI_PAUSE * 4);
      const gamma = load<f64>(t + at * (T_STRIDE * 8), T_GAMMA * 8);
      store<f64>(<usize>jobInt(5) + k * (T_STRIDE * 8), gamma, T_GAMMA * 8);
    }
  }
}

function sweepShare(rank: i32, tape: usize): i32 {
  const threads = jobInt(1);
  const count = jobInt(2);
  const most = jobInt(4);
  const y = roomOf(0);
  const v = <usize>jobInt(8);
  const history = <usize>jobInt(12);
  const patience = jobInt(14);
  const limit = load<f64>(JOB, 72);
  const pauses = load<f64>(JOB, 80);
  const from = shareFrom(rank);
  const to = shareFrom(rank + 1);
  const t = tape;
  const lambda = t + <usize>count * (T_STRIDE * 8);
  const begun = lambda + <usize>count * 48;
  const q = begun + <usize>count * 48;
  const rest = q + <usize>count * (TAPE_INTS * 4);
  take(rank, t, q, rest, lambda);
  barrier(threads);
  if (jobInt(17) === COLD) {
    applyTouched(rank, t, q, y, lambda);
    barrier(threads);
  }
  const first = bodiesFrom(rank);
  const end = bodiesFrom(rank + 1);
  beginMomentum(<usize>jobInt(11), <usize>jobInt(13));
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
      const from = <usize>n * 48;
      // What begins to pause is taken down here, as others still look at where it was before this walk.
      if (isPassedOver(n, q)) stay(lambda, from, <usize>end * 48);
      keepAt(begun + from, lambda + from, <usize>end * 48 - from);
      waits += awaits(p, walk, false);
      let norm = sweepGroup(n, end, t, q, y, v, rest, lambda, pause);
      isDone(p, walk);
      // A group that begins to pause says so by the sign.
      if (beginsToPause(n, q)) norm = -norm;
      let sums = sumsAt(parity, n);
      for (let k = n; k < end; k++) {
        store<f64>(sums, norm);
        const l = <usize>k * 48;
        store<f64>(sums, wayOn(t + <usize>k * (T_STRIDE * 8), lambda, l, begun + l), 8);
        norm = 0;
        sums += 16;
      }
      visits += end - n;
    }
    barrier(threads);
    fetchSums(parity, rank, count);
    let norm: f64 = 0;
    let way: f64 = 0;
    for (let n = 0; n < count; n++) {
      const p = sumsOf(parity, n);
      norm += abs<f64>(load<f64>(p));
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
    // Velocities body by body: of those in its part.
    for (let k = first; k < end; k++) {
      if (isMixed) carryMotion(roomOf(k), k);
      else stayMotion(roomOf(k), k);
    }
    if (isMixed) {
      // In the order of levels, as others that touch the same body are: what was taken down of others' groups stays.
      const standing = standingOf(rank);
      for (let k = 0; k < touchedCount(); k++) {
        const touched = touchedBy(rank, k);
        const n = placedAt(touched >> 2);
        if (!isMarked(sumsAt(parity, n))) continue;
        const a = touched & 1 ? bodyAt(q, n, TI_A, y) : standing;
        const b = touched & 2 ? bodyAt(q, n, TI_B, y) : standing;
        takeOut(n, n + recordsOf(touched >> 2), t, q, a, b, lambda);
      }
      for (let p = from; p < to; p++) goOn(placedAt(p), placedAt(p) + recordsOf(p), q, lambda);
    } else
      for (let p = from; p < to; p++) stay(lambda, <usize>placedAt(p) * 48, <usize>(placedAt(p) + recordsOf(p)) * 48);
    barrier(threads);
  }
  giveBodies(rank, <usize>jobInt(7));
  giveBack(rank, t, q, lambda);
  countWork(rank, visits, waits);
  barrier(threads);
  return iterations;
}

/** Whether the number at p has the sign of those below zero, were it 0. */
function isMarked(p: usize): bool {
  return load<i64>(p) < 0;
}

function countWork(rank: i32, visits: i32, waits: i32): void {
  const at = workOf(rank);
  store<i32>(at, load<i32>(at, 16) + visits, 16);
  store<i32>(at, load<i32>(at, 20) + waits, 20);
  store<i32>(at, load<i32>(at, 24) + 1, 24);
  store<i32>(at, looksInVain(), 28);
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
  layPlan(plan, count, bodyCount, workers + 1);
  readTape(own, C_INTS * 4, 0);
  findLevels(count, true, y, bodyCount);
  const threads = claim(workers);
  if (threads === 1) return correct(from, to, t, q, y, v, lambda, before, direction, most, enough);
  shareOut(count, threads);
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
  setJob(15, <i32>plan);
  setJob(16, workers + 1);
  store<f64>(JOB, enough, 72);
  start(workers);
  return work(0);
}

/** Of a record that another thread visits, and that touches a body of this one: its rows, then where its bodies are. */
const GHOST_INTS: usize = C_A * 8;

function takeGhosts(rank: i32, ghosts: usize): void {
  for (let k = 0; k < touchedCount(); k++) {
    const p = touchedBy(rank, k) >> 2;
    if (p >= shareFrom(rank) && p < shareFrom(rank + 1)) continue;
    const n = <usize>headOf(p);
    const ghost = ghosts + <usize>p * (C_STRIDE * 8);
    copy(ghost, <usize>jobInt(5) + n * (C_STRIDE * 8), GHOST_INTS);
    const o = <usize>jobInt(6) + n * (C_INTS * 4);
    store<i32>(ghost + GHOST_INTS, <i32>roomFor(load<i32>(o, CI_A * 4) >> 4, rank), CI_A * 4);
    store<i32>(ghost + GHOST_INTS, <i32>roomFor(load<i32>(o, CI_B * 4) >> 4, rank), CI_B * 4);
  }
}

function correctShare(rank: i32, tape: usize): i32 {
  const threads = jobInt(1);
  const count = jobInt(2);
  const most = jobInt(4);
  const v = <usize>jobInt(8);
  const enough = load<f64>(JOB, 72);
  const from = shareFrom(rank);
  const to = shareFrom(rank + 1);
  const standing = standingOf(rank);
  // Its records lie as they are visited.
  const t = tape;
  const lambda = t + <usize>count * (C_STRIDE * 8);
  const before = lambda + <usize>count * 24;
  const direction = before + <usize>count * 24;
  const directions = <usize>count * 24;
  const q = direction + 2 * directions;
  const ghosts = (q + <usize>count * (C_INTS * 4) + 63) & ~63;
  for (let p = from; p < to; p++) {
    const n = <usize>headOf(p);
    const k = <usize>p;
    copy(t + k * (C_STRIDE * 8), <usize>jobInt(5) + n * (C_STRIDE * 8), C_STRIDE * 8);
    const o = q + k * (C_INTS * 4);
    for (let m: usize = 0; m < <usize>C_INTS * 4; m += 4)
      store<i32>(o + m, load<i32>(<usize>jobInt(6) + n * (C_INTS * 4) + m));
    for (let side: usize = 0; side < 8; side += 4) {
      const b = load<i32>(o + side) >> 4;
      store<i32>(o + side, <i32>(b === 0 ? standing : roomFor(b, rank)));
    }
    for (let m: usize = 0; m < 24; m += 8) {
      store<f64>(lambda + k * 24 + m, load<f64>(<usize>jobInt(9) + n * 24 + m));
      store<f64>(direction + k * 24 + m, 0);
    }
  }
  takeBodies(rank, <usize>jobInt(7));
  takeGhosts(rank, ghosts);
  barrier(threads);
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
      const k = <usize>p;
      const o = q + k * (C_INTS * 4);
      const a = <usize>load<i32>(o, CI_A * 4);
      const b = <usize>load<i32>(o, CI_B * 4);
      for (let m = k * 24; m < k * 24 + 24; m += 8) store<f64>(before + m, load<f64>(lambda + m));
      waits += awaits(p, walk, isBack);
      const now = time + <f64>(isBack ? count - n : n + 1);
      const change = sweepRecord(k, t, q, a, b, v, lambda, now, NEXT_TO_NOTHING * enough);
      isDone(p, walk);
      if (change > 0) {
        store<f64>(standing, 0, CB_MOVED * 8);
        if (change > worst) worst = change;
      }
      store<f64>(sumsAt(parity, p), wayOf(p, t, lambda, before));
      store<f64>(sumsAt(parity, p), wayAlong(p, t, lambda, before, direction + <usize>parity * directions), 8);
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
    fetchSums(parity, rank, count);
    let sum: f64 = 0;
    let along: f64 = 0;
    for (let n = 0; n < count; n++) {
      const p = sumsOf(parity, n);
      sum += load<f64>(p);
      along += load<f64>(p, 8);
    }
    const beta = shareOfLast(sum, along);
    // Directions of others are read while they write the next ones elsewhere.
    const last = direction + <usize>parity * directions;
    const coming = direction + <usize>(1 - parity) * directions;
    if (beta < 0) {
      for (let k = <usize>from * 24; k < <usize>to * 24; k += 8)
        store<f64>(coming + k, load<f64>(lambda + k) - load<f64>(before + k));
    } else {
      for (let k = 0; k < touchedCount(); k++) {
        const touched = touchedBy(rank, k);
        const p = touched >> 2;
        const isOwn = p >= from && p < to;
        const r = (isOwn ? t : ghosts) + <usize>p * (C_STRIDE * 8);
        const o = isOwn ? q + <usize>p * (C_INTS * 4) : r + GHOST_INTS;
        const a = touched & 1 ? <usize>load<i32>(o, CI_A * 4) : standing;
        const b = touched & 2 ? <usize>load<i32>(o, CI_B * 4) : standing;
        accelerate(p, r, a, b, lambda, before, last, coming, beta, time, isOwn);
      }
    }
    store<f64>(standing, 0, CB_MOVED * 8);
    barrier(threads);
  }
  giveBodies(rank, <usize>jobInt(7));
  for (let p = from; p < to; p++) {
    const n = <usize>headOf(p);
    const k = <usize>p;
    for (let m: usize = 0; m < 24; m += 8) store<f64>(<usize>jobInt(9) + n * 24 + m, load<f64>(lambda + k * 24 + m));
    store<i32>(<usize>jobInt(6) + n * (C_INTS * 4), load<i32>(q + k * (C_INTS * 4), CI_BEARS * 4), CI_BEARS * 4);
  }
  setWorst(worst);
  countWork(rank, visits, waits);
  barrier(threads);
  return sweeps;
}
