// The recorded bits of model penalty and its devices, and the same after restores; in a browser:
// test/browser/determinism.test.ts. If a change of behaviour is meant, `npx vitest run test/golden -u` records the new
// hash; say in the commit why it changed.

import { expect, test } from 'vitest';
import { penaltyHash } from './penalty.js';

test('every shape touches, both hands feel something, and the hash is the recorded one', async () => {
  const shapes = new Set<string>();
  const felt = new Set<string>();
  const hash = penaltyHash(0, (world) => {
    for (const { a, b } of world.contacts()) for (const { shape } of [a, b]) shapes.add(shape.type);
    for (const { name, force } of world.devices()) if (force.some((x) => x !== 0)) felt.add(name);
  });
  const all = 'box capsule compound cone convex cylinder half-space mesh sphere torus'.split(' ');
  expect([...shapes].sort()).toEqual(all);
  expect([...felt].sort()).toEqual(['recorded', 'simulated']);
  await expect(`${hash}\n`).toMatchFileSnapshot('penalty.txt');
}, 120_000);

test('restored every 17 steps, with the device replayed from its recording, it goes on with the same bits', () => {
  expect(penaltyHash(17)).toBe(penaltyHash());
}, 120_000);
