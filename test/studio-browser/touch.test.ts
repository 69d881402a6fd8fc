// Hands on bodies, in a real browser: pointers, fingers, keys.

import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { PHONE, reachStep, Studio, settle, stepOf, TIMEOUT } from './studio.js';

let studio: Studio;
beforeAll(async () => {
  studio = await Studio.start();
});
afterEach(() => studio.check());
afterAll(() => studio.stop());

interface At {
  x: number;
  y: number;
}

/** Of the body of that name: where it is on the screen (CSS px), and in the world (m). */
function find(page: Page, name: string): Promise<{ at: At; position: [number, number, number]; id: number }> {
  return page.evaluate((wanted) => {
    const { client, stage } = window.studio;
    const k = client.scenes[0]!.bodies.findIndex((body) => body.name === wanted);
    const { poses } = client.frame!.lanes[0]!;
    const position: [number, number, number] = [poses[7 * k]!, poses[7 * k + 1]!, poses[7 * k + 2]!];
    return { at: stage.project(position)!, position, id: client.scenes[0]!.bodies[k]!.id };
  }, name);
}

const later = (page: Page, steps: number): Promise<void> => stepOf(page).then((step) => reachStep(page, step + steps));

/** A box on a floor, seen from the front. */
async function box(plays = true): Promise<Page> {
  const page = await studio.visit('#scene=tower', { drawn: true, plays: false });
  await page.evaluate(async (isPlaying) => {
    const { client, transport, selection } = window.studio;
    selection.clear();
    await client.load([
      {
        description: {
          name: 'one-box',
          bodies: [
            { name: 'floor', type: 'static', shape: { type: 'half-space' } },
            { name: 'box', shape: { type: 'box', size: [1, 1, 1] }, mass: 2, position: [0, 0.5, 0] },
          ],
        },
      },
    ]);
    transport.setPlaying(isPlaying);
  }, plays);
  // The first pictures take their time.
  await settle(page);
  await page.evaluate(() => window.studio.stage.zoom(0.5));
  return page;
}

test('a drag holds a body by a spring, shows its force, and throws it', async () => {
  const page = await box();
  const { at, position } = await find(page, 'box');
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await page.mouse.move(at.x, at.y - 30, { steps: 2 });
  await page.mouse.move(at.x, at.y - 110, { steps: 4 });
  expect(await page.evaluate(() => window.studio.stage.rig.controls.enabled)).toBe(false);
  await page.waitForFunction(
    (low) => {
      const { client } = window.studio;
      return client.frame!.lanes[0]!.poses[8]! > low + 0.3;
    },
    position[1],
    { timeout: 15_000 },
  );
  const pull = await page.evaluate(() => window.studio.client.frame!.lanes[0]!.pulls[0]!);
  expect(pull.kind).toBe('grab');
  // It swings below the hand: now more, now less than its weight.
  expect(pull.force[1]).toBeGreaterThan(0.3 * 2 * 9.81);
  expect(pull.force[1]).toBeLessThan(4 * 2 * 9.81);
  // To the right, and let go on the way.
  await page.evaluate(() => window.studio.client.want({ velocities: true }, 'test'));
  await page.mouse.move(at.x + 160, at.y - 130, { steps: 2 });
  await page.mouse.up();
  await page.waitForFunction(() => window.studio.client.frame!.lanes[0]!.pulls.length === 0, undefined, TIMEOUT);
  const thrown = await page.evaluate(() => {
    const { right } = window.studio.stage.axes();
    const v = window.studio.client.frame!.lanes[0]!.details!.velocities!;
    return v[6]! * right[0] + v[7]! * right[1] + v[8]! * right[2];
  });
  expect(thrown).toBeGreaterThan(0.3);
  expect(await page.evaluate(() => window.studio.stage.rig.controls.enabled)).toBe(true);
});

test('a drag beside the bodies turns the camera, a click selects: neither moves a body', async () => {
  const page = await box(false);
  const eye = () => page.evaluate(() => window.studio.stage.rig.camera.position.toArray());
  const { at } = await find(page, 'box');
  const before = await eye();
  await page.mouse.move(at.x + 150, at.y + 60);
  await page.mouse.down();
  await page.mouse.move(at.x + 190, at.y + 60, { steps: 3 });
  await page.mouse.up();
  await settle(page);
  expect(await eye()).not.toEqual(before);
  const { at: now, id } = await find(page, 'box');
  await page.mouse.move(now.x, now.y);
  expect(await page.evaluate(() => window.studio.stage.canvas.style.cursor)).toBe('grab');
  await page.mouse.down();
  await page.mouse.move(now.x + 2, now.y + 1);
  await page.mouse.up();
  expect(await page.evaluate(() => window.studio.selection.body)).toBe(id);
  expect(await page.evaluate(() => window.studio.client.frame)).toMatchObject({ step: 0, playing: false });
});

test('a push acts with the force of its arrow until it is let go', async () => {
  const page = await box();
  await page.evaluate(() => window.studio.touch.panel.setTool('push'));
  const { at } = await find(page, 'box');
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await page.mouse.move(at.x + 60, at.y, { steps: 3 });
  await page.waitForFunction(
    () => Math.hypot(...(window.studio.client.frame!.lanes[0]!.pulls[0]?.force ?? [0])) > 1,
    undefined,
    TIMEOUT,
  );
  const { pull, drawn } = await page.evaluate(() => {
    const { client, stage } = window.studio;
    const [first] = client.frame!.lanes[0]!.pulls;
    const k = 1 / stage.lanes[0]!.drawn.newtonsPerMetre;
    const [from, to] = [0, k].map(
      (s) => stage.project(first!.point.map((x, n) => x + s * first!.force[n]!) as [number, number, number])!,
    );
    return { pull: first!, drawn: [to!.x - from!.x, to!.y - from!.y] };
  });
  expect(pull.kind).toBe('push');
  // The arrow is as long as the way of the pointer; less where the body has come nearer or gone farther.
  expect(drawn[0]).toBeGreaterThan(45);
  expect(drawn[0]).toBeLessThan(75);
  await page.mouse.up();
  await page.waitForFunction(() => window.studio.client.frame!.lanes[0]!.pulls.length === 0, undefined, TIMEOUT);
  await page.evaluate(() => window.studio.touch.panel.setTool('grab'));
});

test('bodies are added, duplicated and deleted, and come and go again as one goes back and forth in time', async () => {
  const page = await box(false);
  const names = () => page.evaluate(() => window.studio.client.scenes[0]!.bodies.map(({ name }) => name));
  const step = (count: number) => page.evaluate((n) => window.studio.client.stepOnce(n), count);
  await page.getByRole('tab', { name: 'Touch' }).click();
  await step(5);
  await page.getByRole('button', { name: 'Coin' }).click();
  await expect.poll(names, TIMEOUT).toEqual(['floor', 'box', 'coin']);
  await step(5);
  const { position } = await find(page, 'coin');
  expect(position[1]).toBeGreaterThan(1);
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.keyboard.press('Control+d');
  await expect.poll(names, TIMEOUT).toEqual(['floor', 'box', 'coin', 'coin 2']);
  await step(5);
  await page.evaluate(() => {
    const { selection, client } = window.studio;
    selection.selectBody(client.scenes[0]!.bodies[1]!.id);
  });
  await page.keyboard.press('Delete');
  await expect.poll(names, TIMEOUT).toEqual(['floor', 'coin', 'coin 2']);
  await step(5);
  const end = await page.evaluate(() => window.studio.client.hash());
  const seek = (to: number) => page.evaluate((n) => window.studio.client.seek(n), to);
  for (const [to, wanted] of [
    [3, ['floor', 'box']],
    [8, ['floor', 'box', 'coin']],
    [13, ['floor', 'box', 'coin', 'coin 2']],
    [20, ['floor', 'coin', 'coin 2']],
  ] as const) {
    await seek(to);
    await expect.poll(names, TIMEOUT).toEqual(wanted);
  }
  expect(await page.evaluate(() => window.studio.client.hash())).toEqual(end);
});

test('with keys alone: hold the selected body, lift it, let it go', async () => {
  const page = await box();
  const { id, position } = await find(page, 'box');
  await page.evaluate((body) => window.studio.selection.selectBody(body), id);
  await page.keyboard.press('Enter');
  expect(await page.evaluate(() => window.studio.touch.hand.held?.by)).toBe('keys');
  for (let n = 0; n < 8; n++) await page.keyboard.press('PageUp');
  await page.waitForFunction(
    (low) => window.studio.client.frame!.lanes[0]!.poses[8]! > low + 0.5,
    position[1],
    TIMEOUT,
  );
  // Held still by its middle it weighs what it weighs.
  await later(page, 90);
  const pull = await page.evaluate(() => window.studio.client.frame!.lanes[0]!.pulls[0]!);
  expect(pull.force[1]).toBeCloseTo(2 * 9.81, 1);
  await page.keyboard.press('Escape');
  expect(await page.evaluate(() => [window.studio.touch.hand.held, window.studio.selection.body])).toEqual([null, id]);
  await page.keyboard.press('?');
  expect(await page.getByRole('dialog', { name: 'Keyboard' }).textContent()).toContain('hold the selected body');
});

test('a gamepad turns the view, and its buttons play and hold', async () => {
  const page = await box(false);
  const { id } = await find(page, 'box');
  await page.evaluate((body) => {
    const buttons = Array.from({ length: 16 }, () => ({ pressed: false, touched: false, value: 0 }));
    const pad = { id: 'Pad (STANDARD GAMEPAD)', index: 0, axes: [1, 0, 0, 0], buttons };
    Object.assign(window, { pad });
    navigator.getGamepads = () => [pad as unknown as Gamepad];
    window.studio.selection.selectBody(body);
    const event = Object.assign(new Event('gamepadconnected'), { gamepad: pad });
    dispatchEvent(event);
  }, id);
  const eye = () => page.evaluate(() => window.studio.stage.rig.camera.position.x);
  const before = await eye();
  await expect.poll(eye, TIMEOUT).not.toBeCloseTo(before, 3);
  await page.evaluate(() => {
    const { pad } = window as unknown as { pad: { axes: number[]; buttons: { pressed: boolean }[] } };
    pad.axes[0] = 0;
    pad.buttons[2]!.pressed = true;
  });
  await page.waitForFunction(() => window.studio.touch.hand.held?.by === 'device', undefined, TIMEOUT);
  await page.evaluate(() => {
    const { pad } = window as unknown as { pad: object };
    navigator.getGamepads = () => [];
    dispatchEvent(Object.assign(new Event('gamepaddisconnected'), { gamepad: pad }));
  });
  expect(await page.evaluate(() => window.studio.touch.hand.held)).toBe(null);
});

test('on a phone a finger drags a body, and two fingers zoom', async () => {
  const { page, context } = await studio.open('#scene=falling-box', {
    viewport: PHONE,
    hasTouch: true,
    isMobile: true,
  });
  const touch = await context.newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: At[]) =>
    touch.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: points.map(({ x, y }, id) => ({ x, y, id })),
    });
  await settle(page);
  await page.evaluate(() => window.studio.transport.setPlaying(false));
  const name = await page.evaluate(
    () => window.studio.client.scenes[0]!.bodies.find(({ type }) => type === 'dynamic')!.name,
  );
  const { at } = await find(page, name);
  await send('touchStart', at);
  for (const dy of [20, 40, 60]) await send('touchMove', { x: at.x, y: at.y - dy });
  await page.waitForFunction(() => window.studio.client.frame!.lanes[0]!.pulls[0]?.kind === 'grab', undefined, TIMEOUT);
  await send('touchEnd');
  await page.waitForFunction(() => window.studio.touch.hand.held === null, undefined, TIMEOUT);
  await page.evaluate(() => window.studio.transport.setPlaying(false));
  await settle(page);
  const distance = () => page.evaluate(() => window.studio.stage.rig.distance);
  const before = await distance();
  // The first finger on the body, the second beside it: together they are the camera's.
  const { at: now } = await find(page, name);
  await send('touchStart', now);
  await send('touchStart', now, { x: now.x + 60, y: now.y });
  for (const dx of [80, 100, 120]) await send('touchMove', now, { x: now.x + dx, y: now.y });
  await send('touchEnd');
  await expect.poll(distance, TIMEOUT).toBeLessThan(0.8 * before);
  expect(await page.evaluate(() => window.studio.touch.hand.held)).toBe(null);
});
