// The points at which the features of two polyhedra meet, and which of them are worth a contact: feature-finder.ts.
//
// Verified in test/contact/six-features.test.ts.

import { CP_NORMAL, CP_ON_A, CP_ON_B, CP_SEPARATION, CP_STRIDE, PointBuffer } from '../../distance/buffer.js';
import { PointGenerator } from '../../distance/points.js';
import { rotateInto, unrotateInto } from '../../math/quaternion.js';
import type { ConcaveParts } from '../../shapes/kind.js';
import type { SimpleShape } from '../../shapes/shape.js';
import { EDGES, FeatureGap, PLACES, VERTEX_OF_A, VERTEX_OF_B } from './features.js';
import { S_LINE_A, S_LINE_B, S_SPOT_A, S_SPOT_B, SIX_STRIDE } from './layout.js';
import { ALIKE_ROWS, COME_THROUGH, CROSSING, MOST_FEATURES } from './tolerances.js';

export class FeaturePoints {
  readonly points = new PointBuffer();
  /** Where the bodies are when the points were found: set by the caller. */
  readonly there = new Float64Array(PLACES);
  /** The features of the point in hand, as in a contact's record; their kind: after `describe`. */
  readonly record = new Float64Array(SIX_STRIDE);
  kind = 0;
  /** By point: its gap at the end of the step, Infinity once that is dealt with. The points picked so far. */
  ends = new Float64Array(16);
  readonly #start = new FeatureGap();
  readonly #generator: PointGenerator;
  readonly #picked = new Int32Array(MOST_FEATURES);
  #pickedCount = 0;
  readonly #v = new Float64Array(6);

  constructor(concave: ConcaveParts) {
    this.#generator = new PointGenerator(concave);
  }

  /** Finds the points of parts at `poses` that are within `reach` of each other and no deeper than `deepest`. */
  find(sa: SimpleShape, sb: SimpleShape, poses: Float64Array, reach: number, deepest: number): number {
    this.#generator.concave!.deepest = deepest;
    this.#generator.generate(sa, poses, 0, sb, poses, 7, reach, this.points);
    if (this.points.count > this.ends.length) this.ends = new Float64Array(2 * this.points.count);
    this.#pickedCount = 0;
    return this.points.count;
  }

  /**
   * Drops what the bodies have not come through: what was deep already by these features when the bodies were at
   * `before` and their parts at `poses`, and yet lay in the other part by much less than that. A vertex that
   * grazes a face which its own edges do not admit is given another, however far behind that it lies; an edge whose end
   * grazes a face crosses an edge at the far side of it.
   */
  dropBeside(sa: SimpleShape, sb: SimpleShape, before: Float64Array, poses: Float64Array, least: number): void {
    const { points, record } = this;
    const { arms } = this.#start;
    let count = 0;
    for (let k = 0; k < points.count; k++) {
      let isBeside = false;
      if (points.data[k * CP_STRIDE + CP_SEPARATION] < -least) {
        this.describe(k);
        if (this.#start.at(record, 0, this.kind, before) && this.#start.gap < -least) {
          const isOfB = this.kind === VERTEX_OF_B;
          const { concave } = this.#generator;
          const x = before[0] + arms[0];
          const y = before[1] + arms[1];
          const z = before[2] + arms[2];
          const away = concave!.distanceFrom(isOfB ? sa : sb, poses, isOfB ? 0 : 7, x, y, z, least);
          isBeside = away > COME_THROUGH * (this.#start.gap + least);
        }
      }
      if (!isBeside) points.move(k, count++);
    }
    points.count = count;
  }

  /**
   * Distance of the vertex of the contact at f[o…], of the given kind, from the other part, while the bodies are at
   * `there` and their parts at `poses`; Infinity: far away.
   */
  distanceOf(
    f: Float64Array,
    o: number,
    kind: number,
    sa: SimpleShape,
    sb: SimpleShape,
    poses: Float64Array,
    limit: number,
  ): number {
    const { there } = this;
    const v = this.#v;
    const isOfA = kind === VERTEX_OF_A;
    const at = isOfA ? 0 : 7;
    rotateInto(v, 0, there, at + 3, f, o + (isOfA ? S_SPOT_A : S_SPOT_B));
    for (let m = 0; m < 3; m++) v[m] += there[at + m];
    return this.#generator.concave!.distanceFrom(isOfA ? sb : sa, poses, 7 - at, v[0], v[1], v[2], limit);
  }

  isDeeper(most: number): boolean {
    const { points } = this;
    for (let k = 0; k < points.count; k++) if (points.data[k * CP_STRIDE + CP_SEPARATION] < -most) return true;
    return false;
  }

  /**
   * Picks the point with the least gap at the end of the step, less than `most`, whose row differs from those of all
   * points picked before; -1: there is none. Rows alike say the same to first order, and where they do not in the end
   * another look finds it: where surfaces conform, hundreds of points are near, and no more than six determine how
   * bodies move.
   */
  worst(small: number, most: number): number {
    const { ends, points } = this;
    const picked = this.#picked;
    while (this.#pickedCount < MOST_FEATURES) {
      let k = -1;
      let least = most;
      for (let n = 0; n < points.count; n++)
        if (ends[n] < least) {
          least = ends[n];
          k = n;
        }
      if (k < 0) return -1;
      ends[k] = Infinity;
      let isNew = true;
      for (let n = 0; n < this.#pickedCount && isNew; n++) isNew = !this.#areAlike(k, picked[n], small);
      if (!isNew) continue;
      picked[this.#pickedCount++] = k;
      return k;
    }
    return -1;
  }

  /** Whether the rows of points k and j differ by less than some degrees, or by as little in their torque. */
  #areAlike(k: number, j: number, small: number): boolean {
    const p = this.points.data;
    const x = k * CP_STRIDE;
    const y = j * CP_STRIDE;
    let off = 0;
    for (let m = 0; m < 3; m++) {
      const m1 = (m + 1) % 3;
      const m2 = (m + 2) % 3;
      const n = p[x + CP_NORMAL + m] - p[y + CP_NORMAL + m];
      const torque =
        (p[x + CP_ON_A + m1] - p[y + CP_ON_A + m1]) * p[x + CP_NORMAL + m2] -
        (p[x + CP_ON_A + m2] - p[y + CP_ON_A + m2]) * p[x + CP_NORMAL + m1];
      off += n * n + (torque * torque) / (small * small);
    }
    return off < ALIKE_ROWS * ALIKE_ROWS;
  }

  /** The features of point k, found with the bodies at `there`. */
  describe(k: number): void {
    const { points, there, record: r } = this;
    const v = this.#v;
    const p = points.data;
    const at = k * CP_STRIDE;
    for (let side = 0; side < 2; side++) {
      const on = at + (side === 0 ? CP_ON_A : CP_ON_B);
      const spot = side === 0 ? S_SPOT_A : S_SPOT_B;
      const q = 7 * side;
      for (let m = 0; m < 3; m++) v[m] = p[on + m] + (points.origin[m] - there[q + m]);
      unrotateInto(r, spot, there, q + 3, v, 0);
    }
    const e = 6 * k;
    const { edges } = points;
    const first = Math.sqrt(square(edges, e));
    const second = Math.sqrt(square(edges, e + 3));
    if (first > 0 && second > 0) {
      for (let m = 0; m < 3; m++) {
        v[m] = edges[e + m];
        v[3 + m] = edges[e + 3 + m];
      }
      const along =
        (v[1] * v[5] - v[2] * v[4]) * p[at + CP_NORMAL] +
        (v[2] * v[3] - v[0] * v[5]) * p[at + CP_NORMAL + 1] +
        (v[0] * v[4] - v[1] * v[3]) * p[at + CP_NORMAL + 2];
      if (along < 0) for (let m = 0; m < 3; m++) v[m] = -v[m];
      // Where edges are nearly parallel their crossing runs away: there it stays on A, and the normal on B.
      if (Math.abs(along) > CROSSING * first * second) {
        this.kind = EDGES;
        unrotateInto(r, S_LINE_A, there, 3, v, 0);
        unrotateInto(r, S_LINE_B, there, 10, v, 3);
        return;
      }
    }
    this.kind = points.ids[k] >>> 30 === 1 ? VERTEX_OF_B : VERTEX_OF_A;
    const isOfA = this.kind === VERTEX_OF_A;
    unrotateInto(r, isOfA ? S_LINE_B : S_LINE_A, there, isOfA ? 10 : 3, p, at + CP_NORMAL);
  }
}

function square(v: Float64Array, i: number): number {
  return v[i] * v[i] + v[i + 1] * v[i + 1] + v[i + 2] * v[i + 2];
}
