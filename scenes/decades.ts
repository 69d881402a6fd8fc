import type { Random } from '../src/math/random.js';
import { log } from '../src/math/trig.js';

const LN2 = 0.6931471805599453;

/** Between low and high, evenly on a logarithmic scale. */
export function decades(random: Random, low: number, high: number): number {
  let x = low;
  // Without exp: 2^t by repeated square roots would do no better than a table of halves.
  const steps = Math.floor((log(high / low) / LN2) * random.next() * 8);
  for (let k = 0; k < steps; k++) x *= 1.0905077326652577;
  return x;
}
