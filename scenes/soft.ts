// Scenes of Allard et al. 2010: soft bodies, contact with themselves, friction by cells, cutting. Procedural where the
// paper has scans.

import type {} from '../src/volume.js';
import { box, count, defineScene, ground, range, turn } from './scene.js';

const GROUP = 'paper: Allard 2010';
const JELLY = { young: 3e4, poisson: 0.4, massDamping: 0.2, stiffnessDamping: 0.004 };

export const cutBar = defineScene({
  name: 'cut-bar',
  title: 'A soft bar is cut in three',
  group: GROUP,
  summary:
    'A bar that is clamped at one end bends under its weight; after half a second a plane cuts it, ' +
    'and later another (Fig. 2c). ' +
    'The pieces fall as bodies of their own; mass, momenta and energy are as they were before the cut.',
  parameters: [count('cells', 'cells along the bar', 6, 14, 10)],
  seconds: 3,
  moment: 0.9,
  build: ({ cells }) => ({
    timeStep: 0.01,
    contact: { model: 'volume', friction: 0.5 },
    bodies: [
      ground(),
      {
        name: 'bar',
        type: 'soft',
        shape: box(0.6, 0.12, 0.12),
        density: 1000,
        position: [0, 0.4, 0],
        material: { ...JELLY, young: 2e6 },
        resolution: cells,
        fixed: [
          {
            box: [
              [-0.3, -0.06, -0.06],
              [-0.29, 0.06, 0.06],
            ],
          },
        ],
      },
    ],
    cuts: [
      { time: 0.5, body: 'bar', plane: { point: [0.12, 0.4, 0], normal: [1, 0.4, 0] } },
      { time: 1, body: 'bar/1', plane: { point: [-0.1, 0.4, 0], normal: [1, 0, 0.3] } },
    ],
  }),
});

export const fork = defineScene({
  name: 'fork',
  title: 'A fork that touches itself',
  group: GROUP,
  summary:
    'Two clamped arms, one body, are pulled together at their tips with 2 N each. ' +
    'They close after 5 mm each, and their contact bears 1.219 N.',
  parameters: [count('cells', 'cells along an arm', 5, 12, 10)],
  seconds: 2,
  build: ({ cells }) => ({
    gravity: [0, 0, 0],
    timeStep: 0.01,
    contact: { model: 'volume', friction: 0.3 },
    bodies: [
      {
        name: 'fork',
        type: 'soft',
        shape: {
          type: 'compound',
          parts: [
            { shape: box(0.4, 0.08, 0.08), position: [0, 0.045, 0] },
            { shape: box(0.4, 0.08, 0.08), position: [0, -0.045, 0] },
          ],
        },
        density: 1000,
        material: { young: 1e6, poisson: 0, massDamping: 5, stiffnessDamping: 0.005 },
        resolution: cells,
        selfContact: true,
        fixed: [
          {
            box: [
              [-0.2, -0.1, -0.1],
              [-0.199, 0.1, 0.1],
            ],
          },
        ],
        forces: [1, -1].map((side) => ({
          box: [
            [0.199, side > 0 ? 0.005 : -0.1, -0.1],
            [0.2, side > 0 ? 0.1 : -0.005, 0.1],
          ] as const,
          force: [0, -2 * side, 0] as const,
        })),
      },
    ],
  }),
});

/** Across the snake, from its flat belly up: sideways and height (m). Round, it would roll instead of sliding. */
const SNAKE = [
  [-0.012, 0],
  [0.012, 0],
  [0.012, 0.011],
  [0.008, 0.018],
  [0, 0.021],
  [-0.008, 0.018],
  [-0.012, 0.011],
] as const;

export const snake = defineScene({
  name: 'snake',
  title: 'A snake pulled sideways',
  group: GROUP,
  summary:
    'A soft rod that lies on the floor is pulled sideways at one end (Fig. 7). ' +
    'With one cell it spins about its middle; with many, the far end sticks while the near one slides, ' +
    'and it comes to rest bent.',
  parameters: [count('cells', 'cells along the snake', 1, 41, 12)],
  seconds: 2,
  view: { from: [30, 50] },
  build: ({ cells }) => ({
    timeStep: 0.01,
    contact: { model: 'volume', friction: 0.5, cell: 1 / cells },
    bodies: [
      ground(),
      {
        name: 'snake',
        type: 'soft',
        shape: {
          type: 'convex',
          points: [-0.5, -0.47, 0.47, 0.5].flatMap((x) =>
            SNAKE.map(([z, y]) => (Math.abs(x) < 0.5 ? [x, y, z] : [x, 0.6 * y, 0.6 * z])),
          ) as [number, number, number][],
        },
        density: 1000,
        position: [0.5, 0, 0.0122],
        material: { young: 1.5e6, poisson: 0.3, massDamping: 0.5, stiffnessDamping: 0.01 },
        resolution: 40,
        forces: [
          {
            box: [
              [0.4, -0.01, -0.05],
              [0.5, 0.05, 0.05],
            ],
            force: [0, 0, 0.7],
          },
        ],
      },
    ],
  }),
});

export const softTori = defineScene({
  name: 'soft-tori',
  title: 'Soft rings on a peg',
  group: GROUP,
  summary:
    'Soft rings fall over a rigid peg and onto each other (after Fig. 1). ' +
    'Every contact is one volume; they come to rest one upon the other.',
  parameters: [count('rings', 'rings', 1, 4, 3)],
  seconds: 2,
  build: ({ rings }) => ({
    timeStep: 0.01,
    contact: { model: 'volume', friction: 0.4 },
    bodies: [
      ground(),
      {
        name: 'peg',
        type: 'static',
        shape: { type: 'cylinder', radius: 0.05, height: 0.6 },
        position: [0, 0.3, 0],
      },
      ...range(rings).map((k) => ({
        name: `ring ${k + 1}`,
        type: 'soft' as const,
        shape: { type: 'torus' as const, radius: 0.15, tube: 0.05 },
        density: 1000,
        position: [0.02 * (k % 2), 0.1 + 0.13 * k, 0.01 * k] as const,
        rotation: turn('x', 0.1 * (k % 3)),
        material: JELLY,
        resolution: 8,
      })),
    ],
  }),
});
