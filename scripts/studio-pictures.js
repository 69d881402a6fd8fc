// Draws the pictures of the studio in the documentation anew: `node scripts/studio-pictures.js [NAME …]` writes
// docs/pictures/studio-*.webp. Needs a Chromium; the pixels depend on it, the physics in them does not.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { CHROMIUM_MISSING, findChromium, SOFTWARE_GL } from './lib/chromium.js';
import { root } from './lib/paths.js';
import { serveFolder } from './lib/static-server.js';
import { buildStudio, studioFolder } from './lib/studio-build.js';

const folder = join(root, 'docs', 'pictures');
const WIDE = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };

/** @typedef {import('playwright-core').Page} Page */

/** Shows a scene at a time (s). @param {Page} page @param {string} hash @param {number} seconds */
async function show(page, hash, seconds) {
  await page.evaluate(
    async ([address, time]) => {
      const { client } = /** @type {any} */ (globalThis).studio;
      const load = client.scenes[0].load;
      if (location.hash === address) await client.reset();
      else location.hash = /** @type {string} */ (address);
      while (client.scenes[0].load === load) await new Promise((resolve) => setTimeout(resolve, 50));
      await client.stepOnce(Math.round(Number(time) / client.scenes[0].timeStep));
    },
    [hash, seconds],
  );
  await page.waitForTimeout(300);
  await page.evaluate(() => /** @type {any} */ (globalThis).studio.stage.frame({}));
  await page.waitForTimeout(500);
}

/**
 * A picture of the page in WebP, which Playwright cannot write and the browser can. @param {Page} page @param {string}
 * name
 */
async function shoot(page, name) {
  const png = await page.screenshot({ timeout: 120_000 });
  const data = await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const canvas = Object.assign(document.createElement('canvas'), { width: bitmap.width, height: bitmap.height });
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
    return canvas.toDataURL('image/webp', 0.88);
  }, png.toString('base64'));
  save(name, Buffer.from(data.replace(/^.*,/, ''), 'base64'));
}

/** @param {string} name @param {Buffer} bytes */
function save(name, bytes) {
  writeFileSync(join(folder, `studio-${name}.webp`), bytes);
  console.log(`docs/pictures/studio-${name}.webp: ${Math.ceil(bytes.length / 1000)} kB`);
}

/** @param {Page} page @param {'light' | 'dark'} colorScheme */
async function arch(page, colorScheme) {
  await page.setViewportSize(WIDE);
  await page.emulateMedia({ colorScheme });
  await show(page, '#scene=arch', 0.5);
  await shoot(page, `arch-${colorScheme}`);
}

/** @param {Page} page */
async function gallery(page) {
  await page.setViewportSize(WIDE);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.keyboard.press('g');
  // The page draws those that are seen, where the build has not drawn all of them.
  await page.evaluate(async () => {
    const { gallery, thumbnails } = /** @type {any} */ (globalThis).studio;
    const cards = [...document.querySelectorAll('[data-scene]')].slice(0, 12);
    for (const card of cards) {
      const name = /** @type {HTMLElement} */ (card).dataset.scene ?? '';
      if (card.querySelector('svg')) gallery.thumbnails.put(name, await thumbnails.draw(name));
    }
  });
  await page.keyboard.press('Escape');
  await show(page, '#scene=cubes-on-edge', 1);
  await page.keyboard.press('g');
  await page.waitForTimeout(2500);
  await shoot(page, 'gallery');
  await page.keyboard.press('Escape');
}

/** @param {Page} page */
async function phone(page) {
  await page.setViewportSize(PHONE);
  await page.emulateMedia({ colorScheme: 'dark' });
  await show(page, '#scene=salad', 0.9);
  await shoot(page, 'phone');
}

/** @type {Record<string, (page: Page) => Promise<void>>} */
const PICTURES = {
  'arch-light': (page) => arch(page, 'light'),
  'arch-dark': (page) => arch(page, 'dark'),
  gallery,
  phone,
};

const executablePath = await findChromium();
if (!executablePath) throw new Error(CHROMIUM_MISSING);
await buildStudio({ onlyIfStale: true });
const server = await serveFolder(studioFolder);
const browser = await chromium.launch({ executablePath, args: SOFTWARE_GL });
try {
  const page = await browser.newPage({ viewport: WIDE, reducedMotion: 'reduce', deviceScaleFactor: 1 });
  page.setDefaultTimeout(120_000);
  await page.goto(`${server.url}#scene=falling-box`);
  await page.waitForFunction(() => /** @type {any} */ (globalThis).studio?.client.frame);
  const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(PICTURES);
  for (const name of names) await PICTURES[name]?.(page);
} finally {
  await browser.close();
  await server.close();
}
