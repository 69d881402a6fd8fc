import { describe, expect, test } from 'vitest';
import { Random } from '../../src/math/random.js';
import { add, cross, dot, normalize, rotate, scale, sub, unrotate, type Vec3 } from '../../src/math/vec3.js';
import { createShape } from '../../src/shapes/create.js';
import { bumpyCube, icosphere, type MeshData, torusMesh } from '../../src/shapes/procedural.js';
import { castRayShape, RayHit } from '../../src/shapes/ray.js';
import type { Shape, ShapeDescription } from '../../src/shapes/shape.js';
import { containsPoint } from './contains-point.js';

const hit = new RayHit();
const cast = (shape: Shape, o: Vec3, d: Vec3, maxT = Infinity): number => castRayShape(shape, ...o, ...d, maxT, hit);
const normalOf = (): Vec3 => [hit.normal[0], hit.normal[1], hit.normal[2]];
const at = (o: Vec3, d: Vec3, t: number): Vec3 => add(o, scale(d, t));

const random = new Random(41);
const cloud = Array.from({ length: 30 }, () => random.direction() as Vec3);

/** Signed distances (or functions with the same zero and unit gradient there), positive outside. */
const surfaces: [string, ShapeDescription, (p: Vec3) => number][] = [
  ['sphere', { type: 'sphere', radius: 0.8 }, (p) => Math.sqrt(dot(p, p)) - 0.8],
  [
    'box',
    { type: 'box', size: [0.6, 1.2, 2] },
    (p) => Math.max(Math.abs(p[0]) - 0.3, Math.abs(p[1]) - 0.6, Math.abs(p[2]) - 1),
  ],
  [
    'cylinder',
    { type: 'cylinder', radius: 0.5, height: 1.4 },
    (p) => Math.max(Math.sqrt(p[0] ** 2 + p[2] ** 2) - 0.5, Math.abs(p[1]) - 0.7),
  ],
  [
    'capsule',
    { type: 'capsule', radius: 0.4, height: 1 },
    (p) => Math.sqrt(p[0] ** 2 + p[2] ** 2 + Math.max(0, Math.abs(p[1]) - 0.5) ** 2) - 0.4,
  ],
  [
    'cone',
    { type: 'cone', radius: 0.7, height: 1.2 },
    (p) => {
      const slant = Math.sqrt(1.2 ** 2 + 0.7 ** 2);
      return Math.max((1.2 * Math.sqrt(p[0] ** 2 + p[2] ** 2) - 0.7 * (0.6 - p[1])) / slant, -0.6 - p[1]);
    },
  ],
  ['fat torus', { type: 'torus', radius: 0.8, tube: 0.35 }, (p) => torusDistance(p, 0.8, 0.35)],
  ['thin torus', { type: 'torus', radius: 1, tube: 0.02 }, (p) => torusDistance(p, 1, 0.02)],
  ['nearly closed torus', { type: 'torus', radius: 0.6, tube: 0.59 }, (p) => torusDistance(p, 0.6, 0.59)],
  ['convex', { type: 'convex', points: cloud }, (p) => hullDistance(p)],
];

function torusDistance(p: Vec3, radius: number, tube: number): number {
  return Math.sqrt((Math.sqrt(p[0] ** 2 + p[2] ** 2) - radius) ** 2 + p[1] ** 2) - tube;
}

const hullShape = createShape({ type: 'convex', points: cloud });

function hullDistance(p: Vec3): number {
  if (hullShape.type !== 'convex') throw new Error('not a hull');
  const { planes } = hullShape.polyhedron;
  let far = -Infinity;
  for (let f = 0; f < planes.length; f += 4) {
    far = Math.max(far, planes[f] * p[0] + planes[f + 1] * p[1] + planes[f + 2] * p[2] - planes[f + 3]);
  }
  return far;
}

describe('against the signed distance', () => {
  test.each(surfaces)('%s', (_, description, distance) => {
    const shape = createShape(description);
    let hits = 0;
    let misses = 0;
    for (let run = 0; run < 600; run++) {
      let target = scale(random.direction(), random.between(0, 1.4));
      if (description.type === 'torus' && run % 2 === 0) {
        // A thin ring is easily missed.
        const flat = normalize([target[0], 0, target[2]]);
        target = add(scale(flat, description.radius), scale(random.direction(), 1.2 * description.tube));
      }
      const o = add(target, scale(random.direction(), random.between(0.5, 6)));
      // Also along axes and in coordinate planes, where formulas divide by zero.
      const d = [...scale(sub(target, o), random.between(0.2, 3))] as [number, number, number];
      if (run % 5 === 0) d[run % 3] = 0;
      if (run % 7 === 0) d[(run + 1) % 3] = 0;
      if (dot(d, d) === 0) continue;
      const t = cast(shape, o, d);
      const length = Math.sqrt(dot(d, d));
      if (distance(o) <= 0) {
        expect(t).toBe(0);
        expect(dot(normalOf(), normalize(d))).toBeCloseTo(-1, 14);
        continue;
      }
      // Nothing inside before the hit, or anywhere on the ray if there is none: walk by the distance, which is safe
      // since it changes no faster than the point moves.
      const end = t < 0 ? 12 / length : t;
      let s = 0;
      for (let i = 0; i < 20000 && s < end; i++) {
        const gap = distance(at(o, d, s));
        if (gap < 1e-9) break;
        s += gap / length;
      }
      if (t < 0) {
        misses++;
        expect(s).toBeGreaterThanOrEqual(end);
        continue;
      }
      hits++;
      // Rounding of points of size 8: a few 1e-15; a grazing ray's t, not its distance, is ill-conditioned.
      expect(Math.abs(distance(at(o, d, t)))).toBeLessThan(2e-14);
      expect(distance(at(o, d, s))).toBeLessThan(1.1e-9);
      expect(t - s).toBeGreaterThan(-1e-12);
      expect((t - s) * length * Math.abs(dot(normalOf(), normalize(d)))).toBeLessThan(1e-8);
      expect(dot(normalOf(), normalOf())).toBeCloseTo(1, 13);
      expect(dot(normalOf(), d)).toBeLessThanOrEqual(1e-7 * length);
      const p = at(o, d, t);
      const h = 1e-5;
      const slope = (k: number): number => {
        const e: Vec3 = [k === 0 ? h : 0, k === 1 ? h : 0, k === 2 ? h : 0];
        return (distance(add(p, e)) - distance(sub(p, e))) / (2 * h);
      };
      const gradient: Vec3 = [slope(0), slope(1), slope(2)];
      // At an edge the difference straddles two faces and its gradient is shorter than 1: nothing to compare.
      // Curvature 1/0.02 makes the central difference wrong by (h/0.02)² / 6.
      if (Math.abs(dot(gradient, gradient) - 1) < 1e-6) {
        for (let k = 0; k < 3; k++) expect(Math.abs(normalOf()[k] - gradient[k])).toBeLessThan(1e-5);
      }
    }
    expect(hits).toBeGreaterThan(60);
    expect(misses).toBeGreaterThan(60);
  });
});

test('a ray ends at maxT, and t counts in lengths of the direction', () => {
  const shapes = [...surfaces.map(([, d]) => createShape(d)), createShape({ type: 'mesh', ...icosphere(4) })];
  for (const shape of shapes) {
    for (let run = 0; run < 40; run++) {
      const o = scale(random.direction(), 4);
      const d = sub(scale(random.direction(), 0.6), o);
      const t = cast(shape, o, d);
      if (t < 0) continue;
      const normal = normalOf();
      expect(cast(shape, o, d, t * (1 - 1e-12))).toBe(-1);
      expect(cast(shape, o, d, t * (1 + 1e-12))).toBeCloseTo(t, 14);
      expect(cast(shape, o, scale(d, 4))).toBe(t / 4);
      expect(cast(shape, o, scale(d, 0.25))).toBe(t * 4);
      expect(normalOf()).toEqual(normal);
      expect(cast(shape, o, scale(d, -1))).toBe(-1);
    }
    expect(cast(shape, [3, 3, 3], [0, 0, 0])).toBe(-1);
  }
});

test('a ray from very far keeps the digits that its coordinates have', () => {
  for (const [, description, distance] of surfaces) {
    const shape = createShape(description);
    for (let run = 0; run < 50; run++) {
      const o = scale(random.direction(), 1e6);
      const d = normalize(sub(scale(random.direction(), 0.3), o));
      const t = cast(shape, o, d);
      if (t >= 0) expect(Math.abs(distance(at(o, d, t)))).toBeLessThan(1e-9);
    }
  }
});

test('half-space', () => {
  const shape = createShape({ type: 'half-space' });
  expect(cast(shape, [5, 2, 1], [1, -0.5, 0])).toBe(4);
  expect(normalOf()).toEqual([0, 1, 0]);
  expect(cast(shape, [5, 2, 1], [1, 0, 0])).toBe(-1);
  expect(cast(shape, [5, 2, 1], [1, 1, 0])).toBe(-1);
  expect(cast(shape, [5, -2, 1], [0, 1, 0])).toBe(0);
  expect(cast(shape, [1e9, 2e9, 0], [0, -1, 0])).toBe(2e9);
});

describe('meshes', () => {
  const meshes: [string, MeshData][] = [
    ['icosphere', icosphere(5)],
    ['torus', torusMesh(1, 0.4, 20, 12)],
    ['bumpy cube', bumpyCube(10, 1.5, 4, 0.1)],
  ];

  /** Möller–Trumbore over all triangles, front faces only. */
  function bruteForce({ positions: p, indices }: MeshData, o: Vec3, d: Vec3): number {
    let best = Infinity;
    for (let i = 0; i < indices.length; i += 3) {
      const [a, b, c] = [0, 1, 2].map((k): Vec3 => {
        const v = 3 * indices[i + k];
        return [p[v], p[v + 1], p[v + 2]];
      });
      const e1 = sub(b, a);
      const e2 = sub(c, a);
      const h = cross(d, e2);
      const det = dot(e1, h);
      if (det <= 0) continue;
      const s = sub(o, a);
      const u = dot(s, h) / det;
      const q = cross(s, e1);
      const v = dot(d, q) / det;
      const t = dot(e2, q) / det;
      if (u >= 0 && v >= 0 && u + v <= 1 && t >= 0) best = Math.min(best, t);
    }
    return best < Infinity ? best : -1;
  }

  test.each(meshes)('%s: against every triangle', (_, data) => {
    const shape = createShape({ type: 'mesh', ...data });
    let hits = 0;
    for (let run = 0; run < 400; run++) {
      const o = scale(random.direction(), random.between(1.7, 5));
      const d = sub(scale(random.direction(), random.between(0, 1.6)), o);
      const t = cast(shape, o, d);
      const expected = bruteForce(data, o, d);
      expect(Math.abs(t - expected)).toBeLessThan(1e-13);
      if (t < 0) continue;
      hits++;
      // The named triangle is the one that the normal and the point belong to.
      const v = [0, 1, 2].map((k): Vec3 => {
        const i = 3 * data.indices[3 * hit.triangle + k];
        return [data.positions[i], data.positions[i + 1], data.positions[i + 2]];
      });
      const n = normalize(cross(sub(v[1], v[0]), sub(v[2], v[0])));
      for (let k = 0; k < 3; k++) expect(normalOf()[k]).toBeCloseTo(n[k], 13);
      expect(Math.abs(dot(n, sub(at(o, d, t), v[0])))).toBeLessThan(1e-14);
    }
    expect(hits).toBeGreaterThan(100);
  });

  test.each(meshes)('%s: no ray slips through an edge or a vertex', (_, { positions: p, indices }) => {
    const shape = createShape({ type: 'mesh', positions: p, indices });
    for (let i = 0; i < indices.length; i++) {
      const a = 3 * indices[i];
      const b = 3 * indices[i % 3 === 2 ? i - 2 : i + 1];
      for (const s of [0, 0.5, 1 / 3]) {
        const target: Vec3 = [
          p[a] + s * (p[b] - p[a]),
          p[a + 1] + s * (p[b + 1] - p[a + 1]),
          p[a + 2] + s * (p[b + 2] - p[a + 2]),
        ];
        // From outside inwards, past the target: at the target itself at the latest, unless it only grazes there.
        const o = scale(random.direction(), 6);
        const d = sub(target, o);
        const t = cast(shape, o, d);
        const inside = at(o, d, 1 + 1e-9);
        if (containsPoint(shape, ...inside)) {
          expect(t).toBeGreaterThan(0);
          expect(t).toBeLessThan(1 + 1e-9);
        }
      }
    }
  });

  test('a ray that starts inside meets it at once', () => {
    const shape = createShape({ type: 'mesh', ...bumpyCube(8) });
    expect(cast(shape, [0.1, 0.2, -0.3], [1, 1, 0])).toBe(0);
    expect(hit.triangle).toBe(-1);
    expect(normalOf()[0]).toBeCloseTo(-Math.SQRT1_2, 15);
    expect(cast(shape, [0.1, 0.2, -0.3], [1, 1, 0], 1e-6)).toBe(0);
  });

  test('along the faces of a cube, in its faces and past them', () => {
    const shape = createShape({ type: 'mesh', ...bumpyCube(4, 2, 1, 0) });
    expect(cast(shape, [-3, 0.5, 0.5], [1, 0, 0])).toBe(2);
    expect(cast(shape, [-3, 0, 0], [1, 0, 0])).toBe(2);
    expect(cast(shape, [0, 0, 3], [0, 0, -1])).toBe(2);
    expect(cast(shape, [-3, 1.0000001, 0], [1, 0, 0])).toBe(-1);
    expect(cast(shape, [-3, 0.9999999, 0], [1, 0, 0])).toBe(2);
  });
});

test('a fine mesh is hit where the sphere is, to within its facets', () => {
  const n = 60;
  const shape = createShape({ type: 'mesh', ...icosphere(n) });
  const ball = createShape({ type: 'sphere', radius: 1 });
  for (let run = 0; run < 200; run++) {
    const o = scale(random.direction(), 3);
    const d = normalize(sub(scale(random.direction(), 0.7), o));
    const exact = cast(ball, o, d);
    const t = cast(shape, o, d);
    // Facets are at most 1.2/n wide; the sagitta over the half width, seen at no less than 45°.
    expect(Math.abs(t - exact)).toBeLessThan(0.5 * (0.7 / n) ** 2 * 2);
  }
});

test('a compound is hit at its first part', () => {
  const parts = surfaces.slice(0, 5).map(([, shape]) => ({
    shape,
    position: scale(random.direction(), 1.5),
    rotation: random.rotation(),
  }));
  const compound = createShape({ type: 'compound', parts });
  for (let run = 0; run < 300; run++) {
    const o = scale(random.direction(), 6);
    const d = sub(scale(random.direction(), 1.5), o);
    let expected = -1;
    let part = 0;
    let normal: Vec3 = [0, 0, 0];
    for (const [i, p] of parts.entries()) {
      const t = cast(createShape(p.shape), unrotate(p.rotation, sub(o, p.position)), unrotate(p.rotation, d));
      if (t >= 0 && (expected < 0 || t < expected)) {
        expected = t;
        part = i;
        normal = rotate(p.rotation, normalOf());
      }
    }
    const t = cast(compound, o, d);
    expect(Math.abs(t - expected)).toBeLessThan(1e-13);
    if (t < 0) continue;
    expect(hit.part).toBe(part);
    for (let k = 0; k < 3; k++) expect(normalOf()[k]).toBeCloseTo(normal[k], 12);
  }
});
