// Which files the studio reads. Apart from the reader, so that the page need not load that.

import { SixfoldError } from '../../src/index.js';

/** Bytes of all files together. Text of this length takes some ten times as much memory to read. */
export const LARGEST_FILES = 64_000_000;

/** Of one mesh: more take seconds to draw for the first time. */
export const MOST_TRIANGLES = 500_000;

export const MESHES: readonly string[] = ['obj', 'stl', 'ply', 'glb', 'gltf'];
/** What comes with meshes and says nothing about their surface; only .bin is ever looked at. */
export const COMPANIONS: readonly string[] = ['bin', 'mtl', 'png', 'jpg', 'jpeg', 'webp', 'ktx2', 'tga'];

/** For the `accept` of file inputs. */
export const ACCEPTED = ['json', ...MESHES, 'bin'].map((kind) => `.${kind}`).join(',');

/** Refuses what is too large before anything of it is read. */
export function checkSizes(files: readonly { name: string; size: number }[]): void {
  const total = files.reduce((sum, { size }) => sum + size, 0);
  if (total <= LARGEST_FILES) return;
  const megabytes = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`;
  const what = files.length === 1 ? `${JSON.stringify(files[0]!.name)} is` : `the ${files.length} files are together`;
  throw new SixfoldError(
    `${what} ${megabytes(total)} long; at most ${megabytes(LARGEST_FILES)} are read: reduce the mesh, or use the command line`,
  );
}
