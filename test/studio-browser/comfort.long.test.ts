// What makes the studio easy: what was asked is what happens.

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { halt, isPlaying, LAPTOP, Studio, settle, step, TIMEOUT } from './studio.js';

let studio: Studio;
beforeAll(async () => {
  studio = await Studio.start();
});
afterEach((context) => studio.check(context));
afterAll(() => studio.stop());

test('Space plays and pauses also after a click on a switch', async () => {
  const page = await studio.visit('#scene=tower', { plays: false, viewport: LAPTOP });
  const box = page.locator('[data-layer=pressure]');
  await box.click();
  expect(await box.isChecked()).toBe(true);
  await page.keyboard.press('Space');
  await page.waitForFunction(() => window.studio.client.frame!.playing, undefined, TIMEOUT);
  expect(await box.isChecked()).toBe(true);
  await halt(page);
});

test('a scene that is chosen while another is paused plays', async () => {
  const page = await studio.visit('#scene=tower', { plays: false });
  await page.keyboard.press('g');
  await page.getByRole('searchbox').fill('dominos');
  await page.keyboard.press('Enter');
  await page.waitForFunction(
    () => window.studio.client.scenes[0]?.name === 'domino-run' && window.studio.client.frame!.playing,
    undefined,
    TIMEOUT,
  );
  await halt(page);
  await page.keyboard.press('n');
  await page.waitForFunction(() => window.studio.client.scenes[0]?.name !== 'domino-run', undefined, TIMEOUT);
  await halt(page);
});

test('a body that is added while paused does not move the camera', async () => {
  const page = await studio.visit('#scene=tower', { plays: false, drawn: true });
  const poses = await page.evaluate(async () => {
    const { stage, touch } = window.studio;
    const before = stage.rig.pose.join();
    await touch.bodies.add('ball');
    for (let k = 0; k < 30; k++) await new Promise(requestAnimationFrame);
    return [before, stage.rig.pose.join()];
  });
  expect(poses[1]).toBe(poses[0]);
});

test('a link carries camera, layers and time', async () => {
  const page = await studio.visit('#scene=tower', { plays: false, drawn: true });
  await step(page, 12);
  const link = await page.evaluate(async () => {
    const { stage, files } = window.studio;
    stage.lookFrom([3, 2, 5, 0, 1, 0]);
    stage.layers.chosen = ['patch', 'velocity'];
    return files.link('start', true);
  });
  expect(link).toMatch(/#scene=tower&camera=3,2,5,0,1,0&layers=patch,velocity&time=0\.2$/);
  const other = await studio.visit(new URL(link).hash, { plays: false, drawn: true });
  await other.waitForFunction(() => window.studio.client.frame!.step === 12, undefined, TIMEOUT);
  await settle(other);
  const seen = await other.evaluate(() => ({
    pose: window.studio.stage.rig.pose.map((x) => Number(x.toFixed(4))),
    layers: window.studio.stage.layers.chosen,
  }));
  expect(seen).toEqual({ pose: [3, 2, 5, 0, 1, 0], layers: ['patch', 'velocity'] });
});

test('messages and the card of a mesh go with their scene', async () => {
  const page = await studio.visit('#scene=tower', { plays: false });
  await page.evaluate(() => window.studio.messages.fault(new Error('about the tower')));
  await page.evaluate(() => window.studio.choice.showScene('arch'));
  await page.waitForFunction(() => !document.body.textContent!.includes('about the tower'), undefined, TIMEOUT);
});

test('the tree lists bodies and joints, selects, and turns a motor without a restart', async () => {
  const page = await studio.visit('#scene=gear-pair', { plays: false, viewport: LAPTOP });
  await page.getByRole('tab', { name: 'Bodies' }).click();
  await page.getByRole('button', { name: 'large', exact: true }).click();
  expect(await page.evaluate(() => window.studio.selection.body)).not.toBeNull();
  const load = await page.evaluate(() => window.studio.client.scenes[0]!.load);
  await page.getByRole('slider', { name: 'speed of motor' }).fill('-3');
  await step(page, 2);
  const scene = await page.evaluate(() => window.studio.client.scenes[0]!);
  expect(scene.load).toBe(load);
  expect(scene.joints[0]!.motor!.velocity).toBe(-3);
});

test('undo brings a deleted body back', async () => {
  const page = await studio.visit('#scene=tower', { plays: false });
  await page.evaluate(async () => {
    const { client, selection, touch } = window.studio;
    selection.selectBody(client.scenes[0]!.bodies.at(-1)!.id);
    await touch.bodies.remove();
  });
  expect(await page.evaluate(() => window.studio.client.scenes[0]!.bodies.length)).toBe(10);
  await page.keyboard.press('Control+z');
  await page.waitForFunction(() => window.studio.client.scenes[0]!.bodies.length === 11, undefined, TIMEOUT);
});

test('the camera looks from the front, the side and above, and follows the selected body', async () => {
  const page = await studio.visit('#scene=rolling-coin', { plays: false, drawn: true, viewport: LAPTOP });
  const height = await page.evaluate(async () => {
    const { stage } = window.studio;
    stage.frame({ from: [0, 90] });
    const [x, y, z, tx, ty, tz] = stage.rig.pose as [number, number, number, number, number, number];
    return (y - ty) / Math.hypot(x - tx, y - ty, z - tz);
  });
  expect(height).toBeGreaterThan(0.999);
  const away = await page.evaluate(async () => {
    const { stage, client } = window.studio;
    const coin = client.scenes[0]!.bodies.find(({ name }) => name === 'coin')!;
    stage.followBody(coin.id);
    await client.stepOnce(240);
    const k = stage.lanes[0]!.bodies.indexOf(coin.id);
    return stage.rig.target.distanceTo({ ...stage.rig.target, ...vector(stage.lanes[0]!.bodies.centerOf(k)) } as never);
    function vector([x, y, z]: [number, number, number]) {
      return { x, y, z };
    }
  });
  expect(away).toBeLessThan(0.05);
  expect(await isPlaying(page)).toBe(false);
});
