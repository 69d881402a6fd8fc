// The nearest point of a cylinder's difference with a solid of flat faces (or a segment, or a point) to the origin,
// from a simplex of GJK that has found the right corners.
//
// GJK goes along a rim in ever smaller chords: 30 iterations, where the corners are known after five. But the
// difference of a cylinder and a polyhedron is that of its axis, which has corners only, widened by a disc. Every vertex
// of the simplex is then w = z + d, z one of those corners and d on the circle of the disc. With the corners of the
// simplex fixed and all of their plane, line or point allowed, what is left is the distance from a circle to that: y =
// Π(z₀ + d(θ)), Π across their differences, and f = ½|y|² is at its least where y·d' = 0, which Newton's method finds
// in a few steps. The answer counts if it lies between the corners, and if no point of the difference is nearer along
// it, which is what GJK ends by.
// Verified in test/distance/points-convex.test.ts.

import type { Gjk } from './gjk.js';
import type { Placed } from './placed.js';

const STEPS = 8;
/** A turn that Newton's method may take at once, and one that is none any more (its square is rounding). */
const FAR = 0.5;
const STILL = 1e-9;
/** Corners nearer than this, in sizes, are one. */
const SAME = 1e-9;

const FOUND = -1;
const NONE = -2;

export class RimStep {
  /** What was found: the difference nearest to the origin, and the cylinder's point of it. */
  readonly v = new Float64Array(3);
  readonly on = new Float64Array(3);
  /** Corners z of the simplex, each once, and how far along the axis the cylinder's part of it is. */
  readonly #z = new Float64Array(9);
  readonly #along = new Float64Array(3);
  /** Across the differences of corners: two unit vectors; d and the way along the rim. */
  readonly #g = new Float64Array(6);
  readonly #d = new Float64Array(3);
  readonly #t = new Float64Array(3);

  /**
   * From the `count` vertices of the simplex at s[0…] (gjk.ts), with their weights: `c` is the cylinder, `isFirst`
   * whether the difference is c less the other. False: there is no answer between these corners.
   */
  find(c: Placed, isFirst: boolean, { simplex: s, weights, count }: Gjk, stride: number, onA: number): boolean {
    const z = this.#z;
    const d = this.#d;
    const { r, hx: radius, size } = c;
    const ux = r[1];
    const uy = r[4];
    const uz = r[7];
    let corners = 0;
    d[0] = d[1] = d[2] = 0;
    for (let k = 0; k < count; k++) {
      const o = stride * k;
      const sign = isFirst ? 1 : -1;
      // The cylinder's point of the vertex, from its centre; then across its axis.
      let x = s[o + onA] - (isFirst ? 0 : s[o]) - c.x;
      let y = s[o + onA + 1] - (isFirst ? 0 : s[o + 1]) - c.y;
      let w = s[o + onA + 2] - (isFirst ? 0 : s[o + 2]) - c.z;
      const along = x * ux + y * uy + w * uz;
      x = sign * (x - along * ux);
      y = sign * (y - along * uy);
      w = sign * (w - along * uz);
      d[0] += weights[k] * x;
      d[1] += weights[k] * y;
      d[2] += weights[k] * w;
      x = s[o] - x;
      y = s[o + 1] - y;
      w = s[o + 2] - w;
      let isNew = true;
      for (let m = 0; m < corners; m++) {
        const e = Math.abs(x - z[3 * m]) + Math.abs(y - z[3 * m + 1]) + Math.abs(w - z[3 * m + 2]);
        if (e < SAME * size) isNew = false;
      }
      if (!isNew) continue;
      z[3 * corners] = x;
      z[3 * corners + 1] = y;
      z[3 * corners + 2] = w;
      this.#along[corners++] = along;
    }
    const length = Math.sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
    if (!(length > 0.1 * radius) || corners > 3) return false;
    for (let m = 0; m < 3; m++) d[m] *= radius / length;
    for (; corners > 0; corners--) {
      const beyond = this.#turn(c, corners, isFirst);
      if (beyond < 0) return beyond === FOUND;
      // The answer lies beyond the others, seen from this corner: without it.
      const h = this.#along;
      for (let m = 0; m < 3; m++) z[3 * beyond + m] = z[3 * corners - 3 + m];
      h[beyond] = h[corners - 1];
    }
    return false;
  }

  /** Takes d along the rim to where it is nearest: FOUND, NONE, or the corner that it is farthest beyond of. */
  #turn(c: Placed, corners: number, isFirst: boolean): number {
    const { v, on } = this;
    const z = this.#z;
    const g = this.#g;
    const d = this.#d;
    const t = this.#t;
    const { r, hx: radius, size } = c;
    g.fill(0);
    let first = 0;
    let across = 0;
    let along = 0;
    if (corners > 1) {
      for (let m = 0; m < 3; m++) g[m] = z[3 + m] - z[m];
      first = Math.sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]);
      for (let m = 0; m < 3; m++) g[m] /= first;
    }
    if (corners > 2) {
      for (let m = 0; m < 3; m++) g[3 + m] = z[6 + m] - z[m];
      along = g[0] * g[3] + g[1] * g[4] + g[2] * g[5];
      for (let m = 0; m < 3; m++) g[3 + m] -= along * g[m];
      across = Math.sqrt(g[3] * g[3] + g[4] * g[4] + g[5] * g[5]);
      if (!(across > SAME * size)) return NONE;
      for (let m = 0; m < 3; m++) g[3 + m] /= across;
    }
    let isStill = false;
    for (let step = 0; ; step++) {
      let a = 0;
      let b = 0;
      for (let m = 0; m < 3; m++) {
        v[m] = z[m] + d[m];
        a += v[m] * g[m];
        b += v[m] * g[3 + m];
      }
      for (let m = 0; m < 3; m++) v[m] -= a * g[m] + b * g[3 + m];
      if (isStill || step === STEPS) break;
      t[0] = r[4] * d[2] - r[7] * d[1];
      t[1] = r[7] * d[0] - r[1] * d[2];
      t[2] = r[1] * d[1] - r[4] * d[0];
      const ta = t[0] * g[0] + t[1] * g[1] + t[2] * g[2];
      const tb = t[0] * g[3] + t[1] * g[4] + t[2] * g[5];
      const bend = radius * radius - ta * ta - tb * tb - (v[0] * d[0] + v[1] * d[1] + v[2] * d[2]);
      if (!(bend > 0)) return NONE;
      const turn = -(v[0] * t[0] + v[1] * t[1] + v[2] * t[2]) / bend;
      if (!(Math.abs(turn) < FAR)) return NONE;
      const shrink = 1 / Math.sqrt(1 + turn * turn);
      for (let m = 0; m < 3; m++) d[m] = shrink * (d[m] + turn * t[m]);
      isStill = Math.abs(turn) < STILL;
    }
    if (!isStill) return NONE;
    // Where between the corners: v - d - z₀ = α (z₁ - z₀) + β (z₂ - z₀).
    let sa = 0;
    let sb = 0;
    for (let m = 0; m < 3; m++) {
      const e = v[m] - d[m] - z[m];
      sa += e * g[m];
      sb += e * g[3 + m];
    }
    const beta = corners > 2 ? sb / across : 0;
    const alpha = corners > 1 ? (sa - beta * along) / first : 0;
    const rest = 1 - alpha - beta;
    if (!(alpha >= 0 && beta >= 0 && rest >= 0)) return alpha < beta && alpha < rest ? 1 : beta < rest ? 2 : 0;
    if (corners > 1) this.#straighten(corners, r);
    const h = this.#along;
    let height = h[0];
    if (corners > 1) height += alpha * (h[1] - h[0]);
    if (corners > 2) height += beta * (h[2] - h[0]);
    const sign = isFirst ? 1 : -1;
    on[0] = c.x + height * r[1] + sign * d[0];
    on[1] = c.y + height * r[4] + sign * d[1];
    on[2] = c.z + height * r[7] + sign * d[2];
    return FOUND;
  }
  /**
   * v again, by what it is perpendicular to: corners' differences, and the rim between two. As a difference of places it
   * has lost as many digits as it is shorter than they are.
   */
  #straighten(corners: number, r: Float64Array): void {
    const { v } = this;
    const z = this.#z;
    const g = this.#g;
    const d = this.#d;
    const t = this.#t;
    if (corners > 2) for (let m = 0; m < 3; m++) t[m] = g[3 + m];
    else {
      t[0] = r[4] * d[2] - r[7] * d[1];
      t[1] = r[7] * d[0] - r[1] * d[2];
      t[2] = r[1] * d[1] - r[4] * d[0];
    }
    const x = g[1] * t[2] - g[2] * t[1];
    const y = g[2] * t[0] - g[0] * t[2];
    const w = g[0] * t[1] - g[1] * t[0];
    const square = x * x + y * y + w * w;
    if (!(square > SAME * (t[0] * t[0] + t[1] * t[1] + t[2] * t[2]))) return;
    const k = (x * (z[0] + d[0]) + y * (z[1] + d[1]) + w * (z[2] + d[2])) / square;
    v[0] = k * x;
    v[1] = k * y;
    v[2] = k * w;
  }
}
