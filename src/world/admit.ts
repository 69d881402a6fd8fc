// Whether a step is short enough for what the scene asks of its contacts.

import { BODY_INTS, I_ALIVE } from '../bodies/layout.js';
import type { WorldState } from './state.js';

/** Throws where the contact model cannot carry some pair that may touch, in a step of h seconds as a whole. */
export function admitStep(state: WorldState, h: number): void {
  const { model, bodies, settings } = state;
  if (model.admit === undefined) return;
  const i = bodies.i.data;
  for (let a = 1; a < bodies.count; a++) {
    if (i[a * BODY_INTS + I_ALIVE] === 0) continue;
    for (let b = a + 1; b < bodies.count; b++)
      if (i[b * BODY_INTS + I_ALIVE] === 1 && state.mayTouch(a, b)) model.admit(a, b, h / settings.substeps);
  }
}
