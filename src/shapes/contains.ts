// Is a point inside a mesh?
//
// It is asked by its winding number: the
// triangles that a ray along +x crosses, those facing along it less those facing against it. All signs are exact, and a
// point on a triangle, an edge, a vertex or straight behind one is decided as if it were nudged by an infinitesimal
// step along y, a smaller one along z and one yet smaller along x (simulation of simplicity: Edelsbrunner & Mücke
// 1990). So no crossing is lost or counted twice, and of meshes that fill space together exactly one owns each point,
// surfaces included. Verified in test/shapes/contains.test.ts.

import { Orientation } from './orientation.js';
import type { MeshShape } from './shape.js';
import { MAX_TREE_DEPTH } from './triangle-tree.js';

/** Room for point queries on meshes: keep one where queries are many. */
export class PointScratch {
  readonly stack = new Int32Array(MAX_TREE_DEPTH + 2);
  readonly orientation = new Orientation(new Float64Array(0));
  readonly normal = new Float64Array(3);
}

/** Whether the mesh contains the point, both in the shape's frame. */
export function meshContains(shape: MeshShape, x: number, y: number, z: number, scratch: PointScratch): boolean {
  const b = shape.bounds;
  if (!(x >= b[0] && x <= b[3] && y >= b[1] && y <= b[4] && z >= b[2] && z <= b[5])) return false;
  return windingNumber(shape, x, y, z, scratch) > 0;
}

/** How often the mesh surrounds the point: 1 inside, 0 outside, more where it overlaps itself. */
export function windingNumber(shape: MeshShape, x: number, y: number, z: number, scratch: PointScratch): number {
  const { positions, indices, tree } = shape.mesh;
  const { bounds, first, count, order } = tree;
  const { stack, orientation } = scratch;
  orientation.points = positions;
  let winding = 0;
  let top = 1;
  stack[0] = 0;
  while (top > 0) {
    const node = stack[--top];
    const o = 6 * node;
    if (bounds[o + 3] < x || bounds[o + 1] > y || bounds[o + 4] < y || bounds[o + 2] > z || bounds[o + 5] < z) continue;
    if (count[node] === 0) {
      stack[top++] = first[node];
      stack[top++] = node + 1;
      continue;
    }
    for (let i = first[node]; i < first[node] + count[node]; i++) {
      const t = 3 * order[i];
      winding += crossing(scratch, indices[t], indices[t + 1], indices[t + 2], x, y, z);
    }
  }
  return winding;
}

/** 1 or -1 where the ray from the point along +x leaves or enters through the triangle, 0 where it passes by. */
function crossing(s: PointScratch, a: number, b: number, c: number, x: number, y: number, z: number): number {
  const facing = nudgedTurn(s.orientation, a, b, x, y, z);
  if (facing === 0 || nudgedTurn(s.orientation, b, c, x, y, z) !== facing) return 0;
  if (nudgedTurn(s.orientation, c, a, x, y, z) !== facing) return 0;
  let side = s.orientation.sideOf(a, b, c, x, y, z);
  if (side === 0) {
    s.orientation.cross(s.normal, a, b, c);
    side = s.normal[1] !== 0 ? s.normal[1] : s.normal[2] !== 0 ? s.normal[2] : s.normal[0];
  }
  // Ahead of the point lies a triangle that faces along x and has the point beneath it, or against x and above it.
  if (facing > 0) return side < 0 ? 1 : 0;
  return side > 0 ? -1 : 0;
}

/** Seen against x: 1 where the nudged point lies to the left of a → b, -1 to the right, 0 where a and b coincide. */
function nudgedTurn(o: Orientation, a: number, b: number, x: number, y: number, z: number): number {
  const turn = o.turnOf(a, b, x, y, z, 0);
  if (turn !== 0) return turn > 0 ? 1 : -1;
  // d/dy of (b-a) × (p-a) is -(b-a)_z, and d/dz is (b-a)_y.
  const p = o.points;
  const dz = p[3 * b + 2] - p[3 * a + 2];
  if (dz !== 0) return dz < 0 ? 1 : -1;
  const dy = p[3 * b + 1] - p[3 * a + 1];
  return dy > 0 ? 1 : dy < 0 ? -1 : 0;
}
