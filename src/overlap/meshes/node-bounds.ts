// What bounds the parts of a mesh that the nodes of its box tree hold: their box, and how flat they are. Each lies
// between two planes across its mean normal, and within a distance of an axis along it. Boxes along fixed axes round
// surfaces that nearly touch overlap as far as they are wide; between such planes a smooth part is as thick as it
// curves, which is quadratic in its width (S. Gottschalk, M. C. Lin, D. Manocha, "OBBTree", 1996). Nodes are measured
// when they are first asked for.

import { crossOfTriangle } from '../../math/triangle.js';
import type { TriangleMesh } from '../../shapes/mesh.js';

/**
 * Of a node: centre and half extents of its box, the normal, least and greatest height over that centre, distance from
 * the axis through it: endless where the part is not flat, 0 where it was not measured.
 */
export const N_EXTENT = 3;
export const N_NORMAL = 6;
export const N_LOW = 9;
export const N_HIGH = 10;
export const N_WIDE = 11;
export const N_STRIDE = 12;
/** Parts of more triangles than this are seldom flat, and long to measure. */
const MOST_TRIANGLES = 256;

export class NodeBounds {
  readonly #known = new WeakMap<TriangleMesh, Float64Array>();
  readonly #n = new Float64Array(3);

  /** Records of a mesh. */
  of(mesh: TriangleMesh): Float64Array {
    let records = this.#known.get(mesh);
    if (records === undefined) {
      records = new Float64Array(N_STRIDE * mesh.tree.count.length);
      this.#known.set(mesh, records);
    }
    return records;
  }

  /** Fills in the record of a node. */
  measure(records: Float64Array, mesh: TriangleMesh, node: number): void {
    const { bounds, first, count, order } = mesh.tree;
    const { positions: p, indices } = mesh;
    const n = this.#n;
    const o = N_STRIDE * node;
    for (let k = 0; k < 3; k++) {
      const half = 0.5 * (bounds[6 * node + 3 + k] - bounds[6 * node + k]);
      records[o + k] = bounds[6 * node + k] + half;
      records[o + N_EXTENT + k] = half;
    }
    records[o + N_WIDE] = Infinity;
    let leaf = node;
    while (count[leaf] === 0) leaf++;
    const from = first[leaf];
    leaf = node;
    while (count[leaf] === 0) leaf = first[leaf];
    const to = first[leaf] + count[leaf];
    if (to - from > MOST_TRIANGLES) return;
    let nx = 0;
    let ny = 0;
    let nz = 0;
    for (let k = from; k < to; k++) {
      const t = 3 * order[k];
      crossOfTriangle(n, p, 3 * indices[t], 3 * indices[t + 1], 3 * indices[t + 2]);
      nx += n[0];
      ny += n[1];
      nz += n[2];
    }
    const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
    if (!(length > 0)) return;
    nx /= length;
    ny /= length;
    nz /= length;
    let low = Infinity;
    let high = -Infinity;
    let wide = 0;
    for (let k = from; k < to; k++)
      for (let c = 0; c < 3; c++) {
        const v = 3 * indices[3 * order[k] + c];
        const x = p[v] - records[o];
        const y = p[v + 1] - records[o + 1];
        const z = p[v + 2] - records[o + 2];
        const height = nx * x + ny * y + nz * z;
        if (height < low) low = height;
        if (height > high) high = height;
        const ax = x - height * nx;
        const ay = y - height * ny;
        const az = z - height * nz;
        wide = Math.max(wide, ax * ax + ay * ay + az * az);
      }
    records[o + N_NORMAL] = nx;
    records[o + N_NORMAL + 1] = ny;
    records[o + N_NORMAL + 2] = nz;
    records[o + N_LOW] = low;
    records[o + N_HIGH] = high;
    records[o + N_WIDE] = Math.sqrt(wide);
  }
}
