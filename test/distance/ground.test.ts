// The pieces of terrain contact: links of a mesh, hulls of the plane, and the regions in which a solid faces triangles.

import { describe, expect, test } from 'vitest';
import { FlatHull } from '../../src/distance/flat-hull.js';
import { GroundFacing } from '../../src/distance/ground.js';
import { Random } from '../../src/math/random.js';
import { createShape } from '../../src/shapes/create.js';
import { linkMesh } from '../../src/shapes/mesh-links.js';
import type { MeshShape, ShapeDescription, SimpleShape } from '../../src/shapes/shape.js';

const make = (description: ShapeDescription): SimpleShape => createShape(description) as SimpleShape;
const field = (height: (x: number, z: number) => number, n = 11): MeshShape =>
  make({
    type: 'height-field',
    heights: Array.from({ length: n }, (_, r) =>
      Array.from({ length: n }, (_, c) => height(c - (n - 1) / 2, r - (n - 1) / 2)),
    ),
    cell: 1,
  }) as MeshShape;
const poses = (x: number, y: number, z: number): Float64Array =>
  Float64Array.of(x, y, z, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1);

test('links: neighbours, corners across, and flat faces', () => {
  const { mesh } = make({ type: 'mesh', ...tetrahedron() }) as MeshShape;
  const { aroundStart, across, facets } = linkMesh(mesh.positions, mesh.indices);
  for (let v = 0; v < 4; v++) expect(aroundStart[v + 1]! - aroundStart[v]!).toBe(3);
  // Across each side of a triangle lies the one corner that the triangle has not.
  for (let s = 0; s < 12; s++) {
    const t = Math.floor(s / 3);
    const missing = [0, 1, 2, 3].find((v) => !mesh.indices.subarray(3 * t, 3 * t + 3).includes(v));
    expect(across[s]).toBe(missing);
  }
  expect([...facets]).toEqual([0, 1, 2, 3]);
  const flat = field(() => 0);
  const top = linkMesh(flat.mesh.positions, flat.mesh.indices).facets.slice(0, 200);
  expect(new Set(top).size).toBe(1);
});

function tetrahedron() {
  return { positions: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], indices: [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3] };
}

test('a flat hull has the area of what it holds', () => {
  const hull = new FlatHull();
  const random = new Random(4);
  for (const [x, y] of [
    [0, 0],
    [3, 0],
    [3, 2],
    [0, 2],
    [1.5, 0],
  ] as const)
    hull.add(x, y);
  for (let k = 0; k < 100; k++) hull.add(3 * random.next(), 2 * random.next());
  expect(hull.close()).toBeCloseTo(6, 12);
  expect(hull.count).toBe(4);
});

describe('regions', () => {
  const ground = new GroundFacing();
  const d = 1e-4;

  test('a box on flat ground has one, which is its face', () => {
    const box = make({ type: 'box', size: [3.3, 1, 2.2] });
    const at = poses(0.2, 0.5, -0.3);
    const flat = field(() => 0);
    expect(ground.find(box, flat, at, 0.01, d, 6 * d, 0.3)).toBeCloseTo(0, 12);
    let taken = 0;
    for (let k = 0; k < ground.count; k++)
      if (ground.take(box, flat, at, k)) {
        taken++;
        expect(ground.region.area).toBeCloseTo(3.3 * 2.2, 9);
        expect([...ground.region.frame.subarray(0, 3)]).toEqual([0, 1, 0]);
      }
    expect(taken).toBe(1);
  });

  test('a box over a summit faces it along its own normal, once', () => {
    const box = make({ type: 'box', size: [3, 1, 3] });
    const at = poses(0, 1.5, 0);
    const hill = field((x, z) => (x === 0 && z === 0 ? 1 : 0));
    expect(ground.find(box, hill, at, 0.01, d, 6 * d, 0.3)).toBeCloseTo(0, 12);
    expect(ground.count).toBe(1);
    expect(ground.take(box, hill, at, 0)).toBe(true);
    expect(ground.region.frame[1]).toBeCloseTo(1, 12);
    expect(ground.region.least).toBeCloseTo(0, 12);
  });

  test('an internal edge is none: no axis leans on a plane, however a body lies over it', () => {
    const random = new Random(8);
    const flat = field(() => 0);
    for (const description of [
      { type: 'box', size: [1.3, 0.6, 0.9] },
      { type: 'sphere', radius: 0.4 },
      { type: 'capsule', radius: 0.3, height: 0.8 },
      { type: 'cylinder', radius: 0.4, height: 0.7 },
      { type: 'cone', radius: 0.4, height: 0.7 },
    ] as const)
      for (let k = 0; k < 40; k++) {
        const at = poses(3 * (random.next() - 0.5), 0.4 + 0.3 * random.next(), 3 * (random.next() - 0.5));
        const q = [0, 1, 2, 3].map(() => random.next() - 0.5);
        const size = Math.hypot(...q);
        for (let m = 0; m < 4; m++) at[3 + m] = q[m]! / size;
        ground.find(make(description), flat, at, 1, d, 6 * d, 1);
        for (let n = 0; n < ground.count; n++)
          expect(ground.axes[3 * n + 1], `${description.type}, ${k}`).toBeGreaterThan(1 - 1e-12);
      }
  });

  test('a ball on flat ground has the disc of its target depth', () => {
    const ball = make({ type: 'sphere', radius: 0.4 });
    const at = poses(0.31, 0.4, 0.17);
    const flat = field(() => 0);
    expect(ground.find(ball, flat, at, 0.01, d, 6 * d, 0.3)).toBeCloseTo(0, 12);
    expect(ground.take(ball, flat, at, 0)).toBe(true);
    // An octagon with the mean square radius of the disc has 0.5 % less area.
    expect(ground.region.area / (Math.PI * 4 * 0.4 * d)).toBeGreaterThan(0.98);
    expect(ground.region.area / (Math.PI * 4 * 0.4 * d)).toBeLessThan(1.02);
  });
});
