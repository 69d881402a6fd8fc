// Degenerate pairs on purpose: shared planes, edges and corners, no thickness, slivers, faces that coincide up to
// rounding, numbers that are none. The answer is a clean "none" or a valid overlap; nothing hangs, nothing is NaN.
//
// Allowed error of V: input noise eps × surface, eps = 2⁻⁴⁸ × (size + distance), as convex.ts states.

import Module from 'manifold-3d';
import { beforeAll, describe, expect, it } from 'vitest';
import { Random } from '../../src/math/random.js';
import { eigenSymmetric } from '../../src/math/symmetric3.js';
import { cross, dot, type Quat, rotate, scale, sub, type Vec3 } from '../../src/math/vec3.js';
import { BoxOverlap } from '../../src/overlap/convex-boxes.js';
import { OV_STRIDE, OverlapBuffer } from '../../src/overlap/overlap.js';
import { boxPolyhedron, type Polyhedron } from '../../src/shapes/polyhedron.js';
import {
  about,
  answer,
  expectClose,
  moved,
  pose,
  prism,
  randomHull,
  scaled,
  size3,
  tetrahedron,
} from './convex-helpers.js';

const overlap = new BoxOverlap();
const out = new OverlapBuffer();
const cube = boxPolyhedron(0.5, 0.5, 0.5);
const S = Math.SQRT1_2;

/** Volume, after checking that the record is one: finite, V > 0, M without negative eigenvalue, boundary closed. */
function volume(A: Polyhedron, pa: Float64Array, B: Polyhedron, pb: Float64Array, boxes = false, what = ''): number {
  out.records.fill(Number.NaN);
  const found = boxes ? overlap.computeBoxes(A, pa, 0, B, pb, 0, out) : overlap.compute(A, pa, 0, B, pb, 0, out);
  expect(out.count, what).toBe(found ? 1 : 0);
  const polygons = overlap.updatePolygons(out);
  if (!found) {
    expect(polygons.polygonCount).toBe(0);
    return 0;
  }
  for (let i = 0; i < OV_STRIDE; i++) expect(Number.isFinite(out.records[i]), `${what} field ${i}`).toBe(true);
  for (let i = 0; i < 3 * out.pointStart[1]; i++)
    expect(Number.isFinite(out.points[i]), `${what} point ${i}`).toBe(true);
  const { V, M, n, g } = answer(out);
  expect(V, what).toBeGreaterThan(0);
  expect(Math.abs(size3(n) - (size3(n) > 0 ? 1 : 0)), what).toBeLessThan(1e-14);
  if (size3(n) > 0) expect(dot(n, g), what).toBeLessThan(0);
  // Polygons: at least a triangle each, and their area vectors add up to nothing.
  let sum: Vec3 = [0, 0, 0];
  let surface = 0;
  const at = (i: number): Vec3 => [
    polygons.polygonPoints[3 * i],
    polygons.polygonPoints[3 * i + 1],
    polygons.polygonPoints[3 * i + 2],
  ];
  for (let k = 0; k < polygons.polygonCount; k++) {
    const start = polygons.polygonStart[k];
    const end = polygons.polygonStart[k + 1];
    expect(end - start, what).toBeGreaterThanOrEqual(3);
    for (let i = start + 1; i + 1 < end; i++) {
      const a = scale(cross(sub(at(i), at(start)), sub(at(i + 1), at(start))), 0.5);
      sum = [sum[0] + a[0], sum[1] + a[1], sum[2] + a[2]];
      surface += size3(a);
    }
  }
  expect(size3(sum), what).toBeLessThanOrEqual(1e-13 * surface + 1e-15); // Cross products round at 2⁻⁵² × length².
  // M has no eigenvalue below zero but for eps × surface × length² (solids of size and distance about 2).
  const values = new Float64Array(3);
  eigenSymmetric(values, 0, new Float64Array(9), 0, Float64Array.from(M), 0);
  expect(values[2], what).toBeGreaterThan(0);
  expect(values[0], what).toBeGreaterThanOrEqual((-(2 ** -47) * surface * 12 * values[2]) / V);
  return V;
}

/** V by all four ways to ask: they cut different solids by different planes in different orders, and must agree. */
function agreedVolume(
  A: Polyhedron,
  pa: Float64Array,
  B: Polyhedron,
  pb: Float64Array,
  boxes: boolean,
  tolerance: number,
  what: string,
): number {
  const V = volume(A, pa, B, pb, false, what);
  expectClose(volume(B, pb, A, pa, false, what), V, tolerance, `${what} swapped`);
  if (boxes) {
    expectClose(volume(A, pa, B, pb, true, what), V, tolerance, `${what} box path`);
    expectClose(volume(B, pb, A, pa, true, what), V, tolerance, `${what} box path swapped`);
  }
  return V;
}

describe('touching without thickness', () => {
  const cases: [string, Float64Array][] = [
    ['a face', pose([0, 1, 0])],
    ['part of a face', pose([0.3, 1, 0.2])],
    ['a face, spun', pose([0.3, 1, 0.2], about([0, 1, 0], 0.5))],
    ['an edge', pose([1, 1, 0])],
    ['a corner', pose([1, 1, 1])],
    ['an edge on a face', pose([0, 0.5 + S, 0], about([0, 0, 1], Math.PI / 4))],
    ['two edges crossed', pose([1, 1, 0], about([1, 1, 0], Math.PI / 2))],
  ];
  for (const [name, pa] of cases) {
    it(name, () => {
      for (const [q, p] of [
        [
          [0, 0, 0, 1],
          [0, 0, 0],
        ],
        [about([1, 2, 3], 1), [5, 6, 7]],
      ] as [Quat, Vec3][]) {
        const [a, b] = [moved(pa, p, q), moved(pose(), p, q)];
        // At the origin the contact is exact: none. Elsewhere the input is rounded: none, or no more than that.
        const exact = p[0] === 0 && name !== 'an edge on a face' && name !== 'two edges crossed';
        const V = agreedVolume(cube, a, cube, b, true, 1e-14, name);
        if (exact) expect(V).toBe(0);
        expect(V).toBeLessThan(1e-14);
      }
    });
  }

  it('tetrahedra that share a corner, an edge, a face', () => {
    const T = tetrahedron([0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]);
    const byCorner = tetrahedron([0, 0, 0], [-1, 0, 0], [0, -1, 0], [0, 0, -1]);
    const byEdge = tetrahedron([0, 0, 0], [1, 0, 0], [0, -1, 0], [0, 0, -1]);
    const byFace = tetrahedron([0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, -1]);
    const bySlantedFace = tetrahedron([1, 1, 1], [1, 0, 0], [0, 1, 0], [0, 0, 1]);
    for (const U of [byCorner, byEdge, byFace, bySlantedFace])
      expect(agreedVolume(T, pose(), U, pose(), false, 0, '')).toBe(0);
  });
});

describe('overlaps down to the rounding of the input', () => {
  it('a box sunk by 10⁻ᵏ has that depth, or none', () => {
    for (let k = 1; k <= 18; k++) {
      const depth = 10 ** -k;
      const pa = pose([0.2, 1 - depth, 0.1]);
      // What the rounded position really says.
      const real = 1 - (1 - depth);
      const V = agreedVolume(cube, pa, cube, pose(), true, 1e-14, `k ${k}`);
      if (V > 0 || real > 4e-14) expectClose(V, real * 0.8 * 0.9, 4e-15, `k ${k}`);
    }
  });

  it('plates and needles of 1e-9 in any pose', () => {
    const random = new Random(61);
    const plate = boxPolyhedron(1, 1e-9, 1);
    const needle = boxPolyhedron(1e-9, 1, 1e-9);
    for (let i = 0; i < 200; i++) {
      const pa = pose(scale(random.direction(), 0.3), random.rotation());
      const pb = pose([0, 0, 0], random.rotation());
      // 2e-15 × their surfaces of 8 and 8e-9, and whatever the product of two thin ones is.
      agreedVolume(plate, pa, cube, pb, true, 3e-14, `plate ${i}`);
      agreedVolume(needle, pa, cube, pb, true, 3e-23, `needle ${i}`);
      agreedVolume(plate, pa, plate, pb, true, 3e-14, `plates ${i}`);
      agreedVolume(needle, pa, plate, pb, true, 3e-23, `needle and plate ${i}`);
    }
  });
});

describe('faces that coincide, or almost', () => {
  it('a solid and itself', () => {
    const random = new Random(62);
    for (const P of [
      cube,
      prism(7, 1, 0.3),
      tetrahedron([0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]),
      randomHull(random, 30),
    ]) {
      const q = random.rotation();
      const V = volume(P, pose([1, 2, 3], q), P, pose([1, 2, 3], q));
      const { g, turn, n } = answer(out);
      expectClose(g, [0, 0, 0], 1e-14, 'g');
      expectClose(turn, [0, 0, 0], 1e-14, 'turn');
      expect(n).toEqual([0, 0, 0]);
      const { polygonCount, polygonSolid } = overlap.polygons;
      expect(polygonCount).toBe(P.planes.length / 4);
      for (let k = 0; k < polygonCount; k++) expect(polygonSolid[k]).toBe(0);
      expectClose(volume(P, pose(), scaled(P, 3), pose()), V, 1e-14, 'inside, corner to corner or centred');
      expectClose(volume(scaled(P, 3), pose(), P, pose()), V, 1e-14, 'around');
    }
  });

  it('turned by 10⁻ᵏ and shifted by 10⁻ᵐ (seed 63)', () => {
    const random = new Random(63);
    for (let k = 1; k <= 18; k++) {
      for (let m = 1; m <= 18; m++) {
        const q = about(random.direction(), 10 ** -k);
        const shift = scale(random.direction(), 10 ** -m);
        for (const [P, boxes] of [
          [cube, true],
          [prism(6, 0.5, 0.5), false],
        ] as const) {
          const full = boxes ? 1 : 1.5 * Math.sqrt(3) * 0.25;
          const V = agreedVolume(P, pose(shift, q), P, pose(), boxes, 3e-14, `k ${k} m ${m}`);
          expect(V).toBeLessThanOrEqual(full + 1e-14);
          expect(V).toBeGreaterThanOrEqual(full - 3 * (10 ** -k + 10 ** -m) - 3e-14);
          // And stacked with flush sides, 0.01 deep.
          const up: Vec3 = [shift[0], 0.99 + shift[1], shift[2]];
          agreedVolume(P, pose(up, q), P, pose(), boxes, 3e-14, `stacked k ${k} m ${m}`);
        }
      }
    }
  });

  it('boxes on a lattice at right angles, ties counting for A (seed 64)', () => {
    const random = new Random(64);
    const turns: Quat[] = [
      [0, 0, 0, 1],
      [S, 0, 0, S],
      [0, S, 0, S],
      [0, 0, -S, S],
      [1, 0, 0, 0],
      [0.5, 0.5, 0.5, 0.5],
      [-0.5, 0.5, 0.5, 0.5],
    ];
    for (let i = 0; i < 2000; i++) {
      const draw = (): { h: Vec3; p: Vec3; q: Quat; world: Vec3 } => {
        const h: Vec3 = [(1 + random.below(3)) / 2, (1 + random.below(3)) / 2, (1 + random.below(3)) / 2];
        const p: Vec3 = [random.below(5) / 2, random.below(5) / 2, random.below(5) / 2];
        const q = turns[random.below(turns.length)];
        const world = rotate(q, h).map((v) => Math.round(2 * Math.abs(v)) / 2) as unknown as Vec3;
        return { h, p, q, world };
      };
      const [a, b] = [draw(), draw()];
      const low = [0, 1, 2].map((k) => Math.max(a.p[k] - a.world[k], b.p[k] - b.world[k]));
      const high = [0, 1, 2].map((k) => Math.min(a.p[k] + a.world[k], b.p[k] + b.world[k]));
      const s = [0, 1, 2].map((k) => Math.max(0, high[k] - low[k]));
      const want = s[0] * s[1] * s[2];
      const [A, B] = [boxPolyhedron(...a.h), boxPolyhedron(...b.h)];
      for (const boxes of [true, false]) {
        const V = volume(A, pose(a.p, a.q), B, pose(b.p, b.q), boxes, `case ${i}`);
        expectClose(V, want, 1e-13, `case ${i}`);
        if (want === 0) {
          expect(V).toBe(0);
          continue;
        }
        const g = [0, 1, 2].map((k) => {
          const top = a.p[k] + a.world[k] <= b.p[k] + b.world[k] ? 1 : 0;
          const bottom = a.p[k] - a.world[k] >= b.p[k] - b.world[k] ? 1 : 0;
          return ((top - bottom) * want) / s[k];
        });
        expectClose(answer(out).g, g, 1e-13, `case ${i} ${boxes} g`);
        // Six faces, eight corners: ties leave no slivers behind.
        expect(overlap.polygons.polygonCount, `case ${i}`).toBe(6);
        // A box that one plane cuts across writes each upright edge as one point of the patch.
        expect([4, 8], `case ${i}`).toContain(out.pointStart[1]);
      }
    }
  });
});

describe('tetrahedra on a small lattice, against manifold-3d', () => {
  let Manifold: Awaited<ReturnType<typeof Module>>['Manifold'];
  beforeAll(async () => {
    const wasm = await Module();
    wasm.setup();
    Manifold = wasm.Manifold;
  });

  it('shared corners, edges and planes in all combinations (seed 65)', () => {
    const random = new Random(65);
    const point = (): Vec3 => [random.below(3), random.below(3), random.below(3)];
    for (let i = 0, n = 0; n < 400; i++) {
      const corners = [
        [point(), point(), point(), point()],
        [point(), point(), point(), point()],
      ] as const;
      const six = corners.map(([a, b, c, d]) => dot(cross(sub(b, a), sub(c, a)), sub(d, a)));
      if (six[0] === 0 || six[1] === 0) continue;
      n++;
      const [T, U] = corners.map(([a, b, c, d]) => tetrahedron(a, b, c, d));
      const [t, u] = corners.map((list) => Manifold.hull(list.map(([x, y, z]): [number, number, number] => [x, y, z])));
      const both = t.intersect(u);
      const want = both.volume();
      for (const m of [t, u, both]) m.delete();
      const V = agreedVolume(T, pose(), U, pose(), false, 2e-13, `case ${i}`);
      // manifold merges within 1e-12 × size.
      expectClose(V, want, 1e-10, `case ${i}`);
      const q = random.rotation();
      expectClose(volume(T, moved(pose(), [0, 0, 0], q), U, moved(pose(), [0, 0, 0], q)), V, 2e-13, `case ${i} turned`);
    }
  });
});

describe('numbers that are none', () => {
  it('answers none, and the next pair is not affected', () => {
    for (const bad of [Number.NaN, Number.POSITIVE_INFINITY, 1e300]) {
      for (let k = 0; k < 7; k++) {
        for (const boxes of [true, false]) {
          const pa = pose([0.2, 0.3, 0.4]);
          pa[k] = bad;
          if (bad !== 1e300 || k < 3) expect(volume(cube, pa, cube, pose(), boxes)).toBe(0);
          expectClose(volume(cube, pose([0, 0.9, 0]), cube, pose(), boxes), 0.1, 1e-15, 'next pair');
        }
      }
    }
    const h = pose();
    h[4] = Number.NaN;
    expect(overlap.computeHalfSpace(cube, pose(), 0, h, 0, false, out)).toBe(false);
  });
});
