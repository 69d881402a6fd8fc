// Polyhedra whose faces all stand along, or across, one direction: prisms of any outline, stepped shafts, spur gears,
// racks, cams, arms with a hole. Two of them whose directions agree touch along lines, and move as their outlines do in
// a plane. Verified in test/shapes/prism.test.ts.

import { crossOfTriangle } from '../math/triangle.js';
import type { SimpleShape } from './shape.js';

/** How far (sine) normals may lean out of their direction: meshes come in single precision, with thin triangles. */
const LEANS = 1e-3;
/** Triangles smaller than this share of the largest have normals that are noise. */
const SLIVER = 1e-6;

/** Writes the unit normal of every face that counts, three numbers each, to `out`. */
function normalsOf(shape: SimpleShape, out: number[]): void {
  if (shape.type === 'convex' || shape.type === 'box') {
    const { planes } = shape.polyhedron;
    for (let k = 0; k < planes.length; k += 4) out.push(planes[k], planes[k + 1], planes[k + 2]);
    return;
  }
  if (shape.type !== 'mesh') return;
  const { positions: p, indices } = shape.mesh;
  const cross = new Float64Array(3);
  const crosses: number[] = [];
  let largest = 0;
  for (let t = 0; t < indices.length; t += 3) {
    crossOfTriangle(cross, p, 3 * indices[t], 3 * indices[t + 1], 3 * indices[t + 2]);
    const [x, y, z] = cross;
    const size = Math.sqrt(x * x + y * y + z * z);
    largest = Math.max(largest, size);
    crosses.push(x, y, z, size);
  }
  for (let k = 0; k < crosses.length; k += 4)
    if (crosses[k + 3]! > SLIVER * largest) for (let m = 0; m < 3; m++) out.push(crosses[k + m]! / crosses[k + 3]!);
}

/** Directions of the shape's frame that every face stands along or across, three numbers each; of a cuboid three. */
export function prismAxes(shape: SimpleShape): Float64Array {
  const n: number[] = [];
  normalsOf(shape, n);
  if (n.length === 0) return new Float64Array(0);
  const candidates = [n[0]!, n[1]!, n[2]!];
  // A prism's direction is across two of its sides, or its ends'.
  for (let k = 3; k < n.length; k += 3) {
    const x = n[1]! * n[k + 2]! - n[2]! * n[k + 1]!;
    const y = n[2]! * n[k]! - n[0]! * n[k + 2]!;
    const z = n[0]! * n[k + 1]! - n[1]! * n[k]!;
    const size = Math.sqrt(x * x + y * y + z * z);
    if (!(size > 0.1)) continue;
    candidates.push(n[k]!, n[k + 1]!, n[k + 2]!, x / size, y / size, z / size);
    break;
  }
  const axes: number[] = [];
  for (let c = 0; c < candidates.length; c += 3) {
    let isAxis = true;
    for (let k = 0; k < n.length && isAxis; k += 3) {
      const along = Math.abs(n[k]! * candidates[c]! + n[k + 1]! * candidates[c + 1]! + n[k + 2]! * candidates[c + 2]!);
      isAxis = along < LEANS || along > 1 - LEANS * LEANS;
    }
    if (isAxis) axes.push(candidates[c]!, candidates[c + 1]!, candidates[c + 2]!);
  }
  return Float64Array.from(axes);
}
