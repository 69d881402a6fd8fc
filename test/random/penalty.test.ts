// A few scenes that nobody chose under model penalty; a hundred in penalty.long.test.ts.

import { expect, test } from 'vitest';
import { faultsOf, judgePenalty, type PenaltyFamily, penaltyScene } from './penalty.js';

for (const [family, seed, timeStep, seconds] of [
  ['tumble', 301, 1 / 60, 3],
  ['tumble', 302, 0.005, 3],
  ['slender', 301, 1 / 60, 3],
  ['plates', 301, 0.005, 2],
  ['stack2', 301, 1 / 60, 3],
  ['meshes', 301, 1 / 60, 1],
] as const satisfies readonly [PenaltyFamily, number, number, number][])
  test(`${family}, seed ${seed}, steps of ${timeStep.toPrecision(2)} s`, () => {
    expect(faultsOf(judgePenalty(penaltyScene(family, seed, timeStep), seconds))).toEqual([]);
  }, 60_000);
