// Corners that a flat contact may come to bear on within the step.

import { OV_CENTER, OV_STRIDE } from '../../overlap/overlap.js';
import type { Found } from './contact-record.js';
import {
  GUARD_COUNT,
  GUARD_GAP,
  GUARD_STRIDE,
  GUARD_U,
  GUARD_W,
  Q_FLAT_U,
  Q_FLAT_W,
  Q_GUARDS,
  Q_IMPLICIT,
} from './layout.js';

/** Corners are looked at a little inside of where they are: a ray beside a body sees nothing. */
const INWARD = 0.98;

/**
 * The outermost points, on the diagonals, of all that may touch within the step and does not bear as the contact was
 * solved. A body that rocks comes down on them, and the tangent of what bears knows nothing of that.
 */
export function placeGuards(
  q: Float64Array,
  o: number,
  found: Found,
  component: number,
  u: number,
  w: number,
  x: number,
  y: number,
  heights: Float64Array,
): void {
  for (let g = 0; g < GUARD_COUNT; g++) q[o + Q_GUARDS + GUARD_STRIDE * g + GUARD_GAP] = Infinity;
  if (q[o + Q_IMPLICIT] === 0 || (q[o + Q_FLAT_U] === 0 && q[o + Q_FLAT_W] === 0)) return;
  const { field, region, motion, h } = found;
  const { buffer } = found.search;
  const f = field.frame;
  const points = buffer.points;
  const center = component * OV_STRIDE + OV_CENTER;
  const r = buffer.records;
  const midU = 0.5 * (region.u0 + region.u1);
  const midW = 0.5 * (region.w0 + region.w1);
  for (let g = 0; g < GUARD_COUNT; g++) {
    const su = g < 2 ? 1 : -1;
    const sw = g % 2 === 0 ? 1 : -1;
    let best = -Infinity;
    let bu = 0;
    let bw = 0;
    for (let p = buffer.pointStart[component]; p < buffer.pointStart[component + 1]; p++) {
      const px = points[3 * p] - r[center];
      const py = points[3 * p + 1] - r[center + 1];
      const pz = points[3 * p + 2] - r[center + 2];
      const pu = px * f[3] + py * f[4] + pz * f[5];
      const pw = px * f[6] + py * f[7] + pz * f[8];
      const far = su * (pu - midU) + sw * (pw - midW);
      if (far <= best) continue;
      best = far;
      bu = pu;
      bw = pw;
    }
    bu = midU + INWARD * (bu - midU);
    bw = midW + INWARD * (bw - midW);
    if (!field.sample(bu, bw, heights)) continue;
    const { back } = motion;
    const gap = heights[0] - heights[1] - (back[0] + bw * back[1] - bu * back[2]);
    const closing = found.parted ? 0 : h * (motion.y[0] + bw * motion.y[1] - bu * motion.y[2]);
    if (!(gap + closing > 0)) continue;
    const at = o + Q_GUARDS + GUARD_STRIDE * g;
    q[at + GUARD_U] = x * (bu - u) + y * (bw - w);
    q[at + GUARD_W] = x * (bw - w) - y * (bu - u);
    q[at + GUARD_GAP] = gap;
  }
}
