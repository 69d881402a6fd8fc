// Height fields and open meshes as solids, against closed forms.

import { describe, expect, test } from 'vitest';
import { World } from '../../src/index.js';
import { createShape } from '../../src/shapes/create.js';
import type { MeshShape, ShapeDescription } from '../../src/shapes/shape.js';

const ground = (description: ShapeDescription): MeshShape => createShape(description) as MeshShape;

function height(x: number, z: number): number {
  return 0.3 * x - 0.2 * z;
}
function plane(rows: number, columns: number, dx: number, dz: number): number[][] {
  return Array.from({ length: rows }, (_, r) =>
    Array.from({ length: columns }, (_, c) => height((c - (columns - 1) / 2) * dx, (r - (rows - 1) / 2) * dz)),
  );
}

describe('height field', () => {
  test('is solid from its surface down to a thickness below its lowest height', () => {
    const [rows, columns, dx, dz] = [5, 9, 0.5, 0.25];
    const shape = ground({ type: 'height-field', heights: plane(rows, columns, dx, dz), cell: [dx, dz], thickness: 2 });
    // A slanted lid: its mean height is that of its middle, 0.
    const [wide, long] = [(columns - 1) * dx, (rows - 1) * dz];
    const low = -(0.3 * wide + 0.2 * long) / 2;
    expect(shape.massProperties!.volume).toBeCloseTo(wide * long * (2 - low), 12);
    const bounds = [-wide / 2, low - 2, -long / 2, wide / 2, -low, long / 2];
    for (let k = 0; k < 6; k++) expect(shape.bounds[k]).toBeCloseTo(bounds[k]!, 12);
  });

  test('rays meet it at its height', () => {
    const world = new World({});
    const heights = plane(6, 7, 1, 1);
    const body = world.addBody({
      type: 'static',
      shape: { type: 'height-field', heights, cell: 1 },
      position: [1, 2, 3],
    });
    for (let k = 0; k < 20; k++) {
      const x = -2.9 + 0.29 * k;
      const z = 2.4 - 0.23 * k;
      const hit = world.castRay([1 + x, 20, 3 + z], [0, -1, 0]);
      expect(hit?.body).toBe(body);
      expect(hit!.point[1]).toBeCloseTo(2 + height(x, z), 10);
    }
  });

  test('flat lists with columns say the same as rows', () => {
    const heights = plane(4, 3, 1, 1);
    const a = ground({ type: 'height-field', heights, cell: 1 });
    const b = ground({ type: 'height-field', heights: Float64Array.from(heights.flat()), columns: 3, cell: 1 });
    expect(b.mesh.positions).toEqual(a.mesh.positions);
    expect(b.mesh.indices).toEqual(a.mesh.indices);
  });

  test.each([
    [{ heights: [[0, 1], [2]], cell: 1 }, 'heights[1] is "1 heights"; it must be 2, as in the first row'],
    [{ heights: [[0, 1]], cell: 1 }, 'at least 2 full rows'],
    [{ heights: [0, 1, 2, 3], cell: 1 }, 'rows of heights (m), or one row after the other with "columns"'],
    [{ heights: [0, 1, 2, 3, 4], columns: 2, cell: 1 }, 'at least 2 full rows'],
    [
      {
        heights: [
          [0, Number.NaN],
          [1, 1],
        ],
        cell: 1,
      },
      'heights[1]',
    ],
    [
      {
        heights: [
          [0, 0],
          [1, 1],
        ],
        cell: -1,
      },
      'cell is -1; it must be a number > 0',
    ],
    [
      {
        heights: [
          [0, 0],
          [1, 1],
        ],
        cell: 1,
        thickness: 0,
      },
      'thickness is 0; it must be a number > 0',
    ],
  ])('refuses %j', (fields, message) => {
    const shape = { type: 'height-field', ...fields } as unknown as ShapeDescription;
    expect(() => new World({ bodies: [{ type: 'static', shape }] })).toThrow(message);
  });
});

describe('an open mesh', () => {
  // Two triangles that make a square of 2 m in y = 0, seen from above counter-clockwise.
  const positions = [-1, 0, -1, -1, 0, 1, 1, 0, 1, 1, 0, -1];
  const indices = [0, 1, 2, 0, 2, 3];

  test('is solid behind its triangles', () => {
    const shape = ground({ type: 'mesh', positions, indices, thickness: 0.25 });
    expect(shape.massProperties!.volume).toBeCloseTo(4 * 0.25, 12);
    expect([...shape.bounds]).toEqual([-1, -0.25, -1, 1, 0, 1]);
    expect([...shape.mesh.indices.subarray(0, 6)]).toEqual(indices);
  });

  test('a half pipe of thickness t has the volume of half a ring', () => {
    const sides = 200;
    const p: number[] = [];
    const t: number[] = [];
    for (let k = 0; k <= sides; k++) {
      const angle = Math.PI * (1 + k / sides);
      for (const z of [0, 1]) p.push(Math.cos(angle), Math.sin(angle), z);
      if (k < sides) t.push(2 * k, 2 * k + 1, 2 * k + 2, 2 * k + 1, 2 * k + 3, 2 * k + 2);
    }
    const shape = ground({ type: 'mesh', positions: p, indices: t, thickness: 0.1 });
    // The chords of 200 sides lose 1e-4 of the area.
    expect(shape.massProperties!.volume).toBeCloseTo((Math.PI / 2) * (1.1 * 1.1 - 1), 3);
  });

  test('keeps its description through a snapshot', () => {
    const world = new World({
      bodies: [{ type: 'static', shape: { type: 'mesh', positions, indices, thickness: 0.1 } }],
    });
    const restored = World.restore(world.snapshot());
    expect(restored.castRay([0.3, 1, 0.2], [0, -1, 0])!.point[1]).toBe(0);
    expect(restored.hash()).toBe(world.hash());
  });

  test('without a thickness says what to do, at rest and on the move', () => {
    // A tetrahedron without one of its sides, twice.
    const corners = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 5, 0, 0, 6, 0, 0, 5, 1, 0, 5, 0, 1];
    const sides = [0, 2, 1, 0, 1, 3, 0, 3, 2, 4, 6, 5, 4, 5, 7, 4, 7, 6];
    const add = (): unknown =>
      new World({ bodies: [{ shape: { type: 'mesh', positions: corners, indices: sides }, density: 1 }] });
    expect(add).toThrow(/not closed.*"thickness".*hull.*convexPieces.*closeHoles/);
  });

  test.each(['mesh', 'height-field'])('terrain of type %s may not move', (type) => {
    const shape: ShapeDescription =
      type === 'mesh'
        ? { type: 'mesh', positions, indices, thickness: 0.1 }
        : {
            type: 'height-field',
            heights: [
              [0, 0],
              [0, 0],
            ],
            cell: 1,
          };
    const world = new World({});
    expect(() => world.addBody({ shape, density: 1 })).toThrow(/terrain.*"static" or "kinematic".*hull.*convexPieces/);
    const body = world.addBody({ type: 'static', shape });
    expect(() => body.set({ type: 'dynamic', mass: 1 })).toThrow(/terrain/);
  });
});
