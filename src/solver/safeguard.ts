// When a Newton step on F(λ) = λ - P(e(λ)) may be taken, and what to do when it may not: shared by newton.ts and
// friction-solver.ts.
//
// Steps have a proximal term (Rockafellar 1976; Levenberg and Marquardt's, seen from Newton's side): a share ε of each
// block's S pulls the step towards where it starts. It is all but zero at first. A step is taken if it leaves less than
// the largest of the last few merits Σ S_kk F_k²: to lower the merit every time is too much to ask, since states have
// to change first (Grippo, Lampariello and Lucidi 1986). If it does not, blocks contradict each other or states go
// round in circles, and ε rises, at once to where the step is no longer than a share of λ; it falls while steps go
// well. Where nothing helps, a few sweeps are a new start, each time twice as many. Verified in
// test/solver/newton*.test.ts and friction-problem.test.ts.

/** The least and the largest proximal term, as a share of a block's own S, and the least after a step that failed. */
const LEAST = 1e-9;
const LARGEST = 1;
const AGAIN = 1e-3;
/**
 * What it is multiplied with after a step that failed, at least; and the share of λ that a step should not exceed by
 * then.
 */
const RISE = 10;
const RADIUS = 0.2;
/**
 * Merits that a step is compared with. Sweeps lower the merit faster than they set states right: after them the bar is
 * this much higher.
 */
const COMPARED = 5;
const LENIENT = 10;
/**
 * Iterations that may pass before the best merit is below this share of what it was, and steps that may fail in a row.
 */
const PATIENCE = 20;
const PROGRESS = 0.5;
const MOST_FAILURES = 8;
/**
 * Then sweeps are a new start: so many, and each time twice as many. Of attempts that came to a sixth, one in thirty
 * arrived, and they took two thirds of all the time where friction is strong.
 */
const SWEEPS = 4;
export const MOST_STARTS = 4;

export type Advice = 'step' | 'sweep' | 'stop';

export class Safeguard {
  /** The proximal term of the next step. */
  epsilon = LEAST;
  /** Sweeps of the new start that `advise` asks for. */
  sweeps = 0;
  readonly #merits = new Float64Array(COMPARED);
  #taken = 0;
  #failures = 0;
  #starts = 0;
  #mark = Infinity;
  #giveUp = PATIENCE;
  #mostStarts = MOST_STARTS;

  /** `swept`: sweeps have just been here, and left this merit. New starts are made so often at most. */
  begin(swept: boolean, merit: number, mostStarts = MOST_STARTS): void {
    this.#mostStarts = mostStarts;
    this.epsilon = LEAST;
    this.#taken = 0;
    this.#failures = 0;
    this.#starts = 0;
    this.#mark = Infinity;
    this.#giveUp = PATIENCE;
    this.#merits.fill(swept ? LENIENT * merit : 0);
  }

  /** Whether the last step was taken, or there was none: states and derivatives are to be looked at anew. */
  get isFresh(): boolean {
    return this.#failures === 0;
  }

  /** A step is about to start from this merit. */
  start(merit: number): void {
    this.#merits[this.#taken++ % COMPARED] = merit;
  }

  /**
   * What comes next, after so many iterations, with this as the best merit so far. After 'sweep' everything is fresh.
   */
  advise(best: number, iterations: number): Advice {
    if (best < PROGRESS * this.#mark) {
      this.#mark = best;
      this.#giveUp = iterations + PATIENCE;
    } else if (iterations >= this.#giveUp) {
      this.#failures = MOST_FAILURES;
    }
    if (this.#failures < MOST_FAILURES) return 'step';
    if (this.#starts >= this.#mostStarts) return 'stop';
    this.sweeps = SWEEPS << this.#starts;
    this.epsilon = AGAIN;
    this.#failures = 0;
    this.#starts++;
    this.#giveUp = iterations + PATIENCE;
    this.#merits.fill(0);
    return 'sweep';
  }

  /**
   * Whether a step from one merit to another may be taken. If not, go back to where it started and say so by `refuse`.
   */
  takes(before: number, after: number): boolean {
    let bar = 0;
    for (let k = 0; k < COMPARED; k++) if (this.#merits[k] > bar) bar = this.#merits[k];
    if (!(after <= bar)) return false;
    this.epsilon *= after <= 0.01 * before ? 1e-3 : after <= PROGRESS * before ? 0.1 : 0.5;
    if (this.epsilon < LEAST) this.epsilon = LEAST;
    this.#failures = 0;
    return true;
  }

  /** The last step was not taken; it was so long, as a share of λ. */
  refuse(length: number): void {
    this.epsilon *= Math.max(RISE, length / RADIUS);
    this.epsilon = Math.min(LARGEST, Math.max(AGAIN, this.epsilon));
    this.#failures++;
  }
}
