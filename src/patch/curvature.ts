// The curvature that two surfaces share over their patch.
//
// Where surfaces curve, the normal over the patch point x is n(x) = n - K x, and bodies that move by v_t across n close
// or open there by -(K x)·v_t. For a pin that turns in its hole this takes back what turning alone would close: rows that
// only know the patch as flat would hold the pin by f_n a, a the patch's half-width. K is what *both* surfaces have: per
// principal axis the smaller one of two with one sign, else zero. A ball on a plane has none, or it would be spun up by
// sliding.
//
// From the ends of rays (overlap.ts): with means over the surface of one body, N its normal towards A,
//   K = -C_Nx C_xx⁻¹ / |N̄|,   C_Nx = mean(N xᵀ) - N̄ x̄ᵀ,   C_xx = mean(x xᵀ) - x̄ x̄ᵀ,
// in the patch's plane. N̄ is not a unit vector: where a patch goes far round, the lines of force go through the axis.
// Verified in test/patch/curvature.test.ts.

import { EN_AREA, EN_NORMAL, EN_PLACE, EN_SIDE, EN_SPREAD, EN_TURN } from '../overlap/overlap.js';

/** Across a patch that is narrower than this share of its length (variances) nothing is known of how it curves. */
const LINE = 1e-3;
/** Mean normals shorter than this say nothing. */
const SHORT = 0.1;

export class SharedCurvature {
  readonly #a = new Float64Array(3);
  readonly #b = new Float64Array(3);

  /** Writes K (uu, uw, ww, 1/m) to out[o…] for the sums at ends[e…] and the frame n, u, w at f[fi…]. */
  write(out: Float64Array, o: number, ends: Float64Array, e: number, f: Float64Array, fi: number): void {
    const a = this.#a;
    const b = this.#b;
    out[o] = out[o + 1] = out[o + 2] = 0;
    if (!curvature(a, ends, e, f, fi, -1) || !curvature(b, ends, e + EN_SIDE, f, fi, 1)) return;
    // Principal axes of the sum.
    const half = 0.5 * (a[0] + b[0] - a[2] - b[2]);
    const off = a[1] + b[1];
    const root = Math.sqrt(half * half + off * off);
    let c = 1;
    let s = 0;
    if (root > 0) {
      c = Math.sqrt(0.5 * (1 + Math.abs(half) / root));
      s = (0.5 * off) / (root * c);
      if (half < 0) {
        const t = c;
        c = s < 0 ? -s : s;
        s = s < 0 ? -t : t;
      }
    }
    const first = shared(along(a, c, s), along(b, c, s));
    const second = shared(along(a, -s, c), along(b, -s, c));
    out[o] = c * c * first + s * s * second;
    out[o + 1] = c * s * (first - second);
    out[o + 2] = s * s * first + c * c * second;
  }
}

function shared(a: number, b: number): number {
  if (!(a * b > 0)) return 0;
  return Math.abs(a) < Math.abs(b) ? a : b;
}

function along(k: Float64Array, u: number, w: number): number {
  return k[0] * u * u + 2 * k[1] * u * w + k[2] * w * w;
}

/** K of one surface, `sign` times whose normal points to A; false: it has no area, or faces every way. */
function curvature(
  out: Float64Array,
  ends: Float64Array,
  e: number,
  f: Float64Array,
  fi: number,
  sign: number,
): boolean {
  const area = ends[e + EN_AREA];
  if (!(area > 0)) return false;
  const k = 1 / area;
  const u = fi + 3;
  const w = fi + 6;
  const nx = k * ends[e + EN_NORMAL];
  const ny = k * ends[e + EN_NORMAL + 1];
  const nz = k * ends[e + EN_NORMAL + 2];
  const mean = Math.sqrt(nx * nx + ny * ny + nz * nz);
  if (!(mean > SHORT)) return false;
  const xu = k * dot(ends, e + EN_PLACE, f, u);
  const xw = k * dot(ends, e + EN_PLACE, f, w);
  const uu = k * spread(ends, e + EN_SPREAD, f, u, u) - xu * xu;
  const uw = k * spread(ends, e + EN_SPREAD, f, u, w) - xu * xw;
  const ww = k * spread(ends, e + EN_SPREAD, f, w, w) - xw * xw;
  const nu = nx * f[u] + ny * f[u + 1] + nz * f[u + 2];
  const nw = nx * f[w] + ny * f[w + 1] + nz * f[w + 2];
  const tuu = k * turn(ends, e + EN_TURN, f, u, u) - nu * xu;
  const tuw = k * turn(ends, e + EN_TURN, f, u, w) - nu * xw;
  const twu = k * turn(ends, e + EN_TURN, f, w, u) - nw * xu;
  const tww = k * turn(ends, e + EN_TURN, f, w, w) - nw * xw;
  // Inverse of the spread, by its axes: none along what is as good as a line.
  const half = 0.5 * (uu - ww);
  const root = Math.sqrt(half * half + uw * uw);
  const large = 0.5 * (uu + ww) + root;
  if (!(large > 0)) return false;
  const small = large - 2 * root;
  let ix = 1 / large;
  let iy = ix;
  let iz = 0;
  if (small > LINE * large) {
    const det = large * small;
    ix = ww / det;
    iy = uu / det;
    iz = -uw / det;
  } else {
    // (cos², sin², cos sin) of the long axis over its variance.
    const c2 = root > 0 ? half / root : 1;
    ix = (0.5 * (1 + c2)) / large;
    iy = (0.5 * (1 - c2)) / large;
    iz = (root > 0 ? (0.5 * uw) / root : 0) / large;
  }
  const scale = -sign / mean;
  out[0] = scale * (tuu * ix + tuw * iz);
  out[1] = 0.5 * scale * (tuu * iz + tuw * iy + (twu * ix + tww * iz));
  out[2] = scale * (twu * iz + tww * iy);
  return true;
}

function dot(a: Float64Array, i: number, b: Float64Array, j: number): number {
  return a[i] * b[j] + a[i + 1] * b[j + 1] + a[i + 2] * b[j + 2];
}

/** pᵀ M q for the symmetric M at m[i…]. */
function spread(m: Float64Array, i: number, f: Float64Array, p: number, q: number): number {
  return (
    f[p] * (m[i] * f[q] + m[i + 1] * f[q + 1] + m[i + 2] * f[q + 2]) +
    f[p + 1] * (m[i + 1] * f[q] + m[i + 3] * f[q + 1] + m[i + 4] * f[q + 2]) +
    f[p + 2] * (m[i + 2] * f[q] + m[i + 4] * f[q + 1] + m[i + 5] * f[q + 2])
  );
}

/** pᵀ M q for the M at m[i…], by rows. */
function turn(m: Float64Array, i: number, f: Float64Array, p: number, q: number): number {
  return f[p] * dot(m, i, f, q) + f[p + 1] * dot(m, i + 3, f, q) + f[p + 2] * dot(m, i + 6, f, q);
}
