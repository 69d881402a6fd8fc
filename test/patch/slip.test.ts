import { describe, expect, it } from 'vitest';
import { Random } from '../../src/math/random.js';
import { EDGE_STRIDE, LOAD_AREA, LOAD_LINE, PressureLoad } from '../../src/patch/load.js';
import { ellipsePolygon, polygonMoments } from '../../src/patch/polygon.js';
import { PressureSolver } from '../../src/patch/pressure.js';
import { evaluateSlip } from '../../src/patch/slip.js';
import { SLIP_STRIDE } from '../../src/patch/slip-record.js';
import { integrate, type Point, pack, randomInside, randomPolygon, rectangle, turned } from './oracle.js';

const solver = new PressureSolver();

function solve(poly: readonly Point[], u: number, w: number): PressureLoad {
  const load = new PressureLoad();
  const packed = pack(poly);
  const moments = new Float64Array(6);
  polygonMoments(moments, 0, packed, 0, poly.length);
  solver.solve(load, packed, 0, poly.length, moments, 0, u, w);
  return load;
}

function disc(n: number, r: number): PressureLoad {
  const out = new Float64Array(2 * n);
  ellipsePolygon(out, 0, n, r, r);
  return solve(
    Array.from({ length: n }, (_, k): Point => [out[2 * k], out[2 * k + 1]]),
    0,
    0,
  );
}

function slip(load: PressureLoad, vu: number, vw: number, omega: number): number[] {
  const out = new Float64Array(SLIP_STRIDE);
  evaluateSlip(out, 0, load, vu, vw, omega, true);
  return Array.from(out);
}

/** D and its gradient by adaptive cubature of the definition. */
function bruteForce(load: PressureLoad, vu: number, vw: number, omega: number, tolerance: number): number[] {
  const part = Array.from(
    { length: load.edgeCount },
    (_, k): Point => [load.edges[EDGE_STRIDE * k], load.edges[EDGE_STRIDE * k + 1]],
  );
  const p = (x: number, y: number) => load.alpha + load.betaU * x + load.betaW * y;
  const speed = (x: number, y: number) => Math.hypot(vu - omega * y, vw + omega * x) + 1e-300;
  return [
    integrate(part, (x, y) => p(x, y) * speed(x, y), tolerance),
    integrate(part, (x, y) => (p(x, y) * (vu - omega * y)) / speed(x, y), tolerance),
    integrate(part, (x, y) => (p(x, y) * (vw + omega * x)) / speed(x, y), tolerance),
    integrate(part, (x, y) => (p(x, y) * (x * (vw + omega * x) - y * (vu - omega * y))) / speed(x, y), tolerance),
  ];
}

describe('friction of a slipping patch', () => {
  it('matches cubature wherever the centre of rotation lies: inside, on an edge, outside, far', () => {
    for (let seed = 1; seed <= 60; seed++) {
      const random = new Random(seed);
      const poly = randomPolygon(random, 8);
      const cop = randomInside(random, poly, seed % 3);
      const load = solve(poly, cop[0], cop[1]);
      if (load.kind !== LOAD_AREA) continue;
      const omega = random.between(-2, 2);
      // Centre of rotation relative to the centre of pressure.
      let cu = random.between(-1, 1) * load.size;
      let cw = random.between(-1, 1) * load.size;
      if (seed % 4 === 0) {
        cu = load.edges[0] + 0.3 * load.edges[4] * load.edges[2];
        cw = load.edges[1] + 0.3 * load.edges[4] * load.edges[3];
      }
      const far = 10 ** random.between(0, 4);
      if (seed % 4 === 1) {
        cu *= far;
        cw *= far;
      }
      const vu = omega * cw;
      const vw = -omega * cu;
      const [d, fu, fw, t] = slip(load, vu, vw, omega);
      const brute = bruteForce(load, vu, vw, omega, 1e-9);
      const speed = Math.hypot(vu, vw) + Math.abs(omega) * load.size;
      // The oracle leaves some 1e-9 per triangle where the integrand has its kink.
      expect(Math.abs(d - brute[0]) / speed, `seed ${seed}`).toBeLessThan(2e-7);
      expect(Math.abs(fu - brute[1]), `seed ${seed}`).toBeLessThan(2e-7);
      expect(Math.abs(fw - brute[2]), `seed ${seed}`).toBeLessThan(2e-7);
      expect(Math.abs(t - brute[3]) / load.size, `seed ${seed}`).toBeLessThan(2e-7);
    }
  });

  it('is homogeneous (D = ∇D·s, ∇²D s = 0) and the same from both sides of the switch to the far rule', () => {
    for (let seed = 1; seed <= 300; seed++) {
      const random = new Random(seed);
      const poly = randomPolygon(random, 10);
      const cop = randomInside(random, poly, seed % 6);
      const load = solve(poly, cop[0], cop[1]);
      const omega = random.between(-2, 2);
      const angle = random.between(0, 6.28);
      const reach = 20 * load.size * Math.abs(omega);
      for (const k of [0.1, 0.9999999, 1.0000001, 50, 1e6]) {
        const vu = k * reach * Math.cos(angle);
        const vw = k * reach * Math.sin(angle);
        const [d, fu, fw, t, uu, uw, ut, ww, wt, tt] = slip(load, vu, vw, omega);
        expect(Math.abs(fu * vu + fw * vw + t * omega - d) / (d + 1e-300), `seed ${seed}`).toBeLessThan(1e-10);
        const scale = Math.hypot(vu, vw) * (Math.abs(uu) + Math.abs(uw) + Math.abs(ww)) + 1e-300;
        expect(Math.abs(uu * vu + uw * vw + ut * omega) / scale).toBeLessThan(1e-8);
        expect(Math.abs(uw * vu + ww * vw + wt * omega) / scale).toBeLessThan(1e-8);
        expect(Math.abs(ut * vu + wt * vw + tt * omega) / (scale * load.size + 1e-300)).toBeLessThan(1e-8);
      }
      if (load.size === 0) continue;
      const near = slip(load, 0.9999999 * reach * Math.cos(angle), 0.9999999 * reach * Math.sin(angle), omega);
      const far = slip(load, reach * Math.cos(angle), reach * Math.sin(angle), omega);
      // The two differ by the move itself, 1e-7, and by the smaller errors of both rules.
      expect(Math.abs(near[3] - far[3]) / load.size, `seed ${seed}`).toBeLessThan(3e-8);
      expect(Math.hypot(near[1] - far[1], near[2] - far[2])).toBeLessThan(1e-8);
    }
  });

  it('has the derivatives it claims, by central differences', () => {
    for (let seed = 1; seed <= 200; seed++) {
      const random = new Random(seed);
      const poly = randomPolygon(random, 8);
      const cop = randomInside(random, poly, seed % 5);
      const load = solve(poly, cop[0], cop[1]);
      if (load.size < 0.1) continue;
      // Near (the centre of rotation within a few sizes) and far.
      const s = [random.between(-1, 1), random.between(-1, 1), seed % 3 === 0 ? 1e-3 : random.between(0.3, 2)];
      const here = slip(load, s[0], s[1], s[2]);
      // Error of the difference: h² D''' /6 + ε/h with D''' of the order of the curvature over the distance of the
      // centre of rotation from an edge.
      const h = 1e-5;
      const index = [4, 5, 6, 5, 7, 8, 6, 8, 9];
      for (let k = 0; k < 3; k++) {
        const plus = [...s];
        const minus = [...s];
        plus[k] += h;
        minus[k] -= h;
        const a = slip(load, plus[0], plus[1], plus[2]);
        const b = slip(load, minus[0], minus[1], minus[2]);
        // The third derivative is of the order of 1/width; a line load's curvature has a logarithm at the line.
        const rough = load.kind === LOAD_LINE ? 1e-4 : 1e-7 + (h * h) / load.width;
        expect(Math.abs((a[0] - b[0]) / (2 * h) - here[1 + k]), `seed ${seed}`).toBeLessThan(rough);
        if (load.kind === LOAD_LINE) continue;
        for (let i = 0; i < 3; i++) {
          const scale = 1 + Math.abs(here[index[3 * i + k]]);
          expect(
            Math.abs((a[1 + i] - b[1 + i]) / (2 * h) - here[index[3 * i + k]]) / scale,
            `seed ${seed}`,
          ).toBeLessThan(2e-5);
        }
      }
    }
  });

  it('turns and scales with the patch', () => {
    const random = new Random(3);
    const poly = randomPolygon(random, 7);
    const cop = randomInside(random, poly, 2);
    const [, fu, fw, t] = slip(solve(poly, cop[0], cop[1]), 0.4, -0.2, 1.1);
    const [angle, scale] = [0.8, 2.5];
    const c = Math.cos(angle);
    const s = Math.sin(angle);
    const [moved] = turned([cop], angle, scale);
    const load = solve(turned(poly, angle, scale), moved[0], moved[1]);
    const [, gu, gw, gt] = slip(load, 0.4 * c + 0.2 * s, 0.4 * s - 0.2 * c, 1.1 / scale);
    expect(gu).toBeCloseTo(c * fu - s * fw, 12);
    expect(gw).toBeCloseTo(s * fu + c * fw, 12);
    expect(gt).toBeCloseTo(scale * t, 12);
  });

  it('pure sliding: the whole friction against the motion, no torque; pure spin of symmetric patches: no force', () => {
    const load = solve(rectangle(1, 0.4), 0, 0);
    const slide = slip(load, 3, 4, 0);
    expect(slide[0]).toBeCloseTo(5, 13);
    expect(slide[1]).toBeCloseTo(0.6, 13);
    expect(slide[2]).toBeCloseTo(0.8, 13);
    expect(slide[3]).toBeCloseTo(0, 13);
    const spin = slip(load, 0, 0, -7);
    expect(spin[1]).toBeCloseTo(0, 14);
    expect(spin[2]).toBeCloseTo(0, 14);
    expect(spin[3]).toBeCloseTo(-load.spin, 14);
    expect(slip(load, 0, 0, 0)).toEqual(new Array(SLIP_STRIDE).fill(0));
  });
});

describe('a disc under uniform pressure', () => {
  // Complete elliptic integrals by the arithmetic-geometric mean.
  function elliptic(m: number): [number, number] {
    let a = 1;
    let b = Math.sqrt(1 - m);
    let sum = m / 2;
    let power = 0.5;
    while (Math.abs(a - b) > 1e-15) {
      const c = (a - b) / 2;
      [a, b] = [(a + b) / 2, Math.sqrt(a * b)];
      power *= 2;
      sum += power * c * c;
    }
    const K = Math.PI / (2 * a);
    return [K, K * (1 - sum)];
  }

  /**
   * Mean of |x - c| over a disc of radius 1, |c| = k ≤ 1 (D for ω = 1): (4/9π)[(7 + k²) E(k²) - 4 (1 - k²) K(k²)]; at k
   * = 0 it is 2/3, at k = 1 32/(9π).
   */
  const meanDistance = (k: number) => {
    if (k === 1) return 32 / (9 * Math.PI);
    const [K, E] = elliptic(k * k);
    return (4 / (9 * Math.PI)) * ((7 + k * k) * E - 4 * (1 - k * k) * K);
  };

  it('follows the elliptic integrals of Contensou, by polygons of 32, 64 and 256 vertices', () => {
    const r = 0.5;
    for (const [n, tolerance] of [
      [16, 3e-4],
      [32, 2e-5],
      [64, 1.5e-6],
      [256, 1e-7],
    ]) {
      const load = disc(n, r);
      for (const k of [0, 0.1, 0.3, 0.5, 0.8, 0.95, 1]) {
        // Centre of rotation at k r: V = ω k r.
        const [d, fu, , t] = slip(load, k * r, 0, 1);
        expect(Math.abs(d / (r * meanDistance(k)) - 1), `n ${n} k ${k}`).toBeLessThan(tolerance);
        if (k > 0 && k < 1) {
          const h = 1e-5;
          const slope = (meanDistance(k + h) - meanDistance(k - h)) / (2 * h);
          expect(Math.abs(fu - slope), `n ${n} k ${k}`).toBeLessThan(3 * tolerance + 1e-8);
          expect(Math.abs(t / r - (meanDistance(k) - k * slope))).toBeLessThan(3 * tolerance + 1e-8);
        }
      }
    }
  });

  it('sliding and spinning at r 0.5, μ 0.5, 3 m/s, 10 rad/s: 1.578 m, 1.041 s, both stopping at one instant', () => {
    const load = disc(64, 0.5);
    const out = new Float64Array(SLIP_STRIDE);
    const mu = 0.5;
    const g = 9.81;
    const half = 0.5 * 0.5 * 0.5; // I/m
    const rates = (v: number, w: number): [number, number] => {
      evaluateSlip(out, 0, load, v, 0, w, false);
      return [-mu * g * out[1], (-mu * g * out[3]) / half];
    };
    let v = 3;
    let w = 10;
    let x = 0;
    let time = 0;
    let dt = 1e-3;
    // Runge–Kutta, the step shrinking with what is left to run: both go to zero together, linearly in t_stop - t.
    while (v > 1e-9 && w > 1e-9) {
      dt = Math.min(dt, (0.02 * v) / (mu * g));
      const [a1, b1] = rates(v, w);
      const [a2, b2] = rates(v + 0.5 * dt * a1, w + 0.5 * dt * b1);
      const [a3, b3] = rates(v + 0.5 * dt * a2, w + 0.5 * dt * b2);
      const [a4, b4] = rates(v + dt * a3, w + dt * b3);
      x += dt * v + (dt * dt * (a1 + a2 + a3)) / 6;
      v += (dt * (a1 + 2 * a2 + 2 * a3 + a4)) / 6;
      w += (dt * (b1 + 2 * b2 + 2 * b3 + b4)) / 6;
      time += dt;
    }
    expect(x).toBeCloseTo(1.578, 3);
    expect(time).toBeCloseTo(1.041, 3);
    // Neither stops first: near the end v/(rω) goes to its fixed point 0.653 (Farkas et al. 2003).
    expect(v / (0.5 * w)).toBeCloseTo(0.653, 2);
  });
});
