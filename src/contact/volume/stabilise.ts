// Post-stabilisation (Allard et al. 2010, Eq. 18, 19): A Δq = J_Vᵀ ξ with ξ ≥ 0 and V - J_V Δq ≤ V̄ where ξ acts;
// positions only.
//
// With the step's own gradients, and with V at the step's end to first order, by Gauss–Seidel on the mean depths d of
// all parts: the target is d̄. Nothing here changes a velocity.
//
// Deviation: what lies deeper than a twentieth of the thinner body comes out over several steps. Gradients are those of
// the present overlap and say little of how a body would stand after a long way; and a soft body that is pushed aside
// at once by much more than it would bend stores what it later leaves with. For that reason too a soft body gets rid of
// a quarter of what is too deep in a step, and of its energy no more than a hundredth is added.

import { displace } from '../../bodies/displace.js';
import { BODY_INTS, BODY_STRIDE, I_ALIVE } from '../../bodies/layout.js';
import {
  atCompliance,
  atJacobian,
  atLambda,
  atResponse,
  atSchur,
  BLOCK_INTS,
  K_AT_A,
  K_AT_B,
  K_BODY_A,
  K_BODY_B,
  K_DATA,
  K_ROWS,
  K_WIDTH,
  K_WIDTH_A,
  MOST_ROWS,
} from '../../solver/blocks.js';
import type { ContactContext } from '../model.js';
import { MOST_PARTS, P_PARTS, P_STRIDE, PART_DEPTH, PART_FREE, PART_STRIDE, type VolumePair } from './pair.js';
import { rowTimes } from './rows.js';
import type { SoftMover } from './soft-mover.js';
import type { SoftStore } from './soft-store.js';

const SWEEPS = 60;
/** Depths within this share of the target are left. */
const SLACK = 1e-3;
/** m */
const SETTLED = 1e-9;
/** Share of a soft body's energy that correction may add to it in a step. */
const ENERGY = 0.01;

export class Stabiliser {
  /** ξ by block and row. */
  #impulses = new Float64Array(0);
  #moved = new Float64Array(0);
  #onNodes = new Float64Array(0);
  #h = 0;

  readonly #context: ContactContext;
  readonly #softs: SoftStore;

  constructor(context: ContactContext, softs: SoftStore) {
    this.#context = context;
    this.#softs = softs;
  }

  /** Depths at the step's end, and positions that keep them at the target. Returns what soft bodies stored (J). */
  run(pairs: readonly VolumePair[], h: number): number {
    const { blocks, settings } = this.#context;
    const { v } = blocks.movers;
    this.#h = h;
    let any = false;
    for (const pair of pairs) {
      for (let n = 0; n < pair.count; n++) {
        for (let p = 0; p < pair.parts[n]; p++) {
          const part = P_STRIDE * n + P_PARTS + PART_STRIDE * p;
          pair.data[part + PART_DEPTH] -=
            h * (rowTimes(blocks, pair.firstBlock + n, p, v.data) - pair.data[part + PART_FREE]);
          // What was looked at where forces lead that contact then took back: how deep it has become is a guess, and
          // the next step measures it.
          if (pair.aheadOf[pair.cells[MOST_PARTS * n + p]] !== 0 && pair.data[part + PART_DEPTH] > pair.depth)
            pair.data[part + PART_DEPTH] = pair.depth;
          if (pair.data[part + PART_DEPTH] > (pair.depth + this.#pressedIn(pair, n, p)) * (1 + SLACK)) any = true;
        }
      }
    }
    if (!any || settings.compliance !== 0) return 0;
    this.#solve(pairs);
    return this.#move();
  }

  /** How deep a part lies because of what it bears (m). */
  #pressedIn(pair: VolumePair, n: number, p: number): number {
    if (!pair.gives) return 0;
    const { blocks } = this.#context;
    const o = blocks.dataOf(pair.firstBlock + n);
    return this.#h * blocks.f.data[o + atCompliance + p] * blocks.f.data[o + atLambda + p];
  }

  #solve(pairs: readonly VolumePair[]): void {
    const { blocks } = this.#context;
    const { end } = blocks.movers;
    const f = blocks.f.data;
    const i = blocks.i.data;
    if (this.#impulses.length < MOST_ROWS * blocks.count)
      this.#impulses = new Float64Array(2 * MOST_ROWS * blocks.count);
    if (this.#moved.length < end) this.#moved = new Float64Array(2 * end);
    const impulses = this.#impulses;
    const moved = this.#moved;
    impulses.fill(0, 0, MOST_ROWS * blocks.count);
    moved.fill(0, 0, end);
    for (let sweep = 0; sweep < SWEEPS; sweep++) {
      let worst = this.#keepTies();
      for (const pair of pairs) {
        for (let n = 0; n < pair.count; n++) {
          const block = pair.firstBlock + n;
          const h = block * BLOCK_INTS;
          const o = i[h + K_DATA];
          const m = i[h + K_ROWS];
          const w = i[h + K_WIDTH];
          const wa = i[h + K_WIDTH_A];
          for (let p = 0; p < pair.parts[n]; p++) {
            const part = P_STRIDE * n + P_PARTS + PART_STRIDE * p;
            const target = pair.depth + this.#pressedIn(pair, n, p);
            const beyond = Math.min(pair.pace * (pair.data[part + PART_DEPTH] - target), pair.step);
            const excess = beyond - rowTimes(blocks, block, p, moved);
            const at = MOST_ROWS * block + p;
            const schur = f[o + atSchur + (m + 1) * p];
            if (!(schur > 0)) continue;
            const next = Math.max(0, impulses[at] + excess / schur);
            const change = next - impulses[at];
            if (change === 0) continue;
            impulses[at] = next;
            worst = Math.max(worst, Math.abs(change) * schur);
            const b = o + atResponse(m, w) + w * p;
            for (let k = 0; k < wa; k++) moved[i[h + K_AT_A] + k] += change * f[b + k];
            for (let k = wa; k < w; k++) moved[i[h + K_AT_B] + k - wa] += change * f[b + k];
          }
        }
      }
      if (worst < SETTLED) break;
    }
  }

  /** Nodes go along with what they are tied to: a gap would be closed by velocities. Returns the largest change (m). */
  #keepTies(): number {
    const { blocks } = this.#context;
    const f = blocks.f.data;
    const i = blocks.i.data;
    const moved = this.#moved;
    let worst = 0;
    for (const { block } of this.#softs.ties) {
      if (block < 0) continue;
      const h = block * BLOCK_INTS;
      const o = i[h + K_DATA];
      const m = i[h + K_ROWS];
      const w = i[h + K_WIDTH];
      const wa = i[h + K_WIDTH_A];
      for (let r = 0; r < m; r++) {
        const schur = f[o + atSchur + (m + 1) * r];
        const gap = rowTimes(blocks, block, r, moved);
        if (gap === 0 || !(schur > 0)) continue;
        this.#impulses[MOST_ROWS * block + r] -= gap / schur;
        worst = Math.max(worst, Math.abs(gap));
        const b = o + atResponse(m, w) + w * r;
        for (let k = 0; k < wa; k++) moved[i[h + K_AT_A] + k] -= (gap / schur) * f[b + k];
        for (let k = wa; k < w; k++) moved[i[h + K_AT_B] + k - wa] -= (gap / schur) * f[b + k];
      }
    }
    return worst;
  }

  #move(): number {
    const { bodies } = this.#context;
    let stored = 0;
    for (let slot = 1; slot < bodies.count; slot++) {
      if (bodies.i.data[slot * BODY_INTS + I_ALIVE] !== 1) continue;
      const soft = this.#softs.bySlot[slot];
      if (!soft) displace(bodies.f.data, slot * BODY_STRIDE, this.#moved, 6 * slot, 1);
      else {
        const impulse = this.impulseOn(soft, true);
        if (impulse) stored += this.#moveSoft(soft, impulse);
      }
    }
    return stored;
  }

  /** Stores little in the body's deformation against what it has, and against its weight. */
  #moveSoft(soft: SoftMover, impulse: Float64Array): number {
    const { gravity } = this.#context;
    const { solid, mass, restBounds: b } = soft.body;
    const [gx, gy, gz] = gravity;
    const size = Math.max(b[3] - b[0], b[4] - b[1], b[5] - b[2]);
    const weight = mass * Math.sqrt(gx * gx + gy * gy + gz * gz) * size;
    solid.updateRotations();
    const before = solid.elasticEnergy();
    const height = solid.heightEnergy(gravity);
    const most = ENERGY * (solid.kineticEnergy() + before + weight) + solid.smallEnergy;
    return soft.displace(impulse, before, most) - before + solid.heightEnergy(gravity) - height;
  }

  /**
   * λ of the step on the rows of a soft body, or ξ of the stabilisation. Null where there is none.
   */
  impulseOn(soft: SoftMover, stabilising: boolean): Float64Array | null {
    const { blocks } = this.#context;
    const f = blocks.f.data;
    const i = blocks.i.data;
    const n = soft.rowCount;
    if (this.#onNodes.length < n) this.#onNodes = new Float64Array(2 * n);
    const out = this.#onNodes;
    out.fill(0, 0, n);
    let any = false;
    for (let block = 0; block < blocks.count; block++) {
      const h = block * BLOCK_INTS;
      if (i[h + K_BODY_A] !== soft.slot && i[h + K_BODY_B] !== soft.slot) continue;
      const w = i[h + K_WIDTH];
      const m = i[h + K_ROWS];
      const o = i[h + K_DATA];
      const start = i[h + K_BODY_A] === soft.slot ? 0 : i[h + K_WIDTH_A];
      for (let r = 0; r < m; r++) {
        const x = stabilising ? this.#impulses[MOST_ROWS * block + r] : f[o + atLambda + r];
        if (x === 0) continue;
        any = true;
        const j = o + atJacobian(m) + w * r + start;
        for (let k = 0; k < n; k++) out[k] += x * f[j + k];
      }
    }
    return any ? out : null;
  }
}
