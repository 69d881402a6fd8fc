// projectCone against brute force, and against Coulomb's law itself.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Arena } from '../../src/memory/arena.js';
import { atFactor, atLambda, atSchur, BlockStore } from '../../src/solver/blocks.js';
import { factorLdl } from '../../src/solver/factor.js';
import { Movers } from '../../src/solver/movers.js';
import { CONE_FRICTION, PROJECT_CONE, projectCone } from '../../src/solver/projections.js';

type V = [number, number, number];

/** The local problem: impulses λ with r = S λ + e under Coulomb's law, from a given start. */
function project(s: readonly number[], e: V, mu: number, start: V): V {
  const arena = new Arena();
  const movers = new Movers(arena, arena.f64(16));
  movers.begin(3);
  const blocks = new BlockStore(arena, movers);
  const o = blocks.dataOf(blocks.add(1, 2, 3, PROJECT_CONE));
  const f = blocks.f.data;
  f[o + CONE_FRICTION] = mu;
  f.set(start, o + atLambda);
  f.set(s, o + atSchur);
  factorLdl(f, o + atSchur, f, o + atFactor(3), 3);
  const r = new Float64Array(6);
  r.set(residual(s, e, start));
  projectCone(f, o, 3, r, 0);
  return [r[0]!, r[1]!, r[2]!];
}

const residual = (s: readonly number[], e: V, l: V): V => [
  e[0] + s[0]! * l[0] + s[1]! * l[1] + s[2]! * l[2],
  e[1] + s[3]! * l[0] + s[4]! * l[1] + s[5]! * l[2],
  e[2] + s[6]! * l[0] + s[7]! * l[1] + s[8]! * l[2],
];

/** By how much λ misses Coulomb's law, in units of velocity. */
function violation(s: readonly number[], e: V, mu: number, l: V): number {
  const r = residual(s, e, l);
  const scale = Math.max(s[0]!, s[4]!, s[8]!);
  const size = Math.hypot(l[1], l[2]);
  let worst = Math.max(-l[0] * scale, -r[0], l[0] > 0 ? Math.abs(r[0]) : 0, (size - mu * l[0]) * scale);
  const slip = Math.hypot(r[1], r[2]);
  if (slip > 0 && mu > 0 && l[0] > 0) {
    // Slipping: |λt| = μ λn against the slip. Else it sticks. The nearer of the two laws counts.
    const against = Math.hypot(l[1] + (mu * l[0] * r[1]) / slip, l[2] + (mu * l[0] * r[2]) / slip) * scale;
    worst = Math.max(worst, Math.min(slip, against));
  }
  return worst;
}

/** Every solution that there is: separation, sticking, and sliding found by a scan over directions with refinement. */
function bruteForce(s: readonly number[], e: V, mu: number): V[] {
  const found: V[] = [];
  if (e[0] >= 0) found.push([0, 0, 0]);
  if (mu === 0) return e[0] >= 0 ? found : [[-e[0] / s[0]!, 0, 0]];
  const stick = solve3(s, e);
  if (stick[0] >= 0 && Math.hypot(stick[1], stick[2]) <= mu * stick[0]) found.push(stick);
  // λt = -μ λn (cos φ, sin φ), with r_t along (cos φ, sin φ): a zero of the cross product.
  const at = (phi: number): { l: V; across: number; along: number } | null => {
    const c = Math.cos(phi);
    const d = Math.sin(phi);
    const k = s[0]! - mu * (s[1]! * c + s[2]! * d);
    if (!(k > 0)) return null;
    const n = -e[0] / k;
    if (!(n > 0)) return null;
    const l: V = [n, -mu * n * c, -mu * n * d];
    const r = residual(s, e, l);
    return { l, across: r[1] * d - r[2] * c, along: r[1] * c + r[2] * d };
  };
  const steps = 2000;
  for (let k = 0; k < steps; k++) {
    let low = (2 * Math.PI * k) / steps;
    let high = (2 * Math.PI * (k + 1)) / steps;
    const a = at(low);
    const b = at(high);
    if (!a || !b || a.across > 0 === b.across > 0) continue;
    for (let n = 0; n < 60; n++) {
      const mid = 0.5 * (low + high);
      const m = at(mid);
      if (!m) break;
      if (m.across > 0 === a.across > 0) low = mid;
      else high = mid;
    }
    const m = at(0.5 * (low + high));
    if (m && m.along >= 0) found.push(m.l);
  }
  return found;
}

function solve3(s: readonly number[], e: V): V {
  const det = (m: readonly number[]): number =>
    m[0]! * (m[4]! * m[8]! - m[5]! * m[7]!) -
    m[1]! * (m[3]! * m[8]! - m[5]! * m[6]!) +
    m[2]! * (m[3]! * m[7]! - m[4]! * m[6]!);
  const d = det(s);
  return [0, 1, 2].map((c) => det(s.map((x, k) => (k % 3 === c ? -e[Math.floor(k / 3)]! : x))) / d) as V;
}

/** No subnormals: their squares vanish. */
const unit = fc.integer({ min: -(2 ** 20), max: 2 ** 20 }).map((n) => n / 2 ** 20);
/** S = A Aᵀ + a share of identity: positive definite, of any shape. */
const matrix = fc
  .tuple(fc.array(unit, { minLength: 9, maxLength: 9 }), fc.double({ min: 0.02, max: 1, noNaN: true }))
  .map(([a, d]) =>
    [0, 1, 2].flatMap((r) =>
      [0, 1, 2].map(
        (c) =>
          a[3 * r]! * a[3 * c]! + a[3 * r + 1]! * a[3 * c + 1]! + a[3 * r + 2]! * a[3 * c + 2]! + (r === c ? d : 0),
      ),
    ),
  );
const vector = fc.tuple(unit, unit, unit);
const friction = fc.constantFrom(0, 0.1, 0.3, 0.5, 0.8, 1, 2);
/**
 * Where the alternation of normal and tangential solves is a contraction: |S_nt| times the Lipschitz constant of λt(λn)
 * is below S_nn. Where it sticks, λt' = -S_tt⁻¹ S_tn, at most |S_nt|/low with low the least eigenvalue of S_tt. Where
 * it slips, λt grows by μ along itself, and turns: across itself it goes by t⊥·(S_tn + μ S_tt t)/(t⊥·(S_tt + γ) t⊥),
 * at most (|S_nt| + μ (high - low)/2)/low.
 */
function contracts(s: readonly number[], mu: number): boolean {
  const coupling = Math.hypot(s[1]!, s[2]!);
  const half = Math.hypot(0.5 * (s[4]! - s[8]!), s[5]!);
  const low = 0.5 * (s[4]! + s[8]!) - half;
  return coupling * Math.hypot(mu, (coupling + mu * half) / low) < 0.9 * s[0]!;
}

function fixedPoint(s: readonly number[], e: V, mu: number): V {
  let l: V = [0, 0, 0];
  for (let k = 0; k < 200; k++) {
    const next = project(s, e, mu, l);
    const change = Math.max(...next.map((x, i) => Math.abs(x - l[i]!)));
    l = next;
    if (change <= 1e-15 * (1 + Math.abs(l[0]))) break;
  }
  return l;
}

describe('projectCone', () => {
  test('its fixed point obeys Coulomb’s law to 1e-10', () => {
    fc.assert(
      fc.property(matrix, vector, friction, (s, e, mu) => {
        fc.pre(contracts(s, mu));
        expect(violation(s, e, mu, fixedPoint(s, e, mu))).toBeLessThan(1e-10);
      }),
      { numRuns: 3000 },
    );
  });

  test('its fixed point is the one that brute force over separation, sticking and all sliding directions finds', () => {
    fc.assert(
      fc.property(matrix, vector, friction, (s, e, mu) => {
        fc.pre(contracts(s, mu));
        const all = bruteForce(s, e, mu);
        const l = fixedPoint(s, e, mu);
        const nearest = Math.min(...all.map((b) => Math.hypot(b[0] - l[0], b[1] - l[1], b[2] - l[2])));
        // The scan has a resolution of 2π/2000 before bisection; grazing solutions are found less sharply.
        expect(nearest).toBeLessThan(1e-7 * (1 + Math.abs(l[0])));
      }),
      { numRuns: 300 },
    );
  });

  test('one visit is enough where normal and tangent do not couple, however skewed the tangent plane', () => {
    fc.assert(
      fc.property(matrix, vector, friction, (s, e, mu) => {
        const uncoupled = s.slice();
        for (const k of [1, 2, 3, 6]) uncoupled[k] = 0;
        // Where it barely slips, the slip's direction has only the digits that are left of a difference.
        expect(violation(uncoupled, e, mu, project(uncoupled, e, mu, [0, 0, 0]))).toBeLessThan(1e-10);
      }),
      { numRuns: 2000 },
    );
  });

  test('without friction only the normal row counts; without approach nothing happens', () => {
    fc.assert(
      fc.property(matrix, vector, (s, e) => {
        const l = project(s, e, 0, [0, 0, 0]);
        expect(l[1]).toBe(0);
        expect(l[2]).toBe(0);
        expect(l[0]).toBeCloseTo(Math.max(0, -e[0] / s[0]!), 12);
      }),
      { numRuns: 500 },
    );
    expect(project([1, 0, 0, 0, 1, 0, 0, 0, 1], [0.5, 3, 4], 0.5, [0, 0, 0])).toEqual([0, 0, 0]);
  });

  test('sliding opposes the slip even where the tangent plane is skewed, unlike pulling the sticking force back', () => {
    const s = [1, 0, 0, 0, 4, 1.5, 0, 1.5, 1];
    const e: V = [-1, 3, -2];
    const l = project(s, e, 0.2, [0, 0, 0]);
    const r = residual(s, e, l);
    expect(l[1] * r[2] - l[2] * r[1]).toBeCloseTo(0, 13);
    expect(Math.hypot(l[1], l[2])).toBeCloseTo(0.2 * l[0], 14);
  });

  test('locked axes: rows without mass take no part, and nothing is infinite', () => {
    const cases: readonly [readonly number[], V][] = [
      [
        [0, 0, 0, 0, 0, 0, 0, 0, 0],
        [-1, 1, 1],
      ],
      [
        [1, 0, 0, 0, 0, 0, 0, 0, 0],
        [-1, 1, 1],
      ],
      [
        [1, 0, 0, 0, 2, 0, 0, 0, 0],
        [-1, 1, 0],
      ],
      [
        [0, 0, 0, 0, 1, 0, 0, 0, 1],
        [-1, 1, 1],
      ],
      [
        [1, 1, 0, 1, 1, 0, 0, 0, 1],
        [-1, 0.5, 0.1],
      ],
    ];
    for (const [s, e] of cases) {
      const l = project(s, e, 0.5, [0, 0, 0]);
      expect(l.every(Number.isFinite)).toBe(true);
      expect(Math.hypot(l[1], l[2])).toBeLessThanOrEqual(0.5 * l[0] * (1 + 1e-12));
    }
  });

  test('beyond contraction (Painlevé) it stays finite and inside the cone', () => {
    fc.assert(
      fc.property(matrix, vector, fc.double({ min: 2, max: 100, noNaN: true }), vector, (s, e, mu, start) => {
        const l = project(s, e, mu, [Math.abs(start[0]), start[1], start[2]]);
        expect(l.every(Number.isFinite)).toBe(true);
        expect(l[0]).toBeGreaterThanOrEqual(0);
        expect(Math.hypot(l[1], l[2])).toBeLessThanOrEqual(mu * l[0] * (1 + 1e-12));
      }),
      { numRuns: 1000 },
    );
  });
});
