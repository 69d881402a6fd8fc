// Contacts between the substeps of a step: found once, at its start, and taken along with their bodies from there.
//
// V follows by its 6D gradient, the patch moves rigidly: its centre and its frame go on as detection foresaw
// (PatchFinder), by as much as the bodies have moved. A contact whose bodies have hardly moved stays as it was, so that
// it can be reused in the next step. Consequence: what a patch gains or loses at its rim within a step, and what curves
// its way, is seen a step later; both are of second order in the step.
// Verified in test/world/substeps.test.ts.

import { B_CENTER, B_ROTATION, BODY_STRIDE } from '../../bodies/layout.js';
import { rotateInto, turnByVector } from '../../math/quaternion.js';
import type { ContactStore } from '../store.js';
import { GapMeter } from './gap.js';
import type { VolumeGrowth } from './growth.js';
import {
  ASIDE,
  S_ARM_A,
  S_ARM_B,
  S_DEPTH,
  S_DRIFT,
  S_FACE_A,
  S_FACE_B,
  S_FRAME,
  S_GAP,
  S_GRADIENT,
  S_GROWN,
  S_LATER,
  S_OF_A,
  S_POSE_A,
  S_POSE_B,
  S_TILT,
  S_TURN,
  S_VOLUME,
  SI_BODY_A,
  SI_BODY_B,
  SI_CARRIED,
  SI_FACING,
  SI_KIND,
  SI_OPEN,
  SIX_INTS,
  SIX_STRIDE,
} from './layout.js';
import { movedAt, movedSince, notePose } from './motion.js';
import { REUSE } from './tolerances.js';

const AXES = [S_FRAME, S_FRAME + 3, S_FRAME + 6, S_GRADIENT, S_TURN] as const;

export class Follower {
  readonly #growth: VolumeGrowth;
  readonly #turn = new Float64Array(4);
  readonly #v = new Float64Array(6);
  readonly #u = new Float64Array(3);
  readonly #meter = new GapMeter();

  constructor(growth: VolumeGrowth) {
    this.#growth = growth;
  }

  /** Takes the contacts that bore in the last substep to where their bodies at d are now. */
  follow(contacts: ContactStore, d: Float64Array): void {
    const f = contacts.now.f.data;
    const i = contacts.now.i.data;
    for (let n = 0; n < contacts.bearingCount; n++) {
      const k = contacts.bearing.data[2 * n];
      const o = k * SIX_STRIDE;
      const a = i[k * SIX_INTS + SI_BODY_A];
      const b = i[k * SIX_INTS + SI_BODY_B];
      if (i[k * SIX_INTS + SI_FACING] === 1) continue;
      f[o + S_GROWN] = this.#growth.of(f, o, a, b);
      const pa = a * BODY_STRIDE;
      const pb = b * BODY_STRIDE;
      const far = movedSince(f, o + S_POSE_A, d, pa) + movedSince(f, o + S_POSE_B, d, pb);
      if (far <= REUSE * f[o + S_DEPTH]) continue;
      this.#carry(f, o, d, pa, pb, far);
      i[k * SIX_INTS + SI_CARRIED] = 1;
    }
  }

  /**
   * Takes a facing contact along, whether it bore or not: the patch goes with the body whose face it is; the gap is
   * measured anew.
   */
  followFacing(f: Float64Array, o: number, i: Int32Array, n: number, d: Float64Array): void {
    const v = this.#v;
    // What stood for it in the correction of the last substep is gone.
    if (i[n + SI_OPEN] === ASIDE) i[n + SI_OPEN] = 0;
    const pa = i[n + SI_BODY_A] * BODY_STRIDE;
    const pb = i[n + SI_BODY_B] * BODY_STRIDE;
    const far = movedSince(f, o + S_POSE_A, d, pa) + movedSince(f, o + S_POSE_B, d, pb);
    if (far <= REUSE * f[o + S_DEPTH]) {
      this.#meter.measure(f, o + S_GAP, f, o, i, n, d);
      return;
    }
    if (i[n + SI_KIND] !== 0) {
      this.#followFeatures(f, o, i, n, d, pa, pb);
      return;
    }
    movedAt(v, 0, f, o + S_POSE_A, d, pa, f, o + S_ARM_A);
    movedAt(v, 3, f, o + S_POSE_B, d, pb, f, o + S_ARM_B);
    const share = f[o + S_OF_A];
    if (share !== 0.5) {
      rotateInto(this.#u, 0, d, (share > 0.5 ? pa : pb) + B_ROTATION, f, o + (share > 0.5 ? S_FACE_A : S_FACE_B) + 3);
      this.#turnFrame(f, o + S_FRAME, this.#u);
    }
    for (let m = 0; m < 3; m++) {
      const moved = share * v[m] + (1 - share) * v[3 + m];
      f[o + S_ARM_A + m] += moved - (d[pa + B_CENTER + m] - f[o + S_POSE_A + m]);
      f[o + S_ARM_B + m] += moved - (d[pb + B_CENTER + m] - f[o + S_POSE_B + m]);
    }
    notePose(f, o + S_POSE_A, d, pa);
    notePose(f, o + S_POSE_B, d, pb);
    this.#meter.measure(f, o + S_GAP, f, o, i, n, d);
    i[n + SI_CARRIED] = 1;
  }

  /** The rows that features have where their bodies are now. */
  #followFeatures(f: Float64Array, o: number, i: Int32Array, n: number, d: Float64Array, pa: number, pb: number): void {
    const meter = this.#meter;
    const v = this.#v;
    meter.measure(f, o + S_GAP, f, o, i, n, d);
    f[o + S_LATER] = 0;
    const { arms, normal } = meter.features;
    for (let m = 0; m < 6; m++) f[o + S_ARM_A + m] = arms[m];
    for (let m = 0; m < 3; m++) {
      f[o + S_FRAME + m] = normal[m];
      v[m] = f[o + S_FRAME + 3 + m];
    }
    this.#turnFrame(f, o + S_FRAME, v);
    notePose(f, o + S_POSE_A, d, pa);
    notePose(f, o + S_POSE_B, d, pb);
    i[n + SI_CARRIED] = 1;
  }

  /** u and w of the frame at f[e…] from a turned u: at right angles to n. */
  #turnFrame(f: Float64Array, e: number, u: Float64Array): void {
    const along = f[e] * u[0] + f[e + 1] * u[1] + f[e + 2] * u[2];
    const x = u[0] - along * f[e];
    const y = u[1] - along * f[e + 1];
    const z = u[2] - along * f[e + 2];
    const k = 1 / Math.sqrt(x * x + y * y + z * z);
    if (!(k < 1e3)) return;
    f[e + 3] = k * x;
    f[e + 4] = k * y;
    f[e + 5] = k * z;
    for (let m = 0; m < 3; m++) {
      const m1 = (m + 1) % 3;
      const m2 = (m + 2) % 3;
      f[e + 6 + m] = f[e + m1] * f[e + 3 + m2] - f[e + m2] * f[e + 3 + m1];
    }
  }

  #carry(f: Float64Array, o: number, d: Float64Array, pa: number, pb: number, far: number): void {
    const turn = this.#turn;
    f[o + S_VOLUME] += f[o + S_GROWN];
    f[o + S_GROWN] = 0;
    for (let m = 0; m < 3; m++) {
      const drift = far * f[o + S_DRIFT + m];
      f[o + S_ARM_A + m] += drift - (d[pa + B_CENTER + m] - f[o + S_POSE_A + m]);
      f[o + S_ARM_B + m] += drift - (d[pb + B_CENTER + m] - f[o + S_POSE_B + m]);
    }
    notePose(f, o + S_POSE_A, d, pa);
    notePose(f, o + S_POSE_B, d, pb);
    turn[0] = turn[1] = turn[2] = 0;
    turn[3] = 1;
    turnByVector(turn, 0, far * f[o + S_TILT], far * f[o + S_TILT + 1], far * f[o + S_TILT + 2]);
    for (const axis of AXES) rotateInto(f, o + axis, turn, 0, f, o + axis);
  }
}
