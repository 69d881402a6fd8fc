// From two bodies to their patches: the overlaps of all their parts, or, where nothing overlaps yet but is about to
// (speculative.ts), of what is going to. Results go to the pool and to the step's PatchBuffer.

import { B_CENTER, B_INV_MASS, B_POSE, B_ROTATION, BODY_INTS, BODY_STRIDE, I_HASTY } from '../../bodies/layout.js';
import type { BodyStore } from '../../bodies/store.js';
import { spheresMayTouch } from '../../distance/bounding-spheres.js';
import { CP_STRIDE } from '../../distance/buffer.js';
import { CURVED, FacingRegion } from '../../distance/facing.js';
import { rotateVector, turnByVector, unrotateVector } from '../../math/quaternion.js';
import {
  EN_STRIDE,
  OV_AREA_VECTOR,
  OV_CENTER,
  OV_MOMENT,
  OV_STRIDE,
  OV_TURN,
  OV_VOLUME,
  OverlapBuffer,
} from '../../overlap/overlap.js';
import type { RayOptions } from '../../overlap/rays/ray-overlap.js';
import { SolidOverlap } from '../../overlap/solid-pair.js';
import { SharedCurvature } from '../../patch/curvature.js';
import { patchVariances } from '../../patch/ellipse.js';
import { PA_AREA, PA_FRAME, PA_STRIDE, type PatchBuffer, type PatchOptions } from '../../patch/patch.js';
import { partCount, partFriction, partShape, placePart, solidPart } from '../../shapes/parts.js';
import type { Shape, SimpleShape } from '../../shapes/shape.js';
import { approachOf, reachOf } from '../approach.js';
import { frictionOf, isSampled, thickness } from '../material.js';
import type { ContactSettings } from '../model.js';
import type { ContactPool } from '../pool.js';
import { EndProbe } from './ends.js';
import { FacingFinder } from './facing-finder.js';
import { FeatureFinder } from './feature-finder.js';
import { takeLandings } from './landing.js';
import {
  S_AREA,
  S_ARM_A,
  S_ARM_B,
  S_AXIS,
  S_CURVE,
  S_DEPTH,
  S_DRIFT,
  S_FRAME,
  S_FRICTION,
  S_GRADIENT,
  S_GROWN,
  S_LATER,
  S_LOCAL,
  S_MOMENT,
  S_MOST,
  S_POSE_A,
  S_POSE_B,
  S_SHARP,
  S_SHIFT,
  S_STUCK,
  S_TILT,
  S_TURN,
  S_VARIANCE,
  S_VOLUME,
  S_WRENCH,
  SI_BODY_A,
  SI_BODY_B,
  SI_CARRIED,
  SI_FACING,
  SI_FEATURES,
  SI_KIND,
  SI_MATCHED,
  SI_OPEN,
  SI_PARTS,
  SI_PATCH,
  SI_SKIP,
  SIX_INTS,
  SIX_STRIDE,
  WAY_OUT,
} from './layout.js';
import { normalVelocity, notePose, travel, turning } from './motion.js';
import { movePart, Speculation } from './speculative.js';
import {
  CORRECTED,
  DEEP,
  FEATURE_LOOKS,
  FEATURE_TURN,
  LATE,
  LOOK_ALIKE,
  LOOK_LEAST,
  LOOK_WAY,
  LOOKS,
  MOST_FEET,
  MOST_STAGES,
  PASSING,
  REUSE,
  SPECK,
  STAGE,
  STUCK,
} from './tolerances.js';
import { WayOut } from './way-out.js';

export class PatchFinder {
  private readonly bodies: BodyStore;
  private readonly settings: ContactSettings;
  private readonly patchOptions: PatchOptions;
  private readonly rays: RayOptions;
  private readonly overlap = new SolidOverlap();
  private readonly buffer = new OverlapBuffer();
  private readonly speculation = new Speculation();
  private readonly ends = new EndProbe();
  private readonly curvature = new SharedCurvature();
  /** Poses of the parts in hand, and their bodies' centres of mass, as the overlap has them: possibly moved. */
  private readonly poses = new Float64Array(14);
  private readonly centers = new Float64Array(6);
  private readonly present = new Float64Array(14);
  private readonly direction = new Float64Array(9);
  private readonly v = new Float64Array(3);
  private readonly turned = new Float64Array(4);
  /** How far A was moved towards B for the overlap; or the time (s) by which both were moved along their way. */
  private shift = 0;
  private time = 0;
  /** The bodies in hand, the step's length, how far they may come closer in it, and their target depth. */
  private a = 0;
  private b = 0;
  private h = 0;
  private reach = 0;
  private depth = 0;
  /** Whether contacts are going to be taken along in substeps. */
  private carried = false;
  /** Where patches go, and the first of the parts in hand; which parts these are, and their friction. */
  private pool!: ContactPool;
  private patches!: PatchBuffer;
  private first = 0;
  private parts = 0;
  /** The contacts of the step before, and the pair in hand among them. */
  before: ContactPool | null = null;
  pair = 0;
  private friction = 0;
  /** Whether bodies are followed by the velocities that the solver found; the pair's contacts until then. */
  private isStruck = false;
  private from = 0;
  private to = 0;
  /** Mean depth from which on a second look minds it (m). */
  private least = 0;

  /** Flat faces; null: everything by its overlap. */
  private readonly facing: FacingFinder | null;
  private readonly features: FeatureFinder | null;
  private readonly wayOut: WayOut | null;

  constructor(
    bodies: BodyStore,
    settings: ContactSettings,
    patchOptions: PatchOptions,
    rays: RayOptions,
    byOverlap: boolean,
  ) {
    this.facing = byOverlap ? null : new FacingFinder(bodies);
    this.features = this.facing === null ? null : new FeatureFinder(bodies, this.facing);
    this.wayOut = this.facing === null ? null : new WayOut(bodies, this.facing, this.speculation);
    this.bodies = bodies;
    this.settings = settings;
    this.patchOptions = patchOptions;
    this.rays = rays;
    this.overlap.mostOnPlane = MOST_FEET;
  }

  /** Adds the patches that bodies a and b have within h to `pool`, and what lands beside them to `landings`. */
  find(
    a: number,
    b: number,
    depth: number,
    h: number,
    carried: boolean,
    pool: ContactPool,
    patches: PatchBuffer,
    landings: ContactPool,
  ): void {
    const { bodies } = this;
    const d = bodies.f.data;
    const shapeA = bodies.shapes[a]!;
    const shapeB = bodies.shapes[b]!;
    this.a = a;
    this.b = b;
    this.h = h;
    this.depth = depth;
    this.carried = carried;
    this.reach = approachOf(d, bodies.v.data, a, b, h);
    const near = Math.max(this.isStruck ? this.reach : reachOf(bodies, a, b, h), depth);
    if (this.facing !== null) this.facing.course = this.isStruck ? bodies.v.data : bodies.old.data;
    this.pool = pool;
    this.patches = patches;
    const partsA = partCount(shapeA);
    const partsB = partCount(shapeB);
    const start = pool.count;
    for (let m = 0; m < partsA; m++) {
      const sa = this.part(shapeA, m);
      for (let n = 0; n < partsB; n++) {
        const sb = this.part(shapeB, n);
        placePart(this.poses, 0, shapeA, m, d, a * BODY_STRIDE + B_POSE);
        placePart(this.poses, 7, shapeB, n, d, b * BODY_STRIDE + B_POSE);
        if (partsA * partsB > 1 && !spheresMayTouch(sa, this.poses, 0, sb, this.poses, 7, near + depth)) continue;
        this.shift = 0;
        this.time = 0;
        this.direction.fill(0);
        for (let k = 0; k < 3; k++) {
          this.centers[k] = d[a * BODY_STRIDE + B_CENTER + k];
          this.centers[3 + k] = d[b * BODY_STRIDE + B_CENTER + k];
        }
        const sampled = sa.type === 'mesh' || sb.type === 'mesh';
        this.friction = frictionOf(bodies, a, b, partFriction(shapeA, m), partFriction(shapeB, n), this.settings);
        this.parts = m * partsB + n;
        if (this.isStruck && (sampled || this.isKnown())) continue;
        if (this.facing !== null) {
          const status = this.facing.find(
            a,
            b,
            sa,
            sb,
            this.poses,
            this.parts,
            depth,
            this.friction,
            near,
            h,
            pool,
            patches,
          );
          if (status !== CURVED) continue;
        }
        if (this.hasFeatures(sa, sb, this.poses, bodies.old.data)) {
          const { features, poses, parts, friction } = this;
          if (features!.find(a, b, sa, sb, poses, parts, depth, friction, near, h, pool, patches)) continue;
        }
        if (!sampled && (this.isStruck || this.isPassing(sa, sb))) {
          this.takeClosest(sa, sb, near);
          continue;
        }
        const count = this.overlap.compute(sa, this.poses, 0, sb, this.poses, 7, this.buffer, this.raysFor(sa, sb));
        this.first = pool.count;
        if (count < 0) {
          this.takeRound(sa, sb, near);
          continue;
        }
        const touching = count > 0;
        if (this.facing !== null && touching && this.isDeep(sa, sb) && this.takeClosest(sa, sb, 0)) continue;
        if (!sampled && touching) this.findLandings(sa, sb, landings);
        else if (!sampled && !this.overlapSoon(sa, sb, near, landings)) continue;
        this.first = pool.count;
        for (let c = 0; c < this.buffer.count; c++) this.take(c, sa, sb);
        if (touching && carried) this.foretell(sa, sb);
      }
    }
    if (pool.count > start && !this.isStruck && (partsA * partsB > 1 || isSampled(shapeA) || isSampled(shapeB)))
      this.wayOut?.take(a, b, this.pair, start, pool, this.before, patches);
  }

  /**
   * Adds the contacts that bodies a and b come to within h by the velocities that the solver found, of parts that have
   * none among those from `from` up to `to`. Curved ones touch at a point. Meshes are left to `lookAhead`.
   */
  meet(
    a: number,
    b: number,
    depth: number,
    h: number,
    pool: ContactPool,
    patches: PatchBuffer,
    landings: ContactPool,
    from: number,
    to: number,
  ): void {
    this.isStruck = true;
    this.from = from;
    this.to = to;
    this.find(a, b, depth, h, false, pool, patches, landings);
    this.isStruck = false;
  }

  private isKnown(): boolean {
    for (let k = this.from; k < this.to; k++) if (this.pool.i.data[k * SIX_INTS + SI_PARTS] === this.parts) return true;
    return false;
  }

  /** Whether the parts in hand had a contact in the step before: then they touch, and are not about to. */
  private hasTouched(): boolean {
    const { before, pair, parts } = this;
    if (before === null) return false;
    const from = before.startOf(pair);
    const to = from + before.countOf(pair);
    for (let k = from; k < to; k++) if (before.i.data[k * SIX_INTS + SI_PARTS] === parts) return true;
    return false;
  }

  /** Part k of a shape, a convex mesh as the hull that it is; what goes by its overlap alone stays what it is. */
  private part(shape: Shape, k: number): SimpleShape {
    return this.facing === null ? partShape(shape, k) : solidPart(shape, k);
  }

  /** A second look at facing contact k (facing-finder.ts). */
  lookAgain(pool: ContactPool, k: number, h: number, patches: PatchBuffer): boolean {
    return this.facing?.lookAgain(pool, k, h, patches) ?? false;
  }

  /**
   * A second look at bodies a and b whose contacts from `from` up to `to` go by their overlap: at the velocities that the
   * solver found, what is deeper at the end of the step of h than it may be. Where that is a contact that is there
   * already, it learns how much deeper it will be than its rows say (rows of the start, gap of the end); what is new is
   * added. `look`: the how manieth this is, from 1 on. True: anything was found.
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
  ): boolean {
    const { bodies, buffer } = this;
    const d = bodies.f.data;
    const way = approachOf(d, bodies.v.data, a, b, h);
    if (!(way > LOOK_WAY * depth)) return false;
    const shapeA = bodies.shapes[a]!;
    const shapeB = bodies.shapes[b]!;
    this.a = a;
    this.b = b;
    this.h = h;
    this.depth = depth;
    this.pool = pool;
    this.patches = patches;
    this.carried = false;
    this.shift = 0;
    this.direction.fill(0);
    const partsA = partCount(shapeA);
    const partsB = partCount(shapeB);
    let isFound = false;
    for (let m = 0; m < partsA; m++) {
      const sa = this.part(shapeA, m);
      for (let n = 0; n < partsB; n++) {
        const sb = this.part(shapeB, n);
        if (sa.type !== 'mesh' && sb.type !== 'mesh') continue;
        placePart(this.present, 0, shapeA, m, d, a * BODY_STRIDE + B_POSE);
        placePart(this.present, 7, shapeB, n, d, b * BODY_STRIDE + B_POSE);
        if (!spheresMayTouch(sa, this.present, 0, sb, this.present, 7, way)) continue;
        this.parts = m * partsB + n;
        this.friction = frictionOf(bodies, a, b, partFriction(shapeA, m), partFriction(shapeB, n), this.settings);
        const thin = Math.min(thickness(sa), thickness(sb));
        const stages = Math.min(MOST_STAGES, Math.max(1, Math.ceil(way / (STAGE * thin))));
        // What features could not settle, or missed on the way, is looked at by overlaps, as far as it is deep: farther where
        // one body sits in the other, whose overlaps go all round it.
        let isMissed = false;
        const byFeatures =
          this.hasFeatures(sa, sb, this.present, bodies.v.data) && this.goByFeatures(from, to, h, thin);
        const isHeld = byFeatures && this.features!.isHeld(sa, sb, this.present);
        if (byFeatures && look <= FEATURE_LOOKS) {
          const { features, present, parts, friction } = this;
          const isLast = look === FEATURE_LOOKS;
          if (
            features!.lookAhead(a, b, sa, sb, present, parts, depth, friction, way, h, pool, patches, from, to, isLast)
          )
            isFound = true;
          else if (features!.isDeep) isMissed = true;
          if (!isMissed) continue;
        }
        this.least = Math.max((1 + LOOK_LEAST) * depth, look > LOOKS || isMissed ? (isHeld ? DEEP : LATE) * thin : 0);
        // On the way what is new; at the end what is there already.
        let isNew = false;
        for (let stage = 1; stage <= stages; stage++) {
          if (isNew && stage < stages) continue;
          this.overlapAt(sa, sb, (h * stage) / stages, bodies.v.data);
          const hadNew = isNew;
          for (let c = 0; c < buffer.count; c++)
            if (this.lookAt(c, from, to, sa, sb, stage === stages, !hadNew)) isNew = isFound = true;
        }
      }
    }
    return isFound;
  }

  /**
   * Whether parts touch by their vertices and edges: those of meshes that do not rub; and prisms of one direction that go
   * along each other at the velocities v, which touch along lines.
   */
  private hasFeatures(sa: SimpleShape, sb: SimpleShape, poses: Float64Array, v: Float64Array): boolean {
    const { features, a, b, h, depth } = this;
    if (features === null) return false;
    if (this.friction === 0) return features.handles(sa, sb, poses);
    if (!(approachOf(this.bodies.f.data, v, a, b, h) > LOOK_WAY * depth)) return false;
    if (h * Math.max(turning(v, a), turning(v, b)) > FEATURE_TURN) return false;
    return features.handles(sa, sb, poses) && features.areParallel(sa, sb, poses);
  }

  /**
   * Whether the contacts of the parts in hand, from `from` up to `to`, are of features; where there are none, whether the
   * bodies do not go as far in a step of h as the thinner part is thick: else they may meet on their way and part again,
   * which is seen by overlaps.
   */
  private goByFeatures(from: number, to: number, h: number, thin: number): boolean {
    const i = this.pool.i.data;
    let isAny = false;
    for (let k = from; k < to; k++) {
      if (i[k * SIX_INTS + SI_PARTS] !== this.parts) continue;
      if (i[k * SIX_INTS + SI_KIND] !== 0) return true;
      isAny = true;
    }
    if (isAny) return false;
    const v = this.bodies.v.data;
    const x = v[6 * this.a] - v[6 * this.b];
    const y = v[6 * this.a + 1] - v[6 * this.b + 1];
    const z = v[6 * this.a + 2] - v[6 * this.b + 2];
    return h * h * (x * x + y * y + z * z) < thin * thin;
  }

  /** Overlaps the parts at `present` where they are after t seconds at the velocities v. */
  private overlapAt(sa: SimpleShape, sb: SimpleShape, t: number, v: Float64Array): void {
    const { a, b, bodies, poses, centers } = this;
    const d = bodies.f.data;
    this.time = t;
    movePart(poses, 0, this.present, d, a * BODY_STRIDE, v, 6 * a, t, this.v);
    movePart(poses, 7, this.present, d, b * BODY_STRIDE, v, 6 * b, t, this.v);
    for (let k = 0; k < 3; k++) {
      centers[k] = d[a * BODY_STRIDE + B_CENTER + k] + t * v[6 * a + k];
      centers[3 + k] = d[b * BODY_STRIDE + B_CENTER + k] + t * v[6 * b + k];
    }
    this.overlap.compute(sa, poses, 0, sb, poses, 7, this.buffer, this.rays);
  }

  /**
   * Component c of the overlap in hand, at the end of the step or before; `mayAdd`: it may become a contact. True: it
   * asks for another solve.
   */
  private lookAt(
    c: number,
    from: number,
    to: number,
    sa: SimpleShape,
    sb: SimpleShape,
    atEnd: boolean,
    mayAdd: boolean,
  ): boolean {
    const { pool, depth, buffer, time } = this;
    const deep = meanDepth(buffer.records, c * OV_STRIDE);
    if (!(deep > this.least)) return false;
    const k = this.known(c, from, to);
    if (k >= 0) {
      const f = pool.f.data;
      const o = k * SIX_STRIDE;
      const now = (f[o + S_VOLUME] + f[o + S_GROWN]) / f[o + S_AREA] - f[o + S_SHIFT];
      if (!(deep > now + LOOK_LEAST * depth)) return false;
      // Bodies that go round in each other: rows of the start, gap of the end.
      if (f[o + S_CURVE] !== 0 || f[o + S_CURVE + 1] !== 0 || f[o + S_CURVE + 2] !== 0) {
        if (!atEnd || !(f[o] !== 0 || f[o + 1] !== 0 || f[o + 2] !== 0)) return false;
        f[o + S_LATER] = deep - (now - time * this.along(f, o, this.bodies.v.data));
        return true;
      }
    }
    const start = pool.count;
    if (mayAdd) this.take(c, sa, sb);
    return pool.count > start;
  }

  /** The contact from `from` up to `to` that component c of the overlap at the end of the step belongs to, or -1. */
  private known(c: number, from: number, to: number): number {
    const { pool, buffer, time: h, a, b } = this;
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
      if (pool.i.data[i + SI_PARTS] !== this.parts || pool.i.data[i + SI_FACING] === 1) continue;
      const n = o + S_FRAME;
      if (!(-(ov[g] * f[n] + ov[g + 1] * f[n + 1] + ov[g + 2] * f[n + 2]) > LOOK_ALIKE * area)) continue;
      const apart = Math.min(
        this.apartFrom(a, o + S_ARM_A, 0, r, h),
        this.apartFrom(a, o + S_ARM_A, h, r, h),
        this.apartFrom(b, o + S_ARM_B, h, r, h),
      );
      const near = 2 * (spread + Math.sqrt(f[o + S_MOMENT] + f[o + S_MOMENT + 3] + f[o + S_MOMENT + 5]));
      if (!(apart < near * near) || !(apart < least)) continue;
      least = apart;
      nearest = k;
    }
    return nearest;
  }

  /** Whether the overlap in hand is no longer small against the bodies: its gradient may then point anywhere. */
  private isDeep(sa: SimpleShape, sb: SimpleShape): boolean {
    const { buffer } = this;
    const most = DEEP * Math.min(thickness(sa), thickness(sb));
    for (let c = 0; c < buffer.count; c++) if (meanDepth(buffer.records, c * OV_STRIDE) > most) return true;
    return false;
  }

  /**
   * Whether parts knock against each other in a crowd that is in full motion. What their patch is like is over with the
   * step, and columns of rays through curved bodies are what such a crowd would cost most: there they touch at a point,
   * without spinning and rolling friction.
   */
  private isPassing(sa: SimpleShape, sb: SimpleShape): boolean {
    const { a, b, bodies } = this;
    const i = bodies.i.data;
    if (this.facing === null || (i[a * BODY_INTS + I_HASTY] === 0 && i[b * BODY_INTS + I_HASTY] === 0)) return false;
    if (sa.type === 'torus' || sb.type === 'torus') return false;
    return approachOf(bodies.f.data, bodies.old.data, a, b, this.h) > PASSING * Math.min(thickness(sa), thickness(sb));
  }

  /**
   * A contact at the closest points of parts within `reach` of each other. Where they are deep inside each other, it
   * takes them out the shortest way.
   */
  private takeClosest(sa: SimpleShape, sb: SimpleShape, reach: number): boolean {
    const k = this.speculation.closest(sa, sb, this.poses, reach);
    if (k < 0 || this.facing === null) return false;
    this.addClosest(k, sa, sb);
    return true;
  }

  private addClosest(k: number, sa: SimpleShape, sb: SimpleShape): void {
    const { data: p, origin } = this.speculation.points;
    const at = k * CP_STRIDE;
    const x = 0.5 * (p[at] + p[at + 3]) + origin[0];
    const y = 0.5 * (p[at + 1] + p[at + 4]) + origin[1];
    const z = 0.5 * (p[at + 2] + p[at + 5]) + origin[2];
    const { a, b, parts, depth, friction, pool, patches } = this;
    const small = Math.min(thickness(sa), thickness(sb));
    this.facing?.addPoint(a, b, small, parts, depth, friction, x, y, z, p, at + 6, p[at + 9], pool, patches);
    if (p[at + 9] < -DEEP * small) pool.i.data[(pool.count - 1) * SIX_INTS + SI_FEATURES] = WAY_OUT;
  }

  /** Columns of rays are for what is not convex, or goes by its overlap alone. */
  private raysFor(sa: SimpleShape, sb: SimpleShape): RayOptions | null {
    return this.facing !== null && FacingRegion.handlesRound(sa, sb) ? null : this.rays;
  }

  /** Curved convex parts whose overlap has no formula as they lie: if they touch, or are about to. */
  private takeRound(sa: SimpleShape, sb: SimpleShape, near: number): void {
    const { a, b, poses, parts, depth, friction, h, pool, patches } = this;
    if (this.grazes(sa, sb)) return;
    this.facing!.find(a, b, sa, sb, poses, parts, depth, friction, near, h, pool, patches, true);
    const least = -DEEP * Math.min(thickness(sa), thickness(sb));
    if (this.facing!.separation > least || pool.count === this.first) return;
    pool.count = this.first;
    this.takeClosest(sa, sb, 0);
  }

  /** Whether parts that are apart come at each other and then only graze: the next tile of a floor is no wall. */
  private grazes(sa: SimpleShape, sb: SimpleShape): boolean {
    const { bodies, a, b, poses, reach, depth, h } = this;
    const { speculation } = this;
    if (this.hasTouched()) return false;
    const best = speculation.closest(sa, sb, poses, reach + depth);
    return (
      best >= 0 &&
      speculation.points.data[best * CP_STRIDE + 9] > 0 &&
      speculation.approaches(best, bodies, a, b, depth, h) &&
      !speculation.willMeet(bodies, a, b, sa, sb, poses, reach, depth, h)
    );
  }

  /**
   * Parts that swing onto each other beside their patch, or are about to: what leans is set swinging within the step.
   */
  private findLandings(sa: SimpleShape, sb: SimpleShape, landings: ContactPool): void {
    const d = this.bodies.f.data;
    if (this.reach < this.depth) return;
    if (this.speculation.closest(sa, sb, this.poses, this.reach) < 0) return;
    takeLandings(this.speculation.points, 0, d, this.bodies.v.data, this.a, this.b, this.depth, this.h, landings);
  }

  /** Moves A's part towards B's to where they are about to meet in this step, and overlaps them there. */
  private overlapSoon(sa: SimpleShape, sb: SimpleShape, near: number, landings: ContactPool): boolean {
    const { poses, direction, depth } = this;
    const d = this.bodies.f.data;
    const best = this.speculation.closest(sa, sb, poses, this.reach + depth);
    if (best < 0) return false;
    const p = this.speculation.points.data;
    const at = best * CP_STRIDE;
    const gap = p[at + 9];
    if (
      !this.hasTouched() &&
      this.speculation.approaches(best, this.bodies, this.a, this.b, depth, this.h) &&
      !this.speculation.willMeet(this.bodies, this.a, this.b, sa, sb, poses, this.reach, depth, this.h)
    )
      return false;
    this.shift = (gap > 0 ? gap : 0) + depth;
    for (let k = 0; k < 3; k++) {
      direction[k] = p[at + 6 + k];
      poses[k] -= this.shift * direction[k];
      this.centers[k] -= this.shift * direction[k];
    }
    const count = this.overlap.compute(sa, poses, 0, sb, poses, 7, this.buffer, this.raysFor(sa, sb));
    const found = count > 0;
    if (count < 0) {
      for (let k = 0; k < 3; k++) poses[k] += this.shift * direction[k];
      this.takeRound(sa, sb, near);
      return false;
    }
    if (!found && this.facing !== null) {
      // Edges that just miss: they hold on to each other all the same.
      this.addClosest(best, sa, sb);
      return false;
    }
    // What the moved part does not reach yet; of the paper's preset everything, if moving it gave no overlap.
    const beyond = found ? this.shift : -Infinity;
    takeLandings(this.speculation.points, beyond, d, this.bodies.v.data, this.a, this.b, depth, this.h, landings);
    return found;
  }

  /** Whether the parts of contact k meet nothing once its body `shared` is moved: internal-edges.ts. */
  passes(pool: ContactPool, k: number, shared: number, x: number, y: number, z: number, push: number): boolean {
    const { bodies, poses } = this;
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
    const sa = this.part(shapeA, partA);
    return this.overlap.compute(sa, poses, 0, this.part(shapeB, partB), poses, 7, this.buffer, this.rays) === 0;
  }

  /**
   * Square of the distance of the overlap at r, t seconds ahead, from where the point with the arm at record offset
   * `arm` goes in that time, turning with its body for `turning` seconds.
   */
  private apartFrom(body: number, arm: number, turning: number, r: number, t: number): number {
    const { buffer } = this;
    const f = this.pool.f.data;
    const d = this.bodies.f.data;
    const p = body * BODY_STRIDE + B_CENTER;
    const w = this.bodies.v.data;
    const v = 6 * body;
    let sum = 0;
    for (let m = 0; m < 3; m++) {
      const m1 = (m + 1) % 3;
      const m2 = (m + 2) % 3;
      const turn = turning * (w[v + 3 + m1] * f[arm + m2] - w[v + 3 + m2] * f[arm + m1]);
      const x = buffer.records[r + OV_CENTER + m] + (buffer.origin[m] - d[p + m] - t * w[v + m]) - f[arm + m] - turn;
      sum += x * x;
    }
    return sum;
  }

  /** Component c of the overlap as a contact. */
  private take(c: number, sa: SimpleShape, sb: SimpleShape): void {
    const { buffer, direction, pool, patches } = this;
    const ov = buffer.records;
    let largest = 0;
    for (let m = 0; m < buffer.count; m++) largest = Math.max(largest, ov[m * OV_STRIDE + OV_VOLUME]);
    const r = c * OV_STRIDE;
    if (!(ov[r + OV_VOLUME] > SPECK * largest)) return;
    const patch = patches.add(buffer, c, this.patchOptions, direction, 0);
    const q = patch * PA_STRIDE;
    if (!(patches.records[q + PA_AREA] > 0)) {
      patches.dropLast();
      return;
    }
    const k = pool.add();
    const d = this.bodies.f.data;
    const f = pool.f.data;
    const o = k * SIX_STRIDE;
    const pa = this.a * BODY_STRIDE;
    const pb = this.b * BODY_STRIDE;
    // Where bodies are that were moved to meet: on the one that moves, half-way if both do.
    const share = d[pa + B_INV_MASS] > 0 ? (d[pb + B_INV_MASS] > 0 ? 0.5 : 1) : 0;
    f.fill(0, o + S_WRENCH, o + S_WRENCH + 6);
    f.fill(0, o + S_AXIS, o + S_AXIS + 3);
    for (let m = 0; m < 9; m++) f[o + S_FRAME + m] = patches.records[q + PA_FRAME + m];
    for (let m = 0; m < 6; m++) f[o + S_MOMENT + m] = ov[r + OV_MOMENT + m] / ov[r + OV_VOLUME];
    this.takeArms(f, o, ov, r, share);
    notePose(f, o + S_POSE_A, d, pa);
    notePose(f, o + S_POSE_B, d, pb);
    this.takeGradient(f, o, ov, r);
    f[o + S_VOLUME] = ov[r + OV_VOLUME];
    f[o + S_GROWN] = 0;
    f[o + S_SHIFT] = this.time > 0 ? this.approached(f, o) : this.shift;
    f[o + S_DEPTH] = this.depth;
    f[o + S_MOST] = CORRECTED * Math.min(thickness(sa), thickness(sb), 1e3);
    f[o + S_FRICTION] = this.friction;
    this.ends.measure(f, o + S_SHARP, patches, patch, buffer.origin, sa, sb, this.poses);
    f.fill(0, o + S_CURVE, o + S_LATER + 1);
    // Simplification: with friction patches are flat. Leaning normal forces beside friction that slips have laws that
    // visits do not settle; a pin that rubs in its hole turns a little too hard.
    if (buffer.hasEnds && this.friction === 0)
      this.curvature.write(f, o + S_CURVE, buffer.ends, c * EN_STRIDE, f, o + S_FRAME);
    // Chains of meshes have loads beyond what sweeps of correction reach. What goes round in its hole has its own way.
    const isFlat = f[o + S_CURVE] === 0 && f[o + S_CURVE + 1] === 0 && f[o + S_CURVE + 2] === 0;
    f[o + S_STUCK] = isFlat && (sa.type === 'mesh' || sb.type === 'mesh') ? STUCK * this.depth : Infinity;
    patchVariances(f, o + S_VARIANCE, ov, r, patches.records, q + PA_FRAME);
    f.fill(0, o + S_DRIFT, o + S_TILT + 3);
    if (this.carried) this.driftWithCenters(f, o, share);
    unrotateVector(f, o + S_LOCAL, d, pa + B_ROTATION, f[o + S_ARM_A], f[o + S_ARM_A + 1], f[o + S_ARM_A + 2]);
    const i = pool.i.data;
    const n = k * SIX_INTS;
    i[n + SI_PARTS] = this.parts;
    i[n + SI_BODY_A] = this.a;
    i[n + SI_BODY_B] = this.b;
    i[n + SI_PATCH] = patch;
    i[n + SI_MATCHED] = 0;
    i[n + SI_SKIP] = sa.type === 'mesh' && sb.type === 'mesh' ? -1 : 0;
    i[n + SI_OPEN] = 0;
    i[n + SI_CARRIED] = 0;
    i[n + SI_FACING] = 0;
    i[n + SI_KIND] = 0;
    i[n + SI_FEATURES] = 0;
  }

  /**
   * Both arms of the overlap at ov[r…]. Where bodies were moved to meet, the place goes back with the body that moves,
   * half-way if both do: both arms lead to one point of the world as it is, or friction would make angular momentum.
   */
  private takeArms(f: Float64Array, o: number, ov: Float64Array, r: number, share: number): void {
    const { buffer, centers, bodies, time, v } = this;
    const d = bodies.f.data;
    const w = bodies.v.data;
    for (let side = 0; side < 2; side++) {
      const body = side === 0 ? this.a : this.b;
      const at = o + (side === 0 ? S_ARM_A : S_ARM_B);
      for (let m = 0; m < 3; m++) v[m] = ov[r + OV_CENTER + m] + (buffer.origin[m] - centers[3 * side + m]);
      // As the body will have turned by then, turned back.
      if (time > 0)
        turnVector(v, this.turned, -time * w[6 * body + 3], -time * w[6 * body + 4], -time * w[6 * body + 5]);
      for (let m = 0; m < 3; m++) f[at + m] = v[m];
    }
    for (let m = 0; m < 3; m++) {
      const xa = d[this.a * BODY_STRIDE + B_CENTER + m];
      const xb = d[this.b * BODY_STRIDE + B_CENTER + m];
      const apart =
        time > 0 ? f[o + S_ARM_A + m] + xa - (f[o + S_ARM_B + m] + xb) : xa - centers[m] - (xb - centers[3 + m]);
      f[o + S_ARM_A + m] -= (1 - share) * apart;
      f[o + S_ARM_B + m] += share * apart;
    }
  }

  /** Where nothing better is known a patch moves with the centre of the body that moves, as under a ball that rolls. */
  private driftWithCenters(f: Float64Array, o: number, share: number): void {
    const d = this.bodies.old.data;
    const va = 6 * this.a;
    const vb = 6 * this.b;
    const way = travel(this.bodies, this.a, this.h) + travel(this.bodies, this.b, this.h);
    if (!(way > 0)) return;
    for (let m = 0; m < 3; m++) f[o + S_DRIFT + m] = ((share * d[va + m] + (1 - share) * d[vb + m]) * this.h) / way;
    flatten(f, o + S_DRIFT, f, o + S_FRAME);
  }

  /**
   * How the patches from `first` on move in the step: towards where they would be at its end if the bodies went on as
   * before it. No farther than the bodies themselves: the patch of a face that is coming down jumps to its middle.
   */
  private foretell(sa: SimpleShape, sb: SimpleShape): void {
    const { a, b, h, buffer, pool, patches } = this;
    const d = this.bodies.f.data;
    const pa = a * BODY_STRIDE;
    const way = travel(this.bodies, a, h) + travel(this.bodies, b, h);
    if (way < REUSE * this.depth) return;
    this.present.set(this.poses);
    this.overlapAt(sa, sb, h, this.bodies.old.data);
    this.time = 0;
    if (buffer.count === 0) return;
    const ov = buffer.records;
    for (let k = this.first; k < pool.count; k++) {
      const f = pool.f.data;
      const o = k * SIX_STRIDE;
      let nearest = 0;
      let best = Infinity;
      for (let c = 0; c < buffer.count; c++) {
        const apart = this.apartFrom(a, o + S_ARM_A, 0, c * OV_STRIDE, 0);
        if (apart < best) {
          best = apart;
          nearest = c;
        }
      }
      const r = nearest * OV_STRIDE;
      const patch = patches.add(buffer, nearest, this.patchOptions, f, o + S_FRAME);
      const n = patch * PA_STRIDE + PA_FRAME;
      for (let m = 0; m < 3; m++) {
        const m1 = (m + 1) % 3;
        const m2 = (m + 2) % 3;
        const x = ov[r + OV_CENTER + m] + (buffer.origin[m] - d[pa + B_CENTER + m]) - f[o + S_ARM_A + m];
        f[o + S_DRIFT + m] = x / way;
        const turn = f[o + S_FRAME + m1] * patches.records[n + m2] - f[o + S_FRAME + m2] * patches.records[n + m1];
        f[o + S_TILT + m] = turn / way;
      }
      patches.dropLast();
      flatten(f, o + S_DRIFT, f, o + S_FRAME);
      const v = o + S_DRIFT;
      const drift = Math.sqrt(f[v] * f[v] + f[v + 1] * f[v + 1] + f[v + 2] * f[v + 2]);
      if (drift > 1) for (let m = 0; m < 3; m++) f[v + m] /= drift;
    }
  }

  /** Velocity of A against B along the normal of the patch at f[o…], by the velocities v. */
  private along(f: Float64Array, o: number, v: Float64Array): number {
    return normalVelocity(f, o + S_ARM_A, v, 6 * this.a, 6 * this.b);
  }

  /** How far the bodies came closer on their way, at the patch at f[o…] along its normal. */
  private approached(f: Float64Array, o: number): number {
    return Math.max(-this.time * this.along(f, o, this.bodies.v.data), 1e-300);
  }

  /**
   * The volume's gradient as position correction uses it. Along a face's normal: what is left of g lies in the plane
   * and belongs to the walls of an overlap that ends at an edge. There V grows because the patch grows, as when a box
   * slides onto the next tile, and the mean depth does not. With the paper's normal, -g/|g|, it is all of g.
   */
  private takeGradient(f: Float64Array, o: number, ov: Float64Array, r: number): void {
    const n = o + S_FRAME;
    const g = r + OV_AREA_VECTOR;
    const t = r + OV_TURN;
    const along = f[n] * ov[g] + f[n + 1] * ov[g + 1] + f[n + 2] * ov[g + 2];
    const spin = f[n] * ov[t] + f[n + 1] * ov[t + 1] + f[n + 2] * ov[t + 2];
    for (let m = 0; m < 3; m++) {
      f[o + S_GRADIENT + m] = along * f[n + m];
      f[o + S_TURN + m] = ov[t + m] - spin * f[n + m];
    }
    f[o + S_AREA] = along < 0 ? -along : along;
  }
}

/** Turns the vector v by the rotation vector (x, y, z); q is scratch. */
function turnVector(v: Float64Array, q: Float64Array, x: number, y: number, z: number): void {
  q[0] = q[1] = q[2] = 0;
  q[3] = 1;
  turnByVector(q, 0, x, y, z);
  rotateVector(v, 0, q, 0, v[0], v[1], v[2]);
}

/** V/|g| of the overlap at r[o…]; Infinity where one solid is inside the other. */
function meanDepth(r: Float64Array, o: number): number {
  const x = r[o + OV_AREA_VECTOR];
  const y = r[o + OV_AREA_VECTOR + 1];
  const z = r[o + OV_AREA_VECTOR + 2];
  return r[o + OV_VOLUME] > 0 ? r[o + OV_VOLUME] / Math.sqrt(x * x + y * y + z * z) : 0;
}

/** Takes out of the vector at f[v…] what lies along the unit vector at g[n…]. */
function flatten(f: Float64Array, v: number, g: Float64Array, n: number): void {
  const along = f[v] * g[n] + f[v + 1] * g[n + 1] + f[v + 2] * g[n + 2];
  for (let m = 0; m < 3; m++) f[v + m] -= along * g[n + m];
}
