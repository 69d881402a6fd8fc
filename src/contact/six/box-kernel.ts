// Contacts of a batch of pairs of boxes in WebAssembly (kernels/boxes.ts): the same bits as one by one in TypeScript,
// which is what it is held against and what runs where a host has none.
//
// Most pairs of a crowd are turned away by spheres and boxes, and of the rest most are two boxes. All are looked at in
// one call; it comes back early where its room for contacts is full, and goes on after these were taken out.
// Verified in test/contact/box-batch.test.ts.

import { B_CENTER, B_INV_MASS, B_ROTATION, BODY_STRIDE } from '../../bodies/layout.js';
import type { BodyStore } from '../../bodies/store.js';
import { BX_HALF, BX_ROTATION, BX_STRIDE } from '../../distance/box-layout.js';
import { matrixFromQuaternion } from '../../math/quaternion.js';
import { growTo } from '../../memory/arena.js';
import { instantiate, type WasmHost, type WasmInstance, type Workspace } from '../../memory/wasm.js';
import type { BodyTable } from './body-table.js';
import { BC_STRIDE, BP_A, BP_B, BP_INTS, BP_STATE, BW_STRIDE } from './box-layout.js';
import { BOX_WASM } from './box-wasm.js';
import { T_BOX, T_HULL, T_IS_BOX, T_STRIDE } from './table-layout.js';

/** Contacts that there is room for: few enough to be in the cache when they are taken out. */
export const ROOM = 128;
/** What the kernel has for itself at the beginning of the memory (bytes). */
const SCRATCH = 6144;

interface BoxExports {
  /** See kernels/boxes.ts: addresses are bytes. */
  find(
    pairs: number,
    from: number,
    to: number,
    rows: number,
    records: number,
    v: number,
    old: number,
    span: number,
    own: number,
    out: number,
    room: number,
    waits: number,
    list: number,
    hulls: number,
  ): number;
  here(
    pairs: number,
    from: number,
    to: number,
    rows: number,
    records: number,
    v: number,
    depths: number,
    out: number,
    hulls: number,
  ): void;
}

export class BoxKernel {
  /** Contacts and pairs that wait which the last call has found, one after the other. */
  contacts: Float64Array = new Float64Array(0);
  waits: Float64Array = new Float64Array(0);
  /** The pairs of the batch: bodies and states (box-layout.ts). */
  pairs: Int32Array = new Int32Array(0);
  /** Places of those that the last call has not found far apart, and -1. */
  list: Int32Array = new Int32Array(0);
  readonly #instance: WasmInstance<BoxExports>;
  /** Numbers of all bodies, one kind after the other, and polyhedra. */
  #numbers: Float64Array = new Float64Array(0);
  #hulls = 0;

  constructor(instance: WasmInstance<BoxExports>) {
    this.#instance = instance;
  }

  /** Null where the host cannot. */
  static make(host: WasmHost, workspace?: Workspace): BoxKernel | null {
    const instance = instantiate<BoxExports>(host, BOX_WASM, workspace);
    return instance && new BoxKernel(instance);
  }

  /** Takes the bodies as they are, and makes room for so many pairs. */
  begin(bodies: BodyStore, table: BodyTable, count: number): void {
    this.makeRoom(bodies, table, count);
    let at = 0;
    at = this.#put(table.data, T_STRIDE * bodies.count, at);
    at = this.#put(bodies.f.data, BODY_STRIDE * bodies.count, at);
    at = this.#put(bodies.v.data, 6 * bodies.count, at);
    this.#put(bodies.old.data, 6 * bodies.count, at);
  }

  /** The same, of bodies that are put there one by one. */
  makeRoom(bodies: BodyStore, { hulls }: BodyTable, count: number): void {
    const { memory } = this.#instance;
    const own = bodies.count * (T_STRIDE + BODY_STRIDE + 12);
    const n = own + hulls.count;
    const contacts = SCRATCH;
    const numbers = contacts + 8 * ROOM * BC_STRIDE;
    const waits = numbers + 8 * n;
    const pairs = waits + 8 * BW_STRIDE * count;
    const list = pairs + 4 * BP_INTS * count;
    growTo(memory, list + 4 * (count + 1));
    const { buffer } = memory;
    this.contacts = new Float64Array(buffer, contacts, ROOM * BC_STRIDE);
    this.#numbers = new Float64Array(buffer, numbers, n);
    this.#hulls = numbers + 8 * own;
    this.#put(hulls.numbers, hulls.count, own);
    this.waits = new Float64Array(buffer, waits, BW_STRIDE * count);
    this.pairs = new Int32Array(buffer, pairs, BP_INTS * count);
    this.list = new Int32Array(buffer, list, count + 1);
  }

  /** Takes a body that is a box for `here`: where it is. */
  putBody({ f, v, count }: BodyStore, table: BodyTable, slot: number): void {
    const to = this.#numbers;
    const d = f.data;
    const t = table.data;
    const p = slot * BODY_STRIDE;
    const row = slot * T_STRIDE + T_BOX;
    const record = T_STRIDE * count + p;
    const twist = (T_STRIDE + BODY_STRIDE) * count + 6 * slot;
    matrixFromQuaternion(to, row + BX_ROTATION, d, p + B_ROTATION);
    for (let m = BX_HALF; m < BX_STRIDE; m++) to[row + m] = t[row + m];
    to[slot * T_STRIDE + T_IS_BOX] = t[slot * T_STRIDE + T_IS_BOX];
    to[slot * T_STRIDE + T_HULL] = t[slot * T_STRIDE + T_HULL];
    for (let m = B_CENTER; m <= B_INV_MASS; m++) to[record + m] = d[p + m];
    for (let m = 0; m < 6; m++) to[twist + m] = v.data[6 * slot + m];
  }

  #put(from: Float64Array, n: number, at: number): number {
    this.#numbers.set(from.subarray(0, n), at);
    return at + n;
  }

  setPair(n: number, a: number, b: number, state: number): void {
    const { pairs } = this;
    pairs[BP_INTS * n + BP_A] = a;
    pairs[BP_INTS * n + BP_B] = b;
    pairs[BP_INTS * n + BP_STATE] = state;
  }

  /** Looks at pairs from `from` up to `to`, ROOM at most, where they are; `waits` has their target depths. */
  here(from: number, to: number, count: number): void {
    const rows = this.#numbers.byteOffset;
    const records = rows + 8 * T_STRIDE * count;
    const v = records + 8 * BODY_STRIDE * count;
    const { pairs, waits, contacts } = this;
    this.#instance.exports.here(
      pairs.byteOffset,
      from,
      to,
      rows,
      records,
      v,
      waits.byteOffset,
      contacts.byteOffset,
      this.#hulls,
    );
  }

  /** Looks at pairs from `from` up to `to`, for a step of `span`; returns up to where it came. */
  find(from: number, to: number, count: number, span: number, depth: number | null): number {
    const rows = this.#numbers.byteOffset;
    const records = rows + 8 * T_STRIDE * count;
    const v = records + 8 * BODY_STRIDE * count;
    return this.#instance.exports.find(
      this.pairs.byteOffset,
      from,
      to,
      rows,
      records,
      v,
      v + 48 * count,
      span,
      depth ?? -1,
      this.contacts.byteOffset,
      ROOM,
      this.waits.byteOffset,
      this.list.byteOffset,
      this.#hulls,
    );
  }
}
