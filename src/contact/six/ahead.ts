// What is about to touch, for meshes: their overlap itself, at poses ahead of them on their way.
//
// Closest points of two meshes (speculative.ts for all other shapes) are many, dear, and say little about where
// surfaces of a thousand bumps will meet. Overlaps are cheap where there is none: so the bodies are moved along their
// way in stages shorter than the thinner of them, and from the first stage at which they overlap back by halves until
// the overlap is shallow. Its patches are those of the contact to come; how far the bodies are apart now follows from
// their velocity along the normal. The way is first that of the velocities before this step's forces, and passing into
// each other by less than a few target depths is grazing (see speculative.ts, also for the consequence); bodies that
// hardly move along the normal, and would only fall into each other, meet on the way of their present velocities.
// Two meshes may meet at several places within a step, one after the other, whether they touch already or not: what is
// new is asked for again, from the last meeting on. A patch that grows to become much deeper than it would by its own
// approach counts as new. Verified in test/contact/six-meshes.test.ts.

import { B_RADIUS, BODY_STRIDE } from '../../bodies/layout.js';
import type { BodyStore } from '../../bodies/store.js';
import { OV_AREA_VECTOR, OV_VOLUME, type OverlapBuffer } from '../../overlap/overlap.js';
import type { RayOptions } from '../../overlap/rays/ray-overlap.js';
import type { SolidOverlap } from '../../overlap/solid-pair.js';
import type { SimpleShape } from '../../shapes/shape.js';
import { thickness } from '../material.js';
import { movePart } from './speculative.js';
import { GRAZE, HALVINGS, MOST_STAGES, SAME_WAY, SHALLOW, STAGE } from './tolerances.js';

/**
 * What to make of component c of an overlap t seconds ahead: its mean depth where it is new; where it belongs to a
 * patch that is known already, minus how much deeper it is than that patch will be.
 */
export type Newness = (c: number, t: number) => number;

export class Ahead {
  /**
   * When (s from now), and by which velocities (those before this step's forces, or those of now), the bodies have
   * moved to `poses`.
   */
  time = 0;
  before = false;
  /** Mean depth (m) up to which an overlap is shallow. */
  shallow = 0;
  readonly poses = new Float64Array(14);
  private readonly overlap: SolidOverlap;
  private readonly buffer: OverlapBuffer;
  private readonly rays: RayOptions;
  private readonly newness: Newness;
  private readonly v = new Float64Array(3);
  /**
   * Of the overlap in `buffer`: mean depth of its deepest new component, and how much deeper than known patches others
   * are.
   */
  private fresh = 0;
  private hidden = 0;

  /** Overlaps go to `buffer`. */
  constructor(overlap: SolidOverlap, buffer: OverlapBuffer, rays: RayOptions, newness: Newness) {
    this.overlap = overlap;
    this.buffer = buffer;
    this.rays = rays;
    this.newness = newness;
  }

  /**
   * Looks for the first new overlap of the parts at `now` from `from` seconds on, within h, by more than `least`;
   * shallow where that can be had. `way` bounds how far they can come closer. True: `buffer` has it, at `poses`.
   */
  meet(
    a: SimpleShape,
    b: SimpleShape,
    now: Float64Array,
    bodies: BodyStore,
    bodyA: number,
    bodyB: number,
    way: number,
    depth: number,
    least: number,
    from: number,
    h: number,
  ): boolean {
    const thin = Math.min(thickness(a), thickness(b));
    const shallow = Math.max(GRAZE * depth, SHALLOW * thin);
    this.shallow = shallow;
    const stages = Math.min(MOST_STAGES, Math.max(1, Math.ceil(way / (STAGE * thin))));
    this.before = true;
    for (let k = 1; k <= stages; k++) {
      const t = (h * k) / stages;
      if (!(t > from)) continue;
      this.overlapAt(a, b, now, bodies, bodyA, bodyB, t);
      if (!(this.fresh > least) && !(this.hidden > shallow)) continue;
      let before = Math.max(from, (h * (k - 1)) / stages);
      let after = t;
      let found = this.fresh > 0 ? t : -1;
      for (let n = 0; n < HALVINGS && !(this.fresh > 0 && this.fresh <= shallow); n++) {
        const middle = 0.5 * (before + after);
        this.overlapAt(a, b, now, bodies, bodyA, bodyB, middle);
        if (this.fresh > 0 || this.hidden > shallow) after = middle;
        else before = middle;
        if (this.fresh > 0) found = middle;
      }
      // A patch that grows, and never was two: what it will be.
      if (found < 0) found = after;
      if (this.time !== found) this.overlapAt(a, b, now, bodies, bodyA, bodyB, found);
      return true;
    }
    return false;
  }

  /**
   * The overlap at the end of the step on the way of the present velocities, unless that is the way of those before its
   * forces.
   */
  fall(
    a: SimpleShape,
    b: SimpleShape,
    now: Float64Array,
    bodies: BodyStore,
    bodyA: number,
    bodyB: number,
    depth: number,
    h: number,
  ): boolean {
    // Bodies that fall alike go the same way against each other.
    if (sameWay(bodies, bodyA, bodyB, h, depth)) return this.buffer.count > 0;
    this.before = false;
    this.overlapAt(a, b, now, bodies, bodyA, bodyB, h);
    return this.fresh > 0;
  }

  /** Overlaps the parts at the end of the step, on the way of the velocities before its forces. */
  atEnd(
    a: SimpleShape,
    b: SimpleShape,
    now: Float64Array,
    bodies: BodyStore,
    bodyA: number,
    bodyB: number,
    h: number,
  ): boolean {
    this.before = true;
    this.overlapAt(a, b, now, bodies, bodyA, bodyB, h);
    return this.buffer.count > 0;
  }

  /** The velocities by which the bodies have moved. */
  velocities(bodies: BodyStore): Float64Array {
    return this.before ? bodies.old.data : bodies.v.data;
  }

  /** Overlaps the parts t seconds ahead. */
  private overlapAt(
    a: SimpleShape,
    b: SimpleShape,
    now: Float64Array,
    bodies: BodyStore,
    bodyA: number,
    bodyB: number,
    t: number,
  ): void {
    const { poses, buffer } = this;
    const d = bodies.f.data;
    const w = this.velocities(bodies);
    this.time = t;
    movePart(poses, 0, now, d, bodyA * BODY_STRIDE, w, 6 * bodyA, t, this.v);
    movePart(poses, 7, now, d, bodyB * BODY_STRIDE, w, 6 * bodyB, t, this.v);
    this.overlap.compute(a, poses, 0, b, poses, 7, buffer, this.rays);
    this.fresh = 0;
    this.hidden = 0;
    for (let c = 0; c < buffer.count; c++) {
      const depth = this.newness(c, t);
      if (depth > this.fresh) this.fresh = depth;
      else if (-depth > this.hidden) this.hidden = -depth;
    }
  }
}

/** Whether this step's forces change the relative motion of bodies a and b by no more than a share of the depth. */
function sameWay(bodies: BodyStore, a: number, b: number, h: number, depth: number): boolean {
  const d = bodies.f.data;
  const v = bodies.v.data;
  const old = bodies.old.data;
  let sum = 0;
  for (let k = 0; k < 3; k++) {
    const x = v[6 * a + k] - old[6 * a + k] - (v[6 * b + k] - old[6 * b + k]);
    const wa = d[a * BODY_STRIDE + B_RADIUS] * (v[6 * a + 3 + k] - old[6 * a + 3 + k]);
    const wb = d[b * BODY_STRIDE + B_RADIUS] * (v[6 * b + 3 + k] - old[6 * b + 3 + k]);
    sum += Math.abs(x) + Math.abs(wa) + Math.abs(wb);
  }
  return h * sum < SAME_WAY * depth;
}

/** V/|g| of the overlap at r[o…]; Infinity where one solid is inside the other. */
export function meanDepth(r: Float64Array, o: number): number {
  const x = r[o + OV_AREA_VECTOR];
  const y = r[o + OV_AREA_VECTOR + 1];
  const z = r[o + OV_AREA_VECTOR + 2];
  return r[o + OV_VOLUME] > 0 ? r[o + OV_VOLUME] / Math.sqrt(x * x + y * y + z * z) : 0;
}
