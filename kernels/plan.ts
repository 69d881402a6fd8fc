// Who visits what when a tape is swept by several threads, with the bits of one.
//
// A visit depends on those before it that share a body which moves, and on nothing else. Bodies are cut into as many parts
// as there are threads, each next to the ones before: in the order in which they are reached from one end of the island,
// by contacts, so that few contacts lie on a seam. A group of records (those of one pair) goes with the later of its two
// bodies. A thread visits its groups by level, one above the last that shares a body with it, so that what others wait
// for comes early; before a group it waits for the last visits of its two bodies, where another thread makes them, and
// only groups that others wait for say that they are done. There is no barrier between levels, one between walks. Bodies
// that stand still tie nothing.
// What changes bodies by what is known before (momentum) needs no waits: every thread changes those of its part, by all
// groups that touch them, its own and a few of others.

import { ROWS_BYTES } from './crowd-ends';
import { MOST } from './threads';

/** Of a group, for each side: the group of its body before it (1 + number; 0: none). */
const BEFORE_A: i32 = 0;
/** The one after it. */
const AFTER_A: i32 = 2;
const LEVEL: i32 = 4;
const OWNER: i32 = 5;
/** Where it stands among the groups of all shares. */
const PLACE: i32 = 6;
const INTS: i32 = 8;
/** Of a group in its share: its first record, whom it waits for (places), where its records lie in the share, how many. */
const L_HEAD: usize = 0;
const L_WAIT: usize = 4;
/** The same for a walk from the end to the beginning. */
const L_BACK: usize = 12;
const L_AT: usize = 20;
const L_COUNT: usize = 24;
/** Whether another thread waits for it. */
const L_AWAITED: usize = 28;
/** Of a body: the last group's level, the first and the last group (1 + number), whether it stands still, and its rank
 * in the order by which bodies are cut (1 + number; 0: not reached yet). */
const B_LEVEL: usize = 0;
const B_FIRST: usize = 4;
const B_LAST: usize = 8;
const B_STANDS: usize = 12;
const B_REACHED: usize = 16;
const BODY_BYTES: usize = 32;
/** Of a thread: its first group, body and record, and while shares are laid out the next group and record. */
const S_GROUP: usize = 0;
const S_BODY: usize = 4;
const S_NEXT: usize = 8;
const S_AT: usize = 12;
const S_FIRST: usize = 16;
const SHARE_BYTES: usize = 32;

const SCRATCH_BYTES: usize = (ROWS_BYTES + 127) & ~127;

let records: usize = 0;
let bodies: usize = 0;
/** Bodies as they are reached, and how many records go with each, then who has them. */
let reached: usize = 0;
let weights: usize = 0;
let sorted: usize = 0;
let starts: usize = 0;
let links: usize = 0;
/** By place: the walk that last visited the group. */
let done: usize = 0;
/** By thread: places of the groups that touch its bodies, by level. */
let touching: usize = 0;
let capacity: i32 = 0;
let bodyTotal: i32 = 0;
/** By record: where it lies when shares lie one after the other. */
let places: usize = 0;
let shares: usize = 0;
/** Of a sweep, by parity: two numbers a record as they lie in shares. */
let sums: usize = 0;
let sumsOfOne: usize = 0;
/** Bodies as they are reached, 128 bytes each, so that those of a thread lie together. */
let room: usize = 0;
let copies: usize = 0;
/** Of a thread, while it writes S. */
let scratches: usize = 0;

function up(at: usize): usize {
  return (at + 63) & ~63;
}

/** Takes the memory from `at` on, for so many threads; returns where it ends. */
export function layPlan(at: usize, count: i32, bodyCount: i32, threads: i32): usize {
  const n = <usize>count;
  const m = <usize>bodyCount;
  sums = up(at);
  sumsOfOne = up(16 * n);
  records = sums + 2 * sumsOfOne;
  bodies = up(records + n * (INTS * 4));
  reached = bodies + m * BODY_BYTES;
  weights = up(reached + 4 * m);
  sorted = up(weights + 4 * m);
  starts = up(sorted + 4 * n);
  links = up(starts + 4 * (n + 2));
  done = links + 32 * n;
  places = up(done + 4 * n);
  capacity = count;
  bodyTotal = bodyCount;
  touching = up(places + 4 * n);
  shares = up(touching + 4 * n * <usize>threads);
  room = (shares + SHARE_BYTES * <usize>(MOST + 1) + 127) & ~127;
  copies = room + 128 * m;
  scratches = copies + 128 * m * <usize>threads;
  return scratches + SCRATCH_BYTES * <usize>threads;
}

function int(n: i32, what: i32): i32 {
  return load<i32>(records + ((<usize>(n * INTS + what)) << 2));
}

function setInt(n: i32, what: i32, x: i32): void {
  store<i32>(records + ((<usize>(n * INTS + what)) << 2), x);
}

function bodyAt(b: i32): usize {
  return bodies + <usize>b * BODY_BYTES;
}

function numberAt(list: usize, n: i32): usize {
  return list + ((<usize>n) << 2);
}

/** Whether nothing moves the body of a tape at y: six inverse moments and three inverse masses from the sixth number on. */
function isFixed(y: usize): bool {
  for (let m: usize = 48; m < 120; m += 8) if (load<f64>(y + m) !== 0) return false;
  return true;
}

/** Groups on the tape, and their levels. */
let total: i32 = 0;
let levels: i32 = 0;
/** Integers of the tape, so many bytes a record, the two bodies first; where the end of a group stands in them, 0: nowhere. */
let tape: usize = 0;
let stride: usize = 0;
let endAt: usize = 0;

/** A body of group n. */
function bodyOf(n: i32, side: i32): i32 {
  return load<i32>(tape + <usize>n * stride + ((<usize>side) << 2)) >> 4;
}

function endOf(n: i32): i32 {
  return endAt === 0 ? n + 1 : load<i32>(tape + <usize>n * stride + endAt);
}

/** For every thread, before it asks for anything. */
export function readTape(q: usize, bytes: usize, end: usize): void {
  tape = q;
  stride = bytes;
  endAt = end;
}

/** Finds the levels of `count` records, and the order of their bodies, at y. `isFirstAlone`: only the first stands still. */
export function findLevels(count: i32, isFirstAlone: bool, y: usize, bodyCount: i32): void {
  memory.fill(bodies, 0, <usize>bodyCount * BODY_BYTES);
  memory.fill(starts, 0, 4 * <usize>(count + 2));
  for (let b = 0; b < bodyCount; b++) {
    const stands = isFirstAlone ? b === 0 : isFixed(y + ((<usize>b) << 7));
    store<i32>(bodyAt(b), stands ? 1 : 0, B_STANDS);
  }
  let n = 0;
  levels = 0;
  while (n < count) {
    let level = 0;
    for (let side = 0; side < 2; side++) {
      const b = bodyAt(bodyOf(n, side));
      setInt(n, BEFORE_A + side, load<i32>(b, B_LAST));
      setInt(n, AFTER_A + side, 0);
      if (load<i32>(b, B_LEVEL) > level) level = load<i32>(b, B_LEVEL);
    }
    level++;
    for (let side = 0; side < 2; side++) {
      const number = bodyOf(n, side);
      const b = bodyAt(number);
      if (load<i32>(b, B_STANDS) !== 0) continue;
      const last = load<i32>(b, B_LAST) - 1;
      if (last >= 0) setInt(last, AFTER_A + sideOf(last, number), n + 1);
      else store<i32>(b, n + 1, B_FIRST);
      store<i32>(b, level, B_LEVEL);
      store<i32>(b, n + 1, B_LAST);
    }
    setInt(n, LEVEL, level);
    if (level > levels) levels = level;
    const at = numberAt(starts, level);
    store<i32>(at, load<i32>(at) + 1);
    n = endOf(n);
  }
  sortByLevel(count);
  // From one end: what was reached last on the tape before, which is that of the same bodies as a rule.
  const end = isFirstAlone ? endOfCorrection : endOfCrowd;
  reachAll(end < bodyCount ? end : 0, bodyCount);
  const last = moving > 0 ? load<i32>(numberAt(reached, moving - 1)) : 0;
  if (isFirstAlone) endOfCorrection = last;
  else endOfCrowd = last;
}

function sideOf(n: i32, body: i32): i32 {
  return bodyOf(n, 0) === body ? 0 : 1;
}

/** By level, and in the order of the tape within. */
function sortByLevel(count: i32): void {
  total = 0;
  for (let l = 1; l <= levels; l++) {
    const at = numberAt(starts, l);
    const here = load<i32>(at);
    store<i32>(at, total);
    total += here;
  }
  for (let n = 0; n < count; n = endOf(n)) {
    const at = numberAt(starts, int(n, LEVEL));
    const place = load<i32>(at);
    store<i32>(at, place + 1);
    store<i32>(numberAt(sorted, place), n);
  }
}

/** Where the next tape of either kind is to be cut from. */
let endOfCrowd: i32 = 0;
let endOfCorrection: i32 = 0;
/** Bodies that move, which come first of those reached. */
let moving: i32 = 0;
let found: i32 = 0;

function reach(b: i32): void {
  store<i32>(numberAt(reached, found), b);
  store<i32>(bodyAt(b), ++found, B_REACHED);
}

/** Breadth first from a body, then from any that were not reached; at last those that stand still. */
function reachAll(start: i32, bodyCount: i32): void {
  found = 0;
  let next = 0;
  for (let b = -1; b < bodyCount; b++) {
    const from = b < 0 ? start : b;
    if (load<i32>(bodyAt(from), B_STANDS) !== 0 || load<i32>(bodyAt(from), B_REACHED) !== 0) continue;
    reach(from);
    for (; next < found; next++) {
      const body = load<i32>(numberAt(reached, next));
      let n = load<i32>(bodyAt(body), B_FIRST) - 1;
      while (n >= 0) {
        const side = sideOf(n, body);
        const other = bodyOf(n, 1 - side);
        if (load<i32>(bodyAt(other), B_STANDS) === 0 && load<i32>(bodyAt(other), B_REACHED) === 0) reach(other);
        n = int(n, AFTER_A + side) - 1;
      }
    }
  }
  moving = found;
  for (let b = 0; b < bodyCount; b++) if (load<i32>(bodyAt(b), B_STANDS) !== 0) reach(b);
}

/** Of a group's two bodies the one that is reached later, among those that move. */
function laterOf(n: i32): i32 {
  let later = 1;
  for (let side = 0; side < 2; side++) {
    const b = bodyAt(bodyOf(n, side));
    if (load<i32>(b, B_STANDS) === 0 && load<i32>(b, B_REACHED) > later) later = load<i32>(b, B_REACHED);
  }
  return later - 1;
}

function shareAt(rank: i32): usize {
  return shares + <usize>rank * SHARE_BYTES;
}

/** Shares the groups of `count` records out among so many threads. */
export function shareOut(count: i32, threads: i32): void {
  memory.fill(weights, 0, 4 * <usize>found);
  for (let n = 0; n < count; ) {
    const end = endOf(n);
    const at = numberAt(weights, laterOf(n));
    store<i32>(at, load<i32>(at) + end - n);
    n = end;
  }
  // Bodies are cut where each thread has as many records as the others; a share begins with its first body.
  memory.fill(shares, 0, SHARE_BYTES * <usize>(MOST + 1));
  let sum = 0;
  let rank = 0;
  for (let k = 0; k < found; k++) {
    const at = numberAt(weights, k);
    const mine = load<i32>(at);
    const fair = <i32>((<f64>threads * (<f64>sum + 0.5 * <f64>mine)) / <f64>count);
    while (rank < fair && rank < threads - 1) store<i32>(shareAt(++rank), k, S_BODY);
    sum += mine;
    store<i32>(at, rank);
  }
  while (rank < threads) store<i32>(shareAt(++rank), found, S_BODY);
  for (let p = 0; p < total; p++) {
    const n = load<i32>(numberAt(sorted, p));
    const owner = load<i32>(numberAt(weights, laterOf(n)));
    setInt(n, OWNER, owner);
    const share = shareAt(owner + 1);
    store<i32>(share, load<i32>(share) + 1, S_GROUP);
    store<i32>(share, load<i32>(share, S_AT) + endOf(n) - n, S_AT);
  }
  for (let r = 1; r <= threads; r++) {
    const share = shareAt(r);
    const before = shareAt(r - 1);
    store<i32>(share, load<i32>(share, S_GROUP) + load<i32>(before, S_GROUP), S_GROUP);
    store<i32>(share, load<i32>(share, S_AT) + load<i32>(before, S_AT), S_AT);
    store<i32>(share, load<i32>(share, S_GROUP), S_NEXT);
    store<i32>(share, load<i32>(share, S_AT), S_FIRST);
  }
  for (let p = 0; p < total; p++) {
    const n = load<i32>(numberAt(sorted, p));
    const count = endOf(n) - n;
    const share = shareAt(int(n, OWNER));
    const place = load<i32>(share, S_NEXT);
    const at = load<i32>(share, S_AT);
    store<i32>(share, place + 1, S_NEXT);
    store<i32>(share, at + count, S_AT);
    const l = linkAt(place);
    store<i32>(l, n, L_HEAD);
    store<i32>(l, at, L_AT);
    store<i32>(l, count, L_COUNT);
    store<i32>(doneAt(place), 0);
    setInt(n, PLACE, place);
    for (let m = 0; m < count; m++) store<i32>(numberAt(places, n + m), at + m);
  }
}

/**
 * Whom a thread's groups wait for, and whether others wait for them, and which groups touch its bodies: every thread for
 * itself, once shares are out.
 */
export function findWaits(rank: i32, threads: i32): void {
  touched = 0;
  const first = bodiesFrom(rank);
  const end = bodiesFrom(rank + 1);
  for (let p = 0, all = shareFrom(threads); p < all; p++) {
    const n = load<i32>(numberAt(sorted, p));
    let mine = 0;
    for (let side = 0; side < 2; side++) {
      const b = bodyAt(bodyOf(n, side));
      const k = load<i32>(b, B_REACHED) - 1;
      if (k >= first && k < end && load<i32>(b, B_STANDS) === 0) mine |= 1 << side;
    }
    if (mine !== 0) store<i32>(touchingAt(rank, touched++), (int(n, PLACE) << 2) | mine);
  }
  for (let p = shareFrom(rank), to = shareFrom(rank + 1); p < to; p++) {
    const l = linkAt(p);
    const n = load<i32>(l, L_HEAD);
    let isAwaited = 0;
    for (let side = 0; side < 2; side++) {
      const b = bodyAt(bodyOf(n, side));
      let wait = 0;
      let back = 0;
      if (load<i32>(b, B_STANDS) === 0) {
        const before = int(n, BEFORE_A + side) - 1;
        const after = int(n, AFTER_A + side) - 1;
        if (before >= 0 && int(before, OWNER) !== rank) wait = int(before, PLACE) + 1;
        if (after >= 0 && int(after, OWNER) !== rank) back = int(after, PLACE) + 1;
      }
      isAwaited |= wait | back;
      const here = l + ((<usize>side) << 2);
      store<i32>(here, wait, L_WAIT);
      store<i32>(here, back, L_BACK);
    }
    store<i32>(l, isAwaited, L_AWAITED);
  }
}

/** Groups that touch bodies of this thread. */
let touched: i32 = 0;

export function touchedCount(): i32 {
  return touched;
}

function touchingAt(rank: i32, k: i32): usize {
  return touching + ((<usize>(rank * capacity + k)) << 2);
}

/** The k-th of them: four times its place, and 1 if its first body is the thread's, 2 if the second is. */
export function touchedBy(rank: i32, k: i32): i32 {
  return load<i32>(touchingAt(rank, k));
}

function linkAt(place: i32): usize {
  return links + ((<usize>place) << 5);
}

/** Where the groups of a thread begin, and those of the one before end. */
export function shareFrom(rank: i32): i32 {
  return load<i32>(shareAt(rank), S_GROUP);
}

/** Likewise its bodies, of those that are reached one after the other. */
export function bodiesFrom(rank: i32): i32 {
  return load<i32>(shareAt(rank), S_BODY);
}

export function bodyReached(k: i32): i32 {
  return load<i32>(numberAt(reached, k));
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

/** Whom a group waits for in a walk, on one side: 1 + its place; 0: nobody. */
export function waitsFor(place: i32, side: i32, isBack: bool): i32 {
  const l = linkAt(place) + ((<usize>side) << 2);
  return isBack ? load<i32>(l, L_BACK) : load<i32>(l, L_WAIT);
}

export function isAwaited(place: i32): bool {
  return load<i32>(linkAt(place), L_AWAITED) !== 0;
}

export function doneAt(place: i32): usize {
  return done + ((<usize>place) << 2);
}

/** Two numbers, in sweeps of this parity, of the record that lies at `at` in its share. */
export function sumsAt(parity: i32, at: i32): usize {
  return sums + <usize>parity * sumsOfOne + ((<usize>at) << 4);
}

/** Brings what others have left there near, one after the other: they are summed to and fro. */
export function fetchSums(parity: i32, rank: i32, count: i32): void {
  let all: i64 = 0;
  const mine = sumsAt(parity, load<i32>(shareAt(rank), S_FIRST));
  const next = sumsAt(parity, load<i32>(shareAt(rank + 1), S_FIRST));
  for (let p = sumsAt(parity, 0); p < mine; p += 64) all += load<i64>(p);
  for (let p = next, end = sumsAt(parity, count); p < end; p += 64) all += load<i64>(p);
  // The compiler keeps what is kept.
  store<i64>(scratchOf(rank), all);
}

/** Those of record n of the tape. */
export function sumsOf(parity: i32, n: i32): usize {
  return sumsAt(parity, load<i32>(numberAt(places, n)));
}

function standsStill(b: i32): bool {
  return load<i32>(bodyAt(b), B_STANDS) !== 0;
}

export function scratchOf(rank: i32): usize {
  return scratches + SCRATCH_BYTES * <usize>rank;
}

/** The k-th body that is reached. */
export function roomOf(k: i32): usize {
  return room + ((<usize>k) << 7);
}

/** Where a thread has body b: what stands still is its own copy, as all would write it at the same time. */
export function roomFor(b: i32, rank: i32): usize {
  if (standsStill(b)) return copies + ((<usize>(rank * bodyTotal + b)) << 7);
  return roomOf(load<i32>(bodyAt(b), B_REACHED) - 1);
}
