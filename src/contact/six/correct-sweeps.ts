// Sweeps of correction over the contacts of one island on their tape: nonlinear conjugate gradients (Silcowitz-Hansen
// et al. 2010, as solver/nncg.ts) over visits of the normal law on positions, to and fro.
//
// With s the gap now and N what the contact has pushed so far, s - A N is the gap without its push; the N that the law
// makes of that (press.ts) replaces the old. There is no friction, so that A is symmetric and this is a quadratic
// program: conjugate directions are at their best. Sixteen sweeps leave less than 48 without them did
// (docs/decisions/speed-in-motion.md).
// A contact whose bodies have not been moved since its last visit is passed over.
// Verified in test/contact/correct-sweeps.test.ts.

import {
  C_A,
  C_FACTOR,
  C_GAP,
  C_INTS,
  C_MOST,
  C_NORMAL,
  C_STRIDE,
  C_TILT_1,
  C_TILT_2,
  C_TURN_A,
  C_TURN_B,
  C_VISITED,
  CB_INV_INERTIA,
  CB_INV_MASS,
  CB_MOVED,
  CI_A,
  CI_B,
  CI_BEARS,
  CI_COUNT,
  CI_START,
} from './correct-layout.js';
import type { CorrectionTape } from './correct-tape.js';
import { BEARS_NOT, P_A, P_E, P_FACTOR, P_N, PRESS_NUMBERS, press } from './press.js';

/** A move below this share of what is enough is next to nothing: it sends nobody back to work. */
const NEXT_TO_NOTHING = 0.01;
/** In the scratch after the numbers of press.ts: how far a visit has moved its gap (m); a sum; what a push becomes. */
const CHANGE = PRESS_NUMBERS;
const SIZE = PRESS_NUMBERS + 1;
const SCRATCH = PRESS_NUMBERS + 2;

export class CorrectionSweeps {
  readonly #w = new Float64Array(SCRATCH);
  /** How far the last sweep has moved any gap (m). */
  worst = 0;

  /** Up to `most` sweeps over records `from` to `to`, until one moves no gap farther than `enough` (m); how many. */
  run(tape: CorrectionTape, from: number, to: number, most: number, enough: number): number {
    const { lambda, before, direction, bodies } = tape;
    const w = this.#w;
    direction.fill(0, 3 * from, 3 * to);
    w[SIZE] = 0;
    let time = 0;
    let sweeps = 0;
    for (;;) {
      for (let k = 3 * from; k < 3 * to; k++) before[k] = lambda[k];
      time = this.#sweep(tape, from, to, (sweeps & 1) === 1, time, NEXT_TO_NOTHING * enough);
      sweeps++;
      if (!(this.worst > enough) || sweeps >= most) return sweeps;
      time++;
      this.#accelerate(tape, from, to, time);
      bodies[CB_MOVED] = 0;
    }
  }

  /** Returns the time after it. */
  #sweep(tape: CorrectionTape, from: number, to: number, isBack: boolean, time: number, least: number): number {
    const { records: t, ints: q, bodies: y, lambda, outline } = tape;
    const w = this.#w;
    let worst = 0;
    for (let m = from; m < to; m++) {
      const k = isBack ? from + to - 1 - m : m;
      const a = q[k * C_INTS + CI_A];
      const b = q[k * C_INTS + CI_B];
      // Passed over or not: threads that share a sweep know their places in it, and not who was visited.
      time++;
      const visited = t[k * C_STRIDE + C_VISITED];
      // What it left there is still there.
      if (visited >= y[a + CB_MOVED] && visited >= y[b + CB_MOVED]) continue;
      t[k * C_STRIDE + C_VISITED] = time;
      visit(t, k * C_STRIDE, q, k * C_INTS, y, a, b, outline, lambda, 3 * k, w);
      if (!(w[CHANGE] > least)) continue;
      y[a + CB_MOVED] = y[b + CB_MOVED] = time;
      // What stands still is one body for all, and stands still.
      y[CB_MOVED] = 0;
      if (w[CHANGE] > worst) worst = w[CHANGE];
    }
    this.worst = worst;
    return time;
  }

  /** Goes on along the last direction, or drops it. */
  #accelerate(tape: CorrectionTape, from: number, to: number, time: number): void {
    const { records: t, ints: q, bodies: y, lambda, before, direction: p } = tape;
    const w = this.#w;
    let size = 0;
    let along = 0;
    for (let k = from; k < to; k++) {
      const l = 3 * k;
      const o = k * C_STRIDE + C_A;
      const x = lambda[l] - before[l];
      const u = lambda[l + 1] - before[l + 1];
      const v = lambda[l + 2] - before[l + 2];
      size += t[o] * x * x + t[o + 3] * u * u + t[o + 5] * v * v;
      along += t[o] * x * p[l] + t[o + 3] * u * p[l + 1] + t[o + 5] * v * p[l + 2];
    }
    const beta = w[SIZE] > 0 ? size / w[SIZE] : 2;
    w[SIZE] = size;
    const isDropped = beta > 1 || along < 0;
    for (let k = from; k < to; k++) {
      const l = 3 * k;
      const x = lambda[l] - before[l];
      const u = lambda[l + 1] - before[l + 1];
      const v = lambda[l + 2] - before[l + 2];
      if (isDropped) {
        p[l] = x;
        p[l + 1] = u;
        p[l + 2] = v;
        continue;
      }
      const px = beta * p[l];
      const pu = beta * p[l + 1];
      const pv = beta * p[l + 2];
      p[l] = px + x;
      p[l + 1] = pu + u;
      p[l + 2] = pv + v;
      if (px === 0 && pu === 0 && pv === 0) continue;
      lambda[l] += px;
      lambda[l + 1] += pu;
      lambda[l + 2] += pv;
      w[P_N] = px;
      w[P_N + 1] = pu;
      w[P_N + 2] = pv;
      const a = q[k * C_INTS + CI_A];
      const b = q[k * C_INTS + CI_B];
      move(t, k * C_STRIDE, y, a, b, w);
      y[a + CB_MOVED] = y[b + CB_MOVED] = time;
    }
  }
}

/** Leaves in w[CHANGE] how far it has moved the gap at any corner. */
function visit(
  t: Float64Array,
  r: number,
  q: Int32Array,
  o: number,
  y: Float64Array,
  a: number,
  b: number,
  v: Float64Array,
  lambda: Float64Array,
  l: number,
  w: Float64Array,
): void {
  w[CHANGE] = 0;
  const vs = q[o + CI_START];
  const vn = q[o + CI_COUNT];
  const ax = y[a + 3];
  const ay = y[a + 4];
  const az = y[a + 5];
  const bx = y[b + 3];
  const by = y[b + 4];
  const bz = y[b + 5];
  const s0 =
    t[r + C_GAP] +
    (t[r + C_NORMAL] * (y[a] - y[b]) +
      t[r + C_NORMAL + 1] * (y[a + 1] - y[b + 1]) +
      t[r + C_NORMAL + 2] * (y[a + 2] - y[b + 2])) +
    (t[r + C_TURN_A] * ax + t[r + C_TURN_A + 1] * ay + t[r + C_TURN_A + 2] * az) +
    (t[r + C_TURN_B] * bx + t[r + C_TURN_B + 1] * by + t[r + C_TURN_B + 2] * bz);
  const ox = ax - bx;
  const oy = ay - by;
  const oz = az - bz;
  const s1 = t[r + C_GAP + 1] + (t[r + C_TILT_1] * ox + t[r + C_TILT_1 + 1] * oy + t[r + C_TILT_1 + 2] * oz);
  const s2 = t[r + C_GAP + 2] + (t[r + C_TILT_2] * ox + t[r + C_TILT_2 + 1] * oy + t[r + C_TILT_2 + 2] * oz);
  const x = lambda[l];
  const u = lambda[l + 1];
  const z = lambda[l + 2];
  const end = vs + 2 * vn;
  if (x === 0 && u === 0 && z === 0) {
    let isOpen = true;
    for (let m = vs; m < end; m += 2)
      if (s0 + s1 * v[m] + s2 * v[m + 1] < 0) {
        isOpen = false;
        break;
      }
    if (isOpen) return;
  }
  const p = r + C_A;
  const a0 = t[p];
  const a1 = t[p + 1];
  const a2 = t[p + 2];
  const a3 = t[p + 3];
  const a4 = t[p + 4];
  const a5 = t[p + 5];
  if (!(a0 > 0)) return;
  for (let m = 0; m < 6; m++) {
    w[P_A + m] = t[p + m];
    w[P_FACTOR + m] = t[r + C_FACTOR + m];
  }
  w[P_E] = s0 - (a0 * x + a1 * u + a2 * z);
  w[P_E + 1] = s1 - (a1 * x + a3 * u + a4 * z);
  w[P_E + 2] = s2 - (a2 * x + a4 * u + a5 * z);
  const bears = press(v, vs, vn, q[o + CI_BEARS], w);
  q[o + CI_BEARS] = bears;
  if (bears === BEARS_NOT) w[P_N] = w[P_N + 1] = w[P_N + 2] = 0;
  const dx = w[P_N] - x;
  const du = w[P_N + 1] - u;
  const dz = w[P_N + 2] - z;
  const g0 = a0 * dx + a1 * du + a2 * dz;
  const g1 = a1 * dx + a3 * du + a4 * dz;
  const g2 = a2 * dx + a4 * du + a5 * dz;
  let change = 0;
  for (let m = vs; m < end; m += 2) {
    const g = Math.abs(g0 + g1 * v[m] + g2 * v[m + 1]);
    if (g > change) change = g;
  }
  const most = t[r + C_MOST];
  if (change > most) {
    const share = most / change;
    w[P_N] = share * dx;
    w[P_N + 1] = share * du;
    w[P_N + 2] = share * dz;
    change = most;
  } else {
    w[P_N] = dx;
    w[P_N + 1] = du;
    w[P_N + 2] = dz;
  }
  w[CHANGE] = change;
  lambda[l] = x + w[P_N];
  lambda[l + 1] = u + w[P_N + 1];
  lambda[l + 2] = z + w[P_N + 2];
  move(t, r, y, a, b, w);
}

/** Moves bodies a and b by the pushes at w[P_N…] along the rows of the record at t[r…]. */
function move(t: Float64Array, r: number, y: Float64Array, a: number, b: number, w: Float64Array): void {
  const x = w[P_N];
  const u = w[P_N + 1];
  const z = w[P_N + 2];
  const fx = x * t[r + C_NORMAL];
  const fy = x * t[r + C_NORMAL + 1];
  const fz = x * t[r + C_NORMAL + 2];
  y[a] += y[a + CB_INV_MASS] * fx;
  y[a + 1] += y[a + CB_INV_MASS + 1] * fy;
  y[a + 2] += y[a + CB_INV_MASS + 2] * fz;
  y[b] -= y[b + CB_INV_MASS] * fx;
  y[b + 1] -= y[b + CB_INV_MASS + 1] * fy;
  y[b + 2] -= y[b + CB_INV_MASS + 2] * fz;
  const mx = u * t[r + C_TILT_1] + z * t[r + C_TILT_2];
  const my = u * t[r + C_TILT_1 + 1] + z * t[r + C_TILT_2 + 1];
  const mz = u * t[r + C_TILT_1 + 2] + z * t[r + C_TILT_2 + 2];
  const ax = x * t[r + C_TURN_A] + mx;
  const ay = x * t[r + C_TURN_A + 1] + my;
  const az = x * t[r + C_TURN_A + 2] + mz;
  const bx = x * t[r + C_TURN_B] - mx;
  const by = x * t[r + C_TURN_B + 1] - my;
  const bz = x * t[r + C_TURN_B + 2] - mz;
  const i = a + CB_INV_INERTIA;
  const j = b + CB_INV_INERTIA;
  y[a + 3] += y[i] * ax + y[i + 1] * ay + y[i + 2] * az;
  y[a + 4] += y[i + 1] * ax + y[i + 3] * ay + y[i + 4] * az;
  y[a + 5] += y[i + 2] * ax + y[i + 4] * ay + y[i + 5] * az;
  y[b + 3] += y[j] * bx + y[j + 1] * by + y[j + 2] * bz;
  y[b + 4] += y[j + 1] * bx + y[j + 3] * by + y[j + 4] * bz;
  y[b + 5] += y[j + 2] * bx + y[j + 4] * by + y[j + 5] * bz;
}
