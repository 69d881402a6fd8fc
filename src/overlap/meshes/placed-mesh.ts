// One of two meshes whose surfaces may cross, in their common frame: of its vertices, of the boxes of its tree and of
// its triangles those that were asked for, each made once.

import { grownF64 } from '../../memory/grown.js';
import type { MeshTopology, TriangleMesh } from '../../shapes/mesh.js';
import { SLAB_STRIDE, type Slabs } from './slabs.js';

/** Of a triangle: its corners, its box (least, then most), its normal times twice its area. */
export const T_BOX = 9;
export const T_NORMAL = 15;
const T_STRIDE = 18;
/** Of a box: its centre in the frame, half extents along its own axes and along the frame's, its slab (slabs.ts). */
export const B_SLAB = 9;
export const B_STRIDE = B_SLAB + SLAB_STRIDE;

export class PlacedMesh {
  mesh!: TriangleMesh;
  topology!: MeshTopology;
  /** x, y, z of vertices. */
  positions: Float64Array = new Float64Array(0);
  #place!: Float64Array;
  #isThere = false;
  #placed: Float64Array = new Float64Array(0);
  #marks = new Int32Array(0);
  /** Boxes of the tree. */
  boxes = new Float64Array(0);
  #boxMarks = new Int32Array(0);
  /** Triangles, and where each begins. */
  triangles: Float64Array = new Float64Array(64 * T_STRIDE);
  #triangleAt = new Int32Array(0);
  #triangleMarks = new Int32Array(0);
  #triangleCount = 0;
  /** The first crossing along an edge, where `edgeMarks` has the stamp. */
  heads = new Int32Array(0);
  edgeMarks = new Int32Array(0);
  /** Edges that cross the other mesh. */
  crossed = new Int32Array(256);
  crossedCount = 0;
  stamp = 0;
  readonly #known: Slabs;
  #slabs: Float64Array = new Float64Array(0);

  constructor(slabs: Slabs) {
    this.#known = slabs;
  }

  /** `place`: rotation by rows and position; `isThere`: it is the frame's own. */
  begin(mesh: TriangleMesh, topology: MeshTopology, place: Float64Array, isThere: boolean): void {
    const vertices = mesh.positions.length / 3;
    this.mesh = mesh;
    this.topology = topology;
    this.#place = place;
    this.#isThere = isThere;
    if (vertices > this.#marks.length) {
      this.#marks = new Int32Array(vertices);
      this.#placed = new Float64Array(3 * vertices);
    }
    const nodes = mesh.tree.count.length;
    if (nodes > this.#boxMarks.length) {
      this.#boxMarks = new Int32Array(nodes);
      this.boxes = new Float64Array(B_STRIDE * nodes);
    }
    const triangles = mesh.indices.length / 3;
    if (triangles > this.#triangleMarks.length) {
      this.#triangleMarks = new Int32Array(triangles);
      this.#triangleAt = new Int32Array(triangles);
    }
    const edges = this.topology.ends.length / 2;
    if (edges > this.heads.length) {
      this.heads = new Int32Array(edges);
      this.edgeMarks = new Int32Array(edges);
    }
    this.positions = isThere ? mesh.positions : this.#placed;
    this.#slabs = this.#known.of(mesh);
    this.stamp++;
    this.crossedCount = 0;
    this.#triangleCount = 0;
  }

  /** Makes sure that vertex v is in `positions`. */
  put(v: number): void {
    if (this.#isThere || this.#marks[v] === this.stamp) return;
    this.#marks[v] = this.stamp;
    const p = this.mesh.positions;
    this.#turn(this.#placed, 3 * v, p[3 * v], p[3 * v + 1], p[3 * v + 2]);
  }

  /** Makes sure that the box of a node of the tree is in `boxes`. */
  putBox(node: number): void {
    if (this.#boxMarks[node] === this.stamp) return;
    this.#boxMarks[node] = this.stamp;
    const { bounds } = this.mesh.tree;
    const out = this.boxes;
    const b = 6 * node;
    const o = B_STRIDE * node;
    const x = 0.5 * (bounds[b + 3] - bounds[b]);
    const y = 0.5 * (bounds[b + 4] - bounds[b + 1]);
    const z = 0.5 * (bounds[b + 5] - bounds[b + 2]);
    out[o + 3] = x;
    out[o + 4] = y;
    out[o + 5] = z;
    const cx = bounds[b] + x;
    const cy = bounds[b + 1] + y;
    const cz = bounds[b + 2] + z;
    const slabs = this.#slabs;
    const s = SLAB_STRIDE * node;
    if (slabs[s + 5] === 0) this.#known.measure(slabs, this.mesh, node, cx, cy, cz);
    const nx = slabs[s];
    const ny = slabs[s + 1];
    const nz = slabs[s + 2];
    out[o + 12] = slabs[s + 3];
    out[o + 13] = slabs[s + 4];
    out[o + 14] = slabs[s + 5];
    if (this.#isThere) {
      out[o] = cx;
      out[o + 1] = cy;
      out[o + 2] = cz;
      out[o + 9] = nx;
      out[o + 10] = ny;
      out[o + 11] = nz;
      return;
    }
    const m = this.#place;
    out[o + 9] = m[0] * nx + m[1] * ny + m[2] * nz;
    out[o + 10] = m[3] * nx + m[4] * ny + m[5] * nz;
    out[o + 11] = m[6] * nx + m[7] * ny + m[8] * nz;
    this.#turn(out, o, cx, cy, cz);
    out[o + 6] = Math.abs(m[0]) * x + Math.abs(m[1]) * y + Math.abs(m[2]) * z;
    out[o + 7] = Math.abs(m[3]) * x + Math.abs(m[4]) * y + Math.abs(m[5]) * z;
    out[o + 8] = Math.abs(m[6]) * x + Math.abs(m[7]) * y + Math.abs(m[8]) * z;
  }

  /** Where triangle t is in `triangles`. */
  triangle(t: number): number {
    if (this.#triangleMarks[t] === this.stamp) return this.#triangleAt[t];
    this.#triangleMarks[t] = this.stamp;
    const o = T_STRIDE * this.#triangleCount++;
    this.#triangleAt[t] = o;
    if (o === this.triangles.length) this.triangles = grownF64(this.triangles);
    const out = this.triangles;
    const { indices } = this.mesh;
    for (let c = 0; c < 3; c++) {
      const v = indices[3 * t + c];
      this.put(v);
      const p = this.positions;
      out[o + 3 * c] = p[3 * v];
      out[o + 3 * c + 1] = p[3 * v + 1];
      out[o + 3 * c + 2] = p[3 * v + 2];
    }
    for (let k = 0; k < 3; k++) {
      const x = out[o + k];
      const y = out[o + 3 + k];
      const z = out[o + 6 + k];
      out[o + T_BOX + k] = x < y ? (x < z ? x : z) : y < z ? y : z;
      out[o + T_BOX + 3 + k] = x > y ? (x > z ? x : z) : y > z ? y : z;
    }
    const ux = out[o + 3] - out[o];
    const uy = out[o + 4] - out[o + 1];
    const uz = out[o + 5] - out[o + 2];
    const vx = out[o + 6] - out[o];
    const vy = out[o + 7] - out[o + 1];
    const vz = out[o + 8] - out[o + 2];
    out[o + T_NORMAL] = uy * vz - uz * vy;
    out[o + T_NORMAL + 1] = uz * vx - ux * vz;
    out[o + T_NORMAL + 2] = ux * vy - uy * vx;
    return o;
  }

  /** A point of the mesh, in the frame, into out[o…]. */
  #turn(out: Float64Array, o: number, x: number, y: number, z: number): void {
    const m = this.#place;
    out[o] = m[0] * x + m[1] * y + m[2] * z + m[9];
    out[o + 1] = m[3] * x + m[4] * y + m[5] * z + m[10];
    out[o + 2] = m[6] * x + m[7] * y + m[8] * z + m[11];
  }

  /** The first crossing along edge e, or -1. */
  first(e: number): number {
    return this.edgeMarks[e] === this.stamp ? this.heads[e] : -1;
  }
}
