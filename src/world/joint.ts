// A joint as users hold it.

import { B_CENTER, B_ROTATION, BODY_STRIDE } from '../bodies/layout.js';
import { SixfoldError } from '../checks/error.js';
import type { JointField } from '../joints/kind.js';
import { SIX_AXES, type SixAxis } from '../joints/kinds/six-axis.js';
import {
  J_ANCHOR_A,
  J_ANCHOR_B,
  J_AXES,
  J_BREAK_FORCE,
  J_BREAK_TORQUE,
  J_COORDINATE,
  J_DAMPING,
  J_FORCE_LIMIT,
  J_FORCE_MOTOR,
  J_FRAME_A,
  J_HIGH,
  J_LOW,
  J_MOST_FORCE,
  J_RATIO,
  J_REST_LENGTH,
  J_SPEED,
  J_STIFFNESS,
  J_TARGET,
  J_TWIST_LOW,
  J_WHICH,
  J_WRENCH,
  JI_ALIVE,
  JI_BODY_A,
  JI_BODY_B,
  JI_COLLIDE,
  JI_GENERATION,
  JI_LIMITS,
  JI_MOTOR,
  JI_TWIST,
  JI_WHOLE,
  JOINT_INTS,
  JOINT_STRIDE,
} from '../joints/layout.js';
import type { JointType } from '../joints/registry.js';
import { add, multiply, quatAt, rotate, type Vec3, vec3At } from '../math/vec3.js';
import { changeJoint, type JointChanges } from './change-joint.js';
import { readMotor } from './read-joint.js';
import { writeMotor } from './records.js';
import type { MotorDescription } from './scene.js';
import { refuseAssignment } from './sealed.js';
import { wake } from './sleeping.js';
import type { Home, WorldState } from './state.js';

export class Joint {
  private readonly home: Home;
  private readonly slot: number;
  private readonly generation: number;

  /** @internal Joints are made by `world.addJoint`. */
  constructor(home: Home, slot: number, generation: number) {
    this.home = home;
    this.slot = slot;
    this.generation = generation;
    Object.freeze(this);
  }

  private get state(): WorldState {
    return this.home.state;
  }

  /** @internal Whether that is the world it belongs to. */
  isOf(home: Home): boolean {
    return this.home === home;
  }

  static {
    refuseAssignment(Joint.prototype, 'joint', {
      alive: 'call world.removeJoint(joint)',
      type: 'remove the joint and add another',
      a: 'remove the joint and add another',
      b: 'remove the joint and add another',
      anchors: 'call joint.set({ anchor, anchorB })',
      coordinate: 'drive it with joint.motor',
      axes: 'change its parts, such as joint.axes.rx.motor',
    });
  }

  /**
   * Changes what is given, in the words of a scene's joint. Anchors and the axis are world points and a direction as
   * the bodies stand now; a new axis makes this the pose from which the coordinate counts.
   */
  set(changes: JointChanges): void {
    changeJoint(this.state, this.index, changes);
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
    return this.bodySlot(JI_BODY_A) === 0 ? null : this.bodyName(JI_BODY_A);
  }

  get b(): string {
    return this.bodyName(JI_BODY_B);
  }

  /** Where the anchors of a and of b are now (m); a joint other than a spring or a slider holds them together. */
  get anchors(): readonly [Vec3, Vec3] {
    return Object.freeze([this.anchor(JI_BODY_A, J_ANCHOR_A), this.anchor(JI_BODY_B, J_ANCHOR_B)] as const);
  }

  /** The joint's axis as it is fixed in a, world frame, unit. Set it as the bodies stand now. */
  get axis(): Vec3 {
    const q = quatAt(this.state.bodies.f.data, this.bodySlot(JI_BODY_A) * BODY_STRIDE + B_ROTATION);
    return Object.freeze(
      rotate(multiply(q, quatAt(this.state.joints.f.data, this.slot * JOINT_STRIDE + J_FRAME_A)), [1, 0, 0]),
    );
  }

  set axis(value: Vec3) {
    this.set({ axis: value });
  }

  /**
   * Of a six-axis joint: what each axis is. One that is limited or driven is a joint of its own, with `limits`,
   * `motor`, `coordinate`, `motorForce` and `limitForce`; to remove it frees the axis.
   */
  get axes(): Readonly<Record<SixAxis, 'free' | 'locked' | Joint>> {
    const { joints } = this.state;
    if (joints.kindOf(this.index).rowsOf === undefined)
      throw new SixfoldError(`a ${this.type} joint has no axes; they belong to a six-axis joint`);
    const unlocked = joints.f.data[this.slot * JOINT_STRIDE + J_AXES];
    const out = {} as Record<SixAxis, 'free' | 'locked' | Joint>;
    for (let k = 0; k < 6; k++) out[SIX_AXES[k]!] = ((unlocked >> k) & 1) === 1 ? 'free' : 'locked';
    for (let part = 0; part < joints.count; part++) {
      const n = part * JOINT_INTS;
      if (joints.i.data[n + JI_ALIVE] === 0 || joints.i.data[n + JI_WHOLE] !== this.slot + 1) continue;
      const which = joints.f.data[part * JOINT_STRIDE + J_WHICH];
      out[SIX_AXES[which]!] = new Joint(this.home, part, joints.i.data[n + JI_GENERATION]);
    }
    return Object.freeze(out);
  }

  /** Least and greatest coordinate (of a ball joint: swing), or null: none. */
  get limits(): readonly [number, number] | null {
    const f = this.state.joints.f.data;
    const j = this.index * JOINT_STRIDE;
    if (this.state.joints.i.data[this.slot * JOINT_INTS + JI_LIMITS] === 0) return null;
    return Object.freeze([f[j + J_LOW], f[j + J_HIGH]] as const);
  }

  set limits(value: readonly [number, number] | null) {
    this.set({ limits: value });
  }

  get motor(): Readonly<Required<MotorDescription>> | null {
    const f = this.state.joints.f.data;
    const j = this.index * JOINT_STRIDE;
    if (this.state.joints.i.data[this.slot * JOINT_INTS + JI_MOTOR] === 0) return null;
    return Object.freeze({
      target: f[j + J_TARGET],
      velocity: f[j + J_SPEED],
      stiffness: f[j + J_STIFFNESS],
      damping: f[j + J_DAMPING],
      maxForce: f[j + J_MOST_FORCE],
    });
  }

  set motor(value: MotorDescription | null) {
    this.setMotor(value);
  }

  /** Of a spring (N/m). */
  get stiffness(): number {
    return this.ofSpring(J_STIFFNESS, 'stiffness');
  }

  set stiffness(value: number) {
    this.set({ stiffness: value });
  }

  /** Of a spring (N·s/m). */
  get damping(): number {
    return this.ofSpring(J_DAMPING, 'damping');
  }

  set damping(value: number) {
    this.set({ damping: value });
  }

  /** Of a spring (m). */
  get restLength(): number {
    return this.ofSpring(J_REST_LENGTH, 'restLength');
  }

  set restLength(value: number) {
    this.set({ restLength: value });
  }

  /** Whether the two bodies may also touch each other. */
  get collide(): boolean {
    return this.state.joints.i.data[this.index * JOINT_INTS + JI_COLLIDE] === 1;
  }

  set collide(value: boolean) {
    this.set({ collide: value });
  }

  get userData(): unknown {
    return this.state.joints.userData[this.index];
  }

  set userData(value: unknown) {
    this.state.joints.userData[this.index] = value;
  }

  /**
   * Angle of a hinge, or twist of a ball joint (rad, whole turns counted); position of a slider, length of a spring
   * (m). As of the last step's start.
   */
  get coordinate(): number {
    return this.state.joints.f.data[this.index * JOINT_STRIDE + J_COORDINATE];
  }

  /** Force that the joint, with its motor and limits, exerted on b at its anchor in the last step (N), world frame. */
  get force(): Vec3 {
    const o = this.index * JOINT_STRIDE + J_WRENCH;
    return Object.freeze(vec3At(this.state.joints.f.data, o));
  }

  /**
   * Torque that the joint, with its motor and limits, exerted on b about its anchor in the last step (N·m), world
   * frame.
   */
  get torque(): Vec3 {
    return Object.freeze(vec3At(this.state.joints.f.data, this.index * JOINT_STRIDE + J_WRENCH + 3));
  }

  /** Load at which the joint breaks (N); Infinity: never. */
  get breakForce(): number {
    return this.state.joints.f.data[this.index * JOINT_STRIDE + J_BREAK_FORCE];
  }

  set breakForce(value: number) {
    this.set({ breakForce: value });
  }

  /** N·m */
  get breakTorque(): number {
    return this.state.joints.f.data[this.index * JOINT_STRIDE + J_BREAK_TORQUE];
  }

  set breakTorque(value: number) {
    this.set({ breakTorque: value });
  }

  /** Least and greatest twist of a ball joint (rad), or null: none. */
  get twistLimits(): readonly [number, number] | null {
    const j = this.index * JOINT_STRIDE;
    if (this.state.joints.i.data[this.slot * JOINT_INTS + JI_TWIST] === 0) return null;
    const f = this.state.joints.f.data;
    return Object.freeze([f[j + J_TWIST_LOW], f[j + J_TWIST_LOW + 1]] as const);
  }

  set twistLimits(value: readonly [number, number] | null) {
    this.set({ twistLimits: value });
  }

  /** Of a rope (m). */
  get length(): number {
    return this.ofSpring(J_HIGH, 'length');
  }

  set length(value: number) {
    this.set({ length: value });
  }

  /** Of a gear or rack: turns of b for one of a, or metres for a radian. */
  get ratio(): number {
    return this.ofSpring(J_RATIO, 'ratio');
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

  private ofSpring(field: number, word: JointField): number {
    const kind = this.state.joints.kindOf(this.index);
    if (!kind.fields.includes(word)) throw new SixfoldError(`a ${kind.type} joint has no ${word}`);
    return this.state.joints.f.data[this.slot * JOINT_STRIDE + field];
  }

  private bodyName(which: number): string {
    const { bodies } = this.state;
    return bodies.names[bodies.wholeOf(this.bodySlot(which))]!;
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
    return Object.freeze(add(vec3At(d, o + B_CENTER), arm));
  }

  private wakeBodies(): void {
    const i = this.state.joints.i.data;
    wake(this.state, i[this.slot * JOINT_INTS + JI_BODY_A]);
    wake(this.state, i[this.slot * JOINT_INTS + JI_BODY_B]);
  }
}
