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

export class ContactFrame {
  private readonly rotation = new Float64Array(9);

  /**
   * Origin (3) and frame (9) of component c of an overlap of shapes sa and sb at the poses moved[0…] and moved[7…];
   * false where it has no direction.
   */
  take(
    origin: Float64Array,
    f: Float64Array,
    buffer: OverlapBuffer,
    c: number,
    moved: Float64Array,
    sa: SimpleShape,
    sb: SimpleShape,
  ): boolean {
    const m = this.rotation;
    const r = buffer.records;
    const o = c * OV_STRIDE;
    for (let k = 0; k < 3; k++) {
      origin[k] = buffer.origin[k] + r[o + OV_CENTER + k];
      f[k] = r[o + OV_FACE_NORMAL + k];
    }
    if (!(f[0] * f[0] + f[1] * f[1] + f[2] * f[2] > 0.5)) {
      const g = o + OV_AREA_VECTOR;
      const size = Math.sqrt(r[g] * r[g] + r[g + 1] * r[g + 1] + r[g + 2] * r[g + 2]);
      if (!(size > 0)) return false;
      for (let k = 0; k < 3; k++) f[k] = -r[g + k] / size;
    }
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
