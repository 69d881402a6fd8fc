// Bodies that are held by more contacts than their step can carry: a cheap bound on the largest eigenvalue of M⁻¹K in
// an island.
//
// A new contact's coefficients are safe for one contact alone (coefficients.ts). With several, semi-implicit Euler is
// stable while λ_max(M⁻¹ Σ h(h K_c + 2 C_c)) < 4 over the island. For a contact of bodies a and b with weight κ = h(h k
// + 2 b),
//
//   κ |J_a v_a - J_b v_b|² ≤ κ (1 + t) |J_a v_a|² + κ (1 + 1/t) |J_b v_b|²,    t = w_b/w_a (mobilities)
//
// so the island's matrix is at most a block-diagonal one, with one 6×6 block A_i for each body, and
// λ_max ≤ max_i λ_max(M_i⁻¹ A_i) ≤ max_i (tr (M_i⁻¹ A_i)⁴)^¼, within 6^¼ of the truth. Contacts of a body that is
// beyond the bound are softened, once and for as long as they live: a spring that gets softer only gives energy away.
// Coefficients that a scene gives are left as they are.
//
// Springs are taken to resist in all directions alike, which they do while they stick.
// Verified in test/contact/penalty-coefficients.test.ts.

import { B_CENTER, B_INV_INERTIA, B_INV_MASS, BODY_STRIDE } from '../../bodies/layout.js';
import type { BodyStore } from '../../bodies/store.js';
import type { Arena, F64Slab, I32Slab } from '../../memory/arena.js';
import type { ContactPool } from '../pool.js';
import {
  P_AREA,
  P_DAMPING,
  P_POINT,
  P_POLAR,
  P_STIFFNESS,
  P_TANGENT_DAMPING,
  P_TANGENT_STIFFNESS,
  PENALTY_INTS,
  PENALTY_STRIDE,
  PN_BODY_A,
  PN_BODY_B,
} from './layout.js';

/** Bound to keep, of 4: room for what changes within a step. */
const BOUND = 3.6;
/** Upper triangle of a 6×6 block, by rows. */
const BLOCK = 36;

export class StabilityBound {
  /** By body slot: pairs, and the block. */
  readonly #pairs: I32Slab;
  readonly #blocks: F64Slab;
  readonly #factor: F64Slab;
  readonly #m = new Float64Array(BLOCK);
  readonly #square = new Float64Array(BLOCK);

  constructor(arena: Arena) {
    this.#pairs = arena.i32(64);
    this.#blocks = arena.f64(64);
    this.#factor = arena.f64(64);
  }

  begin(bodies: number): void {
    this.#pairs.reserve(bodies);
    this.#blocks.reserve(bodies * BLOCK);
    this.#factor.reserve(bodies);
    this.#pairs.data.fill(0, 0, bodies);
    this.#factor.data.fill(1, 0, bodies);
  }

  /** Counts a pair that has contacts. */
  count(a: number, b: number): void {
    if (this.#pairs.data[a]++ === 0) this.#blocks.data.fill(0, a * BLOCK, (a + 1) * BLOCK);
    if (this.#pairs.data[b]++ === 0) this.#blocks.data.fill(0, b * BLOCK, (b + 1) * BLOCK);
  }

  /** Adds the contact at f[o…] to the blocks of its bodies. */
  add(
    d: Float64Array,
    pool: ContactPool,
    k: number,
    h: number,
    pairArea: number,
    mobilityA: number,
    mobilityB: number,
  ): void {
    const i = pool.i.data;
    const a = i[k * PENALTY_INTS + PN_BODY_A];
    const b = i[k * PENALTY_INTS + PN_BODY_B];
    const pairs = this.#pairs;
    if (pairs.data[a] < 2 && pairs.data[b] < 2) return;
    const f = pool.f.data;
    const o = k * PENALTY_STRIDE;
    const normal = h * f[o + P_STIFFNESS] + 2 * f[o + P_DAMPING];
    const tangent = h * f[o + P_TANGENT_STIFFNESS] + 2 * f[o + P_TANGENT_DAMPING];
    const weight = h * Math.max(normal, tangent) * (f[o + P_AREA] / pairArea);
    const polar = f[o + P_POLAR] / f[o + P_AREA];
    if (mobilityA > 0) this.#addTo(d, a, f, o, weight * (1 + mobilityB / mobilityA), polar);
    if (mobilityB > 0) this.#addTo(d, b, f, o, weight * (1 + mobilityA / mobilityB), polar);
  }

  /** ∫ Jᵀ J over a footprint about its centre x: I, [x]×, and |x|² - x xᵀ with what the footprint's width adds. */
  #addTo(d: Float64Array, slot: number, f: Float64Array, o: number, weight: number, polar: number): void {
    if (this.#pairs.data[slot] < 2) return;
    const g = this.#blocks.data;
    const q = slot * BLOCK;
    const p = slot * BODY_STRIDE + B_CENTER;
    const x = f[o + P_POINT] - d[p];
    const y = f[o + P_POINT + 1] - d[p + 1];
    const z = f[o + P_POINT + 2] - d[p + 2];
    for (let k = 0; k < 3; k++) g[q + 7 * k] += weight;
    // v + ω×x: the off-diagonal block is -[x]×.
    g[q + 4] += weight * z;
    g[q + 5] -= weight * y;
    g[q + 9] -= weight * z;
    g[q + 11] += weight * x;
    g[q + 15] += weight * y;
    g[q + 16] -= weight * x;
    const xx = x * x + y * y + z * z + polar;
    g[q + 21] += weight * (xx - x * x);
    g[q + 22] -= weight * x * y;
    g[q + 23] -= weight * x * z;
    g[q + 28] += weight * (xx - y * y);
    g[q + 29] -= weight * y * z;
    g[q + 35] += weight * (xx - z * z);
  }

  /** Once all are added: how much softer each body's contacts must be. True if any must. */
  solve(bodies: BodyStore): boolean {
    let any = false;
    const d = bodies.f.data;
    for (let s = 1; s < bodies.count; s++) {
      if (this.#pairs.data[s] < 2) continue;
      // A body that is held has its hand's mass, and turns as the hand does.
      const hand = bodies.held.size > 0 ? bodies.held.get(s) : undefined;
      const bound = hand === undefined ? this.#largest(d, s) : (2 * this.#blocks.data[s * BLOCK]) / hand;
      if (!(bound > BOUND)) continue;
      this.#factor.data[s] = BOUND / bound;
      any = true;
    }
    return any;
  }

  softening(a: number, b: number): number {
    return Math.min(this.#factor.data[a], this.#factor.data[b]);
  }

  /** (tr (M⁻¹A)⁴)^¼ of body s. */
  #largest(d: Float64Array, s: number): number {
    const m = this.#m;
    const square = this.#square;
    const g = this.#blocks.data;
    const q = s * BLOCK;
    const o = s * BODY_STRIDE;
    const at = (r: number, c: number): number => (r <= c ? g[q + 6 * r + c] : g[q + 6 * c + r]);
    const i = o + B_INV_INERTIA;
    for (let c = 0; c < 6; c++) {
      for (let r = 0; r < 3; r++) m[6 * r + c] = d[o + B_INV_MASS + r] * at(r, c);
      const x = at(3, c);
      const y = at(4, c);
      const z = at(5, c);
      m[18 + c] = d[i] * x + d[i + 1] * y + d[i + 2] * z;
      m[24 + c] = d[i + 1] * x + d[i + 3] * y + d[i + 4] * z;
      m[30 + c] = d[i + 2] * x + d[i + 4] * y + d[i + 5] * z;
    }
    for (let r = 0; r < 6; r++) {
      for (let c = 0; c < 6; c++) {
        let sum = 0;
        for (let k = 0; k < 6; k++) sum += m[6 * r + k] * m[6 * k + c];
        square[6 * r + c] = sum;
      }
    }
    let trace = 0;
    for (let r = 0; r < 6; r++) for (let c = 0; c < 6; c++) trace += square[6 * r + c] * square[6 * c + r];
    return Math.sqrt(Math.sqrt(trace));
  }
}
