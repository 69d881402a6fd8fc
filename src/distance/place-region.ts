// The patch of a torus at a place at which it meets another solid: that of their overlap at the target depth d, its
// mean.
//
// Over the tangent plane both sides are paraboloids, apart by x·K x/2 with K the sum of their curvatures. Where that
// overlap is 2d deep, its mean depth is d, and it is the ellipse x·K x = 4d: an octagon of the same mean square radius,
// by K = L Lᵀ. Of other solids balls alone count as curved: what touches an edge has the patch that it has on a plane,
// and where two mantles meet the patch is up to √2 too wide. Verified in test/distance/torus-places.test.ts.

import { around, cos, PI, sin } from '../math/trig.js';
import type { SimpleShape } from '../shapes/shape.js';
import { FacingRegion } from './facing.js';
import { type Placed, SPHERE, TORUS } from './placed.js';

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
    const k = this.#k;
    const corners = this.#corners;
    this.setPoint(x, y, z, n, ni, gap);
    between.place(sa, sb, poses, this.origin);
    k.fill(0);
    addCurvature(k, between.a, frame, -1);
    addCurvature(k, between.b, frame, 1);
    const longest = LONGEST * (between.a.kind === TORUS ? between.a.hy : between.b.hy);
    const least = (4 * depth) / (longest * longest);
    raise(k, least);
    const a = Math.sqrt(k[0]);
    const b = k[1] / a;
    const c = Math.sqrt(Math.max(k[2] - b * b, least));
    const size = GROWTH * Math.sqrt(4 * depth);
    for (let m = 0; m < SIDES; m++) {
      const w = (size * SIN[m]) / c;
      corners[2 * m] = (size * COS[m] - b * w) / a;
      corners[2 * m + 1] = w;
    }
    for (let m = 0; m < 6; m++) this.#axes[m] = frame[3 + m];
    this.setCorners(this.#axes, corners, SIDES);
  }
}

/** Raises principal curvatures of k that are less than `least` to it: in the hole of a torus one may be negative. */
function raise(k: Float64Array, least: number): void {
  const mean = 0.5 * (k[0] + k[2]);
  const half = 0.5 * (k[0] - k[2]);
  const spread = Math.sqrt(half * half + k[1] * k[1]);
  if (mean - spread >= least) return;
  const high = Math.max(mean + spread, least);
  const share = spread > 0 ? (0.5 * (high - least)) / spread : 0;
  k[0] = 0.5 * (high + least) + share * half;
  k[1] *= share;
  k[2] = 0.5 * (high + least) - share * half;
}

/** Adds the curvature of s at (0, 0, 0), where it looks along `side` times the normal, to k. */
function addCurvature(k: Float64Array, s: Placed, frame: Float64Array, side: number): void {
  if (s.kind !== TORUS && s.kind !== SPHERE) return;
  const { r, hx, hy } = s;
  const all = 1 / (s.kind === TORUS ? hy : hx);
  k[0] += all;
  k[2] += all;
  if (s.kind === SPHERE) return;
  // Outwards from the axis; then along the ring.
  const high = r[1] * s.x + r[4] * s.y + r[7] * s.z;
  const x = high * r[1] - s.x;
  const y = high * r[4] - s.y;
  const z = high * r[7] - s.z;
  const l = 1 / Math.sqrt(x * x + y * y + z * z);
  const out = side * l * (x * frame[0] + y * frame[1] + z * frame[2]);
  const more = out / (hx + hy * out) - all;
  const tx = l * (r[4] * z - r[7] * y);
  const ty = l * (r[7] * x - r[1] * z);
  const tz = l * (r[1] * y - r[4] * x);
  const u = tx * frame[3] + ty * frame[4] + tz * frame[5];
  const w = tx * frame[6] + ty * frame[7] + tz * frame[8];
  k[0] += more * u * u;
  k[1] += more * u * w;
  k[2] += more * w * w;
}
