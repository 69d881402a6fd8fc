// Casts the rays of one direction through both solids.
//
// Order matters for cost: the cheaper solid first (primitives, then the mesh whose axes the rays follow), the other one
// only along rays that met the first; and in the second and third direction only rays that pass within a voxel of some
// segment of the first. Rays begin at the region's face, where a solid may already be underway. Its status
// there comes from the side of the region (the solid ends there), else from the first hit (an exit: the ray was
// inside), else from a ray of another direction through the same point (the grids of the three directions share their
// voxel centres) or from two with the point halfway between them (where a grid is half as fine) that agree, and only
// where all fail from following the ray out of the mesh.

import type { SimpleShape } from '../../shapes/shape.js';
import { MeshCaster } from './cast-mesh.js';
import { PrimitiveCaster } from './cast-primitive.js';
import type { RayDirection } from './direction.js';
import { RayHits, UNKNOWN } from './hits.js';
import type { IsInside, Region } from './region.js';

/** Segments shorter than this, relative to the coordinates at hand, are rounding. */
const LEAST = 1e-13;
/**
 * How far rays start outside the region, relative to its size: faces that bound it must be hit, not missed by an ulp.
 */
const MARGIN = 1e-9;

export class RayField {
  readonly shapes: SimpleShape[] = [];
  /** Rotation by rows and position of each solid in the frame. */
  readonly places: readonly [Float64Array, Float64Array] = [new Float64Array(12), new Float64Array(12)];
  /** The solid that is cast first. */
  first: 0 | 1 = 0;
  /** Rays cast and hits found since the last `resetCounts`, for profiling and tests. */
  raysCast = 0;
  hitsFound = 0;
  readonly #meshes = new MeshCaster();
  readonly #primitives = new PrimitiveCaster();
  readonly #matrix = new Float64Array(12);
  readonly #extra = new RayHits();
  readonly #one = new Int32Array(1);
  #work = new Int32Array(4096);
  #wanted = new Uint8Array(4096);
  #near = new Uint8Array(4096);
  /** Bound once, so that passing it around allocates nothing. */
  readonly isInside: IsInside = (solid, x, y, z) => this.#contains(solid, x, y, z);
  #region!: Region;

  setRegion(region: Region): void {
    this.#region = region;
  }

  /**
   * Lay the grid, cast both solids and intersect. `reference`: a direction already cast on the same voxels, or null.
   */
  cast(dir: RayDirection, columns: number, rows: number, reference: RayDirection | null): void {
    dir.layGrid(this.#region.bounds, columns, rows);
    this.#castRays(dir, 0, dir.rayCount, columns, rows, 1, reference);
  }

  /** Cast the finer rays [from, rayCount) of a direction whose pixels were cut. */
  castFiner(dir: RayDirection, from: number): void {
    this.#castRays(dir, from, dir.rayCount, dir.columns * dir.sub, dir.rows * dir.sub, dir.sub, null);
  }

  /**
   * Hits of both solids up to `pad` beyond the region, without their intervals: for looking at the gaps between them.
   */
  castBeyond(dir: RayDirection, pad: number): void {
    const { bounds } = this.#region;
    const low = bounds[dir.axis] - pad;
    const high = bounds[dir.axis + 3] + pad;
    dir.hits[0].clear();
    dir.hits[1].clear();
    this.#markWanted(dir, 0, dir.rayCount, null);
    this.#castSolid(0, dir, 0, dir.rayCount, dir.columns, dir.rows, 1, low, high, null);
    this.#castSolid(1, dir, 0, dir.rayCount, dir.columns, dir.rows, 1, low, high, null);
  }

  #castRays(
    dir: RayDirection,
    from: number,
    to: number,
    columns: number,
    rows: number,
    sub: number,
    reference: RayDirection | null,
  ): void {
    const bounds = this.#region.bounds;
    const w = dir.axis;
    const size = this.#region.scale;
    const low = bounds[w] - MARGIN * size;
    const high = bounds[w + 3] + MARGIN * size;
    const first = this.first;
    const second = (1 - first) as 0 | 1;
    const hits = dir.hits;
    this.#markWanted(dir, from, to, reference);
    this.#castSolid(first, dir, from, to, columns, rows, sub, low, high, null);
    this.#castSolid(second, dir, from, to, columns, rows, sub, low, high, hits[first]);
    this.#resolve(first, dir, from, to, columns, rows, sub, low, high, hits[second], reference);
    this.#resolve(second, dir, from, to, columns, rows, sub, low, high, hits[first], reference);
    dir.intersect(from, to, low, high, LEAST * size);
  }

  #castSolid(
    solid: 0 | 1,
    dir: RayDirection,
    from: number,
    to: number,
    columns: number,
    rows: number,
    sub: number,
    low: number,
    high: number,
    other: RayHits | null,
  ): void {
    const shape = this.shapes[solid];
    const hits = dir.hits[solid];
    if (shape.type !== 'mesh') {
      this.#primitives.cast(
        shape,
        this.places[solid],
        dir.axis,
        dir.rayU,
        dir.rayV,
        from,
        to,
        low,
        high,
        this.#wanted,
        other,
        hits,
      );
    } else if (this.#region.filled[solid] !== 0) {
      for (let r = from; r < to; r++) {
        hits.start[r] = hits.stop[r] = hits.sortedCount;
        hits.wind[r] = this.#wanted[r];
      }
    } else {
      const map = this.#clearMap(columns * rows);
      const { rayPixel } = dir;
      const wanted = this.#wanted;
      let cast = 0;
      for (let r = from; r < to; r++) {
        if (wanted[r] === 0) continue;
        if (other !== null && other.start[r] === other.stop[r] && other.wind[r] === 0) continue;
        map[rayPixel[r]] = r;
        cast++;
      }
      const sparse = cast < 0.8 * columns * rows;
      this.#setMatrix(solid, dir, sub);
      const matrix = this.#matrix;
      const region = this.#region;
      this.#meshes.cast(shape.mesh.packed, matrix, columns, rows, low, high, map, sparse, hits);
      this.hitsFound += hits.rawCount;
      const side = 6 * solid + dir.axis;
      hits.sort(from, to, region.outside[side] !== 0, region.outside[side + 3] !== 0, 1e-12 * (high - low));
    }
    // Rays that were left out count as empty in the first solid, and as unknown in the second.
    const wanted = this.#wanted;
    for (let r = from; r < to; r++) {
      if (other === null) {
        if (wanted[r] === 0) hits.wind[r] = 0;
      } else if (other.start[r] === other.stop[r] && other.wind[r] === 0) hits.wind[r] = UNKNOWN;
    }
  }

  /** Mark the rays worth casting: all, or those that pass within a voxel of a segment of the reference direction. */
  #markWanted(dir: RayDirection, from: number, to: number, reference: RayDirection | null): void {
    if (to > this.#wanted.length) {
      this.#wanted = new Uint8Array(2 * to);
      this.#near = new Uint8Array(2 * to);
    }
    const wanted = this.#wanted;
    const near = this.#near;
    if (reference === null) {
      wanted.fill(1, from, to);
      this.raysCast += to - from;
      return;
    }
    const { columns, rows } = dir;
    near.fill(0, 0, columns * rows);
    // One of the direction's two axes is the reference's depth, the other it shares with the reference's grid.
    const depthIsU = dir.u === reference.axis;
    const count = depthIsU ? columns : rows;
    const stride = depthIsU ? 1 : columns;
    const otherStride = depthIsU ? columns : 1;
    const origin = depthIsU ? dir.u0 : dir.v0;
    const scale = 1 / (depthIsU ? dir.hu : dir.hv);
    const shared = depthIsU ? dir.v : dir.u;
    const sharedIsColumn = reference.u === shared;
    const others = depthIsU ? rows : columns;
    const ratio = others / (sharedIsColumn ? reference.columns : reference.rows);
    for (let s = 0; s < reference.segCount; s++) {
      const pixel = reference.rayPixel[reference.segRay[s]];
      const column = pixel % reference.columns;
      const k = Math.floor((sharedIsColumn ? column : (pixel - column) / reference.columns) * ratio);
      const last = Math.min(Math.floor((reference.segHigh[s] - origin) * scale) + 1, count - 1);
      let at = Math.max(Math.floor((reference.segLow[s] - origin) * scale) - 1, 0);
      for (; at <= last; at++) near[at * stride + k * otherStride] = 1;
    }
    let n = 0;
    for (let k = 0; k < others; k++) {
      for (let at = 0; at < count; at++) {
        const o = at * stride + k * otherStride;
        const w = near[o] | (k > 0 ? near[o - otherStride] : 0) | (k + 1 < others ? near[o + otherStride] : 0);
        wanted[o] = w;
        n += w;
      }
    }
    this.raysCast += n;
  }

  /** Find out whether rays without hits run inside or outside, where the other solid makes it matter. */
  #resolve(
    solid: 0 | 1,
    dir: RayDirection,
    from: number,
    to: number,
    columns: number,
    rows: number,
    sub: number,
    low: number,
    high: number,
    other: RayHits,
    reference: RayDirection | null,
  ): void {
    const shape = this.shapes[solid];
    if (shape.type !== 'mesh') return;
    const hits = dir.hits[solid];
    const { wind } = hits;
    let open = 0;
    for (let r = from; r < to; r++) {
      if (wind[r] !== UNKNOWN) continue;
      if (other.start[r] === other.stop[r] && other.wind[r] === 0) continue;
      if (reference !== null) wind[r] = this.#lookUp(solid, dir, r, reference);
      if (wind[r] === UNKNOWN) open++;
    }
    if (open === 0) return;
    const map = this.#clearMap(columns * rows);
    for (let r = from; r < to; r++) {
      if (wind[r] !== UNKNOWN) continue;
      if (other.start[r] === other.stop[r] && other.wind[r] === 0) continue;
      map[dir.rayPixel[r]] = r;
      wind[r] = 0;
    }
    // Follow the rays to whichever end of the mesh is nearer, and count.
    const w = dir.axis;
    const end = this.#region.solidBounds;
    const below = low - end[6 * solid + w];
    const above = end[6 * solid + w + 3] - high;
    const extra = this.#extra;
    extra.rawCount = 0;
    this.#setMatrix(solid, dir, sub);
    const from1 = above < below ? high : Number.NEGATIVE_INFINITY;
    const to1 = above < below ? Number.POSITIVE_INFINITY : low;
    this.#meshes.cast(shape.mesh.packed, this.#matrix, columns, rows, from1, to1, map, true, extra);
    this.hitsFound += extra.rawCount;
    const sign = above < below ? 1 : -1;
    for (let k = 0; k < extra.rawCount; k++) wind[extra.rawRay[k]] += sign * (2 * (extra.rawCode[k] & 1) - 1);
    // Rays that nobody asked about stay unknown: others must not read them.
    for (let r = from; r < to; r++) if (wind[r] < 0 && map[dir.rayPixel[r]] === r) wind[r] = 0;
  }

  /** Winding number of a solid that ray r does not meet, read off a ray of another direction that crosses it. */
  #lookUp(solid: 0 | 1, dir: RayDirection, r: number, reference: RayDirection): number {
    const w = dir.axis;
    const low = this.#region.bounds[w];
    const acrossColumns = reference.u === w;
    const n = acrossColumns ? reference.columns : reference.rows;
    const h = acrossColumns ? reference.hu : reference.hv;
    const depth = dir.u === reference.axis ? dir.rayU[r] : dir.rayV[r];
    const fixed = dir.u === reference.axis ? dir.rayV[r] : dir.rayU[r];
    const hits = reference.hits[solid];
    const across = acrossColumns ? reference.hv : reference.hu;
    const halved = (dir.u === reference.axis ? dir.hv : dir.hu) > 1.5 * across;
    const aside = halved ? 0.5 * across : 0;
    for (let k = 0; k < n; k++) {
      // From the middle outwards: the middle is most often inside the other solid, where the reference knows more.
      const i = (n >> 1) + (k & 1 ? -((k + 1) >> 1) : k >> 1);
      if (i < 0 || i >= n) continue;
      const along = low + (i + 0.5) * h;
      const ray = acrossColumns ? reference.rayAt(along, fixed - aside) : reference.rayAt(fixed - aside, along);
      if (hits.wind[ray] === UNKNOWN) continue;
      const winding = Math.max(0, hits.windingAt(ray, depth));
      if (!halved) return winding;
      const next = acrossColumns ? reference.rayAt(along, fixed + aside) : reference.rayAt(fixed + aside, along);
      if (hits.wind[next] !== UNKNOWN && Math.max(0, hits.windingAt(next, depth)) === winding) return winding;
    }
    return UNKNOWN;
  }

  #contains(solid: 0 | 1, x: number, y: number, z: number): boolean {
    const shape = this.shapes[solid];
    if (shape.type !== 'mesh') return false;
    const end = this.#region.solidBounds;
    let axis = 0;
    let up = true;
    let least = Number.POSITIVE_INFINITY;
    for (let k = 0; k < 3; k++) {
      const p = k === 0 ? x : k === 1 ? y : z;
      const below = p - end[6 * solid + k];
      const above = end[6 * solid + k + 3] - p;
      if (below < 0 || above < 0) return false;
      if (below < least) {
        least = below;
        axis = k;
        up = false;
      }
      if (above < least) {
        least = above;
        axis = k;
        up = true;
      }
    }
    const u = (axis + 1) % 3;
    const v = (axis + 2) % 3;
    const point0 = u === 0 ? x : u === 1 ? y : z;
    const point1 = v === 0 ? x : v === 1 ? y : z;
    const depth = axis === 0 ? x : axis === 1 ? y : z;
    // One pixel as large as the solid: rounding slack in pixels then means what it means elsewhere.
    const scale =
      1 / Math.max(end[6 * solid + u + 3] - end[6 * solid + u], end[6 * solid + v + 3] - end[6 * solid + v]);
    this.#writeMatrix(solid, axis, scale, -point0 * scale, scale, -point1 * scale);
    const extra = this.#extra;
    extra.rawCount = 0;
    const low = up ? depth : Number.NEGATIVE_INFINITY;
    const high = up ? Number.POSITIVE_INFINITY : depth;
    this.#one[0] = 0;
    this.#meshes.cast(shape.mesh.packed, this.#matrix, 1, 1, low, high, this.#one, false, extra);
    let sum = 0;
    for (let k = 0; k < extra.rawCount; k++) sum += 2 * (extra.rawCode[k] & 1) - 1;
    return up ? sum > 0 : sum < 0;
  }

  #clearMap(n: number): Int32Array {
    if (n > this.#work.length) this.#work = new Int32Array(2 * n);
    this.#work.fill(-1, 0, n);
    return this.#work;
  }

  /** Pixel coordinates of the grid (rays at the integers) from the solid's own. */
  #setMatrix(solid: 0 | 1, dir: RayDirection, sub: number): void {
    const su = sub / dir.hu;
    const sv = sub / dir.hv;
    this.#writeMatrix(solid, dir.axis, su, -dir.u0 * su - 0.5, sv, -dir.v0 * sv - 0.5);
  }

  #writeMatrix(solid: 0 | 1, axis: number, su: number, ou: number, sv: number, ov: number): void {
    const m = this.#matrix;
    const place = this.places[solid];
    const u = axis === 2 ? 0 : axis + 1;
    const v = axis === 0 ? 2 : axis - 1;
    m[0] = su * place[3 * u];
    m[1] = su * place[3 * u + 1];
    m[2] = su * place[3 * u + 2];
    m[3] = su * place[9 + u] + ou;
    m[4] = sv * place[3 * v];
    m[5] = sv * place[3 * v + 1];
    m[6] = sv * place[3 * v + 2];
    m[7] = sv * place[9 + v] + ov;
    m[8] = place[3 * axis];
    m[9] = place[3 * axis + 1];
    m[10] = place[3 * axis + 2];
    m[11] = place[9 + axis];
  }
}
