// A hundred scenes that nobody chose (a thousand with SIXFOLD_LONG set): `node scripts/run-ts.js bench/random.ts` tries any others.

import { expect, test } from 'vitest';
import { type Family, randomScene } from '../../scenes/random.js';
import { judge } from './judge.js';
import { LAWS, SECONDS } from './laws.js';

const isLong = process.env.SIXFOLD_LONG !== undefined;
const SEEDS: Partial<Record<Family, number>> = {
  stack2: isLong ? 250 : 25,
  stack3: isLong ? 150 : 15,
  slender: isLong ? 150 : 15,
  plates: isLong ? 100 : 5,
  tumble: isLong ? 150 : 15,
  deep: isLong ? 150 : 25,
  ...(isLong ? { heap: 50 } : {}),
};
/** What is known to break a law, and is being worked on: docs/theory/six.md, "Where it is weak". */
const OPEN = new Set(['tumble correction', 'deep depth left']);

const cases = (Object.keys(SEEDS) as Family[]).flatMap((family) => {
  const batch = family === 'heap' ? 1 : 5;
  return Array.from({ length: Math.ceil(SEEDS[family]! / batch) }, (_, k) => [family, 1 + k * batch, batch] as const);
});

test.each(cases)(
  '%s from seed %i, %i of them',
  (family, from, count) => {
    for (let seed = from; seed < from + count; seed++) {
      const verdict = judge(randomScene(family, seed), SECONDS[family]);
      const broken = LAWS[family].filter(([name, breaks]) => !OPEN.has(`${family} ${name}`) && breaks(verdict));
      expect(
        broken.map(([name]) => name),
        `${family} ${seed}: ${JSON.stringify(verdict)}`,
      ).toEqual([]);
    }
  },
  600_000,
);
