// Pairs looked at again at the velocities that the solver found: those that have contacts, and those that meet only now.

import { isSampled, restitutionOf, targetDepth } from '../material.js';
import type { ContactContext } from '../model.js';
import { PAIR_INTS, type PairBatch, PB_BODY_A, PB_BODY_B, PB_FOUND, PB_SLOT } from '../pair-batch.js';
import type { ContactPool } from '../pool.js';
import type { ContactClosing } from './closing.js';
import type { PatchContacts } from './contacts.js';
import { GapMeter, leastGap } from './gap.js';
import {
  IDLE,
  S_DEPTH,
  SI_BODY_A,
  SI_BODY_B,
  SI_FACING,
  SI_FEATURES,
  SI_KIND,
  SI_OPEN,
  SI_PARTS,
  SI_PATCH,
  SI_SKIP,
  SIX_INTS,
  SIX_STRIDE,
  WAY_OUT,
} from './layout.js';
import type { PatchFinder } from './patch-finder.js';
import { LOOK_DEPTHS, LOOKS } from './tolerances.js';

export class SecondLooks {
  /** How often this substep was looked at again. */
  count = 0;
  private readonly meter = new GapMeter();
  private readonly gap = new Float64Array(3);

  constructor(
    private readonly context: ContactContext,
    private readonly contacts: PatchContacts,
    private readonly landings: ContactPool,
    private readonly finder: PatchFinder,
    private readonly closing: ContactClosing,
    /** Whether everything goes by its overlap. */
    private readonly byOverlap: boolean,
  ) {}

  /**
   * Every pair that turns or goes far by the velocities found, at where it would be at the end of the substep
   * (facing-look.ts, overlap-look.ts).
   */
  again(pairs: PairBatch, h: number, hasty: Int32Array, stirred: Int32Array): boolean {
    const { contacts, finder } = this;
    const pool = contacts.now;
    contacts.patches.dropUnions();
    this.count++;
    let isAdded = false;
    for (let n = 0; n < pairs.count; n++) {
      const slot = pairs.i.data[n * PAIR_INTS + PB_SLOT];
      const from = pool.startOf(slot);
      const count = pool.countOf(slot);
      const start = pool.count;
      const a = pairs.i.data[n * PAIR_INTS + PB_BODY_A];
      const b = pairs.i.data[n * PAIR_INTS + PB_BODY_B];
      const isHasty = hasty[a] > 0 || hasty[b] > 0;
      for (let k = from; k < from + count; k++) {
        const i = pool.i.data;
        if (i[k * SIX_INTS + SI_KIND] !== 0) continue;
        if (this.count > LOOKS || this.isRepeated(k, from + count)) continue;
        if (i[k * SIX_INTS + SI_SKIP] !== IDLE) {
          if (!isHasty) finder.lookAgain(pool, k, h, contacts.patches);
        } else if (hasty[a] < 2 && hasty[b] < 2 && this.closing.closes(k, h, 0)) {
          i[k * SIX_INTS + SI_SKIP] = 0;
          isAdded = true;
          stirred[a] = stirred[b] = 1;
        }
      }
      const { bodies, settings } = this.context;
      const shapeA = bodies.shapes[a]!;
      const shapeB = bodies.shapes[b]!;
      if (hasty[a] < 2 && hasty[b] < 2 && (isSampled(shapeA) || isSampled(shapeB))) {
        const depth = targetDepth(shapeA, shapeB, settings, !this.byOverlap);
        if (finder.look.lookAhead(a, b, depth, h, pool, contacts.patches, from, from + count, this.count)) {
          isAdded = true;
          stirred[a] = stirred[b] = 1;
        }
      }
      const added = pool.count - start;
      if (added === 0) continue;
      isAdded = true;
      stirred[a] = stirred[b] = 1;
      // A pair's contacts lie together: those that it had come behind the new ones.
      for (let k = from; k < from + count; k++) pool.copyFrom(pool, k);
      pool.setRange(slot, start, added + count);
    }
    if (isAdded) contacts.bearingCount = 0;
    return isAdded;
  }

  /**
   * Before correction: what is deep by the axis that the step was solved with, where bodies are now. That axis was theirs
   * at another time, or by other velocities than those found at last; bodies that have flown past each other are deep
   * along it and yet apart, and to push them out along it would drive them into others.
   */
  here(): void {
    const { contacts, finder, gap } = this;
    const { now: pool, patches, bearing, bearingCount } = contacts;
    const d = this.context.bodies.f.data;
    const start = pool.count;
    patches.restoreUnions();
    for (let m = 0; m < bearingCount; m++) {
      const k = bearing.data[2 * m];
      const n = k * SIX_INTS;
      const i = pool.i.data;
      if (i[n + SI_FACING] !== 1 || i[n + SI_KIND] !== 0 || i[n + SI_FEATURES] === WAY_OUT) continue;
      this.meter.measure(gap, 0, pool.f.data, k * SIX_STRIDE, i, n, d);
      const least = -LOOK_DEPTHS * pool.f.data[k * SIX_STRIDE + S_DEPTH];
      if (!(leastGap(gap, 0, patches, i[n + SI_PATCH]) < least)) continue;
      // Of two parts that were looked at more than once one contact is enough.
      if (this.isAmong(k, start)) i[n + SI_OPEN] = 1;
      else if (finder.lookHere(pool, k, patches)) contacts.bear(pool.count - 1, bearing.data[2 * m + 1]);
    }
  }

  /** Whether a contact from `start` on is of the same parts as k. */
  private isAmong(k: number, start: number): boolean {
    const pool = this.contacts.now;
    const i = pool.i.data;
    const n = k * SIX_INTS;
    for (let c = start * SIX_INTS; c < pool.count * SIX_INTS; c += SIX_INTS)
      if (
        i[c + SI_BODY_A] === i[n + SI_BODY_A] &&
        i[c + SI_BODY_B] === i[n + SI_BODY_B] &&
        i[c + SI_PARTS] === i[n + SI_PARTS]
      )
        return true;
    return false;
  }

  /** Whether a contact behind k, up to `to`, is of the same parts: then k is what an earlier look has added. */
  private isRepeated(k: number, to: number): boolean {
    const i = this.contacts.now.i.data;
    for (let n = k + 1; n < to; n++)
      if (i[n * SIX_INTS + SI_PARTS] === i[k * SIX_INTS + SI_PARTS] && i[n * SIX_INTS + SI_FACING] === 1) return true;
    return false;
  }

  /** Adds what the pairs come to by the velocities that the solver found. */
  meet(pairs: PairBatch, h: number): void {
    const { contacts, finder } = this;
    const { now: pool, patches } = contacts;
    const { bodies, settings } = this.context;
    let isAny = false;
    for (let n = 0; n < pairs.count; n++) {
      const i = pairs.i.data;
      const o = n * PAIR_INTS;
      const slot = i[o + PB_SLOT];
      const a = i[o + PB_BODY_A];
      const b = i[o + PB_BODY_B];
      const from = pool.startOf(slot);
      const count = pool.countOf(slot);
      const start = pool.count;
      // What bounces off meets at the speed of the step before; what is struck now bounces in the next.
      if (restitutionOf(bodies, a, b, settings) > 0) {
        i[o + PB_FOUND] = 0;
        continue;
      }
      const depth = targetDepth(bodies.shapes[a]!, bodies.shapes[b]!, settings, !this.byOverlap);
      finder.meet(a, b, depth, h, pool, patches, this.landings, from, from + count);
      // What would stay open is none of this step's business.
      let end = start;
      for (let k = start; k < pool.count; k++) if (this.closing.closes(k, h, 0)) pool.move(k, end++);
      pool.count = end;
      i[o + PB_FOUND] = end > start ? 1 : 0;
      if (end === start) continue;
      isAny = true;
      for (let k = from; k < from + count; k++) pool.copyFrom(pool, k);
      pool.setRange(slot, start, pool.count - start);
    }
    if (isAny) contacts.bearingCount = 0;
  }
}
