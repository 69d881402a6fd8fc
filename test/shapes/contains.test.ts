import { describe, expect, test } from 'vitest';
import { Random } from '../../src/math/random.js';
import { cross, dot, length, normalizeQuat, rotate, scale, sub, type Vec3 } from '../../src/math/vec3.js';
import { PointScratch, windingNumber } from '../../src/shapes/contains.js';
import { createShape } from '../../src/shapes/create.js';
import { bumpyCube, icosphere, type MeshData, torusMesh } from '../../src/shapes/procedural.js';
import type { MeshShape, ShapeDescription } from '../../src/shapes/shape.js';
import { tessellate } from '../../src/shapes/tessellate.js';
import { containsPoint } from './contains-point.js';

const random = new Random(51);
const scratch = new PointScratch();

function meshShape(data: MeshData): MeshShape {
  const shape = createShape({ type: 'mesh', ...data });
  if (shape.type !== 'mesh') throw new Error('not a mesh');
  return shape;
}

/** The winding number as the solid angle of all triangles over 4π (van Oosterom & Strackee 1983). */
function solidAngle({ positions: p, indices }: MeshData, at: Vec3): number {
  let sum = 0;
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => {
      const v = 3 * indices[i + k];
      return sub([p[v], p[v + 1], p[v + 2]], at);
    });
    const [la, lb, lc] = [length(a), length(b), length(c)];
    const below = la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb;
    sum += 2 * Math.atan2(dot(a, cross(b, c)), below);
  }
  return sum / (4 * Math.PI);
}

describe('meshes', () => {
  test.each<[string, MeshData]>([
    ['icosphere', icosphere(4)],
    ['torus', torusMesh(1, 0.4, 14, 9)],
    ['bumpy cube', bumpyCube(8, 1.4, 4, 0.15)],
  ])('%s: against the solid angle', (_, data) => {
    const shape = meshShape(data);
    let inside = 0;
    for (let i = 0; i < 1500; i++) {
      const p: Vec3 = [random.between(-1.3, 1.3), random.between(-1.1, 1.1), random.between(-1.3, 1.3)];
      const winding = windingNumber(shape, ...p, scratch);
      expect(winding).toBe(Math.round(solidAngle(data, p)) + 0);
      expect(containsPoint(shape, ...p, scratch)).toBe(winding === 1);
      expect(containsPoint(shape, ...p)).toBe(winding === 1);
      if (winding === 1) inside++;
    }
    expect(inside).toBeGreaterThan(100);
  });

  test('points in line with vertices and edges of the mesh', () => {
    // The ray runs along +x: take y and z from vertices and from points on edges, where careless counts go wrong.
    const data = torusMesh(1, 0.4, 16, 8);
    const shape = meshShape(data);
    const { positions: p, indices } = data;
    for (let i = 0; i < indices.length; i++) {
      const a = 3 * indices[i];
      const b = 3 * indices[i % 3 === 2 ? i - 2 : i + 1];
      for (const s of [0, 0.5]) {
        const y = p[a + 1] + s * (p[b + 1] - p[a + 1]);
        const z = p[a + 2] + s * (p[b + 2] - p[a + 2]);
        for (const x of [-2, -1.05, -0.31, 0.013, 0.77, 1.06]) {
          const expected = solidAngle(data, [x, y, z]);
          // The solid angle cannot tell on the surface itself.
          if (Math.abs(expected - Math.round(expected)) > 1e-6) continue;
          expect(windingNumber(shape, x, y, z, scratch)).toBe(Math.round(expected) + 0);
        }
      }
    }
  });

  test('bodies that fill space together share no point and leave none out, surfaces included', () => {
    // Six tetrahedra around the diagonal of each of 27 unit cubes (Kuhn's subdivision).
    const paths: number[][] = [];
    for (const i of [0, 1, 2]) for (const j of [0, 1, 2]) if (i !== j) paths.push([i, j, 3 - i - j]);
    const tetrahedra: MeshShape[] = [];
    for (let cell = 0; cell < 27; cell++) {
      for (const path of paths) {
        const corner = [cell % 3, Math.floor(cell / 3) % 3, Math.floor(cell / 9)];
        const positions = [...corner];
        for (const axis of path) {
          corner[axis]++;
          positions.push(...corner);
        }
        const even = (path[0] + 1) % 3 === path[1];
        const indices = even ? [0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2] : [0, 1, 2, 0, 3, 1, 1, 3, 2, 0, 2, 3];
        tetrahedra.push(meshShape({ positions: Float64Array.from(positions), indices: Int32Array.from(indices) }));
      }
    }
    const owners = (x: number, y: number, z: number): number =>
      tetrahedra.filter((t) => containsPoint(t, x, y, z, scratch)).length;
    // Vertices, edge middles, face diagonals, body diagonals: steps of a third and a half meet them all.
    for (const step of [0.5, 1 / 3]) {
      for (let x = step; x < 3; x += step) {
        for (let y = step; y < 3; y += step) for (let z = step; z < 3; z += step) expect(owners(x, y, z)).toBe(1);
      }
    }
    // On the hull of it all the nudge along +y, +z, +x decides.
    expect(owners(0, 0, 0)).toBe(1);
    expect(owners(1.5, 0, 1.5)).toBe(1);
    expect(owners(1.5, 3, 1.5)).toBe(0);
    expect(owners(3, 1.5, 1.5)).toBe(0);
    expect(owners(0, 1.5, 1.5)).toBe(1);
  });

  test('cavities are outside', () => {
    const outer = tessellate(createShape({ type: 'box', size: [2, 2, 2] }));
    const shape = meshShape({
      positions: Float64Array.from([...outer.positions, ...outer.positions.map((x) => x / 2)]),
      indices: Int32Array.from([...outer.indices, ...Array.from(outer.indices, (v) => v + 8).reverse()]),
    });
    expect(containsPoint(shape, 0, 0, 0)).toBe(false);
    expect(containsPoint(shape, 0.75, 0.1, 0.1)).toBe(true);
    expect(containsPoint(shape, 1.1, 0, 0)).toBe(false);
  });
});

describe('shapes against their meshes', () => {
  const cloud = Array.from({ length: 40 }, () => random.direction() as Vec3);
  const shapes: ShapeDescription[] = [
    { type: 'sphere', radius: 0.9 },
    { type: 'box', size: [0.9, 1.2, 1.6] },
    { type: 'cylinder', radius: 0.6, height: 1.3 },
    { type: 'capsule', radius: 0.5, height: 0.7 },
    { type: 'cone', radius: 0.8, height: 1.4 },
    { type: 'torus', radius: 0.7, tube: 0.3 },
    { type: 'convex', points: cloud },
    {
      type: 'compound',
      parts: [
        { shape: { type: 'box', size: [0.7, 1, 0.5] }, position: [0.4, 0, 0], rotation: normalizeQuat([1, 2, 3, 4]) },
        { shape: { type: 'cone', radius: 0.5, height: 0.9 }, position: [-0.5, 0.2, 0], rotation: [0, 0, 0.6, 0.8] },
      ],
    },
  ];
  test.each(shapes)('$type', (description) => {
    const shape = createShape(description);
    const mesh = meshShape(tessellate(shape, { segments: 200 }));
    let inside = 0;
    let undecided = 0;
    for (let i = 0; i < 1500; i++) {
      const p: Vec3 = [random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)];
      const here = containsPoint(shape, ...p);
      if (here) inside++;
      // The mesh falls short of the shape by less than a thousandth: compare where that cannot matter.
      const meshed = windingNumber(mesh, ...p, scratch) > 0;
      const nearby = [0, 1, 2].some((k) =>
        [-1e-3, 1e-3].some(
          (h) => containsPoint(shape, ...(p.map((x, j) => (j === k ? x + h : x)) as unknown as Vec3)) !== here,
        ),
      );
      if (nearby) undecided++;
      else expect(meshed).toBe(here);
    }
    expect(inside).toBeGreaterThan(80);
    expect(undecided).toBeLessThan(60);
  });

  test('half-space', () => {
    const shape = createShape({ type: 'half-space' });
    expect([-1, 0, 1e-300].map((y) => containsPoint(shape, 1e9, y, 5))).toEqual([true, true, false]);
  });

  test('the surface belongs to the shape', () => {
    expect(containsPoint(createShape({ type: 'sphere', radius: 2 }), 0, 2, 0)).toBe(true);
    expect(containsPoint(createShape({ type: 'box', size: [2, 2, 2] }), 1, -1, 1)).toBe(true);
    const cone = createShape({ type: 'cone', radius: 1, height: 2 });
    expect(containsPoint(cone, 0, 1, 0)).toBe(true);
    expect(containsPoint(cone, 1, -1, 0)).toBe(true);
    expect(containsPoint(cone, 0, 1.0001, 0)).toBe(false);
  });
});

test('turning a shape and a point together changes nothing', () => {
  const q = random.rotation();
  const box = createShape({ type: 'box', size: [1, 2, 3] });
  const turned = createShape({
    type: 'compound',
    parts: [{ shape: { type: 'box', size: [1, 2, 3] }, position: [4, 5, 6], rotation: q }],
  });
  for (let i = 0; i < 500; i++) {
    const p = scale(random.direction(), random.between(0, 2.5));
    const w = rotate(q, p);
    expect(containsPoint(turned, w[0] + 4, w[1] + 5, w[2] + 6)).toBe(containsPoint(box, ...p));
  }
});
