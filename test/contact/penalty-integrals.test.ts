import { describe, expect, it } from 'vitest';
import {
  addCornerFriction,
  addFootprint,
  addLinear,
  spreadSquare,
  spreadWrench,
  squareOver,
} from '../../src/contact/penalty/integrals.js';
import { Random } from '../../src/math/random.js';

// A product rule that is exact to degree 9 in the triangle's own coordinates: everything here has degree 4 at most, so
// what is left is rounding, some 1e-14 of the size of the terms.
const NODES = [0.046910077030668, 0.2307653449471585, 0.5, 0.7692346550528415, 0.953089922969332];
const WEIGHTS = [0.1184634425280945, 0.2393143352496832, 0.2844444444444444, 0.2393143352496832, 0.1184634425280945];

function quadrature(
  xy: Float64Array,
  f: (u: number, w: number, bary: readonly [number, number, number]) => number,
): number {
  const area = 0.5 * ((xy[2]! - xy[0]!) * (xy[5]! - xy[1]!) - (xy[3]! - xy[1]!) * (xy[4]! - xy[0]!));
  let sum = 0;
  for (let i = 0; i < 5; i++) {
    for (let j = 0; j < 5; j++) {
      const s = NODES[i]!;
      const t = NODES[j]! * (1 - s);
      const b: [number, number, number] = [1 - s - t, s, t];
      const u = b[0] * xy[0]! + b[1] * xy[2]! + b[2] * xy[4]!;
      const w = b[0] * xy[1]! + b[1] * xy[3]! + b[2] * xy[5]!;
      sum += 2 * area * WEIGHTS[i]! * WEIGHTS[j]! * (1 - s) * f(u, w, b);
    }
  }
  return sum;
}

function triangle(random: Random): Float64Array {
  const size = 10 ** random.between(-2, 1);
  const xy = Float64Array.from({ length: 6 }, () => size * random.between(-1, 1));
  const area = (xy[2]! - xy[0]!) * (xy[5]! - xy[1]!) - (xy[3]! - xy[1]!) * (xy[4]! - xy[0]!);
  return area > 0 ? xy : Float64Array.of(xy[0]!, xy[1]!, xy[4]!, xy[5]!, xy[2]!, xy[3]!);
}

const near = (value: number, truth: number, scale: number) =>
  expect(Math.abs(value - truth)).toBeLessThanOrEqual(1e-10 * scale);

describe('integrals over a triangle against quadrature', () => {
  for (let seed = 1; seed <= 50; seed++) {
    it(`seed ${seed}`, () => {
      const random = new Random(seed);
      const xy = triangle(random);
      const area = quadrature(xy, () => 1);
      const size = Math.max(...xy.map(Math.abs));
      const m = new Float64Array(6);
      addFootprint(m, 0, xy, 0, 1, 2);
      near(m[0]!, area, area);
      near(
        m[1]!,
        quadrature(xy, (u) => u),
        area * size,
      );
      near(
        m[2]!,
        quadrature(xy, (_, w) => w),
        area * size,
      );
      near(
        m[3]!,
        quadrature(xy, (u) => u * u),
        area * size * size,
      );
      near(
        m[4]!,
        quadrature(xy, (u, w) => u * w),
        area * size * size,
      );
      near(
        m[5]!,
        quadrature(xy, (_, w) => w * w),
        area * size * size,
      );

      // Normal spring and damper: pressure linear, its moments (Eq. 7, 8, 11, 12).
      const f = Float64Array.from({ length: 3 }, () => random.between(-1, 1));
      const at = (b: readonly number[]) => b[0]! * f[0]! + b[1]! * f[1]! + b[2]! * f[2]!;
      const l = new Float64Array(3);
      addLinear(l, 0, xy, f, 0, 1, 2);
      near(
        l[0]!,
        quadrature(xy, (_, __, b) => at(b)),
        area,
      );
      near(
        l[1]!,
        quadrature(xy, (u, _, b) => u * at(b)),
        area * size,
      );
      near(
        l[2]!,
        quadrature(xy, (_, w, b) => w * at(b)),
        area * size,
      );
      near(
        squareOver(xy, f, 0, 1, 2),
        quadrature(xy, (_, __, b) => at(b) ** 2),
        area,
      );

      // Static spring and damper with force and torque (Eq. 21–24, 28, 29).
      const [qu, qw, q] = [random.between(-1, 1), random.between(-1, 1), random.between(-1, 1) / size];
      const wrench = new Float64Array(3);
      spreadWrench(wrench, 0, m, 0, qu, qw, q);
      near(
        wrench[0]!,
        quadrature(xy, (_, w) => -(qu - q * w)),
        area,
      );
      near(
        wrench[1]!,
        quadrature(xy, (u) => -(qw + q * u)),
        area,
      );
      near(
        wrench[2]!,
        quadrature(xy, (u, w) => -(u * (qw + q * u) - w * (qu - q * w))),
        area * size,
      );
      near(
        spreadSquare(m, 0, qu, qw, q),
        quadrature(xy, (u, w) => (qu - q * w) ** 2 + (qw + q * u) ** 2),
        area,
      );

      // Dynamic friction as the paper interpolates it (Eq. 14–17).
      const p = Float64Array.from({ length: 3 }, () => random.between(0, 1));
      const slip = Float64Array.of(qu, qw, q);
      const corner = [0, 1, 2].map((k) => {
        const vu = qu - q * xy[2 * k + 1]!;
        const vw = qw + q * xy[2 * k]!;
        const v = Math.sqrt(vu * vu + vw * vw);
        return [(p[k]! * vu) / v, (p[k]! * vw) / v, p[k]! * v];
      });
      const inside = (b: readonly number[], c: number) =>
        b[0]! * corner[0]![c]! + b[1]! * corner[1]![c]! + b[2]! * corner[2]![c]!;
      const friction = new Float64Array(4);
      addCornerFriction(friction, 0, xy, p, 0, 1, 2, slip);
      near(
        friction[0]!,
        quadrature(xy, (_, __, b) => inside(b, 2)),
        area,
      );
      near(
        friction[1]!,
        quadrature(xy, (_, __, b) => inside(b, 0)),
        area,
      );
      near(
        friction[2]!,
        quadrature(xy, (_, __, b) => inside(b, 1)),
        area,
      );
      near(
        friction[3]!,
        quadrature(xy, (u, w, b) => u * inside(b, 1) - w * inside(b, 0)),
        area * size,
      );
    });
  }
});
