import { expect, test } from 'vitest';
import { Random } from '../../src/math/random.js';
import { createMesh } from '../../src/shapes/mesh.js';
import { bumpyCube, icosphere, type MeshData, torusMesh } from '../../src/shapes/procedural.js';
import { buildTriangleTree, MAX_TREE_DEPTH, type TriangleTree } from '../../src/shapes/triangle-tree.js';
import { computingTime } from '../computing.js';

/** Every triangle lies in one leaf, every box is exactly that of what it holds; returns the depth. */
function check(tree: TriangleTree, { positions, indices }: MeshData): number {
  const n = indices.length / 3;
  const seen = new Uint8Array(n);
  let nodes = 0;
  let deepest = 0;
  const visit = (i: number, depth: number): number[] => {
    nodes++;
    deepest = Math.max(deepest, depth);
    let box: number[];
    if (tree.count[i] > 0) {
      box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
      for (let k = tree.first[i]; k < tree.first[i] + tree.count[i]; k++) {
        const t = tree.order[k];
        expect(seen[t]++).toBe(0);
        for (let c = 0; c < 9; c++) {
          const x = positions[3 * indices[3 * t + Math.floor(c / 3)] + (c % 3)];
          box[c % 3] = Math.min(box[c % 3], x);
          box[3 + (c % 3)] = Math.max(box[3 + (c % 3)], x);
        }
      }
    } else {
      const a = visit(i + 1, depth + 1);
      const b = visit(tree.first[i], depth + 1);
      box = a.map((x, k) => (k < 3 ? Math.min(x, b[k]) : Math.max(x, b[k])));
    }
    if (box.some((x, k) => x !== tree.bounds[6 * i + k])) throw new Error(`box of node ${i}`);
    return box;
  };
  visit(0, 0);
  expect(nodes).toBe(tree.first.length);
  expect(seen.every((s) => s === 1)).toBe(true);
  return deepest;
}

test.each([
  ['icosphere', icosphere(9)],
  ['torus', torusMesh(1, 0.3, 30, 20)],
  ['bumpy cube', bumpyCube(12)],
  ['one icosahedron', icosphere(1)],
])('%s: every triangle once, every box tight, shallow', (_, mesh) => {
  const depth = check(buildTriangleTree(mesh.positions, mesh.indices), mesh);
  expect(depth).toBeLessThan(2.5 * Math.log2(mesh.indices.length / 3) + 2);
});

test('triangles at one place, and at places that shrink for ever, keep to the depth', () => {
  const stacked = { positions: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0), indices: new Int32Array(3000) };
  for (let i = 0; i < 3000; i++) stacked.indices[i] = i % 3;
  expect(check(buildTriangleTree(stacked.positions, stacked.indices), stacked)).toBeLessThan(12);
  const n = 900;
  const shrinking: MeshData = {
    positions: new Float64Array(9 * n),
    indices: Int32Array.from({ length: 3 * n }, (_, i) => i),
  };
  for (let t = 0; t < n; t++) {
    const s = 0.5 ** t;
    shrinking.positions.set([s, 0, 0, 1.1 * s, 0, 0, s, 0.1 * s, 0], 9 * t);
  }
  expect(check(buildTriangleTree(shrinking.positions, shrinking.indices), shrinking)).toBeLessThan(MAX_TREE_DEPTH);
});

test('random soups of many sizes', () => {
  const random = new Random(4);
  for (const n of [1, 2, 4, 5, 6, 33, 200]) {
    const mesh = {
      positions: Float64Array.from({ length: 9 * n }, () => random.between(-1, 1)),
      indices: Int32Array.from({ length: 3 * n }, (_, i) => i),
    };
    check(buildTriangleTree(mesh.positions, mesh.indices), mesh);
  }
});

test('built once, on first use, with the same bits every time', () => {
  const m = icosphere(5);
  const { mesh } = createMesh(m.positions, m.indices);
  expect(mesh.tree).toBe(mesh.tree);
  expect(mesh.tree).toEqual(buildTriangleTree(m.positions, m.indices));
});

test('a mesh of 200,000 triangles takes bounded time and memory', () => {
  const m = bumpyCube(128);
  buildTriangleTree(m.positions, m.indices);
  let best = Infinity;
  for (let i = 0; i < 3; i++) {
    const start = computingTime();
    buildTriangleTree(m.positions, m.indices);
    best = Math.min(best, computingTime() - start);
  }
  // About 180 ms on the machine it was written on; the room above that is for slower ones.
  expect(best).toBeLessThan(900);
  const tree = buildTriangleTree(m.positions, m.indices);
  const bytes = [tree.bounds, tree.first, tree.count, tree.order].reduce((sum, a) => sum + a.byteLength, 0);
  // All nodes hold 56 bytes, and there are about half as many as triangles.
  expect(bytes).toBeLessThan(8e6);
});
