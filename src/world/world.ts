// The door to the engine.

import { BODY_INTS, I_ALIVE } from '../bodies/layout.js';
import { PLATE } from '../bodies/store.js';
import { SixfoldError } from '../checks/error.js';
import { readObject, show } from '../checks/fields.js';
import type { Device } from '../contact/devices/device.js';
import type { Devices } from '../contact/devices/devices.js';
import type { DeviceDescription } from '../contact/devices/read.js';
import type { Companion, CompanionKind, Details } from '../contact/kind.js';
import type { ContactModel, ContactModelKind } from '../contact/model.js';
import { JI_ALIVE, JI_WHOLE, JOINT_INTS } from '../joints/layout.js';
import type { Quat, Vec3 } from '../math/vec3.js';
import type { MemorySource } from '../memory/arena.js';
import type { SharedKernels } from '../solver/kernels.js';
import { admitStep } from './admit.js';
import { Asking } from './asking.js';
import type { Body } from './body.js';
import { Companions } from './companions.js';
import { Delivery } from './delivery.js';
import { energyOf } from './energy.js';
import type { ContactEventType } from './events.js';
import type { ContactRule } from './hooks.js';
import { findNonFinite, hashOf } from './inspect.js';
import { Joint } from './joint.js';
import { type FurtherKinds, type Kinds, kindsWith } from './kinds.js';
import { Members } from './members.js';
import type { OverlapOptions } from './overlaps.js';
import { Pace } from './pace.js';
import { readGravity, readSettings, readTimeStep, vocabularyOf } from './read-scene.js';
import { ShapeLibrary } from './read-shape.js';
import type {
  Contact,
  ContactEvent,
  Energy,
  JointBreakEvent,
  Overlap,
  RayResult,
  Sensation,
  SensorEvent,
  ShapeCastResult,
} from './results.js';
import type { BodyDescription, JointDescription, SceneDescription, ShapeReference } from './scene.js';
import { refuseAssignment } from './sealed.js';
import type { SensorEventType } from './sensors.js';
import type { Pose, QueryOptions } from './shape-queries.js';
import { wake } from './sleeping.js';
import { loadSnapshot, saveSnapshot } from './snapshot.js';
import { type Home, type Profile, WorldState } from './state.js';
import { step } from './step.js';
import { Views } from './views.js';

export interface WorldOptions extends FurtherKinds {
  /** Milliseconds, for `profile`; such as `() => performance.now()`. The simulation never reads it. */
  clock?: () => number;
  /** Contact models beside `six` and `point`, such as those of the package's further entries. */
  models?: readonly ContactModelKind[];
  /** Where the world keeps its state; `plainMemory` unless told. The bits are the same in any. */
  memory?: MemorySource;
  /** false: no kernels in WebAssembly, even where the host has it. The bits are the same with and without. */
  simd?: boolean;
  /** Threads that share the work of large islands, as `sixfold/workers` starts them; the bits are the same. */
  workers?: SharedKernels;
}

export class World {
  readonly #home: Home;
  readonly #kinds: Kinds;
  #companions: Companions;
  #options: WorldOptions;
  #hook: ((a: Body, b: Body) => ContactRule) | null = null;
  readonly #views: Views;
  readonly #members: Members;
  readonly #delivery: Delivery;
  readonly #pace: Pace;
  readonly #asking: Asking;

  constructor(scene: SceneDescription = {}, options: WorldOptions = {}) {
    const fields = readObject(scene, 'scene');
    const vocabulary = vocabularyOf(scene, options.models);
    const settings = readSettings(scene, vocabulary);
    this.#kinds = kindsWith(options, vocabulary.models);
    this.#options = options;
    this.#home = {
      state: new WorldState(settings, vocabulary.chosen, { ...options, ...this.#kinds }),
    };
    const shapes = new ShapeLibrary(fields.shapes, this.#kinds.shapes);
    this.#views = new Views(this.#home);
    this.#members = new Members(this.#home, this.#views, this.#kinds, shapes, vocabulary);
    this.#delivery = new Delivery(this.#home, this.#views, this.#members);
    this.#pace = new Pace(this.#home);
    this.#asking = new Asking(this.#home, this.#views, this.#members);
    for (const [k, body] of list(fields.bodies, 'bodies').entries()) this.#members.addBody(body, `bodies[${k}]`);
    for (const [k, joint] of list(fields.joints, 'joints').entries()) this.#members.addJoint(joint, `joints[${k}]`);
    this.#state.model.prepare?.(this.#state.bodies);
    this.#companions = new Companions(vocabulary.companions, fields, this.#state);
    this.#state.companions = this.#companions;
    admitStep(this.#state, this.timeStep);
    this.#state.library = shapes;
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
  static restore<W extends World>(
    this: new (
      scene?: SceneDescription,
      options?: WorldOptions,
    ) => W,
    bytes: Uint8Array,
    options: WorldOptions = {},
  ): W {
    // The state comes from the snapshot: only it takes the memory that was given.
    const { shapes, joints, models } = options;
    const world = new this({}, { shapes, joints, ...(models && { models }) });
    world.#options = options;
    world.#become(bytes, false);
    return world;
  }

  /**
   * Becomes what a snapshot saved, be it this world's or another's, and goes on with the same bits. Handles of bodies
   * and joints that are in the snapshot stay good, and so do event handlers; `userData` is that of the snapshot.
   * Handles of devices must be asked for again.
   */
  restore(bytes: Uint8Array): void {
    if (this.#state.stepping)
      throw new SixfoldError('restore() was called inside an event; call it after the step has returned');
    this.#become(bytes, true);
  }

  #become(bytes: Uint8Array, inPlace: boolean): void {
    const kinds = this.#kinds;
    const options = this.#options;
    const into = inPlace ? { into: this.#state } : {};
    const { state, library, vocabulary, companions } = loadSnapshot(bytes, { kinds, options, ...into });
    const running = new Companions(vocabulary.companions, {}, state);
    running.load(companions);
    this.#home.state = state;
    this.#members.shapes = library;
    state.library = library;
    this.#members.vocabulary = vocabulary;
    this.#companions = running;
    state.companions = running;
    this.#pace.leftover = 0;
    this.#installHook();
    this.#views.sweep();
  }

  get #state(): WorldState {
    return this.#home.state;
  }

  get name(): string {
    return this.#state.settings.name;
  }

  /** Name of the contact model. */
  get model(): string {
    return this.#state.settings.contact.model;
  }

  /**
   * A device whose pose a kinematic body follows. Devices come with model `penalty`, which must be handed in; they work
   * under every model.
   */
  addDevice(description: DeviceDescription): Device {
    return this.#devicesOf().add(description);
  }

  removeDevice(name: string): void {
    this.#devicesOf().remove(name);
  }

  /** All devices; none where no model that brings them is there. */
  devices(): Device[] {
    return [...((this.#companions.named('devices') as Devices | undefined) ?? [])];
  }

  device(name: string): Device {
    return this.#devicesOf().find(name);
  }

  #devicesOf(): Devices {
    const found = this.#companions.named('devices');
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
    if (kind === this.#members.vocabulary.chosen) return this.#state.model;
    const companion = this.#companions.find(kind as CompanionKind);
    if (!companion)
      throw new SixfoldError(`${show(kind?.name)} is no part of this world; its model is "${this.model}"`);
    return companion;
  }

  /** m/s². Setting it wakes everybody. */
  get gravity(): Vec3 {
    const [x, y, z] = this.#state.settings.gravity;
    return Object.freeze([x, y, z] as const);
  }

  set gravity(value: Vec3) {
    // In place: the contact model has been lent the same numbers.
    Object.assign(this.#state.settings.gravity, readGravity(value));
    const { bodies } = this.#state;
    for (let b = 1; b < bodies.count; b++) if (bodies.i.data[b * BODY_INTS + I_ALIVE] === 1) wake(this.#state, b);
  }

  /** Length of a step when `step()` is given none (s). */
  get timeStep(): number {
    return this.#state.settings.timeStep;
  }

  /** Simulated time (s). */
  get time(): number {
    return this.#state.time;
  }

  get stepCount(): number {
    return this.#state.stepCount;
  }

  addBody(description: BodyDescription): Body {
    return this.#members.addBody(description, 'body');
  }

  /** Removes a body with its joints. What it touched wakes; its contacts end without an event. */
  removeBody(body: Body): void {
    this.#members.removeBody(this.#views.own(body));
  }

  addJoint(description: JointDescription<string | Body>): Joint {
    return this.#members.addJoint(description, 'joint');
  }

  removeJoint(joint: Joint): void {
    if (!(joint instanceof Joint)) throw new SixfoldError('removeJoint takes a joint of this world');
    const slot = joint.index;
    if (!joint.isOf(this.#home)) throw new SixfoldError('the joint belongs to another world');
    this.#members.removeJoint(slot);
  }

  /** Every body, in the order of their slots. */
  *bodies(): IterableIterator<Body> {
    const { bodies } = this.#state;
    for (let b = 1; b < bodies.count; b++)
      if (bodies.i.data[b * BODY_INTS + I_ALIVE] === 1 && bodies.own[b]?.type !== PLATE) yield this.#views.body(b);
  }

  /** Every joint, in the order of their slots; parts of six-axis joints are in their `axes`. */
  *joints(): IterableIterator<Joint> {
    const { joints } = this.#state;
    for (let j = 0; j < joints.count; j++) {
      const i = joints.i.data;
      if (i[j * JOINT_INTS + JI_ALIVE] === 1 && i[j * JOINT_INTS + JI_WHOLE] === 0) yield this.#views.joint(j);
    }
  }

  /** The body of that name. */
  body(name: string): Body {
    const slot = this.#state.bodies.slotOf(name);
    if (slot < 0) throw new SixfoldError(`no body is named ${show(name)}`);
    return this.#views.body(slot);
  }

  /** Advances by `dt` seconds, then delivers the contact events. */
  step(dt: number = this.timeStep): void {
    const h = readTimeStep(dt, 'dt');
    const state = this.#state;
    if (state.stepping)
      throw new SixfoldError('step() was called inside a contact event; call it after the step has returned');
    if (h > state.settings.timeStep) admitStep(state, h);
    state.stepping = true;
    try {
      const { profile } = state;
      profile.overlap = profile.assembly = profile.factorisation = profile.solve = profile.stabilisation = 0;
      state.events.count = 0;
      this.#members.divideBodies();
      this.#companions.begin(h);
      step(state, h);
      this.#companions.end(h);
      this.#delivery.deliver();
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
    return this.#pace.advance(seconds, mostSteps, (h) => this.step(h));
  }

  /**
   * Where a body is between the last two steps of `advance`: `share` 0 at the first, 1 at the second. Drawn so, it
   * moves evenly.
   */
  interpolated(body: Body, share: number): { position: Vec3; rotation: Quat } {
    this.#views.own(body);
    return this.#pace.interpolated(body, share);
  }

  /**
   * A function that is asked before contacts are found, once a step for each pair with an awake body and in the order
   * of their slots: false lets the two pass each other in this step, `{ friction, restitution }` are coefficients of
   * their own, anything else changes nothing. It must not change the world. Setting it wakes everybody.
   */
  get contactHook(): ((a: Body, b: Body) => ContactRule) | null {
    return this.#hook;
  }

  set contactHook(hook: ((a: Body, b: Body) => ContactRule) | null) {
    if (hook !== null && typeof hook !== 'function')
      throw new SixfoldError(`contactHook is ${show(hook)}; it must be a function of two bodies, or null`);
    this.#hook = hook;
    this.#installHook();
    if (!hook) this.#state.bodies.pairRules.clear();
    const { bodies } = this.#state;
    for (let b = 1; b < bodies.count; b++) if (bodies.i.data[b * BODY_INTS + I_ALIVE] === 1) wake(this.#state, b);
  }

  #installHook(): void {
    const hook = this.#hook;
    const state = this.#state;
    state.contactHook = hook && ((a, b) => hook(this.#views.body(a), this.#views.body(b)));
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
    return this.#delivery.on(type, handler);
  }

  /**
   * The contacts of the last step. `details` are names of the model's flags: what each contact shall have beside the
   * rest.
   */
  contacts(details: Details = []): Contact[] {
    return this.#delivery.contacts(details);
  }

  /** Who overlaps sensors as of the last step: those of one body, or all. */
  sensed(sensor?: Body): Sensation[] {
    const slot = sensor === undefined ? 0 : this.#views.own(sensor);
    return this.#state.sensors.now
      .filter((one) => slot === 0 || one.sensor === slot)
      .map((one) => this.#delivery.sensation(one));
  }

  energy(): Energy {
    return energyOf(this.#state);
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
      ...this.#state.model.reportSections?.(details),
      ...this.#companions.report(details),
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
    const state = this.#state;
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

  /** Pairs of the last step whose contacts were computed afresh, and reused from an earlier one. */
  get contactStatistics(): { computed: number; reused: number } {
    return this.#state.model.statistics;
  }

  /** Milliseconds of each stage in the last step; zeros unless the world was given a clock. */
  get profile(): Readonly<Profile> {
    return { ...this.#state.profile };
  }

  /** The first body whose state is no longer finite, if any. */
  findNonFinite(): Body | null {
    const slot = findNonFinite(this.#state);
    return slot > 0 ? this.#views.body(slot) : null;
  }

  /** A hash of every bit of the bodies' state. */
  hash(): string {
    return hashOf(this.#state);
  }

  /** Everything, as bytes with a version and a checksum. */
  snapshot(): Uint8Array {
    return saveSnapshot(this.#state, this.#members.shapes, this.#companions.save());
  }

  /** The first body on a ray. `direction` need not be of unit length. `options`, or the greatest distance alone (m). */
  castRay(origin: Vec3, direction: Vec3, options?: number | QueryOptions): RayResult | null {
    return this.#asking.castRay(origin, direction, options);
  }

  /** Every body on a ray, where the ray first meets it; nearest first. */
  castRayAll(origin: Vec3, direction: Vec3, options?: number | QueryOptions): RayResult[] {
    return this.#asking.castRayAll(origin, direction, options);
  }

  /**
   * Many rays at once, for lidars and depth cameras: six numbers each, origin and direction. Returns for each the
   * distance (m), Infinity where nothing is met, the normal and the body.
   */
  castRays(
    rays: ArrayLike<number>,
    options?: number | QueryOptions,
  ): { distances: Float64Array; normals: Float64Array; bodies: (Body | null)[] } {
    return this.#asking.castRays(rays, options);
  }

  /** The first body that a shape meets when it moves from a pose along a direction without turning. */
  castShape(
    shape: ShapeReference,
    from: Pose,
    direction: Vec3,
    options?: number | QueryOptions,
  ): ShapeCastResult | null {
    return this.#asking.castShape(shape, from, direction, options);
  }

  /**
   * The bodies that a shape would overlap at a pose, with the volume of the overlap (m³), in the order of their slots.
   */
  overlapping(shape: ShapeReference, at: Pose, options?: QueryOptions): { body: Body; volume: number }[] {
    return this.#asking.overlapping(shape, at, options);
  }

  /**
   * The nearest points of two bodies and their distance (m), negative where convex ones overlap; the normal points from
   * b to a.
   */
  closestPoints(a: Body, b: Body): { distance: number; onA: Vec3; onB: Vec3; normal: Vec3 } {
    return this.#asking.closestPoints(a, b);
  }

  /**
   * The body nearest to a point, with the signed distance (m, negative inside), the nearest point of its surface and
   * the normal there.
   */
  closestBody(point: Vec3, options?: number | QueryOptions): RayResult | null {
    return this.#asking.closestBody(point, options);
  }

  /** The bodies whose axis-aligned boxes overlap a box. */
  bodiesIn(box: { min: Vec3; max: Vec3 }): Body[] {
    return this.#asking.bodiesIn(box);
  }

  /** How the solids of all bodies that may touch overlap where they are now; computed afresh, nothing is stepped. */
  overlaps(options?: OverlapOptions): Overlap[] {
    return this.#asking.overlaps(options);
  }
}

function list(value: unknown, where: string): readonly unknown[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw new SixfoldError(`${where} is ${show(value)}; it must be a list`);
  return value;
}
