// The other JavaScript engines for the long tests: SpiderMonkey in a Firefox, and WebKit's JavaScriptCore as the
// program `jsc`. Each is the one that an environment variable names, one on this machine, or Debian's package when we
// may install it.

import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run } from './process.js';

/** @typedef {{ name: string, variable: string, programs: string[], packages: string[], proof: string[] }} Engine */

/** @type {Record<'firefox' | 'jsc', Engine>} */
const ENGINES = {
  firefox: {
    name: 'Firefox',
    variable: 'FIREFOX',
    programs: ['firefox-esr', 'firefox', '/Applications/Firefox.app/Contents/MacOS/firefox'],
    packages: ['firefox-esr'],
    proof: ['--version'],
  },
  jsc: {
    name: 'JavaScriptCore',
    variable: 'JSC',
    programs: ['jsc', '/System/Library/Frameworks/JavaScriptCore.framework/Versions/Current/Helpers/jsc'],
    packages: ['libjavascriptcoregtk-4.0-bin'],
    proof: ['-e', 'print(6 * 7)'],
  },
};

/** @param {Engine} engine @returns {Promise<string | null>} a program that starts, if there is one */
async function find({ variable, programs, proof }) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const places = programs.flatMap((name) =>
    name.includes('/') ? [name] : folders.map((folder) => join(folder, name)),
  );
  const named = process.env[variable];
  for (const path of named ? [named, ...places] : places)
    if (existsSync(path) && (await run(path, proof, { timeout: 30_000 })).code === 0) return path;
  return null;
}

/** @param {'firefox' | 'jsc'} which @returns {Promise<string | null>} its program, after trying to install it */
export async function ensureEngine(which) {
  const engine = ENGINES[which];
  const found = await find(engine);
  if (found) return found;
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return null;
  console.log(`Installing ${engine.name} for the long tests (apt-get install ${engine.packages.join(' ')}) ...`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update', '-qq'], { env });
  await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...engine.packages], { env });
  return find(engine);
}

/** @param {'firefox' | 'jsc'} which */
export const missing = (which) =>
  `no ${ENGINES[which].name} for the long tests: install ${ENGINES[which].packages.join(' ')}, or set ${ENGINES[which].variable} to its program`;
