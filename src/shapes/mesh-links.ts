// Who is beside whom on a triangle mesh: the neighbours of every vertex, the triangle across every edge, and normals.
// Made once a mesh, when a body first comes near it. Verified in test/distance/ground.test.ts.

import { crossOfTriangle } from '../math/triangle.js';

export interface MeshLinks {
  /** Unit normal of each triangle. */
  readonly normals: Float64Array;
  /** Vertices that share an edge with vertex v: around[aroundStart[v] … aroundStart[v + 1]). */
  readonly aroundStart: Int32Array;
  readonly around: Int32Array;
  /** Across the side 3t + c of triangle t, from its corner c on: the corner opposite it; -1 on a border. */
  readonly across: Int32Array;
  /** The first triangle of those that are one flat face with a triangle, by neighbours. */
  readonly facets: Int32Array;
}

/**
 * Triangles of one flat face: sine of the angle between them, at most, and off its plane by this share of their size.
 */
const FLAT = 1e-9;

export function linkMesh(positions: Float64Array, indices: Int32Array): MeshLinks {
  const count = positions.length / 3;
  const normals = new Float64Array(indices.length);
  const across = new Int32Array(indices.length).fill(-1);
  const sides = new Map<number, number>();
  const aroundStart = new Int32Array(count + 1);
  const n = new Float64Array(3);
  for (let t = 0; t < indices.length; t += 3) {
    crossOfTriangle(n, positions, 3 * indices[t], 3 * indices[t + 1], 3 * indices[t + 2]);
    const l = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    for (let m = 0; m < 3; m++) normals[t + m] = l > 0 ? n[m] / l : 0;
  }
  for (let s = 0; s < indices.length; s++) {
    const a = indices[s];
    const b = indices[s % 3 === 2 ? s - 2 : s + 1];
    sides.set(a * count + b, s);
    // Of a closed mesh every vertex begins as many sides as it has neighbours.
    aroundStart[a + 1]++;
    const other = sides.get(b * count + a);
    if (other === undefined) continue;
    across[s] = indices[opposite(other)];
    across[other] = indices[opposite(s)];
  }
  for (let v = 0; v < count; v++) aroundStart[v + 1] += aroundStart[v];
  const filled = aroundStart.slice();
  const around = new Int32Array(indices.length);
  for (let s = 0; s < indices.length; s++) {
    const a = indices[s];
    around[filled[a]++] = indices[s % 3 === 2 ? s - 2 : s + 1];
  }
  return { normals, aroundStart, around, across, facets: facetsOf(positions, indices, normals, sides) };
}

/** Spreads from the first triangle of each face over neighbours in its plane. */
function facetsOf(
  p: Float64Array,
  indices: Int32Array,
  normals: Float64Array,
  sides: ReadonlyMap<number, number>,
): Int32Array {
  const count = p.length / 3;
  const facets = new Int32Array(indices.length / 3).fill(-1);
  const queue: number[] = [];
  for (let first = 0; first < facets.length; first++) {
    if (facets[first] >= 0) continue;
    facets[first] = first;
    queue.push(first);
    const n = 3 * first;
    const [nx, ny, nz] = [normals[n], normals[n + 1], normals[n + 2]];
    const o = 3 * indices[n];
    while (queue.length > 0) {
      const t = queue.pop()!;
      for (let c = 0; c < 3; c++) {
        const a = indices[3 * t + c];
        const b = indices[3 * t + ((c + 1) % 3)];
        const side = sides.get(b * count + a);
        if (side === undefined) continue;
        const next = Math.floor(side / 3);
        if (facets[next] >= 0) continue;
        const m = 3 * next;
        if (nx * normals[m] + ny * normals[m + 1] + nz * normals[m + 2] < 1 - FLAT) continue;
        const v = 3 * indices[opposite(side)];
        const [x, y, z] = [p[v] - p[o], p[v + 1] - p[o + 1], p[v + 2] - p[o + 2]];
        const off = Math.abs(nx * x + ny * y + nz * z);
        if (off > FLAT * (Math.abs(x) + Math.abs(y) + Math.abs(z))) continue;
        facets[next] = first;
        queue.push(next);
      }
    }
  }
  return facets;
}

const opposite = (s: number): number => (s % 3 === 0 ? s + 2 : s - 1);
