// 1000 steps of five scenes, hashed on the way: the same function runs in Node and in Chromium.

import { scenes } from '../../scenes/index.js';
import { World } from '../../src/index.js';

const STEPS = 1000;
const EVERY = 100;

/** Hashes of the whole state after every hundredth step, so that a difference shows when it arises. */
export function sceneHashes(): Record<string, string[]> {
  const hashes: Record<string, string[]> = {};
  for (const { name, make } of scenes.slice(0, 5)) {
    const world = new World({ ...make(), sleep: false });
    const seen: string[] = [world.hash()];
    for (let step = 1; step <= STEPS; step++) {
      world.step();
      if (step % EVERY === 0) seen.push(world.hash());
    }
    hashes[name] = seen;
  }
  return hashes;
}
