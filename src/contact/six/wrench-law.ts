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
// Method: (1) all six rows at rest (Eq. 1); where that is feasible it is the answer. (2) Otherwise friction sticks, and
// a walk along the boundary of P finds the vertex or edge that bears (normal-law.ts). (3) Where it cannot stick: a
// friction F has its N, by that walk; N has its friction, by maximum dissipation (patch-friction.ts); Newton's method
// in the three unknowns of F finds the F that is the friction of its own N. Both answers and their derivatives are
// known exactly, and so is that of the whole law. Where Newton's method does not settle, μ is raised to its value in
// steps from zero, where N is unique; where that fails too, each visit takes one step of the fixed point from then on.
// The paper's Algorithm 1 takes one such step with the closest point of P to the sticking centre of pressure;
// paper-law.ts has that. Tried before: friction per f_n as the unknown (docs/decisions/six-law.md). Verified in
// test/contact/six-law.test.ts against brute force over patch points and slip forces.

import { invertMatrix, multiplyMatrices, transformVector } from '../../math/matrix3.js';
import type { WasmHost } from '../../memory/wasm.js';
import type { PatchBuffer } from '../../patch/patch.js';
import { atFactor, atLambda, atSchur } from '../../solver/blocks.js';
import { solveLdl } from '../../solver/factor.js';
import type { Projection } from '../../solver/projections.js';
import { LawKernel } from './law-kernel.js';
import { W_FORCE, W_FRICTION, W_GUESS, W_SLIPS } from './layout.js';
import { NormalLaw } from './normal-law.js';
import { PatchFriction } from './patch-friction.js';
import type { UncoupledLimits } from './spin.js';

const ROUNDS = 24;
/** In W_SLIPS: it slips, and did not settle. */
const STUBBORN = 2;
/** Ways to full friction: at once, then in 4, 16 and 64 steps. */
const ATTEMPTS = 4;
/** A Newton step is halved, up to so often, while it leaves more than WORSE of the change. */
const CUTS = 6;
const WORSE = 2;
/**
 * Below this, where Newton's method is quadratic, a round that leaves more than so much of the change is down to the
 * noise of the integrals of slip (1e-9 at worst, src/patch/slip.ts), and has settled: each further round halves it or
 * does not, for hundreds of evaluations.
 */
const NOISE = 1e-6;
const GAINS = 0.1;
const SETTLED = 1e-12;
/**
 * How well friction is solved for an N that is itself not settled yet: to the last change of friction, at first to
 * this.
 */
const FIRST = 1e-2;
/** An N that is off by more was found some other way. */
const SAME = 1e-6;

export class WrenchLaw {
  readonly #normal: NormalLaw;
  readonly #friction: PatchFriction;
  readonly #e0 = new Float64Array(6);
  /** Friction about c that N is solved for. */
  readonly #force = new Float64Array(3);
  readonly #start = new Float64Array(6);
  readonly #step = new Float64Array(6);
  readonly #x = new Float64Array(9);
  readonly #y = new Float64Array(9);
  readonly #coupling = new Float64Array(9);
  readonly #inverse = new Float64Array(9);
  #isStubborn = false;
  readonly #patches: PatchBuffer;
  /** Null once there is a kernel, or none can be had. */
  #wasm: WasmHost | null;
  #kernel: LawKernel | null = null;

  /** `wasm`: whose kernel is asked from the first visit on. It knows no limits for force and torque by themselves. */
  constructor(patches: PatchBuffer, uncoupled: UncoupledLimits | null = null, wasm: WasmHost | null = null) {
    this.#patches = patches;
    this.#wasm = uncoupled === null ? wasm : null;
    this.#normal = new NormalLaw(patches);
    this.#friction = new PatchFriction(patches, uncoupled);
    this.project.derivative = (f, o, _m, r, p, pi, d, patch) => {
      const known = this.#kernel?.differentiate(f, o, r, p, pi, d, this.#patches, patch) ?? -1;
      if (known >= 0) return known > 0;
      this.#normal.patch = patch;
      this.#friction.take(patch);
      return this.#differentiate(f, o, r, p, pi, d);
    };
  }

  readonly project: Projection = (f, o, m, r, patch) => {
    if (this.#wasm !== null) {
      this.#kernel = LawKernel.of(this.#wasm);
      this.#wasm = null;
    }
    if (this.#kernel?.project(f, o, r, this.#patches, patch)) return;
    this.#normal.patch = patch;
    this.#friction.take(patch);
    const s = o + atSchur;
    const l = o + atLambda;
    this.#takeMotion(f, s, l, r);
    solveLdl(f, o + atFactor(m), r, 0, 6);
    for (let k = 0; k < 6; k++) r[k] = f[l + k] - r[k];
    this.#isStubborn = f[o + W_SLIPS] === STUBBORN;
    f[o + W_SLIPS] = 0;
    const mu = f[o + W_FRICTION];
    const isFlat = r[0] > 0 && this.#normal.inPatch(r[1] / r[0], r[2] / r[0]);
    if (isFlat && this.#friction.bears(f, o, mu, r)) return;
    this.#solve(f, o, s, mu, r, isFlat);
  };

  /** e₀ = r - S λ. */
  #takeMotion(f: Float64Array, s: number, l: number, r: Float64Array): void {
    const e0 = this.#e0;
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
  }

  #solve(f: Float64Array, o: number, s: number, mu: number, r: Float64Array, isFlat: boolean): void {
    const force = this.#force;
    const normal = this.#normal;
    const friction = this.#friction;
    const e0 = this.#e0;
    const { n } = normal;
    r.fill(0, 0, 6);
    // What is left of another patch's is no guess.
    friction.slip.fill(0);
    if (normal.fastest(f, o, e0) < 0) return;
    const rubs = mu > 0 && friction.begin(f, s);
    let closed = false;
    if (rubs) {
      this.#stickingSystem(f, s);
      closed = normal.solve(f, o);
      if (closed && !isFlat) {
        for (let k = 0; k < 3; k++) r[k] = n[k];
        friction.sticking(r, 3, f, s, e0, n);
        if (friction.bears(f, o, mu, r)) return;
      }
    }
    f[o + W_SLIPS] = 1;
    // Where sticking would lift the patch off there is nothing to stick by: it bears, and slips.
    if (!closed) force.fill(0);
    if ((!closed && !this.#normalFor(f, o, s)) || (rubs && !this.#slide(f, o, s, mu))) {
      force.fill(0);
      this.#normalSystem(f, s);
      normal.pushAtFastest(f, o);
    }
    for (let k = 0; k < 3; k++) {
      r[k] = n[k];
      r[3 + k] = force[k];
      f[o + W_FORCE + k] = force[k];
      f[o + W_GUESS + k] = friction.slip[k];
    }
  }

  /**
   * ∂λ/∂e of the visit that made p of r, row by row into d: while what bears and whether it slips stay the same. False
   * where that is not known.
   */
  #differentiate(f: Float64Array, o: number, r: Float64Array, p: Float64Array, pi: number, d: Float64Array): boolean {
    const normal = this.#normal;
    const friction = this.#friction;
    const force = this.#force;
    const x = this.#x;
    const y = this.#y;
    const inverse = this.#inverse;
    const t = this.#coupling;
    const { n, z } = normal;
    const s = o + atSchur;
    const mu = f[o + W_FRICTION];
    this.#takeMotion(f, s, o + atLambda, r);
    for (let k = 0; k < 3; k++) {
      force[k] = p[pi + 3 + k];
      friction.slip[k] = f[o + W_GUESS + k];
    }
    if (!this.#normalFor(f, o, s) || !(Math.abs(n[0] - p[pi]) <= SAME * p[pi])) return false;
    const rubs = mu > 0 && friction.begin(f, s);
    if (rubs) {
      if (f[o + W_SLIPS] > 0) this.#frictionFor(f, o, s, mu, SETTLED);
      else friction.hold(force, n);
      if (!this.#couple(f, o, s, mu)) return false;
    } else normal.respond();
    // δF = (1 - ∂F/∂force)⁻¹ (∂F/∂N Z δe_N + ∂F/∂e_F δe_F), and δN = Z (δe_N + X δF).
    for (let side = 0; side < 2; side++) {
      if (!rubs) t.fill(0);
      else if (side === 0) {
        multiplyMatrices(y, x, z);
        multiplyMatrices(t, inverse, y);
      } else {
        for (let k = 0; k < 9; k++) y[k] = n[0] * friction.toMotion[k];
        multiplyMatrices(t, inverse, y);
      }
      for (let i = 0; i < 3; i++)
        for (let j = 0; j < 3; j++) {
          const row = s + 6 * i + 3;
          d[18 + 6 * i + 3 * side + j] = t[3 * i + j];
          y[3 * i + j] =
            f[row] * t[j] + f[row + 1] * t[3 + j] + f[row + 2] * t[6 + j] + (side === 0 && i === j ? 1 : 0);
        }
      multiplyMatrices(t, z, y);
      for (let i = 0; i < 3; i++) for (let j = 0; j < 3; j++) d[6 * i + 3 * side + j] = t[3 * i + j];
    }
    return true;
  }

  /** Finds the `force` that is the friction of its own N. */
  #slide(f: Float64Array, o: number, s: number, mu: number): boolean {
    const force = this.#force;
    const friction = this.#friction;
    if (!this.#startFromGuess(f, o, s)) {
      friction.slip.fill(0);
      this.#frictionFor(f, o, s, mu, FIRST);
      this.#takeFriction();
      if (!this.#normalForLess(f, o, s)) return false;
    }
    if (!this.#isStubborn && this.#settle(f, o, s, mu)) return true;
    for (let attempt = 1; attempt < ATTEMPTS && !this.#isStubborn; attempt++) {
      friction.slip.fill(0);
      force.fill(0);
      if (!this.#normalFor(f, o, s)) return false;
      const steps = 1 << (2 * attempt);
      let k = 1;
      while (k <= steps && this.#settle(f, o, s, (mu * k) / steps)) k++;
      if (k > steps) return true;
    }
    // Not settled: friction that N can bear, and the normal row is left with the error. The next visits take one such
    // step each: what would not settle now, at the cost of ten thousand evaluations, will hardly settle then.
    f[o + W_SLIPS] = STUBBORN;
    this.#frictionFor(f, o, s, mu, SETTLED);
    this.#takeFriction();
    return true;
  }

  /** Newton's method from the `force` and slip in hand. False: it did not settle. */
  #settle(f: Float64Array, o: number, s: number, mu: number): boolean {
    const force = this.#force;
    const friction = this.#friction;
    const start = this.#start;
    let change = this.#frictionFor(f, o, s, mu, FIRST);
    for (let round = 0; round < ROUNDS && change > SETTLED; round++) {
      this.#newtonStep(f, o, s, mu);
      for (let k = 0; k < 3; k++) {
        start[k] = force[k];
        start[3 + k] = friction.slip[k];
      }
      const before = change;
      const cuts = before < NOISE ? 1 : CUTS;
      for (let cut = 0, share = 1; cut < cuts; cut++, share *= 0.5) {
        this.#goOn(share);
        if (!this.#normalFor(f, o, s)) continue;
        change = this.#frictionFor(f, o, s, mu, before);
        if (change <= WORSE * before) break;
      }
      if (before >= NOISE || change <= GAINS * before) continue;
      if (change < before) return true;
      this.#goOn(0);
      return this.#normalFor(f, o, s);
    }
    return change <= NOISE;
  }

  #goOn(share: number): void {
    for (let k = 0; k < 3; k++) {
      this.#force[k] = this.#start[k] + share * this.#step[k];
      this.#friction.slip[k] = this.#start[3 + k] + share * this.#step[3 + k];
    }
  }

  #takeFriction(): void {
    for (let k = 0; k < 3; k++) this.#force[k] = this.#normal.n[0] * this.#friction.perForce[k];
  }

  /** The step of `force`, and of the slip with it, to where friction is that of its own N. */
  #newtonStep(f: Float64Array, o: number, s: number, mu: number): void {
    const normal = this.#normal;
    const friction = this.#friction;
    const force = this.#force;
    const step = this.#step;
    const inverse = this.#inverse;
    const x = this.#x;
    const y = this.#y;
    const { n, z } = normal;
    const isKnown = this.#couple(f, o, s, mu);
    const { perForce, miss } = friction;
    for (let k = 0; k < 3; k++) x[k] = n[0] * perForce[k] - force[k];
    step.fill(0);
    if (!isKnown) {
      for (let k = 0; k < 3; k++) step[k] = x[k];
      return;
    }
    // Friction is itself still off.
    transformVector(y, friction.toMotion, miss);
    for (let k = 0; k < 3; k++) x[k] += n[0] * y[k];
    transformVector(step, inverse, x);
    // δN = Z X δF.
    for (let i = 0; i < 3; i++) {
      const row = s + 6 * i + 3;
      y[i] = f[row] * step[0] + f[row + 1] * step[1] + f[row + 2] * step[2];
    }
    transformVector(x, z, y);
    transformVector(y, friction.slipToNormal, x);
    transformVector(x, friction.slipToMotion, miss);
    for (let k = 0; k < 3; k++) step[3 + k] = x[k] + y[k];
  }

  /** ∂F/∂N into `x`, (1 - ∂F/∂force)⁻¹ into `inverse`, for the N and friction in hand. */
  #couple(f: Float64Array, o: number, s: number, mu: number): boolean {
    const normal = this.#normal;
    const friction = this.#friction;
    const inverse = this.#inverse;
    const x = this.#x;
    const y = this.#y;
    const { n, z } = normal;
    normal.respond();
    if (!friction.respond(f, o, s, mu, n, normal.isStill, normal.alongU, normal.alongW)) return false;
    // ∂F/∂N = f_n ∂G/∂N + G ∂f_n/∂N.
    const { perForce, toNormal } = friction;
    const n0 = n[0];
    for (let i = 0; i < 3; i++) {
      const at = 3 * i;
      const row = s + 6 * i + 3;
      inverse[at] = -f[row];
      inverse[at + 1] = -f[row + 1];
      inverse[at + 2] = -f[row + 2];
      x[at] = n0 * toNormal[at] + perForce[i];
      x[at + 1] = n0 * toNormal[at + 1];
      x[at + 2] = n0 * toNormal[at + 2];
    }
    multiplyMatrices(y, z, inverse);
    const m = this.#coupling;
    multiplyMatrices(m, x, y);
    m[0] += 1;
    m[4] += 1;
    m[8] += 1;
    return invertMatrix(inverse, m);
  }

  /** N for `force`; friction that jams leaves none: then for less of it, or without. */
  #normalForLess(f: Float64Array, o: number, s: number): boolean {
    for (let halvings = 0; halvings < 6; halvings++) {
      if (this.#normalFor(f, o, s)) return true;
      for (let k = 0; k < 3; k++) this.#force[k] *= halvings < 4 ? 0.5 : 0;
    }
    return false;
  }

  /** N for the friction of the last visit, where there was one and the patch stays closed with it. */
  #startFromGuess(f: Float64Array, o: number, s: number): boolean {
    const force = this.#force;
    const friction = this.#friction;
    const { n } = this.#normal;
    if (f[o + W_FORCE] === 0 && f[o + W_FORCE + 1] === 0 && f[o + W_FORCE + 2] === 0) return false;
    for (let k = 0; k < 3; k++) {
      force[k] = f[o + W_FORCE + k];
      friction.slip[k] = f[o + W_GUESS + k];
    }
    const n0 = n[0];
    const n1 = n[1];
    const n2 = n[2];
    if (this.#normalFor(f, o, s)) return true;
    n[0] = n0;
    n[1] = n1;
    n[2] = n2;
    return false;
  }

  /** N for the friction `force`. */
  #normalFor(f: Float64Array, o: number, s: number): boolean {
    this.#normalSystem(f, s);
    return this.#normal.solve(f, o);
  }

  /** Friction for the present N; returns how far it is from `force`. */
  #frictionFor(f: Float64Array, o: number, s: number, mu: number, tolerance: number): number {
    const friction = this.#friction;
    const d = this.#force;
    const { n } = this.#normal;
    friction.solve(f, o, s, mu, this.#e0, n, Math.max(tolerance, SETTLED));
    const { perForce: p } = friction;
    const k = 1 / n[0];
    return Math.max(
      friction.defect,
      Math.abs(p[0] - k * d[0]),
      Math.abs(p[1] - k * d[1]),
      Math.abs(p[2] - k * d[2]) / friction.lever,
    );
  }

  /** Normal system with friction eliminated as sticking: A - X C⁻¹ Xᵀ. */
  #stickingSystem(f: Float64Array, s: number): void {
    const e0 = this.#e0;
    const friction = this.#friction;
    const x = this.#x;
    const { a, e } = this.#normal;
    for (let i = 0; i < 3; i++) {
      friction.stick(x, 0, f[s + 6 * i + 3], f[s + 6 * i + 4], f[s + 6 * i + 5]);
      for (let j = 0; j < 3; j++)
        a[3 * i + j] = f[s + 6 * i + j] - (x[0] * f[s + 6 * j + 3] + x[1] * f[s + 6 * j + 4] + x[2] * f[s + 6 * j + 5]);
      e[i] = e0[i] - (x[0] * e0[3] + x[1] * e0[4] + x[2] * e0[5]);
    }
  }

  /** Normal system with the friction `force`. */
  #normalSystem(f: Float64Array, s: number): void {
    const e0 = this.#e0;
    const d = this.#force;
    const { a, e } = this.#normal;
    for (let i = 0; i < 3; i++) {
      const row = s + 6 * i;
      a[3 * i] = f[row];
      a[3 * i + 1] = f[row + 1];
      a[3 * i + 2] = f[row + 2];
      e[i] = e0[i] + f[row + 3] * d[0] + f[row + 4] * d[1] + f[row + 5] * d[2];
    }
  }
}
