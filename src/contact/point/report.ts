// A contact point as users see it.

import { B_CENTER, BODY_STRIDE } from '../../bodies/layout.js';
import type { BodyStore } from '../../bodies/store.js';
import type { ContactRecord } from '../model.js';
import { slipState } from '../state.js';
import type { ContactStore } from '../store.js';
import { P_FRICTION, P_NORMAL, P_SEPARATION, PI_BODY_A, PI_BODY_B, POINT_INTS, POINT_STRIDE } from './layout.js';
import { writeArms } from './rows.js';

/** Contact k. */
export function recordOf({ now, h }: ContactStore, k: number, bodies: BodyStore): ContactRecord {
  const d = bodies.f.data;
  const f = now.f.data;
  const o = k * POINT_STRIDE;
  const a = now.i.data[k * POINT_INTS + PI_BODY_A];
  const b = now.i.data[k * POINT_INTS + PI_BODY_B];
  const pa = a * BODY_STRIDE;
  const pb = b * BODY_STRIDE;
  const r = new Float64Array(6);
  writeArms(r, f, o, d, pa, pb);
  const point: [number, number, number] = [
    d[pa + B_CENTER] + r[0],
    d[pa + B_CENTER + 1] + r[1],
    d[pa + B_CENTER + 2] + r[2],
  ];
  const normal: [number, number, number] = [f[o + P_NORMAL], f[o + P_NORMAL + 1], f[o + P_NORMAL + 2]];
  const force: [number, number, number] = [f[o] / h, f[o + 1] / h, f[o + 2] / h];
  const fn = force[0] * normal[0] + force[1] * normal[1] + force[2] * normal[2];
  const ft = Math.sqrt(Math.max(0, force[0] * force[0] + force[1] * force[1] + force[2] * force[2] - fn * fn));
  const limit = f[o + P_FRICTION] * fn;
  return {
    point,
    normal,
    force,
    torque: [0, 0, 0],
    centerOfPressure: [point[0], point[1], point[2]],
    area: 0,
    volume: 0,
    depth: Math.max(0, -f[o + P_SEPARATION]),
    slipMargin: fn > 0 ? (limit > 0 ? Math.max(0, 1 - ft / limit) : 0) : 1,
    // A point has no extent to tip over.
    tipMargin: 1,
    outline: [],
    state: slipState(bodies, a, b, r, normal),
  };
}
