// Islands at rest: what nothing moves bears on what it bore, and a step passes it over.
//
// Where an island was solved to the tolerance, and its bodies had no speed before the forces of the step and none after
// the solve (none: HARDLY of what gravity gives in a step), its impulses balance all that acts on it. The next step is
// the same problem with the same answer as long as nothing about it changes: poses, forces, contacts. So its bodies are
// marked as at rest, with a velocity of zero, until somebody changes one of them, or something that stirs comes near
// one (their boxes in the broad phase meet); then all of the island takes part again, from the same step on and with all
// of its forces. Contacts, their events and reports go on as if it had been solved.
// Unlike sleep it asks for no time and no setting, is not seen from outside (`body.asleep` is false), and lets nothing
// stand that a solve would move: slower than this are only rounding and what tolerances leave.
// Simplifications: islands with joints never rest, nor do those of a world with a contact hook, which is asked in every
// step; what accelerates by less than HARDLY g does not.
// Verified in test/world/resting.test.ts.

import { applyForces } from '../bodies/integrate.js';
import { BODY_INTS, BODY_STRIDE, B_STILL_TIME, I_ASLEEP, I_ISLAND, RESTS } from '../bodies/layout.js';
import { JI_ALIVE, JI_BODY_A, JI_BODY_B, JOINT_INTS } from '../joints/layout.js';
import { isStirring, keepMovedAwake, speedOf } from './sleeping.js';
import type { WorldState } from './state.js';

/** Of the speed that gravity gives in a step. */
const HARDLY = 1e-10;

/** The speed (m/s) below which a body has none. */
export function hardly(state: WorldState, h: number): number {
  const [gx, gy, gz] = state.settings.gravity;
  return HARDLY * h * Math.sqrt(gx * gx + gy * gy + gz * gz);
}

/** At the end of a step of h: islands that were solved and have no speed are at rest from now on. */
export function letRest(state: WorldState, h: number): void {
  const { bodies, islands, solved, led, settings } = state;
  if (!state.model.rests || state.contactHook !== null || !settings.solver.warmStart) return;
  const most = hardly(state, h);
  const i = bodies.i.data;
  const ofBody = islands.ofBody.data;
  const d = bodies.f.data;
  const least = state.sleepClock;
  least.reserve(islands.count);
  least.data.fill(Infinity, 0, islands.count);
  for (let b = 1; b < bodies.count; b++) {
    const n = ofBody[b];
    if (n < 0 || least.data[n] === 0) continue;
    if (solved.data[b] === 0 || led.data[b] === 1 || !state.isDynamic(b)) {
      least.data[n] = 0;
      continue;
    }
    const isSlow = speedOf(bodies, bodies.v.data, b) < most && speedOf(bodies, bodies.old.data, b) < most;
    if (!isSlow) least.data[n] = 0;
    // Zero stands for what moves: what has just become still has some.
    else least.data[n] = Math.min(least.data[n], Math.max(Number.MIN_VALUE, d[b * BODY_STRIDE + B_STILL_TIME]));
  }
  if (!least.data.subarray(0, islands.count).some((time) => time > 0)) return;
  const j = state.joints.i.data;
  for (let n = 0; n < JOINT_INTS * state.joints.count; n += JOINT_INTS)
    if (j[n + JI_ALIVE] === 1)
      for (let side = JI_BODY_A; side <= JI_BODY_B; side++)
        if (ofBody[j[n + side]] >= 0) least.data[ofBody[j[n + side]]] = 0;
  keepMovedAwake(state, least.data);
  while (disturb(state, least.data));
  let isAny = false;
  for (let b = 1; b < bodies.count; b++) {
    const n = ofBody[b];
    if (n < 0 || least.data[n] === 0) continue;
    isAny = true;
    i[b * BODY_INTS + I_ASLEEP] = RESTS;
    i[b * BODY_INTS + I_ISLAND] = state.nextSleepingIsland + n;
    d[b * BODY_STRIDE + B_STILL_TIME] = least.data[n];
    bodies.v.data.fill(0, 6 * b, 6 * b + 6);
  }
  if (isAny) state.nextSleepingIsland += islands.count;
}

/** No island rests that has something near that stirs: it would have to be roused at once. True: there was one. */
function disturb(state: WorldState, least: Float64Array): boolean {
  const { pairs, count } = state.broadPhase.pairs;
  const ofBody = state.islands.ofBody.data;
  let isAny = false;
  for (let k = 0; k < 2 * count; k++) {
    const island = ofBody[pairs.data[k]];
    const other = pairs.data[k ^ 1];
    if (island < 0 || least[island] === 0 || !isStirring(state, other)) continue;
    if (ofBody[other] >= 0 && least[ofBody[other]] > 0) continue;
    least[island] = 0;
    isAny = true;
  }
  return isAny;
}

/** Ends the rest of a body's island, with all the forces of this step of h. False: it is not at rest. */
export function rouse(state: WorldState, slot: number, h: number): boolean {
  const { bodies, settings, unsolved } = state;
  const i = bodies.i.data;
  if (i[slot * BODY_INTS + I_ASLEEP] !== RESTS) return false;
  const island = i[slot * BODY_INTS + I_ISLAND];
  const v = bodies.v.data;
  for (let b = 1; b < bodies.count; b++) {
    const n = b * BODY_INTS;
    if (i[n + I_ASLEEP] !== RESTS || i[n + I_ISLAND] !== island) continue;
    i[n + I_ASLEEP] = 0;
    applyForces(bodies.f.data, b * BODY_STRIDE, v, 6 * b, h, settings.gravity, state.falls);
    for (let k = 6 * b; k < 6 * b + 6; k++) unsolved.data[k] = v[k];
  }
  return true;
}

/** Ends all rest before a step: what bears in several parts of it takes part in all of them. */
export function rouseAll({ bodies }: WorldState): void {
  const i = bodies.i.data;
  for (let n = I_ASLEEP; n < bodies.count * BODY_INTS; n += BODY_INTS) if (i[n] === RESTS) i[n] = 0;
}
