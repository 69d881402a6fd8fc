import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { filesOf, studioFolder, studioSize } from '../../scripts/lib/studio-build.js';
import { firstFrame, reachStep, Studio } from './studio.js';

let studio: Studio;
beforeAll(async () => {
  studio = await Studio.start();
});
afterEach((context) => studio.check(context));
afterAll(() => studio.stop());

test('the folder is under 1.5 MB with gzip, pictures aside', () => {
  expect(studioSize().gzip).toBeLessThan(1_500_000);
});

test('the page tells the browser to talk to no other host, and names none', () => {
  const html = readFileSync(join(studioFolder, 'index.html'), 'utf8');
  expect(html).toMatch(/http-equiv="Content-Security-Policy" content="default-src &#39;self&#39;/);
  expect(html).not.toMatch(/(src|href)="(https?:)?\/\//);
  expect(html).not.toMatch(/(src|href)="\//); // below any path
});

test('once loaded it works without a network', async () => {
  const { page, context } = await studio.open('#scene=falling-box');
  await page.evaluate(() => navigator.serviceWorker.ready);
  // every file is kept when the worker is active
  const files = filesOf(studioFolder).filter((file) => file !== 'service-worker.js');
  const kept = await page.evaluate(async () => {
    const names = await caches.keys();
    const cache = await caches.open(names[0]!);
    return (await cache.keys()).length;
  });
  expect(kept).toBe(files.length);
  await context.setOffline(true);
  await page.reload();
  await firstFrame(page);
  await reachStep(page, 5);
  await page.keyboard.press('g');
  await page.getByRole('dialog', { name: 'Scenes' }).waitFor();
});

test('the studio draws the pictures of its gallery', async () => {
  const page = await studio.visit('#scene=tower', { plays: false });
  const drawn = await page.evaluate(async () => {
    const images = await window.studio.thumbnails.draw('falling-box');
    const sizes = [];
    for (const image of [images.light, images.dark]) {
      const bitmap = await createImageBitmap(await (await fetch(image)).blob());
      sizes.push([image.slice(0, 15), bitmap.width, bitmap.height]);
    }
    return { sizes, areDifferent: images.light !== images.dark };
  });
  const expected = ['data:image/webp', 480, 300];
  expect(drawn).toEqual({ sizes: [expected, expected], areDifferent: true });
});
