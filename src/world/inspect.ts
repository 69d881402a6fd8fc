// The state of all bodies, read through.

import {
  B_CENTER,
  B_INV_MASS,
  B_ROTATION,
  B_STILL_TIME,
  BODY_INTS,
  BODY_STRIDE,
  I_ALIVE,
  I_ASLEEP,
} from '../bodies/layout.js';
import { StateHash } from './hash.js';
import type { WorldState } from './state.js';

/** Slot of the first body whose state is no longer finite, or 0. */
export function findNonFinite({ bodies }: WorldState): number {
  for (let b = 1; b < bodies.count; b++) {
    let sum = 0;
    for (let k = 0; k < B_INV_MASS; k++) sum += 0 * bodies.f.data[b * BODY_STRIDE + k];
    for (let k = 0; k < 6; k++) sum += 0 * bodies.v.data[6 * b + k];
    if (sum !== 0) return b;
  }
  return 0;
}

/** A hash of every bit of the bodies' state. */
export function hashOf({ bodies, model }: WorldState): string {
  const h = new StateHash();
  for (let b = 1; b < bodies.count; b++) {
    if (bodies.i.data[b * BODY_INTS + I_ALIVE] === 0) continue;
    const o = b * BODY_STRIDE;
    h.addWord(b);
    h.addWord(bodies.i.data[b * BODY_INTS + I_ASLEEP]);
    for (let k = 0; k < 3; k++) h.addNumber(bodies.f.data[o + B_CENTER + k]);
    for (let k = 0; k < 4; k++) h.addNumber(bodies.f.data[o + B_ROTATION + k]);
    for (let k = 0; k < 6; k++) h.addNumber(bodies.v.data[6 * b + k]);
    h.addNumber(bodies.f.data[o + B_STILL_TIME]);
  }
  model.hash?.((value) => h.addNumber(value));
  return h.digest();
}
