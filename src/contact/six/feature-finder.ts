// Contacts of meshes that rub on nothing, and of prisms that move along each other: one for every vertex that meets a
// face and every two edges that cross.
//
// Without friction that is all there is to the contact of two polyhedra: a patch adds nothing, and one normal for a
// patch of facets that face several ways is wrong. Prisms of one direction (shapes/prism.ts), gears for one, touch
// along lines: there is no area that rubs, and friction acts where the lines end, by Coulomb's law at points. Rows are
// those of the start of the step, gaps those of its end (docs/decisions/joint-curvature.md says why): after the solve
// the features are looked for where the velocities lead; those that bear, or would be too deep there, learn how far φ
// (features.ts) is from what their rows say, and the step is solved again. What meets only at the end has the rows
// that its features have at the start.
// They touch where φ is zero, not at the target depth.
// Simplifications: what is deep from the start goes by its overlap (patch-finder.ts); these contacts have no area: flat
// sides of prisms that slide on each other rub at their corners, which resists spinning too much until they are slow
// enough to touch by patches again. Planes of faces and lines of edges go on beyond their ends until the step is over:
// a mesh that slides fast over the bumps of another may be slowed by bumps that it would pass. So convex bodies are
// met this way only where they sit in a mesh.
// Verified in test/contact/six-features.test.ts and six-chains.long.test.ts.

import { B_CENTER, BODY_STRIDE } from '../../bodies/layout.js';
import type { BodyStore } from '../../bodies/store.js';
import { CP_NORMAL, CP_SEPARATION, CP_STRIDE } from '../../distance/buffer.js';
import { rotateInto, rotateVector, turnByCayley, unrotateInto } from '../../math/quaternion.js';
import type { PatchBuffer } from '../../patch/patch.js';
import type { ConcaveParts } from '../../shapes/kind.js';
import { prismAxes } from '../../shapes/prism.js';
import type { SimpleShape } from '../../shapes/shape.js';
import { thickness } from '../material.js';
import type { ContactPool } from '../pool.js';
import { isShortFor, mayHaveFeatures } from './by-features.js';
import type { FacingFinder } from './facing-finder.js';
import { FeaturePoints } from './feature-points.js';
import { EDGES, FeatureGap, PLACES, placeAfter } from './features.js';
import { HeldPairs } from './held-pairs.js';
import {
  IDLE,
  S_ARM_A,
  S_FRAME,
  S_GAP,
  S_HELD,
  S_LATER,
  S_LINE_A,
  S_LINE_B,
  S_SPOT_A,
  S_SPOT_B,
  SI_FEATURES,
  SI_KIND,
  SI_OPEN,
  SI_PARTS,
  SI_SKIP,
  SIX_INTS,
  SIX_STRIDE,
} from './layout.js';
import { normalVelocity } from './motion.js';
import type { OverlapPair } from './overlap-pair.js';
import {
  ALONG,
  DEEP,
  FEATURE_DEEP,
  FEATURE_HALVINGS,
  FEATURE_REACH,
  FEATURE_SHALLOW,
  FEATURE_TURN,
  JAMMED,
  LOOK_LEAST,
  SAME_PLANE,
} from './tolerances.js';

export class FeatureFinder {
  /** Who is, or would be, asked so in this substep. */
  readonly held = new HeldPairs();
  readonly #bodies: BodyStore;
  readonly #facing: FacingFinder;
  readonly #found: FeaturePoints;
  readonly #measure = new FeatureGap();
  /** Where the bodies are, and where they are going to be; the poses of their parts there. */
  readonly #now = new Float64Array(PLACES);
  readonly #there: Float64Array;
  readonly #poses = new Float64Array(14);
  readonly #v = new Float64Array(3);
  readonly #w = new Float64Array(3);
  readonly #axes = new WeakMap<SimpleShape, Float64Array>();
  #isListed = new Int32Array(16);
  /** Whether the last look found the bodies deep in each other at the end of the step. */
  isDeep = false;
  /** Whether the look was at the end of the step, and not before. */
  #isAtEnd = false;
  /** The least gap that the last look found. */
  #deepest = 0;

  constructor(bodies: BodyStore, facing: FacingFinder, concave: ConcaveParts) {
    this.#found = new FeaturePoints(concave);
    this.#there = this.#found.there;
    this.#bodies = bodies;
    this.#facing = facing;
  }

  /** Whether parts in hand, each in the other's hull, touch so (by-features.ts): who would in a shorter step is held. */
  isAsked(hand: OverlapPair, sa: SimpleShape, sb: SimpleShape, poses: Float64Array, v: Float64Array): boolean {
    if (!mayHaveFeatures(this, hand, sa, sb, poses, v)) return false;
    this.held.add(hand.a, hand.b);
    return isShortFor(hand, v);
  }

  /** Whether both are meshes, or one a polyhedron that sits in the other, a mesh, as a pin in its hole does. */
  handles(sa: SimpleShape, sb: SimpleShape, poses: Float64Array): boolean {
    if (sa.type === 'mesh') return sb.type === 'mesh' || (isPolyhedral(sb) && this.#sitsIn(sb, 7, sa, 0, poses));
    return sb.type === 'mesh' && isPolyhedral(sa) && this.#sitsIn(sa, 0, sb, 7, poses);
  }

  /** Whether one of the parts sits in the other. */
  isHeld(sa: SimpleShape, sb: SimpleShape, poses: Float64Array): boolean {
    return this.#sitsIn(sa, 0, sb, 7, poses) || this.#sitsIn(sb, 7, sa, 0, poses);
  }

  /** Whether both are prisms, of directions that agree: they touch along lines. */
  areParallel(sa: SimpleShape, sb: SimpleShape, poses: Float64Array): boolean {
    const v = this.#v;
    const w = this.#w;
    const first = this.#axesOf(sa);
    const second = this.#axesOf(sb);
    for (let k = 0; k < first.length; k += 3) {
      rotateVector(v, 0, poses, 3, first[k], first[k + 1], first[k + 2]);
      for (let n = 0; n < second.length; n += 3) {
        rotateVector(w, 0, poses, 10, second[n], second[n + 1], second[n + 2]);
        if (Math.abs(v[0] * w[0] + v[1] * w[1] + v[2] * w[2]) > ALONG) return true;
      }
    }
    return false;
  }

  /** Finds the directions of a part that may be a prism. */
  ready(shape: SimpleShape): void {
    this.#axesOf(shape);
  }

  #axesOf(shape: SimpleShape): Float64Array {
    let axes = this.#axes.get(shape);
    if (axes === undefined) {
      axes = prismAxes(shape);
      this.#axes.set(shape, axes);
    }
    return axes;
  }

  /** Whether the middle of the inner part's box lies in the box of the outer part. */
  #sitsIn(inner: SimpleShape, i: number, outer: SimpleShape, o: number, poses: Float64Array): boolean {
    const v = this.#v;
    const b = inner.bounds;
    rotateVector(v, 0, poses, i + 3, 0.5 * (b[0] + b[3]), 0.5 * (b[1] + b[4]), 0.5 * (b[2] + b[5]));
    for (let m = 0; m < 3; m++) v[m] += poses[i + m] - poses[o + m];
    unrotateInto(v, 0, poses, o + 3, v, 0);
    const c = outer.bounds;
    for (let m = 0; m < 3; m++) if (!(v[m] > c[m] && v[m] < c[m + 3])) return false;
    return true;
  }

  /**
   * Adds the contacts of part `sa` of body a and part `sb` of body b, at `poses`, that may come about while the bodies
   * come closer by `way`. False: they are too deep for it.
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
    way: number,
    h: number,
    pool: ContactPool,
    patches: PatchBuffer,
  ): boolean {
    const found = this.#found;
    const bodies = this.#bodies;
    const { points } = found;
    const small = Math.min(thickness(sa), thickness(sb));
    const reach = Math.min(way, FEATURE_REACH * small) + 2 * depth;
    placeAfter(this.#now, 0, bodies.f.data, bodies.v.data, a, 0);
    placeAfter(this.#now, 7, bodies.f.data, bodies.v.data, b, 0);
    this.#there.set(this.#now);
    found.find(sa, sb, poses, reach, Math.min(way, FEATURE_DEEP * small) + 8 * depth);
    found.dropBeside(sa, sb, this.#now, poses, 8 * depth);
    const { count } = points;
    if (count === 0 || found.isDeeper(DEEP * small)) return false;
    for (let k = 0; k < count; k++) found.ends[k] = points.data[k * CP_STRIDE + CP_SEPARATION];
    const first = pool.count;
    for (let k = found.worst(small, depth); k >= 0; k = found.worst(small, depth)) {
      found.describe(k);
      this.#add(k, a, b, small, parts, depth, friction, pool, patches);
    }
    // Bodies go on round each other as they did.
    const old = bodies.old.data;
    placeAfter(this.#there, 0, bodies.f.data, old, a, h);
    placeAfter(this.#there, 7, bodies.f.data, old, b, h);
    for (let k = first; k < pool.count; k++) {
      const f = pool.f.data;
      const o = k * SIX_STRIDE;
      if (this.#measure.at(f, o, pool.i.data[k * SIX_INTS + SI_KIND], this.#there))
        f[o + S_LATER] = this.#later(f, o, this.#measure.gap, a, b, h, old);
    }
    return true;
  }

  /**
   * A second look at parts `sa` and `sb`, now at `present`, with their contacts among those from `from` up to `to`:
   * where they are after h at the velocities that the solver found. `isLast`: there is no other. True: it asks for
   * another solve.
   */
  lookAhead(
    a: number,
    b: number,
    sa: SimpleShape,
    sb: SimpleShape,
    present: Float64Array,
    parts: number,
    depth: number,
    friction: number,
    way: number,
    h: number,
    pool: ContactPool,
    patches: PatchBuffer,
    from: number,
    to: number,
    isLast: boolean,
  ): boolean {
    const found = this.#found;
    const poses = this.#poses;
    const bodies = this.#bodies;
    const now = this.#now;
    const there = this.#there;
    const { points } = found;
    const d = bodies.f.data;
    const v = bodies.v.data;
    const small = Math.min(thickness(sa), thickness(sb));
    placeAfter(now, 0, d, v, a, 0);
    placeAfter(now, 7, d, v, b, 0);
    const deepest = Math.min(way, FEATURE_DEEP * small) + 8 * depth;
    const least = LOOK_LEAST * depth;
    // Where bodies are deep in each other features say nothing true: back to where they are not, and on again if nothing
    // touches there yet. Nothing is deeper than its way: what seems to be has the wrong face.
    let t = h;
    let apart = 0;
    let deep = h;
    for (let n = 0; n <= 2 * FEATURE_HALVINGS; n++) {
      this.#moveTo(0, present, d, v, a, t);
      this.#moveTo(7, present, d, v, b, t);
      found.find(sa, sb, poses, 2 * depth, deepest);
      points.dropDeeper((way * t) / h + 8 * depth);
      const isDeep = found.isDeeper(Math.max(FEATURE_SHALLOW * small, 8 * depth));
      if (n === 0) this.isDeep = isDeep;
      if (isDeep) {
        if (apart === 0 && n === FEATURE_HALVINGS) break;
        deep = t;
      } else {
        if (t === h || found.isDeeper(least)) break;
        apart = t;
      }
      t = 0.5 * (apart + deep);
    }
    found.dropBeside(sa, sb, now, present, 8 * depth);
    if (to - from > this.#isListed.length) this.#isListed = new Int32Array(2 * (to - from));
    this.#isListed.fill(0, 0, to - from);
    this.#isAtEnd = t === h;
    const first = pool.count;
    for (let k = 0; k < points.count; k++) {
      found.describe(k);
      const known = this.#known(k, parts, pool, from, to);
      if (known >= 0) this.#isListed[known - from] = 1;
      found.ends[k] = known >= 0 ? Infinity : points.data[k * CP_STRIDE + CP_SEPARATION];
    }
    for (let k = found.worst(small, -least); k >= 0; k = found.worst(small, -least)) {
      found.describe(k);
      this.#add(k, a, b, small, parts, depth, friction, pool, patches);
    }
    let isFound = pool.count > first;
    let isStruck = isFound;
    this.#deepest = 0;
    placeAfter(there, 0, d, v, a, h);
    placeAfter(there, 7, d, v, b, h);
    for (let k = from; k < to; k++) {
      const i = k * SIX_INTS;
      if (pool.i.data[i + SI_KIND] === 0 || pool.i.data[i + SI_PARTS] !== parts) continue;
      const wasIdle = pool.i.data[i + SI_SKIP] === IDLE;
      if (this.#learn(pool, k, a, b, h, least, this.#isListed[k - from] === 1, sa, sb)) isFound = true;
      if (wasIdle && pool.i.data[i + SI_SKIP] !== IDLE) isStruck = true;
    }
    for (let k = first; k < pool.count; k++) this.#learn(pool, k, a, b, h, least, true, sa, sb);
    if (isStruck) this.#hold(pool, parts, from, to, first);
    if (this.#deepest < -JAMMED * depth && isLast) this.#settle(pool, parts, from, to, first);
    return isFound;
  }

  /**
   * What touched when the part began bears its forces; what bodies strike on their way comes on top of that. Were both
   * solved as one, what is struck would take it all: a screw that comes to its next facet would be borne by that one's
   * slope all the way, which is flatter there than any that it goes down.
   */
  #hold(pool: ContactPool, parts: number, from: number, to: number, first: number): void {
    const f = pool.f.data;
    const i = pool.i.data;
    let isFirst = true;
    for (let k = from; k < to && isFirst; k++)
      if (this.#isOf(i, k, parts) && f[k * SIX_STRIDE + S_HELD] !== 0) isFirst = false;
    for (let k = from; k < to && isFirst; k++) {
      if (!this.#isOf(i, k, parts)) continue;
      const o = k * SIX_STRIDE;
      const n = o + S_FRAME;
      const bore = f[n] * f[o] + f[n + 1] * f[o + 1] + f[n + 2] * f[o + 2];
      f[o + S_HELD] = bore > 0 ? bore : -1;
    }
    for (let k = first; k < pool.count; k++) f[k * SIX_STRIDE + S_HELD] = -1;
  }

  /** Whether contact k is one of features of these parts. */
  #isOf(i: Int32Array, k: number, parts: number): boolean {
    return i[k * SIX_INTS + SI_KIND] !== 0 && i[k * SIX_INTS + SI_PARTS] === parts;
  }

  /**
   * Looks that did not settle, as where bodies turn so far in a step that what their features say at its start
   * contradicts itself: rows and gaps of the start alone let bodies at least stay as they are.
   */
  #settle(pool: ContactPool, parts: number, from: number, to: number, first: number): void {
    for (let k = from; k < pool.count; k = k + 1 === to ? first : k + 1)
      if (pool.i.data[k * SIX_INTS + SI_KIND] !== 0 && pool.i.data[k * SIX_INTS + SI_PARTS] === parts)
        pool.f.data[k * SIX_STRIDE + S_LATER] = 0;
  }

  /** Contact k learns how much deeper it is at the end than its rows say. True: that is news. */
  #learn(
    pool: ContactPool,
    k: number,
    a: number,
    b: number,
    h: number,
    least: number,
    isListed: boolean,
    sa: SimpleShape,
    sb: SimpleShape,
  ): boolean {
    const f = pool.f.data;
    const i = pool.i.data;
    const o = k * SIX_STRIDE;
    const n = k * SIX_INTS;
    if (!this.#measure.at(f, o, i[n + SI_KIND], this.#there)) return false;
    const { beyond } = this.#measure;
    let end = this.#measure.gap;
    // Past the end of its face a vertex is as far from the body as it is, which may be farther than from the plane.
    if (!isListed && this.#isAtEnd && i[n + SI_KIND] !== EDGES && i[n + SI_SKIP] !== IDLE)
      end = Math.max(end, this.#found.distanceOf(f, o, i[n + SI_KIND], sa, sb, this.#poses, Infinity));
    const isClosed = end < Math.min(0, f[o + S_GAP]) - least;
    if (i[n + SI_SKIP] !== IDLE && end < this.#deepest) this.#deepest = end;
    const bore = f[o] !== 0 || f[o + 1] !== 0 || f[o + 2] !== 0;
    const later = this.#later(f, o, end, a, b, h, this.#bodies.v.data);
    const change = Math.abs(later - f[o + S_LATER]);
    f[o + S_LATER] = later;
    i[n + SI_OPEN] = isListed ? 0 : 1;
    if (!isListed) {
      // Off the face, or past the end of the edge: what would be closed there is not.
      if (!isClosed || beyond < 1) return bore && change > least;
      i[n + SI_SKIP] = IDLE;
      f.fill(0, o, o + 6);
      return bore;
    }
    if (isClosed) i[n + SI_SKIP] = 0;
    return isClosed || (bore && change > least);
  }

  /** How much less the gap is at the end than the rows of the contact at f[o…] say, at the velocities v. */
  #later(f: Float64Array, o: number, end: number, a: number, b: number, h: number, v: Float64Array): number {
    const turn = h * Math.sqrt(Math.max(square(v, 6 * a + 3), square(v, 6 * b + 3)));
    // Beyond that the start says nothing about the end.
    if (turn > FEATURE_TURN) return 0;
    return f[o + S_GAP] + h * normalVelocity(f, o + S_ARM_A, v, 6 * a, 6 * b) - end;
  }

  /** The contact of the pool that has the features in hand, in the same plane; -1: none. */
  #known(k: number, parts: number, pool: ContactPool, from: number, to: number): number {
    const measure = this.#measure;
    const there = this.#there;
    const { points, kind } = this.#found;
    const i = pool.i.data;
    const p = points.data;
    const n = k * CP_STRIDE + CP_NORMAL;
    for (let c = from; c < to; c++) {
      const m = c * SIX_INTS;
      if (i[m + SI_KIND] !== kind || i[m + SI_FEATURES] !== points.ids[k] || i[m + SI_PARTS] !== parts) continue;
      if (!measure.at(pool.f.data, c * SIX_STRIDE, kind, there)) continue;
      const { normal } = measure;
      if (normal[0] * p[n] + normal[1] * p[n + 1] + normal[2] * p[n + 2] > SAME_PLANE) return c;
    }
    return -1;
  }

  /** A contact of the features in hand, with the rows that they have now. */
  #add(
    k: number,
    a: number,
    b: number,
    small: number,
    parts: number,
    depth: number,
    friction: number,
    pool: ContactPool,
    patches: PatchBuffer,
  ): void {
    const measure = this.#measure;
    const now = this.#now;
    const facing = this.#facing;
    const { record: r, kind, points } = this.#found;
    if (!measure.at(r, 0, kind, now)) return;
    const { arms, normal } = measure;
    const x = now[0] + arms[0];
    const y = now[1] + arms[1];
    const z = now[2] + arms[2];
    facing.addPoint(a, b, small, parts, depth, friction, x, y, z, normal, 0, measure.gap - depth, pool, patches);
    const c = pool.count - 1;
    const f = pool.f.data;
    for (let m = 0; m < 3; m++) {
      f[c * SIX_STRIDE + S_SPOT_A + m] = r[S_SPOT_A + m];
      f[c * SIX_STRIDE + S_SPOT_B + m] = r[S_SPOT_B + m];
      f[c * SIX_STRIDE + S_LINE_A + m] = r[S_LINE_A + m];
      f[c * SIX_STRIDE + S_LINE_B + m] = r[S_LINE_B + m];
    }
    f[c * SIX_STRIDE + S_HELD] = 0;
    pool.i.data[c * SIX_INTS + SI_KIND] = kind;
    pool.i.data[c * SIX_INTS + SI_FEATURES] = points.ids[k];
  }

  /** Moves a body to there[at…], where it is after h, and its part at present[at…] with it. */
  #moveTo(at: number, present: Float64Array, d: Float64Array, v: Float64Array, body: number, h: number): void {
    const poses = this.#poses;
    const there = this.#there;
    const now = this.#now;
    const x = this.#v;
    const p = body * BODY_STRIDE + B_CENTER;
    placeAfter(there, at, d, v, body, h);
    for (let m = 0; m < 7; m++) poses[at + m] = present[at + m];
    for (let m = 0; m < 3; m++) x[m] = present[at + m] - d[p + m];
    unrotateInto(x, 0, now, at + 3, x, 0);
    rotateInto(x, 0, there, at + 3, x, 0);
    for (let m = 0; m < 3; m++) poses[at + m] = there[at + m] + x[m];
    // As its body turns.
    turnByCayley(poses, at + 3, v, 6 * body + 3, h);
  }
}

function square(v: Float64Array, i: number): number {
  return v[i] * v[i] + v[i + 1] * v[i + 1] + v[i + 2] * v[i + 2];
}

function isPolyhedral(shape: SimpleShape): boolean {
  return shape.type === 'convex' || shape.type === 'box';
}
