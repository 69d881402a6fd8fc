import { turnByCayley } from '../math/quaternion.js';
import { B_CENTER, B_ROTATION } from './layout.js';

/** Moves the pose of the body at p by s times the six numbers d[di…]: translation, then rotation vector. */
export function displace(bodies: Float64Array, p: number, d: Float64Array, di: number, s: number): void {
  bodies[p + B_CENTER] += s * d[di];
  bodies[p + B_CENTER + 1] += s * d[di + 1];
  bodies[p + B_CENTER + 2] += s * d[di + 2];
  const x = s * d[di + 3];
  const y = s * d[di + 4];
  const z = s * d[di + 5];
  if (x !== 0 || y !== 0 || z !== 0) turnByCayley(bodies, p + B_ROTATION, x, y, z);
}
