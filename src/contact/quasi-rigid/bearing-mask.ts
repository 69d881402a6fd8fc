// Which cells of a lattice bore, and which places are near these: what the next lattice looks at.

import type { Arena, I32Slab } from '../../memory/arena.js';
import type { Lattice } from './lattice.js';

export class BearingMask {
  /** Cells around those that bore that count as near. */
  rings = 1;
  readonly #cells: I32Slab;
  #columns = 0;
  #rows = 0;
  #u0 = 0;
  #w0 = 0;
  cellU = 0;
  cellW = 0;

  constructor(arena: Arena) {
    this.#cells = arena.i32(256);
  }

  /** None of the lattice's cells, until they are marked. */
  begin(lattice: Lattice, rings: number): void {
    const { nodes, columns, rows } = lattice;
    this.#cells.reserve(columns * rows);
    this.#cells.data.fill(0, 0, columns * rows);
    this.rings = rings;
    this.#columns = columns;
    this.#rows = rows;
    this.#u0 = lattice.u0;
    this.#w0 = lattice.w0;
    this.cellU = nodes.cellU;
    this.cellW = nodes.cellW;
  }

  mark(column: number, row: number): void {
    if (column < this.#columns && row < this.#rows) this.#cells.data[row * this.#columns + column] = 1;
  }

  /** Whether (u, w) is at most `rings` cells away from one that bore. */
  readonly isNear = (u: number, w: number): boolean => {
    const { rings } = this;
    const columns = this.#columns;
    const c = Math.floor((u - this.#u0) / this.cellU);
    const r = Math.floor((w - this.#w0) / this.cellW);
    for (let y = Math.max(0, r - rings); y <= Math.min(this.#rows - 1, r + rings); y++)
      for (let x = Math.max(0, c - rings); x <= Math.min(columns - 1, c + rings); x++)
        if (this.#cells.data[y * columns + x] === 1) return true;
    return false;
  };

  /** Whether the cell at (u, w) bore. */
  bore(u: number, w: number): boolean {
    const c = Math.floor((u - this.#u0) / this.cellU);
    const r = Math.floor((w - this.#w0) / this.cellW);
    if (c < 0 || r < 0 || c >= this.#columns || r >= this.#rows) return false;
    return this.#cells.data[r * this.#columns + c] === 1;
  }
}
