// How much of a box a convex solid can fill, known by its support function σ alone.
//
// The part of the solid below one side of the box, c·x ≤ d, reaches along e as far as min_{λ ≥ 0} σ(e - λ c) + λ d
// (duality, as in analytic/flat-face.ts). Any λ gives a valid bound, so the search may stop short. Of the sides that
// cut the solid the one that leaves least decides: two together might leave less, which the next round of trimming sees
// in part. Verified in test/shapes/new-kind.test.ts.

import type { SimpleShape } from '../../shapes/shape.js';

const GOLDEN = 0.6180339887498949;
/** Doublings of the bracket, and steps of golden section: 0.618^32 = 2e-7 of it, that squared of the bound. */
const DOUBLINGS = 40;
const NARROW = 32;

export class ConvexTrim {
  /** Bounds of what the solid fills of the box: min and max. */
  readonly filled = new Float64Array(6);
  readonly #point = new Float64Array(3);
  readonly #v = new Float64Array(3);
  #shape: SimpleShape | null = null;
  #place: Float64Array = this.filled;
  #radius = 0;

  /** False if the solid misses the box. `place`: its rotation by rows and its position. */
  trim(box: Float64Array, place: Float64Array, shape: SimpleShape): boolean {
    const { filled } = this;
    this.#shape = shape;
    this.#place = place;
    this.#radius = shape.kind.coreRadius?.(shape) ?? 0;
    filled.set(box);
    for (let cut = 0; cut < 6; cut++) {
      const l = cut % 3;
      // The side as c·x ≤ d with c = ± the axis l.
      const c = cut < 3 ? -1 : 1;
      const d = c * box[cut];
      if (-this.#reach(l, -c, 0, 0) > d) return false;
      if (this.#reach(l, c, 0, 0) <= d) continue;
      for (let side = 0; side < 6; side++) {
        const k = side % 3;
        if (k === l) continue;
        const e = side < 3 ? -1 : 1;
        const most = this.#least(k, e, l, c, d);
        if (side < 3) filled[side] = Math.max(filled[side], -most);
        else filled[side] = Math.min(filled[side], most);
      }
    }
    return true;
  }

  /** min over λ ≥ 0 of σ(e - λ c) + λ d: it falls, then rises. */
  #least(k: number, e: number, l: number, c: number, d: number): number {
    let high = 1;
    let best = this.#reach(k, e, l, 0);
    for (let n = 0; n < DOUBLINGS; n++, high *= 2) {
      const at = this.#reach(k, e, l, -high * c) + high * d;
      if (at >= best) break;
      best = at;
    }
    let low = 0;
    let a = high - GOLDEN * high;
    let b = GOLDEN * high;
    let fa = this.#reach(k, e, l, -a * c) + a * d;
    let fb = this.#reach(k, e, l, -b * c) + b * d;
    for (let n = 0; n < NARROW; n++) {
      if (fa < fb) {
        high = b;
        b = a;
        fb = fa;
        a = high - GOLDEN * (high - low);
        fa = this.#reach(k, e, l, -a * c) + a * d;
      } else {
        low = a;
        a = b;
        fa = fb;
        b = low + GOLDEN * (high - low);
        fb = this.#reach(k, e, l, -b * c) + b * d;
      }
    }
    return Math.min(best, fa, fb);
  }

  /** σ(x · axis k + y · axis l). */
  #reach(k: number, x: number, l: number, y: number): number {
    const v = this.#v;
    const p = this.#point;
    const m = this.#place;
    const radius = this.#radius;
    const shape = this.#shape!;
    v[0] = v[1] = v[2] = 0;
    v[k] = x;
    v[l] += y;
    const lx = m[0] * v[0] + m[3] * v[1] + m[6] * v[2];
    const ly = m[1] * v[0] + m[4] * v[1] + m[7] * v[2];
    const lz = m[2] * v[0] + m[5] * v[1] + m[8] * v[2];
    shape.kind.support?.(shape, lx, ly, lz, p, 0);
    const swept = radius > 0 ? radius * Math.sqrt(x * x + y * y) : 0;
    return lx * p[0] + ly * p[1] + lz * p[2] + swept + m[9] * v[0] + m[10] * v[1] + m[11] * v[2];
  }
}
