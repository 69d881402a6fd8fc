// The moving picture of the README: `node scripts/coin-loop.js` lets the built studio draw a coin that rolls, curls and
// lies down, with its contact, and writes docs/pictures/coin.webp.

import { join } from 'node:path';
import sharp from 'sharp';
import { ensureChromium, SOFTWARE_GL } from './lib/chromium.js';
import { root } from './lib/paths.js';
import { serveFolder } from './lib/static-server.js';
import { buildStudio, studioFolder } from './lib/studio-build.js';

const SECONDS = 3.2;
const FRAMES_PER_SECOND = 20;
/** Steps of the scene between two frames. */
const STEPS = 120 / FRAMES_PER_SECOND;
const [WIDTH, HEIGHT] = [640, 360];
/** How long the last frame stays (ms). */
const REST = 1200;

const executablePath = await ensureChromium();
if (!executablePath) throw new Error('the loop needs a Chromium');
await buildStudio({ onlyIfStale: true });
const { chromium } = await import('playwright-core');
const server = await serveFolder(studioFolder);
const browser = await chromium.launch({ executablePath, args: SOFTWARE_GL, headless: true });
try {
  const page = await browser.newPage({ viewport: { width: WIDTH, height: HEIGHT }, colorScheme: 'light' });
  page.setDefaultTimeout(120_000);
  await page.goto(`${server.url}#scene=rolling-coin&p.speed=1.2&p.lean=12`);
  await page.waitForFunction(() => /** @type {any} */ (globalThis).studio?.client.frame);
  await page.evaluate(`(async () => {
    const { client, stage } = studio;
    await client.pause();
    await client.reset();
    document.getElementById('view').style.cssText = 'width: 64px; height: 36px';
    stage.layers.set('cop-path', true);
    stage.rig.follows = false;
    stage.rig.target.set(0.36, 0.1, -0.42);
    stage.rig.camera.position.set(1.15, 0.75, 1.0);
  })()`);
  /** @type {Buffer[]} */
  const frames = [];
  for (let k = 0; k < SECONDS * FRAMES_PER_SECOND; k++) {
    const url = await page.evaluate(`(async () => {
      const { client, stage } = studio;
      // One by one: the path of the centre of pressure has a corner for every picture.
      for (let k = 0; k < ${STEPS}; k++) {
        await client.stepOnce();
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      }
      const blob = await stage.capture({ width: ${WIDTH}, height: ${HEIGHT} });
      return new Promise((resolve) => {
        const reader = new FileReader();
        reader.onload = () => resolve(reader.result);
        reader.readAsDataURL(blob);
      });
    })()`);
    frames.push(Buffer.from(/** @type {string} */ (url).split(',')[1] ?? '', 'base64'));
    if (process.stdout.isTTY) process.stdout.write(`\r${k + 1} of ${SECONDS * FRAMES_PER_SECOND} frames`);
  }
  const delay = frames.map((_, k) => (k === frames.length - 1 ? REST : 1000 / FRAMES_PER_SECOND));
  const { size } = await sharp(frames, { join: { animated: true } })
    .webp({ quality: 70, effort: 5, loop: 0, delay })
    .toFile(join(root, 'docs', 'pictures', 'coin.webp'));
  console.log(`\ndocs/pictures/coin.webp: ${Math.round(size / 1000)} kB`);
} finally {
  await browser.close();
  await server.close();
}
