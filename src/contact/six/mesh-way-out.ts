// Meshes that are not convex and deep in each other, or in something convex: one way out.
//
// An overlap that is no longer small has no direction that leads out: its gradient is that of its rim, what is wholly
// inside has none, and the deepest of its vertices knows the way to one face, behind which there may be the next wall. So
// a direction n is asked how far A must go along it until no part of it is in B, t(n), and the n with the smallest t is
// taken, as for several convex parts (way-out.ts). A column along n that is common to both over a length l lets A go no
// sooner than after l. So t grows by what columns are long until nothing is common any more: V over the area across n,
// their mean, which is no more than the longest; no more than the extent of a slab of that second moment either.
// In steps after the first the direction stays: t(n) is less by what the bodies were moved, so that they come out,
// whatever their forms. Links of a chain whose wires are deep in each other come back into their hole, which is near, and
// not through each other, which is far. Verified in test/repro/deep-meshes.test.ts.

import { B_ROTATION, BODY_STRIDE } from '../../bodies/layout.js';
import { rotateVector } from '../../math/quaternion.js';
import { OV_AREA_VECTOR, OV_CENTER, OV_MOMENT, OV_STRIDE, OV_VOLUME, OverlapBuffer } from '../../overlap/overlap.js';
import type { SimpleShape } from '../../shapes/shape.js';
import { thickness } from '../material.js';
import type { ContactPool } from '../pool.js';
import type { FacingFinder } from './facing-finder.js';
import { S_FRAME, SI_FEATURES, SI_KIND, SI_PARTS, SIX_INTS, SIX_STRIDE, WAY_OUT } from './layout.js';
import { meanDepth, type OverlapPair } from './overlap-pair.js';
import { DEEP, SPECK } from './tolerances.js';

/** Overlaps along a direction until it is given up. */
const MOST_GOES = 24;
/** What is left of a depth from which on bodies are deep, where they are led out no more. */
const OUT = 0.2;

export class MeshWayOut {
  readonly #hand: OverlapPair;
  readonly #facing: FacingFinder;
  readonly #there = new OverlapBuffer();
  readonly #n = new Float64Array(3);
  readonly #best = new Float64Array(3);
  #least = Infinity;

  constructor(hand: OverlapPair, facing: FacingFinder) {
    this.#hand = hand;
    this.#facing = facing;
  }

  /** Whether parts may need one: a closed mesh, and what has an end. */
  handles(sa: SimpleShape, sb: SimpleShape): boolean {
    return (isClosed(sa) && sb.type !== 'half-space') || (isClosed(sb) && sa.type !== 'half-space')
      ? !isTerrain(sa) && !isTerrain(sb)
      : false;
  }

  /** The contact of `pair` by which the parts in hand were led out in the step before, or -1. */
  led(before: ContactPool | null, pair: number): number {
    if (before === null) return -1;
    const from = before.startOf(pair);
    const i = before.i.data;
    for (let n = from * SIX_INTS; n < (from + before.countOf(pair)) * SIX_INTS; n += SIX_INTS)
      if (i[n + SI_KIND] === 0 && i[n + SI_FEATURES] === WAY_OUT && i[n + SI_PARTS] === this.#hand.parts)
        return n / SIX_INTS;
    return -1;
  }

  /**
   * Adds the one contact of the parts in hand, whose overlap is in hand too, if they are deep; `led`: see there.
   * True: it did.
   */
  take(sa: SimpleShape, sb: SimpleShape, before: ContactPool | null, led: number): boolean {
    const hand = this.#hand;
    const { buffer } = hand;
    const ov = buffer.records;
    const small = Math.min(thickness(sa), thickness(sb));
    let most = 0;
    let deepest = 0;
    for (let c = 0; c < buffer.count; c++) {
      const deep = meanDepth(ov, c * OV_STRIDE);
      if (!(deep > most)) continue;
      most = deep;
      deepest = c;
    }
    if (!(most > (led >= 0 ? OUT : 1) * DEEP * small)) return false;
    const r = deepest * OV_STRIDE + OV_CENTER;
    const x = ov[r] + buffer.origin[0];
    const y = ov[r + 1] + buffer.origin[1];
    const z = ov[r + 2] + buffer.origin[2];
    this.#least = Infinity;
    const n = this.#n;
    if (led >= 0) {
      const f = before!.f.data;
      const o = led * SIX_STRIDE + S_FRAME;
      this.#try(sa, sb, f[o], f[o + 1], f[o + 2], small);
    }
    if (!(this.#least < Infinity)) {
      for (let c = 0; c < buffer.count; c++) {
        const g = c * OV_STRIDE + OV_AREA_VECTOR;
        this.#tryScaled(sa, sb, -ov[g], -ov[g + 1], -ov[g + 2], small);
      }
      const p = hand.centers;
      this.#tryScaled(sa, sb, p[0] - p[3], p[1] - p[4], p[2] - p[5], small);
      const d = hand.bodies.f.data;
      for (let k = 0; k < 12; k++) {
        const q = (k < 6 ? hand.a : hand.b) * BODY_STRIDE + B_ROTATION;
        const s = k % 6 < 3 ? 1 : -1;
        rotateVector(n, 0, d, q, k % 3 === 0 ? s : 0, k % 3 === 1 ? s : 0, k % 3 === 2 ? s : 0);
        this.#try(sa, sb, n[0], n[1], n[2], small);
      }
    }
    if (!(this.#least < Infinity)) return false;
    const { a, b, parts, depth, friction, pool, patches } = hand;
    this.#facing.addPoint(a, b, small, parts, depth, friction, x, y, z, this.#best, 0, -this.#least, pool, patches);
    pool.i.data[(pool.count - 1) * SIX_INTS + SI_FEATURES] = WAY_OUT;
    return true;
  }

  #tryScaled(sa: SimpleShape, sb: SimpleShape, x: number, y: number, z: number, small: number): void {
    const s = Math.sqrt(x * x + y * y + z * z);
    if (s > 0) this.#try(sa, sb, x / s, y / s, z / s, small);
  }

  /** Takes the direction (x, y, z) if it leads out, and sooner than those before. */
  #try(sa: SimpleShape, sb: SimpleShape, x: number, y: number, z: number, small: number): void {
    const { overlap, poses, buffer, rays, depth } = this.#hand;
    const there = this.#there;
    const px = poses[0];
    const py = poses[1];
    const pz = poses[2];
    const enough = Math.max(depth, 0.01 * DEEP * small);
    let t = goesOn(buffer, x, y, z);
    let isOut = false;
    for (let k = 0; k < MOST_GOES && t < this.#least && !isOut; k++) {
      poses[0] = px + t * x;
      poses[1] = py + t * y;
      poses[2] = pz + t * z;
      overlap.compute(sa, poses, 0, sb, poses, 7, there, rays);
      const more = goesOn(there, x, y, z);
      if (more > enough) t += more;
      else isOut = true;
    }
    poses[0] = px;
    poses[1] = py;
    poses[2] = pz;
    if (!isOut || !(t < this.#least)) return;
    this.#least = t;
    this.#best[0] = x;
    this.#best[1] = y;
    this.#best[2] = z;
  }
}

/** How much farther A must go along (x, y, z), at least, for what both have in common to end (m). */
function goesOn({ records: r, count }: OverlapBuffer, x: number, y: number, z: number): number {
  let largest = 0;
  for (let c = 0; c < count; c++) largest = Math.max(largest, r[c * OV_STRIDE + OV_VOLUME]);
  let most = 0;
  for (let c = 0; c < count; c++) {
    const o = c * OV_STRIDE;
    const volume = r[o + OV_VOLUME];
    if (!(volume > SPECK * largest)) continue;
    const g = o + OV_AREA_VECTOR;
    const across = Math.abs(x * r[g] + y * r[g + 1] + z * r[g + 2]);
    const m = o + OV_MOMENT;
    const variance =
      x * (r[m] * x + 2 * (r[m + 1] * y + r[m + 2] * z)) + y * (r[m + 3] * y + 2 * r[m + 4] * z) + r[m + 5] * z * z;
    const extent = Math.sqrt((12 * Math.max(0, variance)) / volume);
    most = Math.max(most, across > 0 ? Math.min(extent, volume / across) : extent);
  }
  return most;
}

const isTerrain = (s: SimpleShape): boolean => s.type === 'mesh' && s.isTerrain === true;
const isClosed = (s: SimpleShape): boolean => s.type === 'mesh' && s.isTerrain !== true;
