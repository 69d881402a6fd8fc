// Contacts of tori with each other and with convex bodies: at every place at which the two are nearest to each other.
//
// These are closed forms (distance/torus.ts), so that nothing is sampled in space, a place is known however deep it is,
// and looking again at the velocities that the solver found is cheap. Each place has the patch of its curvatures
// (place-region.ts) and the gap between the tangent planes. Where a torus runs along a flat face, as one that lies half over
// the edge of a table, the arcs of its ring over that face are one region, whose gap is affine and exact (arc-region.ts);
// what the tube touches round the face's edge is a place beside it, if it is deeper. What it runs along otherwise, as a ball
// in its hole or the rim of a cap, touches at places all round the ring. A torus that lies on another goes by its overlap,
// which faces one way; looks and reports go by places even there. Verified in test/contact/six-tori.test.ts and
// test/repro/lid-on-ring.test.ts.

import { B_CENTER, B_POSE, BODY_STRIDE } from '../../bodies/layout.js';
import type { BodyStore } from '../../bodies/store.js';
import { ArcRegion } from '../../distance/arc-region.js';
import { CP_NORMAL, CP_ON_A, CP_ON_B, CP_SEPARATION, CP_STRIDE } from '../../distance/buffer.js';
import { PlaceRegion } from '../../distance/place-region.js';
import { Placed } from '../../distance/placed.js';
import { isOfArcs, mayRunAlong } from '../../distance/torus.js';
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
  S_ROUND,
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
import { CORRECTED, DEEP, FLUSH, LOOK, LOOK_ALIKE, LOOK_DEPTHS, MOST_STAGES, STAGE } from './tolerances.js';

export class TorusFinder {
  readonly #region = new PlaceRegion();
  readonly #arcs = new ArcRegion();
  readonly #ring = new Placed();
  readonly #other = new Placed();
  /** Where a patch is nearest to a point: u, w, and how far that is off the normal's plane (m). */
  readonly #near = new Float64Array(3);
  readonly #meter = new GapMeter();
  readonly #gap = new Float64Array(3);
  /** How wide the tube of the parts in hand is (m). */
  #wide = 0;
  /** The parts that were looked at for a report. */
  #sa: SimpleShape | null = null;
  #sb: SimpleShape | null = null;
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
   * what only grazes on its way is none, and `grazing` has it. False: they run along each other, and face one way; or,
   * with `isLying`, no flat face is beside a part of the ring.
   */
  find(
    sa: SimpleShape,
    sb: SimpleShape,
    near: number,
    isSure: boolean,
    grazing: Grazing | null = null,
    pair = 0,
    isLying = false,
  ): boolean {
    const speculation = this.#speculation;
    const { poses, bodies, a, b, depth, h } = this.#hand;
    const { points } = speculation;
    if (!this.#places(sa, sb, poses, near) && (isLying || !this.#takeRound(sa, sb, near))) return false;
    if (isLying && !this.#hasArcs()) return false;
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

  /**
   * The places at which two parts at `poses` are within `near` of each other, and the points of arcs that are least far
   * from their faces. False: they run along each other otherwise, unless `isRound`.
   */
  #places(sa: SimpleShape, sb: SimpleShape, poses: Float64Array, near: number, isRound = false): boolean {
    if (!this.#speculation.places(sa, sb, poses, near, isRound)) return false;
    const { points } = this.#speculation;
    for (let k = points.count - 1; k >= 0; k--) if (this.#isArcs(k)) this.#takeArcs(k, sa, sb, poses);
    return true;
  }

  /** Whether a flat face of one of the parts in hand has the other one's ring along it, not leaning more than runs. */
  mayLie(sa: SimpleShape, sb: SimpleShape): boolean {
    const { poses } = this.#hand;
    const ring = this.#ring;
    const other = this.#other;
    const isA = sa.type === 'torus';
    ring.set(isA ? sa : sb, poses, isA ? 0 : 7, poses[0], poses[1], poses[2]);
    other.set(isA ? sb : sa, poses, isA ? 7 : 0, poses[0], poses[1], poses[2]);
    return mayRunAlong(ring, other);
  }

  #hasArcs(): boolean {
    for (let k = 0; k < this.#speculation.points.count; k++) if (this.#isArcs(k)) return true;
    return false;
  }

  /** Whether point k of those found last stands for arcs. */
  #isArcs(k: number): boolean {
    return isOfArcs(this.#speculation.points.ids[k]);
  }

  /** The lowest point of arcs in place of point k, and without places that say no more than they. */
  #takeArcs(k: number, sa: SimpleShape, sb: SimpleShape, poses: Float64Array): void {
    const arcs = this.#arcs;
    const { points } = this.#speculation;
    const { data: p } = points;
    const at = k * CP_STRIDE;
    if (!arcs.setArcs(sa, sb, poses, p, at + CP_NORMAL)) return;
    const { least, lowest } = arcs;
    for (let m = 0; m < 3; m++) {
      const way = 0.5 * least * p[at + CP_NORMAL + m];
      p[at + CP_ON_A + m] = lowest[m] + way;
      p[at + CP_ON_B + m] = lowest[m] - way;
    }
    p[at + CP_SEPARATION] = least;
    let count = 0;
    for (let j = 0; j < points.count; j++) if (j === k || !this.#isWithin(j)) points.move(j, count++);
    points.count = count;
  }

  /**
   * Whether place j is on the arcs in hand, or so little round the edge at the end of one that it is not lower than that
   * by what faces may be open.
   */
  #isWithin(j: number): boolean {
    if (this.#isArcs(j)) return false;
    const { frame, center, gap, vertices, tube } = this.#arcs;
    const { data: p } = this.#speculation.points;
    const near = this.#near;
    const at = j * CP_STRIDE;
    const n = at + CP_NORMAL;
    const open = FLUSH * this.#hand.depth;
    const cosine = frame[0] * p[n] + frame[1] * p[n + 1] + frame[2] * p[n + 2];
    if (!(tube * (1 - cosine) < open)) return false;
    let u = 0;
    let w = 0;
    for (let m = 0; m < 3; m++) {
      const x = 0.5 * (p[at + CP_ON_A + m] + p[at + CP_ON_B + m]) - center[m];
      u += x * frame[3 + m];
      w += x * frame[6 + m];
    }
    toNearest(near, u, w, vertices, 0, this.#arcs.count);
    const there = gap[0] + gap[1] * near[0] + gap[2] * near[1];
    return p[at + CP_SEPARATION] > there - open;
  }

  /** Takes places all along parts in hand that run along each other. False: two tori, of which one lies on the other. */
  #takeRound(sa: SimpleShape, sb: SimpleShape, near: number): boolean {
    const { points } = this.#speculation;
    this.#places(sa, sb, this.#hand.poses, near, true);
    if (sa.type !== sb.type) return true;
    const p = points.data;
    for (let n = CP_STRIDE + CP_NORMAL; n < points.count * CP_STRIDE; n += CP_STRIDE) {
      const along = p[CP_NORMAL] * p[n] + p[CP_NORMAL + 1] * p[n + 1] + p[CP_NORMAL + 2] * p[n + 2];
      if (!(along > LOOK_ALIKE)) return true;
    }
    return false;
  }

  /** How deep the parts of contact k are inside each other where their bodies are (m); Infinity: none is a torus. */
  depthOf(pool: ContactPool, k: number): number {
    const { points } = this.#speculation;
    if (!this.#takePlaces(pool, k)) return Infinity;
    return points.count === 0 ? 0 : Math.max(0, -points.data[deepest(points) * CP_STRIDE + CP_SEPARATION]);
  }

  /** The arcs that contact k is of where its bodies are; null: it is of none, or there are none. */
  arcsOf(pool: ContactPool, k: number): ArcRegion | null {
    if (!isOfRing(pool, k) || !this.#takePlaces(pool, k)) return null;
    const { data, count } = this.#speculation.points;
    let best = -1;
    for (let m = 0; m < count; m++)
      if (this.#isArcs(m) && (best < 0 || this.#cosine(m, pool, k) > this.#cosine(best, pool, k))) best = m;
    if (best < 0 || !(this.#cosine(best, pool, k) > LOOK_ALIKE)) return null;
    const n = best * CP_STRIDE + CP_NORMAL;
    return this.#arcs.setArcs(this.#sa!, this.#sb!, this.#hand.present, data, n) ? this.#arcs : null;
  }

  /** Finds the places of the parts of contact k where their bodies are; false: none of them is a torus. */
  #takePlaces(pool: ContactPool, k: number): boolean {
    const { bodies, present } = this.#hand;
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
    if (!this.handles(sa, sb)) return false;
    this.#sa = sa;
    this.#sb = sb;
    placePart(present, 0, shapeA, partA, bodies.f.data, a * BODY_STRIDE + B_POSE);
    placePart(present, 7, shapeB, partB, bodies.f.data, b * BODY_STRIDE + B_POSE);
    this.#places(sa, sb, present, 0, true);
    return true;
  }

  /**
   * Adds place k of those that were found last, with the parts in hand at `poses`, where they are in t seconds.
   * `mayLead`: what is deep there is led out, without turning. Correction finds what one step has brought in, at several
   * places often: rows that do not turn, of gaps that turn with the others, never come to an end.
   */
  add(k: number, sa: SimpleShape, sb: SimpleShape, poses: Float64Array, t: number, mayLead = true): void {
    const { a, b, parts, depth, friction, pool, patches, bodies } = this.#hand;
    const { data: p, origin } = this.#speculation.points;
    const at = k * CP_STRIDE;
    const x = 0.5 * (p[at + CP_ON_A] + p[at + CP_ON_B]) + origin[0];
    const y = 0.5 * (p[at + CP_ON_A + 1] + p[at + CP_ON_B + 1]) + origin[1];
    const z = 0.5 * (p[at + CP_ON_A + 2] + p[at + CP_ON_B + 2]) + origin[2];
    const gap = p[at + CP_SEPARATION];
    const small = Math.min(thickness(sa), thickness(sb));
    const isArcs =
      !(mayLead && gap < -DEEP * small) && this.#isArcs(k) && this.#arcs.setArcs(sa, sb, poses, p, at + CP_NORMAL);
    if (!isArcs) this.#region.setPlace(sa, sb, poses, x, y, z, p, at + CP_NORMAL, gap, depth);
    const region = isArcs ? this.#arcs : this.#region;
    this.#writer.add(a, b, parts, depth, friction, t, pool, patches, bodies.v.data, region);
    const n = pool.count - 1;
    if (!isArcs) pool.f.data.fill(0, n * SIX_STRIDE + S_SHARP, n * SIX_STRIDE + S_SHARP + 4);
    pool.f.data[n * SIX_STRIDE + S_MOST] = CORRECTED * Math.min(small, 1e3);
    pool.i.data[n * SIX_INTS + SI_FEATURES] = mayLead && t === 0 && gap < -DEEP * small ? WAY_OUT : PLACE;
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
      this.#places(sa, sb, ahead.moved, 0, true);
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
    this.#places(sa, sb, present, 0, true);
    this.#wide = thickness(sa.type === 'torus' ? sa : sb);
    const end = pool.count;
    this.#isKnown(-1, -least, from, to);
    for (let k = 0; k < points.count; k++) {
      const most = points.data[k * CP_STRIDE + CP_SEPARATION] + least;
      if (most < 0 && !this.#isKnown(k, most, from, to) && !this.#isKnown(k, most, first, end))
        this.add(k, sa, sb, present, 0, false);
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
      if (k < 0) {
        let m = points.count;
        while (m > 0 && !this.#isAlike(m - 1, pool, c)) m--;
        if (m === 0 && leastGap(this.#gap, 0, patches, i[n + SI_PATCH]) <= most) i[n + SI_OPEN] = 1;
      } else if (this.#isAlike(k, pool, c)) {
        const isDeep = this.#gapFor(k, this.#gap, 0, pool, c) <= most;
        if (isDeep && i[n + SI_OPEN] === 0 && i[n + SI_SKIP] !== IDLE) return true;
        if (!this.#isBeside(k, pool, c)) i[n + SI_OPEN] = ASIDE;
      }
    }
    return false;
  }

  /**
   * Whether place k of those found last, or that arcs stand for, faces the same way as contact c, and is less than a
   * tube's width from it. Arcs are those of the face that looks most along it.
   */
  #isAlike(k: number, pool: ContactPool, c: number): boolean {
    const cosine = this.#cosine(k, pool, c);
    if (!(cosine > LOOK_ALIKE)) return false;
    if (!this.#isArcs(k) || !isOfRing(pool, c)) return this.#distance(k, pool, c) < this.#wide * this.#wide;
    for (let m = 0; m < this.#speculation.points.count; m++)
      if (this.#isArcs(m) && this.#cosine(m, pool, c) > cosine) return false;
    return true;
  }

  #cosine(k: number, { f }: ContactPool, c: number): number {
    const { data: p } = this.#speculation.points;
    const n = k * CP_STRIDE + CP_NORMAL;
    const e = c * SIX_STRIDE + S_FRAME;
    return f.data[e] * p[n] + f.data[e + 1] * p[n + 1] + f.data[e + 2] * p[n + 2];
  }

  /** The square of how far point k is from the patch of contact c, whose nearest point is noted. */
  #distance(k: number, pool: ContactPool, c: number): number {
    const { data: p, origin } = this.#speculation.points;
    const { a, bodies, patches } = this.#hand;
    const f = pool.f.data;
    const o = c * SIX_STRIDE;
    const at = k * CP_STRIDE + CP_ON_A;
    let u = 0;
    let w = 0;
    let high = 0;
    for (let m = 0; m < 3; m++) {
      const x = p[at + m] + origin[m] - bodies.f.data[a * BODY_STRIDE + B_CENTER + m] - f[o + S_ARM_A + m];
      high += x * f[o + S_FRAME + m];
      u += x * f[o + S_FRAME + 3 + m];
      w += x * f[o + S_FRAME + 6 + m];
    }
    const patch = pool.i.data[c * SIX_INTS + SI_PATCH];
    const near = this.#near;
    toNearest(near, u, w, patches.vertices, patches.outlineStart[patch], patches.outlineCount[patch]);
    return high * high + (u - near[0]) * (u - near[0]) + (w - near[1]) * (w - near[1]);
  }

  /** Whether place k is one beside the arcs that contact c is of, which are still there. */
  #isBeside(k: number, pool: ContactPool, c: number): boolean {
    if (this.#isArcs(k) || !isOfRing(pool, c)) return false;
    for (let m = 0; m < this.#speculation.points.count; m++)
      if (this.#isArcs(m) && this.#isAlike(m, pool, c)) return true;
    return false;
  }

  /** The gap gap[at…] of contact c for point k, which is alike: at a place; of arcs the least. */
  #gapFor(k: number, gap: Float64Array, at: number, pool: ContactPool, c: number): number {
    const patch = pool.i.data[c * SIX_INTS + SI_PATCH];
    if (this.#isArcs(k) || !isOfRing(pool, c)) return leastGap(gap, at, this.#hand.patches, patch);
    this.#distance(k, pool, c);
    return gap[at] + gap[at + 1] * this.#near[0] + gap[at + 2] * this.#near[1];
  }

  /** How deep the contacts from `from` up to `to` that face the same way as place k were where the step began. */
  #deepBefore(k: number, from: number, to: number): number {
    const { pool, parts, depth } = this.#hand;
    const { f, i } = pool;
    let deep = 0;
    for (let c = from; c < to; c++) {
      if (i.data[c * SIX_INTS + SI_FACING] !== 1 || i.data[c * SIX_INTS + SI_PARTS] !== parts) continue;
      if (this.#isAlike(k, pool, c))
        deep = Math.max(deep, depth - this.#gapFor(k, f.data, c * SIX_STRIDE + S_GAP, pool, c));
    }
    return deep;
  }
}

/** Whether contact c is that of a ring, or of arcs of it, with a face. */
function isOfRing({ f }: ContactPool, c: number): boolean {
  return f.data[c * SIX_STRIDE + S_ROUND] !== 0;
}

/** The point of the convex polygon of n corners at v[at…], counter-clockwise, that is nearest to (u, w), to out[0…]. */
function toNearest(out: Float64Array, u: number, w: number, v: Float64Array, at: number, n: number): void {
  let best = Infinity;
  let isInside = n > 2;
  out[0] = u;
  out[1] = w;
  for (let k = 0; k < n; k++) {
    const i = at + 2 * k;
    const j = at + 2 * (k + 1 < n ? k + 1 : 0);
    const eu = v[j] - v[i];
    const ew = v[j + 1] - v[i + 1];
    const pu = u - v[i];
    const pw = w - v[i + 1];
    if (eu * pw - ew * pu < 0) isInside = false;
    const length = eu * eu + ew * ew;
    const t = length > 0 ? Math.max(0, Math.min(1, (pu * eu + pw * ew) / length)) : 0;
    const du = pu - t * eu;
    const dw = pw - t * ew;
    if (!(du * du + dw * dw < best)) continue;
    best = du * du + dw * dw;
    out[0] = v[i] + t * eu;
    out[1] = v[i + 1] + t * ew;
  }
  if (!isInside) return;
  out[0] = u;
  out[1] = w;
}

function isSolid({ type }: SimpleShape): boolean {
  return type !== 'mesh' && type !== 'half-space';
}
