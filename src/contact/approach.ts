import { B_OLD_VELOCITY, B_RADIUS, B_VELOCITY, BODY_STRIDE } from '../bodies/layout.js';

/** How far any two points of bodies a and b can come closer within h seconds at their present velocities (m). */
export function approachOf(d: Float64Array, a: number, b: number, h: number): number {
  return closing(d, a, b, h, B_VELOCITY);
}

/** The same at the velocities before this step's forces. */
export function travelOf(d: Float64Array, a: number, b: number, h: number): number {
  return closing(d, a, b, h, B_OLD_VELOCITY);
}

/**
 * How far any two points of bodies a and b can come closer within h seconds if anything may stop either of them, or hold it against
 * this step's forces: bodies that fall alike do not approach each other until one of them is held.
 */
export function reachOf(d: Float64Array, a: number, b: number, h: number): number {
  const pa = a * BODY_STRIDE;
  const pb = b * BODY_STRIDE;
  const va = pa + B_OLD_VELOCITY;
  const vb = pb + B_OLD_VELOCITY;
  const x = d[va] - d[vb];
  const y = d[va + 1] - d[vb + 1];
  const z = d[va + 2] - d[vb + 2];
  const alike = Math.max(x * x + y * y + z * z, square(d, va), square(d, vb));
  const turning = d[pa + B_RADIUS] * Math.sqrt(square(d, va + 3)) + d[pb + B_RADIUS] * Math.sqrt(square(d, vb + 3));
  return h * (Math.sqrt(alike) + turning + gained(d, pa) + gained(d, pb));
}

/** By how much this step's forces change the velocity of any point of the body at p. */
function gained(d: Float64Array, p: number): number {
  const v = p + B_VELOCITY;
  const w = p + B_OLD_VELOCITY;
  const x = d[v] - d[w];
  const y = d[v + 1] - d[w + 1];
  const z = d[v + 2] - d[w + 2];
  const i = d[v + 3] - d[w + 3];
  const j = d[v + 4] - d[w + 4];
  const k = d[v + 5] - d[w + 5];
  return Math.sqrt(x * x + y * y + z * z) + d[p + B_RADIUS] * Math.sqrt(i * i + j * j + k * k);
}

function square(d: Float64Array, v: number): number {
  return d[v] * d[v] + d[v + 1] * d[v + 1] + d[v + 2] * d[v + 2];
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
