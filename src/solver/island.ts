import { B_INV_MASS, BODY_STRIDE } from '../bodies/layout.js';
import { BLOCK_INTS, type BlockStore, K_BODY_A, K_BODY_B } from './blocks.js';

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
  /** Velocities of all movers before the solve. */
  start: Float64Array = new Float64Array(0);
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

  /** Whether any of its bodies that can move has 1 in marks, by slot. */
  hasAny(marks: Int32Array): boolean {
    const i = this.blocks.i.data;
    for (let n = this.from; n < this.to; n++) {
      const h = this.order[n] * BLOCK_INTS;
      if (marks[i[h + K_BODY_A]] === 1 && this.#moves(i[h + K_BODY_A])) return true;
      if (marks[i[h + K_BODY_B]] === 1 && this.#moves(i[h + K_BODY_B])) return true;
    }
    return false;
  }

  /** Puts a mark, by slot, on all of its bodies that can move. */
  mark(marks: Int32Array, mark: number): void {
    const i = this.blocks.i.data;
    for (let n = this.from; n < this.to; n++) {
      const h = this.order[n] * BLOCK_INTS;
      if (this.#moves(i[h + K_BODY_A])) marks[i[h + K_BODY_A]] = mark;
      if (this.#moves(i[h + K_BODY_B])) marks[i[h + K_BODY_B]] = mark;
    }
  }

  #moves(slot: number): boolean {
    return this.bodies[slot * BODY_STRIDE + B_INV_MASS] > 0;
  }

  get count(): number {
    return this.to - this.from;
  }
}
