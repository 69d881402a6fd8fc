// Single contacts of a kind that is easily got wrong.

import type { ShapeDescription } from '../src/index.js';
import { extrude } from './forms.js';
import { box, defineScene, FRICTION, ground, once, radians, range, turn } from './scene.js';

/** Falls 0.5 m with a slight turn, lands on an edge and settles flat: at rest its centre is 0.25 m high. */
export const fallingBox = defineScene({
  name: 'falling-box',
  title: 'Falling box',
  group: 'contact',
  summary: 'A box falls on the ground, lands on an edge and settles. The contact grows from a line to the whole face.',
  seconds: 3,
  moment: 0.38,
  build: () => ({
    bodies: [
      ground(),
      {
        name: 'box',
        shape: box(0.5, 0.5, 0.5),
        density: 500,
        position: [0, 1, 0],
        rotation: [0, 0, 0.15643446504023087, 0.9876883405951378], // 18° about z
      },
    ],
  }),
});

const TOP = { x: 1.4, y: 0.06, z: 0.8 };
const LEG = { width: 0.08, height: 0.7, in: 0.2 };

const tableShape = (): ShapeDescription => ({
  type: 'compound',
  parts: [
    { shape: box(TOP.x, TOP.y, TOP.z), position: [0, LEG.height + 0.5 * TOP.y, 0] },
    ...range(4).map((i) => ({
      shape: box(LEG.width, LEG.height, LEG.width),
      position: [
        (i % 2 ? 1 : -1) * (0.5 * TOP.x - LEG.in),
        0.5 * LEG.height,
        (i < 2 ? 1 : -1) * (0.5 * TOP.z - 0.5 * LEG.width),
      ] as const,
    })),
  ],
});

/**
 * Half the support polygon is 0.5 + 0.04 m long and the edge of the top is at 0.7 m. With mass m, a push F sideways and
 * a weight W down at that edge tip it when W·0.16 + F·0.76 > m g·0.54: 15 kg hold with W = 300 N and F = 30 N, and tip
 * from F = 41.4 N on.
 */
export const table = defineScene({
  name: 'table',
  title: 'Table pushed at its edge',
  group: 'contact',
  summary:
    'Someone leans on the edge of a table with four legs, down and sideways. Each leg is a patch of its own; the table tips when the load leaves the polygon that the feet span.',
  parameters: [
    { name: 'down', label: 'push down (N)', min: 0, max: 1000, step: 1, value: 300 },
    { name: 'sideways', label: 'push sideways (N)', min: 0, max: 100, step: 0.1, value: 30 },
    FRICTION,
  ],
  seconds: 3,
  build: ({ down, sideways, friction }) => {
    const mass = 15;
    const [topVolume, legVolume] = [TOP.x * TOP.y * TOP.z, 4 * LEG.width * LEG.width * LEG.height];
    const center = (topVolume * (LEG.height + 0.5 * TOP.y) + legVolume * 0.5 * LEG.height) / (topVolume + legVolume);
    const [armX, armY] = [0.5 * TOP.x, LEG.height + TOP.y - center];
    return {
      contact: { friction },
      bodies: [
        ground(),
        {
          name: 'table',
          shape: tableShape(),
          mass,
          force: [sideways, -down, 0],
          torque: [0, 0, -armX * down - armY * sideways],
        },
      ],
    };
  },
});

const uShape = once(() =>
  extrude(
    [
      [-1, 0],
      [1, 0],
      [1, 0.8],
      [0.7, 0.8],
      [0.7, 0.2],
      [-0.7, 0.2],
      [-0.7, 0.8],
      [-1, 0.8],
    ],
    [
      [0, 1, 4],
      [1, 2, 4],
      [2, 3, 4],
      [0, 4, 5],
      [0, 5, 7],
      [5, 6, 7],
    ],
    0.6,
  ),
);

/** The load's centre within ±1 m: the beam stays. One mesh and one box, but two patches. */
export const uSupport = defineScene({
  name: 'u-support',
  title: 'U-shaped support',
  group: 'contact',
  summary:
    'A beam lies across the two arms of one U-shaped mesh and carries a load off its middle. Their overlap falls apart into two patches, which share the weight by the lever rule.',
  parameters: [{ name: 'load', label: 'place of the load (m)', min: -1.4, max: 1.4, step: 0.05, value: 0.4 }],
  seconds: 3,
  build: ({ load }) => ({
    bodies: [
      ground(),
      { name: 'support', type: 'static', shape: { type: 'mesh', ...uShape() } },
      { name: 'beam', shape: box(3, 0.1, 0.4), mass: 1, position: [0, 0.85, 0] },
      { name: 'load', shape: box(0.2, 0.2, 0.2), mass: 10, position: [load, 1, 0] },
    ],
  }),
});

export const conveyor = defineScene({
  name: 'conveyor',
  title: 'Conveyor belts',
  group: 'mechanisms',
  summary:
    'Parcels drop on a belt, are carried to its end and fall on a second belt that runs back. They slip until they have the speed of the belt.',
  parameters: [
    { name: 'speed', label: 'speed of the belts (m/s)', min: 0, max: 5, step: 0.1, value: 1.5 },
    { name: 'slope', label: 'slope of the upper belt (degrees)', min: 0, max: 25, step: 1, value: 8 },
  ],
  seconds: 6,
  moment: 3,
  view: {
    from: [22, 16],
    box: [
      [-2.2, 0, -0.8],
      [4.6, 3.2, 0.8],
    ],
  },
  build: ({ speed, slope }) => {
    const a = radians(slope);
    return {
      bodies: [
        ground(),
        {
          name: 'upper belt',
          type: 'static',
          shape: box(4, 0.2, 1),
          position: [0, 2, 0],
          rotation: turn('z', a),
          surfaceVelocity: [speed, 0, 0],
        },
        {
          name: 'lower belt',
          type: 'static',
          shape: box(6, 0.2, 1.4),
          position: [1.5, 0.8, 0],
          surfaceVelocity: [-speed, 0, 0],
        },
        ...range(5).map((i) => ({
          name: `parcel${i}`,
          shape: box(0.3 + 0.05 * (i % 3), 0.2, 0.4),
          density: 200,
          position: [-1.5 + 0.6 * i, 2.5 + 0.2 * i, 0.1 * ((i % 3) - 1)] as const,
          rotation: turn('y', 0.2 * i),
        })),
      ],
    };
  },
});

/** At 100 m/s a body moves 1.7 m a step, thirty times the thickness of the wall. */
export const bullets = defineScene({
  name: 'bullets',
  title: 'Fast bodies and a thin wall',
  group: 'contact',
  summary:
    'A ball, a box and a coin are shot at a wall 5 cm thick. None may pass through, although each moves many times that in a step.',
  parameters: [{ name: 'speed', label: 'speed (m/s)', min: 1, max: 200, step: 1, value: 100 }],
  seconds: 2,
  moment: 0.3,
  view: {
    from: [-38, 22],
    box: [
      [6.5, 0, -2.2],
      [10.2, 2, 2.2],
    ],
  },
  build: ({ speed }) => ({
    bodies: [
      ground(),
      { name: 'wall', type: 'static', shape: box(0.05, 3, 6), position: [10, 1.5, 0] },
      ...(
        [
          ['ball', { type: 'sphere', radius: 0.1 }],
          ['box', { type: 'box', size: [0.2, 0.2, 0.2] }],
          ['coin', { type: 'cylinder', radius: 0.15, height: 0.02 }],
        ] as const
      ).map(([name, shape], i) => ({
        name,
        shape,
        density: 1000,
        position: [0, 1, 1.5 * (i - 1)] as const,
        linearVelocity: [speed, 0, 0] as const,
      })),
    ],
  }),
});
