import { Random } from '../../src/math/random.js';
import { atan2, cos, exp, log, sin } from '../../src/math/trig.js';
import { hashOfDoubles } from './hash.js';

/** Hashes of 100 000 values of each elementary function at seeded arguments of all sizes. */
export function trigHashes(): Record<string, string> {
  const random = new Random(20150615);
  const n = 100_000;
  const values = { sin: new Float64Array(n), cos: new Float64Array(n), atan2: new Float64Array(n) };
  const more = { exp: new Float64Array(n), log: new Float64Array(n) };
  for (let i = 0; i < n; i++) {
    const x = random.between(-1, 1) * [1, 10, 1000, 1e6][i % 4]!;
    values.sin[i] = sin(x);
    values.cos[i] = cos(x);
    values.atan2[i] = atan2(x, random.between(-10, 10));
    more.exp[i] = exp(x / 1e4);
    more.log[i] = log(random.next() * 1e3 + 1e-12);
  }
  return Object.fromEntries(Object.entries({ ...values, ...more }).map(([name, data]) => [name, hashOfDoubles(data)]));
}
