import { expect, test } from 'vitest';
import { Random } from '../../src/math/random.js';
import { pack, unpack } from '../../src/memory/pack.js';

test('any bytes come back, and runs of zeros become short', () => {
  const random = new Random(7);
  for (const share of [0, 0.1, 0.5, 0.9, 1])
    for (const length of [0, 1, 2, 255, 256, 257, 5000]) {
      const bytes = Uint8Array.from({ length }, () => (random.next() < share ? 0 : 1 + random.below(255)));
      expect(unpack(pack(bytes))).toEqual(bytes);
    }
  expect(pack(new Uint8Array(1000)).length).toBe(8);
  expect(unpack(Uint8Array.of(1, 0))).toBe(null);
});
