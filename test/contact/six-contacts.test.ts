// Contacts on patches from step to step: each pair has the outlines that it was given, whatever was moved where.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PatchContacts } from '../../src/contact/six/contacts.js';
import { S_FRICTION, SI_PATCH, SIX_INTS, SIX_STRIDE } from '../../src/contact/six/layout.js';
import { Arena } from '../../src/memory/arena.js';

const FRAME = Float64Array.of(0, 0, 1, 1, 0, 0, 0, 1, 0);
/** Friction polygons of more corners than this are made later, and have room of their own. */
const BUDGET = 10;
const PAIRS = 8;

/** Adds a contact on a polygon of n corners round a circle of radius r. */
function add(contacts: PatchContacts, n: number, r: number): void {
  const { now, patches } = contacts;
  const corners = Float64Array.from({ length: 2 * n }, (_, k) => {
    const turn = (2 * Math.PI * (k >> 1)) / n;
    return r * (k % 2 === 0 ? Math.cos(turn) : Math.sin(turn));
  });
  const patch = patches.addPolygon(corners, n, FRAME, 0, BUDGET, 1);
  const k = now.add();
  now.f.data.fill(0, k * SIX_STRIDE, (k + 1) * SIX_STRIDE);
  now.i.data.fill(0, k * SIX_INTS, (k + 1) * SIX_INTS);
  now.f.data[k * SIX_STRIDE + S_FRICTION] = r;
  now.i.data[k * SIX_INTS + SI_PATCH] = patch;
}

/** Radius and corners of a pair's contacts, each checked against its polygon. */
function contactsOf({ now, patches }: PatchContacts, pair: number): number[][] {
  return Array.from({ length: now.countOf(pair) }, (_, m) => {
    const k = now.startOf(pair) + m;
    const r = now.f.data[k * SIX_STRIDE + S_FRICTION]!;
    const patch = now.i.data[k * SIX_INTS + SI_PATCH]!;
    const n = patches.outlineCount[patch]!;
    patches.makeFriction(patch);
    for (const [start, count] of [
      [patches.outlineStart[patch]!, n],
      [patches.frictionStart[patch]!, patches.frictionCount[patch]!],
    ] as const)
      for (let v = start; v < start + 2 * count; v += 2)
        // A polygon that is simplified has corners a little farther out: its sides are cut by extending others.
        expect(Math.abs(Math.hypot(patches.vertices[v]!, patches.vertices[v + 1]!) / r - 1)).toBeLessThan(0.2);
    return [r, n];
  });
}

const step = fc.record({
  /** Of each pair: kept (null), or found with so many corners each. */
  pairs: fc.array(fc.option(fc.array(fc.integer({ min: 3, max: 20 }), { maxLength: 3 }), { freq: 3 }), {
    minLength: PAIRS,
    maxLength: PAIRS,
  }),
  /** A pair that keeps its first contact beside new ones. */
  keeps: fc.nat(2 * PAIRS),
  forget: fc.option(fc.nat(PAIRS - 1)),
  restore: fc.boolean(),
});

test('pairs have the contacts and patches that they were given, which fill the places of those before', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      let contacts = new PatchContacts(new Arena());
      const known = new Map<number, number[][]>();
      let radius = 1;
      for (const { pairs, keeps, forget, restore } of steps) {
        if (forget !== null) {
          contacts.now.setRange(forget, 0, 0);
          known.delete(forget);
        }
        contacts.begin(0.01, 0.01);
        for (const [pair, corners] of pairs.entries()) {
          if (corners === null) continue;
          const start = contacts.now.count;
          const patch = contacts.patches.count;
          const found: number[][] = [];
          for (const n of corners) {
            add(contacts, n, ++radius);
            found.push([radius, n]);
          }
          const first = known.get(pair)?.[0];
          if (keeps === pair && first) {
            contacts.keepOne(contacts.now.startOf(pair));
            found.push(first);
          }
          contacts.settle(pair, start, patch);
          known.set(pair, found);
        }
        const total = [...known.values()].reduce((sum, { length }) => sum + length, 0);
        expect(contacts.now.owned).toBe(total);
        for (let pair = 0; pair < PAIRS; pair++) expect(contactsOf(contacts, pair)).toEqual(known.get(pair) ?? []);
        if (!restore) continue;
        const saved = contacts.saveAll();
        contacts = new PatchContacts(new Arena());
        contacts.loadAll(saved);
        expect(contacts.saveAll()).toEqual(saved);
      }
    }),
    { numRuns: 200 },
  );
});

test('a crowd whose contacts all change needs no room for those of the step before', () => {
  const contacts = new PatchContacts(new Arena());
  const n = 300;
  for (let step = 0; step < 200; step++) {
    contacts.begin(0.01, 0.01);
    for (let pair = 0; pair < n; pair++) {
      // A tenth of the pairs touch by turns.
      const touches = pair % 10 !== 0 || (pair / 10 + step) % 7 < 4;
      const start = contacts.now.count;
      const patch = contacts.patches.count;
      if (touches) add(contacts, 3 + ((pair + step) % 6), 1 + pair);
      contacts.settle(pair, start, patch);
    }
  }
  expect(contacts.now.count).toBeLessThanOrEqual(n);
  expect(contacts.patches.count).toBeLessThanOrEqual(n);
});
