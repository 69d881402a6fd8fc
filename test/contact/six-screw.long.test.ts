// Screws without friction, in nuts, by their own weight.

import { expect, test } from 'vitest';
import { turnsDown } from './screw.js';

// A flank of flat triangles is a ratchet of its own: the slope of a triangle is right at one of its radii alone, and at
// every edge the screw strikes the next one without bouncing. Of this thread mathematics expects 2.7 % less than of a
// smooth one, for the way that it strikes and for the play that it falls through first.
test('turns as fast as its pitch and its inertia say', () => {
  const speed = turnsDown({ radius: 0.05, height: 0.1, pitch: 0.4, flank: 0, segments: 24 }, 0.3);
  expect(speed).toBeGreaterThan(0.95);
  expect(speed).toBeLessThan(1.005);
}, 60_000);

// From the middle of a facet to its end, π/16, the radius grows by r θ²/2 and a flank of 0.5 lifts by up to 0.098 r a
// radian, while the pitch falls by 0.4 r/2π = 0.064 r.
test('a coarse and steep one rests between its facets', () => {
  const speed = turnsDown({ radius: 0.02, height: 0.1, pitch: 0.4, flank: 0.5, segments: 16 }, 0.2);
  expect(Math.abs(speed)).toBeLessThan(0.05);
}, 60_000);
