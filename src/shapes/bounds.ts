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
  for (let k = 0; k < 3; k++) {
    // Row k of the matrix: how far the shape reaches along that axis, up and down.
    const x = r[ri + 3 * k];
    const y = r[ri + 3 * k + 1];
    const z = r[ri + 3 * k + 2];
    let high = 0;
    let low = 0;
    switch (shape.type) {
      case 'sphere':
        high = shape.radius;
        low = -high;
        break;
      case 'box':
        high = Math.abs(x) * shape.hx + Math.abs(y) * shape.hy + Math.abs(z) * shape.hz;
        low = -high;
        break;
      case 'capsule':
        high = Math.abs(y) * shape.halfHeight + shape.radius;
        low = -high;
        break;
      case 'cylinder':
        high = Math.abs(y) * shape.halfHeight + shape.radius * discExtent(x, z);
        low = -high;
        break;
      case 'torus':
        high = shape.radius * discExtent(x, z) + shape.tube;
        low = -high;
        break;
      case 'cone': {
        const apex = y * shape.halfHeight;
        const disc = shape.radius * discExtent(x, z);
        low = Math.min(apex, -apex - disc);
        high = Math.max(apex, -apex + disc);
        break;
      }
      case 'half-space':
        // Bounded along an axis only where the normal is that axis exactly.
        low = y === -1 ? 0 : -Infinity;
        high = y === 1 ? 0 : Infinity;
        break;
      case 'convex': {
        const v = shape.polyhedron.vertices;
        low = Infinity;
        high = -Infinity;
        for (let i = 0; i < v.length; i += 3) {
          const d = x * v[i] + y * v[i + 1] + z * v[i + 2];
          if (d < low) low = d;
          if (d > high) high = d;
        }
        break;
      }
      default: {
        // Meshes and compounds: the box of the turned box.
        const b = shape.bounds;
        for (let j = 0; j < 3; j++) {
          const m = r[ri + 3 * k + j];
          if (m === 0) continue; // 0·∞ has no value, and a compound may hold a half-space
          low += m > 0 ? m * b[j] : m * b[j + 3];
          high += m > 0 ? m * b[j + 3] : m * b[j];
        }
      }
    }
    const p = k === 0 ? px : k === 1 ? py : pz;
    out[oi + k] = p + low;
    out[oi + 3 + k] = p + high;
  }
}

/** How far a unit disc around Y reaches along an axis with these x and z components. Not 1 - y²: that cancels. */
function discExtent(x: number, z: number): number {
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
