import type { TriangleTree } from './triangle-tree.js';

/** A closed, consistently outward-oriented triangle mesh. Immutable. */
export interface TriangleMesh {
  /** x, y, z per vertex. */
  readonly positions: Float64Array;
  /** Three vertex indices a triangle, counter-clockwise seen from outside. */
  readonly indices: Int32Array;
  /** Box tree over the triangles, built on first use. */
  readonly tree: TriangleTree;
}
