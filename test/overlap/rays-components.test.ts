// Connected pieces, pieces that face one way, and that they add up.

import { describe, expect, it } from 'vitest';
import { Random } from '../../src/math/random.js';
import { PI } from '../../src/math/trig.js';
import type { Quat, Vec3 } from '../../src/math/vec3.js';
import { OverlapBuffer } from '../../src/overlap/overlap.js';
import { RayOverlap } from '../../src/overlap/rays/ray-overlap.js';
import { bumpyCube, icosphere } from '../../src/shapes/procedural.js';
import type { SimpleShape } from '../../src/shapes/shape.js';
import { about, boxMesh, cellMesh, meshOf, pose, randomMesh, record, shapeOf, total, warp } from './rays-helpers.js';

const rays = new RayOverlap();
const out = new OverlapBuffer();

/** A table top on four legs: 5 × 5 cells, legs at the corners. */
const tableCells: Vec3[] = [];
for (let x = 0; x < 5; x++) for (let z = 0; z < 5; z++) tableCells.push([x, 2, z]);
for (const x of [0, 4]) for (const z of [0, 4]) tableCells.push([x, 0, z], [x, 1, z]);
const table = meshOf(cellMesh(tableCells, [0.2, 0.3, 0.2]));

describe('a table', () => {
  const grounds: [string, SimpleShape, Vec3][] = [
    ['half-space', shapeOf({ type: 'half-space' }), [0, 0, 0]],
    ['box', shapeOf({ type: 'box', size: [4, 1, 4] }), [0, -0.5, 0]],
    ['mesh', meshOf(boxMesh([4, 1, 4])), [-1.5, -1, -1.7]],
  ];
  it.each(grounds)('stands on %s with four legs, each exact', (_, ground, at) => {
    expect(rays.compute(table, pose([0, -0.01, 0]), 0, ground, pose(at), 0, out, {})).toBe(4);
    const centers = new Set<string>();
    for (let k = 0; k < 4; k++) {
      const r = record(out, k);
      expect(Math.abs(r.V - 0.2 * 0.2 * 0.01)).toBeLessThan(1e-12);
      expect(Math.abs(r.g[1] + 0.04)).toBeLessThan(1e-10);
      centers.add(`${r.c[0].toFixed(6)} ${r.c[2].toFixed(6)}`);
      expect(out.pointStart[k + 1] - out.pointStart[k]).toBeGreaterThanOrEqual(4);
    }
    expect([...centers].sort()).toEqual([
      '0.100000 0.100000',
      '0.100000 0.900000',
      '0.900000 0.100000',
      '0.900000 0.900000',
    ]);
    expect(rays.compute(table, pose([0, -0.01, 0]), 0, ground, pose(at), 0, out, { split: 'none' })).toBe(1);
    expect(Math.abs(total(out).V - 4 * 0.2 * 0.2 * 0.01)).toBeLessThan(1e-12);
  });

  it('has four legs in any direction and tilt, on two when it tips (seed 41)', () => {
    const random = new Random(41);
    const ground = shapeOf({ type: 'half-space' });
    for (let i = 0; i < 20; i++) {
      const q = about([0, 1, 0], random.between(0, 6));
      expect(
        rays.compute(table, pose([random.between(-1, 1), -0.02, 0], q), 0, ground, pose([0, 0, 0]), 0, out, {}),
      ).toBe(4);
      for (let k = 0; k < 4; k++) expect(Math.abs(record(out, k).V - 0.04 * 0.02)).toBeLessThan(0.03 * 0.04 * 0.02);
    }
    expect(
      rays.compute(table, pose([0, -0.01, 0], about([1, 0, 0], -0.1)), 0, ground, pose([0, 0, 0]), 0, out, {}),
    ).toBe(2);
  });
});

describe('U shapes', () => {
  const u = meshOf(
    cellMesh(
      [
        [0, 0, 0],
        [1, 0, 0],
        [2, 0, 0],
        [0, 1, 0],
        [2, 1, 0],
      ],
      [0.3, 0.5, 0.4],
    ),
  );
  it('a beam across the two arms: two contacts; pressed to the bottom: one', () => {
    const beam = meshOf(boxMesh([1.5, 0.2, 0.2]));
    expect(rays.compute(beam, pose([-0.3, 0.95, 0.1]), 0, u, pose([0, 0, 0]), 0, out, {})).toBe(2);
    for (let k = 0; k < 2; k++) expect(Math.abs(record(out, k).V - 0.3 * 0.05 * 0.2)).toBeLessThan(1e-12);
    expect(rays.compute(beam, pose([-0.3, 0.45, 0.1]), 0, u, pose([0, 0, 0]), 0, out, {})).toBe(1);
  });
});

describe('a thin sheet askew to the rays', () => {
  it('is one piece at any slope (seed 42)', () => {
    // Plates of the same tilt, one resting a thousandth of its length deep in the other: climbs many times its depth
    // per pixel.
    const random = new Random(42);
    const plate = meshOf(warp(boxMesh([1, 0.3, 1]), ([x, y, z]) => [x - 0.5, y - 0.15, z - 0.5]));
    for (let i = 0; i < 40; i++) {
      const q = random.rotation();
      const frame = meshOf(tiltedPlate(q));
      const up = rotateY(q, 0.299);
      expect(rays.compute(plate, pose(up, q), 0, frame, pose([0, 0, 0]), 0, out, {}), `case ${i}`).toBe(1);
      expect(Math.abs(record(out, 0).V - 0.001)).toBeLessThan(rays.errorBound);
    }
  });
});

/** The plate turned in its own coordinates and finely cut, so that the rays follow axes that it does not. */
function tiltedPlate(q: Quat) {
  const cube = bumpyCube(6, 1, 2, 0);
  return warp(cube, ([x, y, z]) => rotateVec(q, [x, 0.3 * y, z]));
}
const rotateY = (q: Quat, s: number): Vec3 => rotateVec(q, [0, s, 0]);
function rotateVec([x, y, z, w]: Quat, v: Vec3): Vec3 {
  const t: Vec3 = [2 * (y * v[2] - z * v[1]), 2 * (z * v[0] - x * v[2]), 2 * (x * v[1] - y * v[0])];
  return [
    v[0] + w * t[0] + y * t[2] - z * t[1],
    v[1] + w * t[1] + z * t[0] - x * t[2],
    v[2] + w * t[2] + x * t[1] - y * t[0],
  ];
}

describe('facing', () => {
  it('a block in a corner: floor, wall and wall', () => {
    // Floor 2 × 2 × 1 and two walls as one mesh; the block sinks 0.05, 0.04 and 0.03 into them.
    const cells: Vec3[] = [];
    for (let x = 0; x < 3; x++)
      for (let y = 0; y < 3; y++) for (let z = 0; z < 3; z++) if (x === 0 || y === 0 || z === 0) cells.push([x, y, z]);
    const corner = meshOf(cellMesh(cells, [1, 1, 1]));
    const block = shapeOf({ type: 'box', size: [1, 1, 1] });
    const pa = pose([1.45, 1.46, 1.47]);
    expect(rays.compute(block, pa, 0, corner, pose([0, 0, 0]), 0, out, {})).toBe(1);
    const whole = total(out);
    const exact = 1 - 0.95 * 0.96 * 0.97;
    // Walls two pixels thick along the rays: the worst case for counting pixels, and what finer rays are for.
    expect(Math.abs(whole.V - exact)).toBeLessThan(0.5 * rays.errorBound);
    rays.compute(block, pa, 0, corner, pose([0, 0, 0]), 0, out, { refine: 0.3 });
    expect(Math.abs(total(out).V - exact)).toBeLessThan(0.5 * Math.abs(whole.V - exact));
    expect(rays.compute(block, pa, 0, corner, pose([0, 0, 0]), 0, out, { split: 'facing' })).toBe(3);
    const facing = [0, 1, 2].map((k) => record(out, k).g.map((c) => Math.abs(c)));
    // Each faces one axis, and all three axes occur.
    const axes = facing.map((g) => g.indexOf(Math.max(...g)));
    expect([...axes].sort()).toEqual([0, 1, 2]);
    const parts = total(out);
    expect(Math.abs(parts.V - whole.V)).toBeLessThan(1e-12);
    for (let i = 0; i < 3; i++) expect(Math.abs(parts.g[i] - whole.g[i])).toBeLessThan(1e-12);
  });
});

describe('components add up to the whole', () => {
  it('for random pairs, V, first moments and area vector (seed 43)', () => {
    const random = new Random(43);
    let several = 0;
    // Every kind of mesh with every other, twice.
    for (let i = 0; i < 50; i++) {
      const A = meshOf(randomMesh(random, i));
      const B = meshOf(randomMesh(random, (i / 5) | 0));
      const pa = pose(random.direction().map((c) => 0.7 * c) as unknown as Vec3, random.rotation());
      const pb = pose([0, 0, 0], random.rotation());
      rays.compute(A, pa, 0, B, pb, 0, out, { split: 'none' });
      const whole = total(out);
      for (const split of ['connected', 'facing'] as const) {
        for (const maxComponents of [64, 2]) {
          const n = rays.compute(A, pa, 0, B, pb, 0, out, { split, maxComponents });
          if (n > 1) several++;
          const parts = total(out);
          expect(Math.abs(parts.V - whole.V)).toBeLessThan(1e-12);
          for (let k = 0; k < 3; k++) {
            expect(Math.abs(parts.g[k] - whole.g[k])).toBeLessThan(1e-12);
            expect(Math.abs(parts.first[k] - whole.first[k])).toBeLessThan(1e-12);
          }
        }
      }
    }
    expect(several).toBeGreaterThan(50);
  });

  it('a bumpy cube rests on its bumps, one component for each', () => {
    const cube = meshOf(bumpyCube(64));
    // Eight half waves a side: 32 of the 64 bumps point outwards.
    expect(
      rays.compute(cube, pose([0, 0.51, 0]), 0, shapeOf({ type: 'half-space' }), pose([0, 0, 0]), 0, out, {}),
    ).toBe(32);
    expect(
      rays.compute(cube, pose([0, 0.51, 0]), 0, shapeOf({ type: 'half-space' }), pose([0, 0, 0]), 0, out, {
        maxComponents: 5,
      }),
    ).toBe(5);
  });
});

describe('outline', () => {
  it("of a ball's cap reaches the rim within a pixel", () => {
    const ball = meshOf(icosphere(40));
    rays.compute(ball, pose([0, 0.9, 0]), 0, shapeOf({ type: 'half-space' }), pose([0, 0, 0]), 0, out, {});
    const rim = Math.sqrt(1 - 0.81);
    let area = 0;
    const points: [number, number][] = [];
    for (let k = 0; k < out.pointStart[1]; k++) points.push([out.points[3 * k], out.points[3 * k + 2]]);
    for (const [x, z] of points) expect(Math.sqrt(x * x + z * z)).toBeLessThan(rim * 1.001);
    points.sort((a, b) => Math.atan2(a[1], a[0]) - Math.atan2(b[1], b[0]));
    points.forEach(([x, z], k) => {
      const [x1, z1] = points[(k + 1) % points.length];
      area += 0.5 * (x * z1 - x1 * z);
    });
    expect(area).toBeGreaterThan(0.93 * PI * rim * rim);
  });
});
