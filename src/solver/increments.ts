// A solve on top of another: blocks ask for what their impulses change beyond those that they have.
//
// With λ₀ what a block has borne so far and λ what comes on top, J v + C (λ₀ + λ) + b = 0 is a block of its own with
// the right-hand side b + C λ₀. What is bounded on both sides, as a motor is, may bear what its bounds leave; what only
// pushes, as a contact or a limit, may push on, and takes nothing back: an impact was over before the next one.
// Verified in test/solver/increments.test.ts.

import type { Arena, F64Slab } from '../memory/arena.js';
import {
  atCompliance,
  atLambda,
  atRhs,
  BLOCK_INTS,
  type BlockStore,
  K_DATA,
  K_PROJECTION,
  K_ROWS,
  MOST_ROWS,
} from './blocks.js';
import { BOUND_HIGH, BOUND_LOW, PROJECT_BOUNDS } from './projections.js';

export class Increments {
  /** By block: what it has borne so far. */
  readonly #borne: F64Slab;

  constructor(arena: Arena) {
    this.#borne = arena.f64(MOST_ROWS);
  }

  /** From now on the impulses of all blocks are what comes on top of those that they have. */
  begin({ f: { data: f }, i: { data: i }, count }: BlockStore): void {
    this.#borne.reserve(count * MOST_ROWS);
    const borne = this.#borne.data;
    for (let k = 0; k < count; k++) {
      const o = i[k * BLOCK_INTS + K_DATA];
      if (i[k * BLOCK_INTS + K_PROJECTION] === PROJECT_BOUNDS) leaveBounds(f, o);
      for (let r = 0; r < i[k * BLOCK_INTS + K_ROWS]; r++) {
        const lambda = f[o + atLambda + r];
        borne[k * MOST_ROWS + r] = lambda;
        f[o + atRhs + r] += f[o + atCompliance + r] * lambda;
        f[o + atLambda + r] = 0;
      }
    }
  }

  /** Adds what blocks have borne before so many times to what they bear: 1 for all of it, -1 for what came on top. */
  add({ f: { data: f }, i: { data: i }, count }: BlockStore, times: 1 | -1): void {
    const borne = this.#borne.data;
    for (let k = 0; k < count; k++) {
      const l = i[k * BLOCK_INTS + K_DATA] + atLambda;
      for (let r = 0; r < i[k * BLOCK_INTS + K_ROWS]; r++) f[l + r] += times * borne[k * MOST_ROWS + r];
    }
  }
}

/** What the bounds of the row at f[o…] leave. */
function leaveBounds(f: Float64Array, o: number): void {
  const lambda = f[o + atLambda];
  const low = f[o + BOUND_LOW];
  const high = f[o + BOUND_HIGH];
  f[o + BOUND_LOW] = high === Infinity && low >= 0 ? 0 : Math.min(0, low - lambda);
  f[o + BOUND_HIGH] = low === -Infinity && high <= 0 ? 0 : Math.max(0, high - lambda);
}
