// The studio as a folder that any web server can host: vite's build, pictures of the scenes, and the list of files for
// the service worker.

import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build as viteBuild } from 'vite';
import { filesBelow } from './build.js';
import { cache } from './install.js';
import { root } from './paths.js';
import { thumbnailCache } from './thumbnails.js';

export const studioFolder = join(root, 'dist-studio');
const stampFile = join(cache, 'studio-built');
const SOURCES = ['src', 'meshes', 'scenes', 'three', 'studio'];

/** @param {string} folder @returns {string[]} paths relative to it, with forward slashes, sorted */
export function filesOf(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort();
}

function stampOfSources() {
  const hash = createHash('sha256');
  for (const file of ['package-lock.json', 'scripts/lib/studio-build.js', ...SOURCES.flatMap(filesBelow)]) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

/** Copies the pictures that exist, and says in index.json which those are. */
export function copyThumbnails() {
  const from = join(thumbnailCache, 'index.json');
  const to = join(studioFolder, 'thumbnails');
  mkdirSync(to, { recursive: true });
  if (existsSync(from)) cpSync(thumbnailCache, to, { recursive: true, filter: (path) => !path.endsWith('stamp') });
  else writeFileSync(join(to, 'index.json'), '[]');
}

/** Lists what is in the folder now; to be called last. */
export function writeServiceWorker() {
  const files = filesOf(studioFolder).filter((file) => file !== 'service-worker.js' && !file.endsWith('.map'));
  const hash = createHash('sha256');
  for (const file of files) hash.update(file).update(readFileSync(join(studioFolder, file)));
  const text = readFileSync(join(root, 'studio', 'service-worker.js'), 'utf8')
    .replace('__VERSION__', hash.digest('hex').slice(0, 16))
    .replace("['__FILES__']", JSON.stringify(files.map((file) => (file === 'index.html' ? './' : `./${file}`))));
  writeFileSync(join(studioFolder, 'service-worker.js'), text);
}

/**
 * @returns {{ gzip: number, thumbnails: number }} bytes: everything but the pictures as sent with gzip, and the
 * pictures
 */
export function studioSize() {
  let gzip = 0;
  let thumbnails = 0;
  for (const file of filesOf(studioFolder)) {
    const path = join(studioFolder, file);
    if (file.startsWith('thumbnails/')) thumbnails += statSync(path).size;
    else gzip += gzipSync(readFileSync(path)).length;
  }
  return { gzip, thumbnails };
}

/** @param {{ onlyIfStale: boolean }} options without pictures that do not exist yet: those are made from this build */
export async function buildStudio({ onlyIfStale }) {
  const stamp = stampOfSources();
  const isFresh = existsSync(join(studioFolder, 'service-worker.js')) && existsSync(stampFile);
  if (onlyIfStale && isFresh && readFileSync(stampFile, 'utf8') === stamp) return;
  await viteBuild({ configFile: join(root, 'studio', 'vite.config.ts'), logLevel: 'error' });
  copyThumbnails();
  writeServiceWorker();
  mkdirSync(cache, { recursive: true });
  writeFileSync(stampFile, stamp);
}
