import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { runInChromium } from './chromium.js';

test('every shape and every joint give the recorded hash in Chromium', async () => {
  const hash = await runInChromium("export { determinismHash as default } from './test/golden/determinism.ts';");
  expect(hash).toBe(readFileSync(new URL('../golden/determinism.txt', import.meta.url), 'utf8').trim());
});

test('model penalty, its simulated hand and a device that is replayed give the recorded bits in Chromium', async () => {
  const hash = await runInChromium("export { penaltyHash as default } from './test/golden/penalty.ts';");
  expect(hash).toBe(readFileSync(new URL('../golden/penalty.txt', import.meta.url), 'utf8').trim());
});
