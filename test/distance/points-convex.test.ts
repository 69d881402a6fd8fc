import { describe, expect, test } from 'vitest';
import { ConvexContact } from '../../src/distance/convex.js';
import { Gjk, supportCore } from '../../src/distance/gjk.js';
import { CYLINDER, Placed } from '../../src/distance/placed.js';
import { Random } from '../../src/math/random.js';
import { add, dot, length, scale, sub, type Vec3 } from '../../src/math/vec3.js';
import type { ShapeDescription } from '../../src/shapes/shape.js';
import {
  type Body,
  body,
  deepest,
  distanceByFeatures,
  points,
  polyhedronOf,
  randomHull,
  separationBySat,
  signedDistance,
  turn,
} from './support.js';

function place(b: Body): Placed {
  const p = new Placed();
  p.set(b.shape, Float64Array.from([...b.position, ...b.rotation]), 0, 0, 0, 0);
  return p;
}

const vector = (p: Float64Array): Vec3 => [p[0]!, p[1]!, p[2]!];

function randomPair(random: Random, i: number): [Body, Body] {
  const one = (): Body =>
    i % 3 === 0
      ? body({ type: 'box', size: [random.between(0.2, 2), random.between(0.2, 2), random.between(0.2, 2)] })
      : body(randomHull(random));
  const a = { ...one(), rotation: random.rotation() };
  const b = { ...one(), rotation: random.rotation(), position: scale(random.direction(), random.between(0, 2.4)) };
  return [a, b];
}

describe('distance and depth of polyhedra', () => {
  test('GJK is the smallest of all feature distances, EPA the largest of all axis gaps', () => {
    const random = new Random(11);
    const c = new ConvexContact();
    let apart = 0;
    let overlapping = 0;
    for (let i = 0; i < 400; i++) {
      const [a, b] = randomPair(random, i);
      const sat = separationBySat(a, b).separation;
      expect(c.direction(place(a), place(b), 10)).toBe(true);
      // sizes of order one; GJK and EPA end within 1e-10 of the size
      if (sat > 0) {
        apart++;
        const truth = distanceByFeatures(a, b);
        expect(Math.abs(c.gap - truth)).toBeLessThan(1e-9);
        expect(Math.abs(signedDistance(a, [c.onA[0], c.onA[1], c.onA[2]]))).toBeLessThan(1e-9);
        expect(Math.abs(signedDistance(b, [c.onB[0], c.onB[1], c.onB[2]]))).toBeLessThan(1e-9);
      } else {
        overlapping++;
        expect(Math.abs(c.gap - sat)).toBeLessThan(1e-9);
      }
      expect(Math.abs(length([c.nx, c.ny, c.nz]) - 1)).toBeLessThan(1e-14);
    }
    expect(Math.min(apart, overlapping)).toBeGreaterThan(80);
  });

  test('the axis test finds the brute-force separation, up to its stated preference for faces', () => {
    const random = new Random(12);
    const c = new ConvexContact();
    for (let i = 0; i < 600; i++) {
      const [a, b] = randomPair(random, i);
      const truth = separationBySat(a, b).separation;
      const pa = place(a);
      const pb = place(b);
      const found = i % 3 === 0 ? c.sat.boxes(pa, pb, 10) : c.sat.polyhedra(pa, pb, 10);
      expect(found).toBe(true);
      const best = Math.max(c.sat.faceSeparationA, c.sat.faceSeparationB, c.sat.edgeSeparation);
      // Apart, an edge pair that is no face of the Minkowski difference may show a larger gap to brute force: compare
      // overlaps.
      if (truth <= 0) expect(best).toBeCloseTo(truth, 12);
      else expect(best).toBeLessThanOrEqual(truth + 1e-12);
      const bias = Math.max(1e-4 * Math.min(pa.size, pb.size), 0.02 * Math.abs(c.sat.separation));
      expect(best - c.sat.separation).toBeLessThanOrEqual(bias + 1e-12);
    }
  });
});

describe('manifolds', () => {
  test('points lie on both surfaces, joined by the normal; parting A by the deepest parts the bodies', () => {
    const random = new Random(13);
    let single = 0;
    let many = 0;
    for (let i = 0; i < 600; i++) {
      const [a, b] = randomPair(random, i);
      const { separation: sat } = separationBySat(a, b);
      const list = points(a, b, 0.05);
      if (sat <= 0) expect(list.length).toBeGreaterThan(0);
      if (list.length === 0) continue;
      if (list.length === 1) single++;
      else many++;
      expect(new Set(list.map((p) => p.id)).size).toBe(list.length);
      for (const p of list) {
        expect(Math.abs(length(p.n) - 1)).toBeLessThan(1e-14);
        expect(Math.abs(dot(sub(p.a, p.b), p.n) - p.separation)).toBeLessThan(1e-9);
        expect(length(sub(sub(p.a, p.b), scale(p.n, p.separation)))).toBeLessThan(1e-6);
        // Clipping takes corners within 1e-6 of the face's outline. A point on a face plane below the surface of the
        // other body is a vertex or edge point of it; on its own body it lies in a face, on an edge or at a vertex.
        expect(Math.abs(signedDistance(a, p.a))).toBeLessThan(4e-6);
        expect(Math.abs(signedDistance(b, p.b))).toBeLessThan(4e-6);
      }
      // one common normal, and the deepest possible point along it bounds what must be moved
      const n = list[0].n;
      for (const p of list) expect(dot(p.n, n)).toBeGreaterThan(1 - 1e-12);
      if (sat < 0) {
        const depth = supportGap(a, b, n);
        const bias = Math.max(1e-4, 0.02 * Math.abs(depth));
        expect(depth).toBeLessThanOrEqual(sat + 1e-9);
        expect(depth).toBeGreaterThan(sat - 2 * bias);
        const moved = { ...a, position: add(a.position, scale(n, -depth + 1e-9)) };
        expect(separationBySat(moved, b).separation).toBeGreaterThan(0);
        expect(deepest(list)).toBeGreaterThanOrEqual(depth - 1e-9);
      }
    }
    expect(Math.min(single, many)).toBeGreaterThan(60);
  });

  test('a box resting on a box has its four corners, turned by 45° the eight of an octagon', () => {
    const below = body({ type: 'box', size: [2, 1, 2] });
    const above = (q = turn([0, 1, 0], 0), x = 0): Body => body({ type: 'box', size: [1, 1, 1] }, [x, 1, 0], q);
    for (const gap of [-1e-3, 0, 1e-4]) {
      const a = above();
      const list = points({ ...a, position: [0, 1 + gap, 0] }, below, 0.01);
      expect(list.length).toBe(4);
      for (const p of list) {
        expect(p.n).toEqual([0, 1, 0]);
        expect(p.separation).toBeCloseTo(gap, 13);
        expect(Math.abs(p.a[0])).toBeCloseTo(0.5, 13);
        expect(Math.abs(p.a[2])).toBeCloseTo(0.5, 13);
      }
    }
    const square = body({ type: 'box', size: [1, 1, 1] });
    const eight = points(body({ type: 'box', size: [1, 1, 1] }, [0, 1, 0], turn([0, 1, 0], Math.PI / 4)), square, 0.01);
    expect(eight.length).toBe(8);
    // regular octagon: inradius 0.5, circumradius 0.5/cos 22.5°
    for (const p of eight) {
      expect(Math.sqrt(p.a[0] ** 2 + p.a[2] ** 2)).toBeCloseTo(0.5 / Math.cos(Math.PI / 8), 12);
    }
    expect(new Set(eight.map((p) => p.id)).size).toBe(8);
    // exactly aligned, and overhanging by half
    expect(points({ ...square, position: [0, 1, 0] }, square, 0.01).length).toBe(4);
    const half = points(above(undefined, 1), below, 0.01);
    expect(half.length).toBe(4);
    expect(half.map((p) => p.a[0]).sort()).toEqual([0.5, 0.5, 1, 1]);
  });

  test('crossed edges touch in one point, corner above corner is seen before it touches', () => {
    const edge = turn([0, 0, 1], Math.PI / 4);
    const a = body({ type: 'box', size: [1, 1, 4] }, [0, Math.SQRT2 - 0.01, 0], edge);
    const b = body({ type: 'box', size: [4, 1, 1] }, [0, 0, 0], turn([1, 0, 0], Math.PI / 4));
    const list = points(a, b);
    expect(list.length).toBe(1);
    expect(list[0].separation).toBeCloseTo(-0.01, 12);
    expect(list[0].n[1]).toBeCloseTo(1, 12);
    const c = body({ type: 'box', size: [1, 1, 1] });
    const d = { ...c, position: [1.01, 1.01, 1.01] as Vec3 };
    const corner = points(d, c, 0.05);
    expect(corner.length).toBe(1);
    expect(corner[0].separation).toBeCloseTo(0.01 * Math.sqrt(3), 12);
    expect(points(d, c, 0.01).length).toBe(0);
  });

  test('two roofs ridge on ridge touch along the common line', () => {
    const q = turn([0, 0, 1], Math.PI / 4);
    const a = body({ type: 'box', size: [1, 1, 2] }, [0, Math.SQRT2 + 1e-3, 0.5], q);
    const list = points(a, body({ type: 'box', size: [1, 1, 2] }, [0, 0, 0], q), 0.01);
    expect(list.length).toBe(2);
    for (const p of list) expect(p.separation).toBeCloseTo(1e-3, 9);
    expect(list.map((p) => p.a[2]).sort()[1]).toBeCloseTo(1, 9);
  });

  test('exchanging the bodies exchanges the points', () => {
    const random = new Random(14);
    for (let i = 0; i < 300; i++) {
      const [a, b] = randomPair(random, i);
      const ab = points(a, b, 0.02);
      const ba = points(b, a, 0.02);
      expect(ba.length).toBe(ab.length);
      for (const p of ab) {
        const twin = ba.find((q) => length(sub(q.a, p.b)) + length(sub(q.b, p.a)) < 1e-8);
        expect(twin).toBeDefined();
        expect(dot(twin!.n, p.n)).toBeCloseTo(-1, 12);
      }
    }
  });

  test('features keep their ids while the bodies move a little', () => {
    const random = new Random(15);
    const below = body({ type: 'box', size: [3, 1, 3] });
    for (let i = 0; i < 200; i++) {
      const spin = turn([0, 1, 0], random.between(0, 6));
      const a = body(
        { type: 'box', size: [1, 1, 1] },
        [random.between(-1.5, 1.5), 0.999, random.between(-1.5, 1.5)],
        spin,
      );
      const ids = points(a, below, 0.02).map((p) => p.id);
      const jitter: Vec3 = [random.between(-1e-8, 1e-8), random.between(-1e-4, 1e-4), random.between(-1e-8, 1e-8)];
      const later = points({ ...a, position: add(a.position, jitter) }, below, 0.02).map((p) => p.id);
      expect([...later].sort()).toEqual([...ids].sort());
    }
  });

  test('large hulls take GJK and EPA and agree with the axis test', () => {
    const random = new Random(16);
    for (let i = 0; i < 12; i++) {
      const a = { ...body(randomHull(random, 60)), rotation: random.rotation() };
      const b = { ...body(randomHull(random, 60)), rotation: random.rotation() };
      b.position = scale(random.direction(), random.between(0.3, 1.5));
      expect(polyhedronOf(a).edges.length * polyhedronOf(b).edges.length).toBeGreaterThan(16 * 2048);
      const sat = separationBySat(a, b).separation;
      const list = points(a, b, 0.02);
      if (sat > 0.02) continue;
      if (sat < 0) {
        expect(list.length).toBeGreaterThan(0);
        const depth = supportGap(a, b, list[0].n);
        expect(Math.abs(depth - sat)).toBeLessThan(Math.max(1e-4, 0.02 * Math.abs(sat)) + 1e-9);
      }
    }
  });
});

/** Gap of two polyhedra along n (from b to a). */
function supportGap(a: Body, b: Body, n: Vec3): number {
  const heights = (body: Body): number[] => {
    const list: number[] = [];
    const p = place(body);
    for (let i = 0; i < p.vertices.length; i += 3) {
      const [x, y, z] = [p.vertices[i], p.vertices[i + 1], p.vertices[i + 2]];
      const r = p.r;
      list.push(
        n[0] * (p.x + r[0] * x + r[1] * y + r[2] * z) +
          n[1] * (p.y + r[3] * x + r[4] * y + r[5] * z) +
          n[2] * (p.z + r[6] * x + r[7] * y + r[8] * z),
      );
    }
    return list;
  };
  return Math.min(...heights(a)) - Math.max(...heights(b));
}

describe('a cylinder beside what has corners', () => {
  // The distance lies between the room along the direction found, by the farthest points of both, and how far the
  // points found, which lie in both solids, are apart. All are sums of places, rounded at 1e-16 of their size; the
  // direction at that over the distance, which the room along it feels only through the size of what touches.
  test('the distance is enclosed', () => {
    const random = new Random(21);
    const others: ShapeDescription[] = [
      { type: 'box', size: [0.3, 0.2, 0.25] },
      { type: 'capsule', radius: 0.05, height: 0.3 },
      {
        type: 'convex',
        points: [0.2, -0.2].flatMap((x): Vec3[] => [
          [x, 0, 0],
          [0, 0.8 * x, 0],
          [0, 0, 0.9 * x],
        ]),
      },
    ];
    const gjk = new Gjk();
    const s = new Float64Array(6);
    const rims = { ends: 0, sides: 0 };
    for (let n = 0; n < 1500; n++) {
      const size = 10 ** random.between(-2, 1);
      const cylinder = body({ type: 'cylinder', radius: 0.12, height: n % 2 === 0 ? 0.3 : 0.01 });
      const other = body(others[n % others.length]!);
      const pair = n % 4 < 2 ? [cylinder, other] : [other, cylinder];
      const [a, b] = pair.map(({ shape }) => {
        const placed = new Placed();
        placed.set(shape, Float64Array.from([0, 0, 0, ...random.rotation()]), 0, 0, 0, 0);
        return placed;
      }) as [Placed, Placed];
      const way = random.direction();
      [b.x, b.y, b.z] = scale(way, 2);
      // To within a share of their size of each other.
      let far = gjk.distance(a, b, Infinity);
      const left = size * 1e-3;
      for (let k = 0; k < 40 && far > left; k++) {
        const axis = scale(sub(vector(gjk.onB), vector(gjk.onA)), 1 / far);
        const go = (far - 0.5 * left) / Math.max(0.05, dot(axis, way));
        [b.x, b.y, b.z] = sub([b.x, b.y, b.z], scale(way, Math.min(go, far)));
        far = gjk.distance(a, b, Infinity);
      }
      if (!(far > 1e-7)) continue;
      const v = sub(vector(gjk.onA), vector(gjk.onB));
      expect(Math.abs(length(v) - far)).toBeLessThan(1e-15);
      supportCore(a, -v[0], -v[1], -v[2], s, 0);
      supportCore(b, v[0], v[1], v[2], s, 3);
      const room = dot(v, [s[0]! - s[3]!, s[1]! - s[4]!, s[2]! - s[5]!]) / length(v);
      expect(far - room).toBeLessThan(1e-14 + 1e-16 / far);
      // The cylinder's point lies in it.
      const c = a.kind === CYLINDER ? a : b;
      const p = sub(vector(c === a ? gjk.onA : gjk.onB), [c.x, c.y, c.z]);
      const up = c.r[1]! * p[0] + c.r[4]! * p[1] + c.r[7]! * p[2];
      expect(Math.abs(up)).toBeLessThan(c.hy + 1e-15);
      expect(Math.sqrt(Math.max(0, dot(p, p) - up * up))).toBeLessThan(c.hx + 1e-15);
      rims[Math.abs(up) > c.hy - 1e-12 ? 'ends' : 'sides']++;
    }
    for (const count of Object.values(rims)) expect(count).toBeGreaterThan(100);
  });

  test('GJK takes nothing for an overlap that a direction parts, however thin its simplex becomes', () => {
    const seed = 5;
    const random = new Random(seed);
    const long = () => random.between(0.2, 1);
    const gjk = new Gjk();
    const s = new Float64Array(6);
    for (let n = 0; n < 20000; n++) {
      const others: ShapeDescription[] = [
        { type: 'cone', radius: long(), height: long() },
        { type: 'capsule', radius: long(), height: long() },
        { type: 'box', size: [long(), long(), long()] },
      ];
      const way = random.direction();
      const a = place({ ...body({ type: 'cone', radius: long(), height: long() }), rotation: random.rotation() });
      const b = place({ ...body(others[n % 3]!, scale(way, random.between(1, 4))), rotation: random.rotation() });
      supportCore(a, way[0], way[1], way[2], s, 0);
      supportCore(b, -way[0], -way[1], -way[2], s, 3);
      const room = dot(way, [s[3]! - s[0]!, s[4]! - s[1]!, s[5]! - s[2]!]);
      // Room along any direction is no more than the distance; both are sums of a few numbers below 5.
      expect(gjk.distance(a, b, Infinity), `seed ${seed}, pair ${n}`).toBeGreaterThan(room - 1e-14);
    }
  });
});
