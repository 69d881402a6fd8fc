import { describe, expect, it } from 'vitest';
import {
  contactModulus,
  halfSpaceResponse,
  type Response,
  volumeResponse,
} from '../../../src/contact/quasi-rigid/response.js';
import { Random } from '../../../src/math/random.js';

/** Smallest pivot of Cholesky's factor, as a share of the diagonal. */
function smallestPivot(response: Response, seed: number, n: number): number {
  const random = new Random(seed);
  const x = Array.from({ length: n }, () => [random.next(), random.next(), 1e-4 + 0.01 * random.next()] as const);
  const g = x.map((a) => x.map((b) => response((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2, a[2], b[2])));
  let least = Infinity;
  for (let k = 0; k < n; k++) {
    least = Math.min(least, g[k]![k]! / response(0, x[k]![2], x[k]![2]));
    for (let i = k + 1; i < n; i++) {
      const m = g[i]![k]! / g[k]![k]!;
      for (let j = k; j < n; j++) g[i]![j]! -= m * g[k]![j]!;
    }
  }
  return least;
}

describe('elastic response', () => {
  it('is positive definite over any nodes of any areas', () => {
    for (let seed = 1; seed <= 20; seed++) {
      expect(smallestPivot(halfSpaceResponse, seed, 60), `seed ${seed}`).toBeGreaterThan(0);
      expect(smallestPivot(volumeResponse(0.3), seed, 60), `seed ${seed}`).toBeGreaterThan(-1e-12);
    }
  });

  it('far away is a point force, and on itself a square of pressure within 0.6 %', () => {
    expect(halfSpaceResponse(1, 1e-4, 1e-4)).toBeCloseTo(1, 12);
    // Love: 4 ln(1 + √2)/side in the middle.
    expect(Math.abs(halfSpaceResponse(0, 4, 4) / ((4 * Math.log(1 + Math.SQRT2)) / 2) - 1)).toBeLessThan(0.006);
  });

  it('the volume-preserving kernel keeps the volume (eq. 3)', () => {
    const response = volumeResponse(0.1);
    let sum = 0;
    let size = 0;
    const step = 1e-4;
    for (let r = step / 2; r < 1.2; r += step) {
      const value = response(r * r, 1e-4, 2e-4) * r * step;
      sum += value;
      size += Math.abs(value);
    }
    // Midpoint rule: second order in the step against the blobs' size of 4e-3.
    expect(Math.abs(sum) / size).toBeLessThan(1e-4);
  });

  it('two bodies are compliances in a row', () => {
    expect(contactModulus(1e6, 0.3, Infinity, 0)).toBeCloseTo(1e6 / 0.91, 6);
    expect(contactModulus(1e6, 0.3, 1e6, 0.3)).toBeCloseTo(0.5e6 / 0.91, 6);
  });
});
