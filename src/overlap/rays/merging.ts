// Components of an overlap that are joined: the smallest where there are too many, and the facets of one curved
// surface.

import { grownInt } from './hits.js';
import { type RaySums, SUM_AREA, SUM_STRIDE } from './moments.js';

/** Cosines between which neighbours are facets of one curved surface: 25° and 1°. */
const ALIKE = 0.906;
const COPLANAR = 0.99985;

/** Whatever is numbered by components: the segments of a direction. */
interface Labelled {
  readonly segCount: number;
  readonly label: Int32Array;
}

export class Merging {
  #merged = new Int32Array(64);

  readonly #sums: RaySums;
  readonly #directions: readonly Labelled[];

  constructor(sums: RaySums, directions: readonly Labelled[]) {
    this.#sums = sums;
    this.#directions = directions;
  }

  /**
   * Join the smallest components to their nearest neighbours until no more than `most` are left and none has less than
   * `share` of the volume; returns how many are left.
   */
  mergeSmallest(found: number, most: number, share: number): number {
    if (found <= most && share === 0) return found;
    let all = 0;
    for (let k = 0; k < found; k++) all += this.#weighed(k, 0);
    const { data } = this.#sums;
    if (found > this.#merged.length) this.#merged = grownInt(this.#merged, 2 * found);
    const merged = this.#merged;
    for (let k = 0; k < found; k++) merged[k] = k;
    for (let left = found; left > 1; left--) {
      let small = -1;
      let least = Number.POSITIVE_INFINITY;
      for (let k = 0; k < found; k++) {
        if (merged[k] !== k) continue;
        const v = this.#weighed(k, 0);
        if (v < least) {
          least = v;
          small = k;
        }
      }
      if (left <= most && least >= share * all) break;
      let near = -1;
      let nearest = Number.POSITIVE_INFINITY;
      for (let k = 0; k < found; k++) {
        if (merged[k] !== k || k === small) continue;
        let distance = 0;
        for (let i = 0; i < 3; i++) {
          const d =
            this.#weighed(k, 1 + i) / this.#weighed(k, 0) - this.#weighed(small, 1 + i) / (least > 0 ? least : 1);
          distance += d * d;
        }
        if (near < 0 || distance < nearest) {
          nearest = distance;
          near = k;
        }
      }
      for (let i = 0; i < SUM_STRIDE; i++) data[SUM_STRIDE * near + i] += data[SUM_STRIDE * small + i];
      merged[small] = near;
    }
    return this.#renumber(found);
  }

  /** Numbers what is left of components that were joined, and lets every label follow its chain. */
  #renumber(found: number): number {
    const sums = this.#sums;
    const directions = this.#directions;
    const merged = this.#merged;
    const { data } = sums;
    let n = 0;
    for (let k = 0; k < found; k++) {
      if (merged[k] !== k) continue;
      for (let i = 0; i < SUM_STRIDE; i++) data[SUM_STRIDE * n + i] = data[SUM_STRIDE * k + i];
      merged[k] = -1 - n++;
    }
    for (const dir of directions) {
      for (let s = 0; s < dir.segCount; s++) {
        let k = dir.label[s];
        while (merged[k] >= 0) k = merged[k];
        dir.label[s] = -1 - merged[k];
      }
    }
    return n;
  }

  /**
   * Join neighbours that face nearly the same way, but not in one plane: the facets of a curved surface. Returns how
   * many components are left.
   */
  mergeAlike(found: number): number {
    if (found < 2) return found;
    const { data } = this.#sums;
    if (found > this.#merged.length) this.#merged = grownInt(this.#merged, 2 * found);
    const merged = this.#merged;
    for (let k = 0; k < found; k++) merged[k] = k;
    let isMerged = false;
    for (let i = 0; i < found; i++) {
      for (let j = i + 1; merged[i] === i && j < found; j++) {
        if (merged[j] !== j || !this.#areAlike(i, j)) continue;
        for (let m = 0; m < SUM_STRIDE; m++) data[SUM_STRIDE * i + m] += data[SUM_STRIDE * j + m];
        merged[j] = i;
        isMerged = true;
        // A larger one has other neighbours.
        j = i;
      }
    }
    return isMerged ? this.#renumber(found) : found;
  }

  #areAlike(i: number, j: number): boolean {
    const { data } = this.#sums;
    const a = SUM_STRIDE * i + SUM_AREA;
    const b = SUM_STRIDE * j + SUM_AREA;
    let ab = 0;
    let aa = 0;
    let bb = 0;
    let apart = 0;
    for (let m = 0; m < 3; m++) {
      ab += data[a + m] * data[b + m];
      aa += data[a + m] * data[a + m];
      bb += data[b + m] * data[b + m];
      const x = this.#weighed(i, 1 + m) / this.#weighed(i, 0) - this.#weighed(j, 1 + m) / this.#weighed(j, 0);
      apart += x * x;
    }
    const cosine = ab / Math.sqrt(aa * bb);
    if (!(cosine > ALIKE && cosine < COPLANAR)) return false;
    const near = this.#spread(i) + this.#spread(j);
    return apart < near * near;
  }

  /** Twice the standard deviation of component k: as far as a disc reaches, and beyond a square's sides. */
  #spread(k: number): number {
    const v = this.#weighed(k, 0);
    let sum = 0;
    for (let m = 0; m < 3; m++) {
      const x = this.#weighed(k, 1 + m) / v;
      sum += this.#weighed(k, m === 0 ? 4 : m === 1 ? 7 : 9) / v - x * x;
    }
    return 2 * Math.sqrt(Math.max(0, sum));
  }

  /** Entry i of component k's sums, averaged over the directions. */
  #weighed(k: number, i: number): number {
    const { data, weights } = this.#sums;
    const o = SUM_STRIDE * k + i;
    return weights[0] * data[o] + weights[1] * data[o + 10] + weights[2] * data[o + 20];
  }
}
