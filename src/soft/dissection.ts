// Nested dissection by coordinates: an order of elimination that leaves few fill-ins (A. George, 1973). A set of nodes
// is cut in the middle of its longest extent; the nodes of the lower half that have a neighbour in the upper one are
// the separator and come last. Ties fall to the lower number, so that the order depends on the graph only.

/** Neighbours of node i: adjacency[start[i] … start[i + 1]). */
export interface Graph {
  readonly count: number;
  readonly start: Int32Array;
  readonly adjacency: Int32Array;
}

/** Sets up to this size are not cut any further. */
const LEAST = 8;

/** order[k]: the node that is eliminated as k-th. */
export function dissect(graph: Graph, positions: Float64Array): Int32Array {
  const order = new Int32Array(graph.count);
  const mark = new Int32Array(graph.count).fill(-1);
  let stamp = 0;
  let end = graph.count;
  const visit = (set: number[]): void => {
    if (set.length <= LEAST) {
      for (let k = set.length - 1; k >= 0; k--) order[--end] = set[k]!;
      return;
    }
    let axis = 0;
    let widest = -1;
    for (let k = 0; k < 3; k++) {
      let low = Infinity;
      let high = -Infinity;
      for (const i of set) {
        low = Math.min(low, positions[3 * i + k]);
        high = Math.max(high, positions[3 * i + k]);
      }
      if (high - low > widest) {
        widest = high - low;
        axis = k;
      }
    }
    const along = set.slice().sort((a, b) => positions[3 * a + axis] - positions[3 * b + axis] || a - b);
    const upper = along.slice(along.length >> 1);
    const high = ++stamp;
    for (const i of upper) mark[i] = high;
    const lower: number[] = [];
    const separator: number[] = [];
    for (const i of along.slice(0, along.length >> 1)) {
      let touches = false;
      for (let k = graph.start[i]; k < graph.start[i + 1]; k++) if (mark[graph.adjacency[k]] === high) touches = true;
      if (touches) separator.push(i);
      else lower.push(i);
    }
    for (let k = separator.length - 1; k >= 0; k--) order[--end] = separator[k]!;
    visit(upper);
    visit(lower);
  };
  visit(Array.from({ length: graph.count }, (_, i) => i));
  return order;
}
