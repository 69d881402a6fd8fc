// Closed meshes of little cubes.

import type { MeshData } from '../../src/shapes/procedural.js';

/**
 * The surface of all cells (i, j, k) of a grid of nx × ny × nz that are full, each of the given size, about the y axis,
 * from y = 0 up. Full cells must not touch along an edge or at a corner alone.
 */
export function voxels(
  nx: number,
  ny: number,
  nz: number,
  size: number,
  isFull: (i: number, j: number, k: number) => boolean,
): MeshData {
  const full = (i: number, j: number, k: number) =>
    i >= 0 && j >= 0 && k >= 0 && i < nx && j < ny && k < nz && isFull(i, j, k);
  const positions: number[] = [];
  const indices: number[] = [];
  const numbers = new Map<string, number>();
  const vertex = (p: readonly number[]) => {
    const key = p.join();
    let n = numbers.get(key);
    if (n === undefined) {
      n = numbers.size;
      numbers.set(key, n);
      positions.push((p[0]! - nx / 2) * size, p[1]! * size, (p[2]! - nz / 2) * size);
    }
    return n;
  };
  for (let i = 0; i < nx; i++)
    for (let j = 0; j < ny; j++)
      for (let k = 0; k < nz; k++) {
        if (!full(i, j, k)) continue;
        for (let axis = 0; axis < 3; axis++)
          for (const side of [0, 1]) {
            const next = [i, j, k];
            next[axis]! += side === 1 ? 1 : -1;
            if (full(next[0]!, next[1]!, next[2]!)) continue;
            const corner = (u: number, v: number) => {
              const p = [i, j, k];
              p[axis]! += side;
              p[(axis + 1) % 3]! += u;
              p[(axis + 2) % 3]! += v;
              return vertex(p);
            };
            const [a, b, c, d] = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)];
            if (side === 1) indices.push(a, b, c, a, c, d);
            else indices.push(a, c, b, a, d, c);
          }
      }
  return { positions: Float64Array.from(positions), indices: Int32Array.from(indices) };
}
