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
import { polygonContains } from '../../patch/polygon.js';
import { PressureSolver } from '../../patch/pressure.js';
import { atFactor, atLambda, atSchur } from '../../solver/blocks.js';
import { solveLdl } from '../../solver/factor.js';
import { Broyden } from './broyden.js';
import { cornerBound, SPIN_CONTENSOU, SPIN_CORNERS } from './spin.js';

/** Parameters of a block: friction, patch, spin law, and how sharply the patch ends towards +u, -u, +w, -w (1: an edge, 0: curved). */
export const W_FRICTION = 0;
export const W_PATCH = 1;
export const W_SPIN = 2;
export const W_SHARP = 3;
/** What the visit found, for reports: 1 where friction slipped, 1 where p is on the boundary. */
export const W_SLIPS = 7;
export const W_TIPS = 8;

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
const RANK = 1e-12;
/** Signs of sums of a few terms are sure to this share of their largest. */
const ROUNDING = 1e-13;
const SETTLED = 1e-12;
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
  /** Friction per unit f_n about c: in hand, and as it follows for the N that belongs to it. */
  private readonly direction = new Float64Array(3);
  private readonly next = new Float64Array(3);
  private readonly broyden = new Broyden();
  private tips = false;
  /** The most torque about the bearing point, divided by μ f_n. */
  private bound = 0;
  /** What torques are compared with. */
  private lever = 1;

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
    const { direction } = this;
    r.fill(0, 0, 6);
    if (this.fastest(f, o, this.e0) < 0) return;
    const rubs = mu > 0 && this.invertFriction(f, s);
    let closed = false;
    if (rubs) {
      this.stickingSystem(f, s);
      closed = this.solveNormal(f, o);
      if (closed) {
        this.stickingFriction(f, s);
        this.compose(r, this.friction);
        if (this.bearsFriction(f, o, mu, r)) {
          f[o + W_TIPS] = this.tips ? 1 : 0;
          return;
        }
      }
    }
    f[o + W_SLIPS] = 1;
    // Where sticking would lift the patch off there is nothing to stick by: it bears, and slips.
    if (!closed) direction.fill(0);
    if ((!closed && !this.normalFor(f, o, s)) || (rubs && !this.slide(f, o, s, mu))) this.pushAtFastest(f, o, s);
    const { friction, n } = this;
    for (let k = 0; k < 3; k++) {
      friction[k] = n[0] * direction[k];
      f[o + W_DIRECTION + k] = direction[k];
      f[o + W_GUESS + k] = this.slip[k];
    }
    this.compose(r, friction);
    f[o + W_TIPS] = this.tips ? 1 : 0;
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
    const { n, direction } = this;
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
    return this.solveNormal(f, o);
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

  /** Normal system with friction f_n·direction: Eq. 4's Q. */
  private slippingSystem(f: Float64Array, s: number): void {
    const { a, e, e0, direction: d } = this;
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
    const { n, friction, metric: c, direction: d, next } = this;
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

  /** N for the system (a, e); false: the patch opens. Sets `tips` where p is on the boundary. */
  private solveNormal(f: Float64Array, o: number): boolean {
    const { a, e, n } = this;
    this.tips = false;
    // Axes that are locked bear any torque: the centre of pressure stays at c along them.
    if (!(a[4] * a[8] - a[5] * a[7] > RANK * a[4] * a[8])) {
      const give = LOCKED * (a[4] + a[8]) + (a[4] + a[8] > 0 ? 0 : a[0]);
      a[4] += give;
      a[8] += give;
    }
    if (solve3(n, a, e) && n[0] > 0 && this.inPatch(f, o, n[1] / n[0], n[2] / n[0])) return true;
    this.tips = true;
    return this.walk(f, o);
  }

  /** The vertex that approaches fastest with the velocities e of the normal rows, or -1: none bears. */
  private fastest(f: Float64Array, o: number, e: Float64Array): number {
    const patches = this.patches();
    const k = f[o + W_PATCH];
    const v = patches.vertices;
    const start = patches.outlineStart[k];
    let found = -1;
    let least = 0;
    let speed = Infinity;
    for (let j = 0; j < patches.outlineCount[k]; j++) {
      const u = v[start + 2 * j];
      const w = v[start + 2 * j + 1];
      const there = e[0] + e[1] * u + e[2] * w;
      if (there < speed) {
        found = j;
        speed = there;
      }
      least = Math.min(least, e[0] + e[1] * bearing(f, o, 0, u) + e[2] * bearing(f, o, 2, w));
    }
    return least < 0 ? found : -1;
  }

  /**
   * N without friction at the vertex that approaches fastest, which it stops. A last resort: where the patch is sharp on
   * one side and curved on the other, and lies askew, the law may have no solution (once in 30 000 solves of tumbling boxes).
   */
  private pushAtFastest(f: Float64Array, o: number, s: number): void {
    const { a, e, n } = this;
    this.direction.fill(0);
    this.slippingSystem(f, s);
    const patches = this.patches();
    const at = patches.outlineStart[f[o + W_PATCH]] + 2 * this.fastest(f, o, e);
    const u = patches.vertices[at];
    const w = patches.vertices[at + 1];
    const c = a[0] + (a[1] + a[3]) * u + (a[2] + a[6]) * w + a[4] * u * u + (a[5] + a[7]) * u * w + a[8] * w * w;
    const push = c > 0 ? Math.max(0, -(e[0] + e[1] * u + e[2] * w) / c) : 0;
    n[0] = push;
    n[1] = push * u;
    n[2] = push * w;
    this.tips = true;
  }

  /**
   * Finds the vertex or edge of the patch where the law holds, from the vertex that approaches fastest without this contact
   * outwards both ways.
   */
  private walk(f: Float64Array, o: number): boolean {
    const patches = this.patches();
    const count = patches.outlineCount[f[o + W_PATCH]];
    const first = this.fastest(f, o, this.e);
    if (first < 0) return false;
    for (let away = 0; 2 * away <= count; away++) {
      const i = (first + away) % count;
      const j = (first + count - away) % count;
      if (this.vertexBears(f, o, i)) return true;
      if (count > 1 && this.edgeBears(f, o, i)) return true;
      if (away > 0 && this.vertexBears(f, o, j)) return true;
      if (count > 2 && this.edgeBears(f, o, (j + count - 1) % count)) return true;
    }
    return false;
  }

  /** All force at vertex i: it pushes, and v_n grows towards both neighbours. Sets N. */
  private vertexBears(f: Float64Array, o: number, i: number): boolean {
    const { a, e, n } = this;
    const patches = this.patches();
    const k = f[o + W_PATCH];
    const v = patches.vertices;
    const start = patches.outlineStart[k];
    const count = patches.outlineCount[k];
    const u = v[start + 2 * i];
    const w = v[start + 2 * i + 1];
    const qu = bearing(f, o, 0, u);
    const qw = bearing(f, o, 2, w);
    const c0 = a[0] + a[1] * u + a[2] * w;
    const c1 = a[3] + a[4] * u + a[5] * w;
    const c2 = a[6] + a[7] * u + a[8] * w;
    const push = -(e[0] + e[1] * qu + e[2] * qw) / (c0 + c1 * qu + c2 * qw);
    if (!(push > 0) || push === Infinity) return false;
    n[0] = push;
    n[1] = push * u;
    n[2] = push * w;
    const gu = e[1] + c1 * push;
    const gw = e[2] + c2 * push;
    const su = ROUNDING * (Math.abs(e[1]) + Math.abs(c1 * push));
    const sw = ROUNDING * (Math.abs(e[2]) + Math.abs(c2 * push));
    for (let side = 1; side < 3; side++) {
      const m = start + 2 * ((side === 1 ? i + 1 : i + count - 1) % count);
      const du = v[m] - u;
      const dw = v[m + 1] - w;
      if (gu * du + gw * dw < -su * Math.abs(du) - sw * Math.abs(dw)) return false;
    }
    return true;
  }

  /** Force at both ends of the edge from vertex i on: both push, v_n is the same at both, and grows inwards. Sets N. */
  private edgeBears(f: Float64Array, o: number, i: number): boolean {
    const { a, e, n } = this;
    const patches = this.patches();
    const k = f[o + W_PATCH];
    const v = patches.vertices;
    const count = patches.outlineCount[k];
    const at = patches.outlineStart[k] + 2 * i;
    const to = patches.outlineStart[k] + 2 * ((i + 1) % count);
    const u1 = v[at];
    const w1 = v[at + 1];
    const u2 = v[to];
    const w2 = v[to + 1];
    const tu = u2 - u1;
    const tw = w2 - w1;
    const qu = bearing(f, o, 0, 0.5 * (u1 + u2));
    const qw = bearing(f, o, 2, 0.5 * (w1 + w2));
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
    if (det === 0) return false;
    const f1 = (b1 * m22 - m12 * b2) / det;
    const f2 = (m11 * b2 - m21 * b1) / det;
    if (!(f1 >= 0 && f2 >= 0 && f1 + f2 > 0)) return false;
    n[0] = f1 + f2;
    n[1] = f1 * u1 + f2 * u2;
    n[2] = f1 * w1 + f2 * w2;
    if (count === 2) return true;
    const cu = p1 * f1 + r1 * f2;
    const cw = p2 * f1 + r2 * f2;
    // Counter-clockwise: inwards is (-t_w, t_u).
    const slack = Math.abs(tw) * (Math.abs(e[1]) + Math.abs(cu)) + Math.abs(tu) * (Math.abs(e[2]) + Math.abs(cw));
    return (e[2] + cw) * tu - (e[1] + cu) * tw >= -ROUNDING * slack;
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
