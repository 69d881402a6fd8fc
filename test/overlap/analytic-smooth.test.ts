// Nothing jumps: along paths through every special position V changes as its gradient says, spin changes nothing at
// all, and the patch follows.

import { describe, expect, it } from 'vitest';
import { add, multiply, type Quat, rotate, scale, sub, type Vec3 } from '../../src/math/vec3.js';
import type { SimpleShape } from '../../src/shapes/shape.js';
import {
  capsule,
  cone,
  cylinder,
  halfSpace,
  hullArea,
  hullOf,
  meet,
  type Result,
  sphere,
  torus,
} from './analytic-helpers.js';
import { about, apart, pose, size3 } from './convex-helpers.js';

const UP: Vec3 = [0, 1, 0];
const floor = pose();
const SOLIDS: [string, SimpleShape][] = [
  ['sphere', sphere(0.7)],
  ['capsule', capsule(0.4, 1.1)],
  ['cylinder', cylinder(0.5, 1.3)],
  ['coin', cylinder(1, 0.1)],
  ['cone', cone(0.6, 1.1)],
  ['flat cone', cone(1.2, 0.3)],
  ['torus', torus(0.6, 0.2)],
  ['thick torus', torus(0.5, 0.45)],
];

const onFloor = (shape: SimpleShape, y: number, q: Quat): Result | null =>
  meet(shape, pose([0, y, 0], q), halfSpace, floor);

/** Change of V from one pose to the next by the trapezoid rule over the gradients at both ends. */
function predicted(a: Result, b: Result, shift: Vec3, turn: Vec3): number {
  const half = (r: Result): number => {
    // About the solid's origin: turn + c × g.
    const t = add(r.turn, [
      r.c[1] * r.g[2] - r.c[2] * r.g[1],
      r.c[2] * r.g[0] - r.c[0] * r.g[2],
      r.c[0] * r.g[1] - r.c[1] * r.g[0],
    ]);
    return r.g[0] * shift[0] + r.g[1] * shift[1] + r.g[2] * shift[2] + t[0] * turn[0] + t[1] * turn[1] + t[2] * turn[2];
  };
  return 0.5 * (half(a) + half(b));
}

describe.each(SOLIDS)('%s', (_, shape) => {
  it('sinks through the floor in 2,000 steps at five tilts', () => {
    for (const tilt of [0, 1e-9, 0.4, 0.5 * Math.PI, 2]) {
      const q = about([1, 0, 0], tilt);
      const step = 3 / 2000;
      let last: Result | null = null;
      let found = 0;
      let lastChange = 0;
      for (let i = 0; i < 2000; i++) {
        const now = onFloor(shape, 1.5 - step * i, q);
        if (now !== null && last !== null) {
          found++;
          const change = Math.abs(now.g[1] - last.g[1]);
          // Trapezoid: step times half the change of the section, before or now, and a little for its curvature.
          const error = Math.abs(now.V - last.V - predicted(last, now, [0, -step, 0], [0, 0, 0]));
          expect(error, `tilt ${tilt}, step ${i}`).toBeLessThan(0.55 * step * Math.max(change, lastChange) + 1e-13);
          expect(now.V).toBeGreaterThanOrEqual(last.V - 1e-14);
          lastChange = change;
        }
        last = now;
      }
      expect(found).toBeGreaterThan(500);
      expect(last!.V).toBeCloseTo(shape.massProperties!.volume, 13);
    }
  });

  it('turns over in 5,000 steps at three depths; the patch follows', () => {
    for (const y of [0.02, 0.25, 0.61]) {
      const step = (2 * Math.PI) / 5000;
      let last: Result | null = null;
      let lastArea = 0;
      for (let i = 0; i <= 5000; i++) {
        const now = onFloor(shape, y, about([0.6, 0, 0.8], step * i));
        const area = now === null ? 0 : hullArea(now.points, UP);
        if (now !== null && last !== null) {
          const d = scale([0.6, 0, 0.8], step);
          const error = Math.abs(now.V - last.V - predicted(last, now, [0, 0, 0], d));
          // The gradient is bounded by area × size < 10; near a tangent point it changes by the root of the step.
          expect(error, `y ${y}, step ${i}`).toBeLessThan(2e-5);
          // The patch of a coin grows by the root of its depth when an edge goes in.
          expect(Math.abs(area - lastArea), `patch at y ${y}, step ${i}`).toBeLessThan(0.12);
        }
        last = now;
        lastArea = area;
      }
    }
  });

  it('loses nothing at and around special tilts', () => {
    for (const base of [0, 0.5 * Math.PI, Math.PI])
      for (const y of [0.02, 0.3]) {
        const at = (off: number): Result | null => onFloor(shape, y, about([1, 0, 0], base + off));
        const zero = at(0);
        if (zero === null) continue;
        for (let e = -16; e <= -3; e++)
          for (const sign of [-1, 1]) {
            const off = sign * 10 ** e;
            const now = at(off)!;
            const what = `base ${base}, y ${y}, off ${off}`;
            const error = Math.abs(now.V - zero.V - predicted(zero, now, [0, 0, 0], [off, 0, 0]));
            // Third order where smooth; second where an edge passes. The angle itself is rounded to 2e-16.
            expect(error, what).toBeLessThan(5e-15 + 5 * off * off);
            expect(apart(now.c, zero.c), what).toBeLessThan(1e-14 + 30 * Math.abs(off));
            expect(apart(now.M, zero.M), what).toBeLessThan(1e-14 + 30 * Math.abs(off));
            expect(Math.abs(size3(now.g) - size3(zero.g)), what).toBeLessThan(1e-13 + 60 * Math.abs(off));
            const area = hullArea(zero.points, UP);
            expect(Math.abs(hullArea(now.points, UP) - area), what).toBeLessThan(1e-8 + 1e3 * Math.abs(off));
          }
      }
  });

  it('does not see its own spin', () => {
    for (const tilt of [0, 0.3, 0.5 * Math.PI]) {
      const q = about([1, 0, 0.4], tilt);
      const still = onFloor(shape, 0.04, q)!;
      for (let i = 1; i < 50; i++) {
        const now = onFloor(shape, 0.04, multiply(q, about(UP, 0.37 * i)))!;
        expect(Math.abs(now.V / still.V - 1)).toBeLessThan(4e-15);
        expect(apart(now.c, still.c)).toBeLessThan(4e-15);
        expect(size3(sub(now.g, still.g))).toBeLessThan(2e-14);
        expect(now.points.length).toBe(still.points.length);
        // e_t of an upright axis is rounding, and the outline must not show it.
        const hull = hullOf(now.points, UP);
        expect(hullArea(now.points, UP)).toBeCloseTo(hullArea(still.points, UP), 12);
        expect(hull.every((p) => p.every(Number.isFinite))).toBe(true);
      }
    }
  });
});

it('the outline of an upright cylinder and of a tip keeps its directions whatever way it leans', () => {
  const flip = about([1, 0, 0], Math.PI);
  for (const [shape, q, y] of [
    [cylinder(0.5, 1), about(UP, 0), 0.45],
    [cone(0.5, 1), flip, 0.3],
    [capsule(0.5, 1), about(UP, 0), 0.3],
  ] as [SimpleShape, Quat, number][]) {
    const still = onFloor(shape, y, q)!.points;
    for (let i = 0; i < 40; i++) {
      const lean = about(rotate(about(UP, i), [1, 0, 0]), 10 ** (-17 + 0.3 * i));
      const now = onFloor(shape, y, multiply(lean, q))!.points;
      // Samples that lie on the axis of the tilt may change sides of a rim: compare outlines, not points.
      const hull = hullOf(now, UP);
      for (const p of hullOf(still, UP)) {
        const nearest = Math.min(...hull.map((r) => Math.hypot(r[0] - p[0], r[1] - p[1])));
        expect(nearest).toBeLessThan(1e-12 + 2 * 10 ** (-17 + 0.3 * i));
      }
    }
  }
});
