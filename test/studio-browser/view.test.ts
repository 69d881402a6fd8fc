// The simulation in its worker and the view of it, in a real browser.

import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { scenes } from '../../scenes/index.js';
import { World } from '../../src/index.js';
import { Studio } from './studio.js';

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
    const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
    let count = 0;
    stage.addEventListener('draw', () => count++);
    // Until the last of what loading caused is drawn.
    for (let before = -1; before !== count; before = count) await pause(1000);
    count = 0;
    await pause(1500);
    const idle = count;
    await client.stepOnce();
    while (count === idle) await pause(10);
    return idle;
  });
  expect(drawn).toBe(0);
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
  const seen = await page.evaluate(async () => {
    const { client } = window.studio;
    const bodies = Array.from({ length: 300 }, (_, k) => ({
      shape:
        k % 3 ? { type: 'box' as const, size: [0.4, 0.4, 0.4] as const } : { type: 'sphere' as const, radius: 0.22 },
      mass: 1,
      position: [0.5 * (k % 10), 0.3 + 0.5 * Math.floor(k / 100), 0.5 * (Math.floor(k / 10) % 10)] as const,
    }));
    await client.load([{ description: { bodies: [{ type: 'static', shape: { type: 'half-space' } }, ...bodies] } }]);
    // The first picture compiles shaders.
    await client.stepOnce(2);
    await new Promise((resolve) => requestAnimationFrame(resolve));
    let frames = 0;
    client.on('frame', () => frames++);
    await client.play();
    // What an event that comes at any time would wait for: by how much a short timer is late.
    const delays: number[] = [];
    const end = performance.now() + 6000;
    while (performance.now() < end) {
      const start = performance.now();
      await new Promise((resolve) => setTimeout(resolve, 5));
      delays.push(performance.now() - start - 5);
    }
    await client.pause();
    return { frames, delays, contacts: client.frame!.lanes[0]!.details?.contacts?.length };
  });
  const sorted = seen.delays.sort((a, b) => a - b);
  expect(seen.frames).toBeGreaterThan(3);
  expect(seen.contacts).toBeGreaterThan(50);
  // Not the longest: where tests run side by side the page may have to wait for the machine itself.
  expect(sorted[Math.floor(0.95 * sorted.length)]).toBeLessThan(50);
});
