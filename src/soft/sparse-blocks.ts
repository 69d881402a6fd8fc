// A sparse symmetric matrix of 3 × 3 blocks: the lower triangle by columns, each with its diagonal first.

import type { Graph } from './dissection.js';

export class SparseBlocks {
  readonly n: number;
  /** Nine numbers a block, by rows. */
  readonly values: Float64Array;
  readonly #start: Int32Array;
  readonly #rows: Int32Array;

  /** `place`: number of each node of the graph in the order of rows and columns; `order`: the other way round. */
  constructor(graph: Graph, place: Int32Array, order: Int32Array) {
    const n = graph.count;
    this.n = n;
    this.#start = new Int32Array(n + 1);
    const rows: number[] = [];
    for (let j = 0; j < n; j++) {
      const i = order[j];
      const below: number[] = [j];
      for (let k = graph.start[i]; k < graph.start[i + 1]; k++) {
        const r = place[graph.adjacency[k]];
        if (r > j) below.push(r);
      }
      below.sort((a, b) => a - b);
      rows.push(...below);
      this.#start[j + 1] = rows.length;
    }
    this.#rows = Int32Array.from(rows);
    this.values = new Float64Array(9 * rows.length);
  }

  /** Blocks of the lower triangle. */
  get count(): number {
    return this.#rows.length;
  }

  /** Where the block of a row and a column that is not behind it lies. */
  entry(row: number, column: number): number {
    let low = this.#start[column];
    let high = this.#start[column + 1] - 1;
    while (low < high) {
      const mid = (low + high) >> 1;
      if (this.#rows[mid] < row) low = mid + 1;
      else high = mid;
    }
    return low;
  }

  /** y = A x. */
  multiply(y: Float64Array, x: Float64Array): void {
    const { n, values: m } = this;
    const start = this.#start;
    const rows = this.#rows;
    y.fill(0);
    for (let j = 0; j < n; j++) {
      const a = x[3 * j];
      const b = x[3 * j + 1];
      const c = x[3 * j + 2];
      let o = 9 * start[j];
      let u = m[o] * a + m[o + 1] * b + m[o + 2] * c;
      let v = m[o + 3] * a + m[o + 4] * b + m[o + 5] * c;
      let w = m[o + 6] * a + m[o + 7] * b + m[o + 8] * c;
      const end = start[j + 1];
      for (let p = start[j] + 1; p < end; p++) {
        o = 9 * p;
        const r = 3 * rows[p];
        const d = x[r];
        const e = x[r + 1];
        const f = x[r + 2];
        y[r] += m[o] * a + m[o + 1] * b + m[o + 2] * c;
        y[r + 1] += m[o + 3] * a + m[o + 4] * b + m[o + 5] * c;
        y[r + 2] += m[o + 6] * a + m[o + 7] * b + m[o + 8] * c;
        u += m[o] * d + m[o + 3] * e + m[o + 6] * f;
        v += m[o + 1] * d + m[o + 4] * e + m[o + 7] * f;
        w += m[o + 2] * d + m[o + 5] * e + m[o + 8] * f;
      }
      y[3 * j] += u;
      y[3 * j + 1] += v;
      y[3 * j + 2] += w;
    }
  }
}
