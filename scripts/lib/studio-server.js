// The studio from its sources, for this machine only.

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createServer } from 'vite';
import { root } from './paths.js';

/** Another is taken when this one is busy. */
const PORT = 6160;

/** Whether somebody sits in front of a screen: not in CI, not in a pipe, not over a bare connection. */
function isSomebodyThere() {
  if (!process.stdout.isTTY || process.env.CI || process.env.BROWSER === 'none') return false;
  return process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
}

/** Best effort: the address is printed anyway. @param {string} url */
function openBrowser(url) {
  const [command, args] =
    process.platform === 'darwin'
      ? ['open', [url]]
      : process.platform === 'win32'
        ? ['cmd', ['/c', 'start', '', url]]
        : ['xdg-open', [url]];
  const child = spawn(/** @type {string} */ (command), /** @type {string[]} */ (args), {
    stdio: 'ignore',
    detached: true,
  });
  child.on('error', () => {});
  child.unref();
}

/** npm ends the shell that started us and not us: what nobody waits for any more must not go on serving. */
function endWithParent() {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) process.exit();
  }, 1000).unref();
}

/**
 * Serves until the process ends: ctrl-C, a closed terminal (SIGHUP) and SIGTERM end it as they end any program.
 * @param {{ port?: number, open?: boolean }} [options]
 */
export async function serveStudio({ port = PORT, open = isSomebodyThere() } = {}) {
  const server = await createServer({
    configFile: join(root, 'studio', 'vite.config.ts'),
    logLevel: 'warn',
    clearScreen: false,
    server: { port, strictPort: false },
  });
  await server.listen();
  const url = server.resolvedUrls?.local[0];
  if (!url) throw new Error(`the studio could not be served on port ${port}`);
  console.log(`sixfold studio: ${url} (ctrl-C ends it)`);
  // nobody listens any more
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => process.exit());
  if (process.env.npm_lifecycle_event) endWithParent();
  if (open) openBrowser(url);
}
