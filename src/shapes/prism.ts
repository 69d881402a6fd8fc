// Polyhedra whose faces all stand along, or across, one direction: prisms of any outline, stepped shafts, spur gears,
// racks, cams, arms with a hole. Two of them whose directions agree touch along lines, and move as their outlines do in
// a plane. Verified in test/shapes/prism.test.ts.

import { crossOfTriangle } from '../math/triangle.js';
import type { ConvexShape } from './kinds/convex.js';
import type { SimpleShape } from './shape.js';

/** How far (sine) normals may lean out of their direction: meshes come in single precision, with thin triangles. */
const LEANS = 1e-3;
/** Triangles smaller than this share of the largest have normals that are noise. */
const SLIVER = 1e-6;

/** Into n: the unit normal of face k of a polyhedron or mesh; returns its area twice, 1 for those of polyhedra. */
function normalOf(n: Float64Array, shape: SimpleShape, k: number): number {
  if (shape.type !== 'mesh') {
    const { planes } = (shape as ConvexShape).polyhedron;
    for (let m = 0; m < 3; m++) n[m] = planes[4 * k + m];
    return 1;
  }
  const { positions, indices } = shape.mesh;
  crossOfTriangle(n, positions, 3 * indices[3 * k], 3 * indices[3 * k + 1], 3 * indices[3 * k + 2]);
  const size = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
  for (let m = 0; m < 3; m++) n[m] /= size;
  return size;
}

/** Directions of the shape's frame that every face stands along or across, three numbers each; of a cuboid three. */
export function prismAxes(shape: SimpleShape): Float64Array {
  const faces =
    shape.type === 'mesh'
      ? shape.mesh.indices.length / 3
      : shape.type === 'convex' || shape.type === 'box'
        ? shape.polyhedron.planes.length / 4
        : 0;
  const n = new Float64Array(3);
  let least = 0;
  for (let k = 0; k < faces; k++) least = Math.max(least, SLIVER * normalOf(n, shape, k));
  let axes: number[] = [];
  // A prism's direction is across two of its sides, or its ends'.
  for (let k = 0; k < faces && axes.length < 9; k++) {
    if (!(normalOf(n, shape, k) > least)) continue;
    const [x, y, z] = n as unknown as [number, number, number];
    const [p, q, r] = axes;
    if (p === undefined) axes.push(x, y, z);
    else {
      const [u, v, w] = [q! * z - r! * y, r! * x - p * z, p * y - q! * x];
      const size = Math.sqrt(u * u + v * v + w * w);
      if (size > 0.1) axes.push(x, y, z, u / size, v / size, w / size);
    }
  }
  for (let k = 0; k < faces && axes.length > 0; k++) {
    if (!(normalOf(n, shape, k) > least)) continue;
    let isOff = false;
    for (let c = 0; c < axes.length; c += 3) {
      const along = Math.abs(n[0] * axes[c]! + n[1] * axes[c + 1]! + n[2] * axes[c + 2]!);
      if (along < LEANS || along > 1 - LEANS * LEANS) continue;
      isOff = true;
      axes[c] = Number.NaN;
    }
    if (isOff) axes = axes.filter((_, m) => !Number.isNaN(axes[m - (m % 3)]));
  }
  return Float64Array.from(axes);
}
