import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { matrixFromQuaternion, turnByCayley, turnByVector } from '../../src/math/quaternion.js';
import { Random } from '../../src/math/random.js';
import { eigenSymmetric, invertSymmetric, rotateSymmetric } from '../../src/math/symmetric3.js';
import { anyPerpendicular, cross, dot, multiply, normalizeQuat, type Quat, rotate } from '../../src/math/vec3.js';

const EPS = 2 ** -52;
const full = (s: ArrayLike<number>): number[][] => [
  [s[0]!, s[1]!, s[2]!],
  [s[1]!, s[3]!, s[4]!],
  [s[2]!, s[4]!, s[5]!],
];
const times = (a: number[][], b: number[][]): number[][] =>
  a.map((row) => [0, 1, 2].map((c) => row[0]! * b[0]![c]! + row[1]! * b[1]![c]! + row[2]! * b[2]![c]!));
/** At least the 2-norm, without squares that overflow or underflow. */
const norm = (s: ArrayLike<number>): number => 3 * Math.max(...Array.from(s, Math.abs));

const number = fc.oneof(
  fc.double({ min: -1, max: 1, noNaN: true }),
  fc.integer({ min: -3, max: 3 }),
  fc.constantFrom(0, 1e-8, 1e-16, 1),
);
const symmetric = fc.tuple(number, number, number, number, number, number);

describe('eigenSymmetric', () => {
  test('any symmetric matrix: unit right-handed vectors, ascending values, S v = λ v', () => {
    fc.assert(
      fc.property(symmetric, fc.integer({ min: -100, max: 100 }), (s, power) => {
        const scale = 2 ** power;
        const m = Float64Array.from(s, (x) => x * scale);
        const values = new Float64Array(3);
        const vectors = new Float64Array(9);
        eigenSymmetric(values, 0, vectors, 0, m, 0);
        const v = [0, 1, 2].map((k) => [...vectors.subarray(3 * k, 3 * k + 3)] as [number, number, number]);
        expect(values[0]!).toBeLessThanOrEqual(values[1]!);
        expect(values[1]!).toBeLessThanOrEqual(values[2]!);
        for (let i = 0; i < 3; i++) {
          for (let j = 0; j < 3; j++) expect(Math.abs(dot(v[i]!, v[j]!) - (i === j ? 1 : 0))).toBeLessThan(20 * EPS);
          const f = full(m);
          for (let r = 0; r < 3; r++) {
            const residual = dot(f[r] as [number, number, number], v[i]!) - values[i]! * v[i]![r]!;
            // Jacobi is backward stable: an error of a few ulp of the norm. Below 1e-300 everything counts as zero.
            expect(Math.abs(residual)).toBeLessThanOrEqual(20 * EPS * norm(m) + 2e-300);
          }
        }
        expect(dot(cross(v[0]!, v[1]!), v[2]!)).toBeGreaterThan(0.99);
      }),
      { numRuns: 2000 },
    );
  });

  test('diagonal matrices are exact, and so is zero', () => {
    const values = new Float64Array(3);
    const vectors = new Float64Array(9);
    eigenSymmetric(values, 0, vectors, 0, Float64Array.of(3, 0, 0, -1, 0, 0.1), 0);
    expect([...values]).toEqual([-1, 0.1, 3]);
    expect([...vectors].map(Math.abs)).toEqual([0, 1, 0, 0, 0, 1, 1, 0, 0]);
    eigenSymmetric(values, 0, vectors, 0, new Float64Array(6), 0);
    expect([...values]).toEqual([0, 0, 0]);
  });

  test('known spectra come back: R diag Rᵀ with equal and nearly equal values', () => {
    const random = new Random(4);
    const r = new Float64Array(9);
    const s = new Float64Array(6);
    const values = new Float64Array(3);
    const vectors = new Float64Array(9);
    for (const wanted of [
      [1, 2, 3],
      [1, 1, 1],
      [1, 1, 4],
      [1e-9, 1, 1 + 1e-12],
      [-5, 0, 5],
    ]) {
      for (let k = 0; k < 100; k++) {
        matrixFromQuaternion(r, 0, Float64Array.from(random.rotation()), 0);
        rotateSymmetric(s, 0, r, 0, Float64Array.of(wanted[0]!, 0, 0, wanted[1]!, 0, wanted[2]!), 0);
        eigenSymmetric(values, 0, vectors, 0, s, 0);
        for (let i = 0; i < 3; i++) expect(Math.abs(values[i]! - wanted[i]!)).toBeLessThan(40 * EPS * norm(s));
      }
    }
  });
});

describe('symmetric kernels', () => {
  test('R S Rᵀ equals the product of the full matrices, in place too', () => {
    fc.assert(
      fc.property(symmetric, fc.integer(), (s, seed) => {
        const q = new Random(seed).rotation();
        const r = new Float64Array(9);
        matrixFromQuaternion(r, 0, Float64Array.from(q), 0);
        const rows = [0, 1, 2].map((k) => [...r.subarray(3 * k, 3 * k + 3)]);
        const transposed = [0, 1, 2].map((k) => rows.map((row) => row[k]!));
        const wanted = times(times(rows, full(s)), transposed);
        const out = Float64Array.from(s);
        rotateSymmetric(out, 0, r, 0, out, 0);
        const got = full(out);
        for (let i = 0; i < 3; i++)
          for (let j = 0; j < 3; j++) expect(Math.abs(got[i]![j]! - wanted[i]![j]!)).toBeLessThan(1e-14);
      }),
      { numRuns: 500 },
    );
  });

  test('the inverse of a positive definite matrix times the matrix is one', () => {
    const random = new Random(5);
    const r = new Float64Array(9);
    const s = new Float64Array(6);
    const inverse = new Float64Array(6);
    for (let k = 0; k < 500; k++) {
      matrixFromQuaternion(r, 0, Float64Array.from(random.rotation()), 0);
      const d = [random.between(0.1, 10), random.between(0.1, 10), random.between(0.1, 10)];
      rotateSymmetric(s, 0, r, 0, Float64Array.of(d[0]!, 0, 0, d[1]!, 0, d[2]!), 0);
      expect(invertSymmetric(inverse, 0, s, 0)).toBe(true);
      const one = times(full(s), full(inverse));
      // Condition number up to 100: cofactors lose its square at worst.
      for (let i = 0; i < 3; i++)
        for (let j = 0; j < 3; j++) expect(Math.abs(one[i]![j]! - (i === j ? 1 : 0))).toBeLessThan(1e-11);
    }
  });

  test('what is not positive definite is refused with zeros', () => {
    const out = new Float64Array(6).fill(9);
    for (const s of [
      [0, 0, 0, 0, 0, 0],
      [1, 0, 0, 1, 0, 0],
      [-1, 0, 0, -1, 0, 1],
      [1, 2, 0, 1, 0, 1],
      [NaN, 0, 0, 1, 0, 1],
    ]) {
      expect(invertSymmetric(out, 0, Float64Array.from(s), 0)).toBe(false);
      expect([...out]).toEqual([0, 0, 0, 0, 0, 0]);
    }
  });
});

describe('quaternions', () => {
  const quaternion = fc.integer().map((seed) => new Random(seed).rotation());
  const vector = fc.tuple(number, number, number);

  test('matrix, rotate and product agree', () => {
    fc.assert(
      fc.property(quaternion, quaternion, vector, (p, q, v) => {
        const m = new Float64Array(9);
        matrixFromQuaternion(m, 0, Float64Array.from(p), 0);
        const byMatrix = [0, 1, 2].map((k) => m[3 * k]! * v[0] + m[3 * k + 1]! * v[1] + m[3 * k + 2]! * v[2]);
        const byRotate = rotate(p, v);
        const twice = rotate(p, rotate(q, v));
        const product = rotate(multiply(p, q), v);
        for (let k = 0; k < 3; k++) {
          expect(Math.abs(byMatrix[k]! - byRotate[k]!)).toBeLessThan(1e-14);
          expect(Math.abs(twice[k]! - product[k]!)).toBeLessThan(2e-14);
        }
      }),
      { numRuns: 500 },
    );
  });

  test('turnByVector turns by |r| about r; turnByCayley by 2 atan(|r|/2)', () => {
    fc.assert(
      fc.property(quaternion, vector, (q, r) => {
        const size = Math.hypot(...r);
        for (const [turn, angle] of [
          [(out: Float64Array) => turnByVector(out, 0, r[0], r[1], r[2]), size],
          [(out: Float64Array) => turnByCayley(out, 0, Float64Array.from(r), 0, 1), 2 * Math.atan(size / 2)],
        ] as const) {
          const out = Float64Array.from(q);
          turn(out);
          const s = size > 0 ? Math.sin(angle / 2) / size : 0;
          const by: Quat = [r[0] * s, r[1] * s, r[2] * s, Math.cos(angle / 2)];
          const wanted = normalizeQuat(multiply(by, q));
          for (let k = 0; k < 4; k++) expect(Math.abs(out[k]! - wanted[k]!)).toBeLessThan(1e-15 * 4);
        }
      }),
      { numRuns: 500 },
    );
  });

  test('any perpendicular is a unit vector at right angles', () => {
    const random = new Random(6);
    for (let k = 0; k < 1000; k++) {
      const n =
        k < 6
          ? (
              [
                [1, 0, 0],
                [0, 1, 0],
                [0, 0, 1],
                [-1, 0, 0],
                [0, -1, 0],
                [0, 0, -1],
              ] as const
            )[k]!
          : random.direction();
      const p = anyPerpendicular(n);
      expect(Math.abs(dot(n, p))).toBeLessThan(4e-16);
      expect(Math.abs(dot(p, p) - 1)).toBeLessThan(1e-15);
    }
  });
});
