// Screws without friction that turn down in their nuts by their weight.

import { Random } from '../../../src/math/random.js';
import { type Thread, turnsDown } from '../../contact/screw.js';
import { short, type Trial } from './trial.js';

/** A thread of 1 cm to 1 m. */
export const anyThread = (random: Random): Omit<Thread, 'segments'> => ({
  radius: 0.01 * 100 ** random.next(),
  height: random.between(0.08, 0.2),
  pitch: random.between(0.3, 0.7),
  flank: random.next() < 0.4 ? 0 : random.between(0, 0.25),
});

/**
 * Of 48 facets in three strips. Where these facets cost a hundredth or two the smooth formula is the bar, else their
 * own: test/contact/faceted-screw.ts. The engine may be ahead by 2 %: it begins to turn once it has fallen through its
 * play, and that is known to a step.
 */
export function screw(seed: number): Trial {
  const random = new Random(4000 + seed);
  const thread: Thread = { ...anyThread(random), segments: 48, strips: 3 };
  const timeStep = random.next() < 0.5 ? 1 / 60 : 0.01;
  const { smooth, faceted } = turnsDown(thread, 0.3, timeStep);
  const isFine = smooth / faceted > 0.98;
  return {
    drawn: `radius ${short(1e3 * thread.radius)} mm, height ${short(thread.height)}, pitch ${short(thread.pitch)}, flank ${short(thread.flank)}, 1/${Math.round(1 / timeStep)} s`,
    measures: [
      { name: 'speed over the smooth formula', found: smooth, ...(isFine && { least: 0.95 }) },
      { name: 'speed over that of its facets', found: faceted, ...(!isFine && { least: 0.95 }), most: 1.02 },
    ],
  };
}
