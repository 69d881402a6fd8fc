import { JI_ALIVE, JI_BODY_A, JI_BODY_B, JOINT_INTS } from '../joints/layout.js';
import { Arena } from '../memory/arena.js';
import { wake } from './sleeping.js';
import { TOUCHES, type WorldState } from './state.js';

/** Wakes whatever touches the body or hangs on it: it may be about to lose its support. */
export function wakeTouching(state: WorldState, slot: number): void {
  const { joints } = state;
  const i = joints.i.data;
  for (let j = 0; j < joints.count; j++) {
    const n = j * JOINT_INTS;
    if (i[n + JI_ALIVE] === 0 || (i[n + JI_BODY_A] !== slot && i[n + JI_BODY_B] !== slot)) continue;
    wake(state, i[n + JI_BODY_A]);
    wake(state, i[n + JI_BODY_B]);
  }
  const pairs = state.broadPhase.pairs;
  for (let k = 0; k < pairs.count; k++) {
    const a = pairs.pairs.data[2 * k];
    const b = pairs.pairs.data[2 * k + 1];
    if ((a === slot || b === slot) && (state.pairMarks.data[pairs.slots.data[k]] & TOUCHES) !== 0)
      wake(state, a === slot ? b : a);
  }
}

/** Wakes whatever lies in the box that `updateBox` has just written for a body: it has come out of nowhere. */
export function wakeAround(state: WorldState): void {
  const found = new Arena().i32(16);
  const count = state.broadPhase.collect(state.box.data, 0, found);
  for (let k = 0; k < count; k++) wake(state, found.data[k]);
}

/** Lets the model find the contacts of a body anew; who touches goes on touching. */
export function forgetContacts(state: WorldState, slot: number): void {
  const { pairs, slots, count } = state.broadPhase.pairs;
  for (let k = 0; k < count; k++)
    if (pairs.data[2 * k] === slot || pairs.data[2 * k + 1] === slot) state.model.forget(slots.data[k]);
}

/** Forgets the contacts of a body that is removed: they end without an event. */
export function dropTouching(state: WorldState, slot: number): void {
  const pairs = state.broadPhase.pairs;
  for (let k = 0; k < pairs.count; k++) {
    if (pairs.pairs.data[2 * k] !== slot && pairs.pairs.data[2 * k + 1] !== slot) continue;
    state.pairMarks.data[pairs.slots.data[k]] &= ~TOUCHES;
    state.model.forget(pairs.slots.data[k]);
  }
}
