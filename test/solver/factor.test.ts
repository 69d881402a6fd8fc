import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { factorLdl, solveLdl } from '../../src/solver/factor.js';

/** B Bᵀ of an m × rank matrix: positive semi-definite of that rank. */
const gram = (b: number[][]): number[] => b.flatMap((r) => b.map((c) => r.reduce((sum, x, k) => sum + x * c[k]!, 0)));
const apply = (s: readonly number[], x: ArrayLike<number>, m: number): number[] =>
  Array.from({ length: m }, (_, r) =>
    Array.from({ length: m }, (_, c) => s[r * m + c]! * x[c]!).reduce((a, b) => a + b, 0),
  );

function solve(s: readonly number[], b: readonly number[], m: number): Float64Array {
  const factor = new Float64Array(m * m);
  factorLdl(Float64Array.from(s), 0, factor, 0, m);
  const x = Float64Array.from(b);
  solveLdl(factor, 0, x, 0, m);
  return x;
}

/** Away from zero, so that ranks are those of the sizes and condition numbers stay below some 1e8. */
const entry = fc.double({ min: -1, max: 1, noNaN: true }).map((x) => Math.round(x * 64) / 64);
const size = fc.integer({ min: 1, max: 6 });

describe('LDLᵀ', () => {
  test('solves positive definite systems of 1 to 6 rows', () => {
    fc.assert(
      fc.property(
        size.chain((m) =>
          fc.tuple(
            fc.array(fc.array(entry, { minLength: m, maxLength: m }), { minLength: m, maxLength: m }),
            fc.array(entry, { minLength: m, maxLength: m }),
          ),
        ),
        ([rows, b]) => {
          const m = b.length;
          const s = gram(rows);
          for (let k = 0; k < m; k++) s[k * m + k]! += 0.01;
          const x = solve(s, b, m);
          const back = apply(s, x, m);
          const size = Math.max(1, ...x.map(Math.abs));
          // Backward stable: the residual is a few ulp of |S||x|, whatever the condition.
          for (let k = 0; k < m; k++) expect(Math.abs(back[k]! - b[k]!)).toBeLessThan(1e-13 * size * m);
        },
      ),
      { numRuns: 1000 },
    );
  });

  test('singular but consistent systems: a solution, and rows that add nothing get nothing', () => {
    fc.assert(
      fc.property(
        size.chain((m) =>
          fc
            .integer({ min: 0, max: m })
            .chain((rank) =>
              fc.tuple(
                fc.array(fc.array(entry, { minLength: rank, maxLength: rank }), { minLength: m, maxLength: m }),
                fc.array(entry, { minLength: m, maxLength: m }),
              ),
            ),
        ),
        ([rows, y]) => {
          const m = y.length;
          const s = gram(rows);
          const b = apply(s, y, m); // in the range of S
          const x = solve(s, b, m);
          expect(x.every(Number.isFinite)).toBe(true);
          const back = apply(s, x, m);
          const most = Math.max(...s.map(Math.abs), 0);
          // A pivot just above the rank threshold of 1e-13 may leave √1e-13 of the scale.
          for (let k = 0; k < m; k++) expect(Math.abs(back[k]! - b[k]!)).toBeLessThan(1e-6 * (most + 1e-12));
        },
      ),
      { numRuns: 2000 },
    );
  });

  test('a zero row (a locked axis) and a repeated row are dropped, the others are exact', () => {
    expect([...solve([2, 0, 1, 0, 0, 0, 1, 0, 3], [4, 0, 7], 3)]).toEqual([1, 0, 2]);
    expect([...solve([2, 2, 2, 2], [6, 6], 2)]).toEqual([3, 0]);
    expect([...solve([0], [5], 1)]).toEqual([0]);
    // Inconsistent: no answer exists, and the one given is finite.
    expect([...solve([2, 2, 2, 2], [6, 7], 2)].every(Number.isFinite)).toBe(true);
  });

  test('scale does not matter', () => {
    for (const k of [1e-30, 1e-10, 1, 1e10, 1e30]) {
      const x = solve(
        [4, 1, 1, 3].map((v) => v * k),
        [1, 2].map((v) => v * k),
        2,
      );
      expect(x[0]).toBeCloseTo(1 / 11, 14);
      expect(x[1]).toBeCloseTo(7 / 11, 14);
    }
  });
});
