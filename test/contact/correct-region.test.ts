import { expect, test } from 'vitest';
import { BODY_INTS, I_ALIVE, I_TYPE, TYPE_DYNAMIC, TYPE_STATIC } from '../../src/bodies/layout.js';
import type { BodyStore } from '../../src/bodies/store.js';
import { PatchContacts } from '../../src/contact/six/contacts.js';
import { CorrectionRegion } from '../../src/contact/six/correct-region.js';
import { SI_BODY_A, SI_BODY_B, SIX_INTS } from '../../src/contact/six/layout.js';
import { CORRECTION_FEWEST, CORRECTION_VISITS } from '../../src/contact/six/tolerances.js';
import { Random } from '../../src/math/random.js';
import { Arena } from '../../src/memory/arena.js';

const LARGE = CORRECTION_VISITS / CORRECTION_FEWEST;

/** Body 0 stands still and touches everything of the first kind; islands are given with the contacts. */
function setUp(bodies: number, contacts: readonly (readonly [number, number, number])[]) {
  const arena = new Arena();
  const all = new PatchContacts(arena);
  const i = new Int32Array(bodies * BODY_INTS);
  for (let b = 0; b < bodies; b++) {
    i[b * BODY_INTS + I_ALIVE] = 1;
    i[b * BODY_INTS + I_TYPE] = b === 0 ? TYPE_STATIC : TYPE_DYNAMIC;
  }
  for (const [a, b] of contacts) {
    const k = all.now.add();
    all.now.i.data[k * SIX_INTS + SI_BODY_A] = a;
    all.now.i.data[k * SIX_INTS + SI_BODY_B] = b;
    all.bear(k, 0);
  }
  const of = Int32Array.from(contacts, ([, , island]) => island);
  const store = { i: { data: i }, count: bodies } as unknown as BodyStore;
  return { of, contacts: all, bodies: store, region: new CorrectionRegion(arena) };
}

/** Bodies by how far they are from those of the contacts from `found` on, without body 0; Infinity: there is no way. */
function distances(bodies: number, contacts: readonly (readonly [number, number, number])[], found: number) {
  const far = new Array<number>(bodies).fill(Infinity);
  for (const [a, b] of contacts.slice(found)) far[a] = far[b] = 0;
  far[0] = Infinity;
  for (let isNew = true; isNew; ) {
    isNew = false;
    for (const [a, b] of contacts) {
      if (a === 0 || b === 0) continue;
      for (const [p, q] of [
        [a, b],
        [b, a],
      ] as const)
        if (far[p]! + 1 < far[q]!) {
          far[q] = far[p]! + 1;
          isNew = true;
        }
    }
  }
  return far;
}

test('of a large island what is around the contacts found is corrected again, as far as its visits suffice', () => {
  for (let seed = 1; seed <= 5; seed++) {
    const random = new Random(seed);
    const count = 2000;
    const contacts: [number, number, number][] = [];
    // A long strip, which also lies on what stands still.
    for (let b = 1; b < count; b++) {
      if (b % 3 === 0) contacts.push([0, b, 1]);
      contacts.push([b, b + 1, 1]);
      if (b > 7) contacts.push([b - 7, b, 1]);
    }
    const found = contacts.length;
    for (let k = 0; k < 3; k++) {
      const b = 20 + Math.floor(random.between(0, count - 40));
      contacts.push([b, b + 2, 1]);
    }
    const { of, contacts: all, bodies, region } = setUp(count + 1, contacts);
    region.find(of, all, bodies, found);
    const far = distances(count + 1, contacts, found);
    let reach = 0;
    for (let b = 1; b <= count; b++) if (!region.holds(b, 1)) reach = Math.max(reach, far[b]!);
    for (let b = 1; b <= count; b++) expect(region.holds(b, 1), `seed ${seed}, body ${b}`).toBe(far[b]! > reach);
    expect(region.holds(0, 1)).toBe(true);
    const within = (most: number) => contacts.filter(([a, b]) => far[a]! <= most || far[b]! <= most).length;
    expect(within(reach)).toBeGreaterThanOrEqual(LARGE);
    expect(reach).toBeGreaterThan(0);
    expect(within(reach - 1)).toBeLessThan(LARGE);
    contacts.forEach(([a, b], m) => {
      expect(of[m] === 1, `seed ${seed}, contact ${m}`).toBe(far[a]! <= reach || far[b]! <= reach);
    });
  }
});

test('small islands are corrected again as they are, large ones that nothing was found in not at all', () => {
  const contacts: [number, number, number][] = [];
  const line = (from: number, n: number) => {
    for (let b = from; b < from + n; b++) contacts.push([b, b + 1, from]);
  };
  line(1, LARGE);
  line(2000, LARGE + 1);
  const found = contacts.length;
  contacts.push([4000, 4001, 4000]);
  const { of, contacts: all, bodies, region } = setUp(4002, contacts);
  region.find(of, all, bodies, found);
  contacts.forEach(([, , island], m) => {
    expect(of[m]).toBe(island === 2000 ? -1 : island);
  });
  expect(region.holds(1, 1)).toBe(false);
  expect(region.holds(2000, 2000)).toBe(true);
  expect(region.holds(4000, 4000)).toBe(false);
  region.takeAll();
  expect(region.holds(2000, 2000)).toBe(false);
});
