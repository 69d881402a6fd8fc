import { describe, expect, test } from 'vitest';
import { Random } from '../../src/math/random.js';
import { add, dot, length, scale, sub, type Vec3 } from '../../src/math/vec3.js';
import { body, deepest, distanceSegments, points, randomHull, signedDistance, turn } from './support.js';

const floor = body({ type: 'half-space' });
const QUARTER = Math.PI / 2;

/** Coordinates of order one, a few rotations each: rounding stays below 1e-13. */
const EXACT = 1e-13;

describe('on a half-space', () => {
  test('a box reports every corner within the margin, at its height', () => {
    const random = new Random(1);
    for (let i = 0; i < 200; i++) {
      const b = body({ type: 'box', size: [1, 2, 3] }, [0.3, random.between(-2, 2.5), 1], random.rotation());
      const list = points(b, floor, 0.1);
      const p = b.shape.type === 'box' ? b.shape.polyhedron.vertices : new Float64Array();
      let expected = 0;
      for (let k = 0; k < p.length; k += 3) {
        const y = b.position[1] + rotated(b.rotation, [p[k], p[k + 1], p[k + 2]])[1];
        if (y <= 0.1) expected++;
      }
      expect(list.length).toBe(expected);
      expect(new Set(list.map((q) => q.id)).size).toBe(expected);
      for (const q of list) {
        expect(q.n).toEqual([0, 1, 0]);
        expect(q.b[1]).toBeCloseTo(0, 12);
        expect(q.a[1]).toBeCloseTo(q.separation, 12);
      }
    }
  });

  test('a ball, a standing and a lying capsule', () => {
    const [s] = points(body({ type: 'sphere', radius: 0.5 }, [3, 0.4, 1]), floor);
    expect(s.separation).toBeCloseTo(-0.1, 13);
    expect(s.b).toEqual([3, 0, 1]);
    expect(points(body({ type: 'capsule', radius: 0.2, height: 1 }, [0, 0.7, 0]), floor).length).toBe(1);
    const lying = body({ type: 'capsule', radius: 0.2, height: 1 }, [0, 0.2, 0], turn([0, 0, 1], QUARTER));
    const list = points(lying, floor, 0.01);
    expect(list.length).toBe(2);
    for (const p of list) expect(Math.abs(p.a[0])).toBeCloseTo(0.5, 13);
  });

  test('a cylinder stands on a ring of points, lies on two, and leans on its lowest', () => {
    const description = { type: 'cylinder', radius: 0.5, height: 1 } as const;
    const standing = points(body(description, [0, 0.5, 0]), floor, 0.01);
    expect(standing.length).toBe(12);
    for (const p of standing) {
      expect(Math.abs(p.separation)).toBeLessThan(EXACT);
      expect(Math.sqrt(p.a[0] ** 2 + p.a[2] ** 2)).toBeCloseTo(0.5, 13);
    }
    const lying = points(body(description, [0, 0.5, 0], turn([1, 0, 0], QUARTER)), floor, 0.01);
    expect(lying.length).toBe(2);
    for (const p of lying) expect(Math.abs(p.a[2])).toBeCloseTo(0.5, 13);
    const random = new Random(2);
    for (let i = 0; i < 100; i++) {
      const b = body(description, [0, 0.3, 0], random.rotation());
      const list = points(b, floor, 0);
      // support of a cylinder along −y, with u the y-component of its axis
      const u = Math.abs(rotated(b.rotation, [0, 1, 0])[1]);
      const lowest = 0.3 - 0.5 * u - 0.5 * Math.sqrt(1 - u * u);
      expect(deepest(list)).toBeCloseTo(lowest, 12);
    }
  });

  test('a cone stands on its base, lies on its side and balances on its tip', () => {
    const description = { type: 'cone', radius: 0.5, height: 1 } as const;
    expect(points(body(description, [0, 0.5, 0]), floor, 0.01).length).toBe(12);
    expect(points(body(description, [0, 0.5, 0], turn([1, 0, 0], Math.PI)), floor, 0.01).length).toBe(1);
    // on its side: the generator from tip to rim is level
    const tilt = Math.atan2(0.5, 1);
    const b = body(description, [0, 0, 0], turn([0, 0, 1], -(QUARTER + tilt)));
    const y = -Math.min(...[-1, 1].map((k) => rotated(b.rotation, [k === -1 ? 0.5 : 0, -k * -0.5, 0])[1]));
    const side = points({ ...b, position: [0, y, 0] }, floor, 0.01);
    expect(side.length).toBe(2);
    for (const p of side) expect(Math.abs(p.separation)).toBeLessThan(1e-12);
  });

  test('a torus lies on a ring and stands on one point', () => {
    const description = { type: 'torus', radius: 1, tube: 0.25 } as const;
    const flat = points(body(description, [0, 0.25, 0]), floor, 0.01);
    expect(flat.length).toBe(12);
    const standing = points(body(description, [0, 1.25, 0], turn([1, 0, 0], QUARTER)), floor, 0.01);
    expect(standing.length).toBe(1);
    expect(Math.abs(standing[0].separation)).toBeLessThan(EXACT);
    const random = new Random(3);
    for (let i = 0; i < 100; i++) {
      const b = body(description, [0, 0.5, 0], random.rotation());
      const u = rotated(b.rotation, [0, 1, 0])[1];
      expect(deepest(points(b, floor, 2))).toBeCloseTo(0.5 - Math.sqrt(1 - u * u) - 0.25, 12);
    }
  });
});

describe('balls and capsules', () => {
  test('two balls, also concentric', () => {
    const a = body({ type: 'sphere', radius: 1 }, [1e3, 2, 3]);
    const b = body({ type: 'sphere', radius: 0.5 }, [1e3, 3.2, 3]);
    const [p] = points(a, b);
    expect(p.n).toEqual([0, -1, 0]);
    expect(p.separation).toBeCloseTo(-0.3, 12);
    expect(p.a[1]).toBeCloseTo(3, 12);
    expect(p.b[1]).toBeCloseTo(2.7, 12);
    const [c] = points(a, { ...b, position: a.position });
    expect(c.separation).toBe(-1.5);
    expect(Math.abs(c.n[1])).toBe(1);
  });

  test('ball at a face, an edge and a corner of a box', () => {
    const box = body({ type: 'box', size: [2, 2, 2] });
    const ball = (p: Vec3) => body({ type: 'sphere', radius: 0.5 }, p);
    const [face] = points(ball([0.3, 1.4, -0.2]), box);
    expect(face.n).toEqual([0, 1, 0]);
    expect(face.separation).toBeCloseTo(-0.1, 13);
    const d = 0.45 / Math.sqrt(2);
    const [edge] = points(ball([1 + d, 1 + d, 0.7]), box);
    expect(edge.separation).toBeCloseTo(-0.05, 13);
    expect(edge.b[0]).toBeCloseTo(1, 13);
    expect(edge.n[0]).toBeCloseTo(Math.SQRT1_2, 13);
    const c = 0.45 / Math.sqrt(3);
    const [corner] = points(ball([1 + c, 1 + c, 1 + c]), box);
    expect(corner.separation).toBeCloseTo(-0.05, 13);
    for (let i = 0; i < 3; i++) expect(corner.b[i]).toBeCloseTo(1, 13);
    const [inside] = points(ball([0.2, 0.9, 0.1]), box);
    expect(inside.n).toEqual([0, 1, 0]);
    expect(inside.separation).toBeCloseTo(-0.6, 13);
  });

  test('ball against every shape: separation is the signed distance less the radius', () => {
    const random = new Random(4);
    for (let i = 0; i < 1500; i++) {
      const other = [
        body({ type: 'box', size: [1, 0.6, 1.4] }),
        body({ type: 'cylinder', radius: 0.5, height: 0.8 }),
        body({ type: 'cone', radius: 0.5, height: 1.2 }),
        body({ type: 'capsule', radius: 0.3, height: 1 }),
        body({ type: 'torus', radius: 0.8, tube: 0.25 }),
        body(randomHull(random)),
      ][i % 6];
      const b = { ...other, position: [1, 2, 3] as Vec3, rotation: random.rotation() };
      const a = body({ type: 'sphere', radius: 0.3 }, add(b.position, scale(random.direction(), random.between(0, 2))));
      const truth = signedDistance(b, a.position) - 0.3;
      const [p] = points(a, b, 5);
      expect(p.separation).toBeCloseTo(truth, 11);
      expect(Math.abs(signedDistance(b, p.b))).toBeLessThan(1e-11);
      expect(Math.abs(length(sub(p.a, a.position)) - 0.3)).toBeLessThan(EXACT);
    }
  });

  test('capsules: segment distance, two points where parallel', () => {
    const random = new Random(5);
    const description = { type: 'capsule', radius: 0.3, height: 1 } as const;
    for (let i = 0; i < 1000; i++) {
      const a = body(description, [0, 0, 0], random.rotation());
      const b = body(description, scale(random.direction(), random.between(0, 1.5)), random.rotation());
      const ends = (q: typeof a): [Vec3, Vec3] => [
        add(q.position, rotated(q.rotation, [0, -0.5, 0])),
        add(q.position, rotated(q.rotation, [0, 0.5, 0])),
      ];
      const truth = distanceSegments(...ends(a), ...ends(b)) - 0.6;
      const list = points(a, b, 2);
      if (list.length === 1) expect(list[0].separation).toBeCloseTo(truth, 11);
    }
    const two = points(body(description), body(description, [0.59, 0.4, 0]));
    expect(two.length).toBe(2);
    for (const p of two) expect(p.separation).toBeCloseTo(-0.01, 13);
    expect(two.map((p) => p.a[1]).sort()).toEqual([-0.09999999999999998, 0.5].sort());
    expect(points(body(description), body(description)).length).toBe(2);
  });
});

function rotated(q: readonly [number, number, number, number], v: Vec3): Vec3 {
  const [x, y, z, w] = q;
  const u: Vec3 = [x, y, z];
  const d = dot(u, v);
  const c: Vec3 = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
  return [0, 1, 2].map((i) => 2 * d * u[i] + (w * w - dot(u, u)) * v[i] + 2 * w * c[i]) as unknown as Vec3;
}
