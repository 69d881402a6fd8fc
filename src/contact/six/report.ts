// A patch contact as users see it: its wrench, where it presses, and how much it could still bear.
// Verified in test/contact/six-report.test.ts.

import { B_CENTER, BODY_STRIDE } from '../../bodies/layout.js';
import type { BodyStore } from '../../bodies/store.js';
import { KEPT_OUTLINE, KEPT_STRIDE } from '../../patch/layout.js';
import { LimitSurface } from '../../patch/limit-surface.js';
import { PressureLoad } from '../../patch/load.js';
import { PressureSolver } from '../../patch/pressure.js';
import type { ContactRecord } from '../model.js';
import { slipState } from '../state.js';
import type { PatchContacts } from './contacts.js';
import type { FacingFinder } from './facing-finder.js';
import { GapMeter, Overlapped } from './gap.js';
import {
  PLACE,
  S_AREA,
  S_ARM_A,
  S_ARM_B,
  S_DEPTH,
  S_FRAME,
  S_FRICTION,
  S_GROWN,
  S_SHARP,
  S_SHIFT,
  S_VOLUME,
  S_WRENCH,
  SI_BODY_A,
  SI_BODY_B,
  SI_FACING,
  SI_FEATURES,
  SI_KIND,
  SI_OPEN,
  SI_PATCH,
  SIX_INTS,
  SIX_STRIDE,
} from './layout.js';
import type { OverlapHere } from './overlap-here.js';
import { thicknessOf } from './overlap-writer.js';
import type { UncoupledLimits } from './spin.js';
import { NOTHING } from './tolerances.js';
import type { TorusFinder } from './torus-finder.js';

export class PatchReporter {
  readonly #contacts: PatchContacts;
  /** Null: friction is limited by the limit surface. */
  readonly #uncoupled: UncoupledLimits | null;
  readonly #load = new PressureLoad();
  readonly #pressure = new PressureSolver();
  readonly #limit = new LimitSurface();
  readonly #inside = new Overlapped();
  readonly #meter = new GapMeter();
  readonly #gap = new Float64Array(3);
  readonly #facing: FacingFinder;

  /** Who knows how deep tori are, if there may be any. */
  readonly #tori: TorusFinder | null;
  readonly #here: OverlapHere | null;

  constructor(
    contacts: PatchContacts,
    uncoupled: UncoupledLimits | null,
    facing: FacingFinder,
    tori: TorusFinder | null,
    here: OverlapHere | null,
  ) {
    this.#here = here;
    this.#tori = tori;
    this.#contacts = contacts;
    this.#facing = facing;
    this.#uncoupled = uncoupled;
  }

  recordOf(k: number, bodies: BodyStore): ContactRecord {
    const d = bodies.f.data;
    const { now: pool, patches, h } = this.#contacts;
    const f = pool.f.data;
    const o = k * SIX_STRIDE;
    const a = pool.i.data[k * SIX_INTS + SI_BODY_A];
    const b = pool.i.data[k * SIX_INTS + SI_BODY_B];
    const pb = b * BODY_STRIDE;
    const patch = pool.i.data[k * SIX_INTS + SI_PATCH];
    const arms = f.slice(o + S_ARM_A, o + S_ARM_A + 6);
    const point = vector((m) => d[pb + B_CENTER + m] + f[o + S_ARM_B + m]);
    const n = vector((m) => f[o + S_FRAME + m]);
    const u = vector((m) => f[o + S_FRAME + 3 + m]);
    const w = vector((m) => f[o + S_FRAME + 6 + m]);
    const force = vector((m) => f[o + S_WRENCH + m] / h);
    const torque = vector((m) => f[o + S_WRENCH + 3 + m] / h);
    const fn = dot(force, n);
    const cop: [number, number] = fn > 0 ? [-dot(torque, w) / fn, dot(torque, u) / fn] : [0, 0];
    const sharp = (x: number, side: number) => x * f[o + S_SHARP + side + (x >= 0 ? 0 : 1)];
    const bearing: [number, number] = [sharp(cop[0], 0), sharp(cop[1], 2)];
    const at = (x: readonly [number, number]) => vector((m) => point[m]! + x[0] * u[m]! + x[1] * w[m]!);
    const outline: [number, number, number][] = [];
    const isFacing = pool.i.data[k * SIX_INTS + SI_FACING] === 1;
    const inside = this.#inside;
    const isOfFeatures = pool.i.data[k * SIX_INTS + SI_KIND] !== 0;
    const { look } = this.#facing;
    const region = isFacing && !isOfFeatures ? look.regionNow(pool.i.data, k * SIX_INTS, f[o + S_DEPTH]) : null;
    inside.area = inside.volume = 0;
    if (region !== null) {
      inside.measure(region);
      const { center, origin, frame } = region;
      for (const [x, y] of inside.outline)
        outline.push(vector((m) => origin[m]! + center[m]! + x * frame[3 + m]! + y * frame[6 + m]!));
    }
    for (let m = 0; m < patches.outlineCount[patch] && region === null; m++) {
      const v = patches.outlineStart[patch] + 2 * m;
      outline.push(at([patches.vertices[v], patches.vertices[v + 1]]));
    }
    let depth = region !== null ? Math.max(0, -region.separation) : 0;
    // Features, and points of curved bodies, have no region: their gap says it. What is open has come apart again, and
    // what was found by the axis of another time may be apart.
    const isOpen = pool.i.data[k * SIX_INTS + SI_OPEN] === 1 || look.isApart;
    const isPlace = pool.i.data[k * SIX_INTS + SI_FEATURES] === PLACE && !isOfFeatures;
    if (isOfFeatures || (isFacing && region === null && (outline.length === 1 || isPlace) && !isOpen)) {
      this.#meter.measure(this.#gap, 0, f, o, pool.i.data, k * SIX_INTS, d);
      depth = Math.max(0, (isOfFeatures ? 0 : f[o + S_DEPTH]) - this.#gap[0]);
      const arcs = isPlace ? (this.#tori?.arcsOf(pool, k) ?? null) : null;
      if (arcs !== null) {
        arcs.measureOverlap();
        depth = Math.max(0, -arcs.least);
        inside.area = arcs.overlapArea;
        inside.volume = arcs.overlapVolume;
      } else if (isPlace && depth > 0) {
        // Paraboloids at their target depth.
        inside.area = f[o + S_AREA];
        inside.volume = 0.5 * depth * inside.area;
      }
    } else if (isFacing && region === null) outline.length = 0; // Faces that lean: they touch at a point or a line now.
    if (!isFacing)
      depth = Math.min(
        thicknessOf(f, o),
        Math.max(0, (f[o + S_VOLUME] + f[o + S_GROWN]) / f[o + S_AREA] - f[o + S_SHIFT]),
      );
    // Volumes follow to first order from where they were found, which may be ahead.
    if (depth > f[o + S_DEPTH] && this.#here !== null) depth = Math.min(depth, this.#here.depthOf(pool, k));
    // What goes round a ring faces no one way: V/|g| is no depth then, nor is the way out of the hull round it. Nor is that
    // where a part of the ring reaches beyond the face.
    if (!isOfFeatures && this.#tori !== null) depth = Math.min(depth, this.#tori.depthOf(pool, k));
    return {
      point,
      normal: n,
      force,
      torque,
      centerOfPressure: at(cop),
      area: isFacing ? inside.area : f[o + S_AREA],
      volume: isFacing ? inside.volume : Math.max(0, f[o + S_VOLUME] + f[o + S_GROWN]),
      depth,
      slipMargin: this.#slipMargin(patch, f[o + S_FRICTION], fn, bearing, dot(force, u), dot(force, w), dot(torque, n)),
      tipMargin: fn > 0 ? this.#tipMargin(patch, cop) : 1,
      state: slipState(bodies, a, b, arms, n),
      outline,
    };
  }

  /** 1 less the share of the friction limit that is used. */
  #slipMargin(
    patch: number,
    mu: number,
    fn: number,
    cop: readonly [number, number],
    fu: number,
    fw: number,
    torque: number,
  ): number {
    if (!(fn > 0)) return 1;
    // Nothing but rounding, whose squares are no numbers any more.
    if (Math.abs(fu) + Math.abs(fw) < NOTHING * fn && Math.abs(torque) < NOTHING * fn) return 1;
    const p = this.#contacts.patches;
    p.press(this.#pressure, this.#load, patch, cop[0], cop[1]);
    const about = torque - cop[0] * fw + cop[1] * fu;
    const own = this.#uncoupled;
    const bound = own?.byCorners ? own.bound(p, patch, cop[0], cop[1]) : this.#load.spin;
    const gauge =
      own === null ? this.#limit.gauge(this.#load, mu * fn, fu, fw, about) : own.share(mu * fn, bound, fu, fw, about);
    return Math.min(1, Math.max(0, 1 - gauge));
  }

  /** 1 with the centre of pressure at the outline's centroid, 0 on the outline, linear between. */
  #tipMargin(patch: number, cop: readonly [number, number]): number {
    const p = this.#contacts.patches;
    const r = patch * KEPT_STRIDE + KEPT_OUTLINE;
    const cu = p.records[r + 1];
    const cw = p.records[r + 2];
    const n = p.outlineCount[patch];
    const start = p.outlineStart[patch];
    let used = 0;
    for (let k = 0; k < n; k++) {
      const a = start + 2 * k;
      const b = start + 2 * ((k + 1) % n);
      // Outward normal of a counter-clockwise edge.
      const nu = p.vertices[b + 1] - p.vertices[a + 1];
      const nw = p.vertices[a] - p.vertices[b];
      const far = nu * (p.vertices[a] - cu) + nw * (p.vertices[a + 1] - cw);
      if (far > 0) used = Math.max(used, (nu * (cop[0] - cu) + nw * (cop[1] - cw)) / far);
    }
    return Math.min(1, Math.max(0, 1 - used));
  }
}

const vector = (of: (m: number) => number): [number, number, number] => [of(0), of(1), of(2)];
const dot = (a: readonly number[], b: readonly number[]): number => a[0]! * b[0]! + a[1]! * b[1]! + a[2]! * b[2]!;
