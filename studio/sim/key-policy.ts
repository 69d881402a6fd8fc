// When a session keeps a snapshot: often enough that going back costs little, and no more often than it costs itself.

/** A key at least every so many steps, and as soon as it would cost this to repeat them (ms)... */
const STEPS = 60;
const COST = 120;
/** ...unless taking keys would itself cost more than this share of the time. */
const SHARE = 0.2;

export class KeyPolicy {
  /** Cost of the steps since the last key (ms). */
  spent = 0;
  private steps = 0;
  private keyCost = 0;

  /** A step was done, in so many milliseconds. */
  stepped(milliseconds: number): void {
    this.spent += milliseconds;
    this.steps++;
  }

  get isDue(): boolean {
    const isLong = this.steps >= STEPS || this.spent >= COST;
    if (isLong && this.keyCost <= SHARE * this.spent) return true;
    // Scenes whose steps cost next to nothing, but whose snapshots do.
    return this.steps >= 10 * STEPS;
  }

  /** A key was taken, in so many milliseconds. */
  took(milliseconds: number): void {
    this.keyCost = milliseconds;
    this.restart();
  }

  restart(): void {
    this.spent = 0;
    this.steps = 0;
  }
}
