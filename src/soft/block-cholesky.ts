// Cholesky's factor of a sparse symmetric matrix of 3 × 3 blocks, L Lᵀ = A: left-looking, column by column, what acts
// on a column in groups of columns with one pattern.
//
// The pattern is found once (elimination tree; J. W. H. Liu, "The role of elimination trees in sparse factorization",
// 1990) and kept while the graph stays; a step fills in numbers and factors. Nodes are renumbered by nested dissection
// (dissection.ts). Cost is counted, not timed: `operations` is the number of 3 × 3 block products of a factorisation.
// Verified in test/soft/parts.test.ts against dense elimination.

import { divide, factorDiagonal, subtract, subtractTwo } from './block-steps.js';
import { dissect, type Graph } from './dissection.js';

export class BlockCholesky {
  readonly n: number;
  readonly operations: number;
  /** Blocks of A in the order of the factor's pattern, nine numbers each by rows, lower triangle. */
  readonly values: Float64Array;
  /** Place of node i in the order of elimination. */
  readonly place: Int32Array;
  /** The node at each place. */
  readonly order: Int32Array;
  /** Column j: rows[start[j] … start[j + 1]), ascending, the diagonal first. */
  readonly #start: Int32Array;
  readonly #rows: Int32Array;
  #l: Float64Array;
  readonly #work: Float64Array;
  /** Last of the columns after j that have its pattern, less what lies above them: a group ("supernode"). */
  readonly #last: Int32Array;
  /** For each group's first column: next one of the list that it is in, and the entry from which it has yet to act. */
  readonly #next: Int32Array;
  readonly #head: Int32Array;
  readonly #from: Int32Array;
  readonly #y: Float64Array;

  constructor(graph: Graph, positions: Float64Array) {
    const n = graph.count;
    this.n = n;
    this.order = dissect(graph, positions);
    const place = new Int32Array(n);
    for (let k = 0; k < n; k++) place[this.order[k]] = k;
    this.place = place;
    const parent = new Int32Array(n).fill(-1);
    const columns: Int32Array[] = [];
    const children: number[][] = Array.from({ length: n }, () => []);
    const mark = new Int32Array(n).fill(-1);
    let total = 0;
    let operations = 0;
    for (let j = 0; j < n; j++) {
      const pattern: number[] = [];
      mark[j] = j;
      const i = this.order[j];
      for (let k = graph.start[i]; k < graph.start[i + 1]; k++) {
        const r = place[graph.adjacency[k]];
        if (r > j && mark[r] !== j) {
          mark[r] = j;
          pattern.push(r);
        }
      }
      for (const c of children[j]!) {
        for (const r of columns[c]!) {
          if (r > j && mark[r] !== j) {
            mark[r] = j;
            pattern.push(r);
          }
        }
      }
      const column = Int32Array.from(pattern).sort();
      columns.push(column);
      if (column.length > 0) {
        parent[j] = column[0];
        children[column[0]]!.push(j);
      }
      total += column.length + 1;
      operations += ((column.length + 1) * (column.length + 2)) / 2;
    }
    this.operations = operations;
    this.#start = new Int32Array(n + 1);
    this.#rows = new Int32Array(total);
    let at = 0;
    for (let j = 0; j < n; j++) {
      this.#start[j] = at;
      this.#rows[at++] = j;
      this.#rows.set(columns[j]!, at);
      at += columns[j]!.length;
    }
    this.#start[n] = at;
    this.#last = new Int32Array(n);
    for (let j = n - 1; j >= 0; j--) {
      const isAlike = parent[j] === j + 1 && columns[j]!.length === columns[j + 1]!.length + 1;
      this.#last[j] = isAlike ? this.#last[j + 1] : j;
    }
    this.values = new Float64Array(9 * total);
    this.#l = new Float64Array(9 * total);
    this.#work = new Float64Array(9 * n);
    this.#next = new Int32Array(n);
    this.#head = new Int32Array(n);
    this.#from = new Int32Array(n);
    this.#y = new Float64Array(3 * n);
  }

  /**
   * Where the block of nodes i and j lies in `values`: entry of the lower triangle, by place; the transpose if i comes
   * first.
   */
  entry(i: number, j: number): number {
    const a = this.place[i];
    const b = this.place[j];
    const column = a < b ? a : b;
    const row = a < b ? b : a;
    let low = this.#start[column];
    let high = this.#start[column + 1] - 1;
    while (low < high) {
      const mid = (low + high) >> 1;
      if (this.#rows[mid] < row) low = mid + 1;
      else high = mid;
    }
    return low;
  }

  /** The next place that elimination of place j acts on, from which all others follow; -1: none. */
  parentOf(j: number): number {
    const s = this.#start[j];
    return s + 1 < this.#start[j + 1] ? this.#rows[s + 1] : -1;
  }

  clear(): void {
    this.values.fill(0);
  }

  /** Blocks of the factor. */
  get size(): number {
    return this.#rows.length;
  }

  /** The factor's numbers, to be put back by `recall`: the next `factor` writes elsewhere. */
  keep(): Float64Array {
    const kept = this.#l;
    this.#l = new Float64Array(kept.length);
    return kept;
  }

  recall(kept: Float64Array): void {
    this.#l = kept;
  }

  /** False if the matrix is not positive definite. */
  factor(): boolean {
    const { n, values } = this;
    const start = this.#start;
    const rows = this.#rows;
    const l = this.#l;
    const work = this.#work;
    const next = this.#next;
    const head = this.#head;
    const from = this.#from;
    const last = this.#last;
    head.fill(-1);
    // The first of the columns that j has its pattern in common with.
    let first = 0;
    for (let j = 0; j < n; j++) {
      const s = start[j];
      const e = start[j + 1];
      for (let p = s; p < e; p++) {
        const w = 9 * rows[p];
        const v = 9 * p;
        for (let k = 0; k < 9; k++) work[w + k] = values[v + k];
      }
      // Groups of columns with entries in row j act on this one; a group is in the list of its first column.
      let c = head[j];
      while (c >= 0) {
        const following = next[c];
        const p = from[c];
        const end = start[c + 1];
        this.#act(c, last[c], p, end);
        if (p + 1 < end) this.#wait(c, p + 1);
        c = following;
      }
      if (first < j) this.#act(first, j - 1, start[first] + j - first, start[first + 1]);
      if (!factorDiagonal(work, 9 * j, l, 9 * s)) return false;
      for (let p = s + 1; p < e; p++) divide(work, 9 * rows[p], l, 9 * s, 9 * p);
      if (last[j] > j) continue;
      const below = start[first] + 1 + j - first;
      if (below < start[first + 1]) this.#wait(first, below);
      first = j + 1;
    }
    return true;
  }

  /** The group that begins with column c next acts on the column that is the row of its entry p. */
  #wait(c: number, p: number): void {
    const r = this.#rows[p];
    this.#from[c] = p;
    this.#next[c] = this.#head[r];
    this.#head[r] = c;
  }

  /** Subtracts what columns c … to, all of one group, do to the column that is the row of c's entry p. */
  #act(c: number, to: number, p: number, end: number): void {
    const start = this.#start;
    const rows = this.#rows;
    const l = this.#l;
    const work = this.#work;
    const count = end - p;
    // Entries count from their columns' ends alike.
    for (let k = c; k <= to; ) {
      const p0 = start[k + 1] - count;
      if (k === to) {
        subtract(l, p0, count, rows, work);
        return;
      }
      subtractTwo(l, p0, start[k + 2] - count, count, rows, work);
      k += 2;
    }
  }

  /**
   * y = L⁻¹ y in the order of elimination, three numbers a place. Of sparse sides little is done: with those of rows J,
   * the dot products of the results are J A⁻¹ Jᵀ, at half of what solving for each costs and less.
   */
  forward(y: Float64Array): void {
    const { n } = this;
    const start = this.#start;
    const rows = this.#rows;
    const l = this.#l;
    for (let j = 0; j < n; j++) {
      let a = y[3 * j];
      let b = y[3 * j + 1];
      let c = y[3 * j + 2];
      if (a === 0 && b === 0 && c === 0) continue;
      const d = 9 * start[j];
      a *= l[d];
      b = (b - l[d + 3] * a) * l[d + 4];
      c = (c - l[d + 6] * a - l[d + 7] * b) * l[d + 8];
      y[3 * j] = a;
      y[3 * j + 1] = b;
      y[3 * j + 2] = c;
      const end = start[j + 1];
      for (let p = start[j] + 1; p < end; p++) {
        const o = 9 * p;
        const r = 3 * rows[p];
        y[r] -= l[o] * a + l[o + 1] * b + l[o + 2] * c;
        y[r + 1] -= l[o + 3] * a + l[o + 4] * b + l[o + 5] * c;
        y[r + 2] -= l[o + 6] * a + l[o + 7] * b + l[o + 8] * c;
      }
    }
  }

  /** `forward` for four sides at once, whose numbers alternate, at the places j with reached[j] = stamp. */
  forwardFour(y: Float64Array, reached: Float64Array, stamp: number): void {
    const { n } = this;
    const start = this.#start;
    const rows = this.#rows;
    const l = this.#l;
    for (let j = 0; j < n; j++) {
      if (reached[j] !== stamp) continue;
      const d = 9 * start[j];
      const end = start[j + 1];
      for (let q = 12 * j; q < 12 * j + 4; q += 2) {
        const a0 = y[q] * l[d];
        const a1 = y[q + 1] * l[d];
        const b0 = (y[q + 4] - l[d + 3] * a0) * l[d + 4];
        const b1 = (y[q + 5] - l[d + 3] * a1) * l[d + 4];
        const c0 = (y[q + 8] - l[d + 6] * a0 - l[d + 7] * b0) * l[d + 8];
        const c1 = (y[q + 9] - l[d + 6] * a1 - l[d + 7] * b1) * l[d + 8];
        y[q] = a0;
        y[q + 1] = a1;
        y[q + 4] = b0;
        y[q + 5] = b1;
        y[q + 8] = c0;
        y[q + 9] = c1;
        const shift = q - 12 * j;
        for (let p = start[j] + 1; p < end; p++) {
          const o = 9 * p;
          const r = 12 * rows[p] + shift;
          const l0 = l[o];
          const l1 = l[o + 1];
          const l2 = l[o + 2];
          y[r] -= l0 * a0 + l1 * b0 + l2 * c0;
          y[r + 1] -= l0 * a1 + l1 * b1 + l2 * c1;
          const l3 = l[o + 3];
          const l4 = l[o + 4];
          const l5 = l[o + 5];
          y[r + 4] -= l3 * a0 + l4 * b0 + l5 * c0;
          y[r + 5] -= l3 * a1 + l4 * b1 + l5 * c1;
          const l6 = l[o + 6];
          const l7 = l[o + 7];
          const l8 = l[o + 8];
          y[r + 8] -= l6 * a0 + l7 * b0 + l8 * c0;
          y[r + 9] -= l6 * a1 + l7 * b1 + l8 * c1;
        }
      }
    }
  }

  /** y = L⁻ᵀ y in the order of elimination. */
  backward(y: Float64Array): void {
    const { n } = this;
    const start = this.#start;
    const rows = this.#rows;
    const l = this.#l;
    for (let j = n - 1; j >= 0; j--) {
      let a = y[3 * j];
      let b = y[3 * j + 1];
      let c = y[3 * j + 2];
      for (let p = start[j] + 1; p < start[j + 1]; p++) {
        const o = 9 * p;
        const r = 3 * rows[p];
        const u = y[r];
        const v = y[r + 1];
        const w = y[r + 2];
        a -= l[o] * u + l[o + 3] * v + l[o + 6] * w;
        b -= l[o + 1] * u + l[o + 4] * v + l[o + 7] * w;
        c -= l[o + 2] * u + l[o + 5] * v + l[o + 8] * w;
      }
      const d = 9 * start[j];
      c *= l[d + 8];
      b = (b - l[d + 7] * c) * l[d + 4];
      a = (a - l[d + 3] * b - l[d + 6] * c) * l[d];
      y[3 * j] = a;
      y[3 * j + 1] = b;
      y[3 * j + 2] = c;
    }
  }

  /** x = A⁻¹ x, three numbers a node in the nodes' own order; zeros in front cost nothing. */
  solve(x: Float64Array): void {
    const { n, order } = this;
    const y = this.#y;
    for (let k = 0; k < n; k++) {
      const o = 3 * order[k];
      y[3 * k] = x[o];
      y[3 * k + 1] = x[o + 1];
      y[3 * k + 2] = x[o + 2];
    }
    this.forward(y);
    this.backward(y);
    for (let k = 0; k < n; k++) {
      const o = 3 * order[k];
      x[o] = y[3 * k];
      x[o + 1] = y[3 * k + 1];
      x[o + 2] = y[3 * k + 2];
    }
  }
}
