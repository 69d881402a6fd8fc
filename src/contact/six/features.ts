// Two features of polyhedra that touch: a vertex and the plane of a face, or the lines of two edges.
//
// How far they are apart is a smooth function φ of the poses of their bodies, and stays one where the vertex leaves the
// face or the edges no longer cross: so a contact that comes about only at the end of a step has rows at its start.
//   vertex x on the plane through p with the normal n, which turns with the face:   φ = n·(x - p)
//   edges u and w, through p and q:                                                 φ = n·(p - q),  n = u×w/|u×w|
// n points from B to A. In both cases ∂φ is the velocity of A against B along n, at x or at the point of one line that
// is next to the other. Verified in test/contact/six-features.test.ts.

import { B_CENTER, B_ROTATION, BODY_STRIDE } from '../../bodies/layout.js';
import { rotateInto, turnByCayley } from '../../math/quaternion.js';
import { S_LINE_A, S_LINE_B, S_SPOT_A, S_SPOT_B } from './layout.js';

/** A's vertex on B's face; B's vertex on A's; an edge of each. */
export const VERTEX_OF_A = 1;
export const VERTEX_OF_B = 2;
export const EDGES = 3;

/** Edges more parallel than this (sine²) have no normal. */
const PARALLEL = 1e-8;

/** Where `FeatureGap.at` looks: centre and rotation of A, and of B. */
export const PLACES = 14;

/** Writes to out[i…] the pose of a body after t seconds at its velocity, as the step will move it: a slot of d and v. */
export function placeAfter(
  out: Float64Array,
  i: number,
  d: Float64Array,
  v: Float64Array,
  slot: number,
  t: number,
): void {
  const p = slot * BODY_STRIDE;
  for (let m = 0; m < 3; m++) out[i + m] = d[p + B_CENTER + m] + (t === 0 ? 0 : t * v[6 * slot + m]);
  for (let m = 0; m < 4; m++) out[i + 3 + m] = d[p + B_ROTATION + m];
  if (t !== 0) turnByCayley(out, i + 3, v, 6 * slot + 3, t);
}

export class FeatureGap {
  /** φ (m), n, and the contact's point from the centres of A and of B: after `at`. */
  gap = 0;
  /** How far the crossing of two edges has moved along either, in their lengths. */
  beyond = 0;
  readonly normal = new Float64Array(3);
  readonly arms = new Float64Array(6);
  readonly #x = new Float64Array(12);

  /** Measures the features of the given kind at f[o…], their bodies at place[0…]; false: edges that are parallel. */
  at(f: Float64Array, o: number, kind: number, place: Float64Array): boolean {
    const { normal: n, arms } = this;
    const x = this.#x;
    rotateInto(x, 0, place, 3, f, o + S_SPOT_A);
    rotateInto(x, 3, place, 10, f, o + S_SPOT_B);
    if (kind !== VERTEX_OF_A) rotateInto(x, 6, place, 3, f, o + S_LINE_A);
    if (kind !== VERTEX_OF_B) rotateInto(x, 9, place, 10, f, o + S_LINE_B);
    // From B's point to A's.
    const dx = place[0] - place[7] + (x[0] - x[3]);
    const dy = place[1] - place[8] + (x[1] - x[4]);
    const dz = place[2] - place[9] + (x[2] - x[5]);
    let along = 0;
    this.beyond = 0;
    if (kind === EDGES) {
      n[0] = x[7] * x[11] - x[8] * x[10];
      n[1] = x[8] * x[9] - x[6] * x[11];
      n[2] = x[6] * x[10] - x[7] * x[9];
      const square = n[0] * n[0] + n[1] * n[1] + n[2] * n[2];
      const lengths = (x[6] * x[6] + x[7] * x[7] + x[8] * x[8]) * (x[9] * x[9] + x[10] * x[10] + x[11] * x[11]);
      if (!(square > PARALLEL * lengths)) return false;
      // On A's line, next to B's: p + s u, s = -(d×w)·(u×w)/|u×w|².
      along =
        -((dy * x[11] - dz * x[10]) * n[0] + (dz * x[9] - dx * x[11]) * n[1] + (dx * x[10] - dy * x[9]) * n[2]) /
        square;
      const other =
        ((dy * x[8] - dz * x[7]) * n[0] + (dz * x[6] - dx * x[8]) * n[1] + (dx * x[7] - dy * x[6]) * n[2]) / square;
      this.beyond = Math.max(Math.abs(along), Math.abs(other));
      const k = 1 / Math.sqrt(square);
      for (let m = 0; m < 3; m++) n[m] *= k;
    } else for (let m = 0; m < 3; m++) n[m] = x[(kind === VERTEX_OF_A ? 9 : 6) + m];
    this.gap = n[0] * dx + n[1] * dy + n[2] * dz;
    for (let m = 0; m < 3; m++) {
      const apart = place[m] - place[7 + m];
      if (kind === VERTEX_OF_B) {
        arms[m] = x[3 + m] - apart;
        arms[3 + m] = x[3 + m];
      } else {
        arms[m] = x[m] + along * (kind === EDGES ? x[6 + m] : 0);
        arms[3 + m] = arms[m] + apart;
      }
    }
    return true;
  }
}
