// Contacts and ties as blocks: rows, right-hand sides, compliance.

import { B_CENTER, B_ROTATION, B_SURFACE_VELOCITY, BODY_STRIDE } from '../../bodies/layout.js';
import { rotateInto } from '../../math/quaternion.js';
import {
  atCompliance,
  atJacobian,
  atLambda,
  atRhs,
  atSchur,
  BLOCK_INTS,
  K_BODY_A,
  K_BODY_B,
  K_DATA,
  K_END_A,
  K_END_B,
  K_FIRST_A,
  K_FIRST_B,
  K_ROWS,
  K_WIDTH,
  K_WIDTH_A,
} from '../../solver/blocks.js';
import { applyInverseMass } from '../../solver/movers.js';
import { CONE_FRICTION, PROJECT_BILATERAL, PROJECT_CONE } from '../../solver/projections.js';
import { restitutionOf } from '../material.js';
import type { ContactContext } from '../model.js';
import {
  areaOf,
  HALVES,
  MOST_PARTS,
  P_AREA,
  P_PARTS,
  P_SLIDE,
  P_STRIDE,
  P_TANGENT1,
  P_TANGENT2,
  PART_DEPTH,
  PART_FREE,
  PART_LAMBDA,
  PART_STRIDE,
  type VolumePair,
} from './pair.js';
import { RowWriter, rowTimes, seesOnly } from './rows.js';
import type { SoftMover } from './soft-mover.js';
import type { SoftStore, Tie } from './soft-store.js';
import { C_DEEPEST, C_FOOTPRINT, C_SIDE, C_VOLUME, CELL_STRIDE } from './volumes.js';

/** Compliance of a cell against its own answer, where a pair has several. */
const EVEN = 1e-3;
/** Likewise of a part of a soft body's one volume, always. */
const EASE = 5e-3;
/** Share of the target depth from which on a part of a rigid contact bears. */
const DOWN = 0.9;
/** Depth at the deepest over mean depth, at most: beyond a corner's it is the rays' own roughness. */
const BLUNTEST = 4;

export class VolumeAssembler {
  readonly #r = new Float64Array(6);
  readonly #row = new Float64Array(12);
  readonly #answer = new Float64Array(12);
  readonly #isSoft = [false, false];
  readonly #rows = new RowWriter();

  readonly #context: ContactContext;
  readonly #softs: SoftStore;
  readonly #projection: number;
  readonly #viscosity: number;

  constructor(context: ContactContext, softs: SoftStore, projection: number, viscosity: number) {
    this.#context = context;
    this.#softs = softs;
    this.#projection = projection;
    this.#viscosity = viscosity;
  }

  /** Rows on the soft bodies of a pair, before there are blocks. */
  addSoftRows(pair: VolumePair): void {
    const softA = this.#softs.bySlot[pair.a];
    const softB = this.#softs.bySlot[pair.b];
    if (softA) this.#rows.addSoftRows(pair, 0, softA);
    if (softB && pair.a !== pair.b) this.#rows.addSoftRows(pair, 1, softB);
  }

  /** Three rows for a tie. */
  addTieRows(tie: Tie): void {
    tie.row = tie.soft.rowCount;
    for (let k = 0; k < 3; k++) {
      tie.soft.addRow();
      tie.soft.addEntry(tie.node, k === 0 ? 1 : 0, k === 1 ? 1 : 0, k === 2 ? 1 : 0);
    }
  }

  /** The blocks of a pair. A body against itself is one mover; the world stands in for the second. */
  assemblePair(pair: VolumePair, h: number): void {
    const { blocks, settings, bodies } = this.#context;
    const { bySlot } = this.#softs;
    const restitution = restitutionOf(bodies, pair.a, pair.b, settings);
    const other = pair.a === pair.b ? 0 : pair.b;
    pair.firstBlock = -1;
    this.#isSoft[0] = bySlot[pair.a] !== undefined;
    this.#isSoft[1] = bySlot[pair.b] !== undefined;
    let row = 0;
    for (let n = 0; n < pair.count; n++) {
      const parts = pair.parts[n];
      const block = blocks.add(pair.a, other, parts + 2, parts === 1 ? PROJECT_CONE : this.#projection);
      if (pair.firstBlock < 0) pair.firstBlock = block;
      this.#rows.write(blocks, block, pair, n, row, this.#isSoft);
      row += parts + 2;
      blocks.f.data[blocks.dataOf(block) + CONE_FRICTION] = pair.friction;
      for (let p = 0; p < parts; p++) this.#writeNormal(pair, n, p, block, restitution, h);
      this.#writeSliding(pair, n, block);
    }
    pair.gives = pair.count > 0 && pair.volumes.halved[0] === HALVES && settings.compliance === 0;
    if (pair.gives) this.#ease(pair, h);
    // A soft body shares its load out by its own stiffness.
    if (!bySlot[pair.a] && !bySlot[pair.b]) {
      if ((pair.count > 1 || pair.parts[0] > 1) && settings.compliance === 0) this.#even(pair);
      this.#startEvenly(pair);
    }
    if (this.#viscosity > 0) for (let n = 0; n < pair.count; n++) this.#assembleViscosity(pair, n, other, h);
  }

  /** What the normal row of part p of contact n asks for. */
  #writeNormal(pair: VolumePair, n: number, p: number, block: number, restitution: number, h: number): void {
    const { blocks, settings, warmStart } = this.#context;
    const { data, volumes } = pair;
    const f = blocks.f.data;
    const o = blocks.dataOf(block);
    const part = P_STRIDE * n + P_PARTS + PART_STRIDE * p;
    const from = CELL_STRIDE * pair.cells[MOST_PARTS * n + p];
    const free = rowTimes(blocks, block, p, blocks.movers.v.data);
    const before = this.#oldVelocity(pair, block, p);
    // Of the velocities that lead to where V was looked at. Depths of a later substep are those at its start.
    const how = pair.followed ? 1 : pair.aheadOf[pair.cells[MOST_PARTS * n + p]];
    const rate = how === 1 ? free : how === 0 ? before : this.#seenVelocity(pair, block, p);
    data[part + PART_FREE] = pair.followed ? rate : (rate * pair.reach) / h;
    if (pair.followed) data[part + PART_DEPTH] -= h * free;
    else {
      // Back to the step's start. Bodies move on by n·v at the deepest point; the mean depth is a share of that, all of
      // it between flat faces, a half where a ball or an edge goes in. Where it ends they part, and the gap counts
      // whole.
      const mean = volumes.data[from + C_VOLUME] / volumes.data[from + C_FOOTPRINT];
      const blunt = Math.min(Math.max(volumes.data[from + C_DEEPEST] / mean, 1), BLUNTEST);
      const way = h * data[part + PART_FREE];
      const deepest = mean * blunt + way;
      data[part + PART_DEPTH] = (deepest > 0 ? deepest / blunt : deepest) - way;
    }
    const depth = data[part + PART_DEPTH] + h * data[part + PART_FREE];
    if (settings.compliance > 0) {
      // f = x/c (1 + d ẋ), shared out over the parts.
      const x = depth > 0 ? depth : 0;
      const slowed = h + settings.damping * x;
      f[o + atCompliance + p] = (settings.compliance * pair.parts[n] * pair.count) / (h * slowed);
      f[o + atRhs + p] = depth > 0 ? -x / slowed : -depth / h;
    } else {
      // Rigid bodies share their load out evenly among parts that are as good as down: a millionth of a tilt would
      // otherwise decide who bears.
      const down = this.#isSoft[0] || this.#isSoft[1] ? 1 : DOWN;
      if (depth < down * pair.depth) f[o + atRhs + p] = (pair.depth - depth) / h;
      // Slower than what forces give in two steps, bodies only rest. A soft body rebounds by its own stiffness:
      // reversing the part of it that touches, against what comes behind, lets it gain energy and leaves it with less
      // speed.
      const isRigid = !this.#isSoft[0] && !this.#isSoft[1];
      if (isRigid && restitution > 0 && before < -2 * Math.abs(free - before)) f[o + atRhs + p] = restitution * before;
    }
    if (warmStart) f[o + atLambda + p] = data[part + PART_LAMBDA];
  }

  /** A conveyor's surface moves while its body does not. */
  #writeSliding(pair: VolumePair, n: number, block: number): void {
    const { blocks, bodies, warmStart } = this.#context;
    const d = bodies.f.data;
    const f = blocks.f.data;
    const o = blocks.dataOf(block);
    const c = P_STRIDE * n;
    const r = this.#r;
    const parts = pair.parts[n];
    rotateInto(r, 0, d, pair.a * BODY_STRIDE + B_ROTATION, d, pair.a * BODY_STRIDE + B_SURFACE_VELOCITY);
    rotateInto(r, 3, d, pair.b * BODY_STRIDE + B_ROTATION, d, pair.b * BODY_STRIDE + B_SURFACE_VELOCITY);
    for (let k = 0; k < 3; k++) {
      f[o + atRhs + parts] += (r[k] - r[3 + k]) * pair.data[c + P_TANGENT1 + k];
      f[o + atRhs + parts + 1] += (r[k] - r[3 + k]) * pair.data[c + P_TANGENT2 + k];
    }
    if (warmStart) for (let k = 0; k < 2; k++) f[o + atLambda + parts + k] = pair.data[c + P_SLIDE + k];
  }

  /** Row r of the block times the velocities at the step's start; of soft bodies, those with which they were looked at. */
  #oldVelocity(pair: VolumePair, block: number, r: number): number {
    const { blocks, bodies } = this.#context;
    const i = blocks.i.data;
    const f = blocks.f.data;
    const h = block * BLOCK_INTS;
    const j = i[h + K_DATA] + atJacobian(i[h + K_ROWS]) + i[h + K_WIDTH] * r;
    let sum = 0;
    for (let s = 0; s < (pair.a === pair.b ? 1 : 2); s++) {
      const slot = s === 0 ? pair.a : pair.b;
      const from = j + (s === 0 ? 0 : i[h + K_WIDTH_A]);
      const soft = this.#softs.bySlot[slot];
      if (soft) {
        const start = s === 0 ? 0 : i[h + K_WIDTH_A];
        const end = i[h + (s === 0 ? K_END_A : K_END_B)] - start;
        for (let k = i[h + (s === 0 ? K_FIRST_A : K_FIRST_B)] - start; k < end; k++)
          if (f[from + k] !== 0) sum += soft.times(k, soft.body.ahead);
      } else for (let k = 0; k < 6; k++) sum += f[from + k] * bodies.old.data[6 * slot + k];
    }
    return sum;
  }

  /** Row r of a block of two rigid bodies times the twists with which they were looked at. */
  #seenVelocity(pair: VolumePair, block: number, r: number): number {
    const { blocks } = this.#context;
    const h = block * BLOCK_INTS;
    const i = blocks.i.data;
    const j = i[h + K_DATA] + atJacobian(i[h + K_ROWS]) + i[h + K_WIDTH] * r;
    let sum = 0;
    for (let k = 0; k < 12; k++) sum += blocks.f.data[j + k] * pair.seen[k];
    return sum;
  }

  /**
   * The parts of one volume are more than a soft surface has ways to give: a compliance c of a share of each one's own
   * answer tells those apart that press alike, and the rows are independent. It is that of a spring, which is pressed in
   * by h c λ beyond the target depth: v_n + c λ ≥ (d - d̄)/h, of which no more is asked for than the last impulse put
   * there. As a damper alone it would let the body sink for ever, and correction would lift it again in every step.
   */
  #ease(pair: VolumePair, h: number): void {
    const { blocks } = this.#context;
    const f = blocks.f.data;
    const { bySlot } = this.#softs;
    let [rowA, rowB] = pair.firstRow;
    for (let n = 0; n < pair.count; n++) {
      const o = blocks.dataOf(pair.firstBlock + n);
      for (let p = 0; p < pair.parts[n]; p++) {
        const c = EASE * ((bySlot[pair.a]?.answerOf(rowA + p) ?? 0) + (bySlot[pair.b]?.answerOf(rowB + p) ?? 0));
        const part = P_STRIDE * n + P_PARTS + PART_STRIDE * p;
        const { data } = pair;
        const beyond = (data[part + PART_DEPTH] - pair.depth) / h + data[part + PART_FREE];
        f[o + atCompliance + p] = c;
        if (beyond > 0) f[o + atRhs + p] -= Math.min(beyond, c * data[part + PART_LAMBDA]);
      }
      rowA += pair.parts[n] + 2;
      rowB += pair.parts[n] + 2;
    }
  }

  /** Compliance that shares a rigid body's load out evenly over the area of its cells. */
  #even(pair: VolumePair): void {
    const { blocks, kernels, bodies } = this.#context;
    const f = blocks.f.data;
    const area = (n: number, p: number) =>
      areaOf(pair.volumes.data, CELL_STRIDE * pair.cells[MOST_PARTS * n + p] + C_SIDE);
    let answer = 0;
    let sum = 0;
    let rows = 0;
    for (let n = 0; n < pair.count; n++) {
      const block = pair.firstBlock + n;
      kernels.assemble(blocks, block, bodies.f.data);
      for (let p = 0; p < pair.parts[n]; p++, rows++) {
        answer += f[blocks.dataOf(block) + atSchur + (pair.parts[n] + 3) * p];
        sum += area(n, p);
      }
    }
    for (let n = 0; n < pair.count; n++)
      for (let p = 0; p < pair.parts[n]; p++)
        f[blocks.dataOf(pair.firstBlock + n) + atCompliance + p] = (EVEN * answer * sum) / (rows * rows * area(n, p));
  }

  /**
   * Between rigid bodies without a past: the impulses of one even pressure under all cells, as a start. Many cells
   * share a load in no unique way, and methods that start at nothing leave it where their first visits put it.
   */
  #startEvenly(pair: VolumePair): void {
    const { blocks, bodies } = this.#context;
    const f = blocks.f.data;
    const row = this.#row;
    const answer = this.#answer;
    row.fill(0);
    let bias = 0;
    for (let n = 0; n < pair.count; n++) {
      const o = blocks.dataOf(pair.firstBlock + n);
      const j = o + atJacobian(pair.parts[n] + 2);
      for (let p = 0; p < pair.parts[n]; p++) {
        if (f[o + atLambda + p] !== 0) return;
        const area = areaOf(pair.volumes.data, CELL_STRIDE * pair.cells[MOST_PARTS * n + p] + C_SIDE);
        bias += area * f[o + atRhs + p];
        for (let k = 0; k < 12; k++) row[k] += area * f[j + 12 * p + k];
      }
    }
    applyInverseMass(answer, 0, row, 0, bodies.f.data, pair.a * BODY_STRIDE);
    applyInverseMass(answer, 6, row, 6, bodies.f.data, pair.b * BODY_STRIDE);
    let schur = 0;
    let closing = bias;
    for (let k = 0; k < 12; k++) {
      schur += row[k] * answer[k];
      closing += row[k] * blocks.movers.v.data[k < 6 ? 6 * pair.a + k : 6 * pair.b + k - 6];
    }
    if (!(closing < 0 && schur > 0)) return;
    for (let n = 0; n < pair.count; n++)
      for (let p = 0; p < pair.parts[n]; p++)
        f[blocks.dataOf(pair.firstBlock + n) + atLambda + p] =
          (-closing / schur) * areaOf(pair.volumes.data, CELL_STRIDE * pair.cells[MOST_PARTS * n + p] + C_SIDE);
  }

  /** f = -ν a² v_t (the paper's f_k = -ν v_rel A_k, summed): two rows with the compliance 1/(h ν a²). */
  #assembleViscosity(pair: VolumePair, n: number, other: number, h: number): void {
    const { blocks } = this.#context;
    const block = blocks.add(pair.a, other, 2, PROJECT_BILATERAL);
    const f = blocks.f.data;
    const w = blocks.i.data[block * BLOCK_INTS + K_WIDTH];
    const parts = pair.parts[n];
    const j = blocks.dataOf(pair.firstBlock + n) + atJacobian(parts + 2) + w * parts;
    const to = blocks.dataOf(block);
    for (let k = 0; k < 2 * w; k++) f[to + atJacobian(2) + k] = f[j + k];
    const a = pair.data[P_STRIDE * n + P_AREA];
    f[to + atCompliance] = f[to + atCompliance + 1] = 1 / (h * this.#viscosity * a * a);
  }

  /** What a soft body's rows do not see of impulses like the last ones, into the right-hand sides of its blocks. */
  addLag(soft: SoftMover): void {
    const { blocks } = this.#context;
    const f = blocks.f.data;
    const i = blocks.i.data;
    for (let block = 0; block < blocks.count; block++) {
      const h = block * BLOCK_INTS;
      const isA = i[h + K_BODY_A] === soft.slot;
      if (!isA && i[h + K_BODY_B] !== soft.slot) continue;
      const m = i[h + K_ROWS];
      const start = isA ? 0 : i[h + K_WIDTH_A];
      const o = i[h + K_DATA];
      for (let r = 0; r < m; r++) {
        const j = o + atJacobian(m) + i[h + K_WIDTH] * r;
        for (let k = i[h + (isA ? K_FIRST_A : K_FIRST_B)]; k < i[h + (isA ? K_END_A : K_END_B)]; k++)
          if (f[j + k] !== 0) f[o + atRhs + r] += f[j + k] * soft.times(k - start, soft.lag);
      }
    }
  }

  /** A node and the point of a rigid body that it is tied to move alike; what has opened closes within the step. */
  assembleTie(tie: Tie, h: number): void {
    const { blocks, bodies, warmStart } = this.#context;
    const { soft, node, body } = tie;
    tie.block = -1;
    tie.block = blocks.add(soft.slot, body, 3, PROJECT_BILATERAL);
    const o = blocks.dataOf(tie.block);
    const f = blocks.f.data;
    const w = blocks.i.data[tie.block * BLOCK_INTS + K_WIDTH];
    const j = o + atJacobian(3);
    const wa = blocks.i.data[tie.block * BLOCK_INTS + K_WIDTH_A];
    seesOnly(blocks.i.data, tie.block * BLOCK_INTS, 0, tie.row, 3);
    const d = bodies.f.data;
    const p = body * BODY_STRIDE;
    const r = this.#r;
    rotateInto(r, 0, d, p + B_ROTATION, tie.local, 0);
    const { x } = soft.body.solid;
    for (let k = 0; k < 3; k++) {
      const a = (k + 1) % 3;
      const b = (k + 2) % 3;
      f[j + w * k + tie.row + k] = 1;
      f[j + w * k + wa + k] = -1;
      // -(ω × r) along k.
      f[j + w * k + wa + 3 + a] = -r[b];
      f[j + w * k + wa + 3 + b] = r[a];
      f[o + atRhs + k] = (x[3 * node + k] - d[p + B_CENTER + k] - r[k]) / h;
      if (warmStart) f[o + atLambda + k] = tie.lambda[k];
    }
  }
}
