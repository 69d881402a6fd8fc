// Where the rays of one direction meet one solid.
//
// A caster appends raw hits in any order (mesh) or finished rays in order (primitive); `sort` turns raw hits into a
// sorted run per ray. Along a ray the solid's winding number rises by one at an entry and falls by one at an exit; the
// ray is inside where it is positive, so that meshes made of overlapping shells count once. Rays begin at the region's
// face, not outside the solid: `wind` is the winding number there, and UNKNOWN where no hit tells (see `wind` below).
//
// Verified in test/overlap/rays-watertight.test.ts and rays-degenerate.test.ts.

/** The ray has no hit inside the region and nothing is known about its start: inside or outside throughout. */
export const UNKNOWN = -1;

export class RayHits {
  /** Raw hits since the last sort: ray, depth, 2·triangle + (1 for an exit). */
  rawCount = 0;
  rawRay = new Int32Array(4096);
  rawDepth = new Float64Array(4096);
  rawCode = new Int32Array(4096);
  /** Ray r owns depth/code[start[r] … stop[r]), ascending in depth. */
  start = new Int32Array(4096);
  stop = new Int32Array(4096);
  wind = new Int32Array(4096);
  depth = new Float64Array(4096);
  code = new Int32Array(4096);
  sortedCount = 0;

  clear(): void {
    this.rawCount = 0;
    this.sortedCount = 0;
  }

  reserveRays(n: number): void {
    if (n <= this.start.length) return;
    const size = Math.max(n, 2 * this.start.length);
    this.start = grownInt(this.start, size);
    this.stop = grownInt(this.stop, size);
    this.wind = grownInt(this.wind, size);
  }

  growRaw(): void {
    const size = 2 * this.rawRay.length;
    this.rawRay = grownInt(this.rawRay, size);
    this.rawCode = grownInt(this.rawCode, size);
    this.rawDepth = grownFloat(this.rawDepth, size);
  }

  reserveSorted(n: number): void {
    if (n <= this.depth.length) return;
    const size = Math.max(n, 2 * this.depth.length);
    this.depth = grownFloat(this.depth, size);
    this.code = grownInt(this.code, size);
  }

  /**
   * Sort the raw hits of rays [from, to) and find their winding numbers at the start of the region. `outsideLow` and
   * `outsideHigh` say that every ray is known to be outside the solid where it enters or leaves the region.
   *
   * Two hits in opposite directions closer than `tolerance` cancel: rounding may order the two sides of a silhouette
   * either way, and the wrong order would read as "inside on both sides of a crack".
   */
  sort(from: number, to: number, outsideLow: boolean, outsideHigh: boolean, tolerance: number): void {
    const raw = this.rawCount;
    this.reserveSorted(this.sortedCount + raw);
    const { start, stop, wind, depth, code, rawRay, rawDepth, rawCode } = this;
    for (let r = from; r < to; r++) stop[r] = 0;
    for (let i = 0; i < raw; i++) stop[rawRay[i]]++;
    let at = this.sortedCount;
    for (let r = from; r < to; r++) {
      start[r] = at;
      at += stop[r];
      stop[r] = start[r];
    }
    this.sortedCount = at;
    this.rawCount = 0;
    for (let i = 0; i < raw; i++) {
      const r = rawRay[i];
      const d = rawDepth[i];
      const low = start[r];
      let k = stop[r]++;
      while (k > low && depth[k - 1] > d) {
        depth[k] = depth[k - 1];
        code[k] = code[k - 1];
        k--;
      }
      depth[k] = d;
      code[k] = rawCode[i];
    }
    for (let r = from; r < to; r++) {
      const low = start[r];
      let high = stop[r];
      if (low === high) {
        wind[r] = outsideLow || outsideHigh ? 0 : UNKNOWN;
        continue;
      }
      let kept = low;
      for (let k = low; k < high; k++) {
        if (kept > low && (code[kept - 1] ^ code[k]) & 1 && depth[k] - depth[kept - 1] <= tolerance) {
          kept--;
          continue;
        }
        depth[kept] = depth[k];
        code[kept] = code[k];
        kept++;
      }
      high = stop[r] = kept;
      if (outsideLow) {
        wind[r] = 0;
        continue;
      }
      if (low === high) {
        wind[r] = outsideHigh ? 0 : UNKNOWN;
        continue;
      }
      let sum = 0;
      let least = 0;
      for (let k = low; k < high; k++) {
        sum += 1 - 2 * (code[k] & 1);
        if (sum < least) least = sum;
      }
      // Outside at the far end fixes the winding number; otherwise it is the least that keeps every point's at zero or
      // more, so a first exit means that the ray began inside.
      wind[r] = outsideHigh ? Math.max(0, -sum) : -least;
    }
  }

  /** Winding number at depth d along ray r, whose start is known. */
  windingAt(r: number, d: number): number {
    let w = this.wind[r];
    for (let k = this.start[r]; k < this.stop[r]; k++) {
      if (this.depth[k] > d) break;
      w += 1 - 2 * (this.code[k] & 1);
    }
    return w;
  }
}

export function grownInt(a: Int32Array, size: number): Int32Array<ArrayBuffer> {
  const b = new Int32Array(size);
  b.set(a);
  return b;
}

export function grownFloat(a: Float64Array, size: number): Float64Array<ArrayBuffer> {
  const b = new Float64Array(size);
  b.set(a);
  return b;
}
