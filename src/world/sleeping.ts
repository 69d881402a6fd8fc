// Bodies that have come to rest sleep, island by island, until something touches or moves them.

import {
  B_GRAVITY_SCALE,
  B_MASS,
  B_RADIUS,
  B_STILL_TIME,
  B_SURFACE_VELOCITY,
  BODY_INTS,
  BODY_STRIDE,
  I_ALIVE,
  I_ASLEEP,
  I_ISLAND,
  RESTS,
} from '../bodies/layout.js';
import { wakeIsland } from '../bodies/wake.js';
import { JI_ALIVE, JI_BLOCK_MOTOR, JI_BODY_A, JI_BODY_B, JOINT_INTS } from '../joints/layout.js';
import { atJacobian, BLOCK_INTS, K_AT_A, K_AT_B, K_BODY_A, K_BODY_B, K_ISLAND } from '../solver/blocks.js';
import { writeKineticEnergy } from './energy.js';
import type { WorldState } from './state.js';

/** Speed of any point of a body below which it counts as still (m/s), and for how long it must be (s). */
const STILL_SPEED = 0.005;
const STILL_TIME = 0.5;
/** What is not in balance by then waits for it, but no longer than so (s); and the share of its weight that may be missing. */
const WAIT_TIME = 1;
const BALANCED = 2.5e-4;
/** What a motor or a spring still moves at more than this is on its way, however slowly (m/s, rad/s). */
const DRIVEN_SPEED = 1e-5;
const ENERGY = new Float64Array(1);

/** Asleep or at rest: a step passes it over. */
export function isAsleep(state: WorldState, slot: number): boolean {
  return state.bodies.i.data[slot * BODY_INTS + I_ASLEEP] !== 0;
}

/** Wakes a body and all that fell asleep with it. */
export function wake(state: WorldState, slot: number): void {
  wakeIsland(state.bodies, slot);
}

/** Wakes bodies that a joint ties to something awake or moving: only a body put to sleep by hand can need it. */
export function wakeJointed(state: WorldState): void {
  const { joints } = state;
  const i = joints.i.data;
  let woke = true;
  while (woke) {
    woke = false;
    for (let j = 0; j < joints.count; j++) {
      const n = j * JOINT_INTS;
      if (i[n + JI_ALIVE] === 0) continue;
      const a = i[n + JI_BODY_A];
      const b = i[n + JI_BODY_B];
      const asleep = isAsleep(state, a) ? a : b;
      if (!isAsleep(state, asleep) || !isStirring(state, asleep === a ? b : a)) continue;
      wake(state, asleep);
      woke = true;
    }
  }
}

/** A body that can start something: a dynamic one awake, or a kinematic one that moves. */
export function isStirring(state: WorldState, slot: number): boolean {
  if (state.canMove(slot)) return !isAsleep(state, slot);
  if (state.bodies.held.size > 0 && state.bodies.held.has(slot)) return true;
  const v = state.bodies.v.data;
  for (let k = 0; k < 6; k++) if (v[6 * slot + k] !== 0) return true;
  return false;
}

/** Puts a single body to sleep: its velocity becomes zero. */
export function putToSleep(state: WorldState, slot: number, island: number): void {
  const i = state.bodies.i.data;
  i[slot * BODY_INTS + I_ASLEEP] = 1;
  i[slot * BODY_INTS + I_ISLAND] = island;
  state.bodies.v.data.fill(0, 6 * slot, 6 * slot + 6);
}

/** Counts how long bodies have been still and lets whole islands sleep. */
export function updateSleep(state: WorldState, h: number): void {
  const { bodies, islands, blocks } = state;
  const d = bodies.f.data;
  const i = bodies.i.data;
  state.sleepClock.reserve(islands.count);
  const least = state.sleepClock.data;
  least.fill(0, 0, islands.count);
  // Only what is held by something may sleep: a body adrift in empty space keeps its momentum, however small.
  for (let k = 0; k < blocks.count; k++) {
    const island = blocks.i.data[k * BLOCK_INTS + K_ISLAND];
    if (island >= 0) least[island] = Infinity;
  }
  const { ties } = state;
  for (let k = 0; k < 2 * ties.count; k++) {
    const island = islands.ofBody.data[ties.i.data[k]];
    if (island >= 0) least[island] = Infinity;
  }
  for (let b = 1; b < bodies.count; b++) {
    const n = b * BODY_INTS;
    if (i[n + I_ALIVE] === 0 || !state.canMove(b) || i[n + I_ASLEEP] === 1) continue;
    const o = b * BODY_STRIDE;
    if (i[n + I_ASLEEP] === RESTS) {
      // All of its island have the same time (resting.ts).
      d[o + B_STILL_TIME] += h;
      if (d[o + B_STILL_TIME] >= STILL_TIME) putToSleep(state, b, i[n + I_ISLAND]);
      continue;
    }
    const fastest = state.isDynamic(b)
      ? speed(bodies.v.data, 6 * b, null, d[o + B_RADIUS])
      : (state.model.fastest?.(b) ?? Infinity);
    if (fastest < STILL_SPEED) d[o + B_STILL_TIME] += h;
    else if (!isFaint(state, b)) d[o + B_STILL_TIME] = 0;
    const island = islands.ofBody.data[b];
    const time = d[o + B_STILL_TIME];
    const mayWait = state.model.rests === true && time >= STILL_TIME && time < WAIT_TIME && state.isDynamic(b);
    const still = mayWait && !isBalanced(state, b, h) ? 0 : time;
    if (still < least[island]) least[island] = still;
  }
  keepMovedAwake(state, least);
  keepDrivenAwake(state, least);
  for (let b = 1; b < bodies.count; b++) {
    const n = b * BODY_INTS;
    if (i[n + I_ALIVE] === 0 || !state.canMove(b) || i[n + I_ASLEEP] !== 0) continue;
    const island = islands.ofBody.data[b];
    if (least[island] >= STILL_TIME && least[island] < Infinity)
      putToSleep(state, b, state.nextSleepingIsland + island);
  }
  state.nextSleepingIsland += islands.count;
}

/**
 * Whether what bears a body bears its weight, within BALANCED: what swings, however slowly, does so where it passes its
 * lowest point. What sleeps is reported to bear what it bore as it fell asleep.
 */
function isBalanced({ bodies, settings }: WorldState, slot: number, h: number): boolean {
  const [gx, gy, gz] = settings.gravity;
  const change = speed(bodies.v.data, 6 * slot, bodies.old.data, bodies.f.data[slot * BODY_STRIDE + B_RADIUS]);
  return change <= BALANCED * h * Math.sqrt(gx * gx + gy * gy + gz * gz);
}

/**
 * Whether a body moves by less energy than lifts it by what contacts leave unknown of its height, and no joint holds it.
 * The time for which it is still stands meanwhile: what swings on two corners, by a millimetre and for minutes, is slow
 * twice in every swing; what rolls on is never.
 */
function isFaint(state: WorldState, slot: number): boolean {
  const depth = state.isDynamic(slot) ? (state.model.depthOf?.(slot) ?? 0) : 0;
  if (depth === 0) return false;
  const { bodies, joints, settings } = state;
  const [gx, gy, gz] = settings.gravity;
  const o = slot * BODY_STRIDE;
  const weight =
    bodies.f.data[o + B_MASS] * bodies.f.data[o + B_GRAVITY_SCALE] * Math.sqrt(gx * gx + gy * gy + gz * gz);
  writeKineticEnergy(ENERGY, 0, bodies, slot);
  if (!(ENERGY[0]! < weight * depth)) return false;
  const i = joints.i.data;
  for (let n = 0; n < joints.count * JOINT_INTS; n += JOINT_INTS)
    if (i[n + JI_ALIVE] === 1 && (i[n + JI_BODY_A] === slot || i[n + JI_BODY_B] === slot)) return false;
  return true;
}

/** An island that touches a moving kinematic body or conveyor is not at rest, even where it happens to stand still. */
export function keepMovedAwake(state: WorldState, least: Float64Array): void {
  const { blocks, bodies } = state;
  const bi = blocks.i.data;
  for (let k = 0; k < blocks.count; k++) {
    const island = bi[k * BLOCK_INTS + K_ISLAND];
    if (island < 0) continue;
    const a = bi[k * BLOCK_INTS + K_BODY_A];
    const b = bi[k * BLOCK_INTS + K_BODY_B];
    const other = state.canMove(a) ? b : a;
    if (!state.canMove(other) && (isStirring(state, other) || isConveyor(bodies.f.data, other * BODY_STRIDE)))
      least[island] = 0;
  }
}

/** A slow motor, or one that creeps to its target, would otherwise fall asleep on the way. */
function keepDrivenAwake(state: WorldState, least: Float64Array): void {
  const { blocks, bodies, joints } = state;
  const f = blocks.f.data;
  const bi = blocks.i.data;
  const v = bodies.v.data;
  for (let j = 0; j < joints.count; j++) {
    const k = joints.i.data[j * JOINT_INTS + JI_BLOCK_MOTOR];
    if (joints.i.data[j * JOINT_INTS + JI_ALIVE] === 0 || k < 0) continue;
    const row = blocks.dataOf(k) + atJacobian(1);
    const va = bi[k * BLOCK_INTS + K_AT_A];
    const vb = bi[k * BLOCK_INTS + K_AT_B];
    let rate = 0;
    for (let n = 0; n < 6; n++) rate += f[row + n] * v[va + n] + f[row + 6 + n] * v[vb + n];
    if (Math.abs(rate) > DRIVEN_SPEED && bi[k * BLOCK_INTS + K_ISLAND] >= 0) least[bi[k * BLOCK_INTS + K_ISLAND]] = 0;
  }
}

function isConveyor(d: Float64Array, o: number): boolean {
  const s = o + B_SURFACE_VELOCITY;
  return d[s] !== 0 || d[s + 1] !== 0 || d[s + 2] !== 0;
}

/** Most speed of any point within `radius` by the twist at v[w…], less that at u[w…] if there is one. */
export function speed(v: Float64Array, w: number, u: Float64Array | null, radius: number): number {
  let linear = 0;
  let angular = 0;
  for (let k = 0; k < 3; k++) {
    const x = v[w + k] - (u === null ? 0 : u[w + k]);
    const y = v[w + 3 + k] - (u === null ? 0 : u[w + 3 + k]);
    linear += x * x;
    angular += y * y;
  }
  return Math.sqrt(linear) + radius * Math.sqrt(angular);
}
