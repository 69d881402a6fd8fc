import { describe, expect, it } from 'vitest';
import { Random } from '../../src/math/random.js';
import {
  ellipsePolygon,
  polygonContains,
  polygonMoments,
  projectToPolygon,
  simplifyPolygon,
} from '../../src/patch/polygon.js';
import { integrate, type Point, pack, randomPolygon, rectangle, regular, turned } from './oracle.js';

function momentsOf(poly: readonly Point[]): number[] {
  const out = new Float64Array(6);
  polygonMoments(out, 0, pack(poly), 0, poly.length);
  return Array.from(out);
}

describe('polygon moments', () => {
  it('match closed forms of rectangle and triangle', () => {
    const [area, cx, cy, xx, xy, yy] = momentsOf(turned(rectangle(2, 3), 0, 1, 5, -7));
    expect(area).toBeCloseTo(6, 14);
    expect(cx).toBeCloseTo(5, 14);
    expect(cy).toBeCloseTo(-7, 14);
    expect(xx).toBeCloseTo((3 * 8) / 12, 12);
    expect(xy).toBeCloseTo(0, 12);
    expect(yy).toBeCloseTo((2 * 27) / 12, 12);
    // Right triangle with legs b, h about its centroid: b³h/36, -b²h²/72, bh³/36.
    const t = momentsOf([
      [0, 0],
      [3, 0],
      [0, 2],
    ]);
    expect(t[0]).toBeCloseTo(3, 14);
    expect(t[3]).toBeCloseTo(54 / 36, 13);
    expect(t[4]).toBeCloseTo(-36 / 72, 13);
    expect(t[5]).toBeCloseTo(24 / 36, 13);
  });

  it('match cubature for random polygons', () => {
    const random = new Random(11);
    for (let i = 0; i < 50; i++) {
      const poly = randomPolygon(random, 10);
      const [area, cx, cy, xx, xy, yy] = momentsOf(poly);
      // The oracle's rule has degree 5: exact for these integrands up to rounding.
      expect(area).toBeCloseTo(
        integrate(poly, () => 1),
        11,
      );
      expect(cx * area).toBeCloseTo(
        integrate(poly, (x) => x),
        11,
      );
      expect(cy * area).toBeCloseTo(
        integrate(poly, (_, y) => y),
        11,
      );
      expect(xx).toBeCloseTo(
        integrate(poly, (x) => (x - cx) ** 2),
        11,
      );
      expect(xy).toBeCloseTo(
        integrate(poly, (x, y) => (x - cx) * (y - cy)),
        11,
      );
      expect(yy).toBeCloseTo(
        integrate(poly, (_, y) => (y - cy) ** 2),
        11,
      );
    }
  });

  it('are sane for a segment and a point', () => {
    expect(
      momentsOf([
        [1, 2],
        [3, 6],
      ]),
    ).toEqual([0, 2, 4, 0, 0, 0]);
    expect(momentsOf([[1, 2]])).toEqual([0, 1, 2, 0, 0, 0]);
  });
});

describe('closest point of a polygon', () => {
  it('satisfies the optimality conditions in any metric', () => {
    for (let seed = 1; seed <= 500; seed++) {
      const random = new Random(seed);
      const poly = randomPolygon(random, 12);
      const packed = pack(poly);
      const d: Point = [random.between(-4, 4), random.between(-4, 4)];
      const l = [random.between(0.3, 2), random.between(-1, 1), random.between(0.3, 2)];
      const w = seed % 2 === 0 ? [1, 0, 1] : [l[0] * l[0], l[0] * l[1], l[1] * l[1] + l[2] * l[2]];
      const out = new Float64Array(4);
      const edge = projectToPolygon(out, 0, packed, 0, poly.length, d[0], d[1], w[0], w[1], w[2]);
      if (edge < 0) {
        expect(polygonContains(packed, 0, poly.length, d[0], d[1])).toBe(true);
        expect([out[0], out[1]]).toEqual(d);
        continue;
      }
      const rx = d[0] - out[0];
      const ry = d[1] - out[1];
      const gx = w[0] * rx + w[1] * ry;
      const gy = w[1] * rx + w[2] * ry;
      const scale = Math.hypot(gx, gy);
      // q minimises over the convex polygon ⟺ W(d-q)·(v-q) ≤ 0 for every vertex v.
      for (const v of poly) {
        expect(gx * (v[0] - out[0]) + gy * (v[1] - out[1]), `seed ${seed}`).toBeLessThan(1e-13 * (1 + scale) * 10);
      }
      const a = poly[edge];
      const b = poly[(edge + 1) % poly.length];
      const off = (b[0] - a[0]) * (out[1] - a[1]) - (b[1] - a[1]) * (out[0] - a[0]);
      expect(Math.abs(off)).toBeLessThan(1e-14 * 10);
      // The tangent is a unit vector at right angles to the pull, patch on its left.
      expect(Math.hypot(out[2], out[3])).toBeCloseTo(1, 14);
      expect((out[2] * gx + out[3] * gy) / scale).toBeCloseTo(0, 9);
      expect(out[2] * gy - out[3] * gx).toBeLessThan(0);
    }
  });

  it('works on a segment and a point', () => {
    const out = new Float64Array(4);
    const segment = Float64Array.of(0, 0, 2, 0);
    expect(projectToPolygon(out, 0, segment, 0, 2, 0.5, 1)).toBeGreaterThanOrEqual(0);
    expect([out[0], out[1]]).toEqual([0.5, 0]);
    expect(projectToPolygon(out, 0, segment, 0, 2, 0.5, 0)).toBe(-1);
    projectToPolygon(out, 0, segment, 0, 1, 3, 4);
    expect([out[0], out[1]]).toEqual([0, 0]);
    expect(out[2]).toBeCloseTo(-0.8, 15);
    expect(out[3]).toBeCloseTo(0.6, 15);
  });
});

describe('polygons for round patches', () => {
  it('have exactly the variances of the ellipse, and area and mean distance to (2π/n)⁴/100', () => {
    for (const n of [12, 16, 32, 64]) {
      const a = 0.7;
      const b = 0.3;
      const out = new Float64Array(2 * n);
      ellipsePolygon(out, 0, n, a, b);
      const m = new Float64Array(6);
      polygonMoments(m, 0, out, 0, n);
      expect(m[3] / m[0]).toBeCloseTo((a * a) / 4, 14);
      expect(m[5] / m[0]).toBeCloseTo((b * b) / 4, 14);
      const bound = ((2 * Math.PI) / n) ** 4 / 100;
      expect(Math.abs(m[0] / (Math.PI * a * b) - 1)).toBeLessThan(bound);
    }
  });

  it('survive simplification: centroid, polar variance and area of a circle cut down to 16', () => {
    const poly = pack(turned(regular(64, 0.5), 0.3, 1, 2, 1));
    const scratch = new Float64Array(6);
    const n = simplifyPolygon(poly, 0, 64, 16, scratch, 0, new Float64Array(64));
    expect(n).toBe(16);
    const m = new Float64Array(6);
    polygonMoments(m, 0, poly, 0, n);
    const exact = momentsOf(regular(64, 0.5));
    expect(m[1]).toBeCloseTo(2, 12);
    expect(m[2]).toBeCloseTo(1, 12);
    expect((m[3] + m[5]) / m[0]).toBeCloseTo((exact[3] + exact[5]) / exact[0], 12);
    expect(m[0] / exact[0]).toBeCloseTo(1, 3);
    for (let k = 0; k < n; k++) {
      const a = 2 * k;
      const b = 2 * ((k + 1) % n);
      const c = 2 * ((k + 2) % n);
      const left =
        (poly[b] - poly[a]) * (poly[c + 1] - poly[a + 1]) - (poly[b + 1] - poly[a + 1]) * (poly[c] - poly[a]);
      expect(left).toBeGreaterThan(0);
    }
  });
});
