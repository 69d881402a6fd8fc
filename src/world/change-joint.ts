// Changing a joint between steps, in the words of a scene. Everything is read before anything is written; both bodies
// wake. Verified in test/world/changes.test.ts.

import { B_CENTER, B_ROTATION, BODY_STRIDE } from '../bodies/layout.js';
import { SixfoldError } from '../checks/error.js';
import {
  readBoolean,
  readNonNegative,
  readObject,
  readPositive,
  readUnitVector,
  readVec3,
  refuseUnknown,
  show,
} from '../checks/fields.js';
import { JOINT_FIELDS } from '../joints/kind.js';
import {
  J_ANCHOR_A,
  J_ANCHOR_B,
  J_BREAK_FORCE,
  J_BREAK_TORQUE,
  J_COORDINATE,
  J_DAMPING,
  J_FORCE_LIMIT,
  J_FORCE_TWIST,
  J_FRAME_A,
  J_FRAME_B,
  J_HIGH,
  J_LOW,
  J_REST_LENGTH,
  J_STIFFNESS,
  J_TWIST_LOW,
  JI_BODY_A,
  JI_BODY_B,
  JI_COLLIDE,
  JI_LIMITS,
  JI_TWIST,
  JOINT_INTS,
  JOINT_STRIDE,
} from '../joints/layout.js';
import { conjugate, multiply, quatAt, sub, unrotate, type Vec3, vec3At } from '../math/vec3.js';
import { readLimits, readMotor } from './read-joint.js';
import { frameAlong, writeMotor } from './records.js';
import type { JointDescription } from './scene.js';
import { wake } from './sleeping.js';
import { pairKey, type WorldState } from './state.js';

/** What `joint.set` takes: a joint's words but its type, name and bodies. Limits and motor may be null: none. */
export type JointChanges = Partial<
  Pick<
    JointDescription,
    | 'length'
    | 'breakForce'
    | 'breakTorque'
    | 'anchor'
    | 'anchorB'
    | 'axis'
    | 'stiffness'
    | 'damping'
    | 'restLength'
    | 'collide'
    | 'userData'
  >
> & {
  limits?: readonly [number, number] | null;
  twistLimits?: readonly [number, number] | null;
  motor?: JointDescription['motor'] | null;
};

const WORDS = ['anchor', ...JOINT_FIELDS, 'breakForce', 'breakTorque', 'collide', 'userData'];
/** What a coupling counts from: another one is another joint. */
const FIXED = ['type', 'name', 'a', 'b', 'axisB', 'ratio', 'frame', 'axes'];

export function changeJoint(state: WorldState, slot: number, changes: unknown): void {
  const { joints } = state;
  const kind = joints.kindOf(slot);
  const where = joints.names[slot] === '' ? `${kind.type} joint` : `joint ${show(joints.names[slot])}`;
  const fields = readObject(changes, where);
  for (const word of FIXED.concat(kind.fields.includes('ratio') ? ['anchor', 'anchorB', 'axis'] : []))
    if (fields[word] !== undefined)
      throw new SixfoldError(`${where}: ${word} cannot be changed; remove the joint and add another`);
  refuseUnknown(fields, where, WORDS);
  for (const word of JOINT_FIELDS)
    if (fields[word] !== undefined && !kind.fields.includes(word))
      throw new SixfoldError(`${where}: ${word} does not apply to a ${kind.type} joint`);
  const read = <T>(word: string, reader: (value: unknown, where: string) => T): T | undefined =>
    fields[word] === undefined ? undefined : reader(fields[word], `${where}: ${word}`);
  const point = (value: unknown, at: string): Vec3 => readVec3(value, at, 'm');
  const limits = read('limits', (value, at) => (value === null ? null : readLimits(value, at, kind)));
  const motor = read('motor', (value, at) => (value === null ? null : readMotor(value, at)));
  const anchor = read('anchor', point);
  const anchorB = read('anchorB', point);
  const axis = read('axis', readUnitVector);
  const stiffness = read('stiffness', readNonNegative);
  const damping = read('damping', readNonNegative);
  const restLength = read('restLength', readNonNegative);
  const collide = read('collide', readBoolean);
  const twist = read('twistLimits', (value, at) => (value === null ? null : readLimits(value, at)));
  const longest = read('length', readPositive);
  const breakForce = read('breakForce', readLoad);
  const breakTorque = read('breakTorque', readLoad);

  const f = joints.f.data;
  const i = joints.i.data;
  const j = slot * JOINT_STRIDE;
  const n = slot * JOINT_INTS;
  const a = i[n + JI_BODY_A];
  const b = i[n + JI_BODY_B];
  if (limits !== undefined) {
    i[n + JI_LIMITS] = limits ? 1 : 0;
    f[j + J_FORCE_LIMIT] = 0;
    if (limits) f.set(limits, j + J_LOW);
  }
  if (motor !== undefined) writeMotor(joints, slot, motor);
  const isBetween = kind.fields.includes('anchorB');
  if (anchor) f.set(inBody(state, a, anchor), j + J_ANCHOR_A);
  const end = isBetween ? anchorB : anchor;
  if (end) f.set(inBody(state, b, end), j + J_ANCHOR_B);
  if (axis) {
    const frame = frameAlong(axis);
    f.set(multiply(conjugate(rotationOf(state, a)), frame), j + J_FRAME_A);
    f.set(multiply(conjugate(rotationOf(state, b)), frame), j + J_FRAME_B);
    f[j + J_COORDINATE] = 0;
  }
  if (stiffness !== undefined) f[j + J_STIFFNESS] = stiffness;
  if (damping !== undefined) f[j + J_DAMPING] = damping;
  if (restLength !== undefined) f[j + J_REST_LENGTH] = restLength;
  if (longest !== undefined) f[j + J_HIGH] = longest;
  if (breakForce !== undefined) f[j + J_BREAK_FORCE] = breakForce;
  if (breakTorque !== undefined) f[j + J_BREAK_TORQUE] = breakTorque;
  if (twist !== undefined) {
    i[n + JI_TWIST] = twist ? 1 : 0;
    f[j + J_FORCE_TWIST] = 0;
    if (twist) f.set(twist, j + J_TWIST_LOW);
  }
  if (fields.userData !== undefined) joints.userData[slot] = fields.userData;
  if (collide !== undefined && (i[n + JI_COLLIDE] === 1) !== collide) {
    i[n + JI_COLLIDE] = collide ? 1 : 0;
    if (a !== 0) countJointed(state, a, b, collide ? -1 : 1);
  }
  wake(state, a);
  wake(state, b);
}

/** A load; Infinity: none breaks it. */
function readLoad(value: unknown, where: string): number {
  return value === Infinity ? Infinity : readPositive(value, where);
}

/** One joint more, or less, that keeps two bodies from touching. */
export function countJointed(state: WorldState, a: number, b: number, change: number): void {
  const { jointed, broadPhase } = state;
  const key = pairKey(a, b);
  const count = (jointed.get(key) ?? 0) + change;
  if (count > 0) jointed.set(key, count);
  else jointed.delete(key);
  broadPhase.refilter(a);
}

function rotationOf(state: WorldState, slot: number) {
  return quatAt(state.bodies.f.data, slot * BODY_STRIDE + B_ROTATION);
}

/** A world point relative to the centre of mass, in the body's frame. */
function inBody(state: WorldState, slot: number, point: Vec3): Vec3 {
  return unrotate(rotationOf(state, slot), sub(point, vec3At(state.bodies.f.data, slot * BODY_STRIDE + B_CENTER)));
}
