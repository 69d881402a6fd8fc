// Cells over a rectangle of the contact plane, and the nodes in those that may bear.
//
// Every cell in which the undeformed surfaces overlap is a node at its middle. Where the overlap ends at an edge, as
// under a punch, cells are cut into 4 × 4, and the node gets the area of what is covered. The pressure of a punch rises
// like 1/√x towards its edge, and the middle of such a force lies a third of the cell from the edge and not half of it:
// nodes at edges are moved there. (Without it a round punch of 88 nodes bears 1.5 % too little, with it 0.1 %.)

import type { Arena, F64Slab, I32Slab } from '../../memory/arena.js';
import {
  CELL_INTS,
  N_APART,
  N_AREA,
  N_FORCE,
  N_GAP,
  N_HEIGHT_A,
  N_HEIGHT_B,
  N_U,
  N_W,
  NODE_STRIDE,
  NodeSet,
} from './nodes.js';
import { Valley } from './valleys.js';

/** Two surfaces as heights over the contact plane. */
export interface GapField {
  /** Heights of A's and of B's surface at (u, w) into out[0] and out[1]; false where either has none. */
  sample(u: number, w: number, out: Float64Array): boolean;
}

/** What a cell is: beyond the lattice, overlapping, not overlapping, or kept out. */
export const BEYOND = 0;
export const OVERLAPS = 1;
export const CLEAR = 2;
export const MASKED = 3;

/** Cuts of a cell at an edge, each way, on the last lattice and on those before it; and how far nodes there move outward, as a share of the cell. */
const CUTS = 4;
const FEWER_CUTS = 2;
const EDGE_SHIFT = 1 / 6;
/** Surfaces that bulge rise by at most this share of how far they are pressed in. */
const MOST_BULGE = 0.6;
const MOST_CELLS = 4096;
/** Steps towards the bottom of a valley, in cells, each half of the one before; and how many. */
const FIRST_STEP = 0.15;
const CLOSER = 5;

export class Lattice {
  readonly nodes: NodeSet;
  columns = 0;
  rows = 0;
  /** The corner where column 0 and row 0 begin. */
  u0 = 0;
  w0 = 0;
  /** Whether elongated cells lie along u. */
  alongU = true;
  /** Whether cells are squares, or rows of squares, and not cut to fit. */
  isSquare = true;
  readonly #state: I32Slab;
  readonly #nodeOf: I32Slab;
  /** Gaps in the middles of cells, with a margin of one all around (NaN: not known). */
  readonly #gaps: F64Slab;
  readonly #valley = new Valley();
  readonly #heights = new Float64Array(2);
  readonly #sums = new Float64Array(4);
  #covered = 0;
  #cuts = CUTS;
  /** What comes as near as this counts as overlapping (m). */
  #reach = 0;

  constructor(arena: Arena) {
    this.nodes = new NodeSet(arena);
    this.#state = arena.i32(256);
    this.#nodeOf = arena.i32(256);
    this.#gaps = arena.f64(256);
  }

  /**
   * Cuts the rectangle b (u from, to, w from, to) into cells of `cell` m², `long` times as long as wide. With `edge`
   * cells end where the rectangle does, and are cut at the overlap's end. `like`: as many columns and rows as said.
   */
  cut(b: Float64Array, cell: number, long: number, edge: boolean, like: readonly [number, number] | null): void {
    const { nodes } = this;
    const sizeU = b[1] - b[0];
    const sizeW = b[3] - b[2];
    this.alongU = sizeU >= sizeW;
    const side = Math.sqrt(cell / long);
    const wantU = this.alongU ? side * long : side;
    const wantW = this.alongU ? side : side * long;
    const columns = like?.[0] ?? Math.max(1, Math.min(MOST_CELLS, Math.ceil(sizeU / wantU - 1e-9)));
    const rows = like?.[1] ?? Math.max(1, Math.min(MOST_CELLS, Math.ceil(sizeW / wantW - 1e-9)));
    this.columns = columns;
    this.rows = rows;
    this.isSquare = !edge;
    nodes.clear();
    nodes.long = long;
    nodes.cellU = edge ? sizeU / columns : wantU;
    nodes.cellW = edge ? sizeW / rows : wantW;
    // Without edges cells have just the wanted size, about the middle: a small change of the region changes them
    // little.
    this.u0 = edge ? b[0] : 0.5 * (b[0] + b[1] - columns * wantU);
    this.w0 = edge ? b[2] : 0.5 * (b[2] + b[3] - rows * wantW);
    this.#state.reserve((columns + 2) * (rows + 2));
    this.#state.data.fill(BEYOND, 0, (columns + 2) * (rows + 2));
  }

  /** Whether one of the four neighbours of cell (c, r) is `what`. */
  borders(c: number, r: number, what: number): boolean {
    const s = this.#state.data;
    const wide = this.columns + 2;
    const at = (r + 1) * wide + c + 1;
    return s[at - 1] === what || s[at + 1] === what || s[at - wide] === what || s[at + wide] === what;
  }

  #stateOf(c: number, r: number): number {
    return this.#state.data[(r + 1) * (this.columns + 2) + c + 1];
  }

  #setState(c: number, r: number, what: number): void {
    this.#state.data[(r + 1) * (this.columns + 2) + c + 1] = what;
  }

  /**
   * Takes the cells that may bear as nodes: those that overlap, or come within `reach`; `isNear` says which are looked
   * at. `isLast`: with as many cuts at edges as it takes. `fall`: nodes of cells within which the gap falls by more
   * than this (m) go to where it is lowest.
   */
  gather(
    field: GapField,
    isNear: ((u: number, w: number) => boolean) | null,
    edge: boolean,
    bulges: boolean,
    reach = 0,
    isLast = true,
    fall = Infinity,
  ): void {
    this.#reach = reach;
    const wide = this.columns + 2;
    this.#gaps.reserve(wide * (this.rows + 2));
    const gaps = this.#gaps.data;
    gaps.fill(Number.NaN, 0, wide * (this.rows + 2));
    this.#cuts = isLast ? CUTS : FEWER_CUTS;
    const { nodes, columns, rows } = this;
    const h = this.#heights;
    const full = nodes.cellU * nodes.cellW;
    let deepest = 0;
    for (let r = 0; r < rows; r++) {
      for (let c = 0; c < columns; c++) {
        const u = this.u0 + (c + 0.5) * nodes.cellU;
        const w = this.w0 + (r + 0.5) * nodes.cellW;
        if (isNear !== null && !isNear(u, w)) {
          this.#setState(c, r, MASKED);
          continue;
        }
        const has = field.sample(u, w, h);
        if (has) gaps[(r + 1) * wide + c + 1] = h[0] - h[1];
        const overlaps = has && h[0] < h[1] + reach;
        this.#setState(c, r, overlaps ? OVERLAPS : CLEAR);
        if (overlaps && h[1] - h[0] > deepest) deepest = h[1] - h[0];
        if (overlaps || (bulges && has)) this.#place(nodes.add(c, r), u, w, full, h[0], h[1]);
      }
    }
    if (bulges) this.#dropBeyond(MOST_BULGE * deepest);
    if (edge) this.#cutEdges(field);
    this.#index();
    if (edge) this.#shiftEdges();
    if (fall < Infinity && !bulges) this.#followValleys(field, fall);
  }

  #followValleys(field: GapField, fall: number): void {
    const { nodes, columns, rows } = this;
    const valley = this.#valley;
    const h = this.#heights;
    const nodeOf = this.#nodeOf;
    const wide = columns + 2;
    const gaps = this.#gaps.data;
    for (let r = 0; r < rows; r++)
      for (let c = 0; c < columns; c++) {
        const at = (r + 1) * wide + c + 1;
        if (!valley.find(gaps, at, wide) || !(valley.drop > fall) || !(gaps[at] - valley.drop < this.#reach)) continue;
        let u = this.u0 + (c + 0.5 + valley.u) * nodes.cellU;
        let w = this.w0 + (r + 0.5 + valley.w) * nodes.cellW;
        if (!field.sample(u, w, h)) continue;
        let least = h[0] - h[1];
        for (let k = 0, step = FIRST_STEP; k < CLOSER; k++, step *= 0.5) {
          const du = step * valley.x * nodes.cellU;
          const dw = step * valley.y * nodes.cellW;
          for (let sign = -1; sign <= 1; sign += 2) {
            if (!field.sample(u + sign * du, w + sign * dw, h) || !(h[0] - h[1] < least)) continue;
            least = h[0] - h[1];
            u += sign * du;
            w += sign * dw;
            break;
          }
        }
        const isWithin =
          Math.abs(u - this.u0 - (c + 0.5) * nodes.cellU) < 0.5 * nodes.cellU &&
          Math.abs(w - this.w0 - (r + 0.5) * nodes.cellW) < 0.5 * nodes.cellW;
        if (!isWithin || !(least < this.#reach && least < gaps[at]) || !field.sample(u, w, h)) continue;
        let k = this.nodeAt(c, r);
        if (k < 0) {
          k = nodes.add(c, r);
          nodeOf.data[r * columns + c] = k;
          this.#setState(c, r, OVERLAPS);
        }
        nodes.cells.data[CELL_INTS * k + 2] = 0;
        this.#place(k, u, w, nodes.cellU * nodes.cellW, h[0], h[1]);
      }
  }

  #place(k: number, u: number, w: number, area: number, ha: number, hb: number): void {
    const f = this.nodes.f.data;
    const o = k * NODE_STRIDE;
    f[o + N_U] = u;
    f[o + N_W] = w;
    f[o + N_AREA] = area;
    f[o + N_GAP] = ha - hb;
    f[o + N_HEIGHT_A] = ha;
    f[o + N_HEIGHT_B] = hb;
    f[o + N_FORCE] = 0;
    f[o + N_APART] = 0;
  }

  #dropBeyond(most: number): void {
    const { nodes } = this;
    const f = nodes.f.data;
    let kept = 0;
    for (let k = 0; k < nodes.count; k++) {
      if (f[k * NODE_STRIDE + N_GAP] > most) continue;
      for (let m = 0; m < NODE_STRIDE; m++) f[kept * NODE_STRIDE + m] = f[k * NODE_STRIDE + m];
      nodes.cells.data[CELL_INTS * kept] = nodes.cells.data[CELL_INTS * k];
      nodes.cells.data[CELL_INTS * kept + 1] = nodes.cells.data[CELL_INTS * k + 1];
      nodes.cells.data[CELL_INTS * kept + 2] = nodes.cells.data[CELL_INTS * k + 2];
      kept++;
    }
    nodes.count = kept;
  }

  /** Cells of which a part is covered get nodes of that part. */
  #cutEdges(field: GapField): void {
    const { nodes, columns, rows } = this;
    for (let k = 0; k < nodes.count; k++) {
      const c = nodes.cells.data[CELL_INTS * k];
      const r = nodes.cells.data[CELL_INTS * k + 1];
      if (!this.borders(c, r, CLEAR)) continue;
      this.#coverOf(field, c, r);
      if (this.#covered > 0) this.#placeCovered(k);
    }
    const wholes = nodes.count;
    for (let r = 0; r < rows; r++) {
      for (let c = 0; c < columns; c++) {
        if (this.#stateOf(c, r) !== CLEAR || !this.borders(c, r, OVERLAPS)) continue;
        this.#coverOf(field, c, r);
        if (this.#covered > 0) this.#placeCovered(nodes.add(c, r));
      }
    }
    for (let k = wholes; k < nodes.count; k++)
      this.#setState(nodes.cells.data[CELL_INTS * k], nodes.cells.data[CELL_INTS * k + 1], OVERLAPS);
  }

  #coverOf(field: GapField, c: number, r: number): void {
    const { nodes } = this;
    const h = this.#heights;
    const sums = this.#sums;
    const cuts = this.#cuts;
    sums.fill(0);
    this.#covered = 0;
    for (let y = 0; y < cuts; y++) {
      for (let x = 0; x < cuts; x++) {
        const u = this.u0 + (c + (x + 0.5) / cuts) * nodes.cellU;
        const w = this.w0 + (r + (y + 0.5) / cuts) * nodes.cellW;
        if (!field.sample(u, w, h) || !(h[0] < h[1] + this.#reach)) continue;
        this.#covered++;
        sums[0] += u;
        sums[1] += w;
        sums[2] += h[0];
        sums[3] += h[1];
      }
    }
  }

  #placeCovered(k: number): void {
    const { nodes } = this;
    const sums = this.#sums;
    const covered = this.#covered;
    const cuts = this.#cuts;
    const area = (nodes.cellU * nodes.cellW * covered) / (cuts * cuts);
    nodes.cells.data[CELL_INTS * k + 2] = 0;
    this.#place(k, sums[0] / covered, sums[1] / covered, area, sums[2] / covered, sums[3] / covered);
  }

  #index(): void {
    const { nodes, columns, rows } = this;
    const nodeOf = this.#nodeOf;
    nodeOf.reserve(columns * rows);
    nodeOf.data.fill(-1, 0, columns * rows);
    const cells = nodes.cells.data;
    for (let k = 0; k < nodes.count; k++) nodeOf.data[cells[CELL_INTS * k + 1] * columns + cells[CELL_INTS * k]] = k;
  }

  /** The node of a cell, or -1. */
  nodeAt(c: number, r: number): number {
    return c < 0 || r < 0 || c >= this.columns || r >= this.rows ? -1 : this.#nodeOf.data[r * this.columns + c];
  }

  /** Moves nodes at edges away from their neighbours. */
  #shiftEdges(): void {
    const { nodes, columns, rows } = this;
    const f = nodes.f.data;
    const cells = nodes.cells.data;
    const nodeOf = this.#nodeOf.data;
    for (let k = 0; k < nodes.count; k++) {
      const c = cells[CELL_INTS * k];
      const r = cells[CELL_INTS * k + 1];
      if (!this.borders(c, r, CLEAR) && !this.borders(c, r, BEYOND)) continue;
      const o = k * NODE_STRIDE;
      let x = 0;
      let y = 0;
      for (let row = Math.max(0, r - 1); row <= Math.min(rows - 1, r + 1); row++) {
        for (let column = Math.max(0, c - 1); column <= Math.min(columns - 1, c + 1); column++) {
          const j = nodeOf[row * columns + column] * NODE_STRIDE;
          if (j < 0 || j === o) continue;
          x += (f[j + N_AREA] * (f[o + N_U] - f[j + N_U])) / nodes.cellU;
          y += (f[j + N_AREA] * (f[o + N_W] - f[j + N_W])) / nodes.cellW;
        }
      }
      const size = Math.sqrt(x * x + y * y);
      if (!(size > 0)) continue;
      const shift = (EDGE_SHIFT / size) * Math.sqrt(f[o + N_AREA] / (nodes.cellU * nodes.cellW));
      cells[CELL_INTS * k + 2] = 0;
      // Kept aside until all are known.
      f[o + N_FORCE] = shift * x * nodes.cellU;
      f[o + N_APART] = shift * y * nodes.cellW;
    }
    for (let k = 0; k < nodes.count; k++) {
      const o = k * NODE_STRIDE;
      f[o + N_U] += f[o + N_FORCE];
      f[o + N_W] += f[o + N_APART];
    }
  }
}
