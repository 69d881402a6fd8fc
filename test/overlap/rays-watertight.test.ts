// Every ray through a closed mesh enters it as often as it leaves it, whatever it runs through.

import { describe, expect, it } from 'vitest';
import { Random } from '../../src/math/random.js';
import { MeshCaster } from '../../src/overlap/rays/cast-mesh.js';
import { RayHits } from '../../src/overlap/rays/hits.js';
import { packTree } from '../../src/shapes/packed-tree.js';
import { icosphere, type MeshData } from '../../src/shapes/procedural.js';
import { buildTriangleTree } from '../../src/shapes/triangle-tree.js';
import { boxMesh, meshOf, randomMesh, warp } from './rays-helpers.js';

const N = 24;
const caster = new MeshCaster();
const map = Int32Array.from({ length: N * N }, (_, i) => i);

/** Entries and exits of each ray, straight from the definition: winding number of each triangle about the ray. */
function bruteForce(mesh: MeshData, m: Float64Array): Int32Array {
  const hits = new Int32Array(N * N);
  const { positions, indices } = mesh;
  const at = (v: number, row: number): number =>
    m[4 * row] * positions[3 * v] +
    m[4 * row + 1] * positions[3 * v + 1] +
    m[4 * row + 2] * positions[3 * v + 2] +
    m[4 * row + 3];
  for (let t = 0; t < indices.length; t += 3) {
    const u = [0, 1, 2].map((k) => at(indices[t + k], 0));
    const v = [0, 1, 2].map((k) => at(indices[t + k], 1));
    for (let r = 0; r < N * N; r++) {
      const i = r % N;
      const j = (r - i) / N;
      let inside = 0;
      for (let k = 0; k < 3; k++) {
        const l = (k + 1) % 3;
        inside += (v[k] - j) * (u[l] - i) > (u[k] - i) * (v[l] - j) ? 1 : -1;
      }
      if (Math.abs(inside) === 3) hits[r]++;
    }
  }
  return hits;
}

function cast(mesh: MeshData, m: Float64Array, wanted = map, sparse = false): RayHits {
  const hits = new RayHits();
  caster.cast(meshOf(mesh).mesh.packed, m, N, N, -1e9, 1e9, wanted, sparse, hits);
  return hits;
}

function balance(hits: RayHits): number {
  const sum = new Int32Array(N * N);
  for (let k = 0; k < hits.rawCount; k++) sum[hits.rawRay[k]] += 2 * (hits.rawCode[k] & 1) - 1;
  return sum.filter((s) => s !== 0).length;
}

/** Pixel coordinates for rays along `axis`, spacing h, with the mesh's origin at pixel (o, o). */
function alignedMatrix(axis: number, h: number, o: number): Float64Array {
  const m = new Float64Array(12);
  m[(axis + 1) % 3] = 1 / h;
  m[3] = o;
  m[4 + ((axis + 2) % 3)] = 1 / h;
  m[7] = o;
  m[8 + axis] = 1;
  return m;
}

describe('rays through a closed mesh', () => {
  it('balance and agree with brute force in general position (seed 7)', () => {
    const random = new Random(7);
    for (let i = 0; i < 60; i++) {
      const mesh = randomMesh(random, i);
      const m = new Float64Array(12);
      const [x, y, z, w] = random.rotation();
      const s = random.between(5, 20);
      m.set(
        [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)].map((c) => c * s),
        0,
      );
      m.set(
        [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)].map((c) => c * s),
        4,
      );
      m.set([2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)], 8);
      m[3] = random.between(0, N);
      m[7] = random.between(0, N);
      const hits = cast(mesh, m);
      expect(balance(hits), `case ${i}`).toBe(0);
      const counts = new Int32Array(N * N);
      for (let k = 0; k < hits.rawCount; k++) counts[hits.rawRay[k]]++;
      expect(counts, `case ${i}`).toEqual(bruteForce(mesh, m));
      // Asked for a few rays only, the walk finds the hits of these, in any order.
      const few = map.map((r) => (random.below(12) === 0 ? r : -1));
      const some = cast(mesh, m, few, true);
      const list = (h: RayHits): string[] =>
        Array.from(h.rawRay.slice(0, h.rawCount), (r, k) => `${r} ${h.rawCode[k]} ${h.rawDepth[k]}`)
          .filter((_, k) => few[h.rawRay[k]] >= 0)
          .sort();
      expect(some.rawCount).toBe(list(some).length);
      expect(list(some), `case ${i}`).toEqual(list(hits));
    }
  });

  it('balance and agree with brute force where rays are so close that the mesh is 10¹³ pixels high (seed 9)', () => {
    const random = new Random(9);
    let found = 0;
    for (let i = 0; i < 20; i++) {
      const mesh = randomMesh(random, i);
      const m = alignedMatrix(i % 3, 0.1, 12);
      for (let k = 4; k < 7; k++) m[k] *= 1e12;
      m[3] = random.between(11, 13);
      m[7] = random.between(-1, 1) * 1e12;
      const hits = cast(mesh, m);
      expect(balance(hits), `case ${i}`).toBe(0);
      const counts = new Int32Array(N * N);
      for (let k = 0; k < hits.rawCount; k++) counts[hits.rawRay[k]]++;
      found += hits.rawCount > 0 ? 1 : 0;
      expect(counts, `case ${i}`).toEqual(bruteForce(mesh, m));
    }
    expect(found).toBeGreaterThan(15);
  });

  it('balance where vertices, edges and diagonals lie on rays', () => {
    // Corners at integers: rays run along edges and through vertices. The diagonals of the faces pass through rays.
    for (const size of [1, 3, 8] as const) {
      for (let axis = 0; axis < 3; axis++) {
        const mesh = boxMesh([size, size, size]);
        const hits = cast(mesh, alignedMatrix(axis, 1, 4));
        expect(balance(hits)).toBe(0);
        // The half-open rule gives a box of side n exactly n × n of the rays in and on it, twice each.
        expect(hits.rawCount).toBe(2 * size * size);
      }
    }
  });

  it('balance for vertices rounded onto the grid of rays, folds and degenerate triangles included (seed 8)', () => {
    const random = new Random(8);
    for (let i = 0; i < 40; i++) {
      const k = 1 + random.below(4);
      const mesh = warp(icosphere(4, 8), ([x, y, z]) => [
        Math.round(x * k) / k,
        Math.round(y * k) / k,
        Math.round(z * k) / k,
      ]);
      // Rounding may fold and flatten the surface: closed it stays, and that is all that counting needs.
      const { positions, indices } = mesh;
      const tree = packTree(buildTriangleTree(positions, indices), positions, indices);
      for (let axis = 0; axis < 3; axis++) {
        const hits = new RayHits();
        caster.cast(tree, alignedMatrix(axis, 1, 12), N, N, -1e9, 1e9, map, false, hits);
        expect(hits.rawCount).toBeGreaterThan(200);
        expect(balance(hits), `case ${i} axis ${axis}`).toBe(0);
      }
    }
  });
});
