// What a held body feels of static and kinematic bodies under models that make blocks: springs over areas, as in model
// penalty.
//
// Two bodies that no impulse can move have nothing to solve. So under `six`, `point` and their like these contacts are
// forces on the hand alone, with coefficients from its mass; what is dynamic the model itself presses on.

import {
  B_CENTER,
  BODY_INTS,
  BODY_STRIDE,
  I_ALIVE,
  I_GROUP,
  I_MASK,
  I_SENSOR,
  I_TYPE,
  TYPE_DYNAMIC,
} from '../../bodies/layout.js';
import type { BodyStore } from '../../bodies/store.js';
import { Arena } from '../../memory/arena.js';
import type { ContactSettings } from '../model.js';
import { chooseCoefficients, inverseMass, Mobility } from '../penalty/coefficients.js';
import { PairForces } from '../penalty/forces.js';
import {
  P_DAMPING,
  P_FORCE,
  P_POINT,
  P_STEP,
  P_STIFFNESS,
  P_TANGENT_DAMPING,
  P_TANGENT_STIFFNESS,
  P_TORQUE,
  PENALTY_INTS,
  PENALTY_STRIDE,
} from '../penalty/layout.js';
import type { PenaltyOptions } from '../penalty/options.js';
import { ContactStore } from '../store.js';

const OPTIONS: PenaltyOptions = {
  stiffness: null,
  dampingRatio: 1,
  normalDamping: null,
  tangentStiffness: null,
  tangentDamping: null,
  penaltyArea: true,
  spin: 'exact',
  pull: false,
};

/** Of one device: pairs go by the slot of the other body. */
export class Walls {
  readonly #bodies: BodyStore;
  readonly #store: ContactStore;
  readonly #forces: PairForces;
  #h = 0;

  constructor(bodies: BodyStore, settings: ContactSettings) {
    this.#bodies = bodies;
    this.#store = new ContactStore(new Arena(), PENALTY_STRIDE, PENALTY_INTS, 0);
    const mobility = new Mobility();
    this.#forces = new PairForces(bodies, settings, OPTIONS, (f, o, a, b) => {
      const [ma, mb] = [inverseMass(bodies, a), inverseMass(bodies, b)];
      const c = chooseCoefficients(OPTIONS, this.#h, ma, mb, mobility.of(bodies, a), mobility.of(bodies, b));
      f[o + P_STIFFNESS] = c.stiffness;
      f[o + P_DAMPING] = c.damping;
      f[o + P_TANGENT_STIFFNESS] = c.tangentStiffness;
      f[o + P_TANGENT_DAMPING] = c.tangentDamping;
      f[o + P_STEP] = this.#h;
    });
  }

  begin(h: number): void {
    this.#h = h;
    this.#store.begin(h, h);
  }

  /** Adds force and torque about its centre of mass on body `slot` to out[0…5]. */
  addWrench(out: Float64Array, slot: number): void {
    const bodies = this.#bodies;
    const store = this.#store;
    const i = bodies.i.data;
    for (let b = 1; b < bodies.count; b++) {
      const n = b * BODY_INTS;
      if (
        b === slot ||
        i[n + I_ALIVE] === 0 ||
        i[n + I_SENSOR] === 1 ||
        i[n + I_TYPE] === TYPE_DYNAMIC ||
        bodies.shapes[b] === null
      )
        continue;
      const s = slot * BODY_INTS;
      if ((i[n + I_GROUP] & i[s + I_MASK]) === 0 || (i[s + I_GROUP] & i[n + I_MASK]) === 0) continue;
      if (!this.#forces.update(b, slot, b, this.#h, store)) continue;
      const from = store.now.startOf(b);
      const to = from + store.now.countOf(b);
      for (let k = from; k < to; k++) addRecord(out, store.now.f.data, k * PENALTY_STRIDE, bodies.f.data, slot, 1);
    }
  }

  save(): unknown {
    return this.#store.save();
  }

  load(saved: unknown): void {
    this.#store.load(saved);
  }
}

/** Adds `sign` times the wrench of the record at f[o…], about the centre of mass of body `slot`. */
export function addRecord(
  out: Float64Array,
  f: Float64Array,
  o: number,
  d: Float64Array,
  slot: number,
  sign: number,
): void {
  const p = slot * BODY_STRIDE + B_CENTER;
  const fx = sign * f[o + P_FORCE];
  const fy = sign * f[o + P_FORCE + 1];
  const fz = sign * f[o + P_FORCE + 2];
  const x = f[o + P_POINT] - d[p];
  const y = f[o + P_POINT + 1] - d[p + 1];
  const z = f[o + P_POINT + 2] - d[p + 2];
  out[0] += fx;
  out[1] += fy;
  out[2] += fz;
  out[3] += sign * f[o + P_TORQUE] + y * fz - z * fy;
  out[4] += sign * f[o + P_TORQUE + 1] + z * fx - x * fz;
  out[5] += sign * f[o + P_TORQUE + 2] + x * fy - y * fx;
}
