import { describe, expect, it } from 'vitest';
import { Random } from '../../src/math/random.js';
import { HullBuilder } from '../../src/patch/hull.js';
import type { Point } from './oracle.js';

function hullOf(points: readonly Point[]): Point[] {
  const builder = new HullBuilder();
  builder.begin(points.length);
  for (const [x, y] of points) builder.add(x, y);
  const out = new Float64Array(2 * points.length + 2);
  const n = builder.build(out, 2);
  return Array.from({ length: n }, (_, k): Point => [out[2 + 2 * k], out[3 + 2 * k]]);
}

const turn = (a: Point, b: Point, c: Point) => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);

describe('convex hull', () => {
  it('holds every point, turns left everywhere, uses only given points and ignores their order', () => {
    for (let seed = 1; seed <= 400; seed++) {
      const random = new Random(seed);
      const count = 1 + random.below(seed % 4 === 0 ? 300 : 14);
      // Every third set lies on a coarse grid: many collinear and equal points.
      const points = Array.from({ length: count }, (): Point => {
        const p: Point = [random.between(-1, 1), random.between(-1, 1)];
        return seed % 3 === 0 ? [Math.round(p[0] * 3) / 4, Math.round(p[1] * 3) / 4] : p;
      });
      const hull = hullOf(points);
      expect(hull.every((p) => points.some((q) => q[0] === p[0] && q[1] === p[1]))).toBe(true);
      const n = hull.length;
      if (n >= 3) {
        for (let k = 0; k < n; k++) {
          const a = hull[k];
          const b = hull[(k + 1) % n];
          expect(turn(a, b, hull[(k + 2) % n]), `seed ${seed}`).toBeGreaterThan(0);
          // Rounding of the turn's determinant, plus what the clean-ups may cut off (1e-12 of the size).
          expect(Math.min(...points.map((p) => turn(a, b, p))), `seed ${seed}`).toBeGreaterThan(-1e-11);
        }
      }
      for (let k = points.length - 1; k > 0; k--) {
        const j = random.below(k + 1);
        [points[k], points[j]] = [points[j], points[k]];
      }
      expect(hullOf(points)).toEqual(hull);
    }
  });

  it('takes an outline as it is, wherever it begins, but neither one that winds twice nor one that runs backwards', () => {
    for (let seed = 1; seed <= 60; seed++) {
      const random = new Random(seed);
      const points = Array.from(
        { length: 3 + (seed % 20) },
        (): Point => [random.between(-1, 1), random.between(-1, 1)],
      );
      const hull = hullOf(points);
      const n = hull.length;
      for (let k = 0; k < n; k++) {
        const turned = [...hull.slice(k), ...hull.slice(0, k)];
        expect(hullOf(turned)).toEqual(hull);
        expect(hullOf(turned.reverse())).toEqual(hull);
        // Every second corner: an odd outline turns left all the way and winds twice.
        expect(hullOf(turned.map((_, j) => turned[(2 * j) % n]))).toEqual(
          n % 2 ? hull : hullOf(turned.filter((_, j) => j % 2 === 0)),
        );
      }
      // A corner on a side, or next to another, is dropped as it is from a set in no order.
      for (const share of [0.5, 1e-10]) {
        const [a, b] = hull;
        const extra: Point = [a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])];
        expect(hullOf([a, extra, ...hull.slice(1)])).toEqual(hull);
      }
    }
  });

  it('sees one corner in the top and bottom of a box that differ by rounding', () => {
    const points: Point[] = [];
    for (const x of [-0.5, 0.5]) {
      for (const y of [-0.5, 0.5]) {
        points.push([x, y], [x + 3e-17, y - 1e-16], [x * (1 + 2.3e-16), y * (1 - 1e-16)]);
      }
    }
    expect(hullOf(points)).toHaveLength(4);
  });

  it('gives a segment for points on a line and a point for equal ones', () => {
    const line = Array.from({ length: 9 }, (_, k): Point => [0.1 * k, 0.3 * k]);
    expect(hullOf(line)).toEqual([line[0], line[8]]);
    expect(
      hullOf([
        [2, 3],
        [2, 3],
      ]),
    ).toEqual([[2, 3]]);
    expect(hullOf([])).toEqual([]);
  });

  it('scales: the same polygon at 1e-6 and 1e6', () => {
    const random = new Random(7);
    const points = Array.from({ length: 30 }, (): Point => [random.between(-1, 1), random.between(-1, 1)]);
    const n = hullOf(points).length;
    for (const s of [2 ** -20, 2 ** 20]) {
      const scaled = hullOf(points.map(([x, y]): Point => [s * x, s * y]));
      expect(scaled).toHaveLength(n);
      expect(scaled[0][0]).toBe(s * hullOf(points)[0][0]);
    }
  });
});
