// Deep inside each other: bodies of several parts have one way out, which leads out without velocity.

import { expect, test } from 'vitest';
import { type SceneDescription, type ShapeDescription, World } from '../../src/index.js';

const box = (x: number, y: number, z: number): ShapeDescription => ({ type: 'box', size: [x, y, z] });

/** Two walls 1 m apart, 0.4 m thick, 4 m high, with a floor of 0.3 m between them: a channel that is open upwards. */
const CHANNEL: ShapeDescription = {
  type: 'compound',
  parts: [
    { shape: box(0.4, 4, 2), position: [-0.7, 2, 0] },
    { shape: box(0.4, 4, 2), position: [0.7, 2, 0] },
    { shape: box(1.8, 0.3, 2), position: [0, -0.15, 0] },
  ],
};

test('a plug that is too wide for its channel leaves it by the open end that is nearest, a fifth of its thickness a step', () => {
  // 1.3 m wide: 0.15 m inside either wall, which push it to and fro. Out at the front is 0.3 m, up 3.2 m.
  const world = new World({
    gravity: [0, 0, 0],
    bodies: [
      { name: 'channel', type: 'static', shape: CHANNEL },
      { name: 'plug', shape: box(1.3, 0.4, 0.4), position: [0, 1, 0.9], density: 1000 },
    ],
  });
  const plug = world.body('plug');
  let steps = 0;
  for (; steps < 60 && !plug.asleep; steps++) {
    const [x, y, z] = plug.position;
    world.step();
    const [px, py, pz] = plug.position;
    // A fifth of the thinnest part, 0.08 m: half would be 0.2.
    expect(Math.hypot(px - x, py - y, pz - z)).toBeLessThan(0.0801);
    expect(world.energy().kinetic).toBe(0);
  }
  // From z = 0.9 to 1 + 0.2, straight, less the target depth.
  const [x, y, z] = plug.position;
  expect(x).toBe(0);
  expect(y).toBe(1);
  expect(Math.abs(z - 1.2)).toBeLessThan(1e-3);
  expect(Math.abs(plug.rotation[3])).toBe(1);
  expect(world.overlaps().reduce((sum, o) => sum + o.volume, 0)).toBeLessThan(1e-4);
});

test.each(['sphere', 'capsule', 'torus', 'cylinder', 'cone'] as const)(
  'a %s between the legs of a table comes out, at rest and unturned',
  (type) => {
    const round: ShapeDescription =
      type === 'torus'
        ? { type, radius: 0.5, tube: 0.2 }
        : type === 'sphere'
          ? { type, radius: 0.5 }
          : { type, radius: 0.5, height: 0.8 };
    const leg = (x: number, z: number) => ({ shape: box(0.3, 1, 0.3), position: [x, -0.5, z] as const });
    const scene: SceneDescription = {
      gravity: [0, 0, 0],
      bodies: [
        {
          shape: {
            type: 'compound',
            parts: [
              { shape: box(1.4, 0.2, 1.4), position: [0, 0.1, 0] },
              leg(0.5, 0.5),
              leg(-0.5, 0.5),
              leg(0.5, -0.5),
              leg(-0.5, -0.5),
            ],
          },
          density: 500,
        },
        { shape: round, position: [0.05, -0.3, 0.02], density: 500 },
      ],
    };
    const world = new World(scene);
    for (let k = 0; k < 120; k++) {
      world.step();
      if ([...world.bodies()].every((body) => body.asleep)) break;
      expect(world.energy().kinetic).toBeLessThan(1e-20);
    }
    // By the overlaps of the solids, of which contact knows nothing. It rests within target depths of 2e-5 of its size.
    const shared = world.overlaps().reduce((sum, o) => sum + o.volume, 0);
    expect(shared).toBeLessThan(1e-4 * 0.2);
  },
);
