// A facing region (facing.ts) as a record of the pool.
//
// It may be that of a time ahead in the step. The gap is then that of the start: the gap at that time less what the
// bodies come closer until then. Verified in test/contact/six-facing.test.ts.

import { B_CENTER, B_INV_MASS, B_ROTATION, BODY_STRIDE } from '../../bodies/layout.js';
import type { BodyStore } from '../../bodies/store.js';
import { RIM_GROWTH } from '../../distance/face-towards.js';
import type { FacingRegion } from '../../distance/facing.js';
import { turnByVector, unrotateVector } from '../../math/quaternion.js';
import type { PatchBuffer } from '../../patch/patch.js';
import type { ContactPool } from '../pool.js';
import {
  S_AREA,
  S_ARM_A,
  S_AXIS,
  S_DEPTH,
  S_FACE_A,
  S_FACE_B,
  S_FRAME,
  S_FRICTION,
  S_GAP,
  S_LOCAL,
  S_OF_A,
  S_POSE_A,
  S_POSE_B,
  S_ROUND,
  S_SHARP,
  S_VOLUME,
  SI_BODY_A,
  SI_BODY_B,
  SI_FACING,
  SI_PARTS,
  SI_PATCH,
  SIX_INTS,
  SIX_STRIDE,
} from './layout.js';
import { normalVelocity, notePose } from './motion.js';
import { FRICTION_VERTICES } from './tolerances.js';

export class FacingWriter {
  readonly #v = new Float64Array(3);
  readonly #turned = new Float64Array(4);

  readonly #bodies: BodyStore;

  constructor(bodies: BodyStore) {
    this.#bodies = bodies;
  }

  /** Adds the region, found `time` seconds ahead on the way of the velocities `old`, to the pool. */
  add(
    a: number,
    b: number,
    parts: number,
    depth: number,
    friction: number,
    time: number,
    pool: ContactPool,
    patches: PatchBuffer,
    old: Float64Array,
    region: FacingRegion,
  ): void {
    const d = this.#bodies.f.data;
    const patch = patches.addPolygon(
      region.vertices,
      region.count,
      region.frame,
      0,
      FRICTION_VERTICES,
      region.hasRim ? RIM_GROWTH : 1,
    );
    const k = pool.add();
    const f = pool.f.data;
    const o = k * SIX_STRIDE;
    const pa = a * BODY_STRIDE;
    const pb = b * BODY_STRIDE;
    f.fill(0, o, o + SIX_STRIDE);
    for (let m = 0; m < 9; m++) f[o + S_FRAME + m] = region.frame[m];
    // Back from where they meet: on the body that moves, half-way if both do. One point of the world as it is, for both
    // arms.
    const share = d[pa + B_INV_MASS] > 0 ? (d[pb + B_INV_MASS] > 0 ? 0.5 : 1) : 0;
    for (let m = 0; m < 3; m++) {
      const back = time * (share * old[6 * a + m] + (1 - share) * old[6 * b + m]);
      const x = region.center[m] + region.origin[m] - back;
      f[o + S_ARM_A + m] = x - d[pa + B_CENTER + m];
      f[o + S_ARM_A + 3 + m] = x - d[pb + B_CENTER + m];
      f[o + S_AXIS + m] = region.axis[m];
    }
    notePose(f, o + S_POSE_A, d, pa);
    notePose(f, o + S_POSE_B, d, pb);
    f[o + S_DEPTH] = depth;
    f[o + S_FRICTION] = friction;
    for (let m = 0; m < 4; m++) f[o + S_SHARP + m] = 1;
    f[o + S_AREA] = region.area;
    f[o + S_OF_A] = region.ofA;
    f[o + S_ROUND] = region.round;
    f[o + S_GAP] = region.gap[0] + depth;
    f[o + S_GAP + 1] = region.gap[1];
    f[o + S_GAP + 2] = region.gap[2];
    this.#takeFace(f, o, S_FACE_A, region.planeA, region, a, time, old);
    this.#takeFace(f, o, S_FACE_B, region.planeB, region, b, time, old);
    if (time > 0) this.goBack(f, o, a, b, time, old);
    f[o + S_VOLUME] = region.least < 0 ? -region.least * region.area : 0;
    unrotateVector(f, o + S_LOCAL, d, pa + B_ROTATION, f[o + S_ARM_A], f[o + S_ARM_A + 1], f[o + S_ARM_A + 2]);
    const i = pool.i.data;
    const n = k * SIX_INTS;
    for (let m = 0; m < SIX_INTS; m++) i[n + m] = 0;
    i[n + SI_PARTS] = parts;
    i[n + SI_BODY_A] = a;
    i[n + SI_BODY_B] = b;
    i[n + SI_PATCH] = patch;
    i[n + SI_FACING] = 1;
  }

  /**
   * A face in the frame of its body, which is at the pose it has `time` seconds ahead: its point over the centre, and
   * how it goes on along u and w.
   */
  #takeFace(
    f: Float64Array,
    o: number,
    at: number,
    plane: Float64Array,
    { origin, center, frame }: FacingRegion,
    body: number,
    time: number,
    old: Float64Array,
  ): void {
    const d = this.#bodies.f.data;
    const p = body * BODY_STRIDE;
    const v = this.#v;
    const turned = this.#turned;
    // The body's pose at that time: its centre moves with its velocity, and it turns about it.
    for (let m = 0; m < 4; m++) turned[m] = d[p + B_ROTATION + m];
    if (time > 0) {
      const w = 6 * body + 3;
      turnByVector(turned, 0, time * old[w], time * old[w + 1], time * old[w + 2]);
    }
    const k = 1 / (plane[0] * frame[0] + plane[1] * frame[1] + plane[2] * frame[2]);
    const high = k * (plane[3] - (plane[0] * center[0] + plane[1] * center[1] + plane[2] * center[2]));
    for (let m = 0; m < 3; m++)
      v[m] = center[m] + high * frame[m] + (origin[m] - d[p + B_CENTER + m] - time * old[6 * body + m]);
    unrotateVector(f, o + at, turned, 0, v[0], v[1], v[2]);
    for (let e = 3; e < 9; e += 3) {
      const rise = -k * (plane[0] * frame[e] + plane[1] * frame[e + 1] + plane[2] * frame[e + 2]);
      for (let m = 0; m < 3; m++) v[m] = frame[e + m] + rise * frame[m];
      unrotateVector(f, o + at + e, turned, 0, v[0], v[1], v[2]);
    }
  }

  /** From the gap at the time of meeting to that of the start. */
  goBack(f: Float64Array, o: number, a: number, b: number, time: number, old: Float64Array): void {
    f[o + S_GAP] -= time * normalVelocity(f, o + S_ARM_A, old, 6 * a, 6 * b);
    for (let m = 0; m < 3; m++) {
      const turn = time * (old[6 * a + 3 + m] - old[6 * b + 3 + m]);
      f[o + S_GAP + 1] += turn * f[o + S_FRAME + 6 + m];
      f[o + S_GAP + 2] -= turn * f[o + S_FRAME + 3 + m];
    }
  }
}
