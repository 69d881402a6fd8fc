// The contact patches of one pair or one step: for every component of an overlap its frame, the paper's ellipse, the
// hull polygon and the polygon that friction is integrated over. Packed; nothing is allocated once warm.
//
// Coordinates: (u, w) of the frame, relative to the overlap's centre c. See docs of the pieces:
// frame.ts (normal, axes), ellipse.ts (the paper's patch), hull.ts and polygon.ts (outline), pressure.ts, slip.ts and
// limit-surface.ts (what the outline can bear). Verified in test/patch/patch.test.ts.

import { Arena, type F64Slab, type I32Slab } from '../memory/arena.js';
import { OV_AREA_VECTOR, OV_CENTER, OV_STRIDE, OV_VOLUME, type OverlapBuffer } from '../overlap/overlap.js';
import { boxHalfLength, ellipseHalfAxis, patchVariances } from './ellipse.js';
import { contactFrame, FrameScratch, type NormalChoice } from './frame.js';
import { HullBuilder } from './hull.js';
import {
  KEPT_FRICTION,
  KEPT_HALF,
  KEPT_OUTLINE,
  KEPT_RIM,
  KEPT_RING_HULL,
  KEPT_STRIDE,
  PA_AREA,
  PA_AXES,
  PA_CENTER,
  PA_DEPTH,
  PA_FRAME,
  PA_FRICTION,
  PA_HALF,
  PA_OUTLINE,
  PA_REACH,
  PA_STRIDE,
  PA_SURE,
} from './layout.js';
import type { PressureLoad } from './load.js';
import { collapse, measureReach } from './outline.js';
import { ellipsePolygon, POLYGON_MOMENTS, polygonMoments, simplifyPolygon } from './polygon.js';
import type { PressureSolver } from './pressure.js';

export interface PatchOptions {
  readonly normal: NormalChoice;
  /** 'hull': the convex outline of the overlap's points. 'ellipse': the paper's, as a polygon of 32 vertices. */
  readonly outline: 'hull' | 'ellipse';
  /**
   * Quality of friction: the most vertices of the polygon it is integrated over. Integrals over it are exact, so that
   * this is the only error: 2e-4 of the spin bound of a disc at 16 vertices, 6e-4 at 12, none for polygons with fewer.
   */
  readonly frictionVertices: number;
}

export const DEFAULT_PATCH: PatchOptions = { normal: 'face', outline: 'hull', frictionVertices: 16 };

const ELLIPSE_VERTICES = 32;
/** Numbers of vertices that a patch has room for at least: the corners of two boxes' faces, or of any face on a box. */
const LEAST_ROOM = 16;
/** Vertices of a union's ring, about: shared among its pieces, of which each has four at least. */
const RING = 96;
/**
 * An outline narrower than this share of its length is a line: a card on its edge. What its width could bear is lost in
 * what it takes to resolve it, and solvers stumble over the two edges that are nearly one.
 */
const LINE = 1e-4;

interface SavedPatches {
  count: number;
  used: number;
  records: Float64Array;
  vertices: Float64Array;
  /** Starts and counts of outlines, then of friction polygons. */
  tables: Int32Array[];
}

export class PatchBuffer {
  count = 0;
  /** The record of the patch that was added last, as `add` or `addPolygon` made it: PA_STRIDE doubles. */
  readonly made = new Float64Array(PA_STRIDE);
  readonly #recordSlab: F64Slab;
  readonly #vertexSlab: F64Slab;
  readonly #tables: readonly [I32Slab, I32Slab, I32Slab, I32Slab];
  /** How many numbers a patch has room for from its outline on. */
  readonly #rooms: I32Slab;
  #used = 0;
  /** Where the unions begin; -1: there are none. */
  #firstUnion = -1;
  #beforeUnions = 0;
  #dropped = -1;
  #droppedUsed = 0;
  readonly #frame = new FrameScratch();
  readonly #hull = new HullBuilder();
  readonly #pair = new Float64Array(2);
  readonly #none = new Float64Array(9);
  /** What simplifyPolygon works with. */
  #corners = new Float64Array(64);
  #polygon = new Float64Array(2 * 64);

  constructor(arena: Arena = new Arena()) {
    this.#recordSlab = arena.f64(KEPT_STRIDE * 4);
    this.#vertexSlab = arena.f64(2 * 256);
    this.#tables = [arena.i32(4), arena.i32(4), arena.i32(4), arena.i32(4)];
    this.#rooms = arena.i32(4);
  }

  /** count records of KEPT_STRIDE doubles (layout.ts). */
  get records(): Float64Array {
    return this.#recordSlab.data;
  }

  /** Pairs (u, w). */
  get vertices(): Float64Array {
    return this.#vertexSlab.data;
  }

  /**
   * Patch k's outline: outlineCount[k] counter-clockwise pairs from vertices[outlineStart[k]…] (an index of doubles).
   */
  get outlineStart(): Int32Array {
    return this.#tables[0].data;
  }

  get outlineCount(): Int32Array {
    return this.#tables[1].data;
  }

  /** Its friction polygon, once it is made (`makeFriction`); the outline itself where that is small enough. */
  get frictionStart(): Int32Array {
    return this.#tables[2].data;
  }

  get frictionCount(): Int32Array {
    return this.#tables[3].data;
  }

  clear(): void {
    this.count = 0;
    this.#used = 0;
    this.#firstUnion = this.#dropped = -1;
  }

  /**
   * Add the patch of component `component`. reference[fi…]: the contact's earlier frame, or a direction from B to A and
   * zeros, see `contactFrame`. Returns the patch's index.
   */
  add(
    overlap: OverlapBuffer,
    component: number,
    options: PatchOptions,
    reference: Float64Array = this.#none,
    fi = 0,
  ): number {
    const from = overlap.pointStart[component];
    const to = overlap.pointStart[component + 1];
    this.#reserve(Math.max(to - from, ELLIPSE_VERTICES));
    const k = this.count++;
    const { made, vertices } = this;
    const pair = this.#pair;
    const ri = OV_STRIDE * component;
    const ov = overlap.records;
    const sure = contactFrame(made, PA_FRAME, ov, ri, options.normal, reference, fi, this.#frame);
    const cx = ov[ri + OV_CENTER];
    const cy = ov[ri + OV_CENTER + 1];
    const cz = ov[ri + OV_CENTER + 2];
    made[PA_CENTER] = cx;
    made[PA_CENTER + 1] = cy;
    made[PA_CENTER + 2] = cz;
    made[PA_SURE] = sure ? 1 : 0;
    const gx = ov[ri + OV_AREA_VECTOR];
    const gy = ov[ri + OV_AREA_VECTOR + 1];
    const gz = ov[ri + OV_AREA_VECTOR + 2];
    const area = Math.sqrt(gx * gx + gy * gy + gz * gz);
    made[PA_AREA] = area;
    made[PA_DEPTH] = area > 0 ? ov[ri + OV_VOLUME] / area : 0;

    const start = this.#used;
    let n = 0;
    let reachU = Infinity;
    let reachW = Infinity;
    if (to > from) {
      this.#hull.project(overlap.points, from, to, cx, cy, cz, made, PA_FRAME);
      n = this.#hull.build(vertices, start);
      reachU = 0;
      reachW = 0;
      for (let v = start; v < start + 2 * n; v += 2) {
        reachU = Math.max(reachU, Math.abs(vertices[v]));
        reachW = Math.max(reachW, Math.abs(vertices[v + 1]));
      }
    }
    // No moment of a thin sheet may claim more than the overlap's own extent (V → 0 leaves M/V to rounding).
    patchVariances(pair, 0, ov, ri, made, PA_FRAME);
    made[PA_HALF] = Math.min(boxHalfLength(pair[0]), reachU);
    made[PA_HALF + 1] = Math.min(boxHalfLength(pair[1]), reachW);
    made[PA_AXES] = Math.min(ellipseHalfAxis(pair[0]), reachU);
    made[PA_AXES + 1] = Math.min(ellipseHalfAxis(pair[1]), reachW);
    if (n > 0) measureReach(made, PA_REACH, vertices, start, n);
    else {
      made[PA_REACH] = made[PA_REACH + 1] = made[PA_AXES];
      made[PA_REACH + 2] = made[PA_REACH + 3] = made[PA_AXES + 1];
    }
    if (options.outline === 'ellipse' || n === 0) {
      const at = options.outline === 'ellipse' ? PA_HALF : PA_AXES;
      n = ELLIPSE_VERTICES;
      ellipsePolygon(vertices, start, n, made[at], made[at + 1]);
    }
    if (n > 2 && reachW < LINE * reachU) n = collapse(vertices, start, n);
    polygonMoments(made, PA_OUTLINE, vertices, start, n);
    this.outlineStart[k] = start;
    this.outlineCount[k] = n;
    this.#used = start + 2 * n;
    this.#takeFriction(k, options.frictionVertices, 1);
    this.#close(k);
    return k;
  }

  /**
   * Add the patch with this outline: n counter-clockwise pairs poly[0…] about its centre, along u (the longer way) and
   * w of the frame at frame[fi…]. `rim`: by how much its friction polygon is larger, where round ends are polygons
   * inscribed in them. What depends on an overlap is not set. Returns its index.
   */
  addPolygon(poly: Float64Array, n: number, frame: Float64Array, fi: number, budget: number, rim: number): number {
    this.#reserve(n + 1);
    const k = this.count++;
    const { made, vertices } = this;
    made.fill(0);
    for (let m = 0; m < 9; m++) made[PA_FRAME + m] = frame[fi + m];
    made[PA_SURE] = 1;
    const start = this.#used;
    let reachU = 0;
    let reachW = 0;
    for (let m = 0; m < 2 * n; m += 2) {
      vertices[start + m] = poly[m];
      vertices[start + m + 1] = poly[m + 1];
      reachU = Math.max(reachU, Math.abs(poly[m]));
      reachW = Math.max(reachW, Math.abs(poly[m + 1]));
    }
    let count = n;
    if (n > 2 && reachW < LINE * reachU) count = collapse(vertices, start, n);
    polygonMoments(made, PA_OUTLINE, vertices, start, count);
    const area = made[PA_OUTLINE];
    made[PA_AREA] = area;
    const uu = area > 0 ? made[PA_OUTLINE + 3] / area : 0;
    const ww = area > 0 ? made[PA_OUTLINE + 5] / area : 0;
    made[PA_HALF] = Math.min(boxHalfLength(uu), reachU);
    made[PA_HALF + 1] = Math.min(boxHalfLength(ww), reachW);
    made[PA_AXES] = Math.min(ellipseHalfAxis(uu), reachU);
    made[PA_AXES + 1] = Math.min(ellipseHalfAxis(ww), reachW);
    measureReach(made, PA_REACH, vertices, start, count);
    this.outlineStart[k] = start;
    this.outlineCount[k] = count;
    this.#used = start + 2 * count;
    this.#takeFriction(k, budget, rim);
    this.#close(k);
    return k;
  }

  /**
   * Add a patch that is ready: its record at from[at…], as `addPolygon` makes it, with n corners, eight at most, behind it after
   * a number of the caller's. Returns its index.
   */
  take(from: Float64Array, at: number, n: number): number {
    const k = this.addRoom();
    this.takeAt(k, from, at, n);
    return k;
  }

  /** The same as patch k, in place of what that is. False: there is no room for it, and nothing is changed. */
  takeAt(k: number, from: Float64Array, at: number, n: number): boolean {
    if (2 * n > this.#rooms.data[k]) return false;
    const { records, vertices } = this;
    const start = this.outlineStart[k];
    keep(records, KEPT_STRIDE * k, from, at, 0);
    for (let m = 0; m < 2 * n; m++) vertices[start + m] = from[at + PA_STRIDE + 1 + m];
    this.frictionStart[k] = start;
    this.outlineCount[k] = this.frictionCount[k] = n;
    return true;
  }

  /**
   * The friction polygon of patch k, the last: its outline, if that has no more corners than `budget` and `rim` is 1;
   * else it is made when somebody asks for it, which few do in a crowd.
   */
  #takeFriction(k: number, budget: number, rim: number): void {
    const { records, vertices } = this;
    const n = this.outlineCount[k];
    const isLater = this.made[PA_OUTLINE] > 0 && (n > budget || rim !== 1);
    this.frictionStart[k] = isLater ? this.#used : this.outlineStart[k];
    this.frictionCount[k] = isLater ? Math.min(n, Math.max(3, budget)) : n;
    if (isLater) {
      const from = this.#used;
      this.#used += 2 * this.frictionCount[k];
      vertices.fill(0, from, this.#used);
    }
    for (let m = 0; m < POLYGON_MOMENTS; m++) this.made[PA_FRICTION + m] = this.made[PA_OUTLINE + m];
    keep(records, KEPT_STRIDE * k, this.made, 0, isLater ? rim : 0);
  }

  /** Makes the friction polygon of patch k, unless it is made. */
  makeFriction(k: number): void {
    const { records, vertices } = this;
    const i = KEPT_STRIDE * k;
    const rim = records[i + KEPT_RIM];
    if (rim === 0) return;
    records[i + KEPT_RIM] = 0;
    const n = this.outlineCount[k];
    if (this.#polygon.length < 2 * n) this.#polygon = new Float64Array(4 * n);
    if (this.#corners.length < n) this.#corners = new Float64Array(2 * n);
    const p = this.#polygon;
    const from = this.outlineStart[k];
    for (let m = 0; m < 2 * n; m++) p[m] = rim * vertices[from + m];
    const at = this.frictionStart[k];
    const count = this.frictionCount[k];
    simplifyPolygon(p, 0, n, count, records, i + KEPT_FRICTION, this.#corners);
    for (let m = 0; m < 2 * count; m++) vertices[at + m] = p[m];
    polygonMoments(records, i + KEPT_FRICTION, vertices, at, count);
  }

  /** Patch k, the last, has all the numbers that it needs. */
  #close(k: number): void {
    const start = this.outlineStart[k];
    this.#used = Math.max(this.#used, start + LEAST_ROOM);
    this.#rooms.data[k] = this.#used - start;
  }

  /** Patch `to` becomes what patch k is, and k is nobody's. False: there is no room for it, and nothing is changed. */
  move(k: number, to: number): boolean {
    const { records, vertices, outlineStart, outlineCount, frictionStart, frictionCount } = this;
    const from = outlineStart[k];
    const start = outlineStart[to];
    const shared = frictionStart[k] === from;
    const n = 2 * (outlineCount[k] + (shared ? 0 : frictionCount[k]));
    if (n > this.#rooms.data[to]) return false;
    for (let m = to * KEPT_STRIDE, e = m + KEPT_STRIDE, q = k * KEPT_STRIDE; m < e; m++, q++) records[m] = records[q];
    for (let m = 0; m < n; m++) vertices[start + m] = vertices[from + m];
    outlineCount[to] = outlineCount[k];
    frictionStart[to] = shared ? start : start + 2 * outlineCount[k];
    frictionCount[to] = frictionCount[k];
    return true;
  }

  /** As `move`, of a patch that lies behind all up to `to` into what these leave. Returns `to`. */
  moveUp(k: number, to: number): number {
    if (k === to) return to;
    const { outlineStart } = this;
    outlineStart[to] = to === 0 ? 0 : outlineStart[to - 1] + this.#rooms.data[to - 1];
    this.#rooms.data[to] = this.#rooms.data[k];
    this.move(k, to);
    return to;
  }

  /** Whether all patches have the least room: any can then be moved to where another is. */
  get areAlike(): boolean {
    return this.#used === LEAST_ROOM * this.count;
  }

  /** Adds an empty patch with the least room; returns its index. */
  addRoom(): number {
    this.#reserve(0);
    const k = this.count++;
    this.outlineStart[k] = this.#used;
    this.#close(k);
    return k;
  }

  /** Takes patches from the end out until `count` are left. */
  cut(count: number): void {
    if (count >= this.count) return;
    this.count = count;
    this.#used = count === 0 ? 0 : this.outlineStart[count - 1] + this.#rooms.data[count - 1];
  }

  /** Take the patch that was added last back out. */
  dropLast(): void {
    this.#used = this.outlineStart[--this.count];
  }

  /**
   * Add the union of `count` of the patches so far, members[0…]: under one hull, with one ring round all of their
   * friction polygons (pressure.ts). place[6m…] takes the coordinates of member m to the union's: u' = p₀u + p₁w + p₂,
   * w' = p₃u + p₄w + p₅. What depends on the overlap is not set. Unions come last and only stay until `dropUnions`.
   * Returns its index, and in members[…] where each one's ring begins in the vertices: it ends where it is back at its
   * first vertex.
   */
  addUnion(members: Int32Array, place: Float64Array, count: number): number {
    let most = 0;
    for (let m = 0; m < count; m++) {
      const k = members[m];
      this.makeFriction(k);
      most += Math.max(this.outlineCount[k], this.frictionCount[k] + 2);
    }
    this.#reserve(2 * most);
    if (this.#firstUnion < 0) {
      this.#firstUnion = this.count;
      this.#beforeUnions = this.#used;
    }
    const k = this.count++;
    const i = KEPT_STRIDE * k;
    const { vertices: v, records } = this;
    const hull = this.#hull;
    const start = this.#used;
    const budget = Math.max(4, Math.floor(RING / count));
    let at = start;
    hull.begin(most);
    let isWhole = true;
    for (let m = 0; m < count; m++) {
      const outline = this.outlineStart[members[m]];
      for (let j = outline, e = j + 2 * this.outlineCount[members[m]]; j < e; j += 2) {
        map(v, at, v[j], v[j + 1], place, 6 * m);
        hull.add(v[at], v[at + 1]);
      }
      const from = this.frictionStart[members[m]];
      let n = this.frictionCount[members[m]];
      isWhole &&= from === outline && n <= budget;
      for (let j = 0; j < n; j++) map(v, at + 2 * j, v[from + 2 * j], v[from + 2 * j + 1], place, 6 * m);
      n = simplifyPolygon(v, at, n, budget, records, i + KEPT_FRICTION, this.#corners);
      v[at + 2 * n] = v[at];
      v[at + 2 * n + 1] = v[at + 1];
      members[m] = at;
      at += 2 * n + 2;
    }
    // Back over the bridges, from the last piece to the first.
    for (let m = count - 2; m > 0; m--, at += 2) {
      v[at] = v[members[m]];
      v[at + 1] = v[members[m] + 1];
    }
    records[i + KEPT_RIM] = 0;
    this.frictionStart[k] = start;
    this.frictionCount[k] = (at - start) / 2;
    polygonMoments(records, i + KEPT_FRICTION, v, start, this.frictionCount[k]);
    const n = hull.build(v, at);
    this.outlineStart[k] = at;
    this.outlineCount[k] = n;
    polygonMoments(records, i + KEPT_OUTLINE, v, at, n);
    const end = at + 2 * n;
    records[i + KEPT_RING_HULL] = 0;
    if (!isWhole) {
      // What is simplified falls short of its outline at corners, and reaches beyond it between them.
      hull.begin(this.frictionCount[k]);
      for (let j = start; j < at; j += 2) hull.add(v[j], v[j + 1]);
      records[i + KEPT_RING_HULL] = hull.build(v, end);
    }
    this.#used = end + 2 * records[i + KEPT_RING_HULL];
    return k;
  }

  dropUnions(): void {
    if (this.#firstUnion < 0) return;
    this.#dropped = this.count;
    this.#droppedUsed = this.#used;
    this.count = this.#firstUnion;
    this.#used = this.#beforeUnions;
    this.#firstUnion = -1;
  }

  /** Takes back `dropUnions` where nothing was added since: what blocks refer to stays as it is. */
  restoreUnions(): void {
    if (this.#firstUnion >= 0 || this.#dropped < 0 || this.#used !== this.#beforeUnions) return;
    this.#firstUnion = this.count;
    this.count = this.#dropped;
    this.#used = this.#droppedUsed;
  }

  /** A union has its outline behind its ring. */
  isUnion(k: number): boolean {
    return this.outlineStart[k] > this.frictionStart[k];
  }

  /** Presses on patch k with a unit force at (u, w). */
  press(solver: PressureSolver, load: PressureLoad, k: number, u: number, w: number): void {
    this.makeFriction(k);
    const { frictionStart: start, outlineStart: hull, vertices, records } = this;
    const i = k * KEPT_STRIDE;
    const own = this.isUnion(k) ? records[i + KEPT_RING_HULL] : 0;
    const at = Math.max(start[k], own > 0 ? hull[k] + 2 * this.outlineCount[k] : hull[k]);
    const n = own > 0 ? own : this.outlineCount[k];
    solver.solve(load, vertices, start[k], this.frictionCount[k], records, i + KEPT_FRICTION, u, w, at, n);
  }

  /** Add a copy of patch k of another buffer, unchanged. Returns its index. */
  copy(from: PatchBuffer, k: number): number {
    const outline = from.outlineCount[k];
    const friction = from.frictionCount[k];
    this.#reserve(Math.max(outline, friction));
    const at = this.count++;
    const { records } = this;
    const old = from.records;
    for (let m = at * KEPT_STRIDE, e = m + KEPT_STRIDE, q = k * KEPT_STRIDE; m < e; m++, q++) records[m] = old[q];
    this.outlineStart[at] = this.#take(from, from.outlineStart[k], outline);
    this.outlineCount[at] = outline;
    const shared = from.frictionStart[k] === from.outlineStart[k];
    this.frictionStart[at] = shared ? this.outlineStart[at] : this.#take(from, from.frictionStart[k], friction);
    this.frictionCount[at] = friction;
    this.#close(at);
    return at;
  }

  #take(from: PatchBuffer, start: number, n: number): number {
    const at = this.#used;
    const { vertices } = this;
    const old = from.vertices;
    for (let m = 0; m < 2 * n; m++) vertices[at + m] = old[start + m];
    this.#used += 2 * n;
    return at;
  }

  /** Everything, for snapshots. */
  save(): unknown {
    const { count } = this;
    const used = this.#used;
    const saved: SavedPatches = {
      count,
      used,
      records: this.records.slice(0, KEPT_STRIDE * count),
      vertices: this.vertices.slice(0, used),
      tables: this.#tables.map((table) => table.data.slice(0, count)),
    };
    return saved;
  }

  load(saved: unknown): void {
    const s = saved as SavedPatches;
    this.clear();
    this.count = s.count;
    this.#used = s.used;
    this.#recordSlab.load(s.records);
    this.#vertexSlab.load(s.vertices);
    for (const [k, table] of this.#tables.entries()) table.load(s.tables[k]!);
    // Patches lie one after the other.
    const starts = this.outlineStart;
    this.#rooms.reserve(s.count);
    for (let k = 0; k < s.count; k++) this.#rooms.data[k] = (k + 1 < s.count ? starts[k + 1] : s.used) - starts[k];
  }

  /** Room for one more patch with up to n points. */
  #reserve(n: number): void {
    this.#recordSlab.reserve(KEPT_STRIDE * (this.count + 1));
    for (let k = 0; k < this.#tables.length; k++) this.#tables[k]!.reserve(this.count + 1);
    this.#rooms.reserve(this.count + 1);
    this.#vertexSlab.reserve(this.#used + Math.max(4 * n + POLYGON_MOMENTS, LEAST_ROOM));
    if (this.#corners.length < n) this.#corners = new Float64Array(2 * n);
  }
}

/** What is kept of the patch made at from[at…], but for its rim, into the record at records[i…]. */
function keep(records: Float64Array, i: number, from: Float64Array, at: number, rim: number): void {
  for (let m = 0; m < POLYGON_MOMENTS; m++) {
    records[i + KEPT_OUTLINE + m] = from[at + PA_OUTLINE + m];
    records[i + KEPT_FRICTION + m] = from[at + PA_FRICTION + m];
  }
  records[i + KEPT_HALF] = from[at + PA_HALF];
  records[i + KEPT_HALF + 1] = from[at + PA_HALF + 1];
  records[i + KEPT_RIM] = rim;
}

/** Writes (u, w), taken to other coordinates by place[pi…], to v[at…]. */
function map(v: Float64Array, at: number, u: number, w: number, place: Float64Array, pi: number): void {
  v[at] = place[pi] * u + place[pi + 1] * w + place[pi + 2];
  v[at + 1] = place[pi + 3] * u + place[pi + 4] * w + place[pi + 5];
}
