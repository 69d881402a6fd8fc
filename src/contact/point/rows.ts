// Arms, gap and rows of a contact point.

import { B_CENTER, B_ROTATION } from '../../bodies/layout.js';
import { rotateInto } from '../../math/quaternion.js';
import { P_ANCHOR_A, P_ANCHOR_B, P_NORMAL } from './layout.js';

/**
 * World lever arms of the point at f[o…]: to the middle between the two surface points, the same point for both bodies,
 * into r[0…5].
 */
export function writeArms(r: Float64Array, f: Float64Array, o: number, d: Float64Array, pa: number, pb: number): void {
  rotateInto(r, 0, d, pa + B_ROTATION, f, o + P_ANCHOR_A);
  rotateInto(r, 3, d, pb + B_ROTATION, f, o + P_ANCHOR_B);
  for (let m = 0; m < 3; m++) {
    // Half the way from a's surface point to b's.
    const half = 0.5 * (d[pb + B_CENTER + m] + r[3 + m] - d[pa + B_CENTER + m] - r[m]);
    r[m] += half;
    r[3 + m] -= half;
  }
}

/**
 * Distance of the two surface points of the point at f[o…] along its normal, where the bodies are now; their arms are
 * left in r[0…5].
 */
export function gapOf(r: Float64Array, f: Float64Array, o: number, d: Float64Array, pa: number, pb: number): number {
  rotateInto(r, 0, d, pa + B_ROTATION, f, o + P_ANCHOR_A);
  rotateInto(r, 3, d, pb + B_ROTATION, f, o + P_ANCHOR_B);
  return (
    f[o + P_NORMAL] * (d[pa + B_CENTER] + r[0] - d[pb + B_CENTER] - r[3]) +
    f[o + P_NORMAL + 1] * (d[pa + B_CENTER + 1] + r[1] - d[pb + B_CENTER + 1] - r[4]) +
    f[o + P_NORMAL + 2] * (d[pa + B_CENTER + 2] + r[2] - d[pb + B_CENTER + 2] - r[5])
  );
}

/** Makes of the direction in the first three numbers the row of a's velocity against b along it, at the arms' point. */
export function completeRow(f: Float64Array, at: number, arms: Float64Array): void {
  const x = f[at];
  const y = f[at + 1];
  const z = f[at + 2];
  f[at + 3] = arms[1] * z - arms[2] * y;
  f[at + 4] = arms[2] * x - arms[0] * z;
  f[at + 5] = arms[0] * y - arms[1] * x;
  f[at + 6] = -x;
  f[at + 7] = -y;
  f[at + 8] = -z;
  f[at + 9] = -(arms[4] * z - arms[5] * y);
  f[at + 10] = -(arms[5] * x - arms[3] * z);
  f[at + 11] = -(arms[3] * y - arms[4] * x);
}
