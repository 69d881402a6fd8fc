// The rays of one axis over the region, and the segments in which they lie inside both solids.
//
// A regular grid of columns × rows; pixels that need it are cut into sub × sub finer rays, which are appended behind
// the coarse ones. `map` leads from the finest grid's pixels to the ray that stands for them.

import { grownFloat, grownInt, RayHits } from './hits.js';

/** A segment's end lies on neither surface: the ray left the region. Else 2·triangle + solid (0: A, 1: B). */
export const NO_SURFACE = -1;

export class RayDirection {
  /** 0, 1, 2: rays along x, y, z of the region's frame; columns run along the next axis, rows along the one after. */
  readonly axis: number;
  readonly u: number;
  readonly v: number;
  columns = 0;
  rows = 0;
  /** Size of a coarse pixel. */
  hu = 0;
  hv = 0;
  /** Low corner of the grid. */
  u0 = 0;
  v0 = 0;
  /** Finer rays per side of a cut pixel; 1 where none was cut. */
  sub = 1;
  map = new Int32Array(4096);
  coarseCount = 0;
  rayCount = 0;
  rayU = new Float64Array(4096);
  rayV = new Float64Array(4096);
  /** Area that the ray stands for; zero for coarse rays that finer ones replace. */
  rayArea = new Float64Array(4096);
  /** Mean length over the pixel relative to the ray's own, where finer.ts corrects it; else 1. */
  rayShare = new Float64Array(4096);
  /** Pixel of the ray's own grid. */
  rayPixel = new Int32Array(4096);
  readonly hits: readonly [RayHits, RayHits] = [new RayHits(), new RayHits()];
  /** Ray r owns segments segStart[r] … segStop[r]), ascending. */
  segStart = new Int32Array(4096);
  segStop = new Int32Array(4096);
  segCount = 0;
  segRay = new Int32Array(4096);
  segLow = new Float64Array(4096);
  segHigh = new Float64Array(4096);
  endLow = new Int32Array(4096);
  endHigh = new Int32Array(4096);
  /** Component of each segment. */
  label = new Int32Array(4096);

  constructor(axis: number) {
    this.axis = axis;
    this.u = (axis + 1) % 3;
    this.v = (axis + 2) % 3;
  }

  /** Lay a grid over the region's cross-section: bounds[0…5] are its min and max. */
  layGrid(region: Float64Array, columns: number, rows: number): void {
    const { u, v } = this;
    this.columns = columns;
    this.rows = rows;
    this.u0 = region[u];
    this.v0 = region[v];
    this.hu = (region[u + 3] - region[u]) / columns;
    this.hv = (region[v + 3] - region[v]) / rows;
    this.sub = 1;
    const n = columns * rows;
    this.reserveRays(n);
    if (n > this.map.length) this.map = new Int32Array(2 * n);
    const { rayU, rayV, rayArea, rayShare, rayPixel, map, u0, v0, hu, hv } = this;
    const area = hu * hv;
    let r = 0;
    for (let j = 0; j < rows; j++) {
      const y = v0 + (j + 0.5) * hv;
      for (let i = 0; i < columns; i++) {
        rayU[r] = u0 + (i + 0.5) * hu;
        rayV[r] = y;
        rayArea[r] = area;
        rayShare[r] = 1;
        rayPixel[r] = r;
        map[r] = r;
        r++;
      }
    }
    this.coarseCount = n;
    this.rayCount = n;
    this.segCount = 0;
    this.hits[0].clear();
    this.hits[1].clear();
  }

  reserveRays(n: number): void {
    this.hits[0].reserveRays(n);
    this.hits[1].reserveRays(n);
    if (n <= this.rayU.length) return;
    const size = Math.max(n, 2 * this.rayU.length);
    this.rayU = grownFloat(this.rayU, size);
    this.rayV = grownFloat(this.rayV, size);
    this.rayArea = grownFloat(this.rayArea, size);
    this.rayShare = grownFloat(this.rayShare, size);
    this.rayPixel = grownInt(this.rayPixel, size);
    this.segStart = grownInt(this.segStart, size);
    this.segStop = grownInt(this.segStop, size);
  }

  #growSegments(): void {
    const size = 2 * this.segRay.length;
    this.segRay = grownInt(this.segRay, size);
    this.segLow = grownFloat(this.segLow, size);
    this.segHigh = grownFloat(this.segHigh, size);
    this.endLow = grownInt(this.endLow, size);
    this.endHigh = grownInt(this.endHigh, size);
    this.label = grownInt(this.label, size);
  }

  /**
   * Segments of rays [from, to) that lie inside both solids and are longer than `least`. Where hits coincide to that,
   * A's count as the inner ones, so that two solids with a common face share it out alike on both sides.
   */
  intersect(from: number, to: number, low: number, high: number, least: number): void {
    const a = this.hits[0];
    const b = this.hits[1];
    const { segStart, segStop } = this;
    let n = this.segCount;
    for (let r = from; r < to; r++) {
      segStart[r] = n;
      let i = a.start[r];
      let j = b.start[r];
      const iEnd = a.stop[r];
      const jEnd = b.stop[r];
      let wa = a.wind[r];
      let wb = b.wind[r];
      if ((i === iEnd && wa <= 0) || (j === jEnd && wb <= 0)) {
        segStop[r] = n;
        continue;
      }
      let inside = wa > 0 && wb > 0;
      let begin = low;
      let end = NO_SURFACE;
      while (i < iEnd || j < jEnd) {
        let fromA = j === jEnd;
        if (i < iEnd && j < jEnd) {
          const da = a.depth[i];
          const db = b.depth[j];
          if (Math.abs(da - db) > least) fromA = da < db;
          else {
            // Exits before entries, so that touching solids never overlap; A's exit before B's, B's entry before A's.
            const exitA = (a.code[i] & 1) === 1;
            fromA = exitA;
          }
        }
        let d: number;
        let code: number;
        if (fromA) {
          d = a.depth[i];
          code = a.code[i++];
          wa += 1 - 2 * (code & 1);
          code &= ~1;
        } else {
          d = b.depth[j];
          code = b.code[j++];
          wb += 1 - 2 * (code & 1);
          code |= 1;
        }
        const now = wa > 0 && wb > 0;
        if (now === inside) continue;
        inside = now;
        if (now) {
          begin = d;
          end = code;
        } else if (d - begin > least) {
          if (n === this.segRay.length) this.#growSegments();
          this.segRay[n] = r;
          this.segLow[n] = begin;
          this.segHigh[n] = d;
          this.endLow[n] = end;
          this.endHigh[n] = code;
          n++;
        }
      }
      if (inside && high - begin > least) {
        if (n === this.segRay.length) this.#growSegments();
        this.segRay[n] = r;
        this.segLow[n] = begin;
        this.segHigh[n] = high;
        this.endLow[n] = end;
        this.endHigh[n] = NO_SURFACE;
        n++;
      }
      segStop[r] = n;
    }
    this.segCount = n;
  }

  /** The ray that stands for the point (u, v) of the cross-section, clamped to the grid. */
  rayAt(u: number, v: number): number {
    const columns = this.columns * this.sub;
    const rows = this.rows * this.sub;
    let i = Math.floor(((u - this.u0) / this.hu) * this.sub);
    let j = Math.floor(((v - this.v0) / this.hv) * this.sub);
    if (!(i > 0)) i = 0;
    else if (i >= columns) i = columns - 1;
    if (!(j > 0)) j = 0;
    else if (j >= rows) j = rows - 1;
    return this.map[j * columns + i];
  }
}
