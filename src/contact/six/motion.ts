// How far bodies have moved, and are about to: what decides whether a contact's geometry can be reused.

import { B_CENTER, B_OLD_VELOCITY, B_RADIUS, B_ROTATION } from '../../bodies/layout.js';

/** How far a point of the body at p has moved at most since its pose was noted at f[q…]. */
export function movedSince(f: Float64Array, q: number, d: Float64Array, p: number): number {
  const x = d[p + B_CENTER] - f[q];
  const y = d[p + B_CENTER + 1] - f[q + 1];
  const z = d[p + B_CENTER + 2] - f[q + 2];
  const i = d[p + B_ROTATION] - f[q + 3];
  const j = d[p + B_ROTATION + 1] - f[q + 4];
  const k = d[p + B_ROTATION + 2] - f[q + 5];
  const w = d[p + B_ROTATION + 3] - f[q + 6];
  const way = x * x + y * y + z * z;
  const turn = i * i + j * j + k * k + w * w;
  if (way === 0 && turn === 0) return 0;
  // |q - q₀| is half the angle between them.
  return Math.sqrt(way) + 2 * Math.sqrt(turn) * d[p + B_RADIUS];
}

/** How far any point of the body at p moves within h at the velocity that it had before this step's forces. */
export function travel(d: Float64Array, p: number, h: number): number {
  const v = p + B_OLD_VELOCITY;
  const linear = d[v] * d[v] + d[v + 1] * d[v + 1] + d[v + 2] * d[v + 2];
  const angular = d[v + 3] * d[v + 3] + d[v + 4] * d[v + 4] + d[v + 5] * d[v + 5];
  if (linear === 0 && angular === 0) return 0;
  return h * (Math.sqrt(linear) + d[p + B_RADIUS] * Math.sqrt(angular));
}
