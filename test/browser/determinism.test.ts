import { expect, test } from 'vitest';
import { sceneHashes } from '../golden/scene-hashes.js';
import { runInChromium } from './chromium.js';

test('1000 steps of the scenes have the same bits in Node and in Chromium', async () => {
  const inChromium = await runInChromium("export { sceneHashes as default } from './test/golden/scene-hashes.ts';");
  expect(inChromium).toEqual(sceneHashes());
});
