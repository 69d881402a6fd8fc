// The simulation in its worker and the view of it, in a real browser.

import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { scenes } from '../../scenes/index.js';
import { World } from '../../src/index.js';
import { longestWait, stretches } from './busy.js';
import { halt, Studio, settle, step } from './studio.js';

let studio: Studio;
beforeAll(async () => {
  studio = await Studio.start();
});
afterEach((context) => studio.check(context));
afterAll(() => studio.stop());

const visit = (hash: string, drawn = false): Promise<Page> => studio.visit(hash, { plays: false, drawn });

test.each(['spinning-plate', 'rolling-coin', 'arch', 'chain', 'linked-tori'])(
  '%s: the worker has the bits of Node after 90 steps, and again after going back',
  async (name) => {
    const page = await visit(`#scene=${name}`);
    const [once, again] = await page.evaluate(async () => {
      const { client } = window.studio;
      await client.stepOnce(90);
      const first = await client.hash();
      await client.seek(31);
      await client.stepOnce(59);
      return [first, await client.hash()] as const;
    });
    const world = new World(scenes.find((scene) => scene.name === name)!.make());
    for (let n = 0; n < 90; n++) world.step();
    expect(once).toEqual([world.hash()]);
    expect(again).toEqual(once);
  },
);

test('draws when something changes, and only then', async () => {
  const page = await visit('#scene=tower', true);
  const drawn = await page.evaluate(async () => {
    const { client, stage } = window.studio;
    const frames = async (n: number) => {
      for (let k = 0; k < n; k++) await new Promise(requestAnimationFrame);
    };
    let count = 0;
    stage.addEventListener('draw', () => count++);
    // Until the last of what loading caused is drawn.
    for (let before = -1; before !== count; ) {
      before = count;
      await frames(30);
    }
    count = 0;
    await frames(60);
    const idle = count;
    await client.stepOnce();
    await frames(1);
    return [idle, count];
  });
  expect(drawn).toEqual([0, 1]);
});

test('finds bodies and contacts under the pointer, in both lanes of a comparison', async () => {
  const page = await visit('#scene=tower', true);
  const found = await page.evaluate(async () => {
    const { client, stage } = window.studio;
    await client.load([{ scene: 'tower' }, { scene: 'tower', overrides: { contact: { model: 'point' } } }]);
    await client.stepOnce(20);
    return [0, 1].map((lane) => {
      const scene = client.scenes[lane]!;
      const { poses, details } = client.frame!.lanes[lane]!;
      const bodies = scene.bodies.flatMap(({ id, type }, k) => {
        if (type === 'static') return [];
        const at = stage.project([poses[7 * k]!, poses[7 * k + 1]!, poses[7 * k + 2]!], lane)!;
        const hit = stage.pick(at.x, at.y, { contacts: false });
        return [hit?.kind === 'body' && hit.body === id && hit.lane === lane];
      });
      const contact = details!.contacts![4]!;
      const at = stage.project(contact.point, lane)!;
      const hit = stage.pick(at.x, at.y, { contacts: true });
      return { bodies, contact: hit?.kind === 'contact' && hit.contact.a === contact.a && hit.contact.b === contact.b };
    });
  });
  for (const lane of found) {
    expect(lane.bodies).toEqual(Array(10).fill(true));
    expect(lane.contact).toBe(true);
  }
});

test('a picture can be taken in any size, and leaves the view as it was', async () => {
  const page = await visit('#scene=spinning-plate', true);
  const picture = await page.evaluate(async () => {
    const { stage } = window.studio;
    const before = [stage.canvas.width, stage.canvas.height, stage.rig.camera.position.toArray().join()];
    const blob = await stage.capture({ width: 320, height: 200, scheme: 'dark' });
    const bitmap = await createImageBitmap(blob);
    const canvas = new OffscreenCanvas(320, 200);
    const context = canvas.getContext('2d')!;
    context.drawImage(bitmap, 0, 0);
    const { data } = context.getImageData(0, 0, 320, 200);
    const colors = new Set<number>();
    for (let k = 0; k < data.length; k += 4) colors.add((data[k]! << 16) | (data[k + 1]! << 8) | data[k + 2]!);
    const after = [stage.canvas.width, stage.canvas.height, stage.rig.camera.position.toArray().join()];
    return {
      type: blob.type,
      width: bitmap.width,
      height: bitmap.height,
      colors: colors.size,
      corner: data[0],
      before,
      after,
    };
  });
  expect(picture).toMatchObject({ type: 'image/png', width: 320, height: 200 });
  // A plate, its patch and arrows on a dark ground.
  expect(picture.colors).toBeGreaterThan(50);
  expect(picture.corner).toBeLessThan(40);
  expect(picture.after).toEqual(picture.before);
});

test('the page answers within 50 ms while 300 bodies fall in a heap', async () => {
  const page = await visit('#scene=tower', true);
  await page.evaluate(async () => {
    const { client } = window.studio;
    const bodies = Array.from({ length: 300 }, (_, k) => ({
      shape:
        k % 3 ? { type: 'box' as const, size: [0.4, 0.4, 0.4] as const } : { type: 'sphere' as const, radius: 0.22 },
      mass: 1,
      position: [0.5 * (k % 10), 0.3 + 0.5 * Math.floor(k / 100), 0.5 * (Math.floor(k / 10) % 10)] as const,
    }));
    await client.load([{ description: { bodies: [{ type: 'static', shape: { type: 'half-space' } }, ...bodies] } }]);
  });
  // The first pictures compile shaders.
  await step(page, 2);
  await settle(page);
  let frames = 0;
  const busy = await stretches(page, async () => {
    frames = await page.evaluate(async () => {
      const { client } = window.studio;
      let count = 0;
      await client.play();
      return new Promise<number>((resolve) => {
        client.on('frame', ({ detail }) => {
          count++;
          if (detail.step >= 40 && count > 10) resolve(count);
        });
      });
    });
    await halt(page);
  });
  const contacts = await page.evaluate(() => window.studio.client.frame!.lanes[0]!.details?.contacts?.length);
  expect(contacts).toBeGreaterThan(50);
  expect(busy.length).toBeGreaterThan(frames); // else it was not the page
  expect(longestWait(busy)).toBeLessThan(50);
});
