// V, centre and M of every round solid at any tilt and depth against an independent integration over slices.
//
// Both are good to about 1e-13 of V. The oracle sums about the solid's origin, so that its central moment also carries
// the rounding of V |c|², some 1e-14 of it over the slices; overlaps below 1e-3 of the solid have tests of their own.

import { describe, expect, it } from 'vitest';
import { Random } from '../../src/math/random.js';
import { dot, rotate, type Vec3 } from '../../src/math/vec3.js';
import type { SimpleShape } from '../../src/shapes/shape.js';
import { capsule, cone, cylinder, halfSpace, meet, sliceOracle, sphere, torus } from './analytic-helpers.js';
import { about, expectClose, pose } from './convex-helpers.js';

const SOLIDS: [string, SimpleShape][] = [
  ['sphere', sphere(0.7)],
  ['capsule', capsule(0.4, 1.1)],
  ['short capsule', capsule(0.6, 0.05)],
  ['cylinder', cylinder(0.5, 1.3)],
  ['coin', cylinder(1, 0.06)],
  ['rod', cylinder(0.1, 2)],
  ['cone', cone(0.6, 1.1)],
  ['flat cone', cone(1.2, 0.3)],
  ['needle cone', cone(0.1, 1.5)],
  ['torus', torus(0.6, 0.2)],
  ['thin torus', torus(0.8, 0.03)],
  ['thick torus', torus(0.5, 0.45)],
];

function size(M: number[]): number {
  return M[0] + M[3] + M[5];
}

describe.each(SOLIDS)('%s', (_, shape) => {
  const whole = shape.massProperties!.volume;

  it('any tilt and depth (seed 41)', () => {
    const random = new Random(41);
    for (let i = 0, n = 0; n < 300; i++) {
      // Every third tilt nearly upright or nearly lying, where branches meet.
      const tilt =
        i % 3 === 0 ? random.below(3) * 0.5 * Math.PI + 10 ** random.between(-8, -1) : random.between(0, Math.PI);
      const q = about(random.direction(), tilt);
      const hq = i % 2 ? ([0, 0, 0, 1] as const) : random.rotation();
      const m: Vec3 = rotate(hq, [0, 1, 0]);
      const d = random.between(-1.2, 1.2);
      const hp: Vec3 = [d * m[0], d * m[1], d * m[2]];
      const got = meet(shape, pose([0, 0, 0], q), halfSpace, pose(hp, [...hq]));
      if (got === null || got.V < 1e-3 * whole) continue;
      n++;
      const want = sliceOracle(shape, q, m, d);
      const what = `case ${i}, tilt ${tilt}, d ${d}`;
      expect(Math.abs(got.V / want.V - 1), `${what} V`).toBeLessThan(1e-12);
      expectClose(got.c, want.c, 1e-12, `${what} c`);
      expectClose(got.M, want.M, 1e-12 * size(want.M) + 1e-14 * want.V * dot(want.c, want.c), `${what} M`);
    }
  });
});
