// Where a path is at a time: straight between its points, and at rest before the first and after the last.

import { acos, sin } from '../../math/trig.js';

/** Position and rotation at time t of the path of eight numbers a point, into out[0…6]. */
export function poseOnPath(out: Float64Array, path: Float64Array, t: number): void {
  const n = path.length / 8;
  let k = 0;
  // From the end: a hand asks for the present again and again, and paths are short.
  let high = n - 1;
  while (k < high) {
    const middle = (k + high + 1) >> 1;
    if (path[8 * middle] <= t) k = middle;
    else high = middle - 1;
  }
  const a = 8 * k;
  if (k === n - 1 || t <= path[a]) {
    for (let m = 0; m < 7; m++) out[m] = path[a + 1 + m];
    return;
  }
  const b = a + 8;
  const s = (t - path[a]) / (path[b] - path[a]);
  for (let m = 0; m < 3; m++) out[m] = path[a + 1 + m] + s * (path[b + 1 + m] - path[a + 1 + m]);
  turnBetween(out, 3, path, a + 4, path, b + 4, s);
}

/** The rotation a share s of the way from p to q, at even speed along the shorter way. */
export function turnBetween(
  out: Float64Array,
  o: number,
  p: Float64Array,
  pi: number,
  q: Float64Array,
  qi: number,
  s: number,
): void {
  let along = p[pi] * q[qi] + p[pi + 1] * q[qi + 1] + p[pi + 2] * q[qi + 2] + p[pi + 3] * q[qi + 3];
  const sign = along < 0 ? -1 : 1;
  along *= sign;
  let a = 1 - s;
  let b = s;
  if (along < 1 - 1e-9) {
    const angle = acos(along);
    const k = 1 / sin(angle);
    a = k * sin(a * angle);
    b = k * sin(b * angle);
  }
  let norm = 0;
  for (let m = 0; m < 4; m++) {
    out[o + m] = a * p[pi + m] + sign * b * q[qi + m];
    norm += out[o + m] * out[o + m];
  }
  for (let m = 0; m < 4; m++) out[o + m] /= Math.sqrt(norm);
}

/** Rotation vector of the shorter way from the rotation at p[pi…] to that at q[qi…], world axes, into out[o…]. */
export function turnVector(
  out: Float64Array,
  o: number,
  p: Float64Array,
  pi: number,
  q: Float64Array,
  qi: number,
): void {
  // q p*
  const x = -p[pi];
  const y = -p[pi + 1];
  const z = -p[pi + 2];
  const w = p[pi + 3];
  let c = q[qi + 3] * w - q[qi] * x - q[qi + 1] * y - q[qi + 2] * z;
  const sign = c < 0 ? -1 : 1;
  c *= sign;
  const vx = sign * (q[qi + 3] * x + q[qi] * w + q[qi + 1] * z - q[qi + 2] * y);
  const vy = sign * (q[qi + 3] * y - q[qi] * z + q[qi + 1] * w + q[qi + 2] * x);
  const vz = sign * (q[qi + 3] * z + q[qi] * y - q[qi + 1] * x + q[qi + 2] * w);
  const s = Math.sqrt(vx * vx + vy * vy + vz * vz);
  // The cosine alone loses small angles; there twice the sine is the angle.
  const k = s > 1e-4 ? (2 * acos(c < 1 ? c : 1)) / s : 2 * (1 + (s * s) / 6);
  out[o] = k * vx;
  out[o + 1] = k * vy;
  out[o + 2] = k * vz;
}
