// Contacts of tori with each other and with convex bodies: at every place at which the two are nearest to each other.
//
// These are closed forms (distance/torus.ts), so that nothing is sampled in space, a place is known however deep it is,
// and looking again at the velocities that the solver found is cheap. Each place has the patch of its curvatures
// (place-region.ts) and the gap between the tangent planes. Where a torus runs along the other body there is no place. One
// that lies on another goes by its overlap, which faces one way; what sits in its hole is faced from all sides, and
// touches at places all round the ring. Looks and reports go by such places in either case. Verified in
// test/contact/six-tori.test.ts.

import { B_CENTER, B_POSE, BODY_STRIDE } from '../../bodies/layout.js';
import type { BodyStore } from '../../bodies/store.js';
import { CP_NORMAL, CP_ON_A, CP_ON_B, CP_SEPARATION, CP_STRIDE } from '../../distance/buffer.js';
import { PlaceRegion } from '../../distance/place-region.js';
import { partCount, placePart } from '../../shapes/parts.js';
import type { SimpleShape } from '../../shapes/shape.js';
import { approachOf } from '../approach.js';
import { thickness } from '../material.js';
import type { ContactPool } from '../pool.js';
import { FacingWriter } from './facing-writer.js';
import { GapMeter, leastGap } from './gap.js';
import type { Grazing } from './grazing.js';
import {
  ASIDE,
  IDLE,
  PLACE,
  S_ARM_A,
  S_FRAME,
  S_GAP,
  S_MOST,
  S_SHARP,
  SI_BODY_A,
  SI_BODY_B,
  SI_FACING,
  SI_FEATURES,
  SI_OPEN,
  SI_PARTS,
  SI_PATCH,
  SI_SKIP,
  SIX_INTS,
  SIX_STRIDE,
  WAY_OUT,
} from './layout.js';
import type { OverlapPair } from './overlap-pair.js';
import { PartsAhead } from './parts-ahead.js';
import { deepest, type Speculation } from './speculative.js';
import { CORRECTED, DEEP, LOOK, LOOK_ALIKE, LOOK_DEPTHS, MOST_STAGES, STAGE } from './tolerances.js';

export class TorusFinder {
  readonly #region = new PlaceRegion();
  readonly #meter = new GapMeter();
  readonly #gap = new Float64Array(3);
  /** How wide the tube of the parts in hand is (m). */
  #wide = 0;
  readonly #writer: FacingWriter;
  readonly #ahead: PartsAhead;
  readonly #hand: OverlapPair;
  readonly #speculation: Speculation;

  constructor(bodies: BodyStore, hand: OverlapPair, speculation: Speculation) {
    this.#writer = new FacingWriter(bodies);
    this.#ahead = new PartsAhead(bodies);
    this.#hand = hand;
    this.#speculation = speculation;
  }

  /** Whether two parts touch at places. */
  handles(sa: SimpleShape, sb: SimpleShape): boolean {
    const isTorus = sa.type === 'torus' || sb.type === 'torus';
    return isTorus && isSolid(sa) && isSolid(sb);
  }

  /**
   * Adds the places of the parts in hand that are within `near` of each other. `isSure`: they touch, or are struck; else
   * what only grazes on its way is none, and `grazing` has it. False: they run along each other, and face one way.
   */
  find(
    sa: SimpleShape,
    sb: SimpleShape,
    near: number,
    isSure: boolean,
    grazing: Grazing | null = null,
    pair = 0,
  ): boolean {
    const speculation = this.#speculation;
    const { poses, bodies, a, b, depth, h } = this.#hand;
    const { points } = speculation;
    if (!speculation.places(sa, sb, poses, near) && !this.#isRound(sa, sb, near)) return false;
    if (points.count === 0) return true;
    const best = deepest(points);
    const mayGraze = !isSure && points.data[best * CP_STRIDE + CP_SEPARATION] > 0;
    if (mayGraze && speculation.approaches(best, bodies, a, b, depth, h)) {
      const way = approachOf(bodies.f.data, bodies.v.data, a, b, h);
      if (!speculation.willMeet(bodies, a, b, sa, sb, poses, way, depth, h)) {
        if (grazing) speculation.noteGrazing(best, bodies, a, b, h, pair, grazing);
        return true;
      }
    }
    for (let k = 0; k < points.count; k++) this.add(k, sa, sb, poses, 0);
    return true;
  }

  /** Whether parts in hand that run along each other do so round a corner; their places are those all along. */
  #isRound(sa: SimpleShape, sb: SimpleShape, near: number): boolean {
    const { points } = this.#speculation;
    this.#speculation.places(sa, sb, this.#hand.poses, near, true);
    const p = points.data;
    for (let n = CP_STRIDE + CP_NORMAL; n < points.count * CP_STRIDE; n += CP_STRIDE) {
      const along = p[CP_NORMAL] * p[n] + p[CP_NORMAL + 1] * p[n + 1] + p[CP_NORMAL + 2] * p[n + 2];
      if (!(along > LOOK_ALIKE)) return true;
    }
    return false;
  }

  /** How deep the parts of contact k are inside each other where their bodies are (m); Infinity: none is a torus. */
  depthOf(pool: ContactPool, k: number): number {
    const { bodies, present } = this.#hand;
    const { points } = this.#speculation;
    const i = pool.i.data;
    const a = i[k * SIX_INTS + SI_BODY_A];
    const b = i[k * SIX_INTS + SI_BODY_B];
    const shapeA = bodies.shapes[a]!;
    const shapeB = bodies.shapes[b]!;
    const partsB = partCount(shapeB);
    const partA = Math.floor(i[k * SIX_INTS + SI_PARTS] / partsB) % partCount(shapeA);
    const partB = i[k * SIX_INTS + SI_PARTS] % partsB;
    const sa = this.#hand.part(shapeA, partA);
    const sb = this.#hand.part(shapeB, partB);
    if (!this.handles(sa, sb)) return Infinity;
    placePart(present, 0, shapeA, partA, bodies.f.data, a * BODY_STRIDE + B_POSE);
    placePart(present, 7, shapeB, partB, bodies.f.data, b * BODY_STRIDE + B_POSE);
    this.#speculation.places(sa, sb, present, 0, true);
    return points.count === 0 ? 0 : Math.max(0, -points.data[deepest(points) * CP_STRIDE + CP_SEPARATION]);
  }

  /** Adds place k of those that were found last, with the parts in hand at `poses`, where they are in t seconds. */
  add(k: number, sa: SimpleShape, sb: SimpleShape, poses: Float64Array, t: number): void {
    const { a, b, parts, depth, friction, pool, patches, bodies } = this.#hand;
    const { data: p, origin } = this.#speculation.points;
    const at = k * CP_STRIDE;
    const x = 0.5 * (p[at + CP_ON_A] + p[at + CP_ON_B]) + origin[0];
    const y = 0.5 * (p[at + CP_ON_A + 1] + p[at + CP_ON_B + 1]) + origin[1];
    const z = 0.5 * (p[at + CP_ON_A + 2] + p[at + CP_ON_B + 2]) + origin[2];
    const gap = p[at + CP_SEPARATION];
    const small = Math.min(thickness(sa), thickness(sb));
    const region = this.#region;
    region.setPlace(sa, sb, poses, x, y, z, p, at + CP_NORMAL, gap, depth);
    this.#writer.add(a, b, parts, depth, friction, t, pool, patches, bodies.v.data, region);
    const n = pool.count - 1;
    pool.f.data.fill(0, n * SIX_STRIDE + S_SHARP, n * SIX_STRIDE + S_SHARP + 4);
    pool.f.data[n * SIX_STRIDE + S_MOST] = CORRECTED * Math.min(small, 1e3);
    pool.i.data[n * SIX_INTS + SI_FEATURES] = t === 0 && gap < -DEEP * small ? WAY_OUT : PLACE;
  }

  /**
   * A second look at the parts in hand, which are at `present` and come closer by `way` at most: adds the places that
   * are deep, by the velocities that the solver found, at the end of the step of h or on the way there, and deeper than
   * a contact from `from` up to `to` was at its start. True: it did.
   */
  lookAhead(sa: SimpleShape, sb: SimpleShape, way: number, h: number, from: number, to: number): boolean {
    const { a, b, present, depth, bodies, pool } = this.#hand;
    const { points } = this.#speculation;
    const ahead = this.#ahead;
    const small = Math.min(thickness(sa), thickness(sb));
    const stages = Math.min(MOST_STAGES, Math.max(1, Math.ceil(way / (STAGE * small))));
    const least = Math.max(LOOK * small, LOOK_DEPTHS * depth);
    const start = pool.count;
    this.#wide = thickness(sa.type === 'torus' ? sa : sb);
    for (let stage = 1; stage <= stages && pool.count === start; stage++) {
      const t = (h * stage) / stages;
      ahead.moveTo(a, b, present, t, bodies.v.data);
      this.#speculation.places(sa, sb, ahead.moved, 0, true);
      for (let k = 0; k < points.count; k++) {
        const deep = -points.data[k * CP_STRIDE + CP_SEPARATION];
        if (deep > least && deep > this.#deepBefore(k, from, to) + least) this.add(k, sa, sb, ahead.moved, t);
      }
    }
    return pool.count > start;
  }

  /**
   * Adds the places at which the parts in hand, at `present`, are deeper inside each other than `least`, unless a contact
   * from `from` up to `to`, or from `first` on, is there and as deep. Where it is not, the place stands for it; what is
   * deep by its own axis where there is no place is open.
   */
  lookHere(sa: SimpleShape, sb: SimpleShape, least: number, from: number, to: number, first: number): void {
    const { present, pool } = this.#hand;
    const { points } = this.#speculation;
    this.#speculation.places(sa, sb, present, 0, true);
    this.#wide = thickness(sa.type === 'torus' ? sa : sb);
    const end = pool.count;
    this.#isKnown(-1, -least, from, to);
    for (let k = 0; k < points.count; k++) {
      const most = points.data[k * CP_STRIDE + CP_SEPARATION] + least;
      if (most < 0 && !this.#isKnown(k, most, from, to) && !this.#isKnown(k, most, first, end))
        this.add(k, sa, sb, present, 0);
    }
  }

  /**
   * Whether a contact of the parts in hand from `from` up to `to` is at place k, with a gap of `most` at most; others
   * there are set aside. Of no place, -1: those whose gap is less are open.
   */
  #isKnown(k: number, most: number, from: number, to: number): boolean {
    const { a, b, parts, pool, patches, bodies } = this.#hand;
    const { points } = this.#speculation;
    const i = pool.i.data;
    for (let c = from; c < to; c++) {
      const n = c * SIX_INTS;
      if (i[n + SI_BODY_A] !== a || i[n + SI_BODY_B] !== b || i[n + SI_PARTS] !== parts) continue;
      if (i[n + SI_FACING] !== 1 || i[n + SI_OPEN] === ASIDE) continue;
      this.#meter.measure(this.#gap, 0, pool.f.data, c * SIX_STRIDE, i, n, bodies.f.data);
      const isDeep = leastGap(this.#gap, 0, patches, i[n + SI_PATCH]) <= most;
      if (k < 0) {
        let m = points.count;
        while (m > 0 && !this.#isAlike(m - 1, pool, c)) m--;
        if (isDeep && m === 0) i[n + SI_OPEN] = 1;
      } else if (this.#isAlike(k, pool, c)) {
        if (isDeep && i[n + SI_OPEN] === 0 && i[n + SI_SKIP] !== IDLE) return true;
        i[n + SI_OPEN] = ASIDE;
      }
    }
    return false;
  }

  /** Whether place c of those found last faces the same way as contact k, and is less than a tube's width from it. */
  #isAlike(c: number, pool: ContactPool, k: number): boolean {
    const { data: p, origin } = this.#speculation.points;
    const { a, bodies } = this.#hand;
    const at = c * CP_STRIDE;
    const n = at + CP_NORMAL;
    const f = pool.f.data;
    const o = k * SIX_STRIDE;
    const e = o + S_FRAME;
    if (!(f[e] * p[n] + f[e + 1] * p[n + 1] + f[e + 2] * p[n + 2] > LOOK_ALIKE)) return false;
    let apart = 0;
    for (let m = 0; m < 3; m++) {
      const x = bodies.f.data[a * BODY_STRIDE + B_CENTER + m] + f[o + S_ARM_A + m] - p[at + CP_ON_A + m] - origin[m];
      apart += x * x;
    }
    return apart < this.#wide * this.#wide;
  }

  /** How deep the contacts from `from` up to `to` that face the same way as place k were where the step began. */
  #deepBefore(k: number, from: number, to: number): number {
    const { pool, parts, depth } = this.#hand;
    const { f, i } = pool;
    let deep = 0;
    for (let c = from; c < to; c++) {
      if (i.data[c * SIX_INTS + SI_FACING] !== 1 || i.data[c * SIX_INTS + SI_PARTS] !== parts) continue;
      if (this.#isAlike(k, pool, c)) deep = Math.max(deep, depth - f.data[c * SIX_STRIDE + S_GAP]);
    }
    return deep;
  }
}

function isSolid({ type }: SimpleShape): boolean {
  return type !== 'mesh' && type !== 'half-space';
}
