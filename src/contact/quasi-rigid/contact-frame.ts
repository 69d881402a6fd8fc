// The frame n, u, w that an overlap is looked at in.

import { matrixFromQuaternion } from '../../math/quaternion.js';
import {
  OV_AREA_VECTOR,
  OV_CENTER,
  OV_FACE_NORMAL,
  OV_MOMENT,
  OV_STRIDE,
  type OverlapBuffer,
} from '../../overlap/overlap.js';
import type { SimpleShape } from '../../shapes/shape.js';
import { MOST_CONTACTS } from './overlap-search.js';

export class ContactFrame {
  readonly #rotation = new Float64Array(9);

  /** Origins and normals of shallow overlaps, which deep ones are looked at along. */
  readonly #seen = new Float64Array(6 * MOST_CONTACTS);
  #seenCount = 0;

  forget(): void {
    this.#seenCount = 0;
  }

  /**
   * Remembers the normals of the overlap at hand. That of two bodies as they are is shallow, and its normal the one of
   * the faces that meet. Where it is looked at what they may come to touch within the step, A is moved nearer, by up
   * to a fifth of its size; then flanks overlap too, and tilted the normal of a box on another by a tenth.
   */
  remember(buffer: OverlapBuffer): void {
    this.#seenCount = 0;
    const seen = this.#seen;
    for (let c = 0; c < buffer.count && this.#seenCount < MOST_CONTACTS; c++) {
      const o = 6 * this.#seenCount;
      if (!normalOf(seen, o + 3, buffer, c)) continue;
      for (let k = 0; k < 3; k++) seen[o + k] = buffer.origin[k] + buffer.records[c * OV_STRIDE + OV_CENTER + k];
      this.#seenCount++;
    }
  }

  /** The remembered normal whose overlap was nearest to the origin, into f; false without any. */
  #recall(f: Float64Array, origin: Float64Array): boolean {
    const seen = this.#seen;
    let least = Infinity;
    for (let n = 0; n < this.#seenCount; n++) {
      const x = origin[0] - seen[6 * n];
      const y = origin[1] - seen[6 * n + 1];
      const z = origin[2] - seen[6 * n + 2];
      const far = x * x + y * y + z * z;
      if (far >= least) continue;
      least = far;
      for (let k = 0; k < 3; k++) f[k] = seen[6 * n + 3 + k];
    }
    return this.#seenCount > 0;
  }

  /**
   * Origin (3) and frame (9) of component c of an overlap of shapes sa and sb at the poses moved[0…] and moved[7…];
   * false where it has no direction. `isDeep`: along a remembered normal.
   */
  take(
    origin: Float64Array,
    f: Float64Array,
    buffer: OverlapBuffer,
    c: number,
    moved: Float64Array,
    sa: SimpleShape,
    sb: SimpleShape,
    isDeep: boolean,
  ): boolean {
    const m = this.#rotation;
    const r = buffer.records;
    const o = c * OV_STRIDE;
    for (let k = 0; k < 3; k++) origin[k] = buffer.origin[k] + r[o + OV_CENTER + k];
    if (!(isDeep && this.#recall(f, origin)) && !normalOf(f, 0, buffer, c)) return false;
    // u along an axis of the shape that has some: the lattice of a box then lies along its edges.
    const at = isRound(sa) && !isRound(sb) ? 7 : 0;
    matrixFromQuaternion(m, 0, moved, at + 3);
    if (isRound(sa) && isRound(sb)) {
      m.fill(0);
      m[0] = 1;
      m[4] = 1;
      m[8] = 1;
    }
    let best = -1;
    let least = Infinity;
    for (let axis = 0; axis < 3; axis++) {
      const along = Math.abs(m[axis] * f[0] + m[3 + axis] * f[1] + m[6 + axis] * f[2]);
      if (along < least - 1e-9) {
        least = along;
        best = axis;
      }
    }
    complete(f, m[best], m[3 + best], m[6 + best]);
    turnToPrincipal(f, r, o + OV_MOMENT);
    return true;
  }
}

/** The normal of component c: that of the faces that meet, or against the vector of A's area in it. */
function normalOf(f: Float64Array, at: number, buffer: OverlapBuffer, c: number): boolean {
  const r = buffer.records;
  const o = c * OV_STRIDE;
  const n = o + OV_FACE_NORMAL;
  if (r[n] * r[n] + r[n + 1] * r[n + 1] + r[n + 2] * r[n + 2] > 0.5) {
    for (let k = 0; k < 3; k++) f[at + k] = r[n + k];
    return true;
  }
  const g = o + OV_AREA_VECTOR;
  const size = Math.sqrt(r[g] * r[g] + r[g + 1] * r[g + 1] + r[g + 2] * r[g + 2]);
  if (!(size > 0)) return false;
  for (let k = 0; k < 3; k++) f[at + k] = -r[g + k] / size;
  return true;
}

/** u as near to the vector as can be, w = n × u. */
function complete(f: Float64Array, x: number, y: number, z: number): void {
  const along = x * f[0] + y * f[1] + z * f[2];
  x -= along * f[0];
  y -= along * f[1];
  z -= along * f[2];
  const size = Math.sqrt(x * x + y * y + z * z);
  f[3] = x / size;
  f[4] = y / size;
  f[5] = z / size;
  f[6] = f[1] * f[5] - f[2] * f[4];
  f[7] = f[2] * f[3] - f[0] * f[5];
  f[8] = f[0] * f[4] - f[1] * f[3];
}

/** A long overlap is looked at along its length. */
function turnToPrincipal(f: Float64Array, r: Float64Array, m: number): void {
  const uu = quadratic(r, m, f, 3, 3);
  const uw = quadratic(r, m, f, 3, 6);
  const ww = quadratic(r, m, f, 6, 6);
  const half = 0.5 * (uu - ww);
  const root = Math.sqrt(half * half + uw * uw);
  const mean = 0.5 * (uu + ww);
  // Sides of 1 to 1.7: variances of 1 to 3.
  if (!(mean + root > 3 * (mean - root))) return;
  // Eigenvector of the larger: (half + root, uw), or, if that vanishes, (uw, root - half).
  const x = half >= 0 ? half + root : uw;
  const y = half >= 0 ? uw : root - half;
  complete(f, x * f[3] + y * f[6], x * f[4] + y * f[7], x * f[5] + y * f[8]);
}

function quadratic(r: Float64Array, m: number, f: Float64Array, i: number, j: number): number {
  return (
    f[i] * (r[m] * f[j] + r[m + 1] * f[j + 1] + r[m + 2] * f[j + 2]) +
    f[i + 1] * (r[m + 1] * f[j] + r[m + 3] * f[j + 1] + r[m + 4] * f[j + 2]) +
    f[i + 2] * (r[m + 2] * f[j] + r[m + 4] * f[j + 1] + r[m + 5] * f[j + 2])
  );
}

function isRound(shape: SimpleShape): boolean {
  return shape.type === 'sphere' || shape.type === 'half-space';
}
