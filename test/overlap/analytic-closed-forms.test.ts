// Closed forms, to 1e-11 relative (a few 1e-13 in fact): near the origin nothing but rounding stands between.

import { describe, expect, it } from 'vitest';
import { scale, type Vec3 } from '../../src/math/vec3.js';
import { capsule, cone, cylinder, halfSpace, hullArea, hullOf, meet, type Result, sphere } from './analytic-helpers.js';
import { about, expectClose, pose } from './convex-helpers.js';

const TOLERANCE = 1e-11;
const floor = pose();
const UP: Vec3 = [0, 1, 0];
/** Axis along x. */
const lying = about([0, 0, 1], -Math.PI / 2);

function close(got: number, want: number, what = ''): void {
  expect(Math.abs(got / want - 1), `${what}: got ${got}, want ${want}`).toBeLessThan(TOLERANCE);
}

/** Overlap with the floor y ≤ 0 of a solid whose origin is at this height. */
function onFloor(shape: Parameters<typeof meet>[0], height: number, q = about(UP, 0)): Result {
  const got = meet(shape, pose([0.3, height, -0.2], q), halfSpace, floor);
  expect(got).not.toBeNull();
  return got!;
}

/** Area of a circular segment of height h, and its centroid's distance from the chord. */
function segment(r: number, h: number): { area: number; centroid: number } {
  const beta = Math.acos(1 - h / r);
  const area = r * r * (beta - Math.sin(beta) * Math.cos(beta));
  return { area, centroid: (2 * r ** 3 * Math.sin(beta) ** 3) / (3 * area) - r * Math.cos(beta) };
}

describe('sphere on the floor', () => {
  it.each([0.01, 0.3, 0.7, 1.1, 1.39])('sunk by %f', (h) => {
    const R = 0.7;
    const got = onFloor(sphere(R), R - h);
    close(got.V, (Math.PI * h * h * (3 * R - h)) / 3);
    close(-got.g[1], Math.PI * h * (2 * R - h));
    // Centroid of a cap: 3(2R-h)²/(4(3R-h)) from the centre.
    close(-got.c[1], (3 * (2 * R - h) ** 2) / (4 * (3 * R - h)));
    expectClose(got.turn, [0, 0, 0], 1e-15, 'turn');
    expectClose(got.n, UP, 1e-15, 'n');
    const a = h < R ? Math.sqrt(h * (2 * R - h)) : R;
    close(hullArea(got.points, UP), Math.PI * a * a, 'patch');
  });

  it('whole below it: the ball, at any depth', () => {
    for (const height of [-0.7, -0.71, -5, -1e6]) {
      const got = onFloor(sphere(0.7), height);
      close(got.V, (4 / 3) * Math.PI * 0.7 ** 3);
      expectClose(got.c, [0, 0, 0], 1e-15, 'c');
      close(got.M[3], (got.V * 0.49) / 5);
      expect(got.g).toEqual([-0, -0, -0]);
    }
  });
});

describe('sphere and sphere', () => {
  const lens = (R: number, r: number, d: number): number =>
    (Math.PI * (R + r - d) ** 2 * (d * d + 2 * d * r - 3 * r * r + 2 * d * R + 6 * r * R - 3 * R * R)) / (12 * d);

  it.each([
    [1, 1, 1.9],
    [1, 0.4, 1.2],
    [0.4, 1, 0.9],
    [0.4, 1, 0.7],
    [2, 0.5, 1.6],
  ])('lens of %f and %f at %f', (ra, rb, d) => {
    const dir: Vec3 = [0.6, 0, 0.8];
    const got = meet(sphere(ra), pose(scale(dir, d)), sphere(rb), pose())!;
    close(got.V, lens(ra, rb, d), 'V');
    const x = (d * d + rb * rb - ra * ra) / (2 * d);
    const area = Math.PI * (rb * rb - x * x);
    expectClose(got.g, scale(dir, -area), TOLERANCE * area, 'g');
    expectClose(got.n, dir, 1e-15, 'n');
    expectClose(got.turn, [0, 0, 0], 1e-15, 'turn');
  });

  it('centre and moments of a symmetric lens', () => {
    const h = 0.3;
    const got = meet(sphere(1), pose([0, 2 - 2 * h, 0]), sphere(1), pose())!;
    expectClose(got.c, [0, -(1 - h), 0], 1e-15, 'c');
    // Two caps of height h: 2 ∫ η² and 2 ∫ ρ⁴/4 over the depth.
    const n = 2000;
    let along = 0;
    let across = 0;
    for (let i = 0; i < n; i++) {
      const x = (h * (i + 0.5)) / n;
      const rr = 2 * x - x * x;
      along += (2 * Math.PI * rr * (h - x) ** 2 * h) / n;
      across += (0.5 * Math.PI * rr * rr * h) / n;
    }
    // Midpoint rule: h²/24 of the derivative, some 1e-7.
    expect(got.M[3] / along).toBeCloseTo(1, 6);
    expect(got.M[0] / across).toBeCloseTo(1, 6);
    expect(got.M[5]).toBeCloseTo(got.M[0], 15);
  });

  it('one inside the other, concentric, touching, apart', () => {
    const inside = meet(sphere(2), pose([0.5, 0, 0]), sphere(0.5), pose())!;
    close(inside.V, (4 / 3) * Math.PI * 0.125);
    expectClose(inside.c, [-0.5, 0, 0], 1e-15, 'c');
    expect(inside.g.every((x) => x === 0)).toBe(true);
    const concentric = meet(sphere(2), pose(), sphere(0.5), pose())!;
    close(concentric.V, (4 / 3) * Math.PI * 0.125);
    expect(concentric.n.every((x) => x === 0)).toBe(true);
    expect(concentric.points.flat().every(Number.isFinite)).toBe(true);
    expect(meet(sphere(2), pose([2.5, 0, 0]), sphere(0.5), pose())).toBeNull();
    expect(meet(sphere(2), pose([3, 0, 0]), sphere(0.5), pose())).toBeNull();
  });
});

describe('cylinder', () => {
  const R = 0.5;
  const H = 1.4;

  it.each([0.01, 0.2, 0.5, 0.8])('on its side, sunk by %f: segment times length', (h) => {
    const got = onFloor(cylinder(R, H), R - h, lying);
    const { area, centroid } = segment(R, h);
    close(got.V, area * H, 'V');
    close(-(got.c[1] + R - h), centroid, 'c');
    const w = h < R ? Math.sqrt(h * (2 * R - h)) : R;
    close(-got.g[1], 2 * Math.sqrt(h * (2 * R - h)) * H, 'g');
    close(got.M[0], (got.V * H * H) / 12, 'M');
    // Just the four corners of a rectangle (corners above the widest line project into it).
    const hull = hullOf(got.points, UP);
    for (const [x, z] of hull) {
      const along = Math.max(Math.abs(x), Math.abs(z));
      expect(Math.min(Math.abs(along - H / 2), Math.abs(along - w))).toBeLessThan(1e-12);
    }
    close(hullArea(got.points, UP), 2 * w * H, 'patch');
  });

  it('standing', () => {
    const got = onFloor(cylinder(R, H), H / 2 - 0.1);
    close(got.V, Math.PI * R * R * 0.1);
    close(-got.g[1], Math.PI * R * R);
    close(got.M[0], (got.V * R * R) / 4);
    close(got.M[3], (got.V * 0.01) / 12);
    expectClose(got.turn, [0, 0, 0], 1e-15, 'turn');
    close(hullArea(got.points, UP), Math.PI * R * R, 'patch');
  });

  it('ungula through a diameter of the base: V = ⅔ r² h, section ½ π r √(r²+h²)', () => {
    for (const angle of [0.1, 0.4, 0.7, 1.1]) {
      // The base's centre is on the floor and the cylinder leans by `angle`.
      const high = Math.cos(angle) * (H / 2);
      const got = onFloor(cylinder(R, 10 * H), 10 * high, about([0, 0, 1], angle));
      const h = R * Math.tan(angle);
      close(got.V, (2 / 3) * R * R * h, `V at ${angle}`);
      close(-got.g[1], 0.5 * Math.PI * R * Math.hypot(R, h), `S at ${angle}`);
    }
  });
});

describe('capsule', () => {
  const R = 0.4;
  const H = 1.2;

  it.each([0.01, 0.3, 0.6])('on its side, sunk by %f: segment times length and two half caps', (h) => {
    const got = onFloor(capsule(R, H), R - h, lying);
    const { area } = segment(R, h);
    close(got.V, area * H + (Math.PI * h * h * (3 * R - h)) / 3);
    const ww = h * (2 * R - h);
    close(-got.g[1], 2 * Math.sqrt(ww) * H + Math.PI * ww);
    const w = h < R ? Math.sqrt(ww) : R;
    // Stadium: its round ends are sampled outside by up to 0.32 %, so that its sides may be as well.
    const stadium = 2 * w * H + Math.PI * w * w;
    const patch = hullArea(got.points, UP);
    expect(patch / stadium).toBeGreaterThan(1);
    expect(patch / stadium).toBeLessThan(1.0035);
  });

  it('standing', () => {
    const shallow = onFloor(capsule(R, H), H / 2 + R - 0.1);
    close(shallow.V, (Math.PI * 0.01 * (3 * R - 0.1)) / 3);
    const deep = onFloor(capsule(R, H), H / 2 - 0.3);
    close(deep.V, Math.PI * R * R * 0.3 + (2 / 3) * Math.PI * R ** 3);
    close(-deep.g[1], Math.PI * R * R);
    close(hullArea(deep.points, UP), Math.PI * R * R, 'patch');
    const deeper = onFloor(capsule(R, H), -H / 2 - 0.1);
    close(deeper.V, Math.PI * R * R * H + (4 / 3) * Math.PI * R ** 3 - (Math.PI * 0.09 * (3 * R - 0.3)) / 3);
  });
});

describe('cone', () => {
  const R = 0.6;
  const H = 1.1;
  const flip = about([1, 0, 0], Math.PI);

  it.each([1e-3, 0.2, 0.9])('tip down, sunk by %f', (x) => {
    const got = onFloor(cone(R, H), H / 2 - x, flip);
    const r = (R * x) / H;
    close(got.V, (Math.PI * r * r * x) / 3, 'V');
    close(-got.g[1], Math.PI * r * r, 'S');
    // A cone's centroid is a quarter of its height from its base: 3/80 h² and 3/20 r² are its variances.
    close(-(got.c[1] + H / 2 - x), x / 4, 'c');
    close(got.M[3], (3 / 80) * got.V * x * x, 'M');
    close(got.M[0], (3 / 20) * got.V * r * r, 'M');
    close(hullArea(got.points, UP), Math.PI * r * r, 'patch');
  });

  it.each([1e-3, 0.2, 0.9])('base down, sunk by %f', (x) => {
    const got = onFloor(cone(R, H), H / 2 - x);
    const r = (R * (H - x)) / H;
    close(got.V, (Math.PI * (R * R * H - r * r * (H - x))) / 3, 'V');
    close(-got.g[1], Math.PI * r * r, 'S');
    close(hullArea(got.points, UP), Math.PI * R * R, 'patch');
  });

  it('on its side with half of it below: a plane through the axis, and one through the apex', () => {
    const half = onFloor(cone(R, H), 0, lying);
    close(half.V, (Math.PI * R * R * H) / 6);
    close(-half.g[1], R * H);
    // Through the apex: the segment of the base it cuts off, times H/3.
    for (const share of [0.05, 0.3, 0.6, 1.3]) {
      const k = R * (1 - share);
      // The plane holds the apex and the chord at distance k below the base's centre.
      const slope = Math.atan2(k, H);
      const q = about([0, 0, 1], -Math.PI / 2 - slope);
      const got = onFloor(cone(R, H), Math.sin(slope) * (H / 2), q);
      close(got.V, (segment(R, R * share).area * H) / 3, `V ${share}`);
      close(-got.g[1], Math.sqrt(R * R - k * k) * Math.hypot(H, k), `S ${share}`);
    }
  });
});

describe('touching', () => {
  it('is none', () => {
    const none = (shape: Parameters<typeof meet>[0], y: number, q = about(UP, 0)): void => {
      expect(meet(shape, pose([0, y, 0], q), halfSpace, floor)).toBeNull();
      expect(meet(halfSpace, floor, shape, pose([0, y, 0], q))).toBeNull();
    };
    none(sphere(1), 1);
    none(sphere(1), 1.5);
    none(cylinder(1, 2), 1);
    none(cylinder(1, 2), 1, lying);
    none(capsule(1, 2), 2);
    none(capsule(1, 2), 1, lying);
    none(cone(1, 2), 1);
    none(cone(1, 2), 1, about([1, 0, 0], Math.PI));
    none(cone(1, 2), 1, lying);
  });

  it('an apex just below is a small cone', () => {
    const x = 1e-9;
    const got = meet(cone(1, 2), pose([0, 1 - x, 0], about([1, 0, 0], Math.PI)), halfSpace, floor)!;
    // The depth itself carries an ulp of 1, 1.1e-16 of 1e-9, three times over in V.
    expect(got.V / ((Math.PI * 0.25 * x ** 3) / 3)).toBeCloseTo(1, 6);
  });
});
