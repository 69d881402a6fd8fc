// Overlaps with known volume, centre, moment, area vector; convergence at the order that the method promises.

import { describe, expect, it } from 'vitest';
import { Random } from '../../src/math/random.js';
import { PI } from '../../src/math/trig.js';
import { type Quat, rotate, type Vec3 } from '../../src/math/vec3.js';
import { OverlapBuffer } from '../../src/overlap/overlap.js';
import { RayOverlap } from '../../src/overlap/rays/ray-overlap.js';
import { icosphere } from '../../src/shapes/procedural.js';
import type { SimpleShape } from '../../src/shapes/shape.js';
import { about, boxMesh, lens, meshOf, pose, record, shapeOf, total } from './rays-helpers.js';

const rays = new RayOverlap();
const out = new OverlapBuffer();
const ball = shapeOf({ type: 'sphere', radius: 1 });

describe('boxes along the axes are exact', () => {
  const size: Vec3 = [2, 1, 3];
  const kinds: [string, SimpleShape, Vec3][] = [
    ['mesh', meshOf(boxMesh(size)), [0, 0, 0]],
    ['box', shapeOf({ type: 'box', size }), [1, 0.5, 1.5]],
  ];
  const near = (got: number[], want: number[], size: number): void => {
    for (let i = 0; i < want.length; i++) expect(Math.abs(got[i] - want[i])).toBeLessThan(1e-12 * size);
  };
  for (const [nameA, A, atA] of kinds)
    for (const [nameB, B, atB] of kinds)
      for (const turn of [[0, 0, 0, 1], about([0.6, 0, 0.8], 0.7)] as Quat[])
        it(`${nameA} on ${nameB}, turned by ${turn[3]}`, () => {
          // A's corner at (0.5, 0.9, -1) of B: overlap 1.5 × 0.1 × 2 about (1.25, 0.95, 1). Kilometres away from the
          // origin, and both turned: digits are lost to the difference of the positions only, 8 ulp(5000) = 7e-12.
          const far: Vec3 = [5000, -3000, 1000];
          const place = (p: Vec3): Vec3 => {
            const q = rotate(turn, p);
            return [far[0] + q[0], far[1] + q[1], far[2] + q[2]];
          };
          const pa = pose(place([0.5 + atA[0], 0.9 + atA[1], -1 + atA[2]]), turn);
          const pb = pose(place(atB), turn);
          expect(rays.compute(A, pa, 0, B, pb, 0, out, {})).toBe(1);
          const r = record(out, 0);
          expect(Math.abs(r.V - 0.3)).toBeLessThan(1e-10);
          const center = rotate(turn, [1.25 - 0.5 - atA[0], 0.95 - 0.9 - atA[1], 1 + 1 - atA[2]]);
          near(r.c, [...center], 100);
          // n_A inside B: bottom (0, -1, 0) over 1.5 × 2, side (-1, 0, 0) over 0.1 × 2, end (0, 0, 1) over 1.5 × 0.1.
          near(r.g, [...rotate(turn, [-0.2, -3, 0.15])], 100);
          near([r.M[0] + r.M[3] + r.M[5]], [(0.3 * (1.5 ** 2 + 0.1 ** 2 + 2 ** 2)) / 12], 100);
          // Each face's centre lies off the overlap's centre along its own normal: no turn.
          near(r.t, [0, 0, 0], 100);
        });
});

describe('two balls', () => {
  // Meshed unit balls inscribed in the sphere: volume short by the chord height, s²/8 per radius over the cap's area.
  it.each([
    ['primitives', ball, ball, 0],
    ['mesh and primitive', meshOf(icosphere(40)), ball, 1],
    ['meshes', meshOf(icosphere(40)), meshOf(icosphere(40)), 2],
  ] as [string, SimpleShape, SimpleShape, number][])('%s: lens', (_, A, B, meshes) => {
    const random = new Random(3);
    const edge = 1.15 / 40;
    for (let i = 0; i < 30; i++) {
      const d = random.between(1.7, 1.95);
      const n = random.direction();
      const pa = pose([0, 0, 0], random.rotation());
      const pb = pose([d * n[0], d * n[1], d * n[2]], random.rotation());
      expect(rays.compute(A, pa, 0, B, pb, 0, out, { resolution: 64 })).toBe(1);
      const r = record(out, 0);
      const area = PI * (1 - (d * d) / 4);
      const mesh = (meshes * edge * edge * area) / 6;
      // What 64 pixels leave, ten times under the first-order bound: the lens has no walls along its short axis.
      expect(Math.abs(r.V - lens(d))).toBeLessThan(mesh + 0.1 * rays.errorBound);
      expect(Math.abs(r.V - lens(d))).toBeLessThan(mesh + 2e-3 * lens(d));
      for (let k = 0; k < 3; k++) {
        expect(Math.abs(r.c[k] - 0.5 * d * n[k])).toBeLessThan(2e-3);
        // Counting pixels of a disc errs like the circle problem, about n^-1.4 of its area (and 64 pixels cover it).
        expect(Math.abs(r.g[k] - area * n[k])).toBeLessThan(0.012 * area + mesh);
        // Central: no turn about the centre. Radius 0.3 to 0.5 times the error of g.
        expect(Math.abs(r.t[k])).toBeLessThan(0.012 * area);
      }
    }
  });

  it('one inside the other: its own volume, no area vector, its own moments', () => {
    const small = shapeOf({ type: 'sphere', radius: 0.4 });
    for (const big of [shapeOf({ type: 'sphere', radius: 1 }), meshOf(icosphere(30))]) {
      expect(rays.compute(small, pose([0.1, 0.2, -0.3]), 0, big, pose([0, 0, 0]), 0, out, { resolution: 64 })).toBe(1);
      const { V, M, g } = record(out, 0);
      const v = (4 / 3) * PI * 0.4 ** 3;
      expect(Math.abs(V - v)).toBeLessThan(1e-3 * v);
      expect(Math.abs(M[0] - (v * 0.16) / 5)).toBeLessThan(2e-3 * v * 0.16);
      for (const c of g) expect(Math.abs(c)).toBeLessThan(1e-12);
      expect(rays.compute(big, pose([0, 0, 0]), 0, small, pose([0.1, 0.2, -0.3]), 0, out, {})).toBe(1);
      for (const c of record(out, 0).g) expect(Math.abs(c)).toBeLessThan(1e-12);
    }
  });
});

describe('a solid against itself or a half-space that holds it: its own volume and inertia', () => {
  const cases: SimpleShape[] = [
    shapeOf({ type: 'box', size: [1, 0.6, 0.8] }),
    shapeOf({ type: 'cylinder', radius: 0.5, height: 0.7 }),
    shapeOf({ type: 'capsule', radius: 0.3, height: 0.7 }),
    shapeOf({ type: 'cone', radius: 0.5, height: 0.9 }),
    shapeOf({ type: 'torus', radius: 0.6, tube: 0.25 }),
    shapeOf({
      type: 'convex',
      points: [
        [0, 0, 0],
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
        [0.8, 0.8, 0.8],
      ],
    }),
    meshOf(icosphere(12, 0.6)),
  ];
  it.each(cases.map((s): [string, SimpleShape] => [s.type, s]))('%s', (_, shape) => {
    const random = new Random(4);
    const mass = shape.massProperties!;
    for (let i = 0; i < 6; i++) {
      const q = random.rotation();
      const pa = pose([0.3, 0.2, 0.1], q);
      const ground = shapeOf({ type: 'half-space' });
      for (const [B, pb] of [
        [ground, pose([0, 5, 0], about([1, 0, 0], 0.3))],
        [shape, pa],
      ] as [SimpleShape, Float64Array][]) {
        expect(rays.compute(shape, pa, 0, B, pb, 0, out, { resolution: 64 })).toBe(1);
        const r = record(out, 0);
        expect(Math.abs(r.V - mass.volume)).toBeLessThan(0.1 * rays.errorBound);
        expect(Math.abs(r.V - mass.volume)).toBeLessThan(4e-3 * mass.volume);
        const c = rotate(q, mass.center);
        for (let k = 0; k < 3; k++) expect(Math.abs(r.c[k] - c[k])).toBeLessThan(2e-3);
        // tr I = 2 tr M
        const trace = mass.inertia[0] + mass.inertia[3] + mass.inertia[5];
        expect(Math.abs(2 * (r.M[0] + r.M[3] + r.M[5]) - trace)).toBeLessThan(0.01 * trace);
      }
    }
  });
});

describe('convergence', () => {
  // Root mean square over random poses: the order from 16 to 64 pixels. The bound's own order is 1.
  function order(
    make: (random: Random) => [SimpleShape, Float64Array, SimpleShape, Float64Array, number],
    refine: number,
  ) {
    const errors: number[] = [];
    const bounds: number[] = [];
    const medians: number[] = [];
    for (const resolution of [16, 32, 64]) {
      const random = new Random(9);
      let sum = 0;
      let bound = 0;
      const list: number[] = [];
      for (let i = 0; i < 60; i++) {
        const [A, pa, B, pb, exact] = make(random);
        rays.compute(A, pa, 0, B, pb, 0, out, { resolution, cubic: true, refine });
        const e = total(out).V - exact;
        expect(Math.abs(e)).toBeLessThan(rays.errorBound);
        sum += e * e;
        list.push(Math.abs(e));
        bound += rays.errorBound;
      }
      errors.push(Math.sqrt(sum / 60));
      bounds.push(bound);
      medians.push(list.sort((a, b) => a - b)[30]);
    }
    return { error: Math.log2(errors[0] / errors[2]) / 2, bound: Math.log2(bounds[0] / bounds[2]) / 2, medians };
  }
  const ballPair = (random: Random): [SimpleShape, Float64Array, SimpleShape, Float64Array, number] => {
    const d = random.between(1.3, 1.7);
    const n = random.direction();
    return [ball, pose([0, 0, 0]), ball, pose([d * n[0], d * n[1], d * n[2]]), lens(d)];
  };
  // A block turned about its vertical on a larger one: walls along the rays, the worst there is. As a hull, lest the
  // rays follow its own axes, along which it is exact.
  const big = meshOf(boxMesh([2, 1, 2]));
  const corners = [-1, 1].flatMap((x) =>
    [-1, 1].flatMap((y) => [-1, 1].map((z): Vec3 => [0.4 * x, 0.25 * y, 0.3 * z])),
  );
  const small = shapeOf({ type: 'convex', points: corners });
  const boxPair = (random: Random): [SimpleShape, Float64Array, SimpleShape, Float64Array, number] => [
    small,
    pose([random.between(0.7, 1.3), 1.2, random.between(0.7, 1.3)], about([0, 1, 0], random.between(0, 3))),
    big,
    pose([0, 0, 0]),
    0.8 * 0.05 * 0.6,
  ];

  it('lens: order 1.5 or better, within a first-order bound', () => {
    const o = order(ballPair, 0);
    expect(o.error).toBeGreaterThan(1.5);
    expect(Math.abs(o.bound - 1)).toBeLessThan(0.1);
  });
  it('turned box: order 1.3 or better', () => {
    const o = order(boxPair, 0);
    expect(o.error).toBeGreaterThan(1.3);
    expect(Math.abs(o.bound - 1)).toBeLessThan(0.1);
  });
  // Medians: a wall within a pixel's width of the region's rim and along it has no jump to tell that it needs finer
  // rays.
  it('finer rays at walls cut the error to less than half', () => {
    const plain = order(boxPair, 0);
    const refined = order(boxPair, 0.5);
    for (let k = 0; k < 3; k++) expect(refined.medians[k]).toBeLessThan(0.5 * plain.medians[k]);
  });
});
