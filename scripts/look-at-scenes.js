// Looks at every scene as a visitor would: `node scripts/look-at-scenes.js [--no-pictures] [SCENE …]` plays each in the
// built studio, on a desktop and on a phone, and stops at three moments. At each it projects the bodies' poses through
// the camera: one that is meant to be watched has to be in the middle half of the free area. Pictures of all moments go
// to node_modules/.cache/sixfold/scenes/, with sheets of them to look at.

import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import sharp from 'sharp';
import { CHROMIUM_MISSING, findChromium, SOFTWARE_GL } from './lib/chromium.js';
import { cache } from './lib/install.js';
import { inTheMiddle, showMoment } from './lib/scene-moments.js';
import { serveFolder } from './lib/static-server.js';
import { buildStudio, studioFolder } from './lib/studio-build.js';

const folder = join(cache, 'scenes');
/** Shares of the time that a scene is worth watching. */
const MOMENTS = [0.1, 0.45, 1];
const SCREENS = [
  { name: 'desktop', viewport: { width: 1280, height: 800 }, across: 420 },
  { name: 'phone', viewport: { width: 390, height: 844 }, across: 150 },
];
/** Scenes on one sheet. */
const ROWS = 7;

const drawsPictures = !process.argv.includes('--no-pictures');
const asked = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));

/** @param {string[]} rows names of scenes @param {number} number */
async function sheet(rows, number) {
  const tiles = [];
  let top = 0;
  let width = 0;
  for (const name of rows) {
    let left = 0;
    let height = 0;
    for (const screen of SCREENS)
      for (const k of MOMENTS.keys()) {
        const tile = await sharp(join(folder, `${name}-${screen.name}-${k}.png`))
          .resize(screen.across)
          .toBuffer();
        const size = await sharp(tile).metadata();
        tiles.push({ input: tile, left, top });
        left += screen.across + 4;
        height = Math.max(height, size.height ?? 0);
      }
    const label = `<svg width="300" height="20"><text x="4" y="15" font-size="15" fill="red">${name}</text></svg>`;
    tiles.push({ input: Buffer.from(label), left: 4, top: top + 4 });
    width = Math.max(width, left);
    top += height + 4;
  }
  const blank = { create: { width, height: top, channels: /** @type {const} */ (3), background: '#fff' } };
  await sharp(blank)
    .composite(tiles)
    .png()
    .toFile(join(folder, `sheet-${number}.png`));
}

const executablePath = await findChromium();
if (!executablePath) throw new Error(CHROMIUM_MISSING);
await buildStudio({ onlyIfStale: true });
if (asked.length === 0) rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const server = await serveFolder(studioFolder);
const browser = await chromium.launch({ executablePath, args: SOFTWARE_GL });
let faults = 0;
try {
  /** @type {string[]} */
  let names = asked;
  for (const screen of SCREENS) {
    const page = await browser.newPage({ viewport: screen.viewport, reducedMotion: 'reduce', deviceScaleFactor: 1 });
    page.setDefaultTimeout(120_000);
    await page.goto(`${server.url}#scene=falling-box`);
    await page.waitForFunction(() => /** @type {any} */ (globalThis).studio?.client.frame);
    if (names.length === 0) names = await page.evaluate('studio.thumbnails.scenes');
    for (const name of names)
      for (const [k, share] of MOMENTS.entries()) {
        const seen = await page.evaluate(showMoment, { name, share, isFirst: k === 0 });
        const isGood = inTheMiddle(seen);
        if (!isGood) faults++;
        if (!isGood) console.log(`${name} (${screen.name}, ${seen.time.toFixed(2)} s): nothing in the middle`);
        if (drawsPictures) await page.screenshot({ path: join(folder, `${name}-${screen.name}-${k}.png`) });
      }
    await page.close();
  }
  if (drawsPictures)
    for (let k = 0; ROWS * k < names.length; k++) await sheet(names.slice(ROWS * k, ROWS * (k + 1)), k);
} finally {
  await browser.close();
  await server.close();
}
console.log(faults > 0 ? `${faults} moments show nothing in the middle` : 'all moments show something in the middle');
process.exitCode = faults > 0 ? 1 : 0;
