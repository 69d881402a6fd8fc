// The law of crowd-visit.ts (its header says which) written plainly on blocks, as an oracle: a visit of one patch with
// the normal law, the ball and the arm as they stand in the text. Verified in split-visit.test.ts; crowd-tape.test.ts
// holds the visits of a tape to it.

import { MEAN_OVER_ROOT } from '../../src/contact/six/crowd-visit.js';
import { W_FRICTION, W_SLIPS } from '../../src/contact/six/layout.js';
import { bearing, NormalLaw } from '../../src/contact/six/normal-law.js';
import type { PatchBuffer } from '../../src/patch/patch.js';
import { SPREAD, writeSpread } from '../../src/patch/spread.js';
import { atFactor, atLambda, atSchur } from '../../src/solver/blocks.js';
import { solveLdl } from '../../src/solver/factor.js';
import type { Projection } from '../../src/solver/projections.js';

/** Newton steps for γ at most, and how near |y| is to the limit by then. */
const STEPS = 12;
const NEAR = 1e-9;
/** Give of a locked direction, as a share of the others'. */
const LOCKED = 1e-13;

export class SplitVisit {
  readonly #patches: PatchBuffer;
  readonly #normal: NormalLaw;
  readonly #spread = new Float64Array(SPREAD);
  readonly #e0 = new Float64Array(6);
  /** M (xx, xy, xz, yy, yz, zz), g and y. */
  readonly #m = new Float64Array(6);
  readonly #g = new Float64Array(3);
  readonly #y = new Float64Array(3);

  constructor(patches: PatchBuffer) {
    this.#patches = patches;
    this.#normal = new NormalLaw(patches);
  }

  readonly project: Projection = (f, o, rows, r, patch) => {
    const e0 = this.#e0;
    const normal = this.#normal;
    normal.patch = patch;
    const s = o + atSchur;
    const l = o + atLambda;
    for (let k = 0; k < 6; k++) {
      const row = s + 6 * k;
      e0[k] =
        r[k] -
        (f[row] * f[l] +
          f[row + 1] * f[l + 1] +
          f[row + 2] * f[l + 2] +
          f[row + 3] * f[l + 3] +
          f[row + 4] * f[l + 4] +
          f[row + 5] * f[l + 5]);
    }
    solveLdl(f, o + atFactor(rows), r, 0, 6);
    for (let k = 0; k < 6; k++) r[k] = f[l + k] - r[k];
    const mu = f[o + W_FRICTION];
    f[o + W_SLIPS] = 0;
    if (r[0] > 0 && normal.inPatch(r[1] / r[0], r[2] / r[0]) && this.#bears(f, o, mu, r)) return;

    // Normal rows, with friction as it was.
    const { a, e, n } = normal;
    const f3 = f[l + 3];
    const f4 = f[l + 4];
    const f5 = f[l + 5];
    for (let k = 0; k < 3; k++) {
      const row = s + 6 * k;
      a[3 * k] = f[row];
      a[3 * k + 1] = f[row + 1];
      a[3 * k + 2] = f[row + 2];
      e[k] = e0[k] + f[row + 3] * f3 + f[row + 4] * f4 + f[row + 5] * f5;
    }
    r.fill(0, 0, 6);
    if (!normal.solve(f, o) || !(n[0] > 0)) return;
    r[0] = n[0];
    r[1] = n[1];
    r[2] = n[2];
    if (mu > 0) this.#rub(f, o, s, mu * n[0], r);
  };

  /** Mean distance from the bearing point (qu, qw) at which the patch in hand is pressed. */
  #arm(qu: number, qw: number): number {
    const spread = this.#spread;
    writeSpread(this.#patches, this.#normal.patch, spread, 0);
    const square =
      variance(spread[2], qu - spread[0], spread[4], spread[5]) +
      variance(spread[3], qw - spread[1], spread[6], spread[7]);
    return MEAN_OVER_ROOT * Math.sqrt(square > 0 ? square : 0);
  }

  #bears(f: Float64Array, o: number, mu: number, x: Float64Array): boolean {
    const c = mu * x[0];
    const size = x[3] * x[3] + x[4] * x[4];
    if (size > c * c) return false;
    const qu = bearing(f, o, 0, x[1] / x[0]);
    const qw = bearing(f, o, 2, x[2] / x[0]);
    const torque = x[5] - qu * x[4] + qw * x[3];
    const arm = this.#arm(qu, qw);
    return size * arm * arm + torque * torque <= c * c * arm * arm;
  }

  /** Friction for the normal part of r, within c = μ f_n; writes r[3…5]. */
  #rub(f: Float64Array, o: number, s: number, c: number, r: Float64Array): void {
    const m = this.#m;
    const g = this.#g;
    const y = this.#y;
    const e0 = this.#e0;
    const qu = bearing(f, o, 0, r[1] / r[0]);
    const qw = bearing(f, o, 2, r[2] / r[0]);
    const arm = this.#arm(qu, qw);
    // F = B y about the patch's centre, with B = [1 0 0; 0 1 0; -qw qu ρ]: M = Bᵀ S_FF B and g = Bᵀ (e_F + XᵀN).
    const uu = f[s + 21];
    const uw = f[s + 22];
    const ut = f[s + 23];
    const ww = f[s + 28];
    const wt = f[s + 29];
    const tt = f[s + 35];
    m[0] = uu - 2 * qw * ut + qw * qw * tt;
    m[1] = uw + qu * ut - qw * wt - qu * qw * tt;
    m[2] = arm * (ut - qw * tt);
    m[3] = ww + 2 * qu * wt + qu * qu * tt;
    m[4] = arm * (wt + qu * tt);
    m[5] = arm * arm * tt;
    const gu = e0[3] + f[s + 3] * r[0] + f[s + 9] * r[1] + f[s + 15] * r[2];
    const gw = e0[4] + f[s + 4] * r[0] + f[s + 10] * r[1] + f[s + 16] * r[2];
    const gt = e0[5] + f[s + 5] * r[0] + f[s + 11] * r[1] + f[s + 17] * r[2];
    g[0] = gu - qw * gt;
    g[1] = gw + qu * gt;
    g[2] = arm * gt;
    if (!minimiseInBall(y, m, g, c)) f[o + W_SLIPS] = 1;
    r[3] = y[0];
    r[4] = y[1];
    r[5] = arm * y[2] - qw * y[0] + qu * y[1];
  }
}

/**
 * Variance of a pressure with its centre at q on something that reaches from low to high about its middle and has the
 * variance `even` under an even one.
 */
function variance(even: number, q: number, low: number, high: number): number {
  const x = q < 0 ? q / low : q / high;
  if (3 * x <= 1) return even * (1 - 3 * x * x);
  const rest = 1 - x;
  return rest > 0 ? 1.5 * even * rest * rest : 0;
}

/** The y of least ½yᵀM y + g·y with |y| ≤ c. True: it lies inside. */
export function minimiseInBall(y: Float64Array, m: Float64Array, g: Float64Array, c: number): boolean {
  const give = LOCKED * (m[0] + m[3] + m[5]);
  let gamma = 0;
  let size = 0;
  for (let step = 0; step < STEPS; step++) {
    // L D Lᵀ of M + γ.
    const d0 = m[0] + gamma + give;
    const l1 = m[1] / d0;
    const l2 = m[2] / d0;
    const d1 = m[3] + gamma + give - l1 * m[1];
    const k = m[4] - l1 * m[2];
    const l3 = k / d1;
    const d2 = m[5] + gamma + give - l2 * m[2] - l3 * k;
    const z1 = g[1] - l1 * g[0];
    const z2 = g[2] - l2 * g[0] - l3 * z1;
    const y2 = -z2 / d2;
    const y1 = -z1 / d1 - l3 * y2;
    const y0 = -g[0] / d0 - l1 * y1 - l2 * y2;
    y[0] = y0;
    y[1] = y1;
    y[2] = y2;
    const square = y0 * y0 + y1 * y1 + y2 * y2;
    size = Math.sqrt(square);
    if (step === 0 && size <= c) return true;
    if (!(size > c * (1 + NEAR))) break;
    // γ grows by (|y| - c)/c · |y|²/(yᵀ(M + γ)⁻¹y): 1/|y| is nearly straight in γ.
    const x1 = y1 - l1 * y0;
    const x2 = y2 - l2 * y0 - l3 * x1;
    gamma += (((size - c) / c) * square) / ((y0 * y0) / d0 + (x1 * x1) / d1 + (x2 * x2) / d2);
  }
  const shrink = size > c ? c / size : 1;
  if (!(shrink > 0)) {
    y.fill(0, 0, 3);
    return false;
  }
  y[0] *= shrink;
  y[1] *= shrink;
  y[2] *= shrink;
  return false;
}
