// Jacobians of contacts and ties in the block store, and their products with velocities.

import { grownI32 } from '../../memory/grown.js';
import {
  atJacobian,
  BLOCK_INTS,
  type BlockStore,
  K_AT_A,
  K_AT_B,
  K_DATA,
  K_END_A,
  K_END_B,
  K_FIRST_A,
  K_FIRST_B,
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
  const a = i[h + K_AT_A];
  const b = i[h + K_AT_B] - i[h + K_WIDTH_A];
  const endA = i[h + K_END_A];
  const endB = i[h + K_END_B];
  let sum = 0;
  for (let k = i[h + K_FIRST_A]; k < endA; k++) sum += f[j + k] * v[a + k];
  for (let k = i[h + K_FIRST_B]; k < endB; k++) sum += f[j + k] * v[b + k];
  return sum;
}

/** The block at i[h…] has nothing in its rows of one mover but in m columns. */
export function seesOnly(i: Int32Array, h: number, side: number, first: number, m: number): void {
  i[h + (side === 0 ? K_FIRST_A : K_FIRST_B)] = first;
  i[h + (side === 0 ? K_END_A : K_END_B)] = first + m;
}

/** The rows of contacts on soft bodies, and the rows of blocks. */
export class RowWriter {
  #count = new Int32Array(64);
  #order = new Int32Array(256);

  /** Rows of all contacts of the pair on one of its bodies; of a body against itself both sides at once. */
  addSoftRows(pair: VolumePair, side: 0 | 1, soft: SoftMover): void {
    const first = soft.rowCount;
    pair.firstRow[side] = first;
    const isSelf = pair.a === pair.b;
    this.#sort(pair, side, 0);
    if (isSelf) this.#sort(pair, 1, pair.nodes[0].count + pair.volumes.cells + 1);
    for (let n = 0; n < pair.count; n++) {
      for (let p = 0; p < pair.parts[n]; p++) {
        soft.addRow();
        this.#addNormal(pair, side, n, p, soft, 0);
        if (isSelf) this.#addNormal(pair, 1, n, p, soft, pair.nodes[0].count + pair.volumes.cells + 1);
      }
      for (let t = 0; t < 2; t++) {
        soft.addRow();
        this.#addTangent(pair, side, n, t, soft, 0);
        if (isSelf) this.#addTangent(pair, 1, n, t, soft, pair.nodes[0].count + pair.volumes.cells + 1);
      }
    }
  }

  /** Entries of one side by cells: where each begins at order[at + cell], the entries after all of those. */
  #sort(pair: VolumePair, side: 0 | 1, at: number): void {
    const sums = pair.nodes[side];
    const { cells } = pair.volumes;
    const size = at + cells + 1 + sums.count;
    if (this.#order.length < size) this.#order = grownI32(this.#order, 2 * size);
    if (this.#count.length < cells + 1) this.#count = new Int32Array(2 * cells + 2);
    const order = this.#order;
    const count = this.#count;
    count.fill(0, 0, cells + 1);
    for (let e = 0; e < sums.count; e++) count[sums.first[e]]++;
    let next = at + cells + 1;
    for (let c = 0; c < cells; c++) {
      order[at + c] = next;
      next += count[c];
      count[c] = order[at + c];
    }
    order[at + cells] = next;
    for (let e = 0; e < sums.count; e++) order[count[sums.first[e]]++] = e;
  }

  #addNormal(pair: VolumePair, side: 0 | 1, n: number, p: number, soft: SoftMover, at: number): void {
    const order = this.#order;
    const { value, second } = pair.nodes[side];
    const cell = pair.cells[MOST_PARTS * n + p];
    const inverse = -1 / areaOf(pair.volumes.data, CELL_STRIDE * cell + C_SIDE);
    for (let k = order[at + cell]; k < order[at + cell + 1]; k++) {
      const e = order[k];
      soft.addEntry(second[e], inverse * value[3 * e], inverse * value[3 * e + 1], inverse * value[3 * e + 2]);
    }
  }

  /** w_k = A_k/Σ A_k; the sum is -a on A's side and a on B's, which is also the sign of the side. */
  #addTangent(pair: VolumePair, side: 0 | 1, n: number, t: number, soft: SoftMover, at: number): void {
    const order = this.#order;
    const { value, second } = pair.nodes[side];
    const { data } = pair;
    const c = P_STRIDE * n;
    const o = c + (t === 0 ? P_TANGENT1 : P_TANGENT2);
    const inverse = -1 / data[c + P_AREA];
    for (let p = 0; p < pair.parts[n]; p++) {
      const cell = pair.cells[MOST_PARTS * n + p];
      for (let k = order[at + cell]; k < order[at + cell + 1]; k++) {
        const e = order[k];
        const w =
          inverse *
          (value[3 * e] * data[c + P_NORMAL] +
            value[3 * e + 1] * data[c + P_NORMAL + 1] +
            value[3 * e + 2] * data[c + P_NORMAL + 2]);
        soft.addEntry(second[e], w * data[o], w * data[o + 1], w * data[o + 2]);
      }
    }
  }

  /** A normal row for each part, then the two tangents, of contact n; `row`: of its first on soft bodies. */
  write(blocks: BlockStore, block: number, pair: VolumePair, n: number, row: number, isSoft: readonly boolean[]): void {
    const f = blocks.f.data;
    const i = blocks.i.data;
    const h = block * BLOCK_INTS;
    const w = i[h + K_WIDTH];
    const m = pair.parts[n] + 2;
    const j = i[h + K_DATA] + atJacobian(m);
    for (let s = 0; s < (pair.a === pair.b ? 1 : 2); s++) {
      const start = s === 0 ? 0 : i[h + K_WIDTH_A];
      if (isSoft[s]) {
        const first = start + pair.firstRow[s as 0 | 1] + row;
        for (let r = 0; r < m; r++) f[j + w * r + first + r] = 1;
        seesOnly(i, h, s, first, m);
      } else writeRigidRows(f, j, w, start, pair, n, s);
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
