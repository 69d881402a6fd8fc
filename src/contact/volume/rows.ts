// Jacobians of contacts and ties in the block store, and their products with velocities.

import {
  atJacobian,
  BLOCK_INTS,
  type BlockStore,
  K_AT_A,
  K_AT_B,
  K_DATA,
  K_ROWS,
  K_WIDTH,
  K_WIDTH_A,
} from '../../solver/blocks.js';
import {
  areaOf,
  MOST_PARTS,
  P_AREA,
  P_FRICTION_A,
  P_FRICTION_B,
  P_NORMAL,
  P_STRIDE,
  P_TANGENT1,
  P_TANGENT2,
  type VolumePair,
} from './pair.js';
import type { SoftMover } from './soft-mover.js';
import { C_SIDE, CELL_STRIDE, S_AREA, S_TORQUE, SIDE_STRIDE } from './volumes.js';

/** Row r of a block times v, which is laid out as the movers' velocities are. */
export function rowTimes(blocks: BlockStore, block: number, r: number, v: Float64Array): number {
  const i = blocks.i.data;
  const f = blocks.f.data;
  const h = block * BLOCK_INTS;
  const w = i[h + K_WIDTH];
  const j = i[h + K_DATA] + atJacobian(i[h + K_ROWS]) + w * r;
  const wa = i[h + K_WIDTH_A];
  const a = i[h + K_AT_A];
  const b = i[h + K_AT_B] - wa;
  let sum = 0;
  for (let k = 0; k < wa; k++) sum += f[j + k] * v[a + k];
  for (let k = wa; k < w; k++) sum += f[j + k] * v[b + k];
  return sum;
}

/** A normal row for each part, then the two tangents, of contact n. */
export function writeRows(
  blocks: BlockStore,
  block: number,
  pair: VolumePair,
  n: number,
  softA: SoftMover | undefined,
  softB: SoftMover | undefined,
): void {
  const f = blocks.f.data;
  const i = blocks.i.data;
  const w = i[block * BLOCK_INTS + K_WIDTH];
  const j = i[block * BLOCK_INTS + K_DATA] + atJacobian(pair.parts[n] + 2);
  // A body against itself moves as one mover: both sides add to the same numbers.
  const startB = pair.a === pair.b ? 0 : softA ? softA.width : 6;
  for (let s = 0; s < 2; s++) {
    const soft = s === 0 ? softA : softB;
    const start = s === 0 ? 0 : startB;
    if (soft) writeSoftRows(f, j, w, start, pair, n, s, soft);
    else writeRigidRows(f, j, w, start, pair, n, s);
  }
}

function writeSoftRows(
  f: Float64Array,
  j: number,
  w: number,
  start: number,
  pair: VolumePair,
  n: number,
  s: number,
  soft: SoftMover,
): void {
  const { data, volumes, parts, cells } = pair;
  const slide = j + w * parts[n];
  const c = P_STRIDE * n;
  const sums = pair.nodes[s as 0 | 1];
  for (let e = 0; e < sums.count; e++) {
    const p = partOf(cells, parts[n], n, sums.first[e]);
    if (p < 0) continue;
    const at = soft.touched[sums.second[e]];
    if (at < 0) continue;
    const inverse = -1 / areaOf(volumes.data, CELL_STRIDE * cells[MOST_PARTS * n + p] + C_SIDE);
    const gx = sums.value[3 * e];
    const gy = sums.value[3 * e + 1];
    const gz = sums.value[3 * e + 2];
    const k = start + 3 * at;
    f[j + w * p + k] += inverse * gx;
    f[j + w * p + k + 1] += inverse * gy;
    f[j + w * p + k + 2] += inverse * gz;
    // w_k = A_k/Σ A_k; the sum is -a on A's side and a on B's, which is also the sign of the side.
    const weight =
      -(gx * data[c + P_NORMAL] + gy * data[c + P_NORMAL + 1] + gz * data[c + P_NORMAL + 2]) / data[c + P_AREA];
    for (let t = 0; t < 3; t++) {
      f[slide + k + t] += weight * data[c + P_TANGENT1 + t];
      f[slide + w + k + t] += weight * data[c + P_TANGENT2 + t];
    }
  }
}

function writeRigidRows(
  f: Float64Array,
  j: number,
  w: number,
  start: number,
  pair: VolumePair,
  n: number,
  s: number,
): void {
  const { data, volumes, parts, cells } = pair;
  const c = P_STRIDE * n;
  const sign = s === 0 ? 1 : -1;
  for (let p = 0; p < parts[n]; p++) {
    const cell = CELL_STRIDE * cells[MOST_PARTS * n + p] + C_SIDE;
    const inverse = -1 / areaOf(volumes.data, cell);
    const g = cell + SIDE_STRIDE * s;
    for (let k = 0; k < 3; k++) {
      f[j + w * p + start + k] = inverse * volumes.data[g + S_AREA + k];
      f[j + w * p + start + 3 + k] = inverse * volumes.data[g + S_TORQUE + k];
    }
  }
  const at = c + (s === 0 ? P_FRICTION_A : P_FRICTION_B);
  for (let t = 0; t < 2; t++) {
    const row = j + w * (parts[n] + t) + start;
    const tangent = c + (t === 0 ? P_TANGENT1 : P_TANGENT2);
    for (let k = 0; k < 3; k++) {
      const a = (k + 1) % 3;
      const b = (k + 2) % 3;
      const ra = data[at + a] - volumes.reference[3 * s + a];
      const rb = data[at + b] - volumes.reference[3 * s + b];
      f[row + k] = sign * data[tangent + k];
      f[row + 3 + k] = sign * (ra * data[tangent + b] - rb * data[tangent + a]);
    }
  }
}

/** Which part of contact n a cell is, or -1. */
function partOf(cells: Int32Array, parts: number, n: number, cell: number): number {
  for (let p = 0; p < parts; p++) if (cells[MOST_PARTS * n + p] === cell) return p;
  return -1;
}
