// How deep a point lies inside a closed mesh: by its winding number and the nearest of its triangles.

import { nearestOnTriangle } from '../../src/distance/triangle.js';
import { meshContains, PointScratch } from '../../src/shapes/contains.js';
import { createShape } from '../../src/shapes/create.js';
import type { MeshShape } from '../../src/shapes/shape.js';
import type { MeshArrays } from './prepare.js';

/** Distance of a point of the mesh's frame to its surface, negative inside; infinite outside. */
export function meshDistance({ positions, indices }: MeshArrays): (x: number, y: number, z: number) => number {
  const shape = createShape({ type: 'mesh', positions, indices }) as MeshShape;
  const scratch = new PointScratch();
  return (x, y, z) => (meshContains(shape, x, y, z, scratch) ? -toSurface(shape, x, y, z) : Infinity);
}

function toSurface({ mesh }: MeshShape, x: number, y: number, z: number): number {
  const { positions, indices, tree } = mesh;
  const { bounds, first, count, order } = tree;
  const nearest = new Float64Array(3);
  /** Square of the distance to a node's box. */
  const away = (node: number) => {
    let sum = 0;
    for (const [k, at] of [x, y, z].entries())
      sum += Math.max(0, bounds[6 * node + k]! - at, at - bounds[6 * node + 3 + k]!) ** 2;
    return sum;
  };
  let least = Infinity;
  const visit = (node: number) => {
    if (count[node] === 0) {
      const children = [node + 1, first[node]!].map((child) => ({ child, d: away(child) })).sort((a, b) => a.d - b.d);
      for (const { child, d } of children) if (d < least) visit(child);
      return;
    }
    for (let k = first[node]!; k < first[node]! + count[node]!; k++) {
      const t = 3 * order[k]!;
      nearestOnTriangle(positions, 3 * indices[t]!, 3 * indices[t + 1]!, 3 * indices[t + 2]!, x, y, z, nearest);
      least = Math.min(least, (nearest[0]! - x) ** 2 + (nearest[1]! - y) ** 2 + (nearest[2]! - z) ** 2);
    }
  };
  visit(0);
  return Math.sqrt(least);
}
