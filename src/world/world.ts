// The door to the engine.

import {
  B_CENTER,
  B_INV_MASS,
  B_POSE,
  B_ROTATION,
  B_STILL_TIME,
  BODY_INTS,
  BODY_STRIDE,
  I_ALIVE,
  I_ASLEEP,
  I_GENERATION,
  I_TYPE,
  TYPE_OTHER,
} from '../bodies/layout.js';
import { PLATE } from '../bodies/store.js';
import { SixfoldError } from '../checks/error.js';
import { readInteger, readNonNegative, readNumber, readObject, show } from '../checks/fields.js';
import type { Device } from '../contact/devices/device.js';
import type { Devices } from '../contact/devices/devices.js';
import type { DeviceDescription } from '../contact/devices/read.js';
import type { Companion, CompanionKind, Details } from '../contact/kind.js';
import type { ContactModel, ContactModelKind, ContactRecord } from '../contact/model.js';
import type { Vocabulary } from '../contact/vocabulary.js';
import { JointGeometry } from '../joints/geometry.js';
import { SIX_AXES } from '../joints/kinds/six-axis.js';
import {
  J_AXES,
  J_BREAK_FORCE,
  J_BREAK_TORQUE,
  J_REST_LENGTH,
  J_STIFFNESS,
  J_WHICH,
  J_WRENCH,
  JI_ALIVE,
  JI_BODY_A,
  JI_BODY_B,
  JI_COLLIDE,
  JI_GENERATION,
  JI_WHOLE,
  JOINT_INTS,
  JOINT_STRIDE,
} from '../joints/layout.js';
import { length, normalizeQuat, type Quat, type Vec3, vec3At } from '../math/vec3.js';
import type { MemorySource } from '../memory/arena.js';
import { admitStep } from './admit.js';
import { Body } from './body.js';
import { countJointed } from './change-joint.js';
import { Companions } from './companions.js';
import { firstOf, secondOf, updateBox } from './detect.js';
import { potentialEnergy, writeKineticEnergy } from './energy.js';
import type { ContactEventType } from './events.js';
import { StateHash } from './hash.js';
import type { ContactRule } from './hooks.js';
import { Joint } from './joint.js';
import { type FurtherKinds, type Kinds, kindsWith } from './kinds.js';
import { findOverlaps, type OverlapOptions, type OverlapRecord } from './overlaps.js';
import { castRay, castRayAll, type RayHit, type Sieve, slotsIn } from './queries.js';
import { readBody } from './read-body.js';
import { type CheckedAxes, type CheckedJoint, readJoint } from './read-joint.js';
import { readGravity, readSettings, readTimeStep, vocabularyOf } from './read-scene.js';
import { ShapeLibrary } from './read-shape.js';
import { writeBody, writeJoint } from './records.js';
import type { BodyDescription, JointDescription, SceneDescription, ShapeReference } from './scene.js';
import { frozen, refuseAssignment } from './sealed.js';
import type { Sensed, SensorEventType } from './sensors.js';
import { type Pose, type QueryOptions, readSieve, ShapeQueries } from './shape-queries.js';
import { wake } from './sleeping.js';
import { loadSnapshot, saveSnapshot } from './snapshot.js';
import { type Home, type Profile, WorldState } from './state.js';
import { step } from './step.js';
import { dropTouching, wakeAround, wakeTouching } from './touching.js';

export interface WorldOptions extends FurtherKinds {
  /** Milliseconds, for `profile`; such as `() => performance.now()`. The simulation never reads it. */
  clock?: () => number;
  /** Contact models beside `six` and `point`, such as those of the package's further entries. */
  models?: readonly ContactModelKind[];
  /** Where the world keeps its state; `plainMemory` unless told. The bits are the same in any. */
  memory?: MemorySource;
  /** false: no kernels in WebAssembly, even where the host has it. The bits are the same with and without. */
  simd?: boolean;
}

export interface Contact extends ContactRecord {
  a: Body;
  b: Body;
}

/** How two bodies overlap; a is the one added first. */
export interface Overlap extends OverlapRecord {
  a: Body;
  b: Body;
}

export interface ContactEvent {
  type: ContactEventType;
  a: Body;
  b: Body;
  /** The contacts of the pair in the step, as `world.contacts()` has them; none when it ended. Made when asked for. */
  readonly contacts: Contact[];
}

/** Who overlaps a sensor, and by how much. */
export interface Sensation {
  sensor: Body;
  /** Which part of the sensor's compound; null: the whole body is the sensor. */
  part: number | null;
  body: Body;
  /** m³; 0 when it ended. */
  volume: number;
}

/** A joint that bore more than it can. */
export interface JointBreakEvent {
  type: 'jointBreak';
  name: string;
  a: Body | null;
  b: Body;
  userData: unknown;
  /** What it bore in the step in which it broke (N, N·m). */
  force: Vec3;
  torque: Vec3;
}

export interface SensorEvent extends Sensation {
  type: SensorEventType;
}

/** What a ray met. */
export interface RayResult {
  body: Body;
  point: Vec3;
  /** Outward, unit. */
  normal: Vec3;
  /** m */
  distance: number;
}
/** What a moving shape met: the normal points from the body to the shape. */
export type ShapeCastResult = RayResult;

export interface Energy {
  /** J */
  kinetic: number;
  /** In gravity, in springs, and what the contact model stores, J. */
  potential: number;
  /** What position correction has added in all, J. */
  correctionWork: number;
}

export class World {
  private readonly home: Home;
  private shapes: ShapeLibrary;
  private readonly kinds: Kinds;
  private vocabulary: Vocabulary;
  private companions: Companions;
  private options: WorldOptions;
  private hook: ((a: Body, b: Body) => ContactRule) | null = null;
  /** Time that `advance` has been given and not stepped yet (s). */
  private leftover = 0;
  private poses = new Float64Array(0);
  private readonly breakHandlers = new Set<(event: JointBreakEvent) => void>();
  private shapeQueries: ShapeQueries | null = null;
  private readonly views: (Body | undefined)[] = [];
  private readonly jointViews: (Joint | undefined)[] = [];

  constructor(scene: SceneDescription = {}, options: WorldOptions = {}) {
    const fields = readObject(scene, 'scene');
    this.vocabulary = vocabularyOf(scene, options.models);
    const settings = readSettings(scene, this.vocabulary);
    this.kinds = kindsWith(options, this.vocabulary.models);
    this.options = options;
    this.home = {
      state: new WorldState(settings, this.vocabulary.chosen, { ...options, joints: this.kinds.joints }),
    };
    this.shapes = new ShapeLibrary(fields.shapes, this.kinds.shapes);
    for (const [k, body] of list(fields.bodies, 'bodies').entries()) this.insertBody(body, `bodies[${k}]`);
    for (const [k, joint] of list(fields.joints, 'joints').entries()) this.insertJoint(joint, `joints[${k}]`);
    this.state.model.prepare?.(this.state.bodies);
    this.companions = new Companions(this.vocabulary.companions, fields, this.state);
    this.state.companions = this.companions;
    admitStep(this.state, this.timeStep);
    this.state.library = this.shapes;
    Object.seal(this);
  }

  static {
    refuseAssignment(World.prototype, 'world', {
      timeStep: 'give it with the scene, or call world.step(dt)',
      time: 'restore a snapshot to go back',
      model: 'make another world, with withModel(scene, name)',
    });
  }

  /** The world that `snapshot()` saved: it goes on with the same bits. */
  static restore(bytes: Uint8Array, options: WorldOptions = {}): World {
    // The state comes from the snapshot: only it takes the memory that was given.
    const { shapes, joints, models } = options;
    const world = new World({}, { shapes, joints, ...(models && { models }) });
    world.options = options;
    world.become(bytes, false);
    return world;
  }

  /**
   * Becomes what a snapshot saved, be it this world's or another's, and goes on with the same bits. Handles of bodies
   * and joints that are in the snapshot stay good, and so do event handlers; `userData` is that of the snapshot.
   * Handles of devices must be asked for again.
   */
  restore(bytes: Uint8Array): void {
    if (this.state.stepping)
      throw new SixfoldError('restore() was called inside an event; call it after the step has returned');
    this.become(bytes, true);
  }

  private become(bytes: Uint8Array, inPlace: boolean): void {
    const { kinds, options } = this;
    const into = inPlace ? { into: this.state } : {};
    const { state, library, vocabulary, companions } = loadSnapshot(bytes, { kinds, options, ...into });
    const running = new Companions(vocabulary.companions, {}, state);
    running.load(companions);
    this.home.state = state;
    this.shapes = library;
    state.library = library;
    this.vocabulary = vocabulary;
    this.companions = running;
    state.companions = running;
    this.shapeQueries = null;
    this.leftover = 0;
    this.installHook();
    for (const [slot, view] of this.views.entries()) if (view && !view.alive) this.views[slot] = undefined;
    for (const [slot, view] of this.jointViews.entries()) if (view && !view.alive) this.jointViews[slot] = undefined;
  }

  private get state(): WorldState {
    return this.home.state;
  }

  get name(): string {
    return this.state.settings.name;
  }

  /** Name of the contact model. */
  get model(): string {
    return this.state.settings.contact.model;
  }

  /**
   * A device whose pose a kinematic body follows. Devices come with model `penalty`, which must be handed in; they work
   * under every model.
   */
  addDevice(description: DeviceDescription): Device {
    return this.devicesOf().add(description);
  }

  removeDevice(name: string): void {
    this.devicesOf().remove(name);
  }

  /** All devices; none where no model that brings them is there. */
  devices(): Device[] {
    return [...((this.companions.named('devices') as Devices | undefined) ?? [])];
  }

  device(name: string): Device {
    return this.devicesOf().find(name);
  }

  private devicesOf(): Devices {
    const found = this.companions.named('devices');
    if (!found)
      throw new SixfoldError(
        "devices need: import { penalty } from 'sixfold/penalty' and new World(scene, { models: [penalty] })",
      );
    return found as Devices;
  }

  /** The running part of what was handed in: the contact model of this world, or a companion of one. */
  part<M extends ContactModel>(kind: ContactModelKind<M>): M;
  part<C extends Companion>(kind: CompanionKind<C>): C;
  part(kind: ContactModelKind | CompanionKind): ContactModel | Companion {
    if (kind === this.vocabulary.chosen) return this.state.model;
    const companion = this.companions.find(kind as CompanionKind);
    if (!companion)
      throw new SixfoldError(`${show(kind?.name)} is no part of this world; its model is "${this.model}"`);
    return companion;
  }

  /** m/s². Setting it wakes everybody. */
  get gravity(): Vec3 {
    const [x, y, z] = this.state.settings.gravity;
    return Object.freeze([x, y, z] as const);
  }

  set gravity(value: Vec3) {
    // In place: the contact model has been lent the same numbers.
    Object.assign(this.state.settings.gravity, readGravity(value));
    const { bodies } = this.state;
    for (let b = 1; b < bodies.count; b++) if (bodies.i.data[b * BODY_INTS + I_ALIVE] === 1) wake(this.state, b);
  }

  /** Length of a step when `step()` is given none (s). */
  get timeStep(): number {
    return this.state.settings.timeStep;
  }

  /** Simulated time (s). */
  get time(): number {
    return this.state.time;
  }

  get stepCount(): number {
    return this.state.stepCount;
  }

  addBody(description: BodyDescription): Body {
    return this.insertBody(description, 'body');
  }

  /** Removes a body with its joints. What it touched wakes; its contacts end without an event. */
  removeBody(body: Body): void {
    const slot = this.own(body);
    const { joints, bodies } = this.state;
    for (let j = 0; j < joints.count; j++) {
      const n = j * JOINT_INTS;
      const i = joints.i.data;
      if (i[n + JI_ALIVE] !== 1 || i[n + JI_WHOLE] !== 0) continue;
      if (bodies.wholeOf(i[n + JI_BODY_A]) === slot || bodies.wholeOf(i[n + JI_BODY_B]) === slot) this.dropJoint(j);
    }
    wakeTouching(this.state, slot);
    wake(this.state, slot);
    dropTouching(this.state, slot);
    this.state.sensors.drop(slot);
    this.state.model.removeBody?.(slot);
    this.state.broadPhase.remove(slot);
    this.state.bodies.release(slot);
    this.views[slot] = undefined;
  }

  addJoint(description: JointDescription<string | Body>): Joint {
    return this.insertJoint(description, 'joint');
  }

  removeJoint(joint: Joint): void {
    if (!(joint instanceof Joint)) throw new SixfoldError('removeJoint takes a joint of this world');
    const slot = joint.index;
    if (!joint.isOf(this.home)) throw new SixfoldError('the joint belongs to another world');
    this.dropJoint(slot);
  }

  /** Every body, in the order of their slots. */
  *bodies(): IterableIterator<Body> {
    const { bodies } = this.state;
    for (let b = 1; b < bodies.count; b++)
      if (bodies.i.data[b * BODY_INTS + I_ALIVE] === 1 && bodies.own[b]?.type !== PLATE) yield this.view(b);
  }

  /** Every joint, in the order of their slots; parts of six-axis joints are in their `axes`. */
  *joints(): IterableIterator<Joint> {
    const { joints } = this.state;
    for (let j = 0; j < joints.count; j++) {
      const i = joints.i.data;
      if (i[j * JOINT_INTS + JI_ALIVE] === 1 && i[j * JOINT_INTS + JI_WHOLE] === 0) yield this.jointView(j);
    }
  }

  /** The body of that name. */
  body(name: string): Body {
    const slot = this.slotOf(name);
    if (slot < 0) throw new SixfoldError(`no body is named ${show(name)}`);
    return this.view(slot);
  }

  /** Advances by `dt` seconds, then delivers the contact events. */
  step(dt: number = this.timeStep): void {
    const h = readTimeStep(dt, 'dt');
    const { state } = this;
    if (state.stepping)
      throw new SixfoldError('step() was called inside a contact event; call it after the step has returned');
    if (h > state.settings.timeStep) admitStep(state, h);
    state.stepping = true;
    try {
      const { profile } = state;
      profile.overlap = profile.assembly = profile.factorisation = profile.solve = profile.stabilisation = 0;
      state.events.count = 0;
      this.divideBodies();
      this.companions.begin(h);
      step(state, h);
      this.companions.end(h);
      const broken = this.breakJoints();
      if (state.events.count > 0) this.deliverEvents();
      if (state.sensors.events.length > 0) this.deliverSensorEvents();
      for (const event of broken) for (const handler of this.breakHandlers) handler(event);
    } finally {
      state.stepping = false;
    }
  }

  /**
   * Lets `seconds` of real time pass in steps of `timeStep`; what is left of them waits for the next call. At most
   * `mostSteps` are made, and time beyond them is let go: a game that falls behind slows down instead of falling
   * farther behind. Returns the steps made and `share`, how much of the next one has passed: draw bodies at
   * `interpolated(body, share)`.
   */
  advance(seconds: number, mostSteps = 8): { steps: number; share: number } {
    const passed = readNonNegative(seconds, 'seconds', 's');
    const most = readInteger(mostSteps, 'mostSteps', 1, 1_000_000);
    const h = this.timeStep;
    this.leftover += passed;
    let steps = 0;
    // A rounding error short of a step is a step.
    while (this.leftover >= h * (1 - 1e-9) && steps < most) {
      this.rememberPoses();
      this.step(h);
      this.leftover = Math.max(0, this.leftover - h);
      steps++;
    }
    if (this.leftover >= h) this.leftover %= h;
    return { steps, share: this.leftover / h };
  }

  /**
   * Where a body is between the last two steps of `advance`: `share` 0 at the first, 1 at the second. Drawn so, it
   * moves evenly.
   */
  interpolated(body: Body, share: number): { position: Vec3; rotation: Quat } {
    const slot = this.own(body);
    const t = readNumber(share, 'share');
    const from = this.poses;
    const to = this.state.bodies.f.data;
    const o = slot * BODY_STRIDE + B_POSE;
    if (7 * slot + 7 > from.length || from[7 * slot + 6] === 2)
      return { position: body.position, rotation: body.rotation };
    const mix = Array.from({ length: 7 }, (_, k) => from[7 * slot + k]);
    let sign = 0;
    for (let k = 3; k < 7; k++) sign += mix[k]! * to[o + k];
    for (let k = 0; k < 7; k++) mix[k] = mix[k]! * (1 - t) + (k > 2 && sign < 0 ? -t : t) * to[o + k];
    const [x, y, z, qx, qy, qz, qw] = mix as [number, number, number, number, number, number, number];
    return { position: [x, y, z], rotation: normalizeQuat([qx, qy, qz, qw]) };
  }

  private rememberPoses(): void {
    const { bodies } = this.state;
    if (this.poses.length < 7 * bodies.count) this.poses = new Float64Array(14 * bodies.count);
    // No quaternion has a component of 2: bodies that come later have no pose before.
    this.poses.fill(2);
    for (let b = 1; b < bodies.count; b++)
      for (let k = 0; k < 7; k++) this.poses[7 * b + k] = bodies.f.data[b * BODY_STRIDE + B_POSE + k];
  }

  /**
   * A function that is asked before contacts are found, once a step for each pair with an awake body and in the order
   * of their slots: false lets the two pass each other in this step, `{ friction, restitution }` are coefficients of
   * their own, anything else changes nothing. It must not change the world. Setting it wakes everybody.
   */
  get contactHook(): ((a: Body, b: Body) => ContactRule) | null {
    return this.hook;
  }

  set contactHook(hook: ((a: Body, b: Body) => ContactRule) | null) {
    if (hook !== null && typeof hook !== 'function')
      throw new SixfoldError(`contactHook is ${show(hook)}; it must be a function of two bodies, or null`);
    this.hook = hook;
    this.installHook();
    if (!hook) this.state.bodies.pairRules.clear();
    const { bodies } = this.state;
    for (let b = 1; b < bodies.count; b++) if (bodies.i.data[b * BODY_INTS + I_ALIVE] === 1) wake(this.state, b);
  }

  private installHook(): void {
    const { hook, state } = this;
    state.contactHook = hook && ((a, b) => hook(this.view(a), this.view(b)));
  }

  /**
   * Calls back after every step for each pair that began, went on or ceased to touch. Returns a function that stops it.
   */
  on(type: ContactEventType, handler: (event: ContactEvent) => void): () => void;
  /** The same for those who come into a sensor, stay in it and leave it. */
  on(type: SensorEventType, handler: (event: SensorEvent) => void): () => void;
  /** The same for joints that broke: they are gone by then. */
  on(type: 'jointBreak', handler: (event: JointBreakEvent) => void): () => void;
  on(type: ContactEventType | SensorEventType | 'jointBreak', handler: unknown): () => void {
    const known: Record<string, Set<unknown>> = {
      ...this.state.events.handlers,
      ...this.state.sensors.handlers,
      jointBreak: this.breakHandlers as Set<unknown>,
    };
    const handlers = Object.hasOwn(known, type) ? known[type]! : null;
    if (!handlers)
      throw new SixfoldError(
        `event type is ${show(type)}; it must be one of ${Object.keys(known).map(show).join(', ')}`,
      );
    if (typeof handler !== 'function')
      throw new SixfoldError(`the handler of "${type}" is ${show(handler)}; it must be a function`);
    handlers.add(handler);
    return () => handlers.delete(handler);
  }

  /**
   * The contacts of the last step. `details` are names of the model's flags: what each contact shall have beside the
   * rest.
   */
  contacts(details: Details = []): Contact[] {
    const { state } = this;
    const out: Contact[] = [];
    const pairs = state.broadPhase.pairs;
    const records: ContactRecord[] = [];
    for (let k = 0; k < pairs.count; k++) this.reportPair(k, records, out, details);
    const own: { body: number; record: ContactRecord }[] = [];
    state.model.reportSelf?.(own, details);
    for (const { body, record } of own) out.push(frozen({ a: this.view(body), b: this.view(body), ...record }));
    return out;
  }

  /** Who overlaps sensors as of the last step: those of one body, or all. */
  sensed(sensor?: Body): Sensation[] {
    const slot = sensor === undefined ? 0 : this.own(sensor);
    return this.state.sensors.now.filter((one) => slot === 0 || one.sensor === slot).map((one) => this.sensation(one));
  }

  private sensation({ sensor, part, other, volume }: Sensed): Sensation {
    return { sensor: this.view(sensor), part: part < 0 ? null : part, body: this.view(other), volume };
  }

  /** Takes away the joints whose load of this step is more than they bear. */
  private breakJoints(): JointBreakEvent[] {
    const { joints } = this.state;
    const out: JointBreakEvent[] = [];
    for (let slot = 0; slot < joints.count; slot++) {
      const f = joints.f.data;
      const j = slot * JOINT_STRIDE;
      const i = joints.i.data;
      if (i[slot * JOINT_INTS + JI_ALIVE] === 0) continue;
      if (f[j + J_BREAK_FORCE] === Infinity && f[j + J_BREAK_TORQUE] === Infinity) continue;
      const force = vec3At(f, j + J_WRENCH);
      const torque = vec3At(f, j + J_WRENCH + 3);
      if (length(force) <= f[j + J_BREAK_FORCE] && length(torque) <= f[j + J_BREAK_TORQUE]) continue;
      const a = i[slot * JOINT_INTS + JI_BODY_A];
      const b = this.view(i[slot * JOINT_INTS + JI_BODY_B]);
      const [name, userData] = [joints.names[slot]!, joints.userData[slot]];
      out.push({ type: 'jointBreak', name, a: a === 0 ? null : this.view(a), b, userData, force, torque });
      this.dropJoint(slot);
    }
    return out;
  }

  private deliverSensorEvents(): void {
    const { sensors } = this.state;
    // Made before any handler may remove a body; what is gone by then is passed over.
    const all = sensors.events.map(({ type, of }) => ({ type, event: { type, ...this.sensation(of) } }));
    for (const { type, event } of all)
      for (const handler of sensors.handlers[type])
        if (event.sensor.alive && event.body.alive) (handler as (event: SensorEvent) => void)(event);
  }

  private reportPair(k: number, records: ContactRecord[], out: Contact[], details: Details): void {
    const { state } = this;
    records.length = 0;
    state.model.report(state.broadPhase.pairs.slots.data[k], records, details);
    for (const record of records)
      out.push(frozen({ a: this.view(firstOf(state, k)), b: this.view(secondOf(state, k)), ...record }));
  }

  private contactsBetween(a: number, b: number): Contact[] {
    const out: Contact[] = [];
    const k = this.state.broadPhase.pairs.find(a, b);
    if (k >= 0) this.reportPair(k, [], out, []);
    return out;
  }

  energy(): Energy {
    const { bodies, settings } = this.state;
    const d = bodies.f.data;
    const [gx, gy, gz] = settings.gravity;
    const { model } = this.state;
    let kinetic = model.kineticEnergy?.() ?? 0;
    let potential = this.springEnergy() + (model.storedEnergy?.() ?? 0);
    const one = new Float64Array(1);
    for (let b = 1; b < bodies.count; b++) {
      if (!this.state.isDynamic(b)) continue;
      writeKineticEnergy(one, 0, this.state.bodies, b);
      kinetic += one[0];
      potential += potentialEnergy(d, b * BODY_STRIDE, gx, gy, gz);
    }
    return { kinetic, potential, correctionWork: this.state.correctionWork };
  }

  /** What the contact model and its companions have to say beyond bodies and contacts: sections by name. */
  report(details: Details = []): Record<string, unknown> {
    const sensed = this.sensed().map(({ sensor, part, body, volume }) => ({
      sensor: sensor.name,
      part,
      body: body.name,
      volume,
    }));
    return {
      ...(sensed.length > 0 ? { sensors: sensed } : {}),
      ...this.state.model.reportSections?.(details),
      ...this.companions.report(details),
    };
  }

  /**
   * How the solver fared in the last step. `history` is the norm after each iteration (N·s): of a sweep's change of
   * impulses, or of what Newton's method has left; `error` the natural-map error of the contact law (m/s, the worst
   * block's).
   */
  get solverStatistics(): {
    iterations: number;
    residual: number;
    error: number;
    history: Float64Array;
    blocks: number;
    rows: number;
  } {
    const { state } = this;
    const { solver, blocks } = state;
    return {
      iterations: solver.iterations,
      residual: solver.residual,
      // Costs a sweep: only for those who look.
      get error() {
        return state.solverError();
      },
      history: solver.history.slice(0, solver.iterations),
      blocks: blocks.count,
      rows: blocks.rows,
    };
  }

  /** Pairs of the last step whose geometry was computed afresh, and reused from an earlier one. */
  get contactStatistics(): { computed: number; reused: number } {
    return this.state.model.statistics;
  }

  /** Milliseconds of each stage in the last step; zeros unless the world was given a clock. */
  get profile(): Readonly<Profile> {
    return { ...this.state.profile };
  }

  /** The first body whose state is no longer finite, if any. */
  findNonFinite(): Body | null {
    const { bodies } = this.state;
    for (let b = 1; b < bodies.count; b++) {
      let sum = 0;
      for (let k = 0; k < B_INV_MASS; k++) sum += 0 * bodies.f.data[b * BODY_STRIDE + k];
      for (let k = 0; k < 6; k++) sum += 0 * bodies.v.data[6 * b + k];
      if (sum !== 0) return this.view(b);
    }
    return null;
  }

  /** A hash of every bit of the bodies' state. */
  hash(): string {
    const { bodies } = this.state;
    const h = new StateHash();
    for (let b = 1; b < bodies.count; b++) {
      if (bodies.i.data[b * BODY_INTS + I_ALIVE] === 0) continue;
      const o = b * BODY_STRIDE;
      h.addWord(b);
      h.addWord(bodies.i.data[b * BODY_INTS + I_ASLEEP]);
      for (let k = 0; k < 3; k++) h.addNumber(bodies.f.data[o + B_CENTER + k]);
      for (let k = 0; k < 4; k++) h.addNumber(bodies.f.data[o + B_ROTATION + k]);
      for (let k = 0; k < 6; k++) h.addNumber(bodies.v.data[6 * b + k]);
      h.addNumber(bodies.f.data[o + B_STILL_TIME]);
    }
    this.state.model.hash?.((value) => h.addNumber(value));
    return h.digest();
  }

  /** Everything, as bytes with a version and a checksum. */
  snapshot(): Uint8Array {
    return saveSnapshot(this.state, this.shapes, this.companions.save());
  }

  /** The first body on a ray. `direction` need not be of unit length. `options`, or the greatest distance alone (m). */
  castRay(origin: Vec3, direction: Vec3, options?: number | QueryOptions): RayResult | null {
    const hit = castRay(this.state, origin, direction, this.sieve(options));
    return hit && this.rayResult(hit);
  }

  /** Every body on a ray, where the ray first meets it; nearest first. */
  castRayAll(origin: Vec3, direction: Vec3, options?: number | QueryOptions): RayResult[] {
    return castRayAll(this.state, origin, direction, this.sieve(options)).map((hit) => this.rayResult(hit));
  }

  /**
   * Many rays at once, for lidars and depth cameras: six numbers each, origin and direction. Returns for each the
   * distance (m), Infinity where nothing is met, the normal and the body.
   */
  castRays(
    rays: ArrayLike<number>,
    options?: number | QueryOptions,
  ): { distances: Float64Array; normals: Float64Array; bodies: (Body | null)[] } {
    const count = rays.length / 6;
    if (!Number.isInteger(count))
      throw new SixfoldError(`rays has ${rays.length} numbers; it must have six for each: origin and direction`);
    const sieve = this.sieve(options);
    const distances = new Float64Array(count).fill(Infinity);
    const normals = new Float64Array(3 * count);
    const bodies: (Body | null)[] = new Array(count).fill(null);
    for (let k = 0; k < count; k++) {
      const [x, y, z, dx, dy, dz] = Array.from({ length: 6 }, (_, n) => rays[6 * k + n]!);
      const hit = castRay(this.state, [x, y, z], [dx, dy, dz], sieve);
      if (!hit) continue;
      distances[k] = hit.distance;
      normals.set(hit.normal, 3 * k);
      bodies[k] = this.view(hit.slot);
    }
    return { distances, normals, bodies };
  }

  /** The first body that a shape meets when it moves from a pose along a direction without turning. */
  castShape(
    shape: ShapeReference,
    from: Pose,
    direction: Vec3,
    options?: number | QueryOptions,
  ): ShapeCastResult | null {
    const hit = this.ask().cast(this.shapes.read(shape, 'shape'), from, direction, this.sieve(options));
    return hit && frozen({ body: this.view(hit.slot), distance: hit.distance, point: hit.point, normal: hit.normal });
  }

  /**
   * The bodies that a shape would overlap at a pose, with the volume of the overlap (m³), in the order of their slots.
   */
  overlapping(shape: ShapeReference, at: Pose, options?: QueryOptions): { body: Body; volume: number }[] {
    const found = this.ask().overlapping(this.shapes.read(shape, 'shape'), at, this.sieve(options));
    return found.map(({ slot, volume }) => ({ body: this.view(slot), volume }));
  }

  /**
   * The nearest points of two bodies and their distance (m), negative where convex ones overlap; the normal points from
   * b to a.
   */
  closestPoints(a: Body, b: Body): { distance: number; onA: Vec3; onB: Vec3; normal: Vec3 } {
    return this.ask().between(this.own(a), this.own(b));
  }

  /**
   * The body nearest to a point, with the signed distance (m, negative inside), the nearest point of its surface and
   * the normal there.
   */
  closestBody(point: Vec3, options?: number | QueryOptions): RayResult | null {
    const hit = this.ask().nearest(point, this.sieve(options));
    return hit && this.rayResult(hit);
  }

  private ask(): ShapeQueries {
    this.shapeQueries ??= new ShapeQueries(this.state);
    return this.shapeQueries;
  }

  private rayResult({ slot, point, normal, distance }: RayHit): RayResult {
    return frozen({ body: this.view(slot), point, normal, distance });
  }

  private sieve(options: number | QueryOptions | undefined): Sieve {
    return readSieve(
      this.state,
      options,
      (slot) => this.view(slot),
      (body) => this.own(body),
    );
  }

  /** The bodies whose axis-aligned boxes overlap a box. */
  bodiesIn(box: { min: Vec3; max: Vec3 }): Body[] {
    return slotsIn(this.state, box).map((slot) => this.view(slot));
  }

  /** How the solids of all bodies that may touch overlap where they are now; computed afresh, nothing is stepped. */
  overlaps(options?: OverlapOptions): Overlap[] {
    const out: Overlap[] = [];
    findOverlaps(this.state, options, (a, b, record) =>
      out.push(frozen({ a: this.view(a), b: this.view(b), ...record })),
    );
    return out;
  }

  private insertBody(description: unknown, where: string): Body {
    const checked = readBody(description, where, this.shapes, this.vocabulary);
    const { bodies } = this.state;
    const holder = checked.name === null ? -1 : this.slotOf(checked.name);
    if (holder >= 0) {
      if (!bodies.autoNamed.has(holder))
        throw new SixfoldError(`${where}: name ${show(checked.name)} is taken; names must be unique`);
      bodies.names[holder] = this.freeName(bodies.count);
    }
    const slot = bodies.allocate(checked.shape, checked.name ?? '', checked.userData);
    if (checked.name === null) {
      bodies.names[slot] = this.freeName(slot);
      bodies.autoNamed.add(slot);
    }
    writeBody(bodies, slot, checked, this.state.inertia);
    updateBox(this.state, slot, this.timeStep, true);
    this.state.sensors.changed = true;
    this.state.escaped.step = -1;
    this.state.model.addBody?.(slot);
    if (checked.type !== 'dynamic') wakeAround(this.state);
    return this.view(slot);
  }

  /** Bodies that the contact model takes apart: each piece is a body named after the whole, with a number. */
  private divideBodies(): void {
    const { model, bodies, time } = this.state;
    for (const { body, pieces } of model.divide?.(time) ?? []) {
      const name = bodies.names[body]!;
      for (let k = 0; k < pieces; k++) {
        let number = k + 1;
        while (bodies.slotOf(`${name}/${number}`) >= 0) number++;
        const slot = bodies.allocate(bodies.shapes[body]!, `${name}/${number}`, bodies.userData[body]);
        bodies.own[slot] = bodies.own[body]!;
        const generation = bodies.i.data[slot * BODY_INTS + I_GENERATION];
        bodies.f.data.copyWithin(slot * BODY_STRIDE, body * BODY_STRIDE, (body + 1) * BODY_STRIDE);
        bodies.i.data.copyWithin(slot * BODY_INTS, body * BODY_INTS, (body + 1) * BODY_INTS);
        bodies.i.data[slot * BODY_INTS + I_GENERATION] = generation;
        model.takePiece?.(slot, body, k);
        updateBox(this.state, slot, this.timeStep, true);
      }
      this.removeBody(this.view(body));
    }
  }

  private freeName(slot: number): string {
    for (let k = slot - 1; ; k++) if (this.slotOf(`body${k}`) < 0) return `body${k}`;
  }

  private insertJoint(description: unknown, where: string): Joint {
    const checked = readJoint(description, where, this.kinds.joints);
    const ofA = checked.a === undefined ? 0 : this.resolve(checked.a, `${where}: a`);
    const ofB = this.resolve(checked.b, `${where}: b`);
    if (ofA === ofB)
      throw new SixfoldError(
        `${where}: a and b are both ${show(this.state.bodies.names[ofB])}; a joint needs two bodies`,
      );
    const { joints, bodies, model } = this.state;
    const isOther = (slot: number) => bodies.i.data[slot * BODY_INTS + I_TYPE] === TYPE_OTHER;
    for (const [side, slot] of [
      ['a', ofA],
      ['b', ofB],
    ] as const) {
      if (isOther(slot) && !model.plateAt)
        throw new SixfoldError(
          `${where}: ${side} is of type ${show(bodies.own[slot]!.type)}; joints hold rigid bodies`,
        );
    }
    const canMove = (slot: number) => isOther(slot) || this.state.isDynamic(slot);
    if (!canMove(ofA) && !canMove(ofB))
      throw new SixfoldError(`${where}: neither a nor b is dynamic; a joint needs a body that can move`);
    if (checked.name !== '' && joints.names.includes(checked.name))
      throw new SixfoldError(`${where}: name ${show(checked.name)} is taken; names must be unique`);
    const isBetween = checked.kind.fields.includes('anchorB');
    const a = isOther(ofA) ? this.insertPlate(ofA, checked.anchor ?? this.view(ofB).position, where) : ofA;
    const pointB = (isBetween ? checked.anchorB : checked.anchor) ?? this.view(ofB).position;
    const b = isOther(ofB) ? this.insertPlate(ofB, pointB, where) : ofB;
    const slot = joints.allocate(checked.name, checked.userData);
    writeJoint(joints, slot, checked, a, b, bodies);
    for (const part of checked.axes.parts) this.insertPart(slot, checked, part, a, b);
    if (!checked.collide && a !== 0) countJointed(this.state, ofA, ofB, 1);
    wake(this.state, ofA);
    wake(this.state, ofB);
    return this.jointView(slot);
  }

  /** By what a joint holds a body that the contact model moves: a small rigid body that the model ties to it. */
  private insertPlate(whole: number, position: Vec3, where: string): number {
    const { bodies, model } = this.state;
    const { mass, radius } = model.plateAt!(whole, position);
    let number = 1;
    while (bodies.slotOf(`${bodies.names[whole]}@${number}`) >= 0) number++;
    const name = `${bodies.names[whole]}@${number}`;
    const shape = { type: 'sphere', radius };
    const { index } = this.insertBody({ name, shape, mass, position, mask: 0, group: 0 }, where);
    bodies.own[index] = { type: PLATE, words: { of: whole } };
    model.tiePlate!(whole, index);
    return index;
  }

  /** Limits and motor of one axis of a six-axis joint: a joint of its own, which goes with it. */
  private insertPart(
    whole: number,
    checked: CheckedJoint,
    part: CheckedAxes['parts'][number],
    a: number,
    b: number,
  ): void {
    const { joints, bodies } = this.state;
    const { which, limits, motor } = part;
    const name = checked.name === '' ? '' : `${checked.name}.${SIX_AXES[which]!}`;
    if (name !== '' && joints.names.includes(name))
      throw new SixfoldError(`joint ${show(checked.name)}: name ${show(name)} is taken; names must be unique`);
    const kind = joints.kinds.find(({ type }) => type === (which < 3 ? 'axis' : 'turn'))!;
    const slot = joints.allocate(name, undefined);
    const loads = { breakForce: Infinity, breakTorque: Infinity };
    writeJoint(joints, slot, { ...checked, ...loads, kind, name, limits, motor, collide: true }, a, b, bodies);
    joints.f.data[slot * JOINT_STRIDE + J_AXES] = checked.axes.unlocked;
    joints.f.data[slot * JOINT_STRIDE + J_WHICH] = which;
    joints.i.data[slot * JOINT_INTS + JI_WHOLE] = whole + 1;
  }

  private dropJoint(slot: number): void {
    const { joints } = this.state;
    for (let part = 0; part < joints.count; part++) {
      const p = part * JOINT_INTS;
      if (joints.i.data[p + JI_ALIVE] === 1 && joints.i.data[p + JI_WHOLE] === slot + 1) this.dropJoint(part);
    }
    const i = this.state.joints.i.data;
    const n = slot * JOINT_INTS;
    const a = i[n + JI_BODY_A];
    const b = i[n + JI_BODY_B];
    const isPart = i[n + JI_WHOLE] !== 0;
    const { bodies } = this.state;
    if (i[n + JI_COLLIDE] === 0 && a !== 0) countJointed(this.state, bodies.wholeOf(a), bodies.wholeOf(b), -1);
    wake(this.state, a);
    wake(this.state, b);
    this.state.joints.release(slot);
    this.jointViews[slot] = undefined;
    if (isPart) return;
    for (const end of [a, b]) if (bodies.wholeOf(end) !== end) this.removeBody(this.view(end));
  }

  private resolve(value: unknown, where: string): number {
    if (value instanceof Body) return this.own(value);
    const slot = typeof value === 'string' ? this.slotOf(value) : -1;
    if (slot < 0) throw new SixfoldError(`${where} is ${show(value)}; it must be the name of a body`);
    return slot;
  }

  private own(body: unknown): number {
    if (!(body instanceof Body)) throw new SixfoldError(`${show(body)} is not a body`);
    const slot = body.index;
    if (!body.isOf(this.home)) throw new SixfoldError('the body belongs to another world');
    return slot;
  }

  private slotOf(name: string): number {
    return this.state.bodies.slotOf(name);
  }

  private view(slot: number): Body {
    return (this.views[slot] ??= new Body(this.home, slot, this.state.bodies.i.data[slot * BODY_INTS + I_GENERATION]));
  }

  private jointView(slot: number): Joint {
    return (this.jointViews[slot] ??= new Joint(
      this.home,
      slot,
      this.state.joints.i.data[slot * JOINT_INTS + JI_GENERATION],
    ));
  }

  private deliverEvents(): void {
    const { events, bodies } = this.state;
    const generation = (slot: number) => bodies.i.data[slot * BODY_INTS + I_GENERATION];
    // A handler may remove bodies and others may take their slots: such events are not delivered.
    const at = Array.from(
      { length: events.count },
      (_, k) => [generation(events.bodyA(k)), generation(events.bodyB(k))] as const,
    );
    for (let k = 0; k < events.count; k++) {
      const a = events.bodyA(k);
      const b = events.bodyB(k);
      const type = events.typeOf(k);
      for (const handler of events.handlers[type]) {
        if (!bodies.isAlive(a, at[k]![0]) || !bodies.isAlive(b, at[k]![1])) break;
        const between = () => (type === 'end' ? [] : this.contactsBetween(a, b));
        (handler as (event: ContactEvent) => void)({
          type,
          a: this.view(a),
          b: this.view(b),
          get contacts() {
            return between();
          },
        });
      }
    }
  }

  private springEnergy(): number {
    const { joints, bodies } = this.state;
    let sum = 0;
    let geometry: JointGeometry | null = null;
    for (let j = 0; j < joints.count; j++) {
      const n = j * JOINT_INTS;
      const i = joints.i.data;
      const kind = joints.kindOf(j);
      if (i[n + JI_ALIVE] === 0 || !kind.isSpring) continue;
      geometry ??= new JointGeometry();
      const o = j * JOINT_STRIDE;
      const d = bodies.f.data;
      geometry.evaluate(joints.f.data, o, kind, d, i[n + JI_BODY_A] * BODY_STRIDE, d, i[n + JI_BODY_B] * BODY_STRIDE);
      const stretch = geometry.coordinate - joints.f.data[o + J_REST_LENGTH];
      sum += 0.5 * joints.f.data[o + J_STIFFNESS] * stretch * stretch;
    }
    return sum;
  }
}

function list(value: unknown, where: string): readonly unknown[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw new SixfoldError(`${where} is ${show(value)}; it must be a list`);
  return value;
}
