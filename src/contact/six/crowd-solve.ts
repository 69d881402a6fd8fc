// Islands in full motion: nonlinear conjugate gradients (solver/nncg.ts) over the visits of a tape, a counted number of
// sweeps. The same method on the same law, with all of its data side by side.

import type { Arena, F64Slab } from '../../memory/arena.js';
import type { PatchBuffer } from '../../patch/patch.js';
import type { Island } from '../../solver/island.js';
import type { CrowdSolver } from '../../solver/projections.js';
import {
  CrowdTape,
  KIND_CURVED,
  KIND_ROW,
  T_STRIDE,
  TAPE_INTS,
  TI_A,
  TI_B,
  TI_COUNT,
  TI_GROUP_END,
  TI_KIND,
  TI_PATCH,
  TI_START,
} from './crowd-tape.js';
import { applyPatch, applySingle, CrowdVisit, SUM, VISIT_SCRATCH, visitSingle } from './crowd-visit.js';
import { NormalLaw } from './normal-law.js';

/** As solver/sweeps.ts: blocks between the same two bodies are visited together. */
const GROUP_PASSES = 4;
const WORTH_A_PASS = 1e-4;

export class CrowdSolve implements CrowdSolver {
  iterations = 0;
  norm = 0;
  readonly history: F64Slab;
  private readonly patches: PatchBuffer;
  private readonly tape: CrowdTape;
  private readonly visits: CrowdVisit;
  private readonly before: F64Slab;
  private readonly direction: F64Slab;
  private readonly change: F64Slab;
  private readonly scratch = new Float64Array(VISIT_SCRATCH);

  constructor(patches: PatchBuffer, arena: Arena) {
    this.patches = patches;
    this.tape = new CrowdTape(patches, arena);
    this.visits = new CrowdVisit(new NormalLaw(patches));
    this.history = arena.f64(64);
    this.before = arena.f64(64);
    this.direction = arena.f64(64);
    this.change = arena.f64(64);
  }

  solve(island: Island, most: number, tolerance: number): boolean {
    const { tape } = this;
    if (!tape.load(island)) return false;
    const numbers = 6 * tape.count;
    this.before.reserve(numbers);
    this.direction.reserve(numbers);
    this.change.reserve(numbers);
    this.history.reserve(most);
    this.direction.data.fill(0, 0, numbers);
    const before = this.before.data;
    const lambda = tape.lambda.data;
    const limit = tolerance * tolerance;
    let last = 0;
    this.iterations = 0;
    this.norm = 0;
    while (this.iterations < most) {
      for (let k = 0; k < numbers; k++) before[k] = lambda[k];
      const norm = this.sweep();
      this.norm = Math.sqrt(norm);
      this.history.data[this.iterations++] = this.norm;
      if (norm <= limit || this.iterations === most) break;
      last = this.accelerate(numbers, last);
    }
    tape.store(island);
    return true;
  }

  private sweep(): number {
    const { tape, scratch, visits } = this;
    const { count } = tape;
    const t = tape.records.data;
    const q = tape.ints.data;
    const y = tape.bodies.data;
    const lambda = tape.lambda.data;
    const v = this.patches.vertices;
    let norm = 0;
    let n = 0;
    while (n < count) {
      const end = q[n * TAPE_INTS + TI_GROUP_END];
      const passes = end > n + 1 ? GROUP_PASSES : 1;
      let first = 0;
      for (let pass = 0; pass < passes; pass++) {
        scratch[SUM] = 0;
        for (let k = n; k < end; k++) {
          const o = k * TAPE_INTS;
          const kind = q[o + TI_KIND];
          if (kind === KIND_ROW) visitSingle(t, k * T_STRIDE, y, q[o + TI_A], q[o + TI_B], lambda, 6 * k, scratch);
          else
            visits.visit(
              t,
              k * T_STRIDE,
              y,
              q[o + TI_A],
              q[o + TI_B],
              v,
              q[o + TI_START],
              q[o + TI_COUNT],
              kind === KIND_CURVED ? q[o + TI_PATCH] : -1,
              lambda,
              6 * k,
              scratch,
            );
        }
        norm += scratch[SUM];
        if (pass === 0) first = scratch[SUM];
        else if (scratch[SUM] <= WORTH_A_PASS * first) break;
      }
      n = end;
    }
    return norm;
  }

  /** Goes on along the last direction, or drops it; returns the weighted square of the sweep's change. */
  private accelerate(numbers: number, last: number): number {
    const { tape } = this;
    const lambda = tape.lambda.data;
    const weights = tape.weights.data;
    const before = this.before.data;
    const p = this.direction.data;
    let size = 0;
    let along = 0;
    for (let k = 0; k < numbers; k++) {
      const change = lambda[k] - before[k];
      const weighted = weights[k] * change;
      size += weighted * change;
      along += weighted * p[k];
    }
    const beta = last > 0 ? size / last : 2;
    if (beta > 1 || along < 0) {
      for (let k = 0; k < numbers; k++) p[k] = lambda[k] - before[k];
      return size;
    }
    const change = this.change.data;
    for (let k = 0; k < numbers; k++) {
      const x = beta * p[k];
      p[k] = x + (lambda[k] - before[k]);
      change[k] = x;
      lambda[k] += x;
    }
    const t = tape.records.data;
    const q = tape.ints.data;
    const y = tape.bodies.data;
    for (let k = 0; k < tape.count; k++) {
      const o = k * TAPE_INTS;
      if (q[o + TI_KIND] === KIND_ROW) applySingle(t, k * T_STRIDE, y, q[o + TI_A], q[o + TI_B], change, 6 * k);
      else applyPatch(t, k * T_STRIDE, y, q[o + TI_A], q[o + TI_B], change, 6 * k);
    }
    return size;
  }
}
