// npm test: everything but the long tests, from type check to browser. npm run test:long: those. Ends with `N passed, N
// failed`, where N passed counts the tests and N failed counts them and the checks that came before.

import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './lib/build.js';
import { checks } from './lib/checks.js';
import { CHROMIUM_MISSING, ensureChromium } from './lib/chromium.js';
import { cache, ensureDependencies, requireNode } from './lib/install.js';
import { root } from './lib/paths.js';
import { runNode } from './lib/process.js';
import { runSteps } from './lib/steps.js';

/** @typedef {{ passed: number, failed: number, skipped: number }} Tally */

/** @param {{ projects: string[], chromium: string | null }} options @returns {Promise<Tally>} */
async function runTests({ projects, chromium }) {
  const report = join(cache, 'tests.json');
  mkdirSync(cache, { recursive: true });
  rmSync(report, { force: true });
  const { code } = await runNode(
    [
      join(root, 'node_modules', 'vitest', 'vitest.mjs'),
      'run',
      // All cores: by default one is left free, of two. Not in the configuration, where it could not be overruled.
      '--maxWorkers=100%',
      ...projects.flatMap((name) => ['--project', name]),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    { show: true, env: chromium ? { CHROMIUM: chromium } : {} },
  );
  const tally = { passed: 0, failed: 0, skipped: 0 };
  try {
    const results = JSON.parse(readFileSync(report, 'utf8'));
    tally.passed = results.numPassedTests;
    tally.failed = results.numFailedTests;
    tally.skipped = results.numPendingTests + results.numTodoTests;
    for (const file of results.testResults) {
      const isBroken =
        file.status === 'failed' && !file.assertionResults.some((/** @type {any} */ t) => t.status === 'failed');
      if (isBroken) tally.failed++; // a file that could not even be loaded
    }
  } catch {
    console.log('the test runner left no report');
  }
  if (code !== 0 && tally.failed === 0) tally.failed = 1;
  return tally;
}

/** @returns {Promise<Tally>} */
async function testLong() {
  const start = Date.now();
  await ensureDependencies();
  const chromium = await ensureChromium();
  if (!chromium) console.log(`FAILED ${CHROMIUM_MISSING}`);
  const tally = await runTests({ projects: chromium ? ['long', 'long-large'] : ['long'], chromium });
  console.log(`${Math.round((Date.now() - start) / 1000)} s in all`);
  return { ...tally, failed: tally.failed + (chromium ? 0 : 1) };
}

/** @returns {Promise<Tally>} */
async function testAll() {
  const start = Date.now();
  await ensureDependencies();
  const chromium = await ensureChromium();
  let failed = await runSteps(checks());
  const projects = ['engine'];
  failed += await runSteps([
    {
      name: 'build',
      run: async () => {
        await build({ onlyIfStale: true });
        projects.push('package');
        return { code: 0, output: '' };
      },
    },
  ]);
  if (chromium) projects.push('browser', 'studio');
  else {
    console.log(`FAILED ${CHROMIUM_MISSING}`);
    failed++;
  }
  const tally = await runTests({ projects, chromium });
  console.log(`${Math.round((Date.now() - start) / 1000)} s in all`);
  return { ...tally, failed: tally.failed + failed };
}

requireNode();
/** @type {Tally} */
let tally = { passed: 0, failed: 1, skipped: 0 };
try {
  tally = await (process.argv.includes('--long') ? testLong() : testAll());
} catch (error) {
  console.log(error instanceof Error ? error.message : String(error));
}
process.exitCode = tally.failed > 0 ? 1 : 0;
console.log(`${tally.passed} passed, ${tally.failed} failed${tally.skipped > 0 ? `, ${tally.skipped} skipped` : ''}`);
