// Semismooth Newton over the blocks of an island, with sweeps to fall back on.
//
// A solution is a fixed point of the local solves, F(λ) = λ - P(e(λ)) = 0 (derivative.ts has P and e). Newton's method
// takes each block's present state (at rest, slipping, tipping, open, at a bound) by its derivative D, solves the
// linear system that is left exactly (linear-step.ts) and looks again: Qi and Sun 1993; for contact Alart and Curnier
// 1991. Where states no longer change it converges quadratically, however tall the stack and whatever its mass ratios.
//
// States do change, and far from the solution a full step may be a bad one: safeguard.ts decides. The merit is Σ S_kk
// F_k² (J: the energy of what the blocks still want to change). The best point met is what is returned, so that the
// answer is never worse than the start.
//
// The first visit is a sweep: bodies that are about to meet close their contacts from one end of the island to the
// other, which Newton's method would do one contact an iteration.
// Verified in test/solver/newton*.test.ts.

import { B_INV_MASS, BODY_STRIDE } from '../bodies/layout.js';
import type { Arena, F64Slab } from '../memory/arena.js';
import {
  atLambda,
  atSchur,
  BLOCK_INTS,
  K_AT_A,
  K_BODY_A,
  K_DATA,
  K_PROJECTION,
  K_ROWS,
  K_SUBJECT,
  MOST_ROWS,
  PARAMETERS,
} from './blocks.js';
import { GENERAL, LocalDerivative } from './derivative.js';
import type { Island } from './island.js';
import { LinearStep } from './linear-step.js';
import { MOST_STARTS, Safeguard } from './safeguard.js';
import { type SweepTools, sweep } from './sweeps.js';

const SQUARE = MOST_ROWS * MOST_ROWS;
/**
 * A step with a proximal term below SMALL is followed by a sweep unless it leaves less than this share of the merit.
 */
const GOOD = 0.1;
/**
 * One that leaves less than this share found the right states: what is left is rounding, and the factors serve once
 * more.
 */
const REFINABLE = 1e-4;
const SMALL = 1e-6;
/**
 * Impulses that exchange so many times the energy that there is, of motion and of what blocks ask for, are stress that
 * moves nothing: where blocks contradict each other by a hair, as in what is jammed between linked bodies, a step along
 * it is 1/ε long. It was 1e8 N·s once, whose rounding threw bodies in the next step. A load of 10,000 times the mass of
 * what bears it exchanges 1e5 times as much, a tower of 100 1e4 times.
 */
const ASTRAY = 1e8;
/** Sweeps that leave so many times the merit that they began with have diverged. */
const DIVERGED = 1e4;
const REFINEMENTS = 8;

export class NewtonSolver {
  /** Of the last island: Newton steps tried, sweeps in between, 2-norm of F at the end (N·s), after each iteration. */
  iterations = 0;
  sweeps = 0;
  norm = 0;
  /** Whether that was enough. */
  solved = false;
  readonly history: F64Slab;
  readonly linear: LinearStep;
  readonly #tools: SweepTools;
  readonly #derivative: LocalDerivative;
  /** By rows: residual, local solution P, F; λ at the point a step starts from, and at the best point. */
  readonly #residuals: F64Slab;
  readonly #local: F64Slab;
  readonly #gap: F64Slab;
  readonly #startGap: F64Slab;
  readonly #startLambda: F64Slab;
  readonly #bestLambda: F64Slab;
  readonly #startVelocity: F64Slab;
  readonly #bestVelocity: F64Slab;
  /** By block: its parameters before the last local solve. */
  readonly #parameters: F64Slab;
  #merit = 0;
  /** Σ S_kk λ_k² (J). */
  #exchange = 0;
  /**
   * The merit at which the island is solved, the one at which it is where nothing lowers that any more, and the one that
   * the tolerance does not suffice above (J).
   */
  #enough = 0;
  #fair = 0;
  #still = 0;
  /** The most that impulses may exchange (J). */
  #most = 0;
  readonly #safeguard = new Safeguard();

  constructor(tools: SweepTools, arena: Arena) {
    this.#tools = tools;
    this.#derivative = new LocalDerivative(tools.projections);
    this.linear = new LinearStep(arena);
    this.history = arena.f64(64);
    this.#parameters = arena.f64(64);
    this.#residuals = arena.f64(64);
    this.#local = arena.f64(64);
    this.#gap = arena.f64(64);
    this.#startGap = arena.f64(64);
    this.#startLambda = arena.f64(64);
    this.#bestLambda = arena.f64(64);
    this.#startVelocity = arena.f64(64);
    this.#bestVelocity = arena.f64(64);
  }

  /**
   * Solves the island from the impulses in the blocks, which the velocities already hold. At most `most` Newton steps,
   * until the 2-norm of F is at most `tolerance`, or the merit at most this share of the energy that the impulses
   * exchange at the start; where it gets on no more, the share `fair` will do. It is started anew so often at most.
   * With the tolerance the merit has to be `still` at most (J). `key` tells the islands of one step apart; `swept`: sweeps have just been here.
   */
  solve(
    island: Island,
    most: number,
    tolerance: number,
    key: number,
    swept: boolean = false,
    share = 0,
    starts = MOST_STARTS,
    fair = 0,
    still = Infinity,
  ): void {
    const { linear } = this;
    const safeguard = this.#safeguard;
    const { count } = island;
    linear.begin(island, key);
    this.#residuals.reserve(linear.rows);
    this.#local.reserve(linear.rows);
    this.#gap.reserve(linear.rows);
    this.#startGap.reserve(linear.rows);
    this.#parameters.reserve(count * PARAMETERS);
    this.#startLambda.reserve(linear.rows + count * PARAMETERS);
    this.#bestLambda.reserve(linear.rows + count * PARAMETERS);
    this.#startVelocity.reserve(6 * linear.nodeCount);
    this.#bestVelocity.reserve(6 * linear.nodeCount);
    this.history.reserve(most + 1);
    this.iterations = 0;
    this.sweeps = 0;
    this.#evaluate(island);
    // Of the start: a step that goes astray has impulses of any size.
    this.#enough = share * this.#exchange;
    this.#fair = fair * this.#exchange;
    this.#still = still;
    this.#most = Math.max(2 * this.#exchange, ASTRAY * (this.#merit + kineticOf(island)));
    let best = this.#merit;
    let bestNorm = this.norm;
    this.#keep(island, this.#bestLambda.data, this.#bestVelocity.data);
    if (!this.#isSolved(tolerance) && !swept) {
      this.#sweepOnce(island);
      this.#evaluate(island);
    }
    safeguard.begin(swept, this.#merit, starts);
    while (!this.#isSolved(tolerance) && this.iterations < most) {
      if (safeguard.isFresh) {
        if (this.#merit < best) {
          best = this.#merit;
          bestNorm = this.norm;
          this.#keep(island, this.#bestLambda.data, this.#bestVelocity.data);
        }
        safeguard.start(this.#merit);
        this.#keep(island, this.#startLambda.data, this.#startVelocity.data);
        for (let k = 0; k < linear.rows; k++) this.#startGap.data[k] = this.#gap.data[k];
        this.#differentiate(island);
      }
      const advice = safeguard.advise(best, this.iterations);
      if (advice === 'stop' || (advice === 'sweep' && best <= this.#fair)) break;
      if (advice === 'sweep') {
        this.sweepSafely(island, safeguard.sweeps);
        continue;
      }
      const merit = this.#merit;
      const norm = this.norm;
      this.#step(island, safeguard.epsilon, tolerance);
      this.history.data[this.iterations++] = this.norm;
      if (this.#exchange <= this.#most && safeguard.takes(merit, this.#merit)) continue;
      this.#restore(island, this.#startLambda.data, this.#startVelocity.data);
      for (let k = 0; k < linear.rows; k++) this.#gap.data[k] = this.#startGap.data[k];
      this.#merit = merit;
      this.norm = norm;
      safeguard.refuse(linear.length(island));
    }
    if (!(this.#merit <= best)) {
      this.#restore(island, this.#bestLambda.data, this.#bestVelocity.data);
      this.norm = bestNorm;
      this.#merit = best;
    }
    this.solved = this.#isSolved(tolerance) || this.#merit <= this.#fair;
  }

  #isSolved(tolerance: number): boolean {
    return (this.norm <= tolerance && this.#merit <= this.#still) || this.#merit <= this.#enough;
  }

  /** One Newton step from where the derivatives are from. The merit is infinite where it cannot be done. */
  #step(island: Island, epsilon: number, tolerance: number): void {
    const { linear } = this;
    const before = this.#merit;
    if (!linear.factor(island, epsilon)) {
      this.#merit = Infinity;
      return;
    }
    linear.solve(island, this.#gap.data);
    this.#move(island, 1);
    this.#evaluate(island);
    if (epsilon > SMALL) return;
    if (!(this.#merit <= GOOD * before)) {
      // A step that nothing held back may go far; a sweep sorts out the states that it went past.
      this.#sweepOnce(island);
      this.#evaluate(island);
      return;
    }
    // Takes the proximal term and rounding out of a step that did well: F where it led to is solved for with the same
    // factors.
    if (!(this.#merit <= REFINABLE * before)) return;
    for (let round = 0; round < REFINEMENTS && !this.#isSolved(tolerance); round++) {
      const last = this.#merit;
      linear.solve(island, this.#gap.data);
      this.#move(island, 1);
      this.#evaluate(island);
      if (this.#merit <= REFINABLE * last) continue;
      if (this.#merit < last) return;
      this.#move(island, -1);
      this.#evaluate(island);
      return;
    }
  }

  #sweepOnce(island: Island): void {
    this.sweeps++;
    sweep(island, this.#tools);
  }

  /**
   * So many sweeps of the island solved last; back to where they began if they diverge, as they may where friction is
   * strong.
   */
  sweepSafely(island: Island, sweeps: number): void {
    const merit = this.#merit;
    this.#keep(island, this.#startLambda.data, this.#startVelocity.data);
    for (let n = 0; n < sweeps; n++) this.#sweepOnce(island);
    this.#evaluate(island);
    if (this.#merit <= DIVERGED * merit) return;
    this.#restore(island, this.#startLambda.data, this.#startVelocity.data);
    this.#evaluate(island);
  }

  /** F, its norm and the merit at the present impulses and velocities. */
  #evaluate({ blocks, order, from, to, v }: Island): void {
    const f = blocks.f.data;
    const i = blocks.i.data;
    const { kernels, projections, r } = this.#tools;
    const rowAt = this.linear.rowAt.data;
    let norm = 0;
    let merit = 0;
    let exchange = 0;
    for (let n = from; n < to; n++) {
      const h = order[n] * BLOCK_INTS;
      const m = i[h + K_ROWS];
      const o = i[h + K_DATA];
      const at = rowAt[n - from];
      kernels.residual(f, i, h, v, r);
      const s = o + atSchur;
      for (let k = 0; k < m; k++) this.#residuals.data[at + k] = r[k];
      for (let k = 0; k < PARAMETERS; k++) this.#parameters.data[(n - from) * PARAMETERS + k] = f[o + k];
      projections[i[h + K_PROJECTION]](f, o, m, r, i[h + K_SUBJECT]);
      for (let k = 0; k < m; k++) {
        const lambda = f[o + atLambda + k];
        const gap = lambda - r[k];
        this.#local.data[at + k] = r[k];
        this.#gap.data[at + k] = gap;
        norm += gap * gap;
        merit += f[s + k * m + k] * gap * gap;
        exchange += f[s + k * m + k] * lambda * lambda;
      }
    }
    this.norm = Math.sqrt(norm);
    this.#merit = merit;
    this.#exchange = exchange;
  }

  #differentiate({ blocks, order, from, to }: Island): void {
    const f = blocks.f.data;
    const i = blocks.i.data;
    const { linear } = this;
    const { r } = this.#tools;
    for (let n = from; n < to; n++) {
      const h = order[n] * BLOCK_INTS;
      const m = i[h + K_ROWS];
      const at = linear.rowAt.data[n - from];
      for (let k = 0; k < m; k++) r[k] = this.#residuals.data[at + k];
      const kind = this.#derivative.compute(
        f,
        i[h + K_DATA],
        m,
        i[h + K_PROJECTION],
        r,
        this.#local.data,
        at,
        this.#parameters.data,
        (n - from) * PARAMETERS,
        this.#square,
        i[h + K_SUBJECT],
      );
      linear.kind.data[n - from] = kind;
      if (kind === GENERAL)
        for (let k = 0; k < m * m; k++) linear.derivative.data[(n - from) * SQUARE + k] = this.#square[k];
    }
  }
  readonly #square = new Float64Array(SQUARE);

  /** λ += scale Δλ, velocities with it. */
  #move({ blocks, order, from, to, v }: Island, scale: number): void {
    const f = blocks.f.data;
    const i = blocks.i.data;
    const { r, kernels } = this.#tools;
    const step = this.linear.step.data;
    for (let n = from; n < to; n++) {
      const h = order[n] * BLOCK_INTS;
      const m = i[h + K_ROWS];
      const l = i[h + K_DATA] + atLambda;
      const at = this.linear.rowAt.data[n - from];
      for (let row = 0; row < m; row++) {
        const x = scale * step[at + row];
        r[row] = x;
        if (x !== 0) f[l + row] += x;
      }
      kernels.apply(f, i, h, v, r, 0);
    }
  }

  /** λ and parameters (laws keep guesses there) of the blocks, and the velocities. */
  #keep({ blocks, order, from, to, v }: Island, lambda: Float64Array, velocity: Float64Array): void {
    const f = blocks.f.data;
    const i = blocks.i.data;
    for (let n = from; n < to; n++) {
      const h = order[n] * BLOCK_INTS;
      const at = this.linear.rowAt.data[n - from];
      const l = i[h + K_DATA] + atLambda;
      for (let k = 0; k < i[h + K_ROWS]; k++) lambda[at + k] = f[l + k];
      const g = this.linear.rows + (n - from) * PARAMETERS;
      for (let k = 0; k < PARAMETERS; k++) lambda[g + k] = f[i[h + K_DATA] + k];
    }
    const { nodeAt, nodeCount } = this.linear;
    for (let b = 0; b < nodeCount; b++) for (let k = 0; k < 6; k++) velocity[6 * b + k] = v[nodeAt.data[b] + k];
  }

  #restore({ blocks, order, from, to, v }: Island, lambda: Float64Array, velocity: Float64Array): void {
    const f = blocks.f.data;
    const i = blocks.i.data;
    for (let n = from; n < to; n++) {
      const h = order[n] * BLOCK_INTS;
      const at = this.linear.rowAt.data[n - from];
      const l = i[h + K_DATA] + atLambda;
      for (let k = 0; k < i[h + K_ROWS]; k++) f[l + k] = lambda[at + k];
      const g = this.linear.rows + (n - from) * PARAMETERS;
      for (let k = 0; k < PARAMETERS; k++) f[i[h + K_DATA] + k] = lambda[g + k];
    }
    const { nodeAt, nodeCount } = this.linear;
    for (let b = 0; b < nodeCount; b++) for (let k = 0; k < 6; k++) v[nodeAt.data[b] + k] = velocity[6 * b + k];
  }
}

/** Twice the energy of how the island's bodies move along before the solve (J), named once for each of their blocks. */
function kineticOf({ blocks, order, from, to, bodies, start, v }: Island): number {
  const i = blocks.i.data;
  const before = start.length > 0 ? start : v;
  let sum = 0;
  for (let n = from; n < to; n++) {
    const h = order[n] * BLOCK_INTS;
    for (let side = 0; side < 2; side++) {
      const inverse = bodies[i[h + K_BODY_A + side] * BODY_STRIDE + B_INV_MASS];
      if (!(inverse > 0)) continue;
      const at = i[h + K_AT_A + side];
      sum += (before[at] * before[at] + before[at + 1] * before[at + 1] + before[at + 2] * before[at + 2]) / inverse;
    }
  }
  return sum;
}
