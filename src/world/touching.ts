import { wake } from './sleeping.js';
import type { WorldState } from './state.js';

/** Wakes whatever touches the body: it may be about to lose its support. */
export function wakeTouching(state: WorldState, slot: number): void {
  const pairs = state.broadPhase.pairs;
  for (let k = 0; k < pairs.count; k++) {
    const a = pairs.pairs.data[2 * k];
    const b = pairs.pairs.data[2 * k + 1];
    if ((a === slot || b === slot) && state.pairTouching.data[pairs.slots.data[k]] === 1)
      wake(state, a === slot ? b : a);
  }
}

/** Forgets the contacts of a body that is removed: they end without an event. */
export function dropTouching(state: WorldState, slot: number): void {
  const pairs = state.broadPhase.pairs;
  for (let k = 0; k < pairs.count; k++) {
    if (pairs.pairs.data[2 * k] !== slot && pairs.pairs.data[2 * k + 1] !== slot) continue;
    state.pairTouching.data[pairs.slots.data[k]] = 0;
    state.model.forget(pairs.slots.data[k]);
  }
}
