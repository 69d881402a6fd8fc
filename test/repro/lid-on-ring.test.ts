// A cylinder that stands on a ring, with its rim above the crest of the tube, touches it along an arc of its cap and along
// its rim. It was held at eight places all round, from the deepest on, which were others in every step: it sank in
// between those of one step and was lifted by those of the next, for ever.

import { expect, test } from 'vitest';
import { World } from '../../src/index.js';

const ASIDE = [
  [0.96, 0.05],
  [0.97, 0.15],
  [0.92, 0.09],
  [0.86, 0.11],
] as const;
const cases = [0.02, 0.2, 2].flatMap((size) => ASIDE.map(([width, aside]) => [size, width, aside] as const));

test.each(cases)('size %f: a lid as wide as %f of the ring, %f of it aside, rests', (size, width, aside) => {
  const ring = 0.35 * size;
  const tube = 0.12 * size;
  const height = 0.6 * size;
  const world = new World({
    sleep: false,
    contact: { friction: 0.6 },
    bodies: [
      { type: 'static', shape: { type: 'torus', radius: ring, tube }, position: [0, tube, 0] },
      {
        name: 'lid',
        shape: { type: 'cylinder', radius: width * ring, height },
        density: 1000,
        position: [0.8 * aside * ring, 2 * tube + 0.5 * height + 0.03 * size, 0.6 * aside * ring],
      },
    ],
  });
  for (let k = 0; k < 180; k++) world.step();
  const { mass, linearVelocity, angularVelocity } = world.body('lid');
  expect(Math.hypot(...linearVelocity) + size * Math.hypot(...angularVelocity)).toBeLessThan(
    1e-4 * Math.sqrt(9.81 * size),
  );
  expect(world.energy().correctionWork).toBeLessThan(0.01 * mass * 9.81 * size);
});
