// V, centre, M and area vector of convex overlaps against closed forms. Near the origin what matters is the rounding of
// some hundred operations on numbers of the solids' size: 1e-11 relative to V (and size, |M|, area) leaves a wide
// margin for overlaps thicker than a thousandth of their width. At an offset, positions are rounded to ulp(offset),
// which moves the solids against each other by that much: V changes by area × ulp.

import { describe, expect, it } from 'vitest';
import { matrixFromQuaternion } from '../../src/math/quaternion.js';
import { Random } from '../../src/math/random.js';
import { rotateSymmetric } from '../../src/math/symmetric3.js';
import { add, dot, IDENTITY, normalize, type Quat, rotate, scale, sub, type Vec3 } from '../../src/math/vec3.js';
import { BoxOverlap } from '../../src/overlap/convex-boxes.js';
import { OverlapBuffer } from '../../src/overlap/overlap.js';
import { boxPolyhedron, type Polyhedron } from '../../src/shapes/polyhedron.js';
import {
  type Answer,
  about,
  answer,
  expectClose,
  momentsOfTetrahedra,
  moved,
  pose,
  prism,
  size3,
  tetrahedron,
  ulp,
} from './convex-helpers.js';

const overlap = new BoxOverlap();
const out = new OverlapBuffer();

function solve(A: Polyhedron, pa: Float64Array, B: Polyhedron, pb: Float64Array, boxes = false): Answer {
  const found = boxes ? overlap.computeBoxes(A, pa, 0, B, pb, 0, out) : overlap.compute(A, pa, 0, B, pb, 0, out);
  expect(found).toBe(true);
  return answer(out);
}

function turned(M: readonly number[], q: Quat): number[] {
  const r = new Float64Array(9);
  matrixFromQuaternion(r, 0, Float64Array.of(...q), 0);
  const m = Float64Array.of(...M);
  rotateSymmetric(m, 0, r, 0, m, 0);
  return Array.from(m);
}

interface Truth {
  V: number;
  c: Vec3;
  M: number[];
  g: Vec3;
}

/** Compare, with lengths measured against `length` and areas against `area`; `slack`: relative error allowed on V. */
function expectTruth(got: Answer, want: Truth, length: number, area: number, what: string, slack = 1e-11): void {
  expectClose(got.V, want.V, slack * want.V, `${what} V`);
  expectClose(got.c, want.c, slack * length, `${what} c`);
  expectClose(got.M, want.M, slack * size3(want.M), `${what} M`);
  expectClose(got.g, want.g, slack * area, `${what} g`);
}

/** Axis-parallel boxes at centres ca and cb, half lengths ha and hb; ties count for A. */
function alignedBoxes(ca: Vec3, ha: Vec3, cb: Vec3, hb: Vec3): Truth {
  const low = [0, 1, 2].map((k) => Math.max(ca[k] - ha[k], cb[k] - hb[k]));
  const high = [0, 1, 2].map((k) => Math.min(ca[k] + ha[k], cb[k] + hb[k]));
  const s = [0, 1, 2].map((k) => high[k] - low[k]);
  const V = s[0] * s[1] * s[2];
  const g = [0, 1, 2].map((k) => {
    const area = V / s[k];
    return (ca[k] + ha[k] <= cb[k] + hb[k] ? area : 0) - (ca[k] - ha[k] >= cb[k] - hb[k] ? area : 0);
  });
  return {
    V,
    c: [0, 1, 2].map((k) => 0.5 * (low[k] + high[k]) - ca[k]) as unknown as Vec3,
    M: [(V * s[0] ** 2) / 12, 0, 0, (V * s[1] ** 2) / 12, 0, (V * s[2] ** 2) / 12],
    g: g as unknown as Vec3,
  };
}

const surfaceOf = (s: readonly number[]): number => 2 * (s[0] * s[1] + s[1] * s[2] + s[2] * s[0]);

describe('boxes with parallel axes, turned and moved together', () => {
  for (const boxes of [true, false]) {
    for (const offset of [0, 1e3, 1e6]) {
      it(`${boxes ? 'box path' : 'general path'}, ${offset} m from the origin (seed 11)`, () => {
        const random = new Random(11);
        for (let i = 0; i < 300; i++) {
          const span = (): Vec3 => [random.between(0.2, 1), random.between(0.2, 1), random.between(0.2, 1)];
          const ha = span();
          const hb = span();
          // From shallow to one inside the other, on each axis separately.
          const at = [0, 1, 2].map((k) => random.between(-1, 1) * (ha[k] + hb[k] - 0.02)) as unknown as Vec3;
          const q = i < 20 ? IDENTITY : random.rotation();
          const p = scale(random.direction(), offset);
          const pa = moved(pose(), p, q);
          const pb = moved(pose(at), p, q);
          const want = alignedBoxes([0, 0, 0], ha, at, hb);
          const got = solve(boxPolyhedron(...ha), pa, boxPolyhedron(...hb), pb, boxes);
          const sides = [0, 3, 5].map((k) => Math.sqrt((12 * want.M[k]) / want.V));
          const noise = offset === 0 ? 0 : (8 * ulp(offset) * surfaceOf(sides)) / want.V;
          const truth = { V: want.V, c: rotate(q, want.c), M: turned(want.M, q), g: rotate(q, want.g) };
          expectTruth(got, truth, 2, surfaceOf(sides), `case ${i}`, 1e-11 + noise);
          // Each face's middle lies straight below or above the centre: nothing turns.
          expectClose(got.turn, [0, 0, 0], (1e-11 + noise) * surfaceOf(sides), `case ${i} turn`);
        }
      });
    }
  }
});

describe('a corner of one box cut off by another box at any rotation', () => {
  for (const boxes of [true, false]) {
    it(`${boxes ? 'box path' : 'general path'} (seed 12)`, () => {
      const random = new Random(12);
      for (let i = 0; i < 200; i++) {
        // The corner at the origin of a box in the octant x, y, z ≥ 0, cut by x/a + y/b + z/c = 1.
        const [a, b, c] = [random.between(0.05, 0.9), random.between(0.05, 0.9), random.between(0.05, 0.9)];
        const n = normalize([1 / a, 1 / b, 1 / c]);
        const d = dot(n, [a, 0, 0]);
        // A large box B, its +y face in that plane, spun about its normal.
        const toNormal = normalizedBetween([0, 1, 0], n);
        const spin = about(n, random.between(0, 6));
        const qb = product(spin, toNormal);
        const pb = pose(sub(scale(n, d), scale(n, 4)), qb);
        const q = random.rotation();
        const p = scale(random.direction(), 2);
        const A = boxPolyhedron(0.5, 0.5, 0.5);
        const B = boxPolyhedron(4, 4, 4);
        const corner = momentsOfTetrahedra([
          [
            [0, 0, 0],
            [a, 0, 0],
            [0, b, 0],
            [0, 0, c],
          ],
        ]);
        const pa = moved(pose([0.5, 0.5, 0.5]), p, q);
        const got = solve(A, pa, B, moved(pb, p, q), boxes);
        const area = (0.5 * a * b * c) / d;
        const truth = {
          V: (a * b * c) / 6,
          c: rotate(q, sub(corner.c, [0.5, 0.5, 0.5])),
          M: turned(corner.M, q),
          g: scale(rotate(q, n), -area),
        };
        // Coordinates near 4 are rounded to 2⁻⁵¹: the plane moves by some of these.
        expectTruth(got, truth, 1, area, `case ${i}`, 1e-11 + (8 * ulp(4) * area) / truth.V);
        expectClose(got.n, rotate(q, n), 1e-14, `case ${i} face normal`);
      }
    });
  }
});

/** The rotation that takes unit a to unit b. */
function normalizedBetween(a: Vec3, b: Vec3): Quat {
  const w = 1 + dot(a, b);
  const v: Vec3 = [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
  const k = 1 / Math.sqrt(w * w + dot(v, v));
  return [v[0] * k, v[1] * k, v[2] * k, w * k];
}

function product(a: Quat, b: Quat): Quat {
  const p = moved(pose([0, 0, 0], b), [0, 0, 0], a);
  return [p[3], p[4], p[5], p[6]];
}

describe('prisms', () => {
  /** Regular polygon of n sides and inner radius r, over the height h. */
  function regular(n: number, r: number, h: number): { V: number; M: number[]; area: number } {
    const t = Math.tan(Math.PI / n);
    const area = n * r * r * t;
    const V = area * h;
    const across = ((V * r * r) / 4) * (1 + (t * t) / 3);
    return { V, area, M: [across, 0, 0, (V * h * h) / 12, 0, across] };
  }

  it('a cube on a cube turned by 45° meets it in an octagonal slab (seed 13)', () => {
    const random = new Random(13);
    for (let i = 0; i < 100; i++) {
      const depth = random.between(0.001, 0.9);
      const want = regular(8, 0.5, depth);
      const q = random.rotation();
      const cube = boxPolyhedron(0.5, 0.5, 0.5);
      const pa = moved(pose([0, 1 - depth, 0], about([0, 1, 0], Math.PI / 4)), [1, 2, 3], q);
      const got = solve(cube, pa, cube, moved(pose(), [1, 2, 3], q), i % 2 === 0);
      // 12 ulp of positions near 3, over the depth.
      const slack = 1e-11 + (8 * ulp(3) * (2 * want.area + 4 * depth)) / want.V;
      const truth = {
        ...want,
        c: rotate(q, [0, -0.5 + depth / 2, 0]),
        M: turned(want.M, q),
        g: rotate(q, [0, -want.area, 0]),
      };
      expectTruth(got, truth, 1, want.area, `case ${i}`, slack);
      expectClose(got.n, rotate(q, [0, 1, 0]), 1e-14, `case ${i} face normal`);
    }
  });

  it('an n-sided prism on its own copy turned by half a side', () => {
    for (let n = 3; n <= 40; n++) {
      const r = 0.5;
      const P = prism(n, r / Math.cos(Math.PI / n), 0.25);
      const want = regular(2 * n, r, 0.1);
      const got = solve(P, pose([0, 0.4, 0], about([0, 1, 0], Math.PI / n)), P, pose());
      expectTruth(got, { ...want, c: [0, -0.2, 0], g: [0, -want.area, 0] }, 1, want.area, `n ${n}`);
      expect(out.pointStart[1]).toBe(4 * n);
    }
  });

  it('a prism cut by a slanted plane through its sides holds area × height at the axis', () => {
    for (let n = 3; n <= 20; n++) {
      const P = prism(n, 0.5, 1);
      const q = about([1, 0, 2], 0.4);
      overlap.computeHalfSpace(P, pose(), 0, pose([0, 0.125, 0], q), 0, false, out);
      const area = 0.5 * n * 0.25 * Math.sin((2 * Math.PI) / n);
      expectClose(answer(out).V, area * 1.125, 1e-13, `n ${n}`);
    }
  });
});

describe('rods', () => {
  it('a cube on its edge sinks in by a wedge, down to 1e-5 deep (seed 16)', () => {
    const random = new Random(16);
    const cube = boxPolyhedron(0.5, 0.5, 0.5);
    for (let i = 0; i < 100; i++) {
      const q = product(random.rotation(), about([0, 0, 1], Math.PI / 4));
      const depth = 10 ** random.between(-5, -1);
      // The rod is the cube's lower edge, cut at the given depth by a half-space or by a face at right angles to its
      // corner.
      const down = rotate(q, scale(normalize([1, 1, 0]), -1));
      const level = Math.SQRT1_2 - depth;
      const floor = boxPolyhedron(1, 1, 1);
      const up = scale(down, -1);
      const pb = pose(scale(down, level + 1), normalizedBetween([0, 1, 0], up));
      // The rounding of two quaternions, at arms of 0.7 and 1.7, and of the position moves the plane by up to 16 ×
      // 2⁻⁵²; V = depth² feels twice that over the depth.
      const slack = 1e-11 + (2 * 16 * 2 ** -52) / depth;
      for (const boxes of [true, false]) {
        const got = solve(cube, pose([0, 0, 0], q), floor, pb, boxes);
        expectClose(got.V, depth ** 2, slack * depth ** 2, `case ${i} V`);
        expectClose(got.c, scale(down, Math.SQRT1_2 - (2 / 3) * depth), slack, `case ${i} c`);
        // Along the edge 1/12, across (2 depth)²/24, down depth²/18, all times V.
        const M = momentAlong(got.M, down);
        expectClose(M, depth ** 4 / 18, (slack * depth ** 2) / 12, `case ${i} M`);
        expectClose(got.g, scale(down, 2 * depth), slack * depth, `case ${i} g`);
      }
    }
  });
});

function momentAlong(M: readonly number[], n: Vec3): number {
  const [x, y, z] = n;
  return M[0] * x * x + M[3] * y * y + M[5] * z * z + 2 * (M[1] * x * y + M[2] * x * z + M[4] * y * z);
}

describe('tetrahedra', () => {
  it('a tetrahedron and its translate meet in a similar one (seed 14)', () => {
    const random = new Random(14);
    for (let i = 0; i < 200; i++) {
      const corners = [random.direction(), random.direction(), random.direction()].map((d) =>
        scale(d, random.between(0.5, 1)),
      );
      const T = tetrahedron([0, 0, 0], corners[0], corners[1], corners[2]);
      const full = momentsOfTetrahedra([[[0, 0, 0], corners[0], corners[1], corners[2]]]);
      if (Math.abs(full.V) < 0.01) continue;
      // Some of the shares zero: faces of the two lie in one plane.
      const shares = [0, 1, 2].map(() => (random.next() < 0.3 ? 0 : random.between(0, 0.3)));
      const shift = corners.reduce<Vec3>((s, e, k) => add(s, scale(e, shares[k])), [0, 0, 0]);
      const k = 1 - shares[0] - shares[1] - shares[2];
      const got = solve(T, pose(), T, pose(shift));
      const V = Math.abs(full.V) * k ** 3;
      const what = `case ${i}`;
      expectClose(got.V, V, 1e-11 * V, `${what} V`);
      expectClose(got.c, add(shift, scale(full.c, k)), 1e-11, `${what} c`);
      const M = full.M.map((m) => Math.sign(full.V) * m * k ** 5);
      expectClose(got.M, M, 1e-11 * size3(M), `${what} M`);
    }
  });

  it('two tetrahedra in one cube meet in an octahedron', () => {
    const T = tetrahedron([0, 0, 0], [1, 1, 0], [1, 0, 1], [0, 1, 1]);
    const S = tetrahedron([1, 1, 1], [0, 0, 1], [0, 1, 0], [1, 0, 0]);
    const got = solve(T, pose(), S, pose());
    const m = (1 / 6) * (0.25 / 10);
    expectTruth(got, { V: 1 / 6, c: [0.5, 0.5, 0.5], M: [m, 0, 0, m, 0, m], g: [0, 0, 0] }, 1, 1, 'octahedron', 1e-14);
  });
});

describe('half-space', () => {
  it('cuts a box as inclusion and exclusion over its corners say (seed 15)', () => {
    const random = new Random(15);
    for (let i = 0; i < 300; i++) {
      const s: Vec3 = [random.between(0.3, 2), random.between(0.3, 2), random.between(0.3, 2)];
      const n = normalize([random.between(0.3, 1), random.between(0.3, 1), random.between(0.3, 1)]);
      const d = random.between(0.05, 0.95) * dot(n, s);
      let cubes = 0;
      for (let v = 0; v < 8; v++) {
        const at = d - (v & 1 ? n[0] * s[0] : 0) - (v & 2 ? n[1] * s[1] : 0) - (v & 4 ? n[2] * s[2] : 0);
        const odd = ((v & 1) + ((v >> 1) & 1) + ((v >> 2) & 1)) % 2;
        if (at > 0) cubes += (odd ? -1 : 1) * at ** 3;
      }
      const V = cubes / (6 * n[0] * n[1] * n[2]);
      // The eight cubes cancel: their rounding over the product of normals is the truth's own error.
      const own = (8 * 2 ** -52 * dot(n, s) ** 3) / (6 * n[0] * n[1] * n[2]);
      const q = random.rotation();
      const p: Vec3 = [random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)];
      const pp = moved(pose(scale(s, 0.5)), p, q);
      const hp = moved(pose(scale(n, d), normalizedBetween([0, 1, 0], n)), p, q);
      const box = boxPolyhedron(0.5 * s[0], 0.5 * s[1], 0.5 * s[2]);
      expect(overlap.computeHalfSpace(box, pp, 0, hp, 0, false, out)).toBe(true);
      const below = answer(out);
      expectClose(below.V, V, 1e-11 * V + own, `case ${i}`);
      expectClose(below.n, rotate(q, n), 1e-14, `case ${i} normal`);
      // The other order: same solid, opposite area vector and normal, same origin.
      expect(overlap.computeHalfSpace(box, pp, 0, hp, 0, true, out)).toBe(true);
      const above = answer(out);
      expect(above.V).toBe(below.V);
      expect(above.c).toEqual(below.c);
      expectClose(above.g, scale(below.g, -1), 1e-13, `case ${i} g`);
      expectClose(above.turn, scale(below.turn, -1), 1e-13, `case ${i} turn`);
      expectClose(above.n, scale(below.n, -1), 0, `case ${i} normal, other order`);
      // A half-space is a box large enough, which the general and the box path can answer.
      const large = boxPolyhedron(8, 8, 8);
      const lp = moved(pose(scale(n, d - 8), normalizedBetween([0, 1, 0], n)), p, q);
      const fromBoxes = solve(box, pp, large, lp, true);
      expectClose(fromBoxes.V, below.V, 8 * ulp(8) * size3(below.g) + 1e-13, `case ${i} large box`);
      expectClose(fromBoxes.g, below.g, 1e-13, `case ${i} large box g`);
    }
  });

  it('answers none above and the whole box below', () => {
    const box = boxPolyhedron(0.5, 0.5, 0.5);
    expect(overlap.computeHalfSpace(box, pose([7, 0.5, 3]), 0, pose(), 0, false, out)).toBe(false);
    expect(out.count).toBe(0);
    expect(overlap.computeHalfSpace(box, pose([7, -0.5, 3]), 0, pose(), 0, false, out)).toBe(true);
    expect(answer(out).V).toBe(1);
    expect(answer(out).n).toEqual([0, 0, 0]);
  });
});

describe('the face that the patch lies on', () => {
  const cube = boxPolyhedron(0.5, 0.5, 0.5);
  const floor = boxPolyhedron(5, 0.5, 5);

  it('is the floor for a box at rest, on its edge, on its corner and over the brink', () => {
    const poses: [string, Float64Array][] = [
      ['flat', pose([0, 0.999, 0])],
      ['spun', pose([0, 0.999, 0], about([0, 1, 0], 0.3))],
      ['tilted a little', pose([0, 0.999, 0], about([0, 0, 1], 1e-4))],
      ['on its edge', pose([0, 0.5 + Math.SQRT1_2 - 0.01, 0], about([0, 0, 1], Math.PI / 4))],
      ['on its corner', pose([0, 0.5 + 0.86 - 0.01, 0], about([1, 0, -1], Math.atan(Math.SQRT2)))],
      ['over the brink', pose([5.2, 0.99, 0])],
    ];
    for (const [name, pa] of poses) {
      for (const boxes of [true, false]) {
        expectClose(solve(cube, pa, floor, pose(), boxes).n, [0, 1, 0], 1e-14, name);
        expectClose(solve(floor, pose(), cube, pa, boxes).n, [0, -1, 0], 1e-14, `${name}, swapped`);
      }
    }
  });

  it('turns without a jump when a box rocks over the brink', () => {
    // A's or B's face, whichever misses g by less: the two change places where they are parallel.
    const steps = 400;
    let last: Vec3 | null = null;
    const seen = new Set<string>();
    for (let i = -steps; i <= steps; i++) {
      const tilt = (2e-3 * i) / steps;
      const got = solve(cube, pose([5.2, 0.99, 0], about([0, 0, 1], tilt)), floor, pose(), true);
      expect(size3(got.n)).toBeGreaterThan(0.5);
      seen.add(Math.abs(got.n[0]) > 1e-9 ? 'A' : 'B');
      if (last !== null) expectClose(got.n, last, (3 * 2e-3) / steps, `tilt ${tilt}`);
      last = got.n;
    }
    expect([...seen].sort()).toEqual(['A', 'B']);
  });

  it('is left open where two edges cross', () => {
    const edge = pose(
      [0, 2 * Math.SQRT1_2 - 0.01, 0],
      product(about([0, 1, 0], Math.PI / 2), about([0, 0, 1], Math.PI / 4)),
    );
    const got = solve(cube, edge, cube, pose([0, 0, 0], about([0, 0, 1], Math.PI / 4)), true);
    expect(got.n).toEqual([0, 0, 0]);
    expectClose(normalize(got.g), [0, -1, 0], 1e-12, 'volume normal');
  });
});
