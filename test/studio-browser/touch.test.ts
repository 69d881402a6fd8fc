// Hands on bodies, in a real browser: pointers, fingers, keys.

import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { reachStep, Studio, settle, stepOf, TIMEOUT } from './studio.js';

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
  // Held still it weighs what it weighs.
  await later(page, 60);
  const pull = await page.evaluate(() => window.studio.client.frame!.lanes[0]!.pulls[0]!);
  expect(pull.kind).toBe('grab');
  expect(pull.force[1]).toBeGreaterThan(0.9 * 2 * 9.81);
  expect(pull.force[1]).toBeLessThan(1.1 * 2 * 9.81);
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/grab.png` });
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
