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
// keeps J, B, S and the factor where they are.

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
 * (ready.ts): a crowd in motion does without. THIN: so is J.
 */
export const K_READY = 15;
export const BLOCK_INTS = 16;
export const THIN = -1;

export const MOST_ROWS = 6;
/** Numbers that belong to the projection (friction, bounds…). */
export const PARAMETERS = 16;
/** Of these, the last is no law's: what restitution has taken off the right-hand side of row 0 (m/s; bounce.ts). */
export const BOUNCE = PARAMETERS - 1;
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

/** A thin block has what its law makes J of from atSchur on; then 1 + where its doubles are when it is not, or 0. */
export const THIN_NUMBERS = 21;
const atWide = atSchur + THIN_NUMBERS;

export class BlockStore {
  readonly f: F64Slab;
  readonly i: I32Slab;
  readonly movers: Movers;
  count = 0;
  rows = 0;
  #used = 0;

  constructor(arena: Arena, movers: Movers) {
    this.f = arena.f64(4096);
    this.i = arena.i32(256);
    this.movers = movers;
  }

  clear(): void {
    this.count = 0;
    this.rows = 0;
    this.#used = 0;
  }

  /** All blocks are to be added again; doubles of those before stay, for who adds one with the same rows. */
  reopen(): void {
    this.count = 0;
    this.rows = 0;
  }

  /**
   * Appends a block with zeroed numbers; returns its index. Its doubles begin at `dataOf(index)`. `kept`: where those of
   * a block before `reopen` begin, which had the same bodies, rows and compliance; -1: none. `isThin`: it and that.
   */
  add(bodyA: number, bodyB: number, rows: number, projection: number, kept = -1, isThin = false): number {
    const { movers } = this;
    const k = this.count++;
    const widthA = 6 * movers.sixes(bodyA);
    const width = widthA + 6 * movers.sixes(bodyB);
    const size = isThin ? atWide + 1 : blockSize(rows, width);
    const data = kept < 0 ? this.#used : kept;
    this.f.reserve(data + size);
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
    i[o + K_READY] = isThin ? THIN : isReady ? kept + 1 : 0;
    i[o + K_AT_A] = movers.at(bodyA);
    i[o + K_AT_B] = movers.at(bodyB);
    i[o + K_WIDTH] = width;
    i[o + K_WIDTH_A] = widthA;
    i[o + K_SUBJECT] = 0;
    i[o + K_FIRST_A] = 0;
    i[o + K_END_A] = i[o + K_FIRST_B] = widthA;
    i[o + K_END_B] = width;
    const cleared = kept >= 0 ? atSchur : isThin ? size : atResponse(rows, width);
    this.f.data.fill(0, data, data + cleared);
    if (kept < 0) this.#used += size;
    this.rows += rows;
    return k;
  }

  /** Thin block k gets all doubles of a block: those that it had before `reopen`, or new ones. */
  widen(k: number): void {
    const i = this.i.data;
    const h = k * BLOCK_INTS;
    const thin = i[h + K_DATA];
    let data = this.f.data[thin + atWide] - 1;
    i[h + K_READY] = data + 1;
    if (data < 0) {
      data = this.#used;
      this.#used += blockSize(i[h + K_ROWS], i[h + K_WIDTH]);
      this.f.reserve(this.#used);
      this.f.data[thin + atWide] = data + 1;
      this.f.data.fill(0, data, data + atResponse(i[h + K_ROWS], i[h + K_WIDTH]));
    }
    this.f.data.copyWithin(data, thin, thin + atSchur);
    i[h + K_DATA] = data;
  }

  dataOf(k: number): number {
    return this.i.data[k * BLOCK_INTS + K_DATA];
  }

  /** Doubles in use. */
  get size(): number {
    return this.#used;
  }
}
