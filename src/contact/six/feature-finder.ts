// Contacts of meshes that rub on nothing: one for every vertex that meets a face and every two edges that cross.
//
// Without friction that is all there is to the contact of two polyhedra: a patch adds nothing, and one normal for a patch
// of facets that face several ways is wrong. Rows are those of the start of the step, gaps those of its end
// (docs/decisions/joint-curvature.md says why): after the solve the features are looked for where the velocities lead;
// those that bear, or would be too deep there, learn how far φ (features.ts) is from what their rows say, and the step is
// solved again. What meets only at the end has the rows that its features have at the start.
// Simplifications: what is deep from the start goes by its overlap (geometry.ts); these contacts have no area.
// Verified in test/contact/six-features.test.ts and six-chains.long.test.ts.

import { B_CENTER, BODY_STRIDE } from '../../bodies/layout.js';
import type { BodyStore } from '../../bodies/store.js';
import { CP_NORMAL, CP_ON_A, CP_ON_B, CP_SEPARATION, CP_STRIDE, PointBuffer } from '../../distance/buffer.js';
import { PointGenerator } from '../../distance/points.js';
import { rotateInto, turnByCayley, unrotateInto } from '../../math/quaternion.js';
import type { PatchBuffer } from '../../patch/patch.js';
import type { SimpleShape } from '../../shapes/shape.js';
import { thickness } from '../material.js';
import type { ContactPool } from '../pool.js';
import type { FacingFinder } from './facing-finder.js';
import { EDGES, FeatureGap, PLACES, placeAfter, VERTEX_OF_A, VERTEX_OF_B } from './features.js';
import {
  S_ARM_A,
  S_GAP,
  S_LATER,
  S_LINE_A,
  S_LINE_B,
  S_SPOT_A,
  S_SPOT_B,
  SI_FEATURES,
  SI_KIND,
  SI_PARTS,
  SI_SKIP,
  SIX_INTS,
  SIX_STRIDE,
} from './layout.js';
import { normalVelocity } from './motion.js';
import { DEEP, FEATURE_REACH, LOOK_LEAST, SAME_PLANE } from './tolerances.js';

export class FeatureFinder {
  private readonly bodies: BodyStore;
  private readonly facing: FacingFinder;
  private readonly generator = new PointGenerator();
  private readonly points = new PointBuffer();
  private readonly measure = new FeatureGap();
  /** Where the bodies are, and where they are when the points in hand were found; the poses of their parts then. */
  private readonly now = new Float64Array(PLACES);
  private readonly then = new Float64Array(PLACES);
  private readonly poses = new Float64Array(14);
  /** The features in hand, as in a contact's record; their kind. */
  private readonly record = new Float64Array(SIX_STRIDE);
  private kind = 0;
  private readonly v = new Float64Array(6);
  private isListed = new Int32Array(16);

  constructor(bodies: BodyStore, facing: FacingFinder) {
    this.bodies = bodies;
    this.facing = facing;
  }

  /** Whether both are polyhedra, and one of them a mesh. */
  static handles(sa: SimpleShape, sb: SimpleShape): boolean {
    return isPolyhedral(sa) && isPolyhedral(sb) && (sa.type === 'mesh' || sb.type === 'mesh');
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
    pool: ContactPool,
    patches: PatchBuffer,
  ): boolean {
    const { points, bodies } = this;
    const small = Math.min(thickness(sa), thickness(sb));
    const reach = Math.min(way, FEATURE_REACH * small) + 2 * depth;
    this.generator.generate(sa, poses, 0, sb, poses, 7, reach, points);
    for (let k = 0; k < points.count; k++)
      if (points.data[k * CP_STRIDE + CP_SEPARATION] < -DEEP * small) return false;
    placeAfter(this.now, 0, bodies.f.data, bodies.v.data, a, 0);
    placeAfter(this.now, 7, bodies.f.data, bodies.v.data, b, 0);
    this.then.set(this.now);
    for (let k = 0; k < points.count; k++) {
      this.describe(k);
      this.add(k, a, b, small, parts, depth, pool, patches);
    }
    return true;
  }

  /**
   * A second look at parts `sa` and `sb`, now at `present`, with their contacts among those from `from` up to `to`:
   * where they are after h at the velocities that the solver found. True: it asks for another solve.
   */
  lookAhead(
    a: number,
    b: number,
    sa: SimpleShape,
    sb: SimpleShape,
    present: Float64Array,
    parts: number,
    depth: number,
    h: number,
    pool: ContactPool,
    patches: PatchBuffer,
    from: number,
    to: number,
  ): boolean {
    const { points, poses, bodies, now, then } = this;
    const d = bodies.f.data;
    const v = bodies.v.data;
    const small = Math.min(thickness(sa), thickness(sb));
    for (let side = 0; side < 2; side++) {
      const body = side === 0 ? a : b;
      placeAfter(now, 7 * side, d, v, body, 0);
      placeAfter(then, 7 * side, d, v, body, h);
      this.moveTo(7 * side, present, d, v, body, h);
    }
    this.generator.generate(sa, poses, 0, sb, poses, 7, 2 * depth, points);
    if (to - from > this.isListed.length) this.isListed = new Int32Array(2 * (to - from));
    this.isListed.fill(0, 0, to - from);
    const first = pool.count;
    const least = LOOK_LEAST * depth;
    for (let k = 0; k < points.count; k++) {
      this.describe(k);
      const known = this.known(k, parts, pool, from, to);
      if (known >= 0) this.isListed[known - from] = 1;
      else if (points.data[k * CP_STRIDE + CP_SEPARATION] + depth < -least)
        this.add(k, a, b, small, parts, depth, pool, patches);
    }
    let isFound = pool.count > first;
    for (let k = from; k < to; k++) {
      const i = k * SIX_INTS;
      if (pool.i.data[i + SI_KIND] === 0 || pool.i.data[i + SI_PARTS] !== parts) continue;
      if (this.isListed[k - from] === 1 && this.learn(pool, k, a, b, depth, h, least)) isFound = true;
    }
    for (let k = first; k < pool.count; k++) this.learn(pool, k, a, b, depth, h, least);
    return isFound;
  }

  /** Contact k learns how much deeper it is at the end than its rows say. True: that is news. */
  private learn(pool: ContactPool, k: number, a: number, b: number, depth: number, h: number, least: number): boolean {
    const f = pool.f.data;
    const i = pool.i.data;
    const o = k * SIX_STRIDE;
    const n = k * SIX_INTS;
    if (!this.measure.at(f, o, i[n + SI_KIND], this.then)) return false;
    const end = this.measure.gap + depth;
    const isClosed = end < Math.min(0, f[o + S_GAP]) - least;
    const bore = f[o] !== 0 || f[o + 1] !== 0 || f[o + 2] !== 0;
    if (!bore && !isClosed) return false;
    if (isClosed) i[n + SI_SKIP] = 0;
    const later = f[o + S_GAP] + h * normalVelocity(f, o + S_ARM_A, this.bodies.v.data, 6 * a, 6 * b) - end;
    const change = Math.abs(later - f[o + S_LATER]);
    f[o + S_LATER] = later;
    return change > least;
  }

  /** The contact of the pool that has the features in hand, in the same plane; -1: none. */
  private known(k: number, parts: number, pool: ContactPool, from: number, to: number): number {
    const { points, measure, then, kind } = this;
    const i = pool.i.data;
    const p = points.data;
    const n = k * CP_STRIDE + CP_NORMAL;
    for (let c = from; c < to; c++) {
      const m = c * SIX_INTS;
      if (i[m + SI_KIND] !== kind || i[m + SI_FEATURES] !== points.ids[k] || i[m + SI_PARTS] !== parts) continue;
      if (!measure.at(pool.f.data, c * SIX_STRIDE, kind, then)) continue;
      const { normal } = measure;
      if (normal[0] * p[n] + normal[1] * p[n + 1] + normal[2] * p[n + 2] > SAME_PLANE) return c;
    }
    return -1;
  }

  /** The features of point k, found with the bodies at `then`. */
  private describe(k: number): void {
    const { points, then, record: r, v } = this;
    const p = points.data;
    const at = k * CP_STRIDE;
    for (let side = 0; side < 2; side++) {
      const on = at + (side === 0 ? CP_ON_A : CP_ON_B);
      const spot = side === 0 ? S_SPOT_A : S_SPOT_B;
      const q = 7 * side;
      for (let m = 0; m < 3; m++) v[m] = p[on + m] + (points.origin[m] - then[q + m]);
      unrotateInto(r, spot, then, q + 3, v, 0);
    }
    const e = 6 * k;
    const { edges } = points;
    const first = Math.sqrt(square(edges, e));
    const second = Math.sqrt(square(edges, e + 3));
    if (first > 0 && second > 0) {
      this.kind = EDGES;
      for (let m = 0; m < 3; m++) {
        v[m] = edges[e + m] / first;
        v[3 + m] = edges[e + 3 + m] / second;
      }
      const along =
        (v[1] * v[5] - v[2] * v[4]) * p[at + CP_NORMAL] +
        (v[2] * v[3] - v[0] * v[5]) * p[at + CP_NORMAL + 1] +
        (v[0] * v[4] - v[1] * v[3]) * p[at + CP_NORMAL + 2];
      if (along < 0) for (let m = 0; m < 3; m++) v[m] = -v[m];
      unrotateInto(r, S_LINE_A, then, 3, v, 0);
      unrotateInto(r, S_LINE_B, then, 10, v, 3);
      return;
    }
    this.kind = points.ids[k] >>> 30 === 1 ? VERTEX_OF_B : VERTEX_OF_A;
    const isOfA = this.kind === VERTEX_OF_A;
    unrotateInto(r, isOfA ? S_LINE_B : S_LINE_A, then, isOfA ? 10 : 3, p, at + CP_NORMAL);
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
    facing.addPoint(a, b, small, parts, depth, 0, x, y, z, normal, 0, measure.gap, pool, patches);
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

  /** The pose of the part at present[at…] when its body is at then[at…]. */
  private moveTo(at: number, present: Float64Array, d: Float64Array, v: Float64Array, body: number, h: number): void {
    const { poses, then, now, v: x } = this;
    const p = body * BODY_STRIDE + B_CENTER;
    for (let m = 0; m < 7; m++) poses[at + m] = present[at + m];
    for (let m = 0; m < 3; m++) x[m] = present[at + m] - d[p + m];
    unrotateInto(x, 0, now, at + 3, x, 0);
    rotateInto(x, 0, then, at + 3, x, 0);
    for (let m = 0; m < 3; m++) poses[at + m] = then[at + m] + x[m];
    // As its body turns.
    turnByCayley(poses, at + 3, v, 6 * body + 3, h);
  }
}

function square(v: Float64Array, i: number): number {
  return v[i] * v[i] + v[i + 1] * v[i + 1] + v[i + 2] * v[i + 2];
}

function isPolyhedral(shape: SimpleShape): boolean {
  return shape.type === 'mesh' || shape.type === 'convex' || shape.type === 'box';
}
