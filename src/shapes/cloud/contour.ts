// A closed mesh about a cloud of points: what bodies need a solid for (mass, overlap, drawing).
//
// The cloud's signed distance on a grid, contoured by marching tetrahedra (march.ts). Whatever the signs are,
// the surface is closed and without boundary; where they are right it is the cloud's. Holes are closed by the planes of
// the samples at their rims. Grid points far from all samples take the sign of their neighbour. Simplification: the
// mesh rounds off what is smaller than a cell. Consequence: none for heights in contact, which are asked of the cloud
// itself.

import { type Contour, march } from '../march.js';
import type { PointCloud } from './cloud.js';

/** Cells along the longest side, at most, and at least as many samples' spacings to a cell. */
const MOST_CELLS = 56;
const SPACINGS = 2;
const REACH = 2;

export function contourOf(cloud: PointCloud): Contour {
  const size = [0, 1, 2].map((k) => cloud.high[k] - cloud.low[k]) as [number, number, number];
  const longest = Math.max(...size);
  const cell = Math.max(longest / MOST_CELLS, SPACINGS * cloud.spacing);
  // Two cells of margin; the origin a little off, so that samples on a lattice do not lie on grid points.
  const low = [0, 1, 2].map((k) => cloud.low[k] - 2.137 * cell) as [number, number, number];
  const n = size.map((s) => Math.ceil(s / cell) + 6) as [number, number, number];
  const [nx, ny, nz] = n;
  const value = new Float64Array(nx * ny * nz);
  const nearest = nearestSamples(cloud, n, low, cell);
  const p = cloud.positions;
  const m = cloud.normals;
  for (let k = 0; k < nz; k++) {
    for (let j = 0; j < ny; j++) {
      let last = cell;
      for (let i = 0; i < nx; i++) {
        const at = (k * ny + j) * nx + i;
        const isRim = i === 0 || j === 0 || k === 0 || i === nx - 1 || j === ny - 1 || k === nz - 1;
        const [x, y, z] = [low[0] + i * cell, low[1] + j * cell, low[2] + k * cell];
        const o = 3 * nearest[at];
        let f = cell;
        if (!isRim) f = o < 0 ? Number.NaN : m[o] * (x - p[o]) + m[o + 1] * (y - p[o + 1]) + m[o + 2] * (z - p[o + 2]);
        if (!isRim && Math.abs(f) < cell) {
          const smooth = cloud.evaluate(x, y, z);
          if (smooth === smooth) f = smooth;
        }
        if (f !== f) f = last > 0 ? cell : -cell;
        // Never on a grid point: triangles there would have no extent.
        const least = 1e-3 * cell;
        value[at] = f >= 0 ? Math.max(f, least) : Math.min(f, -least);
        last = f;
      }
    }
  }
  return march(value, n, low, cell);
}

/** The closest sample of every grid point that has one within REACH cells along each axis, else -1. */
function nearestSamples(
  cloud: PointCloud,
  [nx, ny, nz]: readonly [number, number, number],
  low: readonly [number, number, number],
  cell: number,
): Int32Array {
  const nearest = new Int32Array(nx * ny * nz).fill(-1);
  const best = new Float64Array(nx * ny * nz).fill(Infinity);
  const p = cloud.positions;
  for (let s = 0; s < cloud.count; s++) {
    const [x, y, z] = [p[3 * s], p[3 * s + 1], p[3 * s + 2]];
    const i0 = Math.floor((x - low[0]) / cell) - REACH;
    const j0 = Math.floor((y - low[1]) / cell) - REACH;
    const k0 = Math.floor((z - low[2]) / cell) - REACH;
    for (let k = Math.max(0, k0); k <= Math.min(nz - 1, k0 + 2 * REACH + 1); k++)
      for (let j = Math.max(0, j0); j <= Math.min(ny - 1, j0 + 2 * REACH + 1); j++)
        for (let i = Math.max(0, i0); i <= Math.min(nx - 1, i0 + 2 * REACH + 1); i++) {
          const dx = low[0] + i * cell - x;
          const dy = low[1] + j * cell - y;
          const dz = low[2] + k * cell - z;
          const d = dx * dx + dy * dy + dz * dz;
          const at = (k * ny + j) * nx + i;
          if (d >= best[at]) continue;
          best[at] = d;
          nearest[at] = s;
        }
  }
  return nearest;
}
