import { expect, test } from 'vitest';
import { Random } from '../../src/math/random.js';
import { Orientation } from '../../src/shapes/orientation.js';

/** The sign of det[b-a, c-a, p-a] in whole numbers: doubles are whole multiples of 2⁻³⁰⁰ here. */
function exactSign(q: Float64Array): number {
  const big = Array.from(q, (x) => {
    let value = x;
    let shift = 300n;
    while (value !== Math.floor(value)) {
      value *= 2;
      shift -= 1n;
    }
    return BigInt(value) << shift;
  });
  const d = (i: number, k: number): bigint => big[3 * i + k] - big[k];
  const det =
    d(3, 0) * (d(1, 1) * d(2, 2) - d(1, 2) * d(2, 1)) +
    d(3, 1) * (d(1, 2) * d(2, 0) - d(1, 0) * d(2, 2)) +
    d(3, 2) * (d(1, 0) * d(2, 1) - d(1, 1) * d(2, 0));
  return det > 0n ? 1 : det < 0n ? -1 : 0;
}

test('the side of a plane is exact for random, nearly coplanar and coplanar points of mixed magnitudes', () => {
  const random = new Random(11);
  const seen = [0, 0, 0];
  for (let i = 0; i < 4000; i++) {
    const q = new Float64Array(12);
    for (let k = 0; k < 12; k++) q[k] = random.between(-1, 1) * 2 ** -random.below(i % 3 === 0 ? 60 : 3);
    if (i % 2 === 0) {
      // The fourth on the plane of the others, but for rounding.
      const s = random.next();
      const t = random.next();
      for (let k = 0; k < 3; k++) q[9 + k] = q[k] + s * (q[3 + k] - q[k]) + t * (q[6 + k] - q[k]);
    }
    if (i % 5 === 0) for (let k = 0; k < 12; k++) q[k] = Math.round(q[k] * 4) / 4;
    const sign = Math.sign(new Orientation(q).side(0, 1, 2, 3));
    expect(sign).toBe(exactSign(q));
    seen[sign + 1]++;
  }
  expect(Math.min(...seen)).toBeGreaterThan(100);
});

test('the sign turns with the order of the points', () => {
  const q = Float64Array.of(0.1, 0.2, 0.3, 1.1, 0.2, 0.3, 0.1, 1.2, 0.3, 0.4, 0.4, 1.3);
  const o = new Orientation(q);
  expect(o.side(0, 1, 2, 3)).toBeGreaterThan(0);
  expect(o.side(0, 2, 1, 3)).toBeLessThan(0);
});

test('the normal of a sliver keeps all its digits', () => {
  // Three points 1 apart along a line whose middle one is 2⁻⁵⁰ beside it: exact normal (0, 0, -2⁻⁵⁰) after translation.
  const h = 2 ** -50;
  const q = Float64Array.of(0.25, 0.25, 0.25, 0.75, 0.75 + h, 0.25, 1.25, 1.25, 0.25);
  const out = new Float64Array(3);
  new Orientation(q).cross(out, 0, 1, 2);
  expect(Array.from(out)).toEqual([0, 0, -h]);
});
