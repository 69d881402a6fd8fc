// Screws without friction that turn down in their nuts by their weight.

import { Random } from '../../../src/math/random.js';
import { type Screw, screwOf, type Thread, turnsDown } from '../../contact/screw.js';
import { short, type Trial } from './trial.js';

/** A thread of 1 cm to 1 m. */
export const anyThread = (random: Random): Omit<Thread, 'segments'> => ({
  radius: 0.01 * 100 ** random.next(),
  height: random.between(0.08, 0.2),
  pitch: random.between(0.3, 0.7),
  flank: random.next() < 0.4 ? 0 : random.between(0, 0.25),
});

/** What its facets may cost a thread, as a share of the speed of a smooth one: two fifths of the bar. */
const OF_FACETS = 0.02;

/**
 * A thread of 48 facets in three strips that turns about as a smooth one does: the bar is the smooth formula's, so facets
 * that forbid it by themselves are drawn again. Mathematics says so before anything is simulated: with f(q) the lowest
 * height at the angle q, every kink of f takes (Δf')² k²/(k² + f'²)² of the energy, and what the screw has turned in the
 * time ends somewhere within a facet (test/contact/faceted-screw.ts).
 */
function drawScrew(random: Random, seconds: number): { thread: Thread; expected: Screw } {
  for (;;) {
    const thread: Thread = { ...anyThread(random), segments: 48, strips: 3 };
    const expected = screwOf(thread, seconds);
    if (expected.faceted > (1 - OF_FACETS) * expected.smooth) return { thread, expected };
  }
}

/**
 * Within 5 % of the smooth formula. The engine may be ahead of its facets by 2 %: it begins to turn once it has fallen
 * through its play, and that is known to a step.
 */
export function screw(seed: number): Trial {
  const random = new Random(4000 + seed);
  const { thread, expected } = drawScrew(random, 0.3);
  const timeStep = random.next() < 0.5 ? 1 / 60 : 0.01;
  const { smooth, faceted } = turnsDown(expected, timeStep);
  return {
    drawn: `radius ${short(1e3 * thread.radius)} mm, height ${short(thread.height)}, pitch ${short(thread.pitch)}, flank ${short(thread.flank)}, 1/${Math.round(1 / timeStep)} s`,
    measures: [
      { name: 'speed over the smooth formula', found: smooth, least: 0.95 },
      { name: 'speed over that of its facets', found: faceted, most: 1.02 },
    ],
  };
}
