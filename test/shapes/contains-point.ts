// Is a point inside a shape? What tests ask of any shape: primitives and hulls are closed, their surface belongs to
// them, up to rounding; meshes are asked by their winding number. Verified in contains.test.ts.

import { meshContains, PointScratch } from '../../src/shapes/contains.js';
import type { Shape, SimpleShape } from '../../src/shapes/shape.js';

/** Whether the shape contains the point, both in the shape's frame. */
export function containsPoint(
  shape: Shape,
  x: number,
  y: number,
  z: number,
  scratch: PointScratch | null = null,
): boolean {
  if (shape.type !== 'compound') return simpleContains(shape, x, y, z, scratch);
  for (const { shape: part, position, rotation } of shape.parts) {
    const px = x - position[0];
    const py = y - position[1];
    const pz = z - position[2];
    // Into the part's frame: by the conjugate rotation.
    const qx = -rotation[0];
    const qy = -rotation[1];
    const qz = -rotation[2];
    const qw = rotation[3];
    const tx = 2 * (qy * pz - qz * py);
    const ty = 2 * (qz * px - qx * pz);
    const tz = 2 * (qx * py - qy * px);
    const lx = px + qw * tx + qy * tz - qz * ty;
    const ly = py + qw * ty + qz * tx - qx * tz;
    const lz = pz + qw * tz + qx * ty - qy * tx;
    if (simpleContains(part, lx, ly, lz, scratch)) return true;
  }
  return false;
}

function simpleContains(shape: SimpleShape, x: number, y: number, z: number, scratch: PointScratch | null): boolean {
  switch (shape.type) {
    case 'sphere':
      return x * x + y * y + z * z <= shape.radius * shape.radius;
    case 'box':
      return Math.abs(x) <= shape.hx && Math.abs(y) <= shape.hy && Math.abs(z) <= shape.hz;
    case 'cylinder':
      return Math.abs(y) <= shape.halfHeight && x * x + z * z <= shape.radius * shape.radius;
    case 'capsule': {
      const over = Math.max(0, Math.abs(y) - shape.halfHeight);
      return x * x + over * over + z * z <= shape.radius * shape.radius;
    }
    case 'cone': {
      const { radius, halfHeight } = shape;
      if (!(Math.abs(y) <= halfHeight)) return false;
      const reach = radius * (0.5 - (0.5 * y) / halfHeight);
      return x * x + z * z <= reach * reach;
    }
    case 'half-space':
      return y <= 0;
    case 'torus': {
      const ring = Math.sqrt(x * x + z * z) - shape.radius;
      return ring * ring + y * y <= shape.tube * shape.tube;
    }
    case 'convex': {
      const p = shape.polyhedron.planes;
      for (let f = 0; f < p.length; f += 4) if (p[f] * x + p[f + 1] * y + p[f + 2] * z > p[f + 3]) return false;
      return true;
    }
    case 'smooth':
      throw new Error('smooth solids have no formula here');
    case 'mesh':
      return meshContains(shape, x, y, z, scratch ?? new PointScratch());
  }
}
