import { describe, expect, it } from 'vitest';
import { erf, i0e } from '../../src/math/special.js';

/** Series of positive terms: erf(x) = 2/√π exp(-x²) Σ 2ⁿ x^(2n+1)/(2n+1)!!. */
function erfBySeries(x: number): number {
  let term = x;
  let sum = x;
  for (let n = 1; n < 400; n++) {
    term *= (2 * x * x) / (2 * n + 1);
    sum += term;
  }
  return (2 / Math.sqrt(Math.PI)) * Math.exp(-x * x) * sum;
}

/** exp(-x) Σ (x²/4)ⁿ/n!², summed from scaled terms. */
function i0eBySeries(x: number): number {
  let term = Math.exp(-x);
  let sum = term;
  for (let n = 1; n < 600; n++) {
    term *= (x * x) / (4 * n * n);
    sum += term;
  }
  return sum;
}

describe('special functions', () => {
  it('erf is that of its series', () => {
    // The series' own rounding: a few units of the last place of at most 60 terms.
    for (let x = 0; x < 6.5; x += 0.0137) expect(Math.abs(erf(x) - erfBySeries(x))).toBeLessThan(3e-15);
    expect(erf(0)).toBe(0);
    expect(erf(-1.25)).toBe(-erf(1.25));
    expect(erf(7)).toBe(1);
    expect(erf(-Infinity)).toBe(-1);
  });

  it('i0e is that of its series and goes on as 1/√(2πx)', () => {
    for (let x = 0; x < 60; x += 0.173) expect(Math.abs(i0e(x) / i0eBySeries(x) - 1)).toBeLessThan(3e-13);
    const x = 1e6;
    expect(Math.abs(i0e(x) * Math.sqrt(2 * Math.PI * x) - (1 + 1 / (8 * x)))).toBeLessThan(1e-12);
  });
});
