// Two parts where their bodies take them.

import { BODY_STRIDE } from '../../bodies/layout.js';
import type { BodyStore } from '../../bodies/store.js';
import { movePart } from './speculative.js';

export class PartsAhead {
  /** The velocities by which bodies go: those before this step's forces, unless told otherwise. */
  course: Float64Array;
  /** Both poses, where they were moved to last. */
  readonly moved = new Float64Array(14);
  private readonly v = new Float64Array(3);

  constructor(readonly bodies: BodyStore) {
    this.course = bodies.old.data;
  }

  /** Moves the parts of bodies a and b from `poses` on their course for t seconds, or at the velocities `by`. */
  moveTo(a: number, b: number, poses: Float64Array, t: number, by = this.course): void {
    const d = this.bodies.f.data;
    movePart(this.moved, 0, poses, d, a * BODY_STRIDE, by, 6 * a, t, this.v);
    movePart(this.moved, 7, poses, d, b * BODY_STRIDE, by, 6 * b, t, this.v);
  }
}
