// Ends of two mantles that run beside each other: points of both surfaces, as far apart as the end is from the other.

import { expect, test } from 'vitest';
import { CP_STRIDE, PointBuffer } from '../../src/distance/buffer.js';
import { PointGenerator } from '../../src/distance/points.js';
import { Random } from '../../src/math/random.js';
import type { Vec3 } from '../../src/math/vec3.js';
import { add, rotate } from '../../src/math/vec3.js';
import { createShape } from '../../src/shapes/create.js';
import type { SimpleShape } from '../../src/shapes/shape.js';

interface Rod {
  type: 'cylinder' | 'capsule' | 'cone';
  radius: number;
  height: number;
}

const generator = new PointGenerator(null);
const out = new PointBuffer();

function endsOf(a: Rod, b: Rod, poses: Float64Array, least: number, most: number) {
  generator.generate(createShape(a) as SimpleShape, poses, 0, createShape(b) as SimpleShape, poses, 7, most, out);
  const before = out.count;
  generator.addEnds(least, most, out);
  return Array.from({ length: out.count - before }, (_, k) => {
    const at = (m: number): Vec3 => {
      const o = (before + k) * CP_STRIDE + m;
      return [out.data[o]!, out.data[o + 1]!, out.data[o + 2]!];
    };
    const origin: Vec3 = [out.origin[0]!, out.origin[1]!, out.origin[2]!];
    return { a: add(origin, at(0)), b: add(origin, at(3)), n: at(6), gap: at(7)[2] };
  });
}

/** A rod along x, turned about the vertical: (0, s, 0, c) times (0, 0, k, k). */
function lying(angle: number): number[] {
  const [s, c, k] = [Math.sin(angle / 2), Math.cos(angle / 2), Math.SQRT1_2];
  return [s * k, s * k, c * k, c * k];
}

// Over its end, l from the crossing, the other's axis is l sin θ aside. Of balls that is all; rim points lie in the plane
// of their end, which is off the direction between the two axes by θ times its slope, l sin θ/d: second order.
test('two rods that cross at an angle θ are farther apart at their ends by (l sin θ)²/(2d)', () => {
  for (const type of ['cylinder', 'capsule'] as const)
    for (const angle of [0, 0.03, 0.1, 0.3]) {
      const rod: Rod = { type, radius: 0.1, height: 1 };
      const up = 0.21;
      const ends = endsOf(rod, rod, Float64Array.from([0, up, 0, ...lying(angle), 0, 0, 0, ...lying(0)]), -1e-3, 0.2);
      expect(ends).toHaveLength(4);
      const aside = 0.5 * Math.sin(angle);
      const apart = Math.sqrt(up * up + aside * aside) - 0.2;
      const off = type === 'capsule' ? 0 : 0.1 * (angle * (aside / up)) ** 2;
      for (const { gap } of ends) expect(Math.abs(gap - apart), `${type}, ${angle}`).toBeLessThan(1e-12 + off);
    }
});

/** Any point of a rod. */
function within({ type, radius, height }: Rod, random: Random): Vec3 {
  const y = random.between(-0.5, 0.5) * height;
  const r = radius * (type === 'cone' ? 0.5 - y / height : 1) * Math.sqrt(random.next());
  const angle = random.between(0, 2 * Math.PI);
  return [r * Math.cos(angle), y, r * Math.sin(angle)];
}

test('an end is on its own surface, its foot on the other, and nothing of the other is nearer to it', () => {
  const random = new Random(3);
  const rods: Rod[] = [
    { type: 'cylinder', radius: 0.2, height: 1 },
    { type: 'capsule', radius: 0.15, height: 0.7 },
    { type: 'cone', radius: 0.25, height: 0.9 },
  ];
  let found = 0;
  for (let k = 0; k < 300; k++) {
    const pair = [rods[random.below(3)]!, rods[random.below(3)]!] as const;
    const at = random.direction().map((x) => random.between(0.3, 0.6) * x) as unknown as Vec3;
    const turns = [random.rotation(), random.rotation()];
    const places: Vec3[] = [at, [0, 0, 0]];
    const poses = Float64Array.from([...at, ...turns[0]!, 0, 0, 0, ...turns[1]!]);
    for (const { a, b, n, gap } of endsOf(pair[0], pair[1], poses, 0, 0.3)) {
      found++;
      for (let m = 0; m < 3; m++) expect(a[m]! - b[m]!).toBeCloseTo(gap * n[m]!, 12);
      const points = [0, 1].map((s) =>
        Array.from({ length: 200 }, () => add(places[s]!, rotate(turns[s]!, within(pair[s]!, random)))),
      );
      // One of the two is the end; the other's points are all beyond its foot.
      const isNearest = (from: Vec3, other: Vec3[]) =>
        other.every((p) => Math.hypot(p[0] - from[0], p[1] - from[1], p[2] - from[2]) > gap - 1e-12);
      expect(isNearest(a, points[1]!) || isNearest(b, points[0]!)).toBe(true);
    }
  }
  expect(found).toBeGreaterThan(300);
});
