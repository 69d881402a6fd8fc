// Rows of a patch (see wrench-law.ts for their order), and what they are made of: three directions n, u, w, the arms of
// both bodies, and the directions t₁, t₂ about which the normal velocity changes along u and w. These 21 numbers, in
// this order, are where S of a block will be that is DIRECT (solver/blocks.ts), and how a record of a crowd's tape begins.

import { C_NORMAL, C_TILT_1, C_TILT_2, C_TURN_A, C_TURN_B } from './correct-layout.js';
import { S_ARM_A, S_ARM_B, S_AXIS, S_FRAME } from './layout.js';
import { T_ARM_A, T_NORMAL, T_TILT_1, T_TILT_2, T_U, T_W } from './tape-layout.js';

/** How many they are. */
export const DIRECTIONS = 21;

/** Writes the 21 numbers of the contact at f[o…]. */
export function writeDirections(out: Float64Array, at: number, f: Float64Array, o: number): void {
  for (let m = 0; m < 9; m++) out[at + T_NORMAL + m] = f[o + S_FRAME + m];
  for (let m = 0; m < 6; m++) out[at + T_ARM_A + m] = f[o + S_ARM_A + m];
  writeTilt(out, at + T_TILT_1, f, o, o + S_FRAME + 6, -1);
  writeTilt(out, at + T_TILT_2, f, o, o + S_FRAME + 3, 1);
}

/**
 * Sign times the direction at f[e…]. The face of a round cap stays the same when its body turns about its axis: that
 * turning closes no gap.
 */
function writeTilt(out: Float64Array, at: number, f: Float64Array, o: number, e: number, sign: number): void {
  const a = o + S_AXIS;
  for (let m = 0; m < 3; m++) out[at + m] = sign * f[e + m];
  const along = out[at] * f[a] + out[at + 1] * f[a + 1] + out[at + 2] * f[a + 2];
  for (let m = 0; m < 3 && along !== 0; m++) out[at + m] -= along * f[a + m];
}

/** All six rows, 72 numbers at s[j…], of the 21 at d[at…]. */
export function writeRows(s: Float64Array, j: number, d: Float64Array, at: number): void {
  writeNormalRows(s, j, d, at);
  writeLinear(s, j + 36, d, at, T_U);
  writeLinear(s, j + 48, d, at, T_W);
  writeAngular(s, j + 60, d, at + T_NORMAL);
}

/**
 * Rows 0 to 2 of the contact at f[o…] as a record of the correction's tape begins (correct-layout.ts): their directions,
 * and how the first turns both bodies.
 */
export function writePush(t: Float64Array, at: number, f: Float64Array, o: number): void {
  const x = f[o + S_FRAME];
  const y = f[o + S_FRAME + 1];
  const z = f[o + S_FRAME + 2];
  const a = o + S_ARM_A;
  t[at + C_NORMAL] = x;
  t[at + C_NORMAL + 1] = y;
  t[at + C_NORMAL + 2] = z;
  t[at + C_TURN_A] = f[a + 1] * z - f[a + 2] * y;
  t[at + C_TURN_A + 1] = f[a + 2] * x - f[a] * z;
  t[at + C_TURN_A + 2] = f[a] * y - f[a + 1] * x;
  const b = o + S_ARM_B;
  t[at + C_TURN_B] = -(f[b + 1] * z - f[b + 2] * y);
  t[at + C_TURN_B + 1] = -(f[b + 2] * x - f[b] * z);
  t[at + C_TURN_B + 2] = -(f[b] * y - f[b + 1] * x);
  writeTilt(t, at + C_TILT_1, f, o, o + S_FRAME + 6, -1);
  writeTilt(t, at + C_TILT_2, f, o, o + S_FRAME + 3, 1);
}

/** Rows 0 to 2, the normal velocity at the centre and how it changes along u and w, as 36 numbers. */
function writeNormalRows(s: Float64Array, j: number, d: Float64Array, at: number): void {
  writeLinear(s, j, d, at, T_NORMAL);
  writeAngular(s, j + 12, d, at + T_TILT_1);
  writeAngular(s, j + 24, d, at + T_TILT_2);
}

/** Velocity of A against B at the patch's centre along one of the directions. */
export function writeLinear(s: Float64Array, at: number, d: Float64Array, o: number, axis: number): void {
  const x = d[o + axis];
  const y = d[o + axis + 1];
  const z = d[o + axis + 2];
  for (let side = 0; side < 12; side += 6) {
    const sign = side === 0 ? 1 : -1;
    const r = o + T_ARM_A + side / 2;
    s[at + side] = sign * x;
    s[at + side + 1] = sign * y;
    s[at + side + 2] = sign * z;
    s[at + side + 3] = sign * (d[r + 1] * z - d[r + 2] * y);
    s[at + side + 4] = sign * (d[r + 2] * x - d[r] * z);
    s[at + side + 5] = sign * (d[r] * y - d[r + 1] * x);
  }
}

/** Angular velocity of A against B along the direction at d[e…]. */
function writeAngular(s: Float64Array, at: number, d: Float64Array, e: number): void {
  for (let m = 0; m < 3; m++) {
    s[at + m] = s[at + 6 + m] = 0;
    s[at + 3 + m] = d[e + m];
    s[at + 9 + m] = -d[e + m];
  }
}
