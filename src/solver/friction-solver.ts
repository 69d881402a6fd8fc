// Solves a frictional contact problem (friction-problem.ts): sweeps and semismooth Newton.
//
// The same mathematics as newton.ts, with W given instead of bodies. With S_i the symmetric part of W_ii, each contact
// has its local solution P_i(e_i), e = W r + q - S r (projections.ts), and the problem is F(r) = r - P(e(r)) = 0.
// Newton's linear system
//     Δr_i - D_i Σ_j (W_ij - δ_ij S_i) Δr_j = -F_i
// is solved over the contacts that are not open (those have Δr = -F at once) by a block LU in the order of least
// degree. W is often singular, since a body on many contacts is held more than once, so steps have a proximal term;
// safeguard.ts decides which of them are taken, and when a few sweeps of nonlinear block Gauss–Seidel (Jourdan, Alart
// and Jean 1998) sort out states instead. The best answer by the natural-map error is the one that is returned.
// Verified in test/solver/friction-problem.test.ts.

import { Arena } from '../memory/arena.js';
import { BlockLu } from './block-lu.js';
import { atFactor, atLambda, atSchur, blockSize } from './blocks.js';
import { LINEAR, LocalDerivative, OPEN } from './derivative.js';
import { Elimination } from './elimination.js';
import { factorLdl } from './factor.js';
import { addRow, type FrictionProblem, naturalMapError, velocities } from './friction-problem.js';
import { BASE_PROJECTIONS, CONE_FRICTION, PROJECT_CONE, projectCone } from './projections.js';
import { Safeguard } from './safeguard.js';

export interface FrictionSolution {
  /** Three numbers a contact. */
  reactions: Float64Array;
  /** Newton steps and sweeps. */
  iterations: number;
  /** naturalMapError of the reactions. */
  error: number;
}

const RECORD = blockSize(3, 0);
/** Sweeps first. */
const FIRST_SWEEPS = 20;
/** An answer this good is polished for this many more iterations at most. */
const GOOD = 1e-8;
const POLISH = 40;
/** Multiplications in factorisations after which the best answer so far has to do: some seconds. */
const MOST_WORK = 4e9;

export function solveFrictionProblem(
  problem: FrictionProblem,
  options: { tolerance: number; iterations: number },
): FrictionSolution {
  return new FrictionSolver(problem).solve(options.tolerance, options.iterations);
}

class FrictionSolver {
  readonly #problem: FrictionProblem;
  readonly #n: number;
  /** A block's record (blocks.ts) a contact: the reactions live in it. */
  readonly #f: Float64Array;
  readonly #r: Float64Array;
  readonly #u: Float64Array;
  readonly #local: Float64Array;
  readonly #residual: Float64Array;
  readonly #gap: Float64Array;
  readonly #step: Float64Array;
  readonly #kind: Int32Array;
  readonly #d: Float64Array;
  readonly #x = new Float64Array(6);
  readonly #derivative = new LocalDerivative(BASE_PROJECTIONS);
  readonly #elimination: Elimination;
  readonly #lu: BlockLu;
  readonly #active: Int32Array;
  #pairs = new Int32Array(64);
  readonly #square = new Float64Array(9);
  readonly #product = new Float64Array(9);
  readonly #from: Float64Array;
  readonly #safeguard = new Safeguard();
  #work = 0;
  #merit = 0;

  constructor(problem: FrictionProblem) {
    const n = problem.contacts;
    this.#problem = problem;
    this.#n = n;
    this.#f = new Float64Array(n * RECORD);
    this.#r = new Float64Array(3 * n);
    this.#u = new Float64Array(3 * n);
    this.#local = new Float64Array(3 * n);
    this.#residual = new Float64Array(3 * n);
    this.#gap = new Float64Array(3 * n);
    this.#step = new Float64Array(3 * n);
    this.#from = new Float64Array(3 * n);
    this.#kind = new Int32Array(n);
    this.#d = new Float64Array(9 * n);
    this.#active = new Int32Array(n);
    const arena = new Arena();
    this.#elimination = new Elimination(arena);
    this.#lu = new BlockLu(arena, 3);
    for (let i = 0; i < n; i++) {
      const o = i * RECORD;
      const w = 9 * this.#own(i);
      this.#f[o + CONE_FRICTION] = problem.mu[i];
      const s = o + atSchur;
      for (let a = 0; a < 3; a++)
        for (let b = 0; b < 3; b++)
          this.#f[s + 3 * a + b] = 0.5 * (problem.blocks[w + 3 * a + b] + problem.blocks[w + 3 * b + a]);
      factorLdl(this.#f, s, this.#f, o + atFactor(3), 3);
    }
  }

  #own(i: number): number {
    const { start, column } = this.#problem;
    for (let n = start[i]; n < start[i + 1]; n++) if (column[n] === i) return n;
    return -1;
  }

  solve(tolerance: number, most: number): FrictionSolution {
    const problem = this.#problem;
    const r = this.#r;
    const best = new Float64Array(r.length);
    let error = naturalMapError(problem, best);
    let iterations = 0;
    const sweeps = (count: number): void => {
      for (let k = 0; k < count && error > tolerance && iterations < most; k++) {
        this.#sweep();
        iterations++;
        look();
      }
    };
    const look = (): void => {
      const now = naturalMapError(problem, r);
      if (!(now < error)) return;
      error = now;
      best.set(r);
    };
    sweeps(FIRST_SWEEPS);
    const safeguard = this.#safeguard;
    this.#evaluate();
    safeguard.begin(true, this.#merit);
    let least = this.#merit;
    let last = most;
    while (error > tolerance && iterations < last && this.#work < MOST_WORK) {
      if (error <= GOOD && last === most) last = Math.min(most, iterations + POLISH);
      if (safeguard.isFresh) {
        if (this.#merit < least) least = this.#merit;
        safeguard.start(this.#merit);
        this.#from.set(r);
        this.#differentiate();
      }
      const advice = safeguard.advise(least, iterations);
      if (advice === 'stop') break;
      if (advice === 'sweep') {
        sweeps(safeguard.sweeps);
        this.#evaluate();
        continue;
      }
      iterations++;
      const before = this.#merit;
      if (this.#solveLinear(safeguard.epsilon)) {
        for (let k = 0; k < r.length; k++) r[k] = this.#from[k] + this.#step[k];
        this.#evaluate();
        look();
      } else this.#merit = Infinity;
      if (safeguard.takes(before, this.#merit)) continue;
      r.set(this.#from);
      this.#evaluate();
      safeguard.refuse(this.#length());
    }
    return { reactions: best, iterations, error };
  }

  /** Nonlinear block Gauss–Seidel. */
  #sweep(): void {
    const f = this.#f;
    const r = this.#r;
    const x = this.#x;
    const problem = this.#problem;
    for (let i = 0; i < this.#n; i++) {
      const o = i * RECORD;
      for (let k = 0; k < 3; k++) {
        this.#u[3 * i + k] = problem.q[3 * i + k];
        f[o + atLambda + k] = r[3 * i + k];
      }
      addRow(problem, i, r, this.#u);
      for (let k = 0; k < 3; k++) x[k] = this.#u[3 * i + k];
      projectCone(f, o, 3, x, 0);
      for (let k = 0; k < 3; k++) r[3 * i + k] = x[k];
    }
  }

  /** F and the merit Σ S_kk F_k². */
  #evaluate(): void {
    const f = this.#f;
    const r = this.#r;
    const x = this.#x;
    const u = this.#u;
    velocities(this.#problem, r, u);
    let merit = 0;
    for (let i = 0; i < this.#n; i++) {
      const o = i * RECORD;
      const s = o + atSchur;
      for (let k = 0; k < 3; k++) {
        f[o + atLambda + k] = r[3 * i + k];
        x[k] = u[3 * i + k];
        this.#residual[3 * i + k] = x[k];
      }
      projectCone(f, o, 3, x, 0);
      for (let k = 0; k < 3; k++) {
        const gap = r[3 * i + k] - x[k];
        this.#local[3 * i + k] = x[k];
        this.#gap[3 * i + k] = gap;
        merit += f[s + 4 * k] * gap * gap;
      }
    }
    this.#merit = merit;
  }

  #differentiate(): void {
    const f = this.#f;
    const kind = this.#kind;
    const x = this.#x;
    for (let i = 0; i < this.#n; i++) {
      const o = i * RECORD;
      for (let k = 0; k < 3; k++) x[k] = this.#residual[3 * i + k];
      kind[i] = this.#derivative.compute(f, o, 3, PROJECT_CONE, x, this.#local, 3 * i, f, o, this.#square, 0);
      for (let k = 0; k < 9; k++) this.#d[9 * i + k] = this.#square[k];
    }
  }

  /** Length of the step as a share of the reactions', both weighed with the diagonal of S. */
  #length(): number {
    let whole = 0;
    let sum = 0;
    for (let i = 0; i < this.#n; i++)
      for (let k = 0; k < 3; k++) {
        const weight = this.#f[i * RECORD + atSchur + 4 * k];
        sum += weight * this.#step[3 * i + k] * this.#step[3 * i + k];
        whole += weight * this.#from[3 * i + k] * this.#from[3 * i + k];
      }
    return Math.sqrt(sum / (whole + 1e-300));
  }

  /** The step with a proximal term; false where it cannot be solved for. */
  #solveLinear(epsilon: number): boolean {
    const problem = this.#problem;
    const kind = this.#kind;
    const active = this.#active;
    const gap = this.#gap;
    const step = this.#step;
    const f = this.#f;
    const { start, column, blocks } = problem;
    let count = 0;
    for (let i = 0; i < this.#n; i++) {
      active[i] = kind[i] === OPEN ? -1 : count++;
      for (let k = 0; k < 3; k++) step[3 * i + k] = -gap[3 * i + k];
    }
    let edges = 0;
    for (let i = 0; i < this.#n; i++) {
      if (active[i] < 0) continue;
      for (let n = start[i]; n < start[i + 1]; n++) {
        const j = column[n];
        if (j === i || active[j] < 0) continue;
        if (2 * edges + 2 > this.#pairs.length) {
          const grown = new Int32Array(2 * this.#pairs.length);
          grown.set(this.#pairs);
          this.#pairs = grown;
        }
        this.#pairs[2 * edges] = active[i];
        this.#pairs[2 * edges + 1] = active[j];
        edges++;
      }
    }
    this.#elimination.analyse(count, this.#pairs, edges);
    const lu = this.#lu;
    lu.begin(this.#elimination);
    const place = this.#elimination.place.data;
    const x = new Float64Array(3 * count);
    for (let i = 0; i < this.#n; i++) {
      const a = active[i];
      if (a < 0) continue;
      const pa = place[a];
      // Rows of contacts at rest are taken times S: W itself, no inverse.
      const isLinear = kind[i] === LINEAR;
      const s = i * RECORD + atSchur;
      for (let k = 0; k < 3; k++) {
        let sum = 0;
        if (isLinear) for (let c = 0; c < 3; c++) sum -= (1 + epsilon) * f[s + 3 * k + c] * gap[3 * i + c];
        else sum = -gap[3 * i + k];
        x[3 * a + k] = sum;
      }
      for (let n = start[i]; n < start[i + 1]; n++) {
        const j = column[n];
        const isOwn = j === i;
        for (let k = 0; k < 9; k++) this.#square[k] = blocks[9 * n + k] - (isOwn ? f[s + k] : 0);
        const m = isLinear ? this.#square : this.#timesDerivative(i, epsilon);
        if (isOwn) {
          for (let k = 0; k < 9; k++) {
            let own = k % 4 === 0 ? 1 : 0;
            if (isLinear) own = (1 + epsilon) * f[s + k];
            lu.diagonal.data[9 * pa + k] += own + m[k];
          }
        } else if (active[j] >= 0) {
          const pb = place[active[j]];
          const at = 9 * lu.entry(pa, pb);
          const data = pa < pb ? lu.upper.data : lu.lower.data;
          for (let k = 0; k < 9; k++) data[at + k] += m[k];
        } else for (let k = 0; k < 3; k++) for (let c = 0; c < 3; c++) x[3 * a + k] -= m[3 * k + c] * step[3 * j + c];
      }
    }
    this.#work += this.#elimination.work(3);
    if (!lu.factor()) return false;
    lu.solve(x);
    for (let i = 0; i < this.#n; i++)
      if (active[i] >= 0) for (let k = 0; k < 3; k++) step[3 * i + k] = x[3 * active[i] + k];
    for (let k = 0; k < step.length; k++) if (!Number.isFinite(step[k])) return false;
    return true;
  }

  /** -D_i/(1 + ε) times the block in `square`. */
  #timesDerivative(i: number, epsilon: number): Float64Array {
    const product = this.#product;
    const square = this.#square;
    const d = this.#d;
    for (let r = 0; r < 3; r++)
      for (let c = 0; c < 3; c++) {
        let sum = 0;
        for (let k = 0; k < 3; k++) sum -= d[9 * i + 3 * r + k] * square[3 * k + c];
        product[3 * r + c] = sum / (1 + epsilon);
      }
    return product;
  }
}
