// What hands feel, in a real browser: a device's body taken with the mouse and with a gamepad that is not there, models
// side by side.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { cache } from '../../scripts/lib/install.js';
import { halt, LAPTOP, Studio, settle, step, TIMEOUT } from './studio.js';

let studio: Studio;
beforeAll(async () => {
  studio = await Studio.start();
});
afterEach((context) => studio.check(context));
afterAll(() => studio.stop());

const place = (page: Page, name: string) =>
  page.evaluate((wanted) => {
    const { client, stage } = window.studio;
    const k = client.scenes[0]!.bodies.findIndex((body) => body.name === wanted);
    const { poses } = client.frame!.lanes[0]!;
    return { at: stage.project([poses[7 * k]!, poses[7 * k + 1]!, poses[7 * k + 2]!])!, height: poses[7 * k + 1]! };
  }, name);

/** The table of a hand as text: label and figures of each line. */
const table = (page: Page, device: string) =>
  page.evaluate(
    (name) =>
      [...document.querySelectorAll(`.feel-table[data-device="${name}"] tbody tr`)].map((row) =>
        [...row.children].map((cell) => cell.textContent ?? ''),
      ),
    device,
  );

/** Pictures to look at go to the cache folder. */
async function look(page: Page, name: string): Promise<void> {
  const folder = join(cache, 'feel');
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`) });
}

test('the tip of a hand is taken with the mouse, pressed on its wall, and its force is read', async () => {
  const page = await studio.visit('#scene=hand-on-wall', { drawn: true, plays: false, viewport: LAPTOP });
  await page.click('#tab-touch');
  await page.evaluate(() => window.studio.client.setRate(1e-6));
  await step(page, 100);
  await settle(page);
  const { at } = await place(page, 'tip');
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await page.mouse.move(at.x + 10, at.y + 40, { steps: 3 });
  await page.waitForFunction(() => window.studio.client.frame!.playing, undefined, TIMEOUT);
  await settle(page);
  await halt(page);
  await step(page, 1500);
  await settle(page);
  await page.waitForFunction(() => /[1-9]/.test(document.querySelector('.feel-table tbody td')?.textContent ?? ''));
  const frame = await page.evaluate(() => window.studio.client.frame!.lanes[0]!);
  const [own, device] = frame.feels;
  expect(own!.device).toBeNull();
  expect(device!.device).toBe('hand');
  expect(own!.force[1]).toBeGreaterThan(0.5);
  expect(own!.force).toEqual(device!.force);
  // The spring is drawn from the tip to the hand.
  expect(frame.pulls).toMatchObject([{ kind: 'grab' }]);
  const lines = await table(page, '');
  expect(lines.map(([label]) => label)).toEqual([
    'Force',
    'Torque',
    'Energy to the hand',
    'Longest step',
    'Late steps',
  ]);
  expect(lines[0]![1]).toMatch(/N$/);
  expect(lines[2]![1]).toMatch(/J$/);
  expect(lines[3]![1]).toMatch(/s$/);
  await look(page, 'hand-on-wall');
  await page.mouse.up();
  await page.waitForFunction(() => window.studio.client.frame!.lanes[0]!.feels.length === 1, undefined, TIMEOUT);
});

test('models stand side by side while one hand plays', async () => {
  const page = await studio.visit('#scene=shovels&compare=six', { drawn: true, plays: false, viewport: LAPTOP });
  await page.click('#tab-touch');
  await page.evaluate(async () => {
    const { client } = window.studio;
    await client.setRate(1e-6);
    await client.stepOnce(50);
    const shovel = client.scenes[0]!.bodies.find(({ name }) => name === 'left shovel')!;
    await client.command({ type: 'grab', body: shovel.id, point_B: [0, 0, 0], target: [-0.1, 0.01, 0] });
    await client.stepOnce(300);
  });
  await settle(page);
  await page.waitForFunction(() => document.querySelectorAll('.feel-table').length === 3, undefined, TIMEOUT);
  const lines = await table(page, '');
  // A figure for each model.
  expect(lines[0]).toHaveLength(3);
  const heads = await page.evaluate(() =>
    [...document.querySelectorAll('.feel-table[data-device=""] thead th')].map(({ textContent }) => textContent),
  );
  expect(heads).toEqual(['penalty', 'six']);
  await look(page, 'shovels-compared');
});

test('a gamepad holds a body and rumbles with what it feels', async () => {
  const page = await studio.visit('#scene=tower', { drawn: true, plays: false });
  const played = await page.evaluate(async () => {
    const { client, touch, selection } = window.studio;
    const effects: { strongMagnitude: number }[] = [];
    const button = (pressed: boolean) => ({ pressed, touched: pressed, value: pressed ? 1 : 0 });
    const pad = {
      index: 0,
      id: 'A pad',
      connected: true,
      mapping: 'standard',
      axes: [0, 0, 0, 0],
      buttons: Array.from({ length: 17 }, () => button(false)),
      vibrationActuator: {
        playEffect: async (_: string, effect: { strongMagnitude: number }) => {
          effects.push(effect);
        },
      },
    };
    navigator.getGamepads = () => [pad as unknown as Gamepad];
    const box = client.scenes[0]!.bodies.filter(({ type }) => type === 'dynamic').at(-1)!;
    selection.selectBody(box.id);
    const event = new Event('gamepadconnected');
    Object.assign(event, { gamepad: pad });
    dispatchEvent(event);
    const picture = () => new Promise(requestAnimationFrame);
    await picture();
    pad.buttons[2] = button(true);
    while (!touch.hand.held) await picture();
    pad.buttons[2] = button(false);
    // Up, for a while.
    pad.axes = [0, 0, 0, -1];
    const end = performance.now() + 20_000;
    while (effects.length < 3 && performance.now() < end) await picture();
    const { held } = touch.hand;
    touch.hand.letGo();
    navigator.getGamepads = () => [];
    return { by: held?.by, effects };
  });
  expect(played.by).toBe('device');
  expect(played.effects.length).toBeGreaterThanOrEqual(3);
  for (const { strongMagnitude } of played.effects) {
    expect(strongMagnitude).toBeGreaterThan(0);
    expect(strongMagnitude).toBeLessThanOrEqual(1);
  }
}, 120_000);
