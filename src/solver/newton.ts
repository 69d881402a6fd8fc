// Semismooth Newton over the blocks of an island, with sweeps to fall back on.
//
// A solution is a fixed point of the local solves, F(λ) = λ - P(e(λ)) = 0 (derivative.ts has P and e). Newton's method takes
// each block's present state (at rest, slipping, tipping, open, at a bound) by its derivative D, solves the linear system that
// is left exactly (linear-step.ts) and looks again: Qi and Sun 1993; for contact Alart and Curnier 1991. Where states
// no longer change it converges quadratically, however tall the stack and whatever its mass ratios.
//
// States do change, and far from the solution a full step may be a bad one. The merit is Σ S_kk F_k² (J: the energy of what
// the blocks still want to change). A step that lowers it is taken; else a sweep is tried after it, which sorts out states
// one by one; else a shorter step; else the step is dropped, the proximal term is raised and plain sweeps go on. The best
// point met is what is returned, so that the answer is never worse than the start.
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
} from './blocks.js';
import { LocalDerivative } from './derivative.js';
import { LinearStep } from './linear-step.js';
import type { Projection } from './projections.js';
import { residual, sweep } from './sweeps.js';

const SQUARE = MOST_ROWS * MOST_ROWS;
/** Proximal term as a share of a block's own S: at the start, and at most and least. */
const EPSILON = 1e-9;
const LARGEST_EPSILON = 1e-3;
const SMALLEST_EPSILON = 1e-10;
/** A step that leaves less than this share of the merit needs no sweep after it. */
const GOOD = 0.1;
const FALLBACK_SWEEPS = 4;

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
  private merit = 0;

  constructor(projections: readonly Projection[], arena: Arena) {
    this.projections = projections;
    this.derivative = new LocalDerivative(projections);
    this.linear = new LinearStep(arena);
    this.history = arena.f64(64);
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
   * until the 2-norm of F is at most `tolerance`. `key` tells the islands of one step apart.
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
  ): void {
    const { linear } = this;
    linear.begin(blocks, order, from, to, bodies, key);
    this.residuals.reserve(linear.rows);
    this.local.reserve(linear.rows);
    this.gap.reserve(linear.rows);
    this.startLambda.reserve(linear.rows);
    this.bestLambda.reserve(linear.rows);
    this.startVelocity.reserve(6 * linear.bodyCount);
    this.bestVelocity.reserve(6 * linear.bodyCount);
    this.history.reserve(most + 1);
    this.iterations = 0;
    this.sweeps = 0;
    let epsilon = EPSILON;
    this.evaluate(blocks, order, from, to, bodies);
    let best = this.merit;
    let bestNorm = this.norm;
    this.keep(blocks, order, from, to, bodies, this.bestLambda.data, this.bestVelocity.data);
    if (this.norm > tolerance) {
      this.sweepOnce(blocks, order, from, to, bodies);
      this.evaluate(blocks, order, from, to, bodies);
    }
    while (this.norm > tolerance && this.iterations < most) {
      const before = this.merit;
      this.iterations++;
      this.keep(blocks, order, from, to, bodies, this.startLambda.data, this.startVelocity.data);
      if (before < best) {
        best = before;
        bestNorm = this.norm;
        this.bestLambda.data.set(this.startLambda.data);
        this.bestVelocity.data.set(this.startVelocity.data);
      }
      this.differentiate(blocks, order, from, to);
      let done = false;
      if (linear.factor(blocks, order, from, to, epsilon)) {
        linear.solve(blocks, order, from, to, this.gap.data);
        this.move(blocks, order, from, to, bodies, 1);
        this.evaluate(blocks, order, from, to, bodies);
        if (this.merit <= GOOD * before) {
          done = true;
          epsilon = Math.max(SMALLEST_EPSILON, 0.1 * epsilon);
        } else {
          this.sweepOnce(blocks, order, from, to, bodies);
          this.evaluate(blocks, order, from, to, bodies);
          done = this.merit < before;
          for (let scale = 0.3; !done && scale > 0.05; scale *= 0.3) {
            this.restore(blocks, order, from, to, bodies, this.startLambda.data, this.startVelocity.data);
            this.move(blocks, order, from, to, bodies, scale);
            this.sweepOnce(blocks, order, from, to, bodies);
            this.evaluate(blocks, order, from, to, bodies);
            done = this.merit < before;
          }
        }
      }
      if (!done) {
        this.restore(blocks, order, from, to, bodies, this.startLambda.data, this.startVelocity.data);
        epsilon = Math.min(LARGEST_EPSILON, 100 * epsilon);
        for (let n = 0; n < FALLBACK_SWEEPS; n++) this.sweepOnce(blocks, order, from, to, bodies);
        this.evaluate(blocks, order, from, to, bodies);
      }
      this.history.data[this.iterations - 1] = this.norm;
    }
    if (!(this.merit <= best)) {
      this.restore(blocks, order, from, to, bodies, this.bestLambda.data, this.bestVelocity.data);
      this.norm = bestNorm;
      this.merit = best;
    }
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
      for (let k = 0; k < m; k++) this.residuals.data[at + k] = r[k];
      this.projections[i[h + K_PROJECTION]](f, o, m, r);
      const s = o + atSchur(m);
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

  private differentiate(blocks: BlockStore, order: Int32Array, from: number, to: number): void {
    const f = blocks.f.data;
    const i = blocks.i.data;
    const { r, linear } = this;
    const d = this.square;
    for (let n = from; n < to; n++) {
      const h = order[n] * BLOCK_INTS;
      const m = i[h + K_ROWS];
      const at = linear.rowAt.data[n - from];
      for (let k = 0; k < m; k++) r[k] = this.residuals.data[at + k];
      const kind = this.derivative.compute(f, i[h + K_DATA], m, i[h + K_PROJECTION], r, this.local.data, at, d);
      linear.kind.data[n - from] = kind;
      if (kind === 2) for (let k = 0; k < m * m; k++) linear.derivative.data[(n - from) * SQUARE + k] = d[k];
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
    }
    const { slots, bodyCount } = this.linear;
    for (let b = 0; b < bodyCount; b++) {
      const v = slots.data[b] * BODY_STRIDE + B_VELOCITY;
      for (let k = 0; k < 6; k++) bodies[v + k] = velocity[6 * b + k];
    }
  }
}
