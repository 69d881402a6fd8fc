// Correction of an island's contacts together, by Newton's method, with the joints that hold its bodies.
//
// The blocks of the velocities once more, with lengths in the place of speeds: rows J of the records on the tape, their
// gaps as right-hand sides, no friction; and the rows of joints, which hold what they hold. The least motion that opens
// every gap is what it finds. Sweeps come there only by as many of them as one body is heavier than another, and know
// nothing of joints: a ball of 300 times a link's mass that is fixed to the last link of a chain is moved by nobody, and
// the link goes to and fro between what its contact and its joint ask for.
//
// Gaps are linear in small motions only. A body that turns by θ is off by r θ²/2 at r from its centre, and one that
// slides by x along a surface of radius R by x²/2R. Between heavy bodies a light one would be turned and slid far, for
// hardly anything. With Λ the push that acts on it (kg m), x and r θ cost Λ/R times their squares more than masses say,
// and θ Λ r: the Hessian of the Lagrangian, bounded. So Λ/R is added to its mass, and Λ (r + r²/R) to its inertia.
// Who gives way is all that it changes: gaps open as they should. Verified in test/contact/correct-sweeps.test.ts.

import { B_INV_INERTIA, B_INV_MASS, B_RADIUS, BODY_STRIDE } from '../../bodies/layout.js';
import type { BodyStore } from '../../bodies/store.js';
import type { Arena, F64Slab, I32Slab } from '../../memory/arena.js';
import {
  atJacobian,
  atLambda,
  atRhs,
  atSchur,
  BLOCK_INTS,
  BlockStore,
  K_BODY_A,
  K_BODY_B,
  K_DATA,
  K_PROJECTION,
  K_ROWS,
  K_SUBJECT,
  K_WIDTH,
  RIGID_WIDTH,
} from '../../solver/blocks.js';
import { Island } from '../../solver/island.js';
import type { Kernels } from '../../solver/kernels.js';
import { NewtonSolver } from '../../solver/newton.js';
import {
  BOUND_HIGH,
  PROJECT_BILATERAL,
  PROJECT_BOUNDS,
  type Projection,
  projectBilateral,
  projectBounds,
} from '../../solver/projections.js';
import { SweepTools } from '../../solver/sweeps.js';
import type { CorrectionIslands } from './correct-islands.js';
import {
  C_GAP,
  C_INTS,
  C_MOST,
  C_NORMAL,
  C_STRIDE,
  C_TILT_1,
  C_TILT_2,
  C_TURN_A,
  C_TURN_B,
  CI_A,
  CI_B,
  CI_COUNT,
  CI_START,
} from './correct-layout.js';
import type { CorrectionTape } from './correct-tape.js';
import type { LedBound } from './led-bound.js';
import { correctPose } from './motion.js';
import { BEARS_FLAT, BEARS_NOT, factorPress, P_A, P_E, P_FACTOR, P_N, PRESS_NUMBERS, press } from './press.js';
import { CORRECTED, CORRECTED_ENOUGH } from './tolerances.js';

const PROJECT_PRESS = 2;
/** Newton steps that an island has. */
const STEPS = 20;
/** Solves of an island in a pass, each with what the pushes of the one before add to its masses. */
const ROUNDS = 4;
/** What adds less than this share to the inertia of every body is not minded. */
const HARDLY = 0.1;

export class CorrectionTogether {
  readonly #bodies: BodyStore;
  readonly #joints: BlockStore;
  readonly #islands: CorrectionIslands;
  readonly #kernels: Kernels;
  readonly #blocks: BlockStore;
  readonly #island: Island;
  readonly #newton: NewtonSolver;
  readonly #order: I32Slab;
  /** How far bodies are moved and turned, by slot; before that, nowhere. */
  readonly #moves: F64Slab;
  /** By slot: what pushes add to its mass and its inertia; and records with the inverse masses that makes. */
  readonly #pushes: F64Slab;
  readonly #masses: F64Slab;
  readonly #now: F64Slab;

  /** `joints`: blocks of the velocities, among which are those of joints. */
  constructor(
    bodies: BodyStore,
    joints: BlockStore,
    tape: CorrectionTape,
    islands: CorrectionIslands,
    kernels: Kernels,
    arena: Arena,
  ) {
    this.#bodies = bodies;
    this.#joints = joints;
    this.#islands = islands;
    this.#kernels = kernels;
    this.#blocks = new BlockStore(arena, joints.movers);
    this.#island = new Island(this.#blocks);
    const laws = [projectBilateral, projectBounds, pressing(tape)];
    this.#newton = new NewtonSolver(new SweepTools(laws, kernels), arena);
    this.#order = arena.i32(16);
    this.#moves = arena.f64(64);
    this.#pushes = arena.f64(16);
    this.#now = arena.f64(16);
    this.#masses = arena.f64(64);
    this.begin();
  }

  /** A new substep. */
  begin(): void {
    this.#pushes.reserve(2 * this.#bodies.count);
    this.#now.reserve(2 * this.#bodies.count);
    this.#pushes.data.fill(0, 0, 2 * this.#bodies.count);
  }

  /**
   * Moves the bodies of island n, whose contacts are the records `from` to `to`, until none is nearer than it may be.
   * Returns how far points may be from where first order has them; adds to `moved`, by slot, how far they came at most.
   */
  run(tape: CorrectionTape, n: number, from: number, to: number, moved: Float64Array, bound: LedBound): number {
    const blocks = this.#blocks;
    const island = this.#island;
    blocks.clear();
    this.#addJoints(n);
    for (let r = from; r < to; r++) this.#addContact(tape, r);
    this.#order.reserve(blocks.count);
    this.#moves.reserve(6 * this.#bodies.count);
    this.#masses.reserve(BODY_STRIDE * this.#bodies.count);
    for (let k = 0; k < blocks.count; k++) this.#order.data[k] = k;
    for (let round = 0; round < ROUNDS; round++) {
      this.#weigh();
      this.#moves.data.fill(0, 0, 6 * this.#bodies.count);
      let lightest = Infinity;
      for (let k = 0; k < blocks.count; k++) {
        const o = blocks.dataOf(k);
        blocks.f.data.fill(0, o + atLambda, o + atLambda + 6);
        this.#kernels.assemble(blocks, k, this.#masses.data);
        this.#kernels.factor(blocks, k);
        lightest = Math.min(lightest, 1 / blocks.f.data[o + atSchur]);
      }
      island.look(this.#order.data, 0, blocks.count, this.#masses.data);
      island.v = this.#moves.data;
      this.#newton.solve(island, STEPS, CORRECTED_ENOUGH * lightest, 0);
      if (!this.#takePushes(tape)) break;
    }
    return this.#displaceAll(moved, bound);
  }

  /** Inverse masses of the blocks' bodies, with what pushes add to them. */
  #weigh(): void {
    const { i, count } = this.#blocks;
    const d = this.#bodies.f.data;
    const e = this.#masses.data;
    for (let k = 0; k < count; k++)
      for (let side = K_BODY_A; side <= K_BODY_B; side++) {
        const slot = i.data[k * BLOCK_INTS + side];
        const o = slot * BODY_STRIDE + B_INV_MASS;
        const mass = 1 + this.#pushes.data[2 * slot] * d[o];
        const inertia = 1 + this.#pushes.data[2 * slot + 1] * traceOf(d, slot);
        for (let m = 0; m < 9; m++) e[o + m] = d[o + m] / (m < 3 ? mass : inertia);
      }
  }

  /** The pushes found, where they are more than those before. False: they hardly add to any body. */
  #takePushes(tape: CorrectionTape): boolean {
    const { i, f, count } = this.#blocks;
    const d = this.#bodies.f.data;
    const most = this.#pushes.data;
    const now = this.#now.data;
    now.fill(0, 0, 2 * this.#bodies.count);
    for (let k = 0; k < count; k++) {
      const h = k * BLOCK_INTS;
      if (i.data[h + K_PROJECTION] === PROJECT_BILATERAL) continue;
      const push = f.data[i.data[h + K_DATA] + atLambda];
      const radius = (0.5 / CORRECTED) * tape.records[i.data[h + K_SUBJECT] * C_STRIDE + C_MOST];
      for (let side = K_BODY_A; side <= K_BODY_B; side++) {
        const slot = i.data[h + side];
        const r = d[slot * BODY_STRIDE + B_RADIUS];
        now[2 * slot] += push / radius;
        now[2 * slot + 1] += push * r * (1 + r / radius);
      }
    }
    let isMore = false;
    for (let slot = 1; slot < this.#bodies.count; slot++) {
      const p = 2 * slot + 1;
      if (now[p] > 2 * most[p] && now[p] * traceOf(d, slot) > HARDLY) isMore = true;
      most[p - 1] = Math.max(most[p - 1], now[p - 1]);
      most[p] = Math.max(most[p], now[p]);
    }
    return isMore;
  }

  /** Joints of the island, as they were where the step began: they are as they should be, and stay so. */
  #addJoints(n: number): void {
    const { i, f, count } = this.#joints;
    for (let k = 0; k < count; k++) {
      const h = k * BLOCK_INTS;
      if (i.data[h + K_PROJECTION] !== PROJECT_BILATERAL) continue;
      if (this.#islands.ofBody(i.data[h + K_BODY_A]) !== n && this.#islands.ofBody(i.data[h + K_BODY_B]) !== n)
        continue;
      if (i.data[h + K_WIDTH] !== RIGID_WIDTH) continue;
      const rows = i.data[h + K_ROWS];
      const block = this.#blocks.add(i.data[h + K_BODY_A], i.data[h + K_BODY_B], rows, PROJECT_BILATERAL);
      const j = this.#blocks.dataOf(block) + atJacobian(rows);
      const from = i.data[h + K_DATA] + atJacobian(rows);
      for (let m = 0; m < RIGID_WIDTH * rows; m++) this.#blocks.f.data[j + m] = f.data[from + m];
    }
  }

  #addContact(tape: CorrectionTape, r: number): void {
    const blocks = this.#blocks;
    const t = tape.records;
    const at = r * C_STRIDE;
    // What is as good as endlessly far away.
    if (!(t[at + C_GAP] < Infinity)) return;
    const rows = tape.ints[r * C_INTS + CI_COUNT] > 1 ? 3 : 1;
    const block = blocks.add(
      tape.bodyOf(r, CI_A),
      tape.bodyOf(r, CI_B),
      rows,
      rows === 3 ? PROJECT_PRESS : PROJECT_BOUNDS,
    );
    const o = blocks.dataOf(block);
    const f = blocks.f.data;
    if (rows === 1) f[o + BOUND_HIGH] = Infinity;
    blocks.i.data[block * BLOCK_INTS + K_SUBJECT] = r;
    const j = o + atJacobian(rows);
    for (let m = 0; m < rows; m++) f[o + atRhs + m] = t[at + C_GAP + m];
    for (let m = 0; m < 3; m++) {
      f[j + m] = t[at + C_NORMAL + m];
      f[j + 3 + m] = t[at + C_TURN_A + m];
      f[j + 6 + m] = -t[at + C_NORMAL + m];
      f[j + 9 + m] = t[at + C_TURN_B + m];
      if (rows === 1) continue;
      f[j + 15 + m] = t[at + C_TILT_1 + m];
      f[j + 21 + m] = -t[at + C_TILT_1 + m];
      f[j + 27 + m] = t[at + C_TILT_2 + m];
      f[j + 33 + m] = -t[at + C_TILT_2 + m];
    }
  }

  #displaceAll(moved: Float64Array, bound: LedBound): number {
    const d = this.#bodies.f.data;
    const x = this.#moves.data;
    let off = 0;
    let share = 1;
    for (let b = 1; b < this.#bodies.count; b++) share = bound.shareOf(d, b, x, 6 * b, share);
    for (let b = 1; b < this.#bodies.count; b++) {
      const p = 6 * b;
      for (let m = p; m < p + 6 && share < 1; m++) x[m] *= share;
      bound.lead(d, b, x, p);
      let isMoved = false;
      for (let m = p; m < p + 6; m++) if (x[m] !== 0) isMoved = true;
      if (isMoved) off = Math.max(off, correctPose(d, b, x, p, moved));
    }
    return off;
  }
}

/** Of a body's inverse inertia: no axis has more. */
function traceOf(d: Float64Array, slot: number): number {
  const o = slot * BODY_STRIDE + B_INV_INERTIA;
  return d[o] + d[o + 3] + d[o + 5];
}

/** The normal law of a patch, on positions (press.ts). */
function pressing(tape: CorrectionTape): Projection {
  const w = new Float64Array(PRESS_NUMBERS);
  return (f, o, _, r, subject) => {
    const s = o + atSchur;
    const l = o + atLambda;
    for (let m = 0; m < 3; m++)
      w[P_E + m] = r[m] - f[s + 3 * m] * f[l] - f[s + 3 * m + 1] * f[l + 1] - f[s + 3 * m + 2] * f[l + 2];
    for (let m = 0, k = P_A; m < 3; m++) for (let c = m; c < 3; c++) w[k++] = f[s + 3 * m + c];
    factorPress(w, P_A, P_FACTOR);
    const q = subject * C_INTS;
    const bears = press(tape.outline, tape.ints[q + CI_START], tape.ints[q + CI_COUNT], BEARS_FLAT, w);
    for (let m = 0; m < 3; m++) r[m] = bears === BEARS_NOT ? 0 : w[P_N + m];
  };
}
