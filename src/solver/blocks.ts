// Blocks: all that the solver knows of joints and contacts.
//
// A block couples one or two movers (movers.ts) by up to six rows. With J its Jacobian (a row has W numbers: those of
// mover a, then those of mover b; 12 between rigid bodies), λ its impulses (N·s, N·m·s), C a diagonal compliance and b
// a right-hand side, it asks for
//     J v + C λ + b = 0,   λ ∈ K(λ),
// where the projection, an opaque number to the solver, says what K is. After assembly (kernels.ts) a block holds
//     B = M⁻¹ Jᵀ,  S = J M⁻¹ Jᵀ + C,  and the factor of S.
// Blocks are rebuilt every step in a defined order; what must outlive the step (λ) belongs to whoever made the block.
// A second look rebuilds them once more, with those that it has found among them; what has the same rows as before
// keeps J, B, S and the factor where they are. Blocks that are thin have these only while their island is solved.

import type { Arena, F64Slab, I32Slab } from '../memory/arena.js';
import type { Movers } from './movers.js';

/** The two movers, by the slots of their bodies. */
export const K_BODY_A = 0;
export const K_BODY_B = 1;
export const K_ROWS = 2;
export const K_PROJECTION = 3;
/** Where the block's doubles begin. */
export const K_DATA = 4;
export const K_ISLAND = 5;
/** Where the movers' velocities begin. */
export const K_AT_A = 6;
export const K_AT_B = 7;
/** Numbers of a row, and how many of them are mover a's. */
export const K_WIDTH = 8;
export const K_WIDTH_A = 9;
/** What the block's law is about, as an offset that its owner knows (a patch); 0 unless set. */
export const K_SUBJECT = 10;
/**
 * Columns outside of which J is zero: of mover a from FIRST_A to END_A, of mover b from FIRST_B to END_B. All of them
 * unless its owner says less: of a wide mover a block sees little.
 */
export const K_FIRST_A = 11;
export const K_END_A = 12;
export const K_FIRST_B = 13;
export const K_END_B = 14;
/**
 * Above 0: B, S and its factor are there already. Those of laws that have quick sweeps are made when they are asked for
 * (ready.ts): a crowd in motion does without. DIRECT: where S will be are the numbers that J was made of. THIN or less:
 * it has right-hand side and impulses alone, and not before they are asked for; whose it is, by the number THIN - that,
 * writes the rest.
 */
export const K_READY = 15;
export const BLOCK_INTS = 16;
export const DIRECT = -1;
export const THIN = -2;

export const MOST_ROWS = 6;
/** Numbers that belong to the projection (friction, bounds…). */
export const PARAMETERS = 16;
/** Of these, the last is no law's: what restitution has taken off the right-hand side of row 0 (m/s; bounce.ts). */
export const BOUNCE = PARAMETERS - 1;
/** Of a two-sided block: what its rows are asked for since they curve (m/s), the first of as many numbers; bounce.ts. */
export const CURVE = 0;
/** Width of a row between two rigid bodies. */
export const RIGID_WIDTH = 12;

// Offsets within a block's doubles, for m rows of width w: what a law needs comes first, so that it need not know w.
export const atRhs = PARAMETERS;
export const atLambda = PARAMETERS + MOST_ROWS;
export const atCompliance = PARAMETERS + 2 * MOST_ROWS;
export const atSchur = PARAMETERS + 3 * MOST_ROWS;
export const atFactor = (m: number): number => atSchur + m * m;
export const atJacobian = (m: number): number => atSchur + 2 * m * m;
/** B, row by row like J. */
export const atResponse = (m: number, w: number): number => atSchur + 2 * m * m + m * w;
export const blockSize = (m: number, w: number): number => atSchur + 2 * m * m + 2 * m * w;

/**
 * A thin block ends with its impulses. While it has all doubles of a block elsewhere (with its own place behind them), it
 * has K_READY in place of its first right-hand side.
 */
const THIN_SIZE = 2 * MOST_ROWS;
const atOwner = atRhs;

export class BlockStore {
  readonly f: F64Slab;
  readonly i: I32Slab;
  readonly movers: Movers;
  count = 0;
  rows = 0;
  /** A thin block begins so many before its doubles. */
  #used = PARAMETERS;

  constructor(arena: Arena, movers: Movers) {
    this.f = arena.f64(4096);
    this.i = arena.i32(256);
    this.movers = movers;
  }

  clear(): void {
    this.count = 0;
    this.rows = 0;
    this.#used = PARAMETERS;
  }

  /** All blocks are to be added again; doubles of those before stay, for who adds one with the same rows. */
  reopen(): void {
    this.count = 0;
    this.rows = 0;
  }

  /**
   * Appends a block with zeroed numbers; returns its index. Its doubles begin at `dataOf(index)`. `kept`: where those of
   * a block before `reopen` begin, which had the same bodies, rows and compliance; -1: none. `thin`: it and that are
   * thin, and known by this number; -1: they are not.
   */
  add(bodyA: number, bodyB: number, rows: number, projection: number, kept = -1, thin = -1): number {
    const isThin = thin >= 0;
    const { movers } = this;
    const k = this.count++;
    const widthA = 6 * movers.sixes(bodyA);
    const width = widthA + 6 * movers.sixes(bodyB);
    const size = isThin ? THIN_SIZE : blockSize(rows, width);
    const data = kept >= 0 ? kept : isThin ? this.#used - PARAMETERS : this.#used;
    if (kept < 0) this.f.reserve((this.#used += size));
    this.i.reserve(this.count * BLOCK_INTS);
    const i = this.i.data;
    const o = k * BLOCK_INTS;
    i[o + K_BODY_A] = bodyA;
    i[o + K_BODY_B] = bodyB;
    i[o + K_ROWS] = rows;
    i[o + K_PROJECTION] = projection;
    i[o + K_DATA] = data;
    // Of what was factored the first pivot is not 0.
    const isReady = kept >= 0 && !isThin && this.f.data[kept + atFactor(rows)] !== 0;
    i[o + K_READY] = isThin ? THIN - thin : isReady ? kept + 1 : 0;
    i[o + K_AT_A] = movers.at(bodyA);
    i[o + K_AT_B] = movers.at(bodyB);
    i[o + K_WIDTH] = width;
    i[o + K_WIDTH_A] = widthA;
    i[o + K_SUBJECT] = 0;
    i[o + K_FIRST_A] = 0;
    i[o + K_END_A] = i[o + K_FIRST_B] = widthA;
    i[o + K_END_B] = width;
    const f = this.f.data;
    if (isThin) f[data + atRhs] = NaN;
    else f.fill(0, data, data + (kept >= 0 ? atSchur : atResponse(rows, width)));
    this.rows += rows;
    return k;
  }

  /** Whether thin block k is still to get its right-hand side and impulses. */
  isEmpty(k: number): boolean {
    return Number.isNaN(this.f.data[this.dataOf(k) + atRhs]);
  }

  /** Thin block k, which is not empty, gets all doubles of a block, which are zero but for those that it has. */
  widen(k: number): void {
    const i = this.i.data;
    const h = k * BLOCK_INTS;
    const thin = i[h + K_DATA];
    const rows = i[h + K_ROWS];
    const data = this.#used;
    const end = data + blockSize(rows, i[h + K_WIDTH]);
    this.#used = end + 1;
    this.f.reserve(this.#used);
    const f = this.f.data;
    f.fill(0, data, data + atResponse(rows, i[h + K_WIDTH]));
    for (let m = atRhs; m < atCompliance; m++) f[data + m] = f[thin + m];
    f[end] = thin;
    f[thin + atOwner] = i[h + K_READY];
    i[h + K_READY] = 0;
    i[h + K_DATA] = data;
  }

  /**
   * Those of blocks order[from … to) that were widened since `size` was this are thin again, with what they bear: their
   * other numbers are needed only while their island is solved, and the next one's go to the same place.
   */
  narrow(order: Int32Array, from: number, to: number, size: number): void {
    if (this.#used === size) return;
    const i = this.i.data;
    const f = this.f.data;
    for (let n = from; n < to; n++) {
      const h = order[n] * BLOCK_INTS;
      const data = i[h + K_DATA];
      if (data < size) continue;
      const thin = f[data + blockSize(i[h + K_ROWS], i[h + K_WIDTH])];
      i[h + K_READY] = f[thin + atOwner];
      i[h + K_DATA] = thin;
      for (let m = atRhs; m < atCompliance; m++) f[thin + m] = f[data + m];
    }
    this.#used = size;
  }

  dataOf(k: number): number {
    return this.i.data[k * BLOCK_INTS + K_DATA];
  }

  /** Doubles in use. */
  get size(): number {
    return this.#used;
  }
}
