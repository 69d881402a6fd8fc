// G over the nodes of a lattice: response.ts between any two of them.
//
// Whole cells of one lattice see each other by how many columns and rows they are apart: such an entry is computed
// once. Elongated cells are rows of blobs.

import type { Arena, F64Slab } from '../../memory/arena.js';
import type { Lattice } from './lattice.js';
import { CELL_INTS, N_AREA, N_U, N_W, NODE_STRIDE } from './nodes.js';
import type { Response } from './response.js';

/**
 * Added to G_ii, times √A. Blobs at the middles of cells are a little weaker on their neighbours than cells full of
 * pressure: what is missing in a row sums up to 0.355/√A for a smooth pressure; at a rim, where it ends, to less.
 * Chosen on Hertz's ball, which then is within 0.3 % from 50 nodes on (0.8 % at 89 without).
 */
const SELF = 0.2;

export class ResponseMatrix {
  private readonly table: F64Slab;

  constructor(arena: Arena) {
    this.table = arena.f64(256);
  }

  /** G by rows into g, n × n. */
  fill(g: Float64Array, lattice: Lattice, response: Response): void {
    const { table } = this;
    const { nodes, columns, rows } = lattice;
    const n = nodes.count;
    const cells = nodes.cells.data;
    table.reserve(columns * rows);
    const t = table.data;
    t.fill(0, 0, columns * rows);
    let isWhole = true;
    for (let i = 0; i < n; i++) if (cells[CELL_INTS * i + 2] === 0) isWhole = false;
    if (isWhole) {
      // Nodes come row by row: earlier ones are never in a later row.
      for (let i = 0; i < n; i++) {
        const c = cells[CELL_INTS * i];
        const r = cells[CELL_INTS * i + 1];
        const row = i * n;
        for (let j = 0; j <= i; j++) {
          const dc = c - cells[CELL_INTS * j];
          const at = (r - cells[CELL_INTS * j + 1]) * columns + (dc < 0 ? -dc : dc);
          let value = t[at];
          if (value === 0) t[at] = value = entryOf(lattice, i, j, response);
          g[row + j] = value;
          g[j * n + i] = value;
        }
      }
      return;
    }
    for (let i = 0; i < n; i++) {
      const ci = CELL_INTS * i;
      for (let j = 0; j <= i; j++) {
        const cj = CELL_INTS * j;
        let value: number;
        if (cells[ci + 2] === 1 && cells[cj + 2] === 1) {
          const dc = cells[ci] - cells[cj];
          const dr = cells[ci + 1] - cells[cj + 1];
          const at = (dr < 0 ? -dr : dr) * columns + (dc < 0 ? -dc : dc);
          value = t[at];
          if (value === 0) t[at] = value = entryOf(lattice, i, j, response);
        } else value = entryOf(lattice, i, j, response);
        g[i * n + j] = value;
        g[j * n + i] = value;
      }
    }
  }
}

function entryOf(lattice: Lattice, i: number, j: number, response: Response): number {
  const { nodes, alongU } = lattice;
  const f = nodes.f.data;
  const { long } = nodes;
  const side = (alongU ? nodes.cellU : nodes.cellW) / long;
  const reach = 3 * long * side;
  const oi = i * NODE_STRIDE;
  const oj = j * NODE_STRIDE;
  const ai = f[oi + N_AREA] / long;
  const aj = f[oj + N_AREA] / long;
  const x = alongU ? f[oi + N_U] - f[oj + N_U] : f[oi + N_W] - f[oj + N_W];
  const y = alongU ? f[oi + N_W] - f[oj + N_W] : f[oi + N_U] - f[oj + N_U];
  let value = 0;
  // Far apart, elongated cells see each other as blobs.
  if (long === 1 || x > reach || x < -reach) value = response(x * x + y * y, ai, aj);
  else {
    for (let m = 1 - long; m < long; m++) {
      const at = x + m * side;
      value += (long - (m < 0 ? -m : m)) * response(at * at + y * y, ai, aj);
    }
    value /= long * long;
  }
  return i === j ? value + SELF / (long * Math.sqrt(ai)) : value;
}
