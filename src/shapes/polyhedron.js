// A convex polyhedron in packed arrays: what clipping, point contact and drawing read.
/** The edges of faces given as in Polyhedron, in the order in which the faces first name them; null if not closed. */
export function edgesOfFaces(faceStart, faceVertices, vertexCount) {
  const faces = faceStart.length - 1;
  const sides = faceVertices.length;
  if (sides % 2 !== 0) return null;
  const edges = new Int32Array(2 * sides);
  const edgeOf = new Map();
  let count = 0;
  let open = 0;
  for (let f = 0; f < faces; f++) {
    const end = faceStart[f + 1];
    for (let i = faceStart[f]; i < end; i++) {
      const a = faceVertices[i];
      const b = faceVertices[i + 1 < end ? i + 1 : faceStart[f]];
      const back = edgeOf.get(b * vertexCount + a);
      if (back !== undefined) {
        if (edges[4 * back + 3] >= 0) return null;
        edges[4 * back + 3] = f;
        open--;
        continue;
      }
      if (edgeOf.has(a * vertexCount + b) || 4 * count === edges.length) return null;
      edgeOf.set(a * vertexCount + b, count);
      edges[4 * count] = a;
      edges[4 * count + 1] = b;
      edges[4 * count + 2] = f;
      edges[4 * count + 3] = -1;
      count++;
      open++;
    }
  }
  return open === 0 ? edges : null;
}
/** An axis-aligned box about the origin with the given half lengths. Faces -x, +x, -y, +y, -z, +z. */
export function boxPolyhedron(hx, hy, hz) {
  const vertices = new Float64Array(24);
  for (let i = 0; i < 8; i++) {
    vertices[3 * i] = i & 1 ? hx : -hx;
    vertices[3 * i + 1] = i & 2 ? hy : -hy;
    vertices[3 * i + 2] = i & 4 ? hz : -hz;
  }
  const faceStart = Int32Array.of(0, 4, 8, 12, 16, 20, 24);
  const faceVertices = Int32Array.of(0, 4, 6, 2, 1, 3, 7, 5, 0, 1, 5, 4, 2, 6, 7, 3, 0, 2, 3, 1, 4, 5, 7, 6);
  const planes = Float64Array.of(
    ...[-1, 0, 0, hx, 1, 0, 0, hx],
    ...[0, -1, 0, hy, 0, 1, 0, hy],
    ...[0, 0, -1, hz, 0, 0, 1, hz],
  );
  const edges = edgesOfFaces(faceStart, faceVertices, 8);
  return { vertices, faceStart, faceVertices, planes, edges };
}
export function adjacencyOf(p) {
  const n = p.vertices.length / 3;
  const start = new Int32Array(n + 1);
  for (let e = 0; e < p.edges.length; e += 4) {
    start[p.edges[e] + 1]++;
    start[p.edges[e + 1] + 1]++;
  }
  for (let v = 0; v < n; v++) start[v + 1] += start[v];
  const next = start.slice();
  const neighbors = new Int32Array(start[n]);
  for (let e = 0; e < p.edges.length; e += 4) {
    neighbors[next[p.edges[e]]++] = p.edges[e + 1];
    neighbors[next[p.edges[e + 1]]++] = p.edges[e];
  }
  return { start, neighbors };
}
