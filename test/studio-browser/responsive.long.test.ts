import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { longestWait, stretches } from './busy.js';
import { LAPTOP, reachStep, Studio, stepOf } from './studio.js';

let studio: Studio;
beforeAll(async () => {
  studio = await Studio.start();
});
afterEach((context) => studio.check(context));
afterAll(() => studio.stop());

test('a scene of 300 bodies lets the page answer within 50 ms while it simulates', { retry: 3 }, async () => {
  const page = await studio.visit('#scene=pyramid&p.base=24', { viewport: LAPTOP });
  expect(await page.evaluate(() => window.studio.client.scenes[0]?.bodies.length)).toBe(301);
  await reachStep(page, 10);
  const first = await stepOf(page);
  const busy = await stretches(page, () => reachStep(page, first + 30));
  console.log(`at a stretch: at most ${Math.max(...busy).toFixed(1)} ms; 95 % wait ${longestWait(busy).toFixed(1)} ms`);
  expect(busy.length).toBeGreaterThan(20); // else it was not the page
  expect(longestWait(busy)).toBeLessThan(50);
});

test('and so it does while clicks and keys come', { retry: 3 }, async () => {
  const page = await studio.visit('#scene=pyramid&p.base=24', { viewport: LAPTOP });
  await reachStep(page, 10);
  const slider = (await page.getByRole('slider', { name: 'Time' }).boundingBox())!;
  const busy = await stretches(page, async () => {
    for (let i = 0; i < 12; i++) {
      await page.mouse.click(slider.x + slider.width * 0.2, slider.y - 200);
      await page.keyboard.press('n');
    }
  });
  console.log(`at a stretch: at most ${Math.max(...busy).toFixed(1)} ms; 95 % wait ${longestWait(busy).toFixed(1)} ms`);
  expect(busy.length).toBeGreaterThan(20);
  expect(longestWait(busy)).toBeLessThan(50);
});
