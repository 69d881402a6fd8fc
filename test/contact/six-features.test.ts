// Features of meshes that touch: the gap, its derivative under all motions of both bodies, and what it is good for.

import { expect, test } from 'vitest';
import { concave } from '../../src/contact/concave.js';
import { FeaturePoints } from '../../src/contact/six/feature-points.js';
import { EDGES, FeatureGap, PLACES, VERTEX_OF_A, VERTEX_OF_B } from '../../src/contact/six/features.js';
import { S_LINE_A, S_LINE_B, S_SPOT_A, S_SPOT_B, SIX_STRIDE } from '../../src/contact/six/layout.js';
import { CP_SEPARATION, CP_STRIDE } from '../../src/distance/buffer.js';
import { turnByVector } from '../../src/math/quaternion.js';
import { Random } from '../../src/math/random.js';
import { createShape } from '../../src/shapes/create.js';
import type { SimpleShape } from '../../src/shapes/shape.js';
import { Manifold, meshOf } from './solids.js';

test.each([
  ['a vertex of A', VERTEX_OF_A],
  ['a vertex of B', VERTEX_OF_B],
  ['edges', EDGES],
])('the rows of %s are the derivative of the gap', (_, kind) => {
  const seed = 20 + kind;
  const random = new Random(seed);
  const x = () => random.between(-1, 1);
  const measure = new FeatureGap();
  for (let n = 0; n < 50; n++) {
    const f = new Float64Array(SIX_STRIDE);
    const place = new Float64Array(PLACES);
    place[6] = place[13] = 1;
    for (const q of [3, 10]) turnByVector(place, q, 2 * x(), 2 * x(), 2 * x());
    for (let m = 0; m < 3; m++) {
      place[m] = x();
      place[7 + m] = x();
      f[S_SPOT_A + m] = x();
      f[S_SPOT_B + m] = x();
    }
    for (const line of [S_LINE_A, S_LINE_B]) {
      const v = [x(), x(), x()];
      for (let m = 0; m < 3; m++) f[line + m] = v[m]! / Math.hypot(...v);
    }
    const motion = Array.from({ length: 12 }, x);
    const at = (t: number) => {
      const moved = place.slice();
      for (const [side, q] of [
        [0, 0],
        [6, 7],
      ] as const) {
        for (let m = 0; m < 3; m++) moved[q + m] += t * motion[side + m]!;
        turnByVector(moved, q + 3, t * motion[side + 3]!, t * motion[side + 4]!, t * motion[side + 5]!);
      }
      return measure.at(f, 0, kind, moved) ? measure.gap : Number.NaN;
    };
    const t = 1e-4;
    const slope = (at(t) - at(-t)) / (2 * t);
    if (Number.isNaN(slope)) continue;
    at(0);
    const { normal, arms } = measure;
    let along = 0;
    for (let m = 0; m < 3; m++) {
      const [m1, m2] = [(m + 1) % 3, (m + 2) % 3];
      const ofA = motion[m]! + motion[3 + m1]! * arms[m2]! - motion[3 + m2]! * arms[m1]!;
      const ofB = motion[6 + m]! + motion[9 + m1]! * arms[3 + m2]! - motion[9 + m2]! * arms[3 + m1]!;
      along += normal[m]! * (ofA - ofB);
    }
    // Third derivatives of order 1, of nearly parallel edges more: t² of them.
    const steep = 1 + Math.abs(arms[0]!) ** 3 + Math.abs(arms[1]!) ** 3 + Math.abs(arms[2]!) ** 3;
    expect(Math.abs(slope - along), `seed ${seed}, case ${n}`).toBeLessThan(1e-6 * steep);
  }
});

test('what grazes a face has not come through the far side of a wall', () => {
  const plate = Manifold.cube([0.025, 0.2, 0.02], true)
    .translate([0, -0.087, 0])
    .subtract(Manifold.cylinder(1, 0.00785, 0.00785, 74, true));
  const pin = Manifold.cylinder(0.03, 0.00778, 0.00778, 54, true)
    .add(Manifold.cylinder(0.01, 0.0156, 0.0156, 32, false).translate([0, 0, 0.015]))
    .add(Manifold.cube([0.01, 0.2, 0.01], true).translate([0, 0.08, 0.025]));
  const [sa, sb] = [pin, plate].map((solid) => createShape(meshOf(solid)) as SimpleShape);
  const found = new FeaturePoints(concave);
  const random = new Random(1);
  const x = (most: number) => random.between(-most, most);
  for (let n = 0; n < 400; n++) {
    // At most 1.5e-4 off the axis, where the hole is 7e-5 wider, and 2e-6 leant over in it.
    const poses = Float64Array.of(x(1e-4), x(1e-4), -0.005 + x(4e-6), 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1);
    turnByVector(poses, 3, x(1e-4), x(1e-4), x(3));
    found.there.set(poses);
    found.find(sa!, sb!, poses, 1e-6, 0.01);
    found.dropBeside(sa!, sb!, poses, poses, 8e-6);
    const { points } = found;
    for (let k = 0; k < points.count; k++)
      expect(points.data[k * CP_STRIDE + CP_SEPARATION], `case ${n}`).toBeGreaterThan(-1e-4);
  }
});
