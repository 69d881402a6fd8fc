// The axis-aligned box of a shape in any pose. Tight for every shape but meshes and compounds, whose turned box is
// boxed again (it may be up to √3 times too wide: cheaper than visiting every vertex every step).

import type { Shape } from './shape.js';

/**
 * Bounds of `shape` turned by the rotation matrix at r[ri…] (nine numbers by rows) and moved by (px, py, pz), into
 * out[oi…oi+5]: min x, y, z, max x, y, z. Allocates nothing.
 */
export function updateBounds(
  out: Float64Array,
  oi: number,
  shape: Shape,
  r: Float64Array,
  ri: number,
  px: number,
  py: number,
  pz: number,
): void {
  shape.kind.bounds(shape, r, ri, out, oi);
  out[oi] = px + out[oi];
  out[oi + 1] = py + out[oi + 1];
  out[oi + 2] = pz + out[oi + 2];
  out[oi + 3] = px + out[oi + 3];
  out[oi + 4] = py + out[oi + 4];
  out[oi + 5] = pz + out[oi + 5];
}

/**
 * The box of the turned box b: for meshes and compounds, whose every vertex would be too many to turn in every step.
 */
export function turnedBounds(b: Float64Array, r: Float64Array, ri: number, out: Float64Array, oi: number): void {
  for (let k = 0; k < 3; k++) {
    let high = 0;
    let low = 0;
    for (let j = 0; j < 3; j++) {
      const m = r[ri + 3 * k + j];
      if (m === 0) continue; // 0·∞ has no value, and a compound may hold a half-space
      low += m > 0 ? m * b[j] : m * b[j + 3];
      high += m > 0 ? m * b[j + 3] : m * b[j];
    }
    out[oi + k] = low;
    out[oi + 3 + k] = high;
  }
}

/** Half the longest side. */
export function boundsSize(b: Float64Array): number {
  return 0.5 * Math.max(b[3] - b[0], b[4] - b[1], b[5] - b[2]);
}

/** How far a unit disc around Y reaches along an axis with these x and z components. Not 1 - y²: that cancels. */
export function discExtent(x: number, z: number): number {
  return Math.sqrt(x * x + z * z);
}

export function symmetricBounds(x: number, y: number, z: number): Float64Array {
  return Float64Array.of(-x, -y, -z, x, y, z);
}

export function boundsOfPoints(points: Float64Array): Float64Array {
  const bounds = symmetricBounds(-Infinity, -Infinity, -Infinity);
  for (let i = 0; i < points.length; i += 3) {
    for (let k = 0; k < 3; k++) {
      bounds[k] = Math.min(bounds[k], points[i + k]);
      bounds[k + 3] = Math.max(bounds[k + 3], points[i + k]);
    }
  }
  return bounds;
}
