// What the contacts of a pair take over from the step before: all they are, where the pair has hardly moved; else their
// wrench, as the solver's first guess; and, for meshes, patches that came apart by a hair.
// Verified in test/contact/six-reuse.test.ts and six-meshes.test.ts.

import { B_CENTER, B_INV_MASS, BODY_STRIDE } from '../../bodies/layout.js';
import type { BodyStore } from '../../bodies/store.js';
import { partCount } from '../../shapes/parts.js';
import { approachOf } from '../approach.js';
import type { BodyTable } from './body-table.js';
import type { PatchContacts } from './contacts.js';
import { GapMeter } from './gap.js';
import type { VolumeGrowth } from './growth.js';
import {
  ASIDE,
  PLACE,
  S_AREA,
  S_ARM_A,
  S_ARM_B,
  S_DEPTH,
  S_FRAME,
  S_GAP,
  S_GROWN,
  S_LATER,
  S_LOCAL,
  S_MOMENT,
  S_OF_A,
  S_POSE_A,
  S_POSE_B,
  S_SHIFT,
  S_VOLUME,
  S_WRENCH,
  SI_CARRIED,
  SI_FACING,
  SI_FEATURES,
  SI_KIND,
  SI_MATCHED,
  SI_OPEN,
  SI_PARTS,
  SI_SKIP,
  SIX_INTS,
  SIX_STRIDE,
} from './layout.js';
import { movedAt, movedSince } from './motion.js';
import { FACING, KEPT_OPEN, KEPT_OPEN_SMOOTH, REUSE, TOGETHER } from './tolerances.js';
import { addWrench } from './wrench.js';

export class ContactMatching {
  readonly #bodies: BodyStore;
  readonly #contacts: PatchContacts;
  readonly #growth: VolumeGrowth;
  readonly #v = new Float64Array(6);
  readonly #meter = new GapMeter();

  readonly #table: BodyTable;

  constructor(bodies: BodyStore, contacts: PatchContacts, growth: VolumeGrowth, table: BodyTable) {
    this.#table = table;
    this.#bodies = bodies;
    this.#contacts = contacts;
    this.#growth = growth;
  }

  /**
   * Takes over the last step's geometry where neither body has moved, since it was computed, by more than a small share
   * of the target depth, or a few target depths in a crowd in motion. V follows to first order by its 6D gradient, the
   * rest stays. The error of V is of second order in the motion, and of faces none; that of the outline is the motion
   * itself. Both arms go on to lead to one point of the world, or friction would make angular momentum.
   */
  reuse(pair: number, a: number, b: number): boolean {
    const { now: old, span } = this.#contacts;
    const count = old.countOf(pair);
    if (count === 0) return false;
    const from = old.startOf(pair);
    const d = this.#bodies.f.data;
    // The pair's: cheaper to read here than to work out of the shapes.
    const depth = old.f.data[from * SIX_STRIDE + S_DEPTH];
    const most = this.#table.reuseOf(a, b, depth);
    // A body on the move may be about to land beside its patch.
    if (this.#table.wayOf(a, b, span) > Math.max(depth, most)) return false;
    let known = -1;
    for (let n = from; n < from + count; n++) {
      if (old.f.data[n * SIX_STRIDE + S_SHIFT] > 0 || old.i.data[n * SIX_INTS + SI_SKIP] === 1) return false;
      if (old.i.data[n * SIX_INTS + SI_CARRIED] === 1) return false;
      if (old.i.data[n * SIX_INTS + SI_OPEN] === ASIDE) return false;
      if (old.i.data[n * SIX_INTS + SI_OPEN] !== 1) known = n;
    }
    if (known < 0) return false;
    // Those of a pair were all detected together.
    const byA = movedSince(old.f.data, known * SIX_STRIDE + S_POSE_A, d, a * BODY_STRIDE);
    if (byA > most) return false;
    const byB = movedSince(old.f.data, known * SIX_STRIDE + S_POSE_B, d, b * BODY_STRIDE);
    if (byB > most) return false;
    const now = old;
    const mayPart = most > REUSE * depth;
    for (let k = from; k < from + count; k++) {
      now.f.data[k * SIX_STRIDE + S_LATER] = 0;
      if (mayPart) this.#joinArms(k, a, b);
      if (now.i.data[k * SIX_INTS + SI_FACING] === 1) {
        this.#meter.measure(
          now.f.data,
          k * SIX_STRIDE + S_GAP,
          now.f.data,
          k * SIX_STRIDE,
          now.i.data,
          k * SIX_INTS,
          d,
        );
        continue;
      }
      // Lost ones were detected earlier.
      const still = byA === 0 && byB === 0 && now.i.data[k * SIX_INTS + SI_OPEN] !== 1;
      now.f.data[k * SIX_STRIDE + S_GROWN] = still ? 0 : this.#growth.of(now.f.data, k * SIX_STRIDE, a, b);
    }
    return true;
  }

  /** Both arms of contact k lead to one place, which goes with the body whose patch it is, or that moves. */
  #joinArms(k: number, a: number, b: number): void {
    const d = this.#bodies.f.data;
    const { f, i } = this.#contacts.now;
    const pa = a * BODY_STRIDE;
    const pb = b * BODY_STRIDE;
    const ofMoving = d[pa + B_INV_MASS] > 0 ? (d[pb + B_INV_MASS] > 0 ? 0.5 : 1) : 0;
    const share = i.data[k * SIX_INTS + SI_FACING] === 1 ? f.data[k * SIX_STRIDE + S_OF_A] : ofMoving;
    for (let m = 0, o = k * SIX_STRIDE; m < 3; m++) {
      const apart = d[pa + B_CENTER + m] - d[pb + B_CENTER + m] + (f.data[o + S_ARM_A + m] - f.data[o + S_ARM_B + m]);
      f.data[o + S_ARM_A + m] -= (1 - share) * apart;
      f.data[o + S_ARM_B + m] += share * apart;
    }
  }

  /**
   * The pair's new patches, from `start` on, take over the wrench of the nearest old one. What none has taken over
   * goes, with
   * `passOn`, to one in the same plane: of a table's feet one may leave, and the others bear its share.
   */
  match(pair: number, start: number, reach: number): void {
    const { now } = this.#contacts;
    const old = now;
    const from = old.startOf(pair);
    const to = from + old.countOf(pair);
    for (let k = start; k < now.count; k++) {
      let nearest = -1;
      let best = reach * reach;
      for (let n = from; n < to; n++) {
        if (
          old.i.data[n * SIX_INTS + SI_MATCHED] === 1 ||
          old.i.data[n * SIX_INTS + SI_PARTS] !== now.i.data[k * SIX_INTS + SI_PARTS]
        )
          continue;
        const kind = now.i.data[k * SIX_INTS + SI_KIND];
        if (kind !== old.i.data[n * SIX_INTS + SI_KIND]) continue;
        if (kind !== 0) {
          const same = old.i.data[n * SIX_INTS + SI_FEATURES] === now.i.data[k * SIX_INTS + SI_FEATURES];
          // Features know each other again, wherever they are on their bodies.
          const off = same ? 0 : this.#apart(k, n);
          if (off < best) {
            best = off;
            nearest = n;
          }
          continue;
        }
        // Two parts face each other in one place, unless one is a torus.
        if (
          now.i.data[k * SIX_INTS + SI_FEATURES] !== PLACE &&
          old.i.data[n * SIX_INTS + SI_FACING] === 1 &&
          now.i.data[k * SIX_INTS + SI_FACING] === 1
        ) {
          nearest = n;
          break;
        }
        const d = this.#apart(k, n);
        // A body that rolls brings ever new points into contact: with one patch before and after there is no doubt.
        if (d < best || (to - from === 1 && now.count - start === 1)) {
          best = d;
          nearest = n;
        }
      }
      if (nearest < 0) continue;
      this.#pass(nearest, k);
    }
  }

  /**
   * Passes on what the pair's old patches bore that have neither an heir among the new, from `start` on, nor been kept.
   */
  passOn(pair: number, start: number): void {
    const { now } = this.#contacts;
    const old = now;
    const from = old.startOf(pair);
    const to = from + old.countOf(pair);
    for (let n = from; n < to; n++) {
      const o = n * SIX_STRIDE + S_FRAME;
      if (old.i.data[n * SIX_INTS + SI_MATCHED] === 1) continue;
      let nearest = -1;
      let best = Infinity;
      for (let k = start; k < now.count; k++) {
        const p = k * SIX_STRIDE + S_FRAME;
        const d = this.#apart(k, n);
        let facing = 0;
        let high = 0;
        for (let m = 0; m < 3; m++) {
          const x = now.f.data[p + m];
          facing += x * old.f.data[o + m];
          high += x * (now.f.data[p + S_ARM_B - S_FRAME + m] - old.f.data[o + S_ARM_B - S_FRAME + m]);
        }
        if (!(d < best) || facing < FACING || Math.abs(high) > TOGETHER * now.f.data[p + S_DEPTH - S_FRAME]) continue;
        best = d;
        nearest = k;
      }
      if (nearest >= 0) this.#pass(n, nearest);
    }
  }

  /** New contact k takes over the wrench of old contact n. */
  #pass(n: number, k: number): void {
    const { now } = this.#contacts;
    const old = now;
    const f = now.f.data;
    const g = old.f.data;
    const o = n * SIX_STRIDE;
    const p = k * SIX_STRIDE;
    old.i.data[n * SIX_INTS + SI_MATCHED] = 1;
    addWrench(f, p + S_WRENCH, g, o + S_WRENCH, g, o + S_ARM_A, f, p + S_ARM_A);
  }

  /**
   * Keeps the patches of a mesh that came apart by less than they can fall back within the step. A mesh stands on many
   * feet; one that the last correction lifted by a hair would else fall in free flight, by g h², into the ground, be
   * lifted again with the others let go, and so on for ever; and one that it topples about would be driven in by the
   * blow with which the other side lands, which no look ahead can know of. Its geometry is that of when it last
   * overlapped, its distance follows by V's gradient. So are patches kept that rays may have missed between them: those
   * whose volume should not have vanished, and that lie clear of all others (else they have joined one).
   */
  keepOpen(pair: number, start: number, a: number, b: number, depth: number, size: number, hasMesh: boolean): void {
    const { now } = this.#contacts;
    const old = now;
    const total = partCount(this.#bodies.shapes[a]!) * partCount(this.#bodies.shapes[b]!);
    const d = this.#bodies.f.data;
    const reach = approachOf(d, this.#bodies.v.data, a, b, this.#contacts.span) + depth;
    const from = old.startOf(pair);
    const to = from + old.countOf(pair);
    const end = now.count;
    const most = hasMesh ? KEPT_OPEN * depth : KEPT_OPEN_SMOOTH * size;
    for (let n = from; n < to; n++) {
      const o = n * SIX_STRIDE;
      const i = n * SIX_INTS;
      if (old.i.data[i + SI_FACING] === 1 || this.#isFaced(old.i.data[i + SI_PARTS], start, end, total)) continue;
      if (old.i.data[i + SI_MATCHED] === 1 || old.i.data[i + SI_SKIP] === 1 || old.f.data[o + S_SHIFT] > 0) continue;
      if (this.#slid(old.f.data, o, a, b) > most) continue;
      const grown = this.#growth.of(old.f.data, o, a, b);
      const gap = -(old.f.data[o + S_VOLUME] + grown) / old.f.data[o + S_AREA];
      if (!(gap < reach) || (!(gap > 0) && !this.#isClear(n, start, end))) continue;
      const k = this.#contacts.keepOne(n);
      old.i.data[i + SI_MATCHED] = 1;
      now.f.data[k * SIX_STRIDE + S_GROWN] = grown;
      now.f.data[k * SIX_STRIDE + S_LATER] = 0;
      now.i.data[k * SIX_INTS + SI_OPEN] = 1;
    }
  }

  /** Whether the parts, of so many pairs, have facing contacts from `start` up to `end`: these are all there is. */
  #isFaced(parts: number, start: number, end: number, total: number): boolean {
    const i = this.#contacts.now.i.data;
    for (let k = start; k < end; k++)
      if (i[k * SIX_INTS + SI_FACING] === 1 && i[k * SIX_INTS + SI_PARTS] % total === parts % total) return true;
    return false;
  }

  /** How far the bodies have moved against each other at the contact at f[o…] since it was detected. */
  #slid(f: Float64Array, o: number, a: number, b: number): number {
    const v = this.#v;
    const d = this.#bodies.f.data;
    movedAt(v, 0, f, o + S_POSE_A, d, a * BODY_STRIDE, f, o + S_ARM_A);
    movedAt(v, 3, f, o + S_POSE_B, d, b * BODY_STRIDE, f, o + S_ARM_B);
    const x = v[0] - v[3];
    const y = v[1] - v[4];
    const z = v[2] - v[5];
    return Math.sqrt(x * x + y * y + z * z);
  }

  /** Square of the distance between new contact k and old contact n, in A's frame. */
  #apart(k: number, n: number): number {
    const f = this.#contacts.now.f.data;
    const p = k * SIX_STRIDE + S_LOCAL;
    const q = n * SIX_STRIDE + S_LOCAL;
    const x = f[p] - f[q];
    const y = f[p + 1] - f[q + 1];
    const z = f[p + 2] - f[q + 2];
    return x * x + y * y + z * z;
  }

  /** Whether old contact n lies clear of the new ones from `start` to `end`. */
  #isClear(n: number, start: number, end: number): boolean {
    const o = n * SIX_STRIDE;
    const f = this.#contacts.now.f.data;
    const spread = Math.sqrt(f[o + S_MOMENT] + f[o + S_MOMENT + 3] + f[o + S_MOMENT + 5]);
    for (let k = start; k < end; k++) {
      const p = k * SIX_STRIDE + S_MOMENT;
      const isFacing = this.#contacts.now.i.data[k * SIX_INTS + SI_FACING] === 1;
      // Twice the spread reaches a disc's rim, and beyond a square's sides.
      const near = 2 * (spread + (isFacing ? 0 : Math.sqrt(f[p] + f[p + 3] + f[p + 5])));
      if (this.#apart(k, n) < near * near) return false;
    }
    return true;
  }
}
