// Where a surface overlaps itself: stretches of rays along which it has been entered twice (Allard et al. 2010, §6).
//
// One cast per axis, as between two bodies: the rays run through the whole surface, and where the inside-count is two
// or more lies the overlap. Its volume is held like any other; both sides belong to one body. Which of the two sides an
// end is on follows from its triangle: A's faces look along their main axis, B's against it, so that the two faces of a
// contact are on different sides whatever they belong to. Simplifications: a count of three is held as much as one of
// two; parts of the surface that face each other across the corner of a cube (turned by more than a right angle against
// each other, on either side of a main axis) may fall on one side, and then bear no friction. Verified in
// test/contact/volume/truths.test.ts.

import { crossOfTriangle } from '../../math/triangle.js';
import { MeshCaster } from '../../overlap/rays/cast-mesh.js';
import { RayDirection } from '../../overlap/rays/direction.js';
import type { EmbeddedSurface } from '../../soft/surface.js';
import { type CellGrid, type ColumnReceiver, giveSegment, Segment } from './columns.js';

/** Rays along the longest side of the surface's box, and of what is left of it when it closes in. */
const COARSE = 48;
const FINE = 32;
const LEAST_COUNT = 8;
const CLOSER = 4;

export class SelfColumns {
  readonly #caster = new MeshCaster();
  readonly #directions = [new RayDirection(0), new RayDirection(1), new RayDirection(2)];
  readonly #box = new Float64Array(6);
  readonly #found = new Float64Array(6);
  readonly #part = new Float64Array(6);
  readonly #matrix = new Float64Array(12);
  readonly #segment = new Segment();
  #sides = new Uint8Array(0);
  #inner: Uint8Array | null = null;
  readonly #cross = new Float64Array(3);

  /**
   * The surface's overlap with itself into `to`, but for what begins or ends at an inner face; false where there is
   * none. The surface's tree must be fitted.
   */
  cast(
    surface: EmbeddedSurface,
    inner: Uint8Array | null,
    cell: number,
    pixel: number,
    grid: CellGrid,
    to: ColumnReceiver,
  ): boolean {
    const box = this.#box;
    const found = this.#found;
    this.#inner = inner;
    box.set(surface.bounds);
    this.#updateSides(surface);
    for (let round = 0; round < CLOSER; round++) {
      found.fill(Infinity, 0, 3);
      found.fill(-Infinity, 3, 6);
      for (let axis = 0; axis < 3; axis++)
        this.#castBox(surface, axis, box, round === 0 ? COARSE : FINE, 0, null, null);
      if (!(found[0] <= found[3])) return false;
      let closer = false;
      for (let k = 0; k < 3; k++) {
        if (found[3 + k] - found[k] < 0.5 * (box[3 + k] - box[k])) closer = true;
        box[k] = Math.max(found[k], surface.bounds[k]);
        box[3 + k] = Math.min(found[3 + k], surface.bounds[3 + k]);
      }
      if (!closer) break;
    }
    this.#layCells(cell, grid);
    for (let axis = 0; axis < 3; axis++) this.#castCells(surface, axis, pixel, grid, to);
    return true;
  }

  /** Cells as between two bodies: halves where there is one along an axis, but for the thin side. */
  #layCells(cell: number, grid: CellGrid): void {
    const box = this.#box;
    let thin = 0;
    for (let k = 1; k < 3; k++) if (box[k + 3] - box[k] < box[thin + 3] - box[thin]) thin = k;
    for (let k = 0; k < 3; k++) {
      const single = cell === 0 || Math.floor(box[k] / cell) === Math.ceil(box[k + 3] / cell) - 1;
      grid.origin[k] = single ? 0.5 * (box[k] + box[k + 3]) : 0;
      grid.edge[k] = k === thin ? cell : single ? 1e12 : cell;
      if (k === thin) grid.origin[k] = 0;
    }
  }

  #updateSides(surface: EmbeddedSurface): void {
    const { positions: p, indices } = surface;
    const cross = this.#cross;
    if (this.#sides.length < indices.length / 3) this.#sides = new Uint8Array(indices.length / 3);
    for (let t = 0; t < indices.length; t += 3) {
      const a = 3 * indices[t];
      const b = 3 * indices[t + 1];
      const c = 3 * indices[t + 2];
      crossOfTriangle(cross, p, a, b, c);
      const x = cross[0];
      const y = cross[1];
      const z = cross[2];
      const [ax, ay, az] = [Math.abs(x), Math.abs(y), Math.abs(z)];
      const main = ax >= ay && ax >= az ? x : ay >= az ? y : z;
      this.#sides[t / 3] = main > 0 ? 0 : 1;
    }
  }

  #castCells(surface: EmbeddedSurface, axis: number, pixel: number, grid: CellGrid, to: ColumnReceiver): void {
    const box = this.#box;
    const part = this.#part;
    const segment = this.#segment;
    const u = (axis + 1) % 3;
    const v = (axis + 2) % 3;
    const first = (k: number) => (grid.edge[k] > 0 ? Math.floor((box[k] - grid.origin[k]) / grid.edge[k]) : 0);
    const last = (k: number) => (grid.edge[k] > 0 ? Math.ceil((box[k + 3] - grid.origin[k]) / grid.edge[k]) : 1);
    for (let j = first(v); j < last(v); j++) {
      for (let i = first(u); i < last(u); i++) {
        part.set(box);
        for (let s = 0; s < 2; s++) {
          const k = s === 0 ? u : v;
          const n = s === 0 ? i : j;
          if (grid.edge[k] === 0) continue;
          part[k] = Math.max(part[k], grid.origin[k] + n * grid.edge[k]);
          part[k + 3] = Math.min(part[k + 3], grid.origin[k] + (n + 1) * grid.edge[k]);
        }
        if (!(part[u + 3] > part[u] && part[v + 3] > part[v])) continue;
        segment.i = i;
        segment.j = j;
        this.#castBox(surface, axis, part, FINE, pixel, grid, to);
      }
    }
  }

  /**
   * Rays along one axis through a box's cross-section; bounds of what is entered twice into `found`, stretches to the
   * receiver.
   */
  #castBox(
    surface: EmbeddedSurface,
    axis: number,
    box: Float64Array,
    count: number,
    pixel: number,
    grid: CellGrid | null,
    to: ColumnReceiver | null,
  ): void {
    const dir = this.#directions[axis]!;
    const { u, v } = dir;
    const { bounds } = surface;
    const longest = Math.max(this.#box[3] - this.#box[0], this.#box[4] - this.#box[1], this.#box[5] - this.#box[2]);
    const rays = (k: number) => {
      const side = box[k + 3] - box[k];
      const n = pixel > 0 ? Math.ceil(side / pixel) : Math.round((count * side) / longest);
      return Math.min(Math.max(n, LEAST_COUNT), 512);
    };
    const columns = rays(u);
    const rows = rays(v);
    dir.layGrid(box, columns, rows);
    const m = this.#matrix.fill(0);
    m[u] = 1 / dir.hu;
    m[3] = -dir.u0 / dir.hu - 0.5;
    m[4 + v] = 1 / dir.hv;
    m[7] = -dir.v0 / dir.hv - 0.5;
    m[8 + axis] = 1;
    const hits = dir.hits[0];
    hits.clear();
    hits.reserveRays(dir.rayCount);
    const size = bounds[axis + 3] - bounds[axis];
    const low = bounds[axis] - 0.01 * size;
    const high = bounds[axis + 3] + 0.01 * size;
    this.#caster.cast(surface.refit(), m, columns, rows, low, high, dir.map, false, hits);
    hits.sort(0, dir.rayCount, true, true, 1e-12 * size);
    const segment = this.#segment;
    const sides = this.#sides;
    const inner = this.#inner;
    segment.axis = axis;
    for (let r = 0; r < dir.rayCount; r++) {
      let winding = 0;
      for (let k = hits.start[r]; k < hits.stop[r]; k++) {
        const before = winding;
        const code = hits.code[k];
        winding += 1 - 2 * (code & 1);
        if (before === 1 && winding === 2) {
          segment.low = hits.depth[k];
          segment.endLow = (code & ~1) | sides[code >> 1];
        } else if (before === 2 && winding === 1) {
          segment.high = hits.depth[k];
          segment.endHigh = (code & ~1) | sides[code >> 1];
          if (!(segment.high > segment.low)) continue;
          if (inner !== null && (inner[segment.endLow >> 1] === 1 || inner[code >> 1] === 1)) continue;
          segment.u = dir.rayU[r];
          segment.v = dir.rayV[r];
          segment.area = dir.rayArea[r];
          if (to && grid) giveSegment(segment, grid.edge[axis], grid.origin[axis], to);
          else this.#include(dir, r);
        }
      }
    }
  }

  #include(dir: RayDirection, r: number): void {
    const found = this.#found;
    const segment = this.#segment;
    const { axis, u, v } = dir;
    found[axis] = Math.min(found[axis], segment.low);
    found[axis + 3] = Math.max(found[axis + 3], segment.high);
    found[u] = Math.min(found[u], dir.rayU[r] - dir.hu);
    found[u + 3] = Math.max(found[u + 3], dir.rayU[r] + dir.hu);
    found[v] = Math.min(found[v], dir.rayV[r] - dir.hv);
    found[v + 3] = Math.max(found[v + 3], dir.rayV[r] + dir.hv);
  }
}
