// Checking shape descriptions. Geometric faults (open meshes, flat hulls) are found by createShape and reworded here.

import { SixfoldError } from '../checks/error.js';
import {
  type Fields,
  fail,
  readNonNegative,
  readObject,
  readOneOf,
  readPositive,
  readQuaternion,
  readVec3,
  refuseUnknown,
  show,
} from '../checks/fields.js';
import type { Quat, Vec3 } from '../math/vec3.js';
import { createShape } from '../shapes/create.js';
import { ShapeError } from '../shapes/errors.js';
import type { CompoundPartDescription, Shape, ShapeDescription } from '../shapes/shape.js';

const FIELDS = {
  sphere: ['radius'],
  box: ['size'],
  cylinder: ['radius', 'height'],
  capsule: ['radius', 'height'],
  cone: ['radius', 'height'],
  'half-space': [],
  convex: ['points'],
  mesh: ['positions', 'indices', 'weld', 'file'],
  torus: ['radius', 'tube'],
  compound: ['parts'],
} as const;
type ShapeType = keyof typeof FIELDS;
const TYPES = Object.keys(FIELDS) as ShapeType[];
const DEEPEST = 16;
const MOST_PARTS = 10_000;
const MOST_POINTS = 100_000;
/** Smallest length: below it squares of squares underflow. */
const SMALLEST = 1e-9;

/** Shapes by name, so that bodies that name the same shape share it. */
export class ShapeLibrary {
  private readonly named = new Map<string, Shape>();
  /** Simple shapes in the shape that is being read. */
  private parts = 0;
  private readonly descriptions: Map<string, unknown>;

  constructor(shapes: unknown) {
    this.descriptions = new Map(shapes === undefined ? [] : Object.entries(readObject(shapes, 'shapes')));
    for (const name of this.descriptions.keys()) this.byName(name, placeOf(name), []);
  }

  /** A library of shapes that are built already. */
  static of(shapes: readonly (readonly [string, Shape])[]): ShapeLibrary {
    const library = new ShapeLibrary(undefined);
    for (const [name, shape] of shapes) {
      library.named.set(name, shape);
      library.descriptions.set(name, shape.description);
    }
    return library;
  }

  entries(): [string, Shape][] {
    return [...this.named];
  }

  /** The shape that `value` describes or names. */
  read(value: unknown, where: string): Shape {
    if (typeof value === 'string') return this.byName(value, where, []);
    this.parts = 0;
    return build(this.describe(value, where, []), where);
  }

  private byName(name: string, where: string, seen: readonly string[]): Shape {
    const known = this.named.get(name);
    if (known) return known;
    this.parts = 0;
    const shape = build(this.describe(name, where, seen), placeOf(name));
    this.named.set(name, shape);
    return shape;
  }

  private describe(value: unknown, where: string, seen: readonly string[]): ShapeDescription {
    if (seen.length > DEEPEST)
      throw new SixfoldError(`${where}: shapes are nested more than ${DEEPEST} deep; flatten them`);
    if (typeof value === 'string') {
      if (seen.includes(value))
        throw new SixfoldError(
          `${where}: shape ${show(value)} contains itself (${[...seen, value].map(show).join(' → ')}); break the cycle`,
        );
      if (!this.descriptions.has(value)) {
        const names = [...this.descriptions.keys()];
        throw new SixfoldError(
          `${where} is ${show(value)}; no shape of that name is in "shapes"${names.length ? ` (there: ${names.slice(0, 12).map(show).join(', ')})` : ''}`,
        );
      }
      return this.describe(this.descriptions.get(value), placeOf(value), [...seen, value]);
    }
    const fields = readObject(value, where);
    const type = readOneOf(fields.type, `${where}.type`, TYPES);
    refuseUnknown(fields, where, ['type', ...FIELDS[type]]);
    // Compounds of compounds multiply: what is written in ten lines may have a million parts.
    if (type !== 'compound' && ++this.parts > MOST_PARTS)
      throw new SixfoldError(`${where}: the shape has more than ${MOST_PARTS} parts in all; use fewer`);
    const length = (key: string) => readLength(fields[key], `${where}.${key}`);
    switch (type) {
      case 'sphere':
        return { type, radius: length('radius') };
      case 'box': {
        const size = readVec3(fields.size, `${where}.size`, 'm');
        for (let k = 0; k < 3; k++) readLength(size[k], `${where}.size[${k}]`);
        return { type, size };
      }
      case 'cylinder':
      case 'cone':
        return { type, radius: length('radius'), height: length('height') };
      case 'capsule':
        return { type, radius: length('radius'), height: readNonNegative(fields.height, `${where}.height`, 'm') };
      case 'half-space':
        return { type };
      case 'torus': {
        const radius = length('radius');
        const tube = length('tube');
        if (tube >= radius) fail(`${where}.tube`, tube, `less than the torus's radius ${radius} (m)`);
        return { type, radius, tube };
      }
      case 'convex':
        return { type, points: readPoints(fields.points, `${where}.points`, 4) };
      case 'mesh':
        return this.describeMesh(fields, where);
      case 'compound':
        return { type, parts: this.describeParts(fields.parts, where, [...seen, '']) };
    }
  }

  private describeMesh(fields: Fields, where: string): ShapeDescription {
    if (fields.file !== undefined) {
      throw new SixfoldError(
        `${where}.file is ${show(fields.file)}; the engine reads no files: read it with sixfold/meshes and give positions and indices`,
      );
    }
    const positions = readFlat(fields.positions, `${where}.positions`, 'numbers, or triples of numbers (m)');
    const indices = readFlat(fields.indices, `${where}.indices`, 'vertex numbers, or triples of them');
    for (let k = 0; k < positions.length; k++) {
      const x = positions[k];
      if (!(Math.abs(x) <= 1e12)) fail(`${where}.positions[${k}]`, x, 'a finite number of at most 1e12 (m)');
    }
    const vertices = positions.length / 3;
    if (!Number.isInteger(vertices) || vertices < 4)
      fail(`${where}.positions`, `${positions.length} numbers`, 'three numbers for each of at least 4 vertices');
    if (indices.length % 3 !== 0 || indices.length < 12)
      fail(`${where}.indices`, `${indices.length} numbers`, 'three vertex numbers for each of at least 4 triangles');
    for (let k = 0; k < indices.length; k++) {
      const v = indices[k];
      if (!Number.isInteger(v) || v < 0 || v >= vertices)
        fail(`${where}.indices[${k}]`, v, `a whole number from 0 to ${vertices - 1}`);
    }
    const weld =
      fields.weld === undefined
        ? false
        : typeof fields.weld === 'boolean'
          ? fields.weld
          : readNonNegative(fields.weld, `${where}.weld`, 'm');
    return { type: 'mesh', positions, indices: Int32Array.from(indices), weld };
  }

  private describeParts(value: unknown, where: string, seen: readonly string[]): CompoundPartDescription[] {
    if (!Array.isArray(value) || value.length === 0 || value.length > MOST_PARTS)
      fail(`${where}.parts`, value, `a list of 1 to ${MOST_PARTS} parts`);
    // Array.from and not map, which leaves the holes of a sparse list as they are.
    return Array.from(value, (part: unknown, k: number) => {
      const at = `${where}.parts[${k}]`;
      const fields = readObject(part, at);
      refuseUnknown(fields, at, ['shape', 'position', 'rotation', 'friction', 'density']);
      const shape = this.describe(fields.shape, `${at}.shape`, seen);
      if (shape.type === 'half-space')
        fail(`${at}.shape.type`, shape.type, 'a bounded shape: a half-space cannot be part of a compound');
      const out: { shape: ShapeDescription; position?: Vec3; rotation?: Quat; friction?: number; density?: number } = {
        shape,
      };
      if (fields.position !== undefined) out.position = readVec3(fields.position, `${at}.position`, 'm');
      if (fields.rotation !== undefined) out.rotation = readQuaternion(fields.rotation, `${at}.rotation`);
      if (fields.friction !== undefined) out.friction = readNonNegative(fields.friction, `${at}.friction`);
      if (fields.density !== undefined) out.density = readPositive(fields.density, `${at}.density`, 'kg/m³');
      return out;
    });
  }
}

/** Where a named shape stands, on one line whatever its name. */
function placeOf(name: string): string {
  return /^[\w-]{1,60}$/.test(name) ? `shapes.${name}` : `shapes[${show(name)}]`;
}

function readLength(value: unknown, where: string): number {
  const x = readPositive(value, where, 'm');
  if (x < SMALLEST || x > 1e9) fail(where, value, `a length from ${SMALLEST} to 1e9 (m)`);
  return x;
}

function readPoints(value: unknown, where: string, least: number): Vec3[] {
  if (!Array.isArray(value) || value.length < least || value.length > MOST_POINTS)
    fail(where, value, `a list of ${least} to ${MOST_POINTS} points`);
  return Array.from(value, (p: unknown, k: number) => readVec3(p, `${where}[${k}]`, 'm'));
}

function readFlat(value: unknown, where: string, of: string): Float64Array {
  const isTyped = ArrayBuffer.isView(value) && !(value instanceof DataView);
  if (!isTyped && !Array.isArray(value)) fail(where, value, `a list of ${of}`);
  const list = value as ArrayLike<unknown>;
  const flat: ArrayLike<unknown> = Array.isArray(value) && Array.isArray(value[0]) ? value.flat() : list;
  const out = new Float64Array(flat.length);
  for (let k = 0; k < flat.length; k++) {
    const x = flat[k];
    if (typeof x !== 'number') fail(`${where}[${k}]`, x, `one of ${of}`);
    out[k] = x;
  }
  return out;
}

function build(description: ShapeDescription, where: string): Shape {
  try {
    return createShape(description);
  } catch (error) {
    if (error instanceof ShapeError) throw new SixfoldError(`${where}: ${error.message}`);
    throw error;
  }
}
