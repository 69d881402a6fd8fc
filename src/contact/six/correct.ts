// Position correction along the full 6D gradient of the overlap's volume (Allard et al. 2010, §4.3; Bouchard §5.7).
//
// After the step the volume is known to first order, V + g·δx + t·δθ with the motion of A against B since detection. Where
// its mean depth exceeds the target, both bodies move by M⁻¹ Gᵀ x, G = (g, r×g + t), so that it comes down to the target and
// not below. Velocities are not touched. The second-order rest shows in the next step's exact volume.
// Patches of one body push each other's depths. So each keeps its x over the passes (projected Gauss–Seidel) and takes back
// what others have done for it: no patch is lifted farther than the least motion that serves all.

import { isActive } from '../../bodies/activity.js';
import { displace } from '../../bodies/displace.js';
import { B_CENTER, B_ROTATION, BODY_STRIDE } from '../../bodies/layout.js';
import type { BodyStore } from '../../bodies/store.js';
import { applyInverseMass } from '../../solver/movers.js';
import type { ContactStore } from '../store.js';
import {
  S_AREA,
  S_ARM_A,
  S_ARM_B,
  S_DEPTH,
  S_GRADIENT,
  S_POSE_A,
  S_POSE_B,
  S_PUSH,
  S_SHIFT,
  S_TURN,
  S_VOLUME,
  SI_BODY_A,
  SI_BODY_B,
  SIX_INTS,
  SIX_STRIDE,
} from './layout.js';

export class PatchCorrector {
  private readonly bodies: BodyStore;
  private readonly row = new Float64Array(12);
  private readonly weighted = new Float64Array(12);

  constructor(bodies: BodyStore) {
    this.bodies = bodies;
  }

  /** One pass over all patches that were in the solve; returns the largest excess of mean depth met (m). */
  pass(contacts: ContactStore): number {
    const d = this.bodies.f.data;
    const ints = this.bodies.i.data;
    const f = contacts.now.f.data;
    const i = contacts.now.i.data;
    const bearing = contacts.bearing.data;
    let worst = 0;
    for (let n = 0; n < contacts.bearingCount; n++) {
      const k = bearing[2 * n];
      const o = k * SIX_STRIDE;
      const a = i[k * SIX_INTS + SI_BODY_A];
      const b = i[k * SIX_INTS + SI_BODY_B];
      const grown = this.growth(f, o, a, b);
      const area = f[o + S_AREA];
      const excess = (f[o + S_VOLUME] + grown) / area - f[o + S_SHIFT] - f[o + S_DEPTH];
      const pushed = f[o + S_PUSH];
      if (!(excess > 0) && pushed === 0) continue;
      applyInverseMass(this.weighted, 0, this.row, 0, d, a * BODY_STRIDE);
      applyInverseMass(this.weighted, 6, this.row, 6, d, b * BODY_STRIDE);
      let sum = 0;
      for (let m = 0; m < 12; m++) sum += this.row[m] * this.weighted[m];
      if (!(sum > 0)) continue;
      let x = (-excess * area) / sum;
      // At most all of its push is taken back.
      const share = x > -pushed ? -pushed / x : 1;
      if (x > -pushed) x = -pushed;
      f[o + S_PUSH] = pushed + x;
      if (Math.abs(excess) * share > worst) worst = Math.abs(excess) * share;
      if (isActive(ints, a)) displace(d, a * BODY_STRIDE, this.weighted, 0, x);
      if (isActive(ints, b)) displace(d, b * BODY_STRIDE, this.weighted, 6, x);
    }
    return worst;
  }

  /** Change of V, to first order, by the bodies' motion since the contact at f[o…] was detected. Leaves the gradient in `row`. */
  growth(f: Float64Array, o: number, a: number, b: number): number {
    const d = this.bodies.f.data;
    this.writeRow(f, o);
    return (
      this.growthBy(f, o + S_POSE_A, 0, d, a * BODY_STRIDE) + this.growthBy(f, o + S_POSE_B, 6, d, b * BODY_STRIDE)
    );
  }

  /** How V changes with the motion of A and of B about their centres of mass. */
  private writeRow(f: Float64Array, o: number): void {
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
  private growthBy(f: Float64Array, p: number, half: number, d: Float64Array, o: number): number {
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
