// Checking the description of devices: what people hold.

import { SixfoldError } from '../../checks/error.js';
import {
  type Fields,
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
  readVec3,
  refuseUnknown,
  show,
} from '../../checks/fields.js';

export const DEVICE_TYPES = ['hand', 'pointer', 'gamepad', 'space-mouse', 'socket'] as const;
export type DeviceType = (typeof DEVICE_TYPES)[number];

export interface DeviceDescription {
  name: string;
  /** `hand` is simulated; the others get their pose from outside: `device.setPose`. */
  type?: DeviceType;
  /** Name of the kinematic body that follows the device. */
  body: string;
  /** Metres of the body per metre of the device. */
  scale?: number;
  /** Newtons at the hand per newton at the body. */
  forceScale?: number;
  /** Bounds on what is sent (N, N·m). */
  maxForce?: number;
  maxTorque?: number;
  passivity?: boolean;
  /** Of the hand (kg); stands for the body's where coefficients are chosen. */
  mass?: number;
  /** Of a simulated hand (N/m, N·s/m). */
  stiffness?: number;
  damping?: number;
  /** Time (s), position (m), rotation: where a simulated hand wants the shape's origin to be. */
  path?: readonly (readonly number[])[];
}

export interface CheckedDevice extends Required<Omit<DeviceDescription, 'path'>> {
  /** Eight numbers a point, ascending in time; empty: it stays where the body is. */
  path: Float64Array;
}

const FIELDS = [
  'name',
  'type',
  'body',
  'scale',
  'forceScale',
  'maxForce',
  'maxTorque',
  'passivity',
  'mass',
  'stiffness',
  'damping',
  'path',
];

export function readDevices(value: unknown, where: string): CheckedDevice[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) fail(where, value, 'a list');
  const devices = value.map((one: unknown, k: number) => readDevice(one, `${where}[${k}]`));
  for (let k = 0; k < devices.length; k++) {
    const { name, body } = devices[k]!;
    for (let j = 0; j < k; j++) {
      if (devices[j]!.name === name)
        throw new SixfoldError(`${where}[${k}].name is ${show(name)}, as that of ${where}[${j}]; names must be unique`);
      if (devices[j]!.body === body)
        throw new SixfoldError(`${where}[${k}].body is ${show(body)}, which ${where}[${j}] holds already`);
    }
  }
  return devices;
}

export function readDevice(value: unknown, where: string): CheckedDevice {
  const fields: Fields = readObject(value, where);
  refuseUnknown(fields, where, FIELDS);
  const get = optional(fields, `${where}.`);
  for (const key of ['name', 'body'] as const)
    if (fields[key] === undefined) throw new SixfoldError(`${where}.${key} is missing; give ${show(`a ${key}`)}`);
  return {
    name: readString(fields.name, `${where}.name`),
    type: get<DeviceType, DeviceType, [readonly DeviceType[]]>('type', 'hand', readOneOf, DEVICE_TYPES),
    body: readString(fields.body, `${where}.body`),
    scale: get('scale', 1, readPositive),
    forceScale: get('forceScale', 1, readNonNegative),
    maxForce: get('maxForce', 10, readNonNegative, 'N'),
    maxTorque: get('maxTorque', 1, readNonNegative, 'N·m'),
    passivity: get('passivity', true, readBoolean),
    mass: get('mass', 0.3, readPositive, 'kg'),
    stiffness: get('stiffness', 500, readNonNegative, 'N/m'),
    damping: get('damping', 5, readNonNegative, 'N·s/m'),
    path: get('path', new Float64Array(0), readPath),
  };
}

function readPath(value: unknown, where: string): Float64Array {
  if (!Array.isArray(value)) fail(where, value, 'a list of [time, x, y, z, qx, qy, qz, qw]');
  const out = new Float64Array(8 * value.length);
  for (let k = 0; k < value.length; k++) {
    const at = `${where}[${k}]`;
    const point: unknown = value[k];
    if (!Array.isArray(point) || (point.length !== 8 && point.length !== 4))
      fail(at, point, 'time, position and rotation: [time, x, y, z, qx, qy, qz, qw]');
    out[8 * k] = readNumber(point[0], `${at}[0]`, 's');
    out.set(readVec3(point.slice(1, 4), `${at}: position`, 'm'), 8 * k + 1);
    out.set(point.length === 8 ? readQuaternion(point.slice(4), `${at}: rotation`) : [0, 0, 0, 1], 8 * k + 4);
    if (k > 0 && !(out[8 * k] > out[8 * k - 8]))
      fail(`${at}[0]`, point[0], `more than the time before it, ${out[8 * k - 8]} (s)`);
  }
  return out;
}
