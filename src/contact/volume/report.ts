// What a pair's contacts say of themselves: one record for all its cells, whose wrench is their sum.

import type { Details } from '../kind.js';
import type { ContactRecord } from '../model.js';
import {
  areaOf,
  HALVES,
  MOST_PARTS,
  P_AREA,
  P_CENTER,
  P_FRICTION_A,
  P_NORMAL,
  P_PARTS,
  P_SLIDE,
  P_STRIDE,
  P_TANGENT1,
  P_TANGENT2,
  P_VOLUME,
  PART_DEPTH,
  PART_LAMBDA,
  PART_STRIDE,
  type VolumePair,
} from './pair.js';
import { C_MOMENT, C_SIDE, C_VOLUME, CELL_STRIDE, S_AREA, S_FIRST, S_TORQUE, SIDE_STRIDE } from './volumes.js';

/** Friction within this share of the cone counts as sliding. */
const ON_CONE = 1e-6;
/** The same of one volume with friction by cells: where all of it slides, its cells still pull apart by a hair. */
const ALL_ON_CONE = 1e-2;

/**
 * Tractions by parts of cells, on soft surfaces at their vertices: triples, areas (m²), pressures (Pa), friction as a
 * vector each (Pa), on a.
 */
export interface CellTractions {
  positions: number[];
  normals: number[];
  areas: number[];
  pressures: number[];
  friction: number[];
}

export function reportPair(pair: VolumePair, h: number, into: ContactRecord[], details: Details): void {
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
  let parts = 0;
  let margin = 1;
  const outline: [number, number, number][] = [];
  for (let n = 0; n < pair.count; n++) {
    const o = P_STRIDE * n;
    area += data[o + P_AREA];
    volume += data[o + P_VOLUME];
    for (let k = 0; k < 3; k++) {
      point[k]! += data[o + P_VOLUME] * data[o + P_CENTER + k];
      normal[k]! += data[o + P_AREA] * data[o + P_NORMAL + k];
    }
  }
  for (let k = 0; k < 3; k++) point[k]! /= volume;
  let sliding = false;
  // One volume of a soft body slides when all of it does; of cells that were asked for, when the first one does.
  const isOne = volumes.halved[0] === HALVES;
  const slid = [0, 0, 0];
  for (let n = 0; n < pair.count; n++) {
    const o = P_STRIDE * n;
    const f = [0, 0, 0];
    const t = [0, 0, 0];
    let own = 0;
    for (let p = 0; p < pair.parts[n]; p++) {
      const cell = CELL_STRIDE * pair.cells[MOST_PARTS * n + p];
      const part = o + P_PARTS + PART_STRIDE * p;
      const partArea = areaOf(volumes.data, cell + C_SIDE);
      const pressure = data[part + PART_LAMBDA] / (h * partArea);
      own += data[part + PART_LAMBDA];
      depth += partArea * data[part + PART_DEPTH];
      parts += partArea;
      for (let k = 0; k < 3; k++) {
        f[k] = -pressure * volumes.data[cell + C_SIDE + S_AREA + k];
      }
      addCenter(pressed, data[part + PART_LAMBDA], volumes.data, cell, pair.softB && !pair.softA ? 1 : 0);
      for (let k = 0; k < 3; k++) {
        const a = (k + 1) % 3;
        const b = (k + 2) % 3;
        force[k]! += f[k]!;
        // Pressure about the reference point, carried to `point`.
        torque[k]! +=
          -pressure * volumes.data[cell + C_SIDE + S_TORQUE + k] +
          (volumes.reference[a] - point[a]!) * f[b]! -
          (volumes.reference[b] - point[b]!) * f[a]!;
      }
    }
    load += own;
    for (let k = 0; k < 3; k++)
      t[k] = (data[o + P_SLIDE] * data[o + P_TANGENT1 + k] + data[o + P_SLIDE + 1] * data[o + P_TANGENT2 + k]) / h;
    for (let k = 0; k < 3; k++) {
      const a = (k + 1) % 3;
      const b = (k + 2) % 3;
      force[k]! += t[k]!;
      torque[k]! += (data[o + P_FRICTION_A + a] - point[a]!) * t[b]! - (data[o + P_FRICTION_A + b] - point[b]!) * t[a]!;
    }
    const limit = (pair.friction * own) / h;
    const size = Math.sqrt(t[0]! * t[0]! + t[1]! * t[1]! + t[2]! * t[2]!);
    for (let k = 0; k < 3; k++) slid[k]! += t[k]!;
    if (limit > 0 && !isOne) {
      margin = Math.min(margin, Math.max(0, 1 - size / limit));
      if (size >= limit * (1 - ON_CONE)) sliding = true;
    }
    outline.push([data[o + P_CENTER], data[o + P_CENTER + 1], data[o + P_CENTER + 2]]);
  }
  // Without friction what bears is at its limit.
  if (load > 0 && !(pair.friction > 0)) {
    margin = 0;
    sliding = true;
  } else if (isOne && load > 0) {
    const size = Math.sqrt(slid[0]! * slid[0]! + slid[1]! * slid[1]! + slid[2]! * slid[2]!);
    margin = Math.max(0, 1 - (size * h) / (pair.friction * load));
    sliding = margin <= ALL_ON_CONE;
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
    // What is held where its forces would have led it may lie apart by a hair at the step's end.
    depth: Math.max(0, depth / parts),
    slipMargin: margin,
    // Cells have no edge to tip over that the model would know of: what tips lifts cell by cell.
    tipMargin: 1,
    state: sliding ? 'slide' : 'stick',
    outline,
    cells: isOne ? 1 : pair.count,
    ...(details.includes('tractions') ? { tractions: tractionsOf(pair, h) } : {}),
  } as ContactRecord & { cells: number; tractions?: CellTractions });
}

/** Adds the load times where an even pressure over one side of a cell acts, Σ A_k p_k/Σ A_k with A_k = n·∂V/∂p_k. */
function addCenter(to: [number, number, number], load: number, d: Float64Array, cell: number, side: number): void {
  const o = cell + C_SIDE + SIDE_STRIDE * side;
  const area = d[o] * d[o] + d[o + 1] * d[o + 1] + d[o + 2] * d[o + 2];
  for (let k = 0; k < 3; k++)
    for (let i = 0; i < 3; i++) to[k]! += (load * d[o + S_AREA + i] * d[o + S_FIRST + 3 * i + k]) / area;
}

/**
 * What each part of each cell bears: on a soft surface by its vertices, between rigid bodies at the middle of the
 * part's overlap. The friction of a cell is one force: it is spread over the cell's parts as their pressure is.
 */
function tractionsOf(pair: VolumePair, h: number): CellTractions {
  const { data, volumes } = pair;
  const out: CellTractions = { positions: [], normals: [], areas: [], pressures: [], friction: [] };
  const side = pair.softA ? 0 : 1;
  const surface = volumes.surfaces[side];
  const shares = surface ? sharesByCell(pair, side) : null;
  for (let n = 0; n < pair.count; n++) {
    const o = P_STRIDE * n;
    let load = 0;
    for (let p = 0; p < pair.parts[n]; p++) load += data[o + P_PARTS + PART_STRIDE * p + PART_LAMBDA];
    for (let p = 0; p < pair.parts[n]; p++) {
      const index = pair.cells[MOST_PARTS * n + p];
      const cell = CELL_STRIDE * index;
      const area = areaOf(volumes.data, cell + C_SIDE);
      const pressure = data[o + P_PARTS + PART_STRIDE * p + PART_LAMBDA] / (h * area);
      const share = load > 0 ? pressure / load : 0;
      const places = shares?.get(index) ?? [[-1, 1] as const];
      for (const [vertex, part] of places) {
        out.areas.push(part * area);
        out.pressures.push(pressure);
        for (let k = 0; k < 3; k++) {
          out.positions.push(
            surface && vertex >= 0
              ? surface.positions[3 * vertex + k]
              : volumes.data[cell + C_MOMENT + k] / volumes.data[cell + C_VOLUME],
          );
          out.normals.push(-volumes.data[cell + C_SIDE + S_AREA + k] / area);
          out.friction.push(
            share * (data[o + P_SLIDE] * data[o + P_TANGENT1 + k] + data[o + P_SLIDE + 1] * data[o + P_TANGENT2 + k]),
          );
        }
      }
    }
  }
  return out;
}

/** By cell: the vertices of a soft surface that face along its normal, and their shares of its area. */
function sharesByCell(pair: VolumePair, side: 0 | 1): Map<number, [number, number][]> {
  const { volumes } = pair;
  const sums = volumes.vertices[side];
  const found = new Map<number, [number, number][]>();
  for (let e = 0; e < sums.count; e++) {
    const g = CELL_STRIDE * sums.first[e] + C_SIDE + SIDE_STRIDE * side + S_AREA;
    let along = 0;
    for (let k = 0; k < 3; k++) along += sums.value[3 * e + k] * volumes.data[g + k];
    if (!(along > 0)) continue;
    const list = found.get(sums.first[e]);
    if (list) list.push([sums.second[e], along]);
    else found.set(sums.first[e], [[sums.second[e], along]]);
  }
  for (const list of found.values()) {
    let whole = 0;
    for (const [, along] of list) whole += along;
    for (const entry of list) entry[1] /= whole;
  }
  return found;
}
