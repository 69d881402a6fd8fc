// Files in and out of the page: what is dropped, opened, shared, saved, exported and recorded.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { WebIO } from '@gltf-transform/core';
import type { Download, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { readMesh, writeObj, writePly, writeStl } from '../../meshes/index.js';
import { bumpyCube } from '../../src/shapes/procedural.js';
import { decodeScene } from '../../studio/files/share.js';
import { cube, volume } from '../meshes/samples.js';
import { hashAfter } from '../studio/files-support.js';
import { seriousFaults } from './axe.js';
import { firstFrame, LAPTOP, PHONE, Studio, TIMEOUT, type VisitOptions } from './studio.js';

let studio: Studio;
let page: Page;
beforeAll(async () => {
  studio = await Studio.start();
});
afterEach((context) => studio.check(context));
afterAll(() => studio.stop());

async function show(scene: string, options: VisitOptions = {}): Promise<void> {
  const before = page;
  page = await studio.visit(`#scene=${scene}`, { plays: false, ...options });
  // Asked for once, so that no dialog opens before the browser has heard of it.
  if (page !== before) page.on('filechooser', () => {});
}

/** As the browser does it: over the page, then let go. A number is a length (MB) of nothing. */
async function drop(name: string, content: Uint8Array | string | number): Promise<void> {
  const parts = content instanceof Uint8Array ? [...content] : content;
  await page.evaluate(
    ([fileName, given]) => {
      const data = new DataTransfer();
      const piece = new Uint8Array(1e6);
      const blob =
        typeof given === 'number'
          ? Array(given).fill(piece)
          : [typeof given === 'string' ? given : Uint8Array.from(given)];
      data.items.add(new File(blob, fileName));
      const overlay = document.querySelector<HTMLElement>('.drop-overlay')!;
      const fire = (type: string) =>
        document
          .querySelector('#view')!
          .dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
      fire('dragenter');
      fire('dragover');
      if (overlay.hidden) throw new Error('nothing says that files may be dropped');
      fire('drop');
      if (!overlay.hidden) throw new Error('the overlay stays');
    },
    [name, parts] as const,
  );
}

const faultText = async (): Promise<string> => {
  const fault = page.locator('.fault').last();
  await fault.waitFor();
  const text = (await fault.locator('p').textContent()) ?? '';
  await fault.getByRole('button', { name: 'Dismiss' }).click();
  return text;
};

/** What is shown, as far as a refused file may not change it. */
const shown = (): Promise<string> =>
  page.evaluate(async () => {
    const { client } = window.studio;
    const [scene] = client.scenes;
    return JSON.stringify([scene!.load, scene!.title, scene!.bodies, await client.hash(), location.hash]);
  });

async function downloaded(act: () => Promise<unknown>): Promise<{ name: string; bytes: Uint8Array }> {
  const [file] = await Promise.all<[Promise<Download>, Promise<unknown>]>([page.waitForEvent('download'), act()]);
  return { name: file.suggestedFilename(), bytes: new Uint8Array(readFileSync(await file.path())) };
}

async function choose(entry: string): Promise<void> {
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await page.getByRole('button', { name: entry }).click();
}

const hashIn = (steps: number): Promise<string> =>
  page.evaluate(async (count) => {
    const { client } = window.studio;
    await client.pause();
    await client.reset();
    await client.stepOnce(count);
    return (await client.hash())[0]!;
  }, steps);

test('a broken mesh, a file of 200 MB, a wrong scene: a readable line each, and the scene goes on', async () => {
  await show('tower');
  await page.evaluate(() => window.studio.client.stepOnce(20));
  const before = await shown();
  const { positions, indices } = cube();
  await drop('open.obj', writeObj({ positions, indices: indices.slice(3) }));
  expect(await faultText()).toMatch(/^"open.obj" cannot become a body: mesh is not closed: 3 open edges, the first/);
  await drop('huge.stl', 200);
  expect(await faultText()).toMatch(/^"huge.stl" is 200 MB long; at most 64 MB are read: reduce the mesh/);
  await drop('wrong.json', '{ "bodies": [{ "name": "ball", "shape": { "type": "sphere", "radius": -1 } }] }');
  expect(await faultText()).toMatch(/^scene "wrong.json": bodies\[0\] "ball": shape.radius is -1; it must be/);
  await drop('typo.json', '{\n  "bodies": [,]\n}');
  expect(await faultText()).toMatch(/^scene "typo.json": not JSON at line 2, column 14/);
  await drop('rubbish.glb', 'glTF rubbish');
  expect(await faultText()).toMatch(/^rubbish.glb: /);
  await drop('cat.gif', 'GIF89a');
  expect(await faultText()).toMatch(/^"cat.gif" cannot be opened: the studio reads/);
  expect(await shown()).toBe(before);
  await page.evaluate(() => window.studio.client.stepOnce(5));
  expect(await page.evaluate(() => window.studio.client.frame!.step)).toBe(25);
});

test('an OBJ that is opened with the keyboard becomes a body of chosen size', async () => {
  await show('falling-box');
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('o')]);
  await chooser.setFiles({ name: 'bumpy.obj', mimeType: 'model/obj', buffer: Buffer.from(writeObj(bumpyCube(8))) });
  const card = page.getByRole('form', { name: 'Size of bumpy' });
  await card.waitFor();
  const sizeOf = () =>
    page.evaluate(() => {
      const [scene] = window.studio.client.scenes;
      const body = scene!.bodies.find(({ name }) => name === 'bumpy')!;
      const { positions } = scene!.shapes[body.shape] as unknown as { positions: Float64Array };
      return { mass: body.mass, type: body.type, width: 2 * Math.max(...positions) };
    });
  const { mass, type } = await sizeOf();
  expect(type).toBe('dynamic');
  await card.getByLabel('longest side').fill('0.5');
  await card.getByLabel('mass').fill('3');
  await page.keyboard.press('Enter');
  await page.waitForFunction(
    () => window.studio.client.scenes[0]!.bodies.find(({ name }) => name === 'bumpy')?.mass === 3,
  );
  expect((await sizeOf()).width).toBeCloseTo(0.5, 12);
  expect(mass).toBeGreaterThan(0);
  await card.getByRole('button', { name: 'Done' }).click();
  expect(await card.count()).toBe(0);
  // It falls.
  const heights = await page.evaluate(async () => {
    const { client } = window.studio;
    const at = client.scenes[0]!.bodies.findIndex(({ name }) => name === 'bumpy');
    const height = async () => (await client.states()).numbers[13 * at + 1]!;
    const first = await height();
    await client.stepOnce(5);
    return [first, await height()];
  });
  expect(heights[1]).toBeLessThan(heights[0]!);
});

test('a link of a scene with a mesh of one’s own gives the same hash after 200 steps, here, after a reload and in Node', async () => {
  await show('falling-box');
  await drop('bumpy.stl', writeStl(bumpyCube(6)));
  await page.locator('.import').waitFor();
  await page.evaluate(() => window.studio.client.stepOnce(30));
  await page.locator('#view canvas').focus();
  await page.keyboard.press('l');
  const dialog = page.getByRole('dialog', { name: 'Share link' });
  expect(await dialog.getByRole('radio', { name: /now/ }).isChecked()).toBe(true);
  const field = dialog.getByLabel('Link', { exact: true });
  await expect.poll(() => field.inputValue()).toMatch(/#s=/);
  const link = await field.inputValue();
  expect(link.length).toBeLessThan(100_000);
  // In the page that is open, then in a new one.
  await page.evaluate((address) => {
    location.href = address;
  }, link);
  await page.waitForFunction(() => window.studio.choice.lanes[0]?.description, undefined, TIMEOUT);
  const hash = await hashIn(200);
  await page.reload();
  await firstFrame(page);
  expect(await hashIn(200)).toBe(hash);
  const description = await decodeScene(/#s=([\w-]+)/.exec(link)![1]!);
  expect(description.bodies!.map(({ name }) => name)).toContain('bumpy');
  expect(hashAfter(description, 200)).toBe(hash);
});

test('a link that was cut off is refused in one line, and the scene stays', async () => {
  await show('tower');
  await page.evaluate(() => {
    location.hash = '#s=eJyrVkrKT6pUsoqO1VEqS8wpTVWyUtJRKkpNzEmtBQCTlAls';
  });
  expect(await faultText()).toMatch(/^the link is cut off or changed: copy the whole link again/);
  expect(await page.evaluate(() => window.studio.client.scenes[0]!.name)).toBe('tower');
});

test('a saved scene opens again and runs with the same bits', async () => {
  await show('rattleback');
  const hash = await hashIn(100);
  await page.keyboard.press('s');
  const saved = await downloaded(() => page.keyboard.press('Enter'));
  expect(saved.name).toBe('rattleback.json');
  await show('falling-box');
  await drop('mine.json', saved.bytes);
  await page.waitForFunction(() => window.studio.client.scenes[0]!.name === 'rattleback');
  expect(await hashIn(100)).toBe(hash);
  // Its address carries it, so that a reload would show it again.
  await expect.poll(() => page.evaluate(() => location.hash)).toMatch(/^#s=/);
});

test('shapes and motion are exported', async () => {
  await show('falling-box');
  await page.evaluate(() => window.studio.client.stepOnce(30));
  for (const format of ['obj', 'glb']) {
    await choose('Export shape…');
    const shape = await downloaded(() => page.getByRole('button', { name: `Save ${format.toUpperCase()}` }).click());
    expect(shape.name).toMatch(new RegExp(`\\.${format}$`));
    expect(volume(await readMesh(shape.bytes, shape.name))).toBeGreaterThan(0);
  }
  await choose('Export motion…');
  const animation = await downloaded(() => page.getByRole('button', { name: 'Save animation (GLB)' }).click());
  const root = (await new WebIO().readBinary(animation.bytes)).getRoot();
  expect(root.listAnimations()[0]!.listSamplers()[0]!.getInput()!.getCount()).toBe(31);
  await choose('Export motion…');
  const lines = await downloaded(() => page.getByRole('button', { name: 'Save states (JSON lines)' }).click());
  const [header, ...samples] = Buffer.from(lines.bytes)
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(header).toMatchObject({ sixfold: 1, scene: 'falling-box', stepsPerSample: 1 });
  expect(samples).toHaveLength(31);
  expect(Object.keys(samples[30].bodies)).toEqual(header.bodies);
});

test('pictures and films are saved', async () => {
  await show('falling-box');
  const picture = await downloaded(() => page.keyboard.press('p'));
  expect(picture.name).toBe('falling-box.png');
  expect([...picture.bytes.subarray(0, 8)]).toEqual([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  await choose('Record film');
  const stop = page.getByRole('button', { name: 'Stop recording' });
  await stop.waitFor();
  await page.evaluate(() => window.studio.client.play());
  // Until the browser has handed over something of it.
  await page.waitForFunction(() => Reflect.get(window.studio.files.film!, 'pieces').length > 0);
  const film = await downloaded(() => stop.click());
  expect(film.name).toMatch(/\.(webm|mp4)$/);
  if (film.name.endsWith('webm')) expect([...film.bytes.subarray(0, 4)]).toEqual([0x1a, 0x45, 0xdf, 0xa3]);
  expect(await widthOfFilm(film.bytes)).toBe(await page.evaluate(() => window.studio.stage.canvas.width));
  expect(await stop.isVisible()).toBe(false);
});

/** The width of the first picture of a film (px), as a browser shows it. */
async function widthOfFilm(film: Uint8Array): Promise<number> {
  const viewer = await page.context().newPage();
  try {
    return await viewer.evaluate(async (data) => {
      const video = document.createElement('video');
      await new Promise((resolve, reject) => {
        video.onloadeddata = resolve;
        video.onerror = () => reject(new Error(video.error?.message));
        video.src = `data:video/webm;base64,${data}`;
      });
      return video.videoWidth;
    }, Buffer.from(film).toString('base64'));
  } finally {
    await viewer.close();
  }
}

test('a browser that cannot record says so', async () => {
  await show('falling-box');
  await page.evaluate(() => {
    Object.assign(window, { kept: MediaRecorder });
    Reflect.deleteProperty(window, 'MediaRecorder');
  });
  await choose('Record film');
  expect(await faultText()).toMatch(/^this browser cannot record a canvas: save a picture/);
  await page.evaluate(() => {
    const { kept } = window as unknown as { kept: typeof MediaRecorder };
    Object.defineProperty(window, 'MediaRecorder', { value: kept, configurable: true, writable: true });
  });
});

test.each([
  ['light', LAPTOP],
  ['dark', PHONE],
] as const)('no serious fault of accessibility in the dialogs: %s', async (colorScheme, viewport) => {
  await show('falling-box', { colorScheme, viewport, drawn: Boolean(process.env.PICTURES) });
  for (const entry of ['Save scene', 'Share link', 'Export shape', 'Export motion']) {
    await choose(`${entry}…`);
    const dialog = page.getByRole('dialog', { name: entry });
    await dialog.waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await picture(`${entry} ${colorScheme}`);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
  }
  await drop('bumpy.ply', writePly(bumpyCube(4)));
  await page.locator('.import').waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await picture(`Import ${colorScheme}`);
});

/** To look at: PICTURES=folder. */
async function picture(name: string): Promise<void> {
  if (process.env.PICTURES) await page.screenshot({ path: join(process.env.PICTURES, `${name}.png`) });
}
