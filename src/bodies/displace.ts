import { B_CENTER, B_ROTATION } from './layout.js';

/**
 * Moves the pose of the body at p by s times the six numbers d[di…]: translation, then rotation vector (by its Cayley map,
 * as turnByCayley does; written out, since its arguments would be allocated).
 */
export function displace(bodies: Float64Array, p: number, d: Float64Array, di: number, s: number): void {
  bodies[p + B_CENTER] += s * d[di];
  bodies[p + B_CENTER + 1] += s * d[di + 1];
  bodies[p + B_CENTER + 2] += s * d[di + 2];
  const hx = 0.5 * (s * d[di + 3]);
  const hy = 0.5 * (s * d[di + 4]);
  const hz = 0.5 * (s * d[di + 5]);
  if (hx === 0 && hy === 0 && hz === 0) return;
  const q = p + B_ROTATION;
  const x = bodies[q];
  const y = bodies[q + 1];
  const z = bodies[q + 2];
  const w = bodies[q + 3];
  const nx = x + hx * w + hy * z - hz * y;
  const ny = y - hx * z + hy * w + hz * x;
  const nz = z + hx * y - hy * x + hz * w;
  const nw = w - hx * x - hy * y - hz * z;
  const k = 1 / Math.sqrt(nx * nx + ny * ny + nz * nz + nw * nw);
  bodies[q] = nx * k;
  bodies[q + 1] = ny * k;
  bodies[q + 2] = nz * k;
  bodies[q + 3] = nw * k;
}
