// Connected components of an overlap, from the segments of one direction; the other directions' segments follow.
//
// Segments in neighbouring pixels belong together where their depths overlap. That alone would shred a thin sheet that
// lies askew to the rays (it climbs by more than its thickness from pixel to pixel), so where depths do not overlap,
// both segments are carried half a pixel towards each other along the surfaces that end them, and compared there.
//
// Facing (Bouchard et al. 2015, §6.2, future work): a solid in a corner overlaps floor and wall in one connected piece.
// The way a piece of overlap faces is the axis along which it is thinnest: for each segment the lengths of the three
// segments through its middle are compared, and only segments that face alike are joined.
//
// Verified in test/overlap/rays-components.test.ts.

import { crossOfTriangle } from '../../math/triangle.js';
import { columnPartsOf } from './column-parts.js';
import { NO_SURFACE, type RayDirection } from './direction.js';
import type { RayField } from './field.js';
import { grownInt } from './hits.js';

export type Split = 'connected' | 'none';

export class Components {
  count = 0;
  #parent = new Int32Array(4096);
  /** After `surfaceNormal`. */
  readonly normal = new Float64Array(3);
  readonly #slopes = new Float64Array(2);
  #field!: RayField;

  /**
   * Label the segments of all directions, 0 … count-1, in order of first appearance in `main`. `main` is the direction
   * whose segments are joined; every segment of every direction gets a label, so that components add up to the whole.
   */
  label(field: RayField, directions: readonly RayDirection[], main: RayDirection, split: Split): void {
    this.#field = field;
    if (split === 'none' || main.segCount === 0) {
      for (const dir of directions) dir.label.fill(0, 0, dir.segCount);
      this.count = 1;
      return;
    }
    const n = main.segCount;
    if (n > this.#parent.length) this.#parent = grownInt(this.#parent, 2 * n);
    const parent = this.#parent;
    for (let s = 0; s < n; s++) parent[s] = s;
    this.#join(main);
    const { label, segRay, rayArea } = main;
    let count = 0;
    for (let s = 0; s < n; s++) {
      // Coarse segments that finer ones replace weigh nothing: they need no label of their own.
      const root = rayArea[segRay[s]] > 0 ? this.#find(s) : -1;
      if (root < 0) label[s] = 0;
      else if (root === s) label[s] = count++;
      else label[s] = -1 - root;
    }
    for (let s = 0; s < n; s++) if (label[s] < 0) label[s] = label[-1 - label[s]];
    this.count = Math.max(count, 1);
    if (this.count === 1) {
      for (const dir of directions) if (dir !== main) dir.label.fill(0, 0, dir.segCount);
      return;
    }
    for (const dir of directions) {
      if (dir === main) continue;
      for (let s = 0; s < dir.segCount; s++) dir.label[s] = label[this.#nearest(main, dir, s)];
    }
  }

  #find(s: number): number {
    const parent = this.#parent;
    while (parent[s] !== s) {
      parent[s] = parent[parent[s]];
      s = parent[s];
    }
    return s;
  }

  /** The smaller index becomes the root, so that labels do not depend on the order of joining. */
  #unite(s: number, t: number): void {
    const a = this.#find(s);
    const b = this.#find(t);
    if (a < b) this.#parent[b] = a;
    else if (b < a) this.#parent[a] = b;
  }

  #join(dir: RayDirection): void {
    const { map } = dir;
    const columns = dir.columns * dir.sub;
    const rows = dir.rows * dir.sub;
    for (let j = 0; j < rows; j++) {
      for (let i = 0; i < columns; i++) {
        const k = j * columns + i;
        const r = map[k];
        if (dir.segStart[r] === dir.segStop[r]) continue;
        if (i + 1 < columns && map[k + 1] !== r) this.#joinRays(dir, r, map[k + 1]);
        if (j + 1 < rows && map[k + columns] !== r) this.#joinRays(dir, r, map[k + columns]);
      }
    }
  }

  #joinRays(dir: RayDirection, r: number, q: number): void {
    const { segStart, segStop, segLow, segHigh } = dir;
    for (let s = segStart[r]; s < segStop[r]; s++) {
      for (let t = segStart[q]; t < segStop[q]; t++) {
        if ((segLow[s] <= segHigh[t] && segLow[t] <= segHigh[s]) || this.#meetHalfway(dir, s, t)) this.#unite(s, t);
      }
    }
  }

  #meetHalfway(dir: RayDirection, s: number, t: number): boolean {
    const du = 0.5 * (dir.rayU[dir.segRay[t]] - dir.rayU[dir.segRay[s]]);
    const dv = 0.5 * (dir.rayV[dir.segRay[t]] - dir.rayV[dir.segRay[s]]);
    const slopes = this.#slopes;
    this.#climb(dir, s, dir.segLow[s], dir.endLow[s], du, dv);
    const low = dir.segLow[s] + slopes[0];
    this.#climb(dir, s, dir.segHigh[s], dir.endHigh[s], du, dv);
    const high = dir.segHigh[s] + slopes[0];
    if (!(low <= high)) return false;
    this.#climb(dir, t, dir.segLow[t], dir.endLow[t], -du, -dv);
    const low1 = dir.segLow[t] + slopes[0];
    this.#climb(dir, t, dir.segHigh[t], dir.endHigh[t], -du, -dv);
    const high1 = dir.segHigh[t] + slopes[0];
    return low1 <= high1 && low <= high1 && low1 <= high;
  }

  /** How far the surface at a segment's end climbs along the ray over the step (du, dv), into slopes[0]. */
  #climb(dir: RayDirection, s: number, depth: number, end: number, du: number, dv: number): void {
    const { normal } = this;
    const slopes = this.#slopes;
    slopes[0] = 0;
    if (end === NO_SURFACE) return;
    this.surfaceNormal(dir, s, depth, end);
    const nw = normal[dir.axis];
    if (nw !== 0) slopes[0] = -(normal[dir.u] * du + normal[dir.v] * dv) / nw;
  }

  /** Outward direction, in the frame, of the surface on which a segment ends. */
  surfaceNormal(dir: RayDirection, s: number, depth: number, end: number): void {
    const { normal } = this;
    const field = this.#field;
    const solid = end & 1;
    const shape = field.shapes[solid];
    const place = field.places[solid];
    if (shape.type === 'mesh') {
      const { positions, indices } = shape.mesh;
      const t = 3 * (end >> 1);
      crossOfTriangle(normal, positions, 3 * indices[t], 3 * indices[t + 1], 3 * indices[t + 2]);
    } else {
      const { normal: p } = this;
      const r = dir.segRay[s];
      p[dir.u] = dir.rayU[r] - place[9 + dir.u];
      p[dir.v] = dir.rayV[r] - place[9 + dir.v];
      p[dir.axis] = depth - place[9 + dir.axis];
      const x = place[0] * p[0] + place[3] * p[1] + place[6] * p[2];
      const y = place[1] * p[0] + place[4] * p[1] + place[7] * p[2];
      const z = place[2] * p[0] + place[5] * p[1] + place[8] * p[2];
      columnPartsOf(shape).outward?.(shape, x, y, z, normal);
    }
    const x = normal[0];
    const y = normal[1];
    const z = normal[2];
    normal[0] = place[0] * x + place[1] * y + place[2] * z;
    normal[1] = place[3] * x + place[4] * y + place[5] * z;
    normal[2] = place[6] * x + place[7] * y + place[8] * z;
  }

  /** The segment of `main` that contains the middle of segment s of `dir`, or comes nearest to it. */
  #nearest(main: RayDirection, dir: RayDirection, s: number): number {
    const r = dir.segRay[s];
    const mid = 0.5 * (dir.segLow[s] + dir.segHigh[s]);
    const u = main.u === dir.axis ? mid : main.u === dir.u ? dir.rayU[r] : dir.rayV[r];
    const v = main.v === dir.axis ? mid : main.v === dir.u ? dir.rayU[r] : dir.rayV[r];
    const depth = main.axis === dir.u ? dir.rayU[r] : dir.rayV[r];
    let best = -1;
    let least = Number.POSITIVE_INFINITY;
    // Widening squares around the pixel, until one holds a segment.
    const reach = Math.max(main.columns, main.rows);
    for (let ring = 0; ring <= reach && best < 0; ring++) {
      for (let dj = -ring; dj <= ring; dj++) {
        const step = dj === -ring || dj === ring || ring === 0 ? 1 : 2 * ring;
        for (let di = -ring; di <= ring; di += step) {
          const q = main.rayAt(u + di * main.hu, v + dj * main.hv);
          for (let t = main.segStart[q]; t < main.segStop[q]; t++) {
            const gap = Math.max(main.segLow[t] - depth, depth - main.segHigh[t], 0);
            if (gap < least) {
              least = gap;
              best = t;
            }
          }
        }
      }
      // The pixel itself is enough only if its segment holds the point; else its neighbours may come nearer.
      if (ring === 0 && least > 0) best = -1;
    }
    return best < 0 ? 0 : best;
  }
}
