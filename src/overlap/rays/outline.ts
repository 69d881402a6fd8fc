// Points whose hull is the contact patch: the segment ends that reach farthest in each of 32 directions across the normal.
//
// A convex outline is cut off by at most (1 - cos(π/32)) of its radius of curvature, 0.5 %, beside the half pixel by which
// the rays themselves may fall short; rays across the normal reach the outline itself.
// (Bouchard et al. 2015, §7, name such k-DOPs as an alternative to their ellipse.)

import { cos, PI, sin } from '../../math/trig.js';
import type { RayDirection } from './direction.js';

const AXES = 16;

export class Outline {
  /** Up to 32 points of the last component, in the frame. */
  readonly points = new Float64Array(3 * 2 * AXES);
  count = 0;
  private readonly cosine = new Float64Array(AXES);
  private readonly sine = new Float64Array(AXES);
  private readonly low = new Float64Array(AXES);
  private readonly high = new Float64Array(AXES);
  /** Farthest end on either side of each axis: direction and segment, 2·segment + (1 for the high end). */
  private readonly lowEnd = new Int32Array(AXES);
  private readonly highEnd = new Int32Array(AXES);
  private readonly lowDirection = new Int32Array(AXES);
  private readonly highDirection = new Int32Array(AXES);
  private readonly quad = new Float64Array(8);
  private readonly p = new Float64Array(3);
  private readonly q = new Float64Array(3);

  constructor() {
    for (let k = 0; k < AXES; k++) {
      this.cosine[k] = cos((PI * k) / AXES);
      this.sine[k] = sin((PI * k) / AXES);
    }
  }

  /** Find the points of one component; (nx, ny, nz) is its unit normal in the frame. */
  find(directions: readonly RayDirection[], component: number, nx: number, ny: number, nz: number): void {
    const { p, q, low, high, lowEnd, highEnd, lowDirection, highDirection } = this;
    setAcross(p, q, nx, ny, nz);
    low.fill(Number.POSITIVE_INFINITY);
    high.fill(Number.NEGATIVE_INFINITY);
    // The extremes along p and q first: what lies inside the quadrilateral of those four points is extreme nowhere, and
    // that is most of the points.
    this.scan(directions, component, false);
    if (!(low[0] <= high[0])) {
      this.count = 0;
      return;
    }
    this.project(directions[lowDirection[0]], lowEnd[0], 0);
    this.project(directions[lowDirection[AXES / 2]], lowEnd[AXES / 2], 2);
    this.project(directions[highDirection[0]], highEnd[0], 4);
    this.project(directions[highDirection[AXES / 2]], highEnd[AXES / 2], 6);
    this.scan(directions, component, true);
    this.count = 0;
    for (let k = 0; k < AXES; k++) this.keep(directions[lowDirection[k]], lowEnd[k]);
    for (let k = 0; k < AXES; k++) this.keep(directions[highDirection[k]], highEnd[k]);
  }

  /** The four extremes along p and q, or, `full`, those along all axes. */
  private scan(directions: readonly RayDirection[], component: number, full: boolean): void {
    const { p, q, cosine, sine, low, high, lowEnd, highEnd, lowDirection, highDirection, quad } = this;
    const x0 = quad[0];
    const y0 = quad[1];
    const x1 = quad[2];
    const y1 = quad[3];
    const x2 = quad[4];
    const y2 = quad[5];
    const x3 = quad[6];
    const y3 = quad[7];
    const half = AXES / 2;
    for (let n = 0; n < 3; n++) {
      const dir = directions[n];
      const { axis: w, u, v, segRay, segLow, segHigh, label, rayU, rayV, rayArea } = dir;
      const pu = p[u];
      const pv = p[v];
      const pw = p[w];
      const qu = q[u];
      const qv = q[v];
      const qw = q[w];
      for (let s = 0; s < dir.segCount; s++) {
        if (label[s] !== component) continue;
        const r = segRay[s];
        if (rayArea[r] === 0) continue;
        const bx = pu * rayU[r] + pv * rayV[r];
        const by = qu * rayU[r] + qv * rayV[r];
        for (let e = 0; e < 2; e++) {
          const depth = e === 0 ? segLow[s] : segHigh[s];
          const x = bx + pw * depth;
          const y = by + qw * depth;
          const end = 2 * s + e;
          if (!full) {
            if (x < low[0]) {
              low[0] = x;
              lowEnd[0] = end;
              lowDirection[0] = n;
            }
            if (x > high[0]) {
              high[0] = x;
              highEnd[0] = end;
              highDirection[0] = n;
            }
            if (y < low[half]) {
              low[half] = y;
              lowEnd[half] = end;
              lowDirection[half] = n;
            }
            if (y > high[half]) {
              high[half] = y;
              highEnd[half] = end;
              highDirection[half] = n;
            }
            continue;
          }
          if (
            (x1 - x0) * (y - y0) > (y1 - y0) * (x - x0) &&
            (x2 - x1) * (y - y1) > (y2 - y1) * (x - x1) &&
            (x3 - x2) * (y - y2) > (y3 - y2) * (x - x2) &&
            (x0 - x3) * (y - y3) > (y0 - y3) * (x - x3)
          ) {
            continue;
          }
          for (let k = 1; k < AXES; k++) {
            if (k === half) continue;
            const d = cosine[k] * x + sine[k] * y;
            if (d < low[k]) {
              low[k] = d;
              lowEnd[k] = end;
              lowDirection[k] = n;
            }
            if (d > high[k]) {
              high[k] = d;
              highEnd[k] = end;
              highDirection[k] = n;
            }
          }
        }
      }
    }
  }

  /** Coordinates across the normal of a segment's end into quad[at], quad[at + 1]. */
  private project(dir: RayDirection, end: number, at: number): void {
    const { p, q, quad } = this;
    const s = end >> 1;
    const r = dir.segRay[s];
    const depth = end & 1 ? dir.segHigh[s] : dir.segLow[s];
    quad[at] = p[dir.u] * dir.rayU[r] + p[dir.v] * dir.rayV[r] + p[dir.axis] * depth;
    quad[at + 1] = q[dir.u] * dir.rayU[r] + q[dir.v] * dir.rayV[r] + q[dir.axis] * depth;
  }

  private keep(dir: RayDirection, end: number): void {
    const { points } = this;
    const s = end >> 1;
    const r = dir.segRay[s];
    const o = 3 * this.count;
    points[o + dir.u] = dir.rayU[r];
    points[o + dir.v] = dir.rayV[r];
    points[o + dir.axis] = end & 1 ? dir.segHigh[s] : dir.segLow[s];
    // Neighbouring directions often find the same point.
    if (o >= 3 && points[o] === points[o - 3] && points[o + 1] === points[o - 2] && points[o + 2] === points[o - 1])
      return;
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
