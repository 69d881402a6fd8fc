// Round solids against the inside of a flat face: the formula is used exactly where only one plane bounds the overlap.

import { describe, expect, it } from 'vitest';
import { Random } from '../../src/math/random.js';
import { rotate, scale, type Vec3 } from '../../src/math/vec3.js';
import { AnalyticOverlap } from '../../src/overlap/analytic/analytic.js';
import { TorusCut } from '../../src/overlap/analytic/torus.js';
import { OverlapBuffer } from '../../src/overlap/overlap.js';
import type { Polyhedron } from '../../src/shapes/polyhedron.js';
import type { SimpleShape } from '../../src/shapes/shape.js';
import { capsule, cone, cylinder, halfSpace, meet, shapeOf, sphere } from './analytic-helpers.js';
import { about, answer, expectClose, pose } from './convex-helpers.js';

const overlap = new AnalyticOverlap(new TorusCut());
const out = new OverlapBuffer();
const box = shapeOf({ type: 'box', size: [2, 1, 2] });
const lying = about([0, 0, 1], -Math.PI / 2);

const call = (A: SimpleShape, pa: Float64Array, B: SimpleShape, pb: Float64Array): number =>
  overlap.compute(A, pa, 0, B, pb, 0, out);

describe('one face or several', () => {
  it('sphere near an edge: one face until its cap reaches the edge', () => {
    const R = 0.5;
    const h = 0.02;
    const a = Math.sqrt(h * (2 * R - h));
    const y = 0.5 + R - h;
    expect(call(sphere(R), pose([1 - a - 1e-9, y, 0]), box, pose())).toBe(1);
    expect(call(sphere(R), pose([1 - a + 1e-9, y, 0]), box, pose())).toBe(-1);
    expect(call(sphere(R), pose([1 - a - 1e-9, y, 1 - a - 1e-9]), box, pose())).toBe(1);
    expect(call(sphere(R), pose([1.2, y, 0]), box, pose())).toBe(-1);
    expect(call(sphere(R), pose([1.6, y, 0]), box, pose())).toBe(0);
  });

  it('a lying cylinder that overhangs, a standing one that does not', () => {
    expect(call(cylinder(0.2, 1.9), pose([0, 0.68, 0], lying), box, pose())).toBe(1);
    expect(call(cylinder(0.2, 1.9), pose([0.06, 0.68, 0], lying), box, pose())).toBe(-1);
    expect(call(cylinder(0.2, 1), pose([0.79, 0.99, 0.79]), box, pose())).toBe(1);
    expect(call(cylinder(0.2, 1), pose([0.81, 0.99, 0]), box, pose())).toBe(-1);
    // Through the box to the other side.
    expect(call(cylinder(0.2, 3), pose(), box, pose())).toBe(-1);
  });

  it('wholly inside: the solid, no gradient, the shallowest face', () => {
    expect(call(cone(0.2, 0.3), pose([0.1, 0.2, 0.1]), box, pose([0, 0, 0]))).toBe(1);
    const got = answer(out);
    expect(got.V).toBeCloseTo((Math.PI * 0.04 * 0.3) / 3, 14);
    expectClose(got.n, [0, 1, 0], 0, 'n');
    expectClose(got.g, [0, 0, 0], 0, 'g');
  });

  it('a face of a hull, and either order', () => {
    const wedge = shapeOf({
      type: 'convex',
      points: [
        [0, 0, 0],
        [4, 0, 0],
        [0, 3, 0],
        [0, 0, 4],
        [4, 0, 4],
        [0, 3, 4],
      ],
    });
    // On the slope 3x + 4y = 12.
    const n: Vec3 = [0.6, 0.8, 0];
    const at: Vec3 = [2 + 0.45 * n[0], 1.5 + 0.45 * n[1], 2];
    const got = meet(sphere(0.5), pose(at), wedge, pose())!;
    expect(got.V).toBeCloseTo((Math.PI * 0.05 ** 2 * (1.5 - 0.05)) / 3, 13);
    expectClose(got.n, n, 1e-15, 'n');
    const back = meet(wedge, pose(), sphere(0.5), pose(at))!;
    expectClose(back.n, scale(n, -1), 1e-15, 'n');
    expectClose(back.c, [got.c[0] + at[0], got.c[1] + at[1], got.c[2] + at[2]], 1e-15, 'c');
  });
});

/** A random point of the solid, in its frame. */
function pointOf(shape: SimpleShape, random: Random): Vec3 {
  const b = shape.bounds;
  for (;;) {
    const p: Vec3 = [random.between(b[0], b[3]), random.between(b[1], b[4]), random.between(b[2], b[5])];
    const rr = p[0] * p[0] + p[2] * p[2];
    if (shape.type === 'sphere' && rr + p[1] * p[1] <= shape.radius ** 2) return p;
    if (shape.type === 'cylinder' && rr <= shape.radius ** 2) return p;
    if (shape.type === 'cone') {
      const r = (shape.radius * (shape.halfHeight - p[1])) / (2 * shape.halfHeight);
      if (rr <= r * r) return p;
    }
    if (shape.type === 'capsule') {
      const over = Math.max(Math.abs(p[1]) - shape.halfHeight, 0);
      if (rr + over * over <= shape.radius ** 2) return p;
    }
  }
}

/** A random point of the surface where a convex hull has its extreme points. */
function extremeOf(shape: SimpleShape, random: Random): Vec3 {
  const d = random.direction();
  const side = random.below(2) ? 1 : -1;
  if (shape.type === 'sphere') return scale(d, shape.radius);
  if (shape.type === 'capsule')
    return [d[0] * shape.radius, d[1] * shape.radius + side * shape.halfHeight, d[2] * shape.radius];
  if (shape.type !== 'cylinder' && shape.type !== 'cone') throw new Error(shape.type);
  const k = (shape.type === 'cone' && side > 0 ? 0 : shape.radius) / Math.hypot(d[0], d[2]);
  return [k * d[0], side * shape.halfHeight, k * d[2]];
}

describe('judged by random points (seed 71)', () => {
  it.each([
    ['sphere', sphere(0.5)],
    ['capsule', capsule(0.2, 0.6)],
    ['cylinder', cylinder(0.3, 0.5)],
    ['cone', cone(0.4, 0.6)],
  ] as [string, SimpleShape][])('%s', (_, shape) => {
    const random = new Random(71);
    const poly: Polyhedron = (box as { polyhedron: Polyhedron }).polyhedron;
    let one = 0;
    let many = 0;
    let missed = 0;
    for (let i = 0; i < 400; i++) {
      const p: Vec3 = [random.between(-1.3, 1.3), random.between(0.2, 1), random.between(-1.3, 1.3)];
      const q = random.rotation();
      const found = call(shape, pose(p, q), box, pose());
      const got = found === 1 ? answer(out) : null;
      let inside = 0;
      const planes = poly.planes;
      // Points outside each plane, and points outside exactly one plane.
      const only = new Int32Array(planes.length / 4);
      const n = 400;
      for (let k = 0; k < n; k++) {
        const x = rotate(q, pointOf(shape, random));
        let out1 = -1;
        let outs = 0;
        for (let f = 0; f < planes.length; f += 4) {
          const h =
            planes[f] * (x[0] + p[0]) + planes[f + 1] * (x[1] + p[1]) + planes[f + 2] * (x[2] + p[2]) - planes[f + 3];
          if (h > 0) {
            out1 = f / 4;
            outs++;
          }
        }
        if (outs === 0) inside++;
        else if (outs === 1) only[out1]++;
      }
      const V = shape.massProperties!.volume;
      if (found === 0) expect(inside).toBe(0);
      if (got !== null) {
        one++;
        // No point outside any plane but the one named; the share of points is binomial: five standard deviations.
        const f = [0, 1, 2, 3, 4, 5].find(
          (k) => planes[4 * k] * got.n[0] + planes[4 * k + 1] * got.n[1] + planes[4 * k + 2] * got.n[2] > 0.9,
        )!;
        only.forEach((count, k) => {
          if (k !== f) expect(count, `case ${i}`).toBe(0);
        });
        const share = got.V / V;
        expect(Math.abs(inside / n - share), `case ${i}`).toBeLessThan(
          5 * Math.sqrt(Math.max(share * (1 - share), 0) / n) + 0.01,
        );
        const d = got.n[0] * p[0] + got.n[1] * p[1] + got.n[2] * p[2] - planes[4 * f + 3];
        const plane = meet(shape, pose([0, d, 0], q), halfSpace, pose());
        if (f === 3) expect(got.V).toBeCloseTo(plane!.V, 14);
      }
      if (found === -1) {
        many++;
        // Refused for a reason: the solid crosses at least two planes.
        const crossed = new Set<number>();
        for (let k = 0; k < 600; k++) {
          const x = rotate(q, extremeOf(shape, random));
          for (let f = 0; f < planes.length; f += 4) {
            const h = planes[f] * (x[0] + p[0]) + planes[f + 1] * (x[1] + p[1]) + planes[f + 2] * (x[2] + p[2]);
            if (h > planes[f + 3]) crossed.add(f);
          }
        }
        if (crossed.size < 2) missed++;
      }
    }
    // Slivers between the random points.
    expect(missed).toBeLessThan(0.03 * many);
    expect(one).toBeGreaterThan(50);
    expect(many).toBeGreaterThan(50);
  });
});
