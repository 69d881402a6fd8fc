import { describe, expect, test } from 'vitest';
import { deepest, fastest, largestMove, make, positions, runTo, upOf } from './support.js';

describe.each([
  ['tower', {}],
  ['heavy-on-light', {}],
  ['pyramid', { base: 6 }],
  ['arch', {}],
] as const)('%s', (name, parameters) => {
  test('stands still', () => {
    // Chains of contacts: exact with Newton's method, while a fixed number of sweeps leaves them creeping at first.
    const world = make(name, parameters, { solver: { method: 'newton' } });
    const start = positions(world);
    runTo(world, 0.5);
    // At first each contact sinks to its target depth, 2e-5 of a stone: 4 to 8 micrometres, through ten contacts at
    // most.
    expect(largestMove(world, start)).toBeLessThan(6e-5);
    const settled = positions(world);
    runTo(world, 1.5);
    // What the solver's tolerance of 1e-9 N·s leaves in a second: 60 steps of up to 1e-9 m/s for the lightest stones,
    // of a kilogram.
    expect(largestMove(world, settled)).toBeLessThan(60 * 1e-9 * (1 / 60) * 4);
    expect(deepest(world)).toBeLessThan(1e-5);
  });
});

test('a hundred boxes stand', () => {
  const world = make('high-tower', {}, { solver: { method: 'newton' } });
  const start = positions(world);
  runTo(world, 1);
  // Every contact takes its target depth, 2e-5 of 0.2 m: the top sinks by a hundred of them.
  expect(largestMove(world, start)).toBeLessThan(1.05 * 100 * 2e-5 * 0.2);
  expect(fastest(world)).toBeLessThan(1e-8);
});

test('without friction the arch falls apart', () => {
  const world = runTo(make('arch', { friction: 0.05, stones: 9 }, { solver: { method: 'newton' } }), 0.5);
  expect(fastest(world)).toBeGreaterThan(0.1);
});

test('the wave runs through all dominoes', () => {
  const count = 5;
  const world = make('domino-run', { dominoes: count }, { solver: { iterations: 20 } });
  const fallenAt: number[] = new Array(count).fill(Infinity);
  runTo(world, 1.6, () => {
    for (let i = 0; i < count; i++) {
      if (upOf(world.body(`domino${i}`))[1] < 0.8) fallenAt[i] = Math.min(fallenAt[i]!, world.time);
    }
  });
  // One after the other, the last too.
  for (let i = 1; i < count; i++) expect(fallenAt[i], `domino ${i}`).toBeGreaterThan(fallenAt[i - 1]!);
  expect(fallenAt[count - 1]).toBeLessThan(1.6);
});

test('the card house stands for two seconds with points', () => {
  const world = make('card-house', {}, { model: 'point' });
  const start = positions(world);
  runTo(world, 2);
  // Points that stick hold it where it is: found are 1e-12 m.
  expect(largestMove(world, start)).toBeLessThan(1e-9);
});
