// The solver of a world: one method for all islands, or the one that pays for each.
//
// auto: few contacts that are calm are solved by Newton's method at once. At rest the step before has left their
// solution, to rounding, and a residual shows it; one step finds what they bear after they have stopped, where sweeps
// may need thirty and leave light bodies a speed that the next steps sum up. Other islands are swept first, since
// warm-started ones need only one or two sweeps. After every sweep the rest of the way is estimated from how fast the
// change of impulses falls; as soon as that costs more than Newton steps would (both counted in sweeps, with factors
// measured once, see docs/theory/solver.md), Newton takes over from where the sweeps are. Where it gives up, sweeps
// have the rest of the iterations. Islands with wide movers are left to NNCG.
// An island that moves is given less of both: the accuracy that its motion can show.
// Islands of many contacts have a rule of their own (crowd.ts): cheap while they move, and patient once they are calm.
// Nothing depends on a clock: the same scene takes the same path everywhere.

import type { Arena } from '../memory/arena.js';
import { BLOCK_INTS, K_AT_A, K_AT_B, K_PROJECTION, K_ROWS, K_WIDTH, K_WIDTH_A, RIGID_WIDTH } from './blocks.js';
import { BounceBound } from './bounce.js';
import {
  ARRIVED,
  arrivedAt,
  hasArrived,
  hasMoved,
  isCrowd,
  isLinkedCrowd,
  isSmallCrowd,
  isTired,
  isTree,
  jointsHold,
  lightestOf,
  MANY,
  mostOf,
  noteAttempt,
  noteMotion,
  noteOutcome,
  noteTry,
  pauses,
  SETTLED,
  SMALL,
  speedOf,
  sweepsInMotion,
  triesAgain,
} from './crowd.js';
import { applyAnew, boundEnergy, renewVelocities } from './dissipation.js';
import type { Island } from './island.js';
import { NewtonSolver } from './newton.js';
import { NncgSolver } from './nncg.js';
import type { CrowdSolver } from './projections.js';
import { makeIslandReady } from './ready.js';
import { MOST_STARTS } from './safeguard.js';
import { applyImpulses, type SolverOptions, type SweepTools, sweep } from './sweeps.js';

export type Method = 'auto' | 'gauss-seidel' | 'nncg' | 'newton';

/** Sweeps before auto looks at its progress for the first time. */
const FIRST_SWEEPS = 3;
/** Newton steps that an island is taken to need. */
const EXPECTED_STEPS = 4;
/** What a Newton step costs, in sweeps. */
const STEP_IN_SWEEPS = 4;
/**
 * Beyond this price of a step an island is left to NNCG: wide movers, whose bodies give way at every contact by itself,
 * are what sweeps are good at. A soft rod on 66 cells: 1e-5 m/s after 25 sweeps, where as many Newton steps cost seven
 * times as much and are ten times as far away.
 */
const DEAREST_STEP = 16;
/** Beyond this many blocks an island is left to sweeps: analysis and factors grow faster than sweeps do. */
const LARGEST_ISLAND = 5000;

/** As a share of the speed below which it is calm. */
const AT_REST = 0.1;
/**
 * What `auto` spends on an island that is calm: so many visits of blocks, about, and so many iterations at least. One
 * that moves has as many iterations whatever its size, so that what it costs grows as its blocks do: its next step is
 * another problem, and what a step leaves, the next one takes up. It is solved to a share of the energy that its
 * impulses exchange. Found on heaps of random bodies: more costs ten times as much and comes to rest no sooner.
 */
const VISITS_AT_REST = 6400;
const FEWEST_AT_REST = 50;
const SHARE_AT_REST = 1e-16;
const MOST_IN_MOTION = 40;
/**
 * Mechanisms, which have joints, or teeth that rub, have more visits, about, where they are small: what they leave goes
 * on as speed that their ratio forbids, and no quick visits take it out.
 */
const VISITS_OF_LINKED = 1600;
const SHARE_IN_MOTION = 1e-10;
/**
 * Contacts of islands in motion below MANY are solved by quick visits to this share of the change at which these have
 * arrived, 1e-6 of all impulses: it leaves less than 1e-3 of the speed that gravity gives in a step (nine of ten), and
 * takes bodies by less than a target depth. By Newton's method, which counts energies, those of few are solved to 1e-8
 * of their impulses: the tolerance alone cost two evaluations of every law more.
 * Where it gets on no more, in any island in motion, what quick visits may leave will do: friction of two contacts of
 * nearly one place has solutions that it circles round, a hundred steps long.
 */
const BEYOND = 0.2;
const FEW_ARE_SOLVED = 1e-16;
const FEW_WILL_DO = ARRIVED * ARRIVED;
/**
 * What few calm contacts may leave, at the lightest body, as a share of the speed below which they are calm: 1e-11 of
 * what gravity gives in a step, so that what stands on several of them is balanced (3e-10, world/resting.ts), whatever
 * the tolerance is. What is left undone in one step, the next would stop, and the one after that would start from the
 * impulses that stopped it, for ever. The tolerance alone, 1e-9 N·s, is 1e-6 m/s of a body of a gram.
 */
const STILL = 4e-11;
/**
 * How often few blocks that do not arrive by the iterations of the scene have as many quick sweeps again: nine of ten
 * that do not by 200 do by 800, which cost a third of 40 Newton steps, and these often do not suffice.
 */
const ROUNDS = 4;
/** Quick visits that are a start for the exact law go on to this share of the impulses. */
const NEAR = 1e-3;
const LAST_SWEEPS = 4;
/** Impulses of which less is left, once they put no energy in, are found anew by so many plain sweeps. */
const HELD = 0.5;
const ANEW = 16;
/** Newton steps of a crowd that is calm after it has moved: where they lead to its solution, they do so at once. */
const MOST_OF_TRY = 8;
/** Newton steps of an attempt after others have failed (isTired of crowd.ts). */
const SHORT = 25;

export class IslandSolver {
  /** Most iterations (sweeps and Newton steps) that any island took in the last solve. */
  iterations = 0;
  /** Norm of the last change of impulses (sweeps) or of the gap that is left (Newton), all islands together, N·s. */
  residual = 0;
  /** Norm after each iteration, all islands together; the first `iterations` entries count. */
  readonly history: Float64Array;
  /** Whether the island that was solved last met the tolerance. */
  isSolved = false;
  /** Whether it is a crowd that is calm, and swept until next to nothing changed. */
  isSettled = false;
  /** Whether it is a crowd that is calm, and was swept, settled or not. */
  isSwept = false;
  readonly newton: NewtonSolver;
  readonly #nncg: NncgSolver;
  readonly #bounce: BounceBound;
  readonly tools: SweepTools;
  readonly #crowd: CrowdSolver | undefined;
  #key = 0;
  #norm = 0;
  /** The merit that the island has to be solved to, being few contacts that are calm (J); infinite: it is not. */
  #still = Infinity;
  /** Whether what was done last knows that it took energy out. */
  #takesOut = false;
  /** Whether velocities may have kept rounding of impulses larger than those found. */
  #mayBeOff = false;

  constructor(tools: SweepTools, mostIterations: number, arena: Arena) {
    this.tools = tools;
    this.#crowd = tools.projections.find((law) => law.crowd !== undefined)?.crowd;
    this.history = new Float64Array(mostIterations);
    this.newton = new NewtonSolver(tools, arena);
    this.#bounce = new BounceBound(arena);
    this.#nncg = new NncgSolver(tools, arena);
  }

  begin(): void {
    this.history.fill(0);
    this.iterations = 0;
    this.residual = 0;
    this.#key = 0;
  }

  /**
   * `calm`: the speed (m/s) below which an island comes to rest; none of them is a crowd unless given. `look`: how
   * often this substep was solved before, with fewer contacts. Returns whether it was a crowd in motion.
   */
  solveIsland(island: Island, options: SolverOptions & { method: Method }, calm: number = -1, look = 0): boolean {
    const { blocks, order, from, to } = island;
    const { size } = blocks;
    const moves = this.#solve(island, options, calm, look);
    blocks.narrow(order, from, to, size);
    return moves;
  }

  #solve(island: Island, options: SolverOptions & { method: Method }, calm: number, look: number): boolean {
    this.#mayBeOff = false;
    this.isSettled = false;
    this.isSwept = false;
    const { method } = options;
    const crowd = method === 'auto' && calm >= 0 && isCrowd(island, this.tools.projections);
    const speed = method === 'auto' && calm >= 0 ? speedOf(island) : 0;
    const hasty = speed > calm && (crowd || isLinkedCrowd(island, this.tools.projections));
    const inMotion = speed > (crowd ? AT_REST * calm : calm);
    const isFew = calm > 0 && !inMotion && island.count < SMALL && isCrowd(island, this.tools.projections, 2, Infinity);
    const left = STILL * calm;
    this.#still = method === 'auto' && isFew ? lightestOf(island) * left * left : Infinity;
    const moves = hasty || (crowd && inMotion);
    if (moves) noteMotion(island);
    // Quick sweeps of many begin with that by themselves.
    if (!hasty && !(crowd && hasMoved(island))) this.#begin(island);
    let n = this.#solveAs(island, options, crowd, hasty, inMotion, look, calm >= 0);
    if (calm >= 0 && (this.#bounce.curves(island, this.tools, calm) || this.#bounce.exceeds(island, this.tools))) {
      this.#bounce.leaveOut(island);
      n = Math.max(n, this.#solveAs(island, options, crowd, hasty, inMotion, look, true));
      this.#bounce.blend(island, this.tools);
    }
    if (n > this.iterations) this.iterations = n;
    this.residual += this.#norm * this.#norm;
    this.isSolved = this.#norm <= options.tolerance;
    return moves;
  }

  /** Blocks as exact laws need them, and velocities with their impulses. */
  #begin(island: Island): void {
    makeIslandReady(island, this.tools);
    applyImpulses(island, this.tools.kernels);
  }

  #solveAs(
    island: Island,
    options: SolverOptions & { method: Method },
    crowd: boolean,
    hasty: boolean,
    inMotion: boolean,
    look: number,
    isBound: boolean,
  ): number {
    const n = hasty
      ? this.#solveHasty(island, options, look, crowd)
      : crowd
        ? this.#solveCrowd(island, options, inMotion, look)
        : inMotion && isSmallCrowd(island, this.tools.projections)
          ? this.#solveFew(island, options, look)
          : inMotion && isTree(island, this.tools.projections)
            ? this.#solveTree(island, options)
            : this.#solveBy(options.method, island, 0, options, inMotion);
    if (isBound && n > (this.#mayBeOff ? 0 : 1)) {
      if (this.#mayBeOff) renewVelocities(island, this.tools);
      if (!this.#takesOut) {
        makeIslandReady(island, this.tools);
        if (boundEnergy(island, this.tools) < HELD) this.#solveAnew(island, options);
      }
    }
    return n;
  }

  /**
   * Impulses that ask for what contradicts itself, as of a ring jammed on a ball, may hold next to no motion but great
   * stress: scaled until they put no energy in, they would let all of it fall. A few plain sweeps from nothing build up
   * little stress.
   */
  #solveAnew(island: Island, options: SolverOptions): void {
    applyAnew(island, this.tools, 0);
    this.#runSweeps(island, 0, ANEW, options.tolerance, false);
    boundEnergy(island, this.tools);
  }

  /**
   * An island that was solved before and is the same has the velocities that it was left with, to the bit, so that
   * second looks pass it over; false where blocks do not carry their impulses over.
   */
  keepIsland(island: Island, options: SolverOptions, solved: Float64Array): boolean {
    const { blocks, order, from, to, v } = island;
    const i = blocks.i.data;
    if (!options.warmStart) return false;
    for (let n = from; n < to; n++)
      if (!this.tools.projections[i[order[n] * BLOCK_INTS + K_PROJECTION]].crowd) return false;
    for (let n = from; n < to; n++) {
      const h = order[n] * BLOCK_INTS;
      const widthA = i[h + K_WIDTH_A];
      const widthB = i[h + K_WIDTH] - widthA;
      for (let k = i[h + K_AT_A], end = k + widthA; k < end; k++) v[k] = solved[k];
      for (let k = i[h + K_AT_B], end = k + widthB; k < end; k++) v[k] = solved[k];
    }
    return true;
  }

  #solveBy(
    method: Method,
    island: Island,
    done: number,
    options: SolverOptions,
    inMotion = false,
    most = Infinity,
  ): number {
    const { tolerance } = options;
    const given = Math.min(options.iterations, most);
    const isLinked = inMotion && !isCrowd(island, this.tools.projections, 1, Infinity);
    const iterations = method === 'auto' ? Math.min(given, budget(island.count, inMotion, isLinked)) : given;
    if (method === 'newton') return this.#runNewton(island, done, iterations, tolerance);
    if (method === 'nncg' || (method === 'auto' && stepInSweeps(island) > DEAREST_STEP))
      return this.#runNncg(island, done, iterations, tolerance);
    const isFew = this.#still < Infinity;
    let n = isFew ? done : this.#runSweeps(island, done, iterations, tolerance, method === 'auto');
    if (method === 'auto' && (isFew || this.#norm > tolerance) && n < iterations) {
      const tired = !inMotion && isTired(island);
      const last = tired ? Math.min(iterations, n + SHORT) : iterations;
      const few = inMotion && island.count < SMALL && isCrowd(island, this.tools.projections, 2);
      const share = few ? FEW_ARE_SOLVED : enoughFor(island.count, inMotion);
      n = this.#runNewton(island, n, last, tolerance, share, tired ? 1 : MOST_STARTS, inMotion ? FEW_WILL_DO : 0);
      if (!inMotion) noteAttempt(island, !this.newton.solved, tired);
      if (this.newton.solved) return n;
      if (inMotion) n = this.#finish(island, n, options);
      else if (tired || n >= iterations) n = this.#sweepOn(island, n, options);
      else n = this.#runSweeps(island, n, iterations, tolerance, false);
    }
    return n;
  }

  /**
   * After a Newton method that did not arrive: quick visits where there are only contacts, which take out most of what
   * it has left; else a few sweeps, which leave every block inside its bounds.
   */
  #finish(island: Island, done: number, options: SolverOptions): number {
    if (isCrowd(island, this.tools.projections, 1, Infinity)) return Math.max(done, this.#hurry(island, options, 0));
    return this.#sweepOn(island, done, options);
  }

  #sweepOn(island: Island, done: number, options: SolverOptions): number {
    const most = Math.min(options.iterations, done + LAST_SWEEPS);
    this.newton.sweepSafely(island, most - done);
    this.#takesOut = false;
    this.#norm = this.newton.norm;
    for (let n = done; n < most; n++) this.history[n] += this.#norm * this.#norm;
    return most;
  }

  /** Quick sweeps, see crowd.ts; they may end at this share of the impulses. */
  #hurry(island: Island, { iterations, tolerance }: SolverOptions, look: number, share = 0, isHasty = false): number {
    const sweeps = Math.min(iterations, sweepsInMotion(island, look));
    const crowd = this.#crowd;
    if (
      crowd?.solve(island, sweeps, tolerance, share, isHasty || island.count >= MANY ? Infinity : arrivedAt(island))
    ) {
      for (let k = 0; k < crowd.iterations; k++) this.history[k] += crowd.history.data[k] * crowd.history.data[k];
      this.#norm = crowd.norm;
      this.#takesOut = crowd.takesOut;
      this.#mayBeOff = false;
      return crowd.iterations;
    }
    makeIslandReady(island, this.tools);
    renewVelocities(island, this.tools);
    return this.#runNncg(island, 0, sweeps, tolerance);
  }

  /** A crowd in full motion. Where sweeps leave its joints too far off, Newton's method goes on from there. */
  #solveHasty(island: Island, options: SolverOptions, look: number, crowd: boolean): number {
    const n = this.#hurry(island, options, look, island.count < MANY ? BEYOND * ARRIVED : 0, true);
    if (crowd || jointsHold(island, this.tools)) return n;
    makeIslandReady(island, this.tools);
    return this.#solveFrom(island, options);
  }

  /** By Newton's method, in motion, from where quick visits have come to. */
  #solveFrom(island: Island, options: SolverOptions): number {
    boundEnergy(island, this.tools);
    const most = Math.min(options.iterations, budget(island.count, true));
    const done = this.#runNewton(island, 1, most, options.tolerance, FEW_ARE_SOLVED, MOST_STARTS, FEW_WILL_DO);
    return this.newton.solved ? done : this.#finish(island, done, options);
  }

  /**
   * Too few for a crowd, but in motion: quick visits, and if they do not get there, Newton's method from where they
   * are.
   */
  #solveFew(island: Island, options: SolverOptions, look: number): number {
    const share = BEYOND * arrivedAt(island);
    for (let round = 0; round < ROUNDS; round++) {
      const n = this.#hurry(island, options, look, share);
      if (hasArrived(island, this.#norm)) return n;
    }
    return this.#solveFrom(island, options);
  }

  /** Contacts that have one way to bear, in motion: the exact law from where quick visits come to. */
  #solveTree(island: Island, options: SolverOptions): number {
    const { iterations, tolerance } = options;
    this.#hurry(island, options, 0, NEAR);
    const most = Math.min(iterations, budget(island.count, true));
    const done = this.#runNewton(island, 1, most, tolerance, FEW_ARE_SOLVED, MOST_STARTS, FEW_WILL_DO);
    return this.newton.solved ? done : this.#finish(island, done, options);
  }

  /** A crowd that is calm. */
  #solveCrowd(island: Island, options: SolverOptions, inMotion: boolean, look: number): number {
    const { iterations, tolerance } = options;
    if (hasMoved(island)) {
      const n = this.#settle(island, options, look);
      if (this.isSettled || !triesAgain(island)) return n;
      makeIslandReady(island, this.tools);
      const done = this.#runNewton(island, 1, Math.min(iterations, 1 + MOST_OF_TRY), tolerance, SHARE_AT_REST, 0);
      noteTry(island, !this.newton.solved);
      this.isSwept = !this.newton.solved;
      return this.newton.solved ? done : Math.max(n, this.#settle(island, options, look));
    }
    const change = sweep(island, this.tools);
    this.history[0] += change;
    this.#norm = Math.sqrt(change);
    if (this.#norm <= tolerance || iterations === 1) return 1;
    if (pauses(island)) return this.#hurry(island, options, 0);
    const n = this.#solveBy('auto', island, 1, options, inMotion, mostOf(island));
    noteOutcome(island, this.#norm > tolerance);
    return n;
  }

  #settle(island: Island, options: SolverOptions, look: number): number {
    const n = this.#hurry(island, options, look, SETTLED);
    this.isSettled = this.#crowd !== undefined && this.#crowd.share <= SETTLED;
    this.isSwept = true;
    return n;
  }

  #runNncg(island: Island, done: number, most: number, tolerance: number): number {
    const nncg = this.#nncg;
    nncg.solve(island, most - done, tolerance);
    this.#takesOut = false;
    for (let k = 0; k < nncg.iterations; k++) this.history[done + k] += nncg.history.data[k] * nncg.history.data[k];
    this.#norm = nncg.norm;
    return done + nncg.iterations;
  }

  end(): void {
    for (let n = 0; n < this.iterations; n++) this.history[n] = Math.sqrt(this.history[n]);
    this.residual = Math.sqrt(this.residual);
  }

  #runNewton(
    island: Island,
    done: number,
    most: number,
    tolerance: number,
    share = 0,
    starts = MOST_STARTS,
    fair = 0,
  ): number {
    const { newton } = this;
    const still = this.#still;
    newton.solve(island, most - done, tolerance, this.#key++, done > 0 || still < Infinity, share, starts, fair, still);
    this.#mayBeOff = true;
    this.#takesOut = false;
    for (let k = 0; k < newton.iterations; k++)
      this.history[done + k] += newton.history.data[k] * newton.history.data[k];
    this.#norm = newton.norm;
    return done + newton.iterations;
  }

  /** Sweeps until they are done, or, if it may stop for that, until Newton would be cheaper. */
  #runSweeps(island: Island, done: number, most: number, tolerance: number, mayStop: boolean): number {
    const limit = tolerance * tolerance;
    let n = done;
    let last = 0;
    let norm = 0;
    while (n < most) {
      norm = sweep(island, this.tools);
      this.history[n++] += norm;
      if (norm <= limit) break;
      if (mayStop && n >= FIRST_SWEEPS && newtonPays(island, norm, last, limit)) break;
      last = norm;
    }
    this.#norm = Math.sqrt(norm);
    this.#takesOut = false;
    return n;
  }
}

/** Whether the sweeps to go, if each leaves norm/last of the change (squares all), cost more than Newton steps. */
function newtonPays(island: Island, norm: number, last: number, limit: number): boolean {
  const blocks = island.count;
  if (blocks < 2 || blocks > LARGEST_ISLAND) return false;
  const most = EXPECTED_STEPS * stepInSweeps(island);
  const rate = last > 0 ? norm / last : 1;
  if (!(rate < 1)) return true;
  let x = norm;
  for (let togo = 0; togo < most; togo++) {
    x *= rate;
    if (x <= limit) return false;
  }
  return true;
}

/**
 * What a Newton step over an island costs, in sweeps. The velocities of a wide mover are all tied to each other: w of
 * them take w³/3 products to factor, where a sweep has 2 m w for a block of m rows.
 */
function stepInSweeps({ blocks, order, from, to }: Island): number {
  const i = blocks.i.data;
  let widest = RIGID_WIDTH;
  let products = 0;
  for (let n = from; n < to; n++) {
    const h = order[n] * BLOCK_INTS;
    widest = Math.max(widest, i[h + K_WIDTH]);
    products += 2 * i[h + K_ROWS] * i[h + K_WIDTH];
  }
  return widest === RIGID_WIDTH
    ? STEP_IN_SWEEPS
    : Math.max(STEP_IN_SWEEPS, (widest * widest * widest) / (3 * products));
}

/** Iterations that an island of so many blocks may have; `isLinked`: it moves, and has more than contacts by patches. */
function budget(count: number, inMotion: boolean, isLinked = false): number {
  if (isLinked) return Math.max(MOST_IN_MOTION, Math.floor(VISITS_OF_LINKED / count));
  if (inMotion) return MOST_IN_MOTION;
  return Math.max(FEWEST_AT_REST, Math.floor(VISITS_AT_REST / count));
}

/** The share of the exchanged energy at which an island is solved; small ones are solved to the tolerance. */
function enoughFor(count: number, inMotion: boolean): number {
  if (count < SMALL) return 0;
  return inMotion ? SHARE_IN_MOTION : SHARE_AT_REST;
}
