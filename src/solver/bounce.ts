// What restitution and joints that curve may not do: put energy in.
//
// Each contact is asked to part at its share of the speed at which it met (Newton's hypothesis). With friction, or at
// two contacts at once, the impulses of that may do work: a box thrown into a corner came back with twice the energy
// (Kane and Levinson 1985; Stronge 2000, §3). What bounds it is physics: the impulses of an impact do no work on the
// whole,
//     E = Σ λ·J (v + u)/2 ≤ 0,
// u before the step's forces, v after the impulses, with what other rows are asked for beside it (dissipation.ts).
// (From u and not from the velocities with the forces in them: semi-implicit Euler keeps K + V + h F·v/2, and E is what
// impulses add to that. Else every bounce might gain m g h |u|.) Where E > 0 the island is solved
// once more without restitution, and the answer lies between both, λ = λ₀ + s (λ₁ - λ₀), with the greatest s for which
// E is not above nothing. E is a parabola in s, E(0) ≤ 0 and E(1) > 0. Cones and bounds that hold both hold what lies
// between, and so does J v + b ≥ 0: nothing goes deeper.
//
// The same for rigid joints, which are asked for the curve of their way (joints/assemble.ts): while it goes on as before,
// that keeps energy, up to what averages out. Where a chain is nearly straight, or was struck, impulses that bend it put
// in several times the energy that there is: a load of ten planks' weight on a bridge of hinged planks was thrown a metre
// up. So where these impulses put in more than a tenth of the island's energy, the island goes towards what it does
// without the curve, and what that is off by is left to position correction.
// Simplification: one s for the island, so that a contact far off in it bounces less too; friction between both answers
// need not oppose slip exactly. Verified in test/solver/bounce.test.ts.

import { B_INV_MASS, BODY_STRIDE } from '../bodies/layout.js';
import type { Arena, F64Slab, I32Slab } from '../memory/arena.js';
import {
  atCompliance,
  atLambda,
  atRhs,
  BLOCK_INTS,
  BOUNCE,
  CURVE,
  K_AT_A,
  K_AT_B,
  K_BODY_A,
  K_BODY_B,
  K_DATA,
  K_PROJECTION,
  K_READY,
  K_ROWS,
  K_WIDTH,
  MOST_ROWS,
  RIGID_WIDTH,
  THIN,
} from './blocks.js';
import { applyAnew } from './dissipation.js';
import type { Island } from './island.js';
import { PROJECT_BILATERAL } from './projections.js';
import { makeIslandReady } from './ready.js';
import type { SweepTools } from './sweeps.js';

/** Share of the energy exchanged that E may be above nothing: solves end there. */
const ROUNDING = 1e-9;
/** Share of the kinetic energy of an island that curves of its joints may put in. */
const MUCH = 0.1;

export class BounceBound {
  readonly #lambda: F64Slab;
  readonly #sums = new Float64Array(2);
  #gain = 0;
  /** Whether it is about what joints are asked for, not about bounces. */
  #ofCurves = false;
  readonly #seen: I32Slab;
  #stamp = 0;

  constructor(arena: Arena) {
    this.#lambda = arena.f64(MOST_ROWS);
    this.#seen = arena.i32(16);
  }

  /**
   * Whether rigid joints of the island curve, and the impulses put in much of the energy that it has; `calm`: the speed
   * (m/s) below which energies do not count.
   */
  curves(island: Island, tools: SweepTools, calm: number): boolean {
    const { blocks, order, from, to } = island;
    const f = blocks.f.data;
    const i = blocks.i.data;
    this.#ofCurves = false;
    for (let n = from; n < to && !this.#ofCurves; n++) {
      const h = order[n] * BLOCK_INTS;
      if (i[h + K_PROJECTION] !== PROJECT_BILATERAL) continue;
      for (let k = 0; k < i[h + K_ROWS]; k++) if (f[i[h + K_DATA] + CURVE + k] !== 0) this.#ofCurves = true;
    }
    if (!this.#ofCurves) return false;
    makeIslandReady(island, tools);
    const sums = this.#sums;
    measure(island, tools, sums, true);
    this.#gain = sums[0];
    return !(sums[0] <= MUCH * this.#energy(island, calm) + ROUNDING * sums[1]);
  }

  /** Kinetic energy of the island's bodies, without what turns, before the impulses and after, and as if it were calm. */
  #energy({ blocks, order, from, to, v, start, bodies }: Island, calm: number): number {
    const i = blocks.i.data;
    this.#stamp++;
    let sum = 0;
    for (let n = from; n < to; n++)
      for (let side = K_BODY_A; side <= K_BODY_B; side++) {
        const slot = i[order[n] * BLOCK_INTS + side];
        this.#seen.reserve(slot + 1);
        const inverse = bodies[slot * BODY_STRIDE + B_INV_MASS];
        if (!(inverse > 0) || this.#seen.data[slot] === this.#stamp) continue;
        this.#seen.data[slot] = this.#stamp;
        const o = 6 * slot;
        let square = calm * calm;
        for (let m = o; m < o + 3; m++) square += v[m] * v[m] + start[m] * start[m];
        sum += (0.5 * square) / inverse;
      }
    return sum;
  }

  /** Whether anything in the island bounces, and the impulses put energy in. */
  exceeds(island: Island, tools: SweepTools): boolean {
    this.#ofCurves = false;
    const { blocks, order, from, to } = island;
    const i = blocks.i.data;
    let n = from;
    // Thin ones do not bounce.
    while (
      n < to &&
      (i[order[n] * BLOCK_INTS + K_READY] <= THIN || !(blocks.f.data[i[order[n] * BLOCK_INTS + K_DATA] + BOUNCE] > 0))
    )
      n++;
    if (n === to) return false;
    makeIslandReady(island, tools);
    const sums = this.#sums;
    measure(island, tools, sums, false);
    this.#gain = sums[0];
    return !(sums[0] <= ROUNDING * sums[1]);
  }

  /** Takes restitution out of the right-hand sides, and keeps the impulses with it. The island is to be solved then. */
  leaveOut(island: Island): void {
    const { blocks, order, from, to } = island;
    this.#lambda.reserve((to - from) * MOST_ROWS);
    const f = blocks.f.data;
    for (let n = from; n < to; n++) {
      const o = blocks.i.data[order[n] * BLOCK_INTS + K_DATA];
      for (let k = 0; k < MOST_ROWS; k++) this.#lambda.data[(n - from) * MOST_ROWS + k] = f[o + atLambda + k];
      this.#ask(island, n, 1);
    }
  }

  /** Goes from the answer without restitution towards the one with it, as far as may be; returns how far. */
  blend(island: Island, tools: SweepTools): number {
    const sums = this.#sums;
    const one = this.#gain;
    measure(island, tools, sums, this.#ofCurves);
    const none = sums[0];
    let share = 0;
    if (none < 0 && one < Infinity) {
      this.#go(island, tools, 0.5);
      measure(island, tools, sums, this.#ofCurves);
      const bend = 2 * (one + none - 2 * sums[0]);
      const slope = one - none - bend;
      // The root above 0 of none + slope s + bend s²: without cancellation for either sign of the slope.
      const root = Math.sqrt(Math.max(0, slope * slope - 4 * bend * none));
      share = slope > 0 ? (-2 * none) / (slope + root) : (root - slope) / (2 * bend);
      share = share > 0 ? Math.min(1, share) : 0;
      // From the middle to there: λ = m + (2 share - 1)(λ₁ - m).
      this.#go(island, tools, 2 * share - 1);
    }
    for (let n = island.from; n < island.to; n++) this.#ask(island, n, -share);
    return share;
  }

  /** Takes so much of what block order[n] is asked for out of its right-hand side. */
  #ask({ blocks, order }: Island, n: number, share: number): void {
    const f = blocks.f.data;
    const h = order[n] * BLOCK_INTS;
    const o = blocks.i.data[h + K_DATA];
    if (!this.#ofCurves) f[o + atRhs] += share * f[o + BOUNCE];
    else if (blocks.i.data[h + K_PROJECTION] === PROJECT_BILATERAL)
      for (let k = 0; k < blocks.i.data[h + K_ROWS]; k++) f[o + atRhs + k] -= share * f[o + CURVE + k];
  }

  /** λ += share (λ₁ - λ), and the velocities of that. */
  #go(island: Island, tools: SweepTools, share: number): void {
    const { blocks, order, from, to } = island;
    const f = blocks.f.data;
    for (let n = from; n < to; n++) {
      const h = order[n] * BLOCK_INTS;
      const l = blocks.i.data[h + K_DATA] + atLambda;
      for (let k = 0; k < blocks.i.data[h + K_ROWS]; k++)
        f[l + k] += share * (this.#lambda.data[(n - from) * MOST_ROWS + k] - f[l + k]);
    }
    applyAnew(island, tools, 1);
  }
}

/** E into sums[0], and the size of its parts into sums[1]. */
function measure(
  { blocks, order, from, to, v, start, old }: Island,
  { kernels, r }: SweepTools,
  sums: Float64Array,
  ofCurves: boolean,
): void {
  const f = blocks.f.data;
  const i = blocks.i.data;
  let gain = 0;
  let size = 0;
  for (let n = from; n < to; n++) {
    const h = order[n] * BLOCK_INTS;
    const m = i[h + K_ROWS];
    const o = i[h + K_DATA];
    // Rows of pressure: three of a patch, one of a point.
    const isCurved = ofCurves && i[h + K_PROJECTION] === PROJECT_BILATERAL;
    const asked = isCurved ? m : f[o + BOUNCE] > 0 ? (m === MOST_ROWS ? 3 : 1) : 0;
    // Of wide movers there are no velocities before the forces.
    const isRigid = i[h + K_WIDTH] === RIGID_WIDTH && i[h + K_AT_A] === 6 * i[h + K_BODY_A];
    const before = isRigid && i[h + K_AT_B] === 6 * i[h + K_BODY_B] ? old : start;
    for (let side = 0; side < 2; side++) {
      kernels.residual(f, i, h, side === 0 ? before : v, r);
      for (let k = 0; k < m; k++) {
        const lambda = f[o + atLambda + k];
        const along = r[k] - 0.5 * f[o + atCompliance + k] * lambda - (k < asked ? f[o + atRhs + k] : 0);
        gain += 0.5 * lambda * along;
        size += Math.abs(lambda * along);
      }
    }
  }
  sums[0] = gain;
  sums[1] = size;
}
