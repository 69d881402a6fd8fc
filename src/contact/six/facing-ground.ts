// Contacts with terrain: one for every triangle that is faced (ground.ts). Verified in test/contact/terrain.test.ts.

import { APART, CURVED, FACES } from '../../distance/facing.js';
import { GroundFacing } from '../../distance/ground.js';
import type { PatchBuffer } from '../../patch/patch.js';
import { MOST_PIECES } from '../../shapes/mesh-cover.js';
import { coverOf, partCount } from '../../shapes/parts.js';
import type { SimpleShape } from '../../shapes/shape.js';
import { approachOf } from '../approach.js';
import { thickness } from '../material.js';
import type { ContactPool } from '../pool.js';
import type { FacingWriter } from './facing-writer.js';
import { PIECE, S_FRAME, S_MOST, SI_FEATURES, SI_PARTS, SIX_INTS, SIX_STRIDE } from './layout.js';
import type { PartsAhead } from './parts-ahead.js';
import {
  CORRECTED,
  FOLLOWED,
  GROUND_DEEP,
  HALVINGS,
  MET,
  MOST_STAGES,
  SAME_GROUND,
  STAGE,
  THIN,
} from './tolerances.js';

export class GroundFinder {
  readonly facing = new GroundFacing();

  readonly #ahead: PartsAhead;
  readonly #writer: FacingWriter;

  constructor(ahead: PartsAhead, writer: FacingWriter) {
    this.#ahead = ahead;
    this.#writer = writer;
  }

  /**
   * Adds the contacts of part `sa` of body a with terrain, part `sb` of body b, at `poses`, to the pool: now and, where
   * A goes far, at the end of the step, for what it runs into.
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
  ): number {
    const { facing: ground } = this;
    const ahead = this.#ahead;
    const { bodies, course, moved } = ahead;
    // A mesh that is not convex by the hull round it, as long as that does not overlap the ground.
    const ca = coverOf(sa);
    const isCovered = ca !== sa;
    const total = partCount(bodies.shapes[a]!) * partCount(bodies.shapes[b]!);
    const small = thickness(sa);
    const thin = THIN * depth;
    const deepest = GROUND_DEEP * small;
    const way = approachOf(bodies.f.data, course, a, b, h);
    const isFast = way > FOLLOWED * small;
    const apart = ground.find(ca, sb, poses, reach, depth, thin, deepest);
    if (isCovered && !(apart >= -thin && apart < Infinity)) return CURVED;
    let time = 0;
    if (isFast && apart > Math.max(thin, MET * way)) {
      time = this.#meeting(a, b, ca, sb, poses, way, small, depth, h);
      ground.find(ca, sb, moved, Math.max(thin, MET * way), depth, thin, deepest);
    }
    const first = pool.count;
    const at = time > 0 ? moved : poses;
    let isAll = this.#take(a, b, sa, sb, at, parts, total, depth, friction, time, small, pool, patches);
    if (isFast && time < h && isAll) {
      ahead.moveTo(a, b, poses, h);
      ground.find(ca, sb, moved, 0, depth, thin, deepest);
      this.#leaveNew(first, total * (isCovered ? MOST_PIECES : 1), pool);
      isAll = this.#take(a, b, sa, sb, moved, parts, total, depth, friction, h, small, pool, patches);
    }
    if (pool.count > first && isAll) return FACES;
    if (!isCovered) return APART;
    for (; pool.count > first; pool.count--) patches.dropLast();
    return CURVED;
  }

  /** Puts the region of a place on the ground in hand, where parts were moved to; of a mesh that of a piece there. */
  takePlace(sa: SimpleShape, sb: SimpleShape, place: number, depth: number): boolean {
    const { facing: ground } = this;
    const { moved } = this.#ahead;
    const cover = coverOf(sa);
    if (cover === sa) return ground.takePlace(sa, sb, moved, place, depth);
    const { region } = ground;
    if (!ground.takePlace(cover, sb, moved, Math.floor(place / MOST_PIECES), depth)) return false;
    return region.beginOnGround(sa) && place % MOST_PIECES < region.pieces && region.take(place % MOST_PIECES, 0);
  }

  /** Adds a contact for every region in hand; false: one of them is of what lies in no face of a mesh's hull. */
  #take(
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
  ): boolean {
    const { facing: ground } = this;
    const { course } = this.#ahead;
    const { region } = ground;
    const ca = coverOf(sa);
    const most = CORRECTED * Math.min(small, 1e3);
    for (let k = 0; k < ground.count; k++) {
      if (!ground.take(ca, sb, at, k)) continue;
      const isCovered = ca !== sa;
      if (isCovered && !region.beginOnGround(sa)) return false;
      const pieces = isCovered ? region.pieces : 1;
      for (let p = 0; p < pieces; p++) {
        if (isCovered && !region.take(p, 0)) continue;
        const place = isCovered ? ground.places[k] * MOST_PIECES + p : ground.places[k];
        this.#writer.add(a, b, parts + total * (place + 1), depth, friction, time, pool, patches, course, region);
        pool.f.data[(pool.count - 1) * SIX_STRIDE + S_MOST] = most;
        if (isCovered) pool.i.data[(pool.count - 1) * SIX_INTS + SI_FEATURES] = PIECE;
      }
    }
    return true;
  }

  /** Of the regions in hand leaves those that no contact from `first` on has, neither its place nor its plane. */
  #leaveNew(first: number, total: number, pool: ContactPool): void {
    const { facing: ground } = this;
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

  /** When A meets the ground on its way, or h; leaves it there. */
  #meeting(
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
    const { facing } = this;
    const ahead = this.#ahead;
    const thin = THIN * depth;
    const meets = (t: number): boolean => {
      ahead.moveTo(a, b, poses, t);
      return facing.find(sa, sb, ahead.moved, 0, depth, thin, GROUND_DEEP * small) < 0;
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
    ahead.moveTo(a, b, poses, time);
    return time;
  }
}
