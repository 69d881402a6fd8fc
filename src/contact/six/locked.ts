// Locked axes make S of a patch singular: a body that cannot turn about an axis gives the law rows that depend on each
// other.

import { B_INV_INERTIA, B_INV_MASS, BODY_INTS, BODY_STRIDE, I_LOCKED } from '../../bodies/layout.js';
import type { BodyStore } from '../../bodies/store.js';

/**
 * Compliance that a block gets where a body has locked axes, as a share of its inverse mass: enough for the law's 3×3
 * systems to be regular in doubles, and a creep of 1e-9 of what the bodies would do in a step without each other.
 */
const SHARE = 1e-9;

/** Adds that compliance to those of the six rows at s[c…] between bodies a and b. */
export function easeLocked(s: Float64Array, c: number, bodies: BodyStore, a: number, b: number): void {
  const i = bodies.i.data;
  if ((i[a * BODY_INTS + I_LOCKED] | i[b * BODY_INTS + I_LOCKED]) === 0) return;
  let linear = 0;
  let angular = 0;
  for (let side = 0; side < 2; side++) {
    const o = (side === 0 ? a : b) * BODY_STRIDE;
    const d = bodies.f.data;
    linear += Math.max(d[o + B_INV_MASS], d[o + B_INV_MASS + 1], d[o + B_INV_MASS + 2]);
    angular += d[o + B_INV_INERTIA] + d[o + B_INV_INERTIA + 3] + d[o + B_INV_INERTIA + 5];
  }
  s[c] += SHARE * linear;
  s[c + 3] += SHARE * linear;
  s[c + 4] += SHARE * linear;
  s[c + 1] += SHARE * angular;
  s[c + 2] += SHARE * angular;
  s[c + 5] += SHARE * angular;
}
