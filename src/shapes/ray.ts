// The first point of a shape that a ray meets.
//
// Convex shapes cut one stretch [enter, exit] out of the line, found in closed form by their kind's `clipRay`: a hull
// clips it by its planes, a cylinder is a round wall clipped by two planes, a capsule the union of a wall and two
// balls. The line is first re-rooted at its point nearest to the shape's origin, so that a ray from far away is solved
// in small numbers. Other shapes cast by themselves (`castRay`). Verified in test/shapes/ray.test.ts.

import { type RayHit, startsInside } from './ray-hit.js';
import type { Shape } from './shape.js';

export { RayHit } from './ray-hit.js';

/**
 * The smallest t in [0, maxT] at which o + t d lies in the shape, or -1; `hit` then holds the normal. d need not be a
 * unit vector, but not zero. A ray that starts inside meets the shape at once: t = 0 with the normal against the ray.
 */
export function castRayShape(
  shape: Shape,
  ox: number,
  oy: number,
  oz: number,
  dx: number,
  dy: number,
  dz: number,
  maxT: number,
  hit: RayHit,
): number {
  hit.part = 0;
  hit.triangle = -1;
  return castRaySimple(shape, ox, oy, oz, dx, dy, dz, maxT, hit);
}

/** The same, where part and triangle have been set. */
export function castRaySimple(
  shape: Shape,
  ox: number,
  oy: number,
  oz: number,
  dx: number,
  dy: number,
  dz: number,
  maxT: number,
  hit: RayHit,
): number {
  const dd = dx * dx + dy * dy + dz * dz;
  if (!(dd > 0)) return -1;
  const { kind } = shape;
  if (kind.castRay) return kind.castRay(shape, hit, ox, oy, oz, dx, dy, dz, maxT);
  // Re-rooted at the point nearest to the shape's origin, unless the shape has no end.
  const shift = shape.type === 'half-space' ? 0 : -(ox * dx + oy * dy + oz * dz) / dd;
  hit.enter = -Infinity;
  hit.exit = Infinity;
  kind.clipRay?.(shape, hit, ox + shift * dx, oy + shift * dy, oz + shift * dz, dx, dy, dz);
  if (!(hit.enter <= hit.exit)) return -1;
  const enter = hit.enter + shift;
  const exit = hit.exit + shift;
  if (exit < 0 || enter > maxT) return -1;
  if (enter < 0) return startsInside(hit, dx, dy, dz);
  hit.normal[0] = hit.nx;
  hit.normal[1] = hit.ny;
  hit.normal[2] = hit.nz;
  return enter;
}
