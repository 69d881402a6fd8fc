// An island in full motion as one packed tape: what the visits of crowd-visit.ts read, and nothing else.
//
// A block of the solver takes 250 numbers, of which a visit reads most: J and B as they are written out, S and its
// factor with their empty halves. The rows of a patch are made of three directions and two arms, so that a record here
// has 64 numbers, and a body sixteen. An island of 2,000 blocks is then swept within the cache.
//
// Record of a patch (see wrench-law.ts for rows and signs):
//   n, u, w        directions of rows 0, 3, 4; n is also that of row 5
//   r_a, r_b       arms from the centres of mass
//   t₁, t₂         directions of rows 1 and 2
//   b              right-hand side of the six rows
//   S              diagonal, then upper triangle by rows; of the first three rows L (below the diagonal) and 1/D of its
//                  factor, whose rest lies elsewhere
//   μ              friction
//   ρ              what the arm of spinning friction is made of (crowd-visit.ts)
// Compliance, and how sharply the patch ends on its sides, stand before its outline where they are not 0 and 1.
// Record of a single row between bounds (something that is about to land): J and B written out.
// A joint's m rows are m such records without bounds, made independent of each other: with S = L D Lᵀ, L⁻¹J has the
// diagonal D in place of S, and impulses Lᵀλ, so that one row after the other is the same visit as all at once.

import { B_INV_INERTIA, B_INV_MASS, BODY_STRIDE } from '../../bodies/layout.js';
import type { Arena, GrowingMemory, I32Slab } from '../../memory/arena.js';
import { SCRATCH } from '../../memory/wasm.js';
import { KEPT_OUTLINE, KEPT_STRIDE } from '../../patch/layout.js';
import type { PatchBuffer } from '../../patch/patch.js';
import { writeSpread } from '../../patch/spread.js';
import {
  atCompliance,
  atFactor,
  atJacobian,
  atLambda,
  atResponse,
  atRhs,
  atSchur,
  BLOCK_INTS,
  type BlockStore,
  DIRECT,
  K_AT_A,
  K_AT_B,
  K_BODY_A,
  K_BODY_B,
  K_DATA,
  K_PROJECTION,
  K_READY,
  K_ROWS,
  K_SUBJECT,
  K_WIDTH,
  RIGID_WIDTH,
  THIN,
} from '../../solver/blocks.js';
import type { Island } from '../../solver/island.js';
import { BOUND_HIGH, BOUND_LOW, PROJECT_BILATERAL } from '../../solver/projections.js';
import { W_FRICTION, W_SHARP } from './layout.js';
import { KEPT, MANY, MIXED } from './mixing.js';
import { DIRECTIONS } from './rows.js';
import {
  EXTRAS,
  KIND_CURVED,
  KIND_EDGED,
  KIND_ROW,
  KIND_SOFT,
  R_MOMENTS,
  RAW,
  REST_STRIDE,
  T_ANSWER,
  T_ARM_A,
  T_ARM_B,
  T_CENTER,
  T_FRICTION,
  T_GAMMA,
  T_HIGH,
  T_LOW,
  T_NORMAL,
  T_REACH,
  T_RHS,
  T_ROW,
  T_ROW_COMPLIANCE,
  T_ROW_INVERSE,
  T_ROW_RHS,
  T_S,
  T_STRIDE,
  T_TILT_1,
  T_TILT_2,
  T_U,
  T_W,
  TAPE_INTS,
  TB_INV_INERTIA,
  TB_INV_MASS,
  TB_STRIDE,
  TI_A,
  TI_B,
  TI_BEARS,
  TI_COUNT,
  TI_GROUP_END,
  TI_KIND,
  TI_PAUSE,
  TI_START,
  TRIES_REST,
  X_SHARP,
} from './tape-layout.js';
import { bufferOf, roomFor } from './tape-memory.js';

/** Records that are written before the kernel is told of them: they are in the cache still. */
const AT_ONCE = 64;

/** Whose thin blocks are. */
export interface ThinSource {
  /** Length of the step (s), and whether impulses begin with those of the one before. */
  readonly h: number;
  readonly warmStart: boolean;
  /** As a CrowdSolver does. */
  fill(block: number): void;
  /** Copies what thin block k, which is empty, is made of to the record at t[at…], raw; false: there is more to it. */
  writeRaw(t: Float64Array, at: number, extras: Float64Array, k: number): boolean;
  /**
   * Right-hand side and impulses into thin block k, if they are not there yet, directions and friction into the record at
   * t[at…], the rest into `extras`; false: these do not say what its rows are, and it is filled.
   */
  writeRecord(t: Float64Array, at: number, extras: Float64Array, k: number): boolean;
}

export class CrowdTape {
  count = 0;
  bodyCount = 0;
  records!: Float64Array;
  ints!: Int32Array;
  /** Six impulses a record; zeros beyond the first for a row. */
  lambda!: Float64Array;
  /** What records have not of their factors. */
  rest!: Float64Array;
  bodies!: Float64Array;
  /** Corners of all outlines, pairs (u, w), and what stands before them. */
  outline!: Float64Array;
  /** For who sweeps over it: what mixing.ts or momentum.ts have of the last sweeps, and a number a sweep. */
  past!: Float64Array;
  /** Velocities of the bodies after sweeps that are mixed. */
  motions!: Float64Array;
  /** Whether bodies have the velocities without any impulse. */
  isCold = false;
  history!: Float64Array;
  /** Twice the energy (J) of a change of velocities that is as good as none (crowd-solve.ts); 0: none is. */
  still = 0;
  /** Of a body of the tape: where its velocities are in those of all movers. */
  readonly places: I32Slab;
  /** By slot: 1 + its number on the tape. */
  readonly #numbers: I32Slab;
  readonly #patches: PatchBuffer;
  readonly #memory: GrowingMemory | null;
  readonly #source: ThinSource | null;
  #used = 0;
  /** What stands before the outline in hand. */
  readonly #extras = new Float64Array(EXTRAS);
  /** Numbers that there is room for before an outline: none until one needs it. */
  #room = 0;

  /** All of it lies in `memory`, which grows as it must, or in a buffer of its own. */
  constructor(patches: PatchBuffer, arena: Arena, memory: GrowingMemory | null, source: ThinSource | null = null) {
    this.#patches = patches;
    this.#source = source;
    this.#memory = memory;
    this.places = arena.i32(64);
    this.#numbers = arena.i32(64);
    this.#lay(64, 64, 1024, 64, 64);
  }

  /** Makes room for so many records (in a group), bodies, numbers of outlines, and sweeps. What was there is lost. */
  #lay(records: number, bodies: number, outline: number, sweeps: number, group: number): void {
    let bytes = SCRATCH;
    const place = (n: number): number => {
      const at = bytes;
      bytes += (n + 63) & ~63;
      return at;
    };
    const atRecords = place(8 * T_STRIDE * records);
    const atLambdas = place(48 * records);
    const past = Math.max(6 * (records + group), KEPT * Math.min(records, MANY));
    const atPast = place(8 * past);
    const atRest = place(8 * REST_STRIDE * records);
    const atBodies = place(8 * TB_STRIDE * bodies);
    const motions = 6 * Math.max(bodies, MIXED * Math.min(bodies, 2 * MANY));
    const atMotions = place(8 * motions);
    const atOutline = place(8 * outline);
    const atHistory = place(8 * sweeps);
    const atInts = place(4 * TAPE_INTS * records);
    const buffer = bufferOf(this.#memory, bytes);
    this.records = new Float64Array(buffer, atRecords, T_STRIDE * records);
    this.lambda = new Float64Array(buffer, atLambdas, 6 * records);
    this.past = new Float64Array(buffer, atPast, past);
    this.rest = new Float64Array(buffer, atRest, REST_STRIDE * records);
    this.bodies = new Float64Array(buffer, atBodies, TB_STRIDE * bodies);
    this.motions = new Float64Array(buffer, atMotions, motions);
    this.outline = new Float64Array(buffer, atOutline, outline);
    this.history = new Float64Array(buffer, atHistory, sweeps);
    this.ints = new Int32Array(buffer, atInts, TAPE_INTS * records);
  }

  #reserve(records: number, bodies: number, outline: number, sweeps: number, group: number): void {
    const has = this.lambda.length / 6;
    const hasBodies = this.bodies.length / TB_STRIDE;
    const hasOutline = this.outline.length;
    const hasSweeps = this.history.length;
    const past = 6 * (records + group);
    if (
      records <= has &&
      bodies <= hasBodies &&
      outline <= hasOutline &&
      sweeps <= hasSweeps &&
      past <= this.past.length
    )
      return;
    this.#lay(
      roomFor(records, has),
      roomFor(bodies, hasBodies),
      roomFor(outline, hasOutline),
      roomFor(sweeps, hasSweeps),
      group,
    );
  }

  /**
   * Writes the tape but for S (crowd-ends.ts), with room for so many sweeps; false: there is something in the island
   * that it has no record for. Bodies have the velocities of before the solve, or where none are known those of now.
   * `isWritten` is told of all records in turn, some at a time, while they are near.
   */
  load(island: Island, sweeps: number, isWritten: ((from: number, to: number) => void) | null = null): boolean {
    const { blocks, order, from, to } = island;
    const i = blocks.i.data;
    const { outlineCount } = this.#patches;
    let last = 0;
    let corners = 0;
    let count = 0;
    let inGroup = 0;
    let group = 0;
    for (let n = from; n < to; n++) {
      const h = order[n] * BLOCK_INTS;
      const rows = i[h + K_ROWS];
      const isJoint = i[h + K_PROJECTION] === PROJECT_BILATERAL;
      if (i[h + K_WIDTH] !== RIGID_WIDTH || (rows !== 6 && rows !== 1 && !isJoint)) return false;
      const before = n > from ? order[n - 1] * BLOCK_INTS : h;
      if (i[h + K_BODY_A] !== i[before + K_BODY_A] || i[h + K_BODY_B] !== i[before + K_BODY_B]) inGroup = 0;
      last = Math.max(last, i[h + K_BODY_A], i[h + K_BODY_B]);
      count += isJoint ? rows : 1;
      inGroup += isJoint ? rows : 1;
      if (inGroup > group) group = inGroup;
      if (rows === 6 && !isJoint) corners += outlineCount[i[h + K_SUBJECT]];
    }
    this.count = count;
    this.bodyCount = 0;
    this.isCold = island.start.length > 0;
    const outline = EXTRAS + 2 * corners + this.#room * this.count;
    this.#reserve(this.count, Math.min(2 * this.count, last + 1), outline, sweeps, group);
    for (let m = 0; m < EXTRAS; m++) this.outline[m] = m < X_SHARP ? 0 : 1;
    this.#used = EXTRAS;
    this.#numbers.reserve(last + 1);
    this.places.reserve(last + 1);
    const q = this.ints;
    let k = 0;
    let told = 0;
    let hasRoom = true;
    for (let n = from; n < to && hasRoom; n++) {
      const h = order[n] * BLOCK_INTS;
      const a = this.#enter(island, i[h + K_BODY_A], i[h + K_AT_A]);
      const b = this.#enter(island, i[h + K_BODY_B], i[h + K_AT_B]);
      const first = k;
      if (i[h + K_PROJECTION] === PROJECT_BILATERAL) {
        this.#loadJoint(k, blocks.f.data, i[h + K_DATA], i[h + K_ROWS]);
        k += i[h + K_ROWS];
      } else if (i[h + K_ROWS] === 6) hasRoom = this.#loadPatch(k++, blocks, order[n]);
      else this.#loadRow(k++, blocks.f.data, i[h + K_DATA]);
      for (let r = first; r < k; r++) {
        q[r * TAPE_INTS + TI_A] = a;
        q[r * TAPE_INTS + TI_B] = b;
        q[r * TAPE_INTS + TI_PAUSE] = 0;
      }
      if (isWritten !== null && hasRoom && (k >= told + AT_ONCE || n === to - 1)) {
        isWritten(told, k);
        told = k;
      }
    }
    for (let n = count - 1; n >= 0 && hasRoom; n--) {
      const o = n * TAPE_INTS;
      const isLast =
        n === count - 1 || q[o + TI_A] !== q[o + TAPE_INTS + TI_A] || q[o + TI_B] !== q[o + TAPE_INTS + TI_B];
      q[o + TI_GROUP_END] = isLast ? n + 1 : q[o + TAPE_INTS + TI_GROUP_END];
    }
    const numbers = this.#numbers.data;
    for (let n = from; n < to; n++) {
      const h = order[n] * BLOCK_INTS;
      numbers[i[h + K_BODY_A]] = numbers[i[h + K_BODY_B]] = 0;
    }
    if (hasRoom) return true;
    this.#room = EXTRAS;
    return this.load(island, sweeps, isWritten);
  }

  /** Takes impulses and velocities back. */
  store({ blocks, order, from, to, v }: Island): void {
    const i = blocks.i.data;
    const f = blocks.f.data;
    const { lambda, records: t } = this;
    let k = 0;
    for (let n = from; n < to; n++) {
      const h = order[n] * BLOCK_INTS;
      const rows = i[h + K_ROWS];
      const l = i[h + K_DATA] + atLambda;
      if (i[h + K_PROJECTION] === PROJECT_BILATERAL) {
        storeJoint(lambda, k, f, i[h + K_DATA], rows);
        k += rows;
        continue;
      }
      for (let r = 0; r < rows; r++) f[l + r] = lambda[6 * k + r];
      if (i[h + K_READY] <= THIN)
        for (let r = 0, b = k * T_STRIDE + T_RHS; r < 6; r++) f[i[h + K_DATA] + atRhs + r] = t[b + r];
      k++;
    }
    const y = this.bodies;
    for (let b = 0; b < this.bodyCount; b++) {
      const at = this.places.data[b];
      for (let m = 0; m < 6; m++) v[at + m] = y[b * TB_STRIDE + m];
    }
  }

  /** Where body `slot`, whose velocities are at v[at…], begins on the tape. */
  #enter({ bodies, v, start }: Island, slot: number, at: number): number {
    const known = this.#numbers.data[slot];
    if (known > 0) return (known - 1) * TB_STRIDE;
    const k = this.bodyCount++;
    this.#numbers.data[slot] = k + 1;
    this.places.data[k] = at;
    const y = this.bodies;
    const p = k * TB_STRIDE;
    const d = slot * BODY_STRIDE;
    const from = this.isCold ? start : v;
    for (let m = 0; m < 6; m++) y[p + m] = from[at + m];
    for (let m = 0; m < 3; m++) y[p + TB_INV_MASS + m] = bodies[d + B_INV_MASS + m];
    for (let m = 0; m < 6; m++) y[p + TB_INV_INERTIA + m] = bodies[d + B_INV_INERTIA + m];
    return p;
  }

  /** False: there is no room for what stands before its outline. */
  #loadPatch(k: number, blocks: BlockStore, block: number): boolean {
    const t = this.records;
    const at = k * T_STRIDE;
    const i = blocks.i.data;
    const h = block * BLOCK_INTS;
    const patch = i[h + K_SUBJECT];
    const isThin = i[h + K_READY] <= THIN;
    const isRaw =
      isThin && this.#memory !== null && blocks.isEmpty(block) && this.#source!.writeRaw(t, at, this.#extras, block);
    if (!isRaw) this.#readBlock(k, blocks, block, isThin);
    const kind = this.#kind();
    const { vertices, outlineStart, outlineCount } = this.#patches;
    const { outline } = this;
    const q = this.ints;
    q[k * TAPE_INTS + TI_KIND] = kind;
    if (kind !== KIND_EDGED) {
      if (this.#room === 0) return false;
      for (let m = 0; m < EXTRAS; m++) outline[this.#used++] = this.#extras[m];
    }
    q[k * TAPE_INTS + TI_START] = this.#used;
    q[k * TAPE_INTS + TI_COUNT] = outlineCount[patch];
    for (let m = outlineStart[patch], e = m + 2 * outlineCount[patch]; m < e; m++) outline[this.#used++] = vertices[m];
    q[k * TAPE_INTS + TI_BEARS] = isRaw ? RAW : TRIES_REST;
    t[at + T_GAMMA] = 0;
    if (isRaw) {
      const { records } = this.#patches;
      const from = patch * KEPT_STRIDE + KEPT_OUTLINE;
      for (let m = 0; m < 6; m++) t[at + R_MOMENTS + m] = records[from + m];
      return true;
    }
    writeSpread(this.#patches, patch, t, at + T_CENTER);
    for (let m = 0; m < 4; m++) t[at + T_REACH + m] = 1 / t[at + T_REACH + m];
    return true;
  }

  /** Of a record that has these extras. */
  #kind(): number {
    const x = this.#extras;
    for (let m = X_SHARP; m < EXTRAS; m++) if (x[m] !== 1) return KIND_CURVED;
    for (let m = 0; m < X_SHARP; m++) if (x[m] !== 0) return KIND_SOFT;
    return KIND_EDGED;
  }

  /** What the record has from its block, or where that is thin from whose it is. */
  #readBlock(k: number, blocks: BlockStore, block: number, isThin: boolean): void {
    const t = this.records;
    const at = k * T_STRIDE;
    const i = blocks.i.data;
    const h = block * BLOCK_INTS;
    const isWritten = isThin && this.#source!.writeRecord(t, at, this.#extras, block);
    const f = blocks.f.data;
    const o = i[h + K_DATA];
    if (!isWritten) readRecord(t, at, this.#extras, f, o, i[h + K_READY] === DIRECT);
    for (let r = 0; r < 6; r++) {
      t[at + T_RHS + r] = f[o + atRhs + r];
      this.lambda[6 * k + r] = f[o + atLambda + r];
    }
  }

  #loadRow(k: number, f: Float64Array, o: number): void {
    this.#copyRow(k, f, o + atJacobian(1), o + atResponse(1, RIGID_WIDTH), o + atRhs, f[o + atLambda], f[o + atSchur]);
    const t = this.records;
    const at = k * T_STRIDE;
    t[at + T_LOW] = f[o + BOUND_LOW];
    t[at + T_HIGH] = f[o + BOUND_HIGH];
    t[at + T_ROW_COMPLIANCE] = f[o + atCompliance];
    t[at + T_ROW_INVERSE] = f[o + atFactor(1)];
  }

  /** Row, answer and right-hand side from f[j…], f[b…] and f[rhs]. */
  #copyRow(k: number, f: Float64Array, j: number, b: number, rhs: number, lambda: number, weight: number): void {
    const t = this.records;
    const at = k * T_STRIDE;
    for (let m = 0; m < 12; m++) {
      t[at + T_ROW + m] = f[j + m];
      t[at + T_ANSWER + m] = f[b + m];
    }
    t[at + T_ROW_RHS] = f[rhs];
    for (let m = 0; m < 6; m++) this.lambda[6 * k + m] = t[at + T_S + m] = 0;
    this.lambda[6 * k] = lambda;
    t[at + T_S] = weight;
    this.ints[k * TAPE_INTS + TI_KIND] = KIND_ROW;
    this.ints[k * TAPE_INTS + TI_BEARS] = TRIES_REST;
  }

  #loadJoint(k: number, f: Float64Array, o: number, m: number): void {
    const t = this.records;
    const factor = o + atFactor(m);
    for (let r = 0; r < m; r++) {
      const at = (k + r) * T_STRIDE;
      let lambda = f[o + atLambda + r];
      for (let c = r + 1; c < m; c++) lambda += f[factor + c * m + r] * f[o + atLambda + c];
      const inverse = f[factor + r * m + r];
      const row = RIGID_WIDTH * r;
      const weight = inverse > 0 ? 1 / inverse : 0;
      this.#copyRow(
        k + r,
        f,
        o + atJacobian(m) + row,
        o + atResponse(m, RIGID_WIDTH) + row,
        o + atRhs + r,
        lambda,
        weight,
      );
      t[at + T_LOW] = -Infinity;
      t[at + T_HIGH] = Infinity;
      t[at + T_ROW_COMPLIANCE] = 0;
      t[at + T_ROW_INVERSE] = inverse;
      for (let c = 0; c < r; c++) {
        const share = f[factor + r * m + c];
        const from = (k + c) * T_STRIDE;
        for (let n = 0; n < 12; n++) {
          t[at + T_ROW + n] -= share * t[from + T_ROW + n];
          t[at + T_ANSWER + n] -= share * t[from + T_ANSWER + n];
        }
        t[at + T_ROW_RHS] -= share * t[from + T_ROW_RHS];
      }
    }
  }
}

/** Impulses of the m records from k on, back to those of the joint's rows. */
function storeJoint(lambda: Float64Array, k: number, f: Float64Array, o: number, m: number): void {
  const factor = o + atFactor(m);
  const l = o + atLambda;
  for (let r = m - 1; r >= 0; r--) {
    let sum = lambda[6 * (k + r)];
    for (let c = r + 1; c < m; c++) sum -= f[factor + c * m + r] * f[l + c];
    f[l + r] = sum;
  }
}

/** Directions, friction and extras of the block at f[o…]; `isDirect`: it says what its rows are made of. */
function readRecord(
  t: Float64Array,
  at: number,
  extras: Float64Array,
  f: Float64Array,
  o: number,
  isDirect: boolean,
): void {
  if (isDirect) for (let m = 0; m < DIRECTIONS; m++) t[at + m] = f[o + atSchur + m];
  else readDirections(t, at, f, o + atJacobian(6));
  for (let r = 0; r < 6; r++) extras[r] = f[o + atCompliance + r];
  t[at + T_FRICTION] = f[o + W_FRICTION];
  for (let m = 0; m < 4; m++) extras[X_SHARP + m] = f[o + W_SHARP + m];
}

/** What the rows at f[j…] are made of (rows.ts). */
function readDirections(t: Float64Array, at: number, f: Float64Array, j: number): void {
  for (let m = 0; m < 3; m++) {
    t[at + T_NORMAL + m] = f[j + m];
    t[at + T_U + m] = f[j + 36 + m];
    t[at + T_W + m] = f[j + 48 + m];
    t[at + T_TILT_1 + m] = f[j + 15 + m];
    t[at + T_TILT_2 + m] = f[j + 27 + m];
  }
  writeArm(t, at + T_ARM_A, f, j, 3, 1);
  writeArm(t, at + T_ARM_B, f, j, 9, -1);
}

/** The arm r of rows whose angular parts are sign·(r×e), e = n, u, w: half the sum of e×(r×e). */
function writeArm(t: Float64Array, at: number, f: Float64Array, j: number, side: number, sign: number): void {
  t[at] = t[at + 1] = t[at + 2] = 0;
  for (let row = 0; row < 3; row++) {
    const e = j + (row === 0 ? 0 : row === 1 ? 36 : 48);
    const c = e + side;
    for (let m = 0; m < 3; m++) {
      const m1 = (m + 1) % 3;
      const m2 = (m + 2) % 3;
      t[at + m] += 0.5 * sign * (f[e + m1] * f[c + m2] - f[e + m2] * f[c + m1]);
    }
  }
}
