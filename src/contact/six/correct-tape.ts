// What correction sweeps over, packed: a contact's rows are a direction, how it turns both bodies, and two directions
// of tilting, so that a record has 32 numbers, and a body sixteen. Islands lie one after the other.
//
// A contact by overlap has one row, and is here a facing contact with a single corner: its gap is what its mean depth
// is less than the target, and n = -g/|g| with g the gradient of its volume.

import { isActive } from '../../bodies/activity.js';
import { B_INV_INERTIA, B_INV_MASS, BODY_STRIDE } from '../../bodies/layout.js';
import type { BodyStore } from '../../bodies/store.js';
import type { Arena, GrowingMemory, I32Slab } from '../../memory/arena.js';
import { SCRATCH } from '../../memory/wasm.js';
import {
  C_A,
  C_FACTOR,
  C_INTS,
  C_NORMAL,
  C_STRIDE,
  C_TILT_1,
  C_TILT_2,
  C_TURN_A,
  C_TURN_B,
  CB_INV_INERTIA,
  CB_INV_MASS,
  CB_STRIDE,
  CI_A,
  CI_B,
} from './correct-layout.js';
import { factorPress } from './press.js';
import { bufferOf, roomFor } from './tape-memory.js';

export class CorrectionTape {
  records!: Float64Array;
  ints!: Int32Array;
  bodies!: Float64Array;
  /** Corners of all outlines, pairs (u, w). */
  outline!: Float64Array;
  /** Three pushes a record (kg m, kg m², kg m²); those before a sweep; the direction of sweeps. */
  lambda!: Float64Array;
  before!: Float64Array;
  direction!: Float64Array;
  /** For who corrects: of a record its least gap, and how much of its depth is left to later steps (m). */
  gaps!: Float64Array;
  /** Of a body: its pose when gaps were measured. */
  base!: Float64Array;
  /** The first is for all that stands still. */
  bodyCount = 1;
  used = 0;
  /** Of a body of the tape: its slot. By slot: its number on the tape, 0 for none. */
  readonly slots: I32Slab;
  readonly #numbers: I32Slab;
  #memory: GrowingMemory | null = null;
  readonly #p = new Float64Array(12);

  constructor(arena: Arena) {
    this.slots = arena.i32(16);
    this.#numbers = arena.i32(16);
    this.#lay(16, 16, 256);
  }

  /**
   * From now on it lies in this memory, which grows as it must, instead of a buffer of its own; its contents are lost.
   */
  moveTo(memory: GrowingMemory): void {
    this.#memory = memory;
    this.#lay(16, 16, 256);
  }

  #lay(records: number, bodies: number, outline: number): void {
    const three = 3 * records;
    const sizes = [C_STRIDE * records, three, three, three, CB_STRIDE * bodies, outline, 2 * records, 7 * bodies];
    let bytes = SCRATCH;
    const places = sizes.map((n) => {
      const at = bytes;
      bytes += (8 * n + 63) & ~63;
      return at;
    });
    const buffer = bufferOf(this.#memory, bytes + 4 * C_INTS * records);
    const doubles = (k: number) => new Float64Array(buffer, places[k]!, sizes[k]!);
    this.records = doubles(0);
    this.lambda = doubles(1);
    this.before = doubles(2);
    this.direction = doubles(3);
    this.bodies = doubles(4);
    this.outline = doubles(5);
    this.gaps = doubles(6);
    this.base = doubles(7);
    this.ints = new Int32Array(buffer, bytes, C_INTS * records);
  }

  /** An empty tape with room for so many records, numbers of outlines, and slots of bodies. */
  begin(records: number, outline: number, slots: number): void {
    const bodies = Math.min(2 * records, slots) + 1;
    const has = this.ints.length / C_INTS;
    const hasBodies = this.bodies.length / CB_STRIDE;
    if (records > has || bodies > hasBodies || outline > this.outline.length)
      this.#lay(roomFor(records, has), roomFor(bodies, hasBodies), roomFor(outline, this.outline.length));
    this.slots.reserve(bodies);
    this.#numbers.reserve(slots);
    this.#numbers.data.fill(0, 0, slots);
    this.bodies.fill(0, 0, CB_STRIDE);
    this.lambda.fill(0, 0, 3 * records);
    this.bodyCount = 1;
    this.used = 0;
  }

  /** Where body `slot` begins on the tape. */
  enter({ f, i }: BodyStore, slot: number): number {
    if (!isActive(i.data, slot)) return 0;
    const known = this.#numbers.data[slot];
    if (known > 0) return known * CB_STRIDE;
    const k = this.bodyCount++;
    this.#numbers.data[slot] = k;
    this.slots.data[k] = slot;
    const y = this.bodies;
    const d = slot * BODY_STRIDE;
    for (let m = 0; m < 3; m++) y[k * CB_STRIDE + CB_INV_MASS + m] = f.data[d + B_INV_MASS + m];
    for (let m = 0; m < 6; m++) y[k * CB_STRIDE + CB_INV_INERTIA + m] = f.data[d + B_INV_INERTIA + m];
    return k * CB_STRIDE;
  }

  /** From body `from` on none gives way more than `most` times as much as the one that gives way least. */
  level(from: number, most: number): void {
    const y = this.bodies;
    let least = Infinity;
    for (let p = from * CB_STRIDE + CB_INV_MASS; p < this.bodyCount * CB_STRIDE; p += CB_STRIDE)
      if (y[p] > 0 && y[p] < least) least = y[p];
    for (let p = from * CB_STRIDE + CB_INV_MASS; p < this.bodyCount * CB_STRIDE; p += CB_STRIDE) {
      const share = (most * least) / y[p];
      if (!(share < 1)) continue;
      for (let m = 0; m < 3; m++) y[p + m] *= share;
      for (let m = CB_INV_INERTIA - CB_INV_MASS; m < CB_INV_INERTIA - CB_INV_MASS + 6; m++) y[p + m] *= share;
    }
  }

  /** Slot of the body of record r at CI_A or CI_B; 0, which stands still, for what cannot move. */
  bodyOf(r: number, side: number): number {
    const at = this.ints[r * C_INTS + side] / CB_STRIDE;
    return at === 0 ? 0 : this.slots.data[at];
  }

  /** A and its factor for the rows of record k. */
  answer(k: number): void {
    const { records: t, bodies: y, ints: q } = this;
    const p = this.#p;
    const r = k * C_STRIDE;
    const a = q[k * C_INTS + CI_A];
    const b = q[k * C_INTS + CI_B];
    writeTurning(p, 0, y, a + CB_INV_INERTIA, t, r, r + C_TURN_A);
    writeTurning(p, 6, y, b + CB_INV_INERTIA, t, r, r + C_TURN_B);
    let sum = 0;
    for (let m = 0; m < 3; m++) {
      const n = t[r + C_NORMAL + m];
      sum += n * n * (y[a + CB_INV_MASS + m] + y[b + CB_INV_MASS + m]);
    }
    t[r + C_A] = sum + p[0] + p[6];
    t[r + C_A + 1] = p[1] - p[7];
    t[r + C_A + 2] = p[2] - p[8];
    t[r + C_A + 3] = p[3] + p[9];
    t[r + C_A + 4] = p[4] + p[10];
    t[r + C_A + 5] = p[5] + p[11];
    factorPress(t, r + C_A, r + C_FACTOR);
  }
}

/**
 * The six products by I⁻¹ at y[i…] of how one body turns, at t[at…], and both tilts of the record at t[r…]. In one piece:
 * numbers that functions return are objects.
 */
function writeTurning(
  out: Float64Array,
  o: number,
  y: Float64Array,
  i: number,
  t: Float64Array,
  r: number,
  at: number,
): void {
  const xx = y[i];
  const xy = y[i + 1];
  const xz = y[i + 2];
  const yy = y[i + 3];
  const yz = y[i + 4];
  const zz = y[i + 5];
  const nx = t[at];
  const ny = t[at + 1];
  const nz = t[at + 2];
  const ux = t[r + C_TILT_1];
  const uy = t[r + C_TILT_1 + 1];
  const uz = t[r + C_TILT_1 + 2];
  const wx = t[r + C_TILT_2];
  const wy = t[r + C_TILT_2 + 1];
  const wz = t[r + C_TILT_2 + 2];
  const px = xx * ux + xy * uy + xz * uz;
  const py = xy * ux + yy * uy + yz * uz;
  const pz = xz * ux + yz * uy + zz * uz;
  const qx = xx * wx + xy * wy + xz * wz;
  const qy = xy * wx + yy * wy + yz * wz;
  const qz = xz * wx + yz * wy + zz * wz;
  out[o] = nx * (xx * nx + xy * ny + xz * nz) + ny * (xy * nx + yy * ny + yz * nz) + nz * (xz * nx + yz * ny + zz * nz);
  out[o + 1] = nx * px + ny * py + nz * pz;
  out[o + 2] = nx * qx + ny * qy + nz * qz;
  out[o + 3] = ux * px + uy * py + uz * pz;
  out[o + 4] = ux * qx + uy * qy + uz * qz;
  out[o + 5] = wx * qx + wy * qy + wz * qz;
}
