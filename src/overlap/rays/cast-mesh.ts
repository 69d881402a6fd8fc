// All hits of a grid of parallel rays with a closed mesh: one walk down the mesh's box tree, then scan conversion.
//
// Deviation from layered depth images (Allard et al. 2010, §3): not every triangle is drawn. A tree node between whose
// sides no ray passes is skipped with all its triangles, so once triangles are smaller than pixels the cost follows the
// rays (times the depth of the tree), not the triangles.
//
// Watertight: rays stand at the integers of pixel coordinates. A vertex at height v lies below row j iff v ≤ j; whether
// ray (i, j) stands left of an edge or not is computed from its lower end to its upper end, whichever triangle asks. Of
// a triangle's edges one going up and one going down cross row j; the ray hits the triangle if it stands left of one
// and not of the other. So each edge adds the same to the two triangles beside it with opposite sign, the sum over a
// closed mesh telescopes, and every ray has exactly as many entries as exits, whatever the rounding; a ray through an
// edge or a vertex is counted once. Verified in test/overlap/rays-watertight.test.ts.
//
// pixel coordinates  (p, q, d) = M (x, y, z, 1): column, row, depth along the ray in metres
// hit                2·triangle + 1 where the ray leaves (the normal points along the ray), 2·triangle where it enters

import { CELLS, LEAF_VERTICES, PACKED_BITS, PACKED_LINK, type PackedTree } from '../../shapes/packed-tree.js';
import { LEAF } from '../../shapes/triangle-tree.js';
import { grownInt, type RayHits } from './hits.js';

/** Pixels by which boxes grow, so that rounding cannot lose a triangle on their faces. */
const SLACK = 1e-6;
/** Pixel coordinates beyond this are as good as any beyond the grid. */
const FAR = 2 ** 29;
/**
 * By which corners lie below a row (1: a, 2: b, 4: c), offsets of the ends p, q of the edge that goes up through it and
 * of r, s of the one that goes down, each from the lower end.
 */
const EDGES = Int32Array.of(
  ...[0, 0, 0, 0], // none
  ...[0, 1, 0, 2], // a: up a b, down c a
  ...[1, 2, 1, 0], // b: up b c, down a b
  ...[1, 2, 0, 2], // a, b: up b c, down c a
  ...[2, 0, 2, 1], // c: up c a, down b c
  ...[0, 1, 2, 1], // a, c: up a b, down b c
  ...[2, 0, 1, 0], // b, c: up c a, down a b
  ...[0, 0, 0, 0], // all
);
const NAME = (1 << PACKED_BITS) - 1;
/**
 * Leaves that are placed before their triangles are scanned: so many that they stay in the fastest memory until then.
 */
const BATCH = 256;

export class MeshCaster {
  /** M for the tree's boxes, absolute values of its nine factors, and what else a node is compared with. */
  readonly #frame = new Float64Array(24);
  /** Nodes of one level of the tree and of the next, and the leaves found. */
  #nodes = new Int32Array(4096);
  #next = new Int32Array(4096);
  #leaves = new Int32Array(4096);
  #leafCount = 0;
  /** Written so that reading ahead is not optimised away. */
  protected touched = 0;
  /** Vertices of a batch of leaves in pixel coordinates, and the first column and row at or beyond each. */
  readonly #placed = new Float64Array(3 * 3 * LEAF * BATCH);
  readonly #pixels = new Int32Array(2 * 3 * LEAF * BATCH);
  /** Triangles that a ray may hit: their three vertices among those placed, and their place in the tree's order. */
  readonly #candidates = new Int32Array(4 * (LEAF * BATCH + 1));
  #hits!: RayHits;
  #map!: Int32Array;
  #columns = 0;
  #rows = 0;
  #low = 0;
  #high = 0;
  #sparse = false;
  #huge = false;

  /**
   * Append to `hits` all hits with depth in [low, high] of the rays on a grid of columns × rows. `map` gives each pixel
   * its ray, or a negative number where none is wanted (`sparse`: in many pixels). `m` holds M by rows.
   */
  cast(
    tree: PackedTree,
    m: Float64Array,
    columns: number,
    rows: number,
    low: number,
    high: number,
    map: Int32Array,
    sparse: boolean,
    hits: RayHits,
  ): void {
    this.#sparse = sparse;
    this.#hits = hits;
    this.#map = map;
    this.#columns = columns;
    this.#rows = rows;
    this.#low = low;
    this.#high = high;
    this.#findLeaves(tree, m);
    for (let from = 0; from < this.#leafCount; from += BATCH) {
      this.#scan(this.#placeLeaves(tree, m, from, Math.min(from + BATCH, this.#leafCount)), tree);
    }
  }

  #findLeaves(tree: PackedTree, m: Float64Array): void {
    const frame = this.#frame;
    const { grid } = tree;
    // Boxes count units of the tree's grid.
    for (let k = 0; k < 3; k++) {
      let offset = m[4 * k + 3];
      for (let i = 0; i < 3; i++) {
        offset += m[4 * k + i] * grid[i];
        frame[4 * k + i] = m[4 * k + i] * grid[3 + i];
        frame[12 + 3 * k + i] = Math.abs(frame[4 * k + i]);
      }
      frame[4 * k + 3] = offset;
    }
    // The farthest that a vertex can be from the first column or row: 32 bits may not hold it.
    const farU = Math.abs(frame[3]) + 2 * CELLS * (frame[12] + frame[13] + frame[14]);
    const farV = Math.abs(frame[7]) + 2 * CELLS * (frame[15] + frame[16] + frame[17]);
    this.#huge = !(farU < FAR && farV < FAR);
    // Depth is in metres: the same slack, scaled by the rays' spacing, which the rows carry inverted.
    const stepU = Math.max(Math.abs(m[0]), Math.abs(m[1]), Math.abs(m[2]));
    const stepV = Math.max(Math.abs(m[4]), Math.abs(m[5]), Math.abs(m[6]));
    const slack = SLACK / Math.min(stepU, stepV);
    frame[21] = this.#low - slack;
    frame[22] = this.#high + slack;
    this.#leafCount = 0;
    this.#nodes[0] = tree.nodes[PACKED_LINK];
    let count = 1;
    if (this.#nodes[0] < 0) {
      this.#leaves[0] = this.#nodes[0];
      this.#leafCount = 1;
      return;
    }
    while (count > 0) {
      if (this.#next.length < 2 * count) this.#next = new Int32Array(4 * count);
      if (this.#leaves.length < this.#leafCount + 2 * count) {
        this.#leaves = grownInt(this.#leaves, 2 * (this.#leafCount + 2 * count));
      }
      count = this.#descend(tree, count);
      const nodes = this.#nodes;
      this.#nodes = this.#next;
      this.#next = nodes;
    }
  }

  /**
   * The children of `count` nodes between whose sides a ray passes: inner nodes into `next` (returns how many), leaves
   * into
   * `leaves`. Without branches on what comes of it: the processor then works on several boxes at a time, instead of
   * waiting for each one's memory and guessing wrong whether it will be wanted.
   */
  #descend(tree: PackedTree, count: number): number {
    const { nodes: records } = tree;
    const nodes = this.#nodes;
    const next = this.#next;
    const leaves = this.#leaves;
    const map = this.#map;
    const frame = this.#frame;
    const columns = this.#columns;
    const lastColumn = columns - 1;
    const lastRow = this.#rows - 1;
    const sparse = this.#sparse ? 1 : 0;
    const m0 = frame[0];
    const m1 = frame[1];
    const m2 = frame[2];
    const m3 = frame[3];
    const m4 = frame[4];
    const m5 = frame[5];
    const m6 = frame[6];
    const m7 = frame[7];
    const m8 = frame[8];
    const m9 = frame[9];
    const m10 = frame[10];
    const m11 = frame[11];
    const n0 = frame[12];
    const n1 = frame[13];
    const n2 = frame[14];
    const n4 = frame[15];
    const n5 = frame[16];
    const n6 = frame[17];
    const n8 = frame[18];
    const n9 = frame[19];
    const n10 = frame[20];
    const low = frame[21];
    const high = frame[22];
    // Have all boxes on their way from memory before the first is needed.
    let touched = 0;
    for (let i = 0; i < count; i++) touched |= records[nodes[i] << 2];
    this.touched = touched;
    let leafCount = this.#leafCount;
    let kept = 0;
    for (let i = 0; i < 2 * count; i++) {
      const o = (nodes[i >> 1] + (i & 1)) << 2; // PACKED_STRIDE, without a check for overflow
      const xy = records[o];
      const zx = records[o | 1];
      const yz = records[o | 2];
      const link = records[o | PACKED_LINK];
      const x = xy & 0xffff;
      const y = xy >>> 16;
      const z = zx & 0xffff;
      const ex = zx >>> 16;
      const ey = yz & 0xffff;
      const ez = yz >>> 16;
      const u = m0 * x + m1 * y + m2 * z + m3;
      const eu = n0 * ex + n1 * ey + n2 * ez + SLACK;
      const v = m4 * x + m5 * y + m6 * z + m7;
      const ev = n4 * ex + n5 * ey + n6 * ez + SLACK;
      const w = m8 * x + m9 * y + m10 * z + m11;
      const ew = n8 * ex + n9 * ey + n10 * ez;
      const column = Math.ceil(u - eu);
      const row = Math.ceil(v - ev);
      let wanted =
        +(column <= u + eu) &
        +(column <= lastColumn) &
        +(u + eu >= 0) &
        +(row <= v + ev) &
        +(row <= lastRow) &
        +(v + ev >= 0) &
        +(w - ew <= high) &
        +(w + ew >= low);
      if (sparse !== 0) {
        // Where a single ray may pass, it must be one that is asked for.
        const single = wanted & +(eu < 0.5) & +(ev < 0.5);
        wanted &= (single ^ 1) | +(map[(column + columns * row) & -single] >= 0);
      }
      const isLeaf = link >>> 31;
      next[kept] = link;
      leaves[leafCount] = link;
      kept += wanted & (isLeaf ^ 1);
      leafCount += wanted & isLeaf;
    }
    this.#leafCount = leafCount;
    return kept;
  }

  /**
   * Vertices of leaves from … to-1 into `placed`, triangles that a ray may hit into `candidates`; returns where these
   * end.
   */
  #placeLeaves(tree: PackedTree, m: Float64Array, from: number, to: number): number {
    const { heads, vertices, triangles } = tree;
    const leaves = this.#leaves;
    const placed = this.#placed;
    const pixels = this.#pixels;
    const candidates = this.#candidates;
    const huge = this.#huge;
    let touched = 0;
    for (let i = from; i < to; i++) {
      const leaf = 2 * (-1 - leaves[i]);
      touched |= heads[leaf] | heads[leaf + 16] | heads[leaf + 32];
    }
    this.touched = touched;
    const m0 = m[0];
    const m1 = m[1];
    const m2 = m[2];
    const m3 = m[3];
    const m4 = m[4];
    const m5 = m[5];
    const m6 = m[6];
    const m7 = m[7];
    const m8 = m[8];
    const m9 = m[9];
    const m10 = m[10];
    const m11 = m[11];
    let n = 0;
    let used = 0;
    for (let i = from; i < to; i++) {
      const leaf = -1 - leaves[i];
      const head = heads[2 * leaf + 1];
      const base = used;
      const end = used + (head >> 3);
      for (let o = leaf + LEAF_VERTICES; used < end; used++, o += 3) {
        const x = vertices[o];
        const y = vertices[o + 1];
        const z = vertices[o + 2];
        const u = m0 * x + m1 * y + m2 * z + m3;
        const v = m4 * x + m5 * y + m6 * z + m7;
        placed[3 * used] = u;
        placed[3 * used + 1] = v;
        placed[3 * used + 2] = m8 * x + m9 * y + m10 * z + m11;
        pixels[2 * used] = huge ? pixel(u) : Math.ceil(u) | 0;
        pixels[2 * used + 1] = huge ? pixel(v) : Math.ceil(v) | 0;
      }
      const first = heads[2 * leaf];
      for (let k = 0; k < (head & 7); k++) {
        const names = triangles[4 * leaf + 4 + k];
        const a = base + (names & NAME);
        const b = base + ((names >> PACKED_BITS) & NAME);
        const c = base + (names >> (2 * PACKED_BITS));
        candidates[n] = a;
        candidates[n + 1] = b;
        candidates[n + 2] = c;
        candidates[n + 3] = first + k;
        // No ray passes where all corners lie between the same two columns, or rows.
        const column = pixels[2 * a];
        const row = pixels[2 * a + 1];
        const across = (column ^ pixels[2 * b]) | (column ^ pixels[2 * c]);
        const along = (row ^ pixels[2 * b + 1]) | (row ^ pixels[2 * c + 1]);
        n += (((across | -across) & (along | -along)) >>> 29) & 4;
      }
    }
    return n;
  }

  /** Scan-convert the triangles in the first n numbers of `candidates`. */
  #scan(n: number, tree: PackedTree): void {
    const candidates = this.#candidates;
    const placed = this.#placed;
    const pixels = this.#pixels;
    const columns = this.#columns;
    const rows = this.#rows;
    const choice = EDGES;
    for (let c = 0; c < n; c += 4) {
      const a = candidates[c];
      const b = candidates[c + 1];
      const d = candidates[c + 2];
      const ia = pixels[2 * a];
      const ja = pixels[2 * a + 1];
      const ib = pixels[2 * b];
      const jb = pixels[2 * b + 1];
      const id = pixels[2 * d];
      const jd = pixels[2 * d + 1];
      const j0 = largest(smallest(smallest(ja, jb), jd), 0);
      const j1 = smallest(largest(largest(ja, jb), jd), rows);
      const left = largest(smallest(smallest(ia, ib), id), 0);
      const right = smallest(largest(largest(ia, ib), id), columns);
      if (left >= right) continue;
      for (let j = j0; j < j1; j++) {
        // Of the three edges two cross row j, one going up (p to q) and one going down (r to s), each from its lower
        // end.
        const e = 4 * (+(ja <= j) | (+(jb <= j) << 1) | (+(jd <= j) << 2));
        const p = 3 * candidates[c + choice[e]];
        const q = 3 * candidates[c + choice[e + 1]];
        const r = 3 * candidates[c + choice[e + 2]];
        const s = 3 * candidates[c + choice[e + 3]];
        const pu = placed[p];
        const pv = placed[p + 1];
        const ru = placed[r];
        const rv = placed[r + 1];
        const rise = placed[q + 1] - pv;
        const fall = placed[s + 1] - rv;
        const up = (j - pv) * (placed[q] - pu);
        const down = (j - rv) * (placed[s] - ru);
        let i0 = left;
        let i1 = left;
        if (right - left === 1) {
          i0 += +(down > (left - ru) * fall);
          i1 += +(up > (left - pu) * rise);
        } else {
          i0 = firstColumn(ru, down, fall, left, right);
          i1 = firstColumn(pu, up, rise, left, right);
        }
        // Counter-clockwise: the edge going up is the right one, and the normal points along the ray.
        if (i0 < i1) this.#add(2 * tree.order[candidates[c + 3]] + 1, c, j, i0, i1);
        else if (i1 < i0) this.#add(2 * tree.order[candidates[c + 3]], c, j, i1, i0);
      }
    }
  }

  /** Add hits of the triangle at candidates[c…] with the rays in columns i0 … i1-1 of row j. */
  #add(code: number, c: number, j: number, i0: number, i1: number): void {
    const candidates = this.#candidates;
    const placed = this.#placed;
    const columns = this.#columns;
    const map = this.#map;
    const hits = this.#hits;
    const low = this.#low;
    const high = this.#high;
    const o = 3 * candidates[c];
    const p = 3 * candidates[c + 1];
    const q = 3 * candidates[c + 2];
    const au = placed[o];
    const av = placed[o + 1];
    const aw = placed[o + 2];
    const bw = placed[p + 2];
    const cw = placed[q + 2];
    const abu = placed[p] - au;
    const abv = placed[p + 1] - av;
    const acu = placed[q] - au;
    const acv = placed[q + 1] - av;
    // Depth over the triangle's plane; slivers seen edge-on are clamped to the triangle's own range.
    const area = abu * acv - abv * acu;
    const inverse = area !== 0 ? 1 / area : 0;
    const du = ((bw - aw) * acv - (cw - aw) * abv) * inverse;
    const dv = ((cw - aw) * abu - (bw - aw) * acu) * inverse;
    let wMin = aw < bw ? aw : bw;
    if (cw < wMin) wMin = cw;
    let wMax = aw > bw ? aw : bw;
    if (cw > wMax) wMax = cw;
    for (let i = i0; i < i1; i++) {
      const ray = map[j * columns + i];
      if (ray < 0) continue;
      let d = aw + (i - au) * du + (j - av) * dv;
      // Written so that a NaN of a degenerate plane is clamped, too.
      if (!(d >= wMin)) d = wMin;
      else if (d > wMax) d = wMax;
      if (d < low || d > high) continue;
      const n = hits.rawCount;
      if (n === hits.rawRay.length) hits.growRaw();
      hits.rawRay[n] = ray;
      hits.rawDepth[n] = d;
      hits.rawCode[n] = code;
      hits.rawCount = n + 1;
    }
  }
}

/**
 * First column i in [left, right] whose ray does not stand left of the edge that crosses its row: a ≤ (i - pu) h, from
 * the edge's lower end. Found by division, settled by the predicate that all triangles share.
 */
function firstColumn(pu: number, a: number, h: number, left: number, right: number): number {
  const u = Math.ceil(pu + a / h);
  let i = u > left ? (u < right ? u | 0 : right) : left;
  while (i > left && a <= (i - 1 - pu) * h) i--;
  while (i < right && a > (i - pu) * h) i++;
  return i;
}

/** First row or column at or beyond a coordinate; those far off are as good as any beyond the grid. */
function pixel(x: number): number {
  return (x < FAR ? (x > -FAR ? Math.ceil(x) : -FAR) : FAR) | 0;
}

// Without branches, which would be mispredicted; for numbers up to 2³⁰.
function smallest(a: number, b: number): number {
  const d = (a - b) | 0;
  return (b + (d & (d >> 31))) | 0;
}

function largest(a: number, b: number): number {
  const d = (a - b) | 0;
  return (a - (d & (d >> 31))) | 0;
}
