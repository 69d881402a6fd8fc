// Position correction along the full 6D gradient of the overlap's volume (Allard et al. 2010, §4.3; Bouchard §5.7).
//
// After the step the volume is known to first order, V + g·δx + t·δθ with the motion of A against B since detection.
// Where its mean depth exceeds the target, both bodies move by M⁻¹ Gᵀ x, G = (g, r×g + t), so that it comes down to the
// target and not below. Velocities are not touched. The second-order rest shows in the next step's exact volume.
// Patches of one body push each other's depths. So each keeps its x over the passes (projected Gauss–Seidel) and takes
// back what others have done for it: no patch is lifted farther than the least motion that serves all.

import { isActive } from '../../bodies/activity.js';
import { displace } from '../../bodies/displace.js';
import { B_CENTER, B_ROTATION, BODY_STRIDE } from '../../bodies/layout.js';
import type { BodyStore } from '../../bodies/store.js';
import type { Arena, F64Slab } from '../../memory/arena.js';
import type { PatchBuffer } from '../../patch/patch.js';
import { PARAMETERS } from '../../solver/blocks.js';
import { applyInverseMass } from '../../solver/movers.js';
import { approachOf } from '../approach.js';
import { writeNormalRows } from './assemble.js';
import type { PatchContacts } from './contacts.js';
import { GapMeter, leastGap } from './gap.js';
import {
  S_AREA,
  S_ARM_A,
  S_ARM_B,
  S_DEPTH,
  S_GRADIENT,
  S_LATER,
  S_MOST,
  S_NOW,
  S_POSE_A,
  S_POSE_B,
  S_PUSH,
  S_PUSHED,
  S_SHIFT,
  S_TURN,
  S_VOLUME,
  SI_BODY_A,
  SI_BODY_B,
  SI_FACING,
  SI_PATCH,
  SIX_INTS,
  SIX_STRIDE,
  W_SHARP,
} from './layout.js';
import { notePose } from './motion.js';
import { NormalLaw } from './normal-law.js';
import { CORRECTED_ENOUGH, CORRECTION_SWEEPS } from './tolerances.js';

export class PatchCorrector {
  private readonly bodies: BodyStore;
  private readonly row = new Float64Array(12);
  private readonly weighted = new Float64Array(12);
  private readonly meter = new GapMeter();
  private readonly gap = new Float64Array(3);
  private readonly move = new Float64Array(12);
  private readonly base: F64Slab;
  private readonly rows = new Float64Array(36);
  private readonly answer = new Float64Array(36);
  /** The normal law reads a block's parameters: that it ends at edges. */
  private readonly law: NormalLaw;
  private readonly lawRecord = new Float64Array(PARAMETERS).fill(1, W_SHARP, W_SHARP + 4);

  constructor(bodies: BodyStore, patches: PatchBuffer, arena: Arena) {
    this.bodies = bodies;
    this.base = arena.f64(16);
    this.law = new NormalLaw(patches);
  }

  /**
   * Some sweeps over all patches that were in the solve, to and fro; returns the largest excess of depth met in the
   * last (m).
   */
  pass(contacts: PatchContacts): number {
    this.measure(contacts);
    let worst = 0;
    for (let n = 0; n < CORRECTION_SWEEPS; n++) {
      worst = this.sweep(contacts, n % 2 === 1);
      if (!(worst > CORRECTED_ENOUGH)) break;
    }
    return worst;
  }

  /**
   * Gaps and poses before the sweeps. Within them gaps follow to first order: leaning faces that are turned and slide
   * along each other answer to a push by more than it takes, and sweeps over what they really do would not settle.
   */
  private measure(contacts: PatchContacts): void {
    const { bodies, base } = this;
    const d = bodies.f.data;
    base.reserve(7 * bodies.count);
    for (let b = 0; b < bodies.count; b++) notePose(base.data, 7 * b, d, b * BODY_STRIDE);
    const { f, i } = contacts.now;
    for (let n = 0; n < contacts.bearingCount; n++) {
      const k = contacts.bearing.data[2 * n];
      if (i.data[k * SIX_INTS + SI_FACING] !== 1) continue;
      this.meter.measure(f.data, k * SIX_STRIDE + S_NOW, f.data, k * SIX_STRIDE, i.data, k * SIX_INTS, d);
    }
  }

  private sweep(contacts: PatchContacts, isBack: boolean): number {
    const d = this.bodies.f.data;
    const ints = this.bodies.i.data;
    const f = contacts.now.f.data;
    const i = contacts.now.i.data;
    const bearing = contacts.bearing.data;
    let worst = 0;
    for (let m = 0; m < contacts.bearingCount; m++) {
      const n = isBack ? contacts.bearingCount - 1 - m : m;
      const k = bearing[2 * n];
      const o = k * SIX_STRIDE;
      const a = i[k * SIX_INTS + SI_BODY_A];
      const b = i[k * SIX_INTS + SI_BODY_B];
      if (i[k * SIX_INTS + SI_FACING] === 1) {
        worst = Math.max(worst, this.passFacing(contacts, k, a, b));
        continue;
      }
      const grown = this.growth(f, o, a, b);
      const area = f[o + S_AREA];
      let excess = (f[o + S_VOLUME] + grown) / area - f[o + S_SHIFT] - f[o + S_DEPTH] + f[o + S_LATER];
      if (excess > f[o + S_MOST]) excess = Math.min(excess, this.most(f, o, a, b, contacts.h));
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

  /**
   * A facing contact: the normal law on positions. With s the gap now and N what it has pushed so far, s - A N is the
   * gap without its push, A = J M⁻¹ Jᵀ; the N that the law makes of that replaces the old. Deeper than a share of the
   * thinner body is taken out over several steps.
   */
  private passFacing(contacts: PatchContacts, k: number, a: number, b: number): number {
    const { gap, rows, answer, law, lawRecord } = this;
    const d = this.bodies.f.data;
    const ints = this.bodies.i.data;
    const { now, patches } = contacts;
    const f = now.f.data;
    const o = k * SIX_STRIDE;
    const patch = now.i.data[k * SIX_INTS + SI_PATCH];
    writeNormalRows(rows, 0, f, o);
    this.writeMove(0, a);
    this.writeMove(6, b);
    for (let r = 0; r < 3; r++) {
      let sum = f[o + S_NOW + r];
      for (let m = 0; m < 12; m++) sum += rows[12 * r + m] * this.move[m];
      gap[r] = sum;
    }
    const deepest = leastGap(f, o + S_NOW, patches, patch);
    let most = f[o + S_MOST];
    if (deepest < -most) {
      most = this.most(f, o, a, b, contacts.h);
      gap[0] -= Math.min(0, deepest + most);
    }
    const least = leastGap(gap, 0, patches, patch);
    const n = o + S_PUSHED;
    const isPushed = f[n] !== 0;
    if (!(least < 0) && !isPushed) return 0;
    for (let r = 0; r < 3; r++) {
      applyInverseMass(answer, 12 * r, rows, 12 * r, d, a * BODY_STRIDE);
      applyInverseMass(answer, 12 * r + 6, rows, 12 * r + 6, d, b * BODY_STRIDE);
    }
    if (!isActive(ints, a)) for (let r = 0; r < 36; r += 12) answer.fill(0, r, r + 6);
    if (!isActive(ints, b)) for (let r = 0; r < 36; r += 12) answer.fill(0, r + 6, r + 12);
    for (let r = 0; r < 3; r++)
      for (let c = 0; c < 3; c++) {
        let sum = 0;
        for (let m = 0; m < 12; m++) sum += rows[12 * r + m] * answer[12 * c + m];
        law.a[3 * r + c] = sum;
      }
    for (let r = 0; r < 3; r++)
      law.e[r] = gap[r] - (law.a[3 * r] * f[n] + law.a[3 * r + 1] * f[n + 1] + law.a[3 * r + 2] * f[n + 2]);
    law.patch = patch;
    if (!(law.a[0] > 0)) return 0;
    if (!law.solve(lawRecord, 0)) law.n.fill(0);
    let change = 0;
    for (let r = 0; r < 3; r++) {
      const x = law.n[r] - f[n + r];
      f[n + r] = law.n[r];
      law.n[r] = x;
    }
    for (let r = 0; r < 3; r++)
      law.e[r] = law.a[3 * r] * law.n[0] + law.a[3 * r + 1] * law.n[1] + law.a[3 * r + 2] * law.n[2];
    change = Math.max(Math.abs(leastGap(law.e, 0, patches, patch)), Math.abs(law.e[0]));
    if (change > most) {
      const share = most / change;
      change = most;
      for (let r = 0; r < 3; r++) {
        f[n + r] -= (1 - share) * law.n[r];
        law.n[r] *= share;
      }
    }
    for (let m = 0; m < 12; m++) this.weighted[m] = 0;
    for (let r = 0; r < 3; r++) for (let m = 0; m < 12; m++) this.weighted[m] += law.n[r] * answer[12 * r + m];
    if (isActive(ints, a)) displace(d, a * BODY_STRIDE, this.weighted, 0, 1);
    if (isActive(ints, b)) displace(d, b * BODY_STRIDE, this.weighted, 6, 1);
    return change;
  }

  /**
   * How far correction may move the contact at f[o…]: a share of the thinner body, and as far as the bodies came in
   * this step.
   */
  private most(f: Float64Array, o: number, a: number, b: number, h: number): number {
    return f[o + S_MOST] + approachOf(this.bodies.f.data, this.bodies.v.data, a, b, h);
  }

  /** How body b has been moved and turned by correction so far, to move[at…]. */
  private writeMove(at: number, b: number): void {
    const { move } = this;
    const base = this.base.data;
    const d = this.bodies.f.data;
    const o = b * BODY_STRIDE;
    const p = 7 * b;
    for (let m = 0; m < 3; m++) move[at + m] = d[o + B_CENTER + m] - base[p + m];
    const x = d[o + B_ROTATION];
    const y = d[o + B_ROTATION + 1];
    const z = d[o + B_ROTATION + 2];
    const w = d[o + B_ROTATION + 3];
    const qx = -base[p + 3];
    const qy = -base[p + 4];
    const qz = -base[p + 5];
    const qw = base[p + 6];
    const s = w * qw - x * qx - y * qy - z * qz < 0 ? -2 : 2;
    move[at + 3] = s * (w * qx + x * qw + y * qz - z * qy);
    move[at + 4] = s * (w * qy - x * qz + y * qw + z * qx);
    move[at + 5] = s * (w * qz + x * qy - y * qx + z * qw);
  }

  /**
   * Change of V, to first order, by the bodies' motion since the contact at f[o…] was detected. Leaves the gradient in
   * `row`.
   */
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
