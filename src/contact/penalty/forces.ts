// The forces between two bodies from where they are and how fast they move: one record for every direction in which
// they touch.
//
// Hasegawa & Sato 2004, §4. Pieces whose normals agree are one direction, with one friction state: the legs of a table
// slip together, the two sides of a groove do not. (The paper has one state for each pair of convex bodies; a pair of
// ours may consist of many.) The pair's springs are spread over the footprint of all its pieces (physics: k/S_c a
// square metre).
//
// Forces depend on poses and velocities at the start of the step alone: velocities are those before the step's own
// forces.

import { B_CENTER, B_ROTATION, BODY_STRIDE } from '../../bodies/layout.js';
import type { BodyStore } from '../../bodies/store.js';
import { unrotateVector } from '../../math/quaternion.js';
import type { ContactSettings } from '../model.js';
import type { ContactPool } from '../pool.js';
import type { ContactStore } from '../store.js';
import { SpringCarrier, surfaceVelocities } from './carry.js';
import { type Footprint, PC_DEEPEST, PC_FRAME, PC_ORIGIN, PC_VOLUME, PIECE_STRIDE } from './cells.js';
import { Direction, keepDeepest, sortPieces, totalArea } from './directions.js';
import { FrictionMachine } from './friction.js';
import {
  P_AREA,
  P_DAMPING,
  P_DEEPEST,
  P_FORCE,
  P_LOAD,
  P_LOCAL_A,
  P_LOCAL_B,
  P_NORMAL,
  P_PAIR_AREA,
  P_POINT,
  P_POLAR,
  P_PRESSURE_CENTER,
  P_STEP,
  P_STIFFNESS,
  P_STRETCH,
  P_TANGENT_DAMPING,
  P_TURN_A,
  P_TURN_B,
  P_VOLUME,
  PENALTY_INTS,
  PENALTY_STRIDE,
  PN_BODY_A,
  PN_BODY_B,
  PN_STATE,
  STICK,
} from './layout.js';
import type { PenaltyOptions } from './options.js';
import { PieceFinder } from './pieces.js';

/** A direction takes over from an old one if their normals are as near as this (cos). */
const SAME_DIRECTION = 0.7;

/** Coefficients of a new contact of bodies a and b, into the record at f[o…]. */
export type Choose = (f: Float64Array, o: number, a: number, b: number) => void;

export class PairForces {
  readonly finder: PieceFinder;
  readonly #bodies: BodyStore;
  readonly #options: PenaltyOptions;
  readonly #choose: Choose;
  readonly #machine = new FrictionMachine();
  readonly input: Direction;
  readonly #carrier = new SpringCarrier();
  readonly #carried = new Float64Array(PENALTY_STRIDE);
  readonly #twist = new Float64Array(6);
  readonly #work = new Float64Array(24);
  #taken = 0;

  constructor(bodies: BodyStore, settings: ContactSettings, options: PenaltyOptions, choose: Choose) {
    this.#bodies = bodies;
    this.#options = options;
    this.#choose = choose;
    this.input = new Direction(options.spin === 'exact');
    this.finder = new PieceFinder(bodies, settings);
  }

  /** Finds the pair's contacts in a step of h and replaces its records. True: it has some. */
  update(pair: number, a: number, b: number, h: number, store: ContactStore): boolean {
    const { now } = store;
    const oldFrom = now.startOf(pair);
    const oldCount = now.countOf(pair);
    const old = now.f.data;
    const count = this.finder.find(a, b, old, oldFrom * PENALTY_STRIDE + P_NORMAL, PENALTY_STRIDE, oldCount);
    const start = now.count;
    if (count > 0) {
      const { footprint } = this.finder;
      if (!this.#options.penaltyArea) keepDeepest(footprint);
      const directions = sortPieces(footprint);
      const pairArea = totalArea(footprint);
      this.#taken = 0;
      for (let g = 0; g < directions; g++) this.#addDirection(g, a, b, h, pairArea, store, oldFrom, oldCount);
    }
    store.settle(pair, start);
    return now.countOf(pair) > 0;
  }

  #addDirection(
    g: number,
    a: number,
    b: number,
    h: number,
    pairArea: number,
    store: ContactStore,
    oldFrom: number,
    oldCount: number,
  ): void {
    const { footprint } = this.finder;
    const { input } = this;
    const carried = this.#carried;
    input.gather(footprint, g, pairArea);
    const last = this.#match(store.now, oldFrom, oldCount, input.normal);
    let state = STICK;
    if (oldCount > 0) {
      // Coefficients are the pair's own and last as long as any of its contacts.
      const from = (last >= 0 ? last : oldFrom) * PENALTY_STRIDE;
      for (let m = 0; m < PENALTY_STRIDE; m++) carried[m] = store.now.f.data[from + m];
      if (last >= 0) {
        state = store.now.i.data[last * PENALTY_INTS + PN_STATE];
        this.#carrier.carry(carried, input, this.#bodies.f.data, a, b, h);
        // At the deepest point alone: one that is elsewhere now is another point, which nothing has stretched yet.
        if (!this.#options.penaltyArea && this.#carrier.jump > carried[P_DEEPEST]) {
          carried.fill(0, P_STRETCH, P_STRETCH + 4);
          state = STICK;
        }
      }
    }
    const k = store.now.add();
    const f = store.now.f.data;
    const i = store.now.i.data;
    const o = k * PENALTY_STRIDE;
    f.fill(0, o, o + PENALTY_STRIDE);
    if (last >= 0) for (let m = 0; m < 4; m++) f[o + P_STRETCH + m] = carried[P_STRETCH + m];
    // For as long as the contact lives, unless steps get longer than the one that they were chosen for.
    if (oldCount > 0 && !(h > carried[P_STEP] * (1 + 1e-9))) {
      for (let m = P_STIFFNESS; m <= P_TANGENT_DAMPING; m++) f[o + m] = carried[m];
      f[o + P_STEP] = carried[P_STEP];
    } else this.#choose(f, o, a, b);
    i[k * PENALTY_INTS + PN_BODY_A] = a;
    i[k * PENALTY_INTS + PN_BODY_B] = b;
    this.#relativeMotion(a, b);
    this.#press(footprint, f, o, pairArea);
    i[k * PENALTY_INTS + PN_STATE] = this.#machine.update(input, f, o, state, footprint.pieces);
    this.#write(footprint, f, o, a, b);
  }

  /** The old record whose direction this one goes on with, each but once; or -1. */
  #match(before: ContactPool, from: number, count: number, n: Float64Array): number {
    const f = before.f.data;
    let best = SAME_DIRECTION;
    let at = -1;
    for (let k = 0; k < count && k < 31; k++) {
      if ((this.#taken >> k) & 1) continue;
      const o = (from + k) * PENALTY_STRIDE + P_NORMAL;
      const along = f[o] * n[0] + f[o + 1] * n[1] + f[o + 2] * n[2];
      if (along > best) {
        best = along;
        at = k;
      }
    }
    if (at < 0) return -1;
    this.#taken |= 1 << at;
    return from + at;
  }

  /** Velocity of A against B at the centre, and their relative spin, before the step's forces. */
  #relativeMotion(a: number, b: number): void {
    const { input } = this;
    const work = this.#work;
    const twist = this.#twist;
    const d = this.#bodies.f.data;
    const pa = a * BODY_STRIDE;
    const pb = b * BODY_STRIDE;
    const v = this.#bodies.old.data;
    const va = 6 * a;
    const vb = 6 * b;
    surfaceVelocities(work, 12, d, pa, pb);
    const { center: c } = input;
    for (let m = 0; m < 3; m++) {
      const m1 = (m + 1) % 3;
      const m2 = (m + 2) % 3;
      const b1 = c[m1] + (d[pa + B_CENTER + m1] - d[pb + B_CENTER + m1]);
      const b2 = c[m2] + (d[pa + B_CENTER + m2] - d[pb + B_CENTER + m2]);
      const ofA = v[va + m] + v[va + 3 + m1] * c[m2] - v[va + 3 + m2] * c[m1] + work[12 + m];
      const ofB = v[vb + m] + v[vb + 3 + m1] * b2 - v[vb + 3 + m2] * b1 + work[15 + m];
      twist[m] = ofA - ofB;
      twist[3 + m] = v[va + 3 + m] - v[vb + 3 + m];
    }
    for (let m = 0; m < 3; m++) {
      input.velocity[m] = twist[m];
      input.spin[m] = twist[3 + m];
    }
  }

  /** Pressures of all pieces: k d + b ḋ over the pair's footprint. */
  #press(footprint: Footprint, f: Float64Array, o: number, pairArea: number): void {
    const { input } = this;
    const { pieces: p } = footprint;
    const { velocity: v, spin: s, center: c } = input;
    const k = f[o + P_STIFFNESS] / pairArea;
    const b = f[o + P_DAMPING] / pairArea;
    for (let at = 0; at < input.count; at++) {
      const q = input.pieces[at]! * PIECE_STRIDE;
      const e = q + PC_FRAME;
      const x = p[q + PC_ORIGIN] - c[0];
      const y = p[q + PC_ORIGIN + 1] - c[1];
      const z = p[q + PC_ORIGIN + 2] - c[2];
      const vx = v[0] + s[1] * z - s[2] * y;
      const vy = v[1] + s[2] * x - s[0] * z;
      const vz = v[2] + s[0] * y - s[1] * x;
      // Along the normal v(x) = v·n - ω_w u + ω_u w; approach is its opposite.
      const along = p[e] * vx + p[e + 1] * vy + p[e + 2] * vz;
      const su = p[e + 3] * s[0] + p[e + 4] * s[1] + p[e + 5] * s[2];
      const sw = p[e + 6] * s[0] + p[e + 7] * s[1] + p[e + 8] * s[2];
      input.pressed[at]!.press(footprint, input.pieces[at]!, k, b, -along, sw, -su, this.#options.pull);
    }
  }

  /** Sums normal forces and friction into the record, and notes where the bodies are. */
  #write(footprint: Footprint, f: Float64Array, o: number, a: number, b: number): void {
    const { input } = this;
    const machine = this.#machine;
    const work = this.#work;
    const { pieces: p } = footprint;
    const { center: c, normal: n } = input;
    const d = this.#bodies.f.data;
    const pa = a * BODY_STRIDE;
    const pb = b * BODY_STRIDE;
    for (let m = 0; m < 6; m++) work[m] = machine.wrench[m];
    let load = 0;
    let volume = 0;
    let deepest = 0;
    let cx = 0;
    let cy = 0;
    let cz = 0;
    for (let at = 0; at < input.count; at++) {
      const q = input.pieces[at]! * PIECE_STRIDE;
      const e = q + PC_FRAME;
      const l = input.pressed[at]!.load;
      // First moment of the normal force about the centre: ∫ p (x - c).
      const mx = l[0] * (p[q + PC_ORIGIN] - c[0]) + l[1] * p[e + 3] + l[2] * p[e + 6];
      const my = l[0] * (p[q + PC_ORIGIN + 1] - c[1]) + l[1] * p[e + 4] + l[2] * p[e + 7];
      const mz = l[0] * (p[q + PC_ORIGIN + 2] - c[2]) + l[1] * p[e + 5] + l[2] * p[e + 8];
      for (let m = 0; m < 3; m++) work[m] += l[0] * p[e + m];
      work[3] += my * p[e + 2] - mz * p[e + 1];
      work[4] += mz * p[e] - mx * p[e + 2];
      work[5] += mx * p[e + 1] - my * p[e];
      load += l[0];
      cx += mx;
      cy += my;
      cz += mz;
      volume += p[q + PC_VOLUME];
      deepest = Math.max(deepest, p[q + PC_DEEPEST]);
    }
    const inverse = load > 0 ? 1 / load : 0;
    for (let m = 0; m < 6; m++) f[o + P_FORCE + m] = work[m];
    for (let m = 0; m < 3; m++) {
      f[o + P_POINT + m] = c[m] + d[pa + B_CENTER + m];
      f[o + P_NORMAL + m] = n[m];
      f[o + P_PRESSURE_CENTER + m] = (m === 0 ? cx : m === 1 ? cy : cz) * inverse + f[o + P_POINT + m];
    }
    f[o + P_AREA] = input.area;
    f[o + P_POLAR] = input.polar;
    f[o + P_PAIR_AREA] = input.pairArea;
    f[o + P_VOLUME] = this.#options.penaltyArea ? volume : footprint.wholeVolume;
    f[o + P_DEEPEST] = deepest;
    f[o + P_LOAD] = load;
    unrotateVector(f, o + P_LOCAL_A, d, pa + B_ROTATION, c[0], c[1], c[2]);
    const bx = c[0] + (d[pa + B_CENTER] - d[pb + B_CENTER]);
    const by = c[1] + (d[pa + B_CENTER + 1] - d[pb + B_CENTER + 1]);
    const bz = c[2] + (d[pa + B_CENTER + 2] - d[pb + B_CENTER + 2]);
    unrotateVector(f, o + P_LOCAL_B, d, pb + B_ROTATION, bx, by, bz);
    for (let m = 0; m < 4; m++) {
      f[o + P_TURN_A + m] = d[pa + B_ROTATION + m];
      f[o + P_TURN_B + m] = d[pb + B_ROTATION + m];
    }
  }
}
