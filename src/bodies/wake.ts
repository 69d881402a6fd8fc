// Waking: what fell asleep together wakes together.

import { B_STILL_TIME, BODY_INTS, BODY_STRIDE, I_ASLEEP, I_ISLAND } from './layout.js';
import type { BodyStore } from './store.js';

/** Wakes a body and all that fell asleep with it. */
export function wakeIsland(bodies: BodyStore, slot: number): void {
  const i = bodies.i.data;
  bodies.f.data[slot * BODY_STRIDE + B_STILL_TIME] = 0;
  if (i[slot * BODY_INTS + I_ASLEEP] === 0) return;
  const island = i[slot * BODY_INTS + I_ISLAND];
  for (let b = 1; b < bodies.count; b++) {
    if (i[b * BODY_INTS + I_ASLEEP] === 0 || i[b * BODY_INTS + I_ISLAND] !== island) continue;
    i[b * BODY_INTS + I_ASLEEP] = 0;
    bodies.f.data[b * BODY_STRIDE + B_STILL_TIME] = 0;
  }
}
