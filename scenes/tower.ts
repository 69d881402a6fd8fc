import type { Scene } from './index.js';

const BOXES = 10;
const EDGE = 0.2;

/** Starts touching and at rest, and must stay so: each contact carries the weight of the boxes above it. */
export const tower: Scene = {
  name: 'tower',
  summary: `${BOXES} boxes stacked on the ground stay standing`,
  make: () => ({
    name: 'tower',
    bodies: [
      { name: 'ground', type: 'static', shape: { type: 'half-space' } },
      ...Array.from({ length: BOXES }, (_, i) => ({
        name: `box${i}`,
        shape: { type: 'box' as const, size: [EDGE, EDGE, EDGE] as const },
        density: 500,
        position: [0, (i + 0.5) * EDGE, 0] as const,
      })),
    ],
  }),
};
