// Bodies that move out of each other's way while they are pressed: what that adds to the problem of the nodes.
//
// Opening at (u, w) is b·y with b = (1, w, -u) and y = (v_n, ω_u, ω_w) at the frame's origin; y = e + S λ with λ the
// impulses that belong to it. The problem is then solved for the end of the step:
//   s = u + q + b·(h e - back) + h b·S λ,   λ = h Σ f b.
// Tilting of what is round is rolling, and stays out of it: b is (1, flat_u w, -flat_w u).

import type { Lattice } from './lattice.js';
import { N_FORCE, N_GAP, N_U, N_W, NODE_STRIDE } from './nodes.js';
import { Quadric } from './quadric.js';

export interface Motion {
  readonly e: Float64Array;
  /** By rows, 3 × 3. */
  readonly s: Float64Array;
  h: number;
  /** What the surfaces have moved by already, where they are looked at ahead of time (m, rad). */
  readonly back: Float64Array;
  /** Surfaces that come within this of each other may bear (m). */
  reach: number;
  /** The region is where surfaces come within this of each other (m). */
  within: number;
  /** y as solved, but for axes about which the bodies roll: these stay out of it. */
  readonly y: Float64Array;
  /** Whether tilting about u and w tilts (1) or rolls (0): found here. */
  readonly flat: Float64Array;
}

export class MovingNodes {
  readonly #root = new Float64Array(9);
  readonly #fit = new Quadric();

  /** Rows of U with U Uᵀ = k B S Bᵀ into u, n × 3; k is πE* h². */
  addTo(u: Float64Array, lattice: Lattice, motion: Motion, k: number): void {
    const root = this.#root;
    const { nodes } = lattice;
    const f = nodes.f.data;
    const { s, flat } = motion;
    // Cholesky's factor of k F S F, F = diag(1, flat_u, flat_w); S may be singular where axes are locked.
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j <= i; j++) {
        let sum = k * s[3 * i + j] * (i > 0 ? flat[i - 1] : 1) * (j > 0 ? flat[j - 1] : 1);
        for (let m = 0; m < j; m++) sum -= root[3 * i + m] * root[3 * j + m];
        if (i === j) root[3 * i + i] = sum > 0 ? Math.sqrt(sum) : 0;
        else root[3 * i + j] = root[3 * j + j] > 0 ? sum / root[3 * j + j] : 0;
      }
    }
    for (let n = 0; n < nodes.count; n++) {
      const w = f[n * NODE_STRIDE + N_W];
      const v = -f[n * NODE_STRIDE + N_U];
      u[3 * n] = root[0] + w * root[3] + v * root[6];
      u[3 * n + 1] = w * root[4] + v * root[7];
      u[3 * n + 2] = v * root[8];
    }
  }

  /** By how much of the depth the surfaces curve away over the region b: all of it, and tilting rolls. */
  findFlatness(lattice: Lattice, b: Float64Array, motion: Motion): void {
    const fit = this.#fit;
    const { nodes } = lattice;
    const f = nodes.f.data;
    motion.flat.fill(1);
    fit.begin(0, 0, Math.sqrt(nodes.count * nodes.cellU * nodes.cellW));
    let low = Infinity;
    for (let k = 0; k < nodes.count; k++) {
      const o = k * NODE_STRIDE;
      fit.add(f[o + N_U], f[o + N_W], f[o + N_GAP]);
      low = Math.min(low, f[o + N_GAP]);
    }
    if (!fit.solve()) return;
    const mostU = 0.5 * (b[1] - b[0]);
    const mostW = 0.5 * (b[3] - b[2]);
    const k = 1 / (nodes.count * nodes.cellU * nodes.cellW);
    const depth = motion.within - low;
    // Tilting about u opens along w.
    const share = (c: number, most: number) => {
      const x = 1.5 - (2 * Math.max(0, c) * k * most * most) / depth;
      return x < 0 ? 0 : x > 1 ? 1 : x;
    };
    motion.flat[0] = share(fit.coefficients[5], mostW);
    motion.flat[1] = share(fit.coefficients[3], mostU);
  }

  /** y at the end of the step, and the gaps there. */
  end(lattice: Lattice, motion: Motion): void {
    const { nodes } = lattice;
    const f = nodes.f.data;
    const { e, s, h, back, y, flat } = motion;
    let l0 = 0;
    let l1 = 0;
    let l2 = 0;
    for (let k = 0; k < nodes.count; k++) {
      const o = k * NODE_STRIDE;
      l0 += h * f[o + N_FORCE];
      l1 += h * f[o + N_FORCE] * f[o + N_W] * flat[0];
      l2 -= h * f[o + N_FORCE] * f[o + N_U] * flat[1];
    }
    for (let i = 0; i < 3; i++) {
      const share = i > 0 ? flat[i - 1] : 1;
      y[i] = share * (e[i] + s[3 * i] * l0 + s[3 * i + 1] * l1 + s[3 * i + 2] * l2);
    }
    const d0 = h * y[0] - back[0];
    const d1 = h * y[1] - back[1] * flat[0];
    const d2 = h * y[2] - back[2] * flat[1];
    for (let k = 0; k < nodes.count; k++) {
      const o = k * NODE_STRIDE;
      f[o + N_GAP] += d0 + d1 * f[o + N_W] - d2 * f[o + N_U];
    }
  }
}
