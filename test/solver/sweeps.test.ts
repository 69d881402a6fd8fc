// Block Gauss–Seidel against dense solves and the conditions of optimality; islands against plain searching.

import { describe, expect, test } from 'vitest';
import {
  B_INV_INERTIA,
  B_INV_MASS,
  BODY_INTS,
  BODY_STRIDE,
  I_TYPE,
  TYPE_DYNAMIC,
  TYPE_KINEMATIC,
  TYPE_STATIC,
} from '../../src/bodies/layout.js';
import { Random } from '../../src/math/random.js';
import { Arena } from '../../src/memory/arena.js';
import {
  atCompliance,
  atJacobian,
  atLambda,
  atRhs,
  BLOCK_INTS,
  BlockStore,
  K_BODY_A,
  K_BODY_B,
  K_ISLAND,
  K_ROWS,
} from '../../src/solver/blocks.js';
import { Island } from '../../src/solver/island.js';
import { IslandSolver } from '../../src/solver/island-solver.js';
import { Islands } from '../../src/solver/islands.js';
import { typescriptKernels } from '../../src/solver/kernels.js';
import { Movers } from '../../src/solver/movers.js';
import {
  BASE_PROJECTIONS,
  BOUND_HIGH,
  BOUND_LOW,
  PROJECT_BILATERAL,
  PROJECT_BOUNDS,
} from '../../src/solver/projections.js';
import { SweepTools } from '../../src/solver/sweeps.js';
import { Ties } from '../../src/solver/ties.js';
import { box, ground, pointWorld, run, stepTimes } from '../world/support.js';

interface System {
  bodies: Float64Array;
  v: Float64Array;
  blocks: BlockStore;
  order: Int32Array;
  rows: number;
}

/** Random bodies (slot 0 without mass) tied by random blocks. */
function randomSystem(random: Random, bodyCount: number, blockCount: number, bounded: boolean): System {
  const bodies = new Float64Array(bodyCount * BODY_STRIDE);
  const arena = new Arena();
  const movers = new Movers(arena, arena.f64(16));
  movers.begin(bodyCount);
  const v = movers.v.data;
  for (let b = 1; b < bodyCount; b++) {
    const o = b * BODY_STRIDE;
    bodies.fill(random.between(0.5, 2), o + B_INV_MASS, o + B_INV_MASS + 3);
    const d = [random.between(0.5, 2), random.between(0.5, 2), random.between(0.5, 2)];
    bodies.set([d[0]!, 0.1, -0.1, d[1]!, 0.2, d[2]!], o + B_INV_INERTIA);
    for (let k = 0; k < 6; k++) v[6 * b + k] = random.between(-1, 1);
  }
  const blocks = new BlockStore(arena, movers);
  for (let n = 0; n < blockCount; n++) {
    const a = random.below(bodyCount);
    const b = (a + 1 + random.below(bodyCount - 1)) % bodyCount;
    const rows = bounded ? 1 : 1 + random.below(6);
    const k = blocks.add(a, b, rows, bounded ? PROJECT_BOUNDS : PROJECT_BILATERAL);
    const o = blocks.dataOf(k);
    const f = blocks.f.data;
    for (let r = 0; r < rows; r++) {
      f[o + atRhs + r] = random.between(-1, 1);
      f[o + atCompliance + r] = random.between(0.5, 1);
      for (let c = 0; c < 12; c++) f[o + atJacobian(rows) + 12 * r + c] = random.between(-1, 1);
    }
    if (bounded) {
      f[o + BOUND_LOW] = random.below(3) === 0 ? -Infinity : -random.between(0, 0.3);
      f[o + BOUND_HIGH] = random.below(3) === 0 ? Infinity : random.between(0, 0.3);
    }
  }
  for (let k = 0; k < blocks.count; k++) {
    typescriptKernels.assemble(blocks, k, bodies);
    typescriptKernels.factor(blocks, k);
  }
  return { bodies, v, blocks, order: Int32Array.from({ length: blockCount }, (_, k) => k), rows: blocks.rows };
}

/** Dense S (with compliance) and the right-hand side of all rows at the velocities given. */
function dense(s: System): { matrix: number[][]; rhs: number[] } {
  const { blocks, bodies } = s;
  const f = blocks.f.data;
  const j: number[][] = [];
  const w: number[][] = [];
  const c: number[] = [];
  const rhs: number[] = [];
  const width = 6 * (bodies.length / BODY_STRIDE);
  for (let k = 0; k < blocks.count; k++) {
    const o = blocks.dataOf(k);
    const h = k * BLOCK_INTS;
    const at = [blocks.i.data[h + K_BODY_A]!, blocks.i.data[h + K_BODY_B]!];
    const rows = blocks.i.data[h + K_ROWS]!;
    for (let r = 0; r < rows; r++) {
      const row = new Array<number>(width).fill(0);
      let speed = 0;
      for (let n = 0; n < 12; n++) {
        const x = f[o + atJacobian(rows) + 12 * r + n]!;
        const body = at[n < 6 ? 0 : 1]!;
        row[6 * body + (n % 6)]! += x;
        speed += x * s.v[6 * body + (n % 6)]!;
      }
      j.push(row);
      w.push(
        row.map((_, col) => {
          const b = Math.floor(col / 6) * BODY_STRIDE;
          const i = bodies.subarray(b + B_INV_INERTIA, b + B_INV_INERTIA + 6);
          const full = [i[0], i[1], i[2], i[1], i[3], i[4], i[2], i[4], i[5]];
          const k6 = col % 6;
          if (k6 < 3) return bodies[b + B_INV_MASS + k6]! * row[col]!;
          const start = col - k6 + 3;
          return [0, 1, 2].reduce((sum, m) => sum + full[3 * (k6 - 3) + m]! * row[start + m]!, 0);
        }),
      );
      c.push(f[o + atCompliance + r]!);
      rhs.push(speed + f[o + atRhs + r]!);
    }
  }
  const matrix = j.map((row, r) =>
    w.map((col, q) => row.reduce((sum, x, n) => sum + x * col[n]!, 0) + (r === q ? c[r]! : 0)),
  );
  return { matrix, rhs };
}

function gauss(matrix: number[][], b: number[]): number[] {
  const m = matrix.map((row, k) => [...row, b[k]!]);
  const n = b.length;
  for (let k = 0; k < n; k++) {
    let best = k;
    for (let r = k + 1; r < n; r++) if (Math.abs(m[r]![k]!) > Math.abs(m[best]![k]!)) best = r;
    [m[k], m[best]] = [m[best]!, m[k]!];
    for (let r = k + 1; r < n; r++) {
      const q = m[r]![k]! / m[k]![k]!;
      for (let c = k; c <= n; c++) m[r]![c]! -= q * m[k]![c]!;
    }
  }
  const x = new Array<number>(n).fill(0);
  for (let k = n - 1; k >= 0; k--) {
    let sum = m[k]![n]!;
    for (let c = k + 1; c < n; c++) sum -= m[k]![c]! * x[c]!;
    x[k] = sum / m[k]![k]!;
  }
  return x;
}

const lambdas = (s: System): number[] => {
  const out: number[] = [];
  for (let k = 0; k < s.blocks.count; k++) {
    const o = s.blocks.dataOf(k) + atLambda;
    for (let r = 0; r < s.blocks.i.data[k * BLOCK_INTS + K_ROWS]!; r++) out.push(s.blocks.f.data[o + r]!);
  }
  return out;
};

/** Sweeps over all blocks as one island. */
function solve(s: System, iterations: number, tolerance: number): IslandSolver {
  const solver = new IslandSolver(new SweepTools(BASE_PROJECTIONS, typescriptKernels), iterations, new Arena());
  solver.begin();
  solver.solveIsland(new Island(s.blocks).look(s.order, 0, s.blocks.count, s.bodies), {
    method: 'gauss-seidel',
    iterations,
    tolerance,
    warmStart: false,
  });
  solver.end();
  return solver;
}

describe('sweeps', () => {
  test('two-sided blocks converge to the dense solution, and velocities are those of the impulses', () => {
    const random = new Random(31);
    for (let n = 0; n < 30; n++) {
      const s = randomSystem(random, 2 + random.below(5), 1 + random.below(8), false);
      const { matrix, rhs } = dense(s);
      const before = s.v.slice();
      solve(s, 5000, 1e-14);
      const truth = gauss(
        matrix,
        rhs.map((x) => -x),
      );
      const got = lambdas(s);
      for (let k = 0; k < truth.length; k++) expect(Math.abs(got[k]! - truth[k]!)).toBeLessThan(1e-11);
      // v = v₀ + M⁻¹Jᵀλ: the residual of every row is -Cλ - b, computed afresh.
      const after = dense({ ...s });
      let row = 0;
      for (let k = 0; k < s.blocks.count; k++) {
        const o = s.blocks.dataOf(k);
        for (let r = 0; r < s.blocks.i.data[k * BLOCK_INTS + K_ROWS]!; r++, row++)
          expect(Math.abs(after.rhs[row]! + s.blocks.f.data[o + atCompliance + r]! * got[row]!)).toBeLessThan(1e-11);
      }
      // The world (slot 0) has no mass and does not move.
      expect(s.v.subarray(0, 6)).toEqual(before.subarray(0, 6));
    }
  });

  test('bounded rows satisfy the conditions of Karush, Kuhn and Tucker', () => {
    const random = new Random(32);
    for (let n = 0; n < 30; n++) {
      const s = randomSystem(random, 2 + random.below(5), 1 + random.below(12), true);
      solve(s, 5000, 1e-15);
      const { rhs } = dense(s);
      const got = lambdas(s);
      for (let k = 0; k < s.blocks.count; k++) {
        const o = s.blocks.dataOf(k);
        const f = s.blocks.f.data;
        const r = rhs[k]! + f[o + atCompliance]! * got[k]!;
        const low = f[o + BOUND_LOW]!;
        const high = f[o + BOUND_HIGH]!;
        expect(got[k]).toBeGreaterThanOrEqual(low);
        expect(got[k]).toBeLessThanOrEqual(high);
        if (got[k]! > low) expect(r).toBeLessThan(1e-11);
        if (got[k]! < high) expect(r).toBeGreaterThan(-1e-11);
      }
    }
  });

  test('the history holds the norm of every sweep’s change, falling, and the last one is the residual', () => {
    const s = randomSystem(new Random(33), 5, 8, false);
    const solver = solve(s, 1000, 1e-12);
    expect(solver.iterations).toBeGreaterThan(3);
    expect(solver.iterations).toBeLessThan(1000);
    expect(solver.residual).toBe(solver.history[solver.iterations - 1]);
    expect(solver.residual).toBeLessThanOrEqual(1e-12);
    expect(solver.history[solver.iterations - 2]).toBeGreaterThan(1e-12);
    // The norm of the first sweep from zero is that of the impulses it sets.
    expect(solver.history[0]).toBeGreaterThan(solver.history[solver.iterations - 1]!);
  });
});

describe('the solver in a world', () => {
  test('its statistics reach the caller', () => {
    const world = pointWorld({
      bodies: [ground, box([1, 1, 1], [0, 0.5, 0])],
      solver: { tolerance: 1e-12, iterations: 200 },
    });
    world.step();
    const { iterations, residual, history, blocks, rows } = world.solverStatistics;
    expect([blocks, rows]).toEqual([4, 12]);
    expect(history.length).toBe(iterations);
    expect(history[iterations - 1]).toBe(residual);
    expect(residual).toBeLessThanOrEqual(1e-12);
    expect(iterations).toBeLessThan(200);
  });

  test('a cold solve of a stack satisfies Newton’s law at every box to the tolerance', () => {
    const world = pointWorld({
      bodies: [ground, ...[0, 1, 2].map((k) => box([1, 1, 1], [0, 0.5 + k, 0]))],
      sleep: false,
      solver: { iterations: 20_000, tolerance: 1e-13 },
    });
    world.step();
    const boxes = [...world.bodies()].slice(1);
    for (const [k, body] of boxes.entries()) {
      let fy = 0;
      for (const c of world.contacts()) fy += c.a === body ? c.force[1] : c.b === body ? -c.force[1] : 0;
      expect(fy, `box ${k}`).toBeCloseTo(9.81, 8);
      expect(Math.abs(body.linearVelocity[1])).toBeLessThan(1e-10);
    }
  });

  test('warm start takes a scene at rest to two sweeps or fewer a step', () => {
    for (const bodies of [
      [ground, box([1, 1, 1], [0, 0.5, 0])],
      [ground, box([1, 1, 1], [0, 0.5, 0]), box([0.8, 0.8, 0.8], [0, 1.4, 0])],
      [ground, ...[0, 1, 2, 3, 4].map((k) => box([1, 1, 1], [0, 0.5 + k, 0]))],
    ]) {
      const world = pointWorld({ bodies, sleep: false });
      run(world, 4);
      for (let k = 0; k < 10; k++) {
        world.step();
        expect(world.solverStatistics.iterations).toBeLessThanOrEqual(2);
      }
      const cold = pointWorld({ bodies, sleep: false, solver: { warmStart: false } });
      run(cold, 0.2);
      expect(cold.solverStatistics.iterations).toBeGreaterThan(3);
    }
  });

  test('islands do not influence each other: two scenes in one world move as each does alone', () => {
    const stack = (x: number): ReturnType<typeof box>[] =>
      [0, 1, 2].map((k) => box([1, 1, 1], [x + 0.1 * k, 0.5 + k, 0]));
    const alone = pointWorld({ bodies: [ground, ...stack(0)], sleep: false });
    const together = pointWorld({ bodies: [ground, ...stack(0), ...stack(64)], sleep: false });
    stepTimes(alone, 60);
    stepTimes(together, 60);
    const a = [...alone.bodies()].slice(1);
    const b = [...together.bodies()].slice(1);
    for (let k = 0; k < 3; k++) {
      expect(b[k]!.position).toEqual(a[k]!.position);
      expect(b[k]!.angularVelocity).toEqual(a[k]!.angularVelocity);
    }
  });
});

describe('islands', () => {
  test('are the connected components that plain searching finds, and keep the order of blocks', () => {
    const random = new Random(34);
    for (let n = 0; n < 200; n++) {
      const arena = new Arena();
      const bodyCount = 2 + random.below(30);
      const ints = new Int32Array(bodyCount * BODY_INTS);
      for (let b = 1; b < bodyCount; b++)
        ints[b * BODY_INTS + I_TYPE] = [TYPE_DYNAMIC, TYPE_DYNAMIC, TYPE_DYNAMIC, TYPE_STATIC, TYPE_KINEMATIC][
          random.below(5)
        ]!;
      const dynamic = (b: number): boolean => ints[b * BODY_INTS + I_TYPE] === TYPE_DYNAMIC;
      const movers = new Movers(arena, arena.f64(16));
      movers.begin(bodyCount);
      const blocks = new BlockStore(arena, movers);
      const edges: [number, number][] = [];
      for (let k = random.below(40); k > 0; k--) {
        const a = random.below(bodyCount);
        const b = random.below(bodyCount);
        if (a === b) continue;
        blocks.add(a, b, 1, 0);
        edges.push([a, b]);
      }
      const islands = new Islands(arena);
      islands.build(blocks, new Ties(arena), ints, bodyCount);
      // Spread labels along edges until nothing changes.
      const label = Array.from({ length: bodyCount }, (_, b) => b);
      for (let changed = true; changed; ) {
        changed = false;
        for (const [a, b] of edges) {
          if (!dynamic(a) || !dynamic(b) || label[a] === label[b]) continue;
          const low = Math.min(label[a]!, label[b]!);
          label[a] = low;
          label[b] = low;
          changed = true;
        }
      }
      const roots = [...new Set(label.filter((_, b) => dynamic(b)))].sort((x, y) => x - y);
      expect(islands.count).toBe(roots.length);
      for (let b = 0; b < bodyCount; b++)
        expect(islands.ofBody.data[b]).toBe(dynamic(b) ? roots.indexOf(label[b]!) : -1);
      const seen: number[] = [];
      for (let k = 0; k < islands.count; k++) {
        const own = [...islands.order.data.subarray(islands.start.data[k], islands.start.data[k + 1])];
        expect(own).toEqual([...own].sort((x, y) => x - y));
        for (const block of own) expect(blocks.i.data[block * BLOCK_INTS + K_ISLAND]).toBe(k);
        seen.push(...own);
      }
      const active = edges.flatMap(([a, b], k) => (dynamic(a) || dynamic(b) ? [k] : []));
      expect(seen.sort((x, y) => x - y)).toEqual(active);
    }
  });
});
