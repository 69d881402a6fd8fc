import { expect, test } from 'vitest';
import { ContactPool } from '../../src/contact/pool.js';
import { FoundParts } from '../../src/contact/six/found-parts.js';
import { SI_BODY_A, SI_BODY_B, SI_PARTS, SIX_INTS, SIX_STRIDE } from '../../src/contact/six/layout.js';
import { Random } from '../../src/math/random.js';
import { Arena } from '../../src/memory/arena.js';

test('a look knows the parts of which it has found contacts, as going through all of them says', () => {
  for (let seed = 1; seed <= 20; seed++) {
    const random = new Random(seed);
    const arena = new Arena();
    const pool = new ContactPool(arena, SIX_STRIDE, SIX_INTS);
    const found = new FoundParts(pool, arena);
    const add = (bodies: number) => {
      const n = pool.add() * SIX_INTS;
      // One body in three contacts is the ground, first or second.
      const a = random.between(0, 1) < 1 / 3 ? 0 : Math.floor(random.between(0, bodies));
      const b = random.between(0, 1) < 1 / 3 ? 0 : Math.floor(random.between(0, bodies));
      pool.i.data[n + SI_PARTS] = Math.floor(random.between(0, 3));
      pool.i.data[n + SI_BODY_A] = a;
      pool.i.data[n + SI_BODY_B] = b;
    };
    let known = 0;
    for (let look = 0; look < 4; look++) {
      const bodies = 4 << look;
      const start = pool.count;
      found.begin(start, bodies);
      for (let k = 0; k < 60; k++) {
        add(bodies);
        const asked = Math.floor(random.between(0, pool.count));
        const parts = (c: number) =>
          [SI_PARTS, SI_BODY_A, SI_BODY_B].map((at) => pool.i.data[c * SIX_INTS + at]).join(' ');
        let isKnown = false;
        for (let c = start; c < pool.count; c++) if (parts(c) === parts(asked)) isKnown = true;
        if (isKnown) known++;
        expect(found.has(asked), `seed ${seed}, look ${look}, contact ${asked}`).toBe(isKnown);
      }
    }
    expect(known).toBeGreaterThan(0);
  }
});
