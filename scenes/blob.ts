// Closed meshes of creatures: the surface about a skeleton of tapered bones that run into each other, by marching
// tetrahedra. Nothing of it is scanned; it is here where papers show armadillos, octopuses and toys.

import type { ShapeDescription, Vec3 } from '../src/index.js';

/** From a point to another (m), with the radii of the flesh round them. */
export type Bone = readonly [from: Vec3, fromRadius: number, to: Vec3, toRadius: number];

/** The six tetrahedra of a cube, by its corners' bits x, y, z, all about the diagonal from 0 to 7. */
const TETS = [
  [0, 1, 3, 7],
  [0, 3, 2, 7],
  [0, 2, 6, 7],
  [0, 6, 4, 7],
  [0, 4, 5, 7],
  [0, 5, 1, 7],
] as const;

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
  const positions: number[] = [];
  const indices: number[] = [];
  const known = new Map<number, number>();
  const corner = (o: number): Vec3 => [at(o % nx, 0), at(((o / nx) | 0) % ny, 1), at((o / (nx * ny)) | 0, 2)];
  const vertex = (p: number, q: number): number => {
    const key = Math.min(p, q) * field.length + Math.max(p, q);
    const old = known.get(key);
    if (old !== undefined) return old;
    const s = field[p] / (field[p] - field[q]);
    const a = corner(p);
    const b = corner(q);
    for (let k = 0; k < 3; k++) positions.push(a[k]! + s * (b[k]! - a[k]!));
    const v = positions.length / 3 - 1;
    known.set(key, v);
    return v;
  };
  /** The face that looks from the inner corner to the outer one. */
  const face = (a: number, b: number, c: number, inner: number, outer: number): void => {
    const p = (v: number, k: number): number => positions[3 * v + k]!;
    const [u, w] = [b, c].map((v) => [0, 1, 2].map((k) => p(v, k) - p(a, k))) as [number[], number[]];
    const [from, to] = [corner(inner), corner(outer)];
    let along = 0;
    for (let k = 0; k < 3; k++) {
      const [i, j] = [(k + 1) % 3, (k + 2) % 3];
      along += (u[i]! * w[j]! - u[j]! * w[i]!) * (to[k]! - from[k]!);
    }
    if (along > 0) indices.push(a, b, c);
    else indices.push(a, c, b);
  };
  for (let z = 0; z + 1 < nz; z++)
    for (let y = 0; y + 1 < ny; y++)
      for (let x = 0; x + 1 < nx; x++)
        for (const tet of TETS) {
          const inside: number[] = [];
          const outside: number[] = [];
          for (const c of tet) {
            const o = x + (c & 1) + nx * (y + ((c >> 1) & 1) + ny * (z + (c >> 2)));
            (field[o] < 0 ? inside : outside).push(o);
          }
          if (inside.length === 0 || outside.length === 0) continue;
          if (inside.length === 2) {
            const [p, q] = inside as [number, number];
            const [r, s] = outside as [number, number];
            const [a, b, c, d] = [vertex(p, r), vertex(p, s), vertex(q, s), vertex(q, r)];
            face(a, b, c, p, r);
            face(a, c, d, p, r);
            continue;
          }
          const lone = inside.length === 1 ? inside[0]! : outside[0]!;
          const [p, q, r] = (inside.length === 1 ? outside : inside) as [number, number, number];
          const [a, b, c] = [vertex(lone, p), vertex(lone, q), vertex(lone, r)];
          face(a, b, c, inside[0]!, outside[0]!);
        }
  return { type: 'mesh', positions: Float64Array.from(positions), indices: Int32Array.from(indices) };
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
