// G over the nodes of a lattice, row by row: response.ts between any two of them.
//
// Lengths are counted in sides of cells where the response is that of a half-space, which has no length of its own:
// G(λx) = G(x)/λ. Then whole cells see each other by how many columns and rows they are apart, on every lattice alike:
// such an entry is computed once for all steps, and a factor of G is the same as long as the same cells bear.
// Elongated cells are rows of blobs.

import type { Arena, F64Slab, I32Slab } from '../../memory/arena.js';
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
  readonly #table: F64Slab;
  #wide = FIRST_WIDE;
  /** As many are filled. */
  #along = 0;
  #across = 0;
  #of = 0;
  /** Sides of a blob's square, along the long way and across, in units. */
  #side = 1;
  #other = 1;
  readonly #places: F64Slab;
  /** Column and row of each node in steps of the table, and whether all of them stand for whole cells. */
  readonly #apart: I32Slab;
  #isWhole = true;
  #response!: Response;
  #lattice!: Lattice;

  constructor(arena: Arena) {
    this.#table = arena.f64(FIRST_WIDE * FIRST_WIDE);
    this.#places = arena.f64(256);
    this.#apart = arena.i32(256);
  }

  /** Rows of this lattice from now on. */
  begin(lattice: Lattice, response: Response): void {
    const { nodes, columns, rows, alongU } = lattice;
    const { long, count: n } = nodes;
    this.#lattice = lattice;
    this.#response = response;
    const side = (alongU ? nodes.cellU : nodes.cellW) / long;
    const isFree = response === halfSpaceResponse;
    this.unit = isFree ? side : 1;
    // Cells that end where the contact does are no squares.
    const isAlike = isFree && lattice.isSquare;
    this.shape = alongU ? long : -long;
    this.#side = isAlike ? 1 : side / this.unit;
    this.#other = isAlike ? 1 : (alongU ? nodes.cellW : nodes.cellU) / this.unit;
    // Entries of other lattices are those of this one, if lengths are counted in sides and cells are as long.
    const of = isAlike ? long : 0;
    const wide = Math.max(columns, rows);
    if (wide > this.#wide || of === 0 || of !== this.#of) {
      while (this.#wide < wide) this.#wide *= 2;
      this.#table.reserve(this.#wide * this.#wide);
      this.#table.data.fill(0, 0, this.#wide * this.#wide);
      this.#of = of;
      this.#along = 0;
      this.#across = 0;
    }
    this.#fillTable(alongU ? columns : rows, alongU ? rows : columns);
    this.#places.reserve(3 * n);
    const f = nodes.f.data;
    const p = this.#places.data;
    const share = 1 / this.unit;
    this.#apart.reserve(2 * n);
    const cells = nodes.cells.data;
    const apart = this.#apart.data;
    let isWhole = true;
    for (let i = 0; i < n; i++) {
      apart[2 * i] = (alongU ? 1 : this.#wide) * cells[CELL_INTS * i];
      apart[2 * i + 1] = (alongU ? this.#wide : 1) * cells[CELL_INTS * i + 1];
      const o = i * NODE_STRIDE;
      p[3 * i] = share * f[o + (alongU ? N_U : N_W)];
      p[3 * i + 1] = share * f[o + (alongU ? N_W : N_U)];
      p[3 * i + 2] = (share * share * f[o + N_AREA]) / long;
      if (cells[CELL_INTS * i + 2] === 0) isWhole = false;
    }
    this.#isWhole = isWhole;
    this.cells = isWhole && isAlike ? nodes.cells.data : null;
  }

  fillRow(g: Float64Array, i: number, n: number): void {
    if (this.#isWhole) {
      this.#fillWhole(g, i, n);
      return;
    }
    const cells = this.#lattice.nodes.cells.data;
    const isWhole = cells[CELL_INTS * i + 2] === 1;
    const t = this.#table.data;
    const p = this.#apart.data;
    for (let j = 0; j < n; j++) {
      if (isWhole && cells[CELL_INTS * j + 2] === 1)
        g[i * n + j] = t[Math.abs(p[2 * i] - p[2 * j]) + Math.abs(p[2 * i + 1] - p[2 * j + 1])];
      else g[i * n + j] = this.#entryOfNodes(i, j);
    }
  }

  #fillWhole(g: Float64Array, i: number, n: number): void {
    const t = this.#table.data;
    const p = this.#apart.data;
    const c = p[2 * i];
    const r = p[2 * i + 1];
    const row = i * n;
    for (let j = 0; j < n; j++) g[row + j] = t[Math.abs(c - p[2 * j]) + Math.abs(r - p[2 * j + 1])];
  }

  /** Entries for as many columns and rows as the lattice has. */
  #fillTable(along: number, across: number): void {
    if (along <= this.#along && across <= this.#across) return;
    this.#along = Math.max(along, this.#along);
    this.#across = Math.max(across, this.#across);
    const wide = this.#wide;
    const t = this.#table.data;
    for (let y = 0; y < this.#across; y++)
      for (let x = 0; x < this.#along; x++) if (t[y * wide + x] === 0) t[y * wide + x] = this.#entryOfCells(x, y);
  }

  /** Between whole cells, so many apart along the long way and across it. */
  #entryOfCells(x: number, y: number): number {
    const side = this.#side;
    const other = this.#other;
    const { long } = this.#lattice.nodes;
    const value = this.#between(side * long * x, other * y, side * other, side * other);
    return x === 0 && y === 0 ? value + SELF / (long * Math.sqrt(side * other)) : value;
  }

  #entryOfNodes(i: number, j: number): number {
    const p = this.#places.data;
    const value = this.#between(p[3 * i] - p[3 * j], p[3 * i + 1] - p[3 * j + 1], p[3 * i + 2], p[3 * j + 2]);
    return i === j ? value + SELF / (this.#lattice.nodes.long * Math.sqrt(p[3 * i + 2])) : value;
  }

  /** Of nodes x apart along the long way and y across, ai and aj the areas of their blobs. */
  #between(x: number, y: number, ai: number, aj: number): number {
    const response = this.#response;
    const side = this.#side;
    const { long } = this.#lattice.nodes;
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
