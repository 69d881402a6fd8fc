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
/** Places on the way to a corner that are looked at, and how often the lowest is looked for between its neighbours. */
const STATIONS = 16;
const NEARER = 3;

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
  if (q[o + Q_IMPLICIT] === 0) return;
  const isRound = q[o + Q_FLAT_U] === 0 && q[o + Q_FLAT_W] === 0;
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
    bu = midU + INWARD * (bu - midU) - u;
    bw = midW + INWARD * (bw - midW) - w;
    const share = firstToTouch(found, u, w, bu, bw, isRound, heights);
    if (!(share > 0)) continue;
    bu = u + share * bu;
    bw = w + share * bw;
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

/**
 * What touches first, as the body tilts about (u, w), on the way from there by (du, dw) to a corner: where gap over way
 * is least. A face touches with its corner; a ring with its far side, which is no corner of anything. Returns the share
 * of the way. `isRound`: only where the gap has fallen again, since what is round rolls on what lies next to it.
 */
function firstToTouch(
  { field }: Found,
  u: number,
  w: number,
  du: number,
  dw: number,
  isRound: boolean,
  heights: Float64Array,
): number {
  const gapAt = (share: number) =>
    field.sample(u + share * du, w + share * dw, heights) ? heights[0] - heights[1] : Infinity;
  let best = 0;
  let least = Infinity;
  let highest = -Infinity;
  for (let k = 1; k <= STATIONS; k++) {
    const gap = gapAt(k / STATIONS);
    if (gap < Infinity && gap > highest) highest = gap;
    if (isRound && !(gap < highest)) continue;
    // A little outward of two alike.
    const slope = gap < 0 ? gap * (STATIONS / k) : gap / k;
    if (!(slope <= least)) continue;
    least = slope;
    best = k / STATIONS;
  }
  if (best === 0 || best === 1) return best;
  for (let k = 0, step = 0.5 / STATIONS; k < NEARER; k++, step *= 0.5) {
    const here = gapAt(best) / best;
    if (gapAt(best + step) / (best + step) < here) best += step;
    else if (gapAt(best - step) / (best - step) < here) best -= step;
  }
  return best;
}
