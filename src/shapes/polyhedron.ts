// A convex polyhedron in packed arrays: what clipping, point contact and drawing read.

/** Record of an edge: the vertices it runs between, the face to its left (in which it runs so) and to its right. */
export const EDGE_FROM = 0;
export const EDGE_TO = 1;
export const EDGE_LEFT = 2;
export const EDGE_RIGHT = 3;
export const EDGE_STRIDE = 4;
/** Record of a plane: its outward unit normal, then its offset d in n·x ≤ d. */
export const PLANE_OFFSET = 3;
export const PLANE_STRIDE = 4;

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

/** The edges of faces given as in Polyhedron, in the order in which the faces first name them; null if not closed. */
export function edgesOfFaces(faceStart: Int32Array, faceVertices: Int32Array, vertexCount: number): Int32Array | null {
  const faces = faceStart.length - 1;
  const sides = faceVertices.length;
  if (sides % 2 !== 0) return null;
  const edges = new Int32Array(2 * sides);
  const edgeOf = new Map<number, number>();
  let count = 0;
  let open = 0;
  for (let f = 0; f < faces; f++) {
    const end = faceStart[f + 1];
    for (let i = faceStart[f]; i < end; i++) {
      const a = faceVertices[i];
      const b = faceVertices[i + 1 < end ? i + 1 : faceStart[f]];
      const back = edgeOf.get(b * vertexCount + a);
      if (back !== undefined) {
        if (edges[EDGE_STRIDE * back + EDGE_RIGHT] >= 0) return null;
        edges[EDGE_STRIDE * back + EDGE_RIGHT] = f;
        open--;
        continue;
      }
      if (edgeOf.has(a * vertexCount + b) || EDGE_STRIDE * count === edges.length) return null;
      edgeOf.set(a * vertexCount + b, count);
      edges[EDGE_STRIDE * count + EDGE_FROM] = a;
      edges[EDGE_STRIDE * count + EDGE_TO] = b;
      edges[EDGE_STRIDE * count + EDGE_LEFT] = f;
      edges[EDGE_STRIDE * count + EDGE_RIGHT] = -1;
      count++;
      open++;
    }
  }
  return open === 0 ? edges : null;
}

// What joins a box's corners is the same for every box.
const BOX_FACE_START = Int32Array.of(0, 4, 8, 12, 16, 20, 24);
const BOX_FACE_VERTICES = Int32Array.of(0, 4, 6, 2, 1, 3, 7, 5, 0, 1, 5, 4, 2, 6, 7, 3, 0, 2, 3, 1, 4, 5, 7, 6);
const BOX_EDGES = edgesOfFaces(BOX_FACE_START, BOX_FACE_VERTICES, 8)!;

/** An axis-aligned box about the origin with the given half lengths. Faces -x, +x, -y, +y, -z, +z. */
export function boxPolyhedron(hx: number, hy: number, hz: number): Polyhedron {
  const numbers = new Float64Array(48);
  const vertices = numbers.subarray(0, 24);
  for (let i = 0; i < 8; i++) {
    vertices[3 * i] = i & 1 ? hx : -hx;
    vertices[3 * i + 1] = i & 2 ? hy : -hy;
    vertices[3 * i + 2] = i & 4 ? hz : -hz;
  }
  const planes = numbers.subarray(24);
  planes.set([-1, 0, 0, hx, 1, 0, 0, hx, 0, -1, 0, hy, 0, 1, 0, hy, 0, 0, -1, hz, 0, 0, 1, hz]);
  return { vertices, faceStart: BOX_FACE_START, faceVertices: BOX_FACE_VERTICES, planes, edges: BOX_EDGES };
}

/** Where in `points` (x, y, z each) the first of those that are farthest in a direction begins. */
export function farthest(points: Float64Array, x: number, y: number, z: number): number {
  let most = -Infinity;
  let at = 0;
  for (let i = 0; i < points.length; i += 3) {
    const way = x * points[i] + y * points[i + 1] + z * points[i + 2];
    if (way > most) {
      most = way;
      at = i;
    }
  }
  return at;
}
