// npm start: installs and builds what is missing, then runs a built-in scene in the terminal.
// `npm start -- SCENE [options]` runs another one, as `sixfold run` does.

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { build } from './lib/build.js';
import { ensureDependencies, requireNode } from './lib/install.js';
import { root } from './lib/paths.js';

requireNode();
try {
  await ensureDependencies();
  await build({ onlyIfStale: true });
  const args = process.argv.length > 2 ? process.argv.slice(2) : ['tower', '--time', '10'];
  const child = spawn(process.execPath, [join(root, 'bin', 'sixfold.js'), 'run', ...args], { stdio: 'inherit' });
  child.on('close', (code) => {
    process.exitCode = code ?? 1;
  });
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
