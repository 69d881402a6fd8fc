// Pairs of bodies that have parts in each other's hulls, and touch by features wherever they do: gears in mesh, an arm on
// its pin. While they fly through their play they have no contact, and yet a step must not be longer than what they strike
// at its end allows.

import { grownI32 } from '../../memory/grown.js';
import { turning } from './motion.js';

export class HeldPairs {
  count = 0;
  /** The bodies of pair k at 2 k and 2 k + 1. */
  bodies: Int32Array = new Int32Array(16);

  clear(): void {
    this.count = 0;
  }

  add(a: number, b: number): void {
    const o = 2 * this.count;
    // Of other parts.
    if (o > 0 && this.bodies[o - 2] === a && this.bodies[o - 1] === b) return;
    if (o === this.bodies.length) this.bodies = grownI32(this.bodies);
    this.bodies[o] = a;
    this.bodies[o + 1] = b;
    this.count++;
  }

  /** The fastest turn of any of them (rad/s), at the velocities v. */
  fastest(v: Float64Array): number {
    let most = 0;
    for (let k = 0; k < 2 * this.count; k++) most = Math.max(most, turning(v, this.bodies[k]));
    return most;
  }

  save(): Int32Array {
    return this.bodies.slice(0, 2 * this.count);
  }

  load(saved: Int32Array): void {
    this.count = 0;
    for (let k = 0; k < saved.length; k += 2) this.add(saved[k], saved[k + 1]);
  }
}
