import { B_RADIUS, BODY_STRIDE } from '../bodies/layout.js';

/**
 * How far any two points of bodies a and b can come closer within h seconds (m), at the velocities v: those of now, or those before
 * this step's forces.
 */
export function approachOf(d: Float64Array, v: Float64Array, a: number, b: number, h: number): number {
  const va = 6 * a;
  const vb = 6 * b;
  const x = v[va] - v[vb];
  const y = v[va + 1] - v[vb + 1];
  const z = v[va + 2] - v[vb + 2];
  const wa = Math.sqrt(v[va + 3] * v[va + 3] + v[va + 4] * v[va + 4] + v[va + 5] * v[va + 5]);
  const wb = Math.sqrt(v[vb + 3] * v[vb + 3] + v[vb + 4] * v[vb + 4] + v[vb + 5] * v[vb + 5]);
  const linear = Math.sqrt(x * x + y * y + z * z);
  return h * (linear + wa * d[a * BODY_STRIDE + B_RADIUS] + wb * d[b * BODY_STRIDE + B_RADIUS]);
}
