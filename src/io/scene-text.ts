// From the text of a scene file to a scene description, on the command line and in browsers alike. What is wrong
// becomes a SixfoldError of one line; the description itself is validated by the World.

import { SixfoldError } from '../checks/error.js';
import { findSyntaxFault } from './json-syntax.js';

type Fields = Record<string, unknown>;

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Deeper nesting than any real scene has; what lies below is left for the World to refuse. */
const DEEPEST = 100;

/** The value in a JSON text; `place` names the text in messages. */
export function parseSceneText(text: string, place: string): unknown {
  const json = text.replace(/^\uFEFF/, '');
  if (json.trim() === '') throw new SixfoldError(`${place}: the file is empty; it must hold a JSON object`);
  try {
    return JSON.parse(json);
  } catch (error) {
    const fault = findSyntaxFault(json);
    if (!fault) throw new SixfoldError(`${place}: ${error instanceof Error ? error.message : String(error)}`);
    const { line, column, expected } = fault;
    throw new SixfoldError(`${place}: not JSON at line ${line}, column ${column}: expected ${expected}`);
  }
}

/** A mesh shape somewhere in a scene, and how messages name it. */
export interface MeshPlace {
  shape: Fields;
  place: string;
}

/** Every mesh in a scene, which need not be a valid one: in "shapes", of bodies, and in the parts of compounds. */
export function meshesOfScene(scene: unknown): MeshPlace[] {
  const found: MeshPlace[] = [];
  if (!isObject(scene)) return found;
  const visit = (shape: unknown, place: string, depth: number): void => {
    if (!isObject(shape) || depth > DEEPEST) return;
    if (shape.type === 'mesh' || shape.type === 'points') found.push({ shape, place });
    if (shape.type !== 'compound' || !Array.isArray(shape.parts)) return;
    for (const [i, part] of shape.parts.entries()) {
      if (isObject(part)) visit(part.shape, `${place}.parts[${i}].shape`, depth + 1);
    }
  };
  if (isObject(scene.shapes)) {
    for (const [name, shape] of Object.entries(scene.shapes)) visit(shape, `shapes[${JSON.stringify(name)}]`, 0);
  }
  if (Array.isArray(scene.bodies)) {
    for (const [i, body] of scene.bodies.entries()) {
      if (!isObject(body)) continue;
      const name = typeof body.name === 'string' ? ` ${JSON.stringify(body.name)}` : '';
      visit(body.shape, `bodies[${i}]${name}: shape`, 0);
    }
  }
  return found;
}

export interface MeshArrays {
  positions: Float64Array;
  indices: Int32Array;
  /** Of a cloud of points, which has no indices. */
  normals?: Float64Array;
}

/** Replaces `file` of every mesh in the scene by what `read` makes of it; each file is read once. */
export async function readMeshFiles(
  scene: unknown,
  read: (file: string, asPoints: boolean) => Promise<MeshArrays>,
): Promise<void> {
  const seen = new Map<string, Promise<MeshArrays>>();
  for (const { shape, place } of meshesOfScene(scene)) {
    if (!('file' in shape)) continue;
    const { file, ...rest } = shape;
    if (typeof file !== 'string' || file === '') {
      throw new SixfoldError(`${place}.file is ${JSON.stringify(file)}; it must be the path of a mesh file`);
    }
    if ('positions' in rest || 'indices' in rest) {
      throw new SixfoldError(`${place}: has "file" and "positions" or "indices"; it must have one of the two`);
    }
    const asPoints = shape.type === 'points';
    const key = `${asPoints ? 'points' : 'mesh'} ${file}`;
    if (!seen.has(key)) seen.set(key, read(file, asPoints));
    try {
      const { positions, indices, normals } = await seen.get(key)!;
      delete shape.file;
      shape.positions = positions;
      if (asPoints) shape.normals = normals;
      else shape.indices = indices;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new SixfoldError(`${place}.file is ${JSON.stringify(file)}: ${reason}`);
    }
  }
}
