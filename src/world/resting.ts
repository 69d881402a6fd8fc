// Islands at rest: what nothing moves bears on what it bore, and a step passes it over.
//
// Where an island was solved to the tolerance, hardly moves (SLOW of the speed that gravity gives in a step, and
// nothing that correction would do), and the step has changed its velocities by less than BALANCED of that, its
// impulses balance all that acts on it. The next step is the same problem with the same answer as long as nothing about
// it changes: poses, forces, contacts. So its bodies are marked as at rest and stay as they are, velocities too, until
// somebody changes one of them, or something that stirs comes near one (their boxes in the broad phase meet); then all
// of the island takes part again, from the same step on and with all of its forces. Contacts, their events and reports
// go on as if it had been solved, and balance its weight to BALANCED.
// Crowds that are swept (solver/crowd.ts) end at what sweeps leave: they may creep by up to CREEP, and are in balance
// to BALANCED of the greatest impulse in them, which is what contacts account for momentum by.
// Unlike sleep it asks for no time and no setting, is not seen from outside (`body.asleep` is false), and lets nothing
// stand that a solve would move: what is left below these bounds is rounding and what tolerances leave.
// What woke within a step feels forces from the next one on (detect.ts), so that nothing it bears says anything yet.
// Simplifications: islands with joints never rest, nor do those of a world with a contact hook, which is asked in every
// step; what creeps by less than SLOW g h (16 nm/s; 160 nm/s in a crowd), and gains less than BALANCED g, stands.
// Islands with a body that is locked along x were seen not to rest either; why was not looked into.
// Verified in test/world/resting.test.ts.

import { applyForces } from '../bodies/integrate.js';
import { B_MASS, B_RADIUS, B_STILL_TIME, BODY_INTS, BODY_STRIDE, I_ASLEEP, I_ISLAND, RESTS } from '../bodies/layout.js';
import { JI_ALIVE, JI_BODY_A, JI_BODY_B, JOINT_INTS } from '../joints/layout.js';
import { atLambda, BLOCK_INTS, K_BODY_A, K_BODY_B, K_DATA } from '../solver/blocks.js';
import { gravityOf } from './gravity.js';
import { isStirring, keepMovedAwake, speed } from './sleeping.js';
import type { WorldState } from './state.js';

/** Of the speed that gravity gives in a step: what is slower stands; what gains less than this is balanced. */
export const SLOW = 1e-7;
const BALANCED = 3e-10;
/** As SLOW, for crowds that are swept: they go on at what sweeps leave. */
const CREEP = 1e-6;
/** Marks of islands that were solved, and of crowds that were swept until nothing changed. */
export const SOLVED = 1;
export const SETTLED = 2;
/** The same of crowds that are calm, were swept, and go on. */
export const UNSETTLED = -1;

/** The speed (m/s) that gravity gives in h. */
export function fallen(state: WorldState, h: number): number {
  const [gx, gy, gz] = state.settings.gravity;
  return h * Math.sqrt(gx * gx + gy * gy + gz * gz);
}

/** At the end of a step of h: islands that were solved and have no speed are at rest from now on. */
export function letRest(state: WorldState, h: number): void {
  const { bodies, islands, solved, felt, led, settings } = state;
  if (!state.model.rests || state.contactHook !== null || !settings.solver.warmStart) return;
  const most = fallen(state, h);
  const i = bodies.i.data;
  const ofBody = islands.ofBody.data;
  const d = bodies.f.data;
  const least = state.sleepClock;
  least.reserve(islands.count);
  least.data.fill(Infinity, 0, islands.count);
  const borne = state.borne;
  findBorne(state);
  for (let b = 1; b < bodies.count; b++) {
    const n = ofBody[b];
    if (n < 0 || least.data[n] === 0) continue;
    const r = d[b * BODY_STRIDE + B_RADIUS];
    const isCrowd = solved.data[b] === SETTLED;
    // What its weight takes, or the most that anything in a crowd bears: the loads on a body of a crowd are no better.
    const load = isCrowd ? Math.max(most, borne.data[n] / d[b * BODY_STRIDE + B_MASS]) : most;
    const isStill =
      solved.data[b] > 0 &&
      felt.data[b] === 1 &&
      led.data[b] === 0 &&
      speed(bodies.v.data, 6 * b, null, r) < (isCrowd ? CREEP : SLOW) * most &&
      speed(bodies.v.data, 6 * b, bodies.old.data, r) < BALANCED * load;
    // Zero stands for what moves: what has just become still has some.
    const time = isStill ? Math.max(Number.MIN_VALUE, d[b * BODY_STRIDE + B_STILL_TIME]) : 0;
    least.data[n] = Math.min(least.data[n], time);
  }
  let n = 0;
  while (n < islands.count && least.data[n] === 0) n++;
  if (n === islands.count) return;
  const j = state.joints.i.data;
  for (let k = 0; k < JOINT_INTS * state.joints.count; k += JOINT_INTS)
    if (j[k + JI_ALIVE] === 1)
      for (let side = JI_BODY_A; side <= JI_BODY_B; side++)
        if (ofBody[j[k + side]] >= 0) least.data[ofBody[j[k + side]]] = 0;
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
  }
  if (isAny) state.nextSleepingIsland += islands.count;
}

/** The greatest impulse (N·s) that anything in each island bears. */
function findBorne({ blocks, islands, borne }: WorldState): void {
  const i = blocks.i.data;
  const f = blocks.f.data;
  borne.reserve(islands.count);
  borne.data.fill(0, 0, islands.count);
  for (let k = 0; k < blocks.count; k++) {
    const h = k * BLOCK_INTS;
    const a = islands.ofBody.data[i[h + K_BODY_A]];
    const n = a < 0 ? islands.ofBody.data[i[h + K_BODY_B]] : a;
    if (n >= 0) borne.data[n] = Math.max(borne.data[n], Math.abs(f[i[h + K_DATA] + atLambda]));
  }
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
  const { bodies, unsolved } = state;
  const i = bodies.i.data;
  if (i[slot * BODY_INTS + I_ASLEEP] !== RESTS) return false;
  const island = i[slot * BODY_INTS + I_ISLAND];
  const v = bodies.v.data;
  for (let b = 1; b < bodies.count; b++) {
    const n = b * BODY_INTS;
    if (i[n + I_ASLEEP] !== RESTS || i[n + I_ISLAND] !== island) continue;
    i[n + I_ASLEEP] = 0;
    state.felt.data[b] = 1;
    applyForces(bodies.f.data, b * BODY_STRIDE, v, 6 * b, h, gravityOf(state, b));
    for (let k = 6 * b; k < 6 * b + 6; k++) unsolved.data[k] = v[k];
  }
  return true;
}

/** Ends all rest before a step: what bears in several parts of it takes part in all of them. */
export function rouseAll({ bodies }: WorldState): void {
  const i = bodies.i.data;
  for (let n = I_ASLEEP; n < bodies.count * BODY_INTS; n += BODY_INTS) if (i[n] === RESTS) i[n] = 0;
}
