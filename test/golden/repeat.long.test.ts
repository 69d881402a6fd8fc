import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { determinismHash } from './determinism.js';
import { sceneHashes } from './scene-hashes.js';

const hashes = sceneHashes();

test('1000 steps of five scenes have the same bits when repeated', () => {
  expect(sceneHashes()).toEqual(hashes);
  // The hash must see the motion: each scene moves for at least the first fifty steps.
  for (const [first, second] of Object.values(hashes)) expect(second).not.toBe(first);
});

test('… and when the world is restored from a snapshot on the way', () => {
  expect(sceneHashes(97)).toEqual(hashes);
  expect(sceneHashes(1)).toEqual(hashes);
}, 120_000);

test('every shape and every joint, restored on the way, have the recorded bits', () => {
  const recorded = readFileSync(new URL('determinism.txt', import.meta.url), 'utf8').trim();
  expect(determinismHash(37)).toBe(recorded);
}, 120_000);
