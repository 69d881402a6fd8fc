// Building a box tree from the top down.
//
// A set of boxes is split at the middle of the extent of their centres, along the longest axis of that extent. Where
// this would put less than an eighth on one side, the median is taken instead; a set of coincident centres is halved as
// it lies. So depth stays below log(n) / log(8/7), and for evenly spread boxes near log2 n. Nodes are laid out in
// depth-first order, which is the order in which queries read them.

const LEAST_SHARE = 1 / 8;

/**
 * Build the tree over the n proxies of `order` (permuted on the way). Their boxes are read from oldBounds at
 * leafOf[id]; nodes go to bounds and links in the layout of BoxTree, root at 0; leafOf is rewritten. centres is
 * scratch, three per proxy id.
 */
export function buildTree(
  order: Int32Array,
  n: number,
  oldBounds: Float64Array,
  leafOf: Int32Array,
  centres: Float64Array,
  bounds: Float64Array,
  links: Int32Array,
): void {
  for (let k = 0; k < n; k++) {
    const id = order[k];
    const i = 6 * leafOf[id];
    // Twice the centre; sums of coordinates up to 1e100 stay finite.
    centres[3 * id] = oldBounds[i] + oldBounds[i + 3];
    centres[3 * id + 1] = oldBounds[i + 1] + oldBounds[i + 4];
    centres[3 * id + 2] = oldBounds[i + 2] + oldBounds[i + 5];
  }
  buildRange(order, 0, n, oldBounds, leafOf, centres, bounds, links, 0, -1);
}

/** Build [low, high) of `order` from node index `node` on; a subtree of m proxies takes 2m − 1 nodes. */
function buildRange(
  order: Int32Array,
  low: number,
  high: number,
  oldBounds: Float64Array,
  leafOf: Int32Array,
  centres: Float64Array,
  bounds: Float64Array,
  links: Int32Array,
  node: number,
  parent: number,
): void {
  const l = 4 * node;
  links[l] = parent;
  if (high - low === 1) {
    const id = order[low];
    const i = 6 * leafOf[id];
    for (let k = 0; k < 6; k++) bounds[6 * node + k] = oldBounds[i + k];
    links[l + 1] = id;
    links[l + 2] = -1;
    links[l + 3] = 0;
    leafOf[id] = node;
    return;
  }
  const middle = split(order, low, high, centres);
  const first = node + 1;
  const second = node + 2 * (middle - low);
  buildRange(order, low, middle, oldBounds, leafOf, centres, bounds, links, first, node);
  buildRange(order, middle, high, oldBounds, leafOf, centres, bounds, links, second, node);
  links[l + 1] = first;
  links[l + 2] = second;
  refit(bounds, links, node);
}

/** The box and the height of an inner node from those of its children. */
export function refit(b: Float64Array, links: Int32Array, node: number): void {
  const first = links[4 * node + 1];
  const second = links[4 * node + 2];
  for (let c = 0; c < 3; c++) {
    const i = 6 * node + c;
    const j = 6 * first + c;
    const k = 6 * second + c;
    b[i] = b[j] < b[k] ? b[j] : b[k];
    b[i + 3] = b[j + 3] > b[k + 3] ? b[j + 3] : b[k + 3];
  }
  const h1 = links[4 * first + 3];
  const h2 = links[4 * second + 3];
  links[4 * node + 3] = 1 + (h1 > h2 ? h1 : h2);
}

/** Partition [low, high) and return where the second part begins; both parts hold something. */
function split(order: Int32Array, low: number, high: number, centres: Float64Array): number {
  const half = (low + high) >> 1;
  if (high - low === 2) return half;
  let c = 3 * order[low];
  let x0 = centres[c];
  let y0 = centres[c + 1];
  let z0 = centres[c + 2];
  let x1 = x0;
  let y1 = y0;
  let z1 = z0;
  for (let k = low + 1; k < high; k++) {
    c = 3 * order[k];
    const x = centres[c];
    const y = centres[c + 1];
    const z = centres[c + 2];
    if (x < x0) x0 = x;
    else if (x > x1) x1 = x;
    if (y < y0) y0 = y;
    else if (y > y1) y1 = y;
    if (z < z0) z0 = z;
    else if (z > z1) z1 = z;
  }
  const ex = x1 - x0;
  const ey = y1 - y0;
  const ez = z1 - z0;
  const axis = ex >= ey && ex >= ez ? 0 : ey >= ez ? 1 : 2;
  const from = axis === 0 ? x0 : axis === 1 ? y0 : z0;
  const to = axis === 0 ? x1 : axis === 1 ? y1 : z1;
  if (!(to > from)) return half;
  const cut = 0.5 * (from + to);
  let i = low;
  let j = high - 1;
  for (;;) {
    while (i <= j && centres[3 * order[i] + axis] < cut) i++;
    while (i <= j && centres[3 * order[j] + axis] >= cut) j--;
    if (i >= j) break;
    const swapped = order[i];
    order[i] = order[j];
    order[j] = swapped;
    i++;
    j--;
  }
  const least = LEAST_SHARE * (high - low);
  if (i - low >= least && high - i >= least && i > low && i < high) return i;
  partitionAtRank(order, low, high - 1, half, centres, axis);
  return half;
}

/**
 * Rearrange [low, high] so that nothing before `rank` has a larger centre than it, nothing after a smaller one (Hoare).
 */
function partitionAtRank(
  order: Int32Array,
  low: number,
  high: number,
  rank: number,
  centres: Float64Array,
  axis: number,
): void {
  while (low < high) {
    const pivot = centres[3 * order[rank] + axis];
    let i = low;
    let j = high;
    do {
      while (centres[3 * order[i] + axis] < pivot) i++;
      while (pivot < centres[3 * order[j] + axis]) j--;
      if (i <= j) {
        const swapped = order[i];
        order[i] = order[j];
        order[j] = swapped;
        i++;
        j--;
      }
    } while (i <= j);
    if (j < rank) low = i;
    if (rank < i) high = j;
  }
}
