// The hull round a mesh that is not convex, and the pieces of the mesh in its faces.

import { describe, expect, test } from 'vitest';
import { createShape } from '../../src/shapes/create.js';
import type { MeshCover } from '../../src/shapes/mesh-cover.js';
import type { MeshShape, ShapeDescription } from '../../src/shapes/shape.js';
import { voxels } from '../contact/voxels.js';
import { extruded, flatScene } from '../random/flat-meshes.js';

const meshOf = (description: ShapeDescription) => createShape(description) as MeshShape;
type Point = readonly [number, number, number];

function piecesOf(cover: MeshCover, face: number): Point[][] {
  const { faceStart, cornerStart, corners } = cover;
  const at = (k: number): Point => [corners[3 * k]!, corners[3 * k + 1]!, corners[3 * k + 2]!];
  return Array.from({ length: faceStart[face + 1]! - faceStart[face]! }, (_, n) => {
    const k = faceStart[face]! + n;
    return Array.from({ length: cornerStart[k + 1]! - cornerStart[k]! }, (_, m) => at(cornerStart[k]! + m));
  });
}

const minus = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const dot = (a: ArrayLike<number>, b: ArrayLike<number>) => a[0]! * b[0]! + a[1]! * b[1]! + a[2]! * b[2]!;
const cross = (a: Point, b: Point): Point => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

const normalOf = (cover: MeshCover, face: number) => cover.hull.polyhedron.planes.subarray(4 * face, 4 * face + 4);
const areaOf = (piece: Point[], n: ArrayLike<number>) =>
  piece.reduce(
    (sum, p, k) => sum + 0.5 * dot(n, cross(minus(p, piece[0]!), minus(piece[(k + 1) % piece.length]!, piece[0]!))),
    0,
  );

/** Area of the triangles of a mesh that lie in a plane. */
function areaIn({ mesh: { positions: p, indices } }: MeshShape, plane: ArrayLike<number>, slack: number): number {
  const at = (v: number): Point => [p[3 * v]!, p[3 * v + 1]!, p[3 * v + 2]!];
  let sum = 0;
  for (let t = 0; t < indices.length; t += 3) {
    const [a, b, c] = [at(indices[t]!), at(indices[t + 1]!), at(indices[t + 2]!)];
    if ([a, b, c].every((x) => Math.abs(dot(plane, x) - plane[3]!) < slack))
      sum += 0.5 * dot(plane, cross(minus(b, a), minus(c, a)));
  }
  return sum;
}

describe('the pieces of a face', () => {
  test('of random meshes: convex, in the plane of the face, and as large as the triangles in it', () => {
    let met = 0;
    for (let seed = 1; seed <= 60; seed++) {
      const { scene, size } = flatScene(seed);
      const shape = meshOf(scene.bodies!.at(-1)!.shape as ShapeDescription);
      const cover = shape.cover!;
      if (shape.hull) continue;
      for (let f = 0; f + 1 < cover.faceStart.length; f++) {
        const n = normalOf(cover, f);
        const pieces = piecesOf(cover, f);
        if (pieces.length === 0) continue;
        met++;
        let sum = 0;
        for (const piece of pieces) {
          for (const [k, p] of piece.entries()) {
            // Rounding of coordinates of that size.
            expect(Math.abs(dot(n, p) - n[3]!)).toBeLessThan(1e-14 * size);
            const [a, b] = [piece[(k + 1) % piece.length]!, piece[(k + 2) % piece.length]!];
            expect(dot(n, cross(minus(a, p), minus(b, p)))).toBeGreaterThan(-1e-8 * size * size);
          }
          sum += areaOf(piece, n);
        }
        // Parts are taken for convex if they are to 1e-5.
        expect(Math.abs(sum - areaIn(shape, n, 1e-5 * size))).toBeLessThan(2e-5 * size * size);
      }
    }
    expect(met).toBeGreaterThan(300);
  });

  test('the feet of a table: four squares, and the plate on top: one', () => {
    const isFull = (i: number, j: number, k: number) => j > 2 || ((i === 1 || i === 8) && (k === 1 || k === 8));
    const cover = meshOf({ type: 'mesh', ...voxels(10, 4, 10, 0.1, isFull) }).cover!;
    const down = Array.from({ length: cover.faceStart.length - 1 }, (_, f) => f).find(
      (f) => normalOf(cover, f)[1]! < -0.99,
    )!;
    const up = Array.from({ length: cover.faceStart.length - 1 }, (_, f) => f).find(
      (f) => normalOf(cover, f)[1]! > 0.99,
    )!;
    expect(piecesOf(cover, down).map((p) => [p.length, Math.round(1e9 * areaOf(p, [0, -1, 0])) / 1e9])).toEqual(
      Array.from({ length: 4 }, () => [4, 0.01]),
    );
    expect(piecesOf(cover, up)).toHaveLength(1);
  });

  test('a star of five points stands on two tips with two edges', () => {
    const outline = Array.from({ length: 10 }, (_, k) => {
      const r = k % 2 ? 0.4 : 1;
      return [r * Math.cos((Math.PI * k) / 5), r * Math.sin((Math.PI * k) / 5)] as const;
    });
    const cover = meshOf(extruded(outline, 0.5)).cover!;
    const sides = Array.from({ length: 7 }, (_, f) => piecesOf(cover, f).map((p) => p.length));
    expect(sides.filter((s) => s.join() === '2,2')).toHaveLength(5);
  });
});
