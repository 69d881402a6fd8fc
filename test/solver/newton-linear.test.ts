// Elimination order, block LU and the linear step against dense elimination.

import { expect, test } from 'vitest';
import { Random } from '../../src/math/random.js';
import { Arena } from '../../src/memory/arena.js';
import { BlockLu } from '../../src/solver/block-lu.js';
import {
  atFactor,
  atLambda,
  atResponse,
  BLOCK_INTS,
  K_BODY_A,
  K_BODY_B,
  K_DATA,
  K_ROWS,
} from '../../src/solver/blocks.js';
import { LINEAR } from '../../src/solver/derivative.js';
import { Elimination } from '../../src/solver/elimination.js';
import { solveLdl } from '../../src/solver/factor.js';
import { typescriptKernels } from '../../src/solver/kernels.js';
import { LinearStep } from '../../src/solver/linear-step.js';
import { PROJECT_BILATERAL } from '../../src/solver/projections.js';
import { randomSystem } from './newton-support.js';

function analyse(count: number, pairs: readonly (readonly [number, number])[]): Elimination {
  const elimination = new Elimination(new Arena());
  elimination.analyse(count, Int32Array.from(pairs.flat()), pairs.length);
  return elimination;
}

test('chains and trees are eliminated without fill', () => {
  const chain = Array.from({ length: 99 }, (_, k) => [k, k + 1] as const);
  expect(analyse(100, chain).fill).toBe(99);
  const tree = Array.from({ length: 126 }, (_, k) => [(k - (k % 2)) / 2, k + 1] as const);
  expect(analyse(127, tree).fill).toBe(126);
  // A loop needs one more entry for every node but three.
  expect(analyse(100, [...chain, [99, 0]]).fill).toBe(99 + 1 + 97);
});

test('an analysis is kept while the graph stays', () => {
  const elimination = new Elimination(new Arena());
  const pairs = Int32Array.of(0, 1, 1, 2);
  expect(elimination.analyse(3, pairs, 2)).toBe(true);
  expect(elimination.analyse(3, pairs, 2)).toBe(false);
  expect(elimination.analyse(3, Int32Array.of(0, 1, 0, 2), 2)).toBe(true);
});

test.each([2, 3, 6])('blocks of %i: the solution of a random sparse system', (size) => {
  const random = new Random(size);
  const n = 12;
  const pairs: [number, number][] = [];
  for (let k = 0; k < 22; k++) pairs.push([Math.floor(random.between(0, n)), Math.floor(random.between(0, n))]);
  const elimination = analyse(n, pairs);
  const lu = new BlockLu(new Arena(), size);
  lu.begin(elimination);
  const q = size * size;
  const dense = Array.from({ length: n * size }, () => new Float64Array(n * size));
  const put = (data: Float64Array, at: number, row: number, column: number, diagonal: number) => {
    for (let r = 0; r < size; r++)
      for (let c = 0; c < size; c++) {
        const value = random.between(-1, 1) + (r === c ? diagonal : 0);
        data[at + r * size + c]! += value;
        dense[row * size + r]![column * size + c]! += value;
      }
  };
  const place = elimination.place.data;
  // Strong diagonals: what mass and compliance give.
  for (let k = 0; k < n; k++) put(lu.diagonal.data, place[k]! * q, k, k, 20);
  for (const [a, b] of pairs) {
    if (a === b) continue;
    const [low, high] = place[a]! < place[b]! ? [a, b] : [b, a];
    const at = lu.entry(place[low]!, place[high]!) * q;
    put(lu.upper.data, at, low, high, 0);
    put(lu.lower.data, at, high, low, 0);
  }
  const x = Float64Array.from({ length: n * size }, () => random.between(-1, 1));
  const b = dense.map((row) => row.reduce((sum, value, k) => sum + value * x[k]!, 0));
  const y = Float64Array.from(b);
  expect(lu.factor()).toBe(true);
  lu.solve(y);
  // Condition below 100, sums of 72 terms.
  for (let k = 0; k < x.length; k++) expect(Math.abs(y[k]! - x[k]!)).toBeLessThan(1e-13);
});

test('a singular pivot is noticed', () => {
  const lu = new BlockLu(new Arena(), 3);
  lu.begin(analyse(2, [[0, 1]]));
  expect(lu.factor()).toBe(false);
});

test('joints alone are solved by one set of factors, redundant ones too', () => {
  const random = new Random(4);
  for (let trial = 0; trial < 20; trial++) {
    const bodyCount = 2 + (trial % 5);
    // Up to three times as many rows as the bodies have freedoms; velocities that all can agree on exist: zero.
    const { blocks, movers, order, island } = randomSystem(
      random,
      bodyCount,
      new Array(3 * bodyCount).fill(PROJECT_BILATERAL),
    );
    const linear = new LinearStep(new Arena());
    linear.begin(island, 0);
    const gap = new Float64Array(linear.rows);
    const f = blocks.f.data;
    const i = blocks.i.data;
    /** F = λ - P = S⁻¹ r, from the velocities; returns its size. */
    const measure = (): number => {
      for (let n = 0; n < order.length; n++) {
        const h = n * BLOCK_INTS;
        const o = i[h + K_DATA]!;
        const m = i[h + K_ROWS]!;
        const r = new Float64Array(6);
        typescriptKernels.residual(f, i, h, movers.v.data, r);
        solveLdl(f, o + atFactor(m), r, 0, m);
        for (let k = 0; k < m; k++) gap[linear.rowAt.data[n]! + k] = r[k]!;
      }
      return Math.hypot(...gap);
    };
    /** λ and velocities by the step, the latter by B = M⁻¹Jᵀ. */
    const take = () => {
      for (let n = 0; n < order.length; n++) {
        const h = n * BLOCK_INTS;
        const o = i[h + K_DATA]!;
        const m = i[h + K_ROWS]!;
        for (let k = 0; k < m; k++) {
          const x = linear.step.data[linear.rowAt.data[n]! + k]!;
          f[o + atLambda + k]! += x;
          for (let c = 0; c < 12; c++) {
            const slot = i[h + (c < 6 ? K_BODY_A : K_BODY_B)]!;
            movers.v.data[6 * slot + (c % 6)]! += x * f[o + atResponse(m, 12) + 12 * k + c]!;
          }
        }
      }
    };
    linear.kind.data.fill(LINEAR, 0, order.length);
    expect(linear.factor(island, 1e-9)).toBe(true);
    const before = measure();
    let left = before;
    // ε is taken out by solving again for what is left; rows that nearly depend on others take most rounds.
    for (let round = 0; round < 8 && left > 1e-12 * before; round++) {
      linear.solve(island, gap);
      take();
      left = measure();
    }
    expect(left / before, `trial ${trial}`).toBeLessThan(1e-7);
  }
});
