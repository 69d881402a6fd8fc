// Changing a body between steps, in the words of a scene. Everything is read before anything is written, so that a
// wrong value changes nothing; then whoever must notice wakes: the body, what touches it or hangs on it, and what lies
// about it.
//
// A new type or shape makes new pairs: contacts end and begin again with the next step. A new shape may have another
// centre of mass: the shape's origin stays where it is, joints stay on their points, the velocity field stays as it
// was. Verified in test/world/changes.test.ts.

import { updateCenter, updateWorldInertia } from '../bodies/kinematics.js';
import {
  B_ANGULAR_DAMPING,
  B_CENTER,
  B_CENTER_B,
  B_CONSTANT_FORCE,
  B_CONSTANT_TORQUE,
  B_FRICTION,
  B_GRAVITY_SCALE,
  B_INERTIA_B,
  B_INV_INERTIA_B,
  B_LINEAR_DAMPING,
  B_MASS,
  B_ORIGIN,
  B_RADIUS,
  B_RESTITUTION,
  B_ROTATION,
  B_STATIC_FRICTION,
  B_SURFACE_VELOCITY,
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
  TYPE_STATIC,
} from '../bodies/layout.js';
import { SixfoldError } from '../checks/error.js';
import {
  type Fields,
  readBoolean,
  readNonNegative,
  readNumber,
  readObject,
  readOneOf,
  readQuaternion,
  readVec3,
  refuseUnknown,
  show,
} from '../checks/fields.js';
import { J_ANCHOR_A, J_ANCHOR_B, JI_ALIVE, JI_BODY_A, JI_BODY_B, JOINT_INTS, JOINT_STRIDE } from '../joints/layout.js';
import { invertSymmetric } from '../math/symmetric3.js';
import { cross, type Sym3, sub, type Vec3, vec3At } from '../math/vec3.js';
import type { MassMoments } from '../shapes/mass.js';
import type { Shape } from '../shapes/shape.js';
import { updateBox } from './detect.js';
import { readBits, readLocks, readMass, refuseTerrain } from './read-body.js';
import { readCoefficient, readRestitution } from './read-scene.js';
import { enclosingRadius } from './records.js';
import type { BodyDescription, RigidBodyType } from './scene.js';
import { wake } from './sleeping.js';
import type { WorldState } from './state.js';
import { forgetContacts, wakeAround, wakeTouching } from './touching.js';

type Coefficient = 'friction' | 'staticFriction' | 'restitution';
/**
 * What `body.set` takes: a body's words but its name and those of contact models. A coefficient of null is the scene's.
 */
export type BodyChanges = Partial<
  Pick<
    BodyDescription,
    | 'shape'
    | 'mass'
    | 'density'
    | 'inertia'
    | 'position'
    | 'rotation'
    | 'linearVelocity'
    | 'angularVelocity'
    | 'force'
    | 'torque'
    | 'locked'
    | 'gravityScale'
    | 'linearDamping'
    | 'angularDamping'
    | 'group'
    | 'mask'
    | 'sensor'
    | 'surfaceVelocity'
    | 'userData'
  >
> & { type?: RigidBodyType } & { [K in Coefficient]?: number | null };

const TYPES: readonly RigidBodyType[] = ['dynamic', 'static', 'kinematic'];
const TYPE_NUMBERS = { static: TYPE_STATIC, dynamic: TYPE_DYNAMIC, kinematic: TYPE_KINEMATIC } as const;
/** What makes another solid of a body: a body that the contact model moves has it once and for all. */
const SOLID = ['type', 'shape', 'mass', 'density', 'inertia', 'locked', 'sensor'];
const WORDS = [
  ...SOLID,
  'position',
  'rotation',
  'linearVelocity',
  'angularVelocity',
  'force',
  'torque',
  'gravityScale',
  'linearDamping',
  'angularDamping',
  'group',
  'mask',
  'surfaceVelocity',
  'friction',
  'staticFriction',
  'restitution',
  'userData',
];

/** Where a word's numbers go in the record, and who reads them. */
const NUMBERS: readonly [word: string, field: number, read: (value: unknown, where: string) => number][] = [
  ['gravityScale', B_GRAVITY_SCALE, readNumber],
  ['linearDamping', B_LINEAR_DAMPING, readNonNegative],
  ['angularDamping', B_ANGULAR_DAMPING, readNonNegative],
  ['friction', B_FRICTION, orNone(readCoefficient)],
  ['staticFriction', B_STATIC_FRICTION, orNone(readCoefficient)],
  ['restitution', B_RESTITUTION, orNone(readRestitution)],
];
const VECTORS: readonly [word: string, field: number, unit: string][] = [
  ['force', B_CONSTANT_FORCE, 'N'],
  ['torque', B_CONSTANT_TORQUE, 'N·m'],
  ['surfaceVelocity', B_SURFACE_VELOCITY, 'm/s'],
];
const BITS: readonly [word: string, field: number, read: (value: unknown, where: string) => number][] = [
  ['group', I_GROUP, readBits],
  ['mask', I_MASK, readBits],
  ['locked', I_LOCKED, readLocks],
  ['sensor', I_SENSOR, (value, where) => (readBoolean(value, where) ? 1 : 0)],
];

function orNone(read: (value: unknown, where: string) => number): (value: unknown, where: string) => number {
  return (value, where) => (value === null ? -1 : read(value, where));
}

export function changeBody(state: WorldState, slot: number, changes: unknown): void {
  const where = `body ${show(state.bodies.names[slot])}`;
  const fields = readObject(changes, where);
  if (fields.name !== undefined) throw new SixfoldError(`${where}: name cannot be changed; names are given once`);
  refuseUnknown(fields, where, WORDS);
  const { bodies } = state;
  const d = bodies.f.data;
  const i = bodies.i.data;
  const o = slot * BODY_STRIDE;
  const n = slot * BODY_INTS;
  const given = (word: string): boolean => fields[word] !== undefined;
  const at = (word: string): string => `${where}: ${word}`;
  if (i[n + I_TYPE] === TYPE_OTHER) {
    const fixed = SOLID.find(given);
    if (fixed)
      throw new SixfoldError(
        `${at(fixed)} cannot be changed on a body of type ${show(bodies.own[slot]!.type)}; remove it and add another`,
      );
  }
  const type = given('type') ? TYPE_NUMBERS[readOneOf(fields.type, at('type'), TYPES)] : i[n + I_TYPE];
  const shape = given('shape') ? state.library!.read(fields.shape, at('shape')) : bodies.shapes[slot]!;
  if (shape.massProperties === null && type !== TYPE_STATIC)
    throw new SixfoldError(`${at('shape')}: a half-space is unbounded; the body must be "static"`);
  if (type !== TYPE_STATIC && type !== TYPE_KINEMATIC) refuseTerrain(shape, where);
  const idle = ['mass', 'density', 'inertia'].find(given);
  if (idle && type !== TYPE_DYNAMIC)
    throw new SixfoldError(`${at(idle)} is of a dynamic body; set both: body.set({ type: "dynamic", ${idle}: … })`);
  const mass = type === TYPE_DYNAMIC ? newMass(state, slot, fields, where, shape) : null;
  const numbers = NUMBERS.map(([word, , read]) => (given(word) ? read(fields[word], at(word)) : null));
  const vectors = VECTORS.map(([word, , unit]) => (given(word) ? readVec3(fields[word], at(word), unit) : null));
  const bits = BITS.map(([word, , read]) => (given(word) ? read(fields[word], at(word)) : null));
  const position = given('position') ? readVec3(fields.position, at('position'), 'm') : null;
  const rotation = given('rotation') ? readQuaternion(fields.rotation, at('rotation')) : null;
  const velocity = given('linearVelocity') ? readVec3(fields.linearVelocity, at('linearVelocity'), 'm/s') : null;
  const spin = given('angularVelocity') ? readVec3(fields.angularVelocity, at('angularVelocity'), 'rad/s') : null;
  if (type === TYPE_STATIC && (velocity || spin))
    throw new SixfoldError(`${where} is static and has no velocity; make it kinematic to move it`);

  // From here on nothing can fail. Who touches the body now may be about to lose it.
  wakeTouching(state, slot);
  wake(state, slot);
  const isNew = type !== i[n + I_TYPE] || shape !== bodies.shapes[slot];
  for (const [k, value] of numbers.entries()) if (value !== null) d[o + NUMBERS[k]![1]] = value;
  for (const [k, value] of vectors.entries()) if (value !== null) d.set(value, o + VECTORS[k]![1]);
  for (const [k, value] of bits.entries()) if (value !== null) i[n + BITS[k]![1]] = value | 0;
  if (given('userData')) bodies.userData[slot] = fields.userData;
  if (position) d.set(position, o + B_ORIGIN);
  if (rotation) d.set(rotation, o + B_ROTATION);
  i[n + I_TYPE] = type;
  bodies.shapes[slot] = shape;
  if (type !== TYPE_OTHER) writeMass(state, slot, shape, mass);
  writeVelocity(state, slot, type, velocity, spin);
  if (isNew) {
    i[n + I_ASLEEP] = 0;
    state.model.removeBody?.(slot);
    state.broadPhase.remove(slot);
    updateBox(state, slot, 0, true);
    state.model.addBody?.(slot);
  } else {
    updateBox(state, slot, 0, false);
    if (bits.some((value) => value !== null)) state.broadPhase.refilter(slot);
  }
  // Contacts of meshes are reused from step to step with the coefficients that they had.
  if (NUMBERS.some(([word]) => given(word))) forgetContacts(state, slot);
  state.escaped.step = -1;
  state.sensors.changed = true;
  wakeAround(state);
  wake(state, slot);
}

/** The mass of a dynamic body after the change: what is not given stays, and the inertia follows mass and shape. */
function newMass(state: WorldState, slot: number, fields: Fields, where: string, shape: Shape): MassMoments {
  const d = state.bodies.f.data;
  const o = slot * BODY_STRIDE;
  const mass = d[o + B_MASS];
  const isNew = fields.shape !== undefined || fields.density !== undefined;
  if (fields.mass === undefined && fields.density === undefined && mass === 0)
    throw new SixfoldError(
      `${where}: a body that becomes dynamic needs its mass (kg): body.set({ type: "dynamic", mass: … })`,
    );
  if (isNew || mass === 0 || fields.inertia !== undefined) {
    const words = fields.mass === undefined && fields.density === undefined ? { ...fields, mass } : fields;
    return readMass(words, where, shape);
  }
  const kept = Array.from({ length: 6 }, (_, k) => d[o + B_INERTIA_B + k]) as unknown as Sym3;
  const center = vec3At(d, o + B_CENTER_B);
  if (fields.mass === undefined) return { mass, center, inertia: kept };
  const checked = readMass({ mass: fields.mass }, where, shape);
  const factor = checked.mass / mass;
  return { mass: checked.mass, center, inertia: kept.map((x) => factor * x) as unknown as Sym3 };
}

function writeMass(state: WorldState, slot: number, shape: Shape, mass: MassMoments | null): void {
  const { bodies } = state;
  const d = bodies.f.data;
  const o = slot * BODY_STRIDE;
  const old = vec3At(d, o + B_CENTER);
  const oldLocal = vec3At(d, o + B_CENTER_B);
  const center = mass?.center ?? shape.massProperties?.center ?? ([0, 0, 0] as const);
  d[o + B_MASS] = mass?.mass ?? 0;
  if (mass) {
    d.set(mass.inertia, o + B_INERTIA_B);
    invertSymmetric(d, o + B_INV_INERTIA_B, d, o + B_INERTIA_B);
  } else d.fill(0, o + B_INERTIA_B, o + B_INERTIA_B + 12);
  d.set(center, o + B_CENTER_B);
  d[o + B_RADIUS] = enclosingRadius(shape.bounds, d, o + B_CENTER_B);
  updateCenter(d, o);
  updateWorldInertia(d, o, bodies.i.data[slot * BODY_INTS + I_LOCKED], state.inertia);
  const shift = sub(oldLocal, center);
  if (shift[0] === 0 && shift[1] === 0 && shift[2] === 0) return;
  const v = bodies.v.data;
  const added = cross(vec3At(v, 6 * slot + 3), sub(vec3At(d, o + B_CENTER), old));
  for (let k = 0; k < 3; k++) v[6 * slot + k] += added[k]!;
  moveAnchors(state, slot, shift);
}

/** Anchors are kept relative to the centre of mass. */
function moveAnchors(state: WorldState, slot: number, shift: Vec3): void {
  const { f, i, count } = state.joints;
  for (let j = 0; j < count; j++) {
    const n = j * JOINT_INTS;
    if (i.data[n + JI_ALIVE] === 0) continue;
    const isA = i.data[n + JI_BODY_A] === slot;
    if (!isA && i.data[n + JI_BODY_B] !== slot) continue;
    const at = j * JOINT_STRIDE + (isA ? J_ANCHOR_A : J_ANCHOR_B);
    for (let k = 0; k < 3; k++) f.data[at + k] += shift[k]!;
  }
}

function writeVelocity(state: WorldState, slot: number, type: number, linear: Vec3 | null, spin: Vec3 | null): void {
  const v = state.bodies.v.data;
  if (linear) v.set(linear, 6 * slot);
  if (spin) v.set(spin, 6 * slot + 3);
  const locked = state.bodies.i.data[slot * BODY_INTS + I_LOCKED];
  for (let k = 0; k < 6; k++)
    if (type === TYPE_STATIC || (type === TYPE_DYNAMIC && locked & (1 << k))) v[6 * slot + k] = 0;
}
