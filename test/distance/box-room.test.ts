// Boxes are clear along an axis where their corners say so.

import { expect, test } from 'vitest';
import { BoxRoom } from '../../src/distance/box-room.js';
import { rotateVector } from '../../src/math/quaternion.js';
import { Random } from '../../src/math/random.js';

test('the room between two boxes along an axis is that between their corners', () => {
  const random = new Random(20260);
  const room = new BoxRoom();
  const d = new Float64Array(14);
  const half = new Float64Array(6);
  const corner = new Float64Array(3);
  for (let k = 0; k < 2000; k++) {
    const size = 10 ** random.between(-2, 2);
    for (const at of [0, 7]) {
      for (let m = 0; m < 3; m++) d[at + m] = random.between(-2, 2) * size;
      d.set(random.rotation(), at + 3);
    }
    for (let m = 0; m < 6; m++) half[m] = random.between(0.05, 1) * size;
    const axis = Float64Array.of(random.between(-1, 1), random.between(-1, 1), random.between(-1, 1));
    const length = Math.hypot(...axis);
    for (let m = 0; m < 3; m++) axis[m]! /= length;
    const ends = [0, 1].map((box) => {
      const along: number[] = [];
      for (let c = 0; c < 8; c++) {
        const [x, y, z] = [1, 2, 4].map((bit, m) => (c & bit ? 1 : -1) * half[3 * box + m]!) as [
          number,
          number,
          number,
        ];
        rotateVector(corner, 0, d, 7 * box + 3, x, y, z);
        along.push([0, 1, 2].reduce((sum, m) => sum + axis[m]! * (d[7 * box + m]! + corner[m]!), 0));
      }
      return along;
    });
    const gap = Math.min(...ends[0]!) - Math.max(...ends[1]!);
    room.set(d, 0, 7, half, 0, 3);
    // Sums of a dozen terms of a few sizes, each right to rounding.
    const rounding = 1e-14 * size;
    expect(room.isClearAlong(axis, 0, -gap + rounding)).toBe(true);
    expect(room.isClearAlong(axis, 0, -gap - rounding)).toBe(false);
  }
});
