// Tractions of model quasi-rigid in the studio: colours, arrows, contours and a section, and the same bits as in Node.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { scenes } from '../../scenes/index.js';
import { root } from '../../scripts/lib/paths.js';
import { allModels } from '../../src/all-models.js';
import { World } from '../../src/index.js';
import { LAPTOP, Studio, settle } from './studio.js';

let studio: Studio;
beforeAll(async () => {
  studio = await Studio.start();
});
afterEach((context) => studio.check(context));
afterAll(() => studio.stop());

test('elastic-ball: the worker has the bits of Node; tractions are drawn as colours, arrows, contours and a section', async () => {
  const page = await studio.visit('#scene=elastic-ball', { plays: false, drawn: true, viewport: LAPTOP });
  const [hash, nodes] = await page.evaluate(async () => {
    const { client, stage } = window.studio;
    for (const id of ['tractions', 'traction-arrows', 'traction-contours', 'traction-section'])
      stage.layers.set(id, true);
    for (const id of ['patch', 'force', 'torque', 'outline']) stage.layers.set(id, false);
    stage.layers.set('see-through', true);
    await client.stepOnce(100);
    const contacts = client.frame!.lanes[0]!.details!.contacts!;
    return [await client.hash(), contacts.map(({ tractions }) => tractions?.areas.length ?? 0)] as const;
  });
  const world = new World(scenes.find(({ name }) => name === 'elastic-ball')!.make(), { models: allModels });
  for (let n = 0; n < 100; n++) world.step();
  expect(hash).toEqual([world.hash()]);
  expect(nodes).toHaveLength(3);
  for (const count of nodes) expect(count).toBeGreaterThan(40);
  await page.evaluate(() => window.studio.stage.frame({}));
  await settle(page);
  const folder = join(root, 'test-output', 'studio');
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, 'tractions.png'), timeout: 120_000 });
});
