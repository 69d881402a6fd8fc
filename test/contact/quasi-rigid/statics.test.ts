// Truths of contact mechanics (Hertz, Boussinesq, Love; K. L. Johnson, Contact Mechanics, 1985, ch. 3 to 5): force
// within 1 %, radius 2 %, greatest pressure 4 % at five nodes per radius. Errors of the lattice fall with the square of
// the spacing.

import { describe, expect, it } from 'vitest';
import { CELL_INTS, N_AREA, N_FORCE, N_GAP, N_U, N_W, NODE_STRIDE } from '../../../src/contact/quasi-rigid/nodes.js';
import { Resolver } from '../../../src/contact/quasi-rigid/resolve.js';
import { contactModulus, volumeResponse } from '../../../src/contact/quasi-rigid/response.js';
import {
  Summary,
  T_AREA,
  T_CURVATURE,
  T_DEPTH,
  T_ENERGY,
  T_FORCE,
  T_MOMENT_U,
  T_PRESSURE,
  T_STIFFNESS,
} from '../../../src/contact/quasi-rigid/tractions.js';
import { Arena } from '../../../src/memory/arena.js';
import { ball, ballRegion, field, MODULUS, OPTIONS, solve, square, total } from './fields.js';

function summaryOf(resolver: Resolver, modulus = MODULUS): Float64Array {
  const summary = new Summary(new Arena());
  summary.take(resolver, modulus);
  return summary.t;
}

const off = (value: number, truth: number) => Math.abs(value / truth - 1);
const radiusOf = (t: Float64Array) => Math.sqrt(t[T_AREA] / Math.PI);

describe('quasi-rigid statics', () => {
  it.each([1e-2, 1e-1, 1, 10])('a ball of radius 5 %s cm, pressed by a fiftieth', (scale) => {
    const r = 0.05 * scale;
    const d = 1e-3 * scale;
    const t = summaryOf(solve(ball(r, d), ballRegion(r, d)));
    expect(off(t[T_FORCE], 10.361 * scale * scale)).toBeLessThan(0.01);
    expect(off(radiusOf(t), 7.071e-3 * scale)).toBeLessThan(0.02);
    expect(off(t[T_PRESSURE], 98.94e3)).toBeLessThan(0.04);
    expect(off(t[T_DEPTH], d)).toBeLessThan(0.02);
    // ∫ F dd of F ∝ d^1.5.
    expect(off(t[T_ENERGY], 0.4 * 10.361 * 1e-3 * scale ** 3)).toBeLessThan(0.01);
    // The tangent holds nodes on their sides, while the true rim moves: first order in the spacing.
    expect(off(t[T_STIFFNESS], 2 * MODULUS * 7.071e-3 * scale)).toBeLessThan(0.04);
    expect(off(t[T_CURVATURE], 1 / r)).toBeLessThan(0.02);
  });

  it('two balls, both elastic', () => {
    const modulus = contactModulus(1e6, 0.3, 1e6, 0.3);
    const d = 1e-3;
    const gap = field((u, w) => {
      const rr = u * u + w * w;
      return 0.05 - Math.sqrt(0.05 ** 2 - rr) + 0.1 - Math.sqrt(0.1 ** 2 - rr) - d;
    });
    const a = Math.sqrt(2 * (1 / 30) * d);
    const t = summaryOf(solve(gap, square(a, Math.PI * a * a), { modulus, shareA: 0.5 }), modulus);
    expect(off(t[T_FORCE], 4.23)).toBeLessThan(0.01);
    expect(off(radiusOf(t), 5.774e-3)).toBeLessThan(0.02);
    expect(off(t[T_PRESSURE], 60.59e3)).toBeLessThan(0.04);
  });

  it('a flat round punch', () => {
    const a = 0.02;
    const r = solve(
      field((u, w) => (u * u + w * w < a * a ? -1e-3 : Number.NaN)),
      square(a, Math.PI * a * a),
    );
    const t = summaryOf(r);
    expect(off(t[T_FORCE], 43.96)).toBeLessThan(0.01);
    expect(off(radiusOf(t), a)).toBeLessThan(0.02);
    // Pressure in the middle: p = F/(2πa²)/√(1 - r²/a²), mean over nodes within a/4 is 1.6 % above p(0).
    let force = 0;
    let area = 0;
    const f = r.nodes.f.data;
    for (let k = 0; k < r.nodes.count; k++) {
      const o = k * NODE_STRIDE;
      if (f[o + N_U] ** 2 + f[o + N_W] ** 2 > (a / 4) ** 2) continue;
      force += f[o + N_FORCE];
      area += f[o + N_AREA];
    }
    expect(off(force / area, 17.49e3 * 1.016)).toBeLessThan(0.04);
    // Stiffness 2E*a, and (4/3) E* a³ against tilting.
    expect(off(t[T_STIFFNESS], 2 * MODULUS * a)).toBeLessThan(0.01);
    expect(off(t[T_STIFFNESS + 3], (4 / 3) * MODULUS * a ** 3)).toBeLessThan(0.03);
  });

  it('a cone of slope 0.1', () => {
    const d = 3.1416e-3;
    const reach = d / 0.1;
    const t = summaryOf(
      solve(
        field((u, w) => 0.1 * Math.sqrt(u * u + w * w) - d),
        square(reach, Math.PI * reach * reach),
      ),
    );
    expect(off(t[T_FORCE], 69.05)).toBeLessThan(0.01);
    expect(off(radiusOf(t), 0.02)).toBeLessThan(0.02);
  });

  it('a ball in a socket a tenth larger', () => {
    const d = 20e-6;
    const gap = field((u, w) => {
      const rr = u * u + w * w;
      return 0.05 - d - Math.sqrt(0.05 ** 2 - rr) - (0.055 - Math.sqrt(0.055 ** 2 - rr));
    });
    const a = Math.sqrt(2 * 0.55 * d);
    const t = summaryOf(solve(gap, square(a, Math.PI * a * a)));
    expect(off(t[T_FORCE], 0.0972)).toBeLessThan(0.01);
    expect(off(radiusOf(t), 3.317e-3)).toBeLessThan(0.02);
  });

  it.each([100, 600])('a roller under 1 kN/m, in its middle, with %s nodes', (nodes) => {
    const long = 0.3;
    const radius = 0.05;
    const press = (d: number) => {
      const half = Math.sqrt(2 * radius * d);
      return solve(
        field((u, w) => (Math.abs(u) < long / 2 ? radius - d - Math.sqrt(radius * radius - w * w) : Number.NaN)),
        { u0: -long / 2, u1: long / 2, w0: -half, w1: half, area: 2 * half * long },
        { nodes },
      );
    };
    /** Force per metre of the middle third: the ends bear differently. */
    const middle = (r: Resolver) => {
      const f = r.nodes.f.data;
      let force = 0;
      const rows = new Set<number>();
      for (let k = 0; k < r.nodes.count; k++) {
        if (Math.abs(f[k * NODE_STRIDE + N_U]) > long / 6) continue;
        force += f[k * NODE_STRIDE + N_FORCE];
        rows.add(r.nodes.cells.data[CELL_INTS * k]);
      }
      return force / (rows.size * r.nodes.cellU);
    };
    // The force is nearly linear in the depth: secants.
    let d = 2e-3;
    for (let k = 0; k < 4; k++) d *= (1000 / middle(press(d))) ** 0.9;
    const r = press(d);
    const f = r.nodes.f.data;
    // p² = p0² (1 - w²/b²) by least squares over the middle third, without cells that the rim cuts.
    let most = 0;
    for (let k = 0; k < r.nodes.count; k++)
      if (Math.abs(f[k * NODE_STRIDE + N_U]) < long / 6)
        most = Math.max(most, f[k * NODE_STRIDE + N_FORCE] / f[k * NODE_STRIDE + N_AREA]);
    let s0 = 0;
    let s1 = 0;
    let s2 = 0;
    let t0 = 0;
    let t1 = 0;
    for (let k = 0; k < r.nodes.count; k++) {
      const o = k * NODE_STRIDE;
      if (Math.abs(f[o + N_U]) > long / 6 || !(f[o + N_FORCE] > 0.4 * most * f[o + N_AREA])) continue;
      const x = f[o + N_W] ** 2;
      const y = (f[o + N_FORCE] / f[o + N_AREA]) ** 2;
      s0++;
      s1 += x;
      s2 += x * x;
      t0 += y;
      t1 += x * y;
    }
    const slope = (s0 * t1 - s1 * t0) / (s0 * s2 - s1 * s1);
    const peak = (t0 - slope * s1) / s0;
    // Two per cent at five nodes per half-width; errors fall with the square of the spacing.
    const across = 7.611e-3 / r.nodes.cellW;
    expect(off(Math.sqrt(-peak / slope), 7.611e-3)).toBeLessThan(0.02 * Math.max(1, (5 / across) ** 2));
    expect(off(Math.sqrt(peak), 83.64e3)).toBeLessThan(0.04);
  });

  it.each([0.05, 0.1])('the volume-preserving kernel, contact radius %s of its width', (ratio) => {
    // d = d_H (1 - 0.532 a/σ) at given force, to second order in a/σ.
    const a = Math.sqrt(0.05 * 1e-3);
    const response = volumeResponse(a / ratio);
    let low = 0.5e-3;
    let high = 1.2e-3;
    for (let k = 0; k < 30; k++) {
      const d = 0.5 * (low + high);
      const r = solve(ball(0.05, d), ballRegion(0.05, d), { response, bulges: true });
      if (total(r) < 10.361) low = d;
      else high = d;
    }
    expect(Math.abs(low / 1e-3 - (1 - 0.532 * ratio))).toBeLessThan(0.01);
  });

  it('is complementary to 1e-10, with either way of solving', () => {
    for (const nodes of [100, 800]) {
      const r = solve(ball(0.05, 1e-3), ballRegion(0.05, 1e-3), { nodes });
      const n = r.nodes.count;
      const { problem } = r;
      const { g, q, x, active } = problem;
      for (let i = 0; i < n; i++) {
        let s = q.data[i];
        const row = problem.rowOf(i, n);
        for (let j = 0; j < n; j++) s += (g.data[row + j] / problem.unit) * x.data[j];
        expect(x.data[i]).toBeGreaterThanOrEqual(0);
        expect(s).toBeGreaterThan(-1e-10 * 1e-3);
        if (active.data[i] === 1) expect(Math.abs(s)).toBeLessThan(1e-10 * 1e-3);
        else expect(x.data[i]).toBe(0);
      }
    }
  });

  it('finer lattices approach the finest in force within 1 %', () => {
    const finest = total(solve(ball(0.05, 1e-3), ballRegion(0.05, 1e-3), { nodes: 1500, levels: 4 }));
    for (const levels of [1, 2, 3, 4])
      for (const nodes of [60, 100, 200, 400]) {
        const force = total(solve(ball(0.05, 1e-3), ballRegion(0.05, 1e-3), { nodes, levels }));
        expect(off(force, finest)).toBeLessThan(0.01);
      }
  });

  it.each([
    ['ball', ball(0.05, 1e-3), ballRegion(0.05, 1e-3)],
    ['small ball', ball(5e-4, 1e-7), ballRegion(5e-4, 1e-7)],
    [
      'cone',
      field((u, w) => 0.1 * Math.sqrt(u * u + w * w) - 3.1416e-3),
      square(0.031416, Math.PI * 0.031416 * 0.031416),
    ],
    ['punch', field((u, w) => (u * u + w * w < 4e-4 ? -1e-3 : Number.NaN)), square(0.02, Math.PI * 4e-4)],
    [
      'ellipsoid',
      field((u, w) => 10 * u * u + 40 * w * w - 1e-3),
      { u0: -0.01, u1: 0.01, w0: -0.005, w1: 0.005, area: Math.PI * 0.01 * 0.005 },
    ],
  ])(
    '%s: level by level the force approaches that of the finest, monotonically within a hundredth',
    (_, gap, region) => {
      const resolver = new Resolver(new Arena());
      const forces: number[] = [];
      const { problem } = resolver;
      const plain = problem.solve.bind(problem);
      problem.solve = (n) => {
        const bearing = plain(n);
        let sum = 0;
        for (let k = 0; k < n; k++) sum += problem.x.data[k];
        forces.push(Math.PI * MODULUS * sum);
        return bearing;
      };
      resolver.resolve(gap, region, { ...OPTIONS, nodes: 600, levels: 5 });
      const finest = forces[forces.length - 1]!;
      expect(forces.length).toBeGreaterThanOrEqual(5);
      for (let k = 1; k < forces.length; k++)
        expect(off(forces[k]!, finest), `${forces}`).toBeLessThan(off(forces[k - 1]!, finest) + 0.01);
    },
  );

  it('a tilted punch bears on one side, with a moment that raises it', () => {
    const a = 0.02;
    const tilted = (tilt: number) =>
      summaryOf(
        solve(
          field((u, w) => (u * u + w * w < a * a ? -1e-3 + tilt * w : Number.NaN)),
          square(a, Math.PI * a * a),
          { nodes: 200 },
        ),
      );
    // M = (4/3) E* a³ θ while all of it bears, and the force stays.
    const t = tilted(0.01);
    expect(off(-t[T_MOMENT_U], (4 / 3) * MODULUS * a ** 3 * 0.01)).toBeLessThan(0.03);
    expect(off(t[T_FORCE], 43.96)).toBeLessThan(0.01);
    // Half a turn about n gives the mirror image.
    expect(tilted(-0.08)[T_MOMENT_U]).toBeCloseTo(-tilted(0.08)[T_MOMENT_U], 10);
  });

  it('nothing bears where nothing overlaps', () => {
    expect(solve(ball(0.05, -1e-3), square(0.01, 1e-4)).bearing).toBe(0);
  });

  it('a node that does not bear does not overlap either, deformed', () => {
    const r = solve(ball(0.05, 1e-3), ballRegion(0.05, 1e-3));
    const f = r.nodes.f.data;
    let covered = 0;
    for (let k = 0; k < r.nodes.count; k++) if (f[k * NODE_STRIDE + N_GAP] < 0) covered++;
    expect(covered).toBeGreaterThan(r.bearing);
  });
});
