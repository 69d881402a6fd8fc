// How a patch spreads about its centre: what the arm of spinning friction is made of (contact/six/split-visit.ts).

import { KEPT_OUTLINE, KEPT_STRIDE } from './layout.js';
import type { PatchBuffer } from './patch.js';

/** Centre (u, w), variance along u and w, and from the centre to the ends: left, right, low, high. */
export const SPREAD = 8;

/** Writes the spread of patch k to out[at…]. */
export function writeSpread(patches: PatchBuffer, k: number, out: Float64Array, at: number): void {
  const { records, vertices: v, outlineStart, outlineCount } = patches;
  const start = outlineStart[k];
  let left = v[start];
  let right = left;
  let low = v[start + 1];
  let high = low;
  for (let n = start + 2, end = start + 2 * outlineCount[k]; n < end; n += 2) {
    const u = v[n];
    const w = v[n + 1];
    if (u < left) left = u;
    else if (u > right) right = u;
    if (w < low) low = w;
    else if (w > high) high = w;
  }
  const m = k * KEPT_STRIDE + KEPT_OUTLINE;
  const area = records[m];
  // A line has no area: all of it lies along u or w, evenly.
  const cu = area > 0 ? records[m + 1] : 0.5 * (left + right);
  const cw = area > 0 ? records[m + 2] : 0.5 * (low + high);
  out[at] = cu;
  out[at + 1] = cw;
  out[at + 2] = area > 0 ? records[m + 3] / area : (right - left) * (right - left) * (1 / 12);
  out[at + 3] = area > 0 ? records[m + 5] / area : (high - low) * (high - low) * (1 / 12);
  out[at + 4] = left - cu;
  out[at + 5] = right - cu;
  out[at + 6] = low - cw;
  out[at + 7] = high - cw;
}
