import { describe, expect, test } from 'vitest';
import { ConvexContact } from '../../src/distance/convex.js';
import { supportCore } from '../../src/distance/gjk.js';
import { Placed } from '../../src/distance/placed.js';
import { Random } from '../../src/math/random.js';
import { add, cross, dot, length, normalize, scale, sub, type Vec3 } from '../../src/math/vec3.js';
import type { ShapeDescription } from '../../src/shapes/shape.js';
import { type Body, body, deepest, points, randomHull, signedDistance, turn } from './support.js';

function place(b: Body): Placed {
  const p = new Placed();
  p.set(b.shape, Float64Array.from([...b.position, ...b.rotation]), 0, 0, 0, 0);
  return p;
}

const scratch = new Float64Array(6);
function gapAlong(a: Placed, b: Placed, n: Vec3): number {
  supportCore(a, -n[0], -n[1], -n[2], scratch, 0);
  supportCore(b, n[0], n[1], n[2], scratch, 3);
  const d = [0, 1, 2].map((i) => scratch[i] - scratch[i + 3]) as unknown as Vec3;
  return dot(n, d) - a.coreRadius - b.coreRadius;
}

/**
 * The largest gap over all directions, by sampling the sphere and climbing: signed distance of two convex shapes from
 * below.
 */
function largestGap(a: Placed, b: Placed, random: Random): number {
  let best = -Infinity;
  let n: Vec3 = [0, 1, 0];
  for (let i = 0; i < 1500; i++) {
    const d = random.direction();
    const g = gapAlong(a, b, d);
    if (g > best) {
      best = g;
      n = d;
    }
  }
  for (let step = 0.1; step > 1e-6; ) {
    const u = normalize(cross(n, Math.abs(n[0]) < 0.6 ? [1, 0, 0] : [0, 1, 0]));
    const v = cross(n, u);
    let moved = false;
    for (let k = 0; k < 8; k++) {
      const c = Math.cos((k * Math.PI) / 4) * step;
      const s = Math.sin((k * Math.PI) / 4) * step;
      const m = normalize(add(n, add(scale(u, c), scale(v, s))));
      const g = gapAlong(a, b, m);
      if (g > best) {
        best = g;
        n = m;
        moved = true;
        break;
      }
    }
    if (!moved) step *= 0.5;
  }
  return best;
}

const ROUND: ShapeDescription[] = [
  { type: 'cylinder', radius: 0.5, height: 1 },
  { type: 'cylinder', radius: 0.5, height: 0.1 },
  { type: 'cone', radius: 0.5, height: 1 },
  { type: 'capsule', radius: 0.3, height: 1 },
];

describe('cylinders, cones and capsules against convex shapes', () => {
  test('gap is the largest over all directions', () => {
    const random = new Random(21);
    const c = new ConvexContact();
    for (let i = 0; i < 60; i++) {
      const a = body(ROUND[i % 4], [0, 0, 0], random.rotation());
      const other = [ROUND[random.below(3)], randomHull(random), { type: 'box', size: [1, 0.5, 2] } as const][i % 3];
      const b = body(other, scale(random.direction(), random.between(0.1, 1.6)), random.rotation());
      const pa = place(a);
      const pb = place(b);
      expect(c.direction(pa, pb, 10)).toBe(true);
      const n: Vec3 = [c.nx, c.ny, c.nz];
      const truth = largestGap(pa, pb, random);
      // never above what its own direction shows (a GJK direction is good to the root of its distance error), never
      // below what a search over directions finds; EPA stops within 1e-10 of the size
      expect(c.gap).toBeGreaterThan(truth - 1e-8);
      expect(Math.abs(gapAlong(pa, pb, n) - c.gap)).toBeLessThan(1e-6);
    }
  });

  test('points lie on both surfaces', () => {
    const random = new Random(22);
    let touching = 0;
    for (let i = 0; i < 400; i++) {
      const a = body(ROUND[i % 4], [0, 0, 0], random.rotation());
      const other = [ROUND[random.below(4)], randomHull(random), { type: 'box', size: [1, 0.5, 2] } as const][i % 3];
      const b = body(other, scale(random.direction(), random.between(0.1, 1.6)), random.rotation());
      const list = points(a, b, 0.02);
      if (list.length > 0) touching++;
      for (const p of list) {
        expect(Math.abs(length(p.n) - 1)).toBeLessThan(1e-13);
        expect(Math.abs(dot(sub(p.a, p.b), p.n) - p.separation)).toBeLessThan(1e-6);
        expect(Math.abs(signedDistance(a, p.a))).toBeLessThan(1e-5);
        expect(Math.abs(signedDistance(b, p.b))).toBeLessThan(1e-5);
      }
    }
    expect(touching).toBeGreaterThan(200);
  });

  test('resting poses on a box: ring, generator, base; exact at, above and below touching', () => {
    const table = body({ type: 'box', size: [4, 1, 4] });
    const side = turn([0, 0, 1], Math.PI / 2);
    for (const gap of [-1e-2, -1e-4, -1e-9, 0, 1e-12, 1e-9, 1e-4]) {
      for (const [a, count] of [
        [body({ type: 'cylinder', radius: 0.5, height: 1 }, [0.1, 1 + gap, 0.2]), 12],
        [body({ type: 'cylinder', radius: 0.5, height: 1 }, [0.1, 1 + gap, 0.2], side), 2],
        [body({ type: 'cone', radius: 0.5, height: 1 }, [0.1, 1 + gap, 0.2]), 12],
        [body({ type: 'capsule', radius: 0.5, height: 1 }, [0.1, 1 + gap, 0.2], side), 2],
        [body({ type: 'capsule', radius: 0.5, height: 1 }, [0.1, 1.5 + gap, 0.2]), 1],
      ] as const) {
        const list = points(a, table, 0.01);
        expect(list.length).toBe(count);
        for (const p of list) {
          expect(p.n[1]).toBeCloseTo(1, 12);
          expect(Math.abs(p.separation - gap)).toBeLessThan(1e-12);
        }
      }
    }
  });

  test('a coin leaning on a table touches at its lowest rim point', () => {
    const table = body({ type: 'box', size: [4, 1, 4] });
    const random = new Random(23);
    for (let i = 0; i < 100; i++) {
      const q = random.rotation();
      const a = body({ type: 'cylinder', radius: 0.5, height: 0.1 }, [0, 0, 0], q);
      const u = Math.abs(1 - 2 * (q[0] * q[0] + q[2] * q[2])); // y-component of the axis
      const lowest = 0.05 * u + 0.5 * Math.sqrt(1 - u * u);
      const list = points({ ...a, position: [0, 0.5 + lowest - 0.002, 0] }, table, 0.01);
      expect(deepest(list)).toBeCloseTo(-0.002, 10);
    }
  });

  test('cylinders side by side share a line, stacked ones a ring, a coin on a smaller table its corners', () => {
    const c = { type: 'cylinder', radius: 0.5, height: 1 } as const;
    const line = points(body(c), body(c, [0.999, 0.3, 0]), 0.01);
    expect(line.length).toBe(2);
    for (const p of line) expect(p.separation).toBeCloseTo(-1e-3, 6);
    expect(Math.abs(line[0].a[1] - line[1].a[1])).toBeCloseTo(0.7, 6);
    expect(points(body(c, [0, 0.999, 0]), body(c), 0.01).length).toBe(12);
    const corners = points(body(c, [0, 0.999, 0]), body({ type: 'box', size: [0.4, 1, 0.4] }), 0.01);
    expect(corners.length).toBe(4);
    for (const p of corners) expect(Math.abs(p.b[0])).toBeCloseTo(0.2, 12);
  });

  test('a rolling rim keeps its two ids and a leaning one its first', () => {
    const table = body({ type: 'box', size: [9, 1, 9] });
    const ids = (angle: number): number[] => {
      const lying = turn([0, 0, 1], Math.PI / 2);
      const [x, y, z, w] = lying;
      // roll about the axis: body rotation by `angle` about its own Y
      const s = Math.sin(angle / 2);
      const k = Math.cos(angle / 2);
      const q = [x * k - z * s, w * s + y * k, x * s + z * k, w * k - y * s] as const;
      return points(body({ type: 'cylinder', radius: 0.5, height: 1 }, [0, 1, 0], q), table, 0.01)
        .map((p) => p.id)
        .sort();
    };
    for (const angle of [0.1, 1, 2.5]) expect(ids(angle)).toEqual(ids(0));
  });
});
