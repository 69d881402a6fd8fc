// Contacts of boxes where bodies are, for correction, all that are to be looked at at once by the kernel
// (box-kernel.ts): as FacingLook.lookHere does it one by one.
// Verified in test/contact/box-batch.test.ts.

import { updateOrigin } from '../../bodies/kinematics.js';
import { BODY_STRIDE } from '../../bodies/layout.js';
import type { BodyStore } from '../../bodies/store.js';
import type { BodyTable } from './body-table.js';
import type { BoxBatch } from './box-batch.js';
import { type BoxKernel, ROOM } from './box-kernel.js';
import {
  APART_ALONG,
  BC_COUNT,
  BC_PATCH,
  BC_STRIDE,
  BP_INTS,
  BP_STATE,
  IS_DEEP,
  ON_PLANE,
  TOUCHES,
} from './box-layout.js';
import type { PatchContacts } from './contacts.js';
import {
  ASIDE,
  S_DEPTH,
  S_FRAME,
  S_FRICTION,
  S_MOST,
  SI_BODY_A,
  SI_BODY_B,
  SI_FACING,
  SI_OPEN,
  SI_PARTS,
  SI_PATCH,
  SIX_INTS,
  SIX_STRIDE,
} from './layout.js';

export class BoxesHere {
  #kernel: BoxKernel | null = null;
  #count = 0;
  /** Up to where contacts were looked at, which is the next, and how many records were taken out or passed over. */
  #end = 0;
  #next = 0;
  #taken = 0;
  /** By body: the last time that it was handed over; that time. */
  #marks = new Int32Array(0);
  #time = 0;

  readonly #bodies: BodyStore;
  readonly #contacts: PatchContacts;
  readonly #table: BodyTable;
  readonly #batch: BoxBatch | null;

  constructor(bodies: BodyStore, contacts: PatchContacts, table: BodyTable, batch: BoxBatch | null) {
    this.#bodies = bodies;
    this.#contacts = contacts;
    this.#table = table;
    this.#batch = batch;
  }

  /** Takes up to `most` contacts from now on; false: there is no kernel. */
  begin(most: number): boolean {
    this.#kernel = this.#batch?.kernel ?? null;
    this.#count = this.#end = this.#next = 0;
    if (this.#kernel === null) return false;
    const { count } = this.#bodies;
    if (this.#marks.length < count) this.#marks = new Int32Array(count);
    this.#time++;
    this.#kernel.makeRoom(this.#bodies, this.#table, most);
    return true;
  }

  /** Contact k is to be looked at, deep by its own axis or not; false: it is not of two boxes, or of one on ground. */
  add(k: number, isDeep: boolean): boolean {
    const { f, i } = this.#contacts.now;
    const n = k * SIX_INTS;
    const a = i.data[n + SI_BODY_A];
    const b = i.data[n + SI_BODY_B];
    const isPlane = this.#table.isOnPlane(a, b);
    if (!(isPlane || this.#table.areFlat(a, b)) || i.data[n + SI_PARTS] !== 0) return false;
    const kernel = this.#kernel!;
    this.#put(a);
    this.#put(b);
    kernel.waits[this.#count] = f.data[k * SIX_STRIDE + S_DEPTH];
    kernel.setPair(this.#count++, a, b, (isDeep ? IS_DEEP : 0) | (isPlane ? ON_PLANE : 0));
    return true;
  }

  #put(body: number): void {
    if (this.#marks[body] === this.#time) return;
    this.#marks[body] = this.#time;
    updateOrigin(this.#bodies.f.data, body * BODY_STRIDE);
    this.#kernel!.putBody(this.#bodies, this.#table, body);
  }

  /** What became of the next contact that was added: box-layout.ts. */
  next(): number {
    const kernel = this.#kernel!;
    if (this.#next === this.#end) {
      this.#end = Math.min(this.#next + ROOM, this.#count);
      this.#taken = 0;
      kernel.here(this.#next, this.#end, this.#bodies.count);
    }
    return kernel.pairs[BP_INTS * this.#next++ + BP_STATE];
  }

  /**
   * Contact k by what became of it, which is not ELSEWHERE, deep by its own axis or not; true: another stands for it.
   * `isKnown`: one does so already.
   */
  take(k: number, state: number, isDeep: boolean, isKnown: boolean): boolean {
    const { now: pool, patches } = this.#contacts;
    const n = k * SIX_INTS;
    const at = BC_STRIDE * this.#taken;
    if (state === TOUCHES) this.#taken++;
    if (isKnown) pool.i.data[n + SI_OPEN] = ASIDE;
    else if (state === APART_ALONG && isDeep) pool.i.data[n + SI_OPEN] = 1;
    if (isKnown || state !== TOUCHES) return false;
    const { contacts: c } = this.#kernel!;
    const e = k * SIX_STRIDE + S_FRAME;
    const m = at + S_FRAME;
    const g = pool.f.data;
    const along = c[m] * g[e] + c[m + 1] * g[e + 1] + c[m + 2] * g[e + 2];
    if (along < 0 && pool.i.data[n + SI_OPEN] !== 1) return false;
    pool.i.data[n + SI_OPEN] = ASIDE;
    const patch = patches.take(c, at + BC_PATCH, c[at + BC_COUNT] | 0);
    const to = pool.add();
    const f = pool.f.data;
    const i = pool.i.data;
    const o = to * SIX_STRIDE;
    for (let m = 0; m < SIX_STRIDE; m++) f[o + m] = c[at + m];
    f[o + S_FRICTION] = f[k * SIX_STRIDE + S_FRICTION];
    f[o + S_MOST] = f[k * SIX_STRIDE + S_MOST];
    i[to * SIX_INTS + SI_BODY_A] = i[n + SI_BODY_A];
    i[to * SIX_INTS + SI_BODY_B] = i[n + SI_BODY_B];
    i[to * SIX_INTS + SI_PATCH] = patch;
    i[to * SIX_INTS + SI_FACING] = 1;
    return true;
  }
}
