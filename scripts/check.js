// npm run check: the fast part of npm test.

import { checks } from './lib/checks.js';
import { ensureDependencies, requireNode } from './lib/install.js';
import { runSteps } from './lib/steps.js';

requireNode();
try {
  await ensureDependencies();
  const steps = checks();
  const failed = await runSteps(steps);
  console.log(`${steps.length - failed} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
