/** Triangles by vertex index. */
export interface MeshData {
  /** x, y, z per vertex, m. */
  readonly positions: Float64Array;
  /** Three vertex indices a triangle, counter-clockwise seen from outside. */
  readonly indices: Int32Array;
  /** Red, green and blue per vertex, linear, 0 to 1: written to GLB, and left out elsewhere. */
  readonly colors?: Float32Array;
}

/** 0, 1, 2, … n − 1: the indices of triangles that share no vertices. */
export function countingIndices(n: number): Int32Array {
  const indices = new Int32Array(n);
  for (let i = 0; i < n; i++) indices[i] = i;
  return indices;
}

/** The buffer of these bytes and no others, aligned; parsers want a whole ArrayBuffer. */
export function wholeBuffer(bytes: Uint8Array): ArrayBuffer {
  const copy = new ArrayBuffer(bytes.byteLength);
  new Uint8Array(copy).set(bytes);
  return copy;
}
