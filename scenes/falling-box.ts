import type { Scene } from './index.js';

/** Falls 0.5 m with a slight turn, lands on an edge and settles flat: at rest its centre is 0.25 m high. */
export const fallingBox: Scene = {
  name: 'falling-box',
  summary: 'a box falls on the ground, lands on an edge and settles',
  make: () => ({
    name: 'falling-box',
    bodies: [
      { name: 'ground', type: 'static', shape: { type: 'half-space' } },
      {
        name: 'box',
        shape: { type: 'box', size: [0.5, 0.5, 0.5] },
        density: 500,
        position: [0, 1, 0],
        rotation: [0, 0, 0.15643446504023087, 0.9876883405951378], // 18° about z
      },
    ],
  }),
};
