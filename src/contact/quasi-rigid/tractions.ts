// What the tractions of a contact add up to: force and its place, energy, stiffness, area and pressure.
//
// Frame of the nodes: (n, u, w), right-handed. Moving A by δ along n and turning it by θ_u, θ_w about u and w opens a
// node at (u, w) by b·(δ, θ_u, θ_w) with b = (1, w, -u); a force f there makes force and moments f b. So, with G on the
// nodes that bear,
//   (F, M_u, M_w) = Σ f b,   K = πE* Σ b G⁻¹ bᵀ   (N/m, N, N·m): the tangent stiffness while nodes stay on their sides,
//   energy = ½ Σ f u, with u = -q the depth at nodes that bear (they end at s = 0).
// For Hertz's ball K_nn = 2E*a, and K_uu = F R: tilting it is rolling it, which moves the force.
//
// The greatest pressure of a smooth contact comes from a fit of p² by a quadric, exact for Hertz's ellipse: single
// nodes at the rim are 10 to 40 % high. Where that fit does not hold (punch, cone) it is the greatest mean of a node
// and its neighbours, and the area is that of the nodes up to where p² would vanish.
// Verified in test/contact/quasi-rigid/statics.test.ts.

import { PI } from '../../math/trig.js';
import type { Arena, F64Slab } from '../../memory/arena.js';
import type { Lattice } from './lattice.js';
import { CELL_INTS, N_AREA, N_FORCE, N_GAP, N_H, N_U, N_W, NODE_STRIDE, type NodeSet } from './nodes.js';
import { Quadric } from './quadric.js';
import type { Resolver } from './resolve.js';

/** Total force (N), moments about u and w at the frame's origin (N·m). */
export const T_FORCE = 0;
export const T_MOMENT_U = 1;
export const T_MOMENT_W = 2;
/** K: nn, nu, nw, uu, uw, ww. */
export const T_STIFFNESS = 3;
export const T_ENERGY = 9;
export const T_AREA = 10;
export const T_PRESSURE = 11;
/** Greatest depth of the undeformed overlap along n (m): the approach. */
export const T_DEPTH = 12;
/** Second derivatives of the gap along u, across, along w (1/m), over the nodes that bear. */
export const T_CURVATURE = 13;
/** Mean height of the contact surface (m), and radius of gyration of the pressure (m). */
export const T_HEIGHT = 16;
export const T_GYRATION = 17;
export const TRACTION_SIZE = 18;

/** Share of the variance of p² that the quadric must explain to be believed. */
const BELIEVED = 0.95;
const FEWEST = 12;

export class Summary {
  readonly t = new Float64Array(TRACTION_SIZE);
  readonly #column: F64Slab;
  readonly #fit = new Quadric();

  constructor(arena: Arena) {
    this.#column = arena.f64(64);
  }

  /** Of what the resolver has found, for bodies of modulus E*. */
  take(resolver: Resolver, modulus: number): void {
    const { t } = this;
    const { nodes, problem } = resolver;
    const f = nodes.f.data;
    const n = nodes.count;
    t.fill(0);
    for (let i = 0; i < n; i++) {
      const o = i * NODE_STRIDE;
      const force = f[o + N_FORCE];
      if (-f[o + N_GAP] > t[T_DEPTH]) t[T_DEPTH] = -f[o + N_GAP];
      if (!(force > 0)) continue;
      t[T_FORCE] += force;
      t[T_MOMENT_U] += force * f[o + N_W];
      t[T_MOMENT_W] -= force * f[o + N_U];
      t[T_ENERGY] -= 0.5 * force * f[o + N_GAP];
      t[T_AREA] += f[o + N_AREA];
      t[T_HEIGHT] += force * f[o + N_H];
    }
    if (!(t[T_FORCE] > 0)) return;
    t[T_HEIGHT] /= t[T_FORCE];
    this.#takeStiffness(resolver, PI * modulus);
    const u = -t[T_MOMENT_W] / t[T_FORCE];
    const w = t[T_MOMENT_U] / t[T_FORCE];
    for (let i = 0; i < n; i++) {
      const o = i * NODE_STRIDE;
      const du = f[o + N_U] - u;
      const dw = f[o + N_W] - w;
      t[T_GYRATION] += f[o + N_FORCE] * (du * du + dw * dw);
    }
    t[T_GYRATION] = Math.sqrt(t[T_GYRATION] / t[T_FORCE]);
    this.#refineArea(resolver);
    this.#takePressure(nodes, problem.active.data, resolver.atEdge, u, w);
    this.#takeCurvature(nodes, problem.active.data, u, w);
  }

  #takeStiffness(resolver: Resolver, scale: number): void {
    const { t } = this;
    const column = this.#column;
    const { nodes, problem } = resolver;
    const f = nodes.f.data;
    const n = nodes.count;
    column.reserve(3 * n);
    const y = column.data;
    for (let i = 0; i < n; i++) {
      const o = i * NODE_STRIDE;
      y[3 * i] = 1;
      y[3 * i + 1] = f[o + N_W];
      y[3 * i + 2] = -f[o + N_U];
    }
    problem.respond(n, y);
    for (let i = 0; i < n; i++) {
      const o = i * NODE_STRIDE;
      t[T_STIFFNESS] += scale * y[3 * i];
      t[T_STIFFNESS + 1] += scale * y[3 * i + 1];
      t[T_STIFFNESS + 2] += scale * y[3 * i + 2];
      t[T_STIFFNESS + 3] += scale * y[3 * i + 1] * f[o + N_W];
      t[T_STIFFNESS + 4] += scale * y[3 * i + 2] * f[o + N_W];
      t[T_STIFFNESS + 5] -= scale * y[3 * i + 2] * f[o + N_U];
    }
  }

  /**
   * Moves the rim from the sides of cells to where p², which falls linearly towards the rim of a smooth contact,
   * vanishes. A rim that runs askew has sides along both axes: each counts by the square of its share in the direction.
   */
  #refineArea(resolver: Resolver): void {
    const { t } = this;
    const { lattice, nodes } = resolver;
    const active = resolver.problem.active.data;
    const cells = nodes.cells.data;
    const f = nodes.f.data;
    const squareAt = (c: number, r: number): number => {
      const k = lattice.nodeAt(c, r);
      if (k < 0 || active[k] === 0) return 0;
      const p = f[k * NODE_STRIDE + N_FORCE] / f[k * NODE_STRIDE + N_AREA];
      return p * p;
    };
    let change = 0;
    for (let k = 0; k < nodes.count; k++) {
      if (active[k] === 0 || cells[CELL_INTS * k + 2] === 0) continue;
      const c = cells[CELL_INTS * k];
      const r = cells[CELL_INTS * k + 1];
      const own = squareAt(c, r);
      const left = squareAt(c - 1, r);
      const right = squareAt(c + 1, r);
      const below = squareAt(c, r - 1);
      const above = squareAt(c, r + 1);
      const gu = (left - right) / nodes.cellU;
      const gw = (below - above) / nodes.cellW;
      const gg = gu * gu + gw * gw;
      if (!(gg > 0)) continue;
      const area = nodes.cellU * nodes.cellW;
      if (right === 0 && !isEdge(lattice, c + 1, r)) change += ((gu * gu) / gg) * area * rimBeyond(own, left);
      if (left === 0 && !isEdge(lattice, c - 1, r)) change += ((gu * gu) / gg) * area * rimBeyond(own, right);
      if (above === 0 && !isEdge(lattice, c, r + 1)) change += ((gw * gw) / gg) * area * rimBeyond(own, below);
      if (below === 0 && !isEdge(lattice, c, r - 1)) change += ((gw * gw) / gg) * area * rimBeyond(own, above);
    }
    t[T_AREA] += change;
  }

  #takePressure(nodes: NodeSet, active: Int32Array, atEdge: boolean, u: number, w: number): void {
    const { t } = this;
    const fit = this.#fit;
    const f = nodes.f.data;
    let count = 0;
    fit.begin(u, w, t[T_GYRATION]);
    for (let i = 0; i < nodes.count; i++) {
      if (active[i] === 0) continue;
      const o = i * NODE_STRIDE;
      const p = f[o + N_FORCE] / f[o + N_AREA];
      fit.add(f[o + N_U], f[o + N_W], p * p);
      count++;
    }
    if (!atEdge && count >= FEWEST && fit.solve() && fit.explained > BELIEVED && fit.peak > 0 && fit.area > 0) {
      t[T_PRESSURE] = Math.sqrt(fit.peak);
      t[T_AREA] = fit.area;
      return;
    }
    // The greatest mean over a node and its neighbours.
    const reach = 1.6 * Math.max(nodes.cellU, nodes.cellW);
    for (let i = 0; i < nodes.count; i++) {
      if (active[i] === 0) continue;
      const oi = i * NODE_STRIDE;
      let force = 0;
      let area = 0;
      for (let j = 0; j < nodes.count; j++) {
        if (active[j] === 0) continue;
        const oj = j * NODE_STRIDE;
        const du = f[oi + N_U] - f[oj + N_U];
        const dw = f[oi + N_W] - f[oj + N_W];
        if (du * du + dw * dw > reach * reach) continue;
        force += f[oj + N_FORCE];
        area += f[oj + N_AREA];
      }
      if (force / area > t[T_PRESSURE]) t[T_PRESSURE] = force / area;
    }
  }

  #takeCurvature(nodes: NodeSet, active: Int32Array, u: number, w: number): void {
    const { t } = this;
    const fit = this.#fit;
    const f = nodes.f.data;
    fit.begin(u, w, t[T_GYRATION]);
    for (let i = 0; i < nodes.count; i++)
      if (active[i] === 1) fit.add(f[i * NODE_STRIDE + N_U], f[i * NODE_STRIDE + N_W], f[i * NODE_STRIDE + N_GAP]);
    if (!fit.solve()) return;
    const c = fit.coefficients;
    const k = 1 / (t[T_GYRATION] * t[T_GYRATION]);
    t[T_CURVATURE] = 2 * c[3] * k;
    t[T_CURVATURE + 1] = c[4] * k;
    t[T_CURVATURE + 2] = 2 * c[5] * k;
  }
}

/** Where an overlap ends, it is not the pressure that ends. */
function isEdge(lattice: Lattice, c: number, r: number): boolean {
  return lattice.nodeAt(c, r) < 0;
}

/** How far beyond a cell's side its rim lies, in cells, with p² there and one cell further in. */
function rimBeyond(own: number, inner: number): number {
  if (!(inner > own)) return 0;
  const x = own / (inner - own);
  return (x < 1 ? x : 1) - 0.5;
}
