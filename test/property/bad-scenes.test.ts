// Five thousand wrong scenes in one process: each runs, or is refused with one line; nothing else, and within a second.

import { expect, test } from 'vitest';
import { type SceneDescription, SixfoldError, World } from '../../src/index.js';
import { computingTime } from '../computing.js';
import { mutatedScene } from './scene-mutations.js';

const SCENES = 5000;
/** Among these are the scenes that once got through: see test/repro/input.test.ts. */
const FIRST_SEED = 5001;

test(`${SCENES} mutated scenes run three steps or are refused in one line`, () => {
  const tally = { ran: 0, refused: 0 };
  const wrong: string[] = [];
  let slowest = 0;
  for (let seed = FIRST_SEED; seed < FIRST_SEED + SCENES; seed++) {
    const scene = mutatedScene(seed);
    const start = computingTime();
    try {
      const world = new World(scene as SceneDescription);
      for (let k = 0; k < 3; k++) world.step();
      world.contacts();
      world.energy();
      tally.ran++;
    } catch (error) {
      tally.refused++;
      const message = error instanceof Error ? error.message : String(error);
      if (!(error instanceof SixfoldError))
        wrong.push(`seed ${seed}: ${error instanceof Error ? error.stack : message}`);
      else if (/[\r\n]/.test(message) || message.length < 10 || message.length > 1500)
        wrong.push(`seed ${seed}: message of ${message.length} characters: ${message.slice(0, 200)}`);
    }
    const time = computingTime() - start;
    slowest = Math.max(slowest, time);
    if (time > 1000) wrong.push(`seed ${seed}: ${Math.round(time)} ms`);
  }
  expect(wrong.slice(0, 5), `${wrong.length} of ${SCENES}`).toEqual([]);
  // Both must be exercised.
  expect(tally.ran).toBeGreaterThan(SCENES / 10);
  expect(tally.refused).toBeGreaterThan(SCENES / 10);
  expect(slowest).toBeLessThan(1000);
}, 120_000);
