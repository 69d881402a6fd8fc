// One of two meshes whose surfaces may cross, in their common frame: of its vertices, of the boxes of its tree and of
// its triangles those that were asked for, each made once.

import { crossOfTriangle } from '../../math/triangle.js';
import { grownF64 } from '../../memory/grown.js';
import type { MeshTopology, TriangleMesh } from '../../shapes/mesh.js';
import { N_EXTENT, N_LOW, N_NORMAL, N_STRIDE, N_WIDE, type NodeBounds } from './node-bounds.js';

/** Of a triangle: its corners, its box (least, then most), its normal times twice its area. */
export const T_BOX = 9;
export const T_NORMAL = 15;
const T_STRIDE = 18;
/** Of a node of the tree (node-bounds.ts): half extents of its box along the frame's axes, behind the rest. */
export const P_EXTENT = N_STRIDE;
export const P_STRIDE = N_STRIDE + 3;

export class PlacedMesh {
  mesh!: TriangleMesh;
  topology!: MeshTopology;
  /** x, y, z of vertices. */
  positions: Float64Array = new Float64Array(0);
  #place!: Float64Array;
  #isThere = false;
  #placed: Float64Array = new Float64Array(0);
  #marks = new Int32Array(0);
  /** Nodes of the tree as they are, and those that were placed, with where each begins. */
  nodes: Float64Array = new Float64Array(0);
  placedNodes: Float64Array = new Float64Array(64 * P_STRIDE);
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
  readonly #bounds: NodeBounds;

  constructor(bounds: NodeBounds) {
    this.#bounds = bounds;
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
    if (nodes > this.#nodeMarks.length) {
      this.#nodeMarks = new Int32Array(nodes);
      this.#nodeAt = new Int32Array(nodes);
    }
    this.nodes = this.#bounds.of(mesh);
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

  /** Where a node is in `nodes`. */
  node(n: number): number {
    const o = N_STRIDE * n;
    if (this.nodes[o + N_WIDE] === 0) this.#bounds.measure(this.nodes, this.mesh, n);
    return o;
  }

  /** Where a node is in `placedNodes`, in the frame. */
  placedNode(n: number): number {
    if (this.#nodeMarks[n] === this.stamp) return this.#nodeAt[n];
    this.#nodeMarks[n] = this.stamp;
    const q = P_STRIDE * this.#nodeCount++;
    this.#nodeAt[n] = q;
    if (q === this.placedNodes.length) this.placedNodes = grownF64(this.placedNodes);
    const o = this.node(n);
    const { nodes, placedNodes: out } = this;
    const m = this.#place;
    this.#turn(out, q, nodes[o], nodes[o + 1], nodes[o + 2]);
    const x = nodes[o + N_EXTENT];
    const y = nodes[o + N_EXTENT + 1];
    const z = nodes[o + N_EXTENT + 2];
    out[q + N_EXTENT] = x;
    out[q + N_EXTENT + 1] = y;
    out[q + N_EXTENT + 2] = z;
    out[q + P_EXTENT] = Math.abs(m[0]) * x + Math.abs(m[1]) * y + Math.abs(m[2]) * z;
    out[q + P_EXTENT + 1] = Math.abs(m[3]) * x + Math.abs(m[4]) * y + Math.abs(m[5]) * z;
    out[q + P_EXTENT + 2] = Math.abs(m[6]) * x + Math.abs(m[7]) * y + Math.abs(m[8]) * z;
    const nx = nodes[o + N_NORMAL];
    const ny = nodes[o + N_NORMAL + 1];
    const nz = nodes[o + N_NORMAL + 2];
    out[q + N_NORMAL] = m[0] * nx + m[1] * ny + m[2] * nz;
    out[q + N_NORMAL + 1] = m[3] * nx + m[4] * ny + m[5] * nz;
    out[q + N_NORMAL + 2] = m[6] * nx + m[7] * ny + m[8] * nz;
    for (let k = N_LOW; k <= N_WIDE; k++) out[q + k] = nodes[o + k];
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
