// Pairs that lie beside each other without touching: how far apart they were when that was last measured, and how far
// either body has come since.
//
// In a heap at rest two thirds of all pairs whose spheres meet have no contact. Their distance is measured once; it
// holds, less what both bodies have moved since then, until that is used up. Every body has an odometer: the greatest
// way of any of its points, summed up over the steps. What is decided is whether the distance exceeds `need`, whether it
// was measured now or long ago: nothing depends on what is remembered, and snapshots do not have it.
// Only for single convex parts that hardly move; for what flies, distances are used up in a step.
// Verified in test/contact/six-clearance.test.ts.

import { B_POSE, B_RADIUS, BODY_STRIDE } from '../../bodies/layout.js';
import type { BodyStore } from '../../bodies/store.js';
import { Gjk, supportCore } from '../../distance/gjk.js';
import { HALF_SPACE, kindOf, Placed, SMOOTH } from '../../distance/placed.js';
import type { Arena, F64Slab } from '../../memory/arena.js';
import { partCount, placePart, solidPart } from '../../shapes/parts.js';
import { movedSince, notePose } from './motion.js';
import { CLEAR_REACH, CLEAR_ROUNDING, SLOW } from './tolerances.js';

/** Record of a body: its pose when last seen, and its odometer. */
const ODOMETER = 7;
const STRIDE = 8;

export class Clearance {
  readonly #bodies: BodyStore;
  /** Of each body. */
  readonly #way: F64Slab;
  /** Of each pair: distance and both odometers when it was measured; 0: it was not. */
  readonly #clear: F64Slab;
  readonly #gjk = new Gjk();
  readonly #a = new Placed();
  readonly #b = new Placed();
  readonly #poses = new Float64Array(14);
  readonly #s = new Float64Array(3);

  constructor(bodies: BodyStore, arena: Arena) {
    this.#bodies = bodies;
    this.#way = arena.f64(64);
    this.#clear = arena.f64(64);
  }

  /** Takes down how far all bodies have come. */
  update(): void {
    const { count, f } = this.#bodies;
    this.#way.reserve(STRIDE * count);
    const w = this.#way.data;
    for (let b = 1; b < count; b++) {
      const o = STRIDE * b;
      const p = b * BODY_STRIDE;
      const moved = movedSince(w, o, f.data, p);
      if (moved === 0) continue;
      // A half-space has no radius: wherever it turns, all of its distances are another.
      w[o + ODOMETER] += f.data[p + B_RADIUS] > 0 ? moved : Infinity;
      notePose(w, o, f.data, p);
    }
  }

  forget(pair: number): void {
    if (pair < this.#clear.data.length) this.#clear.data[pair] = 0;
  }

  /** Whether bodies a and b, which can come closer by `reach` (m) in this step, are slow and farther apart than `need`. */
  isClear(pair: number, a: number, b: number, reach: number, need: number): boolean {
    const d = this.#bodies.f.data;
    const ra = d[a * BODY_STRIDE + B_RADIUS];
    const rb = d[b * BODY_STRIDE + B_RADIUS];
    const small = rb > 0 && rb < ra ? rb : ra;
    if (!(reach < SLOW * small)) return false;
    this.#clear.reserve(pair + 1);
    const ways = this.#way.data[STRIDE * a + ODOMETER] + this.#way.data[STRIDE * b + ODOMETER];
    if (this.#clear.data[pair] - ways > need) return true;
    const distance = this.#measure(a, b, need + CLEAR_REACH * small);
    this.#clear.data[pair] = distance - CLEAR_ROUNDING * small + ways;
    return distance > need;
  }

  /** Distance of two bodies (m), or a lower bound of it above `limit`; 0 where it is not known. */
  #measure(a: number, b: number, limit: number): number {
    const { shapes, f } = this.#bodies;
    const shapeA = shapes[a]!;
    const shapeB = shapes[b]!;
    if (partCount(shapeA) !== 1 || partCount(shapeB) !== 1) return 0;
    const sa = solidPart(shapeA, 0);
    const sb = solidPart(shapeB, 0);
    const kind = kindOf(sb);
    if (!(kindOf(sa) < SMOOTH && (kind < SMOOTH || kind === HALF_SPACE))) return 0;
    const poses = this.#poses;
    const s = this.#s;
    placePart(poses, 0, shapeA, 0, f.data, a * BODY_STRIDE + B_POSE);
    placePart(poses, 7, shapeB, 0, f.data, b * BODY_STRIDE + B_POSE);
    this.#a.set(sa, poses, 0, poses[0], poses[1], poses[2]);
    this.#b.set(sb, poses, 7, poses[0], poses[1], poses[2]);
    const { r, x, y, z } = this.#b;
    if (kind === HALF_SPACE) {
      supportCore(this.#a, -r[1], -r[4], -r[7], s, 0);
      return r[1] * (s[0] - x) + r[4] * (s[1] - y) + r[7] * (s[2] - z) - this.#a.coreRadius;
    }
    const radii = this.#a.coreRadius + this.#b.coreRadius;
    return this.#gjk.distance(this.#a, this.#b, limit + radii) - radii;
  }
}
