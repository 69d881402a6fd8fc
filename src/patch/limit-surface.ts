// The limit surface of a pressed patch: which friction wrenches it can bear, and where it slips to.
//
// K = { λ : λ·s ≤ c D(s) for every slip s }, c = μ f_n, D of slip.ts: convex, symmetric about 0, all friction wrenches
// (f_u, f_w, τ about the centre of pressure) that the patch can produce (Goyal, Ruina & Papadopoulos 1991).
//
// Slip by maximum dissipation. Let the slip be s = S (λ - λ*), with λ* the wrench that would make it stick and S the
// inverse mass seen by the patch. The law "λ = -c ∇D(s)" is the projection of λ* on K in the metric S,
//   min ½(λ-λ*)ᵀS(λ-λ*) over K,   whose dual in η = -s is   min ψ(η) = c D(η) + ½ηᵀS⁻¹η - λ*·η :
// three unknowns, strictly convex, smooth but at 0. We solve the dual by Newton with step control; after each step the
// length of η is set to its best value, which has a closed form. ψ < 0 is a certificate that λ* lies outside.
//
// Inside or not: the gauge γ(λ) = max λ·s/D(s) = 1/min { D(s) : λ·s = 1 } (λ inside ⟺ γ ≤ c) by Newton in the plane.
// Two bounds answer most calls at once: K holds the disc |f| ≤ c, τ = 0, the two wrenches ±∇D(0,0,1) and their hull.
// Torques are divided, and spins multiplied, by the load's mean distance, so that all three coordinates weigh alike.
//
// Verified in test/patch/limit-surface.test.ts against brute-force minimisation.

import { invertSymmetric } from '../math/symmetric3.js';
import { quickTest, rescale, setSlip, solve3 } from './limit-steps.js';
import { LOAD_POINT, type PressureLoad } from './load.js';
import { evaluateSlip } from './slip.js';
import { SLIP_HESSIAN, SLIP_STRIDE } from './slip-record.js';

/** The wrench lies in the limit set: the patch sticks. */
export const LIMIT_STICK = 0;
/** The wrench was moved to the limit surface: the patch slips. */
export const LIMIT_SLIP = 1;
/** As LIMIT_SLIP, but the iteration ran out above its tolerance. */
export const LIMIT_UNCONVERGED = 2;

/** Newton steps of a cheap projection, good to about 1e-3 of c, and of a precise one. */
export interface LimitQuality {
  /** Stop when the wrench's error is below tolerance·c. */
  readonly tolerance: number;
  readonly steps: number;
}
export const LIMIT_CHEAP: LimitQuality = { tolerance: 1e-3, steps: 8 };
export const LIMIT_PRECISE: LimitQuality = { tolerance: 1e-11, steps: 60 };

const ROUNDING = 1e-7;
/** Stiffness of what does not give, times the inverse mass it works against. */
const HOLDS = 1e10;

export class LimitSurface {
  /** Evaluations of D in the last call, and the error its last projection ended with, in units of c. */
  evaluations = 0;
  defect = 0;
  /** D and its derivatives at the slip of the last projection that slipped, divided by -c. */
  record = new Float64Array(SLIP_STRIDE);
  #trial = new Float64Array(SLIP_STRIDE);
  readonly #metric = new Float64Array(6);
  readonly #inverse = new Float64Array(6);
  readonly #slip = new Float64Array(3);
  readonly #step = new Float64Array(3);

  /**
   * How much of its friction the patch uses: 1 on the limit surface, less inside, for c = μ f_n. Infinity where no
   * scaling of the wrench can be borne (a torque on a point, anything at c = 0). Leaves the slip direction in
   * `this.slip` (scaled).
   */
  gauge(load: PressureLoad, c: number, fu: number, fw: number, torque: number): number {
    this.evaluations = 0;
    const length = load.spin;
    const force = Math.sqrt(fu * fu + fw * fw);
    if (force === 0 && torque === 0) return 0;
    if (!(c > 0)) return Infinity;
    if (load.kind === LOAD_POINT || !(length > 0)) return torque === 0 ? force / c : Infinity;
    return this.#minimise(load, fu / c, fw / c, torque / (c * length), 0, LIMIT_PRECISE);
  }

  /** Whether the patch can bear this friction wrench (the torque about the centre of pressure). */
  contains(load: PressureLoad, c: number, fu: number, fw: number, torque: number): boolean {
    this.evaluations = 0;
    const quick = quickTest(load, c, fu, fw, torque);
    if (quick !== 0) return quick > 0;
    return this.#minimise(load, fu / c, fw / c, torque / (c * load.spin), 1, LIMIT_PRECISE) <= 1;
  }

  /**
   * Project the wrench wrench[wi…] = (f_u, f_w, τ about the centre of pressure) on the limit set in the metric S, the
   * inverse mass in these coordinates: s[si…] = uu, uw, uτ, ww, wτ, ττ, positive definite. The wrench is replaced by
   * the projection; slip[pi…] receives the slip twist S(λ - λ*) (zeros for stick). Its old contents are the first guess
   * where nonzero.
   */
  project(
    wrench: Float64Array,
    wi: number,
    slip: Float64Array,
    pi: number,
    load: PressureLoad,
    c: number,
    s: Float64Array,
    si: number,
    quality: LimitQuality,
  ): number {
    this.evaluations = 0;
    const fu = wrench[wi];
    const fw = wrench[wi + 1];
    const torque = wrench[wi + 2];
    if (!(c > 0)) {
      setSlip(wrench, wi, slip, pi, s, si, 0, 0, 0, fu, fw, torque);
      return LIMIT_SLIP;
    }
    if (load.kind === LOAD_POINT || !(load.spin > 0)) return this.#projectPoint(wrench, wi, slip, pi, load, c, s, si);
    const quick = quickTest(load, c, fu, fw, torque);
    if (quick > 0) return stick(slip, pi);
    // Scaled by the length l: torque/l, spin·l, S → diag(1,1,l) S diag(1,1,l); forces by c.
    const l = load.spin;
    const bu = fu / c;
    const bw = fw / c;
    const bt = torque / (c * l);
    const m = this.#metric;
    m[0] = s[si];
    m[1] = s[si + 1];
    m[2] = s[si + 2] * l;
    m[3] = s[si + 3];
    m[4] = s[si + 4] * l;
    m[5] = s[si + 5] * l * l;
    const q = this.#inverse;
    if (!invertSymmetric(q, 0, m, 0)) {
      // A locked direction: a metric with a small stiffness there is positive definite and as good.
      const jitter = 1e-9 * (m[0] + m[3] + m[5]);
      m[0] += jitter;
      m[3] += jitter;
      m[5] += jitter;
      if (!invertSymmetric(q, 0, m, 0)) {
        q[0] = q[3] = q[5] = 1;
        q[1] = q[2] = q[4] = 0;
      }
    }
    const x = this.#slip;
    // First guess: the caller's, else the slip that would follow without friction, else the gauge's direction.
    let found = this.#lengthen(load, -slip[pi], -slip[pi + 1], -slip[pi + 2] * l, bu, bw, bt);
    if (!found) {
      found = this.#lengthen(
        load,
        m[0] * bu + m[1] * bw + m[2] * bt,
        m[1] * bu + m[3] * bw + m[4] * bt,
        m[2] * bu + m[4] * bw + m[5] * bt,
        bu,
        bw,
        bt,
      );
    }
    if (!found) {
      this.#minimise(load, bu, bw, bt, 1, quality);
      found = this.#lengthen(load, x[0], x[1], x[2], bu, bw, bt);
    }
    if (!found) return stick(slip, pi);
    const status = this.#descend(load, bu, bw, bt, quality);
    // λ = c ∇D(η) lies on the surface whatever the error of η.
    const r = this.record;
    wrench[wi] = c * r[1];
    wrench[wi + 1] = c * r[2];
    wrench[wi + 2] = c * r[3];
    slip[pi] = -c * x[0];
    slip[pi + 1] = -c * x[1];
    slip[pi + 2] = (-c * x[2]) / l;
    return status;
  }

  /** What was tried becomes what is. */
  #accept(): void {
    const { record } = this;
    this.record = this.#trial;
    this.#trial = record;
  }

  /** D and its derivatives at the scaled slip, into `out`, scaled. */
  #evaluate(out: Float64Array, load: PressureLoad, x: number, y: number, z: number): void {
    this.evaluations++;
    evaluateSlip(out, 0, load, x, y, z * (1 / load.spin), true);
  }

  /** Put the best multiple of (x, y, z) into `slip` and D there into `record`; false where none has ψ < 0. */
  #lengthen(load: PressureLoad, x: number, y: number, z: number, bu: number, bw: number, bt: number): boolean {
    const norm = Math.sqrt(x * x + y * y + z * z);
    if (!(norm > 0)) return false;
    this.#evaluate(this.record, load, x, y, z);
    const gain = bu * x + bw * y + bt * z - this.record[0];
    if (!(gain > 1e-14 * this.record[0])) return false;
    const t = gain / this.#energy(x, y, z);
    this.#slip[0] = t * x;
    this.#slip[1] = t * y;
    this.#slip[2] = t * z;
    rescale(this.record, t);
    return true;
  }

  #energy(x: number, y: number, z: number): number {
    const q = this.#inverse;
    return x * (q[0] * x + 2 * (q[1] * y + q[2] * z)) + y * (q[3] * y + 2 * q[4] * z) + q[5] * z * z;
  }

  /** Newton on ψ from `slip`, whose record is in `record`. */
  #descend(load: PressureLoad, bu: number, bw: number, bt: number, quality: LimitQuality): number {
    const slip = this.#slip;
    const step = this.#step;
    const q = this.#inverse;
    const l = load.spin;
    const il = 1 / l;
    let x = slip[0];
    let y = slip[1];
    let z = slip[2];
    let psi = this.record[0] + 0.5 * this.#energy(x, y, z) - (bu * x + bw * y + bt * z);
    let best = Infinity;
    let stalled = 0;
    for (let k = 0; k < quality.steps; k++) {
      const r = this.record;
      const g0 = r[1] + q[0] * x + q[1] * y + q[2] * z - bu;
      const g1 = r[2] + q[1] * x + q[3] * y + q[4] * z - bw;
      const g2 = r[3] * il + q[2] * x + q[4] * y + q[5] * z - bt;
      // The defect is a wrench in units of c: stopping here leaves the friction wrench off by no more.
      const defect = Math.sqrt(g0 * g0 + g1 * g1 + g2 * g2);
      this.defect = defect;
      if (defect < 0.5 * best) {
        best = defect;
        stalled = 0;
      } else if (best <= ROUNDING || ++stalled > 5) break;
      if (defect <= quality.tolerance) {
        slip[0] = x;
        slip[1] = y;
        slip[2] = z;
        return LIMIT_SLIP;
      }
      const ok = solve3(
        step,
        r[4] + q[0],
        r[5] + q[1],
        r[6] * il + q[2],
        r[7] + q[3],
        r[8] * il + q[4],
        r[9] * il * il + q[5],
        -g0,
        -g1,
        -g2,
      );
      if (!ok) break;
      let sx = step[0];
      let sy = step[1];
      let sz = step[2];
      let slope = g0 * sx + g1 * sy + g2 * sz;
      let taken = false;
      for (let back = 0; back < 25; back++) {
        const px = x + sx;
        const py = y + sy;
        const pz = z + sz;
        this.#evaluate(this.#trial, load, px, py, pz);
        const gain = bu * px + bw * py + bt * pz - this.#trial[0];
        if (gain > 0) {
          // ψ along the ray: -½ gain²/energy at the best length.
          const e = this.#energy(px, py, pz);
          const value = (-0.5 * gain * gain) / e;
          // ψ is a difference: near sticking its rounding, not its slope, would decide.
          const noise = (1e-13 * gain * this.#trial[0]) / e;
          if (value <= psi + 1e-4 * slope + noise) {
            const t = gain / e;
            rescale(this.#trial, t);
            x = t * px;
            y = t * py;
            z = t * pz;
            psi = value;
            taken = true;
            break;
          }
        }
        sx *= 0.5;
        sy *= 0.5;
        sz *= 0.5;
        slope *= 0.5;
      }
      if (!taken) break;
      this.#accept();
    }
    slip[0] = x;
    slip[1] = y;
    slip[2] = z;
    // Rounding of thin loads can keep the defect above the finest tolerance.
    return this.defect <= ROUNDING ? LIMIT_SLIP : LIMIT_UNCONVERGED;
  }

  /**
   * The gauge of the scaled wrench b: 1 / min { D(s) : b·s = 1 }, stopping early once it exceeds a positive `enough`.
   * Leaves the minimising slip in `slip`.
   */
  #minimise(load: PressureLoad, bu: number, bw: number, bt: number, enough: number, quality: LimitQuality): number {
    const slip = this.#slip;
    const il = 1 / load.spin;
    const bb = bu * bu + bw * bw + bt * bt;
    // Orthonormal e, f at right angles to b.
    const bn = 1 / Math.sqrt(bb);
    const nx = bu * bn;
    const ny = bw * bn;
    const nz = bt * bn;
    const sign = nz >= 0 ? 1 : -1;
    const w = -1 / (sign + nz);
    const ex = 1 + sign * nx * nx * w;
    const ey = sign * nx * ny * w;
    const ez = -sign * nx;
    const fx = nx * ny * w;
    const fy = sign + ny * ny * w;
    const fz = -ny;
    let x = bu / bb;
    let y = bw / bb;
    let z = bt / bb;
    this.#evaluate(this.record, load, x, y, z);
    for (let k = 0; k < quality.steps; k++) {
      const r = this.record;
      if (enough > 0 && r[0] * enough < 1) break;
      const h00 = r[4];
      const h01 = r[5];
      const h02 = r[6] * il;
      const h11 = r[7];
      const h12 = r[8] * il;
      const h22 = r[9] * il * il;
      const g2 = r[3] * il;
      const ge = r[1] * ex + r[2] * ey + g2 * ez;
      const gf = r[1] * fx + r[2] * fy + g2 * fz;
      const hex = h00 * ex + h01 * ey + h02 * ez;
      const hey = h01 * ex + h11 * ey + h12 * ez;
      const hez = h02 * ex + h12 * ey + h22 * ez;
      let hee = ex * hex + ey * hey + ez * hez;
      const hef = fx * hex + fy * hey + fz * hez;
      let hff =
        fx * (h00 * fx + h01 * fy + h02 * fz) +
        fy * (h01 * fx + h11 * fy + h12 * fz) +
        fz * (h02 * fx + h12 * fy + h22 * fz);
      const jitter = 1e-12 * (hee + hff) + 1e-300;
      hee += jitter;
      hff += jitter;
      const det = hee * hff - hef * hef;
      if (!(det > 0)) break;
      let se = (hef * gf - hff * ge) / det;
      let sf = (hef * ge - hee * gf) / det;
      let slope = ge * se + gf * sf;
      // D is off its minimum by half the Newton decrement.
      if (!(-slope > 0.01 * quality.tolerance * r[0])) break;
      let taken = false;
      for (let back = 0; back < 25; back++) {
        const px = x + se * ex + sf * fx;
        const py = y + se * ey + sf * fy;
        const pz = z + se * ez + sf * fz;
        this.#evaluate(this.#trial, load, px, py, pz);
        if (this.#trial[0] <= r[0] + 1e-4 * slope) {
          x = px;
          y = py;
          z = pz;
          taken = true;
          break;
        }
        se *= 0.5;
        sf *= 0.5;
        slope *= 0.5;
      }
      if (!taken) break;
      this.#accept();
    }
    slip[0] = x;
    slip[1] = y;
    slip[2] = z;
    return 1 / this.record[0];
  }

  /** A point bears forces up to c and no torque: with τ = 0 given, a disc in the metric of the forces alone. */
  #projectPoint(
    wrench: Float64Array,
    wi: number,
    slip: Float64Array,
    pi: number,
    load: PressureLoad,
    c: number,
    s: Float64Array,
    si: number,
  ): number {
    const fu = wrench[wi];
    const fw = wrench[wi + 1];
    const torque = wrench[wi + 2];
    const suu = s[si];
    const suw = s[si + 1];
    const sww = s[si + 3];
    const det = suu * sww - suw * suw;
    let tu = fu;
    let tw = fw;
    if (det > 0) {
      // Minimum over f with the torque released.
      tu += (torque * (sww * s[si + 2] - suw * s[si + 4])) / det;
      tw += (torque * (suu * s[si + 4] - suw * s[si + 2])) / det;
    }
    const slides = tu * tu + tw * tw > c * c;
    if (slides) {
      // (S + ν) f = S t with ν ≥ 0 such that |f| = c, Newton on 1/|f| (Moré & Sorensen 1983).
      const bu = suu * tu + suw * tw;
      const bw = suw * tu + sww * tw;
      let nu = 0;
      for (let k = 0; k < 40; k++) {
        const a = suu + nu;
        const b = sww + nu;
        const d = a * b - suw * suw;
        tu = (b * bu - suw * bw) / d;
        tw = (a * bw - suw * bu) / d;
        const ff = tu * tu + tw * tw;
        const f = Math.sqrt(ff);
        if (!(f > c * (1 + 1e-15))) break;
        const slope = (b * tu * tu - 2 * suw * tu * tw + a * tw * tw) / d;
        nu += (ff / slope) * ((f - c) / c);
      }
      const f = Math.sqrt(tu * tu + tw * tw);
      tu *= c / f;
      tw *= c / f;
    } else if (torque === 0) {
      return stick(slip, pi);
    }
    setSlip(wrench, wi, slip, pi, s, si, tu, tw, 0, fu, fw, torque);
    const { record } = this;
    evaluateSlip(record, 0, load, slides ? -slip[pi] / c : 0, slides ? -slip[pi + 1] / c : 0, 0, true);
    // Turning on the spot it holds fast against forces.
    if (!slides) record[SLIP_HESSIAN] = record[SLIP_HESSIAN + 3] = HOLDS / (suu + sww);
    return LIMIT_SLIP;
  }
}

function stick(slip: Float64Array, pi: number): number {
  slip.fill(0, pi, pi + 3);
  return LIMIT_STICK;
}
