// A joint as users hold it.

import { B_CENTER, B_ROTATION, BODY_STRIDE } from '../bodies/layout.js';
import { SixfoldError } from '../checks/error.js';
import {
  J_ANCHOR_A,
  J_ANCHOR_B,
  J_COORDINATE,
  J_FORCE,
  J_FORCE_LIMIT,
  J_FORCE_MOTOR,
  J_FRAME_A,
  JI_BODY_A,
  JI_BODY_B,
  JOINT_INTS,
  JOINT_STRIDE,
} from '../joints/layout.js';
import type { JointType } from '../joints/registry.js';
import { add, multiply, quatAt, rotate, type Vec3, vec3At } from '../math/vec3.js';
import { readMotor } from './read-joint.js';
import { writeMotor } from './records.js';
import type { MotorDescription } from './scene.js';
import { wake } from './sleeping.js';
import type { WorldState } from './state.js';

export class Joint {
  private readonly state: WorldState;
  private readonly slot: number;
  private readonly generation: number;

  /** @internal Joints are made by `world.addJoint`. */
  constructor(state: WorldState, slot: number, generation: number) {
    this.state = state;
    this.slot = slot;
    this.generation = generation;
  }

  /** False once the joint, or a body that it holds, has been removed. */
  get alive(): boolean {
    return this.state.joints.isAlive(this.slot, this.generation);
  }

  /** @internal */
  get index(): number {
    if (!this.alive)
      throw new SixfoldError('the joint has been removed from its world; check joint.alive before using it');
    return this.slot;
  }

  get name(): string {
    return this.state.joints.names[this.index]!;
  }

  get type(): JointType {
    return this.state.joints.kindOf(this.index).type as JointType;
  }

  /** Name of the body that a is, or null: the world. */
  get a(): string | null {
    return this.bodySlot(JI_BODY_A) === 0 ? null : this.state.bodies.names[this.bodySlot(JI_BODY_A)]!;
  }

  get b(): string {
    return this.state.bodies.names[this.bodySlot(JI_BODY_B)]!;
  }

  /** Where the anchors of a and of b are now (m); a joint other than a spring or a slider holds them together. */
  get anchors(): readonly [Vec3, Vec3] {
    return [this.anchor(JI_BODY_A, J_ANCHOR_A), this.anchor(JI_BODY_B, J_ANCHOR_B)];
  }

  /** The joint's axis as it is fixed in a, world frame, unit. */
  get axis(): Vec3 {
    const q = quatAt(this.state.bodies.f.data, this.bodySlot(JI_BODY_A) * BODY_STRIDE + B_ROTATION);
    return rotate(multiply(q, quatAt(this.state.joints.f.data, this.slot * JOINT_STRIDE + J_FRAME_A)), [1, 0, 0]);
  }

  get userData(): unknown {
    return this.state.joints.userData[this.index];
  }

  set userData(value: unknown) {
    this.state.joints.userData[this.index] = value;
  }

  /** Angle of a hinge, or twist of a ball joint (rad, whole turns counted); position of a slider, length of a spring (m). As of the last step's start. */
  get coordinate(): number {
    return this.state.joints.f.data[this.index * JOINT_STRIDE + J_COORDINATE];
  }

  /** Force that the joint exerted on b at its anchor in the last step (N), world frame; for a slider without its motor and limit. */
  get force(): Vec3 {
    const kind = this.state.joints.kindOf(this.index);
    if (!kind.hasForce) throw new SixfoldError(`the force of a ${kind.type} is not reported; read joint.motorForce`);
    const o = this.slot * JOINT_STRIDE + J_FORCE;
    return vec3At(this.state.joints.f.data, o);
  }

  /** What the motor or spring exerted on b along or about the axis in the last step (N or N·m). */
  get motorForce(): number {
    return this.state.joints.f.data[this.index * JOINT_STRIDE + J_FORCE_MOTOR];
  }

  /** What the limit exerted on b in the last step (N or N·m). */
  get limitForce(): number {
    return this.state.joints.f.data[this.index * JOINT_STRIDE + J_FORCE_LIMIT];
  }

  /** Sets, changes or (null) takes away the motor. */
  setMotor(motor: MotorDescription | null): void {
    if (!this.state.joints.kindOf(this.index).fields.includes('motor'))
      throw new SixfoldError(`a ${this.type} joint has no motor; use a hinge, a slider or a ball joint`);
    writeMotor(this.state.joints, this.slot, motor === null ? null : readMotor(motor, 'motor'));
    this.wakeBodies();
  }

  private bodySlot(field: number): number {
    return this.state.joints.i.data[this.index * JOINT_INTS + field];
  }

  private anchor(body: number, field: number): Vec3 {
    const d = this.state.bodies.f.data;
    const o = this.bodySlot(body) * BODY_STRIDE;
    const f = this.state.joints.f.data;
    const at = this.slot * JOINT_STRIDE + field;
    const arm = rotate(quatAt(d, o + B_ROTATION), vec3At(f, at));
    return add(vec3At(d, o + B_CENTER), arm);
  }

  private wakeBodies(): void {
    const i = this.state.joints.i.data;
    wake(this.state, i[this.slot * JOINT_INTS + JI_BODY_A]);
    wake(this.state, i[this.slot * JOINT_INTS + JI_BODY_B]);
  }
}
