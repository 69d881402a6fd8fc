// Threads that share out sweeps: how they are woken, how they wait for each other. All of it lies in the memory that
// they share, below where tapes begin (SCRATCH of src/contact/six/tape-memory.ts):
//   128 bytes a thread   what a visit has for itself (press.ts)
//   128 bytes a thread   a body that stands still, for correction
//   cells of 64 bytes    the barrier, the job, and for each thread its state and what it says of its work
// Nobody waits for a thread that has not said that it is awake: who sleeps, was stopped or never began is left out, and
// the others do its share. The bits are the same.

/** Threads at most, with the one that steps. */
export const MOST: i32 = 32;
const STANDING: usize = 4096;
const ARRIVED: usize = 8192;
const ROUND: usize = 8256;
export const JOB: usize = 8384;
const STATES: usize = 8704;
const WORK: usize = 10752;

/** States of a thread: not there yet; waits awake; sleeps; was woken; is to work in a moment; works; is to end. */
const NEW: i32 = 0;
const AWAKE: i32 = 1;
const ASLEEP: i32 = 2;
const ROUSED: i32 = 3;
const CLAIMED: i32 = 4;
const WORKING: i32 = 5;
const CLOSED: i32 = 6;

/** Sleeps for some microseconds, if this thread may: the host's. */
declare function nap(): void;

/** Looks at a cell before a thread naps, before an idle one goes to sleep, and for one that was woken. */
const SPIN: i32 = 8192;
const IDLE: i32 = 2097152;
const PATIENCE: i32 = 262144;
let patience: i32 = PATIENCE;
let isPatient = false;
/** Whether this thread may sleep: that of a page may not. */
let mayNap = false;

/** The thread that steps: whether it may sleep, and whether it waits for the others however long they take (tests). */
export function lead(naps: bool, waits: bool): void {
  mayNap = naps;
  isPatient = waits;
  patience = waits ? i32.MAX_VALUE : PATIENCE;
}

/** Looks at cells of others that were not yet as they should be. */
let looks: i32 = 0;

export function looksInVain(): i32 {
  return looks;
}

/** A moment, the n-th in a row; returns how many there were. */
function moment(n: i32): i32 {
  looks++;
  if (n < SPIN || !mayNap) return n + 1;
  nap();
  return n;
}

/** Until the cell has reached `mark`; returns 1 if it had to wait. */
export function waitFor(cell: usize, mark: i32): i32 {
  if (atomic.load<i32>(cell) >= mark) return 0;
  let n = 0;
  while (atomic.load<i32>(cell) < mark) n = moment(n);
  return 1;
}

/** What waits for this cell to reach `mark` may go on. */
export function publish(cell: usize, mark: i32): void {
  atomic.xchg<i32>(cell, mark);
}

/** Until all of so many threads are here. */
export function barrier(threads: i32): void {
  const round = atomic.load<i32>(ROUND);
  if (atomic.add<i32>(ARRIVED, 1) === threads - 1) {
    atomic.store<i32>(ARRIVED, 0);
    atomic.store<i32>(ROUND, round + 1);
    return;
  }
  let n = 0;
  while (atomic.load<i32>(ROUND) === round) n = moment(n);
}

function stateOf(worker: i32): usize {
  return STATES + ((<usize>worker) << 6);
}

/** Where thread `rank` says what it has done: its worst move of even and odd sweeps, then visits and waits. */
export function workOf(rank: i32): usize {
  return WORK + ((<usize>rank) << 6);
}

export function standingOf(rank: i32): usize {
  return STANDING + ((<usize>rank) << 7);
}

/** Who sleeps on a cell wakes. The compiler drops a notification whose answer nobody keeps. */
function notify(cell: usize): void {
  store<i32>(cell, atomic.notify(cell, 1), 8);
}

/** Wakes workers 1 to `workers`. */
export function rouse(workers: i32): void {
  for (let w = 1; w <= workers; w++) if (atomic.cmpxchg<i32>(stateOf(w), ASLEEP, ROUSED) === ASLEEP) notify(stateOf(w));
}

/** Who is awake is to work; returns how many threads there are then, the caller among them. */
export function claim(workers: i32): i32 {
  let threads = 1;
  for (let w = 1; w <= workers; w++) {
    const cell = stateOf(w);
    let state = atomic.load<i32>(cell);
    // Who was woken, or has only just ended its share, is awake in a moment.
    for (let n = 0, m = 0; state !== AWAKE && n < patience; n++) {
      if (state === CLOSED || (!isPatient && (state === NEW || state === ASLEEP))) break;
      if (state === ASLEEP) rouse(workers);
      if (isPatient) m = moment(m);
      state = atomic.load<i32>(cell);
    }
    if (atomic.cmpxchg<i32>(cell, AWAKE, CLAIMED) === AWAKE) store<i32>(cell, threads++, 4);
  }
  return threads;
}

/** The job is written: who was claimed begins. */
export function start(workers: i32): void {
  for (let w = 1; w <= workers; w++)
    if (atomic.load<i32>(stateOf(w)) === CLAIMED) atomic.store<i32>(stateOf(w), WORKING);
}

/** Worker w says that it is there; false: it is to end at once. */
export function enter(w: i32): bool {
  mayNap = true;
  return atomic.cmpxchg<i32>(stateOf(w), NEW, AWAKE) === NEW;
}

/** Waits awake for a share of work; its rank, 0: nothing comes, and the thread is to sleep on its cell; -1: it is to end. */
export function nextShare(w: i32): i32 {
  const cell = stateOf(w);
  atomic.cmpxchg<i32>(cell, ROUSED, AWAKE);
  while (true) {
    let state = AWAKE;
    for (let n = 0; n < IDLE; n++) {
      state = atomic.load<i32>(cell);
      if (state === CLAIMED) n = 0;
      else if (state !== AWAKE) break;
    }
    if (state === WORKING) return load<i32>(cell, 4);
    if (state === CLOSED) return -1;
    if (atomic.cmpxchg<i32>(cell, AWAKE, ASLEEP) === AWAKE) return 0;
  }
}

export function endShare(w: i32): void {
  atomic.cmpxchg<i32>(stateOf(w), WORKING, AWAKE);
}

/** Worker w is to end. */
export function dismiss(w: i32): void {
  atomic.store<i32>(stateOf(w), CLOSED);
  notify(stateOf(w));
}
