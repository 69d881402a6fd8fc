// Checking a joint's description. Which bodies it names is resolved by the caller.

import { SixfoldError } from '../checks/error.js';
import {
  fail,
  optional,
  readBoolean,
  readNonNegative,
  readNumber,
  readObject,
  readOneOf,
  readPositive,
  readQuaternion,
  readString,
  readUnitVector,
  readVec3,
  refuseUnknown,
  show,
} from '../checks/fields.js';
import { JOINT_FIELDS, type JointKind } from '../joints/kind.js';
import { SIX_AXES, type SixAxis } from '../joints/kinds/six-axis.js';
import type { Quat, Vec3 } from '../math/vec3.js';

const FIELDS = [
  'type',
  'name',
  'a',
  'b',
  'anchor',
  ...JOINT_FIELDS,
  'breakForce',
  'breakTorque',
  'collide',
  'userData',
];

/** Bits of the axes that are not locked, and what limits and drives them. */
export interface CheckedAxes {
  unlocked: number;
  parts: readonly { which: number; limits: CheckedJoint['limits']; motor: CheckedJoint['motor'] }[];
}

export interface CheckedJoint {
  kind: JointKind;
  name: string;
  a: unknown;
  b: unknown;
  anchor: Vec3 | null;
  anchorB: Vec3 | null;
  axis: Vec3;
  limits: readonly [number, number] | null;
  motor: { target: number; velocity: number; stiffness: number; damping: number; maxForce: number } | null;
  stiffness: number;
  damping: number;
  restLength: number | null;
  twistLimits: readonly [number, number] | null;
  length: number | null;
  axisB: Vec3 | null;
  ratio: number;
  /** Of a six-axis joint: its axes in the world, and what each of them may do. */
  frame: Quat | null;
  axes: CheckedAxes;
  breakForce: number;
  breakTorque: number;
  collide: boolean;
  userData: unknown;
}

export function readJoint(value: unknown, where: string, kinds: readonly JointKind[]): CheckedJoint {
  const fields = readObject(value, where);
  const name = fields.name === undefined ? '' : readString(fields.name, `${where}.name`);
  if (name !== '') where = `${where} ${show(name)}`;
  refuseUnknown(fields, where, FIELDS);
  const type = readOneOf(
    fields.type,
    `${where}: type`,
    kinds.filter((known) => !known.isPart).map((known) => known.type),
  );
  const kind = kinds.find((known) => known.type === type)!;
  for (const key of JOINT_FIELDS) {
    if (fields[key] === undefined || kind.fields.includes(key)) continue;
    const owners = kinds.filter((known) => known.fields.includes(key)).map((known) => known.type);
    throw new SixfoldError(`${where}: ${key} does not apply to a ${type} joint; it belongs to ${owners.join(', ')}`);
  }
  if (fields.b === undefined) throw new SixfoldError(`${where}: b is missing; name the body that the joint holds`);
  const get = optional(fields, `${where}: `);
  for (const { field, because } of kind.needs ?? []) {
    if (fields[field] === undefined) throw new SixfoldError(`${where}: ${field} is missing; ${because}`);
  }
  return {
    kind,
    name,
    a: fields.a,
    b: fields.b,
    anchor: get('anchor', null, readVec3, 'm'),
    anchorB: get('anchorB', null, readVec3, 'm'),
    axis: get('axis', [1, 0, 0], readUnitVector),
    limits: get('limits', null, readLimits, kind),
    motor: get('motor', null, readMotor),
    stiffness: get('stiffness', 0, readNonNegative, 'N/m'),
    damping: get('damping', 0, readNonNegative, 'N·s/m'),
    restLength: get('restLength', null, readNonNegative, 'm'),
    twistLimits: get('twistLimits', null, readLimits),
    length: get('length', null, readPositive, 'm'),
    axisB: get('axisB', null, readUnitVector),
    ratio: get('ratio', 1, readNumber),
    frame: get('frame', null, readQuaternion),
    axes: get('axes', { unlocked: 0, parts: [] }, readAxes),
    breakForce: get('breakForce', Infinity, readPositive, 'N'),
    breakTorque: get('breakTorque', Infinity, readPositive, 'N·m'),
    collide: get('collide', kind.collide, readBoolean),
    userData: fields.userData,
  };
}

export function readLimits(value: unknown, where: string, kind?: JointKind): [number, number] {
  if (!Array.isArray(value) || value.length !== 2) fail(where, value, 'two numbers [low, high]');
  const low = readNumber(value[0], `${where}[0]`);
  const high = readNumber(value[1], `${where}[1]`);
  if (low > high) fail(where, value, 'two numbers [low, high] with low <= high');
  const allowed = kind?.refuseLimits?.(low, high) ?? null;
  if (allowed !== null) fail(where, value, allowed);
  return [low, high];
}

export function readMotor(value: unknown, where: string): NonNullable<CheckedJoint['motor']> {
  const fields = readObject(value, where);
  refuseUnknown(fields, where, ['target', 'velocity', 'stiffness', 'damping', 'maxForce']);
  const get = optional(fields, `${where}.`);
  return {
    target: get('target', 0, readNumber),
    velocity: get('velocity', 0, readNumber),
    stiffness: get('stiffness', 0, readNonNegative),
    damping: get('damping', 0, readNonNegative),
    maxForce: get('maxForce', Infinity, readPositive),
  };
}

/** Each axis is "locked" (unless told), "free", or has limits, a motor or both. */
function readAxes(value: unknown, where: string): CheckedAxes {
  const fields = readObject(value, where);
  refuseUnknown(fields, where, SIX_AXES);
  const parts: { which: number; limits: CheckedJoint['limits']; motor: CheckedJoint['motor'] }[] = [];
  let unlocked = 0;
  for (let which = 0; which < 6; which++) {
    const axis: SixAxis = SIX_AXES[which]!;
    const given = fields[axis];
    const at = `${where}.${axis}`;
    if (given === undefined || given === 'locked') continue;
    unlocked |= 1 << which;
    if (given === 'free') continue;
    if (typeof given !== 'object' || given === null)
      fail(at, given, '"free", "locked", or an object with "limits", "motor" or both');
    const own = readObject(given, at);
    refuseUnknown(own, at, ['limits', 'motor']);
    const get = optional(own, `${at}.`);
    const part = { which, limits: get('limits', null, readLimits), motor: get('motor', null, readMotor) };
    if (which === 4 && part.limits && (part.limits[0] < -1.55 || part.limits[1] > 1.55) && (unlocked & 0x28) !== 0)
      if (fields.rx !== undefined && fields.rx !== 'locked' && fields.rz !== undefined && fields.rz !== 'locked')
        fail(`${at}.limits`, part.limits, 'within -1.55 and 1.55 (rad) while rx and rz are not locked');
    if (part.limits || part.motor) parts.push(part);
  }
  return { unlocked, parts };
}
