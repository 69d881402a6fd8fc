// Facing contacts looked at again: at the velocities that the solver found, and, for correction and reports, where
// bodies are.
// Verified in test/contact/six-facing.test.ts.

import { updateOrigin } from '../../bodies/kinematics.js';
import { B_POSE, B_ROTATION, BODY_STRIDE } from '../../bodies/layout.js';
import { BX_HALF } from '../../distance/box-layout.js';
import { BoxRoom } from '../../distance/box-room.js';
import type { CoveredRegion } from '../../distance/covered.js';
import { APART, CURVED, FACES, FacingRegion } from '../../distance/facing.js';
import { rotateInto } from '../../math/quaternion.js';
import type { PatchBuffer } from '../../patch/patch.js';
import { coverOf, meetsGround, partCount, placePart, solidPart } from '../../shapes/parts.js';
import type { SimpleShape } from '../../shapes/shape.js';
import { approachOf } from '../approach.js';
import { thickness } from '../material.js';
import type { ContactPool } from '../pool.js';
import type { BodyTable } from './body-table.js';
import type { GroundFinder } from './facing-ground.js';
import type { FacingWriter } from './facing-writer.js';
import { leastGap } from './gap.js';
import {
  ASIDE,
  S_AREA,
  S_DEPTH,
  S_FACE_A,
  S_FACE_B,
  S_FRAME,
  S_FRICTION,
  S_GAP,
  S_MOST,
  S_SHIFT,
  S_VOLUME,
  SI_BODY_A,
  SI_BODY_B,
  SI_FACING,
  SI_FEATURES,
  SI_OPEN,
  SI_PARTS,
  SI_PATCH,
  SIX_INTS,
  SIX_STRIDE,
  WAY_OUT,
} from './layout.js';
import { turning } from './motion.js';
import type { PartsAhead } from './parts-ahead.js';
import { T_BOX, T_STRIDE } from './table-layout.js';
import { CORRECTED, FAR, GROUND_DEEP, LOOK, LOOK_DEPTHS, MOST_LOOKS, STAGE_TURN, THIN, TURNED } from './tolerances.js';

export class FacingLook {
  readonly #now = new Float64Array(14);
  /** What the last region that was looked for is. */
  #status = FACES;
  /** The parts in hand. */
  #sa!: SimpleShape;
  #sb!: SimpleShape;

  readonly #ahead: PartsAhead;
  readonly #writer: FacingWriter;
  readonly #region: FacingRegion;
  readonly #ground: GroundFinder | null;
  /** Bodies as they are where contacts are looked for, if that is kept. */
  readonly #table: BodyTable | null;
  readonly #room = new BoxRoom();

  constructor(
    ahead: PartsAhead,
    writer: FacingWriter,
    region: FacingRegion,
    ground: GroundFinder | null,
    table: BodyTable | null,
  ) {
    this.#table = table;
    this.#ahead = ahead;
    this.#writer = writer;
    this.#region = region;
    this.#ground = ground;
  }

  /**
   * A second look at contact k of the pool: if its parts, at the velocities that the solver found, are deep inside each
   * other by the end of the step of h, it adds a contact with the axis and region that they have there. True: it did.
   * `isLate`: after the last one, of what will be too deep to be corrected.
   */
  lookAgain(pool: ContactPool, k: number, h: number, patches: PatchBuffer, isLate: boolean): boolean {
    const ahead = this.#ahead;
    const now = this.#now;
    const region = this.#region;
    const ground = this.#ground;
    const { bodies, moved } = ahead;
    const i = pool.i.data;
    const n = k * SIX_INTS;
    const o = k * SIX_STRIDE;
    const a = i[n + SI_BODY_A];
    const b = i[n + SI_BODY_B];
    const d = bodies.f.data;
    const v = bodies.v.data;
    // Most end here, and shapes need not be asked.
    const isFacing = i[n + SI_FACING] === 1;
    const turns = h * (turning(v, a) + turning(v, b)) > TURNED;
    const way = approachOf(d, v, a, b, h);
    const f = pool.f.data;
    const depth = f[o + S_DEPTH];
    if (isFacing && !turns && !(way > LOOK_DEPTHS * depth)) return false;
    const place = this.#takeParts(i, n, now);
    const solidA = this.#sa;
    const solidB = this.#sb;
    const isGround = place >= 0 && meetsGround(solidA, solidB);
    const sa = coverOf(solidA);
    const sb = coverOf(solidB);
    // Within the hulls of meshes their overlaps are looked at.
    const isCovered = sa !== solidA || sb !== solidB;
    if (place < 0 && (isCovered || !hasRegion(sa, sb, i[n + SI_FEATURES]))) return false;
    const small = Math.min(thickness(sa), thickness(sb));
    if (!isFacing && this.#rolls(a, b, h)) return false;
    ahead.moveTo(a, b, now, h, v);
    const e = o + S_FRAME;
    const isSlow = !turns && !(way > FAR * small);
    if (isSlow) {
      // One region of several says nothing of the whole, and a rim that rolls has its overlap.
      if (isLate || !isFacing || place >= 0) return false;
      region.placePair(sa, sb, moved);
      if (region.isClearAlong(f, e, LOOK_DEPTHS * depth)) return false;
    }
    // A rim that rolls on a plane has an overlap instead of a gap.
    let deep = isFacing
      ? leastGap(f, o + S_GAP, patches, i[n + SI_PATCH]) - depth
      : f[o + S_SHIFT] - f[o + S_VOLUME] / f[o + S_AREA];
    // What is slow comes to rest: a hull that rolls over from one of its faces to the next has the next one's corners in
    // the ground before that is its region, and to be lifted out of it in every other step would keep it rocking.
    const share = isLate ? CORRECTED : LOOK;
    const least = isSlow ? LOOK_DEPTHS * depth : Math.max(share * small, LOOK_DEPTHS * depth);
    // Along the axis of another time they need not be apart now.
    if (deep < -least && isFacing && !isGround && i[n + SI_FEATURES] !== WAY_OUT)
      deep = region.separationAt(sa, sb, now, Infinity);
    const allowed = Math.max(least, -deep);
    if (isGround) {
      if (!ground!.takePlace(solidA, sb, place, depth)) return false;
      const found = ground!.facing.region;
      if (!(found.least < -allowed) || found.least < -GROUND_DEEP * small) return false;
      this.#addFor(pool, k, h, patches, found);
      return true;
    }
    let time = this.#passing(a, b, sa, sb, allowed, h);
    if (time < h || region.separationAt(sa, sb, moved, 0) < -allowed) {
      if (region.find(sa, sb, moved, 0, THIN * depth, roundDepth(sa, sb, depth)) !== FACES) return false;
      if (!region.hasWholeRing) return false;
      const { frame } = region;
      // Out on the other side: back the way it came.
      if (frame[0] * f[e] + frame[1] * f[e + 1] + frame[2] * f[e + 2] < 0) region.findAlong(sa, sb, moved, f, e);
      if (isCovered && !this.#takeCode(solidA, solidB, place)) return false;
    } else if (isCovered) return false;
    else {
      // Right through, or off sideways.
      if (sb.type === 'half-space' || !(way > small)) return false;
      if (!region.findAlong(sa, sb, moved, f, e) || !(region.separation < -allowed)) return false;
    }
    this.#addFor(pool, k, time, patches, region);
    const inside = depth - allowed;
    // Along this axis they were not apart at the start, but along another: that of where they meet.
    if (
      isFacing &&
      time === h &&
      wasBelow(pool, patches, inside) &&
      region.separationAt(sa, sb, now, Infinity) > THIN * depth
    ) {
      pool.count--;
      patches.dropLast();
      time = ahead.meeting(a, b, sa, sb, now, small, h, region, v);
      if (region.find(sa, sb, moved, 0, THIN * depth, roundDepth(sa, sb, depth)) !== FACES) return false;
      if (isCovered && !this.#takeCode(solidA, solidB, place)) return false;
      this.#addFor(pool, k, time, patches, region);
    }
    // Of a face that turns far some corners arrive, others leave: those, which seem to have been inside at the start,
    // would have the whole gap raised until nothing bears.
    const gap = (pool.count - 1) * SIX_STRIDE + S_GAP;
    const isCut = isFacing && region.ring === 0 && wasBelow(pool, patches, inside);
    if (isCut && region.keepWhere(pool.f.data, gap)) {
      pool.count--;
      patches.dropLast();
      this.#addFor(pool, k, time, patches, region);
    }
    return true;
  }

  /**
   * Takes the parts of the contact with its integers at i[n…] in hand, where they are at poses[0…] and poses[7…].
   * Returns which of several regions it is; -1: they have one.
   */
  #takeParts(i: Int32Array, n: number, poses: Float64Array): number {
    const { shapes, f } = this.#ahead.bodies;
    const a = i[n + SI_BODY_A];
    const b = i[n + SI_BODY_B];
    const shapeA = shapes[a]!;
    const shapeB = shapes[b]!;
    const parts = partCount(shapeB);
    const total = partCount(shapeA) * parts;
    const pair = i[n + SI_PARTS] % total;
    const partA = Math.floor(pair / parts);
    const partB = pair % parts;
    placePart(poses, 0, shapeA, partA, f.data, a * BODY_STRIDE + B_POSE);
    placePart(poses, 7, shapeB, partB, f.data, b * BODY_STRIDE + B_POSE);
    this.#sa = solidPart(shapeA, partA);
    this.#sb = solidPart(shapeB, partB);
    return Math.floor(i[n + SI_PARTS] / total) - 1;
  }

  #takeCode(sa: SimpleShape, sb: SimpleShape, code: number): boolean {
    return (this.#region as CoveredRegion).takeCode(sa, sb, code);
  }

  /** Adds a contact of the parts of contact k, with the region that they have at `time` by the velocities found. */
  #addFor(pool: ContactPool, k: number, time: number, patches: PatchBuffer, region: FacingRegion): void {
    const { bodies } = this.#ahead;
    const i = pool.i.data;
    const f = pool.f.data;
    const n = k * SIX_INTS;
    const o = k * SIX_STRIDE;
    const most = f[o + S_MOST];
    const a = i[n + SI_BODY_A];
    const b = i[n + SI_BODY_B];
    const parts = i[n + SI_PARTS];
    this.#writer.add(a, b, parts, f[o + S_DEPTH], f[o + S_FRICTION], time, pool, patches, bodies.v.data, region);
    pool.f.data[(pool.count - 1) * SIX_STRIDE + S_MOST] = most;
  }

  /**
   * Whether the parts in hand, which have their overlap, are a rim that rolls on a plane, or a ball or capsule that rolls
   * or spins there. Struck they may be flat, or deep, by the end of the step.
   */
  #rolls(a: number, b: number, h: number): boolean {
    return this.#sb.type === 'half-space' && !(h * (this.#struck(a) + this.#struck(b)) > TURNED);
  }

  /** By how much this step has changed the angular velocity of a body. */
  #struck(body: number): number {
    const { v, old } = this.#ahead.bodies;
    let sum = 0;
    for (let k = 6 * body + 3; k < 6 * body + 6; k++) sum += (v.data[k] - old.data[k]) * (v.data[k] - old.data[k]);
    return Math.sqrt(sum);
  }

  /**
   * When parts that turn far, by the velocities that the solver found, are first inside each other by more than
   * is allowed, or h; leaves them there.
   */
  #passing(a: number, b: number, sa: SimpleShape, sb: SimpleShape, allowed: number, h: number): number {
    const ahead = this.#ahead;
    const now = this.#now;
    const region = this.#region;
    const v = ahead.bodies.v.data;
    // From the start on: what turns many times over meets with its next corner within the first turn.
    const stages = Math.ceil((h * (turning(v, a) + turning(v, b))) / STAGE_TURN);
    for (let k = 1; k <= MOST_LOOKS && k < stages; k++) {
      const t = (h * k) / stages;
      ahead.moveTo(a, b, now, t, v);
      if (region.separationAt(sa, sb, ahead.moved, 0) < -allowed) return t;
    }
    ahead.moveTo(a, b, now, h, v);
    return h;
  }

  /**
   * Contact k where its bodies are now, deep after the move by the axis that the step was solved with (`isDeep`) or
   * not. Apart: it is open. Deeper inside each other than it may seem: a contact with the axis and region of here
   * stands for it in correction. True: there is such a one.
   */
  lookHere(pool: ContactPool, k: number, isDeep: boolean, patches: PatchBuffer): boolean {
    const { bodies } = this.#ahead;
    const i = pool.i.data;
    const n = k * SIX_INTS;
    const o = k * SIX_STRIDE;
    const a = i[n + SI_BODY_A];
    const b = i[n + SI_BODY_B];
    updateOrigin(bodies.f.data, a * BODY_STRIDE);
    updateOrigin(bodies.f.data, b * BODY_STRIDE);
    const f = pool.f.data;
    const depth = f[o + S_DEPTH];
    const region = this.regionNow(i, n, depth);
    if (region === null ? !this.isApart : region !== this.#region) return false;
    if (region === null) {
      if (isDeep) i[n + SI_OPEN] = 1;
      return false;
    }
    const { frame } = region;
    const e = o + S_FRAME;
    if (!region.hasWholeRing || (!isDeep && !(region.least < -LOOK_DEPTHS * depth))) return false;
    // Out on the other side: back the way it came. What was apart since has not come that way.
    const along = frame[0] * f[e] + frame[1] * f[e + 1] + frame[2] * f[e + 2];
    if (along < 0 && i[n + SI_OPEN] !== 1) return false;
    i[n + SI_OPEN] = ASIDE;
    this.#addFor(pool, k, 0, patches, region);
    return true;
  }

  /**
   * Whether the parts of contact k are inside each other by no more than `least` where their bodies are after a step of
   * h, seen along its normal or along that of either face as it lies now. False: they may be deeper.
   */
  isClear(pool: ContactPool, k: number, least: number, h: number): boolean {
    const region = this.#region;
    const now = this.#now;
    const { bodies } = this.#ahead;
    const d = bodies.f.data;
    const f = pool.f.data;
    const i = pool.i.data;
    const n = k * SIX_INTS;
    const o = k * SIX_STRIDE;
    const a = i[n + SI_BODY_A];
    const b = i[n + SI_BODY_B];
    updateOrigin(d, a * BODY_STRIDE);
    updateOrigin(d, b * BODY_STRIDE);
    const room = this.#takeBoxes(a, b) ? this.#room : null;
    // Of meshes and on terrain one region of several says nothing of the whole.
    if (room === null) {
      if (this.#takeParts(i, n, now) >= 0 || !hasRegion(this.#sa, this.#sb, i[n + SI_FEATURES])) return true;
      region.placePair(this.#sa, this.#sb, now);
    }
    const e = o + S_FRAME;
    if ((room ?? region).isClearAlong(f, e, least)) return true;
    if (i[n + SI_FACING] !== 1) return this.#rolls(a, b, h);
    for (let side = 0; side < 2; side++) {
      const face = o + (side === 0 ? S_FACE_A : S_FACE_B);
      const p = (side === 0 ? a : b) * BODY_STRIDE + B_ROTATION;
      rotateInto(now, 0, d, p, f, face + 3);
      rotateInto(now, 3, d, p, f, face + 6);
      const x = now[1] * now[5] - now[2] * now[4];
      const y = now[2] * now[3] - now[0] * now[5];
      const z = now[0] * now[4] - now[1] * now[3];
      const along = x * f[e] + y * f[e + 1] + z * f[e + 2];
      const l = (along < 0 ? -1 : 1) / Math.sqrt(x * x + y * y + z * z);
      now[6] = x * l;
      now[7] = y * l;
      now[8] = z * l;
      if ((room ?? region).isClearAlong(now, 6, least)) return true;
    }
    return false;
  }

  /** Whether two bodies are a box each; then these are in hand where they are. */
  #takeBoxes(a: number, b: number): boolean {
    if (this.#table?.areBoxes(a, b) !== true) return false;
    const t = this.#table.data;
    const p = a * T_STRIDE;
    const q = b * T_STRIDE;
    const d = this.#ahead.bodies.f.data;
    const half = T_BOX + BX_HALF;
    this.#room.set(d, a * BODY_STRIDE + B_POSE, b * BODY_STRIDE + B_POSE, t, p + half, q + half);
    return true;
  }

  /** Whether the parts of contact k are apart where their bodies are. */
  areApart(pool: ContactPool, k: number): boolean {
    const { i, f } = pool;
    const { bodies } = this.#ahead;
    updateOrigin(bodies.f.data, i.data[k * SIX_INTS + SI_BODY_A] * BODY_STRIDE);
    updateOrigin(bodies.f.data, i.data[k * SIX_INTS + SI_BODY_B] * BODY_STRIDE);
    return this.regionNow(i.data, k * SIX_INTS, f.data[k * SIX_STRIDE + S_DEPTH]) === null && this.isApart;
  }

  /** Whether parts that have no region where they are (`regionNow`) are apart there. */
  get isApart(): boolean {
    return this.#status === APART;
  }

  /**
   * The region of a contact's parts at their bodies' present poses; null: they are apart, or curved there.
   */
  regionNow(i: Int32Array, n: number, depth: number): FacingRegion | null {
    const region = this.#region;
    const ground = this.#ground;
    const { moved } = this.#ahead;
    const place = this.#takeParts(i, n, moved);
    const sa = this.#sa;
    const sb = this.#sb;
    if (place < 0)
      this.#status = hasRegion(sa, sb, i[n + SI_FEATURES])
        ? region.find(sa, sb, moved, 0, 0, roundDepth(sa, sb, depth))
        : CURVED;
    else if (meetsGround(sa, sb)) {
      // Off this triangle it may be on another.
      this.#status = CURVED;
      return ground!.takePlace(sa, sb, place, depth) ? ground!.facing.region : null;
    } else {
      this.#status = region.find(coverOf(sa), coverOf(sb), moved, 0, 0);
      if (this.#status === FACES && !this.#takeCode(sa, sb, place)) this.#status = CURVED;
    }
    return this.#status === FACES ? region : null;
  }
}

/** Whether the contact added last had a gap below `least` at the start, anywhere on its patch. */
function wasBelow({ f, count }: ContactPool, patches: PatchBuffer, least: number): boolean {
  return leastGap(f.data, (count - 1) * SIX_STRIDE + S_GAP, patches, patches.count - 1) < least;
}

/** What is not convex may touch at points, which have no region. `tag`: what the contact is (SI_FEATURES). */
function hasRegion(sa: SimpleShape, sb: SimpleShape, tag: number): boolean {
  if (FacingRegion.handlesRing(sa, sb)) return tag === 0;
  return FacingRegion.handles(sa, sb) || roundDepth(sa, sb, 1) > 0;
}

/**
 * The depth for which curved sides of two parts have a patch; 0: they have none. On the ground too: a slender cone that
 * is struck at one end swings through it by half its thickness within the step.
 */
function roundDepth(sa: SimpleShape, sb: SimpleShape, depth: number): number {
  return FacingRegion.handlesRound(sa, sb) || sb.type === 'half-space' ? depth : 0;
}
