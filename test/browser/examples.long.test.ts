// The examples as they are: bundled, opened in Chromium, and looked at.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { filesBelow } from '../../scripts/lib/build.js';
import { root } from '../../scripts/lib/paths.js';
import { serveFolder } from '../../scripts/lib/static-server.js';
import { launchChromium } from './chromium.js';

const EXAMPLES = ['three', 'react-three-fiber', 'worker'];
const folder = mkdtempSync(join(tmpdir(), 'sixfold-examples-'));
let browser: Browser;
let server: Awaited<ReturnType<typeof serveFolder>>;

beforeAll(async () => {
  await build({
    configFile: join(root, 'examples', 'vite.config.ts'),
    logLevel: 'silent',
    build: { outDir: folder, emptyOutDir: true, minify: false },
  });
  server = await serveFolder(folder);
  browser = await launchChromium({ webgl: true });
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Pixels of the canvas as the page has just drawn them, 24 bits each, in a row. */
function pixels(page: Page): Promise<number[]> {
  // As text: the page has a DOM, this file has not. A frame's callbacks run one after another before the picture is
  // handed on.
  return page.evaluate(`new Promise((resolve) => requestAnimationFrame(() => {
    const source = document.querySelector('canvas');
    const copy = Object.assign(document.createElement('canvas'), { width: source.width, height: source.height });
    const context = copy.getContext('2d');
    context.drawImage(source, 0, 0);
    const { data } = context.getImageData(0, 0, copy.width, copy.height);
    resolve(Array.from({ length: data.length / 4 }, (_, k) => (data[4 * k] << 16) | (data[4 * k + 1] << 8) | data[4 * k + 2]));
  }))`);
}

/** How many pixels are drawn in a colour, to within a few of 256 in each channel. */
function countNear(picture: number[], color: number): number {
  const near = (shift: number, p: number) => Math.abs(((p >> shift) & 255) - ((color >> shift) & 255)) < 12;
  return picture.filter((p) => near(16, p) && near(8, p) && near(0, p)).length;
}

describe.each(EXAMPLES)('%s', (name) => {
  test('has under 40 lines of code', () => {
    const lines = filesBelow(`examples/${name}`)
      .filter((path) => /\.tsx?$/.test(path))
      .flatMap((path) => readFileSync(join(root, path), 'utf8').split('\n'))
      .filter((line) => line.trim() !== '' && !line.trim().startsWith('//'));
    expect(lines.length).toBeGreaterThan(10);
    expect(lines.length).toBeLessThan(40);
  });

  test('runs without errors and draws bodies that move, with their contacts', async () => {
    const page = await browser.newPage({ viewport: { width: 360, height: 240 } });
    page.setDefaultTimeout(60_000);
    const errors: string[] = [];
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('request', (request) => {
      if (!request.url().startsWith(server.url) && !/^(data|blob):/.test(request.url())) errors.push(request.url());
    });
    await page.goto(`${server.url}${name}/index.html`);
    // Signs are neither lit nor toned, so that their colours are exact: outlines of what sticks, or dots of what
    // slides: the worker's salad does at first, and lies before a slow browser has drawn that.
    const signs = name === 'three' ? [0xe69f00] : name === 'worker' ? [0xd55e00, 0x009e73] : [0x009e73];
    let picture: number[] = [];
    await expect
      .poll(
        async () => {
          picture = await pixels(page);
          return errors.length > 0 ? -1 : signs.reduce((sum, sign) => sum + countNear(picture, sign), 0);
        },
        { timeout: 90_000, interval: 500 },
      )
      .not.toBe(0);
    expect(errors).toEqual([]);
    expect(new Set(picture).size).toBeGreaterThan(100);
    if (name === 'react-three-fiber') await page.mouse.click(180, 120); // throws a ball
    await expect
      .poll(async () => (await pixels(page)).filter((p, k) => p !== picture[k]).length, {
        timeout: 60_000,
        interval: 500,
      })
      .toBeGreaterThan(100);
    expect(errors).toEqual([]);
    await page.close();
  });
});
