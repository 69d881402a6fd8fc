// Clipping a line by the walls of convex shapes, for `clipRay` of their kinds: each cuts down the stretch [enter, exit]
// that `hit` holds and keeps the normal where it begins. Verified in test/shapes/ray.test.ts.

import type { RayHit } from './ray-hit.js';

/** The empty stretch, which stays empty whatever it is clipped by. */
export function clipToNothing(hit: RayHit): void {
  hit.enter = Infinity;
  hit.exit = -Infinity;
}

/** Keep what lies below a plane: `depth` below it at t = 0, rising at `rate`. */
export function clipByPlane(hit: RayHit, nx: number, ny: number, nz: number, depth: number, rate: number): void {
  if (rate < 0) {
    const t = depth / rate;
    if (t > hit.enter) {
      hit.enter = t;
      hit.nx = nx;
      hit.ny = ny;
      hit.nz = nz;
    }
  } else if (rate > 0) {
    const t = depth / rate;
    if (t < hit.exit) hit.exit = t;
  } else if (depth < 0) {
    clipToNothing(hit);
  }
}

/** A ball on the axis at height h. */
export function clipByBall(
  hit: RayHit,
  radius: number,
  h: number,
  x: number,
  y: number,
  z: number,
  dx: number,
  dy: number,
  dz: number,
): void {
  const dd = dx * dx + dy * dy + dz * dz;
  const middle = -(x * dx + (y - h) * dy + z * dz) / dd;
  const cx = x + middle * dx;
  const cy = y - h + middle * dy;
  const cz = z + middle * dz;
  const rest = radius * radius - (cx * cx + cy * cy + cz * cz);
  if (!(rest >= 0)) {
    clipToNothing(hit);
    return;
  }
  const half = Math.sqrt(rest / dd);
  hit.enter = middle - half;
  hit.exit = middle + half;
  hit.nx = (cx - half * dx) / radius;
  hit.ny = (cy - half * dy) / radius;
  hit.nz = (cz - half * dz) / radius;
}

/** The round wall of a cylinder or capsule, without ends. */
export function clipByWall(hit: RayHit, radius: number, x: number, z: number, dx: number, dz: number): void {
  const dd = dx * dx + dz * dz;
  if (!(dd > 0)) {
    if (x * x + z * z > radius * radius) clipToNothing(hit);
    return;
  }
  // Distance from the axis as a cross product: it stays sharp for rays nearly along the axis.
  const miss = x * dz - z * dx;
  const rest = radius * radius - (miss * miss) / dd;
  if (!(rest >= 0)) {
    clipToNothing(hit);
    return;
  }
  const middle = -(x * dx + z * dz) / dd;
  const half = Math.sqrt(rest / dd);
  hit.enter = middle - half;
  hit.exit = middle + half;
  // The foot of the axis on the line is (dz, -dx) miss / dd; from there half a chord back.
  hit.nx = ((miss * dz) / dd - half * dx) / radius;
  hit.ny = 0;
  hit.nz = ((-miss * dx) / dd - half * dz) / radius;
}
