// The overlap of two meshes from the curve in which their surfaces cross.

import Module from 'manifold-3d';
import { describe, expect, it } from 'vitest';
import { Random } from '../../src/math/random.js';
import type { Vec3 } from '../../src/math/vec3.js';
import { ConvexOverlap } from '../../src/overlap/convex.js';
import { MeshPairOverlap } from '../../src/overlap/meshes/mesh-pair.js';
import { OV_AREA_VECTOR, OV_STRIDE, OV_TURN, OverlapBuffer } from '../../src/overlap/overlap.js';
import type { MeshData } from '../../src/shapes/procedural.js';
import type { BoxShape } from '../../src/shapes/shape.js';
import { solidOf } from './manifold-solid.js';
import { boxMesh, cellMesh, hasNoNaN, meshOf, pose, randomMesh, shapeOf, total, warp } from './rays-helpers.js';

const meshes = new MeshPairOverlap();
const out = new OverlapBuffer();

const centredBox = (size: Vec3): MeshData =>
  warp(boxMesh(size), ([x, y, z]) => [x - 0.5 * size[0], y - 0.5 * size[1], z - 0.5 * size[2]]);

describe('two meshes', () => {
  it('have the volume that manifold-3d finds (250 pairs, seed 61)', async () => {
    const wasm = await Module();
    wasm.setup();
    const random = new Random(61);
    let met = 0;
    let unknown = 0;
    for (let i = 0; i < 250; i++) {
      const [A, B] = [randomMesh(random, i), randomMesh(random, (i / 5) | 0)];
      const d = random.direction();
      const r = random.between(0, 1.6);
      const pa: Vec3 = [d[0] * r, d[1] * r, d[2] * r];
      const [qa, qb] = [random.rotation(), random.rotation()];
      const [a, b] = [solidOf(wasm, A, pa, qa), solidOf(wasm, B, [0, 0, 0], qb)];
      const both = a.intersect(b);
      const want = both.volume();
      const smaller = Math.min(a.volume(), b.volume());
      for (const m of [a, b, both]) m.delete();
      const n = meshes.compute(meshOf(A), pose(pa, qa), 0, meshOf(B), pose([0, 0, 0], qb), 0, out, {});
      if (n < 0) unknown++;
      else {
        expect(hasNoNaN(out)).toBe(true);
        // 1e-6: manifold's singles.
        expect(Math.abs(total(out).V - want), `case ${i}: ${total(out).V} for ${want}`).toBeLessThan(1e-6 * smaller);
        if (want > 0) met++;
      }
    }
    expect(met).toBeGreaterThan(150);
    // One inside the other.
    expect(unknown).toBeLessThan(5);
  });

  it('have all sums that boxes have as hulls, at any size (300 pairs, seed 5)', () => {
    const random = new Random(5);
    const convex = new ConvexOverlap();
    const want = new OverlapBuffer();
    let met = 0;
    for (let i = 0; i < 300; i++) {
      const scale = 10 ** random.between(-2, 1);
      const size = (): Vec3 => [0, 0, 0].map(() => scale * random.between(0.3, 1)) as unknown as Vec3;
      const [a, b] = [size(), size()];
      const d = random.direction();
      const r = scale * random.between(0.3, 1);
      const [pa, pb] = [pose([d[0] * r, d[1] * r, d[2] * r], random.rotation()), pose([0, 0, 0], random.rotation())];
      const [A, B] = [shapeOf({ type: 'box', size: a }), shapeOf({ type: 'box', size: b })] as [BoxShape, BoxShape];
      const isMet = convex.compute(A.polyhedron, pa, 0, B.polyhedron, pb, 0, want);
      const n = meshes.compute(meshOf(centredBox(a)), pa, 0, meshOf(centredBox(b)), pb, 0, out, {});
      expect(n).toBe(isMet ? 1 : 0);
      if (!isMet) continue;
      met++;
      // Rounding: sums of the size of the boxes, of which V is a part.
      const power = [3, 1, 1, 1, 5, 5, 5, 5, 5, 5, 2, 2, 2, 3, 3, 3];
      for (let k = 0; k < 16; k++) {
        const slack = k >= 1 && k < 4 ? (1e-13 * scale ** 4) / want.records[0] : 1e-13 * scale ** power[k]!;
        expect(Math.abs(out.records[k] - want.records[k]), `case ${i}, number ${k}`).toBeLessThan(slack);
      }
    }
    expect(met).toBeGreaterThan(100);
  });

  it('change their volume by g and the turn (50 pairs, seed 8)', () => {
    const random = new Random(8);
    const h = 1e-5;
    let met = 0;
    for (let i = 0; i < 50; i++) {
      const [A, B] = [meshOf(randomMesh(random, i)), meshOf(randomMesh(random, (i / 5) | 0))];
      const d = random.direction();
      const r = random.between(0.5, 1.2);
      const p: Vec3 = [d[0] * r, d[1] * r, d[2] * r];
      const [qa, qb] = [random.rotation(), random.rotation()];
      const at = (x: Vec3): number => {
        const n = meshes.compute(
          A,
          pose([p[0] + x[0], p[1] + x[1], p[2] + x[2]], qa),
          0,
          B,
          pose([0, 0, 0], qb),
          0,
          out,
          {},
        );
        return n < 0 ? Number.NaN : total(out).V;
      };
      const middle = at([0, 0, 0]);
      if (!(middle > 1e-3)) continue;
      met++;
      const { g } = total(out);
      for (let k = 0; k < 3; k++) {
        const e: [number, number, number] = [0, 0, 0];
        e[k] = h;
        const f: [number, number, number] = [0, 0, 0];
        f[k] = -h;
        // V is a cubic between events at which vertices pass faces; there its second derivative jumps.
        expect(Math.abs((at(e) - at(f)) / (2 * h) - g[k]!)).toBeLessThan(1e-4);
      }
      at([0, 0, 0]);
      // Nothing turns both together: the turn of A about its centre, and g at it, add up to those of B.
      let turn = 0;
      for (let c = 0; c < out.count; c++) turn += out.records[OV_STRIDE * c + OV_TURN];
      meshes.compute(B, pose([0, 0, 0], qb), 0, A, pose(p, qa), 0, out, {});
      let back = 0;
      for (let c = 0; c < out.count; c++) back += out.records[OV_STRIDE * c + OV_TURN];
      expect(Math.abs(turn + back)).toBeLessThan(1e-12);
    }
    expect(met).toBeGreaterThan(15);
  });

  it('have a component for every foot', () => {
    const table = meshOf(
      cellMesh(
        [
          [0, 1, 0],
          [1, 1, 0],
          [2, 1, 0],
          [0, 1, 1],
          [1, 1, 1],
          [2, 1, 1],
          [0, 1, 2],
          [1, 1, 2],
          [2, 1, 2],
          [0, 0, 0],
          [2, 0, 0],
          [0, 0, 2],
          [2, 0, 2],
        ],
        [0.3, 0.3, 0.3],
      ),
    );
    const floor = meshOf(centredBox([4, 1, 4]));
    const n = meshes.compute(table, pose([0, 0.5 - 1e-5, 0]), 0, floor, pose([0, 0, 0]), 0, out, {});
    expect(n).toBe(4);
    for (let c = 0; c < 4; c++) {
      expect(out.records[OV_STRIDE * c]).toBeCloseTo(0.09 * 1e-5, 14);
      expect(out.records[OV_STRIDE * c + OV_AREA_VECTOR + 1]).toBeCloseTo(-0.09, 12);
      expect(out.pointStart[c + 1] - out.pointStart[c]).toBeGreaterThanOrEqual(4);
    }
  });
});
