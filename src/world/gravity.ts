// How gravity acts in a step that is made in several parts.
//
// A step in one part gives a body at its start what gravity gives in the whole of it, so that where it is runs ahead of
// its speed by half a step. What falls or swings would lose that lead if gravity were dealt out over parts, each time
// that it gets faster and has a step made in more of them. So gravity acts in the first part, for all. What bears a body
// must push it in every part, however: a screw in its nut would fly off the back of the facet that its weight presses it
// on, fall on in the next step, and strike. So what contacts bore against gravity in the step before has its share of it
// in each part. Consequence: what swings on a pin loses v (h/n - h/m)/2 of its height where it falls at v and its steps
// are made in m parts from then on instead of n, and as much on its way up; so they are made in several at once, while
// it is slow (HELD_TURN and FEWEST_STEPS of model six). Verified in test/world/parts.test.ts.

import type { Vec3 } from '../math/vec3.js';
import type { WorldState } from './state.js';

/** Finds out what contacts bore so far. */
export function findBorne(state: WorldState): void {
  const { bodies, lift } = state;
  lift.reserve(bodies.count);
  lift.data.fill(0, 0, bodies.count);
  state.model.addLift?.(lift.data, state.settings.gravity);
}

/** Gravity on the body in a slot, in this part of a step. */
export function gravityOf({ settings, lift, falls, pull }: WorldState, slot: number): Vec3 {
  const { gravity } = settings;
  if (falls === 1 || lift.data[slot] < 0) return gravity;
  for (let m = 0; m < 3; m++) pull[m] = falls * gravity[m]!;
  return pull;
}
