// Contacts of meshes that rub on nothing: one for every vertex that meets a face and every two edges that cross.
//
// Without friction that is all there is to the contact of two polyhedra: a patch adds nothing, and one normal for a patch
// of facets that face several ways is wrong. Rows are those of the start of the step, gaps those of its end
// (docs/decisions/joint-curvature.md says why): after the solve the features are looked for where the velocities lead;
// those that bear, or would be too deep there, learn how far φ (features.ts) is from what their rows say, and the step is
// solved again. What meets only at the end has the rows that its features have at the start.
// They touch where φ is zero, not at the target depth.
// Simplifications: what is deep from the start goes by its overlap (geometry.ts); these contacts have no area. Planes of
// faces and lines of edges go on beyond their ends until the step is over: a mesh that slides fast over the bumps of
// another may be slowed by bumps that it would pass. So convex bodies are met this way only where they sit in a mesh.
// Verified in test/contact/six-features.test.ts and six-chains.long.test.ts.

import { B_CENTER, BODY_STRIDE } from '../../bodies/layout.js';
import type { BodyStore } from '../../bodies/store.js';
import { CP_NORMAL, CP_ON_A, CP_ON_B, CP_SEPARATION, CP_STRIDE, PointBuffer } from '../../distance/buffer.js';
import { PointGenerator } from '../../distance/points.js';
import { rotateInto, rotateVector, turnByCayley, unrotateInto } from '../../math/quaternion.js';
import type { PatchBuffer } from '../../patch/patch.js';
import type { SimpleShape } from '../../shapes/shape.js';
import { thickness } from '../material.js';
import type { ContactPool } from '../pool.js';
import type { FacingFinder } from './facing-finder.js';
import { EDGES, FeatureGap, PLACES, placeAfter, VERTEX_OF_A, VERTEX_OF_B } from './features.js';
import {
  IDLE,
  S_ARM_A,
  S_GAP,
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
import {
  ALIKE_ROWS,
  CROSSING,
  DEEP,
  FEATURE_DEEP,
  FEATURE_HALVINGS,
  FEATURE_REACH,
  FEATURE_SHALLOW,
  FEATURE_TURN,
  JAMMED,
  LOOK_LEAST,
  MOST_FEATURES,
  SAME_PLANE,
} from './tolerances.js';

export class FeatureFinder {
  private readonly bodies: BodyStore;
  private readonly facing: FacingFinder;
  private readonly generator = new PointGenerator();
  private readonly points = new PointBuffer();
  private readonly measure = new FeatureGap();
  /** Where the bodies are, and where they are when the points in hand were found; the poses of their parts there. */
  private readonly now = new Float64Array(PLACES);
  private readonly there = new Float64Array(PLACES);
  private readonly poses = new Float64Array(14);
  /** The features in hand, as in a contact's record; their kind. */
  private readonly record = new Float64Array(SIX_STRIDE);
  private kind = 0;
  private readonly v = new Float64Array(6);
  private isListed = new Int32Array(16);
  /** By point: its gap at the end of the step, Infinity once that is dealt with. The points picked so far. */
  private ends = new Float64Array(16);
  private readonly picked = new Int32Array(MOST_FEATURES);
  private pickedCount = 0;
  /** The least gap that the last look found. */
  private deepest = 0;

  constructor(bodies: BodyStore, facing: FacingFinder) {
    this.bodies = bodies;
    this.facing = facing;
  }

  /** Whether both are meshes, or one a polyhedron that sits in the other, a mesh, as a pin in its hole does. */
  handles(sa: SimpleShape, sb: SimpleShape, poses: Float64Array): boolean {
    if (sa.type === 'mesh') return sb.type === 'mesh' || (isPolyhedral(sb) && this.sitsIn(sb, 7, sa, 0, poses));
    return sb.type === 'mesh' && isPolyhedral(sa) && this.sitsIn(sa, 0, sb, 7, poses);
  }

  /** Whether the middle of the inner part's box lies in the box of the outer part. */
  private sitsIn(inner: SimpleShape, i: number, outer: SimpleShape, o: number, poses: Float64Array): boolean {
    const { v } = this;
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
    way: number,
    h: number,
    pool: ContactPool,
    patches: PatchBuffer,
  ): boolean {
    const { points, bodies } = this;
    const small = Math.min(thickness(sa), thickness(sb));
    const reach = Math.min(way, FEATURE_REACH * small) + 2 * depth;
    this.generator.deepest = Math.min(way, FEATURE_DEEP * small) + 8 * depth;
    this.generator.generate(sa, poses, 0, sb, poses, 7, reach, points);
    if (points.count === 0 || this.isDeeper(DEEP * small)) return false;
    placeAfter(this.now, 0, bodies.f.data, bodies.v.data, a, 0);
    placeAfter(this.now, 7, bodies.f.data, bodies.v.data, b, 0);
    this.there.set(this.now);
    this.reserve();
    for (let k = 0; k < points.count; k++)
      this.ends[k] = points.data[k * CP_STRIDE + CP_SEPARATION] + h * Math.min(0, this.approach(k, a, b));
    const first = pool.count;
    for (let k = this.worst(small, depth); k >= 0; k = this.worst(small, depth)) {
      this.describe(k);
      this.add(k, a, b, small, parts, depth, pool, patches);
    }
    // Bodies go on round each other as they did.
    const old = bodies.old.data;
    placeAfter(this.there, 0, bodies.f.data, old, a, h);
    placeAfter(this.there, 7, bodies.f.data, old, b, h);
    for (let k = first; k < pool.count; k++) {
      const f = pool.f.data;
      const o = k * SIX_STRIDE;
      if (this.measure.at(f, o, pool.i.data[k * SIX_INTS + SI_KIND], this.there))
        f[o + S_LATER] = this.later(f, o, this.measure.gap, a, b, h, old);
    }
    return true;
  }

  /**
   * A second look at parts `sa` and `sb`, now at `present`, with their contacts among those from `from` up to `to`:
   * where they are after h at the velocities that the solver found. `isLast`: there is no other. True: it asks for another
   * solve.
   */
  lookAhead(
    a: number,
    b: number,
    sa: SimpleShape,
    sb: SimpleShape,
    present: Float64Array,
    parts: number,
    depth: number,
    way: number,
    h: number,
    pool: ContactPool,
    patches: PatchBuffer,
    from: number,
    to: number,
    isLast: boolean,
  ): boolean {
    const { points, poses, bodies, now, there } = this;
    const d = bodies.f.data;
    const v = bodies.v.data;
    const small = Math.min(thickness(sa), thickness(sb));
    placeAfter(now, 0, d, v, a, 0);
    placeAfter(now, 7, d, v, b, 0);
    this.generator.deepest = Math.min(way, FEATURE_DEEP * small) + 8 * depth;
    // Where bodies are deep in each other features say nothing true: back to where they are not.
    let t = h;
    for (let n = 0; n <= FEATURE_HALVINGS; n++, t *= 0.5) {
      this.moveTo(0, present, d, v, a, t);
      this.moveTo(7, present, d, v, b, t);
      this.generator.generate(sa, poses, 0, sb, poses, 7, 2 * depth, points);
      if (n === FEATURE_HALVINGS || !this.isDeeper(Math.max(FEATURE_SHALLOW * small, 8 * depth))) break;
    }
    if (to - from > this.isListed.length) this.isListed = new Int32Array(2 * (to - from));
    this.isListed.fill(0, 0, to - from);
    this.reserve();
    const first = pool.count;
    const least = LOOK_LEAST * depth;
    for (let k = 0; k < points.count; k++) {
      this.describe(k);
      const known = this.known(k, parts, pool, from, to);
      if (known >= 0) this.isListed[known - from] = 1;
      this.ends[k] = known >= 0 ? Infinity : points.data[k * CP_STRIDE + CP_SEPARATION];
    }
    for (let k = this.worst(small, -least); k >= 0; k = this.worst(small, -least)) {
      this.describe(k);
      this.add(k, a, b, small, parts, depth, pool, patches);
    }
    let isFound = pool.count > first;
    this.deepest = 0;
    placeAfter(there, 0, d, v, a, h);
    placeAfter(there, 7, d, v, b, h);
    for (let k = from; k < to; k++) {
      const i = k * SIX_INTS;
      if (pool.i.data[i + SI_KIND] === 0 || pool.i.data[i + SI_PARTS] !== parts) continue;
      if (this.learn(pool, k, a, b, h, least, this.isListed[k - from] === 1)) isFound = true;
    }
    for (let k = first; k < pool.count; k++) this.learn(pool, k, a, b, h, least, true);
    if (this.deepest < -JAMMED * depth && isLast) this.settle(pool, parts, from, to, first);
    return isFound;
  }

  /**
   * Looks that did not settle, as where bodies turn so far in a step that what their features say at its start
   * contradicts itself: rows and gaps of the start alone let bodies at least stay as they are.
   */
  private settle(pool: ContactPool, parts: number, from: number, to: number, first: number): void {
    for (let k = from; k < pool.count; k = k + 1 === to ? first : k + 1)
      if (pool.i.data[k * SIX_INTS + SI_KIND] !== 0 && pool.i.data[k * SIX_INTS + SI_PARTS] === parts)
        pool.f.data[k * SIX_STRIDE + S_LATER] = 0;
  }

  private reserve(): void {
    if (this.points.count > this.ends.length) this.ends = new Float64Array(2 * this.points.count);
    this.pickedCount = 0;
  }

  /**
   * Picks the point with the least gap at the end of the step, less than `most`, whose row differs from those of all
   * points picked before; -1: there is none. Rows alike say the same to first order, and where they do not in the end
   * another look finds it: where surfaces conform, hundreds of points are near, and no more than six determine how
   * bodies move.
   */
  private worst(small: number, most: number): number {
    const { ends, points, picked } = this;
    while (this.pickedCount < MOST_FEATURES) {
      let k = -1;
      let least = most;
      for (let n = 0; n < points.count; n++)
        if (ends[n] < least) {
          least = ends[n];
          k = n;
        }
      if (k < 0) return -1;
      ends[k] = Infinity;
      let isNew = true;
      for (let n = 0; n < this.pickedCount && isNew; n++) isNew = !this.areAlike(k, picked[n], small);
      if (!isNew) continue;
      picked[this.pickedCount++] = k;
      return k;
    }
    return -1;
  }

  /** Whether the rows of points k and j differ by less than some degrees, or by as little in their torque. */
  private areAlike(k: number, j: number, small: number): boolean {
    const p = this.points.data;
    const x = k * CP_STRIDE;
    const y = j * CP_STRIDE;
    let off = 0;
    for (let m = 0; m < 3; m++) {
      const m1 = (m + 1) % 3;
      const m2 = (m + 2) % 3;
      const n = p[x + CP_NORMAL + m] - p[y + CP_NORMAL + m];
      const torque =
        (p[x + CP_ON_A + m1] - p[y + CP_ON_A + m1]) * p[x + CP_NORMAL + m2] -
        (p[x + CP_ON_A + m2] - p[y + CP_ON_A + m2]) * p[x + CP_NORMAL + m1];
      off += n * n + (torque * torque) / (small * small);
    }
    return off < ALIKE_ROWS * ALIKE_ROWS;
  }

  /** Velocity of A against B along the normal of point k. */
  private approach(k: number, a: number, b: number): number {
    const { points, bodies, v: x } = this;
    const p = points.data;
    const o = k * CP_STRIDE;
    const d = bodies.f.data;
    const w = bodies.v.data;
    let sum = 0;
    for (let side = 0; side < 2; side++) {
      const body = side === 0 ? a : b;
      const at = body * BODY_STRIDE + B_CENTER;
      const u = 6 * body;
      for (let m = 0; m < 3; m++) x[m] = p[o + CP_ON_A + m] + (points.origin[m] - d[at + m]);
      for (let m = 0; m < 3; m++) {
        const m1 = (m + 1) % 3;
        const m2 = (m + 2) % 3;
        const there = w[u + m] + w[u + 3 + m1] * x[m2] - w[u + 3 + m2] * x[m1];
        sum += (side === 0 ? there : -there) * p[o + CP_NORMAL + m];
      }
    }
    return sum;
  }

  /** Contact k learns how much deeper it is at the end than its rows say. True: that is news. */
  private learn(
    pool: ContactPool,
    k: number,
    a: number,
    b: number,
    h: number,
    least: number,
    isListed: boolean,
  ): boolean {
    const f = pool.f.data;
    const i = pool.i.data;
    const o = k * SIX_STRIDE;
    const n = k * SIX_INTS;
    if (!this.measure.at(f, o, i[n + SI_KIND], this.there)) return false;
    const { beyond } = this.measure;
    const end = this.measure.gap;
    const isClosed = end < Math.min(0, f[o + S_GAP]) - least;
    if (i[n + SI_SKIP] !== IDLE && end < this.deepest) this.deepest = end;
    const bore = f[o] !== 0 || f[o + 1] !== 0 || f[o + 2] !== 0;
    const later = this.later(f, o, end, a, b, h, this.bodies.v.data);
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
  private later(f: Float64Array, o: number, end: number, a: number, b: number, h: number, v: Float64Array): number {
    const turn = h * Math.sqrt(Math.max(square(v, 6 * a + 3), square(v, 6 * b + 3)));
    // Beyond that the start says nothing about the end.
    if (turn > FEATURE_TURN) return 0;
    return f[o + S_GAP] + h * normalVelocity(f, o + S_ARM_A, v, 6 * a, 6 * b) - end;
  }

  /** The contact of the pool that has the features in hand, in the same plane; -1: none. */
  private known(k: number, parts: number, pool: ContactPool, from: number, to: number): number {
    const { points, measure, there, kind } = this;
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

  /** The features of point k, found with the bodies at `there`. */
  private describe(k: number): void {
    const { points, there, record: r, v } = this;
    const p = points.data;
    const at = k * CP_STRIDE;
    for (let side = 0; side < 2; side++) {
      const on = at + (side === 0 ? CP_ON_A : CP_ON_B);
      const spot = side === 0 ? S_SPOT_A : S_SPOT_B;
      const q = 7 * side;
      for (let m = 0; m < 3; m++) v[m] = p[on + m] + (points.origin[m] - there[q + m]);
      unrotateInto(r, spot, there, q + 3, v, 0);
    }
    const e = 6 * k;
    const { edges } = points;
    const first = Math.sqrt(square(edges, e));
    const second = Math.sqrt(square(edges, e + 3));
    if (first > 0 && second > 0) {
      for (let m = 0; m < 3; m++) {
        v[m] = edges[e + m];
        v[3 + m] = edges[e + 3 + m];
      }
      const along =
        (v[1] * v[5] - v[2] * v[4]) * p[at + CP_NORMAL] +
        (v[2] * v[3] - v[0] * v[5]) * p[at + CP_NORMAL + 1] +
        (v[0] * v[4] - v[1] * v[3]) * p[at + CP_NORMAL + 2];
      if (along < 0) for (let m = 0; m < 3; m++) v[m] = -v[m];
      // Where edges are nearly parallel their crossing runs away: there it stays on A, and the normal on B.
      if (Math.abs(along) > CROSSING * first * second) {
        this.kind = EDGES;
        unrotateInto(r, S_LINE_A, there, 3, v, 0);
        unrotateInto(r, S_LINE_B, there, 10, v, 3);
        return;
      }
    }
    this.kind = points.ids[k] >>> 30 === 1 ? VERTEX_OF_B : VERTEX_OF_A;
    const isOfA = this.kind === VERTEX_OF_A;
    unrotateInto(r, isOfA ? S_LINE_B : S_LINE_A, there, isOfA ? 10 : 3, p, at + CP_NORMAL);
  }

  /** A contact of the features in hand, with the rows that they have now. */
  private add(
    k: number,
    a: number,
    b: number,
    small: number,
    parts: number,
    depth: number,
    pool: ContactPool,
    patches: PatchBuffer,
  ): void {
    const { record: r, measure, now, facing } = this;
    if (!measure.at(r, 0, this.kind, now)) return;
    const { arms, normal } = measure;
    const x = now[0] + arms[0];
    const y = now[1] + arms[1];
    const z = now[2] + arms[2];
    facing.addPoint(a, b, small, parts, depth, 0, x, y, z, normal, 0, measure.gap - depth, pool, patches);
    const c = pool.count - 1;
    const f = pool.f.data;
    for (let m = 0; m < 3; m++) {
      f[c * SIX_STRIDE + S_SPOT_A + m] = r[S_SPOT_A + m];
      f[c * SIX_STRIDE + S_SPOT_B + m] = r[S_SPOT_B + m];
      f[c * SIX_STRIDE + S_LINE_A + m] = r[S_LINE_A + m];
      f[c * SIX_STRIDE + S_LINE_B + m] = r[S_LINE_B + m];
    }
    pool.i.data[c * SIX_INTS + SI_KIND] = this.kind;
    pool.i.data[c * SIX_INTS + SI_FEATURES] = this.points.ids[k];
  }

  private isDeeper(most: number): boolean {
    const { points } = this;
    for (let k = 0; k < points.count; k++) if (points.data[k * CP_STRIDE + CP_SEPARATION] < -most) return true;
    return false;
  }

  /** Moves a body to there[at…], where it is after h, and its part at present[at…] with it. */
  private moveTo(at: number, present: Float64Array, d: Float64Array, v: Float64Array, body: number, h: number): void {
    const { poses, there, now, v: x } = this;
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
