import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { beAtStep, frames, isPlaying, pausedAt, reachStep, Studio, stepOf } from './studio.js';

let studio: Studio;
beforeAll(async () => {
  studio = await Studio.start();
});
afterEach((context) => studio.check(context));
afterAll(() => studio.stop());

const button = (name: string) => `#transport button[aria-label="${name}"]`;

test('plays, pauses, steps, goes back, starts again', async () => {
  const page = await studio.visit('#scene=tower');
  await reachStep(page, 5);
  await page.click(button('Pause'));
  await page.waitForSelector(button('Play'));
  const paused = await pausedAt(page);
  await frames(page, 20);
  expect(await page.evaluate(async () => (await window.studio.client.states()).step)).toBe(paused);
  await page.click(button('One step forward'));
  await beAtStep(page, paused + 1);
  await page.click(button('One step back'));
  await beAtStep(page, paused);
  await page.click(button('Back to the start'));
  await beAtStep(page, 0);
  expect(await isPlaying(page)).toBe(false);
  await page.click(button('Play'));
  await reachStep(page, 3);
});

test('scrubbing back and on again shows the same bits', async () => {
  const page = await studio.visit('#scene=domino-run&p.dominoes=8');
  await reachStep(page, 70);
  await page.click(button('Pause'));
  const end = await pausedAt(page);
  const hash = await page.evaluate(() => window.studio.client.hash());
  const slider = page.getByRole('slider', { name: 'Time' });
  const track = (await slider.boundingBox())!;
  const last = Number(await slider.getAttribute('max'));
  const x = (step: number) => track.x + 8 + ((track.width - 16) * step) / last;
  await page.mouse.move(x(end), track.y + track.height / 2);
  await page.mouse.down();
  await page.mouse.move(x(end / 2), track.y + track.height / 2, { steps: 6 });
  await page.mouse.move(x(20), track.y + track.height / 2, { steps: 6 });
  await page.mouse.up();
  // There, and the figures say so: the time that is wished for is written before the frame of it has come.
  await page.waitForFunction(() => {
    const { step = 0, time = 0 } = window.studio.client.frame ?? {};
    const said = document.querySelector('#transport output')!.textContent;
    return Math.abs(step - 20) < 6 && said === `${time.toFixed(2)} s`;
  });
  expect(await page.evaluate(() => window.studio.client.hash())).not.toEqual(hash);
  await slider.focus();
  await page.keyboard.press('End'); // beyond what is simulated: as far as there is
  await beAtStep(page, end);
  await page.waitForFunction(
    async (wanted) => JSON.stringify(await window.studio.client.hash()) === wanted,
    JSON.stringify(hash),
  );
});

test('slow motion is slow', async () => {
  const page = await studio.visit('#scene=falling-box');
  await page.getByLabel('Speed').selectOption('0.1');
  // A tenth of 60 steps a second: a slow machine gives less, none gives more.
  const { steps, seconds } = await page.evaluate(async () => {
    const { client } = window.studio;
    const start = performance.now();
    await client.reset();
    return new Promise<{ steps: number; seconds: number }>((resolve) => {
      client.on('frame', ({ detail: { step } }) => {
        if (step >= 6) resolve({ steps: step, seconds: (performance.now() - start) / 1000 });
      });
    });
  });
  expect(steps).toBeLessThan(6 * seconds + 1);
});

test('says when it cannot keep real time, and stops saying so', async () => {
  const page = await studio.visit('#scene=falling-box', { plays: false });
  // Frames of a machine of a known speed, instead of this one's: the pacer has its own tests. Two seconds of them at
  // once, by a clock that from then on is ahead: going back would confuse whoever looked at it meanwhile.
  await page.evaluate(() => {
    const now = performance.now.bind(performance);
    Object.assign(window, { ahead: 0 });
    performance.now = () => now() + (window as unknown as { ahead: number }).ahead;
  });
  const feed = (speed: number, playing: boolean) =>
    page.evaluate(
      (fields) => {
        const { client } = window.studio;
        for (let i = 0; i < 24; i++) {
          client.dispatchEvent(new CustomEvent('frame', { detail: { ...client.frame, ...fields } }));
          (window as unknown as { ahead: number }).ahead += 80;
        }
      },
      { speed, playing },
    );
  const notice = page.locator('.late');
  await feed(1, true);
  expect(await notice.isVisible()).toBe(false);
  await feed(0.42, true);
  expect(await notice.textContent()).toBe('Cannot keep real time0.42×');
  expect(await notice.isVisible()).toBe(true);
  await feed(1, true);
  expect(await notice.isVisible()).toBe(false);
});

test('a slider of the scene loads it anew, and the address says so', async () => {
  const page = await studio.visit('#scene=tower');
  await page.getByRole('slider', { name: 'boxes' }).fill('4');
  await page.waitForFunction(() => window.studio.client.scenes[0]?.bodies.length === 5);
  await page.waitForFunction(() => location.hash === '#scene=tower&p.boxes=4');
  await page.getByRole('button', { name: 'Restore its values' }).click();
  await page.waitForFunction(() => location.hash === '#scene=tower');
  await page.evaluate(() => window.studio.choice.showScene('falling-box'));
  await page.waitForFunction(() => location.hash === '#scene=falling-box');
  await page.goBack();
  await page.waitForFunction(() => window.studio.client.scenes[0]?.name === 'tower');
});

test('a model is laid over the scene', async () => {
  const page = await studio.visit('#scene=spinning-plate');
  await page.getByLabel('Contact model').selectOption('point');
  await page.waitForFunction(() => window.studio.client.scenes[0]?.model === 'point');
  await page.waitForFunction(() => location.hash === '#scene=spinning-plate&contact.model=point');
});

test('a link that cannot be used is explained, and something is shown and plays all the same', async () => {
  const { page } = await studio.open('#scene=nowhere');
  expect(await page.getByRole('alert').textContent()).toMatch(/no built-in scene.*nowhere|nowhere/);
  await reachStep(page, 2);
});

test('a parameter that the scene refuses is explained and leaves the running scene alone', async () => {
  const page = await studio.visit('#scene=tower');
  await page.evaluate(() => window.studio.choice.setParameters({ boxes: 1e9 }));
  expect(await page.getByRole('alert').textContent()).toMatch(/parameter boxes is 1000000000/);
  expect(await page.evaluate(() => window.studio.client.scenes[0]?.bodies.length)).toBe(11);
  const step = await stepOf(page);
  await reachStep(page, step + 3);
});
