// What a pair's contacts say of themselves: one record for all its cells, whose wrench is their sum.

import type { ContactRecord } from '../model.js';
import {
  P_AREA,
  P_CENTER,
  P_DEPTH,
  P_FRICTION_A,
  P_LAMBDA,
  P_NORMAL,
  P_STRIDE,
  P_TANGENT1,
  P_TANGENT2,
  P_VOLUME,
  type VolumePair,
} from './pair.js';
import { C_SIDE, CELL_STRIDE, S_TORQUE } from './volumes.js';

/** Friction within this share of the cone counts as sliding. */
const ON_CONE = 1e-6;

export function reportPair(pair: VolumePair, h: number, into: ContactRecord[]): void {
  const { data, volumes } = pair;
  const point: [number, number, number] = [0, 0, 0];
  const normal: [number, number, number] = [0, 0, 0];
  const force: [number, number, number] = [0, 0, 0];
  const torque: [number, number, number] = [0, 0, 0];
  const pressed: [number, number, number] = [0, 0, 0];
  let area = 0;
  let volume = 0;
  let depth = 0;
  let load = 0;
  let margin = 1;
  const outline: [number, number, number][] = [];
  for (let n = 0; n < pair.count; n++) {
    const o = P_STRIDE * n;
    area += data[o + P_AREA];
    volume += data[o + P_VOLUME];
    depth += data[o + P_AREA] * data[o + P_DEPTH];
    load += data[o + P_LAMBDA];
    for (let k = 0; k < 3; k++) {
      point[k]! += data[o + P_VOLUME] * data[o + P_CENTER + k];
      normal[k]! += data[o + P_AREA] * data[o + P_NORMAL + k];
      pressed[k]! += data[o + P_LAMBDA] * data[o + P_CENTER + k];
    }
  }
  for (let k = 0; k < 3; k++) point[k]! /= volume;
  let sliding = false;
  for (let n = 0; n < pair.count; n++) {
    const o = P_STRIDE * n;
    const side = CELL_STRIDE * pair.cellOf[n] + C_SIDE;
    const f = [0, 0, 0];
    const t = [0, 0, 0];
    const pressure = data[o + P_LAMBDA] / (h * data[o + P_AREA]);
    for (let k = 0; k < 3; k++) {
      f[k] = (data[o + P_LAMBDA] * data[o + P_NORMAL + k]) / h;
      t[k] =
        (data[o + P_LAMBDA + 1] * data[o + P_TANGENT1 + k] + data[o + P_LAMBDA + 2] * data[o + P_TANGENT2 + k]) / h;
    }
    for (let k = 0; k < 3; k++) {
      const a = (k + 1) % 3;
      const b = (k + 2) % 3;
      force[k]! += f[k]! + t[k]!;
      // Pressure about the reference point, carried to `point`; friction where it acts.
      torque[k]! +=
        -pressure * volumes.data[side + S_TORQUE + k] +
        (volumes.reference[a] - point[a]!) * f[b]! -
        (volumes.reference[b] - point[b]!) * f[a]! +
        (data[o + P_FRICTION_A + a] - point[a]!) * t[b]! -
        (data[o + P_FRICTION_A + b] - point[b]!) * t[a]!;
    }
    const limit = (pair.friction * data[o + P_LAMBDA]) / h;
    const size = Math.sqrt(t[0]! * t[0]! + t[1]! * t[1]! + t[2]! * t[2]!);
    if (limit > 0) {
      margin = Math.min(margin, Math.max(0, 1 - size / limit));
      if (size >= limit * (1 - ON_CONE)) sliding = true;
    }
    outline.push([data[o + P_CENTER], data[o + P_CENTER + 1], data[o + P_CENTER + 2]]);
  }
  const length = Math.sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
  for (let k = 0; k < 3; k++) normal[k]! /= length;
  const cop: [number, number, number] =
    load > 0 ? [pressed[0] / load, pressed[1] / load, pressed[2] / load] : [point[0], point[1], point[2]];
  into.push({
    point,
    normal,
    force,
    torque,
    centerOfPressure: cop,
    area,
    volume,
    depth: depth / area,
    slipMargin: margin,
    // Cells have no edge to tip over that the model would know of: what tips lifts cell by cell.
    tipMargin: 1,
    state: sliding ? 'slide' : 'stick',
    outline,
    cells: pair.count,
  } as ContactRecord & { cells: number });
}
