// Contacts from step to step: they stay where they are, gaps are filled, and where they lie cannot be told from
// outside.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ContactStore } from '../../src/contact/store.js';
import { Arena } from '../../src/memory/arena.js';

const STRIDE = 3;
const create = () => new ContactStore(new Arena(), STRIDE, 1, 1);

/** Gives the pair contacts with these numbers: as impulse, and with other signs as the rest. */
function find(store: ContactStore, pair: number, values: readonly number[]): void {
  const pool = store.now;
  const start = pool.count;
  for (const x of values) {
    const k = pool.add();
    pool.f.data.set([x, -x, 2 * x], k * STRIDE);
    pool.i.data[k] = 7 * x;
  }
  store.settle(pair, start);
}

function valuesOf(store: ContactStore, pair: number): number[] {
  const pool = store.now;
  return Array.from({ length: pool.countOf(pair) }, (_, n) => {
    const k = pool.startOf(pair) + n;
    const x = pool.f.data[k * STRIDE]!;
    expect([...pool.f.data.slice(k * STRIDE, (k + 1) * STRIDE), pool.i.data[k]]).toEqual([x, -x, 2 * x, 7 * x]);
    return x;
  });
}

describe('contacts', () => {
  test('that are kept stay where they are, however long', () => {
    const store = create();
    store.begin(0.01, 0.01);
    for (let pair = 0; pair < 100; pair++) find(store, pair, [2 * pair, 2 * pair + 1]);
    const step = () => {
      store.begin(0.01, 0.01);
    };
    const starts = Array.from({ length: 100 }, (_, pair) => store.now.startOf(pair));
    for (let k = 0; k < 1000; k++) step();
    expect(Array.from({ length: 100 }, (_, pair) => store.now.startOf(pair))).toEqual(starts);
    for (let pair = 0; pair < 100; pair++) expect(valuesOf(store, pair)).toEqual([2 * pair, 2 * pair + 1]);
  });

  test('that are replaced by as many leave no gaps', () => {
    for (const share of [0.01, 0.3, 1]) {
      const store = create();
      const n = 200;
      for (let step = 0; step < 300; step++) {
        store.begin(0.01, 0.01);
        for (let pair = 0; pair < n; pair++)
          if (step === 0 || (step * 31 + pair * 17) % n < share * n) find(store, pair, [step + pair]);
        expect(store.now.owned).toBe(n);
        expect(store.now.count).toBe(n);
      }
    }
  });

  test('bear longer in a longer step', () => {
    const store = create();
    store.begin(0.01, 0.01);
    find(store, 0, [3]);
    store.begin(0.02, 0.02);
    const f = store.now.f.data;
    expect([...f.slice(0, 3)]).toEqual([6, -3, 6]);
  });
});

describe('against a plain map', () => {
  const PAIRS = 12;
  // What happens to each pair in a step: kept (null), or found with these contacts.
  const step = fc.record({
    pairs: fc.array(fc.option(fc.array(fc.integer({ min: 1, max: 1000 }), { maxLength: 4 }), { freq: 2 }), {
      minLength: PAIRS,
      maxLength: PAIRS,
    }),
    forget: fc.option(fc.nat(PAIRS - 1)),
    restore: fc.boolean(),
  });

  test('pairs have what they were given, through moves and snapshots; equal contacts save equal bytes', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        let store = create();
        const known = new Map<number, number[]>();
        for (const { pairs, forget, restore } of steps) {
          if (forget !== null) {
            store.now.setRange(forget, 0, 0);
            known.delete(forget);
          }
          store.begin(0.01, 0.01);
          for (const [pair, values] of pairs.entries()) {
            if (values === null) continue;
            find(store, pair, values);
            known.set(pair, values);
          }
          for (let pair = 0; pair < PAIRS; pair++) expect(valuesOf(store, pair)).toEqual(known.get(pair) ?? []);
          if (!restore) continue;
          const saved = store.save();
          const short = create();
          short.begin(0.01, 0.01);
          for (let pair = 0; pair < PAIRS; pair++) if (known.has(pair)) find(short, pair, known.get(pair)!);
          expect(short.save()).toEqual(saved);
          store = create();
          store.load(saved);
        }
      }),
      { numRuns: 100 },
    );
  });
});
