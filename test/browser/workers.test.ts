// Workers in a real browser: in a page that is isolated they take part and leave the bits of Node; in one that is not, a
// line says why there are none.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveFolder } from '../../scripts/lib/static-server.js';
import { World } from '../../src/index.js';
import { pileOf } from '../workers/crowds.js';
import { bundle } from './bundle.js';
import { launchChromium } from './chromium.js';

const STEPS = 12;
const folder = mkdtempSync(join(tmpdir(), 'sixfold-workers-'));
let browser: Awaited<ReturnType<typeof launchChromium>>;

/** Runs until a worker has taken part: on a busy machine none may be awake in time. */
const PAGE = `import { World } from './src/index.ts';
import { startWorkers } from './workers/index.ts';
import { pileOf } from './test/workers/crowds.ts';
export default async function run() {
  const workers = startWorkers(2);
  const hashes = [];
  for (let n = 0; n < 20; n++) {
    const world = new World(pileOf([10, 3, 10], 1), { workers });
    for (let k = 0; k < ${STEPS}; k++) {
      world.step();
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    hashes.push(world.hash());
    if (workers.missing !== null || workers.work[1].shares + workers.work[2].shares > 0) break;
  }
  const { missing, work } = workers;
  workers.close();
  return { missing, hashes, shares: work.map(({ shares }) => shares) };
}`;

beforeAll(async () => {
  writeFileSync(join(folder, 'page.js'), await bundle(PAGE));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>workers</title>');
  browser = await launchChromium();
}, 120_000);
afterAll(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true });
});

for (const isolated of [true, false])
  test(`a page that is ${isolated ? '' : 'not '}isolated`, async () => {
    const headers = isolated
      ? { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' }
      : {};
    const server = await serveFolder(folder, '/', headers);
    const page = await browser.newPage();
    try {
      await page.goto(server.url);
      // As text: the test runner rewrites import() in functions.
      const seen = (await page.evaluate("import('./page.js').then((module) => module.default())")) as {
        missing: string | null;
        hashes: string[];
        shares: number[];
      };
      const world = new World(pileOf([10, 3, 10], 1));
      for (let k = 0; k < STEPS; k++) world.step();
      expect([...new Set(seen.hashes)]).toEqual([world.hash()]);
      if (isolated) {
        expect(seen.missing).toBeNull();
        expect(seen.shares[1]! + seen.shares[2]!).toBeGreaterThan(0);
      } else expect(seen.missing).toContain('there is no shared memory');
    } finally {
      await page.close();
      await server.close();
    }
  });
