// Facing contacts of two bodies: the region in which two of their parts face each other (facing.ts) as a record of the
// pool.
//
// Region and axis are those of the time at which the parts meet in this step, on the way of the velocities before its
// forces; of the start where they touch already; of the end where they do not meet. Nothing else would do for bodies
// that fly past each other or meet far from where they are. facing-writer.ts makes the record. Verified in
// test/contact/six-facing.test.ts.

import type { BodyStore } from '../../bodies/store.js';
import { DIRECTION } from '../../distance/convex.js';
import type { CoveredRegion } from '../../distance/covered.js';
import { RIM_SAG } from '../../distance/face-towards.js';
import { APART, CURVED, FACES, FacingRegion } from '../../distance/facing.js';
import type { PatchBuffer } from '../../patch/patch.js';
import type { ConcaveParts } from '../../shapes/kind.js';
import { coverOf, meetsGround, partCount } from '../../shapes/parts.js';
import type { SimpleShape } from '../../shapes/shape.js';
import { approachOf } from '../approach.js';
import { thickness } from '../material.js';
import type { ContactPool } from '../pool.js';
import type { BodyTable } from './body-table.js';
import type { GroundFinder } from './facing-ground.js';
import { FacingLook } from './facing-look.js';
import { FacingWriter } from './facing-writer.js';
import { PIECE, S_GAP, S_MOST, SI_FEATURES, SIX_INTS, SIX_STRIDE } from './layout.js';
import { PartsAhead } from './parts-ahead.js';
import { CORRECTED, FLUSH, FOLLOWED, GROUND_DEEP, MET, ROLLS, ROLLS_DOWN, ROLLS_IN, THIN } from './tolerances.js';
import type { Waiting } from './waiting.js';

export class FacingFinder {
  readonly #bodies: BodyStore;
  readonly #region: FacingRegion;
  readonly #ahead: PartsAhead;
  readonly #writer: FacingWriter;
  readonly #ground: GroundFinder | null;
  /** Second looks at its contacts. */
  readonly look: FacingLook;
  readonly #axis = new Float64Array(3);
  /** Who takes the pair in hand if its bodies stay apart; null: it waits for nothing. */
  waiting: Waiting | null = null;
  pair = 0;
  /** The direction of the parts of the last `find` where they were at first (convex.ts), if it needed one. */
  readonly known = new Float64Array(DIRECTION);
  isKnown = false;
  /** Whether what was asked for last is a rim that rolls on its overlap. */
  rolls = false;
  /** When the region was last asked in vain, since a side is curved, and the time that it is of. */
  #curved = -1;
  #time = 0;

  /** `table`: bodies as they are where contacts are looked for, if that is kept. */
  readonly #table: BodyTable | null;

  constructor(bodies: BodyStore, concave: ConcaveParts | null, table: BodyTable | null = null) {
    this.#table = table;
    this.#bodies = bodies;
    this.#ahead = new PartsAhead(bodies);
    this.#writer = new FacingWriter(bodies);
    this.#region = concave ? concave.six.region() : new FacingRegion();
    this.#ground = concave?.six.ground(this.#ahead, this.#writer) ?? null;
    this.look = new FacingLook(this.#ahead, this.#writer, this.#region, this.#ground, table);
  }

  /** Takes the velocities by which bodies meet from now on. */
  set course(v: Float64Array) {
    this.#ahead.course = v;
  }

  /** How far the parts of the last `find` were apart where they were looked at (m). */
  get separation(): number {
    return this.#region.separation;
  }

  /**
   * Adds the contact of part `sa` of body a with part `sb` of body b, at `poses`, to the pool, if they may touch within
   * h. CURVED: they do not face each other with flat faces, but for so many sides (`round`), which have the patches of
   * curved ones.
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
    round = 0,
  ): number {
    const isRound = round > 0;
    if (meetsGround(sa, sb))
      return this.#ground!.find(a, b, sa, sb, poses, parts, depth, friction, reach, h, pool, patches);
    this.isKnown = false;
    this.rolls = false;
    if (!isRound) this.#curved = -1;
    const ca = coverOf(sa);
    const cb = coverOf(sb);
    const isCovered = ca !== sa || cb !== sb;
    const isRing = FacingRegion.handlesRing(ca, cb);
    if (!isRound && !isRing && !FacingRegion.handles(ca, cb)) return CURVED;
    const region = this.#region;
    const ahead = this.#ahead;
    const thin = THIN * depth;
    const small = this.#table?.areConvex(a, b) ? this.#table.thinner(a, b) : Math.min(thickness(sa), thickness(sb));
    // Where the same parts have just been found curved, nothing has to be asked again.
    const isKnown = isRound && this.#curved === region.looks;
    const time = isKnown ? this.#time : this.#meet(a, b, ca, cb, poses, depth, small, reach, h);
    if (time < 0) return APART;
    // Inside the hull of what is not convex anything may touch.
    if ((isCovered || isRing) && time === 0 && region.separation < -thin) return CURVED;
    const status = region.findHere(reach, thin, isRound ? depth : 0);
    if (isRound && region.roundSides > round) return CURVED;
    this.#curved = status === CURVED ? region.looks : -1;
    this.#time = time;
    if (status !== FACES) return isRing ? CURVED : status;
    if (isRing && !region.hasWholeRing) return CURVED;
    // What lands is stopped where it lands.
    const along = h * Math.abs(region.alongAxis(ahead.course, 6 * a) - region.alongAxis(ahead.course, 6 * b));
    const mayRoll = time === 0 && !isRound && region.hasRim && along < ROLLS_IN * small;
    const rolling = mayRoll ? this.#rollsOnRim(a, b, depth, h) : 0;
    const rolls = rolling > ROLLS;
    // On a plane a disc rolls on its overlap, which is known in closed form: what it bears on goes round with it, and
    // nothing is lost from one point of the rim to the next (Euler's disc).
    if (rolls && isCovered) return CURVED;
    this.rolls = mayRoll && (isRing || sb.type === 'half-space') && this.#rollsOnOverlap(rolling);
    if (this.rolls) return CURVED;
    if (isCovered) return this.#takePieces(a, b, sa, sb, parts, depth, friction, time, pool, patches);
    const isTaken = rolls && this.#takeRolling(a, b, sa, sb, poses, parts, depth, friction, reach, h, pool, patches);
    if (!isTaken) this.#writer.add(a, b, parts, depth, friction, time, pool, patches, ahead.course, region);
    pool.f.data[(pool.count - 1) * SIX_STRIDE + S_MOST] = CORRECTED * Math.min(small, 1e3);
    return FACES;
  }

  /** Adds a contact for every two pieces that face each other in the region in hand, of the hulls round the parts. */
  #takePieces(
    a: number,
    b: number,
    sa: SimpleShape,
    sb: SimpleShape,
    parts: number,
    depth: number,
    friction: number,
    time: number,
    pool: ContactPool,
    patches: PatchBuffer,
  ): number {
    const region = this.#region as CoveredRegion;
    const { bodies, course } = this.#ahead;
    if (!region.begin(sa, sb)) return CURVED;
    const total = partCount(bodies.shapes[a]!) * partCount(bodies.shapes[b]!);
    const most = CORRECTED * Math.min(thickness(sa), thickness(sb), 1e3);
    const first = pool.count;
    for (let k = 0; k < region.pieces; k++) {
      if (!region.take(k, THIN * depth)) continue;
      const code = parts + total * (1 + region.codeOf(k));
      this.#writer.add(a, b, code, depth, friction, time, pool, patches, course, region);
      pool.f.data[(pool.count - 1) * SIX_STRIDE + S_MOST] = most;
      pool.i.data[(pool.count - 1) * SIX_INTS + SI_FEATURES] = PIECE;
    }
    return pool.count > first ? FACES : CURVED;
  }

  /**
   * Takes the parts to the time of their region: when they meet, 0 where they touch, h where they do not meet.
   * Negative: they are apart, or wait.
   */
  #meet(
    a: number,
    b: number,
    sa: SimpleShape,
    sb: SimpleShape,
    poses: Float64Array,
    depth: number,
    small: number,
    reach: number,
    h: number,
  ): number {
    const region = this.#region;
    const ahead = this.#ahead;
    const apart = region.separationAt(sa, sb, poses, reach);
    if (apart === Infinity) return -1;
    this.isKnown = region.writeDirection(this.known);
    if (this.waiting !== null) {
      region.writeAxis(this.#axis);
      if (this.waiting.add(this.pair, a, b, this.#axis, apart, reach, h)) return -1;
    }
    const way = approachOf(this.#bodies.f.data, ahead.course, a, b, h);
    if (!(way > FOLLOWED * small && apart > Math.max(THIN * depth, MET * way))) return 0;
    let time = h;
    // What is farther apart than its way does not meet on it.
    if (apart > way) ahead.moveTo(a, b, poses, h);
    else time = ahead.meeting(a, b, sa, sb, poses, small, h, region, ahead.course, apart);
    return !(time < h) && region.separationAt(sa, sb, ahead.moved, reach, true) === Infinity ? -1 : time;
  }

  /**
   * A disc that rolls on its rim, whose lowest point goes round within the step: it bears where that point is in the
   * middle of the step, and what is asked of the step is that the lowest point at its end does not sink in. Borne at
   * the end's, a disc would be slowed down; by the slopes of the start, lifted.
   */
  #takeRolling(
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
    const region = this.#region;
    const ahead = this.#ahead;
    const writer = this.#writer;
    const { moved, course } = ahead;
    ahead.moveTo(a, b, poses, h);
    if (region.find(sa, sb, moved, Infinity, 0) !== FACES) return this.#findAgain(sa, sb, poses, reach);
    const end = region.least;
    ahead.moveTo(a, b, poses, 0.5 * h);
    if (region.find(sa, sb, moved, Infinity, 0) !== FACES || !region.hasRim)
      return this.#findAgain(sa, sb, poses, reach);
    const middle = region.least;
    writer.add(a, b, parts, depth, friction, 0.5 * h, pool, patches, course, region);
    const o = (pool.count - 1) * SIX_STRIDE;
    writer.goBack(pool.f.data, o, a, b, 0.5 * h, course);
    pool.f.data[o + S_GAP] += end - middle;
    return true;
  }

  /** Back to the region of the start. False. */
  #findAgain(sa: SimpleShape, sb: SimpleShape, poses: Float64Array, reach: number): boolean {
    this.#region.find(sa, sb, poses, reach, 0);
    return false;
  }

  /**
   * Whether a disc whose lowest point goes round by `angle` in the step does better on its overlap, which is that of
   * the start: the rim may not come down much beside it. One that leans by more than 45° and does not go round, as a
   * coin that rolls upright, has no face to lie on.
   */
  #rollsOnOverlap(angle: number): boolean {
    const { gap } = this.#region;
    const slope = gap[1] * gap[1] + gap[2] * gap[2];
    if (!(angle > ROLLS)) return slope > 1;
    return Math.sqrt(slope / (1 + slope)) * angle * angle < ROLLS_DOWN;
  }

  /**
   * How far the lowest point of a leaning disc's rim goes round in the step (rad): it rolls along its rim instead of
   * pivoting about a point of it (Euler's disc, a coin that curls in). With slope |∇s|, and e the way down it, that is
   * h ω·e/|∇s|. With the region of the start, what rolls would be lifted at each corner of the polygon that its rim is:
   * by no more than faces that bear may be open, where it hardly leans.
   */
  #rollsOnRim(a: number, b: number, depth: number, h: number): number {
    const { frame, gap, rimRadius } = this.#region;
    const v = this.#bodies.v.data;
    const slope = Math.sqrt(gap[1] * gap[1] + gap[2] * gap[2]);
    if (!(RIM_SAG * rimRadius * slope > FLUSH * depth)) return 0;
    let along = 0;
    let whole = 0;
    for (let m = 0; m < 3; m++) {
      const turn = h * (v[6 * a + 3 + m] - v[6 * b + 3 + m]);
      along += turn * (gap[1] * frame[3 + m] + gap[2] * frame[6 + m]);
      whole += turn * turn;
    }
    // What may lie flat by the end of the step does not roll.
    return slope * slope > whole ? Math.abs(along) / (slope * slope) : 0;
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
    this.#region.setPoint(x, y, z, n, ni, gap);
    this.#writer.add(a, b, parts, depth, friction, 0, pool, patches, this.#ahead.course, this.#region);
    pool.f.data[(pool.count - 1) * SIX_STRIDE + S_MOST] = CORRECTED * Math.min(small, 1e3);
  }

  /**
   * Whether parts, one of them a mesh, are inside each other by no more than `least` after h at the velocities that the
   * solver found, since the hulls round them are not. On the ground only those that face it are asked.
   */
  areClear(
    a: number,
    b: number,
    sa: SimpleShape,
    sb: SimpleShape,
    poses: Float64Array,
    h: number,
    least: number,
    depth: number,
    isFaced: boolean,
  ): boolean {
    const ahead = this.#ahead;
    const { moved, bodies } = ahead;
    const ca = coverOf(sa);
    const cb = coverOf(sb);
    const isGround = meetsGround(ca, sb);
    if (isGround ? !isFaced : !FacingRegion.handles(ca, cb)) return false;
    ahead.moveTo(a, b, poses, h, bodies.v.data);
    if (!isGround) return this.#region.separationAt(ca, cb, moved, 0) >= -least;
    const deepest = GROUND_DEEP * thickness(sa);
    return this.#ground!.facing.find(ca, sb, moved, 0, depth, THIN * depth, deepest) >= -least;
  }

  /** Whether convex parts have no point in common. */
  areApart(sa: SimpleShape, sb: SimpleShape, poses: Float64Array): boolean {
    return this.#region.separationAt(sa, sb, poses, 0) >= 0;
  }

  /**
   * How long (s) convex parts go on before they meet: Infinity where they do not within h, or touch already.
   */
  flightOf(a: number, b: number, sa: SimpleShape, sb: SimpleShape, poses: Float64Array, h: number): number {
    if (!FacingRegion.handles(sa, sb) && !FacingRegion.handlesRound(sa, sb)) return Infinity;
    this.#ahead.course = this.#bodies.old.data;
    const small = Math.min(thickness(sa), thickness(sb));
    const time = this.#ahead.meeting(a, b, sa, sb, poses, small, h, this.#region);
    return time > 0 && this.#region.separation <= 0 ? this.#ahead.clear : Infinity;
  }
}
