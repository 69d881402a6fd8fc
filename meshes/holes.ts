// Closing small holes of a surface: each ring of open edges that is short enough gets a fan of triangles about its
// middle. A hole whose ring touches itself is left open. Verified in test/meshes/pieces.test.ts.

import type { MeshData } from './mesh.js';

export interface HoleOptions {
  /** Rings of open edges up to this long (m) are closed; half the mesh's diagonal unless told. */
  readonly longest?: number;
}

/** The mesh with its holes closed, and how many were closed and how many are left. */
export function closeHoles(
  mesh: MeshData,
  options: HoleOptions = {},
): { positions: Float64Array; indices: Int32Array; closed: number; left: number } {
  const { positions, indices } = mesh;
  const longest = options.longest ?? 0.5 * diagonal(positions);
  const count = positions.length / 3;
  const sides = new Set<number>();
  for (let s = 0; s < indices.length; s++) sides.add(indices[s]! * count + indices[after(s)]!);
  // From vertex to vertex around each hole, against the sense of the triangles beside it.
  const next = new Map<number, number>();
  const crowded = new Set<number>();
  for (let s = 0; s < indices.length; s++) {
    const [a, b] = [indices[s]!, indices[after(s)]!];
    if (sides.has(b * count + a)) continue;
    if (next.has(b)) crowded.add(b);
    next.set(b, a);
  }
  const points = [...positions];
  const triangles = [...indices];
  const seen = new Set<number>();
  let closed = 0;
  let left = 0;
  for (const start of next.keys()) {
    if (seen.has(start)) continue;
    const ring: number[] = [];
    let at: number | undefined = start;
    while (at !== undefined && !seen.has(at)) {
      seen.add(at);
      ring.push(at);
      at = next.get(at);
    }
    const isRing = at === start && ring.length >= 3 && !ring.some((v) => crowded.has(v));
    if (!isRing || !(lengthOf(positions, ring) <= longest)) {
      left++;
      continue;
    }
    closed++;
    if (ring.length === 3) {
      triangles.push(ring[0]!, ring[1]!, ring[2]!);
      continue;
    }
    const middle = points.length / 3;
    for (let k = 0; k < 3; k++) points.push(ring.reduce((sum, v) => sum + positions[3 * v + k]!, 0) / ring.length);
    for (let k = 0; k < ring.length; k++) triangles.push(ring[k]!, ring[(k + 1) % ring.length]!, middle);
  }
  return { positions: Float64Array.from(points), indices: Int32Array.from(triangles), closed, left };
}

const after = (s: number): number => (s % 3 === 2 ? s - 2 : s + 1);

function lengthOf(p: Float64Array, ring: readonly number[]): number {
  let sum = 0;
  ring.forEach((a, k) => {
    const b = ring[(k + 1) % ring.length]!;
    sum += Math.sqrt([0, 1, 2].reduce((s, m) => s + (p[3 * b + m]! - p[3 * a + m]!) ** 2, 0));
  });
  return sum;
}

function diagonal(p: Float64Array): number {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let k = 0; k < p.length; k++) {
    low[k % 3] = Math.min(low[k % 3]!, p[k]!);
    high[k % 3] = Math.max(high[k % 3]!, p[k]!);
  }
  return Math.sqrt([0, 1, 2].reduce((s, m) => s + (high[m]! - low[m]!) ** 2, 0));
}
