// The hierarchy of spheres against all samples.

import { describe, expect, it } from 'vitest';
import { Random } from '../../src/math/random.js';
import { SphereTree } from '../../src/shapes/cloud/sphere-tree.js';

const cloudOf = (random: Random, n: number) =>
  Float64Array.from({ length: 3 * n }, (_, k) => (k % 3 === 0 ? 2 : 1) * random.between(-1, 1));

/** x turned by the quaternion q and moved by p. */
function placed(pose: Float64Array, x: readonly number[]): number[] {
  const [a, b, c, w] = [pose[3]!, pose[4]!, pose[5]!, pose[6]!];
  const u = [b * x[2]! - c * x[1]!, c * x[0]! - a * x[2]!, a * x[1]! - b * x[0]!];
  const v = [b * u[2]! - c * u[1]!, c * u[0]! - a * u[2]!, a * u[1]! - b * u[0]!];
  return [0, 1, 2].map((k) => x[k]! + 2 * (w * u[k]! + v[k]!) + pose[k]!);
}

describe('sphere tree', () => {
  it.each([1, 2, 7, 8, 9, 100, 3000])('%i samples: spheres hold theirs, every sample is in one leaf', (n) => {
    const positions = cloudOf(new Random(n), n);
    const tree = new SphereTree(positions);
    expect([...tree.order].sort((a, b) => a - b)).toEqual(Array.from({ length: n }, (_, k) => k));
    const visit = (node: number): number[] => {
      const [x, y, z, r] = tree.spheres.slice(4 * node, 4 * node + 4) as unknown as [number, number, number, number];
      const own =
        tree.count[node]! > 0
          ? [...tree.order.slice(tree.first[node], tree.first[node]! + tree.count[node]!)]
          : [...visit(node + 1), ...visit(tree.first[node]!)];
      for (const k of own)
        expect(
          Math.hypot(positions[3 * k]! - x, positions[3 * k + 1]! - y, positions[3 * k + 2]! - z),
        ).toBeLessThanOrEqual(r * (1 + 1e-12));
      return own;
    };
    expect(visit(0)).toHaveLength(n);
  });

  it('the nearest samples of two clouds are those of brute force, at any poses', () => {
    const random = new Random(4);
    for (let trial = 0; trial < 30; trial++) {
      const [a, b] = [cloudOf(random, 200), cloudOf(random, 150)];
      const p = Float64Array.of(0.3, -0.2, 0.1, ...random.rotation());
      const d = random.direction();
      const far = random.between(0, 4);
      const q = Float64Array.of(far * d[0], far * d[1], far * d[2], ...random.rotation());
      let least = Infinity;
      let at = [-1, -1];
      const worldB = Array.from({ length: 150 }, (_, k) => placed(q, [b[3 * k]!, b[3 * k + 1]!, b[3 * k + 2]!]));
      for (let i = 0; i < 200; i++) {
        const x = placed(p, [a[3 * i]!, a[3 * i + 1]!, a[3 * i + 2]!]);
        worldB.forEach((y, j) => {
          const far = Math.hypot(x[0]! - y[0]!, x[1]! - y[1]!, x[2]! - y[2]!);
          if (far < least) {
            least = far;
            at = [i, j];
          }
        });
      }
      const out = new Int32Array(2);
      const tree = new SphereTree(a);
      const other = new SphereTree(b);
      expect(tree.nearestPair(p, 0, other, q, 0, 1e3, out), `trial ${trial}`).toBe(true);
      expect([...out], `trial ${trial}`).toEqual(at);
      expect(tree.nearestPair(p, 0, other, q, 0, 0.99 * least, out)).toBe(false);
    }
  });
});
