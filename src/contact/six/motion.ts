// How far bodies have moved, and are about to: what decides whether a contact's geometry can be reused, and what is to
// come.

import { displace } from '../../bodies/displace.js';
import { B_CENTER, B_RADIUS, B_ROTATION, BODY_STRIDE } from '../../bodies/layout.js';
import type { BodyStore } from '../../bodies/store.js';
import { rotateVector, unrotateVector } from '../../math/quaternion.js';

/** What correction would turn farther (rad) in one pass it moves by a share: gaps are measured anew before it goes on. */
const MOST_TURN = 0.5;

/**
 * Moves and turns the body in a slot by y[p…]; adds to `moved`, by slot, how far its points came at most. Returns how far
 * these may be from where first order has them (m).
 */
export function correctPose(d: Float64Array, slot: number, y: Float64Array, p: number, moved: Float64Array): number {
  const o = slot * BODY_STRIDE;
  const square = y[p + 3] * y[p + 3] + y[p + 4] * y[p + 4] + y[p + 5] * y[p + 5];
  const share = square > MOST_TURN * MOST_TURN ? MOST_TURN / Math.sqrt(square) : 1;
  displace(d, o, y, p, share);
  const way = Math.sqrt(y[p] * y[p] + y[p + 1] * y[p + 1] + y[p + 2] * y[p + 2]);
  moved[slot] += share * (way + Math.sqrt(square) * d[o + B_RADIUS]);
  return 0.5 * square * d[o + B_RADIUS];
}

/** Notes the pose of the body at p, centre and rotation, at f[q…]. */
export function notePose(f: Float64Array, q: number, d: Float64Array, p: number): void {
  for (let m = 0; m < 3; m++) f[q + m] = d[p + B_CENTER + m];
  for (let m = 0; m < 4; m++) f[q + 3 + m] = d[p + B_ROTATION + m];
}

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

/**
 * Writes to out[i…] how far the point of the body at p has moved that was at arm[r…] from its centre when its pose was
 * noted at f[q…].
 */
export function movedAt(
  out: Float64Array,
  i: number,
  f: Float64Array,
  q: number,
  d: Float64Array,
  p: number,
  arm: Float64Array,
  r: number,
): void {
  unrotateVector(out, i, f, q + 3, arm[r], arm[r + 1], arm[r + 2]);
  rotateVector(out, i, d, p + B_ROTATION, out[i], out[i + 1], out[i + 2]);
  for (let k = 0; k < 3; k++) out[i + k] += d[p + B_CENTER + k] - f[q + k] - arm[r + k];
}

/** How far any point of a body moves within h at the velocity that it had before this step's forces. */
export function travel(bodies: BodyStore, slot: number, h: number): number {
  const d = bodies.old.data;
  const v = 6 * slot;
  const linear = d[v] * d[v] + d[v + 1] * d[v + 1] + d[v + 2] * d[v + 2];
  const angular = d[v + 3] * d[v + 3] + d[v + 4] * d[v + 4] + d[v + 5] * d[v + 5];
  if (linear === 0 && angular === 0) return 0;
  return h * (Math.sqrt(linear) + bodies.f.data[slot * BODY_STRIDE + B_RADIUS] * Math.sqrt(angular));
}

/**
 * Velocity of A against B along a normal where a contact is: f[at…] has the arms from the centres of A and B, and the
 * normal, one after the other. The bodies' velocities are at d[va…] and d[vb…].
 */
export function normalVelocity(f: Float64Array, at: number, d: Float64Array, va: number, vb: number): number {
  let sum = 0;
  for (let m = 0; m < 3; m++) {
    const m1 = (m + 1) % 3;
    const m2 = (m + 2) % 3;
    const ofA = d[va + m] + d[va + 3 + m1] * f[at + m2] - d[va + 3 + m2] * f[at + m1];
    const ofB = d[vb + m] + d[vb + 3 + m1] * f[at + 3 + m2] - d[vb + 3 + m2] * f[at + 3 + m1];
    sum += f[at + 6 + m] * (ofA - ofB);
  }
  return sum;
}

/** How fast a body turns (rad/s), its twist at its place in v. */
export function turning(v: Float64Array, body: number): number {
  const w = 6 * body + 3;
  return Math.sqrt(v[w] * v[w] + v[w + 1] * v[w + 1] + v[w + 2] * v[w + 2]);
}
