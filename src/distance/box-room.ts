// Two boxes as packed numbers, and whether they are apart along an axis: what FacingRegion.isClearAlong says of them,
// without the objects that shapes are, and without numbers as arguments, which would be allocated.

import { matrixFromQuaternion } from '../math/quaternion.js';

export class BoxRoom {
  /** Rotation of each, and the way from the second to the first. */
  readonly #a = new Float64Array(9);
  readonly #b = new Float64Array(9);
  readonly #way = new Float64Array(3);
  #half!: Float64Array;
  #halfA = 0;
  #halfB = 0;

  /** Takes the boxes at the poses d[pa…] and d[pb…]; their half-lengths are at half[ha…] and half[hb…]. */
  set(d: Float64Array, pa: number, pb: number, half: Float64Array, ha: number, hb: number): void {
    matrixFromQuaternion(this.#a, 0, d, pa + 3);
    matrixFromQuaternion(this.#b, 0, d, pb + 3);
    for (let m = 0; m < 3; m++) this.#way[m] = d[pa + m] - d[pb + m];
    this.#half = half;
    this.#halfA = ha;
    this.#halfB = hb;
  }

  /** Whether they are inside each other by no more than `least` along the unit vector n[at…], which leads to the first. */
  isClearAlong(n: Float64Array, at: number, least: number): boolean {
    const a = this.#a;
    const b = this.#b;
    const x = n[at];
    const y = n[at + 1];
    const z = n[at + 2];
    let room = x * this.#way[0] + y * this.#way[1] + z * this.#way[2];
    for (let m = 0; m < 3; m++) {
      room -= Math.abs(x * a[m] + y * a[m + 3] + z * a[m + 6]) * this.#half[this.#halfA + m];
      room -= Math.abs(x * b[m] + y * b[m + 3] + z * b[m + 6]) * this.#half[this.#halfB + m];
    }
    return room >= -least;
  }
}
