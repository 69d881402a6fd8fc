// A component of an overlap as a contact: its patch, and its record of the pool.

import { B_CENTER, B_INV_MASS, B_ROTATION, BODY_STRIDE } from '../../bodies/layout.js';
import { rotateVector, turnByVector, unrotateVector } from '../../math/quaternion.js';
import {
  EN_STRIDE,
  OV_AREA_VECTOR,
  OV_CENTER,
  OV_MOMENT,
  OV_STRIDE,
  OV_TURN,
  OV_VOLUME,
} from '../../overlap/overlap.js';
import type { SharedCurvature } from '../../patch/curvature.js';
import { patchVariances } from '../../patch/ellipse.js';
import { contactFrame, FrameScratch } from '../../patch/frame.js';
import { PA_AREA, PA_FRAME } from '../../patch/layout.js';
import type { PatchOptions } from '../../patch/patch.js';
import type { ConcaveParts } from '../../shapes/kind.js';
import type { SimpleShape } from '../../shapes/shape.js';
import { thickness } from '../material.js';
import type { PatchDrift } from './drift.js';
import { EndProbe } from './ends.js';
import {
  S_AREA,
  S_ARM_A,
  S_ARM_B,
  S_AXIS,
  S_CURVE,
  S_DEPTH,
  S_DRIFT,
  S_FRAME,
  S_FRICTION,
  S_GRADIENT,
  S_GROWN,
  S_LATER,
  S_LOCAL,
  S_MOMENT,
  S_MOST,
  S_POSE_A,
  S_POSE_B,
  S_SHARP,
  S_SHIFT,
  S_TILT,
  S_TURN,
  S_VARIANCE,
  S_VOLUME,
  S_WAY,
  S_WRENCH,
  SI_BODY_A,
  SI_BODY_B,
  SI_CARRIED,
  SI_FACING,
  SI_FEATURES,
  SI_KIND,
  SI_MATCHED,
  SI_OPEN,
  SI_PARTS,
  SI_PATCH,
  SI_SKIP,
  SIX_INTS,
  SIX_STRIDE,
} from './layout.js';
import { notePose } from './motion.js';
import type { OverlapPair } from './overlap-pair.js';
import { CORRECTED, MOST_POWER, SPECK } from './tolerances.js';

export class OverlapWriter {
  readonly #ends = new EndProbe();
  /** Null: nothing has ends. */
  readonly #curvature: SharedCurvature | null;
  readonly #turned = new Float64Array(4);
  readonly #scratch = new FrameScratch();

  readonly #hand: OverlapPair;
  readonly #drift: PatchDrift;
  readonly #patchOptions: PatchOptions;

  constructor(hand: OverlapPair, drift: PatchDrift, patchOptions: PatchOptions, concave: ConcaveParts | null) {
    this.#curvature = concave?.six.curvature() ?? null;
    this.#hand = hand;
    this.#drift = drift;
    this.#patchOptions = patchOptions;
  }

  /**
   * Adds component c of the overlap as a contact, unless it is a speck. `known`: the contact that it was so far, where a
   * look has found it ahead; or -1.
   */
  add(c: number, sa: SimpleShape, sb: SimpleShape, known = -1): void {
    const { buffer, direction, pool, patches } = this.#hand;
    const ov = buffer.records;
    let largest = 0;
    for (let m = 0; m < buffer.count; m++) largest = Math.max(largest, ov[m * OV_STRIDE + OV_VOLUME]);
    const r = c * OV_STRIDE;
    if (!(ov[r + OV_VOLUME] > SPECK * largest)) return;
    const patch = patches.add(buffer, c, this.#patchOptions, direction, 0);
    if (!(patches.made[PA_AREA] > 0)) {
      patches.dropLast();
      return;
    }
    const k = pool.add();
    const d = this.#hand.bodies.f.data;
    const f = pool.f.data;
    const o = k * SIX_STRIDE;
    const pa = this.#hand.a * BODY_STRIDE;
    const pb = this.#hand.b * BODY_STRIDE;
    // Where bodies are that were moved to meet: on the one that moves, half-way if both do.
    const share = d[pa + B_INV_MASS] > 0 ? (d[pb + B_INV_MASS] > 0 ? 0.5 : 1) : 0;
    for (let m = 0; m < 6; m++) f[o + S_WRENCH + m] = 0;
    for (let m = 0; m < 3; m++) f[o + S_AXIS + m] = 0;
    for (let m = 0; m < 9; m++) f[o + S_FRAME + m] = patches.made[PA_FRAME + m];
    for (let m = 0; m < 6; m++) f[o + S_MOMENT + m] = ov[r + OV_MOMENT + m] / ov[r + OV_VOLUME];
    this.#takeArms(f, o, ov, r, share);
    notePose(f, o + S_POSE_A, d, pa);
    notePose(f, o + S_POSE_B, d, pb);
    this.#takeGradient(f, o, ov, r);
    f[o + S_VOLUME] = ov[r + OV_VOLUME];
    f[o + S_GROWN] = 0;
    f[o + S_DEPTH] = this.#hand.depth;
    f[o + S_WAY] = f[o + S_SHIFT] = this.#hand.time > 0 ? this.#approached(f, o) : this.#hand.shift;
    f[o + S_MOST] = CORRECTED * Math.min(thickness(sa), thickness(sb), 1e3);
    f[o + S_FRICTION] = this.#hand.friction;
    this.#ends.measure(f, o + S_SHARP, patches.made, buffer.origin, sa, sb, this.#hand.poses);
    for (let m = S_CURVE; m <= S_LATER; m++) f[o + m] = 0;
    // Simplification: with friction patches are flat. Leaning normal forces beside friction that slips have laws that
    // visits do not settle; a pin that rubs in its hole turns a little too hard.
    if (buffer.hasEnds && this.#hand.friction === 0)
      this.#curvature!.write(f, o + S_CURVE, buffer.ends, c * EN_STRIDE, f, o + S_FRAME);
    if (this.#hand.time > 0) this.#stopEarlier(f, o, c, sa, sb, known);
    patchVariances(f, o + S_VARIANCE, ov, r, patches.made, PA_FRAME);
    for (let m = S_DRIFT; m < S_TILT + 3; m++) f[o + m] = 0;
    if (this.#hand.carried) this.#drift.withCenters(f, o, share);
    unrotateVector(f, o + S_LOCAL, d, pa + B_ROTATION, f[o + S_ARM_A], f[o + S_ARM_A + 1], f[o + S_ARM_A + 2]);
    const i = pool.i.data;
    const n = k * SIX_INTS;
    i[n + SI_PARTS] = this.#hand.parts;
    i[n + SI_BODY_A] = this.#hand.a;
    i[n + SI_BODY_B] = this.#hand.b;
    i[n + SI_PATCH] = patch;
    i[n + SI_MATCHED] = 0;
    i[n + SI_SKIP] = sa.type === 'mesh' && sb.type === 'mesh' ? -1 : 0;
    i[n + SI_OPEN] = 0;
    i[n + SI_CARRIED] = 0;
    i[n + SI_FACING] = 0;
    i[n + SI_KIND] = 0;
    i[n + SI_FEATURES] = 0;
  }

  /**
   * Contact k becomes component c of the overlap in hand, which is where its bodies are, as far as correction asks for
   * it; -1: they just touch there as they did.
   */
  renew(k: number, c: number): void {
    const { buffer, pool, bodies, direction } = this.#hand;
    const f = pool.f.data;
    const o = k * SIX_STRIDE;
    const d = bodies.f.data;
    notePose(f, o + S_POSE_A, d, this.#hand.a * BODY_STRIDE);
    notePose(f, o + S_POSE_B, d, this.#hand.b * BODY_STRIDE);
    f[o + S_GROWN] = f[o + S_SHIFT] = f[o + S_WAY] = f[o + S_LATER] = f[o + S_VOLUME] = 0;
    if (c < 0) return;
    const r = c * OV_STRIDE;
    f[o + S_VOLUME] = buffer.records[r + OV_VOLUME];
    contactFrame(f, o + S_FRAME, buffer.records, r, this.#patchOptions.normal, direction, 0, this.#scratch);
    this.#takeArms(f, o, buffer.records, r, 0);
    this.#takeGradient(f, o, buffer.records, r);
  }

  /**
   * Both arms of the overlap at ov[r…]. Where bodies were moved to meet, the place goes back with the body that moves,
   * half-way if both do: both arms lead to one point of the world as it is, or friction would make angular momentum.
   */
  #takeArms(f: Float64Array, o: number, ov: Float64Array, r: number, share: number): void {
    const { buffer, centers, bodies, time, v } = this.#hand;
    const d = bodies.f.data;
    const w = bodies.v.data;
    for (let side = 0; side < 2; side++) {
      const body = side === 0 ? this.#hand.a : this.#hand.b;
      const at = o + (side === 0 ? S_ARM_A : S_ARM_B);
      for (let m = 0; m < 3; m++) v[m] = ov[r + OV_CENTER + m] + (buffer.origin[m] - centers[3 * side + m]);
      // As the body will have turned by then, turned back.
      if (time > 0)
        turnVector(v, this.#turned, -time * w[6 * body + 3], -time * w[6 * body + 4], -time * w[6 * body + 5]);
      for (let m = 0; m < 3; m++) f[at + m] = v[m];
    }
    for (let m = 0; m < 3; m++) {
      const xa = d[this.#hand.a * BODY_STRIDE + B_CENTER + m];
      const xb = d[this.#hand.b * BODY_STRIDE + B_CENTER + m];
      const apart =
        time > 0 ? f[o + S_ARM_A + m] + xa - (f[o + S_ARM_B + m] + xb) : xa - centers[m] - (xb - centers[3 + m]);
      f[o + S_ARM_A + m] -= (1 - share) * apart;
      f[o + S_ARM_B + m] += share * apart;
    }
  }

  /**
   * V/|g| falls by less than bodies go back: that of a cap by half as much, of a tip by a third, as V goes with a power p of
   * how far they came and |g| is its derivative. So the contact at f[o…], of component c, stops them p times as much
   * earlier as it is too deep. How much it falls is known of a half-space by where the centre lies, half of ∫t² over ∫t
   * below it, as columns of thickness t go back together; of the contact that it was so far (`known`), which was found
   * where bodies had come farther; else it is asked of meshes, whose overlap is exact and cheap.
   */
  #stopEarlier(f: Float64Array, o: number, c: number, sa: SimpleShape, sb: SimpleShape, known: number): void {
    const { records, origin } = this.#hand.buffer;
    const at = c * OV_STRIDE + OV_CENTER;
    const deep = f[o + S_VOLUME] / f[o + S_AREA];
    const spare = deep - f[o + S_DEPTH];
    // Where normals differ all over a patch, it has no one way back.
    if (!(spare > 0) || f[o + S_CURVE] !== 0 || f[o + S_CURVE + 1] !== 0 || f[o + S_CURVE + 2] !== 0) return;
    let back = 0;
    let fallen = 0;
    if (sa.type === 'half-space' || sb.type === 'half-space') {
      const plane = sa.type === 'half-space' ? 0 : 7;
      for (let m = 0; m < 3; m++)
        back += f[o + S_FRAME + m] * (records[at + m] + (origin[m] - this.#hand.poses[plane + m]));
      back = Math.abs(back);
      fallen = deep - back;
    } else if (known >= 0) {
      const q = known * SIX_STRIDE;
      back = f[q + S_WAY] - f[o + S_WAY];
      fallen = (f[q + S_VOLUME] + f[q + S_GROWN]) / f[q + S_AREA] - deep;
    } else if (sa.type === 'mesh' && sb.type === 'mesh') {
      back = spare;
      fallen = deep - this.#hand.depthBack(sa, sb, f, o + S_FRAME, back, c);
    }
    if (!(back * fallen > 0)) return;
    const power = Math.min(Math.max(back / fallen, 1), MOST_POWER);
    f[o + S_SHIFT] = Math.max(f[o + S_SHIFT] - (power - 1) * spare, 1e-300);
  }

  /** How far the bodies came closer on their way, at the patch at f[o…] along its normal. */
  #approached(f: Float64Array, o: number): number {
    return Math.max(-this.#hand.time * this.#hand.along(f, o, this.#hand.bodies.v.data), 1e-300);
  }

  /**
   * The volume's gradient as position correction uses it. Along a face's normal: what is left of g lies in the plane
   * and belongs to the walls of an overlap that ends at an edge. There V grows because the patch grows, as when a box
   * slides onto the next tile, and the mean depth does not. With the paper's normal, -g/|g|, it is all of g.
   */
  #takeGradient(f: Float64Array, o: number, ov: Float64Array, r: number): void {
    const n = o + S_FRAME;
    const g = r + OV_AREA_VECTOR;
    const t = r + OV_TURN;
    const along = f[n] * ov[g] + f[n + 1] * ov[g + 1] + f[n + 2] * ov[g + 2];
    const spin = f[n] * ov[t] + f[n + 1] * ov[t + 1] + f[n + 2] * ov[t + 2];
    for (let m = 0; m < 3; m++) {
      f[o + S_GRADIENT + m] = along * f[n + m];
      f[o + S_TURN + m] = ov[t + m] - spin * f[n + m];
    }
    f[o + S_AREA] = along < 0 ? -along : along;
  }
}

/** Turns the vector v by the rotation vector (x, y, z); q is scratch. */
function turnVector(v: Float64Array, q: Float64Array, x: number, y: number, z: number): void {
  q[0] = q[1] = q[2] = 0;
  q[3] = 1;
  turnByVector(q, 0, x, y, z);
  rotateVector(v, 0, q, 0, v[0], v[1], v[2]);
}

/**
 * Twice how thick the overlap at f[o…] is along its normal, as a slab: V/|g| is no depth where one body is inside the
 * other.
 */
export function thicknessOf(f: Float64Array, o: number): number {
  const m = o + S_MOMENT;
  const x = f[o + S_FRAME];
  const y = f[o + S_FRAME + 1];
  const z = f[o + S_FRAME + 2];
  const variance =
    x * (f[m] * x + 2 * (f[m + 1] * y + f[m + 2] * z)) + y * (f[m + 3] * y + 2 * f[m + 4] * z) + f[m + 5] * z * z;
  return 2 * Math.sqrt(12 * Math.max(0, variance));
}
