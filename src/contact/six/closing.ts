// Whether contacts press, would close within the step, or bear.

import { BODY_INTS, I_HASTY } from '../../bodies/layout.js';
import { pullOf } from '../approach.js';
import { restitutionOf } from '../material.js';
import type { ContactContext } from '../model.js';
import { PAIR_INTS, type PairBatch, PB_SLOT } from '../pair-batch.js';
import type { PatchContacts } from './contacts.js';
import { GapMeter, leastGap } from './gap.js';
import {
  IDLE,
  PIECE,
  S_AREA,
  S_ARM_A,
  S_DEPTH,
  S_FRAME,
  S_GAP,
  S_GROWN,
  S_SHIFT,
  S_VOLUME,
  SI_BODY_A,
  SI_BODY_B,
  SI_FACING,
  SI_FEATURES,
  SI_KIND,
  SI_OPEN,
  SI_PATCH,
  SI_SKIP,
  SIX_INTS,
  SIX_STRIDE,
} from './layout.js';
import { normalVelocity } from './motion.js';
import { PRESSED } from './tolerances.js';

export class ContactClosing {
  readonly #meter = new GapMeter();
  readonly #gap = new Float64Array(3);

  readonly #context: ContactContext;
  readonly #contacts: PatchContacts;

  constructor(context: ContactContext, contacts: PatchContacts) {
    this.#context = context;
    this.#contacts = contacts;
  }

  /**
   * Whether any contact from `from` up to `to` would be closed by the end of the step, by more than a hair, if nothing
   * stopped it.
   */
  presses(from: number, to: number): boolean {
    const { span } = this.#contacts;
    for (let k = from; k < to; k++) if (this.closes(k, span, 0)) return true;
    return false;
  }

  /**
   * Whether contact k is closed by more than a hair after h at the bodies' present velocities, and by as much as it may
   * be off by then.
   */
  closes(k: number, h: number, off: number): boolean {
    const { now: pool, patches } = this.#contacts;
    const v = this.#context.bodies.v.data;
    const f = pool.f.data;
    const gap = this.#gap;
    const o = k * SIX_STRIDE;
    const n = k * SIX_INTS;
    const va = 6 * pool.i.data[n + SI_BODY_A];
    const vb = 6 * pool.i.data[n + SI_BODY_B];
    const along = h * normalVelocity(f, o + S_ARM_A, v, va, vb);
    const hair = PRESSED * f[o + S_DEPTH] - off;
    if (pool.i.data[n + SI_FACING] !== 1) {
      const deep = (f[o + S_VOLUME] + f[o + S_GROWN]) / f[o + S_AREA] - f[o + S_SHIFT];
      return f[o + S_DEPTH] - deep + along < -hair;
    }
    gap[0] = f[o + S_GAP] + along;
    gap[1] = f[o + S_GAP + 1];
    gap[2] = f[o + S_GAP + 2];
    for (let m = 0; m < 3; m++) {
      const turn = h * (v[va + 3 + m] - v[vb + 3 + m]);
      gap[1] -= turn * f[o + S_FRAME + 6 + m];
      gap[2] += turn * f[o + S_FRAME + 3 + m];
    }
    return leastGap(gap, 0, patches, pool.i.data[n + SI_PATCH]) < -hair;
  }

  /**
   * Facing contacts, and those that bounce, that bore nothing and would stay open get no block, unless a second look
   * finds that they would close. Crowds in motion get no such look: there everything has one.
   */
  markIdle(pairs: PairBatch, h: number): void {
    const pool = this.#contacts.now;
    const f = pool.f.data;
    const i = pool.i.data;
    const records = this.#context.bodies.i.data;
    for (let n = 0; n < pairs.count; n++) {
      const slot = pairs.i.data[n * PAIR_INTS + PB_SLOT];
      const from = pool.startOf(slot);
      for (let k = from; k < from + pool.countOf(slot); k++) {
        const o = k * SIX_STRIDE;
        const a = i[k * SIX_INTS + SI_BODY_A];
        const b = i[k * SIX_INTS + SI_BODY_B];
        if (i[k * SIX_INTS + SI_FACING] === 1) i[k * SIX_INTS + SI_SKIP] = 0;
        else if (!this.#bounces(k, a, b)) continue;
        if (f[o] !== 0 || f[o + 1] !== 0 || f[o + 2] !== 0) continue;
        if (records[a * BODY_INTS + I_HASTY] === 1 || records[b * BODY_INTS + I_HASTY] === 1) continue;
        // Bodies that fall alike stay open until one of them is held.
        const pull = pullOf(this.#context.bodies, a, b, f, o + S_FRAME, h);
        if (!this.closes(k, h, pull)) i[k * SIX_INTS + SI_SKIP] = IDLE;
      }
      this.#wakePieces(from, from + pool.countOf(slot));
    }
  }

  /** Whether contact k is one at a point or an overlap, and bounces. */
  #bounces(k: number, a: number, b: number): boolean {
    const { i } = this.#contacts.now;
    const { bodies, settings } = this.#context;
    return (
      i.data[k * SIX_INTS + SI_KIND] === 0 &&
      i.data[k * SIX_INTS + SI_SKIP] !== 1 &&
      restitutionOf(bodies, a, b, settings) > 0
    );
  }

  /** Pieces of one face, of contacts from `from` up to `to`, are one contact: none of them is idle if any is not. */
  #wakePieces(from: number, to: number): void {
    const i = this.#contacts.now.i.data;
    for (let k = from; k < to; k++) {
      const n = k * SIX_INTS;
      if (i[n + SI_SKIP] !== 0 || i[n + SI_FEATURES] !== PIECE) continue;
      for (let j = from; j < to; j++)
        if (i[j * SIX_INTS + SI_FEATURES] === PIECE && i[j * SIX_INTS + SI_SKIP] === IDLE)
          i[j * SIX_INTS + SI_SKIP] = 0;
      return;
    }
  }

  /** Whether all contacts of a pair are idle: it holds nothing, and wakes nobody. */
  isIdle(pair: number): boolean {
    const pool = this.#contacts.now;
    const from = pool.startOf(pair);
    for (let k = from; k < from + pool.countOf(pair); k++)
      if (pool.i.data[k * SIX_INTS + SI_SKIP] !== IDLE) return false;
    return true;
  }

  /** Whether any contact of a pair bears. */
  touches(pair: number): boolean {
    const pool = this.#contacts.now;
    const from = pool.startOf(pair);
    const to = from + pool.countOf(pair);
    for (let k = from; k < to; k++) if (this.bears(k)) return true;
    return false;
  }

  /** Whether contact k bears, or is as deep as bodies rest inside each other. */
  bears(k: number): boolean {
    const pool = this.#contacts.now;
    const f = pool.f.data;
    const o = k * SIX_STRIDE;
    if (pool.i.data[k * SIX_INTS + SI_FACING] === 1) {
      if (f[o] !== 0 || f[o + 1] !== 0 || f[o + 2] !== 0) return true;
      if (pool.i.data[k * SIX_INTS + SI_OPEN] === 1) return false;
      this.#meter.measure(this.#gap, 0, f, o, pool.i.data, k * SIX_INTS, this.#context.bodies.f.data);
      const patch = pool.i.data[k * SIX_INTS + SI_PATCH];
      return leastGap(this.#gap, 0, this.#contacts.patches, patch) < f[o + S_DEPTH];
    }
    const overlaps = f[o + S_SHIFT] === 0 && pool.i.data[k * SIX_INTS + SI_OPEN] !== 1;
    return overlaps || f[o] !== 0 || f[o + 1] !== 0 || f[o + 2] !== 0;
  }
}
