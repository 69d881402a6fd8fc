// How two bodies overlap in a step, or a soft body overlaps itself: when they are looked at, and along which
// velocities.
//
// Where V is looked at: the poses q + h v₀ to which the last step's velocities v₀ lead. For bodies at rest these are
// the present poses, as in the paper (Allard et al. 2010); for bodies that move, those where they are about to meet.
// Only what does not overlap there, or has lost much of its area since the last step, is looked at again with this
// step's forces in v₀. Looked at with gravity in it, a resting body would overlap by g h² all over and rock within that
// unseen.

import { B_FRICTION, BODY_INTS, BODY_STRIDE, I_TYPE, TYPE_DYNAMIC } from '../../bodies/layout.js';
import { frictionOf, thickness } from '../material.js';
import type { ContactContext } from '../model.js';
import { OverlapFinder } from './finder.js';
import { ONE, type VolumePair } from './pair.js';
import { SelfColumns } from './self-columns.js';
import type { SoftMover } from './soft-mover.js';
import type { SoftStore } from './soft-store.js';
import { PairVolumes } from './volumes.js';

/** Target depth between rigid bodies as a share of the thinner one. */
const DEPTH_PER_SIZE = 2e-5;
/** What is taken out of a deep overlap in a step, likewise. */
const STEP_PER_SIZE = 0.05;
/** Share of what is too deep that is taken out of soft bodies: in a second, and in a step at most. */
const SOFT_RATE = 25;
const SOFT_PACE = 0.25;
/** How far apart two looks at bodies that move fast may be, likewise, and how many there are at most. */
const LOOK_PER_SIZE = 0.4;
const MOST_LOOKS = 50;

export class OverlapMeasure {
  /** Length of the step (s). */
  span = 0;
  readonly #finder: OverlapFinder;
  readonly #selfColumns = new SelfColumns();
  readonly #selfGrid = { origin: new Float64Array(3), edge: new Float64Array(3) };
  /** What this step's forces lead to, where a pair has to be looked at twice. */
  readonly #further = new PairVolumes();
  #mixed = new Float64Array(0);

  readonly #context: ContactContext;
  readonly #softs: SoftStore;
  readonly #cell: number;
  readonly #pixel: number;

  constructor(context: ContactContext, softs: SoftStore, cell: number, pixel: number) {
    this.#context = context;
    this.#softs = softs;
    this.#cell = cell;
    this.#pixel = pixel;
    this.#finder = new OverlapFinder(context.bodies, cell, pixel);
  }

  /** The velocities without contact of a soft body that is awake, or has just been woken. */
  foresee(soft: SoftMover): void {
    if (soft.predicted) return;
    soft.predicted = true;
    soft.forgetLooks();
    soft.body.lookBack();
    this.#softs.predict(soft, this.span);
  }

  /** Measures the pair of the bodies that it names. */
  measure(pair: VolumePair): void {
    const { bodies, settings, warmStart } = this.#context;
    const { a, b, volumes } = pair;
    const softA = this.#softs.bySlot[a];
    const softB = this.#softs.bySlot[b];
    if (softA && !this.#softs.isAsleep(softA)) this.foresee(softA);
    if (softB && !this.#softs.isAsleep(softB)) this.foresee(softB);
    pair.softA = softA?.body ?? null;
    pair.softB = softB?.body ?? null;
    pair.ahead = pair.followed = false;
    const looks = this.#looksAt(pair);
    this.#lookAlong(pair, looks, bodies.old.data);
    if (volumes.cells === 0) {
      pair.ahead = true;
      this.#lookAlong(pair, looks, bodies.v.data);
      for (let c = 0; c < volumes.cells; c++) pair.markAhead(c);
      if (volumes.cells === 0 && this.#isDynamic(a) && this.#isDynamic(b)) this.#lookOneByOne(pair);
    } else if (looks === 1 && !softA && !softB && pair.hasShrunk()) {
      // Not of soft bodies: without the contact's force they bulge out, and rims that do not touch were held apart.
      const further = this.#further;
      further.clear();
      pair.ahead = true;
      this.#finder.cast(pair, further, softA, softB, bodies.v.data, this.span);
      pair.adopt(further);
    }
    pair.settle(this.#cell === 0 && !softA && !softB, warmStart);
    if (pair.count === 0) return;
    pair.friction = frictionOf(bodies, a, b, null, null, settings);
    const size = Math.min(thickness(bodies.shapes[a]!), thickness(bodies.shapes[b]!));
    pair.pace = softA || softB ? Math.min(SOFT_PACE, SOFT_RATE * this.span) : 1;
    pair.step = STEP_PER_SIZE * (size < Infinity ? size : 1);
    pair.depth =
      softA || softB
        ? (softA?.skin ?? 0) + (softB?.skin ?? 0)
        : (settings.depth ?? DEPTH_PER_SIZE * (size < Infinity ? size : 1));
  }

  /**
   * How often two bodies have to be looked at on their way through the step: no further apart than a part of the
   * thinner one, so that it neither passes by unseen nor is wholly inside when it is first seen.
   */
  #looksAt(pair: VolumePair): number {
    const { v, shapes } = this.#context.bodies;
    const size = Math.min(thickness(shapes[pair.a]!), thickness(shapes[pair.b]!));
    if (!(size < Infinity)) return 1;
    let square = 0;
    for (let k = 0; k < 3; k++) {
      const d = v.data[6 * pair.a + k] - v.data[6 * pair.b + k];
      square += d * d;
    }
    const way = this.span * Math.sqrt(square);
    return Math.max(1, Math.min(MOST_LOOKS, Math.ceil(way / (LOOK_PER_SIZE * size))));
  }

  /** Looks until the two overlap. */
  #lookAlong(pair: VolumePair, looks: number, v: Float64Array): void {
    for (let k = 1; k <= looks && pair.volumes.cells === 0; k++) {
      pair.reach = (k * this.span) / looks;
      this.#finder.cast(pair, pair.volumes, this.#softs.bySlot[pair.a], this.#softs.bySlot[pair.b], v, pair.reach);
    }
  }

  #isDynamic(slot: number): boolean {
    return this.#context.bodies.i.data[slot * BODY_INTS + I_TYPE] === TYPE_DYNAMIC;
  }

  /**
   * Bodies that fall alike do not approach each other until one of them is held: each with its forces, and the other
   * without.
   */
  #lookOneByOne(pair: VolumePair): void {
    const { v, old, count } = this.#context.bodies;
    if (this.#mixed.length < 6 * count) this.#mixed = new Float64Array(12 * count);
    for (let turn = 0; turn < 2 && pair.volumes.cells === 0; turn++) {
      for (let k = 0; k < 6; k++) {
        this.#mixed[6 * pair.a + k] = pair.seen[k] = (turn === 0 ? v : old).data[6 * pair.a + k];
        this.#mixed[6 * pair.b + k] = pair.seen[6 + k] = (turn === 0 ? old : v).data[6 * pair.b + k];
      }
      pair.reach = this.span;
      this.#finder.cast(pair, pair.volumes, undefined, undefined, this.#mixed, this.span);
      for (let c = 0; c < pair.volumes.cells; c++) pair.markAhead(c, 2);
    }
  }

  /** Measures the contact of a soft body with itself. */
  measureSelf(soft: SoftMover, pair: VolumePair): void {
    const { settings, warmStart } = this.#context;
    const { slot, body } = soft;
    pair.begin();
    pair.a = pair.b = slot;
    pair.softA = pair.softB = body;
    const { volumes } = pair;
    volumes.halved.fill(ONE);
    pair.ahead = pair.followed = false;
    for (let k = 0; k < 3; k++) volumes.reference[k] = volumes.reference[3 + k] = body.center[k];
    pair.reach = this.span;
    for (let look = 0; look < 2 && volumes.cells === 0; look++) {
      pair.ahead = look === 1;
      soft.lookAhead(this.span, pair.ahead);
      volumes.surfaces[0] = volumes.surfaces[1] = soft.surface;
      this.#selfColumns.cast(soft.surface, soft.inner, this.#cell, this.#pixel, this.#selfGrid, volumes);
      volumes.close();
    }
    if (pair.ahead) for (let c = 0; c < volumes.cells; c++) pair.markAhead(c);
    pair.settle(this.#cell === 0, warmStart);
    if (pair.count === 0) return;
    const own = this.#context.bodies.f.data[slot * BODY_STRIDE + B_FRICTION];
    pair.friction = own < 0 ? settings.friction : own;
    pair.depth = 2 * soft.skin;
    pair.pace = Math.min(SOFT_PACE, SOFT_RATE * this.span);
    pair.step = STEP_PER_SIZE * thickness(this.#context.bodies.shapes[slot]!);
  }
}
