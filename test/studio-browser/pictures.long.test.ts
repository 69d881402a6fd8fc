import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { root } from '../../scripts/lib/paths.js';
import { LAPTOP, PHONE, Studio, settle } from './studio.js';

// Pictures of the whole page for people to look at, in test-output/studio/.

const folder = join(root, 'test-output', 'studio');
const SCENES: readonly (readonly [name: string, seconds: number])[] = [
  ['rolling-coin', 4],
  ['spinning-plate', 0.3],
  ['arch', 0.5],
  ['salad', 0.9],
  ['table', 0.5],
  ['domino-run', 1.4],
  ['pinch-grasp', 0.8],
  ['wrecking-ball', 1.1],
];

let studio: Studio;
beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  studio = await Studio.start();
});
afterEach((context) => studio.check(context));
afterAll(() => studio.stop());

async function shoot(page: Page, name: string): Promise<void> {
  await settle(page); // the view has its new size
  await page.evaluate(() => window.studio.stage.frame({}));
  await settle(page);
  const path = join(folder, `${name}.png`);
  await page.screenshot({ path, timeout: 120_000 });
  expect(statSync(path).size).toBeGreaterThan(20_000);
}

test.each(SCENES)('pictures of %s', { timeout: 300_000 }, async (name, seconds) => {
  const page = await studio.visit(`#scene=${name}`, { plays: false });
  await page.evaluate(
    (time) => window.studio.client.stepOnce(Math.round(time / window.studio.client.scenes[0]!.timeStep)),
    seconds,
  );
  await page.evaluate(() => {
    document.getElementById('view')!.style.cssText = '';
  });
  await page.setViewportSize(LAPTOP);
  await shoot(page, `${name}-light`);
  await page.emulateMedia({ colorScheme: 'dark' });
  await shoot(page, `${name}-dark`);
  await page.setViewportSize(PHONE);
  await shoot(page, `${name}-phone-dark`);
  await page.emulateMedia({ colorScheme: 'light' });
  await shoot(page, `${name}-phone`);
});

test('pictures of the gallery, the help and the sheet', { timeout: 300_000 }, async () => {
  const page = await studio.visit('#scene=tower', { plays: false, viewport: LAPTOP, drawn: true });
  await page.keyboard.press('g');
  await page.getByRole('dialog', { name: 'Scenes' }).waitFor();
  await shoot(page, 'gallery-light');
  await page.keyboard.press('Escape');
  await page.setViewportSize(PHONE);
  await page.getByRole('tab', { name: 'Scene' }).click();
  await shoot(page, 'sheet-phone');
  await page.keyboard.press('g');
  await page.getByRole('dialog', { name: 'Scenes' }).waitFor();
  await shoot(page, 'gallery-phone');
});
