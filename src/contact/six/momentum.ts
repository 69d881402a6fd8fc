// Momentum of a crowd's sweeps (Nesterov 1983): where the next sweep begins in a crowd of MANY blocks (mixing.ts), which
// has too few sweeps for Anderson's method. It goes on the way that the last sweep took it, the farther the longer nothing
// turned back; the answer is always what a sweep left.
//
// Of the sweeps before, only where the last one ended is kept, impulses and velocities, each in the place of the one
// before it. Where a group of records began is needed until it has been visited, and lies behind the impulses.

import type { CrowdTape } from './crowd-tape.js';
import { MOMENTUM } from './mixing.js';
import { T_S, T_STRIDE, TB_STRIDE } from './tape-layout.js';

const SHARE = 0;
const WAY = 1;

export class Momentum {
  /** The share of the point before in where the next sweep begins (0 or less), and the way of the last (below). */
  readonly #state = new Float64Array(2);
  #tape!: CrowdTape;
  /** Sweeps since it began anew. */
  #run = 0;
  #isFirst = true;

  begin(tape: CrowdTape): void {
    this.#tape = tape;
    this.#run = 0;
    this.#isFirst = true;
  }

  get share(): number {
    return this.#state[SHARE];
  }

  /** Before a sweep. */
  beginSweep(): void {
    this.#state[WAY] = 0;
  }

  /** Before a visit of the group of records n to end: takes down where it begins. */
  keep(n: number, end: number): void {
    const { lambda, past, count } = this.#tape;
    for (let m = 6 * n, to = 6 * count; m < 6 * end; m++, to++) past[to] = lambda[m];
  }

  /** After it: adds the way that it was taken along the way since the sweep before, in the metric of the diagonal of S. */
  add(n: number, end: number): void {
    const { lambda, records: t, past, count } = this.#tape;
    const begun = 6 * (count - n);
    for (let k = n; k < end; k++) {
      let s0 = 0;
      let s1 = 0;
      for (let m = 0, l = 6 * k, w = k * T_STRIDE + T_S; m < 6; m += 2, l += 2, w += 2) {
        s0 += t[w] * (lambda[l] - past[begun + l]) * (lambda[l] - past[l]);
        s1 += t[w + 1] * (lambda[l + 1] - past[begun + l + 1]) * (lambda[l + 1] - past[l + 1]);
      }
      this.#state[WAY] += s0 + s1;
    }
  }

  /** After a sweep: finds the share; false: the next begins where this one ended. */
  goesOn(): boolean {
    const s = this.#state;
    const hasTurned = !this.#isFirst && s[WAY] < 0;
    s[SHARE] = hasTurned ? 0 : -(MOMENTUM * this.#run) / (this.#run + 3);
    this.#run = hasTurned ? 0 : this.#run + 1;
    this.#isFirst = false;
    return s[SHARE] !== 0;
  }

  /** The next sweep begins where this one ended, which is taken down. */
  stay(): void {
    const { lambda, past, count, bodies: y, motions, bodyCount } = this.#tape;
    for (let m = 0; m < 6 * count; m++) past[m] = lambda[m];
    for (let b = 0; b < bodyCount; b++) for (let m = 0; m < 6; m++) motions[6 * b + m] = y[TB_STRIDE * b + m];
  }

  /** All velocities go on from where the sweep led them, which is taken down. */
  carryMotions(): void {
    const { bodies: y, motions, bodyCount } = this.#tape;
    const { share } = this;
    for (let b = 0; b < bodyCount; b++)
      for (let m = 0, k = 6 * b, at = b * TB_STRIDE; m < 6; m++, k++, at++) {
        const now = y[at];
        y[at] += share * (motions[k] - now);
        motions[k] = now;
      }
  }

  /** Impulses of the records n to end likewise. */
  carry(n: number, end: number): void {
    const { lambda, past } = this.#tape;
    const { share } = this;
    for (let m = 6 * n; m < 6 * end; m++) {
      const now = lambda[m];
      lambda[m] += share * (past[m] - now);
      past[m] = now;
    }
  }

  /** How far record k does not go on since it pauses, to x[to…]; where it is is taken down. */
  hold(k: number, x: Float64Array, to: number): void {
    const { lambda, past } = this.#tape;
    const { share } = this;
    for (let m = 0, l = 6 * k; m < 6; m++, l++) {
      x[to + m] = -(share * (past[l] - lambda[l]));
      past[l] = lambda[l];
    }
  }
}
