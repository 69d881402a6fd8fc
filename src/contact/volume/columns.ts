// Columns of rays through two solids along the world's axes, split into the cells of a regular grid.
//
// J. Allard et al., "Volume contact constraints at arbitrary resolution", ACM TOG 29(4), 2010, §3.2 and §5:
//   V = a Σ (z⁺ - z⁻)                                             Eq. 11
//   ∂V/∂p by the ends of the segments                             Eq. 12
//   an end on a cell's wall at W = α z⁺ + (1 - α) z⁻ hands α of its pixel to the surface at z⁺ and 1 - α to that at z⁻:
//   Eq. 22–24
// a: area of a pixel (m²), z⁺, z⁻: where a ray leaves and enters the overlap (m). Each end is given to a receiver with
// its share; ends of one segment lie on one line, so force and torque of a cell vanish to rounding.
//
// Deviations: rays only where the solids' boxes overlap (overlap/rays/region.ts), cut down to what of them the solids
// can fill; where no ray meets both solids the narrowest gap is searched again (near-miss.ts); each cell's columns have
// a grid of their own, so that a cell's walls are never between two rays; against the flat side of a half-space across
// an axis, rays in one direction instead of three. Verified in
// test/contact/volume/volumes.test.ts.

import { RayDirection } from '../../overlap/rays/direction.js';
import { RayField } from '../../overlap/rays/field.js';
import { NearMiss } from '../../overlap/rays/near-miss.js';
import { Region } from '../../overlap/rays/region.js';
import type { SimpleShape } from '../../shapes/shape.js';

/** How space is cut into cells: where, and their edges along x, y, z; 0: not at all along that axis. */
export interface CellGrid {
  readonly origin: Float64Array;
  readonly edge: Float64Array;
  /** Told the box of the overlap before it is cut, where its size decides about the cells. */
  fit?(box: Float64Array): void;
}

/** What takes the columns. Cells are numbered from the grid's origin. */
export interface ColumnReceiver {
  /**
   * A stretch of a ray inside both solids, in one cell, from `low` to `high` along the axis; in so many directions
   * there are rays.
   */
  addStretch(
    ix: number,
    iy: number,
    iz: number,
    axis: number,
    u: number,
    v: number,
    low: number,
    high: number,
    area: number,
    directions: number,
  ): void;
  /**
   * An end of a stretch: moving the solid's surface there along the axis by d changes the cell's volume by amount · d.
   * `code` names the triangle of a mesh, or face of a primitive; the point is (u, v) on the two axes after `axis`, and
   * `at` along it.
   */
  addEnd(
    ix: number,
    iy: number,
    iz: number,
    solid: number,
    code: number,
    axis: number,
    u: number,
    v: number,
    at: number,
    amount: number,
  ): void;
}

/** Rays along the longest side of the overlap's box, and at least across each side of it and of a cell. */
const DEFAULT_COUNT = 32;
const LEAST_COUNT = 8;
/** Likewise across the side of a cell, where several lie side by side. */
const LEAST_IN_CELL = 5;
const MOST_COUNT = 512;
const DEEPEST = 4;
/** A normal counts as an axis if its cosine is 1 to this. */
const ALIGNED = 1e-12;
/** Thickness over width up to which an overlap counts as thin. */
const THIN = 0.2;

export class VolumeColumns {
  /** Of either solid, by triangle: 1 where it does not touch the other. Null: all of it does. */
  readonly idle: [Uint8Array | null, Uint8Array | null] = [null, null];
  /** Rays that were cast since the last reset. */
  rays = 0;
  readonly #field = new RayField();
  readonly #region = new Region();
  readonly #directions = [new RayDirection(0), new RayDirection(1), new RayDirection(2)];
  readonly #nearMiss = new NearMiss();
  readonly #before = new Float64Array(6);
  readonly #whole = new Float64Array(6);
  readonly #outside = new Uint8Array(12);
  readonly #counts = new Int32Array(3);
  readonly #segment = new Segment();

  /**
   * `placeA`, `placeB`: rotation by rows and position. `pixel`: edge, or 0 for a choice of its own. Returns whether the
   * two overlap at all.
   */
  cast(
    a: SimpleShape,
    placeA: Float64Array,
    b: SimpleShape,
    placeB: Float64Array,
    cells: CellGrid,
    pixel: number,
    to: ColumnReceiver,
  ): boolean {
    const field = this.#field;
    const region = this.#region;
    const whole = this.#whole;
    field.places[0].set(placeA);
    field.places[1].set(placeB);
    field.shapes[0] = a;
    field.shapes[1] = b;
    field.first = a.type !== 'mesh' ? 0 : 1;
    field.setRegion(region);
    field.raysCast = 0;
    if (!region.start(a, placeA, b, placeB) || !this.#trim()) return false;
    if (!this.#search(pixel)) return false;
    whole.set(region.bounds);
    cells.fit?.(whole);
    this.#outside.set(region.outside);
    let any = false;
    const only = flatAxis(a, placeA, b, placeB, whole);
    this.#segment.directions = only < 0 ? 3 : 1;
    for (let axis = 0; axis < 3; axis++)
      if (only < 0 || axis === only) any = this.#castAxis(axis, cells, pixel, to) || any;
    this.rays += field.raysCast;
    return any;
  }

  /** Let the solids cut the region in turn while that pays. */
  #trim(): boolean {
    const region = this.#region;
    const field = this.#field;
    const before = this.#before;
    const { bounds } = region;
    let solid = field.first;
    for (let round = 0; round < 6; round++) {
      before.set(bounds);
      if (!region.trim(solid, field.shapes[solid]!, field.places[solid], field.isInside)) return false;
      solid = (1 - solid) as 0 | 1;
      if (round === 0) continue;
      let worthwhile = false;
      for (let k = 0; k < 3; k++) if (bounds[k + 3] - bounds[k] < 0.95 * (before[k + 3] - before[k])) worthwhile = true;
      if (!worthwhile) break;
    }
    return true;
  }

  /** Closes in on where rays meet both solids; false where none does. */
  #search(pixel: number): boolean {
    const region = this.#region;
    const field = this.#field;
    const nearMiss = this.#nearMiss;
    const { bounds } = region;
    for (let depth = 0; depth < 2 * DEEPEST; depth++) {
      let thin = 0;
      for (let k = 1; k < 3; k++) if (bounds[k + 3] - bounds[k] < bounds[thin + 3] - bounds[thin]) thin = k;
      const dir = this.#directions[thin]!;
      this.#setCounts(pixel, null);
      field.cast(dir, this.#counts[dir.u], this.#counts[dir.v], null);
      if (dir.segCount === 0) {
        field.castBeyond(dir, Math.max(dir.hu, dir.hv));
        if (!nearMiss.find(dir)) return false;
        this.#crop(dir, nearMiss.column - 1, nearMiss.column + 1, nearMiss.row - 1, nearMiss.row + 1);
      } else {
        let [i0, i1, j0, j1] = [dir.columns, -1, dir.rows, -1];
        for (let s = 0; s < dir.segCount; s++) {
          const p = dir.rayPixel[dir.segRay[s]];
          const i = p % dir.columns;
          const j = (p / dir.columns) | 0;
          i0 = Math.min(i0, i);
          i1 = Math.max(i1, i);
          j0 = Math.min(j0, j);
          j1 = Math.max(j1, j);
        }
        // Half of the pixels along a side empty: closer.
        if (2 * (i1 - i0 + 3) > dir.columns && 2 * (j1 - j0 + 3) > dir.rows) return true;
        this.#crop(dir, i0 - 1, i1 + 1, j0 - 1, j1 + 1);
      }
      if (!region.isSolid() || !this.#trim()) return false;
    }
    return true;
  }

  #crop(dir: RayDirection, i0: number, i1: number, j0: number, j1: number): void {
    const before = this.#before;
    const region = this.#region;
    before.set(region.bounds);
    if (i0 > 0) before[dir.u] = dir.u0 + i0 * dir.hu;
    if (j0 > 0) before[dir.v] = dir.v0 + j0 * dir.hv;
    if (i1 < dir.columns - 1) before[dir.u + 3] = dir.u0 + (i1 + 1) * dir.hu;
    if (j1 < dir.rows - 1) before[dir.v + 3] = dir.v0 + (j1 + 1) * dir.hv;
    region.crop(before, 0);
  }

  #setCounts(pixel: number, cells: CellGrid | null): void {
    const counts = this.#counts;
    const whole = this.#whole;
    const box = this.#region.bounds;
    let longest = 0;
    for (let k = 0; k < 3; k++) longest = Math.max(longest, cells ? whole[k + 3] - whole[k] : box[k + 3] - box[k]);
    for (let k = 0; k < 3; k++) {
      const side = box[k + 3] - box[k];
      let n = Math.round((DEFAULT_COUNT * side) / longest);
      if (pixel > 0) n = Math.ceil(side / pixel);
      const isCut = cells !== null && cells.edge[k] > 0 && cells.edge[k] < whole[k + 3] - whole[k];
      counts[k] = Math.min(Math.max(n, pixel > 0 ? 1 : isCut ? LEAST_IN_CELL : LEAST_COUNT), MOST_COUNT);
    }
  }

  #castAxis(axis: number, cells: CellGrid, pixel: number, to: ColumnReceiver): boolean {
    const region = this.#region;
    const whole = this.#whole;
    const outside = this.#outside;
    const dir = this.#directions[axis]!;
    const { u, v } = dir;
    const { edge, origin } = cells;
    const u0 = edge[u] > 0 ? Math.floor((whole[u] - origin[u]) / edge[u]) : 0;
    const u1 = edge[u] > 0 ? Math.ceil((whole[u + 3] - origin[u]) / edge[u]) : 1;
    const v0 = edge[v] > 0 ? Math.floor((whole[v] - origin[v]) / edge[v]) : 0;
    const v1 = edge[v] > 0 ? Math.ceil((whole[v + 3] - origin[v]) / edge[v]) : 1;
    let any = false;
    for (let j = v0; j < v1; j++) {
      for (let i = u0; i < u1; i++) {
        region.bounds.set(whole);
        region.outside.set(outside);
        if (edge[u] > 0) {
          region.bounds[u] = Math.max(whole[u], origin[u] + i * edge[u]);
          region.bounds[u + 3] = Math.min(whole[u + 3], origin[u] + (i + 1) * edge[u]);
        }
        if (edge[v] > 0) {
          region.bounds[v] = Math.max(whole[v], origin[v] + j * edge[v]);
          region.bounds[v + 3] = Math.min(whole[v + 3], origin[v] + (j + 1) * edge[v]);
        }
        // Slivers of rounding between two cells.
        if (!region.isSolid()) continue;
        this.#setCounts(pixel, cells);
        this.#field.cast(dir, this.#counts[u], this.#counts[v], null);
        if (dir.segCount > 0) any = true;
        this.#give(dir, i, j, edge[axis], origin[axis], to);
      }
    }
    region.bounds.set(whole);
    region.outside.set(outside);
    return any;
  }

  /** Of the end of a segment, 2·triangle + solid. */
  #isIdle(end: number): boolean {
    return end >= 0 && this.idle[(end & 1) as 0 | 1]?.[end >> 1] === 1;
  }

  /** Hands the segments of one column of cells to the receiver. */
  #give(dir: RayDirection, i: number, j: number, cell: number, origin: number, to: ColumnReceiver): void {
    const segment = this.#segment;
    segment.axis = dir.axis;
    segment.i = i;
    segment.j = j;
    const hasIdle = this.idle[0] !== null || this.idle[1] !== null;
    for (let s = 0; s < dir.segCount; s++) {
      if (hasIdle && (this.#isIdle(dir.endLow[s]) || this.#isIdle(dir.endHigh[s]))) continue;
      const r = dir.segRay[s];
      segment.u = dir.rayU[r];
      segment.v = dir.rayV[r];
      segment.area = dir.rayArea[r];
      segment.low = dir.segLow[s];
      segment.high = dir.segHigh[s];
      segment.endLow = dir.endLow[s];
      segment.endHigh = dir.endHigh[s];
      giveSegment(segment, cell, origin, to);
    }
  }
}

/**
 * The axis that serves alone, or -1. The net force on the flat side of a half-space, cell by cell, is along its normal,
 * and so is that on what overlaps with it: where that is an axis, and the overlap so thin that next to nothing of it
 * faces sideways, rays along it see all of both.
 */
function flatAxis(
  a: SimpleShape,
  placeA: Float64Array,
  b: SimpleShape,
  placeB: Float64Array,
  box: Float64Array,
): number {
  const place = a.type === 'half-space' ? placeA : b.type === 'half-space' ? placeB : null;
  if (!place) return -1;
  for (let k = 0; k < 3; k++) {
    if (!(Math.abs(place[3 * k + 1]) > 1 - ALIGNED)) continue;
    const [u, v] = [(k + 1) % 3, (k + 2) % 3];
    const across = Math.min(box[u + 3] - box[u], box[v + 3] - box[v]);
    return box[k + 3] - box[k] < THIN * across ? k : -1;
  }
  return -1;
}

/**
 * A stretch of a ray inside the overlap: where it is, cells i and j across it, and what it ends on (2·triangle + solid,
 * or -1).
 */
export class Segment {
  axis = 0;
  directions = 3;
  i = 0;
  j = 0;
  u = 0;
  v = 0;
  area = 0;
  low = 0;
  high = 0;
  endLow = -1;
  endHigh = -1;
}

/** Hands a segment to the receiver, cell by cell along its ray. */
export function giveSegment(s: Segment, cell: number, origin: number, to: ColumnReceiver): void {
  const { axis, low, high, area, endLow, endHigh } = s;
  const first = axis === 2 ? 0 : axis + 1;
  const k0 = cell > 0 ? Math.floor((low - origin) / cell) : 0;
  const k1 = cell > 0 ? Math.max(k0, Math.ceil((high - origin) / cell) - 1) : 0;
  for (let k = k0; k <= k1; k++) {
    const ix = axis === 0 ? k : first === 0 ? s.i : s.j;
    const iy = axis === 1 ? k : first === 1 ? s.i : s.j;
    const iz = axis === 2 ? k : first === 2 ? s.i : s.j;
    const from = k === k0 ? low : origin + k * cell;
    const end = k === k1 ? high : origin + (k + 1) * cell;
    to.addStretch(ix, iy, iz, axis, s.u, s.v, from, end, area, s.directions);
    // α - β of Eq. 24: of the upper surface's pixel what this cell's two ends hand to it, and as much less of the lower
    // one's.
    const share = k0 === k1 ? area : (area * (end - from)) / (high - low);
    if (endHigh >= 0) to.addEnd(ix, iy, iz, endHigh & 1, endHigh >> 1, axis, s.u, s.v, high, share);
    if (endLow >= 0) to.addEnd(ix, iy, iz, endLow & 1, endLow >> 1, axis, s.u, s.v, low, -share);
  }
}
