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
// bears; friction is then solved for the new N, until both agree (Broyden's method in the three unknowns of friction per f_n). The paper's Algorithm 1 takes one such
// step with the closest point of P to the sticking centre of pressure; paper-law.ts has that.
// Verified in test/contact/six-law.test.ts against brute force over patch points and slip directions.

import { invertSymmetric } from '../../math/symmetric3.js';
import { LIMIT_STICK, LimitSurface } from '../../patch/limit-surface.js';
import { PressureLoad } from '../../patch/load.js';
import { PA_FRICTION, PA_STRIDE, type PatchBuffer } from '../../patch/patch.js';
import { PressureSolver } from '../../patch/pressure.js';
import { atFactor, atLambda, atSchur } from '../../solver/blocks.js';
import { solveLdl } from '../../solver/factor.js';
import { Broyden } from './broyden.js';
import { W_FRICTION, W_PATCH, W_SLIPS, W_SPIN, W_TIPS } from './layout.js';
import { bearing, NormalLaw } from './normal-law.js';
import { cornerBound, SPIN_CONTENSOU, SPIN_CORNERS } from './spin.js';

export { W_FRICTION, W_PATCH, W_SHARP, W_SPIN } from './layout.js';

/** Friction per unit f_n about c, and slip, of the last visit that slipped: the next one's first guess. */
const W_DIRECTION = 9;
const W_GUESS = 12;

const FRICTION_ROUNDS = 24;
/** Of these, from no friction on and with shorter steps, where the first did not settle. */
const ATTEMPTS = 4;
/** Friction of very thin patches is noisy: below this an attempt that no longer improves has settled. */
const NOISE = 1e-6;
const STALLED = 3;
/** Give of a locked direction, as a share of the others'. */
const LOCKED = 1e-9;
const SETTLED = 1e-12;
const QUALITY = { tolerance: 1e-12, steps: 40 };

export class WrenchLaw {
  private readonly patches: () => PatchBuffer;
  private readonly load = new PressureLoad();
  private readonly pressure = new PressureSolver();
  private readonly limit = new LimitSurface();
  private readonly normal: NormalLaw;
  private readonly e0 = new Float64Array(6);
  /** S_FF⁻¹, and S_FF at the centre of pressure. */
  private readonly inverse = new Float64Array(6);
  private readonly metric = new Float64Array(6);
  private readonly friction = new Float64Array(3);
  private readonly slip = new Float64Array(3);
  /** Friction per unit f_n about c: in hand, and as it follows for the N that belongs to it. */
  private readonly direction = new Float64Array(3);
  private readonly next = new Float64Array(3);
  private readonly broyden = new Broyden();
  /** The most torque about the bearing point, divided by μ f_n. */
  private bound = 0;
  /** What torques are compared with. */
  private lever = 1;

  constructor(patches: () => PatchBuffer) {
    this.patches = patches;
    this.normal = new NormalLaw(patches);
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
    if (r[0] > 0 && this.normal.inPatch(f, o, r[1] / r[0], r[2] / r[0]) && this.bearsFriction(f, o, mu, r)) return;
    this.solve(f, o, s, mu, r);
  };

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
    const { direction } = this;
    r.fill(0, 0, 6);
    if (this.normal.fastest(f, o, this.e0) < 0) return;
    const rubs = mu > 0 && this.invertFriction(f, s);
    let closed = false;
    if (rubs) {
      this.stickingSystem(f, s);
      closed = this.normal.solve(f, o);
      if (closed) {
        this.stickingFriction(f, s);
        this.compose(r, this.friction);
        if (this.bearsFriction(f, o, mu, r)) {
          f[o + W_TIPS] = this.normal.tips ? 1 : 0;
          return;
        }
      }
    }
    f[o + W_SLIPS] = 1;
    // Where sticking would lift the patch off there is nothing to stick by: it bears, and slips.
    if (!closed) direction.fill(0);
    if ((!closed && !this.normalFor(f, o, s)) || (rubs && !this.slide(f, o, s, mu))) {
      direction.fill(0);
      this.slippingSystem(f, s);
      this.normal.pushAtFastest(f, o);
    }
    const { friction } = this;
    const { n } = this.normal;
    for (let k = 0; k < 3; k++) {
      friction[k] = n[0] * direction[k];
      f[o + W_DIRECTION + k] = direction[k];
      f[o + W_GUESS + k] = this.slip[k];
    }
    this.compose(r, friction);
    f[o + W_TIPS] = this.normal.tips ? 1 : 0;
  }

  /** S_FF⁻¹. Locked axes leave directions that cannot move: nothing asks for friction there, and a trace of give changes nothing. */
  private invertFriction(f: Float64Array, s: number): boolean {
    const inv = this.inverse;
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

  /**
   * Finds the `direction` that is the friction of its own N. Repeating the two solves contracts only where friction
   * hardly changes N; Broyden's method on the difference, three unknowns, needs no more evaluations and converges beyond.
   * To the end, even where other blocks are still off: Newton's method takes differences of this law, and lost its way
   * (12 sliding boxes, stacked by four: 2988 iterations a second of simulation instead of 339).
   */
  private slide(f: Float64Array, o: number, s: number, mu: number): boolean {
    const { direction, next, broyden } = this;
    if (!this.startFromGuess(f, o, s)) {
      this.slip.fill(0);
      this.slideAt(f, o, s, mu);
      direction.set(next);
      if (!this.normalForLess(f, o, s)) return false;
    }
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      if (attempt > 0) {
        this.slip.fill(0);
        direction.fill(0);
        if (!this.normalFor(f, o, s)) return false;
      }
      broyden.begin(1 / (1 + attempt * attempt));
      let best = Infinity;
      let stalled = 0;
      for (let round = 0; round < FRICTION_ROUNDS; round++) {
        const change = this.slideAt(f, o, s, mu);
        if (change <= SETTLED) return true;
        if (change < 0.5 * best) stalled = 0;
        else if (++stalled >= STALLED && best < NOISE) return true;
        if (change < best) best = change;
        broyden.advance(direction, next, this.lever, change);
        if (this.normalFor(f, o, s)) continue;
        broyden.takeBackHalf(direction, this.lever);
        if (!this.normalForLess(f, o, s)) return false;
      }
      if (best < NOISE) return true;
    }
    // Not settled: friction that N can bear, and the normal row is left with the error.
    this.slideAt(f, o, s, mu);
    direction.set(next);
    return true;
  }

  /** N for `direction`; friction that jams leaves none: then for less of it, or without. */
  private normalForLess(f: Float64Array, o: number, s: number): boolean {
    for (let halvings = 0; halvings < 6; halvings++) {
      if (this.normalFor(f, o, s)) return true;
      for (let k = 0; k < 3; k++) this.direction[k] *= halvings < 4 ? 0.5 : 0;
    }
    return false;
  }

  /** N for the friction of the last visit, where there was one and the patch stays closed with it. */
  private startFromGuess(f: Float64Array, o: number, s: number): boolean {
    const { direction } = this;
    const { n } = this.normal;
    if (f[o + W_DIRECTION] === 0 && f[o + W_DIRECTION + 1] === 0 && f[o + W_DIRECTION + 2] === 0) return false;
    for (let k = 0; k < 3; k++) {
      direction[k] = f[o + W_DIRECTION + k];
      this.slip[k] = f[o + W_GUESS + k];
    }
    const n0 = n[0];
    const n1 = n[1];
    const n2 = n[2];
    if (this.normalFor(f, o, s)) return true;
    n[0] = n0;
    n[1] = n1;
    n[2] = n2;
    return false;
  }

  /** N for the friction in `direction`. */
  private normalFor(f: Float64Array, o: number, s: number): boolean {
    this.slippingSystem(f, s);
    return this.normal.solve(f, o);
  }

  private compose(r: Float64Array, friction: Float64Array): void {
    r[0] = this.normal.n[0];
    r[1] = this.normal.n[1];
    r[2] = this.normal.n[2];
    r[3] = friction[0];
    r[4] = friction[1];
    r[5] = friction[2];
  }

  /** Normal system with friction eliminated as sticking: A - X C⁻¹ Xᵀ. */
  private stickingSystem(f: Float64Array, s: number): void {
    const { e0, inverse: c } = this;
    const { a, e } = this.normal;
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
    const { e0, inverse: c, friction } = this;
    const { n } = this.normal;
    const b0 = e0[3] + f[s + 3] * n[0] + f[s + 9] * n[1] + f[s + 15] * n[2];
    const b1 = e0[4] + f[s + 4] * n[0] + f[s + 10] * n[1] + f[s + 16] * n[2];
    const b2 = e0[5] + f[s + 5] * n[0] + f[s + 11] * n[1] + f[s + 17] * n[2];
    friction[0] = -(c[0] * b0 + c[1] * b1 + c[2] * b2);
    friction[1] = -(c[1] * b0 + c[3] * b1 + c[4] * b2);
    friction[2] = -(c[2] * b0 + c[4] * b1 + c[5] * b2);
  }

  /** Normal system with friction f_n·direction: Eq. 4's Q. */
  private slippingSystem(f: Float64Array, s: number): void {
    const { e0, direction: d } = this;
    const { a, e } = this.normal;
    for (let i = 0; i < 3; i++) {
      const row = s + 6 * i;
      a[3 * i] = f[row] + f[row + 3] * d[0] + f[row + 4] * d[1] + f[row + 5] * d[2];
      a[3 * i + 1] = f[row + 1];
      a[3 * i + 2] = f[row + 2];
      e[i] = e0[i];
    }
  }

  /** Solves friction for the present N into `next` (per unit f_n, about c); returns how far it is from `direction`. */
  private slideAt(f: Float64Array, o: number, s: number, mu: number): number {
    const { friction, metric: c, direction: d, next } = this;
    const { n } = this.normal;
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
    next[0] = friction[0] * k;
    next[1] = friction[1] * k;
    next[2] = friction[2] * k + pu * next[1] - pw * next[0];
    const lever = this.bound + Math.abs(pu) + Math.abs(pw);
    this.lever = lever > 0 ? lever : 1;
    return Math.max(Math.abs(next[0] - d[0]), Math.abs(next[1] - d[1]), Math.abs(next[2] - d[2]) / this.lever);
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
}
