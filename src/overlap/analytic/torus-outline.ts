// The outline of the part of a torus below a plane, seen along the plane's normal.
//
// Its hull is that of the torus, cut by the plane: where the torus' hull is not the torus it is a flat disc, and what
// is extreme of a chord of that disc lies on the torus. So the farthest point along n in the plane has the normal
// N = sin χ n - cos χ m and lies at
//   (R/W) (-Y e_2 + sin χ n_3 e_3) + r N,   Y = s cos χ + c sin χ n_t,   W² = Y² + (sin χ n_3)²
// with χ = π/2 where that is below the plane, else on the plane, its depth
//   η₀ - r κ - R s (1 - Y/W) = 0,  κ = 1 - cos χ,  slope in κ: -r - R s² n_3²/W³
// which is solved by Newton's method in brackets. Shallow contacts are linear in κ.
//
// The directions n are evenly spaced where the outline's box is stretched to a square, so that the samples of the
// ellipse of a shallow contact are those of a circle, stretched. Deep ones, whose ends are round, are stretched less.
// All is put outside by what samples of a circle are (`sampleScale`): the polygon of a ring or of an ellipse has the
// exact area, that of other outlines is good to a per cent. Verified in test/overlap/analytic-patch.test.ts.

import { cos, PI, sin } from '../../math/trig.js';
import { type PlaneCut, sampleScale } from './plane-cut.js';
import { SAMPLE_STEP, SAMPLES } from './samples.js';

/** Along e_t the farthest place may be a whole chord; a little aside it is one of its ends. */
const ASIDE = 1e-6;
/** How much less deep contacts are stretched, of the way to the root of their proportions: found by trying. */
const ROUND_ENDS = 0.6;
const CLOSE = 1e-15;
const MOST = 80;

export function addTorusOutline(cut: PlaneCut, R: number, r: number, eta0: number): void {
  const { f } = cut;
  // Extent along ±e_t and e_3.
  farthest(cut, R, r, eta0, 1, ASIDE, 0);
  const front = f[XI];
  farthest(cut, R, r, eta0, -1, ASIDE, 0);
  const back = f[XI];
  let kappa = farthest(cut, R, r, eta0, 0, 1, 0);
  let wide = f[Z];
  const middle = 0.5 * (front + back);
  // A patch that rounding leaves no extent along ξ is sampled as if it were round.
  let across = front > back ? 0.5 * (front - back) : wide;
  const share = ROUND_ENDS * Math.min(eta0 / r, 1);
  const mean = Math.sqrt(across * wide);
  across += share * (mean - across);
  wide += share * (mean - wide);
  const scale = sampleScale(PI);
  const first = cut.firstSample();
  const turnCos = cos(SAMPLE_STEP);
  const turnSin = sin(SAMPLE_STEP);
  let x = cos(first);
  let z = sin(first);
  for (let i = 0; i < SAMPLES; i++) {
    const nt = x * wide;
    const n3 = z * across;
    const k = 1 / Math.sqrt(nt * nt + n3 * n3);
    kappa = farthest(cut, R, r, eta0, k * nt, k * n3, kappa);
    cut.addPlanePoint(f[HEIGHT], middle + scale * (f[XI] - middle), scale * f[Z]);
    const next = x * turnCos - z * turnSin;
    z = z * turnCos + x * turnSin;
    x = next;
  }
}

/** Where in cut.f `farthest` writes its point. */
const HEIGHT = 0;
const XI = 1;
const Z = 2;

/** The farthest point along n = nt e_t + n3 e_3; returns its κ, given a guess of it (0: none). */
function farthest(cut: PlaneCut, R: number, r: number, eta0: number, nt: number, n3: number, guess: number): number {
  const { c, s, f } = cut;
  const aside = Math.abs(n3) < ASIDE ? (n3 < 0 ? -ASIDE : ASIDE) : n3;
  let low = 0;
  let high = 1;
  let kappa = guess > 0 ? guess : Math.min(eta0 / (R + r), 1);
  for (let k = 0; ; k++) {
    const sinChi = Math.sqrt(kappa * (2 - kappa));
    const y = s * (1 - kappa) + c * nt * sinChi;
    const z = aside * sinChi;
    const w = Math.sqrt(y * y + z * z);
    const lag = y > 0 ? (z * z) / (w * (w + y)) : 1 - y / w;
    const depth = eta0 - r * kappa - R * s * lag;
    if (depth > 0) low = kappa;
    else high = kappa;
    const step = depth / (r + (R * s * s * aside * aside) / (w * w * w));
    let next = kappa + step;
    // κ = 1 is an answer too: the farthest point of the whole torus, below the plane.
    if (next >= high) next = high === 1 ? 1 : 0.5 * (low + high);
    else if (next <= low) next = 0.5 * (low + high);
    if (k < MOST && Math.abs(next - kappa) > CLOSE * kappa) {
      kappa = next;
      continue;
    }
    f[HEIGHT] = -R * s * (y / w) - r * (1 - kappa);
    f[XI] = R * c * (y / w) + r * nt * sinChi;
    f[Z] = (R / w + r) * z;
    return kappa;
  }
}
