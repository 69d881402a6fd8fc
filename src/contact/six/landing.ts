// Landing: the parts of two bodies that do not touch yet but would pass into each other within this step.
//
// A patch knows nothing of a face that swings towards the other body beside it (a coin settling, a toppling box).
// Without care that face sinks in by the whole way of its step and is then lifted out: visible, and the lifting feeds
// the rocking. So every surface point that is apart by s and approaches faster than s/h gets one frictionless row,
// v_n ≥ -(s + d̄)/h with the target depth d̄, for this one step; in the next it is part of the patch.
// Meshes have no such points: what lands beside their patches is found by a second look (overlap-look.ts).

import { B_CENTER, BODY_STRIDE } from '../../bodies/layout.js';
import type { BodyStore } from '../../bodies/store.js';
import { CP_NORMAL, CP_ON_A, CP_ON_B, CP_SEPARATION, CP_STRIDE, type PointBuffer } from '../../distance/buffer.js';
import { atJacobian, atLambda, atRhs, type BlockStore } from '../../solver/blocks.js';
import { BOUND_HIGH, PROJECT_BOUNDS } from '../../solver/projections.js';
import type { ContactRecord } from '../model.js';
import type { ContactPool } from '../pool.js';
import { slipState } from '../state.js';
import { normalVelocity } from './motion.js';

/** Arms from the centres of mass and normal, as normalVelocity has them; separation. */
const L_ARM_A = 0;
const L_ARM_B = 3;
export const L_NORMAL = 6;
const L_GAP = 9;
/** What it bore in the substep (N·s). */
export const L_IMPULSE = 10;
export const LANDING_STRIDE = 11;
const LI_BODY_A = 0;
const LI_BODY_B = 1;
/** Its block in this substep, or -1. */
const LI_BLOCK = 2;
export const LANDING_INTS = 3;

/** Adds those points of the buffer that are apart by more than `beyond` and would land within h. */
export function takeLandings(
  points: PointBuffer,
  beyond: number,
  d: Float64Array,
  v: Float64Array,
  a: number,
  b: number,
  depth: number,
  h: number,
  pool: ContactPool,
): void {
  const pa = a * BODY_STRIDE;
  const pb = b * BODY_STRIDE;
  const p = points.data;
  for (let n = 0; n < points.count; n++) {
    const c = n * CP_STRIDE;
    const gap = p[c + CP_SEPARATION];
    if (!(gap > beyond)) continue;
    const k = pool.add();
    const f = pool.f.data;
    const o = k * LANDING_STRIDE;
    for (let m = 0; m < 3; m++) {
      const middle = 0.5 * (p[c + CP_ON_A + m] + p[c + CP_ON_B + m]) + points.origin[m];
      f[o + L_ARM_A + m] = middle - d[pa + B_CENTER + m];
      f[o + L_ARM_B + m] = middle - d[pb + B_CENTER + m];
      f[o + L_NORMAL + m] = p[c + CP_NORMAL + m];
    }
    f[o + L_GAP] = gap + depth;
    f[o + L_IMPULSE] = 0;
    pool.i.data[k * LANDING_INTS + LI_BLOCK] = -1;
    if (!(gap + h * normalVelocity(f, o, v, 6 * a, 6 * b) < 0)) {
      pool.count--;
      continue;
    }
    pool.i.data[k * LANDING_INTS + LI_BODY_A] = a;
    pool.i.data[k * LANDING_INTS + LI_BODY_B] = b;
  }
}

/** The gaps after h seconds at the velocities v that the bodies have got. */
export function followLandings(pool: ContactPool, v: Float64Array, h: number): void {
  const i = pool.i.data;
  for (let k = 0; k < pool.count; k++) {
    const va = 6 * i[k * LANDING_INTS + LI_BODY_A];
    const vb = 6 * i[k * LANDING_INTS + LI_BODY_B];
    const o = k * LANDING_STRIDE;
    pool.f.data[o + L_GAP] += h * normalVelocity(pool.f.data, o, v, va, vb);
  }
}

/** The block of landing k. */
export function assembleLanding(pool: ContactPool, k: number, blocks: BlockStore, h: number): void {
  const f = pool.f.data;
  const o = k * LANDING_STRIDE;
  const block = blocks.add(
    pool.i.data[k * LANDING_INTS + LI_BODY_A],
    pool.i.data[k * LANDING_INTS + LI_BODY_B],
    1,
    PROJECT_BOUNDS,
  );
  pool.i.data[k * LANDING_INTS + LI_BLOCK] = block;
  const at = blocks.dataOf(block);
  const s = blocks.f.data;
  const j = at + atJacobian(1);
  for (let m = 0; m < 3; m++) {
    const m1 = (m + 1) % 3;
    const m2 = (m + 2) % 3;
    s[j + m] = f[o + L_NORMAL + m];
    s[j + 3 + m] = f[o + L_ARM_A + m1] * f[o + L_NORMAL + m2] - f[o + L_ARM_A + m2] * f[o + L_NORMAL + m1];
    s[j + 6 + m] = -f[o + L_NORMAL + m];
    s[j + 9 + m] = -(f[o + L_ARM_B + m1] * f[o + L_NORMAL + m2] - f[o + L_ARM_B + m2] * f[o + L_NORMAL + m1]);
  }
  s[at + atRhs] = f[o + L_GAP] / h;
  s[at + BOUND_HIGH] = Infinity;
}

/** Takes the impulses that the solver found. */
export function readLandings(pool: ContactPool, blocks: BlockStore): void {
  const i = pool.i.data;
  for (let k = 0; k < pool.count; k++) {
    const block = i[k * LANDING_INTS + LI_BLOCK];
    const impulse = block < 0 ? 0 : blocks.f.data[blocks.dataOf(block) + atLambda];
    pool.f.data[k * LANDING_STRIDE + L_IMPULSE] = impulse;
    i[k * LANDING_INTS + LI_BLOCK] = -1;
  }
}

/** Landing k as users see it: a point without friction; null if it bore nothing. `d`: the bodies; `h`: the substep. */
export function landingRecord(pool: ContactPool, k: number, bodies: BodyStore, h: number): ContactRecord | null {
  const f = pool.f.data;
  const o = k * LANDING_STRIDE;
  const push = f[o + L_IMPULSE] / h;
  if (!(push > 0)) return null;
  const a = pool.i.data[k * LANDING_INTS + LI_BODY_A];
  const b = pool.i.data[k * LANDING_INTS + LI_BODY_B];
  const at = b * BODY_STRIDE + B_CENTER;
  const vector = (of: (m: number) => number): [number, number, number] => [of(0), of(1), of(2)];
  const point = vector((m) => bodies.f.data[at + m] + f[o + L_ARM_B + m]);
  const normal = vector((m) => f[o + L_NORMAL + m]);
  return {
    point,
    normal,
    force: vector((m) => push * normal[m]!),
    torque: [0, 0, 0],
    centerOfPressure: point,
    area: 0,
    volume: 0,
    depth: 0,
    slipMargin: 0,
    tipMargin: 0,
    state: slipState(bodies, a, b, f.slice(o + L_ARM_A, o + L_ARM_B + 3), normal),
    outline: [],
  };
}
