// Anderson acceleration of sweeps (Anderson 1965, "Iterative procedures for nonlinear integral equations"; Walker and
// Ni 2011): where the next sweep begins.
//
// A sweep takes impulses x to g(x). Of the last four, with changes f = g(x) - x, that mixture of the g is the next x
// which would have the least change if f were affine: min |f + Σ α_i (f_i - f)|² over the α of the three older ones, in
// the metric of the diagonal of S, as forces and torques have different units. The answer is always what a sweep left.
// A sweep that changes more than the one before it is where f is not affine (a contact opens, or slips): the older ones
// are forgotten, and where it changes more than twice as much, the mixture that it began with is taken back. Where they
// hardly differ they are left out.
//
// Velocities follow impulses linearly, so that those of a mixture are the same mixture of velocities: no impulse need be
// applied for it.
//
// Crowds of MANY blocks have too few sweeps for that: they have momentum (momentum.ts).
//
// Conjugate gradients over sweeps (solver/nncg.ts), which this replaces here, need a symmetric problem; friction and
// what bears where are none. What it saves: docs/decisions/speed-in-motion.md.

import type { CrowdTape } from './crowd-tape.js';
import { T_S, T_STRIDE, TB_INV_INERTIA, TB_INV_MASS, TB_STRIDE } from './tape-layout.js';

/** Sweeps that are mixed, the last one among them. */
export const MIXED = 4;
/** What it keeps of a record: for each of these a change and where it led to; then the diagonal of S. */
export const KEPT = 12 * MIXED + 6;
/** Sweeps whose velocities are known before the last one's. */
export const UNCHANGED = MIXED - 1;
/** An older change counts where it differs from the others by this share (squared) of itself and of the last. */
const DIFFERS = 1e-8;
/** Blocks from which on sweeps have momentum instead, and the most of the last way that they go on. */
export const MANY = 256;
export const MOMENTUM = 0.95;
/** The square of that twice. */
export const ASTRAY = 4;

/** Where shares, products of older changes (two triangles' worth: aa, ab, ac, bb, bc, cc) and the last size are. */
const A = 0;
const AA = 3;
const LAST = 9;

export class Mixing {
  /** The shares α of the three older points, from the youngest on; the rest as above. */
  readonly state = new Float64Array(10);
  #tape!: CrowdTape;
  /** Where the last sweep is among those that are kept. */
  #slot = 0;
  #older = 0;
  #isMixed = false;
  #isTakenBack = false;

  begin(tape: CrowdTape): void {
    this.#tape = tape;
    const { past, records: t, count } = tape;
    for (let k = 0, w = 12 * MIXED * count; k < count; k++)
      for (let m = 0; m < 6; m++) past[w++] = t[k * T_STRIDE + T_S + m];
    this.#slot = 0;
    this.#older = 0;
    this.#isMixed = false;
    this.#isTakenBack = false;
    this.state[LAST] = Infinity;
  }

  /** Before a sweep: takes down where it begins. */
  keep(): void {
    const { lambda, past, count } = this.#tape;
    const f = this.changeAt(0);
    for (let k = 0; k < 6 * count; k++) past[f + k] = lambda[k];
  }

  /** Where in the tape's past the change of the sweep so long ago begins; of the last, until `mix`, where it began. */
  changeAt(ago: number): number {
    return 12 * this.#tape.count * this.#placeOf(ago);
  }

  #placeOf(ago: number): number {
    const at = this.#slot - ago;
    return at < 0 ? at + MIXED : at;
  }

  /** Where the point begins that it led to; of the oldest where there is none: its share is zero. */
  pointAt(ago: number): number {
    return this.changeAt(Math.min(ago, this.#older)) + 6 * this.#tape.count;
  }

  /** Where the velocities begin that it led to, likewise. */
  motionAt(ago: number): number {
    return 6 * this.#tape.bodyCount * this.#placeOf(Math.min(ago, this.#older));
  }

  /** After a sweep, before its shares are found: takes down the velocities that it led to. */
  keepMotion(): void {
    const { bodies: y, motions, bodyCount } = this.#tape;
    const at = this.motionAt(0);
    for (let b = 0; b < bodyCount; b++) for (let m = 0; m < 6; m++) motions[at + 6 * b + m] = y[TB_STRIDE * b + m];
  }

  /** After a sweep: finds the shares; false: the next begins where this one ended. Then `next`. */
  mix(): boolean {
    const { lambda, past, count } = this.#tape;
    const { state } = this;
    const f = this.changeAt(0);
    const g = this.pointAt(0);
    const fa = this.changeAt(1);
    const fb = this.changeAt(2);
    const fc = this.changeAt(3);
    // Of even and of odd rows, as the lanes of the kernel have them.
    let s0 = 0;
    let a0 = 0;
    let b0 = 0;
    let c0 = 0;
    let s1 = 0;
    let a1 = 0;
    let b1 = 0;
    let c1 = 0;
    const d = 12 * MIXED * count;
    for (let k = 0; k < 6 * count; k += 2) {
      const x = lambda[k] - past[f + k];
      const y = lambda[k + 1] - past[f + k + 1];
      past[f + k] = x;
      past[f + k + 1] = y;
      past[g + k] = lambda[k];
      past[g + k + 1] = lambda[k + 1];
      const u = past[d + k] * x;
      const w = past[d + k + 1] * y;
      s0 += u * x;
      s1 += w * y;
      a0 += u * past[fa + k];
      a1 += w * past[fa + k + 1];
      b0 += u * past[fb + k];
      b1 += w * past[fb + k + 1];
      c0 += u * past[fc + k];
      c1 += w * past[fc + k + 1];
    }
    const size = s0 + s1;
    this.#isTakenBack = this.#isMixed && !(size <= ASTRAY * state[LAST]);
    if (this.#isTakenBack) {
      state[A] = 1;
      state[A + 1] = state[A + 2] = 0;
    } else this.#share(state, size, a0 + a1, b0 + b1, c0 + c1);
    this.#isMixed = !this.#isTakenBack && this.#older > 0;
    return this.#older > 0;
  }

  /** The normal equations for the shares, from the products of the last change with itself and with the older ones. */
  #share(s: Float64Array, ff: number, fa: number, fb: number, fc: number): void {
    if (!(ff <= s[LAST])) this.#older = 0;
    const n = this.#older;
    const m0 = n > 0 ? s[AA] - fa - fa + ff : 0;
    const m1 = n > 1 ? s[AA + 1] - fa - fb + ff : 0;
    const m2 = n > 2 ? s[AA + 2] - fa - fc + ff : 0;
    const m3 = n > 1 ? s[AA + 3] - fb - fb + ff : 0;
    const m4 = n > 2 ? s[AA + 4] - fb - fc + ff : 0;
    const m5 = n > 2 ? s[AA + 5] - fc - fc + ff : 0;
    const least = DIFFERS * ff;
    const d0 = m0 > least ? 1 / m0 : 0;
    const k1 = m1 * d0;
    const k2 = m2 * d0;
    const e1 = m3 - k1 * m1;
    const d1 = e1 > least && e1 > DIFFERS * m3 ? 1 / e1 : 0;
    const k = m4 - k1 * m2;
    const k3 = k * d1;
    const e2 = m5 - k2 * m2 - k3 * k;
    const d2 = e2 > least && e2 > DIFFERS * m5 ? 1 / e2 : 0;
    const h0 = n > 0 ? ff - fa : 0;
    const h1 = (n > 1 ? ff - fb : 0) - k1 * h0;
    const h2 = (n > 2 ? ff - fc : 0) - k2 * h0 - k3 * h1;
    s[A + 2] = h2 * d2;
    s[A + 1] = h1 * d1 - k3 * s[A + 2];
    s[A] = h0 * d0 - k1 * s[A + 1] - k2 * s[A + 2];
    s[AA + 5] = s[AA + 3];
    s[AA + 4] = s[AA + 1];
    s[AA + 3] = s[AA];
    s[AA + 2] = fb;
    s[AA + 1] = fa;
    s[AA] = ff;
    s[LAST] = ff;
  }

  /**
   * After a sweep that is not the first UNCHANGED: whether those have left velocities as they were, within the tape's
   * `still`. Then impulses go on along what moves nothing.
   */
  isStill(): boolean {
    const { bodies: y, motions, bodyCount, still } = this.#tape;
    if (!(still > 0)) return false;
    const before = 6 * bodyCount * this.#placeOf(UNCHANGED);
    let sum = 0;
    for (let b = 0; b < bodyCount; b++) {
      const p = b * TB_STRIDE;
      const v = before + 6 * b;
      for (let m = 0; m < 3; m++) {
        const change = y[p + m] - motions[v + m];
        if (change !== 0) sum += (change * change) / y[p + TB_INV_MASS + m];
      }
      const x = y[p + 3] - motions[v + 3];
      const z = y[p + 4] - motions[v + 4];
      const w = y[p + 5] - motions[v + 5];
      if (x === 0 && z === 0 && w === 0) continue;
      const i = p + TB_INV_INERTIA;
      const a0 = y[i + 3] * y[i + 5] - y[i + 4] * y[i + 4];
      const a1 = y[i + 2] * y[i + 4] - y[i + 1] * y[i + 5];
      const a2 = y[i + 1] * y[i + 4] - y[i + 2] * y[i + 3];
      const a3 = y[i] * y[i + 5] - y[i + 2] * y[i + 2];
      const a4 = y[i + 1] * y[i + 2] - y[i] * y[i + 4];
      const a5 = y[i] * y[i + 3] - y[i + 1] * y[i + 1];
      sum +=
        ((a0 * x + a1 * z + a2 * w) * x + (a1 * x + a3 * z + a4 * w) * z + (a2 * x + a4 * z + a5 * w) * w) /
        (y[i] * a0 + y[i + 1] * a1 + y[i + 2] * a2);
    }
    return sum <= still;
  }

  /** Before `next`: the last sweep and those before it say nothing of where the next begins. */
  forget(): void {
    this.#isTakenBack = true;
    this.#isMixed = false;
    this.state[LAST] = Infinity;
  }

  /** The last sweep becomes an older one, or, taken back, is forgotten with them. */
  next(): void {
    this.#slot = (this.#slot + 1) % MIXED;
    if (this.#isTakenBack) this.#older = 0;
    else if (this.#older < MIXED - 1) this.#older++;
  }
}

/** How far g goes to its mixture with what lay at past[a], past[b] and past[c], by the shares in `state`. */
export function way(past: Float64Array, a: number, b: number, c: number, g: number, state: Float64Array): number {
  return state[A] * (past[a] - g) + state[A + 1] * (past[b] - g) + state[A + 2] * (past[c] - g);
}
