// All pairs of a step at once, before any is looked at by itself: what spheres and boxes turn away, and contacts of two
// boxes, by the kernel (box-kernel.ts).

import { BODY_INTS, BODY_STRIDE, I_ASLEEP } from '../../bodies/layout.js';
import type { BodyStore } from '../../bodies/store.js';
import type { WasmHost } from '../../memory/wasm.js';
import { frictionOf } from '../material.js';
import type { ContactContext } from '../model.js';
import { PAIR_INTS, type PairBatch, PB_BODY_A, PB_BODY_B, PB_SLOT } from '../pair-batch.js';
import type { BodyTable } from './body-table.js';
import { BoxKernel } from './box-kernel.js';
import {
  BC_COUNT,
  BC_PATCH,
  BC_STRIDE,
  BP_INTS,
  BP_STATE,
  BW_STRIDE,
  ELSEWHERE,
  HAD,
  MAY_WAIT,
  TOUCHES,
  WAITS,
} from './box-layout.js';
import type { PatchContacts } from './contacts.js';
import {
  S_ARM_A,
  S_DEPTH,
  S_FRICTION,
  S_POSE_A,
  S_POSE_B,
  S_WRENCH,
  SI_BODY_A,
  SI_BODY_B,
  SI_FACING,
  SI_KIND,
  SI_MATCHED,
  SI_PARTS,
  SI_PATCH,
  SIX_INTS,
  SIX_STRIDE,
} from './layout.js';
import { movedSince } from './motion.js';
import type { Waiting } from './waiting.js';
import { addWrench } from './wrench.js';

/** Fewer pairs would not pay for compiled code. */
const MANY = 64;

export class BoxBatch {
  readonly #context: ContactContext;
  readonly #contacts: PatchContacts;
  readonly #waiting: Waiting;
  readonly #table: BodyTable;
  #wasm: WasmHost | null;
  #kernel: BoxKernel | null = null;
  #count = 0;
  /** Up to where pairs were looked at, and how many contacts and waiting ones of these were taken out. */
  #end = 0;
  #taken = 0;
  #waits = 0;
  #listed = 0;
  /** Whether no body sleeps. */
  #areAwake = false;
  /** Wrench and arm of a contact that is replaced. */
  readonly #was = new Float64Array(S_ARM_A + 3);

  constructor(context: ContactContext, contacts: PatchContacts, waiting: Waiting, table: BodyTable) {
    this.#context = context;
    this.#contacts = contacts;
    this.#waiting = waiting;
    this.#table = table;
    this.#wasm = context.kernels.wasm;
  }

  /** Who looks at them; null: there were never enough. */
  get kernel(): BoxKernel | null {
    return this.#kernel;
  }

  /** Takes the pairs in hand, to be asked one after the other; false: they are too few, or there is no kernel. */
  begin(pairs: PairBatch): boolean {
    if (this.#wasm === null || pairs.count < MANY) return false;
    this.#kernel ??= BoxKernel.make(this.#wasm, this.#context.workspace);
    const kernel = this.#kernel;
    if (kernel === null) {
      this.#wasm = null;
      return false;
    }
    this.#count = pairs.count;
    this.#end = 0;
    kernel.begin(this.#context.bodies, this.#table, pairs.count);
    this.#listed = 0;
    kernel.list[0] = -1;
    this.#areAwake = areAwake(this.#context.bodies);
    for (let n = 0, o = 0; n < pairs.count; n++, o += PAIR_INTS) {
      const i = pairs.i.data;
      const a = i[o + PB_BODY_A];
      const b = i[o + PB_BODY_B];
      kernel.setPair(n, a, b, this.#knownOf(i[o + PB_SLOT], a, b));
    }
    return true;
  }

  /** The next pair, in order, that is not far apart; -1: there is none. Far apart is what has no contacts, and gets none. */
  next(): number {
    const kernel = this.#kernel!;
    while (kernel.list[this.#listed] < 0) {
      if (this.#end === this.#count) return -1;
      const { bodies, settings } = this.#context;
      this.#end = kernel.find(this.#end, this.#count, bodies.count, this.#contacts.span, settings.depth);
      this.#taken = this.#waits = this.#listed = 0;
    }
    return kernel.list[this.#listed++];
  }

  /** What becomes of pair n: box-layout.ts. */
  stateOf(n: number): number {
    return this.#kernel!.pairs[n * BP_INTS + BP_STATE];
  }

  /** Puts what was found of a pair where it belongs: its contact, or it waits. */
  take(pair: number, a: number, b: number, state: number): void {
    const { contacts, waits } = this.#kernel!;
    if (state === WAITS) this.#waiting.put(pair, waits, BW_STRIDE * this.#waits++);
    if (state !== TOUCHES) return;
    const { now: pool, patches } = this.#contacts;
    const at = BC_STRIDE * this.#taken++;
    const k = pool.add();
    // An integer: a double that is one makes doubles of all that is counted with it, and compiled code of no use.
    this.#write(k, at, a, b, patches.take(contacts, at + BC_PATCH, contacts[at + BC_COUNT] | 0));
  }

  /**
   * As `take` where the pair touches and did so by one face on another: the contact goes where the one before is, and
   * takes over what it bore, as by matching. False: it has other contacts, or there is no room for the patch.
   */
  replace(pair: number, a: number, b: number): boolean {
    const { now: pool, patches } = this.#contacts;
    const k = pool.startOf(pair);
    const i = pool.i.data;
    const n = k * SIX_INTS;
    if (pool.countOf(pair) !== 1 || i[n + SI_FACING] !== 1 || i[n + SI_PARTS] !== 0) return false;
    if (i[n + SI_KIND] !== 0 || i[n + SI_MATCHED] !== 0) return false;
    const { contacts } = this.#kernel!;
    const at = BC_STRIDE * this.#taken;
    const patch = i[n + SI_PATCH];
    if (!patches.takeAt(patch, contacts, at + BC_PATCH, contacts[at + BC_COUNT] | 0)) return false;
    this.#taken++;
    const f = pool.f.data;
    const o = k * SIX_STRIDE;
    const was = this.#was;
    for (let m = 0; m < was.length; m++) was[m] = f[o + m];
    this.#write(k, at, a, b, patch);
    this.#contacts.note(pair, k);
    addWrench(f, o + S_WRENCH, was, S_WRENCH, was, S_ARM_A, f, o + S_ARM_A);
    return true;
  }

  /** The contact at contacts[at…] of the kernel becomes contact k, on this patch. */
  #write(k: number, at: number, a: number, b: number, patch: number): void {
    const { bodies, settings } = this.#context;
    const { contacts } = this.#kernel!;
    const pool = this.#contacts.now;
    const f = pool.f.data;
    const o = k * SIX_STRIDE;
    for (let m = 0; m < SIX_STRIDE; m++) f[o + m] = contacts[at + m];
    f[o + S_FRICTION] = frictionOf(bodies, a, b, null, null, settings);
    const i = pool.i.data;
    const n = k * SIX_INTS;
    i.fill(0, n, n + SIX_INTS);
    i[n + SI_BODY_A] = a;
    i[n + SI_BODY_B] = b;
    i[n + SI_PATCH] = patch;
    i[n + SI_FACING] = 1;
  }

  /** Whether bodies a and b may keep their contacts, the first at f[o…]: matching.ts. */
  #mayReuse(f: Float64Array, o: number, a: number, b: number, span: number): boolean {
    const d = this.#context.bodies.f.data;
    const depth = f[o + S_DEPTH];
    const most = this.#table.reuseOf(a, b, depth);
    if (this.#table.wayOf(a, b, span) > Math.max(depth, most)) return false;
    return (
      movedSince(f, o + S_POSE_A, d, a * BODY_STRIDE) <= most && movedSince(f, o + S_POSE_B, d, b * BODY_STRIDE) <= most
    );
  }

  /** What the kernel has to know of a pair; ELSEWHERE: its contacts may be reused, which are asked first. */
  #knownOf(pair: number, a: number, b: number): number {
    const { now: before, span, h } = this.#contacts;
    const count = before.countOf(pair);
    const { bodies } = this.#context;
    let state = h === span && (this.#areAwake || isAsleep(bodies, a) === isAsleep(bodies, b)) ? MAY_WAIT : 0;
    if (count === 0) return state;
    state |= HAD;
    const f = before.f.data;
    const from = before.startOf(pair) * SIX_STRIDE;
    if (this.#mayReuse(f, from, a, b, span)) return ELSEWHERE;
    for (let o = from; o < from + count * SIX_STRIDE; o += SIX_STRIDE)
      if (f[o] !== 0 || f[o + 1] !== 0 || f[o + 2] !== 0) return HAD;
    return state;
  }
}

function areAwake({ i, count }: BodyStore): boolean {
  for (let n = I_ASLEEP; n < count * BODY_INTS; n += BODY_INTS) if (i.data[n] !== 0) return false;
  return true;
}

function isAsleep(bodies: BodyStore, body: number): boolean {
  return bodies.i.data[body * BODY_INTS + I_ASLEEP] !== 0;
}
