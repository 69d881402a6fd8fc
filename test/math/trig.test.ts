import { describe, expect, test } from 'vitest';
import { Random } from '../../src/math/random.js';
import { acos, asin, atan, atan2, cos, exp, log, sin, tan } from '../../src/math/trig.js';
import * as exact from './exact.js';

const N = 1500;

/** Largest error in units of the last place over seeded arguments. */
function worst(f: (x: number) => number, truth: (x: number) => bigint, argument: (r: Random) => number): number {
  const random = new Random(1960);
  let most = 0;
  for (let k = 0; k < N; k++) {
    const x = argument(random);
    most = Math.max(most, exact.ulpsOff(f(x), truth(x), exact.PRECISION));
  }
  return most;
}

const sinOf = (x: number): bigint => exact.sinCos(x)[0];
const cosOf = (x: number): bigint => exact.sinCos(x)[1];

describe('elementary functions against integer arithmetic of 220 bits', () => {
  // fdlibm states less than 1 ulp for each of these; tan, asin and acos are composed of two or three such roundings.
  test('sin and cos on the first turn, far out, and on the largest doubles', () => {
    const ranges: ((r: Random) => number)[] = [
      (r) => r.between(-1, 1),
      (r) => r.between(-10, 10),
      (r) => r.between(-1.6e6, 1.6e6),
      (r) => r.between(-1e9, 1e9),
      (r) => r.between(-1, 1) * 2 ** r.below(1023),
    ];
    for (const range of ranges) {
      expect(worst(sin, sinOf, range)).toBeLessThan(1);
      expect(worst(cos, cosOf, range)).toBeLessThan(1);
    }
  });

  test('sin and cos next to whole quarter turns, where reduction cancels', () => {
    // 6381956970095103·2^797 is the double nearest to a multiple of π/2 (Kahan).
    const nearest = 6381956970095103 * 2 ** 797;
    expect(exact.ulpsOff(cos(nearest), cosOf(nearest), exact.PRECISION)).toBeLessThan(1);
    const near = (r: Random): number => {
      const x = (1 + r.below(1e6)) * 1.5707963267948966;
      return x + (r.below(3) - 1) * exact.unitInLastPlace(x);
    };
    expect(worst(sin, sinOf, near)).toBeLessThan(1);
    expect(worst(cos, cosOf, near)).toBeLessThan(1);
  });

  test('tan', () => {
    const tanOf = (x: number): bigint => {
      const [s, c] = exact.sinCos(x);
      return (s << exact.PRECISION) / c;
    };
    expect(worst(tan, tanOf, (r) => r.between(-100, 100))).toBeLessThan(2.5);
  });

  test('atan and atan2 in all quadrants and at all ratios', () => {
    const size = (r: Random): number => r.between(-1, 1) * 2 ** (r.below(80) - 40);
    expect(worst(atan, (x) => exact.atan2(x, 1), size)).toBeLessThan(1);
    const random = new Random(7);
    let most = 0;
    for (let k = 0; k < N; k++) {
      const y = size(random);
      const x = size(random);
      most = Math.max(most, exact.ulpsOff(atan2(y, x), exact.atan2(y, x), exact.PRECISION));
    }
    // The quotient y/x is rounded before its arctangent.
    expect(most).toBeLessThan(1.6);
  });

  test('asin and acos', () => {
    const x = (r: Random): number => (r.below(2) === 0 ? r.between(-1, 1) : 1 - 2 ** -r.between(1, 50));
    expect(worst(asin, exact.asin, x)).toBeLessThan(3);
    expect(worst(acos, exact.acos, x)).toBeLessThan(3);
  });

  test('exp and log', () => {
    expect(worst(exp, exact.exp, (r) => r.between(-60, 60))).toBeLessThan(1);
    expect(worst(exp, exact.exp, (r) => r.between(-1, 1) * 1e-5)).toBeLessThan(1);
    expect(worst(log, exact.log, (r) => r.between(0, 1) * 2 ** (r.below(100) - 50))).toBeLessThan(1);
    expect(worst(log, exact.log, (r) => 1 + r.between(-1e-6, 1e-6))).toBeLessThan(1);
  });
});

describe('special values', () => {
  const INF = Infinity;

  test('are those of ECMAScript', () => {
    const ones: [(x: number) => number, (x: number) => number][] = [
      [sin, Math.sin],
      [cos, Math.cos],
      [tan, Math.tan],
      [atan, Math.atan],
      [asin, Math.asin],
      [acos, Math.acos],
      [exp, Math.exp],
      [log, Math.log],
    ];
    for (const [ours, theirs] of ones) {
      for (const x of [0, -0, INF, -INF, NaN]) expect(Object.is(ours(x), theirs(x)), `${theirs.name}(${x})`).toBe(true);
    }
    for (const x of [1.0000001, -2, 1e300]) {
      expect(asin(x)).toBeNaN();
      expect(acos(x)).toBeNaN();
    }
    for (const y of [0, -0, 1, -1, INF, -INF, NaN]) {
      for (const x of [0, -0, 1, -1, INF, -INF, NaN]) {
        expect(Object.is(atan2(y, x), Math.atan2(y, x)), `atan2(${y}, ${x})`).toBe(true);
      }
    }
  });

  test('at the ends of the range', () => {
    expect(exp(710)).toBe(INF);
    expect(exp(-746)).toBe(0);
    expect(exp(-745.13)).toBe(5e-324);
    expect(exp(709.78)).toBeCloseTo(Math.exp(709.78), -295);
    expect(log(5e-324)).toBe(Math.log(5e-324));
    expect(log(Number.MAX_VALUE)).toBe(Math.log(Number.MAX_VALUE));
    expect(asin(1)).toBe(Math.PI / 2);
    expect(acos(-1)).toBe(Math.PI);
    // Ratios that overflow and underflow.
    expect(atan2(1e300, 1e-300)).toBe(Math.PI / 2);
    expect(atan2(1e-300, 1e300)).toBe(0);
    expect(atan2(-1e-300, -1e300)).toBe(-Math.PI);
  });

  test('signs: odd functions are odd and even ones even, to the bit', () => {
    const random = new Random(3);
    for (let k = 0; k < 2000; k++) {
      const x = random.between(0, 1) * 2 ** random.below(60);
      expect(Object.is(sin(-x), -sin(x))).toBe(true);
      expect(Object.is(cos(-x), cos(x))).toBe(true);
      expect(Object.is(atan(-x), -atan(x))).toBe(true);
    }
  });
});
