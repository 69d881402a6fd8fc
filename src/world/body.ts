// A body as users hold it: a thin view with a handle that knows when it has gone stale.

import { updateCenter, updateWorldInertia } from '../bodies/kinematics.js';
import {
  B_ANGULAR_DAMPING,
  B_CENTER,
  B_CENTER_B,
  B_CONSTANT_FORCE,
  B_CONSTANT_TORQUE,
  B_FORCE,
  B_FRICTION,
  B_GRAVITY_SCALE,
  B_INERTIA_B,
  B_INV_INERTIA,
  B_INV_MASS,
  B_LINEAR_DAMPING,
  B_MASS,
  B_ORIGIN,
  B_RESTITUTION,
  B_ROTATION,
  B_STATIC_FRICTION,
  B_SURFACE_VELOCITY,
  B_TORQUE,
  BODY_INTS,
  BODY_STRIDE,
  I_ASLEEP,
  I_GROUP,
  I_LOCKED,
  I_MASK,
  I_SENSOR,
  I_TYPE,
  TYPE_DYNAMIC,
  TYPE_KINEMATIC,
  TYPE_OTHER,
} from '../bodies/layout.js';
import { SixfoldError } from '../checks/error.js';
import { readObject, readPositive, readQuaternion, readVec3, refuseUnknown, show } from '../checks/fields.js';
import type { Details } from '../contact/kind.js';
import { atan2 } from '../math/trig.js';
import {
  add,
  conjugate,
  cross,
  length,
  multiply,
  type Quat,
  quatAt,
  rotate,
  type Sym3,
  scale,
  sub,
  type Vec3,
  vec3At,
} from '../math/vec3.js';
import type { ShapeDescription } from '../shapes/shape.js';
import { type BodyChanges, changeBody } from './change-body.js';
import { updateBox } from './detect.js';
import { type BodyType, LOCKS, type Lock, type RigidBodyType, type ShapeReference } from './scene.js';
import { refuseAssignment } from './sealed.js';
import { putToSleep, wake } from './sleeping.js';
import type { Home, WorldState } from './state.js';
import { wakeAround, wakeTouching } from './touching.js';

export class Body {
  private readonly home: Home;
  private readonly slot: number;
  private readonly generation: number;

  /** @internal Bodies are made by `world.addBody`. */
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
    refuseAssignment(Body.prototype, 'body', {
      alive: 'call world.removeBody(body)',
      name: 'names are given once, by world.addBody',
      asleep: 'call body.sleep() or body.wake()',
      centerOfMass: 'it follows from the shape; set position',
      inverseInertia: 'set inertia',
    });
  }

  /**
   * Changes what is given, in the words of a scene's body: `body.set({ type: 'dynamic', mass: 2 })`. Everything is
   * checked before anything changes, and whoever must notice wakes. Setting a single property does the same.
   */
  set(changes: BodyChanges): void {
    changeBody(this.state, this.index, changes);
  }

  /** False once the body has been removed; every other use then throws. */
  get alive(): boolean {
    return this.state.bodies.isAlive(this.slot, this.generation);
  }

  /** @internal The slot, checked. */
  get index(): number {
    if (!this.alive)
      throw new SixfoldError('the body has been removed from its world; check body.alive before using it');
    return this.slot;
  }

  get name(): string {
    return this.state.bodies.names[this.index]!;
  }

  get type(): BodyType {
    const type = this.state.bodies.i.data[this.index * BODY_INTS + I_TYPE];
    if (type === TYPE_OTHER) return this.state.bodies.own[this.slot]!.type as BodyType;
    return type === TYPE_DYNAMIC ? 'dynamic' : type === TYPE_KINEMATIC ? 'kinematic' : 'static';
  }

  set type(value: RigidBodyType) {
    this.set({ type: value });
  }

  /**
   * The shape's description. Set another one, or the name of one of the scene's; the mass stays, its inertia follows.
   */
  get shape(): ShapeDescription {
    return this.state.bodies.shapes[this.index]!.description;
  }

  set shape(value: ShapeReference) {
    this.set({ shape: value });
  }

  get userData(): unknown {
    return this.state.bodies.userData[this.index];
  }

  set userData(value: unknown) {
    this.state.bodies.userData[this.index] = value;
  }

  /** Mass (kg); 0 unless dynamic. Setting it scales the inertia alike. */
  get mass(): number {
    return this.state.bodies.f.data[this.at(B_MASS)];
  }

  set mass(value: number) {
    this.set({ mass: value });
  }

  /** Moments of inertia about the centre of mass along the shape's axes: xx, yy, zz (kg·m²); 0 unless dynamic. */
  get inertia(): Vec3 {
    const o = this.at(B_INERTIA_B);
    const d = this.state.bodies.f.data;
    return Object.freeze([d[o], d[o + 3], d[o + 5]] as const);
  }

  set inertia(value: Vec3) {
    this.set({ inertia: value });
  }

  /** Bits: two bodies touch if each one's group is in the other's mask. */
  get group(): number {
    return this.state.bodies.i.data[this.index * BODY_INTS + I_GROUP] >>> 0;
  }

  set group(value: number) {
    this.set({ group: value });
  }

  get mask(): number {
    return this.state.bodies.i.data[this.index * BODY_INTS + I_MASK] >>> 0;
  }

  set mask(value: number) {
    this.set({ mask: value });
  }

  /** Whether the body reports who overlaps it and touches nobody. */
  get sensor(): boolean {
    return this.state.bodies.i.data[this.index * BODY_INTS + I_SENSOR] === 1;
  }

  set sensor(value: boolean) {
    this.set({ sensor: value });
  }

  /** World axes that the body may not move along or turn about. */
  get locked(): readonly Lock[] {
    const bits = this.state.bodies.i.data[this.index * BODY_INTS + I_LOCKED];
    return Object.freeze(LOCKS.filter((_, k) => bits & (1 << k)));
  }

  set locked(value: readonly Lock[]) {
    this.set({ locked: value });
  }

  /** How much of the scene's gravity acts on the body. */
  get gravityScale(): number {
    return this.state.bodies.f.data[this.at(B_GRAVITY_SCALE)];
  }

  set gravityScale(value: number) {
    this.set({ gravityScale: value });
  }

  /** Rates at which velocities decay (1/s). */
  get linearDamping(): number {
    return this.state.bodies.f.data[this.at(B_LINEAR_DAMPING)];
  }

  set linearDamping(value: number) {
    this.set({ linearDamping: value });
  }

  get angularDamping(): number {
    return this.state.bodies.f.data[this.at(B_ANGULAR_DAMPING)];
  }

  set angularDamping(value: number) {
    this.set({ angularDamping: value });
  }

  /** Position of the shape's origin (m). */
  get position(): Vec3 {
    return this.vector(B_ORIGIN);
  }

  set position(value: Vec3) {
    const o = this.index * BODY_STRIDE;
    this.state.bodies.f.data.set(readVec3(value, 'position', 'm'), o + B_ORIGIN);
    updateCenter(this.state.bodies.f.data, o);
    this.moved();
  }

  /** Unit quaternion [x, y, z, w]. Setting it turns the body about its shape's origin. */
  get rotation(): Quat {
    return Object.freeze(quatAt(this.state.bodies.f.data, this.at(B_ROTATION)));
  }

  set rotation(value: Quat) {
    const o = this.index * BODY_STRIDE;
    this.state.bodies.f.data.set(readQuaternion(value, 'rotation'), o + B_ROTATION);
    updateCenter(this.state.bodies.f.data, o);
    this.moved();
  }

  /** World position of the centre of mass (m). */
  get centerOfMass(): Vec3 {
    return this.vector(B_CENTER);
  }

  /**
   * Inverse inertia about the centre of mass, world frame: xx, xy, xz, yy, yz, zz (1/(kg·m²)); zero unless it can turn.
   */
  get inverseInertia(): Sym3 {
    const o = this.at(B_INV_INERTIA);
    const d = this.state.bodies.f.data;
    return Object.freeze([d[o], d[o + 1], d[o + 2], d[o + 3], d[o + 4], d[o + 5]] as const);
  }

  /** The box under which the broad phase keeps the body (m): wider than the body, and stretched along its way. */
  get broadPhaseBox(): { min: Vec3; max: Vec3 } {
    const o = 6 * this.index;
    const d = this.state.broadPhase.fatBoxes.data;
    return Object.freeze({ min: Object.freeze(vec3At(d, o)), max: Object.freeze(vec3At(d, o + 3)) });
  }

  /** Velocity of the centre of mass (m/s). */
  get linearVelocity(): Vec3 {
    return Object.freeze(vec3At(this.state.bodies.v.data, 6 * this.index));
  }

  set linearVelocity(value: Vec3) {
    this.setVelocity(readVec3(value, 'linearVelocity', 'm/s'), 0);
  }

  /** Angular velocity, world frame (rad/s). */
  get angularVelocity(): Vec3 {
    return Object.freeze(vec3At(this.state.bodies.v.data, 6 * this.index + 3));
  }

  set angularVelocity(value: Vec3) {
    this.setVelocity(readVec3(value, 'angularVelocity', 'rad/s'), 3);
  }

  /** Constant force at the centre of mass, world frame (N). */
  get force(): Vec3 {
    return this.vector(B_CONSTANT_FORCE);
  }

  set force(value: Vec3) {
    this.setVector(B_CONSTANT_FORCE, value, 'force', 'N');
  }

  /** Constant torque, world frame (N·m). */
  get torque(): Vec3 {
    return this.vector(B_CONSTANT_TORQUE);
  }

  set torque(value: Vec3) {
    this.setVector(B_CONSTANT_TORQUE, value, 'torque', 'N·m');
  }

  /** Velocity of the surface, body frame (m/s): a conveyor's. */
  get surfaceVelocity(): Vec3 {
    return this.vector(B_SURFACE_VELOCITY);
  }

  set surfaceVelocity(value: Vec3) {
    this.setVector(B_SURFACE_VELOCITY, value, 'surfaceVelocity', 'm/s');
    wakeTouching(this.state, this.slot);
  }

  /** Own coefficient of friction, or null: the scene's. */
  get friction(): number | null {
    return this.own(B_FRICTION);
  }

  set friction(value: number | null) {
    this.set({ friction: value });
  }

  /** Own coefficient at rest, in models that tell it from the sliding one, or null: the scene's. */
  get staticFriction(): number | null {
    return this.own(B_STATIC_FRICTION);
  }

  set staticFriction(value: number | null) {
    this.set({ staticFriction: value });
  }

  get restitution(): number | null {
    return this.own(B_RESTITUTION);
  }

  set restitution(value: number | null) {
    this.set({ restitution: value });
  }

  /** Adds a force for the next step (N), at a world point or at the centre of mass. */
  applyForce(force: Vec3, point?: Vec3): void {
    const f = readVec3(force, 'force', 'N');
    const at = point === undefined ? null : readVec3(point, 'point', 'm');
    this.needDynamic('applyForce');
    this.addTo(B_FORCE, f);
    if (at) this.addTo(B_TORQUE, cross(sub(at, this.centerOfMass), f));
    this.state.bodies.arePushed = true;
    wake(this.state, this.slot);
  }

  /** Adds a torque for the next step (N·m). */
  applyTorque(torque: Vec3): void {
    this.needDynamic('applyTorque');
    this.addTo(B_TORQUE, readVec3(torque, 'torque', 'N·m'));
    this.state.bodies.arePushed = true;
    wake(this.state, this.slot);
  }

  /** Changes the velocity at once by an impulse (N·s), at a world point or at the centre of mass. */
  applyImpulse(impulse: Vec3, point?: Vec3): void {
    const p = readVec3(impulse, 'impulse', 'N·s');
    const at = point === undefined ? null : readVec3(point, 'point', 'm');
    this.needDynamic('applyImpulse');
    const d = this.state.bodies.f.data;
    const m = this.at(B_INV_MASS);
    this.addToVelocity(0, [d[m] * p[0], d[m + 1] * p[1], d[m + 2] * p[2]]);
    if (at) this.applyAngularImpulse(cross(sub(at, this.centerOfMass), p));
    wake(this.state, this.slot);
  }

  /** Changes the angular velocity at once by an angular impulse (N·m·s). */
  applyAngularImpulse(impulse: Vec3): void {
    const [x, y, z] = readVec3(impulse, 'impulse', 'N·m·s');
    this.needDynamic('applyAngularImpulse');
    const d = this.state.bodies.f.data;
    const k = this.at(B_INV_INERTIA);
    this.addToVelocity(3, [
      d[k] * x + d[k + 1] * y + d[k + 2] * z,
      d[k + 1] * x + d[k + 3] * y + d[k + 4] * z,
      d[k + 2] * x + d[k + 4] * y + d[k + 5] * z,
    ]);
    wake(this.state, this.slot);
  }

  /**
   * Gives a kinematic body the velocities that take it to a pose within dt seconds, so that it carries and pushes what
   * it meets on the way; what is left out stays. Call it before every step: the velocities last until they are changed.
   */
  moveTo(pose: { position?: Vec3; rotation?: Quat }, dt: number): void {
    if (this.type !== 'kinematic')
      throw new SixfoldError(
        `moveTo: body ${show(this.name)} is ${this.type}; only kinematic bodies go where they are told`,
      );
    const h = readPositive(dt, 'dt', 's');
    const fields = readObject(pose, 'pose');
    refuseUnknown(fields, 'pose', ['position', 'rotation']);
    const from = this.rotation;
    const to = pose.rotation === undefined ? from : readQuaternion(pose.rotation, 'pose.rotation');
    const at = pose.position === undefined ? this.position : readVec3(pose.position, 'pose.position', 'm');
    const center = add(at, rotate(to, vec3At(this.state.bodies.f.data, this.at(B_CENTER_B))));
    // The turn from one to the other, the shorter way round: 2 atan(|v|, w) about its vector part.
    const [x, y, z, w] = multiply(to, conjugate(from));
    const sine = length([x, y, z]);
    const angle = sine > 0 ? (2 * atan2(sine, Math.abs(w)) * (w < 0 ? -1 : 1)) / sine : 0;
    this.setVelocity(scale(sub(center, this.centerOfMass), 1 / h), 0);
    this.setVelocity(scale([x, y, z], angle / h), 3);
  }

  /** Velocity of the material point of this body that is at a world point now (m/s). */
  velocityAt(point: Vec3): Vec3 {
    const r = sub(readVec3(point, 'point', 'm'), this.centerOfMass);
    return Object.freeze(add(this.linearVelocity, cross(this.angularVelocity, r)));
  }

  /** What the contact model has to say of this body beyond what all models do; `details` are names of its flags. */
  report(details: Details = []): Record<string, unknown> {
    return this.state.model.reportBody?.(this.index, details) ?? {};
  }

  get asleep(): boolean {
    return this.state.bodies.i.data[this.index * BODY_INTS + I_ASLEEP] === 1;
  }

  wake(): void {
    wake(this.state, this.index);
  }

  /** Stops the body and lets it sleep until it is touched. Only dynamic bodies sleep. */
  sleep(): void {
    this.needDynamic('sleep');
    putToSleep(this.state, this.slot, this.state.nextSleepingIsland++);
  }

  private at(field: number): number {
    return this.index * BODY_STRIDE + field;
  }

  private vector(field: number): Vec3 {
    return Object.freeze(vec3At(this.state.bodies.f.data, this.at(field)));
  }

  /** A coefficient of its own, or null. */
  private own(field: number): number | null {
    const value = this.state.bodies.f.data[this.at(field)];
    return value < 0 ? null : value;
  }

  private setVector(field: number, value: Vec3, name: string, unit: string): void {
    this.state.bodies.f.data.set(readVec3(value, name, unit), this.at(field));
    wake(this.state, this.slot);
  }

  private addTo(field: number, v: Vec3): void {
    const o = this.at(field);
    const d = this.state.bodies.f.data;
    for (let k = 0; k < 3; k++) d[o + k] += v[k]!;
  }

  /** `first`: 0 for linear velocity, 3 for angular. */
  private addToVelocity(first: number, v: Vec3): void {
    const d = this.state.bodies.v.data;
    for (let k = 0; k < 3; k++) d[6 * this.index + first + k] += v[k]!;
  }

  private setVelocity(v: Vec3, first: number): void {
    if (this.type === 'static')
      throw new SixfoldError(`body ${show(this.name)} is static and has no velocity; make it kinematic to move it`);
    const o = 6 * this.index + first;
    // A kinematic body goes wherever it is told.
    const locked = this.type === 'dynamic' ? this.state.bodies.i.data[this.slot * BODY_INTS + I_LOCKED] : 0;
    for (let k = 0; k < 3; k++) this.state.bodies.v.data[o + k] = locked & (1 << (first + k)) ? 0 : v[k]!;
    wake(this.state, this.slot);
  }

  private needDynamic(call: string): void {
    if (this.type !== 'dynamic')
      throw new SixfoldError(`${call}: body ${show(this.name)} is ${this.type}; only dynamic bodies take forces`);
  }

  private moved(): void {
    this.state.sensors.changed = true;
    this.state.escaped.step = -1;
    const { bodies } = this.state;
    const o = this.slot * BODY_STRIDE;
    updateWorldInertia(bodies.f.data, o, bodies.i.data[this.slot * BODY_INTS + I_LOCKED], this.state.inertia);
    wakeTouching(this.state, this.slot);
    wake(this.state, this.slot);
    updateBox(this.state, this.slot, 0, false);
    wakeAround(this.state);
  }
}
