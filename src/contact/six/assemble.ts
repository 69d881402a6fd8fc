// A patch as a block for the solver: rows in the patch's frame (see wrench-law.ts for their order), the approach that is
// still free before the target depth as the right-hand side of the normal row, restitution, compliance, the conveyor's
// velocity; and the wrench that the solver found for it.

import { B_ROTATION, B_SURFACE_VELOCITY, BODY_STRIDE } from '../../bodies/layout.js';
import { rotateVector } from '../../math/quaternion.js';
import { atCompliance, atJacobian, atLambda, atRhs, BLOCK_INTS, K_SUBJECT } from '../../solver/blocks.js';
import type { ContactContext } from '../model.js';
import { reboundOf } from '../rebound.js';
import type { PatchContacts } from './contacts.js';
import type { PatchJoiner } from './join.js';
import {
  S_AREA,
  S_ARM_A,
  S_ARM_B,
  S_DEPTH,
  S_FRAME,
  S_FRICTION,
  S_GROWN,
  S_PUSH,
  S_SHARP,
  S_SHIFT,
  S_VARIANCE,
  S_VOLUME,
  S_WRENCH,
  SIX_STRIDE,
  W_FRICTION,
  W_SHARP,
  W_SPIN,
} from './layout.js';
import { writeWrench } from './wrench.js';

/**
 * A patch is closed from this share of the target depth on. If bodies that bear each other all round were still allowed the last
 * 1e-10 m, rigid contact would have to bear with those alone that have used theirs up, and forces would wander for ever.
 */
const CLOSED = 1e-3;

export class PatchAssembler {
  private readonly context: ContactContext;
  private readonly contacts: PatchContacts;
  private readonly projection: number;
  private readonly spin: number;
  private readonly v = new Float64Array(6);

  /** `projection`: the number of the patches' law; `spin`: how it limits spinning (spin.ts). */
  constructor(context: ContactContext, contacts: PatchContacts, projection: number, spin: number) {
    this.context = context;
    this.contacts = contacts;
    this.projection = projection;
    this.spin = spin;
  }

  /** Adds the block of the contact at f[o…] with its patch, and returns it. */
  assemble(f: Float64Array, o: number, patch: number, a: number, b: number, restitution: number): number {
    const { bodies, blocks, settings, warmStart } = this.context;
    const d = bodies.f.data;
    const pa = a * BODY_STRIDE;
    const pb = b * BODY_STRIDE;
    const block = blocks.add(a, b, 6, this.projection);
    const at = blocks.dataOf(block);
    const s = blocks.f.data;
    const j = at + atJacobian(6);
    writeLinear(s, j, f, o, S_FRAME);
    writeAngular(s, j + 12, f, o + S_FRAME + 6, -1);
    writeAngular(s, j + 24, f, o + S_FRAME + 3, 1);
    writeLinear(s, j + 36, f, o, S_FRAME + 3);
    writeLinear(s, j + 48, f, o, S_FRAME + 6);
    writeAngular(s, j + 60, f, o + S_FRAME, 1);
    s[at + W_FRICTION] = f[o + S_FRICTION];
    blocks.i.data[block * BLOCK_INTS + K_SUBJECT] = patch;
    s[at + W_SPIN] = this.spin;
    for (let m = 0; m < 4; m++) s[at + W_SHARP + m] = f[o + S_SHARP + m];

    const h = this.contacts.h;
    const depth = (f[o + S_VOLUME] + f[o + S_GROWN]) / f[o + S_AREA] - f[o + S_SHIFT];
    const free = f[o + S_DEPTH] - depth;
    if (settings.compliance > 0) {
      // f = x/c (1 + d ẋ) at the end's depth x (Hunt and Crossley), spread over the patch as a bed of springs.
      const x = depth > 0 ? depth : 0;
      const slowed = h + settings.damping * x;
      const soft = settings.compliance / (h * slowed);
      s[at + atCompliance] = soft;
      s[at + atRhs] = depth > 0 ? -x / slowed : -depth / h;
      s[at + atCompliance + 1] = soft / Math.max(f[o + S_VARIANCE], 1e-300);
      s[at + atCompliance + 2] = soft / Math.max(f[o + S_VARIANCE + 1], 1e-300);
    } else {
      const bore = f[o + S_WRENCH] !== 0 || f[o + S_WRENCH + 1] !== 0 || f[o + S_WRENCH + 2] !== 0;
      if (free > (bore ? CLOSED * f[o + S_DEPTH] : 0)) s[at + atRhs] = free / h;
      if (restitution > 0) {
        const u = reboundOf(restitution, s, j, bodies.v.data, bodies.old.data, a, b, -depth, h);
        if (u > 0) s[at + atRhs] = -u;
      }
    }
    const v = this.v;
    rotateVector(
      v,
      0,
      d,
      pa + B_ROTATION,
      d[pa + B_SURFACE_VELOCITY],
      d[pa + B_SURFACE_VELOCITY + 1],
      d[pa + B_SURFACE_VELOCITY + 2],
    );
    rotateVector(
      v,
      3,
      d,
      pb + B_ROTATION,
      d[pb + B_SURFACE_VELOCITY],
      d[pb + B_SURFACE_VELOCITY + 1],
      d[pb + B_SURFACE_VELOCITY + 2],
    );
    for (let m = 0; m < 3; m++) {
      s[at + atRhs + 3] += f[o + S_FRAME + 3 + m] * (v[m] - v[3 + m]);
      s[at + atRhs + 4] += f[o + S_FRAME + 6 + m] * (v[m] - v[3 + m]);
    }

    if (warmStart) {
      const l = at + atLambda;
      for (let m = 0; m < 3; m++) {
        const force = f[o + S_WRENCH + m];
        const torque = f[o + S_WRENCH + 3 + m];
        s[l] += f[o + S_FRAME + m] * force;
        s[l + 1] -= f[o + S_FRAME + 6 + m] * torque;
        s[l + 2] += f[o + S_FRAME + 3 + m] * torque;
        s[l + 3] += f[o + S_FRAME + 3 + m] * force;
        s[l + 4] += f[o + S_FRAME + 6 + m] * force;
        s[l + 5] += f[o + S_FRAME + m] * torque;
      }
      if (!(s[l] > 0)) s.fill(0, l, l + 6);
    }
    return block;
  }

  /** Takes the wrenches that the solver found. */
  readBack(joiner: PatchJoiner): void {
    const { blocks } = this.context;
    const { bearing, bearingCount, now } = this.contacts;
    const s = blocks.f.data;
    const f = now.f.data;
    let next = 0;
    for (let n = 0; n < bearingCount; n++) {
      const o = bearing.data[2 * n] * SIX_STRIDE;
      const at = blocks.dataOf(bearing.data[2 * n + 1]);
      f[o + S_PUSH] = 0;
      if (n < next) continue;
      next = n + 1;
      while (next < bearingCount && bearing.data[2 * next + 1] === bearing.data[2 * n + 1]) next++;
      if (next > n + 1) {
        joiner.share(bearing.data, n, next, s, at, blocks.i.data[bearing.data[2 * n + 1] * BLOCK_INTS + K_SUBJECT]);
        continue;
      }
      writeWrench(f, o + S_WRENCH, s, at + atLambda, f, o + S_FRAME);
    }
  }
}

/** Velocity of A against B at the patch's centre along the frame's axis at o + axis. */
function writeLinear(s: Float64Array, at: number, f: Float64Array, o: number, axis: number): void {
  const x = f[o + axis];
  const y = f[o + axis + 1];
  const z = f[o + axis + 2];
  s[at] = x;
  s[at + 1] = y;
  s[at + 2] = z;
  s[at + 3] = f[o + S_ARM_A + 1] * z - f[o + S_ARM_A + 2] * y;
  s[at + 4] = f[o + S_ARM_A + 2] * x - f[o + S_ARM_A] * z;
  s[at + 5] = f[o + S_ARM_A] * y - f[o + S_ARM_A + 1] * x;
  s[at + 6] = -x;
  s[at + 7] = -y;
  s[at + 8] = -z;
  s[at + 9] = -(f[o + S_ARM_B + 1] * z - f[o + S_ARM_B + 2] * y);
  s[at + 10] = -(f[o + S_ARM_B + 2] * x - f[o + S_ARM_B] * z);
  s[at + 11] = -(f[o + S_ARM_B] * y - f[o + S_ARM_B + 1] * x);
}

/** Angular velocity of A against B along sign times the axis at f[a…]. */
function writeAngular(s: Float64Array, at: number, f: Float64Array, a: number, sign: number): void {
  for (let m = 0; m < 3; m++) {
    s[at + 3 + m] = sign * f[a + m];
    s[at + 9 + m] = -sign * f[a + m];
  }
}
