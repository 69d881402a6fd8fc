// The cheap visit of a patch: what it leaves obeys its own law, and that is the patch's law where nothing slips and
// spins at once.

import { describe, expect, test } from 'vitest';
import { W_FRICTION, W_SLIPS } from '../../src/contact/six/layout.js';
import { WrenchLaw } from '../../src/contact/six/wrench-law.js';
import { Random } from '../../src/math/random.js';
import { atLambda } from '../../src/solver/blocks.js';
import { blockOf, type Case, judge, patchesOf, randomCase } from './six-law-support.js';
import { minimiseInBall, SplitVisit } from './split-visit.js';

describe('the least of a quadratic in a ball', () => {
  const random = new Random(42);
  const vector = (size: number) => Float64Array.from({ length: 3 }, () => random.between(-size, size));
  const cases = Array.from({ length: 500 }, () => {
    // A Aᵀ + 0.1: positive definite, with conditions up to some hundreds.
    const a = Float64Array.from({ length: 9 }, () => random.between(-1, 1));
    const entry = (i: number, j: number) =>
      a[3 * i]! * a[3 * j]! + a[3 * i + 1]! * a[3 * j + 1]! + a[3 * i + 2]! * a[3 * j + 2]! + (i === j ? 0.1 : 0);
    const m = Float64Array.of(entry(0, 0), entry(0, 1), entry(0, 2), entry(1, 1), entry(1, 2), entry(2, 2));
    return { m, g: vector(1), c: random.between(0.05, 2) };
  });
  const gradient = (m: Float64Array, g: Float64Array, y: Float64Array) => [
    g[0]! + m[0]! * y[0]! + m[1]! * y[1]! + m[2]! * y[2]!,
    g[1]! + m[1]! * y[0]! + m[3]! * y[1]! + m[4]! * y[2]!,
    g[2]! + m[2]! * y[0]! + m[4]! * y[1]! + m[5]! * y[2]!,
  ];

  test('either nothing is left to gain, or the limit is reached and what is left points straight out', () => {
    let inside = 0;
    for (const { m, g, c } of cases) {
      const y = new Float64Array(3);
      const isInside = minimiseInBall(y, m, g, c);
      const left = gradient(m, g, y);
      const size = Math.hypot(...y);
      if (isInside) {
        inside++;
        expect(size).toBeLessThanOrEqual(c);
        // The give of locked directions, 1e-13 of the trace, times y of up to 2, and rounding.
        expect(Math.hypot(...left)).toBeLessThan(1e-11);
        continue;
      }
      expect(Math.abs(size - c)).toBeLessThan(1e-8 * c);
      const along = -(left[0]! * y[0]! + left[1]! * y[1]! + left[2]! * y[2]!) / c;
      expect(along).toBeGreaterThanOrEqual(0);
      // Across y nothing is left: γ was found to 1e-9 of c.
      expect(Math.abs(Math.hypot(...left) - along)).toBeLessThan(1e-6 * (1 + along));
    }
    expect(inside).toBeGreaterThan(50);
    expect(inside).toBeLessThan(450);
  });

  test('a direction that cannot move gets nothing', () => {
    const y = new Float64Array(3);
    expect(minimiseInBall(y, Float64Array.of(1, 0, 0, 1, 0, 0), Float64Array.of(0.3, -0.4, 0), 1)).toBe(true);
    for (const [k, x] of [-0.3, 0.4, 0].entries()) expect(Math.abs(y[k]! - x)).toBeLessThan(1e-12);
  });
});

/** Visits one block again and again, as sweeps do; returns its impulses and by how much the last visit changed them. */
function settle(c: Case, visits: number): { lambda: Float64Array; change: number; f: Float64Array } {
  const patches = patchesOf(c.outline);
  const law = new SplitVisit(patches);
  const f = blockOf(c);
  const l = atLambda;
  let change = 0;
  for (let k = 0; k < visits; k++) {
    const r = residual(c, f);
    law.project(f, 0, 6, r, 0);
    change = Math.hypot(...r.map((x, i) => x - f[l + i]!));
    f.set(r, l);
  }
  return { lambda: f.slice(l, l + 6), change, f };
}

/** e₀ + S λ. */
function residual(c: Case, f: Float64Array): Float64Array {
  return Float64Array.from({ length: 6 }, (_, i) => {
    let sum = c.e0[i]!;
    for (let j = 0; j < 6; j++) sum += c.s[6 * i + j]! * f[atLambda + j]!;
    return sum;
  });
}

describe('random bodies, motions and patches', () => {
  const random = new Random(20261115);
  const cases = Array.from({ length: 1500 }, () => randomCase(random));

  test('every visit: it pushes, from within the patch, with friction within its limit', () => {
    for (const c of cases) {
      const { lambda: x, f } = settle(c, 3);
      expect(x.every(Number.isFinite)).toBe(true);
      expect(x[0]).toBeGreaterThanOrEqual(0);
      if (x[0] === 0) {
        expect([...x]).toEqual([0, 0, 0, 0, 0, 0]);
        continue;
      }
      expect(judge(c, x).inside).toBeLessThan(1e-9);
      expect(Math.hypot(x[3]!, x[4]!)).toBeLessThanOrEqual(f[W_FRICTION]! * x[0]! * (1 + 1e-9));
    }
  });

  test('where friction is plenty, visits settle on what the exact law finds', () => {
    let seen = 0;
    for (const one of cases.slice(0, 400)) {
      const c = { ...one, mu: 50 };
      const patches = patchesOf(c.outline);
      const f = blockOf(c);
      const exact = Float64Array.from(c.e0);
      new WrenchLaw(patches).project(f, 0, 6, exact, 0);
      if (f[W_SLIPS] === 1 || !(exact[0]! > 0)) continue;
      const { lambda, change, f: last } = settle(c, 400);
      const size = Math.hypot(...exact);
      // Pressure and friction take turns: where they are strongly coupled 400 turns are not enough. A corner cannot
      // hold against spin, and bearing there may be a second answer to a problem that also has one that sticks.
      if (change > 1e-10 * size || last[W_SLIPS] === 1 || judge(c, lambda).kind === 'vertex') continue;
      seen++;
      // Turns that take a thousandth off the error leave a thousand times what the last one changed.
      expect(Math.hypot(...exact.map((x, i) => x - lambda[i]!))).toBeLessThan(1e-6 * size);
    }
    expect(seen).toBeGreaterThan(60);
  });

  test('a box that slides without turning is braked by μ f_n against its slip', () => {
    // A cube of 1 kg whose patch lies at its centre of mass, so that nothing turns.
    const s = new Float64Array(36);
    for (const [k, x] of [1, 24, 24, 1, 1, 6].entries()) s[7 * k] = x;
    const c: Case = {
      outline: [
        [0.5, 0.5],
        [-0.5, 0.5],
        [-0.5, -0.5],
        [0.5, -0.5],
      ],
      mu: 0.5,
      sharp: [1, 1, 1, 1],
      s,
      e0: Float64Array.of(-0.2, 0, 0, 3, 4, 0),
    };
    const { lambda } = settle(c, 4);
    // f_n = 0.2 N·s stops the approach, and 0.1 N·s brakes along (3, 4)/5.
    const expected = [0.2, 0, 0, -0.06, -0.08, 0];
    for (const [k, x] of expected.entries()) expect(Math.abs(lambda[k]! - x)).toBeLessThan(1e-9);
  });
});
