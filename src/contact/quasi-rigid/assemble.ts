// A contact as two blocks: pressing (compliant) and sliding. What the numbers mean: force-law.ts, laws.ts.
//
// Tilting. A flat contact resists tilting as it resists pressing, with its own stiffness. A round body that tilts
// rolls: its force moves along with it, and taking that implicitly about a point that stays behind would brake it. So
// tilting rows of round contacts stay explicit up to κ = 1, far beyond where pressing rows turn.
//
// Damping. What has been in touch for longer than an impact lasts (a phase ∫ω dt of 4.03 for Hertz) lies there. Nothing
// in linear elasticity would end its swinging, so from a phase of SETTLED on it is damped, up to a ratio of SETTLING.
// Impacts never see this. Simplification: no material damping of its own; consequence: a body set down comes to rest
// within some ten swings, whatever it is made of, and a body that bounces keeps its energy.

import { B_ROTATION, B_SURFACE_VELOCITY, BODY_STRIDE } from '../../bodies/layout.js';
import { rotateInto } from '../../math/quaternion.js';
import type { Arena, F64Slab } from '../../memory/arena.js';
import { atCompliance, atJacobian, atLambda, atRhs } from '../../solver/blocks.js';
import { applyInverseMass } from '../../solver/movers.js';
import { BOUND_HIGH, BOUND_LOW, PROJECT_BOUNDS } from '../../solver/projections.js';
import { restitutionOf } from '../material.js';
import type { ContactContext } from '../model.js';
import { reboundOf } from '../rebound.js';

import { endDepth, implicitShare, powerOf } from './force-law.js';
import {
  PRESS_FLAT,
  PRESS_REACH_U,
  PRESS_REACH_W,
  SLIDE_COUNT,
  SLIDE_FIRST,
  SLIDE_LIMIT,
  SLIDE_NODES,
  SLIDE_STATIC,
  SLIDE_STRIDE,
} from './laws.js';
import {
  GUARD_COUNT,
  GUARD_GAP,
  GUARD_STRIDE,
  GUARD_U,
  GUARD_W,
  K_SHARE,
  K_U,
  K_W,
  KEPT_STRIDE,
  Q_ARM_A,
  Q_ARM_B,
  Q_AT_END,
  Q_DEPTH,
  Q_FLAT_U,
  Q_FORCE,
  Q_FRAME,
  Q_FREE,
  Q_FRICTION,
  Q_GUARDS,
  Q_IF_PUSHED,
  Q_IMPLICIT,
  Q_IMPULSE,
  Q_INTS,
  Q_KAPPA,
  Q_MOMENT_U,
  Q_NOW,
  Q_OTHERS_N,
  Q_PHASE,
  Q_POWER,
  Q_STATIC,
  Q_STIFF_N,
  Q_STIFF_U,
  Q_STRIDE,
  Q_Y,
  QI_BLOCK,
  QI_BODY_A,
  QI_BODY_B,
  QI_FRICTION_BLOCK,
  QI_GUARDS,
  QI_NODE_COUNT,
  QI_NODES,
} from './layout.js';
import { PairMotion } from './motion.js';
import { normalVelocity, type PairContacts } from './pair-contacts.js';

/** Least damping of a row, as a share of mass per step: a row without any has no compliance to state. */
const LEAST = 1e-10;
/** Stands for the mass of what cannot move (kg). */
const HEAVY = 1e30;
/** κ from which, and at which wholly, rolling is taken implicitly. */
const ROLL_FROM = 1;
const ROLL_TO = 3;
/** Phase from which a contact is damped, and the damping ratio it gets within one more radian. */
const SETTLED = 5;
const SETTLING = 0.25;
/** κ beyond which an impact is shorter than three steps: it bounces by the coefficient of restitution. */
const UNRESOLVED = 1;
/**
 * A contact that moves by less than this share of its depth in a step lies there: the tangent at hand is the right one.
 */
const STEADY = 0.5;

export class ContactAssembler {
  /** Nodes of this substep's sliding blocks: laws.ts. */
  readonly nodes: F64Slab;
  #nodeCount = 0;
  #isAgain = false;
  readonly #context: ContactContext;
  readonly #firstProjection: number;
  readonly #motion = new PairMotion();
  readonly #row = new Float64Array(12);
  readonly #weighted = new Float64Array(12);
  readonly #surface = new Float64Array(6);
  readonly #corner = new Float64Array(Q_STRIDE);

  constructor(context: ContactContext, firstProjection: number, arena: Arena) {
    this.#context = context;
    this.#firstProjection = firstProjection;
    this.nodes = arena.f64(SLIDE_STRIDE * 256);
  }

  /** `isAgain`: the substep has been solved before, and is about to be solved once more. */
  begin(isAgain: boolean): void {
    this.#nodeCount = 0;
    this.#isAgain = isAgain;
  }

  /** Adds the blocks of contact k of the pair for a substep of h. */
  assemble(pair: PairContacts, k: number, h: number): void {
    const { blocks, bodies, warmStart, settings } = this.#context;
    const q = pair.f;
    const o = k * Q_STRIDE;
    const n = k * Q_INTS;
    const a = pair.i[n + QI_BODY_A];
    const b = pair.i[n + QI_BODY_B];
    pair.i[n + QI_BLOCK] = -1;
    pair.i[n + QI_FRICTION_BLOCK] = -1;
    for (let g = 0; g < GUARD_COUNT; g++) pair.i[n + QI_GUARDS + g] = -1;
    const give = this.#writeRow(this.#row, 0, q, o, 0, false, a, b);
    // What is locked does not give, and is pressed all the same.
    const mass = give > 0 ? 1 / give : HEAVY;

    const at = this.#motion;
    at.take(bodies, a, b, q, o + Q_ARM_A, q, o + Q_FRAME, bodies.v.data);
    for (let r = 0; r < 3; r++) q[o + Q_FREE + r] = at.e[r];
    const block = q[o + Q_IMPLICIT] === 1 ? this.#addImplicit(q, o, a, b, h) : this.#addExplicit(q, o, a, b, h, mass);
    if (block < 0) return;
    pair.i[n + QI_BLOCK] = block;
    const s = blocks.f.data;
    const d = blocks.dataOf(block);
    for (let r = 0; r < 3; r++) this.#writeRow(s, d + atJacobian(3) + 12 * r, q, o, r, r > 0, a, b);
    const e = restitutionOf(bodies, a, b, settings);
    if (e > 0 && q[o + Q_KAPPA] > UNRESOLVED) {
      const u = reboundOf(e, s, d + atJacobian(3), bodies.v.data, bodies.old.data, a, b, -q[o + Q_NOW], h);
      if (u > 0) {
        s[d + atCompliance] = 0;
        s[d + atRhs] = -u;
      }
    }
    this.#writeReach(pair, k, s, d);
    if (warmStart) for (let r = 0; r < 3; r++) s[d + atLambda + r] = q[o + Q_IMPULSE + r];
    // What it is going to press with, as friction sees it: what this block alone would do after what others did in the
    // last step. Exact for a contact of its own; for one under a stack as soon as that is at rest.
    const speed = at.e[0] + q[o + Q_OTHERS_N];
    const alone = Math.max(0, -(speed + s[d + atRhs]) / (1 / mass + s[d + atCompliance])) / h;
    const expected =
      q[o + Q_IMPLICIT] === 1 && s[d + atCompliance] > 0 && q[o + Q_IF_PUSHED] === 0 ? q[o + Q_FORCE] : alone;
    const known = this.#isAgain ? q[o + Q_IMPULSE] : 0;
    const mu = q[o + Q_FRICTION];
    if (mu > 0 && (known > 0 || expected > 0)) this.#addSliding(pair, k, a, b, mu * (known > 0 ? known : h * expected));
    if (q[o + Q_IMPLICIT] === 1) this.#addGuards(pair, k, a, b, h);
  }

  /** One-sided rows at the corners that do not bear yet, as stiff as what does. */
  #addGuards(pair: PairContacts, k: number, a: number, b: number, h: number): void {
    const { blocks } = this.#context;
    const corner = this.#corner;
    const q = pair.f;
    const o = k * Q_STRIDE;
    for (let g = 0; g < GUARD_COUNT; g++) {
      const at = o + Q_GUARDS + GUARD_STRIDE * g;
      if (!(q[at + GUARD_GAP] < Infinity)) continue;
      for (let m = 0; m < 9; m++) corner[Q_FRAME + m] = q[o + Q_FRAME + m];
      for (let m = 0; m < 3; m++) {
        const off = q[at + GUARD_U] * q[o + Q_FRAME + 3 + m] + q[at + GUARD_W] * q[o + Q_FRAME + 6 + m];
        corner[Q_ARM_A + m] = q[o + Q_ARM_A + m] + off;
        corner[Q_ARM_B + m] = q[o + Q_ARM_B + m] + off;
      }
      const block = blocks.add(a, b, 1, PROJECT_BOUNDS);
      pair.i[k * Q_INTS + QI_GUARDS + g] = block;
      const s = blocks.f.data;
      const d = blocks.dataOf(block);
      this.#writeRow(s, d + atJacobian(1), corner, 0, 0, false, a, b);
      s[d + BOUND_LOW] = 0;
      s[d + BOUND_HIGH] = Infinity;
      s[d + atCompliance] = 1 / (h * h * q[o + Q_STIFF_N]);
      s[d + atRhs] = q[at + GUARD_GAP] / h;
    }
  }

  /** Damping ratio of the contact in this step: none for an impact. */
  #settlingOf(q: Float64Array, o: number, kappa: number): number {
    const phase = q[o + Q_PHASE];
    if (!this.#isAgain) q[o + Q_PHASE] = phase + Math.sqrt(kappa);
    return SETTLING * Math.min(1, Math.max(0, phase - SETTLED));
  }

  /** As the contact is now, with its tangent: force-law.ts. -1: they do not meet, or part at once. */
  #addExplicit(q: Float64Array, o: number, a: number, b: number, h: number, mass: number): number {
    const { blocks, bodies } = this.#context;
    const now = q[o + Q_NOW];
    const force = q[o + Q_FORCE];
    const depth = q[o + Q_DEPTH];
    const p = q[o + Q_POWER];
    const free = q[o + Q_FREE];
    const came = normalVelocity(q, o, bodies.old.data, a, b);
    const isSteady = now > 0 && h * Math.abs(came) < STEADY * now && h * Math.abs(free) < now;
    const end = isSteady ? now : endDepth(now, free, mass, h, force, depth, p);
    if (!(now > 0) && !(end > 0)) return -1;
    const f0 = force * powerOf(now, depth, p);
    const at = end > 0 ? end : now;
    const f1 = force * powerOf(at, depth, p);
    const scale = q[o + Q_STIFF_N] * (depth / (p * force));
    const stiff = scale * ((p * f1) / at);
    const kappa = (h * h * Math.max(stiff, now > 0 ? (scale * p * f0) / now : 0)) / mass;
    const share = implicitShare(kappa);
    q[o + Q_AT_END] = share;
    const ratio = this.#settlingOf(q, o, kappa);
    const block = blocks.add(a, b, 3, this.#firstProjection);
    const s = blocks.f.data;
    const d = blocks.dataOf(block);
    const soft = Math.max(share * h * stiff + 2 * ratio * Math.sqrt(stiff * mass), (LEAST * Math.min(mass, 1)) / h);
    const press = (1 - share) * f0 + share * (f1 + stiff * (now - at));
    s[d + atCompliance] = 1 / (h * soft);
    s[d + atRhs] = -press / soft;
    // What it presses with at the depth where the tangent is taken: `press` goes on along the tangent to now.
    const loaded = ((1 - share) * f0 + share * f1) / force;
    for (let axis = 0; axis < 2; axis++) {
      const flat = q[o + Q_FLAT_U + axis];
      const k1 = q[o + Q_STIFF_U + axis] * Math.min(1, loaded);
      const inertia = 1 / this.#motion.s[4 + 4 * axis];
      const kr = (h * h * k1) / inertia;
      const implicit = flat * implicitShare(kr) + (1 - flat) * implicitShare(kr, ROLL_FROM, ROLL_TO);
      const give = implicit * h * k1 + flat * 2 * ratio * Math.sqrt(k1 * inertia);
      this.#writeTilt(s, d, axis + 1, q[o + Q_MOMENT_U + axis] * loaded, give, inertia, h);
    }
    return block;
  }

  /** As the contact was solved for the end of the step: backward Euler about that solution. */
  #addImplicit(q: Float64Array, o: number, a: number, b: number, h: number): number {
    const { blocks } = this.#context;
    const ratio = this.#settlingOf(q, o, q[o + Q_KAPPA]);
    void ratio;
    q[o + Q_AT_END] = 1;
    const block = blocks.add(a, b, 3, this.#firstProjection);
    const s = blocks.f.data;
    const d = blocks.dataOf(block);
    const soft = h * q[o + Q_STIFF_N];
    s[d + atCompliance] = 1 / (h * soft);
    s[d + atRhs] = -(q[o + Q_FORCE] + soft * q[o + Q_Y]) / soft;
    for (let axis = 0; axis < 2; axis++) {
      const stiff = h * q[o + Q_STIFF_U + axis];
      const inertia = 1 / this.#motion.s[4 + 4 * axis];
      const moment = q[o + Q_MOMENT_U + axis] + stiff * q[o + Q_Y + 1 + axis];
      this.#writeTilt(s, d, axis + 1, moment, q[o + Q_FLAT_U + axis] * stiff, inertia, h);
    }
    return block;
  }

  #writeTilt(s: Float64Array, d: number, r: number, moment: number, give: number, inertia: number, h: number): void {
    if (!(inertia < Infinity)) {
      // Locked: the row is there, and does nothing.
      s[d + atCompliance + r] = 1;
      return;
    }
    const k = Math.max(give, (LEAST * inertia) / h);
    s[d + atCompliance + r] = 1 / (h * k);
    s[d + atRhs + r] = -moment / k;
  }

  #writeReach(pair: PairContacts, k: number, s: Float64Array, d: number): void {
    const { nodes, i } = pair;
    let u = 0;
    let w = 0;
    const from = i[k * Q_INTS + QI_NODES];
    for (let n = from; n < from + i[k * Q_INTS + QI_NODE_COUNT]; n++) {
      u = Math.max(u, Math.abs(nodes[n * KEPT_STRIDE + K_U]));
      w = Math.max(w, Math.abs(nodes[n * KEPT_STRIDE + K_W]));
    }
    s[d + PRESS_REACH_U] = w;
    s[d + PRESS_REACH_W] = u;
    const q = pair.f;
    const o = k * Q_STRIDE;
    s[d + PRESS_FLAT] = q[o + Q_FLAT_U] > 0.5 && q[o + Q_FLAT_U + 1] > 0.5 ? 1 : 0;
  }

  #addSliding(pair: PairContacts, k: number, a: number, b: number, limit: number): void {
    const { blocks, bodies, warmStart } = this.#context;
    const { nodes: kept, i } = pair;
    const q = pair.f;
    const o = k * Q_STRIDE;
    const from = i[k * Q_INTS + QI_NODES];
    const count = i[k * Q_INTS + QI_NODE_COUNT];
    this.nodes.reserve(SLIDE_STRIDE * (this.#nodeCount + count));
    const list = this.nodes.data;
    for (let n = 0; n < count; n++) {
      const x = (from + n) * KEPT_STRIDE;
      const y = (this.#nodeCount + n) * SLIDE_STRIDE;
      list[y] = kept[x + K_U];
      list[y + 1] = kept[x + K_W];
      list[y + 2] = kept[x + K_SHARE];
    }
    const block = blocks.add(a, b, 3, this.#firstProjection + 1);
    i[k * Q_INTS + QI_FRICTION_BLOCK] = block;
    const s = blocks.f.data;
    const d = blocks.dataOf(block);
    const j = d + atJacobian(3);
    this.#writeRow(s, j, q, o, 1, false, a, b);
    this.#writeRow(s, j + 12, q, o, 2, false, a, b);
    this.#writeRow(s, j + 24, q, o, 0, true, a, b);
    s[d + SLIDE_FIRST] = this.#nodeCount;
    s[d + SLIDE_COUNT] = count;
    s[d + SLIDE_LIMIT] = limit;
    s[d + SLIDE_NODES] = this.#context.settings.options.slip === 'nodes' ? 1 : 0;
    s[d + SLIDE_STATIC] = q[o + Q_STATIC] / q[o + Q_FRICTION];
    this.#nodeCount += count;
    // A conveyor's surface moves while its body does not.
    const v = this.#surface;
    const f = bodies.f.data;
    rotateInto(v, 0, f, a * BODY_STRIDE + B_ROTATION, f, a * BODY_STRIDE + B_SURFACE_VELOCITY);
    rotateInto(v, 3, f, b * BODY_STRIDE + B_ROTATION, f, b * BODY_STRIDE + B_SURFACE_VELOCITY);
    for (let r = 0; r < 2; r++) {
      let sum = 0;
      for (let m = 0; m < 3; m++) sum += q[o + Q_FRAME + 3 * (r + 1) + m] * (v[m] - v[3 + m]);
      s[d + atRhs + r] = sum;
    }
    if (warmStart) for (let r = 0; r < 3; r++) s[d + atLambda + r] = q[o + Q_IMPULSE + 3 + r];
  }

  /**
   * The row of A's velocity against B's along frame axis `axis` at the contact's point, or about it; returns J M⁻¹ Jᵀ.
   */
  #writeRow(
    s: Float64Array,
    j: number,
    q: Float64Array,
    o: number,
    axis: number,
    isTurning: boolean,
    a: number,
    b: number,
  ): number {
    const n = o + Q_FRAME + 3 * axis;
    const x = q[n];
    const y = q[n + 1];
    const z = q[n + 2];
    if (isTurning) {
      s[j] = s[j + 1] = s[j + 2] = s[j + 6] = s[j + 7] = s[j + 8] = 0;
      s[j + 3] = x;
      s[j + 4] = y;
      s[j + 5] = z;
      s[j + 9] = -x;
      s[j + 10] = -y;
      s[j + 11] = -z;
    } else {
      const ra = o + Q_ARM_A;
      const rb = o + Q_ARM_B;
      s[j] = x;
      s[j + 1] = y;
      s[j + 2] = z;
      s[j + 3] = q[ra + 1] * z - q[ra + 2] * y;
      s[j + 4] = q[ra + 2] * x - q[ra] * z;
      s[j + 5] = q[ra] * y - q[ra + 1] * x;
      s[j + 6] = -x;
      s[j + 7] = -y;
      s[j + 8] = -z;
      s[j + 9] = -(q[rb + 1] * z - q[rb + 2] * y);
      s[j + 10] = -(q[rb + 2] * x - q[rb] * z);
      s[j + 11] = -(q[rb] * y - q[rb + 1] * x);
    }
    const f = this.#context.bodies.f.data;
    applyInverseMass(this.#weighted, 0, s, j, f, a * BODY_STRIDE);
    applyInverseMass(this.#weighted, 6, s, j + 6, f, b * BODY_STRIDE);
    let sum = 0;
    for (let m = 0; m < 12; m++) sum += s[j + m] * this.#weighted[m];
    return sum;
  }
}
