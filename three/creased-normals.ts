// Normals for shading a triangle mesh that has both smooth parts and sharp edges.

/**
 * For every corner of every triangle: the mean of the normals of those triangles at its vertex that bend away from its
 * own by less than `angle` (rad), each weighted by its angle at the vertex, so that the way a flat part is cut does not
 * show.
 */
export function creasedNormals(positions: ArrayLike<number>, indices: ArrayLike<number>, angle: number): Float64Array {
  const corners = indices.length;
  const faces = new Float64Array(corners);
  const weights = new Float64Array(corners);
  for (let t = 0; t < corners; t += 3) writeTriangle(faces, weights, positions, indices, t);
  const { start, at } = cornersOf(positions.length / 3, indices);
  const least = Math.cos(angle);
  const normals = new Float64Array(3 * corners);
  for (let k = 0; k < corners; k++) {
    const own = k - (k % 3);
    let x = 0;
    let y = 0;
    let z = 0;
    for (let m = start[indices[k]]; m < start[indices[k] + 1]; m++) {
      const c = at[m];
      const f = c - (c % 3);
      const cosine = faces[own] * faces[f] + faces[own + 1] * faces[f + 1] + faces[own + 2] * faces[f + 2];
      if (f !== own && !(cosine > least)) continue;
      x += weights[c] * faces[f];
      y += weights[c] * faces[f + 1];
      z += weights[c] * faces[f + 2];
    }
    const size = Math.sqrt(x * x + y * y + z * z);
    // A triangle without area, alone: any direction will do.
    normals[3 * k] = size > 0 ? x / size : 0;
    normals[3 * k + 1] = size > 0 ? y / size : 1;
    normals[3 * k + 2] = size > 0 ? z / size : 0;
  }
  return normals;
}

/**
 * Vertices that are there once for each smooth part of the surface that meets in them: `corners` are the triangles over
 * them, and `source` says which of the given vertices each of them is. Triangles at a vertex that bend away from each
 * other by less than `angle` (rad), or are joined by others that do, are one part.
 */
export function splitAtCreases(
  positions: ArrayLike<number>,
  indices: ArrayLike<number>,
  angle: number,
): { corners: Uint32Array; source: Int32Array } {
  const count = indices.length;
  const faces = new Float64Array(count);
  const weights = new Float64Array(count);
  for (let t = 0; t < count; t += 3) writeTriangle(faces, weights, positions, indices, t);
  const { start, at } = cornersOf(positions.length / 3, indices);
  const least = Math.cos(angle);
  const isOne = (c: number, d: number): boolean => {
    const [f, g] = [c - (c % 3), d - (d % 3)];
    return faces[f]! * faces[g]! + faces[f + 1]! * faces[g + 1]! + faces[f + 2]! * faces[g + 2]! > least;
  };
  const corners = new Uint32Array(count).fill(NONE);
  const source: number[] = [];
  for (let v = 0; v + 1 < start.length; v++)
    for (let m = start[v]!; m < start[v + 1]!; m++) {
      if (corners[at[m]!] !== NONE) continue;
      const part = [at[m]!];
      corners[at[m]!] = source.length;
      for (const c of part)
        for (let n = start[v]!; n < start[v + 1]!; n++) {
          const other = at[n]!;
          if (corners[other] !== NONE || !isOne(c, other)) continue;
          corners[other] = source.length;
          part.push(other);
        }
      source.push(v);
    }
  return { corners, source: Int32Array.from(source) };
}

const NONE = 0xffffffff;

/** The corners at each vertex: at[start[v] … start[v + 1]). */
function cornersOf(vertices: number, indices: ArrayLike<number>): { start: Int32Array; at: Int32Array } {
  const start = new Int32Array(vertices + 1);
  for (let k = 0; k < indices.length; k++) start[indices[k]! + 1]!++;
  for (let v = 0; v + 1 < start.length; v++) start[v + 1]! += start[v]!;
  const filled = start.slice();
  const at = new Int32Array(indices.length);
  for (let k = 0; k < indices.length; k++) at[filled[indices[k]!]!++] = k;
  return { start, at };
}

/** The unit normal of the triangle at indices[t…] into faces[t…], and its three angles into weights[t…]. */
function writeTriangle(
  faces: Float64Array,
  weights: Float64Array,
  p: ArrayLike<number>,
  indices: ArrayLike<number>,
  t: number,
): void {
  const edges: number[] = [];
  for (let k = 0; k < 3; k++) {
    const a = 3 * indices[t + k];
    const b = 3 * indices[t + ((k + 1) % 3)];
    edges.push(p[b] - p[a], p[b + 1] - p[a + 1], p[b + 2] - p[a + 2]);
  }
  const [ax, ay, az, bx, by, bz] = edges as [number, number, number, number, number, number];
  const x = ay * bz - az * by;
  const y = az * bx - ax * bz;
  const z = ax * by - ay * bx;
  const twice = Math.sqrt(x * x + y * y + z * z);
  if (!(twice > 0)) return;
  faces[t] = x / twice;
  faces[t + 1] = y / twice;
  faces[t + 2] = z / twice;
  for (let k = 0; k < 3; k++) {
    const e = 3 * k;
    const d = 3 * ((k + 2) % 3);
    const cosine = -(edges[e] * edges[d] + edges[e + 1] * edges[d + 1] + edges[e + 2] * edges[d + 2]);
    weights[t + k] = Math.atan2(twice, cosine);
  }
}
