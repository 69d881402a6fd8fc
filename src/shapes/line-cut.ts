// The stretches of a line inside a primitive, for `cutLine` of the kinds: what ray columns are made of.
//
// The direction is a unit vector. Convex solids give one stretch, a torus up to two. Lines parallel to a face
// that lie in it count as outside of it or inside by the sign of zero: volumes do not care, being continuous.
// Verified in test/overlap/rays-*.test.ts.

import { QuarticRoots } from './quartic-roots.js';
import { RayHit } from './ray-hit.js';

export class LineCut {
  /** Stretches of the last line: t[0] … t[1], and t[2] … t[3] where there are two. */
  readonly t = new Float64Array(4);
  /** The line at hand: origin and unit direction. An array, as a call with six doubles would box them. */
  readonly line = new Float64Array(6);
  /** Only this stretch of the line matters: what a torus does before and behind it may be given as endless. */
  low = Number.NEGATIVE_INFINITY;
  high = Number.POSITIVE_INFINITY;
  /** Scratch of the kinds. */
  readonly quartic = new QuarticRoots();
  readonly hit = new RayHit();

  /** All of the line, to be cut down. */
  start(): void {
    this.t[0] = Number.NEGATIVE_INFINITY;
    this.t[1] = Number.POSITIVE_INFINITY;
  }
}

/** Sets the stretch inside a ball around the origin. */
export function insideBall(
  t: Float64Array,
  ox: number,
  oy: number,
  oz: number,
  dx: number,
  dy: number,
  dz: number,
  radius: number,
): boolean {
  const mid = -(ox * dx + oy * dy + oz * dz);
  const x = ox + mid * dx;
  const y = oy + mid * dy;
  const z = oz + mid * dz;
  const h = radius * radius - (x * x + y * y + z * z);
  if (!(h > 0)) return false;
  const root = Math.sqrt(h);
  t[0] = mid - root;
  t[1] = mid + root;
  return true;
}

/** Sets the stretch inside an endless cylinder around Y. */
export function insideTube(t: Float64Array, ox: number, oz: number, dx: number, dz: number, radius: number): boolean {
  const a = dx * dx + dz * dz;
  if (a < 1e-24) {
    t[0] = Number.NEGATIVE_INFINITY;
    t[1] = Number.POSITIVE_INFINITY;
    return ox * ox + oz * oz < radius * radius;
  }
  const mid = -(ox * dx + oz * dz) / a;
  const x = ox + mid * dx;
  const z = oz + mid * dz;
  const h = radius * radius - (x * x + z * z);
  if (!(h > 0)) return false;
  const root = Math.sqrt(h / a);
  t[0] = mid - root;
  t[1] = mid + root;
  return true;
}

/** Cuts the stretch with |o + t d| ≤ half. */
export function cutBySlab(t: Float64Array, o: number, d: number, half: number): boolean {
  return cutByPlane(t, o - half, d) && cutByPlane(t, -o - half, -d);
}

/** Cuts the stretch with o + t d ≤ 0. */
export function cutByPlane(t: Float64Array, o: number, d: number): boolean {
  if (Math.abs(d) < 1e-14) return o < 0;
  const x = -o / d;
  if (d > 0) {
    if (x < t[1]) t[1] = x;
  } else if (x > t[0]) t[0] = x;
  return t[0] < t[1];
}
