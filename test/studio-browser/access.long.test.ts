import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { seriousFaults } from './axe.js';
import { firstFrame, frames, LAPTOP, PHONE, Studio } from './studio.js';

let studio: Studio;
beforeAll(async () => {
  studio = await Studio.start();
});
afterEach((context) => studio.check(context));
afterAll(() => studio.stop());

for (const colorScheme of ['light', 'dark'] as const) {
  for (const [name, viewport] of [
    ['laptop', LAPTOP],
    ['phone', PHONE],
  ] as const) {
    test(`no serious fault: ${colorScheme}, ${name}`, async () => {
      const page = await studio.visit('#scene=tower&p.boxes=4', { viewport, colorScheme, plays: false });
      expect(await seriousFaults(page)).toEqual([]);
      if (name === 'phone') {
        for (const tab of await page.getByRole('tab').all()) {
          await tab.click();
          expect(await seriousFaults(page)).toEqual([]);
        }
      } else {
        await page.locator('summary').first().click();
        await page.evaluate(() => window.studio.messages.fault('a fault'));
        await page.evaluate(() => window.studio.messages.note('a note'));
        await page.click('[popovertarget=menu]');
        expect(await seriousFaults(page)).toEqual([]);
      }
    });

    test(`no serious fault in the gallery: ${colorScheme}, ${name}`, async () => {
      const page = await studio.visit('#scene=tower', { viewport, colorScheme, plays: false });
      await page.keyboard.press('g');
      await page.getByRole('dialog', { name: 'Scenes' }).waitFor();
      expect(await seriousFaults(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
      await page.keyboard.press('?');
      await page.getByRole('dialog', { name: 'Help' }).waitFor();
      expect(await seriousFaults(page)).toEqual([]);
    });
  }
}

test('light and dark follow the system until chosen', async () => {
  const { page } = await studio.open('#scene=tower', { colorScheme: 'dark', reducedMotion: 'reduce' });
  const shown = () => page.evaluate(() => document.documentElement.dataset.theme);
  expect(await shown()).toBe('dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await page.waitForSelector('html[data-theme=light]');
  await page.keyboard.press('t'); // light
  await page.keyboard.press('t'); // dark
  expect(await shown()).toBe('dark');
  await page.reload();
  await firstFrame(page);
  expect(await shown()).toBe('dark');
  // and where less motion is wanted nothing moves by itself
  await frames(page, 20);
  expect(await page.evaluate(async () => (await window.studio.client.states()).step)).toBe(0);
});

test('a browser without WebGL is told what is missing', async () => {
  const page = await studio.openBroken(() => {
    HTMLCanvasElement.prototype.getContext = () => null;
  });
  expect(await page.getByRole('alert').getByText('WebGL').textContent()).toMatch(/^the view needs WebGL 2.*settings/);
});
