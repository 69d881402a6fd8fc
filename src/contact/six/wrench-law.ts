// The law of a contact patch, solved exactly for one block.
//
// Bouchard et al. 2015, §5, with physics where the paper has a projection. Rows of the block, for the motion of A
// against B at the patch's centre c in the frame (n, u, w), and the impulses that are their partners:
//
//   row  velocity             impulse
//   0    v_n                  f_n                    normal part N: v_n(x) = (1, x_u, x_w)·(rows 0–2) is the normal
//   1    γ_u = -ω_w           f_n p_u                velocity at the patch point x, and N = f_n (1, p_u, p_w) is the
//   2    γ_w =  ω_u           f_n p_w                wrench of a normal force at the centre of pressure p
//   3    v_u                  f_u                    friction part F
//   4    v_w                  f_w
//   5    ω_n                  τ_n (about c)
//
// Normal law (Signorini on the patch P): f_n ≥ 0, p ∈ P; either no part of the patch rotates against the other (p
// anywhere in P), or p lies on the boundary where v_n(x) is least. That point bears: v_n(q) = 0 with q = p where the
// patch ends at an edge of the bodies (tipping), but q on c's side where the surface curves away (rolling): there the
// row stays at the centre and only the force moves (physics: else a rolling ball is thrown up by ω·a).
// Friction law: (f_u, f_w, τ about q) lies in the limit set of the patch under the affine pressure that has q as its
// centre, scaled by μ f_n, and slips by maximum dissipation (Coulomb–Contensou; src/patch/limit-surface.ts). With p
// itself a spinning ball is unstable: any trace of rolling moves all pressure to the rim, where spin is fast slip, and
// the ball shoots off sideways.
//
// Method: (1) all six rows at rest (Eq. 1); where that is feasible it is the answer. (2) Otherwise friction sticks or slips in
// a known direction, which leaves three equations for N; a walk along the boundary of P finds the vertex or edge that
// bears; friction is then solved for the new N, until its direction settles. The paper's Algorithm 1 takes one such
// step with the closest point of P to the sticking centre of pressure; paper-law.ts has that.
// Verified in test/contact/six-law.test.ts against brute force over patch points and slip directions.

import { invertSymmetric } from '../../math/symmetric3.js';
import { LIMIT_STICK, LimitSurface } from '../../patch/limit-surface.js';
import { PressureLoad } from '../../patch/load.js';
import { PA_FRICTION, PA_STRIDE, type PatchBuffer } from '../../patch/patch.js';
import { polygonContains } from '../../patch/polygon.js';
import { PressureSolver } from '../../patch/pressure.js';
import { atFactor, atLambda, atSchur } from '../../solver/blocks.js';
import { solveLdl } from '../../solver/factor.js';
import { cornerBound, SPIN_CONTENSOU, SPIN_CORNERS } from './spin.js';

/** Parameters of a block: friction, patch, spin law, and how sharply the patch ends towards +u, -u, +w, -w (1: an edge, 0: curved). */
export const W_FRICTION = 0;
export const W_PATCH = 1;
export const W_SPIN = 2;
export const W_SHARP = 3;
/** What the visit found, for reports: 1 where friction slipped, 1 where p is on the boundary. */
export const W_SLIPS = 7;
export const W_TIPS = 8;

/** Friction per unit f_n about q, and slip, of the last visit that slipped: the next one's first guess. */
const W_DIRECTION = 9;
const W_GUESS = 12;

const FRICTION_ROUNDS = 24;
const SETTLED = 1e-12;
const FOLLOW = 0.1;
const QUALITY = { tolerance: 1e-12, steps: 40 };

export class WrenchLaw {
  private readonly patches: () => PatchBuffer;
  private readonly load = new PressureLoad();
  private readonly pressure = new PressureSolver();
  private readonly limit = new LimitSurface();
  /** Effective normal system (row by row) and right-hand side, given how friction behaves. */
  private readonly a = new Float64Array(9);
  private readonly e = new Float64Array(3);
  private readonly e0 = new Float64Array(6);
  private readonly n = new Float64Array(3);
  /** S_FF⁻¹, and S_FF at the centre of pressure. */
  private readonly inverse = new Float64Array(6);
  private readonly metric = new Float64Array(6);
  private readonly friction = new Float64Array(3);
  private readonly slip = new Float64Array(3);
  private readonly direction = new Float64Array(3);
  private readonly kept = new Float64Array(3);
  private tips = false;
  /** The most torque about the bearing point, divided by μ f_n. */
  private bound = 0;

  constructor(patches: () => PatchBuffer) {
    this.patches = patches;
  }

  readonly project = (f: Float64Array, o: number, m: number, r: Float64Array): void => {
    const s = o + atSchur(m);
    const l = o + atLambda;
    const { e0 } = this;
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
    solveLdl(f, o + atFactor(m), r, 0, 6);
    for (let k = 0; k < 6; k++) r[k] = f[l + k] - r[k];
    f[o + W_SLIPS] = 0;
    f[o + W_TIPS] = 0;
    const mu = f[o + W_FRICTION];
    if (r[0] > 0 && this.inPatch(f, o, r[1] / r[0], r[2] / r[0]) && this.bearsFriction(f, o, mu, r)) return;
    this.solve(f, o, s, mu, r);
  };

  private inPatch(f: Float64Array, o: number, u: number, w: number): boolean {
    const patches = this.patches();
    const k = f[o + W_PATCH];
    return polygonContains(patches.vertices, patches.outlineStart[k], patches.outlineCount[k], u, w);
  }

  /** Whether the friction part of the wrench λ lies in the limit set for its normal force and centre of pressure. */
  private bearsFriction(f: Float64Array, o: number, mu: number, x: Float64Array): boolean {
    const c = mu * x[0];
    const pu = bearing(f, o, 0, x[1] / x[0]);
    const pw = bearing(f, o, 2, x[2] / x[0]);
    const torque = x[5] - pu * x[4] + pw * x[3];
    const force = Math.sqrt(x[3] * x[3] + x[4] * x[4]);
    if (force > c) return false;
    if (force === 0 && torque === 0) return true;
    this.press(f, o, pu, pw);
    if (f[o + W_SPIN] !== SPIN_CONTENSOU) return Math.abs(torque) <= c * this.bound;
    return this.limit.contains(this.load, c, x[3], x[4], torque);
  }

  private press(f: Float64Array, o: number, pu: number, pw: number): void {
    const patches = this.patches();
    const k = f[o + W_PATCH];
    if (f[o + W_SPIN] === SPIN_CORNERS) {
      this.bound = cornerBound(patches, k, pu, pw);
      return;
    }
    this.pressure.solve(
      this.load,
      patches.vertices,
      patches.frictionStart[k],
      patches.frictionCount[k],
      patches.records,
      k * PA_STRIDE + PA_FRICTION,
      pu,
      pw,
    );
    this.bound = this.load.spin;
  }

  private solve(f: Float64Array, o: number, s: number, mu: number, r: Float64Array): void {
    const inv = this.inverse;
    inv[0] = f[s + 21];
    inv[1] = f[s + 22];
    inv[2] = f[s + 23];
    inv[3] = f[s + 28];
    inv[4] = f[s + 29];
    inv[5] = f[s + 35];
    const invertible = invertSymmetric(inv, 0, inv, 0);
    if (!(mu > 0) || !invertible) {
      this.withoutFriction(f, o, s, r);
      return;
    }
    this.stickingSystem(f, s);
    const closed = this.solveNormal(f, o);
    if (closed) {
      this.stickingFriction(f, s);
      this.compose(r, this.friction);
      if (this.bearsFriction(f, o, mu, r)) {
        f[o + W_TIPS] = this.tips ? 1 : 0;
        return;
      }
    }
    // Sticking may open a patch that slips along pressed: stopping a fast box at once would tip it up.
    // A guess that has settled before needs only to follow what the other blocks have changed: their sweeps go on.
    if (this.startFromGuess(f, o, s)) this.slide(f, o, s, mu, r, FOLLOW);
    else if (closed || this.withoutFriction(f, o, s, r)) this.slide(f, o, s, mu, r, 0);
  }

  /** The wrench without friction, into r; false: the patch opens. */
  private withoutFriction(f: Float64Array, o: number, s: number, r: Float64Array): boolean {
    const { direction } = this;
    direction.fill(0);
    this.slip.fill(0);
    this.slippingSystem(f, s, 0, 0);
    f[o + W_SLIPS] = 1;
    if (!this.solveNormal(f, o)) {
      r.fill(0, 0, 6);
      return false;
    }
    this.compose(r, direction);
    f[o + W_TIPS] = this.tips ? 1 : 0;
    return true;
  }

  /** Alternates friction and normal part, from the N in hand, until friction's direction changes by less than `follow` of its first change. */
  private slide(f: Float64Array, o: number, s: number, mu: number, r: Float64Array, follow: number): void {
    const { n, direction, friction } = this;
    f[o + W_SLIPS] = 1;
    let settled = SETTLED;
    for (let round = 0; round < FRICTION_ROUNDS; round++) {
      const change = this.slideAt(f, o, s, mu);
      if (round === 0) settled = Math.max(settled, follow * change);
      else if (change <= settled) break;
      if (!this.pressWhileSliding(f, o, s)) {
        r.fill(0, 0, 6);
        return;
      }
    }
    const qu = bearing(f, o, 0, n[1] / n[0]);
    const qw = bearing(f, o, 2, n[2] / n[0]);
    friction[0] = n[0] * direction[0];
    friction[1] = n[0] * direction[1];
    friction[2] = n[0] * (direction[2] + qu * direction[1] - qw * direction[0]);
    this.compose(r, friction);
    for (let k = 0; k < 3; k++) {
      f[o + W_DIRECTION + k] = direction[k];
      f[o + W_GUESS + k] = this.slip[k];
    }
    f[o + W_TIPS] = this.tips ? 1 : 0;
  }

  /** N for friction in `direction`. Friction that would lift the patch off gives way by halves (Painlevé's case). */
  private pressWhileSliding(f: Float64Array, o: number, s: number): boolean {
    const { n, direction } = this;
    const qu = bearing(f, o, 0, n[1] / n[0]);
    const qw = bearing(f, o, 2, n[2] / n[0]);
    for (let k = 0; k < 8; k++) {
      this.slippingSystem(f, s, qu, qw);
      if (this.solveNormal(f, o)) return true;
      for (let m = 0; m < 3; m++) direction[m] *= k < 7 ? 0.5 : 0;
    }
    this.slippingSystem(f, s, qu, qw);
    return this.solveNormal(f, o);
  }

  /** N for the friction of the last visit, where there was one and the patch stays closed with it. */
  private startFromGuess(f: Float64Array, o: number, s: number): boolean {
    const { n, direction, slip, kept } = this;
    const d = o + W_DIRECTION;
    slip.fill(0);
    if (f[d] === 0 && f[d + 1] === 0 && f[d + 2] === 0) return false;
    for (let k = 0; k < 3; k++) {
      kept[k] = n[k];
      direction[k] = f[d + k];
    }
    const qu = n[0] > 0 ? bearing(f, o, 0, n[1] / n[0]) : 0;
    const qw = n[0] > 0 ? bearing(f, o, 2, n[2] / n[0]) : 0;
    this.slippingSystem(f, s, qu, qw);
    if (this.solveNormal(f, o)) {
      for (let k = 0; k < 3; k++) slip[k] = f[o + W_GUESS + k];
      return true;
    }
    for (let k = 0; k < 3; k++) n[k] = kept[k];
    return false;
  }

  private compose(r: Float64Array, friction: Float64Array): void {
    r[0] = this.n[0];
    r[1] = this.n[1];
    r[2] = this.n[2];
    r[3] = friction[0];
    r[4] = friction[1];
    r[5] = friction[2];
  }

  /** Normal system with friction eliminated as sticking: A - X C⁻¹ Xᵀ. */
  private stickingSystem(f: Float64Array, s: number): void {
    const { a, e, e0, inverse: c } = this;
    for (let i = 0; i < 3; i++) {
      const x0 = f[s + 6 * i + 3];
      const x1 = f[s + 6 * i + 4];
      const x2 = f[s + 6 * i + 5];
      const y0 = c[0] * x0 + c[1] * x1 + c[2] * x2;
      const y1 = c[1] * x0 + c[3] * x1 + c[4] * x2;
      const y2 = c[2] * x0 + c[4] * x1 + c[5] * x2;
      for (let j = 0; j < 3; j++)
        a[3 * i + j] = f[s + 6 * i + j] - (y0 * f[s + 6 * j + 3] + y1 * f[s + 6 * j + 4] + y2 * f[s + 6 * j + 5]);
      e[i] = e0[i] - (y0 * e0[3] + y1 * e0[4] + y2 * e0[5]);
    }
  }

  /** F = -C⁻¹(e_F + Xᵀ N). */
  private stickingFriction(f: Float64Array, s: number): void {
    const { n, e0, inverse: c, friction } = this;
    const b0 = e0[3] + f[s + 3] * n[0] + f[s + 9] * n[1] + f[s + 15] * n[2];
    const b1 = e0[4] + f[s + 4] * n[0] + f[s + 10] * n[1] + f[s + 16] * n[2];
    const b2 = e0[5] + f[s + 5] * n[0] + f[s + 11] * n[1] + f[s + 17] * n[2];
    friction[0] = -(c[0] * b0 + c[1] * b1 + c[2] * b2);
    friction[1] = -(c[1] * b0 + c[3] * b1 + c[4] * b2);
    friction[2] = -(c[2] * b0 + c[4] * b1 + c[5] * b2);
  }

  /** Normal system with friction f_n·direction, the direction's torque taken about the point (pu, pw): Eq. 4's Q. */
  private slippingSystem(f: Float64Array, s: number, pu: number, pw: number): void {
    const { a, e, e0, direction: d } = this;
    const torque = d[2] + pu * d[1] - pw * d[0];
    for (let i = 0; i < 3; i++) {
      const row = s + 6 * i;
      a[3 * i] = f[row] + f[row + 3] * d[0] + f[row + 4] * d[1] + f[row + 5] * torque;
      a[3 * i + 1] = f[row + 1];
      a[3 * i + 2] = f[row + 2];
      e[i] = e0[i];
    }
  }

  /** Solves friction for the present N, sets `direction` (per unit f_n, about p); returns how much it changed. */
  private slideAt(f: Float64Array, o: number, s: number, mu: number): number {
    const { n, friction, metric: c, direction: d } = this;
    const pu = bearing(f, o, 0, n[1] / n[0]);
    const pw = bearing(f, o, 2, n[2] / n[0]);
    this.press(f, o, pu, pw);
    this.stickingFriction(f, s);
    friction[2] += pw * friction[0] - pu * friction[1];
    // S_FF seen from p: v_u(p) = v_u - ω p_w, v_w(p) = v_w + ω p_u.
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
    const limit = mu * n[0];
    if (f[o + W_SPIN] !== SPIN_CONTENSOU) this.slideUncoupled(limit);
    else if (this.limit.project(friction, 0, this.slip, 0, this.load, limit, c, 0, QUALITY) === LIMIT_STICK)
      this.slip.fill(0);
    const k = 1 / n[0];
    let change = 0;
    for (let i = 0; i < 3; i++) {
      const next = friction[i] * k;
      const scale = i === 2 && this.bound > 0 ? this.bound : 1;
      change = Math.max(change, Math.abs(next - d[i]) / scale);
      d[i] = next;
    }
    return change;
  }

  /** Force in its disc and torque in its interval, each for the other held: what `spin: "uniform"` and "corners" mean. */
  private slideUncoupled(limit: number): void {
    const { friction: x, metric: c } = this;
    const su = x[0];
    const sw = x[1];
    const st = x[2];
    const most = limit * this.bound;
    x[2] = st > most ? most : st < -most ? -most : st;
    const rho = 1 / Math.max(c[0] + Math.abs(c[1]), c[3] + Math.abs(c[1]));
    for (let k = 0; k < 60; k++) {
      const du = x[0] - su;
      const dw = x[1] - sw;
      const dt = x[2] - st;
      let u = x[0] - rho * (c[0] * du + c[1] * dw + c[2] * dt);
      let w = x[1] - rho * (c[1] * du + c[3] * dw + c[4] * dt);
      const size = Math.sqrt(u * u + w * w);
      if (size > limit) {
        u *= limit / size;
        w *= limit / size;
      }
      const t = c[5] > 0 ? st - (c[2] * (u - su) + c[4] * (w - sw)) / c[5] : st;
      x[0] = u;
      x[1] = w;
      x[2] = t > most ? most : t < -most ? -most : t;
    }
  }

  /** N for the system (a, e); false: the patch opens. Sets `tips` where p is on the boundary. */
  private solveNormal(f: Float64Array, o: number): boolean {
    const { a, e, n } = this;
    this.tips = false;
    if (solve3(n, a, e) && n[0] > 0 && this.inPatch(f, o, n[1] / n[0], n[2] / n[0])) return true;
    this.tips = true;
    return this.walk(f, o);
  }

  /**
   * Walks along the patch's boundary to the vertex or edge where the law holds: at a vertex, v_n grows towards both
   * neighbours; on an edge, both its ends push. Starts at the vertex that approaches fastest without this contact.
   */
  private walk(f: Float64Array, o: number): boolean {
    const { a, e, n } = this;
    const patches = this.patches();
    const k = f[o + W_PATCH];
    const v = patches.vertices;
    const start = patches.outlineStart[k];
    const count = patches.outlineCount[k];
    let i = -1;
    let least = 0;
    let fastest = 0;
    for (let j = 0; j < count; j++) {
      const u = v[start + 2 * j];
      const w = v[start + 2 * j + 1];
      const speed = e[0] + e[1] * u + e[2] * w;
      if (i < 0 || speed < fastest) {
        i = j;
        fastest = speed;
      }
      const speedThere = e[0] + e[1] * bearing(f, o, 0, u) + e[2] * bearing(f, o, 2, w);
      if (speedThere < least) least = speedThere;
    }
    if (!(least < 0)) return false;

    for (let moves = 0; moves < 2 * count + 4; moves++) {
      const u = v[start + 2 * i];
      const w = v[start + 2 * i + 1];
      const qu = bearing(f, o, 0, u);
      const qw = bearing(f, o, 2, w);
      const c0 = a[0] + a[1] * u + a[2] * w;
      const c1 = a[3] + a[4] * u + a[5] * w;
      const c2 = a[6] + a[7] * u + a[8] * w;
      const push = -(e[0] + e[1] * qu + e[2] * qw) / (c0 + c1 * qu + c2 * qw);
      n[0] = push;
      n[1] = push * u;
      n[2] = push * w;
      if (!(push > 0)) n.fill(0);
      const gu = e[1] + c1 * n[0];
      const gw = e[2] + c2 * n[0];
      const next = i + 1 < count ? i + 1 : 0;
      const last = i > 0 ? i - 1 : count - 1;
      const up = gu * (v[start + 2 * next] - u) + gw * (v[start + 2 * next + 1] - w);
      const down = gu * (v[start + 2 * last] - u) + gw * (v[start + 2 * last + 1] - w);
      if ((up >= 0 && down >= 0) || count === 1) return n[0] > 0;
      // Towards the neighbour that approaches: does the edge bear?
      const j = up < down ? next : last;
      const verdict = this.tryEdge(
        f,
        o,
        v[start + 2 * i],
        v[start + 2 * i + 1],
        v[start + 2 * j],
        v[start + 2 * j + 1],
      );
      if (verdict === 0) return true;
      i = j;
      if (verdict > 0 && moves > 2 * count) return n[0] > 0;
    }
    return n[0] > 0;
  }

  /** Solves with the forces at both ends of an edge; 0: both push, and N is set. */
  private tryEdge(f: Float64Array, o: number, u1: number, w1: number, u2: number, w2: number): number {
    const { a, e, n } = this;
    const tu = u2 - u1;
    const tw = w2 - w1;
    const mu = 0.5 * (u1 + u2);
    const mw = 0.5 * (w1 + w2);
    const qu = bearing(f, o, 0, mu);
    const qw = bearing(f, o, 2, mw);
    const p0 = a[0] + a[1] * u1 + a[2] * w1;
    const p1 = a[3] + a[4] * u1 + a[5] * w1;
    const p2 = a[6] + a[7] * u1 + a[8] * w1;
    const r0 = a[0] + a[1] * u2 + a[2] * w2;
    const r1 = a[3] + a[4] * u2 + a[5] * w2;
    const r2 = a[6] + a[7] * u2 + a[8] * w2;
    const m11 = p0 + p1 * qu + p2 * qw;
    const m12 = r0 + r1 * qu + r2 * qw;
    const m21 = p1 * tu + p2 * tw;
    const m22 = r1 * tu + r2 * tw;
    const b1 = -(e[0] + e[1] * qu + e[2] * qw);
    const b2 = -(e[1] * tu + e[2] * tw);
    const det = m11 * m22 - m12 * m21;
    if (det === 0) return 1;
    const f1 = (b1 * m22 - m12 * b2) / det;
    const f2 = (m11 * b2 - m21 * b1) / det;
    if (!(f1 >= 0) || !(f2 >= 0)) return 1;
    n[0] = f1 + f2;
    n[1] = f1 * u1 + f2 * u2;
    n[2] = f1 * w1 + f2 * w2;
    return n[0] > 0 ? 0 : 1;
  }
}

/** A coordinate of the bearing point q for that of p: `at` 0 for u, 2 for w. */
export function bearing(f: Float64Array, o: number, at: number, x: number): number {
  return x * f[o + W_SHARP + at + (x >= 0 ? 0 : 1)];
}

/** x = -A⁻¹ e; false where A is singular. */
function solve3(x: Float64Array, a: Float64Array, e: Float64Array): boolean {
  const c0 = a[4] * a[8] - a[5] * a[7];
  const c1 = a[5] * a[6] - a[3] * a[8];
  const c2 = a[3] * a[7] - a[4] * a[6];
  const det = a[0] * c0 + a[1] * c1 + a[2] * c2;
  if (!(Math.abs(det) > 0)) return false;
  const k = -1 / det;
  x[0] = k * (c0 * e[0] + (a[2] * a[7] - a[1] * a[8]) * e[1] + (a[1] * a[5] - a[2] * a[4]) * e[2]);
  x[1] = k * (c1 * e[0] + (a[0] * a[8] - a[2] * a[6]) * e[1] + (a[2] * a[3] - a[0] * a[5]) * e[2]);
  x[2] = k * (c2 * e[0] + (a[1] * a[6] - a[0] * a[7]) * e[1] + (a[0] * a[4] - a[1] * a[3]) * e[2]);
  return true;
}
