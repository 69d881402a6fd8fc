// Bodies that lie beside each other are not looked at, and found the moment they come closer.

import { expect, test } from 'vitest';
import { type BodyDescription, type ShapeDescription, World } from '../../src/index.js';
import { Random } from '../../src/math/random.js';

const ground: BodyDescription = { name: 'ground', type: 'static', shape: { type: 'half-space' } };

/** Plates 1 m wide whose spheres meet though they stand 0.2 m apart. */
const beside = (gap: number): World =>
  new World({
    sleep: false,
    contact: { friction: 0 },
    bodies: [
      ground,
      { name: 'a', shape: { type: 'box', size: [0.2, 0.2, 1] }, mass: 1, position: [0, 0.1, 0] },
      { name: 'b', shape: { type: 'cylinder', radius: 0.1, height: 0.2 }, mass: 1, position: [0.2 + gap, 0.1, 0] },
    ],
  });

test('what lies beside something at rest is not looked at again', () => {
  const w = beside(0.1);
  // A hook must be asked in every step: the islands do not rest as a whole.
  w.contactHook = () => undefined;
  for (let k = 0; k < 60; k++) w.step();
  for (let k = 0; k < 30; k++) {
    w.step();
    expect(w.contactStatistics).toEqual({ computed: 0, reused: 2 });
  }
});

test.each([0.01, 0.2, 3])('it is found as it comes at %d m/s, and stopped where it meets', (speed) => {
  const w = beside(0.02);
  for (let k = 0; k < 60; k++) w.step();
  const b = w.body('b');
  b.linearVelocity = [-speed, 0, 0];
  for (let k = 0; k < 200; k++) {
    w.step();
    // Nothing is deeper than its target depth, 2e-5 of 0.2 m, and what a solve leaves.
    expect(b.position[0] - w.body('a').position[0]).toBeGreaterThan(0.2 - 1e-5);
  }
  // They have met: equal masses that do not bounce go on together.
  expect(w.body('a').linearVelocity[0]).toBeCloseTo(-0.5 * speed, 6);
});

test('a body that is put somewhere else is found there at once', () => {
  const w = beside(0.5);
  for (let k = 0; k < 60; k++) w.step();
  w.body('b').position = [0.19, 0.1, 0];
  w.step();
  // Correction takes up to a fifth of the thinner body out in a step: all of these 10 mm, to within the target depth.
  expect(w.body('b').position[0] - w.body('a').position[0]).toBeGreaterThan(0.2 - 1e-5);
});

test('nothing that is remembered of pairs changes a bit', () => {
  const random = new Random(8);
  const shapes: ShapeDescription[] = [
    { type: 'box', size: [0.3, 0.2, 0.25] },
    { type: 'sphere', radius: 0.15 },
    { type: 'capsule', radius: 0.1, height: 0.2 },
    { type: 'cylinder', radius: 0.12, height: 0.3 },
    { type: 'cone', radius: 0.15, height: 0.3 },
  ];
  const w = new World({
    sleep: false,
    bodies: [
      ground,
      ...Array.from(
        { length: 5 },
        (_, k): BodyDescription => ({
          shape: shapes[k % shapes.length]!,
          density: 500,
          position: [0.4 * (k % 2), 0.3 + 0.4 * (k >> 1), 0.1 * (k % 3)],
          rotation: random.rotation(),
        }),
      ),
    ],
  });
  for (let k = 0; k < 48; k++) {
    if (k % 8 !== 0) {
      w.step();
      continue;
    }
    // The copy has forgotten whatever is not part of a snapshot.
    const copy = World.restore(w.snapshot());
    w.step();
    copy.step();
    expect(copy.hash()).toBe(w.hash());
  }
});
