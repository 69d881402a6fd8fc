// The gap of a facing contact while its bodies move.
//
// Both faces are planes of their bodies. Over a point x of the patch, along its normal n, they are apart by
//   s(x) = s₀ + s_u x_u + s_w x_w = height of A's plane - height of B's plane + target depth,
// exactly, for any poses. What the law asks of a step is s(x)/h + v_n(x) ≥ 0 on the whole patch; what correction asks
// is s(x) ≥ 0.

import { B_CENTER, B_ROTATION, BODY_STRIDE } from '../../bodies/layout.js';
import { type FacingRegion, RIM_AREA } from '../../distance/facing.js';
import { rotateInto, rotateVector, unrotateVector } from '../../math/quaternion.js';
import type { PatchBuffer } from '../../patch/patch.js';
import { FeatureGap, PLACES } from './features.js';
import {
  S_ARM_A,
  S_ARM_B,
  S_DEPTH,
  S_FRAME,
  S_OF_A,
  S_PLANE_A,
  S_PLANE_B,
  S_POSE_A,
  S_POSE_B,
  SI_BODY_A,
  SI_BODY_B,
  SI_KIND,
} from './layout.js';
import { movedAt, notePose } from './motion.js';

/** Least of the affine function gap[gi…] on patch k. */
export function leastGap(gap: Float64Array, gi: number, patches: PatchBuffer, k: number): number {
  const v = patches.vertices;
  const start = patches.outlineStart[k];
  let least = Infinity;
  for (let m = start, e = start + 2 * patches.outlineCount[k]; m < e; m += 2) {
    const g = gap[gi] + gap[gi + 1] * v[m] + gap[gi + 2] * v[m + 1];
    if (g < least) least = g;
  }
  return least;
}

export class GapMeter {
  /** What measured a contact of features. */
  readonly features = new FeatureGap();
  private readonly place = new Float64Array(PLACES);
  private readonly plane = new Float64Array(3);
  private readonly height = new Float64Array(6);
  private readonly v = new Float64Array(6);
  /** u and w, after `turnAxes`. */
  readonly axes = new Float64Array(6);

  /**
   * Writes s₀, s_u, s_w of the contact at f[o…] (its integers at i[n…]) at the bodies' present poses to out[at…]. The
   * patch goes and turns with the body whose face it is, n stays.
   */
  measure(out: Float64Array, at: number, f: Float64Array, o: number, i: Int32Array, n: number, d: Float64Array): void {
    const { height, v } = this;
    const pa = i[n + SI_BODY_A] * BODY_STRIDE;
    const pb = i[n + SI_BODY_B] * BODY_STRIDE;
    if (i[n + SI_KIND] !== 0) {
      out[at + 1] = out[at + 2] = 0;
      notePose(this.place, 0, d, pa);
      notePose(this.place, 7, d, pb);
      if (this.features.at(f, o, i[n + SI_KIND], this.place)) out[at] = this.features.gap;
      return;
    }
    movedAt(v, 0, f, o + S_POSE_A, d, pa, f, o + S_ARM_A);
    movedAt(v, 3, f, o + S_POSE_B, d, pb, f, o + S_ARM_B);
    const share = f[o + S_OF_A];
    for (let m = 0; m < 3; m++) v[m] = share * v[m] + (1 - share) * v[3 + m];
    this.turnAxes(f, o, d, pa, pb);
    this.heights(0, f, o, S_ARM_A, S_POSE_A, S_PLANE_A, d, pa);
    this.heights(3, f, o, S_ARM_B, S_POSE_B, S_PLANE_B, d, pb);
    out[at] = height[0] - height[3] + f[o + S_DEPTH];
    out[at + 1] = height[1] - height[4];
    out[at + 2] = height[2] - height[5];
  }

  /** u and w as the body whose face the patch is has turned them; as they were where it is of both. */
  turnAxes(f: Float64Array, o: number, d: Float64Array, pa: number, pb: number): void {
    const { axes } = this;
    const share = f[o + S_OF_A];
    const pose = o + (share > 0.5 ? S_POSE_A : S_POSE_B) + 3;
    const p = (share > 0.5 ? pa : pb) + B_ROTATION;
    for (let axis = 0; axis < 2; axis++) {
      const e = o + S_FRAME + 3 + 3 * axis;
      for (let m = 0; m < 3; m++) axes[3 * axis + m] = f[e + m];
      if (share === 0.5) continue;
      unrotateVector(axes, 3 * axis, f, pose, f[e], f[e + 1], f[e + 2]);
      rotateVector(axes, 3 * axis, d, p, axes[3 * axis], axes[3 * axis + 1], axes[3 * axis + 2]);
    }
  }

  /** Height over the centre of the plane of one body along n, and how it rises along u and w. */
  private heights(
    at: number,
    f: Float64Array,
    o: number,
    arm: number,
    pose: number,
    local: number,
    d: Float64Array,
    p: number,
  ): void {
    const { plane, height, v, axes } = this;
    rotateInto(plane, 0, d, p + B_ROTATION, f, o + local);
    const x = plane[0];
    const y = plane[1];
    const z = plane[2];
    const e = o + S_FRAME;
    const k = 1 / (x * f[e] + y * f[e + 1] + z * f[e + 2]);
    // From the body's centre of mass, which has moved since, to the patch's centre, which has too.
    const ax = f[o + arm] + v[0] + (f[o + pose] - d[p + B_CENTER]);
    const ay = f[o + arm + 1] + v[1] + (f[o + pose + 1] - d[p + B_CENTER + 1]);
    const az = f[o + arm + 2] + v[2] + (f[o + pose + 2] - d[p + B_CENTER + 2]);
    height[at] = k * (f[o + local + 3] - (x * ax + y * ay + z * az));
    height[at + 1] = -k * (x * axes[0] + y * axes[1] + z * axes[2]);
    height[at + 2] = -k * (x * axes[3] + y * axes[4] + z * axes[5]);
  }
}

/** The part of a facing region on which its bodies are inside each other. */
export class Overlapped {
  /** Its corners, (u, w) in the region's frame about its centre; area and volume. */
  readonly outline: [number, number][] = [];
  area = 0;
  volume = 0;

  measure({ gap, vertices: v, count: n, hasRim }: FacingRegion): void {
    const { outline } = this;
    outline.length = 0;
    const at = (m: number) => gap[0] + gap[1] * v[2 * m] + gap[2] * v[2 * m + 1];
    for (let m = 0; m < n; m++) {
      const j = (m + 1) % n;
      const here = at(m);
      const next = at(j);
      if (here <= 0) outline.push([v[2 * m], v[2 * m + 1]]);
      if (here < 0 === next < 0) continue;
      const t = here / (here - next);
      if (t > 0 && t < 1)
        outline.push([v[2 * m] + t * (v[2 * j] - v[2 * m]), v[2 * m + 1] + t * (v[2 * j + 1] - v[2 * m + 1])]);
    }
    this.area = 0;
    this.volume = 0;
    for (let m = 1; m + 1 < outline.length; m++) {
      const a = outline[0]!;
      const b = outline[m]!;
      const c = outline[m + 1]!;
      const area = 0.5 * ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]));
      const u = (a[0] + b[0] + c[0]) / 3;
      const w = (a[1] + b[1] + c[1]) / 3;
      this.area += area;
      this.volume -= area * (gap[0] + gap[1] * u + gap[2] * w);
    }
    if (!hasRim) return;
    this.area *= RIM_AREA;
    this.volume *= RIM_AREA;
  }
}
