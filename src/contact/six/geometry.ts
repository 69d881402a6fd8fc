// From two bodies to their patches: overlaps of all parts, or, where nothing overlaps yet but is about to, of what is
// going to. Results go to the pool and to the step's PatchBuffer.

import { B_CENTER, B_POSE, B_ROTATION, BODY_STRIDE } from '../../bodies/layout.js';
import type { BodyStore } from '../../bodies/store.js';
import { OV_AREA_VECTOR, OV_CENTER, OV_STRIDE, OV_TURN, OV_VOLUME, OverlapBuffer } from '../../overlap/overlap.js';
import type { RayOptions } from '../../overlap/rays/ray-overlap.js';
import { SolidOverlap } from '../../overlap/solid-pair.js';
import { patchVariances } from '../../patch/ellipse.js';
import { PA_AREA, PA_DEPTH, PA_FRAME, PA_STRIDE, type PatchBuffer, type PatchOptions } from '../../patch/patch.js';
import type { SimpleShape } from '../../shapes/shape.js';
import { spheresMayTouch } from '../near.js';
import { partCount, partFriction, partShape, placePart } from '../parts.js';
import { CP_STRIDE, PointBuffer } from '../point/buffer.js';
import { PointGenerator } from '../point/points.js';
import type { ContactPool } from '../pool.js';
import { unrotateVector } from '../rotate.js';
import { patchEnds } from './ends.js';
import {
  S_AREA,
  S_ARM_A,
  S_ARM_B,
  S_DEPTH,
  S_FRAME,
  S_FRICTION,
  S_GRADIENT,
  S_LOCAL,
  S_POSE_A,
  S_POSE_B,
  S_SHARP,
  S_SHIFT,
  S_TURN,
  S_VARIANCE,
  S_VOLUME,
  S_WRENCH,
  SI_BLOCK,
  SI_BODY_A,
  SI_BODY_B,
  SI_HEIR,
  SI_PARTS,
  SI_PATCH,
  SIX_INTS,
  SIX_STRIDE,
} from './layout.js';

/** Overlaps smaller than this share of the largest of their pair are specks: they bear nothing and only cost. */
const SPECK = 1e-6;

export class PatchFinder {
  private readonly overlap = new SolidOverlap();
  private readonly buffer = new OverlapBuffer();
  private readonly points = new PointBuffer();
  private readonly generator = new PointGenerator();
  private readonly poses = new Float64Array(14);
  private readonly reference = new Float64Array(9);
  private readonly rays: RayOptions;
  private readonly patch: PatchOptions;

  constructor(patch: PatchOptions, rays: RayOptions) {
    this.patch = patch;
    this.rays = rays;
  }

  /** Adds the patches of bodies a and b to the pool. `reach`: how far they may come closer in this step (m). */
  find(
    bodies: BodyStore,
    a: number,
    b: number,
    depth: number,
    reach: number,
    friction: (partA: number | null, partB: number | null) => number,
    pool: ContactPool,
    patches: PatchBuffer,
  ): void {
    const shapeA = bodies.shapes[a]!;
    const shapeB = bodies.shapes[b]!;
    const d = bodies.f.data;
    const partsA = partCount(shapeA);
    const partsB = partCount(shapeB);
    for (let m = 0; m < partsA; m++) {
      const sa = partShape(shapeA, m);
      placePart(this.poses, 0, shapeA, m, d, a * BODY_STRIDE + B_POSE);
      for (let n = 0; n < partsB; n++) {
        const sb = partShape(shapeB, n);
        placePart(this.poses, 7, shapeB, n, d, b * BODY_STRIDE + B_POSE);
        if (partsA * partsB > 1 && !spheresMayTouch(sa, this.poses, 0, sb, this.poses, 7, reach + depth)) continue;
        const shift = this.overlapParts(sa, sb, depth, reach);
        if (this.buffer.count === 0) continue;
        const mu = friction(partFriction(shapeA, m), partFriction(shapeB, n));
        this.take(d, a, b, m * partsB + n, shift, depth, mu, pool, patches);
      }
    }
  }

  /** Overlaps two parts; if they are still apart, but not for long, moves the first towards the second by what is returned. */
  private overlapParts(sa: SimpleShape, sb: SimpleShape, depth: number, reach: number): number {
    const { poses, buffer } = this;
    this.overlap.compute(sa, poses, 0, sb, poses, 7, buffer, this.rays);
    if (buffer.count > 0) return 0;
    this.points.clear();
    if (this.generator.generate(sa, poses, 0, sb, poses, 7, reach + depth, this.points) === 0) return 0;
    let best = 0;
    for (let k = 1; k < this.points.count; k++) {
      if (this.points.data[k * CP_STRIDE + 9] < this.points.data[best * CP_STRIDE + 9]) best = k;
    }
    const at = best * CP_STRIDE;
    const p = this.points.data;
    const shift = Math.max(0, p[at + 9]) + depth;
    for (let k = 0; k < 3; k++) {
      this.reference[k] = p[at + 6 + k];
      poses[k] -= shift * p[at + 6 + k];
    }
    this.overlap.compute(sa, poses, 0, sb, poses, 7, buffer, this.rays);
    return shift;
  }

  private take(
    d: Float64Array,
    a: number,
    b: number,
    parts: number,
    shift: number,
    depth: number,
    friction: number,
    pool: ContactPool,
    patches: PatchBuffer,
  ): void {
    const { buffer } = this;
    const ov = buffer.records;
    let largest = 0;
    for (let c = 0; c < buffer.count; c++) largest = Math.max(largest, ov[c * OV_STRIDE + OV_VOLUME]);
    for (let c = 0; c < buffer.count; c++) {
      const r = c * OV_STRIDE;
      if (!(ov[r + OV_VOLUME] > SPECK * largest)) continue;
      const patch = patches.add(buffer, c, this.patch, this.reference, 0);
      const k = pool.add();
      const f = pool.f.data;
      const o = k * SIX_STRIDE;
      const q = patch * PA_STRIDE;
      const pa = a * BODY_STRIDE;
      const pb = b * BODY_STRIDE;
      f.fill(0, o + S_WRENCH, o + S_WRENCH + 6);
      for (let m = 0; m < 9; m++) f[o + S_FRAME + m] = patches.records[q + PA_FRAME + m];
      for (let m = 0; m < 3; m++) {
        // A was moved by -shift·n for the overlap, its centre of mass with it.
        const moved = shift * this.reference[m];
        const center = ov[r + OV_CENTER + m];
        f[o + S_ARM_A + m] = center + (buffer.origin[m] - (d[pa + B_CENTER + m] - moved));
        f[o + S_ARM_B + m] = center + (buffer.origin[m] - d[pb + B_CENTER + m]);
        f[o + S_GRADIENT + m] = ov[r + OV_AREA_VECTOR + m];
        f[o + S_TURN + m] = ov[r + OV_TURN + m];
        f[o + S_POSE_A + m] = d[pa + B_CENTER + m];
        f[o + S_POSE_B + m] = d[pb + B_CENTER + m];
      }
      for (let m = 0; m < 4; m++) {
        f[o + S_POSE_A + 3 + m] = d[pa + B_ROTATION + m];
        f[o + S_POSE_B + 3 + m] = d[pb + B_ROTATION + m];
      }
      f[o + S_VOLUME] = ov[r + OV_VOLUME];
      f[o + S_AREA] = patches.records[q + PA_AREA];
      f[o + S_SHIFT] = shift;
      f[o + S_DEPTH] = depth;
      f[o + S_FRICTION] = friction;
      patchEnds(f, o + S_SHARP, buffer, c, patches.records, q + PA_FRAME, patches.records[q + PA_DEPTH]);
      patchVariances(f, o + S_VARIANCE, ov, r, patches.records, q + PA_FRAME);
      unrotateVector(f, o + S_LOCAL, d, pa + B_ROTATION, f[o + S_ARM_A], f[o + S_ARM_A + 1], f[o + S_ARM_A + 2]);
      const i = pool.i.data;
      const n = k * SIX_INTS;
      i[n + SI_PARTS] = parts;
      i[n + SI_BLOCK] = -1;
      i[n + SI_BODY_A] = a;
      i[n + SI_BODY_B] = b;
      i[n + SI_PATCH] = patch;
      i[n + SI_HEIR] = 0;
    }
    this.reference.fill(0);
  }
}
