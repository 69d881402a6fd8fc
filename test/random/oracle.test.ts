// The judges of random scenes, judged by closed forms.

import { expect, test } from 'vitest';
import { type Family, randomScene } from '../../scenes/random.js';
import { World } from '../../src/index.js';
import { rockingTime } from './housner.js';
import { DepthOracle } from './oracle.js';

test('depths are least extents: of boxes that cross, and below the ground', () => {
  const world = new World({
    bodies: [
      { type: 'static', shape: { type: 'half-space' } },
      { shape: { type: 'box', size: [1, 1, 1] }, mass: 1, position: [0, 0.48, 0] },
      { shape: { type: 'box', size: [1, 1, 1] }, mass: 1, position: [0.97, 0.7, 0.1] },
      { shape: { type: 'cone', radius: 0.5, height: 1 }, mass: 1, position: [5, 0.4, 0] },
    ],
  });
  const depths: number[] = [];
  new DepthOracle(world).measure((_a, _b, depth) => depths.push(depth));
  // Single precision of coordinates near 1 m.
  expect(depths.length).toBe(3);
  for (const [k, depth] of [0.02, 0.03, 0.1].entries()) expect(depths[k]).toBeCloseTo(depth, 6);
});

test('an edge that has sunk into a face by micrometres is no deeper than that, though all its overlap is slivers', () => {
  const half = Math.SQRT1_2;
  const angle = Math.PI / 8;
  const world = new World({
    bodies: [
      { shape: { type: 'box', size: [1, 1, 1] }, mass: 1 },
      {
        shape: { type: 'box', size: [1, 1, 1] },
        mass: 1,
        position: [0.1, 0.5 + half - 4e-6, 0.05],
        rotation: [0, 0, Math.sin(angle), Math.cos(angle)],
      },
    ],
  });
  let depth = 0;
  new DepthOracle(world).measure((_a, _b, found) => {
    depth = found;
  });
  expect(depth).toBeGreaterThan(2e-6);
  expect(depth).toBeLessThan(6e-6);
});

// As first drawn, pieces of these were in each other, by up to 0.65 of the thinner one.
test.each<[Family, number]>([
  ['heap', 239],
  ['heap', 523],
  ['heap', 1480005],
  ['heap', 1481778],
  ['heap', 1482733],
  ['heap', 1482983],
  ['roundHeap', 1480727],
])('%s %i begins with all that moves apart from everything', (family, seed) => {
  const deep: number[] = [];
  new DepthOracle(new World(randomScene(family, seed))).measure((a, b, depth) => deep.push(a.index, b.index, depth));
  expect(deep).toEqual([]);
});

test('a block rocks for as long as its equation of motion and its impacts say', () => {
  const [mass, g, height, half, tilt] = [2, 9.81, 0.5, 0.1, 0.1];
  const inertia = (mass * (4 * height ** 2 + 4 * half ** 2)) / 12;
  const R = Math.hypot(height, half);
  const alpha = Math.atan2(half, height);
  const I0 = inertia + mass * R * R;
  // Housner's linearised equation, θ'' = -p² (α - θ), stepped; at θ = 0 an impact keeps √r of the speed.
  const p2 = (mass * g * R) / I0;
  const kept = 1 - ((mass * R * R) / I0) * (1 - Math.cos(2 * alpha));
  let [theta, omega, time, impacts] = [tilt, 0, 0, 0];
  const h = 1e-5;
  while (impacts < 12) {
    omega -= h * p2 * (alpha - theta);
    theta += h * omega;
    time += h;
    if (theta > 0) continue;
    omega *= -kept;
    theta = 0;
    impacts++;
  }
  // What is left after twelve impacts is a tail of its geometric series: bounded by the speed that is left.
  const rest = (2 * omega) / (p2 * alpha) / (1 - kept);
  const all = rockingTime(mass, g, height, half, inertia, tilt);
  expect(all).toBeGreaterThan(time);
  expect(all).toBeLessThan(time + 1.05 * rest);
});
