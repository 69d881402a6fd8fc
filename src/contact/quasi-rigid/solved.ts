// What the solver found of a contact: its impulses, the depth and the energy at the end of the substep, what others did
// to it, and whether it has to be solved once more.

import { atLambda } from '../../solver/blocks.js';
import type { ContactContext } from '../model.js';
import { powerOf } from './force-law.js';
import {
  GUARD_COUNT,
  GUARD_STRIDE,
  GUARD_U,
  GUARD_W,
  Q_ARM_A,
  Q_AT_END,
  Q_DEPTH,
  Q_END,
  Q_ENERGY,
  Q_FLAT_U,
  Q_FORCE,
  Q_FORESEEN,
  Q_FRAME,
  Q_FREE,
  Q_GUARDS,
  Q_GYRATION,
  Q_IF_PUSHED,
  Q_IMPLICIT,
  Q_IMPULSE,
  Q_INTS,
  Q_KAPPA,
  Q_LOOK,
  Q_MOMENT_U,
  Q_NOW,
  Q_OTHERS_N,
  Q_OTHERS_TILT,
  Q_PHASE,
  Q_POWER,
  Q_STIFF_U,
  Q_STORED,
  Q_STRIDE,
  Q_Y,
  QI_BLOCK,
  QI_BODY_A,
  QI_BODY_B,
  QI_FRICTION_BLOCK,
  QI_GUARDS,
} from './layout.js';
import { PairMotion } from './motion.js';
import { normalVelocity, type PairContacts } from './pair-contacts.js';

/** Error of a contact's energy that a second look leaves, as a share of that of its motion before the solve. */
const ENOUGH = 1e-6;
/** The same of the motion that it would have without the contact: what bears in a stack at rest. */
const ENOUGH_AT_REST = 1e-10;

export class SolvedContacts {
  readonly #motion = new PairMotion();

  readonly #context: ContactContext;

  constructor(context: ContactContext) {
    this.#context = context;
  }

  /** Takes the solved impulses of contact k, and the depth at the end of the substep. */
  readBack(pair: PairContacts, k: number, h: number): void {
    const { blocks, bodies } = this.#context;
    const q = pair.f;
    const o = k * Q_STRIDE;
    const n = k * Q_INTS;
    const s = blocks.f.data;
    for (let set = 0; set < 2; set++) {
      const block = pair.i[n + (set === 0 ? QI_BLOCK : QI_FRICTION_BLOCK)];
      for (let r = 0; r < 3; r++)
        q[o + Q_IMPULSE + 3 * set + r] = block < 0 ? 0 : s[blocks.dataOf(block) + atLambda + r];
    }
    for (let g = 0; g < GUARD_COUNT; g++) {
      const block = pair.i[n + QI_GUARDS + g];
      if (block < 0) continue;
      // At a corner: a force and its moments about the point.
      const at = o + Q_GUARDS + GUARD_STRIDE * g;
      const impulse = s[blocks.dataOf(block) + atLambda];
      q[o + Q_IMPULSE] += impulse;
      q[o + Q_IMPULSE + 1] += impulse * q[at + GUARD_W];
      q[o + Q_IMPULSE + 2] -= impulse * q[at + GUARD_U];
    }
    this.#noteOthers(pair, k);
    q[o + Q_END] = q[o + Q_NOW] - h * normalVelocity(q, o, bodies.v.data, pair.i[n + QI_BODY_A], pair.i[n + QI_BODY_B]);
    // A step that is solved for its end presses with the force of that end: the depth is the one that belongs to it.
    if (q[o + Q_IMPLICIT] === 1) {
      if (q[o + Q_IMPULSE] > 0)
        q[o + Q_END] = q[o + Q_DEPTH] * powerOf(q[o + Q_IMPULSE] / h, q[o + Q_FORCE], 1 / q[o + Q_POWER]);
      else if (q[o + Q_END] > 0) q[o + Q_END] = 0;
    }
    this.#noteEnergy(q, o, pair.i[n + QI_BODY_A], pair.i[n + QI_BODY_B], h);
    // What parts is new when it meets again.
    if (!(q[o + Q_END] > 0)) q[o + Q_PHASE] = 0;
  }

  /**
   * Energy of the deformation. Where the force is that of the start of the step, velocities are those of its middle
   * (this is the leap-frog scheme): taken there, energy swings by (ωh)²/8 of itself, and by ωh/2 at the end.
   */
  #noteEnergy(q: Float64Array, o: number, a: number, b: number, h: number): void {
    const now = q[o + Q_NOW];
    const end = q[o + Q_END];
    const p = q[o + Q_POWER];
    const law = (d: number) => q[o + Q_ENERGY] * powerOf(d, q[o + Q_DEPTH], p + 1);
    q[o + Q_FORESEEN] = law(end);
    q[o + Q_STORED] = q[o + Q_FORESEEN];
    if (q[o + Q_IMPLICIT] === 1) return;
    const before = 0.5 * (1 - q[o + Q_AT_END]);
    q[o + Q_STORED] = law(end + before * (now - end));
    if (!(now > 0) || !(end > 0)) return;
    // Tilting since the start of the step.
    const at = this.#motion;
    at.take(this.#context.bodies, a, b, q, o + Q_ARM_A, q, o + Q_FRAME, this.#context.bodies.v.data);
    for (let axis = 0; axis < 2; axis++) {
      const m = q[o + Q_FLAT_U + axis] * q[o + Q_MOMENT_U + axis];
      const k = q[o + Q_FLAT_U + axis] * q[o + Q_STIFF_U + axis];
      const turned = h * at.e[1 + axis];
      const then = (1 - before) * turned;
      q[o + Q_FORESEEN] += (0.5 * k * turned - m) * turned;
      q[o + Q_STORED] += (0.5 * k * then - m) * then;
    }
  }

  /**
   * What others did to contact k in the solve that has just been, for a second look. True: the bodies end elsewhere
   * than where its tangent was taken. With δ the difference (m/s), its energy is off by less than κ δ² of the mass at
   * hand, which is compared with that of its speed before the solve.
   */
  lookAt(pair: PairContacts, k: number): boolean {
    const { bodies } = this.#context;
    const q = pair.f;
    const o = k * Q_STRIDE;
    const n = k * Q_INTS;
    if (q[o + Q_IMPLICIT] === 0) return false;
    const at = this.#motion;
    at.take(bodies, pair.i[n + QI_BODY_A], pair.i[n + QI_BODY_B], q, o + Q_ARM_A, q, o + Q_FRAME, bodies.v.data);
    const bears = pair.i[n + QI_BLOCK] >= 0;
    const l = q[o + Q_GYRATION];
    let off = 0;
    let came = 0;
    let borne = 0;
    q.fill(0, o + Q_LOOK, o + Q_LOOK + 4);
    for (let r = 0; r < 3; r++) {
      let others = at.e[r] - q[o + Q_FREE + r];
      if (bears) for (let c = 0; c < 3; c++) others -= at.s[3 * r + c] * q[o + Q_IMPULSE + c];
      if (r === 0) q[o + Q_LOOK] = others;
      else for (let m = 0; m < 3; m++) q[o + Q_LOOK + 1 + m] += others * q[o + Q_FRAME + 3 * r + m];
      // Q_Y has tilting without the part of it that rolls.
      const share = r === 0 ? 1 : q[o + Q_FLAT_U + r - 1];
      const arm = r === 0 ? 1 : l;
      off += Math.abs(share * at.e[r] - q[o + Q_Y + r]) * arm;
      came += Math.abs(share * q[o + Q_FREE + r]) * arm;
      borne += Math.abs(share * (q[o + Q_FREE + r] + others)) * arm;
    }
    if (q[o + Q_IF_PUSHED] > 0) return q[o + Q_IF_PUSHED] === 1 && q[o + Q_IMPULSE] > 0;
    for (let g = 0; g < GUARD_COUNT; g++) {
      const block = pair.i[n + QI_GUARDS + g];
      if (block >= 0 && this.#context.blocks.f.data[this.#context.blocks.dataOf(block) + atLambda] > 0) return true;
    }
    return q[o + Q_KAPPA] * off * off > Math.max(ENOUGH * came * came, ENOUGH_AT_REST * borne * borne);
  }

  /** What others than the pressing block did to opening and tilting: y' - e - S λ. */
  #noteOthers(pair: PairContacts, k: number): void {
    const { bodies } = this.#context;
    const q = pair.f;
    const o = k * Q_STRIDE;
    const n = k * Q_INTS;
    const at = this.#motion;
    q.fill(0, o + Q_OTHERS_N, o + Q_OTHERS_N + 4);
    if (pair.i[n + QI_BLOCK] < 0) return;
    at.take(bodies, pair.i[n + QI_BODY_A], pair.i[n + QI_BODY_B], q, o + Q_ARM_A, q, o + Q_FRAME, bodies.v.data);
    // Only of what lies there: what others do to a body on the move is no guess for the next step.
    const l = q[o + Q_GYRATION];
    const after = Math.abs(at.e[0]) + l * (Math.abs(at.e[1]) + Math.abs(at.e[2]));
    const before = Math.abs(q[o + Q_FREE]) + l * (Math.abs(q[o + Q_FREE + 1]) + Math.abs(q[o + Q_FREE + 2]));
    if (!(after < 0.5 * before)) return;
    for (let r = 0; r < 3; r++) {
      let others = at.e[r] - q[o + Q_FREE + r];
      for (let c = 0; c < 3; c++) others -= at.s[3 * r + c] * q[o + Q_IMPULSE + c];
      if (r === 0) q[o + Q_OTHERS_N] = others;
      else for (let m = 0; m < 3; m++) q[o + Q_OTHERS_TILT + m] += others * q[o + Q_FRAME + 3 * r + m];
    }
  }
}
