// Local solves: given a block's residual, the impulses that satisfy its law while all other blocks stand still.
//
// A projection receives the block's doubles f at o, its rows m, r = J v + C λ + b at the current λ, and the offset of
// what the block is about (K_SUBJECT, such as its patch). It leaves the new λ in r. The part of the residual that does
// not depend on the block is e₀ = r - S λ. It keeps nothing from one call to the next but scratch: whoever solves in
// parallel makes a set of them for each worker.

import { atFactor, atLambda, atSchur } from './blocks.js';
import { solveLdl } from './factor.js';
import type { Island } from './island.js';

export interface Projection {
  (f: Float64Array, o: number, m: number, r: Float64Array, subject: number): void;
  /**
   * ∂λ/∂r of the visit that made the λ at p[pi…] of r, by rows into d; the block's parameters are as that visit left
   * them. False where it is not known: then differences are taken (derivative.ts).
   */
  derivative?: (
    f: Float64Array,
    o: number,
    m: number,
    r: Float64Array,
    p: Float64Array,
    pi: number,
    d: Float64Array,
    subject: number,
  ) => boolean;
  /**
   * Solves whole islands of such blocks, and of rows between bounds, by a quick law: at a fraction of the cost and as
   * near as its file says, for islands in full motion (crowd.ts).
   */
  crowd?: CrowdSolver;
}

/** Accelerated sweeps of quick visits, for one island at a time. */
export interface CrowdSolver {
  readonly iterations: number;
  readonly norm: number;
  /** The norm as a share of the impulses that it began with. */
  readonly share: number;
  readonly history: { readonly data: Float64Array };
  /** Whether it knows that the impulses found take energy out (dissipation.ts). */
  readonly takesOut: boolean;
  /**
   * From the velocities before the solve and the impulses that blocks have, whether or not these are applied. Ends at a
   * change of `tolerance` (N·s) or of this share of the impulses that it began with; where it gets on no more, the
   * share `enough` will do. False: there is something in the island that it cannot solve, and nothing was done.
   */
  solve(island: Island, most: number, tolerance: number, share: number, enough?: number): boolean;
  /** Makes thin block k one that has all but B, S and its factor. */
  fill(k: number): void;
}

export const PROJECT_BILATERAL = 0;
export const PROJECT_BOUNDS = 1;
export const PROJECT_CONE = 2;

/** Two-sided: λ = λ_old - S⁻¹ r. */
export const projectBilateral: Projection = (f, o, m, r) => {
  solveLdl(f, o + atFactor(m), r, 0, m);
  for (let k = 0; k < m; k++) r[k] = f[o + atLambda + k] - r[k];
};

/** One row between two bounds. */
export const BOUND_LOW = 0;
export const BOUND_HIGH = 1;
export const projectBounds: Projection = (f, o, m, r) => {
  const lambda = f[o + atLambda] - r[0] * f[o + atFactor(m)];
  const low = f[o + BOUND_LOW];
  const high = f[o + BOUND_HIGH];
  r[0] = lambda < low ? low : lambda > high ? high : lambda;
};

/**
 * Coulomb's law at a point: rows normal, tangent, tangent.
 *   λn ≥ 0, r_n ≥ 0, λn r_n = 0;   |λt| ≤ μ λn, and while slipping λt opposes r_t.
 * Solved exactly, not by pulling the sticking force back onto the cone: that keeps the sticking force's direction,
 * which opposes the slip only where S is isotropic. For a given λn the friction is the minimum of a quadratic over a
 * disc (a 2×2 trust-region problem); λn follows from the normal row; the two alternate until they are near, and
 * Newton's method on all of it, S_n λ + e_n = 0, (S_tt + γ)λ_t + S_tn λ_n + e_t = 0, |λt| = μ λn in (λ, γ), ends it to
 * the last digit. The alternation contracts for μ|S_nt| < S_nn where S_tt is isotropic, and where it is not for a
 * bound that cone.test.ts derives; beyond (Painlevé's case) it is cut off and the sweeps go on from there. Verified in
 * test/solver/cone.test.ts against brute force.
 */
export const CONE_FRICTION = 0;
const CONE_ROUNDS = 12;
/** Change of λn, as a share, below which Newton's method takes over, and its steps at most. */
const CONE_NEAR = 1e-2;
const CONE_STEPS = 8;
export const projectCone: Projection = (f, o, m, r) => {
  const s = o + atSchur;
  const l = o + atLambda;
  const snn = f[s];
  const snu = f[s + 1];
  const snw = f[s + 2];
  const suu = f[s + 4];
  const suw = f[s + 5];
  const sww = f[s + 8];
  const en = r[0] - snn * f[l] - snu * f[l + 1] - snw * f[l + 2];
  const eu = r[1] - snu * f[l] - suu * f[l + 1] - suw * f[l + 2];
  const ew = r[2] - snw * f[l] - suw * f[l + 1] - sww * f[l + 2];
  const mu = f[o + CONE_FRICTION];
  if (!(snn > 0)) {
    r[0] = 0;
    r[1] = 0;
    r[2] = 0;
    return;
  }
  if (mu === 0) {
    r[0] = en < 0 ? -en / snn : 0;
    r[1] = 0;
    r[2] = 0;
    return;
  }

  solveLdl(f, o + atFactor(m), r, 0, 3);
  const n = f[l] - r[0];
  const u = f[l + 1] - r[1];
  const w = f[l + 2] - r[2];
  if (n >= 0 && u * u + w * w <= mu * mu * n * n) {
    r[0] = n;
    r[1] = u;
    r[2] = w;
    return;
  }

  // Start from the last answer, which is near the new one once the sweeps settle.
  let ln = f[l] > 0 ? f[l] : en < 0 ? -en / snn : 0;
  let lu = f[l + 1];
  let lw = f[l + 2];
  let gamma = 0;
  for (let round = 0; round < CONE_ROUNDS; round++) {
    const radius = mu * ln;
    const bu = eu + snu * ln;
    const bw = ew + snw * ln;
    // γ ≥ 0 with |(S_tt + γ)⁻¹ b| = radius, by Newton on 1/radius - 1/|λt| (concave, so it approaches from one side).
    gamma = 0;
    lu = 0;
    lw = 0;
    if (radius > 0) {
      for (let step = 0; step < 20; step++) {
        const a = suu + gamma;
        const d = sww + gamma;
        const det = a * d - suw * suw;
        if (!(det > 0)) {
          gamma += 1e-12 * (suu + sww) + 1e-300;
          continue;
        }
        lu = -(d * bu - suw * bw) / det;
        lw = -(a * bw - suw * bu) / det;
        const q = lu * lu + lw * lw;
        if (q <= radius * radius * (1 + 1e-15)) break;
        const size = Math.sqrt(q);
        // λᵀ (S + γ)⁻¹ λ
        const k = (d * lu * lu - 2 * suw * lu * lw + a * lw * lw) / det;
        const change = ((size - radius) / radius) * (q / k);
        if (!(change > 1e-16 * gamma)) break;
        gamma += change;
      }
    }
    const next = -(en + snu * lu + snw * lw) / snn;
    const old = ln;
    ln = next > 0 ? next : 0;
    if (Math.abs(ln - old) <= 1e-16 * (ln + old)) break;
    if (ln === 0 && old === 0) break;
    if (gamma > 0 && Math.abs(ln - old) <= CONE_NEAR * ln) {
      let pn = ln;
      let pu = lu;
      let pw = lw;
      let pg = gamma;
      let settled = false;
      for (let step = 0; step < CONE_STEPS && !settled; step++) {
        const a = suu + pg;
        const d = sww + pg;
        const det = a * d - suw * suw;
        const gn = snn * pn + snu * pu + snw * pw + en;
        const gu = a * pu + suw * pw + snu * pn + eu;
        const gw = suw * pu + d * pw + snw * pn + ew;
        const gc = 0.5 * (pu * pu + pw * pw - mu * mu * pn * pn);
        // δλt = -(x + y δn + z δγ) with x = K⁻¹ g_t, y = K⁻¹ S_tn, z = K⁻¹ λ_t, K = S_tt + γ.
        const xu = (d * gu - suw * gw) / det;
        const xw = (a * gw - suw * gu) / det;
        const yu = (d * snu - suw * snw) / det;
        const yw = (a * snw - suw * snu) / det;
        const zu = (d * pu - suw * pw) / det;
        const zw = (a * pw - suw * pu) / det;
        const m11 = snn - snu * yu - snw * yw;
        const m12 = -(snu * zu + snw * zw);
        const m21 = -mu * mu * pn - pu * yu - pw * yw;
        const m22 = -(pu * zu + pw * zw);
        const b1 = -gn + snu * xu + snw * xw;
        const b2 = -gc + pu * xu + pw * xw;
        const whole = m11 * m22 - m12 * m21;
        const dn = (b1 * m22 - m12 * b2) / whole;
        const dg = (m11 * b2 - m21 * b1) / whole;
        pn += dn;
        pg += dg;
        pu -= xu + yu * dn + zu * dg;
        pw -= xw + yw * dn + zw * dg;
        if (!(pn > 0) || !(pg > 0)) break;
        settled = Math.abs(dn) <= 1e-15 * pn;
      }
      if (settled) {
        ln = pn;
        lu = pu;
        lw = pw;
        break;
      }
    }
  }
  const limit = mu * ln;
  const size = Math.sqrt(lu * lu + lw * lw);
  const scale = size > limit ? limit / size : 1;
  r[0] = ln;
  r[1] = lu * scale;
  r[2] = lw * scale;
};

export const BASE_PROJECTIONS: readonly Projection[] = [projectBilateral, projectBounds, projectCone];
