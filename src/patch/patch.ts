// The contact patches of one pair or one step: for every component of an overlap its frame, the paper's ellipse, the
// hull polygon and the polygon that friction is integrated over. Packed; nothing is allocated once warm.
//
// Coordinates: (u, w) of the frame, relative to the overlap's centre c. See docs of the pieces:
// frame.ts (normal, axes), ellipse.ts (the paper's patch), hull.ts and polygon.ts (outline), pressure.ts, slip.ts and
// limit-surface.ts (what the outline can bear). Verified in test/patch/patch.test.ts.

import { grownF64, grownI32 } from '../memory/grown.js';
import { OV_AREA_VECTOR, OV_CENTER, OV_STRIDE, OV_VOLUME, type OverlapBuffer } from '../overlap/overlap.js';
import { boxHalfLength, ellipseHalfAxis, patchVariances } from './ellipse.js';
import { contactFrame, FrameScratch, type NormalChoice } from './frame.js';
import { HullBuilder } from './hull.js';
import { ellipsePolygon, POLYGON_MOMENTS, polygonMoments, simplifyPolygon } from './polygon.js';

/** n, u, w: world directions. */
export const PA_FRAME = 0;
/** The overlap's centre, relative to the overlap's origin. */
export const PA_CENTER = 9;
/** Half-lengths of the enclosing rectangle along u, w: √(3·variance) (Appendix A). */
export const PA_HALF = 12;
/** Half-axes of the equivalent ellipse: 2√variance. */
export const PA_AXES = 14;
/** |g|, m². */
export const PA_AREA = 16;
/** Mean depth V/|g|, m. */
export const PA_DEPTH = 17;
/** `polygonMoments` of the outline. */
export const PA_OUTLINE = 18;
/** `polygonMoments` of the friction polygon. */
export const PA_FRICTION = 24;
/** 1 where the normal is sure, 0 where it had to be guessed (frame.ts). */
export const PA_SURE = 30;
/** How far the overlap reaches from its centre along +u, -u, +w, -w: to its hull, whatever the outline. */
export const PA_REACH = 31;
export const PA_STRIDE = 36;

export interface PatchOptions {
  readonly normal: NormalChoice;
  /** 'hull': the convex outline of the overlap's points. 'ellipse': the paper's, as a polygon of 32 vertices. */
  readonly outline: 'hull' | 'ellipse';
  /**
   * Quality of friction: the most vertices of the polygon it is integrated over. Integrals over it are exact, so that this is
   * the only error: 2e-4 of the spin bound of a disc at 16 vertices, 6e-4 at 12, none for polygons with fewer.
   */
  readonly frictionVertices: number;
}

export const DEFAULT_PATCH: PatchOptions = { normal: 'face', outline: 'hull', frictionVertices: 16 };

const ELLIPSE_VERTICES = 32;
/**
 * An outline narrower than this share of its length is a line: a card on its edge. What its width could bear is lost in what
 * it takes to resolve it, and solvers stumble over the two edges that are nearly one.
 */
const LINE = 1e-4;

export class PatchBuffer {
  count = 0;
  /** count records of PA_STRIDE doubles. */
  records = new Float64Array(PA_STRIDE * 4);
  /** Pairs (u, w). */
  vertices = new Float64Array(2 * 256);
  /** Patch k's outline: outlineCount[k] counter-clockwise pairs from vertices[outlineStart[k]…] (an index of doubles). */
  outlineStart = new Int32Array(4);
  outlineCount = new Int32Array(4);
  /** Its friction polygon; the outline itself where that is small enough. */
  frictionStart = new Int32Array(4);
  frictionCount = new Int32Array(4);

  private used = 0;
  private readonly frame = new FrameScratch();
  private readonly hull = new HullBuilder();
  private readonly pair = new Float64Array(2);
  private readonly none = new Float64Array(9);

  clear(): void {
    this.count = 0;
    this.used = 0;
  }

  /**
   * Add the patch of component `component`. reference[fi…]: the contact's earlier frame, or a direction from B to A and
   * zeros, see `contactFrame`. Returns the patch's index.
   */
  add(
    overlap: OverlapBuffer,
    component: number,
    options: PatchOptions,
    reference: Float64Array = this.none,
    fi = 0,
  ): number {
    const from = overlap.pointStart[component];
    const to = overlap.pointStart[component + 1];
    this.reserve(Math.max(to - from, ELLIPSE_VERTICES));
    const k = this.count++;
    const { records, vertices, pair } = this;
    const i = PA_STRIDE * k;
    const ri = OV_STRIDE * component;
    const ov = overlap.records;
    const sure = contactFrame(records, i + PA_FRAME, ov, ri, options.normal, reference, fi, this.frame);
    const cx = ov[ri + OV_CENTER];
    const cy = ov[ri + OV_CENTER + 1];
    const cz = ov[ri + OV_CENTER + 2];
    records[i + PA_CENTER] = cx;
    records[i + PA_CENTER + 1] = cy;
    records[i + PA_CENTER + 2] = cz;
    records[i + PA_SURE] = sure ? 1 : 0;
    const gx = ov[ri + OV_AREA_VECTOR];
    const gy = ov[ri + OV_AREA_VECTOR + 1];
    const gz = ov[ri + OV_AREA_VECTOR + 2];
    const area = Math.sqrt(gx * gx + gy * gy + gz * gz);
    records[i + PA_AREA] = area;
    records[i + PA_DEPTH] = area > 0 ? ov[ri + OV_VOLUME] / area : 0;

    const start = this.used;
    let n = 0;
    let reachU = Infinity;
    let reachW = Infinity;
    if (to > from) {
      this.hull.project(overlap.points, from, to, cx, cy, cz, records, i + PA_FRAME);
      n = this.hull.build(vertices, start);
      reachU = 0;
      reachW = 0;
      for (let v = start; v < start + 2 * n; v += 2) {
        reachU = Math.max(reachU, Math.abs(vertices[v]));
        reachW = Math.max(reachW, Math.abs(vertices[v + 1]));
      }
    }
    // No moment of a thin sheet may claim more than the overlap's own extent (V → 0 leaves M/V to rounding).
    patchVariances(pair, 0, ov, ri, records, i + PA_FRAME);
    records[i + PA_HALF] = Math.min(boxHalfLength(pair[0]), reachU);
    records[i + PA_HALF + 1] = Math.min(boxHalfLength(pair[1]), reachW);
    records[i + PA_AXES] = Math.min(ellipseHalfAxis(pair[0]), reachU);
    records[i + PA_AXES + 1] = Math.min(ellipseHalfAxis(pair[1]), reachW);
    if (n > 0) this.measureReach(i + PA_REACH, start, n);
    else {
      records[i + PA_REACH] = records[i + PA_REACH + 1] = records[i + PA_AXES];
      records[i + PA_REACH + 2] = records[i + PA_REACH + 3] = records[i + PA_AXES + 1];
    }
    if (options.outline === 'ellipse' || n === 0) {
      const at = i + (options.outline === 'ellipse' ? PA_HALF : PA_AXES);
      n = ELLIPSE_VERTICES;
      ellipsePolygon(vertices, start, n, records[at], records[at + 1]);
    }
    if (n > 2 && reachW < LINE * reachU) n = this.collapse(start, n);
    polygonMoments(records, i + PA_OUTLINE, vertices, start, n);
    this.outlineStart[k] = start;
    this.outlineCount[k] = n;
    this.used = start + 2 * n;
    this.frictionStart[k] = start;
    this.frictionCount[k] = n;
    if (n > options.frictionVertices && records[i + PA_OUTLINE] > 0) {
      const copy = this.used;
      vertices.copyWithin(copy, start, start + 2 * n);
      const m = simplifyPolygon(vertices, copy, n, Math.max(3, options.frictionVertices), records, i + PA_FRICTION);
      this.frictionStart[k] = copy;
      this.frictionCount[k] = m;
      this.used = copy + 2 * m;
      polygonMoments(records, i + PA_FRICTION, vertices, copy, m);
    } else for (let m = 0; m < POLYGON_MOMENTS; m++) records[i + PA_FRICTION + m] = records[i + PA_OUTLINE + m];
    return k;
  }

  /** Take the patch that was added last back out. */
  dropLast(): void {
    this.used = this.outlineStart[--this.count];
  }

  /** From the centre along ±u and ±w to the polygon of n vertices at `start`; 0 where the centre lies outside. */
  private measureReach(at: number, start: number, n: number): void {
    const v = this.vertices;
    for (let side = 0; side < 4; side++) {
      const sign = side & 1 ? -1 : 1;
      let least = Infinity;
      for (let j = 0; j < n; j++) {
        const p = start + 2 * j;
        const q = start + 2 * (j + 1 < n ? j + 1 : 0);
        // Outward normal of a counter-clockwise edge.
        const nu = v[q + 1] - v[p + 1];
        const nw = v[p] - v[q];
        const along = sign * (side < 2 ? nu : nw);
        if (!(along > 0)) continue;
        const t = (nu * v[p] + nw * v[p + 1]) / along;
        if (t < least) least = t;
      }
      this.records[at + side] = least < Infinity && least > 0 ? least : 0;
    }
  }

  /** Make the n vertices from `start` on the line through their middle along u; returns 2. */
  private collapse(start: number, n: number): number {
    const v = this.vertices;
    let low = Infinity;
    let high = -Infinity;
    let left = Infinity;
    let right = -Infinity;
    for (let k = start; k < start + 2 * n; k += 2) {
      low = Math.min(low, v[k]);
      high = Math.max(high, v[k]);
      left = Math.min(left, v[k + 1]);
      right = Math.max(right, v[k + 1]);
    }
    v[start] = low;
    v[start + 1] = 0.5 * (left + right);
    v[start + 2] = high;
    v[start + 3] = v[start + 1];
    return 2;
  }

  /** Add a copy of patch k of another buffer, unchanged. Returns its index. */
  copy(from: PatchBuffer, k: number): number {
    const outline = from.outlineCount[k];
    const friction = from.frictionCount[k];
    this.reserve(Math.max(outline, friction));
    const at = this.count++;
    const { records } = this;
    const old = from.records;
    for (let m = at * PA_STRIDE, e = m + PA_STRIDE, q = k * PA_STRIDE; m < e; m++, q++) records[m] = old[q];
    this.outlineStart[at] = this.take(from, from.outlineStart[k], outline);
    this.outlineCount[at] = outline;
    const shared = from.frictionStart[k] === from.outlineStart[k];
    this.frictionStart[at] = shared ? this.outlineStart[at] : this.take(from, from.frictionStart[k], friction);
    this.frictionCount[at] = friction;
    return at;
  }

  private take(from: PatchBuffer, start: number, n: number): number {
    const at = this.used;
    const { vertices } = this;
    const old = from.vertices;
    for (let m = 0; m < 2 * n; m++) vertices[at + m] = old[start + m];
    this.used += 2 * n;
    return at;
  }

  /** Everything, for snapshots. */
  save(): unknown {
    return {
      count: this.count,
      used: this.used,
      records: this.records.slice(0, PA_STRIDE * this.count),
      vertices: this.vertices.slice(0, this.used),
      outlineStart: this.outlineStart.slice(0, this.count),
      outlineCount: this.outlineCount.slice(0, this.count),
      frictionStart: this.frictionStart.slice(0, this.count),
      frictionCount: this.frictionCount.slice(0, this.count),
    };
  }

  load(saved: unknown): void {
    const s = saved as { [K in 'records' | 'vertices']: Float64Array } & {
      [K in 'outlineStart' | 'outlineCount' | 'frictionStart' | 'frictionCount']: Int32Array;
    } & { count: number; used: number };
    this.clear();
    while (this.count < s.count) {
      this.reserve(0);
      this.count++;
    }
    while (s.used > this.vertices.length) this.vertices = grownF64(this.vertices);
    this.used = s.used;
    this.records.set(s.records);
    this.vertices.set(s.vertices);
    this.outlineStart.set(s.outlineStart);
    this.outlineCount.set(s.outlineCount);
    this.frictionStart.set(s.frictionStart);
    this.frictionCount.set(s.frictionCount);
  }

  /** Room for one more patch with up to n points. */
  private reserve(n: number): void {
    if (PA_STRIDE * (this.count + 1) > this.records.length) {
      this.records = grownF64(this.records);
      this.outlineStart = grownI32(this.outlineStart);
      this.outlineCount = grownI32(this.outlineCount);
      this.frictionStart = grownI32(this.frictionStart);
      this.frictionCount = grownI32(this.frictionCount);
    }
    while (this.used + 4 * n + POLYGON_MOMENTS > this.vertices.length) this.vertices = grownF64(this.vertices);
  }
}
