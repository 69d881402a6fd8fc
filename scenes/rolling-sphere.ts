import { cos, PI, sin } from '../src/math/trig.js';
import type { Scene } from './index.js';

const SLOPE = PI / 12;
const RADIUS = 0.1;

/** Rolls without slipping (tan 15° is below 7/2 of the friction), so it gains 5/7 g sin 15° each second. */
export const rollingSphere: Scene = {
  name: 'rolling-sphere',
  summary: 'a ball rolls down a plank tilted by 15 degrees',
  make: () => ({
    name: 'rolling-sphere',
    bodies: [
      {
        name: 'plank',
        type: 'static',
        shape: { type: 'box', size: [20, 0.2, 1] },
        rotation: [0, 0, -sin(SLOPE / 2), cos(SLOPE / 2)],
      },
      {
        name: 'ball',
        shape: { type: 'sphere', radius: RADIUS },
        density: 1000,
        // Up the slope and just touching: along the plank's x axis by -9 m, along its y axis by half its thickness and the radius.
        position: [-9 * cos(SLOPE) + (0.1 + RADIUS) * sin(SLOPE), 9 * sin(SLOPE) + (0.1 + RADIUS) * cos(SLOPE), 0],
      },
    ],
  }),
};
