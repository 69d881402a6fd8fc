// The paper's own way to the tractions, beside ours: two problems, one on the nodes of each body, iterated three times.
//
// M. Pauly, D. K. Pai, L. J. Guibas, "Quasi-rigid objects in contact", SCA 2004, §4.2. Corresponding points are not
// known there: a node's separation is taken as its least distance from the other surface. With gap g along the normal
// and the other surface sloping by θ that is g cos θ, a lower bound; what is left of it is taken again:
//   q⁰ = g cos θ,   q^{k+1} = (g + u^k) cos θ - u^k,   u = G f/(πE*)
// so that the error falls by 1 - cos θ in each of the three rounds. The response is that of both bodies in both
// problems, and the wrench the mean of the two, applied to both (the text has one response matrix for each, with which
// the forces would not agree). For comparison only: bodies move by the joint problem (resolve.ts).
// Verified in test/contact/quasi-rigid/split.test.ts.

import type { Arena, F64Slab, I32Slab } from '../../memory/arena.js';
import { CELL_INTS, N_HEIGHT_A, N_HEIGHT_B, NODE_STRIDE } from './nodes.js';
import type { Resolver } from './resolve.js';

export const ROUNDS = 3;

export class SplitProblems {
  /** Forces of A's problem and of B's (N), and by how much nodes still overlap, at most (m). */
  forceA = 0;
  forceB = 0;
  left = 0;
  readonly #q: F64Slab;
  readonly #x: F64Slab;
  readonly #s: F64Slab;
  readonly #active: I32Slab;

  constructor(arena: Arena) {
    this.#q = arena.f64(64);
    this.#x = arena.f64(64);
    this.#s = arena.f64(64);
    this.#active = arena.i32(64);
  }

  /** Solves both for what the resolver has at hand; its own solution stays as it is. `scale` is πE*. */
  solve(resolver: Resolver, scale: number): void {
    const { problem, nodes } = resolver;
    const n = nodes.count;
    for (const slab of [this.#q, this.#x, this.#s, this.#active]) slab.reserve(n);
    for (let i = 0; i < n; i++) {
      this.#q.data[i] = problem.q.data[i];
      this.#x.data[i] = problem.x.data[i];
      this.#s.data[i] = problem.s.data[i];
      this.#active.data[i] = problem.active.data[i];
    }
    this.left = 0;
    this.forceA = scale * this.#solveSide(resolver, n, N_HEIGHT_B);
    this.forceB = scale * this.#solveSide(resolver, n, N_HEIGHT_A);
    for (let i = 0; i < n; i++) {
      problem.q.data[i] = this.#q.data[i];
      problem.x.data[i] = this.#x.data[i];
      problem.s.data[i] = this.#s.data[i];
      problem.active.data[i] = this.#active.data[i];
    }
    problem.forgetFactor();
  }

  /** The problem of the body that looks at the surface whose heights are at `height`; returns Σ x. */
  #solveSide(resolver: Resolver, n: number, height: number): number {
    const { problem } = resolver;
    const q = problem.q.data;
    const s = problem.s.data;
    for (let round = 0; round < ROUNDS; round++) {
      for (let i = 0; i < n; i++) {
        const g = this.#q.data[i];
        // s = G x + q of the round before.
        const given = round === 0 ? 0 : s[i] - q[i];
        q[i] = (g + given) * cosine(resolver, i, height) - given;
      }
      problem.solve(n);
    }
    let sum = 0;
    for (let i = 0; i < n; i++) {
      sum += problem.x.data[i];
      this.left = Math.max(this.left, -(this.#q.data[i] + s[i] - q[i]));
    }
    return sum;
  }
}

/** Of the slope at node i, by differences between the cells beside it. */
function cosine({ nodes, lattice }: Resolver, i: number, height: number): number {
  const f = nodes.f.data;
  const c = nodes.cells.data[CELL_INTS * i];
  const r = nodes.cells.data[CELL_INTS * i + 1];
  const slope = (dc: number, dr: number, size: number): number => {
    const before = lattice.nodeAt(c - dc, r - dr);
    const after = lattice.nodeAt(c + dc, r + dr);
    const from = before < 0 ? i : before;
    const to = after < 0 ? i : after;
    const steps = (before < 0 ? 0 : 1) + (after < 0 ? 0 : 1);
    return steps === 0 ? 0 : (f[to * NODE_STRIDE + height] - f[from * NODE_STRIDE + height]) / (steps * size);
  };
  const u = slope(1, 0, nodes.cellU);
  const w = slope(0, 1, nodes.cellW);
  return 1 / Math.sqrt(1 + u * u + w * w);
}
