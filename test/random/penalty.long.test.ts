// A hundred scenes that nobody chose under model penalty: stacks, slender bodies, thin plates, tumbling boxes, heaps of
// all shapes, meshes, at steps of 1 ms, 5 ms and 1/60 s.

import { describe, expect, test } from 'vitest';
import { faultsOf, judgePenalty, type PenaltyFamily, penaltyScene } from './penalty.js';

/** Seeds, and how long each is watched (s). Heaps are watched while they fall and come together. */
const PLAN: readonly [PenaltyFamily, number, number][] = [
  ['tumble', 10, 4],
  ['slender', 8, 4],
  ['plates', 6, 3],
  ['stack2', 4, 3],
  ['stack3', 2, 2],
  ['meshes', 2, 1.5],
  ['heap', 2, 1],
];

for (const timeStep of [1e-3, 5e-3, 1 / 60])
  describe(`steps of ${timeStep.toPrecision(2)} s`, () => {
    for (const [family, seeds, seconds] of PLAN)
      for (let seed = 401; seed < 401 + seeds; seed++)
        test(`${family}, seed ${seed}`, () => {
          const verdict = judgePenalty(penaltyScene(family, seed, timeStep), seconds);
          expect(faultsOf(verdict)).toEqual([]);
          // Single bodies and plates have come to rest by then; stacks may lean and rock a little longer.
          if (family === 'tumble' || family === 'plates') expect(verdict.rest).toBeLessThan(seconds);
        }, 300_000);
  });
