// Naming what a contact does from its relative motion at the end of the step.

import { B_ROTATION, B_SURFACE_VELOCITY, BODY_STRIDE } from '../bodies/layout.js';
import type { BodyStore } from '../bodies/store.js';
import { rotateVector } from '../math/quaternion.js';
import type { ContactRecord } from './model.js';

/** Slower than this counts as at rest (m/s, rad/s). */
const AT_REST = 1e-3;

/** `arms` are the world lever arms from the two centres of mass to the contact point. */
export function slipState(
  bodies: BodyStore,
  bodyA: number,
  bodyB: number,
  arms: Float64Array,
  n: readonly [number, number, number],
): ContactRecord['state'] {
  const d = bodies.f.data;
  const v = bodies.v.data;
  const pa = bodyA * BODY_STRIDE;
  const pb = bodyB * BODY_STRIDE;
  const a = 6 * bodyA;
  const b = 6 * bodyB;
  const surface = new Float64Array(6);
  rotateVector(
    surface,
    0,
    d,
    pa + B_ROTATION,
    d[pa + B_SURFACE_VELOCITY],
    d[pa + B_SURFACE_VELOCITY + 1],
    d[pa + B_SURFACE_VELOCITY + 2],
  );
  rotateVector(
    surface,
    3,
    d,
    pb + B_ROTATION,
    d[pb + B_SURFACE_VELOCITY],
    d[pb + B_SURFACE_VELOCITY + 1],
    d[pb + B_SURFACE_VELOCITY + 2],
  );
  const vx =
    v[a] +
    v[a + 4] * arms[2] -
    v[a + 5] * arms[1] +
    surface[0] -
    v[b] -
    v[b + 4] * arms[5] +
    v[b + 5] * arms[4] -
    surface[3];
  const vy =
    v[a + 1] +
    v[a + 5] * arms[0] -
    v[a + 3] * arms[2] +
    surface[1] -
    v[b + 1] -
    v[b + 5] * arms[3] +
    v[b + 3] * arms[5] -
    surface[4];
  const vz =
    v[a + 2] +
    v[a + 3] * arms[1] -
    v[a + 4] * arms[0] +
    surface[2] -
    v[b + 2] -
    v[b + 3] * arms[4] +
    v[b + 4] * arms[3] -
    surface[5];
  const vn = vx * n[0] + vy * n[1] + vz * n[2];
  if (Math.sqrt(Math.max(0, vx * vx + vy * vy + vz * vz - vn * vn)) > AT_REST) return 'slide';
  const wx = v[a + 3] - v[b + 3];
  const wy = v[a + 4] - v[b + 4];
  const wz = v[a + 5] - v[b + 5];
  const wn = wx * n[0] + wy * n[1] + wz * n[2];
  if (Math.sqrt(Math.max(0, wx * wx + wy * wy + wz * wz - wn * wn)) > AT_REST) return 'roll';
  return Math.abs(wn) > AT_REST ? 'spin' : 'stick';
}
