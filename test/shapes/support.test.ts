import { describe, expect, test } from 'vitest';
import { Random } from '../../src/math/random.js';
import { dot, rotate, scale, type Vec3 } from '../../src/math/vec3.js';
import { createShape } from '../../src/shapes/create.js';
import type { ShapeDescription } from '../../src/shapes/shape.js';
import { type SupportShape, supportPoint, supportVertex } from '../../src/shapes/support.js';
import { tessellate } from '../../src/shapes/tessellate.js';

const random = new Random(61);
const out = new Float64Array(4);

const made = (d: ShapeDescription): SupportShape => createShape(d) as SupportShape;

function support(shape: SupportShape, d: Vec3): Vec3 {
  supportPoint(shape, ...d, out, 1);
  return [out[1], out[2], out[3]];
}

describe('no point of the shape lies farther', () => {
  const small = Array.from({ length: 20 }, () => random.direction() as Vec3);
  const large = Array.from({ length: 500 }, () => random.direction() as Vec3);
  const shapes: [string, ShapeDescription][] = [
    ['sphere', { type: 'sphere', radius: 0.9 }],
    ['box', { type: 'box', size: [0.9, 1.2, 1.6] }],
    ['cylinder', { type: 'cylinder', radius: 0.6, height: 1.3 }],
    ['capsule', { type: 'capsule', radius: 0.5, height: 0.7 }],
    ['cone', { type: 'cone', radius: 0.8, height: 1.4 }],
    ['hull of 20', { type: 'convex', points: small }],
    ['hull of 500', { type: 'convex', points: large }],
  ];
  test.each(shapes)('%s', (_, description) => {
    const shape = made(description);
    const segments = 200;
    const { positions } = tessellate(shape, { segments });
    for (let i = 0; i < 200; i++) {
      // Along axes too, where discs and faces tie.
      let d = scale(random.direction(), random.between(0.1, 10));
      if (i < 6) d = [i % 3 === 0 ? i - 2.5 : 0, i % 3 === 1 ? i - 2.5 : 0, i % 3 === 2 ? i - 2.5 : 0];
      const p = support(shape, d);
      const reach = dot(p, d);
      let far = -Infinity;
      for (let v = 0; v < positions.length; v += 3) {
        far = Math.max(far, dot([positions[v], positions[v + 1], positions[v + 2]], d));
      }
      const size = Math.sqrt(dot(d, d));
      expect(reach - far).toBeGreaterThan(-1e-14 * size);
      // Vertices of the mesh lie on the surface: the best of them is short by no more than a facet's sagitta.
      expect(reach - far).toBeLessThan(
        size * (description.type === 'convex' ? 1e-14 : (2 * Math.PI) ** 2 / segments ** 2),
      );
    }
  });
});

test('a zero direction gives a point of the shape', () => {
  for (const type of ['sphere', 'cylinder', 'capsule', 'cone'] as const) {
    const shape = type === 'sphere' ? made({ type, radius: 1 }) : made({ type, radius: 1, height: 2 });
    expect(support(shape, [0, 0, 0]).every(Number.isFinite)).toBe(true);
  }
});

test('walking a hull with merged faces finds the farthest vertex from any start, to the tolerance', () => {
  // A turned prism of 96 sides: two faces of 96 vertices that are flat only to rounding.
  const q = random.rotation();
  const points: Vec3[] = [];
  for (let i = 0; i < 96; i++) {
    const a = (2 * Math.PI * i) / 96;
    for (const y of [-0.5, 0.5]) points.push(rotate(q, [Math.cos(a), y, Math.sin(a)]));
  }
  const shape = made({ type: 'convex', points });
  if (shape.type !== 'convex') throw new Error('not a hull');
  const p = shape.polyhedron.vertices;
  for (let i = 0; i < 500; i++) {
    const d = i % 4 === 0 ? rotate(q, [0, i % 8 === 0 ? 1 : -1, 0]) : random.direction();
    const v = supportVertex(shape, ...(d as Vec3), random.below(p.length / 3));
    const reach = dot([p[3 * v], p[3 * v + 1], p[3 * v + 2]], d as Vec3);
    const far = Math.max(...points.map((x) => dot(x, d as Vec3)));
    expect(far - reach).toBeLessThan(1e-12);
  }
});
