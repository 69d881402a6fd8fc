// Segment moments against their defining integrals, and the rule that sums them.

import { describe, expect, it } from 'vitest';
import {
  GAUSS,
  GAUSS_W,
  GAUSS_X,
  GAUSS3_W,
  GAUSS3_X,
  SEG_0,
  SEG_1,
  SEG_2,
  SEG_3,
  SEG_KZ,
  SEG_Z,
  segmentMoments,
  segmentThirds,
} from '../../src/overlap/analytic/segment.js';

/** ∫₀^β by 16 Gauss nodes in each of 4 panels: the integrands are trigonometric polynomials of degree ≤ 5. */
function integral(beta: number, f: (alpha: number) => number): number {
  let sum = 0;
  for (let p = 0; p < 4; p++)
    for (let i = 0; i < GAUSS; i++) sum += 0.25 * beta * GAUSS_W[i] * f(0.25 * beta * (p + GAUSS_X[i]));
  return sum;
}

describe('Gauss rules', () => {
  it('16 nodes integrate powers up to 31 exactly, 3 nodes up to 5', () => {
    for (let n = 0; n <= 31; n++) {
      expect(GAUSS_X.reduce((s, x, i) => s + GAUSS_W[i] * x ** n, 0)).toBeCloseTo(1 / (n + 1), 15);
      if (n <= 5) expect(GAUSS3_X.reduce((s, x, i) => s + GAUSS3_W[i] * x ** n, 0)).toBeCloseTo(1 / (n + 1), 15);
    }
  });
});

describe('segment moments', () => {
  const f = new Float64Array(6);

  it('equal their integrals at every half-angle, the smallest included', () => {
    const betas = [1e-8, 1e-5, 1e-3, 0.1, 0.2499, 0.25, 0.4, 0.6999, 0.7, 1, 1.5, 2, 2.5, 3, 3.1, Math.PI];
    for (const beta of betas) {
      segmentMoments(f, beta);
      segmentThirds(f, beta);
      // cos α - cos β without cancellation.
      const k = (a: number): number => 2 * Math.sin(0.5 * (a + beta)) * Math.sin(0.5 * (beta - a));
      const want = [
        integral(beta, (a) => 2 * Math.sin(a) ** 2),
        integral(beta, (a) => 2 * Math.sin(a) ** 2 * k(a)),
        integral(beta, (a) => 2 * Math.sin(a) ** 2 * k(a) ** 2),
        integral(beta, (a) => (2 / 3) * Math.sin(a) ** 4),
        integral(beta, (a) => 2 * Math.sin(a) ** 2 * k(a) ** 3),
        integral(beta, (a) => (2 / 3) * Math.sin(a) ** 4 * k(a)),
      ];
      [SEG_0, SEG_1, SEG_2, SEG_Z, SEG_3, SEG_KZ].forEach((j, i) => {
        // The closed form of f_2 at 0.7 cancels 2.5 digits, that of f_3 a factor of 2000.
        expect(Math.abs(f[j] / want[i] - 1), `f ${i} at ${beta}`).toBeLessThan(j === SEG_3 ? 1e-12 : 1e-13);
      });
    }
  });
});
