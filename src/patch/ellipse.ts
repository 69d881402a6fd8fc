// The paper's patch: an ellipse and its enclosing rectangle from the second moment of the overlap.
//
// Bouchard et al. 2015, "6D Frictional Contact for Rigid Bodies", §4.2, §5.4, §5.6 (eq. 11–13), Appendix A.
//
//   variance = uᵀMu / V (m²), M the central second moment of the overlap, V its volume.
//   Appendix A's equivalent cuboid: half-length √(3·variance) along each axis; the ellipse is inscribed in it. Exact
//   along the axes of a box, 13 % small for a disc. `2√variance` is exact for a disc and 15 % large for a box.
//   Deviation: Appendix A moves between M and the inertia I (eq. 17–20); we keep to M, which is the same number
//   without the cancellation of I_y + I_z - I_x.
//
// Verified in test/patch/ellipse.test.ts.

import { OV_MOMENT, OV_VOLUME } from '../overlap/overlap.js';

/** Half-length of the box with this variance (Appendix A). */
export function boxHalfLength(variance: number): number {
  return variance > 0 ? Math.sqrt(3 * variance) : 0;
}

/** Half-axis of the uniform ellipse with this variance. */
export function ellipseHalfAxis(variance: number): number {
  return variance > 0 ? 2 * Math.sqrt(variance) : 0;
}

/**
 * Variances of the overlap record at records[ri…] along u and w of the frame at frame[fi…], into out[oi], out[oi+1].
 * Zero for an empty overlap, never negative.
 */
export function patchVariances(
  out: Float64Array,
  oi: number,
  records: Float64Array,
  ri: number,
  frame: Float64Array,
  fi: number,
): void {
  const volume = records[ri + OV_VOLUME];
  const k = volume > 0 ? 1 / volume : 0;
  const u = k * momentAlong(records, ri + OV_MOMENT, frame, fi + 3);
  const w = k * momentAlong(records, ri + OV_MOMENT, frame, fi + 6);
  out[oi] = u > 0 && u < Infinity ? u : 0;
  out[oi + 1] = w > 0 && w < Infinity ? w : 0;
}

function momentAlong(m: Float64Array, i: number, a: Float64Array, j: number): number {
  const x = a[j];
  const y = a[j + 1];
  const z = a[j + 2];
  return (
    m[i] * x * x + m[i + 3] * y * y + m[i + 5] * z * z + 2 * (m[i + 1] * x * y + m[i + 2] * x * z + m[i + 4] * y * z)
  );
}

/**
 * Spin bound of eq. 11–13 divided by μ f_n: the force shared out to the four corners (±a, ±b) by the bilinear
 * coordinates of the centre of pressure (x, y), each at its distance from it. Outside the rectangle: 0.
 */
export function spinBoundCorners(a: number, b: number, x: number, y: number): number {
  if (!(Math.abs(x) <= a) || !(Math.abs(y) <= b)) return 0;
  const s = a > 0 ? 0.5 * (1 + x / a) : 0.5;
  const t = b > 0 ? 0.5 * (1 + y / b) : 0.5;
  const right = (a - x) * (a - x);
  const left = (a + x) * (a + x);
  const top = (b - y) * (b - y);
  const bottom = (b + y) * (b + y);
  return (
    s * t * Math.sqrt(right + top) +
    (1 - s) * t * Math.sqrt(left + top) +
    s * (1 - t) * Math.sqrt(right + bottom) +
    (1 - s) * (1 - t) * Math.sqrt(left + bottom)
  );
}

// A projection writes four numbers at out[oi…]: the point (2) and the unit tangent of the boundary there,
// counter-clockwise (2).

/**
 * Closest point of the ellipse with half-axes a, b along u, w to (x, y). Writes a PROJECTION record; returns false
 * (and the point itself, with tangent 0) when it lies inside. Half-axes may be zero (segment, point).
 */
export function projectToEllipse(out: Float64Array, oi: number, a: number, b: number, x: number, y: number): boolean {
  const px = x < 0 ? -x : x;
  const py = y < 0 ? -y : y;
  const ex = a > 0 ? px / a : px > 0 ? Infinity : 0;
  const ey = b > 0 ? py / b : py > 0 ? Infinity : 0;
  if (ex * ex + ey * ey <= 1) {
    out[oi] = x;
    out[oi + 1] = y;
    out[oi + 2] = 0;
    out[oi + 3] = 0;
    return false;
  }
  // x_i = a_i² p_i / (t + a_i²) with t ≥ 0 the root of Σ (a_i p_i / (t + a_i²))² = 1 =: N(t)². 1/N is concave and
  // nearly straight, so Newton on 1/N - 1 (Moré & Sorensen 1983) takes 3–5 steps; from the left it is monotone.
  const aa = a * a;
  const bb = b * b;
  let t = Math.max(0, a * px - aa, b * py - bb);
  for (let k = 0; k < 30; k++) {
    const da = t + aa;
    const db = t + bb;
    const qa = da > 0 ? (a * px) / da : 0;
    const qb = db > 0 ? (b * py) / db : 0;
    const nn = qa * qa + qb * qb;
    if (!(nn > 1)) break;
    const n = Math.sqrt(nn);
    const slope = (da > 0 ? (qa * qa) / da : 0) + (db > 0 ? (qb * qb) / db : 0);
    const step = (nn * (n - 1)) / slope;
    if (!(step > 1e-17 * (t + Math.min(aa, bb)))) break;
    t += step;
  }
  let cx = t + aa > 0 ? (aa * px) / (t + aa) : 0;
  let cy = t + bb > 0 ? (bb * py) / (t + bb) : 0;
  // Outward normal: (x - p) where they differ enough, else the gradient of the ellipse.
  let nx = px - cx;
  let ny = py - cy;
  let nn = Math.sqrt(nx * nx + ny * ny);
  if (!(nn > 1e-6 * (a + b))) {
    nx = b * (cx / (a > 0 ? a : 1));
    ny = a * (cy / (b > 0 ? b : 1));
    nn = Math.sqrt(nx * nx + ny * ny);
  }
  if (nn > 0) {
    nx /= nn;
    ny /= nn;
  } else {
    nx = 1;
    ny = 0;
  }
  if (x < 0) {
    cx = -cx;
    nx = -nx;
  }
  if (y < 0) {
    cy = -cy;
    ny = -ny;
  }
  out[oi] = cx;
  out[oi + 1] = cy;
  out[oi + 2] = -ny;
  out[oi + 3] = nx;
  return true;
}

/**
 * The point of the ellipse that minimises (q-d)ᵀW(q-d), W = [[wuu, wuw], [wuw, www]] positive definite (the
 * mass-weighted projection of frictionless contact, §5.4). With W = CᵀC the ellipse is another ellipse in y = Cx and
 * the distance is plain there. Writes a PROJECTION record; false when (x, y) lies inside.
 */
export function projectToEllipseWeighted(
  out: Float64Array,
  oi: number,
  a: number,
  b: number,
  x: number,
  y: number,
  wuu: number,
  wuw: number,
  www: number,
): boolean {
  // C upper triangular: C = [[c0, c1], [0, c2]].
  const c0 = Math.sqrt(wuu);
  const c1 = wuw / c0;
  const c2 = Math.sqrt(www - c1 * c1);
  // Image of the unit circle under C diag(a, b): its principal axes are those of K = C diag(a², b²) Cᵀ.
  const aa = a * a;
  const bb = b * b;
  const k00 = c0 * c0 * aa + c1 * c1 * bb;
  const k01 = c1 * c2 * bb;
  const k11 = c2 * c2 * bb;
  const half = 0.5 * (k00 - k11);
  const root = Math.sqrt(half * half + k01 * k01);
  const big = 0.5 * (k00 + k11) + root;
  // det K / big instead of the difference, which cancels.
  const det = c0 * c0 * c2 * c2 * aa * bb;
  const small = big > 0 ? det / big : 0;
  let ca = 1;
  let sa = 0;
  if (root > 0) {
    if (half >= 0) {
      ca = half + root;
      sa = k01;
    } else {
      ca = k01;
      sa = root - half;
    }
    const n = Math.sqrt(ca * ca + sa * sa);
    ca /= n;
    sa /= n;
  }
  const yx = c0 * x + c1 * y;
  const yy = c2 * y;
  const outside = projectToEllipse(out, oi, Math.sqrt(big), Math.sqrt(small), ca * yx + sa * yy, ca * yy - sa * yx);
  if (!outside) {
    out[oi] = x;
    out[oi + 1] = y;
    return false;
  }
  const qx = ca * out[oi] - sa * out[oi + 1];
  const qy = sa * out[oi] + ca * out[oi + 1];
  const tx = ca * out[oi + 2] - sa * out[oi + 3];
  const ty = sa * out[oi + 2] + ca * out[oi + 3];
  // Tangents map like points.
  out[oi + 1] = qy / c2;
  out[oi] = (qx - c1 * out[oi + 1]) / c0;
  const vy = ty / c2;
  const vx = (tx - c1 * vy) / c0;
  const n = Math.sqrt(vx * vx + vy * vy);
  out[oi + 2] = vx / n;
  out[oi + 3] = vy / n;
  return true;
}
