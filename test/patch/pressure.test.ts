import { describe, expect, it } from 'vitest';
import { Random } from '../../src/math/random.js';
import { EDGE_STRIDE, LOAD_AREA, LOAD_LINE, LOAD_POINT, PressureLoad } from '../../src/patch/load.js';
import { polygonMoments } from '../../src/patch/polygon.js';
import { PressureSolver } from '../../src/patch/pressure.js';
import { integrate, type Point, pack, randomInside, randomPolygon, rectangle, regular, turned } from './oracle.js';

const solver = new PressureSolver();

function solve(poly: readonly Point[], u: number, w: number): PressureLoad {
  const load = new PressureLoad();
  const packed = pack(poly);
  const moments = new Float64Array(6);
  polygonMoments(moments, 0, packed, 0, poly.length);
  solver.solve(load, packed, 0, poly.length, moments, 0, u, w);
  return load;
}

/** Vertices of the loaded part relative to the centre of pressure. */
function loadedPart(load: PressureLoad): Point[] {
  return Array.from(
    { length: load.edgeCount },
    (_, k): Point => [load.edges[EDGE_STRIDE * k], load.edges[EDGE_STRIDE * k + 1]],
  );
}

/** Force and both moments about the centre of pressure, by cubature that is exact for polynomials. */
function resultant(load: PressureLoad): [number, number, number] {
  if (load.kind === LOAD_LINE) {
    const { s0, s1, q0, q1, q2 } = load;
    const power = (n: number) => (s1 ** n - s0 ** n) / n;
    const force = q0 * power(1) + q1 * power(2) + q2 * power(3);
    const moment = q0 * power(2) + q1 * power(3) + q2 * power(4);
    return [force, moment * load.tu, moment * load.tw];
  }
  if (load.kind === LOAD_POINT) return [1, 0, 0];
  const part = loadedPart(load);
  const p = (x: number, y: number) => load.alpha + load.betaU * x + load.betaW * y;
  return [integrate(part, p), integrate(part, (x, y) => x * p(x, y)), integrate(part, (x, y) => y * p(x, y))];
}

describe('pressure with a given centre', () => {
  it('has that resultant to 1e-10, is nowhere negative and zero where the load ends', () => {
    const kinds = [0, 0, 0, 0];
    for (let seed = 1; seed <= 3000; seed++) {
      const random = new Random(seed);
      const poly = randomPolygon(random, 12, seed % 3 === 0 ? 10 ** random.between(-4, 0) : 1);
      const cop = randomInside(random, poly, 4 * random.below(5));
      const load = solve(poly, cop[0], cop[1]);
      kinds[load.kind]++;
      const [force, mu, mw] = resultant(load);
      expect(Math.abs(force - 1), `seed ${seed}`).toBeLessThan(1e-10);
      expect(Math.hypot(mu, mw), `seed ${seed}`).toBeLessThan(1e-10);
      expect(Math.hypot(load.copU - cop[0], load.copW - cop[1])).toBeLessThan(1e-13);
      if (load.kind !== LOAD_AREA) continue;
      const part = loadedPart(load);
      const values = part.map(([x, y]) => load.alpha + load.betaU * x + load.betaW * y);
      const peak = Math.max(...values);
      expect(Math.min(...values)).toBeGreaterThan(-1e-9 * peak);
      // Every patch vertex left out of the loaded part would be under tension.
      for (const v of poly) {
        const x = v[0] - load.copU;
        const y = v[1] - load.copW;
        if (part.some((p) => Math.hypot(p[0] - x, p[1] - y) < 1e-6)) continue;
        expect(load.alpha + load.betaU * x + load.betaW * y).toBeLessThan(1e-6 * peak);
      }
    }
    // The draw covers inside the kern, beyond it, and edges.
    expect(kinds[LOAD_AREA]).toBeGreaterThan(1000);
  });

  it('is uniform at the centroid and linear up to the kern of a rectangle (a/6)', () => {
    const load = solve(rectangle(2, 1), 0, 0);
    expect(load.alpha).toBeCloseTo(0.5, 14);
    expect(load.betaU).toBeCloseTo(0, 14);
    const edge = solve(rectangle(2, 1), 2 / 6 - 1e-12, 0);
    expect(edge.iterations).toBe(0);
    expect(edge.alpha + edge.betaU * (-1 - edge.copU)).toBeCloseTo(0, 10);
    // Beyond: a wedge of three times the distance to the edge.
    const wedge = solve(rectangle(2, 1), 0.7, 0);
    const reach = Math.min(...loadedPart(wedge).map((p) => p[0]));
    expect(reach).toBeCloseTo(0.3 - 0.9, 12);
    expect(wedge.alpha).toBeCloseTo((2 / 0.9) * (2 / 3), 11);
  });

  it('is a tetrahedron in the corner of a square', () => {
    const load = solve(rectangle(1, 1), 0.4, 0.45);
    const part = loadedPart(load);
    expect(part).toHaveLength(3);
    // Legs are four times the distances to the two edges.
    expect(Math.min(...part.map((p) => p[0]))).toBeCloseTo(0.1 - 0.4, 12);
    expect(Math.min(...part.map((p) => p[1]))).toBeCloseTo(0.05 - 0.2, 12);
  });

  it('becomes a line at an edge, a point at a vertex, and moves a centre from outside to the patch', () => {
    const square = rectangle(1, 1);
    const edge = solve(square, 0.5, 0.1);
    expect(edge.kind).toBe(LOAD_LINE);
    expect(solve(square, 0.5, 0.5).kind).toBe(LOAD_POINT);
    const outside = solve(square, 0.8, 0.1);
    expect(outside.copU).toBe(0.5);
    expect(outside.copW).toBeCloseTo(0.1, 15);
    expect(outside.spin).toBeCloseTo(edge.spin, 15);
    // The line is the limit: the same spin bound within the distance from the edge.
    for (const t of [0, 0.1, 0.24, 0.3, 0.45]) {
      expect(Math.abs(solve(square, 0.5 - 2e-6, t).spin - solve(square, 0.5, t).spin)).toBeLessThan(2e-6);
    }
  });

  it('is a line with affine density on patches without width', () => {
    const load = solve(
      [
        [0, 0],
        [2, 0],
      ],
      1,
      0.5,
    );
    expect(load.kind).toBe(LOAD_LINE);
    expect([load.copU, load.copW]).toEqual([1, 0]);
    expect(load.spin).toBeCloseTo(0.5, 14);
    const thin = solve(turned(rectangle(1, 1e-9), 0.7), 0.05 * Math.cos(0.7), 0.05 * Math.sin(0.7));
    expect(thin.kind).toBe(LOAD_LINE);
    const slim = solve(turned(rectangle(1, 1e-4), 0.7), 0.05 * Math.cos(0.7), 0.05 * Math.sin(0.7));
    expect(slim.kind).toBe(LOAD_AREA);
    // They differ by the width squared.
    expect(thin.spin).toBeCloseTo(slim.spin, 7);
    expect(solve([[3, 4]], 0, 0).kind).toBe(LOAD_POINT);
    expect(solve([], 0, 0).kind).toBe(LOAD_POINT);
  });
});

describe('spin bound', () => {
  const centred = (Math.SQRT2 + Math.log(1 + Math.SQRT2)) / 6;

  it('is 0.3826 L for a square, 2/3 r for a disc, and the closed form of a rectangle', () => {
    expect(centred).toBeCloseTo(0.3826, 4);
    expect(solve(rectangle(1, 1), 0, 0).spin).toBeCloseTo(centred, 14);
    expect(solve(turned(rectangle(1, 1), 0.4, 3, 5, 6), 5, 6).spin).toBeCloseTo(3 * centred, 13);
    // A fine inscribed polygon is smaller than its circle by (π/n)²/3 at most.
    const n = 2000;
    expect(solve(regular(n, 0.5), 0, 0).spin / (0.5 * (2 / 3))).toBeCloseTo(1, 5);
    const [a, b] = [2, 0.7];
    const d = Math.hypot(a, b);
    const mean = d / 6 + ((a * a) / (12 * b)) * Math.log((b + d) / a) + ((b * b) / (12 * a)) * Math.log((a + d) / b);
    expect(solve(rectangle(a, b), 0, 0).spin).toBeCloseTo(mean, 13);
  });

  it('falls continuously from the centre to zero at the corner', () => {
    const square = rectangle(1, 1);
    let before = centred;
    const steps = 2000;
    for (let k = 1; k <= steps; k++) {
      const t = (0.5 * k) / steps;
      const spin = solve(square, t, t).spin;
      expect(spin).toBeLessThan(before + 1e-12);
      // The steepest part is the corner, where the bound is 0.98 of the distance per axis.
      expect(before - spin).toBeLessThan((2 * 0.5) / steps);
      before = spin;
    }
    expect(before).toBe(0);
  });

  it('is the mean distance under the pressure for random polygons, by cubature', () => {
    for (let seed = 1; seed <= 40; seed++) {
      const random = new Random(seed);
      const poly = randomPolygon(random, 8);
      const cop = randomInside(random, poly, seed % 4);
      const load = solve(poly, cop[0], cop[1]);
      if (load.kind !== LOAD_AREA) continue;
      const p = (x: number, y: number) => load.alpha + load.betaU * x + load.betaW * y;
      const exact = integrate(loadedPart(load), (x, y) => p(x, y) * Math.hypot(x, y), 1e-11);
      expect(load.spin, `seed ${seed}`).toBeCloseTo(exact, 9);
    }
  });
});
