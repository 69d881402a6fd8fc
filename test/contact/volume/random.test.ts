// Scenes with soft bodies that nobody chose: nothing becomes infinite, gains energy or falls through the floor.

import { expect, test } from 'vitest';
import { drawScene, watch } from './random-scenes.js';

test.each([5, 9, 13, 22, 53])('seed %i', (seed) => {
  const drawn = drawScene(seed);
  const seen = watch(drawn, 0.6 * Math.max(1, Math.sqrt(drawn.size)), () => 0);
  expect(seen.failure).toBe('');
  expect(seen.rise).toBeLessThan(0.01);
  expect(seen.below).toBeLessThan(0.05);
});
