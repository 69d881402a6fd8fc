// Hands on bodies, in a real browser: pointers, fingers, keys.

import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { halt, PHONE, Studio, settle, step, TIMEOUT } from './studio.js';

let studio: Studio;
beforeAll(async () => {
  studio = await Studio.start();
});
afterEach((context) => studio.check(context));
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

/** A box on a floor, seen from the front; time stands still, but for steps that are asked for. */
async function box(friction = 0.5): Promise<Page> {
  const page = await studio.visit('#scene=tower', { drawn: true, plays: false });
  await page.evaluate(async (mu) => {
    const { client, stage } = window.studio;
    await client.load([
      {
        description: {
          name: 'one-box',
          contact: { friction: mu },
          bodies: [
            { name: 'floor', type: 'static', shape: { type: 'half-space' } },
            { name: 'box', shape: { type: 'box', size: [1, 1, 1] }, mass: 2, position: [0, 0.5, 0] },
          ],
        },
      },
    ]);
    await client.want({ velocities: true }, 'test');
    // A hand plays; so slowly that no step is done but those that a test asks for.
    await client.setRate(1e-6);
    stage.zoom(0.5);
  }, friction);
  // With forces, and thereby the scale of their arrows.
  await step(page, 2);
  await settle(page);
  return page;
}

/** Presses on a body and moves on by a way (CSS px), through places in between; the hand plays. */
async function take(page: Page, at: At, dx: number, dy: number): Promise<void> {
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await page.mouse.move(at.x + dx, at.y + dy, { steps: 3 });
  await page.waitForFunction(() => window.studio.client.frame!.playing, undefined, TIMEOUT);
  await arrive(page);
}

/** What the hand has last done has reached the simulation, which pauses: places are sent once a picture. */
async function arrive(page: Page): Promise<void> {
  await settle(page);
  await halt(page);
}

/** Lets go, and waits until the frame has no hand any more. */
async function letGo(page: Page): Promise<void> {
  await page.mouse.up();
  await page.waitForFunction(() => window.studio.client.frame!.lanes[0]!.pulls.length === 0, undefined, TIMEOUT);
}

/** The velocity of the box, to the right of the picture and up (m/s). */
function velocity(page: Page): Promise<{ right: number; up: number }> {
  return page.evaluate(() => {
    const { right } = window.studio.stage.axes();
    const v = window.studio.client.frame!.lanes[0]!.details!.velocities!;
    return { right: v[6]! * right[0] + v[7]! * right[1] + v[8]! * right[2], up: v[7]! };
  });
}

test('a drag holds a body by a spring, shows its force, and throws it', async () => {
  const page = await box();
  const { at, position } = await find(page, 'box');
  await take(page, at, 0, -110);
  expect(await page.evaluate(() => window.studio.stage.rig.controls.enabled)).toBe(false);
  await step(page, 60);
  expect((await find(page, 'box')).position[1]).toBeGreaterThan(position[1] + 0.3);
  // It swings below the hand, now with more, now with less than its weight: on the whole, m Δv = ∫ (F - m g) dt.
  const before = await velocity(page);
  const pulls = await page.evaluate(async () => {
    const { client } = window.studio;
    const seen = [];
    for (let n = 0; n < 60; n++) {
      await client.stepOnce();
      seen.push(...client.frame!.lanes[0]!.pulls);
    }
    return seen;
  });
  expect(new Set(pulls.map(({ kind }) => kind))).toEqual(new Set(['grab']));
  expect(pulls).toHaveLength(60);
  const mean = pulls.reduce((sum, { force }) => sum + force[1], 0) / 60;
  // Over 60 steps of 1/60 s. Velocities are single floats of order 1.
  expect(mean).toBeCloseTo(2 * (9.81 + (await velocity(page)).up - before.up), 5);
  // To the right, and let go on the way.
  await page.mouse.move(at.x + 160, at.y - 130, { steps: 2 });
  await arrive(page);
  await step(page, 4);
  await letGo(page);
  const thrown = await velocity(page);
  expect(thrown.right).toBeGreaterThan(0.3);
  await step(page, 6);
  const flying = await velocity(page);
  // Nothing holds it any more; the picture looks down a little, so that "right" is level.
  expect(flying.right).toBeCloseTo(thrown.right, 5);
  expect(flying.up).toBeCloseTo(thrown.up - 9.81 * 0.1, 5);
  expect(await page.evaluate(() => window.studio.stage.rig.controls.enabled)).toBe(true);
});

test('while it is held the wheel moves it nearer and farther, and with Alt it turns', async () => {
  const page = await box();
  const { at } = await find(page, 'box');
  await take(page, at, 0, -60);
  const hand = () =>
    page.evaluate(() => {
      const { touch, stage } = window.studio;
      const { target, rotation } = touch.hand.held!;
      const eye = stage.rig.camera.position.toArray();
      return { eye, target, rotation, away: target.map((x, k) => x - eye[k]!) };
    });
  const start = await hand();
  await page.mouse.wheel(0, 90);
  await expect.poll(async () => (await hand()).target).not.toEqual(start.target);
  const nearer = await hand();
  // Along the line of sight, by 1/900 in ln(distance) a pixel; the eye stays.
  for (const k of [0, 1, 2]) expect(nearer.away[k]).toBeCloseTo(Math.exp(-90 / 900) * start.away[k]!, 9);
  expect(nearer.eye).toEqual(start.eye);
  await arrive(page);
  await step(page, 60);
  const { target, point } = await page.evaluate(() => window.studio.client.frame!.lanes[0]!.pulls[0]!);
  expect(target).toEqual(nearer.target);
  expect(Math.hypot(...point.map((x, k) => x - target![k]!))).toBeLessThan(0.1);

  // From where it is: 0.01 rad a pixel about what is up in the picture.
  const rotationOf = () => page.evaluate(() => [...window.studio.client.frame!.lanes[0]!.poses.subarray(10, 14)]);
  const angle = (p: readonly number[], q: readonly number[]) =>
    2 * Math.acos(Math.min(1, Math.abs(p.reduce((sum, x, k) => sum + x * q[k]!, 0))));
  const before = await rotationOf();
  await page.keyboard.down('Alt');
  await page.mouse.move(at.x + 50, at.y - 60, { steps: 2 });
  const turned = await hand();
  expect(angle(turned.rotation!, before)).toBeCloseTo(0.5, 5);
  expect(turned.target).toEqual(nearer.target);
  await arrive(page);
  await step(page, 120);
  // It hangs by a point of its side, r = 0.61 m from its middle: its weight turns it from there by less than
  // m g r (1 + 2 h ω + h² ω²) / (I ω²) = 0.34, with ω = 12.3/s and I = 1/3 kg m².
  expect(angle(await rotationOf(), turned.rotation!)).toBeLessThan(0.35);
  expect(angle(await rotationOf(), before)).toBeGreaterThan(0.3);
  await page.keyboard.up('Alt');
  await letGo(page);
});

test('a drag beside the bodies turns the camera, a click selects: neither moves a body', async () => {
  const page = await box();
  const eye = () => page.evaluate(() => window.studio.stage.rig.camera.position.toArray());
  const { at } = await find(page, 'box');
  const before = await eye();
  await page.mouse.move(at.x + 150, at.y + 60);
  await page.mouse.down();
  await page.mouse.move(at.x + 190, at.y + 60, { steps: 3 });
  await page.mouse.up();
  await settle(page);
  expect(await eye()).not.toEqual(before);
  // The camera comes to rest by and by.
  await page.waitForFunction(async () => {
    const place = () => window.studio.stage.rig.camera.position.toArray().join();
    const then = place();
    for (let n = 0; n < 3; n++) await new Promise(requestAnimationFrame);
    return place() === then;
  });
  const { at: now, id } = await find(page, 'box');
  let dx = 0;
  await expect
    .poll(async () => {
      dx = 1 - dx; // what is under a pointer is looked up now and then, when it moves
      await page.mouse.move(now.x + dx, now.y);
      return page.evaluate(() => window.studio.stage.canvas.style.cursor);
    })
    .toBe('grab');
  // A click is quick, and trembles: all at once, so that no machine is too slow for it.
  const mouse = await page.context().newCDPSession(page);
  const send = (type: 'mousePressed' | 'mouseMoved' | 'mouseReleased', by: number) =>
    mouse.send('Input.dispatchMouseEvent', {
      type,
      x: now.x + by,
      y: now.y,
      button: 'left',
      buttons: type === 'mouseReleased' ? 0 : 1,
      clickCount: 1,
    });
  await Promise.all([send('mousePressed', dx), send('mouseMoved', dx + 2), send('mouseReleased', dx + 2)]);
  expect(await page.evaluate(() => window.studio.selection.body)).toBe(id);
  await page.evaluate(() => window.studio.client.hash()); // whatever was asked has been done
  expect(await page.evaluate(() => window.studio.client.frame)).toMatchObject({ step: 2, playing: false });
});

test('a push acts with the force of its arrow until it is let go', async () => {
  const page = await box(0);
  await page.evaluate(() => window.studio.touch.panel.setTool('push'));
  const { at } = await find(page, 'box');
  const { from, newtonsPerMetre } = await page.evaluate(({ x, y }) => {
    const { stage } = window.studio;
    return {
      from: stage.pick(x, y, { contacts: false })!.point,
      newtonsPerMetre: stage.lanes[0]!.drawn.newtonsPerMetre,
    };
  }, at);
  await take(page, at, 60, 0);
  await step(page);
  const first = await velocity(page);
  const pull = await page.evaluate(() => window.studio.client.frame!.lanes[0]!.pulls[0]!);
  expect(pull.kind).toBe('push');
  // The arrow is as long as the way of the pointer, from where it was pressed: to a pixel.
  const to = pull.force.map((f, k) => from[k]! + f / newtonsPerMetre) as [number, number, number];
  const end = await page.evaluate((point) => window.studio.stage.project(point)!, to);
  expect(Math.abs(end.x - at.x - 60)).toBeLessThan(1);
  expect(Math.abs(end.y - at.y)).toBeLessThan(1);
  // On a floor without friction every step of 1/60 s adds F h to the momentum, until it is let go. To a thousandth:
  // once, on a busy machine, a hundred-thousandth was missing, and why is not known. One step more or less would be a
  // half.
  const { right } = await page.evaluate(() => window.studio.stage.axes());
  const gain = pull.force.reduce((sum, f, k) => sum + f * right[k]!, 0) / 60 / 2;
  expect(gain).toBeGreaterThan(0.01);
  expect(first.right / gain).toBeCloseTo(1, 3);
  await step(page);
  expect((await velocity(page)).right / gain).toBeCloseTo(2, 3);
  await letGo(page);
  await step(page, 3);
  expect((await velocity(page)).right / gain).toBeCloseTo(2, 3);
});

test('bodies are added, duplicated and deleted, and come and go again as one goes back and forth in time', async () => {
  const page = await box();
  const names = () => page.evaluate(() => window.studio.client.scenes[0]!.bodies.map(({ name }) => name));
  await page.getByRole('tab', { name: 'Touch' }).click();
  await step(page, 5);
  await page.getByRole('button', { name: 'Coin', exact: true }).click();
  await expect.poll(names).toEqual(['floor', 'box', 'coin']);
  await step(page, 5);
  const { position } = await find(page, 'coin');
  expect(position[1]).toBeGreaterThan(1);
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.keyboard.press('Control+d');
  await expect.poll(names).toEqual(['floor', 'box', 'coin', 'coin 2']);
  await step(page, 5);
  await page.evaluate(() => {
    const { selection, client } = window.studio;
    selection.selectBody(client.scenes[0]!.bodies[1]!.id);
  });
  await page.keyboard.press('Delete');
  await expect.poll(names).toEqual(['floor', 'coin', 'coin 2']);
  await step(page, 5);
  const end = await page.evaluate(() => window.studio.client.hash());
  const seek = (to: number) => page.evaluate((n) => window.studio.client.seek(n), to);
  for (const [to, wanted] of [
    [5, ['floor', 'box']],
    [10, ['floor', 'box', 'coin']],
    [15, ['floor', 'box', 'coin', 'coin 2']],
    [22, ['floor', 'coin', 'coin 2']],
  ] as const) {
    await seek(to);
    await expect.poll(names).toEqual(wanted);
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
  await page.waitForFunction(() => window.studio.client.frame!.playing, undefined, TIMEOUT);
  await arrive(page);
  await step(page, 150);
  expect((await find(page, 'box')).position[1]).toBeGreaterThan(position[1] + 0.5);
  // Held still by its middle it weighs what it weighs.
  const pull = await page.evaluate(() => window.studio.client.frame!.lanes[0]!.pulls[0]!);
  expect(pull.force[1]).toBeCloseTo(2 * 9.81, 4);
  await page.keyboard.press('Escape');
  expect(await page.evaluate(() => [window.studio.touch.hand.held, window.studio.selection.body])).toEqual([null, id]);
  await page.keyboard.press('?');
  expect(await page.getByRole('dialog', { name: 'Help' }).textContent()).toContain('hold the selected body');
});

test('a gamepad turns the view, and its buttons play and hold', async () => {
  const page = await box();
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
  await expect.poll(eye).not.toBeCloseTo(before, 3);
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
  await page.evaluate(() => Reflect.deleteProperty(navigator, 'getGamepads'));
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
  await halt(page);
  await settle(page);
  const name = await page.evaluate(
    () => window.studio.client.scenes[0]!.bodies.find(({ type }) => type === 'dynamic')!.name,
  );
  const { at } = await find(page, name);
  await send('touchStart', at);
  for (const dy of [20, 40, 60]) await send('touchMove', { x: at.x, y: at.y - dy });
  await page.waitForFunction(() => window.studio.client.frame!.lanes[0]!.pulls[0]?.kind === 'grab', undefined, TIMEOUT);
  await send('touchEnd');
  await page.waitForFunction(() => window.studio.touch.hand.held === null, undefined, TIMEOUT);
  await halt(page);
  await settle(page);
  const distance = () => page.evaluate(() => window.studio.stage.rig.distance);
  const before = await distance();
  // The first finger on the body, the second beside it: together they are the camera's.
  const { at: now } = await find(page, name);
  await send('touchStart', now);
  await send('touchStart', now, { x: now.x + 60, y: now.y });
  for (const dx of [80, 100, 120]) await send('touchMove', now, { x: now.x + dx, y: now.y });
  await send('touchEnd');
  await expect.poll(distance).toBeLessThan(0.8 * before);
  expect(await page.evaluate(() => window.studio.touch.hand.held)).toBe(null);
});

test('with the tool "Cut" a line across a soft body cuts it in two', async () => {
  const page = await studio.visit('#scene=cut-bar', { drawn: true, plays: false });
  await step(page, 1);
  await settle(page);
  const { at } = await find(page, 'bar');
  await page.evaluate(() => {
    for (const input of document.querySelectorAll<HTMLInputElement>('input[name="touch-tool"]'))
      if (input.value === 'cut') input.click();
  });
  await page.mouse.move(at.x - 4, at.y - 70);
  await page.mouse.down();
  await page.mouse.move(at.x + 4, at.y + 70, { steps: 4 });
  expect(await page.locator('.cut-line').count()).toBe(1);
  await page.mouse.up();
  expect(await page.locator('.cut-line').count()).toBe(0);
  await step(page, 1);
  await page.waitForFunction(
    () => window.studio.client.scenes[0]!.bodies.some(({ name }) => name === 'bar/2'),
    undefined,
    TIMEOUT,
  );
  expect(await page.evaluate(() => window.studio.stage.rig.controls.enabled)).toBe(true);
});

test('a soft body is dragged by its surface, and coloured by what is stored in it', async () => {
  const page = await studio.visit('#scene=cut-bar', { drawn: true, plays: false });
  await page.evaluate(() => window.studio.client.setRate(1e-6));
  await step(page, 10);
  await settle(page);
  /** Highest and lowest vertex of the bar's surface (m), and its greatest heat. */
  const surface = () =>
    page.evaluate(() => {
      const { positions, heat } = window.studio.client.frame!.lanes[0]!.softs![0]!;
      const heights = positions.filter((_, k) => k % 3 === 1);
      return { high: Math.max(...heights), heat: Math.max(...heat!) };
    });
  const before = await surface();
  const tip = await page.evaluate(() => {
    const { positions } = window.studio.client.frame!.lanes[0]!.softs![0]!;
    let k = 0;
    for (let v = 0; v < positions.length; v += 3) if (positions[v]! > positions[k]!) k = v;
    return window.studio.stage.project([positions[k]! - 0.06, positions[k + 1]!, positions[k + 2]!])!;
  });
  await page.evaluate(() => window.studio.stage.layers.set('strain', true));
  await take(page, tip, 0, -120);
  await step(page, 30);
  const after = await surface();
  if (process.env.PICTURE) await page.screenshot({ path: process.env.PICTURE });
  expect(after.high).toBeGreaterThan(before.high + 0.03);
  expect(after.heat).toBeGreaterThan(0.5);
  await page.mouse.up();
});
