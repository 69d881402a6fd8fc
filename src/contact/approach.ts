import { B_OLD_VELOCITY, B_RADIUS, B_VELOCITY, BODY_STRIDE } from '../bodies/layout.js';

/** How far any two points of bodies a and b can come closer within h seconds at their present velocities (m). */
export function approachOf(d: Float64Array, a: number, b: number, h: number): number {
  return closing(d, a, b, h, B_VELOCITY);
}

/** The same at the velocities before this step's forces. */
export function travelOf(d: Float64Array, a: number, b: number, h: number): number {
  return closing(d, a, b, h, B_OLD_VELOCITY);
}

function closing(d: Float64Array, a: number, b: number, h: number, velocity: number): number {
  const pa = a * BODY_STRIDE;
  const pb = b * BODY_STRIDE;
  const va = pa + velocity;
  const vb = pb + velocity;
  const x = d[va] - d[vb];
  const y = d[va + 1] - d[vb + 1];
  const z = d[va + 2] - d[vb + 2];
  const wa = Math.sqrt(d[va + 3] * d[va + 3] + d[va + 4] * d[va + 4] + d[va + 5] * d[va + 5]) * d[pa + B_RADIUS];
  const wb = Math.sqrt(d[vb + 3] * d[vb + 3] + d[vb + 4] * d[vb + 4] + d[vb + 5] * d[vb + 5]) * d[pb + B_RADIUS];
  return h * (Math.sqrt(x * x + y * y + z * z) + wa + wb);
}
