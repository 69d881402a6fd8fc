// npm run build: dist/ anew.

import { build } from './lib/build.js';
import { ensureDependencies, requireNode } from './lib/install.js';

requireNode();
try {
  await ensureDependencies();
  await build({ onlyIfStale: false });
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
