// Mechanisms of seeds as tests.

import { expect, test } from 'vitest';
import { MECHANISMS, type MechanismName } from './index.js';
import { isBroken } from './trial.js';

/** So many seeds of each kind, from 1 on, and others that once broke a bar. */
export function testMechanisms(
  seeds: Partial<Record<MechanismName, number>>,
  kept: readonly (readonly [MechanismName, number])[] = [],
): void {
  const first = (Object.keys(seeds) as MechanismName[]).flatMap((name) =>
    Array.from({ length: seeds[name]! }, (_, k) => [name, k + 1] as const),
  );
  test.each([...first, ...kept])(
    '%s %i',
    (name, seed) => {
      const { drawn, measures } = MECHANISMS[name](seed);
      expect(measures.filter(isBroken), `${name} ${seed}: ${drawn}`).toEqual([]);
    },
    600_000,
  );
}
