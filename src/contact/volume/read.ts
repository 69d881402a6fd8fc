// The words of this model in scenes: soft bodies, options of contact, cuts.

import { SixfoldError } from '../../checks/error.js';
import {
  fail,
  readBoolean,
  readInteger,
  readNonNegative,
  readNumber,
  readObject,
  readPositive,
  readString,
  readVec3,
  refuseUnknown,
  show,
} from '../../checks/fields.js';
import type { Vec3 } from '../../math/vec3.js';
import { ShapeError } from '../../shapes/errors.js';
import type { FixedNodes, NodeBox, PushedNodes } from '../../soft/body.js';
import type { SolidMaterial } from '../../soft/solid.js';
import { checkTets, parseTetFile, type TetMesh, tetSurface } from '../../soft/tet-file.js';
import type { Words, WordValues } from '../kind.js';

export interface Cut {
  readonly time: number;
  readonly body: string;
  /** Corners in order, or null: a whole plane. */
  readonly quad: readonly Vec3[] | null;
  readonly point: Vec3;
  readonly normal: Vec3;
}

/** A cut at run time, in the words of scenes. */
export type CutDescription =
  | { readonly body: string; readonly quad: readonly [Vec3, Vec3, Vec3, Vec3] }
  | { readonly body: string; readonly plane: { readonly point: Vec3; readonly normal: Vec3 } };

const DEFAULT_RESOLUTION = 8;
const MOST_RESOLUTION = 200;

export const CONTACT_OPTIONS: Words = {
  cell: (value, where) => (value === undefined || value === null ? null : readPositive(value, where, 'm')),
  pixel: (value, where) => (value === undefined || value === null ? null : readPositive(value, where, 'm')),
  viscosity: (value, where) => (value === undefined ? 0 : readNonNegative(value, where)),
};

export const SOFT_WORDS: Words = {
  material: readMaterial,
  resolution: (value, where) =>
    value === undefined ? DEFAULT_RESOLUTION : readInteger(value, where, 1, MOST_RESOLUTION),
  element(value, where) {
    if (value !== undefined && value !== 'hex' && value !== 'tet') fail(where, value, '"hex" or "tet"');
    return value ?? 'hex';
  },
  tets: readTets,
  fixed: (value, where) => list(value, where).map((entry, k) => readFixed(entry, `${where}[${k}]`)),
  forces: (value, where) => list(value, where).map((entry, k) => readPushed(entry, `${where}[${k}]`)),
  selfContact: (value, where) => (value === undefined ? false : readBoolean(value, where)),
};

export const SCENE_WORDS: Words = {
  cuts: (value, where) => list(value, where).map((entry, k) => readCut(entry, `${where}[${k}]`)),
};

function list(value: unknown, where: string): readonly unknown[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) fail(where, value, 'a list');
  return value;
}

function readMaterial(value: unknown, where: string): SolidMaterial {
  if (value === undefined)
    throw new SixfoldError(`${where} is missing; a soft body needs one, such as { "young": 1e5, "poisson": 0.4 }`);
  const fields = readObject(value, where);
  refuseUnknown(fields, where, ['young', 'poisson', 'massDamping', 'stiffnessDamping']);
  const poisson = fields.poisson === undefined ? 0.3 : readNumber(fields.poisson, `${where}.poisson`);
  if (!(poisson > -0.99 && poisson <= 0.499))
    fail(`${where}.poisson`, fields.poisson, 'more than -0.99 and at most 0.499');
  const damping = (key: string, unit: string) =>
    fields[key] === undefined ? 0 : readNonNegative(fields[key], `${where}.${key}`, unit);
  return {
    young: readPositive(fields.young, `${where}.young`, 'Pa'),
    poisson,
    massDamping: damping('massDamping', '1/s'),
    stiffnessDamping: damping('stiffnessDamping', 's'),
  };
}

function readTets(value: unknown, where: string): TetMesh | null {
  if (value === undefined) return null;
  const fields = readObject(value, where);
  refuseUnknown(fields, where, ['positions', 'indices', 'text', 'file']);
  try {
    // Of a file as the command line has read it.
    if (typeof fields.text === 'string') {
      if (fields.file !== undefined) where = `${where}.file ${show(fields.file)}`;
      const { positions, indices } = parseTetFile(fields.text);
      return checkTets(positions, indices);
    }
    if (fields.file !== undefined)
      throw new SixfoldError(
        `${where}.file is ${show(fields.file)}; the engine reads no files: give positions and indices, or run the scene ` +
          'with the command line',
      );
    return checkTets(
      numbers(fields.positions, `${where}.positions`),
      Int32Array.from(numbers(fields.indices, `${where}.indices`)),
    );
  } catch (error) {
    if (error instanceof ShapeError) throw new SixfoldError(`${where}: ${error.message}`);
    throw error;
  }
}

/** Tetrahedra are a shape by themselves: what bounds them touches, and their volume has the mass. */
export function shapeOfTets(words: WordValues): object | null {
  const tets = words.tets as TetMesh | null;
  if (!tets || words.element !== 'tet') return null;
  const number = new Map<number, number>();
  const positions: number[] = [];
  const indices = Array.from(tetSurface(tets), (v) => {
    if (!number.has(v)) {
      number.set(v, number.size);
      for (let k = 0; k < 3; k++) positions.push(tets.positions[3 * v + k]);
    }
    return number.get(v)!;
  });
  return { type: 'mesh', positions, indices };
}

function numbers(value: unknown, where: string): Float64Array {
  if (!Array.isArray(value) && !ArrayBuffer.isView(value)) fail(where, value, 'a list of numbers');
  const flat =
    (value as unknown[]).length > 0 && Array.isArray((value as unknown[])[0]) ? (value as unknown[][]).flat() : value;
  return Float64Array.from(flat as ArrayLike<number>);
}

function readBox(value: unknown, where: string): NodeBox {
  if (!Array.isArray(value) || value.length !== 2) fail(where, value, 'two corners, such as [[0, 0, 0], [1, 1, 1]]');
  const a = readVec3(value[0], `${where}[0]`, 'm');
  const b = readVec3(value[1], `${where}[1]`, 'm');
  return {
    low: [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.min(a[2], b[2])],
    high: [Math.max(a[0], b[0]), Math.max(a[1], b[1]), Math.max(a[2], b[2])],
  };
}

function readFixed(value: unknown, where: string): FixedNodes {
  const fields = readObject(value, where);
  refuseUnknown(fields, where, ['box', 'to']);
  const to = fields.to === undefined || fields.to === null ? null : readString(fields.to, `${where}.to`);
  return { ...readBox(fields.box, `${where}.box`), to };
}

function readPushed(value: unknown, where: string): PushedNodes {
  const fields = readObject(value, where);
  refuseUnknown(fields, where, ['box', 'force']);
  return { ...readBox(fields.box, `${where}.box`), force: readVec3(fields.force, `${where}.force`, 'N') };
}

export function readCut(value: unknown, where: string): Cut {
  const fields = readObject(value, where);
  refuseUnknown(fields, where, ['time', 'body', 'quad', 'plane']);
  const time = readNonNegative(fields.time, `${where}.time`, 's');
  const body = readString(fields.body, `${where}.body`);
  if ((fields.quad === undefined) === (fields.plane === undefined))
    throw new SixfoldError(`${where}: give either "quad" or "plane"`);
  if (fields.plane !== undefined) {
    const plane = readObject(fields.plane, `${where}.plane`);
    refuseUnknown(plane, `${where}.plane`, ['point', 'normal']);
    const normal = unit(readVec3(plane.normal, `${where}.plane.normal`), `${where}.plane.normal`);
    return { time, body, quad: null, point: readVec3(plane.point, `${where}.plane.point`, 'm'), normal };
  }
  if (!Array.isArray(fields.quad) || fields.quad.length !== 4)
    fail(`${where}.quad`, fields.quad, 'four corners in order');
  const quad = fields.quad.map((p, k) => readVec3(p, `${where}.quad[${k}]`, 'm'));
  const [p, q, r, s] = quad as [Vec3, Vec3, Vec3, Vec3];
  const normal = unit(cross(minus(r, p), minus(s, q)), `${where}.quad`);
  return { time, body, quad, point: p, normal };
}

const minus = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const cross = (a: Vec3, b: Vec3): Vec3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

function unit(v: Vec3, where: string): Vec3 {
  const size = Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  if (!(size > 1e-12)) fail(where, v, 'something with a direction');
  return [v[0] / size, v[1] / size, v[2] / size];
}
