// ∂V/∂p_k of a mesh's vertices (Allard et al. 2010, §3.2): a ray end on a triangle moves along the ray by the vertex's
// barycentric share of the vertex's own motion along it, so each end gives ± its pixel's area times that share to one
// component of the vertex's gradient. Shares add up to one: the sum over all vertices is the solid's area vector.

import type { TriangleMesh } from '../../shapes/mesh.js';
import { NO_SURFACE, type RayDirection } from './direction.js';
import { grownFloat, grownInt } from './hits.js';

/** Owned by the caller and reused: sparse, one entry per vertex and component that any ray end touches. */
export class VertexGradient {
  /** Entries of component k: start[k] … start[k+1]. */
  start = new Int32Array(8);
  count = 0;
  vertex = new Int32Array(1024);
  /** ∂V/∂p, three numbers an entry, world orientation (m²). */
  value = new Float64Array(3 * 1024);
  /** Entry of each vertex, valid where `stamp` is the current run. */
  #slot = new Int32Array(0);
  #stamp = new Int32Array(0);
  #run = 0;

  clear(): void {
    this.count = 0;
    this.start[0] = 0;
  }

  /** Add the ends on `solid` of the segments with this label; directions' axes stay the frame's. */
  addComponent(
    mesh: TriangleMesh,
    place: Float64Array,
    solid: 0 | 1,
    directions: readonly RayDirection[],
    label: number,
    fresh: boolean,
  ): void {
    const vertices = mesh.positions.length / 3;
    if (this.#slot.length < vertices) {
      this.#slot = new Int32Array(vertices);
      this.#stamp = new Int32Array(vertices);
      this.#run = 0;
    }
    if (fresh) this.#run++;
    for (const dir of directions) {
      for (let s = 0; s < dir.segCount; s++) {
        if (dir.label[s] !== label) continue;
        const r = dir.segRay[s];
        const area = dir.rayArea[r];
        if (area === 0) continue;
        if (dir.endLow[s] !== NO_SURFACE && (dir.endLow[s] & 1) === solid) {
          this.#addEnd(mesh, place, dir, r, dir.endLow[s] >> 1, -area);
        }
        if (dir.endHigh[s] !== NO_SURFACE && (dir.endHigh[s] & 1) === solid) {
          this.#addEnd(mesh, place, dir, r, dir.endHigh[s] >> 1, area);
        }
      }
    }
  }

  #addEnd(
    mesh: TriangleMesh,
    place: Float64Array,
    dir: RayDirection,
    ray: number,
    triangle: number,
    area: number,
  ): void {
    const { positions, indices } = mesh;
    const { u, v, axis } = dir;
    const ia = indices[3 * triangle];
    const ib = indices[3 * triangle + 1];
    const ic = indices[3 * triangle + 2];
    const ax = coordinate(positions, ia, place, u) - dir.rayU[ray];
    const ay = coordinate(positions, ia, place, v) - dir.rayV[ray];
    const bx = coordinate(positions, ib, place, u) - dir.rayU[ray];
    const by = coordinate(positions, ib, place, v) - dir.rayV[ray];
    const cx = coordinate(positions, ic, place, u) - dir.rayU[ray];
    const cy = coordinate(positions, ic, place, v) - dir.rayV[ray];
    let a = bx * cy - by * cx;
    let b = cx * ay - cy * ax;
    let c = ax * by - ay * bx;
    const sum = a + b + c;
    // Seen edge-on, the shares are lost in rounding: equal ones keep the sum.
    if (Math.abs(sum) > 0) {
      const k = 1 / sum;
      a *= k;
      b *= k;
      c *= k;
    }
    if (!(a > -1 && b > -1 && c > -1)) a = b = c = 1 / 3;
    c = 1 - a - b;
    // First the entries: one may put a larger array in the place of this one.
    const ea = this.#entry(ia);
    const eb = this.#entry(ib);
    const ec = this.#entry(ic);
    this.value[3 * ea + axis] += area * a;
    this.value[3 * eb + axis] += area * b;
    this.value[3 * ec + axis] += area * c;
  }

  #entry(vertex: number): number {
    if (this.#stamp[vertex] === this.#run) return this.#slot[vertex];
    const k = this.count++;
    if (k === this.vertex.length) {
      this.vertex = grownInt(this.vertex, 2 * k);
      this.value = grownFloat(this.value, 6 * k);
    }
    this.#stamp[vertex] = this.#run;
    this.#slot[vertex] = k;
    this.vertex[k] = vertex;
    this.value[3 * k] = this.value[3 * k + 1] = this.value[3 * k + 2] = 0;
    return k;
  }

  /** Close component k: its entries end here. */
  close(k: number): void {
    if (k + 2 > this.start.length) this.start = grownInt(this.start, 2 * (k + 2));
    this.start[k + 1] = this.count;
  }

  /** Turn all entries from the frame to the world. */
  rotate(m: Float64Array): void {
    const { value } = this;
    for (let k = 0; k < 3 * this.count; k += 3) {
      const x = value[k];
      const y = value[k + 1];
      const z = value[k + 2];
      value[k] = m[0] * x + m[1] * y + m[2] * z;
      value[k + 1] = m[3] * x + m[4] * y + m[5] * z;
      value[k + 2] = m[6] * x + m[7] * y + m[8] * z;
    }
  }
}

function coordinate(positions: Float64Array, vertex: number, place: Float64Array, axis: number): number {
  const p = 3 * vertex;
  return (
    place[3 * axis] * positions[p] +
    place[3 * axis + 1] * positions[p + 1] +
    place[3 * axis + 2] * positions[p + 2] +
    place[9 + axis]
  );
}
