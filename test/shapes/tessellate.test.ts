import { expect, test } from 'vitest';
import { Random } from '../../src/math/random.js';
import type { Vec3 } from '../../src/math/vec3.js';
import { createShape } from '../../src/shapes/create.js';
import { ShapeError } from '../../src/shapes/errors.js';
import { createMesh } from '../../src/shapes/mesh.js';
import { icosphere } from '../../src/shapes/procedural.js';
import type { ShapeDescription } from '../../src/shapes/shape.js';
import { tessellate } from '../../src/shapes/tessellate.js';

const random = new Random(71);
const shapes: ShapeDescription[] = [
  { type: 'sphere', radius: 0.9 },
  { type: 'box', size: [0.9, 1.2, 1.6] },
  { type: 'cylinder', radius: 0.6, height: 1.3 },
  { type: 'capsule', radius: 0.5, height: 0.7 },
  { type: 'capsule', radius: 0.5, height: 0 },
  { type: 'cone', radius: 0.8, height: 1.4 },
  { type: 'torus', radius: 0.7, tube: 0.3 },
  { type: 'convex', points: Array.from({ length: 40 }, () => random.direction() as Vec3) },
  { type: 'mesh', ...icosphere(2) },
];

test.each([...shapes, { type: 'compound' as const, parts: shapes.map((shape) => ({ shape })) }])(
  '$type: closed, outward, without degenerate triangles, at any number of segments',
  (description) => {
    const shape = createShape(description);
    for (const segments of [1, 3, 4, 5, 8, 33]) {
      const m = tessellate(shape, { segments });
      // createMesh throws for anything less.
      const { mesh, massProperties } = createMesh(m.positions, m.indices);
      expect(mesh.positions.length).toBe(m.positions.length);
      const ratio = massProperties.volume / shape.massProperties!.volume;
      expect(ratio).toBeLessThan(1 + 1e-12);
      if (segments === 33) expect(ratio).toBeGreaterThan(0.95);
    }
  },
);

test('a copy, not the mesh itself', () => {
  const shape = createShape({ type: 'mesh', ...icosphere(2) });
  const m = tessellate(shape);
  m.positions.fill(0);
  expect(createShape(shape.description).massProperties).toEqual(shape.massProperties);
});

test('a half-space is refused', () => {
  expect(() => tessellate(createShape({ type: 'half-space' }))).toThrow(ShapeError);
});
