import { describe, expect, test } from 'vitest';
import { Random } from '../../src/math/random.js';
import { Arena } from '../../src/memory/arena.js';
import { Skyline } from '../../src/solver/skyline.js';

/** S = B Bᵀ with B random in a random envelope: row r reaches back to column first[r]. */
function randomSystem(random: Random, n: number, rank: number): { dense: number[][]; first: number[] } {
  const b = Array.from({ length: n }, (_, r) => {
    const from = random.below(r + 1);
    return Array.from({ length: rank }, (_, c) => (c >= from && c <= r ? random.between(-1, 1) : 0));
  });
  const dense = b.map((row) => b.map((other) => row.reduce((sum, x, k) => sum + x * other[k]!, 0)));
  const first = dense.map((row, r) =>
    Math.min(r, row.findIndex((x) => x !== 0) < 0 ? r : row.findIndex((x) => x !== 0)),
  );
  return { dense, first };
}

function fill(matrix: Skyline, dense: number[][], first: number[]): void {
  matrix.clear();
  for (const [r, row] of dense.entries()) {
    const at = matrix.addRow(first[r]!);
    for (let c = first[r]!; c <= r; c++) matrix.entries.data[at + c] = row[c]!;
  }
}

describe('skyline LDLᵀ', () => {
  test('solves what it factors, for any envelope, in a matrix that is used again and again', () => {
    const random = new Random(51);
    const matrix = new Skyline(new Arena());
    for (let n = 0; n < 200; n++) {
      const size = 1 + random.below(40);
      const { dense, first } = randomSystem(random, size, size);
      for (let k = 0; k < size; k++) dense[k]![k]! += 0.1;
      fill(matrix, dense, first);
      expect(matrix.used).toBe(first.reduce((sum, f, r) => sum + r + 1 - f, 0));
      const b = Float64Array.from({ length: size }, () => random.between(-1, 1));
      const x = b.slice();
      matrix.factor();
      matrix.solve(x);
      for (const [r, row] of dense.entries()) {
        const back = row.reduce((sum, s, c) => sum + s * x[c]!, 0);
        expect(Math.abs(back - b[r]!)).toBeLessThan(1e-11);
      }
    }
  });

  test('singular but consistent systems get one of their solutions', () => {
    const random = new Random(52);
    const matrix = new Skyline(new Arena());
    for (let n = 0; n < 200; n++) {
      const size = 2 + random.below(20);
      const { dense, first } = randomSystem(random, size, random.below(size));
      const y = Array.from({ length: size }, () => random.between(-1, 1));
      const b = dense.map((row) => row.reduce((sum, s, c) => sum + s * y[c]!, 0));
      fill(matrix, dense, first);
      const x = Float64Array.from(b);
      matrix.factor();
      matrix.solve(x);
      expect(x.every(Number.isFinite)).toBe(true);
      for (const [r, row] of dense.entries()) {
        const back = row.reduce((sum, s, c) => sum + s * x[c]!, 0);
        // A pivot of 1e-11 that passes for one leaves √1e-11 of the scale.
        expect(Math.abs(back - b[r]!)).toBeLessThan(1e-5);
      }
    }
  });
});
