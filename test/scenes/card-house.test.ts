// A house of cards stands by friction at edges alone: what a contact law and its solver have to get right together.

import { expect, test } from 'vitest';
import { scenes } from '../../scenes/index.js';
import { World } from '../../src/index.js';

test.each([1, 3])('a card house of %i storeys stands still at default settings', (storeys) => {
  const scene = scenes.find((s) => s.name === 'card-house')!.make({ storeys });
  const world = new World({ ...scene, sleep: false });
  const before = [...world.bodies()].map((body) => body.position);
  for (let k = 0; k < 120; k++) world.step();
  [...world.bodies()].forEach((body, k) => {
    const moved = Math.hypot(...body.position.map((x, i) => x - before[k]![i]!));
    expect(moved, body.name).toBeLessThan(1e-3);
  });
  expect(world.energy().kinetic).toBeLessThan(1e-9);
});
