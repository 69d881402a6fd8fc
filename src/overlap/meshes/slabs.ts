// How flat the parts of a mesh are that the nodes of its box tree hold: each lies between two planes across its mean
// normal, and within a distance of an axis along it. Boxes along fixed axes round surfaces that nearly touch overlap as
// far as they are wide; between such planes a smooth part is as thick as it curves, which is quadratic in its width
// (S. Gottschalk, M. C. Lin, D. Manocha, "OBBTree", 1996). Nodes are measured when they are first asked for.

import { crossOfTriangle } from '../../math/triangle.js';
import type { TriangleMesh } from '../../shapes/mesh.js';

/** Of a node: the normal, least and greatest height over its box's centre, distance from the axis through that. */
export const SLAB_STRIDE = 6;
/** Parts of more triangles than this are seldom flat, and long to measure. */
const MOST_TRIANGLES = 256;

export class Slabs {
  readonly #known = new WeakMap<TriangleMesh, Float64Array>();
  readonly #n = new Float64Array(3);

  /** Records of a mesh, whose radius is 0 where `measure` has not been asked. */
  of(mesh: TriangleMesh): Float64Array {
    let slabs = this.#known.get(mesh);
    if (slabs === undefined) {
      slabs = new Float64Array(SLAB_STRIDE * mesh.tree.count.length);
      this.#known.set(mesh, slabs);
    }
    return slabs;
  }

  /** The record of a node whose box has its centre at x, y, z. An endless radius: it is not flat. */
  measure(slabs: Float64Array, mesh: TriangleMesh, node: number, x: number, y: number, z: number): void {
    const { first, count, order } = mesh.tree;
    const { positions: p, indices } = mesh;
    let leaf = node;
    while (count[leaf] === 0) leaf++;
    const from = first[leaf];
    leaf = node;
    while (count[leaf] === 0) leaf = first[leaf];
    const to = first[leaf] + count[leaf];
    const s = SLAB_STRIDE * node;
    const n = this.#n;
    slabs[s + 5] = Infinity;
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
        const dx = p[v] - x;
        const dy = p[v + 1] - y;
        const dz = p[v + 2] - z;
        const height = nx * dx + ny * dy + nz * dz;
        if (height < low) low = height;
        if (height > high) high = height;
        const ex = dx - height * nx;
        const ey = dy - height * ny;
        const ez = dz - height * nz;
        wide = Math.max(wide, ex * ex + ey * ey + ez * ez);
      }
    slabs[s] = nx;
    slabs[s + 1] = ny;
    slabs[s + 2] = nz;
    slabs[s + 3] = low;
    slabs[s + 4] = high;
    slabs[s + 5] = Math.sqrt(wide);
  }
}
