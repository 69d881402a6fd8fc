// What contacts bore in the parts of a step before its last one, so that reports have all of it.
//
// A contact of the last part takes over what was borne near it along the same normal, as a wrench about its own point;
// what has no such heir, as a tooth that has come out of mesh meanwhile, is a record of its own. Points move along with
// body B, so that B's angular momentum is accounted for as its momentum is; of A's the relative motion within the step
// is missing, as in a step of one part.
// Verified in test/contact/six-report.test.ts and test/world/parts.test.ts.

import { B_CENTER, BODY_STRIDE } from '../../bodies/layout.js';
import type { BodyStore } from '../../bodies/store.js';
import type { Arena, I32Slab } from '../../memory/arena.js';
import { thickness } from '../material.js';
import type { ContactRecord } from '../model.js';
import { PAIR_INTS, type PairBatch, PB_BODY_A, PB_BODY_B, PB_SLOT } from '../pair-batch.js';
import { ContactPool } from '../pool.js';
import { slipState } from '../state.js';
import { S_ARM_A, S_ARM_B, S_FRAME, S_WRENCH, SIX_STRIDE } from './layout.js';
import { LOOK_ALIKE, MATCH_PER_SIZE } from './tolerances.js';

/** Impulse and its torque about the point (N·s, N·m·s); arms from both centres of mass to the point; normal. */
const T_WRENCH = 0;
const T_ARM_A = 6;
const T_ARM_B = 9;
const T_NORMAL = 12;
const STRIDE = 15;
/** Slot of the pair, -1: it is none any more; its bodies. */
const TI_PAIR = 0;
const TI_BODY_A = 1;
const TI_BODY_B = 2;
const INTS = 3;

export class Tally {
  readonly #bodies: BodyStore;
  readonly #entries: ContactPool;
  /** By pair: 1, there may be entries of it. Most pairs have none, and are asked for in every step. */
  readonly #marks: I32Slab;
  #hasMarks = false;
  /** Whether a step is under way. */
  #isOpen = false;

  constructor(arena: Arena, bodies: BodyStore) {
    this.#bodies = bodies;
    this.#entries = new ContactPool(arena, STRIDE, INTS);
    this.#marks = arena.i32(16);
  }

  /** A step begins. */
  begin(): void {
    if (this.#hasMarks) this.#marks.data.fill(0);
    this.#hasMarks = false;
    this.#entries.count = 0;
    this.#isOpen = true;
  }

  /** Takes down what the contacts of these pairs have borne. */
  take(pairs: PairBatch, contacts: ContactPool): void {
    const i = pairs.i.data;
    for (let n = 0; n < pairs.count; n++) {
      const o = n * PAIR_INTS;
      const slot = i[o + PB_SLOT];
      const from = contacts.startOf(slot);
      for (let k = from; k < from + contacts.countOf(slot); k++) {
        const c = k * SIX_STRIDE;
        const f = contacts.f.data;
        if (f[c] === 0 && f[c + 1] === 0 && f[c + 2] === 0) continue;
        const e = this.#add(slot, i[o + PB_BODY_A], i[o + PB_BODY_B]);
        const t = this.#entries.f.data;
        for (let m = 0; m < 6; m++) {
          t[e + T_WRENCH + m] = f[c + S_WRENCH + m];
          t[e + T_ARM_A + m] = f[c + S_ARM_A + m];
        }
        for (let m = 0; m < 3; m++) t[e + T_NORMAL + m] = f[c + S_FRAME + m];
      }
    }
  }

  /** The step is over: contacts that are there take over what they can. */
  fold(contacts: ContactPool): void {
    const entries = this.#entries;
    let left = 0;
    for (let e = 0; e < entries.count; e++) if (!this.#give(e, contacts)) entries.move(e, left++);
    entries.count = left;
    this.#isOpen = false;
  }

  /** The pair is gone, or its contacts are to be found anew. */
  forget(pair: number): void {
    if (!this.#isMarked(pair)) return;
    const i = this.#entries.i.data;
    let left = 0;
    for (let e = 0; e < this.#entries.count; e++) {
      const isOf = i[e * INTS + TI_PAIR] === pair;
      if (isOf && !this.#isOpen) continue;
      if (isOf) i[e * INTS + TI_PAIR] = -1;
      this.#entries.move(e, left++);
    }
    this.#entries.count = left;
  }

  /** Adds the records of a pair that no contact has taken over; -1: those of pairs that are gone, with their bodies. */
  report(pair: number, span: number, each: (record: ContactRecord, a: number, b: number) => void): void {
    if (pair >= 0 && !this.#isMarked(pair)) return;
    const i = this.#entries.i.data;
    for (let e = 0; e < this.#entries.count; e++)
      if (i[e * INTS + TI_PAIR] === pair)
        each(this.#recordOf(e, span), i[e * INTS + TI_BODY_A], i[e * INTS + TI_BODY_B]);
  }

  save(): unknown {
    const entries = this.#entries;
    return {
      f: entries.f.data.slice(0, entries.count * STRIDE),
      i: entries.i.data.slice(0, entries.count * INTS),
    };
  }

  load(saved: unknown): void {
    const s = saved as { f: Float64Array; i: Int32Array };
    this.#entries.f.load(s.f);
    this.#entries.i.load(s.i);
    this.#entries.count = s.f.length / STRIDE;
    for (let n = TI_PAIR; n < s.i.length; n += INTS) if (s.i[n] >= 0) this.#mark(s.i[n]);
  }

  #mark(pair: number): void {
    this.#marks.reserve(pair + 1);
    this.#marks.data[pair] = 1;
    this.#hasMarks = true;
  }

  #isMarked(pair: number): boolean {
    return pair < this.#marks.data.length && this.#marks.data[pair] === 1;
  }

  #add(pair: number, a: number, b: number): number {
    const k = this.#entries.add();
    this.#mark(pair);
    const i = this.#entries.i.data;
    i[k * INTS + TI_PAIR] = pair;
    i[k * INTS + TI_BODY_A] = a;
    i[k * INTS + TI_BODY_B] = b;
    this.#entries.f.data.fill(0, k * STRIDE, (k + 1) * STRIDE);
    return k * STRIDE;
  }

  /** Adds entry e to the contact of its pair that is nearest to it and faces the same way; false: there is none. */
  #give(e: number, contacts: ContactPool): boolean {
    const i = this.#entries.i.data;
    const t = this.#entries.f.data;
    const o = e * STRIDE;
    const pair = i[e * INTS + TI_PAIR];
    if (pair < 0 || contacts.countOf(pair) === 0) return false;
    const { shapes } = this.#bodies;
    const small = thickness(shapes[i[e * INTS + TI_BODY_A]]!);
    const near = MATCH_PER_SIZE * Math.min(small, thickness(shapes[i[e * INTS + TI_BODY_B]]!), 1e3);
    let least = near * near;
    let best = -1;
    const f = contacts.f.data;
    const from = contacts.startOf(pair);
    for (let k = from; k < from + contacts.countOf(pair); k++) {
      let along = 0;
      let far = 0;
      for (let m = 0; m < 3; m++) {
        const x = f[k * SIX_STRIDE + S_ARM_B + m] - t[o + T_ARM_B + m];
        far += x * x;
        along += f[k * SIX_STRIDE + S_FRAME + m] * t[o + T_NORMAL + m];
      }
      if (!(along > LOOK_ALIKE && far < least)) continue;
      least = far;
      best = k * SIX_STRIDE;
    }
    if (best < 0) return false;
    for (let m = 0; m < 3; m++) {
      const m1 = (m + 1) % 3;
      const m2 = (m + 2) % 3;
      const x1 = t[o + T_ARM_B + m1] - f[best + S_ARM_B + m1];
      const x2 = t[o + T_ARM_B + m2] - f[best + S_ARM_B + m2];
      f[best + S_WRENCH + m] += t[o + T_WRENCH + m];
      f[best + S_WRENCH + 3 + m] += t[o + T_WRENCH + 3 + m] + x1 * t[o + T_WRENCH + m2] - x2 * t[o + T_WRENCH + m1];
    }
    return true;
  }

  /** Entry e as users see it: where it pressed, and that it touches no more. */
  #recordOf(e: number, span: number): ContactRecord {
    const t = this.#entries.f.data;
    const o = e * STRIDE;
    const a = this.#entries.i.data[e * INTS + TI_BODY_A];
    const b = this.#entries.i.data[e * INTS + TI_BODY_B];
    const d = this.#bodies.f.data;
    const vector = (of: (m: number) => number): [number, number, number] => [of(0), of(1), of(2)];
    const point = vector((m) => d[b * BODY_STRIDE + B_CENTER + m] + t[o + T_ARM_B + m]);
    const normal = vector((m) => t[o + T_NORMAL + m]);
    const force = vector((m) => t[o + T_WRENCH + m] / span);
    const torque = vector((m) => t[o + T_WRENCH + 3 + m] / span);
    const push = force[0] * normal[0] + force[1] * normal[1] + force[2] * normal[2];
    const pressed = (m: number) => {
      const [m1, m2] = [(m + 1) % 3, (m + 2) % 3];
      return push > 0 ? (normal[m1]! * torque[m2]! - normal[m2]! * torque[m1]!) / push : 0;
    };
    return {
      point,
      normal,
      force,
      torque,
      centerOfPressure: vector((m) => point[m]! + pressed(m)),
      area: 0,
      volume: 0,
      depth: 0,
      slipMargin: 0,
      tipMargin: 0,
      state: slipState(this.#bodies, a, b, t.slice(o + T_ARM_A, o + T_ARM_B + 3), normal),
      outline: [],
    };
  }
}
