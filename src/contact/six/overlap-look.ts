// The second look at contacts that go by their overlap: where the velocities that the solver found take the parts.

import { B_POSE, BODY_STRIDE } from '../../bodies/layout.js';
import { spheresMayTouch } from '../../distance/bounding-spheres.js';
import { OV_AREA_VECTOR, OV_MOMENT, OV_STRIDE, OV_VOLUME } from '../../overlap/overlap.js';
import type { PatchBuffer } from '../../patch/patch.js';
import { partCount, partFriction, placePart } from '../../shapes/parts.js';
import type { SimpleShape } from '../../shapes/shape.js';
import { approachOf } from '../approach.js';
import { frictionOf, thickness } from '../material.js';
import type { ContactSettings } from '../model.js';
import type { ContactPool } from '../pool.js';
import { goByFeatures, hasFeatures } from './by-features.js';
import type { FacingFinder } from './facing-finder.js';
import type { FeatureFinder } from './feature-finder.js';
import {
  PIECE,
  S_AREA,
  S_ARM_A,
  S_ARM_B,
  S_CURVE,
  S_FRAME,
  S_GROWN,
  S_LATER,
  S_MOMENT,
  S_SHIFT,
  S_VOLUME,
  SI_FACING,
  SI_FEATURES,
  SI_PARTS,
  SIX_INTS,
  SIX_STRIDE,
} from './layout.js';
import { LookNotes } from './look-notes.js';
import { turning } from './motion.js';
import { meanDepth, type OverlapPair } from './overlap-pair.js';
import type { OverlapWriter } from './overlap-writer.js';
import { readyMeshes } from './ready-meshes.js';
import {
  DEEP,
  FEATURE_HALVINGS,
  FEATURE_LOOKS,
  FEATURE_TURN,
  LATE,
  LOOK_ALIKE,
  LOOK_DEPTHS,
  LOOK_LEAST,
  LOOK_WAY,
  LOOKS,
  MOST_STAGES,
  STAGE,
} from './tolerances.js';
import type { TorusFinder } from './torus-finder.js';

export class OverlapLook {
  /** Mean depth from which on it minds it (m). */
  #least = 0;
  /** Whether anything was found that earlier looks at overlaps should have settled. */
  isUnsettled = false;
  readonly #notes = new LookNotes();

  readonly #hand: OverlapPair;
  readonly #writer: OverlapWriter;
  readonly #features: FeatureFinder | null;
  readonly #settings: ContactSettings;
  readonly #facing: FacingFinder | null;
  readonly #tori: TorusFinder | null;

  constructor(
    hand: OverlapPair,
    writer: OverlapWriter,
    features: FeatureFinder | null,
    facing: FacingFinder | null,
    tori: TorusFinder | null,
    settings: ContactSettings,
  ) {
    this.#facing = facing;
    this.#tori = tori;
    this.#hand = hand;
    this.#writer = writer;
    this.#features = features;
    this.#settings = settings;
  }

  /**
   * A second look at bodies a and b whose contacts from `from` up to `to` go by their overlap: at the velocities that
   * the solver found, what is deeper at the end of the step of h than it may be. Where that is a contact that is there
   * already, it learns how much deeper it will be than its rows say (rows of the start, gap of the end); what is new is
   * added. `look`: the how manieth this is, from 1 on; `pair`: its slot, or -1 where bodies do not stand where the looks
   * of a substep see them. True: anything was found.
   * With a `share`, tori where they are, after they have `come` so much closer at most: the places that are deeper than by
   * that share of the thinner body, unless those contacts, or others from `first` on, say so.
   */
  lookAhead(
    a: number,
    b: number,
    depth: number,
    h: number,
    pool: ContactPool,
    patches: PatchBuffer,
    from: number,
    to: number,
    look: number,
    pair: number,
    come = 0,
    share = 0,
    first = 0,
  ): boolean {
    const hand = this.#hand;
    const features = this.#features;
    const { bodies, buffer, present } = hand;
    const d = bodies.f.data;
    const way = come + approachOf(d, bodies.v.data, a, b, h);
    if (!(way > LOOK_WAY * depth)) return false;
    const shapeA = bodies.shapes[a]!;
    const shapeB = bodies.shapes[b]!;
    hand.begin(a, b, depth, h, false, pool, patches);
    hand.shift = 0;
    hand.direction.fill(0);
    const partsA = partCount(shapeA);
    const partsB = partCount(shapeB);
    let isFound = false;
    for (let m = 0; m < partsA; m++) {
      const sa = hand.part(shapeA, m);
      for (let n = 0; n < partsB; n++) {
        const sb = hand.part(shapeB, n);
        const tori = this.#tori?.handles(sa, sb) ? this.#tori : null;
        if (tori === null && (share > 0 || (sa.type !== 'mesh' && sb.type !== 'mesh'))) continue;
        placePart(present, 0, shapeA, m, d, a * BODY_STRIDE + B_POSE);
        placePart(present, 7, shapeB, n, d, b * BODY_STRIDE + B_POSE);
        if (!spheresMayTouch(sa, present, 0, sb, present, 7, way)) continue;
        hand.parts = m * partsB + n;
        hand.friction = frictionOf(bodies, a, b, partFriction(shapeA, m), partFriction(shapeB, n), this.#settings);
        const thin = Math.min(thickness(sa), thickness(sb));
        if (tori !== null) {
          const least = Math.max(share * thin, LOOK_DEPTHS * depth);
          if (share > 0) {
            if (way > least) tori.lookHere(sa, sb, least, from, to, first);
          } else if (look <= LOOKS && tori.lookAhead(sa, sb, way, h, from, to)) isFound = true;
          continue;
        }
        const stages = Math.min(MOST_STAGES, Math.max(1, Math.ceil(way / (STAGE * thin))));
        // What features could not settle, or missed on the way, is looked at by overlaps, as far as it is deep: farther
        // where one body sits in the other, whose overlaps go all round it.
        let isMissed = false;
        const isFaced = this.#isFaced(from, to, partsA * partsB);
        const byFeatures =
          !isFaced &&
          hasFeatures(features, hand, sa, sb, present, bodies.v.data) &&
          goByFeatures(hand, from, to, h, thin);
        const isHeld = byFeatures && features.isHeld(sa, sb, present);
        if (byFeatures && look <= FEATURE_LOOKS) {
          const { parts, friction } = hand;
          const isLast = look === FEATURE_LOOKS;
          if (
            features.lookAhead(a, b, sa, sb, present, parts, depth, friction, way, h, pool, patches, from, to, isLast)
          )
            isFound = true;
          else if (features.isDeep) isMissed = true;
          if (!isMissed) continue;
        }
        this.#least = Math.max(
          (look > 1 ? LOOK_DEPTHS : 1 + LOOK_LEAST) * depth,
          look > LOOKS || isMissed ? (isHeld ? DEEP : LATE) * thin : 0,
        );
        const isNoted = stages === 1 && partsA * partsB === 1 && pair >= 0;
        if (isNoted && this.#notes.most(pair, bodies, a, b, h) <= this.#least) continue;
        // Where the hulls round both do not overlap, nothing does.
        if (stages === 1 && this.#facing?.areClear(a, b, sa, sb, present, h, this.#least, depth, isFaced)) continue;
        // On the way what is new; at the end what is there already.
        let isNew = false;
        for (let stage = 1; stage <= stages; stage++) {
          if (isNew && stage < stages) continue;
          hand.overlapAt(sa, sb, (h * stage) / stages, bodies.v.data);
          // Nothing is deeper than its way: what seems to be, as the head of a bolt that is wholly inside its plate, is
          // looked at earlier in the stage.
          let halved = 1;
          for (let n = 0; n < FEATURE_HALVINGS && this.#isThrough(way / stages, from, to); n++) {
            halved *= 0.5;
            hand.overlapAt(sa, sb, (h * (stage - 1 + halved)) / stages, bodies.v.data);
          }
          if (isNoted && halved === 1) this.#notes.note(pair, bodies, a, b, this.#deepest());
          const hadNew = isNew;
          for (let c = 0; c < buffer.count; c++)
            if (this.#lookAt(c, from, to, sa, sb, stage === stages && halved === 1, !hadNew)) isNew = isFound = true;
        }
        if (isNew && look > LOOKS && !byFeatures) this.isUnsettled = true;
      }
    }
    return isFound;
  }

  /** A body that may be a mesh joins. */
  ready(slot: number): void {
    readyMeshes(this.#hand, this.#features, slot);
  }

  /** A new substep. */
  begin(): void {
    this.#notes.begin();
  }

  /** The greatest mean depth of a component of the overlap in hand. */
  #deepest(): number {
    const { buffer } = this.#hand;
    let most = 0;
    for (let c = 0; c < buffer.count; c++) most = Math.max(most, meanDepth(buffer.records, c * OV_STRIDE));
    return most;
  }

  /** Whether a component of the overlap that is none of the contacts from `from` up to `to` is deeper than its way. */
  #isThrough(way: number, from: number, to: number): boolean {
    const { buffer, depth } = this.#hand;
    for (let c = 0; c < buffer.count; c++)
      if (!(meanDepth(buffer.records, c * OV_STRIDE) <= way + 8 * depth) && this.#known(c, from, to) < 0) return true;
    return false;
  }

  /** Whether the parts in hand, of so many pairs, face each other with pieces of their hulls' faces (covered.ts). */
  #isFaced(from: number, to: number, total: number): boolean {
    const { i } = this.#hand.pool;
    for (let k = from * SIX_INTS; k < to * SIX_INTS; k += SIX_INTS)
      if (i.data[k + SI_FEATURES] === PIECE && i.data[k + SI_FACING] === 1)
        if (i.data[k + SI_PARTS] % total === this.#hand.parts) return true;
    return false;
  }

  /**
   * Component c of the overlap in hand, at the end of the step or before; `mayAdd`: it may become a contact. True: it
   * asks for another solve.
   */
  #lookAt(
    c: number,
    from: number,
    to: number,
    sa: SimpleShape,
    sb: SimpleShape,
    atEnd: boolean,
    mayAdd: boolean,
  ): boolean {
    const { pool, depth, buffer, time, a, b } = this.#hand;
    const deep = meanDepth(buffer.records, c * OV_STRIDE);
    if (!(deep > this.#least)) return false;
    const k = this.#known(c, from, to);
    if (k >= 0) {
      const f = pool.f.data;
      const o = k * SIX_STRIDE;
      const now = (f[o + S_VOLUME] + f[o + S_GROWN]) / f[o + S_AREA] - f[o + S_SHIFT];
      if (!(deep > now + LOOK_LEAST * depth)) return false;
      // Bodies that go round in each other: rows of the start, gap of the end, unless they turn too far for these to
      // belong together.
      const v = this.#hand.bodies.v.data;
      const isCurved = f[o + S_CURVE] !== 0 || f[o + S_CURVE + 1] !== 0 || f[o + S_CURVE + 2] !== 0;
      if (isCurved && time * Math.max(turning(v, a), turning(v, b)) <= FEATURE_TURN) {
        if (!atEnd || !(f[o] !== 0 || f[o + 1] !== 0 || f[o + 2] !== 0)) return false;
        f[o + S_LATER] = deep - (now - time * this.#hand.along(f, o, v));
        return true;
      }
    }
    const start = pool.count;
    if (mayAdd) this.#writer.add(c, sa, sb, k);
    return pool.count > start;
  }

  /** The contact from `from` up to `to` that component c of the overlap at the end of the step belongs to, or -1. */
  #known(c: number, from: number, to: number): number {
    const { pool, buffer, time: h, a, b } = this.#hand;
    const f = pool.f.data;
    const ov = buffer.records;
    const r = c * OV_STRIDE;
    const g = r + OV_AREA_VECTOR;
    const area = Math.sqrt(ov[g] * ov[g] + ov[g + 1] * ov[g + 1] + ov[g + 2] * ov[g + 2]);
    const spread = Math.sqrt((ov[r + OV_MOMENT] + ov[r + OV_MOMENT + 3] + ov[r + OV_MOMENT + 5]) / ov[r + OV_VOLUME]);
    let nearest = -1;
    let least = Infinity;
    for (let k = from; k < to; k++) {
      const o = k * SIX_STRIDE;
      const i = k * SIX_INTS;
      if (pool.i.data[i + SI_PARTS] !== this.#hand.parts || pool.i.data[i + SI_FACING] === 1) continue;
      const n = o + S_FRAME;
      if (!(-(ov[g] * f[n] + ov[g + 1] * f[n + 1] + ov[g + 2] * f[n + 2]) > LOOK_ALIKE * area)) continue;
      const apart = Math.min(
        this.#hand.apartFrom(a, o + S_ARM_A, 0, r, h),
        this.#hand.apartFrom(a, o + S_ARM_A, h, r, h),
        this.#hand.apartFrom(b, o + S_ARM_B, h, r, h),
      );
      const near = 2 * (spread + Math.sqrt(f[o + S_MOMENT] + f[o + S_MOMENT + 3] + f[o + S_MOMENT + 5]));
      if (!(apart < near * near) || !(apart < least)) continue;
      least = apart;
      nearest = k;
    }
    return nearest;
  }
}
