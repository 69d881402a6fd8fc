// Surfaces that are given by triangles alone are lit: sharp edges stay sharp as they bend, and clouds of points have
// normals.

import type { BufferGeometry } from 'three';
import { describe, expect, test } from 'vitest';
import { bumpyCube, icosphere } from '../../src/shapes/procedural.js';
import { geometryFromShape, SoftMesh } from '../../three/index.js';

/** Lengths of all normals, and those along an axis to 1e-6. */
function normalsOf(geometry: BufferGeometry): { lengths: number[]; along: number } {
  const { array } = geometry.getAttribute('normal');
  const lengths: number[] = [];
  let along = 0;
  for (let v = 0; v < array.length; v += 3) {
    const n = [array[v]!, array[v + 1]!, array[v + 2]!];
    lengths.push(Math.hypot(...n));
    if (Math.max(...n.map(Math.abs)) > 1 - 1e-6) along++;
  }
  return { lengths, along };
}

describe('a soft mesh', () => {
  test('of a box has the normals of its six sides, also at their edges, and keeps them apart as it bends', () => {
    const { positions, indices } = bumpyCube(4, 1, 1, 0);
    const mesh = new SoftMesh();
    mesh.update({ positions, indices });
    const sides = 6 * 25; // five by five vertices on each
    expect(mesh.geometry.getAttribute('position').count).toBe(sides);
    expect(normalsOf(mesh.geometry)).toMatchObject({ along: sides });
    // Sheared: the sides across x and z lean, and stay flat.
    const sheared = positions.map((x, k) => (k % 3 === 0 ? x + 0.3 * positions[k + 1]! : x));
    mesh.update({ positions: sheared, indices });
    expect(mesh.geometry.getAttribute('position').count).toBe(sides);
    expect(normalsOf(mesh.geometry).along).toBe(4 * 25);
    mesh.setHeat(new Float64Array(positions.length / 3).fill(0.5));
    expect(mesh.geometry.getAttribute('color').count).toBe(sides);
    mesh.dispose();
  });

  test('of a ball is one smooth surface', () => {
    const { positions, indices } = icosphere(6);
    const mesh = new SoftMesh();
    mesh.update({ positions, indices });
    expect(mesh.geometry.getAttribute('position').count).toBe(positions.length / 3);
    mesh.dispose();
  });
});

test('a cloud of points is drawn with normals, which were zero', () => {
  const { positions } = icosphere(6);
  const shape = { type: 'points' as const, positions: [...positions], normals: [...positions] };
  const { lengths } = normalsOf(geometryFromShape(shape));
  expect(lengths.length).toBeGreaterThan(100);
  for (const length of lengths) expect(length).toBeCloseTo(1, 5);
});
