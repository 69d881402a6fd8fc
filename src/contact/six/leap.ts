// Bodies that fly far within a step are taken to where they meet something, and contacts are found there.
//
// A contact is an impulse at the start of the step. What flies ten times its own length and then hits with a corner
// would be turned by that impulse from the start of its flight on, by many turns, and be anywhere when it arrives. So
// the free part of its way comes first, as the free motion that it is: `lead` seconds of the step. From there on it has
// all faces within reach, lands flat if it lands, and moves for what is left of the step.
// Curved convex bodies fly like all others: their way is looked at in stages that are too long for it (speculative.ts).
// Simplifications: of all that a body would meet the first decides; gravity acts for the whole step at its end; steps
// that are cut into substeps have none of this. Verified in test/contact/six-facing.test.ts.

import { advanceDynamic } from '../../bodies/integrate.js';
import { InertiaScratch, updateOrigin, updateWorldInertia } from '../../bodies/kinematics.js';
import {
  B_POSE,
  B_RADIUS,
  BODY_INTS,
  BODY_STRIDE,
  I_ASLEEP,
  I_LOCKED,
  I_TYPE,
  TYPE_DYNAMIC,
} from '../../bodies/layout.js';
import type { BodyStore } from '../../bodies/store.js';
import { spheresMayTouch } from '../../distance/bounding-spheres.js';
import { partCount, placePart, solidPart } from '../../shapes/parts.js';
import { approachOf } from '../approach.js';
import { PAIR_INTS, type PairBatch, PB_BODY_A, PB_BODY_B } from '../pair-batch.js';
import type { BodyTable } from './body-table.js';
import type { FacingFinder } from './facing-finder.js';
import { T_RADIUS, T_SPEED, T_STRIDE } from './table-layout.js';
import { LEAP } from './tolerances.js';

export class Leap {
  readonly #bodies: BodyStore;
  readonly #facing: FacingFinder;
  readonly #poses = new Float64Array(14);
  readonly #twist = new Float64Array(6);
  readonly #inertia = new InertiaScratch();

  readonly #table: BodyTable;

  constructor(bodies: BodyStore, facing: FacingFinder, table: BodyTable) {
    this.#table = table;
    this.#bodies = bodies;
    this.#facing = facing;
  }

  /**
   * Moves the bodies of the pairs that fly far within h to where they meet the first of the others. True: there are
   * some.
   */
  take(pairs: PairBatch, h: number): boolean {
    const bodies = this.#bodies;
    const lead = bodies.lead.data;
    const i = pairs.i.data;
    const t = this.#table.data;
    let isAny = false;
    // Nobody goes far, however the two are chosen.
    if (h * this.#table.fleetness < 0.49 * LEAP) return false;
    for (let o = 0, end = pairs.count * PAIR_INTS; o < end; o += PAIR_INTS) {
      const a = i[o + PB_BODY_A];
      const b = i[o + PB_BODY_B];
      // They come no closer than both go. Nearly all end here, so that nothing is called.
      const p = a * T_STRIDE;
      const q = b * T_STRIDE;
      const ra = t[p + T_RADIUS];
      const rb = t[q + T_RADIUS];
      if (h * t[p + T_SPEED] + h * t[q + T_SPEED] < LEAP * (rb > 0 && rb < ra ? rb : ra)) continue;
      if (!this.#isFar(a, b, h)) continue;
      const time = this.#flightOf(a, b, h);
      if (!(time > 0 && time < h)) continue;
      isAny = true;
      if (this.#flies(a) && !(lead[a] > 0 && lead[a] < time)) lead[a] = time;
      if (this.#flies(b) && !(lead[b] > 0 && lead[b] < time)) lead[b] = time;
    }
    // Bodies that fly beside each other do so for the same time.
    for (let n = 0; isAny && n < 2 * pairs.count; n++) {
      const o = (n % pairs.count) * PAIR_INTS;
      const a = pairs.i.data[o + PB_BODY_A];
      const b = pairs.i.data[o + PB_BODY_B];
      if (lead[a] > 0 && lead[b] > 0) lead[a] = lead[b] = Math.min(lead[a], lead[b]);
    }
    for (let b = 1; isAny && b < bodies.count; b++) if (lead[b] > 0) this.#move(b, lead[b]);
    return isAny;
  }

  #flies(body: number): boolean {
    const i = this.#bodies.i.data;
    return i[body * BODY_INTS + I_TYPE] === TYPE_DYNAMIC && i[body * BODY_INTS + I_ASLEEP] === 0;
  }

  /** Whether one goes farther than its size, against the other. */
  #isFar(a: number, b: number, h: number): boolean {
    const d = this.#bodies.f.data;
    const ra = this.#flies(a) ? d[a * BODY_STRIDE + B_RADIUS] : Infinity;
    const rb = this.#flies(b) ? d[b * BODY_STRIDE + B_RADIUS] : Infinity;
    return approachOf(d, this.#bodies.old.data, a, b, h) > LEAP * Math.min(ra, rb);
  }

  #flightOf(a: number, b: number, h: number): number {
    const bodies = this.#bodies;
    const facing = this.#facing;
    const poses = this.#poses;
    const d = bodies.f.data;
    const shapeA = bodies.shapes[a]!;
    const shapeB = bodies.shapes[b]!;
    const way = approachOf(d, bodies.old.data, a, b, h);
    let first = Infinity;
    for (let m = 0; m < partCount(shapeA); m++)
      for (let n = 0; n < partCount(shapeB); n++) {
        const sa = solidPart(shapeA, m);
        const sb = solidPart(shapeB, n);
        placePart(poses, 0, shapeA, m, d, a * BODY_STRIDE + B_POSE);
        placePart(poses, 7, shapeB, n, d, b * BODY_STRIDE + B_POSE);
        if (!spheresMayTouch(sa, poses, 0, sb, poses, 7, way)) continue;
        const time = facing.flightOf(a, b, sa, sb, poses, h);
        if (time < first) first = time;
      }
    return first;
  }

  /** Free motion of a body for so many seconds. Its velocities follow. */
  #move(body: number, time: number): void {
    const bodies = this.#bodies;
    const twist = this.#twist;
    const d = bodies.f.data;
    const o = body * BODY_STRIDE;
    const locked = bodies.i.data[body * BODY_INTS + I_LOCKED];
    for (let k = 0; k < 6; k++) twist[k] = bodies.old.data[6 * body + k];
    advanceDynamic(d, o, twist, 0, time, locked);
    for (let k = 0; k < 6; k++) {
      bodies.v.data[6 * body + k] += twist[k] - bodies.old.data[6 * body + k];
      bodies.old.data[6 * body + k] = twist[k];
    }
    updateOrigin(d, o);
    updateWorldInertia(d, o, locked, this.#inertia);
  }
}
