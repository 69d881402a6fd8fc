import { expect, test } from 'vitest';
import { runInChromium } from './chromium.js';
import { trigHashes } from './trig-hash.js';

test('elementary functions have the same bits in Node and in Chromium', async () => {
  const inChromium = await runInChromium("export { trigHashes as default } from './test/browser/trig-hash.ts';");
  expect(inChromium).toEqual(trigHashes());
});

test('an error in the page reaches the test', async () => {
  await expect(runInChromium("export default () => { throw new Error('from the page'); };")).rejects.toThrow(
    'from the page',
  );
});
