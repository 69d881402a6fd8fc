// Convex meshes are found out, and are the hulls that they are; all others are left alone.

import { describe, expect, test } from 'vitest';
import { Random } from '../../src/math/random.js';
import { createShape } from '../../src/shapes/create.js';
import { bumpyCube, icosphere, type MeshData, torusMesh } from '../../src/shapes/procedural.js';
import type { MeshShape } from '../../src/shapes/shape.js';
import { tessellate } from '../../src/shapes/tessellate.js';

const meshOf = (m: MeshData) => createShape({ type: 'mesh', ...m }) as MeshShape;
const box = (x: number, y: number, z: number) => tessellate(createShape({ type: 'box', size: [x, y, z] }));

test('a box has six faces of four corners, whatever single precision did to it', () => {
  const random = new Random(5);
  for (let n = 0; n < 50; n++) {
    const { positions, indices } = box(random.between(0.01, 10), random.between(0.01, 10), random.between(0.01, 10));
    const q = random.rotation();
    const far = random.between(-1, 1);
    const turned = Float64Array.from(positions);
    for (let k = 0; k < positions.length; k += 3) {
      const [x, y, z, w] = q as [number, number, number, number];
      const v = [positions[k]!, positions[k + 1]!, positions[k + 2]!];
      const t = [2 * (y * v[2]! - z * v[1]!), 2 * (z * v[0]! - x * v[2]!), 2 * (x * v[1]! - y * v[0]!)];
      turned[k] = Math.fround(v[0]! + w * t[0]! + y * t[2]! - z * t[1]! + far);
      turned[k + 1] = Math.fround(v[1]! + w * t[1]! + z * t[0]! - x * t[2]!);
      turned[k + 2] = Math.fround(v[2]! + w * t[2]! + x * t[1]! - y * t[0]!);
    }
    const hull = meshOf({ positions: turned, indices }).hull!;
    expect(hull, `seed 5, box ${n}`).toBeTruthy();
    expect(hull.polyhedron.planes.length / 4).toBe(6);
    expect(hull.polyhedron.vertices.length / 3).toBe(8);
  }
});

describe('left alone', () => {
  const two = (() => {
    const a = box(1, 1, 1);
    const n = a.positions.length / 3;
    return {
      positions: Float64Array.from([...a.positions, ...a.positions.map((x, k) => (k % 3 === 0 ? x + 2 : x))]),
      indices: Int32Array.from([...a.indices, ...a.indices.map((k) => k + n)]),
    };
  })();
  test.each([
    ['a torus', torusMesh(1, 0.3, 12, 8)],
    ['a bumpy cube', bumpyCube(8, 1, 2, 0.02)],
    ['two boxes', two],
    ['a finely tessellated ball', icosphere(6, 1)],
  ])('%s', (_, m) => expect(meshOf(m).hull).toBeNull());
  test('a box with a dent of a thousandth', () => {
    const { positions, indices } = bumpyCube(4, 1, 1, 0);
    const dented = Float64Array.from(positions);
    // A vertex in the middle of a face.
    for (let k = 0; k < dented.length; k += 3)
      if (Math.abs(dented[k]! - 0.5) < 1e-9 && Math.abs(dented[k + 1]!) < 1e-9 && Math.abs(dented[k + 2]!) < 1e-9)
        dented[k] = 0.499;
    expect(meshOf({ positions, indices }).hull).toBeTruthy();
    expect(meshOf({ positions: dented, indices }).hull).toBeNull();
  });
});
