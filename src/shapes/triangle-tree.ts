/**
 * A box tree over triangles in packed arrays. Node i: bounds[6i…6i+5] = min xyz, max xyz.
 * Leaf: count[i] > 0 triangles, order[first[i] … first[i]+count[i]). Inner: count[i] = 0, children i+1 and first[i].
 */
export interface TriangleTree {
  readonly bounds: Float64Array;
  readonly first: Int32Array;
  readonly count: Int32Array;
  readonly order: Int32Array;
}

export function buildTriangleTree(_positions: Float64Array, _indices: Int32Array): TriangleTree {
  throw new Error('triangle tree is not built yet');
}
