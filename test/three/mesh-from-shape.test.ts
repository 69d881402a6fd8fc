import { Mesh, MeshBasicMaterial, type MeshStandardMaterial } from 'three';
import { describe, expect, test } from 'vitest';
import type { ShapeDescription } from '../../src/index.js';
import { createShape } from '../../src/shapes/create.js';
import { bumpyCube } from '../../src/shapes/procedural.js';
import { geometryFromShape, meshFromShape } from '../../three/index.js';
import { enclosed, openEdges, surfaceOf } from './surface.js';

const SEGMENTS = 48;
const PI = Math.PI;

type Bounded = { name: string; shape: ShapeDescription; volume: number; shortfall: number };

// A circle of n sides lacks 1 - sin(2π/n)/(2π/n) ≈ (2π/n)²/6 of its area. A surface curved twice lacks the chord's
// error along both directions; an icosphere's edges are 63°/10 long, which is less than 2π/48 would be.
const circle = (2 * PI) ** 2 / 6 / SEGMENTS ** 2;
const SHAPES: Bounded[] = [
  { name: 'sphere', shape: { type: 'sphere', radius: 0.7 }, volume: (4 / 3) * PI * 0.7 ** 3, shortfall: 2 * circle },
  { name: 'box', shape: { type: 'box', size: [1, 2, 3] }, volume: 6, shortfall: 0 },
  {
    name: 'cylinder',
    shape: { type: 'cylinder', radius: 0.5, height: 0.05 },
    volume: PI * 0.25 * 0.05,
    shortfall: circle,
  },
  {
    name: 'capsule',
    shape: { type: 'capsule', radius: 0.3, height: 1 },
    volume: PI * 0.09 + (4 / 3) * PI * 0.027,
    shortfall: 2 * circle,
  },
  { name: 'cone', shape: { type: 'cone', radius: 0.5, height: 1.2 }, volume: (PI * 0.25 * 1.2) / 3, shortfall: circle },
  {
    name: 'torus',
    shape: { type: 'torus', radius: 1, tube: 0.25 },
    volume: 2 * PI * PI * 0.0625,
    shortfall: 5 * circle, // half as many sides across the tube, so four times its share
  },
  {
    name: 'convex',
    shape: {
      type: 'convex',
      points: [
        [0, 0, 0],
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
        [0.1, 0.1, 0.1],
      ],
    },
    volume: 1 / 6,
    shortfall: 0,
  },
];

describe.each(SHAPES)('$name', ({ shape, volume, shortfall }) => {
  const geometry = geometryFromShape(shape);
  const surface = surfaceOf(geometry);
  const normals = geometry.getAttribute('normal').array;

  test('is watertight and encloses the shape but for the chords', () => {
    expect(openEdges(surface)).toBe(0);
    const ratio = enclosed(surface).volume / volume;
    expect(ratio).toBeLessThan(1 + 2e-6); // singles
    expect(ratio).toBeGreaterThan(1 - shortfall - 2e-6);
  });

  test('has unit normals that point away from its triangles', () => {
    const { positions: p, indices } = surface;
    for (let t = 0; t < indices.length; t += 3) {
      const [a, b, c] = [0, 1, 2].map((k) => 3 * indices[t + k]!) as [number, number, number];
      const e = [0, 1, 2].map((k) => p[b + k]! - p[a + k]!);
      const f = [0, 1, 2].map((k) => p[c + k]! - p[a + k]!);
      const n = [e[1]! * f[2]! - e[2]! * f[1]!, e[2]! * f[0]! - e[0]! * f[2]!, e[0]! * f[1]! - e[1]! * f[0]!];
      const size = Math.hypot(...n);
      for (const v of [a, b, c]) {
        expect(Math.hypot(normals[v]!, normals[v + 1]!, normals[v + 2]!)).toBeCloseTo(1, 5);
        const cosine = (n[0]! * normals[v]! + n[1]! * normals[v + 1]! + n[2]! * normals[v + 2]!) / size;
        // A chord turns by half of 2π/24 (across the tube) from the surface at most, and in two directions.
        expect(cosine).toBeGreaterThan(Math.cos(0.25));
      }
    }
  });
});

test('vertices of round shapes lie on them', () => {
  const off: Record<string, (x: number, y: number, z: number) => number> = {
    sphere: (x, y, z) => Math.hypot(x, y, z) - 0.7,
    capsule: (x, y, z) => Math.hypot(x, y - Math.max(-0.5, Math.min(0.5, y)), z) - 0.3,
    torus: (x, y, z) => Math.hypot(Math.hypot(x, z) - 1, y) - 0.25,
    cylinder: (x, y, z) => Math.max(Math.hypot(x, z) - 0.5, Math.abs(y) - 0.025),
    cone: (x, y, z) => Math.max(-0.6 - y, (Math.hypot(x, z) - 0.5 * (0.5 - y / 1.2)) * 0.9),
  };
  for (const { name, shape } of SHAPES) {
    if (!off[name]) continue;
    const { positions: p } = surfaceOf(geometryFromShape(shape, { segments: 20 }));
    for (let v = 0; v < p.length; v += 3) expect(Math.abs(off[name](p[v]!, p[v + 1]!, p[v + 2]!))).toBeLessThan(1e-6);
  }
});

test('normals of round shapes are those of the solid', () => {
  const geometry = geometryFromShape({ type: 'torus', radius: 1, tube: 0.25 });
  const p = geometry.getAttribute('position');
  const n = geometry.getAttribute('normal');
  expect(p.count).toBe(SEGMENTS * (SEGMENTS / 2)); // smooth all over: no vertex twice
  for (let v = 0; v < p.count; v++) {
    const ring = Math.hypot(p.getX(v), p.getZ(v));
    const [cx, cz] = [p.getX(v) / ring, p.getZ(v) / ring];
    expect(n.getX(v)).toBeCloseTo((p.getX(v) - cx) / 0.25, 5);
    expect(n.getY(v)).toBeCloseTo(p.getY(v) / 0.25, 5);
    expect(n.getZ(v)).toBeCloseTo((p.getZ(v) - cz) / 0.25, 5);
  }
});

test('a cylinder is sharp at its rims and a box at its edges', () => {
  expect(geometryFromShape({ type: 'box', size: [1, 1, 1] }).getAttribute('position').count).toBe(24);
  const count = geometryFromShape({ type: 'cylinder', radius: 1, height: 1 }).getAttribute('position').count;
  expect(count).toBe(4 * SEGMENTS + 2);
});

test('a mesh keeps its vertices, smooth within the crease angle and sharp beyond', () => {
  const { positions, indices } = bumpyCube(8, 1, 2);
  const geometry = geometryFromShape({ type: 'mesh', positions, indices }, { creaseAngle: 1 });
  const surface = surfaceOf(geometry);
  expect(openEdges(surface)).toBe(0);
  const exact = enclosed({ positions, indices }).volume;
  expect(enclosed(surface).volume / exact).toBeCloseTo(1, 6);
  // Inside a face of the cube one copy of each vertex, on its twelve edges two, at its corners three.
  expect(geometry.getAttribute('position').count).toBe(6 * 9 * 9);
  const flat = geometryFromShape({ type: 'mesh', positions, indices }, { creaseAngle: 0 });
  expect(flat.getAttribute('position').count).toBeGreaterThan(positions.length / 3 + 6 * 8 * 8);
  const tuples = {
    positions: Array.from({ length: positions.length / 3 }, (_, v) => [...positions.subarray(3 * v, 3 * v + 3)]),
    indices: Array.from({ length: indices.length / 3 }, (_, t) => [...indices.subarray(3 * t, 3 * t + 3)]),
  } as unknown as { positions: [number, number, number][]; indices: [number, number, number][] };
  expect(surfaceOf(geometryFromShape({ type: 'mesh', ...tuples }, { creaseAngle: 1 }))).toEqual(surface);
});

test('a mesh of loose triangles is welded where its description asks for it', () => {
  const { positions, indices } = bumpyCube(4, 1, 1);
  const loose = Float64Array.from(indices, () => 0);
  const corners = new Float64Array(3 * indices.length);
  indices.forEach((v, k) => {
    corners.set(positions.subarray(3 * v, 3 * v + 3), 3 * k);
    loose[k] = k;
  });
  const welded = geometryFromShape({ type: 'mesh', positions: corners, indices: loose, weld: true });
  const given = geometryFromShape({ type: 'mesh', positions, indices });
  expect(welded.getAttribute('position').count).toBe(given.getAttribute('position').count);
});

test('compounds are one mesh with a group for every part, nested parts in their places', () => {
  const shape: ShapeDescription = {
    type: 'compound',
    parts: [
      { shape: { type: 'box', size: [1, 1, 1] }, position: [2, 0, 0] },
      {
        shape: {
          type: 'compound',
          parts: [{ shape: { type: 'box', size: [1, 2, 3] }, position: [0, 5, 0], rotation: [0, 0, 2, 2] }],
        },
        position: [0, 1, 0],
        rotation: [0, Math.SQRT1_2, 0, Math.SQRT1_2],
      },
    ],
  };
  const geometry = geometryFromShape(shape);
  expect(geometry.groups.map(({ materialIndex }) => materialIndex)).toEqual([0, 1]);
  expect(openEdges(surfaceOf(geometry))).toBe(0);
  geometry.computeBoundingBox();
  const { min, max } = geometry.boundingBox!;
  const { bounds, massProperties } = createShape(shape);
  [...min.toArray(), ...max.toArray()].forEach((x, k) => {
    expect(x).toBeCloseTo(bounds[k]!, 5);
  });
  const { volume, center } = enclosed(surfaceOf(geometry));
  expect(volume).toBeCloseTo(7, 4);
  center.forEach((x, k) => {
    expect(x).toBeCloseTo(massProperties!.center[k]!, 5);
  });
});

test('a half-space is a square that faces up and casts no shadow', () => {
  const mesh = meshFromShape({ type: 'half-space' }, { halfSpaceSize: 10 });
  expect(mesh.castShadow).toBe(false);
  mesh.geometry.computeBoundingBox();
  expect(mesh.geometry.boundingBox!.max.toArray()).toEqual([5, 0, 5]);
  const { positions: p, indices } = surfaceOf(mesh.geometry);
  for (let t = 0; t < 6; t += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => 3 * indices[t + k]!) as [number, number, number];
    const up = (p[b + 2]! - p[a + 2]!) * (p[c]! - p[a]!) - (p[b]! - p[a]!) * (p[c + 2]! - p[a + 2]!);
    expect(up).toBeGreaterThan(0);
  }
});

test('takes a colour or a material', () => {
  const red = meshFromShape({ type: 'sphere', radius: 1 }, { color: 'red' });
  expect((red.material as MeshStandardMaterial).color.getHex()).toBe(0xff0000);
  const material = new MeshBasicMaterial();
  expect(meshFromShape({ type: 'sphere', radius: 1 }, { material }).material).toBe(material);
  expect(red).toBeInstanceOf(Mesh);
  expect(red.castShadow).toBe(true);
});

test('a scan is shaded by the normals of its surface', () => {
  const n = 2000;
  const positions: number[] = [];
  for (let k = 0; k < n; k++) {
    const y = 1 - (2 * k + 1) / n;
    const s = Math.sqrt(1 - y * y);
    positions.push(s * Math.cos(2.4 * k), y, s * Math.sin(2.4 * k));
  }
  const geometry = geometryFromShape({ type: 'points', positions, normals: positions } as never);
  const [p, m] = [geometry.getAttribute('position'), geometry.getAttribute('normal')];
  for (let k = 0; k < p.count; k++) {
    const along =
      (p.getX(k) * m.getX(k) + p.getY(k) * m.getY(k) + p.getZ(k) * m.getZ(k)) /
      Math.hypot(p.getX(k), p.getY(k), p.getZ(k));
    // Of a sphere; triangles about a tenth of it wide.
    expect(along).toBeGreaterThan(0.9);
  }
});
