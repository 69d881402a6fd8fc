// Two independent opinions on random convex pairs.
//
// 1. manifold-3d's boolean intersection. It computes in doubles and takes double coordinates through Manifold.hull (its
//    Mesh holds floats, so meshes are not used); it merges what lies within its tolerance of 1e-12 × size, hence 1e-9
//    of the smaller solid's volume is wide.
// 2. Muller and Preparata's intersection by duality, as in Hasegawa & Sato 2004, §4.3: planes seen from a common point
//    are points n/d, whose convex hull has the overlap's vertices for faces.

import Module from 'manifold-3d';
import { beforeAll, describe, expect, it } from 'vitest';
import { Random } from '../../src/math/random.js';
import { add, rotate, scale, sub, type Vec3 } from '../../src/math/vec3.js';
import { ConvexOverlap } from '../../src/overlap/convex.js';
import { OverlapBuffer } from '../../src/overlap/overlap.js';
import { boxPolyhedron, type Polyhedron } from '../../src/shapes/polyhedron.js';
import { computeHull } from '../../src/shapes/quickhull.js';
import { answer, apart, bruteHull, cornerAt, pose, prism, randomHull } from './convex-helpers.js';

const overlap = new ConvexOverlap();
const out = new OverlapBuffer();

function solidOf(random: Random, kind: number): Polyhedron {
  if (kind === 0) return boxPolyhedron(random.between(0.2, 1), random.between(0.2, 1), random.between(0.2, 1));
  if (kind === 1) return prism(3 + random.below(20), random.between(0.3, 1), random.between(0.1, 0.8));
  return randomHull(random, 4 + random.below(16));
}

describe('manifold-3d', () => {
  let Manifold: Awaited<ReturnType<typeof Module>>['Manifold'];
  beforeAll(async () => {
    const wasm = await Module();
    wasm.setup();
    Manifold = wasm.Manifold;
  });

  it('finds the same volume in 500 random pairs (seed 51)', () => {
    const random = new Random(51);
    let met = 0;
    for (let i = 0; i < 500; i++) {
      const A = solidOf(random, i % 3);
      const B = solidOf(random, ((i / 3) | 0) % 3);
      const pa = pose(scale(random.direction(), random.between(0, 1.6)), random.rotation());
      const pb = pose([0, 0, 0], random.rotation());
      const solidAt = (poly: Polyhedron, f: Float64Array) => {
        const corners = Array.from({ length: poly.vertices.length / 3 }, (_, v) => cornerAt(poly, v, f));
        return Manifold.hull(corners.map(([x, y, z]): [number, number, number] => [x, y, z]));
      };
      const [a, b] = [solidAt(A, pa), solidAt(B, pb)];
      const both = a.intersect(b);
      const want = both.volume();
      const smaller = Math.min(a.volume(), b.volume());
      for (const m of [a, b, both]) m.delete();
      const found = overlap.compute(A, pa, 0, B, pb, 0, out);
      const got = found ? answer(out).V : 0;
      if (found) met++;
      expect(Math.abs(got - want), `case ${i}: ${got} against ${want}`).toBeLessThan(1e-9 * smaller);
    }
    expect(met).toBeGreaterThan(300);
  });
});

describe('hulls with coplanar faces, made by quickhull, against manifold-3d', () => {
  let Manifold: Awaited<ReturnType<typeof Module>>['Manifold'];
  beforeAll(async () => {
    const wasm = await Module();
    wasm.setup();
    Manifold = wasm.Manifold;
  });

  it('points of a lattice, unturned and turned, and round hulls of up to 300 corners (seed 53)', () => {
    const random = new Random(53);
    for (let i = 0; i < 200; i++) {
      const lattice = i < 160;
      const cloud = (): Float64Array => {
        const n = lattice ? 6 + random.below(10) : 20 + random.below(280);
        const points: number[] = [];
        for (let k = 0; k < n; k++) {
          if (lattice) points.push(random.below(4), random.below(4), random.below(4));
          else points.push(...random.direction());
        }
        return Float64Array.from(points);
      };
      let pair: [Polyhedron, Polyhedron];
      try {
        pair = [computeHull(cloud()), computeHull(cloud())];
      } catch {
        continue; // All points in one plane.
      }
      const [A, B] = pair;
      const q = i % 2 === 0 || !lattice ? random.rotation() : ([0, 0, 0, 1] as const);
      const pa = pose([0, 0, 0], q);
      const pb = pose(lattice ? [0, 0, 0] : scale(random.direction(), 1.9 * random.next()), q);
      const [a, b] = [
        [A, pa],
        [B, pb],
      ].map(([poly, f]) => {
        const P = poly as Polyhedron;
        const corners = Array.from({ length: P.vertices.length / 3 }, (_, v) => cornerAt(P, v, f as Float64Array));
        return Manifold.hull(corners.map(([x, y, z]): [number, number, number] => [x, y, z]));
      });
      const both = a.intersect(b);
      const want = both.volume();
      const smaller = Math.min(a.volume(), b.volume());
      for (const m of [a, b, both]) m.delete();
      const got = overlap.compute(A, pa, 0, B, pb, 0, out) ? answer(out).V : 0;
      expect(Math.abs(got - want), `case ${i}: ${got} against ${want}`).toBeLessThan(1e-9 * smaller);
      const back = overlap.compute(B, pb, 0, A, pa, 0, out) ? answer(out).V : 0;
      expect(Math.abs(got - back), `case ${i} swapped`).toBeLessThan(1e-12);
    }
  });
});

describe('Muller and Preparata by the dual hull', () => {
  it('finds the same vertices in 60 random pairs (seed 52)', () => {
    const random = new Random(52);
    for (let i = 0, n = 0; n < 60; i++) {
      // Solids whose corners have three faces each, so that the dual points are in general position.
      const A = i % 2 === 0 ? boxPolyhedron(0.5, 0.7, 0.9) : prism(3 + random.below(8), 0.8, 0.5);
      const B = i % 3 === 0 ? prism(3 + random.below(8), 0.6, 0.7) : randomHull(random, 4);
      const pa = pose(scale(random.direction(), random.between(0, 1.2)), random.rotation());
      const pb = pose([0, 0, 0], random.rotation());
      if (!overlap.compute(A, pa, 0, B, pb, 0, out)) continue;
      const { V, c } = answer(out);
      if (V < 1e-3) continue;
      n++;
      // Planes n·x ≤ d about the overlap's centre: points n/d.
      const dual: Vec3[] = [];
      for (const [poly, f] of [
        [A, pa],
        [B, pb],
      ] as const) {
        const at = sub([f[0], f[1], f[2]], add([pa[0], pa[1], pa[2]], c));
        for (let k = 0; k < poly.planes.length; k += 4) {
          const m = rotate([f[3], f[4], f[5], f[6]], [poly.planes[k], poly.planes[k + 1], poly.planes[k + 2]]);
          dual.push(scale(m, 1 / (poly.planes[k + 3] + m[0] * at[0] + m[1] * at[1] + m[2] * at[2])));
        }
      }
      const hull = bruteHull(dual);
      const corners: Vec3[] = [];
      for (let k = 0; k < hull.planes.length; k += 4) {
        const d = hull.planes[k + 3];
        corners.push([hull.planes[k] / d + c[0], hull.planes[k + 1] / d + c[1], hull.planes[k + 2] / d + c[2]]);
      }
      // A vertex where three planes meet at grazing angles is ill-conditioned in the dual: 1e-9, not 1e-14.
      const points: Vec3[] = [];
      for (let k = 0; k < out.pointStart[1]; k++)
        points.push([out.points[3 * k], out.points[3 * k + 1], out.points[3 * k + 2]]);
      for (const p of corners) expect(Math.min(...points.map((q) => apart(p, q))), `case ${i}`).toBeLessThan(1e-9);
      for (const p of points) expect(Math.min(...corners.map((q) => apart(p, q))), `case ${i}`).toBeLessThan(1e-9);
    }
  });
});
