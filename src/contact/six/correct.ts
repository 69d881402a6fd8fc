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
import { applyInverseMass } from '../../solver/blocks.js';
import type { ContactPool } from '../pool.js';
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
  SI_BLOCK,
  SI_BODY_A,
  SI_BODY_B,
  SIX_INTS,
  SIX_STRIDE,
} from './layout.js';

export class PatchCorrector {
  private readonly bodies: BodyStore;
  private readonly row = new Float64Array(12);
  private readonly weighted = new Float64Array(12);
  private readonly moved = new Float64Array(6);

  constructor(bodies: BodyStore) {
    this.bodies = bodies;
  }

  /** One pass over all patches that were in the solve; returns the largest excess of mean depth met (m). */
  pass(pool: ContactPool): number {
    const d = this.bodies.f.data;
    const ints = this.bodies.i.data;
    const f = pool.f.data;
    const i = pool.i.data;
    let worst = 0;
    for (let k = 0; k < pool.count; k++) {
      if (i[k * SIX_INTS + SI_BLOCK] < 0) continue;
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
    const g = o + S_GRADIENT;
    const r = this.row;
    for (let m = 0; m < 3; m++) {
      const m1 = (m + 1) % 3;
      const m2 = (m + 2) % 3;
      r[m] = f[g + m];
      r[6 + m] = -f[g + m];
      r[3 + m] = f[o + S_ARM_A + m1] * f[g + m2] - f[o + S_ARM_A + m2] * f[g + m1] + f[o + S_TURN + m];
      r[9 + m] = -(f[o + S_ARM_B + m1] * f[g + m2] - f[o + S_ARM_B + m2] * f[g + m1] + f[o + S_TURN + m]);
    }
  }

  /** Change of V by the motion of one body since the pose at f[p…]. */
  private growthBy(f: Float64Array, p: number, half: number, d: Float64Array, o: number): number {
    const m = this.moved;
    for (let k = 0; k < 3; k++) m[k] = d[o + B_CENTER + k] - f[p + k];
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
    m[3] = s * (w * qx + x * qw + y * qz - z * qy);
    m[4] = s * (w * qy - x * qz + y * qw + z * qx);
    m[5] = s * (w * qz + x * qy - y * qx + z * qw);
    let sum = 0;
    for (let k = 0; k < 6; k++) sum += this.row[half + k] * m[k];
    return sum;
  }
}
