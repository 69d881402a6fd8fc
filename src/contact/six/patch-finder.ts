// From two bodies to their patches: the overlaps of all their parts, or, where nothing overlaps yet but is about to
// (speculative.ts), of what is going to. Results go to the pool and to the step's PatchBuffer.

import { updateOrigin } from '../../bodies/kinematics.js';
import { B_CENTER, B_POSE, BODY_INTS, BODY_STRIDE, I_HASTY } from '../../bodies/layout.js';
import type { BodyStore } from '../../bodies/store.js';
import { spheresMayTouch } from '../../distance/bounding-spheres.js';
import { CP_NORMAL, CP_ON_A, CP_ON_B, CP_SEPARATION, CP_STRIDE } from '../../distance/buffer.js';
import { CURVED, FacingRegion } from '../../distance/facing.js';
import { OV_STRIDE } from '../../overlap/overlap.js';
import type { RayOptions } from '../../overlap/rays/ray-overlap.js';
import type { PatchBuffer, PatchOptions } from '../../patch/patch.js';
import type { ConcaveParts } from '../../shapes/kind.js';
import { partCount, partFriction, partShape, placePart, solidPart } from '../../shapes/parts.js';
import type { SimpleShape } from '../../shapes/shape.js';
import { approachOf, reachOf } from '../approach.js';
import { frictionOf, isSampled, thickness } from '../material.js';
import type { ContactSettings } from '../model.js';
import type { ContactPool } from '../pool.js';
import type { BodyTable } from './body-table.js';
import { PatchDrift } from './drift.js';
import { FacingFinder } from './facing-finder.js';
import type { FacingLook } from './facing-look.js';
import type { FeatureFinder } from './feature-finder.js';
import type { Grazing } from './grazing.js';
import type { HeldPairs } from './held-pairs.js';
import {
  LANDS,
  S_FRAME,
  S_SHIFT,
  SI_BODY_A,
  SI_BODY_B,
  SI_FEATURES,
  SI_PARTS,
  SIX_INTS,
  SIX_STRIDE,
  WAY_OUT,
} from './layout.js';
import type { MeshWayOut } from './mesh-way-out.js';
import type { OverlapHere } from './overlap-here.js';
import type { OverlapLook } from './overlap-look.js';
import { meanDepth, OverlapPair } from './overlap-pair.js';
import { OverlapWriter } from './overlap-writer.js';
import { deepest, Speculation } from './speculative.js';
import { DEEP, FEATURE_SHALLOW, LOOK, PASSING } from './tolerances.js';
import type { TorusFinder } from './torus-finder.js';
import type { Waiting } from './waiting.js';
import { WayOut } from './way-out.js';

export class PatchFinder {
  readonly #settings: ContactSettings;
  readonly #hand: OverlapPair;
  readonly #drift: PatchDrift;
  readonly #writer: OverlapWriter;
  /** The second look at what goes by its overlap; null: only convex bodies are there. */
  readonly look: OverlapLook | null;
  /** The same where bodies are now, for correction. */
  readonly here: OverlapHere | null;
  /** The same for facing contacts, if there are any. */
  readonly facingLook: FacingLook | null;
  /** Who finds where tori touch, if there may be any. */
  readonly tori: TorusFinder | null;
  readonly #speculation: Speculation;
  /** How far the bodies in hand may come closer in the step. */
  #reach = 0;
  /** How far apart points must be that land beside the patches of the parts in hand (m). */
  #beyond = 0;
  /** The first contact of the parts in hand. */
  #first = 0;
  /** The contacts of the step before, and the pair in hand among them. */
  before: ContactPool | null = null;
  pair = 0;
  /** Who takes the pair in hand if its bodies stay apart; null: it waits for nothing. */
  waiting: Waiting | null = null;
  /** Who takes parts of the pair in hand that pass each other; null: nobody asks for them again. */
  grazing: Grazing | null = null;
  /** How far contacts of what has waited are looked for (m); 0: as far as bodies may come. */
  #near = 0;
  /** Whether bodies are followed by the velocities that the solver found; the pair's contacts until then. */
  #isStruck = false;
  /** Whether they may still pass each other by these. */
  #mayPass = false;
  #from = 0;
  #to = 0;

  /** Flat faces; null: everything by its overlap. */
  readonly #facing: FacingFinder | null;
  readonly #features: FeatureFinder | null;
  /** Who writes contacts at points; null: there are none. */
  readonly #points: FacingFinder | null;
  readonly #wayOut: WayOut | null;
  /** The same of meshes that are not convex. */
  readonly #meshesOut: MeshWayOut | null;

  constructor(
    bodies: BodyStore,
    settings: ContactSettings,
    patchOptions: PatchOptions,
    rays: RayOptions,
    byOverlap: boolean,
    table: BodyTable,
    concave: ConcaveParts | null,
  ) {
    this.#speculation = new Speculation(concave);
    this.#facing = byOverlap ? null : new FacingFinder(bodies, concave, table);
    // The paper has one contact for every pair.
    this.#points = rays.split === 'none' ? null : (this.#facing ?? new FacingFinder(bodies, concave, table));
    this.#features = (this.#facing && concave?.six.features(bodies, this.#facing, concave)) ?? null;
    this.#wayOut = this.#facing === null ? null : new WayOut(bodies, this.#facing, this.#speculation);
    this.#settings = settings;
    this.#hand = new OverlapPair(bodies, rays, this.#facing === null ? partShape : solidPart, concave);
    this.#meshesOut = (this.#facing && concave?.six.wayOut(this.#hand, this.#facing)) ?? null;
    this.#drift = new PatchDrift(this.#hand, patchOptions);
    this.#writer = new OverlapWriter(this.#hand, this.#drift, patchOptions, concave);
    this.facingLook = this.#facing?.look ?? null;
    this.here = concave?.six.here(this.#hand, this.#writer, table, settings) ?? null;
    this.tori = this.#facing && (concave?.six.tori(bodies, this.#hand, this.#speculation) ?? null);
    this.look = concave?.six.look(this.#hand, this.#writer, this.#features, this.#facing, this.tori, settings) ?? null;
  }

  /** Who touches by features wherever it does. */
  get held(): HeldPairs | null {
    return this.#features?.held ?? null;
  }

  /** Adds the patches that bodies a and b have within h to `pool`, and the points at which they land beside them. */
  find(
    a: number,
    b: number,
    depth: number,
    h: number,
    carried: boolean,
    pool: ContactPool,
    patches: PatchBuffer,
  ): void {
    const hand = this.#hand;
    const facing = this.#facing;
    const features = this.#features;
    const { bodies, poses, centers, buffer } = hand;
    const d = bodies.f.data;
    const shapeA = bodies.shapes[a]!;
    const shapeB = bodies.shapes[b]!;
    hand.begin(a, b, depth, h, carried, pool, patches);
    this.#reach = approachOf(d, bodies.v.data, a, b, h);
    const near = this.#near > 0 ? this.#near : Math.max(this.#isStruck ? this.#reach : reachOf(bodies, a, b, h), depth);
    const partsA = partCount(shapeA);
    const partsB = partCount(shapeB);
    if (facing !== null) {
      facing.course = this.#isStruck ? bodies.v.data : bodies.old.data;
      facing.waiting = partsA * partsB === 1 ? this.waiting : null;
      facing.pair = this.pair;
    }
    this.#speculation.course = this.#near > 0 || this.#isStruck ? bodies.v.data : bodies.old.data;
    this.grazing?.begin();
    const start = pool.count;
    for (let m = 0; m < partsA; m++) {
      const sa = hand.part(shapeA, m);
      for (let n = 0; n < partsB; n++) {
        const sb = hand.part(shapeB, n);
        placePart(poses, 0, shapeA, m, d, a * BODY_STRIDE + B_POSE);
        placePart(poses, 7, shapeB, n, d, b * BODY_STRIDE + B_POSE);
        if (partsA * partsB > 1 && !spheresMayTouch(sa, poses, 0, sb, poses, 7, near + depth)) continue;
        hand.shift = 0;
        hand.time = 0;
        for (let k = 0; k < 9; k++) hand.direction[k] = 0;
        for (let k = 0; k < 3; k++) {
          centers[k] = d[a * BODY_STRIDE + B_CENTER + k];
          centers[3 + k] = d[b * BODY_STRIDE + B_CENTER + k];
        }
        const hasMesh = sa.type === 'mesh' || sb.type === 'mesh';
        hand.friction = frictionOf(bodies, a, b, partFriction(shapeA, m), partFriction(shapeB, n), this.#settings);
        hand.parts = m * partsB + n;
        if (this.#isStruck && (hasMesh || this.#isKnown())) continue;
        if (facing !== null) {
          const status = facing.find(a, b, sa, sb, poses, hand.parts, depth, hand.friction, near, h, pool, patches);
          if (status !== CURVED) continue;
        }
        const out = hasMesh && this.#near === 0 && this.#meshesOut?.handles(sa, sb) ? this.#meshesOut : null;
        if (features?.isAsked(hand, sa, sb, poses, bodies.old.data)) {
          // Features no deeper than their way say nothing of what began deep, or was driven in.
          const shallow = features.isHeld(sa, sb, poses) ? DEEP : FEATURE_SHALLOW;
          const isIn = out !== null && this.#overlap(sa, sb) > 0 && this.#isDeep(sa, sb, shallow);
          const { parts, friction } = hand;
          if (!isIn && features.find(a, b, sa, sb, poses, parts, depth, friction, near, h, pool, patches)) continue;
        }
        const tori = this.tori?.handles(sa, sb) ? this.tori : null;
        if (this.#isStruck && tori?.find(sa, sb, near, !this.#mayPass)) continue;
        if (this.#mayPass && this.#grazes(sa, sb)) continue;
        if (!hasMesh && (this.#isStruck || this.#isPassing(sa, sb))) {
          if (!this.#isStruck && this.#takeLine(sa, sb, near)) continue;
          if (this.#takeClosest(sa, sb, near, this.#known)) this.#takeOthers(sa, sb, near);
          continue;
        }
        const mayLie = tori !== null && !facing?.rolls && tori.mayLie(sa, sb);
        if (mayLie && tori.find(sa, sb, near, this.#hasTouched(), this.grazing, this.pair, true)) continue;
        let count = this.#overlap(sa, sb);
        this.#first = pool.count;
        if (count < 0 && tori !== null) {
          if (tori.find(sa, sb, near, this.#hasTouched(), this.grazing, this.pair)) continue;
          count = hand.overlap.compute(sa, poses, 0, sb, poses, 7, buffer, hand.rays);
        }
        if (count < 0) {
          this.#takeRound(sa, sb, near);
          continue;
        }
        const touching = count > 0;
        if (touching && out?.take(sa, sb, this.before, out.led(this.before, this.pair))) continue;
        if (facing !== null && touching && this.#isDeep(sa, sb) && this.#takeClosest(sa, sb, 0)) continue;
        this.#beyond = 0;
        if (!hasMesh && touching) this.#findLandings(sa, sb);
        else if (!hasMesh && !this.#overlapSoon(sa, sb, near)) continue;
        this.#first = pool.count;
        for (let c = 0; c < buffer.count; c++) this.#writer.add(c, sa, sb);
        if (!hasMesh) this.#takeLandings(sa, sb);
        if (touching && carried) this.#drift.foretell(this.#first, sa, sb);
      }
    }
    if (pool.count > start && !this.#isStruck && (partsA * partsB > 1 || isSampled(shapeA) || isSampled(shapeB)))
      this.#wayOut?.take(a, b, this.pair, start, pool, this.before, patches);
  }

  /**
   * Adds the contacts that bodies a and b come to within h by the velocities that the solver found, of parts that have
   * none among those from `from` up to `to`. Curved ones touch at a point; `mayPass`: unless they pass each other.
   * Meshes are left to `lookAhead`.
   */
  meet(
    a: number,
    b: number,
    depth: number,
    h: number,
    pool: ContactPool,
    patches: PatchBuffer,
    from: number,
    to: number,
    mayPass = false,
  ): void {
    this.#takeAlone();
    this.#isStruck = true;
    this.#mayPass = mayPass;
    this.#from = from;
    this.#to = to;
    this.find(a, b, depth, h, false, pool, patches);
    this.#isStruck = false;
    this.#mayPass = false;
  }

  /** The contacts that bodies a and b, which have waited, would have had from the start, within `near`. */
  findLate(
    a: number,
    b: number,
    depth: number,
    h: number,
    near: number,
    pool: ContactPool,
    patches: PatchBuffer,
  ): void {
    this.#takeAlone();
    this.#near = near;
    this.find(a, b, depth, h, false, pool, patches);
    this.#near = 0;
  }

  /** The contacts that bodies a and b have where they are. */
  findHere(a: number, b: number, depth: number, pool: ContactPool, patches: PatchBuffer): void {
    const d = this.#hand.bodies.f.data;
    updateOrigin(d, a * BODY_STRIDE);
    updateOrigin(d, b * BODY_STRIDE);
    this.#takeAlone();
    this.find(a, b, depth, 0, false, pool, patches);
  }

  /** The pair in hand is not that of the last `find`, which knows what it had in the step before, and who asks again. */
  #takeAlone(): void {
    this.before = null;
    this.waiting = null;
    this.grazing = null;
  }

  #isKnown(): boolean {
    for (let k = this.#from; k < this.#to; k++)
      if (this.#hand.pool.i.data[k * SIX_INTS + SI_PARTS] === this.#hand.parts) return true;
    return false;
  }

  /** The direction of the parts in hand where they are, if it was looked for already. */
  get #known(): Float64Array | null {
    return this.#facing?.isKnown ? this.#facing.known : null;
  }

  /** Whether the parts in hand had a contact in the step before: then they touch, and are not about to. */
  #hasTouched(): boolean {
    const { before, pair } = this;
    const { parts } = this.#hand;
    if (before === null) return false;
    const from = before.startOf(pair);
    const to = from + before.countOf(pair);
    for (let k = from; k < to; k++) if (before.i.data[k * SIX_INTS + SI_PARTS] === parts) return true;
    return false;
  }

  /** Whether the overlap in hand is no longer small against the bodies: its gradient may then point anywhere. */
  #isDeep(sa: SimpleShape, sb: SimpleShape, share = DEEP): boolean {
    const { buffer } = this.#hand;
    const most = share * Math.min(thickness(sa), thickness(sb));
    for (let c = 0; c < buffer.count; c++) if (meanDepth(buffer.records, c * OV_STRIDE) > most) return true;
    return false;
  }

  /**
   * Whether parts knock against each other in a crowd that is in full motion. What their patch is like is over with the
   * step, and columns of rays through curved bodies are what such a crowd would cost most: there they touch at points,
   * without spinning and rolling friction.
   */
  #isPassing(sa: SimpleShape, sb: SimpleShape): boolean {
    const { a, b, bodies } = this.#hand;
    const i = bodies.i.data;
    if (this.#facing === null || (i[a * BODY_INTS + I_HASTY] !== 1 && i[b * BODY_INTS + I_HASTY] !== 1)) return false;
    if (sa.type === 'torus' || sb.type === 'torus') return false;
    return (
      approachOf(bodies.f.data, bodies.old.data, a, b, this.#hand.h) > PASSING * Math.min(thickness(sa), thickness(sb))
    );
  }

  /**
   * The region of parts that pass each other, one with a flat side and the other with a mantle: the gap between the two
   * is affine along the generator, so that it tells all of it, however they turn. Between two mantles it is not, and a
   * region about the point at which they cross says nothing of where they are at the end of the step.
   */
  #takeLine(sa: SimpleShape, sb: SimpleShape, near: number): boolean {
    const { a, b, poses, parts, depth, friction, h, pool, patches } = this.#hand;
    if (!FacingRegion.handlesLine(sa, sb)) return false;
    const start = pool.count;
    this.#facing!.find(a, b, sa, sb, poses, parts, depth, friction, near, h, pool, patches, 1);
    if (this.#facing!.separation > -DEEP * Math.min(thickness(sa), thickness(sb))) return pool.count > start;
    pool.count = start;
    return false;
  }

  /**
   * A contact at the closest points of parts within `reach` of each other. Where they are deep inside each other, it
   * takes them out the shortest way. `known`: their direction, if it is known (convex.ts).
   */
  #takeClosest(sa: SimpleShape, sb: SimpleShape, reach: number, known: Float64Array | null = null): boolean {
    const k = this.#speculation.closest(sa, sb, this.#hand.poses, reach, known);
    if (k < 0 || this.#facing === null) return false;
    this.#addClosest(k, sa, sb);
    return true;
  }

  /**
   * Contacts at the other points of parts that were found with the closest, and at the ends, within `near`, of mantles
   * that run beside each other: what falls over has one end on the ground, and lands on the other. Those that stay open
   * are idle. What is led out has one way.
   */
  #takeOthers(sa: SimpleShape, sb: SimpleShape, near: number): void {
    const { i } = this.#hand.pool;
    const { points } = this.#speculation;
    const closest = deepest(points);
    if (i.data[(this.#hand.pool.count - 1) * SIX_INTS + SI_FEATURES] === WAY_OUT) return;
    if (!this.#isStruck) this.#speculation.addEnds(-LOOK * Math.min(thickness(sa), thickness(sb)), near);
    for (let k = 0; k < points.count; k++) {
      if (k === closest) continue;
      this.#addClosest(k, sa, sb);
      i.data[(this.#hand.pool.count - 1) * SIX_INTS + SI_FEATURES] = LANDS;
    }
  }

  #addClosest(k: number, sa: SimpleShape, sb: SimpleShape): void {
    const { data: p, origin } = this.#speculation.points;
    const at = k * CP_STRIDE;
    const x = 0.5 * (p[at + CP_ON_A] + p[at + CP_ON_B]) + origin[0];
    const y = 0.5 * (p[at + CP_ON_A + 1] + p[at + CP_ON_B + 1]) + origin[1];
    const z = 0.5 * (p[at + CP_ON_A + 2] + p[at + CP_ON_B + 2]) + origin[2];
    const gap = p[at + CP_SEPARATION];
    const { a, b, parts, depth, friction, pool, patches } = this.#hand;
    const small = Math.min(thickness(sa), thickness(sb));
    this.#points?.addPoint(a, b, small, parts, depth, friction, x, y, z, p, at + CP_NORMAL, gap, pool, patches);
    if (gap < -DEEP * small) pool.i.data[(pool.count - 1) * SIX_INTS + SI_FEATURES] = WAY_OUT;
  }

  /** Columns of rays are for what is not convex, or goes by its overlap alone; tori come to them in the end. */
  #overlap(sa: SimpleShape, sb: SimpleShape): number {
    const { overlap, poses, buffer, rays } = this.#hand;
    const isKnown = FacingRegion.handlesRound(sa, sb) || this.tori?.handles(sa, sb);
    return overlap.compute(sa, poses, 0, sb, poses, 7, buffer, this.#facing !== null && isKnown ? null : rays);
  }

  /** Curved convex parts whose overlap has no formula as they lie: if they touch, or are about to. */
  #takeRound(sa: SimpleShape, sb: SimpleShape, near: number): void {
    const { a, b, poses, parts, depth, friction, h, pool, patches } = this.#hand;
    if (this.#grazes(sa, sb)) return;
    this.#facing!.find(a, b, sa, sb, poses, parts, depth, friction, near, h, pool, patches, 2);
    const least = -DEEP * Math.min(thickness(sa), thickness(sb));
    if (this.#facing!.separation > least || pool.count === this.#first) return;
    pool.count = this.#first;
    this.#takeClosest(sa, sb, 0);
  }

  /** Whether parts that are apart come at each other and then only graze: the next tile of a floor is no wall. */
  #grazes(sa: SimpleShape, sb: SimpleShape): boolean {
    if (this.#hasTouched()) return false;
    const best = this.#speculation.closest(sa, sb, this.#hand.poses, this.#reach + this.#hand.depth, this.#known);
    return (
      best >= 0 && this.#speculation.points.data[best * CP_STRIDE + CP_SEPARATION] > 0 && this.#misses(best, sa, sb)
    );
  }

  /**
   * Whether parts of which point k comes at the other, and which have not touched, do not pass into each other on their
   * way. Nothing passes a plane.
   */
  #misses(k: number, sa: SimpleShape, sb: SimpleShape): boolean {
    const { bodies, a, b, poses, depth, h } = this.#hand;
    const speculation = this.#speculation;
    if (sb.type === 'half-space' || this.#hasTouched()) return false;
    if (!speculation.approaches(k, bodies, a, b, depth, h)) return false;
    if (speculation.willMeet(bodies, a, b, sa, sb, poses, this.#reach, depth, h)) return false;
    if (this.grazing) speculation.noteGrazing(k, bodies, a, b, h, this.pair, this.grazing);
    return true;
  }

  /**
   * Points of parts beside their patch, which may swing onto each other: what leans is set swinging within the step.
   */
  #findLandings(sa: SimpleShape, sb: SimpleShape): void {
    const reach = Math.max(this.#reach, LOOK * Math.min(thickness(sa), thickness(sb)));
    this.#speculation.closest(sa, sb, this.#hand.poses, reach, this.#known);
  }

  /**
   * Those of the points found that are apart by more than `beyond` and would pass into the other part within the step:
   * a patch knows nothing of what swings beside it, which would sink in by its way and be lifted out, and the lifting
   * feeds the rocking. Of two that fall alike neither approaches, until one is held and the other rocks on it: so does
   * whatever is so close that no second look would see it pass.
   */
  #takeLandings(sa: SimpleShape, sb: SimpleShape): void {
    const { bodies, a, b, h, pool } = this.#hand;
    const { points } = this.#speculation;
    const close = LOOK * Math.min(thickness(sa), thickness(sb));
    for (let k = 0; k < points.count; k++) {
      const gap = points.data[k * CP_STRIDE + CP_SEPARATION];
      if (!(gap > this.#beyond)) continue;
      if (gap < close || gap + h * this.#speculation.alongOf(k, bodies, bodies.v.data, a, b) < 0) {
        const before = pool.count;
        this.#addClosest(k, sa, sb);
        if (pool.count > before) pool.i.data[before * SIX_INTS + SI_FEATURES] = LANDS;
      }
    }
  }

  /** Moves A's part towards B's to where they are about to meet in this step, and overlaps them there. */
  #overlapSoon(sa: SimpleShape, sb: SimpleShape, near: number): boolean {
    const { poses, direction, depth } = this.#hand;
    const best = this.#speculation.closest(sa, sb, poses, this.#reach + depth, this.#known);
    if (best < 0) {
      this.#noteNear(sa, sb, near);
      return false;
    }
    const p = this.#speculation.points.data;
    const at = best * CP_STRIDE;
    const gap = p[at + CP_SEPARATION];
    if (this.#misses(best, sa, sb)) return false;
    this.#hand.shift = (gap > 0 ? gap : 0) + depth;
    for (let k = 0; k < 3; k++) direction[k] = p[at + CP_NORMAL + k];
    this.#shift(1);
    const { overlap, buffer, rays } = this.#hand;
    let count = this.#overlap(sa, sb);
    if (count < 0) {
      const tori = this.tori?.handles(sa, sb) ? this.tori : null;
      this.#shift(-1);
      if (tori === null) this.#takeRound(sa, sb, near);
      if (tori === null || tori.find(sa, sb, near, this.#hasTouched(), this.grazing, this.pair)) return false;
      this.#speculation.closest(sa, sb, poses, this.#reach + depth, this.#known);
      this.#shift(1);
      count = overlap.compute(sa, poses, 0, sb, poses, 7, buffer, rays);
    }
    const found = count > 0;
    if (!found && this.#facing !== null) {
      // Edges that just miss: they hold on to each other all the same.
      this.#addClosest(best, sa, sb);
      return false;
    }
    // What the moved part does not reach yet.
    this.#beyond = this.#hand.shift;
    return found;
  }

  /** Moves A's part by so many times the shift in hand. */
  #shift(times: number): void {
    const { poses, centers, direction, shift } = this.#hand;
    for (let k = 0; k < 3; k++) {
      poses[k] -= times * shift * direction[k];
      centers[k] -= times * shift * direction[k];
    }
  }

  /** Parts that do not come at each other, but may if one of them is stopped: those that fall alike, above a floor. */
  #noteNear(sa: SimpleShape, sb: SimpleShape, near: number): void {
    const { poses, bodies, a, b, h } = this.#hand;
    if (this.grazing === null || !(near > this.#reach)) return;
    const k = this.#speculation.closest(sa, sb, poses, near);
    if (k >= 0) this.#speculation.noteGrazing(k, bodies, a, b, h, this.pair, this.grazing);
  }

  /** Whether the parts of contact k meet nothing once its body `shared` is moved: internal-edges.ts. */
  passes(pool: ContactPool, k: number, shared: number, x: number, y: number, z: number, push: number): boolean {
    const { bodies, poses } = this.#hand;
    const f = pool.f.data;
    const o = k * SIX_STRIDE;
    const n = k * SIX_INTS;
    const a = pool.i.data[n + SI_BODY_A];
    const b = pool.i.data[n + SI_BODY_B];
    const shapeA = bodies.shapes[a]!;
    const shapeB = bodies.shapes[b]!;
    const partsB = partCount(shapeB);
    const partA = Math.floor(pool.i.data[n + SI_PARTS] / partsB);
    const partB = pool.i.data[n + SI_PARTS] % partsB;
    placePart(poses, 0, shapeA, partA, bodies.f.data, a * BODY_STRIDE + B_POSE);
    placePart(poses, 7, shapeB, partB, bodies.f.data, b * BODY_STRIDE + B_POSE);
    const at = shared === a ? 0 : 7;
    poses[at] += x;
    poses[at + 1] += y;
    poses[at + 2] += z;
    for (let m = 0; m < 3; m++) poses[m] -= (push + f[o + S_SHIFT]) * f[o + S_FRAME + m];
    const sa = this.#hand.part(shapeA, partA);
    const sb = this.#hand.part(shapeB, partB);
    // Of what is convex it is enough to know whether it is apart.
    if (this.#facing !== null && FacingRegion.handlesRound(sa, sb)) return this.#facing.areApart(sa, sb, poses);
    return this.#hand.overlap.compute(sa, poses, 0, sb, poses, 7, this.#hand.buffer, this.#hand.rays) === 0;
  }
}
