// Who visits what when a tape is swept by several threads, with the bits of one.
//
// A visit depends on those before it that share a body which moves, and on nothing else. So each group of records is one
// level above the last that shares a body with it; a thread has a part of each level, one after the other in the order of
// the tape, and waits before a group only for the last visits of its two bodies, where another thread makes them. There
// is no barrier between levels. The first visit of a body in a walk waits for the last one of the walk before.
// Bodies that stand still tie nothing.

import { MOST } from './threads';

/** Of a group, for each side: whom it waits for (1 + number; below 0: its visit in the walk before; 0: nobody). */
const WAIT_A: i32 = 0;
/** The same for a walk from the end to the beginning. */
const BACK_A: i32 = 2;
const BACK_B: i32 = 3;
const LEVEL: i32 = 4;
const OWNER: i32 = 5;
/** Where it stands among the groups of all shares. */
const PLACE: i32 = 6;
const INTS: i32 = 8;
/** Of a group in its share: its first record, whom it waits for (places), where its records lie in the share, how many. */
const L_HEAD: usize = 0;
const L_WAIT: usize = 4;
const L_BACK: usize = 12;
const L_AT: usize = 20;
const L_COUNT: usize = 24;
/** Of a body: the last group's level, the first and the last group (1 + number), whether it stands still. */
const BODY_INTS: i32 = 4;

let records: usize = 0;
let bodies: usize = 0;
let sorted: usize = 0;
let starts: usize = 0;
let links: usize = 0;
/** By place: the walk that last visited the group. */
let done: usize = 0;
let loads: usize = 0;
/** Of a sweep, by parity: two numbers a record, which every thread sums in the order of the tape. */
let sums: usize = 0;
let sumsOfOne: usize = 0;
let copies: usize = 0;

function up(at: usize): usize {
  return (at + 63) & ~63;
}

/** Takes the memory from `at` on; returns where the copies of bodies begin, 128 bytes each for every thread. */
export function layPlan(at: usize, count: i32, bodyCount: i32): usize {
  const n = <usize>count;
  sums = up(at);
  sumsOfOne = up(16 * n);
  records = sums + 2 * sumsOfOne;
  bodies = up(records + n * (INTS * 4));
  sorted = up(bodies + <usize>bodyCount * (BODY_INTS * 4));
  starts = up(sorted + 4 * n);
  links = up(starts + 4 * (n + 2));
  done = links + 32 * n;
  loads = up(done + 4 * n);
  copies = up(loads + 8 * <usize>(MOST + 1));
  return copies;
}

function int(n: i32, what: i32): i32 {
  return load<i32>(records + ((<usize>(n * INTS + what)) << 2));
}

function setInt(n: i32, what: i32, x: i32): void {
  store<i32>(records + ((<usize>(n * INTS + what)) << 2), x);
}

function bodyAt(b: i32): usize {
  return bodies + <usize>b * (BODY_INTS * 4);
}

/** Whether nothing moves the body of a tape at y: six inverse moments and three inverse masses from the sixth number on. */
function isFixed(y: usize): bool {
  for (let m: usize = 48; m < 120; m += 8) if (load<f64>(y + m) !== 0) return false;
  return true;
}

/** Groups on the tape, and their levels. */
let total: i32 = 0;
let levels: i32 = 0;

/**
 * Finds the levels of `count` records whose integers lie at q, `stride` bytes each, the two bodies first (in numbers from y on,
 * sixteen each), and the end of the group at `end` if that is not 0. `isFirstAlone`: only the first body stands still.
 */
export function findLevels(
  count: i32,
  q: usize,
  stride: usize,
  end: usize,
  isFirstAlone: bool,
  y: usize,
  bodyCount: i32,
): void {
  memory.fill(bodies, 0, <usize>bodyCount * (BODY_INTS * 4));
  memory.fill(starts, 0, 4 * <usize>(count + 2));
  for (let b = 0; b < bodyCount; b++) {
    const stands = isFirstAlone ? b === 0 : isFixed(y + ((<usize>b) << 7));
    store<i32>(bodyAt(b), stands ? 1 : 0, 12);
  }
  // Levels.
  let n = 0;
  levels = 0;
  while (n < count) {
    const o = q + <usize>n * stride;
    const next = end === 0 ? n + 1 : load<i32>(o + end);
    setInt(n, BACK_A, 0);
    setInt(n, BACK_B, 0);
    let level = 0;
    for (let side = 0; side < 2; side++) {
      const b = bodyAt(load<i32>(o + ((<usize>side) << 2)) >> 4);
      setInt(n, WAIT_A + side, load<i32>(b, 8));
      if (load<i32>(b, 12) === 0 && load<i32>(b) > level) level = load<i32>(b);
    }
    level++;
    for (let side = 0; side < 2; side++) {
      const b = bodyAt(load<i32>(o + ((<usize>side) << 2)) >> 4);
      if (load<i32>(b, 12) !== 0) continue;
      const last = load<i32>(b, 8) - 1;
      if (last >= 0) {
        const isA = bodyAt(load<i32>(q + <usize>last * stride) >> 4) === b;
        setInt(last, isA ? BACK_A : BACK_B, n + 1);
      } else store<i32>(b, n + 1, 4);
      store<i32>(b, level);
      store<i32>(b, n + 1, 8);
    }
    setInt(n, LEVEL, level);
    if (level > levels) levels = level;
    const at = starts + ((<usize>level) << 2);
    store<i32>(at, load<i32>(at) + 1);
    n = next;
  }
  // By level, and in the order of the tape within.
  total = 0;
  for (let l = 1; l <= levels; l++) {
    const at = starts + ((<usize>l) << 2);
    const here = load<i32>(at);
    store<i32>(at, total);
    total += here;
  }
  n = 0;
  while (n < count) {
    const at = starts + ((<usize>int(n, LEVEL)) << 2);
    const place = load<i32>(at);
    store<i32>(at, place + 1);
    store<i32>(sorted + ((<usize>place) << 2), n);
    n = end === 0 ? n + 1 : load<i32>(q + <usize>n * stride + end);
  }
}

/** Shares the groups out among so many threads. */
export function shareOut(q: usize, stride: usize, end: usize, threads: i32): void {
  memory.fill(loads, 0, 8 * <usize>(MOST + 1));
  // Each level is cut so that all threads have as much as the others up to here.
  let place = 0;
  let sum: f64 = 0;
  for (let l = 1; l <= levels; l++) {
    const to = load<i32>(starts + ((<usize>l) << 2));
    sum += <f64>(to - place);
    const fair = sum / <f64>threads;
    let rank = 0;
    for (; place < to; place++) {
      while (rank < threads - 1 && load<f64>(loads + ((<usize>rank) << 3)) + 0.5 > fair) rank++;
      const at = loads + ((<usize>rank) << 3);
      store<f64>(at, load<f64>(at) + 1);
      setInt(load<i32>(sorted + ((<usize>place) << 2)), OWNER, rank);
    }
  }
  // Shares lie one after the other.
  let filled = 0;
  let at = 0;
  for (let rank = 0; rank < threads; rank++) {
    store<i32>(loads + ((<usize>rank) << 3), filled);
    for (let p = 0; p < total; p++) {
      const k = load<i32>(sorted + ((<usize>p) << 2));
      if (int(k, OWNER) !== rank) continue;
      const count = end === 0 ? 1 : load<i32>(q + <usize>k * stride + end) - k;
      const l = linkAt(filled);
      store<i32>(l, k, L_HEAD);
      store<i32>(l, at, L_AT);
      store<i32>(l, count, L_COUNT);
      store<i32>(doneAt(filled), 0);
      setInt(k, PLACE, filled);
      at += count;
      filled++;
    }
  }
  store<i32>(loads + ((<usize>threads) << 3), filled);
  // Whom to wait for: only what another thread does.
  for (let p = 0; p < total; p++) {
    const l = linkAt(p);
    const k = load<i32>(l, L_HEAD);
    const mine = int(k, OWNER);
    for (let side = 0; side < 2; side++) {
      const b = bodyAt(load<i32>(q + <usize>k * stride + ((<usize>side) << 2)) >> 4);
      let wait = 0;
      let back = 0;
      if (load<i32>(b, 12) === 0) {
        const before = int(k, WAIT_A + side);
        const whom = (before > 0 ? before : load<i32>(b, 8)) - 1;
        if (int(whom, OWNER) !== mine) wait = before > 0 ? int(whom, PLACE) + 1 : -int(whom, PLACE) - 1;
        const after = int(k, BACK_A + side) - 1;
        if (after >= 0 && int(after, OWNER) !== mine) back = int(after, PLACE) + 1;
      }
      const here = l + ((<usize>side) << 2);
      store<i32>(here, wait, L_WAIT);
      store<i32>(here, back, L_BACK);
    }
  }
}

function linkAt(place: i32): usize {
  return links + ((<usize>place) << 5);
}

/** Where the groups of a thread begin, and those of the one before end. */
export function shareFrom(rank: i32): i32 {
  return load<i32>(loads + ((<usize>rank) << 3));
}

/** The first record of a group, where its records lie when shares lie one after the other, and how many there are. */
export function headOf(place: i32): i32 {
  return load<i32>(linkAt(place), L_HEAD);
}

export function placedAt(place: i32): i32 {
  return load<i32>(linkAt(place), L_AT);
}

export function recordsOf(place: i32): i32 {
  return load<i32>(linkAt(place), L_COUNT);
}

/** Whom a group waits for in a walk, on one side: 1 + its place, negative: in the walk before; 0: nobody. */
export function waitsFor(place: i32, side: i32, isBack: bool): i32 {
  const l = linkAt(place) + ((<usize>side) << 2);
  return isBack ? load<i32>(l, L_BACK) : load<i32>(l, L_WAIT);
}

export function doneAt(place: i32): usize {
  return done + ((<usize>place) << 2);
}

/** Two numbers of record n in sweeps of this parity. */
export function sumsAt(parity: i32, n: i32): usize {
  return sums + <usize>parity * sumsOfOne + ((<usize>n) << 4);
}

export function standsStill(b: i32): bool {
  return load<i32>(bodyAt(b), 12) !== 0;
}

/** A thread's own copy of a body that stands still. */
export function copyOf(b: i32, rank: i32, threads: i32): usize {
  return copies + ((<usize>(b * threads + rank)) << 7);
}
