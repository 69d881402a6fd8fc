import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Random } from '../../src/math/random.js';
import { createShape } from '../../src/shapes/create.js';
import { ShapeError } from '../../src/shapes/errors.js';
import { createMesh, weld } from '../../src/shapes/mesh.js';
import { bumpyCube, icosphere, type MeshData, torusMesh } from '../../src/shapes/procedural.js';
import { tessellate } from '../../src/shapes/tessellate.js';
import { joinPoints } from '../../src/shapes/weld.js';

const cube = (): MeshData => tessellate(createShape({ type: 'box', size: [2, 2, 2] }));

function messageOf(make: () => unknown): string {
  try {
    make();
  } catch (error) {
    expect(error).toBeInstanceOf(ShapeError);
    const { message } = error as Error;
    expect(message).not.toContain('\n');
    return message;
  }
  throw new Error('nothing was thrown');
}

/** Every triangle with its own three vertices, as STL files have them. */
function soup({ positions, indices }: MeshData): MeshData {
  const apart = new Float64Array(3 * indices.length);
  for (let i = 0; i < indices.length; i++) apart.set(positions.subarray(3 * indices[i], 3 * indices[i] + 3), 3 * i);
  return { positions: apart, indices: Int32Array.from(indices, (_, i) => i) };
}

test('meshes made by rule are closed, outward, welded, and of the promised size', () => {
  const made: [MeshData, number, number][] = [
    [icosphere(1), 20, 12],
    [icosphere(7), 980, 492],
    [torusMesh(1, 0.3, 16, 9), 288, 144],
    [bumpyCube(1), 12, 8],
    [bumpyCube(13), 2028, 1016],
  ];
  for (const [m, triangles, vertices] of made) {
    const { mesh, massProperties } = createMesh(m.positions, m.indices);
    expect(mesh.indices.length / 3).toBe(triangles);
    expect(mesh.positions.length / 3).toBe(vertices);
    expect(massProperties.volume).toBeGreaterThan(0);
    const welded = weld(m.positions, m.indices, 1e-9);
    expect(welded.indices).toEqual(m.indices);
  }
  expect(bumpyCube(128).indices.length / 3).toBe(196608);
});

test('tuples and flat arrays describe the same mesh', () => {
  const m = cube();
  const tuples = (a: ArrayLike<number>): [number, number, number][] =>
    Array.from({ length: a.length / 3 }, (_, i) => [a[3 * i], a[3 * i + 1], a[3 * i + 2]]);
  const flat = createMesh(Array.from(m.positions), Array.from(m.indices));
  const packed = createMesh(tuples(m.positions), tuples(m.indices));
  expect(packed.mesh.positions).toEqual(flat.mesh.positions);
  expect(packed.mesh.indices).toEqual(flat.mesh.indices);
});

test('a mesh keeps its own copy, and its description makes it again', () => {
  const m = cube();
  const shape = createShape({ type: 'mesh', ...m });
  m.positions.fill(0);
  if (shape.type !== 'mesh') throw new Error('not a mesh');
  expect(Array.from(shape.bounds)).toEqual([-1, -1, -1, 1, 1, 1]);
  const again = createShape(shape.description);
  if (again.type !== 'mesh') throw new Error('not a mesh');
  expect(again.mesh.positions).toEqual(shape.mesh.positions);
  expect(again.massProperties).toEqual(shape.massProperties);
});

test('vertices that no triangle uses are dropped', () => {
  const m = cube();
  const { mesh } = createMesh(
    [9, 9, 9, ...m.positions, 7, 7, 7],
    Array.from(m.indices, (v) => v + 1),
  );
  expect(mesh.positions).toEqual(m.positions);
  expect(mesh.indices).toEqual(m.indices);
});

describe('what is not a closed surface is refused, with a count and the first place', () => {
  test('open edges', () => {
    const m = cube();
    const message = messageOf(() => createMesh(m.positions, m.indices.slice(3)));
    expect(message).toMatch(
      /^mesh is not closed: 3 open edges, the first between vertices (\d) \(-?1, -?1, -?1\) and /,
    );
    // The named edge belongs to the missing triangle.
    const [, a, b] = /vertices (\d+) .* and (\d+) /.exec(message)!;
    const missing = new Set(m.indices.subarray(0, 3));
    expect(missing.has(Number(a)) && missing.has(Number(b))).toBe(true);
    expect(messageOf(() => createMesh(m.positions, m.indices.slice(6)))).toContain('4 open edges');
  });

  test('a soup is open until it is welded, and the message knows', () => {
    const s = soup(cube());
    expect(messageOf(() => createMesh(s.positions, s.indices))).toMatch(/36 open edges.*weld: true closes it$/);
    const { mesh, massProperties } = createMesh(s.positions, s.indices, true);
    expect(mesh.positions.length / 3).toBe(8);
    expect(massProperties.volume).toBeCloseTo(8, 14);
    s.positions.set([s.positions[0] + 1e-7], 0);
    expect(messageOf(() => createMesh(s.positions, s.indices, true))).toMatch(/weld with a tolerance$/);
    expect(createMesh(s.positions, s.indices, 1e-6).mesh.positions.length / 3).toBe(8);
  });

  test('a triangle turned over', () => {
    const m = cube();
    const turned = m.indices.slice();
    turned.set([m.indices[1], m.indices[0]], 0);
    expect(messageOf(() => createMesh(m.positions, turned))).toMatch(
      /^mesh is not consistently oriented: 3 edges run the same way by both triangles, the first between vertices \d \(/,
    );
  });

  test('all triangles turned over', () => {
    const m = cube();
    const inwards = Int32Array.from(m.indices).reverse();
    expect(messageOf(() => createMesh(m.positions, inwards))).toMatch(/^mesh faces inwards \(volume -8.* m³\): flip/);
  });

  test('an edge with three triangles', () => {
    const m = cube();
    const fin = [...m.indices, m.indices[0], m.indices[1], 8];
    const message = messageOf(() => createMesh([...m.positions, 5, 5, 5], fin));
    expect(message).toMatch(/2 open edges/);
    // Closed by its back: the fin's edges pair up, so nothing is wrong but that it is flat, which volume does not mind.
    const both = [...fin, m.indices[1], m.indices[0], 8];
    expect(createMesh([...m.positions, 5, 5, 5], both).massProperties.volume).toBeCloseTo(8, 14);
    const thrice = [...m.indices, m.indices[0], m.indices[1], m.indices[2], m.indices[0], m.indices[2], m.indices[1]];
    expect(createMesh(m.positions, thrice).massProperties.volume).toBeCloseTo(8, 14);
    const crowded = [...m.indices, ...m.indices.subarray(0, 3), ...m.indices.subarray(0, 3)];
    expect(messageOf(() => createMesh(m.positions, crowded))).toMatch(/3 edges with more than two .* with 4: remove/);
  });

  test('two cubes that share an edge are closed', () => {
    const a = cube();
    const positions = [...a.positions, ...a.positions.map((x, i) => (i % 3 === 2 ? x : x + 2))];
    const indices = [...a.indices, ...a.indices.map((v) => v + 8)];
    expect(createMesh(positions, indices, true).mesh.positions.length / 3).toBe(14);
  });

  test('a cavity is allowed and counts as empty', () => {
    const a = cube();
    const positions = [...a.positions, ...a.positions.map((x) => 0.5 * x)];
    const indices = [...a.indices, ...Array.from(a.indices, (v) => v + 8).reverse()];
    expect(createMesh(positions, indices).massProperties.volume).toBeCloseTo(7, 14);
  });

  test('degenerate triangles', () => {
    const m = cube();
    const [a, b] = m.indices;
    expect(messageOf(() => createMesh(m.positions, [...m.indices, a, b, b, a, a, b]))).toMatch(
      /^mesh has 2 degenerate triangles, the first is 12 with vertices \d \(/,
    );
    // Three vertices on a line, all different.
    const p = [...m.positions, 0, -1, -1];
    expect(messageOf(() => createMesh(p, [...m.indices, 0, 8, 1, 0, 1, 8]))).toMatch(
      /^mesh has 2 degenerate triangles/,
    );
  });

  test('indices', () => {
    const m = cube();
    expect(messageOf(() => createMesh(m.positions, [0, 1, 99]))).toBe(
      'mesh triangle 0 names vertex 99, but there are 8 vertices, counted from 0',
    );
    expect(messageOf(() => createMesh(m.positions, [0, 1, 2, 3, -1, 2]))).toContain('triangle 1 names vertex -1');
    expect(messageOf(() => createMesh(m.positions, [0, 1, 1.5]))).toContain('names vertex 1.5');
    expect(messageOf(() => createMesh(m.positions, [0, 1]))).toContain('threes');
    expect(messageOf(() => createMesh([0, 1], [0, 1, 2]))).toContain('threes');
    expect(messageOf(() => createMesh(m.positions, []))).toContain('no triangles');
    expect(messageOf(() => createMesh([...m.positions, 1, Number.NaN, 1], m.indices))).toContain(
      'vertex 8 (1, NaN, 1)',
    );
  });
});

describe('joining points', () => {
  test('agrees with looking at every pair', () => {
    const random = new Random(3);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 120 }), fc.constantFrom(0, 0.05, 0.3, 3), (n, tolerance) => {
        const points = new Float64Array(3 * n);
        for (let i = 0; i < points.length; i++) points[i] = Math.round(random.between(-8, 8)) / 8;
        const joined = joinPoints(points, tolerance);
        for (let i = 0; i < n; i++) {
          let expected = i;
          for (let j = i - 1; j >= 0; j--) {
            const d =
              (points[3 * i] - points[3 * j]) ** 2 +
              (points[3 * i + 1] - points[3 * j + 1]) ** 2 +
              (points[3 * i + 2] - points[3 * j + 2]) ** 2;
            if (joined[j] === j && d <= tolerance * tolerance) expected = j;
          }
          expect(joined[i]).toBe(expected);
        }
      }),
      { seed: 9, numRuns: 100 },
    );
  });

  test('zero has no sign', () => {
    expect(Array.from(joinPoints(Float64Array.of(0, 1, 2, -0, 1, 2), 0))).toEqual([0, 0]);
    expect(Array.from(joinPoints(Float64Array.of(-0, 1, 2, 0, 1, 2), 0))).toEqual([0, 0]);
  });
});
