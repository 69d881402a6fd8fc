// The axis-aligned box of a shape in any pose. Tight for every shape but meshes, whose turned box is boxed again (it
// may be up to √3 times too wide: cheaper than visiting every vertex every step).

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
  let ex: number;
  let ey: number;
  let ez: number;
  switch (shape.type) {
    case 'sphere':
      ex = ey = ez = shape.radius;
      break;
    case 'box':
      ex = Math.abs(r[ri]) * shape.hx + Math.abs(r[ri + 1]) * shape.hy + Math.abs(r[ri + 2]) * shape.hz;
      ey = Math.abs(r[ri + 3]) * shape.hx + Math.abs(r[ri + 4]) * shape.hy + Math.abs(r[ri + 5]) * shape.hz;
      ez = Math.abs(r[ri + 6]) * shape.hx + Math.abs(r[ri + 7]) * shape.hy + Math.abs(r[ri + 8]) * shape.hz;
      break;
    case 'capsule':
      ex = Math.abs(r[ri + 1]) * shape.halfHeight + shape.radius;
      ey = Math.abs(r[ri + 4]) * shape.halfHeight + shape.radius;
      ez = Math.abs(r[ri + 7]) * shape.halfHeight + shape.radius;
      break;
    case 'cylinder':
      ex = Math.abs(r[ri + 1]) * shape.halfHeight + shape.radius * discExtent(r[ri], r[ri + 2]);
      ey = Math.abs(r[ri + 4]) * shape.halfHeight + shape.radius * discExtent(r[ri + 3], r[ri + 5]);
      ez = Math.abs(r[ri + 7]) * shape.halfHeight + shape.radius * discExtent(r[ri + 6], r[ri + 8]);
      break;
    case 'torus':
      ex = shape.radius * discExtent(r[ri], r[ri + 2]) + shape.tube;
      ey = shape.radius * discExtent(r[ri + 3], r[ri + 5]) + shape.tube;
      ez = shape.radius * discExtent(r[ri + 6], r[ri + 8]) + shape.tube;
      break;
    case 'cone':
      for (let k = 0; k < 3; k++) {
        const p = k === 0 ? px : k === 1 ? py : pz;
        const apex = r[ri + 3 * k + 1] * shape.halfHeight;
        const disc = shape.radius * discExtent(r[ri + 3 * k], r[ri + 3 * k + 2]);
        out[oi + k] = p + Math.min(apex, -apex - disc);
        out[oi + 3 + k] = p + Math.max(apex, -apex + disc);
      }
      return;
    case 'half-space':
      for (let k = 0; k < 3; k++) {
        const p = k === 0 ? px : k === 1 ? py : pz;
        // Bounded along an axis only where the normal is that axis exactly.
        out[oi + k] = r[ri + 3 * k + 1] === -1 ? p : -Infinity;
        out[oi + 3 + k] = r[ri + 3 * k + 1] === 1 ? p : Infinity;
      }
      return;
    case 'convex': {
      const v = shape.polyhedron.vertices;
      for (let k = 0; k < 3; k++) {
        const a = r[ri + 3 * k];
        const b = r[ri + 3 * k + 1];
        const c = r[ri + 3 * k + 2];
        let low = Infinity;
        let high = -Infinity;
        for (let i = 0; i < v.length; i += 3) {
          const d = a * v[i] + b * v[i + 1] + c * v[i + 2];
          if (d < low) low = d;
          if (d > high) high = d;
        }
        const p = k === 0 ? px : k === 1 ? py : pz;
        out[oi + k] = p + low;
        out[oi + 3 + k] = p + high;
      }
      return;
    }
    default: {
      // Meshes and compounds: the box of the turned box.
      const b = shape.bounds;
      for (let k = 0; k < 3; k++) {
        let low = 0;
        let high = 0;
        for (let j = 0; j < 3; j++) {
          const m = r[ri + 3 * k + j];
          if (m === 0) continue; // 0·∞ has no value, and a compound may hold a half-space
          low += m > 0 ? m * b[j] : m * b[j + 3];
          high += m > 0 ? m * b[j + 3] : m * b[j];
        }
        const p = k === 0 ? px : k === 1 ? py : pz;
        out[oi + k] = p + low;
        out[oi + 3 + k] = p + high;
      }
      return;
    }
  }
  out[oi] = px - ex;
  out[oi + 1] = py - ey;
  out[oi + 2] = pz - ez;
  out[oi + 3] = px + ex;
  out[oi + 4] = py + ey;
  out[oi + 5] = pz + ez;
}

/** How far a unit disc around Y reaches along an axis with these x and z components. Not 1 - y²: that cancels. */
function discExtent(x: number, z: number): number {
  return Math.sqrt(x * x + z * z);
}
