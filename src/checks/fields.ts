// Reading untrusted values. Each reader returns the checked value or throws a SixfoldError of one line:
// where it stands, what it was, what is allowed.

import { length, type Quat, type Vec3 } from '../math/vec3.js';
import { SixfoldError } from './error.js';

/**
 * Coordinates beyond this lose all precision in contact and squares beyond it overflow; it is also the largest length.
 */
export const LARGEST = 1e12;
/** Characters of a value that an error shows. */
const SHOWN = 60;

/** A value as it reads in an error: short, on one line, never throwing. */
export function show(value: unknown): string {
  if (value === undefined) return 'missing';
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return String(value);
  if (typeof value === 'function' || typeof value === 'symbol' || typeof value === 'bigint') return `a ${typeof value}`;
  const text = beginning(value, SHOWN);
  return text.length > SHOWN ? `${text.slice(0, SHOWN - 3)}...` : text;
}

/**
 * The JSON of a value, at least its first `room` characters: whole if it is shorter. JSON.stringify writes all of it
 * first, which takes for ever where lists hold the same lists many times over, and throws at rings.
 */
function beginning(value: unknown, room: number): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, room + 1));
  if (typeof value !== 'object' || value === null) return String(value);
  const isList = Array.isArray(value) || ArrayBuffer.isView(value);
  const entries = value as Readonly<Record<string, unknown>>;
  let text = isList ? '[' : '{';
  const count = isList ? ((value as unknown as ArrayLike<unknown>).length ?? 0) : 0;
  const keys = isList ? null : Object.keys(value);
  for (let k = 0; k < (keys?.length ?? count) && text.length <= room; k++) {
    if (k > 0) text += ',';
    if (keys) text += `${beginning(keys[k], room - text.length)}:`;
    text += beginning(entries[keys ? keys[k]! : k], room - text.length);
  }
  return text + (isList ? ']' : '}');
}

export function fail(where: string, value: unknown, allowed: string): never {
  throw new SixfoldError(`${where} is ${show(value)}; it must be ${allowed}`);
}

export type Fields = Readonly<Record<string, unknown>>;

export function readObject(value: unknown, where: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || ArrayBuffer.isView(value))
    fail(where, value, 'an object');
  return value as Fields;
}

/**
 * A reader of those fields that may be left out: what they are then, how to read them otherwise, and its further
 * arguments.
 */
export function optional(fields: Fields, where: string) {
  return <T, D, A extends unknown[]>(
    key: string,
    otherwise: D,
    read: (value: unknown, where: string, ...more: A) => T,
    ...more: A
  ): T | D => (fields[key] === undefined ? otherwise : read(fields[key], where + key, ...more));
}

/** Refuses fields that nobody reads: a misspelt "fricton" must not pass in silence. */
export function refuseUnknown(fields: Fields, where: string, known: readonly string[]): void {
  for (const key of Object.keys(fields)) {
    if (known.includes(key)) continue;
    const near = known.find((k) => k.toLowerCase() === key.toLowerCase()) ?? nearest(key, known);
    const hint = near ? `did you mean "${near}"?` : `known here: ${known.join(', ')}`;
    throw new SixfoldError(`${where}: unknown field ${show(key)}; ${hint}`);
  }
}

function nearest(word: string, candidates: readonly string[]): string | undefined {
  return candidates.find((c) => c.length > 3 && editDistanceAtMostTwo(word, c));
}

function editDistanceAtMostTwo(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 2 || a.length > 40) return false;
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      next[j] = Math.min(next[j - 1]! + 1, row[j]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1));
    }
    row = next;
  }
  return row[b.length]! <= 2;
}

export function readNumber(value: unknown, where: string, unit = ''): number {
  if (typeof value !== 'number' || !Number.isFinite(value) || Math.abs(value) > LARGEST) {
    fail(where, value, `a finite number of at most ${LARGEST}${unit && ` (${unit})`}`);
  }
  return value;
}

export function readPositive(value: unknown, where: string, unit = ''): number {
  if (typeof value !== 'number' || !(value > 0) || value > LARGEST) {
    fail(where, value, `a number > 0 and at most ${LARGEST}${unit && ` (${unit})`}`);
  }
  return value;
}

export function readNonNegative(value: unknown, where: string, unit = ''): number {
  if (typeof value !== 'number' || !(value >= 0) || value > LARGEST) {
    fail(where, value, `a number >= 0 and at most ${LARGEST}${unit && ` (${unit})`}`);
  }
  return value;
}

export function readInteger(value: unknown, where: string, low: number, high: number): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < low || value > high) {
    fail(where, value, `a whole number from ${low} to ${high}`);
  }
  return value;
}

export function readBoolean(value: unknown, where: string): boolean {
  if (typeof value !== 'boolean') fail(where, value, 'true or false');
  return value;
}

export function readString(value: unknown, where: string): string {
  if (typeof value !== 'string' || value.length === 0 || value.length > 1000)
    fail(where, value, 'a text of 1 to 1000 characters');
  return value;
}

export function readOneOf<T extends string>(value: unknown, where: string, allowed: readonly T[]): T {
  if (typeof value !== 'string' || !allowed.includes(value as T))
    fail(where, value, `one of ${allowed.map((a) => `"${a}"`).join(', ')}`);
  return value as T;
}

export function readVec3(value: unknown, where: string, unit = ''): Vec3 {
  if (!isArrayOf(value, 3)) fail(where, value, `three numbers${unit && ` (${unit})`}`);
  return [0, 1, 2].map((k) => readNumber(value[k], `${where}[${k}]`, unit)) as unknown as Vec3;
}

/** Four numbers, normalised; a quaternion more than 1 % off unit length is more likely a mistake than rounding. */
export function readQuaternion(value: unknown, where: string): Quat {
  if (!isArrayOf(value, 4)) fail(where, value, 'a unit quaternion [x, y, z, w]');
  const q = [0, 1, 2, 3].map((i) => readNumber(value[i], `${where}[${i}]`));
  const length = Math.sqrt(q[0]! * q[0]! + q[1]! * q[1]! + q[2]! * q[2]! + q[3]! * q[3]!);
  if (Math.abs(length - 1) > 0.01)
    fail(where, value, 'a unit quaternion [x, y, z, w] (its length is off by more than 1 %)');
  return [q[0]! / length, q[1]! / length, q[2]! / length, q[3]! / length];
}

export function readUnitVector(value: unknown, where: string): Vec3 {
  const v = readVec3(value, where);
  const size = length(v);
  if (!(size > 1e-9)) fail(where, value, 'a vector of non-zero length');
  return [v[0] / size, v[1] / size, v[2] / size];
}

function isArrayOf(value: unknown, n: number): value is ArrayLike<unknown> {
  return (Array.isArray(value) || ArrayBuffer.isView(value)) && (value as unknown as ArrayLike<unknown>).length === n;
}
