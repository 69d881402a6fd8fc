// Frictional contact problems: files read in both storages, answers against closed forms, brute force and an error
// measure of their own.

import { describe, expect, test } from 'vitest';
import { parseFrictionProblem, reactionsOf } from '../../src/io/friction-problem.js';
import { Random } from '../../src/math/random.js';
import { type FrictionProblem, naturalMapError, velocities } from '../../src/solver/friction-problem.js';
import { solveFrictionProblem } from '../../src/solver/friction-solver.js';

const PRECISE = { tolerance: 1e-12, iterations: 3000 };

/** The text of a problem with W given densely. */
function denseText(dimension: number, w: number[][], q: number[], mu: number[]): string {
  const n = w.length;
  return [
    `${dimension}\n${mu.length}\n0\n${n}\n${n}\n${n}\t${n}`,
    ...w.map((row) => row.map((x) => x.toExponential(24)).join(' ')),
    q.map((x) => x.toExponential(24)).join('   '),
    mu.join(' '),
    '1',
  ].join('\n');
}

/** The same by blocks, with blocks of zeros left out. */
function sparseText(dimension: number, w: number[][], q: number[], mu: number[]): string {
  const n = mu.length;
  const starts = [0];
  const columns: number[] = [];
  const values: string[] = [];
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      const block: number[] = [];
      for (let c = 0; c < dimension; c++)
        for (let r = 0; r < dimension; r++) block.push(w[i * dimension + r]![j * dimension + c]!);
      if (block.every((x) => x === 0)) continue;
      values.push(`${columns.length}\n${block.map((x) => `      ${x.toExponential(17)}`).join('\n')}`);
      columns.push(j);
    }
    starts.push(columns.length);
  }
  const ends = mu.map((_, k) => (k + 1) * dimension).join('\t');
  const size = n * dimension;
  return [
    `${dimension}\n${n}\n1\n${size}\n${size}\n${columns.length}\n${n}\n${n}\n${ends}\t\n${ends}\t`,
    `${starts.length}\n${columns.length}\n${starts.join('\t')}\t\n${columns.join('\t')}\t`,
    ...values,
    q.join(' '),
    mu.join(' '),
  ].join('\n');
}

/**
 * W = H Hᵀ of a given rank, and q = H v. Moving along the first coordinate opens every contact without slip, which is
 * what guarantees that an answer exists (Cadoux 2009).
 */
function randomProblem(random: Random, contacts: number, rank: number, friction: number) {
  const size = 3 * contacts;
  const h = Array.from({ length: size }, () => Array.from({ length: rank }, () => random.between(-1, 1)));
  h.forEach((row, k) => {
    row[0] = k % 3 === 0 ? 1 : 0;
  });
  const v = Array.from({ length: rank }, () => random.between(-1, 1));
  const product = (a: number[], b: number[]) => a.reduce((sum, x, k) => sum + x * b[k]!, 0);
  return {
    w: h.map((a) => h.map((b) => product(a, b))),
    q: h.map((a) => product(a, v)),
    mu: Array.from({ length: contacts }, () => friction * random.between(0.5, 1)),
  };
}

/** Coulomb's law, said without projections: the largest violation of any of its parts, in the units of u and r. */
function worstViolation(problem: FrictionProblem, r: Float64Array): number {
  const u = new Float64Array(r.length);
  velocities(problem, r, u);
  let worst = 0;
  for (let i = 0; i < problem.contacts; i++) {
    const k = 3 * i;
    const mu = problem.mu[i]!;
    const force = Math.hypot(r[k + 1]!, r[k + 2]!);
    const slip = Math.hypot(u[k + 1]!, u[k + 2]!);
    const along = -(r[k + 1]! * u[k + 1]! + r[k + 2]! * u[k + 2]!);
    worst = Math.max(worst, -r[k]!, -u[k]!, Math.abs(r[k]! * u[k]!), force - mu * r[k]!, mu * r[k]! * slip - along);
  }
  return worst;
}

describe('reading', () => {
  const random = new Random(3);
  const { w, q, mu } = randomProblem(random, 3, 12, 0.6);
  for (let r = 0; r < 3; r++) for (let c = 6; c < 9; c++) w[r]![c] = w[c]![r] = 0;

  test('dense and sparse files of one problem are the same problem', () => {
    const dense = parseFrictionProblem(denseText(3, w, q, mu), 'dense.dat');
    const sparse = parseFrictionProblem(sparseText(3, w, q, mu), 'sparse.dat');
    expect(sparse).toEqual(dense);
    // Two blocks of zeros are left out.
    expect(dense.column.length).toBe(7);
    expect(dense.blocks[1]).toBe(w[0]![1]);
  });

  test('a plane problem equals the same one in space that cannot move across it', () => {
    const plane = [
      [2, 0.3],
      [0.3, 1],
    ];
    const flat = parseFrictionProblem(denseText(2, plane, [-1, 2], [0.4]), 'plane.dat');
    const space = [
      [2, 0.3, 0],
      [0.3, 1, 0],
      [0, 0, 1],
    ];
    const deep = parseFrictionProblem(denseText(3, space, [-1, 2, 0], [0.4]), 'space.dat');
    expect(flat.blocks).toEqual(deep.blocks);
    const a = solveFrictionProblem(flat, PRECISE);
    expect(reactionsOf(flat, a.reactions)).toHaveLength(2);
    // Slipping: u_n = 0 with r_t = -μ r_n.
    const rn = 1 / (2 - 0.3 * 0.4);
    expect(a.reactions[0]).toBeCloseTo(rn, 13);
    expect(a.reactions[1]).toBeCloseTo(-0.4 * rn, 13);
  });

  test.each([
    ['', 'line 1: the file ends before the dimension'],
    ['4 1 0', 'the dimension is "4"; it must be a whole number from 2 to 3'],
    ['3 -1 0', 'the number of contacts is "-1"'],
    ['3 1 2', 'the storage of W'],
    ['3 1 0\n4 3', 'line 2: the number of rows of W is "4"; it must be 3'],
    ['3 1 0 3 3 3 3 1 0 0 0 1 0 0 0 1e999', 'W[8] is "1e999"; it must be a finite number'],
    ['3 1 0 3 3 3 3 1 0 0 0 1 0 0 0 1 1 2', 'the file ends before q[2]'],
    ['3 1 0 3 3 3 3 1 0 0 0 1 0 0 0 1 1 2 3 -0.5', 'mu[0] is -0.5; it must be at least 0'],
    ['3 1 0 3 3 3 3 0 0 0 0 1 0 0 0 1 1 2 3 0.5', 'no positive diagonal entry in the normal row of contact 0'],
    ['3 1 1 3 3 1 1 1 3 3 2 1 0 1 0 1', 'the number of a block is "1"; it must be 0'],
  ])('%j is refused', (text, message) => {
    expect(() => parseFrictionProblem(text, 'file.dat')).toThrow(message);
  });
});

describe('solving', () => {
  test('one contact in every state', () => {
    const w = [
      [2, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ];
    const solve = (q: number[]) => solveFrictionProblem(parseFrictionProblem(denseText(3, w, q, [0.5]), 'x'), PRECISE);
    expect([...solve([1, 2, 3]).reactions]).toEqual([0, 0, 0]);
    expect([...solve([-2, 0.3, -0.4]).reactions]).toEqual([1, -0.3, 0.4]);
    // Isotropic in the tangents: the friction opposes the slip that would be.
    const slides = solve([-2, 3, -4]);
    for (const [k, x] of [1, -0.3, 0.4].entries()) expect(slides.reactions[k]).toBeCloseTo(x, 14);
    expect(slides.error).toBeLessThan(1e-14);
  });

  test('the error is that of the natural map', () => {
    const problem = parseFrictionProblem(
      denseText(
        3,
        [
          [1, 0, 0],
          [0, 1, 0],
          [0, 0, 1],
        ],
        [-1, 0, 0],
        [1],
      ),
      'x',
    );
    // r = 0: u = q, so r - P(r - u) = -(1, 0, 0).
    expect(naturalMapError(problem, new Float64Array(3))).toBe(1);
    expect(naturalMapError(problem, Float64Array.of(1, 0, 0))).toBe(0);
  });

  test('random problems, many of them held more than once', () => {
    const random = new Random(11);
    for (let trial = 0; trial < 60; trial++) {
      const contacts = 1 + Math.floor(random.between(0, 12));
      // Ranks from six (one body) to full.
      const rank = Math.max(6, Math.floor(random.between(6, 3 * contacts)));
      const { w, q, mu } = randomProblem(random, contacts, rank, 0.8);
      const problem = parseFrictionProblem(denseText(3, w, q, mu), 'random');
      const { error, reactions } = solveFrictionProblem(problem, PRECISE);
      expect(error, `trial ${trial}`).toBeLessThan(1e-9);
      const size = Math.max(1, ...reactions.map(Math.abs));
      expect(worstViolation(problem, reactions), `trial ${trial}`).toBeLessThan(1e-8 * size * size);
    }
  });

  test('a hundred contacts on twenty bodies', () => {
    const { w, q, mu } = randomProblem(new Random(5), 100, 120, 0.6);
    const problem = parseFrictionProblem(denseText(3, w, q, mu), 'large');
    expect(solveFrictionProblem(problem, PRECISE).error).toBeLessThan(1e-8);
  });
});
