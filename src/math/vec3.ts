// Vectors and quaternions as tuples, for the edges of the API, set-up code and tests: these allocate.
// Hot code works on packed arrays with the kernels of quaternion.ts and symmetric3.ts instead.

export type Vec3 = readonly [number, number, number];
export type Quat = readonly [number, number, number, number];
/** Symmetric 3×3 matrix: xx, xy, xz, yy, yz, zz. */
export type Sym3 = readonly [number, number, number, number, number, number];

export const ZERO: Vec3 = [0, 0, 0];
export const IDENTITY: Quat = [0, 0, 0, 1];

export const add = (a: Vec3, b: Vec3): Vec3 => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const sub = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const scale = (a: Vec3, s: number): Vec3 => [a[0] * s, a[1] * s, a[2] * s];
export const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a: Vec3, b: Vec3): Vec3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
export const length = (a: Vec3): number => Math.sqrt(dot(a, a));
export const normalize = (a: Vec3): Vec3 => scale(a, 1 / length(a));

/** The three, or four, numbers at d[o…]. */
export const vec3At = (d: Float64Array, o: number): Vec3 => [d[o], d[o + 1], d[o + 2]];
export const quatAt = (d: Float64Array, o: number): Quat => [d[o], d[o + 1], d[o + 2], d[o + 3]];

/** A unit vector at right angles to unit n, continuous except across one plane. */
export function anyPerpendicular(n: Vec3): Vec3 {
  const sign = n[2] >= 0 ? 1 : -1; // Duff et al. 2017, "Building an orthonormal basis, revisited"
  const a = -1 / (sign + n[2]);
  return [1 + sign * n[0] * n[0] * a, sign * n[0] * n[1] * a, -sign * n[0]];
}

export const conjugate = (q: Quat): Quat => [-q[0], -q[1], -q[2], q[3]];

/** The rotation b followed by a. */
export const multiply = (a: Quat, b: Quat): Quat => [
  a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
  a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
  a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3],
  a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2],
];

export function rotate(q: Quat, v: Vec3): Vec3 {
  const [x, y, z, w] = q;
  const tx = 2 * (y * v[2] - z * v[1]);
  const ty = 2 * (z * v[0] - x * v[2]);
  const tz = 2 * (x * v[1] - y * v[0]);
  return [v[0] + w * tx + y * tz - z * ty, v[1] + w * ty + z * tx - x * tz, v[2] + w * tz + x * ty - y * tx];
}

export const unrotate = (q: Quat, v: Vec3): Vec3 => rotate(conjugate(q), v);

export function normalizeQuat(q: Quat): Quat {
  const k = 1 / Math.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  return [q[0] * k, q[1] * k, q[2] * k, q[3] * k];
}
