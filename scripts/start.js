// npm start: installs what is missing, opens the studio, and builds the command line beside it. `npm start -- SCENE
// [options]` runs a scene in the terminal instead, as `sixfold run` does.

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { build } from './lib/build.js';
import { ensureDependencies, requireNode } from './lib/install.js';
import { root } from './lib/paths.js';

const USAGE = 'npm start [-- --port N --no-open] opens the studio; npm start -- SCENE [options] runs in the terminal';

/** @param {string[]} args @returns {{ port?: number, open?: boolean } | null} null: a scene for the terminal */
function studioOptions(args) {
  if (args[0] !== undefined && !args[0].startsWith('-')) return null;
  /** @type {{ port?: number, open?: boolean }} */
  const options = {};
  for (let i = 0; i < args.length; i++) {
    if (args[i] === '--no-open') options.open = false;
    else if (args[i] === '--port' && /^\d{1,5}$/.test(args[i + 1] ?? '')) options.port = Number(args[++i]);
    else throw new Error(`${args[i]} is not understood here: ${USAGE}`);
  }
  return options;
}

/** @param {string[]} args */
async function runInTerminal(args) {
  await build({ onlyIfStale: true });
  const child = spawn(process.execPath, [join(root, 'bin', 'sixfold.js'), 'run', ...args], { stdio: 'inherit' });
  child.on('close', (code) => {
    process.exitCode = code ?? 1;
  });
}

requireNode();
try {
  const args = process.argv.slice(2);
  const options = studioOptions(args);
  await ensureDependencies();
  if (options) {
    const { serveStudio } = await import('./lib/studio-server.js'); // needs the packages just installed
    await serveStudio(options);
    await build({ onlyIfStale: true });
  } else await runInTerminal(args);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
