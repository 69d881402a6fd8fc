// The linear system of a Newton step over one island, solved directly on the graph of its bodies.
//
// Every block answers to the residual e without its own share by λ = P(e), with derivative D. A Newton step on
// F = λ - P(e(λ)) asks, for all blocks i, with Δv = M⁻¹ Σ Jᵀ Δλ,
//     Δλ_i + D_i ((S_i - C_i) Δλ_i - J_i Δv) = ρ_i,      ρ = -F.                                            (1)
// A share ε of the block's own S is added as compliance (a proximal term, newton.ts), with D/(1 + ε) in the place of D:
// T_i = I + D_i (S_i - C_i) can then be inverted even where several blocks hold the same bodies (tables, closed chains,
// four points under a box), and
//     Δλ_i = E_i J_i Δv + T_i⁻¹ ρ_i,   E_i = T_i⁻¹ D_i   (for a block that feels no bounds: E = -(C + εS)⁻¹).
// What is left are the movers' momenta y, by sixes (M⁻¹y = Δv, so locked axes need no care):
//     (I - Σ Jᵀ E J M⁻¹) y = Σ Jᵀ T⁻¹ ρ,                                                                      (2)
// one node a body, one edge a pair: a pile has three times as many contacts as bodies, and a stack stays a chain. A
// wide mover is as many nodes as it has sixes, all of them tied to each other.
// Where ε is only there for that, it is taken out again by refinement (newton.ts): F where the step led to is solved
// for with the same factors. That also recovers what (2) loses to rounding (a share 1e-16/ε), and it is why ε does not
// bend the answer. Verified in test/solver/newton-linear.test.ts against a dense solve of (1).

import type { Arena, F64Slab, I32Slab } from '../memory/arena.js';
import { BlockLu, invert } from './block-lu.js';
import {
  atCompliance,
  atFactor,
  atJacobian,
  atLambda,
  atResponse,
  atSchur,
  BLOCK_INTS,
  K_AT_A,
  K_AT_B,
  K_BODY_A,
  K_BODY_B,
  K_DATA,
  K_ROWS,
  K_WIDTH,
  K_WIDTH_A,
  MOST_ROWS,
  RIGID_WIDTH,
} from './blocks.js';
import { LINEAR, OPEN } from './derivative.js';
import { Elimination } from './elimination.js';
import { factorLdl, solveLdl } from './factor.js';
import type { Island } from './island.js';

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
  /** Sixes of the island's movers that can move, and where in the velocities they are. */
  nodeCount = 0;
  readonly nodeAt: I32Slab;
  /** Analyses so far that could not be reused. */
  analyses = 0;

  readonly #localOf: I32Slab;
  readonly #local: I32Slab;
  readonly #pairs: I32Slab;
  #edgeCount = 0;
  readonly #entryOf: I32Slab;
  readonly #eliminations: Elimination[] = [];
  #elimination: Elimination;
  readonly #arena: Arena;
  readonly #lu: BlockLu;
  /** T⁻¹ and E by block. */
  readonly #inverse: F64Slab;
  readonly #response: F64Slab;
  readonly #y: F64Slab;
  /** E B of one block, row by row. */
  readonly #product: F64Slab;
  readonly #work = new Float64Array(SQUARE);
  readonly #soft = new Float64Array(SQUARE);
  readonly #pivot = new Int32Array(MOST_ROWS);
  readonly #x = new Float64Array(MOST_ROWS);

  constructor(arena: Arena) {
    this.#arena = arena;
    this.kind = arena.i32(64);
    this.derivative = arena.f64(64);
    this.rowAt = arena.i32(64);
    this.step = arena.f64(64);
    this.nodeAt = arena.i32(64);
    this.#localOf = arena.i32(64);
    this.#local = arena.i32(64);
    this.#pairs = arena.i32(64);
    this.#entryOf = arena.i32(64);
    this.#inverse = arena.f64(64);
    this.#response = arena.f64(64);
    this.#y = arena.f64(64);
    this.#product = arena.f64(RIGID_WIDTH * MOST_ROWS);
    this.#lu = new BlockLu(arena, 6);
    this.#elimination = new Elimination(arena);
    this.#eliminations.push(this.#elimination);
  }

  /** Numbers the island's rows and movers and analyses their graph; `key` tells islands of one step apart. */
  begin(island: Island, key: number): void {
    const { blocks, order, from } = island;
    const n = island.count;
    this.kind.reserve(n);
    this.derivative.reserve(n * SQUARE);
    this.#inverse.reserve(n * SQUARE);
    this.#response.reserve(n * SQUARE);
    this.rowAt.reserve(n + 1);
    this.#local.reserve(2 * n);
    this.#entryOf.reserve(n);
    this.#localOf.reserve(island.v.length / 6);
    const i = blocks.i.data;
    const localOf = this.#localOf.data;
    for (let k = 0; k < n; k++) {
      const h = order[from + k] * BLOCK_INTS;
      localOf[i[h + K_BODY_A]] = -1;
      localOf[i[h + K_BODY_B]] = -1;
    }
    this.rows = 0;
    this.nodeCount = 0;
    this.#edgeCount = 0;
    for (let k = 0; k < n; k++) {
      const h = order[from + k] * BLOCK_INTS;
      this.rowAt.data[k] = this.rows;
      this.rows += i[h + K_ROWS];
      const a = this.#number(island, i[h + K_BODY_A], i[h + K_AT_A], i[h + K_WIDTH_A]);
      const b = this.#number(island, i[h + K_BODY_B], i[h + K_AT_B], i[h + K_WIDTH] - i[h + K_WIDTH_A]);
      this.#local.data[2 * k] = a;
      this.#local.data[2 * k + 1] = b;
      if (a < 0 || b < 0 || a === b) continue;
      for (let p = 0; 6 * p < i[h + K_WIDTH_A]; p++)
        for (let q = 0; 6 * q < i[h + K_WIDTH] - i[h + K_WIDTH_A]; q++) this.#tie(a + p, b + q);
    }
    this.rowAt.data[n] = this.rows;
    this.step.reserve(this.rows);
    this.#y.reserve(6 * this.nodeCount);
    while (this.#eliminations.length <= key) this.#eliminations.push(new Elimination(this.#arena));
    this.#elimination = this.#eliminations[key]!;
    if (this.#elimination.analyse(this.nodeCount, this.#pairs.data, this.#edgeCount)) this.analyses++;
    this.#lu.begin(this.#elimination);
    for (let k = 0; k < n; k++) {
      const a = this.#local.data[2 * k];
      const b = this.#local.data[2 * k + 1];
      if (a < 0 || b < 0 || a === b) continue;
      this.#entryOf.data[k] = this.#lu.entry(this.#elimination.place.data[a], this.#elimination.place.data[b]);
    }
  }

  #tie(p: number, q: number): void {
    const last = 2 * this.#edgeCount - 2;
    if (last >= 0 && this.#pairs.data[last] === p && this.#pairs.data[last + 1] === q) return;
    this.#pairs.reserve(last + 4);
    this.#pairs.data[last + 2] = p;
    this.#pairs.data[last + 3] = q;
    this.#edgeCount++;
  }

  /** Multiplications that one factorisation takes, about: the price of a step. */
  get cost(): number {
    return this.#elimination.work(6);
  }

  /** The first node of a mover with its velocities at `at`, `width` of them; -1 where nothing can move it. */
  #number(island: Island, slot: number, at: number, width: number): number {
    const localOf = this.#localOf.data;
    if (localOf[slot] >= 0) return localOf[slot];
    if (!island.blocks.movers.canMove(slot, island.bodies)) return -1;
    const first = this.nodeCount;
    localOf[slot] = first;
    this.nodeCount += width / 6;
    this.nodeAt.reserve(this.nodeCount);
    for (let n = first; n < this.nodeCount; n++) {
      this.nodeAt.data[n] = at + 6 * (n - first);
      for (let m = first; m < n; m++) this.#tie(m, n);
    }
    return first;
  }

  /** Factors (2) for the present kinds and derivatives. False: it cannot be done. */
  factor({ blocks, order, from, to }: Island, epsilon: number): boolean {
    const lu = this.#lu;
    const elimination = this.#elimination;
    lu.begin(elimination);
    const place = elimination.place.data;
    const d = lu.diagonal.data;
    for (let b = 0; b < this.nodeCount; b++) for (let k = 0; k < 36; k += 7) d[36 * b + k] = 1;
    const f = blocks.f.data;
    const i = blocks.i.data;
    for (let n = 0; n < to - from; n++) {
      const h = order[from + n] * BLOCK_INTS;
      const m = i[h + K_ROWS];
      const o = i[h + K_DATA];
      if (this.kind.data[n] === OPEN) continue;
      if (!this.#respond(f, o, m, n, epsilon)) return false;
      if (i[h + K_WIDTH] !== RIGID_WIDTH) {
        this.#factorWide(f, o, m, i[h + K_WIDTH], i[h + K_WIDTH_A], n);
        continue;
      }
      const e = this.#response.data;
      const ei = n * SQUARE;
      const b = o + atResponse(m, RIGID_WIDTH);
      const x = this.#product.data;
      for (let r = 0; r < m; r++) {
        combineRows(x, 12 * r, e, ei + r * m, f, b, m);
        combineRows(x, 12 * r + 6, e, ei + r * m, f, b + 6, m);
      }
      const la = this.#local.data[2 * n];
      const lb = this.#local.data[2 * n + 1];
      const j = o + atJacobian(m);
      if (la >= 0) subtractOuter(d, place[la] * 36, f, j, x, 0, m);
      if (lb >= 0) subtractOuter(d, place[lb] * 36, f, j + 6, x, 6, m);
      if (la >= 0 && lb >= 0) {
        if (la === lb) {
          subtractOuter(d, place[la] * 36, f, j, x, 6, m);
          subtractOuter(d, place[la] * 36, f, j + 6, x, 0, m);
        } else {
          const first = place[la] < place[lb];
          const at = this.#entryOf.data[n] * 36;
          subtractOuter(first ? lu.upper.data : lu.lower.data, at, f, j, x, 6, m);
          subtractOuter(first ? lu.lower.data : lu.upper.data, at, f, j + 6, x, 0, m);
        }
      }
    }
    return lu.factor();
  }

  /** What a block with a wide mover subtracts: Jᵀ E B for every two of its sixes. */
  #factorWide(f: Float64Array, o: number, m: number, w: number, wa: number, n: number): void {
    const lu = this.#lu;
    const place = this.#elimination.place.data;
    const j = o + atJacobian(m);
    const b = o + atResponse(m, w);
    this.#product.reserve(m * w);
    const x = this.#product.data;
    const e = this.#response.data;
    for (let r = 0; r < m; r++)
      for (let c = 0; c < w; c++) {
        let sum = 0;
        for (let k = 0; k < m; k++) sum += e[n * SQUARE + r * m + k] * f[b + k * w + c];
        x[r * w + c] = sum;
      }
    const la = this.#local.data[2 * n];
    const lb = this.#local.data[2 * n + 1];
    for (let p = 0; p < w; p += 6) {
      const np = nodeOf(p, wa, la, lb);
      if (np < 0 || !actsOn(f, j + p, m, w)) continue;
      for (let q = 0; q < w; q += 6) {
        const nq = nodeOf(q, wa, la, lb);
        if (nq < 0) continue;
        const pp = place[np];
        const pq = place[nq];
        const t = pp === pq ? lu.diagonal.data : pp < pq ? lu.upper.data : lu.lower.data;
        const at = 36 * (pp === pq ? pp : lu.entry(pp, pq));
        for (let r = 0; r < m; r++)
          for (let u = 0; u < 6; u++) {
            const weight = f[j + r * w + p + u];
            if (weight !== 0) for (let c = 0; c < 6; c++) t[at + 6 * u + c] -= weight * x[r * w + q + c];
          }
      }
    }
  }

  /** T⁻¹ and E of one block. */
  #respond(f: Float64Array, o: number, m: number, n: number, epsilon: number): boolean {
    const t = this.#inverse.data;
    const e = this.#response.data;
    const at = n * SQUARE;
    const s = o + atSchur;
    const c = o + atCompliance;
    if (this.kind.data[n] === LINEAR) {
      let rigid = true;
      for (let r = 0; r < m; r++) if (f[c + r] !== 0) rigid = false;
      let factor = f;
      let fi = o + atFactor(m);
      let scale = 1 / epsilon;
      const share = 1 + epsilon;
      if (!rigid) {
        for (let k = 0; k < m * m; k++) this.#work[k] = epsilon * f[s + k];
        for (let r = 0; r < m; r++) this.#work[r * m + r] += f[c + r];
        factorLdl(this.#work, 0, this.#soft, 0, m);
        factor = this.#soft;
        fi = 0;
        scale = 1;
      }
      for (let column = 0; column < m; column++) {
        const x = this.#x;
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
      for (let column = 0; column < m; column++) t[at + r * m + column] = -d[at + r * m + column] * f[c + column];
    addProduct(t, at, d, at, f, s, m);
    for (let r = 0; r < m; r++)
      for (let column = 0; column < m; column++)
        t[at + r * m + column] = scale * t[at + r * m + column] + (r === column ? 1 : 0);
    if (!invert(t, at, m, this.#work, this.#pivot)) return false;
    for (let k = at; k < at + m * m; k++) e[k] = 0;
    addProduct(e, at, t, at, d, at, m);
    for (let k = at; k < at + m * m; k++) e[k] *= scale;
    return true;
  }

  /** Δλ into `step` for ρ = -target. */
  solve({ blocks, order, from, to }: Island, target: Float64Array): void {
    const f = blocks.f.data;
    const i = blocks.i.data;
    const y = this.#y.data;
    const step = this.step.data;
    const t = this.#inverse.data;
    for (let k = 0; k < 6 * this.nodeCount; k++) y[k] = 0;
    for (let n = 0; n < to - from; n++) {
      const h = order[from + n] * BLOCK_INTS;
      const m = i[h + K_ROWS];
      const j = i[h + K_DATA] + atJacobian(m);
      const at = this.rowAt.data[n];
      if (this.kind.data[n] === OPEN) for (let r = 0; r < m; r++) step[at + r] = -target[at + r];
      else
        for (let r = 0; r < m; r++) {
          let sum = 0;
          for (let k = 0; k < m; k++) sum -= t[n * SQUARE + r * m + k] * target[at + k];
          step[at + r] = sum;
        }
      this.#addRows(y, n, f, j, m, i[h + K_WIDTH], i[h + K_WIDTH_A], step, at);
    }
    this.#lu.solve(y);
    for (let n = 0; n < to - from; n++) {
      if (this.kind.data[n] === OPEN) continue;
      const h = order[from + n] * BLOCK_INTS;
      const m = i[h + K_ROWS];
      const b = i[h + K_DATA] + atResponse(m, i[h + K_WIDTH]);
      const x = this.#x;
      this.#rowsTimes(x, n, f, b, m, i[h + K_WIDTH], i[h + K_WIDTH_A], y);
      const at = this.rowAt.data[n];
      for (let r = 0; r < m; r++) {
        let sum = 0;
        for (let k = 0; k < m; k++) sum += this.#response.data[n * SQUARE + r * m + k] * x[k];
        step[at + r] += sum;
      }
    }
  }

  /** Length of the step as a share of λ's, both weighed with the diagonal of S. */
  length({ blocks, order, from, to }: Island): number {
    const f = blocks.f.data;
    const i = blocks.i.data;
    let whole = 0;
    let sum = 0;
    for (let n = 0; n < to - from; n++) {
      const h = order[from + n] * BLOCK_INTS;
      const m = i[h + K_ROWS];
      const o = i[h + K_DATA];
      for (let r = 0; r < m; r++) {
        const weight = f[o + atSchur + r * m + r];
        const x = this.step.data[this.rowAt.data[n] + r];
        sum += weight * x * x;
        whole += weight * f[o + atLambda + r] * f[o + atLambda + r];
      }
    }
    return Math.sqrt(sum / (whole + 1e-300));
  }

  /** out += Σ_r row_r x_r for both movers of block n; rows of w at j, of which the first wa are mover a's. */
  #addRows(
    out: Float64Array,
    n: number,
    f: Float64Array,
    j: number,
    m: number,
    w: number,
    wa: number,
    x: Float64Array,
    at: number,
  ): void {
    const a = this.#local.data[2 * n];
    const b = this.#local.data[2 * n + 1];
    const wb = w - wa;
    for (let r = 0; r < m; r++, j += w) {
      const u = x[at + r];
      if (u === 0) continue;
      if (a >= 0) for (let k = 0; k < wa; k++) out[6 * a + k] += f[j + k] * u;
      if (b >= 0) for (let k = 0; k < wb; k++) out[6 * b + k] += f[j + wa + k] * u;
    }
  }

  /** x_r = row_r · (the movers' numbers in y). */
  #rowsTimes(
    x: Float64Array,
    n: number,
    f: Float64Array,
    j: number,
    m: number,
    w: number,
    wa: number,
    y: Float64Array,
  ): void {
    const a = this.#local.data[2 * n];
    const b = this.#local.data[2 * n + 1];
    const wb = w - wa;
    for (let r = 0; r < m; r++, j += w) {
      let sum = 0;
      if (a >= 0) for (let k = 0; k < wa; k++) sum += f[j + k] * y[6 * a + k];
      if (b >= 0) for (let k = 0; k < wb; k++) sum += f[j + wa + k] * y[6 * b + k];
      x[r] = sum;
    }
  }
}

/** Node of the six at column p of a row whose first wa columns are mover a's; -1 where that cannot move. */
function nodeOf(p: number, wa: number, a: number, b: number): number {
  if (p < wa) return a < 0 ? -1 : a + p / 6;
  return b < 0 ? -1 : b + (p - wa) / 6;
}

/** Whether any of m rows of width w has a number in the six columns at j. */
function actsOn(f: Float64Array, j: number, m: number, w: number): boolean {
  for (let r = 0; r < m; r++) for (let u = 0; u < 6; u++) if (f[j + r * w + u] !== 0) return true;
  return false;
}

/** x += A B, m × m. */
function addProduct(
  x: Float64Array,
  xi: number,
  a: Float64Array,
  ai: number,
  b: Float64Array,
  bi: number,
  m: number,
): void {
  if (m !== 6) {
    for (let r = 0; r < m; r++)
      for (let c = 0; c < m; c++) {
        let sum = x[xi + r * m + c];
        for (let k = 0; k < m; k++) sum += a[ai + r * m + k] * b[bi + k * m + c];
        x[xi + r * m + c] = sum;
      }
    return;
  }
  for (let c = 0; c < 6; c++) {
    const b0 = b[bi + c];
    const b1 = b[bi + 6 + c];
    const b2 = b[bi + 12 + c];
    const b3 = b[bi + 18 + c];
    const b4 = b[bi + 24 + c];
    const b5 = b[bi + 30 + c];
    for (let r = 0; r < 36; r += 6) {
      const p = ai + r;
      const at = xi + r + c;
      x[at] = x[at] + a[p] * b0 + a[p + 1] * b1 + a[p + 2] * b2 + a[p + 3] * b3 + a[p + 4] * b4 + a[p + 5] * b5;
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
