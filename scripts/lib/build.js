// Builds the published part of the repository into dist/: what the compiler makes of each file, and nothing else: plain
// modules with their comments, source maps that hold the sources, declarations. A user's bundler makes them small. A
// stamp of all inputs tells whether dist/ is up to date.

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cache } from './install.js';
import { root } from './paths.js';
import { runNode } from './process.js';

const SOURCES = ['src', 'meshes', 'scenes', 'three', 'hands', 'workers', 'cli'];
const dist = join(root, 'dist');
/** As deep below the root as dist/: source maps name the sources by the way to them. */
const compiled = join(root, '.cache');
const stampFile = join(cache, 'built');
export const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');

/**
 * @param {string} folder below the root @returns {string[]} its files, sorted, so that the stamp does not depend on the
 * disk
 */
export function filesBelow(folder) {
  const path = join(root, folder);
  if (!existsSync(path)) return [];
  return readdirSync(path, { withFileTypes: true })
    .flatMap((entry) => (entry.isDirectory() ? filesBelow(`${folder}/${entry.name}`) : [`${folder}/${entry.name}`]))
    .sort();
}

function stampOfSources() {
  const hash = createHash('sha256');
  const settings = readdirSync(root).filter((name) => /^tsconfig.*\.json$|^package-lock\.json$/.test(name));
  const inputs = [...settings.sort(), 'scripts/lib/build.js', ...SOURCES.flatMap(filesBelow)];
  for (const file of inputs) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

/** @param {{ onlyIfStale: boolean }} options @returns {Promise<void>} throws an Error with the compiler's messages */
export async function build({ onlyIfStale }) {
  const stamp = stampOfSources();
  const isFresh =
    existsSync(join(dist, 'cli', 'main.js')) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp;
  if (onlyIfStale && isFresh) return;
  console.error('Building dist/ ...'); // not on standard output: `npm pack --json` owns that
  mkdirSync(cache, { recursive: true });
  rmSync(compiled, { recursive: true, force: true });
  const { code, output } = await runNode([tsc, '-p', join(root, 'tsconfig.build.json'), '--outDir', compiled]);
  if (code !== 0) throw new Error(`the build failed:\n${output.trimEnd()}`);
  rmSync(stampFile, { force: true }); // a build that is broken off is not up to date
  rmSync(dist, { recursive: true, force: true }); // a file whose source is gone must not be published
  renameSync(compiled, dist);
  writeFileSync(stampFile, stamp);
}
