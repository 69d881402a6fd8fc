// Pairs looked at again at the velocities that the solver found: those that have contacts, and those that meet only
// now.

import { B_RADIUS, BODY_STRIDE } from '../../bodies/layout.js';
import { approachOf } from '../approach.js';
import { isSampled, restitutionOf, targetDepth } from '../material.js';
import type { ContactContext } from '../model.js';
import { PAIR_INTS, type PairBatch, PB_BODY_A, PB_BODY_B, PB_FOUND, PB_SLOT } from '../pair-batch.js';
import type { BodyTable } from './body-table.js';
import type { ContactClosing } from './closing.js';
import type { PatchContacts } from './contacts.js';
import { GapMeter, leastGap } from './gap.js';
import {
  ASIDE,
  IDLE,
  S_DEPTH,
  S_GAP,
  S_MOST,
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
import { turning } from './motion.js';
import type { PatchFinder } from './patch-finder.js';
import { LOOK_DEPTHS, LOOKS, OFF } from './tolerances.js';
import type { Waiting } from './waiting.js';

export class SecondLooks {
  /** How often this substep was looked at again. */
  count = 0;
  readonly #meter = new GapMeter();
  readonly #gap = new Float64Array(3);
  /** Velocities of all bodies in the look before. */
  #before = new Float64Array(0);

  readonly #context: ContactContext;
  readonly #contacts: PatchContacts;
  readonly #finder: PatchFinder;
  readonly #closing: ContactClosing;
  readonly #waiting: Waiting;
  readonly #table: BodyTable;
  readonly #byOverlap: boolean;

  constructor(
    context: ContactContext,
    contacts: PatchContacts,
    finder: PatchFinder,
    closing: ContactClosing,
    waiting: Waiting,
    table: BodyTable,
    /** Whether everything goes by its overlap. */
    byOverlap: boolean,
  ) {
    this.#context = context;
    this.#contacts = contacts;
    this.#finder = finder;
    this.#closing = closing;
    this.#waiting = waiting;
    this.#table = table;
    this.#byOverlap = byOverlap;
  }

  /**
   * Every pair that turns or goes far by the velocities found, at where it would be at the end of the substep
   * (facing-look.ts, overlap-look.ts).
   */
  again(pairs: PairBatch, h: number, hasty: Int32Array, stirred: Int32Array): boolean {
    const contacts = this.#contacts;
    const finder = this.#finder;
    const pool = contacts.now;
    contacts.patches.dropUnions();
    this.count++;
    finder.look.isUnsettled = false;
    let isAdded = false;
    for (let n = 0; n < pairs.count; n++) {
      const slot = pairs.i.data[n * PAIR_INTS + PB_SLOT];
      const a = pairs.i.data[n * PAIR_INTS + PB_BODY_A];
      const b = pairs.i.data[n * PAIR_INTS + PB_BODY_B];
      if (this.count > 1 && this.#isAsBefore(a) && this.#isAsBefore(b)) continue;
      const isHasty = hasty[a] > 0 || hasty[b] > 0;
      if (this.#waiting.has(slot)) {
        if (this.count > LOOKS || hasty[a] === 2 || hasty[b] === 2 || this.#waiting.holds(slot, a, b, h)) continue;
        this.#end(slot, a, b, h);
      }
      const from = pool.startOf(slot);
      const count = pool.countOf(slot);
      const start = pool.count;
      for (let k = from; k < from + count; k++) {
        const i = pool.i.data;
        if (i[k * SIX_INTS + SI_KIND] !== 0) continue;
        if (this.count > LOOKS || this.#isRepeated(k, from + count)) continue;
        if (!isHasty && finder.faces?.lookAgain(pool, k, h, contacts.patches)) continue;
        if (i[k * SIX_INTS + SI_SKIP] !== IDLE || hasty[a] === 2 || hasty[b] === 2) continue;
        if (this.#closing.closes(k, h, 0) && !this.#isAhead(k)) {
          i[k * SIX_INTS + SI_SKIP] = 0;
          isAdded = true;
          stirred[a] = stirred[b] = 1;
        }
      }
      const { bodies, settings } = this.#context;
      const shapeA = bodies.shapes[a]!;
      const shapeB = bodies.shapes[b]!;
      if (isSampled(shapeA) || isSampled(shapeB)) {
        const depth = targetDepth(shapeA, shapeB, settings, !this.#byOverlap);
        // Of a crowd in full motion only what is deep: a chain is one, too, and is pulled taut link by link.
        const look = hasty[a] === 2 || hasty[b] === 2 ? Math.max(this.count, LOOKS + 1) : this.count;
        if (finder.look.lookAhead(a, b, depth, h, pool, contacts.patches, from, from + count, look)) {
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
    const v = this.#context.bodies.v.data;
    if (this.#before.length < v.length) this.#before = new Float64Array(v.length);
    this.#before.set(v);
    return isAdded;
  }

  /** Whether a body has the velocities to the bit that it had in the look before. */
  #isAsBefore(body: number): boolean {
    const v = this.#context.bodies.v.data;
    for (let k = 6 * body; k < 6 * body + 6; k++) if (v[k] !== this.#before[k]) return false;
    return true;
  }

  /** A pair no longer waits: it gets the contacts that it would have had from the start, all of them idle. */
  #end(slot: number, a: number, b: number, h: number): void {
    const contacts = this.#contacts;
    const finder = this.#finder;
    const { now: pool, patches } = contacts;
    const start = pool.count;
    const depth = this.#table.depthOf(a, b, this.#context.settings, !this.#byOverlap);
    finder.findLate(a, b, depth, h, this.#waiting.take(slot), pool, patches);
    for (let k = start; k < pool.count; k++) pool.i.data[k * SIX_INTS + SI_SKIP] = IDLE;
    pool.setRange(slot, start, pool.count - start);
  }

  /**
   * Before correction: what is deep by the axis that the step was solved with, where bodies are now. That axis was
   * theirs at another time, or by other velocities than those found at last; bodies that have flown past each other are
   * deep along it and yet apart, and to push them out along it would drive them into others.
   */
  here(pairs: PairBatch): void {
    const contacts = this.#contacts;
    const finder = this.#finder;
    const { now: pool, patches, bearing } = contacts;
    patches.restoreUnions();
    const start = pool.count;
    const count = contacts.bearingCount;
    for (let m = 0; m < count; m++) {
      const k = bearing.data[2 * m];
      const isDeep = this.#isDeep(k);
      if (!isDeep && !this.#turnsFar(k)) continue;
      // Of two parts that were looked at more than once one contact is enough.
      if (this.#isKnown(k, start)) pool.i.data[k * SIX_INTS + SI_OPEN] = ASIDE;
      else if (finder.faces?.lookHere(pool, k, isDeep, patches)) contacts.bear(pool.count - 1, bearing.data[2 * m + 1]);
    }
    for (let n = 0; n < pairs.count; n++) {
      const slot = pairs.i.data[n * PAIR_INTS + PB_SLOT];
      const from = pool.startOf(slot);
      for (let k = from; k < from + pool.countOf(slot); k++) {
        if (pool.i.data[k * SIX_INTS + SI_SKIP] !== IDLE) continue;
        const isDeep = this.#isDeep(k);
        if ((!isDeep && !this.#turnsFar(k)) || !finder.faces?.lookHere(pool, k, isDeep, patches)) continue;
        // Correction goes by islands: only bodies that hold on to each other elsewhere are surely in one.
        const block = this.#blockOf(k, count);
        if (block >= 0) contacts.bear(pool.count - 1, block);
        else {
          pool.i.data[k * SIX_INTS + SI_OPEN] = 0;
          pool.count--;
          patches.dropLast();
        }
      }
    }
  }

  /** A block of the bodies of contact k, among the first `count` that bear; -1: they have none. */
  #blockOf(k: number, count: number): number {
    const { bearing, now } = this.#contacts;
    const i = now.i.data;
    for (let m = 0; m < count; m++) {
      const n = bearing.data[2 * m] * SIX_INTS;
      if (i[n + SI_BODY_A] === i[k * SIX_INTS + SI_BODY_A] && i[n + SI_BODY_B] === i[k * SIX_INTS + SI_BODY_B])
        return bearing.data[2 * m + 1];
    }
    return -1;
  }

  /** Whether contact k is of the region in which two parts face each other. */
  #isRegion(k: number): boolean {
    const i = this.#contacts.now.i.data;
    const n = k * SIX_INTS;
    return i[n + SI_FACING] === 1 && i[n + SI_KIND] === 0 && i[n + SI_FEATURES] !== WAY_OUT;
  }

  /** Whether facing contact k is deep by its own axis, where bodies are. */
  #isDeep(k: number): boolean {
    const gap = this.#gap;
    const { now: pool, patches } = this.#contacts;
    const n = k * SIX_INTS;
    const i = pool.i.data;
    if (!this.#isRegion(k)) return false;
    this.#meter.measure(gap, 0, pool.f.data, k * SIX_STRIDE, i, n, this.#context.bodies.f.data);
    return leastGap(gap, 0, patches, i[n + SI_PATCH]) < -LOOK_DEPTHS * pool.f.data[k * SIX_STRIDE + S_DEPTH];
  }

  /**
   * Whether the bodies of facing contact k turn so far in a step that its rows may be off by a share of the thinner
   * one: r θ²/2.
   */
  #turnsFar(k: number): boolean {
    const { now: pool, h } = this.#contacts;
    const n = k * SIX_INTS;
    const i = pool.i.data;
    if (!this.#isRegion(k)) return false;
    const { f, v } = this.#context.bodies;
    let off = 0;
    for (let side = SI_BODY_A; side <= SI_BODY_B; side++) {
      const turn = h * turning(v.data, i[n + side]);
      if (turn > 0) off += 0.5 * turn * turn * f.data[i[n + side] * BODY_STRIDE + B_RADIUS];
    }
    return off > OFF * pool.f.data[k * SIX_STRIDE + S_MOST];
  }

  /** Whether a contact from `start` on is of the same parts as contact k. */
  #isKnown(k: number, start: number): boolean {
    const { i, count } = this.#contacts.now;
    for (let c = start; c < count; c++) {
      const same = i.data[c * SIX_INTS + SI_PARTS] === i.data[k * SIX_INTS + SI_PARTS];
      if (same && i.data[c * SIX_INTS + SI_BODY_A] === i.data[k * SIX_INTS + SI_BODY_A])
        if (i.data[c * SIX_INTS + SI_BODY_B] === i.data[k * SIX_INTS + SI_BODY_B]) return true;
    }
    return false;
  }

  /** Whether contact k is closed only along the axis of another time, while its parts are apart now. */
  #isAhead(k: number): boolean {
    const { now: pool, patches } = this.#contacts;
    const o = k * SIX_STRIDE;
    const least = leastGap(pool.f.data, o + S_GAP, patches, pool.i.data[k * SIX_INTS + SI_PATCH]);
    return least < -LOOK_DEPTHS * pool.f.data[o + S_DEPTH] && this.#finder.faces?.areApart(pool, k) === true;
  }

  /** Whether a contact behind k, up to `to`, is of the same parts: then k is what an earlier look has added. */
  #isRepeated(k: number, to: number): boolean {
    const i = this.#contacts.now.i.data;
    for (let n = k + 1; n < to; n++)
      if (i[n * SIX_INTS + SI_PARTS] === i[k * SIX_INTS + SI_PARTS] && i[n * SIX_INTS + SI_FACING] === 1) return true;
    return false;
  }

  /** Adds what the pairs come to by the velocities that the solver found. */
  meet(pairs: PairBatch, h: number): void {
    const contacts = this.#contacts;
    const finder = this.#finder;
    const { now: pool, patches } = contacts;
    const { bodies, settings } = this.#context;
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
      i[o + PB_FOUND] = 0;
      if (this.#waiting.has(slot) || !this.#mayMeet(a, b, h)) continue;
      // What bounces off meets at the speed of the step before; what is struck now bounces in the next.
      if (restitutionOf(bodies, a, b, settings) > 0) continue;
      const depth = this.#table.depthOf(a, b, settings, !this.#byOverlap);
      finder.meet(a, b, depth, h, pool, patches, from, from + count);
      // What would stay open is none of this step's business.
      let end = start;
      for (let k = start; k < pool.count; k++) if (this.#closing.closes(k, h, 0)) pool.move(k, end++);
      pool.count = end;
      if (end === start) continue;
      i[o + PB_FOUND] = 1;
      isAny = true;
      for (let k = from; k < from + count; k++) pool.copyFrom(pool, k);
      pool.setRange(slot, start, pool.count - start);
    }
    if (isAny) contacts.bearingCount = 0;
  }

  /** Whether the spheres around two bodies meet within h, by the velocities that the solver found. */
  #mayMeet(a: number, b: number, h: number): boolean {
    const { f, v } = this.#context.bodies;
    return !this.#table.areFar(a, b, approachOf(f.data, v.data, a, b, h));
  }
}
