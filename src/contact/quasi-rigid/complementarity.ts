// The elastic complementarity problem: s = G x + q ≥ 0, x ≥ 0, sᵀx = 0 (Pauly, Pai & Guibas 2004, eq. 10).
//
// G is symmetric and positive definite (response.ts), so the solution exists and is one. The paper uses Lemke's method.
// Here an active set: nodes in it have s = 0, the others x = 0. All nodes that break a condition change sides at
// once; should the number of these not fall for a while, only the last one does, which ends always (J. J. Júdice, F. M.
// Pires, "A block principal pivoting algorithm for large-scale strictly monotone LCPs", Computers & OR 21, 1994). Two
// to five rounds are usual. With many nodes sides are found by conjugate gradients that need not be exact, from the
// last x on, and the answer then by one factor (active-matrix.ts); beyond DENSE nodes by conjugate gradients again.
// Only rows of G that belong to nodes which bear are ever asked for.
// Verified in test/contact/quasi-rigid/complementarity.test.ts.

import type { Arena, F64Slab, I32Slab } from '../../memory/arena.js';
import { ActiveMatrix, type KeptFactor, MOST_KEPT, solve3 } from './active-matrix.js';

/** Most active nodes for which every round factors G, and for which G is factored at all. */
const FEW = 64;
const DENSE = 640;
/** Rounds of changing all sides without getting nearer. */
const PATIENCE = 8;
const MOST_ROUNDS = 200;
/** Rounds for bodies that move, before their motion is solved for by itself; and steps of that. */
const FEW_ROUNDS = 12;
const MOTION_STEPS = 60;
/** Conditions count as kept within this share of the largest |q| (and of the x that it would need). */
const TOLERANCE = 1e-11;
/** Of conjugate gradients: residual against the largest |q|, at the end, while sides change, and while few still do. */
const CG_TOLERANCE = 1e-12;
const CG_ROUGH = 1e-4;
const CG_FINER = 1e-7;

/** Where rows of G come from. */
export interface Rows {
  /** Writes G_ij · `unit` for all n nodes j to g[i n…]. */
  fillRow(g: Float64Array, i: number, n: number): void;
  /** The cell of each node where G depends on nothing else but `shape`, three numbers each; null: it does. */
  readonly cells: Int32Array | null;
  readonly shape: number;
}

export class Complementarity {
  /** G by rows, n × n, in units of 1/unit (1/m); only those of nodes that have been active are filled: `rowOf`. */
  readonly g: F64Slab;
  unit = 1;
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
  /** Where a factor is kept from step to step, or null. */
  kept: KeptFactor | null = null;
  rounds = 0;
  #rows!: Rows;
  readonly #isFilled: I32Slab;
  readonly #set: ActiveMatrix;
  readonly #v: F64Slab;
  readonly #b: F64Slab;
  #isSettled = true;
  #isCurrent = false;
  readonly #given: F64Slab;
  readonly #column: F64Slab;
  readonly #t = new Float64Array(3);
  readonly #trial = new Float64Array(3);
  readonly #g3 = new Float64Array(3);
  readonly #z = new Float64Array(3);
  readonly #h = new Float64Array(9);

  constructor(arena: Arena) {
    this.g = arena.f64(256);
    this.u = arena.f64(192);
    this.#v = arena.f64(192);
    this.q = arena.f64(64);
    this.x = arena.f64(64);
    this.s = arena.f64(64);
    this.#b = arena.f64(64);
    this.active = arena.i32(64);
    this.#isFilled = arena.i32(64);
    this.#given = arena.f64(64);
    this.#column = arena.f64(64);
    this.#set = new ActiveMatrix(arena);
  }

  /** Somebody has changed what is active. */
  forgetFactor(): void {
    this.#isCurrent = false;
  }

  /** A problem of n nodes. */
  begin(n: number, rows: Rows, unit: number): void {
    this.#rows = rows;
    this.unit = unit;
    this.g.reserve(n * n);
    this.u.reserve(3 * n);
    this.#v.reserve(3 * n);
    this.q.reserve(n);
    this.x.reserve(n);
    this.s.reserve(n);
    this.#b.reserve(n);
    this.#given.reserve(n);
    this.#column.reserve(3 * n);
    this.active.reserve(n);
    this.#isFilled.reserve(n);
    this.#isFilled.data.fill(0, 0, n);
    this.#isCurrent = false;
  }

  /** Where row i of G begins in g, once it is filled. */
  rowOf(i: number, n: number): number {
    if (this.#isFilled.data[i] === 0) {
      this.#isFilled.data[i] = 1;
      this.#rows.fillRow(this.g.data, i, n);
    }
    return i * n;
  }

  /** Solves from the active set at hand. Returns the number of active nodes. */
  solve(n: number): number {
    const x = this.x.data;
    const { unit } = this;
    for (let i = 0; i < n; i++) x[i] /= unit;
    let count: number;
    if (!this.moves) count = this.#pivot(n, MOST_ROUNDS);
    else {
      const u = this.u.data;
      const v = this.#v.data;
      const root = Math.sqrt(unit);
      for (let k = 0; k < 3 * n; k++) v[k] = root * u[k];
      count = this.#pivot(n, FEW_ROUNDS);
      if (!this.#isSettled) count = this.#solveByMotion(n);
    }
    for (let i = 0; i < n; i++) x[i] *= unit;
    return count;
  }

  /**
   * The same problem by the motion t = Uᵀx alone, three numbers: with t given, what is left is a problem of surfaces,
   * and t is where the concave function -½ t·t + min over x ≥ 0 of ½ x·Gx + (q + Ut)·x is greatest. Newton's method
   * with a line search gets there from anywhere. For bodies that move 1e5 times more easily than they give way and
   * rock from one edge to another, where changing sides goes round in circles.
   */
  #solveByMotion(n: number): number {
    const trial = this.#trial;
    const t = this.#t;
    const g = this.#g3;
    const z = this.#z;
    const given = this.#given.data;
    const q = this.q.data;
    const u = this.#v.data;
    const x = this.x.data;
    for (let i = 0; i < n; i++) given[i] = q[i];
    this.moves = false;
    t.fill(0);
    let count = this.#settleAt(n, t);
    let value = this.#dual(n, t);
    for (let step = 0; step < MOTION_STEPS; step++) {
      let off = 0;
      let size = 0;
      for (let c = 0; c < 3; c++) {
        let sum = 0;
        for (let i = 0; i < n; i++) sum += u[3 * i + c] * x[i];
        g[c] = sum - t[c];
        off = Math.max(off, Math.abs(g[c]));
        size = Math.max(size, Math.abs(sum), Math.abs(t[c]));
      }
      if (!(off > 1e-11 * size)) break;
      this.#tangent(n);
      solve3(this.#h, g, z);
      const slope = g[0] * z[0] + g[1] * z[1] + g[2] * z[2];
      let isBetter = false;
      for (let cut = 0, a = 1; cut < 40 && !isBetter; cut++, a *= 0.5) {
        for (let c = 0; c < 3; c++) trial[c] = t[c] + a * z[c];
        count = this.#settleAt(n, trial);
        const next = this.#dual(n, trial);
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
  #settleAt(n: number, t: Float64Array): number {
    const q = this.q.data;
    const u = this.#v.data;
    const given = this.#given.data;
    for (let i = 0; i < n; i++) q[i] = given[i] + u[3 * i] * t[0] + u[3 * i + 1] * t[1] + u[3 * i + 2] * t[2];
    return this.#pivot(n, MOST_ROUNDS);
  }

  #dual(n: number, t: Float64Array): number {
    let sum = 0;
    for (let i = 0; i < n; i++) sum += this.q.data[i] * this.x.data[i];
    return 0.5 * (sum - t[0] * t[0] - t[1] * t[1] - t[2] * t[2]);
  }

  /** I + Uᵀ G⁻¹ U on the active set. */
  #tangent(n: number): void {
    const h = this.#h;
    const u = this.#v.data;
    const y = this.#column.data;
    for (let k = 0; k < 3 * n; k++) y[k] = u[k];
    this.#respondInUnits(n, y);
    for (let r = 0; r < 3; r++)
      for (let c = 0; c < 3; c++) {
        let sum = r === c ? 1 : 0;
        for (let i = 0; i < n; i++) sum += u[3 * i + r] * y[3 * i + c];
        h[3 * r + c] = sum;
      }
  }

  /** Changes sides until all conditions are kept, or for `most` rounds. Returns the number of active nodes. */
  #pivot(n: number, most: number): number {
    this.#isSettled = true;
    const active = this.active.data;
    const q = this.q.data;
    const x = this.x.data;
    const s = this.s.data;
    const g = this.g.data;
    let deepest = 0;
    for (let i = 0; i < n; i++) if (-q[i] > deepest) deepest = -q[i];
    this.rounds = 0;
    this.#isCurrent = false;
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
    // While sides still change, x need not be exact.
    let share = CG_ROUGH;
    while (true) {
      if (this.rounds >= most) {
        this.#isSettled = false;
        break;
      }
      this.rounds++;
      count = this.#listActive(n);
      // Sides of the step before are believed at first, where their factor may be at hand.
      const isBelieved = this.rounds === 1 && this.kept !== null && count <= MOST_KEPT;
      const isRough = count > FEW && share > CG_TOLERANCE && !isBelieved;
      this.#solveActive(n, deepest, isRough ? share : 0);
      const tolerance = isRough ? 10 * share : TOLERANCE;
      this.#separate(n, count);
      let broken = 0;
      let last = -1;
      for (let i = 0; i < n; i++) {
        const isBroken = active[i] === 1 ? x[i] < -tolerance * (deepest / g[i * n + i]) : s[i] < -tolerance * deepest;
        if (!isBroken) continue;
        broken++;
        last = i;
      }
      if (broken === 0 && !isRough) break;
      if (broken === 0) {
        share = share > CG_FINER ? CG_FINER : CG_TOLERANCE;
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
    this.#isCurrent = this.#isSettled;
    for (let i = 0; i < n; i++) if (x[i] < 0) x[i] = 0;
    return count;
  }

  #listActive(n: number): number {
    const active = this.active.data;
    for (let i = 0; i < n; i++) if (active[i] === 1) this.rowOf(i, n);
    return this.#set.take(this.g.data, n, active);
  }

  /** x on the active set, by conjugate gradients to a share of the largest |q|, or exactly (0). */
  #solveActive(n: number, deepest: number, share: number): void {
    const set = this.#set;
    const rows = this.#rows;
    const b = this.#b.data;
    const q = this.q.data;
    for (let i = 0; i < n; i++) b[i] = -q[i];
    const u = this.moves ? this.#v.data : null;
    if (share > 0 || set.m > DENSE) set.iterate(b, this.x.data, u, deepest * (share > 0 ? share : CG_TOLERANCE));
    else {
      set.factor(rows.cells, rows.shape, this.kept);
      set.solve(b, u);
    }
    const list = set.list.data;
    for (let k = 0; k < set.m; k++) this.x.data[list[k]] = set.x.data[k];
  }

  /** s of all nodes. */
  #separate(n: number, m: number): void {
    const g = this.g.data;
    const x = this.x.data;
    const s = this.s.data;
    const q = this.q.data;
    const active = this.active.data;
    const list = this.#set.list.data;
    for (let i = 0; i < n; i++) s[i] = q[i];
    // Four rows at a time; they hold what their nodes do to all others.
    let k = 0;
    for (; k + 3 < m; k += 4) {
      const r0 = list[k] * n;
      const r1 = list[k + 1] * n;
      const r2 = list[k + 2] * n;
      const r3 = list[k + 3] * n;
      const x0 = x[list[k]];
      const x1 = x[list[k + 1]];
      const x2 = x[list[k + 2]];
      const x3 = x[list[k + 3]];
      for (let i = 0; i < n; i++) s[i] += g[r0 + i] * x0 + g[r1 + i] * x1 + g[r2 + i] * x2 + g[r3 + i] * x3;
    }
    for (; k < m; k++) {
      const row = list[k] * n;
      const xk = x[list[k]];
      for (let i = 0; i < n; i++) s[i] += g[row + i] * xk;
    }
    if (this.moves) {
      const u = this.#v.data;
      let t0 = 0;
      let t1 = 0;
      let t2 = 0;
      for (let k = 0; k < m; k++) {
        const i = list[k];
        t0 += u[3 * i] * x[i];
        t1 += u[3 * i + 1] * x[i];
        t2 += u[3 * i + 2] * x[i];
      }
      for (let i = 0; i < n; i++) s[i] += u[3 * i] * t0 + u[3 * i + 1] * t1 + u[3 * i + 2] * t2;
    }
    for (let i = 0; i < n; i++) if (active[i] === 1) s[i] = 0;
  }

  /**
   * G⁻¹ Y on the last active set, Y of three columns, given and returned as rows over all n nodes (zero elsewhere):
   * what changes of q do to x while nodes stay on their sides.
   */
  respond(n: number, y: Float64Array): void {
    this.#respondInUnits(n, y);
    for (let i = 0; i < 3 * n; i++) y[i] *= this.unit;
  }

  #respondInUnits(n: number, y: Float64Array): void {
    const set = this.#set;
    const rows = this.#rows;
    if (!this.#isCurrent) this.#listActive(n);
    this.#isCurrent = true;
    const { m } = set;
    if (m <= DENSE) {
      set.factor(rows.cells, rows.shape, this.kept);
      set.respond3(y);
      return;
    }
    const list = set.list.data;
    const b = this.#b.data;
    for (let c = 0; c < 3; c++) {
      let largest = 0;
      for (let i = 0; i < n; i++) b[i] = y[3 * i + c];
      for (let k = 0; k < m; k++) largest = Math.max(largest, Math.abs(b[list[k]]));
      for (let i = 0; i < n; i++) y[3 * i + c] = 0;
      set.iterate(b, null, null, 1e-9 * largest);
      for (let k = 0; k < m; k++) y[3 * list[k] + c] = set.x.data[k];
    }
  }
}
