// The convex outline of a contact's nodes.

import { K_U, K_W, KEPT_STRIDE } from './layout.js';

/** Corners of the convex hull of nodes from … to - 1, along u and w, counter-clockwise (Andrew's monotone chain). */
export function hullOfPoints(nodes: Float64Array, from: number, to: number): [number, number][] {
  const points: [number, number][] = [];
  for (let k = from; k < to; k++) points.push([nodes[k * KEPT_STRIDE + K_U], nodes[k * KEPT_STRIDE + K_W]]);
  if (points.length < 3) return points;
  points.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (list: [number, number][]): [number, number][] => {
    const hull: [number, number][] = [];
    for (const p of list) {
      while (hull.length > 1) {
        const [ax, ay] = hull[hull.length - 2]!;
        const [bx, by] = hull[hull.length - 1]!;
        if ((bx - ax) * (p[1] - ay) - (by - ay) * (p[0] - ax) > 0) break;
        hull.pop();
      }
      hull.push(p);
    }
    hull.pop();
    return hull;
  };
  return [...half(points), ...half(points.reverse())];
}
