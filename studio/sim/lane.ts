// One world with what the studio knows about it: who is in it, and the user's hands on it.

import { type SceneDriver, type SceneView, scenes } from '../../scenes/index.js';
import { sceneOfSeed } from '../../scenes/random.js';
import { allModels } from '../../src/all-models.js';
import {
  type Body,
  type BodyDescription,
  type Contact,
  type Joint,
  type JointDescription,
  type SceneDescription,
  type ShapeDescription,
  SixfoldError,
  type Vec3,
  World,
  withModel,
} from '../../src/index.js';
import { add } from '../../src/math/vec3.js';
import { volume } from '../../src/volume.js';
import type { TractionsLike } from '../../three/traction-raster.js';
import { patchMotion } from './contact-motion.js';
import { describeNow, explicitJoints } from './describe.js';
import { Hands } from './hands.js';
import type { Key, LaneMoment } from './history.js';
import {
  ASLEEP,
  type BodyStates,
  type BodyValues,
  type Command,
  type ContactView,
  type Feel,
  type JointView,
  type LaneDetails,
  type LaneSource,
  type RayHit,
  type SceneMessage,
  type Wanted,
} from './protocol.js';
import { type Roster, rosterOf } from './roster.js';
import { Softs } from './softs.js';

/** Nothing that one could still look at is farther away (m). */
const FARTHEST = 1e9;

export class Lane {
  readonly source: LaneSource;
  readonly title: string;
  private readonly view: SceneView;
  /** As loaded, with the overrides laid over it. */
  readonly description: SceneDescription;
  world: World;
  roster: Roster;
  readonly hands = new Hands();
  /** How long the last step took (ms). */
  milliseconds = 0;
  /** Since the hand took hold: steps that took longer than they are long, and the longest (ms). */
  private late = 0;
  private longest = 0;
  private readonly clock: () => number;
  private bodies: Body[] = [];
  private byId = new Map<number, Body>();
  private joints: Joint[] = [];
  private readonly softs = new Softs();
  private readonly drive: ((world: World) => SceneDriver) | undefined;
  private driver: SceneDriver | undefined;

  /** Throws one readable line when the source cannot be used. */
  constructor(source: LaneSource, clock: () => number) {
    this.source = source;
    this.clock = clock;
    const { description, title, view = {}, drive } = resolve(source);
    this.description = description;
    this.view = view;
    this.world = new World(description, { clock, models: allModels });
    this.title = title ?? this.world.name;
    const given = description.bodies ?? [];
    const ids = [...this.world.bodies()].map((body) => body.index);
    const descriptions = new Map(ids.map((id, k) => [id, given[k]!]));
    const shapes: ShapeDescription[] = [];
    const joints = explicitJoints(description.joints ?? [], [...this.world.joints()]);
    this.roster = rosterOf(this.world, shapes, (id) => descriptions.get(id)!, joints);
    this.bind();
    this.drive = drive;
    this.driver = drive?.(this.world);
  }

  private bind(): void {
    this.bodies = [...this.world.bodies()];
    this.byId = new Map(this.bodies.map((body) => [body.index, body]));
    this.joints = [...this.world.joints()];
  }

  body(id: number): Body {
    const body = this.byId.get(id);
    if (!body) throw new SixfoldError(`no body has the id ${id}; ids are those of the last scene message`);
    return body;
  }

  /** Steps until the lane has reached a time, give or take half a step of its own. */
  advanceTo(time: number): void {
    const h = this.world.timeStep;
    while (this.world.time + 0.5 * h < time) this.advance();
  }

  advance(): void {
    const start = this.clock();
    const { world } = this;
    this.hands.apply(
      (id) => this.byId.get(id),
      world.timeStep,
      world.gravity,
      (name) => world.devices().find((device) => device.name === name),
    );
    this.softs.pull(world, (id) => this.byId.get(id), this.hands);
    this.driver?.act(world.timeStep);
    world.step();
    this.milliseconds = this.clock() - start;
    if (this.milliseconds > 1000 * world.timeStep) this.late++;
    this.longest = Math.max(this.longest, this.milliseconds);
    // A cut makes bodies, and takes the one that it went through.
    if (Softs.hasDivided(world, this.bodies)) this.changeRoster(this.roster.jointDescriptions);
    const lost =
      world.findNonFinite() ?? this.bodies.find(({ position }) => position.some((x) => Math.abs(x) > FARTHEST));
    if (lost)
      throw new SixfoldError(
        `body "${lost.name}" has left all bounds after ${world.time.toFixed(3)} s; go back, or change the scene`,
      );
  }

  /** Carries out a command; returns the id of the body that it made, if it made one. Nothing happens when it throws. */
  execute(command: Command): number | null {
    switch (command.type) {
      case 'grab': {
        const held = this.body(command.body);
        this.letGo();
        if (held.type === 'soft') this.softs.hold(this.world, held, command);
        else {
          const led = this.world.devices().find(({ body }) => body === held.name);
          const body = led ? held : this.dynamicBody(command.body, 'grabbed');
          this.hands.hold(body, command.body, command.point_B, command, led);
        }
        this.late = this.longest = 0;
        return null;
      }
      case 'move-grab':
        this.hands.move(command);
        this.softs.move(command.target);
        return null;
      case 'release':
        this.letGo();
        return null;
      case 'push':
        this.hands.push(
          this.dynamicBody(command.body, 'pushed'),
          command.body,
          command.force,
          command.point,
          command.steps ?? 1,
        );
        return null;
      case 'impulse':
        this.dynamicBody(command.body, 'pushed').applyImpulse(command.impulse, command.point);
        return null;
      case 'set':
        setValues(this.body(command.body), command.values);
        return null;
      case 'cut': {
        const body = this.body(command.body);
        if (body.type !== 'soft') throw new SixfoldError(`"${body.name}" is ${body.type}; only soft bodies can be cut`);
        this.letGo();
        this.world.part(volume).cut({ body: body.name, quad: command.quad });
        return null;
      }
      case 'motor': {
        const joint = this.joints[command.joint];
        if (!joint) throw new SixfoldError(`there is no joint number ${command.joint}`);
        joint.setMotor(command.motor);
        this.changeJoint(command.joint, command.motor);
        return null;
      }
      case 'add':
        return this.add(command.description);
      case 'duplicate':
        return this.duplicate(command.body, command.offset);
      case 'delete':
        this.remove(command.body);
        return null;
    }
  }

  /** A device that was led goes its own way again. */
  private letGo(): void {
    const name = this.hands.grab?.device?.name;
    this.world
      .devices()
      .find((device) => device.name === name)
      ?.resume();
    this.hands.letGo();
    this.softs.letGo();
  }

  /** What hands feel: the user's, while it holds something, and those of the scene's devices. */
  feels(): Feel[] {
    const { grab } = this.hands;
    const { late, longest, world } = this;
    const devices = world.devices();
    const led = devices.find(({ name }) => name === grab?.device?.name);
    const own: Feel[] = grab
      ? [{ device: null, force: grab.felt, torque: led?.torque ?? [0, 0, 0], energy: grab.given, late, longest }]
      : [];
    return [
      ...own,
      ...devices.map(({ name, force, torque, energyToHand, lateSteps, longestStep }) => ({
        device: name,
        force,
        torque,
        energy: energyToHand,
        late: lateSteps,
        longest: longestStep,
      })),
    ];
  }

  private dynamicBody(id: number, what: string): Body {
    const body = this.body(id);
    if (body.type !== 'dynamic')
      throw new SixfoldError(`"${body.name}" is ${body.type}; only bodies that move freely can be ${what}`);
    return body;
  }

  private add(description: BodyDescription): number {
    const body = this.world.addBody(description);
    this.changeRoster(this.roster.jointDescriptions, body.index, description);
    return body.index;
  }

  private duplicate(id: number, offset?: Vec3): number {
    const body = this.body(id);
    const at = this.roster.bodies.findIndex((info) => info.id === id);
    const { min, max } = body.broadPhaseBox;
    const shift = offset ?? ([0, max[1] - min[1], 0] as const);
    if (!shift.every(Number.isFinite)) throw new SixfoldError(`"${body.name}" has no end; it cannot be duplicated`);
    const { name: _, ...rest } = this.roster.descriptions[at]!;
    return this.add({
      ...rest,
      name: freeName(body.name, this.roster),
      position: add(body.position, shift),
      rotation: body.rotation,
      linearVelocity: body.linearVelocity,
      angularVelocity: body.angularVelocity,
    });
  }

  private remove(id: number): void {
    const body = this.body(id);
    const gone = this.joints.map((joint) => joint.a === body.name || joint.b === body.name);
    this.world.removeBody(body);
    this.hands.forget(id);
    this.changeRoster(this.roster.jointDescriptions.filter((_, k) => !gone[k]));
  }

  private changeRoster(joints: readonly JointDescription[], newId?: number, description?: BodyDescription): void {
    const before = this.roster;
    const known = new Map(before.bodies.map(({ id }, k) => [id, before.descriptions[k]!]));
    const named = new Map(before.bodies.map(({ name }, k) => [name, before.descriptions[k]!]));
    for (const body of this.world.bodies())
      if (!known.has(body.index)) known.set(body.index, Softs.describePiece(body, named));
    if (newId !== undefined) known.set(newId, description!);
    this.roster = rosterOf(this.world, before.shapes, (id) => known.get(id)!, joints, before);
    this.bind();
  }

  private changeJoint(k: number, motor: JointDescription['motor'] | null): void {
    const jointDescriptions = this.roster.jointDescriptions.map((description, n) => {
      if (n !== k) return description;
      const { motor: _, ...rest } = description;
      return motor ? { ...rest, motor } : rest;
    });
    const joints = this.roster.joints.map((joint, n) => {
      if (n !== k) return joint;
      const { motor: _, ...rest } = joint;
      return motor ? { ...rest, motor } : rest;
    });
    this.roster = { ...this.roster, jointDescriptions, joints };
  }

  save(): Key['lanes'][number] {
    return {
      bytes: this.world.snapshot(),
      roster: this.roster,
      hands: this.hands.save(),
      pulled: structuredClone(this.softs.pulled),
      ...(this.driver && { driver: this.driver.save() }),
    };
  }

  restore(saved: Key['lanes'][number]): void {
    this.world = World.restore(saved.bytes, { clock: this.clock, models: allModels });
    this.roster = saved.roster;
    this.hands.load(saved.hands);
    this.softs.pulled = structuredClone(saved.pulled ?? null);
    this.bind();
    this.driver = this.drive?.(this.world);
    this.driver?.load(saved.driver);
  }

  moment(): LaneMoment {
    const { bodies } = this;
    const poses = new Float32Array(7 * bodies.length);
    const flags = new Uint8Array(bodies.length);
    for (let k = 0; k < bodies.length; k++) {
      const body = bodies[k]!;
      poses.set(body.position, 7 * k);
      poses.set(body.rotation, 7 * k + 3);
      flags[k] = body.asleep ? ASLEEP : 0;
    }
    const softs = this.softs.surfaces(this.world, bodies);
    return { roster: this.roster, poses, flags, ...(softs.length > 0 && { softs }) };
  }

  /** What the page asked for; places are those at a share of the last step, from its start (0) to its end (1). */
  details(wanted: Wanted, fraction = 1): LaneDetails {
    const { world, bodies } = this;
    const out: LaneDetails = {};
    if (wanted.contacts)
      out.contacts = world
        .contacts(wanted.tractions ? ['tractions'] : [])
        .map((contact) => drawn(contact, fraction * world.timeStep));
    if (wanted.statistics) {
      out.energy = world.energy();
      out.profile = world.profile;
      out.stepMilliseconds = this.milliseconds;
      out.contactStatistics = { ...world.contactStatistics };
      const solver = world.solverStatistics;
      const { iterations, residual, blocks, rows } = solver;
      out.solver = { iterations, residual, blocks, rows };
      if (wanted.error) out.solver.error = solver.error;
    }
    if (wanted.velocities) {
      out.velocities = new Float32Array(6 * bodies.length);
      for (const [k, body] of bodies.entries()) {
        out.velocities.set(body.linearVelocity, 6 * k);
        out.velocities.set(body.angularVelocity, 6 * k + 3);
      }
    }
    if (wanted.boxes) {
      out.boxes = new Float32Array(6 * bodies.length);
      for (const [k, body] of bodies.entries()) {
        const { min, max } = body.broadPhaseBox;
        out.boxes.set(min, 6 * k);
        out.boxes.set(max, 6 * k + 3);
      }
    }
    if (wanted.joints) out.joints = this.joints.map(viewOf);
    if (wanted.hash) out.hash = world.hash();
    return out;
  }

  sceneMessage(roster: Roster): Omit<SceneMessage, 'lane' | 'lanes' | 'load'> {
    const { world, description } = this;
    return {
      type: 'scene',
      name: world.name,
      title: this.title,
      source: this.source,
      bodies: [...roster.bodies],
      shapes: roster.shapes,
      joints: [...roster.joints],
      gravity: world.gravity,
      timeStep: world.timeStep,
      substeps: description.substeps ?? 1,
      model: world.model,
      view: this.view,
    };
  }

  describe(at: 'start' | 'now'): SceneDescription {
    return at === 'start' ? this.description : describeNow(this.description, this.roster, this.bodies, this.joints);
  }

  states(): Omit<BodyStates, 'step'> {
    const { bodies, world } = this;
    const numbers = new Float64Array(13 * bodies.length);
    for (const [k, { position, rotation, linearVelocity, angularVelocity }] of bodies.entries())
      numbers.set([...position, ...rotation, ...linearVelocity, ...angularVelocity], 13 * k);
    return { time: world.time, numbers, flags: Uint8Array.from(bodies, (body) => (body.asleep ? ASLEEP : 0)) };
  }

  castRay(origin: Vec3, direction: Vec3): RayHit | null {
    const hit = this.world.castRay(origin, direction);
    return hit && { body: hit.body.index, point: hit.point, normal: hit.normal, distance: hit.distance };
  }
}

function resolve({ scene, parameters, random, description, overrides }: LaneSource): {
  description: SceneDescription;
  title?: string;
  view?: SceneView;
  drive?: (world: World) => SceneDriver;
} {
  if (random !== undefined)
    return { description: override(sceneOfSeed(random), overrides), title: `Random: ${random}` };
  if (description) return { description: override(description, overrides) };
  const built = scenes.find(({ name }) => name === scene);
  if (!built) throw new SixfoldError(`there is no scene named ${JSON.stringify(scene)}`);
  const view = built.view?.(parameters) ?? {};
  const { drive } = built;
  return {
    description: override(built.make(parameters), overrides),
    title: built.title,
    view,
    ...(drive && { drive: (world: World) => drive(world, parameters) }),
  };
}

function override(description: SceneDescription, overrides: LaneSource['overrides']): SceneDescription {
  if (!overrides) return description;
  const { contact, solver, ...rest } = overrides;
  let out: SceneDescription = { ...description, ...rest };
  if (contact) {
    // Another model refuses words that are not its own.
    if (contact.model !== undefined) out = withModel(out, contact.model, allModels);
    out.contact = { ...out.contact, ...contact };
  }
  if (solver) out.solver = { ...description.solver, ...solver };
  return out;
}

function setValues(body: Body, values: BodyValues): void {
  const before = Object.keys(values).map((key) => [key, body[key as keyof BodyValues]] as const);
  try {
    Object.assign(body, values);
  } catch (error) {
    // Assigned one by one: those before the wrong one are taken back. Static bodies refuse even that, having changed
    // nothing.
    for (const [key, value] of before) {
      try {
        Object.assign(body, { [key]: value });
      } catch {}
    }
    throw error;
  }
}

function drawn({ a, b, ...rest }: Contact, t: number): ContactView {
  const move = patchMotion(a, b, t);
  const { tractions } = rest as { tractions?: TractionsLike };
  return {
    ...rest,
    ...(tractions ? { tractions: { ...tractions, positions: movedTriples(tractions.positions, move) } } : {}),
    a: a.index,
    b: b.index,
    point: [...move(rest.point)],
    centerOfPressure: [...move(rest.centerOfPressure)],
    outline: rest.outline.map((corner) => [...move(corner)]),
  };
}

function movedTriples(list: ArrayLike<number>, move: (point: Vec3) => Vec3): number[] {
  const out: number[] = [];
  for (let k = 0; k < list.length; k += 3) out.push(...move([list[k]!, list[k + 1]!, list[k + 2]!]));
  return out;
}

function viewOf(joint: Joint): JointView {
  const [anchorA, anchorB] = joint.anchors;
  return {
    anchorA,
    anchorB,
    axis: joint.axis,
    coordinate: joint.coordinate,
    force: joint.type === 'slider' ? [0, 0, 0] : joint.force,
    motorForce: joint.motorForce,
    limitForce: joint.limitForce,
  };
}

function freeName(name: string, roster: Roster): string {
  const base = name.replace(/ \d+$/, '');
  const names = new Set(roster.bodies.map((body) => body.name));
  for (let k = 2; ; k++) if (!names.has(`${base} ${k}`)) return `${base} ${k}`;
}
