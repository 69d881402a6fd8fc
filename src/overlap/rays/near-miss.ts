// Where to look closer when no ray met both solids at once.
//
// A shallow contact may be narrower than a pixel: a capsule that sinks by a ten-thousandth, the rim of a tilted coin.
// Along every ray that meets both solids there is a gap between them; where it is least the contact is, if there is
// one. Gaps change from pixel to pixel by what the surfaces slope, so if the least one is wider than the steps to its
// neighbours, no contact hides between the rays; else the pixels around it are searched again.

import type { RayDirection } from './direction.js';
import type { RayHits } from './hits.js';

export class NearMiss {
  /** Column and row of the narrowest gap. */
  column = 0;
  row = 0;
  #gaps = new Float64Array(4096);

  /** False if no gap might close between the rays. */
  find(dir: RayDirection): boolean {
    const { columns, rows, coarseCount } = dir;
    if (coarseCount > this.#gaps.length) this.#gaps = new Float64Array(2 * coarseCount);
    const gaps = this.#gaps;
    const [a, b] = dir.hits;
    let least = Number.POSITIVE_INFINITY;
    let at = -1;
    for (let r = 0; r < coarseCount; r++) {
      gaps[r] = gapBetween(a, b, r);
      if (gaps[r] < least) {
        least = gaps[r];
        at = r;
      }
    }
    if (at < 0) return false;
    const i = at % columns;
    const j = (at - i) / columns;
    this.column = i;
    this.row = j;
    let step = 0;
    for (let y = Math.max(j - 1, 0); y <= Math.min(j + 1, rows - 1); y++) {
      for (let x = Math.max(i - 1, 0); x <= Math.min(i + 1, columns - 1); x++) {
        // A neighbour that misses a solid altogether may hide any slope.
        if (gaps[y * columns + x] - least > step) step = gaps[y * columns + x] - least;
      }
    }
    return least <= step;
  }
}

/** Least distance along ray r between an interval of one solid and one of the other; ∞ where it misses one. */
function gapBetween(a: RayHits, b: RayHits, r: number): number {
  let least = Number.POSITIVE_INFINITY;
  // The solids nowhere overlap on this ray: any exit of one and the next entry of the other bound a gap.
  for (let i = a.start[r]; i < a.stop[r]; i++) {
    for (let j = b.start[r]; j < b.stop[r]; j++) {
      if (((a.code[i] ^ b.code[j]) & 1) === 0) continue;
      const gap = a.code[i] & 1 ? b.depth[j] - a.depth[i] : a.depth[i] - b.depth[j];
      if (gap >= 0 && gap < least) least = gap;
    }
  }
  return least;
}
