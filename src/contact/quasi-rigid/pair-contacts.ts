// The contacts of one pair, from step to step: records and the nodes that bear.

import { grownF64, grownI32 } from '../../memory/grown.js';
import type { PairMaterial } from './elasticity.js';
import { KEPT_STRIDE, Q_INTS, Q_STRIDE } from './layout.js';

export class PairContacts {
  count = 0;
  /** What the pair is made of, once it has touched. */
  material: PairMaterial | null = null;
  f = new Float64Array(Q_STRIDE);
  i = new Int32Array(Q_INTS);
  nodeCount = 0;
  nodes = new Float64Array(KEPT_STRIDE * 64);

  clear(): void {
    this.count = 0;
    this.nodeCount = 0;
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
