// Where a ray enters an axis-aligned box (min x, y, z, max x, y, z from index `at`).

/** The rounding of a slab test, bounded: 1 + 2γ₃ with γₙ = nu/(1 − nu), u = 2⁻⁵³ (PBRT 4th ed., §6.1.2). */
const SLAB_SLACK = 1 + 2 * ((3 * 2 ** -53) / (1 - 3 * 2 ** -53));

/**
 * Where the ray o + t d enters the box, if at some t in [0, limit]; else −1. inverse is 1/d per axis, ±Infinity where
 * d = 0. Conservative: a ray that touches the box is never reported as missing it. Monotone in the box: a ray that
 * enters a box enters every box around it no later, so that a tree and a plain list answer alike.
 */
export function enterBox(
  b: Float64Array,
  at: number,
  ox: number,
  oy: number,
  oz: number,
  inverseX: number,
  inverseY: number,
  inverseZ: number,
  limit: number,
): number {
  let near = 0;
  let far = limit;
  // An axis along which the ray does not move has no crossing times, 0 · ∞ being NaN: only the origin counts there.
  if (inverseX === Infinity || inverseX === -Infinity) {
    if (!(ox >= b[at] && ox <= b[at + 3])) return -1;
  } else {
    const t0 = (b[at + (inverseX < 0 ? 3 : 0)] - ox) * inverseX;
    const t1 = (b[at + (inverseX < 0 ? 0 : 3)] - ox) * inverseX * SLAB_SLACK;
    if (t0 > near) near = t0;
    if (t1 < far) far = t1;
  }
  if (inverseY === Infinity || inverseY === -Infinity) {
    if (!(oy >= b[at + 1] && oy <= b[at + 4])) return -1;
  } else {
    const t0 = (b[at + (inverseY < 0 ? 4 : 1)] - oy) * inverseY;
    const t1 = (b[at + (inverseY < 0 ? 1 : 4)] - oy) * inverseY * SLAB_SLACK;
    if (t0 > near) near = t0;
    if (t1 < far) far = t1;
  }
  if (inverseZ === Infinity || inverseZ === -Infinity) {
    if (!(oz >= b[at + 2] && oz <= b[at + 5])) return -1;
  } else {
    const t0 = (b[at + (inverseZ < 0 ? 5 : 2)] - oz) * inverseZ;
    const t1 = (b[at + (inverseZ < 0 ? 2 : 5)] - oz) * inverseZ * SLAB_SLACK;
    if (t0 > near) near = t0;
    if (t1 < far) far = t1;
  }
  return near <= far ? near : -1;
}
