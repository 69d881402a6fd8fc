import type { SimpleShape } from '../shapes/shape.js';

/** Whether the bounding spheres of two placed shapes come within `reach` of each other. Always true for half-spaces. */
export function spheresMayTouch(
  a: SimpleShape,
  pa: Float64Array,
  ai: number,
  b: SimpleShape,
  pb: Float64Array,
  bi: number,
  reach: number,
): boolean {
  const ra = radiusAboutOrigin(a.bounds);
  const rb = radiusAboutOrigin(b.bounds);
  const x = pa[ai] - pb[bi];
  const y = pa[ai + 1] - pb[bi + 1];
  const z = pa[ai + 2] - pb[bi + 2];
  const r = ra + rb + reach;
  return !(x * x + y * y + z * z > r * r);
}

function radiusAboutOrigin(bounds: Float64Array): number {
  const x = Math.max(bounds[3], -bounds[0]);
  const y = Math.max(bounds[4], -bounds[1]);
  const z = Math.max(bounds[5], -bounds[2]);
  return Math.sqrt(x * x + y * y + z * z);
}
