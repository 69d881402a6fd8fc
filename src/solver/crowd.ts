// How much an island of many contacts is worth in this step: the counted rule of `auto` for crowds.
//
// A pile that falls has hundreds of blocks that slip. Solving them to the last digit costs hundreds of visits of a law
// with integrals, and it is all over in the next step. Solving them badly when they have come to rest lets arches, card
// houses and tall towers creep. So an island of `SMALL` blocks or more, all of them contacts with a quick law
// (projections.ts), without great ratios of mass,
//   - while it moves (bodies against those they touch, root mean square, before forces: above `calm`): has quick
//     visits, NNCG over them, a counted number of sweeps;
//   - once it is calm: is done after one sweep if that changes next to nothing (its warm start solves it); otherwise it
//     goes on as any island does, to the tolerance;
//   - at HUGE blocks or more, where an attempt to solve it takes a second and fails as long as any part of it moves: has
//     quick visits while it crawls (calm, but not at rest) and for LONGEST steps after an attempt that failed. Bodies
//     held all round contradict each other by a hair (docs/theory/solver.md): quick visits leave 0.1 mm/s there.
// Islands of FEW to SMALL blocks that move have the quick visits, too, where these get there: the last sweep changes next
// to nothing, and the impulses have taken energy out. Otherwise they are solved as ever, from where the sweeps are.
// Nothing depends on a clock. What is remembered, failures in a row and the steps still to pause, lies in the records
// of the island's bodies, so that it is part of snapshots and goes with bodies when islands part or join.
//
// Speeds count from body to body: a tall tower that settles by a hair at every joint of it moves at its top, and needs
// all of the solver.
//
// Simplifications: turning does not count. Without gravity nothing is calm. An island with a joint in it is no crowd:
// sweeps are poor at chains. Figures: docs/decisions/speed-in-motion.md. Verified in test/solver/crowd.test.ts.

import { B_INV_MASS, BODY_INTS, BODY_STRIDE, I_FAILURES, I_PAUSE } from '../bodies/layout.js';
import {
  atJacobian,
  atLambda,
  BLOCK_INTS,
  K_AT_A,
  K_AT_B,
  K_BODY_A,
  K_BODY_B,
  K_DATA,
  K_PROJECTION,
  K_ROWS,
  RIGID_WIDTH,
} from './blocks.js';
import type { Island } from './island.js';
import { PROJECT_BOUNDS, type Projection } from './projections.js';

/** Smaller islands are no crowds. */
export const SMALL = 32;
/** Smaller ones still are solved as ever, moving or not: bodies that slide freely keep the exact law. */
export const FEW = 5;
/** Change of the last sweep, as a share of all impulses, with which quick visits of few blocks are good enough. */
const ARRIVED = 5e-4;
/** How many times as heavy as the lightest the heaviest may be: beyond, few sweeps let it sink. */
const RATIO = 50;
/** Visits that a moving island has, about, and the sweeps that makes at least and at most. */
const VISITS = 16384;
const FEWEST = 32;
const MOST = 128;
/** Failures in a row that are forgiven, and the pause after the next (steps). */
const FORGIVEN = 2;
const LONGEST = 64;
/** See above; visits that attempts have there, about, and the iterations that makes at least. */
const HUGE = 512;
const VISITS_OF_HUGE = 16384;
const FEWEST_OF_HUGE = 10;

/** Whether the rule is for this island. */
export function isCrowd(island: Island, projections: readonly Projection[], least = SMALL): boolean {
  const { blocks, order, from, to } = island;
  if (to - from < least) return false;
  const i = blocks.i.data;
  let quick = false;
  for (let n = from; n < to; n++) {
    const law = i[order[n] * BLOCK_INTS + K_PROJECTION];
    if (projections[law].quick) quick = true;
    else if (law !== PROJECT_BOUNDS) return false;
  }
  return quick && massRatio(island) <= RATIO;
}

/** Of the heaviest body that can move to the lightest. */
function massRatio({ blocks, order, from, to, bodies }: Island): number {
  const i = blocks.i.data;
  let most = 0;
  let least = Infinity;
  for (let n = from; n < to; n++) {
    const h = order[n] * BLOCK_INTS + K_BODY_A;
    for (let side = 0; side < 2; side++) {
      const inverse = bodies[i[h + side] * BODY_STRIDE + B_INV_MASS];
      if (!(inverse > 0)) continue;
      if (inverse > most) most = inverse;
      if (inverse < least) least = inverse;
    }
  }
  return most > 0 ? most / least : 1;
}

/** Sweeps for a moving island; half as many after a second look, since they go on from where the others ended. */
export function sweepsInMotion(island: Island, look = 0): number {
  const all = Math.max(FEWEST, Math.min(MOST, Math.floor(VISITS / island.count)));
  return look > 0 ? all >> 1 : all;
}

/**
 * Root mean square, over the blocks, of the speed (m/s) of one body's centre against the other's, before the forces of
 * this step.
 */
export function speedOf({ blocks, order, from, to, old }: Island): number {
  const i = blocks.i.data;
  let sum = 0;
  for (let n = from; n < to; n++) {
    const h = order[n] * BLOCK_INTS;
    const a = 6 * i[h + K_BODY_A];
    const b = 6 * i[h + K_BODY_B];
    const x = old[a] - old[b];
    const y = old[a + 1] - old[b + 1];
    const z = old[a + 2] - old[b + 2];
    sum += x * x + y * y + z * z;
  }
  return Math.sqrt(sum / (to - from));
}

/**
 * Whether sweeps that ended with a change of impulses of this norm (N·s) have arrived, and the impulses take energy out:
 * Σ λ·J(v + v₀)/2 ≤ 0, with v₀ the velocities before them. No contact adds energy, whatever its friction.
 */
export function hasArrived({ blocks, order, from, to, v, start }: Island, norm: number): boolean {
  const f = blocks.f.data;
  const i = blocks.i.data;
  let size = 0;
  let work = 0;
  for (let n = from; n < to; n++) {
    const h = order[n] * BLOCK_INTS;
    const m = i[h + K_ROWS];
    const l = i[h + K_DATA] + atLambda;
    const j = i[h + K_DATA] + atJacobian(m);
    const a = i[h + K_AT_A];
    const b = i[h + K_AT_B];
    for (let r = 0; r < m; r++) {
      const x = f[l + r];
      if (x === 0) continue;
      const row = j + RIGID_WIDTH * r;
      let along = 0;
      for (let k = 0; k < 6; k++)
        along += f[row + k] * (v[a + k] + start[a + k]) + f[row + 6 + k] * (v[b + k] + start[b + k]);
      size += x * x;
      work += x * along;
    }
  }
  return norm * norm <= ARRIVED * ARRIVED * size && work <= 0;
}

/** Whether attempts to solve the island are so dear that it has few, and quick visits go before the exact ones. */
export function isHuge(island: Island): boolean {
  return island.count >= HUGE;
}

/** Whether the island pauses in this step; counts the step. */
export function pauses(island: Island): boolean {
  const left = greatest(island, I_PAUSE);
  if (left === 0) return false;
  write(island, I_PAUSE, left - 1);
  return true;
}

/** A huge island that moves: its first attempt at rest counts as one that failed before. */
export function distrust(island: Island): void {
  if (greatest(island, I_FAILURES) < FORGIVEN) write(island, I_FAILURES, FORGIVEN);
}

/** Iterations that an attempt to solve the island may have at most. */
export function mostOf(island: Island): number {
  if (!isHuge(island) || greatest(island, I_FAILURES) < FORGIVEN) return Infinity;
  return Math.max(FEWEST_OF_HUGE, Math.floor(VISITS_OF_HUGE / island.count));
}

/** Takes down how an attempt to solve the island went. */
export function remember(island: Island, failed: boolean): void {
  if (!isHuge(island)) return;
  if (!failed) {
    if (greatest(island, I_FAILURES) > 0) write(island, I_FAILURES, 0);
    return;
  }
  const failures = greatest(island, I_FAILURES) + 1;
  write(island, I_FAILURES, failures);
  if (failures > FORGIVEN) write(island, I_PAUSE, LONGEST);
}

/** The greatest of a number in the records of the bodies that can move. */
function greatest({ blocks, order, from, to, bodies, ints }: Island, at: number): number {
  const i = blocks.i.data;
  let most = 0;
  for (let n = from; n < to; n++) {
    const h = order[n] * BLOCK_INTS + K_BODY_A;
    for (let side = 0; side < 2; side++) {
      const slot = i[h + side];
      if (bodies[slot * BODY_STRIDE + B_INV_MASS] > 0) most = Math.max(most, ints[slot * BODY_INTS + at]);
    }
  }
  return most;
}

function write({ blocks, order, from, to, bodies, ints }: Island, at: number, value: number): void {
  const i = blocks.i.data;
  for (let n = from; n < to; n++) {
    const h = order[n] * BLOCK_INTS + K_BODY_A;
    for (let side = 0; side < 2; side++) {
      const slot = i[h + side];
      if (bodies[slot * BODY_STRIDE + B_INV_MASS] > 0) ints[slot * BODY_INTS + at] = value;
    }
  }
}
