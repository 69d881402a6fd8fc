// A second kind of mover proves the seam: a chain of point masses and springs, stepped implicitly, hung from a rigid
// body and lying on the floor, through the same blocks as everything else. The truth is a dense solve: the same steps
// with all masses, springs and the rigid body in one matrix, and the contacts found by trying every set of them.

import { describe, expect, test } from 'vitest';
import { B_INV_INERTIA, B_INV_MASS, BODY_STRIDE } from '../../src/bodies/layout.js';
import { Random } from '../../src/math/random.js';
import { Arena } from '../../src/memory/arena.js';
import { atJacobian, atLambda, atRhs, BlockStore } from '../../src/solver/blocks.js';
import { Island } from '../../src/solver/island.js';
import { IslandSolver, type Method } from '../../src/solver/island-solver.js';
import { typescriptKernels } from '../../src/solver/kernels.js';
import { Movers, type Response } from '../../src/solver/movers.js';
import { BASE_PROJECTIONS, BOUND_HIGH, PROJECT_BILATERAL, PROJECT_BOUNDS } from '../../src/solver/projections.js';
import { naturalError } from '../../src/solver/residual.js';
import { SweepTools } from '../../src/solver/sweeps.js';

type Matrix = number[][];

/** Gauss–Jordan with row pivoting: a⁻¹. */
function inverse(a: Matrix): Matrix {
  const n = a.length;
  const m = a.map((row, r) => [...row, ...row.map((_, c) => (r === c ? 1 : 0))]);
  for (let k = 0; k < n; k++) {
    let best = k;
    for (let r = k + 1; r < n; r++) if (Math.abs(m[r]![k]!) > Math.abs(m[best]![k]!)) best = r;
    [m[k], m[best]] = [m[best]!, m[k]!];
    const pivot = m[k]![k]!;
    m[k] = m[k]!.map((x) => x / pivot);
    for (let r = 0; r < n; r++) {
      const x = m[r]![k]!;
      if (r !== k && x !== 0) m[r] = m[r]!.map((y, c) => y - x * m[k]![c]!);
    }
  }
  return m.map((row) => row.slice(n));
}

const times = (a: Matrix, x: readonly number[]): number[] => a.map((row) => row.reduce((s, y, k) => s + y * x[k]!, 0));

interface Chain {
  count: number;
  mass: number[];
  stiffness: number;
  damping: number;
}

/**
 * A = M + h D + h² K of n masses on a line, each with three coordinates, springs between neighbours acting in all
 * three.
 */
function systemMatrix({ count, mass, stiffness, damping }: Chain, h: number): Matrix {
  const n = 3 * count;
  const a: Matrix = Array.from({ length: n }, () => new Array<number>(n).fill(0));
  for (let k = 0; k < n; k++) a[k]![k] = mass[Math.floor(k / 3)]!;
  const w = h * damping + h * h * stiffness;
  for (let s = 0; s + 1 < count; s++)
    for (let c = 0; c < 3; c++) {
      const p = 3 * s + c;
      const q = p + 3;
      a[p]![p]! += w;
      a[q]![q]! += w;
      a[p]![q]! -= w;
      a[q]![p]! -= w;
    }
  return a;
}

const GRAVITY = -9.81;
const H = 0.01;

/**
 * One step of the whole: predicted velocities of the chain by backward Euler, and three kinds of blocks: its first mass
 * is held at a point of the rigid body (three rows), every mass stays above the floor (one row each), the rigid body
 * too (one row).
 */
class Hanging {
  readonly chain: Chain;
  readonly x: number[];
  v: number[];
  body = { height: 0.4, v: [0, 0, 0, 0, 0, 0] };
  readonly anchor = [0.1, -0.05, 0.02];
  private readonly response: Matrix;

  constructor(random: Random, count: number) {
    this.chain = {
      count,
      mass: Array.from({ length: count }, () => random.between(0.05, 0.3)),
      stiffness: random.between(50, 500),
      damping: random.between(0, 1),
    };
    this.x = Array.from(
      { length: 3 * count },
      (_, k) => [0.05 * Math.floor(k / 3), 0.3 - 0.03 * Math.floor(k / 3), 0][k % 3]!,
    );
    this.v = this.x.map(() => random.between(-0.5, 0.5));
    this.response = inverse(systemMatrix(this.chain, H));
  }

  /** Velocities without contact: A v = M v₀ + h (forces at the start − h K v₀ is in A). */
  free(): number[] {
    const { chain, x, v } = this;
    const rest = 0.05;
    const rhs = v.map((u, k) => chain.mass[Math.floor(k / 3)]! * (u + (k % 3 === 1 ? H * GRAVITY : 0)));
    for (let s = 0; s + 1 < chain.count; s++)
      for (let c = 0; c < 3; c++) {
        const p = 3 * s + c;
        const stretch = x[p + 3]! - x[p]! - (c === 0 ? rest : 0);
        rhs[p]! += H * chain.stiffness * stretch;
        rhs[p + 3]! -= H * chain.stiffness * stretch;
      }
    return times(this.response, rhs);
  }

  /** Rows over (body's six, chain's 3n), with their right-hand sides; the first three are two-sided. */
  rows(): { j: number[]; b: number }[] {
    const n = 3 * this.chain.count;
    const [rx, ry, rz] = this.anchor as [number, number, number];
    const all: { j: number[]; b: number }[] = [];
    for (let c = 0; c < 3; c++) {
      const j = new Array<number>(6 + n).fill(0);
      j[c] = 1;
      // ω × r along axis c.
      const cross = [
        [0, rz, -ry],
        [-rz, 0, rx],
        [ry, -rx, 0],
      ][c]!;
      for (let k = 0; k < 3; k++) j[3 + k] = cross[k]!;
      j[6 + c] = -1;
      all.push({ j, b: 0 });
    }
    for (let s = 0; s < this.chain.count; s++) {
      const j = new Array<number>(6 + n).fill(0);
      j[6 + 3 * s + 1] = 1;
      all.push({ j, b: this.x[3 * s + 1]! / H });
    }
    const j = new Array<number>(6 + n).fill(0);
    j[1] = 1;
    all.push({ j, b: this.body.height / H });
    return all;
  }

  inverseMass(): Matrix {
    const n = 6 + 3 * this.chain.count;
    const w: Matrix = Array.from({ length: n }, () => new Array<number>(n).fill(0));
    for (let k = 0; k < 3; k++) w[k]![k] = 1 / 2;
    for (let k = 3; k < 6; k++) w[k]![k] = 1 / 0.02;
    for (const [r, row] of this.response.entries()) for (const [c, x] of row.entries()) w[6 + r]![6 + c] = x;
    return w;
  }

  predicted(): number[] {
    const body = [...this.body.v];
    body[1]! += H * GRAVITY;
    return [...body, ...this.free()];
  }

  /** The dense truth: the set of closed contacts for which every impulse pushes and no gap closes further. */
  reference(): { v: number[]; lambda: number[] } {
    const rows = this.rows();
    const w = this.inverseMass();
    const v0 = this.predicted();
    const e = rows.map(({ j, b }) => j.reduce((s, x, k) => s + x * v0[k]!, 0) + b);
    const s = rows.map(({ j }) => rows.map((other) => times(w, other.j).reduce((sum, x, k) => sum + x * j[k]!, 0)));
    const contacts = rows.length - 3;
    for (let code = 0; code < 2 ** contacts; code++) {
      const active = [
        0,
        1,
        2,
        ...Array.from({ length: contacts }, (_, k) => 3 + k).filter((k) => code & (1 << (k - 3))),
      ];
      const solved = times(
        inverse(active.map((r) => active.map((c) => s[r]![c]!))),
        active.map((r) => -e[r]!),
      );
      const lambda = rows.map((_, k) => solved[active.indexOf(k)] ?? 0);
      if (lambda.some((x, k) => k >= 3 && x < 0)) continue;
      const gap = rows.map((_, r) => e[r]! + lambda.reduce((sum, x, k) => sum + s[r]![k]! * x, 0));
      if (gap.some((x, k) => k >= 3 && x < -1e-12)) continue;
      const push = v0.map((_, k) => rows.reduce((sum, row, r) => sum + row.j[k]! * lambda[r]!, 0));
      return { v: times(w, push).map((x, k) => x + v0[k]!), lambda };
    }
    throw new Error('no set of contacts fits');
  }

  /** The same step through blocks on movers. */
  solve(method: Method): { v: number[]; lambda: number[]; error: number } {
    const arena = new Arena();
    const bodies = new Float64Array(3 * BODY_STRIDE);
    bodies.fill(1 / 2, BODY_STRIDE + B_INV_MASS, BODY_STRIDE + B_INV_MASS + 3);
    for (const k of [0, 3, 5]) bodies[BODY_STRIDE + B_INV_INERTIA + k] = 1 / 0.02;
    const movers = new Movers(arena, arena.f64(6));
    movers.begin(3);
    const { response } = this;
    const n = 3 * this.chain.count;
    const respond: Response = {
      respond: (out, oi, x, xi) => {
        for (let r = 0; r < wide; r++) {
          let sum = 0;
          if (r < n) for (let c = 0; c < n; c++) sum += response[r]![c]! * x[xi + c]!;
          out[oi + r] = sum;
        }
      },
    };
    const at = movers.widen(2, n, respond);
    const wide = 6 * movers.sixes(2);
    const start = this.predicted();
    movers.v.data.set(start.slice(0, 6), 6);
    movers.v.data.set(start.slice(6), at);
    const blocks = new BlockStore(arena, movers);
    const rows = this.rows();
    const write = (k: number, m: number, from: number): void => {
      const o = blocks.dataOf(k);
      const f = blocks.f.data;
      for (let r = 0; r < m; r++) {
        f[o + atRhs + r] = rows[from + r]!.b;
        const line = rows[from + r]!.j;
        const j = o + atJacobian(m) + r * (6 + wide);
        for (let c = 0; c < 6 + n; c++) f[j + c] = line[c]!;
      }
    };
    write(blocks.add(1, 2, 3, PROJECT_BILATERAL), 3, 0);
    for (let s = 0; s < this.chain.count; s++) {
      // On the floor, which is no mover's: the rigid half of the row is the world's, at slot 0.
      const k = blocks.add(0, 2, 1, PROJECT_BOUNDS);
      write(k, 1, 3 + s);
      blocks.f.data[blocks.dataOf(k) + BOUND_HIGH] = Infinity;
    }
    const k = blocks.add(1, 0, 1, PROJECT_BOUNDS);
    const o = blocks.dataOf(k);
    blocks.f.data[o + atRhs] = rows.at(-1)!.b;
    blocks.f.data[o + atJacobian(1) + 1] = 1;
    blocks.f.data[o + BOUND_HIGH] = Infinity;
    for (let b = 0; b < blocks.count; b++) {
      typescriptKernels.assemble(blocks, b, bodies);
      typescriptKernels.factor(blocks, b);
    }
    const tools = new SweepTools(BASE_PROJECTIONS, typescriptKernels);
    const solver = new IslandSolver(tools, 20_000, arena);
    const order = Int32Array.from({ length: blocks.count }, (_, b) => b);
    solver.begin();
    const island = new Island(blocks).look(order, 0, blocks.count, bodies);
    solver.solveIsland(island, { method, iterations: 20_000, tolerance: 1e-15, warmStart: false });
    solver.end();
    const v = movers.v.data;
    const lambda: number[] = [];
    for (let b = 0; b < blocks.count; b++)
      for (let r = 0; r < (b === 0 ? 3 : 1); r++) lambda.push(blocks.f.data[blocks.dataOf(b) + atLambda + r]!);
    return {
      v: [...v.slice(6, 12), ...v.slice(at, at + n)],
      lambda,
      error: naturalError(blocks, v, tools),
    };
  }

  advance(v: readonly number[]): void {
    this.v = v.slice(6);
    this.body.v = v.slice(0, 6);
    this.body.height += H * v[1]!;
    for (let k = 0; k < this.x.length; k++) this.x[k]! += H * this.v[k]!;
  }
}

describe.each(['gauss-seidel', 'nncg', 'newton', 'auto'] as const)('a chain of masses under %s', (method) => {
  // Two, four, seven masses: one six, two sixes, and four sixes with numbers left over.
  test.each([2, 4, 7])('of %i moves and bears as the dense solution says', (count) => {
    const random = new Random(10 + count);
    const chain = new Hanging(random, count);
    let closed = 0;
    for (let step = 0; step < 60; step++) {
      const truth = chain.reference();
      const found = chain.solve(method);
      // Impulses of some 0.1 N·s and velocities of 1 m/s, through a matrix of condition below 1e4.
      for (let k = 0; k < truth.v.length; k++)
        expect(Math.abs(found.v[k]! - truth.v[k]!), `velocity ${k} in step ${step}`).toBeLessThan(1e-10);
      for (let k = 0; k < truth.lambda.length; k++)
        expect(Math.abs(found.lambda[k]! - truth.lambda[k]!), `impulse ${k} in step ${step}`).toBeLessThan(1e-10);
      expect(found.error).toBeLessThan(1e-9);
      closed += truth.lambda.filter((x, k) => k >= 3 && x > 0).length;
      chain.advance(truth.v);
    }
    // It fell on the floor and lay on it.
    expect(closed).toBeGreaterThan(20);
  });
});

test('a mover without mass does not move, and a wide one always can', () => {
  const arena = new Arena();
  const movers = new Movers(arena, arena.f64(6));
  movers.begin(2);
  const bodies = new Float64Array(2 * BODY_STRIDE);
  expect(movers.canMove(1, bodies)).toBe(false);
  movers.widen(1, 7, { respond: () => {} });
  expect(movers.canMove(1, bodies)).toBe(true);
  expect(movers.sixes(1)).toBe(2);
  movers.begin(2);
  expect(movers.sixes(1)).toBe(1);
  expect(movers.canMove(1, bodies)).toBe(false);
});
