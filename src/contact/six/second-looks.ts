// Pairs looked at again at the velocities that the solver found: those that have contacts, and those that meet only
// now.

import { updateOrigin } from '../../bodies/kinematics.js';
import { BODY_INTS, BODY_STRIDE, I_ASLEEP } from '../../bodies/layout.js';
import type { I32Slab } from '../../memory/arena.js';
import { approachOf } from '../approach.js';
import { isSampled, restitutionOf } from '../material.js';
import type { ContactContext } from '../model.js';
import { PAIR_INTS, type PairBatch, PB_BODY_A, PB_BODY_B, PB_FOUND, PB_SLOT } from '../pair-batch.js';
import type { BodyTable } from './body-table.js';
import type { BoxBatch } from './box-batch.js';
import { ELSEWHERE } from './box-layout.js';
import { BoxesHere } from './boxes-here.js';
import type { ContactClosing } from './closing.js';
import { MEASURED, type PatchContacts } from './contacts.js';
import { FoundParts } from './found-parts.js';
import { GapMeter, leastGap } from './gap.js';
import type { Grazing } from './grazing.js';
import {
  ASIDE,
  IDLE,
  NO_BLOCK,
  PLACE,
  S_ARM_A,
  S_DEPTH,
  S_FRAME,
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
import { normalVelocity } from './motion.js';
import type { PatchFinder } from './patch-finder.js';
import { CORRECTED, LOOK, LOOK_DEPTHS, LOOK_MOVED, LOOKS } from './tolerances.js';
import type { Waiting } from './waiting.js';

/** How deep a contact is: it is not; it may be; it is by its own axis. */
const NOT = 0;
const SEEMS = 1;
const DEEP = 2;
/** Of a contact that correction is to look at, beside four times its place among those that bear. */
const OF_DEPTH = 1;
const OF_BOXES = 2;

export class SecondLooks {
  /** How often this substep was looked at again. */
  count = 0;
  /** Whether any pair of this substep bounces. */
  hasBounces = false;
  /** Whether a look after the last one found what faces each other too deep to be corrected. */
  isUnsettled = false;
  readonly #meter = new GapMeter();
  readonly #gap = new Float64Array(MEASURED);
  /** Velocities of all bodies in the look before; by body: 1, it has them still, to the bit. */
  #before = new Float64Array(0);
  /** Velocities of all bodies before the first solve of this substep. */
  #unsolved = new Float64Array(0);
  #isAsBefore = new Int32Array(0);
  /** What a look of correction has found. */
  readonly #found: FoundParts;
  /** Contacts that correction is to look at. */
  readonly #asked: I32Slab;
  readonly #boxes: BoxesHere;
  /** The first contact that correction of this substep has found. */
  #firstHere = 0;
  /** Whether the table has bodies where correction begins. */
  #isHere = false;

  readonly #context: ContactContext;
  readonly #contacts: PatchContacts;
  readonly #finder: PatchFinder;
  readonly #closing: ContactClosing;
  readonly #waiting: Waiting;
  readonly #grazing: Grazing;
  readonly #table: BodyTable;
  readonly #byOverlap: boolean;

  constructor(
    context: ContactContext,
    contacts: PatchContacts,
    finder: PatchFinder,
    closing: ContactClosing,
    waiting: Waiting,
    grazing: Grazing,
    table: BodyTable,
    batch: BoxBatch | null,
    /** Whether everything goes by its overlap. */
    byOverlap: boolean,
  ) {
    this.#asked = context.arena.i32(16);
    this.#found = new FoundParts(contacts.now, context.arena);
    this.#boxes = new BoxesHere(context.bodies, contacts, table, batch);
    this.#context = context;
    this.#contacts = contacts;
    this.#finder = finder;
    this.#closing = closing;
    this.#waiting = waiting;
    this.#grazing = grazing;
    this.#table = table;
    this.#byOverlap = byOverlap;
  }

  /** A new substep, which has not been solved. */
  begin(): void {
    this.count = 0;
    this.hasBounces = false;
    const { v } = this.#context.bodies;
    if (this.#unsolved.length < v.data.length) this.#unsolved = new Float64Array(v.data.length);
    this.#unsolved.set(v.data);
  }

  /**
   * Every pair that turns or goes far by the velocities found, at where it would be at the end of the substep
   * (facing-look.ts, overlap-look.ts).
   */
  again(pairs: PairBatch, h: number, hasty: Int32Array, stirred: Int32Array): boolean {
    const contacts = this.#contacts;
    const finder = this.#finder;
    const table = this.#table;
    const pool = contacts.now;
    contacts.patches.dropUnions();
    this.count++;
    this.#compare();
    const isAsBefore = this.#isAsBefore;
    if (finder.look !== null) finder.look.isUnsettled = false;
    this.isUnsettled = false;
    if (this.count === 1) finder.look?.begin();
    let isAdded = false;
    for (let n = 0; n < pairs.count; n++) {
      const slot = pairs.i.data[n * PAIR_INTS + PB_SLOT];
      const a = pairs.i.data[n * PAIR_INTS + PB_BODY_A];
      const b = pairs.i.data[n * PAIR_INTS + PB_BODY_B];
      if (isAsBefore[a] === 1 && isAsBefore[b] === 1) continue;
      const isHasty = hasty[a] === 1 || hasty[b] === 1;
      // What is convex in a crowd in motion is left as it is.
      if (isHasty && table.areConvex(a, b)) continue;
      if (this.#waiting.has(slot)) {
        if (this.count > LOOKS || isHasty || this.#waiting.holds(slot, a, b, h)) continue;
        this.#end(slot, a, b, h);
      }
      const from = pool.startOf(slot);
      const count = pool.countOf(slot);
      const start = pool.count;
      for (let k = from; k < from + count; k++) {
        const i = pool.i.data;
        if (i[k * SIX_INTS + SI_KIND] !== 0) continue;
        if (isHasty || this.count > LOOKS + 1 || this.#knocks(k, a, b)) continue;
        const isLate = this.count > LOOKS;
        if (!this.#isRepeated(k, from + count) && finder.facingLook?.lookAgain(pool, k, h, contacts.patches, isLate)) {
          if (isLate) this.isUnsettled = true;
          continue;
        }
        if (isLate || i[k * SIX_INTS + SI_SKIP] !== IDLE) continue;
        if (this.#closing.closes(k, h, 0) && !this.#isAhead(k)) {
          i[k * SIX_INTS + SI_SKIP] = 0;
          isAdded = true;
          stirred[a] = stirred[b] = 1;
        }
      }
      if (this.#isSampled(a, b)) {
        const depth = this.#table.depthOf(a, b, this.#context.settings, !this.#byOverlap);
        // Of a crowd in full motion only what is deep: a chain is one, too, and is pulled taut link by link.
        const look = isHasty ? Math.max(this.count, LOOKS + 1) : this.count;
        if (finder.look?.lookAhead(a, b, depth, h, pool, contacts.patches, from, from + count, look, slot)) {
          isAdded = true;
          stirred[a] = stirred[b] = 1;
        }
      }
      if (this.count <= LOOKS && !isHasty)
        this.#meetGrazing(slot, a, b, h, restitutionOf(this.#context.bodies, a, b, this.#context.settings) > 0);
      if (!this.#lead(slot, start)) continue;
      isAdded = true;
      stirred[a] = stirred[b] = 1;
    }
    return isAdded;
  }

  /**
   * Pairs that bounce, and that the velocities found bring together: what is struck within a step and strikes others in
   * it bounces off these, too.
   */
  strikeOn(pairs: PairBatch, h: number, stirred: Int32Array): boolean {
    const pool = this.#contacts.now;
    const { bodies, settings } = this.#context;
    this.#contacts.patches.dropUnions();
    let isAdded = false;
    for (let n = 0; n < pairs.count; n++) {
      const slot = pairs.i.data[n * PAIR_INTS + PB_SLOT];
      const a = pairs.i.data[n * PAIR_INTS + PB_BODY_A];
      const b = pairs.i.data[n * PAIR_INTS + PB_BODY_B];
      if (!(restitutionOf(bodies, a, b, settings) > 0)) continue;
      if (this.#waiting.has(slot)) {
        if (this.#waiting.holds(slot, a, b, h)) continue;
        this.#end(slot, a, b, h);
      }
      const from = pool.startOf(slot);
      const start = pool.count;
      let isStruck = false;
      for (let k = from; k < from + pool.countOf(slot); k++) {
        const i = pool.i.data;
        if (i[k * SIX_INTS + SI_KIND] !== 0 || i[k * SIX_INTS + SI_SKIP] !== IDLE) continue;
        if (!this.#closing.closes(k, h, 0) || this.#isAhead(k)) continue;
        i[k * SIX_INTS + SI_SKIP] = 0;
        isStruck = true;
      }
      this.#meetGrazing(slot, a, b, h, false);
      if (!this.#lead(slot, start) && !isStruck) continue;
      isAdded = true;
      stirred[a] = stirred[b] = 1;
    }
    return isAdded;
  }

  /**
   * Whether contact k, which has no block, is to bounce after the last look if the velocities found close it: faster
   * than what forces give in two steps, as what meets by the velocities before them (rebound.ts).
   */
  #knocks(k: number, a: number, b: number): boolean {
    const { bodies, settings } = this.#context;
    const { f: records, i } = this.#contacts.now;
    if (!this.hasBounces || i.data[k * SIX_INTS + SI_SKIP] !== IDLE) return false;
    if (!(restitutionOf(bodies, a, b, settings) > 0)) return false;
    const f = records.data;
    const n = k * SIX_STRIDE + S_FRAME;
    const u = this.#unsolved;
    const o = bodies.old.data;
    let pull = 0;
    for (let side = 0, at = 6 * a; side < 2; side++, at = 6 * b) {
      let along = 0;
      for (let m = 0; m < 3; m++) along += f[n + m] * (u[at + m] - o[at + m]);
      pull += Math.abs(along);
    }
    return normalVelocity(f, k * SIX_STRIDE + S_ARM_A, bodies.v.data, 6 * a, 6 * b) < -2 * pull;
  }

  /** A pair's contacts lie together: those that it had come behind the new ones, from `start` on. False: none are new. */
  #lead(slot: number, start: number): boolean {
    const pool = this.#contacts.now;
    const added = pool.count - start;
    if (added === 0) return false;
    const from = pool.startOf(slot);
    const count = pool.countOf(slot);
    for (let k = from; k < from + count; k++) pool.copyFrom(pool, k);
    pool.setRange(slot, start, added + count);
    return true;
  }

  /** Parts of a pair that were to graze each other, and come together by now; `ifFalling`: by forces alone. */
  #meetGrazing(slot: number, a: number, b: number, h: number, ifFalling: boolean): void {
    const { settings } = this.#context;
    if (!this.#grazing.mayMeet(slot, a, b, h, ifFalling)) return;
    const { now: pool, patches } = this.#contacts;
    const from = pool.startOf(slot);
    const start = pool.count;
    const depth = this.#table.depthOf(a, b, settings, !this.#byOverlap);
    this.#finder.meet(a, b, depth, h, pool, patches, from, from + pool.countOf(slot), true);
    this.#keepClosing(start, h);
  }

  /** Of the contacts from `start` on those that close: what would stay open is none of this step's business. */
  #keepClosing(start: number, h: number): void {
    const pool = this.#contacts.now;
    let end = start;
    for (let k = start; k < pool.count; k++) if (this.#closing.closes(k, h, 0)) pool.move(k, end++);
    pool.count = end;
  }

  /** Whether overlaps of two bodies may be sampled: shapes are asked only where the table does not know. */
  #isSampled(a: number, b: number): boolean {
    const { shapes } = this.#context.bodies;
    return !this.#table.areConvex(a, b) && (isSampled(shapes[a]!) || isSampled(shapes[b]!));
  }

  /** Who goes on as in the look before: two such bodies come to nothing new. */
  #compare(): void {
    const { v, count } = this.#context.bodies;
    if (this.#before.length < v.data.length) {
      this.#before = new Float64Array(v.data.length);
      this.#isAsBefore = new Int32Array(Math.floor(v.data.length / 6));
    }
    const before = this.#before;
    for (let b = 0; b < count; b++) {
      let same = this.count > 1 ? 1 : 0;
      for (let k = 6 * b; k < 6 * b + 6; k++) {
        if (v.data[k] !== before[k]) same = 0;
        before[k] = v.data[k];
      }
      this.#isAsBefore[b] = same;
    }
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
   * Before correction: what is deep where bodies are now. The axis and region that the step was solved with were theirs
   * at another time, or by other velocities than those found at last: bodies that have flown past each other are deep
   * along that axis and yet apart, and to push them out along it would drive them into others; bodies that were struck
   * by the last solve are deep where nobody has looked. Again during correction: what that has `moved`, and
   * does not know of; what it knows of has had its share of the step. True: it found more.
   */
  here(pairs: PairBatch, moved: Float64Array | null): boolean {
    const contacts = this.#contacts;
    const { now: pool, patches, bearing } = contacts;
    patches.restoreUnions();
    this.#isHere = false;
    const start = pool.count;
    this.#found.begin(start, this.#context.bodies.count);
    if (moved === null) {
      this.#firstHere = start;
      contacts.beginMeasuring();
    }
    const count = contacts.bearingCount;
    const asked = this.#ask(moved);
    for (let n = 0; n < asked; n++) {
      const how = this.#asked.data[n];
      const m = 2 * (how >> 2);
      if (this.#isFound(bearing.data[m], (how & OF_DEPTH) !== 0, (how & OF_BOXES) !== 0))
        contacts.bear(pool.count - 1, bearing.data[m + 1]);
    }
    for (let n = 0; n < pairs.count; n++) {
      const slot = pairs.i.data[n * PAIR_INTS + PB_SLOT];
      const a = pairs.i.data[n * PAIR_INTS + PB_BODY_A];
      const b = pairs.i.data[n * PAIR_INTS + PB_BODY_B];
      if (this.#waiting.has(slot)) {
        this.#endHere(slot, a, b, moved);
        continue;
      }
      // What correction has not moved is as deep as the look before has found it.
      const isThere = moved !== null && moved[a] + moved[b] === 0;
      const from = pool.startOf(slot);
      for (let k = from, to = isThere ? from : from + pool.countOf(slot); k < to; k++) {
        if (pool.i.data[k * SIX_INTS + SI_SKIP] !== IDLE) continue;
        const how = this.#howDeep(k, moved, false);
        if (how !== NOT && this.#isFound(k, how === DEEP, false)) contacts.bear(pool.count - 1, NO_BLOCK);
        else if (pool.i.data[k * SIX_INTS + SI_OPEN] === 0 && this.#isDeep(k)) {
          // Back the way it came, as what has a block.
          pool.i.data[k * SIX_INTS + SI_SKIP] = 0;
          contacts.bear(k, NO_BLOCK);
        }
      }
      this.#lookAtTori(slot, a, b, moved);
    }
    return contacts.bearingCount > count;
  }

  /** Which contacts that correction takes care of are to be looked at, and how; returns how many. */
  #ask(moved: Float64Array | null): number {
    const { bearing, bearingCount } = this.#contacts;
    const boxes = moved === null && this.#boxes.begin(bearingCount) ? this.#boxes : null;
    let asked = 0;
    for (let m = 0; m < bearingCount; m++) {
      const k = bearing.data[2 * m];
      const how = this.#howDeep(k, moved, true);
      if (how === NOT) continue;
      this.#asked.reserve(asked + 1);
      const isDeep = how === DEEP;
      this.#asked.data[asked++] = 4 * m + (isDeep ? OF_DEPTH : 0) + (boxes?.add(k, isDeep) ? OF_BOXES : 0);
    }
    return asked;
  }

  /**
   * Whether contact k, which correction takes care of (`isBorne`) or not, is deep where its bodies are, or may be beside
   * its own axis.
   */
  #howDeep(k: number, moved: Float64Array | null, isBorne: boolean): number {
    const { i } = this.#contacts.now;
    const open = i.data[k * SIX_INTS + SI_OPEN];
    if (open === ASIDE || i.data[k * SIX_INTS + SI_FEATURES] === PLACE) return NOT;
    if (moved !== null && !this.#isMoved(k, moved)) return NOT;
    // What was apart when it was looked at is not known to be deep, whatever it is along its own axis.
    if ((open === 0 || moved === null) && this.#isDeep(k)) return moved !== null && isBorne ? NOT : DEEP;
    return this.#mayBeDeep(k, moved) ? SEEMS : NOT;
  }

  /** Looks at contact k, of boxes in hand or not; true: another one, which is the last now, stands for it there. */
  #isFound(k: number, isDeep: boolean, isBoxes: boolean): boolean {
    const { now: pool, patches } = this.#contacts;
    const state = isBoxes ? this.#boxes.next() : ELSEWHERE;
    // Of two parts that were looked at more than once one contact is enough.
    const isKnown = this.#found.has(k);
    if (state !== ELSEWHERE) return this.#boxes.take(k, state, isDeep, isKnown);
    if (isKnown) pool.i.data[k * SIX_INTS + SI_OPEN] = ASIDE;
    return !isKnown && this.#finder.facingLook!.lookHere(pool, k, isDeep, patches);
  }

  /** Where tori are deep in what they have no contact with there. */
  #lookAtTori(slot: number, a: number, b: number, moved: Float64Array | null): void {
    const { look, tori } = this.#finder;
    if (!tori || !this.#isSampled(a, b)) return;
    const contacts = this.#contacts;
    const { now: pool, patches, h } = contacts;
    const { f, v } = this.#context.bodies;
    const way = moved === null ? approachOf(f.data, v.data, a, b, h) : moved[a] + moved[b];
    const depth = this.#table.depthOf(a, b, this.#context.settings, !this.#byOverlap);
    const from = pool.startOf(slot);
    const to = from + pool.countOf(slot);
    const start = pool.count;
    // What is led out has one way, and its share of the step.
    for (let k = from; k < to; k++) if (pool.i.data[k * SIX_INTS + SI_FEATURES] === WAY_OUT) return;
    const share = moved === null ? LOOK : LOOK_MOVED;
    updateOrigin(f.data, a * BODY_STRIDE);
    updateOrigin(f.data, b * BODY_STRIDE);
    look!.lookAhead(a, b, depth, 0, pool, patches, from, to, 0, -1, way, share, this.#firstHere);
    for (let k = start; k < pool.count; k++) contacts.bear(k, NO_BLOCK);
  }

  /** A pair that has waited, and was driven into each other after all: its contacts where bodies are. */
  #endHere(slot: number, a: number, b: number, moved: Float64Array | null): void {
    const contacts = this.#contacts;
    const { now: pool, patches, h } = contacts;
    if (moved !== null && moved[a] + moved[b] === 0) return;
    if (this.#waiting.holds(slot, a, b, h, moved === null ? 0 : moved[a] + moved[b])) return;
    if (!this.#isHere) this.#table.update();
    this.#isHere = true;
    const depth = this.#table.depthOf(a, b, this.#context.settings, !this.#byOverlap);
    const start = pool.count;
    this.#finder.findHere(a, b, depth, pool, patches);
    if (pool.count > start) this.#waiting.take(slot);
    for (let k = start; k < pool.count; k++) contacts.bear(k, NO_BLOCK);
  }

  /** Whether contact k is of the region in which two parts face each other. */
  #isRegion(k: number): boolean {
    const i = this.#contacts.now.i.data;
    const n = k * SIX_INTS;
    return i[n + SI_FACING] === 1 && i[n + SI_KIND] === 0 && i[n + SI_FEATURES] !== WAY_OUT;
  }

  /** Whether facing contact k is deep by its own axis, where bodies are. */
  #isDeep(k: number): boolean {
    const { now: pool, patches, measured, measuredCount } = this.#contacts;
    const n = k * SIX_INTS;
    const i = pool.i.data;
    if (!this.#isRegion(k)) return false;
    const isKept = k < measuredCount;
    const gap = isKept ? measured.data : this.#gap;
    const at = isKept ? MEASURED * k : 0;
    if (!isKept || Number.isNaN(gap[at + 3])) {
      this.#meter.measure(gap, at, pool.f.data, k * SIX_STRIDE, i, n, this.#context.bodies.f.data);
      gap[at + 3] = leastGap(gap, at, patches, i[n + SI_PATCH]);
    }
    return gap[at + 3] < -LOOK_DEPTHS * pool.f.data[k * SIX_STRIDE + S_DEPTH];
  }

  /**
   * Whether the bodies of contact k have come so far in the step that they may be deep beside its region or overlap, or
   * along another axis.
   */
  #mayBeDeep(k: number, moved: Float64Array | null): boolean {
    const { now: pool, h } = this.#contacts;
    if (pool.i.data[k * SIX_INTS + SI_KIND] !== 0 || pool.i.data[k * SIX_INTS + SI_FEATURES] === WAY_OUT) return false;
    const { f, v } = this.#context.bodies;
    const a = pool.i.data[k * SIX_INTS + SI_BODY_A];
    const b = pool.i.data[k * SIX_INTS + SI_BODY_B];
    const least = this.#leftAlone(k, moved === null ? LOOK : LOOK_MOVED);
    const isFar = moved === null ? approachOf(f.data, v.data, a, b, h) > least : this.#isMoved(k, moved);
    return isFar && !this.#finder.facingLook!.isClear(pool, k, least, h);
  }

  /** How far bodies of contact k may have come (m), with this share of the thinner one. */
  #leftAlone(k: number, share: number): number {
    const f = this.#contacts.now.f.data;
    const o = k * SIX_STRIDE;
    return Math.max((share / CORRECTED) * f[o + S_MOST], LOOK_DEPTHS * f[o + S_DEPTH]);
  }

  /** Whether correction has moved the bodies of contact k so far that it is to be looked at again. */
  #isMoved(k: number, moved: Float64Array): boolean {
    const n = k * SIX_INTS;
    const i = this.#contacts.now.i.data;
    const way = moved[i[n + SI_BODY_A]] + moved[i[n + SI_BODY_B]];
    return way > 0 && way > this.#leftAlone(k, LOOK_MOVED);
  }

  /** Whether contact k is closed only along the axis of another time, while its parts are apart now. */
  #isAhead(k: number): boolean {
    const { now: pool, patches } = this.#contacts;
    const o = k * SIX_STRIDE;
    const least = leastGap(pool.f.data, o + S_GAP, patches, pool.i.data[k * SIX_INTS + SI_PATCH]);
    return least < -LOOK_DEPTHS * pool.f.data[o + S_DEPTH] && this.#finder.facingLook?.areApart(pool, k) === true;
  }

  /** Whether a contact behind k, up to `to`, is of the same parts: then k is what an earlier look has added. */
  #isRepeated(k: number, to: number): boolean {
    const i = this.#contacts.now.i.data;
    if (i[k * SIX_INTS + SI_FEATURES] === PLACE) return false;
    for (let n = k + 1; n < to; n++)
      if (i[n * SIX_INTS + SI_PARTS] === i[k * SIX_INTS + SI_PARTS] && i[n * SIX_INTS + SI_FACING] === 1) return true;
    return false;
  }

  /** Adds what the pairs come to by the velocities that the solver found: those that bounce, or those that do not. */
  meet(pairs: PairBatch, h: number, isBounce: boolean): void {
    const contacts = this.#contacts;
    const finder = this.#finder;
    const { now: pool, patches } = contacts;
    const { bodies, settings } = this.#context;
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
      if (!isBounce && this.#isAsBefore[a] === 1 && this.#isAsBefore[b] === 1) continue;
      if (this.#waiting.has(slot) || !this.#table.mayMeet(a, b, h, settings.depth)) continue;
      // What is struck and bounces does so after the last look.
      const bounces = restitutionOf(bodies, a, b, settings) > 0;
      this.hasBounces ||= bounces;
      if (bounces !== isBounce) continue;
      const depth = this.#table.depthOf(a, b, settings, !this.#byOverlap);
      const isPressed = this.#wakes(a, b, from, from + count, h);
      finder.meet(a, b, depth, h, pool, patches, from, from + count);
      this.#keepClosing(start, h);
      if (pool.count === start && !isPressed) continue;
      i[o + PB_FOUND] = 1;
      if (pool.count === start) continue;
      for (let k = from; k < from + count; k++) pool.copyFrom(pool, k);
      pool.setRange(slot, start, pool.count - start);
    }
  }

  /** The same after the last solve: what they come to is borne by correction. */
  meetLast(pairs: PairBatch, h: number): void {
    const contacts = this.#contacts;
    const { now: pool, patches } = contacts;
    // Behind what blocks refer to.
    patches.restoreUnions();
    for (let n = 0; n < pairs.count; n++) {
      const slot = pairs.i.data[n * PAIR_INTS + PB_SLOT];
      const a = pairs.i.data[n * PAIR_INTS + PB_BODY_A];
      const b = pairs.i.data[n * PAIR_INTS + PB_BODY_B];
      // Correction looks at all that has contacts, or waits.
      if (this.#waiting.has(slot) || (pool.countOf(slot) > 0 && this.#table.areConvex(a, b))) continue;
      if (!this.#table.mayMeet(a, b, h, this.#context.settings.depth)) continue;
      const from = pool.startOf(slot);
      const start = pool.count;
      const depth = this.#table.depthOf(a, b, this.#context.settings, !this.#byOverlap);
      this.#finder.meet(a, b, depth, h, pool, patches, from, from + pool.countOf(slot));
      this.#keepClosing(start, h);
      for (let k = start; k < pool.count; k++) contacts.bear(k, NO_BLOCK);
    }
  }

  /** Whether contacts that a pair has with something asleep, which they did not press on, do so by now. */
  #wakes(a: number, b: number, from: number, to: number, h: number): boolean {
    const i = this.#context.bodies.i.data;
    if (i[a * BODY_INTS + I_ASLEEP] === 0 && i[b * BODY_INTS + I_ASLEEP] === 0) return false;
    let isPressed = false;
    for (let k = from; k < to; k++) {
      if (!this.#closing.closes(k, h, 0)) continue;
      this.#contacts.now.i.data[k * SIX_INTS + SI_SKIP] = 0;
      isPressed = true;
    }
    return isPressed;
  }
}
