// How high a curved surface stands in bumps when the lattice that carries it is pressed flat.
//
// Within a cell an embedded surface moves by 1, x, y and xy: nodes that are pressed flat leave it its curvature there,
// and its corners stand e²H/6 behind its mean (e: the cell's edge in m, H: mean curvature at rest in 1/m). H at a
// vertex is the mean over its edges of the curvature along them, (n_b - n_a)·(x_b - x_a)/|x_b - x_a|², n the normals at
// their ends. Simplification: at an edge of the body the surface is not smooth, and what is found there is bounded.
// Verified in test/contact/volume/bearing-area.test.ts.

import { crossOfTriangle } from '../math/triangle.js';

/** Bumps are at most this share of the edge, those of a ball of six cells. */
const HIGHEST = 1 / 16;

/** By vertex of a closed surface at rest: height of the bumps that it stands in on cells of this edge (m). */
export function bumpsOf(rest: Float64Array, indices: Int32Array, edge: number): Float64Array {
  const normals = new Float64Array(rest.length);
  const cross = new Float64Array(3);
  for (let t = 0; t < indices.length; t += 3) {
    crossOfTriangle(cross, rest, 3 * indices[t], 3 * indices[t + 1], 3 * indices[t + 2]);
    for (let c = 0; c < 3; c++) for (let k = 0; k < 3; k++) normals[3 * indices[t + c] + k] += cross[k];
  }
  for (let o = 0; o < normals.length; o += 3) {
    const size = Math.sqrt(normals[o] * normals[o] + normals[o + 1] * normals[o + 1] + normals[o + 2] * normals[o + 2]);
    if (size > 0) for (let k = 0; k < 3; k++) normals[o + k] /= size;
  }
  const sum = new Float64Array(rest.length / 3);
  const count = new Float64Array(rest.length / 3);
  for (let n = 0; n < indices.length; n++) {
    const a = indices[n];
    const b = indices[n % 3 === 2 ? n - 2 : n + 1];
    let along = 0;
    let square = 0;
    for (let k = 0; k < 3; k++) {
      const d = rest[3 * b + k] - rest[3 * a + k];
      along += d * (normals[3 * b + k] - normals[3 * a + k]);
      square += d * d;
    }
    if (!(square > 0)) continue;
    // An edge is met once from each of its two triangles.
    for (const v of [a, b]) {
      sum[v] += along / square;
      count[v]++;
    }
  }
  for (let v = 0; v < sum.length; v++)
    sum[v] = count[v] > 0 ? Math.min((edge * edge * Math.abs(sum[v] / count[v])) / 6, HIGHEST * edge) : 0;
  return sum;
}
