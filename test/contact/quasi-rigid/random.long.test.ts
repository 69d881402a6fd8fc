// Scenes that nobody chose: nothing breaks, gains energy or falls through; stacks and chains come to rest. Of throws
// and of heaps of two or three only those at 1/60 s are here, and what rolls may roll on (bench/quasi-random.ts shows
// all).

import { expect, test } from 'vitest';
import { judgeQuasi, type QuasiFamily, quasiScene } from './random-scenes.js';

const cases = (['stack', 'chain'] as const).flatMap((family) =>
  Array.from({ length: 8 }, (_, k): [QuasiFamily, number] => [family, 1 + k]),
);

test.each(cases)(
  '%s %i',
  (family, seed) => {
    const scene = quasiScene(family, seed);
    const v = judgeQuasi(scene, scene.timeStep === 1e-3 ? 2 : 8);
    const said = `${family} ${seed}: ${JSON.stringify(v)}`;
    expect(v.failure, said).toBe('');
    expect(v.gain, said).toBeLessThan(1e-3);
    expect(v.low, said).toBeGreaterThan(0);
    expect(v.asleep, said).toBe(true);
  },
  600_000,
);

const moving = (['throw', 'few'] as const).flatMap((family) =>
  Array.from({ length: 10 }, (_, k): [QuasiFamily, number] => [family, 1 + k]).filter(
    ([, seed]) => quasiScene(family, seed).timeStep! > 1e-2,
  ),
);

function gainsNothing(family: QuasiFamily, seed: number): void {
  const v = judgeQuasi(quasiScene(family, seed), 3);
  const said = `${family} ${seed}: ${JSON.stringify(v)}`;
  expect(v.failure, said).toBe('');
  expect(v.gain, said).toBeLessThan(1e-3);
}

test.each(moving)('%s %i gains no energy', gainsNothing, 600_000);
