// Mesh against half-space: exact, so it is held against clipping, closed forms and central differences.

import { describe, expect, it } from 'vitest';
import { Random } from '../../src/math/random.js';
import { rotate, type Vec3 } from '../../src/math/vec3.js';
import { wasmOfHost } from '../../src/memory/wasm.js';
import { ConvexOverlap } from '../../src/overlap/convex.js';
import { H_DEPTH } from '../../src/overlap/half-space-layout.js';
import { MeshHalfSpaceOverlap } from '../../src/overlap/mesh-half-space.js';
import { OV_STRIDE, OverlapBuffer } from '../../src/overlap/overlap.js';
import { RayOverlap } from '../../src/overlap/rays/ray-overlap.js';
import { icosphere } from '../../src/shapes/procedural.js';
import type { BoxShape, MeshShape } from '../../src/shapes/shape.js';
import { MAX_TREE_DEPTH } from '../../src/shapes/triangle-tree.js';
import { about, boxMesh, bumpySphere, cellMesh, meshOf, pose, randomMesh, record, shapeOf } from './rays-helpers.js';

const overlap = new MeshHalfSpaceOverlap();
const out = new OverlapBuffer();
const other = new OverlapBuffer();
const ground = pose([0, 0, 0]);

/** Largest difference of two lists over the largest entry of the second. */
const off = (got: readonly number[], want: readonly number[]): number =>
  Math.max(...want.map((w, i) => Math.abs(got[i]! - w))) / Math.max(...want.map(Math.abs), 1e-300);

describe('a box as a mesh', () => {
  it('agrees with exact clipping in any pose, from either side, far away', () => {
    const size: Vec3 = [1, 0.6, 0.8];
    const mesh = meshOf(boxMesh(size));
    const box = shapeOf({ type: 'box', size }) as BoxShape;
    const convex = new ConvexOverlap();
    const random = new Random(5);
    let found = 0;
    for (let k = 0; k < 300; k++) {
      const q = random.rotation();
      const tilt = random.rotation();
      const far: Vec3 = k % 2 ? [3000, -1000, 2000] : [0, 0, 0];
      const up = rotate(tilt, [random.between(-3, 3), random.between(-0.6, 0.6), random.between(-3, 3)]);
      const middle: Vec3 = [far[0] + up[0], far[1] + up[1], far[2] + up[2]];
      // The mesh's origin is a corner, the box's its middle.
      const corner = rotate(q, [-0.5 * size[0], -0.5 * size[1], -0.5 * size[2]]);
      const pm = pose([middle[0] + corner[0], middle[1] + corner[1], middle[2] + corner[2]], q);
      const ph = pose(far, tilt);
      const flipped = k % 3 === 0;
      const n = overlap.compute(mesh.mesh, pm, 0, ph, 0, flipped, 8, out);
      const has = convex.computeHalfSpace(box.polyhedron, pose(middle, q), 0, ph, 0, flipped, other, true);
      // Far from the origin the poses themselves differ by ulp(3000).
      const tolerance = k % 2 ? 1e-9 : 1e-12;
      if (has && record(other, 0).V < 1e-4) continue;
      expect(n).toBe(has ? 1 : 0);
      if (!has) continue;
      found++;
      const a = record(out, 0);
      const b = record(other, 0);
      expect(off([a.V], [b.V])).toBeLessThan(tolerance);
      expect(off(a.g, b.g)).toBeLessThan(tolerance);
      expect(off(a.M, b.M)).toBeLessThan(10 * tolerance);
      const centre = (r: { c: readonly number[] }, o: OverlapBuffer) => r.c.map((x, i) => x + o.origin[i]! - far[i]!);
      expect(off(centre(a, out), centre(b, other))).toBeLessThan(10 * tolerance);
      expect(Math.max(...a.t.map((x, i) => Math.abs(x - b.t[i]!)))).toBeLessThan(10 * tolerance);
    }
    expect(found).toBeGreaterThan(100);
  });
});

describe('any mesh', () => {
  const data = icosphere(12);
  for (let v = 0; v < data.positions.length; v += 3) {
    const [x, y, z] = [data.positions[v]!, data.positions[v + 1]!, data.positions[v + 2]!];
    const k = 1 + 0.1 * Math.sin(9 * x + 1) * Math.sin(9 * y) * Math.sin(9 * z + 2);
    for (let m = 0; m < 3; m++) data.positions[v + m]! *= k;
  }
  const bumpy = meshOf(data);

  it('has the gradient of its volume', () => {
    const random = new Random(6);
    const volume = (p: Float64Array): number => {
      overlap.compute(bumpy.mesh, p, 0, ground, 0, false, 1, out);
      return record(out, 0).V;
    };
    for (let k = 0; k < 20; k++) {
      const q = random.rotation();
      const height = random.between(0.3, 0.95);
      const p = pose([0.3, height, -0.2], q);
      volume(p);
      const { V, c, g, t } = record(out, 0);
      const h = 2e-6;
      for (let i = 0; i < 3; i++) {
        const e: Vec3 = [+(i === 0), +(i === 1), +(i === 2)];
        const move = (s: number): Float64Array => pose([0.3 + s * e[0], height + s * e[1], -0.2 + s * e[2]], q);
        // Central differences: h²/6 of the third derivative (some 1e3 where blunt bumps begin to touch), plus ε V/h.
        expect(Math.abs((volume(move(h)) - volume(move(-h))) / (2 * h) - g[i]!)).toBeLessThan(1e-8 * (1 + V));
        // Turning about the overlap's centre, which is c off the mesh's origin.
        const turn = (s: number): Float64Array => {
          const r = about(e, s);
          const [x, y, z] = rotate(r, [-c[0]!, -c[1]!, -c[2]!]);
          const [a, b, d, w] = [r[0], r[1], r[2], r[3]];
          return pose(
            [0.3 + c[0]! + x, height + c[1]! + y, -0.2 + c[2]! + z],
            [
              w * q[0] + a * q[3] + b * q[2] - d * q[1],
              w * q[1] - a * q[2] + b * q[3] + d * q[0],
              w * q[2] + a * q[1] - b * q[0] + d * q[3],
              w * q[3] - a * q[0] - b * q[1] - d * q[2],
            ],
          );
        };
        expect(Math.abs((volume(turn(h)) - volume(turn(-h))) / (2 * h) - t[i]!)).toBeLessThan(1e-8 * (1 + V));
      }
    }
  });

  it('lies within the bound of the rays, component by component', () => {
    const rays = new RayOverlap();
    const halfSpace = shapeOf({ type: 'half-space' });
    const random = new Random(7);
    for (let k = 0; k < 20; k++) {
      const p = pose([0, random.between(0.5, 0.97), 0], random.rotation());
      overlap.compute(bumpy.mesh, p, 0, ground, 0, false, 1, out);
      rays.compute(bumpy, p, 0, halfSpace, ground, 0, other, { split: 'none' });
      expect(Math.abs(record(out, 0).V - record(other, 0).V)).toBeLessThan(rays.errorBound);
      const n = overlap.compute(bumpy.mesh, p, 0, ground, 0, false, 64, out);
      let sum = 0;
      for (let c = 0; c < n; c++) sum += record(out, c).V;
      overlap.compute(bumpy.mesh, p, 0, ground, 0, false, 1, out);
      expect(off([sum], [record(out, 0).V])).toBeLessThan(1e-12);
    }
  });
});

describe('components', () => {
  // A table top of 5 × 5 cells on four legs.
  const cells: Vec3[] = [];
  for (let x = 0; x < 5; x++) for (let z = 0; z < 5; z++) cells.push([x, 1, z]);
  for (const x of [0, 4]) for (const z of [0, 4]) cells.push([x, 0, z]);
  const table = meshOf(cellMesh(cells, [0.1, 0.1, 0.1]));

  it('finds the legs of a table, however thin the overlap', () => {
    for (const depth of [1e-2, 1e-5, 1e-9]) {
      const p = pose([0, -depth, 0]);
      expect(overlap.compute(table.mesh, p, 0, ground, 0, false, 8, out)).toBe(4);
      for (let c = 0; c < 4; c++) {
        const r = record(out, c);
        // ε of the coordinates (0.5 m) against the depth.
        expect(Math.abs(r.V / (0.01 * depth) - 1)).toBeLessThan(1e-12 + 1e-15 / depth);
        expect(off(r.g, [0, -0.01, 0])).toBeLessThan(1e-12);
        expect(out.pointStart[c + 1]! - out.pointStart[c]!).toBeGreaterThanOrEqual(4);
      }
    }
  });

  it('joins the smallest to their neighbours', () => {
    const p = pose([0, -0.01, 0], about([0, 0, 1], 0.01));
    expect(overlap.compute(table.mesh, p, 0, ground, 0, false, 2, out)).toBe(2);
    expect(overlap.compute(table.mesh, p, 0, ground, 0, false, 1, out)).toBe(1);
  });

  it('counts a cavity as missing from what surrounds it', () => {
    const block = boxMesh([1, 1, 1]);
    const hole = boxMesh([0.5, 0.5, 0.5]);
    const positions = [...block.positions, ...[...hole.positions].map((x) => x + 0.25)];
    const n = block.positions.length / 3;
    // Inside out.
    const inner: number[] = [];
    for (let t = 0; t < hole.indices.length; t += 3) {
      inner.push(hole.indices[t]! + n, hole.indices[t + 2]! + n, hole.indices[t + 1]! + n);
    }
    const hollow = meshOf({
      positions: Float64Array.from(positions),
      indices: Int32Array.from([...block.indices, ...inner]),
    });
    expect(overlap.compute(hollow.mesh, pose([0, -0.5, 0]), 0, ground, 0, false, 8, out)).toBe(1);
    expect(off([record(out, 0).V], [0.5 - 0.0625])).toBeLessThan(1e-14);
  });

  it('touching is not overlapping', () => {
    expect(overlap.compute(table.mesh, pose([0, 0, 0]), 0, ground, 0, false, 8, out)).toBe(0);
    expect(overlap.compute(table.mesh, pose([0, 1e-3, 0]), 0, ground, 0, false, 8, out)).toBe(0);
  });
});

describe('the kernel', () => {
  const kernel = new MeshHalfSpaceOverlap(wasmOfHost());

  /** How many components both have, after they were held against each other to the bit. */
  function compare(shape: MeshShape, p: Float64Array, most: number, name: string): number {
    kernel.ready(shape.mesh);
    const n = overlap.compute(shape.mesh, p, 0, ground, 0, false, most, out);
    expect(kernel.compute(shape.mesh, p, 0, ground, 0, false, most, other), name).toBe(n);
    let differ = 0;
    for (let k = 0; k < OV_STRIDE * n; k++) if (!Object.is(out.records[k], other.records[k])) differ++;
    for (let k = 0; k <= n; k++) if (out.pointStart[k] !== other.pointStart[k]) differ++;
    for (let k = 0; k < 3 * out.pointStart[n]!; k++) if (!Object.is(out.points[k], other.points[k])) differ++;
    expect(differ, name).toBe(0);
    return n;
  }

  it('has room for what the walk through a tree puts aside', () => {
    expect(H_DEPTH).toBeGreaterThan(MAX_TREE_DEPTH + 1);
  });

  it('has what TypeScript has, of any meshes at any place (1,000 places, seed 41)', () => {
    const random = new Random(41);
    const shapes = Array.from({ length: 24 }, (_, i) => meshOf(randomMesh(random, i)));
    let found = 0;
    for (let k = 0; k < 1000; k++) {
      const at: Vec3 = [random.between(-2, 2), random.between(-1, 1), random.between(-2, 2)];
      const p = pose(at, random.rotation());
      found += compare(shapes[k % 24]!, p, 1 + (k % 9), `place ${k}`) > 0 ? 1 : 0;
    }
    expect(found).toBeGreaterThan(400);
  });

  it('has it where there are more triangles and components than there was room for', () => {
    const cells: Vec3[] = [];
    for (let x = 0; x < 21; x++)
      for (let z = 0; z < 21; z++) {
        cells.push([x, 1, z]);
        if (x % 2 === 0 && z % 2 === 0) cells.push([x, 0, z]);
      }
    const brush = meshOf(cellMesh(cells, [0.1, 0.1, 0.1]));
    for (const [y, n] of [
      [-0.01, 121],
      [-0.15, 1],
      [-0.02, 121],
    ] as const)
      expect(compare(brush, pose([0, y, 0]), 200, `${y}`)).toBe(n);
    const bumpy = meshOf(bumpySphere(4, 0.1, 9));
    expect(compare(bumpy, pose([0, -0.2, 0]), 8, 'bumpy')).toBeGreaterThan(0);
    expect(compare(brush, pose([0, -0.01, 0]), 8, 'again')).toBe(8);
  });

  it('is not asked for meshes that it has not taken down: these may change', () => {
    const changing = meshOf(boxMesh([1, 1, 1]));
    expect(kernel.compute(changing.mesh, pose([0, -0.5, 0]), 0, ground, 0, false, 8, other)).toBe(1);
    expect(off([record(other, 0).V], [0.5])).toBeLessThan(1e-14);
  });
});
