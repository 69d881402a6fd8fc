// A Chromium for the browser tests: the one that CHROMIUM names, one on this machine, Debian's package when we may
// install it, or Playwright's own download. In that order, because the first that works costs nothing.

import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { root } from './paths.js';
import { run, runNode } from './process.js';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'microsoft-edge'];

function usualPlaces() {
  if (process.platform === 'darwin') {
    return [process.env.HOME ?? '', ''].flatMap((home) => [
      `${home}/Applications/Google Chrome.app/Contents/MacOS/Google Chrome`,
      `${home}/Applications/Chromium.app/Contents/MacOS/Chromium`,
      `${home}/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge`,
    ]);
  }
  if (process.platform === 'win32') {
    const bases = [process.env.ProgramFiles, process.env['ProgramFiles(x86)'], process.env.LocalAppData];
    return bases.flatMap((base) =>
      base
        ? [
            join(base, 'Google', 'Chrome', 'Application', 'chrome.exe'),
            join(base, 'Chromium', 'Application', 'chrome.exe'),
            join(base, 'Microsoft', 'Edge', 'Application', 'msedge.exe'),
          ]
        : [],
    );
  }
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
}

async function playwrightsOwn() {
  try {
    const { chromium } = await import('playwright-core');
    return [chromium.executablePath()];
  } catch {
    return [];
  }
}

/**
 * A file of that name may be a stub that only tells how to install the browser: it has to start. @param {string} path
 */
async function starts(path) {
  if (!existsSync(path)) return false;
  if (process.platform === 'win32') return true; // there, --version opens a window
  const { code, output } = await run(path, ['--version'], { timeout: 20_000 });
  return code === 0 && /chrom|edge/i.test(output);
}

/** @returns {Promise<string | null>} the executable of a browser that starts, if there is one */
export async function findChromium() {
  const named = process.env.CHROMIUM;
  if (named) {
    if (await starts(named)) return named;
    console.log(`CHROMIUM names ${named}, which does not start; looking for another`);
  }
  for (const path of usualPlaces()) if (await starts(path)) return path;
  for (const path of await playwrightsOwn()) if (await starts(path)) return path;
  return null;
}

/** @returns {Promise<string | null>} as findChromium, after trying to install one */
export async function ensureChromium() {
  const found = await findChromium();
  if (found) return found;
  const mayInstall = process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/etc/debian_version');
  if (mayInstall) {
    console.log('Installing Chromium for the browser tests (apt-get install chromium) ...');
    const env = { DEBIAN_FRONTEND: 'noninteractive' };
    await run('apt-get', ['update', '-qq'], { env });
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], { env });
    const installed = await findChromium();
    if (installed) return installed;
  }
  console.log("Downloading Playwright's Chromium for the browser tests ...");
  await runNode([join(root, 'node_modules', 'playwright-core', 'cli.js'), 'install', 'chromium'], { timeout: 300_000 });
  return findChromium();
}

/** Draws with WebGL in software, so that it does so everywhere and alike; and stays off the network. */
export const SOFTWARE_GL = [
  '--no-sandbox',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--hide-scrollbars',
];

export const CHROMIUM_MISSING =
  'no Chromium for the browser tests: install chromium or google-chrome, or set CHROMIUM to its executable';
