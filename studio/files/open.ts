// Files that people open or drop: a scene (with the mesh files that it names, if they come along), or meshes that
// become bodies. Runs in a worker of its own (worker.ts), so that a large file never holds up the page, and in Node for
// tests. Whatever is wrong is thrown as one readable line, before anything has changed.

import { readMesh } from '../../meshes/index.js';
import { allModels } from '../../src/all-models.js';
import { type SceneDescription, SixfoldError, World } from '../../src/index.js';
import { type MeshArrays, meshesOfScene, parseSceneText, readMeshFiles } from '../../src/io/scene-text.js';
import { checkMesh, type ImportedMesh } from './import-mesh.js';
import { COMPANIONS, checkSizes, MESHES } from './kinds.js';

/** What is asked of a File. */
export interface FileLike {
  readonly name: string;
  readonly size: number;
  arrayBuffer(): Promise<ArrayBuffer>;
}

export type Opened =
  | { kind: 'scene'; name: string; description: SceneDescription }
  | { kind: 'meshes'; meshes: ImportedMesh[] };

const extensionOf = (name: string): string => (/\.([^./\\]*)$/.exec(name)?.[1] ?? '').toLowerCase();
const baseOf = (path: string): string => /[^/\\]*$/.exec(path)![0];
const quote = (text: string): string => JSON.stringify(text.length > 80 ? `${text.slice(0, 79)}…` : text);
const list = (names: readonly string[]): string =>
  names.slice(0, 6).map(quote).join(', ') + (names.length > 6 ? ` and ${names.length - 6} more` : '');

/** Reads what was opened together. */
export async function readFiles(files: readonly FileLike[]): Promise<Opened> {
  if (files.length === 0) throw new SixfoldError('there are no files in it: open or drop a scene or mesh files');
  checkSizes(files);
  const isOf = (kinds: readonly string[]) => (file: FileLike) => kinds.includes(extensionOf(file.name));
  const scenes = files.filter(isOf(['json']));
  const meshes = files.filter(isOf(MESHES));
  const unknown = files.filter((file) => !isOf(['json', ...MESHES, ...COMPANIONS])(file));
  if (unknown.length > 0 || scenes.length + meshes.length === 0) {
    const names = list((unknown.length > 0 ? unknown : files).map(({ name }) => name));
    throw new SixfoldError(
      `${names} cannot be opened: the studio reads scenes (.json) and meshes (.obj, .stl, .ply, .glb, .gltf)`,
    );
  }
  if (scenes.length > 1) {
    throw new SixfoldError(`${list(scenes.map(({ name }) => name))} are ${scenes.length} scenes: open one at a time`);
  }
  if (scenes[0]) return readScene(scenes[0], files);
  const read: ImportedMesh[] = [];
  for (const file of meshes) read.push(checkMesh(await readMeshFile(file, files), file.name));
  return { kind: 'meshes', meshes: read };
}

async function bytesOf(file: FileLike): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch {
    throw new SixfoldError(`${quote(file.name)} could not be read: is it a folder, or has it been moved?`);
  }
}

async function readScene(file: FileLike, files: readonly FileLike[]): Promise<Opened> {
  const place = `scene ${quote(file.name)}`;
  const parsed = parseSceneText(new TextDecoder().decode(await bytesOf(file)), place);
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    throw new SixfoldError(`${place}: holds no JSON object; it must be a scene, such as the studio saves`);
  }
  const named = meshesOfScene(parsed).flatMap(({ shape }) => (typeof shape.file === 'string' ? [shape.file] : []));
  const missing = [...new Set(named.map(baseOf))].filter((name) => !findFile(name, files));
  if (missing.length > 0) {
    const kind = missing.length === 1 ? 'the mesh file' : 'the mesh files';
    throw new SixfoldError(`${place} needs ${kind} ${list(missing)}: open or drop all of them together`);
  }
  await readMeshFiles(parsed, (path) => readMeshFile(findFile(path, files)!, files));
  const description = parsed as SceneDescription;
  checkScene(description, place);
  const own = typeof description.name === 'string' ? description.name : '';
  return { kind: 'scene', name: own || file.name.replace(/\.json$/i, ''), description };
}

/** Built once here, where it takes nobody's time: a scene that the engine refuses never reaches the one that runs. */
function checkScene(description: SceneDescription, place: string): void {
  try {
    new World(description, { models: allModels });
  } catch (error) {
    throw error instanceof SixfoldError ? new SixfoldError(`${place}: ${error.message}`) : error;
  }
}

/** Folders are not known here: a file is the one of its name, be it in capitals or not. */
function findFile(path: string, files: readonly FileLike[]): FileLike | undefined {
  const name = baseOf(path);
  const lower = name.toLowerCase();
  return files.find((file) => file.name === name) ?? files.find((file) => file.name.toLowerCase() === lower);
}

async function readMeshFile(file: FileLike, files: readonly FileLike[]): Promise<MeshArrays> {
  return readMesh(await bytesOf(file), file.name, {
    resolve: async (uri) => {
      const found = findFile(uri, files);
      if (!found) throw new SixfoldError('open or drop it together with the .gltf file, or export as GLB');
      return bytesOf(found);
    },
  });
}
