// Facing contacts of two bodies: the region in which two of their parts face each other (facing.ts) as a record of the
// pool.
//
// Region and axis are those of the time at which the parts meet in this step, on the way of the velocities before its
// forces; of the start where they touch already; of the end where they do not meet. Nothing else would do for bodies
// that fly past each other or meet far from where they are. The gap is that of the start: the gap at that time less
// what the bodies come closer until then. Verified in test/contact/six-facing.test.ts.

import { B_CENTER, B_INV_MASS, B_POSE, B_RADIUS, B_ROTATION, BODY_STRIDE } from '../../bodies/layout.js';
import type { BodyStore } from '../../bodies/store.js';
import { RIM_GROWTH } from '../../distance/face-towards.js';
import { APART, CURVED, FACES, FacingRegion } from '../../distance/facing.js';
import { GroundFacing } from '../../distance/ground.js';
import { turnByVector, unrotateVector } from '../../math/quaternion.js';
import type { PatchBuffer } from '../../patch/patch.js';
import { partCount, placePart, solidPart } from '../../shapes/parts.js';
import type { SimpleShape } from '../../shapes/shape.js';
import { approachOf } from '../approach.js';
import { thickness } from '../material.js';
import type { ContactPool } from '../pool.js';
import { leastGap } from './gap.js';
import {
  S_AREA,
  S_ARM_A,
  S_AXIS,
  S_DEPTH,
  S_FACE_A,
  S_FACE_B,
  S_FRAME,
  S_FRICTION,
  S_GAP,
  S_LOCAL,
  S_MOST,
  S_OF_A,
  S_POSE_A,
  S_POSE_B,
  S_ROUND,
  S_SHARP,
  S_SHIFT,
  S_VARIANCE,
  S_VOLUME,
  SI_BODY_A,
  SI_BODY_B,
  SI_FACING,
  SI_PARTS,
  SI_PATCH,
  SIX_INTS,
  SIX_STRIDE,
} from './layout.js';
import { normalVelocity, notePose, turning } from './motion.js';
import { movePart } from './speculative.js';
import {
  CORRECTED,
  DEEPER,
  FAR,
  FOLLOWED,
  FRICTION_VERTICES,
  GROUND_DEEP,
  HALVINGS,
  LOOK,
  LOOK_DEPTHS,
  MET,
  MOST_ADVANCES,
  MOST_LOOKS,
  MOST_STAGES,
  ROLLS,
  ROLLS_IN,
  SAME_GROUND,
  STAGE,
  STAGE_TURN,
  THIN,
  TURNED,
} from './tolerances.js';

export class FacingFinder {
  private readonly bodies: BodyStore;
  private readonly region = new FacingRegion();
  private readonly ground = new GroundFacing();
  private readonly moved = new Float64Array(14);
  private readonly now = new Float64Array(14);
  private readonly v = new Float64Array(3);
  private readonly turned = new Float64Array(4);
  /** When the parts of the last `meeting` were still apart (s). */
  private clear = 0;
  /** The velocities by which bodies meet: those before this step's forces, unless told otherwise. */
  course: Float64Array;

  constructor(bodies: BodyStore) {
    this.bodies = bodies;
    this.course = bodies.old.data;
  }

  /**
   * Adds the contact of part `sa` of body a with part `sb` of body b, at `poses`, to the pool, if they may touch within
   * h. CURVED: they do not face each other with flat faces; with `isRound` they do with the patches of curved sides, too.
   */
  find(
    a: number,
    b: number,
    sa: SimpleShape,
    sb: SimpleShape,
    poses: Float64Array,
    parts: number,
    depth: number,
    friction: number,
    reach: number,
    h: number,
    pool: ContactPool,
    patches: PatchBuffer,
    isRound = false,
  ): number {
    if (GroundFacing.handles(sa, sb))
      return this.findOnGround(a, b, sa, sb, poses, parts, depth, friction, reach, h, pool, patches);
    if (!isRound && !FacingRegion.handles(sa, sb)) return CURVED;
    const { region } = this;
    const d = this.bodies.f.data;
    const thin = THIN * depth;
    const small = Math.min(thickness(sa), thickness(sb));
    const way = approachOf(d, this.course, a, b, h);
    let time = 0;
    const apart = region.separationAt(sa, sb, poses, reach);
    if (apart === Infinity) return APART;
    if (way > FOLLOWED * small && apart > Math.max(thin, MET * way)) {
      // What is farther apart than its way does not meet on it.
      if (apart > way) {
        time = h;
        this.moveTo(a, b, poses, h);
      } else time = this.meeting(a, b, sa, sb, poses, small, h);
      if (region.separationAt(sa, sb, this.moved, reach) === Infinity) return APART;
    }
    const status = region.findHere(reach, thin, isRound ? depth : 0);
    if (status !== FACES) return status;
    // What lands is stopped where it lands.
    const along = h * Math.abs(region.alongAxis(this.course, 6 * a) - region.alongAxis(this.course, 6 * b));
    const rolls = time === 0 && !isRound && region.hasRim && along < ROLLS_IN * small && this.rollsOnRim(a, b, h);
    // On a plane a disc rolls on its overlap, which is known in closed form: what it bears on goes round with it, and
    // nothing is lost from one point of the rim to the next (Euler's disc).
    if (rolls && sb.type === 'half-space') return CURVED;
    const isTaken = rolls && this.takeRolling(a, b, sa, sb, poses, parts, depth, friction, reach, h, pool, patches);
    if (!isTaken) this.take(a, b, parts, depth, friction, time, pool, patches, this.course);
    pool.f.data[(pool.count - 1) * SIX_STRIDE + S_MOST] = CORRECTED * Math.min(small, 1e3);
    return FACES;
  }

  /**
   * A disc that rolls on its rim, whose lowest point goes round within the step: it bears where that point is in the
   * middle of the step, and what is asked of the step is that the lowest point at its end does not sink in. Borne at the
   * end's, a disc would be slowed down; by the slopes of the start, lifted.
   */
  private takeRolling(
    a: number,
    b: number,
    sa: SimpleShape,
    sb: SimpleShape,
    poses: Float64Array,
    parts: number,
    depth: number,
    friction: number,
    reach: number,
    h: number,
    pool: ContactPool,
    patches: PatchBuffer,
  ): boolean {
    const { region, moved } = this;
    this.moveTo(a, b, poses, 0.5 * h);
    if (region.find(sa, sb, moved, Infinity, 0) !== FACES || !region.hasRim)
      return this.findAgain(sa, sb, poses, reach);
    const middle = region.least;
    this.moveTo(a, b, poses, h);
    if (region.find(sa, sb, moved, Infinity, 0) !== FACES) return this.findAgain(sa, sb, poses, reach);
    const end = region.least;
    this.moveTo(a, b, poses, 0.5 * h);
    region.find(sa, sb, moved, Infinity, 0);
    this.take(a, b, parts, depth, friction, 0.5 * h, pool, patches, this.course);
    const o = (pool.count - 1) * SIX_STRIDE;
    this.goBack(pool.f.data, o, a, b, 0.5 * h, this.course);
    pool.f.data[o + S_GAP] += end - middle;
    return true;
  }

  /** Back to the region of the start. False. */
  private findAgain(sa: SimpleShape, sb: SimpleShape, poses: Float64Array, reach: number): boolean {
    this.region.find(sa, sb, poses, reach, 0);
    return false;
  }

  /**
   * The same for part `sb` of terrain: one contact for every triangle that is faced (ground.ts), now and, where A goes
   * far, at the end of the step, for what it runs into.
   */
  private findOnGround(
    a: number,
    b: number,
    sa: SimpleShape,
    sb: SimpleShape,
    poses: Float64Array,
    parts: number,
    depth: number,
    friction: number,
    reach: number,
    h: number,
    pool: ContactPool,
    patches: PatchBuffer,
  ): number {
    const { ground, bodies } = this;
    const total = partCount(bodies.shapes[a]!) * partCount(bodies.shapes[b]!);
    const small = thickness(sa);
    const thin = THIN * depth;
    const deepest = GROUND_DEEP * small;
    const way = approachOf(bodies.f.data, this.course, a, b, h);
    const isFast = way > FOLLOWED * small;
    const apart = ground.find(sa, sb, poses, reach, depth, thin, deepest);
    let time = 0;
    if (isFast && apart > Math.max(thin, MET * way)) {
      time = this.meetingWithGround(a, b, sa, sb, poses, way, small, depth, h);
      ground.find(sa, sb, this.moved, Math.max(thin, MET * way), depth, thin, deepest);
    }
    const first = pool.count;
    this.takeGround(
      a,
      b,
      sa,
      sb,
      time > 0 ? this.moved : poses,
      parts,
      total,
      depth,
      friction,
      time,
      small,
      pool,
      patches,
    );
    if (!isFast || time >= h) return pool.count > first ? FACES : APART;
    this.moveTo(a, b, poses, h);
    ground.find(sa, sb, this.moved, 0, depth, thin, deepest);
    this.leaveNew(first, total, pool);
    this.takeGround(a, b, sa, sb, this.moved, parts, total, depth, friction, h, small, pool, patches);
    return pool.count > first ? FACES : APART;
  }

  private takeGround(
    a: number,
    b: number,
    sa: SimpleShape,
    sb: SimpleShape,
    at: Float64Array,
    parts: number,
    total: number,
    depth: number,
    friction: number,
    time: number,
    small: number,
    pool: ContactPool,
    patches: PatchBuffer,
  ): void {
    const { ground } = this;
    for (let k = 0; k < ground.count; k++) {
      if (!ground.take(sa, sb, at, k)) continue;
      const code = parts + total * (ground.places[k] + 1);
      this.take(a, b, code, depth, friction, time, pool, patches, this.course, ground.region);
      pool.f.data[(pool.count - 1) * SIX_STRIDE + S_MOST] = CORRECTED * Math.min(small, 1e3);
    }
  }

  /** Of the regions in hand leaves those that no contact from `first` on has, neither its place nor its plane. */
  private leaveNew(first: number, total: number, pool: ContactPool): void {
    const { ground } = this;
    const f = pool.f.data;
    let n = 0;
    for (let k = 0; k < ground.count; k++) {
      let isNew = true;
      for (let c = first; c < pool.count && isNew; c++) {
        const e = c * SIX_STRIDE + S_FRAME;
        const same = Math.floor(pool.i.data[c * SIX_INTS + SI_PARTS] / total) - 1 === ground.places[k];
        const x = ground.axes;
        isNew = !same && f[e] * x[3 * k] + f[e + 1] * x[3 * k + 1] + f[e + 2] * x[3 * k + 2] < SAME_GROUND;
      }
      if (isNew) ground.move(k, n++);
    }
    ground.count = n;
  }

  /** When A meets the ground on its way, or h; leaves it there in `moved`. */
  private meetingWithGround(
    a: number,
    b: number,
    sa: SimpleShape,
    sb: SimpleShape,
    poses: Float64Array,
    way: number,
    small: number,
    depth: number,
    h: number,
  ): number {
    const thin = THIN * depth;
    const meets = (t: number): boolean => {
      this.moveTo(a, b, poses, t);
      return this.ground.find(sa, sb, this.moved, 0, depth, thin, GROUND_DEEP * small) < 0;
    };
    const stages = Math.min(MOST_STAGES, Math.max(1, Math.ceil(way / (STAGE * small))));
    let before = 0;
    let after = -1;
    for (let k = 1; k <= stages && after < 0; k++) {
      const t = (h * k) / stages;
      if (meets(t)) after = t;
      else before = t;
    }
    for (let n = 0; n < HALVINGS && after >= 0; n++) {
      const middle = 0.5 * (before + after);
      if (meets(middle)) after = middle;
      else before = middle;
    }
    const time = after < 0 ? h : after;
    this.moveTo(a, b, poses, time);
    return time;
  }

  /** How far the parts of the last `find` were apart where they were looked at (m). */
  get separation(): number {
    return this.region.separation;
  }

  private moveTo(a: number, b: number, poses: Float64Array, t: number): void {
    const d = this.bodies.f.data;
    const old = this.course;
    movePart(this.moved, 0, poses, d, a * BODY_STRIDE, old, 6 * a, t, this.v);
    movePart(this.moved, 7, poses, d, b * BODY_STRIDE, old, 6 * b, t, this.v);
  }

  /**
   * Whether a leaning disc rolls along its rim instead of pivoting about a point of it (Euler's disc, a coin that curls
   * in). With slope |∇s|, and e the way down it, the lowest point of the rim goes round at ω·e/|∇s|. With the region of
   * the start, what rolls would be lifted at each corner of the polygon that its rim is.
   */
  private rollsOnRim(a: number, b: number, h: number): boolean {
    const { frame, gap } = this.region;
    const v = this.bodies.v.data;
    const slope = Math.sqrt(gap[1] * gap[1] + gap[2] * gap[2]);
    let along = 0;
    let whole = 0;
    for (let m = 0; m < 3; m++) {
      const turn = h * (v[6 * a + 3 + m] - v[6 * b + 3 + m]);
      along += turn * (gap[1] * frame[3 + m] + gap[2] * frame[6 + m]);
      whole += turn * turn;
    }
    // What may lie flat by the end of the step does not roll.
    return slope * slope > whole && Math.abs(along) > ROLLS * slope * slope;
  }

  /**
   * Adds a contact at one point: `gap` between the closest, or deepest, points of the two parts, half-way between which
   * lies (x, y, z), along the normal at n[ni…]. For what is too deep to have a patch.
   */
  addPoint(
    a: number,
    b: number,
    small: number,
    parts: number,
    depth: number,
    friction: number,
    x: number,
    y: number,
    z: number,
    n: Float64Array,
    ni: number,
    gap: number,
    pool: ContactPool,
    patches: PatchBuffer,
  ): void {
    this.region.setPoint(x, y, z, n, ni, gap);
    this.take(a, b, parts, depth, friction, 0, pool, patches, this.course);
    pool.f.data[(pool.count - 1) * SIX_STRIDE + S_MOST] = CORRECTED * Math.min(small, 1e3);
  }

  /**
   * A second look at contact k of the pool: if its parts, at the velocities that the solver found, are deep inside each
   * other by the end of the step of h, it adds a contact with the axis and region that they have there. True: it did.
   */
  lookAgain(pool: ContactPool, k: number, h: number, patches: PatchBuffer): boolean {
    const { bodies, moved, now, region } = this;
    const i = pool.i.data;
    const n = k * SIX_INTS;
    const o = k * SIX_STRIDE;
    const a = i[n + SI_BODY_A];
    const b = i[n + SI_BODY_B];
    const shapeA = bodies.shapes[a]!;
    const shapeB = bodies.shapes[b]!;
    const d = bodies.f.data;
    const v = bodies.v.data;
    const parts = partCount(shapeB);
    const total = partCount(shapeA) * parts;
    const pair = i[n + SI_PARTS] % total;
    const place = Math.floor(i[n + SI_PARTS] / total) - 1;
    const sa = solidPart(shapeA, Math.floor(pair / parts));
    const sb = solidPart(shapeB, pair % parts);
    const small = Math.min(thickness(sa), thickness(sb));
    // A rim that rolls on a plane goes by its overlap, unless it is struck: then it may be flat by the end of the step.
    if (i[n + SI_FACING] !== 1 && !(FacingRegion.handles(sa, sb) && h * (this.struck(a) + this.struck(b)) > TURNED))
      return false;
    // Flying does not turn the axis.
    if (!(h * (turning(v, a) + turning(v, b)) > TURNED) && !(approachOf(d, v, a, b, h) > FAR * small)) return false;
    placePart(now, 0, shapeA, Math.floor(pair / parts), d, a * BODY_STRIDE + B_POSE);
    placePart(now, 7, shapeB, pair % parts, d, b * BODY_STRIDE + B_POSE);
    movePart(moved, 0, now, d, a * BODY_STRIDE, v, 6 * a, h, this.v);
    movePart(moved, 7, now, d, b * BODY_STRIDE, v, 6 * b, h, this.v);
    const f = pool.f.data;
    const depth = f[o + S_DEPTH];
    const isFacing = i[n + SI_FACING] === 1;
    // A rim that rolls on a plane has an overlap instead of a gap.
    const deep = isFacing
      ? leastGap(f, o + S_GAP, patches, i[n + SI_PATCH]) - depth
      : f[o + S_SHIFT] - f[o + S_VOLUME] / f[o + S_AREA];
    const allowed = Math.max(LOOK * small, LOOK_DEPTHS * depth, deep < 0 ? -deep : 0);
    const e = o + S_FRAME;
    if (place >= 0) {
      const { ground } = this;
      if (!ground.takePlace(sa, sb, moved, place, depth) || !(ground.region.least < -allowed)) return false;
      if (ground.region.least < -GROUND_DEEP * small) return false;
      const { friction, most } = { friction: f[o + S_FRICTION], most: f[o + S_MOST] };
      this.take(a, b, i[n + SI_PARTS], depth, friction, h, pool, patches, v, ground.region);
      pool.f.data[(pool.count - 1) * SIX_STRIDE + S_MOST] = most;
      return true;
    }
    const time = this.passing(a, b, sa, sb, allowed, h);
    if (time < h || region.separationAt(sa, sb, moved, 0) < -allowed) {
      if (region.find(sa, sb, moved, 0, THIN * depth, roundDepth(sa, sb, depth)) !== FACES) return false;
      const { frame } = region;
      // Out on the other side: back the way it came.
      if (frame[0] * f[e] + frame[1] * f[e + 1] + frame[2] * f[e + 2] < 0) region.findAlong(sa, sb, moved, f, e);
    } else {
      // Right through, or off sideways.
      if (sb.type === 'half-space' || !(approachOf(d, v, a, b, h) > small)) return false;
      if (!region.findAlong(sa, sb, moved, f, e) || !(region.separation < -allowed)) return false;
    }
    const { friction, most } = { friction: f[o + S_FRICTION], most: f[o + S_MOST] };
    this.take(a, b, i[n + SI_PARTS], depth, friction, time, pool, patches, v);
    pool.f.data[(pool.count - 1) * SIX_STRIDE + S_MOST] = most;
    return true;
  }

  /** By how much this step has changed the angular velocity of a body. */
  private struck(body: number): number {
    const { v, old } = this.bodies;
    let sum = 0;
    for (let k = 6 * body + 3; k < 6 * body + 6; k++) sum += (v.data[k] - old.data[k]) * (v.data[k] - old.data[k]);
    return Math.sqrt(sum);
  }

  /**
   * When parts that turn far, by the velocities that the solver found, are first inside each other by more than
   * is allowed, or h; leaves them there in `moved`, from `now`.
   */
  private passing(a: number, b: number, sa: SimpleShape, sb: SimpleShape, allowed: number, h: number): number {
    const { bodies, moved, now, region } = this;
    const d = bodies.f.data;
    const v = bodies.v.data;
    // From the start on: what turns many times over meets with its next corner within the first turn.
    const stages = Math.ceil((h * (turning(v, a) + turning(v, b))) / STAGE_TURN);
    for (let k = 1; k <= MOST_LOOKS && k < stages; k++) {
      const t = (h * k) / stages;
      movePart(moved, 0, now, d, a * BODY_STRIDE, v, 6 * a, t, this.v);
      movePart(moved, 7, now, d, b * BODY_STRIDE, v, 6 * b, t, this.v);
      if (region.separationAt(sa, sb, moved, 0) < -allowed) return t;
    }
    movePart(moved, 0, now, d, a * BODY_STRIDE, v, 6 * a, h, this.v);
    movePart(moved, 7, now, d, b * BODY_STRIDE, v, 6 * b, h, this.v);
    return h;
  }

  /**
   * The region of a contact's parts at their bodies' present poses, for reports; null: they are apart, or curved there.
   */
  regionNow(i: Int32Array, n: number, depth: number): FacingRegion | null {
    const { bodies, moved, region } = this;
    const a = i[n + SI_BODY_A];
    const b = i[n + SI_BODY_B];
    const shapeA = bodies.shapes[a]!;
    const shapeB = bodies.shapes[b]!;
    const parts = partCount(shapeB);
    const total = partCount(shapeA) * parts;
    const pair = i[n + SI_PARTS] % total;
    const place = Math.floor(i[n + SI_PARTS] / total) - 1;
    const partA = Math.floor(pair / parts);
    const partB = pair % parts;
    placePart(moved, 0, shapeA, partA, bodies.f.data, a * BODY_STRIDE + B_POSE);
    placePart(moved, 7, shapeB, partB, bodies.f.data, b * BODY_STRIDE + B_POSE);
    const sa = solidPart(shapeA, partA);
    const sb = solidPart(shapeB, partB);
    if (place >= 0) return this.ground.takePlace(sa, sb, moved, place, depth) ? this.ground.region : null;
    return region.find(sa, sb, moved, 0, 0, roundDepth(sa, sb, depth)) === FACES ? region : null;
  }

  /**
   * When the parts meet on their way, or h; leaves them there in `moved`, a hair inside each other, so that faces can be
   * told apart. Conservative advancement: along the axis that separates them they cannot meet before they have come
   * closer by what separates them. `clear` is the last time at which they were still apart.
   */
  private meeting(
    a: number,
    b: number,
    sa: SimpleShape,
    sb: SimpleShape,
    poses: Float64Array,
    small: number,
    h: number,
  ): number {
    const { region, course: v, bodies } = this;
    const d = bodies.f.data;
    const spin = d[a * BODY_STRIDE + B_RADIUS] * turning(v, a) + d[b * BODY_STRIDE + B_RADIUS] * turning(v, b);
    const hair = DEEPER * small;
    this.clear = 0;
    let t = 0;
    for (let n = 0; n < MOST_ADVANCES; n++) {
      this.moveTo(a, b, poses, t);
      const apart = region.separationAt(sa, sb, this.moved, Infinity);
      if (!(apart > 0)) return t;
      const speed = spin - region.alongAxis(v, 6 * a) + region.alongAxis(v, 6 * b);
      if (!(apart < speed * (h - t))) break;
      this.clear = t + (apart > hair ? (apart - hair) / speed : 0);
      t += (apart + hair) / speed;
      if (t > h) t = h;
    }
    this.moveTo(a, b, poses, h);
    return h;
  }

  /**
   * How long (s) the parts go on before they meet with flat faces: Infinity where they do not within h, or touch
   * already.
   */
  flightOf(a: number, b: number, sa: SimpleShape, sb: SimpleShape, poses: Float64Array, h: number): number {
    if (!FacingRegion.handles(sa, sb)) return Infinity;
    this.course = this.bodies.old.data;
    const small = Math.min(thickness(sa), thickness(sb));
    const time = this.meeting(a, b, sa, sb, poses, small, h);
    if (!(time > 0 && this.region.separation <= 0)) return Infinity;
    return this.region.find(sa, sb, this.moved, 0, 0) === FACES ? this.clear : Infinity;
  }

  /** The region in hand, found `time` seconds ahead on the way of the velocities `old`, as a contact. */
  private take(
    a: number,
    b: number,
    parts: number,
    depth: number,
    friction: number,
    time: number,
    pool: ContactPool,
    patches: PatchBuffer,
    old: Float64Array,
    region = this.region,
  ): void {
    const d = this.bodies.f.data;
    const patch = patches.addPolygon(
      region.vertices,
      region.count,
      region.frame,
      0,
      FRICTION_VERTICES,
      region.hasRim ? RIM_GROWTH : 1,
    );
    const k = pool.add();
    const f = pool.f.data;
    const o = k * SIX_STRIDE;
    const pa = a * BODY_STRIDE;
    const pb = b * BODY_STRIDE;
    f.fill(0, o, o + SIX_STRIDE);
    for (let m = 0; m < 9; m++) f[o + S_FRAME + m] = region.frame[m];
    // Back from where they meet: on the body that moves, half-way if both do. One point of the world as it is, for both
    // arms.
    const share = d[pa + B_INV_MASS] > 0 ? (d[pb + B_INV_MASS] > 0 ? 0.5 : 1) : 0;
    for (let m = 0; m < 3; m++) {
      const back = time * (share * old[6 * a + m] + (1 - share) * old[6 * b + m]);
      const x = region.center[m] + region.origin[m] - back;
      f[o + S_ARM_A + m] = x - d[pa + B_CENTER + m];
      f[o + S_ARM_A + 3 + m] = x - d[pb + B_CENTER + m];
      f[o + S_AXIS + m] = region.axis[m];
    }
    notePose(f, o + S_POSE_A, d, pa);
    notePose(f, o + S_POSE_B, d, pb);
    f[o + S_DEPTH] = depth;
    f[o + S_FRICTION] = friction;
    f.fill(1, o + S_SHARP, o + S_SHARP + 4);
    f[o + S_AREA] = region.area;
    f[o + S_OF_A] = region.ofA;
    f[o + S_ROUND] = region.round;
    f[o + S_VARIANCE] = f[o + S_VARIANCE + 1] = 0;
    f[o + S_GAP] = region.gap[0] + depth;
    f[o + S_GAP + 1] = region.gap[1];
    f[o + S_GAP + 2] = region.gap[2];
    this.takeFace(f, o, S_FACE_A, region.planeA, region, a, time, old);
    this.takeFace(f, o, S_FACE_B, region.planeB, region, b, time, old);
    if (time > 0) this.goBack(f, o, a, b, time, old);
    f[o + S_VOLUME] = region.least < 0 ? -region.least * region.area : 0;
    unrotateVector(f, o + S_LOCAL, d, pa + B_ROTATION, f[o + S_ARM_A], f[o + S_ARM_A + 1], f[o + S_ARM_A + 2]);
    const i = pool.i.data;
    const n = k * SIX_INTS;
    i.fill(0, n, n + SIX_INTS);
    i[n + SI_PARTS] = parts;
    i[n + SI_BODY_A] = a;
    i[n + SI_BODY_B] = b;
    i[n + SI_PATCH] = patch;
    i[n + SI_FACING] = 1;
  }

  /**
   * A face in the frame of its body, which is at the pose it has `time` seconds ahead: its point over the centre, and how
   * it goes on along u and w.
   */
  private takeFace(
    f: Float64Array,
    o: number,
    at: number,
    plane: Float64Array,
    { origin, center, frame }: FacingRegion,
    body: number,
    time: number,
    old: Float64Array,
  ): void {
    const d = this.bodies.f.data;
    const p = body * BODY_STRIDE;
    const { v, turned } = this;
    // The body's pose at that time: its centre moves with its velocity, and it turns about it.
    for (let m = 0; m < 4; m++) turned[m] = d[p + B_ROTATION + m];
    if (time > 0) {
      const w = 6 * body + 3;
      turnByVector(turned, 0, time * old[w], time * old[w + 1], time * old[w + 2]);
    }
    const k = 1 / (plane[0] * frame[0] + plane[1] * frame[1] + plane[2] * frame[2]);
    const high = k * (plane[3] - (plane[0] * center[0] + plane[1] * center[1] + plane[2] * center[2]));
    for (let m = 0; m < 3; m++)
      v[m] = center[m] + high * frame[m] + (origin[m] - d[p + B_CENTER + m] - time * old[6 * body + m]);
    unrotateVector(f, o + at, turned, 0, v[0], v[1], v[2]);
    for (let e = 3; e < 9; e += 3) {
      const rise = -k * (plane[0] * frame[e] + plane[1] * frame[e + 1] + plane[2] * frame[e + 2]);
      for (let m = 0; m < 3; m++) v[m] = frame[e + m] + rise * frame[m];
      unrotateVector(f, o + at + e, turned, 0, v[0], v[1], v[2]);
    }
  }

  /** From the gap at the time of meeting to that of the start. */
  private goBack(f: Float64Array, o: number, a: number, b: number, time: number, old: Float64Array): void {
    f[o + S_GAP] -= time * normalVelocity(f, o + S_ARM_A, old, 6 * a, 6 * b);
    for (let m = 0; m < 3; m++) {
      const turn = time * (old[6 * a + 3 + m] - old[6 * b + 3 + m]);
      f[o + S_GAP + 1] += turn * f[o + S_FRAME + 6 + m];
      f[o + S_GAP + 2] -= turn * f[o + S_FRAME + 3 + m];
    }
  }
}

/** The depth for which curved sides of two parts have a patch; 0: they have none. */
function roundDepth(sa: SimpleShape, sb: SimpleShape, depth: number): number {
  return FacingRegion.handlesRound(sa, sb) ? depth : 0;
}
