// Checking a joint's description. Which bodies it names is resolved by the caller.

import { SixfoldError } from '../checks/error.js';
import {
  fail,
  readBoolean,
  readNonNegative,
  readNumber,
  readObject,
  readOneOf,
  readPositive,
  readString,
  readUnitVector,
  readVec3,
  refuseUnknown,
  show,
} from '../checks/fields.js';
import { JOINT_TYPES, type JointType } from '../joints/layout.js';
import type { Vec3 } from '../math/vec3.js';

const FIELDS = [
  'type',
  'name',
  'a',
  'b',
  'anchor',
  'anchorB',
  'axis',
  'limits',
  'motor',
  'stiffness',
  'damping',
  'restLength',
  'collide',
  'userData',
];

export interface CheckedJoint {
  type: JointType;
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
  collide: boolean;
  userData: unknown;
}

export function readJoint(value: unknown, where: string): CheckedJoint {
  const fields = readObject(value, where);
  const name = fields.name === undefined ? '' : readString(fields.name, `${where}.name`);
  if (name !== '') where = `${where} ${show(name)}`;
  refuseUnknown(fields, where, FIELDS);
  const type = readOneOf(fields.type, `${where}: type`, JOINT_TYPES);
  const only = (keys: readonly string[], types: readonly JointType[]) => {
    for (const key of keys) {
      if (fields[key] !== undefined && !types.includes(type))
        throw new SixfoldError(`${where}: ${key} does not apply to a ${type} joint; it belongs to ${types.join(', ')}`);
    }
  };
  only(['motor', 'limits'], ['ball', 'hinge', 'slider']);
  only(['anchorB', 'stiffness', 'damping', 'restLength'], ['spring']);
  only(['axis'], ['ball', 'hinge', 'slider', 'fixed']);
  if (fields.b === undefined) throw new SixfoldError(`${where}: b is missing; name the body that the joint holds`);
  const vector = (key: string): Vec3 | null =>
    fields[key] === undefined ? null : readVec3(fields[key], `${where}: ${key}`, 'm');
  if (type === 'spring' && fields.stiffness === undefined)
    throw new SixfoldError(`${where}: stiffness is missing; a spring needs it (N/m)`);
  if ((type === 'hinge' || type === 'slider') && fields.axis === undefined)
    throw new SixfoldError(`${where}: axis is missing; a ${type} needs its direction, such as [0, 0, 1]`);
  return {
    type,
    name,
    a: fields.a,
    b: fields.b,
    anchor: vector('anchor'),
    anchorB: vector('anchorB'),
    axis: fields.axis === undefined ? [1, 0, 0] : readUnitVector(fields.axis, `${where}: axis`),
    limits: fields.limits === undefined ? null : readLimits(fields.limits, `${where}: limits`, type),
    motor: fields.motor === undefined ? null : readMotor(fields.motor, `${where}: motor`),
    stiffness: fields.stiffness === undefined ? 0 : readNonNegative(fields.stiffness, `${where}: stiffness`, 'N/m'),
    damping: fields.damping === undefined ? 0 : readNonNegative(fields.damping, `${where}: damping`, 'N·s/m'),
    restLength:
      fields.restLength === undefined ? null : readNonNegative(fields.restLength, `${where}: restLength`, 'm'),
    collide: fields.collide === undefined ? type === 'spring' : readBoolean(fields.collide, `${where}: collide`),
    userData: fields.userData,
  };
}

function readLimits(value: unknown, where: string, type: JointType): [number, number] {
  if (!Array.isArray(value) || value.length !== 2) fail(where, value, 'two numbers [low, high]');
  const low = readNumber(value[0], `${where}[0]`);
  const high = readNumber(value[1], `${where}[1]`);
  if (low > high) fail(where, value, 'two numbers [low, high] with low <= high');
  if (type === 'ball' && (low < 0 || high > 3.1415926535897936))
    fail(where, value, 'angles of swing from 0 to π for a ball joint');
  return [low, high];
}

export function readMotor(value: unknown, where: string): NonNullable<CheckedJoint['motor']> {
  const fields = readObject(value, where);
  refuseUnknown(fields, where, ['target', 'velocity', 'stiffness', 'damping', 'maxForce']);
  return {
    target: fields.target === undefined ? 0 : readNumber(fields.target, `${where}.target`),
    velocity: fields.velocity === undefined ? 0 : readNumber(fields.velocity, `${where}.velocity`),
    stiffness: fields.stiffness === undefined ? 0 : readNonNegative(fields.stiffness, `${where}.stiffness`),
    damping: fields.damping === undefined ? 0 : readNonNegative(fields.damping, `${where}.damping`),
    maxForce: fields.maxForce === undefined ? Infinity : readPositive(fields.maxForce, `${where}.maxForce`),
  };
}
