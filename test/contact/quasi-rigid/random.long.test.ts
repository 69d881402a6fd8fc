// Stacks and chains that nobody chose: nothing breaks, gains energy or falls through, and all come to rest. Throws and
// heaps are not among them: some gain up to 4 % of weight times size, and heaps creep (bench/quasi-random.ts shows them).

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
