// One of two meshes whose surfaces may cross, in their common frame: of its vertices, of the boxes of its tree and of
// its triangles those that were asked for, each made once.

import { crossOfTriangle } from '../../math/triangle.js';
import { grownF64 } from '../../memory/grown.js';
import type { MeshTopology, TriangleMesh } from '../../shapes/mesh.js';

/** Of a triangle: its corners, its box (least, then most), its normal times twice its area. */
export const T_BOX = 9;
export const T_NORMAL = 15;
const T_STRIDE = 18;
/** Of a node of the tree: centre of its box, half extents along its own axes and along the frame's. */
export const P_EXTENT = 3;
export const P_ALONG = 6;
const P_STRIDE = 9;

export class PlacedMesh {
  mesh!: TriangleMesh;
  topology!: MeshTopology;
  /** x, y, z of vertices. */
  positions: Float64Array = new Float64Array(0);
  #place!: Float64Array;
  #isThere = false;
  #placed: Float64Array = new Float64Array(0);
  #marks = new Int32Array(0);
  /** Nodes of the tree, and where each begins. */
  nodes: Float64Array = new Float64Array(64 * P_STRIDE);
  #nodeAt = new Int32Array(0);
  #nodeMarks = new Int32Array(0);
  #nodeCount = 0;
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
    if (nodes > this.#nodeMarks.length) {
      this.#nodeMarks = new Int32Array(nodes);
      this.#nodeAt = new Int32Array(nodes);
    }
    this.#nodeCount = 0;
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

  /** Where node n is in `nodes`. */
  node(n: number): number {
    if (this.#nodeMarks[n] === this.stamp) return this.#nodeAt[n];
    this.#nodeMarks[n] = this.stamp;
    const q = P_STRIDE * this.#nodeCount++;
    this.#nodeAt[n] = q;
    if (q === this.nodes.length) this.nodes = grownF64(this.nodes);
    const { nodes: out } = this;
    const { bounds } = this.mesh.tree;
    const m = this.#place;
    for (let k = 0; k < 3; k++) {
      const half = 0.5 * (bounds[6 * n + 3 + k] - bounds[6 * n + k]);
      out[q + k] = bounds[6 * n + k] + half;
      out[q + P_EXTENT + k] = half;
    }
    this.#turn(out, q, out[q], out[q + 1], out[q + 2]);
    for (let k = 0; k < 3; k++)
      out[q + P_ALONG + k] =
        Math.abs(m[3 * k]) * out[q + P_EXTENT] +
        Math.abs(m[3 * k + 1]) * out[q + P_EXTENT + 1] +
        Math.abs(m[3 * k + 2]) * out[q + P_EXTENT + 2];
    return q;
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
    crossOfTriangle(out, out, o, o + 3, o + 6, o + T_NORMAL);
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
