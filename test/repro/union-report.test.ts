// What the solver's error is counted with: tables whose feet are one patch, in a crowd whose last solve strikes something.
// What was looked for after it took the place of those patches, and 379 "m/s" were reported of a solve that left 1.

import { expect, test } from 'vitest';
import { randomScene } from '../../scenes/random.js';
import { World } from '../../src/index.js';

test('the error of a solve is that of the patches it was made with', () => {
  const world = new World(randomScene('roundHeap', 1021024));
  const bodies = [...world.bodies()].filter((b) => b.type === 'dynamic');
  for (let k = 0; k < 14; k++) {
    const before = Math.max(...bodies.map((b) => Math.hypot(...b.angularVelocity, ...b.linearVelocity)));
    world.step();
    const after = Math.max(...bodies.map((b) => Math.hypot(...b.angularVelocity, ...b.linearVelocity)));
    // By how much one block would change (rows that turn count in rad/s): no more than all of them together have done.
    expect(world.solverStatistics.error, `step ${k}`).toBeLessThan(before + after + 1);
  }
});
