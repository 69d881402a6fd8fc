// The part of a polygon where there is pressure, its moments, and the affine pressure with given moments (pressure.ts).

/** Clip the local polygon to a + bx x + by y ≥ 0 into `out`, its moments into `sums`. Returns its vertex count. */
export function clipPressed(
  local: Float64Array,
  n: number,
  a: number,
  bx: number,
  by: number,
  out: Float64Array,
  sums: Float64Array,
): number {
  let m = 0;
  let px = local[2 * n - 2];
  let py = local[2 * n - 1];
  let pv = a + bx * px + by * py;
  for (let k = 0; k < n; k++) {
    const x = local[2 * k];
    const y = local[2 * k + 1];
    const v = a + bx * x + by * y;
    if (v >= 0 !== pv >= 0) {
      const t = pv / (pv - v);
      // From the nearer end, and with equal heights kept equal.
      out[2 * m] = px + t * (x - px);
      out[2 * m + 1] = py + t * (y - py);
      m++;
    }
    if (v >= 0) {
      out[2 * m] = x;
      out[2 * m + 1] = y;
      m++;
    }
    px = x;
    py = y;
    pv = v;
  }
  let s0 = 0;
  let sx = 0;
  let sy = 0;
  let sxx = 0;
  let sxy = 0;
  let syy = 0;
  const ox = out[0];
  const oy = out[1];
  for (let k = 1; k < m - 1; k++) {
    const x1 = out[2 * k];
    const y1 = out[2 * k + 1];
    const x2 = out[2 * k + 2];
    const y2 = out[2 * k + 3];
    const twice = (x1 - ox) * (y2 - oy) - (y1 - oy) * (x2 - ox);
    const tx = ox + x1 + x2;
    const ty = oy + y1 + y2;
    s0 += twice;
    sx += twice * tx;
    sy += twice * ty;
    sxx += twice * (ox * ox + x1 * x1 + x2 * x2 + tx * tx);
    sxy += twice * (ox * oy + x1 * y1 + x2 * y2 + tx * ty);
    syy += twice * (oy * oy + y1 * y1 + y2 * y2 + ty * ty);
  }
  sums[0] = s0 / 2;
  sums[1] = sx / 6;
  sums[2] = sy / 6;
  sums[3] = sxx / 24;
  sums[4] = sxy / 24;
  sums[5] = syy / 24;
  return m;
}

/** θᵀ H θ for the moments `s`. */
export function quadratic(s: Float64Array, a: number, bx: number, by: number): number {
  return a * (s[0] * a + 2 * (s[1] * bx + s[2] * by)) + bx * (s[3] * bx + 2 * s[4] * by) + s[5] * by * by;
}

/** H θ = (r0, r1, r2) by Cholesky; false where H is not positive definite. */
export function solveMoments(out: Float64Array, s: Float64Array, r0: number, r1: number, r2: number): boolean {
  if (!(s[0] > 0)) return false;
  const l1 = s[1] / s[0];
  const l2 = s[2] / s[0];
  const d1 = s[3] - l1 * s[1];
  if (!(d1 > 0)) return false;
  const e = s[4] - l1 * s[2];
  const l3 = e / d1;
  const d2 = s[5] - l2 * s[2] - l3 * e;
  if (!(d2 > 0)) return false;
  const t1 = r1 - l1 * r0;
  const y2 = (r2 - l2 * r0 - l3 * t1) / d2;
  out[2] = y2;
  out[1] = t1 / d1 - l3 * y2;
  out[0] = r0 / s[0] - l1 * out[1] - l2 * y2;
  return true;
}
