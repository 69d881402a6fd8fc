// Imports a file of a package that is installed in bench/peers. The scoreboard runs as a bundle from a cache folder, so
// that names of packages would be looked for in the wrong place.

import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Foreign } from './engine.js';

/** Commands run in the root of the repository. */
export const PEERS_FOLDER = resolve('bench', 'peers');
const PACKAGES = join(PEERS_FOLDER, 'node_modules');

export const loadPeer = (file: string): Promise<Foreign> => import(pathToFileURL(join(PACKAGES, file)).href);

export const peerFile = (file: string): Uint8Array<ArrayBuffer> => new Uint8Array(readFileSync(join(PACKAGES, file)));

export function peerVersion(packageName: string): string {
  const file = packageName === 'sixfold' ? resolve('package.json') : join(PACKAGES, packageName, 'package.json');
  return JSON.parse(readFileSync(file, 'utf8')).version;
}
