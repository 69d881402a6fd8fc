// Builds the published part of the repository into dist/: the compiler makes modules and declarations, the bundler joins
// the modules behind each entry (a hundred files of engine become one or two, at a third of the size). A stamp of all inputs tells
// whether dist/ is up to date.

import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { cache } from './install.js';
import { root } from './paths.js';
import { runNode } from './process.js';
import { shortenPrivateMembers } from './short-names.js';

const SOURCES = ['src', 'meshes', 'scenes', 'three', 'cli'];
/** What package.json exports or starts. */
const ENTRIES = [
  ...Object.values(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).exports).flatMap((entry) =>
    typeof entry === 'string' ? [] : [entry.default.replace('./dist/', '').replace(/\.js$/, '')],
  ),
  'cli/main',
];
const dist = join(root, 'dist');
const compiled = join(cache, 'compiled');
const stampFile = join(cache, 'built');
export const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');

/** @param {string} folder below the root @returns {string[]} its files, sorted, so that the stamp does not depend on the disk */
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
  const own = ['scripts/lib/build.js', 'scripts/lib/short-names.js'];
  const inputs = [...settings.sort(), ...own, ...SOURCES.flatMap(filesBelow)];
  for (const file of inputs) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

/**
 * Joins and minifies the compiled modules. The minifier folds constants in double precision, as JavaScript would; a test
 * compares the bits of a run with those of the sources all the same.
 */
async function bundle() {
  const { rolldown } = await import('rolldown');
  const bundled = await rolldown({
    input: Object.fromEntries(ENTRIES.map((name) => [name, join(compiled, `${name}.js`)])),
    platform: 'neutral',
    external: (id) => /^[^./]/.test(id) && !id.startsWith(compiled) && !/^[a-z]:[\\/]/i.test(id),
    logLevel: 'warn',
  });
  await bundled.write({
    dir: dist,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'shared/[name].js',
    minify: { compress: true, mangle: true, codegen: { removeWhitespace: true } },
    // Bundlers find out by themselves what these say: what is left of one import stays the same to a few bytes.
    comments: { annotation: false },
  });
  await bundled.close();
}

/** Copies the declarations that the entries lead to, and no others. */
function copyDeclarations() {
  const open = ENTRIES.map((name) => `${name}.d.ts`);
  const seen = new Set(open);
  for (const path of open) {
    const text = readFileSync(join(compiled, path), 'utf8');
    mkdirSync(dirname(join(dist, path)), { recursive: true });
    cpSync(join(compiled, path), join(dist, path));
    for (const [, from] of text.matchAll(/(?:from|import\()\s*['"](\.[^'"]+)\.js['"]/g)) {
      const target = posix.join(posix.dirname(path), `${from}.d.ts`);
      if (seen.has(target)) continue;
      seen.add(target);
      open.push(target);
    }
  }
}

/** @param {{ onlyIfStale: boolean }} options @returns {Promise<void>} throws an Error with the compiler's messages */
export async function build({ onlyIfStale }) {
  const stamp = stampOfSources();
  const isFresh =
    existsSync(join(dist, 'cli', 'main.js')) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp;
  if (onlyIfStale && isFresh) return;
  console.error('Building dist/ ...'); // not on standard output: `npm pack --json` owns that
  rmSync(compiled, { recursive: true, force: true });
  const { code, output } = await runNode([tsc, '-p', join(root, 'tsconfig.build.json'), '--outDir', compiled]);
  if (code !== 0) throw new Error(`the build failed:\n${output.trimEnd()}`);
  rmSync(stampFile, { force: true }); // a build that is broken off is not up to date
  rmSync(dist, { recursive: true, force: true }); // a file whose source is gone must not be published
  shortenPrivateMembers(compiled, SOURCES.flatMap(filesBelow));
  await bundle();
  copyDeclarations();
  writeFileSync(stampFile, stamp);
}
