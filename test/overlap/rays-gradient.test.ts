// g and the turn are the gradient of V in all six motions of A; the gradients of the vertices add up to g.
//
// V is a sum over pixels, so its differences carry the quadrature's error: a step δ must move V by far more than that.
// Central differences over δ = 0.05 of the solids' size at 64 pixels leave 1e-3 of |g| from the curvature of V and as
// much from the pixels. Bounds are 2 % of |g| (times the lever of the overlap for turns).

import { describe, expect, it } from 'vitest';
import { Random } from '../../src/math/random.js';
import { multiply, rotate, type Vec3 } from '../../src/math/vec3.js';
import { OverlapBuffer } from '../../src/overlap/overlap.js';
import { RayOverlap } from '../../src/overlap/rays/ray-overlap.js';
import { VertexGradient } from '../../src/overlap/rays/vertex-gradient.js';
import { torusMesh } from '../../src/shapes/procedural.js';
import type { SimpleShape } from '../../src/shapes/shape.js';
import { about, bumpySphere, meshOf, pose, randomMesh, record, shapeOf, total } from './rays-helpers.js';

const rays = new RayOverlap();
const out = new OverlapBuffer();
const options = { resolution: 64, split: 'none' } as const;

function volume(A: SimpleShape, pa: Float64Array, B: SimpleShape, pb: Float64Array): number {
  rays.compute(A, pa, 0, B, pb, 0, out, options);
  return total(out).V;
}

describe('gradient against central differences', () => {
  const bumpy = meshOf(bumpySphere(12, 0.1, 4));
  const ring = meshOf(torusMesh(0.9, 0.35, 40, 20));
  const pairs: [string, SimpleShape, SimpleShape][] = [
    ['bumpy spheres', bumpy, bumpy],
    ['ring mesh and bumpy sphere', ring, bumpy],
    ['bumpy sphere and torus', bumpy, shapeOf({ type: 'torus', radius: 0.9, tube: 0.35 })],
    [
      'cone and cylinder',
      shapeOf({ type: 'cone', radius: 1, height: 2 }),
      shapeOf({ type: 'cylinder', radius: 0.8, height: 1.4 }),
    ],
    ['capsule and ring mesh', shapeOf({ type: 'capsule', radius: 0.6, height: 1 }), ring],
  ];
  it.each(pairs)('%s (seed 21)', (_, A, B) => {
    const random = new Random(21);
    for (let i = 0; i < 3; i++) {
      const qa = random.rotation();
      const pb = pose([0, 0, 0], random.rotation());
      const d = random.direction();
      const distance = random.between(0.9, 1.3);
      const at: Vec3 = [d[0] * distance, d[1] * distance, d[2] * distance];
      if (rays.compute(A, pose(at, qa), 0, B, pb, 0, out, options) === 0) continue;
      const r = record(out, 0);
      const size = Math.sqrt(r.g[0] ** 2 + r.g[1] ** 2 + r.g[2] ** 2);
      // The total surface of A inside B, of which g is the signed part: what the pixels' errors scale with.
      const area = Math.max(size, 2 * r.V ** (2 / 3));
      const reach = Math.sqrt((r.M[0] + r.M[3] + r.M[5]) / r.V);
      const step = 0.05;
      for (let k = 0; k < 3; k++) {
        const e: Vec3 = [k === 0 ? 1 : 0, k === 1 ? 1 : 0, k === 2 ? 1 : 0];
        const moved = (s: number): Float64Array => pose([at[0] + s * e[0], at[1] + s * e[1], at[2] + s * e[2]], qa);
        const slope = (volume(A, moved(step), B, pb) - volume(A, moved(-step), B, pb)) / (2 * step);
        expect(Math.abs(slope - r.g[k]), `case ${i}, along ${k}`).toBeLessThan(0.02 * area);
        // Turning about the overlap's centre, which is relative to A's origin.
        const turned = (s: number): Float64Array => {
          const q = about(e, s);
          const [cx, cy, cz] = r.c;
          const rc = rotate(q, [cx, cy, cz]);
          return pose([at[0] + cx - rc[0], at[1] + cy - rc[1], at[2] + cz - rc[2]], multiply(q, qa));
        };
        const twist = (volume(A, turned(step), B, pb) - volume(A, turned(-step), B, pb)) / (2 * step);
        expect(Math.abs(twist - r.t[k]), `case ${i}, about ${k}`).toBeLessThan(0.02 * area * Math.max(reach, 0.3));
      }
    }
  });
});

describe('invariants', () => {
  it('area vectors of A and B cancel, turns too, and swapping keeps V (seed 22)', () => {
    const random = new Random(22);
    const swapped = new OverlapBuffer();
    for (let i = 0; i < 60; i++) {
      const A = meshOf(randomMesh(random, i));
      const B = meshOf(randomMesh(random, (i / 5) | 0));
      const pa = pose(random.direction().map((c) => 0.6 * c) as unknown as Vec3, random.rotation());
      const pb = pose([0, 0, 0], random.rotation());
      const n = rays.compute(A, pa, 0, B, pb, 0, out, { split: 'none' });
      const m = rays.compute(B, pb, 0, A, pa, 0, swapped, { split: 'none' });
      // The frame is that of the mesh with more triangles; with as many, A's, and swapping then changes the grid.
      if (A.mesh.indices.length === B.mesh.indices.length) continue;
      expect(m).toBe(n);
      if (n === 0) continue;
      const [r, s] = [record(out, 0), record(swapped, 0)];
      const area = r.V ** (2 / 3);
      expect(Math.abs(r.V - s.V)).toBeLessThan(1e-11 * r.V);
      for (let k = 0; k < 3; k++) {
        expect(Math.abs(r.g[k] + s.g[k])).toBeLessThan(1e-10 * area);
        expect(Math.abs(r.t[k] + s.t[k])).toBeLessThan(1e-10 * area);
        expect(Math.abs(pa[k] + r.c[k] - s.c[k])).toBeLessThan(1e-10);
      }
    }
  });

  it('gradients of all vertices add up to the area vector, component by component (seed 23)', () => {
    const random = new Random(23);
    const gradientA = new VertexGradient();
    const gradientB = new VertexGradient();
    for (let i = 0; i < 40; i++) {
      const A = meshOf(randomMesh(random, i));
      const B = meshOf(randomMesh(random, (i / 5) | 0));
      const pa = pose(random.direction().map((c) => 0.7 * c) as unknown as Vec3, random.rotation());
      const n = rays.compute(A, pa, 0, B, pose([0, 0, 0], random.rotation()), 0, out, { gradientA, gradientB });
      for (let k = 0; k < n; k++) {
        for (let axis = 0; axis < 3; axis++) {
          let a = 0;
          let b = 0;
          for (let e = gradientA.start[k]; e < gradientA.start[k + 1]; e++) a += gradientA.value[3 * e + axis];
          for (let e = gradientB.start[k]; e < gradientB.start[k + 1]; e++) b += gradientB.value[3 * e + axis];
          expect(Math.abs(a - record(out, k).g[axis])).toBeLessThan(1e-12);
          expect(Math.abs(a + b)).toBeLessThan(1e-12);
        }
      }
    }
  });

  it('a vertex gradient is the derivative of V when that vertex moves', () => {
    // A coarse ball whose lowest vertex dips into a half-space: the only vertex inside, moved along its own axis.
    const base = bumpySphere(3, 0.05, 3);
    let lowest = 0;
    for (let v = 0; v < base.positions.length / 3; v++) {
      if (base.positions[3 * v + 1] < base.positions[3 * lowest + 1]) lowest = v;
    }
    const ground = shapeOf({ type: 'half-space' });
    const gradientA = new VertexGradient();
    const pa = pose([0, -base.positions[3 * lowest + 1] - 0.1, 0]);
    const at = (delta: Vec3): number => {
      const positions = base.positions.slice();
      for (let k = 0; k < 3; k++) positions[3 * lowest + k] += delta[k];
      rays.compute(meshOf({ positions, indices: base.indices }), pa, 0, ground, pose([0, 0, 0]), 0, out, {
        resolution: 128,
        gradientA,
      });
      return total(out).V;
    };
    const size = at([0, 0, 0]) ** (2 / 3);
    const value = new Float64Array(3);
    for (let e = 0; e < gradientA.count; e++) {
      if (gradientA.vertex[e] === lowest) value.set(gradientA.value.subarray(3 * e, 3 * e + 3));
    }
    for (let k = 0; k < 3; k++) {
      const step = 0.01;
      const delta = (s: number): Vec3 => [k === 0 ? s : 0, k === 1 ? s : 0, k === 2 ? s : 0];
      const slope = (at(delta(step)) - at(delta(-step))) / (2 * step);
      expect(Math.abs(slope - value[k])).toBeLessThan(0.02 * size);
    }
  });
});
