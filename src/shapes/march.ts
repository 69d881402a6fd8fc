// The surface on which a function of grid points is zero, by marching tetrahedra: six to a cube, all cubes alike, so
// that faces of neighbours match. Whatever the signs are, the surface is closed, as long as the rim of the grid has one
// sign.

export interface Contour {
  positions: Float64Array;
  indices: Int32Array;
  cell: number;
}

/** The six tetrahedra of a cube, corners as bits x, y, z: all share the diagonal from 0 to 7. */
const TETRAHEDRA = [
  [0, 1, 3, 7],
  [0, 3, 2, 7],
  [0, 2, 6, 7],
  [0, 6, 4, 7],
  [0, 4, 5, 7],
  [0, 5, 1, 7],
] as const;

/** `value` is below zero inside, and nowhere zero: triangles there would have no extent. */
export function march(
  value: Float64Array,
  [nx, ny, nz]: readonly [number, number, number],
  low: readonly [number, number, number],
  cell: number,
): Contour {
  const positions: number[] = [];
  const indices: number[] = [];
  const known = new Map<number, number>();
  const total = nx * ny * nz;
  const pointOf = (g: number, axis: number): number =>
    axis === 0 ? g % nx : axis === 1 ? Math.floor(g / nx) % ny : Math.floor(g / (nx * ny));
  const vertex = (a: number, b: number): number => {
    const key = a < b ? a * total + b : b * total + a;
    const old = known.get(key);
    if (old !== undefined) return old;
    const t = value[a] / (value[a] - value[b]);
    const at = positions.length / 3;
    for (let axis = 0; axis < 3; axis++) {
      const x = pointOf(a, axis);
      positions.push(low[axis]! + cell * (x + t * (pointOf(b, axis) - x)));
    }
    known.set(key, at);
    return at;
  };
  const corners = new Int32Array(8);
  for (let k = 0; k + 1 < nz; k++)
    for (let j = 0; j + 1 < ny; j++)
      for (let i = 0; i + 1 < nx; i++) {
        let inside = 0;
        for (let c = 0; c < 8; c++) {
          corners[c] = ((k + (c >> 2)) * ny + j + ((c >> 1) & 1)) * nx + i + (c & 1);
          if (value[corners[c]] < 0) inside++;
        }
        if (inside === 0 || inside === 8) continue;
        for (const tetrahedron of TETRAHEDRA) {
          const ins: number[] = [];
          const outs: number[] = [];
          for (const c of tetrahedron) (value[corners[c]] < 0 ? ins : outs).push(corners[c]);
          if (ins.length === 0 || outs.length === 0) continue;
          const ring =
            ins.length === 1
              ? [vertex(ins[0]!, outs[0]!), vertex(ins[0]!, outs[1]!), vertex(ins[0]!, outs[2]!)]
              : ins.length === 3
                ? [vertex(ins[0]!, outs[0]!), vertex(ins[1]!, outs[0]!), vertex(ins[2]!, outs[0]!)]
                : [
                    vertex(ins[0]!, outs[0]!),
                    vertex(ins[0]!, outs[1]!),
                    vertex(ins[1]!, outs[1]!),
                    vertex(ins[1]!, outs[0]!),
                  ];
          addOutward(ring, ins[0]!, positions, indices, low, cell, pointOf);
        }
      }
  return { positions: Float64Array.from(positions), indices: Int32Array.from(indices), cell };
}

/** Adds a polygon, turned so that it looks away from the grid point `inside`. */
function addOutward(
  ring: number[],
  inside: number,
  p: readonly number[],
  indices: number[],
  low: readonly number[],
  cell: number,
  pointOf: (g: number, axis: number) => number,
): void {
  const [a, b, c] = ring as [number, number, number];
  const x = (v: number, axis: number) => p[3 * v + axis]!;
  const e = [0, 1, 2].map((k) => x(b, k) - x(a, k));
  const f = [0, 1, 2].map((k) => x(c, k) - x(a, k));
  const g = [0, 1, 2].map((k) => low[k]! + cell * pointOf(inside, k) - x(a, k));
  const volume =
    g[0]! * (e[1]! * f[2]! - e[2]! * f[1]!) +
    g[1]! * (e[2]! * f[0]! - e[0]! * f[2]!) +
    g[2]! * (e[0]! * f[1]! - e[1]! * f[0]!);
  if (volume > 0) ring.reverse();
  indices.push(ring[0]!, ring[1]!, ring[2]!);
  if (ring.length === 4) indices.push(ring[0]!, ring[2]!, ring[3]!);
}
