// The system matrix of a soft solid's step, A = D + s Σ R K Rᵀ, and its inverse.
//
// Small solids factor A in every step (block-cholesky.ts). Large ones keep the factor of A₀, the same matrix with the
// elements as they are at rest, R = 1, which depends on the step's length alone. With W the rotation of every node
//   P⁻¹ = W A₀⁻¹ Wᵀ
// is A⁻¹ itself where a solid turns as a whole, and close to it where rotations change little from cell to cell (A
// depends on nothing else). `solve` is then conjugate gradients on A preconditioned by P; contacts see P⁻¹, and what
// that leaves out is carried over from step to step (soft-mover.ts of the volume model). "Compliance warping": G.
// Saupin, C. Duriez, S. Cotin, "Contact model for haptic medical simulations", 2008; as a preconditioner: H.
// Courtecuisse, J. Allard et al., "Real-time simulation of contact and cutting of heterogeneous soft-tissues", 2014.
//
//   D: masses times 1 + h α (kg), s = h (h + β) (s²), R: rotations of elements, K: their matrices at rest (N/m)
//   W: mean of the rotations of a node's elements, by their stiffness
//
// Which of the two is counted, not timed: block products of a factorisation against those of as many passes as two
// solves take. Verified in test/soft/system.test.ts.

import { matrixFromQuaternion } from '../math/quaternion.js';
import { BlockCholesky } from './block-cholesky.js';
import type { Crush } from './crush.js';
import type { SolidElements } from './solid.js';
import { SparseBlocks } from './sparse-blocks.js';

/**
 * A factorisation costs as much as so many passes of conjugate gradients, each a product with A and one with P⁻¹; two
 * solves a step take some 20, whose memory is walked through more slowly (docs/decisions/soft-gradients.md).
 */
const PASSES = 48;
/** Multiplications of a block product, of a block with a vector and its transpose. */
const PRODUCT = 27;
const TWICE = 18;
/** Error of `solve` in the norm of the energy, as a share of the solution's. */
const ACCURACY = 1e-9;
const MOST_PASSES = 200;
/** Lengths of a step of which the factor is kept: whole steps, for looking ahead, and substeps. */
const LENGTHS = 2;

export class SoftSystem {
  readonly factor: BlockCholesky;
  /** Rotations W by place in the order of elimination, by rows; null: the factor is that of A itself. */
  readonly turns: Float64Array | null;
  /** Passes of the last `solve`. */
  passes = 0;
  readonly #matrix: SparseBlocks | null;
  /** By element and two of its nodes: entry of the lower triangle, or -1. */
  readonly #entries: Int32Array;
  readonly #turned: Float64Array;
  readonly #kept: { s: number; damped: number; l: Float64Array }[] = [];
  readonly #weights: Float64Array;
  readonly #quaternions: Float64Array;
  readonly #room: readonly Float64Array[];
  /** P⁻¹ times the last right-hand side, in the nodes' own order. */
  readonly first: Float64Array;
  #mass = 0;

  readonly #elements: SolidElements;
  readonly #unknown: Int32Array;

  constructor(
    elements: SolidElements,
    unknown: Int32Array,
    readonly count: number,
    rest: Float64Array,
    mode: 'auto' | 'direct' | 'warped' = 'auto',
  ) {
    this.#elements = elements;
    this.#unknown = unknown;
    const { nodesEach: m, nodes, count: elementCount } = elements;
    const near: Set<number>[] = Array.from({ length: count }, () => new Set());
    for (let e = 0; e < elementCount; e++) {
      for (let a = 0; a < m; a++) {
        const i = unknown[nodes[m * e + a]];
        if (i < 0) continue;
        for (let b = 0; b < m; b++) {
          const j = unknown[nodes[m * e + b]];
          if (j >= 0 && j !== i) near[i]!.add(j);
        }
      }
    }
    const start = new Int32Array(count + 1);
    for (let i = 0; i < count; i++) start[i + 1] = start[i] + near[i]!.size;
    const adjacency = new Int32Array(start[count]);
    for (let i = 0; i < count; i++)
      adjacency.set(
        [...near[i]!].sort((a, b) => a - b),
        start[i],
      );
    const places = new Float64Array(3 * count);
    for (let i = 0; i < unknown.length; i++)
      if (unknown[i] >= 0) places.set(rest.subarray(3 * i, 3 * i + 3), 3 * unknown[i]);
    const graph = { count, start, adjacency };
    const factor = new BlockCholesky(graph, places);
    this.factor = factor;
    const blocks = factor.size + count + 0.5 * adjacency.length;
    const pays = PRODUCT * factor.operations > PASSES * TWICE * blocks;
    const isWarped = mode === 'auto' ? pays : mode === 'warped';
    this.#matrix = isWarped ? new SparseBlocks(graph, factor.place, factor.order) : null;
    this.turns = isWarped ? new Float64Array(9 * count) : null;
    this.#quaternions = new Float64Array(isWarped ? 4 * count : 0);
    this.#room = Array.from({ length: isWarped ? 4 : 0 }, () => new Float64Array(3 * count));
    this.first = new Float64Array(isWarped ? 3 * count : 0);
    this.#turned = new Float64Array(9 * m * m);
    this.#entries = new Int32Array(m * m * elementCount).fill(-1);
    this.#weights = new Float64Array(isWarped ? elementCount : 0);
    for (let e = 0; e < elementCount; e++) {
      for (let a = 0; a < m; a++) {
        for (let b = 0; b < m; b++) {
          const i = unknown[nodes[m * e + a]];
          const j = unknown[nodes[m * e + b]];
          // Row a, column b of the lower triangle; the other half is its mirror.
          if (i < 0 || j < 0 || factor.place[i] < factor.place[j]) continue;
          this.#entries[m * m * e + m * a + b] = this.#matrix
            ? this.#matrix.entry(factor.place[i], factor.place[j])
            : factor.entry(i, j);
        }
      }
    }
    const k = (e: number) => elements.matrices[elements.matrixOf[e]];
    if (isWarped)
      for (let e = 0; e < elementCount; e++)
        for (let a = 0; a < 3 * m; a++) this.#weights[e] += elements.scale[e] * k(e)[(3 * m + 1) * a];
  }

  get isWarped(): boolean {
    return this.turns !== null;
  }

  /** A at the present rotations r (by rows; q: as quaternions) of the elements. False: it is not positive definite. */
  update(
    s: number,
    damped: number,
    mass: Float64Array,
    r: Float64Array,
    q: Float64Array,
    crush: Crush | null = null,
  ): boolean {
    const { factor } = this;
    const matrix = this.#matrix;
    const values = matrix ? matrix.values : factor.values;
    values.fill(0);
    this.#addElements(values, this.#entries, s, r);
    crush?.addTo(values, this.#entries, s);
    this.#mass = 0;
    for (let i = 0; i < this.#unknown.length; i++) {
      const j = this.#unknown[i];
      if (j < 0) continue;
      const p = factor.place[j];
      const o = 9 * (matrix ? matrix.entry(p, p) : factor.entry(j, j));
      const w = mass[i] * damped;
      this.#mass += w;
      values[o] += w;
      values[o + 4] += w;
      values[o + 8] += w;
    }
    if (!this.turns) return factor.factor();
    this.#updateTurns(q);
    return this.#keepRest(s, damped, mass);
  }

  #addElements(values: Float64Array, entries: Int32Array, s0: number, r: Float64Array | null): void {
    const elements = this.#elements;
    const turned = this.#turned;
    const { nodesEach: m, count } = elements;
    const n = 3 * m;
    for (let e = 0; e < count; e++) {
      const own = elements.matrices[elements.matrixOf[e]];
      if (r) turnMatrix(own, m, r, 9 * e, turned);
      const k0 = r ? turned : own;
      const s = s0 * elements.scale[e];
      for (let a = 0; a < m; a++) {
        for (let b = 0; b < m; b++) {
          const at = entries[m * m * e + m * a + b];
          if (at < 0) continue;
          const o = 9 * at;
          const k = 3 * a * n + 3 * b;
          for (let i = 0; i < 3; i++) {
            values[o + 3 * i] += s * k0[k + n * i];
            values[o + 3 * i + 1] += s * k0[k + n * i + 1];
            values[o + 3 * i + 2] += s * k0[k + n * i + 2];
          }
        }
      }
    }
  }

  /** The factor of A₀ for this length of a step: one that is kept, or a new one. */
  #keepRest(s: number, damped: number, mass: Float64Array): boolean {
    const { factor } = this;
    const kept = this.#kept;
    const unknown = this.#unknown;
    const elements = this.#elements;
    const known = kept.find((k) => k.s === s && k.damped === damped);
    if (known) {
      factor.recall(known.l);
      return true;
    }
    const { nodesEach: m, nodes, count } = elements;
    const entries = new Int32Array(m * m * count).fill(-1);
    for (let n = 0; n < entries.length; n++) {
      const e = Math.floor(n / (m * m));
      const i = unknown[nodes[m * e + (Math.floor(n / m) % m)]];
      const j = unknown[nodes[m * e + (n % m)]];
      if (this.#entries[n] >= 0) entries[n] = factor.entry(i, j);
    }
    factor.clear();
    this.#addElements(factor.values, entries, s, null);
    for (let i = 0; i < unknown.length; i++) {
      const j = unknown[i];
      if (j < 0) continue;
      const o = 9 * factor.entry(j, j);
      for (let k = 0; k < 9; k += 4) factor.values[o + k] += mass[i] * damped;
    }
    factor.keep();
    if (!factor.factor()) return false;
    const l = factor.keep();
    factor.recall(l);
    if (kept.length === LENGTHS) kept.shift();
    kept.push({ s, damped, l });
    return true;
  }

  /** W: sums of the quaternions of a node's elements, each on the side of the first. */
  #updateTurns(q: Float64Array): void {
    const { factor } = this;
    const elements = this.#elements;
    const unknown = this.#unknown;
    const sum = this.#quaternions;
    const weights = this.#weights;
    const { nodesEach: m, nodes, count } = elements;
    sum.fill(0);
    for (let e = 0; e < count; e++) {
      const w = weights[e];
      for (let a = 0; a < m; a++) {
        const j = unknown[nodes[m * e + a]];
        if (j < 0) continue;
        const o = 4 * factor.place[j];
        const p = 4 * e;
        const along = sum[o] * q[p] + sum[o + 1] * q[p + 1] + sum[o + 2] * q[p + 2] + sum[o + 3] * q[p + 3];
        const k = along < 0 ? -w : w;
        sum[o] += k * q[p];
        sum[o + 1] += k * q[p + 1];
        sum[o + 2] += k * q[p + 2];
        sum[o + 3] += k * q[p + 3];
      }
    }
    for (let j = 0; j < this.count; j++) {
      const o = 4 * j;
      const size = Math.sqrt(
        sum[o] * sum[o] + sum[o + 1] * sum[o + 1] + sum[o + 2] * sum[o + 2] + sum[o + 3] * sum[o + 3],
      );
      if (size > 0) for (let k = 0; k < 4; k++) sum[o + k] /= size;
      else sum[o + 3] = 1;
      matrixFromQuaternion(this.turns!, 9 * j, sum, o);
    }
  }

  /** x = A⁻¹ x, three numbers an unknown. */
  solve(x: Float64Array): void {
    if (this.isWarped) this.#iterate(x);
    else this.factor.solve(x);
  }

  /** x = P⁻¹ x; A⁻¹ x where A itself is factored. */
  respond(x: Float64Array): void {
    if (!this.isWarped) {
      this.factor.solve(x);
      return;
    }
    const [y, z] = this.#room as [Float64Array, Float64Array];
    this.#permute(y, x);
    this.#precondition(z, y);
    this.#putBack(x, z);
  }

  #permute(to: Float64Array, from: Float64Array): void {
    const { order, n } = this.factor;
    for (let k = 0; k < n; k++) for (let i = 0; i < 3; i++) to[3 * k + i] = from[3 * order[k] + i];
  }

  #putBack(to: Float64Array, from: Float64Array): void {
    const { order, n } = this.factor;
    for (let k = 0; k < n; k++) for (let i = 0; i < 3; i++) to[3 * order[k] + i] = from[3 * k + i];
  }

  /** z = W A₀⁻¹ Wᵀ r, by place. */
  #precondition(z: Float64Array, r: Float64Array): void {
    const { factor } = this;
    const w = this.turns!;
    for (let o = 0, t = 0; o < r.length; o += 3, t += 9) {
      const a = r[o];
      const b = r[o + 1];
      const c = r[o + 2];
      z[o] = w[t] * a + w[t + 3] * b + w[t + 6] * c;
      z[o + 1] = w[t + 1] * a + w[t + 4] * b + w[t + 7] * c;
      z[o + 2] = w[t + 2] * a + w[t + 5] * b + w[t + 8] * c;
    }
    factor.forward(z);
    factor.backward(z);
    for (let o = 0, t = 0; o < r.length; o += 3, t += 9) {
      const a = z[o];
      const b = z[o + 1];
      const c = z[o + 2];
      z[o] = w[t] * a + w[t + 1] * b + w[t + 2] * c;
      z[o + 1] = w[t + 3] * a + w[t + 4] * b + w[t + 5] * c;
      z[o + 2] = w[t + 6] * a + w[t + 7] * b + w[t + 8] * c;
    }
  }

  #iterate(x: Float64Array): void {
    const [r, z, p, q] = this.#room as [Float64Array, Float64Array, Float64Array, Float64Array];
    this.#permute(r, x);
    this.#precondition(z, r);
    this.#putBack(this.first, z);
    x.fill(0);
    p.set(z);
    let energy = dot(r, z);
    const enough = ACCURACY * ACCURACY * energy;
    const { order, n } = this.factor;
    this.passes = 0;
    while (energy > enough && this.passes < MOST_PASSES) {
      this.passes++;
      this.#matrix!.multiply(q, p);
      const step = energy / dot(p, q);
      for (let k = 0; k < n; k++) for (let i = 0; i < 3; i++) x[3 * order[k] + i] += step * p[3 * k + i];
      for (let k = 0; k < r.length; k++) r[k] -= step * q[k];
      this.#precondition(z, r);
      const next = dot(r, z);
      const share = next / energy;
      energy = next;
      for (let k = 0; k < p.length; k++) p[k] = z[k] + share * p[k];
    }
    if (n === this.#unknown.length) this.#closeMomentum(x, r);
  }

  /** A free solid: what is left of the residual's sum goes into a motion of the whole, which strains nothing. */
  #closeMomentum(x: Float64Array, r: Float64Array): void {
    for (let i = 0; i < 3; i++) {
      let sum = 0;
      for (let k = i; k < r.length; k += 3) sum += r[k];
      for (let k = i; k < x.length; k += 3) x[k] += sum / this.#mass;
    }
  }
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < a.length; k++) sum += a[k] * b[k];
  return sum;
}

/** out = R K Rᵀ, block by block. */
function turnMatrix(k: Float64Array, m: number, r: Float64Array, ri: number, out: Float64Array): void {
  const n = 3 * m;
  const r0 = r[ri];
  const r1 = r[ri + 1];
  const r2 = r[ri + 2];
  const r3 = r[ri + 3];
  const r4 = r[ri + 4];
  const r5 = r[ri + 5];
  const r6 = r[ri + 6];
  const r7 = r[ri + 7];
  const r8 = r[ri + 8];
  for (let a = 0; a < m; a++) {
    for (let b = 0; b <= a; b++) {
      const o = 3 * a * n + 3 * b;
      const k0 = k[o];
      const k1 = k[o + 1];
      const k2 = k[o + 2];
      const k3 = k[o + n];
      const k4 = k[o + n + 1];
      const k5 = k[o + n + 2];
      const k6 = k[o + 2 * n];
      const k7 = k[o + 2 * n + 1];
      const k8 = k[o + 2 * n + 2];
      const a0 = r0 * k0 + r1 * k3 + r2 * k6;
      const a1 = r0 * k1 + r1 * k4 + r2 * k7;
      const a2 = r0 * k2 + r1 * k5 + r2 * k8;
      const b0 = r3 * k0 + r4 * k3 + r5 * k6;
      const b1 = r3 * k1 + r4 * k4 + r5 * k7;
      const b2 = r3 * k2 + r4 * k5 + r5 * k8;
      const c0 = r6 * k0 + r7 * k3 + r8 * k6;
      const c1 = r6 * k1 + r7 * k4 + r8 * k7;
      const c2 = r6 * k2 + r7 * k5 + r8 * k8;
      const p = 3 * b * n + 3 * a;
      out[o] = out[p] = a0 * r0 + a1 * r1 + a2 * r2;
      out[o + 1] = out[p + n] = a0 * r3 + a1 * r4 + a2 * r5;
      out[o + 2] = out[p + 2 * n] = a0 * r6 + a1 * r7 + a2 * r8;
      out[o + n] = out[p + 1] = b0 * r0 + b1 * r1 + b2 * r2;
      out[o + n + 1] = out[p + n + 1] = b0 * r3 + b1 * r4 + b2 * r5;
      out[o + n + 2] = out[p + 2 * n + 1] = b0 * r6 + b1 * r7 + b2 * r8;
      out[o + 2 * n] = out[p + 2] = c0 * r0 + c1 * r1 + c2 * r2;
      out[o + 2 * n + 1] = out[p + n + 2] = c0 * r3 + c1 * r4 + c2 * r5;
      out[o + 2 * n + 2] = out[p + 2 * n + 2] = c0 * r6 + c1 * r7 + c2 * r8;
    }
  }
}
