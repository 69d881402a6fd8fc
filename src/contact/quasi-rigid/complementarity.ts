// The elastic complementarity problem: s = G x + q ≥ 0, x ≥ 0, sᵀx = 0 (Pauly, Pai & Guibas 2004, eq. 10).
//
// G is symmetric and positive definite (response.ts), so the solution exists and is one. The paper uses Lemke's method.
// Here an active set: nodes in it have s = 0, the others x = 0. All nodes that break a condition change sides at
// once; should the number of these not fall for a while, only the last one does, which ends always (J. J. Júdice, F. M.
// Pires, "A block principal pivoting algorithm for large-scale strictly monotone LCPs", Computers & OR 21, 1994). Two
// to five rounds are usual. Up to DENSE nodes each round factors G on the active set; beyond, conjugate gradients go on
// from the last x. Verified in test/contact/quasi-rigid/complementarity.test.ts.

import type { Arena, F64Slab, I32Slab } from '../../memory/arena.js';

/** Most active nodes for which G is factored. */
const DENSE = 640;
/** Rounds of changing all sides without getting nearer. */
const PATIENCE = 8;
const MOST_ROUNDS = 200;
/** Rounds for bodies that move, before their motion is solved for by itself; and steps of that. */
const FEW_ROUNDS = 12;
const MOTION_STEPS = 60;
/** Conditions count as kept within this share of the largest |q| (and of the x that it would need). */
const TOLERANCE = 1e-11;
/** Of conjugate gradients: residual against the largest |q|, and steps at most (some 60 are usual). */
const CG_TOLERANCE = 1e-12;
const CG_ROUGH = 1e-4;
const CG_STEPS = 400;
/** Of a pivot (1/m): rounding may leave nothing where bodies move far more easily than they give way. */
const LEAST = 1e-12;

export class Complementarity {
  /** G by rows, n × n: the caller fills it. */
  readonly g: F64Slab;
  /**
   * Rows of U, n × 3, where the problem is s = (G + U Uᵀ) x + q: bodies that move out of each other's way while they
   * are pressed. Used if `moves` is set.
   */
  readonly u: F64Slab;
  moves = false;
  /** What is given, what is found (x, s), and whether a node is active: n numbers each. */
  readonly q: F64Slab;
  readonly x: F64Slab;
  readonly s: F64Slab;
  readonly active: I32Slab;
  rounds = 0;
  private readonly factor: F64Slab;
  private readonly list: I32Slab;
  private readonly r: F64Slab;
  private readonly p: F64Slab;
  private readonly gp: F64Slab;
  private readonly ux = new Float64Array(3);
  /** Active nodes of the factor that is at hand, or 0: none. */
  private factored = 0;
  private isSettled = true;
  private readonly given: F64Slab;
  private readonly column: F64Slab;
  private readonly t = new Float64Array(3);
  private readonly trial = new Float64Array(3);
  private readonly g3 = new Float64Array(3);
  private readonly z = new Float64Array(3);
  private readonly h = new Float64Array(9);

  constructor(arena: Arena) {
    this.g = arena.f64(256);
    this.u = arena.f64(192);
    this.q = arena.f64(64);
    this.x = arena.f64(64);
    this.s = arena.f64(64);
    this.active = arena.i32(64);
    this.factor = arena.f64(256);
    this.list = arena.i32(64);
    this.r = arena.f64(64);
    this.p = arena.f64(64);
    this.gp = arena.f64(64);
    this.given = arena.f64(64);
    this.column = arena.f64(64);
  }

  /** Somebody has changed what is active. */
  forgetFactor(): void {
    this.factored = 0;
  }

  reserve(n: number): void {
    this.g.reserve(n * n);
    this.u.reserve(3 * n);
    for (const slab of [this.q, this.x, this.s, this.r, this.p, this.gp, this.given, this.column]) slab.reserve(n);
    this.active.reserve(n);
    this.list.reserve(n);
  }

  /** Solves from the active set at hand. Returns the number of active nodes. */
  solve(n: number): number {
    if (!this.moves) return this.pivot(n, MOST_ROUNDS);
    const count = this.pivot(n, FEW_ROUNDS);
    return this.isSettled ? count : this.solveByMotion(n);
  }

  /**
   * The same problem by the motion t = Uᵀx alone, three numbers: with t given, what is left is a problem of surfaces,
   * and t is where the concave function -½ t·t + min over x ≥ 0 of ½ x·Gx + (q + Ut)·x is greatest. Newton's method
   * with a line search gets there from anywhere. For bodies that move 1e5 times more easily than they give way and
   * rock from one edge to another, where changing sides goes round in circles.
   */
  private solveByMotion(n: number): number {
    const { trial, t, g3: g, z } = this;
    const given = this.given.data;
    const q = this.q.data;
    const u = this.u.data;
    for (let i = 0; i < n; i++) given[i] = q[i];
    this.moves = false;
    t.fill(0);
    let count = this.settleAt(n, t);
    let value = this.dual(n, t);
    for (let step = 0; step < MOTION_STEPS; step++) {
      let off = 0;
      let size = 0;
      for (let c = 0; c < 3; c++) {
        let sum = 0;
        for (let k = 0; k < count; k++) sum += u[3 * this.list.data[k] + c] * this.x.data[this.list.data[k]];
        g[c] = sum - t[c];
        off = Math.max(off, Math.abs(g[c]));
        size = Math.max(size, Math.abs(sum), Math.abs(t[c]));
      }
      if (!(off > 1e-11 * size)) break;
      this.tangent(n);
      solve3(this.h, g, z);
      const slope = g[0] * z[0] + g[1] * z[1] + g[2] * z[2];
      let isBetter = false;
      for (let cut = 0, a = 1; cut < 40 && !isBetter; cut++, a *= 0.5) {
        for (let c = 0; c < 3; c++) trial[c] = t[c] + a * z[c];
        count = this.settleAt(n, trial);
        const next = this.dual(n, trial);
        isBetter = next >= value + 1e-4 * a * slope || a * slope <= 1e-13 * Math.abs(value);
        if (!isBetter) continue;
        value = next;
        t.set(trial);
      }
      if (!isBetter) break;
    }
    this.moves = true;
    for (let i = 0; i < n; i++) q[i] = given[i];
    return count;
  }

  /** Solves the problem of surfaces for bodies moved by t. */
  private settleAt(n: number, t: Float64Array): number {
    const q = this.q.data;
    const u = this.u.data;
    const given = this.given.data;
    for (let i = 0; i < n; i++) q[i] = given[i] + u[3 * i] * t[0] + u[3 * i + 1] * t[1] + u[3 * i + 2] * t[2];
    return this.pivot(n, MOST_ROUNDS);
  }

  private dual(n: number, t: Float64Array): number {
    let sum = 0;
    for (let i = 0; i < n; i++) sum += this.q.data[i] * this.x.data[i];
    return 0.5 * (sum - t[0] * t[0] - t[1] * t[1] - t[2] * t[2]);
  }

  /** I + Uᵀ G⁻¹ U on the active set. */
  private tangent(n: number): void {
    const { h } = this;
    const u = this.u.data;
    const y = this.column.data;
    for (let c = 0; c < 3; c++) {
      for (let i = 0; i < n; i++) y[i] = u[3 * i + c];
      this.respond(n, y);
      for (let r = 0; r < 3; r++) {
        let sum = r === c ? 1 : 0;
        for (let i = 0; i < n; i++) sum += u[3 * i + r] * y[i];
        h[3 * r + c] = sum;
      }
    }
  }

  /** Changes sides until all conditions are kept, or for `most` rounds. Returns the number of active nodes. */
  private pivot(n: number, most: number): number {
    this.isSettled = true;
    const active = this.active.data;
    const q = this.q.data;
    const x = this.x.data;
    const s = this.s.data;
    const g = this.g.data;
    let deepest = 0;
    for (let i = 0; i < n; i++) if (-q[i] > deepest) deepest = -q[i];
    this.rounds = 0;
    this.factored = 0;
    if (!(deepest > 0)) {
      for (let i = 0; i < n; i++) {
        x[i] = 0;
        s[i] = q[i];
        active[i] = 0;
      }
      return 0;
    }
    for (let i = 0; i < n; i++) if (active[i] === 0) x[i] = 0;
    let fewest = n + 1;
    let patience = PATIENCE;
    let count = 0;
    // While sides still change, conjugate gradients need not be exact.
    let share = CG_ROUGH;
    while (true) {
      if (this.rounds >= most) {
        this.isSettled = false;
        break;
      }
      this.rounds++;
      count = this.solveActive(n, deepest * share);
      const tolerance = count > DENSE && share > CG_TOLERANCE ? 10 * share : TOLERANCE;
      this.separate(n, count);
      let broken = 0;
      let last = -1;
      for (let i = 0; i < n; i++) {
        const isBroken = active[i] === 1 ? x[i] < -tolerance * (deepest / g[i * n + i]) : s[i] < -tolerance * deepest;
        if (!isBroken) continue;
        broken++;
        last = i;
      }
      if (broken === 0 && tolerance === TOLERANCE) break;
      if (broken === 0) {
        share = CG_TOLERANCE;
        fewest = n + 1;
        continue;
      }
      if (broken < fewest) {
        fewest = broken;
        patience = PATIENCE;
      } else patience--;
      for (let i = patience > 0 ? 0 : last; i <= last; i++) {
        if (active[i] === 1) {
          if (x[i] < -tolerance * (deepest / g[i * n + i])) {
            active[i] = 0;
            x[i] = 0;
          }
        } else if (s[i] < -tolerance * deepest) active[i] = 1;
      }
    }
    for (let i = 0; i < n; i++) if (x[i] < 0) x[i] = 0;
    return count;
  }

  /** s of all nodes. */
  private separate(n: number, m: number): void {
    const g = this.g.data;
    const x = this.x.data;
    const s = this.s.data;
    const q = this.q.data;
    const active = this.active.data;
    const list = this.list.data;
    this.gatherMotion(m, x);
    for (let i = 0; i < n; i++) {
      if (active[i] === 1) {
        s[i] = 0;
        continue;
      }
      let sum = q[i] + this.motionAt(i);
      const row = i * n;
      for (let k = 0; k < m; k++) {
        const j = list[k];
        sum += g[row + j] * x[j];
      }
      s[i] = sum;
    }
  }

  /** Uᵀ x over the active set. */
  private gatherMotion(m: number, x: Float64Array): void {
    const { ux } = this;
    ux.fill(0);
    if (!this.moves) return;
    const u = this.u.data;
    const list = this.list.data;
    for (let k = 0; k < m; k++) {
      const i = list[k];
      ux[0] += u[3 * i] * x[i];
      ux[1] += u[3 * i + 1] * x[i];
      ux[2] += u[3 * i + 2] * x[i];
    }
  }

  private motionAt(i: number): number {
    if (!this.moves) return 0;
    const u = this.u.data;
    const { ux } = this;
    return u[3 * i] * ux[0] + u[3 * i + 1] * ux[1] + u[3 * i + 2] * ux[2];
  }

  /** x on the active set, by a factor or by conjugate gradients. */
  private solveActive(n: number, enough: number): number {
    const active = this.active.data;
    const list = this.list.data;
    let m = 0;
    for (let i = 0; i < n; i++) if (active[i] === 1) list[m++] = i;
    if (m > DENSE) {
      this.iterate(n, m, enough);
      return m;
    }
    this.factorActive(n, m, this.moves);
    const x = this.x.data;
    const q = this.q.data;
    const y = this.r.data;
    for (let k = 0; k < m; k++) y[k] = -q[list[k]];
    this.backSolve(y, m);
    for (let k = 0; k < m; k++) x[list[k]] = y[k];
    return m;
  }

  /** Cholesky's factor L of G on the active set, lower rows, with inverse diagonal. */
  private factorActive(n: number, m: number, moves: boolean): void {
    this.factor.reserve(m * m);
    const l = this.factor.data;
    const g = this.g.data;
    const u = this.u.data;
    const list = this.list.data;
    // The lower half of what is to be factored, in place.
    for (let i = 0; i < m; i++) {
      const ri = i * m;
      const gi = list[i] * n;
      const p = 3 * list[i];
      for (let j = 0; j <= i; j++) {
        let value = g[gi + list[j]];
        if (moves) {
          const q = 3 * list[j];
          value += u[p] * u[q] + u[p + 1] * u[q + 1] + u[p + 2] * u[q + 2];
        }
        l[ri + j] = value;
      }
    }
    factorRows(l, m);
    this.factored = moves ? 0 : m;
  }

  private backSolve(y: Float64Array, m: number): void {
    const l = this.factor.data;
    for (let i = 0; i < m; i++) {
      let sum = y[i];
      const ri = i * m;
      for (let k = 0; k < i; k++) sum -= l[ri + k] * y[k];
      y[i] = sum * l[ri + i];
    }
    for (let i = m - 1; i >= 0; i--) {
      const yi = y[i] * l[i * m + i];
      y[i] = yi;
      const ri = i * m;
      for (let k = 0; k < i; k++) y[k] -= l[ri + k] * yi;
    }
  }

  /** Conjugate gradients, scaled by the diagonal: nodes at edges have small areas. To a residual of `small`. */
  private iterate(n: number, m: number, small: number): void {
    const x = this.x.data;
    const q = this.q.data;
    const r = this.r.data;
    const p = this.p.data;
    const list = this.list.data;
    const gp = this.gp.data;
    const g = this.g.data;
    this.apply(n, m, x, gp);
    let rz = 0;
    let rr = 0;
    for (let k = 0; k < m; k++) {
      const i = list[k];
      r[i] = -q[i] - gp[i];
      p[i] = r[i] / g[i * n + i];
      rz += r[i] * p[i];
      rr += r[i] * r[i];
    }
    const enough = small * small * m;
    for (let round = 0; round < CG_STEPS && rr > enough; round++) {
      this.apply(n, m, p, gp);
      let pgp = 0;
      for (let k = 0; k < m; k++) pgp += p[list[k]] * gp[list[k]];
      const alpha = rz / pgp;
      let next = 0;
      rr = 0;
      for (let k = 0; k < m; k++) {
        const i = list[k];
        x[i] += alpha * p[i];
        r[i] -= alpha * gp[i];
        rr += r[i] * r[i];
        next += (r[i] * r[i]) / g[i * n + i];
      }
      const beta = next / rz;
      rz = next;
      for (let k = 0; k < m; k++) p[list[k]] = r[list[k]] / g[list[k] * n + list[k]] + beta * p[list[k]];
    }
  }

  /** out = G v on the active set. */
  private apply(n: number, m: number, v: Float64Array, out: Float64Array): void {
    const g = this.g.data;
    const list = this.list.data;
    this.gatherMotion(m, v);
    for (let a = 0; a < m; a++) {
      const row = list[a] * n;
      let sum = this.motionAt(list[a]);
      for (let b = 0; b < m; b++) sum += g[row + list[b]] * v[list[b]];
      out[list[a]] = sum;
    }
  }

  /**
   * G⁻¹ y on the last active set, y given and returned over all n nodes (zero elsewhere): what a change of q does to x
   * while nodes stay on their sides.
   */
  respond(n: number, y: Float64Array): void {
    const active = this.active.data;
    const list = this.list.data;
    let m = 0;
    for (let i = 0; i < n; i++) {
      if (active[i] === 1) list[m++] = i;
    }
    const z = this.r.data;
    if (m <= DENSE) {
      if (this.factored !== m) this.factorActive(n, m, false);
      for (let k = 0; k < m; k++) z[k] = y[list[k]];
      this.backSolve(z, m);
      y.fill(0, 0, n);
      for (let k = 0; k < m; k++) y[list[k]] = z[k];
      return;
    }
    // The same iteration with y in place of -q, on G alone; x and q come back as they were.
    const { moves } = this;
    this.moves = false;
    const keepX = this.x.data.slice(0, n);
    const keepQ = this.q.data.slice(0, n);
    let largest = 0;
    for (let k = 0; k < m; k++) {
      const i = list[k];
      this.q.data[i] = -y[i];
      this.x.data[i] = 0;
      largest = Math.max(largest, Math.abs(y[i]));
    }
    this.iterate(n, m, 1e-9 * largest);
    y.fill(0, 0, n);
    for (let k = 0; k < m; k++) y[list[k]] = this.x.data[list[k]];
    this.moves = moves;
    this.x.data.set(keepX);
    this.q.data.set(keepQ);
  }
}

/**
 * Cholesky's factor of the m × m matrix whose lower half is in l, by rows; its diagonal inverted. Two rows and two
 * columns at a time: every number that is read is used twice.
 */
function factorRows(l: Float64Array, m: number): void {
  let i = 0;
  for (; i + 1 < m; i += 2) {
    const r0 = i * m;
    const r1 = r0 + m;
    for (let j = 0; j < i; j += 2) {
      const c0 = j * m;
      const c1 = c0 + m;
      let s00 = l[r0 + j];
      let s01 = l[r0 + j + 1];
      let s10 = l[r1 + j];
      let s11 = l[r1 + j + 1];
      for (let k = 0; k < j; k++) {
        const a0 = l[r0 + k];
        const a1 = l[r1 + k];
        const b0 = l[c0 + k];
        const b1 = l[c1 + k];
        s00 -= a0 * b0;
        s01 -= a0 * b1;
        s10 -= a1 * b0;
        s11 -= a1 * b1;
      }
      const d0 = l[c0 + j];
      const e = l[c1 + j];
      const d1 = l[c1 + j + 1];
      s00 *= d0;
      s10 *= d0;
      l[r0 + j] = s00;
      l[r1 + j] = s10;
      l[r0 + j + 1] = (s01 - s00 * e) * d1;
      l[r1 + j + 1] = (s11 - s10 * e) * d1;
    }
    let s00 = l[r0 + i];
    let s10 = l[r1 + i];
    let s11 = l[r1 + i + 1];
    for (let k = 0; k < i; k++) {
      const a0 = l[r0 + k];
      const a1 = l[r1 + k];
      s00 -= a0 * a0;
      s10 -= a0 * a1;
      s11 -= a1 * a1;
    }
    s00 = 1 / Math.sqrt(s00 > LEAST ? s00 : LEAST);
    s10 *= s00;
    s11 -= s10 * s10;
    l[r0 + i] = s00;
    l[r1 + i] = s10;
    l[r1 + i + 1] = 1 / Math.sqrt(s11 > LEAST ? s11 : LEAST);
  }
  if (i >= m) return;
  const r = i * m;
  for (let j = 0; j < m; j++) {
    const c = j * m;
    let sum = l[r + j];
    for (let k = 0; k < j; k++) sum -= l[r + k] * l[c + k];
    l[r + j] = j === i ? 1 / Math.sqrt(sum > LEAST ? sum : LEAST) : sum * l[c + j];
  }
}

/** x = H⁻¹ g for a symmetric positive definite H. */
function solve3(h: Float64Array, g: Float64Array, x: Float64Array): void {
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
