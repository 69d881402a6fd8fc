// Area vector and turn against central differences of V in all six motions of A, for a round A and a round B.
//
// Richardson pairs of central differences: h⁴ times a fifth derivative. V has bounded derivatives but where the plane
// passes a rim or a tangent point, where V'' may jump or grow like an inverse root; poses within a step or so of those
// leave h^1.5 ≈ 2e-7.

import { describe, expect, it } from 'vitest';
import { Random } from '../../src/math/random.js';
import { add, type Quat, rotate, scale, sub, type Vec3 } from '../../src/math/vec3.js';
import type { SimpleShape } from '../../src/shapes/shape.js';
import { capsule, cone, cylinder, halfSpace, meet, type Result, shapeOf, sphere, torus } from './analytic-helpers.js';
import { about, expectClose, moved, pose } from './convex-helpers.js';

const STEP = 3e-5;
const TOLERANCE = 1e-8;
const AXES: Vec3[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

type Volume = (pa: Float64Array) => number;

function slope(volume: Volume, pa: Float64Array, axis: Vec3, o: Vec3 | null): number {
  const at = (s: number): number => {
    if (o === null) return volume(moved(pa, scale(axis, s), [0, 0, 0, 1]));
    const q: Quat = about(axis, s);
    return volume(moved(pa, sub(o, rotate(q, o)), q));
  };
  const central = (h: number): number => (at(h) - at(-h)) / (2 * h);
  return (4 * central(STEP) - central(2 * STEP)) / 3;
}

/** Returns the largest error. */
function check(A: SimpleShape, pa: Float64Array, B: SimpleShape, pb: Float64Array, got: Result): number {
  const volume: Volume = (p) => meet(A, p, B, pb)?.V ?? 0;
  const center = add(got.c, got.origin);
  const g = AXES.map((axis) => slope(volume, pa, axis, null));
  const turn = AXES.map((axis) => slope(volume, pa, axis, center));
  return Math.max(...g.map((x, i) => Math.abs(x - got.g[i])), ...turn.map((x, i) => Math.abs(x - got.turn[i])));
}

const SOLIDS: [string, SimpleShape][] = [
  ['sphere', sphere(0.7)],
  ['capsule', capsule(0.4, 1.1)],
  ['cylinder', cylinder(0.5, 1.3)],
  ['coin', cylinder(1, 0.1)],
  ['cone', cone(0.6, 1.1)],
  ['flat cone', cone(1.2, 0.3)],
  ['torus', torus(0.6, 0.2)],
  ['thin torus', torus(0.8, 0.03)],
  ['thick torus', torus(0.5, 0.45)],
];

describe.each(SOLIDS)('gradient: %s', (_, shape) => {
  it('against a half-space, and the half-space against it (seed 51)', () => {
    const random = new Random(51);
    const errors: number[] = [];
    for (let n = 0; n < 80; ) {
      const pr = pose(scale(random.direction(), 0.6), random.rotation());
      const hp = pose(scale(random.direction(), 0.6), random.rotation());
      const got = meet(shape, pr, halfSpace, hp);
      const back = meet(halfSpace, hp, shape, pr);
      expect(got === null).toBe(back === null);
      if (got === null || back === null || got.V < 1e-4) continue;
      n++;
      errors.push(check(shape, pr, halfSpace, hp, got), check(halfSpace, hp, shape, pr, back));
    }
    errors.sort((a, b) => a - b);
    // All but the few that straddle an event.
    expect(errors[Math.floor(0.95 * errors.length)]).toBeLessThan(TOLERANCE);
    expect(errors[errors.length - 1]).toBeLessThan(3e-6);
  });

  it('upright, lying, and a little off (seed 52)', () => {
    const random = new Random(52);
    for (const base of [0, 0.5 * Math.PI, Math.PI])
      for (const off of [0, 1e-14, 1e-10, 1e-6, 1e-3, 0.02]) {
        const q = about([1, 0, 0.3], base + off);
        const depth = random.between(0.02, 0.05);
        // Lowered until the deepest point is `depth` below the floor.
        const y = support(shape, q) - depth;
        const pr = pose([0.2, y, 0.1], q);
        const got = meet(shape, pr, halfSpace, pose())!;
        const error = check(shape, pr, halfSpace, pose(), got);
        // At exactly 0 and π/2 the tilts of a rim or of an arc meet: V'' is finite but V''' need not be.
        expect(error, `tilt ${base} + ${off}`).toBeLessThan(1e-7);
      }
  });
});

/** How far the solid reaches below its origin. */
function support(shape: SimpleShape, q: Quat): number {
  const a = rotate(q, [0, 1, 0])[1];
  const s = Math.sqrt(Math.max(1 - a * a, 0));
  if (shape.type === 'sphere') return shape.radius;
  if (shape.type === 'capsule') return shape.radius + shape.halfHeight * Math.abs(a);
  if (shape.type === 'cylinder') return shape.radius * s + shape.halfHeight * Math.abs(a);
  if (shape.type === 'cone') return Math.max(shape.radius * s + shape.halfHeight * a, -shape.halfHeight * a);
  if (shape.type === 'torus') return shape.radius * s + shape.tube;
  throw new Error(shape.type);
}

describe('gradient: other pairs', () => {
  it('spheres (seed 53)', () => {
    const random = new Random(53);
    for (let i = 0, n = 0; n < 60; i++) {
      const A = sphere(random.between(0.3, 1));
      const B = sphere(random.between(0.3, 1));
      const pa = pose(scale(random.direction(), random.between(0, 1.5)), random.rotation());
      const pb = pose(scale(random.direction(), 0.1));
      const got = meet(A, pa, B, pb);
      if (got === null || got.V < 1e-4) continue;
      n++;
      expect(check(A, pa, B, pb, got), `case ${i}`).toBeLessThan(1e-7);
    }
  });

  it('a flat face of a turned box, either way round (seed 54)', () => {
    const random = new Random(54);
    const box = shapeOf({ type: 'box', size: [3, 1, 4] });
    for (const [name, shape] of SOLIDS)
      for (let i = 0; i < 8; i++) {
        const q = random.rotation();
        const local = random.rotation();
        const place: Vec3 = [random.between(-0.3, 0.3), 0.5 + support(shape, local) - 0.05, random.between(-0.3, 0.3)];
        const pb = pose([0.4, -0.3, 0.2], q);
        const pr = moved(pose(place, local), [0.4, -0.3, 0.2], q);
        const got = meet(shape, pr, box, pb)!;
        expectClose(got.n, rotate(q, [0, 1, 0]), 1e-15, name);
        expect(check(shape, pr, box, pb, got), `${name} ${i}`).toBeLessThan(1e-7);
        const back = meet(box, pb, shape, pr)!;
        expectClose(back.origin, [0.4, -0.3, 0.2], 0, name);
        expect(check(box, pb, shape, pr, back), `box on ${name} ${i}`).toBeLessThan(1e-7);
      }
  });
});
