import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Random } from '../../src/math/random.js';
import { normalizeQuat, rotate, type Vec3 } from '../../src/math/vec3.js';
import { ShapeError } from '../../src/shapes/errors.js';
import { polyhedralMass, triangulateFaces } from '../../src/shapes/polyhedral-mass.js';
import type { Polyhedron } from '../../src/shapes/polyhedron.js';
import { computeHull, hullTolerance } from '../../src/shapes/quickhull.js';
import { bruteForceHull, checkPolyhedron, flat } from './polyhedron-checks.js';

const volumeOf = (p: Polyhedron): number => polyhedralMass(p.vertices, triangulateFaces(p)).volume;

function hullOf(points: readonly Vec3[]): Polyhedron {
  const packed = flat(points);
  const hull = computeHull(packed);
  checkPolyhedron(hull, packed, hullTolerance(packed));
  return hull;
}

function cubeGrid(n: number): Vec3[] {
  const points: Vec3[] = [];
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) for (let k = 0; k < n; k++) points.push([i / (n - 1), j / (n - 1), k / (n - 1)]);
  }
  return points;
}

describe('against the brute-force oracle', () => {
  test('small integer coordinates: full of coplanar, collinear and duplicate points', () => {
    const coordinate = fc.integer({ min: -2, max: 2 });
    let solids = 0;
    fc.assert(
      fc.property(fc.array(fc.tuple(coordinate, coordinate, coordinate), { minLength: 4, maxLength: 14 }), (points) => {
        const oracle = bruteForceHull(points);
        if (oracle.faces < 4) {
          expect(() => computeHull(flat(points))).toThrow(ShapeError);
          return;
        }
        solids++;
        const hull = hullOf(points);
        expect(hull.faceStart.length - 1).toBe(oracle.faces);
        // Sums of a few dozen products of small integers over √ of integers.
        expect(Math.abs(volumeOf(hull) - oracle.volume)).toBeLessThan(1e-12 * Math.max(1, oracle.volume));
      }),
      { seed: 101, numRuns: 150 },
    );
    expect(solids).toBeGreaterThan(50);
  });

  test('points in general position', () => {
    const coordinate = fc.integer({ min: -30000, max: 30000 });
    fc.assert(
      fc.property(fc.array(fc.tuple(coordinate, coordinate, coordinate), { minLength: 8, maxLength: 16 }), (points) => {
        const oracle = bruteForceHull(points);
        fc.pre(oracle.faces >= 4);
        const hull = hullOf(points);
        expect(hull.faceStart.length - 1).toBe(oracle.faces);
        expect(Math.abs(volumeOf(hull) - oracle.volume)).toBeLessThan(1e-12 * 60000 ** 3);
      }),
      { seed: 102, numRuns: 40 },
    );
  });
});

describe('faces that are meant to be flat become one face', () => {
  const random = new Random(7);
  test('a grid of points in a cube', () => {
    const hull = hullOf(cubeGrid(6));
    expect([hull.faceStart.length - 1, hull.vertices.length / 3, hull.edges.length / 4]).toEqual([6, 8, 12]);
    expect(volumeOf(hull)).toBeCloseTo(1, 14);
  });

  test.each([1, 1e-9, 1e9, 1e150, 1e-150])('a turned grid at scale %g', (scale) => {
    for (let i = 0; i < 10; i++) {
      const q = random.rotation();
      const shift: Vec3 = [random.between(-3, 3), random.between(-3, 3), random.between(-3, 3)];
      const points = cubeGrid(5).map((p) => {
        const r = rotate(q, p);
        return [(r[0] + shift[0]) * scale, (r[1] + shift[1]) * scale, (r[2] + shift[2]) * scale] as Vec3;
      });
      const hull = hullOf(points);
      expect([hull.faceStart.length - 1, hull.vertices.length / 3, hull.edges.length / 4]).toEqual([6, 8, 12]);
    }
  });

  test('a turned grid far from the origin', () => {
    // Rounding moves the points by 1e-10 of their extent: the tolerance follows the coordinates' own size.
    const q = random.rotation();
    const points = cubeGrid(4).map((p) => {
      const r = rotate(q, p);
      return [r[0] + 1e6, r[1] - 2e6, r[2] + 3e5] as Vec3;
    });
    const hull = hullOf(points);
    expect([hull.faceStart.length - 1, hull.vertices.length / 3]).toEqual([6, 8]);
  });

  test('a turned prism with 64 sides and points along its edges', () => {
    const q = random.rotation();
    const points: Vec3[] = [];
    for (let i = 0; i < 64; i++) {
      const a = (2 * Math.PI * i) / 64;
      for (let k = 0; k < 5; k++) points.push(rotate(q, [Math.cos(a), k / 4, Math.sin(a)]));
    }
    const hull = hullOf(points);
    expect([hull.faceStart.length - 1, hull.vertices.length / 3]).toEqual([66, 128]);
  });

  test('a dodecahedron', () => {
    const g = (1 + Math.sqrt(5)) / 2;
    const points: Vec3[] = [];
    for (const s of [-1, 1]) {
      for (const t of [-1, 1]) {
        for (const u of [-1, 1]) points.push([s, t, u]);
        points.push([0, s / g, t * g], [s / g, t * g, 0], [s * g, 0, t / g]);
      }
    }
    const hull = hullOf(points);
    expect([hull.faceStart.length - 1, hull.vertices.length / 3, hull.edges.length / 4]).toEqual([12, 20, 30]);
  });
});

describe('hard input', () => {
  test('points on a sphere', () => {
    const random = new Random(21);
    const points = Array.from({ length: 600 }, () => random.direction() as Vec3);
    const hull = hullOf(points);
    expect(hull.vertices.length / 3).toBe(600);
    expect(hull.faceStart.length - 1).toBe(2 * 600 - 4);
  });

  test('points on circles, on cones, and in clusters near the tolerance', () => {
    const random = new Random(22);
    for (let run = 0; run < 60; run++) {
      const q = random.rotation();
      const noise = 10 ** -random.between(9, 17);
      const points: Vec3[] = [];
      for (let i = 0; i < 60; i++) {
        const a = (2 * Math.PI * random.below(20)) / 20;
        const h = random.below(3) / 2;
        const r = run % 2 === 0 ? 1 : 1 - 0.5 * h;
        const p = rotate(q, [r * Math.cos(a), h, r * Math.sin(a)]);
        points.push([
          p[0] + noise * random.between(-1, 1),
          p[1] + noise * random.between(-1, 1),
          p[2] + noise * random.between(-1, 1),
        ]);
      }
      hullOf(points);
    }
  });

  test('a noisy cube grid, noise from far below to far above the tolerance', () => {
    const random = new Random(23);
    for (let e = 8; e <= 17; e += 0.25) {
      const noise = 10 ** -e;
      const q = random.rotation();
      const points = cubeGrid(4).map((p) => {
        const r = rotate(q, p);
        return r.map((x) => x + noise * random.between(-1, 1)) as unknown as Vec3;
      });
      const hull = hullOf(points);
      // Only corners can move by more than the noise.
      expect(Math.abs(volumeOf(hull) - 1)).toBeLessThan(8 * noise + 1e-11);
    }
  });

  test('nearly flat sets down to ten times the tolerance', () => {
    const random = new Random(24);
    for (let e = 1; e < 10.9; e += 0.3) {
      const thickness = 10 ** -e;
      const q = random.rotation();
      const points = Array.from({ length: 40 }, () =>
        rotate(q, [random.between(-1, 1), thickness * random.between(-1, 1), random.between(-1, 1)]),
      );
      points.push(rotate(q, [0, thickness, 0]), rotate(q, [0, -thickness, 0]));
      const hull = hullOf(points);
      expect(volumeOf(hull)).toBeGreaterThan(0);
    }
  });

  test('needles', () => {
    const random = new Random(25);
    for (let e = 1; e < 10.9; e += 0.3) {
      const q = random.rotation();
      const w = 10 ** -e;
      const points = Array.from({ length: 30 }, () =>
        rotate(q, [random.between(-1, 1), w * random.between(-1, 1), w * random.between(-1, 1)]),
      );
      points.push(rotate(q, [0, w, 0]), rotate(q, [0, -w, 0]), rotate(q, [0, 0, w]));
      hullOf(points);
    }
  });

  test('duplicates, and points inside, change nothing', () => {
    const random = new Random(26);
    const corners = cubeGrid(2);
    const points = [...corners, ...corners, ...corners];
    for (let i = 0; i < 300; i++) points.push([random.next(), random.next(), random.next()]);
    const hull = hullOf(points);
    expect(Array.from(hull.vertices)).toEqual(corners.flat());
    expect(hull.faceStart.length - 1).toBe(6);
  });

  test('a power of two of scale changes no bit but the exponents, to the ends of the number range', () => {
    const random = new Random(28);
    const points = [...cubeGrid(3), ...Array.from({ length: 30 }, () => random.direction() as Vec3)];
    const one = hullOf(points);
    for (const scale of [2 ** 1021, 2 ** -960]) {
      const hull = computeHull(flat(points).map((x) => x * scale));
      expect(hull.faceVertices).toEqual(one.faceVertices);
      expect(hull.edges).toEqual(one.edges);
      expect(hull.vertices).toEqual(one.vertices.map((x) => x * scale));
      expect(hull.planes).toEqual(one.planes.map((x, i) => (i % 4 === 3 ? x * scale : x)));
    }
  });

  test('coordinates that vanish beside the others', () => {
    hullOf([...cubeGrid(3), [0.5, 0.5, 1e-300], [1e-310, 0.5, 0.5]]);
  });

  test('many points in a ball', () => {
    const random = new Random(27);
    const points: Vec3[] = [];
    while (points.length < 5000) {
      const p: Vec3 = [random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)];
      if (p[0] ** 2 + p[1] ** 2 + p[2] ** 2 < 1) points.push(p);
    }
    const hull = hullOf(points);
    expect(volumeOf(hull)).toBeGreaterThan(3.8);
  });
});

test('the same points give the same bits', () => {
  const random = new Random(31);
  const points = flat(Array.from({ length: 200 }, () => random.direction()));
  expect(computeHull(points)).toEqual(computeHull(points.slice()));
});

describe('what has no volume is refused in one line', () => {
  const rotated = (points: Vec3[]): Float64Array => {
    const q = normalizeQuat([0.3, 0.5, -0.2, 0.8]);
    return flat(points.map((p) => rotate(q, p)));
  };
  test.each<[string, Float64Array, RegExp]>([
    [
      'three points',
      flat([
        [0, 0, 0],
        [1, 0, 0],
        [0, 1, 0],
      ]),
      /^convex hull needs at least 4 points, got 3$/,
    ],
    [
      'one place',
      flat([
        [1, 2, 3],
        [1, 2, 3],
        [1, 2, 3],
        [1, 2, 3],
      ]),
      /one place/,
    ],
    ['one place, the origin', new Float64Array(30), /one place/],
    [
      'a line',
      rotated([
        [0, 0, 0],
        [1, 0, 0],
        [2, 0, 0],
        [5, 0, 0],
        [7, 0, 0],
      ]),
      /one line/,
    ],
    [
      'a plane',
      rotated([
        [0, 0, 0],
        [1, 0, 0],
        [2, 0, 3],
        [5, 0, 1],
        [7, 0, 2],
      ]),
      /one plane/,
    ],
    [
      'nearly a plane',
      rotated([
        [0, 0, 0],
        [1, 0, 0],
        [2, 1e-12, 3],
        [5, 0, 1],
        [7, 0, 2],
      ]),
      /one plane/,
    ],
    [
      'not a number',
      flat([
        [0, 0, 0],
        [1, 0, Number.NaN],
        [2, 0, 3],
        [5, 0, 1],
      ]),
      /point 1 is not finite/,
    ],
  ])('%s', (_, points, message) => {
    expect(() => computeHull(points)).toThrow(ShapeError);
    expect(() => computeHull(points)).toThrow(message);
  });
});
