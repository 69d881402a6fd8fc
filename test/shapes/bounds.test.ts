import { describe, expect, test } from 'vitest';
import { matrixFromQuaternion } from '../../src/math/quaternion.js';
import { Random } from '../../src/math/random.js';
import { rotate, type Vec3 } from '../../src/math/vec3.js';
import { updateBounds } from '../../src/shapes/bounds.js';
import { createShape } from '../../src/shapes/create.js';
import { icosphere } from '../../src/shapes/procedural.js';
import type { ShapeDescription } from '../../src/shapes/shape.js';
import { tessellate } from '../../src/shapes/tessellate.js';

const random = new Random(17);
const cloud = Array.from({ length: 90 }, () => random.direction() as Vec3);

const shapes: ShapeDescription[] = [
  { type: 'sphere', radius: 0.7 },
  { type: 'box', size: [0.4, 1, 2] },
  { type: 'cylinder', radius: 0.4, height: 1.3 },
  { type: 'capsule', radius: 0.3, height: 0.9 },
  { type: 'cone', radius: 0.6, height: 1.1 },
  { type: 'torus', radius: 0.9, tube: 0.25 },
  { type: 'convex', points: cloud },
];

describe('the box of a turned shape holds it and touches it', () => {
  test.each(shapes)('$type', (description) => {
    const shape = createShape(description);
    const segments = 400;
    const { positions } = tessellate(shape, { segments });
    const box = new Float64Array(6);
    const matrix = new Float64Array(9);
    for (let run = 0; run < 12; run++) {
      const q = run === 0 ? ([0, 0, 0, 1] as const) : random.rotation();
      const at: Vec3 = [random.between(-3, 3), random.between(-3, 3), random.between(-3, 3)];
      matrixFromQuaternion(matrix, 0, Float64Array.from(q), 0);
      updateBounds(box, 0, shape, matrix, 0, ...at);
      const reach = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
      for (let i = 0; i < positions.length; i += 3) {
        const p = rotate(q, [positions[i], positions[i + 1], positions[i + 2]]);
        for (let k = 0; k < 3; k++) {
          reach[k] = Math.min(reach[k], p[k] + at[k]);
          reach[k + 3] = Math.max(reach[k + 3], p[k] + at[k]);
        }
      }
      // The mesh falls short of the surface by at most the sagitta r (π/segments)² / 2 in each of two directions, here
      // with facets up to twice that wide.
      const sagitta =
        description.type === 'box' || description.type === 'convex' ? 0 : 1.2 * (Math.PI / segments) ** 2 * 4;
      for (let k = 0; k < 3; k++) {
        expect(reach[k] - box[k]).toBeGreaterThan(-1e-14);
        expect(reach[k] - box[k]).toBeLessThan(sagitta + 1e-14);
        expect(box[k + 3] - reach[k + 3]).toBeGreaterThan(-1e-14);
        expect(box[k + 3] - reach[k + 3]).toBeLessThan(sagitta + 1e-14);
      }
      if (run === 0) for (let k = 0; k < 6; k++) expect(box[k] - at[k % 3]).toBeCloseTo(shape.bounds[k], 14);
    }
  });
});

test('a mesh is boxed by its turned box', () => {
  const shape = createShape({ type: 'mesh', ...icosphere(6) });
  const matrix = new Float64Array(9);
  const box = new Float64Array(6);
  matrixFromQuaternion(matrix, 0, Float64Array.from(random.rotation()), 0);
  updateBounds(box, 0, shape, matrix, 0, 1, 2, 3);
  for (let k = 0; k < 3; k++) {
    const reach = box[k + 3] - (k + 1);
    expect(reach).toBeGreaterThan(0.99);
    expect(reach).toBeLessThan(Math.sqrt(3) + 1e-12);
  }
});

describe('half-spaces', () => {
  test('on their own end at y = 0', () => {
    const { bounds } = createShape({ type: 'half-space' });
    expect(Array.from(bounds)).toEqual([-Infinity, -Infinity, -Infinity, Infinity, 0, Infinity]);
  });

  test('turned and moved', () => {
    const shape = createShape({ type: 'half-space' });
    const box = new Float64Array(6);
    updateBounds(box, 0, shape, Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1), 0, 1, 2, 3);
    expect(Array.from(box)).toEqual([-Infinity, -Infinity, -Infinity, Infinity, 2, Infinity]);
    updateBounds(box, 0, shape, Float64Array.of(0, 1, 0, -1, 0, 0, 0, 0, 1), 0, 1, 2, 3);
    expect(Array.from(box)).toEqual([-Infinity, -Infinity, -Infinity, 1, Infinity, Infinity]);
    updateBounds(box, 0, shape, Float64Array.of(0.6, 0.8, 0, -0.8, 0.6, 0, 0, 0, 1), 0, 1, 2, 3);
    expect(Array.from(box)).toEqual([-Infinity, -Infinity, -Infinity, Infinity, Infinity, Infinity]);
  });

  test('in a compound', () => {
    const shape = createShape({
      type: 'compound',
      parts: [{ shape: { type: 'half-space' } }, { shape: { type: 'sphere', radius: 1 }, position: [0, 2, 0] }],
    });
    expect(Array.from(shape.bounds)).toEqual([-Infinity, -Infinity, -Infinity, Infinity, 3, Infinity]);
    const box = new Float64Array(6);
    updateBounds(box, 0, shape, Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1), 0, 1, 2, 3);
    expect(Array.from(box)).toEqual([-Infinity, -Infinity, -Infinity, Infinity, 5, Infinity]);
  });
});

test('a torus that would cut itself is refused', () => {
  expect(() => createShape({ type: 'torus', radius: 1, tube: 1 })).toThrow(/^torus tube 1 m must be less than/);
});
