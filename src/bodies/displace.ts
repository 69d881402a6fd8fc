import { turnByCayley } from '../math/quaternion.js';
import { B_CENTER, B_ROTATION } from './layout.js';

/**
 * Moves the pose of the body at p by s times the six numbers d[di…]: translation, then rotation vector (by its Cayley
 * map).
 */
export function displace(bodies: Float64Array, p: number, d: Float64Array, di: number, s: number): void {
  for (let k = 0; k < 3; k++) bodies[p + B_CENTER + k] += s * d[di + k];
  if (s * d[di + 3] !== 0 || s * d[di + 4] !== 0 || s * d[di + 5] !== 0)
    turnByCayley(bodies, p + B_ROTATION, d, di + 3, s);
}
