// How a block's local solution answers to its residual: D = ∂P/∂e, m×m, for P the map of projections.ts.
//
// With e the residual less the block's own share, λ = P(e) is the local solve. While the law's bounds are not felt,
// P(e) = -S⁻¹e and D = -S⁻¹ (LINEAR); where the block is open, D = 0 (OPEN). In between:
//   cone, slipping:  S_n λ + e_n = 0, (S_tt + γ)λ_t + S_tn λ_n + e_t = 0, |λ_t| = μ λ_n, differentiated in (λ, γ);
//   laws that know their derivative: theirs;
//   any other law:   differences of the law itself, one further local solve a row. The step in row k is
//                    √S_kk |e| · 1e-7 with |e|² = eᵀS⁻¹e: of the same size in all units, and a hundred thousand times
//                    the noise of a law that is solved to 1e-13. Laws may keep guesses in their parameters: every solve
//                    starts from the same ones, or the differences would be those of the guesses.
// At kinks any one-sided derivative serves (semismooth Newton needs no more).
// Verified in test/solver/newton-derivative.test.ts by central differences.

import { atFactor, atLambda, atSchur, MOST_ROWS, PARAMETERS } from './blocks.js';
import { solveLdl } from './factor.js';
import { PROJECT_BILATERAL, PROJECT_BOUNDS, PROJECT_CONE, type Projection } from './projections.js';

export const LINEAR = 0;
export const OPEN = 1;
export const GENERAL = 2;

const STEP = 1e-7;
/** Differences to the linear solve below this share are rounding. */
const SAME = 1e-13;

export class LocalDerivative {
  readonly #projections: readonly Projection[];
  readonly #x = new Float64Array(MOST_ROWS);
  readonly #a = new Float64Array(28);
  readonly #after = new Float64Array(PARAMETERS);

  constructor(projections: readonly Projection[]) {
    this.#projections = projections;
  }

  /**
   * D of the block at o into d, row by row; returns its kind, and leaves d alone unless that is GENERAL. r: the
   * residual at the block's λ; p at pi: what the projection made of it; kept at ki: the block's parameters before it
   * did.
   */
  compute(
    f: Float64Array,
    o: number,
    m: number,
    projection: number,
    r: Float64Array,
    p: Float64Array,
    pi: number,
    kept: Float64Array,
    ki: number,
    d: Float64Array,
    subject: number,
  ): number {
    if (projection === PROJECT_BILATERAL) return LINEAR;
    if (this.#isLinear(f, o, m, r, p, pi)) return LINEAR;
    if (projection === PROJECT_BOUNDS) return OPEN;
    if (isZero(p, pi, m)) return OPEN;
    if (projection === PROJECT_CONE && this.#slippingCone(f, o, r, p, pi, d)) return GENERAL;
    if (this.#projections[projection].derivative?.(f, o, m, r, p, pi, d, subject)) return GENERAL;
    this.#differences(f, o, m, projection, r, p, pi, kept, ki, d, subject);
    return GENERAL;
  }

  #isLinear(f: Float64Array, o: number, m: number, r: Float64Array, p: Float64Array, pi: number): boolean {
    const x = this.#x;
    for (let k = 0; k < m; k++) x[k] = r[k];
    solveLdl(f, o + atFactor(m), x, 0, m);
    const s = o + atSchur;
    let difference = 0;
    let size = 0;
    for (let k = 0; k < m; k++) {
      const lambda = f[o + atLambda + k];
      const gap = p[pi + k] - (lambda - x[k]);
      const weight = f[s + k * m + k];
      difference += weight * gap * gap;
      size += weight * (p[pi + k] * p[pi + k] + lambda * lambda);
    }
    return difference <= SAME * SAME * size;
  }

  /** Coulomb's cone while it slips; false where it does not, or the system is singular. */
  #slippingCone(f: Float64Array, o: number, r: Float64Array, p: Float64Array, pi: number, d: Float64Array): boolean {
    const s = o + atSchur;
    const l = o + atLambda;
    const mu2 = f[o] * f[o];
    const ln = p[pi];
    const lu = p[pi + 1];
    const lw = p[pi + 2];
    const size2 = lu * lu + lw * lw;
    if (!(ln > 0)) return false;
    if (!(size2 > 0)) {
      // Without friction only the normal answers.
      for (let k = 0; k < 9; k++) d[k] = 0;
      d[0] = -1 / f[s];
      return mu2 === 0;
    }
    // Slip at p: r + S (p - λ).
    let uu = r[1];
    let uw = r[2];
    for (let k = 0; k < 3; k++) {
      const change = p[pi + k] - f[l + k];
      uu += f[s + 3 + k] * change;
      uw += f[s + 6 + k] * change;
    }
    const gamma = -(uu * lu + uw * lw) / size2;
    if (!(gamma > 0)) return false;
    // Rows: normal, tangents, |λt|² = μ²λn²; columns δλ, δγ, then the three right-hand sides -δe.
    const a = this.#a;
    for (let k = 0; k < 28; k++) a[k] = 0;
    for (let row = 0; row < 3; row++) {
      for (let c = 0; c < 3; c++) a[7 * row + c] = f[s + 3 * row + c];
      a[7 * row + 4 + row] = -1;
    }
    a[8] += gamma;
    a[16] += gamma;
    a[10] = lu;
    a[17] = lw;
    a[21] = -mu2 * ln;
    a[22] = lu;
    a[23] = lw;
    if (!eliminate4(a)) return false;
    for (let row = 0; row < 3; row++) for (let c = 0; c < 3; c++) d[3 * row + c] = a[7 * row + 4 + c];
    return true;
  }

  #differences(
    f: Float64Array,
    o: number,
    m: number,
    projection: number,
    r: Float64Array,
    p: Float64Array,
    pi: number,
    kept: Float64Array,
    ki: number,
    d: Float64Array,
    subject: number,
  ): void {
    const x = this.#x;
    const after = this.#after;
    for (let k = 0; k < PARAMETERS; k++) after[k] = f[o + k];
    const s = o + atSchur;
    const l = o + atLambda;
    const project = this.#projections[projection];
    // e = r - S λ, and its size.
    for (let k = 0; k < m; k++) {
      let e = r[k];
      for (let c = 0; c < m; c++) e -= f[s + k * m + c] * f[l + c];
      x[k] = e;
    }
    let size = 0;
    for (let k = 0; k < m; k++) if (f[s + k * m + k] > 0) size += (x[k] * x[k]) / f[s + k * m + k];
    const unit = STEP * Math.sqrt(size);
    for (let k = 0; k < m; k++) {
      const step = unit * Math.sqrt(f[s + k * m + k]);
      if (!(step > 0)) {
        for (let c = 0; c < m; c++) d[c * m + k] = 0;
        continue;
      }
      for (let c = 0; c < m; c++) x[c] = r[c];
      x[k] += step;
      const taken = x[k] - r[k];
      for (let c = 0; c < PARAMETERS; c++) f[o + c] = kept[ki + c];
      project(f, o, m, x, subject);
      for (let c = 0; c < m; c++) d[c * m + k] = (x[c] - p[pi + c]) / taken;
    }
    for (let k = 0; k < PARAMETERS; k++) f[o + k] = after[k];
  }
}

function isZero(p: Float64Array, pi: number, m: number): boolean {
  for (let k = 0; k < m; k++) if (p[pi + k] !== 0) return false;
  return true;
}

/** Gauss–Jordan on 4 rows of 7 with row pivoting; false where singular. */
function eliminate4(a: Float64Array): boolean {
  for (let k = 0; k < 4; k++) {
    let best = k;
    for (let r = k + 1; r < 4; r++) if (Math.abs(a[7 * r + k]) > Math.abs(a[7 * best + k])) best = r;
    if (!(Math.abs(a[7 * best + k]) > 0)) return false;
    if (best !== k)
      for (let c = k; c < 7; c++) {
        const swap = a[7 * k + c];
        a[7 * k + c] = a[7 * best + c];
        a[7 * best + c] = swap;
      }
    const d = 1 / a[7 * k + k];
    for (let c = k; c < 7; c++) a[7 * k + c] *= d;
    for (let r = 0; r < 4; r++) {
      if (r === k) continue;
      const x = a[7 * r + k];
      if (x === 0) continue;
      for (let c = k; c < 7; c++) a[7 * r + c] -= x * a[7 * k + c];
    }
  }
  return true;
}
