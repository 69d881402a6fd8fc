// What joints bore over a step that is made in several: means of the parts, and what their motors have spent.
//
// Forces act once in such a step (world/step.ts), so that its parts bear different loads: only their sum is the step's.
// A motor's limit is one on the sum likewise: what holds a weight may need all of it at once.
// Verified in test/world/parts.test.ts.

import { J_FORCE, J_FORCE_MOTOR, J_FORCE_TWIST, J_WRENCH, JI_ALIVE, JOINT_INTS, JOINT_STRIDE } from './layout.js';
import type { JointStore } from './store.js';

/** Core rows, limit and motor; wrench; twist. */
const ROWS = J_FORCE_MOTOR - J_FORCE + 1;
const MOTOR = J_FORCE_MOTOR - J_FORCE;
const WRENCH = ROWS;
const TWIST = ROWS + 6;
const STRIDE = TWIST + 1;

export class JointSums {
  #sums = new Float64Array(16 * STRIDE);
  /** Length of a step made in several (s); 0: of none. */
  #span = 0;

  /** A step of so many seconds begins, in several. */
  begin(joints: JointStore, seconds: number): void {
    this.#span = seconds;
    if (STRIDE * joints.count > this.#sums.length) this.#sums = new Float64Array(2 * STRIDE * joints.count);
    this.#sums.fill(0);
  }

  /** What the motor of a joint may still give in a substep of h, either way, of the force `most` (N·s). */
  low(slot: number, h: number, most: number): number {
    return this.#span === 0 ? -h * most : -this.#span * most - this.#sums[slot * STRIDE + MOTOR];
  }

  high(slot: number, h: number, most: number): number {
    return this.#span === 0 ? h * most : this.#span * most - this.#sums[slot * STRIDE + MOTOR];
  }

  /** Adds what the substep of h had. */
  add(joints: JointStore, h: number): void {
    const sums = this.#sums;
    if (this.#span === 0) return;
    const f = joints.f.data;
    for (let slot = 0; slot < joints.count; slot++) {
      if (joints.i.data[slot * JOINT_INTS + JI_ALIVE] === 0) continue;
      const o = slot * STRIDE;
      const j = slot * JOINT_STRIDE;
      for (let m = 0; m < ROWS; m++) sums[o + m] += h * f[j + J_FORCE + m];
      for (let m = 0; m < 6; m++) sums[o + WRENCH + m] += h * f[j + J_WRENCH + m];
      sums[o + TWIST] += h * f[j + J_FORCE_TWIST];
    }
  }

  /** The step of so many seconds is over: joints have what they bore in the mean. */
  end(joints: JointStore, seconds: number): void {
    const sums = this.#sums;
    const f = joints.f.data;
    for (let slot = 0; slot < joints.count; slot++) {
      if (joints.i.data[slot * JOINT_INTS + JI_ALIVE] === 0) continue;
      const o = slot * STRIDE;
      const j = slot * JOINT_STRIDE;
      for (let m = 0; m < ROWS; m++) f[j + J_FORCE + m] = sums[o + m] / seconds;
      for (let m = 0; m < 6; m++) f[j + J_WRENCH + m] = sums[o + WRENCH + m] / seconds;
      f[j + J_FORCE_TWIST] = sums[o + TWIST] / seconds;
    }
    this.#span = 0;
  }
}
