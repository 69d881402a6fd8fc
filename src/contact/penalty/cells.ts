// The footprint of an overlap on its contact plane, as cells over which the depth is linear.
//
// Hasegawa & Sato 2004, §4.4: the overlap's triangles are projected on the contact plane, and the depth at a point of
// the plane is the length of the chord there, along the normal. The paper integrates the triangles of the two sides one
// after the other. That serves springs, which are linear in the depth; a pressure that must not be negative and
// friction need the whole depth at a point, so faces that look along the normal are laid over those that look against
// it, and each common polygon is a cell.
//
// Solids with curved surfaces and meshes come as points instead: position, area and depth (sampled.ts).
// Verified in test/contact/penalty-footprint.test.ts.

import { grownF64, grownI32 } from '../../memory/grown.js';
import type { OverlapPolygons } from '../../overlap/convex-polygons.js';
import { addFootprint, addLinear, squareOver } from './integrals.js';

/** Normal, u, w (world axes), and the origin of (u, w) relative to A's centre of mass. */
export const PC_FRAME = 0;
export const PC_ORIGIN = 9;
/** Area, ∫u, ∫w, ∫uu, ∫uw, ∫ww of the footprint. */
export const PC_AREA = 12;
/** Volume, ∫u, ∫w of it. */
export const PC_VOLUME = 18;
/** ∫ d² over the footprint (m⁴). */
export const PC_SQUARE = 21;
/** Where the overlap is deepest: depth, u, w. */
export const PC_DEEPEST = 22;
export const PC_FRICTION = 25;
export const PC_STATIC_FRICTION = 26;
export const PIECE_STRIDE = 28;

/** Cells from … to, points from … to, the group it belongs to. */
export const PI_CELLS = 0;
export const PI_POINTS = 2;
export const PI_GROUP = 4;
export const PIECE_INTS = 5;

/** Doubles per cell: depth = d0 + du·u + dw·w. */
export const CELL_STRIDE = 3;
/** Doubles per point: u, w, area, depth. */
export const POINT_STRIDE = 4;
/** Faces with less than this share of the footprint are edges on: walls. */
const WALL = 1e-9;

export class Footprint {
  count = 0;
  pieces = new Float64Array(PIECE_STRIDE * 4);
  ints = new Int32Array(PIECE_INTS * 4);
  cellCount = 0;
  cells = new Float64Array(CELL_STRIDE * 16);
  /** Cell k owns corners cellStart[k] … cellStart[k+1], counter-clockwise seen from +n. */
  cellStart = new Int32Array(17);
  xy = new Float64Array(2 * 64);
  /** Volume of all pieces before one of them became its deepest point (m³). */
  wholeVolume = 0;
  pointCount = 0;
  points = new Float64Array(POINT_STRIDE * 64);
  #depth = new Float64Array(64);
  readonly #faces = new FaceList();
  readonly #clipper = new PolygonClipper();

  clear(): void {
    this.count = 0;
    this.cellCount = 0;
    this.cellStart[0] = 0;
    this.pointCount = 0;
  }

  /** A new piece with the frame at frame[0…8] and the origin (x, y, z). */
  add(frame: Float64Array, x: number, y: number, z: number): number {
    const k = this.count++;
    if (this.count * PIECE_STRIDE > this.pieces.length) {
      this.pieces = grownF64(this.pieces);
      this.ints = grownI32(this.ints);
    }
    const o = k * PIECE_STRIDE;
    this.pieces.fill(0, o, o + PIECE_STRIDE);
    for (let m = 0; m < 9; m++) this.pieces[o + PC_FRAME + m] = frame[m];
    this.pieces[o + PC_ORIGIN] = x;
    this.pieces[o + PC_ORIGIN + 1] = y;
    this.pieces[o + PC_ORIGIN + 2] = z;
    const i = k * PIECE_INTS;
    this.ints[i + PI_CELLS] = this.ints[i + PI_CELLS + 1] = this.cellCount;
    this.ints[i + PI_POINTS] = this.ints[i + PI_POINTS + 1] = this.pointCount;
    this.ints[i + PI_GROUP] = 0;
    return k;
  }

  dropLast(): void {
    const i = --this.count * PIECE_INTS;
    this.cellCount = this.ints[i + PI_CELLS];
    this.pointCount = this.ints[i + PI_POINTS];
  }

  /**
   * Fills piece k with the cells of a convex overlap. The polygons' points are relative to something from which the
   * piece's
   * origin is at (cx, cy, cz). False where the overlap has no footprint.
   */
  takePolygons(k: number, polygons: OverlapPolygons, cx: number, cy: number, cz: number): boolean {
    const faces = this.#faces;
    const o = k * PIECE_STRIDE;
    faces.take(polygons, this.pieces, o + PC_FRAME, cx, cy, cz);
    const { upCount, downCount } = faces;
    if (upCount === 0 || downCount === 0) return false;
    for (let m = 0; m < upCount; m++) {
      const top = faces.up[m];
      if (downCount === 1) {
        this.#addCell(faces.xy, faces.start[top], faces.start[top + 1], faces.planes, top, faces.down[0]);
        continue;
      }
      for (let j = 0; j < downCount; j++) {
        const bottom = faces.down[j];
        if (upCount === 1) {
          this.#addReversed(bottom, top);
          continue;
        }
        const clipper = this.#clipper;
        const n = clipper.intersect(faces.xy, faces.start, top, bottom);
        if (n >= 3) this.#addCell(clipper.out, 0, n, faces.planes, top, bottom);
      }
    }
    this.ints[k * PIECE_INTS + PI_CELLS + 1] = this.cellCount;
    this.measure(k);
    return this.pieces[o + PC_AREA] > 0 && this.pieces[o + PC_VOLUME] > 0;
  }

  /** A face that looks down is clockwise seen from above. */
  #addReversed(bottom: number, top: number): void {
    const faces = this.#faces;
    const clipper = this.#clipper;
    const from = faces.start[bottom];
    const n = faces.start[bottom + 1] - from;
    clipper.reserve(n);
    for (let m = 0; m < n; m++) {
      clipper.out[2 * m] = faces.xy[2 * (from + n - 1 - m)];
      clipper.out[2 * m + 1] = faces.xy[2 * (from + n - 1 - m) + 1];
    }
    this.#addCell(clipper.out, 0, n, faces.planes, top, bottom);
  }

  #addCell(xy: Float64Array, from: number, to: number, planes: Float64Array, top: number, bottom: number): void {
    const c = this.cellCount++;
    if (this.cellCount * CELL_STRIDE > this.cells.length) this.cells = grownF64(this.cells);
    if (this.cellCount >= this.cellStart.length) this.cellStart = grownI32(this.cellStart);
    for (let m = 0; m < 3; m++) this.cells[CELL_STRIDE * c + m] = planes[3 * top + m] - planes[3 * bottom + m];
    let at = this.cellStart[c];
    while (2 * (at + to - from) > this.xy.length) {
      this.xy = grownF64(this.xy);
      this.#depth = grownF64(this.#depth);
    }
    for (let m = from; m < to; m++, at++) {
      this.xy[2 * at] = xy[2 * m];
      this.xy[2 * at + 1] = xy[2 * m + 1];
    }
    this.cellStart[c + 1] = at;
  }

  addPoint(u: number, w: number, area: number, depth: number): void {
    const o = POINT_STRIDE * this.pointCount++;
    if (o + POINT_STRIDE > this.points.length) this.points = grownF64(this.points);
    this.points[o] = u;
    this.points[o + 1] = w;
    this.points[o + 2] = area;
    this.points[o + 3] = depth;
  }

  /** Moments of piece k from its cells and points. */
  measure(k: number): void {
    const { pieces: p, ints, xy, cells, cellStart, points } = this;
    const depth = this.#depth;
    const o = k * PIECE_STRIDE;
    const i = k * PIECE_INTS;
    p.fill(0, o + PC_AREA, o + PC_DEEPEST + 3);
    for (let c = ints[i + PI_CELLS]; c < ints[i + PI_CELLS + 1]; c++) {
      const from = cellStart[c];
      const to = cellStart[c + 1];
      for (let m = from; m < to; m++) {
        const d =
          cells[CELL_STRIDE * c] + cells[CELL_STRIDE * c + 1] * xy[2 * m] + cells[CELL_STRIDE * c + 2] * xy[2 * m + 1];
        depth[m] = d;
        if (d > p[o + PC_DEEPEST]) {
          p[o + PC_DEEPEST] = d;
          p[o + PC_DEEPEST + 1] = xy[2 * m];
          p[o + PC_DEEPEST + 2] = xy[2 * m + 1];
        }
      }
      for (let m = from + 2; m < to; m++) {
        addFootprint(p, o + PC_AREA, xy, from, m - 1, m);
        addLinear(p, o + PC_VOLUME, xy, depth, from, m - 1, m);
        p[o + PC_SQUARE] += squareOver(xy, depth, from, m - 1, m);
      }
    }
    for (let m = ints[i + PI_POINTS]; m < ints[i + PI_POINTS + 1]; m++) {
      const q = POINT_STRIDE * m;
      const u = points[q];
      const w = points[q + 1];
      const a = points[q + 2];
      const d = points[q + 3];
      p[o + PC_AREA] += a;
      p[o + PC_AREA + 1] += a * u;
      p[o + PC_AREA + 2] += a * w;
      p[o + PC_AREA + 3] += a * u * u;
      p[o + PC_AREA + 4] += a * u * w;
      p[o + PC_AREA + 5] += a * w * w;
      p[o + PC_VOLUME] += a * d;
      p[o + PC_VOLUME + 1] += a * d * u;
      p[o + PC_VOLUME + 2] += a * d * w;
      p[o + PC_SQUARE] += a * d * d;
      if (d > p[o + PC_DEEPEST]) {
        p[o + PC_DEEPEST] = d;
        p[o + PC_DEEPEST + 1] = u;
        p[o + PC_DEEPEST + 2] = w;
      }
    }
  }

  /** Piece k becomes its deepest point, with unit area: `penaltyArea: false`. */
  collapse(k: number): void {
    const i = k * PIECE_INTS;
    const p = this.pieces;
    const d = k * PIECE_STRIDE + PC_DEEPEST;
    this.ints[i + PI_CELLS + 1] = this.ints[i + PI_CELLS];
    this.ints[i + PI_POINTS] = this.pointCount;
    this.addPoint(p[d + 1], p[d + 2], 1, p[d]);
    this.ints[i + PI_POINTS + 1] = this.pointCount;
    this.measure(k);
  }
}

/** The faces of an overlap, projected: those that look along the normal and those that look against it. */
class FaceList {
  up = new Int32Array(32);
  down = new Int32Array(32);
  upCount = 0;
  downCount = 0;
  start = new Int32Array(33);
  xy = new Float64Array(2 * 128);
  /** Height over the plane: h0 + hu·u + hw·w. */
  planes = new Float64Array(3 * 32);
  #height = new Float64Array(128);

  take(polygons: OverlapPolygons, frame: Float64Array, f: number, cx: number, cy: number, cz: number): void {
    const { polygonCount, polygonStart, polygonPoints } = polygons;
    const total = polygonStart[polygonCount];
    if (2 * total > this.xy.length) {
      this.xy = new Float64Array(4 * total);
      this.#height = new Float64Array(2 * total);
    }
    if (polygonCount >= this.up.length) {
      this.up = new Int32Array(2 * polygonCount);
      this.down = new Int32Array(2 * polygonCount);
      this.start = new Int32Array(2 * polygonCount + 1);
      this.planes = new Float64Array(6 * polygonCount);
    }
    const { xy } = this;
    const height = this.#height;
    for (let m = 0; m < total; m++) {
      const x = polygonPoints[3 * m] - cx;
      const y = polygonPoints[3 * m + 1] - cy;
      const z = polygonPoints[3 * m + 2] - cz;
      height[m] = frame[f] * x + frame[f + 1] * y + frame[f + 2] * z;
      xy[2 * m] = frame[f + 3] * x + frame[f + 4] * y + frame[f + 5] * z;
      xy[2 * m + 1] = frame[f + 6] * x + frame[f + 7] * y + frame[f + 8] * z;
    }
    let whole = 0;
    for (let k = 0; k < polygonCount; k++) {
      this.start[k] = polygonStart[k];
      const area = this.#project(k, polygonStart[k], polygonStart[k + 1]);
      whole += area > 0 ? area : -area;
    }
    this.start[polygonCount] = total;
    this.upCount = 0;
    this.downCount = 0;
    for (let k = 0; k < polygonCount; k++) {
      const area = this.planes[3 * k];
      if (area > WALL * whole) this.up[this.upCount++] = k;
      else if (area < -WALL * whole) this.down[this.downCount++] = k;
    }
    for (let m = 0; m < this.upCount; m++) this.#fit(this.up[m]);
    for (let m = 0; m < this.downCount; m++) this.#fit(this.down[m]);
  }

  /** Twice the signed area of face k in the plane, kept in its plane's first number until `fit`. */
  #project(k: number, from: number, to: number): number {
    const { xy } = this;
    let area = 0;
    for (let m = from + 2; m < to; m++) {
      area +=
        (xy[2 * m - 2] - xy[2 * from]) * (xy[2 * m + 1] - xy[2 * from + 1]) -
        (xy[2 * m - 1] - xy[2 * from + 1]) * (xy[2 * m] - xy[2 * from]);
    }
    this.planes[3 * k] = area;
    return area;
  }

  /** The plane through face k, by its area vector (Newell), about its mean corner. */
  #fit(k: number): void {
    const { xy, planes, start } = this;
    const height = this.#height;
    const from = start[k];
    const to = start[k + 1];
    let nu = 0;
    let nw = 0;
    let nn = 0;
    let mu = 0;
    let mw = 0;
    let mh = 0;
    for (let m = from; m < to; m++) {
      const j = m + 1 < to ? m + 1 : from;
      const du = xy[2 * m] - xy[2 * from];
      const dw = xy[2 * m + 1] - xy[2 * from + 1];
      const dh = height[m] - height[from];
      const eu = xy[2 * j] - xy[2 * from];
      const ew = xy[2 * j + 1] - xy[2 * from + 1];
      const eh = height[j] - height[from];
      nu += dw * eh - dh * ew;
      nw += dh * eu - du * eh;
      nn += du * ew - dw * eu;
      mu += xy[2 * m];
      mw += xy[2 * m + 1];
      mh += height[m];
    }
    const count = to - from;
    planes[3 * k + 1] = -nu / nn;
    planes[3 * k + 2] = -nw / nn;
    planes[3 * k] = mh / count - planes[3 * k + 1] * (mu / count) - planes[3 * k + 2] * (mw / count);
  }
}

/** Common part of two convex polygons (Sutherland & Hodgman 1974). */
class PolygonClipper {
  out = new Float64Array(2 * 64);
  #spare = new Float64Array(2 * 64);

  reserve(n: number): void {
    if (2 * n <= this.out.length) return;
    this.out = new Float64Array(4 * n);
    this.#spare = new Float64Array(4 * n);
  }

  /**
   * Face `top`, counter-clockwise, cut by the sides of face `bottom`, clockwise. Returns the number of corners in
   * `out`.
   */
  intersect(xy: Float64Array, start: Int32Array, top: number, bottom: number): number {
    let n = start[top + 1] - start[top];
    const sides = start[bottom + 1] - start[bottom];
    this.reserve(n + sides);
    let from = this.#spare;
    let to = this.out;
    for (let m = 0; m < 2 * n; m++) from[m] = xy[2 * start[top] + m];
    for (let s = start[bottom]; s < start[bottom + 1] && n >= 3; s++) {
      const e = s + 1 < start[bottom + 1] ? s + 1 : start[bottom];
      const ou = xy[2 * s];
      const ow = xy[2 * s + 1];
      const du = xy[2 * e] - ou;
      const dw = xy[2 * e + 1] - ow;
      let kept = 0;
      let pu = from[2 * n - 2];
      let pw = from[2 * n - 1];
      // Inside of a clockwise polygon lies to the right of its sides.
      let before = dw * (pu - ou) - du * (pw - ow);
      for (let m = 0; m < n; m++) {
        const u = from[2 * m];
        const w = from[2 * m + 1];
        const side = dw * (u - ou) - du * (w - ow);
        if (side >= 0 !== before >= 0) {
          const t = before / (before - side);
          to[2 * kept] = pu + t * (u - pu);
          to[2 * kept++ + 1] = pw + t * (w - pw);
        }
        if (side >= 0) {
          to[2 * kept] = u;
          to[2 * kept++ + 1] = w;
        }
        pu = u;
        pw = w;
        before = side;
      }
      n = kept;
      const swap = from;
      from = to;
      to = swap;
    }
    if (from !== this.out) for (let m = 0; m < 2 * n; m++) this.out[m] = from[m];
    return n;
  }
}
