// Contact-volume penalty: springs and dampers spread over the contact area (Hasegawa & Sato 2004).
//
// Who does what in a step: pieces.ts finds where bodies overlap, cells.ts and sampled.ts lay that out on the contact
// plane, normal.ts says which plane; directions.ts puts together what faces one way, pressed.ts presses on it,
// friction.ts is the machine of Fig. 8, carry.ts its memory; coefficients.ts and stability.ts choose how stiff.
// forces.ts ties them together for one pair, and this file goes through all pairs. There are no blocks: forces are
// impulses on velocities, before joints are solved.
//
// Semi-implicit Euler: forces at the step's start, poses from the new velocities. Each substep finds the overlaps anew;
// a pair that begins to touch within a step is felt from then on and reported from the next step on.
// Verified in test/contact/penalty*.test.ts.

import { B_CENTER, B_INV_INERTIA, B_INV_MASS, BODY_STRIDE } from '../../bodies/layout.js';
import { SixfoldError } from '../../checks/error.js';
import { show } from '../../checks/fields.js';
import { Arena, type I32Slab } from '../../memory/arena.js';
import type { Ties } from '../../solver/ties.js';
import { devices } from '../devices/devices.js';
import { addRecord } from '../devices/walls.js';
import type { ContactContext, ContactModel, ContactModelKind, ContactRecord } from '../model.js';
import { PAIR_INTS, type PairBatch, PB_BODY_A, PB_BODY_B, PB_FOUND, PB_SLOT } from '../pair-batch.js';
import { ContactStore } from '../store.js';
import { chooseCoefficients, excess, inverseMass, Mobility } from './coefficients.js';
import { type Choose, PairForces } from './forces.js';
import {
  P_DAMPING,
  P_FORCE,
  P_PAIR_AREA,
  P_POINT,
  P_STEP,
  P_STIFFNESS,
  P_TANGENT_DAMPING,
  P_TANGENT_STIFFNESS,
  P_TORQUE,
  P_TWIST,
  PENALTY_INTS,
  PENALTY_STRIDE,
  PN_BODY_A,
  PN_BODY_B,
  PN_STATE,
} from './layout.js';
import { PENALTY_OPTIONS, type PenaltyOptions, readPenaltyOptions } from './options.js';
import { PenaltyReporter } from './report.js';
import { StabilityBound } from './stability.js';
import { type SavedParts, StepParts } from './substeps.js';

export const penalty: ContactModelKind = {
  name: 'penalty',
  options: PENALTY_OPTIONS,
  refuses: { contact: ['depth', 'compliance', 'damping', 'restitution'] },
  companions: [devices],
  studio: {
    title: 'penalty: springs over areas',
    hint: 'Springs and dampers spread over the contact area (Hasegawa & Sato 2004): for short steps and for hands.',
  },
  create: (context) => new PenaltyModel(context),
};

class PenaltyModel implements ContactModel {
  readonly projections = [];
  readonly #context: ContactContext;
  readonly #options: PenaltyOptions;
  readonly #store: ContactStore;
  readonly #forcesOfPair: PairForces;
  readonly #reporter: PenaltyReporter;
  readonly #mobility = new Mobility();
  readonly #stability: StabilityBound;
  readonly #stepParts: StepParts;
  /** Pairs that were looked at in this step (slot, a, b), and how many of them are up to date. */
  readonly #pairs: I32Slab;
  #pairCount = 0;
  #fresh = false;

  constructor(context: ContactContext) {
    const arena = new Arena();
    this.#context = context;
    this.#options = readPenaltyOptions(context.settings.options);
    this.#store = new ContactStore(arena, PENALTY_STRIDE, PENALTY_INTS, 0);
    this.#forcesOfPair = new PairForces(context.bodies, context.settings, this.#options, this.#choose);
    this.#reporter = new PenaltyReporter(context.bodies, this.#options, this.#forcesOfPair.finder);
    this.#stability = new StabilityBound(arena);
    this.#stepParts = new StepParts(context.bodies, this.#options, this.#mobility, context.gravity);
    this.#pairs = arena.i32(64);
  }

  readonly #choose: Choose = (f, o, a, b) => {
    const { bodies } = this.#context;
    const mobility = this.#mobility;
    const c = chooseCoefficients(
      this.#options,
      this.#store.h,
      inverseMass(bodies, a),
      inverseMass(bodies, b),
      mobility.of(bodies, a),
      mobility.of(bodies, b),
    );
    f[o + P_STIFFNESS] = c.stiffness;
    f[o + P_DAMPING] = c.damping;
    f[o + P_TANGENT_STIFFNESS] = c.tangentStiffness;
    f[o + P_TANGENT_DAMPING] = c.tangentDamping;
    f[o + P_STEP] = this.#store.h;
  };

  partsOf(h: number): number {
    return this.#stepParts.of(h);
  }

  addBody(): void {
    this.#stepParts.forget();
  }

  removeBody(): void {
    this.#stepParts.forget();
  }

  begin(span: number, h: number): void {
    this.#store.begin(span, h);
    this.#pairCount = 0;
    this.#fresh = true;
  }

  find(pairs: PairBatch): void {
    const i = pairs.i.data;
    for (let n = 0; n < pairs.count; n++) {
      const o = n * PAIR_INTS;
      const at = 3 * this.#pairCount++;
      this.#pairs.reserve(at + 3);
      const mine = this.#pairs.data;
      mine[at] = i[o + PB_SLOT];
      mine[at + 1] = i[o + PB_BODY_A];
      mine[at + 2] = i[o + PB_BODY_B];
      i[o + PB_FOUND] = this.#updatePair(at) ? 1 : 0;
    }
  }

  #updatePair(at: number): boolean {
    const p = this.#pairs.data;
    return this.#forcesOfPair.update(p[at], p[at + 1], p[at + 2], this.#store.h, this.#store);
  }

  keep(): void {}

  settle(): void {}

  forces(h: number): void {
    if (!this.#fresh) for (let k = 0; k < this.#pairCount; k++) this.#updatePair(3 * k);
    this.#fresh = false;
    if (this.#options.stiffness === null) this.#soften(h);
    const pool = this.#store.now;
    for (let n = 0; n < this.#pairCount; n++) {
      const pair = this.#pairs.data[3 * n];
      const from = pool.startOf(pair);
      const to = from + pool.countOf(pair);
      for (let k = from; k < to; k++) this.#push(k, h);
    }
  }

  /**
   * Softens contacts that their step cannot carry any more. Their forces of this step were taken with the old
   * coefficients.
   */
  #soften(h: number): void {
    const stability = this.#stability;
    const mobility = this.#mobility;
    const pairs = this.#pairs;
    const { bodies } = this.#context;
    const pool = this.#store.now;
    stability.begin(bodies.count);
    for (let n = 0; n < this.#pairCount; n++)
      if (pool.countOf(pairs.data[3 * n]) > 0) stability.count(pairs.data[3 * n + 1], pairs.data[3 * n + 2]);
    for (let n = 0; n < this.#pairCount; n++) {
      const from = pool.startOf(pairs.data[3 * n]);
      const to = from + pool.countOf(pairs.data[3 * n]);
      const a = mobility.of(bodies, pairs.data[3 * n + 1]);
      const b = mobility.of(bodies, pairs.data[3 * n + 2]);
      for (let k = from; k < to; k++)
        stability.add(bodies.f.data, pool, k, h, pool.f.data[k * PENALTY_STRIDE + P_PAIR_AREA], a, b);
    }
    if (!stability.solve(bodies)) return;
    const f = pool.f.data;
    for (let n = 0; n < this.#pairCount; n++) {
      const factor = stability.softening(pairs.data[3 * n + 1], pairs.data[3 * n + 2]);
      if (!(factor < 1)) continue;
      const from = pool.startOf(pairs.data[3 * n]);
      const to = from + pool.countOf(pairs.data[3 * n]);
      for (let k = from; k < to; k++) {
        const o = k * PENALTY_STRIDE;
        for (let m = P_STIFFNESS; m <= P_TANGENT_DAMPING; m++) f[o + m] *= factor;
        for (let m = 0; m < 6; m++) f[o + P_FORCE + m] *= factor;
      }
    }
  }

  /** The impulse of contact k over h, on the velocities of both bodies. */
  #push(k: number, h: number): void {
    const { f, i } = this.#store.now;
    const o = k * PENALTY_STRIDE;
    this.#pushBody(i.data[k * PENALTY_INTS + PN_BODY_A], f.data, o, h);
    this.#pushBody(i.data[k * PENALTY_INTS + PN_BODY_B], f.data, o, -h);
  }

  #pushBody(slot: number, f: Float64Array, o: number, h: number): void {
    const d = this.#context.bodies.f.data;
    const p = slot * BODY_STRIDE;
    const fx = h * f[o + P_FORCE];
    const fy = h * f[o + P_FORCE + 1];
    const fz = h * f[o + P_FORCE + 2];
    const x = f[o + P_POINT] - d[p + B_CENTER];
    const y = f[o + P_POINT + 1] - d[p + B_CENTER + 1];
    const z = f[o + P_POINT + 2] - d[p + B_CENTER + 2];
    const tx = h * f[o + P_TORQUE] + y * fz - z * fy;
    const ty = h * f[o + P_TORQUE + 1] + z * fx - x * fz;
    const tz = h * f[o + P_TORQUE + 2] + x * fy - y * fx;
    const w = this.#context.bodies.v.data;
    const v = 6 * slot;
    const m = p + B_INV_MASS;
    const q = p + B_INV_INERTIA;
    w[v] += d[m] * fx;
    w[v + 1] += d[m + 1] * fy;
    w[v + 2] += d[m + 2] * fz;
    w[v + 3] += d[q] * tx + d[q + 1] * ty + d[q + 2] * tz;
    w[v + 4] += d[q + 1] * tx + d[q + 3] * ty + d[q + 4] * tz;
    w[v + 5] += d[q + 2] * tx + d[q + 4] * ty + d[q + 5] * tz;
  }

  assemble(): void {}

  readBack(): void {}

  ties(into: Ties): void {
    const pool = this.#store.now;
    for (let n = 0; n < this.#pairCount; n++)
      if (pool.countOf(this.#pairs.data[3 * n]) > 0) into.add(this.#pairs.data[3 * n + 1], this.#pairs.data[3 * n + 2]);
  }

  correct(): number {
    return 0;
  }

  follow(): void {}

  wrenchOn(out: Float64Array, slot: number): void {
    const pool = this.#store.now;
    const d = this.#context.bodies.f.data;
    for (let n = 0; n < this.#pairCount; n++) {
      const sign = this.#pairs.data[3 * n + 1] === slot ? 1 : this.#pairs.data[3 * n + 2] === slot ? -1 : 0;
      if (sign === 0) continue;
      const from = pool.startOf(this.#pairs.data[3 * n]);
      const to = from + pool.countOf(this.#pairs.data[3 * n]);
      for (let k = from; k < to; k++) addRecord(out, pool.f.data, k * PENALTY_STRIDE, d, slot, sign);
    }
  }

  touches(pair: number): boolean {
    return this.#store.now.countOf(pair) > 0;
  }

  report(pair: number, into: ContactRecord[]): void {
    this.#reporter.report(pair, this.#store, into);
  }

  storedEnergy(): number {
    const ranges = this.#store.now.ranges.data;
    let energy = 0;
    for (let pair = 0; 2 * pair < ranges.length; pair++) energy += this.#reporter.storedEnergy(pair, this.#store);
    return energy;
  }

  hash(add: (value: number) => void): void {
    const pool = this.#store.now;
    const ranges = pool.ranges.data;
    for (let pair = 0; 2 * pair < ranges.length; pair++) {
      const from = pool.startOf(pair);
      for (let k = from; k < from + pool.countOf(pair); k++) {
        add(pool.i.data[k * PENALTY_INTS + PN_STATE]);
        for (let m = P_STIFFNESS; m <= P_TWIST; m++) add(pool.f.data[k * PENALTY_STRIDE + m]);
      }
    }
  }

  get statistics(): { computed: number; reused: number } {
    return { computed: this.#pairCount, reused: 0 };
  }

  forget(pair: number): void {
    this.#store.now.setRange(pair, 0, 0);
  }

  save(): unknown {
    return { contacts: this.#store.save(), parts: this.#stepParts.save() };
  }

  load(saved: unknown): void {
    const { contacts, parts } = saved as { contacts: unknown; parts: SavedParts | null };
    this.#store.load(contacts);
    this.#stepParts.load(parts);
  }

  /** Throws where the coefficients that the scene gives are more than a step of h can carry between bodies a and b. */
  admit(a: number, b: number, h: number): void {
    const { bodies } = this.#context;
    const too = excess(this.#options, h, inverseMass(bodies, a), inverseMass(bodies, b));
    if (too === null) return;
    const between = `${show(bodies.names[a])} and ${show(bodies.names[b])}`;
    throw new SixfoldError(
      `contact.${too.field} is ${too.value}; a step of ${h} s carries at most ` +
        `${Number(too.largest.toPrecision(6))} (${too.unit}) between ${between}: lower it or shorten the step`,
    );
  }
}
