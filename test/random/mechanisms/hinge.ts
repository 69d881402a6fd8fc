// Arms of 0.2 m on pins, without friction: one that is let go at 90°, and two that hang on each other.

import { Random } from '../../../src/math/random.js';
import { type Hinge, swingOver, twoArms } from '../../contact/hinge.js';
import { decades, short, type Trial } from './trial.js';

function drawHinge(random: Random): Hinge {
  const u = (low: number, high: number) => random.between(low, high);
  const pin = u(0.004, 0.015);
  const around = 24 + random.below(73);
  // Clear of the pin's corners when it turns.
  const hole = (pin * (1 + decades(random, 0.005, 0.03))) / Math.cos(Math.PI / around);
  const width = pin * u(2.6, 4);
  return {
    pin,
    hole,
    around,
    facets: 24 + random.below(73),
    pinPhase: random.next(),
    holePhase: random.next(),
    width,
    thick: u(0.01, 0.03),
    below: 0.2,
    above: 0.5 * width,
    density: decades(random, 200, 8000),
    size: 1,
  };
}

const words = ({ pin, hole, facets, around, width, thick }: Hinge) =>
  `pin of ${short(1e3 * pin)} mm and ${facets} facets, hole of ${short(1e3 * hole)} mm and ${around}, arm ${short(1e3 * width)} × ${short(1e3 * thick)} mm`;

/** Far peak at least 88°, less than 3 % of the energy lost in half a swing. */
export function hinge(seed: number): Trial {
  const drawn = drawHinge(new Random(11000 + seed));
  const { far, lost, off } = swingOver(drawn, 0);
  return {
    drawn: words(drawn),
    measures: [
      { name: 'far peak, degrees', found: far, least: 88, most: 90.1 },
      { name: 'energy lost', found: lost, most: 0.03 },
      { name: 'hole off its pin, over the play', found: off / (drawn.hole - drawn.pin) },
    ],
  };
}

/** Linked for 10 s. */
export function arms(seed: number): Trial {
  const drawn = drawHinge(new Random(12000 + seed));
  const off = twoArms(drawn, 10);
  return {
    drawn: words(drawn),
    measures: [
      { name: 'hole off its pin, over the pin', found: off / drawn.pin, most: 0.1 },
      { name: 'hole off its pin, over the play', found: off / (drawn.hole - drawn.pin) },
    ],
  };
}
