// The same bits: on repetition, after snapshots at random steps, and as recorded. If a change of behaviour is meant,
// `npx vitest run test/golden -u` records the new hashes; say in the commit why they changed.

import { expect, test } from 'vitest';
import { World } from '../../src/index.js';
import { Random } from '../../src/math/random.js';
import { pointScenes } from './point-scenes.js';

const STEPS = 1000;
const EVERY = 100;

/**
 * Hashes after every hundredth step; at the steps in `breaks` the world is replaced by one restored from its snapshot.
 */
function hashes(name: string, breaks: ReadonlySet<number> = new Set()): string[] {
  let world = new World(pointScenes[name]!());
  const seen = [world.hash()];
  for (let step = 1; step <= STEPS; step++) {
    world.step();
    if (breaks.has(step)) world = World.restore(world.snapshot());
    if (step % EVERY === 0) seen.push(world.hash());
  }
  return seen;
}

for (const name of Object.keys(pointScenes)) {
  test(`${name}: 1000 steps have the recorded bits, again and after snapshots at random steps`, async () => {
    const first = hashes(name);
    const random = new Random(name.length);
    const breaks = new Set(Array.from({ length: 8 }, () => random.below(STEPS)));
    expect(hashes(name, breaks)).toEqual(first);
    expect(first[1]).not.toBe(first[0]);
    await expect(`${first.join('\n')}\n`).toMatchFileSnapshot(`point/${name}.txt`);
  });
}
