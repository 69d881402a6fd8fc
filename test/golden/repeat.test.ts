import { expect, test } from 'vitest';
import { sceneHashes } from './scene-hashes.js';

test('1000 steps of the scenes have the same bits when repeated', () => {
  expect(sceneHashes()).toEqual(sceneHashes());
});

test('the hash sees the motion', () => {
  for (const hashes of Object.values(sceneHashes())) expect(new Set(hashes).size).toBeGreaterThan(1);
});
