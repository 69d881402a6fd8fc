// G over the nodes of a lattice, row by row: response.ts between any two of them.
//
// Lengths are counted in sides of cells where the response is that of a half-space, which has no length of its own:
// G(λx) = G(x)/λ. Then whole cells see each other by how many columns and rows they are apart, on every lattice alike:
// such an entry is computed once for all steps, and a factor of G is the same as long as the same cells bear.
// Elongated cells are rows of blobs.

import type { Arena, F64Slab } from '../../memory/arena.js';
import type { Rows } from './complementarity.js';
import type { Lattice } from './lattice.js';
import { CELL_INTS, N_AREA, N_U, N_W, NODE_STRIDE } from './nodes.js';
import { halfSpaceResponse, type Response } from './response.js';

/**
 * Added to G_ii, times √A. Blobs at the middles of cells are a little weaker on their neighbours than cells full of
 * pressure: what is missing in a row sums up to 0.355/√A for a smooth pressure; at a rim, where it ends, to less.
 * Chosen on Hertz's ball, which then is within 0.3 % from 50 nodes on (0.8 % at 89 without).
 */
const SELF = 0.2;
/** Columns or rows, apart, up to which entries are kept. */
const FIRST_WIDE = 32;

export class ResponseMatrix implements Rows {
  /** Of the lattice at hand (m): what lengths are counted in. */
  unit = 1;
  cells: Int32Array | null = null;
  /** How many times as long as wide cells are, and which way: what G depends on besides its cells. */
  shape = 0;
  /** Entries by cells apart, across the long way times `wide` + along it; 0: not known yet. */
  private readonly table: F64Slab;
  private wide = FIRST_WIDE;
  private of = 0;
  /** Sides of a blob's square, along the long way and across, in units. */
  private side = 1;
  private other = 1;
  private readonly places: F64Slab;
  private response!: Response;
  private lattice!: Lattice;

  constructor(arena: Arena) {
    this.table = arena.f64(FIRST_WIDE * FIRST_WIDE);
    this.places = arena.f64(256);
  }

  /** Rows of this lattice from now on. */
  begin(lattice: Lattice, response: Response): void {
    const { nodes, columns, rows, alongU } = lattice;
    const { long, count: n } = nodes;
    this.lattice = lattice;
    this.response = response;
    const side = (alongU ? nodes.cellU : nodes.cellW) / long;
    const isFree = response === halfSpaceResponse;
    this.unit = isFree ? side : 1;
    // Cells that end where the contact does are no squares.
    const isAlike = isFree && lattice.isSquare;
    this.shape = alongU ? long : -long;
    this.side = isAlike ? 1 : side / this.unit;
    this.other = isAlike ? 1 : (alongU ? nodes.cellW : nodes.cellU) / this.unit;
    // Entries of other lattices are those of this one, if lengths are counted in sides and cells are as long.
    const of = isAlike ? long : 0;
    const wide = Math.max(columns, rows);
    if (wide > this.wide || of === 0 || of !== this.of) {
      while (this.wide < wide) this.wide *= 2;
      this.table.reserve(this.wide * this.wide);
      this.table.data.fill(0, 0, this.wide * this.wide);
      this.of = of;
    }
    this.places.reserve(3 * n);
    const f = nodes.f.data;
    const p = this.places.data;
    const share = 1 / this.unit;
    let isWhole = true;
    for (let i = 0; i < n; i++) {
      const o = i * NODE_STRIDE;
      p[3 * i] = share * f[o + (alongU ? N_U : N_W)];
      p[3 * i + 1] = share * f[o + (alongU ? N_W : N_U)];
      p[3 * i + 2] = (share * share * f[o + N_AREA]) / long;
      if (nodes.cells.data[CELL_INTS * i + 2] === 0) isWhole = false;
    }
    this.cells = isWhole && isAlike ? nodes.cells.data : null;
  }

  fillRow(g: Float64Array, i: number, n: number): void {
    const { lattice, wide } = this;
    const { alongU } = lattice;
    const cells = lattice.nodes.cells.data;
    const t = this.table.data;
    const ci = cells[CELL_INTS * i];
    const ri = cells[CELL_INTS * i + 1];
    const isWhole = cells[CELL_INTS * i + 2] === 1;
    const row = i * n;
    const across = alongU ? 1 : wide;
    const along = alongU ? wide : 1;
    for (let j = 0; j < n; j++) {
      const cj = CELL_INTS * j;
      if (isWhole && cells[cj + 2] === 1) {
        let dc = ci - cells[cj];
        let dr = ri - cells[cj + 1];
        if (dc < 0) dc = -dc;
        if (dr < 0) dr = -dr;
        const at = dr * along + dc * across;
        let value = t[at];
        if (value === 0) t[at] = value = this.entryOfCells(dc, dr);
        g[row + j] = value;
      } else g[row + j] = this.entryOfNodes(i, j);
    }
  }

  /** Between whole cells, so many columns and rows apart. */
  private entryOfCells(dc: number, dr: number): number {
    const { side, other } = this;
    const { alongU, nodes } = this.lattice;
    const { long } = nodes;
    const value = this.between(
      side * long * (alongU ? dc : dr),
      other * (alongU ? dr : dc),
      side * other,
      side * other,
    );
    return dc === 0 && dr === 0 ? value + SELF / (long * Math.sqrt(side * other)) : value;
  }

  private entryOfNodes(i: number, j: number): number {
    const p = this.places.data;
    const value = this.between(p[3 * i] - p[3 * j], p[3 * i + 1] - p[3 * j + 1], p[3 * i + 2], p[3 * j + 2]);
    return i === j ? value + SELF / (this.lattice.nodes.long * Math.sqrt(p[3 * i + 2])) : value;
  }

  /** Of nodes x apart along the long way and y across, ai and aj the areas of their blobs. */
  private between(x: number, y: number, ai: number, aj: number): number {
    const { response, side } = this;
    const { long } = this.lattice.nodes;
    const reach = 3 * long * side;
    // Far apart, elongated cells see each other as blobs.
    if (long === 1 || x > reach || x < -reach) return response(x * x + y * y, ai, aj);
    let value = 0;
    for (let m = 1 - long; m < long; m++) {
      const at = x + m * side;
      value += (long - (m < 0 ? -m : m)) * response(at * at + y * y, ai, aj);
    }
    return value / (long * long);
  }
}
