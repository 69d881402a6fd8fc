// Where two tori can overlap: arcs of either ring that come nearer to the other ring than the two tubes are wide.
//
// A point of the overlap lies in the ball of the tube's radius about a point of each ring, and these two are no farther
// apart than the sum of the radii. The distance of a ring's point from the other ring, a circle, has a closed form;
// its minima along the ring (no more than a few) are found from 64 samples, so that a contact of any shallowness is
// found, however small against the rings. Every pair of arcs whose boxes overlap is a place to look at.
//
// Its box: two balls at a distance D share a lens, which lies in the ball of its rim's radius √(r_A² - (λD)²) about the
// point p_A + λ (p_B - p_A), λ = (D² + r_A² - r_B²)/2D², as long as that lies between them. The rim is widest at the
// least D of the two arcs; λ is monotone from there to D = r_A + r_B.
// Verified in test/overlap/rays-torus.test.ts.

import { atan2, cos, PI, sin } from '../../math/trig.js';

const SAMPLES = 64;
const STEP = (2 * PI) / SAMPLES;
const COS = Float64Array.from({ length: SAMPLES }, (_, i) => cos(i * STEP));
const SIN = Float64Array.from({ length: SAMPLES }, (_, i) => sin(i * STEP));
const GOLDEN = 0.6180339887498949;
const NARROW = 40;
const MOST_ARCS = SAMPLES / 2;
/** Box of an arc of the ring, and its least gap. */
const ARC = 7;

export class TorusPieces {
  /** Boxes found: min and max, six numbers each. */
  boxes = new Float64Array(6 * 16);
  readonly #arcs: readonly [Float64Array, Float64Array] = [
    new Float64Array(ARC * MOST_ARCS),
    new Float64Array(ARC * MOST_ARCS),
  ];
  readonly #gaps = new Float64Array(SAMPLES);
  #own: Float64Array = this.#gaps;
  #other: Float64Array = this.#gaps;
  #ring = 0;
  #otherRing = 0;
  #sum = 0;

  /** Number of places to look at, into `boxes`; 0: the tori are apart. Rotations by rows and positions in one frame. */
  find(a: Float64Array, ringA: number, tubeA: number, b: Float64Array, ringB: number, tubeB: number): number {
    const arcs = this.#arcs;
    this.#sum = tubeA + tubeB;
    const inA = this.#findArcs(a, ringA, b, ringB, arcs[0]);
    if (inA === 0) return 0;
    const inB = this.#findArcs(b, ringB, a, ringA, arcs[1]);
    let count = 0;
    for (let i = 0; i < inA; i++) {
      for (let j = 0; j < inB; j++) {
        if (6 * count + 6 > this.boxes.length) {
          const grown = new Float64Array(2 * this.boxes.length);
          grown.set(this.boxes);
          this.boxes = grown;
        }
        if (this.#writeBox(6 * count, ARC * i, ARC * j, tubeA, tubeB)) count++;
      }
    }
    return count;
  }

  /** The box of what two arcs' tubes share; false if there is none. */
  #writeBox(o: number, i: number, j: number, tubeA: number, tubeB: number): boolean {
    const { boxes } = this;
    const arcs = this.#arcs;
    const sum = this.#sum;
    const [a, b] = arcs;
    // The gap's minimum is found to 1e-14 or so; a hair on the safe side.
    const least = Math.max(sum + Math.max(a[i + 6], b[j + 6]) - 1e-9 * sum, 0);
    const across = (tubeA - tubeB) * sum;
    const near = least * least > Math.abs(across) ? 0.5 + across / (2 * least * least) : -1;
    const far = tubeA / sum;
    const rim = Math.sqrt(Math.max(tubeA * tubeA - near * near * least * least, 0));
    for (let k = 0; k < 3; k++) {
      let low = Math.max(a[i + k] - tubeA, b[j + k] - tubeB);
      let high = Math.min(a[i + k + 3] + tubeA, b[j + k + 3] + tubeB);
      if (near >= 0) {
        low = Math.max(low, Math.min(mix(a[i + k], b[j + k], near), mix(a[i + k], b[j + k], far)) - rim);
        high = Math.min(
          high,
          Math.max(mix(a[i + k + 3], b[j + k + 3], near), mix(a[i + k + 3], b[j + k + 3], far)) + rim,
        );
      }
      if (!(low < high)) return false;
      boxes[o + k] = low;
      boxes[o + k + 3] = high;
    }
    return true;
  }

  /** The arcs of one ring that come near the other ring. */
  #findArcs(own: Float64Array, ring: number, other: Float64Array, otherRing: number, into: Float64Array): number {
    this.#own = own;
    this.#other = other;
    this.#ring = ring;
    this.#otherRing = otherRing;
    const gaps = this.#gaps;
    let near = 0;
    for (let i = 0; i < SAMPLES; i++) {
      gaps[i] = this.#gap(COS[i], SIN[i]);
      if (gaps[i] < 0) near++;
    }
    if (near === SAMPLES) {
      this.#writeArc(into, 0, 0, 2 * PI);
      return 1;
    }
    let count = 0;
    for (let i = 0; i < SAMPLES; i++) {
      const before = gaps[(i + SAMPLES - 1) % SAMPLES];
      const after = gaps[(i + 1) % SAMPLES];
      if (gaps[i] < 0) {
        if (before < 0) continue;
        let last = i;
        while (gaps[(last + 1) % SAMPLES] < 0) last++;
        const from = this.#end(i * STEP, (i - 1) * STEP);
        this.#writeArc(into, count++, from, this.#end(last * STEP, (last + 1) * STEP));
      } else if (gaps[i] <= before && gaps[i] < after && before >= 0 && after >= 0) {
        const at = this.#nearest((i - 1) * STEP, (i + 1) * STEP, 0);
        if (!(this.#gapAt(at) < 0)) continue;
        const from = this.#end(at, (i - 1) * STEP);
        this.#writeArc(into, count++, from, this.#end(at, (i + 1) * STEP));
      }
    }
    return count;
  }

  /** Distance of the ring's point from the other ring, less both tubes. */
  #gap(c: number, s: number): number {
    const own = this.#own;
    const other = this.#other;
    const ring = this.#ring;
    const x = own[9] - other[9] + ring * (c * own[0] + s * own[2]);
    const y = own[10] - other[10] + ring * (c * own[3] + s * own[5]);
    const z = own[11] - other[11] + ring * (c * own[6] + s * own[8]);
    const u = other[0] * x + other[3] * y + other[6] * z;
    const v = other[1] * x + other[4] * y + other[7] * z;
    const w = other[2] * x + other[5] * y + other[8] * z;
    const out = Math.sqrt(u * u + w * w) - this.#otherRing;
    return Math.sqrt(out * out + v * v) - this.#sum;
  }

  #gapAt(phi: number): number {
    return this.#gap(cos(phi), sin(phi));
  }

  /** Where an arc ends between a point on it and one beyond; on the far side. */
  #end(on: number, off: number): number {
    for (let k = 0; k < 40; k++) {
      const middle = 0.5 * (on + off);
      if (this.#gapAt(middle) < 0) on = middle;
      else off = middle;
    }
    return off;
  }

  /** Where between low and high the gap is least, or the first place found where it is less than `enough`. */
  #nearest(low: number, high: number, enough: number): number {
    let p = high - GOLDEN * (high - low);
    let q = low + GOLDEN * (high - low);
    let gp = this.#gapAt(p);
    let gq = this.#gapAt(q);
    for (let k = 0; k < NARROW; k++) {
      if (gp < enough) return p;
      if (gq < enough) return q;
      if (gp < gq) {
        high = q;
        q = p;
        gq = gp;
        p = high - GOLDEN * (high - low);
        gp = this.#gapAt(p);
      } else {
        low = p;
        p = q;
        gp = gq;
        q = low + GOLDEN * (high - low);
        gq = this.#gapAt(q);
      }
    }
    return 0.5 * (low + high);
  }

  #writeArc(into: Float64Array, index: number, from: number, to: number): void {
    const own = this.#own;
    const ring = this.#ring;
    const o = ARC * index;
    for (let k = 0; k < 3; k++) {
      const c = ring * own[3 * k];
      const s = ring * own[3 * k + 2];
      const a = c * cos(from) + s * sin(from);
      const b = c * cos(to) + s * sin(to);
      const most = Math.sqrt(c * c + s * s);
      // The coordinate is a cosine: its extremes count where the arc passes them.
      const peak = atan2(s, c);
      into[o + k] = own[9 + k] + (passes(from, to, peak + PI) ? -most : Math.min(a, b));
      into[o + k + 3] = own[9 + k] + (passes(from, to, peak) ? most : Math.max(a, b));
    }
    const n = Math.max(8, Math.ceil((to - from) / STEP));
    const step = (to - from) / n;
    let at = 0;
    let least = Number.POSITIVE_INFINITY;
    for (let i = 0; i <= n; i++) {
      const gap = this.#gapAt(from + i * step);
      if (gap >= least) continue;
      least = gap;
      at = i;
    }
    into[o + 6] = Math.min(
      least,
      this.#gapAt(this.#nearest(from + (at - 1) * step, from + (at + 1) * step, -Infinity)),
    );
  }
}

function mix(a: number, b: number, share: number): number {
  return a + share * (b - a);
}

function passes(from: number, to: number, angle: number): boolean {
  const turns = (angle - from) / (2 * PI);
  return (turns - Math.floor(turns)) * 2 * PI <= to - from;
}
