// A hundred scenes that nobody chose: nothing breaks, gains energy or falls through; what does not roll comes to rest.

import { expect, test } from 'vitest';
import { FAMILIES, judgeQuasi, type QuasiFamily, quasiScene } from './random-scenes.js';

const cases = FAMILIES.flatMap((family) =>
  Array.from({ length: 25 }, (_, k): [QuasiFamily, number] => [family, 1 + k]),
);

test.each(cases)(
  '%s %i',
  (family, seed) => {
    const scene = quasiScene(family, seed);
    const v = judgeQuasi(scene, scene.timeStep === 1e-3 ? 2 : 8);
    const said = `${family} ${seed}: ${JSON.stringify(v)}`;
    expect(v.failure, said).toBe('');
    expect(v.gain, said).toBeLessThan(family === 'heap' ? 5e-3 : 1e-3);
    expect(v.low, said).toBeGreaterThan(0);
    if (family === 'stack' || family === 'chain') expect(v.asleep, said).toBe(true);
  },
  600_000,
);
