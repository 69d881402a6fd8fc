// Closed meshes made by rule, for scenes, tests and benchmarks. All face outwards, and no vertex occurs twice.

import { cos, PI, sin } from '../math/trig.js';

/** Triangles over shared vertices, counter-clockwise seen from outside. */
export interface MeshData {
  positions: Float64Array;
  indices: Int32Array;
}

/**
 * A sphere from an icosahedron whose faces are cut into n² triangles each: 20 n² triangles, all vertices on the sphere.
 */
export function icosphere(n: number, radius = 1): MeshData {
  const g = (1 + Math.sqrt(5)) / 2;
  const corners = [
    [-1, g, 0],
    [1, g, 0],
    [-1, -g, 0],
    [1, -g, 0],
    [0, -1, g],
    [0, 1, g],
    [0, -1, -g],
    [0, 1, -g],
    [g, 0, -1],
    [g, 0, 1],
    [-g, 0, -1],
    [-g, 0, 1],
  ];
  const faces = [
    [0, 11, 5],
    [0, 5, 1],
    [0, 1, 7],
    [0, 7, 10],
    [0, 10, 11],
    [1, 5, 9],
    [5, 11, 4],
    [11, 10, 2],
    [10, 7, 6],
    [7, 1, 8],
    [3, 9, 4],
    [3, 4, 2],
    [3, 2, 6],
    [3, 6, 8],
    [3, 8, 9],
    [4, 9, 5],
    [2, 4, 11],
    [6, 2, 10],
    [8, 6, 7],
    [9, 8, 1],
  ];
  const positions: number[] = [];
  const indices: number[] = [];
  // A vertex is known by its integer weights on corners of the icosahedron, so that neighbours share it exactly.
  const known = new Map<string, number>();
  const vertex = (f: readonly number[], i: number, j: number): number => {
    const weights: [number, number][] = [
      [f[0], n - i - j],
      [f[1], i],
      [f[2], j],
    ];
    const used = weights.filter((w) => w[1] > 0).sort((a, b) => a[0] - b[0]);
    const key = used.join(';');
    const found = known.get(key);
    if (found !== undefined) return found;
    let x = 0;
    let y = 0;
    let z = 0;
    for (const [c, w] of used) {
      x += w * corners[c][0];
      y += w * corners[c][1];
      z += w * corners[c][2];
    }
    const k = radius / Math.sqrt(x * x + y * y + z * z);
    const made = positions.length / 3;
    positions.push(x * k, y * k, z * k);
    known.set(key, made);
    return made;
  };
  for (const f of faces) {
    for (let i = 0; i < n; i++) {
      for (let j = 0; i + j < n; j++) {
        indices.push(vertex(f, i, j), vertex(f, i + 1, j), vertex(f, i, j + 1));
        if (i + j + 1 < n) indices.push(vertex(f, i + 1, j), vertex(f, i + 1, j + 1), vertex(f, i, j + 1));
      }
    }
  }
  return { positions: Float64Array.from(positions), indices: Int32Array.from(indices) };
}

/** A torus around Y of `around` × `across` × 2 triangles, all vertices on it. */
export function torusMesh(radius: number, tube: number, around: number, across: number): MeshData {
  const positions = new Float64Array(3 * around * across);
  const indices = new Int32Array(6 * around * across);
  let k = 0;
  for (let i = 0; i < around; i++) {
    const a = (2 * PI * i) / around;
    for (let j = 0; j < across; j++) {
      const b = (2 * PI * j) / across;
      const r = radius + tube * cos(b);
      const v = i * across + j;
      positions[3 * v] = r * cos(a);
      positions[3 * v + 1] = tube * sin(b);
      positions[3 * v + 2] = r * sin(a);
      const i1 = ((i + 1) % around) * across;
      const j1 = (j + 1) % across;
      const w = i1 + j;
      const x = i1 + j1;
      const y = i * across + j1;
      indices[k++] = v;
      indices[k++] = y;
      indices[k++] = x;
      indices[k++] = v;
      indices[k++] = x;
      indices[k++] = w;
    }
  }
  return { positions, indices };
}

/**
 * A cube whose faces are cut into n × n squares (12 n² triangles) and covered with smooth bumps: `waves` half waves a
 * side,
 * `height` times the side high, along each face's normal and vanishing at the cube's edges. n = 128 gives 196,608
 * triangles.
 */
export function bumpyCube(n: number, side = 1, waves = 8, height = 0.02): MeshData {
  const positions: number[] = [];
  const indices: number[] = [];
  const known = new Map<number, number>();
  const h = 0.5 * side;
  const size = n + 1;
  const wave = new Float64Array(size);
  for (let i = 0; i <= n; i++) wave[i] = sin((PI * waves * i) / n);
  wave[n] = 0; // on the edge exactly, where faces share vertices
  for (let axis = 0; axis < 3; axis++) {
    for (let end = 0; end < 2; end++) {
      const u = (axis + 1) % 3;
      const v = (axis + 2) % 3;
      const vertex = (i: number, j: number): number => {
        const at = [0, 0, 0];
        at[axis] = end * n;
        at[u] = i;
        at[v] = j;
        const key = (at[0] * size + at[1]) * size + at[2];
        const found = known.get(key);
        if (found !== undefined) return found;
        const p = [side * (at[0] / n) - h, side * (at[1] / n) - h, side * (at[2] / n) - h];
        p[axis] += (end === 1 ? 1 : -1) * height * side * wave[i] * wave[j];
        const made = positions.length / 3;
        positions.push(p[0], p[1], p[2]);
        known.set(key, made);
        return made;
      };
      for (let i = 0; i < n; i++) {
        for (let j = 0; j < n; j++) {
          const a = vertex(i, j);
          const b = vertex(i + 1, j);
          const c = vertex(i + 1, j + 1);
          const d = vertex(i, j + 1);
          if (end === 1) indices.push(a, b, c, a, c, d);
          else indices.push(a, c, b, a, d, c);
        }
      }
    }
  }
  return { positions: Float64Array.from(positions), indices: Int32Array.from(indices) };
}

/**
 * A solid of revolution around Y. `profile` lists radius and height from the bottom pole to the top pole: the first and
 * the last radius are 0, all others are not, and heights do not fall.
 */
export function revolve(profile: readonly (readonly [number, number])[], segments: number): MeshData {
  const rings = profile.length - 2;
  const positions = new Float64Array(3 * (rings * segments + 2));
  const indices = new Int32Array(6 * rings * segments);
  const bottom = rings * segments;
  const top = bottom + 1;
  positions[3 * bottom + 1] = profile[0][1];
  positions[3 * top + 1] = profile[rings + 1][1];
  let k = 0;
  for (let j = 0; j < segments; j++) {
    const next = (j + 1) % segments;
    const c = cos((2 * PI * j) / segments);
    const s = sin((2 * PI * j) / segments);
    for (let i = 0; i < rings; i++) {
      const [r, y] = profile[i + 1];
      const v = 3 * (i * segments + j);
      positions[v] = r * c;
      positions[v + 1] = y;
      positions[v + 2] = r * s;
      if (i + 1 === rings) continue;
      const a = i * segments + j;
      const b = i * segments + next;
      indices[k++] = a;
      indices[k++] = a + segments;
      indices[k++] = b + segments;
      indices[k++] = a;
      indices[k++] = b + segments;
      indices[k++] = b;
    }
    indices[k++] = bottom;
    indices[k++] = j;
    indices[k++] = next;
    indices[k++] = top;
    indices[k++] = (rings - 1) * segments + next;
    indices[k++] = (rings - 1) * segments + j;
  }
  return { positions, indices };
}
