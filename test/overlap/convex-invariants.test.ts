// What must hold for every pair: a closed boundary, moments that agree with a sum over its polygons, symmetry under
// swapping, independence of the frame and of the unit of length.

import { describe, expect, it } from 'vitest';
import { matrixFromQuaternion } from '../../src/math/quaternion.js';
import { Random } from '../../src/math/random.js';
import { rotateSymmetric } from '../../src/math/symmetric3.js';
import { add, cross, dot, rotate, scale, sub, type Vec3 } from '../../src/math/vec3.js';
import { BoxOverlap } from '../../src/overlap/convex-boxes.js';
import { OverlapBuffer } from '../../src/overlap/overlap.js';
import { boxPolyhedron, type Polyhedron } from '../../src/shapes/polyhedron.js';
import {
  answer,
  expectClose,
  momentsOfTetrahedra,
  moved,
  pose,
  prism,
  randomHull,
  scaled,
  size3,
} from './convex-helpers.js';

const overlap = new BoxOverlap();
const out = new OverlapBuffer();

interface Pair {
  A: Polyhedron;
  pa: Float64Array;
  B: Polyhedron;
  pb: Float64Array;
  boxes: boolean;
  what: string;
}

function solidOf(random: Random, kind: number): Polyhedron {
  if (kind === 0) return boxPolyhedron(random.between(0.3, 1), random.between(0.3, 1), random.between(0.3, 1));
  if (kind === 1) return prism(3 + random.below(8), random.between(0.4, 1), random.between(0.3, 0.8));
  return randomHull(random, 5 + random.below(10));
}

/** Pairs that overlap by at least 1e-4, so that relative errors mean something. */
function* pairs(seed: number, count: number): Generator<Pair> {
  const random = new Random(seed);
  for (let i = 0, n = 0; n < count; i++) {
    const boxes = i % 4 === 0;
    const A = solidOf(random, boxes ? 0 : i % 3);
    const B = solidOf(random, boxes ? 0 : (i >> 2) % 3);
    const pa = pose(scale(random.direction(), random.between(0, 1.4)), random.rotation());
    const pb = pose(scale(random.direction(), 0.2), random.rotation());
    const pair = { A, pa, B, pb, boxes, what: `seed ${seed} case ${i}` };
    if (!run(pair) || answer(out).V < 1e-4) continue;
    n++;
    yield pair;
  }
}

function run({ A, pa, B, pb, boxes }: Pair): boolean {
  return boxes ? overlap.computeBoxes(A, pa, 0, B, pb, 0, out) : overlap.compute(A, pa, 0, B, pb, 0, out);
}

function polygonsOf(): { solid: number; face: number; points: Vec3[] }[] {
  const p = overlap.updatePolygons(out);
  return Array.from({ length: p.polygonCount }, (_, k) => {
    const points: Vec3[] = [];
    for (let i = p.polygonStart[k]; i < p.polygonStart[k + 1]; i++) {
      points.push([p.polygonPoints[3 * i], p.polygonPoints[3 * i + 1], p.polygonPoints[3 * i + 2]]);
    }
    return { solid: p.polygonSolid[k], face: p.polygonFace[k], points };
  });
}

describe('boundary polygons', () => {
  it('close, lie on the faces they name, and give the same moments, area vector and turn', () => {
    for (const pair of pairs(31, 300)) {
      run(pair);
      const got = answer(out);
      const polygons = polygonsOf();
      const { what } = pair;
      // Every side is met once more the other way round.
      const sides = new Map<string, number>();
      const tets: [Vec3, Vec3, Vec3, Vec3][] = [];
      const areas: [Vec3, Vec3] = [
        [0, 0, 0],
        [0, 0, 0],
      ];
      let turn: Vec3 = [0, 0, 0];
      let surface = 0;
      for (const { solid, face, points } of polygons) {
        const poly = solid === 0 ? pair.A : pair.B;
        const f = solid === 0 ? pair.pa : pair.pb;
        const q = [f[3], f[4], f[5], f[6]] as const;
        const n = rotate(q, [poly.planes[4 * face], poly.planes[4 * face + 1], poly.planes[4 * face + 2]]);
        const base = sub([f[0], f[1], f[2]], [pair.pa[0], pair.pa[1], pair.pa[2]]);
        points.forEach((a, i) => {
          const b = points[(i + 1) % points.length];
          expect(Math.abs(dot(n, sub(a, base)) - poly.planes[4 * face + 3]), what).toBeLessThan(4e-15);
          const [there, back] = [`${a}|${b}`, `${b}|${a}`];
          if (sides.get(back) === 1) sides.delete(back);
          else sides.set(there, (sides.get(there) ?? 0) + 1);
        });
        for (let i = 1; i + 1 < points.length; i++) {
          const [a, b, c] = [points[0], points[i], points[i + 1]];
          tets.push([got.c, a, b, c]);
          const S = scale(cross(sub(b, a), sub(c, a)), 0.5);
          areas[solid] = add(areas[solid], S);
          surface += size3(S);
          const middle = scale(add(add(a, b), c), 1 / 3);
          if (solid === 0) turn = add(turn, cross(sub(middle, got.c), S));
        }
      }
      expect([...sides.keys()], what).toEqual([]);
      const sum = momentsOfTetrahedra(tets);
      expectClose(got.V, sum.V, 1e-14 * surface, `${what} V`);
      expectClose(got.c, sum.c, (1e-14 * surface) / got.V, `${what} c`);
      expectClose(got.M, sum.M, 1e-11 * size3(sum.M), `${what} M`);
      expectClose(got.g, areas[0], 1e-14 * surface, `${what} g`);
      expectClose(areas[0], scale(areas[1], -1), 1e-14 * surface, `${what} ∂A∩B against ∂B∩A`);
      expectClose(got.turn, turn, 1e-14 * surface, `${what} turn`);
    }
  });

  it('have the points of the overlap for corners, each inside both solids', () => {
    for (const pair of pairs(32, 100)) {
      run(pair);
      const count = out.pointStart[1];
      const corners = new Set<string>();
      for (const { points } of polygonsOf()) for (const p of points) corners.add(`${p}`);
      for (let i = 0; i < count; i++) {
        const p: Vec3 = [out.points[3 * i], out.points[3 * i + 1], out.points[3 * i + 2]];
        expect(corners.has(`${p}`), pair.what).toBe(true);
        for (const [poly, f] of [
          [pair.A, pair.pa],
          [pair.B, pair.pb],
        ] as const) {
          const local = rotate(
            [-f[3], -f[4], -f[5], f[6]],
            sub(add(p, [pair.pa[0], pair.pa[1], pair.pa[2]]), [f[0], f[1], f[2]]),
          );
          for (let k = 0; k < poly.planes.length; k += 4) {
            const s = dot(local, [poly.planes[k], poly.planes[k + 1], poly.planes[k + 2]]) - poly.planes[k + 3];
            expect(s, pair.what).toBeLessThan(1e-14);
          }
        }
      }
      expect(corners.size, pair.what).toBe(count);
    }
  });
});

describe('symmetry', () => {
  it('swapping A and B turns the area vector and the normal round and moves the origin only', () => {
    for (const pair of pairs(33, 300)) {
      run(pair);
      const there = answer(out);
      run({ ...pair, A: pair.B, pa: pair.pb, B: pair.A, pb: pair.pa });
      const back = answer(out);
      const shift = sub([pair.pb[0], pair.pb[1], pair.pb[2]], [pair.pa[0], pair.pa[1], pair.pa[2]]);
      // 1e-14 of the surface (at most about 10) covers the rounding of either order; the centre's is over V.
      expectClose(back.V, there.V, 1e-13, `${pair.what} V`);
      expectClose(add(back.c, shift), there.c, 1e-14 / there.V, `${pair.what} c`);
      expectClose(back.M, there.M, 1e-13, `${pair.what} M`);
      expectClose(scale(back.g, -1), there.g, 1e-13, `${pair.what} g`);
      expectClose(scale(back.turn, -1), there.turn, 1e-13, `${pair.what} turn`);
      if (size3(there.n) > 0) expectClose(scale(back.n, -1), there.n, 1e-13, `${pair.what} n`);
    }
  });

  it('a rigid motion of both turns the answer with it', () => {
    const random = new Random(34);
    const r = new Float64Array(9);
    for (const pair of pairs(34, 300)) {
      run(pair);
      const still = answer(out);
      const q = random.rotation();
      const p = scale(random.direction(), 3);
      run({ ...pair, pa: moved(pair.pa, p, q), pb: moved(pair.pb, p, q) });
      const got = answer(out);
      matrixFromQuaternion(r, 0, Float64Array.of(...q), 0);
      const M = Float64Array.of(...still.M);
      rotateSymmetric(M, 0, r, 0, M, 0);
      // Positions near 4 are rounded to 2⁻⁵⁰ in the motion, and the rotations to some ulp: 1e-14 × surface of 10.
      expectClose(got.V, still.V, 1e-13, `${pair.what} V`);
      expectClose(got.c, rotate(q, still.c), 1e-14 / still.V, `${pair.what} c`);
      expectClose(got.M, Array.from(M), 1e-13, `${pair.what} M`);
      expectClose(got.g, rotate(q, still.g), 1e-13, `${pair.what} g`);
      expectClose(got.turn, rotate(q, still.turn), 1e-13, `${pair.what} turn`);
      expectClose(got.n, rotate(q, still.n), 1e-14, `${pair.what} n`);
    }
  });

  it('the unit of length does not matter, from 1e-3 to 1e3', () => {
    for (const k of [1e-3, 0.1, 2, 10, 1e3]) {
      for (const pair of pairs(35, 60)) {
        run(pair);
        const unit = answer(out);
        const grown = (f: Float64Array): Float64Array => f.map((v, i) => (i < 3 ? v * k : v));
        run({ ...pair, A: scaled(pair.A, k), B: scaled(pair.B, k), pa: grown(pair.pa), pb: grown(pair.pb) });
        const got = answer(out);
        expectClose(got.V / k ** 3, unit.V, 1e-14, `${pair.what} scale ${k} V`);
        expectClose(scale(got.c, 1 / k), unit.c, 1e-15 + 1e-15 / unit.V, `${pair.what} scale ${k} c`);
        expectClose(
          got.M.map((m) => m / k ** 5),
          unit.M,
          1e-14,
          `${pair.what} scale ${k} M`,
        );
        expectClose(scale(got.g, k ** -2), unit.g, 3e-14, `${pair.what} scale ${k} g`);
        expectClose(scale(got.turn, k ** -3), unit.turn, 3e-14, `${pair.what} scale ${k} turn`);
        // A face is copied; where the gradient has a say in the normal it brings the rounding of a sum over a dozen
        // faces.
        expectClose(got.n, unit.n, 12 * 2 ** -52, `${pair.what} scale ${k} n`);
      }
    }
  });

  it('the closed form for a box at rest agrees with the general path, polygons included (seed 37)', () => {
    const random = new Random(37);
    for (let i = 0; i < 200; i++) {
      const side = (): number => random.between(0.5, 1);
      const A = boxPolyhedron(side(), side(), side());
      const B = boxPolyhedron(4, 1, 4);
      const turn = random.below(3);
      // Any of A's faces down, any of B's faces up, tilted by up to 0.2 rad, by less, or not at all, about any axis or
      // one in a plane of the box; deep enough that the face is below the floor.
      const lean = [0.1, 1e-5, 1e-9, 0][i % 4];
      const tilt = random.rotation().map((v, k) => (k === 3 ? 1 : i % 8 < 4 || k === i % 3 ? lean * v : 0));
      const k = 1 / size3(tilt);
      const q = [0, 1, 2, 3].map((j) => tilt[j] * k) as unknown as [number, number, number, number];
      const quarter = [0, 0, 0, Math.SQRT1_2];
      quarter[turn] = Math.SQRT1_2;
      const reach = A.vertices[21 + (turn === 0 ? 2 : turn === 1 ? 1 : 0)];
      const pa0 = moved(
        pose([0, 0, 0], quarter as unknown as [number, number, number, number]),
        [0, 1 + 0.5 * reach, 0],
        q,
      );
      const away = random.rotation();
      const pair: Pair = {
        A,
        pa: moved(pa0, [1, 2, 3], away),
        B,
        pb: moved(pose(), [1, 2, 3], away),
        boxes: true,
        what: `case ${i}`,
      };
      for (const [A2, pa, B2, pb] of [
        [pair.A, pair.pa, pair.B, pair.pb],
        [pair.B, pair.pb, pair.A, pair.pa],
      ] as const) {
        const both = { ...pair, A: A2, pa, B: B2, pb };
        run(both);
        const fast = answer(out);
        const points = Array.from(
          { length: out.pointStart[1] },
          (_, k): Vec3 => [out.points[3 * k], out.points[3 * k + 1], out.points[3 * k + 2]],
        );
        expect(points.length, pair.what).toBeLessThanOrEqual(6);
        const polygons = polygonsOf();
        const again = polygonsOf();
        expect(again).toEqual(polygons);
        expect(answer(out)).toEqual(fast);
        // The points are corners of the overlap, up to rounding, and their outline seen along the normal is that of all
        // corners.
        const corners = polygons.flatMap(({ points: list }) => list);
        for (const p of points) expect(Math.min(...corners.map((q) => size3(sub(p, q))))).toBeLessThan(1e-14);
        const n = fast.n;
        for (let j = 0; j < points.length; j++) {
          const p = points[j];
          const along = sub(points[(j + 1) % points.length], p);
          const k = 1 / size3(along);
          // What is left out may stick out by as much as a hull would have merged: 1e-9 of the shorter half side, 0.3
          // to 1 here.
          for (const q of corners)
            expect(k * dot(n, cross(along, sub(q, p))), `${pair.what} corner`).toBeGreaterThan(-1e-9);
        }
        expect(polygons.length).toBe(6);
        run({ ...both, boxes: false });
        const general = answer(out);
        expect(out.pointStart[1]).toBe(8);
        // A surface of about 10, positions near 8: 16 × 2⁻⁵⁰ and less.
        expectClose(fast.V, general.V, 1e-13, `${pair.what} V`);
        expectClose(fast.c, general.c, 1e-14, `${pair.what} c`);
        expectClose(fast.M, general.M, 1e-13, `${pair.what} M`);
        expectClose(fast.g, general.g, 1e-13, `${pair.what} g`);
        expectClose(fast.turn, general.turn, 1e-13, `${pair.what} turn`);
        expectClose(fast.n, general.n, 1e-14, `${pair.what} n`);
      }
      // And against a half-space at B's upper face.
      const hp = moved(pose([0, 1, 0]), [1, 2, 3], away);
      for (const first of [false, true]) {
        overlap.computeHalfSpace(A, pair.pa, 0, hp, 0, first, out, true);
        const fast = answer(out);
        overlap.computeHalfSpace(A, pair.pa, 0, hp, 0, first, out, false);
        const general = answer(out);
        expectClose(fast.V, general.V, 1e-13, `${pair.what} V`);
        expectClose(fast.c, general.c, 1e-14, `${pair.what} c`);
        expectClose(fast.M, general.M, 1e-13, `${pair.what} M`);
        expectClose(fast.g, general.g, 1e-13, `${pair.what} g`);
        expectClose(fast.turn, general.turn, 1e-13, `${pair.what} turn`);
        expectClose(fast.n, general.n, 1e-14, `${pair.what} n`);
      }
    }
  });

  it('the box path agrees with the general one', () => {
    for (const pair of pairs(36, 400)) {
      if (!pair.boxes) continue;
      run(pair);
      const fast = answer(out);
      run({ ...pair, boxes: false });
      const general = answer(out);
      expectClose(fast.V, general.V, 1e-13, `${pair.what} V`);
      expectClose(fast.M, general.M, 1e-13, `${pair.what} M`);
      expectClose(fast.g, general.g, 1e-13, `${pair.what} g`);
      expectClose(fast.turn, general.turn, 1e-13, `${pair.what} turn`);
      expectClose(fast.n, general.n, 1e-14, `${pair.what} n`);
    }
  });
});
