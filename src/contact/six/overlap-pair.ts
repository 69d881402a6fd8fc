// Two parts in hand that touch by their overlap, where they are or where they are going to be.

import { B_CENTER, BODY_STRIDE } from '../../bodies/layout.js';
import type { BodyStore } from '../../bodies/store.js';
import { OV_AREA_VECTOR, OV_CENTER, OV_STRIDE, OV_VOLUME, OverlapBuffer } from '../../overlap/overlap.js';
import type { RayOptions } from '../../overlap/rays/ray-overlap.js';
import { SolidOverlap } from '../../overlap/solid-pair.js';
import type { PatchBuffer } from '../../patch/patch.js';
import type { ConcaveParts } from '../../shapes/kind.js';
import type { Shape, SimpleShape } from '../../shapes/shape.js';
import type { ContactPool } from '../pool.js';
import { S_ARM_A } from './layout.js';
import { normalVelocity } from './motion.js';
import { movePart } from './speculative.js';
import { MOST_FEET } from './tolerances.js';

export class OverlapPair {
  readonly overlap: SolidOverlap;
  readonly buffer = new OverlapBuffer();
  /** Poses of the parts, and their bodies' centres of mass, as the overlap has them: possibly moved. */
  readonly poses = new Float64Array(14);
  readonly centers = new Float64Array(6);
  /** Poses of the parts as they are, where the overlap is one ahead. */
  readonly present = new Float64Array(14);
  readonly direction = new Float64Array(9);
  readonly v = new Float64Array(3);
  /** How far A was moved towards B for the overlap; or the time (s) by which both were moved along their way. */
  shift = 0;
  time = 0;
  /** The bodies, the step's length and their target depth. */
  a = 0;
  b = 0;
  h = 0;
  depth = 0;
  /** Whether contacts are going to be taken along in substeps. */
  carried = false;
  /** Where patches go; which parts these are, and their friction. */
  pool!: ContactPool;
  patches!: PatchBuffer;
  parts = 0;
  friction = 0;

  /** An overlap somewhere else. */
  readonly #there = new OverlapBuffer();
  readonly #smooth: RayOptions;
  readonly #rough: RayOptions;

  constructor(
    readonly bodies: BodyStore,
    rays: RayOptions,
    /** Part k of a shape, a convex mesh as the hull that it is; what goes by its overlap alone stays what it is. */
    readonly part: (shape: Shape, k: number) => SimpleShape,
    concave: ConcaveParts | null,
  ) {
    this.overlap = new SolidOverlap(concave);
    this.overlap.mostOnPlane = MOST_FEET;
    this.#smooth = rays;
    // Only patches without friction curve (overlap-writer.ts).
    this.#rough = { ...rays, ends: false, alike: rays.ends === true };
  }

  get rays(): RayOptions {
    return this.friction > 0 ? this.#rough : this.#smooth;
  }

  /** Takes bodies in hand, for a step of h. */
  begin(
    a: number,
    b: number,
    depth: number,
    h: number,
    carried: boolean,
    pool: ContactPool,
    patches: PatchBuffer,
  ): void {
    this.a = a;
    this.b = b;
    this.h = h;
    this.depth = depth;
    this.carried = carried;
    this.pool = pool;
    this.patches = patches;
  }

  /** Overlaps the parts at `present` where they are after t seconds at the velocities v. */
  overlapAt(sa: SimpleShape, sb: SimpleShape, t: number, v: Float64Array): void {
    const { a, b, bodies, poses, centers } = this;
    const d = bodies.f.data;
    this.time = t;
    movePart(poses, 0, this.present, d, a * BODY_STRIDE, v, 6 * a, t, this.v);
    movePart(poses, 7, this.present, d, b * BODY_STRIDE, v, 6 * b, t, this.v);
    for (let k = 0; k < 3; k++) {
      centers[k] = d[a * BODY_STRIDE + B_CENTER + k] + t * v[6 * a + k];
      centers[3 + k] = d[b * BODY_STRIDE + B_CENTER + k] + t * v[6 * b + k];
    }
    this.overlap.compute(sa, poses, 0, sb, poses, 7, this.buffer, this.rays);
  }

  /** The mean depth of component c of the overlap in hand where A goes back by so much along the normal at f[n…]. */
  depthBack(sa: SimpleShape, sb: SimpleShape, f: Float64Array, n: number, back: number, c: number): number {
    const { poses, buffer, v } = this;
    const there = this.#there;
    for (let k = 0; k < 3; k++) {
      v[k] = poses[k];
      poses[k] += back * f[n + k];
    }
    this.overlap.compute(sa, poses, 0, sb, poses, 7, there, this.rays);
    for (let k = 0; k < 3; k++) poses[k] = v[k];
    let least = Infinity;
    let deep = 0;
    for (let q = 0; q < there.count * OV_STRIDE; q += OV_STRIDE) {
      let apart = 0;
      for (let k = 0; k < 3; k++) {
        const here = buffer.records[c * OV_STRIDE + OV_CENTER + k] + buffer.origin[k];
        const x = there.records[q + OV_CENTER + k] + there.origin[k] - here;
        apart += x * x;
      }
      if (!(apart < least)) continue;
      least = apart;
      deep = meanDepth(there.records, q);
    }
    return deep;
  }

  /**
   * Square of the distance of the overlap at r, t seconds ahead, from where the point with the arm at record offset
   * `arm` goes in that time, turning with its body for `turning` seconds.
   */
  apartFrom(body: number, arm: number, turning: number, r: number, t: number): number {
    const { buffer } = this;
    const f = this.pool.f.data;
    const d = this.bodies.f.data;
    const p = body * BODY_STRIDE + B_CENTER;
    const w = this.bodies.v.data;
    const v = 6 * body;
    let sum = 0;
    for (let m = 0; m < 3; m++) {
      const m1 = (m + 1) % 3;
      const m2 = (m + 2) % 3;
      const turn = turning * (w[v + 3 + m1] * f[arm + m2] - w[v + 3 + m2] * f[arm + m1]);
      const x = buffer.records[r + OV_CENTER + m] + (buffer.origin[m] - d[p + m] - t * w[v + m]) - f[arm + m] - turn;
      sum += x * x;
    }
    return sum;
  }

  /** Velocity of A against B along the normal of the patch at f[o…], by the velocities v. */
  along(f: Float64Array, o: number, v: Float64Array): number {
    return normalVelocity(f, o + S_ARM_A, v, 6 * this.a, 6 * this.b);
  }
}

/** V/|g| of the overlap at r[o…]; Infinity where one solid is inside the other. */
export function meanDepth(r: Float64Array, o: number): number {
  const x = r[o + OV_AREA_VECTOR];
  const y = r[o + OV_AREA_VECTOR + 1];
  const z = r[o + OV_AREA_VECTOR + 2];
  return r[o + OV_VOLUME] > 0 ? r[o + OV_VOLUME] / Math.sqrt(x * x + y * y + z * z) : 0;
}
