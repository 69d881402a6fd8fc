// Area vector and turn against central differences of V in all six motions of A.
//
// For translations V is a cubic polynomial between events (a vertex passing a face), so the Richardson pair of central
// differences is exact up to rounding, 2⁻⁵²·V/h ≈ 1e-11; an event inside the interval leaves h² × the jump of the third
// derivative, 1e-9 × a number of order one to some tens. Rotations add terms in h⁴.

import { describe, expect, it } from 'vitest';
import { Random } from '../../src/math/random.js';
import { add, type Quat, rotate, scale, sub, type Vec3 } from '../../src/math/vec3.js';
import { BoxOverlap } from '../../src/overlap/convex-boxes.js';
import { OV_VOLUME, OverlapBuffer } from '../../src/overlap/overlap.js';
import { boxPolyhedron, type Polyhedron } from '../../src/shapes/polyhedron.js';
import { about, answer, expectClose, moved, pose, prism, randomHull } from './convex-helpers.js';

const overlap = new BoxOverlap();
const out = new OverlapBuffer();
const STEP = 3e-5;
const TOLERANCE = 3e-8;

type Volume = (pa: Float64Array) => number;

/** dV/ds of A moved by s along (or turned by s about) the axis through the point o. */
function slope(volume: Volume, pa: Float64Array, axis: Vec3, o: Vec3 | null): number {
  const at = (s: number): number => {
    if (o === null) return volume(moved(pa, scale(axis, s), [0, 0, 0, 1]));
    const q: Quat = about(axis, s);
    return volume(moved(pa, sub(o, rotate(q, o)), q));
  };
  const central = (h: number): number => (at(h) - at(-h)) / (2 * h);
  return (4 * central(STEP) - central(2 * STEP)) / 3;
}

function check(volume: Volume, pa: Float64Array, what: string): void {
  expect(volume(pa)).toBeGreaterThan(0);
  const { g, turn, c } = answer(out);
  const center = add(c, [out.origin[0], out.origin[1], out.origin[2]]);
  const axes: Vec3[] = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  expectClose(
    g,
    axes.map((axis) => slope(volume, pa, axis, null)),
    TOLERANCE,
    `${what} g`,
  );
  expectClose(
    turn,
    axes.map((axis) => slope(volume, pa, axis, center)),
    TOLERANCE,
    `${what} turn`,
  );
}

function solidOf(random: Random, kind: number): Polyhedron {
  if (kind === 0) return boxPolyhedron(random.between(0.3, 1), random.between(0.3, 1), random.between(0.3, 1));
  if (kind === 1) return prism(3 + random.below(6), random.between(0.4, 1), random.between(0.3, 0.8));
  return randomHull(random, 5 + random.below(8));
}

describe('gradient of the overlap volume', () => {
  it('general pairs (seed 21)', () => {
    const random = new Random(21);
    for (let i = 0, n = 0; n < 120; i++) {
      const A = solidOf(random, i % 3);
      const B = solidOf(random, (i >> 1) % 3);
      const pa = pose(scale(random.direction(), random.between(0, 1.2)), random.rotation());
      const pb = pose(scale(random.direction(), 0.2), random.rotation());
      if (!overlap.compute(A, pa, 0, B, pb, 0, out) || out.records[OV_VOLUME] < 1e-4) continue;
      n++;
      check((p) => (overlap.compute(A, p, 0, B, pb, 0, out) ? out.records[OV_VOLUME] : 0), pa, `case ${i}`);
    }
  });

  it('boxes (seed 22)', () => {
    const random = new Random(22);
    for (let i = 0, n = 0; n < 120; i++) {
      const A = solidOf(random, 0);
      const B = solidOf(random, 0);
      const pa = pose(scale(random.direction(), random.between(0, 1.4)), random.rotation());
      const pb = pose(scale(random.direction(), 0.2), random.rotation());
      if (!overlap.computeBoxes(A, pa, 0, B, pb, 0, out) || out.records[OV_VOLUME] < 1e-4) continue;
      n++;
      check((p) => (overlap.computeBoxes(A, p, 0, B, pb, 0, out) ? out.records[OV_VOLUME] : 0), pa, `case ${i}`);
    }
  });

  it('half-space, moved itself (as A) and against it (seed 23)', () => {
    const random = new Random(23);
    for (let i = 0, n = 0; n < 60; i++) {
      const P = solidOf(random, i % 3);
      const pp = pose(scale(random.direction(), 0.5), random.rotation());
      const hp = pose(scale(random.direction(), 0.5), random.rotation());
      if (!overlap.computeHalfSpace(P, pp, 0, hp, 0, false, out) || out.records[OV_VOLUME] < 1e-4) continue;
      n++;
      const volume = (p: Float64Array, h: Float64Array, first: boolean): number =>
        overlap.computeHalfSpace(P, p, 0, h, 0, first, out) ? out.records[OV_VOLUME] : 0;
      check((p) => volume(p, hp, false), pp, `case ${i} solid moves`);
      check((h) => volume(pp, h, true), hp, `case ${i} half-space moves`);
    }
  });
});
