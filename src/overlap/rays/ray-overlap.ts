// The overlap of any two closed solids by parallel rays in three directions.
//
// J. Allard, F. Faure, H. Courtecuisse, F. Falipou, C. Duriez, P. G. Kry, "Volume contact constraints at arbitrary
// resolution", ACM TOG 29(4), 2010, §3; C. Bouchard et al., "6D frictional contact for rigid bodies", 2015, §4 (second
// moments). What is done differently:
//   - rays only where the solids' boxes overlap (region.ts), cut down further to where the overlap is (pieces.ts);
//   - triangles are found through a tree, and skipped where no ray passes (cast-mesh.ts);
//   - primitives answer with their own intervals (cast-primitive.ts);
//   - V, centre and M from the three directions weighed by their errors, with a bound on V (moments.ts);
//   - components (components.ts), outline points (outline.ts), gradients per vertex (vertex-gradient.ts).
//
// Error: first order in the pixel size at worst (`errorBound`), order 1.5 to 2 for what actual contacts look like;
// exact for boxes along the frame's axes. Overlaps narrower than a pixel may be missed. V follows the pose continuously
// but for pixels whose length jumps (walls along the rays), which the bound covers, and for changes of the grid: the
// number of pixels across the region's shorter sides halves where they fall below 1/2, 1/4, … of the longest. Such a
// change moves V by no more than the bound; it happens at certain shapes of the region only, and never with three equal
// `counts`.
//
// Verified in test/overlap/rays*.test.ts. Measured in bench/overlap-rays.ts; docs/decisions/overlap-rays.md.

import { eigenSymmetric } from '../../math/symmetric3.js';
import type { WasmHost } from '../../memory/wasm.js';
import type { SimpleShape, TorusShape } from '../../shapes/shape.js';
import type { OverlapBuffer } from '../overlap.js';
import { Components, type Split } from './components.js';
import { RayDirection } from './direction.js';
import { EndSums } from './ends.js';
import { RayField } from './field.js';
import { FinerRays } from './finer.js';
import { isAligned, RayFrame } from './frame.js';
import { grownFloat, grownInt } from './hits.js';
import { Merging } from './merging.js';
import { RaySums, SUM_AREA, SUM_STRIDE } from './moments.js';
import { NearMiss } from './near-miss.js';
import { Outline } from './outline.js';
import { Pieces } from './pieces.js';
import { TOTAL_STRIDE, writeRecord } from './record.js';
import { Region } from './region.js';
import { TorusPieces } from './torus-pieces.js';
import type { VertexGradient } from './vertex-gradient.js';

export interface RayOptions {
  /** Pixels along the longest side of the region (default 48; 32 for small contacts of two tori). */
  readonly resolution?: number;
  /** Same number of pixels along all three sides, whatever their lengths: dearer, and V never jumps with the grid. */
  readonly cubic?: boolean;
  /** Share of pixels that may be cut into 3 × 3 finer rays where lengths jump (default 0: none). */
  readonly refine?: number;
  /** One component in all, or one for each connected piece (default). */
  readonly split?: Split;
  /** No more components than this; the smallest join their nearest neighbours (default 64). */
  readonly maxComponents?: number;
  /** Sums over the surfaces too (`OverlapBuffer.ends`). Not with `split: 'none'`. */
  readonly ends?: boolean;
  /** Facets of one curved surface are one component. `ends` does so too. */
  readonly alike?: boolean;
  /** Two meshes have no rays, unless they must (meshes/mesh-pair.ts). */
  readonly exact?: boolean;
  /** What walks through their trees there; null or none: TypeScript does. */
  readonly wasm?: WasmHost | null;
  /** Filled with ∂V/∂p of A's and B's vertices where these are meshes. */
  readonly gradientA?: VertexGradient;
  readonly gradientB?: VertexGradient;
}

const DEFAULT_RESOLUTION = 48;
/**
 * For contacts of two tori that are no longer than a tube is thick: smooth, in tight boxes. V is good to 0.1 % in 9 of
 * 10 contacts of a chain of rings or of two that fall on each other, against 400 pixels; the largest error is 0.5 %.
 */
const SMOOTH_RESOLUTION = 32;
/** Pixels across the region's shorter sides never fall below this. */
const LEAST_COUNT = 8;
/**
 * Where the thin side has no more than this share of the longest side's pixels, rays across it are twice as far apart
 * along the patch: triangles of a thin slab are tall against its rows, so these rays cost most and tell least.
 */
const SLAB = 0.25;
/** Regions are cut into pieces at most this many times over. */
const DEEPEST = 4;
/** Box, resolution, depth of cutting. */
const TASK = 8;

export class RayOverlap {
  /** |V - true volume| is at most this to first order in the pixel size (see moments.ts), for the last pair. */
  errorBound = 0;
  /** Regions, rays and triangle hits of the last pair, for profiling. */
  regions = 0;
  get rays(): number {
    return this.#field.raysCast;
  }
  get hits(): number {
    return this.#field.hitsFound;
  }

  readonly #frame = new RayFrame();
  readonly #field = new RayField();
  readonly #region = new Region();
  readonly #directions = [new RayDirection(0), new RayDirection(1), new RayDirection(2)];
  readonly #pieces = new Pieces();
  readonly #torusPieces = new TorusPieces();
  readonly #nearMiss = new NearMiss();
  readonly #finer = new FinerRays();
  readonly #components = new Components();
  readonly #sums = new RaySums();
  readonly #merging = new Merging(this.#sums, this.#directions);
  readonly #ends = new EndSums();
  readonly #outline = new Outline();
  readonly #counts = new Int32Array(3);
  readonly #reference = new Float64Array(3);
  readonly #before = new Float64Array(6);
  readonly #eigenvalues = new Float64Array(3);
  readonly #eigenvectors = new Float64Array(9);
  readonly #symmetric = new Float64Array(6);
  #tasks = new Float64Array(TASK * 64);
  #totals = new Float64Array(TOTAL_STRIDE * 8);
  #count = 0;
  #points = 0;

  /**
   * Overlap of `a` at pose pa[ai…] with `b` at pb[bi…] (position x, y, z and unit quaternion x, y, z, w of the shapes'
   * origins) into `out`; returns the number of components. Points are relative to A's origin, vectors in world axes.
   */
  compute(
    a: SimpleShape,
    pa: Float64Array,
    ai: number,
    b: SimpleShape,
    pb: Float64Array,
    bi: number,
    out: OverlapBuffer,
    options: RayOptions,
  ): number {
    const field = this.#field;
    const frame = this.#frame;
    const region = this.#region;
    out.origin[0] = pa[ai];
    out.origin[1] = pa[ai + 1];
    out.origin[2] = pa[ai + 2];
    out.count = 0;
    out.hasEnds = options.ends === true;
    out.pointStart[0] = 0;
    this.errorBound = 0;
    this.regions = 0;
    this.#count = 0;
    this.#points = 0;
    field.raysCast = 0;
    field.hitsFound = 0;
    options.gradientA?.clear();
    options.gradientB?.clear();
    frame.set(a, pa, ai, b, pb, bi, field.places);
    field.shapes[0] = a;
    field.shapes[1] = b;
    field.first = a.type !== 'mesh' ? 0 : b.type !== 'mesh' ? 1 : isAligned(field.places[0]) ? 0 : 1;
    field.setRegion(region);
    if (!region.start(a, field.places[0], b, field.places[1])) return 0;
    for (let k = 0; k < 3; k++) this.#reference[k] = 0.5 * (region.bounds[k] + region.bounds[k + 3]);
    const resolution = Math.max(2, Math.floor(options.resolution ?? DEFAULT_RESOLUTION));
    let tasks = this.#tasks;
    tasks[0] = tasks[1] = tasks[2] = Number.NEGATIVE_INFINITY;
    tasks[3] = tasks[4] = tasks[5] = Number.POSITIVE_INFINITY;
    let waiting = 1;
    if (a.type === 'torus' && b.type === 'torus') waiting = this.#pushTori(a, b);
    tasks = this.#tasks;
    for (let k = 0; k < waiting; k++) {
      tasks[TASK * k + 6] = resolution;
      if (options.resolution === undefined && a.type === 'torus' && b.type === 'torus') {
        const o = TASK * k;
        const longest = Math.max(tasks[o + 3] - tasks[o], tasks[o + 4] - tasks[o + 1], tasks[o + 5] - tasks[o + 2]);
        if (longest < a.tube + b.tube) tasks[o + 6] = SMOOTH_RESOLUTION;
      }
      tasks[TASK * k + 7] = 0;
    }
    while (waiting > 0) {
      waiting--;
      tasks = this.#tasks;
      const o = TASK * waiting;
      if (!region.start(a, field.places[0], b, field.places[1])) continue;
      region.crop(tasks, o);
      if (!region.isSolid() || !this.#trim()) continue;
      waiting = this.#solve(tasks[o + 6], tasks[o + 7], waiting, options, out);
    }
    return this.#finish(out, options);
  }

  /** Tasks for the places where two tori may overlap, apart from each other; returns how many. */
  #pushTori(a: TorusShape, b: TorusShape): number {
    const region = this.#region;
    const field = this.#field;
    const torusPieces = this.#torusPieces;
    const [placeA, placeB] = field.places;
    const n = torusPieces.find(placeA, a.radius, a.tube, placeB, b.radius, b.tube);
    if (TASK * n > this.#tasks.length) this.#tasks = grownFloat(this.#tasks, 2 * TASK * n);
    const tasks = this.#tasks;
    let count = 0;
    for (let i = 0; i < n; i++) {
      region.start(a, placeA, b, placeB);
      region.crop(torusPieces.boxes, 6 * i);
      if (!region.isSolid() || !this.#trim()) continue;
      for (let k = 0; k < 6; k++) tasks[TASK * count + k] = region.bounds[k];
      count++;
    }
    // Boxes that meet become one, so that nothing is counted twice; a larger one may then meet others.
    for (let i = 0; i < count; i++) {
      for (let j = i + 1; j < count; j++) {
        const p = TASK * i;
        const q = TASK * j;
        let meet = true;
        for (let k = 0; k < 3; k++) {
          if (tasks[p + k] > tasks[q + k + 3] || tasks[q + k] > tasks[p + k + 3]) meet = false;
        }
        if (!meet) continue;
        for (let k = 0; k < 3; k++) {
          tasks[p + k] = Math.min(tasks[p + k], tasks[q + k]);
          tasks[p + k + 3] = Math.max(tasks[p + k + 3], tasks[q + k + 3]);
        }
        count--;
        for (let k = 0; k < 6; k++) tasks[q + k] = tasks[TASK * count + k];
        j = i;
      }
    }
    return count;
  }

  /** Let the solids cut the region in turn while that pays. */
  #trim(): boolean {
    const region = this.#region;
    const field = this.#field;
    const before = this.#before;
    const { bounds } = region;
    // The solid that is cheaper to ask goes first.
    let solid = field.first;
    const most = field.shapes[0].type === 'mesh' || field.shapes[1].type === 'mesh' ? 4 : 12;
    for (let round = 0; round < most; round++) {
      before.set(bounds);
      if (!region.trim(solid, field.shapes[solid], field.places[solid], field.isInside)) return false;
      solid = (1 - solid) as 0 | 1;
      if (round === 0) continue;
      let worthwhile = false;
      for (let k = 0; k < 3; k++) {
        if (bounds[k + 3] - bounds[k] < 0.95 * (before[k + 3] - before[k])) worthwhile = true;
      }
      if (!worthwhile) break;
    }
    return true;
  }

  /** Work on the trimmed region: cut it into pieces (added to the tasks) or add its components. Returns open tasks. */
  #solve(resolution: number, depth: number, waiting: number, options: RayOptions, out: OverlapBuffer): number {
    const region = this.#region;
    const field = this.#field;
    const directions = this.#directions;
    const sums = this.#sums;
    const components = this.#components;
    this.#setCounts(resolution, options.cubic ?? false);
    const { bounds } = region;
    let thin = 0;
    for (let k = 1; k < 3; k++) if (bounds[k + 3] - bounds[k] < bounds[thin + 3] - bounds[thin]) thin = k;
    const first = directions[thin];
    this.#castCoarse(first, null);
    if (first.segCount === 0) {
      if (depth >= DEEPEST) return waiting;
      // Beyond the region by a pixel: as far as surfaces at 45° rise between rays.
      field.castBeyond(first, Math.max(first.hu, first.hv));
      if (!this.#nearMiss.find(first)) return waiting;
      return this.#pushNearMiss(first, resolution, depth, waiting);
    }
    if (depth < DEEPEST) {
      const n = this.#pieces.find(first);
      if (n > 0) {
        // Children overwrite the parent's own slot of the stack, which has been read.
        return this.#pushPieces(first, n, resolution, depth, waiting);
      }
    }
    this.regions++;
    this.#castCoarse(directions[first.u], first);
    this.#castCoarse(directions[first.v], first);
    const refine = options.refine ?? 0;
    if (refine > 0) {
      for (let k = 0; k < 3; k++) {
        const dir = directions[k];
        const from = this.#finer.cut(dir, 3, Math.ceil(refine * dir.coarseCount));
        if (from < dir.rayCount) field.castFiner(dir, from);
      }
    }
    sums.weigh(directions);
    this.errorBound += sums.bound;
    let main = first;
    for (let k = 0; k < 3; k++) if (directions[k].segCount > 4 * main.segCount) main = directions[k];
    const split = options.split ?? 'connected';
    components.label(field, directions, main, split);
    this.#addComponents(split, options, out);
    return waiting;
  }

  #castCoarse(dir: RayDirection, reference: RayDirection | null): void {
    const counts = this.#counts;
    let columns = counts[dir.u];
    let rows = counts[dir.v];
    if (reference !== null && counts[reference.axis] <= SLAB * Math.max(counts[0], counts[1], counts[2])) {
      if (dir.u !== reference.axis) columns = Math.max(columns >> 1, Math.min(columns, LEAST_COUNT));
      if (dir.v !== reference.axis) rows = Math.max(rows >> 1, Math.min(rows, LEAST_COUNT));
    }
    this.#field.cast(dir, columns, rows, reference);
  }

  #setCounts(resolution: number, cubic: boolean): void {
    const { bounds } = this.#region;
    const longest = Math.max(bounds[3] - bounds[0], bounds[4] - bounds[1], bounds[5] - bounds[2]);
    for (let k = 0; k < 3; k++) {
      let n = resolution;
      let side = longest;
      while (!cubic && n > LEAST_COUNT && bounds[k + 3] - bounds[k] <= 0.5 * side) {
        n = Math.max(n >> 1, LEAST_COUNT);
        side *= 0.5;
      }
      this.#counts[k] = n;
    }
  }

  /** Search the pixels around the narrowest gap again. */
  #pushNearMiss(dir: RayDirection, resolution: number, depth: number, waiting: number): number {
    const tasks = this.#tasks;
    const region = this.#region;
    const nearMiss = this.#nearMiss;
    const { column, row } = nearMiss;
    const o = TASK * waiting;
    for (let k = 0; k < 6; k++) tasks[o + k] = region.bounds[k];
    if (column > 1) tasks[o + dir.u] = dir.u0 + (column - 1) * dir.hu;
    if (row > 1) tasks[o + dir.v] = dir.v0 + (row - 1) * dir.hv;
    if (column < dir.columns - 2) tasks[o + 3 + dir.u] = dir.u0 + (column + 2) * dir.hu;
    if (row < dir.rows - 2) tasks[o + 3 + dir.v] = dir.v0 + (row + 2) * dir.hv;
    tasks[o + 6] = resolution;
    tasks[o + 7] = depth + 1;
    return waiting + 1;
  }

  #pushPieces(dir: RayDirection, n: number, resolution: number, depth: number, waiting: number): number {
    const pieces = this.#pieces;
    const region = this.#region;
    if (TASK * (waiting + n) > this.#tasks.length) this.#tasks = grownFloat(this.#tasks, 2 * TASK * (waiting + n));
    const tasks = this.#tasks;
    // Several pieces share out the rays that one would get.
    const finer = n > 2 ? Math.max(16, resolution >> 1) : resolution;
    for (let b = n - 1; b >= 0; b--) {
      const o = TASK * waiting++;
      const box = pieces.boxes;
      for (let k = 0; k < 6; k++) tasks[o + k] = region.bounds[k];
      tasks[o + dir.u] = dir.u0 + box[4 * b] * dir.hu;
      tasks[o + dir.v] = dir.v0 + box[4 * b + 2] * dir.hv;
      // The last pixel ends where the region does, to the bit.
      if (box[4 * b + 1] < dir.columns - 1) tasks[o + 3 + dir.u] = dir.u0 + (box[4 * b + 1] + 1) * dir.hu;
      if (box[4 * b + 3] < dir.rows - 1) tasks[o + 3 + dir.v] = dir.v0 + (box[4 * b + 3] + 1) * dir.hv;
      tasks[o + 6] = finer;
      tasks[o + 7] = depth + 1;
    }
    return waiting;
  }

  #addComponents(split: Split, options: RayOptions, out: OverlapBuffer): void {
    const components = this.#components;
    const directions = this.#directions;
    const sums = this.#sums;
    const reference = this.#reference;
    const field = this.#field;
    const found = components.count;
    sums.reserve(found);
    sums.data.fill(0, 0, found * SUM_STRIDE);
    for (let k = 0; k < 3; k++) sums.add(directions[k], reference, 0);
    const most = Math.max(1, (options.maxComponents ?? 64) - this.#count);
    const alike = options.ends === true || options.alike === true ? this.#merging.mergeAlike(found) : found;
    const kept = this.#merging.mergeSmallest(alike, most);
    this.#outline.sort(directions, kept);
    if (options.ends === true) this.#ends.add(out, this.#count, kept, directions, components, this.#frame);
    for (let k = 0; k < kept; k++) {
      const at = split === 'none' ? 0 : this.#count;
      if (TOTAL_STRIDE * (at + 1) > this.#totals.length)
        this.#totals = grownFloat(this.#totals, 2 * this.#totals.length);
      const totals = this.#totals;
      const o = TOTAL_STRIDE * at;
      const fresh = at === this.#count;
      if (fresh) {
        totals.fill(0, o, o + TOTAL_STRIDE);
        this.#count++;
      }
      for (let d = 0; d < 3; d++) {
        const w = sums.weights[d];
        for (let i = 0; i < 10; i++) totals[o + i] += w * sums.data[SUM_STRIDE * k + 10 * d + i];
      }
      for (let i = 0; i < 6; i++) totals[o + 10 + i] += sums.data[SUM_STRIDE * k + SUM_AREA + i];
      this.#addPoints(k, at, out);
      const a = field.shapes[0];
      const b = field.shapes[1];
      if (options.gradientA !== undefined) {
        if (a.type === 'mesh') options.gradientA.addComponent(a.mesh, field.places[0], 0, directions, k, fresh);
        options.gradientA.close(at);
      }
      if (options.gradientB !== undefined) {
        if (b.type === 'mesh') options.gradientB.addComponent(b.mesh, field.places[1], 1, directions, k, fresh);
        options.gradientB.close(at);
      }
    }
  }

  /** Outline points of component `label` of the region, for component `at` of the result. */
  #addPoints(label: number, at: number, out: OverlapBuffer): void {
    const sums = this.#sums;
    const outline = this.#outline;
    const frame = this.#frame;
    const directions = this.#directions;
    const { rotation, origin } = frame;
    const o = SUM_STRIDE * label + SUM_AREA;
    let x = sums.data[o];
    let y = sums.data[o + 1];
    let z = sums.data[o + 2];
    const length = Math.sqrt(x * x + y * y + z * z);
    // Sum of |n_k| over the ends would be the honest yardstick; the pixel counts of one direction do.
    const dir = directions[0];
    if (length > 1e-3 * dir.hu * dir.hv) {
      x /= length;
      y /= length;
      z /= length;
    } else {
      // One solid inside the other: no normal. Across the thinnest direction instead.
      const t = TOTAL_STRIDE * at;
      const v = this.#totals[t];
      const symmetric = this.#symmetric;
      const eigenvalues = this.#eigenvalues;
      const eigenvectors = this.#eigenvectors;
      const totals = this.#totals;
      const k = v > 0 ? 1 / v : 0;
      let n = 0;
      for (let i = 0; i < 3; i++) {
        for (let j = i; j < 3; j++) symmetric[n] = totals[t + 4 + n++] - k * totals[t + 1 + i] * totals[t + 1 + j];
      }
      eigenSymmetric(eigenvalues, 0, eigenvectors, 0, symmetric, 0);
      x = eigenvectors[0];
      y = eigenvectors[1];
      z = eigenvectors[2];
    }
    outline.find(label, x, y, z);
    const n = outline.count;
    if (3 * (this.#points + n) > out.points.length) out.points = grownFloat(out.points, 6 * (this.#points + n));
    for (let k = 0; k < n; k++) {
      const px = outline.points[3 * k];
      const py = outline.points[3 * k + 1];
      const pz = outline.points[3 * k + 2];
      const q = 3 * this.#points++;
      out.points[q] = rotation[0] * px + rotation[1] * py + rotation[2] * pz + origin[0];
      out.points[q + 1] = rotation[3] * px + rotation[4] * py + rotation[5] * pz + origin[1];
      out.points[q + 2] = rotation[6] * px + rotation[7] * py + rotation[8] * pz + origin[2];
    }
    if (at + 2 > out.pointStart.length) out.pointStart = grownInt(out.pointStart, 2 * (at + 2));
    out.pointStart[at + 1] = this.#points;
  }

  #finish(out: OverlapBuffer, options: RayOptions): number {
    const frame = this.#frame;
    const totals = this.#totals;
    const reference = this.#reference;
    for (let k = 0; k < this.#count; k++) writeRecord(out, k, totals, TOTAL_STRIDE * k, reference, frame);
    options.gradientA?.rotate(frame.rotation);
    options.gradientB?.rotate(frame.rotation);
    out.count = this.#count;
    return this.#count;
  }
}
