// A patch as a block for the solver: rows in the patch's frame (see wrench-law.ts for their order), the approach that
// is still free before the target depth as the right-hand side of the normal row, restitution, compliance, the
// conveyor's velocity; and the wrench that the solver found for it.

import {
  B_ROTATION,
  B_SURFACE_VELOCITY,
  BODY_INTS,
  BODY_STRIDE,
  I_LOCKED,
  I_TYPE,
  TYPE_DYNAMIC,
  TYPE_KINEMATIC,
  TYPE_STATIC,
} from '../../bodies/layout.js';
import { rotateInto, rotateVector, turnByVector } from '../../math/quaternion.js';
import type { I32Slab } from '../../memory/arena.js';
import {
  atCompliance,
  atJacobian,
  atLambda,
  atRhs,
  atSchur,
  BLOCK_INTS,
  DIRECT,
  K_BODY_A,
  K_BODY_B,
  K_DATA,
  K_READY,
  K_SUBJECT,
  THIN,
} from '../../solver/blocks.js';
import { BOUND_HIGH, BOUND_LOW, CONE_FRICTION, PROJECT_BOUNDS, PROJECT_CONE } from '../../solver/projections.js';
import type { ContactContext } from '../model.js';
import { askBounce, reboundOf } from '../rebound.js';
import { AskedGap } from './asked-gap.js';
import type { PatchContacts } from './contacts.js';
import type { PatchJoiner } from './join.js';
import {
  S_AREA,
  S_ARM_A,
  S_ARM_B,
  S_CURVE,
  S_DEPTH,
  S_FRAME,
  S_FRICTION,
  S_GAP,
  S_GROWN,
  S_HELD,
  S_LATER,
  S_SHARP,
  S_SHIFT,
  S_VARIANCE,
  S_VOLUME,
  S_WRENCH,
  SI_FACING,
  SI_KIND,
  SI_PATCH,
  SIX_INTS,
  SIX_STRIDE,
  W_FRICTION,
  W_SHARP,
} from './layout.js';
import { easeLocked } from './locked.js';
import { thicknessOf } from './overlap-writer.js';
import { DIRECTIONS, writeDirections, writeLinear, writeRows } from './rows.js';
import { R_DEPTH, R_GAP, R_LATER, R_WRENCH, T_ARM_A, T_FRICTION, T_NORMAL, T_U, T_W, X_SHARP } from './tape-layout.js';
import { ALIKE, CLOSED, STICKS } from './tolerances.js';
import { leaveOutAxis, readWrench, writeWrench } from './wrench.js';

export class PatchAssembler {
  readonly #context: ContactContext;
  readonly #contacts: PatchContacts;
  readonly #gaps: AskedGap;
  readonly #projection: number;
  readonly #mayBeThin: boolean;
  readonly #v = new Float64Array(6);
  readonly #turn = new Float64Array(4);
  readonly #directions = new Float64Array(DIRECTIONS);
  /** By contact: 1 + where the doubles of the block begin that it had to itself; 0: it had none. */
  readonly #places: I32Slab;
  /** By body: 1, more than gaps and impulses goes into its right-hand sides, or its rows give. */
  readonly #special: I32Slab;
  /** Whether blocks are solved on top of what there is. */
  isOnTop = false;

  /** `projection`: the number of the patches' law. `mayBeThin`: it has quick sweeps, for which thin blocks will do. */
  constructor(context: ContactContext, contacts: PatchContacts, projection: number, mayBeThin: boolean) {
    this.#mayBeThin = mayBeThin;
    this.#context = context;
    this.#contacts = contacts;
    this.#gaps = new AskedGap(context, contacts);
    this.#projection = projection;
    this.#places = context.arena.i32(64);
    this.#special = context.arena.i32(64);
  }

  /** What comes is solved on top of what there is: all blocks are made anew, none is thin, and all have what they bore. */
  beginOnTop(): void {
    this.#places.data.fill(0);
    this.isOnTop = true;
  }

  /** A new substep: all blocks have other rows. */
  begin(): void {
    this.isOnTop = false;
    const { f, i, count } = this.#context.bodies;
    this.#places.data.fill(0);
    this.#special.reserve(count);
    for (let b = 0; b < count; b++) {
      const n = b * BODY_INTS;
      const isPlain =
        i.data[n + I_TYPE] !== TYPE_KINEMATIC && i.data[n + I_LOCKED] === 0 && !conveys(f.data, b * BODY_STRIDE);
      this.#special.data[b] = isPlain ? 0 : 1;
    }
  }

  /**
   * As `assemble`, of contact k by itself: after a second look it has the rows that it had before it. A facing contact
   * that does not bounce gets a thin block, and numbers when they are asked for.
   */
  assembleAgain(k: number, a: number, b: number, restitution: number): number {
    const { now } = this.#contacts;
    const { blocks } = this.#context;
    const places = this.#places;
    places.reserve(now.count);
    const patch = now.i.data[k * SIX_INTS + SI_PATCH];
    const isFacing = now.i.data[k * SIX_INTS + SI_FACING] === 1;
    const kept = places.data[k] - 1;
    const isThin = this.#mayBeThin && isFacing && !(restitution > 0) && !this.isOnTop;
    const block = isThin
      ? blocks.add(a, b, 6, this.#projection, kept, k)
      : this.assemble(now.f.data, k * SIX_STRIDE, patch, a, b, restitution, isFacing, kept);
    blocks.i.data[block * BLOCK_INTS + K_SUBJECT] = patch;
    places.data[k] = 1 + blocks.dataOf(block);
    return block;
  }

  /** The contact of a thin block. */
  #contactOf(block: number): number {
    return THIN - this.#context.blocks.i.data[block * BLOCK_INTS + K_READY];
  }

  /** Right-hand side and impulses of a thin block that has none yet. */
  #fillThin(block: number): void {
    const { blocks } = this.#context;
    if (!blocks.isEmpty(block)) return;
    const i = blocks.i.data;
    const h = block * BLOCK_INTS;
    const at = i[h + K_DATA];
    const s = blocks.f.data;
    const f = this.#contacts.now.f.data;
    const o = this.#contactOf(block) * SIX_STRIDE;
    for (let m = at + atRhs; m < at + atCompliance; m++) s[m] = 0;
    this.#gaps.ask(s, at, f, o, i[h + K_SUBJECT], i[h + K_BODY_A], i[h + K_BODY_B], 0);
    this.#carry(s, at, f, o, i[h + K_BODY_A], i[h + K_BODY_B]);
  }

  fill(block: number): void {
    this.#fillThin(block);
    const { blocks, bodies } = this.#context;
    const o = this.#contactOf(block) * SIX_STRIDE;
    const f = this.#contacts.now.f.data;
    blocks.widen(block);
    const h = block * BLOCK_INTS;
    const i = blocks.i.data;
    const at = i[h + K_DATA];
    const s = blocks.f.data;
    this.#writeJacobian(s, at, f, o);
    this.#writeLaw(s, at + W_FRICTION, at + W_SHARP, f, o);
    easeLocked(s, at + atCompliance, bodies, i[h + K_BODY_A], i[h + K_BODY_B]);
  }

  get h(): number {
    return this.#contacts.h;
  }

  get #isWarm(): boolean {
    return this.#context.warmStart || this.isOnTop;
  }

  get warmStart(): boolean {
    return this.#context.warmStart;
  }

  writeRaw(t: Float64Array, at: number, extras: Float64Array, block: number): boolean {
    const { blocks, bodies } = this.#context;
    const f = this.#contacts.now.f.data;
    const o = this.#contactOf(block) * SIX_STRIDE;
    const a = blocks.i.data[block * BLOCK_INTS + K_BODY_A];
    const b = blocks.i.data[block * BLOCK_INTS + K_BODY_B];
    if (this.#special.data[a] === 1 || this.#special.data[b] === 1 || leans(f, o + S_CURVE)) return false;
    if (turnAlike(bodies.old.data, 6 * a + 3, 6 * b + 3) && stuck(f, o)) return false;
    for (let m = 0; m < 9; m++) t[at + T_NORMAL + m] = f[o + S_FRAME + m];
    for (let m = 0; m < 6; m++) {
      t[at + T_ARM_A + m] = f[o + S_ARM_A + m];
      t[at + R_GAP + m] = f[o + S_GAP + m];
      t[at + R_WRENCH + m] = f[o + S_WRENCH + m];
    }
    t[at + R_LATER] = f[o + S_LATER];
    t[at + R_DEPTH] = f[o + S_DEPTH];
    this.#writeExtras(t, at, extras, f, o);
    return true;
  }

  /** Writes a thin block to the record of a tape at t[at…], but for what it has; false: it leans, and is filled now. */
  writeRecord(t: Float64Array, at: number, extras: Float64Array, block: number): boolean {
    const f = this.#contacts.now.f.data;
    const o = this.#contactOf(block) * SIX_STRIDE;
    if (leans(f, o + S_CURVE)) {
      this.fill(block);
      return false;
    }
    this.#fillThin(block);
    const { blocks, bodies } = this.#context;
    const h = block * BLOCK_INTS;
    writeDirections(t, at, f, o);
    this.#writeExtras(t, at, extras, f, o);
    easeLocked(extras, 0, bodies, blocks.i.data[h + K_BODY_A], blocks.i.data[h + K_BODY_B]);
    return true;
  }

  #writeJacobian(s: Float64Array, at: number, f: Float64Array, o: number): void {
    const d = this.#directions;
    const j = at + atJacobian(6);
    writeDirections(d, 0, f, o);
    writeRows(s, j, d, 0);
    lean(s, j, f, o + S_CURVE);
  }

  #writeExtras(t: Float64Array, at: number, extras: Float64Array, f: Float64Array, o: number): void {
    t[at + T_FRICTION] = f[o + S_FRICTION];
    for (let m = 0; m < 6; m++) extras[m] = 0;
    for (let m = 0; m < 4; m++) extras[X_SHARP + m] = f[o + S_SHARP + m];
  }

  #writeLaw(s: Float64Array, friction: number, sharp: number, f: Float64Array, o: number): void {
    s[friction] = f[o + S_FRICTION];
    for (let m = 0; m < 4; m++) s[sharp + m] = f[o + S_SHARP + m];
  }

  /**
   * Adds the block of the contact at f[o…] with its patch, and returns it. `isFacing`: it has a gap instead of a
   * volume. `kept`: where the doubles of the block begin that it had before a second look, or -1.
   */
  assemble(
    f: Float64Array,
    o: number,
    patch: number,
    a: number,
    b: number,
    restitution: number,
    isFacing: boolean,
    kept = -1,
  ): number {
    const { bodies, blocks, settings } = this.#context;
    const block = blocks.add(a, b, 6, this.#projection, kept);
    const at = blocks.dataOf(block);
    const s = blocks.f.data;
    const j = at + atJacobian(6);
    if (kept < 0) this.#writeJacobian(s, at, f, o);
    // Rows that lean are more than their directions say.
    if (this.#mayBeThin && isFacing && kept < 0 && !(restitution > 0) && !leans(f, o + S_CURVE)) {
      blocks.i.data[block * BLOCK_INTS + K_READY] = DIRECT;
      s.set(this.#directions, at + atSchur);
    }
    this.#writeLaw(s, at + W_FRICTION, at + W_SHARP, f, o);
    blocks.i.data[block * BLOCK_INTS + K_SUBJECT] = patch;

    const h = this.#contacts.h;
    if (isFacing) this.#gaps.ask(s, at, f, o, patch, a, b, restitution);
    const depth = isFacing ? 0 : (f[o + S_VOLUME] + f[o + S_GROWN]) / f[o + S_AREA] - f[o + S_SHIFT];
    const free = f[o + S_DEPTH] - depth;
    if (isFacing) {
      // Done.
    } else if (settings.compliance > 0) {
      // f = x/c (1 + d ẋ) at the end's depth x (Hunt and Crossley), spread over the patch as a bed of springs.
      const x = depth > 0 ? Math.min(depth, thicknessOf(f, o)) : 0;
      const slowed = h + settings.damping * x;
      const soft = settings.compliance / (h * slowed);
      s[at + atCompliance] = soft;
      s[at + atRhs] = depth > 0 ? -x / slowed : -depth / h;
      s[at + atCompliance + 1] = soft / Math.max(f[o + S_VARIANCE], 1e-300);
      s[at + atCompliance + 2] = soft / Math.max(f[o + S_VARIANCE + 1], 1e-300);
    } else {
      const bore = f[o + S_WRENCH] !== 0 || f[o + S_WRENCH + 1] !== 0 || f[o + S_WRENCH + 2] !== 0;
      if (free > (bore ? CLOSED * f[o + S_DEPTH] : 0)) s[at + atRhs] = free / h;
      s[at + atRhs] -= f[o + S_LATER] / h;
      returnAtMost(s, at, approachOfRow(s, j, bodies.v.data, a, b));
      if (restitution > 0) {
        const u = reboundOf(restitution, s, j, bodies.v.data, bodies.old.data, a, b, -depth, h);
        if (u > 0) askBounce(s, at, s[at + atRhs] + u);
      }
    }
    this.#carry(s, at, f, o, a, b);
    easeLocked(s, at + atCompliance, bodies, a, b);
    return block;
  }

  /** What surfaces that move and bodies that turn add to the right-hand side; impulses of the step before. */
  #carry(s: Float64Array, at: number, f: Float64Array, o: number, a: number, b: number): void {
    const { bodies } = this.#context;
    const { h } = this.#contacts;
    this.#addConveyors(s, at + atRhs + 3, f, o, a, b);
    const type = bodies.i.data[b * BODY_INTS + I_TYPE];
    if (type === TYPE_KINEMATIC) this.#carryRound(s, at, f, o, S_ARM_B, bodies.v.data, 6 * b + 3, -h);
    if (type !== TYPE_STATIC && stuck(f, o) && turnAlike(bodies.old.data, 6 * a + 3, 6 * b + 3)) {
      this.#carryRound(s, at, f, o, S_ARM_A, bodies.old.data, 6 * a + 3, h);
      if (type === TYPE_DYNAMIC) this.#carryRound(s, at, f, o, S_ARM_B, bodies.old.data, 6 * b + 3, -h);
    }
    if (this.#isWarm) {
      const l = at + atLambda;
      readWrench(s, l, f, o);
      if (!(s[l] > 0)) for (let m = l; m < l + 6; m++) s[m] = 0;
    }
  }

  /** What surfaces that move while their bodies do not add to the two rows of friction at s[r…]. */
  #addConveyors(s: Float64Array, r: number, f: Float64Array, o: number, a: number, b: number): void {
    const v = this.#v;
    const d = this.#context.bodies.f.data;
    const pa = a * BODY_STRIDE;
    const pb = b * BODY_STRIDE;
    if (!conveys(d, pa) && !conveys(d, pb)) return;
    rotateInto(v, 0, d, pa + B_ROTATION, d, pa + B_SURFACE_VELOCITY);
    rotateInto(v, 3, d, pb + B_ROTATION, d, pb + B_SURFACE_VELOCITY);
    for (let m = 0; m < 3; m++) {
      s[r] += f[o + S_FRAME + 3 + m] * (v[m] - v[3 + m]);
      s[r + 1] += f[o + S_FRAME + 6 + m] * (v[m] - v[3 + m]);
    }
  }

  /** The block of a contact of features: one row, which pushes, and two that rub, if they do. */
  assembleFeatures(f: Float64Array, o: number, a: number, b: number, restitution: number): number {
    const { bodies, blocks } = this.#context;
    const rubs = f[o + S_FRICTION] > 0;
    const block = rubs ? blocks.add(a, b, 3, PROJECT_CONE) : blocks.add(a, b, 1, PROJECT_BOUNDS);
    const at = blocks.dataOf(block);
    const s = blocks.f.data;
    const j = at + atJacobian(rubs ? 3 : 1);
    const d = this.#directions;
    writeDirections(d, 0, f, o);
    writeLinear(s, j, d, 0, T_NORMAL);
    if (rubs) {
      writeLinear(s, j + 12, d, 0, T_U);
      writeLinear(s, j + 24, d, 0, T_W);
      s[at + CONE_FRICTION] = f[o + S_FRICTION];
      this.#addConveyors(s, at + atRhs + 1, f, o, a, b);
    } else {
      s[at + BOUND_LOW] = Math.max(0, f[o + S_HELD]);
      s[at + BOUND_HIGH] = Infinity;
    }
    const { h } = this.#contacts;
    const n = o + S_FRAME;
    const bore = f[n] * f[o] + f[n + 1] * f[o + 1] + f[n + 2] * f[o + 2];
    const gap = f[o + S_GAP];
    // Depth that is there already is not pushed out by velocity.
    s[at + atRhs] = ((gap > (bore > 0 ? CLOSED * f[o + S_DEPTH] : 0) ? gap : 0) - f[o + S_LATER]) / h;
    returnAtMost(s, at, approachOfRow(s, j, bodies.v.data, a, b));
    if (restitution > 0) {
      const deep = gap - f[o + S_DEPTH];
      const rebound = reboundOf(restitution, s, j, bodies.v.data, bodies.old.data, a, b, deep, h);
      if (rebound > 0) askBounce(s, at, s[at + atRhs] + rebound);
    }
    if (this.#isWarm && bore > 0) {
      s[at + atLambda] = bore;
      for (let m = 0; m < 3 && rubs; m++) {
        s[at + atLambda + 1] += f[o + S_FRAME + 3 + m] * f[o + m];
        s[at + atLambda + 2] += f[o + S_FRAME + 6 + m] * f[o + m];
      }
    }
    return block;
  }

  /**
   * What sticks to a body that turns goes round with it: in h the contact's point goes by (R - 1) r, not by h ω×r, and
   * rows that only match velocities would let it drift outwards by r ω² h/2 each second. Rows of friction are told the
   * difference, for B's side with a negative h. Of a kinematic body ω is known; of free ones it is that of the step
   * before, which is right while they turn together, and so asked only of what did, and stuck or has just met.
   */
  #carryRound(
    s: Float64Array,
    at: number,
    f: Float64Array,
    o: number,
    arm: number,
    velocity: Float64Array,
    w: number,
    signed: number,
  ): void {
    const v = this.#v;
    const turn = this.#turn;
    const h = Math.abs(signed);
    const x = velocity[w];
    const y = velocity[w + 1];
    const z = velocity[w + 2];
    if (x === 0 && y === 0 && z === 0) return;
    turn[0] = turn[1] = turn[2] = 0;
    turn[3] = 1;
    turnByVector(turn, 0, h * x, h * y, h * z);
    const r = o + arm;
    rotateVector(v, 0, turn, 0, f[r], f[r + 1], f[r + 2]);
    v[0] -= f[r] + h * (y * f[r + 2] - z * f[r + 1]);
    v[1] -= f[r + 1] + h * (z * f[r] - x * f[r + 2]);
    v[2] -= f[r + 2] + h * (x * f[r + 1] - y * f[r]);
    for (let m = 0; m < 3; m++) {
      s[at + atRhs + 3] += (f[o + S_FRAME + 3 + m] * v[m]) / signed;
      s[at + atRhs + 4] += (f[o + S_FRAME + 6 + m] * v[m]) / signed;
    }
  }

  /** Takes the wrenches that the solver found. */
  readBack(joiner: PatchJoiner): void {
    const { blocks } = this.#context;
    const { bearing, bearingCount, now } = this.#contacts;
    const s = blocks.f.data;
    const f = now.f.data;
    let next = 0;
    for (let n = 0; n < bearingCount; n++) {
      const o = bearing.data[2 * n] * SIX_STRIDE;
      const at = blocks.dataOf(bearing.data[2 * n + 1]);
      if (n < next) continue;
      next = n + 1;
      if (now.i.data[bearing.data[2 * n] * SIX_INTS + SI_KIND] !== 0) {
        for (let m = 0; m < 3; m++) f[o + S_WRENCH + m] = s[at + atLambda] * f[o + S_FRAME + m];
        for (let m = 0; m < 3 && f[o + S_FRICTION] > 0; m++)
          f[o + m] += s[at + atLambda + 1] * f[o + S_FRAME + 3 + m] + s[at + atLambda + 2] * f[o + S_FRAME + 6 + m];
        continue;
      }
      while (next < bearingCount && bearing.data[2 * next + 1] === bearing.data[2 * n + 1]) next++;
      if (next > n + 1) {
        joiner.share(bearing.data, n, next, s, at, blocks.i.data[bearing.data[2 * n + 1] * BLOCK_INTS + K_SUBJECT]);
        continue;
      }
      if (blocks.i.data[bearing.data[2 * n + 1] * BLOCK_INTS + K_READY] <= THIN)
        this.#fillThin(bearing.data[2 * n + 1]);
      writeWrench(f, o + S_WRENCH, s, at + atLambda, f, o + S_FRAME, o + S_CURVE);
      leaveOutAxis(f, o);
    }
  }
}

/**
 * A row that lifts bodies, so that they are not inside each other by the end of the step, returns no more speed than
 * they come with (below 0) at the velocities before the solve: the work of its impulse is its size times the mean of
 * both, and so never adds energy.
 */
function returnAtMost(s: Float64Array, at: number, comes: number): void {
  if (s[at + atRhs] < 0) s[at + atRhs] = Math.max(s[at + atRhs], Math.min(0, comes));
}

/** What the row at s[j…] makes of the velocities v of bodies a and b. */
function approachOfRow(s: Float64Array, j: number, v: Float64Array, a: number, b: number): number {
  let sum = 0;
  for (let m = 0; m < 6; m++) sum += s[j + m] * v[6 * a + m] + s[j + 6 + m] * v[6 * b + m];
  return sum;
}

/** Whether the angular velocities at w[a…] and w[b…] are as good as one. */
function turnAlike(w: Float64Array, a: number, b: number): boolean {
  let off = 0;
  let all = 0;
  for (let m = 0; m < 3; m++) {
    off += (w[a + m] - w[b + m]) * (w[a + m] - w[b + m]);
    all += w[b + m] * w[b + m];
  }
  return off < ALIKE * ALIKE * all;
}

/**
 * Whether what the contact at f[o…] bore in the step before was well within its friction; what bore nothing may stick.
 */
function stuck(f: Float64Array, o: number): boolean {
  const n = o + S_FRAME;
  const w = o + S_WRENCH;
  const push = f[w] * f[n] + f[w + 1] * f[n + 1] + f[w + 2] * f[n + 2];
  const limit = STICKS * f[o + S_FRICTION] * push;
  return !(push > 0) || f[w] * f[w] + f[w + 1] * f[w + 1] + f[w + 2] * f[w + 2] - push * push < limit * limit;
}

/** Rows 1 and 2 of a curved patch: moving across the normal closes it where the surface leans against that. */
function lean(s: Float64Array, j: number, f: Float64Array, c: number): void {
  if (!leans(f, c)) return;
  for (let m = j; m < j + 12; m++) {
    s[m + 12] -= f[c] * s[m + 36] + f[c + 1] * s[m + 48];
    s[m + 24] -= f[c + 1] * s[m + 36] + f[c + 2] * s[m + 48];
  }
}

function conveys(d: Float64Array, p: number): boolean {
  const v = p + B_SURFACE_VELOCITY;
  return d[v] !== 0 || d[v + 1] !== 0 || d[v + 2] !== 0;
}

function leans(f: Float64Array, c: number): boolean {
  return f[c] !== 0 || f[c + 1] !== 0 || f[c + 2] !== 0;
}
