// A soft solid: nodes, elements, and one implicit step of them.
//
// Co-rotational finite elements (M. Nesme, Y. Payan, F. Faure, "Efficient, physically plausible finite elements",
// 2005), backward Euler with one Newton step (D. Baraff, A. Witkin 1998; Allard et al. 2010, Eq. 2):
//
//   A Δv = h (f_ext - Σ R K (Rᵀx - X) - α M v - (h + β) Σ R K Rᵀ v),    A = (1 + h α) M + h (h + β) Σ R K Rᵀ
//
// x, v: positions (m) and velocities (m/s) of the nodes in the world frame, X: at rest in the body's frame, R: an
// element's rotation (rotation.ts), K: its matrix at rest (N/m), M: lumped masses (kg), α (1/s) and β (s): damping by
// mass and by stiffness. Every R K Rᵀ has zero row sums, so linear momentum is kept to rounding; angular momentum to
// the order of the step. Lumped masses keep mass and centre of mass; a body's own inertia comes out larger by m e²/12
// about each axis per cell of edge e. Nodes that are held have a given velocity and are no unknowns. Verified in
// test/soft/solid.test.ts.

import { Crush } from './crush.js';
import { updateRotation } from './rotation.js';
import { SoftSystem } from './system.js';
import { WholeMotion } from './whole-motion.js';

export interface SolidElements {
  /** Nodes of an element: 8 or 4. */
  readonly nodesEach: number;
  readonly count: number;
  readonly nodes: Int32Array;
  /** Element e uses matrices[matrixOf[e]] times scale[e]. */
  readonly matrixOf: Int32Array;
  readonly matrices: readonly Float64Array[];
  readonly gradients: readonly Float64Array[];
  readonly scale: Float64Array;
}

export interface SolidMaterial {
  readonly young: number;
  readonly poisson: number;
  readonly massDamping: number;
  readonly stiffnessDamping: number;
}

export class SoftSolid {
  readonly nodeCount: number;
  readonly x: Float64Array;
  readonly v: Float64Array;
  /** Constant forces on nodes, world frame (N). */
  readonly force: Float64Array;
  /** Forces of the next step alone (N): what a hand pulls with. */
  readonly pull: Float64Array;
  #isPulled = false;
  /** 1: the node's velocity is given. */
  readonly held: Uint8Array;
  /** Quaternion and rotation of each element. */
  readonly q: Float64Array;
  readonly r: Float64Array;
  #systemOf: SoftSystem | null = null;
  /** Number of each node among the unknowns, or -1. */
  readonly unknown: Int32Array;
  unknownCount = 0;
  readonly #whole = new WholeMotion();
  readonly #crush: Crush;
  readonly #f = new Float64Array(9);
  readonly #local: Float64Array;
  readonly #out: Float64Array;
  #rhs = new Float64Array(0);
  #old = new Float64Array(0);
  #kept = new Float64Array(0);
  #small = 0;

  constructor(
    readonly rest: Float64Array,
    readonly mass: Float64Array,
    readonly elements: SolidElements,
    readonly material: SolidMaterial,
  ) {
    this.nodeCount = mass.length;
    this.#crush = new Crush(elements);
    this.x = rest.slice();
    this.v = new Float64Array(rest.length);
    this.force = new Float64Array(rest.length);
    this.pull = new Float64Array(rest.length);
    this.held = new Uint8Array(mass.length);
    this.unknown = new Int32Array(mass.length);
    this.q = new Float64Array(4 * elements.count);
    for (let e = 0; e < elements.count; e++) this.q[4 * e + 3] = 1;
    this.r = new Float64Array(9 * elements.count);
    const n = 3 * elements.nodesEach;
    this.#local = new Float64Array(n);
    this.#out = new Float64Array(n);
    this.updateRotations();
  }

  get system(): SoftSystem {
    this.#systemOf ??= this.analyse();
    return this.#systemOf;
  }

  /** To be called when nodes are held or let go. */
  forgetPattern(): void {
    this.#systemOf = null;
  }

  /** The pattern of A, and which nodes are unknowns. */
  analyse(mode?: 'auto' | 'direct' | 'warped'): SoftSystem {
    const { unknown, held, nodeCount } = this;
    let n = 0;
    for (let i = 0; i < nodeCount; i++) unknown[i] = held[i] === 1 ? -1 : n++;
    this.unknownCount = n;
    this.#rhs = new Float64Array(3 * n);
    this.#systemOf = new SoftSystem(this.elements, unknown, n, this.rest, mode);
    return this.#systemOf;
  }

  updateRotations(): void {
    const { elements, x, q, r } = this;
    const f = this.#f;
    const { nodesEach: m, nodes, count, matrixOf, gradients } = elements;
    this.#crush.count = 0;
    for (let e = 0; e < count; e++) {
      const g = gradients[matrixOf[e]];
      f.fill(0);
      const o = 3 * nodes[m * e];
      // Relative to the first node: the gradients' sum is zero only to rounding.
      for (let a = 1; a < m; a++) {
        const p = 3 * nodes[m * e + a];
        for (let i = 0; i < 3; i++) {
          const d = x[p + i] - x[o + i];
          for (let k = 0; k < 3; k++) f[3 * i + k] += d * g[3 * a + k];
        }
      }
      updateRotation(q, 4 * e, f, r, 9 * e);
      this.#crush.see(e, f);
    }
  }

  /** Rᵀ(x - x₀) - (X - X₀) + t Rᵀ(v - v₀) of element e into `local`. */
  #writeLocal(e: number, t: number): void {
    const { elements, x, v, rest, r } = this;
    const local = this.#local;
    const { nodesEach: m, nodes } = elements;
    const o = 3 * nodes[m * e];
    const k = 9 * e;
    for (let a = 0; a < m; a++) {
      const p = 3 * nodes[m * e + a];
      const dx = x[p] - x[o] + t * (v[p] - v[o]);
      const dy = x[p + 1] - x[o + 1] + t * (v[p + 1] - v[o + 1]);
      const dz = x[p + 2] - x[o + 2] + t * (v[p + 2] - v[o + 2]);
      local[3 * a] = r[k] * dx + r[k + 3] * dy + r[k + 6] * dz - (rest[p] - rest[o]);
      local[3 * a + 1] = r[k + 1] * dx + r[k + 4] * dy + r[k + 7] * dz - (rest[p + 1] - rest[o + 1]);
      local[3 * a + 2] = r[k + 2] * dx + r[k + 5] * dy + r[k + 8] * dz - (rest[p + 2] - rest[o + 2]);
    }
  }

  /** `out` = scale · K `local` of element e. */
  #multiply(e: number): void {
    const { elements } = this;
    const local = this.#local;
    const out = this.#out;
    const n = 3 * elements.nodesEach;
    const k = elements.matrices[elements.matrixOf[e]];
    const s = elements.scale[e];
    for (let a = 0; a < n; a++) {
      let sum = 0;
      const row = a * n;
      for (let b = 0; b < n; b++) sum += k[row + b] * local[b];
      out[a] = s * sum;
    }
  }

  /** Looks at the rotations of the present positions, and leaves those from which the next step starts as they were. */
  look(at: () => void): void {
    if (this.#kept.length !== this.q.length) this.#kept = new Float64Array(this.q.length);
    this.#kept.set(this.q);
    this.updateRotations();
    at();
    this.q.set(this.#kept);
  }

  /** Energy that is stored in element e (J), with the rotations as they were last updated. */
  elementEnergy(e: number): number {
    this.#writeLocal(e, 0);
    this.#multiply(e);
    let sum = 0;
    for (let a = 0; a < this.#out.length; a++) sum += this.#out[a] * this.#local[a];
    return 0.5 * sum;
  }

  elasticEnergy(): number {
    let sum = this.#crush.energy();
    for (let e = 0; e < this.elements.count; e++) sum += this.elementEnergy(e);
    return sum;
  }

  /** Forces of the deformation on the nodes (N), added to f. */
  addElasticForces(f: Float64Array): void {
    const { elements, r } = this;
    const out = this.#out;
    const { nodesEach: m, nodes } = elements;
    for (let e = 0; e < elements.count; e++) {
      this.#writeLocal(e, 0);
      this.#multiply(e);
      for (let a = 0; a < m; a++) addTurned(f, 3 * nodes[m * e + a], r, 9 * e, out, 3 * a, -1);
    }
  }

  /**
   * Rotations, A and its factor at the present positions, and the velocities that the step would end with if nothing
   * touched: written over v. False if A could not be factored.
   */
  predict(h: number, gravity: readonly [number, number, number]): boolean {
    const { elements, material, unknown, v, mass, force, system } = this;
    const { r } = this;
    const rhs = this.#rhs;
    const out = this.#out;
    const { nodesEach: m, nodes, count } = elements;
    const t = h + material.stiffnessDamping;
    this.updateRotations();
    rhs.fill(0);
    for (let e = 0; e < count; e++) {
      this.#writeLocal(e, t);
      this.#multiply(e);
      for (let a = 0; a < m; a++) {
        const i = unknown[nodes[m * e + a]];
        if (i >= 0) addTurned(rhs, 3 * i, r, 9 * e, out, 3 * a, -h);
      }
    }
    this.#crush.addImpulses(rhs, unknown, v, h, t);
    for (let i = 0; i < this.nodeCount; i++) {
      const j = unknown[i];
      if (j < 0) continue;
      for (let k = 0; k < 3; k++)
        rhs[3 * j + k] += h * (mass[i] * (gravity[k]! - material.massDamping * v[3 * i + k]) + force[3 * i + k]);
    }
    if (this.#isPulled) this.#addPulls(h);
    if (this.isFree) this.#whole.addFrameImpulses(this, h, rhs);
    if (!system.update(h * t, 1 + h * material.massDamping, mass, r, this.q, this.#crush)) return false;
    system.solve(rhs);
    for (let i = 0; i < this.nodeCount; i++) {
      const j = unknown[i];
      if (j >= 0) for (let k = 0; k < 3; k++) v[3 * i + k] += rhs[3 * j + k];
    }
    return true;
  }

  /** A force on a node in the next step (N). */
  pullNode(node: number, x: number, y: number, z: number): void {
    this.#isPulled = true;
    this.pull[3 * node] += x;
    this.pull[3 * node + 1] += y;
    this.pull[3 * node + 2] += z;
  }

  /** To be called when the step is over. */
  clearPulls(): void {
    if (this.#isPulled) this.pull.fill(0);
    this.#isPulled = false;
  }

  #addPulls(h: number): void {
    for (let i = 0; i < this.nodeCount; i++) {
      const j = this.unknown[i];
      if (j >= 0) for (let k = 0; k < 3; k++) this.#rhs[3 * j + k] += h * this.pull[3 * i + k];
    }
  }

  /** No node is held: the body turns as a whole. */
  get isFree(): boolean {
    return this.unknownCount === this.nodeCount;
  }

  advance(h: number): void {
    const { x, v } = this;
    if (this.isFree) this.#whole.advance(this, h);
    else for (let i = 0; i < x.length; i++) x[i] += h * v[i];
  }

  /**
   * Moves the nodes by u without a change of how they deform in time. What stores more than `most` (J) in the
   * deformation, which has stored `before`, is done in part; the body as a whole moves all the way. Returns the energy
   * that the deformation has stored then; rotations are up to date before and after.
   */
  displace(u: Float64Array, before: number, most: number): number {
    const { x, v } = this;
    if (this.#old.length === 0) this.#old = new Float64Array(2 * x.length);
    const old = this.#old;
    old.set(x);
    old.set(v, x.length);
    this.#displaceBy(u, 1);
    this.updateRotations();
    const after = this.elasticEnergy();
    if (!(after - before > most)) return after;
    for (let i = 0; i < x.length; i++) {
      x[i] = old[i];
      v[i] = old[x.length + i];
    }
    this.#displaceBy(u, Math.sqrt(most / (after - before)));
    this.updateRotations();
    return this.elasticEnergy();
  }

  #displaceBy(u: Float64Array, share: number): void {
    const { x } = this;
    if (this.isFree) this.#whole.displace(this, u, share);
    else for (let i = 0; i < x.length; i++) x[i] += share * u[i];
  }

  /** Energy (J) that a strain of a thousandth would store: what position correction may always do. */
  get smallEnergy(): number {
    if (this.#small === 0) {
      // ½ u·K u of a stretch along the first axis.
      const { elements, rest } = this;
      for (let e = 0; e < elements.count; e++) {
        const { nodesEach: m, nodes } = elements;
        for (let a = 0; a < m; a++)
          for (let k = 0; k < 3; k++)
            this.#local[3 * a + k] = k > 0 ? 0 : 1e-3 * (rest[3 * nodes[m * e + a]] - rest[3 * nodes[m * e]]);
        this.#multiply(e);
        for (let a = 0; a < this.#out.length; a++) this.#small += 0.5 * this.#out[a] * this.#local[a];
      }
    }
    return this.#small;
  }

  /** Momentum over mass, and the centre of mass. */
  writeCenter(center: Float64Array, velocity: Float64Array): number {
    const { mass, x, v } = this;
    let whole = 0;
    center.fill(0, 0, 3);
    velocity.fill(0, 0, 3);
    for (let i = 0; i < mass.length; i++) {
      whole += mass[i];
      for (let k = 0; k < 3; k++) {
        center[k] += mass[i] * x[3 * i + k];
        velocity[k] += mass[i] * v[3 * i + k];
      }
    }
    for (let k = 0; k < 3; k++) {
      center[k] /= whole;
      velocity[k] /= whole;
    }
    return whole;
  }

  /** Speed of the fastest node (m/s). */
  fastest(): number {
    const { v } = this;
    let most = 0;
    for (let o = 0; o < v.length; o += 3)
      most = Math.max(most, v[o] * v[o] + v[o + 1] * v[o + 1] + v[o + 2] * v[o + 2]);
    return Math.sqrt(most);
  }

  /** Potential energy in gravity (J). */
  heightEnergy([gx, gy, gz]: readonly [number, number, number]): number {
    const { mass, x } = this;
    let sum = 0;
    for (let i = 0; i < mass.length; i++) sum -= mass[i] * (gx * x[3 * i] + gy * x[3 * i + 1] + gz * x[3 * i + 2]);
    return sum;
  }

  kineticEnergy(): number {
    const { mass, v } = this;
    let sum = 0;
    for (let i = 0; i < mass.length; i++)
      sum += 0.5 * mass[i] * (v[3 * i] * v[3 * i] + v[3 * i + 1] * v[3 * i + 1] + v[3 * i + 2] * v[3 * i + 2]);
    return sum;
  }
}

/** f[fi…] += s R a[ai…]. */
function addTurned(
  f: Float64Array,
  fi: number,
  r: Float64Array,
  ri: number,
  a: Float64Array,
  ai: number,
  s: number,
): void {
  const x = s * a[ai];
  const y = s * a[ai + 1];
  const z = s * a[ai + 2];
  f[fi] += r[ri] * x + r[ri + 1] * y + r[ri + 2] * z;
  f[fi + 1] += r[ri + 3] * x + r[ri + 4] * y + r[ri + 5] * z;
  f[fi + 2] += r[ri + 6] * x + r[ri + 7] * y + r[ri + 8] * z;
}
