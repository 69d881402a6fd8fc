// Impulses of patch contacts as wrenches in world axes, and back. Verified in test/contact/six-wrench.test.ts.

import { S_AXIS, S_CURVE, S_FRAME, S_WRENCH } from './layout.js';

/**
 * Square of the cosine between a cap's axis and the normal below which nothing tells what its pressure bore about it.
 */
const STEEPEST = 0.1;

/**
 * Writes the wrench of a block's impulses (wrench-law.ts) at s[l…] to out[o…]; f[n…] has the block's frame n, u, w, and
 * f[c…] its curvature: a normal force that bears off the centre leans with the surface there.
 */
export function writeWrench(
  out: Float64Array,
  o: number,
  s: Float64Array,
  l: number,
  f: Float64Array,
  n: number,
  c: number,
): void {
  const fu = s[l + 3] - f[c] * s[l + 1] - f[c + 1] * s[l + 2];
  const fw = s[l + 4] - f[c + 1] * s[l + 1] - f[c + 2] * s[l + 2];
  for (let m = 0; m < 3; m++) {
    const x = f[n + m];
    const u = f[n + 3 + m];
    const w = f[n + 6 + m];
    out[o + m] = x * s[l] + u * fu + w * fw;
    out[o + 3 + m] = x * s[l + 5] + u * s[l + 2] - w * s[l + 1];
  }
}

/**
 * Adds the wrench at from[w…] to that at out[o…]: the first about the point at a[i…], the other about that at b[j…].
 */
export function addWrench(
  out: Float64Array,
  o: number,
  from: Float64Array,
  w: number,
  a: Float64Array,
  i: number,
  b: Float64Array,
  j: number,
): void {
  for (let m = 0; m < 3; m++) {
    const m1 = (m + 1) % 3;
    const m2 = (m + 2) % 3;
    out[o + m] += from[w + m];
    out[o + 3 + m] += from[w + 3 + m] + (a[i + m1] - b[j + m1]) * from[w + m2] - (a[i + m2] - b[j + m2]) * from[w + m1];
  }
}

/** The torque of normal pressure about the axis of a round cap is none, as its rows have it; that of friction stays. */
export function leaveOutAxis(f: Float64Array, o: number): void {
  const a = o + S_AXIS;
  if (f[a] === 0 && f[a + 1] === 0 && f[a + 2] === 0) return;
  const t = o + S_WRENCH + 3;
  const n = o + S_FRAME;
  const spin = f[t] * f[n] + f[t + 1] * f[n + 1] + f[t + 2] * f[n + 2];
  let along = 0;
  for (let m = 0; m < 3; m++) along += (f[t + m] - spin * f[n + m]) * f[a + m];
  for (let m = 0; m < 3; m++) f[t + m] -= along * f[a + m];
}

/** Adds to the impulses at s[l…] those that make the wrench of the contact at f[o…]: the inverse of the two above. */
export function readWrench(s: Float64Array, l: number, f: Float64Array, o: number): void {
  for (let m = 0; m < 3; m++) {
    const force = f[o + S_WRENCH + m];
    const torque = f[o + S_WRENCH + 3 + m];
    s[l] += f[o + S_FRAME + m] * force;
    s[l + 1] -= f[o + S_FRAME + 6 + m] * torque;
    s[l + 2] += f[o + S_FRAME + 3 + m] * torque;
    s[l + 3] += f[o + S_FRAME + 3 + m] * force;
    s[l + 4] += f[o + S_FRAME + 6 + m] * force;
    s[l + 5] += f[o + S_FRAME + m] * torque;
  }
  takeInAxis(s, l, f, o);
  const c = o + S_CURVE;
  s[l + 3] += f[c] * s[l + 1] + f[c + 1] * s[l + 2];
  s[l + 4] += f[c + 1] * s[l + 1] + f[c + 2] * s[l + 2];
}

/**
 * Back to what was there before leaveOutAxis: with t that of normal pressure, a the axis and c = a·t, it left t - c a
 * beside the spin, of which the frame sees t_u - c a_u, t_w - c a_w, and the spin less c a_n. Else caps that lean would
 * begin every step with another spin than they ended the last with, and no heap with cylinders in it would come to
 * rest.
 */
function takeInAxis(s: Float64Array, l: number, f: Float64Array, o: number): void {
  const a = o + S_AXIS;
  const n = o + S_FRAME;
  const an = f[a] * f[n] + f[a + 1] * f[n + 1] + f[a + 2] * f[n + 2];
  if (!(an * an > STEEPEST)) return;
  const au = f[a] * f[n + 3] + f[a + 1] * f[n + 4] + f[a + 2] * f[n + 5];
  const aw = f[a] * f[n + 6] + f[a + 1] * f[n + 7] + f[a + 2] * f[n + 8];
  const c = (au * s[l + 2] - aw * s[l + 1]) / (an * an);
  s[l + 1] -= aw * c;
  s[l + 2] += au * c;
  s[l + 5] += an * c;
}
