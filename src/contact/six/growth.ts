// How the volume of an overlap changes with the motion of its bodies, to first order.

import { B_CENTER, B_ROTATION, BODY_STRIDE } from '../../bodies/layout.js';
import type { BodyStore } from '../../bodies/store.js';
import { S_ARM_A, S_ARM_B, S_GRADIENT, S_POSE_A, S_POSE_B, S_TURN } from './layout.js';

export class VolumeGrowth {
  /** The gradient that was written last: by the motion of A and of B about their centres of mass. */
  readonly row = new Float64Array(12);
  readonly #bodies: BodyStore;

  constructor(bodies: BodyStore) {
    this.#bodies = bodies;
  }

  /**
   * Change of V, to first order, by the bodies' motion since the contact at f[o…] was detected. Leaves the gradient in
   * `row`.
   */
  of(f: Float64Array, o: number, a: number, b: number): number {
    const d = this.#bodies.f.data;
    this.writeRow(f, o);
    return (
      this.#growthBy(f, o + S_POSE_A, 0, d, a * BODY_STRIDE) + this.#growthBy(f, o + S_POSE_B, 6, d, b * BODY_STRIDE)
    );
  }

  /** How V changes with the motion of A and of B about their centres of mass. */
  writeRow(f: Float64Array, o: number): void {
    const r = this.row;
    const x = f[o + S_GRADIENT];
    const y = f[o + S_GRADIENT + 1];
    const z = f[o + S_GRADIENT + 2];
    const tx = f[o + S_TURN];
    const ty = f[o + S_TURN + 1];
    const tz = f[o + S_TURN + 2];
    const ax = f[o + S_ARM_A];
    const ay = f[o + S_ARM_A + 1];
    const az = f[o + S_ARM_A + 2];
    const bx = f[o + S_ARM_B];
    const by = f[o + S_ARM_B + 1];
    const bz = f[o + S_ARM_B + 2];
    r[0] = x;
    r[1] = y;
    r[2] = z;
    r[3] = ay * z - az * y + tx;
    r[4] = az * x - ax * z + ty;
    r[5] = ax * y - ay * x + tz;
    r[6] = -x;
    r[7] = -y;
    r[8] = -z;
    r[9] = -(by * z - bz * y + tx);
    r[10] = -(bz * x - bx * z + ty);
    r[11] = -(bx * y - by * x + tz);
  }

  /** Change of V by the motion of one body since the pose at f[p…]. */
  #growthBy(f: Float64Array, p: number, half: number, d: Float64Array, o: number): number {
    const r = this.row;
    const x = d[o + B_ROTATION];
    const y = d[o + B_ROTATION + 1];
    const z = d[o + B_ROTATION + 2];
    const w = d[o + B_ROTATION + 3];
    const qx = -f[p + 3];
    const qy = -f[p + 4];
    const qz = -f[p + 5];
    const qw = f[p + 6];
    // Rotation vector to first order: twice the vector part of q q₀⁻¹.
    const s = w * qw - x * qx - y * qy - z * qz < 0 ? -2 : 2;
    return (
      r[half] * (d[o + B_CENTER] - f[p]) +
      r[half + 1] * (d[o + B_CENTER + 1] - f[p + 1]) +
      r[half + 2] * (d[o + B_CENTER + 2] - f[p + 2]) +
      r[half + 3] * (s * (w * qx + x * qw + y * qz - z * qy)) +
      r[half + 4] * (s * (w * qy - x * qz + y * qw + z * qx)) +
      r[half + 5] * (s * (w * qz + x * qy - y * qx + z * qw))
    );
  }
}
