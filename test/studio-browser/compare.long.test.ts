import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { PHONE, SMALL, Studio, step, written } from './studio.js';

let studio: Studio;
beforeAll(async () => {
  studio = await Studio.start();
});
afterEach((context) => studio.check(context));
afterAll(() => studio.stop());

const LINK = '#scene=spinning-plate&compare=point';

test('the link shows six and point in step, and when each of them stops', async () => {
  const page = await studio.visit(LINK, { plays: false });
  expect(await page.locator('.lane-label span').allTextContents()).toEqual(['six', 'point']);
  await page.click('#tab-compare');
  await page.evaluate(async () => {
    for (let k = 0; k < 60; k++) await window.studio.client.stepOnce();
  });
  await written(page);
  const rows = await page.locator('.sides tbody tr').allInnerTexts();
  const [, a, b] = /At rest since\s+([\d.]+)\s*s\s+([\d.]+)\s*s/.exec(rows[0] ?? '') ?? [];
  // 0.888 s and 0.48 s, and the rest of the step in which it happens.
  expect(Number(a)).toBeGreaterThan(0.87);
  expect(Number(a)).toBeLessThan(0.93);
  expect(Number(b)).toBeGreaterThan(0.46);
  expect(Number(b)).toBeLessThan(0.52);
  const { steps, models, apart } = await page.evaluate(() => ({
    steps: window.studio.statistics.lanes.map(({ steps }) => steps.length),
    models: window.studio.client.scenes.map(({ model }) => model),
    apart: window.studio.apart.now!,
  }));
  expect(steps).toEqual([61, 61]);
  expect(models).toEqual(['six', 'point']);
  expect(apart.angle).toBeCloseTo(4.44 - 2.4, 1); // ω²/2α of each
  const said = (await page.textContent('.lane-difference')) ?? '';
  expect(said).toContain(`${((apart.angle * 180) / Math.PI).toFixed(1)}°`);
});

test('it begins and ends with a key, and what it compares is in the address', async () => {
  const page = await studio.visit('#scene=box-on-incline', { plays: false });
  const hash = () => page.evaluate(() => location.hash);
  const compare = page.getByRole('button', { name: 'Compare', exact: true });
  await page.keyboard.press('c');
  await expect.poll(() => compare.getAttribute('aria-pressed')).toBe('true');
  await expect.poll(hash).toBe('#scene=box-on-incline&compare=point');
  // Other settings of the second side alone.
  await page.click('.comparing summary');
  await page.selectOption('#compare-timeStep', { label: '1/240 s' });
  await expect
    .poll(() => page.locator('.lane-label span').allTextContents())
    .toEqual(['six · steps of 1/60 s', 'point · steps of 1/240 s']);
  await expect.poll(hash).toContain('b.timeStep=');
  await step(page, 3);
  await compare.click();
  await expect.poll(hash).toBe('#scene=box-on-incline');
  expect(await page.evaluate(() => window.studio.client.scenes.length)).toBe(1);
  expect(await page.isVisible('.lane-labels')).toBe(false);
});

test('the halves are beside each other, and on a phone above each other', async () => {
  const page = await studio.visit(LINK, { plays: false, drawn: true, viewport: PHONE });
  const rects = () => page.evaluate(() => window.studio.stage.viewportRects);
  const [top, bottom] = await rects();
  expect(bottom!.y).toBe(top!.height);
  expect(bottom!.x).toBe(0);
  const labels = await page.locator('.lane-label').all();
  const boxes = await Promise.all(labels.map((label) => label.boundingBox()));
  expect(boxes[1]!.y).toBeGreaterThan(bottom!.y);
  for (const box of boxes) expect(box!.x + box!.width).toBeLessThanOrEqual(PHONE.width);
  await page.setViewportSize(SMALL);
  await expect.poll(async () => (await rects())[1]!.y).toBe(0);
  const [left, right] = await rects();
  expect(right!.x).toBe(left!.width);
});
