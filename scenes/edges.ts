// Cubes that land near an edge, on it and beside it (Bouchard et al. 2015, Fig. 6 and 7).

import { box, count, defineScene, FRICTION, ground, range } from './scene.js';

const CUBE = 0.5;
const TABLE = 1.5;

/**
 * Cubes with x below 0 have their centre over the table and stay; the others tip. The last clears the edge by a hair.
 */
export const cubesOnEdge = defineScene({
  name: 'cubes-on-edge',
  title: 'Cubes on an edge',
  group: 'paper: Bouchard 2015',
  summary:
    'Eight cubes land on the edge of a table, each a little farther out (Fig. 6). Those with their centre over the table stay, the others tip over it, and the nearest one slides down the side without touching the edge.',
  parameters: [FRICTION, { name: 'drop', label: 'height of the drop (m)', min: 0, max: 0.3, step: 0.01, value: 0.05 }],
  seconds: 2,
  build: ({ friction, drop }) => {
    const out = [-0.2, -0.12, -0.05, -0.01, 0.01, 0.05, 0.15, 0.5 * CUBE + 1e-3];
    return {
      contact: { friction },
      bodies: [
        ground(),
        { name: 'table', type: 'static', shape: box(2, TABLE, 0.7 * out.length), position: [-1, 0.5 * TABLE, 0] },
        ...out.map((x, i) => ({
          name: `cube${i}`,
          shape: box(CUBE, CUBE, CUBE),
          density: 400,
          position: [x, TABLE + 0.5 * CUBE + drop, 0.7 * (i - 0.5 * (out.length - 1))] as const,
        })),
      ],
    };
  },
});

/** Nothing pushes the cube sideways, so it must not slide at any friction. */
export const cubeNearEdge = defineScene({
  name: 'cube-near-edge',
  title: 'Cube near an edge',
  group: 'paper: Bouchard 2015',
  summary:
    'A cube drops on another one that it overhangs, with hardly any friction (Fig. 7, left). The gradient of the overlap is tilted by the overhang and would make it slide off; the contact normal must not be.',
  parameters: [
    { name: 'friction', label: 'friction', min: 0, max: 0.1, step: 0.001, value: 0.002 },
    { name: 'overhang', label: 'overhang (m)', min: 0, max: 0.49, step: 0.01, value: 0.4 },
    { name: 'drop', label: 'height of the drop (m)', min: 0, max: 0.2, step: 0.01, value: 0.02 },
  ],
  seconds: 5,
  build: ({ friction, overhang, drop }) => ({
    contact: { friction },
    bodies: [
      { name: 'base', type: 'static', shape: box(1, 1, 1), position: [0, 0.5, 0] },
      { name: 'cube', shape: box(1, 1, 1), mass: 1, position: [overhang, 1.5 + drop, 0] },
    ],
  }),
});

/** No offset is above 0.2 m, so every part of the stack has its centre over the box below: it stands. */
export const sloppyStack = defineScene({
  name: 'sloppy-stack',
  title: 'Sloppy stack',
  group: 'paper: Bouchard 2015',
  summary:
    'Cubes stacked carelessly, shifted and twisted (Fig. 7, right). The stack must stand still although no patch is square or centred.',
  parameters: [count('boxes', 'cubes', 2, 20, 8), FRICTION],
  seconds: 5,
  build: ({ boxes, friction }) => ({
    contact: { friction },
    bodies: [
      ground(),
      ...range(boxes).map((i) => {
        // Multiples of two irrational numbers: scattered evenly, without chance.
        const scatter = (k: number) => 2 * (k * (i + 1) - Math.floor(k * (i + 1))) - 1;
        const half = 0.1 * scatter(0.4142135623730951);
        return {
          name: `cube${i}`,
          shape: box(1, 1, 1),
          mass: 1,
          position: [0.2 * scatter(0.7548776662466927), i + 0.5, 0.2 * scatter(0.5698402909980532)] as const,
          rotation: [0, half, 0, Math.sqrt(1 - half * half)] as const,
        };
      }),
    ],
  }),
});

export const nestedStack = defineScene({
  name: 'nested-stack',
  title: 'Nested stack',
  group: 'paper: Bouchard 2015',
  summary:
    "Cubes of at most 1 kg, each standing well inside the top of the one below (Fig. 8). The paper's measure of how fast solvers converge; every contact bears all that is above it.",
  parameters: [count('boxes', 'cubes', 2, 30, 10)],
  seconds: 3,
  build: ({ boxes }) => {
    let top = 0;
    return {
      bodies: [
        ground(),
        ...range(boxes).map((i) => {
          const edge = 1 - (0.6 * i) / boxes;
          top += edge;
          return {
            name: `cube${i}`,
            shape: box(edge, edge, edge),
            density: 1,
            position: [0, top - 0.5 * edge, 0] as const,
          };
        }),
      ],
    };
  },
});
