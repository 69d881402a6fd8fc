import type { BlockStore } from './blocks.js';

/** A view of one island: its blocks, and what they act on. Every method is handed one. */
export class Island {
  readonly blocks: BlockStore;
  /** Its blocks are order[from … to). */
  order: Int32Array = new Int32Array(0);
  from = 0;
  to = 0;
  /** Velocities of all movers. */
  v: Float64Array = new Float64Array(0);
  /**
   * By slot of the bodies: velocities before the forces of this step, and integers of their records. Empty where no
   * rule needs them.
   */
  old: Float64Array = new Float64Array(0);
  ints: Int32Array = new Int32Array(0);
  /** Records of the rigid bodies, for their inverse masses. */
  bodies: Float64Array = new Float64Array(0);

  constructor(blocks: BlockStore) {
    this.blocks = blocks;
  }

  /** Looks at order[from … to). */
  look(order: Int32Array, from: number, to: number, bodies: Float64Array): this {
    this.order = order;
    this.from = from;
    this.to = to;
    this.v = this.blocks.movers.v.data;
    this.bodies = bodies;
    return this;
  }

  get count(): number {
    return this.to - this.from;
  }
}
