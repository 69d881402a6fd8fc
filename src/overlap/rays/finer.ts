// Cuts the pixels in which the midpoint rule errs most into 3 × 3 finer rays (after Wang et al. 2012, "Adaptive
// image-based intersection volume": subdivide where the image of lengths is not smooth).
//
// A pixel's need is the largest second difference of segment length through it: a covered pixel beside an empty one, a
// step, a steep wall. On a whole grid the midpoint rule's errors cancel between a smooth inside and the rim (its error
// is h²/24 times the flux of the gradient through the region's boundary); cutting only some pixels spoils that, so the
// others get their own second-order term, length + (second differences)/24. Odd subdivision keeps the coarse ray as the
// middle one, so that the rays of the three directions still meet in voxel centres.

import type { RayDirection } from './direction.js';

export class FinerRays {
  #lengths = new Float64Array(4096);
  #need = new Float64Array(4096);
  #bend = new Float64Array(4096);

  /**
   * Append finer rays to `dir` for at most `most` pixels; returns the first of them (rayCount where there are none).
   */
  cut(dir: RayDirection, sub: number, most: number): number {
    const { columns, rows, coarseCount } = dir;
    if (coarseCount > this.#lengths.length) {
      this.#lengths = new Float64Array(2 * coarseCount);
      this.#need = new Float64Array(2 * coarseCount);
      this.#bend = new Float64Array(2 * coarseCount);
    }
    const lengths = this.#lengths;
    const need = this.#need;
    const bend = this.#bend;
    lengths.fill(0, 0, coarseCount);
    for (let s = 0; s < dir.segCount; s++) lengths[dir.segRay[s]] += dir.segHigh[s] - dir.segLow[s];
    let longest = 0;
    for (let j = 0; j < rows; j++) {
      for (let i = 0; i < columns; i++) {
        const k = j * columns + i;
        const l = lengths[k];
        if (l > longest) longest = l;
        // Beyond the grid there is nothing to compare with: the region ends where the overlap does.
        const across = i > 0 && i + 1 < columns ? lengths[k - 1] + lengths[k + 1] - 2 * l : 0;
        const along = j > 0 && j + 1 < rows ? lengths[k - columns] + lengths[k + columns] - 2 * l : 0;
        need[k] = Math.max(Math.abs(across), Math.abs(along));
        bend[k] = across + along;
      }
    }
    this.#markRim(columns, rows, 1, columns, rows);
    this.#markRim(columns, rows, columns, 1, columns);
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
    const { map, rayU, rayV, rayArea, rayShare, rayPixel } = dir;
    const hu = dir.hu / sub;
    const hv = dir.hv / sub;
    let r = from;
    for (let j = 0; j < rows; j++) {
      for (let i = 0; i < columns; i++) {
        const k = j * columns + i;
        const cut = need[k] > threshold;
        if (cut) rayArea[k] = 0;
        else if (lengths[k] > 0) rayShare[k] = Math.max(0.5, Math.min(1.5, 1 + bend[k] / (24 * lengths[k])));
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
            rayShare[r] = 1;
            rayPixel[r] = pixel;
            r++;
          }
        }
      }
    }
    dir.rayCount = r;
    return from;
  }

  /**
   * The first and the last line of pixels have nothing beyond them to compare with. Where such a line is covered
   * throughout, the overlap ends flush with the region; where it is covered in part, all of it is in need.
   */
  #markRim(columns: number, rows: number, across: number, along: number, length: number): void {
    const lengths = this.#lengths;
    const need = this.#need;
    const last = across * ((across === 1 ? columns : rows) - 1);
    for (let side = 0; side < 2; side++) {
      const from = side === 0 ? 0 : last;
      const inner = side === 0 ? across : -across;
      let whole = true;
      for (let k = 0; k < length; k++) if (lengths[from + k * along] === 0) whole = false;
      if (whole) continue;
      for (let k = 0; k < length; k++) {
        const o = from + k * along;
        need[o] = Math.max(need[o], lengths[o], lengths[o + inner] ?? 0);
      }
    }
  }
}
