// The solver of a world: one method for all islands, or the one that pays for each.
//
// auto: sweeps go first, since warm-started islands at rest need only one or two. Every few sweeps the rest of the way is
// estimated from how fast the change of impulses falls; as soon as that costs more than Newton steps would (both counted
// in multiplications, with factors measured once, see docs/theory/solver.md), Newton takes over from where the sweeps are.
// Nothing depends on a clock: the same scene takes the same path everywhere.

import type { Arena } from '../memory/arena.js';
import { BLOCK_INTS, type BlockStore, K_ROWS, MOST_ROWS } from './blocks.js';
import { NewtonSolver } from './newton.js';
import { NncgSolver } from './nncg.js';
import type { Projection } from './projections.js';
import { applyImpulses, type SolverOptions, sweep } from './sweeps.js';

export type Method = 'auto' | 'gauss-seidel' | 'nncg' | 'newton';

/** Sweeps before auto looks at its progress for the first time, and between looks. */
const FIRST_SWEEPS = 3;
/** Newton steps that an island is taken to need. */
const EXPECTED_STEPS = 4;
/** Multiplications of a sweep's visit, for a block of m rows, and of one block's share in a Newton step beside the factors. */
const VISIT = 500;
const SHARE = 4000;
/** Beyond this many bodies an island is left to sweeps: the analysis alone would take long. */
const LARGEST_ISLAND = 4000;

export class IslandSolver {
  /** Most iterations (sweeps and Newton steps) that any island took in the last solve. */
  iterations = 0;
  /** Norm of the last change of impulses (sweeps) or of the gap that is left (Newton), all islands together, N·s. */
  residual = 0;
  /** Norm after each iteration, all islands together; the first `iterations` entries count. */
  readonly history: Float64Array;
  readonly newton: NewtonSolver;
  private readonly nncg: NncgSolver;
  private readonly projections: readonly Projection[];
  private readonly r = new Float64Array(MOST_ROWS);
  private key = 0;
  private norm = 0;

  constructor(projections: readonly Projection[], mostIterations: number, arena: Arena) {
    this.projections = projections;
    this.history = new Float64Array(mostIterations);
    this.newton = new NewtonSolver(projections, arena);
    this.nncg = new NncgSolver(projections, arena);
  }

  begin(): void {
    this.history.fill(0, 0, this.iterations);
    this.iterations = 0;
    this.residual = 0;
    this.key = 0;
  }

  solveIsland(
    blocks: BlockStore,
    order: Int32Array,
    from: number,
    to: number,
    bodies: Float64Array,
    options: SolverOptions & { method: Method },
  ): void {
    applyImpulses(blocks, order, from, to, bodies);
    const { iterations, tolerance, method } = options;
    let n = 0;
    if (method === 'newton') n = this.runNewton(blocks, order, from, to, bodies, 0, iterations, tolerance);
    else if (method === 'nncg') {
      const { nncg } = this;
      nncg.solve(blocks, order, from, to, bodies, iterations, tolerance);
      for (let k = 0; k < nncg.iterations; k++) this.history[k] += nncg.history.data[k] * nncg.history.data[k];
      this.norm = nncg.norm;
      n = nncg.iterations;
    } else {
      n = this.runSweeps(blocks, order, from, to, bodies, options);
      if (method === 'auto' && this.norm > tolerance && n < iterations)
        n = this.runNewton(blocks, order, from, to, bodies, n, iterations, tolerance);
    }
    if (n > this.iterations) this.iterations = n;
    this.residual += this.norm * this.norm;
  }

  end(): void {
    for (let n = 0; n < this.iterations; n++) this.history[n] = Math.sqrt(this.history[n]);
    this.residual = Math.sqrt(this.residual);
  }

  private runNewton(
    blocks: BlockStore,
    order: Int32Array,
    from: number,
    to: number,
    bodies: Float64Array,
    done: number,
    most: number,
    tolerance: number,
  ): number {
    const { newton } = this;
    newton.solve(blocks, order, from, to, bodies, most - done, tolerance, this.key++);
    for (let k = 0; k < newton.iterations; k++)
      this.history[done + k] += newton.history.data[k] * newton.history.data[k];
    this.norm = newton.norm;
    return done + newton.iterations;
  }

  /** Sweeps until they are done, or, for auto, until Newton would be cheaper. */
  private runSweeps(
    blocks: BlockStore,
    order: Int32Array,
    from: number,
    to: number,
    bodies: Float64Array,
    options: SolverOptions & { method: Method },
  ): number {
    const auto = options.method === 'auto';
    const limit = options.tolerance * options.tolerance;
    let n = 0;
    let last = 0;
    let norm = 0;
    while (n < options.iterations) {
      norm = sweep(blocks, order, from, to, bodies, this.projections, this.r);
      this.history[n++] += norm;
      if (norm <= limit) break;
      if (auto && n >= FIRST_SWEEPS && to - from > 1 && this.newtonPays(blocks, order, from, to, norm, last, limit))
        break;
      last = norm;
    }
    this.norm = Math.sqrt(norm);
    return n;
  }

  private newtonPays(
    blocks: BlockStore,
    order: Int32Array,
    from: number,
    to: number,
    norm: number,
    last: number,
    limit: number,
  ): boolean {
    if (to - from > 3 * LARGEST_ISLAND) return false;
    // Sweeps to go if the change keeps falling by norm/last each time (squares on both sides).
    let togo = 0;
    const rate = last > 0 ? norm / last : 1;
    if (rate < 1) for (let x = norm; x > limit && togo < 1000; togo++) x *= rate;
    else togo = 1000;
    let visits = 0;
    for (let n = from; n < to; n++) visits += VISIT * (blocks.i.data[order[n] * BLOCK_INTS + K_ROWS] / 6);
    const step = (to - from) * SHARE;
    return togo * visits > EXPECTED_STEPS * step;
  }
}
