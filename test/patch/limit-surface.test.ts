import { describe, expect, it } from 'vitest';
import { Random } from '../../src/math/random.js';
import {
  LIMIT_CHEAP,
  LIMIT_PRECISE,
  LIMIT_SLIP,
  LIMIT_STICK,
  LIMIT_UNCONVERGED,
  LimitSurface,
} from '../../src/patch/limit-surface.js';
import { LOAD_LINE, LOAD_POINT, PressureLoad } from '../../src/patch/load.js';
import { polygonMoments } from '../../src/patch/polygon.js';
import { PressureSolver } from '../../src/patch/pressure.js';
import { evaluateSlip } from '../../src/patch/slip.js';
import { SLIP_STRIDE } from '../../src/patch/slip-record.js';
import { type Point, pack, randomInside, randomPolygon, rectangle, regular } from './oracle.js';

const solver = new PressureSolver();
const surface = new LimitSurface();

function solve(poly: readonly Point[], u: number, w: number): PressureLoad {
  const load = new PressureLoad();
  const packed = pack(poly);
  const moments = new Float64Array(6);
  polygonMoments(moments, 0, packed, 0, poly.length);
  solver.solve(load, packed, 0, poly.length, moments, 0, u, w);
  return load;
}

function wrenchOf(load: PressureLoad, c: number, d: readonly number[]): number[] {
  const out = new Float64Array(SLIP_STRIDE);
  evaluateSlip(out, 0, load, d[0], d[1], d[2], false);
  return [c * out[1], c * out[2], c * out[3]];
}

/** Random slip directions, spins of the order that moves the rim as fast as the centre. */
function directions(random: Random, load: PressureLoad, n: number): number[][] {
  const l = load.spin > 0 ? load.spin : 1;
  return Array.from({ length: n }, () => {
    const [x, y, z] = random.direction();
    const k = 4 ** random.between(-2, 2);
    return [x, y, (k * z) / l];
  });
}

/** Inverse mass of a random body as a patch sees it: S = A Aᵀ + diagonal, uu uw uτ ww wτ ττ. */
function randomMetric(random: Random, l: number): Float64Array {
  const a = Array.from({ length: 3 }, () => Array.from({ length: 3 }, () => random.between(-1, 1)));
  const s = (i: number, j: number) => a[i][0] * a[j][0] + a[i][1] * a[j][1] + a[i][2] * a[j][2] + (i === j ? 0.2 : 0);
  const k = 10 ** random.between(-1, 1) / l;
  return Float64Array.of(s(0, 0), s(0, 1), k * s(0, 2), s(1, 1), k * s(1, 2), k * k * s(2, 2));
}

const times = (s: Float64Array, x: readonly number[]) => [
  s[0] * x[0] + s[1] * x[1] + s[2] * x[2],
  s[1] * x[0] + s[3] * x[1] + s[4] * x[2],
  s[2] * x[0] + s[4] * x[1] + s[5] * x[2],
];

function randomLoad(random: Random, seed: number): PressureLoad {
  const poly = seed % 7 === 0 ? regular(32, 0.5) : randomPolygon(random, 8, seed % 4 === 0 ? 0.1 : 1);
  if (seed % 11 === 0) {
    // On an edge: a line load.
    const t = random.next();
    return solve(poly, poly[0][0] + t * (poly[1][0] - poly[0][0]), poly[0][1] + t * (poly[1][1] - poly[0][1]));
  }
  const cop = randomInside(random, poly, seed % 5);
  return solve(poly, cop[0], cop[1]);
}

describe('the limit set', () => {
  it('has gauge 1 on slipping wrenches; contains what is inside and nothing outside', () => {
    for (let seed = 1; seed <= 200; seed++) {
      const random = new Random(seed);
      const load = randomLoad(random, seed);
      if (load.kind === LOAD_POINT) continue;
      const c = 10 ** random.between(-2, 3);
      for (const d of directions(random, load, 5)) {
        const [fu, fw, t] = wrenchOf(load, c, d);
        // The gauge is a maximum, so its error is of second order in the direction's; lines have flat parts.
        const tolerance = load.kind === LOAD_LINE ? 1e-6 : 1e-9;
        expect(Math.abs(surface.gauge(load, c, fu, fw, t) - 1), `seed ${seed}`).toBeLessThan(tolerance);
        expect(surface.contains(load, c, 0.999 * fu, 0.999 * fw, 0.999 * t), `seed ${seed}`).toBe(true);
        expect(surface.contains(load, c, 1.001 * fu, 1.001 * fw, 1.001 * t), `seed ${seed}`).toBe(false);
        expect(surface.gauge(load, c, 3 * fu, 3 * fw, 3 * t)).toBeCloseTo(3, 5);
      }
    }
  });

  it('agrees with the support function over many directions', () => {
    for (let seed = 1; seed <= 40; seed++) {
      const random = new Random(seed);
      const load = randomLoad(random, seed);
      if (load.kind === LOAD_POINT) continue;
      const [x, y, z] = random.direction();
      const wrench = [x, y, z * load.spin];
      const gauge = surface.gauge(load, 1, wrench[0], wrench[1], wrench[2]);
      const out = new Float64Array(SLIP_STRIDE);
      let best = 0;
      for (const d of directions(random, load, 3000)) {
        evaluateSlip(out, 0, load, d[0], d[1], d[2], false);
        best = Math.max(best, (wrench[0] * d[0] + wrench[1] * d[1] + wrench[2] * d[2]) / out[0]);
      }
      // No direction beats it, and the best of 3000 comes close: they lie some 0.03 rad apart, squared.
      expect(best).toBeLessThan(gauge * (1 + 1e-9));
      expect(best, `seed ${seed}`).toBeGreaterThan(gauge * 0.98);
    }
  });

  it('of a point is a disc without torque', () => {
    const load = solve([[1, 2]], 1, 2);
    expect(surface.contains(load, 2, 1.2, 1.6, 0)).toBe(true);
    expect(surface.contains(load, 2, 1.3, 1.6, 0)).toBe(false);
    expect(surface.contains(load, 2, 0, 0, 1e-9)).toBe(false);
    expect(surface.gauge(load, 2, 3, 0, 0)).toBe(1.5);
    expect(surface.gauge(load, 0, 3, 0, 0)).toBe(Infinity);
    expect(surface.gauge(load, 0, 0, 0, 0)).toBe(0);
  });
});

describe('projection on the limit surface', () => {
  it('solves the slip law: on the surface, against the slip, and nearest in the metric of S', () => {
    let slipped = 0;
    let evaluations = 0;
    for (let seed = 1; seed <= 400; seed++) {
      const random = new Random(seed);
      const load = randomLoad(random, seed);
      const l = load.spin > 0 ? load.spin : 0.1;
      const c = 10 ** random.between(-1, 2);
      const s = randomMetric(random, l);
      const [x, y, z] = random.direction();
      const reach = c * 10 ** random.between(-0.7, 1.5);
      const target = [reach * x, reach * y, reach * z * l];
      const wrench = Float64Array.from(target);
      const slip = new Float64Array(3);
      const status = surface.project(wrench, 0, slip, 0, load, c, s, 0, LIMIT_PRECISE);
      if (status === LIMIT_STICK) {
        expect(Array.from(wrench)).toEqual(target);
        expect(Array.from(slip)).toEqual([0, 0, 0]);
        if (load.kind !== LOAD_POINT) {
          expect(surface.gauge(load, c, target[0], target[1], target[2])).toBeLessThan(1 + 1e-6);
        }
        continue;
      }
      slipped++;
      evaluations += surface.evaluations;
      // Lines and strips have flat parts and creases in their surface, which leave the last digits to the step control.
      const thin = load.kind === LOAD_LINE || load.width < 0.05 * load.size;
      const fine = thin ? 1e-5 : 1e-8;
      if (!thin) expect(status, `seed ${seed}`).toBe(LIMIT_SLIP);
      // slip = S(λ - λ*)
      const pull = times(s, [wrench[0] - target[0], wrench[1] - target[1], wrench[2] - target[2]]);
      const speed = Math.hypot(pull[0], pull[1], pull[2] * l);
      expect(
        Math.hypot(slip[0] - pull[0], slip[1] - pull[1], (slip[2] - pull[2]) * l) / speed,
        `seed ${seed}`,
      ).toBeLessThan(fine * (1 + (c * (s[0] + s[3] + s[5] * l * l)) / speed));
      // Variational inequality: no wrench of the set lies further along λ* - λ. It proves that λ is the projection.
      const scale = c * speed;
      for (const d of directions(random, load, 300)) {
        const k = wrenchOf(load, c, d);
        const gain = -(pull[0] * (k[0] - wrench[0]) + pull[1] * (k[1] - wrench[1]) + pull[2] * (k[2] - wrench[2]));
        expect(gain / scale, `seed ${seed}`).toBeLessThan(10 * fine);
      }
      // The projection lies in the set (λ = -c ∇D(slip) by construction; a point's is a disc).
      if (load.kind !== LOAD_POINT) {
        expect(surface.gauge(load, c, wrench[0], wrench[1], wrench[2]), `seed ${seed}`).toBeLessThan(1 + 1e-6);
      }
    }
    expect(slipped).toBeGreaterThan(200);
    expect(evaluations / slipped).toBeLessThan(14);
  });

  it('beats every wrench of a brute-force search', () => {
    for (let seed = 1; seed <= 12; seed++) {
      const random = new Random(seed);
      const load = randomLoad(random, seed);
      if (load.kind === LOAD_POINT) continue;
      const s = randomMetric(random, load.spin);
      const target = [1.5, -0.4, 0.9 * load.spin];
      const wrench = Float64Array.from(target);
      const slip = new Float64Array(3);
      surface.project(wrench, 0, slip, 0, load, 1, s, 0, LIMIT_PRECISE);
      const cost = (w: ArrayLike<number>) => {
        const r = [w[0] - target[0], w[1] - target[1], w[2] - target[2]];
        const q = times(s, r);
        return 0.5 * (r[0] * q[0] + r[1] * q[1] + r[2] * q[2]);
      };
      const best = cost(wrench);
      // Random descent over slip directions, sharing nothing with Newton: 4000 directions, then ever smaller changes.
      let direction = [0, 0, 0];
      let found = Infinity;
      for (const d of directions(random, load, 4000)) {
        const value = cost(wrenchOf(load, 1, d));
        if (value < found) {
          found = value;
          direction = d;
        }
      }
      for (let k = 0; k < 4000; k++) {
        const size = 0.3 * 0.996 ** k * Math.hypot(direction[0], direction[1], direction[2] * load.spin);
        const [x, y, z] = random.direction();
        const d = [direction[0] + size * x, direction[1] + size * y, direction[2] + (size * z) / load.spin];
        const value = cost(wrenchOf(load, 1, d));
        if (value < found) {
          found = value;
          direction = d;
        }
      }
      expect(found, `seed ${seed}`).toBeGreaterThan(best * (1 - 1e-9));
      expect(found, `seed ${seed}`).toBeLessThan(best + 1e-4 * (best + 0.1));
    }
  });

  it('cheap quality is within 1e-3 of the limit, and a good first guess makes it cheaper', () => {
    let cold = 0;
    let warm = 0;
    for (let seed = 1; seed <= 200; seed++) {
      const random = new Random(seed);
      const load = randomLoad(random, seed);
      if (load.kind === LOAD_POINT) continue;
      const s = randomMetric(random, load.spin);
      const [x, y, z] = random.direction();
      const target = [3 * x, 3 * y, 3 * z * load.spin];
      const exact = Float64Array.from(target);
      const slip = new Float64Array(3);
      if (surface.project(exact, 0, slip, 0, load, 1, s, 0, LIMIT_PRECISE) === LIMIT_STICK) continue;
      const cheap = Float64Array.from(target);
      const first = new Float64Array(3);
      const status = surface.project(cheap, 0, first, 0, load, 1, s, 0, LIMIT_CHEAP);
      cold += surface.evaluations;
      if (status !== LIMIT_UNCONVERGED) {
        // The defect bounds the error in the metric; the wrench's own error by its condition.
        const error = Math.hypot(cheap[0] - exact[0], cheap[1] - exact[1], (cheap[2] - exact[2]) / load.spin);
        expect(error, `seed ${seed}`).toBeLessThan(0.02);
      }
      surface.project(Float64Array.from(target), 0, slip, 0, load, 1, s, 0, LIMIT_CHEAP);
      warm += surface.evaluations;
    }
    expect(warm).toBeLessThan(0.5 * cold);
  });

  it('no friction: no wrench, all slip; a point: a disc in the metric', () => {
    const load = solve(rectangle(1, 1), 0, 0);
    const s = Float64Array.of(1, 0, 0, 1, 0, 6);
    const wrench = Float64Array.of(1, 2, 3);
    const slip = new Float64Array(3);
    expect(surface.project(wrench, 0, slip, 0, load, 0, s, 0, LIMIT_PRECISE)).toBe(LIMIT_SLIP);
    expect(Array.from(wrench)).toEqual([0, 0, 0]);
    expect(Array.from(slip)).toEqual([-1, -2, -18]);
    const point = solve([[0, 0]], 0, 0);
    wrench.set([3, 4, 0]);
    surface.project(wrench, 0, slip, 0, point, 1, s, 0, LIMIT_PRECISE);
    expect(wrench[0]).toBeCloseTo(0.6, 12);
    expect(wrench[1]).toBeCloseTo(0.8, 12);
  });
});
