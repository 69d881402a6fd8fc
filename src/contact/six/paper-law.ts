// The law of a contact patch as the paper has it: one pass of Algorithm 1 a visit.
//
// Bouchard, Nesme, Tournier, Wang, Faure, Kry 2015, "6D Frictional Contact for Rigid Bodies", §5 and Algorithm 1. Rows
// and impulses are those of wrench-law.ts: λ = (f_n, f_n p_u, f_n p_w, f_u, f_w, τ_n), S (6×6) and e = J v - S λ_old at
// the patch's centre c in the frame (n, u, w); lengths m, impulses N·s and N·m·s.
//
//   lines 1–4    S λ = -e: all six rows at rest                                       Eq. 1, 3
//   lines 5–8    outside the cone: λ_t = μ f_n t̂, t̂ the direction just solved         Eq. 4–6: rows 0, 1, 2, 5
//   line 9       centre of pressure d = (λ₁, λ₂)/f_n
//   line 10      p: the point of the patch closest to d                               §5.4
//   lines 11–19  p ≠ d: a point contact at p, in a frame along the patch's edge       Eq. 8, 9; outside the cone Eq. 10
//   line 23      torque about p within the four corners' bound; none where p ≠ d      Eq. 11–13
//
// Where we leave the text, because it would not work otherwise (docs/theory/six-paper.md):
//   [sign]   d = (-τ_w, τ_u)/f_n: the text has the opposite sign, and once τ_n for f_n.
//   [spin]   the bound holds about the centre of pressure, so τ_n is carried from c to p first.
//   [part]   f_n ≤ 0 of six rows at rest is no separation, only a centre of pressure outside the patch. Separation is
//   judged
//            for points: the one of the patch that approaches fastest gets Eq. 8; if none approaches, the wrench is
//            zero.
//   [roll]   where the surface curves away from the patch (sharpness 0) the normal row of Eq. 8 stays at c; only the
//   force
//            moves to p. Else a rolling ball is thrown up at ω a.
// §5.4's metric without friction: with A the first three rows of S, among wrenches f(1, p) the one nearest to f*(1, d)
// in A has p nearest to d in W = A_pp - α αᵀ/β, (·, α) = A(1, d), β = (1, d)·A(1, d), to second order in p - d.
// The cone is round, so the frame along the edge changes no result; it tells rolling over the edge from slipping along
// it. With spin "uniform" or "contensou" the bound is the integral over the patch; "contensou" then shrinks the
// friction wrench onto the limit surface (without a re-solve: the exact law has that).
// Verified in test/contact/six-paper.test.ts.

import { projectToEllipse, projectToEllipseWeighted } from '../../patch/ellipse.js';
import { KEPT_HALF, KEPT_STRIDE } from '../../patch/layout.js';
import { LimitSurface } from '../../patch/limit-surface.js';
import { PressureLoad } from '../../patch/load.js';
import type { PatchBuffer } from '../../patch/patch.js';
import { projectToPolygon } from '../../patch/polygon.js';
import { PressureSolver } from '../../patch/pressure.js';
import { atFactor, atLambda, atSchur } from '../../solver/blocks.js';
import { solveLdl } from '../../solver/factor.js';
import type { Projection } from '../../solver/projections.js';
import { W_FRICTION, W_SLIPS } from './layout.js';
import { bearing } from './normal-law.js';
import type { UncoupledLimits } from './spin.js';

/** Rows of Eq. 4: the torques, and the normal one. */
const KEPT = [1, 2, 5, 0] as const;
/** Pivots below this share of their diagonal are rounding, as in the solver's own factors. */
const RANK = 1e-13;

export class PaperLaw {
  readonly #patches: PatchBuffer;
  /** The patch of the block at hand. */
  #patch = 0;
  readonly #isEllipse: boolean;
  /** Null: by the limit surface. */
  readonly #uncoupled: UncoupledLimits | null;
  readonly #load = new PressureLoad();
  readonly #pressure = new PressureSolver();
  readonly #limit = new LimitSurface();
  readonly #e = new Float64Array(6);
  /** A linear system of up to four unknowns, row by row with its right-hand side. */
  readonly #a = new Float64Array(20);
  readonly #x = new Float64Array(4);
  /** The projected centre of pressure and the edge's tangent there. */
  readonly #p = new Float64Array(4);
  /** S times the point force's wrenches along (t, o, n) at p: three columns of six. */
  readonly #columns = new Float64Array(18);

  constructor(patches: PatchBuffer, outline: 'hull' | 'ellipse', uncoupled: UncoupledLimits | null) {
    this.#patches = patches;
    this.#uncoupled = uncoupled;
    this.#isEllipse = outline === 'ellipse';
  }

  readonly project: Projection = (f, o, m, r, patch) => {
    this.#patch = patch;
    const s = o + atSchur;
    const l = o + atLambda;
    const e = this.#e;
    const p = this.#p;
    for (let k = 0; k < 6; k++) {
      const row = s + 6 * k;
      e[k] =
        r[k] -
        (f[row] * f[l] +
          f[row + 1] * f[l + 1] +
          f[row + 2] * f[l + 2] +
          f[row + 3] * f[l + 3] +
          f[row + 4] * f[l + 4] +
          f[row + 5] * f[l + 5]);
    }
    solveLdl(f, o + atFactor(m), r, 0, 6);
    for (let k = 0; k < 6; k++) r[k] = f[l + k] - r[k];
    f[o + W_SLIPS] = 0;
    const mu = f[o + W_FRICTION];
    if (r[0] > 0) {
      const force = Math.sqrt(r[3] * r[3] + r[4] * r[4]);
      if (force > mu * r[0]) {
        f[o + W_SLIPS] = 1;
        const k = force > 0 ? mu / force : 0;
        this.#slide(f, s, r, k * r[3], k * r[4]);
      }
    }
    // [part]
    if (!(r[0] > 0)) {
      this.#bearAtFastest(f, o, s, mu, r);
      return;
    }
    if (!this.#projectCenter(f, s, mu, r[1] / r[0], r[2] / r[0])) {
      this.#clampSpin(f, o, mu, r);
      return;
    }
    if (!this.#bearAtPoint(f, o, s, mu, r, p[0], p[1], p[2], p[3])) this.#bearAtFastest(f, o, s, mu, r);
  };

  /** Eq. 4: friction f_n (qu, qw); the normal row and the three torques stay at rest. */
  #slide(f: Float64Array, s: number, r: Float64Array, qu: number, qw: number): void {
    const a = this.#a;
    const e = this.#e;
    const x = this.#x;
    for (let i = 0; i < 4; i++) {
      const row = s + 6 * KEPT[i];
      a[5 * i] = f[row + 1];
      a[5 * i + 1] = f[row + 2];
      a[5 * i + 2] = f[row + 5];
      a[5 * i + 3] = f[row] + f[row + 3] * qu + f[row + 4] * qw;
      a[5 * i + 4] = -e[KEPT[i]];
    }
    if (!eliminate(a, x, 4)) x.fill(0);
    r[0] = x[3];
    r[1] = x[0];
    r[2] = x[1];
    r[3] = x[3] * qu;
    r[4] = x[3] * qw;
    r[5] = x[2];
  }

  /** §5.4: p and its tangent for the centre of pressure (du, dw); false where that lies in the patch. */
  #projectCenter(f: Float64Array, s: number, mu: number, du: number, dw: number): boolean {
    const patches = this.#patches;
    const k = this.#patch;
    let wuu = 1;
    let wuw = 0;
    let www = 1;
    if (mu === 0) {
      const a0 = f[s] + f[s + 1] * du + f[s + 2] * dw;
      const au = f[s + 6] + f[s + 7] * du + f[s + 8] * dw;
      const aw = f[s + 12] + f[s + 13] * du + f[s + 14] * dw;
      const b = a0 + au * du + aw * dw;
      const uu = f[s + 7] - (au * au) / b;
      const uw = f[s + 8] - (au * aw) / b;
      const ww = f[s + 14] - (aw * aw) / b;
      // Bodies that cannot turn have no such metric.
      if (uu > 0 && ww > 0 && uu * ww - uw * uw > 1e-12 * uu * ww) {
        wuu = uu;
        wuw = uw;
        www = ww;
      }
    }
    if (this.#isEllipse) {
      const h = k * KEPT_STRIDE + KEPT_HALF;
      const a = patches.records[h];
      const b = patches.records[h + 1];
      return mu === 0
        ? projectToEllipseWeighted(this.#p, 0, a, b, du, dw, wuu, wuw, www)
        : projectToEllipse(this.#p, 0, a, b, du, dw);
    }
    const start = patches.outlineStart[k];
    return projectToPolygon(this.#p, 0, patches.vertices, start, patches.outlineCount[k], du, dw, wuu, wuw, www) >= 0;
  }

  /** [part]: Eq. 8 at the patch point that approaches fastest without this contact; zero if none approaches. */
  #bearAtFastest(f: Float64Array, o: number, s: number, mu: number, r: Float64Array): void {
    const e = this.#e;
    const patches = this.#patches;
    const k = this.#patch;
    let pu = 0;
    let pw = 0;
    if (this.#isEllipse) {
      const h = k * KEPT_STRIDE + KEPT_HALF;
      const a = patches.records[h];
      const b = patches.records[h + 1];
      const size = Math.sqrt(a * a * e[1] * e[1] + b * b * e[2] * e[2]);
      if (size > 0) {
        pu = (-a * a * e[1]) / size;
        pw = (-b * b * e[2]) / size;
      }
    } else {
      const v = patches.vertices;
      const start = patches.outlineStart[k];
      let fastest = Infinity;
      for (let i = start; i < start + 2 * patches.outlineCount[k]; i += 2) {
        const speed = e[1] * v[i] + e[2] * v[i + 1];
        if (speed < fastest) {
          fastest = speed;
          pu = v[i];
          pw = v[i + 1];
        }
      }
    }
    const turn = Math.sqrt(e[1] * e[1] + e[2] * e[2]);
    const tu = turn > 0 ? e[2] / turn : 1;
    const tw = turn > 0 ? -e[1] / turn : 0;
    if (!this.#bearAtPoint(f, o, s, mu, r, pu, pw, tu, tw)) r.fill(0, 0, 6);
  }

  /** Eq. 8 and 10: a point contact at (pu, pw), (tu, tw) along the patch's edge. False: it does not push. */
  #bearAtPoint(
    f: Float64Array,
    o: number,
    s: number,
    mu: number,
    r: Float64Array,
    pu: number,
    pw: number,
    tu: number,
    tw: number,
  ): boolean {
    const e = this.#e;
    const a = this.#a;
    const x = this.#x;
    const c = this.#columns;
    // [roll]
    const qu = bearing(f, o, 0, pu);
    const qw = bearing(f, o, 2, pw);
    const approach = e[0] + qu * e[1] + qw * e[2];
    if (!(approach < 0)) return false;
    // Across the edge: (ou, ow) = (tw, -tu), outwards. A force along (gu, gw) at p has the torque pu gw - pw gu about
    // c.
    const ou = tw;
    const ow = -tu;
    const tt = pu * tw - pw * tu;
    const ot = pu * ow - pw * ou;
    for (let i = 0; i < 6; i++) {
      const row = s + 6 * i;
      c[i] = f[row + 3] * tu + f[row + 4] * tw + f[row + 5] * tt;
      c[6 + i] = f[row + 3] * ou + f[row + 4] * ow + f[row + 5] * ot;
      c[12 + i] = f[row] + f[row + 1] * pu + f[row + 2] * pw;
    }
    for (let j = 0; j < 3; j++) {
      a[j] = tu * c[6 * j + 3] + tw * c[6 * j + 4] + tt * c[6 * j + 5];
      a[4 + j] = ou * c[6 * j + 3] + ow * c[6 * j + 4] + ot * c[6 * j + 5];
      a[8 + j] = c[6 * j] + qu * c[6 * j + 1] + qw * c[6 * j + 2];
    }
    const nt = a[8];
    const no = a[9];
    const nn = a[10];
    a[3] = -(tu * e[3] + tw * e[4] + tt * e[5]);
    a[7] = -(ou * e[3] + ow * e[4] + ot * e[5]);
    a[11] = -approach;
    const solved = mu > 0 && eliminate(a, x, 3);
    let along = solved ? x[0] : 0;
    let across = solved ? x[1] : 0;
    let push = solved ? x[2] : 0;
    const force = Math.sqrt(along * along + across * across);
    if (!(push > 0) || force > mu * push) {
      // Eq. 10: one unknown, the size of a force on the cone's side. A push that friction would turn into a pull gets
      // none.
      f[o + W_SLIPS] = 1;
      const k = force > 0 ? mu / force : 0;
      const along0 = k * along;
      const across0 = k * across;
      const stiff = nn + nt * along0 + no * across0;
      const rubs = stiff > 0;
      push = -approach / (rubs ? stiff : nn);
      if (!(push > 0) || push === Infinity) return false;
      along = rubs ? push * along0 : 0;
      across = rubs ? push * across0 : 0;
    }
    r[0] = push;
    r[1] = push * pu;
    r[2] = push * pw;
    r[3] = along * tu + across * ou;
    r[4] = along * tw + across * ow;
    r[5] = along * tt + across * ot;
    return true;
  }

  /** Eq. 11–13 about the centre of pressure. */
  #clampSpin(f: Float64Array, o: number, mu: number, r: Float64Array): void {
    const pu = r[1] / r[0];
    const pw = r[2] / r[0];
    const carried = pu * r[4] - pw * r[3];
    const torque = r[5] - carried;
    const limit = mu * r[0];
    const k = this.#patch;
    if (this.#uncoupled?.byCorners) {
      const most = limit * this.#uncoupled.bound(this.#patches, k, pu, pw);
      r[5] = carried + this.#clamp(f, o, torque, most);
      return;
    }
    this.#patches.press(this.#pressure, this.#load, k, pu, pw);
    const clamped = this.#clamp(f, o, torque, limit * this.#load.spin);
    r[5] = carried + clamped;
    if (this.#uncoupled !== null || limit === 0) return;
    const gauge = this.#limit.gauge(this.#load, limit, r[3], r[4], clamped);
    if (!(gauge > 1)) return;
    f[o + W_SLIPS] = 1;
    for (let i = 3; i < 6; i++) r[i] /= gauge;
  }

  #clamp(f: Float64Array, o: number, torque: number, most: number): number {
    if (torque <= most && torque >= -most) return torque;
    f[o + W_SLIPS] = 1;
    return torque > 0 ? most : -most;
  }
}

/**
 * Solves n equations in their order, a holding n rows of n coefficients and a right-hand side. A row whose pivot is
 * rounding (a locked axis) is dropped, its unknown zero. The last pivot must be positive, else false: friction would
 * jam the normal.
 */
function eliminate(a: Float64Array, x: Float64Array, n: number): boolean {
  const stride = n + 1;
  for (let k = 0; k < n; k++) x[k] = a[k * stride + k];
  for (let k = 0; k < n; k++) {
    const row = k * stride;
    if (!(a[row + k] > RANK * x[k])) {
      if (k === n - 1) return false;
      a[row + k] = 0;
      continue;
    }
    for (let i = k + 1; i < n; i++) {
      const t = a[i * stride + k] / a[row + k];
      for (let j = k + 1; j < stride; j++) a[i * stride + j] -= t * a[row + j];
    }
  }
  for (let k = n - 1; k >= 0; k--) {
    const row = k * stride;
    let sum = a[row + n];
    for (let j = k + 1; j < n; j++) sum -= a[row + j] * x[j];
    x[k] = a[row + k] > 0 ? sum / a[row + k] : 0;
  }
  return true;
}
