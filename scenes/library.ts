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

/** A rope is slack until it is as long as it can be, then it holds: the ball swings as a pendulum. */
export const tetheredBall = defineScene({
  name: 'tethered-ball',
  title: 'Ball on a rope',
  group: 'mechanisms',
  summary:
    'A ball is dropped beside the point that its rope hangs from. It falls freely until the rope is taut, is caught, and swings through a stack of boxes.',
  parameters: [{ name: 'length', label: 'length of the rope (m)', min: 1, max: 2.4, step: 0.1, value: 2.2 }],
  seconds: 5,
  moment: 1,
  build: ({ length }) => ({
    bodies: [
      ground(),
      { name: 'ball', shape: { type: 'sphere', radius: 0.25 }, density: 2000, position: [-1.2, 3, 0] },
      ...range(6).map((i) => ({
        name: `box${i}`,
        shape: box(0.3, 0.3, 0.3),
        density: 300,
        position: [0.7 + 0.31 * (i % 2), 0.15 + 0.3 * Math.floor(i / 2), 0] as const,
      })),
    ],
    joints: [{ type: 'rope', name: 'rope', b: 'ball', anchor: [0, 3, 0], length }],
  }),
});

/** No tooth touches: the couplings alone hold the ratios. */
export const gearTrain = defineScene({
  name: 'gear-train',
  title: 'Gears and a rack',
  group: 'mechanisms',
  summary:
    'A motor turns a wheel, which is coupled to a larger one, which moves a rack. The couplings keep their ratios over any number of turns, and the rack carries a crate along.',
  parameters: [{ name: 'speed', label: 'speed of the motor (rad/s)', min: 0.5, max: 6, step: 0.1, value: 2 }],
  seconds: 5,
  moment: 2,
  build: ({ speed }) => {
    const wheel = (name: string, radius: number, x: number) => ({
      name,
      shape: { type: 'cylinder' as const, radius, height: 0.1 },
      density: 1000,
      position: [x, 1, 0] as const,
      rotation: turn('x', Math.PI / 2),
    });
    return {
      bodies: [
        ground(),
        wheel('small', 0.2, -0.6),
        wheel('large', 0.4, 0),
        { name: 'rack', shape: box(3, 0.1, 0.3), density: 500, position: [0, 1.45, 0] },
        { name: 'crate', shape: box(0.3, 0.3, 0.3), density: 200, position: [0.5, 1.65, 0] },
      ],
      joints: [
        { type: 'hinge', name: 'motor', b: 'small', axis: [0, 0, 1], motor: { velocity: speed, maxForce: 500 } },
        { type: 'hinge', name: 'bearing', b: 'large', axis: [0, 0, 1] },
        { type: 'slider', name: 'guide', b: 'rack', axis: [1, 0, 0] },
        { type: 'gear', name: 'gears', a: 'small', b: 'large', axis: [0, 0, 1], ratio: -0.5 },
        { type: 'rack', name: 'pinion', a: 'large', b: 'rack', axis: [0, 0, 1], axisB: [1, 0, 0], ratio: -0.4 },
      ],
    };
  },
});
