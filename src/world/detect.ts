// Which pairs are near, and what their contacts are.

import {
  B_ORIGIN,
  B_RADIUS,
  B_ROTATION,
  BODY_INTS,
  BODY_STRIDE,
  I_ALIVE,
  I_ASLEEP,
  I_TYPE,
  RESTS,
  TYPE_STATIC,
} from '../bodies/layout.js';
import { pairOf } from '../bodies/store.js';
import type { Meeting } from '../contact/model.js';
import { PAIR_INTS, PB_BODY_A, PB_BODY_B, PB_FOUND, PB_SLOT } from '../contact/pair-batch.js';
import { matrixFromQuaternion } from '../math/quaternion.js';
import { updateBounds } from '../shapes/bounds.js';
import { admitsPair } from './hooks.js';
import { rouse } from './resting.js';
import { isAsleep, isStirring, speed, wake } from './sleeping.js';
import { TOUCHES, type WorldState } from './state.js';

/** Contact models look this share of a body's radius around it; the boxes must too. */
const REACH_PER_RADIUS = 0.02;
/** What a step's forces or a solve move by more than this share of its radius may meet something asleep beside it. */
const NUDGED_PER_RADIUS = 1e-3;
/** Values of `struck`: goes where nobody has looked; goes elsewhere than contacts with what sleeps were looked for. */
const STRUCK = 1;
const NUDGED = 2;

/** Gives the broad phase the box that a body sweeps in this step, widened by what the contact model looks around. */
export function updateBox(state: WorldState, slot: number, h: number, fresh: boolean): void {
  writeBox(state, slot, h);
  const v = state.bodies.v.data;
  const isFixed = state.bodies.i.data[slot * BODY_INTS + I_TYPE] === TYPE_STATIC;
  if (fresh) state.broadPhase.add(slot, state.box.data, 0, v, 6 * slot, isFixed);
  else state.broadPhase.move(slot, state.box.data, 0, v, 6 * slot, isFixed);
}

function writeBox(state: WorldState, slot: number, h: number): void {
  const d = state.bodies.f.data;
  const o = slot * BODY_STRIDE;
  const box = state.box.data;
  const v = state.bodies.v.data;
  if (!state.model.writeBox?.(slot, h, box)) {
    matrixFromQuaternion(box, 6, d, o + B_ROTATION);
    // About the origin, and moved below: numbers other than small integers would be allocated on the way.
    updateBounds(box, 0, state.bodies.shapes[slot]!, box, 6, 0, 0, 0);
    const w = 6 * slot + 3;
    const turning = Math.sqrt(v[w] * v[w] + v[w + 1] * v[w + 1] + v[w + 2] * v[w + 2]);
    const reach = d[o + B_RADIUS] * (REACH_PER_RADIUS + h * turning);
    for (let k = 0; k < 3; k++) {
      // The whole way of this step: contact is found where a body is about to be.
      const way = h * v[6 * slot + k];
      box[k] += d[o + B_ORIGIN + k] - (reach - (way < 0 ? way : 0));
      box[3 + k] += d[o + B_ORIGIN + k] + (reach + (way > 0 ? way : 0));
    }
  }
}

/** Moves the boxes of everything that moves, and updates the pairs. What rests near something that stirs joins in. */
export function updatePairs(state: WorldState, h: number): void {
  const { bodies, broadPhase } = state;
  const i = bodies.i.data;
  do {
    for (let b = 1; b < bodies.count; b++) {
      const n = b * BODY_INTS;
      if (i[n + I_ALIVE] === 1 && i[n + I_TYPE] !== TYPE_STATIC && i[n + I_ASLEEP] === 0) updateBox(state, b, h, false);
    }
    broadPhase.update();
    endPairs(state);
  } while (rouseNear(state, h));
}

/** Rouses islands at rest that something stirs near. False: there were none. */
function rouseNear(state: WorldState, h: number): boolean {
  const { pairs, count } = state.broadPhase.pairs;
  const i = state.bodies.i.data;
  let isAny = false;
  for (let k = 0; k < 2 * count; k++) {
    const slot = pairs.data[k];
    if (i[slot * BODY_INTS + I_ASLEEP] === RESTS && isStirring(state, pairs.data[k ^ 1])) isAny = rouse(state, slot, h);
  }
  return isAny;
}

/** What goes with pairs that the broad phase has given up. */
function endPairs(state: WorldState): void {
  const { model, broadPhase } = state;
  const pairs = broadPhase.pairs;
  state.pairMarks.reserve(pairs.slotEnd);
  for (let k = 0; k < pairs.endedCount; k++) {
    const ended = pairs.ended.data;
    const slot = ended[3 * k + 2];
    if (state.bodies.pairRules.size > 0) state.bodies.pairRules.delete(pairOf(ended[3 * k], ended[3 * k + 1]));
    // In the order in which the pair was announced, see firstOf.
    const low = ended[3 * k];
    const high = ended[3 * k + 1];
    if (state.canMove(low)) endTouch(state, slot, low, high);
    else endTouch(state, slot, high, low);
    model.forget(slot);
  }
}

/** Of pairMarks: not looked at in this step, looked at, or found in contact. */
const UNSEEN = 0;
const SEEN = 4;
const FOUND = 8;
const SIGHT = SEEN | FOUND;

/** The pair in this slot has been seen so. */
function see(marks: Int32Array, slot: number, how: number): void {
  marks[slot] = (marks[slot] & TOUCHES) | how;
}

/**
 * Finds the contacts of all pairs with an awake body at once. A contact with a sleeping island wakes it, in the same
 * step: then its pairs are a further batch.
 */
export function findContacts(state: WorldState): void {
  const { model, broadPhase, pairs: batch } = state;
  const { pairs } = broadPhase;
  const marks = state.pairMarks.data;
  for (let slot = 0; slot < pairs.slotEnd; slot++) marks[slot] &= ~SIGHT;
  let woke = true;
  let left = 0;
  let rounds = 0;
  for (; woke; rounds++) {
    woke = false;
    left = collectPairs(state, UNSEEN, true);
    model.find(batch);
    const i = batch.i.data;
    let found = 0;
    for (let n = 0; n < batch.count; n++) {
      const o = n * PAIR_INTS;
      const isFound = i[o + PB_FOUND] === 1;
      see(marks, i[o + PB_SLOT], isFound ? FOUND : SEEN);
      if (!isFound) continue;
      for (let body = PB_BODY_A; body <= PB_BODY_B; body++) {
        if (!isAsleep(state, i[o + body])) continue;
        wake(state, i[o + body]);
        woke = true;
      }
      for (let k = 0, to = PAIR_INTS * found++; k < PAIR_INTS; k++) i[to + k] = i[o + k];
    }
    batch.count = found;
  }
  if (left > 0) {
    collectPairs(state, UNSEEN, false);
    model.keep(batch);
  }
  // What was found at once lies there in order.
  if (left > 0 || rounds > 1) collectPairs(state, FOUND, false);
  model.settle(batch);
}

/**
 * After the solve: bodies that were struck go where nobody has looked. Their boxes grow by that way, and what they meet
 * on it becomes one more contact of this substep. True: there is some. What sleeps is woken by it, with the contacts
 * that it fell asleep with. Simplification: what slept feels gravity from the next step on.
 */
export function findStruck(state: WorldState, h: number, why: Meeting): boolean {
  const { model, broadPhase, further, pairs: batch } = state;
  if (model.meet === undefined || !markStruck(state, h, why)) return false;
  collectStruck(state, false);
  const { pairs } = broadPhase;
  const marks = state.pairMarks.data;
  model.meet(further, h, why);
  let isAny = false;
  let isWoken = false;
  for (let n = 0; n < further.count; n++) {
    const i = further.i.data;
    const o = n * PAIR_INTS;
    if (i[o + PB_FOUND] === 0) continue;
    isAny = true;
    if ((marks[i[o + PB_SLOT]] & SIGHT) !== FOUND) batch.add(i[o + PB_SLOT], i[o + PB_BODY_A], i[o + PB_BODY_B]);
    see(marks, i[o + PB_SLOT], FOUND);
    for (let body = PB_BODY_A; body <= PB_BODY_B; body++) {
      state.stirred.data[i[o + body]] = 1;
      if (!isAsleep(state, i[o + body])) continue;
      if (!rouse(state, i[o + body], h)) wake(state, i[o + body]);
      isWoken = true;
    }
  }
  for (let k = 0; isWoken && k < pairs.count; k++) {
    const slot = pairs.slots.data[k];
    const a = firstOf(state, k);
    const b = secondOf(state, k);
    if ((marks[slot] & SIGHT) !== UNSEEN || isAsleep(state, a) || isAsleep(state, b)) continue;
    see(marks, slot, FOUND);
    batch.add(slot, a, b);
  }
  return isAny;
}

/**
 * After the last solve of a substep, which nothing is solved after: what bodies meet that it has struck is left to
 * correction, which takes them back the way that they came. Crowds in motion are not looked at before.
 */
export function meetLast(state: WorldState, h: number): void {
  if (state.model.meet === undefined || !markStruck(state, h, 'last')) return;
  collectStruck(state, true);
  state.model.meet(state.further, h, 'last');
}

/** The pairs of what is struck, by their widened boxes; `areAwake`: of which neither sleeps. */
function collectStruck(state: WorldState, areAwake: boolean): void {
  const { broadPhase, further } = state;
  broadPhase.update();
  endPairs(state);
  const { pairs } = broadPhase;
  const struck = state.struck.data;
  const marks = state.pairMarks.data;
  for (let k = 0; k < pairs.begunCount; k++) see(marks, pairs.begun.data[3 * k + 2], UNSEEN);
  further.clear();
  const p = pairs.pairs.data;
  const near = state.workspace.integers(pairs.count + 1);
  let count = 0;
  // Without a branch: who is struck is anybody's guess.
  for (let k = 0; k < pairs.count; k++) {
    const either = struck[p[2 * k]] | struck[p[2 * k + 1]];
    near[count] = k;
    count += (either | (either >> 1)) & 1;
  }
  for (let n = 0; n < count; n++) {
    const k = near[n];
    const one = struck[p[2 * k]];
    const other = struck[p[2 * k + 1]];
    const slot = pairs.slots.data[k];
    if (areAwake && sleepsBeside(state, k)) continue;
    // What sleeps was left alone since nothing pressed on it.
    if (one !== STRUCK && other !== STRUCK && ((marks[slot] & SIGHT) !== SEEN || !sleepsBeside(state, k))) continue;
    const a = firstOf(state, k);
    const b = secondOf(state, k);
    if ((marks[slot] & SIGHT) === FOUND || admitsPair(state, slot, a, b)) further.add(slot, a, b);
  }
}

/** Whether either body of pair k sleeps. */
function sleepsBeside(state: WorldState, k: number): boolean {
  return isAsleep(state, firstOf(state, k)) || isAsleep(state, secondOf(state, k));
}

/**
 * Marks the bodies that move farther than contacts were looked for, and widens their boxes; and those that a solve has
 * moved at all, if anything sleeps. False: there are none. The last time: of all bodies, since they were last looked at;
 * where they are to stop each other, crowds in motion are asked for sleepers alone.
 */
function markStruck(state: WorldState, h: number, why: Meeting): boolean {
  const isLast = why === 'last';
  const { bodies, broadPhase, struck, looked } = state;
  const d = bodies.f.data;
  const i = bodies.i.data;
  const v = bodies.v.data;
  struck.reserve(bodies.count);
  looked.reserve(v.length);
  let isAny = false;
  let isNudged = false;
  let sleeps = false;
  for (let b = 1; b < bodies.count; b++) {
    struck.data[b] = 0;
    const n = b * BODY_INTS;
    if (i[n + I_ALIVE] === 0 || !state.canMove(b)) continue;
    if (i[n + I_ASLEEP] !== 0) {
      sleeps = true;
      continue;
    }
    const radius = d[b * BODY_STRIDE + B_RADIUS];
    const since = isLast ? speed(v, 6 * b, looked.data, radius) : Infinity;
    for (let k = 6 * b; k < 6 * b + 6; k++) looked.data[k] = v[k];
    if (!(h * since > REACH_PER_RADIUS * radius)) continue;
    // Looked for were the ways of the velocity before this step's forces, and of that after them.
    const way =
      h *
      Math.min(
        speed(v, 6 * b, null, radius),
        speed(v, 6 * b, bodies.old.data, radius),
        speed(v, 6 * b, state.unsolved.data, radius),
      );
    if (!(way > REACH_PER_RADIUS * radius) || (state.hasty.data[b] === 1 && why === 'stop')) {
      // With what sleeps, contacts of curved parts were looked for on the way before this step's forces alone.
      const fall = h * Math.min(speed(v, 6 * b, null, radius), speed(v, 6 * b, bodies.old.data, radius));
      if (isLast || !(fall > NUDGED_PER_RADIUS * radius)) continue;
      struck.data[b] = NUDGED;
      isNudged = true;
      continue;
    }
    struck.data[b] = STRUCK;
    isAny = true;
    writeBox(state, b, h);
    const box = state.box.data;
    const fat = broadPhase.fatBoxes.data;
    for (let k = 0; k < 3; k++) {
      box[k] = Math.min(box[k], fat[6 * b + k]);
      box[3 + k] = Math.max(box[3 + k], fat[6 * b + 3 + k]);
    }
    broadPhase.move(b, box, 0);
  }
  return isAny || (isNudged && sleeps);
}

/**
 * The pairs of the broad phase, in its order, that have been seen as said; on request only those that can start
 * something. Returns how many others were left out.
 */
function collectPairs(state: WorldState, seen: number, stirring: boolean): number {
  const { pairs: batch, broadPhase } = state;
  const { pairs } = broadPhase;
  batch.clear();
  let left = 0;
  for (let k = 0; k < pairs.count; k++) {
    const slot = pairs.slots.data[k];
    if ((state.pairMarks.data[slot] & SIGHT) !== seen) continue;
    const a = firstOf(state, k);
    const b = secondOf(state, k);
    if (stirring && !isStirring(state, a) && !isStirring(state, b)) {
      left++;
      continue;
    }
    if (stirring && !admitsPair(state, slot, a, b)) {
      see(state.pairMarks.data, slot, SEEN);
      continue;
    }
    batch.add(slot, a, b);
  }
  return left;
}

/** Of pairMarks: touched in the step before, and in a substep of this one before its last. */
const TOUCHED = 1;
const MEANWHILE = 2;

/**
 * After each substep; after the last, compares who has touched in any of them with the step before, and queues the
 * events.
 */
export function updateTouching(state: WorldState, isLast: boolean): void {
  const pairs = state.broadPhase.pairs;
  const marks = state.pairMarks.data;
  const isTold = isLast && state.events.wants('persist');
  for (let k = 0; k < pairs.count; k++) {
    const slot = pairs.slots.data[k];
    // A pair asleep stays as it was; one at rest touches on.
    const touching = marks[slot] & TOUCHES;
    const sight = marks[slot] & SIGHT;
    if (sight === UNSEEN) {
      if (isTold && touching !== 0 && rests(state, k))
        state.events.add('persist', firstOf(state, k), secondOf(state, k));
      continue;
    }
    const now = sight === FOUND && state.model.touches(slot);
    if (!isLast) {
      if (now) marks[slot] |= MEANWHILE;
      continue;
    }
    if (!now && touching === 0) continue;
    const a = firstOf(state, k);
    const b = secondOf(state, k);
    if (!now && (touching & MEANWHILE) === 0) endTouch(state, slot, a, b);
    else {
      state.events.add((touching & TOUCHED) === 0 ? 'begin' : 'persist', a, b);
      marks[slot] = sight | TOUCHED;
    }
  }
}

/** Whether either body of pair k is at rest. */
export function rests(state: WorldState, k: number): boolean {
  const i = state.bodies.i.data;
  const p = state.broadPhase.pairs.pairs.data;
  return i[p[2 * k] * BODY_INTS + I_ASLEEP] === RESTS || i[p[2 * k + 1] * BODY_INTS + I_ASLEEP] === RESTS;
}

function endTouch(state: WorldState, slot: number, a: number, b: number): void {
  const marks = state.pairMarks.data;
  const touching = marks[slot] & TOUCHES;
  // Within one step they met, parted and went far from each other.
  if (touching === MEANWHILE) state.events.add('begin', a, b);
  if (touching !== 0) state.events.add('end', a, b);
  marks[slot] &= ~TOUCHES;
}

/** Of pair k the body that contact calls a: the dynamic one, or the one with the lower slot. */
export function firstOf(state: WorldState, k: number): number {
  const p = state.broadPhase.pairs.pairs.data;
  return state.canMove(p[2 * k]) ? p[2 * k] : p[2 * k + 1];
}

export function secondOf(state: WorldState, k: number): number {
  const p = state.broadPhase.pairs.pairs.data;
  return state.canMove(p[2 * k]) ? p[2 * k + 1] : p[2 * k];
}
