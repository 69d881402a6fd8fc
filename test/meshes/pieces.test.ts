// Convex pieces, hulls and closed holes, against volumes that are known.

import { describe, expect, test } from 'vitest';
import { closeHoles, convexHull, convexPieces } from '../../meshes/index.js';
import { World } from '../../src/index.js';
import { createShape } from '../../src/shapes/create.js';
import { bumpyCube } from '../../src/shapes/procedural.js';
import type { MeshShape, ShapeDescription } from '../../src/shapes/shape.js';

const data = (description: ShapeDescription, segments = 48) => {
  const shape = createShape(description);
  return shape.kind.tessellate(shape, segments);
};
const box = (x: number, y: number, z: number) => data({ type: 'box', size: [x, y, z] });
const volumeOf = (description: ShapeDescription): number => createShape(description).massProperties!.volume;

/** An L of two boxes as one closed mesh: a square of 2 × 2 without a corner of 1 × 1, 1 deep. */
function ell() {
  const outline = [
    [0, 0],
    [2, 0],
    [2, 1],
    [1, 1],
    [1, 2],
    [0, 2],
  ] as const;
  const positions = new Float64Array(36);
  outline.forEach(([x, y], k) => {
    positions.set([x, y, 0], 3 * k);
    positions.set([x, y, 1], 3 * (k + 6));
  });
  const indices: number[] = [];
  // Both ends as fans about the inner corner, which sees all others.
  for (const [a, b] of [
    [4, 5],
    [5, 0],
    [0, 1],
    [1, 2],
  ] as const)
    indices.push(3, b, a, 9, a + 6, b + 6);
  for (let k = 0; k < 6; k++) {
    const n = (k + 1) % 6;
    indices.push(k, n, n + 6, k, n + 6, k + 6);
  }
  return { positions, indices: Int32Array.from(indices) };
}

describe('convexPieces', () => {
  test('what is convex is one piece, and it is that', () => {
    const pieces = convexPieces(box(1, 2, 3));
    expect(pieces.parts.length).toBe(1);
    expect(volumeOf(pieces)).toBeCloseTo(6, 9);
  });

  test('an L is a few boxes', () => {
    expect(volumeOf({ type: 'mesh', ...ell() })).toBeCloseTo(3, 12);
    const pieces = convexPieces(ell());
    expect(pieces.parts.length).toBeLessThanOrEqual(4);
    // Cuts lie on planes of the grid: within a cell of the corner.
    expect(volumeOf(pieces)).toBeGreaterThanOrEqual(3 - 1e-9);
    expect(volumeOf(pieces)).toBeLessThan(3 * 1.05);
  });

  test('a torus has its hole, and pieces do not overlap', () => {
    const torus = data({ type: 'torus', radius: 1, tube: 0.3 });
    const pieces = convexPieces(torus, { most: 24 });
    const volume = volumeOf({ type: 'mesh', ...torus });
    expect(volumeOf(pieces) / volume).toBeGreaterThan(1 - 1e-9);
    expect(volumeOf(pieces) / volume).toBeLessThan(1.25);
    const world = new World({ bodies: [{ type: 'static', shape: pieces }] });
    expect(world.castRay([0, 2, 0], [0, -1, 0])).toBeNull();
    expect(world.castRay([1, 2, 0], [0, -1, 0])!.point[1]).toBeCloseTo(0.3, 1);
  });

  test('an open sheet becomes a shell that can move', () => {
    const sheet = {
      positions: Float64Array.of(-1, 0, -1, -1, 0, 1, 1, 0, 1, 1, 0, -1),
      indices: Int32Array.of(0, 1, 2, 0, 2, 3),
    };
    const pieces = convexPieces(sheet);
    const world = new World({});
    world.addBody({ type: 'static', shape: { type: 'half-space' } });
    const body = world.addBody({ shape: pieces, mass: 1, position: [0, 0.3, 0] });
    for (let k = 0; k < 60; k++) world.step(1 / 60);
    expect(Math.abs(body.position[1])).toBeLessThan(0.2);
  });

  test('as many as are allowed, and fewer where less will do', () => {
    const mesh = bumpyCube(12);
    expect(convexPieces(mesh, { most: 5, tolerance: 0 }).parts.length).toBeLessThanOrEqual(5);
    expect(convexPieces(mesh, { most: 5, tolerance: 1 }).parts.length).toBe(1);
  });
});

test('convexHull is the hull', () => {
  expect(volumeOf(convexHull(ell()))).toBeCloseTo(3.5, 12);
});

describe('closeHoles', () => {
  test('a box that lacks a triangle, or a side, is whole again', () => {
    const { positions, indices } = box(1, 1, 1);
    for (const less of [3, 6]) {
      const whole = closeHoles({ positions, indices: indices.slice(less) }, { longest: 10 });
      expect(whole).toMatchObject({ closed: 1, left: 0 });
      expect(volumeOf({ type: 'mesh', ...whole } as unknown as ShapeDescription)).toBeCloseTo(1, 12);
    }
  });

  test('a large hole stays open, and is counted', () => {
    const { positions, indices } = box(1, 1, 1);
    expect(closeHoles({ positions, indices: indices.slice(6) }, { longest: 1 })).toMatchObject({ closed: 0, left: 1 });
  });

  test('what is closed stays as it is', () => {
    const mesh = box(1, 2, 3);
    const same = closeHoles(mesh);
    expect(same.indices).toEqual(Int32Array.from(mesh.indices));
    expect(
      (createShape({ type: 'mesh', ...same } as unknown as ShapeDescription) as MeshShape).mesh.indices.length,
    ).toBe(36);
  });
});
