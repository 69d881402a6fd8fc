// Solves on top of others (src/solver/increments.ts), against what one row must do.

import { expect, test } from 'vitest';
import { Arena } from '../../src/memory/arena.js';
import { atCompliance, atLambda, atRhs, BlockStore } from '../../src/solver/blocks.js';
import { Increments } from '../../src/solver/increments.js';
import { Movers } from '../../src/solver/movers.js';
import { BOUND_HIGH, BOUND_LOW, PROJECT_BOUNDS } from '../../src/solver/projections.js';

/** One row that has borne `lambda` between bounds. */
function borne(low: number, high: number, lambda: number, compliance = 0) {
  const arena = new Arena();
  const blocks = new BlockStore(arena, new Movers(arena, arena.f64(12)));
  const o = blocks.dataOf(blocks.add(0, 1, 1, PROJECT_BOUNDS));
  const f = blocks.f.data;
  f[o + BOUND_LOW] = low;
  f[o + BOUND_HIGH] = high;
  f[o + atLambda] = lambda;
  f[o + atCompliance] = compliance;
  f[o + atRhs] = 0.25;
  const increments = new Increments(arena);
  increments.begin(blocks);
  return { blocks, increments, f, o };
}

test('what bounds leave: a motor the rest of its force both ways, a limit to push on, a known impulse nothing', () => {
  const bounds = (low: number, high: number, lambda: number) => {
    const { f, o } = borne(low, high, lambda);
    return [f[o + BOUND_LOW], f[o + BOUND_HIGH]];
  };
  expect(bounds(-5, 5, 3)).toEqual([-8, 2]);
  expect(bounds(0, Infinity, 3)).toEqual([0, Infinity]);
  expect(bounds(-Infinity, 0, -3)).toEqual([-Infinity, 0]);
  expect(bounds(4, 4, 4)).toEqual([0, 0]);
});

test('what gives keeps what it has given: J v + C (λ₀ + λ) + b', () => {
  const { f, o } = borne(-5, 5, 3, 0.5);
  expect(f[o + atLambda]).toBe(0);
  expect(f[o + atRhs]).toBe(0.25 + 0.5 * 3);
});

test('sums go out, and what came on top stays', () => {
  const { blocks, increments, f, o } = borne(-5, 5, 3);
  f[o + atLambda] = 0.5;
  increments.add(blocks, 1);
  expect(f[o + atLambda]).toBe(3.5);
  increments.add(blocks, -1);
  expect(f[o + atLambda]).toBe(0.5);
});
