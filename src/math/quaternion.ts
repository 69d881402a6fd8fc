import { cos, sin } from './trig.js';

// Rotation kernels over packed arrays. A quaternion is x, y, z, w at an offset; a 3×3 matrix is nine numbers by rows.
// Where a kernel is too large to be inlined, numbers come and go in arrays: as arguments they would be allocated.

/** Rotation matrix of the unit quaternion at q[qi…] into m[mi…]. */
export function matrixFromQuaternion(m: Float64Array, mi: number, q: Float64Array, qi: number): void {
  const x = q[qi];
  const y = q[qi + 1];
  const z = q[qi + 2];
  const w = q[qi + 3];
  const xx = x * x;
  const yy = y * y;
  const zz = z * z;
  m[mi] = 1 - 2 * (yy + zz);
  m[mi + 1] = 2 * (x * y - w * z);
  m[mi + 2] = 2 * (x * z + w * y);
  m[mi + 3] = 2 * (x * y + w * z);
  m[mi + 4] = 1 - 2 * (xx + zz);
  m[mi + 5] = 2 * (y * z - w * x);
  m[mi + 6] = 2 * (x * z - w * y);
  m[mi + 7] = 2 * (y * z + w * x);
  m[mi + 8] = 1 - 2 * (xx + yy);
}

/**
 * Turn the quaternion at q[qi…] by the Cayley map of the world rotation vector r, s times the one at v[vi…]:
 * q ← normalise((1, r/2)) q. Exact in direction; the angle is 2 atan(|r|/2).
 */
export function turnByCayley(q: Float64Array, qi: number, v: Float64Array, vi: number, s: number): void {
  turn(q, qi, 1, 0.5 * (s * v[vi]), 0.5 * (s * v[vi + 1]), 0.5 * (s * v[vi + 2]));
}

/** Turn the quaternion at q[qi…] by the world rotation vector (rx, ry, rz), exactly. */
export function turnByVector(q: Float64Array, qi: number, rx: number, ry: number, rz: number): void {
  const angle = Math.sqrt(rx * rx + ry * ry + rz * rz);
  if (angle === 0) return;
  const s = sin(0.5 * angle) / angle;
  turn(q, qi, cos(0.5 * angle), s * rx, s * ry, s * rz);
}

/** q ← normalise((c, h)) q. */
function turn(q: Float64Array, qi: number, c: number, hx: number, hy: number, hz: number): void {
  const x = q[qi];
  const y = q[qi + 1];
  const z = q[qi + 2];
  const w = q[qi + 3];
  const nx = c * x + hx * w + hy * z - hz * y;
  const ny = c * y - hx * z + hy * w + hz * x;
  const nz = c * z + hx * y - hy * x + hz * w;
  const nw = c * w - hx * x - hy * y - hz * z;
  const k = 1 / Math.sqrt(nx * nx + ny * ny + nz * nz + nw * nw);
  q[qi] = nx * k;
  q[qi + 1] = ny * k;
  q[qi + 2] = nz * k;
  q[qi + 3] = nw * k;
}

/** out = R v, or Rᵀ v where `sign` is -1. */
function rotateBy(
  sign: number,
  out: Float64Array,
  oi: number,
  q: Float64Array,
  qi: number,
  v: Float64Array,
  vi: number,
): void {
  const x = sign * q[qi];
  const y = sign * q[qi + 1];
  const z = sign * q[qi + 2];
  const w = q[qi + 3];
  const vx = v[vi];
  const vy = v[vi + 1];
  const vz = v[vi + 2];
  const tx = 2 * (y * vz - z * vy);
  const ty = 2 * (z * vx - x * vz);
  const tz = 2 * (x * vy - y * vx);
  out[oi] = vx + w * tx + y * tz - z * ty;
  out[oi + 1] = vy + w * ty + z * tx - x * tz;
  out[oi + 2] = vz + w * tz + x * ty - y * tx;
}

/** out = R v for the unit quaternion at q[qi…] and the vector at v[vi…]. `out` may be `v`. Numbers stay in arrays. */
export function rotateInto(
  out: Float64Array,
  oi: number,
  q: Float64Array,
  qi: number,
  v: Float64Array,
  vi: number,
): void {
  rotateBy(1, out, oi, q, qi, v, vi);
}

/** out = Rᵀ v, likewise. */
export function unrotateInto(
  out: Float64Array,
  oi: number,
  q: Float64Array,
  qi: number,
  v: Float64Array,
  vi: number,
): void {
  rotateBy(-1, out, oi, q, qi, v, vi);
}

/** out = R v for a vector that is not in an array. */
export function rotateVector(
  out: Float64Array,
  oi: number,
  q: Float64Array,
  qi: number,
  vx: number,
  vy: number,
  vz: number,
): void {
  out[oi] = vx;
  out[oi + 1] = vy;
  out[oi + 2] = vz;
  rotateBy(1, out, oi, q, qi, out, oi);
}

/** out = Rᵀ v, likewise. */
export function unrotateVector(
  out: Float64Array,
  oi: number,
  q: Float64Array,
  qi: number,
  vx: number,
  vy: number,
  vz: number,
): void {
  out[oi] = vx;
  out[oi + 1] = vy;
  out[oi + 2] = vz;
  rotateBy(-1, out, oi, q, qi, out, oi);
}
