// A live world in a real browser: a worker steps at 1 kHz, by shared memory where the page is isolated and by messages
// where it is not. How many steps are late is the machine's; that they are counted, and that bits are those of the
// world alone, is ours.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { handOnWall } from '../../scenes/haptics.js';
import { serveFolder } from '../../scripts/lib/static-server.js';
import { World } from '../../src/index.js';
import { penalty } from '../../src/penalty.js';
import { bundle } from './bundle.js';
import { launchChromium } from './chromium.js';

const folder = mkdtempSync(join(tmpdir(), 'sixfold-live-'));
let browser: Awaited<ReturnType<typeof launchChromium>>;

const WORKER = `import { serveLive } from './hands/index.ts';
import { penalty } from './src/penalty.ts';
serveLive([penalty]);`;

/** Runs for a while as a page does that draws: looks at the frame once a picture. */
const PAGE = `import { openLive } from './hands/index.ts';
import { handOnWall } from './scenes/haptics.ts';
export default async function run() {
  const scene = handOnWall.make();
  const led = { ...scene, devices: [{ ...scene.devices[0], type: 'socket', path: undefined }] };
  delete led.devices[0].path;
  const live = openLive(new Worker('worker.js', { type: 'module' }), led);
  let pictures = 0;
  let seen = 0;
  while (live.frame.time < 0.4) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    pictures++;
    live.read();
    if (live.frame.steps > seen) seen = live.frame.steps;
    // The hand's own thread: pressed 5 mm into the wall.
    live.setPose('hand', [0, 0.045, 0], [0, 0, 0, 1]);
  }
  live.read();
  const force = live.frame.force(0);
  live.stop();
  const { statistics, hash } = await live.stopped;
  return { isShared: live.isShared, pictures, force, statistics, hash };
}`;

beforeAll(async () => {
  writeFileSync(join(folder, 'worker.js'), await bundle(WORKER));
  writeFileSync(join(folder, 'page.js'), await bundle(PAGE));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>live</title>');
  browser = await launchChromium();
}, 120_000);
afterAll(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true });
});

interface Seen {
  isShared: boolean;
  pictures: number;
  force: number[];
  statistics: { steps: number; late: number; skipped: number; longest: number };
  hash: string;
}

async function look(isolated: boolean): Promise<Seen> {
  const headers = isolated
    ? { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' }
    : {};
  const server = await serveFolder(folder, '/', headers);
  const page = await browser.newPage();
  try {
    await page.goto(server.url);
    // As text: the test runner rewrites import() in functions.
    return (await page.evaluate("import('./page.js').then((module) => module.default())")) as Seen;
  } finally {
    await page.close();
    await server.close();
  }
}

for (const isolated of [true, false])
  test(`steps at 1 kHz in a worker, ${isolated ? 'through shared memory' : 'by messages'}`, async () => {
    const { isShared, force, statistics, pictures } = await look(isolated);
    expect(isShared).toBe(isolated);
    // Simulated time runs with the clock: what a slow machine cannot do is counted, not hidden.
    expect(statistics.steps).toBeGreaterThanOrEqual(400);
    expect(statistics.late).toBeLessThanOrEqual(statistics.steps);
    expect(statistics.longest).toBeGreaterThan(0);
    // Not in lock step with drawing: there are far more steps than pictures.
    expect(pictures).toBeLessThan(statistics.steps);
    // 2000 N/m pressed 5 mm deep, up to the most that a device is sent.
    expect(force[1]).toBeCloseTo(10, 3);
  }, 120_000);

test('a hand on its path has the same bits in the browser as in Node', async () => {
  const world = new World(handOnWall.make(), { models: [penalty] });
  for (let k = 0; k < 300; k++) world.step();
  const page = await browser.newPage();
  const script = await bundle(`import { World } from './src/index.ts';
import { handOnWall } from './scenes/haptics.ts';
import { penalty } from './src/penalty.ts';
export default () => {
  const world = new World(handOnWall.make(), { models: [penalty] });
  for (let k = 0; k < 300; k++) world.step();
  return world.hash();
};`);
  const blob = `new Blob([${JSON.stringify(script)}], { type: 'text/javascript' })`;
  const hash = await page.evaluate(`import(URL.createObjectURL(${blob})).then((module) => module.default())`);
  await page.close();
  expect(hash).toBe(world.hash());
}, 120_000);
