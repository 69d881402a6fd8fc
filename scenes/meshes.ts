// Meshes and tori that move and touch each other.

import { bumpyCube as bumpyCubeMesh } from '../src/shapes/procedural.js';
import { bowl, bumpySphere, ridgedTorus, star, trefoil } from './forms.js';
import { count, defineScene, FRICTION, ground, once, radians, range, turn } from './scene.js';

const fineCube = once(() => bumpyCubeMesh(128));

/** One patch with six rows, whatever the number of triangles. */
export const bumpyCube = defineScene({
  name: 'bumpy-cube',
  title: 'Bumpy cube',
  group: 'paper: Bouchard 2015',
  summary:
    'A cube of 196,608 triangles, covered with bumps, lands on a plane and slides to rest (Fig. 13). Hundreds of bumps touch, and the solver still sees a handful of rows.',
  parameters: [
    count('detail', 'squares along an edge', 16, 128, 128),
    { name: 'speed', label: 'speed (m/s)', min: 0, max: 5, step: 0.1, value: 1.5 },
    FRICTION,
  ],
  seconds: 2,
  build: ({ detail, speed, friction }) => ({
    contact: { friction },
    bodies: [
      ground(),
      {
        name: 'cube',
        shape: { type: 'mesh', ...(detail === 128 ? fineCube() : bumpyCubeMesh(detail)) },
        mass: 1,
        position: [0, 0.53, 0],
        linearVelocity: [speed, -0.3, 0.2],
      },
    ],
  }),
});

const ingredients = once(() => ({
  bumpy: { type: 'mesh' as const, ...bumpySphere(20, 0.16) },
  star: { type: 'mesh' as const, ...star(20, 0.2) },
  knot: { type: 'mesh' as const, ...trefoil(0.14, 0.04, 192, 24) },
  ring: { type: 'mesh' as const, ...ridgedTorus(0.15, 0.06, 9, 128, 34) },
  bowl: { type: 'mesh' as const, ...bowl(0.9, 0.75, 0.08, 64) },
}));

/** Twelve bodies: 101,760 triangles, and 3,200 of the bowl. */
export const salad = defineScene({
  name: 'salad',
  title: 'Salad',
  group: 'paper: Bouchard 2015',
  summary:
    'Knots, stars, ridged rings and bumpy balls, 102,000 triangles in all, fall into a bowl (Fig. 14). Any closed mesh may move and touch any other, and nothing passes through the wall of the bowl.',
  parameters: [count('pieces', 'pieces', 1, 24, 12)],
  seconds: 4,
  build: ({ pieces }) => {
    const { bumpy, star: starShape, knot, ring, bowl: bowlShape } = ingredients();
    const kinds = ['star', 'knot', 'ring', 'bumpy'] as const;
    return {
      shapes: { bumpy, star: starShape, knot, ring, bowl: bowlShape },
      bodies: [
        ground(),
        { name: 'bowl', type: 'static', shape: 'bowl' },
        ...range(pieces).map((i) => ({
          name: `${kinds[i % 4]}${Math.floor(i / 4)}`,
          shape: kinds[i % 4]!,
          density: 300,
          position: [
            0.3 * [1, -1, -1, 1][i % 4]!,
            0.62 + 0.12 * (i % 4) + 0.5 * Math.floor(i / 4),
            0.3 * [1, 1, -1, -1][i % 4]!,
          ] as const,
          rotation: turn((['x', 'z', 'x'] as const)[i % 3]!, 0.4 + 0.7 * i),
        })),
      ],
    };
  },
});

export const twoTori = defineScene({
  name: 'two-tori',
  title: 'Two tori',
  group: 'meshes',
  summary:
    'One ring falls on another, tilted. Both are hollow in the middle and touch in two places at once; they must slide to rest without passing through each other.',
  parameters: [
    { name: 'tilt', label: 'tilt of the upper ring (degrees)', min: 0, max: 90, step: 1, value: 35 },
    FRICTION,
  ],
  seconds: 5,
  build: ({ tilt, friction }) => ({
    contact: { friction },
    bodies: [
      ground(),
      { name: 'lower', shape: { type: 'torus', radius: 0.4, tube: 0.12 }, density: 500, position: [0, 0.12, 0] },
      {
        name: 'upper',
        shape: { type: 'torus', radius: 0.4, tube: 0.12 },
        density: 500,
        position: [0.25, 0.85, 0.05],
        rotation: turn('z', radians(tilt)),
      },
    ],
  }),
});

/**
 * The centre line of each passes through the middle of the other; they fall until one hangs in the other or both lie.
 */
export const linkedTori = defineScene({
  name: 'linked-tori',
  title: 'Linked tori',
  group: 'meshes',
  summary:
    'Two rings, one through the other, fall and lie down. They must stay linked: each may only touch the other from within its hole.',
  parameters: [FRICTION],
  seconds: 5,
  build: ({ friction }) => ({
    contact: { friction },
    bodies: [
      ground(),
      { name: 'flat', shape: { type: 'torus', radius: 0.4, tube: 0.1 }, density: 500, position: [0, 0.55, 0] },
      {
        name: 'upright',
        shape: { type: 'torus', radius: 0.4, tube: 0.1 },
        density: 500,
        position: [0.4, 0.55, 0],
        rotation: turn('x', radians(88)),
      },
    ],
  }),
});

/** A chain that hangs by contact alone: every link rests in the bend of the one above. */
export const linkChain = defineScene({
  name: 'link-chain',
  title: 'Chain of rings',
  group: 'meshes',
  summary:
    'Rings hang one in the other from a fixed one, and the lowest carries a weight. No joint holds them: only the contacts inside the bends.',
  parameters: [count('links', 'rings', 2, 12, 5)],
  seconds: 4,
  build: ({ links }) => {
    const [radius, tube] = [0.2, 0.05];
    const pitch = 2 * (radius - tube);
    return {
      bodies: range(links).map((i) => ({
        name: `ring${i}`,
        shape: { type: 'torus' as const, radius, tube },
        ...(i === 0 ? { type: 'static' as const } : { density: i === links - 1 ? 4000 : 1000 }),
        position: [0, -pitch * i, 0] as const,
        // Upright, every other one turned by a right angle.
        rotation: i % 2 === 0 ? turn('x', radians(90)) : turn('z', radians(90)),
        ...(i === 0 ? {} : { linearVelocity: [0.3 * i, 0, 0.2 * i] as const }),
      })),
    };
  },
});
