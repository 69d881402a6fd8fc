// Screws without friction, in nuts, by their own weight.

import { expect, test } from 'vitest';
import { Random } from '../../src/math/random.js';
import { anyThread } from '../random/mechanisms/screw.js';
import { screwOf, turnsDown } from './screw.js';

// A flank of flat triangles is a ratchet of its own: the slope of a triangle is right at one of its radii alone, and at
// every edge the screw strikes the next one without bouncing. Of this thread mathematics expects 2.7 % less than of a
// smooth one, for the way that it strikes and for the play that it falls through first.
test('turns as fast as its pitch and its inertia say', () => {
  const { smooth } = turnsDown(screwOf({ radius: 0.05, height: 0.1, pitch: 0.4, flank: 0, segments: 24 }, 0.3));
  expect(smooth).toBeGreaterThan(0.95);
  expect(smooth).toBeLessThan(1.005);
}, 60_000);

// Between its foot at r and its crest at R a facet of a flank is two triangles, whose slopes are right at R and at r
// alone: they differ by (R - r)/R, however many facets a turn has, and the screw strikes at every change. What that
// costs goes with the square of it: mathematics of these facets finds 6.5 % (one strip), 1.2 % (two) and 0.3 % (four)
// for a height of a fifth. A flank that leans by f lifts by f r θ at the ends of a facet, ±θ = π/segments, which costs
// by its square too: 16, 5.9 and 1.6 % for f of a quarter at 16, 32 and 64 facets. With three strips and 48 facets both
// leave 1 to 2 % of these two, and the engine has the rest of 5 %.
test.each([
  { radius: 0.109, height: 0.2, pitch: 0.53, flank: 0, segments: 48, strips: 3 },
  { radius: 0.05, height: 0.11, pitch: 0.7, flank: 0.11, segments: 48, strips: 3 },
])(
  'threads cut finely both ways turn as smooth ones do',
  (thread) => {
    const { smooth } = turnsDown(screwOf(thread, 0.3));
    expect(smooth).toBeGreaterThan(0.95);
    expect(smooth).toBeLessThan(1.005);
  },
  120_000,
);

/** Of 16 to 64 facets a turn in one strip, which cost up to 10 %, and the step for it. They start on their nuts. */
function coarse(seed: number) {
  const random = new Random(seed);
  const thread = { ...anyThread(random), segments: 16 + 4 * Math.floor(13 * random.next()) };
  const timeStep = random.next() < 0.5 ? 1 / 60 : 0.01;
  return { screw: screwOf(thread, SECONDS, true), timeStep };
}
const SECONDS = 0.3;

// What is let go lies in its contacts at the end of the first step, not at its beginning: when it begins to turn is known
// to a step. That is a constant speed ahead, which goes with the step (1/60 s: 3.6 % of seed 5, 1/2000 s: 0.08 %).
test('random ones turn as their facets say', () => {
  for (const seed of [1, 2, 3, 4, 5, 6]) {
    const { screw, timeStep } = coarse(seed);
    const { faceted } = turnsDown(screw, timeStep);
    expect(faceted).toBeGreaterThan(0.95);
    expect(faceted).toBeLessThan(1 + timeStep / SECONDS);
  }
}, 240_000);

test('and the shorter the steps, the closer', () => {
  const { faceted } = turnsDown(coarse(5).screw, 1e-3);
  expect(faceted).toBeGreaterThan(0.995);
  expect(faceted).toBeLessThan(1 + 1e-3 / SECONDS);
}, 240_000);

// From the middle of a facet to its end, π/16, the radius grows by r θ²/2 and a flank of 0.5 lifts by up to 0.098 r a
// radian, while the pitch falls by 0.4 r/2π = 0.064 r.
test('a coarse and steep one rests between its facets', () => {
  const { smooth } = turnsDown(screwOf({ radius: 0.02, height: 0.1, pitch: 0.4, flank: 0.5, segments: 16 }, 0.2));
  expect(Math.abs(smooth)).toBeLessThan(0.05);
}, 60_000);
