// sixfold/meshes: mesh files in and out. OBJ, STL and PLY need nothing else; glTF and GLB need glTF Transform, an
// optional package that is loaded when such a file comes along. Runs in Node and in browsers.

import { weld } from '../src/shapes/mesh.js';
import { MeshFileError } from './error.js';
import { readGltf, writeGlb } from './gltf.js';
import type { MeshData } from './mesh.js';
import { readObj, writeObj } from './obj.js';
import { readPly, readPlyCloud, writePly } from './ply.js';
import type { ResolveFile } from './resolve-file.js';
import { readStl, writeStl } from './stl.js';

export { MeshFileError } from './error.js';
export { writeGlb } from './gltf.js';
export { closeHoles, type HoleOptions } from './holes.js';
export type { MeshData } from './mesh.js';
export { writeObj } from './obj.js';
export { type ConvexPart, convexHull, convexPieces, type PieceOptions } from './pieces.js';
export { writePly } from './ply.js';
export type { ResolveFile } from './resolve-file.js';
export { type SampleOptions, type SurfaceSamples, sampleSurface } from './samples.js';
export { writeStl } from './stl.js';

export interface ReadOptions {
  /** Fetches the files that a .gltf file refers to. */
  readonly resolve?: ResolveFile;
}

type Reader = (bytes: Uint8Array, fileName: string, options: ReadOptions) => Promise<MeshData>;

const READERS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ['obj', readObj],
  ['stl', readStl],
  ['ply', readPly],
  ['gltf', (bytes, fileName, options) => readGltf(bytes, fileName, options.resolve)],
  ['glb', (bytes, fileName, options) => readGltf(bytes, fileName, options.resolve)],
]);

const WRITERS: ReadonlyMap<string, (mesh: MeshData) => Uint8Array | Promise<Uint8Array>> = new Map<
  string,
  (mesh: MeshData) => Uint8Array | Promise<Uint8Array>
>([
  ['obj', writeObj],
  ['stl', writeStl],
  ['ply', writePly],
  ['glb', writeGlb],
]);

/**
 * Read the surface in a file of the kind that its name ends with: .obj, .stl, .ply, .gltf or .glb. All objects are
 * merged, equal vertices joined, and triangles without extent dropped, so that what is closed to the eye is closed in
 * indices; whether it is, is for the engine to check. OBJ and PLY keep double precision, STL and glTF hold singles.
 * Whatever is wrong with the file, the promise is rejected with a MeshFileError.
 */
export async function readMesh(
  bytes: Uint8Array,
  fileName: string,
  options: ReadOptions = {},
): Promise<{ positions: Float64Array; indices: Int32Array }> {
  const reader = byExtension(READERS, fileName);
  if (bytes.length === 0) throw new MeshFileError(fileName, 'is empty');
  let mesh: MeshData;
  try {
    mesh = await reader(bytes, fileName, options);
  } catch (error) {
    if (error instanceof MeshFileError) throw error;
    // The parsers throw all sorts of things at files that are not what they seem.
    const reason = error instanceof Error ? error.message : String(error);
    throw new MeshFileError(fileName, `cannot be read (${reason}): the file is damaged, export it again`);
  }
  const { positions, indices } = mesh;
  for (let i = 0; i < positions.length; i++) {
    positions[i] += 0; // −0 becomes 0, in which some formats do not differ
    if (Number.isFinite(positions[i])) continue;
    throw new MeshFileError(fileName, `vertex ${Math.floor(i / 3)} is not finite: the file is damaged`);
  }
  const welded = weld(positions, indices);
  if (welded.indices.length === 0) {
    throw new MeshFileError(fileName, 'has no triangles with any extent: export it as a surface');
  }
  return welded;
}

/** Read a cloud of points with normals, for shapes of type `points`, from a .ply file. */
export async function readCloud(
  bytes: Uint8Array,
  fileName: string,
): Promise<{ positions: Float64Array; normals: Float64Array }> {
  if (!/\.ply$/i.test(fileName)) throw new MeshFileError(fileName, 'is no .ply file: clouds of points come as PLY');
  if (bytes.length === 0) throw new MeshFileError(fileName, 'is empty');
  return readPlyCloud(bytes, fileName);
}

/** Write a file of the kind that its name ends with: .obj, .stl (binary), .ply (binary, doubles) or .glb. */
export async function writeMesh(mesh: MeshData, fileName: string): Promise<Uint8Array> {
  return byExtension(WRITERS, fileName)(mesh);
}

function byExtension<T>(kinds: ReadonlyMap<string, T>, fileName: string): T {
  const extension = /\.([^./\\]*)$/.exec(fileName)?.[1].toLowerCase() ?? '';
  const kind = kinds.get(extension);
  if (kind !== undefined) return kind;
  const known = [...kinds.keys()].map((k) => `.${k}`).join(', ');
  throw new MeshFileError(fileName, `is of an unknown kind: the name must end in one of ${known}`);
}
