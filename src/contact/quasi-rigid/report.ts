// Contacts as users see them.

import { B_CENTER, BODY_STRIDE } from '../../bodies/layout.js';
import type { BodyStore } from '../../bodies/store.js';
import { PI } from '../../math/trig.js';
import type { ContactRecord } from '../model.js';
import { slipState } from '../state.js';
import {
  K_AREA,
  K_H,
  K_SHARE,
  K_U,
  K_W,
  KEPT_STRIDE,
  Q_AREA,
  Q_ARM_A,
  Q_DEPTH,
  Q_END,
  Q_FORCE,
  Q_FORESEEN,
  Q_FRAME,
  Q_FRICTION,
  Q_IMPULSE,
  Q_INTS,
  Q_PRESSURE,
  Q_SPLIT,
  Q_STRIDE,
  Q_VOLUME,
  QI_BODY_A,
  QI_BODY_B,
  QI_NODE_COUNT,
  QI_NODES,
} from './layout.js';
import { hullOfPoints } from './outline.js';
import type { PairContacts } from './pair-contacts.js';

/** Tractions by nodes: positions and normals as triples, areas (m²), pressures (Pa), friction as a vector each (Pa). */
export interface Tractions {
  positions: number[];
  normals: number[];
  areas: number[];
  pressures: number[];
  friction: number[];
  /** (1-ν²)/E of a and of b (1/Pa): how they share the displacement; 0: rigid. */
  compliance: [number, number];
  /** Width of the kernel that keeps the volume, where that is the response (m). */
  width?: number;
}

export interface QuasiRigidRecord extends ContactRecord {
  /** Greatest pressure of the smooth field, and force over area (Pa). */
  pressureMax: number;
  pressureMean: number;
  /** √(area/π) (m). */
  contactRadius: number;
  /** How far the undeformed surfaces overlap along the normal (m). */
  approach: number;
  elasticEnergy: number;
  /**
   * With the option `split`: forces of the paper's two problems after three rounds (N), and what overlap they leave
   * (m).
   */
  split?: { forceA: number; forceB: number; left: number };
  tractions?: Tractions;
}

export function recordOf(
  pair: PairContacts,
  k: number,
  bodies: BodyStore,
  h: number,
  withTractions: boolean,
  withSplit: boolean,
): QuasiRigidRecord {
  const q = pair.f;
  const o = k * Q_STRIDE;
  const a = pair.i[k * Q_INTS + QI_BODY_A];
  const b = pair.i[k * Q_INTS + QI_BODY_B];
  const d = bodies.f.data;
  const axis = (n: number): [number, number, number] => [
    q[o + Q_FRAME + 3 * n],
    q[o + Q_FRAME + 3 * n + 1],
    q[o + Q_FRAME + 3 * n + 2],
  ];
  const n = axis(0);
  const u = axis(1);
  const w = axis(2);
  const combine = (x: number, y: number, z: number): [number, number, number] => [
    x * n[0] + y * u[0] + z * w[0],
    x * n[1] + y * u[1] + z * w[1],
    x * n[2] + y * u[2] + z * w[2],
  ];
  const point: [number, number, number] = [
    d[a * BODY_STRIDE + B_CENTER] + q[o + Q_ARM_A],
    d[a * BODY_STRIDE + B_CENTER + 1] + q[o + Q_ARM_A + 1],
    d[a * BODY_STRIDE + B_CENTER + 2] + q[o + Q_ARM_A + 2],
  ];
  const impulse = (m: number) => q[o + Q_IMPULSE + m] / h;
  const pressing = impulse(0);
  const force = combine(pressing, impulse(3), impulse(4));
  const torque = combine(impulse(5), impulse(1), impulse(2));
  // M_u = F w, M_w = -F u.
  const cu = pressing > 0 ? -impulse(2) / pressing : 0;
  const cw = pressing > 0 ? impulse(1) / pressing : 0;
  const offset = combine(0, cu, cw);
  const area = q[o + Q_AREA];
  const radius = Math.sqrt(area / PI);
  const scale = pressing / q[o + Q_FORCE];
  const mu = q[o + Q_FRICTION];
  const from = pair.i[k * Q_INTS + QI_NODES];
  const to = from + pair.i[k * Q_INTS + QI_NODE_COUNT];
  let arm = 0;
  for (let m = from; m < to; m++) {
    const x = m * KEPT_STRIDE;
    const u = pair.nodes[x + K_U];
    const w = pair.nodes[x + K_W];
    arm += pair.nodes[x + K_SHARE] * Math.sqrt(u * u + w * w);
  }
  const sliding = Math.sqrt(impulse(3) * impulse(3) + impulse(4) * impulse(4)) / (mu * pressing);
  const spinning = arm > 0 ? Math.abs(impulse(5)) / (mu * pressing * arm) : 0;
  const record: QuasiRigidRecord = {
    point,
    normal: n,
    force,
    torque,
    centerOfPressure: [point[0] + offset[0], point[1] + offset[1], point[2] + offset[2]],
    area,
    volume: q[o + Q_VOLUME],
    // The pressed area may be a small part of the overlap's: the mean is never deeper than the deepest point.
    depth: area > 0 ? Math.min(q[o + Q_VOLUME] / area, q[o + Q_DEPTH]) : 0,
    // The limit surface as an ellipsoid, which it nearly is.
    slipMargin: pressing > 0 ? (mu > 0 ? Math.max(0, 1 - Math.sqrt(sliding * sliding + spinning * spinning)) : 0) : 1,
    tipMargin: pressing > 0 && radius > 0 ? Math.max(0, 1 - Math.sqrt(cu * cu + cw * cw) / radius) : 1,
    outline: hullOfPoints(pair.nodes, from, to).map(([x, y]) => {
      const p = combine(0, x, y);
      return [point[0] + p[0], point[1] + p[1], point[2] + p[2]];
    }),
    state: slipState(bodies, a, b, q.subarray(o + Q_ARM_A, o + Q_ARM_A + 6), n),
    pressureMax: q[o + Q_PRESSURE] * scale,
    pressureMean: area > 0 ? pressing / area : 0,
    contactRadius: radius,
    approach: Math.max(0, q[o + Q_END]),
    elasticEnergy: q[o + Q_FORESEEN],
  };
  if (withSplit) record.split = { forceA: q[o + Q_SPLIT], forceB: q[o + Q_SPLIT + 1], left: q[o + Q_SPLIT + 2] };
  if (withTractions) record.tractions = tractionsOf(pair, from, to, point, combine, n, pressing, impulse, mu);
  return record;
}

/**
 * Pressures as they were solved, scaled to the force of the step. Friction shared out like pressure, and linearly over
 * the contact so that it adds up to the step's friction; no node bears more than μ of its pressure.
 */
function tractionsOf(
  pair: PairContacts,
  from: number,
  to: number,
  point: readonly number[],
  combine: (x: number, y: number, z: number) => [number, number, number],
  normal: readonly number[],
  pressing: number,
  impulse: (m: number) => number,
  mu: number,
): Tractions {
  const options = pair.material?.options;
  const share = options ? options.shareA / options.modulus : 0;
  const out: Tractions = {
    positions: [],
    normals: [],
    areas: [],
    pressures: [],
    friction: [],
    compliance: [share, options ? 1 / options.modulus - share : 0],
  };
  const width = pair.material?.width ?? 0;
  if (width > 0) out.width = width;
  const { nodes } = pair;
  let su = 0;
  let sw = 0;
  let rr = 0;
  for (let m = from; m < to; m++) {
    const o = m * KEPT_STRIDE;
    su += nodes[o + K_SHARE] * nodes[o + K_U];
    sw += nodes[o + K_SHARE] * nodes[o + K_W];
    rr += nodes[o + K_SHARE] * (nodes[o + K_U] * nodes[o + K_U] + nodes[o + K_W] * nodes[o + K_W]);
  }
  const about = rr - su * su - sw * sw;
  const spin = impulse(5) + impulse(3) * sw - impulse(4) * su;
  const beta = about > 0 ? spin / about : 0;
  const alpha = impulse(3) + beta * sw;
  const gamma = impulse(4) - beta * su;
  for (let m = from; m < to; m++) {
    const o = m * KEPT_STRIDE;
    const at = combine(nodes[o + K_H], nodes[o + K_U], nodes[o + K_W]);
    const pressure = (nodes[o + K_SHARE] * pressing) / nodes[o + K_AREA];
    let x = (nodes[o + K_SHARE] * (alpha - beta * nodes[o + K_W])) / nodes[o + K_AREA];
    let y = (nodes[o + K_SHARE] * (gamma + beta * nodes[o + K_U])) / nodes[o + K_AREA];
    const size = Math.sqrt(x * x + y * y);
    if (size > mu * pressure) {
      x *= (mu * pressure) / size;
      y *= (mu * pressure) / size;
    }
    out.positions.push(point[0]! + at[0], point[1]! + at[1], point[2]! + at[2]);
    out.normals.push(...(normal as [number, number, number]));
    out.areas.push(nodes[o + K_AREA]);
    out.pressures.push(pressure);
    out.friction.push(...combine(0, x, y));
  }
  return out;
}
