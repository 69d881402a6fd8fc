// How a patch ends: at an edge of the bodies, or where a surface curves away.
//
// It decides where a contact bears when its centre of pressure reaches the boundary (wrench-law.ts). An overlap that
// ends at an edge is about as thick there as in its middle; one that ends because the surface curves away, or because
// two faces cross, thins out to nothing. So: the overlap's thickness at its far end in a direction, against its mean.

import type { OverlapBuffer } from '../../overlap/overlap.js';

/** Points within this share of the patch's extent of the far end belong to it. */
const END = 0.02;
/** Thickness at the end over mean depth: curved below the first, an edge above the second. */
const CURVED = 0.2;
const EDGED = 0.5;

/** Sharpness towards +u, -u, +w, -w into out[oi…], 0 (curved) to 1 (edge), for the points of a component. */
export function patchEnds(
  out: Float64Array,
  oi: number,
  overlap: OverlapBuffer,
  component: number,
  frame: Float64Array,
  fi: number,
  meanDepth: number,
): void {
  const from = overlap.pointStart[component];
  const to = overlap.pointStart[component + 1];
  for (let side = 0; side < 4; side++) {
    const axis = fi + (side < 2 ? 3 : 6);
    const sign = side & 1 ? -1 : 1;
    const ax = sign * frame[axis];
    const ay = sign * frame[axis + 1];
    const az = sign * frame[axis + 2];
    let far = -Infinity;
    let near = Infinity;
    for (let k = from; k < to; k++) {
      const x = ax * overlap.points[3 * k] + ay * overlap.points[3 * k + 1] + az * overlap.points[3 * k + 2];
      if (x > far) far = x;
      if (x < near) near = x;
    }
    const limit = far - END * (far - near);
    let low = Infinity;
    let high = -Infinity;
    for (let k = from; k < to; k++) {
      const px = overlap.points[3 * k];
      const py = overlap.points[3 * k + 1];
      const pz = overlap.points[3 * k + 2];
      if (ax * px + ay * py + az * pz < limit) continue;
      const z = frame[fi] * px + frame[fi + 1] * py + frame[fi + 2] * pz;
      if (z < low) low = z;
      if (z > high) high = z;
    }
    const thickness = high > low ? high - low : 0;
    const x = (thickness / meanDepth - CURVED) / (EDGED - CURVED);
    out[oi + side] = x > 0 ? (x < 1 ? x * x * (3 - 2 * x) : 1) : 0;
  }
}
