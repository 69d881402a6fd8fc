// Scenes that nobody chose, a few of them; the hundred are in random.long.test.ts.

import { expect, test } from 'vitest';
import { judgeQuasi, type QuasiFamily, quasiScene } from './random-scenes.js';

test.each<[QuasiFamily, number]>([
  ['throw', 101],
  ['chain', 104],
])('%s %i gains no energy, rests and sleeps', (family, seed) => {
  const v = judgeQuasi(quasiScene(family, seed), 4);
  const said = `${family} ${seed}: ${JSON.stringify(v)}`;
  expect(v.failure, said).toBe('');
  expect(v.gain, said).toBeLessThan(1e-3);
  expect(v.asleep, said).toBe(true);
  expect(v.low, said).toBeGreaterThan(0);
});
