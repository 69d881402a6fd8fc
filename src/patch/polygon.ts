// Convex polygons in the contact plane: n counter-clockwise pairs at poly[pi…]. n = 1 is a point, n = 2 a segment.
// Verified in test/patch/polygon.test.ts.

import { cos, PI, sin } from '../math/trig.js';

/** What `polygonMoments` writes: area, centroid (2), central second moments ∫(x-c)(x-c)ᵀ: xx, xy, yy (m⁴). */
export const POLYGON_MOMENTS = 6;

/** Area, centroid and central second moments into out[oi…]. Segments and points: area 0, their middle, zeros. */
export function polygonMoments(out: Float64Array, oi: number, poly: Float64Array, pi: number, n: number): void {
  for (let k = oi; k < oi + POLYGON_MOMENTS; k++) out[k] = 0;
  if (n === 0) return;
  const ox = poly[pi];
  const oy = poly[pi + 1];
  // A fan about the first vertex: every triangle counts positive, so nothing cancels.
  let area = 0;
  let sx = 0;
  let sy = 0;
  for (let k = 1; k < n - 1; k++) {
    const ax = poly[pi + 2 * k] - ox;
    const ay = poly[pi + 2 * k + 1] - oy;
    const bx = poly[pi + 2 * k + 2] - ox;
    const by = poly[pi + 2 * k + 3] - oy;
    const twice = ax * by - ay * bx;
    area += twice;
    sx += twice * (ax + bx);
    sy += twice * (ay + by);
  }
  if (!(area > 0)) {
    const last = pi + 2 * (n - 1);
    out[oi + 1] = ox + 0.5 * (poly[last] - ox);
    out[oi + 2] = oy + 0.5 * (poly[last + 1] - oy);
    return;
  }
  const cx = sx / (3 * area);
  const cy = sy / (3 * area);
  let xx = 0;
  let xy = 0;
  let yy = 0;
  for (let k = 1; k < n - 1; k++) {
    const ax = poly[pi + 2 * k] - ox;
    const ay = poly[pi + 2 * k + 1] - oy;
    const bx = poly[pi + 2 * k + 2] - ox;
    const by = poly[pi + 2 * k + 3] - oy;
    const twice = ax * by - ay * bx;
    // Triangle with vertices p_i about a point: ∫ = area/12 (Σ p_i p_iᵀ + s sᵀ), s = Σ p_i.
    const px = ax - cx;
    const py = ay - cy;
    const qx = bx - cx;
    const qy = by - cy;
    const tx = px + qx - cx;
    const ty = py + qy - cy;
    xx += twice * (px * px + qx * qx + cx * cx + tx * tx);
    xy += twice * (px * py + qx * qy + cx * cy + tx * ty);
    yy += twice * (py * py + qy * qy + cy * cy + ty * ty);
  }
  out[oi] = 0.5 * area;
  out[oi + 1] = ox + cx;
  out[oi + 2] = oy + cy;
  out[oi + 3] = xx / 24;
  out[oi + 4] = xy / 24;
  out[oi + 5] = yy / 24;
}

/** Whether (x, y) lies in the polygon, its boundary included. False for segments and points unless it is on them. */
export function polygonContains(poly: Float64Array, pi: number, n: number, x: number, y: number): boolean {
  if (n === 0) return false;
  if (n === 1) return poly[pi] === x && poly[pi + 1] === y;
  let ax = poly[pi + 2 * n - 2];
  let ay = poly[pi + 2 * n - 1];
  for (let k = 0; k < n; k++) {
    const bx = poly[pi + 2 * k];
    const by = poly[pi + 2 * k + 1];
    if ((bx - ax) * (y - ay) - (by - ay) * (x - ax) < 0) return false;
    ax = bx;
    ay = by;
  }
  if (n > 2) return true;
  const t = (x - poly[pi]) * (ax - poly[pi]) + (y - poly[pi + 1]) * (ay - poly[pi + 1]);
  const ll = (ax - poly[pi]) * (ax - poly[pi]) + (ay - poly[pi + 1]) * (ay - poly[pi + 1]);
  return t >= 0 && t <= ll;
}

/**
 * The point q of the polygon that minimises (q-d)ᵀW(q-d), W = [[wuu, wuw], [wuw, www]] positive definite (1, 0, 1: the
 * plain closest point). Writes the point (2) and the unit tangent of the boundary there, counter-clockwise (2), the
 * record of ellipse.ts. Returns the edge k (from vertex k to k+1) it lies on, or -1 when d is inside (then the tangent
 * is 0).
 *
 * At a vertex the tangent is at right angles to W(d-q), the normal in the vertex's cone that d pulls along: it turns
 * continuously from one edge's direction to the next as d goes round.
 */
export function projectToPolygon(
  out: Float64Array,
  oi: number,
  poly: Float64Array,
  pi: number,
  n: number,
  dx: number,
  dy: number,
  wuu = 1,
  wuw = 0,
  www = 1,
): number {
  out[oi] = dx;
  out[oi + 1] = dy;
  out[oi + 2] = 0;
  out[oi + 3] = 0;
  if (n === 0 || polygonContains(poly, pi, n, dx, dy)) return -1;
  let best = Infinity;
  let edge = 0;
  let along = 0;
  let ax = poly[pi];
  let ay = poly[pi + 1];
  for (let k = 0; k < n; k++) {
    const next = k + 1 < n ? pi + 2 * k + 2 : pi;
    const bx = poly[next];
    const by = poly[next + 1];
    const ex = bx - ax;
    const ey = by - ay;
    const rx = dx - ax;
    const ry = dy - ay;
    const wx = wuu * ex + wuw * ey;
    const wy = wuw * ex + www * ey;
    const ee = wx * ex + wy * ey;
    let t = ee > 0 ? (wx * rx + wy * ry) / ee : 0;
    t = t > 0 ? (t < 1 ? t : 1) : 0;
    const qx = rx - t * ex;
    const qy = ry - t * ey;
    const distance = qx * (wuu * qx + wuw * qy) + qy * (wuw * qx + www * qy);
    if (distance < best) {
      best = distance;
      edge = k;
      along = t;
    }
    ax = bx;
    ay = by;
  }
  if (!(best < Infinity)) return edge;
  const from = pi + 2 * edge;
  const to = edge + 1 < n ? from + 2 : pi;
  const ex = poly[to] - poly[from];
  const ey = poly[to + 1] - poly[from + 1];
  // From the nearer end, so that t = 1 gives the vertex itself.
  out[oi] = along < 0.5 ? poly[from] + along * ex : poly[to] - (1 - along) * ex;
  out[oi + 1] = along < 0.5 ? poly[from + 1] + along * ey : poly[to + 1] - (1 - along) * ey;
  const el = Math.sqrt(ex * ex + ey * ey);
  if (along > 0 && along < 1) {
    out[oi + 2] = ex / el;
    out[oi + 3] = ey / el;
    return edge;
  }
  const qx = dx - poly[from] - along * ex;
  const qy = dy - poly[from + 1] - along * ey;
  const nx = wuu * qx + wuw * qy;
  const ny = wuw * qx + www * qy;
  const l = Math.sqrt(nx * nx + ny * ny);
  // On the vertex itself (d a rounding error outside) the edge has to do.
  if (l > 0) {
    out[oi + 2] = -ny / l;
    out[oi + 3] = nx / l;
  } else {
    out[oi + 2] = el > 0 ? ex / el : 1;
    out[oi + 3] = el > 0 ? ey / el : 0;
  }
  return edge;
}

/**
 * The ellipse with half-axes a, b as an n-gon whose variances equal the ellipse's: out[oi…], n pairs. Stretched from
 * the regular n-gon of circumradius² 3 r²/(2 + cos(2π/n)). Variances are exact, area and mean distance within
 * (2π/n)⁴/100: 1.5e-5 at n = 32, 1e-6 at 64. The polygon reaches past the ellipse by at most (π/n)²/3; project
 * centres of pressure on the ellipse itself (projectToEllipse).
 */
export function ellipsePolygon(out: Float64Array, oi: number, n: number, a: number, b: number): void {
  const scale = Math.sqrt(3 / (2 + cos((2 * PI) / n)));
  for (let k = 0; k < n; k++) {
    const angle = (2 * PI * (k + 0.5)) / n;
    out[oi + 2 * k] = a * scale * cos(angle);
    out[oi + 2 * k + 1] = b * scale * sin(angle);
  }
}

/**
 * Reduce the polygon at poly[pi…] in place to at most `budget` ≥ 3 vertices, cutting off the corner of least area each
 * time, then move and scale it so that centroid and polar variance are those of the original. The friction of a patch
 * depends on little else: for a circle cut down to 16 vertices the mean distance is right to 2e-4. Returns the new n.
 * `corners` is scratch for n numbers.
 */
export function simplifyPolygon(
  poly: Float64Array,
  pi: number,
  n: number,
  budget: number,
  moments: Float64Array,
  mi: number,
  corners: Float64Array,
): number {
  if (n <= budget) return n;
  polygonMoments(moments, mi, poly, pi, n);
  const area = moments[mi];
  if (!(area > 0)) return n;
  const cx = moments[mi + 1];
  const cy = moments[mi + 2];
  const variance = (moments[mi + 3] + moments[mi + 5]) / area;
  for (let k = 0; k < n; k++) setCorner(corners, poly, pi, n, k);
  let m = n;
  while (m > budget) {
    let least = Infinity;
    let cut = 0;
    for (let k = 0; k < m; k++) {
      // Equal corners of a regular polygon differ by rounding: the first of them goes.
      if (corners[k] < least * (1 - 1e-9)) {
        least = corners[k];
        cut = k;
      }
    }
    m--;
    for (let i = 2 * cut; i < 2 * m; i++) poly[pi + i] = poly[pi + i + 2];
    for (let k = cut; k < m; k++) corners[k] = corners[k + 1];
    setCorner(corners, poly, pi, m, cut === 0 ? m - 1 : cut - 1);
    setCorner(corners, poly, pi, m, cut === m ? 0 : cut);
  }
  polygonMoments(moments, mi, poly, pi, m);
  const sx = moments[mi + 1];
  const sy = moments[mi + 2];
  const k = Math.sqrt((variance * moments[mi]) / (moments[mi + 3] + moments[mi + 5]));
  for (let i = pi; i < pi + 2 * m; i += 2) {
    poly[i] = cx + k * (poly[i] - sx);
    poly[i + 1] = cy + k * (poly[i + 1] - sy);
  }
  return m;
}

/** Twice the area that is cut off with vertex k of the n at poly[pi…]. */
function setCorner(out: Float64Array, poly: Float64Array, pi: number, n: number, k: number): void {
  const a = pi + 2 * (k === 0 ? n - 1 : k - 1);
  const b = pi + 2 * k;
  const c = pi + 2 * (k === n - 1 ? 0 : k + 1);
  out[k] = (poly[b] - poly[a]) * (poly[c + 1] - poly[a + 1]) - (poly[b + 1] - poly[a + 1]) * (poly[c] - poly[a]);
}
