// Spur gears, and a rack and its pinion, as meshes: every tooth keeps the ratio.

import { describe, expect, test } from 'vitest';
import { drive, STANDARD, turnGears } from './gears.js';

describe.each([0, 0.3])('friction %f', (friction) => {
  // At 20 rad/s by a tooth in every step, which is made in six.
  test.each([2, 5, -10, 13, 20])('20 teeth drive 30 at %f rad/s', (velocity) => drive(friction, velocity, 2));
});

test('a pinion of 18 teeth drives a rack against a force', () => {
  const gears = { ...STANDARD, driver: 18, driven: null, brake: 20, velocity: 3, friction: 0.3 };
  const { off, touching } = turnGears(gears, 72, 12);
  expect(off).toBeLessThan(0.01);
  expect(touching).toBeGreaterThanOrEqual(0.95);
});
