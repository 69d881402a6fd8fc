// An order of elimination that leaves few fill-ins: nested dissection by coordinates (A. George, 1973) down to pieces,
// and within pieces and separators the node with the fewest neighbours first (minimum degree; A. George, J. W. H. Liu,
// "The evolution of the minimum degree ordering algorithm", 1989).
//
// A set of nodes is cut across one of its three axes, between two of its planes near the middle; the nodes on one side
// that have a neighbour on the other are the separator and come last. How often it is cut at best depends on the solid:
// a ball is cut some times, an octopus not at all. All depths are tried and counted: the multiplications of a factor,
// and of rows that stand for those of contacts, each of which leads from a node up the tree of elimination. (By factors
// alone a snake is peeled from its ends; its rows then lead through half of it and cost twice as much.) Ties fall to
// the lower number, so that the order depends on the graph only.

/** Neighbours of node i: adjacency[start[i] … start[i + 1]). */
export interface Graph {
  readonly count: number;
  readonly start: Int32Array;
  readonly adjacency: Int32Array;
}

/** Pieces up to this size are not cut any further. */
const LEAST = 8;
/** Cuts of a set that are tried along each axis, nearest to the middle. */
const CUTS = 3;
/** What a node more on one side than on the other counts against one of the separator. */
const BALANCE = 0.15;
/** Graphs up to this size are tried at every depth. Larger ones are cut as far as it goes, which is near the best. */
const TRIED = 1500;
/** Multiplications of a block product, and of a block with a vector. */
const PRODUCT = 27;
const ONCE = 9;
/** Rows of contacts for which an order is chosen. */
const ROWS = 160;

/** order[k]: the node that is eliminated as k-th. */
export function dissect(graph: Graph, positions: Float64Array): Int32Array {
  const { rank, sequence } = cutUp(graph, positions);
  if (graph.count > TRIED) return sequence;
  let deepest = 0;
  for (const r of rank) deepest = Math.max(deepest, r);
  let best = sequence;
  let least = Infinity;
  const order = new Int32Array(graph.count);
  for (let depth = 0; depth < deepest; depth++) {
    const cost = eliminate(graph, rank, depth, order, least);
    if (!(cost < least)) continue;
    least = cost;
    best = order.slice();
  }
  return best;
}

/** By node: after how many cuts it is in a separator, or a piece; and all nodes, separators behind what they part. */
function cutUp(graph: Graph, positions: Float64Array): { rank: Int32Array; sequence: Int32Array } {
  const { count, start, adjacency } = graph;
  const sequence = new Int32Array(count);
  let end = count;
  const rank = new Int32Array(count);
  const mark = new Int32Array(count).fill(-1);
  let stamp = 0;
  const visit = (set: number[], depth: number): void => {
    let separator: number[] = [];
    let here: number[] = [];
    let there: number[] = [];
    let least = Infinity;
    for (let axis = 0; axis < 3 && set.length > LEAST; axis++) {
      const at = (i: number): number => positions[3 * i + axis];
      const along = set.slice().sort((a, b) => at(a) - at(b) || a - b);
      for (const cut of cutsOf(along, at)) {
        const sides = [along.slice(0, cut), along.slice(cut)] as const;
        const stamps = [++stamp, ++stamp];
        for (let s = 0; s < 2; s++) for (const i of sides[s]!) mark[i] = stamps[s]!;
        for (let s = 0; s < 2; s++) {
          const touching: number[] = [];
          const free: number[] = [];
          for (const i of sides[s]!) {
            let touches = false;
            for (let k = start[i]; k < start[i + 1]; k++) if (mark[adjacency[k]] === stamps[1 - s]) touches = true;
            (touches ? touching : free).push(i);
          }
          const cost = touching.length + BALANCE * Math.abs(free.length - sides[1 - s]!.length);
          if (!(cost < least)) continue;
          least = cost;
          [separator, here, there] = [touching, free, sides[1 - s]!];
        }
      }
    }
    if (least === Infinity) {
      separator = set;
      here = there = [];
    }
    for (const i of separator) rank[i] = depth;
    for (let k = separator.length - 1; k >= 0; k--) sequence[--end] = separator[k]!;
    if (separator === set) return;
    visit(here, depth + 1);
    visit(there, depth + 1);
  };
  visit(
    Array.from({ length: count }, (_, i) => i),
    1,
  );
  return { rank, sequence };
}

/** Where the coordinate of a sorted set changes, nearest to its middle. */
function cutsOf(along: readonly number[], at: (i: number) => number): number[] {
  const half = along.length >> 1;
  const flat = 1e-9 * (at(along.at(-1)!) - at(along[0]!));
  const cuts: number[] = [];
  for (let k = 1; k < along.length; k++) if (at(along[k]!) - at(along[k - 1]!) > flat) cuts.push(k);
  return cuts.sort((a, b) => Math.abs(a - half) - Math.abs(b - half) || a - b).slice(0, CUTS);
}

/**
 * Eliminates nodes beyond `depth` cuts first, separators after them from the last to the first, in each the node with
 * the fewest neighbours; returns what a factor and its rows cost, or Infinity where that is more than `most`.
 */
function eliminate(graph: Graph, rank: Int32Array, depth: number, order: Int32Array, most: number): number {
  const { count, start, adjacency } = graph;
  const words = (count + 31) >> 5;
  const near = new Int32Array(words * count);
  const degree = new Int32Array(count);
  for (let i = 0; i < count; i++) {
    degree[i] = start[i + 1] - start[i];
    for (let k = start[i]; k < start[i + 1]; k++) near[words * i + (adjacency[k] >> 5)] |= 1 << (adjacency[k] & 31);
  }
  let operations = 0;
  const level = (i: number): number => Math.min(rank[i], depth + 1);
  const gone = new Uint8Array(count);
  for (let k = 0; k < count; k++) {
    let next = -1;
    for (let i = 0; i < count; i++) {
      if (gone[i] === 1) continue;
      if (next < 0 || level(i) > level(next) || (level(i) === level(next) && degree[i] < degree[next])) next = i;
    }
    order[k] = next;
    gone[next] = 1;
    operations += ((degree[next] + 1) * (degree[next] + 2)) / 2;
    if (PRODUCT * operations > most) return Infinity;
    // Its neighbours become each other's.
    const from = words * next;
    for (let w = 0; w < words; w++) {
      for (let bits = near[from + w]; bits !== 0; bits &= bits - 1) {
        const i = 32 * w + 31 - Math.clz32(bits & -bits);
        const to = words * i;
        let sum = 0;
        for (let v = 0; v < words; v++) sum += bitsOf((near[to + v] |= near[from + v]));
        // Neither itself nor what has gone.
        near[to + (i >> 5)] &= ~(1 << (i & 31));
        near[to + (next >> 5)] &= ~(1 << (next & 31));
        degree[i] = sum - 2;
      }
    }
  }
  // A row from every node: through the columns that follow from its own, and dot products with half of the others.
  const place = new Int32Array(count);
  for (let k = 0; k < count; k++) place[order[k]] = k;
  const way = new Float64Array(count);
  let ways = 0;
  for (let k = count - 1; k >= 0; k--) {
    const i = order[k];
    let parent = count;
    for (let w = 0; w < words; w++)
      for (let bits = near[words * i + w]; bits !== 0; bits &= bits - 1)
        parent = Math.min(parent, place[32 * w + 31 - Math.clz32(bits & -bits)]);
    way[k] = ONCE * (degree[i] + 1) + 1.5 * ROWS + (parent < count ? way[parent] : 0);
    ways += way[k];
  }
  return PRODUCT * operations + (ROWS * ways) / count;
}

function bitsOf(x: number): number {
  let n = x - ((x >>> 1) & 0x55555555);
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333);
  return Math.imul((n + (n >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
