// Steps of equal length against a monotonic clock that the caller lends.
//
// Step k is due at start + k · period. A step that ends later than one period after it was due is late, and counted. A
// loop that has fallen far behind (a machine that slept) does not run after the clock for ever: it leaves steps out,
// and counts them too. A loop whose steps are all too long comes up for air every SLICE, to hear what it is told.
// Verified in test/io/paced-loop.test.ts.

export interface LoopStatistics {
  steps: number;
  /** Steps that ended more than a period after they were due. */
  late: number;
  /** Steps that were left out. */
  skipped: number;
  /** Longest step (ms), and the number of it. */
  longest: number;
  longestAt: number;
}

export class PacedLoop {
  readonly statistics: LoopStatistics = { steps: 0, late: 0, skipped: 0, longest: 0, longestAt: 0 };
  readonly #step: () => void;
  readonly #period: number;
  readonly #now: () => number;
  readonly #most: number;
  #due: number;

  /** `period` and `now` in milliseconds; `most`: how far it may fall behind before it leaves steps out. */
  constructor(step: () => void, period: number, now: () => number, most = 100) {
    this.#step = step;
    this.#period = period;
    this.#now = now;
    this.#most = most;
    this.#due = now();
  }

  /** Runs what is due, and returns the milliseconds until the next step is. */
  run(): number {
    const { statistics: s } = this;
    const period = this.#period;
    let time = this.#now();
    const start = time;
    while (time >= this.#due) {
      this.#step();
      s.steps++;
      const end = this.#now();
      if (end - time > s.longest) {
        s.longest = end - time;
        s.longestAt = s.steps;
      }
      if (end > this.#due + period) s.late++;
      this.#due += period;
      if (end - this.#due > this.#most) {
        const left = Math.floor((end - this.#due) / period);
        s.skipped += left;
        this.#due += left * period;
      }
      time = end;
      if (time - start > SLICE) break;
    }
    return Math.max(0, this.#due - time);
  }
}

/** Drives a loop in a thread of its own: sleeps on a cell of shared memory until that is no longer zero. */
export function driveBlocking(loop: PacedLoop, stop: Int32Array): void {
  while (Atomics.load(stop, 0) === 0) {
    const rest = loop.run();
    // Sleeping wakes late; the last part is waited for awake.
    if (rest > SPIN) Atomics.wait(stop, 0, 0, rest - SPIN);
  }
}

/** The same where threads share no memory: `later` is setTimeout. */
export function driveByTimer(
  loop: PacedLoop,
  later: (run: () => void, ms: number) => void,
  stopped: () => boolean,
): void {
  const turn = (): void => {
    if (stopped()) return;
    later(turn, Math.max(0, loop.run()));
  };
  turn();
}

/** Milliseconds after which `run` comes back, whatever is due. */
const SLICE = 10;

/** Milliseconds before a step is due in which the loop stays awake. */
const SPIN = 0.3;
