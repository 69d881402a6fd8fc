// Closed meshes of creatures: the surface about a skeleton of tapered bones that run into each other, by marching
// tetrahedra. Nothing of it is scanned; it is here where papers show armadillos, octopuses and toys.

import type { ShapeDescription, Vec3 } from '../src/index.js';
import { march } from '../src/shapes/march.js';

/** From a point to another (m), with the radii of the flesh round them. */
export type Bone = readonly [from: Vec3, fromRadius: number, to: Vec3, toRadius: number];

/** `cells`: along the longest side of its box. `blend`: how far bones run into each other (m). */
export function blob(bones: readonly Bone[], cells: number, blend: number): ShapeDescription {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const [a, ra, b, rb] of bones)
    for (let k = 0; k < 3; k++) {
      low[k] = Math.min(low[k]!, a[k]! - ra, b[k]! - rb);
      high[k] = Math.max(high[k]!, a[k]! + ra, b[k]! + rb);
    }
  const edge = Math.max(...low.map((x, k) => high[k]! - x)) / cells;
  // Two cells of air all round.
  const n = low.map((x, k) => Math.ceil((high[k]! - x) / edge) + 5);
  const at = (i: number, k: number): number => low[k]! + (i - 2) * edge;
  const [nx, ny, nz] = n as [number, number, number];
  const field = new Float64Array(nx * ny * nz);
  for (let z = 0, o = 0; z < nz; z++)
    for (let y = 0; y < ny; y++)
      for (let x = 0; x < nx; x++, o++) {
        const d = distance(bones, at(x, 0), at(y, 1), at(z, 2), blend);
        // No vertex on a corner of the grid: triangles would have no area.
        field[o] = Math.abs(d) < 0.02 * edge ? (d < 0 ? -0.02 : 0.02) * edge : d;
      }
  const { positions, indices } = march(field, [nx, ny, nz], [at(0, 0), at(0, 1), at(0, 2)], edge);
  return { type: 'mesh', positions, indices };
}

/** Below zero inside: the smooth least of the distances to all bones. */
function distance(bones: readonly Bone[], x: number, y: number, z: number, blend: number): number {
  let least = Infinity;
  for (const [a, ra, b, rb] of bones) {
    const [ux, uy, uz] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
    const [px, py, pz] = [x - a[0], y - a[1], z - a[2]];
    const square = ux * ux + uy * uy + uz * uz;
    const t = square > 0 ? Math.min(Math.max((px * ux + py * uy + pz * uz) / square, 0), 1) : 0;
    const [dx, dy, dz] = [px - t * ux, py - t * uy, pz - t * uz];
    const d = Math.sqrt(dx * dx + dy * dy + dz * dz) - (ra + t * (rb - ra));
    const h = Math.max(blend - Math.abs(d - least), 0);
    least = Math.min(d, least) - (least < Infinity ? (h * h) / (4 * blend) : 0);
  }
  return least;
}
