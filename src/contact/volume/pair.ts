// The contacts of one pair: its cells, their frames, and what the solver found for them.
//
// A contact is the quarters of a cell, or of the pair's one volume, together (law.ts). Its block has a row for each
// quarter and two for friction (newtons times seconds, since volume rows are divided by their area a):
//   normal:  J_n = -(1/a) ∂V/∂q                 the printed J_V = ∂V/∂q (Eq. 16) would push bodies together
//   tangent: J_t = t·(Σ_A w_k ṗ_k - Σ_B w_k ṗ_k), w_k = A_k/Σ A_k on each side (Eq. 20, 21)
// The law is Coulomb's cone (Eq. 9, 10 without the pyramid). Friction on a rigid body acts at the other side's centre
// where that is soft, else at the mean of both centres: the paper's ghost torque (§4.2) then vanishes between rigid
// bodies and between rigid and soft.

import type { SimpleShape } from '../../shapes/shape.js';
import type { SoftBody } from '../../soft/body.js';
import { KeyedSums } from './sums.js';
import { C_MOMENT, C_SIDE, C_VOLUME, CELL_STRIDE, PairVolumes, S_AREA, S_FIRST, SIDE_STRIDE } from './volumes.js';

/** Numbers of one contact. */
export const P_NORMAL = 0;
export const P_TANGENT1 = 3;
export const P_TANGENT2 = 6;
/** m², m³, and where the overlap is. */
export const P_AREA = 9;
export const P_VOLUME = 10;
export const P_CENTER = 11;
/** Where friction acts on A, and on B. */
export const P_FRICTION_A = 14;
export const P_FRICTION_B = 17;
/** Friction impulses of the last solve (N·s) along the two tangents. */
export const P_SLIDE = 20;
/**
 * For each of up to four parts: normal impulse (N·s), normal velocity that leads to where V was looked at, mean depth
 * (m) there.
 */
export const P_PARTS = 22;
export const PART_STRIDE = 3;
export const PART_LAMBDA = 0;
export const PART_FREE = 1;
export const PART_DEPTH = 2;
export const MOST_PARTS = 4;
export const P_STRIDE = 34;

const OLD_STRIDE = 5;
/** Area as a vector over the sum of its parts' from which on a contact faces one way. */
const ONE_WAY = 0.9;
/** One less the cosine between a normal and an axis, or its last direction, where they count as one. */
const ALONG_AXIS = 2e-4;
const STEADY = 2e-6;
/** A part that has lost more than this share of its area since the last step is lifting off, or tipping. */
const SHRUNK = 0.7;

/** What the number of a cell along an axis counts: cells, the halves of the one that there is, or halves of many. */
export const WHOLES = 0;
export const ONE = 1;
export const HALVES = 2;

/** Cells whose area is below this share of the pair's are left out: they bear nothing. */
const LEAST_AREA = 1e-6;
/** Likewise of the many parts of a soft body's one volume: what only the skin of its rim reaches into. */
const LEAST_OF_MANY = 5e-4;

export class VolumePair {
  a = 0;
  b = 0;
  softA: SoftBody | null = null;
  softB: SoftBody | null = null;
  readonly volumes = new PairVolumes();
  count = 0;
  data = new Float64Array(P_STRIDE * 4);
  /** Parts of each contact, and their cells in `volumes`, MOST_PARTS each. */
  parts = new Int32Array(4);
  cells = new Int32Array(4 * MOST_PARTS);
  /** First block of the step, or -1. */
  firstBlock = -1;
  /** By cell of `volumes` and node of A and of B: ∂V/∂x. */
  readonly nodes: readonly [KeyedSums, KeyedSums] = [new KeyedSums(), new KeyedSums()];
  /** First row of this step on A and on B, where they are soft. */
  readonly firstRow: [number, number] = [0, 0];
  friction = 0;
  depth = 0;
  /** The most that is taken out of the depth in a step (m). */
  step = 0;
  /** Share of what is too deep that is taken out in a step. */
  pace = 1;
  bears = false;
  /** Whether its parts have springs in them, see assemble.ts. */
  gives = false;
  /** Being looked at with this step's forces. */
  ahead = false;
  /** Twists of both bodies that led to where they were looked at, where that is neither. */
  readonly seen = new Float64Array(12);
  /** By cell of `volumes`: 1 where it was looked at with this step's forces, 2 with those on one of the two alone. */
  aheadOf = new Uint8Array(16);
  /** How long (s) the velocities lead to where it was looked at. */
  reach = 0;
  /** As it was looked at: poses of both, the surfaces that are soft, the lattice's edge. */
  readonly pose = new Float64Array(14);
  readonly looked: [SimpleShape | null, SimpleShape | null] = [null, null];
  spacing = 0;
  /** Where the contact faced in the last step, if anywhere and not along an axis: its rays run so. */
  readonly facing = new Float64Array(3);
  /** Depths are those of the last substep, taken along. */
  followed = false;
  /**
   * What the last step ended with: by cell, ix, iy, iz its normal impulse and area; by contact, friction as a vector
   * under its first cell.
   */
  #oldKeys = new Int32Array(12);
  #old = new Float64Array(4 * OLD_STRIDE);
  #oldCount = 0;
  readonly #normal = new Float64Array(3);
  #restored = false;

  /** What the next step starts from, for snapshots. */
  remember(): { keys: Int32Array; old: Float64Array; facing: Float64Array } {
    this.#keep();
    return {
      keys: this.#oldKeys.slice(0, 3 * this.#oldCount),
      old: this.#old.slice(0, OLD_STRIDE * this.#oldCount),
      facing: this.facing.slice(),
    };
  }

  /** As if the last step had ended so. */
  recallFrom(keys: Int32Array, old: Float64Array, facing: Float64Array): void {
    this.facing.set(facing);
    this.#oldKeys = keys.slice();
    this.#old = old.slice();
    this.#oldCount = keys.length / 3;
    this.#restored = true;
  }

  /** Keeps the impulses for the next step and forgets the rest. */
  begin(): void {
    if (!this.#restored) this.#keep();
    this.#restored = false;
    this.count = 0;
    this.volumes.clear();
    this.aheadOf.fill(0);
    this.nodes[0].clear();
    this.nodes[1].clear();
    this.firstBlock = -1;
    this.bears = false;
  }

  #keep(): void {
    if (this.#restored) return;
    let n = 0;
    for (let c = 0; c < this.count; c++) n += this.parts[c];
    if (3 * n > this.#oldKeys.length) {
      this.#oldKeys = new Int32Array(6 * n);
      this.#old = new Float64Array(2 * OLD_STRIDE * n);
    }
    this.#oldCount = n;
    n = 0;
    for (let c = 0; c < this.count; c++) {
      const o = P_STRIDE * c;
      for (let p = 0; p < this.parts[c]; p++, n++) {
        const cell = this.cells[MOST_PARTS * c + p];
        for (let k = 0; k < 3; k++) {
          this.#oldKeys[3 * n + k] = this.volumes.keys[3 * cell + k];
          this.#old[OLD_STRIDE * n + 1 + k] =
            p > 0
              ? 0
              : this.data[o + P_SLIDE] * this.data[o + P_TANGENT1 + k] +
                this.data[o + P_SLIDE + 1] * this.data[o + P_TANGENT2 + k];
        }
        this.#old[OLD_STRIDE * n] = this.data[o + P_PARTS + PART_STRIDE * p + PART_LAMBDA];
        // Of what was looked at with its forces, deeper than it lies, no area is kept: the next one would be less.
        const area = areaOf(this.volumes.data, CELL_STRIDE * cell + C_SIDE);
        this.#old[OLD_STRIDE * n + 4] = this.aheadOf[cell] === 0 ? area : 0;
      }
    }
  }

  /**
   * Whether parts that bore in the last step have gone or shrunk, and what they lost is not found elsewhere: a body
   * that slides from cell to cell leaves some and enters others.
   */
  hasShrunk(): boolean {
    let shrunk = 0;
    let sum = 0;
    for (let m = 0; m < this.#oldCount; m++) {
      const area = this.#old[OLD_STRIDE * m + 4];
      sum += area;
      if (this.#old[OLD_STRIDE * m] === 0 || !this.#isShrunk(m)) continue;
      // Of what was looked at with its forces no area is known.
      if (area === 0) return true;
      shrunk += area;
    }
    if (!(shrunk > 0)) return false;
    for (let c = 0; c < this.volumes.cells; c++) sum -= areaOf(this.volumes.data, CELL_STRIDE * c + C_SIDE);
    return !(sum < (1 - SHRUNK) * shrunk);
  }

  #isShrunk(m: number): boolean {
    const c = this.volumes.find(this.#oldKeys, 3 * m);
    return c < 0 || areaOf(this.volumes.data, CELL_STRIDE * c + C_SIDE) < SHRUNK * this.#old[OLD_STRIDE * m + 4];
  }

  /** Takes what has gone or shrunk from where this step's forces lead. */
  adopt(from: PairVolumes): void {
    const { volumes } = this;
    for (let m = 0; m < this.#oldCount; m++) {
      const there = from.find(this.#oldKeys, 3 * m);
      if (there < 0 || !this.#isShrunk(m)) continue;
      const here = volumes.find(this.#oldKeys, 3 * m);
      const added = volumes.copy(from, there);
      this.markAhead(added);
      // What it replaces keeps its place, and nothing in it.
      if (here >= 0) volumes.data[CELL_STRIDE * here + C_VOLUME] = 0;
    }
  }

  markAhead(cell: number, how = 1): void {
    this.#reserveAhead(cell + 1);
    this.aheadOf[cell] = how;
  }

  #reserveAhead(cells: number): void {
    if (cells <= this.aheadOf.length) return;
    const grown = new Uint8Array(2 * cells);
    grown.set(this.aheadOf);
    this.aheadOf = grown;
  }

  /** Makes contacts of the cells that rays have filled: of the quarters that belong together, or of all. */
  settle(asOne: boolean, warm: boolean): void {
    const { volumes } = this;
    this.#reserveAhead(volumes.cells);
    const least = volumes.halved[0] === HALVES ? LEAST_OF_MANY : LEAST_AREA;
    let total = 0;
    for (let c = 0; c < volumes.cells; c++) total += areaOf(volumes.data, CELL_STRIDE * c + C_SIDE);
    for (let c = 0; c < volumes.cells; c++) {
      const area = areaOf(volumes.data, CELL_STRIDE * c + C_SIDE);
      if (!(area > least * total) || !(volumes.data[CELL_STRIDE * c + C_VOLUME] > 0)) continue;
      let n = asOne ? this.count - 1 : this.#contactOf(c);
      if (n < 0) {
        this.#open();
        n = this.count - 1;
      }
      if (this.parts[n] < MOST_PARTS) this.cells[MOST_PARTS * n + this.parts[n]++] = c;
    }
    for (let n = 0; n < this.count; n++) this.#finish(n, warm);
    this.#leaveOut();
    if (this.count === 0) return;
    this.#face();
    this.#carry(0, this.softA);
    this.#carry(1, this.softB);
  }

  /** A normal that has hardly moved stays, so that what rests is cut as it was. */
  #face(): void {
    const { facing, volumes } = this;
    const n = this.#normal;
    n.fill(0);
    let sum = 0;
    for (let c = 0; c < volumes.cells; c++) {
      if (!(volumes.data[CELL_STRIDE * c + C_VOLUME] > 0)) continue;
      const o = CELL_STRIDE * c + C_SIDE + S_AREA;
      for (let k = 0; k < 3; k++) n[k] -= volumes.data[o + k];
      sum += areaOf(volumes.data, o);
    }
    const area = areaOf(n, 0);
    if (!(area > ONE_WAY * sum)) facing.fill(0);
    else {
      for (let k = 0; k < 3; k++) n[k] /= area;
      if (Math.max(Math.abs(n[0]), Math.abs(n[1]), Math.abs(n[2])) > 1 - ALONG_AXIS) facing.fill(0);
      else if (!(n[0] * facing[0] + n[1] * facing[1] + n[2] * facing[2] > 1 - STEADY)) facing.set(n);
    }
  }

  /** Parts that face different ways all round have no normal in common (one body inside another). */
  #leaveOut(): void {
    const { data, parts, cells } = this;
    let kept = 0;
    for (let n = 0; n < this.count; n++) {
      if (!(data[P_STRIDE * n + P_AREA] > 0)) continue;
      if (kept < n) {
        data.copyWithin(P_STRIDE * kept, P_STRIDE * n, P_STRIDE * (n + 1));
        cells.copyWithin(MOST_PARTS * kept, MOST_PARTS * n, MOST_PARTS * (n + 1));
        parts[kept] = parts[n];
      }
      kept++;
    }
    this.count = kept;
  }

  /** The contact whose cell this one is a quarter of, and that has room for it, or -1. */
  #contactOf(c: number): number {
    const { keys, halved } = this.volumes;
    for (let n = 0; n < this.count; n++) {
      const d = this.cells[MOST_PARTS * n];
      let same = true;
      for (let k = 0; k < 3; k++) {
        if (halved[k] === ONE) continue;
        const shift = halved[k] === HALVES ? 1 : 0;
        if (keys[3 * c + k] >> shift !== keys[3 * d + k] >> shift) same = false;
      }
      if (same && this.parts[n] < MOST_PARTS) return n;
    }
    return -1;
  }

  #open(): void {
    const n = this.count++;
    if (P_STRIDE * this.count > this.data.length) {
      const data = new Float64Array(2 * this.data.length);
      data.set(this.data);
      this.data = data;
      const parts = new Int32Array(2 * this.parts.length);
      parts.set(this.parts);
      this.parts = parts;
      const cells = new Int32Array(2 * this.cells.length);
      cells.set(this.cells);
      this.cells = cells;
    }
    this.parts[n] = 0;
    this.data.fill(0, P_STRIDE * n, P_STRIDE * (n + 1));
  }

  #finish(n: number, warm: boolean): void {
    const { data, parts, cells } = this;
    const from = this.volumes.data;
    const o = P_STRIDE * n;
    for (let p = 0; p < parts[n]; p++) {
      const s = CELL_STRIDE * cells[MOST_PARTS * n + p];
      for (let k = 0; k < 3; k++) {
        data[o + P_NORMAL + k] -= from[s + C_SIDE + S_AREA + k];
        data[o + P_CENTER + k] += from[s + C_MOMENT + k];
      }
      data[o + P_VOLUME] += from[s + C_VOLUME];
    }
    const area = areaOf(data, o + P_NORMAL);
    let sum = 0;
    for (let p = 0; p < parts[n]; p++) sum += areaOf(from, CELL_STRIDE * cells[MOST_PARTS * n + p] + C_SIDE);
    if (!(area > 1e-3 * sum)) return;
    data[o + P_AREA] = area;
    for (let k = 0; k < 3; k++) {
      data[o + P_NORMAL + k] /= area;
      data[o + P_CENTER + k] /= data[o + P_VOLUME];
    }
    writeTangents(data, o);
    this.#writeSideCenter(n, 0, P_FRICTION_A);
    this.#writeSideCenter(n, 1, P_FRICTION_B);
    if (!(this.softA && this.softB)) {
      for (let k = 0; k < 3; k++) {
        const a = data[o + P_FRICTION_A + k];
        const b = data[o + P_FRICTION_B + k];
        const at = this.softA ? a : this.softB ? b : 0.5 * (a + b);
        data[o + P_FRICTION_A + k] = data[o + P_FRICTION_B + k] = at;
      }
    }
    if (warm) for (let p = 0; p < parts[n]; p++) this.#recall(n, p);
  }

  /** Σ A_k p_k/Σ A_k with A_k = n·∂V/∂p_k. */
  #writeSideCenter(n: number, solid: number, to: number): void {
    const { data, parts, cells } = this;
    const from = this.volumes.data;
    const o = P_STRIDE * n;
    let sum = 0;
    for (let k = 0; k < 3; k++) data[o + to + k] = 0;
    for (let p = 0; p < parts[n]; p++) {
      const side = CELL_STRIDE * cells[MOST_PARTS * n + p] + C_SIDE + SIDE_STRIDE * solid;
      for (let i = 0; i < 3; i++) {
        sum += data[o + P_NORMAL + i] * from[side + S_AREA + i];
        for (let k = 0; k < 3; k++) data[o + to + k] += data[o + P_NORMAL + i] * from[side + S_FIRST + 3 * i + k];
      }
    }
    for (let k = 0; k < 3; k++) data[o + to + k] /= sum;
  }

  #recall(n: number, p: number): void {
    const { data, volumes } = this;
    const oldKeys = this.#oldKeys;
    const old = this.#old;
    const o = P_STRIDE * n;
    const c = this.cells[MOST_PARTS * n + p];
    for (let m = 0; m < this.#oldCount; m++) {
      let same = true;
      for (let k = 0; k < 3; k++) if (oldKeys[3 * m + k] !== volumes.keys[3 * c + k]) same = false;
      if (!same) continue;
      data[o + P_PARTS + PART_STRIDE * p + PART_LAMBDA] = old[OLD_STRIDE * m];
      for (let k = 0; k < 3; k++) {
        data[o + P_SLIDE] += old[OLD_STRIDE * m + 1 + k] * data[o + P_TANGENT1 + k];
        data[o + P_SLIDE + 1] += old[OLD_STRIDE * m + 1 + k] * data[o + P_TANGENT2 + k];
      }
      return;
    }
  }

  /** From the vertices of a soft body's surface to its nodes. */
  #carry(side: 0 | 1, soft: SoftBody | null): void {
    if (!soft) return;
    const sums = this.volumes.vertices[side];
    const out = this.nodes[side];
    const { carriers, nodes, weights } = soft.surface;
    for (let e = 0; e < sums.count; e++) {
      const v = carriers * sums.second[e];
      for (let k = 0; k < carriers; k++) {
        const w = weights[v + k];
        if (w === 0) continue;
        const at = 3 * out.entry(sums.first[e], nodes[v + k]);
        out.value[at] += w * sums.value[3 * e];
        out.value[at + 1] += w * sums.value[3 * e + 1];
        out.value[at + 2] += w * sums.value[3 * e + 2];
      }
    }
  }
}

export function areaOf(d: Float64Array, o: number): number {
  return Math.sqrt(d[o] * d[o] + d[o + 1] * d[o + 1] + d[o + 2] * d[o + 2]);
}

/** Two unit vectors across the normal; the axis that is least along it comes first. */
function writeTangents(d: Float64Array, o: number): void {
  const x = d[o];
  const y = d[o + 1];
  const z = d[o + 2];
  const ax = Math.abs(x);
  const ay = Math.abs(y);
  const az = Math.abs(z);
  const k = ax <= ay && ax <= az ? 0 : ay <= az ? 1 : 2;
  const t = [0, 0, 0];
  t[k] = 1;
  const along = d[o + k];
  for (let i = 0; i < 3; i++) t[i]! -= along * d[o + i];
  const size = Math.sqrt(t[0]! * t[0]! + t[1]! * t[1]! + t[2]! * t[2]!);
  for (let i = 0; i < 3; i++) d[o + P_TANGENT1 + i] = t[i]! / size;
  const [u, v, w] = [d[o + P_TANGENT1], d[o + P_TANGENT1 + 1], d[o + P_TANGENT1 + 2]];
  d[o + P_TANGENT2] = y * w - z * v;
  d[o + P_TANGENT2 + 1] = z * u - x * w;
  d[o + P_TANGENT2 + 2] = x * v - y * u;
}
