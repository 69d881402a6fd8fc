// From the SCENE of the command line to a scene description: a built-in one, or a file whose mesh files are read too.
// What is wrong becomes a SixfoldError of one line; the description itself is validated by the World.

import { readFileSync, statSync } from 'node:fs';
import { basename, dirname, extname, resolve } from 'node:path';
import { scenes } from '../scenes/index.js';
import { type SceneDescription, SixfoldError } from '../src/index.js';
import { findSyntaxFault } from './json-syntax.js';
import { messageOf } from './text.js';

export interface LoadedScene {
  name: string;
  description: SceneDescription;
}

type Fields = Record<string, unknown>;

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Deeper nesting than any real scene has; what lies below is left for the World to refuse. */
const DEEPEST = 100;

export async function loadScene(scene: string): Promise<LoadedScene> {
  const builtIn = scenes.find((candidate) => candidate.name === scene);
  if (builtIn && !isFile(scene)) return { name: builtIn.name, description: builtIn.make() };
  const parsed = parse(scene, readText(scene));
  if (isObject(parsed)) await readMeshFiles(parsed, dirname(resolve(scene)));
  const named = isObject(parsed) && typeof parsed.name === 'string' ? parsed.name : '';
  return { name: named || basename(scene, extname(scene)), description: parsed as SceneDescription };
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

/** What went wrong with a file, in words instead of error codes. */
function reasonOf(error: unknown): string {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return 'there is no such file';
    case 'EISDIR':
      return 'it is a folder; it must be a file';
    case 'EACCES':
    case 'EPERM':
      return 'it may not be read';
    case 'ERR_MODULE_NOT_FOUND':
      return 'reading it needs two more packages: npm install three @gltf-transform/core';
    default:
      return messageOf(error);
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    const hint = isMissing ? ', nor a built-in scene of that name (see `sixfold scenes`)' : '';
    throw new SixfoldError(`scene ${JSON.stringify(path)}: ${reasonOf(error)}${hint}`);
  }
}

function parse(path: string, text: string): unknown {
  const place = `scene ${JSON.stringify(path)}`;
  if (text.trim() === '') throw new SixfoldError(`${place}: the file is empty; it must hold a JSON object`);
  try {
    return JSON.parse(text);
  } catch (error) {
    const fault = findSyntaxFault(text);
    if (!fault) throw new SixfoldError(`${place}: ${messageOf(error)}`);
    const { line, column, expected } = fault;
    throw new SixfoldError(`${place}: not JSON at line ${line}, column ${column}: expected ${expected}`);
  }
}

/** Replaces `file` of every mesh in the scene by what the file holds. */
async function readMeshFiles(scene: Fields, folder: string): Promise<void> {
  const read = new Map<string, Promise<MeshArrays>>();
  const visit = async (shape: unknown, place: string, depth: number): Promise<void> => {
    if (!isObject(shape) || depth > DEEPEST) return;
    if (shape.type === 'mesh' && 'file' in shape) await replaceFile(shape, place, folder, read);
    if (shape.type !== 'compound' || !Array.isArray(shape.parts)) return;
    for (const [i, part] of shape.parts.entries()) {
      if (isObject(part)) await visit(part.shape, `${place}.parts[${i}].shape`, depth + 1);
    }
  };
  if (isObject(scene.shapes)) {
    for (const [name, shape] of Object.entries(scene.shapes)) await visit(shape, `shapes[${JSON.stringify(name)}]`, 0);
  }
  if (Array.isArray(scene.bodies)) {
    for (const [i, body] of scene.bodies.entries()) {
      if (!isObject(body)) continue;
      const name = typeof body.name === 'string' ? ` ${JSON.stringify(body.name)}` : '';
      await visit(body.shape, `bodies[${i}]${name}: shape`, 0);
    }
  }
}

interface MeshArrays {
  positions: Float64Array;
  indices: Int32Array;
}

async function replaceFile(
  shape: Fields,
  place: string,
  folder: string,
  read: Map<string, Promise<MeshArrays>>,
): Promise<void> {
  const { file, ...rest } = shape;
  if (typeof file !== 'string' || file === '') {
    throw new SixfoldError(`${place}.file is ${JSON.stringify(file)}; it must be the path of a mesh file`);
  }
  if ('positions' in rest || 'indices' in rest) {
    throw new SixfoldError(`${place}: has "file" and "positions" or "indices"; it must have one of the two`);
  }
  const path = resolve(folder, file);
  if (!read.has(path)) read.set(path, readMeshFile(path));
  try {
    const { positions, indices } = await read.get(path)!;
    delete shape.file;
    shape.positions = positions;
    shape.indices = indices;
  } catch (error) {
    throw new SixfoldError(`${place}.file is ${JSON.stringify(file)}: ${reasonOf(error)} (looked at ${path})`);
  }
}

async function readMeshFile(path: string): Promise<MeshArrays> {
  const bytes = readFileSync(path);
  // The parsers stand on optional packages: they are loaded only when a scene has a mesh file.
  const { readMesh } = await import('../meshes/index.js');
  return readMesh(bytes, basename(path));
}
