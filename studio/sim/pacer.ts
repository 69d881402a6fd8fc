// How many steps are due: wall-clock time in, steps out. When the machine cannot keep up, time that was missed is not
// made up for; the simulation runs slower, and `speed` says how much.

/** Steps owed beyond this much wall-clock time are forgiven (ms). */
const LONGEST_DEBT = 100;
/** Over which `speed` is measured (ms). */
const WINDOW = 500;

export class Pacer {
  /** Simulated seconds wanted per second. */
  rate = 1;
  /** Achieved over wanted, over the last window; 1 when nothing was missed. */
  speed = 1;
  private last: number | null = null;
  /** Simulated time that is owed (s). */
  private owed = 0;
  private wanted = 0;
  private missed = 0;

  /** Starts afresh: time that has passed since the last call does not count. */
  restart(now: number): void {
    this.last = now;
    this.owed = 0;
    this.wanted = 0;
    this.missed = 0;
    this.speed = 1;
  }

  /** Takes note of the time (ms). */
  tick(now: number, timeStep: number): void {
    const passed = this.last === null ? 0 : Math.max(0, now - this.last);
    this.last = now;
    this.owed += 0.001 * passed * this.rate;
    this.wanted += passed;
    // A step is always due in the end, however long it is, and one that is a little late is not missed.
    const most = Math.max(0.001 * LONGEST_DEBT * this.rate, 2 * timeStep);
    if (this.owed > most) {
      this.missed += (1000 * (this.owed - most)) / this.rate;
      this.owed = most;
    }
    if (this.wanted < WINDOW) return;
    this.speed = 1 - Math.min(1, this.missed / this.wanted);
    this.wanted = 0;
    this.missed = 0;
  }

  isDue(timeStep: number): boolean {
    return this.owed >= timeStep;
  }

  did(timeStep: number): void {
    this.owed -= timeStep;
  }

  /** How far the next step is on its way, from 0 to 1. */
  fraction(timeStep: number): number {
    return Math.max(0, Math.min(1, this.owed / timeStep));
  }

  /** Until the next step is due (ms). */
  delay(timeStep: number): number {
    return Math.max(0, (1000 * (timeStep - this.owed)) / this.rate);
  }
}
