// What must hold for every round pair: symmetry under swapping, independence of the frame, of far positions and of the
// unit of length, and V to its last digits however thin the overlap.

import { describe, expect, it } from 'vitest';
import { matrixFromQuaternion } from '../../src/math/quaternion.js';
import { Random } from '../../src/math/random.js';
import { rotateSymmetric } from '../../src/math/symmetric3.js';
import { add, type Quat, rotate, scale, type Vec3 } from '../../src/math/vec3.js';
import { AnalyticOverlap } from '../../src/overlap/analytic/analytic.js';
import { addCylinder } from '../../src/overlap/analytic/cylinder.js';
import { PlaneCut } from '../../src/overlap/analytic/plane-cut.js';
import { TorusCut } from '../../src/overlap/analytic/torus.js';
import { OverlapBuffer } from '../../src/overlap/overlap.js';
import type { SimpleShape } from '../../src/shapes/shape.js';
import { capsule, cone, cylinder, halfSpace, meet, type Result, sphere } from './analytic-helpers.js';
import { about, expectClose, moved, pose, size3, ulp } from './convex-helpers.js';

interface Pair {
  A: SimpleShape;
  pa: Float64Array;
  B: SimpleShape;
  pb: Float64Array;
  got: Result;
  what: string;
}

const make = (kind: number, k: number): SimpleShape => {
  if (kind === 0) return sphere(0.7 * k);
  if (kind === 1) return capsule(0.4 * k, 1.1 * k);
  if (kind === 2) return cylinder(0.5 * k, 1.3 * k);
  if (kind === 3) return cylinder(k, 0.1 * k);
  return cone(0.6 * k, 1.1 * k);
};

function* pairs(seed: number, count: number, k = 1): Generator<Pair> {
  const random = new Random(seed);
  for (let i = 0, n = 0; n < count; i++) {
    const A = make(i % 5, k);
    const B = i % 10 === 0 ? sphere(0.6 * k) : halfSpace;
    const pa = pose(scale(random.direction(), 0.6 * k), random.rotation());
    const pb = pose(scale(random.direction(), 0.6 * k), random.rotation());
    const got = meet(A, pa, B, pb);
    if (got === null || got.V < 1e-3 * k ** 3) continue;
    n++;
    yield { A, pa, B, pb, got, what: `seed ${seed} case ${i}` };
  }
}

const size = (M: number[]): number => M[0] + M[3] + M[5];

describe('symmetry', () => {
  it('swapping turns g, turn and normal round and keeps the rest', () => {
    for (const { A, pa, B, pb, got, what } of pairs(61, 200)) {
      const back = meet(B, pb, A, pa)!;
      expect(Math.abs(back.V / got.V - 1), what).toBeLessThan(1e-14);
      expectClose(add(back.c, back.origin), add(got.c, got.origin), 1e-14, `${what} c`);
      expectClose(back.M, got.M, 1e-14 * size(got.M), `${what} M`);
      expectClose(back.g, scale(got.g, -1), 1e-14, `${what} g`);
      expectClose(back.turn, scale(got.turn, -1), 1e-14, `${what} turn`);
      expectClose(back.n, scale(got.n, -1), 1e-15, `${what} n`);
    }
  });

  it('a half-space moved along its own plane changes nothing', () => {
    for (const { A, pa, B, pb, got, what } of pairs(62, 100)) {
      if (B !== halfSpace) continue;
      const q = [pb[3], pb[4], pb[5], pb[6]] as const;
      const along = rotate(q, [100, 0, -70]);
      const now = meet(A, pa, B, pose([pb[0] + along[0], pb[1] + along[1], pb[2] + along[2]], [...q]))!;
      // The rounding of a distance of 122.
      const area = size3(got.g) + 1;
      expectClose(now.V, got.V, 8 * ulp(122) * area, what);
      expectClose(now.c, got.c, (20 * ulp(122) * area) / got.V, `${what} c`);
    }
  });
});

describe('rigid motion', () => {
  it.each([0, 1, 1e3, 1e6])('moved by %f and turned', (far) => {
    const random = new Random(63);
    const R = new Float64Array(9);
    const turned = new Float64Array(6);
    for (const { A, pa, B, pb, got, what } of pairs(64, 100)) {
      const q = random.rotation();
      const p = scale(random.direction(), far);
      const now = meet(A, moved(pa, p, q), B, moved(pb, p, q))!;
      // The positions themselves are rounded to ulp(far); an error of that in depth is times the area in V. The
      // surface of these solids is below 10.
      const noise = 8 * ulp(far + 1) * 10;
      const rel = 1e-11 + noise / got.V;
      expect(Math.abs(now.V / got.V - 1), `${what} V`).toBeLessThan(rel);
      expectClose(now.c, rotate(q, got.c), rel, `${what} c`);
      expectClose(now.g, rotate(q, got.g), 10 * rel, `${what} g`);
      expectClose(now.turn, rotate(q, got.turn), 10 * rel, `${what} turn`);
      matrixFromQuaternion(R, 0, Float64Array.from(q), 0);
      rotateSymmetric(turned, 0, R, 0, Float64Array.from(got.M), 0);
      expectClose(now.M, Array.from(turned), rel * size(got.M) * 10, `${what} M`);
    }
  });
});

describe('unit of length', () => {
  it.each([1e-3, 1e3])('scaled by %f', (k) => {
    const one = [...pairs(65, 100)];
    const other = [...pairs(65, 100, k)];
    one.forEach(({ got, what }, i) => {
      const now = other[i].got;
      expect(Math.abs(now.V / (got.V * k ** 3) - 1), what).toBeLessThan(1e-12);
      expectClose(now.c, scale(got.c, k), 1e-12 * k, what);
      expectClose(
        now.M,
        got.M.map((x) => x * k ** 5),
        1e-12 * size(got.M) * k ** 5,
        what,
      );
      expectClose(now.g, scale(got.g, k * k), 1e-12 * k * k, what);
      expectClose(now.turn, scale(got.turn, k ** 3), 1e-12 * k ** 3, what);
    });
  });
});

describe('thin overlaps keep their digits', () => {
  // Exactly: at a depth of 1e-12 the tilt of 1e-16 of a rounded quarter turn shows in V.
  const lying: Quat = [0.5, 0.5, 0.5, 0.5];
  // 1 - h is exact for powers of two, so that the depth is known exactly.
  const depths = [2 ** -10, 2 ** -20, 2 ** -30, 2 ** -40];
  const sunk = (shape: SimpleShape, y: number, q = about([0, 1, 0], 0)): Result =>
    meet(shape, pose([0, y, 0], q), halfSpace, pose())!;

  it.each(depths)('depth %f', (h) => {
    const cap = (Math.PI * h * h * (3 - h)) / 3;
    // Segment area of radius 1: (4/3)√2 h^1.5 (1 - 3h/20 - 3h²/224 - h³/384 - …), the next term 11 h⁴/16896 below
    // 1e-15.
    const segment = (4 / 3) * Math.SQRT2 * h * Math.sqrt(h) * (1 - (3 * h) / 20 - (3 * h * h) / 224 - h ** 3 / 384);
    const same = (got: number, want: number, what: string): void =>
      expect(Math.abs(got / want - 1), what).toBeLessThan(1e-12);
    same(sunk(sphere(1), 1 - h).V, cap, 'sphere');
    same(
      meet(sphere(1), pose([0, 2 - h, 0]), sphere(1), pose())!.V,
      (2 * Math.PI * (h / 2) ** 2 * (3 - h / 2)) / 3,
      'lens',
    );
    same(sunk(cylinder(1, 2), 1 - h).V, Math.PI * h, 'standing cylinder');
    same(sunk(cylinder(1, 2), 1 - h, lying).V, 2 * segment, 'lying cylinder');
    same(sunk(capsule(1, 2), 2 - h).V, cap, 'standing capsule');
    same(sunk(capsule(1, 2), 1 - h, lying).V, cap + 2 * segment, 'lying capsule');
    const flip = about([1, 0, 0], Math.PI);
    same(sunk(cone(1, 2), 1 - h, flip).V, (Math.PI * h ** 3) / 12, 'cone on its tip');
    same(sunk(cone(1, 2), 1 - h).V, (Math.PI * (h * (12 - h * (6 - h)))) / 12, 'cone on its base');
  });

  it('the rim of a leaning cylinder: V ~ η^2.5, M by its own power', () => {
    const cut = new PlaneCut();
    const ratios = [1e-8, 1e-11, 1e-14].map((eta) => {
      cut.setPlane(0, 1, 0, 0, 0, 1, 0, 0);
      cut.c = Math.cos(0.5);
      cut.s = Math.sin(0.5);
      addCylinder(cut, 1, 1, eta, 0);
      const nn = cut.etaEta - cut.eta ** 2 / cut.volume;
      const tt = cut.xiXi - cut.xi ** 2 / cut.volume;
      return [cut.volume / eta ** 2.5, nn / eta ** 4.5, tt / eta ** 4.5, cut.zz / eta ** 3.5, cut.section / eta ** 1.5];
    });
    // Corrections are of the order of η itself.
    ratios[0].forEach((x, i) => {
      expect(Math.abs(ratios[1][i] / x - 1)).toBeLessThan(1e-7);
      expect(Math.abs(ratios[2][i] / ratios[1][i] - 1)).toBeLessThan(1e-10);
    });
    // dV/dη = S.
    expect(ratios[2][0] * 2.5).toBeCloseTo(ratios[2][4], 9);
  });
});

describe('extreme shapes', () => {
  it('any proportions, tilts and depths: finite, within the solid, centre below the plane (seed 67)', () => {
    const random = new Random(67);
    for (let i = 0; i < 20000; i++) {
      const radius = 10 ** random.between(-3, 3);
      const height = 10 ** random.between(-3, 3);
      const shape = [capsule, cylinder, cone][i % 3](radius, height);
      const tilts = [0, 0.5 * Math.PI, Math.PI, Math.atan2(radius, height) + 0.5 * Math.PI];
      const tilt =
        i % 2 ? random.between(0, Math.PI) : tilts[random.below(4)] + random.below(3) * 10 ** random.between(-17, -2);
      const q = about([1, 0, random.between(-1, 1)], tilt);
      const big = radius + height;
      const y = random.between(-1, 1) * big;
      const got = meet(shape, pose([0, y, 0], q), halfSpace, pose());
      if (got === null) continue;
      const whole = shape.massProperties!.volume;
      const what = `case ${i}: ${shape.type} ${radius} × ${height}, tilt ${tilt}, y ${y}`;
      const all = [got.V, ...got.c, ...got.M, ...got.g, ...got.turn, ...got.points.flat()];
      expect(all.every(Number.isFinite), what).toBe(true);
      expect(got.V / whole, what).toBeLessThan(1 + 1e-12);
      expect(got.V, what).toBeGreaterThan(0);
      expect(got.c[1] + y, what).toBeLessThan(1e-14 * big);
      expect(-got.g[1], what).toBeGreaterThanOrEqual(0);
    }
  });
});

describe('memory', () => {
  it('a warm overlap keeps its arrays', () => {
    const overlap = new AnalyticOverlap(new TorusCut());
    const out = new OverlapBuffer();
    const run = (): void => {
      for (const { A, pa, B, pb } of pairs(66, 20)) overlap.compute(A, pa, 0, B, pb, 0, out);
    };
    run();
    const { points, records } = out;
    run();
    expect(out.points).toBe(points);
    expect(out.records).toBe(records);
  });
});

describe('not its business', () => {
  it('says so', () => {
    const overlap = new AnalyticOverlap(new TorusCut());
    const out = new OverlapBuffer();
    const at = pose();
    expect(overlap.compute(halfSpace, at, 0, halfSpace, at, 0, out)).toBe(-1);
    expect(overlap.compute(cylinder(1, 1), at, 0, sphere(1), at, 0, out)).toBe(-1);
    expect(overlap.compute(capsule(1, 1), at, 0, cone(1, 1), at, 0, out)).toBe(-1);
    expect(out.count).toBe(0);
    const far: Vec3 = [0, 50, 0];
    expect(overlap.compute(cone(1, 1), pose(far), 0, halfSpace, at, 0, out)).toBe(0);
  });
});
