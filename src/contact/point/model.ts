// The classic contact model: points on the surfaces, three rows each, Coulomb's cone. The yardstick of the others.
//
// Every vertex–face and edge–edge point of a pair becomes a block of its own; nothing is reduced unless asked for. A
// point that is still apart by s may approach at s/h at most, so that bodies bear in the step in which they meet.
// Penetration is corrected on the poses after the step, down to the target depth, and never shows in velocities.
// What points cannot do: resist spinning about their common normal in the right amount. Four points at the corners of
// a square plate resist 85 % more than the plate does.
// Verified in test/contact/point.test.ts.

import { isActive } from '../../bodies/activity.js';
import { displace } from '../../bodies/displace.js';
import { B_CENTER, B_POSE, B_ROTATION, B_SURFACE_VELOCITY, BODY_STRIDE } from '../../bodies/layout.js';
import { readBoolean } from '../../checks/fields.js';
import { CP_NORMAL, CP_ON_A, CP_ON_B, CP_SEPARATION, CP_STRIDE, PointBuffer } from '../../distance/buffer.js';
import { PointGenerator } from '../../distance/points.js';
import { rotateInto, unrotateInto } from '../../math/quaternion.js';
import { partCount, partFriction, partShape, placePart } from '../../shapes/parts.js';
import { atCompliance, atJacobian, atLambda, atRhs } from '../../solver/blocks.js';
import { applyInverseMass } from '../../solver/movers.js';
import { CONE_FRICTION, PROJECT_CONE } from '../../solver/projections.js';
import { approachOf } from '../approach.js';
import { frictionOf, restitutionOf, targetDepth, thickness } from '../material.js';
import type { ContactContext, ContactModel, ContactModelKind, ContactRecord } from '../model.js';
import { PAIR_INTS, type PairBatch, PB_BODY_A, PB_BODY_B, PB_FOUND, PB_SLOT } from '../pair-batch.js';
import { askBounce, reboundOf } from '../rebound.js';
import { ContactStore } from '../store.js';
import {
  P_ANCHOR_A,
  P_ANCHOR_B,
  P_DEPTH,
  P_FRICTION,
  P_IMPULSE,
  P_NORMAL,
  P_SEPARATION,
  PI_BODY_A,
  PI_BODY_B,
  PI_HEIR,
  PI_ID,
  PI_PARTS,
  POINT_INTS,
  POINT_STRIDE,
} from './layout.js';
import { reduceToFour } from './reduce.js';
import { recordOf } from './report.js';
import { completeRow, gapOf, writeArms } from './rows.js';
import { takeImpulses } from './warm-start.js';

/** Speculative margin as a share of the thinner body, beside what its motion needs. */
const MARGIN_PER_SIZE = 0.01;
/**
 * How far apart two points may be to pass for the same one, as a share of the thinner body (and at most that of 1e3 m).
 */
const MATCH_PER_SIZE = 0.05;
const LARGEST_MATCH = 1e3;
/** Share of the excess depth that one pass corrects: less than all, since neighbours correct the same body. */
const RELAXATION = 0.5;

export const pointModel: ContactModelKind = {
  name: 'point',
  options: {
    reduce: (value, where) => (value === undefined ? false : readBoolean(value, where)),
  },
  create: (context) => new PointModel(context),
};

class PointModel implements ContactModel {
  readonly projections = [];
  readonly #context: ContactContext;
  readonly #generator: PointGenerator;
  readonly #buffer = new PointBuffer();
  readonly #contacts: ContactStore;
  readonly #poses = new Float64Array(14);
  readonly #v = new Float64Array(12);
  readonly #row = new Float64Array(12);
  readonly #weighted = new Float64Array(12);
  readonly #reduce: boolean;
  /** Of the pair at hand. */
  #depth = 0;
  #friction = 0;
  #restitution = 0;
  #detected = 0;
  /** The step's pairs that have contacts. */
  #pairs: PairBatch | null = null;

  constructor(context: ContactContext) {
    this.#context = context;
    this.#contacts = new ContactStore(context.arena, POINT_STRIDE, POINT_INTS, 3);
    this.#reduce = context.settings.options.reduce === true;
    this.#generator = new PointGenerator(context.concave);
  }

  begin(span: number, h: number): void {
    this.#detected = 0;
    this.#contacts.begin(span, h);
  }

  find(pairs: PairBatch): void {
    for (let n = 0; n < pairs.count; n++) {
      const i = pairs.i.data;
      const o = n * PAIR_INTS;
      i[o + PB_FOUND] = this.#findOne(i[o + PB_SLOT], i[o + PB_BODY_A], i[o + PB_BODY_B]) ? 1 : 0;
    }
  }

  #findOne(pair: number, a: number, b: number): boolean {
    const { bodies, settings } = this.#context;
    const d = bodies.f.data;
    const shapeA = bodies.shapes[a]!;
    const shapeB = bodies.shapes[b]!;
    this.#depth = targetDepth(shapeA, shapeB, settings);
    this.#detected++;
    const { now: pool, span } = this.#contacts;
    const start = pool.count;
    const partsA = partCount(shapeA);
    const partsB = partCount(shapeB);
    for (let m = 0; m < partsA; m++) {
      const sa = partShape(shapeA, m);
      placePart(this.#poses, 0, shapeA, m, d, a * BODY_STRIDE + B_POSE);
      for (let n = 0; n < partsB; n++) {
        const sb = partShape(shapeB, n);
        placePart(this.#poses, 7, shapeB, n, d, b * BODY_STRIDE + B_POSE);
        const size = Math.min(thickness(sa), thickness(sb));
        const margin =
          MARGIN_PER_SIZE * (size < Infinity ? size : 1) + 2 * this.#depth + approachOf(d, bodies.v.data, a, b, span);
        this.#buffer.clear();
        if (this.#generator.generate(sa, this.#poses, 0, sb, this.#poses, 7, margin, this.#buffer) === 0) continue;
        if (this.#reduce) reduceToFour(this.#buffer);
        this.#friction = frictionOf(bodies, a, b, partFriction(shapeA, m), partFriction(shapeB, n), settings);
        this.#takePoints(a, b, m * partsB + n);
      }
    }
    const reach = MATCH_PER_SIZE * Math.min(thickness(shapeA), thickness(shapeB), LARGEST_MATCH);
    takeImpulses(this.#contacts, pair, start, reach);
    this.#contacts.settle(pair, start);
    return pool.countOf(pair) > 0;
  }

  #takePoints(a: number, b: number, parts: number): void {
    const pool = this.#contacts.now;
    const buffer = this.#buffer;
    const d = this.#context.bodies.f.data;
    const pa = a * BODY_STRIDE;
    const pb = b * BODY_STRIDE;
    for (let n = 0; n < buffer.count; n++) {
      const k = pool.add();
      const f = pool.f.data;
      const i = pool.i.data;
      const o = k * POINT_STRIDE;
      const io = k * POINT_INTS;
      const c = n * CP_STRIDE;
      const p = buffer.data;
      const q = buffer.origin;
      for (let m = 0; m < 3; m++) {
        f[o + P_ANCHOR_A + m] = p[c + CP_ON_A + m] + (q[m] - d[pa + B_CENTER + m]);
        f[o + P_ANCHOR_B + m] = p[c + CP_ON_B + m] + (q[m] - d[pb + B_CENTER + m]);
      }
      unrotateInto(f, o + P_ANCHOR_A, d, pa + B_ROTATION, f, o + P_ANCHOR_A);
      unrotateInto(f, o + P_ANCHOR_B, d, pb + B_ROTATION, f, o + P_ANCHOR_B);
      f[o + P_NORMAL] = p[c + CP_NORMAL];
      f[o + P_NORMAL + 1] = p[c + CP_NORMAL + 1];
      f[o + P_NORMAL + 2] = p[c + CP_NORMAL + 2];
      f[o + P_SEPARATION] = p[c + CP_SEPARATION];
      f[o + P_FRICTION] = this.#friction;
      f[o + P_DEPTH] = this.#depth;
      i[io + PI_ID] = buffer.ids[n];
      i[io + PI_PARTS] = parts;
      i[io + PI_BODY_A] = a;
      i[io + PI_BODY_B] = b;
      i[io + PI_HEIR] = 0;
    }
  }

  keep(): void {}

  settle(pairs: PairBatch): void {
    this.#pairs = pairs;
  }

  forces(): void {}

  assemble(h: number): void {
    const pairs = this.#pairs;
    if (pairs === null) return;
    for (let n = 0; n < pairs.count; n++) {
      const i = pairs.i.data;
      const o = n * PAIR_INTS;
      this.#assemblePair(i[o + PB_SLOT], i[o + PB_BODY_A], i[o + PB_BODY_B], h);
    }
  }

  #assemblePair(pair: number, a: number, b: number, h: number): void {
    const pool = this.#contacts.now;
    const from = pool.startOf(pair);
    const to = from + pool.countOf(pair);
    this.#restitution = restitutionOf(this.#context.bodies, a, b, this.#context.settings);
    for (let k = from; k < to; k++) this.#assemblePoint(k, a, b, h);
  }

  #assemblePoint(k: number, a: number, b: number, h: number): void {
    const { bodies, blocks, settings, warmStart } = this.#context;
    const d = bodies.f.data;
    const f = this.#contacts.now.f.data;
    const o = k * POINT_STRIDE;
    const pa = a * BODY_STRIDE;
    const pb = b * BODY_STRIDE;
    const n = blocks.add(a, b, 3, PROJECT_CONE);
    this.#contacts.bear(k, n);
    const at = blocks.dataOf(n);
    const s = blocks.f.data;
    const arms = this.#v;
    writeArms(arms, f, o, d, pa, pb);
    const nx = f[o + P_NORMAL];
    const ny = f[o + P_NORMAL + 1];
    const nz = f[o + P_NORMAL + 2];
    // Tangents: any will do, since the cone is round.
    const sign = nz >= 0 ? 1 : -1;
    const t = -1 / (sign + nz);
    const ux = 1 + sign * nx * nx * t;
    const uy = sign * nx * ny * t;
    const uz = -sign * nx;
    const wx = ny * uz - nz * uy;
    const wy = nz * ux - nx * uz;
    const wz = nx * uy - ny * ux;
    const j = at + atJacobian(3);
    s[j] = nx;
    s[j + 1] = ny;
    s[j + 2] = nz;
    s[j + 12] = ux;
    s[j + 13] = uy;
    s[j + 14] = uz;
    s[j + 24] = wx;
    s[j + 25] = wy;
    s[j + 26] = wz;
    for (let m = 0; m < 3; m++) completeRow(s, j + 12 * m, arms);
    s[at + CONE_FRICTION] = f[o + P_FRICTION];

    const gap = f[o + P_SEPARATION];
    if (gap > 0) s[at + atRhs] = gap / h;
    if (settings.compliance > 0) {
      // f = x/c (1 + d ẋ) at the end's depth x: Hunt and Crossley's law with stiffness 1/c, implicit in x.
      const x = gap < 0 ? -gap : 0;
      const slowed = h + settings.damping * x;
      s[at + atCompliance] = settings.compliance / (h * slowed);
      if (gap <= 0) s[at + atRhs] = -x / slowed;
    } else if (this.#restitution > 0) {
      const u = reboundOf(this.#restitution, s, j, bodies.v.data, bodies.old.data, a, b, gap, h);
      if (u > 0) askBounce(s, at, s[at + atRhs] + u);
    }
    // A conveyor's surface moves while its body does not.
    const va = this.#v;
    rotateInto(va, 0, d, pa + B_ROTATION, d, pa + B_SURFACE_VELOCITY);
    rotateInto(va, 3, d, pb + B_ROTATION, d, pb + B_SURFACE_VELOCITY);
    const cx = va[0] - va[3];
    const cy = va[1] - va[4];
    const cz = va[2] - va[5];
    s[at + atRhs + 1] = ux * cx + uy * cy + uz * cz;
    s[at + atRhs + 2] = wx * cx + wy * cy + wz * cz;

    if (warmStart) {
      const ix = f[o + P_IMPULSE];
      const iy = f[o + P_IMPULSE + 1];
      const iz = f[o + P_IMPULSE + 2];
      s[at + atLambda] = Math.max(0, nx * ix + ny * iy + nz * iz);
      s[at + atLambda + 1] = ux * ix + uy * iy + uz * iz;
      s[at + atLambda + 2] = wx * ix + wy * iy + wz * iz;
    }
  }

  ties(): void {}

  readBack(): void {
    const { blocks } = this.#context;
    const { bearing, bearingCount, now } = this.#contacts;
    const s = blocks.f.data;
    const f = now.f.data;
    for (let n = 0; n < bearingCount; n++) {
      const at = blocks.dataOf(bearing.data[2 * n + 1]);
      const j = at + atJacobian(3);
      const o = bearing.data[2 * n] * POINT_STRIDE + P_IMPULSE;
      const ln = s[at + atLambda];
      const lu = s[at + atLambda + 1];
      const lw = s[at + atLambda + 2];
      for (let m = 0; m < 3; m++) f[o + m] = s[j + m] * ln + s[j + 12 + m] * lu + s[j + 24 + m] * lw;
    }
  }

  /**
   * Both surface points stay on their bodies and the normal stays as it is: round bodies roll off their points until
   * the next step.
   */
  follow(): void {
    const d = this.#context.bodies.f.data;
    const { bearing, bearingCount, now } = this.#contacts;
    for (let n = 0; n < bearingCount; n++) {
      const k = bearing.data[2 * n];
      const i = k * POINT_INTS;
      const o = k * POINT_STRIDE;
      const pa = now.i.data[i + PI_BODY_A] * BODY_STRIDE;
      const pb = now.i.data[i + PI_BODY_B] * BODY_STRIDE;
      now.f.data[o + P_SEPARATION] = gapOf(this.#v, now.f.data, o, d, pa, pb);
    }
    this.#contacts.bearingCount = 0;
  }

  correct(): number {
    if (this.#context.settings.compliance > 0) return 0;
    const ints = this.#context.bodies.i.data;
    const d = this.#context.bodies.f.data;
    const { bearing, bearingCount, now } = this.#contacts;
    const f = now.f.data;
    const i = now.i.data;
    let worst = 0;
    for (let n = 0; n < bearingCount; n++) {
      const k = bearing.data[2 * n];
      const a = i[k * POINT_INTS + PI_BODY_A];
      const b = i[k * POINT_INTS + PI_BODY_B];
      const o = k * POINT_STRIDE;
      const pa = a * BODY_STRIDE;
      const pb = b * BODY_STRIDE;
      const gap = gapOf(this.#v, f, o, d, pa, pb);
      const excess = -gap - f[o + P_DEPTH];
      if (!(excess > 0)) continue;
      worst = Math.max(worst, excess);
      for (let m = 0; m < 3; m++) this.#row[m] = f[o + P_NORMAL + m];
      completeRow(this.#row, 0, this.#v);
      applyInverseMass(this.#weighted, 0, this.#row, 0, d, pa);
      applyInverseMass(this.#weighted, 6, this.#row, 6, d, pb);
      let sum = 0;
      for (let m = 0; m < 12; m++) sum += this.#row[m] * this.#weighted[m];
      if (!(sum > 0)) continue;
      const x = (RELAXATION * excess) / sum;
      if (isActive(ints, a)) displace(d, pa, this.#weighted, 0, x);
      if (isActive(ints, b)) displace(d, pb, this.#weighted, 6, x);
    }
    return worst;
  }

  touches(pair: number): boolean {
    const pool = this.#contacts.now;
    const from = pool.startOf(pair);
    const to = from + pool.countOf(pair);
    for (let k = from; k < to; k++) if (this.#bears(k)) return true;
    return false;
  }

  #bears(k: number): boolean {
    const f = this.#contacts.now.f.data;
    const o = k * POINT_STRIDE;
    return f[o + P_SEPARATION] <= 0 || f[o] !== 0 || f[o + 1] !== 0 || f[o + 2] !== 0;
  }

  report(pair: number, into: ContactRecord[]): void {
    const pool = this.#contacts.now;
    const from = pool.startOf(pair);
    const to = from + pool.countOf(pair);
    for (let k = from; k < to; k++) if (this.#bears(k)) into.push(recordOf(this.#contacts, k, this.#context.bodies));
  }

  get statistics(): { computed: number; reused: number } {
    return { computed: this.#detected, reused: 0 };
  }

  forget(pair: number): void {
    this.#contacts.now.setRange(pair, 0, 0);
  }

  save(): unknown {
    return this.#contacts.save();
  }

  load(saved: unknown): void {
    this.#contacts.load(saved);
  }
}
