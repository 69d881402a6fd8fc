// What correction goes by where a mesh touches by its overlap: the overlap where bodies are now.
//
// A contact of the step has the volume of another time, to first order. That serves while bodies move by a share of
// their depth; where they are jerked, a contact that is deep seems open and its neighbours push it in farther. So what
// has moved is measured anew, once for each pair of parts, and again as correction moves it.

import { updateOrigin } from '../../bodies/kinematics.js';
import { B_CENTER, B_INV_MASS, B_POSE, BODY_STRIDE } from '../../bodies/layout.js';
import { OV_CENTER, OV_STRIDE } from '../../overlap/overlap.js';
import { partCount, placePart } from '../../shapes/parts.js';
import type { ContactSettings } from '../model.js';
import { PAIR_INTS, type PairBatch, PB_BODY_A, PB_BODY_B } from '../pair-batch.js';
import type { ContactPool } from '../pool.js';
import type { BodyTable } from './body-table.js';
import type { PatchContacts } from './contacts.js';
import {
  S_ARM_A,
  S_DEPTH,
  S_FRICTION,
  S_POSE_A,
  S_POSE_B,
  S_SHIFT,
  SI_BODY_A,
  SI_BODY_B,
  SI_FACING,
  SI_KIND,
  SI_PARTS,
  SIX_INTS,
  SIX_STRIDE,
} from './layout.js';
import { movedSince } from './motion.js';
import { meanDepth, type OverlapPair } from './overlap-pair.js';
import type { OverlapWriter } from './overlap-writer.js';
import { MOVED_HERE } from './tolerances.js';

export class OverlapHere {
  /** The first of the contacts that correction has for itself. */
  #first = Infinity;
  /** Whether bodies that correction has moved touch where none of its contacts is: they are to be taken again. */
  isIncomplete = false;
  readonly #hand: OverlapPair;
  readonly #writer: OverlapWriter;
  readonly #table: BodyTable;
  readonly #settings: ContactSettings;
  /** By slot: a block of a body that correction moves by contacts of its own, or -1. */
  #blocks = new Int32Array(0);

  constructor(hand: OverlapPair, writer: OverlapWriter, table: BodyTable, settings: ContactSettings) {
    this.#table = table;
    this.#settings = settings;
    this.#hand = hand;
    this.#writer = writer;
  }

  /**
   * Puts contacts measured where bodies are in the place of those that bear by the overlap of a mesh; `isAgain`: and of
   * its own from before.
   */
  take(contacts: PatchContacts, isAgain: boolean): void {
    const { now: pool, bearing } = contacts;
    const { buffer } = this.#hand;
    const own = isAgain ? this.#first : Infinity;
    this.isIncomplete = false;
    this.#first = pool.count;
    const count = contacts.bearingCount;
    let kept = 0;
    for (let m = 0; m < count; m++) {
      const k = bearing.data[2 * m];
      const block = bearing.data[2 * m + 1];
      let here = k;
      if (this.#hasMesh(pool, k)) {
        if (this.#countOf(pool, k) > 0) continue;
        if (k >= own || this.#isElsewhere(pool, k)) {
          here = pool.copyFrom(pool, k);
          this.#overlap(pool, k);
          this.#writer.renew(here, buffer.count > 0 ? 0 : -1);
          for (let c = 1; c < buffer.count; c++) {
            this.#writer.renew(pool.copyFrom(pool, k), c);
            contacts.bear(pool.count - 1, block);
          }
        }
      }
      bearing.data[2 * kept] = here;
      bearing.data[2 * kept + 1] = block;
      kept++;
    }
    const added = contacts.bearingCount - count;
    bearing.data.copyWithin(2 * kept, 2 * count, 2 * (count + added));
    contacts.bearingCount = kept + added;
  }

  /**
   * Adds what the bodies of its own contacts touch besides, of the pairs that have no contact: correction moves them
   * where nobody has looked. True: there is some.
   */
  meet(contacts: PatchContacts, pairs: PairBatch): boolean {
    const { now: pool, patches, bearing } = contacts;
    const { bodies } = this.#hand;
    if (this.#blocks.length < bodies.count) this.#blocks = new Int32Array(2 * bodies.count);
    const blocks = this.#blocks.fill(-1);
    let isAny = false;
    for (let m = 0; m < contacts.bearingCount; m++) {
      const n = bearing.data[2 * m] * SIX_INTS;
      if (!this.isOwn(pool, bearing.data[2 * m])) continue;
      for (let side = SI_BODY_A; side <= SI_BODY_B; side++) {
        const slot = pool.i.data[n + side];
        if (bodies.f.data[slot * BODY_STRIDE + B_INV_MASS] > 0) blocks[slot] = bearing.data[2 * m + 1];
        isAny = true;
      }
    }
    const start = pool.count;
    for (let n = 0; isAny && n < pairs.count; n++) {
      const a = pairs.i.data[n * PAIR_INTS + PB_BODY_A];
      const b = pairs.i.data[n * PAIR_INTS + PB_BODY_B];
      const block = Math.max(blocks[a], blocks[b]);
      if (block < 0 || this.#bears(contacts, a, b)) continue;
      const partsB = partCount(bodies.shapes[b]!);
      for (let parts = partCount(bodies.shapes[a]!) * partsB - 1; parts >= 0; parts--) {
        const sa = this.#hand.part(bodies.shapes[a]!, Math.floor(parts / partsB));
        const sb = this.#hand.part(bodies.shapes[b]!, parts % partsB);
        if (sa.type !== 'mesh' && sb.type !== 'mesh') continue;
        this.#hand.begin(a, b, this.#table.depthOf(a, b, this.#settings, true), 0, false, pool, patches);
        this.#overlapParts(a, b, parts, 1);
        for (let c = 0; c < this.#hand.buffer.count; c++) {
          const k = pool.count;
          this.#writer.add(c, sa, sb);
          if (pool.count > k) contacts.bear(k, block);
        }
      }
    }
    return pool.count > start;
  }

  #bears({ now, bearing, bearingCount }: PatchContacts, a: number, b: number): boolean {
    for (let m = 0; m < bearingCount; m++) {
      const n = bearing.data[2 * m] * SIX_INTS;
      if (now.i.data[n + SI_BODY_A] === a && now.i.data[n + SI_BODY_B] === b) return true;
    }
    return false;
  }

  /** Whether contact k is correction's own. */
  isOwn(pool: ContactPool, k: number): boolean {
    return k >= this.#first && this.#hasMesh(pool, k);
  }

  /** Measures contact k again if it is correction's own and its bodies have moved since. True: it has. */
  renew(pool: ContactPool, k: number): boolean {
    if (!this.isOwn(pool, k) || !this.#isElsewhere(pool, k)) return false;
    this.#overlap(pool, k);
    this.#writer.renew(k, this.#nearest(pool, k));
    if (this.#deepPlaces() > this.#countOf(pool, k)) this.isIncomplete = true;
    return true;
  }

  /** How deep contact k is where its bodies are; Infinity: it is none that this measures. */
  depthOf(pool: ContactPool, k: number): number {
    if (!this.#hasMesh(pool, k)) return Infinity;
    this.#overlap(pool, k);
    const c = this.#nearest(pool, k);
    return c < 0 ? 0 : meanDepth(this.#hand.buffer.records, c * OV_STRIDE);
  }

  #hasMesh(pool: ContactPool, k: number): boolean {
    const i = pool.i.data;
    const n = k * SIX_INTS;
    if (i[n + SI_FACING] === 1 || i[n + SI_KIND] !== 0) return false;
    const { shapes } = this.#hand.bodies;
    const partsB = partCount(shapes[i[n + SI_BODY_B]]!);
    const parts = i[n + SI_PARTS];
    return (
      this.#hand.part(shapes[i[n + SI_BODY_A]]!, Math.floor(parts / partsB)).type === 'mesh' ||
      this.#hand.part(shapes[i[n + SI_BODY_B]]!, parts % partsB).type === 'mesh'
    );
  }

  /** Components of the overlap in hand that are deeper than they may be. */
  #deepPlaces(): number {
    const { buffer, depth } = this.#hand;
    let count = 0;
    for (let c = 0; c < buffer.count; c++) if (meanDepth(buffer.records, c * OV_STRIDE) > depth) count++;
    return count;
  }

  /** How many of correction's own contacts are of the parts of contact k. */
  #countOf(pool: ContactPool, k: number): number {
    const i = pool.i.data;
    let count = 0;
    for (let n = this.#first * SIX_INTS; n < pool.count * SIX_INTS; n += SIX_INTS)
      if (
        i[n + SI_PARTS] === i[k * SIX_INTS + SI_PARTS] &&
        i[n + SI_BODY_A] === i[k * SIX_INTS + SI_BODY_A] &&
        i[n + SI_BODY_B] === i[k * SIX_INTS + SI_BODY_B]
      )
        count++;
    return count;
  }

  /** Whether contact k was measured elsewhere than where its bodies are: ahead of them, or before they moved. */
  #isElsewhere(pool: ContactPool, k: number): boolean {
    const d = this.#hand.bodies.f.data;
    const f = pool.f.data;
    const o = k * SIX_STRIDE;
    if (f[o + S_SHIFT] > 0) return true;
    const a = pool.i.data[k * SIX_INTS + SI_BODY_A] * BODY_STRIDE;
    const b = pool.i.data[k * SIX_INTS + SI_BODY_B] * BODY_STRIDE;
    return movedSince(f, o + S_POSE_A, d, a) + movedSince(f, o + S_POSE_B, d, b) > MOVED_HERE * f[o + S_DEPTH];
  }

  /** Overlaps the parts of contact k where their bodies are. */
  #overlap(pool: ContactPool, k: number): void {
    const f = pool.f.data;
    const n = k * SIX_INTS;
    const a = pool.i.data[n + SI_BODY_A];
    const b = pool.i.data[n + SI_BODY_B];
    this.#hand.begin(a, b, f[k * SIX_STRIDE + S_DEPTH], 0, false, pool, this.#hand.patches);
    this.#overlapParts(a, b, pool.i.data[n + SI_PARTS], f[k * SIX_STRIDE + S_FRICTION]);
  }

  #overlapParts(a: number, b: number, parts: number, friction: number): void {
    const hand = this.#hand;
    const { bodies, present } = hand;
    const d = bodies.f.data;
    const shapeA = bodies.shapes[a]!;
    const shapeB = bodies.shapes[b]!;
    const partsB = partCount(shapeB);
    hand.parts = parts;
    hand.friction = friction;
    hand.shift = 0;
    hand.direction.fill(0);
    updateOrigin(d, a * BODY_STRIDE);
    updateOrigin(d, b * BODY_STRIDE);
    const m = Math.floor(hand.parts / partsB);
    placePart(present, 0, shapeA, m, d, a * BODY_STRIDE + B_POSE);
    placePart(present, 7, shapeB, hand.parts % partsB, d, b * BODY_STRIDE + B_POSE);
    hand.overlapAt(hand.part(shapeA, m), hand.part(shapeB, hand.parts % partsB), 0, bodies.v.data);
  }

  /** The component of the overlap in hand that is nearest to contact k, or -1. */
  #nearest(pool: ContactPool, k: number): number {
    const { buffer, bodies, a } = this.#hand;
    const d = bodies.f.data;
    const f = pool.f.data;
    let nearest = -1;
    let least = Infinity;
    for (let c = 0; c < buffer.count; c++) {
      let apart = 0;
      for (let m = 0; m < 3; m++) {
        const at = d[a * BODY_STRIDE + B_CENTER + m] + f[k * SIX_STRIDE + S_ARM_A + m];
        const x = buffer.records[c * OV_STRIDE + OV_CENTER + m] + buffer.origin[m] - at;
        apart += x * x;
      }
      if (!(apart < least)) continue;
      least = apart;
      nearest = c;
    }
    return nearest;
  }
}
