// How much an island of many contacts is worth in this step: the counted rule of `auto` for crowds.
//
// A pile that falls has hundreds of blocks that slip. Solving them to the last digit costs hundreds of visits of a law
// with integrals, and it is all over in the next step. Solving them badly when they have come to rest lets arches, card
// houses and tall towers creep. So an island of `SMALL` blocks or more, all of them contacts with a quick law
// (projections.ts), without great ratios of mass,
//   - while it moves (bodies against those they touch, root mean square, before forces: above `calm`): has quick
//     visits, accelerated sweeps of them, a counted number; all that is near has a block (contact/six/closing.ts), so
//     that it is solved once;
//   - once it is calm: is done after one sweep if that changes next to nothing (its warm start solves it); otherwise it
//     goes on as any island does, to the tolerance;
//   - once it is calm after it has moved: has the quick visits for good. From step to step they converge; Newton's method
//     hardly ever solves what has fallen together, and an attempt takes up to a second. They end as soon as a sweep
//     changes no more than SETTLED of all impulses (nanometres a second): from step to step that becomes the first one,
//     and the crowd rests (world/resting.ts). Ended at 3e-8 of them, bodies sink by 0.1 µm/s and are lifted by
//     correction, so that every step is another problem and takes five to ten. Where they do not get there, below MANY
//     blocks, a few steps of Newton's method have the last word: a wall or a pyramid that was struck and stands is
//     solved by them at once. Where they fail, that pauses, for EVERY steps at first and then twice as long each time;
//   - at HUGE blocks or more, if it has never moved: has quick visits for LONGEST steps after an attempt that failed.
//     Bodies held all round contradict each other by a hair (docs/theory/solver.md).
// Below HUGE blocks an attempt on what is calm is short if those before it have failed, all but every EVERY-th. Short
// ones in motion let heaps go into each other by half of a body.
// Other islands of contacts that move, of FEW to MANY blocks and three moving bodies or more (too few for a crowd, or of
// very different masses), have the quick visits, too, where these get there: the last sweep changes next to nothing, and
// the step has taken energy out. Otherwise they are solved as ever, from where the sweeps are. So are smaller ones in
// which every contact bears in one way alone: the start does not matter there.
// Nothing depends on a clock. What is remembered, failures in a row and the steps still to pause, lies in the records
// of the island's bodies, so that it is part of snapshots and goes with bodies when islands part or join.
//
// Speeds count from body to body: a tall tower that settles by a hair at every joint of it moves at its top, and needs
// all of the solver.
//
// Simplifications: what has once moved among MANY is never again solved by Newton's method while it is: a large wall
// that stands on after a blow may sag by hairs. A smaller one rests by quick visits where these settle. Turning does not
// count. Without gravity nothing is calm. Sweeps are poor at chains: an island with rigid joints in it is a crowd only
// while it is in full motion, and only where the sweeps leave its joints held to JOINTS_HELD; else Newton's method goes
// on. Figures: docs/decisions/speed-in-motion.md. Verified in test/solver/crowd.test.ts and
// test/contact/crowd-joints.test.ts.

import { B_INV_MASS, BODY_INTS, BODY_STRIDE, I_FAILURES, I_PAUSE } from '../bodies/layout.js';
import {
  atCompliance,
  atFactor,
  atJacobian,
  atLambda,
  atSchur,
  BLOCK_INTS,
  type BlockStore,
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
import { PROJECT_BILATERAL, PROJECT_BOUNDS, type Projection } from './projections.js';
import type { SweepTools } from './sweeps.js';

/** Smaller islands are no crowds. */
export const SMALL = 32;
/** Smaller ones still are solved as ever, moving or not: bodies that slide freely keep the exact law. */
const FEW = 5;
/**
 * Change of the last sweep, as a share of all impulses, with which quick visits of few blocks are good enough: at 5e-4
 * thin plates between heavier ones went into each other by most of their thickness.
 */
export const ARRIVED = 5e-6;
/** How many times as heavy as the lightest the heaviest may be: beyond, few sweeps let it sink. */
const RATIO = 50;
/** The share of the speeds that joints have changed which sweeps may leave at them: correction takes their places out. */
const JOINTS_HELD = 1e-2;
/** Visits that a moving island has, about, and the sweeps that makes at least and at most. */
const VISITS = 16384;
const FEWEST = 32;
const MOST = 128;
/** The same for islands below SMALL: further sweeps cost them less than Newton's method does. */
const MOST_OF_FEW = 256;
/** See above. */
export const MANY = 256;
const EVERY = 8;
export const SETTLED = 1e-10;
/** As a number of failures: it has moved, and none of the attempts since then has failed. */
const MOVED = 1 << 20;
/** Failures in a row that are forgiven, and the pause after the next (steps). */
const FORGIVEN = 2;
const LONGEST = 64;
/** See above; visits that attempts have there, about, and the iterations that makes at least. */
const HUGE = 512;
const VISITS_OF_HUGE = 16384;
const FEWEST_OF_HUGE = 10;

/**
 * Whether the rule is for this island: `least` blocks or more, all of them contacts, or rigid joints where it may be
 * `linked`, no mass more than `ratio` times another.
 */
export function isCrowd(
  island: Island,
  projections: readonly Projection[],
  least = SMALL,
  ratio = RATIO,
  linked = false,
): boolean {
  const { blocks, order, from, to } = island;
  if (to - from < least) return false;
  const i = blocks.i.data;
  let quick = false;
  for (let n = from; n < to; n++) {
    const h = order[n] * BLOCK_INTS;
    const law = i[h + K_PROJECTION];
    if (projections[law].crowd) quick = true;
    else if (law !== PROJECT_BOUNDS && !(linked && law === PROJECT_BILATERAL && isRigid(blocks, h))) return false;
  }
  return quick && (ratio === Infinity || massRatio(island) <= ratio);
}

/** Whether nothing in the rows of the block at i[h…] gives way. */
function isRigid({ f, i }: BlockStore, h: number): boolean {
  const c = i.data[h + K_DATA] + atCompliance;
  for (let r = 0; r < i.data[h + K_ROWS]; r++) if (f.data[c + r] !== 0) return false;
  return true;
}

/**
 * Whether quick visits are worth a try, in what is no crowd: they count where they arrive. Two bodies with many patches
 * between them keep the exact law.
 */
export function isSmallCrowd(island: Island, projections: readonly Projection[]): boolean {
  return island.count < MANY && isCrowd(island, projections, FEW, Infinity) && movingBodies(island) > 2;
}

/** Whether it would be a crowd but for rigid joints. */
export function isLinkedCrowd(island: Island, projections: readonly Projection[]): boolean {
  return isCrowd(island, projections, SMALL, RATIO, true);
}

/**
 * Whether quick visits have left the joints of a crowd as good as held: what they still ask for, in energy, is so small
 * a share of what their impulses exchange.
 */
export function jointsHold({ blocks, order, from, to, v }: Island, { kernels, r }: SweepTools): boolean {
  const i = blocks.i.data;
  const f = blocks.f.data;
  let left = 0;
  let exchanged = 0;
  for (let n = from; n < to; n++) {
    const h = order[n] * BLOCK_INTS;
    if (i[h + K_PROJECTION] !== PROJECT_BILATERAL) continue;
    const m = i[h + K_ROWS];
    const o = i[h + K_DATA];
    kernels.residual(f, i, h, v, r);
    for (let k = 0; k < m; k++) {
      let along = 0;
      for (let c = 0; c < m; c++) along += f[o + atSchur + k * m + c] * f[o + atLambda + c];
      exchanged += f[o + atLambda + k] * along;
    }
    left += energyOf(f, o + atFactor(m), r, m);
  }
  return left <= JOINTS_HELD * JOINTS_HELD * exchanged;
}

/** rᵀS⁻¹r by the factor of S at f[at…]; r is lost. */
function energyOf(f: Float64Array, at: number, r: Float64Array, m: number): number {
  let sum = 0;
  for (let k = 0; k < m; k++) {
    for (let c = 0; c < k; c++) r[k] -= f[at + k * m + c] * r[c];
    sum += r[k] * r[k] * f[at + k * m + k];
  }
  return sum;
}

/**
 * Whether two contacts or more, and nothing else, tie each body to the others in one way alone: impulses then follow
 * from how velocities change, and where a solve begins does not matter.
 */
export function isTree(island: Island, projections: readonly Projection[]): boolean {
  return isCrowd(island, projections, 2, Infinity) && island.count <= movingBodies(island);
}

function movingBodies(island: Island): number {
  const { blocks, order, from, to, bodies } = island;
  const i = blocks.i.data;
  let count = 0;
  for (let n = from; n < to; n++) {
    for (let side = 0; side < 2; side++) {
      const slot = i[order[n] * BLOCK_INTS + K_BODY_A + side];
      if (bodies[slot * BODY_STRIDE + B_INV_MASS] > 0 && !isNamedBefore(island, slot, n, side)) count++;
    }
  }
  return count;
}

/** Mass of the island's lightest body that can move (kg). */
export function lightestOf({ blocks, order, from, to, bodies }: Island): number {
  const i = blocks.i.data;
  let most = 0;
  for (let n = from; n < to; n++)
    for (let h = order[n] * BLOCK_INTS + K_BODY_A, end = h + 2; h < end; h++)
      most = Math.max(most, bodies[i[h] * BODY_STRIDE + B_INV_MASS]);
  return 1 / most;
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

/** Sweeps for a moving island. `look`: how often it was solved before in this step. */
export function sweepsInMotion(island: Island, look: number): number {
  const all = Math.max(FEWEST, Math.min(island.count < SMALL ? MOST_OF_FEW : MOST, Math.floor(VISITS / island.count)));
  return look > 0 && island.count >= SMALL ? all >> 1 : all;
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
 * The share of all impulses at which quick visits have arrived: what is a hair to the heavy is none to the light, and
 * these are to be as right as they are next to what is RATIO times as heavy.
 */
export function arrivedAt(island: Island): number {
  return ARRIVED * Math.min(1, RATIO / massRatio(island));
}

/**
 * Whether sweeps that ended with a change of impulses of this norm (N·s) have arrived, and the step takes energy out:
 * with u the velocities before the forces, v₀ after them and v after the impulses, the impulses do Σ λ·J(v + v₀)/2, and
 * the forces put in Σ m (v₀ - u)·(u + v₀)/2, of which m (v₀ - u)·v is work that is theirs (a fall). No contact adds to
 * the rest.
 */
export function hasArrived(island: Island, norm: number): boolean {
  const { blocks, order, from, to, v, start } = island;
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
      work += 0.5 * x * along;
    }
    for (let side = 0; side < 2; side++)
      if (!isNamedBefore(island, i[h + K_BODY_A + side], n, side)) work += leftByForces(island, h, side);
  }
  const share = arrivedAt(island);
  return norm * norm <= share * share * size && work <= 0;
}

/** Whether a body is in an earlier block of a small island, or on the first side of this one. */
function isNamedBefore({ blocks, order, from }: Island, body: number, n: number, side: number): boolean {
  const i = blocks.i.data;
  for (let k = from; k < n; k++) {
    const h = order[k] * BLOCK_INTS;
    if (i[h + K_BODY_A] === body || i[h + K_BODY_B] === body) return true;
  }
  return side === 1 && i[order[n] * BLOCK_INTS + K_BODY_A] === body;
}

/** What forces put into the body on one side of a block, less their work on the way that it then goes (J). */
function leftByForces({ blocks, bodies, v, start, old }: Island, h: number, side: number): number {
  const i = blocks.i.data;
  const slot = i[h + K_BODY_A + side];
  const inverse = bodies[slot * BODY_STRIDE + B_INV_MASS];
  if (!(inverse > 0)) return 0;
  const at = i[h + K_AT_A + side];
  let sum = 0;
  for (let k = 0; k < 3; k++) {
    const before = old[6 * slot + k];
    sum += (start[at + k] - before) * (0.5 * (start[at + k] + before) - v[at + k]);
  }
  return sum / inverse;
}

/** Whether attempts to solve the island are so dear that it has few. */
function isHuge(island: Island): boolean {
  return island.count >= HUGE;
}

/** Whether the island pauses in this step, being huge; counts the step. */
export function pauses(island: Island): boolean {
  return isHuge(island) && countDown(island);
}

function countDown(island: Island): boolean {
  const left = greatest(island, I_PAUSE);
  if (left === 0) return false;
  write(island, I_PAUSE, left - 1);
  return true;
}

/** Takes down that the crowd moves. */
export function noteMotion(island: Island): void {
  write(island, I_FAILURES, MOVED);
}

/** Whether anything in the crowd has moved in one. */
export function hasMoved(island: Island): boolean {
  return greatest(island, I_FAILURES) >= MOVED;
}

/** Whether a calm crowd that has moved and does not settle has an attempt by the exact law in this step; counts it. */
export function triesAgain(island: Island): boolean {
  return island.count < MANY && !countDown(island);
}

/** Takes down how that attempt went. */
export function noteTry(island: Island, failed: boolean): void {
  const failures = failed ? greatest(island, I_FAILURES) - MOVED : 0;
  write(island, I_FAILURES, failed ? MOVED + failures + 1 : MOVED);
  if (failed) write(island, I_PAUSE, Math.min(LONGEST, EVERY << Math.min(failures, 8)) - 1);
}

/**
 * Whether attempts to solve the calm island, not a huge one, have failed so often that this one is to be short: all but
 * every EVERY-th. Where friction is strong there may be no solution, and each attempt would take a second.
 */
export function isTired(island: Island): boolean {
  if (island.ints.length === 0 || isHuge(island) || greatest(island, I_FAILURES) <= FORGIVEN) return false;
  return countDown(island);
}

/** Takes down how an attempt to solve an island that is not huge went; `isShort`: it was a short one. */
export function noteAttempt(island: Island, failed: boolean, isShort: boolean): void {
  if (island.ints.length === 0 || isHuge(island)) return;
  const failures = greatest(island, I_FAILURES);
  if (!failed && failures > 0) write(island, I_FAILURES, 0);
  if (!failed) return;
  write(island, I_FAILURES, failures + 1);
  if (failures >= FORGIVEN && !isShort) write(island, I_PAUSE, EVERY - 1);
}

/** Iterations that an attempt to solve the island may have at most. */
export function mostOf(island: Island): number {
  if (!isHuge(island) || greatest(island, I_FAILURES) < FORGIVEN) return Infinity;
  return Math.max(FEWEST_OF_HUGE, Math.floor(VISITS_OF_HUGE / island.count));
}

/** Takes down how an attempt to solve the island went. */
export function noteOutcome(island: Island, failed: boolean): void {
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
