// What keeps cells of a soft solid from being crushed: a stiffness against their volume going to nothing.
//
// The linear law of the elements stores a finite energy in a cell that is pressed flat, and through itself: a body with
// E below ρ g L (its weight on its own foot) turned inside out on the floor, and fell through it, since a surface that
// is inside out has no inside. Real matter does not do that. With F the deformation gradient at a cell's middle,
// J = det F and J₀ below which a cell counts as crushed,
//
//   W = ½ κ max(0, J₀ - J)²,   ∂W/∂x_a = -κ (J₀ - J) cof(F) g_a,   κ = STIFFER · gᵀK g/(gᵀg)²
//
// W: J, x_a: nodes (m), g_a: gradients of their shape functions at the middle (1/m), K: the element's matrix (N/m);
// gᵀK g/(gᵀg)² is the bulk modulus times the volume (J). In the step W enters as the elements do, implicitly, with the
// positive part of its second derivative, κ ∂J ∂Jᵀ. That part acts on cells that are near J₀ too, from J = 0.6 on: what
// would be crushed within one step is slowed down in it (a damping by κ h, which goes with the step), and W never comes
// from nowhere. Cells that are pressed together less do not know of it.
//
// Simplification: the law between J₀ and rest stays linear, and that of a body that is crushed is this file's and no
// material's. Enough for E from ρ g L/3 on; softer bodies are still pressed through themselves. Verified in
// test/contact/volume/slopes-and-puddles.test.ts.

import type { SolidElements } from './solid.js';

/** J₀ */
const CRUSHED = 0.3;
/** J from which on down a cell is kept from being crushed within a step. */
const NEAR = 0.6;
/** Against the bulk modulus: cells then hold the weight of some dozen times what their material would bear. */
const STIFFER = 100;

export class Crush {
  /** Crushed cells, J₀ - J of each, and ∂J/∂x of their nodes (1/m), three numbers each. */
  count = 0;
  #cells = new Int32Array(0);
  #below = new Float64Array(0);
  #slopes = new Float64Array(0);
  /** By matrix of the elements, κ at scale 1 (J); 0: not known yet. */
  readonly #stiffness: Float64Array;
  readonly #cofactor = new Float64Array(9);

  constructor(readonly elements: SolidElements) {
    this.#stiffness = new Float64Array(elements.matrices.length);
  }

  /** To be told of every cell e with its F, by rows, once `count` is 0. */
  see(e: number, f: Float64Array): void {
    const c = this.#cofactor;
    c[0] = f[4] * f[8] - f[5] * f[7];
    c[1] = f[5] * f[6] - f[3] * f[8];
    c[2] = f[3] * f[7] - f[4] * f[6];
    const below = CRUSHED - (f[0] * c[0] + f[1] * c[1] + f[2] * c[2]);
    if (!(below > CRUSHED - NEAR)) return;
    c[3] = f[2] * f[7] - f[1] * f[8];
    c[4] = f[0] * f[8] - f[2] * f[6];
    c[5] = f[1] * f[6] - f[0] * f[7];
    c[6] = f[1] * f[5] - f[2] * f[4];
    c[7] = f[2] * f[3] - f[0] * f[5];
    c[8] = f[0] * f[4] - f[1] * f[3];
    const { nodesEach: m, gradients, matrixOf } = this.elements;
    const n = this.count++;
    if (n === this.#cells.length) this.#grow(m);
    this.#cells[n] = e;
    this.#below[n] = Math.max(0, below);
    const slopes = this.#slopes;
    const g = gradients[matrixOf[e]];
    const o = 3 * m * n;
    // F is made of places relative to the first node: what it feels is what the others do not.
    slopes.fill(0, o, o + 3);
    for (let a = 1; a < m; a++) {
      for (let i = 0; i < 3; i++) {
        const s = c[3 * i] * g[3 * a] + c[3 * i + 1] * g[3 * a + 1] + c[3 * i + 2] * g[3 * a + 2];
        slopes[o + 3 * a + i] = s;
        slopes[o + i] -= s;
      }
    }
  }

  #grow(m: number): void {
    const size = 2 * this.#cells.length + 8;
    const cells = new Int32Array(size);
    const below = new Float64Array(size);
    const slopes = new Float64Array(3 * m * size);
    cells.set(this.#cells);
    below.set(this.#below);
    slopes.set(this.#slopes);
    this.#cells = cells;
    this.#below = below;
    this.#slopes = slopes;
  }

  /** κ of element e. */
  #stiffnessOf(e: number): number {
    const { nodesEach: m, matrixOf, matrices, gradients, scale } = this.elements;
    const at = matrixOf[e];
    if (this.#stiffness[at] === 0) {
      const k = matrices[at];
      const g = gradients[at];
      const n = 3 * m;
      let gkg = 0;
      let gg = 0;
      for (let a = 0; a < n; a++) {
        gg += g[a] * g[a];
        for (let b = 0; b < n; b++) gkg += g[a] * k[a * n + b] * g[b];
      }
      this.#stiffness[at] = (STIFFER * gkg) / (gg * gg);
    }
    return scale[e] * this.#stiffness[at];
  }

  /** Σ W (J). */
  energy(): number {
    let sum = 0;
    for (let n = 0; n < this.count; n++)
      sum += 0.5 * this.#stiffnessOf(this.#cells[n]) * this.#below[n] * this.#below[n];
    return sum;
  }

  /** Adds -h ∂W/∂x, as it will be after t more seconds of v, to the unknowns' impulses. */
  addImpulses(to: Float64Array, unknown: Int32Array, v: Float64Array, h: number, t: number): void {
    const { nodesEach: m, nodes } = this.elements;
    const slopes = this.#slopes;
    for (let n = 0; n < this.count; n++) {
      const e = m * this.#cells[n];
      const o = 3 * m * n;
      let rate = 0;
      for (let k = 0; k < 3 * m; k++) rate += slopes[o + k] * v[3 * nodes[e + Math.floor(k / 3)] + (k % 3)];
      const w = h * this.#stiffnessOf(this.#cells[n]) * (this.#below[n] - t * rate);
      for (let a = 0; a < m; a++) {
        const i = unknown[nodes[e + a]];
        if (i >= 0) for (let k = 0; k < 3; k++) to[3 * i + k] += w * slopes[o + 3 * a + k];
      }
    }
  }

  /** Adds s κ ∂J ∂Jᵀ to blocks of a matrix; `entries`: by element and two of its nodes, or -1. */
  addTo(values: Float64Array, entries: Int32Array, s: number): void {
    const { nodesEach: m } = this.elements;
    const slopes = this.#slopes;
    for (let n = 0; n < this.count; n++) {
      const e = this.#cells[n];
      const w = s * this.#stiffnessOf(e);
      for (let ab = 0; ab < m * m; ab++) {
        const at = 9 * entries[m * m * e + ab];
        if (at < 0) continue;
        const a = 3 * (m * n + Math.floor(ab / m));
        const b = 3 * (m * n + (ab % m));
        for (let i = 0; i < 3; i++)
          for (let k = 0; k < 3; k++) values[at + 3 * i + k] += w * slopes[a + i] * slopes[b + k];
      }
    }
  }
}
