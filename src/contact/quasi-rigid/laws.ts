// The laws of a contact's two blocks.
//
// Pressing: rows along n, about u, about w. Compliant (assemble.ts), two-sided but for what a contact cannot do: pull,
// or be pressed beside its own nodes.
//
// Sliding: rows along u, along w, about n. Every node bears friction of at most its share of the limit, against its own
// slip (Pauly, Pai & Guibas 2004, §5.1; Coulomb at each node). With y = (v_u, v_w, ω_n) and v_i = (v_u - ω w_i, v_w + ω
// u_i), friction is
//   λ = -L Σ a_i (v_i/|v_i|, u_i × v_i/|v_i|),   Σ a_i = 1,
// the limit surface of the real pressure, and the local solve y = S λ + e is the minimum of
//   Φ(y) = ½ (y-e)ᵀ S⁻¹ (y-e) + L Σ a_i |v_i|,
// which is convex. It sticks where λ = -S⁻¹ e can be shared out among the nodes; it is tried with shares that vary
// linearly over the contact, which covers all but a thin shell of the limit surface. In that shell, and while slipping,
// Newton's method on Φ with |v| rounded off to √(v² + ε²): there it creeps at ε, 1e-9 of the speed at hand.
// Simplification: the limit L = μ h F comes from the force that the contact is about to bear and not from the one that
// the solver finds. Consequence: none at rest and in steady motion; friction of an impact is that of the impact's own
// estimate. Verified in test/contact/quasi-rigid/laws.test.ts.

import type { F64Slab } from '../../memory/arena.js';
import { atFactor, atLambda, atSchur } from '../../solver/blocks.js';
import { solveLdl } from '../../solver/factor.js';
import type { Projection } from '../../solver/projections.js';

/**
 * Of a pressing block: farthest that the force may act beside the point, along w (about u) and along u (about w) (m).
 */
export const PRESS_REACH_U = 0;
export const PRESS_REACH_W = 1;
/** 1: it resists tilting about both axes; 0: it rolls about one at least. */
export const PRESS_FLAT = 2;

/**
 * The least ½ λ·Sλ + e·λ over the cone n ≥ 0, |u| ≤ reach n, |w| ≤ reach n, e the velocities without the block. Where
 * the plain solution is outside of it, it is on one of four faces (the force acts on an edge of what bears, and the
 * opening is that of this edge), on one of four corners, or zero: of those that lie in the cone the least.
 */
export const pressingLaw: Projection = (f, o, m, r) => {
  const s = o + atSchur;
  const l = o + atLambda;
  const l0 = f[l];
  const l1 = f[l + 1];
  const l2 = f[l + 2];
  const e0 = r[0] - f[s] * l0 - f[s + 1] * l1 - f[s + 2] * l2;
  const e1 = r[1] - f[s + 3] * l0 - f[s + 4] * l1 - f[s + 5] * l2;
  const e2 = r[2] - f[s + 6] * l0 - f[s + 7] * l1 - f[s + 8] * l2;
  solveLdl(f, o + atFactor(m), r, 0, 3);
  r[0] = l0 - r[0];
  r[1] = l1 - r[1];
  r[2] = l2 - r[2];
  const reachU = f[o + PRESS_REACH_U];
  const reachW = f[o + PRESS_REACH_W];
  const isIn = r[0] > 0 && Math.abs(r[1]) <= reachU * r[0] && Math.abs(r[2]) <= reachW * r[0];
  if (isIn) return;
  if (f[o + PRESS_FLAT] === 0) {
    // Moments of what rolls are given, and not found: they are cut to what the force can carry.
    const u = r[1];
    const w = r[2];
    let n = r[0];
    for (let round = 0; round < 3; round++) {
      if (!(n > 0)) n = -e0 / f[s];
      if (!(n > 0)) n = 0;
      r[1] = Math.max(-reachU * n, Math.min(reachU * n, u));
      r[2] = Math.max(-reachW * n, Math.min(reachW * n, w));
      n = -(e0 + f[s + 1] * r[1] + f[s + 2] * r[2]) / f[s];
    }
    r[0] = n > 0 ? n : 0;
    r[1] = Math.max(-reachU * r[0], Math.min(reachU * r[0], u));
    r[2] = Math.max(-reachW * r[0], Math.min(reachW * r[0], w));
    return;
  }
  let least = 0;
  r[0] = 0;
  r[1] = 0;
  r[2] = 0;
  for (let face = 0; face < 8; face++) {
    let n: number;
    let u: number;
    let w: number;
    if (face < 4) {
      // On a face: (1, c) with the clipped moment c n, and the other moment free.
      const clipped = face < 2 ? 1 : 2;
      const free = 3 - clipped;
      const c = (face % 2 === 0 ? 1 : -1) * (clipped === 1 ? reachU : reachW);
      const saa = f[s] + 2 * c * f[s + clipped] + c * c * f[s + 4 * clipped];
      const sab = f[s + free] + c * f[s + 3 * clipped + free];
      const sbb = f[s + 4 * free];
      const ea = e0 + c * (clipped === 1 ? e1 : e2);
      const eb = free === 1 ? e1 : e2;
      const det = saa * sbb - sab * sab;
      n = -(sbb * ea - sab * eb) / det;
      const other = -(saa * eb - sab * ea) / det;
      u = clipped === 1 ? c * n : other;
      w = clipped === 1 ? other : c * n;
      const most = (clipped === 1 ? reachW : reachU) * n;
      if (!(n > 0 && other <= most && other >= -most)) continue;
    } else {
      const cu = face < 6 ? reachU : -reachU;
      const cw = face % 2 === 0 ? reachW : -reachW;
      const along = e0 + cu * e1 + cw * e2;
      const give =
        f[s] + cu * cu * f[s + 4] + cw * cw * f[s + 8] + 2 * (cu * f[s + 1] + cw * f[s + 2] + cu * cw * f[s + 5]);
      n = -along / give;
      if (!(n > 0)) continue;
      u = cu * n;
      w = cw * n;
    }
    // At the least of a quadratic on a subspace, ½ λ·Sλ is -½ e·λ.
    const value = 0.5 * (e0 * n + e1 * u + e2 * w);
    if (!(value < least)) continue;
    least = value;
    r[0] = n;
    r[1] = u;
    r[2] = w;
  }
};

/** Of a sliding block: first node and number of nodes in the list, limit (N·s), and its factor while sticking. */
export const SLIDE_FIRST = 0;
export const SLIDE_COUNT = 1;
export const SLIDE_LIMIT = 2;
export const SLIDE_STATIC = 3;
/** 1: every node by its own slip without the block's friction. */
export const SLIDE_NODES = 4;
/** In the list of nodes: place along u and w, share of the force. */
export const SLIDE_STRIDE = 3;

const ROUNDS = 60;
const ROUNDING = 1e-9;

export class SlidingLaw {
  readonly #nodes: F64Slab;
  readonly #e = new Float64Array(3);
  readonly #y = new Float64Array(3);
  readonly #g = new Float64Array(3);
  readonly #h = new Float64Array(9);
  readonly #c = new Float64Array(9);
  readonly #step = new Float64Array(3);
  readonly #trial = new Float64Array(3);

  constructor(nodes: F64Slab) {
    this.#nodes = nodes;
  }

  readonly project: Projection = (f, o, m, r) => {
    const e = this.#e;
    const c = this.#c;
    const s = o + atSchur;
    const l = o + atLambda;
    const limit = f[o + SLIDE_LIMIT];
    const first = f[o + SLIDE_FIRST];
    const count = f[o + SLIDE_COUNT];
    if (!(limit > 0)) {
      r.fill(0, 0, 3);
      return;
    }
    for (let k = 0; k < 3; k++)
      e[k] = r[k] - f[s + 3 * k] * f[l] - f[s + 3 * k + 1] * f[l + 1] - f[s + 3 * k + 2] * f[l + 2];
    if (f[o + SLIDE_NODES] === 1) {
      this.#dragNodes(r, limit, first, count, 0.5 * limit * (f[s] + f[s + 4]));
      return;
    }
    solveLdl(f, o + atFactor(m), r, 0, 3);
    for (let k = 0; k < 3; k++) r[k] = f[l + k] - r[k];
    if (this.#sticks(r, limit * f[o + SLIDE_STATIC], first, count)) return;
    // S⁻¹, by columns.
    for (let k = 0; k < 3; k++) {
      this.#step.fill(0);
      this.#step[k] = 1;
      solveLdl(f, o + atFactor(m), this.#step, 0, 3);
      for (let j = 0; j < 3; j++) c[3 * j + k] = this.#step[j];
    }
    this.#slip(limit, first, count);
    // λ = S⁻¹ (y - e).
    for (let k = 0; k < 3; k++) {
      r[k] = 0;
      for (let j = 0; j < 3; j++) r[k] += c[3 * k + j] * (this.#y[j] - e[j]);
    }
  };

  /**
   * Friction of every node against its own slip at velocities e (Pauly, Pai & Guibas 2004, §5.1). Slips slower than
   * `slow`, which the friction of a step would reverse, count in proportion: bodies at rest on a slope creep.
   */
  #dragNodes(lambda: Float64Array, limit: number, first: number, count: number, slow: number): void {
    const e = this.#e;
    const n = this.#nodes.data;
    lambda.fill(0, 0, 3);
    for (let k = first; k < first + count; k++) {
      const o = SLIDE_STRIDE * k;
      const x = e[0] - e[2] * n[o + 1];
      const z = e[1] + e[2] * n[o];
      const a = (limit * n[o + 2]) / Math.max(Math.sqrt(x * x + z * z), slow);
      lambda[0] -= a * x;
      lambda[1] -= a * z;
      lambda[2] -= a * (n[o] * z - n[o + 1] * x);
    }
  }

  /** Whether friction λ can be shared out linearly: node i gets a_i L t(x_i), |t| ≤ 1 everywhere. */
  #sticks(lambda: Float64Array, limit: number, first: number, count: number): boolean {
    const n = this.#nodes.data;
    let su = 0;
    let sw = 0;
    let rr = 0;
    for (let k = first; k < first + count; k++) {
      const o = SLIDE_STRIDE * k;
      su += n[o + 2] * n[o];
      sw += n[o + 2] * n[o + 1];
      rr += n[o + 2] * (n[o] * n[o] + n[o + 1] * n[o + 1]);
    }
    // t = (α - β w, γ + β u): α - β sw = λ_u/L, γ + β su = λ_w/L, -α sw + γ su + β rr = λ_n/L.
    const about = rr - su * su - sw * sw;
    const spin = lambda[2] + lambda[0] * sw - lambda[1] * su;
    const beta = about > 0 ? spin / (limit * about) : spin === 0 ? 0 : Infinity;
    const alpha = lambda[0] / limit + beta * sw;
    const gamma = lambda[1] / limit - beta * su;
    for (let k = first; k < first + count; k++) {
      const o = SLIDE_STRIDE * k;
      const x = alpha - beta * n[o + 1];
      const y = gamma + beta * n[o];
      if (!(x * x + y * y <= 1)) return false;
    }
    return true;
  }

  /** The y that minimises Φ, from e on, with |v| rounded off less and less. */
  #slip(limit: number, first: number, count: number): void {
    const e = this.#e;
    const y = this.#y;
    const g = this.#g;
    const h = this.#h;
    const step = this.#step;
    const trial = this.#trial;
    const speed = this.#speedOf(e, first, count);
    y.set(e);
    for (let eps = 0.1 * speed; ; eps *= 0.03) {
      const isLast = eps <= ROUNDING * speed;
      if (isLast) eps = ROUNDING * speed;
      let value = this.#derive(y, limit, first, count, eps * eps);
      for (let round = 0; round < ROUNDS; round++) {
        if (!solve3(h, g, step)) break;
        const slope = g[0] * step[0] + g[1] * step[1] + g[2] * step[2];
        if (!(slope > 1e-14 * Math.abs(value))) break;
        let t = 1;
        let next = value;
        for (let cut = 0; cut < 30; cut++) {
          for (let k = 0; k < 3; k++) trial[k] = y[k] - t * step[k];
          next = this.#valueOf(trial, limit, first, count, eps * eps);
          if (next <= value - 1e-4 * t * slope) break;
          t *= 0.5;
        }
        if (!(next < value)) break;
        y.set(trial);
        value = this.#derive(y, limit, first, count, eps * eps);
      }
      if (isLast) return;
    }
  }

  #speedOf(y: Float64Array, first: number, count: number): number {
    const n = this.#nodes.data;
    let most = 0;
    for (let k = first; k < first + count; k++) {
      const o = SLIDE_STRIDE * k;
      const x = y[0] - y[2] * n[o + 1];
      const z = y[1] + y[2] * n[o];
      most = Math.max(most, x * x + z * z);
    }
    return Math.sqrt(most);
  }

  #valueOf(y: Float64Array, limit: number, first: number, count: number, ee: number): number {
    const e = this.#e;
    const c = this.#c;
    const n = this.#nodes.data;
    let sum = 0;
    for (let k = first; k < first + count; k++) {
      const o = SLIDE_STRIDE * k;
      const x = y[0] - y[2] * n[o + 1];
      const z = y[1] + y[2] * n[o];
      sum += n[o + 2] * Math.sqrt(x * x + z * z + ee);
    }
    const d0 = y[0] - e[0];
    const d1 = y[1] - e[1];
    const d2 = y[2] - e[2];
    return (
      limit * sum +
      0.5 * (d0 * (c[0] * d0 + c[1] * d1 + c[2] * d2) + d1 * (c[3] * d0 + c[4] * d1 + c[5] * d2)) +
      0.5 * d2 * (c[6] * d0 + c[7] * d1 + c[8] * d2)
    );
  }

  /** Φ with its gradient and second derivatives. */
  #derive(y: Float64Array, limit: number, first: number, count: number, ee: number): number {
    const e = this.#e;
    const c = this.#c;
    const g = this.#g;
    const h = this.#h;
    const n = this.#nodes.data;
    let sum = 0;
    let g0 = 0;
    let g1 = 0;
    let g2 = 0;
    let h00 = 0;
    let h01 = 0;
    let h02 = 0;
    let h11 = 0;
    let h12 = 0;
    let h22 = 0;
    for (let k = first; k < first + count; k++) {
      const o = SLIDE_STRIDE * k;
      const u = n[o];
      const w = n[o + 1];
      const x = y[0] - y[2] * w;
      const z = y[1] + y[2] * u;
      const size = Math.sqrt(x * x + z * z + ee);
      const a = n[o + 2] / size;
      sum += a * size * size;
      g0 += a * x;
      g1 += a * z;
      g2 += a * (u * z - w * x);
      const b = a / (size * size);
      const xx = a - b * x * x;
      const xz = -b * x * z;
      const zz = a - b * z * z;
      h00 += xx;
      h01 += xz;
      h11 += zz;
      h02 += u * xz - w * xx;
      h12 += u * zz - w * xz;
      h22 += u * u * zz - 2 * u * w * xz + w * w * xx;
    }
    const d0 = y[0] - e[0];
    const d1 = y[1] - e[1];
    const d2 = y[2] - e[2];
    const c0 = c[0] * d0 + c[1] * d1 + c[2] * d2;
    const c1 = c[3] * d0 + c[4] * d1 + c[5] * d2;
    const c2 = c[6] * d0 + c[7] * d1 + c[8] * d2;
    g[0] = c0 + limit * g0;
    g[1] = c1 + limit * g1;
    g[2] = c2 + limit * g2;
    h[0] = c[0] + limit * h00;
    h[1] = c[1] + limit * h01;
    h[2] = c[2] + limit * h02;
    h[4] = c[4] + limit * h11;
    h[5] = c[5] + limit * h12;
    h[8] = c[8] + limit * h22;
    return limit * sum + 0.5 * (d0 * c0 + d1 * c1 + d2 * c2);
  }
}

/** x = H⁻¹ g for a symmetric H of which the upper half is given. */
function solve3(h: Float64Array, g: Float64Array, x: Float64Array): boolean {
  const l10 = h[1] / h[0];
  const l20 = h[2] / h[0];
  const d1 = h[4] - l10 * h[1];
  if (!(h[0] > 0) || !(d1 > 0)) return false;
  const m21 = h[5] - l20 * h[1];
  const l21 = m21 / d1;
  const d2 = h[8] - l20 * h[2] - l21 * m21;
  if (!(d2 > 0)) return false;
  const y1 = g[1] - l10 * g[0];
  const y2 = g[2] - l20 * g[0] - l21 * y1;
  x[2] = y2 / d2;
  x[1] = y1 / d1 - l21 * x[2];
  x[0] = g[0] / h[0] - l10 * x[1] - l20 * x[2];
  return true;
}
