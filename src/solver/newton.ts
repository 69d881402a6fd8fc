// Semismooth Newton over the blocks of an island, with sweeps to fall back on.
//
// A solution is a fixed point of the local solves, F(λ) = λ - P(e(λ)) = 0 (derivative.ts has P and e). Newton's method takes
// each block's present state (at rest, slipping, tipping, open, at a bound) by its derivative D, solves the linear system that
// is left exactly (linear-step.ts) and looks again: Qi and Sun 1993; for contact Alart and Curnier 1991. Where states
// no longer change it converges quadratically, however tall the stack and whatever its mass ratios.
//
// States do change, and far from the solution a full step may be a bad one. The merit is Σ S_kk F_k² (J: the energy of what
// the blocks still want to change). A step that takes off most of it is kept as it is; else a sweep follows, which sorts out
// states one by one; else a shorter step is tried. Where that fails too, blocks contradict each other (four points under a
// box with gaps that do not lie in a plane) or states go round in circles, and the proximal point method takes over
// (Rockafellar 1976; for friction Acary et al. 2018): with λ_c held, solve the law for S(1+ε) in the place of S, pulled towards
// λ_c. Laws do not change when velocities are scaled, so that this is the same local solve of a different residual,
//     F_ε(λ) = λ - P((e - εS λ_c)/(1 + ε)),   or, in terms of r = e + Sλ,   r' = (r + εS(λ - λ_c))/(1 + ε).
// Its solution is the new λ_c; ε falls while that goes well and rises when it does not. λ = λ_c solves the true problem.
// Where even that goes in circles, a few sweeps are a new start; each time there are twice as many.
// The best point met is what is returned, so that the answer is never worse than the start.
//
// The first visit is a sweep: bodies that are about to meet close their contacts from one end of the island to the
// other, which Newton's method would do one contact an iteration.
// Verified in test/solver/newton*.test.ts.

import { B_VELOCITY, BODY_STRIDE } from '../bodies/layout.js';
import type { Arena, F64Slab } from '../memory/arena.js';
import {
  atJacobian,
  atLambda,
  atSchur,
  BLOCK_INTS,
  type BlockStore,
  K_BODY_A,
  K_BODY_B,
  K_DATA,
  K_PROJECTION,
  K_ROWS,
  MOST_ROWS,
  PARAMETERS,
} from './blocks.js';
import { GENERAL, LocalDerivative } from './derivative.js';
import { LinearStep } from './linear-step.js';
import { PROJECT_CONE, type Projection } from './projections.js';
import { residual, sweep } from './sweeps.js';

const SQUARE = MOST_ROWS * MOST_ROWS;
/** Proximal term as a share of a block's own S in direct steps. */
const EPSILON = 1e-9;
/** A direct step that leaves less than this share of the merit needs no sweep after it; less than that, and it helps. */
const GOOD = 0.1;
const HELPS = 1;
/** One that leaves less than this share of it found the right states: what is left is rounding, and the factors serve once more. */
const REFINABLE = 1e-4;
const REFINEMENTS = 8;
/** Proximal term where direct steps do not help: at first, and within which bounds. */
const FIRST_PROXIMAL = 0.01;
const LARGEST_PROXIMAL = 1;
const SMALLEST_PROXIMAL = 1e-6;
/** Steps at most for one proximal problem, and the share of its merit at which it counts as solved. */
const MOST_PROXIMAL = 10;
const INNER = 1e-4;
/** Steps may raise the merit by this factor (states have to change first); longer ones are cut. */
const WATCHDOG = 10;
const SHORTER = 0.4;
const SHORTEST = 0.05;
/** Give up when this many iterations have not brought the merit below this share of what it was. */
const PATIENCE = 20;
const PROGRESS = 0.5;
const FALLBACK_SWEEPS = 4;
/** New starts, and sweeps before the first of them. */
const MOST_STARTS = 6;
const START_SWEEPS = 8;

export class NewtonSolver {
  /** Of the last island: Newton steps tried, sweeps in between, 2-norm of F at the end (N·s), after each iteration. */
  iterations = 0;
  sweeps = 0;
  norm = 0;
  readonly history: F64Slab;
  readonly linear: LinearStep;
  private readonly projections: readonly Projection[];
  private readonly derivative: LocalDerivative;
  private readonly r = new Float64Array(MOST_ROWS);
  /** By rows: residual, local solution P, F; λ at the point a step starts from, and at the best point. */
  private readonly residuals: F64Slab;
  private readonly local: F64Slab;
  private readonly gap: F64Slab;
  private readonly startLambda: F64Slab;
  private readonly bestLambda: F64Slab;
  private readonly startVelocity: F64Slab;
  private readonly bestVelocity: F64Slab;
  /** By block: its parameters before the last local solve. */
  private readonly parameters: F64Slab;
  private readonly centre: F64Slab;
  private readonly centreVelocity: F64Slab;
  private merit = 0;
  /** Whether the last derivatives were partly differences. */
  private hasOpaque = false;
  /** Proximal term of `evaluate`. */
  private epsilon = 0;

  constructor(projections: readonly Projection[], arena: Arena) {
    this.projections = projections;
    this.derivative = new LocalDerivative(projections);
    this.linear = new LinearStep(arena);
    this.history = arena.f64(64);
    this.parameters = arena.f64(64);
    this.centre = arena.f64(64);
    this.centreVelocity = arena.f64(64);
    this.residuals = arena.f64(64);
    this.local = arena.f64(64);
    this.gap = arena.f64(64);
    this.startLambda = arena.f64(64);
    this.bestLambda = arena.f64(64);
    this.startVelocity = arena.f64(64);
    this.bestVelocity = arena.f64(64);
  }

  /**
   * Solves order[from…to) from the impulses in the blocks, which the velocities already hold. At most `most` Newton steps,
   * until the 2-norm of F is at most `tolerance`, or `patience` steps have not halved the merit. `key` tells the islands
   * of one step apart; `swept`: sweeps have just been here, and get what is left where laws are known only by differences: those may
   * jump, and steps for which every law is solved seven times cost more than sweeps do.
   */
  solve(
    blocks: BlockStore,
    order: Int32Array,
    from: number,
    to: number,
    bodies: Float64Array,
    most: number,
    tolerance: number,
    key: number,
    patience: number = PATIENCE,
    swept: boolean = false,
  ): void {
    const { linear } = this;
    linear.begin(blocks, order, from, to, bodies, key);
    this.residuals.reserve(linear.rows);
    this.local.reserve(linear.rows);
    this.gap.reserve(linear.rows);
    this.parameters.reserve((to - from) * PARAMETERS);
    this.startLambda.reserve(linear.rows + (to - from) * PARAMETERS);
    this.bestLambda.reserve(linear.rows + (to - from) * PARAMETERS);
    this.startVelocity.reserve(6 * linear.bodyCount);
    this.bestVelocity.reserve(6 * linear.bodyCount);
    this.centreVelocity.reserve(6 * linear.bodyCount);
    this.history.reserve(most + 1);
    this.iterations = 0;
    this.sweeps = 0;
    this.centre.reserve(linear.rows + (to - from) * PARAMETERS);
    this.epsilon = 0;
    this.evaluate(blocks, order, from, to, bodies);
    let best = this.merit;
    let bestNorm = this.norm;
    this.keep(blocks, order, from, to, bodies, this.bestLambda.data, this.bestVelocity.data);
    if (this.norm > tolerance && !swept) {
      this.sweepOnce(blocks, order, from, to, bodies);
      this.evaluate(blocks, order, from, to, bodies);
    }
    let isDirect = true;
    let epsilon = FIRST_PROXIMAL;
    let mark = Infinity;
    let giveUp = patience;
    let starts = 0;
    while (this.norm > tolerance && this.iterations < most) {
      if (this.merit < best) {
        best = this.merit;
        bestNorm = this.norm;
        this.keep(blocks, order, from, to, bodies, this.bestLambda.data, this.bestVelocity.data);
      }
      if (best < PROGRESS * mark) {
        mark = best;
        giveUp = this.iterations + patience;
      } else if (this.iterations >= giveUp) {
        if (starts === MOST_STARTS || (swept && this.hasOpaque)) break;
        for (let n = 0; n < START_SWEEPS << starts; n++) this.sweepOnce(blocks, order, from, to, bodies);
        this.evaluate(blocks, order, from, to, bodies);
        starts++;
        isDirect = true;
        epsilon = FIRST_PROXIMAL;
        giveUp = this.iterations + patience;
        mark = Infinity;
        continue;
      }
      if (isDirect) {
        isDirect = this.directStep(blocks, order, from, to, bodies, tolerance);
        continue;
      }
      const used = this.proximalSteps(blocks, order, from, to, bodies, epsilon, most, tolerance);
      if (used === 0) epsilon *= 10;
      else if (used <= 2) epsilon *= 0.01;
      else if (used <= 5) epsilon *= 0.1;
      if (epsilon > LARGEST_PROXIMAL) {
        for (let n = 0; n < FALLBACK_SWEEPS; n++) this.sweepOnce(blocks, order, from, to, bodies);
        this.evaluate(blocks, order, from, to, bodies);
        epsilon = FIRST_PROXIMAL;
      }
      if (epsilon < SMALLEST_PROXIMAL) {
        isDirect = true;
        epsilon = SMALLEST_PROXIMAL;
      }
    }
    if (!(this.merit <= best)) {
      this.restore(blocks, order, from, to, bodies, this.bestLambda.data, this.bestVelocity.data);
      this.norm = bestNorm;
      this.merit = best;
    }
  }

  /** One Newton step with a proximal term that is all but zero. False: it did not help, and the start is restored. */
  private directStep(
    blocks: BlockStore,
    order: Int32Array,
    from: number,
    to: number,
    bodies: Float64Array,
    tolerance: number,
  ): boolean {
    const { linear } = this;
    const before = this.merit;
    this.keep(blocks, order, from, to, bodies, this.startLambda.data, this.startVelocity.data);
    this.differentiate(blocks, order, from, to, EPSILON);
    let isGood = linear.factor(blocks, order, from, to, EPSILON);
    if (isGood) {
      linear.solve(blocks, order, from, to, this.gap.data);
      this.move(blocks, order, from, to, bodies, 1);
      this.evaluate(blocks, order, from, to, bodies);
      if (this.merit <= REFINABLE * before) this.refine(blocks, order, from, to, bodies, tolerance);
      else if (!(this.merit <= GOOD * before)) {
        this.sweepOnce(blocks, order, from, to, bodies);
        this.evaluate(blocks, order, from, to, bodies);
        isGood = this.merit <= HELPS * before;
        if (!isGood) {
          this.restore(blocks, order, from, to, bodies, this.startLambda.data, this.startVelocity.data);
          this.move(blocks, order, from, to, bodies, SHORTER);
          this.sweepOnce(blocks, order, from, to, bodies);
          this.evaluate(blocks, order, from, to, bodies);
          isGood = this.merit <= HELPS * before;
        }
      }
    }
    if (!isGood) {
      this.restore(blocks, order, from, to, bodies, this.startLambda.data, this.startVelocity.data);
      this.sweepOnce(blocks, order, from, to, bodies);
      this.evaluate(blocks, order, from, to, bodies);
    }
    this.history.data[this.iterations++] = this.norm;
    return isGood;
  }

  /**
   * Takes the proximal term and rounding out of a step that did well: F where it led to is solved for with the same factors,
   * while that leaves little of it.
   */
  private refine(
    blocks: BlockStore,
    order: Int32Array,
    from: number,
    to: number,
    bodies: Float64Array,
    tolerance: number,
  ): void {
    for (let round = 0; round < REFINEMENTS && this.norm > tolerance; round++) {
      const before = this.merit;
      this.linear.solve(blocks, order, from, to, this.gap.data);
      this.move(blocks, order, from, to, bodies, 1);
      this.evaluate(blocks, order, from, to, bodies);
      if (this.merit <= REFINABLE * before) continue;
      if (this.merit < before) return;
      this.move(blocks, order, from, to, bodies, -1);
      this.evaluate(blocks, order, from, to, bodies);
      return;
    }
  }

  /**
   * Newton steps on the problem with (1 + ε)S in the place of S, pulled towards where it starts: well posed even where the
   * blocks contradict each other. Returns how many it took, 0 if it failed. Leaves a point no worse than the start.
   */
  private proximalSteps(
    blocks: BlockStore,
    order: Int32Array,
    from: number,
    to: number,
    bodies: Float64Array,
    epsilon: number,
    most: number,
    tolerance: number,
  ): number {
    const { linear } = this;
    const outer = this.merit;
    this.keep(blocks, order, from, to, bodies, this.centre.data, this.centreVelocity.data);
    this.epsilon = epsilon;
    this.evaluate(blocks, order, from, to, bodies);
    const first = this.merit;
    let used = 0;
    let isDone = false;
    while (!isDone && used < MOST_PROXIMAL && this.iterations < most) {
      const before = this.merit;
      this.differentiate(blocks, order, from, to, epsilon);
      if (!linear.factor(blocks, order, from, to, epsilon)) break;
      linear.solve(blocks, order, from, to, this.gap.data);
      this.keep(blocks, order, from, to, bodies, this.startLambda.data, this.startVelocity.data);
      this.move(blocks, order, from, to, bodies, 1);
      this.evaluate(blocks, order, from, to, bodies);
      for (let scale = SHORTER; !(this.merit < WATCHDOG * before) && scale > SHORTEST; scale *= SHORTER) {
        this.restore(blocks, order, from, to, bodies, this.startLambda.data, this.startVelocity.data);
        this.move(blocks, order, from, to, bodies, scale);
        this.evaluate(blocks, order, from, to, bodies);
      }
      used++;
      this.history.data[this.iterations++] = this.norm;
      isDone = this.merit <= INNER * first || this.norm <= 0.1 * tolerance;
    }
    this.epsilon = 0;
    this.evaluate(blocks, order, from, to, bodies);
    if (!(this.merit < outer)) {
      isDone = false;
      this.restore(blocks, order, from, to, bodies, this.centre.data, this.centreVelocity.data);
      this.sweepOnce(blocks, order, from, to, bodies);
      this.evaluate(blocks, order, from, to, bodies);
    }
    return isDone ? used : 0;
  }

  private sweepOnce(blocks: BlockStore, order: Int32Array, from: number, to: number, bodies: Float64Array): void {
    this.sweeps++;
    sweep(blocks, order, from, to, bodies, this.projections, this.r);
  }

  /** F, its norm and the merit at the present impulses and velocities. */
  private evaluate(blocks: BlockStore, order: Int32Array, from: number, to: number, bodies: Float64Array): void {
    const f = blocks.f.data;
    const i = blocks.i.data;
    const { r } = this;
    const rowAt = this.linear.rowAt.data;
    let norm = 0;
    let merit = 0;
    for (let n = from; n < to; n++) {
      const h = order[n] * BLOCK_INTS;
      const m = i[h + K_ROWS];
      const o = i[h + K_DATA];
      const at = rowAt[n - from];
      const va = i[h + K_BODY_A] * BODY_STRIDE + B_VELOCITY;
      const vb = i[h + K_BODY_B] * BODY_STRIDE + B_VELOCITY;
      residual(f, o, m, bodies, va, vb, r);
      const s = o + atSchur(m);
      if (this.epsilon > 0) {
        for (let k = 0; k < m; k++) {
          let sum = 0;
          for (let c = 0; c < m; c++) sum += f[s + k * m + c] * (f[o + atLambda + c] - this.centre.data[at + c]);
          r[k] = (r[k] + this.epsilon * sum) / (1 + this.epsilon);
        }
      }
      for (let k = 0; k < m; k++) this.residuals.data[at + k] = r[k];
      for (let k = 0; k < PARAMETERS; k++) this.parameters.data[(n - from) * PARAMETERS + k] = f[o + k];
      this.projections[i[h + K_PROJECTION]](f, o, m, r);
      for (let k = 0; k < m; k++) {
        const gap = f[o + atLambda + k] - r[k];
        this.local.data[at + k] = r[k];
        this.gap.data[at + k] = gap;
        norm += gap * gap;
        merit += f[s + k * m + k] * gap * gap;
      }
    }
    this.norm = Math.sqrt(norm);
    this.merit = merit;
  }

  private differentiate(blocks: BlockStore, order: Int32Array, from: number, to: number, epsilon: number): void {
    const f = blocks.f.data;
    const i = blocks.i.data;
    const { r, linear } = this;
    const d = this.square;
    const scale = 1 / (1 + epsilon);
    this.hasOpaque = false;
    for (let n = from; n < to; n++) {
      const h = order[n] * BLOCK_INTS;
      const m = i[h + K_ROWS];
      const at = linear.rowAt.data[n - from];
      for (let k = 0; k < m; k++) r[k] = this.residuals.data[at + k];
      const kind = this.derivative.compute(
        f,
        i[h + K_DATA],
        m,
        i[h + K_PROJECTION],
        r,
        this.local.data,
        at,
        this.parameters.data,
        (n - from) * PARAMETERS,
        d,
      );
      linear.kind.data[n - from] = kind;
      if (kind === GENERAL && i[h + K_PROJECTION] > PROJECT_CONE) this.hasOpaque = true;
      if (kind === GENERAL)
        for (let k = 0; k < m * m; k++) linear.derivative.data[(n - from) * SQUARE + k] = scale * d[k];
    }
  }
  private readonly square = new Float64Array(SQUARE);

  /** λ += scale Δλ, velocities with it. */
  private move(
    blocks: BlockStore,
    order: Int32Array,
    from: number,
    to: number,
    bodies: Float64Array,
    scale: number,
  ): void {
    const f = blocks.f.data;
    const i = blocks.i.data;
    const step = this.linear.step.data;
    for (let n = from; n < to; n++) {
      const h = order[n] * BLOCK_INTS;
      const m = i[h + K_ROWS];
      const o = i[h + K_DATA];
      const at = this.linear.rowAt.data[n - from];
      const va = i[h + K_BODY_A] * BODY_STRIDE + B_VELOCITY;
      const vb = i[h + K_BODY_B] * BODY_STRIDE + B_VELOCITY;
      let b = o + atJacobian + 12 * m;
      for (let r = 0; r < m; r++, b += 12) {
        const x = scale * step[at + r];
        if (x === 0) continue;
        f[o + atLambda + r] += x;
        for (let k = 0; k < 6; k++) {
          bodies[va + k] += x * f[b + k];
          bodies[vb + k] += x * f[b + 6 + k];
        }
      }
    }
  }

  /** λ and parameters (laws keep guesses there) of the blocks, and the velocities. */
  private keep(
    blocks: BlockStore,
    order: Int32Array,
    from: number,
    to: number,
    bodies: Float64Array,
    lambda: Float64Array,
    velocity: Float64Array,
  ): void {
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
    const { slots, bodyCount } = this.linear;
    for (let b = 0; b < bodyCount; b++) {
      const v = slots.data[b] * BODY_STRIDE + B_VELOCITY;
      for (let k = 0; k < 6; k++) velocity[6 * b + k] = bodies[v + k];
    }
  }

  private restore(
    blocks: BlockStore,
    order: Int32Array,
    from: number,
    to: number,
    bodies: Float64Array,
    lambda: Float64Array,
    velocity: Float64Array,
  ): void {
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
    const { slots, bodyCount } = this.linear;
    for (let b = 0; b < bodyCount; b++) {
      const v = slots.data[b] * BODY_STRIDE + B_VELOCITY;
      for (let k = 0; k < 6; k++) bodies[v + k] = velocity[6 * b + k];
    }
  }
}
