// The point of a convex shape that lies farthest in a direction.

import type { BoxShape, CapsuleShape, ConeShape, ConvexShape, CylinderShape, SphereShape } from './shape.js';

export type SupportShape = SphereShape | BoxShape | CylinderShape | CapsuleShape | ConeShape | ConvexShape;

/** Below this many vertices looking at all of them beats walking. */
const SCAN = 64;

/**
 * A point of `shape` with the largest x·d into out[oi…oi+2]. d need not be a unit vector; where several points are
 * equally far (a face, a disc) it is one of them, and for d = 0 any point.
 */
export function supportPoint(
  shape: SupportShape,
  dx: number,
  dy: number,
  dz: number,
  out: Float64Array,
  oi: number,
): void {
  switch (shape.type) {
    case 'sphere':
    case 'capsule': {
      const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
      const k = length > 0 ? shape.radius / length : 0;
      out[oi] = k * dx;
      out[oi + 1] = k * dy;
      out[oi + 2] = k * dz;
      if (shape.type === 'capsule') out[oi + 1] += dy >= 0 ? shape.halfHeight : -shape.halfHeight;
      return;
    }
    case 'box':
      out[oi] = dx >= 0 ? shape.hx : -shape.hx;
      out[oi + 1] = dy >= 0 ? shape.hy : -shape.hy;
      out[oi + 2] = dz >= 0 ? shape.hz : -shape.hz;
      return;
    case 'cylinder': {
      const across = Math.sqrt(dx * dx + dz * dz);
      const k = across > 0 ? shape.radius / across : 0;
      out[oi] = k * dx;
      out[oi + 1] = dy >= 0 ? shape.halfHeight : -shape.halfHeight;
      out[oi + 2] = k * dz;
      return;
    }
    case 'cone': {
      const across = Math.sqrt(dx * dx + dz * dz);
      if (2 * dy * shape.halfHeight >= shape.radius * across) {
        out[oi] = 0;
        out[oi + 1] = shape.halfHeight;
        out[oi + 2] = 0;
        return;
      }
      const k = across > 0 ? shape.radius / across : 0;
      out[oi] = k * dx;
      out[oi + 1] = -shape.halfHeight;
      out[oi + 2] = k * dz;
      return;
    }
    case 'convex': {
      const v = 3 * supportVertex(shape, dx, dy, dz, 0);
      const p = shape.polyhedron.vertices;
      out[oi] = p[v];
      out[oi + 1] = p[v + 1];
      out[oi + 2] = p[v + 2];
    }
  }
}

/**
 * The vertex of a hull that lies farthest along d. Large hulls are walked from vertex to better neighbour, starting at
 * `start` (the last answer makes it short), which on a convex body ends at the best; on faces merged within
 * the hull's tolerance, at one as good to within it.
 */
export function supportVertex(shape: ConvexShape, dx: number, dy: number, dz: number, start: number): number {
  const p = shape.polyhedron.vertices;
  const n = p.length / 3;
  let best = start;
  let far = p[3 * start] * dx + p[3 * start + 1] * dy + p[3 * start + 2] * dz;
  if (n <= SCAN) {
    for (let v = 0; v < n; v++) {
      const h = p[3 * v] * dx + p[3 * v + 1] * dy + p[3 * v + 2] * dz;
      if (h > far) {
        far = h;
        best = v;
      }
    }
    return best;
  }
  const { start: first, neighbors } = shape.adjacency;
  for (;;) {
    const from = best;
    for (let i = first[from]; i < first[from + 1]; i++) {
      const v = neighbors[i];
      const h = p[3 * v] * dx + p[3 * v + 1] * dy + p[3 * v + 2] * dz;
      if (h > far) {
        far = h;
        best = v;
      }
    }
    if (best === from) return best;
  }
}
