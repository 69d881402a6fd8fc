// The facing region of a torus that lies on a flat face, of which only a part may be under its ring.
//
// Over a plane each ball of the tube is lowest right under its centre. So the torus faces the plane with its ring, the gap
// is affine over that, and where the face ends, the arcs of the ring over it are left, with the same gap. They can bear
// wherever their convex hull is: the region is that, the polygon of ring and face without the corners of the face within
// the ring. Where arcs end they are off by the ring's polygon: 0.005 of its radius across the edge. What the tube touches
// beyond, along the face's edge, is a place of its own (torus.ts). Verified in test/distance/torus-places.test.ts.

import { around, atan2, cos, PI, sin } from '../math/trig.js';
import type { SimpleShape } from '../shapes/shape.js';
import { RIM_SAG } from './face-towards.js';
import { FacingRegion } from './facing.js';
import { TORUS } from './placed.js';

/** Slices of a ring whose areas are added. */
const SLICES = 256;
const COS = around(SLICES, cos);
const SIN = around(SLICES, sin);

export class ArcRegion extends FacingRegion {
  /** Where on the ring the gap is least, seen along the normal; relative to `origin`. */
  readonly lowest = new Float64Array(3);
  /** Area and volume of the overlap under the arcs (m², m³): of every slice of the tube a segment of its disc. */
  overlapArea = 0;
  overlapVolume = 0;

  /**
   * The region of two shapes, one of them a torus, along the outward normal of a face of the other, at n[ni…] from B to
   * A. False: the torus stands on its rim there, or no part of its ring is over the face.
   */
  setArcs(sa: SimpleShape, sb: SimpleShape, poses: Float64Array, n: Float64Array, ni: number): boolean {
    return this.findAlong(sa, sb, poses, n, ni);
  }

  protected override meet(): boolean {
    return super.meet() && this.#dropWithin();
  }

  /** Leaves out corners within the ring: those of the face. */
  #dropWithin(): boolean {
    const { frame, vertices: v } = this;
    const { a, b } = this.between;
    const s = a.kind === TORUS ? a : b;
    const { r } = s;
    const along = r[1] * frame[0] + r[4] * frame[1] + r[7] * frame[2];
    const within = s.hx * (1 - 1.001 * RIM_SAG);
    let count = 0;
    for (let m = 0; m < 2 * this.count; m += 2) {
      // From the ring's centre to the point of its plane that is seen there along the normal.
      let x = v[m] * frame[3] + v[m + 1] * frame[6] - s.x;
      let y = v[m] * frame[4] + v[m + 1] * frame[7] - s.y;
      let z = v[m] * frame[5] + v[m + 1] * frame[8] - s.z;
      const t = (r[1] * x + r[4] * y + r[7] * z) / along;
      x -= t * frame[0];
      y -= t * frame[1];
      z -= t * frame[2];
      if (x * x + y * y + z * z < within * within) continue;
      v[2 * count] = v[m];
      v[2 * count + 1] = v[m + 1];
      count++;
    }
    this.count = count;
    return count > 0;
  }

  protected override finish(): number {
    const { a, b } = this.between;
    const s = a.kind === TORUS ? a : b;
    // Cut off or not, it is about the ring's centre.
    this.ofA = 0.5;
    const status = super.finish();
    // Its corners go with the ring, over the plane of the face.
    this.ofA = s === a ? 1 : 0;
    this.round = s === a ? 1 : 2;
    for (let m = 0; m < 3; m++) this.axis[m] = s.r[3 * m + 1];
    this.#findLowest();
    return status;
  }

  /** Measures the overlap: to first order in how the arcs lean, and in slices. */
  measureOverlap(): void {
    const { frame, gap, center } = this;
    const { a, b } = this.between;
    const { r, x, y, z, hx, hy } = a.kind === TORUS ? a : b;
    this.overlapArea = this.overlapVolume = 0;
    for (let k = 0; k < SLICES; k++) {
      const c = hx * COS[k];
      const s = hx * SIN[k];
      const dx = x + r[0] * c + r[2] * s - center[0];
      const dy = y + r[3] * c + r[5] * s - center[1];
      const dz = z + r[6] * c + r[8] * s - center[2];
      const u = dx * frame[3] + dy * frame[4] + dz * frame[5];
      const w = dx * frame[6] + dy * frame[7] + dz * frame[8];
      const depth = -(gap[0] + gap[1] * u + gap[2] * w);
      if (!(depth > 0) || !this.#isOver(u, w)) continue;
      const half = Math.sqrt(depth * Math.max(0, 2 * hy - depth));
      this.overlapArea += 2 * half;
      this.overlapVolume += hy * hy * atan2(half, hy - depth) - half * (hy - depth);
    }
    const slice = (2 * PI * hx) / SLICES;
    this.overlapArea *= slice;
    this.overlapVolume *= slice;
  }

  /** Whether the ring is over the face at (u, w), to the ring's polygon. */
  #isOver(u: number, w: number): boolean {
    const { vertices: v, count, ring } = this;
    const out = RIM_SAG * ring;
    for (let m = 0; m < 2 * count; m += 2) {
      const n = m + 2 < 2 * count ? m + 2 : 0;
      const eu = v[n] - v[m];
      const ew = v[n + 1] - v[m + 1];
      if (eu * (w - v[m + 1]) - ew * (u - v[m]) < -out * Math.sqrt(eu * eu + ew * ew)) return false;
    }
    return true;
  }

  #findLowest(): void {
    const { gap, frame, center, lowest, vertices: v } = this;
    let at = 0;
    let least = Infinity;
    for (let m = 0; m < 2 * this.count; m += 2) {
      const g = gap[0] + gap[1] * v[m] + gap[2] * v[m + 1];
      if (!(g < least)) continue;
      least = g;
      at = m;
    }
    for (let m = 0; m < 3; m++) lowest[m] = center[m] + v[at] * frame[3 + m] + v[at + 1] * frame[6 + m];
  }
}
