// Movers: what blocks act on. A mover is a run of sixes in one packed vector of velocities.
//
// A rigid body is a mover of one six, its twist (linear, then angular), at 6 times its slot. Anything else that moves
// (a soft body, a chain of masses) takes as many sixes as hold its degrees of freedom behind those of the bodies, for
// one step at a time; what is left over of its last six stays zero. A block's row has a number for every number of its
// two movers.
//
// With G the inverse mass of a mover, an impulse λ of a block with rows J changes its velocities by G Jᵀ λ. That is all
// that sweeps, conjugate gradients and Newton's method need to know: they see J and B = G Jᵀ. A rigid body's G is its
// inverse mass and inertia; a wide mover says what its G is by a function.
// Verified in test/solver/movers.test.ts against a dense reference.

import { B_INV_INERTIA, B_INV_MASS, BODY_STRIDE } from '../bodies/layout.js';
import type { Arena, F64Slab, I32Slab } from '../memory/arena.js';

/** How a wide mover answers to an impulse. */
export interface Response {
  /** out = G x, for all of the mover's sixes. */
  respond(out: Float64Array, oi: number, x: Float64Array, xi: number): void;
}

/** Where the mover's velocities begin, and how many sixes they are. */
const M_AT = 0;
const M_SIXES = 1;
const MOVER_INTS = 2;

export class Movers {
  /** Velocities of all movers. */
  readonly v: F64Slab;
  /** Numbers in use in `v`. */
  end = 0;
  readonly #i: I32Slab;
  readonly #responses: (Response | null)[] = [];

  constructor(arena: Arena, velocities: F64Slab) {
    this.v = velocities;
    this.#i = arena.i32(64);
  }

  /** From here on every mover is a rigid body, with its twist at 6 times its slot. */
  begin(bodyCount: number): void {
    this.#i.reserve(MOVER_INTS * bodyCount);
    this.v.reserve(6 * bodyCount);
    const i = this.#i.data;
    for (let slot = 0; slot < bodyCount; slot++) {
      i[MOVER_INTS * slot + M_AT] = 6 * slot;
      i[MOVER_INTS * slot + M_SIXES] = 1;
    }
    this.#responses.length = 0;
    this.end = 6 * bodyCount;
  }

  /** The body at `slot` moves with so many degrees of freedom; returns where its velocities begin, all zero. */
  widen(slot: number, freedoms: number, response: Response): number {
    const at = this.end;
    // Two at least: a row's width then tells whether both of its movers are rigid.
    const sixes = Math.max(2, Math.ceil(freedoms / 6));
    this.end += 6 * sixes;
    this.v.reserve(this.end);
    this.v.data.fill(0, at, this.end);
    this.#i.data[MOVER_INTS * slot + M_AT] = at;
    this.#i.data[MOVER_INTS * slot + M_SIXES] = sixes;
    this.#responses[slot] = response;
    return at;
  }

  at(slot: number): number {
    return this.#i.data[MOVER_INTS * slot + M_AT];
  }

  sixes(slot: number): number {
    return this.#i.data[MOVER_INTS * slot + M_SIXES];
  }

  /** Null: a rigid body. */
  responseOf(slot: number): Response | null {
    return this.#responses[slot] ?? null;
  }

  /** Whether an impulse can change its velocities at all. `bodies`: the records of the rigid ones. */
  canMove(slot: number, bodies: Float64Array): boolean {
    if (this.responseOf(slot)) return true;
    const p = slot * BODY_STRIDE + B_INV_MASS;
    let sum = 0;
    for (let k = 0; k < 9; k++) sum += Math.abs(bodies[p + k]);
    return sum !== 0;
  }
}

/** out = M⁻¹ x for the six numbers of the rigid body with its record at p. */
export function applyInverseMass(
  out: Float64Array,
  oi: number,
  x: Float64Array,
  xi: number,
  bodies: Float64Array,
  p: number,
): void {
  out[oi] = bodies[p + B_INV_MASS] * x[xi];
  out[oi + 1] = bodies[p + B_INV_MASS + 1] * x[xi + 1];
  out[oi + 2] = bodies[p + B_INV_MASS + 2] * x[xi + 2];
  const k = p + B_INV_INERTIA;
  const a = x[xi + 3];
  const b = x[xi + 4];
  const c = x[xi + 5];
  out[oi + 3] = bodies[k] * a + bodies[k + 1] * b + bodies[k + 2] * c;
  out[oi + 4] = bodies[k + 1] * a + bodies[k + 3] * b + bodies[k + 4] * c;
  out[oi + 5] = bodies[k + 2] * a + bodies[k + 4] * b + bodies[k + 5] * c;
}
