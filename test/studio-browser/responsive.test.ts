import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { LAPTOP, reachStep, Studio } from './studio.js';

let studio: Studio;
beforeAll(async () => {
  studio = await Studio.start();
});
afterEach((context) => studio.check(context));
afterAll(() => studio.stop());

/**
 * How long the page's own thread is busy at a stretch decides how long a click can have to wait. Drawing in software is
 * left out (the view is small): it is the machine's, not the page's. The simulation is in; it must not be felt.
 */
test('a scene of 300 bodies keeps the page responsive while it simulates', { timeout: 180_000 }, async () => {
  const page = await studio.visit('#scene=pyramid&p.base=24', { viewport: LAPTOP });
  expect(await page.evaluate(() => window.studio.client.scenes[0]?.bodies.length)).toBe(301);
  await reachStep(page, 10);
  const delays = await page.evaluate(async () => {
    // From the moment an input is posted until its handler runs; a message is queued as an input is.
    const { port1, port2 } = new MessageChannel();
    const seen: number[] = [];
    for (let i = 0; i < 120; i++) {
      await new Promise((resolve) => setTimeout(resolve, 5 + (i % 13)));
      const posted = performance.now();
      await new Promise((resolve) => {
        port1.onmessage = resolve;
        port2.postMessage(null);
      });
      seen.push(performance.now() - posted);
    }
    return seen.sort((a, b) => a - b);
  });
  const median = delays[60]!;
  const most = delays[113]!; // 95 of 100: a machine that does other things too stops any page now and then
  console.log(`input delay: median ${median.toFixed(1)} ms, 95 % below ${most.toFixed(1)} ms`);
  expect(median).toBeLessThan(50);
  expect(most).toBeLessThan(50);
  const before = await page.evaluate(() => window.studio.client.frame?.step ?? 0);
  await reachStep(page, before + 5);
});

test('real input is answered in time', { timeout: 180_000 }, async () => {
  const page = await studio.visit('#scene=pyramid&p.base=24', { viewport: LAPTOP });
  await page.evaluate(() => {
    const entries: number[] = [];
    Object.assign(window, { inputDelays: entries });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as PerformanceEventTiming[]) {
        if (entry.name === 'pointerdown' || entry.name === 'keydown')
          entries.push(entry.processingStart - entry.startTime);
      }
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  });
  const slider = (await page.getByRole('slider', { name: 'Time' }).boundingBox())!;
  for (let i = 0; i < 12; i++) {
    await page.mouse.click(slider.x + slider.width * 0.2, slider.y - 200);
    await page.keyboard.press('n');
  }
  await page.waitForTimeout(500);
  const delays = await page.evaluate(() => (window as unknown as { inputDelays: number[] }).inputDelays);
  delays.sort((a, b) => a - b);
  const most = delays[Math.floor(0.95 * (delays.length - 1))] ?? 0; // none is listed when all were faster than 16 ms
  console.log(`${delays.length} inputs took 16 ms or more to be shown; 95 % waited less than ${most.toFixed(1)} ms`);
  expect(most).toBeLessThan(50);
});
