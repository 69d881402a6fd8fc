// A convex polyhedron in packed arrays: what clipping, point contact and drawing read.

export interface Polyhedron {
  /** x, y, z per vertex. */
  readonly vertices: Float64Array;
  /** Face f owns faceVertices[faceStart[f] … faceStart[f+1]), counter-clockwise seen from outside. */
  readonly faceStart: Int32Array;
  readonly faceVertices: Int32Array;
  /** Outward unit normal and offset per face: the solid is n·x ≤ d. Four numbers a face. */
  readonly planes: Float64Array;
  /** Each edge once: vertex, vertex, face to its left (in which it runs first → second), face to its right. */
  readonly edges: Int32Array;
}
