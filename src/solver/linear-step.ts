// The linear system of a Newton step over one island, solved directly on the graph of its bodies.
//
// Every block answers to the residual e without its own share by λ = P(e), with derivative D. A Newton step on
// F = λ - P(e(λ)) asks, for all blocks i, with Δv = M⁻¹ Σ Jᵀ Δλ,
//     Δλ_i + D_i ((S_i - C_i) Δλ_i - J_i Δv) = ρ_i,      ρ = -F.                                            (1)
// A share ε of the block's own S is added as compliance (a proximal term, newton.ts), with D/(1 + ε) in the place of D:
// T_i = I + D_i (S_i - C_i) can then be inverted even where several blocks hold the same bodies (tables, closed chains, four points under a box), and
//     Δλ_i = E_i J_i Δv + T_i⁻¹ ρ_i,   E_i = T_i⁻¹ D_i   (for a block that feels no bounds: E = -(C + εS)⁻¹).
// What is left are the bodies' momenta y, six a body (M⁻¹y = Δv, so locked axes need no care):
//     (I - Σ Jᵀ E J M⁻¹) y = Σ Jᵀ T⁻¹ ρ,                                                                      (2)
// one node a body, one edge a pair: a pile has three times as many contacts as bodies, and a stack stays a chain.
// Where ε is only there for that, it is taken out again by refinement (newton.ts): F where the step led to is solved for with
// the same factors. That also recovers what (2) loses to rounding (a share 1e-16/ε), and it is why ε does not bend the answer.
// Verified in test/solver/newton-linear.test.ts against a dense solve of (1).

import { B_INV_MASS, BODY_STRIDE } from '../bodies/layout.js';
import type { Arena, F64Slab, I32Slab } from '../memory/arena.js';
import { BlockLu, invert } from './block-lu.js';
import {
  atCompliance,
  atFactor,
  atJacobian,
  atLambda,
  atSchur,
  BLOCK_INTS,
  type BlockStore,
  K_BODY_A,
  K_BODY_B,
  K_DATA,
  K_ROWS,
  MOST_ROWS,
} from './blocks.js';
import { LINEAR, OPEN } from './derivative.js';
import { Elimination } from './elimination.js';
import { factorLdl, solveLdl } from './factor.js';

const SQUARE = MOST_ROWS * MOST_ROWS;

export class LinearStep {
  /** By block of the island: its kind, and D where that is GENERAL (SQUARE numbers each). */
  readonly kind: I32Slab;
  readonly derivative: F64Slab;
  /** Rows of the island's block n begin at rowAt[n], in all arrays by rows. */
  readonly rowAt: I32Slab;
  /** The step Δλ, by rows. */
  readonly step: F64Slab;
  rows = 0;
  /** Bodies of the island that can move, and where their slots are. */
  bodyCount = 0;
  readonly slots: I32Slab;
  /** Analyses so far that could not be reused. */
  analyses = 0;

  private readonly localOf: I32Slab;
  private readonly local: I32Slab;
  private readonly pairs: I32Slab;
  private readonly entryOf: I32Slab;
  private readonly eliminations: Elimination[] = [];
  private elimination: Elimination;
  private readonly arena: Arena;
  private readonly lu: BlockLu;
  /** T⁻¹ and E by block. */
  private readonly inverse: F64Slab;
  private readonly response: F64Slab;
  private readonly y: F64Slab;
  private readonly product = new Float64Array(12 * MOST_ROWS);
  private readonly work = new Float64Array(2 * SQUARE);
  private readonly soft = new Float64Array(SQUARE);
  private readonly pivot = new Int32Array(MOST_ROWS);
  private readonly x = new Float64Array(MOST_ROWS);

  constructor(arena: Arena) {
    this.arena = arena;
    this.kind = arena.i32(64);
    this.derivative = arena.f64(64);
    this.rowAt = arena.i32(64);
    this.step = arena.f64(64);
    this.slots = arena.i32(64);
    this.localOf = arena.i32(64);
    this.local = arena.i32(64);
    this.pairs = arena.i32(64);
    this.entryOf = arena.i32(64);
    this.inverse = arena.f64(64);
    this.response = arena.f64(64);
    this.y = arena.f64(64);
    this.lu = new BlockLu(arena, 6);
    this.elimination = new Elimination(arena);
    this.eliminations.push(this.elimination);
  }

  /** Numbers the island's rows and bodies and analyses their graph; `key` tells islands of one step apart. */
  begin(blocks: BlockStore, order: Int32Array, from: number, to: number, bodies: Float64Array, key: number): void {
    const n = to - from;
    this.kind.reserve(n);
    this.derivative.reserve(n * SQUARE);
    this.inverse.reserve(n * SQUARE);
    this.response.reserve(n * SQUARE);
    this.rowAt.reserve(n + 1);
    this.local.reserve(2 * n);
    this.pairs.reserve(2 * n);
    this.entryOf.reserve(n);
    this.slots.reserve(2 * n);
    this.localOf.reserve(bodies.length / BODY_STRIDE);
    const i = blocks.i.data;
    const localOf = this.localOf.data;
    for (let k = 0; k < n; k++) {
      const h = order[from + k] * BLOCK_INTS;
      localOf[i[h + K_BODY_A]] = -1;
      localOf[i[h + K_BODY_B]] = -1;
    }
    this.rows = 0;
    this.bodyCount = 0;
    let edges = 0;
    for (let k = 0; k < n; k++) {
      const h = order[from + k] * BLOCK_INTS;
      this.rowAt.data[k] = this.rows;
      this.rows += i[h + K_ROWS];
      const a = this.number(i[h + K_BODY_A], bodies);
      const b = this.number(i[h + K_BODY_B], bodies);
      this.local.data[2 * k] = a;
      this.local.data[2 * k + 1] = b;
      if (a < 0 || b < 0 || a === b) continue;
      if (edges > 0 && this.pairs.data[2 * edges - 2] === a && this.pairs.data[2 * edges - 1] === b) continue;
      this.pairs.data[2 * edges] = a;
      this.pairs.data[2 * edges + 1] = b;
      edges++;
    }
    this.rowAt.data[n] = this.rows;
    this.step.reserve(this.rows);
    this.y.reserve(6 * this.bodyCount);
    while (this.eliminations.length <= key) this.eliminations.push(new Elimination(this.arena));
    this.elimination = this.eliminations[key]!;
    if (this.elimination.analyse(this.bodyCount, this.pairs.data, edges)) this.analyses++;
    this.lu.begin(this.elimination);
    for (let k = 0; k < n; k++) {
      const a = this.local.data[2 * k];
      const b = this.local.data[2 * k + 1];
      if (a < 0 || b < 0 || a === b) continue;
      this.entryOf.data[k] = this.lu.entry(this.elimination.place.data[a], this.elimination.place.data[b]);
    }
  }

  /** Multiplications that one factorisation takes, about: the price of a step. */
  get cost(): number {
    return this.elimination.work(6);
  }

  private number(slot: number, bodies: Float64Array): number {
    const localOf = this.localOf.data;
    if (localOf[slot] >= 0) return localOf[slot];
    const p = slot * BODY_STRIDE + B_INV_MASS;
    let sum = 0;
    for (let k = 0; k < 9; k++) sum += Math.abs(bodies[p + k]);
    if (sum === 0) return -1;
    this.slots.data[this.bodyCount] = slot;
    localOf[slot] = this.bodyCount;
    return this.bodyCount++;
  }

  /** Factors (2) for the present kinds and derivatives. False: it cannot be done. */
  factor(blocks: BlockStore, order: Int32Array, from: number, to: number, epsilon: number): boolean {
    const { lu, elimination } = this;
    lu.begin(elimination);
    const place = elimination.place.data;
    const d = lu.diagonal.data;
    for (let b = 0; b < this.bodyCount; b++) for (let k = 0; k < 36; k += 7) d[36 * b + k] = 1;
    const f = blocks.f.data;
    const i = blocks.i.data;
    for (let n = 0; n < to - from; n++) {
      const h = order[from + n] * BLOCK_INTS;
      const m = i[h + K_ROWS];
      const o = i[h + K_DATA];
      if (this.kind.data[n] === OPEN) continue;
      if (!this.respond(f, o, m, n, epsilon)) return false;
      const e = this.response.data;
      const ei = n * SQUARE;
      const b = o + atJacobian + 12 * m;
      const x = this.product;
      for (let r = 0; r < m; r++) {
        combineRows(x, 12 * r, e, ei + r * m, f, b, m);
        combineRows(x, 12 * r + 6, e, ei + r * m, f, b + 6, m);
      }
      const la = this.local.data[2 * n];
      const lb = this.local.data[2 * n + 1];
      const j = o + atJacobian;
      if (la >= 0) subtractOuter(d, place[la] * 36, f, j, x, 0, m);
      if (lb >= 0) subtractOuter(d, place[lb] * 36, f, j + 6, x, 6, m);
      if (la >= 0 && lb >= 0) {
        if (la === lb) {
          subtractOuter(d, place[la] * 36, f, j, x, 6, m);
          subtractOuter(d, place[la] * 36, f, j + 6, x, 0, m);
        } else {
          const first = place[la] < place[lb];
          const at = this.entryOf.data[n] * 36;
          subtractOuter(first ? lu.upper.data : lu.lower.data, at, f, j, x, 6, m);
          subtractOuter(first ? lu.lower.data : lu.upper.data, at, f, j + 6, x, 0, m);
        }
      }
    }
    return lu.factor();
  }

  /** T⁻¹ and E of one block. */
  private respond(f: Float64Array, o: number, m: number, n: number, epsilon: number): boolean {
    const t = this.inverse.data;
    const e = this.response.data;
    const at = n * SQUARE;
    const s = o + atSchur(m);
    const c = o + atCompliance;
    if (this.kind.data[n] === LINEAR) {
      let rigid = true;
      for (let r = 0; r < m; r++) if (f[c + r] !== 0) rigid = false;
      let factor = f;
      let fi = o + atFactor(m);
      let scale = 1 / epsilon;
      const share = 1 + epsilon;
      if (!rigid) {
        for (let k = 0; k < m * m; k++) this.work[k] = epsilon * f[s + k];
        for (let r = 0; r < m; r++) this.work[r * m + r] += f[c + r];
        factorLdl(this.work, 0, this.soft, 0, m);
        factor = this.soft;
        fi = 0;
        scale = 1;
      }
      for (let column = 0; column < m; column++) {
        const { x } = this;
        for (let r = 0; r < m; r++) x[r] = r === column ? -scale : 0;
        solveLdl(factor, fi, x, 0, m);
        for (let r = 0; r < m; r++) e[at + r * m + column] = x[r];
      }
      for (let r = 0; r < m; r++)
        for (let column = 0; column < m; column++) {
          let sum = 0;
          if (rigid) sum = r === column ? share * scale : 0;
          else for (let k = 0; k < m; k++) sum -= share * e[at + r * m + k] * f[s + k * m + column];
          t[at + r * m + column] = sum;
        }
      return true;
    }
    const d = this.derivative.data;
    const scale = 1 / (1 + epsilon);
    for (let r = 0; r < m; r++)
      for (let column = 0; column < m; column++) {
        let sum = -d[at + r * m + column] * f[c + column];
        for (let k = 0; k < m; k++) sum += d[at + r * m + k] * f[s + k * m + column];
        t[at + r * m + column] = scale * sum + (r === column ? 1 : 0);
      }
    if (!invert(t, at, m, this.work, this.pivot)) return false;
    for (let r = 0; r < m; r++)
      for (let column = 0; column < m; column++) {
        let sum = 0;
        for (let k = 0; k < m; k++) sum += t[at + r * m + k] * d[at + k * m + column];
        e[at + r * m + column] = scale * sum;
      }
    return true;
  }

  /** Δλ into `step` for ρ = -target. */
  solve(blocks: BlockStore, order: Int32Array, from: number, to: number, target: Float64Array): void {
    const f = blocks.f.data;
    const i = blocks.i.data;
    const y = this.y.data;
    const step = this.step.data;
    const t = this.inverse.data;
    for (let k = 0; k < 6 * this.bodyCount; k++) y[k] = 0;
    for (let n = 0; n < to - from; n++) {
      const h = order[from + n] * BLOCK_INTS;
      const m = i[h + K_ROWS];
      const j = i[h + K_DATA] + atJacobian;
      const at = this.rowAt.data[n];
      if (this.kind.data[n] === OPEN) for (let r = 0; r < m; r++) step[at + r] = -target[at + r];
      else
        for (let r = 0; r < m; r++) {
          let sum = 0;
          for (let k = 0; k < m; k++) sum -= t[n * SQUARE + r * m + k] * target[at + k];
          step[at + r] = sum;
        }
      this.addRows(y, n, f, j, m, step, at);
    }
    this.lu.solve(y);
    for (let n = 0; n < to - from; n++) {
      if (this.kind.data[n] === OPEN) continue;
      const h = order[from + n] * BLOCK_INTS;
      const m = i[h + K_ROWS];
      const b = i[h + K_DATA] + atJacobian + 12 * m;
      const { x } = this;
      this.rowsTimes(x, n, f, b, m, y);
      const at = this.rowAt.data[n];
      for (let r = 0; r < m; r++) {
        let sum = 0;
        for (let k = 0; k < m; k++) sum += this.response.data[n * SQUARE + r * m + k] * x[k];
        step[at + r] += sum;
      }
    }
  }

  /** Length of the step as a share of λ's, both weighed with the diagonal of S. */
  length(blocks: BlockStore, order: Int32Array, from: number, to: number): number {
    const f = blocks.f.data;
    const i = blocks.i.data;
    let whole = 0;
    let sum = 0;
    for (let n = 0; n < to - from; n++) {
      const h = order[from + n] * BLOCK_INTS;
      const m = i[h + K_ROWS];
      const o = i[h + K_DATA];
      for (let r = 0; r < m; r++) {
        const weight = f[o + atSchur(m) + r * m + r];
        const x = this.step.data[this.rowAt.data[n] + r];
        sum += weight * x * x;
        whole += weight * f[o + atLambda + r] * f[o + atLambda + r];
      }
    }
    return Math.sqrt(sum / (whole + 1e-300));
  }

  /** out_body += Σ_r row_r x_r for both bodies of block n; rows of 12 at j. */
  private addRows(
    out: Float64Array,
    n: number,
    f: Float64Array,
    j: number,
    m: number,
    x: Float64Array,
    at: number,
  ): void {
    const a = this.local.data[2 * n];
    const b = this.local.data[2 * n + 1];
    for (let r = 0; r < m; r++, j += 12) {
      const w = x[at + r];
      if (w === 0) continue;
      if (a >= 0) for (let k = 0; k < 6; k++) out[6 * a + k] += f[j + k] * w;
      if (b >= 0) for (let k = 0; k < 6; k++) out[6 * b + k] += f[j + 6 + k] * w;
    }
  }

  /** x_r = row_r · (bodies' six numbers). */
  private rowsTimes(x: Float64Array, n: number, f: Float64Array, j: number, m: number, y: Float64Array): void {
    const a = this.local.data[2 * n];
    const b = this.local.data[2 * n + 1];
    for (let r = 0; r < m; r++, j += 12) {
      let sum = 0;
      if (a >= 0) for (let k = 0; k < 6; k++) sum += f[j + k] * y[6 * a + k];
      if (b >= 0) for (let k = 0; k < 6; k++) sum += f[j + 6 + k] * y[6 * b + k];
      x[r] = sum;
    }
  }
}

/** x = Σ_k w_k row_k, six numbers of each row; rows of 12 at b. */
function combineRows(
  x: Float64Array,
  xi: number,
  w: Float64Array,
  wi: number,
  f: Float64Array,
  b: number,
  m: number,
): void {
  let x0 = 0;
  let x1 = 0;
  let x2 = 0;
  let x3 = 0;
  let x4 = 0;
  let x5 = 0;
  for (let k = 0; k < m; k++) {
    const u = w[wi + k];
    const p = b + 12 * k;
    x0 += u * f[p];
    x1 += u * f[p + 1];
    x2 += u * f[p + 2];
    x3 += u * f[p + 3];
    x4 += u * f[p + 4];
    x5 += u * f[p + 5];
  }
  x[xi] = x0;
  x[xi + 1] = x1;
  x[xi + 2] = x2;
  x[xi + 3] = x3;
  x[xi + 4] = x4;
  x[xi + 5] = x5;
}

/** t -= Jᵀ X for the six columns at j (rows of 12) and the six at x + xi (rows of 12). */
function subtractOuter(
  t: Float64Array,
  ti: number,
  f: Float64Array,
  j: number,
  x: Float64Array,
  xi: number,
  m: number,
): void {
  for (let r = 0; r < m; r++) {
    const x0 = x[12 * r + xi];
    const x1 = x[12 * r + xi + 1];
    const x2 = x[12 * r + xi + 2];
    const x3 = x[12 * r + xi + 3];
    const x4 = x[12 * r + xi + 4];
    const x5 = x[12 * r + xi + 5];
    for (let p = 0; p < 6; p++) {
      const w = f[j + 12 * r + p];
      if (w === 0) continue;
      const at = ti + 6 * p;
      t[at] -= w * x0;
      t[at + 1] -= w * x1;
      t[at + 2] -= w * x2;
      t[at + 3] -= w * x3;
      t[at + 4] -= w * x4;
      t[at + 5] -= w * x5;
    }
  }
}
