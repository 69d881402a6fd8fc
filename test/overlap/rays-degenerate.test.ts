// Input on the edge of having an answer: no NaN, no hang, a valid result or a clean "none".

import { describe, expect, it } from 'vitest';
import { Random } from '../../src/math/random.js';
import type { Quat, Vec3 } from '../../src/math/vec3.js';
import { OverlapBuffer } from '../../src/overlap/overlap.js';
import { RayOverlap } from '../../src/overlap/rays/ray-overlap.js';
import { bumpyCube, icosphere } from '../../src/shapes/procedural.js';
import type { SimpleShape } from '../../src/shapes/shape.js';
import { about, boxMesh, hasNoNaN, meshOf, pose, record, shapeOf, total } from './rays-helpers.js';

const rays = new RayOverlap();
const out = new OverlapBuffer();
const compute = (A: SimpleShape, pa: Float64Array, B: SimpleShape, pb: Float64Array): number =>
  rays.compute(A, pa, 0, B, pb, 0, out, { resolution: 32 });

const all: SimpleShape[] = [
  shapeOf({ type: 'sphere', radius: 0.5 }),
  shapeOf({ type: 'box', size: [1, 1, 1] }),
  shapeOf({ type: 'cylinder', radius: 0.5, height: 1 }),
  shapeOf({ type: 'capsule', radius: 0.5, height: 1 }),
  shapeOf({ type: 'cone', radius: 0.5, height: 1 }),
  shapeOf({ type: 'torus', radius: 0.5, tube: 0.25 }),
  shapeOf({ type: 'half-space' }),
  shapeOf({
    type: 'convex',
    points: [
      [0, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ],
  }),
  meshOf(boxMesh([1, 1, 1])),
  meshOf(icosphere(3, 0.5)),
];

describe('shared planes, edges, corners', () => {
  const cube = meshOf(boxMesh([1, 1, 1]));
  it('cubes face to face, edge to edge, corner to corner: none', () => {
    for (const p of [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, -1],
      [1, 1, 0],
      [1, 0, -1],
      [1, 1, 1],
      [-1, 1, 1],
      [1, 0.5, 0.25],
    ] as Vec3[]) {
      expect(compute(cube, pose(p), cube, pose([0, 0, 0]))).toBe(0);
    }
  });
  it('the same cube twice: its own volume, no area vector', () => {
    for (const q of [[0, 0, 0, 1], about([0, 1, 0], 0.3), about([0.6, 0.8, 0], 1)] as Quat[]) {
      expect(compute(cube, pose([3, 4, 5], q), cube, pose([3, 4, 5], q))).toBe(1);
      const r = record(out, 0);
      expect(Math.abs(r.V - 1)).toBeLessThan(1e-12);
      for (const g of r.g) expect(Math.abs(g)).toBeLessThan(1e-12);
    }
  });
  it('cubes that share four planes: exact', () => {
    expect(compute(cube, pose([0, 0.75, 0]), cube, pose([0, 0, 0]))).toBe(1);
    const r = record(out, 0);
    expect(Math.abs(r.V - 0.25)).toBeLessThan(1e-12);
    expect(Math.abs(r.g[1] + 1)).toBeLessThan(1e-12);
  });
  it('diagonals of the faces through the rays: exact at every resolution', () => {
    // A cube's face diagonal passes through the pixel centres of a square grid: watertight or wrong.
    for (let resolution = 2; resolution < 40; resolution++) {
      rays.compute(cube, pose([0.5, 0.5, 0.5]), 0, cube, pose([0, 0, 0]), 0, out, { resolution });
      expect(Math.abs(total(out).V - 0.125)).toBeLessThan(1e-13);
    }
  });
  it('a cube cut into many triangles, its vertices and edges on the rays: exact', () => {
    const fine = meshOf(bumpyCube(16, 1, 8, 0));
    for (const resolution of [8, 16, 32, 48]) {
      rays.compute(fine, pose([0.25, 0.5, 0.125]), 0, fine, pose([0, 0, 0]), 0, out, { resolution });
      expect(Math.abs(total(out).V - 0.75 * 0.5 * 0.875)).toBeLessThan(1e-12);
    }
  });
});

describe('thin overlaps', () => {
  it('shrink to nothing without a jump, a NaN, or a negative volume', () => {
    for (const A of all) {
      // A torus lies on a ring that soon is narrower than a pixel: found in part, then missed. Named in the header.
      if (A.type === 'half-space' || A.type === 'torus') continue;
      const ground = shapeOf({ type: 'half-space' });
      let before = Number.POSITIVE_INFINITY;
      for (let e = 0; e <= 18; e++) {
        const depth = 10 ** -e;
        const n = compute(A, pose([0, -A.bounds[1] - depth, 0]), ground, pose([0, 0, 0]));
        expect(hasNoNaN(out)).toBe(true);
        const V = total(out).V;
        expect(V).toBeGreaterThanOrEqual(0);
        expect(V).toBeLessThan(before);
        if (V > 0) before = V;
        if (e < 8) expect(n, `${A.type} ${depth}`).toBe(1);
        if (e > 16) expect(n).toBe(0);
      }
    }
  });
});

describe('every pair of shapes in awkward places', () => {
  it('gives finite answers, symmetric to the bound (seed 31)', () => {
    const random = new Random(31);
    const turns: Quat[] = [
      [0, 0, 0, 1],
      about([1, 0, 0], Math.PI / 2),
      about([0, 0, 1], Math.PI),
      about([0, 1, 0], Math.PI / 4),
    ];
    for (const A of all) {
      for (const B of all) {
        for (let i = 0; i < 6; i++) {
          const p: Vec3 = [0.5 * (random.below(5) - 2), 0.5 * (random.below(5) - 2), 0.5 * (random.below(5) - 2)];
          const pa = pose(p, i % 3 === 0 ? random.rotation() : turns[random.below(4)]);
          const pb = pose([0, 0, 0], turns[random.below(4)]);
          compute(A, pa, B, pb);
          expect(hasNoNaN(out)).toBe(true);
          const V = total(out).V;
          const bound = rays.errorBound;
          for (const s of [A, B]) {
            if (s.massProperties) expect(V).toBeLessThan(s.massProperties.volume + bound + 1e-9);
          }
          compute(B, pb, A, pa);
          expect(Math.abs(total(out).V - V), `${A.type} ${B.type} ${pa.join()} ${pb.join()}`).toBeLessThan(
            bound + rays.errorBound + 1e-9,
          );
        }
      }
    }
  });
});

it('allocates nothing once warm: the same buffers serve again', () => {
  const mesh = meshOf(icosphere(20));
  const [pa, pb] = [pose([0, 0, 0]), pose([0, 1.8, 0])];
  rays.compute(mesh, pa, 0, mesh, pb, 0, out, {});
  const { records, points, pointStart } = out;
  for (let i = 0; i < 20; i++) rays.compute(mesh, pa, 0, mesh, pb, 0, out, {});
  expect(out.records).toBe(records);
  expect(out.points).toBe(points);
  expect(out.pointStart).toBe(pointStart);
});
