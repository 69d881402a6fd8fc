// Pictures of the scenes for the studio's gallery, drawn by the built studio itself in a Chromium, each at a telling
// moment. They are kept, and drawn anew only when what they show may have changed.

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow } from './build.js';
import { findChromium, SOFTWARE_GL } from './chromium.js';
import { cache } from './install.js';
import { root } from './paths.js';
import { serveFolder } from './static-server.js';

/** light/, dark/, and index.json with the names of the scenes that have pictures. */
export const thumbnailCache = join(cache, 'thumbnails');
const stampFile = join(thumbnailCache, 'stamp');
const SOURCES = ['src', 'scenes', 'three', 'studio/view', 'studio/sim'];
const SCHEMES = ['light', 'dark'];
/** One scene may take this long (ms); then the others are drawn without it. */
const PATIENCE = 120_000;

/** @typedef {(name: string, images: Record<string, string> | null) => void} Report */

/** Of all that may change what pictures show. */
export function stampOfPictures() {
  const hash = createHash('sha256');
  for (const file of ['scripts/lib/thumbnails.js', ...SOURCES.flatMap(filesBelow)]) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

/**
 * Draws scenes with the studio that is in a folder.
 * @param {string} folder
 * @param {{ executable: string, names?: string[], report: Report }} options `names`: all scenes unless told
 */
export async function drawThumbnails(folder, { executable, names, report }) {
  const { chromium } = await import('playwright-core');
  const server = await serveFolder(folder);
  const browser = await chromium.launch({ executablePath: executable, args: SOFTWARE_GL, headless: true });
  try {
    const page = await browser.newPage({ viewport: { width: 480, height: 300 }, reducedMotion: 'reduce' });
    page.setDefaultTimeout(PATIENCE);
    await page.goto(`${server.url}#scene=falling-box`);
    await page.waitForFunction(() => /** @type {any} */ (globalThis).studio?.client.frame);
    // While it is not looked at the view is small: drawing in software is slow.
    await page.evaluate("document.getElementById('view').style.cssText = 'width: 48px; height: 30px'");
    const all = /** @type {string[]} */ (await page.evaluate('studio.thumbnails.scenes'));
    for (const name of names ?? all) {
      const drawn = page.evaluate(`studio.thumbnails.draw(${JSON.stringify(name)})`);
      const late = new Promise((resolve) => setTimeout(resolve, PATIENCE, null));
      const images = await Promise.race([drawn, late]).catch(() => null);
      report(name, /** @type {Record<string, string> | null} */ (images));
    }
  } finally {
    await browser.close();
    await server.close();
  }
}

/** Whether the pictures of the last build are of these sources. @param {string} stamp */
export function isFresh(stamp) {
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp;
}

/** Brings the pictures up to date from a build of the studio. @param {string} folder */
export async function updateThumbnails(folder) {
  const stamp = stampOfPictures();
  if (isFresh(stamp)) return;
  const executable = await findChromium();
  if (!executable) {
    console.log(
      'no Chromium to draw the pictures of the gallery with: it shows drawings instead (CHROMIUM=… names one)',
    );
    return;
  }
  rmSync(thumbnailCache, { recursive: true, force: true });
  for (const scheme of SCHEMES) mkdirSync(join(thumbnailCache, scheme), { recursive: true });
  /** @type {string[]} */
  const done = [];
  await drawThumbnails(folder, {
    executable,
    report: (name, images) => {
      if (!images) {
        console.log(`no picture of ${name}: it took too long or failed`);
        return;
      }
      for (const scheme of SCHEMES) {
        const bytes = Buffer.from((images[scheme] ?? '').replace(/^.*,/, ''), 'base64');
        writeFileSync(join(thumbnailCache, scheme, `${name}.webp`), bytes);
      }
      done.push(name);
    },
  });
  writeFileSync(join(thumbnailCache, 'index.json'), JSON.stringify(done));
  writeFileSync(stampFile, stamp);
}
