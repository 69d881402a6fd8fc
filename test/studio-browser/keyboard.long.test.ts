import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { beAtStep, firstFrame, isPlaying, LAPTOP, PHONE, pausedAt, reachStep, Studio } from './studio.js';

let studio: Studio;
beforeAll(async () => {
  studio = await Studio.start();
});
afterEach((context) => studio.check(context));
afterAll(() => studio.stop());

/** Presses Tab until the control of that name has the focus. */
async function tabTo(page: Page, name: RegExp, most = 60): Promise<void> {
  const seen: string[] = [];
  for (let i = 0; i < most; i++) {
    await page.keyboard.press('Tab');
    const label = await page.evaluate(() => {
      const element = document.activeElement as HTMLElement | null;
      return (
        element?.getAttribute('aria-label') ??
        (element as HTMLInputElement)?.labels?.[0]?.textContent ??
        element?.textContent ??
        ''
      ).slice(0, 40);
    });
    if (name.test(label)) return;
    seen.push(label);
  }
  throw new Error(`no control ${name} among ${JSON.stringify(seen)}`);
}

test('the main path with keys alone: choose a scene, pause, step, play, switch a layer', async () => {
  const page = await studio.visit('#scene=tower');
  await page.keyboard.press('g');
  await page.getByRole('dialog', { name: 'Scenes' }).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('falling box');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => window.studio.client.scenes[0]?.name === 'falling-box');
  expect(await page.getByRole('dialog').count()).toBe(0);
  await reachStep(page, 3);
  await page.keyboard.press(' ');
  const step = await pausedAt(page);
  await page.keyboard.press('.');
  await beAtStep(page, step + 1);
  await page.keyboard.press(',');
  await beAtStep(page, step);
  await page.keyboard.press('r');
  await beAtStep(page, 0);
  await page.keyboard.press(' ');
  await reachStep(page, 2);
  expect(await isPlaying(page)).toBe(true);
  const isOn = () => page.evaluate(() => window.studio.stage.layers.isOn('ellipse'));
  expect(await isOn()).toBe(false);
  await page.keyboard.press('3');
  expect(await isOn()).toBe(true);
});

test('every control of the main path is reached with Tab and says what it is', async () => {
  const page = await studio.visit('#scene=tower', { viewport: LAPTOP });
  await tabTo(page, /^Tower$/);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Scenes' }).waitFor();
  await page.keyboard.press('Escape');
  await tabTo(page, /boxes/i);
  await tabTo(page, /^Contact model/);
  await tabTo(page, /^Pause$/);
  await page.keyboard.press('Enter');
  await pausedAt(page);
  await tabTo(page, /^One step forward$/);
  await tabTo(page, /^Time$/);
  await tabTo(page, /^Speed$/);
  await tabTo(page, /^Ellipse$/);
  await page.keyboard.press(' ');
  expect(await page.evaluate(() => window.studio.stage.layers.isOn('ellipse'))).toBe(true);
  await page.keyboard.press(' ');
  expect(await page.evaluate(() => window.studio.stage.layers.isOn('ellipse'))).toBe(false);
});

test('arrow keys walk through the gallery as it lies on the screen', async () => {
  const page = await studio.visit('#scene=cubes-on-edge', { viewport: LAPTOP, plays: false });
  await page.keyboard.press('g');
  const chosen = () => page.evaluate(() => (document.activeElement as HTMLElement).dataset.scene);
  await page.waitForFunction(() => (document.activeElement as HTMLElement).dataset.scene === 'cubes-on-edge');
  await page.keyboard.press('ArrowRight');
  expect(await chosen()).toBe('cube-near-edge');
  await page.keyboard.press('ArrowDown');
  const below = await chosen();
  expect(below).not.toBe('cube-near-edge');
  await page.keyboard.press('ArrowUp');
  expect(await chosen()).toBe('cube-near-edge');
});

test('the help lists the keys, and single letters can be switched off', async () => {
  const { page } = await studio.open('#scene=falling-box', { reducedMotion: 'reduce' });
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Help' });
  expect(await help.textContent()).toContain('play or pause');
  await help.getByLabel('Keys of a single letter').uncheck();
  await page.keyboard.press('Escape');
  await page.keyboard.press('g');
  expect(await page.getByRole('dialog').count()).toBe(0);
  await page.reload();
  await firstFrame(page);
  await page.keyboard.press('g');
  expect(await page.getByRole('dialog').count()).toBe(0);
});

test('on a phone the panels are tabs of a sheet', async () => {
  const { page } = await studio.open('#scene=tower', { viewport: PHONE, hasTouch: true, isMobile: true });
  const tab = page.getByRole('tab', { name: 'Scene' });
  await tab.tap();
  await page.getByLabel('Contact model').waitFor();
  expect(await tab.getAttribute('aria-selected')).toBe('true');
  await tab.tap();
  await page.getByLabel('Contact model').waitFor({ state: 'hidden' });
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(wide).toBeLessThanOrEqual(PHONE.width);
});
