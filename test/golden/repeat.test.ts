import { expect, test } from 'vitest';
import { sceneHashes } from './scene-hashes.js';

test('1000 steps of five scenes have the same bits when repeated', () => {
  const hashes = sceneHashes();
  expect(sceneHashes()).toEqual(hashes);
  // The hash must see the motion: each scene moves for at least the first hundred steps.
  for (const [first, second] of Object.values(hashes)) expect(second).not.toBe(first);
});
