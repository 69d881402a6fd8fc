// Points whose hull is the contact patch: the segment ends that reach farthest in each of 32 directions across the
// normal.
//
// A convex outline is cut off by at most (1 - cos(π/32)) of its radius of curvature, 0.5 %, beside the half pixel by
// which the rays themselves may fall short; rays across the normal reach the outline itself.
// (Bouchard et al. 2015, §7, name such k-DOPs as an alternative to their ellipse.)

import { cos, PI, sin } from '../../math/trig.js';
import type { RayDirection } from './direction.js';

const AXES = 16;
/** Every so many axes one is tried on all points, to find the octagon that spares the rest. */
const STEP = AXES / 4;

export class Outline {
  /** Up to 32 points of the last component, in the frame. */
  readonly points = new Float64Array(3 * 2 * AXES);
  count = 0;
  #directions: readonly RayDirection[] = [];
  /** Segments of all directions, component after component: component k owns start[k] … start[k+1]. */
  #start = new Int32Array(64);
  #direction = new Int8Array(4096);
  #segment = new Int32Array(4096);
  /** Where the two ends of each lie across the normal: x, y, x, y. */
  #across = new Float64Array(4 * 4096);
  readonly #cosine = new Float64Array(AXES);
  readonly #sine = new Float64Array(AXES);
  readonly #low = new Float64Array(AXES);
  readonly #high = new Float64Array(AXES);
  /** Farthest end on either side of each axis: 2·place + (1 for the high end). */
  readonly #lowEnd = new Int32Array(AXES);
  readonly #highEnd = new Int32Array(AXES);
  readonly #octagon = new Float64Array(16);
  readonly #p = new Float64Array(3);
  readonly #q = new Float64Array(3);

  constructor() {
    for (let k = 0; k < AXES; k++) {
      this.#cosine[k] = cos((PI * k) / AXES);
      this.#sine[k] = sin((PI * k) / AXES);
    }
  }

  /** Sort the segments of all directions by component. */
  sort(directions: readonly RayDirection[], components: number): void {
    this.#directions = directions;
    if (components + 1 > this.#start.length) this.#start = new Int32Array(2 * (components + 1));
    const start = this.#start;
    start.fill(0, 0, components + 1);
    for (let n = 0; n < 3; n++) {
      const { segCount, segRay, rayArea, label } = directions[n];
      for (let s = 0; s < segCount; s++) if (rayArea[segRay[s]] > 0) start[label[s] + 1]++;
    }
    for (let k = 0; k < components; k++) start[k + 1] += start[k];
    const total = start[components];
    if (total > this.#segment.length) {
      this.#segment = new Int32Array(2 * total);
      this.#direction = new Int8Array(2 * total);
      this.#across = new Float64Array(8 * total);
    }
    const segment = this.#segment;
    const direction = this.#direction;
    for (let n = 0; n < 3; n++) {
      const { segCount, segRay, rayArea, label } = directions[n];
      for (let s = 0; s < segCount; s++) {
        if (!(rayArea[segRay[s]] > 0)) continue;
        const k = start[label[s]]++;
        segment[k] = s;
        direction[k] = n;
      }
    }
    for (let k = components; k > 0; k--) start[k] = start[k - 1];
    start[0] = 0;
  }

  /** Find the points of one component; (nx, ny, nz) is its unit normal in the frame. */
  find(component: number, nx: number, ny: number, nz: number): void {
    const p = this.#p;
    const q = this.#q;
    const low = this.#low;
    const high = this.#high;
    const lowEnd = this.#lowEnd;
    const highEnd = this.#highEnd;
    const octagon = this.#octagon;
    const across = this.#across;
    const from = this.#start[component];
    const to = this.#start[component + 1];
    this.count = 0;
    if (from === to) return;
    setAcross(p, q, nx, ny, nz);
    this.#project(from, to);
    low.fill(Number.POSITIVE_INFINITY);
    high.fill(Number.NEGATIVE_INFINITY);
    for (let k = 0; k < AXES; k += STEP) this.#extremes(k, from, to);
    // What lies inside the octagon of those eight points is extreme nowhere, and that is most of the points.
    for (let k = 0; k < 4; k++) {
      octagon[2 * k] = across[2 * lowEnd[k * STEP]];
      octagon[2 * k + 1] = across[2 * lowEnd[k * STEP] + 1];
      octagon[2 * k + 8] = across[2 * highEnd[k * STEP]];
      octagon[2 * k + 9] = across[2 * highEnd[k * STEP] + 1];
    }
    this.#scan(from, to);
    for (let k = 0; k < AXES; k++) this.#keep(lowEnd[k]);
    for (let k = 0; k < AXES; k++) this.#keep(highEnd[k]);
  }

  #project(from: number, to: number): void {
    const p = this.#p;
    const q = this.#q;
    const across = this.#across;
    const segment = this.#segment;
    const direction = this.#direction;
    const directions = this.#directions;
    let k = from;
    while (k < to) {
      const n = direction[k];
      const { axis: w, u, v, segRay, segLow, segHigh, rayU, rayV } = directions[n];
      const pu = p[u];
      const pv = p[v];
      const pw = p[w];
      const qu = q[u];
      const qv = q[v];
      const qw = q[w];
      for (; k < to && direction[k] === n; k++) {
        const s = segment[k];
        const r = segRay[s];
        const x = pu * rayU[r] + pv * rayV[r];
        const y = qu * rayU[r] + qv * rayV[r];
        across[4 * k] = x + pw * segLow[s];
        across[4 * k + 1] = y + qw * segLow[s];
        across[4 * k + 2] = x + pw * segHigh[s];
        across[4 * k + 3] = y + qw * segHigh[s];
      }
    }
  }

  /** Farthest points along one axis. */
  #extremes(k: number, from: number, to: number): void {
    const across = this.#across;
    const c = this.#cosine[k];
    const s = this.#sine[k];
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    let lowEnd = 2 * from;
    let highEnd = lowEnd;
    for (let e = 2 * from; e < 2 * to; e++) {
      const d = c * across[2 * e] + s * across[2 * e + 1];
      if (d < low) {
        low = d;
        lowEnd = e;
      }
      if (d > high) {
        high = d;
        highEnd = e;
      }
    }
    this.#low[k] = low;
    this.#high[k] = high;
    this.#lowEnd[k] = lowEnd;
    this.#highEnd[k] = highEnd;
  }

  /** Farthest points along all other axes, of those outside the octagon. */
  #scan(from: number, to: number): void {
    const across = this.#across;
    const octagon = this.#octagon;
    const cosine = this.#cosine;
    const sine = this.#sine;
    const low = this.#low;
    const high = this.#high;
    const lowEnd = this.#lowEnd;
    const highEnd = this.#highEnd;
    for (let e = 2 * from; e < 2 * to; e++) {
      const x = across[2 * e];
      const y = across[2 * e + 1];
      // Corners run from -x over -y to +x, counter-clockwise.
      let ax = octagon[14];
      let ay = octagon[15];
      let inside = true;
      for (let k = 0; k < 16 && inside; k += 2) {
        const bx = octagon[k];
        const by = octagon[k + 1];
        inside = (bx - ax) * (y - ay) >= (by - ay) * (x - ax);
        ax = bx;
        ay = by;
      }
      if (inside) continue;
      for (let k = 1; k < AXES; k++) {
        if (k % STEP === 0) continue;
        const d = cosine[k] * x + sine[k] * y;
        if (d < low[k]) {
          low[k] = d;
          lowEnd[k] = e;
        }
        if (d > high[k]) {
          high[k] = d;
          highEnd[k] = e;
        }
      }
    }
    // An axis that no point outside the octagon spoke for belongs to the octagon's corners, all of which were skipped.
    for (let k = 1; k < AXES; k++) {
      for (let i = 0; i < AXES; i += STEP) {
        this.#offer(k, lowEnd[i]);
        this.#offer(k, highEnd[i]);
      }
    }
  }

  #offer(k: number, end: number): void {
    const low = this.#low;
    const high = this.#high;
    const lowEnd = this.#lowEnd;
    const highEnd = this.#highEnd;
    const d = this.#cosine[k] * this.#across[2 * end] + this.#sine[k] * this.#across[2 * end + 1];
    if (d < low[k]) {
      low[k] = d;
      lowEnd[k] = end;
    }
    if (d > high[k]) {
      high[k] = d;
      highEnd[k] = end;
    }
  }

  #keep(end: number): void {
    const { points } = this;
    const directions = this.#directions;
    const dir = directions[this.#direction[end >> 1]];
    const s = this.#segment[end >> 1];
    const r = dir.segRay[s];
    const o = 3 * this.count;
    points[o + dir.u] = dir.rayU[r];
    points[o + dir.v] = dir.rayV[r];
    points[o + dir.axis] = end & 1 ? dir.segHigh[s] : dir.segLow[s];
    // Neighbouring directions often find the same point.
    if (o >= 3 && points[o] === points[o - 3] && points[o + 1] === points[o - 2] && points[o + 2] === points[o - 1]) {
      return;
    }
    this.count++;
  }
}

/** Two unit vectors that complete n (Duff et al. 2017). */
function setAcross(p: Float64Array, q: Float64Array, x: number, y: number, z: number): void {
  const sign = z >= 0 ? 1 : -1;
  const a = -1 / (sign + z);
  const b = x * y * a;
  p[0] = 1 + sign * x * x * a;
  p[1] = sign * b;
  p[2] = -sign * x;
  q[0] = b;
  q[1] = sign + y * y * a;
  q[2] = -y;
}
