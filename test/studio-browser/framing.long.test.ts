// Every scene keeps its action in view: at three moments, on a desktop and on a phone, a body that the engine moves is
// in the middle half of the free area. Checked by the engine's poses through the page's camera;
// scripts/look-at-scenes.js makes pictures of the same moments.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { scenes } from '../../scenes/index.js';
import { inTheMiddle, showMoment } from '../../scripts/lib/scene-moments.js';
import { LAPTOP, PHONE, Studio } from './studio.js';

let studio: Studio;
beforeAll(async () => {
  studio = await Studio.start();
});
afterAll(() => studio.stop());

/**
 * Shares of the time that a scene is worth watching; the last is kept short, as scenes of meshes take seconds for every
 * one of theirs.
 */
const MOMENTS = [0.1, 0.45, 0.7];
/** Costly to simulate: the script looks at them. */
const LEFT_OUT = ['salad', 'high-tower', 'bumpy-cube'];

test.each([
  ['desktop', LAPTOP],
  ['phone', PHONE],
] as const)('every scene is in the middle of the picture: %s', { timeout: 1_800_000 }, async (_, viewport) => {
  const page = await studio.visit('#scene=falling-box', { plays: false, drawn: true, viewport });
  const names = await page.evaluate(() => window.studio.thumbnails.scenes);
  const faults: string[] = [];
  // Those of models that are handed in are seen by scripts/look-at-scenes.js: soft bodies are not drawn yet, scans are
  // slow.
  const own = scenes.filter(({ make }) => !make().contact?.model).map(({ name }) => name);
  for (const name of names.filter((one) => own.includes(one) && !LEFT_OUT.includes(one)))
    for (const [k, share] of MOMENTS.entries()) {
      const seen = await page.evaluate(showMoment, { name, share, isFirst: k === 0, draws: false });
      if (!inTheMiddle(seen)) faults.push(`${name} at ${seen.time.toFixed(2)} s`);
    }
  expect(faults).toEqual([]);
});
