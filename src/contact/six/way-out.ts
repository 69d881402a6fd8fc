// Bodies of several parts that are deep inside each other: one way out for the pair, not one for each two parts.
//
// Each two parts know the shortest way out of each other, and these ways may contradict: the legs of a table push what
// is stuck between them to and fro for ever. Here a direction n is asked how far A must go along it until no part of it
// is in any part of B, t(n), and the n with the smallest t is taken. Candidates are the ways of the parts, those of the
// step before and the axes of both bodies. t grows from 0: any two parts that overlap at A + t n raise it to where they
// part along n, until none does; each two parts raise it once. The pair has one contact along n then, t deep, and
// correction moves the bodies along it without turning them (correct.ts): t(n) becomes less by what they are moved, and
// so does the smallest t, from step to step.
// Simplifications: where two parts part along n is judged by their extents along it, which is more than need be unless
// n is the normal of a face; a torus counts as its hull there. Bodies with parts that are meshes but not convex, and
// half-spaces, have none of this. While it lasts the pair bears at one point. Verified in
// test/contact/six-deep.test.ts.

import { B_CENTER, B_POSE, B_ROTATION, BODY_STRIDE } from '../../bodies/layout.js';
import type { BodyStore } from '../../bodies/store.js';
import { spheresMayTouch } from '../../distance/bounding-spheres.js';
import { CP_SEPARATION, CP_STRIDE } from '../../distance/buffer.js';
import { FacingRegion } from '../../distance/facing.js';
import { supportCore } from '../../distance/gjk.js';
import { Placed } from '../../distance/placed.js';
import { rotateVector } from '../../math/quaternion.js';
import type { PatchBuffer } from '../../patch/patch.js';
import { partCount, placePart, solidPart } from '../../shapes/parts.js';
import type { SimpleShape } from '../../shapes/shape.js';
import { thickness } from '../material.js';
import type { ContactPool } from '../pool.js';
import type { FacingFinder } from './facing-finder.js';
import { leastGap } from './gap.js';
import {
  S_AREA,
  S_ARM_A,
  S_DEPTH,
  S_FRAME,
  S_FRICTION,
  S_GAP,
  S_MOST,
  S_VOLUME,
  SI_FACING,
  SI_FEATURES,
  SI_KIND,
  SI_PARTS,
  SI_PATCH,
  SIX_INTS,
  SIX_STRIDE,
  WAY_OUT,
} from './layout.js';
import type { Speculation } from './speculative.js';
import { CORRECTED, DEEP, FACING, THIN } from './tolerances.js';

export class WayOut {
  readonly #bodies: BodyStore;
  readonly #facing: FacingFinder;
  readonly #speculation: Speculation;
  readonly #region = new FacingRegion();
  readonly #poses = new Float64Array(14);
  readonly #n = new Float64Array(3);
  readonly #best = new Float64Array(3);
  readonly #s = new Float64Array(6);
  readonly #placedA = new Placed();
  readonly #placedB = new Placed();
  /**
   * The pair in hand; how deep parts may be and count as apart; the smallest t so far; the thinnest part on that way.
   */
  #a = 0;
  #b = 0;
  #allowed = 0;
  #least = Infinity;
  #small = Infinity;

  constructor(bodies: BodyStore, facing: FacingFinder, speculation: Speculation) {
    this.#bodies = bodies;
    this.#facing = facing;
    this.#speculation = speculation;
  }

  /**
   * Puts one contact in place of those from `first` on, all of bodies a and b, where these are deep and face several
   * ways, or where it did so in the step before: `before` has those of `pair`.
   */
  take(
    a: number,
    b: number,
    pair: number,
    first: number,
    pool: ContactPool,
    before: ContactPool | null,
    patches: PatchBuffer,
  ): void {
    const from = before === null ? 0 : before.startOf(pair);
    const to = before === null ? 0 : from + before.countOf(pair);
    const i = before?.i.data;
    const wasDeep = to > from && i![from * SIX_INTS + SI_KIND] === 0 && i![from * SIX_INTS + SI_FEATURES] === WAY_OUT;
    const deepest = this.#deepest(first, pool, patches, wasDeep);
    if (deepest < 0 || !this.#isConvex(a) || !this.#isConvex(b)) return;
    this.#a = a;
    this.#b = b;
    const { f } = pool;
    this.#allowed = THIN * f.data[deepest * SIX_STRIDE + S_DEPTH];
    this.#least = Infinity;
    for (let k = from; k < to; k++) this.#tryNormal(before!.f.data, k * SIX_STRIDE + S_FRAME);
    for (let k = first; k < pool.count; k++) this.#tryNormal(f.data, k * SIX_STRIDE + S_FRAME);
    this.#tryAxes(a);
    this.#tryAxes(b);
    if (!(this.#least < Infinity)) return;
    const d = this.#bodies.f.data;
    const o = deepest * SIX_STRIDE;
    const x = d[a * BODY_STRIDE + B_CENTER] + f.data[o + S_ARM_A];
    const y = d[a * BODY_STRIDE + B_CENTER + 1] + f.data[o + S_ARM_A + 1];
    const z = d[a * BODY_STRIDE + B_CENTER + 2] + f.data[o + S_ARM_A + 2];
    const parts = pool.i.data[deepest * SIX_INTS + SI_PARTS];
    pool.count = first;
    const best = this.#best;
    const small = this.#small;
    const least = this.#least;
    const facing = this.#facing;
    const depth = f.data[o + S_DEPTH];
    const friction = f.data[o + S_FRICTION];
    facing.addPoint(a, b, small, parts, depth, friction, x, y, z, best, 0, -least, pool, patches);
    pool.i.data[first * SIX_INTS + SI_FEATURES] = WAY_OUT;
  }

  /** The deepest of the contacts from `first` on, if it is deep and they face several ways; else -1. */
  #deepest(first: number, pool: ContactPool, patches: PatchBuffer, wasDeep: boolean): number {
    const f = pool.f.data;
    const i = pool.i.data;
    let deepest = -1;
    let most = 0;
    let isDeep = wasDeep;
    let isFacingAway = wasDeep;
    for (let k = first; k < pool.count; k++) {
      const o = k * SIX_STRIDE;
      const n = k * SIX_INTS;
      if (i[n + SI_KIND] !== 0) return -1;
      const deep =
        i[n + SI_FACING] === 1
          ? f[o + S_DEPTH] - leastGap(f, o + S_GAP, patches, i[n + SI_PATCH])
          : f[o + S_VOLUME] / f[o + S_AREA];
      if (deepest < 0 || deep > most) {
        most = deep;
        deepest = k;
      }
      if (deep * CORRECTED > DEEP * f[o + S_MOST]) isDeep = true;
      const p = first * SIX_STRIDE + S_FRAME;
      const e = o + S_FRAME;
      if (f[p] * f[e] + f[p + 1] * f[e + 1] + f[p + 2] * f[e + 2] < FACING) isFacingAway = true;
    }
    return isDeep && isFacingAway ? deepest : -1;
  }

  #isConvex(body: number): boolean {
    const shape = this.#bodies.shapes[body]!;
    for (let k = 0; k < partCount(shape); k++) {
      const { type } = solidPart(shape, k);
      if (type === 'mesh' || type === 'half-space') return false;
    }
    return true;
  }

  #tryAxes(body: number): void {
    const d = this.#bodies.f.data;
    const n = this.#n;
    for (let k = 0; k < 6; k++) {
      const sign = k < 3 ? 1 : -1;
      const q = body * BODY_STRIDE + B_ROTATION;
      rotateVector(n, 0, d, q, k % 3 === 0 ? sign : 0, k % 3 === 1 ? sign : 0, k % 3 === 2 ? sign : 0);
      this.#tryNormal(n, 0);
    }
  }

  /** Takes the direction at n[ni…] if it leads out, and sooner than those before. */
  #tryNormal(n: Float64Array, ni: number): void {
    const bodies = this.#bodies;
    const a = this.#a;
    const b = this.#b;
    const poses = this.#poses;
    const least = this.#least;
    const best = this.#best;
    const d = bodies.f.data;
    const shapeA = bodies.shapes[a]!;
    const shapeB = bodies.shapes[b]!;
    const x = n[ni];
    const y = n[ni + 1];
    const z = n[ni + 2];
    let t = 0;
    let small = Infinity;
    for (let isLonger = true; isLonger; ) {
      isLonger = false;
      for (let m = 0; m < partCount(shapeA); m++)
        for (let k = 0; k < partCount(shapeB); k++) {
          const sa = solidPart(shapeA, m);
          const sb = solidPart(shapeB, k);
          placePart(poses, 0, shapeA, m, d, a * BODY_STRIDE + B_POSE);
          placePart(poses, 7, shapeB, k, d, b * BODY_STRIDE + B_POSE);
          poses[0] += t * x;
          poses[1] += t * y;
          poses[2] += t * z;
          if (!spheresMayTouch(sa, poses, 0, sb, poses, 7, 0) || !this.#overlap(sa, sb)) continue;
          const more = this.#extent(sa, sb, x, y, z);
          if (!(more > this.#allowed)) continue;
          t += more;
          small = Math.min(small, thickness(sa), thickness(sb));
          if (!(t < least)) return;
          isLonger = true;
        }
    }
    // Nothing overlaps: there is no need of a way out.
    if (!(t > 0)) return;
    this.#least = t;
    this.#small = small;
    best[0] = x;
    best[1] = y;
    best[2] = z;
  }

  /** Whether parts at `poses` are inside each other by more than is allowed. */
  #overlap(sa: SimpleShape, sb: SimpleShape): boolean {
    const poses = this.#poses;
    const speculation = this.#speculation;
    if (FacingRegion.handles(sa, sb)) return this.#region.separationAt(sa, sb, poses, 0) < -this.#allowed;
    const k = speculation.closest(sa, sb, poses, 0);
    return k >= 0 && speculation.points.data[k * CP_STRIDE + CP_SEPARATION] < -this.#allowed;
  }

  /** How far the first part at `poses` must go along (x, y, z) until a plane across it parts the two. */
  #extent(sa: SimpleShape, sb: SimpleShape, x: number, y: number, z: number): number {
    const poses = this.#poses;
    const placedA = this.#placedA;
    const placedB = this.#placedB;
    const s = this.#s;
    placedA.set(sa, poses, 0, poses[0], poses[1], poses[2]);
    placedB.set(sb, poses, 7, poses[0], poses[1], poses[2]);
    return farthest(placedB, x, y, z, s) + farthest(placedA, -x, -y, -z, s);
  }
}

/** How far a solid reaches in the direction (x, y, z), from the pair's origin. */
function farthest(p: Placed, x: number, y: number, z: number, s: Float64Array): number {
  supportCore(p, x, y, z, s, 0);
  return s[0] * x + s[1] * y + s[2] * z + p.coreRadius;
}
