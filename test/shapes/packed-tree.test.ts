// The packed tree holds the same triangles, bit for bit, in boxes that contain them and are hardly larger than they
// must be.

import { expect, test } from 'vitest';
import { Random } from '../../src/math/random.js';
import { createMesh } from '../../src/shapes/mesh.js';
import {
  CELLS,
  LEAF_VERTICES,
  PACKED_BITS,
  PACKED_LINK,
  PACKED_STRIDE,
  packTree,
} from '../../src/shapes/packed-tree.js';
import { bumpyCube, icosphere } from '../../src/shapes/procedural.js';
import { buildTriangleTree } from '../../src/shapes/triangle-tree.js';

function check(positions: Float64Array, indices: Int32Array): void {
  const tree = packTree(buildTriangleTree(positions, indices), positions, indices);
  const { grid, nodes, vertices, heads, triangles, order } = tree;
  const seen = new Uint8Array(order.length);
  let outside = 0;
  let loose = 0;
  /** Checks the subtree at a record and returns the bounds of its triangles. */
  const visit = (node: number): number[] => {
    const bounds = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
    const link = nodes[PACKED_STRIDE * node + PACKED_LINK];
    if (link >= 0) {
      const [a, b] = [visit(link), visit(link + 1)];
      for (let k = 0; k < 3; k++) {
        bounds[k] = Math.min(a[k], b[k]);
        bounds[k + 3] = Math.max(a[k + 3], b[k + 3]);
      }
    } else {
      const leaf = -1 - link;
      for (let k = 0; k < (heads[2 * leaf + 1] & 7); k++) {
        const t = order[heads[2 * leaf] + k];
        expect(seen[t]).toBe(0);
        seen[t] = 1;
        for (let c = 0; c < 3; c++) {
          const name = (triangles[4 * leaf + 4 + k] >> (PACKED_BITS * c)) & ((1 << PACKED_BITS) - 1);
          expect(name).toBeLessThan(heads[2 * leaf + 1] >> 3);
          for (let i = 0; i < 3; i++) {
            const x = vertices[leaf + LEAF_VERTICES + 3 * name + i];
            expect(x).toBe(positions[3 * indices[3 * t + c] + i]);
            bounds[i] = Math.min(bounds[i], x);
            bounds[i + 3] = Math.max(bounds[i + 3], x);
          }
        }
      }
    }
    for (let k = 0; k < 3; k++) {
      const half = (n: number): number => (nodes[PACKED_STRIDE * node + (n >> 1)] >>> (16 * (n & 1))) & 0xffff;
      const [sum, difference] = [half(k), half(3 + k)];
      const low = grid[k] + grid[3 + k] * (sum - difference);
      const high = grid[k] + grid[3 + k] * (sum + difference);
      // To the last bits: the walks add more than that.
      const ulp = 4 * 2 ** -53 * (Math.abs(grid[k]) + 2 * CELLS * grid[3 + k]);
      if (low > bounds[k] + ulp || high < bounds[k + 3] - ulp) outside++;
      // A cell is two units of the grid; one for rounding, a thousandth to be sure of it.
      if (bounds[k] - low > 2.01 * grid[3 + k] + ulp || high - bounds[k + 3] > 2.01 * grid[3 + k] + ulp) loose++;
    }
    return bounds;
  };
  visit(0);
  expect(seen.every((s) => s === 1)).toBe(true);
  expect(outside).toBe(0);
  expect(loose).toBe(0);
}

test('holds every triangle once, with its own vertices, in boxes that fit', () => {
  for (const mesh of [icosphere(1), icosphere(8), bumpyCube(16)]) check(mesh.positions, mesh.indices);
});

test('soups of any size, far from the origin, flat along an axis, or all in one place', () => {
  const random = new Random(4);
  for (const n of [1, 2, 4, 5, 6, 33, 200]) {
    const indices = Int32Array.from({ length: 3 * n }, (_, i) => i);
    const positions = Float64Array.from({ length: 9 * n }, () => random.between(-1, 1));
    check(positions, indices);
    check(
      positions.map((x) => x + 1e6),
      indices,
    );
    check(
      positions.map((x, i) => (i % 3 === 1 ? 0.3 : x)),
      indices,
    );
    check(
      positions.map(() => 0.7),
      indices,
    );
  }
});

test('is built once, on first use, and takes less memory than the tree and the mesh it is made of', () => {
  const m = bumpyCube(128);
  const { mesh } = createMesh(m.positions, m.indices);
  expect(mesh.packed).toBe(mesh.packed);
  const { nodes, vertices, order } = mesh.packed;
  expect(order).toBe(mesh.tree.order);
  // 16 bytes a node, half as many nodes as triangles; 48 bytes a triangle for its share of vertices, names and head.
  expect(nodes.byteLength + vertices.byteLength).toBeLessThan(60 * order.length);
});
