// The part of one mesh's surface that lies inside another, given where they cross (crossings.ts): which triangles have
// some of it, and which vertices are in it. It spreads from crossed edges over the mesh, so that cost follows its size.

import { grownI32 } from '../../memory/grown.js';
import type { TriangleMesh } from '../../shapes/mesh.js';
import type { Crossings } from './crossings.js';

/** Of a vertex. */
const INSIDE = 1;
const OUTSIDE = 2;

export class InsidePart {
  /** What is known of a vertex, and its node, where `marks` has the stamp. */
  status = new Uint8Array(0);
  node = new Int32Array(0);
  marks = new Int32Array(0);
  triangleMarks = new Int32Array(0);
  /** Triangles with a part inside, and vertices inside. */
  triangles = new Int32Array(256);
  count = 0;
  vertices = new Int32Array(256);
  inside = 0;
  stamp = 0;

  /**
   * Triangles of mesh n with a part inside the other: those that the curve meets, and those at vertices inside. False:
   * what is inside contradicts itself.
   */
  find(crossings: Crossings, n: 0 | 1): boolean {
    const m = crossings.meshes[n];
    const { edges, ends, start, around } = m.topology;
    const { indices } = m.mesh;
    this.#begin(m.mesh);
    for (let p = 0; p < crossings.pieces; p++) this.#take(crossings.piece[4 * p + n]);
    for (let k = 0; k < m.crossedCount; k++) {
      const e = m.crossed[k];
      let c = m.first(e);
      if (!this.#set(ends[2 * e], crossings.enters[c] === 1 ? OUTSIDE : INSIDE)) return false;
      let last = c;
      for (c = crossings.next[c]; c >= 0; c = crossings.next[c]) {
        if (crossings.enters[c] === crossings.enters[last]) return false;
        last = c;
      }
      if (!this.#set(ends[2 * e + 1], crossings.enters[last] === 1 ? INSIDE : OUTSIDE)) return false;
    }
    for (let k = 0; k < this.inside; k++) {
      const v = this.vertices[k];
      for (let i = start[v]; i < start[v + 1]; i++) {
        const t = 3 * around[i];
        this.#take(around[i]);
        for (let c = 0; c < 3; c++) {
          const d = c === 2 ? 0 : c + 1;
          if (indices[t + c] !== v && indices[t + d] !== v) continue;
          if (m.first(edges[t + c]) >= 0) continue;
          if (!this.#set(indices[t + c] === v ? indices[t + d] : indices[t + c], INSIDE)) return false;
        }
      }
    }
    return true;
  }

  #begin(mesh: TriangleMesh): void {
    const vertices = mesh.positions.length / 3;
    const triangles = mesh.indices.length / 3;
    if (vertices > this.marks.length) {
      this.marks = new Int32Array(vertices);
      this.node = new Int32Array(vertices);
      this.status = new Uint8Array(vertices);
    }
    if (triangles > this.triangleMarks.length) this.triangleMarks = new Int32Array(triangles);
    this.stamp++;
    this.count = 0;
    this.inside = 0;
  }

  #take(t: number): void {
    if (this.triangleMarks[t] === this.stamp) return;
    this.triangleMarks[t] = this.stamp;
    if (this.count === this.triangles.length) this.triangles = grownI32(this.triangles);
    this.triangles[this.count++] = t;
  }

  /** Says where vertex v is; false: it has been said otherwise. */
  #set(v: number, status: number): boolean {
    if (this.marks[v] === this.stamp) return this.status[v] === status;
    this.marks[v] = this.stamp;
    this.status[v] = status;
    if (status === OUTSIDE) return true;
    if (this.inside === this.vertices.length) this.vertices = grownI32(this.vertices);
    this.vertices[this.inside++] = v;
    return true;
  }

  isInside(v: number): boolean {
    return this.marks[v] === this.stamp && this.status[v] === INSIDE;
  }
}
