// What is about to touch: bodies that are apart now and would be inside each other at the end of the step.
//
// A patch needs an overlap. Where there is none yet, the closest points of the two bodies and their normal say how
// far one has to be moved towards the other to get it. But closest points judge by the present distance alone: a box
// that slides along a floor of tiles sees the next tile's wall, of which only the target depth sticks out, and would
// stop dead. So bodies that come at each other are first moved along their way, in steps shorter than the
// thinner of them, and contact is made only if they really pass into each other by more than a few target depths. Their
// way is that of the velocities before this step's forces, since gravity alone would push every sliding body into the
// next tile; and, after a solve, that of the velocities found (grazing.ts).

import { B_CENTER, BODY_STRIDE } from '../../bodies/layout.js';
import type { BodyStore } from '../../bodies/store.js';
import { CP_NORMAL, CP_ON_A, CP_ON_B, CP_SEPARATION, CP_STRIDE, PointBuffer } from '../../distance/buffer.js';
import { PointGenerator } from '../../distance/points.js';
import { rotateVector, turnByVector, unrotateVector } from '../../math/quaternion.js';
import type { ConcaveParts } from '../../shapes/kind.js';
import type { SimpleShape } from '../../shapes/shape.js';
import { thickness } from '../material.js';
import type { Grazing } from './grazing.js';
import { GRAZE, MOST_STAGES, STAGE } from './tolerances.js';

export class Speculation {
  /** The closest points, after `closest`. */
  readonly points = new PointBuffer();
  /** The velocities by which bodies go on their way: those before this step's forces, or those that a solve found. */
  course: Float64Array = new Float64Array(0);
  readonly #trial = new PointBuffer();
  readonly #generator: PointGenerator;
  readonly #moved = new Float64Array(14);
  readonly #v = new Float64Array(3);

  constructor(concave: ConcaveParts | null) {
    this.#generator = new PointGenerator(concave);
  }

  /**
   * Finds the points of the parts within `reach` of each other; returns the index of the closest, or -1. `known`: the
   * direction that they have there (convex.ts).
   */
  closest(
    a: SimpleShape,
    b: SimpleShape,
    poses: Float64Array,
    reach: number,
    known: Float64Array | null = null,
  ): number {
    this.points.clear();
    if (this.#generator.generate(a, poses, 0, b, poses, 7, reach, this.points, known) === 0) return -1;
    return deepest(this.points);
  }

  /** Adds the ends at which mantles that were found last run beside each other, apart by `least` to `most` (m). */
  addEnds(least: number, most: number): void {
    this.#generator.addEnds(least, most, this.points);
  }

  /**
   * Finds the places at which a torus and another part, neither a mesh nor a half-space, are nearest to each other
   * within `reach`; false: they run along each other there, unless `isRound` asks for places along that.
   */
  places(a: SimpleShape, b: SimpleShape, poses: Float64Array, reach: number, isRound = false): boolean {
    return this.#generator.places(a, b, poses, reach, this.points, isRound);
  }

  /** Whether the parts pass into each other within h, by more than grazing. */
  willMeet(
    bodies: BodyStore,
    bodyA: number,
    bodyB: number,
    a: SimpleShape,
    b: SimpleShape,
    poses: Float64Array,
    way: number,
    depth: number,
    h: number,
  ): boolean {
    const d = bodies.f.data;
    const { course } = this;
    const wanted = Math.max(1, Math.ceil(way / (STAGE * Math.min(thickness(a), thickness(b)))));
    const stages = Math.min(MOST_STAGES, wanted);
    // What flies far has been taken to where it meets (leap.ts): close stages come first.
    const close = wanted > stages ? stages >> 1 : 0;
    for (let k = 1; k <= stages; k++) {
      const t = k <= close ? (h * k) / wanted : (h * (k - close)) / (stages - close);
      movePart(this.#moved, 0, poses, d, bodyA * BODY_STRIDE, course, 6 * bodyA, t, this.#v);
      movePart(this.#moved, 7, poses, d, bodyB * BODY_STRIDE, course, 6 * bodyB, t, this.#v);
      this.#trial.clear();
      if (this.#generator.generate(a, this.#moved, 0, b, this.#moved, 7, 0, this.#trial) === 0) continue;
      if (-this.#trial.data[deepest(this.#trial) * CP_STRIDE + CP_SEPARATION] > GRAZE * depth) return true;
    }
    return false;
  }

  /** Hands point k of `points` to `into`, at the velocities with this step's forces in them. */
  noteGrazing(
    k: number,
    bodies: BodyStore,
    bodyA: number,
    bodyB: number,
    h: number,
    pair: number,
    into: Grazing,
  ): void {
    const { data } = this.points;
    const apart = data[k * CP_STRIDE + CP_SEPARATION];
    const falls = apart + h * this.alongOf(k, bodies, bodies.v.data, bodyA, bodyB) < 0;
    into.add(pair, data, k * CP_STRIDE + CP_NORMAL, apart, falls);
  }

  /** Whether point k of `points` approaches by more than grazing within h. */
  approaches(k: number, bodies: BodyStore, bodyA: number, bodyB: number, depth: number, h: number): boolean {
    return -this.alongOf(k, bodies, this.course, bodyA, bodyB) * h > GRAZE * depth;
  }

  /** Velocity of A against B along the normal of point k of `points`, by the velocities `old`. */
  alongOf(k: number, bodies: BodyStore, old: Float64Array, bodyA: number, bodyB: number): number {
    const p = this.points;
    const d = bodies.f.data;
    const at = k * CP_STRIDE;
    const a = bodyA * BODY_STRIDE;
    const b = bodyB * BODY_STRIDE;
    const wa = 6 * bodyA;
    const wb = 6 * bodyB;
    const v = this.#v;
    for (let m = 0; m < 3; m++) {
      const m1 = (m + 1) % 3;
      const m2 = (m + 2) % 3;
      v[m] =
        old[wa + m] +
        old[wa + 3 + m1] * (p.data[at + CP_ON_A + m2] + p.origin[m2] - d[a + B_CENTER + m2]) -
        old[wa + 3 + m2] * (p.data[at + CP_ON_A + m1] + p.origin[m1] - d[a + B_CENTER + m1]) -
        old[wb + m] -
        old[wb + 3 + m1] * (p.data[at + CP_ON_B + m2] + p.origin[m2] - d[b + B_CENTER + m2]) +
        old[wb + 3 + m2] * (p.data[at + CP_ON_B + m1] + p.origin[m1] - d[b + B_CENTER + m1]);
    }
    return v[0] * p.data[at + CP_NORMAL] + v[1] * p.data[at + CP_NORMAL + 1] + v[2] * p.data[at + CP_NORMAL + 2];
  }
}

export function deepest(points: PointBuffer): number {
  let best = 0;
  for (let k = 1; k < points.count; k++) {
    if (points.data[k * CP_STRIDE + CP_SEPARATION] < points.data[best * CP_STRIDE + CP_SEPARATION]) best = k;
  }
  return best;
}

/**
 * Writes to out[at…] the pose that the part at poses[at…] has after t seconds of its body's motion: the body at d[p…],
 * the velocity at w[wi…]. `v` is scratch.
 */
export function movePart(
  out: Float64Array,
  at: number,
  poses: Float64Array,
  d: Float64Array,
  p: number,
  w: Float64Array,
  wi: number,
  t: number,
  v: Float64Array,
): void {
  for (let k = 0; k < 7; k++) out[at + k] = poses[at + k];
  // The part's origin turns about the centre of mass with the part.
  unrotateVector(
    v,
    0,
    out,
    at + 3,
    out[at] - d[p + B_CENTER],
    out[at + 1] - d[p + B_CENTER + 1],
    out[at + 2] - d[p + B_CENTER + 2],
  );
  turnByVector(out, at + 3, t * w[wi + 3], t * w[wi + 4], t * w[wi + 5]);
  rotateVector(v, 0, out, at + 3, v[0], v[1], v[2]);
  for (let k = 0; k < 3; k++) out[at + k] = d[p + B_CENTER + k] + t * w[wi + k] + v[k];
}
