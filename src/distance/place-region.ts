// The patch of two round sides at the point at which they meet: that of their overlap at the target depth d, its mean.
//
// Over the tangent plane both sides are paraboloids, apart by x·K x/2 with K the sum of their curvatures (Hertz 1881).
// Where that overlap is 2d deep, its mean depth is d, and it is an ellipse with half-axes √(4d/κ), κ the eigenvalues of
// K: an octagon of the same mean square radius. Flat sides have no curvature; edges, corners and cones are taken for
// flat, so that what touches them has the patch that it has on a plane. Verified in test/distance/torus-places.test.ts.

import { around, cos, PI, sin } from '../math/trig.js';
import type { SimpleShape } from '../shapes/shape.js';
import { FacingRegion } from './facing.js';
import { CAPSULE, CYLINDER, type Placed, SPHERE, TORUS } from './placed.js';

const SIDES = 8;
const COS = around(SIDES, cos);
const SIN = around(SIDES, sin);
/** Of a polygon with the mean square radius of its circle. */
const GROWTH = Math.sqrt(3 / (2 + cos((2 * PI) / SIDES)));
/** The longest half-axis, as a share of a tube's radius: where sides nearly fit into each other. */
const LONGEST = 0.1;

export class PlaceRegion extends FacingRegion {
  readonly #corners = new Float64Array(2 * SIDES);
  /** K_uu, K_uw, K_ww. */
  readonly #k = new Float64Array(3);
  readonly #axes = new Float64Array(6);

  /**
   * The patch of two shapes, one of them a torus, at poses[0…] and poses[7…], where they are `gap` apart: about the
   * point (x, y, z) half-way between them, world, along the normal at n[ni…], for a target depth of `depth`.
   */
  setPlace(
    sa: SimpleShape,
    sb: SimpleShape,
    poses: Float64Array,
    x: number,
    y: number,
    z: number,
    n: Float64Array,
    ni: number,
    gap: number,
    depth: number,
  ): void {
    const { frame, between } = this;
    const { a, b } = between;
    const k = this.#k;
    this.setPoint(x, y, z, n, ni, gap);
    between.place(sa, sb, poses, this.origin);
    k.fill(0);
    addCurvature(k, a, frame, -1);
    addCurvature(k, b, frame, 1);
    const tube = Math.min(a.kind === TORUS ? a.hy : Infinity, b.kind === TORUS ? b.hy : Infinity);
    const least = (4 * depth) / (LONGEST * tube * LONGEST * tube);
    const middle = 0.5 * (k[0] + k[2]);
    const half = 0.5 * (k[0] - k[2]);
    const off = Math.sqrt(half * half + k[1] * k[1]);
    const long = GROWTH * Math.sqrt((4 * depth) / Math.max(middle - off, least));
    const short = GROWTH * Math.sqrt((4 * depth) / Math.max(middle + off, least));
    // The way in which K is least.
    const c = off > 0 ? Math.sqrt(Math.max(0, 0.5 - (0.5 * half) / off)) : 1;
    const s = off > 0 ? (k[1] > 0 ? -1 : 1) * Math.sqrt(Math.max(0, 0.5 + (0.5 * half) / off)) : 0;
    for (let m = 0; m < SIDES; m++) {
      const p = long * COS[m];
      const q = short * SIN[m];
      this.#corners[2 * m] = c * p - s * q;
      this.#corners[2 * m + 1] = s * p + c * q;
    }
    for (let m = 0; m < 6; m++) this.#axes[m] = frame[3 + m];
    this.setCorners(this.#axes, this.#corners, SIDES);
    this.measured = false;
  }
}

/** Adds the curvature of s at (0, 0, 0), where it looks along `side` times the normal, to k. */
function addCurvature(k: Float64Array, s: Placed, frame: Float64Array, side: number): void {
  const { r, hx, hy } = s;
  const high = -(r[1] * s.x + r[4] * s.y + r[7] * s.z);
  switch (s.kind) {
    case SPHERE:
      add(k, 1 / hx, 0, 0, 0, 0, frame);
      return;
    case CAPSULE:
      if (Math.abs(high) < hy) add(k, 1 / hx, -1 / hx, r[1], r[4], r[7], frame);
      else add(k, 1 / hx, 0, 0, 0, 0, frame);
      return;
    case CYLINDER:
      if (Math.abs(high) < hy && Math.abs(r[1] * frame[0] + r[4] * frame[1] + r[7] * frame[2]) < 0.5)
        add(k, 1 / hx, -1 / hx, r[1], r[4], r[7], frame);
      return;
    case TORUS: {
      // Outwards from the axis, and along the ring.
      const x = -s.x - high * r[1];
      const y = -s.y - high * r[4];
      const z = -s.z - high * r[7];
      const l = 1 / Math.sqrt(x * x + y * y + z * z);
      const out = side * l * (x * frame[0] + y * frame[1] + z * frame[2]);
      const along = out / (hx + hy * out);
      const tx = l * (r[4] * z - r[7] * y);
      const ty = l * (r[7] * x - r[1] * z);
      add(k, 1 / hy, along - 1 / hy, tx, ty, l * (r[1] * y - r[4] * x), frame);
      return;
    }
    default:
  }
}

/** Adds `all` times the identity and `more` times the square of the direction (x, y, z). */
function add(k: Float64Array, all: number, more: number, x: number, y: number, z: number, frame: Float64Array): void {
  const u = x * frame[3] + y * frame[4] + z * frame[5];
  const w = x * frame[6] + y * frame[7] + z * frame[8];
  k[0] += all + more * u * u;
  k[1] += more * u * w;
  k[2] += all + more * w * w;
}
