import { describe, expect, test } from 'vitest';
import { Random } from '../../src/math/random.js';

describe('seeded random numbers', () => {
  test('the first words of sfc32, computed in 64-bit integers from its definition', () => {
    const mask = 0xffffffffn;
    for (const seed of [0, 1, 20150615, 2 ** 40 + 3]) {
      let a = BigInt(seed) & mask;
      let b = 0x9e3779b9n;
      let c = BigInt(seed) >> 32n;
      let n = 1n;
      const next = (): number => {
        const t = (a + b + n) & mask;
        n = (n + 1n) & mask;
        a = b ^ (b >> 9n);
        b = (c + (c << 3n)) & mask;
        c = ((((c << 21n) & mask) | (c >> 11n)) + t) & mask;
        return Number(t);
      };
      for (let k = 0; k < 15; k++) next();
      const random = new Random(seed);
      for (let k = 0; k < 100; k++) expect(random.nextWord()).toBe(next());
    }
  });

  test('the same seed repeats, different seeds differ', () => {
    const words = (seed: number): number[] => {
      const r = new Random(seed);
      return Array.from({ length: 20 }, () => r.nextWord());
    };
    expect(words(5)).toEqual(words(5));
    const seen = new Set(Array.from({ length: 1000 }, (_, seed) => words(seed)[0]));
    expect(seen.size).toBe(1000);
  });

  test('next() is uniform on [0, 1)', () => {
    const r = new Random(11);
    const bins = new Array<number>(64).fill(0);
    const n = 64_000;
    let low = 1;
    let high = 0;
    for (let k = 0; k < n; k++) {
      const x = r.next();
      low = Math.min(low, x);
      high = Math.max(high, x);
      bins[Math.floor(64 * x)]!++;
    }
    expect(low).toBeGreaterThanOrEqual(0);
    expect(high).toBeLessThan(1);
    // χ² with 63 degrees of freedom exceeds 118 once in 30,000 times; the seed is fixed.
    const chi = bins.reduce((sum, count) => sum + (count - 1000) ** 2 / 1000, 0);
    expect(chi).toBeLessThan(118);
  });

  test('directions and rotations are of unit length and have no preferred direction', () => {
    const r = new Random(12);
    const n = 20_000;
    const mean = [0, 0, 0];
    const square = [0, 0, 0];
    const turn = [0, 0, 0, 0];
    for (let k = 0; k < n; k++) {
      const d = r.direction();
      expect(Math.abs(Math.hypot(...d) - 1)).toBeLessThan(1e-15);
      for (let i = 0; i < 3; i++) {
        mean[i]! += d[i]! / n;
        square[i]! += d[i]! ** 2 / n;
      }
      const q = r.rotation();
      expect(Math.abs(Math.hypot(...q) - 1)).toBeLessThan(1e-15);
      for (let i = 0; i < 4; i++) turn[i]! += q[i]! ** 2 / n;
    }
    // Standard errors: √(1/3n) = 0.004 for the mean; √(4/45n) and √(1/24n)… below 0.003 for the squares. Five of them.
    for (const m of mean) expect(Math.abs(m)).toBeLessThan(0.02);
    for (const s of square) expect(Math.abs(s - 1 / 3)).toBeLessThan(0.012);
    for (const s of turn) expect(Math.abs(s - 1 / 4)).toBeLessThan(0.01);
  });

  test('below(n) gives every number below n and no other', () => {
    const r = new Random(13);
    const seen = new Set(Array.from({ length: 1000 }, () => r.below(7)));
    expect([...seen].sort()).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });
});
