// Friction of a patch for a normal force that is known, and how it answers.
//
// N = f_n (1, p) presses the patch with the bearing point q(p) as the centre of an affine pressure. The friction wrench
// F about c then is that of the limit surface (patch/limit-surface.ts): with C = S_FF, X = S_NF and the slip -η about
// c,
//     η + e_F + XᵀN + C F = 0,     F = c g(η; q),  c = μ f_n,  g = ∇D.                                        (1)
// Seen from c, q enters only through the pressure, which for a given slip enters g linearly: ∂g/∂q is g of ∂p/∂q.
// With K = c ∇²D, h = c (∂g/∂q) δq and G = F/f_n, (1) differentiated says
//     (1 + C K) δη = -(δe_F + Xᵀ δN + C (G δf_n + h)),     f_n δG = K δη + h.                                 (2)
// The law of both, N and F together, is solved with this (wrench-law.ts). Verified there by differences.

import { invertMatrix, multiplyMatrices } from '../../math/matrix3.js';
import { invertSymmetric } from '../../math/symmetric3.js';
import { LIMIT_STICK, LimitSurface } from '../../patch/limit-surface.js';
import { LOAD_AREA, PressureLoad } from '../../patch/load.js';
import type { PatchBuffer } from '../../patch/patch.js';
import { PressureSolver } from '../../patch/pressure.js';
import { evaluateSlip } from '../../patch/slip.js';
import { SLIP_GRADIENT, SLIP_HESSIAN, SLIP_STRIDE } from '../../patch/slip-record.js';
import { W_SHARP } from './layout.js';
import { bearing } from './normal-law.js';
import type { UncoupledLimits } from './spin.js';
import { LOCKED } from './tolerances.js';

/** How far the centre of a line load is moved for differences, as a share of its length. */
const NUDGE = 1e-6;

export class PatchFriction {
  /** Friction per unit f_n about c that belongs to N; its slip about c. */
  readonly perForce = new Float64Array(3);
  readonly slip = new Float64Array(3);
  /** By how much (1) is missed: η + e_F + XᵀN + C F (m/s, rad/s), and that as a share of F. */
  readonly miss = new Float64Array(3);
  defect = 0;
  /**
   * After `respond`: δ(perForce) = toNormal δN + toMotion δe_F, δ(slip) = slipToNormal δN + slipToMotion δe_F; by rows.
   */
  readonly toNormal = new Float64Array(9);
  readonly toMotion = new Float64Array(9);
  readonly slipToNormal = new Float64Array(9);
  readonly slipToMotion = new Float64Array(9);
  /** The most torque about the bearing point, divided by μ f_n; with what torques are compared. */
  bound = 0;
  lever = 1;
  readonly #patches: PatchBuffer;
  /** Force and torque limited each for itself; null: by the limit surface. */
  readonly #uncoupled: UncoupledLimits | null;
  /** The patch of the block at hand. */
  #patch = 0;
  readonly #load = new PressureLoad();
  /** The centre of pressure that `#load` is pressed for, of that patch; NaN: of none, or `#pressure` has gone on since. */
  readonly #pressed = new Float64Array(2);
  readonly #nudged = new PressureLoad(false);
  readonly #pressure = new PressureSolver();
  readonly #limit = new LimitSurface();
  readonly #record = new Float64Array(SLIP_STRIDE);
  /** S_FF⁻¹, S_FF at the bearing point, K about c. */
  readonly #inverse = new Float64Array(6);
  readonly #metric = new Float64Array(6);
  readonly #stiffness = new Float64Array(9);
  readonly #wrench = new Float64Array(3);
  /** ∂g/∂q_u, ∂g/∂q_w about c. */
  readonly #centre = new Float64Array(6);
  readonly #m = new Float64Array(9);
  readonly #quality = { tolerance: 0, steps: 40 };
  #sticks = false;
  #qu = 0;
  #qw = 0;

  constructor(patches: PatchBuffer, uncoupled: UncoupledLimits | null) {
    this.#patches = patches;
    this.#uncoupled = uncoupled;
  }

  /** Takes the patch of the block at hand. */
  take(patch: number): void {
    this.#patch = patch;
    this.#pressed[0] = Number.NaN;
  }

  /**
   * Takes S_FF of the block at s. Locked axes leave directions that cannot move: nothing asks for friction there, and a
   * trace of give changes nothing.
   */
  begin(f: Float64Array, s: number): boolean {
    const inv = this.#inverse;
    const give = LOCKED * (f[s + 21] + f[s + 28]);
    for (let attempt = 0; attempt < 2; attempt++) {
      inv[0] = f[s + 21] + attempt * give;
      inv[1] = f[s + 22];
      inv[2] = f[s + 23];
      inv[3] = f[s + 28] + attempt * give;
      inv[4] = f[s + 29];
      inv[5] = f[s + 35] + attempt * (f[s + 35] > 0 ? LOCKED * f[s + 35] : give);
      if (invertSymmetric(inv, 0, inv, 0)) return true;
    }
    return false;
  }

  /** out = C⁻¹ x, for x[xi…]. */
  stick(out: Float64Array, oi: number, x: number, y: number, z: number): void {
    const c = this.#inverse;
    out[oi] = c[0] * x + c[1] * y + c[2] * z;
    out[oi + 1] = c[1] * x + c[3] * y + c[4] * z;
    out[oi + 2] = c[2] * x + c[4] * y + c[5] * z;
  }

  /** F = -C⁻¹(e_F + XᵀN) about c: what keeps the patch from slipping. */
  sticking(out: Float64Array, oi: number, f: Float64Array, s: number, e: Float64Array, n: Float64Array): void {
    this.stick(
      out,
      oi,
      -(e[3] + f[s + 3] * n[0] + f[s + 9] * n[1] + f[s + 15] * n[2]),
      -(e[4] + f[s + 4] * n[0] + f[s + 10] * n[1] + f[s + 16] * n[2]),
      -(e[5] + f[s + 5] * n[0] + f[s + 11] * n[1] + f[s + 17] * n[2]),
    );
  }

  /** Whether the friction part of the wrench x of the block at o lies in the limit set for its normal part. */
  bears(f: Float64Array, o: number, mu: number, x: Float64Array): boolean {
    const c = mu * x[0];
    const pu = bearing(f, o, 0, x[1] / x[0]);
    const pw = bearing(f, o, 2, x[2] / x[0]);
    const force = Math.sqrt(x[3] * x[3] + x[4] * x[4]);
    if (force > c) return false;
    if (force === 0 && x[5] === 0) return true;
    this.#press(pu, pw);
    const torque = x[5] - this.#qu * x[4] + this.#qw * x[3];
    if (this.#uncoupled !== null) return Math.abs(torque) <= c * this.bound;
    return this.#limit.contains(this.#load, c, x[3], x[4], torque);
  }

  /** The load of a unit force at (pu, pw), its friction bound, and q: (pu, pw), or near it for a union. */
  #press(pu: number, pw: number, load = this.#load): void {
    const patches = this.#patches;
    const k = this.#patch;
    this.#qu = pu;
    this.#qw = pw;
    if (this.#uncoupled?.byCorners) {
      this.bound = this.#uncoupled.bound(patches, k, pu, pw);
      return;
    }
    const pressed = this.#pressed;
    // What bears on a corner goes on bearing there while friction is looked for.
    if (load !== this.#load || !Object.is(pressed[0], pu) || !Object.is(pressed[1], pw)) {
      patches.press(this.#pressure, load, k, pu, pw);
      pressed[0] = load === this.#load ? pu : Number.NaN;
      pressed[1] = pw;
    }
    this.bound = load.spin;
    if (!patches.isUnion(k)) return;
    this.#qu = load.copU;
    this.#qw = load.copW;
  }

  /**
   * Solves (1) for N = n and the motion e (rows 3–5), from the guess in `slip`, which is zero where there is none,
   * until F is off by no more than tolerance·c.
   */
  solve(f: Float64Array, o: number, s: number, mu: number, e: Float64Array, n: Float64Array, tolerance: number): void {
    const { slip, perForce } = this;
    const wrench = this.#wrench;
    const c = this.#metric;
    this.#press(bearing(f, o, 0, n[1] / n[0]), bearing(f, o, 2, n[2] / n[0]));
    const pu = this.#qu;
    const pw = this.#qw;
    this.sticking(wrench, 0, f, s, e, n);
    wrench[2] += pw * wrench[0] - pu * wrench[1];
    // S_FF and slip seen from q: v_u(q) = v_u - ω q_w, v_w(q) = v_w + ω q_u.
    const uu = f[s + 21];
    const uw = f[s + 22];
    const ut = f[s + 23];
    const ww = f[s + 28];
    const wt = f[s + 29];
    const tt = f[s + 35];
    c[0] = uu - 2 * pw * ut + pw * pw * tt;
    c[1] = uw + pu * ut - pw * wt - pu * pw * tt;
    c[2] = ut - pw * tt;
    c[3] = ww + 2 * pu * wt + pu * pu * tt;
    c[4] = wt + pu * tt;
    c[5] = tt;
    slip[0] -= pw * slip[2];
    slip[1] += pu * slip[2];
    const limit = mu * n[0];
    this.#sticks = false;
    this.#quality.tolerance = tolerance;
    this.#limit.defect = 0;
    if (this.#uncoupled !== null) this.#uncoupled.solve(wrench, c, limit, this.bound);
    else if (this.#limit.project(wrench, 0, slip, 0, this.#load, limit, c, 0, this.#quality) === LIMIT_STICK) {
      this.#sticks = true;
      slip.fill(0);
    }
    slip[0] += pw * slip[2];
    slip[1] -= pu * slip[2];
    const k = 1 / n[0];
    perForce[0] = wrench[0] * k;
    perForce[1] = wrench[1] * k;
    perForce[2] = wrench[2] * k + pu * perForce[1] - pw * perForce[0];
    const lever = this.bound + Math.abs(pu) + Math.abs(pw);
    this.lever = lever > 0 ? lever : 1;
    this.defect = this.#limit.defect;
    const { miss } = this;
    const isOff = this.defect > 0;
    const n0 = n[0];
    const n1 = n[1];
    const n2 = n[2];
    const p0 = perForce[0];
    const p1 = perForce[1];
    const p2 = perForce[2];
    for (let i = 0; i < 3; i++) {
      const row = s + 21 + 6 * i;
      const motion = e[3 + i] + f[s + 3 + i] * n0 + f[s + 9 + i] * n1 + f[s + 15 + i] * n2;
      const answer = n0 * (f[row] * p0 + f[row + 1] * p1 + f[row + 2] * p2);
      miss[i] = isOff ? motion + answer - slip[i] : 0;
    }
  }

  /** Takes the force of friction that sticks, for `respond`. */
  hold(force: Float64Array, n: Float64Array): void {
    this.#sticks = true;
    for (let k = 0; k < 3; k++) this.perForce[k] = force[k] / n[0];
  }

  /**
   * (2) for the solution in hand, N = n. (tu, tw): the line that p stays on, or zeros where it may move anywhere;
   * `still`: it stays where it is. False where force and torque are limited each for itself: that is not
   * differentiated.
   */
  respond(
    f: Float64Array,
    o: number,
    s: number,
    mu: number,
    n: Float64Array,
    still: boolean,
    tu: number,
    tw: number,
  ): boolean {
    if (this.#uncoupled !== null) return false;
    const { perForce: d, toNormal: g, toMotion: e, slipToNormal: h } = this;
    const c = this.#inverse;
    const k = 1 / n[0];
    if (this.#sticks) {
      h.fill(0);
      this.slipToMotion.fill(0);
      for (let i = 0; i < 3; i++)
        this.stick(g, 3 * i, -k * f[s + 6 * i + 3], -k * f[s + 6 * i + 4], -k * f[s + 6 * i + 5]);
      transpose(g);
      for (let i = 0; i < 3; i++) g[3 * i] -= k * d[i];
      e[0] = -k * c[0];
      e[1] = e[3] = -k * c[1];
      e[2] = e[6] = -k * c[2];
      e[4] = -k * c[3];
      e[5] = e[7] = -k * c[4];
      e[8] = -k * c[5];
      return true;
    }
    const pu = n[1] * k;
    const pw = n[2] * k;
    const { give } = this.#pressure;
    const sharpU = give * mu * f[o + W_SHARP + (pu >= 0 ? 0 : 1)];
    const sharpW = give * mu * f[o + W_SHARP + 2 + (pw >= 0 ? 0 : 1)];
    const { slipToMotion: l } = this;
    const centre = this.#centre;
    const stiffness = this.#stiffness;
    const m = this.#m;
    centre.fill(0);
    if (!still) this.#differentiateCentre(tu * sharpU, tw * sharpW, sharpU, sharpW);
    this.#stiffnessAtCentre();
    const c00 = f[s + 21];
    const c01 = f[s + 22];
    const c02 = f[s + 23];
    const c10 = f[s + 27];
    const c11 = f[s + 28];
    const c12 = f[s + 29];
    const c20 = f[s + 33];
    const c21 = f[s + 34];
    const c22 = f[s + 35];
    // L = (1 + C K)⁻¹.
    for (let j = 0; j < 3; j++) {
      const x = stiffness[j];
      const y = stiffness[3 + j];
      const z = stiffness[6 + j];
      m[j] = (j === 0 ? 1 : 0) + c00 * x + c01 * y + c02 * z;
      m[3 + j] = (j === 1 ? 1 : 0) + c10 * x + c11 * y + c12 * z;
      m[6 + j] = (j === 2 ? 1 : 0) + c20 * x + c21 * y + c22 * z;
    }
    if (!invertMatrix(l, m)) return false;
    multiplyMatrices(m, stiffness, l);
    for (let i = 0; i < 9; i++) e[i] = -k * m[i];
    const d0 = d[0];
    const d1 = d[1];
    const d2 = d[2];
    // Columns of δN: r = Xᵀ δN + C (G δf_n + h), h = μ ∂g/∂q δ(f_n q).
    for (let j = 0; j < 3; j++) {
      const du = sharpU * (j === 1 ? 1 : j === 0 ? -pu : 0);
      const dw = sharpW * (j === 2 ? 1 : j === 0 ? -pw : 0);
      const h0 = centre[0] * du + centre[3] * dw;
      const h1 = centre[1] * du + centre[4] * dw;
      const h2 = centre[2] * du + centre[5] * dw;
      const b0 = h0 + (j === 0 ? d0 : 0);
      const b1 = h1 + (j === 0 ? d1 : 0);
      const b2 = h2 + (j === 0 ? d2 : 0);
      const row = s + 6 * j + 3;
      const r0 = f[row] + c00 * b0 + c01 * b1 + c02 * b2;
      const r1 = f[row + 1] + c10 * b0 + c11 * b1 + c12 * b2;
      const r2 = f[row + 2] + c20 * b0 + c21 * b1 + c22 * b2;
      // slip = -η, so that its answer is +L r; K δη = -K L r.
      h[j] = l[0] * r0 + l[1] * r1 + l[2] * r2;
      h[3 + j] = l[3] * r0 + l[4] * r1 + l[5] * r2;
      h[6 + j] = l[6] * r0 + l[7] * r1 + l[8] * r2;
      g[j] = k * (h0 - (m[0] * r0 + m[1] * r1 + m[2] * r2));
      g[3 + j] = k * (h1 - (m[3] * r0 + m[4] * r1 + m[5] * r2));
      g[6 + j] = k * (h2 - (m[6] * r0 + m[7] * r1 + m[8] * r2));
    }
    return true;
  }

  /** K about c: that of the limit surface about q, carried over. */
  #stiffnessAtCentre(): void {
    const k = this.#stiffness;
    const qu = this.#qu;
    const qw = this.#qw;
    const r = this.#limit.record;
    const h = SLIP_HESSIAN;
    k[0] = r[h];
    k[1] = k[3] = r[h + 1];
    k[4] = r[h + 3];
    k[2] = k[6] = r[h + 2] - r[h] * qw + r[h + 1] * qu;
    k[5] = k[7] = r[h + 4] - r[h + 1] * qw + r[h + 3] * qu;
    k[8] = r[h + 5] - (r[h + 2] + k[2]) * qw + (r[h + 4] + k[5]) * qu;
  }

  /** ∂g/∂q about c: along (tu, tw) alone where that is not zero, else along the axes that are not. */
  #differentiateCentre(tu: number, tw: number, u: number, w: number): void {
    const centre = this.#centre;
    const record = this.#record;
    const tt = tu * tu + tw * tw;
    if (tt > 0) {
      if (!this.#differentiateAlong(tu, tw)) return;
      for (let i = 0; i < 3; i++) {
        centre[i] = (record[SLIP_GRADIENT + i] * tu) / tt;
        centre[3 + i] = (record[SLIP_GRADIENT + i] * tw) / tt;
      }
      return;
    }
    if (u > 0 && this.#differentiateAlong(1, 0)) for (let i = 0; i < 3; i++) centre[i] = record[SLIP_GRADIENT + i];
    if (w > 0 && this.#differentiateAlong(0, 1)) for (let i = 0; i < 3; i++) centre[3 + i] = record[SLIP_GRADIENT + i];
  }

  /** How g about c changes as q moves along (du, dw), for the slip in hand; into the record's gradient. */
  #differentiateAlong(du: number, dw: number): boolean {
    const { slip } = this;
    const load = this.#load;
    const nudged = this.#nudged;
    const record = this.#record;
    const qu = this.#qu;
    const qw = this.#qw;
    if (load.kind === LOAD_AREA) {
      const { alpha, betaU, betaW } = load;
      if (!this.#pressure.differentiate(load, du, dw)) return false;
      evaluateSlip(record, 0, load, qw * slip[2] - slip[0], -slip[1] - qu * slip[2], -slip[2], false);
      load.setPressure(alpha, betaU, betaW);
      record[3] += qu * record[2] - qw * record[1];
      return true;
    }
    const length = Math.sqrt(du * du + dw * dw);
    const step = (NUDGE * load.size) / length;
    if (!(step > 0) || this.#patches.isUnion(this.#patch)) return false;
    const u = qu + step * du;
    const w = qw + step * dw;
    const { bound } = this;
    this.#press(u, w, nudged);
    this.bound = bound;
    this.#qu = qu;
    this.#qw = qw;
    evaluateSlip(record, 0, nudged, w * slip[2] - slip[0], -slip[1] - u * slip[2], -slip[2], false);
    record[3] += u * record[2] - w * record[1];
    const r = this.#limit.record;
    record[1] = (record[1] - r[1]) / step;
    record[2] = (record[2] - r[2]) / step;
    record[3] = (record[3] - (r[3] + qu * r[2] - qw * r[1])) / step;
    return true;
  }
}

function transpose(a: Float64Array): void {
  for (let i = 0; i < 2; i++)
    for (let j = i + 1; j < 3; j++) {
      const x = a[3 * i + j];
      a[3 * i + j] = a[3 * j + i];
      a[3 * j + i] = x;
    }
}
