// From two bodies to their contacts: where their undeformed shapes overlap, now or within the step, and what that makes
// of them.
//
// The overlap of all their parts (src/overlap) says where to look: a normal, a rectangle around each component, its
// area. The tractions there come from resolve.ts. Where nothing overlaps yet, the bodies are moved along their way, in
// stages shorter than the thinner of them, to where they first do; the force law found there says what happens within
// the step (law.ts). So the moment of first contact is found without repeating the world's step, as the paper does
// (§5).

import { B_CENTER, B_INV_MASS, B_POSE, B_STATIC_FRICTION, BODY_STRIDE } from '../../bodies/layout.js';
import type { BodyStore } from '../../bodies/store.js';
import { CP_NORMAL, CP_SEPARATION, CP_STRIDE, PointBuffer } from '../../distance/buffer.js';
import { PointGenerator } from '../../distance/points.js';
import { matrixFromQuaternion, rotateVector, turnByVector, unrotateVector } from '../../math/quaternion.js';
import { PI } from '../../math/trig.js';
import type { Arena } from '../../memory/arena.js';
import {
  OV_AREA_VECTOR,
  OV_CENTER,
  OV_FACE_NORMAL,
  OV_MOMENT,
  OV_STRIDE,
  OV_VOLUME,
  OverlapBuffer,
} from '../../overlap/overlap.js';
import { SolidOverlap } from '../../overlap/solid-pair.js';
import { partCount, partFriction, partShape, placePart } from '../../shapes/parts.js';
import type { SimpleShape } from '../../shapes/shape.js';
import { approachOf } from '../approach.js';
import { combineFriction, frictionOf, thickness } from '../material.js';
import type { ContactSettings } from '../model.js';
import type { Elasticity } from './elasticity.js';
import {
  GUARD_COUNT,
  GUARD_GAP,
  GUARD_STRIDE,
  GUARD_U,
  GUARD_W,
  HINT_SIZE,
  K_AREA,
  K_COLUMN,
  K_H,
  K_ROW,
  K_SHARE,
  K_U,
  K_W,
  Q_AREA,
  Q_ARM_A,
  Q_ARM_B,
  Q_DEPTH,
  Q_END,
  Q_ENERGY,
  Q_FLAT_U,
  Q_FLAT_W,
  Q_FORCE,
  Q_FRAME,
  Q_FRICTION,
  Q_GUARDS,
  Q_GYRATION,
  Q_HINT,
  Q_IF_PUSHED,
  Q_IMPLICIT,
  Q_IMPULSE,
  Q_INTS,
  Q_KAPPA,
  Q_LOOK,
  Q_MOMENT_U,
  Q_MOMENT_W,
  Q_NOW,
  Q_OTHERS_N,
  Q_PHASE,
  Q_POWER,
  Q_PRESSURE,
  Q_SPLIT,
  Q_STATIC,
  Q_STIFF_N,
  Q_STIFF_U,
  Q_STIFF_W,
  Q_STRIDE,
  Q_UNFORESEEN,
  Q_VOLUME,
  Q_Y,
  QI_BLOCK,
  QI_BODY_A,
  QI_BODY_B,
  QI_FRICTION_BLOCK,
  QI_GUARDS,
  QI_NODE_COUNT,
  QI_NODES,
  QI_PARTS,
} from './layout.js';
import { PairMotion } from './motion.js';
import { CELL_INTS, N_AREA, N_FORCE, N_GAP, N_H, N_U, N_W, NODE_STRIDE } from './nodes.js';
import { PairContacts } from './pair-contacts.js';
import { RayField } from './ray-field.js';
import { type Hint, type Region, Resolver } from './resolve.js';
import { SplitProblems } from './split.js';
import {
  Summary,
  T_AREA,
  T_CURVATURE,
  T_DEPTH,
  T_ENERGY,
  T_FORCE,
  T_GYRATION,
  T_HEIGHT,
  T_MOMENT_U,
  T_MOMENT_W,
  T_PRESSURE,
  T_STIFFNESS,
} from './tractions.js';

/** Overlaps smaller than this share of the largest of their pair are specks. */
const SPECK = 1e-6;
/** Stages of the way that are looked at, at most, each this share of the thinner body. */
const MOST_STAGES = 64;
const STAGE = 0.2;
/** Overlaps that come from ray columns are widened by this: their outline is that of pixels. */
const PIXELS = 0.05;
/** Contacts of a pair, at most. */
const MOST_CONTACTS = 16;
const COMPONENTS = { maxComponents: MOST_CONTACTS };
/** κ from which a contact is solved for the end of the step, and above which it stays so. */
const STIFF = 0.5;
const STAYS_STIFF = 0.3;
/** How far around a body is looked at most, as a share of the thinner one. */
const MOST_REACH = 0.2;
/** Depth at which a contact is taken that only others make, as a share of how far they may push. */
const PUSHED = 0.01;
/** Corners are looked at a little inside of where they are: a ray beside a body sees nothing. */
const INWARD = 0.98;
/** How far a tilting body may reach beside an overlap, in radii of gyration of that. */
const TILTING = 4;

export class ContactFinder {
  private readonly bodies: BodyStore;
  private readonly settings: ContactSettings;
  private readonly elasticity: Elasticity;
  private readonly overlap = new SolidOverlap();
  private readonly buffer = new OverlapBuffer();
  private readonly field = new RayField();
  private readonly resolver: Resolver;
  private readonly summary: Summary;
  private readonly split: SplitProblems;
  private readonly withSplit: boolean;
  private readonly old = new PairContacts();
  private readonly poses = new Float64Array(14);
  private readonly moved = new Float64Array(14);
  private readonly centers = new Float64Array(6);
  private readonly region: Region = { u0: 0, u1: 0, w0: 0, w1: 0, area: 0 };
  private readonly rotation = new Float64Array(9);
  private readonly heights = new Float64Array(2);
  private readonly v = new Float64Array(3);
  private readonly motion = new PairMotion();
  private readonly atPoint = new PairMotion();
  private readonly arms = new Float64Array(6);
  private readonly hint = { values: new Float64Array(HINT_SIZE), nodes: new Float64Array(0), first: 0, count: 0 };
  private a = 0;
  private b = 0;
  private h = 0;
  private friction = 0;
  private parts = 0;
  /** How far A was moved towards B because others might push it there (m). */
  private pushed = 0;
  private parted = false;
  /** Whether the step has been solved before: what others do is known then. */
  private isAgain = false;
  private readonly generator = new PointGenerator();
  private readonly points = new PointBuffer();
  /** How far ahead the overlap at hand lies (s). */
  private time = 0;

  constructor(bodies: BodyStore, settings: ContactSettings, elasticity: Elasticity, arena: Arena) {
    this.bodies = bodies;
    this.settings = settings;
    this.elasticity = elasticity;
    this.resolver = new Resolver(arena);
    this.summary = new Summary(arena);
    this.split = new SplitProblems(arena);
    this.withSplit = settings.options.split === true;
    this.overlap.mostOnPlane = MOST_CONTACTS;
  }

  /** Replaces the contacts of bodies a and b by those that they have within `span`. */
  find(into: PairContacts, a: number, b: number, span: number, h: number, isAgain = false): void {
    this.h = h;
    this.isAgain = isAgain;
    const { bodies, poses } = this;
    const d = bodies.f.data;
    this.old.copyFrom(into);
    into.clear();
    this.a = a;
    this.b = b;
    const shapeA = bodies.shapes[a]!;
    const shapeB = bodies.shapes[b]!;
    const partsA = partCount(shapeA);
    const partsB = partCount(shapeB);
    for (let m = 0; m < partsA; m++) {
      for (let n = 0; n < partsB; n++) {
        const sa = partShape(shapeA, m);
        const sb = partShape(shapeB, n);
        placePart(poses, 0, shapeA, m, d, a * BODY_STRIDE + B_POSE);
        placePart(poses, 7, shapeB, n, d, b * BODY_STRIDE + B_POSE);
        this.moved.set(poses);
        this.time = 0;
        this.pushed = 0;
        for (let k = 0; k < 3; k++) {
          this.centers[k] = d[a * BODY_STRIDE + B_CENTER + k];
          this.centers[3 + k] = d[b * BODY_STRIDE + B_CENTER + k];
        }
        this.friction = frictionOf(bodies, a, b, partFriction(shapeA, m), partFriction(shapeB, n), this.settings);
        this.parts = m * partsB + n;
        if (this.overlapNow(sa, sb) === 0 && !this.overlapAhead(sa, sb, span)) {
          const count = into.count;
          const nodeCount = into.nodeCount;
          if (!this.overlapIfPushed(sa, sb)) continue;
          this.takeAll(into, sa, sb, true);
          if (isStiff(into, count)) continue;
          // What is soft is held in time once it overlaps.
          into.count = count;
          into.nodeCount = nodeCount;
          continue;
        }
        const count = into.count;
        const nodeCount = into.nodeCount;
        if (!this.wasStiff()) {
          this.takeAll(into, sa, sb, false);
          if (!isStiff(into, count)) continue;
          into.count = count;
          into.nodeCount = nodeCount;
        }
        if (this.time === 0 && !this.overlapWithin(sa, sb)) continue;
        this.takeAll(into, sa, sb, true);
      }
    }
  }

  private takeAll(into: PairContacts, sa: SimpleShape, sb: SimpleShape, implicit: boolean): void {
    let largest = 0;
    for (let c = 0; c < this.buffer.count; c++)
      largest = Math.max(largest, this.buffer.records[c * OV_STRIDE + OV_VOLUME]);
    for (let c = 0; c < this.buffer.count && into.count < MOST_CONTACTS; c++)
      if (this.buffer.records[c * OV_STRIDE + OV_VOLUME] > SPECK * largest) this.take(into, c, sa, sb, implicit);
  }

  /** Whether the parts at hand touched in the last step, stiffly. */
  private wasStiff(): boolean {
    const { old } = this;
    for (let k = 0; k < old.count; k++) {
      const o = k * Q_STRIDE;
      if (old.i[k * Q_INTS + QI_PARTS] !== this.parts) continue;
      if (old.f[o + Q_IMPLICIT] === 1 && old.f[o + Q_KAPPA] > STAYS_STIFF) return true;
    }
    return false;
  }

  /**
   * The overlap of all that may touch within the step: as if A were nearer to B by what free motion would bring. Where
   * the bodies are stays as it is; only the place to look at comes from here.
   */
  private overlapWithin(sa: SimpleShape, sb: SimpleShape): boolean {
    const { buffer, moved, poses, motion, field } = this;
    let best = 0;
    for (let c = 1; c < buffer.count; c++)
      if (buffer.records[c * OV_STRIDE + OV_VOLUME] > buffer.records[best * OV_STRIDE + OV_VOLUME]) best = c;
    if (!this.frameOf(best, sa, sb)) return false;
    const r = buffer.records;
    const o = best * OV_STRIDE;
    const g = o + OV_AREA_VECTOR;
    const deep = r[o + OV_VOLUME] / Math.sqrt(r[g] * r[g] + r[g + 1] * r[g + 1] + r[g + 2] * r[g + 2]);
    this.prepareMotion();
    const { e } = motion;
    const wide = Math.sqrt((r[o + OV_MOMENT] + r[o + OV_MOMENT + 3] + r[o + OV_MOMENT + 5]) / r[o + OV_VOLUME]);
    const way = this.h * (Math.abs(e[0]) + TILTING * wide * (Math.abs(e[1]) + Math.abs(e[2])));
    const size = Math.min(thickness(sa), thickness(sb), 1e3);
    motion.reach = Math.min(way + deep, MOST_REACH * size);
    motion.within = motion.reach;
    for (let k = 0; k < 3; k++) moved[k] = poses[k] - motion.reach * field.frame[k];
    return this.overlapNow(sa, sb) > 0;
  }

  /**
   * Bodies that do not meet by themselves, but might if others push them: as far as their own speeds go. The overlap is
   * that of A moved there, a little deep; so they bear in the step in which they are pushed.
   */
  private overlapIfPushed(sa: SimpleShape, sb: SimpleShape): boolean {
    const { bodies, moved, poses, points } = this;
    const v = bodies.v.data;
    const way = this.h * (speedOf(v, this.a) + speedOf(v, this.b));
    const size = Math.min(thickness(sa), thickness(sb), 1e3);
    const margin = Math.min(way, MOST_REACH * size);
    if (!(margin > 0)) return false;
    this.points.clear();
    if (this.generator.generate(sa, poses, 0, sb, poses, 7, margin, points) === 0) return false;
    let best = 0;
    for (let k = 1; k < points.count; k++)
      if (points.data[k * CP_STRIDE + CP_SEPARATION] < points.data[best * CP_STRIDE + CP_SEPARATION]) best = k;
    const gap = points.data[best * CP_STRIDE + CP_SEPARATION];
    if (!(gap < margin)) return false;
    this.pushed = (gap > 0 ? gap : 0) + PUSHED * margin;
    this.time = 0;
    for (let k = 0; k < 7; k++) {
      moved[k] = poses[k];
      moved[7 + k] = poses[7 + k];
    }
    for (let k = 0; k < 3; k++) moved[k] -= this.pushed * points.data[best * CP_STRIDE + CP_NORMAL + k];
    return this.overlapNow(sa, sb) > 0;
  }

  private overlapNow(sa: SimpleShape, sb: SimpleShape): number {
    return this.overlap.compute(sa, this.moved, 0, sb, this.moved, 7, this.buffer, COMPONENTS);
  }

  /** Moves the parts along their way to where they first overlap within `span`. */
  private overlapAhead(sa: SimpleShape, sb: SimpleShape, span: number): boolean {
    const { bodies, centers } = this;
    const d = bodies.f.data;
    const v = bodies.v.data;
    const way = approachOf(d, v, this.a, this.b, span);
    const size = Math.min(thickness(sa), thickness(sb));
    const stages = Math.min(MOST_STAGES, Math.max(1, Math.ceil(way / (STAGE * size))));
    for (let s = 1; s <= stages; s++) {
      this.time = (span * s) / stages;
      this.movePose(0, this.a);
      this.movePose(7, this.b);
      if (this.overlapNow(sa, sb) === 0) continue;
      for (let k = 0; k < 3; k++) {
        centers[k] = d[this.a * BODY_STRIDE + B_CENTER + k] + this.time * v[6 * this.a + k];
        centers[3 + k] = d[this.b * BODY_STRIDE + B_CENTER + k] + this.time * v[6 * this.b + k];
      }
      return true;
    }
    return false;
  }

  /** The pose of a part of `body` after this.time of the body's motion. */
  private movePose(at: number, body: number): void {
    const { moved, poses, time: t } = this;
    const d = this.bodies.f.data;
    const v = this.bodies.v.data;
    const c = body * BODY_STRIDE + B_CENTER;
    for (let k = 0; k < 7; k++) moved[at + k] = poses[at + k];
    const x = moved[at] - d[c];
    const y = moved[at + 1] - d[c + 1];
    const z = moved[at + 2] - d[c + 2];
    unrotateVector(this.v, 0, moved, at + 3, x, y, z);
    turnByVector(moved, at + 3, t * v[6 * body + 3], t * v[6 * body + 4], t * v[6 * body + 5]);
    rotateVector(this.v, 0, moved, at + 3, this.v[0], this.v[1], this.v[2]);
    for (let k = 0; k < 3; k++) moved[at + k] = d[c + k] + t * v[6 * body + k] + this.v[k];
  }

  /** Component c of the overlap as a contact. */
  private take(into: PairContacts, c: number, sa: SimpleShape, sb: SimpleShape, implicit: boolean): void {
    if (!this.frameOf(c, sa, sb)) return;
    const { field, resolver, summary, moved, buffer, region } = this;
    into.material ??= this.elasticity.pairOf(this.a, this.b);
    const { material } = into;
    const points = buffer.points;
    let low = Infinity;
    let high = -Infinity;
    region.u0 = Infinity;
    region.u1 = -Infinity;
    region.w0 = Infinity;
    region.w1 = -Infinity;
    const f = field.frame;
    const center = c * OV_STRIDE + OV_CENTER;
    const r = buffer.records;
    for (let p = buffer.pointStart[c]; p < buffer.pointStart[c + 1]; p++) {
      const x = points[3 * p] - r[center];
      const y = points[3 * p + 1] - r[center + 1];
      const z = points[3 * p + 2] - r[center + 2];
      const n = x * f[0] + y * f[1] + z * f[2];
      const u = x * f[3] + y * f[4] + z * f[5];
      const w = x * f[6] + y * f[7] + z * f[8];
      low = Math.min(low, n);
      high = Math.max(high, n);
      region.u0 = Math.min(region.u0, u);
      region.u1 = Math.max(region.u1, u);
      region.w0 = Math.min(region.w0, w);
      region.w1 = Math.max(region.w1, w);
    }
    if (!(region.u1 > region.u0 && region.w1 > region.w0)) return;
    const g = c * OV_STRIDE + OV_AREA_VECTOR;
    region.area = Math.abs(r[g] * f[0] + r[g + 1] * f[1] + r[g + 2] * f[2]);
    if (!(region.area > 0)) return;
    if (isSampled(sa) || isSampled(sb)) {
      const du = PIXELS * (region.u1 - region.u0);
      const dw = PIXELS * (region.w1 - region.w0);
      region.u0 -= du;
      region.u1 += du;
      region.w0 -= dw;
      region.w1 += dw;
    }
    // Outlines lie on the surfaces, whose deepest points may lie beyond: by no more than some mean depths.
    const mean = r[c * OV_STRIDE + OV_VOLUME] / region.area;
    const beyond = high - low + 8 * mean;
    // Places to look at may come from A moved nearer; heights are those of where it is.
    const at = implicit && this.time === 0 ? this.poses : moved;
    const reach = implicit ? Math.max(this.motion.reach, this.pushed) : 0;
    field.place(sa, at, 0, sb, at, 7, low - beyond - reach, high + beyond + reach);
    this.parted = false;
    if (implicit && this.pushed === 0) this.prepareMotion();
    const hint = this.hintFor(implicit);
    if (
      this.pushed > 0 ||
      resolver.resolve(field, region, material.options, implicit ? this.motion : null, hint, this.isAgain) === 0
    ) {
      if (!implicit) return;
      // By themselves they part: the tangent for when others push.
      this.parted = true;
      this.prepareMotion();
      const { motion } = this;
      // Shifted along the normal until a little of how deep they lie in each other there is left.
      const deep = this.deepestOf(region);
      const left = PUSHED * Math.max(motion.reach, Math.abs(deep));
      motion.s.fill(0);
      for (let k = 0; k < 3; k++) motion.e[k] = ((k === 0 ? deep - left : 0) + motion.back[k]) / motion.h;
      motion.reach = Math.max(motion.reach, left - deep);
      if (resolver.resolve(field, region, material.options, motion) === 0) return;
    }
    summary.take(resolver, material.options.modulus);
    if (this.withSplit) this.split.solve(resolver, PI * material.options.modulus);
    this.write(into, c, r[c * OV_STRIDE + OV_VOLUME], implicit);
  }

  /** How deep the surfaces lie in each other over the region, at most (m); negative: how far apart they are at least. */
  private deepestOf({ u0, u1, w0, w1 }: Region): number {
    const { field, heights: h } = this;
    let [u, w] = [0.5 * (u0 + u1), 0.5 * (w0 + w1)];
    let [du, dw] = [0.5 * (u1 - u0), 0.5 * (w1 - w0)];
    let best = -Infinity;
    // Nine by nine, and again around the deepest.
    for (let round = 0; round < 4; round++) {
      let [nextU, nextW] = [u, w];
      for (let i = -4; i <= 4; i++)
        for (let j = -4; j <= 4; j++) {
          if (!field.sample(u + 0.25 * i * du, w + 0.25 * j * dw, h) || !(h[1] - h[0] > best)) continue;
          best = h[1] - h[0];
          nextU = u + 0.25 * i * du;
          nextW = w + 0.25 * j * dw;
        }
      u = nextU;
      w = nextW;
      du *= 0.3;
      dw *= 0.3;
    }
    return best;
  }

  /** The lattice of the contact that was here in the last step, solved in the same way. */
  private hintFor(implicit: boolean): Hint | null {
    const { old, arms, field, centers, hint } = this;
    for (let k = 0; k < 3; k++) arms[k] = field.origin[k] - centers[k];
    const from = this.nearestOld(arms, 0);
    if (from < 0 || (old.f[from + Q_IMPLICIT] === 1) !== implicit || old.f[from + Q_IF_PUSHED] === 1) return null;
    const n = (from / Q_STRIDE) * Q_INTS;
    for (let k = 0; k < HINT_SIZE; k++) hint.values[k] = old.f[from + Q_HINT + k];
    hint.nodes = old.nodes;
    hint.first = old.i[n + QI_NODES];
    hint.count = old.i[n + QI_NODE_COUNT];
    return hint;
  }

  /** How the bodies move at the field's origin, with what others did to that in the last step. */
  private prepareMotion(): void {
    const { bodies, motion, field, arms, centers, old } = this;
    const f = field.frame;
    for (let k = 0; k < 3; k++) {
      arms[k] = field.origin[k] - centers[k];
      arms[3 + k] = field.origin[k] - centers[3 + k];
    }
    motion.take(bodies, this.a, this.b, arms, 0, f, 0, bodies.v.data);
    motion.h = this.h;
    for (let k = 0; k < 3; k++) motion.back[k] = this.time * motion.e[k];
    if (this.time > 0) {
      motion.reach = approachOf(bodies.f.data, bodies.v.data, this.a, this.b, this.h - this.time);
      motion.within = 0;
    }
    const from = this.nearestOld(arms, 0);
    if (from < 0) return;
    const p = old.f;
    const others = from + (this.isAgain ? Q_LOOK : Q_OTHERS_N);
    const dot = (axis: number, at: number) =>
      f[3 * axis] * p[at] + f[3 * axis + 1] * p[at + 1] + f[3 * axis + 2] * p[at + 2];
    const ou = dot(1, others + 1);
    const ow = dot(2, others + 1);
    // From the contact's point then to the origin now.
    const u = dot(1, from + Q_ARM_A) - (f[3] * arms[0] + f[4] * arms[1] + f[5] * arms[2]);
    const w = dot(2, from + Q_ARM_A) - (f[6] * arms[0] + f[7] * arms[1] + f[8] * arms[2]);
    motion.e[0] += p[others] - w * ou + u * ow;
    motion.e[1] += ou;
    motion.e[2] += ow;
  }

  /** The contact of the last step, of the same parts, whose arm from A is nearest; its offset, or -1. */
  private nearestOld(q: Float64Array, arm: number): number {
    const { old } = this;
    let best = Infinity;
    let from = -1;
    for (let n = 0; n < old.count; n++) {
      if (old.i[n * Q_INTS + QI_PARTS] !== this.parts) continue;
      let sum = 0;
      for (let m = 0; m < 3; m++) {
        const x = q[arm + m] - old.f[n * Q_STRIDE + Q_ARM_A + m];
        sum += x * x;
      }
      if (sum < best) {
        best = sum;
        from = n * Q_STRIDE;
      }
    }
    return from;
  }

  /** Sets the field's origin and frame for component c; false where it has no direction. */
  private frameOf(c: number, sa: SimpleShape, sb: SimpleShape): boolean {
    const { buffer, field, rotation: m, moved } = this;
    const r = buffer.records;
    const o = c * OV_STRIDE;
    const f = field.frame;
    for (let k = 0; k < 3; k++) {
      field.origin[k] = buffer.origin[k] + r[o + OV_CENTER + k];
      f[k] = r[o + OV_FACE_NORMAL + k];
    }
    if (!(f[0] * f[0] + f[1] * f[1] + f[2] * f[2] > 0.5)) {
      const g = o + OV_AREA_VECTOR;
      const size = Math.sqrt(r[g] * r[g] + r[g + 1] * r[g + 1] + r[g + 2] * r[g + 2]);
      if (!(size > 0)) return false;
      for (let k = 0; k < 3; k++) f[k] = -r[g + k] / size;
    }
    // u along an axis of the shape that has some: the lattice of a box then lies along its edges.
    const at = isRound(sa) && !isRound(sb) ? 7 : 0;
    matrixFromQuaternion(m, 0, moved, at + 3);
    if (isRound(sa) && isRound(sb)) {
      m.fill(0);
      m[0] = 1;
      m[4] = 1;
      m[8] = 1;
    }
    let best = -1;
    let least = Infinity;
    for (let axis = 0; axis < 3; axis++) {
      const along = Math.abs(m[axis] * f[0] + m[3 + axis] * f[1] + m[6 + axis] * f[2]);
      if (along < least - 1e-9) {
        least = along;
        best = axis;
      }
    }
    this.completeFrame(m[best], m[3 + best], m[6 + best]);
    this.turnToPrincipal(o);
    return true;
  }

  /** u as near to the vector as can be, w = n × u. */
  private completeFrame(x: number, y: number, z: number): void {
    const f = this.field.frame;
    const along = x * f[0] + y * f[1] + z * f[2];
    x -= along * f[0];
    y -= along * f[1];
    z -= along * f[2];
    const size = Math.sqrt(x * x + y * y + z * z);
    f[3] = x / size;
    f[4] = y / size;
    f[5] = z / size;
    f[6] = f[1] * f[5] - f[2] * f[4];
    f[7] = f[2] * f[3] - f[0] * f[5];
    f[8] = f[0] * f[4] - f[1] * f[3];
  }

  /** A long overlap is looked at along its length. */
  private turnToPrincipal(o: number): void {
    const f = this.field.frame;
    const r = this.buffer.records;
    const m = o + OV_MOMENT;
    const uu = quadratic(r, m, f, 3, 3);
    const uw = quadratic(r, m, f, 3, 6);
    const ww = quadratic(r, m, f, 6, 6);
    const half = 0.5 * (uu - ww);
    const root = Math.sqrt(half * half + uw * uw);
    const mean = 0.5 * (uu + ww);
    // Sides of 1 to 1.7: variances of 1 to 3.
    if (!(mean + root > 3 * (mean - root))) return;
    // Eigenvector of the larger: (half + root, uw), or, if that vanishes, (uw, root - half).
    const x = half >= 0 ? half + root : uw;
    const y = half >= 0 ? uw : root - half;
    this.completeFrame(x * f[3] + y * f[6], x * f[4] + y * f[7], x * f[5] + y * f[8]);
  }

  /** The record of what resolver and summary hold. */
  private write(into: PairContacts, component: number, volume: number, implicit: boolean): void {
    const { bodies, field, resolver, centers, friction, motion } = this;
    const t = this.summary.t;
    if (!(t[T_FORCE] > 0) || !(t[T_STIFFNESS] > 0)) return;
    const k = into.add();
    const q = into.f;
    const o = k * Q_STRIDE;
    const fr = field.frame;
    // The point about which pushing does not tilt.
    const u = -t[T_STIFFNESS + 2] / t[T_STIFFNESS];
    const w = t[T_STIFFNESS + 1] / t[T_STIFFNESS];
    const kuu = t[T_STIFFNESS + 3] - w * w * t[T_STIFFNESS];
    const kuw = t[T_STIFFNESS + 4] + u * w * t[T_STIFFNESS];
    const kww = t[T_STIFFNESS + 5] - u * u * t[T_STIFFNESS];
    const mu = t[T_MOMENT_U] - w * t[T_FORCE];
    const mw = t[T_MOMENT_W] + u * t[T_FORCE];
    // Axes about which tilting stays tilting.
    const half = 0.5 * (kuu - kww);
    const root = Math.sqrt(half * half + kuw * kuw);
    let x = half >= 0 ? half + root : kuw;
    let y = half >= 0 ? kuw : root - half;
    const size = Math.sqrt(x * x + y * y);
    if (root > 1e-6 * (kuu + kww) && size > 0) {
      x /= size;
      y /= size;
    } else {
      x = 1;
      y = 0;
    }
    const nearU = x < 0 ? -1 : 1;
    x *= nearU;
    y *= nearU;
    for (let m = 0; m < 3; m++) {
      q[o + Q_FRAME + m] = fr[m];
      q[o + Q_FRAME + 3 + m] = x * fr[3 + m] + y * fr[6 + m];
      q[o + Q_FRAME + 6 + m] = x * fr[6 + m] - y * fr[3 + m];
    }
    q[o + Q_STIFF_N] = t[T_STIFFNESS];
    q[o + Q_STIFF_U] = Math.max(0, x * x * kuu + 2 * x * y * kuw + y * y * kww);
    q[o + Q_STIFF_W] = Math.max(0, y * y * kuu - 2 * x * y * kuw + x * x * kww);
    q[o + Q_MOMENT_U] = x * mu + y * mw;
    q[o + Q_MOMENT_W] = x * mw - y * mu;
    q[o + Q_FORCE] = t[T_FORCE];
    q[o + Q_DEPTH] = this.deepest(t[T_DEPTH]);
    q[o + Q_POWER] = Math.min(3, Math.max(1, (t[T_STIFFNESS] * q[o + Q_DEPTH]) / t[T_FORCE]));
    q[o + Q_ENERGY] = t[T_ENERGY];
    q[o + Q_AREA] = t[T_AREA];
    q[o + Q_PRESSURE] = t[T_PRESSURE];
    q[o + Q_VOLUME] = volume;
    q[o + Q_GYRATION] = t[T_GYRATION];
    // Tilting about u opens along w, and the other way round.
    const c = T_CURVATURE;
    const cu = x * x * t[c] + 2 * x * y * t[c + 1] + y * y * t[c + 2];
    const cw = y * y * t[c] - 2 * x * y * t[c + 1] + x * x * t[c + 2];
    q[o + Q_FLAT_U] = flatness(q[o + Q_STIFF_U] * cw, t[T_FORCE]);
    q[o + Q_FLAT_W] = flatness(q[o + Q_STIFF_W] * cu, t[T_FORCE]);
    q[o + Q_SPLIT] = this.split.forceA;
    q[o + Q_SPLIT + 1] = this.split.forceB;
    q[o + Q_SPLIT + 2] = this.split.left;
    q[o + Q_FRICTION] = friction;
    q[o + Q_STATIC] = this.staticOf(friction);
    const d = bodies.f.data;
    const pa = this.a * BODY_STRIDE;
    const pb = this.b * BODY_STRIDE;
    const share = d[pa + B_INV_MASS] > 0 ? (d[pb + B_INV_MASS] > 0 ? 0.5 : 1) : 0;
    const height = this.heightOf(u, w, share, t[T_HEIGHT]);
    for (let m = 0; m < 3; m++) {
      const at = field.origin[m] + u * fr[3 + m] + w * fr[6 + m] + height * fr[m];
      // Both arms lead to one point of the world as it is, also where the bodies were moved ahead.
      const apart = d[pa + B_CENTER + m] - centers[m] - (d[pb + B_CENTER + m] - centers[3 + m]);
      q[o + Q_ARM_A + m] = at - centers[m] - (1 - share) * apart;
      q[o + Q_ARM_B + m] = at - centers[3 + m] + share * apart;
    }
    q[o + Q_NOW] = q[o + Q_DEPTH] + this.time * normalVelocity(q, o, bodies.v.data, this.a, this.b);
    q[o + Q_IMPLICIT] = implicit ? 1 : 0;
    q[o + Q_IF_PUSHED] = implicit && this.parted ? 1 : 0;
    if (implicit) {
      const { y: speeds, flat } = motion;
      const yn = speeds[0] + w * speeds[1] - u * speeds[2];
      q[o + Q_Y] = yn;
      q[o + Q_Y + 1] = x * speeds[1] + y * speeds[2];
      q[o + Q_Y + 2] = x * speeds[2] - y * speeds[1];
      q[o + Q_FLAT_U] = x * x * flat[0] + y * y * flat[1];
      q[o + Q_FLAT_W] = y * y * flat[0] + x * x * flat[1];
      // Depth is that at the step's end, after opening at this speed.
      q[o + Q_NOW] = q[o + Q_DEPTH] + this.h * yn;
    }
    this.placeGuards(q, o, component, u, w, x, y);
    const at = this.atPoint;
    at.take(bodies, this.a, this.b, q, o + Q_ARM_A, q, o + Q_FRAME, bodies.v.data);
    const hh = this.h * this.h;
    q[o + Q_KAPPA] = Math.max(
      hh * q[o + Q_STIFF_N] * at.s[0],
      hh * q[o + Q_STIFF_U] * at.s[4] * q[o + Q_FLAT_U],
      hh * q[o + Q_STIFF_W] * at.s[8] * q[o + Q_FLAT_W],
    );
    const i = into.i;
    const n = k * Q_INTS;
    i[n + QI_BODY_A] = this.a;
    i[n + QI_BODY_B] = this.b;
    i[n + QI_PARTS] = this.parts;
    i[n + QI_BLOCK] = -1;
    i[n + QI_FRICTION_BLOCK] = -1;
    for (let g = 0; g < GUARD_COUNT; g++) i[n + QI_GUARDS + g] = -1;
    resolver.note(q, o + Q_HINT, this.region.area);
    this.keepNodes(into, n, resolver, u, w, x, y, height, t[T_FORCE]);
    this.inherit(into, k);
  }

  /**
   * The outermost points, on the diagonals, of all that may touch within the step and does not bear as the contact was
   * solved. A body that rocks comes down on them, and the tangent of what bears knows nothing of that.
   */
  private placeGuards(q: Float64Array, o: number, component: number, u: number, w: number, x: number, y: number): void {
    for (let g = 0; g < GUARD_COUNT; g++) q[o + Q_GUARDS + GUARD_STRIDE * g + GUARD_GAP] = Infinity;
    if (q[o + Q_IMPLICIT] === 0 || (q[o + Q_FLAT_U] === 0 && q[o + Q_FLAT_W] === 0)) return;
    const { buffer, field, region, motion, heights } = this;
    const f = field.frame;
    const points = buffer.points;
    const center = component * OV_STRIDE + OV_CENTER;
    const r = buffer.records;
    const midU = 0.5 * (region.u0 + region.u1);
    const midW = 0.5 * (region.w0 + region.w1);
    for (let g = 0; g < GUARD_COUNT; g++) {
      const su = g < 2 ? 1 : -1;
      const sw = g % 2 === 0 ? 1 : -1;
      let best = -Infinity;
      let bu = 0;
      let bw = 0;
      for (let p = buffer.pointStart[component]; p < buffer.pointStart[component + 1]; p++) {
        const px = points[3 * p] - r[center];
        const py = points[3 * p + 1] - r[center + 1];
        const pz = points[3 * p + 2] - r[center + 2];
        const pu = px * f[3] + py * f[4] + pz * f[5];
        const pw = px * f[6] + py * f[7] + pz * f[8];
        const far = su * (pu - midU) + sw * (pw - midW);
        if (far <= best) continue;
        best = far;
        bu = pu;
        bw = pw;
      }
      bu = midU + INWARD * (bu - midU);
      bw = midW + INWARD * (bw - midW);
      if (!field.sample(bu, bw, heights)) continue;
      const { back } = motion;
      const gap = heights[0] - heights[1] - (back[0] + bw * back[1] - bu * back[2]);
      const closing = this.parted ? 0 : this.h * (motion.y[0] + bw * motion.y[1] - bu * motion.y[2]);
      if (!(gap + closing > 0)) continue;
      const at = o + Q_GUARDS + GUARD_STRIDE * g;
      q[at + GUARD_U] = x * (bu - u) + y * (bw - w);
      q[at + GUARD_W] = x * (bw - w) - y * (bu - u);
      q[at + GUARD_GAP] = gap;
    }
  }

  /**
   * Where forces act along the normal. Linear elasticity is written in the undeformed shape: a body's tractions act on
   * its undeformed surface. Those of A and B are the depth apart; so that friction makes no angular momentum, both act
   * at one height: on the body that moves, half-way if both do. A ball on a plane thus rolls on its own radius.
   */
  private heightOf(u: number, w: number, share: number, otherwise: number): number {
    const h = this.heights;
    return this.field.sample(u, w, h) ? share * h[0] + (1 - share) * h[1] : otherwise;
  }

  private staticOf(friction: number): number {
    const { settings } = this;
    const d = this.bodies.f.data;
    // A coefficient of its own at rest, else the scene's ratio does not apply to bodies with their own friction.
    const own = combineFriction(
      d[this.a * BODY_STRIDE + B_STATIC_FRICTION],
      d[this.b * BODY_STRIDE + B_STATIC_FRICTION],
      -1,
    );
    if (own >= 0) return Math.max(own, friction);
    return friction === settings.friction ? Math.max(settings.staticFriction, friction) : friction;
  }

  /** The deepest point lies between nodes: the top of the parabola through the deepest and its neighbours. */
  private deepest(atNodes: number): number {
    const { field, resolver, heights: h } = this;
    const f = resolver.nodes.f.data;
    let best = 0;
    let depth = -Infinity;
    for (let k = 0; k < resolver.nodes.count; k++) {
      const gap = -f[k * NODE_STRIDE + N_GAP];
      if (gap > depth) {
        depth = gap;
        best = k;
      }
    }
    const u = f[best * NODE_STRIDE + N_U];
    const w = f[best * NODE_STRIDE + N_W];
    // Of the surfaces as they are: a step that is solved for its end moves them as a whole.
    if (!field.sample(u, w, h)) return atNodes;
    const here = h[1] - h[0];
    let rise = 0;
    for (let axis = 0; axis < 2; axis++) {
      const du = axis === 0 ? 0.5 * resolver.nodes.cellU : 0;
      const dw = axis === 0 ? 0 : 0.5 * resolver.nodes.cellW;
      if (!field.sample(u - du, w - dw, h)) continue;
      const before = h[1] - h[0];
      if (!field.sample(u + du, w + dw, h)) continue;
      const after = h[1] - h[0];
      const bend = before + after - 2 * here;
      if (!(bend < 0)) continue;
      const top = ((after - before) * (after - before)) / (-8 * bend);
      rise += Math.min(top, -0.25 * bend);
    }
    return atNodes + rise;
  }

  private keepNodes(
    into: PairContacts,
    n: number,
    resolver: Resolver,
    u: number,
    w: number,
    x: number,
    y: number,
    height: number,
    force: number,
  ): void {
    into.i[n + QI_NODES] = into.nodeCount;
    const f = resolver.nodes.f.data;
    for (let k = 0; k < resolver.nodes.count; k++) {
      const o = k * NODE_STRIDE;
      if (!(f[o + N_FORCE] > 0)) continue;
      const at = into.addNode();
      const du = f[o + N_U] - u;
      const dw = f[o + N_W] - w;
      into.nodes[at + K_U] = x * du + y * dw;
      into.nodes[at + K_W] = x * dw - y * du;
      into.nodes[at + K_H] = f[o + N_H] - height;
      into.nodes[at + K_AREA] = f[o + N_AREA];
      into.nodes[at + K_SHARE] = f[o + N_FORCE] / force;
      into.nodes[at + K_COLUMN] = resolver.nodes.cells.data[CELL_INTS * k];
      into.nodes[at + K_ROW] = resolver.nodes.cells.data[CELL_INTS * k + 1];
    }
    into.i[n + QI_NODE_COUNT] = into.nodeCount - into.i[n + QI_NODES];
  }

  /** Impulses and phase of the nearest contact of the same parts in the step before. */
  private inherit(into: PairContacts, k: number): void {
    const { old } = this;
    const o = k * Q_STRIDE;
    const from = this.nearestOld(into.f, o + Q_ARM_A);
    // On a second look the old record is of this step too.
    if (this.isAgain && from >= 0) into.f[o + Q_UNFORESEEN] = old.f[from + Q_UNFORESEEN];
    else {
      const foreseen = from < 0 ? 0 : Math.max(0, old.f[from + Q_END]);
      into.f[o + Q_UNFORESEEN] = Math.max(0, into.f[o + Q_NOW] - foreseen);
    }
    if (from < 0) return;
    into.f[o + Q_PHASE] = old.f[from + Q_PHASE];
    for (let m = 0; m < 4; m++) into.f[o + Q_OTHERS_N + m] = old.f[from + Q_OTHERS_N + m];
    // Impulses as world vectors: the frame may have turned.
    const q = into.f;
    const p = old.f;
    q[o + Q_IMPULSE] = p[from + Q_IMPULSE];
    q[o + Q_IMPULSE + 5] = p[from + Q_IMPULSE + 5];
    for (let set = 1; set <= 3; set += 2) {
      for (let axis = 0; axis < 2; axis++) {
        let sum = 0;
        for (let m = 0; m < 3; m++) {
          const vector =
            p[from + Q_IMPULSE + set] * p[from + Q_FRAME + 3 + m] +
            p[from + Q_IMPULSE + set + 1] * p[from + Q_FRAME + 6 + m];
          sum += vector * q[o + Q_FRAME + 3 + 3 * axis + m];
        }
        q[o + Q_IMPULSE + set + axis] = sum;
      }
    }
  }
}

function quadratic(r: Float64Array, m: number, f: Float64Array, i: number, j: number): number {
  return (
    f[i] * (r[m] * f[j] + r[m + 1] * f[j + 1] + r[m + 2] * f[j + 2]) +
    f[i + 1] * (r[m + 1] * f[j] + r[m + 3] * f[j + 1] + r[m + 4] * f[j + 2]) +
    f[i + 2] * (r[m + 2] * f[j] + r[m + 4] * f[j + 1] + r[m + 5] * f[j + 2])
  );
}

function isRound(shape: SimpleShape): boolean {
  return shape.type === 'sphere' || shape.type === 'half-space';
}

function isSampled(shape: SimpleShape): boolean {
  return shape.type === 'mesh' || shape.type === 'torus';
}

/** Greatest speed of the body's centre (m/s). */
function speedOf(v: Float64Array, body: number): number {
  const o = 6 * body;
  return Math.sqrt(v[o] * v[o] + v[o + 1] * v[o + 1] + v[o + 2] * v[o + 2]);
}

/** Whether a contact from `first` on is too stiff to be taken as it is at the start of the step. */
function isStiff(pair: PairContacts, first: number): boolean {
  for (let k = first; k < pair.count; k++) if (pair.f[k * Q_STRIDE + Q_KAPPA] > STIFF) return true;
  return false;
}

/**
 * Whether tilting tilts or rolls. A round body that is tilted rolls: the force moves by R θ, so that the stiffness
 * against tilting is F R. A flat one is far below F times its radius of curvature. 0: rolls, 1: flat.
 */
function flatness(stiffnessTimesCurvature: number, force: number): number {
  const x = 1.5 - (2 * stiffnessTimesCurvature) / force;
  return x < 0 ? 0 : x > 1 ? 1 : x;
}

/** Velocity of A against B along the normal of the record at q[o…], at its point. */
export function normalVelocity(q: Float64Array, o: number, v: Float64Array, a: number, b: number): number {
  let sum = 0;
  for (let m = 0; m < 3; m++) {
    const m1 = (m + 1) % 3;
    const m2 = (m + 2) % 3;
    const va = v[6 * a + m] + v[6 * a + 3 + m1] * q[o + Q_ARM_A + m2] - v[6 * a + 3 + m2] * q[o + Q_ARM_A + m1];
    const vb = v[6 * b + m] + v[6 * b + 3 + m1] * q[o + Q_ARM_B + m2] - v[6 * b + 3 + m2] * q[o + Q_ARM_B + m1];
    sum += q[o + Q_FRAME + m] * (va - vb);
  }
  return sum;
}
