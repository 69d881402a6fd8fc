// A world in which nothing stirs: the whole step is passed over.
//
// What rests or sleeps takes no part in a step, but a step goes through all bodies, pairs and contacts to find that out:
// forces, boxes, who may touch, corners, blocks, islands, poses, events. Where nothing can start anything, all of these
// come to nothing, and a second such step does not even tidy up: it leaves every number as it is but time. So after one
// step in which nothing stirred, made in full, the next ones are passed over for as long as nothing stirs and no pair may
// have changed. Whatever somebody does to a body wakes it, or marks its box in the broad phase; a look at all bodies'
// marks is all that is left of a step.
// Simplifications: worlds with joints, with a contact hook, with companions, in substeps or of a model that lets nothing
// rest go through their steps in full; so does the half second after which what rests falls asleep.
// Verified in test/world/standing.test.ts against steps made in full.

import { BODY_INTS, I_ASLEEP, I_TYPE, RESTS, TYPE_DYNAMIC, TYPE_OTHER } from '../bodies/layout.js';
import { JI_ALIVE, JOINT_INTS } from '../joints/layout.js';
import { firstOf, rests, secondOf } from './detect.js';
import { TOUCHES, type WorldState } from './state.js';

/** Whether a step would find nobody who can start anything, and nothing about to fall asleep. */
export function nothingStirs(state: WorldState): boolean {
  const { bodies, joints, settings } = state;
  if (state.model.rests !== true || settings.substeps > 1) return false;
  if (state.contactHook !== null || state.companions?.areNone === false || bodies.held.size > 0) return false;
  // Of somebody who was put to sleep with it.
  if (bodies.arePushed) return false;
  const i = bodies.i.data;
  const v = bodies.v.data;
  for (let b = 1, n = BODY_INTS; b < bodies.count; b++, n += BODY_INTS) {
    const type = i[n + I_TYPE];
    if (type === TYPE_DYNAMIC || type === TYPE_OTHER) {
      if (i[n + I_ASLEEP] === 0 || (i[n + I_ASLEEP] === RESTS && settings.sleep)) return false;
    } else for (let k = 6 * b; k < 6 * b + 6; k++) if (v[k] !== 0) return false;
  }
  for (let n = JI_ALIVE; n < joints.count * JOINT_INTS; n += JOINT_INTS) if (joints.i.data[n] === 1) return false;
  return true;
}

/** Whether a step of h is the same as the last, in which nothing stirred. */
export function standsStill(state: WorldState, h: number): boolean {
  return state.stoodFor === h && state.broadPhase.isSettled;
}

/** All that such a step does beside letting time pass: what rests goes on touching, and islands are counted. */
export function standStill(state: WorldState): void {
  if (state.settings.sleep) state.nextSleepingIsland += state.islands.count;
  if (!state.events.wants('persist')) return;
  const { pairs } = state.broadPhase;
  for (let k = 0; k < pairs.count; k++)
    if ((state.pairMarks.data[pairs.slots.data[k]] & TOUCHES) !== 0 && rests(state, k))
      state.events.add('persist', firstOf(state, k), secondOf(state, k));
}
