// The region in which two flat faces look at each other: each projected along an axis n, intersected. In a frame whose
// second and third axes are the region's principal ones, about its centroid.
//
// Verified in test/distance/facing.test.ts.

import { areaOfFace, type Face } from './face.js';

/** A face seen at a flatter angle than this (cosine) is seen as a line. */
const EDGE_ON = 0.02;
/** Corners of P nearer to each other than this share of the bodies' size are one. */
const SAME = 1e-9;
/** P is all of a face if it has this share of its area. */
const WHOLE = 0.999;

export class FacingPolygon {
  /** n, u, w, world axes. */
  readonly frame = new Float64Array(9);
  /** Centre of the region, relative to where positions are. */
  readonly center = new Float64Array(3);
  /** Corners, counter-clockwise pairs (u, w) about the centre. */
  count = 0;
  vertices = new Float64Array(2 * 128);
  area = 0;
  /** How much of the outline is that of the first face: 1 where it is all of it, 0 where it is all of the second. */
  ofA = 0.5;
  /** Whether the frame is turned to the principal axes. */
  protected measured = false;
  #p = new Float64Array(2 * 128);
  #q = new Float64Array(2 * 128);

  /**
   * The region of two faces along the unit vector (nx, ny, nz), which looks out of B's and into A's, of bodies of that
   * size, in some frame: false if it is empty.
   */
  protected intersect(faceA: Face, faceB: Face, nx: number, ny: number, nz: number, size: number): boolean {
    const { frame } = this;
    this.measured = false;
    const towardsA = -(faceA.nx * nx + faceA.ny * ny + faceA.nz * nz);
    const towardsB = faceB.nx * nx + faceB.ny * ny + faceB.nz * nz;
    if (!(towardsA > EDGE_ON && towardsB > EDGE_ON)) return false;
    frame[0] = nx;
    frame[1] = ny;
    frame[2] = nz;
    this.completeFrame();
    this.#reserve(faceA.count + faceB.count + 8);
    // A's face looks down: seen along n it runs the other way round.
    let n = 0;
    for (let m = faceA.count - 1; m >= 0; m--) this.#project(faceA, m, n++);
    const whole = areaOf(this.#p, n);
    this.ofA = 1;
    if (faceB.count > 0) {
      n = this.#clip(n, faceB, SAME * size);
      if (n === 0) return false;
      const area = areaOf(this.#p, n);
      this.ofA = area >= WHOLE * whole ? 1 : area >= WHOLE * towardsB * areaOfFace(faceB) ? 0 : 0.5;
    }
    n = this.#dedupe(n, size);
    this.count = n;
    const { vertices } = this;
    for (let m = 0; m < 2 * n; m++) vertices[m] = this.#p[m];
    return n > 0;
  }

  #project(f: Face, m: number, at: number): void {
    const { frame } = this;
    const p = this.#p;
    p[2 * at] = dot3(f.points, 3 * m, frame, 3);
    p[2 * at + 1] = dot3(f.points, 3 * m, frame, 6);
  }

  /** Clips the n corners in `p` by face f, seen along n counter-clockwise (Sutherland & Hodgman 1974). */
  #clip(n: number, f: Face, tolerance: number): number {
    const { frame } = this;
    let p = this.#p;
    let q = this.#q;
    // A segment has two ends besides its two sides.
    const sides = f.count === 2 ? 4 : f.count;
    for (let k = 0; k < sides && n > 0; k++) {
      const i = 3 * (k % f.count);
      const j = 3 * ((k + 1) % f.count);
      const u = dot3(f.points, i, frame, 3);
      const w = dot3(f.points, i, frame, 6);
      const su = dot3(f.points, j, frame, 3) - u;
      const sw = dot3(f.points, j, frame, 6) - w;
      const du = k < f.count ? su : sw;
      const dw = k < f.count ? sw : -su;
      const length = Math.sqrt(du * du + dw * dw);
      if (!(length > tolerance)) continue;
      let m = 0;
      let pu = p[2 * n - 2];
      let pw = p[2 * n - 1];
      // Positive: inside.
      let before = (du * (pw - w) - dw * (pu - u)) / length;
      if (before > -tolerance && before < tolerance) before = 0;
      for (let c = 0; c < n; c++) {
        const qu = p[2 * c];
        const qw = p[2 * c + 1];
        let here = (du * (qw - w) - dw * (qu - u)) / length;
        if (here > -tolerance && here < tolerance) here = 0;
        if ((here > 0 && before < 0) || (here < 0 && before > 0)) {
          const t = before / (before - here);
          q[2 * m] = pu + t * (qu - pu);
          q[2 * m + 1] = pw + t * (qw - pw);
          m++;
        }
        if (here >= 0) {
          q[2 * m] = qu;
          q[2 * m + 1] = qw;
          m++;
        }
        pu = qu;
        pw = qw;
        before = here;
      }
      const swap = p;
      p = q;
      q = swap;
      n = m;
    }
    this.#p = p;
    this.#q = q;
    return n;
  }

  /** Leaves out corners that are one with the one before. */
  #dedupe(n: number, size: number): number {
    const p = this.#p;
    const least = SAME * SAME * size * size * 100;
    let m = 0;
    for (let k = 0; k < n; k++) {
      if (m > 0) {
        const du = p[2 * k] - p[2 * m - 2];
        const dw = p[2 * k + 1] - p[2 * m - 1];
        if (du * du + dw * dw < least) continue;
      }
      p[2 * m] = p[2 * k];
      p[2 * m + 1] = p[2 * k + 1];
      m++;
    }
    while (m > 1) {
      const du = p[0] - p[2 * m - 2];
      const dw = p[1] - p[2 * m - 1];
      if (!(du * du + dw * dw < least)) break;
      m--;
    }
    return m;
  }

  /**
   * Turns the frame to the region's principal axes (u the longer one) about its centroid; returns the region's width.
   * Sets `area`.
   */
  protected width(): number {
    const { vertices: v, frame, count } = this;
    // About the first corner, as a fan of triangles.
    let area = 0;
    let cu = 0;
    let cw = 0;
    for (let m = 1; m + 1 < count; m++) {
      const au = v[2 * m] - v[0];
      const aw = v[2 * m + 1] - v[1];
      const bu = v[2 * m + 2] - v[0];
      const bw = v[2 * m + 3] - v[1];
      const twice = au * bw - aw * bu;
      area += twice;
      cu += twice * (au + bu);
      cw += twice * (aw + bw);
    }
    const isFull = area > 0;
    cu = isFull ? v[0] + cu / (3 * area) : 0;
    cw = isFull ? v[1] + cw / (3 * area) : 0;
    for (let m = 0; m < count && !isFull; m++) {
      cu += v[2 * m] / count;
      cw += v[2 * m + 1] / count;
    }
    this.area = isFull ? 0.5 * area : 0;
    let xx = 0;
    let xy = 0;
    let yy = 0;
    for (let m = 0; m < count; m++) {
      const n = m + 1 < count ? m + 1 : 0;
      const au = v[2 * m] - cu;
      const aw = v[2 * m + 1] - cw;
      const bu = v[2 * n] - cu;
      const bw = v[2 * n + 1] - cw;
      const weight = isFull ? au * bw - aw * bu : 1;
      xx += weight * (au * au + au * bu + bu * bu);
      xy += weight * (au * aw + bu * bw + 0.5 * (au * bw + bu * aw));
      yy += weight * (aw * aw + aw * bw + bw * bw);
    }
    const half = 0.5 * (xx - yy);
    const root = Math.sqrt(half * half + xy * xy);
    let c = 1;
    let s = 0;
    if (root > 1e-9 * (xx + yy)) {
      c = root + Math.abs(half);
      s = xy;
      const l = 1 / Math.sqrt(c * c + s * s);
      c *= l;
      s *= l;
      if (half < 0) {
        const t = c;
        c = s < 0 ? -s : s;
        s = s < 0 ? -t : t;
      }
    }
    let low = Infinity;
    let high = -Infinity;
    for (let m = 0; m < count; m++) {
      const u = v[2 * m] - cu;
      const w = v[2 * m + 1] - cw;
      v[2 * m] = c * u + s * w;
      v[2 * m + 1] = c * w - s * u;
      low = Math.min(low, v[2 * m + 1]);
      high = Math.max(high, v[2 * m + 1]);
    }
    for (let m = 0; m < 3; m++) {
      const u = frame[3 + m];
      const w = frame[6 + m];
      this.center[m] = cu * u + cw * w;
      frame[3 + m] = c * u + s * w;
      frame[6 + m] = c * w - s * u;
    }
    this.measured = true;
    return high - low;
  }

  /** In place of what is there: the polygon of `n` corners at p[0…], pairs along the axes at u[0…] and u[3…]. */
  protected setCorners(u: Float64Array, p: Float64Array, n: number): void {
    for (let m = 0; m < 6; m++) this.frame[3 + m] = u[m];
    this.#reserve(n + 8);
    this.count = n;
    for (let m = 0; m < 2 * n; m++) this.vertices[m] = p[m];
    this.width();
  }

  /** Whether the region is all of a face that is seen at an angle of cosine `towards`. */
  protected isAllOf(face: Face, towards: number): boolean {
    return this.area >= WHOLE * towards * areaOfFace(face);
  }

  /** Cuts off where s[at] + s[at+1] u + s[at+2] w is negative. False: nothing would be left, and all of it stays. */
  keepWhere(s: Float64Array, at: number): boolean {
    const { vertices: v, count } = this;
    const q = this.#q;
    let n = 0;
    let pu = v[2 * count - 2];
    let pw = v[2 * count - 1];
    let before = s[at] + s[at + 1] * pu + s[at + 2] * pw;
    for (let m = 0; m < 2 * count; m += 2) {
      const here = s[at] + s[at + 1] * v[m] + s[at + 2] * v[m + 1];
      if (here < 0 !== before < 0) {
        const t = before / (before - here);
        q[n++] = pu + t * (v[m] - pu);
        q[n++] = pw + t * (v[m + 1] - pw);
      }
      pu = v[m];
      pw = v[m + 1];
      before = here;
      if (here < 0) continue;
      q[n++] = pu;
      q[n++] = pw;
    }
    if (n < 6) return false;
    for (let m = 0; m < n; m++) v[m] = q[m];
    this.count = n / 2;
    this.area = areaOf(v, this.count);
    return true;
  }

  /** A region of one point: the centre. */
  protected setToCenter(): void {
    this.count = 1;
    this.vertices[0] = this.vertices[1] = 0;
    this.area = 0;
    this.ofA = 0.5;
  }

  /** u and w at right angles to the n of the frame: u from the axis that n is least along. */
  protected completeFrame(): void {
    const { frame } = this;
    const ax = Math.abs(frame[0]);
    const ay = Math.abs(frame[1]);
    const az = Math.abs(frame[2]);
    const k = ax <= ay && ax <= az ? 0 : ay <= az ? 1 : 2;
    const along = frame[k];
    const l = 1 / Math.sqrt(1 - along * along);
    for (let m = 0; m < 3; m++) frame[3 + m] = ((m === k ? 1 : 0) - along * frame[m]) * l;
    crossInto(frame);
  }

  #reserve(n: number): void {
    if (2 * n <= this.#p.length) return;
    this.#p = new Float64Array(4 * n);
    this.#q = new Float64Array(4 * n);
    this.vertices = new Float64Array(4 * n);
  }
}

/** w = n × u. */
function crossInto(f: Float64Array): void {
  f[6] = f[1] * f[5] - f[2] * f[4];
  f[7] = f[2] * f[3] - f[0] * f[5];
  f[8] = f[0] * f[4] - f[1] * f[3];
}

function dot3(a: Float64Array, i: number, b: Float64Array, j: number): number {
  return a[i] * b[j] + a[i + 1] * b[j + 1] + a[i + 2] * b[j + 2];
}

function areaOf(p: Float64Array, n: number): number {
  let sum = 0;
  for (let k = 0; k < n; k++) {
    const j = k + 1 < n ? k + 1 : 0;
    sum += p[2 * k] * p[2 * j + 1] - p[2 * j] * p[2 * k + 1];
  }
  return 0.5 * sum;
}
