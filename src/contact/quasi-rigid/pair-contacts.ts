// The contacts of one pair, from step to step: records and the nodes that bear.

import { grownF64, grownI32 } from '../../memory/grown.js';
import { KeptFactor } from './active-matrix.js';
import type { PairMaterial } from './elasticity.js';
import { KEPT_STRIDE, Q_ARM_A, Q_ARM_B, Q_FRAME, Q_INTS, Q_STRIDE, QI_PARTS } from './layout.js';

export class PairContacts {
  count = 0;
  /** What the pair is made of, once it has touched. */
  material: PairMaterial | null = null;
  f = new Float64Array(Q_STRIDE);
  i = new Int32Array(Q_INTS);
  nodeCount = 0;
  nodes = new Float64Array(KEPT_STRIDE * 64);
  readonly #factors: KeptFactor[] = [];

  clear(): void {
    this.count = 0;
    this.nodeCount = 0;
  }

  /** The factor that contact k had. It can be computed again to the last bit, and is no part of what is saved. */
  factorOf(k: number): KeptFactor {
    while (this.#factors.length <= k) this.#factors.push(new KeptFactor());
    return this.#factors[k]!;
  }

  add(): number {
    const k = this.count++;
    if (this.count * Q_STRIDE > this.f.length) {
      this.f = grownF64(this.f, 2 * this.count * Q_STRIDE);
      this.i = grownI32(this.i, 2 * this.count * Q_INTS);
    }
    this.f.fill(0, k * Q_STRIDE, (k + 1) * Q_STRIDE);
    return k;
  }

  addNode(): number {
    const k = this.nodeCount++;
    if (this.nodeCount * KEPT_STRIDE > this.nodes.length)
      this.nodes = grownF64(this.nodes, 2 * this.nodeCount * KEPT_STRIDE);
    return k * KEPT_STRIDE;
  }

  copyFrom(from: PairContacts): void {
    this.clear();
    for (let k = 0; k < from.count; k++) this.add();
    for (let n = 0; n < from.nodeCount; n++) this.addNode();
    this.f.set(from.f.subarray(0, from.count * Q_STRIDE));
    this.i.set(from.i.subarray(0, from.count * Q_INTS));
    this.nodes.set(from.nodes.subarray(0, from.nodeCount * KEPT_STRIDE));
  }
}

/** The contact of the given parts whose arm from A is nearest to q[arm…]; its offset, or -1. */
export function nearestContact(old: PairContacts, parts: number, q: Float64Array, arm: number): number {
  let best = Infinity;
  let from = -1;
  for (let n = 0; n < old.count; n++) {
    if (old.i[n * Q_INTS + QI_PARTS] !== parts) continue;
    let sum = 0;
    for (let m = 0; m < 3; m++) {
      const x = q[arm + m] - old.f[n * Q_STRIDE + Q_ARM_A + m];
      sum += x * x;
    }
    if (sum < best) {
      best = sum;
      from = n * Q_STRIDE;
    }
  }
  return from;
}

/** Velocity of A against B along the normal of the record at q[o…], at its point. */
export function normalVelocity(q: Float64Array, o: number, v: Float64Array, a: number, b: number): number {
  let sum = 0;
  for (let m = 0; m < 3; m++) {
    const m1 = (m + 1) % 3;
    const m2 = (m + 2) % 3;
    const va = v[6 * a + m] + v[6 * a + 3 + m1] * q[o + Q_ARM_A + m2] - v[6 * a + 3 + m2] * q[o + Q_ARM_A + m1];
    const vb = v[6 * b + m] + v[6 * b + 3 + m1] * q[o + Q_ARM_B + m2] - v[6 * b + 3 + m2] * q[o + Q_ARM_B + m1];
    sum += q[o + Q_FRAME + m] * (va - vb);
  }
  return sum;
}
