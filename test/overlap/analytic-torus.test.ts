// A torus and a plane: closed forms, what is particular to it, and how its digits last. What it shares with the other
// round solids (an independent integration over slices, gradients in six motions, smoothness along paths, the patch's
// reach) is in analytic-{oracle,gradient,smooth,patch}.test.ts.

import { describe, expect, it } from 'vitest';
import { Random } from '../../src/math/random.js';
import { add, dot, type Quat, rotate, scale, type Vec3 } from '../../src/math/vec3.js';
import { AnalyticOverlap } from '../../src/overlap/analytic/analytic.js';
import { TorusCut } from '../../src/overlap/analytic/torus.js';
import { OverlapBuffer } from '../../src/overlap/overlap.js';
import type { SimpleShape } from '../../src/shapes/shape.js';
import { halfSpace, hullArea, meet, NODES, type Result, shapeOf, torus, WEIGHTS } from './analytic-helpers.js';
import { about, expectClose, moved, pose, size3, ulp } from './convex-helpers.js';

const UP: Vec3 = [0, 1, 0];
const FLAT: Quat = [0, 0, 0, 1];
/** Axis along x or z, to the bit. */
const UPRIGHT: Quat = [0.5, 0.5, 0.5, 0.5];
const TORI: [number, number][] = [
  [0.6, 0.2],
  [1, 0.03],
  [0.5, 0.45],
  [1, 0.001],
];

const sunk = (shape: SimpleShape, y: number, q: Quat): Result => meet(shape, pose([0, y, 0], q), halfSpace, pose())!;
const same = (got: number, want: number, tolerance: number, what: string): void =>
  expect(Math.abs(got / want - 1), what).toBeLessThan(tolerance);
const trace = (M: number[]): number => M[0] + M[3] + M[5];

describe.each(TORI)('closed forms: ring %f, tube %f', (R, r) => {
  const shape = torus(R, r);
  const whole = 2 * Math.PI ** 2 * R * r * r;

  it('wholly below: Pappus, inertia, no section (seed 91)', () => {
    const random = new Random(91);
    const I = shape.massProperties!;
    for (let i = 0; i < 60; i++) {
      const q = i === 0 ? FLAT : i === 1 ? UPRIGHT : random.rotation();
      const got = sunk(shape, -(R + r) * (1 + (i % 3)) - 1e-9, q);
      same(got.V, whole, 2e-15 * 16, 'V');
      same(got.V, I.volume, 2e-15 * 16, 'V as its mass');
      expectClose(got.c, [0, 0, 0], 1e-14 * R, 'c');
      // Along the axis V r²/4; across it half of V (R² + 3/4 r²).
      const a = rotate(q, UP);
      const along = (whole * r * r) / 4;
      const across = whole * (0.5 * R * R + (3 / 8) * r * r);
      const want = [];
      for (let j = 0; j < 3; j++)
        for (let k = j; k < 3; k++) want.push((along - across) * a[j] * a[k] + (j === k ? across : 0));
      expectClose(got.M, want, 1e-13 * across, 'M');
      expect(size3(got.g)).toBe(0);
      expect(size3(got.turn)).toBe(0);
    }
  });

  it('half below: half, at any tilt (seed 92)', () => {
    const random = new Random(92);
    const tilts = [FLAT, UPRIGHT];
    for (let e = -16; e < 0; e++)
      for (const base of [0, 0.5 * Math.PI])
        tilts.push(about([1, 0, 0], base + 10 ** e), about([0.6, 0, 0.8], base - 10 ** e));
    for (let i = 0; i < 60; i++) tilts.push(random.rotation());
    for (const q of tilts) {
      const got = sunk(shape, 0, q);
      same(got.V, 0.5 * whole, 2e-13, `V at ${q}`);
      // Point symmetry: the area is even in the height of the plane.
      same(size3(sunk(shape, 1e-6 * r, q).g), size3(sunk(shape, -1e-6 * r, q).g), 1e-12, `area at ${q}`);
    }
    same(size3(sunk(shape, 0, UPRIGHT).g), 2 * Math.PI * r * r, 1e-12, 'two discs');
    same(size3(sunk(shape, 0, FLAT).g), 4 * Math.PI * R * r, 1e-13, 'annulus');
  });

  it('lying flat: a ring of circular segments', () => {
    for (const share of [1e-9, 1e-4, 0.1, 0.7, 1, 1.3, 1.9, 1.9999]) {
      const y = r - share * r;
      const h = r - y;
      const got = sunk(shape, y, FLAT);
      // The segment's middle is at R: Pappus.
      const beta = 2 * Math.asin(Math.sqrt(h / (2 * r)));
      // β - sin β cos β by its series where it would cancel.
      let segment = beta - Math.sin(beta) * Math.cos(beta);
      if (beta < 0.1) segment = (2 / 3) * beta ** 3 * (1 - beta ** 2 / 5 + (2 * beta ** 4) / 105 - beta ** 6 / 945);
      // y = r - h is rounded: h by ulp(r), V by 1.5 of that.
      const noise = (2 * ulp(r)) / Math.min(h, 2 * r - h);
      same(got.V, 2 * Math.PI * R * r * r * segment, 1e-12 + 1.5 * noise, `V at ${share}`);
      const w = r * Math.sin(beta);
      same(-got.g[1], 4 * Math.PI * R * w, 1e-12 + noise, `area at ${share}`);
      expectClose([got.c[0], got.c[2]], [0, 0], 1e-14 * R, `c at ${share}`);
      expectClose(got.turn, [0, 0, 0], 1e-13 * R * size3(got.g), `turn at ${share}`);
      expectClose([got.n[0], got.n[1], got.n[2]], UP, 0, 'normal');
      // The patch is the disc within the outer contact circle.
      const reach = R + (share < 1 ? w : r);
      same(hullArea(got.points, UP), Math.PI * reach * reach, 1e-12 + noise, `patch at ${share}`);
    }
  });
});

describe('thin contacts', () => {
  it.each(TORI)('a wheel at its lowest point: ring %f, tube %f', (R, r) => {
    const shape = torus(R, r);
    const exact = (k: number): number => {
      const h = 2 ** k;
      const y = R + r - h;
      const got = sunk(shape, y, UPRIGHT);
      const depth = R + r - y;
      // An elliptic paraboloid of curvatures 1/(R + r) and 1/r: V = π h² √((R + r) r), to the order of h itself.
      return got.V / (Math.PI * depth * depth * Math.sqrt((R + r) * r)) - 1;
    };
    for (const k of [-20, -30])
      expect(Math.abs(exact(k)), `2^${k}`).toBeLessThan((3 * 2 ** k) / r + (2 * ulp(R + r)) / 2 ** k);
  });

  it.each(TORI)('at any tilt V, its area and its moments follow their powers: ring %f, tube %f', (R, r) => {
    for (const tilt of [0.3, 1, 1.4, 0.5 * Math.PI]) {
      const shape = torus(R, r);
      const q = about([1, 0, 0], tilt);
      const reach = R * Math.abs(Math.sin(tilt)) + r;
      const at = (depth: number): number[] => {
        const y = reach - depth;
        const got = sunk(shape, y, q);
        const h = reach - y;
        // Principal moments along the normal and across.
        return [got.V / h ** 2, -got.g[1] / h, got.M[3] / h ** 4, trace(got.M) / h ** 3];
      };
      const one = at(1e-6 * r);
      const two = at(1e-9 * r);
      // Corrections are of the order of the depth over the tube, and more where the ring lies nearly flat; the depth
      // itself is rounded to ulp(R + r).
      const noise = (4 * ulp(R + r)) / (1e-9 * r);
      two.forEach((x, i) => {
        same(one[i], x, (1e-5 * R) / r + 4 * noise, `tilt ${tilt}, ${i}`);
      });
    }
  });
});

describe('pose', () => {
  const shape = torus(0.6, 0.2);

  it('swapping turns g, turn and normal round (seed 93)', () => {
    const random = new Random(93);
    for (let i = 0; i < 100; i++) {
      const pa = pose(scale(random.direction(), 0.3), random.rotation());
      const pb = pose(scale(random.direction(), 0.3), random.rotation());
      const got = meet(shape, pa, halfSpace, pb)!;
      const back = meet(halfSpace, pb, shape, pa)!;
      if (got === null) continue;
      expect(back.V).toBe(got.V);
      expectClose(add(back.c, back.origin), add(got.c, got.origin), 1e-15, 'c');
      expectClose(back.g, scale(got.g, -1), 0, 'g');
      expectClose(back.turn, scale(got.turn, -1), 0, 'turn');
      expectClose(back.n, scale(got.n, -1), 0, 'n');
    }
  });

  it.each([1, 1e3, 1e6])('moved by %f and turned (seed 94)', (far) => {
    const random = new Random(94);
    for (let i = 0; i < 50; i++) {
      const pa = pose(scale(random.direction(), 0.2), random.rotation());
      const q = random.rotation();
      const p = scale(random.direction(), far);
      const got = meet(shape, pa, halfSpace, pose())!;
      const now = meet(shape, moved(pa, p, q), halfSpace, moved(pose(), p, q))!;
      if (got.V < 1e-3) continue;
      const rel = 1e-12 + (40 * ulp(far + 1)) / got.V;
      same(now.V, got.V, rel, 'V');
      expectClose(now.c, rotate(q, got.c), rel, 'c');
      expectClose(now.g, rotate(q, got.g), 10 * rel, 'g');
      same(trace(now.M), trace(got.M), 10 * rel, 'M');
    }
  });

  it.each([1e-3, 1e3])('scaled by %f (seed 95)', (k) => {
    const random = new Random(95);
    for (let i = 0; i < 50; i++) {
      const q = random.rotation();
      const y = random.between(-0.4, 0.4);
      const got = sunk(shape, y, q);
      if (got === null) continue;
      const now = sunk(torus(0.6 * k, 0.2 * k), y * k, q);
      same(now.V, got.V * k ** 3, 1e-12, 'V');
      expectClose(now.c, scale(got.c, k), 1e-12 * k, 'c');
      expectClose(now.g, scale(got.g, k * k), 1e-12 * k * k, 'g');
      expectClose(now.turn, scale(got.turn, k ** 3), 1e-12 * k ** 3, 'turn');
    }
  });
});

/**
 * V, c and M of the torus turned about x by `tilt`, below y = d: tanh-sinh over the angle around the ring, whose nodes
 * crowd at its far side, and 24 Gauss nodes over the half-angle of each segment.
 */
function ringOracle(R: number, r: number, tilt: number, d: number): { V: number; c: Vec3; M: number[] } {
  const [s, c] = [Math.sin(tilt), Math.cos(tilt)];
  const wet = (phi: number): number => d + s * R * Math.cos(phi) + r * Math.hypot(c, s * Math.cos(phi));
  let [end, dry] = [0, Math.PI];
  if (wet(dry) > 0) end = dry;
  else
    for (let i = 0; i < 100; i++) {
      const mid = 0.5 * (end + dry);
      if (wet(mid) > 0) end = mid;
      else dry = mid;
    }
  const sum = new Float64Array(10);
  const step = 1 / 40;
  for (let i = -150; i <= 150; i++) {
    const g = 0.5 * Math.PI * Math.sinh(i * step);
    const w = (end * step * 0.25 * Math.PI * Math.cosh(i * step)) / Math.cosh(g) ** 2;
    const gap = end / (Math.exp(2 * Math.abs(g)) + 1);
    const phi = i < 0 ? gap : end - gap;
    const k = Math.hypot(c, s * Math.cos(phi));
    const beta = Math.acos(Math.max(-1, Math.min(1, -(d + s * R * Math.cos(phi)) / (k * r))));
    const [nx, nt] = [(s * Math.cos(phi)) / k, -c / k];
    // Chords of half-length r sin α at r cos α; along each, three Gauss nodes are exact.
    for (let j = 0; j < NODES.length; j++) {
      const alpha = 0.5 * beta * (1 + NODES[j]);
      const h = r * Math.sin(alpha);
      for (const [z, share] of [
        [-Math.sqrt(0.6), 5 / 9],
        [0, 8 / 9],
        [Math.sqrt(0.6), 5 / 9],
      ]) {
        const out = r * Math.cos(alpha) * nx - h * z * nt;
        const t = r * Math.cos(alpha) * nt + h * z * nx;
        const rho = R + out;
        const weight = 2 * w * 0.5 * beta * WEIGHTS[j] * r * Math.sin(alpha) * h * share * rho;
        const across = rho * Math.cos(phi);
        const y = c * t - s * across;
        const zz = s * t + c * across;
        const x = rho * Math.sin(phi);
        [1, y, zz, y * y, y * zz, zz * zz, x * x].forEach((f, q) => {
          sum[q] += weight * f;
        });
      }
    }
  }
  const V = sum[0];
  const [y, z] = [sum[1] / V, sum[2] / V];
  return {
    V,
    c: [0, y, z],
    M: [sum[6], 0, 0, sum[3] - y * sum[1], sum[4] - y * sum[2], sum[5] - z * sum[2]],
  };
}

describe('from a ring to a point', () => {
  it('tilting a shallow ring: V follows its gradient while its far side lifts off, and the patch shrinks', () => {
    const [R, r] = [0.6, 0.2];
    const shape = torus(R, r);
    const depth = 1e-3;
    let last: Result | null = null;
    let lastArea = 0;
    let lastTilt = 0;
    // The ring is closed up to sin = depth / R.
    for (let i = 0; i <= 4000; i++) {
      const tilt = (i / 4000) * 4 * (depth / R);
      const now = sunk(shape, r - depth, about([1, 0, 0], tilt));
      const area = hullArea(now.points, UP);
      if (last !== null) {
        const step = tilt - lastTilt;
        const torque = (g: Result): number => g.turn[0] + g.c[1] * g.g[2] - g.c[2] * g.g[1];
        const want = 0.5 * step * (torque(now) + torque(last));
        // At the lift-off V'' = A log|tilt - lift-off|, A = 2 R³ √(r/depth): the trapezoid rule errs by A step²/4.
        const A = 2 * R ** 3 * Math.sqrt(r / depth);
        expect(Math.abs(now.V - last.V - want), `tilt ${tilt}`).toBeLessThan(0.26 * A * step * step);
        expect(Math.abs(area - lastArea), `patch at ${tilt}`).toBeLessThan(8e-3);
      }
      last = now;
      lastArea = area;
      lastTilt = tilt;
    }
    expect(lastArea).toBeLessThan(0.9);
  });

  it('where the far side just touches: all against an independent integration', () => {
    const [R, r] = [0.6, 0.2];
    const shape = torus(R, r);
    for (const depth of [0.01, 0.1])
      for (const off of [-1e-2, -1e-4, -1e-7, -1e-12, 0, 1e-12, 1e-7, 1e-4, 1e-2]) {
        // The far side's lowest point at a depth of `off` times that of the middle.
        const tilt = Math.asin((depth * (1 - off)) / R);
        const q = about([1, 0, 0], tilt);
        const got = sunk(shape, r - depth, q);
        const want = ringOracle(R, r, tilt, depth - r);
        same(got.V, want.V, 1e-12, `V ${depth} ${off}`);
        expectClose(got.c, want.c, 1e-12, `c ${depth} ${off}`);
        expectClose(got.M, want.M, 1e-12 * trace(want.M), `M ${depth} ${off}`);
      }
  });
});

describe('any proportions', () => {
  it('finite, within the solid, V as the complement asks (seed 96)', () => {
    const random = new Random(96);
    for (let i = 0; i < 4000; i++) {
      const R = 10 ** random.between(-3, 3);
      const r = R * (i % 2 ? 10 ** random.between(-5, -0.01) : 1 - 10 ** random.between(-6, -1));
      const shape = torus(R, r);
      const base = [0, 0.5 * Math.PI, random.between(0, Math.PI)][i % 3];
      const q = about([1, 0, random.between(-1, 1)], base + random.below(3) * 10 ** random.between(-17, -2));
      const y = (R + r) * random.between(-1, 1) * 10 ** -random.below(8);
      const got = meet(shape, pose([0, y, 0], q), halfSpace, pose());
      if (got === null) continue;
      const what = `case ${i}: ${R}, ${r}, y ${y}, q ${q}`;
      const whole = shape.massProperties!.volume;
      const all = [got.V, ...got.c, ...got.M, ...got.g, ...got.turn, ...got.points.flat()];
      expect(all.every(Number.isFinite), what).toBe(true);
      expect(got.V / whole, what).toBeLessThan(1 + 1e-12);
      expect(got.points.length, what).toBe(32);
      expect(got.c[1] + y, what).toBeLessThan(1e-14 * (R + r));
      expect(-got.g[1], what).toBeGreaterThanOrEqual(0);
      // Point symmetry: what is below the plane at y and what is below that at -y make up the whole.
      const other = meet(shape, pose([0, -y, 0], q), halfSpace, pose());
      expect(Math.abs(got.V + (other?.V ?? 0) - whole) / whole, what).toBeLessThan(2e-12);
      if (other) expectClose(other.g, got.g, 1e-9 * size3(got.g) + 1e-12 * R * r, `${what} area`);
    }
  });
});

describe('faces', () => {
  const box = shapeOf({ type: 'box', size: [3, 1, 3] });
  const shape = torus(0.6, 0.2);

  it('lies on a face as on a floor, either way round', () => {
    for (const q of [FLAT, UPRIGHT, about([1, 0, 0.4], 0.01), about([1, 0, 0.4], 1)]) {
      const a = rotate(q, UP);
      const low = 0.6 * Math.hypot(a[0], a[2]) + 0.2;
      const pr = pose([0.1, 0.5 + low - 0.01, -0.2], q);
      const got = meet(shape, pr, box, pose())!;
      const floor = sunk(shape, low - 0.01, q);
      same(got.V, floor.V, 1e-12, 'V');
      expectClose(got.c, floor.c, 1e-12, 'c');
      expectClose(got.n, UP, 0, 'n');
      const back = meet(box, pose(), shape, pr)!;
      same(back.V, floor.V, 1e-12, 'V');
      expect(dot(back.n, UP)).toBe(-1);
    }
  });

  it('over an edge, around a peg: not its business', () => {
    const overlap = new AnalyticOverlap(new TorusCut());
    const out = new OverlapBuffer();
    expect(overlap.compute(shape, pose([1.3, 0.69, 0]), 0, box, pose(), 0, out)).toBe(-1);
    const peg = shapeOf({ type: 'box', size: [0.7, 3, 0.7] });
    expect(overlap.compute(shape, pose(), 0, peg, pose(), 0, out)).toBe(-1);
    expect(overlap.compute(shape, pose(), 0, shape, pose(), 0, out)).toBe(-1);
    expect(overlap.compute(shape, pose([0, 5, 0]), 0, box, pose(), 0, out)).toBe(0);
  });
});
