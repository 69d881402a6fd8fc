// How much of a box a torus can fill: the torus is the union of balls of the tube's radius r about its ring.
//
// The ball about the ring's point at φ meets the box where the squared distance g(φ) of that point from the box is
// below r², and reaches along axis k to ring_k ± √(r² - gaps of the other two axes²). So: find the arcs on which g < r²
// (from its minima, so that a graze is not missed), then the farthest reach on each arc towards each side. Both follow
// the pose continuously. Two minima of g closer together than two samples of 32 may be taken for one; they then lie on
// one arc but for boxes that are thinner than a tenth of the ring and that the ring misses by less than that.
// Verified in test/overlap/rays-torus.test.ts.

import { cos, PI, sin } from '../../math/trig.js';

const SAMPLES = 32;
const STEP = (2 * PI) / SAMPLES;
const COS = Float64Array.from({ length: SAMPLES }, (_, i) => cos(i * STEP));
const SIN = Float64Array.from({ length: SAMPLES }, (_, i) => sin(i * STEP));
/** Samples of an arc, and steps of golden section: 0.618^32 = 2e-7 of a sample's arc, that squared of its height. */
const ARC = 12;
const NARROW = 32;
const GOLDEN = 0.6180339887498949;

export class TorusTrim {
  /** Bounds of what the torus fills of the box: min and max. */
  readonly filled = new Float64Array(6);
  readonly #g = new Float64Array(SAMPLES);
  #box: Float64Array = this.filled;
  #place: Float64Array = this.filled;
  #R = 0;
  #r = 0;

  /** False if the torus misses the box. `place`: its rotation by rows and its position. */
  trim(box: Float64Array, place: Float64Array, R: number, r: number): boolean {
    const { filled } = this;
    const g = this.#g;
    this.#box = box;
    this.#place = place;
    this.#R = R;
    this.#r = r;
    filled[0] = filled[1] = filled[2] = Number.POSITIVE_INFINITY;
    filled[3] = filled[4] = filled[5] = Number.NEGATIVE_INFINITY;
    let wet = 0;
    for (let i = 0; i < SAMPLES; i++) {
      g[i] = this.#miss(COS[i], SIN[i]);
      if (g[i] < 0) wet++;
    }
    if (wet === SAMPLES) {
      this.#include(0, 2 * PI);
      return true;
    }
    let found = false;
    for (let i = 0; i < SAMPLES; i++) {
      const before = g[(i + SAMPLES - 1) % SAMPLES];
      const after = g[(i + 1) % SAMPLES];
      if (g[i] < 0) {
        // The first sample of a run; the run may go over the end of the table.
        if (before < 0) continue;
        let last = i;
        while (g[(last + 1) % SAMPLES] < 0) last++;
        this.#include(this.#rim(i * STEP, (i - 1) * STEP), this.#rim(last * STEP, (last + 1) * STEP));
        found = true;
      } else if (g[i] <= before && g[i] < after) {
        const at = this.#lowest((i - 1) * STEP, (i + 1) * STEP);
        if (!(this.#missAt(at) < 0)) continue;
        // Next to a run it is the run's.
        if (before < 0 || after < 0) continue;
        this.#include(this.#rim(at, (i - 1) * STEP), this.#rim(at, (i + 1) * STEP));
        found = true;
      }
    }
    return found;
  }

  /** Squared distance of the ring's point from the box, less r². */
  #miss(c: number, s: number): number {
    const box = this.#box;
    const place = this.#place;
    const R = this.#R;
    const r = this.#r;
    let sum = -r * r;
    for (let k = 0; k < 3; k++) {
      const x = place[9 + k] + R * (c * place[3 * k] + s * place[3 * k + 2]);
      const gap = x < box[k] ? box[k] - x : x > box[k + 3] ? x - box[k + 3] : 0;
      sum += gap * gap;
    }
    return sum;
  }

  #missAt(phi: number): number {
    return this.#miss(cos(phi), sin(phi));
  }

  /** Where between a point of an arc and one beyond it the arc ends; on the arc's side. */
  #rim(wet: number, dry: number): number {
    for (let k = 0; k < 40; k++) {
      const middle = 0.5 * (wet + dry);
      if (this.#missAt(middle) < 0) wet = middle;
      else dry = middle;
    }
    return dry;
  }

  #lowest(low: number, high: number): number {
    let p = high - GOLDEN * (high - low);
    let q = low + GOLDEN * (high - low);
    let gp = this.#missAt(p);
    let gq = this.#missAt(q);
    for (let k = 0; k < NARROW; k++) {
      if (gp < gq) {
        high = q;
        q = p;
        gq = gp;
        p = high - GOLDEN * (high - low);
        gp = this.#missAt(p);
      } else {
        low = p;
        p = q;
        gp = gq;
        q = low + GOLDEN * (high - low);
        gq = this.#missAt(q);
      }
      if (gp < 0) return p;
      if (gq < 0) return q;
    }
    return 0.5 * (low + high);
  }

  /** Let `filled` grow to the reach of the arc's balls. */
  #include(from: number, to: number): void {
    const { filled } = this;
    const box = this.#box;
    const step = (to - from) / ARC;
    for (let side = 0; side < 6; side++) {
      const sign = side < 3 ? -1 : 1;
      const most = sign * box[side];
      let best = Number.NEGATIVE_INFINITY;
      let at = 0;
      for (let i = 0; i <= ARC; i++) {
        const reach = this.#reach(from + i * step, side, sign);
        if (reach > best) {
          best = reach;
          at = i;
        }
        if (best >= most) break;
      }
      if (best < most) {
        let low = from + Math.max(at - 1, 0) * step;
        let high = from + Math.min(at + 1, ARC) * step;
        for (let k = 0; k < NARROW && best < most; k++) {
          const p = high - GOLDEN * (high - low);
          const q = low + GOLDEN * (high - low);
          const rp = this.#reach(p, side, sign);
          const rq = this.#reach(q, side, sign);
          best = Math.max(best, rp, rq);
          if (rp > rq) high = q;
          else low = p;
        }
      }
      best = Math.min(best, most);
      if (sign * filled[side] < best || !(Math.abs(filled[side]) < Number.POSITIVE_INFINITY))
        filled[side] = sign * best;
    }
  }

  /** How far the ball at φ reaches towards a side while its other two coordinates stay within the box. */
  #reach(phi: number, side: number, sign: number): number {
    const box = this.#box;
    const place = this.#place;
    const R = this.#R;
    const r = this.#r;
    const c = cos(phi);
    const s = sin(phi);
    const k = side % 3;
    let left = r * r;
    for (let i = 1; i < 3; i++) {
      const l = (k + i) % 3;
      const x = place[9 + l] + R * (c * place[3 * l] + s * place[3 * l + 2]);
      const gap = x < box[l] ? box[l] - x : x > box[l + 3] ? x - box[l + 3] : 0;
      left -= gap * gap;
    }
    const x = place[9 + k] + R * (c * place[3 * k] + s * place[3 * k + 2]);
    return sign * x + (left > 0 ? Math.sqrt(left) : 0);
  }
}
