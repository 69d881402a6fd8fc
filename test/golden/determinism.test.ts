// The recorded hash, and the same bits after restores (through the whole run: repeat.long.test.ts). In browsers:
// test/browser/determinism.test.ts; in other engines: test/engines/determinism.test.ts. If a change of behaviour is
// meant, `npx vitest run test/golden -u` records the new hash; say in the commit why it changed.

import { expect, test } from 'vitest';
import { World } from '../../src/index.js';
import { determinismHash } from './determinism.js';

test('every shape touches and every joint moves, under both models, and the hash is the recorded one', async () => {
  const shapes: Record<string, Set<string>> = { six: new Set(), point: new Set() };
  const low = new Map<string, number>();
  const high = new Map<string, number>();
  let twin: World | null = null;
  const hash = determinismHash(0, (world, model) => {
    // Restored amid contacts, once early and once late, and followed for a dozen steps.
    twin?.step();
    if (twin) expect(twin.hash(), `${model}, step ${world.stepCount}`).toBe(world.hash());
    if (world.stepCount % 37 === 0) twin = World.restore(world.snapshot());
    else if (world.stepCount % 37 === 12) twin = null;
    for (const { a, b } of world.contacts()) for (const { shape } of [a, b]) shapes[model]!.add(shape.type);
    for (const [k, { coordinate, type }] of [...world.joints()].entries()) {
      const name = `${model}, joint ${k}, ${type}`;
      low.set(name, Math.min(low.get(name) ?? coordinate, coordinate));
      high.set(name, Math.max(high.get(name) ?? coordinate, coordinate));
    }
  });
  const all = 'box capsule compound cone convex cylinder half-space mesh sphere torus'.split(' ');
  for (const seen of Object.values(shapes)) expect([...seen].sort()).toEqual(all);
  expect(low.size).toBe(14);
  for (const [name, least] of low)
    if (!name.endsWith('fixed')) expect(high.get(name)! - least, name).toBeGreaterThan(1e-3);
  await expect(`${hash}\n`).toMatchFileSnapshot('determinism.txt');
}, 300_000);
