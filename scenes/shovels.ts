// Two shovels, held by two hands, and six blocks (Hasegawa & Sato 2004, §5.8 and Figure 15), by script.

import type { BodyDescription, Vec3 } from '../src/index.js';
import type {} from '../src/penalty.js';
import { box, defineScene, ground, range } from './scene.js';

/** Side of a block, height of the plinths, thickness of the tines (m). */
const SIDE = 0.06;
const PLINTH = 0.04;
const TINE = 0.008;

/**
 * Tines at the given places across, and a back plate; the origin is the tip's lower edge, and the tines lie behind it.
 */
function shovel(name: string, across: readonly number[], width: number, side: 1 | -1, position: Vec3): BodyDescription {
  return {
    name,
    type: 'kinematic',
    position,
    shape: {
      type: 'compound',
      parts: [
        ...across.map((z) => ({
          shape: box(0.12, TINE, width),
          position: [-0.06 * side, 0.5 * TINE, z] as const,
        })),
        { shape: box(0.01, 0.06, 0.07), position: [-0.125 * side, 0.03, 0] as const },
      ],
    },
  };
}

/**
 * Left takes the block at the origin off its plinth and carries it to x = 0.1; Right reaches between its tines, lifts
 * and carries on.
 */
const LEFT: readonly (readonly [number, number, number])[] = [
  [0, -0.1, 0.024],
  [2, 0.035, 0.024],
  [3, 0.035, 0.15],
  [5, 0.135, 0.15],
  [9, 0.135, 0.15],
  [11, -0.1, 0.15],
];
const RIGHT: readonly (readonly [number, number, number])[] = [
  [0, 0.35, 0.1],
  [5, 0.35, 0.12],
  [7, 0.07, 0.12],
  [8.5, 0.07, 0.19],
  [11, 0.07, 0.19],
  [14, 0.25, 0.19],
];

const pathOf = (points: typeof LEFT): number[][] => points.map(([t, x, y]) => [t, x, y, 0, 0, 0, 0, 1]);

export const shovels = defineScene({
  name: 'shovels',
  title: 'Two shovels and six blocks',
  group: 'hands',
  summary:
    'Two hands hold a shovel each. The left one takes a block off its plinth, carries it over and hands it to the right one, who reaches between its tines.',
  seconds: 16,
  moment: 8,
  build: () => ({
    timeStep: 0.001,
    contact: { model: 'penalty', friction: 0.5 },
    bodies: [
      ground(),
      ...range(6).flatMap((k): BodyDescription[] => {
        const z = 0.12 * (k - 2);
        return [
          { name: `plinth-${k}`, type: 'static', shape: box(0.05, PLINTH, 0.02), position: [0, 0.5 * PLINTH, z] },
          { name: `block-${k}`, shape: box(SIDE, SIDE, SIDE), mass: 0.1, position: [0, PLINTH + 0.5 * SIDE, z] },
        ];
      }),
      shovel('left shovel', [-0.022, 0.022], 0.012, 1, [-0.1, 0.024, 0]),
      shovel('right shovel', [0], 0.02, -1, [0.35, 0.1, 0]),
    ],
    devices: [
      { name: 'left', type: 'hand', body: 'left shovel', path: pathOf(LEFT) },
      { name: 'right', type: 'hand', body: 'right shovel', path: pathOf(RIGHT) },
    ],
  }),
});
