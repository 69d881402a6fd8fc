// Pairs that had nothing, and cannot have anything before they have come closer.
//
// Convex bodies that are s apart are at least s less the ways of both apart later on, if a body's way is how far any of
// its points have gone in all, step by step: |Δx| of its centre, and r |ΔR|/√2 = 2 r sin(θ/2) for a turn by θ, r being its
// radius. While that is more than they may come closer in a step, they have no contacts, and nobody looks at their
// shapes. In a heap that creeps most pairs without contacts are such: what they may come closer is what gravity would
// give.
// s is their true distance, or the room along one line. Two polyhedra are left out: their contacts ask for the room along
// axes of faces and edges, which is less than the distance from corner to corner.
// Verified in test/contact/six-apart.test.ts.

import { B_POSE, BODY_STRIDE } from '../../bodies/layout.js';
import type { BodyStore } from '../../bodies/store.js';
import { Gjk } from '../../distance/gjk.js';
import { Placed } from '../../distance/placed.js';
import type { Arena, F64Slab, I32Slab } from '../../memory/arena.js';
import type { SimpleShape } from '../../shapes/shape.js';
import type { BodyTable } from './body-table.js';

/** What rounding may take off a distance. */
const SURE = 1 - 1e-6;

export class ApartPairs {
  /** By pair: distance and ways of both when it was measured, and 1 + the bodies that it was measured for. */
  readonly #limits: F64Slab;
  readonly #of: I32Slab;
  /** What the table counts as of when they were measured. */
  #age = -1;
  readonly #bodies: BodyStore;
  readonly #table: BodyTable;
  readonly #gjk = new Gjk();
  readonly #a = new Placed();
  readonly #b = new Placed();

  constructor(bodies: BodyStore, table: BodyTable, arena: Arena) {
    this.#bodies = bodies;
    this.#table = table;
    this.#limits = arena.f64(16);
    this.#of = arena.i32(32);
  }

  /** Whether bodies a and b are known to be farther apart than `need`. */
  holds(pair: number, a: number, b: number, need: number): boolean {
    if (2 * pair + 1 >= this.#of.data.length || this.#age !== this.#table.age) return false;
    const of = this.#of.data;
    if (of[2 * pair] !== a + 1 || of[2 * pair + 1] !== b + 1) return false;
    return this.#limits.data[pair] - this.#table.walked(a) - this.#table.walked(b) > need;
  }

  /** Two bodies, not both of them flat, are so far apart. */
  note(pair: number, a: number, b: number, apart: number): void {
    const table = this.#table;
    table.isFollowed = true;
    if (this.#age !== table.age) {
      this.#age = table.age;
      this.#of.data.fill(0);
    }
    this.#limits.reserve(pair + 1);
    this.#of.reserve(2 * pair + 2);
    this.#of.data[2 * pair] = a + 1;
    this.#of.data[2 * pair + 1] = b + 1;
    this.#limits.data[pair] = SURE * apart + table.walked(a) + table.walked(b);
  }

  /** Measures how far two such bodies are apart, as far as it is worth knowing. */
  measure(pair: number, a: number, b: number, need: number): void {
    const { shapes, f } = this.#bodies;
    const d = f.data;
    const p = a * BODY_STRIDE + B_POSE;
    const q = b * BODY_STRIDE + B_POSE;
    this.#a.set(shapes[a] as SimpleShape, d, p, d[p], d[p + 1], d[p + 2]);
    this.#b.set(shapes[b] as SimpleShape, d, q, d[p], d[p + 1], d[p + 2]);
    const radii = this.#a.coreRadius + this.#b.coreRadius;
    const apart = this.#gjk.distance(this.#a, this.#b, radii + 2 * need + this.#table.thinner(a, b)) - radii;
    if (SURE * apart > need) this.note(pair, a, b, apart);
  }
}
