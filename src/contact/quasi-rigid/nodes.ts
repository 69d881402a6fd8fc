// The nodes of one contact: where tractions act, in the contact's own frame.
//
// u and w lie in the contact plane, n points from B to A, heights are measured along n from the frame's origin. A node
// is shared by both bodies: it has one force, which acts on A along the node's normal and on B against it.

import type { Arena, F64Slab, I32Slab } from '../../memory/arena.js';

/** Place along u and w, height of the contact surface along n (m). */
export const N_U = 0;
export const N_W = 1;
export const N_H = 2;
/** Area that the node stands for (m²). */
export const N_AREA = 3;
/** How far the undeformed surfaces are apart along the normal (m); negative where they overlap: q of eq. 10. */
export const N_GAP = 4;
/** Normal force (N), and how far the deformed surfaces are apart (m): p A and s of eq. 10. */
export const N_FORCE = 5;
export const N_APART = 6;
/** Height of A's and B's undeformed surfaces (m). */
export const N_HEIGHT_A = 7;
export const N_HEIGHT_B = 8;
export const NODE_STRIDE = 9;
export const CELL_INTS = 3;

export class NodeSet {
  readonly f: F64Slab;
  /** The cell of each node: column, row, and whether the node stands for all of it, in its middle. */
  readonly cells: I32Slab;
  count = 0;
  /** Size of the cells (m): `long` equal squares side by side along u. */
  cellU = 0;
  cellW = 0;
  long = 1;

  constructor(arena: Arena) {
    this.f = arena.f64(NODE_STRIDE * 256);
    this.cells = arena.i32(CELL_INTS * 256);
  }

  clear(): void {
    this.count = 0;
  }

  add(column: number, row: number): number {
    const k = this.count++;
    this.f.reserve(this.count * NODE_STRIDE);
    this.cells.reserve(CELL_INTS * this.count);
    this.cells.data[CELL_INTS * k] = column;
    this.cells.data[CELL_INTS * k + 1] = row;
    this.cells.data[CELL_INTS * k + 2] = 1;
    return k;
  }
}
