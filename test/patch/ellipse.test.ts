import { describe, expect, it } from 'vitest';
import { Random } from '../../src/math/random.js';
import { OV_MOMENT, OV_STRIDE, OV_VOLUME } from '../../src/overlap/overlap.js';
import {
  boxHalfLength,
  ellipseHalfAxis,
  patchVariances,
  projectToEllipse,
  projectToEllipseWeighted,
  spinBoundCorners,
} from '../../src/patch/ellipse.js';

describe('the ellipse of an overlap', () => {
  it('is exact for a box (rectangle) and for a disc (ellipse)', () => {
    const out = new Float64Array(2);
    const record = new Float64Array(OV_STRIDE);
    const frame = Float64Array.of(0, 1, 0, 1, 0, 0, 0, 0, -1);
    const [a, b, c] = [2, 0.01, 1];
    record[OV_VOLUME] = a * b * c;
    record[OV_MOMENT] = (a * a * a * b * c) / 12;
    record[OV_MOMENT + 3] = (a * b * b * b * c) / 12;
    record[OV_MOMENT + 5] = (a * b * c * c * c) / 12;
    patchVariances(out, 0, record, 0, frame, 0);
    expect(boxHalfLength(out[0])).toBeCloseTo(1, 14);
    expect(boxHalfLength(out[1])).toBeCloseTo(0.5, 14);
    // A disc of radius r has variance r²/4 along any axis.
    expect(ellipseHalfAxis(0.25 * 0.25)).toBeCloseTo(0.5, 14);
    expect(boxHalfLength(0.25 * 0.25) / 0.5).toBeCloseTo(0.866, 3);
    record.fill(0);
    patchVariances(out, 0, record, 0, frame, 0);
    expect(Array.from(out)).toEqual([0, 0]);
  });
});

describe('closest point of an ellipse', () => {
  it('lies on it, and the way there is at right angles to it', () => {
    const out = new Float64Array(4);
    for (let seed = 1; seed <= 2000; seed++) {
      const random = new Random(seed);
      const a = 10 ** random.between(-3, 1);
      const b = seed % 5 === 0 ? a : 10 ** random.between(-3, 1);
      const far = 10 ** random.between(-2, 3);
      const x = far * a * random.between(-2, 2);
      const y = far * b * random.between(-2, 2);
      const outside = projectToEllipse(out, 0, a, b, x, y);
      const level = (x / a) ** 2 + (y / b) ** 2;
      expect(outside, `seed ${seed}`).toBe(level > 1);
      if (!outside) continue;
      const [px, py, tx, ty] = out;
      expect((px / a) ** 2 + (py / b) ** 2, `seed ${seed}`).toBeCloseTo(1, 11);
      // d - p along the gradient (p_x/a², p_y/b²), compared as unit vectors; p is good to 1e-13, so the angle to that
      // over the distance.
      const gx = px / (a * a);
      const gy = py / (b * b);
      const g = Math.hypot(gx, gy);
      const d = Math.hypot(x - px, y - py);
      expect(Math.abs((x - px) * gy - (y - py) * gx) / g).toBeLessThan(1e-12 * (a + b) + 1e-13 * d);
      expect((x - px) * gx + (y - py) * gy).toBeGreaterThanOrEqual(0);
      expect(Math.hypot(tx, ty)).toBeCloseTo(1, 13);
      expect((tx * gx + ty * gy) / g).toBeCloseTo(0, 6);
    }
  });

  it('on the axes, on the circle, on segments and points', () => {
    const out = new Float64Array(4);
    projectToEllipse(out, 0, 2, 1, 5, 0);
    expect(Array.from(out)).toEqual([2, 0, -0, 1]);
    projectToEllipse(out, 0, 2, 1, 0, -3);
    expect([out[0], out[1]]).toEqual([0, -1]);
    projectToEllipse(out, 0, 1, 1, 3, 4);
    expect(out[0]).toBeCloseTo(0.6, 15);
    projectToEllipse(out, 0, 2, 0, 1.5, 7);
    expect([out[0], out[1]]).toEqual([1.5, 0]);
    projectToEllipse(out, 0, 2, 0, 9, 7);
    expect([out[0], out[1]]).toEqual([2, 0]);
    projectToEllipse(out, 0, 0, 0, -3, 4);
    expect([Math.abs(out[0]), out[1]]).toEqual([0, 0]);
    expect(projectToEllipse(out, 0, 0, 0, 0, 0)).toBe(false);
  });

  it('in a metric: the gradient of the distance is along the ellipse normal, and no boundary point is nearer', () => {
    const out = new Float64Array(4);
    for (let seed = 1; seed <= 300; seed++) {
      const random = new Random(seed);
      const a = random.between(0.2, 2);
      const b = random.between(0.2, 2);
      const c = [random.between(0.3, 2), random.between(-1, 1), random.between(0.3, 2)];
      const w = [c[0] * c[0], c[0] * c[1], c[1] * c[1] + c[2] * c[2]];
      const x = random.between(-4, 4);
      const y = random.between(-4, 4);
      const outside = projectToEllipseWeighted(out, 0, a, b, x, y, w[0], w[1], w[2]);
      expect(outside).toBe((x / a) ** 2 + (y / b) ** 2 > 1);
      if (!outside) continue;
      const cost = (px: number, py: number) =>
        w[0] * (x - px) ** 2 + 2 * w[1] * (x - px) * (y - py) + w[2] * (y - py) ** 2;
      const best = cost(out[0], out[1]);
      expect((out[0] / a) ** 2 + (out[1] / b) ** 2).toBeCloseTo(1, 11);
      let least = Infinity;
      for (let k = 0; k < 256; k++) {
        const angle = (2 * Math.PI * k) / 256;
        least = Math.min(least, cost(a * Math.cos(angle), b * Math.sin(angle)));
      }
      expect(least).toBeGreaterThan(best * (1 - 1e-12));
      const gx = w[0] * (x - out[0]) + w[1] * (y - out[1]);
      const gy = w[1] * (x - out[0]) + w[2] * (y - out[1]);
      expect((out[2] * gx + out[3] * gy) / Math.hypot(gx, gy)).toBeCloseTo(0, 7);
    }
  });
});

describe('spin bound of the four corners (eq. 11–13)', () => {
  it('is the half diagonal at the centre, zero at a corner and outside', () => {
    expect(spinBoundCorners(0.5, 0.5, 0, 0)).toBeCloseTo(Math.SQRT1_2, 15);
    expect(spinBoundCorners(0.5, 0.3, 0.5, 0.3)).toBe(0);
    expect(spinBoundCorners(0.5, 0.3, 0.6, 0)).toBe(0);
    // Middle of an edge: half the force at each end.
    expect(spinBoundCorners(0.5, 0.3, 0.5, 0)).toBeCloseTo(0.3, 15);
    expect(spinBoundCorners(0, 0, 0, 0)).toBe(0);
  });
});
