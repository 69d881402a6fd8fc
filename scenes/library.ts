// Scenes about what a world offers besides contact: sensors, ropes, couplings.

import { box, defineScene, ground, range, turn } from './scene.js';

/** The barrier sees parcels and takes part in nothing: they move as they would without it. */
export const lightBarrier = defineScene({
  name: 'light-barrier',
  title: 'Light barrier',
  group: 'mechanisms',
  summary:
    'A belt carries parcels through a sensor, which reports who is in it and with how much volume. It pushes nobody: the parcels do not notice.',
  parameters: [{ name: 'speed', label: 'speed of the belt (m/s)', min: 0.1, max: 3, step: 0.1, value: 1 }],
  seconds: 5,
  moment: 1.5,
  build: ({ speed }) => ({
    contact: { friction: 0.6 },
    bodies: [
      ground(),
      { name: 'belt', type: 'static', shape: box(5, 0.2, 1), position: [0, 0.5, 0], surfaceVelocity: [speed, 0, 0] },
      { name: 'barrier', type: 'static', shape: box(0.1, 0.8, 1), position: [0.5, 1, 0], sensor: true },
      ...range(4).map((i) => ({
        name: `parcel${i}`,
        shape: box(0.3, 0.2 + 0.1 * (i % 3), 0.4),
        density: 200,
        position: [-2.2 + 0.7 * i, 0.6 + 0.05 * (2 + (i % 3)), 0.1 * ((i % 3) - 1)] as const,
        rotation: turn('y', 0.3 * i),
      })),
    ],
  }),
});
