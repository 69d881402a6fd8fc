// The rotation of an element: the R that maximises tr(Rᵀ F), by Newton's method from where it was.
//
// With S = Rᵀ F and a its axial vector (S₂₁ - S₁₂, …), the best small turn ω of R (in R's own axes) solves (tr S - sym
// S) ω = a. For a stretched or sheared F this is the polar decomposition; for an inverted one it goes on to the nearest
// rotation from the last, so that an element that is turned inside out is pushed back the way it came (M. Müller et
// al., "A robust method to extract the rotational part of deformations", 2016, whose step for ω is the first one of
// this method). Verified in test/soft/parts.test.ts.

import { matrixFromQuaternion } from '../math/quaternion.js';

const MOST_TURNS = 40;
/** |ω|² below which R is known to rounding: the next step would change it by the cube of ω. */
const SETTLED = 1e-14;

/** Turns q[qi…] (x, y, z, w) to the rotation of f (by rows), and writes it by rows to r[ri…]. */
export function updateRotation(q: Float64Array, qi: number, f: Float64Array, r: Float64Array, ri: number): void {
  let size = 0;
  for (let k = 0; k < 9; k++) size += f[k] * f[k];
  size = Math.sqrt(size);
  for (let turn = 0; turn < MOST_TURNS; turn++) {
    matrixFromQuaternion(r, ri, q, qi);
    const s00 = r[ri] * f[0] + r[ri + 3] * f[3] + r[ri + 6] * f[6];
    const s01 = r[ri] * f[1] + r[ri + 3] * f[4] + r[ri + 6] * f[7];
    const s02 = r[ri] * f[2] + r[ri + 3] * f[5] + r[ri + 6] * f[8];
    const s10 = r[ri + 1] * f[0] + r[ri + 4] * f[3] + r[ri + 7] * f[6];
    const s11 = r[ri + 1] * f[1] + r[ri + 4] * f[4] + r[ri + 7] * f[7];
    const s12 = r[ri + 1] * f[2] + r[ri + 4] * f[5] + r[ri + 7] * f[8];
    const s20 = r[ri + 2] * f[0] + r[ri + 5] * f[3] + r[ri + 8] * f[6];
    const s21 = r[ri + 2] * f[1] + r[ri + 5] * f[4] + r[ri + 8] * f[7];
    const s22 = r[ri + 2] * f[2] + r[ri + 5] * f[5] + r[ri + 8] * f[8];
    const ax = s21 - s12;
    const ay = s02 - s20;
    const az = s10 - s01;
    const xx = s11 + s22;
    const yy = s00 + s22;
    const zz = s00 + s11;
    const xy = -0.5 * (s01 + s10);
    const xz = -0.5 * (s02 + s20);
    const yz = -0.5 * (s12 + s21);
    // Where the matrix is not safely positive, a plain step along the gradient.
    const least = 0.05 * size;
    const d1 = xx * yy - xy * xy;
    const det = xx * (yy * zz - yz * yz) - xy * (xy * zz - yz * xz) + xz * (xy * yz - yy * xz);
    let wx = 0;
    let wy = 0;
    let wz = 0;
    if (xx > least && d1 > least * least && det > least * least * least) {
      wx = ((yy * zz - yz * yz) * ax + (xz * yz - xy * zz) * ay + (xy * yz - xz * yy) * az) / det;
      wy = ((xz * yz - xy * zz) * ax + (xx * zz - xz * xz) * ay + (xy * xz - xx * yz) * az) / det;
      wz = ((xy * yz - xz * yy) * ax + (xy * xz - xx * yz) * ay + d1 * az) / det;
    } else if (size > 0) {
      wx = ax / size;
      wy = ay / size;
      wz = az / size;
    }
    const ww = wx * wx + wy * wy + wz * wz;
    const scale = ww > 1 ? 0.5 / Math.sqrt(ww) : 0.5;
    wx *= scale;
    wy *= scale;
    wz *= scale;
    const x = q[qi];
    const y = q[qi + 1];
    const z = q[qi + 2];
    const w = q[qi + 3];
    const nx = x + w * wx + y * wz - z * wy;
    const ny = y + w * wy + z * wx - x * wz;
    const nz = z + w * wz + x * wy - y * wx;
    const nw = w - x * wx - y * wy - z * wz;
    const k = 1 / Math.sqrt(nx * nx + ny * ny + nz * nz + nw * nw);
    q[qi] = nx * k;
    q[qi + 1] = ny * k;
    q[qi + 2] = nz * k;
    q[qi + 3] = nw * k;
    if (!(ww > SETTLED)) break;
  }
  matrixFromQuaternion(r, ri, q, qi);
}
