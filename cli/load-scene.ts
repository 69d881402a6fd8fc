// From the SCENE of the command line to a scene description: a built-in one, or a file whose mesh files are read too.
// What is wrong becomes a SixfoldError of one line; the description itself is validated by the World.

import { readFileSync, statSync } from 'node:fs';
import { basename, dirname, extname, resolve } from 'node:path';
import { type Scene, scenes } from '../scenes/index.js';
import { type SceneDescription, SixfoldError } from '../src/index.js';
import { type MeshArrays, parseSceneText, readMeshFiles } from '../src/io/scene-text.js';
import { messageOf } from './text.js';

export interface LoadedScene {
  name: string;
  description: SceneDescription;
  /** Who walks or drives in a built-in scene. */
  drive?: Scene['drive'];
}

export async function loadScene(scene: string): Promise<LoadedScene> {
  const builtIn = scenes.find((candidate) => candidate.name === scene);
  if (builtIn && !isFile(scene)) return { ...builtIn, description: builtIn.make() };
  const parsed = parseSceneText(readText(scene), `scene ${JSON.stringify(scene)}`) as SceneDescription;
  await readMeshFiles(parsed, (file, asPoints) => readMeshFile(file, dirname(resolve(scene)), asPoints));
  readTetFiles(parsed, dirname(resolve(scene)));
  const named = typeof parsed?.name === 'string' ? parsed.name : '';
  return { name: named || basename(scene, extname(scene)), description: parsed };
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
    return readFileSync(path, 'utf8');
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    const hint = isMissing ? ', nor a built-in scene of that name (see `sixfold scenes`)' : '';
    throw new SixfoldError(`scene ${JSON.stringify(path)}: ${reasonOf(error)}${hint}`);
  }
}

/** Tetrahedra that bodies name by file: Gmsh's .msh as it is, TetGen's .node with the .ele beside it. */
function readTetFiles(scene: unknown, folder: string): void {
  const bodies = (scene as { bodies?: unknown } | null)?.bodies;
  if (!Array.isArray(bodies)) return;
  for (const [k, body] of bodies.entries()) {
    const tets = body?.tets as { file?: unknown; text?: string } | undefined;
    if (typeof tets !== 'object' || tets === null || typeof tets.file !== 'string') continue;
    const path = resolve(folder, tets.file);
    const isTetgen = /\.(node|ele)$/i.test(path);
    try {
      tets.text = isTetgen
        ? ['.node', '.ele'].map((end) => readFileSync(path.replace(/\.(node|ele)$/i, end), 'utf8')).join('\n')
        : readFileSync(path, 'utf8');
    } catch (error) {
      throw new SixfoldError(`bodies[${k}]: tets.file: ${reasonOf(error)} (looked at ${path})`);
    }
  }
}

async function readMeshFile(file: string, folder: string, asPoints: boolean): Promise<MeshArrays> {
  const path = resolve(folder, file);
  try {
    const bytes = readFileSync(path);
    // The parsers stand on optional packages: they are loaded only when a scene has a mesh file.
    const { readCloud, readMesh } = await import('../meshes/index.js');
    if (asPoints) return { ...(await readCloud(bytes, basename(path))), indices: new Int32Array(0) };
    return await readMesh(bytes, basename(path));
  } catch (error) {
    throw new SixfoldError(`${reasonOf(error)} (looked at ${path})`);
  }
}
