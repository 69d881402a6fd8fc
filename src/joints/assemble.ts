// Joints as blocks: one for the joint itself, one for a limit that is near, one for a motor or spring.
//
// Core rows are two-sided at the start's geometry plus a curvature term: with C the constraint and v₀ the velocity
// at the step's start, b = (C(x ⊕ h v₀) - C(x))/h - J v₀. The end of the step then satisfies C to third order instead
// of second, and velocities become those of the chord. For a pendulum this is SHAKE: without the term every step
// projects the old tangent on the new one and loses (θ̇h)² of the energy, a fifth of it per second at 3.5 rad/s and
// 1/60 s. (v₀ and not the velocity after forces: a torque that is held by a limit would curve what does not move.)
//
// A motor is an implicit PD force F = k(target - x₁) + d(speed - ẋ₁) with x₁ = x + hẋ₁, hence a row with compliance
// 1/(h(hk+d)) and bounds ±h·maxForce. With neither k nor d it drives the speed rigidly, as good as (YIELD).
// A spring is the same with k taken explicitly while (ωh)² is small, since implicit springs lose energy that the user
// did not ask to lose; from (ωh)² = 0.5 on it turns implicit, to be stable at any stiffness.
// Verified in test/joints/.

import { isActive } from '../bodies/activity.js';
import { displace } from '../bodies/displace.js';
import { B_CENTER, B_ROTATION, BODY_STRIDE } from '../bodies/layout.js';
import type { BodyStore } from '../bodies/store.js';
import { rotateInto } from '../math/quaternion.js';
import {
  atCompliance,
  atJacobian,
  atLambda,
  atRhs,
  BLOCK_INTS,
  type BlockStore,
  CURVE,
  K_ROWS,
} from '../solver/blocks.js';
import { applyInverseMass } from '../solver/movers.js';
import { BOUND_HIGH, BOUND_LOW, PROJECT_BILATERAL, PROJECT_BOUNDS } from '../solver/projections.js';
import { JointGeometry } from './geometry.js';
import type { JointKind } from './kind.js';
import {
  J_ANCHOR_B,
  J_COORDINATE,
  J_DAMPING,
  J_FORCE,
  J_FORCE_LIMIT,
  J_FORCE_MOTOR,
  J_FORCE_TWIST,
  J_HIGH,
  J_LOW,
  J_MOST_FORCE,
  J_REST_LENGTH,
  J_SPEED,
  J_STIFFNESS,
  J_TARGET,
  J_TWIST_HIGH,
  J_TWIST_LOW,
  J_WRENCH,
  JI_ALIVE,
  JI_BLOCK,
  JI_BLOCK_LIMIT,
  JI_BLOCK_MOTOR,
  JI_BLOCK_TWIST,
  JI_BODY_A,
  JI_BODY_B,
  JI_LIMITS,
  JI_MOTOR,
  JI_TWIST,
  JI_WHOLE,
  JOINT_INTS,
  JOINT_STRIDE,
} from './layout.js';
import { JointSums } from './step-sums.js';
import type { JointStore } from './store.js';
import { unwrap } from './unwrap.js';

/** Beyond this turn in one step the second-order prediction is worth nothing. */
const LARGEST_TURN = 0.35;
/**
 * What a motor without stiffness and damping gives way, as a share of the speed that its impulse alone would make in a
 * step. Motors that drive one thing together (four wheels on the ground) share the load by it; wholly rigid ones may
 * hold any torques against each other, and did: 300 N·m where 0 was right.
 */
const YIELD = 1e-6;

/** Where a joint keeps which blocks it has. */
const BLOCKS_OF = [JI_BLOCK, JI_BLOCK_LIMIT, JI_BLOCK_MOTOR, JI_BLOCK_TWIST] as const;

export class JointAssembler {
  readonly sums = new JointSums();
  readonly #geometry = new JointGeometry();
  readonly #predicted = new JointGeometry();
  readonly #poses = new Float64Array(2 * BODY_STRIDE);
  readonly #row = new Float64Array(12);

  /** Adds the blocks of every joint with an awake body, in slot order. */
  assemble(joints: JointStore, blocks: BlockStore, bodies: BodyStore, h: number, warm: boolean): void {
    for (let slot = 0; slot < joints.count; slot++) {
      const n = slot * JOINT_INTS;
      const i = joints.i.data;
      i[n + JI_BLOCK] = -1;
      i[n + JI_BLOCK_LIMIT] = -1;
      i[n + JI_BLOCK_MOTOR] = -1;
      i[n + JI_BLOCK_TWIST] = -1;
      if (i[n + JI_ALIVE] === 0) continue;
      const a = i[n + JI_BODY_A];
      const b = i[n + JI_BODY_B];
      if (!isActive(bodies.i.data, a) && !isActive(bodies.i.data, b)) continue;
      this.#assembleOne(joints, slot, blocks, bodies, a, b, h, warm);
    }
  }

  #assembleOne(
    joints: JointStore,
    slot: number,
    blocks: BlockStore,
    store: BodyStore,
    a: number,
    b: number,
    h: number,
    warm: boolean,
  ): void {
    const bodies = store.f.data;
    const f = joints.f.data;
    const i = joints.i.data;
    const j = slot * JOINT_STRIDE;
    const n = slot * JOINT_INTS;
    const kind = joints.kindOf(slot);
    const pa = a * BODY_STRIDE;
    const pb = b * BODY_STRIDE;
    const g = this.#geometry;
    g.evaluate(f, j, kind, bodies, pa, bodies, pb);
    if (kind.isAngle) {
      if (!kind.measuresAngle) g.evaluateTwist();
      f[j + J_COORDINATE] = unwrap(g.coordinate, f[j + J_COORDINATE]);
    } else f[j + J_COORDINATE] = g.coordinate;

    const rows = kind.rowsOf?.(f, j) ?? kind.coreRows;
    if (rows > 0) {
      const k = blocks.add(a, b, rows, PROJECT_BILATERAL);
      i[n + JI_BLOCK] = k;
      const o = blocks.dataOf(k);
      const d = blocks.f.data;
      kind.writeCoreRows(d, o + atJacobian(rows), g);
      this.#addCurvature(d, o, rows, f, j, kind, store, a, b, h);
      if (warm) for (let r = 0; r < rows; r++) d[o + atLambda + r] = h * f[j + J_FORCE + r];
    }

    if (i[n + JI_MOTOR] === 1 || kind.isSpring) this.#addDrive(joints, slot, blocks, bodies, a, b, kind, h, warm);
    // Before the other limit, which turns the direction from the twist's to the swing's.
    if (i[n + JI_TWIST] === 1) {
      const [low, high] = [f[j + J_TWIST_LOW], f[j + J_TWIST_HIGH]];
      const k = this.#addLimit(blocks, a, b, kind, f[j + J_COORDINATE], low, high, h, warm ? f[j + J_FORCE_TWIST] : 0);
      i[n + JI_BLOCK_TWIST] = k;
    }
    if (i[n + JI_LIMITS] === 1) {
      if (kind.limitsSwing) g.evaluateSwing();
      const x = kind.limitsSwing ? g.coordinate : f[j + J_COORDINATE];
      const force = warm ? f[j + J_FORCE_LIMIT] : 0;
      const k = this.#addLimit(blocks, a, b, kind, x, f[j + J_LOW], f[j + J_HIGH], h, force);
      i[n + JI_BLOCK_LIMIT] = k;
      if (kind.isCurved) this.#addLimitCurvature(blocks, k, f, j, kind, store, a, b, h);
    }
  }

  #addCurvature(
    d: Float64Array,
    o: number,
    rows: number,
    f: Float64Array,
    j: number,
    kind: JointKind,
    bodies: BodyStore,
    a: number,
    b: number,
    h: number,
  ): void {
    const old = bodies.old.data;
    const va = 6 * a;
    const vb = 6 * b;
    if (turnsTooFar(old, va, h) || turnsTooFar(old, vb, h)) return;
    const s = this.#poses;
    predict(s, 0, bodies, a, h);
    predict(s, BODY_STRIDE, bodies, b, h);
    const p = this.#predicted;
    p.evaluate(f, j, kind, s, 0, s, BODY_STRIDE);
    for (let r = 0; r < rows; r++) {
      let speed = 0;
      const at = o + atJacobian(rows) + 12 * r;
      for (let k = 0; k < 6; k++) speed += d[at + k] * old[va + k] + d[at + 6 + k] * old[vb + k];
      d[o + CURVE + r] = d[o + atRhs + r] = (p.error[r] - this.#geometry.error[r]) / h - speed;
    }
  }

  #addDrive(
    joints: JointStore,
    slot: number,
    blocks: BlockStore,
    bodies: Float64Array,
    a: number,
    b: number,
    kind: JointKind,
    h: number,
    warm: boolean,
  ): void {
    const f = joints.f.data;
    const j = slot * JOINT_STRIDE;
    const stiffness = f[j + J_STIFFNESS];
    const damping = f[j + J_DAMPING];
    if (kind.isSpring && stiffness === 0 && damping === 0) return;
    const k = blocks.add(a, b, 1, PROJECT_BOUNDS);
    joints.i.data[slot * JOINT_INTS + JI_BLOCK_MOTOR] = k;
    const o = blocks.dataOf(k);
    const d = blocks.f.data;
    kind.writeCoordinateRow(d, o + atJacobian(1), this.#geometry);
    const rest = kind.isSpring ? f[j + J_REST_LENGTH] : f[j + J_TARGET];
    const speed = kind.isSpring ? 0 : f[j + J_SPEED];
    const stretch = rest - f[j + J_COORDINATE];
    let share = 1;
    if (kind.isSpring) {
      const wh2 = stiffness * this.#inverseMassOfRow(d, o + atJacobian(1), bodies, a, b) * h * h;
      share = wh2 <= 0.5 ? 0 : wh2 >= 1.5 ? 1 : wh2 - 0.5;
    }
    const implicit = share * h * stiffness + damping;
    const low = this.sums.low(slot, h, f[j + J_MOST_FORCE]);
    const high = this.sums.high(slot, h, f[j + J_MOST_FORCE]);
    if (implicit > 0) {
      d[o + atCompliance] = 1 / (h * implicit);
      d[o + atRhs] = -(stiffness * stretch + damping * speed) / implicit;
      d[o + BOUND_LOW] = low;
      d[o + BOUND_HIGH] = high;
    } else if (stiffness > 0) {
      // A purely explicit spring: the impulse is known.
      const impulse = Math.min(high, Math.max(low, h * stiffness * stretch));
      d[o + BOUND_LOW] = impulse;
      d[o + BOUND_HIGH] = impulse;
      d[o + atLambda] = impulse;
      return;
    } else {
      d[o + atCompliance] = YIELD * this.#inverseMassOfRow(d, o + atJacobian(1), bodies, a, b);
      d[o + atRhs] = high < Infinity ? -speed : -this.#speedWithinLimits(joints, slot, speed, h);
      d[o + BOUND_LOW] = low;
      d[o + BOUND_HIGH] = high;
    }
    if (warm) d[o + atLambda] = h * f[j + J_FORCE_MOTOR];
  }

  /** A motor of unlimited force must not fight a limit: the two would wind each other up without end. */
  #speedWithinLimits(joints: JointStore, slot: number, speed: number, h: number): number {
    const n = slot * JOINT_INTS;
    const j = slot * JOINT_STRIDE;
    const f = joints.f.data;
    if (joints.i.data[n + JI_LIMITS] === 0 || joints.kindOf(slot).limitsSwing) return speed;
    const x = f[j + J_COORDINATE];
    const low = Math.min(0, f[j + J_LOW] - x) / h;
    const high = Math.max(0, f[j + J_HIGH] - x) / h;
    return Math.min(high, Math.max(low, speed));
  }

  /**
   * A block that keeps the coordinate x within its limits, along the direction that the geometry has now; `force`: the
   * last step's.
   */
  #addLimit(
    blocks: BlockStore,
    a: number,
    b: number,
    kind: JointKind,
    x: number,
    least: number,
    most: number,
    h: number,
    force: number,
  ): number {
    const low = least - x;
    const high = x - most;
    const atLow = low > high;
    const k = blocks.add(a, b, 1, PROJECT_BOUNDS);
    const o = blocks.dataOf(k);
    const d = blocks.f.data;
    kind.writeCoordinateRow(d, o + atJacobian(1), this.#geometry);
    if (least === most) {
      d[o + BOUND_LOW] = -Infinity;
      d[o + BOUND_HIGH] = Infinity;
    } else {
      // The distance still free may be used up in this step; a violation is left to the position correction.
      const free = Math.max(0, -(atLow ? low : high)) / h;
      d[o + atRhs] = atLow ? free : -free;
      d[o + BOUND_LOW] = atLow ? 0 : -Infinity;
      d[o + BOUND_HIGH] = atLow ? Infinity : 0;
    }
    const old = h * force;
    if (old >= d[o + BOUND_LOW] && old <= d[o + BOUND_HIGH]) d[o + atLambda] = old;
    return k;
  }

  /** A rope's end swings on a circle: without the curve it would lose energy in every step, as core rows would. */
  #addLimitCurvature(
    blocks: BlockStore,
    k: number,
    f: Float64Array,
    j: number,
    kind: JointKind,
    bodies: BodyStore,
    a: number,
    b: number,
    h: number,
  ): void {
    const old = bodies.old.data;
    if (turnsTooFar(old, 6 * a, h) || turnsTooFar(old, 6 * b, h)) return;
    predict(this.#poses, 0, bodies, a, h);
    predict(this.#poses, BODY_STRIDE, bodies, b, h);
    this.#predicted.evaluate(f, j, kind, this.#poses, 0, this.#poses, BODY_STRIDE);
    const d = blocks.f.data;
    const o = blocks.dataOf(k);
    const at = o + atJacobian(1);
    let speed = 0;
    for (let n = 0; n < 6; n++) speed += d[at + n] * old[6 * a + n] + d[at + 6 + n] * old[6 * b + n];
    d[o + atRhs] += (this.#predicted.coordinate - this.#geometry.coordinate) / h - speed;
  }

  #inverseMassOfRow(d: Float64Array, at: number, bodies: Float64Array, a: number, b: number): number {
    applyInverseMass(this.#row, 0, d, at, bodies, a * BODY_STRIDE);
    applyInverseMass(this.#row, 6, d, at + 6, bodies, b * BODY_STRIDE);
    let sum = 0;
    for (let k = 0; k < 12; k++) sum += d[at + k] * this.#row[k];
    return sum;
  }

  /** Takes the solved impulses back into the joints, as forces: the next step may be of another length. */
  readBack(joints: JointStore, blocks: BlockStore, bodies: BodyStore, h: number): void {
    const f = joints.f.data;
    const i = joints.i.data;
    const d = blocks.f.data;
    for (let slot = 0; slot < joints.count; slot++) {
      const n = slot * JOINT_INTS;
      const j = slot * JOINT_STRIDE;
      const core = i[n + JI_BLOCK];
      if (core >= 0) {
        const rows = blocks.i.data[core * BLOCK_INTS + K_ROWS];
        const o = blocks.dataOf(core) + atLambda;
        for (let r = 0; r < rows; r++) f[j + J_FORCE + r] = d[o + r] / h;
      }
      if (i[n + JI_BLOCK_LIMIT] >= 0) f[j + J_FORCE_LIMIT] = d[blocks.dataOf(i[n + JI_BLOCK_LIMIT]) + atLambda] / h;
      if (i[n + JI_BLOCK_MOTOR] >= 0) f[j + J_FORCE_MOTOR] = d[blocks.dataOf(i[n + JI_BLOCK_MOTOR]) + atLambda] / h;
      if (i[n + JI_BLOCK_TWIST] >= 0) f[j + J_FORCE_TWIST] = d[blocks.dataOf(i[n + JI_BLOCK_TWIST]) + atLambda] / h;
      this.#sumWrench(joints, slot, blocks, bodies, h);
    }
  }

  /** Adds Jᵀλ/h of the blocks of the joint at i[n…], on b, to `row`; false: it had none. */
  #addLoads(n: number, i: Int32Array, blocks: BlockStore, h: number): boolean {
    const d = blocks.f.data;
    const row = this.#row;
    let any = false;
    for (let which = 0; which < BLOCKS_OF.length; which++) {
      const k = i[n + BLOCKS_OF[which]!];
      if (k < 0) continue;
      any = true;
      const rows = blocks.i.data[k * BLOCK_INTS + K_ROWS];
      const o = blocks.dataOf(k);
      for (let r = 0; r < rows; r++) {
        const at = o + atJacobian(rows) + 12 * r + 6;
        for (let c = 0; c < 6; c++) row[c] += (d[o + atLambda + r] / h) * d[at + c];
      }
    }
    return any;
  }

  /** What all rows of the joint exerted on b, about its anchor: Jᵀλ/h of the blocks that it had. */
  #sumWrench(joints: JointStore, slot: number, blocks: BlockStore, bodies: BodyStore, h: number): void {
    const f = joints.f.data;
    const i = joints.i.data;
    const n = slot * JOINT_INTS;
    const w = slot * JOINT_STRIDE + J_WRENCH;
    const row = this.#row;
    let any = false;
    row.fill(0, 0, 6);
    // A six-axis joint's load is that of its parts too.
    const isWhole = joints.kindOf(slot).rowsOf !== undefined;
    for (let other = isWhole ? 0 : slot; other < (isWhole ? joints.count : slot + 1); other++) {
      const m = other * JOINT_INTS;
      if (other !== slot && (i[m + JI_WHOLE] !== slot + 1 || i[m + JI_ALIVE] === 0)) continue;
      if (this.#addLoads(m, i, blocks, h)) any = true;
    }
    // Bodies asleep keep what they bore.
    if (!any) return;
    const b = i[n + JI_BODY_B] * BODY_STRIDE;
    rotateInto(row, 6, bodies.f.data, b + B_ROTATION, f, slot * JOINT_STRIDE + J_ANCHOR_B);
    f[w] = row[0];
    f[w + 1] = row[1];
    f[w + 2] = row[2];
    f[w + 3] = row[3] - (row[7] * row[2] - row[8] * row[1]);
    f[w + 4] = row[4] - (row[8] * row[0] - row[6] * row[2]);
    f[w + 5] = row[5] - (row[6] * row[1] - row[7] * row[0]);
  }
}

function turnsTooFar(d: Float64Array, twist: number, h: number): boolean {
  const w = twist + 3;
  return (d[w] * d[w] + d[w + 1] * d[w + 1] + d[w + 2] * d[w + 2]) * h * h > LARGEST_TURN * LARGEST_TURN;
}

/** The pose after h at the velocity of the step's start. */
function predict(out: Float64Array, o: number, bodies: BodyStore, slot: number, h: number): void {
  const d = bodies.f.data;
  const p = slot * BODY_STRIDE;
  for (let k = 0; k < 3; k++) out[o + B_CENTER + k] = d[p + B_CENTER + k];
  for (let k = 0; k < 4; k++) out[o + B_ROTATION + k] = d[p + B_ROTATION + k];
  displace(out, o, bodies.old.data, 6 * slot, h);
}
