// One step, as a table of contents. docs/step.md walks through it.

import { advanceDynamic, advanceRigidly, applyForces, clearForces } from '../bodies/integrate.js';
import { updateOrigin, updateWorldInertia } from '../bodies/kinematics.js';
import {
  B_CENTER,
  B_GRAVITY_SCALE,
  B_MASS,
  B_RADIUS,
  B_ROTATION,
  B_STILL_TIME,
  BODY_INTS,
  BODY_STRIDE,
  I_ALIVE,
  I_ASLEEP,
  I_HASTY,
  I_LOCKED,
  I_TYPE,
  SWEPT,
  TYPE_DYNAMIC,
  TYPE_KINEMATIC,
} from '../bodies/layout.js';
import { CORRECTION_PASSES } from '../contact/model.js';
import { isLate } from '../solver/ready.js';
import { findContacts, findStruck, meetLast, updatePairs, updateTouching } from './detect.js';
import { writeKineticEnergy } from './energy.js';
import { findBorne, gravityOf } from './gravity.js';
import { fallen, letRest, rouseAll, SETTLED, SLOW, SOLVED, UNSETTLED } from './resting.js';
import { updateSleep, wakeJointed } from './sleeping.js';
import { nothingStirs, standStill, standsStill } from './standing.js';
import type { WorldState } from './state.js';

/** How often a substep may be solved again with what a second look has found, unless the model says otherwise. */
const SECOND_LOOKS = 3;
/** How many impacts, each caused by the one before, a substep may have. What is struck after these is corrected. */
const STRIKES = 16;
/** Of joints alone, where those of all did not suffice: Newton's method squares what is left each time. */
const JOINT_PASSES = 3;
/** Position errors below this are left (m, rad). */
const CORRECTION_TOLERANCE = 1e-10;
/** Numbers of a body before correction: centre, kinetic energy, rotation. */
const BEFORE = 8;
/** What correction moves farther than this share of its radius in a step is not still. */
const LED = 2e-4;
/** A step is begun again if the velocities found in it want so many times the parts that it is made in. */
const TURNED_BACK = 2;
/** Of a part but the first: it is made in one less than so many. What is made in three (DIVIDED) wants no more by that. */
const TURNED = 4;

/** Advances by h, in one step unless the model asks for more: by the velocities before it, or those found in it. */
export function step(state: WorldState, h: number): void {
  const isStill = nothingStirs(state);
  if (isStill && standsStill(state, h)) {
    standStill(state);
    passTime(state, h);
    state.sensors.update(state);
    state.stepCount++;
    return;
  }
  const parts = state.model.stepsOf?.(h) ?? 1;
  const more = stepIn(state, h, parts, true);
  if (more > 0) stepIn(state, h, more, false);
  state.stoodFor = isStill && parts === 1 && more === 0 ? h : 0;
  state.sensors.update(state);
  if (state.settings.sleep) updateSleep(state, h);
  forgetForces(state);
  state.stepCount++;
}

/** Forces are given for one step. */
function forgetForces({ bodies }: WorldState): void {
  if (!bodies.arePushed) return;
  bodies.arePushed = false;
  for (let b = 1; b < bodies.count; b++) clearForces(bodies.f.data, b * BODY_STRIDE);
}

/** Advances by h in so many parts. More than 0: it turned back, since what was struck in the first wants so many. */
function stepIn(state: WorldState, h: number, count: number, mayTurnBack: boolean): number {
  const isEven = count > 1 && state.model.hasEvenParts === true;
  // Undivided where it can be: a new number is an allocation.
  let part = count === 1 ? h : h / count;
  const sums = count === 1 ? null : state.assembler.sums;
  if (count > 1 && !isEven) findBorne(state);
  state.model.beginStep?.(h, !mayTurnBack);
  if (count > 1) rouseAll(state);
  sums?.begin(state.joints, h);
  const most = mayTurnBack ? TURNED_BACK * count : Infinity;
  // Gravity acts in the first part for the whole of h: what falls goes as it would in one step, and what swings keeps
  // its energy whatever the parts. As far as contacts bear it, it acts in every part, as other forces do. Even parts are
  // steps as any other.
  const more = stepOnce(state, part, isEven ? 1 : count, count > 1, count === 1, most, h);
  if (more > 0) return more;
  let mayTurn = true;
  for (let left = count - 1; left > 0; ) {
    const wanted = stepOnce(state, part, isEven ? 1 : 0, true, left === 1, mayTurn ? TURNED : Infinity, part);
    if (wanted === 0) left--;
    else {
      // Once in a step.
      mayTurn = false;
      left *= wanted - 1;
      part /= wanted - 1;
    }
  }
  sums?.end(state.joints, h);
  if (count === 1 && state.settings.substeps === 1) letRest(state, h);
  return 0;
}

/**
 * Contacts are found once; what follows from them is done for each of the scene's substeps. Gravity acts for so many
 * times h, as far as contacts do not bear it. `isPart`: of a step in several, `isLast`: their last. More than 0: back at
 * the start, since the velocities found want a step of `whole` in so many parts, `most` or more.
 */
function stepOnce(
  state: WorldState,
  h: number,
  falls: number,
  isPart: boolean,
  isLast: boolean,
  most: number,
  whole: number,
): number {
  const given = state.settings.substeps;
  const substeps = given * (state.model.partsOf?.(given === 1 ? h : h / given) ?? 1);
  const part = substeps === 1 ? h : h / substeps;
  const start = state.clock();
  wakeJointed(state);
  accelerate(state, h, falls);
  updatePairs(state, h);
  state.model.begin(h, part);
  findContacts(state);
  state.profile.overlap += state.clock() - start;
  for (let n = 1; n <= substeps; n++) {
    if (n > 1) state.model.follow();
    if (substeps > 1) {
      if (n === 1) decelerate(state);
      accelerate(state, part, falls);
    }
    const mayTurn = n === 1 && most < Infinity && mayGoBack(state);
    const isPushed = solve(state, part, mayTurn);
    const more = mayTurn && !isPushed ? turnBack(state, most, whole) : 0;
    if (more > 0) return more;
    strikeOn(state, part);
    meetLast(state, part);
    move(state, part);
    finish(state, part, isPart || substeps > 1, isLast && n === substeps);
  }
  return 0;
}

/** Whether a step can begin again: what flies far is where it meets something already. */
function mayGoBack({ bodies: { lead, count } }: WorldState): boolean {
  for (let b = 1; b < count; b++) if (lead.data[b] > 0) return false;
  return true;
}

/**
 * Parts that the velocities found want a step of h made in, if these are `most` or more, or if looks did not settle:
 * then velocities are again what they were before it. Else 0.
 */
function turnBack(state: WorldState, most: number, h: number): number {
  const wanted = Math.max(state.model.stepsOf?.(h) ?? 1, state.model.isUnsettled ? most : 1);
  if (wanted < most) return 0;
  decelerate(state);
  return wanted;
}

/**
 * The velocities of a substep; none where looks do not settle and the step may turn back. True: companions of the world
 * took part, who cannot take back what they did.
 */
function solve(state: WorldState, h: number, mayTurn: boolean): boolean {
  const found = state.clock();
  state.movers.begin(state.bodies.count);
  state.model.forces(h);
  const isPushed = state.companions?.push(h) ?? false;
  assembleBlocks(state, h, 0);
  const assembled = state.clock();
  factorBlocks(state);
  const factored = state.clock();
  keepUnsolved(state);
  solveBlocks(state, h, 0);
  const most = state.model.mostLooks ?? SECOND_LOOKS;
  for (let n = 1; n <= most && looksAgain(state, h, n); n++) {
    if (mayTurn && !isPushed && state.model.isUnsettled) return false;
    state.bodies.v.data.set(state.unsolved.data.subarray(0, state.bodies.v.data.length));
    assembleBlocks(state, h, n);
    factorBlocks(state);
    solveBlocks(state, h, n);
  }
  const p = state.profile;
  p.assembly += assembled - found;
  p.factorisation += factored - assembled;
  p.solve += state.clock() - factored;
  return isPushed;
}

/**
 * What was struck within the step strikes others in it: a ball that is hit hits the next one. What bounces there is
 * solved on top of what was found, from where that leads, as an impact that was over before it. Simplification: bodies
 * go the whole step by the velocities that they have in the end.
 */
function strikeOn(state: WorldState, h: number): void {
  const { model, bodies, movers, blocks, increments, came } = state;
  if (model.hasBounces !== true) return;
  const start = state.clock();
  const old = bodies.old.data;
  const unsolved = state.unsolved.data;
  came.reserve(old.length);
  came.data.set(old);
  for (let n = 1; n <= STRIKES && strikes(state, h); n++) {
    // Velocities before forces are what they were, and what was found since.
    for (let k = 0; k < 6 * bodies.count; k++) old[k] += bodies.v.data[k] - unsolved[k];
    for (let k = 0; k < movers.end; k++) unsolved[k] = bodies.v.data[k];
    blocks.clear();
    addBlocks(state, h, true);
    increments.begin(blocks);
    factorBlocks(state);
    solveIslands(state, h, SECOND_LOOKS);
    increments.add(blocks, 1);
    readBack(state, h);
    increments.add(blocks, -1);
  }
  old.set(came.data.subarray(0, old.length));
  state.profile.solve += state.clock() - start;
}

/** Whether what bounces is brought together by the velocities found; its bodies are stirred. */
function strikes(state: WorldState, h: number): boolean {
  state.stirred.data.fill(0, 0, state.bodies.count);
  const isAdded = state.model.strikeOn!(h, state.stirred.data);
  return findStruck(state, h, 'bounce') || isAdded;
}

/** Where they lead. */
function move(state: WorldState, h: number): void {
  const solved = state.clock();
  rememberHaste(state);
  advance(state, h);
  correctPositions(state, h);
  state.profile.stabilisation += state.clock() - solved;
}

/** An island is calm below this share of the speed that gravity gives in a step. */
const CALM = 0.25;

/** Remembers the velocities before the solve: a second look begins there again, and no solve may add energy to them. */
function keepUnsolved(state: WorldState): void {
  const v = state.bodies.v.data;
  state.unsolved.reserve(v.length);
  state.unsolved.data.set(v);
}

function moves(state: WorldState, slot: number): boolean {
  const n = slot * BODY_INTS;
  const i = state.bodies.i.data;
  return i[n + I_ALIVE] === 1 && i[n + I_TYPE] === TYPE_DYNAMIC && i[n + I_ASLEEP] === 0;
}

/** Forces into velocities, before contacts are looked for: they must see where bodies are about to go. */
function accelerate(state: WorldState, h: number, falls: number): void {
  const { bodies } = state;
  const d = bodies.f.data;
  const v = bodies.v.data;
  const old = bodies.old.data;
  // Restitution asks everybody how it came.
  for (let k = 0; k < 6 * bodies.count; k++) old[k] = v[k];
  state.falls = falls;
  bodies.lead.reserve(bodies.count);
  bodies.lead.data.fill(0, 0, bodies.count);
  state.felt.reserve(bodies.count);
  for (let b = 1; b < bodies.count; b++) {
    state.felt.data[b] = moves(state, b) ? 1 : 0;
    if (state.felt.data[b] === 1) applyForces(d, b * BODY_STRIDE, v, 6 * b, h, gravityOf(state, b));
  }
}

/** Back to the velocities before `accelerate`: contacts have seen where the forces of the whole step lead. */
function decelerate(state: WorldState): void {
  const { v, old, count } = state.bodies;
  for (let k = 0; k < 6 * count; k++) v.data[k] = old.data[k];
}

/** `look`: how many second looks came before; blocks of contacts that they left as they were keep their matrices. */
function assembleBlocks(state: WorldState, h: number, look: number): void {
  if (look > 0) state.blocks.reopen();
  else state.blocks.clear();
  addBlocks(state, h, state.settings.solver.warmStart);
}

/** `isWarm`: with the impulses that they had. */
function addBlocks(state: WorldState, h: number, isWarm: boolean): void {
  const { blocks, bodies } = state;
  state.assembler.assemble(state.joints, blocks, bodies, h, isWarm);
  state.model.assemble(h);
  for (let k = 0; k < blocks.count; k++)
    if (!isLate(blocks, k, state.solver.tools)) state.kernels.assemble(blocks, k, bodies.f.data);
  state.ties.clear();
  state.model.ties(state.ties);
  state.islands.build(blocks, state.ties, bodies.i.data, bodies.count);
}

function factorBlocks({ blocks, kernels, solver }: WorldState): void {
  for (let k = 0; k < blocks.count; k++) if (!isLate(blocks, k, solver.tools)) kernels.factor(blocks, k);
}

/** Whether a second look found more, or there is more to solve; the bodies of that are stirred. */
function looksAgain(state: WorldState, h: number, look: number): boolean {
  if (state.model.lookAgain === undefined) return false;
  const { hasty, stirred } = state;
  stirred.data.fill(0, 0, state.bodies.count);
  const isAdded = state.model.lookAgain(h, hasty.data, stirred.data);
  return (look <= SECOND_LOOKS && findStruck(state, h, 'stop')) || isAdded;
}

function solveBlocks(state: WorldState, h: number, look: number): void {
  solveIslands(state, h, look);
  readBack(state, h);
}

/** `look`: how many second looks came before. After these, islands that nothing was added to keep their solution. */
function solveIslands(state: WorldState, h: number, look: number): void {
  const { islands, bodies, solver, hasty, stirred, solved, found } = state;
  if (look === 0) {
    solver.begin();
    hasty.reserve(bodies.count);
    stirred.reserve(bodies.count);
    solved.reserve(bodies.count);
    hasty.data.fill(0, 0, bodies.count);
    solved.data.fill(0, 0, bodies.count);
  }
  const calm = CALM * fallen(state, h);
  const start = islands.start.data;
  for (let n = 0; n < islands.count; n++) {
    if (start[n] === start[n + 1]) continue;
    const island = state.island.look(islands.order.data, start[n], start[n + 1], bodies.f.data);
    island.old = bodies.old.data;
    island.ints = bodies.i.data;
    island.start = state.unsolved.data;
    if (look > 0 && !island.hasAny(stirred.data) && solver.keepIsland(island, state.settings.solver, found.data))
      continue;
    if (solver.solveIsland(island, state.settings.solver, calm, look)) island.mark(hasty.data, 1);
    const mark = solver.isSettled ? SETTLED : solver.isSolved ? SOLVED : solver.isSwept ? UNSETTLED : 0;
    if (look > 0 || mark !== 0) island.mark(solved.data, mark);
  }
  solver.end();
  state.keepVelocities();
}

/** Impulses go to the joints and contacts that own them. */
function readBack(state: WorldState, h: number): void {
  state.assembler.readBack(state.joints, state.blocks, state.bodies, h);
  state.model.readBack();
}

/** Contacts of the next step are found by who is in full motion: part of snapshots, hence in the bodies' records. */
function rememberHaste({ bodies, hasty, solved }: WorldState): void {
  for (let b = 1; b < bodies.count; b++) {
    const isSwept = solved.data[b] === SETTLED || solved.data[b] === UNSETTLED;
    bodies.i.data[b * BODY_INTS + I_HASTY] = hasty.data[b] === 1 ? 1 : isSwept ? SWEPT : 0;
  }
}

function advance(state: WorldState, h: number): void {
  const d = state.bodies.f.data;
  const v = state.bodies.v.data;
  const i = state.bodies.i.data;
  const lead = state.bodies.lead.data;
  for (let b = 1; b < state.bodies.count; b++) {
    const o = b * BODY_STRIDE;
    const n = b * BODY_INTS;
    if (moves(state, b)) {
      advanceDynamic(d, o, v, 6 * b, lead[b] === 0 ? h : h - lead[b], i[n + I_LOCKED]);
    } else if (i[n + I_ALIVE] === 1 && i[n + I_TYPE] === TYPE_KINEMATIC) {
      advanceRigidly(d, o, v, 6 * b, h);
      updateOrigin(d, o);
    }
  }
}

/** Takes out what penetration and joint error is left. The energy that this adds is kept apart. */
function correctPositions(state: WorldState, h: number): void {
  const { bodies, joints, model, corrector } = state;
  const d = bodies.f.data;
  state.before.reserve(BEFORE * bodies.count);
  state.led.reserve(bodies.count);
  const before = state.before.data;
  for (let b = 1; b < bodies.count; b++) {
    if (!moves(state, b)) continue;
    const o = b * BODY_STRIDE;
    const p = BEFORE * b;
    for (let k = 0; k < 3; k++) before[p + k] = d[o + B_CENTER + k];
    for (let k = 0; k < 4; k++) before[p + 4 + k] = d[o + B_ROTATION + k];
    writeKineticEnergy(before, p + 3, bodies, b);
  }
  let worst = Infinity;
  for (let pass = 0; pass < CORRECTION_PASSES && worst > CORRECTION_TOLERANCE; pass++) {
    worst = Math.max(corrector.pass(joints, d, bodies.i.data), model.correct());
  }
  // Where a light limb is caught between a stair and a heavy trunk the two undo each other's work, and passes run out.
  // Joints have the last word then: a limb that is deep in a stair for a few steps is seen less than one that has come
  // off.
  for (let pass = 0; pass < JOINT_PASSES && worst > CORRECTION_TOLERANCE; pass++)
    worst = corrector.pass(joints, d, bodies.i.data);
  state.correctionWork += model.takeCorrectionWork?.() ?? 0;
  const [gx, gy, gz] = state.settings.gravity;
  const least = SLOW * h * fallen(state, h);
  for (let b = 1; b < bodies.count; b++) {
    if (!moves(state, b)) continue;
    const o = b * BODY_STRIDE;
    const p = BEFORE * b;
    const lifted =
      gx * (d[o + B_CENTER] - before[p]) +
      gy * (d[o + B_CENTER + 1] - before[p + 1]) +
      gz * (d[o + B_CENTER + 2] - before[p + 2]);
    // Turning a body at the same ω changes its kinetic energy too.
    const old = before[p + 3];
    writeKineticEnergy(before, p + 3, bodies, b);
    state.correctionWork += before[p + 3] - old - d[o + B_MASS] * d[o + B_GRAVITY_SCALE] * lifted;
    const way = ledBy(before, p, d, o);
    if (way > LED * d[o + B_RADIUS]) d[o + B_STILL_TIME] = 0;
    state.led.data[b] = way > least ? 1 : 0;
    updateOrigin(d, o);
    updateWorldInertia(d, o, bodies.i.data[b * BODY_INTS + I_LOCKED], state.inertia);
  }
}

/** How far correction has moved points of the body at d[o…] from the pose before[p…] (m), at most. */
function ledBy(before: Float64Array, p: number, d: Float64Array, o: number): number {
  let way = 0;
  for (let k = 0; k < 3; k++) way += (d[o + B_CENTER + k] - before[p + k]) * (d[o + B_CENTER + k] - before[p + k]);
  let turn = 0;
  for (let k = 0; k < 4; k++)
    turn += (d[o + B_ROTATION + k] - before[p + 4 + k]) * (d[o + B_ROTATION + k] - before[p + 4 + k]);
  return Math.sqrt(way) + 2 * d[o + B_RADIUS] * Math.sqrt(turn);
}

/** A substep of h is over, the last or one of several. */
function finish(state: WorldState, h: number, isOfSeveral: boolean, isLast: boolean): void {
  if (isOfSeveral) {
    state.model.sumUp?.(isLast);
    state.assembler.sums.add(state.joints, h);
  }
  updateTouching(state, isLast);
  passTime(state, h);
}

/** Compensated (Kahan), so that 600 steps of 0.01 s are 6 s. */
function passTime(state: WorldState, h: number): void {
  const next = h - state.timeError;
  const time = state.time + next;
  state.timeError = time - state.time - next;
  state.time = time;
}
