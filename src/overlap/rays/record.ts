// From sums in the frame to a record of the contract: central moments, turned to the world.

import { rotateSymmetric } from '../../math/symmetric3.js';
import type { OverlapBuffer } from '../overlap.js';
import { OV_AREA_VECTOR, OV_CENTER, OV_FACE_NORMAL, OV_MOMENT, OV_STRIDE, OV_TURN, OV_VOLUME } from '../overlap.js';
import type { RayFrame } from './frame.js';
import { grownFloat } from './hits.js';

/** V, ∫x, ∫xxᵀ, g, turn, all about the reference point in the frame. */
export const TOTAL_STRIDE = 16;

export function writeRecord(
  out: OverlapBuffer,
  k: number,
  totals: Float64Array,
  t: number,
  reference: Float64Array,
  frame: RayFrame,
): void {
  const o = OV_STRIDE * k;
  if (o + OV_STRIDE > out.records.length) out.records = grownFloat(out.records, 2 * (o + OV_STRIDE));
  const r = out.records;
  const m = frame.rotation;
  const v = totals[t];
  const inverse = v > 0 ? 1 / v : 0;
  const cx = totals[t + 1] * inverse;
  const cy = totals[t + 2] * inverse;
  const cz = totals[t + 3] * inverse;
  r[o + OV_VOLUME] = v;
  rotateInto(r, o + OV_CENTER, m, cx + reference[0], cy + reference[1], cz + reference[2]);
  r[o + OV_CENTER] += frame.origin[0];
  r[o + OV_CENTER + 1] += frame.origin[1];
  r[o + OV_CENTER + 2] += frame.origin[2];
  // Rounding may leave a thin overlap with a negative variance.
  r[o + OV_MOMENT] = Math.max(0, totals[t + 4] - v * cx * cx);
  r[o + OV_MOMENT + 1] = totals[t + 5] - v * cx * cy;
  r[o + OV_MOMENT + 2] = totals[t + 6] - v * cx * cz;
  r[o + OV_MOMENT + 3] = Math.max(0, totals[t + 7] - v * cy * cy);
  r[o + OV_MOMENT + 4] = totals[t + 8] - v * cy * cz;
  r[o + OV_MOMENT + 5] = Math.max(0, totals[t + 9] - v * cz * cz);
  rotateSymmetric(r, o + OV_MOMENT, m, 0, r, o + OV_MOMENT);
  const gx = totals[t + 10];
  const gy = totals[t + 11];
  const gz = totals[t + 12];
  rotateInto(r, o + OV_AREA_VECTOR, m, gx, gy, gz);
  // From the reference to the centre: ∫(x-c)×n = ∫x×n - c×g.
  const tx = totals[t + 13] - (cy * gz - cz * gy);
  const ty = totals[t + 14] - (cz * gx - cx * gz);
  const tz = totals[t + 15] - (cx * gy - cy * gx);
  rotateInto(r, o + OV_TURN, m, tx, ty, tz);
  r[o + OV_FACE_NORMAL] = r[o + OV_FACE_NORMAL + 1] = r[o + OV_FACE_NORMAL + 2] = 0;
  r[o + OV_STRIDE - 1] = 0;
}

function rotateInto(out: Float64Array, o: number, m: Float64Array, x: number, y: number, z: number): void {
  out[o] = m[0] * x + m[1] * y + m[2] * z;
  out[o + 1] = m[3] * x + m[4] * y + m[5] * z;
  out[o + 2] = m[6] * x + m[7] * y + m[8] * z;
}
