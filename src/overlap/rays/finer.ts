// Cuts the pixels in which the midpoint rule errs most into 3 × 3 finer rays (after Wang et al. 2012, "Adaptive image-based
// intersection volume": subdivide where the image of lengths is not smooth).
//
// A pixel's need is the largest second difference of segment length through it: a covered pixel beside an empty one, a
// step, a steep wall. Odd subdivision keeps the coarse ray as the middle one, so that the rays of the three directions
// still meet in voxel centres.

import type { RayDirection } from './direction.js';

export class FinerRays {
  private lengths = new Float64Array(4096);
  private need = new Float64Array(4096);

  /** Append finer rays to `dir` for at most `most` pixels; returns the first of them (rayCount where there are none). */
  cut(dir: RayDirection, sub: number, most: number): number {
    const { columns, rows, coarseCount } = dir;
    if (coarseCount > this.lengths.length) {
      this.lengths = new Float64Array(2 * coarseCount);
      this.need = new Float64Array(2 * coarseCount);
    }
    const { lengths, need } = this;
    lengths.fill(0, 0, coarseCount);
    for (let s = 0; s < dir.segCount; s++) lengths[dir.segRay[s]] += dir.segHigh[s] - dir.segLow[s];
    let longest = 0;
    for (let j = 0; j < rows; j++) {
      for (let i = 0; i < columns; i++) {
        const k = j * columns + i;
        const l = lengths[k];
        if (l > longest) longest = l;
        // Beyond the grid there is nothing to compare with: the region ends where the overlap does.
        const left = i > 0 ? lengths[k - 1] : l;
        const right = i + 1 < columns ? lengths[k + 1] : l;
        const before = j > 0 ? lengths[k - columns] : l;
        const behind = j + 1 < rows ? lengths[k + columns] : l;
        const across = i > 0 && i + 1 < columns ? Math.abs(left + right - 2 * l) : 0;
        const along = j > 0 && j + 1 < rows ? Math.abs(before + behind - 2 * l) : 0;
        need[k] = Math.max(across, along);
      }
    }
    let threshold = 0.02 * longest;
    for (let round = 0; round < 40; round++) {
      let n = 0;
      for (let k = 0; k < coarseCount; k++) if (need[k] > threshold) n++;
      if (n <= most) break;
      threshold *= 1.3;
    }
    const from = dir.rayCount;
    let n = 0;
    for (let k = 0; k < coarseCount; k++) if (need[k] > threshold) n++;
    if (n === 0) return from;
    dir.sub = sub;
    dir.reserveRays(from + n * sub * sub);
    const fine = columns * sub;
    if (fine * rows * sub > dir.map.length) dir.map = new Int32Array(2 * fine * rows * sub);
    const { map, rayU, rayV, rayArea, rayPixel } = dir;
    const hu = dir.hu / sub;
    const hv = dir.hv / sub;
    let r = from;
    for (let j = 0; j < rows; j++) {
      for (let i = 0; i < columns; i++) {
        const k = j * columns + i;
        const cut = need[k] > threshold;
        if (cut) rayArea[k] = 0;
        for (let b = 0; b < sub; b++) {
          for (let a = 0; a < sub; a++) {
            const pixel = (j * sub + b) * fine + i * sub + a;
            if (!cut) {
              map[pixel] = k;
              continue;
            }
            map[pixel] = r;
            rayU[r] = dir.u0 + (i * sub + a + 0.5) * hu;
            rayV[r] = dir.v0 + (j * sub + b + 0.5) * hv;
            rayArea[r] = hu * hv;
            rayPixel[r] = pixel;
            r++;
          }
        }
      }
    }
    dir.rayCount = r;
    return from;
  }
}
