// G on the nodes that bear: its Cholesky factor, and conjugate gradients.
//
// Both solve (G + U Uᵀ) x = b on the m active nodes, U having three columns (bodies that move out of each other's way)
// or none. The factor is that of G alone, which the tangent stiffness needs too; U comes in by the formula of Woodbury,
//   x = z - Y (I + UᵀY)⁻¹ Uᵀz,   z = G⁻¹b,   Y = G⁻¹U,
// and one step of refinement makes up for what that cancels where bodies move far more easily than they give way.
// Conjugate gradients are preconditioned by D + U Uᵀ, D the diagonal of G: without U in it three eigenvalues of up to
// 1e8 would cost them their accuracy. Verified in test/contact/quasi-rigid/complementarity.test.ts.

import type { Arena, F64Slab, I32Slab } from '../../memory/arena.js';
import { factorRows } from './factor-rows.js';

const CG_STEPS = 400;

/** A factor of the step before: it is the same if the same cells of a lattice bear. */
export class KeptFactor {
  /** Column and row of each active node, from the first one on; and what else the factor depends on. */
  key = new Int32Array(64);
  size = 0;
  shape = 0;
  l: Float64Array = new Float64Array(0);
}

/** Factors of more nodes than this are not kept: 0.13 MB for each contact at most. */
export const MOST_KEPT = 128;

export class ActiveMatrix {
  /** Active nodes and how many. */
  readonly list: I32Slab;
  m = 0;
  /** x on the list, as solved last. */
  readonly x: F64Slab;
  readonly #a: F64Slab;
  readonly #own: F64Slab;
  #l: Float64Array = new Float64Array(0);
  #isFactored = false;
  #isGathered = false;
  #g!: Float64Array;
  #n = 0;
  readonly #u: F64Slab;
  readonly #y: F64Slab;
  readonly #r: F64Slab;
  readonly #p: F64Slab;
  readonly #z: F64Slab;
  readonly #ap: F64Slab;
  readonly #h = new Float64Array(9);
  readonly #t = new Float64Array(3);
  readonly #w = new Float64Array(3);

  constructor(arena: Arena) {
    this.list = arena.i32(64);
    this.x = arena.f64(64);
    this.#a = arena.f64(256);
    this.#own = arena.f64(256);
    this.#u = arena.f64(192);
    this.#y = arena.f64(192);
    this.#r = arena.f64(64);
    this.#p = arena.f64(64);
    this.#z = arena.f64(64);
    this.#ap = arena.f64(64);
  }

  /** Lists the active ones of n nodes. G is by rows in g, of which those of active nodes must be filled. */
  take(g: Float64Array, n: number, active: Int32Array): number {
    this.list.reserve(n);
    const list = this.list.data;
    let m = 0;
    for (let i = 0; i < n; i++) if (active[i] === 1) list[m++] = i;
    this.#g = g;
    this.#n = n;
    this.m = m;
    this.#isFactored = false;
    this.#isGathered = false;
    this.x.reserve(m);
    this.#r.reserve(m);
    this.#p.reserve(m);
    this.#z.reserve(m);
    this.#ap.reserve(m);
    this.#u.reserve(3 * m);
    this.#y.reserve(3 * m);
    return m;
  }

  /** Factors G, or takes the factor that is kept if it is that of these cells (three numbers each; null: unknown). */
  factor(cells: Int32Array | null, shape: number, kept: KeptFactor | null): void {
    if (this.#isFactored) return;
    this.#isFactored = true;
    const { m } = this;
    const memory = cells !== null && kept !== null && m <= MOST_KEPT ? kept : null;
    if (memory !== null) {
      if (this.#isKept(cells!, shape, memory)) {
        this.#l = memory.l;
        return;
      }
      if (memory.l.length < m * m) memory.l = new Float64Array(m * m);
      this.#l = memory.l;
    } else {
      this.#own.reserve(m * m);
      this.#l = this.#own.data;
    }
    const l = this.#l;
    const g = this.#g;
    const n = this.#n;
    const list = this.list.data;
    for (let i = 0; i < m; i++) {
      const row = list[i] * n;
      for (let j = 0; j <= i; j++) l[i * m + j] = g[row + list[j]];
    }
    factorRows(l, m);
  }

  #isKept(cells: Int32Array, shape: number, memory: KeptFactor): boolean {
    const { m } = this;
    const list = this.list.data;
    let isSame = memory.size === m && memory.shape === shape;
    if (2 * m > memory.key.length) memory.key = new Int32Array(4 * m);
    const { key } = memory;
    for (let k = 0; k < m; k++) {
      const c = cells[3 * list[k]] - cells[3 * list[0]];
      const r = cells[3 * list[k] + 1] - cells[3 * list[0] + 1];
      if (key[2 * k] !== c || key[2 * k + 1] !== r) isSame = false;
      key[2 * k] = c;
      key[2 * k + 1] = r;
    }
    memory.size = m;
    memory.shape = shape;
    return isSame;
  }

  /** G⁻¹ y in place, on the list. */
  #backSolve(y: Float64Array): void {
    const { m } = this;
    const l = this.#l;
    for (let i = 0; i < m; i++) {
      let sum = y[i];
      const ri = i * m;
      for (let k = 0; k < i; k++) sum -= l[ri + k] * y[k];
      y[i] = sum * l[ri + i];
    }
    for (let i = m - 1; i >= 0; i--) {
      const ri = i * m;
      const yi = y[i] * l[ri + i];
      y[i] = yi;
      for (let k = 0; k < i; k++) y[k] -= l[ri + k] * yi;
    }
  }

  /** The same for three at once, one behind the other: every number of the factor that is read is used three times. */
  #backSolve3(y: Float64Array): void {
    const { m } = this;
    const l = this.#l;
    const m2 = 2 * m;
    for (let i = 0; i < m; i++) {
      let s0 = y[i];
      let s1 = y[m + i];
      let s2 = y[m2 + i];
      const ri = i * m;
      for (let k = 0; k < i; k++) {
        const a = l[ri + k];
        s0 -= a * y[k];
        s1 -= a * y[m + k];
        s2 -= a * y[m2 + k];
      }
      const d = l[ri + i];
      y[i] = s0 * d;
      y[m + i] = s1 * d;
      y[m2 + i] = s2 * d;
    }
    for (let i = m - 1; i >= 0; i--) {
      const ri = i * m;
      const d = l[ri + i];
      const y0 = y[i] * d;
      const y1 = y[m + i] * d;
      const y2 = y[m2 + i] * d;
      y[i] = y0;
      y[m + i] = y1;
      y[m2 + i] = y2;
      for (let k = 0; k < i; k++) {
        const a = l[ri + k];
        y[k] -= a * y0;
        y[m + k] -= a * y1;
        y[m2 + k] -= a * y2;
      }
    }
  }

  /** G⁻¹ V by the factor, V having three columns, given and returned as rows over all nodes (zero elsewhere). */
  respond3(v: Float64Array): void {
    const { m } = this;
    const n = this.#n;
    const y = this.#y.data;
    const list = this.list.data;
    for (let k = 0; k < m; k++) for (let c = 0; c < 3; c++) y[c * m + k] = v[3 * list[k] + c];
    this.#backSolve3(y);
    v.fill(0, 0, 3 * n);
    for (let k = 0; k < m; k++) for (let c = 0; c < 3; c++) v[3 * list[k] + c] = y[c * m + k];
  }

  /** x from b by the factor; u: rows of U over all nodes, or null. */
  solve(b: Float64Array, u: Float64Array | null): void {
    const { m } = this;
    const h = this.#h;
    const t = this.#t;
    const x = this.x.data;
    const list = this.list.data;
    for (let k = 0; k < m; k++) x[k] = b[list[k]];
    this.#backSolve(x);
    if (u === null) return;
    this.#gatherMotion(u);
    const y = this.#y.data;
    const v = this.#u.data;
    for (let k = 0; k < 3 * m; k++) y[k] = v[k];
    this.#backSolve3(y);
    this.#normal(y);
    this.#across(x, v, t);
    solve3(h, t, this.#w);
    this.#without(x, y);
    // Once more with what is left.
    const r = this.#r.data;
    this.#applyRows(x, r);
    this.#addMotion(x, r);
    for (let k = 0; k < m; k++) r[k] = b[list[k]] - r[k];
    this.#backSolve(r);
    this.#across(r, v, t);
    solve3(h, t, this.#w);
    this.#without(r, y);
    for (let k = 0; k < m; k++) x[k] += r[k];
  }

  /** U on the list, column by column. */
  #gatherMotion(u: Float64Array): void {
    const { m } = this;
    const v = this.#u.data;
    const list = this.list.data;
    for (let k = 0; k < m; k++) for (let c = 0; c < 3; c++) v[c * m + k] = u[3 * list[k] + c];
  }

  /** H = I + Uᵀ Y. */
  #normal(y: Float64Array): void {
    const { m } = this;
    const h = this.#h;
    const v = this.#u.data;
    for (let i = 0; i < 3; i++)
      for (let j = 0; j <= i; j++) {
        let sum = i === j ? 1 : 0;
        for (let k = 0; k < m; k++) sum += v[i * m + k] * y[j * m + k];
        h[3 * i + j] = sum;
        h[3 * j + i] = sum;
      }
  }

  /** out = Vᵀ x. */
  #across(x: Float64Array, v: Float64Array, out: Float64Array): void {
    const { m } = this;
    for (let c = 0; c < 3; c++) {
      let sum = 0;
      for (let k = 0; k < m; k++) sum += v[c * m + k] * x[k];
      out[c] = sum;
    }
  }

  /** x -= Y w. */
  #without(x: Float64Array, y: Float64Array): void {
    const { m } = this;
    const w = this.#w;
    for (let k = 0; k < m; k++) x[k] -= w[0] * y[k] + w[1] * y[m + k] + w[2] * y[2 * m + k];
  }

  /** out += U Uᵀ x. */
  #addMotion(x: Float64Array, out: Float64Array): void {
    const { m } = this;
    const t = this.#t;
    const v = this.#u.data;
    this.#across(x, v, t);
    for (let k = 0; k < m; k++) out[k] += t[0] * v[k] + t[1] * v[m + k] + t[2] * v[2 * m + k];
  }

  /** out = G x on the list, from the rows as they are. */
  #applyRows(x: Float64Array, out: Float64Array): void {
    const { m } = this;
    const g = this.#g;
    const n = this.#n;
    const list = this.list.data;
    for (let k = 0; k < m; k++) {
      const row = list[k] * n;
      let sum = 0;
      for (let j = 0; j < m; j++) sum += g[row + list[j]] * x[j];
      out[k] = sum;
    }
  }

  /** G on the list, side by side: what is read hundreds of times. */
  #gather(): void {
    if (this.#isGathered) return;
    this.#isGathered = true;
    const { m } = this;
    const g = this.#g;
    const n = this.#n;
    this.#a.reserve(m * m);
    const a = this.#a.data;
    const list = this.list.data;
    for (let i = 0; i < m; i++) {
      const row = list[i] * n;
      const to = i * m;
      for (let j = 0; j < m; j++) a[to + j] = g[row + list[j]];
    }
  }

  /** out = G v, four rows at a time: every number of v that is read is used four times. */
  #apply(v: Float64Array, out: Float64Array): void {
    const { m } = this;
    const a = this.#a.data;
    let i = 0;
    for (; i + 3 < m; i += 4) {
      const r0 = i * m;
      const r1 = r0 + m;
      const r2 = r1 + m;
      const r3 = r2 + m;
      let s0 = 0;
      let s1 = 0;
      let s2 = 0;
      let s3 = 0;
      for (let k = 0; k < m; k++) {
        const x = v[k];
        s0 += a[r0 + k] * x;
        s1 += a[r1 + k] * x;
        s2 += a[r2 + k] * x;
        s3 += a[r3 + k] * x;
      }
      out[i] = s0;
      out[i + 1] = s1;
      out[i + 2] = s2;
      out[i + 3] = s3;
    }
    for (; i < m; i++) {
      let sum = 0;
      for (let k = 0; k < m; k++) sum += a[i * m + k] * v[k];
      out[i] = sum;
    }
  }

  /** Conjugate gradients for x from b, from the x given (null: 0), until the mean residual is below `small`. */
  iterate(b: Float64Array, from: Float64Array | null, u: Float64Array | null, small: number): void {
    this.#gather();
    const { m } = this;
    const a = this.#a.data;
    const x = this.x.data;
    const r = this.#r.data;
    const p = this.#p.data;
    const z = this.#z.data;
    const ap = this.#ap.data;
    const list = this.list.data;
    for (let k = 0; k < m; k++) x[k] = from === null ? 0 : from[list[k]];
    if (u !== null) {
      this.#gatherMotion(u);
      const y = this.#y.data;
      const v = this.#u.data;
      for (let c = 0; c < 3; c++) for (let k = 0; k < m; k++) y[c * m + k] = v[c * m + k] / a[k * m + k];
      this.#normal(y);
    }
    this.#apply(x, r);
    if (u !== null) this.#addMotion(x, r);
    let rr = 0;
    for (let k = 0; k < m; k++) {
      r[k] = b[list[k]] - r[k];
      rr += r[k] * r[k];
    }
    this.#precondition(r, z, u !== null);
    let rz = 0;
    for (let k = 0; k < m; k++) {
      p[k] = z[k];
      rz += r[k] * z[k];
    }
    const enough = small * small * m;
    for (let round = 0; round < CG_STEPS && rr > enough; round++) {
      this.#apply(p, ap);
      if (u !== null) this.#addMotion(p, ap);
      let pap = 0;
      for (let k = 0; k < m; k++) pap += p[k] * ap[k];
      const alpha = rz / pap;
      rr = 0;
      for (let k = 0; k < m; k++) {
        x[k] += alpha * p[k];
        r[k] -= alpha * ap[k];
        rr += r[k] * r[k];
      }
      this.#precondition(r, z, u !== null);
      let next = 0;
      for (let k = 0; k < m; k++) next += r[k] * z[k];
      const beta = next / rz;
      rz = next;
      for (let k = 0; k < m; k++) p[k] = z[k] + beta * p[k];
    }
  }

  /** z = (D + U Uᵀ)⁻¹ r. */
  #precondition(r: Float64Array, z: Float64Array, moves: boolean): void {
    const { m } = this;
    const h = this.#h;
    const t = this.#t;
    const a = this.#a.data;
    for (let k = 0; k < m; k++) z[k] = r[k] / a[k * m + k];
    if (!moves) return;
    this.#across(z, this.#u.data, t);
    solve3(h, t, this.#w);
    this.#without(z, this.#y.data);
  }
}

/** x = H⁻¹ g for a symmetric positive definite H. */
export function solve3(h: Float64Array, g: Float64Array, x: Float64Array): void {
  const l10 = h[3] / h[0];
  const l20 = h[6] / h[0];
  const d1 = h[4] - l10 * h[3];
  const m21 = h[7] - l20 * h[3];
  const l21 = m21 / d1;
  const d2 = h[8] - l20 * h[6] - l21 * m21;
  const y1 = g[1] - l10 * g[0];
  x[2] = (g[2] - l20 * g[0] - l21 * y1) / d2;
  x[1] = y1 / d1 - l21 * x[2];
  x[0] = g[0] / h[0] - l10 * x[1] - l20 * x[2];
}
