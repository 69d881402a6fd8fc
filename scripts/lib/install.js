// Brings node_modules up to the lock file, and does nothing when it already is.

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.js';
import { runNpm } from './process.js';

export const cache = join(root, 'node_modules', '.cache', 'sixfold');
const stampFile = join(cache, 'installed.json');

function currentStamp() {
  const lock = readFileSync(join(root, 'package-lock.json'));
  const hash = createHash('sha256').update(lock).digest('hex');
  return { lock: hash, node: process.version, platform: `${process.platform}-${process.arch}` };
}

/** @param {string} file @returns {any} */
function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

/** Whether npm's own record of what is installed agrees with the lock file: someone may have installed by hand. */
function installedByHand() {
  const wanted = readJson(join(root, 'package-lock.json'))?.packages ?? {};
  const found = readJson(join(root, 'node_modules', '.package-lock.json'))?.packages;
  if (!found) return false;
  return Object.keys(wanted).every(
    (key) =>
      key === '' || wanted[key].optional || wanted[key].devOptional || found[key]?.version === wanted[key].version,
  );
}

/** @returns {Promise<void>} throws an Error of one line when the packages could not be installed */
export async function ensureDependencies() {
  const stamp = currentStamp();
  const old = readJson(stampFile);
  if (old && JSON.stringify(old) === JSON.stringify(stamp)) return;
  const atHand = !old || (old.node === stamp.node && old.platform === stamp.platform);
  if (!atHand || !installedByHand()) {
    const why = existsSync(join(root, 'node_modules'))
      ? 'they differ from package-lock.json or Node changed'
      : 'first run';
    console.log(`Installing the packages of package-lock.json (${why}) ...`);
    const { code } = await runNpm(['ci', '--include=dev', '--no-audit', '--no-fund'], { show: true });
    if (code !== 0) throw new Error(`npm ci ended with status ${code}; its messages are above`);
  }
  mkdirSync(cache, { recursive: true });
  writeFileSync(stampFile, JSON.stringify(stamp));
}

/** Node 20 is the oldest that the tools run on; said in one line instead of a syntax error from their depths. */
export function requireNode() {
  const major = Number(process.versions.node.split('.')[0]);
  if (major >= 20) return;
  console.error(`sixfold needs Node 20 or newer; this is ${process.version}`);
  process.exit(1);
}
