// The wrench that a contact hands to the next step is the impulse that it ended the last one with.

import { describe, expect, test } from 'vitest';
import { S_AXIS, S_CURVE, S_FRAME, S_WRENCH, SIX_STRIDE } from '../../src/contact/six/layout.js';
import { leaveOutAxis, readWrench, writeWrench } from '../../src/contact/six/wrench.js';
import { matrixFromQuaternion } from '../../src/math/quaternion.js';
import { Random } from '../../src/math/random.js';

describe('there and back', () => {
  // Seventeen digits lose two where the axis leans by 60°: c = a·t/a_n².
  test.each([
    ['a flat patch', 0, 0],
    ['a curved one', 0, 1],
    ['a cap that leans', 1, 0],
  ])('%s: the same impulses', (_, hasAxis, hasCurve) => {
    const random = new Random(5);
    for (let k = 0; k < 200; k++) {
      const f = new Float64Array(SIX_STRIDE);
      const q = Float64Array.from(random.rotation());
      const r = new Float64Array(9);
      matrixFromQuaternion(r, 0, q, 0);
      f.set(r, S_FRAME);
      if (hasAxis === 1) {
        const lean = random.between(0, 1);
        const round = random.between(0, 2 * Math.PI);
        for (let m = 0; m < 3; m++)
          f[S_AXIS + m] =
            Math.cos(lean) * r[m]! + Math.sin(lean) * (Math.cos(round) * r[3 + m]! + Math.sin(round) * r[6 + m]!);
      }
      if (hasCurve === 1) for (let m = 0; m < 3; m++) f[S_CURVE + m] = random.between(-1, 1);
      const given = Float64Array.from({ length: 6 }, () => random.between(-1, 1));
      writeWrench(f, S_WRENCH, given, 0, f, S_FRAME, S_CURVE);
      leaveOutAxis(f, 0);
      const back = new Float64Array(6);
      readWrench(back, 0, f, 0);
      for (let m = 0; m < 6; m++) expect(Math.abs(back[m]! - given[m]!)).toBeLessThan(1e-13);
    }
  });
});
