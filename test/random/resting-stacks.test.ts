// Stacks that nobody chose, with sleeping off: a step at rest is the step before once more, and costs a residual.

import { expect, test } from 'vitest';
import { type Family, randomScene } from '../../scenes/random.js';
import { World } from '../../src/index.js';
import { judge } from './judge.js';

const SEEDS = Array.from({ length: 25 }, (_, k) => 1 + k);
// Bodies of grams, whose error of 1e-9 N·s is 1e-7 m/s: they crept, and took up to 32 iterations a step for ever.
const LIGHT = [1010003, 1010004, 1010005, 1010022];

test.each<[Family, number[]]>([
  ['stack2', SEEDS],
  ['stack3', [...SEEDS, ...LIGHT]],
])('%s: one iteration a step at most once it rests', (family, seeds) => {
  for (const seed of seeds) {
    const verdict = judge({ ...randomScene(family, seed), sleep: false }, 2);
    expect(verdict.rest, `${family} ${seed}`).toBeLessThan(2);
    expect(verdict.iterations, `${family} ${seed}`).toBeLessThanOrEqual(1);
  }
});

test.each<[Family, number]>([['stack2', 1], ...LIGHT.map((seed): [Family, number] => ['stack3', seed])])(
  '%s %i has nothing left to solve within a second',
  (family, seed) => {
    const world = new World({ ...randomScene(family, seed), sleep: false });
    for (let n = 0; n < 60; n++) world.step();
    expect(world.solverStatistics.blocks).toBe(0);
    expect(world.solverStatistics.iterations).toBe(0);
  },
);
